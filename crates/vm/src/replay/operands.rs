//! What the condition of a failed assertion was made of.
//!
//! Variables in memory are known from what the thread has read inside of the assertion; variables of the thread alone are
//! in its frame, which still holds what the condition of the failing edge was computed from.

use super::namer;
use crate::describe::shown;
use crate::machine::Machine;
use event::{Manner, Operand, Step, System};
use ir::passes::{Places, walk};
use ir::{Expr, RegisterId};
use source::Span;

/// The parts of the condition that has failed, after these steps.
pub(super) fn of_assertion(machine: &Machine<'_>, failure: usize, steps: &[Step]) -> Vec<Operand> {
    let Some(&(_, pc)) = machine.failure_stack(failure).first() else { return Vec::new() };
    let thread = machine.failures()[failure].thread;
    let mut operands = in_frame(machine, failure);
    read_in(steps.iter().filter(|it| it.thread == thread), machine.code.site(pc).span, &mut operands);
    operands
}

/// What a thread has read on its way through the assertion at this position: each variable with its last value.
fn read_in<'s>(steps: impl DoubleEndedIterator<Item = &'s Step>, position: Span, operands: &mut Vec<Operand>) {
    let inside = |it: Span| {
        (it.file, it.line) == (position.file, position.line)
            && it.column >= position.column
            && it.column + it.length <= position.column + position.length
    };
    let recent = steps.rev().take_while(|it| it.effects.iter().any(|it| inside(it.position)));
    let mut effects: Vec<_> = recent.flat_map(|it| &it.effects).filter(|it| inside(it.position)).collect();
    // The same assertion may have held in earlier rounds of a loop: then it has read something at the same position.
    let first = |index: usize| effects[..index].iter().all(|it| it.position != effects[index].position);
    let round = (0..effects.len()).take_while(|&it| first(it)).count();
    effects.truncate(round);
    for touch in effects.into_iter().rev().filter_map(|it| it.touch.as_ref()).filter(|it| it.manner == Manner::Read) {
        let Some(value) = touch.after.clone() else { continue };
        operands.retain(|it| it.name != touch.variable);
        operands.push(Operand { name: touch.variable.clone(), value });
    }
}

/// What the failing edge's condition looks at in the frame, as far as it has a name in the assertion's text.
fn in_frame(machine: &Machine<'_>, failure: usize) -> Vec<Operand> {
    let Some(&(_, pc)) = machine.failure_stack(failure).first() else { return Vec::new() };
    let site = machine.code.site(pc);
    let function = &machine.program.functions[site.function.index()];
    let edge = &function.edges[site.edge as usize];
    let Some(text) = machine.program.sources.text(site.span) else { return Vec::new() };
    let words: Vec<&str> = text.split(|it: char| !it.is_alphanumeric() && it != '_').collect();
    let mut registers: Vec<RegisterId> = Vec::new();
    if let Some(condition) = walk::condition(&edge.guard) {
        walk::for_each_leaf(condition, &mut |leaf| {
            if let Expr::Register(register) = leaf {
                if !registers.contains(register) {
                    registers.push(*register);
                }
            }
        });
    }
    let places = Places::of(function);
    let frame = &machine.failure_frames[failure];
    let operand = |id: RegisterId| {
        let register = &function.registers[id.index()];
        // Variables of inner blocks that hide others have a number behind their name.
        let name = register.name.split('.').next().filter(|it| words.contains(it))?;
        let value = *frame.get(places.get(id) as usize)?;
        Some(Operand { name: name.to_owned(), value: display(machine, id, site.function.index(), value) })
    };
    registers.into_iter().filter_map(operand).collect()
}

fn display(machine: &Machine<'_>, id: RegisterId, function: usize, value: u64) -> String {
    let register = &machine.program.functions[function].registers[id.index()];
    let is_word = register.width.0 == machine.program.model.pointer_bits();
    if register.kind == ir::Kind::Unsigned && is_word {
        let namer = namer(machine);
        return if namer.is_address(value) { namer.pointer(value) } else { value.to_string() };
    }
    shown(register.kind, register.width, value)
}
