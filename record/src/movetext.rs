//! Movetext taken apart: moves as texts, comments, glyphs and variations, before anybody knows what the texts mean.

use std::collections::HashMap;
use std::ops::Range;

use crate::GameResult;
use crate::notation::looks_like_move;

/// A tree of move texts. Index 0 is the start position.
pub(crate) struct TextTree {
    pub(crate) nodes: Vec<TextMove>,
    /// The result at the end, if there is one.
    pub(crate) result: Option<GameResult>,
    /// `1. ...` before the first move: black begins.
    pub(crate) black_first: bool,
    /// What was skipped: where, and a line about it.
    pub(crate) notes: Vec<(usize, String)>,
}

/// A move as text, with links to its neighbours by index; 0 is none (nothing points at the root but `parent`).
#[derive(Default)]
pub(crate) struct TextMove {
    /// Where in the movetext it stands.
    pub(crate) span: Range<usize>,
    pub(crate) comment: String,
    pub(crate) glyphs: Vec<u8>,
    pub(crate) parent: usize,
    pub(crate) first_child: usize,
    pub(crate) next_sibling: usize,
    last_child: usize,
    /// The whole text between the parentheses when the move begins a variation: should it prove no variation, it is a
    /// comment of the move before.
    pub(crate) parenthesis: Option<Range<usize>>,
}

impl TextTree {
    /// Takes a movetext apart. Comments are trimmed, or where `escaped` says so taken as they are, with `\` before
    /// characters that would end them ([`escape`]).
    pub(crate) fn parse(text: &str, escaped: bool) -> TextTree {
        let mut parser = Parser {
            text,
            tree: TextTree { nodes: vec![TextMove::default()], result: None, black_first: false, notes: Vec::new() },
            current: 0,
            open: Vec::new(),
            escaped,
            closing: closing(text, escaped),
            starts_variation: None,
            pending: String::new(),
        };
        parser.run();
        parser.tree
    }

    /// The move and its alternatives: all that follow the same move.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let index = |i: usize| (i != 0).then_some(i);
        std::iter::successors(index(self.nodes[node].first_child), move |&i| index(self.nodes[i].next_sibling))
    }
}

/// Writes a comment so that nothing in it ends it, looks like a tag line or like a command.
pub(crate) fn escape(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len() + 8);
    let mut chars = comment.chars().peekable();
    let mut line_begins = true;
    while let Some(c) = chars.next() {
        if matches!(c, '\\' | '{' | '}') || c == '[' && (line_begins || chars.peek() == Some(&'%')) {
            text.push('\\');
        }
        text.push(c);
        line_begins = c == '\n' || line_begins && c.is_whitespace();
    }
    text
}

/// Undoes [`escape`]. Where `[%` was escaped a NUL stands in between until commands have been looked for.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('\\' | '{' | '}' | '['))) => {
                plain.push(next);
                chars.next();
                if next == '[' && chars.peek() == Some(&'%') {
                    plain.push('\0');
                }
            }
            _ => plain.push(c),
        }
    }
    plain
}

/// For each `{` and `(` its partner. Braces count their nesting, as 象棋巫师 does; what they hold is text.
fn closing(text: &str, escapes: bool) -> HashMap<usize, usize> {
    let mut pairs = HashMap::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match byte {
            b'\\' if escapes => escaped = true,
            b'{' | b'(' => open.push((byte, at)),
            b'}' => {
                if let Some(depth) = open.iter().rposition(|&(byte, _)| byte == b'{') {
                    pairs.insert(open[depth].1, at);
                    open.truncate(depth);
                }
            }
            b')' => {
                if let Some(&(b'(', from)) = open.last() {
                    pairs.insert(from, at);
                    open.pop();
                }
            }
            _ => {}
        }
    }
    pairs
}

struct Parser<'a> {
    text: &'a str,
    tree: TextTree,
    /// The last move read.
    current: usize,
    /// For each open parenthesis the move before it, and where the parenthesis stands.
    open: Vec<(usize, usize)>,
    escaped: bool,
    closing: HashMap<usize, usize>,
    starts_variation: Option<usize>,
    /// A comment between the opening of a variation and its first move.
    pending: String,
}

