//! Weights that change at run time. In a process of its own: a change is seen by every evaluation in the process.

use chuhe_eval::handcrafted::weights::{Part, Weight, list};
use chuhe_eval::trace;

#[test]
fn every_weight_has_its_own_name_and_starts_in_its_range() {
    let mut names: Vec<String> = list().iter().map(Weight::name).collect();
    assert!(names.len() > 400 && names.contains(&"rook_mobility[17].eg".to_owned()));
    names.sort();
    names.dedup();
    assert_eq!(names.len(), list().len());
    for weight in list() {
        assert!((weight.min..=weight.max).contains(&weight.default) && weight.step > 0, "{}", weight.name());
        assert!(!weight.meaning.is_empty());
    }
    for (weight, next) in list().iter().zip(&list()[1..]) {
        assert_eq!(weight.part() == Part::Middlegame, next.part() == Part::Endgame, "{}", weight.name());
    }
}

#[test]
fn a_change_shows_in_the_next_evaluation() {
    let list = list();
    let weight = list.iter().find(|weight| weight.name() == "cannon_own_screens.mg").expect("it is declared");
    let position = "4k4/9/9/4P4/4P4/4C4/9/9/9/3K5 b".parse().expect("a possible position");
    let before = trace(&position).sum;
    weight.set(weight.default + 7);
    let after = trace(&position).sum;
    weight.set(weight.max + 1000);
    assert_eq!(weight.get(), weight.max);
    weight.set(weight.default);
    assert_eq!((after.mg - before.mg, after.eg - before.eg), (7, 0));
}
