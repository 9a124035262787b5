//! Races of locks.
//!
//! `p: lock m; unlock m ‖ q: lock m`: q's lock conflicts with p's unlock, but cannot come right before it. It can come before
//! p's *lock*: the race is with the latest conflicting event before which the mutex was free. A lock that waits at the end
//! of an execution has races of the same kind ([`History::probe`]); without them deadlocks are missed.

use super::{Cell, Clock, History, NONE, Race, Role, Touch, Trouble};
use event::{Place, ThreadId};

impl<C: Clock> History<C> {
    /// A mutex is taken: everything at its cell happens before, but the races are with those who found it free.
    pub(super) fn lock(&mut self, event: u32, cell: Cell, clock: &mut C) {
        let known = self.races.len();
        let before = clock.clone();
        self.meet_all(event, clock);
        self.races.truncate(known);
        let mut found = std::mem::take(&mut self.found);
        self.takers(cell, &before, &mut found);
        self.races.extend(found.iter().map(|&first| Race { first, second: event, witness: None }));
        self.found = found;
    }

    /// The events with which a lock of this cell, after what `before` says, could change places.
    fn takers(&mut self, cell: Cell, before: &C, found: &mut Vec<u32>) {
        found.clear();
        for index in 0..self.cells.overlapping(cell).len() {
            let other = self.cells.overlapping(cell)[index];
            if self.has_unordered(other, before) {
                self.trouble = Some(Trouble::Waiting);
            }
        }
        let mut covered = before.clone();
        let mut index = self.top(cell);
        while index != NONE {
            let touch = self.touches[index as usize];
            let node = &self.nodes[touch.event as usize];
            if before.get(node.thread as usize) >= node.number {
                if !touch.role.is_look() {
                    break;
                }
            } else {
                match self.was_free(touch, before) {
                    None => self.trouble = Some(Trouble::Waiting),
                    Some(true) if covered.get(node.thread as usize) < node.number => {
                        covered.join(&node.clock);
                        found.push(touch.event);
                        if planted::bug!(OneTakerOnly) {
                            return;
                        }
                    }
                    Some(_) => {}
                }
            }
            index = touch.previous;
        }
    }

    /// Whether some event at a cell is not among `before`.
    fn has_unordered(&self, cell: Cell, before: &C) -> bool {
        let mut index = self.top(cell);
        while index != NONE {
            let touch = self.touches[index as usize];
            let node = &self.nodes[touch.event as usize];
            if before.get(node.thread as usize) < node.number {
                return true;
            }
            index = touch.previous;
        }
        false
    }

    /// Whether a mutex was free before a touch of it by somebody who has `before` behind them, if that is known.
    fn was_free(&self, touch: Touch, before: &C) -> Option<bool> {
        match touch.role {
            Role::Lock => return Some(true),
            Role::LookAtHeld => return Some(false),
            Role::Look | Role::Change | Role::Overwrite | Role::Store | Role::Release => {}
        }
        let Some(previous) = self.touches.get(touch.previous as usize) else { return Some(true) };
        let Some(change) = self.touches.get(previous.last_change as usize) else { return Some(true) };
        match change.role {
            // Made free by another one than the holder, who may need no free mutex.
            Role::Lock if touch.role == Role::Release && self.may_be_own(*change, touch, before) => None,
            Role::Lock => Some(false),
            Role::Release => Some(true),
            Role::Look | Role::LookAtHeld | Role::Change | Role::Overwrite | Role::Store => None,
        }
    }

    /// Whether who has `before` behind them may have taken a mutex that another one has made free.
    fn may_be_own(&self, taken: Touch, freed: Touch, before: &C) -> bool {
        let (taker, other) = (&self.nodes[taken.event as usize], &self.nodes[freed.event as usize]);
        taker.thread != other.thread && before.get(taker.thread as usize) >= taker.number
    }

    /// The events before which a thread that waits for a mutex now could have taken it.
    pub fn probe(&mut self, thread: ThreadId, mutex: Place) -> Vec<u32> {
        let last = self.last_event(thread);
        let before = self.clock_of(last, thread);
        let cell = self.cells.of(mutex);
        let mut found = Vec::new();
        self.takers(cell, &before, &mut found);
        found
    }
}
