//! Random programs on heap objects that several threads know: lists and cells that hold objects, objects that are counted,
//! handed over to a thread, copied, grown, or indexed by a number that others change.
//!
//! Half of the programs are careful; the others forget a mutex, free too early, twice, or not at all, or do not look whether
//! there is an object. Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{DataModel, Expr, FunctionId, Order, Update};

/// What the threads share, and how.
struct Shared {
    /// Pointers to objects, or null.
    cells: Vec<Var>,
    /// Guards the cells, in programs that have it.
    mutex: Var,
    /// An index into an object that is an array of [`ELEMENTS`] numbers.
    index: Var,
    /// The array, in programs that have one.
    array: Option<Var>,
    /// In per cent.
    mistakes: u32,
    /// Whether accesses under the mutex have no memory order.
    plain: bool,
    /// Some threads wait in loops.
    waits: bool,
}

/// How many numbers the array has, each of 4 bytes.
const ELEMENTS: i64 = 2;

/// The random program of this seed. It is valid, and the same for the same arguments. If it `waits`, some threads may wait in
/// loops.
pub fn program(seed: u64, waits: bool) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let model = if rng.u8(0..6) == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let mut builder = ProgramBuilder::with_model(model);
    let count = rng.usize(1..=2);
    let cells = ["p", "q"][..count].iter().map(|name| builder.pointer(name, None)).collect();
    let mutex = builder.mutex("m");
    let index = builder.int("i", 32);
    let array = (rng.u8(0..3) == 0).then(|| builder.pointer("a", None));
    let mistakes = if rng.bool() { 25 } else { 0 };
    let shared = Shared { cells, mutex, index, array, mistakes, plain: rng.bool(), waits: waits && rng.u8(0..3) > 0 };
    let workers = [1, 1, 2, 2, 2, 3][rng.usize(0..6)];
    let each = [8, 5, 3][workers - 1];
    let pointer = model.pointer_bits();
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..workers {
        if number > 0 && rng.u8(0..4) == 0 {
            functions.push(functions[number - 1]);
            continue;
        }
        let id = builder.declare(&format!("t{number}"), &[pointer], Some(pointer));
        let mut body = Body { rng: &mut rng, shared: &shared, budget: each, locked: false, depth: 0 };
        builder.define(id, |f| body.worker(f));
        functions.push(id);
    }
    let budget = if workers == 1 { 5 } else { rng.u32(0..3) };
    let mut body = Body { rng: &mut rng, shared: &shared, budget, locked: false, depth: 0 };
    builder.main(|f| body.first(f, &functions));
    builder.build()
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    /// Whether the thread holds the mutex.
    locked: bool,
    depth: u32,
}

/// The parts of an object: the next one, a number, and how many know it.
fn next(object: Reg) -> Expr {
    object.expr()
}

fn number(object: Reg) -> Expr {
    object.plus(i64::from(object.bits / 8))
}

fn uses(object: Reg) -> Expr {
    object.plus(i64::from(object.bits / 8) + 4)
}

fn size(f: &FunctionBuilder) -> i64 {
    i64::from(f.model().pointer_bits() / 8) + 8
}

