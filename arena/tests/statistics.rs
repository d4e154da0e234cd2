//! The numbers against those of other programs.

use chuhe_arena::stats::{Crosstable, Decision, Pairs, Sprt, SprtModel, Tally, elo_of_score, ratings};

/// Equal to the digits that the source prints.
#[track_caller]
fn printed(value: f64, expected: &str) {
    let digits = expected.split('.').nth(1).map_or(0, str::len);
    assert_eq!(format!("{value:.digits$}"), expected);
}

/// Values printed by fastchess's unit tests, app/tests/elo_test.cpp (github.com/Disservin/fastchess).
#[test]
fn elo_and_error_bars_are_those_of_fastchess() {
    let estimate = Tally { wins: 136, losses: 96, draws: 111 }.estimate().unwrap();
    printed(estimate.elo, "40.70");
    printed(estimate.elo_error(), "30.43");
    printed(estimate.nelo.unwrap(), "49.77");
    printed(estimate.nelo_error.unwrap(), "36.77");
    printed(100.0 * estimate.los.unwrap(), "99.60");
    let estimate = Tally { wins: 76, losses: 89, draws: 123 }.estimate().unwrap();
    printed(estimate.nelo.unwrap(), "-20.76");
    printed(estimate.nelo_error.unwrap(), "40.13");
    printed(100.0 * estimate.los.unwrap(), "15.53");
    let estimate = Pairs([34, 54, 31 + 32, 64, 75]).estimate().unwrap();
    printed(estimate.elo, "55.58");
    printed(estimate.elo_error(), "27.65");
    printed(estimate.nelo.unwrap(), "57.94");
    printed(estimate.nelo_error.unwrap(), "28.28");
    let estimate = Pairs([332, 433, 457 + 41, 333, 334]).estimate().unwrap();
    printed(estimate.elo, "-8.64");
    printed(estimate.elo_error(), "10.33");
    printed(100.0 * estimate.los.unwrap(), "5.05");
    let estimate = Pairs([7895, 8757, 5485 + 200, 568, 9999]).estimate().unwrap();
    printed(estimate.nelo.unwrap(), "-19.01");
    printed(estimate.elo, "-21.04");
    printed(estimate.elo_error(), "2.95");
}

/// Eighteen wins, a draw and a loss: the upper end lies beyond all points. Nothing but wins: there is no bar.
#[test]
fn error_bars_for_people() {
    let bar = |wins, draws, losses| Tally { wins, draws, losses }.estimate().unwrap().bar();
    assert_eq!(bar(18, 1, 1).unwrap(), ["+436", "+264", "+∞"]);
    assert_eq!(bar(1, 1, 18).unwrap(), ["-436", "-∞", "-264"]);
    assert_eq!(bar(1, 2, 1).unwrap()[0], "+0");
    assert_eq!(bar(20, 0, 0), None);
}

/// Values printed by fastchess's unit tests, app/tests/sprt_test.cpp. Its two samples of equal results only are left out: there
/// its iteration stops before it has settled.
#[test]
fn likelihood_ratios_are_those_of_fastchess() {
    let llr =
        |model, elo0, elo1, counts: &[u32]| Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(counts).unwrap();
    let normalized = SprtModel::Normalized;
    printed(llr(normalized, 0.0, 2.0, &[36027, 68692, 36433]), "0.92");
    printed(llr(normalized, -1.75, 0.25, &[10650, 20431, 10871]), "2.30");
    printed(llr(normalized, 0.0, 2.0, &[365, 16618, 36229, 16974, 390]), "2.25");
    printed(llr(normalized, -1.75, 0.25, &[127, 4883, 10712, 5150, 104]), "3.01");
    let logistic = SprtModel::Logistic;
    printed(llr(logistic, 0.5, 2.5, &[21184, 40708, 21404]), "-1.57");
    printed(llr(logistic, 0.0, 2.0, &[57030, 106593, 57433]), "-2.59");
    printed(llr(logistic, 0.5, 2.5, &[223, 9863, 21279, 10037, 246]), "-3.07");
    printed(llr(logistic, 0.0, 2.0, &[871, 26175, 55983, 26678, 821]), "-4.98");
}

#[test]
fn a_test_ends_at_its_bounds_and_refuses_nonsense() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
    let (lower, upper) = sprt.bounds();
    printed(lower, "-2.94");
    printed(upper, "2.94");
    assert_eq!(sprt.decide(2.9), Decision::Continue);
    assert_eq!(sprt.decide(2.95), Decision::H1);
    assert_eq!(sprt.decide(-2.95), Decision::H0);
    assert!(Sprt::new(5.0, 0.0, 0.05, 0.05, SprtModel::Logistic).is_err());
    assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, SprtModel::Logistic).is_err());
    assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, SprtModel::Logistic).is_err());
    assert_eq!(sprt.llr(&[0, 0, 1, 0, 0]), None);
}

/// RUN-05, on which fastchess looped for ever (issue 877).
#[test]
fn hopeless_samples_end_at_once() {
    for model in [SprtModel::Normalized, SprtModel::Logistic] {
        let sprt = Sprt::new(-1500.0, -500.0, 0.05, 0.05, model).unwrap();
        for counts in [&[20, 0, 0][..], &[10, 0, 0, 0, 0], &[0, 0, 0, 0, 10], &[0, 0, 20]] {
            assert!(sprt.llr(counts).is_none_or(f64::is_finite));
        }
    }
    // Two wins in a row are not yet a proof.
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
    assert_eq!(sprt.decide(sprt.llr(&[0, 0, 0, 0, 2]).unwrap()), Decision::Continue);
}

