//! Exploration by source sets: what source reduction and those that build on it have in common.
//!
//! At each state on the way there is a list of threads to explore, which grows when races are found.

mod team;

use super::awaits::Await;
use super::clock::Clock;
use super::estimate::explored;
use super::history::{History, Race, Trouble};
use super::probe;
use super::sleep::{Asleep, Sleep, Sleeper, Touched};
use crate::team::desk::Desk;
use crate::team::turns::Turns;
use event::{Access, Choice, Execution, Obstacle, System, ThreadId, Variation};
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Debug)]
pub(crate) struct Sources<C> {
    pub history: History<C>,
    pub sleep: Sleep,
    pub levels: Vec<Level>,
    pub trouble: Option<Trouble>,
    /// Whether what has been explored is left out where nothing has happened since that depends on it.
    sleeps: bool,
    /// So many states on the way are somebody else's: they are on a board, or the others find out for themselves.
    shared: usize,
    desk: Option<Box<Desk<Turns>>>,
    /// How many branches the operation has that was run last on the way to a task.
    last_branches: u32,
    /// Somebody has waited for values and for ends.
    waits_for_ends: bool,
    /// What somebody touches has depended on what it finds.
    has_varied: bool,
}

/// A state on the way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Level {
    /// Who is explored from here, in this order.
    pub threads: Vec<ThreadId>,
    /// Which of them is explored now.
    pub now: usize,
    /// The branch of its operation that is explored now, and how many there are.
    branch: u32,
    branches: u32,
    /// What the branches before it have touched.
    touched: Vec<Access>,
    /// What about the event depends on what it finds.
    #[serde(skip, default = "never")]
    varies: Variation,
}

/// Until it is known.
fn never() -> Variation {
    Variation::Never
}

impl Level {
    /// Whether the operation that is explored now has but one way to run.
    pub fn is_plain(&self) -> bool {
        self.branches == 1
    }

    /// Whether the last branch is explored now.
    pub fn is_last_branch(&self) -> bool {
        self.branch + 1 >= self.branches || planted::bug!(OneBranchOnly)
    }

    /// Goes on to the next branch, if there is one.
    pub fn next_branch(&mut self, touched: &[Access]) -> bool {
        let has_next = !self.is_last_branch();
        if has_next {
            self.branch += 1;
            self.touched.extend_from_slice(touched);
        }
        has_next
    }

    /// Goes on to the next thread; says what the one before has touched, given what its last branch has.
    pub fn next_thread(&mut self, touched: &[Access]) -> Touched {
        self.now += 1;
        self.branch = 0;
        self.all_touched(touched)
    }

    fn all_touched(&mut self, touched: &[Access]) -> Touched {
        if self.touched.is_empty() {
            return touched.into();
        }
        let mut all = std::mem::take(&mut self.touched);
        all.extend_from_slice(touched);
        all.as_slice().into()
    }
}

/// The second event of a race, as it would be if it came earlier.
#[derive(Clone, Copy)]
struct Later<'a> {
    thread: ThreadId,
    /// Its number, or the end of the execution if it has not happened.
    second: usize,
    /// How far v ranges.
    end: usize,
    /// What it would touch.
    accesses: &'a [Access],
}

/// Picks one of the threads that lead to something, to be explored from a state.
pub(crate) type Pick<'a> = dyn Fn(usize, &[ThreadId]) -> Option<ThreadId> + 'a;

/// The one that comes last.
const LAST: &Pick<'static> = &|_, initials| initials.last().copied();

impl<C> Default for Sources<C> {
    fn default() -> Self {
        Sources {
            history: History::default(),
            sleep: Sleep::new(),
            levels: Vec::new(),
            trouble: None,
            sleeps: true,
            shared: 0,
            desk: None,
            last_branches: 1,
            waits_for_ends: false,
            has_varied: false,
        }
    }
}

impl<C> Sources<C> {
    /// Nothing is left out because it has been explored.
    pub fn without_sleep() -> Self {
        Sources { sleeps: false, ..Sources::default() }
    }
}

impl<C: Clock> Sources<C> {
    /// The next step: of the thread that is explored now, or of the first one that is awake.
    pub fn choose<S: System>(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.absorb(execution);
        if self.trouble.is_some() {
            return None;
        }
        let depth = execution.len();
        if self.levels.len() == depth {
            let thread = self.first_awake(system)?;
            self.begin(thread);
        }
        let level = &mut self.levels[depth];
        let thread = level.threads[level.now];
        if !system.enabled(thread) {
            self.trouble = Some(Trouble::Waiting);
            return None;
        }
        level.branches = system.branches(thread);
        let branch = level.branch;
        self.levels[depth].varies = self.variation(system, thread);
        Some(Choice { thread, branch })
    }

