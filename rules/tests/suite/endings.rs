//! How endings read, and what is said about input that cannot be judged.

use chuhe_movegen::{Color, Position};
use chuhe_rules::{
    Language, Line, NaturalLimit, Outcome, Reason, ReplayError, Report, RuleSet, Rules, UnknownRuleSet, judge,
};

use crate::own_cases;

#[test]
fn every_kind_of_ending_reads_well_in_both_languages() {
    let loss = |reason| Outcome::loss(Color::Red, reason);
    let draw = Outcome::draw;
    for (outcome, english, chinese) in [
        (loss(Reason::Checkmate), "red loses: checkmate", "红方负：将死"),
        (loss(Reason::Stalemate), "red loses: stalemate (no legal move)", "红方负：困毙"),
        (loss(Reason::FacingKings), "red loses: the kings face each other after the loser's move", "红方负：将帅照面"),
        (loss(Reason::Time), "red loses: time", "红方负：超时"),
        (loss(Reason::Lateness), "red loses: late at the board", "红方负：迟到"),
        (loss(Reason::Resignation), "red loses: resignation", "红方负：认输"),
        (loss(Reason::ThirdFoul), "red loses: third foul", "红方负：三次犯规"),
        (loss(Reason::RefusedToChange), "red loses: forbidden moves not changed", "红方负：禁止着法不变"),
        (loss(Reason::Misconduct), "red loses: refusal of the rules or misconduct", "红方负：拒绝服从或严重违纪"),
        (loss(Reason::Disconnection), "red loses: program stopped answering", "红方负：程序断开"),
        (
            loss(Reason::IllegalMove { ply: 7, text: "a0a9".into() }),
            "red loses: illegal move a0a9 at ply 7",
            "红方负：第7着a0a9违例",
        ),
        (draw(Reason::Agreement), "draw: agreement", "和棋：双方同意"),
        (draw(Reason::Adjudication), "draw: adjudication", "和棋：裁定"),
        (draw(Reason::NoAttackers), "draw: no attackers left", "和棋：双方均无进攻子力"),
        (draw(Reason::LoneCannon), "draw: a lone cannon cannot win", "和棋：单炮无法取胜"),
        (
            draw(Reason::NaturalLimit { plies: 120 }),
            "draw: natural limit, 120 plies without a capture",
            "和棋：自然限着，120着未吃子",
        ),
    ] {
        assert_eq!(outcome.text(Language::English), english);
        assert_eq!(outcome.text(Language::Chinese), chinese);
        assert!(outcome.is_final());
    }
}

fn case_text(id: &str) -> (String, String) {
    let cases = own_cases();
    let case = cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("no case {id}"));
    let text = case.report().text;
    (text.en, text.zh)
}

#[test]
fn a_repetition_says_who_did_what_to_whom_and_by_which_article() {
    for (id, english, chinese) in [
        (
            "axf_413",
            "red loses: perpetual chase, plies 8-15, rook h6 chases the unprotected cannon; axf art. 18",
            "红方负：长捉，第8-15着，车h6捉无根炮；亚洲棋规第18条",
        ),
        (
            "axf_333",
            "red loses: perpetual check, plies 7-14, check by rook h9; axf art. 6",
            "红方负：长将，第7-14着，车h9将军；亚洲棋规第6条",
        ),
        (
            "axf_434",
            "red loses: perpetual chase, plies 7-14, rook a8 chases the unprotected rook held by a knight, in turn with the \
             cannon; axf art. 19",
            "红方负：长捉，第7-14着，车a8捉被马牵制的无根车（与炮轮流）；亚洲棋规第19条",
        ),
        (
            "axf_384",
            "red loses: perpetual chase, plies 18-41, cannon h1 chases the unprotected rook, in turn with the other \
             cannon; axf art. 15",
            "红方负：长捉，第18-41着，炮h1捉无根车（与另一炮轮流）；亚洲棋规第15条",
        ),
        (
            "axf_352",
            "draw: repetition, plies 9-16, red one kill one idle, black one chase one idle; axf art. 13-14",
            "和棋：循环反复，第9-16着，红方一杀一闲，黑方一捉一闲；亚洲棋规第13-14条",
        ),
        (
            "cxa_con_chase_by_check",
            "red must change: perpetual chase, plies 1-12, rook c6 threatens to win the knight by a check; cxa1999 art. \
             26.4, 28.12",
            "红方须变着：长捉，第1-12着，车c6借将捉马；中国棋规1999第26.4, 28.12条",
        ),
        ("nat119", "the game goes on", "对局继续"),
    ] {
        assert_eq!(case_text(id), (english.to_owned(), chinese.to_owned()), "{id}");
    }
}

