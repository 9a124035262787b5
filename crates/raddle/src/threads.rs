//! Explores a program with threads: as machine or as annotated orders, as far as it takes.

use crate::check::CheckOptions;
use crate::deepen::{Followed, Stage, as_far_as_it_takes};
use crate::rivals::{self, Raced};
use event::{Stats, ThreadId, Unsupported};
use explore::{Exploration, Observer, Reduction, Refusal, Settings, Watcher, run_annotated_together};
use ir::Program;
use source::Span;
use vm::{Code, Machine, Resumable};

/// What was found, and how far threads were followed.
pub(crate) struct Explored {
    pub result: Exploration,
    /// A thread was stopped after so many steps, if it made them.
    pub steps: u32,
    /// Where choices with too many values were met.
    pub unexplored: Vec<Span>,
    /// Where threads were stopped by mistakes that nobody checks for.
    pub mistakes: Vec<Span>,
    /// What was open, and taken one way.
    pub doubts: Vec<(ir::Doubt, Span)>,
    /// Whether memory was used again wherever the program can tell.
    pub uses_again: bool,
    /// What the violations are to be replayed with.
    pub code: Code,
    /// Where a bound has cut off threads that would have come to an end, if it is known whether it has; see [`Machine::cut_off`].
    pub cut_off: Option<Option<Vec<Span>>>,
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
    let reduction = options.search.reduction;
    let search = &options.search;
    let is_race = options.auto && !search.is_teamwork() && rivals::is_worth_trying(program);
    let mut obstacle = None;
    let mut follow = |stage: Stage| {
        let Stage { steps, stop_when_cut, most_events, .. } = stage;
        let code = code.clone().stopping_after(steps);
        let code = if stop_when_cut { code } else { code.telling_steps_apart() };
        let settings = Settings {
            root: options.root.map(ThreadId),
            relaxed: options.relaxed,
            authors: options.count_as_authors,
            ..Settings::default()
        };
        let options = search.options(stop_when_cut, most_events);
        if search.is_teamwork() && reduction.is_divisible() {
            return search.with_team(stage, |team| {
                let mut show = |stats: &Stats, explored| observer.progress(stats, explored);
                if reduction.is_annotated() && obstacle.is_none() {
                    let make = || Resumable::new(program, code.clone());
                    match run_annotated_together(reduction, &make, &options, settings, team, &mut show) {
                        Ok((result, threads)) => return of_threads(&threads, result, steps),
                        Err(Refusal::Unsupported(why)) => obstacle = Some(why),
                        // What is left is of the reduction that has taken its place.
                        Err(Refusal::Foreign) => {}
                    }
                }
                let reduction = if reduction.is_annotated() { Reduction::Optimal } else { reduction };
                let make = || Machine::new(program, code.clone());
                let mut show = |stats: &Stats| observer.progress(stats, None);
                let (result, machine) = explore::run_together(reduction, &make, &options, team, &mut show);
                of_machine(&machine, result, steps, obstacle)
            });
        }
        if reduction.is_annotated() && obstacle.is_none() {
            let mut threads = Resumable::new(program, code.clone());
            match explore::run_annotated(reduction, &mut threads, &options, settings, &mut Shown(&mut *observer)) {
                Ok(result) => return of_threads(&threads, result, steps),
                Err(why) => obstacle = Some(why),
            }
        }
        if is_race {
            return match rivals::race(program, &code, &options, settings, observer) {
                Raced::Value(threads, result) => of_threads(&threads, result, steps),
                Raced::Optimal(machine, result) => of_machine(&machine, result, steps, obstacle),
            };
        }
        let mut machine = Machine::new(program, code);
        let result = explore::run(reduction, &mut machine, &options, observer);
        of_machine(&machine, result, steps, obstacle)
    };
    as_far_as_it_takes(search, search.reached(), &mut follow)
}

impl Followed for Explored {
    fn result(&self) -> &Exploration {
        &self.result
    }
}

/// What a machine has shown.
fn of_machine(machine: &Machine<'_>, result: Exploration, steps: u32, obstacle: Option<Unsupported>) -> Explored {
    let (unexplored, mistakes) = (machine.unexplored().collect(), machine.mistakes().collect());
    let doubts = machine.doubts().collect();
    let cut_off = machine.has_cut().then(|| machine.cut_off());
    Explored {
        result,
        steps,
        unexplored,
        mistakes,
        doubts,
        uses_again: true,
        code: machine.code().clone(),
        cut_off,
        obstacle,
    }
}

/// What threads without a machine have shown.
fn of_threads(threads: &Resumable<'_>, result: Exploration, steps: u32) -> Explored {
    let (unexplored, mistakes) = (threads.unexplored().collect(), threads.mistakes().collect());
    let doubts = threads.doubts().collect();
    let code = threads.code().clone();
    Explored { result, steps, unexplored, mistakes, doubts, uses_again: false, code, cut_off: None, obstacle: None }
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
