//! Text files line by line, decoded, each line with its place in the file. Memory stays at one line.

use std::io::{BufRead, BufReader, Cursor, Read};

use crate::{ReadError, TextEncoding};

/// The longest line that is read, in bytes; a longer one is an error.
const LONGEST_LINE: u64 = 64 << 20;

/// The largest UTF-16 file that is read, in bytes: those are decoded as a whole.
const LARGEST_UTF16: u64 = 1 << 30;

/// How much of a file decides about its encoding.
const HEAD: usize = 256 << 10;

/// Where bytes come from.
pub type Source = Box<dyn Read + Send>;

/// A decoded line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// Without the line feed, and without the carriage return where the file ends its lines with one.
    pub(crate) text: String,
    /// Bytes from the beginning of the file to the line (of a UTF-16 file: in UTF-8).
    pub(crate) offset: u64,
    /// From 1.
    pub(crate) number: u64,
}

/// The lines of a text file.
pub(crate) struct Lines {
    source: BufReader<Source>,
    encoding: TextEncoding,
    fixed: bool,
    offset: u64,
    number: u64,
    crlf: Option<bool>,
    pushed_back: Option<Line>,
}

impl Lines {
    /// Starts reading; the encoding is the one given, or is found from the first bytes.
    pub(crate) fn new(source: Source, known: Option<TextEncoding>) -> Result<Lines, ReadError> {
        let mut source = BufReader::with_capacity(HEAD, source);
        let head = source.fill_buf().map_err(|error| ReadError::new(0, error.to_string()))?;
        let found = TextEncoding::detect(head);
        let mut encoding = known.unwrap_or(found);
        if encoding.is_utf16() {
            let mut bytes = Vec::new();
            source.take(LARGEST_UTF16).read_to_end(&mut bytes).map_err(|error| ReadError::new(0, error.to_string()))?;
            let text = encoding.decode(&bytes).0;
            source = BufReader::new(Box::new(Cursor::new(text.into_bytes())));
        } else if head.starts_with(&[0xEF, 0xBB, 0xBF]) {
            source.consume(3);
            if known == Some(TextEncoding::UTF8) {
                encoding = TextEncoding::UTF8_BOM;
            }
        }
        let offset = if encoding == TextEncoding::UTF8_BOM { 3 } else { 0 };
        Ok(Lines { source, encoding, fixed: known.is_some(), offset, number: 0, crlf: None, pushed_back: None })
    }

    /// The encoding, as far as it is known now.
    pub(crate) fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// Gives a line back; the next call returns it again.
    pub(crate) fn push_back(&mut self, line: Line) {
        self.pushed_back = Some(line);
    }

    /// The next line; none at the end of the file.
    pub(crate) fn next_line(&mut self) -> Result<Option<Line>, ReadError> {
        if let Some(line) = self.pushed_back.take() {
            return Ok(Some(line));
        }
        let Some((bytes, offset, number)) = self.next_raw()? else { return Ok(None) };
        Ok(Some(Line { text: self.decode(bytes), offset, number }))
    }

    /// The bytes of the next line, its offset and its number.
    pub(crate) fn next_raw(&mut self) -> Result<Option<(Vec<u8>, u64, u64)>, ReadError> {
        let mut bytes = Vec::new();
        let at = |offset: u64, reason: String, number: u64| ReadError { offset, line: Some(number), reason };
        let read = (&mut self.source)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| at(self.offset, error.to_string(), self.number + 1))?;
        if read == 0 {
            return Ok(None);
        }
        let (offset, number) = (self.offset, self.number + 1);
        self.offset += read as u64;
        self.number = number;
        if read as u64 == LONGEST_LINE {
            // Nothing behind it can be trusted to be a line.
            self.source = BufReader::new(Box::new(std::io::empty()));
            return Err(at(offset, format!("a line of more than {} MiB", LONGEST_LINE >> 20), number));
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            let crlf = *self.crlf.get_or_insert(bytes.last() == Some(&b'\r'));
            if crlf && bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        Ok(Some((bytes, offset, number)))
    }

    /// Decodes the bytes of a line.
    pub(crate) fn decode(&mut self, bytes: Vec<u8>) -> String {
        if self.encoding.is_utf8() || self.encoding.is_utf16() {
            match String::from_utf8(bytes) {
                Ok(text) => return text,
                Err(error) if self.fixed || self.encoding != TextEncoding::UTF8 => {
                    return String::from_utf8_lossy(error.as_bytes()).into_owned();
                }
                Err(error) => {
                    // So far all was ASCII: this line and what follows show the encoding.
                    let mut sample = error.into_bytes();
                    let length = sample.len();
                    sample.push(b'\n');
                    sample.extend_from_slice(self.source.buffer());
                    self.encoding = TextEncoding::detect_legacy(&sample);
                    sample.truncate(length);
                    return self.encoding.decode(&sample).0;
                }
            }
        }
        self.encoding.decode(&bytes).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> (Vec<(String, u64)>, TextEncoding) {
        let mut lines = Lines::new(Box::new(Cursor::new(bytes.to_vec())), None).unwrap();
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push((line.text, line.offset));
        }
        (all, lines.encoding())
    }

    #[test]
    fn line_ends_and_offsets() {
        let (all, encoding) = lines("\u{feff}a\r\n马\r\n\r\nb".as_bytes());
        assert_eq!(encoding, TextEncoding::UTF8_BOM);
        assert_eq!(all, [("a".into(), 3), ("马".into(), 6), (String::new(), 11), ("b".into(), 13)]);
        // A return inside a file of line feeds belongs to the text.
        assert_eq!(lines(b"a\nb\r\nc").0, [("a".into(), 0), ("b\r".into(), 2), ("c".into(), 5)]);
    }

    #[test]
    fn an_encoding_that_shows_late_is_found() {
        let mut bytes = b"[Event \"x\"]\n".to_vec();
        bytes.extend(TextEncoding::GB18030.encode("1. 炮二平五 马８进７\n").0);
        let (all, encoding) = lines(&[vec![b'\n'; 300 << 10], bytes].concat());
        assert_eq!(encoding, TextEncoding::GB18030);
        assert_eq!(all.last().unwrap().0, "1. 炮二平五 马８进７");
    }
}
