//! The loop that every algorithm shares.

use crate::races::Races;
use crate::visited::{Entry, Visited};
use crate::{Reduction, Strategy};
use event::{
    Access, Budget, Choice, End, Execution, Hang, Limit, Properties, Property, Schedule, Stats, Status, StopKind,
    System,
};
use serde::{Deserialize, Serialize};

/// What to look for and how far to go.
#[derive(Clone)]
pub struct Options {
    /// What may not be violated.
    pub properties: Properties,
    /// Time, memory, interruption.
    pub budget: Budget,
    /// Abandon an execution when it reaches a state that was seen before.
    pub remember_states: bool,
    /// For [`Reduction::State`]: results that nothing can read any more are not part of a state.
    pub live_states: bool,
    /// For [`Reduction::State`]: about how many bytes of states may be remembered; `None`: all of them are.
    pub state_memory: Option<u64>,
    /// How long to look for violations of the other properties when one has been found.
    pub further: Further,
    /// End as soon as a thread has been stopped because it made too many steps.
    pub stop_when_cut: bool,
    /// End after about so many events.
    pub most_events: u64,
    /// At least so often, in steps, the budget is looked at.
    pub steps_per_look: u32,
}

impl Default for Options {
    /// All properties, no limits.
    fn default() -> Self {
        Options {
            properties: Properties::all(),
            budget: Budget::default(),
            remember_states: false,
            live_states: false,
            state_memory: None,
            further: Further::AWhile,
            stop_when_cut: false,
            most_events: u64::MAX,
            steps_per_look: STEPS_PER_LOOK,
        }
    }
}

/// What is done after the first violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Further {
    /// Nothing.
    Nothing,
    /// Some more executions are run, so that other properties have their turn: a million events, or some times as many as
    /// it took to find the first one.
    AWhile,
    /// Executions are run until each property has a violation, or none is left.
    Everything,
}

/// [`Further::AWhile`] in numbers.
const FURTHER_EVENTS: u64 = 1_000_000;
const FURTHER_TIMES: u64 = 4;

impl Further {
    /// How many events there may be in all once the first violation has been found after so many.
    pub(crate) fn patience(self, events: u64) -> u64 {
        match self {
            Further::Nothing => 0,
            Further::AWhile => (events * FURTHER_TIMES).max(FURTHER_EVENTS),
            Further::Everything => u64::MAX,
        }
    }
}

/// What an exploration has found.
#[derive(Debug)]
pub struct Exploration {
    /// How executions were chosen.
    pub reduction: Reduction,
    /// Figures.
    pub stats: Stats,
    /// The first violation of each property.
    pub found: Vec<Found>,
    /// Why it ended before everything was covered; a violation is a reason too, but not one that is said here.
    pub limit: Option<Limit>,
    /// Some thread was cut by a loop bound or a local budget.
    pub cut_loops: bool,
    /// Some thread was stopped because it made too many steps.
    pub cut_steps: bool,
    /// Some nondeterministic value had too many possibilities.
    pub unexplored: bool,
    /// Some state could not be judged: threads go round in loops there, and there are too many states to tell whether they
    /// [hang](System::hangs).
    pub unjudged: bool,
    /// Nothing was left to explore when it ended, whatever was found on the way.
    pub is_exhausted: bool,
    /// Races were not looked for, since nothing could race at the start, but now something can; or the system must start
    /// over, since races are missed or states are confused; or what a thread was thought to do for itself was noticed by
    /// others. All of this counts for nothing, and is to be done again.
    pub is_late: bool,
}

impl Default for Exploration {
    /// Nothing, of all interleavings.
    fn default() -> Self {
        Exploration {
            reduction: Reduction::Naive,
            stats: Stats::default(),
            found: Vec::new(),
            limit: None,
            cut_loops: false,
            cut_steps: false,
            unexplored: false,
            unjudged: false,
            is_exhausted: false,
            is_late: false,
        }
    }
}

/// A violation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Of what.
    pub property: Property,
    /// How to get there.
    pub schedule: Schedule,
}

