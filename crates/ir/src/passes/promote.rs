//! Private scalars become registers.
//!
//! A slot that does not escape, holds one integer or pointer and is only ever loaded and stored as a whole needs no
//! address. As a register it takes part in everything that is done for registers: a value that nobody needs any more
//! is known to be one, so that a thread that comes back to the head of a loop is seen to be where it was.
//!
//! Frames start as zeros, and a private slot keeps its bytes when it is opened once more (see [`super::escape`]); so
//! does the register.

use super::walk;
use crate::DataModel;
use crate::syntax::*;

/// Replaces every slot of every function that allows it. The slots stay, unused, so that others keep their numbers.
pub fn promote_slots(program: &mut Program) {
    let model = program.model;
    for function in &mut program.functions {
        let widths: Vec<Option<(Width, Kind)>> = function.slots.iter().map(|it| scalar(it, model)).collect();
        let registers = promoted(function, &widths);
        if registers.iter().all(Option::is_none) {
            continue;
        }
        for edge in &mut function.edges {
            let replaced = match &mut edge.action {
                Action::Visible(Operation::Load { dest, address, .. }) => {
                    register_at(address, &registers).map(|it| Action::Assign(*dest, Expr::Register(it)))
                }
                Action::Visible(Operation::Store { address, value, .. }) => {
                    register_at(address, &registers).map(|it| Action::Assign(it, value.clone()))
                }
                Action::Skip
                | Action::Assign(..)
                | Action::Call { .. }
                | Action::Return(_)
                | Action::Stop(_)
                | Action::Visible(_) => None,
            };
            if let Some(action) = replaced {
                edge.action = action;
            }
        }
    }
}

/// The width of a slot that could be a register, and how to show it.
fn scalar(slot: &Slot, model: DataModel) -> Option<(Width, Kind)> {
    if slot.escapes {
        return None;
    }
    match slot.shape {
        Shape::Int { bits, signed } => Some((Width(bits), signed.into())),
        Shape::Float { bits } => Some((Width(bits), Kind::Float)),
        Shape::Pointer => Some((Width(model.pointer_bits()), Kind::Unsigned)),
        Shape::Mutex | Shape::Bytes(_) | Shape::Array(..) | Shape::Record { .. } => None,
    }
}

/// A new register for each slot whose address is only used to load or store all of it.
fn promoted(function: &mut Function, widths: &[Option<(Width, Kind)>]) -> Vec<Option<RegisterId>> {
    let mut promoted: Vec<bool> = widths.iter().map(Option::is_some).collect();
    for edge in &function.edges {
        let accessed = match &edge.action {
            Action::Visible(
                Operation::Load { address, size, order, .. } | Operation::Store { address, size, order, .. },
            ) if *order != Order::Unset => whole(address, *size, widths),
            Action::Skip
            | Action::Assign(..)
            | Action::Call { .. }
            | Action::Return(_)
            | Action::Stop(_)
            | Action::Visible(_) => None,
        };
        // The access itself uses the address once.
        let mut allowed = accessed;
        for expr in walk::expressions(edge) {
            walk::for_each_leaf(expr, &mut |leaf| {
                if let Expr::Address(Base::Slot(slot), _) = leaf {
                    if allowed.take() != Some(*slot) {
                        promoted[slot.index()] = false;
                    }
                }
            });
        }
    }
    let mut registers = vec![None; widths.len()];
    for (slot, width) in widths.iter().enumerate().filter(|it| promoted[it.0]) {
        let Some((width, kind)) = *width else { continue };
        let name = unused(function, &function.slots[slot].name);
        registers[slot] = Some(RegisterId(function.registers.len() as u32));
        function.registers.push(Register { name, width, kind });
    }
    registers
}

/// The slot that an access touches as a whole.
fn whole(address: &Expr, size: Bytes, widths: &[Option<(Width, Kind)>]) -> Option<SlotId> {
    let Expr::Address(Base::Slot(slot), 0) = address else { return None };
    widths[slot.index()].filter(|it| it.0.0 == 8 * size.0).map(|_| *slot)
}

fn register_at(address: &Expr, registers: &[Option<RegisterId>]) -> Option<RegisterId> {
    let Expr::Address(Base::Slot(slot), 0) = address else { return None };
    registers[slot.index()]
}

/// A name for a register that the function does not have.
fn unused(function: &Function, name: &str) -> String {
    let is_free = |name: &str| !function.registers.iter().any(|it| it.name == name);
    let numbered = (1..).map(|it| format!("{name}.{it}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|it| is_free(it))
        .expect("there are more names than registers")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_body, main};
    use super::*;

    #[test]
    fn a_private_scalar_becomes_a_register() {
        let mut program = main(
            "reg %a : i32 slot $s : i32
             l0 -> l1: store.4 [&$s] 3 na  l1 -> l2: %a = load.4 [&$s] na  l2 -> l3: store.4 [&@x] %a na  l3: return",
        );
        promote_slots(&mut program);
        assert_body(
            &program,
            "reg %a : i32
             reg %s : i32
             slot $s : i32
             l0 -> l1: %s = 3
             l1 -> l2: %a = %s
             l2 -> l3: store.4 [&@x] %a na
             l3: return",
        );
    }

    #[test]
    fn a_slot_with_another_use_stays() {
        let bodies = [
            // Its address is a value.
            "reg %a : u64 slot $s : i32 l0 -> l1: %a = &$s  l1 -> l2: store.4 [&$s] 3 na  l2: return",
            // It is stored in pieces.
            "slot $s : i32 l0 -> l1: store.2 [&$s] 3 na  l1: return",
            "slot $s : i32 l0 -> l1: store.4 [&$s+4] 3 na  l1: return",
            // Others can see it.
            "slot $s : i32 escapes l0 -> l1: store.4 [&$s] 3 na  l1: return",
            // It is no scalar.
            "slot $s : [2 x i32] l0 -> l1: store.4 [&$s] 3 na  l1: return",
        ];
        for body in bodies {
            let mut program = main(body);
            let before = program.clone();
            promote_slots(&mut program);
            assert!(program == before, "{body}");
        }
    }
}
