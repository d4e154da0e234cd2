//! The tags of a PGN file: lines, names, escapes.

use super::text_headers;
use crate::Tags;

/// The tag that says that comments are written with escapes.
pub(super) const ESCAPED_COMMENTS: (&str, &str) = ("Comments", "escaped");

/// The names of xiangqi PGN in the order in which they are written, and how else files spell them.
const NAMES: [(&str, &[&str]); 19] = [
    ("Event", &[]),
    ("Site", &["Place"]),
    ("Date", &[]),
    ("Round", &[]),
    ("RedTeam", &["WhiteTeam"]),
    ("Red", &["White"]),
    ("RedElo", &["WhiteElo"]),
    ("BlackTeam", &[]),
    ("Black", &[]),
    ("BlackElo", &[]),
    ("Title", &[]),
    ("ECCO", &["ECO"]),
    ("Opening", &[]),
    ("Variation", &[]),
    ("TimeControl", &[]),
    ("RedTime", &["WhiteTime"]),
    ("BlackTime", &[]),
    ("Annotator", &[]),
    ("Author", &[]),
];

/// Tags that are fields of a game or say how the file is written.
const NOT_KEPT: [&str; 7] = ["Game", "Variant", "Result", "FEN", "SetUp", "Format", ESCAPED_COMMENTS.0];

/// Whether a tag line of this name is the first of a game in most files.
pub(super) fn begins_game(name: &str) -> bool {
    ["Game", "Event", "Variant", "Site", "Date", "Red", "White", "Title"].iter().any(|n| n.eq_ignore_ascii_case(name))
}

/// Whether a character may stand in a tag's name. Files have names in Chinese too.
pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// The tags of a line `[Name "value"]`; values reach to the last `"]` before the next tag or the end. Empty when the line
/// is no tag line.
pub(super) fn parse_line(line: &str) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut rest = line.trim();
    while let Some(after) = rest.strip_prefix('[') {
        let after = after.trim_start();
        let end = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
        let (name, value) = after.split_at(end);
        if name.is_empty() || !value.starts_with([' ', '\t', '"', '\u{3000}']) {
            break;
        }
        let value = value.trim_start();
        let (value, tail) = match value.strip_prefix('"') {
            Some(quoted) => {
                let next = quoted.match_indices("\"]").map(|(at, _)| at).find(|&at| {
                    let tail = quoted[at + 2..].trim_start();
                    tail.starts_with('[') && !parse_line_head(tail).is_empty()
                });
                match next.or_else(|| quoted.rfind("\"]")) {
                    Some(at) => (&quoted[..at], &quoted[at + 2..]),
                    None => (quoted.trim_end_matches(['"', ']']), ""),
                }
            }
            None => match value.rfind(']') {
                Some(at) => (&value[..at], &value[at + 1..]),
                None => break,
            },
        };
        tags.push((name.to_owned(), unescape(value)));
        rest = tail.trim_start();
    }
    tags
}

/// The name at the beginning of a text that begins like a tag.
fn parse_line_head(text: &str) -> &str {
    let after = text[1..].trim_start();
    let end = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
    if after[end..].trim_start().starts_with('"') { &after[..end] } else { "" }
}

fn unescape(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// `value` as it stands between quotes: one line.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ")
}

/// The tags of a game under their usual names, those that are fields left out, empty ones too.
pub(super) fn canonical(source: &Tags) -> Tags {
    let mut tags = Tags::new();
    for (name, value) in source.iter().filter(|(name, _)| !NOT_KEPT.iter().any(|n| n.eq_ignore_ascii_case(name))) {
        let listed = NAMES.iter().find(|(usual, others)| {
            usual.eq_ignore_ascii_case(name) || others.iter().any(|other| other.eq_ignore_ascii_case(name))
        });
        let usual = listed.map_or_else(|| text_headers::usual(name).unwrap_or(name), |&(usual, _)| usual);
        if ["Result", "FEN"].contains(&usual) {
            continue;
        }
        if !value.trim().is_empty() && tags.get(usual).is_none() {
            tags.push(usual, value);
        }
    }
    tags
}

/// The tags in the order in which they are written: the known ones first.
pub(super) fn in_order(tags: &Tags) -> Vec<(&str, &str)> {
    let place = |name: &str| NAMES.iter().position(|(n, _)| n.eq_ignore_ascii_case(name)).unwrap_or(NAMES.len());
    let mut ordered: Vec<(&str, &str)> = tags.iter().collect();
    ordered.sort_by_key(|(name, _)| place(name));
    ordered
}
