//! One node of the search, in numbered steps.

use chuhe_movegen::see::VALUES;
use chuhe_movegen::{Color, Move, PieceKind, Position};
use chuhe_rules::{Finding, RuleResult};

use crate::order::picker::{Picker, quiet_history};
use crate::params;
use crate::search::iterative::Shared;
use crate::search::quiescence::quiescence;
use crate::search::reductions::{self, Lateness};
use crate::search::worker::Worker;
use crate::search::{extensions, pruning};
use crate::tt::{self, Bound, Entry};
use crate::value::{
    DRAW, INFINITE, MAX_PLY, RULE_BAND, RULE_WIN, UNKNOWN, Value, is_decided, is_rule, mate_in, mated_in,
};

/// What kind of node is searched. Kinds are types, so that each gets its own code.
pub(crate) trait Node {
    /// Whether the window may be wider than one.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
}

/// The root.
pub(crate) struct Root;
/// A node of the principal variation below the root.
pub(crate) struct Pv;
/// A node that only has to be shown above or below a bound.
pub(crate) struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Moves already tried at a node, for the history updates. What does not fit is forgotten.
struct Tried<const N: usize> {
    moves: [Move; N],
    len: usize,
}

impl<const N: usize> Tried<N> {
    fn new() -> Self {
        Tried { moves: [Move::NONE; N], len: 0 }
    }

