//! The parts of the theory against plain versions of themselves.

use super::order::{Cause, Insertion, Order};
use super::problem::{Problem, Read, ReadsFrom, Write};
use super::slots::Slots;
use super::tables::Tables;
use super::theory::Theory;
use smt::{Lit, Propagator};
use std::collections::BTreeSet;

/// Which clocks are reachable, by following edges.
fn reachable(clocks: u32, edges: &[(u32, u32)], from: u32) -> Vec<bool> {
    let mut found = vec![false; clocks as usize];
    let mut open = vec![from];
    while let Some(clock) = open.pop() {
        for &(_, to) in edges.iter().filter(|it| it.0 == clock) {
            if !found[to as usize] {
                found[to as usize] = true;
                open.push(to);
            }
        }
    }
    found
}

fn assert_closed(order: &Order, edges: &[(u32, u32)]) {
    for first in 0..order.clocks() {
        let expected = reachable(order.clocks(), edges, first);
        for second in 0..order.clocks() {
            assert_eq!(order.precedes(first, second), expected[second as usize], "{first} before {second}");
            let before = order.before(second)[first as usize / 64] >> (first % 64) & 1 == 1;
            assert_eq!(before, expected[second as usize], "{second} after {first}");
        }
    }
}

/// The least number of edges from the second list on a way that may use all of both.
fn least_edges(clocks: u32, always: &[(u32, u32)], edges: &[(u32, u32)], from: u32, to: u32) -> usize {
    let mut cost = vec![usize::MAX; clocks as usize];
    cost[from as usize] = 0;
    for _round in 0..clocks {
        for (list, price) in [(always, 0), (edges, 1)] {
            for &(first, second) in list {
                if cost[first as usize] != usize::MAX {
                    cost[second as usize] = cost[second as usize].min(cost[first as usize] + price);
                }
            }
        }
    }
    cost[to as usize]
}

#[test]
fn the_order_is_closed_undone_and_explained() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let clocks = random.u32(2..90);
        let mut always = Vec::new();
        for _edge in 0..random.u32(0..clocks) {
            let (first, second) = (random.u32(0..clocks), random.u32(0..clocks));
            if first != second {
                always.push((first.min(second), first.max(second)));
            }
        }
        let mut order = Order::new(clocks, &always).unwrap();
        assert_closed(&order, &always);
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut levels = Vec::new();
        for _step in 0..60 {
            match random.u32(0..10) {
                0 => {
                    // What is so on level 0 counts as always so from here on.
                    if levels.is_empty() {
                        always.append(&mut edges);
                    }
                    levels.push(edges.len());
                    order.new_level();
                }
                1 if !levels.is_empty() => {
                    let level = random.usize(0..levels.len());
                    edges.truncate(levels[level]);
                    levels.truncate(level);
                    order.backtrack(level);
                }
                _ => {
                    let (from, to) = (random.u32(0..clocks), random.u32(0..clocks));
                    let was_before = order.precedes(from, to);
                    let closes = from == to || order.precedes(to, from);
                    match order.insert(from, to, Cause::Conditional(0)) {
                        Insertion::Cycle => assert!(closes),
                        Insertion::Known => assert!(was_before && !closes),
                        Insertion::Added => {
                            assert!(!was_before && !closes);
                            edges.push((from, to));
                        }
                    }
                }
            }
            let all: Vec<(u32, u32)> = always.iter().chain(&edges).copied().collect();
            assert_closed(&order, &all);
            let (from, to) = (random.u32(0..clocks), random.u32(0..clocks));
            let moment = random.usize(0..=edges.len());
            let then: Vec<(u32, u32)> = always.iter().chain(&edges[..moment]).copied().collect();
            if reachable(clocks, &then, from)[to as usize] {
                let mut path = Vec::new();
                order.path(from, to, moment as u32, &mut path);
                assert!(path.iter().all(|it| (*it as usize) < moment));
                assert_eq!(path.len(), least_edges(clocks, &always, &edges[..moment], from, to));
                let used = path.iter().map(|it| edges[*it as usize]);
                let used: Vec<(u32, u32)> = always.iter().copied().chain(used).collect();
                assert!(reachable(clocks, &used, from)[to as usize]);
            }
        }
    }
}

/// A few threads with reads, writes and updates of two cells; the literals of the sources and guards.
fn problem(random: &mut fastrand::Rng) -> (Problem, Vec<Lit>) {
    let mut problem = Problem { clocks: 1, ..Problem::default() };
    let guards = random.u32(1..4);
    let guard = |random: &mut fastrand::Rng| match random.u32(0..3) {
        0 => Some(Lit::from_dimacs(random.i32(1..=guards as i32) * if random.bool() { 1 } else { -1 })),
        _always => None,
    };
    for cell in 0..2 {
        problem.writes.push(Write { clock: 0, cell, guard: None });
    }
    for _thread in 0..random.u32(2..5) {
        let mut last = 0;
        for _clock in 0..random.u32(1..5) {
            let clock = problem.clocks;
            problem.clocks += 1;
            problem.order.push((last, clock));
            last = clock;
            let cell = random.u32(0..2);
            // Sometimes twice the same cell: then sources share a bit.
            for _read in 0..[0, 1, 1, 2][random.usize(0..4)] {
                problem.reads.push(Read { clock, cell, guard: None });
            }
            if random.bool() {
                let own = guard(random);
                problem.writes.push(Write { clock, cell, guard: own });
                if let Some(literal) = own.filter(|_| random.bool()) {
                    problem.writes.push(Write { clock, cell, guard: Some(!literal) });
                }
            }
        }
    }
    for _edge in 0..random.u32(0..3) {
        let (from, to) = (random.u32(0..problem.clocks), random.u32(0..problem.clocks));
        problem.conditional.push((from, to, Lit::positive(random.u32(1..=guards))));
    }
    let mut variables = guards;
    for (read, reader) in problem.reads.iter().enumerate() {
        for (write, writer) in problem.writes.iter().enumerate() {
            if reader.cell == writer.cell && reader.clock != writer.clock {
                variables += 1;
                let literal = Lit::positive(variables);
                problem.reads_from.push(ReadsFrom { write: write as u32, read: read as u32, literal });
            }
        }
    }
    (problem, (1..=variables).map(Lit::positive).collect())
}

