//! Random programs: the engine that reasons about orders of events agrees with brute force.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=5000 cargo test -p testkit --test ordering`. With
//! `RADDLE_GO_ON` all programs that disagree are shown, not only the first.

use std::collections::BTreeMap;
use std::time::Duration;
use testkit::ordering::{Compared, Figures, Limits, agree};
use testkit::random::{self, Features, Size, Waiting, commuting, plain, updates};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// What was compared in many programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    large: u64,
    /// By what the engine says.
    unsupported: BTreeMap<String, u64>,
    figures: Figures,
    /// Seeds of programs that disagree.
    failed: Vec<u64>,
}

impl Tally {
    fn add(&mut self, compared: Compared) {
        self.programs += 1;
        match compared {
            Compared::Agrees(figures) => self.figures.add(figures),
            Compared::TooLarge => self.large += 1,
            Compared::Unsupported(what) => *self.unsupported.entry(what).or_default() += 1,
        }
    }

    fn join(&mut self, other: Tally) {
        self.programs += other.programs;
        self.large += other.large;
        for (what, count) in other.unsupported {
            *self.unsupported.entry(what).or_default() += count;
        }
        self.figures.add(other.figures);
        self.failed.extend(other.failed);
    }
}

/// The configuration that lists the final states of the program of a seed.
fn listing(seed: u64) -> usize {
    // Some families differ by the last bits of the seed.
    (seed / 4) as usize
}

/// The beginning of a complaint, which stays the same when a program gets smaller.
fn kind_of(complaint: &str) -> &str {
    complaint.split(',').next().unwrap_or(complaint)
}

/// The smallest program that still disagrees in the same way, and how it does.
fn smallest(seed: u64, program: ir::Program, complaint: &str, limits: &Limits) -> String {
    let complaint_of = |it: &ir::Program| agree(it, listing(seed), limits).err();
    let is_same = |it: &ir::Program| complaint_of(it).is_some_and(|it| kind_of(&it) == kind_of(complaint));
    let small = testkit::shrink(program, &mut |it| is_same(it));
    let complaint = complaint_of(&small).unwrap_or_else(|| complaint.to_owned());
    format!("seed {seed}: {complaint}\n{}", ir::text::print(&small))
}

/// Compares a family of programs.
fn compare_all(family: &str, count: u64, program_of: &(dyn Fn(u64) -> ir::Program + Sync)) {
    compare_within(family, count, &Limits::default(), program_of);
}

/// The same, with other limits.
fn compare_within(family: &str, count: u64, limits: &Limits, program_of: &(dyn Fn(u64) -> ir::Program + Sync)) {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", count);
    let goes_on = std::env::var("RADDLE_GO_ON").is_ok();
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let run = |worker: u64| {
        let mut tally = Tally::default();
        for seed in (first..first + count).filter(|it| it % workers == worker) {
            let program = program_of(seed);
            match agree(&program, listing(seed), limits) {
                Ok(compared) => tally.add(compared),
                Err(complaint) => {
                    let report = format!("{family}, {}", smallest(seed, program, &complaint, limits));
                    assert!(goes_on, "{report}");
                    println!("{report}\n--------");
                    tally.failed.push(seed);
                }
            }
        }
        tally
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().for_each(|it| all.join(it.join().expect("no disagreement")));
    });
    let Tally { programs, large, unsupported, figures, failed } = all;
    println!("{family}: {programs} programs, {large} too large, unsupported {unsupported:?}; {figures:?}");
    assert!(failed.is_empty(), "{family}: seeds that fail: {failed:?}");
    assert!(large * 20 <= programs, "{family}: too many programs are too large for brute force");
    let unsupported: u64 = unsupported.values().sum();
    // Nothing but the remainder of floating-point numbers is expected.
    assert!(unsupported * 50 <= programs, "{family}: too many programs are not supported");
    // Each program is asked about five times: once for final states, and once in each configuration.
    assert!(figures.slow * 20 <= programs * 5, "{family}: too many questions take too long");
}

#[test]
fn programs_of_everything_agree() {
    compare_all("everything", 400, &|seed| random::program(seed, &Size::default()));
}

#[test]
fn programs_that_wait_agree() {
    let size = Size { operations: 6, mistakes: 10, waiting: Waiting::Loops, ..Size::default() };
    // Some wait for what never comes, round after round: more and more of them would show nothing.
    let limits = Limits { unroll: Some(3), rounds: 3, time: Duration::from_secs(2), ..Limits::default() };
    compare_within("waiting", 200, &limits, &|seed| random::program(seed, &size));
}

#[test]
fn programs_that_assume_agree() {
    let size = Size { operations: 6, mistakes: 10, waiting: Waiting::Assumptions, ..Size::default() };
    compare_all("assuming", 200, &|seed| random::program(seed, &size));
}

/// Loads, stores, updates and mutexes with many operations for each thread.
#[test]
fn programs_of_few_features_agree() {
    let features = Features { updates: true, mutexes: true, asserts: true, choices: true, ..Features::NONE };
    let size = Size { operations: 7, features, ..Size::default() };
    compare_all("few features", 200, &|seed| random::program(seed, &size));
}

#[test]
fn plain_programs_agree() {
    let threads = |seed: u64| if seed.is_multiple_of(4) { plain::Threads::Two } else { plain::Threads::Some };
    compare_all("plain", 400, &|seed| plain::program(seed, threads(seed), 12));
}

/// Threads that run the same code: some that nobody can tell apart, some that somebody can.
#[test]
fn twins_agree() {
    compare_all("twins", 600, &|seed| plain::twins(seed, 8));
}

#[test]
fn programs_that_commute_agree() {
    compare_all("commuting", 300, &|seed| commuting::program(seed, 14, seed % 2 == 0));
}

#[test]
fn programs_of_updates_agree() {
    compare_all("updates", 200, &updates::program);
}
