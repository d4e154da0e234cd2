//! One module a format: see [`crate::Format`] for what each is, `format.rs` for the shape of a reader and a writer.

mod branches;
mod bytes;
mod losses;
mod slots;
pub mod xqf;
pub mod ccbridge;
pub mod pfc;
mod xml;
pub mod dhtmlxq;
