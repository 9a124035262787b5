//! Stores that matter to other stores only if somebody reads them.

use super::{Cell, Clock, History, NONE, Node, Race, Role, Trouble};
use event::{Access, Place, ThreadId};

/// The bytes of an event that is nothing but a store, maybe of several values of which the last one stays.
pub(crate) fn store(accesses: &[Access]) -> Option<Place> {
    let mut stored = None;
    for access in accesses {
        match access {
            Access::Write(place) if stored.is_none_or(|it| it == *place) => stored = Some(*place),
            // What is not about memory can be in an atomic section beside a store.
            Access::Choose | Access::Fence | Access::Nothing => {}
            Access::Write(_)
            | Access::Read(_)
            | Access::Expect(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_) => return None,
        }
    }
    stored
}

/// A store was read for the first time.
#[derive(Clone, Debug)]
pub(super) struct Observation<C> {
    /// By whom.
    pub(super) event: u32,
    /// Which touch it is.
    pub(super) store: u32,
    /// The clocks that have changed, as they were.
    pub(super) clocks: Vec<(u32, C)>,
}

impl<C: Clock> History<C> {
    /// Adds an event, where two stores to the same bytes are ordered only if one of them is read.
    ///
    /// A store that nobody has read is passed over by later stores. When it is read, it turns out to happen after all the
    /// stores before it, and so does whatever has happened after it: their clocks are changed.
    pub fn push_observing(&mut self, thread: ThreadId, accesses: &[Access]) {
        let event = self.nodes.len() as u32;
        let (touches, races) = (self.touches.len() as u32, self.races.len() as u32);
        let previous = self.last_event(thread);
        // What must happen before in any case is looked at twice: the first time only the cells matter.
        self.now.clear();
        let mut clock = C::default();
        for &access in accesses {
            self.arrive(event, access, &mut clock);
        }
        if let (Some(_), [now, ..]) = (store(accesses), &mut self.now[..]) {
            now.1 = Role::Store;
            self.now.truncate(1);
        }
        for index in 0..self.now.len() {
            let (cell, role) = self.now[index];
            if role != Role::Store && role != Role::Overwrite {
                self.observe_all(event, cell);
            }
        }
        let mut clock = self.clock_of(previous, thread);
        for &access in accesses {
            if let Access::Join(child) = access {
                let last = self.last_event(child);
                clock.join(&self.clock_of(last, child));
            }
        }
        match (accesses, self.now.as_slice()) {
            (&[Access::Lock(_)], &[(cell, _)]) => self.lock(event, cell, &mut clock),
            (_, []) => {}
            _ => self.meet_all(event, &mut clock),
        }
        for index in 0..self.now.len() {
            let (cell, role) = self.now[index];
            self.touch(event, cell, role);
        }
        let number = self.nodes.get(previous as usize).map_or(1, |it| it.number + 1);
        if C::fits(thread.index(), number) {
            clock.set(thread.index(), number);
        } else {
            self.trouble = Some(Trouble::Outgrown);
        }
        self.last[thread.index()] = event;
        self.nodes.push(Node { thread: thread.0, number, clock, previous, touches, races });
    }

    /// A new event reads a cell: the last store to each of its bytes.
    fn observe_all(&mut self, event: u32, cell: Cell) {
        if self.cells.overlapping(cell).is_empty() {
            return self.observe(event, cell);
        }
        let mut last: Vec<(u32, Cell)> = Vec::new();
        for &it in [cell].iter().chain(self.cells.overlapping(cell)) {
            let change = self.touches.get(self.top(it) as usize).map_or(NONE, |it| it.last_change);
            last.extend(self.touches.get(change as usize).map(|change| (change.event, it)));
        }
        last.sort_unstable_by(|one, two| two.cmp(one));
        // Of a large object all is read.
        let mut unseen = self.cells.common_bytes(cell, cell);
        for (_, other) in last {
            let bytes = self.cells.common_bytes(cell, other);
            match (bytes, &mut unseen) {
                (Some(bytes), Some(unseen)) if bytes & *unseen == 0 => {}
                (Some(bytes), Some(unseen)) => {
                    *unseen &= !bytes;
                    self.observe(event, other);
                }
                (None, _) | (_, None) => self.observe(event, other),
            }
        }
    }

    /// A new event reads a cell. If nobody has read the last store to it, it happens after the stores before it from now
    /// on, and each of them could have been the last.
    fn observe(&mut self, event: u32, cell: Cell) {
        let Some(top) = self.touches.get(self.top(cell) as usize) else { return };
        let index = top.last_change;
        let Some(&store) = self.touches.get(index as usize) else { return };
        if store.role != Role::Store || store.observer != NONE {
            return;
        }
        self.touches[index as usize].observer = event;
        let mut clock = self.nodes[store.event as usize].clock.clone();
        let mut earlier = store.previous;
        let mut is_changed = false;
        while let Some(&touch) = self.touches.get(earlier as usize) {
            if touch.role != Role::Store || touch.observer != NONE {
                break;
            }
            let node = &self.nodes[touch.event as usize];
            if clock.get(node.thread as usize) < node.number {
                clock.join(&node.clock);
                is_changed = true;
                self.races.push(Race { first: touch.event, second: store.event, witness: Some(event) });
            }
            earlier = touch.previous;
        }
        let mut clocks = Vec::new();
        if is_changed {
            let (thread, number) = (self.thread(store.event as usize), self.number(store.event as usize));
            for later in store.event as usize..self.nodes.len() {
                if self.nodes[later].clock.get(thread) >= number {
                    clocks.push((later as u32, self.nodes[later].clock.clone()));
                    self.nodes[later].clock.join(&clock);
                }
            }
        }
        self.observations.push(Observation { event, store: index, clocks });
    }

    /// Who was the first to read what an event stored, if it is a store by itself and anybody did.
    pub fn observer(&self, event: usize) -> Option<usize> {
        let touch = self.touches.get(self.nodes[event].touches as usize).filter(|it| it.event as usize == event)?;
        (touch.role == Role::Store && touch.observer != NONE).then_some(touch.observer as usize)
    }
}
