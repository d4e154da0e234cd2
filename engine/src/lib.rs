//! Xiangqi search.

pub mod correction;
pub mod limits;
pub mod order;
pub mod params;
pub mod search;
pub mod time;
pub mod tt;
pub mod value;
