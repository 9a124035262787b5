//! Which reduction is best for a program is not known before, so two of them race.
//!
//! `optimal` runs. In turns, `value` explores for about a tenth of the time. The first that is done answers. Each order
//! of `value` stands for as many ways to read as there are ways to pick one write for each read; if that makes it much
//! faster than `optimal`, order by order and execution by execution, it gets half of the time from then on.
//!
//! Not all of it: that it is faster so far says nothing about how many orders there are from its root. Five threads of which one
//! writes what the others read may have 253 orders from one root and nine million from another. With half of the time for each,
//! exploring takes at most about twice as long as it would by the faster of the two.
//!
//! Turns are counted in steps, not in time: the same program gets the same answer, in the same way.

use event::Stats;
use explore::{Ended, Exploration, Found, Observer, Options, Reduction, Settings, Turns};
use ir::{Action, Operation, Program};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vm::{Code, Machine, Resumable};

/// Programs that are done after so many events do not need a race.
const FIRST_TURN: u64 = 200_000;
/// `value` makes one decision for so many events of `optimal`.
const EVENTS_PER_DECISION: u64 = 40;
/// A decision takes about as long as so many events.
const COST_OF_DECISION: f64 = 3.0;
/// `value` gets half of the time if it is so many times faster.
const MUCH_FASTER: f64 = 1.3;
/// Before so many decisions nobody can tell.
const FIRST_GUESS: u64 = 2_000;

/// Whether there can be anything to win: more than one thread, and values that are written more than once. Where a program can tell
/// that memory is used again, only one of the two tries it.
pub(crate) fn is_worth_trying(program: &Program) -> bool {
    let edges = || program.functions.iter().flat_map(|it| &it.edges);
    let spawns = edges().any(|it| matches!(it.action, Action::Visible(Operation::Spawn { .. })));
    let writes = |it: &&ir::Edge| {
        matches!(
            it.action,
            Action::Visible(
                Operation::Store { .. }
                    | Operation::Update { .. }
                    | Operation::CompareExchange { .. }
                    | Operation::Lock { .. }
            )
        )
    };
    spawns && edges().filter(writes).count() > 1 && ir::passes::reuse::comparisons(program).is_empty()
}

/// Who has won, and what was found.
pub(crate) enum Raced<'p> {
    Optimal(Box<Machine<'p>>, Exploration),
    Value(Box<Resumable<'p>>, Exploration),
}

/// Explores a program by whatever is faster.
pub(crate) fn race<'p>(
    program: &'p Program,
    code: &Code,
    options: &Options,
    settings: Settings,
    observer: &mut dyn Observer<Machine<'p>>,
) -> Raced<'p> {
    let mut racer = Racer {
        program,
        code,
        options,
        settings,
        observer,
        stop: Arc::new(AtomicBool::new(false)),
        rival: Rival::Waiting,
        turn: FIRST_TURN,
        events: 0,
    };
    let mut own = options.clone();
    own.budget.interrupt = racer.stop.clone();
    let mut machine = Machine::new(program, code.clone());
    let result = explore::run(Reduction::Optimal, &mut machine, &own, &mut racer);
    match racer.rival {
        Rival::Done(turns) => {
            let (threads, result) = turns.finish();
            Raced::Value(Box::new(threads), result)
        }
        Rival::Waiting | Rival::Behind(_) | Rival::Ahead(_) | Rival::Out => Raced::Optimal(Box::new(machine), result),
    }
}

/// `value`, as `optimal` sees it.
enum Rival<'p> {
    /// It has not begun.
    Waiting,
    /// It takes short turns.
    Behind(Box<Turns<Resumable<'p>>>),
    /// Its turns are as long as those of `optimal`.
    Ahead(Box<Turns<Resumable<'p>>>),
    /// It is done.
    Done(Box<Turns<Resumable<'p>>>),
    /// The program is not one for it.
    Out,
}

/// Whoever watches `optimal`, and lets `value` have its turns.
struct Racer<'a, 'p> {
    program: &'p Program,
    code: &'a Code,
    options: &'a Options,
    settings: Settings,
    observer: &'a mut dyn Observer<Machine<'p>>,
    /// Ends `optimal`.
    stop: Arc<AtomicBool>,
    rival: Rival<'p>,
    /// After so many events it is the rival's turn.
    turn: u64,
    /// So many events there were at its last.
    events: u64,
}

impl Racer<'_, '_> {
    /// The rival's turn.
    fn take_turn(&mut self, stats: &Stats) {
        let events = stats.events;
        let few = (events - self.events) / EVENTS_PER_DECISION;
        self.events = events;
        self.turn = events + events / 2;
        self.rival = match std::mem::replace(&mut self.rival, Rival::Out) {
            Rival::Waiting => {
                let threads = Resumable::new(self.program, self.code.clone());
                match Turns::new(threads, self.options, self.settings) {
                    Some(turns) => Rival::Behind(Box::new(turns)),
                    None => Rival::Out,
                }
            }
            Rival::Behind(turns) => match run(turns, few) {
                Rival::Behind(turns) if turns.decisions() >= FIRST_GUESS && is_faster(&turns, stats) => {
                    catch_up(turns, events)
                }
                rival => rival,
            },
            Rival::Ahead(turns) => catch_up(turns, events),
            rival @ (Rival::Done(_) | Rival::Out) => rival,
        };
        if matches!(self.rival, Rival::Done(_)) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Makes so many decisions.
fn run<'p>(mut turns: Box<Turns<Resumable<'p>>>, decisions: u64) -> Rival<'p> {
    match turns.run(decisions) {
        None => Rival::Out,
        Some(true) => Rival::Done(turns),
        Some(false) => Rival::Behind(turns),
    }
}

/// Makes decisions until they have cost as much as so many events.
fn catch_up<'p>(turns: Box<Turns<Resumable<'p>>>, events: u64) -> Rival<'p> {
    let decisions = (events as f64 / COST_OF_DECISION) as u64;
    let missing = decisions.saturating_sub(turns.decisions());
    match run(turns, missing) {
        Rival::Behind(turns) => Rival::Ahead(turns),
        rival => rival,
    }
}

/// Whether an order of `value` costs much less than the executions of `optimal` that it stands for.
fn is_faster(turns: &Turns<Resumable<'_>>, stats: &Stats) -> bool {
    turns.merit().is_some_and(|(ways, decisions)| {
        let per_execution = stats.events as f64 / stats.executions.max(1) as f64;
        ways * per_execution > MUCH_FASTER * COST_OF_DECISION * decisions
    })
}

impl<'p> Observer<Machine<'p>> for Racer<'_, 'p> {
    fn progress(&mut self, stats: &Stats, explored: Option<f64>) {
        self.observer.progress(stats, explored);
        if self.options.budget.interrupt.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        } else if stats.events >= self.turn {
            self.take_turn(stats);
        }
    }

    fn complete(&mut self, system: &mut Machine<'p>, execution: &event::Execution) {
        self.observer.complete(system, execution);
    }

    fn begin(&mut self) {
        self.observer.begin();
    }

    fn end(&mut self, system: &mut Machine<'p>, execution: &event::Execution, ended: Ended, found: &[Found]) {
        self.observer.end(system, execution, ended, found);
    }
}
