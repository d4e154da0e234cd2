//! Options: found by any spelling, offered in each dialect's grammar, values clamped (`spec/ucci.md` §5.3, §6.2, §7).

use chuhe_protocol::{
    Dialect, OptionKind, OptionSpec, OptionTable, OptionValue, Ranks, Reply, format_reply, normalise_name,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    UseMillisec,
    Hash,
    Overhead,
    ClearHash,
    Style,
    Repetition,
    Book,
    Resign,
}

fn table() -> OptionTable<Key> {
    let spec = |key, ucci, uci, aliases, kind| OptionSpec { key, ucci, uci, aliases, kind };
    OptionTable(vec![
        spec(Key::UseMillisec, Some("usemillisec"), None, &[], OptionKind::Check { default: true }),
        spec(Key::Hash, Some("hashsize"), Some("Hash"), &[], OptionKind::Spin { min: 0, max: 65_536, default: 64 }),
        spec(Key::Overhead, None, Some("Move Overhead"), &[], OptionKind::Spin { min: 0, max: 5000, default: 30 }),
        spec(Key::ClearHash, Some("newgame"), Some("Clear Hash"), &[], OptionKind::Button),
        spec(Key::Style, Some("style"), None, &[], OptionKind::combo(&["solid", "normal", "risky"], "normal")),
        spec(
            Key::Repetition,
            Some("repetition"),
            Some("Repetition Rule"),
            &[],
            OptionKind::combo(&["asianrule", "chineserule"], "asianrule"),
        ),
        spec(Key::Book, Some("bookfiles"), Some("BookFile"), &["loadbook"], OptionKind::string("")),
        spec(Key::Resign, Some("resign"), Some("Resign"), &[], OptionKind::Check { default: false }),
    ])
}

#[test]
fn each_dialect_offers_its_names_in_its_order() {
    let offer = |dialect| {
        let write = |line| format_reply(&Reply::Option(line), dialect, Ranks::Zero).unwrap();
        table().lines(dialect).map(write).collect::<Vec<_>>()
    };
    assert_eq!(
        offer(Dialect::Ucci),
        [
            "option usemillisec type check default true",
            "option hashsize type spin min 0 max 65536 default 64",
            "option newgame type button",
            "option style type combo var solid var normal var risky default normal",
            "option repetition type combo var asianrule var chineserule default asianrule",
            "option bookfiles type string default <empty>",
            "option resign type check default false",
        ]
    );
    assert_eq!(
        offer(Dialect::Uci),
        [
            "option name Hash type spin default 64 min 0 max 65536",
            "option name Move Overhead type spin default 30 min 0 max 5000",
            "option name Clear Hash type button",
            "option name Repetition Rule type combo default asianrule var asianrule var chineserule",
            "option name BookFile type string default <empty>",
            "option name Resign type check default false",
        ]
    );
}

#[test]
fn names_are_found_in_any_spelling() {
    let table = table();
    let key = |name: &str| table.find(name).map(|spec| spec.key);
    for (name, expected) in [
        ("HASHSIZE", Some(Key::Hash)),
        ("hash", Some(Key::Hash)),
        ("Clear_Hash", Some(Key::ClearHash)),
        ("clear  hash", Some(Key::ClearHash)),
        ("newgame", Some(Key::ClearHash)),
        ("repetition_rule", Some(Key::Repetition)),
        ("LoadBook", Some(Key::Book)),
        ("guiname", None),
        ("", None),
        ("hash size", None),
    ] {
        assert_eq!(key(name), expected, "{name}");
    }
    assert_eq!(normalise_name(" Repetition__Rule "), "repetition rule");
}

#[test]
fn names_of_several_words_are_found_without_the_word_name() {
    let table = table();
    let resolve = |name: &str, value: &'static str| {
        table.resolve(name, Some(value.as_bytes())).map(|(spec, value)| (spec.key, value))
    };
    assert_eq!(resolve("Move", "Overhead 50"), Some((Key::Overhead, Some(&b"50"[..]))));
    assert_eq!(resolve("clear", "HASH"), Some((Key::ClearHash, None)));
    assert_eq!(resolve("bookfiles", "a b"), Some((Key::Book, Some(&b"a b"[..]))));
    assert_eq!(resolve("guiname", "XQ Wizard of Hash"), None);
    assert!(table.resolve("Move", None).is_none());
}

#[test]
fn values_are_clamped_or_fall_back() {
    let table = table();
    let value = |name: &str, value: Option<&[u8]>| table.find(name).unwrap().kind.parse_value(value);
    let check = |on| Some(OptionValue::Check(on));
    for (text, default_on, default_off) in [
        ("true", true, true),
        ("ON", true, true),
        ("false", false, false),
        ("Off", false, false),
        ("yes", true, false),
        ("1", true, false),
    ] {
        assert_eq!(value("usemillisec", Some(text.as_bytes())), check(default_on), "{text}");
        assert_eq!(value("resign", Some(text.as_bytes())), check(default_off), "{text}");
    }
    for (text, expected) in [
        ("128", 128),
        ("  128 ", 128),
        ("0", 0),
        ("-5", 0),
        ("65537", 65_536),
        ("99999999999999999999", 65_536),
        ("64MB", 64),
        ("many", 0),
    ] {
        assert_eq!(value("hash", Some(text.as_bytes())), Some(OptionValue::Spin(expected)), "{text}");
    }
    for (text, expected) in
        [("RISKY", "risky"), ("solid", "solid"), ("wild", "normal"), ("\u{FFFD}", "normal"), (" risky ", "risky")]
    {
        assert_eq!(value("style", Some(text.as_bytes())), Some(OptionValue::Combo(expected.into())), "{text}");
    }
    assert_eq!(value("Repetition Rule", Some(b"ChineseRule")), Some(OptionValue::Combo("chineserule".into())));
    let path = b"D:\\\xC6\xE5\xC6\xD7\\a  b.dat";
    assert_eq!(value("bookfiles", Some(path)), Some(OptionValue::String(path.to_vec())));
    for empty in [None, Some(&b""[..]), Some(b" "), Some(b"<empty>")] {
        assert_eq!(value("bookfiles", empty), Some(OptionValue::String(Vec::new())));
        assert_eq!(value("newgame", empty), Some(OptionValue::Button));
    }
    for name in ["hash", "style", "resign"] {
        assert_eq!(value(name, None), None, "a missing value changes nothing: {name}");
        assert_eq!(value(name, Some(b" ")), None, "a missing value changes nothing: {name}");
    }
    // A range written the wrong way round must not panic either.
    let odd = OptionKind::Spin { min: 5, max: 1, default: 3 };
    assert_eq!(odd.parse_value(Some(b"3")), Some(OptionValue::Spin(5)));
}

#[test]
fn defaults_are_values() {
    let defaults: Vec<_> = table().0.iter().map(|spec| spec.kind.default_value()).collect();
    assert_eq!(defaults[0], Some(OptionValue::Check(true)));
    assert_eq!(defaults[1], Some(OptionValue::Spin(64)));
    assert_eq!(defaults[3], None);
    assert_eq!(defaults[4], Some(OptionValue::Combo("normal".into())));
    assert_eq!(defaults[6], Some(OptionValue::String(Vec::new())));
}
