//! Which format a file has, found by what is in it. Names and endings of files say nothing here.

use crate::formats::{ccbridge, dhtmlxq, fen_list, iccs_lines, pfc, pgn, sites, wxf_text, xqf};
use crate::{Format, TextEncoding};

/// How many bytes of a file are enough.
pub const HEAD: usize = 256 << 10;

/// The format of a file that begins with these bytes; `whole` says that there are no more.
///
/// # Errors
/// One line that says what the file looks like instead.
pub fn detect(head: &[u8], whole: bool) -> Result<Format, String> {
    if head.is_empty() {
        return Err("the file is empty".into());
    }
    if let Some(format) = by_mark(head) {
        return Ok(format);
    }
    let encoding = TextEncoding::detect(head);
    if !encoding.is_utf16() && head.contains(&0) {
        return binary(head, whole);
    }
    let text = encoding.decode(head).0;
    if let Some(format) = by_text(head, &text) {
        return Ok(format);
    }
    // The old formats of sites have no mark: their moves must be playable.
    binary(head, whole)
}

/// Formats with a mark of their own at the beginning.
fn by_mark(head: &[u8]) -> Option<Format> {
    type Row = (fn(&[u8]) -> bool, Format);
    let rows: [Row; 8] = [
        (xqf::is_xqf, Format::Xqf),
        (ccbridge::cbr::is_cbr, Format::Cbr),
        (ccbridge::cbl::is_cbl, Format::Cbl),
        (ccbridge::cbl_legacy::is_cbl_legacy, Format::CblLegacy),
        (sites::ourgame::is_chn, Format::Chn),
        (sites::ccm::is_ccm, Format::Ccm),
        (sites::mxq::is_mxq, Format::Mxq),
        (sites::qq::is_che, Format::Che),
    ];
    rows.into_iter().find(|(fits, _)| fits(head)).map(|(_, format)| format)
}

fn by_text(head: &[u8], text: &str) -> Option<Format> {
    if dhtmlxq::is_dhtmlxq(head) {
        return Some(Format::DhtmlXq);
    }
    if text.contains('<') {
        if ccbridge::cbf::is_cbf(text) {
            return Some(Format::Cbf);
        }
        if pfc::is_pfc(text) {
            return Some(Format::Pfc);
        }
    }
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let first = lines().next()?;
    if first.starts_with('{') && (first.contains("\"start_fen\"") || first.contains("\"fen\"")) {
        return Some(Format::Json);
    }
    if iccs_lines::fits(first) {
        return Some(Format::Iccs);
    }
    if lines().take(40).any(wxf_text::fits) {
        return Some(Format::WxfText);
    }
    if first.starts_with("[FEN_INDEX") || fen_list::fits(first) {
        return Some(Format::Fen);
    }
    pgn::fits(text).then_some(Format::Pgn)
}

/// Formats without any mark, and names for what is no game file.
fn binary(head: &[u8], whole: bool) -> Result<Format, String> {
    if whole && sites::ourgame::is_chn_old(head) {
        return Ok(Format::ChnOld);
    }
    if whole && sites::ccm::is_ccm_old(head) {
        return Ok(Format::CcmOld);
    }
    let known: [(&[u8], &str); 6] = [
        (b"SQLite format 3\0", "this is a database, perhaps an opening book: see `chuhe book`"),
        (b"PK\x03\x04", "this is a zip archive: unpack it first"),
        (b"Rar!", "this is a rar archive: unpack it first"),
        (b"7z\xBC\xAF", "this is a 7z archive: unpack it first"),
        (b"%PDF", "this is a PDF document"),
        (b"\x89PNG", "this is a picture"),
    ];
    let name = known.iter().find(|(mark, _)| head.starts_with(mark)).map(|&(_, name)| name);
    Err(name.unwrap_or("no known format of games or positions").to_owned())
}
