//! The code of one thread.

use super::place::{Shared, number};
use crate::build::{FunctionBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Binary, Expr, Update, Width};

/// What the code of a thread is made with.
pub(super) struct Body<'a> {
    pub rng: &'a mut Rng,
    shared: &'a Shared,
    /// About how many more operations there may be.
    budget: u32,
    /// What the thread has read or chosen.
    pub values: Vec<Reg>,
    /// How many of the mutexes it has taken, in their order.
    held: usize,
    /// How many branches and critical sections are around.
    depth: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    Load,
    Store,
    Update,
    CompareExchange,
    Element,
    Locked,
    Choose,
    If,
    Assert,
    Assume,
}

impl<'a> Body<'a> {
    pub fn new(rng: &'a mut Rng, shared: &'a Shared, budget: u32) -> Self {
        Body { rng, shared, budget, values: Vec::new(), held: 0, depth: 0 }
    }

    /// The whole function of a thread that spawns nobody.
    pub fn worker(&mut self, f: &mut FunctionBuilder) {
        self.statements(f);
        self.result(f);
    }

    /// Statements until the budget is spent.
    pub fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..2 * self.budget {
            if self.budget == 0 || f.is_ended() {
                return;
            }
            self.statement(f);
        }
    }

    /// Returns something that was read, or nothing in particular.
    pub fn result(&mut self, f: &mut FunctionBuilder) {
        let bits = f.result_bits();
        let result = match self.some_value() {
            Some(value) if self.rng.bool() => value.resized(bits),
            _ => Expr::constant(Width(bits), 0),
        };
        f.ret(result);
    }

    /// One random statement.
    pub fn statement(&mut self, f: &mut FunctionBuilder) {
        let shared = self.shared;
        let flat = self.depth < 2;
        let reads = !self.values.is_empty();
        let kinds = [
            (Kind::Load, 10, true),
            (Kind::Store, 12, true),
            (Kind::Update, 6, shared.updates),
            (Kind::CompareExchange, 5, shared.updates),
            (Kind::Element, 8, shared.array.is_some()),
            (Kind::Locked, 12, self.held < shared.mutexes.len() && flat && self.budget > 2),
            (Kind::Choose, 3, shared.choices && self.budget > 1),
            (Kind::If, 8, shared.branches && reads && flat && self.budget > 1),
            (Kind::Assert, 12, shared.asserts),
            (Kind::Assume, 12, shared.assumes),
        ];
        let total = kinds.iter().filter(|it| it.2).map(|it| it.1).sum();
        let mut at = self.rng.u32(0..total);
        let chosen = kinds.iter().filter(|it| it.2).find(|it| {
            let found = at < it.1;
            at = at.saturating_sub(it.1);
            found
        });
        match chosen.expect("the weights add up to the total").0 {
            Kind::Load => self.look(f),
            Kind::Store => {
                let var = self.some_int();
                let value = self.value(var.bits);
                self.pay(1);
                f.store(var, value);
            }
            Kind::Update => self.update(f),
            Kind::CompareExchange => {
                let var = self.some_int();
                let (expected, desired) = (self.value(var.bits), self.value(var.bits));
                self.pay(1);
                let found = f.compare_exchange(var, expected, desired);
                self.values.push(found);
            }
            Kind::Element => self.element(f),
            Kind::Locked => self.locked(f),
            Kind::Choose => {
                let bits = [8, 32][self.rng.usize(0..2)];
                let high = if self.rng.u8(0..3) == 0 { 2 } else { 1 };
                self.pay(1);
                let chosen = f.choose(bits, 0, high);
                self.values.push(chosen);
            }
            Kind::If => self.branch(f),
            Kind::Assert => {
                self.look(f);
                let condition = self.condition(true);
                f.assert(condition, "body");
            }
            Kind::Assume => {
                self.look(f);
                let condition = self.condition(true);
                f.assume(condition);
            }
        }
    }

    /// Reads a variable.
    pub fn look(&mut self, f: &mut FunctionBuilder) {
        let var = self.some_int();
        self.pay(1);
        let value = f.load(var);
        self.values.push(value);
    }

    fn update(&mut self, f: &mut FunctionBuilder) {
        let var = self.some_int();
        let all =
            [Update::Exchange, Update::Exchange, Update::Add, Update::Add, Update::Subtract, Update::Or, Update::And];
        let update = match self.rng.usize(0..9) {
            7 => Update::AddIfFits,
            8 => Update::SubtractIfFits,
            at => all[at],
        };
        let operand = self.value(var.bits);
        self.pay(1);
        let old = f.update(var, update, operand);
        self.values.push(old);
    }

    /// An access to the element of the array that a value says.
    fn element(&mut self, f: &mut FunctionBuilder) {
        let array = self.shared.array.expect("the program has an array");
        let index = match self.some_value() {
            Some(value) if self.rng.u8(0..3) > 0 => value.resized(64),
            _ => Expr::constant(Width(64), self.rng.u64(0..2)),
        };
        let index = Expr::binary(Binary::And, index, Expr::constant(Width(64), 1));
        let size = Expr::constant(Width(64), u64::from(array.bits / 8));
        let address = Expr::binary(Binary::Add, array.at(), Expr::binary(Binary::Multiply, index, size));
        let value = self.value(array.bits);
        self.pay(1);
        match self.rng.u8(0..5) {
            0 | 1 => f.store_at(address, array.bits, value),
            2 if self.shared.updates => {
                let old = f.update_at(address, array.bits, Update::Exchange, value);
                self.values.push(old);
            }
            _ => {
                let found = f.load_at(address, array.bits);
                self.values.push(found);
            }
        }
    }

    /// A critical section.
    fn locked(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.shared.mutexes[self.held..][self.rng.usize(0..self.shared.mutexes.len() - self.held)];
        let held = self.held;
        self.held = 1 + self.shared.mutexes.iter().position(|it| *it == mutex).expect("it is one of them");
        self.depth += 1;
        self.pay(2);
        f.lock(mutex);
        self.statement(f);
        if self.rng.u8(0..3) == 0 {
            self.statement(f);
        }
        f.unlock(mutex);
        self.depth -= 1;
        self.held = held;
    }

    /// One or two statements of which one is run. What is read in them is not known afterwards on the other way, where
    /// it counts as 0.
    fn branch(&mut self, f: &mut FunctionBuilder) {
        let condition = self.condition(false);
        let budget = self.budget;
        self.depth += 1;
        let branch = f.begin_if(condition);
        self.statement(f);
        let left = std::mem::replace(&mut self.budget, budget);
        let branch = f.begin_else(branch);
        if self.rng.bool() {
            self.statement(f);
        }
        f.end_if(branch);
        self.depth -= 1;
        self.budget = self.budget.min(left);
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn some_int(&mut self) -> Var {
        self.shared.ints[self.rng.usize(0..self.shared.ints.len())]
    }

    /// One of the last values.
    fn some_value(&mut self) -> Option<Reg> {
        let from = self.values.len().saturating_sub(3);
        (!self.values.is_empty()).then(|| self.values[self.rng.usize(from..self.values.len())])
    }

    /// Something to be written: a number, or one that was read, or the next one.
    fn value(&mut self, bits: u8) -> Expr {
        let constant = number(self.rng, bits);
        match (self.some_value(), self.rng.u8(0..10)) {
            (Some(value), 0 | 1) => value.resized(bits),
            (Some(value), 2) => Expr::binary(Binary::Add, value.resized(bits), Expr::constant(Width(bits), 1)),
            _ => Expr::constant(Width(bits), constant),
        }
    }

    /// A condition on a value that was read, which there must be. One that is `likely` holds more often than not.
    fn condition(&mut self, likely: bool) -> Expr {
        let value = self.some_value().expect("something was read");
        let constant = number(self.rng, value.bits) as i64;
        let two = self.rng.u8(0..5);
        match (two, self.some_value()) {
            (0, Some(other)) if other != value && !likely => value.is(other.resized(value.bits)),
            (1, _) => value.less(constant + 1),
            _ if likely || self.rng.bool() => value.is_not(constant),
            _ => value.is(constant),
        }
    }
}
