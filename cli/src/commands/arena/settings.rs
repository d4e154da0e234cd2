//! The command line as a plan.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use chuhe_arena::engine::{EngineConfig, read_engine_file};
use chuhe_arena::game::{Adjudication, Conditions, DrawRule, ResignRule};
use chuhe_arena::openings::{EngineBook, OpeningFormat, OpeningOrder, OpeningSequence, read_openings};
use chuhe_arena::output::OutputFiles;
use chuhe_arena::schedule::{System, TeamMatch};
use chuhe_arena::stats::{Sprt, SprtModel};
use chuhe_arena::tournament::Plan;
use chuhe_record::Notation;
use chuhe_rules::Rules;

use super::arguments::Given;

/// Which command it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Kind {
    /// `chuhe match`
    Match,
    /// `chuhe tournament`
    Tournament,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Match => "match",
            Kind::Tournament => "tournament",
        }
    }
}

/// Everything on the command line.
pub(super) struct Settings {
    pub(super) plan: Plan,
    pub(super) files: OutputFiles,
    pub(super) concurrency: usize,
    pub(super) processors: Vec<usize>,
    pub(super) log: Option<(PathBuf, bool)>,
    pub(super) pause: Duration,
    pub(super) json: bool,
    pub(super) plain: bool,
    pub(super) interval: u32,
    pub(super) state: Option<PathBuf>,
    pub(super) resume: bool,
}

/// Options that are read first and used when all are known.
struct Draft {
    engines: Vec<EngineConfig>,
    each: Vec<(String, String)>,
    games: Option<u32>,
    rounds: Option<u32>,
    repeat: Option<u32>,
    swap: bool,
    openings: Option<OpeningChoice>,
    system: Vec<(String, String)>,
    teams: Vec<(String, Vec<String>)>,
    withdrawals: Vec<(String, usize)>,
    heroes: usize,
    rules: Rules,
    adjudication: Adjudication,
    sprt: Option<Sprt>,
    seed: u64,
    ponder: bool,
    ban_moves: bool,
    claims: Option<String>,
    event: Option<String>,
    site: Option<String>,
}

struct OpeningChoice {
    path: PathBuf,
    format: OpeningFormat,
    order: OpeningOrder,
    plies: Option<usize>,
    first: usize,
}

pub(super) fn read(kind: Kind, given: &[Given]) -> anyhow::Result<Settings> {
    let mut draft = Draft {
        engines: Vec::new(),
        each: Vec::new(),
        games: None,
        rounds: None,
        repeat: None,
        swap: true,
        openings: None,
        system: Vec::new(),
        teams: Vec::new(),
        withdrawals: Vec::new(),
        heroes: 1,
        rules: Rules::default(),
        adjudication: Adjudication::default(),
        sprt: None,
        seed: 1,
        ponder: false,
        ban_moves: false,
        claims: None,
        event: None,
        site: None,
    };
    let mut settings = Settings {
        plan: empty_plan(),
        files: OutputFiles::default(),
        concurrency: 1,
        processors: Vec::new(),
        log: None,
        pause: Duration::ZERO,
        json: false,
        plain: false,
        interval: 10,
        state: None,
        resume: false,
    };
    // The rule set first: its parameters are changed by other options.
    for option in given.iter().filter(|option| option.name == "rules") {
        draft.rules = option.context(option.one()?.parse())?;
    }
    for option in given {
        if !draft.take(option)? {
            settings.take(option)?;
        }
    }
    settings.plan = draft.plan(kind)?;
    Ok(settings)
}

fn empty_plan() -> Plan {
    Plan {
        players: Vec::new(),
        books: Vec::new(),
        system: System::RoundRobin { cycles: 1 },
        games: 2,
        swap: true,
        repeat: 2,
        openings: OpeningSequence::start_position(),
        conditions: Conditions::default(),
        withdrawals: Vec::new(),
        sprt: None,
        team_names: Vec::new(),
        seed: 1,
        event: String::new(),
        site: String::new(),
    }
}

