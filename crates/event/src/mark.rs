//! What a step means for the order of things in the sense of C11: a memory order for each access.
//!
//! Engines need this only where they look for data races, so it is no part of [`Access`].

use crate::Access;

/// One operation of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What it did, to what.
    pub access: Access,
    /// Whether it is an access that never races with another such. Everything but accesses to bytes is.
    pub atomic: bool,
    /// Whether what happened before a release that it reads from happens before what follows it.
    pub acquires: bool,
    /// Whether what came before it happens before what follows an acquire that reads from it.
    pub releases: bool,
}

impl Mark {
    /// An operation without a memory order: a plain access to bytes, or a mutex or thread operation, which orders what it
    /// orders by itself.
    pub fn plain(access: Access) -> Mark {
        let atomic = match access {
            Access::Read(_) | Access::Write(_) | Access::Update(_) | Access::EndObject(_) => false,
            Access::Expect(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => true,
        };
        Mark { access, atomic, acquires: false, releases: false }
    }

    /// Whether its access changes bytes that others may access. Mutexes are not accessed as bytes.
    pub fn writes(self) -> bool {
        match self.access {
            Access::EndObject(_) if planted::bug!(FreeOnlyLooks) => false,
            Access::Write(_) | Access::Update(_) | Access::EndObject(_) => true,
            Access::Read(_)
            | Access::Expect(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::Spawn(_)
            | Access::Join(_)
            | Access::Follow(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }
}

/// The operations of one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// In the order of the program. What fails does nothing and is not here.
    pub list: Vec<Mark>,
    /// Whether they are an atomic section. One that was taken back is none.
    pub is_section: bool,
}
