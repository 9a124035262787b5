//! Statements on slots and heap objects, and calls.

use super::body::Body;
use crate::build::{FunctionBuilder, Reg, Var};
use ir::{Base, Callee, Expr, FunctionId};

impl Body<'_> {
    /// Writes and reads a slot that nobody else knows.
    pub fn private_slot(&mut self, f: &mut FunctionBuilder) {
        let slot = self.new_slot(f, false);
        let value = self.value(slot.bits);
        f.store(slot, value);
        let past_the_end = if self.mistake() && self.rng.u8(0..4) == 0 { 1 } else { 0 };
        let bytes = i64::from(slot.bits / 8);
        let value = f.load_at(slot.offset(past_the_end * bytes), slot.bits);
        self.values.push(value);
    }

    fn new_slot(&mut self, f: &mut FunctionBuilder, escapes: bool) -> Var {
        let name = format!("s{}", f.slots());
        f.slot(&name, 32, escapes)
    }

    /// Lets the others know a slot for a while.
    pub fn escaping_slot(&mut self, f: &mut FunctionBuilder) {
        let slot = self.new_slot(f, true);
        f.open(slot);
        self.publish(f, slot.at());
        self.statement(f);
        self.access(f, slot.at(), slot.bits);
        if !self.mistake() {
            self.withdraw(f);
        }
        // A slot that is not closed lives on.
        if !self.mistake() {
            self.pay(1);
            f.close(slot);
        }
        if self.mistake() {
            self.access(f, slot.at(), slot.bits);
        }
    }

    /// Makes the global pointer point there.
    fn publish(&mut self, f: &mut FunctionBuilder, address: Expr) {
        let pointer = self.world.pointer.expect("the program has a pointer");
        self.pay(1);
        f.store(pointer, address);
    }

    /// Makes the global pointer point to some global. Who has read it before still knows the object.
    fn withdraw(&mut self, f: &mut FunctionBuilder) {
        let target = self.some_target();
        self.publish(f, target.at());
    }

    /// The life of a heap object.
    pub fn heap(&mut self, f: &mut FunctionBuilder) {
        let object = f.allocate(8);
        let element = [object.expr(), object.plus(4)];
        let index = self.rng.usize(0..2);
        self.access(f, element[index].clone(), 32);
        let published = self.world.pointer.is_some() && self.rng.bool();
        if published {
            self.publish(f, object.expr());
        }
        self.statement(f);
        if published && !self.mistake() {
            self.withdraw(f);
        }
        let mut object = object;
        if self.rng.u8(0..4) == 0 {
            self.pay(1);
            object = f.reallocate(object, [4, 8, 12][self.rng.usize(0..3)]);
        }
        if !self.mistake() {
            self.pay(1);
            f.free(object);
        }
        if self.mistake() {
            match self.rng.u8(0..4) {
                0 => f.free(object),
                1 => f.free(object.plus(4)),
                _ => self.access(f, element[index].clone(), 32),
            }
        }
    }

    pub fn call(&mut self, f: &mut FunctionBuilder) {
        let helpers = self.world.helpers.expect("the program has helpers");
        let pointer_bits = f.model().pointer_bits();
        let result = match self.rng.u8(0..7) {
            0 => {
                let arguments = vec![self.value(32), self.value(32)];
                f.call(Callee::Direct(helpers.mix), arguments, Some(32))
            }
            1 | 6 => {
                let condition = self.condition();
                let address = |it: FunctionId| Box::new(Expr::Address(Base::Function(it), 0));
                let wrong = if self.mistake() { helpers.walk } else { helpers.blend };
                let callee = Expr::Select(Box::new(condition), address(helpers.mix), address(wrong));
                let arguments = vec![self.value(32), self.value(32)];
                f.call(Callee::Indirect(callee), arguments, Some(32))
            }
            2 | 3 => {
                let target = self.pointer_argument(f);
                let arguments = vec![target, self.value(32)];
                f.call(Callee::Direct(helpers.bump), arguments, Some(32))
            }
            4 => {
                let target = self.pointer_argument(f);
                let arguments = vec![Expr::constant(ir::Width(8), self.rng.u64(0..3)), target];
                f.call(Callee::Direct(helpers.walk), arguments, Some(32))
            }
            _ => {
                // The callee is told by a register.
                let callee: Reg = f.fresh(pointer_bits);
                f.assign(callee, Expr::Address(Base::Function(helpers.bump), 0));
                let target = self.pointer_argument(f);
                let arguments = vec![target, self.value(32)];
                f.call(Callee::Indirect(callee.expr()), arguments, Some(32))
            }
        };
        self.values.extend(result);
    }

    /// The address of a private slot, which makes the callee local, or of something that all know.
    fn pointer_argument(&mut self, f: &mut FunctionBuilder) -> Expr {
        let wide = self.world.ints.iter().copied().find(|it| it.bits >= 32);
        match wide {
            Some(var) if self.rng.bool() => {
                self.pay(2);
                var.at()
            }
            _ => {
                let slot = self.new_slot(f, false);
                let value = self.number(32);
                f.store(slot, value);
                slot.at()
            }
        }
    }
}
