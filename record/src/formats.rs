//! One module a format: see [`crate::Format`] for what each is, `format.rs` for the shape of a reader and a writer.

mod branches;
mod bytes;
pub mod ccbridge;
pub mod dhtmlxq;
pub mod fen_list;
pub mod iccs_lines;
pub mod json;
mod json_tokens;
mod losses;
pub mod pfc;
pub mod pgn;
mod pgn_tags;
mod pgn_writer;
pub mod sites;
mod slots;
mod text_headers;
pub mod wxf_text;
mod xml;
pub mod xqf;
