//! The programs are valid, repeatable, small, and of all kinds.

use super::*;
use crate::{End, FaultKind, Options, Property, Report, StopKind, explore};
use std::collections::BTreeMap;

const SEEDS: u64 = 500;

fn reports(size: &Size) -> Vec<Report> {
    (0..SEEDS).map(|seed| explore(&program(seed, size), &Options::default())).collect()
}

#[test]
fn programs_are_valid_and_repeatable() {
    for size in [Size::default(), Size::small()] {
        for seed in 0..5 * SEEDS {
            let first = program(seed, &size);
            assert_eq!(ir::validate::validate(&first), Ok(()), "seed {seed}");
            if seed % 10 == 0 {
                assert_eq!(first, program(seed, &size), "seed {seed}");
            }
        }
    }
}

/// How many programs of each kind there are.
#[derive(Default)]
struct Distribution {
    classes: BTreeMap<&'static str, usize>,
    faults: BTreeMap<FaultKind, usize>,
    sum_of_paths: f64,
    sum_of_states: usize,
    median_paths: u128,
}

impl Distribution {
    fn new(reports: &[Report]) -> Self {
        let mut result = Distribution::default();
        for report in reports {
            let violates = |property| report.violations.iter().any(|it| it.property() == property);
            let ends = |wanted: fn(&End) -> bool| report.finals.iter().any(|it| it.threads.values().any(wanted));
            let is_safe = report.violations.is_empty() && !report.deadlock;
            let can_return =
                report.finals.iter().any(|it| it.threads.values().all(|it| matches!(it, End::Returned(_))));
            let classes = [
                ("assertion", violates(Property::Reach)),
                ("memory", violates(Property::Memory)),
                ("overflow", violates(Property::Overflow)),
                ("deadlock", report.deadlock),
                ("safe", is_safe),
                ("some interleaving ends well", can_return),
                ("several interleavings", report.paths > 1),
                ("several final states", report.finals.len() > 1),
                ("stopped by assume", ends(|it| *it == End::Stopped(StopKind::Assume))),
                ("stopped by exit", ends(|it| *it == End::Stopped(StopKind::Exit))),
                ("unexplored", ends(|it| *it == End::Stopped(StopKind::Unexplored))),
                ("verdict depends on the interleaving", !is_safe && can_return),
            ];
            for (class, holds) in classes {
                *result.classes.entry(class).or_default() += usize::from(holds);
            }
            for &fault in &report.violations {
                *result.faults.entry(fault).or_default() += 1;
            }
            result.sum_of_paths += report.paths as f64;
            result.sum_of_states += report.states;
        }
        let mut paths: Vec<u128> = reports.iter().map(|it| it.paths).collect();
        paths.sort_unstable();
        result.median_paths = paths[paths.len() / 2];
        result
    }

    fn print(&self, name: &str) {
        println!("{name}, {SEEDS} programs:");
        for (class, count) in &self.classes {
            println!("  {class}: {count}");
        }
        for (fault, count) in &self.faults {
            println!("  {}: {count}", fault.name());
        }
        let average = self.sum_of_paths / SEEDS as f64;
        println!("  paths: median {}, average {average:.0}", self.median_paths);
        println!("  states: average {}", self.sum_of_states / SEEDS as usize);
    }
}

#[test]
fn every_class_of_programs_is_well_represented() {
    let reports = reports(&Size::default());
    let distribution = Distribution::new(&reports);
    distribution.print("default size");
    assert!(reports.iter().all(|it| !it.incomplete && it.paths < u128::MAX), "every program is finite and small");
    let at_least = [
        ("assertion", 70),
        ("memory", 50),
        ("overflow", 15),
        ("deadlock", 35),
        ("safe", 150),
        ("some interleaving ends well", 250),
        ("several interleavings", 425),
        ("several final states", 210),
        ("stopped by assume", 25),
        ("stopped by exit", 5),
        ("unexplored", 1),
        ("verdict depends on the interleaving", 40),
    ];
    for (class, least) in at_least {
        assert!(distribution.classes[class] >= least, "{class}: {} of {least}", distribution.classes[class]);
    }
    assert!(distribution.median_paths >= 20, "most programs have several interleavings");
}

