//! One module a format: see [`crate::Format`] for what each is, `format.rs` for the shape of a reader and a writer.

pub mod fen_list;
pub mod iccs_lines;
pub mod json;
mod json_tokens;
pub mod pgn;
mod pgn_tags;
mod pgn_writer;
mod text_headers;
pub mod wxf_text;