impl Body<'_> {
    fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.shared.mistakes
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn cell(&mut self) -> Var {
        self.shared.cells[self.rng.usize(0..self.shared.cells.len())]
    }

    /// The function of a thread that may have been given an object, which is then its own.
    fn worker(&mut self, f: &mut FunctionBuilder) {
        let given = f.parameter(0);
        let keeps = self.mistake();
        f.if_then(given.is_not(0), |f| {
            self.access(f, given);
            if !keeps {
                f.free(given);
            }
        });
        self.statements(f);
        f.ret(0);
    }

    /// The entry function: objects for the cells, threads, and an end to all objects.
    fn first(&mut self, f: &mut FunctionBuilder, functions: &[FunctionId]) {
        for cell in self.shared.cells.clone() {
            if self.rng.u8(0..4) > 0 {
                let object = self.new_object(f);
                f.store(cell, object);
            }
        }
        if let Some(array) = self.shared.array {
            let object = f.allocate(4 * ELEMENTS);
            f.store(array, object);
        }
        let mut handles = Vec::new();
        for &function in functions {
            if self.rng.u8(0..4) == 0 {
                let object = self.new_object(f);
                handles.push(f.spawn_with(function, object));
                if self.mistake() {
                    self.access(f, object);
                }
            } else {
                handles.push(f.spawn_with(function, 0));
            }
        }
        self.statements(f);
        for handle in handles {
            if !self.mistake() || self.rng.bool() {
                f.join(handle);
            }
        }
        for cell in self.shared.cells.clone() {
            // What a global points to is not lost.
            match self.rng.u8(0..3) {
                0 if self.mistake() => f.store(cell, 0),
                0 | 1 => self.end_list(f, cell),
                _ => {}
            }
        }
        if let Some(array) = self.shared.array {
            let object = f.load(array);
            f.free(object);
        }
        f.ret(0);
    }

    /// Frees two objects of a list; the rest stays.
    fn end_list(&mut self, f: &mut FunctionBuilder, cell: Var) {
        let counter = f.fresh(8);
        f.assign(counter, 0);
        f.repeat_while(counter.less(2), |f| {
            let object = f.load(cell);
            f.if_then(object.is_not(0), |f| {
                let rest = f.load_at(next(object), object.bits);
                f.store(cell, rest);
                f.free(object);
            });
            f.assign(counter, counter.plus(1));
        });
    }

    fn new_object(&mut self, f: &mut FunctionBuilder) -> Reg {
        let object = f.allocate(size(f));
        let count = self.rng.i64(1..3);
        f.store_at(uses(object), 32, count);
        object
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..4 {
            if self.budget < 2 {
                return;
            }
            self.statement(f);
        }
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        self.depth += 1;
        let order = f.order;
        match self.rng.u8(0..18) {
            0 | 1 if self.shared.waits => self.await_object(f),
            0..3 => self.take(f),
            3..5 => self.put(f),
            5..7 => self.look(f),
            7..9 => self.replace(f),
            9..11 => self.push(f),
            11..13 => self.pop(f),
            13 => self.let_go(f),
            14 | 15 if self.shared.array.is_some() => self.element(f),
            16 => self.grow(f),
            _ => self.private(f),
        }
        f.order = order;
        self.depth -= 1;
    }

    /// Reads, writes or changes the number in an object.
    fn access(&mut self, f: &mut FunctionBuilder, object: Reg) {
        self.pay(1);
        // Now and then behind the end.
        let at = if self.mistake() && self.rng.u8(0..3) == 0 { object.plus(size(f)) } else { number(object) };
        match self.rng.u8(0..4) {
            0 | 1 => {
                f.load_at(at, 32);
            }
            2 => {
                let value = self.rng.i64(0..3);
                f.store_at(at, 32, value);
            }
            _ => {
                f.update_at(at, 32, Update::Add, 1);
            }
        }
    }

    /// An object, if there is one; reckless programs do not always look.
    fn if_there(&mut self, f: &mut FunctionBuilder, object: Reg, then: impl FnOnce(&mut Self, &mut FunctionBuilder)) {
        if self.mistake() && self.rng.bool() {
            then(self, f);
        } else {
            f.if_then(object.is_not(0), |f| then(self, f));
        }
    }

    /// Something that is done under the mutex.
    fn guarded<T>(&mut self, f: &mut FunctionBuilder, run: impl FnOnce(&mut Self, &mut FunctionBuilder) -> T) -> T {
        if self.locked || self.mistake() {
            return run(self, f);
        }
        self.pay(2);
        self.locked = true;
        let order = f.order;
        f.lock(self.shared.mutex);
        if self.shared.plain {
            f.order = Order::NonAtomic;
        }
        let result = run(self, f);
        f.unlock(self.shared.mutex);
        f.order = order;
        self.locked = false;
        result
    }

    /// Takes the object out of a cell in one step, uses it and ends it, or puts it back.
    fn take(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(2);
        let object = if self.mistake() { f.load(cell) } else { f.update(cell, Update::Exchange, 0) };
        self.if_there(f, object, |body, f| {
            body.access(f, object);
            match body.rng.u8(0..4) {
                0 => {
                    let old = f.update(cell, Update::Exchange, object.expr());
                    f.free(old);
                }
                1 if body.mistake() => {}
                2 if body.mistake() => f.free(number(object)),
                _ => f.free(object),
            }
        });
    }

    /// Waits for an object, takes it and ends it.
    fn await_object(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(2);
        let takes = !self.mistake();
        let object = f.fresh(cell.bits);
        f.repeat_until(|f| {
            let seen = if takes { f.update(cell, Update::Exchange, 0) } else { f.load(cell) };
            f.assign(object, seen);
            object.is_not(0)
        });
        self.access(f, object);
        if !self.mistake() {
            f.free(object);
        }
    }

    /// Puts a new object into a cell and ends the one that was there.
    fn put(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(2);
        let object = self.new_object(f);
        if self.rng.bool() {
            let old = f.update(cell, Update::Exchange, object.expr());
            if !self.mistake() {
                f.free(old);
            }
        } else {
            // Only if there is none.
            let found = f.compare_exchange(cell, 0, object.expr());
            if !self.mistake() {
                f.if_then(found.is_not(0), |f| f.free(object));
            }
        }
        if self.mistake() {
            self.access(f, object);
        }
    }

    /// Looks at the object in a cell while nobody may end it.
    fn look(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(1);
        self.guarded(f, |body, f| {
            let object = f.load(cell);
            body.if_there(f, object, |body, f| body.access(f, object));
        });
    }

    /// Another object for a cell; the old one is ended when nobody can get at it.
    fn replace(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(3);
        let object = self.new_object(f);
        let old = self.guarded(f, |_, f| {
            let old = f.load(cell);
            f.store(cell, object);
            old
        });
        if self.mistake() {
            self.access(f, old);
        }
        if !self.mistake() {
            f.free(old);
        }
    }

    fn push(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(3);
        let object = self.new_object(f);
        self.guarded(f, |_, f| {
            let first = f.load(cell);
            f.store_at(next(object), object.bits, first);
            f.store(cell, object);
        });
    }

    fn pop(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(3);
        let object = self.guarded(f, |body, f| {
            let object = f.load(cell);
            body.if_there(f, object, |_, f| {
                let rest = f.load_at(next(object), object.bits);
                f.store(cell, rest);
            });
            object
        });
        self.if_there(f, object, |body, f| {
            body.access(f, object);
            if !body.mistake() {
                f.free(object);
            }
        });
    }

    /// One user less of the object in a cell; the last one ends it.
    fn let_go(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(3);
        self.guarded(f, |body, f| {
            let object = f.load(cell);
            body.if_there(f, object, |body, f| {
                let left = f.update_at(uses(object), 32, Update::Subtract, 1);
                let last = if body.mistake() { 2 } else { 1 };
                f.if_then(left.is(last), |f| {
                    f.store(cell, 0);
                    f.free(object);
                });
            });
        });
    }

    /// Uses or changes the index; whoever looks twice may see two numbers.
    fn element(&mut self, f: &mut FunctionBuilder) {
        let array = self.shared.array.expect("the program has an array");
        let index = self.shared.index;
        self.pay(3);
        if self.rng.bool() {
            let value = if self.mistake() { ELEMENTS } else { self.rng.i64(0..ELEMENTS) };
            return f.store(index, value);
        }
        let seen = f.load(index);
        let again = self.mistake();
        f.if_then(seen.less(ELEMENTS), |f| {
            let used = if again { f.load(index) } else { seen };
            let object = f.load(array);
            let offset = Expr::binary(ir::Binary::Multiply, used.resized(object.bits), object_size(object, 4));
            let at = object.binary(ir::Binary::Add, offset);
            self.access_at(f, at);
        });
    }

    fn access_at(&mut self, f: &mut FunctionBuilder, at: Expr) {
        if self.rng.bool() {
            f.load_at(at, 32);
        } else {
            f.store_at(at, 32, 1);
        }
    }

    /// A larger object in the place of the one in a cell.
    fn grow(&mut self, f: &mut FunctionBuilder) {
        let cell = self.cell();
        self.pay(3);
        let bytes = size(f) + [-4, 0, 4][self.rng.usize(0..3)];
        self.guarded(f, |body, f| {
            let object = f.load(cell);
            body.if_there(f, object, |body, f| {
                let grown = f.reallocate(object, bytes);
                if !body.mistake() {
                    f.store(cell, grown);
                }
                body.access(f, grown);
            });
        });
    }

    /// An object that nobody else knows.
    fn private(&mut self, f: &mut FunctionBuilder) {
        self.pay(2);
        let object = self.new_object(f);
        self.access(f, object);
        if !self.mistake() {
            f.free(object);
        }
    }
}

fn object_size(object: Reg, bytes: u64) -> Expr {
    Expr::constant(ir::Width(object.bits), bytes)
}
