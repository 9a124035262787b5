//! What a thread may still write: an over-approximation by the code that it can get to.
//!
//! Each instruction has a set of places that may be written from there on, in the same function or in those that it calls
//! or starts. Places that are written by a constant address have one of 63 bits by their address; whoever writes elsewhere
//! may write anything.

use crate::code::{CalleeCode, Code, Instruction, Operand, OperationKind, Pc};

/// A set of places.
pub(super) type Places = u64;
/// No place, or one that nobody writes to by a constant address.
pub(super) const NOWHERE: Places = 0;
/// Every place.
const ANYTHING: Places = 1 << 63;

/// The set of the place at an address, and of no other that anybody knows of.
pub(super) fn place(address: u64) -> Places {
    1 << ((address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 63)
}

/// Whether one of the places may be among others.
pub(super) fn may_meet(places: Places, place: Places) -> bool {
    places & (ANYTHING | place) != 0
}

/// For each instruction what may be written from there on, until its function returns.
pub(super) fn futures(code: &Code) -> Vec<Places> {
    let mut futures = vec![0; code.instructions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..code.instructions.len()).rev() {
            let places = future(code, &futures, pc);
            changed |= places != futures[pc];
            futures[pc] = places;
        }
    }
    futures
}

/// What may be written from an instruction on, as far as that is known of others.
fn future(code: &Code, futures: &[Places], pc: usize) -> Places {
    let at = |pc: Pc| futures[pc as usize];
    let next = futures.get(pc + 1).copied().unwrap_or(0);
    match code.instructions[pc] {
        Instruction::Jump { target } => at(target),
        Instruction::BranchUnless { target, .. } | Instruction::CompareBranchUnless { target, .. } => next | at(target),
        Instruction::Return { .. } | Instruction::Stop { .. } => 0,
        Instruction::Call { call } => {
            next | match code.calls[call as usize].callee {
                CalleeCode::Direct(function) => at(code.functions[function as usize].entry),
                CalleeCode::Indirect(_) => ANYTHING,
            }
        }
        Instruction::Visible { operation } => next | written(code, futures, code.operations[operation as usize].kind),
        Instruction::Move { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::SignExtend { .. }
        | Instruction::Mask { .. }
        | Instruction::Convert { .. }
        | Instruction::SlotAddress { .. }
        | Instruction::ThreadLocalAddress { .. }
        | Instruction::Clear { .. } => next,
    }
}

/// What an operation may write, by itself or by those whom it starts.
fn written(code: &Code, futures: &[Places], operation: OperationKind) -> Places {
    let constant = |Operand(index)| {
        (index & Operand::CONSTANT != 0).then(|| code.constants[(index & !Operand::CONSTANT) as usize])
    };
    let address = |operand| constant(operand).map_or(ANYTHING, place);
    match operation {
        OperationKind::Store { address: it, .. }
        | OperationKind::Update { address: it, .. }
        | OperationKind::CompareExchange { address: it, .. } => address(it),
        OperationKind::Lock(it)
        | OperationKind::TryLock(it)
        | OperationKind::Unlock(it)
        | OperationKind::DestroyMutex(it) => address(it),
        OperationKind::InitMutex { mutex, .. } => address(mutex),
        OperationKind::Spawn { function, place, .. } => {
            let stored = place.map_or(NOWHERE, address);
            let function = constant(function).and_then(|it| code.function_at(it)).filter(|_| code.runner.is_none());
            stored | function.map_or(ANYTHING, |it| futures[code.functions[it as usize].entry as usize])
        }
        OperationKind::Reallocate { .. } => ANYTHING,
        OperationKind::Load { .. }
        | OperationKind::Fence
        | OperationKind::Join(_)
        | OperationKind::Detach(_)
        | OperationKind::CurrentThread
        | OperationKind::Extent { .. }
        | OperationKind::Doubt { .. }
        | OperationKind::Unset { .. }
        | OperationKind::Forget { .. }
        | OperationKind::Compare { .. }
        | OperationKind::AtomicBegin
        | OperationKind::AtomicEnd
        | OperationKind::Choose { .. }
        | OperationKind::Allocate { .. }
        | OperationKind::Free(_)
        | OperationKind::Release(_)
        | OperationKind::OpenSlot(_)
        | OperationKind::CloseSlot(_) => 0,
    }
}