    fn push(&mut self, mv: Move) {
        if self.len < N {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied()
    }
}

/// Searches the worker's position to `depth` plies; the result is exact inside the window and a bound outside
/// (fail-soft). Zero when the search is being stopped, which the caller must see for itself.
pub(crate) fn search<N: Node>(
    w: &mut Worker,
    s: &Shared<'_>,
    mut alpha: Value,
    mut beta: Value,
    mut depth: i32,
    cut_node: bool,
) -> Value {
    // 1. The horizon.
    if depth <= 0 {
        return quiescence::<N>(w, s, alpha, beta);
    }
    let ply = w.ply;
    if N::PV {
        w.pv[ply].clear();
        w.seldepth = w.seldepth.max(ply + 1);
    }

    // 2. Time is up.
    if s.must_stop(w) {
        return 0;
    }

    // 3. The rules: repetition and the natural limit. An uncertain verdict only bounds the value.
    let mut path_dependent = false;
    if !N::ROOT {
        match w.judge.probe(&w.line, w.root) {
            None => {}
            Some(Finding { result, certain: true }) => return rule_value(result, ply),
            Some(Finding { result, certain: false }) => {
                path_dependent = true;
                match result {
                    RuleResult::Win => alpha = alpha.max(DRAW),
                    RuleResult::Loss => beta = beta.min(DRAW),
                    RuleResult::Draw => return DRAW,
                }
                if alpha >= beta {
                    return alpha;
                }
            }
        }
        if ply >= MAX_PLY {
            return if w.line.in_check() { DRAW } else { w.evaluate() };
        }
        // 4. A shorter mate is known already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
    }

    let in_check = w.line.in_check();
    let excluded = w.frame(0).excluded;
    let quiet_plies = w.quiet_plies();
    w.child_mut().killers = [Move::NONE; 2];
    w.child_mut().cutoffs = 0;

    // 5. The transposition table.
    let key = w.position().key();
    let entry = if excluded.is_some() { None } else { s.tt.get(key) };
    let table_value = entry.map_or(UNKNOWN, |e| tt::from_table(e.value, ply, quiet_plies));
    let table_move = match entry {
        _ if N::ROOT => w.root_moves[w.pv_index].mv,
        Some(e) => e.mv,
        None => Move::NONE,
    };
    let was_pv = N::PV || entry.is_some_and(|e| e.pv);
    if !N::PV
        && !path_dependent
        && let Some(e) = entry
        && e.depth > depth - i32::from(table_value <= beta)
        && e.bound != Bound::None
        && (if table_value >= beta { e.bound.is_lower() } else { e.bound.is_upper() })
        && quiet_plies > 6
        && (cut_node == (table_value >= beta) || depth > 5)
    {
        if table_value >= beta && e.mv.is_some() && w.position().is_legal(e.mv) {
            let bonus = bonus(depth);
            if is_quiet(w.position(), e.mv) {
                update_quiet(w, e.mv, bonus);
            }
        }
        return table_value;
    }

    // 6. Static evaluation, corrected by experience and by what the table knows.
    let mut raw_eval = UNKNOWN;
    let mut eval = UNKNOWN;
    let mut improving = false;
    if !in_check {
        if excluded.is_some() {
            eval = w.frame(0).eval;
        } else {
            raw_eval = entry.map(|e| e.eval).filter(|&e| e != UNKNOWN).unwrap_or_else(|| w.evaluate());
            let corrected = w.corrections.apply(w.position(), w.moves_key(), raw_eval);
            w.frame_mut(0).eval = corrected;
            if entry.is_none() {
                let mv = Move::NONE;
                s.tt.put(key, Entry { mv, value: 0, eval: raw_eval, depth: 0, bound: Bound::None, pv: was_pv });
            }
            eval = corrected;
            if let Some(e) = entry
                && e.bound != Bound::None
                && !is_decided(table_value)
                && (if table_value > eval { e.bound.is_lower() } else { e.bound.is_upper() })
            {
                eval = table_value;
            }
        }
        let static_eval = w.frame(0).eval;
        let before = [w.frame(2).eval, w.frame(4).eval].into_iter().find(|&e| e != UNKNOWN);
        improving = before.is_some_and(|before| static_eval > before);
    } else {
        w.frame_mut(0).eval = UNKNOWN;
    }

    // 7. Pruning of the whole node.
    if !N::PV && !in_check && excluded.is_none() {
        if let Some(value) =
            prune_node(w, s, alpha, beta, depth, cut_node, eval, improving, entry.as_ref(), table_value)
        {
            return value;
        }
        if w.stopping {
            return 0;
        }
    }

    // 8. Without a table move the order is poor: look less deep and come back with one.
    if (N::PV || cut_node) && depth >= 5 && table_move.is_none() && excluded.is_none() {
        depth -= 1;
    }

    // 9. The moves.
    let side = w.position().side();
    let fighting = fighting_material(w.position(), side);
    let table_capture = table_move.is_some() && !is_quiet(w.position(), table_move);
    let mut picker = Picker::new(w.position(), table_move, w.order_context());
    let mut best = -INFINITE;
    let mut best_move = Move::NONE;
    let mut number = 0;
    let mut quiets = Tried::<48>::new();
    let mut captures = Tried::<24>::new();
    let first_alpha = alpha;
    while let Some(mv) = picker.next(w.line.position(), &w.histories) {
        if mv == excluded || N::ROOT && !w.is_open_root_move(mv) {
            continue;
        }
        number += 1;
        let quiet = is_quiet(w.position(), mv);
        let check = w.position().gives_check(mv);
        let killer = w.frame(0).killers.contains(&mv);
        let history =
            if quiet { quiet_history(w.position(), &w.histories, w.earlier(), mv) } else { capture_history(w, mv) };

        // 10. Pruning of single moves, never before one is found that does not lose outright.
        if !N::ROOT && fighting && best > -RULE_BAND {
            let reduced = (depth - reductions::expected(depth, number, improving)).max(0);
            if quiet && !check {
                if number > pruning::late_move_count(depth, improving) {
                    picker.skip_quiets();
                    continue;
                }
                if !in_check && pruning::futile(reduced, eval, alpha) {
                    picker.skip_quiets();
                    continue;
                }
                if pruning::hopeless_history(depth, history)
                    || !w.position().see_ge(mv, pruning::see_margin_quiet(reduced))
                {
                    continue;
                }
            } else if !quiet {
                let victim = w.position().captured_value(mv);
                if !in_check && !check && pruning::futile_capture(reduced, eval, victim, alpha)
                    || !w.position().see_ge(mv, pruning::see_margin_capture(depth))
                {
                    continue;
                }
            } else if !w.position().see_ge(mv, pruning::see_margin_capture(depth)) {
                continue;
            }
        }

        // 11. Extensions.
        let mut extension = 0;
        if !N::ROOT
            && excluded.is_none()
            && mv == table_move
            && (ply as i32) < 2 * w.root_depth
            && let Some(e) = entry.as_ref().filter(|e| extensions::singular_candidate(depth, e, was_pv))
        {
            let singular_beta = extensions::singular_beta(depth, table_value);
            debug_assert_eq!(e.mv, mv);
            w.frame_mut(0).excluded = mv;
            let others = search::<NonPv>(w, s, singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
            w.frame_mut(0).excluded = Move::NONE;
            if w.stopping {
                return 0;
            }
            if others < singular_beta {
                extension = extensions::singular_extension(others, singular_beta, N::PV);
            } else if others >= beta && !is_decided(others) {
                // Several moves beat beta: cut without asking the first.
                return others;
            } else if table_value >= beta {
                extension = -2;
            } else if cut_node {
                extension = -1;
            }
        }
        if extension == 0 && check && depth <= 8 && (ply as i32) < 2 * w.root_depth && w.position().see_ge(mv, 0) {
            extension = 1;
        }

        // 12. Search: late moves reduced and with a null window first.
        let nodes_before = w.nodes;
        let new_depth = depth - 1 + extension;
        w.make(s.tt, mv);
        let mut value = -INFINITE;
        let mut full_null_window = !N::PV || number > 1;
        if depth >= 2 && number > 1 + i32::from(N::ROOT) {
            let lateness = Lateness {
                depth,
                number,
                cut_node,
                was_pv,
                improving,
                table_capture,
                check,
                killer,
                cutoffs: w.frame(0).cutoffs,
                history,
            };
            let mut reduction = reductions::late_move(lateness);
            if !quiet {
                reduction -= 1024;
            }
            let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
            value = -search::<NonPv>(w, s, -alpha - 1, -alpha, reduced, true);
            full_null_window = value > alpha && reduced < new_depth;
        }
        if full_null_window {
            value = -search::<NonPv>(w, s, -alpha - 1, -alpha, new_depth, !cut_node);
        }
        if N::PV && (number == 1 || value > alpha) {
            value = -search::<Pv>(w, s, -beta, -alpha, new_depth, false);
        }
        w.unmake();
        if w.stopping {
            return 0;
        }

        // 13. The result.
        if N::ROOT {
            w.note_root_move(mv, value, alpha, number, w.nodes - nodes_before);
        }
        if value > best {
            best = value;
            if value > alpha {
                best_move = mv;
                if N::PV {
                    w.extend_pv(mv);
                }
                if value >= beta {
                    w.frame_mut(1).cutoffs += 1;
                    break;
                }
                alpha = value;
            }
        }
        if mv != best_move {
            if quiet { quiets.push(mv) } else { captures.push(mv) }
        }
    }

    // 14. No move at all: mate or stalemate, both lose.
    if number == 0 {
        return if excluded.is_some() { alpha } else { mated_in(ply) };
    }

    // 15. Learn.
    if best_move.is_some() && best >= beta {
        learn_cutoff(w, best_move, depth, &quiets, &captures);
    }
    if path_dependent {
        return best.clamp(first_alpha.min(best), beta.max(best));
    }
    if excluded.is_none() && !(N::ROOT && w.pv_index > 0) {
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // What a repetition or a rule decided is true on this path only: keep the move, not the value.
        let bound = if is_rule(best) || best == DRAW { Bound::None } else { bound };
        let entry = Entry { mv: best_move, value: tt::to_table(best, ply), eval: raw_eval, depth, bound, pv: was_pv };
        s.tt.put(key, entry);
        let quiet_best = best_move.is_none() || is_quiet(w.position(), best_move);
        if !in_check
            && quiet_best
            && !is_decided(best)
            && (bound != Bound::Lower || best > raw_eval)
            && !(bound == Bound::Upper && best >= raw_eval)
        {
            let key = w.moves_key();
            w.corrections.update(w.line.position(), key, depth, best - raw_eval);
        }
    }
    best
}

/// Steps that may end a node before a move is made: razoring, reverse futility, null move, ProbCut.
#[allow(clippy::too_many_arguments)]
fn prune_node(
    w: &mut Worker,
    s: &Shared<'_>,
    alpha: Value,
    beta: Value,
    depth: i32,
    cut_node: bool,
    eval: Value,
    improving: bool,
    entry: Option<&Entry>,
    table_value: Value,
) -> Option<Value> {
    if pruning::razor(depth, eval, alpha) {
        let value = quiescence::<NonPv>(w, s, alpha, alpha + 1);
        if value <= alpha {
            return Some(value);
        }
    }
    if pruning::reverse_futility(depth, improving, eval, beta) {
        return Some(pruning::soften(eval, beta));
    }

    let side = w.position().side();
    let last_was_move = w.frame(1).mv.is_some();
    if depth >= 3
        && last_was_move
        && w.ply >= w.null_from
        && eval >= beta
        && pruning::null_move_eval(depth, w.frame(0).eval, beta)
        && beta > -RULE_BAND
        && fighting_material(w.position(), side)
    {
        let reduced = depth - pruning::null_move_reduction(depth, eval, beta);
        let frame = w.frame_mut(0);
        frame.mv = Move::NONE;
        frame.piece_to = None;
        let null = w.line.make_null();
        w.ply += 1;
        let value = -search::<NonPv>(w, s, -beta, -beta + 1, reduced, !cut_node);
        w.ply -= 1;
        w.line.unmake_null(null);
        if w.stopping {
            return Some(0);
        }
        if value >= beta {
            // A mate found after a pass proves nothing.
            let value = if is_decided(value) { beta } else { value };
            if depth < 14 || w.null_from > 0 {
                return Some(value);
            }
            // At depth the pass is verified by a search without null moves, against zugzwang.
            w.null_from = w.ply + (reduced.max(1) * 3 / 4) as usize + 1;
            let verified = search::<NonPv>(w, s, beta - 1, beta, reduced, false);
            w.null_from = 0;
            if w.stopping {
                return Some(0);
            }
            if verified >= beta {
                return Some(value);
            }
        }
    }

    let probcut_beta = pruning::probcut_beta(beta, improving);
    let contradicted =
        entry.is_some_and(|e| e.depth >= depth - 3 && table_value < probcut_beta && e.bound != Bound::None);
    if depth >= 5 && !is_decided(beta) && !contradicted {
        let table_move = entry.map_or(Move::NONE, |e| e.mv);
        let mut picker = Picker::captures(w.position(), table_move, probcut_beta - w.frame(0).eval);
        while let Some(mv) = picker.next(w.line.position(), &w.histories) {
            if !w.position().see_ge(mv, probcut_beta - w.frame(0).eval) {
                continue;
            }
            w.make(s.tt, mv);
            let mut value = -quiescence::<NonPv>(w, s, -probcut_beta, -probcut_beta + 1);
            if value >= probcut_beta {
                value = -search::<NonPv>(w, s, -probcut_beta, -probcut_beta + 1, depth - 4, !cut_node);
            }
            w.unmake();
            if w.stopping {
                return Some(0);
            }
            if value >= probcut_beta {
                let key = w.position().key();
                if !is_rule(value) {
                    let value = tt::to_table(value, w.ply);
                    let eval = entry.map_or(UNKNOWN, |e| e.eval);
                    s.tt.put(key, Entry { mv, value, eval, depth: depth - 3, bound: Bound::Lower, pv: false });
                }
                return Some(if is_decided(value) { value } else { value - (probcut_beta - beta) });
            }
        }
    }
    None
}

/// The value of a certain verdict at a node.
pub(crate) fn rule_value(result: RuleResult, ply: usize) -> Value {
    match result {
        RuleResult::Draw => DRAW,
        RuleResult::Win => RULE_WIN - ply as Value,
        RuleResult::Loss => ply as Value - RULE_WIN,
    }
}

/// Whether a move takes nothing.
#[inline]
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.to()).is_none()
}

