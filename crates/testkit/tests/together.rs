//! Annotated orders explored by several workers, and in many runs: exactly what one worker finds in one run.
//!
//! How many programs, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=5000 cargo test -p testkit
//! --test together`.

use event::{Budget, Pace, Properties, Property, ThreadId, Unsupported};
use explore::{Exploration, Further, Options, Reduction, Refusal, Settings, Snapshot, Team};
use ir::Program;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use testkit::random::plain::{self, Threads};
use testkit::random::{self, Size};
use testkit::replays::replays;
use vm::{Code, Resumable};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Programs with more events than this are too large.
const MOST_EVENTS: u64 = 30_000;
/// This run is killed: whoever goes on knows nothing of it.
const KILLED: u32 = 2;
/// No exploration is interrupted more often.
const MOST_RUNS: u32 = 60;

/// Everything that is counted, or said in other ways.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    /// Complete orders, redundant ones, stuck ones, events, the longest order, the most threads.
    figures: [u64; 6],
    flags: [bool; 3],
    fails: bool,
    spans: [Vec<source::Span>; 2],
}

fn outcome(threads: &Resumable<'_>, result: &Exploration) -> Outcome {
    let stats = &result.stats;
    Outcome {
        figures: [stats.executions, stats.redundant, stats.stuck, stats.events, stats.longest, stats.threads],
        flags: [result.cut_loops, result.cut_steps, result.unexplored],
        fails: !result.found.is_empty(),
        spans: [threads.mistakes().collect(), threads.unexplored().collect()],
    }
}

/// One program under one reduction.
struct Case<'a> {
    program: &'a Program,
    code: Code,
    reduction: Reduction,
    settings: Settings,
    /// What is looked for. As long as that is nothing, everything is explored.
    properties: Properties,
    /// How often workers look at their budget, and whether others have nothing to do.
    steps_per_look: u32,
}

/// How an exploration goes on that is interrupted after some looks at the budget.
struct Patience {
    looks: AtomicU64,
    interrupt: Arc<AtomicBool>,
}

impl Pace for Patience {
    fn tick(&self) {
        if self.looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1)).is_err() {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Case<'_> {
    fn options(&self) -> Options {
        Options {
            properties: self.properties,
            further: Further::Everything,
            most_events: MOST_EVENTS,
            ..Options::default()
        }
    }

    fn threads(&self) -> Resumable<'_> {
        Resumable::new(self.program, self.code.clone())
    }

    /// One worker, one run. `None`: there is too much to do.
    fn alone(&self) -> Option<Result<Outcome, Refusal>> {
        let mut threads = self.threads();
        match explore::run_annotated(self.reduction, &mut threads, &self.options(), self.settings, &mut ()) {
            Ok(it) if it.limit.is_some() => None,
            Ok(it) => Some(Ok(outcome(&threads, &it))),
            Err(why) => Some(Err(Refusal::Unsupported(why))),
        }
    }

    /// Several workers, and some runs of which each is interrupted after a few looks at the budget, and one is killed.
    fn together(&self, jobs: usize, looks: Option<u64>) -> Result<Result<Outcome, Refusal>, String> {
        let mut left: Option<Snapshot> = None;
        for run in 0.. {
            let mut options = Options { most_events: u64::MAX, steps_per_look: self.steps_per_look, ..self.options() };
            if let Some(looks) = looks.filter(|_| run < MOST_RUNS) {
                let interrupt = Arc::new(AtomicBool::new(false));
                let pace = Patience { looks: AtomicU64::new(looks), interrupt: interrupt.clone() };
                options.budget = Budget { interrupt, pace: Some(Arc::new(pace)), ..Budget::default() };
            }
            let kept = Mutex::new(None);
            let keep = |snapshot: &Snapshot| {
                *kept.lock().expect("nobody panics") = postcard::to_stdvec(snapshot).ok();
            };
            let keeper = looks.map(|_| (Duration::from_secs(1000), &keep as &(dyn Fn(&Snapshot) + Sync)));
            let team = &Team { jobs, keeper, left: left.clone() };
            let make = || self.threads();
            let ended =
                explore::run_annotated_together(self.reduction, &make, &options, self.settings, team, &mut |_, _| {});
            let (result, threads) = match ended {
                Ok(it) => it,
                Err(why) => return Ok(Err(why)),
            };
            if result.limit.is_none() {
                for found in &result.found {
                    replays(self.program, &self.code, &found.schedule, found.property)?;
                }
                return Ok(Ok(outcome(&threads, &result)));
            }
            if run == KILLED {
                continue;
            }
            let bytes = kept.into_inner().expect("nobody panics").ok_or("nothing is kept")?;
            left = Some(postcard::from_bytes(&bytes).map_err(|it| it.to_string())?);
        }
        Err("it never ends".to_owned())
    }
}

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    programs: u64,
    large: u64,
    unsupported: u64,
    orders: u64,
}