#[test]
fn every_fault_occurs() {
    use FaultKind::*;
    let mut found = BTreeMap::new();
    for seed in 0..4 * SEEDS {
        for fault in explore(&program(seed, &Size::default()), &Options::default()).violations {
            *found.entry(fault).or_insert(0) += 1;
        }
    }
    println!("{found:?}");
    let all = [
        Assertion,
        NullPointer,
        InvalidPointer,
        UseAfterFree,
        OutOfBounds,
        ReadOnly,
        Misaligned,
        InvalidFree,
        DoubleFree,
        BadCall,
        BadMutex,
        BadJoin,
        Misuse,
        Leak,
        SignedOverflow,
        DivisionByZero,
        BadShift,
        BadConversion,
    ];
    for fault in all {
        assert!(found.contains_key(&fault), "no program has the fault {}", fault.name());
    }
}

#[test]
fn small_programs_have_few_interleavings() {
    let reports = reports(&Size::small());
    let distribution = Distribution::new(&reports);
    distribution.print("small size");
    let few = reports.iter().filter(|it| it.paths <= 1000).count();
    assert!(few * 10 >= reports.len() * 9, "only {few} have at most 1000 paths");
}

#[test]
fn features_that_are_not_allowed_are_not_used() {
    let size = Size { features: Features::NONE, ..Size::default() };
    for seed in 0..SEEDS {
        let report = explore(&program(seed, &size), &Options::default());
        assert!(!report.deadlock);
        // Handles in a global are a mistake that needs no feature.
        assert!(report.violations.iter().all(|it| *it == FaultKind::BadJoin), "seed {seed}");
    }
}

#[test]
fn many_programs_have_races_and_many_have_none() {
    let mut races = BTreeMap::new();
    for seed in 0..SEEDS {
        let race = crate::has_race(&program(seed, &Size::default()), &Options::default(), 1_000);
        *races.entry(race).or_insert(0) += 1;
    }
    println!("{races:?}");
    assert!(races[&Some(true)] >= 120 && races[&Some(false)] >= 200, "{races:?}");
}

#[test]
fn every_order_occurs() {
    use ir::{Action, Operation, Order};
    use std::collections::BTreeSet;
    let mut found: BTreeSet<(&str, Order)> = BTreeSet::new();
    for seed in 0..SEEDS {
        let program = program(seed, &Size::default());
        for edge in program.functions.iter().flat_map(|it| &it.edges) {
            if let Action::Visible(operation) = &edge.action {
                found.extend(match *operation {
                    Operation::Load { order, .. } => vec![("load", order)],
                    Operation::Store { order, .. } => vec![("store", order)],
                    Operation::Update { order, .. } => vec![("update", order)],
                    Operation::CompareExchange { order, failure, .. } => {
                        vec![("exchange", order), ("failure", failure)]
                    }
                    Operation::Fence(order) => vec![("fence", order)],
                    _ => Vec::new(),
                });
            }
        }
    }
    for kind in ["load", "store", "update", "exchange", "failure", "fence"] {
        for order in orders::ATOMIC {
            assert!(found.contains(&(kind, order)), "no {kind} is {order:?}");
        }
        assert!(kind == "fence" || found.contains(&(kind, Order::NonAtomic)), "every {kind} is atomic");
    }
}

/// Of each family that is made for a property, a good part violates it and a good part does not; and programs are valid and
/// repeatable.
#[test]
fn families_are_of_both_kinds() {
    type Family = fn(u64) -> ir::Program;
    let violates = |it: &Report, property| it.violations.iter().any(|it| it.property() == property);
    let has_race = |it: &ir::Program| crate::has_race(it, &Options::default(), 3_000) == Some(true);
    let share = |name: &str, family: Family, is_bad: &dyn Fn(&ir::Program) -> bool| {
        let programs: Vec<ir::Program> = (0..200).map(family).collect();
        programs.iter().zip(0..).for_each(|(it, seed)| {
            assert_eq!(ir::validate::validate(it), Ok(()), "{name}, seed {seed}");
            assert_eq!(*it, family(seed), "{name}, seed {seed}");
        });
        let bad = programs.iter().filter(|it| is_bad(it)).count();
        println!("{name}: {bad} of {} programs", programs.len());
        assert!((programs.len() / 8..programs.len() * 7 / 8).contains(&bad), "{name}: {bad}");
    };
    let report = |it: &ir::Program| explore(it, &Options::default());
    share("heap", |it| heap::program(it, false), &|it| violates(&report(it), Property::Memory));
    share("heap in loops", |it| heap::program(it, true), &|it| violates(&report(it), Property::Memory));
    share("locking", |it| locking::program(it, false), &|it| report(it).deadlock);
    share("locking in loops", |it| locking::program(it, true), &|it| report(it).deadlock);
    share("numbers", numbers::program, &|it| violates(&report(it), Property::Overflow));
    share("publishing", |it| publishing::program(it, false), &has_race);
    share("publishing in loops", |it| publishing::program(it, true), &has_race);
}
