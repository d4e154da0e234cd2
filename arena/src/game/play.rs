//! Playing a game.

use std::time::{Duration, Instant};

use chuhe_movegen::{Color, Move, PieceKind, Score};
use chuhe_protocol::Dialect;
use chuhe_rules::{Language, Line, Rules, judge, losing_moves};

use super::adjudication::{Call, Counter};
use super::request::{History, Manner, go};
use super::{Conditions, EndReason, Ending, LateMove, MoveRecord, Opening};
use crate::clock::Clock;
use crate::engine::{Answer, Claims, Engine, Fault, Foul, Said, Search};
use crate::engine_book::EngineBook;

/// One side of a game.
pub struct Player<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// The name in messages.
    pub name: &'a str,
    /// Its own opening book.
    pub book: Option<&'a EngineBook>,
}

/// A game while it is played.
struct Game<'a, 'b> {
    players: &'a mut [Player<'b>; 2],
    conditions: &'a Conditions,
    line: Line,
    history: History,
    clocks: [Option<Clock>; 2],
    moves: Vec<MoveRecord>,
    counter: Counter,
    /// Who has offered a draw that the other side may accept now.
    offer: Option<Color>,
    /// The reply that each side expects and thinks about.
    guesses: [Option<Move>; 2],
    scores: [Option<Score>; 2],
    /// When the last move arrived.
    last_move_at: Option<Instant>,
    fouls: [Vec<Foul>; 2],
    late: Option<LateMove>,
}

/// What a turn came to.
enum Turn {
    Move { mv: Move, ponder: Option<Move>, record: MoveRecord, at: Instant },
    End(Ending),
}

/// What a game left behind.
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// All moves, the opening's included.
    pub moves: Vec<MoveRecord>,
    /// Faults of red and black that did not end it.
    pub fouls: [Vec<Foul>; 2],
    /// The late move, when it was lost on time.
    pub late: Option<LateMove>,
}

