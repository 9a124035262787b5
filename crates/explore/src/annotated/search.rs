//! The exploration: Algorithms 5-7 as one loop over decisions that are taken back.
//!
//! ```text
//! Extend   run every thread up to its next read                                     (write extension)
//! Order    order new leaf writes: one way, then the other                           (Extend)
//! Read     for each pending read, root first, leaves then …                         (ExtendRoot, ExtendLeaf)
//! Place      order it with the leaf writes: one way, then the other
//! Annotate   for each group of candidates: observe it, close, go on with Extend     (recursion)
//!          … and from then on it observes only what there was not yet               (the CHB map)
//! ```
//!
//! The map from reads to the writes that were considered before (CHB) is kept for each pending read, by its thread: how
//! many events each thread had when all choices for the read had been tried.
//!
//! A thread is run only when it is told something, and only that thread. The order, the states of the threads and the map
//! are changed in place and taken back.

use super::Grouping;
use super::closure::Rules;
use super::order::{Event, EventId, NO_CELL, Order, Reading, Side};
use super::pairs::Upcoming;
use super::realize::realize;
use crate::explorer::{Exploration, Found, Further, Options};
use crate::toolbox::clock::Clock;
use event::{
    CellId, Decision, End, ObjectId, Pending, Property, Schedule, StateId, StopKind, ThreadId, Threads, Unsupported,
};
use std::marker::PhantomData;

/// How an exploration by annotated orders goes.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The root thread, by the order of creation.
    pub root: ThreadId,
    /// Whether leaf writes are ordered only where somebody can tell.
    pub relaxed: bool,
    /// Whether the rules of the paper are used, not fewer.
    pub literal: bool,
}

/// Somebody who watches. `()` does not.
pub trait Watcher<T> {
    /// Whether it wants to know at all.
    fn is_interested(&self) -> bool {
        true
    }

    /// A thread has come to a state that it is in in some execution.
    fn reached(&mut self, _threads: &T, _state: StateId) {}

    /// Nothing can be added to an order.
    fn maximal(&mut self, _threads: &T, _order: &dyn Maximal, _states: &[(ThreadId, StateId)]) {}
}

impl<T> Watcher<T> for () {
    fn is_interested(&self) -> bool {
        false
    }
}

/// An order to which nothing can be added.
pub trait Maximal {
    /// Its events: thread, index in the thread, nondeterministic value.
    fn events(&self) -> Vec<(ThreadId, u32, u32)>;

    /// Whether an event comes before another one.
    fn is_before(&self, one: usize, other: usize) -> bool;

    /// What a read may observe: events, or the initial value. `None`: it is not a read.
    fn good(&self, event: usize) -> Option<Vec<Option<usize>>>;
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The clocks are too small.
    Outgrown,
    Unsupported(Unsupported),
}

/// How a slice of the exploration has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// There is more to do.
    More,
    /// All is done, or enough was found, or the budget is used up.
    Done,
}

pub(crate) struct Search<'a, T, C, G> {
    pub threads: &'a mut T,
    options: &'a Options,
    settings: Settings,
    grouping: PhantomData<G>,
    order: Order<C>,
    /// Where each thread is that exists.
    states: Vec<Option<StateId>>,
    /// Those that exist, in the order of creation, and the event that created each.
    created: Vec<ThreadId>,
    /// For each thread what was considered for its pending read.
    considered: Vec<Option<C>>,
    changes: Vec<Change<C>>,
    frames: Vec<Frame>,
    groups: Vec<Group>,
    /// Threads at reads.
    readers: Vec<ThreadId>,
    /// Objects that were ended, mutexes that were reset, threads that were joined or detached, and by which event.
    ended: Vec<(ObjectId, EventId)>,
    resets: Vec<(u32, EventId)>,
    joined: Vec<(ThreadId, EventId)>,
    /// Threads to run.
    awake: Vec<ThreadId>,
    /// So many events are closed and ordered as they have to be; the others were added in an order in which they can run.
    settled: usize,
    phase: Phase,
    patience: u64,
    until_look: u32,
    pub result: Exploration,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Extend,
    /// Order leaf events on cells that were written to since the order was complete, and on those left open.
    Order,
    Read,
    Place(EventId),
    Annotate(EventId),
    /// Order leaf events on the cell of a read that was annotated.
    Settle(EventId),
    Back,
}

#[derive(Debug)]
enum Change<C> {
    State(ThreadId, Option<StateId>),
    Created,
    Considered(ThreadId, Option<C>),
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    order: usize,
    changes: usize,
    groups: usize,
    ended: usize,
    resets: usize,
    joined: usize,
    states: usize,
    settled: usize,
}

