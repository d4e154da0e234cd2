//! Boards as text, SVG, PNG and HTML.

mod random_game;

use chuhe_movegen::{Fen, START_FEN};
use chuhe_record::board::html_board::{BoardOptions, page};
use chuhe_record::board::{Coordinates, Diagram, PngError, TextStyle, png, svg, text};
use chuhe_record::{Game, Mark};
use random_game::Kind;

fn start() -> Diagram {
    Diagram::new(&START_FEN.parse::<Fen>().unwrap())
}

const LETTERS: TextStyle = TextStyle { ascii: true, colours: false };

#[test]
fn letters_show_the_board_from_either_side() {
    let mut diagram = Diagram { last_move: Some("h2e2".parse().unwrap()), ..start() };
    diagram.coordinates = Coordinates::Iccs;
    let shown = text(&diagram, LETTERS);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!((lines[0], lines[1]), ("  a b c d e f g h i", "9 r n b a k a b n r 9"));
    assert_eq!(lines[9], "2 . C . . * . . C . 2");
    diagram.flip = true;
    let turned = text(&diagram, LETTERS);
    let lines: Vec<&str> = turned.lines().collect();
    assert_eq!((lines[0], lines[1]), ("  i h g f e d c b a", "0 R N B A K A B N R 0"));
    // A board turned twice is the same board: no letter is lost.
    let count = |text: &str| text.chars().filter(|c| c.is_ascii_alphabetic()).count();
    assert_eq!(count(&shown), count(&turned));
}

#[test]
fn characters_keep_their_columns_and_tell_the_sides_apart() {
    for coordinates in [Coordinates::None, Coordinates::Files, Coordinates::Iccs] {
        for flip in [false, true] {
            let diagram = Diagram { coordinates, flip, ..start() };
            let shown = text(&diagram, TextStyle::default());
            let width = |line: &str| line.chars().map(|c| if c >= '\u{2E80}' { 2 } else { 1 }).sum::<usize>();
            let indent = if coordinates == Coordinates::Iccs { 2 } else { 0 };
            for line in shown.lines().filter(|line| line.contains(['│', '┼', '┬', '(', '['])) {
                assert!((34..=36).contains(&(width(line) - indent)), "{line}");
            }
            assert_eq!((shown.matches('(').count(), shown.matches('[').count()), (16, 16));
            assert!(!shown.contains('\x1b'));
        }
    }
    let coloured = text(&start(), TextStyle { ascii: false, colours: true });
    assert_eq!(coloured.matches("\x1b[0m").count(), 32);
}

#[test]
fn drawings_are_whole_and_need_nothing_from_elsewhere() {
    let diagram = Diagram {
        coordinates: Coordinates::Files,
        marks: vec![Mark::Arrow('G', "a0a1".parse().unwrap()), Mark::Square('R', "e4".parse().unwrap())],
        last_move: Some("h2e2".parse().unwrap()),
        ..start()
    };
    let drawing = svg(&diagram);
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert!(!drawing.contains("<text") && !drawing.contains("href") && !drawing.contains("NaN"));
    // Two circles a piece and one for the marked point.
    assert_eq!(drawing.matches("<circle").count(), 65);
    let picture = png(&diagram).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let width = u32::from_be_bytes(picture[16..20].try_into().unwrap());
    assert_eq!(width, diagram.size);
    assert_eq!(png(&Diagram { size: 9, ..start() }), Err(PngError::Size(9)));
    assert_eq!(png(&Diagram { size: 1_000_000, ..start() }), Err(PngError::Size(1_000_000)));
    // Nothing but pieces changes between two positions.
    let empty: Fen = "9/9/9/9/9/9/9/9/9/9 w".parse().unwrap();
    assert_eq!(svg(&Diagram::new(&empty)).matches("<circle").count(), 0);
}

#[test]
fn a_page_holds_the_game_and_nothing_that_breaks_out() {
    let mut game = random_game::game(11, Kind::ALL);
    let root = game.root();
    game.node_mut(root).comment = "</script><script>alert(1)</script>".into();
    game.tags.set("Title", "<b>&\"");
    let html = page(&game, &BoardOptions::default());
    assert!(!html.contains("alert(1)</script>") && html.contains("&lt;b&gt;&amp;&quot;"));
    // A namespace is a name, not a request.
    let requests = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!requests.contains("http") && !html.contains("<link") && !html.contains("@import"));
    assert_eq!(html.matches("<script").count(), 2);
    let begin = html.find("application/json\">").unwrap() + "application/json\">".len();
    let data: serde_json::Value =
        serde_json::from_str(&html[begin..begin + html[begin..].find("</script>").unwrap()]).unwrap();
    assert_eq!(data["moves"].as_array().unwrap().len(), game.nodes());
    assert!(page(&Game::default(), &BoardOptions::default()).contains("象棋"));
}
