//! The little of XML that game files need, forgiving of everything: unknown entities stay as they are, closing tags need
//! not match.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// An element begins; one without content is followed by its end at once.
    Open(String, Attributes),
    /// Text inside an element, entities resolved, line ends as `\n`.
    Text(String),
    /// An element ends.
    Close,
}

/// Names and values of an element; line ends in a value have become blanks, as XML wants it.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Attributes(Vec<(String, String)>);

impl Attributes {
    /// The value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Walks through a document from front to back.
pub(super) struct Parts<'a> {
    reader: Reader<&'a [u8]>,
    offset: usize,
    start: usize,
}

impl<'a> Parts<'a> {
    /// The parts of `text` from the byte `start`.
    pub(super) fn new(text: &'a str, start: usize) -> Parts<'a> {
        let mut reader = Reader::from_str(&text[start..]);
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        config.expand_empty_elements = true;
        Parts { reader, offset: start, start }
    }

    /// Where the last part begins.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The next part; none at the end. The error says in one line what is not XML there, and nothing can follow it.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        loop {
            self.offset = self.start + self.reader.buffer_position() as usize;
            let event = self.reader.read_event().map_err(|error| format!("not XML: {error}"))?;
            return Ok(Some(match event {
                Event::Start(element) | Event::Empty(element) => {
                    Part::Open(lossy(element.name().as_ref()), attributes(&element))
                }
                Event::End(_) => Part::Close,
                Event::Text(text) => Part::Text(line_ends(&lossy(&text))),
                Event::CData(text) => Part::Text(line_ends(&lossy(&text))),
                Event::GeneralRef(name) => Part::Text(resolve(&format!("&{};", lossy(&name)))),
                Event::Eof => return Ok(None),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            }));
        }
    }
}

fn attributes(element: &BytesStart<'_>) -> Attributes {
    let mut attributes = element.attributes();
    attributes.with_checks(false);
    Attributes(
        attributes
            .flatten()
            .map(|attribute| {
                let raw = line_ends(&lossy(&attribute.value)).replace(['\n', '\t'], " ");
                (lossy(attribute.key.as_ref()), resolve(&raw))
            })
            .collect(),
    )
}

fn resolve(text: &str) -> String {
    unescape(text).map_or_else(|_| text.to_owned(), |text| text.into_owned())
}

fn line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_order_with_everything_resolved() {
        let text = "junk<a x='1 &lt; 2&#10;' y=\"\r\n\"><b/>&amp;c<![CDATA[<d>\r\n]]></other> tail";
        let mut parts = Parts::new(text, 4);
        let mut seen = Vec::new();
        while let Some(part) = parts.next().unwrap() {
            seen.push((parts.offset(), part));
        }
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            seen,
            [
                (4, Part::Open("a".into(), Attributes(vec![pair("x", "1 < 2\n"), pair("y", " ")]))),
                (32, Part::Open("b".into(), Attributes::default())),
                (36, Part::Close),
                (36, Part::Text("&".into())),
                (41, Part::Text("c".into())),
                (42, Part::Text("<d>\n".into())),
                (59, Part::Close),
                (67, Part::Text(" tail".into())),
            ]
        );
    }

    #[test]
    fn what_is_no_xml_is_an_error_with_its_place() {
        let mut parts = Parts::new("<a><b", 0);
        assert!(matches!(parts.next(), Ok(Some(Part::Open(_, _)))));
        assert!(parts.next().is_err());
        assert_eq!(parts.offset(), 3);
    }
}
