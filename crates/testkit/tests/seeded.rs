//! Every mistake that can be put into the engines is noticed. `docs/seeded-bugs.md` says who notices which, and how to look for
//! more than this does: here each is tried with the program that has shown it before, and with all others only if that does
//! not show it any more.

use planted::Bug;
use std::collections::BTreeSet;
use std::process::Command;
use testkit::seeded::{DETECTORS, Probe, probes, record};

#[test]
fn every_mistake_is_noticed() {
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get());
    let output = Command::new(env!("CARGO_BIN_EXE_seeded-bugs"))
        .args(["--known", "--jobs", &workers.to_string()])
        .output()
        .expect("it can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    assert!(output.status.success(), "{text}");
}

#[test]
fn the_page_says_of_every_mistake_who_has_noticed_it() {
    let page = record::read();
    let probe = |it: Bug| record::known(&page, it).unwrap_or_else(|| panic!("{} is not in the table", it.name()));
    let noticed: Vec<(Bug, Probe)> = Bug::ALL.iter().map(|&it| (it, probe(it))).collect();
    assert_eq!(record::with_table(&page, &noticed), page, "written by `seeded-bugs --record`");
}

#[test]
fn each_program_is_looked_at_once() {
    let all: Vec<(&str, u64)> = probes().map(|it| (it.detector.name, it.program)).collect();
    let different: BTreeSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len());
    assert_eq!(all.len() as u64, DETECTORS.iter().map(|it| it.count).sum::<u64>());
}
