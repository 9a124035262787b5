//! From the typed tree to `ir`: one automaton per function that `main` can reach.
//!
//! Start at [`lower`], which starts with `main` and adds functions, globals and strings when something mentions them.
//! `function` frames one automaton; `statements`, `conditions`, `expressions`, `assign`, `places`, `calls` and `builtins`
//! fill it; `blocks` says how long locals live; `wording` names assertions. `automaton`,
//! `fold` and `shapes` know no C statements or expressions.
//!
//! # What is decided here
//!
//! C leaves open in which order operands are evaluated. Where that matters, `evaluation` has made the order explicit; otherwise it is this one:
//! 1. Operands and arguments from left to right; the callee's address before the arguments.
//! 2. `place = value`: first what the address of the place needs, then the value, then the store.
//! 3. `place op= value`: first what the address needs, then the value, then the load, then the store. (As compilers do:
//!    in `x += f()` they read `x` after the call.) `x = x + f()` reads `x` before the call, by rule 1.
//! 4. Reading a local that lives in a register is not a step. Its value is taken when the operation that uses it takes
//!    place; a program in which that matters (`x + x++`) has undefined behaviour, and `evaluation` says so.
//!
//! `&&`, `||` and `?:` become branches only if an operand reads memory or has effects. Otherwise they are `And`, `Or` and
//! `Select`; `Select` evaluates, and faults, only on the side that is taken, just as C does.
//!
//! Locals start as 0. Reading one that may not have been set is undefined in C; such variables are listed among the
//! program's approximations.
//!
//! Aggregates have no values in `ir`, only places. An argument is copied by the caller and again by the callee, each
//! into a slot of its own; a result is written through a hidden first parameter.

mod assign;
mod automatic;
mod automaton;
pub(crate) mod bits;
mod blocks;
mod bounds;
mod builtins;
mod calls;
mod conditions;
mod expressions;
mod floats;
mod fold;
mod function;
pub(crate) mod globals;
mod memory;
mod pairs;
pub(crate) mod places;
mod results;
pub(crate) mod shapes;
mod statements;
mod watched;
mod whole;
mod wide;
mod wide_arithmetic;
pub(crate) mod wording;

#[cfg(test)]
mod tests;

use crate::codes;
use crate::tree::{Function, FunctionId, Unit, VariableId};
use ir::{GlobalId, Tolerance};
use source::{Diagnostics, Span};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The program that the unit means, before any pass. `None` if and only if there are errors, from here or from before.
pub fn lower(unit: &Unit, diagnostics: &mut Diagnostics) -> Option<ir::Program> {
    if diagnostics.has_errors() {
        return None;
    }
    let Some(main) = unit.functions.iter().position(|it| it.name == "main" && it.body.is_some()) else {
        diagnostics.error(codes::NO_MAIN, Span::NONE, "there is no function `main`");
        return None;
    };
    check_entry(unit, &unit.functions[main], diagnostics);
    let mut program = Program::new(unit, diagnostics);
    let entry = program.function(FunctionId(main as u32), unit.functions[main].span);
    let runner = unit.runner.map(|it| program.function(it, Span::NONE));
    while let Some(next) = program.pending.pop_front() {
        let is_entry = next.0 as usize == main;
        let lowered = function::lower_function(&mut program, next, is_entry);
        program.functions.push(lowered);
    }
    if program.diagnostics.has_errors() {
        return None;
    }
    results::settle(&mut program);
    for what in Tolerance::ALL {
        let places: Vec<Span> = program.passed.iter().filter(|it| it.0 == what).map(|it| it.1).collect();
        if !places.is_empty() {
            program.approximations.push(what.sentence(&places, &unit.sources));
        }
    }
    Some(ir::Program {
        model: unit.model,
        sources: unit.sources.clone(),
        globals: program.globals,
        functions: program.functions,
        entry,
        runner,
        approximations: program.approximations,
        may_leak: unit.allowed.is_everywhere(Tolerance::Leak),
    })
}

/// Nobody can start a program with records or large numbers, or gets one from it.
fn check_entry(unit: &Unit, main: &Function, diagnostics: &mut Diagnostics) {
    for id in &main.parameters {
        let parameter = &unit.variables[id.0 as usize];
        if shapes::is_aggregate(&parameter.ty) {
            let message = format!("`main` takes numbers and addresses, and `{}` is neither", parameter.name);
            diagnostics.error(codes::BAD_DECLARATION, parameter.span, message);
        }
    }
    if shapes::is_aggregate(&main.signature.result) {
        diagnostics.error(codes::BAD_DECLARATION, main.span, "`main` returns a number, or nothing");
    }
}

/// The program as far as it is lowered.
struct Program<'u, 'd> {
    unit: &'u Unit,
    diagnostics: &'d mut Diagnostics,
    /// Those that were mentioned. The first `functions.len()` are done, the others are pending, in this order.
    function_ids: HashMap<FunctionId, ir::FunctionId>,
    functions: Vec<ir::Function>,
    pending: VecDeque<FunctionId>,
    global_ids: HashMap<VariableId, GlobalId>,
    string_ids: HashMap<&'u [u8], GlobalId>,
    globals: Vec<ir::Global>,
    /// Of globals and functions.
    names: automaton::Names,
    approximations: Vec<String>,
    /// Where something is let pass.
    passed: Vec<(Tolerance, Span)>,
    /// Functions whose end is reached without a `return`, with the register that is their result then.
    without_result: BTreeMap<ir::FunctionId, ir::RegisterId>,
}

impl<'u, 'd> Program<'u, 'd> {
    fn new(unit: &'u Unit, diagnostics: &'d mut Diagnostics) -> Self {
        Program {
            unit,
            diagnostics,
            function_ids: HashMap::new(),
            functions: Vec::new(),
            pending: VecDeque::new(),
            global_ids: HashMap::new(),
            string_ids: HashMap::new(),
            globals: Vec::new(),
            // Functions keep their names whatever static locals are called.
            names: unit.functions.iter().map(|it| it.name.clone()).collect(),
            approximations: unit.approximations.clone(),
            passed: unit.passed.clone(),
            without_result: BTreeMap::new(),
        }
    }

    /// The id of a function; from now on it is part of the program.
    fn function(&mut self, id: FunctionId, mentioned: Span) -> ir::FunctionId {
        if let Some(known) = self.function_ids.get(&id) {
            return *known;
        }
        let function = &self.unit.functions[id.0 as usize];
        if function.body.is_none() {
            let message = format!("the function `{}` is used but not defined", function.name);
            self.diagnostics.error(codes::UNKNOWN_FUNCTION, mentioned, message);
        }
        let new = ir::FunctionId(self.function_ids.len() as u32);
        self.function_ids.insert(id, new);
        self.pending.push_back(id);
        new
    }
}
