//! What a step touches, and when two steps touch the same.

use ir::DataModel;
use smt::{Term, Terms};

/// Something that a step reads or writes.
#[derive(Clone, Debug)]
pub struct Touch {
    /// What it is.
    pub what: What,
    /// When the step touches it.
    pub when: Term,
    /// Whether it may change it.
    pub is_write: bool,
    /// How it is accessed.
    pub access: Access,
}

/// What is touched.
#[derive(Clone, Debug)]
pub enum What {
    /// Bytes at an address.
    Bytes {
        /// Where they begin.
        address: Term,
        /// How many.
        size: u8,
        /// The objects that they may be in, in ascending order.
        objects: Vec<u32>,
        /// What is there before the step.
        found: Term,
        /// What is written.
        value: Option<Term>,
    },
    /// A whole object, by its address.
    Object {
        /// The address of its first byte.
        address: Term,
        /// The objects that it may be, in ascending order.
        objects: Vec<u32>,
    },
    /// Whether a thread was joined.
    Thread(u32),
}

/// How something is accessed, as far as races are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Not atomically.
    Plain,
    /// Atomically.
    Atomic,
    /// In an atomic section, not atomically otherwise: two of them do not race.
    Section,
    /// By an operation on mutexes or threads, which does not race.
    Silent,
}

impl Access {
    /// Whether two accesses of the same place race if one of them is a write.
    pub fn races_with(self, other: Access) -> bool {
        match (self, other) {
            (Access::Silent, _) | (_, Access::Silent) => false,
            (Access::Section, Access::Section) | (Access::Atomic, Access::Atomic) => false,
            (Access::Plain, _) | (_, Access::Plain) | (Access::Section, _) | (_, Access::Section) => true,
        }
    }
}

impl Touch {
    /// When two steps touch something in common here, if both are made in the same state.
    pub fn meets(&self, terms: &mut Terms, model: DataModel, other: &Touch) -> Term {
        let same = self.what.overlaps(terms, model, &other.what);
        if terms.is_false(same) {
            return same;
        }
        let both = terms.and(self.when, other.when);
        terms.and(both, same)
    }
}

impl What {
    /// When two things have something in common.
    fn overlaps(&self, terms: &mut Terms, model: DataModel, other: &What) -> Term {
        match (self, other) {
            (What::Thread(one), What::Thread(two)) => terms.truth(one == two),
            (What::Thread(_), _) | (_, What::Thread(_)) => terms.truth(false),
            (What::Bytes { objects, .. } | What::Object { objects, .. }, _)
                if !have_common(objects, other.objects()) =>
            {
                terms.truth(false)
            }
            (What::Bytes { address, size, .. }, What::Bytes { address: others, size: other_size, .. }) => {
                if size == other_size && model.alignment(*size) == *size {
                    return terms.eq(*address, *others);
                }
                let width = terms.width(*address);
                let behind = |terms: &mut Terms, address: Term, size: u8| {
                    let size = terms.constant(width, size.into());
                    terms.add(address, size)
                };
                let (end, others_end) = (behind(terms, *address, *size), behind(terms, *others, *other_size));
                let (first, second) = (terms.ult(*address, others_end), terms.ult(*others, end));
                terms.and(first, second)
            }
            (What::Bytes { address, .. } | What::Object { address, .. }, _) => {
                let others = match other {
                    What::Bytes { address, .. } | What::Object { address, .. } => *address,
                    What::Thread(_) => return terms.truth(false),
                };
                // Who touches something at all touches it inside of its object.
                let bits = model.offset_bits() as u8;
                let width = terms.width(*address) - bits;
                let (mine, theirs) = (terms.extract(*address, bits, width), terms.extract(others, bits, width));
                terms.eq(mine, theirs)
            }
        }
    }

    /// Whether it is a whole object, which is ended.
    pub fn is_object(&self) -> bool {
        matches!(self, What::Object { .. })
    }

    fn objects(&self) -> &[u32] {
        match self {
            What::Bytes { objects, .. } | What::Object { objects, .. } => objects,
            What::Thread(_) => &[],
        }
    }
}

fn have_common(one: &[u32], two: &[u32]) -> bool {
    one.iter().any(|it| two.binary_search(it).is_ok())
}
