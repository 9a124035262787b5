//! Reduction by states: source sets, and a state that has been explored is not explored again.
//!
//! Beyond context-sensitive reduction, which notices that two orders of a race lead to one state: here any two executions
//! that lead to one state are noticed. The idea of stateful dynamic reduction is due to Yang, Chen, Gopalakrishnan and
//! Kirby (*Efficient Stateful Dynamic Partial Order Reduction*, SPIN 2008).
//!
//! **Argument.** A state is *closed* when everything that has to be explored from it has been. Then each execution from it
//! is equivalent to one that was explored from it, up to states that were closed themselves. When another execution E leads
//! to the state again, it is abandoned: all final states and failures behind it have been seen. What is lost are the
//! races between events of E and events behind the state, which make source sets of the states along E complete. They
//! are recovered from the *summary* of the closed state (`toolbox/summary.rs`): for each event f behind it, what f touches,
//! and what f depends on. If an event e of E conflicts with f and nothing in between depends on e and leads to f, some
//! execution equivalent to E…f has e and f next to each other. To have one explored in which f comes first, somebody must
//! be explored before e who is first in v = notdep(e, E).past(f).f: an event of notdep(e, E) that nothing of it comes before
//! is one whatever follows; if there is none, the first of past(f).f is. It is enabled before e, for otherwise it would
//! depend on e, and e and f would not be next to each other. Summaries are closed under this: what follows the state
//! before an event is that event, and what follows the state after it, with the event added to the past of what depends
//! on it. That is exact, so that nobody is explored for nothing.
//!
//! **Waiting.** An f that waits for something (a lock, a condition) may have to come before several of the events that it
//! conflicts with: all of them are taken for races, and in the summary of an earlier state f stands twice, after the event that it
//! conflicts with and without it, unless f was next and enabled there, and so was explored. If nobody is known to lead to
//! it, everybody is explored. Those who still wait at the end of an execution follow its last state in this sense. An event
//! of E that waits for an end may find that end behind the state only (`toolbox/awaits.rs`).
//!
//! **Circles.** A state that is met again while it is still being explored has no summary yet. The execution is abandoned
//! all the same, but each state on the circle is expanded fully (every enabled thread is explored), so that no race is
//! needed there; and none of them counts as closed before the first of them does. Races between what follows and
//! events before the circle are found when it is explored.
//!
//! **No sleep sets.** A state that was explored with somebody asleep is known only to executions with the same asleep
//! (`context.rs` has both). What sleep sets leave out leads to known states after one step here, and costs that step.
//!
//! **Memory.** A state that has been explored may be forgotten at any time, with its summary (`toolbox/table.rs`): if it is met
//! again it is explored again, and what was learned from it stays learned.

