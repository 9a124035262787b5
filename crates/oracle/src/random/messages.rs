//! A plain global that one thread writes, and others access once they have seen a flag. Whether that is a data race is a
//! matter of memory orders, fences and release sequences.

use super::body::Body;
use super::world::Message;
use crate::build::FunctionBuilder;
use ir::{Binary, Operation, Order, Update};

impl Body<'_> {
    fn message(&self) -> Message {
        self.world.message.expect("the program has messages")
    }

    /// An order that is strong enough, mostly.
    fn order_like(&mut self, strong: Order) -> Order {
        match self.rng.u8(0..8) {
            0..4 => strong,
            4 | 5 => Order::AcquireRelease,
            6 => Order::SequentiallyConsistent,
            _ => self.atomic_order(),
        }
    }

    /// Sometimes an atomic section, which orders things only together with others on which it depends.
    fn section_between(&mut self, f: &mut FunctionBuilder) {
        if self.world.features.sections && !self.in_section && self.rng.u8(0..3) > 0 {
            self.pay(1);
            f.order = Order::Relaxed;
            let is_quiet = self.rng.u8(0..3) == 0;
            f.section(is_quiet, |f| if self.rng.bool() { self.load(f) } else { self.store(f) });
        }
    }

    /// Writes the data and sets the flag.
    pub fn send(&mut self, f: &mut FunctionBuilder) {
        let Message { data, flag } = self.message();
        self.world.sent.set(true);
        let value = self.value(data.bits);
        self.pay(2);
        f.order = Order::NonAtomic;
        f.store(data, value);
        self.section_between(f);
        if self.rng.u8(0..3) == 0 {
            self.pay(1);
            f.operation(Operation::Fence(self.order_like(Order::Release)));
            f.order = Order::Relaxed;
        } else {
            f.order = self.order_like(Order::Release);
        }
        if self.rng.u8(0..3) == 0 {
            f.update(flag, Update::Or, 1);
        } else {
            f.store(flag, 1);
        }
        if self.rng.u8(0..4) == 0 {
            // The release sequence goes on.
            self.pay(1);
            f.order = self.atomic_order();
            f.store(flag, 3);
        }
    }

    /// Looks at the flag and accesses the data if it is set.
    pub fn receive(&mut self, f: &mut FunctionBuilder) {
        let Message { data, flag } = self.message();
        self.pay(2);
        self.section_between(f);
        let with_fence = self.rng.u8(0..3) == 0;
        f.order = if with_fence { Order::Relaxed } else { self.order_like(Order::Acquire) };
        let seen = match self.rng.u8(0..4) {
            0 => f.update(flag, Update::Or, 4),
            1 => f.compare_exchange(flag, 1, 5),
            _ => f.load(flag),
        };
        if with_fence {
            self.pay(1);
            f.operation(Operation::Fence(self.order_like(Order::Acquire)));
        }
        let is_set = f.fresh(32);
        f.assign(is_set, seen.binary(Binary::And, 1));
        let branch = f.begin_if(is_set.is_not(0));
        f.order = Order::NonAtomic;
        if self.rng.u8(0..4) == 0 {
            let value = self.value(data.bits);
            f.store(data, value);
        } else {
            let value = f.load(data);
            self.values.push(value);
        }
        let branch = f.begin_else(branch);
        f.end_if(branch);
    }

    /// Has a hand in the flag: a read-modify-write continues the release sequence, a store ends it.
    pub fn relay(&mut self, f: &mut FunctionBuilder) {
        let Message { flag, .. } = self.message();
        self.pay(1);
        f.order = self.atomic_order();
        if self.rng.u8(0..4) > 0 {
            f.update(flag, Update::Or, 8);
        } else {
            f.store(flag, 9);
        }
    }
}
