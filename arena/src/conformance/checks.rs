//! The checks.

use std::time::{Duration, Instant};

use chuhe_movegen::{Move, Position};
use chuhe_protocol::{Command, Dialect, Go, OptionKind, PositionText, Reply, Start};

use super::dialogue::{Dialogue, Seen};

type Run = fn(&mut Dialogue) -> Seen;

/// All checks in the order in which they run.
pub(super) const ALL: [(&str, Run); 25] = [
    ("hello", hello),
    ("options", options),
    ("set-defaults", set_defaults),
    ("ready-idle", ready_idle),
    ("unknown-command", unknown_command),
    ("crlf", crlf),
    ("new-game", new_game),
    ("depth", depth),
    ("nodes", nodes),
    ("info", info),
    ("black-to-move", black_to_move),
    ("history", history),
    ("move-time", move_time),
    ("clock", clock),
    ("no-time", no_time),
    ("stop", stop),
    ("ready-searching", ready_searching),
    ("stray-stop", stray_stop),
    ("mated", mated),
    ("stalemated", stalemated),
    ("restricted", restricted),
    ("ponder-hit", ponder_hit),
    ("ponder-miss", ponder_miss),
    ("bad-position", bad_position),
    ("quit", quit),
];

const SHORT: Duration = Duration::from_secs(5);
/// A black king in the corner and a red rook: red mates or plays on for long.
const ENDING: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";

fn position(fen: Option<&str>, moves: &[&str]) -> (Command, Position) {
    let start = fen.map_or(Start::Startpos, |fen| Start::Fen(fen.as_bytes().to_vec()));
    let mut board: Position =
        fen.map_or_else(Position::start, |fen| fen.parse().expect("the checks' positions are legal"));
    for mv in moves {
        let mv: Move = mv.parse().expect("the checks' moves are moves");
        debug_assert!(board.is_legal(mv));
        let _ = board.make(mv);
    }
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    (Command::Position(PositionText { start, moves }), board)
}

/// `go` with time for this move.
fn timed(d: &Dialogue, ms: i64) -> Go {
    match d.dialect() {
        Dialect::Ucci => {
            let seconds = d.engine.unit() == chuhe_protocol::TimeUnit::Seconds;
            Go { time: Some(if seconds { (ms / 1000).max(1) } else { ms }), movestogo: Some(1), ..Go::default() }
        }
        Dialect::Uci => Go { movetime: Some(ms), ..Go::default() },
    }
}

fn infinite() -> Go {
    Go { infinite: true, ..Go::default() }
}

