//! Annotated partial orders: the events of one root and of any number of leaf threads, a partial order over them, and for
//! each read the writes that it may observe. Section 4 of the paper.
//!
//! There is one order, which grows at its end and is taken back to earlier points: nothing is copied. Each event has a
//! vector clock of what comes before it, so a question is a look at one number, and an edge costs what it changes.

use super::closure::Rules;
use crate::toolbox::clock::Clock;

/// An event by number, in the order of addition.
pub(crate) type EventId = u32;
/// No cell.
pub(crate) const NO_CELL: u32 = u32::MAX;
/// No thread: the root as long as it does not exist.
pub(crate) const NO_THREAD: usize = usize::MAX;

#[derive(Debug)]
pub(crate) struct Order<C> {
    /// The root thread.
    pub root: usize,
    /// What closes it.
    pub rules: Rules,
    events: Vec<Event>,
    clocks: Vec<C>,
    /// What the reads among the events may observe; the same index.
    readings: Vec<Option<Reading<C>>>,
    threads: Vec<Vec<EventId>>,
    /// What comes before the first event of each thread: its creation.
    births: Vec<Option<EventId>>,
    cells: Vec<Cell>,
    log: Vec<Change<C>>,
    /// Reads that may violate a rule.
    suspects: Vec<EventId>,
    /// Cells on which there may be leaf events that are not ordered.
    open: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub thread: usize,
    /// Which event of its thread it is.
    pub index: u32,
    /// What it accesses, or [`NO_CELL`].
    pub cell: u32,
    pub reads: bool,
    /// What it writes.
    pub writes: Option<u64>,
    /// Which nondeterministic value it picks.
    pub branch: u32,
    /// Some read has it among its good writes.
    pub ever_good: bool,
    /// It is among the reads that may violate a rule.
    pub is_suspect: bool,
}

impl Event {
    /// An event of a thread, its `index`-th, on a cell or none.
    pub fn new(thread: usize, index: u32, cell: u32) -> Self {
        Event { thread, index, cell, reads: false, writes: None, branch: 0, ever_good: false, is_suspect: false }
    }
}

/// What a read may observe (GoodW): writes of this value, on this side, from among those that there were when the read was
/// annotated, but for those that had been considered before.
#[derive(Clone, Debug)]
pub(crate) struct Reading<C> {
    pub value: u64,
    /// Whether all values but 0 are alike.
    pub any_other: bool,
    pub side: Side,
    /// The events of each thread from which on, and up to which, writes are good.
    pub from: C,
    pub until: C,
    /// Whether the initial value is good.
    pub initial: bool,
    /// Whether exactly one write is good (data-centric), or the initial value; and which one.
    pub is_exact: bool,
    pub only: Option<EventId>,
}

/// Where a root read finds what it observes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// In its own thread, or it is the initial value.
    Local,
    /// In a leaf.
    Remote,
    /// Anywhere: it is a read of a leaf.
    Any,
}

#[derive(Debug, Default)]
struct Cell {
    reads: Vec<EventId>,
    /// For each thread its writes.
    writes: Vec<Vec<EventId>>,
}

#[derive(Clone, Debug)]
enum Change<C> {
    Event,
    Clock(EventId, C),
    Reading(EventId),
    Good(EventId),
    Open,
}

impl<C: Clock> Order<C> {
    pub fn new(root: usize, rules: Rules) -> Self {
        Order {
            root,
            rules,
            events: Vec::new(),
            clocks: Vec::new(),
            readings: Vec::new(),
            threads: Vec::new(),
            births: Vec::new(),
            cells: Vec::new(),
            log: Vec::new(),
            suspects: Vec::new(),
            open: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event as usize]
    }

    pub fn clock(&self, event: EventId) -> &C {
        &self.clocks[event as usize]
    }

    /// What a read may observe, if that has been decided.
    pub fn reading(&self, event: EventId) -> Option<&Reading<C>> {
        self.readings[event as usize].as_ref()
    }

    /// The events of a thread, in order.
    pub fn of_thread(&self, thread: usize) -> &[EventId] {
        self.threads.get(thread).map_or(&[], |it| it.as_slice())
    }

