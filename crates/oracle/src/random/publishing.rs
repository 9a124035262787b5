//! Random programs whose threads hand over plain data, in all ways that order accesses and in some that do not quite: flags
//! with every memory order, fences, release sequences that go on or are cut, read-modify-writes, mutexes that are taken or
//! tried, atomic sections, starting and joining threads.
//!
//! Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Binary, Expr, FunctionId, Operation, Order, Update};

/// What the threads share, and how.
struct Shared {
    data: Vec<Var>,
    flags: Vec<Var>,
    mutex: Option<Var>,
    sections: bool,
    /// Some threads wait in loops.
    waits: bool,
    /// In per cent, how often an order is weaker than it should be, or missing.
    mistakes: u32,
}

/// The random program of this seed. It is valid, and the same for the same arguments. If it `waits`, some threads may wait in
/// loops.
pub fn program(seed: u64, waits: bool) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let count = [1, 1, 1, 2][rng.usize(0..4)];
    let data = ["d", "e"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let count = [1, 1, 2][rng.usize(0..3)];
    let flags = ["f", "g"][..count].iter().map(|name| builder.int(name, 32)).collect();
    let mutex = (rng.u8(0..3) == 0).then(|| builder.mutex("m"));
    let sections = rng.u8(0..3) == 0;
    let mistakes = [0, 10, 20, 40][rng.usize(0..4)];
    let shared = Shared { data, flags, mutex, sections, waits: waits && rng.u8(0..3) > 0, mistakes };
    let workers = [1, 2, 2, 2, 3][rng.usize(0..5)];
    let each = [4, 4, 3][workers - 1];
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..workers {
        let mut body = Body { rng: &mut rng, shared: &shared, budget: each, sends: number == 0 };
        functions.push(builder.thread(&format!("t{number}"), |f| {
            body.statements(f);
            f.ret(0);
        }));
    }
    let budget = if workers == 1 { 4 } else { rng.u32(0..2) };
    let mut body = Body { rng: &mut rng, shared: &shared, budget, sends: false };
    builder.main(|f| body.first(f, &functions));
    builder.build()
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    /// In careful programs one thread sends.
    sends: bool,
}

const WEAK: [Order; 4] = [Order::Relaxed, Order::Relaxed, Order::Acquire, Order::Release];