fn depth_of(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

fn search(d: &mut Dialogue, fen: Option<&str>, moves: &[&str], go: Go) -> Seen<Position> {
    let (command, board) = position(fen, moves);
    d.say(&command)?;
    d.say(&Command::Go(go))?;
    Ok(board)
}

fn ms(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

fn hello(d: &mut Dialogue) -> Seen {
    let protocol = if d.dialect() == Dialect::Ucci { "UCCI" } else { "UCI" };
    let ranks = match d.engine.ranks() {
        Some(chuhe_protocol::Ranks::One) => "1-10",
        Some(chuhe_protocol::Ranks::Zero) => "0-9",
        None => "not known yet",
    };
    if d.engine.identity().is_empty() {
        return Err(format!("{protocol} without `id name`"));
    }
    Ok(format!("{} speaks {protocol}, ranks {ranks}", d.engine.identity()))
}

fn options(d: &mut Dialogue) -> Seen {
    let dialect = d.dialect();
    let offered = d.engine.offered();
    for option in offered {
        if dialect == Dialect::Ucci && option.name.chars().any(char::is_uppercase) {
            return Err(format!("option {}: names are lower-case words in UCCI", option.name));
        }
        match &option.kind {
            OptionKind::Spin { min, max, default } if !(min..=max).contains(&default) => {
                return Err(format!("option {}: the default {default} is not within {min} to {max}", option.name));
            }
            OptionKind::Combo { values, default } if !values.contains(default) => {
                return Err(format!("option {}: the default `{default}` is none of the values", option.name));
            }
            _ => {}
        }
    }
    if dialect == Dialect::Ucci && !offered.iter().any(|option| option.name.eq_ignore_ascii_case("usemillisec")) {
        return Err("no `option usemillisec`: clients will send seconds".into());
    }
    Ok(format!("{} offered", offered.len()))
}

fn set_defaults(d: &mut Dialogue) -> Seen {
    let mut lines = Vec::new();
    for option in d.engine.offered() {
        let value = match &option.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { values, default } if values.contains(default) && option.name != "UCI_Variant" => {
                default.clone()
            }
            _ => continue,
        };
        // The clock's unit was agreed on.
        if !option.name.eq_ignore_ascii_case("usemillisec") {
            lines.push(Command::SetOption { name: option.name.clone(), value: Some(value.into_bytes()) });
        }
    }
    for line in &lines {
        d.say(line)?;
    }
    d.ready()?;
    Ok(format!("{} options set", lines.len()))
}

fn ready_idle(d: &mut Dialogue) -> Seen {
    d.say(&Command::IsReady)?;
    let (_, took) = d.wait("readyok", SHORT, |reply, _| *reply == Reply::ReadyOk)?;
    Ok(ms(took))
}

fn unknown_command(d: &mut Dialogue) -> Seen {
    d.raw("frobnicate now")?;
    d.raw("")?;
    d.ready()?;
    Ok("ignored".into())
}

fn crlf(d: &mut Dialogue) -> Seen {
    d.raw("isready\r")?;
    d.wait("readyok", SHORT, |reply, _| *reply == Reply::ReadyOk)?;
    Ok("understood".into())
}

fn new_game(d: &mut Dialogue) -> Seen {
    if d.dialect() == Dialect::Ucci {
        d.say(&Command::NewGame)?;
        d.raw("uccinewgame")?;
    } else {
        d.say(&Command::NewGame)?;
    }
    d.ready()?;
    Ok("ready again".into())
}

fn depth(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &[], depth_of(3))?;
    let (mv, _, took) = d.legal_move(&board, Duration::from_secs(20))?;
    Ok(format!("{mv} in {}", ms(took)))
}

fn nodes(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &["h2e2", "h9g7"], Go { nodes: Some(2000), ..Go::default() })?;
    let (mv, _, took) = d.legal_move(&board, SHORT)?;
    Ok(format!("{mv} in {}", ms(took)))
}

/// The report lines of a search: depth, score, time, nodes, a legal variation; ASCII, below 1000 bytes.
fn info(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &["h2e2", "h9g7"], timed(d, 500))?;
    let (mut deepest, mut scores, mut nodes) = (0, 0, 0);
    let (mut bad_line, mut bad_pv) = (None, None);
    d.wait("bestmove", SHORT, |reply, bytes| {
        if bytes.len() > 1000 || !bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
            bad_line.get_or_insert(String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned());
        }
        if let Reply::Info(info) = reply {
            deepest = deepest.max(info.depth.unwrap_or(0));
            scores += u32::from(info.score.is_some());
            nodes = nodes.max(info.nodes.unwrap_or(0));
            let mut position = board.clone();
            for &mv in &info.pv {
                if !position.is_legal(mv) {
                    bad_pv.get_or_insert(mv);
                    break;
                }
                let _ = position.make(mv);
            }
        }
        matches!(reply, Reply::BestMove { .. } | Reply::NoBestMove | Reply::BadBestMove(_))
    })?;
    if let Some(line) = bad_line {
        return Err(format!("a line of more than 1000 bytes or not in ASCII: `{line}`"));
    }
    if let Some(mv) = bad_pv {
        return Err(format!("{mv} in a variation is illegal"));
    }
    if deepest == 0 || scores == 0 {
        return Err("no depth and score reported".into());
    }
    Ok(format!("depth {deepest}, {nodes} nodes"))
}

fn black_to_move(d: &mut Dialogue) -> Seen {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
    let board = search(d, Some(fen), &[], depth_of(2))?;
    let (mv, _, _) = d.legal_move(&board, Duration::from_secs(20))?;
    Ok(mv.to_string())
}

