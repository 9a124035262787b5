//! What the threads of a random program share.

use super::Features;
use super::orders::Orders;
use super::waits::Waiting;
use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Base, Binary, Callee, Expr, FunctionId, Init, MutexKind, Shape, Width};
use std::cell::Cell;

/// The kinds of mutexes, the more interesting the more often.
const KINDS: [MutexKind; 4] = [MutexKind::Recursive, MutexKind::Recursive, MutexKind::ErrorCheck, MutexKind::Normal];

/// The globals and the helper functions.
pub(super) struct World {
    pub features: Features,
    pub waiting: Waiting,
    /// In per cent.
    pub mistakes: u32,
    pub ints: Vec<Var>,
    pub array: Option<Array>,
    /// Points to one of the `targets`, a heap object or an escaping slot.
    pub pointer: Option<Var>,
    /// What the pointer can point to for good.
    pub targets: Vec<Var>,
    pub mutexes: Vec<Var>,
    /// The kind of each mutex, and whether the program makes it so before anything else.
    kinds: Vec<(MutexKind, bool)>,
    /// A place for a thread handle, in reckless programs.
    pub handle: Option<Var>,
    /// A place for the handle of who was there last.
    pub owner: Option<Var>,
    pub helpers: Option<Helpers>,
    pub orders: Orders,
    pub message: Option<Message>,
    /// Whether some thread sends it.
    pub sent: Cell<bool>,
}

/// What is handed over, and the flag that says so.
#[derive(Clone, Copy)]
pub(super) struct Message {
    pub data: Var,
    pub flag: Var,
}

/// A global array.
#[derive(Clone, Copy)]
pub(super) struct Array {
    pub var: Var,
    /// A power of two.
    pub count: u32,
}

/// Functions that every thread can call.
#[derive(Clone, Copy)]
pub(super) struct Helpers {
    /// `(pointer, 32 bits) -> 32 bits`: adds to a number in memory and gives the old one.
    pub bump: FunctionId,
    /// `(32 bits, 32 bits) -> 32 bits`: local.
    pub mix: FunctionId,
    /// The same with another result, for calls through a pointer.
    pub blend: FunctionId,
    /// `(8 bits, pointer) -> 32 bits`: recursive; each frame reads the private slot of the one below.
    pub walk: FunctionId,
}

impl World {
    pub fn new(
        rng: &mut Rng,
        builder: &mut ProgramBuilder,
        features: Features,
        waiting: Waiting,
        mistakes: u32,
    ) -> Self {
        let width = |rng: &mut Rng| if features.widths { [8, 16, 32, 64][rng.usize(0..4)] } else { 32 };
        let orders = Orders::new(rng, features.mutexes);
        let least = if orders == Orders::Guarded { 2 } else { 1 };
        let mut ints = Vec::new();
        for name in &["x", "y", "z"][..[1, 1, 2, 2, 2, 3][rng.usize(0..6)].max(least)] {
            let bits = width(rng);
            let start = if rng.u8(0..4) == 0 { rng.u64(1..4) } else { 0 };
            ints.push(builder.int_from(name, bits, start));
            if features.thread_locals && ints.len() > 1 && rng.bool() {
                builder.make_thread_local(ints[ints.len() - 1]);
            }
        }
        let array = features.arrays.then(|| {
            let (bits, count) = (width(rng), [2, 4][rng.usize(0..2)]);
            Array { var: builder.array("a", bits, count), count }
        });
        let mut targets = ints.clone();
        let mut pointer = None;
        if features.pointers {
            if mistakes > 0 && rng.bool() {
                let constant = builder.int_from("c", 32, 7);
                builder.make_constant(constant);
                targets.push(constant);
            }
            let target = if mistakes > 0 && rng.u8(0..8) == 0 { None } else { Some(ints[0]) };
            pointer = Some(builder.pointer("p", target));
        }
        let (mut mutexes, mut kinds) = (Vec::new(), Vec::new());
        if features.mutexes {
            for name in &["m", "n"][..if rng.u8(0..4) == 0 { 1 } else { 2 }] {
                let kind = if features.mutex_kinds { KINDS[rng.usize(0..KINDS.len())] } else { MutexKind::Normal };
                let is_made = features.mutex_kinds && rng.u8(0..4) == 0;
                mutexes.push(if is_made { builder.mutex(name) } else { builder.mutex_of_kind(name, kind) });
                kinds.push((kind, is_made));
            }
        }
        let handle = (mistakes > 0 && features.handles).then(|| place_for_a_handle(builder, "h"));
        let owner = features.selves.then(|| place_for_a_handle(builder, "owner"));
        let helpers = features.calls.then(|| Helpers::new(builder, features.arithmetic));
        let message =
            features.messages.then(|| Message { data: builder.int("data", 32), flag: builder.int("flag", 32) });
        let sent = Cell::new(false);
        World {
            features,
            waiting,
            mistakes,
            ints,
            array,
            pointer,
            targets,
            mutexes,
            kinds,
            handle,
            owner,
            helpers,
            orders,
            message,
            sent,
        }
    }
}

