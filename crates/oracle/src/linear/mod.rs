//! Executions one by one, event by event, with the values that are read and written.
//!
//! [`executions`] gives every maximal interleaving of a program of plain operations, and [`representatives`] one of each
//! class of those that differ in the order of independent events only. What follows is by definitions, without any
//! algorithm that could get them wrong: `equivalence` says which executions are equivalent, `states` what threads can have
//! seen, `cover` which executions a partial order with sources for its reads stands for.
//!
//! Plain operations are loads, stores, updates, compare-exchanges, mutex operations, spawn, join, detach, choose and fence. With
//! atomic sections, objects that end, and thread-local globals an event would be more than one read and one write.
//!
//! To a mutex belongs one word. Locking it is a read that finds 0 and a write of the holder, and unlocking it a write of
//! 0; what only looks whether it can be done (a trylock that fails) is a read.

mod cover;
mod enumerate;
mod equivalence;
mod states;

#[cfg(test)]
mod tests;

pub use super::memory::Place;
pub use cover::{Order, OrderEvent, Source, check_cover, covers};
pub use enumerate::{executions, representatives};
pub use equivalence::{Partition, order_classes, reads_from_classes, star_classes, value_classes};
pub use states::{History, Known, local_states, thread_ends};

use super::report::End;
use super::state::Path;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One maximal interleaving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// In the order in which they happen.
    pub events: Vec<Arc<Event>>,
    /// How each thread ends.
    pub ends: Arc<BTreeMap<Path, End>>,
}

/// A step of a thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    /// The path of spawn indices from the first thread, which is `[]`.
    pub thread: Path,
    /// How many events of the thread come before.
    pub index: usize,
    /// What it does besides.
    pub kind: Kind,
    /// Where it reads, and what it finds.
    pub read: Option<Part>,
    /// Where it writes, and what.
    pub write: Option<Part>,
}

/// The part of an event that reads, or the one that writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// Where.
    pub place: Place,
    /// What.
    pub value: u64,
}

/// What an event is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An access to memory, or one that fails.
    Access,
    /// A mutex operation.
    Mutex,
    /// The beginning of another thread.
    Spawn(Path),
    /// The thread that was waited for, and its result.
    Join(Path, u64),
    /// A choice, by the number of the branch.
    Choose(usize),
    /// A fence, or something about threads that orders nothing.
    Other,
}

impl Event {
    /// The branch of a choice, 0 for all other events.
    pub fn branch(&self) -> usize {
        match self.kind {
            Kind::Choose(branch) => branch,
            Kind::Access | Kind::Mutex | Kind::Spawn(_) | Kind::Join(..) | Kind::Other => 0,
        }
    }

    /// The place that it accesses.
    pub fn place(&self) -> Option<Place> {
        self.read.or(self.write).map(|it| it.place)
    }

    /// Whether both access the same place, and one writes it.
    pub fn conflicts(&self, other: &Event) -> bool {
        match (self.place(), other.place()) {
            (Some(one), Some(two)) if one.overlaps(two) => {
                assert!(one == two, "a place is accessed in one size only, or this is not defined");
                self.write.is_some() || other.write.is_some()
            }
            _ => false,
        }
    }
}

impl Linear {
    /// For each event that reads, the position of the last write of the place before it; none if that is the initial
    /// value.
    pub fn observed(&self, reader: usize) -> Option<usize> {
        let place = self.events[reader].read?.place;
        let writes = |event: &Event| event.write.is_some_and(|it| it.place.overlaps(place));
        let last = (0..reader).rev().find(|&it| writes(&self.events[it]))?;
        let written = self.events[last].write.map(|it| it.place);
        assert!(written == Some(place), "a place is accessed in one size only, or this is not defined");
        Some(last)
    }
}
