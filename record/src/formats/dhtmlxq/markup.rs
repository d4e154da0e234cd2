//! The marks of a block. They are looked for in the bytes of the file, as they are ASCII in every encoding that is used.
//! Closing marks need not match: exporters write `[DhtmlXQ_blacktime][/DhtmlXQ_time]`.

use std::ops::Range;

/// Names of the marks: 东萍, and the same by 打虎将.
const NAMES: [&[u8]; 2] = [b"DhtmlXQ", b"DHJHtmlXQ"];

/// A longer key is no key.
const LONGEST_KEY: usize = 64;

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    key: Range<usize>,
    /// Where the value stands in the file.
    pub(super) value: Range<usize>,
}

impl Entry {
    /// The key without the mark's name.
    pub(super) fn key(&self, data: &[u8]) -> String {
        String::from_utf8_lossy(&data[self.key.clone()]).into_owned()
    }
}

/// Whether there is a mark in the file.
#[must_use]
pub fn is_dhtmlxq(data: &[u8]) -> bool {
    Marks { data, at: 0 }.next().is_some()
}

/// The blocks of a file: where each lies and its keys. A text of keys without `[DhtmlXQ]` is one block.
pub(super) fn blocks(data: &[u8]) -> Vec<(Range<usize>, Vec<Entry>)> {
    let mut blocks: Vec<(Range<usize>, Vec<Entry>)> = Vec::new();
    let mut open = false;
    let mut marks = Marks { data, at: 0 }.peekable();
    while let Some(mark) = marks.next() {
        match mark.kind {
            Kind::BlockBegins => {
                blocks.push((mark.range.start..mark.range.end, Vec::new()));
                open = true;
            }
            Kind::BlockEnds => open = false,
            Kind::KeyBegins(key) => {
                let end = marks.peek().map_or(data.len(), |next| next.range.start);
                if !open && blocks.is_empty() {
                    blocks.push((mark.range.start..mark.range.start, Vec::new()));
                    open = true;
                }
                let Some((range, entries)) = blocks.last_mut().filter(|_| open) else { continue };
                range.end = end;
                entries.push(Entry { key, value: mark.range.end..end });
            }
            Kind::KeyEnds => {}
        }
    }
    blocks.retain(|(_, entries)| !entries.is_empty());
    blocks
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    BlockBegins,
    BlockEnds,
    KeyBegins(Range<usize>),
    KeyEnds,
}

struct Mark {
    range: Range<usize>,
    kind: Kind,
}

/// All marks from front to back.
struct Marks<'a> {
    data: &'a [u8],
    at: usize,
}

impl Iterator for Marks<'_> {
    type Item = Mark;

    fn next(&mut self) -> Option<Mark> {
        loop {
            let start = self.at + self.data.get(self.at..)?.iter().position(|&byte| byte == b'[')?;
            self.at = start + 1;
            if let Some((length, kind)) = mark(&self.data[start..], start) {
                self.at = start + length;
                return Some(Mark { range: start..start + length, kind });
            }
        }
    }
}

/// The mark at the beginning of `text`, if one is there: its length and kind.
fn mark(text: &[u8], start: usize) -> Option<(usize, Kind)> {
    let mut at = 1;
    let closes = text.get(at) == Some(&b'/');
    at += usize::from(closes);
    let name = NAMES.iter().find(|name| begins_with(&text[at..], name))?;
    at += name.len();
    if begins_with(&text[at..], b"iFrame") {
        at += b"iFrame".len();
    }
    match text.get(at)? {
        b']' => Some((at + 1, if closes { Kind::BlockEnds } else { Kind::BlockBegins })),
        b'_' => {
            let key = at + 1;
            let length = text[key..].iter().take(LONGEST_KEY + 1).position(|&byte| byte == b']')?;
            let is_key =
                text[key..key + length].iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte));
            let kind = if closes { Kind::KeyEnds } else { Kind::KeyBegins(start + key..start + key + length) };
            (is_key && length > 0).then_some((key + length + 1, kind))
        }
        _ => None,
    }
}

fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
}
