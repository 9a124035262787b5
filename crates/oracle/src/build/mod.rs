//! Ir programs in a few lines of Rust.
//!
//! ```
//! use oracle::build::ProgramBuilder;
//!
//! let mut program = ProgramBuilder::new();
//! let x = program.int("x", 32);
//! let worker = program.thread("worker", |f| {
//!     let r = f.load(x);
//!     f.store(x, r.plus(1));
//! });
//! program.main(|f| {
//!     let first = f.spawn(worker);
//!     let second = f.spawn(worker);
//!     f.join(first);
//!     f.join(second);
//!     let r = f.load(x);
//!     f.assert(r.is(2), "no update is lost");
//! });
//! let program = program.build();
//! # assert_eq!(program.functions.len(), 2);
//! ```
//!
//! Numbers take the width of what they are used with. A function that falls off its end returns 0. Code that follows a
//! return or a stop is dropped, so that no location is unreachable.

mod function;
mod operand;

pub use function::{Branch, FunctionBuilder};
pub use operand::{Operand, Reg, Var, both, either, not};

use ir::{
    Base, DataModel, Function, FunctionId, Global, GlobalId, Init, Location, MutexKind, Program, Register, Shape, Width,
};
use source::{Sources, Span};

/// A program under construction.
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    program: Program,
    has_entry: bool,
}

impl Default for ProgramBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ProgramBuilder {
    /// An empty program of the 64-bit data model.
    pub fn new() -> Self {
        Self::with_model(DataModel::Lp64)
    }

    /// An empty program.
    pub fn with_model(model: DataModel) -> Self {
        let program = Program {
            model,
            sources: Sources::default(),
            globals: Vec::new(),
            functions: Vec::new(),
            entry: FunctionId(0),
            runner: None,
            approximations: Vec::new(),
            may_leak: false,
        };
        ProgramBuilder { program, has_entry: false }
    }

    /// The data model.
    pub fn model(&self) -> DataModel {
        self.program.model
    }

    /// A global integer that starts with 0.
    pub fn int(&mut self, name: &str, bits: u8) -> Var {
        self.int_from(name, bits, 0)
    }

    /// A global integer that starts with `value`.
    pub fn int_from(&mut self, name: &str, bits: u8, value: u64) -> Var {
        let bytes = value.to_le_bytes()[..usize::from(bits / 8)].to_vec();
        let init = Init { bytes, addresses: Vec::new() };
        Var { base: Base::Global(self.global(name, Shape::Int { bits, signed: true }, init)), bits }
    }

    /// A global array of `count` integers, all 0. Accesses by the [`Var`] itself are to element 0.
    pub fn array(&mut self, name: &str, bits: u8, count: u32) -> Var {
        let shape = Shape::Array(Box::new(Shape::Int { bits, signed: true }), count);
        Var { base: Base::Global(self.global(name, shape, Init::default())), bits }
    }

    /// A global pointer, to another global or null.
    pub fn pointer(&mut self, name: &str, target: Option<Var>) -> Var {
        let bits = self.program.model.pointer_bits();
        let addresses = target.map(|it| (0, it.base, 0)).into_iter().collect();
        let init = Init { bytes: Vec::new(), addresses };
        Var { base: Base::Global(self.global(name, Shape::Pointer, init)), bits }
    }

    /// A global mutex, free.
    pub fn mutex(&mut self, name: &str) -> Var {
        Var { base: Base::Global(self.global(name, Shape::Mutex, Init::default())), bits: 32 }
    }

    /// A global mutex of this kind, free.
    pub fn mutex_of_kind(&mut self, name: &str, kind: MutexKind) -> Var {
        let bytes = vec![0, 0, 0, 0, kind as u8, 0, 0, 0];
        let init = if kind == MutexKind::Normal { Init::default() } else { Init { bytes, addresses: Vec::new() } };
        Var { base: Base::Global(self.global(name, Shape::Mutex, init)), bits: 32 }
    }