impl Parser<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at = match bytes[at] {
                b'{' => self.brace(at),
                b'(' => self.parenthesis(at),
                b')' => {
                    match self.open.pop() {
                        Some((before, _)) => self.current = before,
                        None => self.note(at, "a closing parenthesis without an opening one is left out"),
                    }
                    self.starts_variation = None;
                    at + 1
                }
                b';' => {
                    let end = self.text[at..].find('\n').map_or(bytes.len(), |n| at + n);
                    self.comment(&self.text[at + 1..end]);
                    end
                }
                b if b.is_ascii_whitespace() || b == b'}' => at + 1,
                _ => {
                    let length = self.text[at..]
                        .find(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '\u{3000}'))
                        .unwrap_or(bytes.len() - at);
                    if length == 0 {
                        // A blank that is not ASCII.
                        at + self.text[at..].chars().next().map_or(1, char::len_utf8)
                    } else if self.token(at, at + length) {
                        return;
                    } else {
                        at + length
                    }
                }
            };
        }
        if let Some(&(_, at)) = self.open.first() {
            self.note(at, "a parenthesis is not closed");
        }
    }

    fn note(&mut self, at: usize, text: impl Into<String>) {
        self.tree.notes.push((at, text.into()));
    }

    /// A comment in braces; the place behind it.
    fn brace(&mut self, at: usize) -> usize {
        let end = self.closing.get(&at).copied().or_else(|| self.text[at..].find('}').map(|n| at + n));
        let close = end.unwrap_or_else(|| {
            self.note(at, "a comment is not closed");
            self.text.len()
        });
        self.comment(&self.text[at + 1..close]);
        (close + 1).min(self.text.len())
    }

    fn comment(&mut self, text: &str) {
        let text = if self.escaped { unescape(text) } else { text.trim().to_owned() };
        let comment = match self.starts_variation {
            Some(_) => &mut self.pending,
            None => &mut self.tree.nodes[self.current].comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
    }

    /// A variation, or a comment in parentheses: what begins like a move is a variation.
    fn parenthesis(&mut self, at: usize) -> usize {
        let inner = at + 1;
        let close = self.closing.get(&at).copied();
        // A look at the beginning is enough, and keeps texts full of parentheses cheap.
        let mut end = close.unwrap_or(self.text.len()).min(inner + 2048);
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        if self.current != 0 && begins_with_move(&self.text[inner..end]) {
            self.open.push((self.current, at));
            self.current = self.tree.nodes[self.current].parent;
            self.starts_variation = Some(at);
            return inner;
        }
        let close = close.unwrap_or_else(|| {
            self.note(at, "a parenthesis is not closed");
            self.text[inner..].find('\n').map_or(self.text.len(), |n| inner + n)
        });
        self.comment(&self.text[inner..close]);
        (close + 1).min(self.text.len())
    }

    /// A word; true at the result of the game, behind which nothing counts.
    fn token(&mut self, start: usize, end: usize) -> bool {
        let word = &self.text[start..end];
        if let Some(number) = word.strip_prefix('$') {
            match number.parse::<u8>() {
                Ok(glyph) if self.current != 0 => self.tree.nodes[self.current].glyphs.push(glyph),
                _ => self.note(start, format!("`{word}` is left out")),
            }
            return false;
        }
        if let Some(result) = result_token(word) {
            if self.open.is_empty() {
                self.tree.result = Some(result);
            }
            return self.open.is_empty();
        }
        let bare = word.trim_matches(['.', '…', '．', '·', '。']);
        if bare.is_empty() {
            return false;
        }
        if let Some((at, glyph)) = split_glyph(word) {
            // A praise alone belongs to the move before it.
            if at == 0 || self.word(start, start + at) {
                self.tree.nodes[self.current].glyphs.push(glyph);
            }
            return false;
        }
        self.word(start, end);
        false
    }

    /// Moves in a word, a move number before them; whether there were any.
    fn word(&mut self, start: usize, end: usize) -> bool {
        let word = &self.text[start..end];
        if looks_like_move(word) {
            self.add(start..end);
            return true;
        }
        let is_number = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
        let digits = word.find(|c| !is_number(c)).unwrap_or(word.len());
        let rest = word[digits..].trim_start_matches(['.', '．', '。', '、', ':', '：', ')', '…']);
        let at = end - rest.len();
        if digits > 0 {
            let dots = word[digits..].chars().take_while(|&c| c == '.' || c == '…').count();
            if (dots > 1 || word[digits..].starts_with('…')) && self.tree.nodes.len() == 1 {
                self.tree.black_first = true;
            }
            if rest.is_empty() {
                // `1.` and then `...` as a word of its own
                let next = self.text[end..].trim_start();
                if self.tree.nodes.len() == 1 && (next.starts_with("..") || next.starts_with('…')) {
                    self.tree.black_first = true;
                }
                return false;
            }
            if looks_like_move(rest) {
                self.add(at..end);
                return true;
            }
        }
        if let Some(pieces) = chain(rest) {
            for piece in pieces {
                self.add(at + piece.start..at + piece.end);
            }
            return true;
        }
        let shown: String = word.chars().take(30).collect();
        self.note(start, format!("`{shown}` is no move and is left out"));
        false
    }

    fn add(&mut self, span: Range<usize>) {
        let id = self.tree.nodes.len();
        let parent = self.current;
        let parenthesis = self.starts_variation.take().map(|at| {
            let close = self.closing.get(&at).copied().unwrap_or(self.text.len());
            at + 1..close
        });
        let comment = std::mem::take(&mut self.pending);
        self.tree.nodes.push(TextMove { span, parent, parenthesis, comment, ..TextMove::default() });
        match self.tree.nodes[parent].last_child {
            0 => self.tree.nodes[parent].first_child = id,
            last => self.tree.nodes[last].next_sibling = id,
        }
        self.tree.nodes[parent].last_child = id;
        self.current = id;
    }
}

