//! Random programs with values that were never written: variables, locals and objects that are set on some ways only, copied,
//! handed over, published, and used. Start at [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Callee, Expr, FunctionId, Operation, Order, Width};

/// What the threads share.
struct Shared {
    /// A number.
    number: Var,
    /// The address of an object of two numbers, or null.
    published: Var,
    /// A function that hands back what it is given, or something else.
    identity: FunctionId,
}

/// How many bytes an object has, and each number in it.
const SIZE: i64 = 8;
const PART: i64 = 4;

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let number = builder.int("x", 32);
    let published = builder.pointer("p", None);
    let identity = builder.declare("identity", &[32], Some(32));
    builder.define(identity, |f| {
        let given = f.parameter(0);
        if rng.bool() {
            f.if_then(given.is(0), |f| f.ret(1));
        }
        f.ret(given);
    });
    let shared = Shared { number, published, identity };
    let workers = rng.usize(0..=2);
    let mut functions = Vec::new();
    for index in 0..workers {
        let id = builder.declare(&format!("t{index}"), &[64], Some(64));
        builder.define(id, |f| {
            let mut body =
                Body { rng: &mut rng, shared: &shared, budget: 3, variables: Vec::new(), objects: Vec::new() };
            body.look_at_published(f);
            body.statements(f);
            f.ret(0);
        });
        functions.push(id);
    }
    builder.main(|f| {
        let budget = [9, 6, 4][workers];
        let mut body = Body { rng: &mut rng, shared: &shared, budget, variables: Vec::new(), objects: Vec::new() };
        body.first(f, &functions);
    });
    builder.build()
}

/// Where a number of the function is.
#[derive(Clone, Copy)]
enum Place {
    Variable(Reg),
    Slot(Var),
    Object(Reg, i64),
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    variables: Vec<Place>,
    objects: Vec<Reg>,
}

impl Body<'_> {
    fn first(&mut self, f: &mut FunctionBuilder, functions: &[FunctionId]) {
        for name in ["a", "b"] {
            let variable = f.register(name, 32);
            unset(f, variable);
            self.variables.push(Place::Variable(variable));
        }
        let escapes = self.rng.bool();
        let slot = f.slot("s", 32, escapes);
        if escapes {
            f.open(slot);
        }
        self.variables.push(Place::Slot(slot));
        self.statements(f);
        let handles: Vec<Reg> = functions.iter().map(|it| f.spawn_with(*it, 0)).collect();
        self.budget += 2;
        self.statements(f);
        for handle in handles {
            f.join(handle);
        }
        self.use_one(f);
        f.ret(0);
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        while self.budget > 0 && !f.is_ended() {
            self.budget -= 1;
            self.statement(f);
        }
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        match self.rng.u8(0..12) {
            0 | 1 => self.set(f),
            2 => {
                let condition = f.choose(8, 0, 1).is_not(0);
                if self.rng.bool() {
                    let branch = f.begin_if(condition);
                    self.set(f);
                    let branch = f.begin_else(branch);
                    self.set(f);
                    f.end_if(branch);
                } else {
                    let branch = f.begin_if(condition);
                    self.set(f);
                    f.end_if(branch);
                }
            }
            3 | 4 => self.copy(f),
            5 | 6 => self.new_object(f),
            7 => self.publish(f),
            8 => {
                let Some(from) = self.any() else { return };
                let value = read(f, from);
                let result = f.call(Callee::Direct(self.shared.identity), vec![value.expr()], Some(32));
                if let (Some(to), Some(result)) = (self.any(), result) {
                    write(f, to, result.expr());
                }
            }
            9 => {
                let Some(from) = self.any() else { return };
                let value = read(f, from);
                f.store(self.shared.number, value);
            }
            10 => self.look_at_published(f),
            _ => self.use_one(f),
        }
    }

    fn any(&mut self) -> Option<Place> {
        let mut all = self.variables.clone();
        all.extend(self.objects.iter().flat_map(|it| [Place::Object(*it, 0), Place::Object(*it, PART)]));
        (!all.is_empty()).then(|| all[self.rng.usize(0..all.len())])
    }

    fn set(&mut self, f: &mut FunctionBuilder) {
        if let Some(to) = self.any() {
            write(f, to, Expr::constant(Width(32), self.rng.u64(0..2)));
        }
    }

    fn copy(&mut self, f: &mut FunctionBuilder) {
        let (Some(from), Some(to)) = (self.any(), self.any()) else { return };
        let value = read(f, from);
        let value = if self.rng.bool() { value.expr() } else { value.plus(1) };
        write(f, to, value);
    }

    /// An object of which some is written.
    fn new_object(&mut self, f: &mut FunctionBuilder) {
        let object = f.allocate(SIZE);
        for part in [0, PART] {
            match self.rng.u8(0..4) {
                0 => {}
                1 => {
                    let condition = f.choose(8, 0, 1).is_not(0);
                    let branch = f.begin_if(condition);
                    write(f, Place::Object(object, part), Expr::constant(Width(32), 1));
                    f.end_if(branch);
                }
                _ => write(f, Place::Object(object, part), Expr::constant(Width(32), 1)),
            }
        }
        if self.rng.bool() {
            f.store(self.shared.published, object);
        }
        self.objects.push(object);
    }

    fn publish(&mut self, f: &mut FunctionBuilder) {
        if let Some(object) = self.objects.last() {
            f.store(self.shared.published, *object);
        }
    }

    fn look_at_published(&mut self, f: &mut FunctionBuilder) {
        let object = f.load(self.shared.published);
        let part = if self.rng.bool() { 0 } else { PART };
        let uses = self.rng.bool();
        let branch = f.begin_if(object.is_not(0));
        let value = read(f, Place::Object(object, part));
        if uses {
            f.if_then(value.is_not(0), |f| f.store(self.shared.number, 1));
        } else {
            f.store(self.shared.number, value);
        }
        f.end_if(branch);
    }

    fn use_one(&mut self, f: &mut FunctionBuilder) {
        let from = if self.rng.u8(0..4) == 0 { None } else { self.any() };
        let value = match from {
            Some(from) => read(f, from),
            None => f.load(self.shared.number),
        };
        f.if_then(value.is_not(0), |f| f.store(self.shared.number, 0));
    }
}

/// A variable has no value.
fn unset(f: &mut FunctionBuilder, variable: Reg) {
    let address = Expr::constant(Width(f.model().pointer_bits()), 0);
    let size = ir::Bytes(variable.bits / 8);
    f.operation(Operation::Load { dest: variable.id, address, size, order: Order::Unset });
}

fn read(f: &mut FunctionBuilder, from: Place) -> Reg {
    match from {
        Place::Variable(variable) => {
            let copy = f.fresh(variable.bits);
            f.assign(copy, variable);
            copy
        }
        Place::Slot(slot) => f.load(slot),
        Place::Object(object, offset) => f.load_at(object.plus(offset), 32),
    }
}

fn write(f: &mut FunctionBuilder, to: Place, value: Expr) {
    match to {
        Place::Variable(variable) => f.assign(variable, value),
        Place::Slot(slot) => f.store(slot, value),
        Place::Object(object, offset) => f.store_at(object.plus(offset), 32, value),
    }
}