    /// Any other global.
    pub fn global(&mut self, name: &str, shape: Shape, init: Init) -> GlobalId {
        let name = name.to_owned();
        self.program.globals.push(Global { name, shape, init, constant: false, thread_local: false, span: Span::NONE });
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    /// Makes stores to a global a fault.
    pub fn make_constant(&mut self, var: Var) {
        let Base::Global(global) = var.base else { panic!("only a global can be constant") };
        self.program.globals[global.index()].constant = true;
    }

    /// Gives each thread a global of its own.
    pub fn make_thread_local(&mut self, var: Var) {
        let Base::Global(global) = var.base else { panic!("only a global can be thread-local") };
        self.program.globals[global.index()].thread_local = true;
    }

    /// Announces a function, so that it can be named before [`ProgramBuilder::define`] gives it a body. Until then it
    /// returns 0 at once.
    pub fn declare(&mut self, name: &str, parameters: &[u8], result: Option<u8>) -> FunctionId {
        let register = |(index, &bits): (usize, &u8)| Register {
            name: format!("p{index}"),
            width: Width(bits),
            kind: ir::Kind::Signed,
        };
        self.program.functions.push(Function {
            name: name.to_owned(),
            parameters: parameters.len() as u32,
            result: result.map(Width),
            library: false,
            registers: parameters.iter().enumerate().map(register).collect(),
            slots: Vec::new(),
            locations: 0,
            entry: Location(0),
            edges: Vec::new(),
            span: Span::NONE,
        });
        let id = FunctionId(self.program.functions.len() as u32 - 1);
        self.define(id, |_| {});
        id
    }

    /// Gives an announced function its body, in place of any earlier one.
    pub fn define(&mut self, id: FunctionId, body: impl FnOnce(&mut FunctionBuilder)) {
        let declared = &mut self.program.functions[id.index()];
        declared.edges.clear();
        declared.registers.truncate(declared.parameters as usize);
        declared.slots.clear();
        let mut builder = FunctionBuilder::new(declared.clone(), self.program.model);
        body(&mut builder);
        self.program.functions[id.index()] = builder.finish();
    }

    /// A function with parameters of these widths.
    pub fn function(
        &mut self,
        name: &str,
        parameters: &[u8],
        result: Option<u8>,
        body: impl FnOnce(&mut FunctionBuilder),
    ) -> FunctionId {
        let id = self.declare(name, parameters, result);
        self.define(id, body);
        id
    }

    /// A function that can be spawned: no parameters, and a result of pointer width.
    pub fn thread(&mut self, name: &str, body: impl FnOnce(&mut FunctionBuilder)) -> FunctionId {
        let bits = self.program.model.pointer_bits();
        self.function(name, &[], Some(bits), body)
    }

    /// The entry function: no parameters, a result of 32 bits.
    pub fn main(&mut self, body: impl FnOnce(&mut FunctionBuilder)) -> FunctionId {
        let id = self.function("main", &[], Some(32), body);
        self.program.entry = id;
        self.has_entry = true;
        id
    }

    /// Makes a function the entry.
    pub fn enter_at(&mut self, id: FunctionId) {
        self.program.entry = id;
        self.has_entry = true;
    }

    /// Makes a function run those of all threads but the first one.
    pub fn run_threads_by(&mut self, id: FunctionId) {
        self.program.runner = Some(id);
    }

    /// The program. Panics if it is not valid.
    pub fn build(self) -> Program {
        assert!(self.has_entry, "a program has an entry function");
        if let Err(violations) = ir::validate::validate(&self.program) {
            let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
            panic!("the program is not valid: {}", list.join("; "));
        }
        self.program
    }

    /// A program whose entry function spawns `threads` in order, joins them in order, and returns 0.
    pub fn fork_join(mut self, threads: &[FunctionId]) -> Program {
        self.main(|f| {
            let handles: Vec<Reg> = threads.iter().map(|&it| f.spawn(it)).collect();
            for handle in handles {
                f.join(handle);
            }
        });
        self.build()
    }

    /// A program whose entry function spawns `threads` in order and then leaves by thread exit, so that the process
    /// goes on without it: the interleavings are those of the threads after the last spawn.
    pub fn fork(mut self, threads: &[FunctionId]) -> Program {
        self.main(|f| {
            for &thread in threads {
                f.spawn(thread);
            }
            f.thread_exit(0);
        });
        self.build()
    }
}
