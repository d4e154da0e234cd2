//! Analysed games with invented evaluations, for tests of what is made of an analysis.

use chuhe_analysis::{
    Ending, GameAnalysis, GameSummary, MoveClass, OpeningRecord, Phase, PlayerSummary, PositionRecord, Ruling,
    ScoreKind, ScoreRecord, Side, Tag, accuracy,
};
use chuhe_movegen::{Color, Move, PieceKind, Position};
use chuhe_record::{Game, GameResult, Replay};

/// A small generator of numbers, so that each run invents the same.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 0 to `below` - 1.
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// Red's material less black's.
fn balance(position: &Position) -> i32 {
    let worth = [
        (PieceKind::Rook, 900),
        (PieceKind::Cannon, 450),
        (PieceKind::Knight, 400),
        (PieceKind::Bishop, 200),
        (PieceKind::Advisor, 200),
        (PieceKind::Pawn, 100),
    ];
    let sum = |color| -> i32 {
        worth
            .iter()
            .map(|&(kind, value)| value * i32::try_from(position.pieces(color, kind).count()).unwrap_or(0))
            .sum()
    };
    sum(Color::Red) - sum(Color::Black)
}

fn moves(position: &Position) -> Vec<Move> {
    position.legal_moves().iter().copied().collect()
}

/// A game of random moves.
pub(crate) fn random_game(plies: usize, seed: u64) -> Game {
    let mut dice = Dice::new(seed);
    let mut game = Game::default();
    let mut at = game.root();
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.roll(moves.len())];
        at = game.add(at, mv);
        position.make(mv);
    }
    game
}

