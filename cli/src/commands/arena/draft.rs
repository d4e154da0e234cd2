//! Which games are played: options are collected first and made a plan when all are known.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use chuhe_arena::EngineBook;
use chuhe_arena::engine::WAITS_ARE_KNOWN;
use chuhe_arena::game::{Adjudication, Conditions, DrawRule, ResignRule};
use chuhe_arena::openings::{OpeningOrder, OpeningSequence};
use chuhe_arena::stats::{Sprt, SprtModel};
use chuhe_arena::tournament::Plan;
use chuhe_rules::Rules;

use super::arguments::Given;
use super::engine_list::EngineList;
use super::opening_choice::OpeningChoice;
use super::settings::Kind;
use super::system_choice::SystemChoice;

/// The options so far.
pub(super) struct Draft {
    pub(super) rules: Rules,
    engines: EngineList,
    system: SystemChoice,
    openings: Option<OpeningChoice>,
    games: Option<u32>,
    rounds: Option<u32>,
    repeat: Option<u32>,
    swap: bool,
    reverse: bool,
    withdrawals: Vec<(String, usize)>,
    adjudication: Adjudication,
    forgive_waits: bool,
    sprt: Option<Sprt>,
    seed: u64,
    ponder: bool,
    ban_moves: bool,
    claims: Option<String>,
    event: Option<String>,
    site: Option<String>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            rules: Rules::default(),
            engines: EngineList::default(),
            system: SystemChoice::default(),
            openings: None,
            games: None,
            rounds: None,
            repeat: None,
            swap: true,
            reverse: false,
            withdrawals: Vec::new(),
            adjudication: Adjudication::default(),
            forgive_waits: false,
            sprt: None,
            seed: 1,
            ponder: false,
            ban_moves: false,
            claims: None,
            event: None,
            site: None,
        }
    }
}