/// Nobody waits for the end of an execution that is longer than this. Systems bound the steps of each thread; whoever ends
/// an execution as a whole loses what other threads would still have done.
const MOST_EVENTS: usize = 10_000_000;
/// How many steps pass between two looks at the budget.
const STEPS_PER_LOOK: u32 = 4096;
/// The same for the first of them.
const STEPS_PER_EARLY_LOOK: u32 = 64;
const EARLY_LOOKS: u32 = STEPS_PER_LOOK / STEPS_PER_EARLY_LOOK;

/// So many states in which threads may hang are judged although nothing is claimed about them, as a thread was cut there.
const MOST_CUT_JUDGED: u32 = 16;
/// After so many states that could not be judged no more are tried.
const MOST_UNJUDGED: u32 = 4;

/// Somebody who watches. `()` does not.
pub trait Observer<S> {
    /// Called now and then, with the part of all executions that was run, if anybody can guess it.
    fn progress(&mut self, _stats: &Stats, _explored: Option<f64>) {}

    /// Called at the end of every complete execution, before it is taken back.
    fn complete(&mut self, _system: &mut S, _execution: &Execution) {}

    /// Called when an exploration begins. What was seen of an earlier one counts for nothing.
    fn begin(&mut self) {}

    /// Called at the end of every execution, complete or not, before it is taken back, with all violations so far.
    fn end(&mut self, _system: &mut S, _execution: &Execution, _ended: Ended, _found: &[Found]) {}
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nobody can go on.
    Complete,
    /// The same, but a thread was stopped by an assumption or a cut.
    Stuck,
    /// It was abandoned, since the rest is covered.
    Redundant,
    /// The search ended with it.
    Stopped,
}

impl<S> Observer<S> for () {}

/// Runs all executions that the strategy asks for.
pub fn explore<S: System>(
    system: &mut S,
    strategy: &mut impl Strategy<S>,
    options: &Options,
    observer: &mut dyn Observer<S>,
) -> Exploration {
    let explorer = Explorer::new(system, options, None);
    let mut result = explorer.run(strategy, observer);
    strategy.figures(&mut result.stats);
    result
}

/// Others who explore the same program.
pub(crate) trait Crew {
    /// Tells them what was found since they were told last; `result` is as new afterwards.
    fn tell(&self, result: &mut Exploration, options: &Options);

    /// Whether somebody has found a violation.
    fn has_found(&self, property: Property) -> bool;

    /// Whether everybody is to stop where they are.
    fn halts(&self) -> bool;
}

/// How far an exploration has come.
pub(crate) enum Run {
    /// Everything has been explored.
    Exhausted,
    /// It has stopped in the middle of an execution. Nobody has learned from its events from so many on.
    Stopped(usize),
}

pub(crate) struct Explorer<'a, S: System> {
    pub system: &'a mut S,
    options: &'a Options,
    pub execution: Execution,
    visited: Option<Visited>,
    /// Looks for races, as long as they are of interest.
    races: Option<Box<Races>>,
    /// Whether there are `visited` states or `races` to look for.
    is_observed: bool,
    pub result: Exploration,
    crew: Option<&'a dyn Crew>,
    /// How many failures of the current execution were looked at.
    failures_seen: usize,
    /// With so many events the search ends, after the first violation.
    patience: u64,
    until_look: u32,
    looks: u32,
    /// How many states were judged in which a thread was cut, and how many could not be judged.
    cut_judged: u32,
    unjudged: u32,
}

/// Why it is asked whether threads hang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Without the answer nothing can be claimed.
    Claim,
    /// Nothing is claimed anyway, since a thread was cut; but it may go round for ever.
    Attempt,
}

/// How one execution ended.
enum Ending {
    /// Nobody can go on.
    Complete,
    /// The strategy, or a repeated state, says that the rest is covered.
    Redundant,
    /// Enough was found, the budget is used up, or the strategy cannot go on.
    Stop,
}

impl<'a, S: System> Explorer<'a, S> {
    /// At the start of the program; with others who explore it too.
    pub fn new(system: &'a mut S, options: &'a Options, crew: Option<&'a dyn Crew>) -> Self {
        let races = options.properties.contains(Property::Race) && system.may_race();
        Explorer {
            is_observed: races || options.remember_states,
            races: races.then(Box::default),
            system,
            options,
            execution: Execution::new(),
            visited: options.remember_states.then(Visited::default),
            result: Exploration::default(),
            crew,
            failures_seen: 0,
            patience: 0,
            until_look: STEPS_PER_EARLY_LOOK.min(options.steps_per_look),
            looks: 0,
            cut_judged: 0,
            unjudged: 0,
        }
    }

