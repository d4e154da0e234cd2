//! Which article of the rules decides a loop.

use chuhe_movegen::{Color, PieceKind};

use crate::RuleSet;
use crate::class::{Chase, Conduct, Deed, LabelledPly};
use crate::label::{IdleKind, Weakness};
use crate::outcome::Verdict;

/// The articles for a verdict on a loop.
pub(crate) fn article(
    set: RuleSet,
    verdict: Verdict,
    conduct: &[Conduct; 2],
    plies: &[LabelledPly],
) -> Option<&'static str> {
    match set {
        RuleSet::Axf | RuleSet::Wxf => Some(asian(verdict, conduct, plies)),
        RuleSet::Cxa1999 => Some(chinese(verdict, conduct, ["24.1, 26.1", "26.4, 28.11", "26.4, 28.12", "25.2, 26.4"])),
        RuleSet::Cxa2020 => Some(chinese(verdict, conduct, ["24.13", "24.13", "24.11, 24.13", "24.13"])),
        RuleSet::Computer | RuleSet::League | RuleSet::CheckBan | RuleSet::AlwaysDraw => None,
    }
}

/// Chinese rules: the articles for check, kill, chase and mixture are given; draws are 26.2 and 26.3 in the old numbers.
fn chinese(verdict: Verdict, conduct: &[Conduct; 2], [check, kill, chase, mixture]: [&'static str; 4]) -> &'static str {
    match verdict {
        Verdict::Loss(color) => match conduct[color.index()].deeds[..] {
            [Deed::Check] => check,
            [Deed::Kill] => kill,
            [Deed::Chase] => chase,
            _ => mixture,
        },
        Verdict::Draw if check == "24.13" => "24.13",
        Verdict::Draw => {
            let idle =
                |side: &Conduct| side.deeds.contains(&Deed::Idle) || side.deeds.contains(&Deed::KingOrPawnAttack);
            if conduct.iter().any(idle) { "26.2" } else { "26.3" }
        }
    }
}

fn asian(verdict: Verdict, conduct: &[Conduct; 2], plies: &[LabelledPly]) -> &'static str {
    match verdict {
        Verdict::Loss(color) => {
            let (own, other) = (&conduct[color.index()], &conduct[(!color).index()]);
            if own.only(Deed::Check) {
                if other.deeds.contains(&Deed::Check) { "8" } else { "6" }
            } else if own.held {
                "19"
            } else {
                asian_chase(color, own, plies)
            }
        }
        Verdict::Draw => {
            let [red, black] = conduct;
            // The busier side names the article.
            let rank = |side: &Conduct| side.deeds.iter().filter(|&&deed| deed != Deed::Idle).count();
            let (color, side) = if rank(red) >= rank(black) { (Color::Red, red) } else { (Color::Black, black) };
            asian_draw(color, side, conduct, plies)
        }
    }
}

/// The article on a one-sided perpetual chase, by who chases whom.
fn asian_chase(color: Color, own: &Conduct, plies: &[LabelledPly]) -> &'static str {
    use PieceKind::{Cannon, Knight, Rook};
    let common = |chase: &&Chase| own.common.iter().any(|quarry| quarry.home == chase.quarry.home);
    let chases: Vec<&Chase> =
        plies.iter().filter(|ply| ply.color() == color).flat_map(|ply| ply.chases.iter().filter(common)).collect();
    let Some(first) = chases.first() else { return "33" };
    let (hunter, quarry) = (first.hunter.piece.kind(), first.quarry.piece.kind());
    if chases.iter().all(|chase| chase.weakness == Weakness::FalselyProtected) {
        return "34";
    }
    if chases.iter().any(|chase| chase.hunter.piece.kind() != hunter) {
        return "33";
    }
    match (hunter, quarry) {
        (Cannon, Rook) => "15",
        (Rook, Cannon) => "18",
        (Knight, Rook) => "20",
        (Rook, Knight) => "23",
        // A rook that a cannon holds on a line cannot strike back.
        (Rook, Rook) => "27",
        _ if hunter == quarry => "24",
        (Cannon, _) => "25",
        _ => "33",
    }
}

fn asian_draw(color: Color, side: &Conduct, conduct: &[Conduct; 2], plies: &[LabelledPly]) -> &'static str {
    let [red, black] = conduct;
    let own = || plies.iter().filter(|ply| ply.color() == color);
    match side.deeds[..] {
        [Deed::Check] if red.only(Deed::Check) && black.only(Deed::Check) => "7",
        [Deed::Chase] if red.only(Deed::Chase) && black.only(Deed::Chase) => "22",
        [Deed::Chase] => {
            let rook_by_cannon = |chase: &Chase| {
                (chase.hunter.piece.kind(), chase.quarry.piece.kind()) == (PieceKind::Cannon, PieceKind::Rook)
            };
            if own().flat_map(|ply| &ply.chases).all(rook_by_cannon) { "16" } else { "32" }
        }
        [Deed::Kill] => "9",
        [Deed::Check, Deed::Kill] => "11",
        [Deed::Chase, Deed::Check] => "12",
        [Deed::KingOrPawnAttack] | [Deed::Chase, Deed::KingOrPawnAttack] | [Deed::Idle, Deed::KingOrPawnAttack] => {
            if own().any(|ply| !ply.king_attacks.is_empty()) {
                "28"
            } else {
                "29"
            }
        }
        [Deed::Idle] => {
            let all = |kinds: &[IdleKind]| {
                Color::ALL.into_iter().any(|color| {
                    let mut own = plies.iter().filter(|ply| ply.color() == color);
                    own.all(|ply| ply.idle.is_some_and(|idle| kinds.contains(&idle)))
                })
            };
            if all(&[IdleKind::Block]) {
                "39"
            } else if all(&[IdleKind::Exchange, IdleKind::Sacrifice]) {
                "40"
            } else if all(&[IdleKind::Follow]) {
                "35"
            } else {
                "5"
            }
        }
        _ => "13-14",
    }
}
