//! What can be asked of a program, and what can go wrong in it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Something that no execution may violate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Property {
    /// No assertion fails, `reach_error` is not called.
    Reach,
    /// Some thread can always go on until all have ended.
    Deadlock,
    /// No invalid access to memory or misuse of a library object.
    Memory,
    /// No signed overflow, division by zero or bad shift.
    Overflow,
    /// No two accesses to the same bytes, one a write and one not atomic, that nothing orders.
    Race,
    /// No exception ends a task of an actor without anybody getting it.
    Exception,
}

impl Property {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Property; 6] = [
        Property::Reach,
        Property::Deadlock,
        Property::Memory,
        Property::Overflow,
        Property::Race,
        Property::Exception,
    ];

    /// The name on the command line and in the verdict.
    pub fn name(self) -> &'static str {
        match self {
            Property::Reach => "reach",
            Property::Deadlock => "deadlock",
            Property::Memory => "memory",
            Property::Overflow => "overflow",
            Property::Race => "race",
            Property::Exception => "exception",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Property {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Property::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let names: Vec<_> = Property::ALL.iter().map(|it| it.name()).collect();
            format!("`{name}` is not a property; there are {}", names.join(", "))
        })
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Properties(u8);

impl Properties {
    /// Every property.
    pub fn all() -> Self {
        Property::ALL.into_iter().collect()
    }

    /// What can be asked of a program with threads and memory.
    pub fn of_threads() -> Self {
        Properties::all().without(Property::Exception)
    }

    /// What can be asked of actors, which share no memory.
    pub fn of_actors() -> Self {
        [Property::Reach, Property::Deadlock, Property::Exception].into_iter().collect()
    }

    /// Whether it is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u8) != 0
    }

    /// Those of both sets.
    pub fn intersection(self, other: Properties) -> Properties {
        Properties(self.0 & other.0)
    }

    /// All but this one.
    pub fn without(self, property: Property) -> Properties {
        Properties(self.0 & !(1 << property as u8))
    }

    /// Adds one.
    pub fn insert(&mut self, property: Property) {
        self.0 |= 1 << property as u8;
    }

    /// Whether all of `other` are in this set.
    pub fn includes(self, other: Properties) -> bool {
        self.0 & other.0 == other.0
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&it| self.contains(it))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(iter: I) -> Self {
        let mut set = Properties::default();
        iter.into_iter().for_each(|it| set.insert(it));
        set
    }
}

/// What a thread did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Fault {
    Assertion,
    NullPointer,
    InvalidPointer,
    UseAfterFree,
    OutOfBounds,
    Misaligned,
    ReadOnly,
    InvalidFree,
    DoubleFree,
    BadSize,
    BadCall,
    BadMutex,
    BadJoin,
    /// Something of the library or the language was used as it must not be.
    Misuse,
    Uninitialised,
    Leak,
    SignedOverflow,
    DivisionByZero,
    BadShift,
    BadConversion,
    /// An exception that nobody caught.
    Exception,
}

impl Fault {
    /// All of them, in the order of their declaration.
    pub const ALL: [Fault; 21] = [
        Fault::Assertion,
        Fault::NullPointer,
        Fault::InvalidPointer,
        Fault::UseAfterFree,
        Fault::OutOfBounds,
        Fault::Misaligned,
        Fault::ReadOnly,
        Fault::InvalidFree,
        Fault::DoubleFree,
        Fault::BadSize,
        Fault::BadCall,
        Fault::BadMutex,
        Fault::BadJoin,
        Fault::Misuse,
        Fault::Uninitialised,
        Fault::Leak,
        Fault::SignedOverflow,
        Fault::DivisionByZero,
        Fault::BadShift,
        Fault::BadConversion,
        Fault::Exception,
    ];

