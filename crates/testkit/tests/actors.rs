//! Random actor programs: the engine under every reduction agrees with brute force.
//!
//! `RADDLE_SEED` and `RADDLE_COUNT` choose other programs: `RADDLE_COUNT=5000 cargo test -p testkit --test actors`.

use testkit::actors::agree::{Agreement, Limits, agree, agree_on_text, load};
use testkit::actors::generate::{self, Size};
use testkit::actors::reference::{Refusal, Report};
use testkit::actors::subject::Mistake;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// How many programs are compared if nobody says otherwise.
const COUNT: u64 = 300;

/// How many programs there were, of which kinds.
#[derive(Default)]
struct Tally {
    programs: u64,
    counted: u64,
    large: u64,
    endless: u64,
    assertions: u64,
    deadlocks: u64,
    exceptions: u64,
    disabled: u64,
    blocked: u64,
    delivered: u64,
    caught: u64,
    choosing: u64,
    interleavings: u128,
    executions: [u64; 2],
    swapped: u64,
    unfinished: u64,
    circles: u64,
    hangs: u64,
    judged: u64,
}

impl Tally {
    fn add(&mut self, agreement: &Agreement) {
        self.programs += 1;
        match agreement {
            Agreement::Refused(Refusal::TooLarge) => self.large += 1,
            Agreement::Refused(Refusal::Endless) => self.endless += 1,
            Agreement::Refused(Refusal::Unknown(what)) => panic!("the reference does not know {what}"),
            Agreement::Full(report, figures) => {
                let Report { assertion, deadlock, exception, disabled, blocked, .. } = **report;
                self.counted += u64::from(figures.is_counted);
                self.assertions += u64::from(assertion);
                self.deadlocks += u64::from(deadlock);
                self.exceptions += u64::from(exception);
                self.disabled += u64::from(disabled);
                self.blocked += u64::from(blocked);
                self.delivered += u64::from(report.delivered);
                self.caught += u64::from(report.caught);
                self.choosing += u64::from(report.chooses);
                self.interleavings += report.paths;
                self.executions[0] += figures.executions[0];
                self.executions[1] += figures.executions[1];
                self.swapped += figures.swapped;
                self.unfinished += figures.unfinished;
                self.circles += u64::from(report.circles);
                self.hangs += u64::from(report.hangs);
                self.judged += figures.judged;
            }
        }
    }

    fn join(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.counted += other.counted;
        self.large += other.large;
        self.endless += other.endless;
        self.assertions += other.assertions;
        self.deadlocks += other.deadlocks;
        self.exceptions += other.exceptions;
        self.disabled += other.disabled;
        self.blocked += other.blocked;
        self.delivered += other.delivered;
        self.caught += other.caught;
        self.choosing += other.choosing;
        self.interleavings += other.interleavings;
        self.executions[0] += other.executions[0];
        self.executions[1] += other.executions[1];
        self.swapped += other.swapped;
        self.unfinished += other.unfinished;
        self.circles += other.circles;
        self.hangs += other.hangs;
        self.judged += other.judged;
    }

    fn show(&self) {
        let Tally { programs, counted, large, endless, assertions, deadlocks, exceptions, .. } = self;
        let Tally { disabled, blocked, delivered, caught, choosing, interleavings, executions, .. } = self;
        println!("{programs} programs: {counted} with all classes, {large} too large, {endless} endless");
        println!("  {interleavings} interleavings; optimal runs {executions:?} (static, dynamic)");
        println!("  {assertions} failing assertions, {deadlocks} deadlocks, {exceptions} lost exceptions");
        println!("  {disabled} conditions that never hold again, {blocked} gets that block");
        println!("  {delivered} exceptions out of futures, {caught} caught, {choosing} choose");
        println!("  {} with circles, {} that hang; {} judged", self.circles, self.hangs, self.judged);
        println!("  {} pairs of steps swapped; {} explorations were too long", self.swapped, self.unfinished);
    }
}

/// The text of the smallest program that still disagrees, and how it does.
fn smallest(seed: u64, size: &Size, complaint: &str) -> String {
    let limits = Limits::default();
    let complains = |text: &str| load(text).ok().and_then(|_| agree_on_text(text, seed, &limits, None).err());
    let model = generate::program(seed, size);
    let small = testkit::actors::shrink(model, &mut |text| complains(text).is_some()).to_string();
    let complaint = complains(&small).unwrap_or_else(|| complaint.to_owned());
    format!("seed {seed}: {complaint}\n{small}")
}

/// Compares the programs of some seeds.
fn compare(seeds: impl Iterator<Item = u64>, size: &Size, goes_on: bool) -> (Tally, Vec<u64>) {
    let mut tally = Tally::default();
    let mut failed = Vec::new();
    for seed in seeds {
        let text = generate::program(seed, size).to_string();
        load(&text).unwrap_or_else(|it| panic!("seed {seed}: {it}\n{text}"));
        match agree_on_text(&text, seed, &Limits::default(), None) {
            Ok(agreement) => tally.add(&agreement),
            Err(complaint) => {
                let report = smallest(seed, size, &complaint);
                assert!(goes_on, "{report}");
                println!("{report}\n--------");
                failed.push(seed);
            }
        }
    }
    (tally, failed)
}

/// With `RADDLE_GO_ON` all programs that fail are shown, not only the first.
#[test]
fn random_programs_agree_with_brute_force() {
    let (tally, count) = compare_all(&Size::default());
    assert!(tally.large * 20 <= count, "too many programs are too large for brute force");
}

/// The same where executions need not end.
#[test]
fn random_programs_with_circles_agree_with_brute_force() {
    let (tally, count) = compare_all(&Size { circles: true, ..Size::default() });
    assert!((tally.large + tally.endless) * 5 <= count, "too many programs are too large for brute force");
    assert!(
        tally.hangs * 20 >= count && tally.circles * 5 >= count,
        "too few programs have circles, or tasks that hang"
    );
}

fn compare_all(size: &Size) -> (Tally, u64) {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", COUNT);
    let goes_on = std::env::var("RADDLE_GO_ON").is_ok();
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let results: Vec<(Tally, Vec<u64>)> = std::thread::scope(|scope| {
        let seeds = |worker: u64| (first..first + count).filter(move |it| it % workers == worker);
        let handles: Vec<_> =
            (0..workers).map(|worker| scope.spawn(move || compare(seeds(worker), size, goes_on))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let mut tally = Tally::default();
    let mut failed = Vec::new();
    for (own, seeds) in results {
        tally.join(&own);
        failed.extend(seeds);
    }
    tally.show();
    assert!(failed.is_empty(), "seeds that fail: {failed:?}");
    (tally, count)
}

/// Each mistake that is put into the engine is noticed, by one of the programs that are compared by default.
#[test]
fn mistakes_are_noticed() {
    let limits = Limits { states: 400, events: 3_000 };
    for mistake in Mistake::ALL {
        let notices = |seed: &u64| {
            let text = generate::program(*seed, &Size::default()).to_string();
            let program = load(&text).expect("a program");
            // A mistake may also break what the explorers rely on.
            let run = || agree(&program, &limits, Some(mistake)).err();
            std::panic::catch_unwind(run).unwrap_or_else(|_| Some("an assertion of the engine".to_owned()))
        };
        let found = (1..=COUNT).find_map(|seed| Some((seed, notices(&seed)?)));
        let (seed, complaint) = found.unwrap_or_else(|| panic!("nobody notices {mistake:?}"));
        println!("{mistake:?}: seed {seed}: {}", complaint.lines().next().unwrap_or_default());
    }
}