#[derive(Debug)]
struct Frame {
    mark: Mark,
    /// The alternative that is being tried, and how many there are.
    at: u32,
    count: u32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A nondeterministic value of a thread.
    Choose(ThreadId),
    /// The order of two events, and what was being done.
    Pair(EventId, EventId, Phase),
    /// Which read comes next; the first of the threads.
    Reads {
        first: usize,
        /// Some read could be annotated.
        progressed: bool,
        /// Some read could have been annotated had it not been before.
        withheld: bool,
        /// Nothing is considered, and nothing more is to be known than whether some read can be annotated.
        probing: bool,
    },
    /// What a read observes; the first of its groups.
    Groups(EventId, usize),
}

/// What a read may observe, one of several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub side: Side,
    pub value: u64,
    /// The only write, for those to whom it matters which one it is.
    pub only: Option<EventId>,
    pub initial: bool,
    next: StateId,
}

const STEPS_PER_LOOK: u32 = 1024;

impl<'a, T: Threads, C: Clock, G: Grouping> Search<'a, T, C, G> {
    pub fn new(threads: &'a mut T, options: &'a Options, settings: Settings) -> Self {
        let (first, state) = threads.first();
        let mut search = Search {
            threads,
            options,
            settings,
            grouping: PhantomData,
            order: Order::new(settings.root.index(), if settings.literal { Rules::Literal } else { Rules::Few }),
            states: Vec::new(),
            created: Vec::new(),
            considered: Vec::new(),
            changes: Vec::new(),
            frames: Vec::new(),
            groups: Vec::new(),
            readers: Vec::new(),
            ended: Vec::new(),
            resets: Vec::new(),
            joined: Vec::new(),
            awake: Vec::new(),
            settled: 0,
            phase: Phase::Extend,
            patience: u64::MAX,
            until_look: 1,
            result: Exploration::default(),
        };
        search.create(first, state, None);
        search
    }

    /// Goes on for so many decisions.
    pub fn run(&mut self, mut decisions: u64, watcher: &mut dyn Watcher<T>) -> Result<Progress, Trouble> {
        while decisions > 0 {
            decisions -= 1;
            self.until_look -= 1;
            if self.until_look == 0 {
                self.until_look = STEPS_PER_LOOK;
                self.result.limit = self.options.budget.exceeded();
                if self.result.limit.is_some() || self.is_done() {
                    return Ok(Progress::Done);
                }
            }
            self.phase = match self.phase {
                Phase::Extend => self.extend(watcher)?,
                Phase::Order => self.order_new(),
                Phase::Read => self.read(watcher)?,
                Phase::Place(read) => self.place(read),
                Phase::Annotate(read) => self.annotate(read),
                Phase::Settle(read) => self.settle(read),
                Phase::Back => match self.back(watcher)? {
                    Some(phase) => phase,
                    None => return Ok(Progress::Done),
                },
            };
            if !self.result.found.is_empty() && self.is_done() {
                return Ok(Progress::Done);
            }
        }
        Ok(Progress::More)
    }

    /// About which part of everything is done; see [`crate::Strategy::explored`].
    pub fn explored(&self) -> f64 {
        let mut part = 1.0;
        let mut explored = 0.0;
        for frame in &self.frames {
            part /= f64::from(frame.count);
            explored += part * f64::from(frame.at);
        }
        explored
    }

    fn mark(&self) -> Mark {
        Mark {
            order: self.order.mark(),
            changes: self.changes.len(),
            groups: self.groups.len(),
            ended: self.ended.len(),
            resets: self.resets.len(),
            joined: self.joined.len(),
            states: self.threads.mark(),
            settled: self.settled,
        }
    }

    fn back_to(&mut self, mark: Mark) {
        self.order.back_to(mark.order);
        while self.changes.len() > mark.changes {
            match self.changes.pop() {
                None => break,
                Some(Change::State(thread, old)) => self.states[thread.index()] = old,
                Some(Change::Created) => {
                    self.created.pop();
                }
                Some(Change::Considered(thread, old)) => self.considered[thread.index()] = old,
            }
        }
        self.groups.truncate(mark.groups);
        self.ended.truncate(mark.ended);
        self.resets.truncate(mark.resets);
        self.joined.truncate(mark.joined);
        self.awake.clear();
        self.settled = mark.settled;
        self.threads.back_to(mark.states);
    }

    fn push_frame(&mut self, count: u32, kind: Kind) {
        let mark = self.mark();
        self.frames.push(Frame { mark, at: 0, count, kind });
    }