    /// The property that it violates.
    pub fn property(self) -> Property {
        match self {
            Fault::Assertion => Property::Reach,
            Fault::NullPointer
            | Fault::InvalidPointer
            | Fault::UseAfterFree
            | Fault::OutOfBounds
            | Fault::Misaligned
            | Fault::ReadOnly
            | Fault::InvalidFree
            | Fault::DoubleFree
            | Fault::BadSize
            | Fault::BadCall
            | Fault::BadMutex
            | Fault::BadJoin
            | Fault::Misuse
            | Fault::Uninitialised
            | Fault::Leak => Property::Memory,
            Fault::SignedOverflow | Fault::DivisionByZero | Fault::BadShift | Fault::BadConversion => {
                Property::Overflow
            }
            Fault::Exception => Property::Exception,
        }
    }

    /// A few words for people.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Assertion => "assertion failed",
            Fault::NullPointer => "null pointer dereference",
            Fault::InvalidPointer => "access through an invalid pointer",
            Fault::UseAfterFree => "use after free",
            Fault::OutOfBounds => "access out of bounds",
            Fault::Misaligned => "misaligned access",
            Fault::ReadOnly => "write to read-only memory",
            Fault::InvalidFree => "free of an address that is not the start of a heap object",
            Fault::DoubleFree => "double free",
            Fault::BadSize => "array of variable length that has no elements or too many",
            Fault::BadCall => "call through a pointer that is not a fitting function",
            Fault::BadMutex => "misuse of a mutex",
            Fault::BadJoin => "join of something that is not a joinable thread",
            Fault::Misuse => "misuse",
            Fault::Uninitialised => "use of an uninitialised value",
            Fault::Leak => "memory leak",
            Fault::SignedOverflow => "signed overflow",
            Fault::DivisionByZero => "division by zero",
            Fault::BadShift => "shift by a negative number or by the width or more",
            Fault::BadConversion => "conversion of a floating-point number that the integer cannot hold",
            Fault::Exception => "uncaught exception",
        }
    }

    /// A short name that stays the same, for the command line and for other programs.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Assertion => "assertion",
            Fault::NullPointer => "null-pointer",
            Fault::InvalidPointer => "invalid-pointer",
            Fault::UseAfterFree => "use-after-free",
            Fault::OutOfBounds => "out-of-bounds",
            Fault::Misaligned => "misaligned",
            Fault::ReadOnly => "read-only",
            Fault::InvalidFree => "invalid-free",
            Fault::DoubleFree => "double-free",
            Fault::BadSize => "bad-size",
            Fault::BadCall => "bad-call",
            Fault::BadMutex => "bad-mutex",
            Fault::BadJoin => "bad-join",
            Fault::Misuse => "misuse",
            Fault::Uninitialised => "uninitialised",
            Fault::Leak => "leak",
            Fault::SignedOverflow => "signed-overflow",
            Fault::DivisionByZero => "division-by-zero",
            Fault::BadShift => "bad-shift",
            Fault::BadConversion => "bad-conversion",
            Fault::Exception => "uncaught-exception",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for property in Property::ALL {
            assert_eq!(property.name().parse(), Ok(property));
        }
        assert!("raec".parse::<Property>().is_err());
    }

    #[test]
    fn all_faults_are_listed_once_and_have_words_of_their_own() {
        // In order and without a gap, so that one that is forgotten is noticed, unless it is the last one.
        assert!(Fault::ALL.iter().enumerate().all(|(index, it)| *it as usize == index));
        let words: std::collections::BTreeSet<_> = Fault::ALL.iter().map(|it| it.word()).collect();
        assert_eq!(words.len(), Fault::ALL.len());
        assert!(Property::ALL.iter().all(|it| !words.contains(it.name())), "properties have other names");
    }

    #[test]
    fn sets() {
        let some: Properties = [Property::Memory, Property::Reach].into_iter().collect();
        assert!(Properties::all().includes(some) && !some.includes(Properties::all()));
        assert_eq!(some.iter().collect::<Vec<_>>(), [Property::Reach, Property::Memory]);
        assert_eq!(some.without(Property::Memory).iter().collect::<Vec<_>>(), [Property::Reach]);
        assert_eq!(some.intersection(Properties::all().without(Property::Memory)), some.without(Property::Memory));
    }
}
