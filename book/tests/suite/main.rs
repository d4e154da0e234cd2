//! Books from outside: formats, damage, changes, and public bug reports.

mod bad_input;
mod bug_reports;
mod convert;
mod edit;
mod games;
mod lint;
mod obk_rows;
mod samples;