    fn state(&self, thread: ThreadId) -> StateId {
        self.states[thread.index()].expect("the thread exists")
    }

    fn go(&mut self, thread: ThreadId, state: StateId) {
        self.changes.push(Change::State(thread, self.states[thread.index()]));
        self.states[thread.index()] = Some(state);
    }

    fn create(&mut self, thread: ThreadId, state: StateId, by: Option<EventId>) {
        let count = thread.index() + 1;
        if self.states.len() < count {
            self.states.resize(count, None);
            self.considered.resize_with(count, || None);
        }
        self.order.set_birth(thread.index(), by);
        self.go(thread, state);
        self.created.push(thread);
        self.changes.push(Change::Created);
        self.awake.push(thread);
    }

    /// Runs threads up to their next reads.
    fn extend(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Phase, Trouble> {
        let stats = &mut self.result.stats;
        stats.threads = stats.threads.max(self.created.len() as u64);
        while let Some(thread) = self.awake.pop() {
            loop {
                let state = self.state(thread);
                if watcher.is_interested() {
                    watcher.reached(self.threads, state);
                }
                match self.threads.pending(state) {
                    Pending::Read { .. } | Pending::Choose(_) | Pending::Spinning => break,
                    Pending::Unsupported(why) => return Err(Trouble::Unsupported(why)),
                    Pending::Ended(end) => {
                        self.note_end(thread, end);
                        break;
                    }
                    Pending::Write(cell, value) => {
                        let event = self.push(thread, cell.0, Some(value), 0, None)?;
                        self.check_access(cell, event)?;
                        self.tell(thread, state, 0);
                    }
                    Pending::Reset(cell) => {
                        let event = self.push(thread, cell.0, Some(0), 0, None)?;
                        self.check_access(cell, event)?;
                        self.check_reset(cell, event)?;
                        self.tell(thread, state, 0);
                    }
                    Pending::Spawn => {
                        let event = self.push(thread, NO_CELL, None, 0, None)?;
                        let (child, beginning) = self.threads.child(state);
                        self.tell(thread, state, 0);
                        self.create(child, beginning, Some(event));
                    }
                    Pending::Join(child) => match self.joinable(thread, child)? {
                        None => break,
                        Some(result) => {
                            let last = self.order.last(child.index());
                            let event = self.push(thread, NO_CELL, None, 0, last)?;
                            self.joined.push((child, event));
                            self.tell(thread, state, result);
                        }
                    },
                    Pending::Detach(child) => {
                        self.check_joined(thread, child)?;
                        let event = self.push(thread, NO_CELL, None, 0, None)?;
                        self.joined.push((child, event));
                        self.tell(thread, state, 0);
                    }
                    Pending::End(object) => {
                        let event = self.push(thread, NO_CELL, None, 0, None)?;
                        self.check_end(object, event)?;
                        self.ended.push((object, event));
                        self.tell(thread, state, 0);
                    }
                    Pending::Local => {
                        self.push(thread, NO_CELL, None, 0, None)?;
                        self.tell(thread, state, 0);
                    }
                }
            }
        }
        // Nothing else depends on a nondeterministic value.
        for position in 0..self.created.len() {
            let thread = self.created[position];
            if let Pending::Choose(count) = self.threads.pending(self.state(thread)) {
                self.push_frame(count, Kind::Choose(thread));
                self.choose(thread, 0)?;
                return Ok(Phase::Extend);
            }
        }
        // New writes are bad for all reads that there are.
        Ok(if self.order.close() { Phase::Order } else { Phase::Back })
    }

    /// Tells a thread the answer to an operation that does not wait.
    fn tell(&mut self, thread: ThreadId, state: StateId, answer: u64) {
        if let Some(next) = self.threads.resume(state, answer) {
            self.go(thread, next);
        }
    }

    fn choose(&mut self, thread: ThreadId, branch: u32) -> Result<(), Trouble> {
        let state = self.state(thread);
        self.push(thread, NO_CELL, None, branch, None)?;
        self.tell(thread, state, branch.into());
        self.awake.push(thread);
        Ok(())
    }

    fn push(
        &mut self,
        thread: ThreadId,
        cell: u32,
        writes: Option<u64>,
        branch: u32,
        after: Option<EventId>,
    ) -> Result<EventId, Trouble> {
        self.result.stats.events += 1;
        let thread = thread.index();
        let index = self.order.of_thread(thread).len() as u32;
        let event = Event { writes, branch, ..Event::new(thread, index, cell) };
        self.order.push(event, after).ok_or(Trouble::Outgrown)
    }

    /// The result of a thread that can be joined; none if it has not ended.
    fn joinable(&mut self, thread: ThreadId, child: ThreadId) -> Result<Option<u64>, Trouble> {
        let Some(&Some(state)) = self.states.get(child.index()) else {
            return Err(Trouble::Unsupported(Unsupported::Join));
        };
        let Some(result) = self.threads.result(state) else { return Ok(None) };
        self.check_joined(thread, child)?;
        Ok(Some(result))
    }

    /// Only one thread may join or detach another one, once.
    fn check_joined(&self, _by: ThreadId, child: ThreadId) -> Result<(), Trouble> {
        if self.joined.iter().any(|it| it.0 == child) {
            return Err(Trouble::Unsupported(Unsupported::Join));
        }
        Ok(())
    }

    /// A new access: the object must not have ended, the mutex must not be about to be reset by somebody else.
    fn check_access(&self, cell: CellId, event: EventId) -> Result<(), Trouble> {
        if !self.ended.is_empty() {
            if let Some(object) = self.threads.object(cell) {
                if self.ended.iter().any(|it| it.0 == object) {
                    return Err(Trouble::Unsupported(Unsupported::Lifetime));
                }
            }
        }
        if self.resets.iter().any(|it| it.0 == cell.0 && !self.order.is_before(it.1, event)) {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        Ok(())
    }

    /// A mutex is made or ended: everybody else is done with it, and nobody holds it.
    fn check_reset(&mut self, cell: CellId, event: EventId) -> Result<(), Trouble> {
        for thread in 0..self.order.writers(cell.0) {
            let writes = self.order.writes(cell.0, thread);
            let Some(&last) = writes.iter().rev().find(|&&it| it != event) else { continue };
            if !self.order.is_before(last, event) || self.order.event(last).writes != Some(0) {
                return Err(Trouble::Unsupported(Unsupported::Mutex));
            }
        }
        if self.order.reads(cell.0).iter().any(|&it| !self.order.is_before(it, event)) {
            return Err(Trouble::Unsupported(Unsupported::Mutex));
        }
        self.resets.push((cell.0, event));
        Ok(())
    }

    /// An object ends: everybody else is done with it.
    fn check_end(&self, object: ObjectId, event: EventId) -> Result<(), Trouble> {
        let is_late = self.ended.iter().any(|it| it.0 == object)
            || (0..self.order.len() as EventId).any(|it| {
                let cell = self.order.event(it).cell;
                cell != NO_CELL && !self.order.is_before(it, event) && self.threads.object(CellId(cell)) == Some(object)
            });
        if is_late { Err(Trouble::Unsupported(Unsupported::Lifetime)) } else { Ok(()) }
    }

    /// A thread has ended.
    fn note_end(&mut self, thread: ThreadId, end: End) {
        match end {
            End::Returned | End::MainReturned => {
                for &other in &self.created {
                    if other != thread && self.threads.pending(self.state(other)) == Pending::Join(thread) {
                        self.awake.push(other);
                    }
                }
            }
            End::Failed(fault) => self.report(fault.property()),
            End::Stopped(StopKind::Cut) => self.result.cut_loops = true,
            End::Stopped(StopKind::Steps) => self.result.cut_steps = true,
            End::Stopped(StopKind::Unexplored) => self.result.unexplored = true,
            End::Stopped(StopKind::Assume | StopKind::Exit | StopKind::Mistake) => {}
        }
    }

    fn report(&mut self, property: Property) {
        let is_known = self.result.found.iter().any(|it| it.property == property);
        if is_known || !self.options.properties.contains(property) {
            return;
        }
        if self.result.found.is_empty() {
            self.patience = self.options.further.patience(self.result.stats.events);
        }
        let schedule = self.schedule();
        self.result.found.push(Found { property, schedule });
    }

    /// The decisions of an execution of all events.
    fn schedule(&self) -> Schedule {
        let mut events = realize(&self.order, self.settled);
        events.extend(self.settled as EventId..self.order.len() as EventId);
        // Threads are numbered in the order of their creation in this execution.
        let mut births: Vec<(usize, ThreadId)> = Vec::new();
        for &thread in &self.created {
            let birth = self.order.birth(thread.index());
            let at = birth.map_or(0, |birth| 1 + events.iter().position(|&it| it == birth).unwrap_or(events.len()));
            births.push((at, thread));
        }
        births.sort_unstable();
        let number = |thread: usize| births.iter().position(|it| it.1.index() == thread).unwrap_or(0) as u32;
        let decision = |&it: &EventId| {
            let event = self.order.event(it);
            Decision { thread: number(event.thread), branch: event.branch }
        };
        events.iter().map(decision).collect()
    }

    fn is_done(&self) -> bool {
        let found = &self.result.found;
        if self.options.stop_when_cut && self.result.cut_steps {
            return true;
        }
        if self.result.stats.events >= self.options.most_events {
            return true;
        }
        !found.is_empty()
            && (self.result.stats.events >= self.patience
                || self.options.properties.iter().all(|it| found.iter().any(|found| found.property == it)))
    }

    /// Orders leaf events on cells that were written to since the order was complete.
    fn order_new(&mut self) -> Phase {
        let pair = self.unordered_pair(None);
        match pair {
            Some((one, two)) => self.split(one, two, Phase::Order),
            None => Phase::Read,
        }
    }

    /// A pair of leaf events that has to be ordered, on any cell or on this one.
    fn unordered_pair(&self, cell: Option<u32>) -> Option<(EventId, EventId)> {
        let open = self.order.open_cells();
        if open.is_empty() || cell.is_some_and(|it| !open.contains(&it)) {
            return None;
        }
        let relaxed = self.settings.relaxed;
        let upcoming = if relaxed { self.upcoming() } else { Vec::new() };
        match cell {
            Some(cell) => self.order.unordered_pair(cell, relaxed, &upcoming),
            None => open.iter().find_map(|&it| self.order.unordered_pair(it, relaxed, &upcoming)),
        }
    }

    fn upcoming(&self) -> Vec<Upcoming> {
        let read = |&thread: &ThreadId| match self.threads.pending(self.state(thread)) {
            Pending::Read { cell, .. } => Some(Upcoming { thread: thread.index(), cell: cell.0 }),
            _ => None,
        };
        self.created.iter().filter_map(read).collect()
    }

    /// Tries both orders of two events.
    fn split(&mut self, one: EventId, two: EventId, phase: Phase) -> Phase {
        self.push_frame(2, Kind::Pair(one, two, phase));
        self.try_pair(one, two, phase)
    }

    fn try_pair(&mut self, one: EventId, two: EventId, phase: Phase) -> Phase {
        if self.order.add_edge(one, two) && self.order.close() { phase } else { Phase::Back }
    }

    /// All threads are at reads, or do not go on.
    fn read(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Phase, Trouble> {
        // The root first, then the leaves.
        let (start, root) = (self.readers.len(), self.settings.root);
        for position in 0..self.created.len() {
            let thread = self.created[position];
            if let Pending::Read { .. } = self.threads.pending(self.state(thread)) {
                self.readers.push(thread);
            }
        }
        self.readers[start..].sort_unstable_by_key(|&it| (it != root, it));
        let count = self.readers.len() - start;
        if count == 0 {
            self.complete(watcher);
            return Ok(Phase::Back);
        }
        if self.is_hopeless(start) {
            self.readers.truncate(start);
            self.result.stats.redundant += 1;
            return Ok(Phase::Back);
        }
        self.push_frame(count as u32, Kind::Reads { first: start, progressed: false, withheld: false, probing: false });
        self.try_read(self.readers[start])
    }

    /// Goes on with the read that a thread is at.
    fn try_read(&mut self, thread: ThreadId) -> Result<Phase, Trouble> {
        let Pending::Read { cell, takes, .. } = self.threads.pending(self.state(thread)) else {
            return Ok(Phase::Back);
        };
        let owner = if takes { self.last_owner(cell.0) } else { None };
        if let Some((_, None)) = owner {
            // It is held.
            return Ok(Phase::Back);
        }
        let own = thread.index();
        let index = self.order.of_thread(own).len() as u32;
        let event = Event { reads: true, ..Event::new(own, index, cell.0) };
        let read = self.order.push(event, None).ok_or(Trouble::Outgrown)?;
        self.check_access(cell, read)?;
        self.result.stats.events += 1;
        Ok(match owner {
            Some((_, Some(released))) => self.take(read, released),
            Some((_, None)) | None if own == self.order.root => Phase::Annotate(read),
            Some((_, None)) | None => Phase::Place(read),
        })
    }

    /// Takes a mutex, after all who have had it.
    ///
    /// Whoever comes to the mutex next after a new owner observes that one's release, which is none of the writes that were
    /// there when the others were annotated; so in every execution the new owner comes after them. The owners of a mutex
    /// form a chain, in the order in which they were added.
    fn take(&mut self, read: EventId, released: EventId) -> Phase {
        if self.order.add_edge(released, read) && self.order.close() { Phase::Annotate(read) } else { Phase::Back }
    }

    /// Who has had a mutex last, and the release, if there has been one.
    fn last_owner(&self, cell: u32) -> Option<(EventId, Option<EventId>)> {
        let writers = 0..self.order.writers(cell);
        let takes = |it: &&EventId| self.order.event(**it).writes.is_some_and(|it| it != 0);
        let owner = writers.filter_map(|it| self.order.writes(cell, it).iter().rev().find(takes)).max().copied()?;
        let thread = self.order.event(owner).thread;
        Some((owner, self.order.writes(cell, thread).last().copied().filter(|&it| it != owner)))
    }

    /// Orders a read of a leaf with the writes of the others.
    fn place(&mut self, read: EventId) -> Phase {
        match self.order.unordered_write(read) {
            // Nothing is closed: the read is not annotated yet.
            Some(write) => self.split(read, write, Phase::Place(read)),
            None => Phase::Annotate(read),
        }
    }

    /// Finds what a read may observe.
    fn annotate(&mut self, read: EventId) -> Phase {
        let first = self.groups.len();
        self.find_groups(read);
        let count = self.groups.len() - first;
        if count == 0 {
            return Phase::Back;
        }
        let groups = self.groups.len();
        self.push_frame(count as u32, Kind::Groups(read, first));
        // The groups belong to the frame.
        if let Some(frame) = self.frames.last_mut() {
            frame.mark.groups = groups;
        }
        self.observe(read, self.groups[first])
    }

    /// Appends the groups of writes that a read may observe.
    fn find_groups(&mut self, read: EventId) {
        let Event { thread: own, cell, index, .. } = *self.order.event(read);
        let thread = ThreadId(own as u32);
        let state = self.state(thread);
        let Pending::Read { any_other, .. } = self.threads.pending(state) else { return };
        let first = self.groups.len();
        let mut withheld = false;
        let is_root = own == self.order.root;
        for writer in 0..self.order.writers(cell) {
            let count = self.order.count_before(read, writer);
            let limit = self.considered[own].as_ref().map_or(0, |it| it.get(writer));
            for position in 0..self.order.writes(cell, writer).len() {
                let write = self.order.writes(cell, writer)[position];
                let event = *self.order.event(write);
                if write == read || writer == own && event.index >= index || !self.order.may_observe(read, write, count)
                {
                    continue;
                }
                let value = normal(event.writes.unwrap_or(0), any_other);
                if event.index < limit {
                    withheld |= self.threads.resume(state, value).is_some();
                    continue;
                }
                let side = match is_root {
                    false => Side::Any,
                    true if writer == own => Side::Local,
                    true => Side::Remote,
                };
                self.add_group(first, state, Group { side, value, only: Some(write), initial: false, next: state });
            }
        }
        if self.order.may_observe_initial(read) {
            let value = normal(self.threads.initial(CellId(cell)), any_other);
            if self.considered[own].is_some() {
                withheld |= self.threads.resume(state, value).is_some();
            } else {
                let side = if is_root { Side::Local } else { Side::Any };
                self.add_group(first, state, Group { side, value, only: None, initial: true, next: state });
            }
        }
        if withheld {
            self.innermost_reads(|_, withheld, _| *withheld = true);
        }
    }

    /// Adds a group, or a write to the group that it belongs to.
    fn add_group(&mut self, first: usize, state: StateId, group: Group) {
        let same = |it: &&mut Group| G::is_same(it, &group);
        if let Some(known) = self.groups[first..].iter_mut().find(same) {
            known.initial |= group.initial;
            return;
        }
        if let Some(next) = self.threads.resume(state, group.value) {
            self.groups.push(Group { next, ..group });
        }
    }

    /// Looks at, and changes, the innermost choice of a read: whether some read has progressed, whether something was
    /// withheld, whether it is only to be found out.
    fn innermost_reads(&mut self, change: impl FnOnce(&mut bool, &mut bool, bool)) {
        for frame in self.frames.iter_mut().rev() {
            if let Kind::Reads { progressed, withheld, probing, .. } = &mut frame.kind {
                return change(progressed, withheld, *probing);
            }
        }
    }

    /// A read observes one of the writes of a group.
    fn observe(&mut self, read: EventId, group: Group) -> Phase {
        let Event { thread: own, cell, index, .. } = *self.order.event(read);
        let thread = ThreadId(own as u32);
        let any_other = matches!(self.threads.pending(self.state(thread)), Pending::Read { any_other: true, .. });
        let mut until = C::default();
        for other in 0..self.order.thread_count() {
            until.set(other, if other == own { index } else { self.order.of_thread(other).len() as u32 });
        }
        let reading = Reading {
            value: group.value,
            any_other,
            side: group.side,
            from: self.considered[own].clone().unwrap_or_default(),
            until,
            initial: group.initial,
            is_exact: G::IS_EXACT,
            only: group.only,
        };
        if self.settings.relaxed {
            let root = self.order.root;
            for writer in (0..self.order.writers(cell)).filter(|&it| it != root) {
                let count = self.order.count_before(read, writer);
                for position in 0..self.order.writes(cell, writer).len() {
                    let write = self.order.writes(cell, writer)[position];
                    if self.order.may_observe(read, write, count) && self.order.is_good(&reading, write) {
                        self.order.note_good(write);
                    }
                }
            }
        }
        let wrote = self.threads.wrote(group.next);
        self.order.annotate(read, reading, wrote);
        self.go(thread, group.next);
        if self.considered[own].is_some() {
            let old = self.considered[own].take();
            self.changes.push(Change::Considered(thread, old));
        }
        if self.order.close() { Phase::Settle(read) } else { Phase::Back }
    }

    /// Orders leaf events that matter now that a read has been annotated.
    fn settle(&mut self, read: EventId) -> Phase {
        let Event { cell, thread, .. } = *self.order.event(read);
        let pair = self.unordered_pair(Some(cell));
        if let Some((one, two)) = pair {
            return self.split(one, two, Phase::Settle(read));
        }
        let mut is_probing = false;
        self.innermost_reads(|progressed, _, probing| {
            *progressed = true;
            is_probing = probing;
        });
        if is_probing {
            return Phase::Back;
        }
        self.settled = self.order.len();
        self.awake.push(ThreadId(thread as u32));
        Phase::Extend
    }

    /// Takes back the last decision that has another alternative, and tries that.
    fn back(&mut self, watcher: &mut dyn Watcher<T>) -> Result<Option<Phase>, Trouble> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(None) };
            frame.at += 1;
            let (at, mark) = (frame.at, frame.mark);
            if frame.at == frame.count {
                if let Kind::Reads { first, progressed, withheld, probing } = frame.kind {
                    self.back_to(mark);
                    match (probing, progressed) {
                        (false, true) => {}
                        (false, false) if withheld && self.is_waiting(first) => {
                            return self.probe(first).map(Some);
                        }
                        (false, false) if withheld => self.result.stats.redundant += 1,
                        (true, true) => self.result.stats.redundant += 1,
                        (false, false) | (true, false) => self.complete(watcher),
                    }
                    self.readers.truncate(first);
                }
                self.frames.pop();
                continue;
            }
            self.back_to(mark);
            let Some(frame) = self.frames.last() else { return Ok(None) };
            let phase = match &frame.kind {
                &Kind::Choose(thread) => {
                    self.choose(thread, at)?;
                    Phase::Extend
                }
                &Kind::Pair(one, two, phase) => self.try_pair(two, one, phase),
                &Kind::Groups(read, first) => self.observe(read, self.groups[first + at as usize]),
                &Kind::Reads { first, probing, .. } => {
                    let (tried, next) = (self.readers[first + at as usize - 1], self.readers[first + at as usize]);
                    if !probing {
                        self.consider(tried);
                    }
                    let mark = self.mark();
                    let is_hopeless = !probing && self.is_hopeless(first);
                    if let Some(frame) = self.frames.last_mut() {
                        frame.mark = mark;
                        if let (true, Kind::Reads { progressed, .. }) = (is_hopeless, &mut frame.kind) {
                            // What is left leads nowhere.
                            frame.at = frame.count - 1;
                            self.result.stats.redundant += u64::from(!*progressed);
                            *progressed = true;
                        }
                    }
                    if is_hopeless {
                        continue;
                    }
                    self.try_read(next)?
                }
            };
            return Ok(Some(phase));
        }
    }

