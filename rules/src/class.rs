//! The classifier: what a side does over a whole loop.

use std::fmt;

use chuhe_movegen::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

use crate::label::{IdleKind, Label, Threat, Weakness, label};
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

    /// The heaviest thing a move does, if nothing is known of the side's other moves.
    fn of(label: &Label) -> Deed {
        if label.is_check() {
            Deed::Check
        } else if label.kill.is_some() {
            Deed::Kill
        } else if !label.chases.is_empty() {
            Deed::Chase
        } else if !label.king_attacks.is_empty() || !label.pawn_attacks.is_empty() {
            Deed::KingOrPawnAttack
        } else {
            Deed::Idle
        }
    }
}

/// A piece, and where it stood when the stretch of moves began: that tells it from its like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tracked {
    /// What it is.
    pub piece: Piece,
    /// Where it stood at first.
    pub home: Square,
    /// Where it stands now.
    pub square: Square,
}

/// A newly threatened capture, with the pieces it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chase {
    /// The chaser. For [`Weakness::LostToChecks`] the piece that would give the first check.
    pub hunter: Tracked,
    /// The piece chased.
    pub quarry: Tracked,
    /// Why it would be lost.
    pub weakness: Weakness,
    /// Whether the quarry is a rook that an enemy knight holds: it stands on the leg of a knight that would else take
    /// the king.
    pub held: bool,
}

/// One move with what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledPly {
    /// Number of the ply in the line, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub piece: Tracked,
    /// What the move counts as.
    pub deed: Deed,
    /// The checks it gives.
    pub checkers: Vec<Tracked>,
    /// How many checks the mate takes that it threatens.
    pub kill: Option<u8>,
    /// What it chases.
    pub chases: Vec<Chase>,
    /// What its king newly attacks.
    pub king_attacks: Vec<Chase>,
    /// What its pawns newly attack.
    pub pawn_attacks: Vec<Chase>,
    /// What kind of idle move it is, when it does nothing else.
    pub idle: Option<IdleKind>,
}

impl LabelledPly {
    /// Who moves.
    #[must_use]
    pub fn color(&self) -> Color {
        self.piece.piece.color()
    }
}

/// Labels moves that follow on one another from a position. `first` is the number of the first one.
#[must_use]
pub fn label_plies(start: &Position, moves: &[Move], first: usize, switches: &Switches) -> Vec<LabelledPly> {
    let mut position = start.clone();
    let mut homes: [Square; 90] = std::array::from_fn(|index| Square::new(index as u8));
    let mut known: Vec<(u64, Move, Label)> = Vec::new();
    let mut plies = Vec::with_capacity(moves.len());
    for (number, &mv) in (first..).zip(moves) {
        let key = position.key();
        let label = match known.iter().find(|(k, m, _)| (*k, *m) == (key, mv)) {
            Some((_, _, label)) => label.clone(),
            None => {
                let label = label(&position, mv, switches);
                known.push((key, mv, label.clone()));
                label
            }
        };
        position.make(mv);
        homes[mv.to().index()] = homes[mv.from().index()];
        let tracked = |square: Square| {
            let piece = position.piece_at(square).expect("a label names pieces on the board");
            Tracked { piece, home: homes[square.index()], square }
        };
        let chase = |threat: &Threat| Chase {
            hunter: tracked(threat.attacker),
            quarry: tracked(threat.victim),
            weakness: threat.weakness,
            held: is_held(&position, threat.victim),
        };
        let chases = |threats: &[Threat]| threats.iter().map(chase).collect::<Vec<_>>();
        plies.push(LabelledPly {
            number,
            mv,
            piece: tracked(mv.to()),
            deed: Deed::of(&label),
            checkers: label.checkers.iter().map(|&square| tracked(square)).collect(),
            kill: label.kill,
            chases: chases(&label.chases),
            king_attacks: chases(&label.king_attacks),
            pawn_attacks: chases(&label.pawn_attacks),
            idle: label.idle,
        });
    }
    for color in Color::ALL {
        let mut own: Vec<&mut LabelledPly> = plies.iter_mut().filter(|ply| ply.color() == color).collect();
        // Who chases by every move is a chaser, whatever else some of the moves do; where kills count, who kills by
        // every move is a killer (Chinese rules, art. 27.4).
        let kills = switches.kill_counts && own.iter().all(|ply| ply.deed == Deed::Kill);
        if !kills && own.iter().all(|ply| !ply.chases.is_empty() && ply.deed != Deed::Check) {
            own.iter_mut().for_each(|ply| ply.deed = Deed::Chase);
        }
    }
    plies
}

