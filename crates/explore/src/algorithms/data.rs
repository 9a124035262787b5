//! Data-centric DPOR: each read observes one write.
//!
//! Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya: *Data-Centric Dynamic Partial Order Reduction* (POPL 2018), in the form
//! in which it is compared with the value-centric one: the leaves of a star around one root thread are ordered where they
//! conflict. Two threads make one execution for each way to read; more may make more.

use crate::annotated::{Group, Grouping};

/// A read observes one write, or the initial value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Data;

impl Grouping for Data {
    const IS_EXACT: bool = true;

    fn is_same(one: &Group, other: &Group) -> bool {
        one.only == other.only
    }
}
