//! Value-centric DPOR: writes of the same value may stand for one another.
//!
//! Two executions are the same if each thread reads the same values, root reads find them on the same side, reads depend on
//! the same reads, and the leaves do what conflicts in the same order (*value happens before*). What threads find out is
//! the same then, so assertions are; what is left in memory need not be.

use crate::annotated::{Group, Grouping};

/// A read observes any write of a value, on one side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value;

impl Grouping for Value {
    const IS_EXACT: bool = false;

    fn is_same(one: &Group, other: &Group) -> bool {
        one.side == other.side && one.value == other.value
    }
}