/// Moves of four characters each that stand without blanks between them, numbers of moves in between allowed.
fn chain(word: &str) -> Option<Vec<Range<usize>>> {
    if word.is_ascii() {
        return None;
    }
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let mut pieces = Vec::new();
    let mut i = 0;
    while i + 1 < starts.len() {
        let rest = &word[starts[i]..];
        let digits = rest.find(|c: char| !c.is_ascii_digit() && !('０'..='９').contains(&c)).unwrap_or(rest.len());
        let number = rest.len() - rest[digits..].trim_start_matches(['.', '．', '、', '…']).len();
        if digits > 0 && number > digits {
            i += rest[..number].chars().count();
            continue;
        }
        let end = *starts.get(i + 4)?;
        if !looks_like_move(&word[starts[i]..end]) {
            return None;
        }
        pieces.push(starts[i]..end);
        i += 4;
    }
    (!pieces.is_empty()).then_some(pieces)
}

/// Whether the first thing in a text that is neither number nor comment is shaped like a move.
fn begins_with_move(text: &str) -> bool {
    let mut rest = text.trim_start();
    for _ in 0..4 {
        if let Some(comment) = rest.strip_prefix('{') {
            match comment.find('}') {
                Some(end) => rest = comment[end + 1..].trim_start(),
                None => return false,
            }
            continue;
        }
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | '}' | '\u{3000}'))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
        let bare = bare.trim_start_matches(['.', '．', '。', '、', ':', '：', '…']);
        let word = split_glyph(word).map_or(word, |(at, _)| &word[..at]);
        let bare = split_glyph(bare).map_or(bare, |(at, _)| &bare[..at]);
        if looks_like_move(word) || looks_like_move(bare) || chain(bare).is_some() {
            return true;
        }
        if !bare.is_empty() || word.is_empty() {
            return false;
        }
        rest = rest[end..].trim_start();
    }
    false
}

/// A praise at the end of a word: where it begins and its number.
fn split_glyph(word: &str) -> Option<(usize, u8)> {
    let at = word.trim_end_matches(['!', '?', '！', '？']).len();
    let glyph = match word[at..].replace('！', "!").replace('？', "?").as_str() {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    };
    Some((at, glyph))
}

/// The words that end a game.
fn result_token(word: &str) -> Option<GameResult> {
    match word {
        "1-0" | "0-1" | "1/2-1/2" | "1/2" | "0.5-0.5" | "½-½" | "*" | "１－０" | "０－１" | "红胜" | "黑胜"
        | "和棋" | "红先胜" | "黑先胜" | "紅勝" | "黑勝" | "和局" | "（红胜）" | "（黑胜）" | "（和棋）" => {
            GameResult::parse(word.trim_matches(['（', '）']))
        }
        _ => None,
    }
}
