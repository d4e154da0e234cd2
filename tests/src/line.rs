//! What an engine may print, read strictly: the form of every line is checked (`UCCI 3.0` §5 and the habits of clients).

use chuhe_movegen::Position;

use crate::game::play;

/// Clients read lines into buffers of 1024 bytes.
const LONGEST: usize = 1000;

/// The protocol spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCCI 3.0.
    Ucci,
    /// UCI, also before any hello.
    Uci,
}

/// A score as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The bare number of UCCI.
    Bare(i32),
    /// `cp N`.
    Cp(i32),
    /// `mate N`.
    Mate(i32),
}

impl Score {
    /// The moves to a mate, negative when mated, in either protocol.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        match self {
            Score::Mate(moves) => Some(moves),
            Score::Bare(score) if score.abs() > 9500 => Some((10_001 - score.abs()) / 2 * score.signum()),
            _ => None,
        }
    }
}

/// An `info` line of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: i64,
    /// Rank of the line, 1 when not written.
    pub multipv: i64,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Milliseconds.
    pub time: Option<i64>,
    /// The score.
    pub score: Option<Score>,
    /// Whether the score is only a bound.
    pub bound: bool,
    /// Whether there were `wdl` figures.
    pub wdl: bool,
    /// The line of play.
    pub pv: Vec<String>,
}

/// A `bestmove` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move.
    pub mv: String,
    /// The expected reply.
    pub ponder: Option<String>,
    /// Whether a draw is offered or accepted.
    pub draw: bool,
    /// Whether the game is given up.
    pub resign: bool,
}

/// One line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// `id KEY TEXT`: the key.
    Id(String),
    /// `option …`: its name and the whole line.
    Option(String, String),
    /// `ucciok`.
    UcciOk,
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// Figures of a search.
    Info(Info),
    /// Text for the user.
    Message(String),
    /// A move.
    BestMove(BestMove),
    /// No move.
    NoBestMove,
    /// `pophash …`: what follows.
    PopHash(Vec<String>),
    /// `bye`.
    Bye,
}

impl Line {
    /// Reads a line; an error says what is wrong with its form.
    ///
    /// # Errors
    /// When the line is not one of the dialect, or its form would upset a client.
    pub fn parse(line: &str, dialect: Dialect) -> Result<Line, String> {
        if line.is_empty() || line.trim() != line {
            return Err("blank line or blanks at an end".into());
        }
        if line.len() > LONGEST {
            return Err(format!("{} bytes long", line.len()));
        }
        if let Some(bad) = line.bytes().find(|byte| !(b' '..=b'~').contains(byte)) {
            return Err(format!("byte {bad:#x}"));
        }
        let words: Vec<&str> = line.split(' ').collect();
        let free_text = matches!(words[..], ["id" | "option", ..] | ["info", "message" | "string", ..]);
        if !free_text && words.contains(&"") {
            return Err("doubled blank".into());
        }
        let ucci = dialect == Dialect::Ucci;
        Ok(match words[..] {
            ["id", key @ ("name" | "author" | "copyright" | "user" | "version"), _, ..] => Line::Id(key.into()),
            ["option", ..] => option(line, &words, dialect)?,
            ["ucciok"] if ucci => Line::UcciOk,
            ["uciok"] if !ucci => Line::UciOk,
            ["readyok"] => Line::ReadyOk,
            ["info", key, _, ..] if key == if ucci { "message" } else { "string" } => {
                Line::Message(words[2..].join(" "))
            }
            ["info", "depth", ..] => Line::Info(info(&words[1..], dialect)?),
            ["bestmove", "(none)"] if !ucci => Line::NoBestMove,
            ["nobestmove"] if ucci => Line::NoBestMove,
            ["bestmove", mv, ref rest @ ..] => Line::BestMove(best_move(mv, rest, dialect)?),
            ["pophash", ref rest @ ..] => pophash(rest)?,
            ["bye"] if ucci => Line::Bye,
            _ => return Err("no line of the protocol".into()),
        })
    }
}

