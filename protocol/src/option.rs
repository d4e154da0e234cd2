//! Options: what an engine offers, how the offer is written, and what a value means.

use crate::Dialect;
use crate::words::{is, leading_number, number, split_word, text, words_at};

/// The type of an option with its range and default.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Value at start.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Value at start.
        default: i64,
    },
    /// One of several words.
    Combo {
        /// The words.
        values: Vec<String>,
        /// Value at start, one of them.
        default: String,
    },
    /// Free text; an empty one is written `<empty>`.
    String {
        /// Value at start.
        default: String,
    },
    /// Something to do at once.
    Button,
    /// Text for the user that cannot be set (UCCI).
    Label,
}

impl OptionKind {
    /// A combo from literals.
    #[must_use]
    pub fn combo(values: &[&str], default: &str) -> OptionKind {
        OptionKind::Combo {
            values: values.iter().map(|&value| value.to_owned()).collect(),
            default: default.to_owned(),
        }
    }

    /// A string from a literal.
    #[must_use]
    pub fn string(default: &str) -> OptionKind {
        OptionKind::String { default: default.to_owned() }
    }

    /// What the value of a `setoption` means (`spec/ucci.md` §5.3). None when nothing is to be changed: a value is
    /// missing where one is needed, or the option cannot be set.
    ///
    /// * check: `true` and `on`, `false` and `off`; anything else is the default;
    /// * spin: the number the value begins with, clamped into the range; the minimum when there is none;
    /// * combo: the word that is equal but for case, `_` and blanks; else the default;
    /// * string: the bytes as they are; nothing and `<empty>` both mean an empty text;
    /// * button: always [`OptionValue::Button`].
    #[must_use]
    pub fn parse_value(&self, value: Option<&[u8]>) -> Option<OptionValue> {
        let trimmed = value.map(<[u8]>::trim_ascii);
        let given = trimmed.filter(|value| !value.is_empty());
        Some(match self {
            OptionKind::Check { default } => OptionValue::Check(parse_check(given?).unwrap_or(*default)),
            OptionKind::Spin { min, max, .. } => {
                let value = leading_number(given?).map_or(*min, |(value, _)| value);
                OptionValue::Spin(value.min(*max).max(*min))
            }
            OptionKind::Combo { values, default } => {
                let wanted = normalise_name(&text(given?));
                let found = values.iter().find(|value| normalise_name(value) == wanted);
                OptionValue::Combo(found.unwrap_or(default).clone())
            }
            OptionKind::String { .. } => {
                OptionValue::String(given.filter(|value| !is(value, "<empty>")).unwrap_or_default().to_vec())
            }
            OptionKind::Button => OptionValue::Button,
            OptionKind::Label => return None,
        })
    }

    /// The value at start, None for buttons and labels.
    #[must_use]
    pub fn default_value(&self) -> Option<OptionValue> {
        match self {
            OptionKind::Check { default } => Some(OptionValue::Check(*default)),
            OptionKind::Spin { default, .. } => Some(OptionValue::Spin(*default)),
            OptionKind::Combo { default, .. } => Some(OptionValue::Combo(default.clone())),
            OptionKind::String { default } => Some(OptionValue::String(default.clone().into_bytes())),
            OptionKind::Button | OptionKind::Label => None,
        }
    }
}

fn parse_check(value: &[u8]) -> Option<bool> {
    if is(value, "true") || is(value, "on") {
        Some(true)
    } else if is(value, "false") || is(value, "off") {
        Some(false)
    } else {
        None
    }
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number within the option's range.
    Spin(i64),
    /// One of the option's words, spelled as the option spells it.
    Combo(String),
    /// Bytes in the GUI's code page.
    String(Vec<u8>),
    /// Pressed.
    Button,
}

/// An option of an engine under its names in both protocols; `K` is how the engine itself calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec<K> {
    /// The engine's own key.
    pub key: K,
    /// Name offered in UCCI: one word in lower case. None: not offered there, though accepted.
    pub ucci: Option<&'static str>,
    /// Name offered in UCI. None: not offered there, though accepted.
    pub uci: Option<&'static str>,
    /// Further names accepted in either protocol and offered in none.
    pub aliases: &'static [&'static str],
    /// Type, range and default.
    pub kind: OptionKind,
}

impl<K> OptionSpec<K> {
    /// The line that offers this option, if the dialect has it.
    #[must_use]
    pub fn line(&self, dialect: Dialect) -> Option<OptionLine> {
        let name = match dialect {
            Dialect::Ucci => self.ucci?,
            Dialect::Uci => self.uci?,
        };
        Some(OptionLine { name: name.to_owned(), kind: self.kind.clone() })
    }
}

/// All options of an engine, in the order in which they are offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionTable<K>(pub Vec<OptionSpec<K>>);

