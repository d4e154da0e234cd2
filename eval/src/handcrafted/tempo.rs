//! The right to move.

use chuhe_movegen::Color;

use super::{Context, Tapered, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    if context.position.side() == us { weights::tempo() } else { Tapered::ZERO }
}