fn is_move(word: &str) -> bool {
    let square = |file: u8, rank: u8| (b'a'..=b'i').contains(&file) && rank.is_ascii_digit();
    matches!(*word.as_bytes(), [a, b, c, d] if square(a, b) && square(c, d))
}

fn number(word: Option<&&str>) -> Result<i64, String> {
    let word = word.ok_or("a number is missing")?;
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn option(line: &str, words: &[&str], dialect: Dialect) -> Result<Line, String> {
    let at = words.iter().position(|&word| word == "type").ok_or("option without type")?;
    let name = match dialect {
        Dialect::Ucci if at == 2 && words[1].bytes().all(|b| b.is_ascii_lowercase()) => words[1].to_owned(),
        Dialect::Ucci => return Err("a UCCI option has one lower-case word as name".into()),
        Dialect::Uci if at > 2 && words[1] == "name" => words[2..at].join(" "),
        Dialect::Uci => return Err("a UCI option is `option name NAME type …`".into()),
    };
    let behind = |key: &str| words[at..].iter().position(|&word| word == key).and_then(|i| words.get(at + i + 1));
    match words.get(at + 1) {
        Some(&"button") if words.len() == at + 2 => {}
        Some(&"check") if matches!(behind("default"), Some(&"true" | &"false")) => {}
        Some(&"spin") => {
            let (min, max) = (number(behind("min"))?, number(behind("max"))?);
            let default = number(behind("default"))?;
            if !(min..=max).contains(&default) {
                return Err("default outside min and max".into());
            }
        }
        Some(&"combo") => {
            let default = behind("default").ok_or("combo without default")?;
            if !words[at..].windows(2).any(|pair| pair == ["var", default]) {
                return Err("the default is none of the values".into());
            }
        }
        // A line that ends in `default` breaks a client.
        Some(&"string") if behind("default").is_some() => {}
        _ => return Err("unknown type or missing default".into()),
    }
    Ok(Line::Option(name, line.to_owned()))
}

fn info(words: &[&str], dialect: Dialect) -> Result<Info, String> {
    // The order of Pikafish, which strict clients have been built on.
    const UCI_ORDER: [&str; 14] = [
        "depth",
        "seldepth",
        "multipv",
        "score",
        "wdl",
        "nodes",
        "nps",
        "hashfull",
        "tbhits",
        "time",
        "pv",
        "currmove",
        "currmovenumber",
        "string",
    ];
    let mut info = Info { multipv: 1, ..Info::default() };
    let mut seen: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(&key) = words.get(at) {
        if seen.contains(&key) {
            return Err(format!("{key} twice"));
        }
        let values = &words[at + 1..];
        at += 1 + match key {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "tbhits" | "time" | "currmovenumber" => {
                let value = number(values.first())?;
                if value < 0 {
                    return Err(format!("{key} is negative"));
                }
                match key {
                    "depth" => info.depth = value,
                    "multipv" => info.multipv = value,
                    "nodes" => info.nodes = Some(value),
                    "time" => info.time = Some(value),
                    _ => {}
                }
                1
            }
            "score" if dialect == Dialect::Ucci => {
                info.score = Some(Score::Bare(number(values.first())? as i32));
                1
            }
            "score" => {
                let value = number(values.get(1))? as i32;
                info.score = Some(match values[0] {
                    "cp" => Score::Cp(value),
                    "mate" => Score::Mate(value),
                    other => return Err(format!("score {other}")),
                });
                info.bound = matches!(values.get(2), Some(&"lowerbound" | &"upperbound"));
                2 + usize::from(info.bound)
            }
            "wdl" if dialect == Dialect::Uci => {
                let figures = [number(values.first())?, number(values.get(1))?, number(values.get(2))?];
                if figures.iter().sum::<i64>() != 1000 || figures.iter().any(|&figure| figure < 0) {
                    return Err("wdl does not sum to 1000".into());
                }
                info.wdl = true;
                3
            }
            "currmove" if values.first().is_some_and(|word| is_move(word)) => 1,
            "pv" => {
                if values.is_empty() || !values.iter().all(|word| is_move(word)) {
                    return Err("pv is empty or not last".into());
                }
                info.pv = values.iter().map(|&word| word.to_owned()).collect();
                values.len()
            }
            other => return Err(format!("`{other}` in an info line")),
        };
        seen.push(key);
    }
    if !info.pv.is_empty() {
        for key in ["score", "nodes", "time", "nps"] {
            if !seen.contains(&key) {
                return Err(format!("a line with pv lacks {key}"));
            }
        }
    }
    let place = |key: &&str| UCI_ORDER.iter().position(|known| known == key);
    if dialect == Dialect::Uci && !seen.is_sorted_by_key(place) {
        return Err("items not in the usual order".into());
    }
    Ok(info)
}

fn best_move(mv: &str, rest: &[&str], dialect: Dialect) -> Result<BestMove, String> {
    let mut best = BestMove { mv: mv.into(), ..BestMove::default() };
    let mut rest = rest;
    if let ["ponder", ponder, behind @ ..] = rest {
        best.ponder = Some((*ponder).to_owned());
        rest = behind;
    }
    match rest {
        [] => {}
        ["draw"] if dialect == Dialect::Ucci => best.draw = true,
        ["resign"] if dialect == Dialect::Ucci => best.resign = true,
        _ => return Err("surplus words".into()),
    }
    if !is_move(mv) || best.ponder.as_deref().is_some_and(|mv| !is_move(mv)) {
        return Err("not a move".into());
    }
    Ok(best)
}

fn pophash(words: &[&str]) -> Result<Line, String> {
    let mut rest = words;
    if let ["bestmove", mv, behind @ ..] = rest {
        if !is_move(mv) {
            return Err("not a move".into());
        }
        rest = behind;
    }
    for key in ["lowerbound", "upperbound"] {
        if let [word, value, "depth", depth, behind @ ..] = rest
            && *word == key
        {
            number(Some(value))?;
            number(Some(depth))?;
            rest = behind;
        }
    }
    if !rest.is_empty() {
        return Err("surplus words".into());
    }
    Ok(Line::PopHash(words.iter().map(|&word| word.to_owned()).collect()))
}

/// All that came between a `go` and the end of its search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The figures.
    pub infos: Vec<Info>,
    /// Texts for the user.
    pub messages: Vec<String>,
    /// The move; none for `nobestmove` and `bestmove (none)`.
    pub best: Option<BestMove>,
}

