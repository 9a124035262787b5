//! `--engine auto`: several engines side by side, and the first answer that settles the question.
//!
//! Which engine is best for a program is not known before. Running executions is quick for most programs, so that begins
//! alone. If it has no answer soon, the others that can say something about what is asked (`lineup.rs`) begin as well, and take
//! turns on as many threads as `--jobs` allows (`turns.rs`). A replayed violation settles the question, and so does a claim
//! about all executions; `judge.rs` says what less than that is worth.

mod judge;
mod lineup;
mod turns;

use crate::actors::{ActorCheck, LoadedActors};
use crate::check::{CheckOptions, Outcome};
use crate::progress::Watch;
use event::{Budget, Limit, Properties, Reason, Verdict};
use explore::Reduction;
use ir::Program;
use judge::{Claimant, Question};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use turns::{Gate, Share, Table};

/// How to go about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutoOptions {
    /// How many engines may work at the same time; with one, the same happens in every run.
    pub jobs: usize,
    /// Two kinds of engines have to say safe.
    pub agree: bool,
}

impl Default for AutoOptions {
    /// One after the other.
    fn default() -> Self {
        AutoOptions { jobs: 1, agree: false }
    }
}

/// Engines of the same kind share what makes them right, or wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Family {
    Explore,
    /// Where there is only one kind, another way of it counts.
    ExploreByStates,
    Ordering,
    Peephole,
    Cegar,
}

/// Runs an engine within a budget; it may show how far it is.
type Run = Box<dyn FnMut(Budget, &dyn Show) -> Outcome + Send>;

/// Whom an engine tells how far it is.
trait Show {
    /// In a line.
    fn line(&self, line: String);
    /// Nothing is violated within some bound, and it goes on with the next.
    fn is_bounded(&self);
}

/// Somebody who takes part.
struct Contender {
    name: &'static str,
    family: Family,
    /// What it decides of what is asked.
    covers: Properties,
    gate: Gate,
    /// How much of the time it gets.
    share: Share,
    run: Run,
}

/// What somebody leaves behind.
#[derive(Clone, Debug)]
enum Report {
    Answered(Box<Outcome>),
    /// It has panicked.
    Failed(String),
}

impl Report {
    fn outcome(&self) -> Option<&Outcome> {
        match self {
            Report::Answered(outcome) => Some(outcome),
            Report::Failed(_) => None,
        }
    }
}

/// Checks a valid program with whatever answers first. `progress` is shown a line now and then.
pub fn check(
    program: &Arc<Program>,
    options: &CheckOptions,
    auto: AutoOptions,
    progress: &mut dyn FnMut(&str),
) -> Outcome {
    let lineup = lineup::of_threads(program, options, auto);
    run(lineup, options.search.properties, &options.search.budget, auto, progress)
}

/// Checks a program of actors with whatever answers first.
pub fn check_actors(
    loaded: &Arc<LoadedActors>,
    options: &ActorCheck,
    auto: AutoOptions,
    progress: &mut dyn FnMut(&str),
) -> Outcome {
    let later = if auto.agree { Gate::Open } else { Gate::HeadStart };
    let contender = |reduction: Reduction, name, family, gate, slice| {
        let (loaded, mut options) = (loaded.clone(), options.clone());
        let watch = Watch::new(options.search.budget.deadline);
        options.search.reduction = reduction;
        let covers = options.search.properties;
        let run = Box::new(move |budget, show: &dyn Show| {
            options.search.budget = budget;
            let mut show = |stats: &event::Stats, part| show.line(watch.exploring(stats, part));
            crate::actors::check(&loaded, &options, &mut show)
        });
        Contender { name, family, covers, gate, share: Share { slice, is_unbounded: false }, run }
    };
    let lineup = vec![
        contender(Reduction::Optimal, "explore", Family::Explore, Gate::Open, lineup::EXPLORE),
        contender(Reduction::State, "explore by states", Family::ExploreByStates, later, lineup::STATES),
    ];
    run(lineup, options.search.properties, &options.search.budget, auto, progress).of_actors()
}

/// How often somebody who waits for the answer looks at what the user wants, and shows how far we are.
const LOOK: Duration = Duration::from_millis(100);
/// How long engines have to end when they are told to.
const GRACE: Duration = Duration::from_secs(2);