/// A global of no known structure, so that what is there is not a part of the final state.
fn place_for_a_handle(builder: &mut ProgramBuilder, name: &str) -> Var {
    let bytes = builder.model().pointer_bytes();
    let global = builder.global(name, Shape::Bytes(bytes), Init::default());
    Var { base: Base::Global(global), bits: builder.model().pointer_bits() }
}

impl World {
    /// The kind of a mutex, unless somebody makes it another one by mistake.
    pub fn kind_of(&self, mutex: Var) -> MutexKind {
        let index = self.mutexes.iter().position(|it| *it == mutex).expect("it is one of the program's");
        self.kinds[index].0
    }

    /// Makes those mutexes that are not from the beginning what they are.
    pub fn init_mutexes(&self, f: &mut FunctionBuilder) {
        for (&mutex, &(kind, is_made)) in self.mutexes.iter().zip(&self.kinds) {
            if is_made {
                f.init_mutex(mutex, kind);
            }
        }
    }
}

impl Helpers {
    fn new(builder: &mut ProgramBuilder, arithmetic: bool) -> Self {
        let pointer = builder.model().pointer_bits();
        let bump = builder.function("bump", &[pointer, 32], Some(32), |f| {
            let (at, by) = (f.parameter(0), f.parameter(1));
            let old = f.load_at(at.expr(), 32);
            let sum = if arithmetic { Binary::AddSigned } else { Binary::Add };
            f.store_at(at.expr(), 32, old.binary(sum, by));
            f.ret(old);
        });
        let mix = builder.function("mix", &[32, 32], Some(32), |f| {
            let (a, b) = (f.parameter(0), f.parameter(1));
            f.if_then(a.less(b), |f| f.ret(b.binary(Binary::Subtract, a)));
            f.ret(a.binary(Binary::Xor, b));
        });
        let blend = builder.function("blend", &[32, 32], Some(32), |f| {
            let (a, b) = (f.parameter(0), f.parameter(1));
            let divide = if arithmetic { Binary::DivideSigned } else { Binary::Multiply };
            f.ret(a.binary(divide, b));
        });
        let walk = builder.declare("walk", &[8, pointer], Some(32));
        builder.define(walk, |f| {
            let (left, below) = (f.parameter(0), f.parameter(1));
            let here = f.slot("here", 32, false);
            let value = f.load_at(below.expr(), 32);
            f.store(here, value.plus(1));
            f.if_then(left.is(0), |f| {
                let last: Reg = f.load(here);
                f.ret(last);
            });
            let less = left.binary(Binary::Subtract, 1);
            let result = f.call(Callee::Direct(walk), vec![less, here.at()], Some(32)).expect("it has a result");
            f.ret(Expr::binary(Binary::Xor, result.expr(), Expr::Const(Width(32), 1)));
        });
        Helpers { bump, mix, blend, walk }
    }
}
