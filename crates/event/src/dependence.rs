//! When the order of two events can matter: the one table that every reduction stands on.
//!
//! Two events are *dependent* if they belong to one thread, if one spawns or joins the thread of the other, or if some
//! access of the one conflicts with some access of the other. Everything else commutes: whichever comes first, both
//! touch the same, find the same and leave the same.
//!
//! | operation | counts as |
//! |---|---|
//! | load; failed compare-exchange | look at its bytes |
//! | store, update, successful compare-exchange | change of its bytes |
//! | lock, unlock, successful trylock | change of the mutex |
//! | failed trylock; unlock or destroy that is a mistake | look at the mutex |
//! | mutex init and destroy | change of the mutex |
//! | free, reallocate, the end of a local that others can reach | change of the whole object |
//! | access that fails since the object is gone, too small, … | look at the whole object |
//! | join | change of the thread's handle, and of its thread-local objects, which end |
//! | detach | change of the thread's handle |
//! | step of an actor's task | see `abs`: cells of fields, futures, whether its group is free |
//! | atomic section | one event, with what any of its branches touches |
//! | going on since another thread has ended | nothing: it is so in every execution |
//! | nondeterministic choice, fence | nothing: local under sequential consistency |
//!
//! Accesses conflict if they have bytes (or a handle) in common and not both are looks.

use crate::{Access, ThreadId};

impl Access {
    /// Whether it only looks.
    #[inline]
    pub fn is_look(self) -> bool {
        match self {
            Access::Read(_) | Access::Expect(_) | Access::FailedTryLock(_) => true,
            Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }

    /// Whether what it finds matters to it: everything but a plain write of bytes.
    pub fn observes(self) -> bool {
        match self {
            Access::Read(_)
            | Access::Expect(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_) => true,
            Access::Write(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }

    /// The thread whose handle it changes.
    fn handle(self) -> Option<ThreadId> {
        match self {
            Access::Join(thread) | Access::Detach(thread) => Some(thread),
            Access::Read(_)
            | Access::Expect(_)
            | Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Spawn(_)
            | Access::Follow(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => None,
        }
    }

    /// Whether the order of two accesses by different threads can matter.
    ///
    /// That a spawn comes before the events of the new thread and a join after them is not said here: it is so in
    /// every execution.
    #[inline]
    pub fn conflicts(self, other: Access) -> bool {
        match (self.place(), other.place()) {
            (Some(one), Some(two)) if planted::bug!(PartsCommute) && one != two => false,
            (Some(one), Some(two)) => one.overlaps(two) && !(self.is_look() && other.is_look()),
            _ => !planted::bug!(JoinsCommute) && self.handle().is_some_and(|it| other.handle() == Some(it)),
        }
    }
}

/// Whether some access of one event conflicts with some access of another.
#[inline]
pub fn conflict(one: &[Access], two: &[Access]) -> bool {
    one.iter().any(|one| two.iter().any(|two| one.conflicts(*two)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ObjectId, Place};

    fn place(offset: u32, length: u32) -> Place {
        Place { object: ObjectId(1), offset, length }
    }

    #[test]
    fn accesses_conflict_on_common_bytes_unless_both_look() {
        let (word, low, high) = (place(0, 4), place(0, 1), place(4, 4));
        assert!(Access::Write(word).conflicts(Access::Read(low)));
        assert!(!Access::Write(word).conflicts(Access::Write(high)));
        assert!(!Access::Read(word).conflicts(Access::Read(low)));
        assert!(!Access::FailedTryLock(word).conflicts(Access::Read(word)));
        assert!(Access::Lock(word).conflicts(Access::FailedTryLock(word)));
        assert!(Access::EndObject(place(0, 8)).conflicts(Access::Read(high)));
        let elsewhere = Place { object: ObjectId(2), ..word };
        assert!(!Access::Write(word).conflicts(Access::Write(elsewhere)));
    }

    #[test]
    fn joins_conflict_on_the_thread() {
        let join = |thread| Access::Join(ThreadId(thread));
        assert!(join(1).conflicts(join(1)) && !join(1).conflicts(join(2)));
        assert!(!join(1).conflicts(Access::Spawn(ThreadId(1))));
        assert!(!Access::Choose.conflicts(Access::Choose) && !Access::Fence.conflicts(Access::Fence));
    }

    #[test]
    fn events_conflict_if_some_accesses_do() {
        let (one, two) = (Access::Write(place(0, 4)), Access::Read(place(8, 4)));
        assert!(conflict(&[two, one], &[one]) && !conflict(&[two], &[two, Access::Fence]));
    }
}