    fn run(mut self, strategy: &mut impl Strategy<S>, observer: &mut dyn Observer<S>) -> Exploration {
        observer.begin();
        if let Some(visited) = &mut self.visited {
            visited.insert(self.system, 0);
        }
        self.look_for_failures();
        self.result.is_exhausted = matches!(self.run_from(strategy, observer, 0), Run::Exhausted);
        self.result
    }

    /// Keeps so many events of the execution.
    pub fn back_to(&mut self, keep: usize) {
        self.system.back_to(keep);
        self.execution.truncate(keep);
        if let Some(races) = &mut self.races {
            races.truncate(keep);
        }
        self.failures_seen = self.failures_seen.min(self.system.failures().len());
    }

    /// Makes a step that somebody else has decided on. It counts if it is new.
    pub fn follow(&mut self, choice: Choice, is_new: bool) {
        let system = &mut *self.system;
        self.execution.push(choice, |accesses| system.step(choice, accesses));
        self.result.stats.events += u64::from(is_new);
        self.look_for_failures();
        self.look_for_races();
    }

    /// Runs all executions that the strategy asks for; nobody has learned from the events of the current one from `new_from`
    /// on.
    pub fn run_from(
        &mut self,
        strategy: &mut impl Strategy<S>,
        observer: &mut dyn Observer<S>,
        mut new_from: usize,
    ) -> Run {
        loop {
            let ending = if self.is_done() { Ending::Stop } else { self.run_one(strategy, observer) };
            if !matches!(ending, Ending::Stop) && (self.is_late() || self.system.leaves_behind() && self.is_watched()) {
                self.result.is_late = true;
                return Run::Stopped(new_from);
            }
            if matches!(ending, Ending::Redundant) && strategy.has_closed_circle() && !planted::bug!(CirclesNotJudged) {
                self.look_for_hangs(Purpose::Claim);
            }
            let ended = self.count(&ending);
            if matches!(ending, Ending::Complete) {
                observer.complete(self.system, &self.execution);
            }
            observer.end(self.system, &self.execution, ended, &self.result.found);
            if matches!(ending, Ending::Stop) || self.is_done() {
                return Run::Stopped(new_from);
            }
            strategy.learn(self.system, &self.execution, new_from);
            let Some(keep) = strategy.backtrack(&self.execution) else { return Run::Exhausted };
            if let Some(visited) = &mut self.visited {
                visited.back_to(keep);
            }
            self.back_to(keep);
            new_from = keep;
        }
    }

    /// Goes on with the current execution to its end.
    fn run_one(&mut self, strategy: &mut impl Strategy<S>, observer: &mut dyn Observer<S>) -> Ending {
        loop {
            self.until_look = self.until_look.saturating_sub(1);
            let Some(choice) = strategy.choose(self.system, &self.execution) else {
                return if strategy.trouble().is_some() {
                    Ending::Stop
                } else if strategy.is_redundant(self.system) {
                    Ending::Redundant
                } else {
                    Ending::Complete
                };
            };
            let system = &mut *self.system;
            self.execution.push(choice, |accesses| system.step(choice, accesses));
            self.result.stats.events += 1;
            if self.failures_seen < self.system.failures().len() {
                self.look_for_failures();
                if self.is_done() {
                    return Ending::Stop;
                }
            }
            if self.is_observed {
                if let Some(ending) = self.observe() {
                    return ending;
                }
            }
            if self.until_look == 0 && self.must_stop(strategy, observer) {
                return Ending::Stop;
            }
        }
    }

