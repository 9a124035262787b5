//! The kinds of misuse by their codes, and what of undefined use can be let pass.
//!
//! A code stays the same, whatever the message says: it is shown with a violation, `raddle explain` has a page for it, and
//! `--allow` takes it if it is one of [`Tolerance`]. What is let pass must have a meaning, so that the rest of the execution has one:
//! an access through a null pointer or to memory that was freed has none.

use source::{Sources, Span};

/// Places that are named.
const MOST_PLACES: usize = 8;

/// What is wrong with a use of the library or the language that no access shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Misuse {
    /// An object is changed, and read or changed again, without a sequence point in between.
    Unsequenced,
    /// An index is outside of an array that is part of a larger object.
    ArrayIndex,
    /// A pointer is moved out of its object, and not to its end.
    PointerArithmetic,
    /// Pointers to different objects are subtracted.
    UnrelatedPointers,
    /// Memory is copied to memory that overlaps with it.
    Overlap,
    /// A string is copied to memory that overlaps with it.
    StringOverlap,
    /// An object of the library is used after it was destroyed.
    UsedAfterDestroy,
    /// One is destroyed while a thread holds it, or waits for it.
    DestroyedInUse,
    /// One is used that was never initialised.
    NeverInitialised,
    /// One is initialised that is initialised.
    InitialisedAgain,
    /// A lock is released by a thread that does not hold it.
    NotHeld,
    /// Threads wait for one condition variable with different mutexes.
    TwoMutexes,
}

impl Misuse {
    /// All of them, in the order of their declaration.
    pub const ALL: [Misuse; 12] = [
        Misuse::Unsequenced,
        Misuse::ArrayIndex,
        Misuse::PointerArithmetic,
        Misuse::UnrelatedPointers,
        Misuse::Overlap,
        Misuse::StringOverlap,
        Misuse::UsedAfterDestroy,
        Misuse::DestroyedInUse,
        Misuse::NeverInitialised,
        Misuse::InitialisedAgain,
        Misuse::NotHeld,
        Misuse::TwoMutexes,
    ];

    /// A short name that stays the same.
    pub fn code(self) -> &'static str {
        match self {
            Misuse::Unsequenced => "unsequenced",
            Misuse::ArrayIndex => "array-index",
            Misuse::PointerArithmetic => "pointer-arithmetic",
            Misuse::UnrelatedPointers => "unrelated-pointers",
            Misuse::Overlap => "overlap",
            Misuse::StringOverlap => "string-overlap",
            Misuse::UsedAfterDestroy => "used-after-destroy",
            Misuse::DestroyedInUse => "destroyed-in-use",
            Misuse::NeverInitialised => "never-initialised",
            Misuse::InitialisedAgain => "initialised-again",
            Misuse::NotHeld => "not-held",
            Misuse::TwoMutexes => "two-mutexes",
        }
    }

    /// The kind with this code.
    pub fn of(code: &str) -> Option<Misuse> {
        Misuse::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// Undefined use that can be let pass, since the program can be given a meaning behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tolerance {
    /// The use of a value that was never written.
    Uninitialised,
    /// Memory that is lost.
    Leak,
    /// See [`Misuse::Unsequenced`].
    Unsequenced,
    /// See [`Misuse::ArrayIndex`].
    ArrayIndex,
    /// See [`Misuse::Overlap`].
    Overlap,
    /// See [`Misuse::InitialisedAgain`].
    InitialisedAgain,
    /// The result of signed arithmetic does not fit.
    SignedOverflow,
}

impl Tolerance {
    /// All of them, in the order of their declaration.
    pub const ALL: [Tolerance; 7] = [
        Tolerance::Uninitialised,
        Tolerance::Leak,
        Tolerance::Unsequenced,
        Tolerance::ArrayIndex,
        Tolerance::Overlap,
        Tolerance::InitialisedAgain,
        Tolerance::SignedOverflow,
    ];

    /// The code of what is let pass.
    pub fn code(self) -> &'static str {
        match self {
            Tolerance::Uninitialised => "uninitialised",
            Tolerance::Leak => "leak",
            Tolerance::Unsequenced => Misuse::Unsequenced.code(),
            Tolerance::ArrayIndex => Misuse::ArrayIndex.code(),
            Tolerance::Overlap => Misuse::Overlap.code(),
            Tolerance::InitialisedAgain => Misuse::InitialisedAgain.code(),
            Tolerance::SignedOverflow => "signed-overflow",
        }
    }

    /// What has this code, if it can be let pass.
    pub fn of(code: &str) -> Option<Tolerance> {
        Tolerance::ALL.into_iter().find(|it| it.code() == code)
    }

    /// What the program does where it is let pass.
    pub fn meaning(self) -> &'static str {
        match self {
            Tolerance::Uninitialised => "a value that was never written is any value where it is used",
            Tolerance::Leak => "memory that is lost is no violation",
            Tolerance::Unsequenced => "operands are evaluated from left to right",
            Tolerance::ArrayIndex => "an index may lead out of an array, within the larger object",
            Tolerance::Overlap => "memory is copied as by memmove",
            Tolerance::InitialisedAgain => "an object of the library that is initialised again is as new",
            Tolerance::SignedOverflow => "signed arithmetic wraps around",
        }
    }

    /// What a scope says of it, with the places where it can happen.
    pub fn sentence(self, places: &[Span], sources: &Sources) -> String {
        // What is inside of the library happens where that is called.
        let is_own = |it: &Span| it.is_some() && sources.get(it.file).is_some_and(|it| !it.name.starts_with('<'));
        let mut named: Vec<Span> = places.iter().copied().filter(is_own).collect();
        named.sort_unstable();
        named.dedup();
        let more = named.len().saturating_sub(MOST_PLACES);
        let mut described: Vec<String> = named.iter().take(MOST_PLACES).map(|it| sources.describe(*it)).collect();
        if more > 0 {
            described.push(format!("{more} more"));
        }
        let at = if described.is_empty() { String::new() } else { format!(" at {}", described.join(", ")) };
        format!("`{}` is let pass{at}: {}", self.code(), self.meaning())
    }

    /// Whether it happens at a line, so that a comment there can let it pass. Memory is lost at the end of the program.
    pub fn has_a_line(self) -> bool {
        self != Tolerance::Leak
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_one_kind() {
        for it in Misuse::ALL {
            assert_eq!(Misuse::of(it.code()), Some(it));
        }
        for it in Tolerance::ALL {
            assert_eq!(Tolerance::of(it.code()), Some(it));
        }
        assert!(Misuse::ALL.iter().enumerate().all(|(index, it)| *it as usize == index));
        assert!(Tolerance::ALL.iter().enumerate().all(|(index, it)| *it as usize == index));
        assert_eq!((Misuse::of("use-after-free"), Tolerance::of("use-after-free")), (None, None));
    }
}