/// Two players: the difference is the Elo of the score. More: the model's own equations hold.
#[test]
fn ratings_reproduce_the_points() {
    let mut table = Crosstable::new(2);
    for i in 0..100 {
        table.add(0, 1, if i < 60 { 1.0 } else { 0.0 });
    }
    let list = ratings(&table);
    printed(list[0].elo - list[1].elo, &format!("{:.0}", elo_of_score(0.6)));
    // The error of the difference is that of the score, and each player stands half of it from the mean.
    let difference = Tally { wins: 60, losses: 40, draws: 0 }.estimate().unwrap().elo_error();
    assert!((2.0 * list[0].error - difference).abs() < 2.0, "{} {difference}", list[0].error);

    let mut table = Crosstable::new(4);
    let results = [(0, 1, 14), (0, 2, 15), (0, 3, 20), (1, 2, 9), (1, 3, 17), (2, 3, 12)];
    for (a, b, half_points) in results {
        for game in 0..10 {
            let left = half_points - 2 * game;
            table.add(a, b, f64::from(left.clamp(0, 2)) / 2.0);
        }
    }
    let list = ratings(&table);
    for i in 0..4 {
        let others = (0..4).filter(|&j| j != i);
        let points: f64 = others.clone().map(|j| table.points(i, j)).sum();
        let expected: f64 = others.map(|j| 10.0 / (1.0 + 10f64.powf((list[j].elo - list[i].elo) / 400.0))).sum();
        assert!((points - expected).abs() < 0.05, "player {i}: {points} against {expected}");
    }
    assert!(list.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    assert!(list.iter().all(|rating| rating.error.is_finite() && rating.error > 0.0));
}

/// The project's reference script: `summary()` and `llr()` on the same pairs. Runs where `CHUHE_SHARED` names the folder
/// that holds it and python3 is there.
#[test]
fn numbers_are_those_of_the_reference_script() {
    use rand::{Rng, SeedableRng};
    use std::io::Write;
    use std::process::{Command, Stdio};

    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let seed = 20_261_130;
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    // Pairs as the half points of their two games.
    let mut samples: Vec<Vec<(u32, u32)>> = Vec::new();
    while samples.len() < 200 {
        let weights: [f64; 3] = std::array::from_fn(|_| random.random_range(0.2..1.0));
        let game = |random: &mut rand_chacha::ChaCha8Rng| {
            let x = random.random_range(0.0..weights.iter().sum::<f64>());
            if x < weights[0] {
                0
            } else if x < weights[0] + weights[1] {
                1
            } else {
                2
            }
        };
        let pairs: Vec<(u32, u32)> =
            (0..random.random_range(20..300)).map(|_| (game(&mut random), game(&mut random))).collect();
        if (0..=4).all(|points| pairs.iter().any(|(a, b)| a + b == points)) {
            samples.push(pairs);
        }
    }
    let script = "
import sys, json, types, re
sys.modules['pyffish'] = types.ModuleType('pyffish')
sys.path.insert(0, sys.argv[1])
import match
for pairs in json.load(sys.stdin):
    scores = [x / 2 for pair in pairs for x in pair]
    sums = [(a + b) / 2 for a, b in pairs]
    text = match.summary(scores, sums)
    elo = [int(x) for x in re.findall(r'[+-]\\d+', text)]
    los = float(re.search(r'LOS ([0-9.]+)', text)[1])
    print(json.dumps([elo, los, match.llr(sums, 0, 5), match.llr(sums, -10, 30)]))
";
    let tools = std::path::Path::new(&shared).join("tools");
    let Ok(mut python) = Command::new("python3")
        .args(["-c", script])
        .arg(tools)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        return;
    };
    python.stdin.take().unwrap().write_all(serde_json::to_string(&samples).unwrap().as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), samples.len());
    for (pairs, line) in samples.iter().zip(lines.lines()) {
        let (elo, los, near, far): (Vec<f64>, f64, f64, f64) = serde_json::from_str(line).unwrap();
        let (mut tally, mut counted) = (Tally::default(), Pairs::default());
        for &(a, b) in pairs {
            tally.add(a);
            tally.add(b);
            counted.add(a + b);
        }
        let (games, paired) = (tally.estimate().unwrap(), counted.estimate().unwrap());
        let own = [games.elo, games.elo_low, games.elo_high, paired.elo, paired.elo_low, paired.elo_high];
        for (own, other) in own.iter().zip(&elo) {
            assert!((own - other).abs() <= 0.51, "seed {seed}: {own} against {other} in {line}");
        }
        assert!((100.0 * tally.los().unwrap() - los).abs() <= 0.1, "seed {seed}: {line}");
        for (elo0, elo1, other) in [(0.0, 5.0, near), (-10.0, 30.0, far)] {
            let own = Sprt::new(elo0, elo1, 0.05, 0.05, SprtModel::Logistic).unwrap().llr(&counted.counts()).unwrap();
            assert!((own - other).abs() <= 0.01 * other.abs() + 1e-9, "seed {seed}: {own} against {other}");
        }
    }
}
