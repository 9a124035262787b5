//! What happens before what along the current execution, and its races.
//!
//! The history is a stack like the execution. Each event has its vector clock, computed once when the event is added; each
//! cell knows the last touch, each touch the one before. Taking events back restores one number per touch.
//!
//! A *race* (e, f) is a pair of events of different threads that could change places: e happens before f only because they
//! conflict, and no third event is in between. Whether they can is judged by what happens before f without the conflicts
//! of f itself: its thread's earlier events, the spawn of its thread, the end of the thread that it joins.
//!
//! Locks have rules of their own (`locks`), and so have stores that matter only if they are read (`observing`).

mod locks;
mod observing;
#[cfg(test)]
mod tests;

use super::cells::{Cell, Cells};
use super::clock::Clock;
use event::{Access, Place, ThreadId};
use observing::Observation;
pub(crate) use observing::store;

/// No event, no touch.
const NONE: u32 = u32::MAX;

/// Two events that could change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    pub first: u32,
    pub second: u32,
    /// If they are stores whose order counts only because somebody reads: who.
    pub witness: Option<u32>,
}

/// Why happens-before is not known any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The clocks are too small for so many threads or events.
    Outgrown,
    /// Whether an operation waits depends on more than one mutex operation: it is in an atomic section, or something
    /// else than a mutex operation changes the mutex.
    Waiting,
}

#[derive(Clone, Debug)]
struct Node<C> {
    thread: u32,
    /// It is the so-and-so-many-th event of its thread, counted from 1.
    number: u32,
    clock: C,
    /// The thread's event before this one.
    previous: u32,
    touches: u32,
    races: u32,
}

/// An event at a cell.
#[derive(Clone, Copy, Debug)]
struct Touch {
    event: u32,
    cell: Cell,
    role: Role,
    /// The touch of the cell before this one.
    previous: u32,
    /// The last touch up to this one that is not a look.
    last_change: u32,
    /// Who was the first to read it, if it is a store and anybody did.
    observer: u32,
}

/// What a touch means for the order of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Look,
    /// A look at a mutex that somebody holds.
    LookAtHeld,
    /// A change that depends on what was there.
    Change,
    /// A store that is part of something larger.
    Overwrite,
    /// A store by itself, which matters to other stores to the same bytes only if it is read.
    Store,
    Lock,
    /// The mutex is free afterwards.
    Release,
}

impl Role {
    fn is_look(self) -> bool {
        matches!(self, Role::Look | Role::LookAtHeld)
    }
}

#[derive(Debug)]
pub(crate) struct History<C> {
    cells: Cells,
    /// For each cell the last touch.
    tops: Vec<u32>,
    touches: Vec<Touch>,
    nodes: Vec<Node<C>>,
    /// For each thread its last event.
    last: Vec<u32>,
    /// For each thread the event that spawned it.
    origins: Vec<u32>,
    races: Vec<Race>,
    trouble: Option<Trouble>,
    /// Where the new event touches what; kept for its memory.
    now: Vec<(Cell, Role)>,
    /// Room for the same of something that has not happened.
    spare: Vec<(Cell, Role)>,
    found: Vec<u32>,
    observations: Vec<Observation<C>>,
}

impl<C> Default for History<C> {
    fn default() -> Self {
        History {
            cells: Cells::default(),
            tops: Vec::new(),
            touches: Vec::new(),
            nodes: Vec::new(),
            last: Vec::new(),
            origins: Vec::new(),
            races: Vec::new(),
            trouble: None,
            now: Vec::new(),
            spare: Vec::new(),
            found: Vec::new(),
            observations: Vec::new(),
        }
    }
}

