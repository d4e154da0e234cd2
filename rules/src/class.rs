//! The classifier: what a side does over a whole loop.

use std::fmt;

use chuhe_movegen::{Color, Move, Piece, Square};

use crate::label::{Label, Weakness};
use crate::switches::Switches;

/// What a single move counts as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deed {
    /// 捉
    Chase,
    /// 将
    Check,
    /// 闲
    Idle,
    /// 杀
    Kill,
    /// An attack by king or pawn alone.
    KingOrPawnAttack,
}

impl Deed {
    /// The name in class names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Deed::Chase => "chase",
            Deed::Check => "check",
            Deed::Idle => "idle",
            Deed::Kill => "kill",
            Deed::KingOrPawnAttack => "kpchase",
        }
    }
}

/// One move of a loop with its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledPly {
    /// Number of the ply in the line, from 1.
    pub number: usize,
    /// Who moves.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub piece: Piece,
    /// What the move does.
    pub label: Label,
    /// What it counts as.
    pub deed: Deed,
    /// For each chase of the label: the piece chased.
    pub quarries: Vec<Quarry>,
}

/// A piece that is chased.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quarry {
    /// What it is.
    pub piece: Piece,
    /// Where it stood when the loop began: this tells it from its like.
    pub home: Square,
    /// Whether it is a rook that an enemy knight holds: it stands on the leg of a knight that would else take the king.
    pub held: bool,
}

/// What a side does over a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// The different deeds of its moves, in order of name.
    pub deeds: Vec<Deed>,
    /// The pieces that every move chases, when every move chases.
    pub common: Vec<Quarry>,
    /// Whether all chases are of pieces without any protector.
    pub unprotected: bool,
    /// Whether all chases are of pieces with too few protectors.
    pub underprotected: bool,
}

impl Conduct {
    /// Sums up the moves of one side.
    #[must_use]
    pub fn of(color: Color, plies: &[LabelledPly]) -> Conduct {
        let own: Vec<&LabelledPly> = plies.iter().filter(|ply| ply.color == color).collect();
        let mut deeds: Vec<Deed> = own.iter().map(|ply| ply.deed).collect();
        deeds.sort_unstable();
        deeds.dedup();
        let mut common = Vec::new();
        if deeds == [Deed::Chase] {
            common = own[0].quarries.clone();
            for ply in &own[1..] {
                common.retain(|quarry| ply.quarries.iter().any(|other| other.home == quarry.home));
            }
            // A rook counts as held when it is so all along.
            for quarry in &mut common {
                let same = |other: &&Quarry| other.home == quarry.home;
                let held = |ply: &&LabelledPly| ply.quarries.iter().find(same).is_some_and(|quarry| quarry.held);
                quarry.held = own.iter().all(held);
            }
        }
        let weaknesses = || own.iter().flat_map(|ply| &ply.label.chases).map(|threat| threat.weakness);
        Conduct {
            deeds,
            common,
            unprotected: weaknesses().all(|weakness| weakness == Weakness::Unprotected),
            underprotected: weaknesses().all(|weakness| weakness == Weakness::Underprotected),
        }
    }

    /// Whether every move is of this kind.
    #[must_use]
    pub fn only(&self, deed: Deed) -> bool {
        self.deeds == [deed]
    }

    /// Whether no move is idle or a mere king or pawn attack.
    #[must_use]
    pub fn attacks_always(&self, switches: &Switches) -> bool {
        self.deeds.iter().all(|deed| match deed {
            Deed::Check | Deed::Chase => true,
            Deed::Kill => switches.kill_counts,
            Deed::Idle | Deed::KingOrPawnAttack => false,
        })
    }
}

impl fmt::Display for Conduct {
    /// The class name: `idle`, `check`, `chase`, `chase-multi` (no common victim), `check+kill` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.only(Deed::Chase) && self.common.is_empty() {
            return f.write_str("chase-multi");
        }
        for (i, deed) in self.deeds.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { "+" } else { "" }, deed.name())?;
        }
        Ok(())
    }
}