fn judge(program: &Program, seed: u64, sum: &mut Sum) -> Result<(), String> {
    let properties: Properties = [Property::Reach, Property::Memory].into_iter().collect();
    for reduction in [Reduction::Value, Reduction::Data] {
        let settings = Settings { relaxed: !seed.is_multiple_of(3), ..Settings::default() };
        let code = vm::compile(program, properties).with_awaits();
        let steps_per_look = [1, 3, 20, 4096, 1][seed as usize % 5];
        let case = Case { program, code, reduction, settings, properties: Properties::default(), steps_per_look };
        let Some(expected) = case.alone() else {
            sum.large += 1;
            continue;
        };
        match &expected {
            Ok(it) => sum.orders += it.figures[0],
            Err(_) => sum.unsupported += 1,
        }
        sum.programs += 1;
        let ways = [(2, None), (3, None), (1, Some(0)), (1, Some(seed % 7)), (2, Some(seed % 5))];
        for (jobs, looks) in ways {
            let name = format!("{reduction}, {jobs} workers, interrupted after {looks:?} looks");
            let is = case.together(jobs, looks).map_err(|it| format!("{it} ({name})"))?;
            if is != expected {
                return Err(format!("{is:?}, not {expected:?} ({name})"));
            }
        }
        let case = Case { properties, ..case };
        let fails = |it: Result<Outcome, Refusal>| it.is_ok_and(|it| it.fails);
        let Some(expected) = case.alone().map(fails) else { continue };
        for (jobs, looks) in [(2, None), (1, Some(seed % 3))] {
            let name = format!("{reduction}, {jobs} workers, interrupted after {looks:?} looks");
            if fails(case.together(jobs, looks).map_err(|it| format!("{it} ({name})"))?) != expected {
                return Err(format!("something fails: {}, not {expected} ({name})", !expected));
            }
        }
    }
    Ok(())
}

#[test]
fn many_workers_and_many_runs_find_what_one_finds_at_once() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 200);
    let mut sum = Sum::default();
    for seed in first..first + count {
        let program = match seed % 4 {
            0 => plain::program(seed, Threads::Some, 12 + seed as u32 % 4 * 3),
            1 => random::program(seed, &Size::default()),
            2 => random::locking::program(seed, true),
            _ => random::heap::program(seed, false),
        };
        if let Err(complaint) = judge(&program, seed, &mut sum) {
            // The same complaint, in other words: up to the first number.
            let about = |it: &str| it.split(|it: char| it.is_ascii_digit()).next().map(str::to_owned);
            let mut fails =
                |it: &Program| judge(it, seed, &mut Sum::default()).is_err_and(|it| about(&it) == about(&complaint));
            let small = testkit::shrink(program, &mut fails);
            let complaint = judge(&small, seed, &mut Sum::default()).err().unwrap_or(complaint);
            panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
        }
    }
    println!("{sum:?}");
    assert!(sum.unsupported * 3 <= sum.programs, "too many programs are not explored");
    assert!(sum.large * 5 <= count, "too many programs are too large");
}

/// Each run has seen one size only.
#[test]
fn what_runs_find_out_apart_is_put_together() {
    let text = "program lp64\n\
        global @x : i32 = 0\n\
        function @main() -> i32 entry {\n\
          reg %c : i32\n  reg %a : i32\n  reg %b : i8\n\
          l0 -> l1: %c = choose 0 to 1\n\
          l1 -> l2 if (eq %c 0): skip\n  l1 -> l3 unless (eq %c 0): skip\n\
          l2 -> l4: %a = load.4 [&@x] sc\n  l3 -> l4: %b = load.1 [&@x] sc\n\
          l4: return 0\n\
        }\n";
    let program = ir::text::parse(text).expect("it is a program");
    let properties: Properties = [Property::Reach].into_iter().collect();
    let case = Case {
        program: &program,
        code: vm::compile(&program, properties),
        reduction: Reduction::Value,
        // Nobody looks for a root, and so nobody sees both.
        settings: Settings { root: Some(ThreadId(1)), ..Settings::default() },
        properties: Properties::default(),
        steps_per_look: 1,
    };
    let refused = Err(Refusal::Unsupported(Unsupported::Pieces));
    assert_eq!(case.alone(), Some(refused.clone()));
    assert_eq!(case.together(1, Some(0)), Ok(refused));
}

#[test]
fn what_is_left_of_another_exploration_is_refused() {
    let properties: Properties = [Property::Reach].into_iter().collect();
    let (one, other) = (plain::program(3, Threads::Some, 12), plain::program(7, Threads::Two, 12));
    let options = Options { most_events: 1, steps_per_look: 1, ..Options::default() };
    let kept = Mutex::new(None);
    let keep = |snapshot: &Snapshot| *kept.lock().expect("nobody panics") = Some(snapshot.clone());
    let make = |program| {
        let code = vm::compile(program, properties);
        move || Resumable::new(program, code.clone())
    };
    let team = Team { jobs: 1, keeper: Some((Duration::from_secs(1000), &keep)), left: None };
    let run = |reduction, program, settings, team: &Team<'_>| {
        explore::run_annotated_together(reduction, &make(program), &options, settings, team, &mut |_, _| {})
            .map(|(it, _)| it.limit)
    };
    let plainly = Settings::default();
    assert_eq!(run(Reduction::Value, &one, plainly, &team), Ok(Some(event::Limit::Length)));
    let team = Team { jobs: 1, keeper: None, left: kept.lock().expect("nobody panics").take() };
    assert!(run(Reduction::Value, &one, plainly, &team).is_ok());
    assert_eq!(run(Reduction::Data, &one, plainly, &team), Err(Refusal::Foreign));
    assert_eq!(run(Reduction::Value, &one, Settings { relaxed: false, ..plainly }, &team), Err(Refusal::Foreign));
    assert_eq!(run(Reduction::Value, &one, Settings { authors: true, ..plainly }, &team), Err(Refusal::Foreign));
    assert_eq!(run(Reduction::Value, &other, plainly, &team), Err(Refusal::Foreign));
}