/// Plays a game: red first in `players`. None when the match was stopped meanwhile; the engines may be left thinking.
pub fn play(players: &mut [Player<'_>; 2], opening: &Opening, conditions: &Conditions) -> Option<Played> {
    let clocks = Color::ALL.map(|side| players[side.index()].engine.config().limits.clock.clone().map(Clock::new));
    let mut game = Game {
        line: Line::new(opening.start.clone(), conditions.rules.limit),
        history: History::new(&opening.start),
        players,
        conditions,
        clocks,
        moves: Vec::new(),
        counter: Counter::default(),
        offer: None,
        guesses: [None; 2],
        scores: [None; 2],
        last_move_at: None,
        fouls: [Vec::new(), Vec::new()],
        late: None,
    };
    for &mv in &opening.moves {
        game.advance(mv);
        game.moves.push(plain_move(mv));
    }
    let ending = game.run()?;
    for (player, fouls) in game.players.iter_mut().zip(&mut game.fouls) {
        fouls.extend(player.engine.take_fouls());
    }
    Some(Played { ending, moves: game.moves, fouls: game.fouls, late: game.late })
}

fn plain_move(mv: Move) -> MoveRecord {
    MoveRecord {
        mv: mv.to_string(),
        score: None,
        depth: None,
        nodes: None,
        used_us: 0,
        machine_wait_us: 0,
        forgiven: false,
        runner_us: 0,
        clock_ms: None,
        ponder_hit: false,
        book: false,
    }
}

impl Game<'_, '_> {
    fn run(&mut self) -> Option<Ending> {
        for side in Color::ALL {
            let player = &mut self.players[side.index()];
            if let Err(fault) = player.engine.new_game() {
                return Ending::by_fault(side, player.name, &fault, self.conditions.language);
            }
        }
        loop {
            if let Some(outcome) = judge(&self.line, &self.conditions.rules).filter(chuhe_rules::Outcome::is_final) {
                return Some(Ending::by_rules(&outcome, self.conditions.language));
            }
            let side = self.line.position().side();
            let (mv, ponder, record, at) = match self.turn(side)? {
                Turn::End(ending) => return Some(ending),
                Turn::Move { mv, ponder, record, at } => (mv, ponder, record, at),
            };
            self.last_move_at = Some(at);
            let pawn = self.line.position().piece_at(mv.from()).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
            self.advance(mv);
            let capture = self.line.plies().last().is_some_and(chuhe_rules::Ply::is_capture);
            self.scores[side.index()] = record.score;
            let score = record.score;
            self.moves.push(record);
            let plies = self.moves.len() as u32;
            let rules = &self.conditions.adjudication;
            let call = self.counter.count(rules, side, score, capture || pawn, plies);
            if let Some(call) = call.filter(|_| self.line.position().has_legal_move()) {
                return Some(match call {
                    Call::Draw => Ending::draw(EndReason::DrawAdjudication, self.pick("drawn by score", "按评分判和")),
                    Call::TooLong => Ending::draw(EndReason::MaxMoves, self.pick("drawn by length", "满回合数判和")),
                    Call::Loss(loser) => {
                        let name = self.players[loser.index()].name;
                        let text = self.say(format!("{name} loses by score"), format!("{name}按评分判负"));
                        Ending::loss(loser, EndReason::WinAdjudication, text)
                    }
                });
            }
            if let Some(ending) = self.begin_pondering(side, ponder) {
                return ending;
            }
        }
    }

    fn advance(&mut self, mv: Move) {
        self.line.make(mv);
        let capture = self.line.plies().last().is_some_and(chuhe_rules::Ply::is_capture);
        self.history.push(mv, capture, self.line.position());
    }

    /// Lets the side that has moved think about the reply it expects. A fault ends the game.
    fn begin_pondering(&mut self, side: Color, ponder: Option<Move>) -> Option<Option<Ending>> {
        let rules: &Rules = &self.conditions.rules;
        let player = &mut self.players[side.index()];
        if !player.engine.config().ponder || player.engine.ranks().is_none() {
            return None;
        }
        let guess = ponder?;
        if !self.line.position().is_legal(guess) {
            self.fouls[side.index()].push(Foul::BadPonderMove);
            return None;
        }
        let mut line = self.line.clone();
        line.make(guess);
        if judge(&line, rules).is_some() {
            return None;
        }
        let dialect = player.engine.dialect();
        let limits = player.engine.config().limits.clone();
        let (mut go, _) = go(&limits, &self.clocks, side, Manner::of(player.engine));
        go.ponder = true;
        let letters = player.engine.config().letters_eh;
        let text = self.history.text(dialect, letters, Some(guess));
        let search = Search { text: &text, position: line.position(), banned: &[], go: &go, allowed: None };
        match player.engine.ponder(&search) {
            Ok(()) => {
                self.guesses[side.index()] = Some(guess);
                None
            }
            Err(fault) => Some(Ending::by_fault(side, player.name, &fault, self.conditions.language)),
        }
    }

    /// The move of a side. None when the match is being stopped.
    fn turn(&mut self, side: Color) -> Option<Turn> {
        let started = Instant::now();
        let since_last = self.last_move_at.unwrap_or(started);
        let guess = self.guesses[side.index()].take();
        let hit = guess.is_some() && guess == self.line.plies().last().map(|ply| ply.mv);
        let book_move = self.book_move(side);
        let name = self.players[side.index()].name;
        let mut stopping = Duration::ZERO;
        if guess.is_some() && (!hit || book_move.is_some()) {
            match self.players[side.index()].engine.ponder_miss() {
                Ok(took) => stopping = took,
                Err(fault) => return Ending::by_fault(side, name, &fault, self.conditions.language).map(Turn::End),
            }
        }
        if let Some(mv) = book_move {
            let record = MoveRecord { book: true, clock_ms: self.clock_ms(side), ..plain_move(mv) };
            return Some(Turn::Move { mv, ponder: None, record, at: Instant::now() });
        }
        let answer = match self.ask(side, hit, stopping) {
            Ok(answer) => answer,
            Err(fault) => return Ending::by_fault(side, name, &fault, self.conditions.language).map(Turn::End),
        };
        let at = answer.start + answer.used;
        if let Some(clock) = self.clocks[side.index()].as_mut() {
            // The clock runs by the wall, also when a late move is forgiven.
            clock.charge((answer.used + stopping).as_micros() as u64, 0);
        }
        let forgiven = self.conditions.forgive_waits && answer.is_late_by_waits();
        if answer.is_late() && !forgiven {
            self.late = Some(LateMove {
                used_us: (answer.used + stopping).as_micros() as u64,
                late_by_us: answer.late_by.as_micros() as u64,
                machine_wait_us: answer.machine_wait.as_micros() as u64,
            });
            let [took, over, waited] =
                [answer.used + stopping, answer.late_by, answer.machine_wait].map(|time| time.as_secs_f64());
            let mut text = self.say(
                format!("{name} loses on time: its move took {took:.3} s, {over:.3} s too long"),
                format!("{name}超时：用时{took:.3}秒，超出{over:.3}秒"),
            );
            if answer.machine_wait > Duration::from_millis(1) {
                text += &self.say(
                    format!(" (waited {waited:.3} s for a processor)"),
                    format!("（其中等待处理器{waited:.3}秒）"),
                );
            }
            return Some(Turn::End(Ending::loss(side, EndReason::Time, text)));
        }
        let record = MoveRecord {
            score: answer.thought.score,
            depth: answer.thought.depth,
            nodes: answer.thought.nodes,
            used_us: answer.used.as_micros() as u64,
            machine_wait_us: answer.machine_wait.as_micros() as u64,
            forgiven,
            runner_us: answer.start.saturating_duration_since(since_last).as_micros() as u64,
            clock_ms: self.clock_ms(side),
            ponder_hit: hit,
            ..plain_move(Move::NONE)
        };
        self.answered(side, answer, record, at)
    }

    /// Asks the engine for its move.
    fn ask(&mut self, side: Color, hit: bool, stopping: Duration) -> Result<Answer, Fault> {
        let rules = self.conditions.rules;
        let player = &mut self.players[side.index()];
        let dialect = player.engine.dialect();
        let limits = &player.engine.config().limits;
        let (mut go, allowed) = go(limits, &self.clocks, side, Manner::of(player.engine));
        let allowed = allowed.map(|allowed| allowed.saturating_sub(stopping));
        let offered = self.offer == Some(!side);
        if hit {
            return player.engine.ponder_hit(offered, allowed);
        }
        go.draw = offered;
        let mut banned = Vec::new();
        if player.engine.config().ban_moves {
            banned = losing_moves(&self.line, &rules).into_iter().map(|(mv, _)| mv).collect::<Vec<_>>();
            let legal = self.line.position().legal_moves();
            if banned.len() == legal.len() {
                banned.clear();
            } else if dialect == Dialect::Uci && !banned.is_empty() {
                let kept = legal.iter().filter(|mv| !banned.contains(mv));
                go.searchmoves = kept.map(ToString::to_string).collect();
            }
        }
        let banned: Vec<String> = banned.iter().map(ToString::to_string).collect();
        let text = self.history.text(dialect, player.engine.config().letters_eh, None);
        let search = Search { text: &text, position: self.line.position(), banned: &banned, go: &go, allowed };
        player.engine.search(&search)
    }

    /// What an answer means for the game.
    fn answered(&mut self, side: Color, answer: Answer, record: MoveRecord, at: Instant) -> Option<Turn> {
        let name = self.players[side.index()].name;
        let end = |ending: Ending| Some(Turn::End(ending));
        let (mv, ponder, draw, resign) = match answer.said {
            Said::Move { mv, ponder, draw, resign } => (mv, ponder, draw, resign),
            Said::NoMove => {
                let legal = self.line.position().count_legal();
                let text = self.say(
                    format!("{name} gives no move where {legal} are legal"),
                    format!("{name}不走棋，其时有{legal}着可走"),
                );
                return end(Ending::loss(side, EndReason::NoMove, text));
            }
            Said::Unreadable(text) => {
                self.players[side.index()].engine.kill();
                let text = self.say(
                    format!("{name} gives illegal output: bestmove `{text}`"),
                    format!("{name}输出有误：bestmove `{text}`"),
                );
                return end(Ending::loss(side, EndReason::IllegalOutput, text));
            }
        };
        if resign && self.believes_resignation(side) {
            let text = self.say(format!("{name} resigns"), format!("{name}认输"));
            return end(Ending::loss(side, EndReason::Resignation, text));
        }
        if !self.line.position().is_legal(mv) {
            self.players[side.index()].engine.kill();
            let fen = self.line.position().fen();
            let text = self.say(
                format!("{name} plays the illegal move {mv} in {fen}"),
                format!("{name}走违规着法{mv}，局面{fen}"),
            );
            return end(Ending::loss(side, EndReason::IllegalMove, text));
        }
        if draw && self.offer == Some(!side) && self.believes_draw(record.score) {
            return end(Ending::draw(EndReason::Agreement, self.pick("drawn by agreement", "双方议和")));
        }
        self.offer = draw.then_some(side);
        Some(Turn::Move { mv, ponder, record: MoveRecord { mv: mv.to_string(), ..record }, at })
    }

    /// One of two texts, in the language of the match.
    fn pick<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        self.conditions.language.pick(english, chinese)
    }

    fn say(&self, english: String, chinese: String) -> String {
        match self.conditions.language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    fn believes_resignation(&self, side: Color) -> bool {
        match self.players[side.index()].engine.config().claims {
            Claims::Trust => true,
            Claims::Ignore => false,
            Claims::Verify => self.scores[(!side).index()].is_some_and(|score| match score {
                Score::Cp(cp) => cp >= 200,
                Score::Mate(plies) | Score::Rule(plies) => plies > 0,
            }),
        }
    }

    /// `score` is that of the side that accepts.
    fn believes_draw(&self, score: Option<Score>) -> bool {
        let side = self.line.position().side();
        let both = [side, !side].map(|side| self.players[side.index()].engine.config().claims);
        let level = |score: Option<Score>| matches!(score, Some(Score::Cp(-50..=50)));
        if both.contains(&Claims::Ignore) {
            false
        } else if both.contains(&Claims::Verify) {
            level(score) && level(self.scores[(!side).index()])
        } else {
            true
        }
    }

    fn clock_ms(&self, side: Color) -> Option<u64> {
        self.clocks[side.index()].as_ref().map(Clock::left_ms)
    }

    fn book_move(&self, side: Color) -> Option<Move> {
        let player = &self.players[side.index()];
        let book = player.book?;
        let plies = self.moves.len() as u32;
        (plies < player.engine.config().book_plies).then(|| book.probe(&self.line, &self.conditions.rules))?
    }
}
