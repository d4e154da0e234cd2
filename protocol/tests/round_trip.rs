//! Whatever one side writes, the other reads as the same thing.

use chuhe_movegen::{Move, Score, Square};
use chuhe_protocol::{
    Bound, Command, Dialect, Go, HashBound, Info, MINOR, OptionKind, OptionLine, PositionText, Ranks, Reply, Start,
    Wdl, format_command, format_move, format_reply, parse_command, parse_move, parse_reply,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn a_move() -> impl Strategy<Value = Move> {
    (0u8..90, 1u8..90).prop_map(|(from, step)| Move::new(Square::new(from), Square::new((from + step) % 90)))
}

fn move_texts() -> impl Strategy<Value = Vec<String>> {
    vec(a_move().prop_map(|mv| mv.to_string()), 0..8)
}

fn position() -> impl Strategy<Value = PositionText> {
    let fen = "[1-9a-zA-Z/]{1,30}( [wbr])?( [- 0-9;]{0,9}[0-9])?".prop_map(|text| Start::Fen(text.into_bytes()));
    (prop_oneof![Just(Start::Startpos), fen], move_texts()).prop_map(|(start, moves)| PositionText { start, moves })
}

/// Every limit but the draw offer, which UCI leaves out.
fn go() -> impl Strategy<Value = Go> {
    let flags = (any::<bool>(), any::<bool>());
    let limits = (option::of(any::<u32>()), option::of(0..=i64::MAX as u64), option::of(any::<u32>()));
    let time = || option::of(-i64::MAX..=i64::MAX);
    let bonus = || option::of(0..=i64::MAX as u64);
    let moves = || option::of(1..=u32::MAX);
    let ucci = (time(), bonus(), moves(), time(), bonus(), moves());
    let uci = (time(), time(), time(), bonus(), bonus());
    (flags, limits, ucci, uci, move_texts(), option::of(any::<u32>())).prop_map(
        |(flags, limits, ucci, uci, searchmoves, perft)| Go {
            ponder: flags.0,
            draw: false,
            infinite: flags.1,
            depth: limits.0,
            nodes: limits.1,
            mate: limits.2,
            movetime: uci.0,
            time: ucci.0,
            increment: ucci.1,
            movestogo: ucci.2,
            opptime: ucci.3,
            oppincrement: ucci.4,
            oppmovestogo: ucci.5,
            wtime: uci.1,
            btime: uci.2,
            winc: uci.3,
            binc: uci.4,
            searchmoves,
            perft,
        },
    )
}

fn name() -> impl Strategy<Value = String> {
    "[A-Z][a-z]{1,8}".prop_filter("keywords end a name", |name| {
        !["name", "value", "type"].contains(&name.to_ascii_lowercase().as_str())
    })
}

fn command() -> impl Strategy<Value = Command> {
    let value = option::of("[!-~]([ -~]{0,20}[!-~])?".prop_map(String::into_bytes));
    prop_oneof![
        Just(Command::Ucci),
        Just(Command::Uci),
        Just(Command::UciCyclone),
        Just(Command::IsReady),
        Just(Command::Stop),
        Just(Command::Quit),
        Just(Command::PonderHit { draw: false }),
        any::<bool>().prop_map(Command::Debug),
        any::<u32>().prop_map(Command::Perft),
        (name(), value).prop_map(|(name, value)| Command::SetOption { name, value }),
        position().prop_map(Command::Position),
        position().prop_map(Command::Probe),
        move_texts().prop_map(Command::BanMoves),
        go().prop_map(Command::Go),
    ]
}

/// Scores that both protocols can say exactly. UCI counts a mate in whole moves, so giving one takes an odd number of
/// plies and suffering one an even number.
fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-7000i32..=7000).prop_map(Score::Cp),
        (1i32..=200).prop_map(|moves| Score::Mate(2 * moves - 1)),
        (0i32..=200).prop_map(|moves| Score::Mate(-2 * moves)),
        (-999i32..=999).prop_map(Score::Rule),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let depths = (any::<u32>(), option::of(any::<u32>()), option::of(1..500u32));
    let bound = option::of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]);
    let wdl = option::of((0u16..=1000, 0u16..=1000, 0u16..=1000).prop_map(|(win, draw, loss)| Wdl { win, draw, loss }));
    let count = || option::of(0..=i64::MAX as u64);
    let counts = (count(), count(), option::of(any::<u32>()), count(), count());
    let current = (option::of(a_move()), option::of(any::<u32>()));
    (depths, score(), bound, wdl, counts, current, vec(a_move(), 0..40)).prop_map(
        |(depths, score, bound, wdl, counts, current, pv)| Info {
            depth: Some(depths.0),
            seldepth: depths.1,
            multipv: depths.2,
            score: Some(score),
            bound,
            wdl,
            nodes: counts.0,
            nps: counts.1,
            hashfull: counts.2,
            tbhits: counts.3,
            time_ms: counts.4,
            currmove: current.0,
            currmovenumber: current.1,
            pv,
            string: None,
        },
    )
}

