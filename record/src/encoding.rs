//! Text encodings: telling them apart by what a xiangqi file is likely to say, decoding, encoding.

use std::fmt;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// An encoding of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextEncoding {
    encoding: &'static Encoding,
    bom: bool,
}

impl TextEncoding {
    /// UTF-8 without a mark at the beginning.
    pub const UTF8: TextEncoding = TextEncoding { encoding: UTF_8, bom: false };
    /// UTF-8 with a byte order mark.
    pub const UTF8_BOM: TextEncoding = TextEncoding { encoding: UTF_8, bom: true };
    /// GB18030, which holds GBK and GB2312.
    pub const GB18030: TextEncoding = TextEncoding { encoding: GB18030, bom: false };
    /// Big5.
    pub const BIG5: TextEncoding = TextEncoding { encoding: BIG5, bom: false };
    /// UTF-16, low byte first, with a byte order mark.
    pub const UTF16LE: TextEncoding = TextEncoding { encoding: UTF_16LE, bom: true };
    /// UTF-16, high byte first, with a byte order mark.
    pub const UTF16BE: TextEncoding = TextEncoding { encoding: UTF_16BE, bom: true };

    /// The encoding a user names: `utf-8`, `utf-8-bom`, `gbk`, `gb18030`, `big5`, `utf-16`, `windows-1258` and whatever
    /// else the WHATWG list has.
    #[must_use]
    pub fn from_label(label: &str) -> Option<TextEncoding> {
        let label = label.trim().to_ascii_lowercase();
        Some(match label.as_str() {
            "utf-8-bom" | "utf8-bom" | "utf-8-sig" => TextEncoding::UTF8_BOM,
            "utf-16" | "utf-16le" | "utf16" => TextEncoding::UTF16LE,
            "utf-16be" => TextEncoding::UTF16BE,
            "gbk" | "gb2312" | "gb18030" | "cp936" => TextEncoding::GB18030,
            "cp950" => TextEncoding::BIG5,
            _ => TextEncoding { encoding: Encoding::for_label(label.as_bytes())?, bom: false },
        })
    }

    /// The name that JSON shows, in small letters: `utf-8`, `utf-8-bom`, `gb18030`, `big5`, `utf-16le`.
    #[must_use]
    pub fn name(self) -> String {
        let name = self.encoding.name().to_ascii_lowercase();
        if self == TextEncoding::UTF8_BOM { name + "-bom" } else { name }
    }

    pub(crate) fn is_utf8(self) -> bool {
        self.encoding == UTF_8
    }

    pub(crate) fn is_utf16(self) -> bool {
        self.encoding == UTF_16LE || self.encoding == UTF_16BE
    }

    /// How many bytes a text has in this encoding; of legacy encodings two for each character that is not ASCII, which is
    /// exact but for the rare four-byte characters of GB18030.
    pub(crate) fn length_of(self, text: &str) -> usize {
        if self.is_utf8() || self.is_utf16() {
            text.len()
        } else {
            text.chars().map(|c| if c.is_ascii() || c == '\u{FFFD}' { 1 } else { 2 }).sum()
        }
    }