/// Whether a side has a rook, knight or cannon: without one, passing may be the only good "move".
#[inline]
fn fighting_material(position: &Position, side: Color) -> bool {
    let fighters = position.kind(PieceKind::Rook) | position.kind(PieceKind::Knight) | position.kind(PieceKind::Cannon);
    (fighters & position.color(side)).any()
}

fn capture_history(w: &Worker, mv: Move) -> i32 {
    match (w.position().piece_at(mv.from()), w.position().piece_at(mv.to())) {
        (Some(piece), Some(captured)) => {
            w.histories.capture.get(piece, mv.to(), captured.kind()) + VALUES[captured.kind().index()] * 4
        }
        _ => 0,
    }
}

fn bonus(depth: i32) -> i32 {
    (params::bonus_depth() * depth - params::bonus_base()).min(params::bonus_max())
}

fn update_quiet(w: &mut Worker, mv: Move, bonus: i32) {
    let Some(piece) = w.position().piece_at(mv.from()) else { return };
    let now = crate::order::history::piece_to(piece, mv.to());
    let earlier = w.earlier();
    w.histories.quiet.update(piece.color(), mv, bonus);
    for before in earlier {
        w.histories.continuation.update(before, now, bonus);
    }
}

fn update_capture(w: &mut Worker, mv: Move, bonus: i32) {
    if let (Some(piece), Some(captured)) = (w.position().piece_at(mv.from()), w.position().piece_at(mv.to())) {
        w.histories.capture.update(piece, mv.to(), captured.kind(), bonus);
    }
}

/// A move refuted the node: it is rewarded, what was tried before it is punished.
fn learn_cutoff(w: &mut Worker, best: Move, depth: i32, quiets: &Tried<48>, captures: &Tried<24>) {
    let bonus = bonus(depth);
    let malus = -(params::malus_depth() * depth).min(params::malus_max());
    if is_quiet(w.position(), best) {
        let killers = &mut w.frame_mut(0).killers;
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        update_quiet(w, best, bonus);
        for mv in quiets.iter() {
            update_quiet(w, mv, malus);
        }
    } else {
        update_capture(w, best, bonus);
    }
    for mv in captures.iter() {
        update_capture(w, mv, malus);
    }
}
