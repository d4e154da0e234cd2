//! Values of a block: digits of moves, and text in which `||` is a line end and `\uXXXX` any character.

use crate::TextEncoding;

/// The digits of a value as numbers, whatever stands between them.
pub(super) fn digits(raw: &[u8]) -> Vec<u8> {
    let mut digits = Vec::with_capacity(raw.len());
    let mut in_element = false;
    for &byte in raw {
        match byte {
            b'<' => in_element = true,
            b'>' => in_element = false,
            b'0'..=b'9' if !in_element => digits.push(byte - b'0'),
            _ => {}
        }
    }
    digits
}

/// HTML entities that pages have in their values.
const ENTITIES: [(&str, char); 5] = [("&nbsp;", ' '), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&amp;", '&')];

/// The text of a value.
pub(super) fn text(raw: &[u8], encoding: TextEncoding) -> String {
    let (decoded, _) = encoding.decode(raw);
    let mut out = String::with_capacity(decoded.len());
    let mut rest = decoded.as_str();
    while let Some(special) = rest.find(['|', '\\', '<', '&']) {
        out.push_str(&rest[..special]);
        rest = &rest[special..];
        let (length, c) = special_character(rest).unwrap_or_else(|| {
            let c = rest.chars().next().unwrap_or_default();
            (c.len_utf8(), c)
        });
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// What the beginning of the text stands for, if it is more than itself: bytes taken, and the character.
fn special_character(text: &str) -> Option<(usize, char)> {
    match text.as_bytes()[0] {
        b'|' => text.starts_with("||").then_some((2, '\n')),
        b'\\' => escape(text),
        b'<' => {
            let (element, _) = text.split_once('>')?;
            let name = element[1..].trim_end_matches('/').trim();
            name.eq_ignore_ascii_case("br").then_some((element.len() + 1, '\n'))
        }
        _ => ENTITIES.iter().find(|(entity, _)| text.starts_with(entity)).map(|&(entity, c)| (entity.len(), c)),
    }
}

/// `\uXXXX`, or two of them for a character of the other planes.
fn escape(text: &str) -> Option<(usize, char)> {
    let unit = |text: &str| -> Option<u32> {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let first = unit(text)?;
    if let Some(c) = char::from_u32(first) {
        return Some((6, c));
    }
    let second = unit(&text[6..])?;
    let pair = char::decode_utf16([first as u16, second as u16]).next()?.ok()?;
    Some((12, pair))
}

/// The opposite of [`text`], in the encoding's bytes: whatever a reader would take for more than it is, and whatever the
/// encoding does not have, becomes `\uXXXX`.
pub(super) fn write_text(text: &str, encoding: TextEncoding, out: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let special = match c {
            '\n' => {
                encoding.encode_into("||", out);
                continue;
            }
            '|' => true,
            '\\' | '<' | '&' => special_character(rest).is_some(),
            '[' => {
                let word = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
                let begins = |name: &str| word.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
                begins("DhtmlXQ") || begins("DHJHtmlXQ")
            }
            _ => false,
        };
        let end = out.len();
        if special || encoding.encode_into(c.encode_utf8(&mut buffer), out).is_some() {
            out.truncate(end);
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                encoding.encode_into(&format!("\\u{unit:04x}"), out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_pages_become_text() {
        let text = |text: &str| super::text(text.as_bytes(), TextEncoding::UTF8);
        assert_eq!(text("a||b<br>c<BR />d"), "a\nb\nc\nd");
        assert_eq!(text("\\u4e2d\\ud83d\\ude00 \\u12 \\ud83d"), "中😀 \\u12 \\ud83d");
        assert_eq!(text("&nbsp;&lt;b&gt;&amp;lt; & &x; <b> |"), " <b>&lt; & &x; <b> |");
        assert_eq!(digits(b"77<br 12>47, 7\n062"), [7, 7, 4, 7, 7, 0, 6, 2]);
    }

    #[test]
    fn written_text_reads_back() {
        for encoding in [TextEncoding::UTF8, TextEncoding::GB18030, TextEncoding::BIG5] {
            for text in
                ["马|\n|\r\n||", "\\u4e2d \\ux", "&amp; & <br/> <", "[DhtmlXQ_x][/dhtmlxq] [fen=9]", "😀ế\u{E5E5}"]
            {
                let mut bytes = Vec::new();
                write_text(text, encoding, &mut bytes);
                assert_eq!(super::text(&bytes, encoding), text, "{encoding}");
                assert!(!super::super::is_dhtmlxq(&bytes), "{encoding} {text}");
            }
        }
    }
}
