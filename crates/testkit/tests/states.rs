//! Random programs: reductions that match states lose no final state and no verdict.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=10000 cargo test -p testkit --test states`. With
//! `RADDLE_GO_ON` all programs that fail are shown, not only the first.

use explore::Reduction;
use testkit::actors::generate;
use testkit::states::lost;
use testkit::states::programs::{
    check_actors, check_circles, check_hanging, check_sections, check_threads, program_of,
};
use testkit::states::{Figures, REDUCTIONS};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// What was compared in many programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    large: u64,
    interleaved: u64,
    finals: u64,
    /// For each reduction.
    complete: Vec<u64>,
    /// Programs of which it runs fewer executions than the control.
    fewer: Vec<u64>,
    /// Programs of which it runs more executions than these have different ends.
    repeating: Vec<Vec<u64>>,
    gave_way: Vec<u64>,
    too_long: Vec<u64>,
    /// Seeds of programs that disagree.
    failed: Vec<u64>,
}

impl Tally {
    fn new() -> Tally {
        let zeros = vec![0; REDUCTIONS.len()];
        Tally {
            complete: zeros.clone(),
            fewer: zeros.clone(),
            repeating: vec![Vec::new(); REDUCTIONS.len()],
            gave_way: zeros.clone(),
            too_long: zeros,
            ..Tally::default()
        }
    }

    fn add(&mut self, seed: u64, figures: Option<&Figures>) {
        self.programs += 1;
        let Some(figures) = figures else {
            self.large += 1;
            return;
        };
        self.interleaved += u64::from(figures.is_interleaved);
        self.finals += figures.finals;
        let control = figures.reductions[0];
        for (index, run) in figures.reductions.iter().enumerate() {
            self.gave_way[index] += u64::from(run.gives_way);
            self.too_long[index] += u64::from(run.is_too_long);
            if run.gives_way || run.is_too_long {
                continue;
            }
            self.complete[index] += run.complete;
            self.fewer[index] += u64::from(run.complete < control.complete || control.is_too_long);
            if run.complete > run.ends {
                self.repeating[index].push(seed);
            }
        }
    }

    fn join(&mut self, other: Tally) {
        self.programs += other.programs;
        self.large += other.large;
        self.interleaved += other.interleaved;
        self.finals += other.finals;
        for index in 0..REDUCTIONS.len() {
            self.complete[index] += other.complete[index];
            self.fewer[index] += other.fewer[index];
            self.repeating[index].extend(&other.repeating[index]);
            self.gave_way[index] += other.gave_way[index];
            self.too_long[index] += other.too_long[index];
        }
        self.failed.extend(other.failed);
    }

    fn show(&self) {
        let Tally { programs, large, interleaved, finals, .. } = self;
        println!("{programs} programs, {finals} final states: {interleaved} with all interleavings, {large} too large");
        for (index, reduction) in REDUCTIONS.iter().enumerate() {
            println!(
                "  {reduction}: {} executions, fewer than {} in {} programs; gives way in {}, too long in {}",
                self.complete[index], REDUCTIONS[0], self.fewer[index], self.gave_way[index], self.too_long[index],
            );
            if *reduction == Reduction::State && !self.repeating[index].is_empty() {
                let seeds: Vec<_> = self.repeating[index].iter().take(20).collect();
                println!("    more than there are ends in {} programs: {seeds:?} …", self.repeating[index].len());
            }
        }
    }
}

/// Compares the programs of all seeds. `check` says what is wrong with one, or its figures; `smallest` shows the smallest
/// that is wrong.
fn compare_all(
    count: u64,
    check: &(dyn Fn(u64) -> Result<Vec<Option<Figures>>, String> + Sync),
    smallest: &(dyn Fn(u64, &str) -> String + Sync),
) -> Tally {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", count);
    let goes_on = std::env::var("RADDLE_GO_ON").is_ok();
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let run = |worker: u64| {
        let mut tally = Tally::new();
        for seed in (first..first + count).filter(|it| it % workers == worker) {
            match check(seed) {
                Ok(figures) => figures.iter().for_each(|it| tally.add(seed, it.as_ref())),
                Err(complaint) => {
                    let report = smallest(seed, &complaint);
                    assert!(goes_on, "{report}");
                    println!("{report}\n--------");
                    tally.failed.push(seed);
                }
            }
        }
        tally
    };
    let mut all = Tally::new();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().for_each(|it| all.join(it.join().expect("no disagreement")));
    });
    all.show();
    assert!(all.failed.is_empty(), "seeds that fail: {:?}", all.failed);
    assert!(all.large * 20 <= all.programs, "too many programs are too large for brute force");
    all
}

/// The beginning of a complaint, which stays the same when a program gets smaller.
fn kind_of(complaint: &str) -> String {
    complaint.chars().take_while(|it| !matches!(it, ',' | '{' | '\n')).collect()
}

#[test]
fn threads_lose_nothing() {
    let check = |seed: u64| Ok(vec![check_threads(seed, &program_of(seed))?]);
    let smallest = |seed: u64, complaint: &str| {
        let is_same = |it: &ir::Program| check_threads(seed, it).is_err_and(|it| kind_of(&it) == kind_of(complaint));
        let small = testkit::shrink(program_of(seed), &mut |it| is_same(it));
        let complaint = check_threads(seed, &small).err().unwrap_or_else(|| complaint.to_owned());
        format!("seed {seed}: {complaint}\n{}", ir::text::print(&small))
    };
    let tally = compare_all(300, &check, &smallest);
    let is_enough = tally.fewer[1] * 5 >= tally.programs || tally.programs < 100;
    assert!(is_enough, "too few programs in which states match");
}

#[test]
fn actors_lose_nothing() {
    let model_of = |seed: u64| generate::program(seed, &generate::Size::default());
    let check = |seed: u64| check_actors(&model_of(seed).to_string());
    let smallest = |seed: u64, complaint: &str| {
        let is_same = |it: &str| check_actors(it).is_err_and(|it| kind_of(&it) == kind_of(complaint));
        let small = testkit::actors::shrink(model_of(seed), &mut |it| is_same(it)).to_string();
        let complaint = check_actors(&small).err().unwrap_or_else(|| complaint.to_owned());
        format!("seed {seed}: {complaint}\n{small}")
    };
    compare_all(150, &check, &smallest);
}

#[test]
fn nothing_is_lost_again() {
    for number in 1..=lost::COUNT {
        lost::check(number).unwrap_or_else(|it| panic!("{it}"));
    }
}

/// Small programs, which are shown as they are.
fn check_all(count: u64, check: fn(u64) -> Result<(), String>) {
    let first = number("RADDLE_SEED", 1);
    for seed in first..first + number("RADDLE_COUNT", count) {
        check(seed).unwrap_or_else(|it| panic!("seed {seed}: {it}"));
    }
}

#[test]
fn threads_that_go_round_lose_nothing() {
    check_all(50, check_circles);
}

#[test]
fn threads_hang_where_the_oracle_says_so() {
    check_all(600, check_hanging);
}

#[test]
fn atomic_sections_lose_nothing() {
    check_all(100, check_sections);
}
