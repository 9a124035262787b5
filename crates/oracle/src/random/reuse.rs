//! Random programs that free, allocate again, and compare addresses: by `==`, by compare-exchanges, in what they computed, in one thread and in several,
//! and through globals that hold what is long freed.
//!
//! Most of them do not access what may be freed: what then follows is left out by those who are compared with brute force. Start at
//! [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Binary, DataModel, Update};

struct Body<'a> {
    rng: &'a mut Rng,
    /// Hold objects, or null.
    cells: &'a [Var],
    /// Holds an address for comparisons only.
    stale: Var,
    /// What is found out.
    flag: Var,
    mutex: Var,
    /// In per cent.
    mistakes: u32,
    budget: u32,
    /// Whether addresses are compared by other means than compare-exchanges.
    compares: bool,
    /// The addresses that the function knows, for comparisons only.
    known: Vec<Reg>,
}

/// The random program of this seed. It is valid, and the same for the same argument.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let model = if rng.u8(0..6) == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let mut builder = ProgramBuilder::with_model(model);
    let count = rng.usize(1..=2);
    let cells: Vec<Var> = ["p", "q"][..count].iter().map(|name| builder.pointer(name, None)).collect();
    let (stale, flag, mutex) = (builder.pointer("s", None), builder.int("x", 32), builder.mutex("m"));
    let mistakes = if rng.u8(0..4) == 0 { 20 } else { 0 };
    let compares = rng.u8(0..3) > 0;
    let workers = [0, 1, 1, 1, 2, 2][rng.usize(0..6)];
    let each = [0, 6, 3][workers];
    let mut functions = Vec::new();
    for number in 0..workers {
        if number > 0 && rng.bool() {
            functions.push(functions[number - 1]);
            continue;
        }
        let known = Vec::new();
        let mut body =
            Body { rng: &mut rng, cells: &cells, stale, flag, mutex, mistakes, budget: each, compares, known };
        functions.push(builder.thread(&format!("t{number}"), |f| {
            body.statements(f);
            f.ret(0);
        }));
    }
    let budget = [12, 4, 2][workers];
    let mut body =
        Body { rng: &mut rng, cells: &cells, stale, flag, mutex, mistakes, budget, compares, known: Vec::new() };
    builder.main(|f| {
        for &cell in &cells {
            if body.rng.u8(0..4) > 0 {
                let object = body.new_object(f);
                f.store(cell, object);
                if body.rng.u8(0..3) == 0 {
                    f.store(stale, object);
                }
            }
        }
        let handles: Vec<Reg> = functions.iter().map(|it| f.spawn(*it)).collect();
        body.statements(f);
        if body.rng.u8(0..4) > 0 {
            for handle in handles {
                f.join(handle);
            }
            body.budget = 2;
            body.statements(f);
        }
        f.ret(0);
    });
    builder.build()
}

