//! Mistakes that can be put into the engines on purpose, one at a time, to see that the tests notice them.
//!
//! Each is one of [`Bug`], and one line of an engine that asks [`bug!`] whether to make it. Without the feature `hooks`, which
//! only `testkit` asks for, the answer is the constant `false`: what is shipped has no trace of it. With the feature it is a
//! variable of the process, which [`plant`] sets and nobody else. Start at `list.rs`.

mod list;

pub use list::Bug;

/// Whether this mistake is to be made: `if planted::bug!(RaceDropped) { return; }`.
#[macro_export]
macro_rules! bug {
    ($name:ident) => {
        $crate::is_planted($crate::Bug::$name)
    };
}

/// See [`bug!`].
#[cfg(not(feature = "hooks"))]
#[inline(always)]
pub const fn is_planted(_: Bug) -> bool {
    false
}

#[cfg(feature = "hooks")]
mod hooks {
    use super::Bug;
    use std::sync::atomic::{AtomicU8, Ordering};

    /// The number of the mistake that is made, counted from 1; 0 is none.
    static PLANTED: AtomicU8 = AtomicU8::new(0);

    /// See [`crate::bug!`].
    #[inline(always)]
    pub fn is_planted(bug: Bug) -> bool {
        // Set once, before anything runs: there is nothing to be ordered with.
        PLANTED.load(Ordering::Relaxed) == bug as u8 + 1
    }

    /// From now on this mistake is made in the whole process, and no other.
    pub fn plant(bug: Bug) {
        PLANTED.store(bug as u8 + 1, Ordering::Relaxed);
    }
}

#[cfg(feature = "hooks")]
pub use hooks::{is_planted, plant};
