//! Memory orders. If all accesses had random ones, nearly every program would have a data race; most programs have a plan.

use super::body::Body;
use fastrand::Rng;
use ir::Order;

/// The plan of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orders {
    /// Each access has its own, or none.
    Mixed,
    /// All accesses of a thread have the same, or none.
    OfThread,
    /// All accesses are atomic.
    Atomic,
    /// The first number is accessed without an order and under the first mutex only; other accesses are atomic.
    Guarded,
}

pub(super) const ATOMIC: [Order; 6] = [
    Order::Relaxed,
    Order::Consume,
    Order::Acquire,
    Order::Release,
    Order::AcquireRelease,
    Order::SequentiallyConsistent,
];

impl Orders {
    pub fn new(rng: &mut Rng, mutexes: bool) -> Self {
        match rng.u32(0..100) {
            0..40 => Orders::Mixed,
            40..62 => Orders::OfThread,
            62..92 if mutexes => Orders::Guarded,
            _ => Orders::Atomic,
        }
    }
}

impl Body<'_> {
    pub fn atomic_order(&mut self) -> Order {
        ATOMIC[self.rng.usize(0..ATOMIC.len())]
    }

    /// The order of the accesses of a new thread.
    pub fn first_order(&mut self) -> Order {
        match self.world.orders {
            Orders::OfThread => [Order::NonAtomic, Order::Relaxed, Order::SequentiallyConsistent][self.rng.usize(0..3)],
            Orders::Mixed | Orders::Atomic | Orders::Guarded => Order::SequentiallyConsistent,
        }
    }

    /// The order of the next accesses, if it is not the one of the last.
    pub fn next_order(&mut self) -> Option<Order> {
        match self.world.orders {
            Orders::OfThread => None,
            Orders::Mixed if self.rng.bool() => Some(Order::NonAtomic),
            Orders::Mixed | Orders::Atomic | Orders::Guarded => Some(self.atomic_order()),
        }
    }
}