/// How long they have when time is up: limits of a few seconds are kept as well as those of hours.
fn grace(deadline: Instant) -> Duration {
    let whole = deadline.saturating_duration_since(Instant::now());
    (whole / 25).clamp(Duration::from_millis(100), GRACE)
}

fn run(
    lineup: Vec<Contender>,
    asked: Properties,
    budget: &Budget,
    auto: AutoOptions,
    progress: &mut dyn FnMut(&str),
) -> Outcome {
    let claimants = lineup.iter().map(|it| Claimant { name: it.name, family: it.family, covers: it.covers }).collect();
    let is_limited = budget.deadline.is_some();
    let question = Arc::new(Question { asked, agree: auto.agree, is_limited, claimants });
    let gates: Vec<Gate> = lineup.iter().map(|it| it.gate).collect();
    let table: Arc<Table<Report>> = Table::new(auto.jobs, &gates);
    let lines: Arc<Mutex<Vec<Option<String>>>> = Arc::new(Mutex::new(vec![None; lineup.len()]));
    let many = lineup.len();
    for (index, contender) in lineup.into_iter().enumerate() {
        let own = table.budget(index, &share(budget, index, many), contender.share);
        let (table, question, lines) = (table.clone(), question.clone(), lines.clone());
        // Nobody waits for a thread that was told to stop: it does so when it looks at its budget, or with the process.
        let work = move || {
            if !table.begin(index) {
                return;
            }
            let Contender { name, mut run, .. } = contender;
            let shown = Shown { table: &table, lines: &lines, index, name, is_limited };
            let report = match catch_unwind(AssertUnwindSafe(|| run(own, &shown))) {
                Ok(outcome) => Report::Answered(Box::new(outcome)),
                Err(panic) => Report::Failed(message(&*panic)),
            };
            lines.lock().unwrap_or_else(PoisonError::into_inner)[index] = None;
            table.finish(index, report, |reports| question.next(reports));
        };
        let spawned = std::thread::Builder::new().name(format!("engine {index}")).stack_size(STACK).spawn(work);
        if spawned.is_err() && index == 0 {
            return Outcome::unknown(Reason::Limit(Limit::Memory), asked);
        }
    }
    wait(&table, budget, &lines, progress);
    let mut outcome = question.answer(table.progress());
    if matches!(&outcome.verdict, Verdict::Unknown { because: Reason::Limit(Limit::Interrupt) }) {
        // Those who were stopped for another reason than the user's wish were stopped by it.
        if let Some(limit) = budget.exceeded() {
            outcome.verdict = Verdict::Unknown { because: Reason::Limit(limit) };
        }
    }
    outcome
}

/// Where somebody's progress goes.
struct Shown<'a> {
    table: &'a Table<Report>,
    lines: &'a Mutex<Vec<Option<String>>>,
    index: usize,
    name: &'static str,
    is_limited: bool,
}

impl Show for Shown<'_> {
    fn line(&self, line: String) {
        let line = format!("{}: {line}", self.name);
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)[self.index] = Some(line);
    }

    fn is_bounded(&self) {
        self.table.is_bounded(self.is_limited);
    }
}

/// As the main thread has it.
const STACK: usize = 8 << 20;

/// The budget of the one in this place: where memory is short, those further behind stop first.
fn share(whole: &Budget, index: usize, many: usize) -> Budget {
    let tenths = 10 - (index.min(4) as u64);
    let memory = whole.memory.map(|(most, in_use)| (if many == 1 { most } else { most / 10 * tenths }, in_use));
    Budget { memory, ..whole.clone() }
}

/// Waits for the answer, for the user's wish to stop, or for the end of the time.
fn wait(table: &Table<Report>, budget: &Budget, lines: &Mutex<Vec<Option<String>>>, progress: &mut dyn FnMut(&str)) {
    let mut last = budget.deadline.and_then(|it| it.checked_add(grace(it)));
    let mut is_ending = false;
    while !table.is_over(LOOK) {
        if !is_ending && budget.interrupt.load(Ordering::Relaxed) {
            table.end();
        }
        if !is_ending && table.is_ending() {
            is_ending = true;
            last = Instant::now().checked_add(GRACE);
        }
        if last.is_some_and(|it| Instant::now() >= it) {
            return table.close();
        }
        let lines: Vec<String> =
            lines.lock().unwrap_or_else(PoisonError::into_inner).iter().flatten().cloned().collect();
        progress(&lines.join(" | "));
    }
}

/// What a panic said.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_owned()
}
