//! The programs are valid, repeatable, plain, small, and of all kinds.

use super::*;
use crate::{End, Options, Report, StopKind, explore};
use ir::{Action, Operation};

const SEEDS: u64 = 1_000;
const OPERATIONS: u32 = 12;

fn share(reports: &[Report], holds: impl Fn(&Report) -> bool) -> usize {
    100 * reports.iter().filter(|it| holds(it)).count() / reports.len()
}

fn reports(threads: Threads) -> Vec<Report> {
    (0..SEEDS).map(|seed| explore(&program(seed, threads, OPERATIONS), &Options::default())).collect()
}

#[test]
fn programs_are_repeatable() {
    for seed in 0..100 {
        for threads in [Threads::Some, Threads::Two] {
            let first = program(seed, threads, OPERATIONS);
            assert_eq!(first, program(seed, threads, OPERATIONS), "seed {seed}");
        }
    }
}

#[test]
fn programs_are_plain() {
    for seed in 0..SEEDS {
        let program = program(seed, Threads::Some, OPERATIONS);
        for edge in program.functions.iter().flat_map(|it| &it.edges) {
            let Action::Visible(operation) = &edge.action else { continue };
            let is_plain = matches!(
                operation,
                Operation::Load { .. }
                    | Operation::Store { .. }
                    | Operation::Update { .. }
                    | Operation::CompareExchange { .. }
                    | Operation::Lock { .. }
                    | Operation::Unlock { .. }
                    | Operation::Spawn { .. }
                    | Operation::Join { .. }
                    | Operation::Choose { .. }
            );
            assert!(is_plain, "seed {seed}: {operation:?}");
        }
    }
}

#[test]
fn programs_are_of_all_kinds() {
    let reports = reports(Threads::Some);
    let ends =
        |report: &Report, wanted: fn(&End) -> bool| report.finals.iter().any(|it| it.threads.values().any(wanted));
    let failing = share(&reports, |it| !it.violations.is_empty());
    let assuming = share(&reports, |it| ends(it, |it| *it == End::Stopped(StopKind::Assume)));
    let blocked = share(&reports, |it| ends(it, |it| *it == End::Blocked));
    let several = share(&reports, |it| it.finals.len() > 1);
    let small = share(&reports, |it| !it.incomplete && it.paths <= 20_000);
    let tiny = share(&reports, |it| !it.incomplete && it.paths <= 20);
    let mut paths: Vec<u128> = reports.iter().map(|it| it.paths).collect();
    paths.sort_unstable();
    println!(
        "{failing} % fail, {assuming} % meet an assumption, {blocked} % block, {several} % have several final states, \
         {small} % are small, {tiny} % tiny; paths {} {} {}",
        paths[paths.len() / 4],
        paths[paths.len() / 2],
        paths[3 * paths.len() / 4]
    );
    assert!((5..60).contains(&failing), "{failing} % of the programs fail");
    assert!(assuming >= 3, "{assuming} % of the programs meet an assumption that does not hold");
    assert!(blocked >= 3, "{blocked} % of the programs have a thread that waits for ever");
    assert!(several >= 50, "{several} % of the programs have several final states");
    assert!(small >= 90, "{small} % of the programs are small");
    assert!(tiny <= 30, "{tiny} % of the programs are tiny");
}

#[test]
fn two_threads_are_two_and_only_they_access_memory() {
    for (seed, report) in reports(Threads::Two).iter().enumerate() {
        let threads = |it: &crate::FinalState| it.threads.keys().all(|it| it.len() < 2 && it.iter().all(|it| *it < 2));
        assert!(!report.incomplete && report.finals.iter().all(threads), "seed {seed}");
        let program = program(seed as u64, Threads::Two, OPERATIONS);
        let main = &program.functions[program.entry.index()];
        let only_spawns = main.edges.iter().all(|it| {
            !matches!(&it.action, Action::Visible(it) if !matches!(it, Operation::Spawn { .. } | Operation::Join { .. }))
        });
        assert!(only_spawns, "seed {seed}");
    }
}
