//! Makes random programs that have one meaning.
//!
//! Nothing is undefined but signed overflow, and nothing depends on the order of evaluation:
//!
//! * Divisors, shifts and indices are guarded; every pointer points to an object of its type that lives at least as long
//!   as the pointer's own block ([`Variable::depth`]), pointers in records to globals only; every variable is initialised.
//! * Loops count; recursion has a depth. An estimate of the statements to be run keeps programs short.
//! * What a full expression has read and written so far is kept in [`Full`]. Functions with side effects are called in
//!   statements of their own.
//! * Declarations stand first in their blocks and no jump enters a block that has any.
//!
//! Each program uses a random part of the features (swarm testing: Groce et al., *Swarm Testing*, ISSTA 2012).
//!
//! `world` makes types and globals, `functions` functions, `statements` their code; `expressions` makes integers,
//! `aggregates` records, initialisers and calls, `places` finds objects and their addresses, `constants` literals.

mod aggregates;
mod constants;
mod expressions;
mod functions;
mod jumps;
mod places;
mod reals;
mod statements;
mod world;

use super::syntax::*;
use super::types::{Kind, Signature, Spelling, Type};
use fastrand::Rng;
use ir::DataModel;
use std::collections::BTreeSet;

/// How large a program may get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most functions besides `main`.
    pub functions: usize,
    /// The most statements of a function.
    pub statements: u32,
    /// About the most statements that are run.
    pub run: u64,
    /// The data model.
    pub model: DataModel,
}

impl Default for Size {
    fn default() -> Size {
        Size { functions: 5, statements: 14, run: 4_000, model: DataModel::Lp64 }
    }
}

/// The program of a seed.
pub fn program(seed: u64, size: &Size) -> Program {
    let mut generator = Generator::new(seed, *size);
    generator.world();
    generator.functions();
    generator.program
}

/// What a program may use besides integers and structured control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    Effects,
    Pointers,
    Records,
    Unions,
    Gotos,
    Switches,
    Heap,
    Calls,
    Recursion,
    Callbacks,
    Strings,
    Bytes,
    Statics,
    Enums,
    Narrow,
    Casts,
    BitFields,
    Packed,
    Variable,
    Variadic,
}

/// What a full expression has done so far, as far as the order of evaluation could matter. *Memory* is everything that
/// can have two names; other variables are looked at one by one.
#[derive(Clone, Default)]
struct Full {
    read: BTreeSet<VarId>,
    written: BTreeSet<VarId>,
    memory_read: bool,
    memory_written: bool,
    /// How many side effects it may still have.
    effects: u32,
    /// An initialiser of a static object: no variables but their addresses.
    is_constant: bool,
    /// Indices are literals and pointers are not followed: evaluated twice it gives the same object.
    is_stable: bool,
}

impl Full {
    /// An expression that may have side effects.
    fn new() -> Full {
        Full { effects: 2, ..Full::default() }
    }

    /// An expression without.
    fn quiet() -> Full {
        Full::default()
    }

    fn constant() -> Full {
        Full { is_constant: true, ..Full::default() }
    }

    /// After two parts with a sequence point between them, both begun from the same state.
    fn join(&mut self, other: Full) {
        self.read.extend(other.read);
        self.written.extend(other.written);
        self.memory_read |= other.memory_read;
        self.memory_written |= other.memory_written;
        self.effects = self.effects.min(other.effects);
    }
}

/// What is known of a function besides its tree.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// About how many statements a call runs.
    cost: u64,
    /// For a recursive function: the mask for its first argument.
    depth: Option<u64>,
    /// Its body is made and may be called.
    is_ready: bool,
}

struct Generator {
    rng: Rng,
    size: Size,
    model: DataModel,
    features: Vec<Feature>,
    program: Program,
    known: Vec<Known>,
    /// Globals that records may point to, one per type.
    anchors: Vec<VarId>,
    /// The type of functions that are called through pointers.
    callback: Option<Signature>,
    /// How many there are; they are the first functions.
    callbacks: usize,
    /// Local variables that can be named.
    scope: Vec<VarId>,
    /// The nesting of the current block.
    depth: usize,
    /// Declarations to be put at the beginning of the current block.
    pending: Vec<Vec<Stmt>>,
    /// Labels further on that can be jumped to.
    open_labels: Vec<LabelId>,
    next_label: usize,
    next_slot: u32,
    /// How many statements the current function may still have.
    left: u32,
    /// How often the current statement is run by a call, at most.
    times: u64,
    /// About how many statements a call runs.
    cost: u64,
    /// What `cost` should not exceed.
    most_cost: u64,
    /// In how many indices the current expression is.
    indices: u32,
    is_pure: bool,
    can_break: bool,
    can_continue: bool,
    result: Type,
}