    /// What about the pending operation of a thread depends on what it finds.
    fn variation<S: System>(&mut self, system: &S, thread: ThreadId) -> Variation {
        let varies = system.varies(thread);
        self.waits_for_ends |= varies == Variation::EnabledByEnds;
        self.has_varied |= varies != Variation::Never;
        varies
    }

    /// From the current state, which is new, a thread is explored first.
    pub fn begin(&mut self, thread: ThreadId) {
        self.levels.push(Level {
            threads: vec![thread],
            now: 0,
            branch: 0,
            branches: 1,
            touched: Vec::new(),
            varies: Variation::Never,
        });
    }

    /// Has the races of new events, and of those who wait at the end, explored the other way round.
    pub fn learn<S: System>(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.learn_races(system, execution, new_from);
        self.learn_waits(system, execution);
    }

    /// Has the races of new events explored the other way round.
    pub fn learn_races<S: System>(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.absorb(execution);
        for index in usize::from(planted::bug!(FirstRaceDropped))..self.history.races_from(new_from).len() {
            let race = self.history.races_from(new_from)[index];
            self.learn_race(system, execution, race, LAST);
        }
        self.learn_ends(system, execution, new_from);
        self.recall_sleepers(execution);
        for first in self.missed_by_sleepers(execution, new_from, &self.sleep) {
            self.lead_past(execution, first);
        }
    }

    /// Has those explored earlier who wait for values and for ends ([`Variation::EnabledByEnds`]), although their races are
    /// not new: the ends may be.
    pub fn learn_ends<S: System>(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        for race in self.races_of_ends() {
            if (race.second as usize) < new_from && !planted::bug!(OldEndsIgnored) {
                self.learn_race(system, execution, race, LAST);
            }
        }
    }

    /// The events before which somebody sleeps who does not lead to all that follows any longer.
    ///
    /// Their races with what the sleeper does later are not new, and it has been explored before them already. But it touches
    /// something else there (an atomic section that finds a mutex free), and with that it conflicts with a new event that
    /// does not happen after the first of the race, so that it cannot come before that one as well.
    pub fn missed_by_sleepers(&self, execution: &Execution, new_from: usize, asleep: &impl Asleep) -> Vec<usize> {
        if !self.has_varied || planted::bug!(OldSleepersIgnored) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for race in self.history.races().iter().filter(|it| (it.second as usize) < new_from) {
            let (first, second) = (race.first as usize, race.second as usize);
            if self.levels[second].varies == Variation::Never {
                continue;
            }
            let Some(touched) = asleep.touched(first, execution.events()[second].choice.thread) else { continue };
            let is_missed =
                |it: usize| !self.history.happens_before(first, it) && event::conflict(touched, execution.accesses(it));
            if (new_from..execution.len()).any(is_missed) {
                found.push(first);
            }
        }
        found
    }

