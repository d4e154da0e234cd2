//! Mating patterns and other knowledge of positions and lines.
