//! What one event touches.

use serde::{Deserialize, Serialize};
/// A thread. The number stands for the thread's name (its parent and which of the parent's children it is), so the
/// same thread has the same number in every execution that a system runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ThreadId(pub u32);

/// A memory object. As for threads, the number stands for a name that does not depend on the interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

impl ThreadId {
    /// As an index into tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A stretch of bytes in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The object.
    pub object: ObjectId,
    /// The first byte.
    pub offset: u32,
    /// How many bytes.
    pub length: u32,
}

impl Place {
    /// Whether some byte belongs to both.
    pub fn overlaps(self, other: Place) -> bool {
        self.object == other.object
            && self.offset < other.offset.saturating_add(other.length)
            && other.offset < self.offset.saturating_add(self.length)
    }
}

/// What an event does to what, as far as other threads can tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Access {
    /// Reads bytes. A failed compare-exchange is one too.
    Read(Place),
    /// Looks at something that decides whether the event can happen at all: it waits for another value.
    Expect(Place),
    /// Writes bytes.
    Write(Place),
    /// Reads, then writes the same bytes.
    Update(Place),
    /// Takes a mutex, or waits for it.
    Lock(Place),
    /// Tries to take a mutex and gets it. It would not have waited.
    TryLock(Place),
    /// Tries to take a mutex and fails: only a look at it.
    FailedTryLock(Place),
    /// Releases a mutex.
    Unlock(Place),
    /// Makes a mutex, or ends it.
    ResetMutex(Place),
    /// Ends an object (free, or the end of a local's life): like a write to all of it.
    EndObject(Place),
    /// Starts a thread.
    Spawn(ThreadId),
    /// Waits for the end of a thread.
    Join(ThreadId),
    /// Goes on since a thread has ended, which anybody may do.
    Follow(ThreadId),
    /// Says that a thread will not be joined.
    Detach(ThreadId),
    /// Picks a nondeterministic value: local.
    Choose,
    /// A fence: local under sequential consistency.
    Fence,
    /// An operation that fails before it touches anything.
    Nothing,
}

impl Access {
    /// The bytes that are touched.
    pub fn place(self) -> Option<Place> {
        match self {
            Access::Read(place)
            | Access::Expect(place)
            | Access::Write(place)
            | Access::Update(place)
            | Access::Lock(place)
            | Access::TryLock(place)
            | Access::FailedTryLock(place)
            | Access::Unlock(place)
            | Access::ResetMutex(place)
            | Access::EndObject(place) => Some(place),
            Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => None,
        }
    }
}
