//! Campaigns take every seed once, whatever becomes of it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use testkit::fuzz::campaign::*;
use testkit::fuzz::{Answer, Checked, Engines, Failure, FailureKind, Language, Limits};

fn plan() -> Plan {
    Plan {
        first: 5,
        count: Some(20),
        time: None,
        jobs: 2,
        only: Some(Language::C),
        engines: Engines::EXPLORE,
        limits: Limits::default(),
        patience: Duration::from_secs(60),
        interrupt: Arc::default(),
    }
}

#[test]
fn every_seed_is_taken_once() {
    let seen: Arc<Mutex<Vec<u64>>> = Arc::default();
    let own = Arc::clone(&seen);
    let judge = move |_, seed| {
        own.lock().expect("nobody panics").push(seed);
        Checked::default()
    };
    let summary = run_with(plan(), Box::new(judge), &mut |_| {}).expect("threads start");
    let mut seen = seen.lock().expect("nobody panics").clone();
    seen.sort_unstable();
    assert_eq!(seen, (5..25).collect::<Vec<_>>());
    assert_eq!((summary.next, summary.tally.all_programs()), (25, 20));
}

#[test]
fn a_hang_is_a_finding_and_the_rest_goes_on() {
    let judge = |_, seed| {
        if seed == 7 {
            loop {
                std::thread::park();
            }
        }
        Checked::default()
    };
    let plan = Plan { patience: Duration::from_millis(500), ..plan() };
    let mut told = Vec::new();
    let mut listen = |event: Event<'_>| {
        if let Event::Found(finding) = event {
            told.push((finding.seed, finding.failure.kind));
        }
    };
    let summary = run_with(plan, Box::new(judge), &mut listen).expect("threads start");
    assert_eq!(told, [(7, FailureKind::Hang)]);
    assert_eq!((summary.next, summary.tally.all_programs(), summary.tally.all_failures()), (25, 19, 1));
}

#[test]
fn what_fails_in_the_same_way_is_one_finding() {
    let judge = |_, seed: u64| {
        let kind = FailureKind::Disagreement;
        let complaint = format!("{} executions are missing", seed);
        let answer = if seed.is_multiple_of(2) { Answer::Fails(Failure { kind, complaint }) } else { Answer::DECIDED };
        Checked { answers: vec![("optimal".to_owned(), answer)], ..Checked::default() }
    };
    let summary = run_with(plan(), Box::new(judge), &mut |_| {}).expect("threads start");
    assert_eq!(summary.findings.len(), 1);
    assert_eq!(summary.findings[0].1.len(), 10);
}

#[test]
fn whoever_is_interrupted_says_how_far_it_got() {
    let plan = Plan { interrupt: Arc::new(AtomicBool::new(true)), ..plan() };
    let summary = run_with(plan, Box::new(|_, _| Checked::default()), &mut |_| {}).expect("threads start");
    assert_eq!((summary.next, summary.tally.all_programs()), (5, 0));
}