impl<K> OptionTable<K> {
    /// The option of this name, in either protocol's spelling or an alias; case does not count and `_` is a blank.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&OptionSpec<K>> {
        let name = normalise_name(name);
        self.0.iter().find(|spec| {
            spec.ucci.iter().chain(&spec.uci).chain(spec.aliases).any(|&candidate| normalise_name(candidate) == name)
        })
    }

    /// The option a `setoption` means, and its value. UCI names of several words also come in UCCI's grammar, where
    /// nothing divides the name from the value (`setoption Move Overhead 50`): while no option has the name, words of the
    /// value are added to it.
    #[must_use]
    pub fn resolve<'v>(&self, name: &str, value: Option<&'v [u8]>) -> Option<(&OptionSpec<K>, Option<&'v [u8]>)> {
        if let Some(spec) = self.find(name) {
            return Some((spec, value));
        }
        let mut name = name.to_owned();
        let mut rest = value?;
        // No option has a name of more than a few words.
        for _ in 0..3 {
            let (word, behind) = split_word(rest);
            rest = behind;
            name = name + " " + &text(word);
            if let Some(spec) = self.find(&name) {
                return Some((spec, Some(rest).filter(|value| !value.is_empty())));
            }
        }
        None
    }

    /// The lines that offer the options in a dialect.
    pub fn lines(&self, dialect: Dialect) -> impl Iterator<Item = OptionLine> + '_ {
        self.0.iter().filter_map(move |spec| spec.line(dialect))
    }
}

/// A name by which options are compared: lower case, `_` and any run of blanks one blank.
#[must_use]
pub fn normalise_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| c == '_' || c.is_ascii_whitespace()).filter(|word| !word.is_empty()).collect();
    words.join(" ").to_ascii_lowercase()
}

/// An option as a line offers it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct OptionLine {
    /// Name, in UCI possibly with blanks.
    pub name: String,
    /// Type, range and default.
    pub kind: OptionKind,
}

impl OptionLine {
    /// UCCI, where names have no blanks: `option NAME type T [min max] [var …] [default]`; UCI: `option name NAME type T [default] [min max] [var …]`.
    pub(crate) fn format(&self, dialect: Dialect) -> String {
        let (type_word, range, default) = match &self.kind {
            OptionKind::Check { default } => ("check", String::new(), Some(default.to_string())),
            OptionKind::Spin { min, max, default } => {
                ("spin", format!(" min {min} max {max}"), Some(default.to_string()))
            }
            OptionKind::Combo { values, default } => {
                ("combo", values.iter().map(|value| format!(" var {value}")).collect(), Some(default.clone()))
            }
            OptionKind::String { default } => {
                let default = if default.is_empty() { "<empty>" } else { default };
                ("string", String::new(), Some(default.to_owned()))
            }
            OptionKind::Button => ("button", String::new(), None),
            OptionKind::Label => ("label", String::new(), None),
        };
        let default = default.map_or(String::new(), |default| format!(" default {default}"));
        match dialect {
            Dialect::Ucci => format!("option {} type {type_word}{range}{default}", self.name.replace(' ', "_")),
            Dialect::Uci => format!("option name {} type {type_word}{default}{range}", self.name),
        }
    }

    /// Reads what stands behind `option`, in either grammar and with the attributes in any order. None when there is no
    /// name or the type is unknown.
    pub(crate) fn parse(line: &[u8]) -> Option<OptionLine> {
        let mut words = words_at(line).peekable();
        while words.next_if(|(_, word)| is(word, "name")).is_some() {}
        let mut name = Vec::new();
        while let Some((_, word)) = words.next_if(|(_, word)| !is(word, "type")) {
            name.push(text(word));
        }
        words.next();
        let type_word = words.next()?.1.to_ascii_lowercase();
        if name.is_empty() {
            return None;
        }
        let is_text = matches!(&type_word[..], b"string" | b"filename" | b"file" | b"path");
        let mut attributes = Attributes::default();
        while let Some((at, key)) = words.next() {
            // The default of a string is the rest of the line; other values end at the next keyword.
            if is_text && is(key, "default") {
                attributes.default = Some(text(line[at + key.len()..].trim_ascii()));
                break;
            }
            let mut value = Vec::new();
            while let Some((_, word)) = words.next_if(|(_, word)| !is_attribute(word)) {
                value.push(text(word));
            }
            attributes.set(key, value.join(" "));
        }
        Some(OptionLine { name: name.join(" "), kind: attributes.into_kind(&type_word, is_text)? })
    }
}

fn is_attribute(word: &[u8]) -> bool {
    ["default", "min", "max", "var"].iter().any(|keyword| is(word, keyword))
}

#[derive(Default)]
struct Attributes {
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    values: Vec<String>,
}

impl Attributes {
    fn set(&mut self, key: &[u8], value: String) {
        if is(key, "default") {
            self.default = Some(value);
        } else if is(key, "min") {
            self.min = number(value.as_bytes());
        } else if is(key, "max") {
            self.max = number(value.as_bytes());
        } else if is(key, "var") {
            self.values.push(value);
        }
    }

    fn into_kind(self, type_word: &[u8], is_text: bool) -> Option<OptionKind> {
        let default = self.default.unwrap_or_default();
        Some(match type_word {
            b"check" => OptionKind::Check { default: parse_check(default.as_bytes()).unwrap_or(false) },
            b"spin" => OptionKind::Spin {
                min: self.min.unwrap_or(-i64::MAX),
                max: self.max.unwrap_or(i64::MAX),
                default: leading_number(default.as_bytes()).map_or(0, |(value, _)| value),
            },
            b"combo" => OptionKind::Combo { values: self.values, default },
            b"button" => OptionKind::Button,
            b"label" => OptionKind::Label,
            _ if is_text => OptionKind::String { default: if default == "<empty>" { String::new() } else { default } },
            _ => return None,
        })
    }
}
