use chuhe_rules::{Line, NaturalLimit, judge::conducts, switches::Rules};
use serde_json::Value;
fn main() {
    let verbose = std::env::args().nth(1);
    let text = std::fs::read_to_string("/work/shared/cases/rules.jsonl").unwrap();
    let (mut bad, mut all) = (0, 0);
    for row in text.lines() {
        let v: Value = serde_json::from_str(row).unwrap();
        let s = |k: &str| v[k].as_str().unwrap_or("").to_string();
        let set = match s("ruleset").as_str() { "natural60" => continue, "disputed" => "axf".to_string(), x => x.to_string() };
        if let Some(id) = &verbose { if !s("id").eq(id) { continue; } }
        let rules: Rules = set.parse().unwrap();
        let mut line = Line::new(s("fen").parse().unwrap(), NaturalLimit::default());
        let mut pos = vec![line.position().clone()];
        for m in v["moves"].as_array().unwrap() { line.make(m.as_str().unwrap().parse().unwrap()); pos.push(line.position().clone()); }
        let len = v["cycle_len"].as_u64().unwrap() as usize;
        let ([r, b], plies) = conducts(&line, len, &rules.switches);
        all += 2;
        for (got, want, side) in [(&r, s("class_red"), "red"), (&b, s("class_black"), "black")] {
            if got.to_string() != want {
                bad += 1;
                println!("{} {} {}: {side} {got} expected {want} ({} / {})", s("id"), s("ruleset"), s("tier"), s("expected"), s("diagram"));
            }
        }
        if verbose.is_some() {
            println!("{} {}", s("fen"), s("why"));
            for p in &plies {
                println!("{} {:?}{} {:?} {:?}", p.number, p.piece, p.mv, p.deed, p.label);
            }
            println!("{:?}", line.position());
        }
    }
    println!("{bad}/{all}");
}
