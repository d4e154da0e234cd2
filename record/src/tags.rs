//! What a record says about the game as a whole: an ordered list of names and values.

/// Names and values in the order of the file. Names are compared without case, as files do not agree on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags(Vec::new())
    }

    /// The value of the first tag of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The value of the first tag of that name, or the empty text.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or("")
    }

    /// Gives a tag a value; a new tag goes to the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// Adds a tag at the end, even when one of that name is there.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// As [`Tags::set`], but a blank value leaves everything as it is.
    pub fn set_if_any(&mut self, name: &str, value: &str) {
        if !value.trim().is_empty() {
            self.set(name, value.trim());
        }
    }

    /// Removes every tag of that name and returns the first value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let value = self.get(name).map(str::to_owned);
        self.0.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
        value
    }

    /// All tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
