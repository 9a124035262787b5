//! Who may watch an exploration by annotated orders, and what they see.

use event::{StateId, Stats, ThreadId};

/// Somebody who watches. `()` does not.
pub trait Watcher<T> {
    /// Whether it wants to know at all.
    fn is_interested(&self) -> bool {
        true
    }

    /// A thread has come to a state that it is in in some execution.
    fn reached(&mut self, _threads: &T, _state: StateId) {}

    /// Called now and then, with the part of all orders that was explored, as far as anybody can guess.
    fn progress(&mut self, _stats: &Stats, _explored: f64) {}

    /// Nothing can be added to an order.
    fn maximal(&mut self, _threads: &T, _order: &dyn Maximal, _states: &[(ThreadId, StateId)]) {}
}

impl<T> Watcher<T> for () {
    fn is_interested(&self) -> bool {
        false
    }
}

/// An order to which nothing can be added.
pub trait Maximal {
    /// Its events: thread, index in the thread, nondeterministic value.
    fn events(&self) -> Vec<(ThreadId, u32, u32)>;

    /// Whether an event comes before another one.
    fn is_before(&self, one: usize, other: usize) -> bool;

    /// What a read may observe: events, or the initial value. `None`: it is not a read.
    fn good(&self, event: usize) -> Option<Vec<Option<usize>>>;
}
