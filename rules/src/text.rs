//! Verdicts in words, English and Chinese.

use chuhe_movegen::{Color, Piece};

use crate::RuleSet;
use crate::class::{Chase, Conduct, Deed, LabelledPly, Tracked};
use crate::label::{IdleKind, Weakness};
use crate::outcome::{Language, Outcome, Reason, Repetition, Verdict};

impl Language {
    /// One of two texts.
    #[must_use]
    pub const fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// The name of a side.
    #[must_use]
    pub const fn side(self, color: Color) -> &'static str {
        match color {
            Color::Red => self.pick("red", "红方"),
            Color::Black => self.pick("black", "黑方"),
        }
    }

    /// The name of a piece: the kind in English, the character of its side in Chinese.
    #[must_use]
    pub const fn piece(self, piece: Piece) -> &'static str {
        let kind = piece.kind();
        match (self, piece.color()) {
            (Language::English, _) => kind.name(),
            (Language::Chinese, Color::Red) => ["帅", "仕", "相", "马", "车", "炮", "兵"][kind.index()],
            (Language::Chinese, Color::Black) => ["将", "士", "象", "马", "车", "炮", "卒"][kind.index()],
        }
    }
}

impl RuleSet {
    /// The name for people.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        match self {
            RuleSet::Axf => language.pick("axf", "亚洲棋规"),
            RuleSet::Cxa1999 => language.pick("cxa1999", "中国棋规1999"),
            RuleSet::Cxa2020 => language.pick("cxa2020", "中国棋规2020"),
            RuleSet::Wxf => language.pick("wxf", "世界棋规"),
            RuleSet::Computer => language.pick("computer", "电脑规则"),
            RuleSet::League => language.pick("league", "联赛规则"),
            RuleSet::CheckBan => language.pick("checkban", "禁止长将"),
            RuleSet::AlwaysDraw => language.pick("alwaysdraw", "循环作和"),
        }
    }
}

/// The word for machines that sums up a losing conduct.
pub(crate) fn conduct_code(conduct: &Conduct) -> &'static str {
    match conduct.deeds[..] {
        [Deed::Check] => "perpetual_check",
        [Deed::Kill] => "perpetual_kill",
        [Deed::Chase] => "perpetual_chase",
        _ => "perpetual_attack",
    }
}

/// What a side did, in words.
#[must_use]
pub(crate) fn conduct(conduct: &Conduct, language: Language) -> String {
    match conduct.deeds[..] {
        [Deed::Check] => language.pick("perpetual check", "长将").to_owned(),
        [Deed::Kill] => language.pick("perpetual kill", "长杀").to_owned(),
        [Deed::Chase] if conduct.common.is_empty() => language.pick("chases of several pieces", "长捉多子").to_owned(),
        [Deed::Chase] => language.pick("perpetual chase", "长捉").to_owned(),
        [Deed::Idle] => language.pick("idle moves", "闲着").to_owned(),
        [Deed::KingOrPawnAttack] => language.pick("king or pawn attacks", "帅（将）兵（卒）捉子").to_owned(),
        _ => {
            let word = |deed: &Deed| match deed {
                Deed::Check => language.pick("check", "一将"),
                Deed::Kill => language.pick("kill", "一杀"),
                Deed::Chase => language.pick("chase", "一捉"),
                Deed::Idle => language.pick("idle", "一闲"),
                Deed::KingOrPawnAttack => language.pick("king or pawn attack", "一帅兵捉"),
            };
            let mut deeds = conduct.deeds.clone();
            // Spoken order: what is heavier goes first.
            deeds.sort_by_key(|deed| match deed {
                Deed::Check => 0,
                Deed::Kill => 1,
                Deed::Chase => 2,
                Deed::KingOrPawnAttack => 3,
                Deed::Idle => 4,
            });
            let words: Vec<&str> = deeds.iter().map(word).collect();
            match language {
                Language::English => format!("one {}", words.join(" one ")),
                Language::Chinese => words.concat(),
            }
        }
    }
}

fn place(piece: &Tracked, language: Language) -> String {
    let name = language.piece(piece.piece);
    match language {
        Language::English => format!("{name} {}", piece.square),
        Language::Chinese => format!("{name}{}", piece.square),
    }
}