impl Settings {
    /// Options that do not change which games are played.
    fn take(&mut self, option: &Given) -> anyhow::Result<()> {
        match option.name {
            "concurrency" => {
                self.concurrency = option.number()?;
                if !(1..=1024).contains(&self.concurrency) {
                    bail!("-concurrency {}: expected 1 to 1024", self.concurrency);
                }
            }
            "affinity" => {
                self.processors = match option.optional()? {
                    Some(list) => processors(list)
                        .ok_or_else(|| anyhow!("-affinity {list}: expected processors such as 0-3 or 0,2,4"))?,
                    None => (0..std::thread::available_parallelism().map_or(1, usize::from)).collect(),
                }
            }
            "log" => {
                let (mut path, mut real_time) = (PathBuf::from("chuhe-engines.log"), false);
                for (key, value) in option.pairs("file")? {
                    match key {
                        "file" => path = value.into(),
                        "realtime" => real_time = value != "false" && value != "off",
                        _ => return Err(option.no_key(key, "file, realtime")),
                    }
                }
                self.log = Some((path, real_time));
            }
            "wait" => self.pause = Duration::from_millis(option.number()?),
            "json" => {
                option.none()?;
                self.json = true;
            }
            "plain" => {
                option.none()?;
                self.plain = true;
            }
            "ratinginterval" => self.interval = option.number::<u32>()?.max(1),
            "state" => self.state = Some(option.one()?.into()),
            "resume" => {
                option.none()?;
                self.resume = true;
            }
            "recover" => option.none()?,
            "pgnout" => {
                for (key, value) in option.pairs("file")? {
                    match key {
                        "file" if matches!(value, "min" | "fi") && self.files.pgn.is_some() => {}
                        "file" => self.files.pgn = Some(value.into()),
                        "notation" => {
                            let names: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
                            let notation = Notation::from_name(value).with_context(|| {
                                format!("-pgnout notation={value}: expected one of {}", names.join(", "))
                            })?;
                            self.files.notation = Some(notation);
                        }
                        _ => return Err(option.no_key(key, "file, notation")),
                    }
                }
            }
            "jsonout" => {
                for (key, value) in option.pairs("file")? {
                    match key {
                        "file" => self.files.json = Some(value.into()),
                        _ => return Err(option.no_key(key, "file")),
                    }
                }
            }
            "htmlout" => self.files.html = Some(option.one()?.into()),
            name => bail!("-{name} has no use here"),
        }
        Ok(())
    }
}

fn processors(list: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in list.split(',') {
        match part.split_once('-') {
            Some((from, to)) => all.extend(from.parse::<usize>().ok()?..=to.parse::<usize>().ok()?.min(4096)),
            None => all.push(part.parse().ok()?),
        }
    }
    (!all.is_empty()).then_some(all)
}

impl Draft {
    /// Options that belong to the plan. False for others.
    fn take(&mut self, option: &Given) -> anyhow::Result<bool> {
        match option.name {
            "engine" => self.engine(option)?,
            "engines" => self.engines.extend(read_engine_file(Path::new(option.one()?))?),
            "each" => {
                let pairs = option.pairs("ponder")?;
                self.each.extend(pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())));
            }
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
            "openings" => self.openings = Some(opening_choice(option)?),
            "tournament" => {
                let pairs = option.pairs("system")?;
                self.system = pairs.into_iter().map(|(key, value)| (key.into(), value.to_ascii_lowercase())).collect();
            }
            "team" => match option.words() {
                [name, members @ ..] if !members.is_empty() => self.teams.push((name.clone(), members.to_vec())),
                _ => bail!("-team NAME ENGINE ENGINE...: a team needs members"),
            },
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
            "seeds" => self.heroes = option.number()?,
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
                [first, second, openings @ ..] => {
                    self.engines.extend([first, second].map(|command| {
                        let mut config = EngineConfig::new("");
                        let _ = config.set("cmd", command);
                        config
                    }));
                    if let [path] = openings {
                        let random = OpeningOrder::Random;
                        self.openings = Some(OpeningChoice { order: random, ..opening_file(path) });
                    }
                    self.each.push(("tc".into(), "10+0.1".into()));
                }
                _ => bail!("-quick ENGINE ENGINE [OPENINGS]"),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn engine(&mut self, option: &Given) -> anyhow::Result<()> {
        let pairs = option.pairs("ponder")?;
        let file = pairs.iter().find(|(key, _)| matches!(*key, "conf" | "file"));
        let mut config = match file {
            Some((_, path)) => {
                let mut engines = read_engine_file(Path::new(path))?;
                if engines.len() > 1 && pairs.len() > 1 {
                    bail!("-engine: {path} holds {} engines; other keys fit one only", engines.len());
                }
                let last = engines.pop();
                self.engines.append(&mut engines);
                last.unwrap_or_else(|| EngineConfig::new(""))
            }
            None => EngineConfig::new(""),
        };
        for &(key, value) in pairs.iter().filter(|(key, _)| !matches!(*key, "conf" | "file")) {
            // A bare word is a switch.
            let (key, value) = if key == "ponder" && value == "ponder" { (key, "on") } else { (key, value) };
            option.context(config.set(key, value))?;
        }
        if config.command.is_empty() {
            bail!("-engine {}: no cmd=", option.words().join(" "));
        }
        self.engines.push(config);
        Ok(())
    }