    /// Decodes text; a byte order mark at its beginning is dropped. What cannot be decoded becomes U+FFFD, and the second
    /// value is true.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> (String, bool) {
        let (text, broken) = self.encoding.decode_with_bom_removal(bytes);
        (text.into_owned(), broken)
    }

    /// Encodes text. The second value is the first character that the encoding does not have, if any: such characters
    /// become `?`.
    #[must_use]
    pub fn encode(self, text: &str) -> (Vec<u8>, Option<char>) {
        let mut bytes = Vec::with_capacity(text.len() + 3);
        if self.bom {
            self.bytes_of_mark(&mut bytes);
        }
        let missing = self.encode_into(text, &mut bytes);
        (bytes, missing)
    }

    /// As [`TextEncoding::encode`], without a byte order mark and into an existing buffer: for fields and for streams.
    pub fn encode_into(self, text: &str, bytes: &mut Vec<u8>) -> Option<char> {
        if self.encoding == UTF_8 {
            bytes.extend_from_slice(text.as_bytes());
            return None;
        }
        if self.encoding == UTF_16LE || self.encoding == UTF_16BE {
            for unit in text.encode_utf16() {
                bytes.extend_from_slice(&if self.encoding == UTF_16LE {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                });
            }
            return None;
        }
        let (encoded, _, broken) = self.encoding.encode(text);
        if !broken {
            bytes.extend_from_slice(&encoded);
            return None;
        }
        let mut missing = None;
        let mut buffer = [0u8; 4];
        for c in text.chars() {
            let (encoded, _, broken) = self.encoding.encode(c.encode_utf8(&mut buffer));
            if broken {
                missing = missing.or(Some(c));
                bytes.push(b'?');
            } else {
                bytes.extend_from_slice(&encoded);
            }
        }
        missing
    }

    /// Appends the byte order mark, if this encoding writes one.
    pub fn bytes_of_mark(self, bytes: &mut Vec<u8>) {
        if self.bom {
            bytes.extend_from_slice(match self.encoding.name() {
                "UTF-16LE" => &[0xFF, 0xFE],
                "UTF-16BE" => &[0xFE, 0xFF],
                _ => &[0xEF, 0xBB, 0xBF],
            });
        }
    }

    /// Finds the encoding: byte order mark, valid UTF-8, UTF-16 by its zero bytes, and then the better of GB18030 and
    /// Big5 by how many characters are those of moves and tags.
    ///
    /// `bytes` may be the beginning of a file; a character cut at its end does no harm.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> TextEncoding {
        if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
            return TextEncoding::UTF8_BOM;
        }
        if bytes.starts_with(&[0xFF, 0xFE]) {
            return TextEncoding::UTF16LE;
        }
        if bytes.starts_with(&[0xFE, 0xFF]) {
            return TextEncoding::UTF16BE;
        }
        match std::str::from_utf8(bytes) {
            Ok(_) => return TextEncoding::UTF8,
            // Only the last character is cut.
            Err(error) if error.error_len().is_none() => return TextEncoding::UTF8,
            Err(_) => {}
        }
        TextEncoding::detect_legacy(bytes)
    }

    /// GB18030 or Big5, whichever makes more sense of the bytes.
    pub(crate) fn detect_legacy(bytes: &[u8]) -> TextEncoding {
        let gb = likelihood(TextEncoding::GB18030, bytes);
        let big5 = likelihood(TextEncoding::BIG5, bytes);
        if big5 > gb { TextEncoding::BIG5 } else { TextEncoding::GB18030 }
    }

    /// Decodes with the encoding given, or else with the one found.
    #[must_use]
    pub fn decode_detected(bytes: &[u8], known: Option<TextEncoding>) -> (String, TextEncoding) {
        let encoding = known.unwrap_or_else(|| TextEncoding::detect(bytes));
        (encoding.decode(bytes).0, encoding)
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Characters of moves, results and tags in either script.
const DOMAIN: &str = "帅将帥將仕士相象马馬傌车車俥炮砲包兵卒进進退平前后後中一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和局棋对對先";

/// How much the bytes look like a xiangqi text in this encoding: domain characters count, broken bytes count against.
fn likelihood(encoding: TextEncoding, bytes: &[u8]) -> i64 {
    let head = &bytes[..bytes.len().min(1 << 18)];
    let (text, _) = encoding.decode(head);
    text.chars()
        .map(|c| match c {
            '\u{FFFD}' => -4,
            // Private use: GB18030 maps what it does not know there.
            '\u{E000}'..='\u{F8FF}' => -2,
            c if !c.is_ascii() && DOMAIN.contains(c) => 2,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_told_from_the_others() {
        let simplified = "1. 炮二平五 马８进７ 2. 马二进三 车９平８";
        let traditional = "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";
        for (encoding, text) in [
            (TextEncoding::UTF8, simplified),
            (TextEncoding::UTF8_BOM, simplified),
            (TextEncoding::GB18030, simplified),
            (TextEncoding::BIG5, traditional),
            (TextEncoding::UTF16LE, traditional),
            (TextEncoding::UTF16BE, simplified),
        ] {
            let (bytes, missing) = encoding.encode(text);
            assert_eq!(missing, None, "{encoding}");
            assert_eq!(TextEncoding::detect(&bytes), encoding);
            assert_eq!(TextEncoding::decode_detected(&bytes, None).0, text);
        }
    }

    #[test]
    fn a_character_that_is_not_there_is_named() {
        assert_eq!(TextEncoding::BIG5.encode("a马b"), (b"a?b".to_vec(), Some('马')));
        assert_eq!(TextEncoding::from_label("GBK"), Some(TextEncoding::GB18030));
        assert_eq!(TextEncoding::from_label("nothing"), None);
    }
}
