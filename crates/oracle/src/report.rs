//! What the oracle is asked and what it answers.

use std::collections::{BTreeMap, BTreeSet};

/// What is checked, and how much may be spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether failing assertions are violations. If not, they stop the thread.
    pub check_reach: bool,
    /// Whether overflow faults are violations. If not, signed numbers wrap and the others stop the thread.
    pub check_overflow: bool,
    /// Whether memory faults are violations. If not, they stop the thread.
    pub check_memory: bool,
    /// Whether an update, a compare-exchange or the use of a mutex is a fault if what it finds was never written.
    pub check_uninitialised: bool,
    /// Whether values that were never written are followed, and using them is a fault. For programs in which
    /// [`ir::passes::unset`] has not done that.
    pub follow_unset: bool,
    /// Whether the memory of freed objects may be used again. If not, every object has an address of its own.
    pub uses_memory_again: bool,
    /// How many states are looked at before the search gives up.
    pub state_limit: usize,
    /// How many edges a thread may take from one visible operation to the next.
    pub local_steps: usize,
    /// How many frames a thread may have.
    pub frames: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            check_reach: true,
            check_overflow: true,
            check_memory: true,
            check_uninitialised: false,
            follow_unset: false,
            uses_memory_again: false,
            state_limit: 100_000,
            local_steps: 10_000,
            frames: 100,
        }
    }
}

/// Everything that a program can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The states in which nothing is enabled.
    pub finals: BTreeSet<FinalState>,
    /// The ways in which some thread fails.
    pub violations: BTreeSet<FaultKind>,
    /// Whether some final state is a deadlock, or threads can get to where they only run in circles.
    pub deadlock: bool,
    /// How many maximal sequences of steps there are; a step is a thread and a branch. `u128::MAX` if there are more
    /// than that, or infinitely many; 0 if the search is incomplete.
    pub paths: u128,
    /// How many states there are.
    pub states: usize,
    /// Whether some thread was cut, or stopped at a choice from too many values, in whatever state: what it would have done is
    /// not known then.
    pub is_cut: bool,
    /// Whether the state limit was hit: all of the above is then only a part.
    pub incomplete: bool,
}

/// What is left when nothing is enabled any more.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FinalState {
    /// The contents of each global as far as they do not depend on how objects and threads are numbered, see
    /// [`super::shown_bytes`].
    pub globals: Vec<Vec<u8>>,
    /// How each thread ended. A thread is named by the path of spawn indices from the first thread, which is `[]`.
    pub threads: BTreeMap<Vec<u32>, End>,
}

/// How a thread ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// By return from its first function or by thread exit, with this value (0 if there is none).
    Returned(u64),
    /// By a stop.
    Stopped(StopKind),
    /// By a violated assertion or a fault whose property is checked.
    Failed(FaultKind),
    /// Not at all: it waits for an operation that is not enabled.
    Blocked,
}

/// Why a thread was stopped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StopKind {
    /// An assumption does not hold.
    Assume,
    /// A loop bound, or the budget of local steps or frames.
    Cut,
    /// Exit or abort, or a fault whose property is not checked.
    Exit,
    /// A choice from too many values.
    Unexplored,
}

/// The table of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum FaultKind {
    Assertion,
    NullPointer,
    InvalidPointer,
    UseAfterFree,
    OutOfBounds,
    ReadOnly,
    Misaligned,
    InvalidFree,
    DoubleFree,
    BadSize,
    BadCall,
    BadMutex,
    BadJoin,
    Misuse,
    Uninitialised,
    Leak,
    SignedOverflow,
    DivisionByZero,
    BadShift,
    BadConversion,
}

/// What a fault is a violation of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Property {
    Reach,
    Memory,
    Overflow,
}

impl FaultKind {
    /// The name in the table of faults.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion",
            FaultKind::NullPointer => "null pointer",
            FaultKind::InvalidPointer => "invalid pointer",
            FaultKind::UseAfterFree => "use after free",
            FaultKind::OutOfBounds => "out of bounds",
            FaultKind::ReadOnly => "read-only",
            FaultKind::Misaligned => "misaligned",
            FaultKind::InvalidFree => "invalid free",
            FaultKind::DoubleFree => "double free",
            FaultKind::BadSize => "bad size",
            FaultKind::BadCall => "bad call",
            FaultKind::BadMutex => "bad mutex",
            FaultKind::BadJoin => "bad join",
            FaultKind::Misuse => "misuse",
            FaultKind::Uninitialised => "uninitialised",
            FaultKind::Leak => "leak",
            FaultKind::SignedOverflow => "signed overflow",
            FaultKind::DivisionByZero => "division by zero",
            FaultKind::BadShift => "bad shift",
            FaultKind::BadConversion => "bad conversion",
        }
    }

    /// The property in the table of faults.
    pub fn property(self) -> Property {
        match self {
            FaultKind::Assertion => Property::Reach,
            FaultKind::NullPointer
            | FaultKind::InvalidPointer
            | FaultKind::UseAfterFree
            | FaultKind::OutOfBounds
            | FaultKind::ReadOnly
            | FaultKind::Misaligned
            | FaultKind::InvalidFree
            | FaultKind::DoubleFree
            | FaultKind::BadSize
            | FaultKind::BadCall
            | FaultKind::BadMutex
            | FaultKind::BadJoin
            | FaultKind::Misuse
            | FaultKind::Uninitialised
            | FaultKind::Leak => Property::Memory,
            FaultKind::SignedOverflow | FaultKind::DivisionByZero | FaultKind::BadShift | FaultKind::BadConversion => {
                Property::Overflow
            }
        }
    }
}

impl Options {
    /// Whether faults of this property are violations.
    pub fn checks(&self, property: Property) -> bool {
        match property {
            Property::Reach => self.check_reach,
            Property::Memory => self.check_memory,
            Property::Overflow => self.check_overflow,
        }
    }
}