impl Body<'_> {
    fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.shared.mistakes
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn flag(&mut self) -> Var {
        self.shared.flags[self.rng.usize(0..self.shared.flags.len())]
    }

    fn datum(&mut self) -> Var {
        self.shared.data[self.rng.usize(0..self.shared.data.len())]
    }

    /// An order that is strong enough, unless by mistake.
    fn order(&mut self, strong: Order) -> Order {
        if self.mistake() {
            return WEAK[self.rng.usize(0..WEAK.len())];
        }
        [strong, strong, Order::AcquireRelease, Order::SequentiallyConsistent][self.rng.usize(0..4)]
    }

    /// An order for which any is as good.
    fn any_order(&mut self) -> Order {
        super::orders::ATOMIC[self.rng.usize(0..super::orders::ATOMIC.len())]
    }

    fn first(&mut self, f: &mut FunctionBuilder, functions: &[FunctionId]) {
        f.order = Order::NonAtomic;
        if self.rng.bool() {
            let datum = self.datum();
            f.store(datum, 1);
        }
        let handles: Vec<Reg> = functions.iter().map(|&it| f.spawn(it)).collect();
        self.statements(f);
        let joins = !self.mistake();
        for handle in handles {
            if joins || self.rng.bool() {
                f.join(handle);
            }
        }
        f.order = Order::NonAtomic;
        if self.rng.u8(0..3) > 0 {
            let datum = self.datum();
            f.load(datum);
        }
        f.ret(0);
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..3 {
            if self.budget < 2 {
                return;
            }
            match self.rng.u8(0..16) {
                0..4 if self.shared.waits && !self.sends => self.poll(f),
                0..5 if self.sends || self.mistake() => self.send(f),
                0..7 => self.receive(f),
                7 | 8 => self.relay(f),
                9 | 10 if self.shared.mutex.is_some() => self.locked(f),
                11 | 12 if self.shared.sections => self.section(f),
                13 | 14 => self.fence(f),
                _ if self.mistake() => self.touch(f),
                _ if self.sends && self.rng.bool() => self.send(f),
                _ => self.receive(f),
            }
        }
    }

    fn fence(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let order = self.any_order();
        f.operation(Operation::Fence(order));
    }

    /// A plain access.
    fn touch(&mut self, f: &mut FunctionBuilder) {
        let datum = self.datum();
        self.pay(1);
        f.order = Order::NonAtomic;
        match self.rng.u8(0..4) {
            0 | 1 => {
                f.load(datum);
            }
            2 => f.store(datum, 2),
            // One byte of it.
            _ => f.store_at(datum.offset(1), 8, 1),
        }
    }

    /// Writes the data and sets a flag; what follows on the flag may belong to the release sequence.
    fn send(&mut self, f: &mut FunctionBuilder) {
        let flag = self.flag();
        let datum = self.datum();
        self.pay(3);
        f.order = Order::NonAtomic;
        f.store(datum, 2);
        if self.rng.u8(0..4) == 0 {
            let order = self.order(Order::Release);
            f.operation(Operation::Fence(order));
            f.order = self.any_order();
        } else {
            f.order = self.order(Order::Release);
        }
        match self.rng.u8(0..6) {
            0 => {
                f.update(flag, Update::Or, 1);
            }
            1 => {
                f.compare_exchange(flag, 0, 1);
            }
            _ => f.store(flag, 1),
        }
        if self.rng.u8(0..3) == 0 {
            // Of the same thread: no release of its own is needed.
            self.pay(1);
            f.order = self.any_order();
            if self.rng.bool() {
                f.store(flag, 3);
            } else {
                f.update(flag, Update::Add, 2);
            }
        }
        if self.mistake() {
            self.touch(f);
        }
    }

    /// Looks at a flag, and at the data if it is set.
    fn receive(&mut self, f: &mut FunctionBuilder) {
        let flag = self.flag();
        self.pay(2);
        let fenced = self.rng.u8(0..4) == 0;
        f.order = if fenced { self.any_order() } else { self.order(Order::Acquire) };
        let seen = self.look(f, flag);
        let order = self.order(Order::Acquire);
        let wanted = if self.shared.mistakes > 0 { self.rng.i64(1..4) } else { 1 };
        let condition =
            Expr::binary(Binary::NotEqual, seen.binary(Binary::And, wanted), Expr::constant(ir::Width(32), 0));
        let inside = self.rng.bool();
        if fenced && !inside {
            f.operation(Operation::Fence(order));
        }
        f.if_then(condition, |f| {
            if fenced && inside {
                f.operation(Operation::Fence(order));
            }
            f.order = Order::NonAtomic;
            let datum = self.datum();
            if self.mistake() && self.rng.bool() {
                f.store(datum, 5);
            } else {
                f.load(datum);
            }
        });
    }

    fn look(&mut self, f: &mut FunctionBuilder, flag: Var) -> Reg {
        match self.rng.u8(0..6) {
            0 => f.update(flag, Update::Or, 4),
            1 => {
                f.failure = Some(f.order);
                let seen = f.compare_exchange(flag, 1, 5);
                f.failure = None;
                seen
            }
            2 => f.update(flag, Update::Add, 0),
            _ => f.load(flag),
        }
    }

    /// Has a hand in a flag: a read-modify-write continues a release sequence, a store cuts it.
    fn relay(&mut self, f: &mut FunctionBuilder) {
        let flag = self.flag();
        self.pay(1);
        f.order = self.any_order();
        match self.rng.u8(0..4) {
            0 if self.mistake() => f.store(flag, 3),
            0 => f.store(flag, 0),
            1 => {
                f.failure = Some(self.any_order());
                f.compare_exchange(flag, 1, 3);
                f.failure = None;
            }
            _ => {
                f.update(flag, Update::Or, 8);
            }
        }
    }

    /// Waits for a flag and looks at the data, now and then already while it waits.
    fn poll(&mut self, f: &mut FunctionBuilder) {
        let flag = self.flag();
        let datum = self.datum();
        self.pay(3);
        let order = self.order(Order::Acquire);
        let early = self.mistake();
        f.repeat_until(|f| {
            f.order = order;
            let seen = f.load(flag);
            if early {
                f.order = Order::NonAtomic;
                f.if_then(seen.is(0), |f| {
                    f.load(datum);
                });
            }
            seen.is_not(0)
        });
        f.order = Order::NonAtomic;
        f.load(datum);
    }

    /// A plain access under the mutex; in careful programs whoever has not got it does nothing.
    fn locked(&mut self, f: &mut FunctionBuilder) {
        let mutex = self.shared.mutex.expect("the program has a mutex");
        self.pay(3);
        if self.rng.u8(0..3) > 0 {
            f.lock(mutex);
            self.touch(f);
            return f.unlock(mutex);
        }
        let error = f.trylock(mutex);
        let wanted = if self.mistake() { 16 } else { 0 };
        f.if_then(error.is(wanted), |f| self.touch(f));
        f.if_then(error.is(0), |f| f.unlock(mutex));
    }

    /// Accesses in one step.
    fn section(&mut self, f: &mut FunctionBuilder) {
        self.pay(1);
        let is_quiet = self.rng.bool();
        f.section(is_quiet, |f| {
            let flag = self.flag();
            self.touch(f);
            f.order = self.any_order();
            if self.rng.bool() {
                f.update(flag, Update::Or, 1);
            } else if self.rng.bool() {
                f.load(flag);
            }
        });
    }
}