    /// Whether some read will never be annotated any more, though it could: everything that it could observe has been
    /// considered, and nobody will write more.
    ///
    /// Those who have something to observe that was not considered may go on, and so may those who wait for the end of
    /// another thread; then those who read what these may write; and so on. The others never do. If one of them could all
    /// the same, the rest is a repetition: a read that does not wait can always go on, and so can one who takes a mutex that
    /// is free.
    fn is_hopeless(&self, first: usize) -> bool {
        let readers = &self.readers[first..];
        if !readers.iter().any(|&it| self.is_starved(it)) {
            return false;
        }
        let mut starved: Vec<ThreadId> = readers.iter().copied().filter(|&it| self.is_starved(it)).collect();
        loop {
            let before = starved.len();
            for position in (0..starved.len()).rev() {
                let Pending::Read { cell, .. } = self.threads.pending(self.state(starved[position])) else {
                    return false;
                };
                let is_fed = self.created.iter().any(|&it| {
                    it != starved[position] && !starved.contains(&it) && self.threads.may_write(self.state(it), cell)
                });
                if is_fed {
                    starved.swap_remove(position);
                }
            }
            if starved.len() == before {
                break;
            }
        }
        starved.iter().any(|&it| match self.threads.pending(self.state(it)) {
            Pending::Read { waits: false, .. } => true,
            Pending::Read { takes: true, cell, .. } => self.last_owner(cell.0).is_none_or(|it| it.1.is_some()),
            _ => false,
        })
    }

