//! Statements on globals, and atomic sections.

use super::body::Body;
use super::orders::Orders;
use crate::build::{FunctionBuilder, Var};
use ir::{Base, Binary, Domain, Expr, FunctionId, Operation, Order, Update, Width};

impl Body<'_> {
    /// A number, and the order that goes with it.
    fn some_int(&mut self, f: &mut FunctionBuilder) -> Var {
        let ints = &self.world.ints;
        if self.world.orders != Orders::Guarded || self.mistake() && self.rng.bool() {
            return ints[self.rng.usize(0..ints.len())];
        }
        if self.held.contains(&self.world.mutexes[0]) && self.rng.u8(0..4) > 0 {
            f.order = Order::NonAtomic;
            return ints[0];
        }
        ints[self.rng.usize(1..ints.len())]
    }

    pub fn load(&mut self, f: &mut FunctionBuilder) {
        let from = self.some_int(f);
        self.pay(1);
        let value = f.load(from);
        self.values.push(value);
    }

    pub fn store(&mut self, f: &mut FunctionBuilder) {
        let to = self.some_int(f);
        let value = self.value(to.bits);
        self.pay(1);
        f.store(to, value);
    }

    pub fn update(&mut self, f: &mut FunctionBuilder) {
        use Update::*;
        let var = self.some_int(f);
        let updates =
            [Add, Add, Add, Exchange, Subtract, And, Or, Xor, Nand, AddIfFits, SubtractIfFits, SubtractIfFits];
        let update = updates[self.rng.usize(0..updates.len())];
        let operand = match update {
            // Else nearly every sum would fit.
            AddIfFits if self.rng.u8(0..3) > 0 => {
                Expr::constant(Width(var.bits), Width(var.bits).mask() - self.rng.u64(0..3))
            }
            _ => self.value(var.bits),
        };
        self.pay(1);
        let old = f.update(var, update, operand);
        self.values.push(old);
    }

    pub fn compare_exchange(&mut self, f: &mut FunctionBuilder) {
        let var = self.some_int(f);
        let (expected, desired) = (self.value(var.bits), self.value(var.bits));
        self.pay(1);
        f.failure = if f.order == Order::NonAtomic { None } else { Some(self.atomic_order()) };
        let old = f.compare_exchange(var, expected, desired);
        f.failure = None;
        self.values.push(old);
    }

    pub fn fence(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let order = self.atomic_order();
        f.operation(Operation::Fence(order));
    }

    /// An access to an element whose index is computed, within the bounds unless by mistake.
    pub fn array_access(&mut self, f: &mut FunctionBuilder) {
        let array = self.world.array.expect("the program has an array");
        let pointer = f.model().pointer_bits();
        let number = |value| Expr::constant(Width(pointer), value);
        let mut index = self.value(pointer);
        // A mistaken index strays by a few elements only: which wild addresses hit an object is not fixed.
        let last = if self.mistake() { 7 } else { u64::from(array.count) - 1 };
        index = Expr::binary(Binary::And, index, number(last));
        let offset = Expr::binary(Binary::Multiply, index, number(u64::from(array.var.bits / 8)));
        let odd = self.mistake() && self.rng.u8(0..3) == 0;
        let address = Expr::binary(Binary::Add, array.var.offset(i64::from(odd)), offset);
        let bits = if self.mistake() { self.width() } else { array.var.bits };
        self.access(f, address, bits);
    }

    /// A load, store or update at an address that holds a number.
    pub fn access(&mut self, f: &mut FunctionBuilder, address: Expr, bits: u8) {
        self.pay(1);
        match self.rng.u8(0..5) {
            0 | 1 => {
                let value = f.load_at(address, bits);
                self.values.push(value);
            }
            2 | 3 => {
                let value = self.value(bits);
                f.store_at(address, bits, value);
            }
            _ => {
                let operand = self.value(bits);
                let old = f.update_at(address, bits, Update::Add, operand);
                self.values.push(old);
            }
        }
    }

    /// Reads the pointer and accesses what it points to.
    pub fn pointer_access(&mut self, f: &mut FunctionBuilder) {
        let pointer = self.world.pointer.expect("the program has a pointer");
        self.pay(1);
        let target = f.load(pointer);
        // Some check the pointer first, which is not enough if others write it.
        let branch = self.rng.bool().then(|| f.begin_if(target.is_not(0)));
        let bits = if self.mistake() { self.width() } else { self.world.ints[0].bits.min(32) };
        self.access(f, target.expr(), bits);
        if let Some(branch) = branch {
            let branch = f.begin_else(branch);
            f.end_if(branch);
        }
        if self.mistake() && self.rng.u8(0..4) == 0 {
            self.pay(1);
            f.free(target);
        }
    }

    pub fn pointer_store(&mut self, f: &mut FunctionBuilder) {
        let pointer = self.world.pointer.expect("the program has a pointer");
        self.pay(1);
        let target = self.some_target();
        let address = if !self.mistake() {
            target.at()
        } else {
            match self.rng.u8(0..4) {
                0 => target.offset(1),
                1 => Expr::Address(Base::Function(FunctionId(0)), 0),
                _ => Expr::constant(Width(pointer.bits), 0),
            }
        };
        f.store(pointer, address);
    }

    /// A global that the pointer can point to: in a careful program one that is wide enough for every access.
    pub fn some_target(&mut self) -> Var {
        let wide = self.world.ints[0].bits.min(32);
        let fits: Vec<Var> = self.world.targets.iter().copied().filter(|it| it.bits >= wide).collect();
        if self.mistake() {
            self.world.targets[self.rng.usize(0..self.world.targets.len())]
        } else {
            fits[self.rng.usize(0..fits.len())]
        }
    }

    /// One to three statements in one step.
    pub fn section(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let outer = std::mem::replace(&mut self.in_section, true);
        let is_quiet = self.rng.u8(0..3) == 0;
        f.section(is_quiet, |f| {
            for _ in 0..self.rng.u32(1..=3) {
                self.statement(f);
            }
        });
        self.in_section = outer;
    }

    pub fn choose(&mut self, f: &mut FunctionBuilder) {
        let bits = self.width();
        self.pay(1);
        let dest = match self.rng.u32(0..100) {
            0..85 => {
                let low = self.rng.u64(0..2);
                f.choose(bits, low, low + self.rng.u64(1..3))
            }
            // Wraps around.
            85..90 => f.choose(bits, Width(bits).mask(), 0),
            90..97 => {
                let dest = f.fresh(1);
                f.operation(Operation::Choose { dest: dest.id, domain: Domain::Any });
                dest
            }
            // Too many.
            _ => {
                let dest = f.fresh(9);
                f.operation(Operation::Choose { dest: dest.id, domain: Domain::Any });
                dest
            }
        };
        self.values.push(dest);
    }
}