#[test]
fn the_chinese_rules_warn_before_they_punish() {
    let cases = own_cases();
    let case = cases.iter().find(|case| case.id == "cxa_390").expect("the case is there");
    let mut line = case.line();
    let outcome = judge(&line, &case.rules).expect("three loops");
    assert!(!outcome.is_final() && outcome.to_string().starts_with("red must change: "), "{outcome}");
    let loop_played: Vec<_> = line.plies()[line.plies().len() - 8..].iter().map(|ply| ply.mv).collect();
    for mv in loop_played {
        line.make(mv);
    }
    let outcome = judge(&line, &case.rules).expect("four loops");
    assert!(outcome.is_final() && outcome.to_string().starts_with("red loses: "), "{outcome}");
}

#[test]
fn the_table_shows_each_ply_of_the_loop() {
    let cases = own_cases();
    let case = cases.iter().find(|case| case.id == "axf_413").expect("the case is there");
    let report = case.report();
    let table = report.table(Language::English);
    assert_eq!(table.lines().count(), 1 + 8 + 2);
    assert!(table.lines().next().is_some_and(|head| head.starts_with("ply  side   move")), "{table}");
    let chinese = report.table(Language::Chinese);
    assert!(chinese.contains("捉无根炮"), "{chinese}");
}

#[test]
fn the_json_has_the_fields_of_the_contract() {
    let cases = own_cases();
    let case = cases.iter().find(|case| case.id == "axf_413").expect("the case is there");
    let value = serde_json::to_value(case.report()).expect("a report is JSON");
    for key in ["rules", "verdict", "reason", "article", "plies", "red", "black", "labels", "text"] {
        assert!(value.get(key).is_some(), "{key}");
    }
    assert_eq!(value["plies"], serde_json::json!([8, 15]));
    assert_eq!(value["labels"].as_array().map(Vec::len), Some(8));
    assert!(value["text"]["en"].is_string() && value["text"]["zh"].is_string());
    let quiet = Report::new(&Line::new(Position::start(), NaturalLimit::default()), &Rules::default());
    assert_eq!((quiet.verdict, quiet.reason, quiet.plies), ("none", "in_progress", None));
}

#[test]
fn bad_input_is_named_with_its_place() {
    let replay = |fen: &str, moves: &str| {
        Line::replay(fen.parse().unwrap(), NaturalLimit::default(), moves.split(' ')).map(|_| ()).unwrap_err()
    };
    let start = chuhe_movegen::START_FEN;
    let error = replay(start, "h2e2 h9g7 e2e5");
    assert!(matches!(error, ReplayError::Illegal { ply: 3, .. }), "{error}");
    assert!(error.to_string().starts_with("move 3 `e2e5` is illegal in rnbakab1r/"), "{error}");
    assert_eq!(replay(start, "h2e2 x9g7").to_string(), "move 2 `x9g7` is not a move (like h2e2)");
    let facing = replay("4k4/9/9/9/9/9/4p4/9/4R4/4K4 w - - 0 1", "e1e3 e9d9 e3d3 d9e9");
    assert!(matches!(facing, ReplayError::FacingKings { ply: 4, .. }), "{facing}");
    let nonsense = replay("4k4/9/9/9/9/9/4p4/9/4R4/4K4 w - - 0 1", "e1d5");
    assert!(matches!(nonsense, ReplayError::Illegal { ply: 1, .. }), "{nonsense}");
    let unknown = "fide".parse::<Rules>().unwrap_err();
    assert_eq!(unknown, UnknownRuleSet("fide".into()));
    assert!(unknown.to_string().contains("`fide` is not a rule set (axf, cxa1999"), "{unknown}");
}

#[test]
fn rule_sets_are_known_by_all_their_names() {
    for (name, set) in [
        ("asianrule", RuleSet::Axf),
        ("AXF", RuleSet::Axf),
        ("chineserule", RuleSet::Cxa2020),
        ("cxa", RuleSet::Cxa1999),
        ("checkban", RuleSet::CheckBan),
        ("alwaysdraw", RuleSet::AlwaysDraw),
        ("pikafish", RuleSet::Computer),
        ("simple", RuleSet::League),
        ("natural60", RuleSet::Axf),
    ] {
        assert_eq!(name.parse::<Rules>().unwrap().set, set, "{name}");
    }
    for set in RuleSet::ALL {
        assert_eq!(set.to_string().parse::<RuleSet>(), Ok(set));
    }
    assert!("natural60".parse::<Rules>().unwrap().claimed);
}