    /// Whether everything that a thread could read has been considered.
    fn is_starved(&self, thread: ThreadId) -> bool {
        let Some(considered) = &self.considered[thread.index()] else { return false };
        let Pending::Read { cell, .. } = self.threads.pending(self.state(thread)) else { return false };
        (0..self.order.writers(cell.0)).all(|writer| {
            let last = self.order.writes(cell.0, writer).last();
            last.is_none_or(|&it| self.order.event(it).index < considered.get(writer))
        })
    }

    /// Whether all threads that could go on may wait, and so may never go on.
    fn is_waiting(&self, first: usize) -> bool {
        self.readers[first..]
            .iter()
            .all(|&it| matches!(self.threads.pending(self.state(it)), Pending::Read { waits: true, .. }))
    }

    /// Finds out whether some read can be annotated at all: takes the place of a choice that has led to nothing.
    fn probe(&mut self, first: usize) -> Result<Phase, Trouble> {
        for position in first..self.readers.len() {
            let thread = self.readers[position];
            if let Some(old) = self.considered[thread.index()].take() {
                self.changes.push(Change::Considered(thread, Some(old)));
            }
        }
        let mark = self.mark();
        if let Some(frame) = self.frames.last_mut() {
            frame.at = 0;
            frame.mark = mark;
            frame.kind = Kind::Reads { first, progressed: false, withheld: false, probing: true };
        }
        self.try_read(self.readers[first])
    }