    /// Looks at the budget, and at what others do.
    #[inline(never)]
    fn must_stop(&mut self, strategy: &mut impl Strategy<S>, observer: &mut dyn Observer<S>) -> bool {
        // A program that uses much memory in each step shows that early.
        self.looks += 1;
        let is_early = self.looks < EARLY_LOOKS;
        let usual = if is_early { STEPS_PER_EARLY_LOOK } else { STEPS_PER_LOOK };
        self.until_look = usual.min(self.options.steps_per_look);
        observer.progress(&self.result.stats, strategy.explored());
        let too_long = (self.execution.len() >= MOST_EVENTS || self.result.stats.events >= self.options.most_events)
            .then_some(Limit::Length);
        self.result.limit = self.options.budget.exceeded().or(too_long);
        let Some(crew) = self.crew else { return self.result.limit.is_some() };
        let limit = self.result.limit;
        crew.tell(&mut self.result, self.options);
        self.result.limit = limit;
        limit.is_some() || crew.halts()
    }

    /// Looks at the last step in ways that few explorations need; whether it ends the execution.
    #[inline(never)]
    fn observe(&mut self) -> Option<Ending> {
        if self.races.is_some() {
            self.look_for_races();
            if self.is_done() {
                return Some(Ending::Stop);
            }
        }
        let visited = self.visited.as_mut()?;
        match visited.insert(self.system, self.execution.len()) {
            Entry::New => None,
            Entry::Known { is_open } => {
                if is_open {
                    self.look_for_hangs(Purpose::Claim);
                }
                Some(Ending::Redundant)
            }
        }
    }

    /// Reports threads that hang in the current state.
    #[cold]
    fn look_for_hangs(&mut self, purpose: Purpose) {
        let is_known = self.result.found.iter().any(|it| it.property == Property::Deadlock)
            || self.crew.is_some_and(|it| it.has_found(Property::Deadlock));
        if !self.options.properties.contains(Property::Deadlock) || is_known {
            return;
        }
        if purpose == Purpose::Attempt {
            self.cut_judged += 1;
            if self.cut_judged > MOST_CUT_JUDGED {
                return;
            }
        }
        let hang = if self.unjudged < MOST_UNJUDGED {
            self.system.hangs(&self.execution.schedule(self.system.threads()))
        } else {
            Hang::Unknown
        };
        match hang {
            Hang::No => {}
            Hang::At(schedule) => self.report_at(Property::Deadlock, schedule),
            Hang::Unknown => {
                self.unjudged += 1;
                self.result.unjudged |= purpose == Purpose::Claim;
            }
        }
    }

    /// Reports a race of the last step.
    fn look_for_races(&mut self) {
        let Some(races) = &mut self.races else { return };
        if races.push(self.system, &self.execution) {
            self.races = None;
            self.report(Property::Race);
        }
    }

    /// Reports a race with what a thread waits to read at the end of an execution.
    fn look_for_races_at_the_end(&mut self) {
        let Some(races) = &mut self.races else { return };
        for index in 0..self.system.threads().len() {
            let thread = self.system.threads()[index];
            if self.system.status(thread) == Status::Waiting
                && self.system.awaited(thread).is_some_and(|it| races.awaited(thread, it))
            {
                self.races = None;
                return self.report(Property::Race);
            }
        }
    }

    /// Whether somebody has touched what a thread that goes round and round had left behind.
    fn is_watched(&mut self) -> bool {
        for index in 0..self.system.threads().len() {
            let thread = self.system.threads()[index];
            if self.system.status(thread) != Status::Waiting {
                continue;
            }
            let Some((places, mut steps)) = self.system.left_behind(thread) else { continue };
            for event in (0..self.execution.len()).rev() {
                if self.execution.events()[event].choice.thread == thread {
                    steps -= 1;
                    if steps == 0 {
                        break;
                    }
                    continue;
                }
                let touches = |it: &Access| it.place().is_some_and(|it| places.iter().any(|left| left.overlaps(it)));
                if self.execution.accesses(event).iter().any(touches) {
                    self.system.give_up_left_behind();
                    return true;
                }
            }
        }
        false
    }

    /// Whether races were to be looked for and are not, although something could race by now; or different states were
    /// taken for one.
    fn is_late(&self) -> bool {
        let is_wanted = self.options.properties.contains(Property::Race);
        let is_found = self.result.found.iter().any(|it| it.property == Property::Race)
            || self.crew.is_some_and(|it| it.has_found(Property::Race));
        is_wanted && !is_found && (self.system.must_start_over() || self.races.is_none() && self.system.may_race())
            || self.system.confuses_states()
            || self.system.knows_more()
    }