/// One chase: `rook b4 chases the unprotected knight b7`; without the quarry's point when `bare`.
fn chase(chase: &Chase, bare: bool, language: Language) -> String {
    let hunter = place(&chase.hunter, language);
    let quarry = if bare { language.piece(chase.quarry.piece).to_owned() } else { place(&chase.quarry, language) };
    let weak = match chase.weakness {
        Weakness::Unprotected => language.pick("unprotected ", "无根"),
        Weakness::FalselyProtected => language.pick("falsely protected ", "假根"),
        Weakness::Valuable => language.pick("protected ", "有根"),
        Weakness::Underprotected => language.pick("underprotected ", "少根"),
        Weakness::LostToChecks => "",
    };
    let held = if chase.held { language.pick(" held by a knight", "被马牵制的") } else { "" };
    match (language, chase.weakness) {
        (Language::English, Weakness::LostToChecks) => {
            format!("{hunter} threatens to win the {quarry}{held} by a check")
        }
        (Language::Chinese, Weakness::LostToChecks) => format!("{hunter}借将捉{held}{quarry}"),
        (Language::English, _) => format!("{hunter} chases the {weak}{quarry}{held}"),
        (Language::Chinese, _) => format!("{hunter}捉{held}{weak}{quarry}"),
    }
}

/// Everything a move does, in words.
#[must_use]
pub(crate) fn ply(ply: &LabelledPly, language: Language) -> String {
    let mut parts = Vec::new();
    let names = |pieces: &[Tracked]| pieces.iter().map(|piece| place(piece, language)).collect::<Vec<_>>();
    if !ply.checkers.is_empty() {
        let checkers = names(&ply.checkers).join(language.pick(" and ", "、"));
        parts.push(match language {
            Language::English => format!("check by {checkers}"),
            Language::Chinese => format!("{checkers}将军"),
        });
    }
    if let Some(checks) = ply.kill {
        parts.push(match language {
            Language::English => format!("threatens mate in {checks}"),
            Language::Chinese => format!("要杀（{checks}步）"),
        });
    }
    let attacks = [&ply.chases, &ply.king_attacks, &ply.pawn_attacks].into_iter().flatten();
    parts.extend(attacks.map(|attack| chase(attack, false, language)));
    if let Some(idle) = ply.idle {
        parts.push(idle_name(idle, language).to_owned());
    }
    parts.join(language.pick("; ", "；"))
}

fn idle_name(idle: IdleKind, language: Language) -> &'static str {
    match idle {
        IdleKind::Exchange => language.pick("offers an exchange", "兑"),
        IdleKind::Sacrifice => language.pick("offers a piece", "献"),
        IdleKind::Block => language.pick("blocks", "拦"),
        IdleKind::Follow => language.pick("attacks a protected piece", "跟"),
        IdleKind::Quiet => language.pick("quiet", "闲"),
    }
}

/// The name of a deed as the tables print it.
#[must_use]
pub(crate) fn deed(deed: Deed, language: Language) -> &'static str {
    match deed {
        Deed::Chase => language.pick("chase", "捉"),
        Deed::Check => language.pick("check", "将"),
        Deed::Idle => language.pick("idle", "闲"),
        Deed::Kill => language.pick("kill", "杀"),
        Deed::KingOrPawnAttack => language.pick("kpchase", "帅兵捉"),
    }
}

/// The pieces that a losing side checked or chased with, and what it chased.
fn detail(repetition: &Repetition, loser: Color, language: Language) -> String {
    let own = || repetition.plies.iter().filter(|ply| ply.color() == loser);
    let conduct = &repetition.conduct[loser.index()];
    let Some(last) = own().next_back() else { return String::new() };
    if conduct.only(Deed::Check) {
        let checkers = distinct(own().flat_map(|ply| ply.checkers.iter().copied()));
        if checkers.len() < 2 {
            return ply(last, language);
        }
        let names: Vec<&str> = checkers.iter().map(|checker| language.piece(checker.piece)).collect();
        return match language {
            Language::English => format!("checks by {}", names.join(" and ")),
            Language::Chinese => format!("{}将军", names.join("、")),
        };
    }
    if !conduct.only(Deed::Chase) {
        return ply(last, language);
    }
    let quarry = conduct.common.first().copied();
    let wanted = |chase: &&Chase| quarry.is_none_or(|quarry| quarry.home == chase.quarry.home);
    let Some(example) = last.chases.iter().find(wanted) else { return ply(last, language) };
    let hunters = distinct(own().flat_map(|ply| ply.chases.iter().filter(wanted)).map(|chase| chase.hunter));
    let others: Vec<String> = hunters
        .iter()
        .filter(|hunter| hunter.home != example.hunter.home)
        .map(|hunter| {
            let again = if hunter.piece == example.hunter.piece { language.pick("other ", "另一") } else { "" };
            format!("{again}{}", language.piece(hunter.piece))
        })
        .collect();
    let mut text = chase(example, true, language);
    if !others.is_empty() {
        text += &match language {
            Language::English => format!(", in turn with the {}", others.join(" and ")),
            Language::Chinese => format!("（与{}轮流）", others.join("、")),
        };
    }
    text
}