/// Whether a rook is the only thing that keeps an enemy knight from taking its king.
pub(crate) fn is_held(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square).filter(|piece| piece.kind() == PieceKind::Rook) else { return false };
    let king = position.king(piece.color());
    let tables = position.tables();
    let knights = position.pieces(!piece.color(), PieceKind::Knight) & tables.knight_to(king, Bitboard::EMPTY);
    knights.into_iter().any(|knight| tables.between(knight, king).has(square))
}

/// What a side does over a stretch of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// The different deeds of its moves, in order of name.
    pub deeds: Vec<Deed>,
    /// The pieces that every move chases, checks included; none when some move chases nothing.
    pub common: Vec<Tracked>,
    /// Whether one of the common victims is a rook held by a knight all along.
    pub held: bool,
    /// Whether all chases are of pieces without any protector.
    pub unprotected: bool,
    /// Whether all chases are of pieces with too few protectors.
    pub underprotected: bool,
    /// Whether the attacks that are no chases are a pawn's alone.
    pub pawns: bool,
}

impl Conduct {
    /// Sums up the moves of one side.
    #[must_use]
    pub fn of(color: Color, plies: &[LabelledPly]) -> Conduct {
        let own: Vec<&LabelledPly> = plies.iter().filter(|ply| ply.color() == color).collect();
        let mut deeds: Vec<Deed> = own.iter().map(|ply| ply.deed).collect();
        deeds.sort_unstable();
        deeds.dedup();
        let chased = |ply: &LabelledPly, quarry: &Tracked, held: bool| {
            ply.chases.iter().any(|chase| chase.quarry.home == quarry.home && (chase.held || !held))
        };
        let mut common: Vec<Tracked> =
            own.last().map_or_else(Vec::new, |ply| ply.chases.iter().map(|chase| chase.quarry).collect());
        common.retain(|quarry| own.iter().all(|ply| chased(ply, quarry, false)));
        let held = common.iter().any(|quarry| own.iter().all(|ply| chased(ply, quarry, true)));
        let weak = |weakness| own.iter().flat_map(|ply| &ply.chases).all(|chase| chase.weakness == weakness);
        Conduct {
            held,
            unprotected: weak(Weakness::Unprotected),
            underprotected: weak(Weakness::Underprotected),
            pawns: own.iter().all(|ply| ply.deed != Deed::KingOrPawnAttack || !ply.pawn_attacks.is_empty()),
            deeds,
            common,
        }
    }

    /// Whether every move is of this kind.
    #[must_use]
    pub fn only(&self, deed: Deed) -> bool {
        self.deeds == [deed]
    }

    /// Whether every move attacks in a way that the switches count.
    #[must_use]
    pub fn always_attacks(&self, switches: &Switches) -> bool {
        let counts = |deed: &Deed| match deed {
            Deed::Check | Deed::Chase => true,
            Deed::Kill => switches.kill_counts,
            Deed::Idle | Deed::KingOrPawnAttack => false,
        };
        self.deeds.iter().all(counts)
    }

    /// Whether every move chases one common victim and some give check, too.
    #[must_use]
    pub fn chases_with_check(&self) -> bool {
        !self.common.is_empty() && self.deeds.contains(&Deed::Check) && !self.only(Deed::Check)
    }
}

impl fmt::Display for Conduct {
    /// The class name: `idle`, `check`, `chase`, `chase-multi` (no common victim), `check+kill`, `chase(with check)` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.only(Deed::Chase) && self.common.is_empty() {
            return f.write_str("chase-multi");
        }
        if self.chases_with_check() {
            return f.write_str("chase(with check)");
        }
        for (i, deed) in self.deeds.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { "+" } else { "" }, deed.name())?;
        }
        Ok(())
    }
}
