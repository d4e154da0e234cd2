//! How a game ended.

use std::fmt;

use chuhe_movegen::Color;

/// The result of a game as a record states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum GameResult {
    /// `1-0`, 红胜
    RedWins,
    /// `0-1`, 黑胜
    BlackWins,
    /// `1/2-1/2`, 和棋
    Draw,
    /// `*`: not stated, or the game goes on.
    #[default]
    Unknown,
}

impl GameResult {
    /// The four texts of PGN: `1-0`, `0-1`, `1/2-1/2`, `*`.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// 红胜, 黑胜, 和棋 or the empty text.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            GameResult::RedWins => "红胜",
            GameResult::BlackWins => "黑胜",
            GameResult::Draw => "和棋",
            GameResult::Unknown => "",
        }
    }

    /// Reads every spelling met in files: `1-0`, `1/2`, `0.5-0.5`, 红胜, 黑先胜, 和局, 先负 (the first player is red),
    /// `W` `L` `D` (red's view, as English DhtmlXQ pages write it) and the like. None when the text states no result.
    #[must_use]
    pub fn parse(text: &str) -> Option<GameResult> {
        let text = text.trim();
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
                '－' | '–' | '—' | ':' | '：' | '比' => '-',
                '½' => 'h',
                c => c.to_ascii_lowercase(),
            })
            .collect();
        Some(match plain.as_str() {
            "1-0" | "2-0" | "w" | "+-" => GameResult::RedWins,
            "0-1" | "0-2" | "l" | "-+" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" | "0.5-0.5" | "h-h" | "h" | "1-1" | "d" | "=" => GameResult::Draw,
            "*" | "" => GameResult::Unknown,
            _ => {
                let has = |words: &[&str]| words.iter().any(|word| plain.contains(word));
                if has(&["和", "draw"]) {
                    GameResult::Draw
                } else if has(&["红胜", "紅勝", "红先胜", "紅先勝", "红方胜", "紅方勝", "先胜", "先勝", "黑负", "黑負"])
                    && !has(&["黑先胜", "黑先勝"])
                    || has(&["redwin", "redwon"])
                {
                    GameResult::RedWins
                } else if has(&["黑胜", "黑勝", "黑方胜", "黑方勝", "黑先胜", "黑先勝", "先负", "先負", "红负", "紅負"])
                    || has(&["blackwin", "blackwon"])
                {
                    GameResult::BlackWins
                } else {
                    return None;
                }
            }
        })
    }

    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::RedWins => Some(Color::Red),
            GameResult::BlackWins => Some(Color::Black),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pgn())
    }
}