    /// Reports failures that the last step has caused.
    pub fn look_for_failures(&mut self) {
        while self.failures_seen < self.system.failures().len() {
            let fault = self.system.failures()[self.failures_seen].fault;
            self.failures_seen += 1;
            self.report(fault.property());
        }
    }

    #[cold]
    fn report(&mut self, property: Property) {
        self.report_at(property, self.execution.schedule(self.system.threads()));
    }

    fn report_at(&mut self, property: Property, schedule: Schedule) {
        let known = self.result.found.iter().any(|it| it.property == property);
        if self.options.properties.contains(property) && !known {
            // Whoever works with others lets them know soon.
            if self.crew.is_some() {
                self.until_look = self.until_look.min(1);
            }
            let events = self.result.stats.events;
            if self.result.found.is_empty() {
                self.patience = self.options.further.patience(events);
            }
            self.result.found.push(Found { property, schedule });
        }
    }

    /// Whether nothing more needs to be found.
    fn is_done(&self) -> bool {
        let found = &self.result.found;
        if self.crew.is_some() {
            // They decide that together.
            return false;
        }
        if self.options.stop_when_cut && self.result.cut_steps {
            return true;
        }
        !found.is_empty()
            && (self.result.stats.events >= self.patience
                || self.options.properties.iter().all(|it| found.iter().any(|found| found.property == it)))
    }

    /// Books an execution. What was left out on the way counts however it ended: an execution that was abandoned
    /// because its state is known may be the only one that shows a cut.
    fn count(&mut self, ending: &Ending) -> Ended {
        let stats = &mut self.result.stats;
        stats.longest = stats.longest.max(self.execution.len() as u64);
        stats.threads = stats.threads.max(self.system.threads().len() as u64);
        let stuck = self.look_for_stops();
        let stats = &mut self.result.stats;
        match ending {
            Ending::Stop => Ended::Stopped,
            Ending::Redundant => {
                stats.redundant += 1;
                Ended::Redundant
            }
            Ending::Complete => {
                if stuck {
                    stats.stuck += 1;
                } else {
                    stats.executions += 1;
                }
                if self.system.is_deadlock() {
                    self.look_for_hangs(Purpose::Claim);
                } else if self.is_cut() {
                    self.look_for_hangs(Purpose::Attempt);
                }
                if let Some(fault) = self.system.final_fault() {
                    self.report(fault.property());
                }
                if self.races.is_some() {
                    self.look_for_races_at_the_end();
                }
                if stuck { Ended::Stuck } else { Ended::Complete }
            }
        }
    }

    /// Whether some thread was stopped because it made too many steps.
    fn is_cut(&self) -> bool {
        let is_cut = |&it: &_| self.system.status(it) == Status::Ended(End::Stopped(StopKind::Steps));
        self.result.cut_steps && self.system.threads().iter().any(is_cut)
    }

    /// Whether some thread was stopped before its end, and what it would still do is not part of the execution.
    fn look_for_stops(&mut self) -> bool {
        let mut stuck = false;
        for index in 0..self.system.threads().len() {
            let thread = self.system.threads()[index];
            match self.system.status(thread) {
                Status::Ended(End::Stopped(StopKind::Assume)) => stuck = true,
                Status::Ended(End::Stopped(StopKind::Cut)) => {
                    self.result.cut_loops = true;
                    stuck = true;
                }
                Status::Ended(End::Stopped(StopKind::Steps)) => {
                    self.result.cut_steps = true;
                    stuck = true;
                }
                Status::Ended(End::Stopped(StopKind::Unexplored)) => {
                    self.result.unexplored = true;
                    stuck = true;
                }
                Status::Ended(
                    End::Stopped(StopKind::Exit | StopKind::Mistake)
                    | End::Returned
                    | End::MainReturned
                    | End::Failed(_),
                ) => {}
                // What it would do now is done in another execution.
                Status::Waiting => match self.system.goes_on(thread) {
                    Some(goes_on) => stuck |= goes_on,
                    None => {
                        self.result.cut_loops = true;
                        stuck = true;
                    }
                },
            }
        }
        stuck
    }
}