impl Body<'_> {
    fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.mistakes
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn cell(&mut self) -> Var {
        self.cells[self.rng.usize(0..self.cells.len())]
    }

    fn new_object(&mut self, f: &mut FunctionBuilder) -> Reg {
        let size = if self.rng.u8(0..6) == 0 { 8 } else { 4 };
        let object = f.allocate(size);
        self.known.push(object);
        object
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        while self.budget > 0 {
            self.statement(f);
        }
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        match self.rng.u8(0..16) {
            0..3 => self.take(f),
            3..6 => self.put(f),
            6 | 7 => self.remember(f),
            8..10 if self.compares => self.compare(f),
            8..13 => self.exchange(f),
            13 => self.leave(f),
            14 => self.grow(f),
            _ => self.section(f),
        }
    }

    /// Takes the object out of a cell and ends it.
    fn take(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(2);
        let object = f.update(cell, Update::Exchange, 0);
        f.if_then(object.is_not(0), |f| {
            if self.mistake() {
                self.known.clear();
            } else {
                f.free(object);
            }
        });
        self.known.push(object);
    }

    /// A new object for a cell, or for nothing. What was in the cell is ended or forgotten.
    fn put(&mut self, f: &mut FunctionBuilder) {
        self.pay(2);
        let object = self.new_object(f);
        if self.rng.bool() {
            f.store_at(object.expr(), 32, 7);
        }
        match self.rng.u8(0..4) {
            0 => f.free(object),
            1 => {
                let cell = self.cell();
                let found = f.compare_exchange(cell, 0, object.expr());
                f.if_then(found.is_not(0), |f| f.free(object));
            }
            _ => {
                let cell = self.cell();
                let old = f.update(cell, Update::Exchange, object.expr());
                f.free(old);
                self.known.push(old);
            }
        }
    }

    /// Learns an address.
    fn remember(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let from = if self.rng.bool() { self.stale } else { self.cell() };
        let object = f.load(from);
        if self.mistake() {
            f.if_then(object.is_not(0), |f| {
                f.load_at(object.expr(), 32);
            });
        }
        self.known.push(object);
    }

    /// Makes an address known to others.
    fn leave(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        if let Some(object) = self.some(f) {
            f.store(self.stale, object);
        }
    }

    fn some(&mut self, f: &mut FunctionBuilder) -> Option<Reg> {
        if self.known.is_empty() {
            self.remember(f);
        }
        let count = self.known.len();
        (count > 0).then(|| self.known[self.rng.usize(0..count)])
    }

    /// Compares two addresses and says what was found.
    fn compare(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let (Some(one), Some(two)) = (self.some(f), self.some(f)) else { return };
        let (one, two) = match self.rng.u8(0..3) {
            // Behind the same byte of both.
            0 => (one.plus(4), two.plus(4)),
            _ => (one.expr(), two.expr()),
        };
        let zero = ir::Expr::constant(ir::Width(f.model().pointer_bits()), 0);
        let equal = match self.rng.u8(0..4) {
            0 => ir::Expr::binary(Binary::Equal, ir::Expr::binary(Binary::Subtract, one, two), zero),
            1 => ir::Expr::binary(Binary::Equal, ir::Expr::binary(Binary::Xor, one, two), zero),
            _ => ir::Expr::binary(Binary::Equal, one, two),
        };
        if self.rng.u8(0..4) == 0 {
            f.assert(crate::build::not(equal), "all are different");
            return;
        }
        let flag = self.flag;
        let value = self.rng.i64(1..4);
        f.if_then(equal, |f| f.store(flag, value));
    }

    /// Changes a cell if it holds what it held, or what is long gone.
    fn exchange(&mut self, f: &mut FunctionBuilder) {
        self.pay(2);
        let Some(expected) = self.some(f) else { return };
        let cell = if self.rng.u8(0..3) == 0 { self.stale } else { self.cell() };
        let found = f.compare_exchange(cell, expected.expr(), 0);
        let flag = self.flag;
        // What was found says the same as a comparison; often only the cell shows it.
        if self.compares && self.rng.bool() {
            f.if_then(found.is(expected), |f| f.store(flag, 9));
        }
    }

    /// Another size for the object of a cell, which nothing else has meanwhile.
    fn grow(&mut self, f: &mut FunctionBuilder) {
        self.pay(3);
        let cell = self.cell();
        let object = f.update(cell, Update::Exchange, 0);
        let size = if self.rng.bool() { 8 } else { 4 };
        let flag = self.flag;
        let compares = self.compares && self.rng.bool();
        f.if_then(object.is_not(0), |f| {
            let grown = f.reallocate(object, size);
            if compares {
                f.if_then(grown.is(object), |f| f.store(flag, 5));
            }
            f.store(cell, grown);
        });
        self.known.push(object);
    }

    /// The same in one step, or under the mutex.
    fn section(&mut self, f: &mut FunctionBuilder) {
        self.pay(2);
        let mutex = self.mutex;
        if self.rng.bool() {
            let budget = self.budget;
            f.lock(mutex);
            self.take(f);
            self.put(f);
            f.unlock(mutex);
            self.budget = budget.saturating_sub(3);
        } else {
            let cell = self.cell();
            f.atomic(|f| {
                let old = f.load(cell);
                let object = self.new_object(f);
                f.store(cell, object);
                f.free(old);
                self.known.push(old);
            });
        }
    }
}