use crate::team::tables::{Errand, Errands, Library};
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use crate::toolbox::sources::{Level, Sources};
use crate::toolbox::table::Entry;
use crate::toolbox::trail::Trail;
use crate::toolbox::vocabulary::SummaryId;
use crate::{Options, Reduction, Strategy};
use event::{Choice, Execution, Stats, Status, System, ThreadId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// See the module.
#[derive(Debug)]
pub(crate) struct State<C> {
    sources: Sources<C>,
    trail: Trail,
    /// For each state along the execution.
    marks: Vec<Mark>,
    /// What is known to follow the state at which the execution was abandoned, if it was.
    arrived: Option<SummaryId>,
    /// The state at which the execution was abandoned is one of its own.
    has_closed_circle: bool,
    /// The execution has ended in a state in which one of somebody else has ended.
    is_repeated: bool,
    /// How much of the execution is kept.
    keep: Option<usize>,
    /// Events so far that others can conflict with.
    transitions: u64,
    /// Whether an execution has come back to a state that it had been in.
    circles: bool,
    /// What it does for somebody else, if it does.
    errand: Option<Errand>,
    /// What others do for it.
    errands: Option<Errands>,
}

/// An exploration that was interrupted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Interrupted {
    /// The execution that it was at; nobody has learned from its events from `new_from` on.
    pub choices: Vec<Choice>,
    pub new_from: usize,
    levels: Vec<Level>,
    trail: Trail,
    marks: Vec<Mark>,
    transitions: u64,
    circles: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mark {
    /// The first state of a circle that it is on, or its own number.
    circle: usize,
    /// Threads that were explored from a state before, in place of one that was run since: if they are run next, the
    /// state may well be known.
    delayed: Vec<ThreadId>,
}

impl<C> Default for State<C> {
    fn default() -> Self {
        State {
            sources: Sources::without_sleep(),
            trail: Trail::default(),
            marks: Vec::new(),
            arrived: None,
            has_closed_circle: false,
            is_repeated: false,
            keep: None,
            transitions: 0,
            circles: false,
            errand: None,
            errands: None,
        }
    }
}

impl<S: System, C: Clock> Strategy<S> for State<C> {
    fn configure(&mut self, _: Reduction, options: &Options) {
        self.trail = Trail::new(options.live_states, options.state_memory);
    }

    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.sources.absorb(execution);
        let depth = execution.len();
        if self.trail.len() == depth && !self.enter(system, execution) {
            return None;
        }
        if self.sources.levels.len() == depth {
            if let Some(thread) = self.preferred(system, depth) {
                self.sources.begin(thread);
            }
        }
        self.sources.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.transitions += execution.count_shared(new_from);
        self.is_repeated = false;
        self.sources.learn_races(system, execution, new_from);
        let mut behind = match self.arrived.take() {
            Some(known) => {
                let held_up = self.sources.held_up(system, execution);
                self.trail.learn_ends(system, execution, &mut self.sources, &held_up, known);
                known
            }
            None => {
                self.sources.learn_waits(system, execution);
                self.trail.waiting(system)
            }
        };
        self.keep = None;
        if self.sources.trouble.is_some() {
            return;
        }
        if self.trail.len() > execution.len() {
            behind = self.close(system, behind);
        }
        for depth in (self.beginning()..execution.len()).rev() {
            self.trail.extend(system, execution, depth, self.sources.is_await(depth), behind);
            if !self.sources.is_exhausted(depth) {
                self.keep = Some(depth);
                return;
            }
            let nothing = self.trail.nothing();
            behind = self.close(system, nothing);
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        self.trail.relieve(std::iter::empty());
        if self.errand.as_ref().is_some_and(Errand::is_cancelled) {
            return None;
        }
        let keep = self.sources.backtrack(execution);
        debug_assert_eq!(keep, self.keep, "states are closed when nobody is left to explore");
        if let (Some(keep), Some(errands)) = (keep, &mut self.errands) {
            errands.cancel_from(keep, &self.sources.levels);
            if errands.are_wanted() {
                self.send_somebody(execution, keep);
            }
        }
        keep
    }

    fn is_redundant(&self, _: &mut S) -> bool {
        self.arrived.is_some() || self.is_repeated
    }

    fn has_closed_circle(&self) -> bool {
        self.has_closed_circle
    }

    fn figures(&self, stats: &mut Stats) {
        stats.states = self.trail.met();
        stats.transitions = self.transitions;
        stats.circles = self.circles;
    }

    fn explored(&self) -> Option<f64> {
        Some(self.sources.explored())
    }

    fn trouble(&self) -> Option<Trouble> {
        self.sources.trouble
    }
}

impl Interrupted {
    /// Tells others all that was known.
    pub fn tell(&self, library: &Library) {
        self.trail.tell(library);
    }
}

/// Several workers, and several runs.
impl<C: Clock> State<C> {
    /// Tells others what it knows, and asks them.
    pub fn join(&mut self, library: &Arc<Library>) {
        self.trail.share(library.clone());
    }

    /// From now on it sends others ahead.
    pub fn lead(&mut self, errands: Errands) {
        self.errands = Some(errands);
    }

    /// Sends somebody ahead to a state that is to be explored later: the one with the fewest events before it, since most
    /// follows there.
    fn send_somebody(&mut self, execution: &Execution, keep: usize) {
        let Some(errands) = &mut self.errands else { return };
        let levels = self.sources.levels[..=keep].iter().enumerate();
        let mut open =
            levels.flat_map(|(depth, it)| (it.now + 1..it.threads.len()).rev().map(move |next| (depth, next)));
        let Some((depth, next)) =
            open.find(|&(depth, next)| !errands.has(depth, self.sources.levels[depth].threads[next]))
        else {
            return;
        };
        let threads = &self.sources.levels[depth].threads;
        let thread = threads[next];
        let way = execution.events()[..depth].iter().map(|it| it.choice);
        let way = way.chain([Choice { thread, branch: 0 }]).collect();
        let explored = threads[..next].iter().chain(&self.marks[depth].delayed).copied();
        let delayed = explored.filter(|&it| it != thread).collect();
        errands.send(depth, thread, way, delayed);
    }

    /// Goes to where it is sent: an event on the way is about to be run. Says whether it is worth it.
    pub fn pass<S: System>(&mut self, system: &mut S, execution: &Execution, choice: Choice) -> bool {
        let (key, entry) = self.trail.look_up(system);
        if entry != Entry::New || !self.sources.follow(system, execution, choice) {
            return false;
        }
        self.trail.open(key, Vec::new());
        self.marks.push(Mark { circle: execution.len(), delayed: Vec::new() });
        true
    }

    /// Is where it was sent.
    pub fn run_errand(&mut self, execution: &Execution, errand: Errand) {
        self.sources.share_way(execution);
        self.errand = Some(errand);
    }

    /// Forgets where it is. What it has explored stays known.
    pub fn come_back(&mut self) {
        self.sources.forget_execution();
        self.trail.abandon();
        self.marks.clear();
        self.arrived = None;
        self.errand = None;
    }

    /// Adds what was counted since this was asked last.
    pub fn take_figures(&mut self, stats: &mut Stats) {
        stats.transitions += std::mem::take(&mut self.transitions);
        stats.circles |= std::mem::take(&mut self.circles);
    }

    /// Forgets where it is, so that it can go on elsewhere.
    pub fn interrupt(&mut self, execution: &Execution, new_from: usize) -> Interrupted {
        debug_assert_eq!(self.marks.len(), execution.len(), "something was chosen at each state");
        Interrupted {
            choices: execution.events().iter().map(|it| it.choice).collect(),
            new_from,
            levels: std::mem::take(&mut self.sources.levels),
            trail: std::mem::take(&mut self.trail),
            marks: std::mem::take(&mut self.marks),
            transitions: std::mem::take(&mut self.transitions),
            circles: std::mem::take(&mut self.circles),
        }
    }

    /// Goes on with what was interrupted, as soon as its events have been [run again](State::follow).
    pub fn go_on(&mut self, interrupted: Interrupted) -> Vec<Level> {
        let Interrupted { levels, trail, marks, transitions, circles, .. } = interrupted;
        (self.trail, self.marks, self.transitions, self.circles) = (trail, marks, transitions, circles);
        self.sources.forget_execution();
        levels
    }

    /// An event is about to be run again. Says whether it can be.
    pub fn follow<S: System>(&mut self, system: &mut S, execution: &Execution, level: Level) -> bool {
        self.trail.reopen(system, execution.len());
        self.sources.restore(system, execution, level)
    }
}

impl<C: Clock> State<C> {
    /// From so many events on it explores everything.
    fn beginning(&self) -> usize {
        self.errand.as_ref().map_or(0, Errand::len)
    }

    /// Comes to a state. False: it is known.
    fn enter<S: System>(&mut self, system: &mut S, execution: &Execution) -> bool {
        let depth = execution.len();
        let (key, entry) = self.trail.look_up(system);
        self.has_closed_circle = matches!(entry, Entry::Open(_));
        match entry {
            Entry::New => {}
            Entry::Open(first) => {
                self.circles = true;
                // From each state on a circle everybody is explored.
                for depth in first..execution.len() {
                    self.marks[depth].circle = self.marks[depth].circle.min(first);
                    if !planted::bug!(CirclesNotExpanded) {
                        self.trail.expand(system, &mut self.sources, depth);
                    }
                }
                self.arrived = Some(self.trail.nothing());
                return false;
            }
            Entry::Closed => {
                self.arrived = Some(self.trail.arrive(system, execution, &mut self.sources, key));
                return false;
            }
        }
        let is_last = (0..system.threads().len()).all(|it| !system.enabled(system.threads()[it]));
        if is_last && !self.trail.claim(key) {
            // Somebody else counts it.
            self.is_repeated = true;
            return false;
        }
        self.trail.open(key, Vec::new());
        let delayed = self.delayed_at(execution);
        self.marks.push(Mark { circle: depth, delayed });
        true
    }

    /// Everything that has to be explored from a state has been.
    fn close<S: System>(&mut self, system: &mut S, behind: SummaryId) -> SummaryId {
        let Some(mark) = self.marks.pop() else { return self.trail.nothing() };
        let is_on_circle = mark.circle < self.marks.len();
        if let Some(last) = self.marks.last_mut().filter(|_| is_on_circle) {
            last.circle = last.circle.min(mark.circle);
        }
        // On a circle it is not known what follows its beginning.
        self.trail.close(system, behind, !is_on_circle)
    }

    /// Who was explored from the state before this one, or has been waiting since.
    fn delayed_at(&self, execution: &Execution) -> Vec<ThreadId> {
        if let Some(errand) = self.errand.as_ref().filter(|it| it.len() == execution.len()) {
            return errand.delayed.clone();
        }
        let (Some(last), Some(mark), Some(level)) =
            (execution.events().last(), self.marks.last(), self.sources.levels.last())
        else {
            return Vec::new();
        };
        let explored = level.threads[..level.now].iter().chain(&mark.delayed).copied();
        explored.filter(|&it| it != last.choice.thread).collect()
    }

    /// Who is explored first from a state: somebody whose step nothing depends on, who will be the only one; or somebody
    /// whose next step may lead to a known state. On an errand it is the other way round.
    fn preferred<S: System>(&self, system: &mut S, depth: usize) -> Option<ThreadId> {
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if system.status(thread) == Status::Waiting && system.is_local(thread) && system.enabled(thread) {
                return Some(thread);
            }
        }
        let delayed = &self.marks[depth].delayed;
        if self.errand.is_some() {
            // What was explored from a state before is where the leader is now, and will be known soon.
            for index in 0..system.threads().len() {
                let thread = system.threads()[index];
                if !delayed.contains(&thread) && system.enabled(thread) {
                    return Some(thread);
                }
            }
        }
        delayed.iter().copied().find(|&it| system.enabled(it))
    }
}
