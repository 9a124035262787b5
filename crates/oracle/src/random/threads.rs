//! Statements on threads: who runs here, and what becomes of those that were spawned.

use super::body::Body;
use crate::build::{FunctionBuilder, Reg};
use ir::{Binary, Callee, Expr};

impl Body<'_> {
    /// Says that a child will not be joined, or not; whether it can be.
    pub fn may_detach(&mut self, f: &mut FunctionBuilder, handle: Reg, one_in: u8) -> bool {
        if !self.world.features.detaches || self.rng.u8(0..one_in) > 0 {
            return true;
        }
        f.detach(handle);
        if self.mistake() && self.rng.bool() {
            f.detach(handle);
        }
        self.mistake()
    }

    /// Something about the running thread. Its handle is compared with others but never gets into numbers.
    pub fn current_thread(&mut self, f: &mut FunctionBuilder) {
        let own = f.current_thread();
        let owner = self.world.owner.expect("the program has a place for a handle");
        match self.rng.u8(0..6) {
            0 | 1 => {
                self.pay(1);
                f.store(owner, own);
            }
            2 | 3 => {
                self.pay(1);
                let found = f.load(owner);
                self.is_same_thread(f, own.expr(), found);
            }
            4 if self.mistake() => {
                self.pay(1);
                match self.rng.u8(0..4) {
                    0 => {
                        f.join(own);
                    }
                    1 => f.detach(own),
                    2 => {
                        let found = f.load(owner);
                        f.detach(found);
                    }
                    _ => {
                        let found = f.load(owner);
                        f.join(found);
                    }
                }
            }
            _ => {
                let again = f.current_thread();
                self.is_same_thread(f, own.expr(), again);
            }
        }
    }

    fn is_same_thread(&mut self, f: &mut FunctionBuilder, own: Expr, other: Reg) {
        let same = f.fresh(1);
        f.assign(same, Expr::binary(Binary::Equal, own, other.expr()));
        self.values.push(same);
    }

    /// The function that runs those of all threads but the first.
    pub fn runner(&mut self, f: &mut FunctionBuilder) {
        f.order = self.first_order();
        let (function, argument) = (f.parameter(0), f.parameter(1));
        if self.rng.u8(0..3) == 0 {
            self.statement(f);
        }
        let bits = f.result_bits();
        let callee = Callee::Indirect(function.expr());
        let result = f.call(callee, vec![argument.expr()], Some(bits)).expect("it has a result");
        self.values.push(result);
        if self.rng.u8(0..3) == 0 {
            self.statement(f);
        }
        let result = if self.rng.u8(0..4) == 0 { self.value(bits) } else { result.expr() };
        f.ret(result);
    }
}
