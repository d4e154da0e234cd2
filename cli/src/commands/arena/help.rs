//! The help texts.

/// `chuhe match -help`
pub(in super::super) const MATCH_HELP: &str = "\
Play games between engines, judged by the rules of xiangqi

Usage: chuhe match -engine KEY=VALUE... -engine KEY=VALUE... [-each KEY=VALUE...] [OPTIONS]
";

/// `chuhe tournament -help`
pub(in super::super) const TOURNAMENT_HELP: &str = "\
Play a tournament of engines

Usage: chuhe tournament -type SYSTEM -engine KEY=VALUE... [OPTIONS]
";