    /// Everything that there is has been considered for the read that a thread is at.
    fn consider(&mut self, thread: ThreadId) {
        let mut extents = C::default();
        for other in 0..self.order.thread_count() {
            extents.set(other, self.order.of_thread(other).len() as u32);
        }
        let old = self.considered[thread.index()].replace(extents);
        self.changes.push(Change::Considered(thread, old));
    }

    /// Nothing can be added.
    fn complete(&mut self, watcher: &mut dyn Watcher<T>) {
        let is_stuck = self.created.iter().any(|&it| match self.threads.pending(self.state(it)) {
            Pending::Ended(End::Stopped(kind)) => match kind {
                StopKind::Assume | StopKind::Cut | StopKind::Steps | StopKind::Unexplored => true,
                StopKind::Exit | StopKind::Mistake => false,
            },
            _ => false,
        });
        let stats = &mut self.result.stats;
        stats.longest = stats.longest.max(self.order.len() as u64);
        if is_stuck {
            stats.stuck += 1;
        } else {
            stats.executions += 1;
        }
        if watcher.is_interested() {
            let states: Vec<_> = self.created.iter().map(|&it| (it, self.state(it))).collect();
            watcher.maximal(self.threads, &self.order, &states);
        }
    }
}

impl<C: Clock> Maximal for Order<C> {
    fn events(&self) -> Vec<(ThreadId, u32, u32)> {
        let event = |it| {
            let event = self.event(it);
            (ThreadId(event.thread as u32), event.index, event.branch)
        };
        (0..self.len() as EventId).map(event).collect()
    }

    fn is_before(&self, one: usize, other: usize) -> bool {
        Order::is_before(self, one as EventId, other as EventId)
    }

    fn good(&self, event: usize) -> Option<Vec<Option<usize>>> {
        let reading = self.reading(event as EventId)?;
        let cell = self.event(event as EventId).cell;
        let writes = (0..self.writers(cell)).flat_map(|it| self.writes(cell, it)).copied();
        let mut good: Vec<_> = writes.filter(|&it| self.is_good(reading, it)).map(|it| Some(it as usize)).collect();
        good.extend(reading.initial.then_some(None));
        Some(good)
    }
}

/// A value as a read sees it that may only tell 0 from the rest.
fn normal(value: u64, any_other: bool) -> u64 {
    if any_other { u64::from(value != 0) } else { value }
}

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

use crate::explorer::{FURTHER_EVENTS, FURTHER_TIMES};