    /// How many threads there is room for.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// The reads of a cell.
    pub fn reads(&self, cell: u32) -> &[EventId] {
        self.cells.get(cell as usize).map_or(&[], |it| it.reads.as_slice())
    }

    /// The writes of a thread to a cell, in order.
    #[inline]
    pub fn writes(&self, cell: u32, thread: usize) -> &[EventId] {
        self.cells.get(cell as usize).and_then(|it| it.writes.get(thread)).map_or(&[], |it| it.as_slice())
    }

    /// How many threads may have written to a cell: those after have not.
    #[inline]
    pub fn writers(&self, cell: u32) -> usize {
        self.cells.get(cell as usize).map_or(0, |it| it.writes.len())
    }

    /// Cells on which there may be leaf events that are not ordered.
    pub fn open_cells(&self) -> &[u32] {
        &self.open
    }

    /// Whether one event is another or comes before it.
    #[inline]
    pub fn is_at_or_before(&self, one: EventId, other: EventId) -> bool {
        let Event { thread, index, .. } = self.events[one as usize];
        self.clocks[other as usize].get(thread) > index
    }

    #[inline]
    pub fn is_before(&self, one: EventId, other: EventId) -> bool {
        one != other && self.is_at_or_before(one, other)
    }

    pub fn are_ordered(&self, one: EventId, other: EventId) -> bool {
        self.is_at_or_before(one, other) || self.is_at_or_before(other, one)
    }

    /// The last write of a thread to a cell that is among the first so many events of the thread.
    #[inline]
    pub fn last_write(&self, cell: u32, thread: usize, count: u32) -> Option<EventId> {
        self.writes(cell, thread).iter().rev().find(|&&it| self.events[it as usize].index < count).copied()
    }

    /// How many events of a thread come before an event, itself not counted.
    #[inline]
    pub fn count_before(&self, event: EventId, thread: usize) -> u32 {
        let count = self.clocks[event as usize].get(thread);
        if self.events[event as usize].thread == thread { count - 1 } else { count }
    }

    /// Whether a write is one that a read may observe.
    #[inline]
    pub fn is_good(&self, reading: &Reading<C>, write: EventId) -> bool {
        let Event { thread, index, writes, .. } = self.events[write as usize];
        if reading.is_exact {
            return reading.only == Some(write);
        }
        let same = match writes {
            Some(value) if reading.any_other => (value != 0) == (reading.value != 0),
            Some(value) => value == reading.value,
            None => false,
        };
        let side = match reading.side {
            Side::Any => true,
            Side::Local => thread == self.root,
            Side::Remote => thread != self.root,
        };
        same && side
            && index >= reading.from.get(thread)
            && (planted::bug!(LaterWritesGood) || index < reading.until.get(thread))
    }

    /// Whether a read could observe a write of another event in some linearization; `count` events of the writer's thread
    /// come before the read.
    pub fn may_observe(&self, read: EventId, write: EventId, count: u32) -> bool {
        let Event { thread, index, cell, .. } = self.events[write as usize];
        if index >= count {
            return !self.is_at_or_before(read, write);
        }
        (0..self.writers(cell)).all(|other| {
            let count = if other == thread { count } else { self.count_before(read, other) };
            self.last_write(cell, other, count).is_none_or(|it| !self.is_before(write, it))
        })
    }

    /// Whether a read could observe the initial value.
    pub fn may_observe_initial(&self, read: EventId) -> bool {
        let cell = self.events[read as usize].cell;
        (0..self.writers(cell)).all(|it| self.last_write(cell, it, self.count_before(read, it)).is_none())
    }

    /// Says that a thread begins after an event.
    pub fn set_birth(&mut self, thread: usize, birth: Option<EventId>) {
        if self.threads.len() <= thread {
            self.threads.resize_with(thread + 1, Vec::new);
            self.births.resize(thread + 1, None);
        }
        self.births[thread] = birth;
    }

    /// The event that created a thread.
    pub fn birth(&self, thread: usize) -> Option<EventId> {
        self.births[thread]
    }

