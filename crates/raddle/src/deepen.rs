//! How far threads are followed when nobody has said it.
//!
//! Most programs end by themselves, however their threads are interleaved: they are followed to their end, and no bound
//! matters. If some thread goes on and on (a loop that is left only when others have done something, but that does
//! something itself in each round; a server), following it first to the very end of a large bound would hide what
//! happens early on. So the bound starts small, and is doubled as long as it cuts something and the next round seems
//! affordable. The last bound that was explored to its end is what is claimed.

use crate::auto::{self, Raced};
use crate::check::CheckOptions;
use event::{Stats, ThreadId, Unsupported};
use explore::{Exploration, Observer, Settings, Watcher};
use ir::Program;
use source::Span;
use vm::{Code, Machine, Resumable};

/// A thread that makes more steps than this without an end in sight may be one that has none.
const LONG: u32 = 1_000;
/// The first bound for programs with such threads, and the last.
const FIRST: u32 = 16;
const LAST: u32 = 10_000;
/// A round that will take more events than this is not begun.
const AFFORDABLE: f64 = 1e7;

/// What was found, and how far threads were followed.
pub(crate) struct Explored {
    pub result: Exploration,
    /// A thread was stopped after so many steps, if it made them.
    pub steps: u32,
    /// Where choices with too many values were met.
    pub unexplored: Vec<Span>,
    /// Where threads were stopped by mistakes that nobody checks for.
    pub mistakes: Vec<Span>,
    /// What the violations are to be replayed with.
    pub code: Code,
    /// Why the reduction that was asked for does not apply.
    pub obstacle: Option<Unsupported>,
}

/// Explores a program up to the bound that is asked for, or as deep as it takes.
pub(crate) fn explore<'p>(
    program: &'p Program,
    code: &Code,
    options: &CheckOptions,
    observer: &mut dyn Observer<Machine<'p>>,
) -> Explored {
    let reduction = options.reduction;
    let is_race = options.auto && auto::is_worth_trying(program);
    let mut obstacle = None;
    let mut follow = |steps: u32, stop_when_cut: bool, most_events: u64| {
        let code = code.clone().stopping_after(steps);
        let settings = Settings {
            root: options.root.map(ThreadId),
            relaxed: options.relaxed,
            authors: options.count_as_authors,
            ..Settings::default()
        };
        let options = explore::Options {
            properties: options.properties,
            budget: options.budget.clone(),
            remember_states: options.remember_states,
            further: options.further,
            stop_when_cut,
            most_events,
        };
        if reduction.is_annotated() && obstacle.is_none() {
            let mut threads = Resumable::new(program, code.clone());
            match explore::run_annotated(reduction, &mut threads, &options, settings, &mut Shown(&mut *observer)) {
                Ok(result) => return of_threads(&threads, result, steps),
                Err(why) => obstacle = Some(why),
            }
        }
        if is_race {
            return match auto::race(program, &code, &options, settings, observer) {
                Raced::Value(threads, result) => of_threads(&threads, result, steps),
                Raced::Optimal(machine, result) => of_machine(&machine, result, steps, obstacle),
            };
        }
        let mut machine = Machine::new(program, code);
        let result = explore::run(reduction, &mut machine, &options, observer);
        of_machine(&machine, result, steps, obstacle)
    };
    if let Some(steps) = options.most_steps {
        return follow(steps, false, u64::MAX);
    }
    let whole = follow(LONG, true, u64::MAX);
    // What was found counts, however deep it is.
    if !whole.result.cut_steps || !whole.result.found.is_empty() {
        return whole;
    }
    deepen(&mut follow)
}

/// What a machine has shown.
fn of_machine(machine: &Machine<'_>, result: Exploration, steps: u32, obstacle: Option<Unsupported>) -> Explored {
    let (unexplored, mistakes) = (machine.unexplored().collect(), machine.mistakes().collect());
    Explored { result, steps, unexplored, mistakes, code: machine.code().clone(), obstacle }
}

/// What threads without a machine have shown.
fn of_threads(threads: &Resumable<'_>, result: Exploration, steps: u32) -> Explored {
    let (unexplored, mistakes) = (threads.unexplored().collect(), threads.mistakes().collect());
    Explored { result, steps, unexplored, mistakes, code: threads.code().clone(), obstacle: None }
}

/// Somebody who watches machines, and is shown how far orders have been explored.
struct Shown<'a, 'p>(&'a mut dyn Observer<Machine<'p>>);

impl<T> Watcher<T> for Shown<'_, '_> {
    fn is_interested(&self) -> bool {
        false
    }

    fn progress(&mut self, stats: &Stats, explored: f64) {
        self.0.progress(stats, Some(explored));
    }
}

/// Doubles the bound until nothing is cut any more, or too much would be left to do.
fn deepen(follow: &mut dyn FnMut(u32, bool, u64) -> Explored) -> Explored {
    let mut last: Option<Explored> = None;
    let mut steps = FIRST;
    loop {
        // The first bound is explored whatever it takes: there would be nothing to claim without it.
        let most = if last.is_some() { 3 * AFFORDABLE as u64 } else { u64::MAX };
        let next = follow(steps, false, most);
        let (events, is_cut) = (next.result.stats.events as f64, next.result.cut_steps);
        let growth = last.as_ref().map_or(1.0, |it| events / (it.result.stats.events as f64).max(1.0));
        match last {
            // What was explored to its end counts more than what was not.
            Some(last) if next.result.limit.is_some() && next.result.found.is_empty() => return last,
            _ if !is_cut || next.result.limit.is_some() || !next.result.found.is_empty() => return next,
            _ if steps == LAST || events * growth > AFFORDABLE => return next,
            _ => last = Some(next),
        }
        steps = (2 * steps).min(LAST);
    }
}