fn theory(problem: &Problem) -> Theory {
    let mut slots = Slots::new();
    let tables = Tables::new(problem, &mut slots);
    Theory::new(tables, slots, Order::new(problem.clocks, &problem.order).unwrap())
}

/// What is known to follow.
fn following(theory: &Theory) -> BTreeSet<Lit> {
    let unknown = theory.prevented.iter().filter(|it| theory.slots.is_unknown(it.literal));
    unknown.map(|it| theory.slots.literal(it.literal)).collect()
}

/// Levels come and go; each state is what the same literals give at once, and each reason holds.
#[test]
fn the_theory_forgets_exactly_what_is_undone() {
    let (mut conflicts, mut reasons) = (0, 0);
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (problem, literals) = problem(&mut random);
        let mut theory = theory(&problem);
        let mut assigned: Vec<Lit> = Vec::new();
        let mut levels = Vec::new();
        for _step in 0..40 {
            if random.u32(0..5) == 0 && !levels.is_empty() {
                let level = random.usize(0..levels.len());
                assigned.truncate(levels[level]);
                levels.truncate(level);
                Propagator::backtrack(&mut theory, level);
            } else {
                if levels.is_empty() || random.bool() {
                    levels.push(assigned.len());
                    Propagator::new_level(&mut theory);
                }
                let literal = literals[random.usize(0..literals.len())];
                let literal = if random.u32(0..3) == 0 { !literal } else { literal };
                if !assigned.contains(&!literal) {
                    // Telling it twice does no harm.
                    assigned.push(literal);
                    Propagator::assign(&mut theory, &[literal, literal]);
                }
            }
            let first = theory.propagate();

            let mut fresh = self::theory(&problem);
            let backwards: Vec<Lit> = assigned.iter().rev().copied().collect();
            Propagator::assign(&mut fresh, &backwards);
            fresh.saturate();
            assert_eq!(theory.is_in_conflict(), fresh.is_in_conflict(), "seed {seed}");
            if theory.is_in_conflict() {
                conflicts += 1;
                assert_eq!(first, None);
                let mut clause = Vec::new();
                assert!(theory.accepts(&[]) || theory.clause(&mut clause));
                assert!(clause.iter().all(|it| assigned.contains(&!*it)), "seed {seed}: {clause:?}");
                let level = random.usize(0..levels.len());
                assigned.truncate(levels[level]);
                levels.truncate(level);
                Propagator::backtrack(&mut theory, level);
                continue;
            }
            for clock in 0..problem.clocks {
                assert_eq!(theory.order.after(clock), fresh.order.after(clock), "seed {seed}");
                assert_eq!(theory.order.before(clock), fresh.order.before(clock), "seed {seed}");
            }
            assert_eq!(theory.happening, fresh.happening, "seed {seed}");
            assert_eq!(theory.source_of, fresh.source_of, "seed {seed}");
            let follows = following(&theory);
            // If both a literal and its negation follow, the first that was found is kept.
            let variables = |it: &BTreeSet<Lit>| it.iter().map(|it| it.variable()).collect::<BTreeSet<u32>>();
            assert_eq!(variables(&follows), variables(&following(&fresh)), "seed {seed}");
            for literal in follows {
                let mut clause = Vec::new();
                theory.reason(literal, &mut clause);
                assert!(clause.iter().all(|it| *it == literal || assigned.contains(&!*it)), "seed {seed}: {clause:?}");
                // The reason alone must lead to a conflict with the opposite.
                let mut alone = self::theory(&problem);
                alone.new_level();
                let negated: Vec<Lit> = clause.iter().map(|it| !*it).collect();
                let guards = implied_guards(&problem, &negated);
                Propagator::assign(&mut alone, &negated);
                Propagator::assign(&mut alone, &guards);
                alone.saturate();
                let contradict = guards.iter().any(|it| guards.contains(&!*it) || negated.contains(&!*it));
                assert!(contradict || alone.is_in_conflict(), "seed {seed}: {clause:?}");
                reasons += 1;
            }
        }
    }
    assert!(conflicts > 500 && reasons > 5_000, "{conflicts} conflicts, {reasons} reasons");
}

/// The guards of the writes that something reads from, which the caller's clauses make true.
fn implied_guards(problem: &Problem, literals: &[Lit]) -> Vec<Lit> {
    let sources = problem.reads_from.iter().filter(|it| literals.contains(&it.literal));
    sources.filter_map(|it| problem.writes[it.write as usize].guard).collect()
}
