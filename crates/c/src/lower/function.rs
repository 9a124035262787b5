//! One function: its parameters, its locals, its result.
//!
//! A local lives in a register if it is a scalar whose address is never taken, else in a slot. A hidden first parameter
//! points to where an aggregate result goes.

use super::automaton::{Automaton, Frame, Role};
use super::bits::{ALIGNED, BitPlace};
use super::blocks::{Block, Jumps};
use super::{Program, shapes};
use crate::tree::{self, FunctionId, LabelId, Storage, Type, Unit, VariableId};
use ir::passes::walk;
use ir::{Action, Base, DataModel, Expr, Location, RegisterId, SlotId, Stop, Width};
use source::Span;
use std::collections::{HashMap, HashSet};

/// Where an object is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A scalar that only this function can touch.
    Register(RegisterId),
    /// Memory at this address.
    Memory(Expr),
    /// Some bits of memory.
    Bits(BitPlace),
}

/// How the result of a function is handed back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passing {
    Nothing,
    Value(Width),
    /// Through the address in the hidden first parameter.
    Memory,
}

impl Passing {
    pub(super) fn of(result: &Type, model: DataModel) -> Passing {
        if shapes::is_aggregate(result) {
            return Passing::Memory;
        }
        shapes::width(result, model).map_or(Passing::Nothing, Passing::Value)
    }

    pub(super) fn width(self) -> Option<Width> {
        match self {
            Passing::Value(width) => Some(width),
            Passing::Nothing | Passing::Memory => None,
        }
    }
}

/// Where `break` and `continue` lead.
pub(super) struct Exits {
    /// How many blocks there are around the loop or switch.
    pub blocks: usize,
    pub break_to: Location,
    /// A `switch` has none of its own.
    pub continue_to: Option<Location>,
}

/// The body of a function while it is lowered.
pub(super) struct Body<'u, 'd, 'p> {
    pub program: &'p mut Program<'u, 'd>,
    pub unit: &'u Unit,
    pub model: DataModel,
    pub automaton: Automaton,
    pub places: HashMap<VariableId, Place>,
    pub labels: Vec<Option<Location>>,
    pub exits: Vec<Exits>,
    pub result: &'u Type,
    /// Where an aggregate result goes.
    pub result_address: Option<RegisterId>,
    /// The slots that live as long as the call.
    pub slots: Vec<SlotId>,
    /// Where the variable arguments are.
    pub variable_arguments: Option<RegisterId>,
    /// Registers with the addresses of objects that live as long as the call.
    pub objects: Vec<RegisterId>,
    /// The last of those that `alloca` made in loops, see `automatic`.
    pub chain: Option<RegisterId>,
    /// The blocks around what is lowered now, from the outside.
    pub blocks: Vec<Block>,
    pub jumps: Jumps,
    /// Whether returning ends the lives of slots (not in the entry function, whose end is the end of the process).
    pub closes_slots: bool,
    /// Labels that only a `switch` jumps to.
    pub cases: HashSet<LabelId>,
    /// How many loops there are around what is lowered now.
    pub loops: u32,
    /// Whether a label that a `goto` may name was passed.
    pub jumps_back: bool,
    /// How deep the expression that is lowered now is nested.
    pub depth: u32,
    /// Whether what is lowered now is an operand that takes no steps, see `is_local`.
    pub within_local: bool,
    /// Whether the function is one of the library.
    pub is_library: bool,
}

