//! placeholder
use chuhe_movegen::{Color, Position, Square};
use crate::class::{Conduct, Deed, LabelledPly, Quarry};
use crate::label::label;
use crate::{Line, switches::Switches};

/// Labels the last `back` plies.
pub fn label_span(line: &Line, back: usize, switches: &Switches) -> Vec<LabelledPly> {
    let mut start = line.clone();
    let total = line.plies().len();
    for _ in 0..back { start.unmake(); }
    let mut home: [Square; 90] = std::array::from_fn(|i| Square::new(i as u8));
    let mut position: Position = start.position().clone();
    let mut out = Vec::new();
    for (i, ply) in line.plies()[total - back..].iter().enumerate() {
        let mv = ply.mv;
        let label = label(&position, mv, switches);
        let deed = if label.check { Deed::Check }
            else if !label.chases.is_empty() && label.kill.is_none() { Deed::Chase }
            else if label.kill.is_some() { Deed::Kill }
            else if !(label.king_attacks.is_empty() && label.pawn_attacks.is_empty()) { Deed::KingOrPawnAttack }
            else { Deed::Idle };
        let piece = position.piece_at(mv.from()).unwrap();
        home[mv.to().index()] = home[mv.from().index()];
        let quarries = label.chases.iter().map(|t| Quarry { piece: position.piece_at(t.victim).unwrap(), home: home[t.victim.index()], held: false }).collect();
        out.push(LabelledPly { number: total - back + i + 1, color: position.side(), mv, piece, label, deed, quarries });
        position.make(mv);
    }
    out
}
/// c
pub fn conducts(line: &Line, back: usize, switches: &Switches) -> ([Conduct; 2], Vec<LabelledPly>) {
    let plies = label_span(line, back, switches);
    (Color::ALL.map(|c| Conduct::of(c, &plies)), plies)
}
