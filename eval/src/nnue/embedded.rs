//! The network inside the program.

use std::sync::{Arc, OnceLock};

use super::network::Network;

/// The file, from `eval/nets/`; `HISTORY.md` there tells where it comes from.
const FILE: &[u8] = include_bytes!("../../nets/gen4-771012ea.nnue");

/// The network that the program was built with; read once.
///
/// # Panics
/// Never: a test reads the file.
#[must_use]
pub fn embedded() -> Arc<Network> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    let read = || Arc::new(Network::from_bytes(FILE).expect("the embedded network is sound"));
    Arc::clone(NETWORK.get_or_init(read))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::State;
    use chuhe_movegen::Position;

    #[test]
    fn the_embedded_network_knows_what_pieces_are_worth() {
        let mut state = State::new(embedded());
        let mut value = |fen: &str| {
            state.reset();
            state.evaluate(&fen.parse::<Position>().unwrap())
        };
        let start = value(chuhe_movegen::START_FEN);
        assert!((-50..250).contains(&start), "{start}");
        let rook = value("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        let knight = value("r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        assert!(rook > knight && knight > start + 100, "start {start}, without a knight {knight}, a rook {rook}");
        let behind = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w");
        assert!(behind < -300, "{behind}");
    }
}
