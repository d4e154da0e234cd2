//! The command line in the style of cutechess-cli and fastchess: options with one or two dashes, each followed by its
//! values, many of them `key=value`.

use std::ffi::OsString;

use anyhow::{Context, anyhow, bail};

/// An option as it stands on the command line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Given {
    /// Its name without dashes.
    pub(super) name: &'static str,
    values: Vec<String>,
}

/// The options there are, with other programs' names for them.
const NAMES: &[(&str, &[&str])] = &[
    ("affinity", &["use-affinity"]),
    ("banmoves", &[]),
    ("claims", &[]),
    ("concurrency", &[]),
    ("draw", &[]),
    ("each", &[]),
    ("engine", &[]),
    ("engines", &[]),
    ("epdout", &[]),
    ("event", &[]),
    ("forgivewaits", &[]),
    ("games", &[]),
    ("help", &["h"]),
    ("htmlout", &[]),
    ("json", &[]),
    ("jsonout", &[]),
    ("lang", &[]),
    ("log", &["debug"]),
    ("maxmoves", &[]),
    ("natural", &[]),
    ("norepeat", &[]),
    ("noswap", &[]),
    ("occurrences", &[]),
    ("openings", &[]),
    ("pgnout", &[]),
    ("plain", &[]),
    ("ponder", &[]),
    ("quick", &[]),
    ("ratinginterval", &["scoreinterval"]),
    ("recover", &[]),
    ("repeat", &[]),
    ("resign", &[]),
    ("resume", &[]),
    ("reverse", &[]),
    ("rounds", &[]),
    ("rules", &[]),
    ("seeds", &[]),
    ("site", &[]),
    ("sprt", &[]),
    ("srand", &["seed"]),
    ("state", &[]),
    ("team", &[]),
    ("tournament", &["type", "system"]),
    ("variant", &[]),
    ("wait", &[]),
    ("withdraw", &[]),
];

/// Divides the command line into options and their values.
pub(super) fn divide(arguments: Vec<OsString>) -> anyhow::Result<Vec<Given>> {
    let mut given: Vec<Given> = Vec::new();
    for argument in arguments {
        let argument = argument.into_string().map_err(|text| anyhow!("`{}` is not UTF-8", text.to_string_lossy()))?;
        let name = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-'));
        // A negative number is a value.
        match name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Some(name) => {
                // `--name=value` is one way to give a value.
                let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                let known = NAMES.iter().find(|(known, others)| *known == name || others.contains(&name));
                let (known, _) = known.ok_or_else(|| unknown(name))?;
                given.push(Given { name: known, values: value.map(str::to_owned).into_iter().collect() });
            }
            None => match given.last_mut() {
                Some(option) => option.values.push(argument),
                None => bail!("`{argument}`: options begin with a dash; -help lists them"),
            },
        }
    }
    Ok(given)
}

fn unknown(name: &str) -> anyhow::Error {
    let likeness = |known: &str| {
        let common = known.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        (common, usize::MAX - known.len())
    };
    let names = NAMES.iter().flat_map(|(name, others)| std::iter::once(name).chain(*others));
    match names.max_by_key(|known| likeness(known)).filter(|known| likeness(known).0 >= 2) {
        Some(near) => anyhow!("no option -{name}; did you mean -{near}? (-help lists all)"),
        None => anyhow!("no option -{name} (-help lists all)"),
    }
}

impl Given {
    /// That there is no value.
    pub(super) fn none(&self) -> anyhow::Result<()> {
        match self.values.first() {
            Some(value) => bail!("-{}: `{value}` is one value too many", self.name),
            None => Ok(()),
        }
    }

    /// The only value.
    pub(super) fn one(&self) -> anyhow::Result<&str> {
        match &self.values[..] {
            [value] => Ok(value),
            [] => bail!("-{} needs a value", self.name),
            [_, extra, ..] => bail!("-{}: `{extra}` is one value too many", self.name),
        }
    }

    /// The only value, if there is one.
    pub(super) fn optional(&self) -> anyhow::Result<Option<&str>> {
        if self.values.is_empty() { Ok(None) } else { self.one().map(Some) }
    }

    /// The only value as a number.
    pub(super) fn number<T: std::str::FromStr>(&self) -> anyhow::Result<T> {
        let text = self.one()?;
        text.parse().map_err(|_| anyhow!("-{} {text}: expected a number", self.name))
    }

    /// All values as they are.
    pub(super) fn words(&self) -> &[String] {
        &self.values
    }

    /// All values as `key=value`; a value without `=` has the key `bare` (an error when that is empty) or is a switch.
    pub(super) fn pairs(&self, bare: &'static str) -> anyhow::Result<Vec<(&str, &str)>> {
        let pair = |value: &'_ String| -> anyhow::Result<(usize, usize)> {
            value.find('=').map(|at| (at, at + 1)).ok_or_else(|| anyhow!("-{}: `{value}` is not key=value", self.name))
        };
        self.values
            .iter()
            .map(|value| match pair(value) {
                Ok((end, start)) => Ok((&value[..end], &value[start..])),
                Err(_) if !bare.is_empty() => Ok((bare, value.as_str())),
                Err(error) => Err(error),
            })
            .collect()
    }

    /// A number among `key=value`.
    pub(super) fn parse<T: std::str::FromStr>(&self, key: &str, value: &str) -> anyhow::Result<T> {
        value.parse().map_err(|_| anyhow!("-{} {key}={value}: expected a number", self.name))
    }

    /// An error about a key that the option does not have.
    pub(super) fn no_key(&self, key: &str, known: &str) -> anyhow::Error {
        anyhow!("-{}: no key `{key}` ({known})", self.name)
    }

    /// Adds where an error came from.
    pub(super) fn context<T, E>(&self, result: Result<T, E>) -> anyhow::Result<T>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        result.with_context(|| format!("-{}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(text: &str) -> anyhow::Result<Vec<Given>> {
        divide(text.split_whitespace().map(Into::into).collect())
    }

    #[test]
    fn one_dash_and_two_are_the_same_and_numbers_are_values() {
        let given = divided("-engine cmd=a option.X=-5 --engine cmd=b -sprt elo0=-3 elo1=0 --resume -games 4").unwrap();
        let names: Vec<&str> = given.iter().map(|option| option.name).collect();
        assert_eq!(names, ["engine", "engine", "sprt", "resume", "games"]);
        assert_eq!(given[0].pairs("").unwrap(), [("cmd", "a"), ("option.X", "-5")]);
        assert_eq!(given[4].number::<u32>().unwrap(), 4);
        assert_eq!(divided("--games=4").unwrap(), divided("-games 4").unwrap());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| divided(text).unwrap_err().to_string();
        assert_eq!(error("-game 4"), "no option -game; did you mean -games? (-help lists all)");
        assert_eq!(error("4"), "`4`: options begin with a dash; -help lists them");
        let given = divided("-games x -rounds -engine cmd -resume now").unwrap();
        assert_eq!(given[0].number::<u32>().unwrap_err().to_string(), "-games x: expected a number");
        assert_eq!(given[1].one().unwrap_err().to_string(), "-rounds needs a value");
        assert_eq!(given[2].pairs("").unwrap_err().to_string(), "-engine: `cmd` is not key=value");
        assert_eq!(given[3].none().unwrap_err().to_string(), "-resume: `now` is one value too many");
    }
}
