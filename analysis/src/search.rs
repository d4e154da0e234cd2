//! Searching positions: what is asked, who answers, and by how many hands.

mod inside;
mod limit;
mod outside;
mod pool;
mod searcher;
mod store;
mod task;

pub use inside::Inside;
pub use limit::{DEFAULT_NODES, SearchLimit};
pub use outside::Outside;
pub use pool::{Done, Pool, Unit};
pub use searcher::{EngineChoice, Prepared, SearchFailure, Searcher, Setup, prepare};
pub use store::{Store, StoreError};
pub use task::{Found, FoundLine, Key, Task};
