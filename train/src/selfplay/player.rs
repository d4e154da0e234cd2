//! One game of the engine with itself.

use chuhe_engine::limits::Limits;
use chuhe_engine::{Engine, Evaluation};
use chuhe_movegen::Position;
use chuhe_rules::{Line, RuleResult, SearchJudge, material_draw};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Adjudicator, Agreement, Openings};
use crate::pack::{Ending, Game, Outcome, PlayedPly, Score16};

/// How games are played. The same settings and seed give the same games on every machine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Games depend on it and on their number alone.
    pub seed: u64,
    /// Nodes of a move after which no new iteration begins.
    pub soft_nodes: u64,
    /// What judges the positions at the leaves.
    pub evaluation: Evaluation,
    /// Table of each engine in MiB.
    pub hash_mb: usize,
    /// Where games begin.
    pub openings: Openings,
    /// Openings whose score is larger are thrown away, in hundredths of a pawn.
    pub max_opening_score: i16,
    /// When games are not played out.
    pub agreement: Agreement,
    /// The most plies of a game; then it is a draw.
    pub max_plies: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 1,
            soft_nodes: 1000,
            evaluation: Evaluation::default(),
            hash_mb: 8,
            openings: Openings::default(),
            max_opening_score: 1000,
            agreement: Agreement::default(),
            max_plies: 500,
        }
    }
}

/// Plays games, one after the other.
pub struct Player<'a> {
    settings: &'a Settings,
    engine: Engine,
    judge: SearchJudge,
    limits: Limits,
}

impl<'a> Player<'a> {
    /// A player, or none when there is no memory for its table.
    #[must_use]
    pub fn new(settings: &'a Settings) -> Option<Player<'a>> {
        let mut engine = Engine::new(settings.hash_mb)?;
        engine.set_evaluation(settings.evaluation.clone());
        let limits = Limits { soft_nodes: Some(settings.soft_nodes), ..Limits::default() };
        Some(Player { settings, judge: SearchJudge::new(engine.settings.rules), engine, limits })
    }

    /// Plays game number `number`.
    pub fn play(&mut self, number: u64) -> Game {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        loop {
            if let Some(game) = self.play_from(self.settings.openings.draw(&mut rng)) {
                return game;
            }
        }
    }

    /// Plays a game; none when its opening is already decided.
    fn play_from(&mut self, start: Position) -> Option<Game> {
        self.engine.new_game();
        let mut line = Line::new(start.clone(), self.engine.settings.natural_limit);
        let mut adjudicator = Adjudicator::new(self.settings.agreement);
        let mut plies = Vec::new();
        let (outcome, ending) = loop {
            if let Some(end) = self.referee(&line) {
                break end;
            }
            let found = self.engine.go(&line, &self.limits, &mut |_| {})?;
            let score = Score16::from(found.score);
            if plies.is_empty() && score.0.abs() > self.settings.max_opening_score {
                return None;
            }
            plies.push(PlayedPly { mv: found.best, score });
            let side = line.position().side();
            line.make(found.best);
            if let Some(end) = adjudicator.note(side, score) {
                // A mate on the board or a rule goes before any agreement.
                break self.referee(&line).unwrap_or(end);
            }
        };
        Some(Game { start, outcome, ending, plies })
    }

    /// The result of the game as it stands; none when it goes on.
    fn referee(&self, line: &Line) -> Option<(Outcome, Ending)> {
        referee(&self.judge, line, self.settings.max_plies)
    }
}

/// The result of a game as it stands; none when it goes on.
pub(crate) fn referee(judge: &SearchJudge, line: &Line, max_plies: usize) -> Option<(Outcome, Ending)> {
    let position = line.position();
    let side = position.side();
    if !position.has_legal_move() {
        return Some((Outcome::win_of(!side), Ending::Mate));
    }
    if line.limit_reached() {
        return Some((Outcome::Draw, Ending::NaturalLimit));
    }
    if material_draw(position, judge.rules().material).is_some() {
        return Some((Outcome::Draw, Ending::WantOfMaterial));
    }
    if let Some(finding) = judge.probe(line, line.plies().len()) {
        let outcome = match finding.result {
            RuleResult::Draw => Outcome::Draw,
            RuleResult::Win => Outcome::win_of(side),
            RuleResult::Loss => Outcome::win_of(!side),
        };
        return Some((outcome, Ending::Repetition));
    }
    (line.plies().len() >= max_plies).then_some((Outcome::Draw, Ending::Length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::NaturalLimit;

    #[test]
    fn a_fixed_seed_gives_the_same_sound_game_whatever_was_played_before() {
        let settings = Settings { seed: 7, soft_nodes: 60, hash_mb: 1, ..Settings::default() };
        let mut player = Player::new(&settings).unwrap();
        let first: Vec<Game> = (0..3).map(|number| player.play(number)).collect();
        assert_ne!(first[0].start, first[1].start);
        let mut other = Player::new(&settings).unwrap();
        assert_eq!(other.play(2), first[2]);
        assert_eq!(other.play(0), first[0]);
        for game in &first {
            assert!(game.plies[0].score.0.abs() <= settings.max_opening_score);
            let mut replay = game.replay(NaturalLimit::default());
            while replay.advance().unwrap() {}
            if game.ending == Ending::Mate {
                assert!(!replay.line().position().has_legal_move());
            }
        }
    }

    #[test]
    fn the_referee_knows_mates_limits_and_loops() {
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let player = Player::new(&settings).unwrap();
        let verdict = |fen: &str, moves: &str| {
            let mut line = Line::new(fen.parse().unwrap(), NaturalLimit::default());
            moves.split_whitespace().for_each(|mv| line.make(mv.parse().unwrap()));
            player.referee(&line)
        };
        assert_eq!(verdict(chuhe_movegen::START_FEN, "h2e2"), None);
        let mate = verdict("4k1rr1/9/9/9/9/9/9/9/9/5K3 w - - 0 90", "f0f1 g9f9");
        assert_eq!(mate, Some((Outcome::BlackWins, Ending::Mate)));
        let loops = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8";
        let checker = verdict("9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1", loops);
        assert_eq!(checker, Some((Outcome::BlackWins, Ending::Repetition)));
        let bare = verdict("4k4/4a4/9/9/9/9/9/9/9/3K5 w - - 0 90", "d0d1");
        assert_eq!(bare, Some((Outcome::Draw, Ending::WantOfMaterial)));
        let quiet = verdict("4k1rr1/9/9/9/9/9/9/9/9/5K3 w - - 118 90", "f0f1 g9g8");
        assert_eq!(quiet, Some((Outcome::Draw, Ending::NaturalLimit)));
    }
}
