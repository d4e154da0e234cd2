//! The language of a tool's text.

use chuhe_rules::Language;
use clap::{Args, ValueEnum};

/// A language on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum Choice {
    /// English
    En,
    /// 中文
    Zh,
}

/// The `--lang` option.
#[derive(Args)]
pub(crate) struct LanguageArgument {
    /// Language of the text [default: the locale's]
    #[arg(long, value_enum)]
    lang: Option<Choice>,
}

impl LanguageArgument {
    /// The language asked for, else that of the locale, else English.
    pub(crate) fn get(&self) -> Language {
        match self.lang {
            Some(Choice::En) => Language::English,
            Some(Choice::Zh) => Language::Chinese,
            None => of_locale(),
        }
    }
}

/// The language of the locale, English if it is neither.
pub(crate) fn of_locale() -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    if locale.is_some_and(|locale| locale.starts_with("zh")) { Language::Chinese } else { Language::English }
}

/// `en` or `zh`.
pub(crate) fn named(word: &str) -> Option<Language> {
    Choice::from_str(word, true).ok().map(|choice| match choice {
        Choice::En => Language::English,
        Choice::Zh => Language::Chinese,
    })
}