impl Draft {
    /// Takes an option that belongs to the plan. False for others.
    pub(super) fn take(&mut self, option: &Given) -> anyhow::Result<bool> {
        match option.name {
            "engine" => self.engines.engine(option)?,
            "engines" => self.engines.file(option)?,
            "each" => self.engines.each(option)?,
            "games" => self.games = Some(at_least_one(option)?),
            "rounds" => self.rounds = Some(at_least_one(option)?),
            "repeat" => {
                self.repeat = Some(match option.optional()? {
                    Some(_) => at_least_one(option)?,
                    None => 2,
                })
            }
            "norepeat" => {
                option.none()?;
                self.repeat = Some(1);
            }
            "noswap" => {
                option.none()?;
                self.swap = false;
            }
            "reverse" => {
                option.none()?;
                self.reverse = true;
            }
            "variant" => match option.one()? {
                "xiangqi" => {}
                other => bail!("-variant {other}: there is xiangqi and nothing else"),
            },
            "openings" => self.openings = Some(OpeningChoice::read(option)?),
            "tournament" => self.system.tournament(option)?,
            "team" => self.system.team(option)?,
            "seeds" => self.system.seeds(option)?,
            "withdraw" => {
                let (mut name, mut round) = (None, 0);
                for (key, value) in option.pairs("name")? {
                    match key {
                        "name" => name = Some(value.to_owned()),
                        "after" => round = option.parse(key, value)?,
                        _ => return Err(option.no_key(key, "name, after")),
                    }
                }
                self.withdrawals.push((name.ok_or_else(|| anyhow!("-withdraw: no name="))?, round));
            }
            "rules" => {}
            "natural" => self.rules.limit.plies = option.number()?,
            "occurrences" => {
                self.rules.occurrences = option.number()?;
                if self.rules.occurrences < 2 {
                    bail!("-occurrences {}: expected at least 2", self.rules.occurrences);
                }
            }
            "maxmoves" => self.adjudication.max_moves = Some(option.number()?).filter(|&moves| moves > 0),
            "draw" => self.adjudication.draw = Some(draw_rule(option)?),
            "resign" => self.adjudication.resign = Some(resign_rule(option)?),
            "forgivewaits" => {
                option.none()?;
                if !WAITS_ARE_KNOWN {
                    bail!("-forgivewaits: only Linux tells how long a process waits for a processor");
                }
                self.forgive_waits = true;
            }
            "sprt" => self.sprt = Some(sprt(option)?),
            "srand" => self.seed = option.number()?,
            "ponder" => {
                option.none()?;
                self.ponder = true;
            }
            "banmoves" => {
                option.none()?;
                self.ban_moves = true;
            }
            "claims" => self.claims = Some(option.one()?.to_owned()),
            "event" => self.event = Some(option.words().join(" ")),
            "site" => self.site = Some(option.words().join(" ")),
            "quick" => match option.words() {
                [first, second, openings @ ..] if openings.len() < 2 => {
                    self.engines.quick([first, second])?;
                    if let [path] = openings {
                        self.openings = Some(OpeningChoice::of_file(path, OpeningOrder::Random));
                    }
                }
                _ => bail!("-quick ENGINE ENGINE [OPENINGS]"),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The plan. What the user may not have meant goes to `notes`.
    pub(super) fn plan(self, kind: Kind, notes: &mut Vec<String>) -> anyhow::Result<Plan> {
        let mut players = self.engines.complete()?;
        for config in &mut players {
            config.ponder |= self.ponder;
            config.ban_moves |= self.ban_moves;
            if let Some(claims) = &self.claims {
                config.set("claims", claims).context("-claims")?;
            }
            if config.limits.is_unlimited() {
                bail!(
                    "engine {}: no limit; give it or -each one of tc=, st=, movetime=, nodes=, depth=",
                    config.label()
                );
            }
        }
        let count = players.len();
        if count < 2 {
            let plural = if count == 1 { "" } else { "s" };
            bail!("{count} engine{plural} given; a {} needs two or more -engine", kind.name());
        }
        if self.sprt.is_some() && count != 2 {
            bail!("-sprt: a test needs two engines, and there are {count}");
        }
        let chosen = self.system.choose(&self.engines, self.rounds, self.games)?;
        let withdrawals = self
            .withdrawals
            .iter()
            .map(|(name, round)| Ok((self.engines.find(name)?, *round)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let openings = match &self.openings {
            None => OpeningSequence::start_position(),
            Some(choice) => choice.sequence(&self.rules, self.seed, notes)?,
        };
        let book = |path: &Option<PathBuf>| match path {
            None => Ok::<_, anyhow::Error>(None),
            Some(path) => Ok(Some(EngineBook::read(path, &self.rules)?)),
        };
        let books = players.iter().map(|config| Ok([book(&config.books[0])?, book(&config.books[1])?]));
        Ok(Plan {
            books: books.collect::<anyhow::Result<Vec<_>>>()?,
            players,
            system: chosen.system,
            games: chosen.games,
            swap: self.swap,
            reverse: self.reverse,
            repeat: self.repeat.unwrap_or(if self.swap { 2 } else { 1 }),
            openings,
            conditions: Conditions {
                rules: self.rules,
                adjudication: self.adjudication,
                forgive_waits: self.forgive_waits,
                ..Conditions::default()
            },
            withdrawals,
            sprt: self.sprt,
            team_names: self.system.team_names(),
            rank_teams: chosen.rank_teams,
            seed: self.seed,
            event: self.event.unwrap_or_else(|| format!("Chuhe {}", kind.name())),
            site: self.site.unwrap_or_default(),
        })
    }
}

fn at_least_one(option: &Given) -> anyhow::Result<u32> {
    let n: u32 = option.number()?;
    if n == 0 {
        bail!("-{} 0: expected at least 1", option.name);
    }
    Ok(n)
}

fn draw_rule(option: &Given) -> anyhow::Result<DrawRule> {
    let mut rule = DrawRule { after_move: 0, count: 8, score: 10 };
    for (key, value) in option.pairs("")? {
        match key {
            "movenumber" => rule.after_move = option.parse(key, value)?,
            "movecount" => rule.count = option.parse(key, value)?,
            "score" => rule.score = option.parse(key, value)?,
            _ => return Err(option.no_key(key, "movenumber, movecount, score")),
        }
    }
    Ok(rule)
}

fn resign_rule(option: &Given) -> anyhow::Result<ResignRule> {
    let mut rule = ResignRule { count: 3, score: 600, two_sided: true };
    for (key, value) in option.pairs("")? {
        match key {
            "movecount" => rule.count = option.parse(key, value)?,
            "score" => rule.score = option.parse(key, value)?,
            "twosided" => rule.two_sided = !matches!(value, "false" | "off" | "no"),
            _ => return Err(option.no_key(key, "movecount, score, twosided")),
        }
    }
    Ok(rule)
}

fn sprt(option: &Given) -> anyhow::Result<Sprt> {
    let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (0.0, 5.0, 0.05, 0.05, SprtModel::Logistic);
    for (key, value) in option.pairs("")? {
        match key {
            "elo0" => elo0 = option.parse(key, value)?,
            "elo1" => elo1 = option.parse(key, value)?,
            "alpha" => alpha = option.parse(key, value)?,
            "beta" => beta = option.parse(key, value)?,
            "model" => model = option.context(value.parse())?,
            _ => return Err(option.no_key(key, "elo0, elo1, alpha, beta, model")),
        }
    }
    option.context(Sprt::new(elo0, elo1, alpha, beta, model))
}
