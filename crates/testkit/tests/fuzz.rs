//! Random C and actor programs: every engine and reduction agrees with brute force, from the text of a program on.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs; for long runs there is `cargo run --release -p testkit -- fuzz`.

use std::time::Duration;
use testkit::fuzz::campaign::{Plan, Summary, run};
use testkit::fuzz::{Engines, Language, Limits};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

fn compare(engines: Engines, count: u64) -> Summary {
    let plan = Plan {
        first: number("RADDLE_SEED", 1),
        count: Some(number("RADDLE_COUNT", count)),
        time: None,
        jobs: std::thread::available_parallelism().map_or(2, |it| it.get()),
        only: None,
        engines,
        limits: Limits::default(),
        patience: Duration::from_secs(120),
        interrupt: Default::default(),
    };
    let summary = run(plan, &mut |_| {}).expect("threads start");
    print!("{}", summary.tally);
    let shown: Vec<String> = summary.findings.iter().map(|it| format!("{}\n{}", it.0.cause(), it.0.text)).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    summary
}

#[test]
fn every_reduction_agrees_with_brute_force() {
    let Summary { tally, .. } = compare(Engines::EXPLORE, 240);
    let programs = tally.all_programs();
    assert!(tally.large.values().sum::<u64>() * 10 <= programs, "too many programs are too large for brute force");
    if programs < 200 {
        return;
    }
    for property in ["reach", "deadlock", "memory", "overflow", "race"] {
        assert!(tally.violated.contains_key(&(Language::C, property)), "no program violates {property}");
    }
    assert!(tally.safe[&Language::C] * 10 >= programs, "too few programs are safe");
}

#[test]
fn every_symbolic_engine_agrees_with_brute_force() {
    let Summary { tally, .. } = compare(Engines::SYMBOLIC, 24);
    for engine in ["ordering", "peephole", "cegar"] {
        let row = &tally.rows[engine];
        assert!(row.decided >= row.programs / 2, "{engine} decides too little: {row:?}");
    }
}
