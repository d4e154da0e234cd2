//! The pages of reports as text; `tests/web/` opens them in a browser.

mod invented;

use chuhe_analysis::report::{write_collection, write_game};
use chuhe_analysis::{GameAnalysis, RunInfo, collection};
use chuhe_rules::Language;
use invented::{analysed, random_game};
use serde_json::Value;

const HOSTILE: &str = "</script><script>alert('x')</script><!--<b>&\"";

fn games(count: u64) -> Vec<GameAnalysis> {
    (1..=count)
        .map(|seed| {
            let mut game = random_game(60, seed);
            game.tags.set("Red", HOSTILE);
            game.tags.set("Black", format!("许银川 {seed}"));
            game.tags.set("Event", HOSTILE);
            let first = game.mainline().next().unwrap();
            game.node_mut(first).comment = HOSTILE.into();
            analysed(&game, &format!("games.pgn#{seed}"), seed)
        })
        .collect()
}

/// The JSON of an element of the page, as a browser would find it.
fn embedded(page: &str, id: &str) -> Value {
    let begin = page.find(&format!("id=\"{id}\">")).unwrap() + format!("id=\"{id}\">").len();
    let end = begin + page[begin..].find("</script").unwrap();
    serde_json::from_str(&page[begin..end]).unwrap()
}

fn page(games: &[GameAnalysis], language: Language) -> String {
    let mut out = Vec::new();
    let summaries = games.iter().map(|game| game.summary.clone()).collect();
    let collection = collection(HOSTILE.into(), RunInfo::default(), summaries, Vec::new());
    write_collection(&mut out, &collection, games, language).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_users_wrote_cannot_break_out_of_the_page() {
    let games = games(3);
    let html = page(&games, Language::English);
    assert!(!html.contains("alert('x')</script>") && !html.contains("<b>&"));
    // One for the board's code, one for the collection, one a game, one for the report's code; as many ends as beginnings.
    assert_eq!(html.matches("<script").count(), 3 + games.len());
    assert_eq!(html.matches("</script").count(), 3 + games.len());
    let report = embedded(&html, "report");
    assert_eq!(report["games"][1]["players"][0]["name"], HOSTILE);
    assert_eq!(report["title"], HOSTILE);
    assert_eq!(embedded(&html, "data-3")["board"]["moves"][0][3], HOSTILE);
}

#[test]
fn a_page_asks_nobody_for_anything() {
    let html = page(&games(2), Language::Chinese);
    for word in ["http:", "https:", "//cdn", "src=", "@import", "url("] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'") && html.contains("<html lang=\"zh-Hans\">"));
}

#[test]
fn the_board_is_told_each_mistake_and_where_its_better_line_begins() {
    for game in games(5) {
        let mut out = Vec::new();
        write_game(&mut out, &game, &RunInfo::default(), Language::English).unwrap();
        let html = String::from_utf8(out).unwrap();
        let data = embedded(&html, "data-1");
        let (moves, faults) = (data["board"]["moves"].as_array().unwrap(), data["board"]["faults"].as_array().unwrap());
        assert_eq!(faults.len(), game.moves.len());
        assert!(game.moves.iter().any(|record| record.is_marked()));
        for (i, record) in game.moves.iter().enumerate() {
            assert_eq!(moves[i][1], record.mv.as_deref().unwrap(), "moves of the game come first");
            assert_eq!(faults[i] != 0, record.is_marked());
            let better = data["board"]["better"][i].as_u64().unwrap() as usize;
            assert_eq!(better != 0, record.is_marked());
            if better != 0 {
                // The alternative begins where the move was made, with the engine's move.
                assert_eq!(moves[better - 1][0].as_u64().unwrap() as usize, i);
                assert_eq!(moves[better - 1][1], record.best.as_deref().unwrap());
            }
        }
    }
}

#[test]
fn scores_on_the_board_are_those_behind_the_moves_from_reds_view() {
    let mut game = games(1).remove(0);
    for (record, (kind, value)) in game.moves.iter_mut().zip([
        (chuhe_analysis::ScoreKind::Cp, 35),
        (chuhe_analysis::ScoreKind::Cp, 35),
        (chuhe_analysis::ScoreKind::Mate, 3),
        (chuhe_analysis::ScoreKind::Mate, 3),
        (chuhe_analysis::ScoreKind::Mate, -2),
        (chuhe_analysis::ScoreKind::Mate, -2),
        (chuhe_analysis::ScoreKind::Mate, 1),
        (chuhe_analysis::ScoreKind::Mate, 1),
    ]) {
        record.played_score = Some(chuhe_analysis::ScoreRecord { kind, value });
    }
    let mut out = Vec::new();
    write_game(&mut out, &game, &RunInfo::default(), Language::English).unwrap();
    let data = embedded(&String::from_utf8(out).unwrap(), "data-1");
    let scores: Vec<Value> = (0..8).map(|i| data["board"]["moves"][i][5].clone()).collect();
    // Red and black move by turns. A mate in three has two moves left behind the first one; a mate in one stands.
    let expected = serde_json::json!([35, -35, "#2", "#-2", "#-2", "#2", "#+", "#-"]);
    assert_eq!(Value::from(scores), expected);
}

#[test]
fn games_without_moves_or_names_and_empty_collections_have_pages() {
    let nothing = random_game(0, 1);
    let games = [analysed(&nothing, "empty.pgn#1", 1)];
    assert_eq!(embedded(&page(&games, Language::English), "data-1")["board"]["moves"], serde_json::json!([]));
    let html = page(&[], Language::English);
    assert_eq!(embedded(&html, "report")["games"], serde_json::json!([]));
}
