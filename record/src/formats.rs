//! One module a format: see [`crate::Format`] for what each is, `format.rs` for the shape of a reader and a writer.

mod branches;
mod bytes;
pub mod ccbridge;
pub mod dhtmlxq;
mod losses;
pub mod pfc;
pub mod sites;
mod slots;
mod xml;
pub mod xqf;