    /// How many events of a thread access cells that others access as well, if anybody writes there.
    pub fn shared_accesses(&self, thread: usize) -> usize {
        let is_shared = |&&it: &&EventId| {
            let Some(cell) = self.cells.get(self.events[it as usize].cell as usize) else { return false };
            let mut accesses = cell.reads.iter().chain(cell.writes.iter().flatten());
            accesses.any(|&it| self.events[it as usize].thread != thread) && cell.writes.iter().any(|it| !it.is_empty())
        };
        self.of_thread(thread).iter().filter(is_shared).count()
    }

    /// What comes before the next event of a thread: its last one, or its birth.
    pub fn last(&self, thread: usize) -> Option<EventId> {
        self.threads[thread].last().copied().or(self.births[thread])
    }

    /// Adds the next event of a thread, after all those that must come before it. `None`: it cannot be counted.
    pub fn push(&mut self, event: Event, after: Option<EventId>) -> Option<EventId> {
        let Event { thread, index, cell, .. } = event;
        debug_assert_eq!(index as usize, self.threads[thread].len(), "events of a thread are added in order");
        if !C::fits(thread, index + 1) {
            return None;
        }
        let mut clock = self.last(thread).map_or_else(C::default, |it| self.clocks[it as usize].clone());
        if let Some(after) = after {
            clock.join(&self.clocks[after as usize]);
        }
        clock.set(thread, index + 1);
        let id = self.events.len() as EventId;
        self.events.push(event);
        self.clocks.push(clock);
        self.readings.push(None);
        self.threads[thread].push(id);
        if cell != NO_CELL {
            if self.cells.len() <= cell as usize {
                self.cells.resize_with(cell as usize + 1, Cell::default);
            }
            if event.reads {
                self.cells[cell as usize].reads.push(id);
            }
            if event.writes.is_some() {
                self.add_write(id);
            }
        }
        self.log.push(Change::Event);
        if event.writes.is_some() {
            self.look_for_rivals(id);
        }
        Some(id)
    }

    fn add_write(&mut self, write: EventId) {
        let Event { thread, cell, .. } = self.events[write as usize];
        let writes = &mut self.cells[cell as usize].writes;
        if writes.len() <= thread {
            writes.resize_with(thread + 1, Vec::new);
        }
        writes[thread].push(write);
        for position in 0..self.cells[cell as usize].reads.len() {
            let read = self.cells[cell as usize].reads[position];
            // It is bad for the reads of leaves that a write of the root is not after; and a read that writes may already
            // be before others.
            let matters = if thread == self.root || self.rules == Rules::Literal {
                !self.is_before(read, write)
            } else {
                self.is_before(write, read)
            };
            if matters {
                self.suspect(read);
            }
        }
    }

    /// A cell is open from now on if a leaf write is not ordered with what other leaves do there.
    fn look_for_rivals(&mut self, write: EventId) {
        let Event { thread, cell, .. } = self.events[write as usize];
        if thread == self.root || self.open.contains(&cell) {
            return;
        }
        let is_rival = |other: &EventId| {
            let other_thread = self.events[*other as usize].thread;
            other_thread != thread && other_thread != self.root && !self.are_ordered(*other, write)
        };
        let cells = &self.cells[cell as usize];
        let is_open = cells.writes.iter().filter_map(|it| it.last()).any(is_rival) || cells.reads.iter().any(is_rival);
        if is_open {
            self.open.push(cell);
            self.log.push(Change::Open);
        }
    }

    /// Says what the last event, a read, may observe and what it writes in turn.
    pub fn annotate(&mut self, read: EventId, reading: Reading<C>, writes: Option<u64>) {
        debug_assert_eq!(read as usize + 1, self.events.len(), "the last event is annotated");
        self.readings[read as usize] = Some(reading);
        if writes.is_some() {
            self.events[read as usize].writes = writes;
            self.add_write(read);
        }
        self.suspect(read);
        self.log.push(Change::Reading(read));
        if writes.is_some() {
            self.look_for_rivals(read);
        }
    }

    /// Notes that a write is good for some read; whether that is new.
    pub fn note_good(&mut self, write: EventId) {
        let event = &mut self.events[write as usize];
        if !event.ever_good {
            event.ever_good = true;
            self.log.push(Change::Good(write));
        }
    }

