//! Random programs of which many orders lead to one state: counters, maxima, sets, what is computed once, mostly by several
//! threads and often under a mutex, and now and then somebody who looks, branches or waits.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Expr, FunctionId, Update, Width};

/// What the threads share, and how.
struct Shared {
    ints: Vec<Var>,
    mutexes: Vec<Var>,
    /// Two integers in one object, which are also accessed as one.
    pair: Option<Var>,
    /// Some threads wait in loops.
    waits: bool,
    /// Some threads do what has nothing to do with commuting.
    mixes: bool,
    asserts: bool,
    heap: bool,
    sections: bool,
}

/// The random program of this seed, with about so many operations. It is valid, and the same for the same arguments. If it
/// `waits`, some threads may wait in loops.
pub fn program(seed: u64, operations: u32, waits: bool) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let count = rng.usize(1..=3);
    let ints = ["x", "y", "z"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let count = rng.usize(0..=2);
    let mutexes = ["m", "n"][..count].iter().map(|name| builder.mutex(name)).collect();
    let pair = (rng.u8(0..4) == 0).then(|| builder.array("a", 32, 2));
    let shared = Shared {
        ints,
        mutexes,
        pair,
        waits: waits && rng.u8(0..3) > 0,
        mixes: rng.u8(0..3) > 0,
        asserts: rng.bool(),
        heap: rng.u8(0..4) == 0,
        sections: rng.u8(0..4) == 0,
    };
    let workers = [2, 2, 2, 3, 3, 4][rng.usize(0..6)];
    let each = (operations / (workers as u32 + 1)).max(2);
    let pointer = builder.model().pointer_bits();
    let mut functions: Vec<FunctionId> = Vec::new();
    // The last one may be spawned by the one before.
    let nests = workers > 2 && rng.u8(0..4) == 0;
    for index in 0..workers {
        if index > 0 && !nests && rng.u8(0..3) == 0 {
            functions.push(functions[index - 1]);
        } else {
            functions.push(builder.declare(&format!("t{index}"), &[], Some(pointer)));
        }
    }
    let mut children = functions.clone();
    let nested = if nests { children.pop() } else { None };
    let mut done = Vec::new();
    for &id in &functions {
        if done.contains(&id) {
            continue;
        }
        done.push(id);
        let budget = rng.u32(each.div_ceil(2)..=each);
        let own: Vec<FunctionId> = nested.filter(|_| Some(&id) == children.last()).into_iter().collect();
        let mut body = Body { rng: &mut rng, shared: &shared, budget, values: Vec::new(), held: 0, depth: 0 };
        builder.define(id, |f| body.thread(f, &own));
    }
    let budget = rng.u32(0..=each / 2);
    let mut body = Body { rng: &mut rng, shared: &shared, budget, values: Vec::new(), held: 0, depth: 0 };
    builder.main(|f| body.thread(f, &children));
    builder.build()
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    /// What the thread has read and still knows.
    values: Vec<Reg>,
    /// How many mutexes it has taken, in their order.
    held: usize,
    depth: u32,
}

