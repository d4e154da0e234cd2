//! The cheapest way to pair everybody.

/// A cost of a pair: several aims, the first of which counts most.
pub(super) type Cost = [i64; 5];

/// Pairs of all players (an even number) with the least sum of costs, compared aim by aim; `cost` is symmetric and its
/// entries are not negative.
///
/// Aims are folded into one number, which a maximum-weight matching in a complete graph then minimises (Edmonds'
/// algorithm with blossoms, O(n³)).
pub(super) fn cheapest_pairs(players: usize, cost: impl Fn(usize, usize) -> Cost) -> Vec<(usize, usize)> {
    assert!(players.is_multiple_of(2), "an even number of players pairs up");
    if players == 0 {
        return Vec::new();
    }
    let row = |a: usize| (0..players).map(|b| if a == b { [0; 5] } else { cost(a, b) }).collect();
    let costs: Vec<Vec<Cost>> = (0..players).map(row).collect();
    let largest: Cost = std::array::from_fn(|i| costs.iter().flatten().map(|cost| cost[i]).max().unwrap_or(0));
    // Each aim's unit is worth more than all that the later ones can add up to.
    let mut unit = [1i128; 5];
    for i in (0..4).rev() {
        unit[i] = unit[i + 1] * (i128::from(largest[i + 1]) * (players as i128 / 2) + 1);
    }
    let folded = |a: usize, b: usize| (0..5).map(|i| i128::from(costs[a][b][i]) * unit[i]).sum::<i128>();
    let top = (0..5).map(|i| i128::from(largest[i]) * unit[i]).sum::<i128>() + 1;
    let mut matching = Blossom::new(players);
    for a in 0..players {
        for b in 0..a {
            // Every pair is worth so much that a perfect matching beats any smaller one.
            matching.set(a + 1, b + 1, top * players as i128 - folded(a, b));
        }
    }
    matching.solve();
    (1..=players).filter(|&a| a < matching.mate[a]).map(|a| (a - 1, matching.mate[a] - 1)).collect()
}

#[derive(Clone, Copy, Default)]
struct Edge {
    u: usize,
    v: usize,
    weight: i128,
}

/// Maximum-weight matching. Vertices are 1 to n, blossoms are numbered behind them; 0 is nobody.
struct Blossom {
    n: usize,
    /// Vertices and blossoms in use.
    used: usize,
    edges: Vec<Vec<Edge>>,
    label: Vec<i128>,
    mate: Vec<usize>,
    slack: Vec<usize>,
    /// The blossom at the top that a vertex belongs to.
    top: Vec<usize>,
    parent: Vec<usize>,
    /// -1 free, 0 outer, 1 inner.
    side: Vec<i8>,
    visited: Vec<usize>,
    visit: usize,
    /// Which part of a blossom holds a vertex.
    part: Vec<Vec<usize>>,
    flower: Vec<Vec<usize>>,
    queue: std::collections::VecDeque<usize>,
}

impl Blossom {
    fn new(n: usize) -> Blossom {
        let size = 2 * n + 2;
        let mut edges = vec![vec![Edge::default(); size]; size];
        for (u, row) in edges.iter_mut().enumerate() {
            for (v, edge) in row.iter_mut().enumerate() {
                *edge = Edge { u, v, weight: 0 };
            }
        }
        Blossom {
            n,
            used: n,
            edges,
            label: vec![0; size],
            mate: vec![0; size],
            slack: vec![0; size],
            top: vec![0; size],
            parent: vec![0; size],
            side: vec![-1; size],
            visited: vec![0; size],
            visit: 0,
            part: vec![vec![0; n + 1]; size],
            flower: vec![Vec::new(); size],
            queue: std::collections::VecDeque::new(),
        }
    }

    fn set(&mut self, a: usize, b: usize, weight: i128) {
        self.edges[a][b].weight = weight;
        self.edges[b][a].weight = weight;
    }

    /// How far an edge is from being tight.
    fn distance(&self, edge: Edge) -> i128 {
        self.label[edge.u] + self.label[edge.v] - 2 * self.edges[edge.u][edge.v].weight
    }

    fn update_slack(&mut self, u: usize, x: usize) {
        let better =
            self.slack[x] == 0 || self.distance(self.edges[u][x]) < self.distance(self.edges[self.slack[x]][x]);
        if better {
            self.slack[x] = u;
        }
    }

