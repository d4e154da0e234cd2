//! JSON token by token, for texts that nest deeper than a recursive reader may follow.

use serde_json::Value;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    OpenObject,
    CloseObject,
    OpenArray,
    CloseArray,
    Colon,
    Comma,
}

impl Token {
    const fn byte(self) -> u8 {
        match self {
            Token::OpenObject => b'{',
            Token::CloseObject => b'}',
            Token::OpenArray => b'[',
            Token::CloseArray => b']',
            Token::Colon => b':',
            Token::Comma => b',',
        }
    }
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    /// How far the text has been read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
    }

    pub(super) fn accept(&mut self, token: Token) -> bool {
        self.skip_blanks();
        let found = self.text.as_bytes().get(self.at) == Some(&token.byte());
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, token: Token) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(format!("`{}` is missing", token.byte() as char)) }
    }

    pub(super) fn string(&mut self) -> Result<String, String> {
        self.skip_blanks();
        let length = self.string_length().ok_or("a string is missing")?;
        let text = &self.text[self.at..self.at + length];
        let value = serde_json::from_str(text).map_err(|error| format!("a string cannot be read: {error}"))?;
        self.at += length;
        Ok(value)
    }

    /// The length of the string that begins here, quotes included.
    fn string_length(&self) -> Option<usize> {
        let rest = self.text.as_bytes()[self.at..].strip_prefix(b"\"")?;
        let mut escaped = false;
        for (i, &byte) in rest.iter().enumerate() {
            match byte {
                _ if std::mem::take(&mut escaped) => {}
                b'\\' => escaped = true,
                b'"' => return Some(i + 2),
                _ => {}
            }
        }
        None
    }

    /// Any value. What nests deeper than usual is an error.
    pub(super) fn value(&mut self) -> Result<Value, String> {
        self.skip_blanks();
        let mut stream = serde_json::Deserializer::from_str(&self.text[self.at..]).into_iter::<Value>();
        let value =
            stream.next().ok_or("a value is missing")?.map_err(|error| format!("a value cannot be read: {error}"))?;
        self.at += stream.byte_offset();
        Ok(value)
    }
}