    /// The events before which somebody sleeps who conflicts with them, and what that one would touch.
    pub fn woken<'a>(
        &self,
        execution: &'a Execution,
        asleep: &'a impl Asleep,
    ) -> impl Iterator<Item = (usize, &'a [Access])> {
        let levels = if self.has_varied { execution.len() } else { 0 };
        let all = (0..levels).flat_map(|first| asleep.all(first).map(move |it| (first, it)));
        all.filter(|&(first, touched)| event::conflict(touched, execution.accesses(first)))
    }

    /// The events before which somebody would wait for an end that is not in the execution, as far as is known.
    pub fn held_up<S: System>(&mut self, system: &mut S, execution: &Execution) -> Vec<usize> {
        let mut found = Vec::new();
        for race in self.races_of_ends() {
            let waiting = Await::of_event(execution, race.second as usize, Variation::EnabledByEnds);
            let before = race.first as usize + 1;
            found.extend(waiting.iter().flat_map(|it| it.held_up(system, &mut self.history, execution, before)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The races of those who wait for values and for ends.
    fn races_of_ends(&self) -> Vec<Race> {
        if !self.waits_for_ends {
            return Vec::new();
        }
        let is_one = |it: &&Race| self.levels[it.second as usize].varies == Variation::EnabledByEnds;
        self.history.races().iter().filter(is_one).copied().collect()
    }

    /// Has a race explored the other way round. Who is to be explored before the first event, if nobody leads to it yet, is
    /// picked from the initials.
    pub fn learn_race<S: System>(&mut self, system: &mut S, execution: &Execution, race: Race, pick: &Pick<'_>) {
        let (first, second) = (race.first as usize, race.second as usize);
        let thread = execution.events()[second].choice.thread;
        if !self.varies(system, second, thread) {
            let accesses = execution.accesses(second);
            self.reverse(execution, first, Later { thread, second, end: second, accesses }, pick);
            return;
        }
        match self.foresee(system, execution, race) {
            Some(accesses) => {
                let later = Later { thread, second, end: execution.len(), accesses: &accesses };
                self.reverse(execution, first, later, pick);
            }
            None => match Await::of_event(execution, second, self.levels[second].varies) {
                Some(waiting) => self.walk_back(system, execution, &waiting, first),
                None => self.trouble = Some(Trouble::Waiting),
            },
        }
    }

    /// What the second event of a race would touch if it came first, after all that does not happen after the first one. `None`:
    /// the same as ever, or it would wait.
    pub fn foresee<S: System>(&self, system: &mut S, execution: &Execution, race: Race) -> Option<Vec<Access>> {
        let (first, second) = (race.first as usize, race.second as usize);
        let choice = execution.events()[second].choice;
        if !self.varies(system, second, choice.thread) {
            return None;
        }
        let sequence: Vec<u32> = self.not_after(first, execution.len()).map(|it| it as u32).collect();
        probe::foresee(system, execution, first, &sequence, choice).map(|it| it.1)
    }

    /// Has those who wait at the end explored where they could have gone on.
    pub fn learn_waits<S: System>(&mut self, system: &mut S, execution: &Execution) {
        if planted::bug!(WaitingForgotten) {
            return;
        }
        for (thread, obstacle) in probe::waiting(system) {
            let end = execution.len();
            let mutex = match obstacle {
                Obstacle::Mutex(mutex) => mutex,
                Obstacle::Value(_) => {
                    let waiting = Await::at_end(system, thread, execution);
                    self.walk_back(system, execution, &waiting, end);
                    continue;
                }
                Obstacle::Thread | Obstacle::Itself => continue,
                Obstacle::Several => {
                    self.trouble = Some(Trouble::Waiting);
                    return;
                }
            };
            for first in self.history.probe(thread, mutex) {
                let accesses = &[Access::Lock(mutex)];
                self.reverse(execution, first as usize, Later { thread, second: end, end, accesses }, LAST);
            }
        }
    }

    /// How much of the execution is kept: up to the last state from which somebody is still to be explored.
    pub fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        if self.trouble.is_some() {
            return None;
        }
        self.levels.truncate(execution.len());
        while !self.levels.is_empty() {
            let depth = self.levels.len() - 1;
            if self.desk.is_some() && !self.is_exhausted(depth) && self.give_away(execution, depth) {
                return None;
            }
            let level = &mut self.levels[depth];
            let touched = execution.accesses(depth);
            if level.next_branch(touched) {
                self.sleep.truncate(depth + 1);
                self.history.truncate(depth);
                return Some(depth);
            }
            if level.now + 1 < level.threads.len() {
                let touched = level.next_thread(touched);
                self.sleep.truncate(depth + 1);
                if self.sleeps {
                    self.sleep.add(execution.events()[depth].choice, touched);
                }
                self.history.truncate(depth);
                return Some(depth);
            }
            self.levels.pop();
        }
        None
    }

    /// About which part of all executions has been run.
    pub fn explored(&self) -> f64 {
        let branches = |it: &Level| (it.now as u32 * it.branches + it.branch, it.threads.len() as u32 * it.branches);
        explored(self.levels.iter().map(branches))
    }

    /// Takes note of the event that was added, if one was.
    pub fn absorb(&mut self, execution: &Execution) {
        let depth = self.history.len();
        if depth < execution.len() {
            let choice = execution.events()[depth].choice;
            self.history.push(choice.thread, execution.accesses(depth));
            self.sleep.push(choice, execution.accesses(depth), Sleeper::after);
            self.trouble = self.trouble.or(self.history.trouble());
        }
    }

    /// The first enabled thread that is not asleep.
    fn first_awake<S: System>(&self, system: &mut S) -> Option<ThreadId> {
        for index in 0..system.threads().len() {
            let thread = system.threads()[index];
            if !self.sleep.contains_thread(thread) && system.enabled(thread) {
                return Some(thread);
            }
        }
        None
    }

    /// Has an await explored as late as it can be before some event.
    fn walk_back<S: System>(&mut self, system: &mut S, execution: &Execution, waiting: &Await, before: usize) {
        let mut sequence = Vec::new();
        if let Some((first, accesses)) = waiting.latest(system, &mut self.history, execution, before, &mut sequence) {
            let Await { thread, event, .. } = *waiting;
            let later = Later { thread, second: event, end: execution.len(), accesses: &accesses };
            self.reverse(execution, first, later, LAST);
        }
    }

    /// Has somebody explored before the first event of a race who leads to the second one, unless somebody is already.
    fn reverse(&mut self, execution: &Execution, first: usize, later: Later<'_>, pick: &Pick<'_>) {
        let initials = self.initials(execution, first, later);
        self.lead(execution, first, initials, pick);
    }

    /// Has somebody explored before an event who leads to all that does not happen after it, unless somebody is already.
    pub fn lead_past(&mut self, execution: &Execution, first: usize) {
        let initials = self.first_of(execution, self.not_after(first, execution.len())).0;
        self.lead(execution, first, initials, LAST);
    }

    /// Has one of some threads explored before an event, unless one of them is already.
    fn lead(&mut self, execution: &Execution, first: usize, initials: Vec<ThreadId>, pick: &Pick<'_>) {
        if first < self.shared {
            self.ask(execution, first, initials);
            self.trouble = self.trouble.or(self.history.trouble());
            return;
        }
        let known = |it: &ThreadId| {
            self.levels[first].threads.contains(it) || self.sleep.at(first).iter().any(|s| s.choice.thread == *it)
        };
        if !initials.iter().any(known) {
            let first = if planted::bug!(ReversedTooLate) { self.levels.len() - 1 } else { first };
            let picked = pick(first, &initials);
            self.levels[first].threads.extend(picked);
        }
        self.trouble = self.trouble.or(self.history.trouble());
    }

    /// Has somebody explored before an event who leads to something that is known to follow: the first of those that do not
    /// happen after the event, or, if there is none, `otherwise`, if it is enabled there. Says whether anybody is.
    pub fn lead_to(&mut self, execution: &Execution, first: usize, otherwise: Option<ThreadId>) -> bool {
        if self.is_shared(first) {
            return true;
        }
        let (mut initials, _) = self.first_of(execution, self.not_after(first, execution.len()));
        if initials.is_empty() {
            initials.extend(otherwise);
        }
        let threads = &mut self.levels[first].threads;
        if !initials.iter().any(|it| threads.contains(it)) {
            threads.extend(initials.first());
        }
        !initials.is_empty()
    }

    /// Whether it is not for this worker to say who is explored from a state.
    pub fn is_shared(&self, depth: usize) -> bool {
        depth < self.shared
    }

    /// Whether an event was one that waits for values.
    pub fn is_await(&self, event: usize) -> bool {
        self.levels[event].varies.waits()
    }

    /// Whether nobody is left to explore from a state.
    pub fn is_exhausted(&self, depth: usize) -> bool {
        let level = &self.levels[depth];
        level.is_last_branch() && level.now + 1 >= level.threads.len()
    }

    /// notdep(first), up to some event.
    pub fn not_after(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        (first + 1..end).filter(move |&it| !self.history.happens_before(first, it))
    }

    /// Whether an event may touch something else if it comes earlier.
    fn varies<S: System>(&self, system: &S, event: usize, thread: ThreadId) -> bool {
        self.levels[event].varies != Variation::Never
            || self.history.last_of(thread) == Some(event) && probe::has_failed(system, thread)
    }

    /// The threads whose first event in v = notdep(first).second has nothing of v before it.
    fn initials(&self, execution: &Execution, first: usize, later: Later<'_>) -> Vec<ThreadId> {
        let Later { thread, second, end, accesses } = later;
        let (mut initials, seen) = self.first_of(execution, self.not_after(first, end));
        let leads_to_second = |&event: &usize| {
            self.history.is_before_next(event, second, thread)
                || event::conflict(execution.accesses(event), accesses)
                || accesses.contains(&Access::Join(execution.events()[event].choice.thread))
                || accesses.contains(&Access::Follow(execution.events()[event].choice.thread))
        };
        if planted::bug!(SecondIsInitial) || !seen.iter().any(leads_to_second) {
            initials.push(thread);
        }
        initials
    }

    /// The threads whose first event among some has none of them before it; and these events.
    fn first_of(&self, execution: &Execution, events: impl Iterator<Item = usize>) -> (Vec<ThreadId>, Vec<usize>) {
        let mut initials = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for event in events {
            if planted::bug!(EveryoneIsInitial) || !seen.iter().any(|&it| self.history.happens_before(it, event)) {
                initials.push(execution.events()[event].choice.thread);
            }
            seen.push(event);
        }
        (initials, seen)
    }
}
