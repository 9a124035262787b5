//! What one event touches.

/// A thread. The number stands for the thread's name (its parent and which of the parent's children it is), so the
/// same thread has the same number in every execution that a system runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// A memory object. As for threads, the number stands for a name that does not depend on the interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

impl ThreadId {
    /// As an index into tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A stretch of bytes in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    /// Reads bytes. A failed compare-exchange is one too.
    Read(Place),
    /// Writes bytes.
    Write(Place),
    /// Reads, then writes the same bytes.
    Update(Place),
    /// Takes a mutex, or waits for it.
    Lock(Place),
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
            | Access::Write(place)
            | Access::Update(place)
            | Access::Lock(place)
            | Access::FailedTryLock(place)
            | Access::Unlock(place)
            | Access::ResetMutex(place)
            | Access::EndObject(place) => Some(place),
            Access::Spawn(_) | Access::Join(_) | Access::Choose | Access::Fence | Access::Nothing => None,
        }
    }

    /// Whether it only looks.
    pub fn is_read(self) -> bool {
        match self {
            Access::Read(_) | Access::FailedTryLock(_) => true,
            Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }

    /// Whether the order of two accesses by different threads can matter through memory: common bytes, not both reads.
    /// Spawn and join order threads by what they name, which needs the threads and is not said here.
    pub fn conflicts(self, other: Access) -> bool {
        match (self.place(), other.place()) {
            (Some(one), Some(two)) => one.overlaps(two) && !(self.is_read() && other.is_read()),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(offset: u32, length: u32) -> Place {
        Place { object: ObjectId(1), offset, length }
    }

    #[test]
    fn accesses_conflict_on_common_bytes_unless_both_read() {
        let (word, low, high) = (place(0, 4), place(0, 1), place(4, 4));
        assert!(Access::Write(word).conflicts(Access::Read(low)));
        assert!(!Access::Write(word).conflicts(Access::Write(high)));
        assert!(!Access::Read(word).conflicts(Access::Read(low)));
        assert!(!Access::FailedTryLock(word).conflicts(Access::Read(word)));
        assert!(Access::Lock(word).conflicts(Access::FailedTryLock(word)));
        let elsewhere = Place { object: ObjectId(2), ..word };
        assert!(!Access::Write(word).conflicts(Access::Write(elsewhere)));
    }
}
