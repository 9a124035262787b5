//! Exploration by annotated partial orders: threads are told what they read, and nobody keeps a memory.
//!
//! Chatterjee, Pavlogiannis, Toman: *Value-Centric Dynamic Partial Order Reduction* (OOPSLA 2019). An order says which
//! events come before which, and for each read which writes it may observe; it stands for all executions that agree.
//! Threads run on what they are told, one at a time. No execution is run at all but the one that shows a violation, which
//! the machine replays.
//!
//! * [`order`]: the order, changed in place and taken back
//! * [`closure`]: whether some execution agrees with it
//! * [`realize`]: one that does
//! * [`pairs`]: which events of leaves must be ordered
//! * [`search`]: which orders there are
//! * [`run`]: from where they are looked at
//! * [`together`]: who looks at which, if there are several
//!
//! `algorithms::value` and `algorithms::data` say which writes may stand for one another.

pub(crate) mod closure;
pub(crate) mod order;
pub(crate) mod pairs;
pub(crate) mod realize;
mod run;
pub(crate) mod search;
mod together;

pub use run::{Turns, run_annotated};
pub(crate) use search::Group;
pub use search::{Maximal, Settings, Watcher};
pub(crate) use together::Orders;
pub use together::{Refusal, run_annotated_together};

/// Which writes may stand for one another.
pub(crate) trait Grouping {
    /// Whether a read observes exactly one write.
    const IS_EXACT: bool;

    /// Whether two ways to observe something are one.
    fn is_same(one: &Group, other: &Group) -> bool;
}

#[cfg(test)]
mod tests;