/// A long game with captures and repetitions.
fn history(d: &mut Dialogue) -> Seen {
    let mut moves = vec!["h2e2", "h9g7", "e2e6", "a6a5", "h0g2", "i9h9"];
    for _ in 0..50 {
        moves.extend(["i0i1", "h9i9", "i1i0", "i9h9"]);
    }
    let board = search(d, None, &moves, depth_of(2))?;
    let (mv, _, _) = d.legal_move(&board, Duration::from_secs(20))?;
    Ok(format!("{mv} after {} plies", moves.len()))
}

fn move_time(d: &mut Dialogue) -> Seen {
    let limit = if d.engine.unit() == chuhe_protocol::TimeUnit::Seconds { 1000 } else { 300 };
    let board = search(d, None, &["h2e2"], timed(d, limit))?;
    let (_, _, took) = d.legal_move(&board, Duration::from_secs(10))?;
    if took > Duration::from_millis(limit as u64 + 100) {
        return Err(format!("{} for {limit} ms", ms(took)));
    }
    Ok(format!("{} of {limit} ms", ms(took)))
}

fn on_clock(d: &Dialogue, left: i64) -> Go {
    match d.dialect() {
        Dialect::Ucci => {
            let unit = if d.engine.unit() == chuhe_protocol::TimeUnit::Seconds { 1000 } else { 1 };
            let left = left / unit;
            Go { time: Some(left), increment: Some(0), opptime: Some(left), oppincrement: Some(0), ..Go::default() }
        }
        Dialect::Uci => Go { wtime: Some(left), btime: Some(left), winc: Some(0), binc: Some(0), ..Go::default() },
    }
}

fn clock(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &["h2e2"], on_clock(d, 2000))?;
    let (_, _, took) = d.legal_move(&board, Duration::from_secs(10))?;
    if took >= Duration::from_secs(2) {
        return Err(format!("{} of 2000 ms for the whole game", ms(took)));
    }
    Ok(format!("{} of 2000 ms for the game", ms(took)))
}

fn no_time(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &["h2e2"], on_clock(d, 0))?;
    let (_, _, took) = d.legal_move(&board, SHORT)?;
    if took > Duration::from_millis(500) {
        return Err(format!("{} although no time is left", ms(took)));
    }
    Ok(ms(took))
}

fn stop(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &[], infinite())?;
    d.silence(Duration::from_millis(300), |reply| matches!(reply, Reply::BestMove { .. } | Reply::NoBestMove))?;
    d.say(&Command::Stop)?;
    let (_, _, took) = d.legal_move(&board, SHORT)?;
    if took > Duration::from_millis(200) {
        return Err(format!("{} after stop; a referee waits 200", ms(took)));
    }
    Ok(format!("{} after stop", ms(took)))
}

fn ready_searching(d: &mut Dialogue) -> Seen {
    let board = search(d, None, &[], infinite())?;
    d.say(&Command::IsReady)?;
    let (_, took) = d.wait("readyok", Duration::from_secs(2), |reply, _| *reply == Reply::ReadyOk)?;
    d.say(&Command::Stop)?;
    d.legal_move(&board, SHORT)?;
    Ok(ms(took))
}

fn stray_stop(d: &mut Dialogue) -> Seen {
    d.say(&Command::Stop)?;
    match d.dialect() {
        Dialect::Ucci => {
            d.wait("nobestmove", Duration::from_secs(1), |reply, _| *reply == Reply::NoBestMove)?;
            Ok("nobestmove".into())
        }
        Dialect::Uci => {
            d.silence(Duration::from_millis(300), |reply| {
                matches!(reply, Reply::BestMove { .. } | Reply::NoBestMove | Reply::BadBestMove(_))
            })?;
            Ok("silence".into())
        }
    }
}

