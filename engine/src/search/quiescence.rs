//! Below the horizon: captures until the position is quiet, all moves when in check.

use chuhe_movegen::Move;
use chuhe_rules::{Finding, RuleResult};

use crate::order::picker::Picker;
use crate::params;
use crate::search::iterative::Shared;
use crate::search::node::{Node, is_quiet, rule_value};
use crate::search::pruning;
use crate::search::worker::Worker;
use crate::tt::{self, Bound, Entry};
use crate::value::{DRAW, INFINITE, MAX_PLY, RULE_BAND, UNKNOWN, Value, is_decided, is_rule, mated_in};

/// The value of the position once the captures are played out, fail-soft.
pub(crate) fn quiescence<N: Node>(w: &mut Worker, s: &Shared<'_>, mut alpha: Value, beta: Value) -> Value {
    let ply = w.ply;
    if N::PV {
        w.pv[ply].clear();
        w.seldepth = w.seldepth.max(ply + 1);
    }
    if s.must_stop(w) {
        return 0;
    }
    match w.judge.probe(&w.line, w.root) {
        Some(Finding { result, certain: true }) => return rule_value(result, ply),
        Some(Finding { result: RuleResult::Draw, .. }) => return DRAW,
        _ => {}
    }
    let in_check = w.line.in_check();
    if ply >= MAX_PLY {
        return if in_check { DRAW } else { w.evaluate() };
    }

    let key = w.position().key();
    let entry = s.tt.get(key);
    let table_value = entry.map_or(UNKNOWN, |e| tt::from_table(e.value, ply, w.quiet_plies()));
    let was_pv = N::PV || entry.is_some_and(|e| e.pv);
    if !N::PV
        && let Some(e) = entry
        && e.bound != Bound::None
        && (if table_value >= beta { e.bound.is_lower() } else { e.bound.is_upper() })
        && w.quiet_plies() > 6
    {
        return table_value;
    }

    let first_alpha = alpha;
    let mut raw_eval = UNKNOWN;
    let mut best = -INFINITE;
    let mut futility = -INFINITE;
    if !in_check {
        raw_eval = entry.map(|e| e.eval).filter(|&e| e != UNKNOWN).unwrap_or_else(|| w.evaluate());
        best = w.corrections.apply(w.position(), w.moves_key(), raw_eval);
        w.frame_mut(0).eval = best;
        if let Some(e) = entry
            && e.bound != Bound::None
            && !is_decided(table_value)
            && (if table_value > best { e.bound.is_lower() } else { e.bound.is_upper() })
        {
            best = table_value;
        }
        if best >= beta {
            if entry.is_none() {
                let mv = Move::NONE;
                s.tt.put(key, Entry { mv, value: 0, eval: raw_eval, depth: 0, bound: Bound::None, pv: false });
            }
            return pruning::soften(best, beta);
        }
        alpha = alpha.max(best);
        futility = best + params::qs_futility();
    } else {
        w.frame_mut(0).eval = UNKNOWN;
    }

    let table_move = entry.map_or(Move::NONE, |e| e.mv);
    let mut picker = if in_check {
        Picker::new(w.position(), table_move, w.order_context())
    } else {
        Picker::captures(w.position(), table_move, params::qs_see())
    };
    let mut best_move = Move::NONE;
    let mut number = 0;
    while let Some(mv) = picker.next(w.line.position(), &w.histories) {
        number += 1;
        if best > -RULE_BAND {
            if in_check {
                // One way out is enough to know that it is no mate; the captures are still looked at.
                if number > 3 && is_quiet(w.position(), mv) {
                    picker.skip_quiets();
                    continue;
                }
            } else {
                let promise = futility + w.position().captured_value(mv);
                if promise <= alpha && !w.position().gives_check(mv) {
                    best = best.max(promise);
                    continue;
                }
            }
        }
        w.make(s.tt, mv);
        let value = -quiescence::<N>(w, s, -beta, -alpha);
        w.unmake();
        if w.stopping {
            return 0;
        }
        if value > best {
            best = value;
            if value > alpha {
                best_move = mv;
                if N::PV {
                    w.extend_pv(mv);
                }
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
    }
    if in_check && number == 0 {
        return mated_in(ply);
    }
    let bound = if best >= beta {
        Bound::Lower
    } else if N::PV && best > first_alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let bound = if is_rule(best) || best == DRAW { Bound::None } else { bound };
    let value = tt::to_table(best, ply);
    s.tt.put(key, Entry { mv: best_move, value, eval: raw_eval, depth: 0, bound, pv: was_pv });
    best
}