impl<C: Clock> History<C> {
    /// How many events.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What went wrong, if anything.
    #[inline]
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble
    }

    /// All races of the execution; those of later second events come later.
    #[inline]
    pub fn races(&self) -> &[Race] {
        &self.races
    }

    /// The races whose second event is this one or a later one.
    #[inline]
    pub fn races_from(&self, event: usize) -> &[Race] {
        let start = self.nodes.get(event).map_or(self.races.len(), |it| it.races as usize);
        &self.races[start..]
    }

    #[inline]
    pub fn clock(&self, event: usize) -> &C {
        &self.nodes[event].clock
    }

    /// Who did it.
    #[inline]
    pub fn thread(&self, event: usize) -> usize {
        self.nodes[event].thread as usize
    }

    /// Its place among the events of its thread, from 1.
    #[inline]
    pub fn number(&self, event: usize) -> u32 {
        self.nodes[event].number
    }

    /// Whether the first event happens before the second (or is the second).
    #[inline]
    pub fn happens_before(&self, first: usize, second: usize) -> bool {
        let it = &self.nodes[first];
        self.nodes[second].clock.get(it.thread as usize) >= it.number
    }

    /// Whether an event happens before `second`, an event of `thread` or what it would do at the end, whatever that
    /// conflicts with.
    pub fn is_before_next(&self, event: usize, second: usize, thread: ThreadId) -> bool {
        let previous = match self.nodes.get(second) {
            Some(node) => node.previous,
            None => self.last.get(thread.index()).copied().unwrap_or(NONE),
        };
        let known = if previous == NONE { self.origins[thread.index()] } else { previous };
        known != NONE && self.happens_before(event, known as usize)
    }

    /// The events before `before` that change something of some places, latest first.
    pub fn changes(&mut self, places: &[Place], before: usize) -> Vec<u32> {
        let cells: Vec<Cell> = places.iter().map(|&it| self.cells.of(it)).collect();
        let mut found = Vec::new();
        for &cell in cells.iter().flat_map(|it| std::iter::once(it).chain(self.cells.overlapping(*it))) {
            let mut index = self.top(cell);
            while let Some(touch) = self.touches.get(index as usize) {
                if !touch.role.is_look() && (touch.event as usize) < before {
                    found.push(touch.event);
                }
                index = touch.previous;
            }
        }
        found.sort_unstable_by(|one, two| two.cmp(one));
        found.dedup();
        found
    }

    /// The events with which something that has not happened could change places: it happens after what `threads` have done
    /// so far and after whatever conflicts with `past`, and touches something itself. Nothing is in between, unless it
    /// waits (`waits`): then it may have to come before several of them. They are `found`, the latest first.
    pub fn races_of_future(
        &mut self,
        threads: impl Iterator<Item = ThreadId>,
        past: &[Access],
        touches: &[Access],
        waits: bool,
        found: &mut Vec<u32>,
    ) {
        let mut clock = C::default();
        for thread in threads {
            let last = self.last_event(thread);
            clock.join(&self.clock_of(last, thread));
        }
        self.conflicts(past, &mut clock, found);
        for &event in &*found {
            clock.join(&self.nodes[event as usize].clock);
        }
        self.conflicts(touches, &mut clock, found);
        if waits {
            let places: Vec<Place> = touches.iter().filter_map(|it| it.place()).collect();
            found.extend(self.changes(&places, self.nodes.len()));
        }
        found.sort_unstable_by(|one, two| two.cmp(one));
        found.dedup();
        found.retain(|&event| {
            let node = &self.nodes[event as usize];
            let is_free = clock.get(node.thread as usize) < node.number;
            if is_free && !waits {
                clock.join(&node.clock);
            }
            is_free
        });
    }

    /// The latest events that conflict with some accesses; what happens before them in any case is added to the clock.
    fn conflicts(&mut self, accesses: &[Access], clock: &mut C, found: &mut Vec<u32>) {
        found.clear();
        let now = std::mem::replace(&mut self.now, std::mem::take(&mut self.spare));
        for &access in accesses.iter().filter(|it| !matches!(it, Access::Spawn(_))) {
            self.arrive(NONE, access, clock);
        }
        for &(cell, role) in &self.now {
            self.conflicting(cell, role, true, found);
            for &other in self.cells.overlapping(cell) {
                self.conflicting(other, role, false, found);
            }
        }
        self.spare = std::mem::replace(&mut self.now, now);
        self.spare.clear();
    }

    /// Forgets all events but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        if self.nodes.len() <= length {
            return;
        }
        while self.observations.last().is_some_and(|it| it.event as usize >= length) {
            let Some(last) = self.observations.pop() else { break };
            if !planted::bug!(ObserverNotTakenBack) {
                self.touches[last.store as usize].observer = NONE;
            }
            for (node, clock) in last.clocks.into_iter().rev() {
                self.nodes[node as usize].clock = clock;
            }
        }
        let keep = self.nodes[length].touches as usize;
        for touch in self.touches[keep..].iter().rev() {
            self.tops[touch.cell as usize] = touch.previous;
        }
        self.touches.truncate(keep);
        self.races.truncate(self.nodes[length].races as usize);
        for node in self.nodes[length..].iter().rev() {
            self.last[node.thread as usize] = node.previous;
        }
        self.nodes.truncate(length);
    }

    /// Adds an event.
    #[inline(always)]
    pub fn push(&mut self, thread: ThreadId, accesses: &[Access]) {
        let event = self.nodes.len() as u32;
        let previous = self.last_event(thread);
        let number = self.nodes.get(previous as usize).map_or(1, |it| it.number + 1);
        let mut clock = self.clock_of(previous, thread);
        let (touches, races) = (self.touches.len() as u32, self.races.len() as u32);
        match *accesses {
            [Access::Read(place)] => self.touch_one(event, place, Role::Look, &mut clock),
            [Access::Write(place) | Access::Update(place)] => self.touch_one(event, place, Role::Change, &mut clock),
            [Access::Join(child)] => self.join_one(event, child, &mut clock),
            _ => self.touch_all(event, accesses, &mut clock),
        }
        if C::fits(thread.index(), number) {
            clock.set(thread.index(), number);
        } else {
            self.trouble = Some(Trouble::Outgrown);
        }
        self.last[thread.index()] = event;
        self.nodes.push(Node { thread: thread.0, number, clock, previous, touches, races });
    }

    /// A new event with one access.
    #[inline(always)]
    fn touch_one(&mut self, event: u32, place: Place, role: Role, clock: &mut C) {
        let cell = self.cells.of(place);
        if self.cells.overlapping(cell).is_empty() {
            self.meet_one(event, cell, role, clock);
        } else {
            self.now.clear();
            self.now.push((cell, role));
            self.meet_all(event, clock);
        }
        self.touch(event, cell, role);
    }

    /// A new event that joins a thread.
    fn join_one(&mut self, event: u32, child: ThreadId, clock: &mut C) {
        let last = self.last_event(child);
        let end = if last == NONE { self.origins[child.index()] } else { last };
        if let Some(node) = self.nodes.get(end as usize).filter(|_| !planted::bug!(JoinOrdersNothing)) {
            clock.join(&node.clock);
        }
        let cell = self.cells.of_handle(child);
        self.meet_one(event, cell, Role::Change, clock);
        self.touch(event, cell, Role::Change);
    }

    /// A new event with any accesses.
    #[inline(never)]
    fn touch_all(&mut self, event: u32, accesses: &[Access], clock: &mut C) {
        self.now.clear();
        for &access in accesses {
            self.arrive(event, access, clock);
        }
        match (accesses, self.now.as_slice()) {
            (&[Access::Lock(_)], &[(cell, _)]) => self.lock(event, cell, clock),
            (_, []) => {}
            _ => self.meet_all(event, clock),
        }
        for index in 0..self.now.len() {
            let (cell, role) = self.now[index];
            self.touch(event, cell, role);
        }
    }

    #[inline]
    fn last_event(&mut self, thread: ThreadId) -> u32 {
        if let Some(&last) = self.last.get(thread.index()) {
            return last;
        }
        self.last.resize(thread.index() + 1, NONE);
        self.origins.resize(thread.index() + 1, NONE);
        NONE
    }

    /// A thread's last event.
    pub fn last_of(&self, thread: ThreadId) -> Option<usize> {
        self.last.get(thread.index()).filter(|&&it| it != NONE).map(|&it| it as usize)
    }

    /// What happens before whatever a thread does next, `previous` being its last event.
    #[inline]
    fn clock_of(&self, previous: u32, thread: ThreadId) -> C {
        let event = if previous == NONE { self.origins[thread.index()] } else { previous };
        self.nodes.get(event as usize).map_or_else(C::default, |it| it.clock.clone())
    }

    /// Notes what an access touches, and what must happen before it in any case.
    #[inline]
    fn arrive(&mut self, event: u32, access: Access, clock: &mut C) {
        let (place, role) = match access {
            Access::Read(place) | Access::Expect(place) => (place, Role::Look),
            Access::FailedTryLock(place) => (place, Role::LookAtHeld),
            Access::Write(place) => (place, Role::Overwrite),
            Access::Update(place) | Access::EndObject(place) => (place, Role::Change),
            Access::Lock(place) | Access::TryLock(place) => (place, Role::Lock),
            Access::Unlock(place) | Access::ResetMutex(place) => (place, Role::Release),
            Access::Spawn(child) => {
                self.last_event(child);
                self.origins[child.index()] = event;
                return;
            }
            Access::Join(child) => {
                let last = self.last_event(child);
                clock.join(&self.clock_of(last, child));
                let cell = self.cells.of_handle(child);
                self.now.push((cell, Role::Change));
                return;
            }
            Access::Follow(child) => {
                let last = self.last_event(child);
                clock.join(&self.clock_of(last, child));
                return;
            }
            Access::Detach(child) => {
                let cell = self.cells.of_handle(child);
                self.now.push((cell, Role::Change));
                return;
            }
            Access::Choose | Access::Fence | Access::Nothing => return,
        };
        debug_assert_eq!(role.is_look(), access.is_look(), "there is one table of what depends on what");
        let cell = self.cells.of(place);
        self.now.push((cell, role));
    }

    #[inline]
    fn top(&self, cell: Cell) -> u32 {
        self.tops.get(cell as usize).copied().unwrap_or(NONE)
    }

    #[inline(always)]
    fn touch(&mut self, event: u32, cell: Cell, role: Role) {
        if self.tops.len() <= cell as usize {
            self.tops.resize(cell as usize + 1, NONE);
        }
        let own = self.touches.len() as u32;
        let previous = self.tops[cell as usize];
        let last_change = match role {
            Role::Look | Role::LookAtHeld if previous == NONE => NONE,
            Role::Look | Role::LookAtHeld => self.touches[previous as usize].last_change,
            Role::Change | Role::Overwrite | Role::Store | Role::Lock | Role::Release => own,
        };
        self.touches.push(Touch { event, cell, role, previous, last_change, observer: NONE });
        self.tops[cell as usize] = own;
    }

    /// Adds what a conflicting event knows to the clock. It is a race unless that is known already.
    #[inline(always)]
    fn meet(&mut self, first: u32, second: u32, clock: &mut C) {
        let node = &self.nodes[first as usize];
        if clock.get(node.thread as usize) < node.number {
            clock.join(&node.clock);
            self.races.push(Race { first, second, witness: None });
        }
    }

    /// Meets the conflicting events at the only cell that a new event touches, latest first.
    #[inline(always)]
    fn meet_one(&mut self, event: u32, cell: Cell, role: Role, clock: &mut C) {
        let mut index = self.top(cell);
        if index != NONE && role.is_look() {
            index = self.touches[index as usize].last_change;
        }
        while index != NONE {
            let touch = self.touches[index as usize];
            self.meet(touch.event, event, clock);
            if touch.last_change == index {
                break;
            }
            index = touch.previous;
        }
    }

    /// The same for any number of cells, and those that overlap them.
    fn meet_all(&mut self, event: u32, clock: &mut C) {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for &(cell, role) in &self.now {
            self.conflicting(cell, role, true, &mut found);
            for &other in self.cells.overlapping(cell) {
                self.conflicting(other, role, false, &mut found);
            }
        }
        found.sort_unstable_by(|one, two| two.cmp(one));
        for &first in &found {
            self.meet(first, event, clock);
        }
        self.found = found;
    }

    /// The events at a cell that conflict with a new one there (or at a cell that overlaps it), as far as no later one
    /// makes them irrelevant.
    fn conflicting(&self, cell: Cell, role: Role, is_same: bool, found: &mut Vec<u32>) {
        let mut index = self.top(cell);
        if index != NONE && role.is_look() {
            index = self.touches[index as usize].last_change;
        }
        while index != NONE {
            let touch = self.touches[index as usize];
            let is_unread = touch.role == Role::Store && touch.observer == NONE;
            if !(is_unread && is_same && role == Role::Store) {
                found.push(touch.event);
            }
            if touch.last_change == index && !is_unread {
                break;
            }
            index = touch.previous;
        }
    }
}
