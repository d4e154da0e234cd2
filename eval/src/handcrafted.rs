//! The handcrafted evaluation: terms that a player would name, one a file.

mod cannons;
mod context;
mod guards;
mod king_safety;
mod knights;
mod material;
mod mobility;
mod pawns;
mod piece_square;
mod rooks;
mod tapered;
mod tempo;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
pub mod weights;

use chuhe_movegen::{Color, Position};

use crate::scaling::{self, FULL_SCALE};
use context::{Context, FULL_PHASE};

pub use tapered::Tapered;
pub use trace::{Row, Trace};
pub use weights::KNIGHT_VALUE;

/// No evaluation is larger than this.
pub const LIMIT: i32 = 6500;

/// The terms, each a file with `score(context, side)`. They are inlined by force: the side then is a constant in each of
/// the two copies, which saves a sixth of the time.
macro_rules! terms {
    ($($term:ident)*) => {
        /// Red's terms less black's.
        #[inline]
        fn sum(context: &Context<'_>) -> Tapered {
            let mut sum = Tapered::ZERO;
            $(sum += $term::score(context, Color::Red) - $term::score(context, Color::Black);)*
            sum
        }

        fn rows(context: &Context<'_>) -> Vec<Row> {
            vec![$({
                let [red, black] = Color::ALL.map(|color| $term::score(context, color));
                let blended = (red - black).blend(context.phase, FULL_PHASE);
                Row { term: stringify!($term), red, black, blended }
            }),*]
        }
    };
}

terms! { material piece_square mobility rooks knights cannons pawns guards king_safety threats tempo }

/// The value of a position for the side to move, in hundredths of a pawn, within ±[`LIMIT`].
///
/// It looks at the placement and at the side to move alone, and never ahead: hanging pieces and checks are the search's.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let context = Context::new(position);
    let (_, _, total) = conclude(&context, sum(&context));
    match position.side() {
        Color::Red => total,
        Color::Black => -total,
    }
}

/// The evaluation with each term of each side. Slower than [`evaluate`]; the totals are the same.
#[must_use]
pub fn trace(position: &Position) -> Trace {
    let context = Context::new(position);
    let terms = rows(&context);
    let sum = terms.iter().fold(Tapered::ZERO, |sum, row| sum + row.red - row.black);
    let (blended, scale, total) = conclude(&context, sum);
    Trace { terms, sum, phase: context.phase, full_phase: FULL_PHASE, blended, scale, total }
}

/// From the sum of the terms to the value for red: the blend, the scale and the total.
#[inline]
fn conclude(context: &Context<'_>, sum: Tapered) -> (i32, i32, i32) {
    let blended = sum.blend(context.phase, FULL_PHASE);
    let strong = if blended > 0 { Color::Red } else { Color::Black };
    let scale = scaling::factor(context.position, strong);
    (blended, scale, (blended * scale / FULL_SCALE).clamp(-LIMIT, LIMIT))
}
