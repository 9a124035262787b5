//! Who has accessed which bytes, what a load there reads from, and who locked, unlocked or initialised which mutex last.

use super::knowledge::{Clocks, Knowledge};
use crate::toolbox::cells::{Cell, Cells};
use event::{Mark, Place, ThreadId};
use std::ops::Range;

/// No access.
const NONE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct Places {
    cells: Cells,
    /// For each cell its last access.
    tops: Vec<Top>,
    touches: Vec<Touch>,
    unlocks: Vec<Unlock>,
    /// What those who head release sequences make known.
    heads: Vec<Knowledge>,
}

#[derive(Clone, Copy, Debug)]
struct Top {
    touch: u32,
    /// Locks and unlocks are apart: no access goes to the bytes of a mutex.
    unlock: u32,
}

const NO_TOP: Top = Top { touch: NONE, unlock: NONE };

/// An access to a cell.
#[derive(Clone, Debug)]
struct Touch {
    cell: Cell,
    by: Knowledge,
    /// The access before this one.
    previous: u32,
    own: u32,
    /// The last write, plain access and plain write up to this one.
    write: u32,
    plain: u32,
    plain_write: u32,
    /// If it is a write, the heads of the release sequences that it belongs to.
    heads: Range<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Unlock {
    cell: Cell,
    previous: u32,
    known: Knowledge,
    /// It has not locked or unlocked the mutex but initialised it, which is a plain write.
    is_init: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    touches: u32,
    unlocks: u32,
    heads: u32,
}

impl Places {
    pub fn sizes(&self) -> Sizes {
        let Places { touches, unlocks, heads, .. } = self;
        Sizes { touches: touches.len() as u32, unlocks: unlocks.len() as u32, heads: heads.len() as u32 }
    }

    pub fn truncate(&mut self, sizes: Sizes) {
        for touch in self.touches.drain(sizes.touches as usize..).rev() {
            self.tops[touch.cell as usize].touch = touch.previous;
        }
        for unlock in self.unlocks.drain(sizes.unlocks as usize..).rev() {
            if !planted::bug!(UnlockNotTakenBack) {
                self.tops[unlock.cell as usize].unlock = unlock.previous;
            }
        }
        self.heads.truncate(sizes.heads as usize);
    }

    /// Whether an access races with an earlier one. Earlier ones do not race with each other, so what came before the last
    /// plain write happens before that.
    pub fn races(&mut self, place: Place, mark: Mark, by: Knowledge, clocks: &Clocks) -> bool {
        let cell = self.cells.of(place);
        let here = std::iter::once(&cell);
        here.chain(self.cells.overlapping(cell)).any(|&it| self.races_at(it, mark, by, clocks))
    }

    fn races_at(&self, cell: Cell, mark: Mark, by: Knowledge, clocks: &Clocks) -> bool {
        // The last access up to some point that can race with the new one.
        let last: fn(&Touch) -> u32 = match (mark.writes(), mark.atomic) {
            (true, false) => |it| it.own,
            (false, false) => |it| it.write,
            (true, true) => |it| it.plain,
            (false, true) => |it| it.plain_write,
        };
        let mut from = self.tops.get(cell as usize).map_or(NONE, |it| it.touch);
        while let Some(touch) = self.touches.get(from as usize).and_then(|it| self.touches.get(last(it) as usize)) {
            if !clocks.is_before(touch.by, by) {
                return true;
            }
            if touch.own == touch.plain_write {
                return false;
            }
            from = touch.previous;
        }
        false
    }

    /// The release sequences that a load of a place reads from.
    pub fn sequence(&mut self, place: Place) -> Range<u32> {
        let cell = self.cells.of(place);
        let last = |cell: Cell| {
            let top = self.tops.get(cell as usize).map_or(NONE, |it| it.touch);
            self.touches.get(top as usize).map(|it| it.write).filter(|&it| it != NONE)
        };
        let Some(own) = last(cell) else { return 0..0 };
        if self.cells.overlapping(cell).iter().any(|&other| last(other) > Some(own)) {
            return 0..0;
        }
        self.touches[own as usize].heads.clone()
    }

    pub fn head(&self, index: u32) -> Knowledge {
        self.heads[index as usize]
    }

    /// The heads of the release sequences that an atomic write belongs to: those of the write before it, if it is a
    /// read-modify-write, else those of its own thread among them; and itself, if it makes something known.
    pub fn go_on(
        &mut self,
        before: Range<u32>,
        thread: ThreadId,
        is_update: bool,
        own: Option<Knowledge>,
    ) -> Range<u32> {
        let start = self.heads.len() as u32;
        for index in before {
            let head = self.heads[index as usize];
            // A thread knows the more the later.
            let is_known = head.thread == thread && own.is_some_and(|it| it.count >= head.count);
            if (is_update || head.thread == thread) && !is_known {
                self.heads.push(head);
            }
        }
        let kept = &self.heads[start as usize..];
        let own = own.filter(|own| kept.iter().all(|it| it.thread != thread || it.count < own.count));
        self.heads.extend(own);
        start..self.heads.len() as u32
    }

    /// Notes an access.
    pub fn touch(&mut self, place: Place, mark: Mark, by: Knowledge, heads: Range<u32>) {
        let cell = self.cells.of(place);
        let own = self.touches.len() as u32;
        let previous = std::mem::replace(&mut self.top(cell).touch, own);
        let before = self.touches.get(previous as usize);
        let (is_write, is_plain) = (mark.writes(), !mark.atomic);
        let or_before = |is_own: bool, last: fn(&Touch) -> u32| if is_own { own } else { before.map_or(NONE, last) };
        let write = or_before(is_write, |it| it.write);
        let plain = or_before(is_plain, |it| it.plain);
        let plain_write = or_before(is_write && is_plain, |it| it.plain_write);
        self.touches.push(Touch { cell, by, previous, own, write, plain, plain_write, heads });
    }

    /// What the last operation knew that has locked, unlocked or initialised a mutex, and whether it was the latter.
    pub fn last_unlock(&mut self, mutex: Place) -> Option<(Knowledge, bool)> {
        let cell = self.cells.of(mutex);
        let last = self.top(cell).unlock;
        self.unlocks.get(last as usize).map(|it| (it.known, it.is_init))
    }

    pub fn unlock(&mut self, mutex: Place, known: Knowledge, is_init: bool) {
        let cell = self.cells.of(mutex);
        let own = self.unlocks.len() as u32;
        let previous = std::mem::replace(&mut self.top(cell).unlock, own);
        self.unlocks.push(Unlock { cell, previous, known, is_init });
    }

    fn top(&mut self, cell: Cell) -> &mut Top {
        if self.tops.len() <= cell as usize {
            self.tops.resize(cell as usize + 1, NO_TOP);
        }
        &mut self.tops[cell as usize]
    }
}
