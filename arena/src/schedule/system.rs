//! The tournament systems behind one door.

use serde::{Deserialize, Serialize};

use super::{gauntlet, round_robin};

/// Games of two players against each other, to be played in one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// Round, from 1.
    pub round: usize,
    /// Who has red in the first game.
    pub first: usize,
    /// Who has black in the first game.
    pub second: usize,
    /// How many games; colours change after each unless the tournament says otherwise.
    pub games: u32,
    /// What it is, where that needs saying (`final`, `group A`, `play-off`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A finished encounter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Which.
    pub encounter: Encounter,
    /// Half points of the first and the second player.
    pub half_points: [u32; 2],
}

/// A tournament system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Everybody against everybody; two players make a match.
    RoundRobin {
        /// How often the whole is played.
        cycles: u32,
    },
    /// The first players against all others.
    Gauntlet {
        /// How many players at the head of the list are tested.
        heroes: usize,
        /// How often the whole is played.
        cycles: u32,
    },
}

impl System {
    /// The next stage, from the outcomes of all encounters so far in the order in which they were given. Empty when the
    /// tournament is over.
    #[must_use]
    pub fn next_stage(&self, players: usize, games: u32, _seed: u64, played: &[Outcome]) -> Vec<Encounter> {
        let first = played.is_empty();
        match self {
            System::RoundRobin { cycles } if first => round_robin::cycles(players, *cycles, games),
            System::Gauntlet { heroes, cycles } if first => gauntlet::cycles(players, *heroes, *cycles, games),
            System::RoundRobin { .. } | System::Gauntlet { .. } => Vec::new(),
        }
    }
}
