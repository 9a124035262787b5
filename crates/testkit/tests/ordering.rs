//! Random programs: the engine that reasons about orders of events agrees with brute force.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=5000 cargo test -p testkit --test ordering`. With
//! `RADDLE_GO_ON` all programs that disagree are shown, not only the first.

use std::time::Duration;
use testkit::ordering::{Answers, Compared, Figures, Limits, PROPERTIES, agree};
use testkit::random::{
    self, Features, Size, Waiting, commuting, edges, handles, heap, locking, numbers, plain, publishing, updates,
};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// What was compared in many programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    large: u64,
    figures: Figures,
    /// Seeds of programs that disagree.
    failed: Vec<u64>,
}

impl Tally {
    fn add(&mut self, compared: Compared) {
        self.programs += 1;
        match compared {
            Compared::Agrees(figures) => self.figures.add(*figures),
            Compared::TooLarge => self.large += 1,
        }
    }

    fn join(&mut self, other: Tally) {
        self.programs += other.programs;
        self.large += other.large;
        self.figures.add(other.figures);
        self.failed.extend(other.failed);
    }
}

/// Which of the ways is asked about the program of a seed besides the default.
fn turn(seed: u64) -> usize {
    // Some families differ by the last bits of the seed.
    (seed / 4) as usize
}

/// The beginning of a complaint, which stays the same when a program gets smaller.
fn kind_of(complaint: &str) -> &str {
    complaint.split(',').next().unwrap_or(complaint)
}

/// The smallest program that still disagrees in the same way, and how it does.
fn smallest(seed: u64, program: ir::Program, complaint: &str, limits: &Limits) -> String {
    let complaint_of = |it: &ir::Program| agree(it, turn(seed), limits).err();
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
            match agree(&program, turn(seed), limits) {
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
    show(family, &all);
    let Tally { programs, large, figures, failed } = all;
    assert!(failed.is_empty(), "{family}: seeds that fail: {failed:?}");
    assert!(large * 10 <= programs, "{family}: too many programs are too large for brute force");
    let answers = figures.answers();
    // Nothing but the remainder of floating-point numbers is expected.
    assert!(answers.unsupported * 50 <= answers.questions(), "{family}: too many questions are not answered");
    assert!(answers.slow * 20 <= answers.questions(), "{family}: too many questions take too long");
    assert!(figures.slow * 20 <= programs, "{family}: too many final states take too long");
}

/// Prints what was compared, a line for each property.
fn show(family: &str, all: &Tally) {
    let Tally { programs, large, figures, .. } = all;
    let Figures { finals, equal, cut, slow, unsupported, properties, together } = figures;
    println!("{family}: {programs} programs, {large} too large, not supported {unsupported:?}");
    println!("  final states: {equal} programs equal with {finals} states, {cut} cut, {slow} slow");
    let names = PROPERTIES.iter().map(|it| it.name()).chain(["together"]);
    for (name, answers) in names.zip(properties.iter().chain([together])) {
        let Answers { violated, holds, unknown, found, proofs, bounded, missed, slow, unsupported, interchangeable } =
            answers;
        println!(
            "  {name:9} {violated:5} programs violate it, {holds:5} do not, {unknown:3} unknown; answers: {found} found, \
             {proofs} proofs, {bounded} bounded ({missed} missed), {slow} slow, {unsupported} not supported; \
             {interchangeable} pairs of threads in one order"
        );
    }
}

#[test]
fn programs_of_everything_agree() {
    compare_all("everything", 50, &|seed| random::program(seed, &Size::default()));
}

#[test]
fn programs_that_wait_agree() {
    let size = Size { operations: 6, mistakes: 10, waiting: Waiting::Loops, ..Size::default() };
    compare_within("waiting", 30, &WAITING, &|seed| random::program(seed, &size));
}

#[test]
fn programs_that_assume_agree() {
    let size = Size { operations: 6, mistakes: 10, waiting: Waiting::Assumptions, ..Size::default() };
    compare_all("assuming", 30, &|seed| random::program(seed, &size));
}

/// Loads, stores, updates and mutexes with many operations for each thread.
#[test]
fn programs_of_few_features_agree() {
    let features = Features { updates: true, mutexes: true, asserts: true, choices: true, ..Features::NONE };
    let size = Size { operations: 7, features, ..Size::default() };
    compare_all("few features", 30, &|seed| random::program(seed, &size));
}

#[test]
fn plain_programs_agree() {
    let threads = |seed: u64| if seed.is_multiple_of(4) { plain::Threads::Two } else { plain::Threads::Some };
    compare_all("plain", 50, &|seed| plain::program(seed, threads(seed), 12));
}

/// Threads that run the same code: some that nobody can tell apart, some that somebody can.
#[test]
fn twins_agree() {
    compare_all("twins", 75, &|seed| plain::twins(seed, 8));
}

#[test]
fn programs_that_commute_agree() {
    compare_all("commuting", 40, &|seed| commuting::program(seed, 14, seed % 2 == 0));
}

#[test]
fn programs_of_updates_agree() {
    compare_all("updates", 30, &updates::program);
}

#[test]
fn programs_on_shared_objects_agree() {
    compare_all("heap", 40, &|seed| heap::program(seed, false));
}

#[test]
fn programs_that_hand_over_data_agree() {
    compare_all("publishing", 40, &|seed| publishing::program(seed, false));
}

#[test]
fn programs_that_may_come_to_a_standstill_agree() {
    compare_all("locking", 40, &|seed| locking::program(seed, false));
}

#[test]
fn programs_with_shared_handles_agree() {
    compare_all("handles", 60, &handles::program);
}

#[test]
fn programs_near_the_largest_number_agree() {
    compare_all("numbers", 40, &numbers::program);
}

#[test]
fn programs_of_numbers_at_the_edge_agree() {
    compare_all("edges", 100, &edges::program);
}

/// Some wait for what never comes, round after round: more and more of them would show nothing.
const WAITING: Limits =
    Limits { unroll: Some(3), rounds: 3, time: Duration::from_secs(2), states: 20_000, ways: 3_000, finals: 2_000 };

#[test]
fn programs_that_wait_for_objects_agree() {
    compare_within("heap in loops", 30, &WAITING, &|seed| heap::program(seed, true));
}

#[test]
fn programs_that_poll_for_data_agree() {
    compare_within("publishing in loops", 30, &WAITING, &|seed| publishing::program(seed, true));
}

#[test]
fn programs_that_may_wait_for_ever_agree() {
    compare_within("locking in loops", 30, &WAITING, &|seed| locking::program(seed, true));
}
