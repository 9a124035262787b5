//! Known problems: the thesis's example, and the smallest known program where weak and sequential consistency differ.

mod ordering_support;

use bmc::ordering::{Config, Decider, Decision, Method};
use ordering_support::{Case, configurations};
use smt::{Cadical, Lit, Sat};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Four threads: `x=1; a=y; b=x`, `x=2; c=y; d=x`, `y=2; e=x; f=y`, `y=1; g=x; h=y`. Also the sources of each read by
/// the value that it reads.
fn four_threads() -> (Case, Vec<[Lit; 3]>) {
    let mut case = Case::new(0);
    let start = case.clock();
    let (x, y) = (0, 1);
    let mut writes = [[0; 3]; 2];
    writes[x][0] = case.write(start, x as u32, None);
    writes[y][0] = case.write(start, y as u32, None);
    let mut reads = Vec::new();
    for (own, value, other) in [(x, 1, y), (x, 2, y), (y, 2, x), (y, 1, x)] {
        let clocks = [(); 3].map(|()| case.clock());
        case.before(start, clocks[0]);
        case.before(clocks[0], clocks[1]);
        case.before(clocks[1], clocks[2]);
        writes[own][value] = case.write(clocks[0], own as u32, None);
        reads.push((case.read(clocks[1], other as u32, None), other));
        reads.push((case.read(clocks[2], own as u32, None), own));
    }
    case.connect();
    let sources = reads.iter().map(|(read, cell)| writes[*cell].map(|it| case.source(it, *read))).collect();
    (case, sources)
}

/// The outcomes of the four threads, each as eight values a to h, that are possible.
fn outcomes(config: Config) -> Vec<[usize; 8]> {
    let (case, sources) = four_threads();
    let mut sat = Cadical::new();
    case.add_clauses(&mut sat);
    let mut decider = Decider::new(&case.problem, config, &mut sat);
    let mut possible = Vec::new();
    for number in 0..3_usize.pow(8) {
        let outcome: [usize; 8] = std::array::from_fn(|it| number / 3_usize.pow(it as u32) % 3);
        let assumptions: Vec<Lit> = outcome.iter().zip(&sources).map(|(value, it)| it[*value]).collect();
        match decider.decide(&mut sat, &assumptions) {
            Decision::Consistent { .. } => possible.push(outcome),
            Decision::Impossible => {}
            Decision::Interrupted => panic!("nobody interrupts"),
        }
    }
    possible
}

#[test]
fn weak_and_sequential_consistency_differ_on_a_mirrored_pair_of_outcomes() {
    let (case, _) = four_threads();
    assert_eq!(case.executions().len(), 334);
    for (weak, strong) in configurations(true).into_iter().zip(configurations(false)) {
        let weak = outcomes(weak);
        let strong = outcomes(strong);
        assert_eq!((weak.len(), strong.len()), (336, 334));
        let only_weak: Vec<[usize; 8]> = weak.into_iter().filter(|it| !strong.contains(it)).collect();
        // In the mirror the two threads that write one cell change places.
        assert_eq!(only_weak, [[2, 1, 1, 2, 2, 2, 1, 1], [1, 1, 2, 2, 1, 2, 2, 1]]);
    }
}

#[test]
fn the_models_of_the_four_threads_are_their_executions() {
    let (case, _) = four_threads();
    let expected = case.executions();
    for config in configurations(false) {
        assert_eq!(case.models(config), expected, "{config:?}");
    }
}

/// Figure 5.3: `if (y == 1) x = 1; else x = 1 - y;` and `y = x; x = 1 - y; assert(x == 1 || y == 1);`.
struct Example {
    case: Case,
    sat: Cadical,
    x5: Lit,
    y5: Lit,
}