impl Answer {
    /// The move played.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn mv(&self) -> &str {
        &self.best.as_ref().expect("a bestmove with a move").mv
    }

    /// The last complete output of the best line.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn last(&self) -> &Info {
        let best = |info: &&Info| info.multipv == 1 && !info.bound && !info.pv.is_empty();
        self.infos.iter().rev().find(best).expect("a complete info line")
    }

    /// Checks against the position that was searched: the move, the expected reply and every line of play are legal, and
    /// the last line of play, which is no bound, begins with the move.
    ///
    /// # Panics
    /// When something is not so.
    pub fn check_in(&self, root: &Position) -> &Answer {
        let best = self.best.as_ref().expect("a bestmove with a move");
        let legal = |moves: Vec<&str>| {
            let played = play(&mut root.clone(), moves.iter().copied());
            assert_eq!(played, Ok(()), "illegal in {root}: {moves:?}");
        };
        legal([Some(&best.mv), best.ponder.as_ref()].into_iter().flatten().map(String::as_str).collect());
        for info in &self.infos {
            legal(info.pv.iter().map(String::as_str).collect());
        }
        let last = self.infos.iter().rev().find(|info| info.multipv == 1);
        if let Some(last) = last {
            assert!(!last.bound, "the last line of output is a bound: {last:?}");
            assert_eq!(last.pv.first(), Some(&best.mv), "the move is not the last line's: {last:?}");
        }
        self
    }
}