impl Generator {
    fn new(seed: u64, size: Size) -> Generator {
        use Feature::*;
        let mut rng = Rng::with_seed(seed);
        let all = [
            Effects, Pointers, Records, Unions, Gotos, Switches, Heap, Calls, Recursion, Callbacks, Strings, Bytes,
            Statics, Enums, Narrow, Casts, BitFields, Packed, Variable, Variadic,
        ];
        let features = all.into_iter().filter(|_| rng.u32(0..100) < 70).collect();
        let model = size.model;
        Generator {
            rng,
            size,
            model,
            features,
            program: Program {
                model,
                enums: Vec::new(),
                records: Vec::new(),
                variables: Vec::new(),
                globals: Vec::new(),
                are_globals_last: false,
                functions: Vec::new(),
            },
            known: Vec::new(),
            anchors: Vec::new(),
            callback: None,
            callbacks: 0,
            scope: Vec::new(),
            depth: 0,
            pending: Vec::new(),
            open_labels: Vec::new(),
            next_label: 0,
            next_slot: 0,
            left: 0,
            times: 1,
            cost: 0,
            most_cost: 0,
            indices: 0,
            is_pure: false,
            can_break: false,
            can_continue: false,
            result: Type::Void,
        }
    }

    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// True in so many of a hundred cases.
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    fn int_type(&mut self) -> Type {
        if !self.program.enums.is_empty() && self.chance(8) {
            return self.enum_type();
        }
        let all = Kind::all(self.model);
        let kind = if self.has(Feature::Narrow) || self.chance(20) {
            all[self.rng.usize(0..all.len())]
        } else {
            all[self.rng.usize(6..all.len())]
        };
        let sizes = [Kind::size(self.model), Kind::difference(self.model)];
        if sizes.contains(&kind) && self.chance(20) {
            return Type::Int(kind, Spelling::Size);
        }
        Type::Int(kind, Spelling::Plain(self.rng.u8(0..8)))
    }

    fn enum_type(&mut self) -> Type {
        let id = EnumId(self.rng.usize(0..self.program.enums.len()));
        // As the x86 ABI has it: unsigned if nothing is negative.
        let is_negative = self.program.enums[id.0].constants.iter().any(|it| it.0 < 0);
        Type::Int(if is_negative { Kind::Int } else { Kind::UnsignedInt }, Spelling::Enum(id))
    }

    fn add_variable(&mut self, ty: Type, storage: Storage) -> VarId {
        let is_scalar = matches!(ty, Type::Int(..) | Type::Real(_) | Type::Pointer(_));
        let is_addressable = storage == Storage::Global || !is_scalar || self.chance(40);
        let depth = if matches!(storage, Storage::Global | Storage::Static) { 0 } else { self.depth };
        let id = VarId(self.program.variables.len());
        let variable = Variable { ty, storage, depth, is_fixed: false, is_const: false, is_addressable, extent: 1 };
        self.program.variables.push(variable);
        id
    }

    /// A local that code does not assign to.
    fn add_fixed(&mut self, ty: Type, extent: u32) -> VarId {
        let id = self.add_variable(ty, Storage::Local);
        let variable = &mut self.program.variables[id.0];
        (variable.is_fixed, variable.is_addressable, variable.extent) = (true, false, extent);
        id
    }

    /// A counter; all its values are below `extent` where it is used.
    fn add_counter(&mut self, extent: u32) -> VarId {
        let kinds = [Kind::Int, Kind::Int, Kind::UnsignedInt, Kind::UnsignedChar, Kind::Short, Kind::Long, Kind::Char];
        let kind = kinds[self.rng.usize(0..kinds.len())];
        self.add_fixed(Type::int(kind), extent)
    }

    fn add_label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label)
    }
}

/// An expression of an integer type.
fn int(kind: Kind, node: Node) -> Expr {
    Expr { ty: Type::int(kind), node }
}

/// The type of an integer expression.
fn kind(expr: &Expr) -> Kind {
    expr.ty.kind().expect("an integer expression")
}
