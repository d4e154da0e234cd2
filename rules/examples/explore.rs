//! explore
use chuhe_rules::{Language, Line, Report, Rules};
use serde_json::Value;
fn main() {
    let verbose = std::env::args().nth(1);
    let file = std::env::args().nth(2);
    let text = std::fs::read_to_string("/work/shared/cases/rules.jsonl").unwrap();
    let (mut bad, mut all, mut badv) = (0, 0, 0);
    for row in text.lines() {
        let v: Value = serde_json::from_str(row).unwrap();
        let s = |k: &str| v[k].as_str().unwrap_or("").to_string();
        let over = file.as_ref().map(|f| f.split('=').map(str::to_string).collect::<Vec<_>>());
        let set = if let Ok(c) = std::env::var("SET") {
            c
        } else if let Some(o) = &over {
            o[0].clone()
        } else {
            match s("ruleset").as_str() {
                "disputed" => "axf".to_string(),
                x => x.to_string(),
            }
        };
        if let Some(id) = &verbose {
            if id != "all" && !s("id").eq(id) {
                continue;
            }
        }
        let rules: Rules = set.parse().unwrap();
        let moves: Vec<&str> = v["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let line = Line::replay(s("fen").parse().unwrap(), rules.limit, moves.iter().copied()).unwrap();
        let r = Report::new(&line, &rules);
        all += 1;
        let want = if let Some(o) = &over { s(&o[1]) } else { s("expected") };
        if r.verdict != want && want != "?" && want != "" {
            badv += 1;
            println!(
                "VERDICT {} {} {}: {} expected {want} {} / {} ({})",
                s("id"),
                s("ruleset"),
                s("tier"),
                r.verdict,
                r.red,
                r.black,
                r.text.en
            );
        }
        if over.is_none() && v["cycle_len"] != 0 && (r.red != s("class_red") || r.black != s("class_black")) {
            bad += 1;
            println!(
                "class {} {} {}: {} / {} expected {} / {}",
                s("id"),
                s("ruleset"),
                s("tier"),
                r.red,
                r.black,
                s("class_red"),
                s("class_black")
            );
        }
        if verbose.is_some() && over.is_none() {
            println!("{}\n{}\n{}", s("fen"), r.table(Language::English), r.table(Language::Chinese));
            println!("{}", serde_json::to_string(&r).unwrap());
        }
    }
    println!("{badv} verdicts {bad} classes of {all}");
}