/// A game as if it had been analysed: material with some noise is its evaluation.
pub(crate) fn analysed(game: &Game, id: &str, seed: u64) -> GameAnalysis {
    let mut dice = Dice::new(seed);
    let mut replay = Replay::new(&game.start);
    let mut records = Vec::new();
    let mut players = ["Red", "Black"]
        .map(|side| PlayerSummary { name: game.tags.text(side).to_owned(), ..PlayerSummary::default() });
    let mut sums = [[0.0f64; 2]; 2];
    let mut phases = [[(0.0f64, 0u32); 3]; 2];
    let mut drift = 0i32;
    let mut error = None;
    for (id_of_node, ply) in game.mainline().zip(1u32..) {
        let mv = game.node(id_of_node).mv;
        let Some(position) = replay.position().cloned().filter(|_| replay.is_playable(mv)) else {
            error = Some(format!("ply {ply}: {mv} is illegal"));
            break;
        };
        let side = Side::from(position.side());
        let sign = if side == Side::Red { 1 } else { -1 };
        let before = ScoreRecord::cp(sign * (balance(&position) + drift));
        drift += i32::try_from(dice.roll(41)).unwrap_or(0) - 20;
        replay.play(mv);
        let Some(after_position) = replay.position().cloned() else { break };
        let slip = match dice.roll(14) {
            0 => 260,
            1 => 130,
            2 => 70,
            _ => 0,
        };
        drift -= sign * slip;
        let mated = moves(&after_position).is_empty();
        let after = ScoreRecord::cp(sign * (balance(&after_position) + drift));
        let after = if mated { ScoreRecord { kind: ScoreKind::Mate, value: 1 } } else { after };
        let best = {
            let all = moves(&position);
            all[dice.roll(all.len())]
        };
        let is_best = slip == 0 && dice.roll(2) == 0;
        let best = if is_best || mated { mv } else { best };
        let score = if before.chance() < after.chance() { after } else { before };
        let loss = 100.0 * (score.chance() - after.chance());
        let class = MoveClass::of(loss, best == mv);
        let mut record = PositionRecord::new(format!("{id}/{ply}"), position.to_string());
        record.ply = Some(ply);
        record.side = Some(side);
        record.mv = Some(mv.to_string());
        record.score = Some(score);
        record.played_score = Some(after);
        record.chance = Some(score.chance());
        record.played_chance = Some(after.chance());
        record.loss = Some(loss);
        record.class = Some(class);
        record.accuracy = Some(accuracy(loss));
        record.best = Some(best.to_string());
        record.pv = line(&position, best, 9, &mut dice).iter().map(Move::to_string).collect();
        let phase = match ply {
            ..=20 => Phase::Opening,
            21..=60 => Phase::Middlegame,
            _ => Phase::Endgame,
        };
        record.phase = Some(phase);
        record.time_used_ms = seed.is_multiple_of(2).then(|| 1_000 + 137 * dice.roll(900) as u64);
        let comment = &game.node(id_of_node).comment;
        record.comment = (!comment.is_empty()).then(|| comment.clone());
        if mated {
            record.patterns = vec![tag("double_cannons", "double cannons", "重炮")];
            record.ruling = Some(Ruling {
                verdict: "checkmate".into(),
                reason: "checkmate".into(),
                article: None,
                warning: false,
                en: "checkmate".into(),
                zh: "将死".into(),
            });
        }
        if class == MoveClass::Blunder && dice.roll(3) == 0 {
            record.tags = vec![tag("missed-mate", "missed mate", "漏杀")];
        }
        let player = &mut players[side as usize];
        player.moves += 1;
        player.classes[class as usize] += 1;
        if let Some(ms) = record.time_used_ms {
            *player.time_used_ms.get_or_insert(0) += ms;
        }
        sums[side as usize][0] += accuracy(loss);
        sums[side as usize][1] += f64::from((score.capped_cp() - after.capped_cp()).max(0));
        let part = &mut phases[side as usize][phase as usize];
        *part = (part.0 + accuracy(loss), part.1 + 1);
        records.push(record);
    }
    for (side, player) in players.iter_mut().enumerate() {
        if player.moves > 0 {
            player.accuracy = Some(sums[side][0] / f64::from(player.moves));
            player.average_cp_loss = Some(sums[side][1] / f64::from(player.moves));
        }
        player.phase_moves = phases[side].map(|(_, count)| count);
        player.phase_accuracy = phases[side].map(|(sum, count)| (count > 0).then(|| sum / f64::from(count)));
    }
    let (en, zh) = match game.result {
        GameResult::RedWins => ("red wins, as the record says", "红胜（棋谱所记）"),
        GameResult::BlackWins => ("black wins, as the record says", "黑胜（棋谱所记）"),
        GameResult::Draw => ("draw, as the record says", "和棋（棋谱所记）"),
        GameResult::Unknown => ("the record names no result", "棋谱未记结果"),
    };
    let names = [
        ("B00", "中炮", "Central Cannon"),
        ("A20", "飞相局", "Elephant Opening"),
        ("C41", "五七炮对屏风马", "57 Cannons"),
    ];
    let (code, zh_name, en_name) = names[dice.roll(3)];
    GameAnalysis {
        summary: GameSummary {
            id: id.to_owned(),
            file: game.file.clone(),
            number: game.index + 1,
            tags: game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result: game.result.pgn().to_owned(),
            opening: Some(OpeningRecord { code: code.into(), zh: zh_name.into(), en: en_name.into() }),
            start_fen: game.start.to_string(),
            plies: u32::try_from(game.mainline_plies()).unwrap_or(0),
            ending: Ending { ruling: None, ply: None, agrees: None, en: en.into(), zh: zh.into() },
            players,
            warnings: game.warnings.iter().map(|warning| warning.text.clone()).collect(),
            error,
        },
        moves: records,
        last: None,
    }
}

fn line(position: &Position, first: Move, plies: usize, dice: &mut Dice) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = vec![first];
    position.make(first);
    while line.len() < plies {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.roll(moves.len())];
        line.push(mv);
        position.make(mv);
    }
    line
}

fn tag(id: &str, en: &str, zh: &str) -> Tag {
    Tag { id: id.into(), en: en.into(), zh: zh.into() }
}
