//! The verdict table: two classes compared.
//!
//! A side's conduct over the loop has a weight; the heavier side loses, equal weights draw.
//!
//! | weight | conduct |
//! |---|---|
//! | 3 | perpetual check |
//! | 2 | a forbidden loop that goes before others: chase of a rook held by a knight (Asian rules); chase of unprotected pieces where the other side attacks underprotected ones (Chinese rules, 2020) |
//! | 1 | any other forbidden loop: perpetual chase; in the Chinese rules attacks of whatever kind by every move |
//! | 0 | everything else |

use chuhe_movegen::Color;

use crate::class::{Conduct, Deed};
use crate::outcome::Verdict;
use crate::switches::Switches;

/// Compares the conduct of red and black over a loop.
#[must_use]
pub fn verdict(conduct: &[Conduct; 2], switches: &Switches) -> Verdict {
    let [red, black] = conduct;
    match weight(red, black, switches).cmp(&weight(black, red, switches)) {
        std::cmp::Ordering::Greater => Verdict::Loss(Color::Red),
        std::cmp::Ordering::Less => Verdict::Loss(Color::Black),
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}

/// Whether a side's conduct is forbidden, looked at by itself and beside the other side's.
#[must_use]
pub fn is_forbidden(own: &Conduct, other: &Conduct, switches: &Switches) -> bool {
    weight(own, other, switches) > 0
}

fn weight(own: &Conduct, other: &Conduct, switches: &Switches) -> u8 {
    if own.only(Deed::Check) {
        return if switches.check_loses { 3 } else { 0 };
    }
    let checks = [own, other].iter().any(|conduct| conduct.deeds.contains(&Deed::Check));
    if !switches.chase_loses || switches.any_check_cancels && checks {
        return 0;
    }
    if !attacks_forbidden(own, switches) {
        // Attacks of pawns answer a side that attacks by every move.
        let answers =
            switches.pawns_answer && attacks_but_for_pawns(own, switches) && attacks_forbidden(other, switches);
        return u8::from(answers);
    }
    let chases = own.only(Deed::Chase);
    let held = switches.held_rook_first && chases && own.held;
    let unprotected =
        switches.unprotected_first && chases && other.only(Deed::Chase) && own.unprotected && other.underprotected;
    if held || unprotected { 2 } else { 1 }
}

/// Whether a side attacks by every move in a way that is forbidden.
fn attacks_forbidden(conduct: &Conduct, switches: &Switches) -> bool {
    let several = switches.several_victims || !conduct.common.is_empty();
    conduct.only(Deed::Chase) && several
        || switches.kill_counts && conduct.only(Deed::Kill)
        || switches.mixtures_count && conduct.always_attacks(switches)
}

/// Whether a side attacks by every move when the attacks of its pawns are counted.
fn attacks_but_for_pawns(conduct: &Conduct, switches: &Switches) -> bool {
    let mut attacks = conduct.clone();
    attacks.deeds.retain(|&deed| deed != Deed::KingOrPawnAttack);
    conduct.pawns && attacks.always_attacks(switches)
}