impl Body<'_> {
    /// The whole function of a thread.
    fn thread(&mut self, f: &mut FunctionBuilder, children: &[FunctionId]) {
        let handles: Vec<Reg> = children
            .iter()
            .map(|&it| {
                if self.rng.u8(0..5) == 0 {
                    self.statement(f);
                }
                f.spawn(it)
            })
            .collect();
        let is_before = self.rng.bool();
        if is_before || handles.is_empty() {
            self.statements(f);
        }
        let joins = self.rng.u8(0..4);
        for handle in handles {
            if joins > 1 || joins == 1 && self.rng.bool() {
                let result = f.join(handle);
                self.values.push(result);
            }
        }
        self.statements(f);
        let bits = f.result_bits();
        match self.some_value() {
            Some(value) if self.rng.u8(0..3) == 0 => f.ret(value.resized(bits)),
            _ => f.ret(0),
        }
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..2 * self.budget {
            if self.budget == 0 || f.is_ended() {
                return;
            }
            self.statement(f);
        }
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn some_int(&mut self) -> Var {
        self.shared.ints[self.rng.usize(0..self.shared.ints.len())]
    }

    fn some_value(&mut self) -> Option<Reg> {
        self.rng.choice(self.values.clone())
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        let var = self.some_int();
        let is_flat = self.depth < 2;
        let has_mutex = self.held < self.shared.mutexes.len() && is_flat;
        match self.rng.u8(0..20) {
            0..4 => self.update(f, var),
            4..8 if has_mutex => self.locked(f),
            8 if has_mutex => self.tried(f),
            9 if self.shared.waits && self.held == 0 => self.wait(f, var),
            10 if self.shared.sections && is_flat => {
                self.pay(1);
                f.atomic(|f| {
                    self.change(f, var);
                    let other = self.some_int();
                    self.change(f, other);
                });
            }
            11 if self.shared.heap => self.object(f, var),
            12 if self.shared.pair.is_some() => self.access_pair(f),
            13..16 if self.shared.mixes => self.mix(f, var),
            16..18 if self.shared.asserts => {
                self.pay(1);
                let value = f.load(var);
                let most = self.rng.i64(1..5);
                f.assert(if self.rng.bool() { value.less(most) } else { value.is_not(most) }, "body");
            }
            18 if is_flat && !self.values.is_empty() => self.branch(f),
            _ => self.change(f, var),
        }
    }

    /// One step that commutes with others of its kind.
    fn update(&mut self, f: &mut FunctionBuilder, var: Var) {
        self.pay(1);
        let operand = 1 << self.rng.u32(0..2);
        let update = [Update::Add, Update::Add, Update::Or, Update::Xor, Update::Subtract][self.rng.usize(0..5)];
        let old = f.update(var, update, operand);
        if self.rng.u8(0..8) == 0 {
            self.values.push(old);
        }
    }

    /// Several steps that commute with others of their kind if nobody comes in between.
    fn change(&mut self, f: &mut FunctionBuilder, var: Var) {
        let number = self.rng.i64(1..3);
        self.pay(2);
        match self.rng.u8(0..6) {
            0..3 => {
                let old = f.load(var);
                f.store(var, old.plus(number));
            }
            // The maximum.
            3 => {
                let old = f.load(var);
                f.if_then(old.less(number), |f| f.store(var, number));
            }
            // Computed once.
            4 => {
                let old = f.load(var);
                f.if_then(old.is(0), |f| f.store(var, 3));
            }
            _ => {
                f.store(var, number);
            }
        }
    }

    fn locked(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.take(f);
        self.statement(f);
        if self.rng.u8(0..3) == 0 {
            self.statement(f);
        }
        f.unlock(mutex);
        self.depth -= 1;
        self.held -= 1;
    }

    /// Takes the next mutex.
    fn take(&mut self, f: &mut FunctionBuilder) -> Var {
        // In the other order by the way: some programs deadlock.
        let is_turned = self.shared.mutexes.len() == 2 && self.held == 0 && self.rng.u8(0..4) == 0;
        let mutex = self.shared.mutexes[if is_turned { 1 } else { self.held }];
        self.pay(2);
        f.lock(mutex);
        self.held += if is_turned { 2 } else { 1 };
        self.depth += 1;
        if is_turned {
            let first = self.shared.mutexes[0];
            f.lock(first);
            self.statement(f);
            f.unlock(first);
            self.held -= 1;
        }
        mutex
    }

    fn tried(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.shared.mutexes[self.held];
        self.pay(2);
        let error = f.trylock(mutex);
        let branch = f.begin_if(error.is(0));
        self.held += 1;
        self.depth += 1;
        self.statement(f);
        self.held -= 1;
        self.depth -= 1;
        f.unlock(mutex);
        let branch = f.begin_else(branch);
        f.end_if(branch);
    }

    /// Waits for a value in a loop.
    fn wait(&mut self, f: &mut FunctionBuilder, var: Var) {
        let wanted = self.rng.i64(0..4);
        self.pay(1);
        match self.rng.u8(0..4) {
            0 => f.repeat_until(|f| f.load(var).is_not(0)),
            1 => f.repeat_until(|f| f.load(var).is(wanted)),
            2 => f.repeat_until(|f| f.load(var).less(wanted + 1)),
            _ => {
                let other = self.some_int();
                f.repeat_until(|f| {
                    let (one, two) = (f.load(var), f.load(other));
                    crate::build::either(one.is(wanted), two.is_not(0))
                });
            }
        }
    }

    /// Makes an object, uses it and ends it.
    fn object(&mut self, f: &mut FunctionBuilder, var: Var) {
        self.pay(2);
        let object = f.allocate(4);
        let value = f.load(var);
        f.store_at(object.expr(), 32, value);
        let copy = f.load_at(object.expr(), 32);
        f.free(object);
        if self.rng.bool() {
            f.store(var, copy.plus(1));
        }
    }

    /// An access to one of two integers, or to both.
    fn access_pair(&mut self, f: &mut FunctionBuilder) {
        let pair = self.shared.pair.expect("there is one");
        self.pay(1);
        match self.rng.u8(0..4) {
            0..3 => {
                let at = pair.offset(4 * self.rng.i64(0..2));
                f.update_at(at, 32, Update::Add, 1);
            }
            _ => {
                let value = f.load_at(pair.at(), 64);
                self.values.push(value);
            }
        }
    }

    /// Something that does not commute.
    fn mix(&mut self, f: &mut FunctionBuilder, var: Var) {
        self.pay(1);
        match self.rng.u8(0..6) {
            0 | 1 => {
                let value = f.load(var);
                self.values.push(value);
            }
            2 => {
                let (expected, desired) = (self.rng.i64(0..3), self.rng.i64(0..3));
                let found = f.compare_exchange(var, expected, desired);
                self.values.push(found);
            }
            3 => {
                let value = self.some_value().map_or(Expr::constant(Width(32), 1), |it| it.resized(32));
                f.store(var, value);
            }
            4 => {
                let value = f.load(var);
                let limit = self.rng.i64(0..3);
                f.assume(value.is_not(limit));
            }
            _ => {
                let chosen = f.choose(32, 0, 1);
                let old = f.update(var, Update::Add, chosen);
                if self.rng.bool() {
                    self.values.push(old);
                }
            }
        }
    }

    fn branch(&mut self, f: &mut FunctionBuilder) {
        let value = self.some_value().expect("something was read");
        let limit = self.rng.i64(0..3);
        let condition = if self.rng.bool() { value.is(limit) } else { value.less(limit + 1) };
        self.depth += 1;
        let branch = f.begin_if(condition);
        self.statement(f);
        let branch = f.begin_else(branch);
        if self.rng.bool() {
            self.statement(f);
        }
        f.end_if(branch);
        self.depth -= 1;
    }
}