/// The automaton of a function.
pub(super) fn lower_function<'u>(program: &mut Program<'u, '_>, id: FunctionId, is_entry: bool) -> ir::Function {
    let unit = program.unit;
    let function = &unit.functions[id.0 as usize];
    let passing = Passing::of(&function.signature.result, unit.model);
    let automaton = Automaton::new(function.name.clone(), passing.width(), function.span, unit.model);
    let mut body = Body {
        program,
        unit,
        model: unit.model,
        automaton,
        places: HashMap::new(),
        labels: vec![None; function.labels as usize],
        exits: Vec::new(),
        result: &function.signature.result,
        result_address: None,
        slots: Vec::new(),
        variable_arguments: None,
        objects: Vec::new(),
        chain: None,
        blocks: Vec::new(),
        jumps: Jumps::of(function.body.as_deref().unwrap_or_default()),
        closes_slots: !is_entry,
        cases: HashSet::new(),
        loops: 0,
        jumps_back: false,
        depth: 0,
        within_local: false,
        is_library: function.library,
    };
    body.parameters(function, is_entry);
    body.forget_variables(function.span);
    for statement in function.body.iter().flatten() {
        body.statement(statement);
    }
    // For `main` the result is 0, as C says.
    match passing {
        Passing::Value(width) if !is_entry && !function.library && body.automaton.is_reached() => {
            body.return_without_result(id, width, function.span);
        }
        Passing::Value(_) | Passing::Nothing | Passing::Memory => body.return_nothing(function.span),
    }
    let slots = std::mem::take(&mut body.slots);
    let objects = std::mem::take(&mut body.objects);
    let (chain, atomic) = (body.chain, is_atomic_by_name(&function.name));
    let frame = Frame { slots, objects, chain, close_slots: !is_entry, atomic };
    let (mut lowered, roles) = body.automaton.finish(&frame);
    lowered.library = function.library;
    if is_entry && reads_parameters(&lowered, &roles) {
        program.approximations.push(format!("`{}` is called by its name, without arguments", lowered.name));
    }
    lowered
}

/// Whether the function looks at a parameter.
fn reads_parameters(function: &ir::Function, roles: &[Role]) -> bool {
    let mut found = false;
    for expr in function.edges.iter().flat_map(walk::expressions) {
        expr.for_each_register(&mut |register| found |= roles[register.index()] == Role::Parameter);
    }
    found
}

/// The competition's rule: such a function is one atomic section. (`…begin` and `…end` are builtins.)
fn is_atomic_by_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
}

impl<'u> Body<'u, '_, '_> {
    /// Variables have no value where a jump leads behind their declaration.
    fn forget_variables(&mut self, span: Span) {
        if !self.jumps.has_labels() {
            return;
        }
        for id in self.jumps.declared.clone() {
            let variable = &self.unit.variables[id.0 as usize];
            if variable.storage == Storage::Automatic
                && !needs_memory(variable)
                && let Place::Register(register) = self.variable(id)
            {
                self.automaton.forget(register, span);
            }
        }
    }

    /// Makes registers for the parameters, in order, then moves those that need memory into slots.
    fn parameters(&mut self, function: &'u tree::Function, is_entry: bool) {
        let pointer = shapes::pointer_width(self.model);
        if Passing::of(self.result, self.model) == Passing::Memory {
            let register = self.automaton.register("result", pointer, false, Role::Parameter);
            self.result_address = Some(register);
        }
        let mut to_move = Vec::new();
        for id in &function.parameters {
            let variable = &self.unit.variables[id.0 as usize];
            let width = shapes::width(&variable.ty, self.model).unwrap_or(pointer);
            let kind = shapes::kind(&variable.ty);
            if needs_memory(variable) {
                let name = format!("{}.in", variable.name);
                to_move.push((*id, self.automaton.register(&name, width, kind, Role::Parameter)));
            } else {
                let register = self.automaton.register(&variable.name, width, kind, Role::Parameter);
                self.places.insert(*id, Place::Register(register));
            }
        }
        if function.signature.takes_more() {
            self.variable_arguments = Some(self.automaton.register("arguments", pointer, false, Role::Parameter));
        }
        let hidden = u32::from(self.result_address.is_some()) + u32::from(self.variable_arguments.is_some());
        let count = function.parameters.len() as u32 + hidden;
        // Nobody calls `main`: `argc` and `argv` are registers that are set here.
        self.automaton.set_parameters(if is_entry { 0 } else { count });
        if is_entry {
            self.entry_arguments(function, &to_move);
        }
        for (id, register) in to_move {
            let variable = &self.unit.variables[id.0 as usize];
            let Place::Memory(address) = self.variable(id) else {
                unreachable!("a parameter that needs memory has a slot")
            };
            match shapes::bytes(&variable.ty, self.model) {
                Some(size) => {
                    self.automaton.store(address, Expr::Register(register), size, ir::Order::NonAtomic, variable.span);
                }
                None => self.copy(address, Expr::Register(register), &variable.ty, ALIGNED, variable.span),
            }
        }
    }

