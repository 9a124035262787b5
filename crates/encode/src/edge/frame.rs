//! A running function: what the names in its expressions stand for, and which of its operations are steps.

use super::Names;
use ir::{Base, Operation, Order, RegisterId};
use smt::{Term, Terms};

/// The names of an expression in a running function.
pub struct Frame<'a> {
    /// The program.
    pub program: &'a ir::Program,
    /// What is in its registers.
    pub registers: &'a [Term],
    /// The addresses of its slots.
    pub slots: &'a [Term],
    /// The running thread's instances of globals.
    pub thread_locals: &'a [(ir::GlobalId, u32)],
    /// See [`Names::checks_overflow`].
    pub checks_overflow: bool,
}

impl Names for Frame<'_> {
    fn register(&self, register: RegisterId) -> Term {
        self.registers[register.index()]
    }

    fn address(&mut self, terms: &mut Terms, base: Base, offset: i64) -> Term {
        let model = self.program.model;
        let object = match base {
            Base::Global(global) => {
                let own = self.thread_locals.iter().find(|it| it.0 == global);
                own.map_or(self.program.global_object(global), |it| it.1)
            }
            Base::Function(function) => self.program.function_object(function),
            Base::Slot(slot) => {
                let offset = terms.constant(model.pointer_bits(), offset as u64);
                return terms.add(self.slots[slot.index()], offset);
            }
        };
        terms.constant(model.pointer_bits(), model.pack(object, offset))
    }

    fn checks_overflow(&self) -> bool {
        self.checks_overflow
    }
}

/// Whether the machine does not make a step of an operation: nobody else can notice it.
pub fn is_silent(operation: &Operation) -> bool {
    match operation {
        Operation::Load { order: Order::Unset, .. }
        | Operation::Store { order: Order::Unset, .. }
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicEnd
        | Operation::Allocate { .. }
        | Operation::OpenSlot(_) => true,
        Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Update { .. }
        | Operation::CompareExchange { .. }
        | Operation::Fence(_)
        | Operation::Lock { .. }
        | Operation::TryLock { .. }
        | Operation::Unlock { .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::Spawn { .. }
        | Operation::Join { .. }
        | Operation::Detach(_)
        | Operation::AtomicBegin { .. }
        | Operation::Choose { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::CloseSlot(_) => false,
    }
}