fn without_moves(d: &mut Dialogue, fen: &str) -> Seen {
    search(d, Some(fen), &[], depth_of(3))?;
    match d.best(SHORT)?.0 {
        Reply::NoBestMove => Ok("no move".into()),
        Reply::BestMove { mv, .. } => Err(format!("bestmove {mv} where no move is legal")),
        _ => Err("an answer that cannot be read".into()),
    }
}

fn mated(d: &mut Dialogue) -> Seen {
    without_moves(d, "3k5/9/9/9/9/9/9/3R5/9/4K4 b - - 0 1")
}

fn stalemated(d: &mut Dialogue) -> Seen {
    without_moves(d, "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
}

/// Banned moves (UCCI) are not played; with `searchmoves` (UCI) no others are.
fn restricted(d: &mut Dialogue) -> Seen {
    let (command, board) = position(None, &[]);
    d.say(&command)?;
    let legal = board.legal_moves();
    let kept: Move = "a3a4".parse().expect("a move");
    let mut go = depth_of(2);
    if d.dialect() == Dialect::Ucci {
        let banned = legal.iter().filter(|&&mv| mv != kept).map(ToString::to_string).collect();
        d.say(&Command::BanMoves(banned))?;
    } else {
        go.searchmoves = vec![kept.to_string()];
    }
    d.say(&Command::Go(go))?;
    let (mv, _, _) = d.legal_move(&board, SHORT)?;
    if mv != kept {
        return Err(format!("{mv} was played where only {kept} is allowed"));
    }
    Ok(format!("{mv}"))
}

fn ponder(d: &mut Dialogue) -> Seen<Position> {
    let (command, board) = position(None, &["h2e2", "h9g7"]);
    d.say(&command)?;
    let go = Go { ponder: true, ..on_clock(d, 2000) };
    d.say(&Command::Go(go))?;
    d.silence(Duration::from_millis(700), |reply| matches!(reply, Reply::BestMove { .. } | Reply::NoBestMove))?;
    Ok(board)
}

fn ponder_hit(d: &mut Dialogue) -> Seen {
    let board = ponder(d)?;
    d.say(&Command::PonderHit { draw: false })?;
    let (_, _, took) = d.legal_move(&board, SHORT)?;
    if took >= Duration::from_secs(2) {
        return Err(format!("{} after ponderhit with 2000 ms left", ms(took)));
    }
    Ok(format!("{} after ponderhit", ms(took)))
}

fn ponder_miss(d: &mut Dialogue) -> Seen {
    let board = ponder(d)?;
    d.say(&Command::Stop)?;
    let (_, _, took) = d.legal_move(&board, SHORT)?;
    let board = search(d, None, &["h2e2", "b9c7"], depth_of(2))?;
    d.legal_move(&board, Duration::from_secs(20))?;
    Ok(format!("{} after stop", ms(took)))
}

/// What cannot be used must not end the engine.
fn bad_position(d: &mut Dialogue) -> Seen {
    d.raw("position fen 9/9/9/9 w - - 0 1")?;
    d.ready().map_err(|error| format!("after a FEN of four ranks: {error}"))?;
    let (command, _) = position(None, &["h2e2"]);
    d.say(&command)?;
    d.raw("position startpos moves h2e2 a0a9 h9g7")?;
    d.ready().map_err(|error| format!("after an illegal move: {error}"))?;
    let board = search(d, Some(ENDING), &[], depth_of(2))?;
    let (mv, _, _) = d.legal_move(&board, Duration::from_secs(20))?;
    Ok(format!("survived; then {mv}"))
}

fn quit(d: &mut Dialogue) -> Seen {
    search(d, None, &[], infinite())?;
    d.say(&Command::Quit)?;
    let start = Instant::now();
    let until = start + Duration::from_secs(2);
    let mut bye = false;
    let left = loop {
        match d.line(until) {
            Ok(Some((bytes, _))) => bye |= bytes.trim_ascii() == b"bye",
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    if !left {
        return Err("it is still there after 2 s".into());
    }
    if d.dialect() == Dialect::Ucci && !bye {
        return Err("it leaves without `bye`".into());
    }
    Ok(format!("left after {} while searching", ms(start.elapsed())))
}