    /// `main` is called as a program without arguments is: by its name alone. Whatever else it takes is 0.
    fn entry_arguments(&mut self, function: &'u tree::Function, moved: &[(VariableId, RegisterId)]) {
        for (index, id) in function.parameters.iter().enumerate() {
            let variable = &self.unit.variables[id.0 as usize];
            let register = match self.places.get(id) {
                Some(Place::Register(register)) => *register,
                _ => match moved.iter().find(|it| it.0 == *id) {
                    Some((_, register)) => *register,
                    None => continue,
                },
            };
            let value = match (index, &variable.ty) {
                (0, Type::Int { bits, .. }) => Expr::Const(Width(*bits), 1),
                (1, Type::Pointer(_)) => Expr::Address(Base::Global(self.program.argument_vector(function.span)), 0),
                _ => continue,
            };
            self.automaton.assign(register, value, function.span);
        }
    }

    /// Where a variable is.
    pub(super) fn variable(&mut self, id: VariableId) -> Place {
        if let Some(known) = self.places.get(&id) {
            return known.clone();
        }
        let variable = &self.unit.variables[id.0 as usize];
        let place = match variable.storage {
            Storage::Static | Storage::Thread => Place::Memory(Expr::Address(Base::Global(self.program.global(id)), 0)),
            Storage::Automatic if needs_memory(variable) => {
                let shape = shapes::shape(&variable.ty, self.unit);
                let slot = self.new_slot(&variable.name, shape, variable.span);
                Place::Memory(Expr::Address(Base::Slot(slot), 0))
            }
            Storage::Automatic => {
                let width = shapes::width(&variable.ty, self.model).expect("what needs no memory is a scalar");
                let kind = shapes::kind(&variable.ty);
                Place::Register(self.automaton.register(&variable.name, width, kind, Role::Variable))
            }
        };
        self.places.insert(id, place.clone());
        place
    }

    /// Whether something is let pass that happens here; notes that it may happen. What the library does has no place of its own.
    pub(super) fn lets_pass(&mut self, what: ir::Tolerance, span: Span) -> bool {
        let lets_pass = self.unit.allowed.is_let_pass(what, span, &self.unit.sources);
        if lets_pass {
            self.program.passed.push((what, span));
        }
        lets_pass
    }

    /// A new slot for an aggregate in between.
    pub(super) fn scratch(&mut self, name: &str, ty: &Type, span: Span) -> Expr {
        let slot = self.new_slot(name, shapes::shape(ty, self.unit), span);
        Expr::Address(Base::Slot(slot), 0)
    }

    /// The same for an object whose padding is 0.
    pub(super) fn zeroed_scratch(&mut self, name: &str, ty: &Type, span: Span) -> Expr {
        let slot = self.new_slot(name, shapes::shape(ty, self.unit), span);
        self.automaton.rely_on_zeros(slot);
        Expr::Address(Base::Slot(slot), 0)
    }

    /// Leaves the function without a value from the program.
    pub(super) fn return_nothing(&mut self, span: Span) {
        let value = Passing::of(self.result, self.model).width().map(|width| Expr::Const(width, 0));
        self.leave(Action::Return(value), span);
    }

    /// Leaves the function by a return, or the thread by `pthread_exit`. The value is fixed before slots end. The return
    /// of `main` ends the process, and nobody is left to notice; its `pthread_exit` does not.
    pub(super) fn leave(&mut self, mut action: Action, span: Span) {
        if let Action::Return(Some(value)) | Action::Stop(Stop::ThreadExit(value)) = &mut action {
            if !self.blocks.is_empty() && value.can_fault() {
                *value = self.automaton.stable(value.clone(), false, span);
            }
        }
        let closes = self.closes_slots || matches!(action, Action::Stop(_));
        self.automaton.end(action, span);
        if closes {
            self.leaves_blocks(0);
        }
    }
}

/// Whether a local cannot be a register.
pub(super) fn needs_memory(variable: &tree::Variable) -> bool {
    variable.addressed || shapes::is_aggregate(&variable.ty)
}