    fn set_slack(&mut self, x: usize) {
        self.slack[x] = 0;
        for u in 1..=self.n {
            if self.edges[u][x].weight > 0 && self.top[u] != x && self.side[self.top[u]] == 0 {
                self.update_slack(u, x);
            }
        }
    }

    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for part in self.flower[x].clone() {
                self.push(part);
            }
        }
    }

    fn set_top(&mut self, x: usize, blossom: usize) {
        self.top[x] = blossom;
        if x > self.n {
            for part in self.flower[x].clone() {
                self.set_top(part, blossom);
            }
        }
    }

    /// The place of a part in its blossom, which is turned round if that makes the way to it even.
    fn place(&mut self, blossom: usize, part: usize) -> usize {
        let at = self.flower[blossom].iter().position(|&x| x == part).unwrap_or(0);
        if at % 2 == 1 {
            self.flower[blossom][1..].reverse();
            self.flower[blossom].len() - at
        } else {
            at
        }
    }

    fn set_mate(&mut self, u: usize, v: usize) {
        let edge = self.edges[u][v];
        self.mate[u] = edge.v;
        if u > self.n {
            let part = self.part[u][edge.u];
            let at = self.place(u, part);
            for i in 0..at {
                let (a, b) = (self.flower[u][i], self.flower[u][i ^ 1]);
                self.set_mate(a, b);
            }
            self.set_mate(part, v);
            self.flower[u].rotate_left(at);
        }
    }

    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.top[self.mate[u]];
            self.set_mate(u, v);
            if next == 0 {
                return;
            }
            let parent = self.top[self.parent[next]];
            self.set_mate(next, parent);
            (u, v) = (parent, next);
        }
    }

    fn common_ancestor(&mut self, mut u: usize, mut v: usize) -> usize {
        self.visit += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.visited[u] == self.visit {
                    return u;
                }
                self.visited[u] = self.visit;
                u = self.top[self.mate[u]];
                if u != 0 {
                    u = self.top[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }

    fn shrink(&mut self, u: usize, ancestor: usize, v: usize) {
        let mut blossom = self.n + 1;
        while blossom <= self.used && self.top[blossom] != 0 {
            blossom += 1;
        }
        self.used = self.used.max(blossom);
        self.label[blossom] = 0;
        self.side[blossom] = 0;
        self.mate[blossom] = self.mate[ancestor];
        let mut parts = vec![ancestor];
        let climb = |this: &mut Self, mut x: usize, parts: &mut Vec<usize>| {
            while x != ancestor {
                parts.push(x);
                let inner = this.top[this.mate[x]];
                parts.push(inner);
                this.push(inner);
                x = this.top[this.parent[inner]];
            }
        };
        climb(self, u, &mut parts);
        parts[1..].reverse();
        climb(self, v, &mut parts);
        self.flower[blossom] = parts.clone();
        self.set_top(blossom, blossom);
        for x in 1..=self.used {
            self.edges[blossom][x].weight = 0;
            self.edges[x][blossom].weight = 0;
        }
        for x in 1..=self.n {
            self.part[blossom][x] = 0;
        }
        for part in parts {
            for x in 1..=self.used {
                let closer = self.edges[blossom][x].weight == 0
                    || self.distance(self.edges[part][x]) < self.distance(self.edges[blossom][x]);
                if closer {
                    self.edges[blossom][x] = self.edges[part][x];
                    self.edges[x][blossom] = self.edges[x][part];
                }
            }
            for x in 1..=self.n {
                if self.part[part][x] != 0 {
                    self.part[blossom][x] = part;
                }
            }
        }
        self.set_slack(blossom);
    }

    fn expand(&mut self, blossom: usize) {
        for part in self.flower[blossom].clone() {
            self.set_top(part, part);
        }
        let entry = self.part[blossom][self.edges[blossom][self.parent[blossom]].u];
        let at = self.place(blossom, entry);
        for i in (0..at).step_by(2) {
            let (outer, inner) = (self.flower[blossom][i], self.flower[blossom][i + 1]);
            self.parent[outer] = self.edges[inner][outer].u;
            self.side[outer] = 1;
            self.side[inner] = 0;
            self.slack[outer] = 0;
            self.set_slack(inner);
            self.push(inner);
        }
        self.side[entry] = 1;
        self.parent[entry] = self.parent[blossom];
        for i in at + 1..self.flower[blossom].len() {
            let part = self.flower[blossom][i];
            self.side[part] = -1;
            self.set_slack(part);
        }
        self.top[blossom] = 0;
    }

    /// Follows a tight edge. True when the matching has grown.
    fn follow(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.top[edge.u], self.top[edge.v]);
        if self.side[v] == -1 {
            self.parent[v] = edge.u;
            self.side[v] = 1;
            let next = self.top[self.mate[v]];
            self.slack[v] = 0;
            self.slack[next] = 0;
            self.side[next] = 0;
            self.push(next);
        } else if self.side[v] == 0 {
            let ancestor = self.common_ancestor(u, v);
            if ancestor == 0 {
                self.augment(u, v);
                self.augment(v, u);
                return true;
            }
            self.shrink(u, ancestor, v);
        }
        false
    }

    /// Finds one more pair. False when there is none to be found.
    fn grow(&mut self) -> bool {
        self.side[1..=self.used].fill(-1);
        self.slack[1..=self.used].fill(0);
        self.queue.clear();
        for x in 1..=self.used {
            if self.top[x] == x && self.mate[x] == 0 {
                self.parent[x] = 0;
                self.side[x] = 0;
                self.push(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.side[self.top[u]] == 1 {
                    continue;
                }
                for v in 1..=self.n {
                    if self.edges[u][v].weight > 0 && self.top[u] != self.top[v] {
                        if self.distance(self.edges[u][v]) == 0 {
                            if self.follow(self.edges[u][v]) {
                                return true;
                            }
                        } else {
                            let top = self.top[v];
                            self.update_slack(u, top);
                        }
                    }
                }
            }
            if !self.relabel() {
                return false;
            }
            for x in 1..=self.used {
                let slack = self.slack[x];
                if self.top[x] == x
                    && slack != 0
                    && self.top[slack] != x
                    && self.distance(self.edges[slack][x]) == 0
                    && self.follow(self.edges[slack][x])
                {
                    return true;
                }
            }
            for blossom in self.n + 1..=self.used {
                if self.top[blossom] == blossom && self.side[blossom] == 1 && self.label[blossom] == 0 {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Changes the labels until another edge is tight. False when a label would fall below zero.
    fn relabel(&mut self) -> bool {
        let mut step = i128::MAX;
        for blossom in self.n + 1..=self.used {
            if self.top[blossom] == blossom && self.side[blossom] == 1 {
                step = step.min(self.label[blossom] / 2);
            }
        }
        for x in 1..=self.used {
            if self.top[x] == x && self.slack[x] != 0 {
                let distance = self.distance(self.edges[self.slack[x]][x]);
                match self.side[x] {
                    -1 => step = step.min(distance),
                    0 => step = step.min(distance / 2),
                    _ => {}
                }
            }
        }
        for u in 1..=self.n {
            match self.side[self.top[u]] {
                0 => {
                    if self.label[u] <= step {
                        return false;
                    }
                    self.label[u] -= step;
                }
                1 => self.label[u] += step,
                _ => {}
            }
        }
        for blossom in self.n + 1..=self.used {
            if self.top[blossom] == blossom {
                match self.side[blossom] {
                    0 => self.label[blossom] += 2 * step,
                    1 => self.label[blossom] -= 2 * step,
                    _ => {}
                }
            }
        }
        true
    }

    fn solve(&mut self) {
        let mut largest = 0;
        for u in 1..=self.n {
            self.top[u] = u;
            for v in 1..=self.n {
                self.part[u][v] = if u == v { u } else { 0 };
                largest = largest.max(self.edges[u][v].weight);
            }
        }
        self.label[1..=self.n].fill(largest);
        while self.grow() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    /// Tries everything.
    fn brute_force(free: &mut Vec<usize>, cost: &dyn Fn(usize, usize) -> Cost) -> Cost {
        let Some(a) = free.pop() else { return [0; 5] };
        let mut best = [i64::MAX; 5];
        for i in 0..free.len() {
            let b = free.remove(i);
            let rest = brute_force(free, cost);
            let pair = cost(a, b);
            let sum: Cost = std::array::from_fn(|k| rest[k] + pair[k]);
            best = best.min(sum);
            free.insert(i, b);
        }
        free.push(a);
        best
    }

    #[test]
    fn no_other_pairing_is_cheaper() {
        for seed in 0..300u64 {
            let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            let n = 2 * random.random_range(1..=5usize);
            let mut draw = || std::array::from_fn(|i| random.random_range(0..[2, 6, 3, 2, 50][i]));
            let half: Vec<Vec<Cost>> = (0..n).map(|a| (0..a).map(|_| draw()).collect()).collect();
            let cost = |a: usize, b: usize| half[a.max(b)][a.min(b)];
            let pairs = cheapest_pairs(n, cost);
            let mut seen = vec![false; n];
            for &(a, b) in &pairs {
                assert!(!seen[a] && !seen[b], "seed {seed}: {pairs:?}");
                (seen[a], seen[b]) = (true, true);
            }
            assert!(seen.iter().all(|&seen| seen), "seed {seed}: somebody is left over in {pairs:?}");
            let sum = pairs.iter().fold([0; 5], |sum: Cost, &(a, b)| std::array::from_fn(|i| sum[i] + cost(a, b)[i]));
            assert_eq!(sum, brute_force(&mut (0..n).collect(), &cost), "seed {seed}");
        }
    }
}