fn option_line() -> impl Strategy<Value = OptionLine> {
    let word = || "[a-z]{1,3}[0-9]";
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (-1000i64..1000, -1000i64..1000, -1000i64..1000).prop_map(|(min, max, default)| OptionKind::Spin {
            min,
            max,
            default
        }),
        (vec(word(), 1..6), word()).prop_map(|(values, default)| OptionKind::Combo { values, default }),
        "([!-~]([ -~]{0,20}[!-~])?)?"
            .prop_filter("stands for nothing", |text| text != "<empty>")
            .prop_map(|default| OptionKind::String { default }),
        Just(OptionKind::Button),
        Just(OptionKind::Label),
    ];
    (name(), kind).prop_map(|(name, kind)| OptionLine { name, kind })
}

fn reply() -> impl Strategy<Value = Reply> {
    let text = || "[!-~]([ -~]{0,40}[!-~])?";
    let bound = || {
        // A hash bound is on UCCI's scale, which the score kinds other than evaluations pass through unchanged.
        let exact = score().prop_filter("rounded", |score| !matches!(score, Score::Cp(_)));
        option::of((exact, 0..100u32).prop_map(|(score, depth)| HashBound { score, depth }))
    };
    prop_oneof![
        ("[a-z]{1,9}", text()).prop_map(|(key, text)| Reply::Id { key, text }),
        option_line().prop_map(Reply::Option),
        Just(Reply::UcciOk),
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        Just(Reply::NoBestMove),
        (a_move(), option::of(a_move())).prop_map(|(mv, ponder)| Reply::BestMove {
            mv,
            ponder,
            draw: false,
            resign: false
        }),
        (option::of(a_move()), bound(), bound()).prop_map(|(mv, lower, upper)| Reply::PopHash { mv, lower, upper }),
        text().prop_map(Reply::Message),
    ]
}

/// The command as it reads after its moves were written with `ranks`.
fn with_ranks(command: Command, ranks: Ranks) -> Command {
    let convert = |moves: Vec<String>| -> Vec<String> {
        moves.iter().map(|mv| format_move(parse_move(mv, Ranks::Zero).unwrap(), ranks)).collect()
    };
    let convert_position = |position: PositionText| PositionText { moves: convert(position.moves), ..position };
    match command {
        Command::Position(position) => Command::Position(convert_position(position)),
        Command::Probe(position) => Command::Probe(convert_position(position)),
        Command::BanMoves(moves) => Command::BanMoves(convert(moves)),
        Command::Go(go) => Command::Go(Go { searchmoves: convert(go.searchmoves.clone()), ..go }),
        other => other,
    }
}

const DIALECTS: [Dialect; 2] = [Dialect::Ucci, Dialect::Uci];
const RANKS: [Ranks; 2] = [Ranks::Zero, Ranks::One];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: RngSeed::Fixed(0x5EED_0012),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn moves(mv in a_move()) {
        for ranks in RANKS {
            prop_assert_eq!(parse_move(&format_move(mv, ranks), ranks), Some(mv));
        }
    }

    #[test]
    fn commands(command in command()) {
        for dialect in DIALECTS {
            for ranks in RANKS {
                let line = format_command(&command, dialect, ranks);
                prop_assert_eq!(parse_command(&line), with_ranks(command.clone(), ranks), "{}", line.escape_ascii());
            }
        }
    }

    #[test]
    fn draw_offers_are_ucci(mut go in go()) {
        go.draw = true;
        let command = Command::Go(go);
        prop_assert_eq!(&parse_command(&format_command(&command, Dialect::Ucci, Ranks::Zero)), &command);
        prop_assert_ne!(&parse_command(&format_command(&command, Dialect::Uci, Ranks::Zero)), &command);
    }

    #[test]
    fn replies(reply in reply()) {
        for dialect in DIALECTS {
            for ranks in RANKS {
                let line = format_reply(&reply, dialect, ranks).unwrap();
                prop_assert_eq!(&parse_reply(line.as_bytes(), dialect, ranks), &reply, "{}", line);
            }
        }
    }

    #[test]
    fn infos(info in info()) {
        for ranks in RANKS {
            let line = format_reply(&Reply::Info(info.clone()), Dialect::Uci, ranks).unwrap();
            let expected = Reply::Info(info.clone());
            prop_assert_eq!(parse_reply(line.as_bytes(), Dialect::Uci, ranks), expected, "{}", line);

            // UCCI leaves bounds and chances out and rounds evaluations to a hundredth of a minor piece.
            let line = format_reply(&Reply::Info(info.clone()), Dialect::Ucci, ranks).unwrap();
            let Reply::Info(read) = parse_reply(line.as_bytes(), Dialect::Ucci, ranks) else { panic!("{line}") };
            if let (Some(Score::Cp(written)), Some(Score::Cp(read))) = (info.score, read.score) {
                prop_assert!((written - read).abs() <= MINOR / 200 + 1, "{} read as {}", written, read);
            } else {
                prop_assert_eq!(info.score, read.score);
            }
            prop_assert_eq!(read.clone(), Info { score: read.score, bound: None, wdl: None, ..info.clone() });
            prop_assert_eq!(format_reply(&Reply::Info(read), Dialect::Ucci, ranks), Some(line));
        }
    }
}