fn distinct(pieces: impl Iterator<Item = Tracked>) -> Vec<Tracked> {
    let mut found: Vec<Tracked> = Vec::new();
    for piece in pieces {
        if found.iter().all(|other| other.home != piece.home) {
            found.push(piece);
        }
    }
    found
}

fn repetition(verdict: Verdict, repetition: &Repetition, language: Language) -> String {
    let (first, last) = repetition.span();
    let set = repetition.set.title(language);
    let source = match (repetition.article, language) {
        (Some(article), Language::English) => format!("{set} art. {article}"),
        (Some(article), Language::Chinese) => format!("{set}第{article}条"),
        (None, _) => set.to_owned(),
    };
    let [red, black] = &repetition.conduct;
    let (red, black) = (conduct(red, language), conduct(black, language));
    match (verdict, language) {
        (Verdict::Draw, Language::English) => {
            format!("draw: repetition, plies {first}-{last}, red {red}, black {black}; {source}")
        }
        (Verdict::Draw, Language::Chinese) => {
            format!("和棋：循环反复，第{first}-{last}着，红方{red}，黑方{black}；{source}")
        }
        (Verdict::Loss(loser), Language::English) => {
            let what = conduct(&repetition.conduct[loser.index()], language);
            let verb = if repetition.warning { "must change" } else { "loses" };
            let detail = detail(repetition, loser, language);
            format!("{} {verb}: {what}, plies {first}-{last}, {detail}; {source}", language.side(loser))
        }
        (Verdict::Loss(loser), Language::Chinese) => {
            let what = conduct(&repetition.conduct[loser.index()], language);
            let verb = if repetition.warning { "须变着" } else { "负" };
            let detail = detail(repetition, loser, language);
            format!("{}{verb}：{what}，第{first}-{last}着，{detail}；{source}", language.side(loser))
        }
    }
}

/// The line for an outcome.
pub(crate) fn outcome(outcome: &Outcome, language: Language) -> String {
    let why = match &outcome.reason {
        Reason::Repetition(loop_played) => return repetition(outcome.verdict, loop_played, language),
        Reason::Checkmate => language.pick("checkmate", "将死").to_owned(),
        Reason::Stalemate => language.pick("stalemate (no legal move)", "困毙").to_owned(),
        Reason::FacingKings => language.pick("the kings face each other after the loser's move", "将帅照面").to_owned(),
        Reason::NaturalLimit { plies } => match language {
            Language::English => format!("natural limit, {plies} plies without a capture"),
            Language::Chinese => format!("自然限着，{plies}着未吃子"),
        },
        Reason::NoAttackers => language.pick("no attackers left", "双方均无进攻子力").to_owned(),
        Reason::LoneCannon => language.pick("a lone cannon cannot win", "单炮无法取胜").to_owned(),
        Reason::Agreement => language.pick("agreement", "双方同意").to_owned(),
        Reason::Resignation => language.pick("resignation", "认输").to_owned(),
        Reason::Time => language.pick("time", "超时").to_owned(),
        Reason::Lateness => language.pick("late at the board", "迟到").to_owned(),
        Reason::IllegalMove { ply, text } => match language {
            Language::English => format!("illegal move {text} at ply {ply}"),
            Language::Chinese => format!("第{ply}着{text}违例"),
        },
        Reason::RefusedToChange => language.pick("forbidden moves not changed", "禁止着法不变").to_owned(),
        Reason::ThirdFoul => language.pick("third foul", "三次犯规").to_owned(),
        Reason::Misconduct => language.pick("refusal of the rules or misconduct", "拒绝服从或严重违纪").to_owned(),
        Reason::Disconnection => language.pick("program stopped answering", "程序断开").to_owned(),
        Reason::Adjudication => language.pick("adjudication", "裁定").to_owned(),
    };
    match (outcome.verdict, language) {
        (Verdict::Draw, Language::English) => format!("draw: {why}"),
        (Verdict::Draw, Language::Chinese) => format!("和棋：{why}"),
        (Verdict::Loss(loser), Language::English) => format!("{} loses: {why}", language.side(loser)),
        (Verdict::Loss(loser), Language::Chinese) => format!("{}负：{why}", language.side(loser)),
    }
}

/// Capital letter for red, small for black, and the point: `Rb4`.
pub(crate) fn short(piece: &Tracked) -> String {
    format!("{}{}", piece.piece.letter(), piece.square)
}
