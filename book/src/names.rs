//! The names of openings, recognised from the first moves of a game.
