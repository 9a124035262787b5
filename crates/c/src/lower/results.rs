//! The result of a function whose end is reached without a `return`: there is none, and using it is undefined (C11 6.9.1p12).
//!
//! Such a function hands back a register that was never set, see [`ir::passes::unset`]; that can be told of a result that a
//! caller wants, of at most 32 bits, of a function that is called by its name alone. If no caller wants it the result is 0, which
//! makes no difference. Otherwise it is 0, too, and a sentence in the scope says so.

use super::Program;
use super::function::Body;
use crate::tree::FunctionId;
use ir::passes::unset::RESULT;
use ir::{Action, Callee, Expr, Operation, Order, Width};
use source::Span;

impl Body<'_, '_, '_> {
    /// Leaves a function at its end, where it has no result.
    pub(super) fn return_without_result(&mut self, id: FunctionId, width: Width, span: Span) {
        let name = format!("{RESULT}{}>", self.unit.functions[id.0 as usize].name);
        let register = self.automaton.register(&name, width, false, super::automaton::Role::Variable);
        self.automaton.forget(register, span);
        self.leave(Action::Return(Some(Expr::Register(register))), span);
        let id = self.program.function_ids[&id];
        self.program.without_result.insert(id, register);
    }
}

/// How the result of a function is used.
struct Uses {
    by_name: bool,
    through_pointer: bool,
}

/// Decides what such functions hand back, now that all callers are known.
pub(super) fn settle(program: &mut Program<'_, '_>) {
    for (id, register) in std::mem::take(&mut program.without_result) {
        let function = &program.functions[id.index()];
        let name = function.name.clone();
        let width = function.registers[register.index()].width;
        let uses = uses(program, id);
        let is_told = uses.by_name && !is_named(program, id) && matches!(width.0, 8 | 16 | 32);
        if is_told && !planted::bug!(EndGivesZero) {
            continue;
        }
        if uses.by_name || uses.through_pointer {
            program.approximations.push(format!("`{name}` gives 0 where its end is reached without `return`"));
        }
        for edge in &mut program.functions[id.index()].edges {
            if matches!(&edge.action, Action::Visible(Operation::Load { dest, order: Order::Unset, .. }) if *dest == register)
            {
                edge.action = Action::Assign(register, Expr::Const(width, 0));
            }
        }
    }
}

/// Whether a function is mentioned other than by calling it.
fn is_named(program: &Program<'_, '_>, id: ir::FunctionId) -> bool {
    let named = |it: &FunctionId| program.function_ids.get(it) == Some(&id);
    program.unit.named.iter().any(named) || program.unit.runner.as_ref().is_some_and(named)
}

/// Whether some caller wants the result of a function, or what joins its thread.
fn uses(program: &Program<'_, '_>, id: ir::FunctionId) -> Uses {
    let is_named = is_named(program, id);
    let mut uses = Uses { by_name: false, through_pointer: false };
    for edge in program.functions.iter().flat_map(|it| &it.edges) {
        match &edge.action {
            Action::Call { dest: Some(_), callee: Callee::Direct(callee), .. } => uses.by_name |= *callee == id,
            Action::Call { dest: Some(_), callee: Callee::Indirect(_), .. } => uses.through_pointer |= is_named,
            Action::Visible(Operation::Join { dest: Some(_), .. }) => uses.through_pointer |= is_named,
            _ => {}
        }
    }
    uses
}
