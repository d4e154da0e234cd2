//! `info` lines of a search.

use chuhe_movegen::{Move, Score};

use crate::reply::MAX_LINE;
use crate::score::{format_score, parse_score};
use crate::words::{number, text, words_at};
use crate::{Dialect, Ranks, format_move, parse_move};

/// What a score says when the window of the search was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// Chances of the side to move, per mille.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Wdl {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

/// One `info` line. What is `None` or empty is not written.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Info {
    /// Depth in plies; always written first.
    pub depth: Option<u32>,
    /// Deepest line in plies.
    pub seldepth: Option<u32>,
    /// Rank of this line, from 1. Leave it out in UCCI unless several lines are asked for.
    pub multipv: Option<u32>,
    /// Score from the side to move.
    pub score: Option<Score>,
    /// Whether the score is a bound. Not written in UCCI, whose grammar has no place for it.
    pub bound: Option<Bound>,
    /// Chances. Not written in UCCI.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// How full the hash table is, per mille.
    pub hashfull: Option<u32>,
    /// Table-base hits.
    pub tbhits: Option<u64>,
    /// Time since `go` in milliseconds, in either protocol.
    pub time_ms: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<Move>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation; always written last, cut at a whole move when the line grows too long.
    pub pv: Vec<Move>,
    /// Text up to the end of the line (`string`, UCCI `message`). Not written when there is a `pv`.
    pub string: Option<String>,
}

impl Info {
    /// UCI: the order of Pikafish. UCCI: the order of `spec/ucci.md` §6.5, with the score just before the `pv`.
    pub(crate) fn format(&self, dialect: Dialect, ranks: Ranks) -> String {
        let mut line = String::from("info");
        let mut item = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                line += " ";
                line += key;
                line += " ";
                line += &value;
            }
        };
        let score = self.score.map(|score| format_score(score, dialect));
        item("depth", self.depth.map(|n| n.to_string()));
        item("seldepth", self.seldepth.map(|n| n.to_string()));
        item("multipv", self.multipv.map(|n| n.to_string()));
        let time = self.time_ms.map(|n| n.to_string());
        let nodes = self.nodes.map(|n| n.to_string());
        let nps = self.nps.map(|n| n.to_string());
        let hashfull = self.hashfull.map(|n| n.to_string());
        let tbhits = self.tbhits.map(|n| n.to_string());
        match dialect {
            Dialect::Ucci => {
                item("time", time);
                item("nodes", nodes);
                item("nps", nps);
                item("hashfull", hashfull);
                item("tbhits", tbhits);
                item("score", score);
            }
            Dialect::Uci => {
                let bound = match self.bound {
                    Some(Bound::Lower) => " lowerbound",
                    Some(Bound::Upper) => " upperbound",
                    None => "",
                };
                item("score", score.map(|score| score + bound));
                item("wdl", self.wdl.map(|wdl| format!("{} {} {}", wdl.win, wdl.draw, wdl.loss)));
                item("nodes", nodes);
                item("nps", nps);
                item("hashfull", hashfull);
                item("tbhits", tbhits);
                item("time", time);
            }
        }
        item("currmove", self.currmove.map(|mv| format_move(mv, ranks)));
        item("currmovenumber", self.currmovenumber.map(|n| n.to_string()));
        if self.pv.is_empty() {
            let key = if dialect == Dialect::Ucci { "message" } else { "string" };
            item(key, self.string.clone());
        } else {
            push_pv(&mut line, &self.pv, ranks);
        }
        line
    }

    /// Reads what stands behind `info`: items in any order, unknown ones skipped, `pv` up to the first word that is no
    /// move, `string` and `message` to the end of the line.
    pub(crate) fn parse(line: &[u8], dialect: Dialect, ranks: Ranks) -> Info {
        let mut info = Info::default();
        let (offsets, words): (Vec<usize>, Vec<&[u8]>) = words_at(line).unzip();
        let mut at = 0;
        while at < words.len() {
            let key = words[at].to_ascii_lowercase();
            at += 1;
            let values = &words[at..];
            let value = values.first().and_then(|word| number(word));
            let small = value.map(|n| u32::try_from(n.max(0)).unwrap_or(u32::MAX));
            let large = value.map(|n| n.max(0).unsigned_abs());
            at += match &key[..] {
                b"depth" => set(&mut info.depth, small),
                b"seldepth" => set(&mut info.seldepth, small),
                b"multipv" => set(&mut info.multipv, small),
                b"nodes" => set(&mut info.nodes, large),
                b"nps" => set(&mut info.nps, large),
                b"hashfull" => set(&mut info.hashfull, small),
                b"tbhits" => set(&mut info.tbhits, large),
                b"time" => set(&mut info.time_ms, large),
                b"currmovenumber" => set(&mut info.currmovenumber, small),
                b"score" => match parse_score(values, dialect) {
                    Some((score, used)) => {
                        info.score = Some(score);
                        used
                    }
                    None => 0,
                },
                b"lowerbound" | b"upperbound" => {
                    info.bound = Some(if key[0] == b'l' { Bound::Lower } else { Bound::Upper });
                    0
                }
                b"wdl" => match parse_wdl(values) {
                    Some(wdl) => {
                        info.wdl = Some(wdl);
                        3
                    }
                    None => 0,
                },
                b"currmove" => set(&mut info.currmove, values.first().and_then(|word| read_move(word, ranks))),
                b"pv" => {
                    info.pv = values.iter().map_while(|word| read_move(word, ranks)).collect();
                    info.pv.len()
                }
                b"string" | b"message" => {
                    info.string = Some(text(offsets.get(at).map_or(&b""[..], |&offset| line[offset..].trim_ascii())));
                    break;
                }
                _ => 0,
            };
        }
        info
    }
}

/// Stores a value that was there and says how many words it took.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> usize {
    let used = usize::from(value.is_some());
    if value.is_some() {
        *place = value;
    }
    used
}

fn parse_wdl(words: &[&[u8]]) -> Option<Wdl> {
    let per_mille = |word: &[u8]| number(word).map(|n| n.clamp(0, 1000) as u16);
    match *words {
        [win, draw, loss, ..] => Some(Wdl { win: per_mille(win)?, draw: per_mille(draw)?, loss: per_mille(loss)? }),
        _ => None,
    }
}

pub(crate) fn read_move(word: &[u8], ranks: Ranks) -> Option<Move> {
    parse_move(std::str::from_utf8(word).ok()?, ranks)
}

/// Adds ` pv …` with as many whole moves as fit.
fn push_pv(line: &mut String, pv: &[Move], ranks: Ranks) {
    line.push_str(" pv");
    for &mv in pv {
        let mv = format_move(mv, ranks);
        if line.len() + 1 + mv.len() > MAX_LINE {
            break;
        }
        line.push(' ');
        line.push_str(&mv);
    }
}