fn example() -> Example {
    // The values of the events are the free variables: y1, y2, x3, y4, x5, y5.
    let mut case = Case::new(6);
    let [y1, y2, x3, y4, x5, y5] = std::array::from_fn(|it| Lit::positive(it as u32 + 1));
    let clocks = [(); 11].map(|()| case.clock());
    let [start, c_y1, c_x1, c_y2, c_x2, c_x3, c_y3, c_y4, c_x4, c_x5, c_y5] = clocks;
    let edges = [(start, c_y1), (c_y1, c_x1), (c_y1, c_y2), (c_y2, c_x2), (start, c_x3), (c_x3, c_y3)];
    for (first, second) in edges.into_iter().chain([(c_y3, c_y4), (c_y4, c_x4), (c_x4, c_x5), (c_x5, c_y5)]) {
        case.before(first, second);
    }
    let (x, y) = (0, 1);
    // Each write with the literal of its value; nothing stands for a constant.
    let mut writes = Vec::new();
    let mut reads = Vec::new();
    writes.push((case.write(start, x, None), Err(false)));
    writes.push((case.write(start, y, None), Err(false)));
    reads.push((case.read(c_y1, y, None), y1));
    writes.push((case.write(c_x1, x, Some(y1)), Err(true)));
    reads.push((case.read(c_y2, y, Some(!y1)), y2));
    writes.push((case.write(c_x2, x, Some(!y1)), Ok(!y2)));
    reads.push((case.read(c_x3, x, None), x3));
    writes.push((case.write(c_y3, y, None), Ok(x3)));
    reads.push((case.read(c_y4, y, None), y4));
    writes.push((case.write(c_x4, x, None), Ok(!y4)));
    reads.push((case.read(c_x5, x, None), x5));
    reads.push((case.read(c_y5, y, None), y5));
    case.connect();
    let mut sat = Cadical::new();
    case.add_clauses(&mut sat);
    for source in &case.problem.reads_from {
        let read = reads[source.read as usize].1;
        match writes[source.write as usize].1 {
            Err(true) => sat.clause(&[!source.literal, read]),
            Err(false) => sat.clause(&[!source.literal, !read]),
            Ok(written) => {
                sat.clause(&[!source.literal, !written, read]);
                sat.clause(&[!source.literal, written, !read]);
            }
        }
    }
    Example { case, sat, x5, y5 }
}

#[test]
fn the_example_of_the_thesis_is_safe_and_has_seven_classes() {
    for config in configurations(false) {
        let Example { case, mut sat, x5, y5 } = example();
        let mut decider = Decider::new(&case.problem, config, &mut sat);
        assert_eq!(decider.decide(&mut sat, &[!x5, !y5]), Decision::Impossible);
        let mut classes = 0;
        while let Decision::Consistent { .. } = decider.decide(&mut sat, &[]) {
            classes += 1;
            let sources: Vec<Lit> = case.problem.reads_from.iter().map(|it| it.literal).collect();
            let blocking: Vec<Lit> = sources.into_iter().map(|it| if sat.value(it) { !it } else { it }).collect();
            sat.clause(&blocking);
        }
        assert_eq!(classes, 7, "{config:?}");
    }
}

#[test]
fn the_conflict_of_the_example_is_known_in_advance() {
    // Both x3 and x5 read from x2: x2 before x3 before x4 before x5, but x4 overwrites x2. The clause follows from
    // Figure 5.4b, with the source of x3 as the witness.
    let Example { case, mut sat, .. } = example();
    let config = Config { method: Method::Basic, conflicts_first: true, is_weak: true };
    let mut decider = Decider::new(&case.problem, config, &mut sat);
    let [x2, x3, x5] = [3, 2, 4];
    let assumptions = [case.source(x2, x3), case.source(x2, x5)];
    assert_eq!(decider.decide(&mut sat, &assumptions), Decision::Impossible);
    let statistics = decider.statistics();
    assert_eq!(statistics.rounds, 0);
    assert!(statistics.read_and_write > 0 && statistics.two_reads > 0);
}

#[test]
fn a_cycle_of_what_is_always_so_is_impossible() {
    let mut case = Case::new(0);
    let (first, second) = (case.clock(), case.clock());
    case.before(first, second);
    case.before(second, first);
    for config in configurations(false) {
        let mut sat = Cadical::new();
        let mut decider = Decider::new(&case.problem, config, &mut sat);
        assert_eq!(decider.decide(&mut sat, &[]), Decision::Impossible);
    }
}

#[test]
fn atomic_increments_are_a_permutation() {
    // Each of five clocks reads and writes one cell: 5! outcomes.
    let mut case = Case::new(0);
    let start = case.clock();
    case.write(start, 0, None);
    for _thread in 0..5 {
        let clock = case.clock();
        case.before(start, clock);
        case.read(clock, 0, None);
        case.write(clock, 0, None);
    }
    case.connect();
    for config in configurations(false) {
        assert_eq!(case.models(config).len(), 120, "{config:?}");
    }
}

#[test]
fn an_interrupted_decision_can_be_asked_again() {
    let (case, _) = four_threads();
    for config in configurations(false) {
        let mut sat = Cadical::new();
        let is_interrupted = Arc::new(AtomicBool::new(true));
        let switch = is_interrupted.clone();
        sat.set_interrupt(Arc::new(move || switch.load(Ordering::Relaxed)));
        case.add_clauses(&mut sat);
        let mut decider = Decider::new(&case.problem, config, &mut sat);
        assert_eq!(decider.decide(&mut sat, &[]), Decision::Interrupted);
        is_interrupted.store(false, Ordering::Relaxed);
        assert!(matches!(decider.decide(&mut sat, &[]), Decision::Consistent { .. }));
    }
}