    fn plan(mut self, kind: Kind) -> anyhow::Result<Plan> {
        let each = self.each()?;
        for config in &mut self.engines {
            apply(config, &each);
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
        let players = self.engines.len();
        if players < 2 {
            bail!("{} engine{} given; a {} needs two or more -engine", players, plural(players), kind.name());
        }
        if self.sprt.is_some() && players != 2 {
            bail!("-sprt: a test needs two engines, and there are {players}");
        }
        let (system, games) = self.system(players)?;
        let withdrawals = self
            .withdrawals
            .iter()
            .map(|(name, round)| Ok((self.player(name)?, *round)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let repeat = self.repeat.unwrap_or(if self.swap { 2 } else { 1 });
        let rules = self.rules;
        let openings = match &self.openings {
            None => OpeningSequence::start_position(),
            Some(choice) => {
                let list = read_openings(&choice.path, choice.format, choice.plies, &rules)?;
                OpeningSequence::new(list, choice.order, self.seed, choice.first)
            }
        };
        let book = |path: &Option<PathBuf>| match path {
            None => Ok::<_, anyhow::Error>(None),
            Some(path) => Ok(Some(EngineBook::new(&read_openings(path, OpeningFormat::Auto, None, &rules)?))),
        };
        let books = self.engines.iter().map(|config| Ok([book(&config.books[0])?, book(&config.books[1])?]));
        let books = books.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Plan {
            books,
            players: self.engines,
            system,
            games,
            swap: self.swap,
            repeat,
            openings,
            conditions: Conditions { rules, adjudication: self.adjudication },
            withdrawals,
            sprt: self.sprt,
            team_names: self.teams.into_iter().map(|(name, _)| name).collect(),
            seed: self.seed,
            event: self.event.unwrap_or_else(|| format!("Chuhe {}", kind.name())),
            site: self.site.unwrap_or_default(),
        })
    }

    /// The tournament system and the games of an encounter.
    fn system(&self, players: usize) -> anyhow::Result<(System, u32)> {
        let mut name = "round-robin";
        let (mut groups, mut advance, mut play_offs) = (2, 2, 2);
        let (mut kind, mut swiss) = (TeamMatch::Boards, false);
        for (key, value) in &self.system {
            let number = || value.parse().map_err(|_| anyhow!("-tournament {key}={value}: expected a number"));
            match key.as_str() {
                "system" => name = value,
                "groups" => groups = number()?,
                "advance" => advance = number()?,
                "playoffs" => play_offs = number()? as u32,
                "match" => {
                    kind = match value.as_str() {
                        "boards" => TeamMatch::Boards,
                        "all" => TeamMatch::AllPlayAll,
                        _ => bail!("-tournament match={value}: expected boards or all"),
                    }
                }
                "pairing" => swiss = value == "swiss",
                _ => bail!("-tournament: no key `{key}` (groups, advance, playoffs, match, pairing)"),
            }
        }
        let rounds = self.rounds.unwrap_or(1);
        let games = self.games.unwrap_or(2);
        // Enough rounds for one player to be alone in front.
        let swiss_rounds =
            |players: usize| self.rounds.map_or(players.next_power_of_two().ilog2(), |rounds| rounds) as usize;
        Ok(match name {
            // Two players: one long encounter, so that openings pair up across rounds.
            "round-robin" | "roundrobin" | "rr" if players == 2 => {
                (System::RoundRobin { cycles: 1 }, games.saturating_mul(rounds))
            }
            "round-robin" | "roundrobin" | "rr" => (System::RoundRobin { cycles: rounds }, games),
            "double" | "double-round-robin" => (System::RoundRobin { cycles: 2 }, self.games.unwrap_or(1)),
            "gauntlet" => (System::Gauntlet { heroes: self.heroes, cycles: rounds }, games),
            "knockout" | "knock-out" => (System::Knockout { play_offs }, games),
            "groups" => {
                if groups < 1 || advance < 1 || players < 2 * groups {
                    bail!("-tournament groups: {players} engines make no {groups} groups");
                }
                (System::Groups { groups, advance }, games)
            }
            "swiss" => {
                let rounds = swiss_rounds(players);
                if rounds >= players {
                    bail!("-rounds {rounds}: with {players} engines a Swiss has at most {} rounds", players - 1);
                }
                (System::Swiss { rounds }, games)
            }
            "teams" | "team" => {
                let teams = self
                    .teams
                    .iter()
                    .map(|(_, members)| members.iter().map(|name| self.player(name)).collect())
                    .collect::<anyhow::Result<Vec<Vec<usize>>>>()?;
                if teams.len() < 2 || teams.iter().any(|team| team.len() != teams[0].len()) {
                    bail!("-tournament teams: two or more -team of the same size are needed");
                }
                let swiss_rounds = swiss.then(|| swiss_rounds(teams.len()));
                (System::Teams { teams, kind, swiss_rounds, cycles: rounds }, games)
            }
            other => {
                bail!("-tournament {other}: expected round-robin, double, gauntlet, knockout, groups, swiss or teams")
            }
        })
    }

    /// The player of a name, or of a number from 1.
    fn player(&self, name: &str) -> anyhow::Result<usize> {
        let named = self.engines.iter().position(|config| config.name == name || config.label() == name);
        let numbered = || name.parse().ok().filter(|n| (1..=self.engines.len()).contains(n)).map(|n: usize| n - 1);
        named.or_else(numbered).ok_or_else(|| anyhow!("no engine is called `{name}`"))
    }

    /// What all engines get where they have nothing of their own.
    fn each(&self) -> anyhow::Result<EngineConfig> {
        let mut each = EngineConfig::new("");
        for (key, value) in &self.each {
            if matches!(key.as_str(), "cmd" | "name" | "command") {
                bail!("-each: `{key}` belongs to one engine");
            }
            let value = if key == "ponder" && value == "ponder" { "on" } else { value };
            each.set(key, value).context("-each")?;
        }
        Ok(each)
    }
}

/// Fills in what an engine has not set itself.
fn apply(config: &mut EngineConfig, each: &EngineConfig) {
    let plain = EngineConfig::new("");
    config.limits = config.limits.or(&each.limits);
    config.protocol = config.protocol.or(each.protocol);
    config.ranks = config.ranks.or(each.ranks);
    config.milliseconds = config.milliseconds.or(each.milliseconds);
    config.letters_eh |= each.letters_eh;
    config.directory = config.directory.take().or_else(|| each.directory.clone());
    config.stderr = config.stderr.take().or_else(|| each.stderr.clone());
    for (book, common) in config.books.iter_mut().zip(&each.books) {
        *book = book.take().or_else(|| common.clone());
    }
    config.ponder |= each.ponder;
    config.ban_moves |= each.ban_moves;
    let named: Vec<String> = config.options.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    let common = each.options.iter().filter(|(name, _)| !named.contains(&name.to_ascii_lowercase()));
    let mut options: Vec<(String, String)> = common.cloned().collect();
    options.append(&mut config.options);
    config.options = options;
    let mut init = each.init.clone();
    init.append(&mut config.init);
    config.init = init;
    config.arguments.extend(each.arguments.iter().cloned());
    if config.restart == plain.restart {
        config.restart = each.restart;
    }
    if config.claims == plain.claims {
        config.claims = each.claims;
    }
    if config.stall_ms == plain.stall_ms {
        config.stall_ms = each.stall_ms;
    }
    if config.startup_ms == plain.startup_ms {
        config.startup_ms = each.startup_ms;
    }
    if config.book_plies == plain.book_plies {
        config.book_plies = each.book_plies;
    }
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

fn at_least_one(option: &Given) -> anyhow::Result<u32> {
    let n: u32 = option.number()?;
    if n == 0 {
        bail!("-{} 0: expected at least 1", option.name);
    }
    Ok(n)
}

fn opening_file(path: &str) -> OpeningChoice {
    OpeningChoice {
        path: path.into(),
        format: OpeningFormat::Auto,
        order: OpeningOrder::Sequential,
        plies: None,
        first: 0,
    }
}

fn opening_choice(option: &Given) -> anyhow::Result<OpeningChoice> {
    let mut choice = opening_file("");
    for (key, value) in option.pairs("file")? {
        match key {
            "file" => choice.path = value.into(),
            "format" => {
                choice.format = match value.to_ascii_lowercase().as_str() {
                    "auto" => OpeningFormat::Auto,
                    "epd" | "fen" | "lines" | "iccs" | "txt" => OpeningFormat::Lines,
                    "pgn" => OpeningFormat::Pgn,
                    "games" | "tsv" => OpeningFormat::Games,
                    "json" => OpeningFormat::Json,
                    "book" => OpeningFormat::Book,
                    _ => bail!("-openings format={value}: expected auto, epd, fen, iccs, pgn, games, json or book"),
                }
            }
            "order" => {
                choice.order = match value {
                    "random" => OpeningOrder::Random,
                    "sequential" => OpeningOrder::Sequential,
                    _ => bail!("-openings order={value}: expected random or sequential"),
                }
            }
            "plies" => choice.plies = Some(option.parse(key, value)?),
            "start" => choice.first = option.parse::<usize>(key, value)?.saturating_sub(1),
            "policy" => {}
            _ => return Err(option.no_key(key, "file, format, order, plies, start")),
        }
    }
    if choice.path.as_os_str().is_empty() {
        bail!("-openings: no file=");
    }
    Ok(choice)
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
