//! A rating list from all games of a tournament (Bradley and Terry's model, a draw being half a win for each).

use serde::Serialize;

/// Points and games of everybody against everybody.
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    players: usize,
    points: Vec<f64>,
    games: Vec<u32>,
    squares: Vec<f64>,
}

impl Crosstable {
    /// A table without games.
    #[must_use]
    pub fn new(players: usize) -> Crosstable {
        let cells = players * players;
        Crosstable { players, points: vec![0.0; cells], games: vec![0; cells], squares: vec![0.0; cells] }
    }

    /// Counts a game that gave `a` this share of the point: 0, ½ or 1.
    pub fn add(&mut self, a: usize, b: usize, share: f64) {
        for (x, y, share) in [(a, b, share), (b, a, 1.0 - share)] {
            let cell = x * self.players + y;
            self.points[cell] += share;
            self.squares[cell] += share * share;
            self.games[cell] += 1;
        }
    }

    /// How many players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Points of `a` against `b`.
    #[must_use]
    pub fn points(&self, a: usize, b: usize) -> f64 {
        self.points[a * self.players + b]
    }

    /// Games of `a` against `b`.
    #[must_use]
    pub fn games(&self, a: usize, b: usize) -> u32 {
        self.games[a * self.players + b]
    }
}

/// A player's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo against the mean of all players.
    pub elo: f64,
    /// Half of the 95 % error bar, against the mean.
    pub error: f64,
}

/// Spread of the weak prior in Elo: it decides nothing but keeps the ratings of those who won or lost everything finite.
const PRIOR: f64 = 2000.0;

/// The ratings with the greatest likelihood; their mean is 0. Error bars come from the curvature of the likelihood, scaled
/// by how much the results really scatter (draws narrow them).
#[must_use]
pub fn ratings(table: &Crosstable) -> Vec<Rating> {
    let n = table.players;
    let unit = 400.0 / std::f64::consts::LN_10;
    let ridge = (unit / PRIOR).powi(2);
    let mut strength = vec![0.0f64; n];
    let win = |strength: &[f64], i: usize, j: usize| 1.0 / (1.0 + (strength[j] - strength[i]).exp());
    let information = |strength: &[f64]| {
        let weight = |i: usize, j: usize| {
            let p = win(strength, i, j);
            f64::from(table.games(i, j)) * p * (1.0 - p)
        };
        let all = |i: usize| (0..n).filter(|&j| j != i).map(|j| weight(i, j)).sum::<f64>() + ridge;
        let row = |i: usize| (0..n).map(|j| if i == j { all(i) } else { -weight(i, j) }).collect();
        (0..n).map(row).collect::<Vec<Vec<f64>>>()
    };
    for _ in 0..200 {
        let gradient = (0..n).map(|i| {
            let against = (0..n).filter(|&j| j != i);
            let surplus: f64 =
                against.map(|j| table.points(i, j) - f64::from(table.games(i, j)) * win(&strength, i, j)).sum();
            surplus - ridge * strength[i]
        });
        let inverse = invert(information(&strength));
        let gradient: Vec<f64> = gradient.collect();
        let mut largest = 0.0f64;
        for i in 0..n {
            let step: f64 = (0..n).map(|j| inverse[i][j] * gradient[j]).sum();
            // Far from the top Newton's steps may overshoot.
            let step = step.clamp(-1.0, 1.0);
            strength[i] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let covariance = invert(information(&strength));
    let row_sum = |i: usize| covariance[i].iter().sum::<f64>() / n as f64;
    let mean_variance = (0..n).map(row_sum).sum::<f64>() / n as f64;
    let scatter = scatter(table, |i, j| win(&strength, i, j));
    let mean = strength.iter().sum::<f64>() / n.max(1) as f64;
    (0..n)
        .map(|i| {
            let variance = (covariance[i][i] - 2.0 * row_sum(i) + mean_variance).max(0.0) * scatter;
            Rating { elo: (strength[i] - mean) * unit, error: 1.96 * variance.sqrt() * unit }
        })
        .collect()
}

/// How much the results scatter about their expectation, compared with games that are all won or lost.
fn scatter(table: &Crosstable, win: impl Fn(usize, usize) -> f64) -> f64 {
    let (mut seen, mut expected) = (0.0, 0.0);
    for i in 0..table.players {
        for j in 0..i {
            let (p, games) = (win(i, j), f64::from(table.games(i, j)));
            let cell = i * table.players + j;
            seen += table.squares[cell] - 2.0 * p * table.points[cell] + games * p * p;
            expected += games * p * (1.0 - p);
        }
    }
    if expected > 0.0 { seen / expected } else { 1.0 }
}

/// Inverse of a symmetric positive definite matrix by elimination.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..n {
        let largest = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, largest);
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|x| *x /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            other.iter_mut().zip(&row).for_each(|(x, r)| *x -= factor * r);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}
