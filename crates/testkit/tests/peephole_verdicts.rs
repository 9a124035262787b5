//! Random programs: the engine over time frames agrees with brute force about every property.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs, as in `ordering.rs`.

use std::time::Duration;
use testkit::ordering::Limits;
use testkit::peephole::{Verdicts, compare_verdicts};
use testkit::random::{self, Features, Size, Waiting, commuting, heap, locking, numbers, plain, publishing, updates};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Some wait for what never comes, and some are long: they are bounded then.
const LIMITS: Limits =
    Limits { unroll: Some(6), rounds: 3, time: Duration::from_secs(2), states: 20_000, ways: 3_000, finals: 2_000 };

fn compare(family: &str, program_of: &(dyn Fn(u64) -> ir::Program + Sync)) {
    let (first, count) = (number("RADDLE_SEED", 1), number("RADDLE_COUNT", 12));
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let run = |worker: u64| {
        let mut all = Verdicts::default();
        for seed in (first..first + count).filter(|it| it % workers == worker) {
            let program = program_of(seed);
            let compare = |it: &ir::Program| compare_verdicts(it, seed as usize / 4, &LIMITS);
            match compare(&program) {
                Ok(verdicts) => all.add(verdicts),
                Err(complaint) => {
                    let kind = |it: &str| it.split(',').next().unwrap_or(it).to_owned();
                    let is_same = |it: &ir::Program| compare(it).is_err_and(|it| kind(&it) == kind(&complaint));
                    let small = testkit::shrink(program, &mut |it| is_same(it));
                    panic!("{family}, seed {seed}: {complaint}\n{}", ir::text::print(&small));
                }
            }
        }
        all
    };
    let mut all = Verdicts::default();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|it| scope.spawn(move || run(it))).collect();
        for it in running {
            all.add(it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    println!("{family}: {count} programs, {all:?}");
    let decided = all.found + all.proofs;
    assert!(decided > count, "{family}: only {decided} questions about {count} programs are decided");
}

#[test]
fn programs_of_everything_agree() {
    compare("everything", &|seed| random::program(seed, &Size::default()));
}

#[test]
fn programs_that_wait_agree() {
    let size = Size { operations: 6, mistakes: 10, waiting: Waiting::Loops, ..Size::default() };
    compare("waiting", &|seed| random::program(seed, &size));
}

#[test]
fn programs_of_few_features_agree() {
    let features = Features { updates: true, mutexes: true, asserts: true, choices: true, ..Features::NONE };
    let size = Size { operations: 7, features, ..Size::default() };
    compare("few features", &|seed| random::program(seed, &size));
}

#[test]
fn plain_programs_agree() {
    compare("plain", &|seed| plain::program(seed, plain::Threads::Some, 12));
}

#[test]
fn programs_that_commute_agree() {
    compare("commuting", &|seed| commuting::program(seed, 14, seed % 2 == 0));
}

#[test]
fn programs_of_updates_agree() {
    compare("updates", &updates::program);
}

#[test]
fn programs_on_shared_objects_agree() {
    compare("heap", &|seed| heap::program(seed, seed % 2 == 0));
}

#[test]
fn programs_that_hand_over_data_agree() {
    compare("publishing", &|seed| publishing::program(seed, seed % 2 == 0));
}

#[test]
fn programs_that_may_come_to_a_standstill_agree() {
    compare("locking", &|seed| locking::program(seed, seed % 2 == 0));
}

#[test]
fn programs_near_the_largest_number_agree() {
    compare("numbers", &numbers::program);
}