    /// A read has to be looked at.
    #[inline]
    pub(super) fn suspect(&mut self, read: EventId) {
        let event = &mut self.events[read as usize];
        if !event.is_suspect {
            event.is_suspect = true;
            self.suspects.push(read);
        }
    }

    /// The next read that has to be looked at.
    #[inline]
    pub(super) fn next_suspect(&mut self) -> Option<EventId> {
        let read = self.suspects.pop()?;
        self.events[read as usize].is_suspect = false;
        Some(read)
    }

    /// More comes before an event than before: its own read, and those reads to which it matters as a write, have to be
    /// looked at.
    ///
    /// To a read of a leaf a write of the root matters that was not after it, since it may be after it now, or after what
    /// the read observes. To any read those writes matter that are before it, since they may hide others now. To a read of
    /// the root a good write of a leaf matters, since it may be clear now which of these comes first.
    fn suspect_because_of(&mut self, event: EventId, before: &C) {
        let Event { thread, cell, reads, writes, .. } = self.events[event as usize];
        if reads {
            self.suspect(event);
        }
        if writes.is_none() {
            return;
        }
        for position in 0..self.cells[cell as usize].reads.len() {
            let read = self.cells[cell as usize].reads[position];
            let other = self.events[read as usize];
            let matters = self.rules == Rules::Literal
                || self.is_before(event, read)
                || thread == self.root && other.thread != thread && before.get(other.thread) <= other.index
                || thread != self.root
                    && other.thread == self.root
                    && self.readings[read as usize].as_ref().is_some_and(|it| self.is_good(it, event));
            if matters {
                self.suspect(read);
            }
        }
    }

    /// Orders two events; whether that is possible.
    pub fn add_edge(&mut self, first: EventId, then: EventId) -> bool {
        if self.is_at_or_before(first, then) {
            return first != then;
        }
        if self.is_at_or_before(then, first) {
            return false;
        }
        let clock = self.clocks[first as usize].clone();
        let Event { thread: own, index, .. } = self.events[then as usize];
        for thread in 0..self.threads.len() {
            let start = if thread == own {
                index as usize
            } else {
                let events = &self.threads[thread];
                let is_after = |it: &EventId| self.clocks[*it as usize].get(own) > index;
                events.len() - events.iter().rev().take_while(|it| is_after(it)).count()
            };
            for position in start..self.threads[thread].len() {
                let event = self.threads[thread][position];
                if self.clocks[event as usize].covers(&clock) {
                    break;
                }
                let old = self.clocks[event as usize].clone();
                self.clocks[event as usize].join(&clock);
                if self.events[event as usize].cell != NO_CELL {
                    self.suspect_because_of(event, &old);
                }
                self.log.push(Change::Clock(event, old));
            }
        }
        true
    }

    /// How many changes there were; see [`Order::back_to`].
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back all changes but the first `mark`.
    pub fn back_to(&mut self, mark: usize) {
        while self.next_suspect().is_some() {}
        while self.log.len() > mark {
            match self.log.pop() {
                None => return,
                Some(Change::Clock(event, old)) => self.clocks[event as usize] = old,
                Some(Change::Open) => {
                    self.open.pop();
                }
                Some(Change::Good(event)) => self.events[event as usize].ever_good = false,
                Some(Change::Reading(event)) => {
                    self.readings[event as usize] = None;
                    let Event { thread, cell, .. } = self.events[event as usize];
                    if self.events[event as usize].writes.take().is_some() {
                        self.cells[cell as usize].writes[thread].pop();
                    }
                }
                Some(Change::Event) => {
                    let Some(event) = self.events.pop() else { return };
                    self.clocks.pop();
                    self.readings.pop();
                    self.threads[event.thread].pop();
                    if event.cell != NO_CELL {
                        let cell = &mut self.cells[event.cell as usize];
                        if event.reads {
                            cell.reads.pop();
                        }
                        if event.writes.is_some() {
                            cell.writes[event.thread].pop();
                        }
                    }
                }
            }
        }
    }
}
