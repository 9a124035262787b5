//! Rules 23 to 32: actions and operations.

use super::{Checker, Rule};
use crate::syntax::*;

impl<'p> Checker<'p> {
    pub(super) fn action(&mut self, edge: &'p Edge) {
        match &edge.action {
            Action::Skip => {}
            Action::Assign(register, value) => {
                let width = self.register(*register);
                let found = self.expr(value);
                if let (Some(width), Some(found)) = (width, found) {
                    self.same_width(found, width, Rule::AssignWidth, "the value");
                }
            }
            Action::Visible(operation) => self.operation(operation),
            Action::Call { dest, callee, arguments } => self.call(*dest, callee, arguments),
            Action::Return(value) => self.return_value(value.as_ref()),
            Action::Stop(stop) => match stop {
                Stop::Assume | Stop::Cut | Stop::Exit | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_) => {}
                Stop::ThreadExit(value) => self.pointer(value, "the thread's result"),
            },
        }
    }

    fn return_value(&mut self, value: Option<&Expr>) {
        match (value, self.function.and_then(|it| it.result)) {
            (None, None) => {}
            (Some(value), Some(width)) => self.expect_width(value, width, Rule::ReturnValue, "the value"),
            (Some(value), None) => {
                self.expr(value);
                self.report(Rule::ReturnValue, "a value is returned from a function without a result");
            }
            (None, Some(_)) => self.report(Rule::ReturnValue, "no value is returned from a function with a result"),
        }
    }

    fn call(&mut self, dest: Option<RegisterId>, callee: &Callee, arguments: &[Expr]) {
        let dest = dest.map(|it| self.register(it));
        let widths: Vec<Option<Width>> = match callee {
            Callee::Indirect(address) => {
                self.pointer(address, "the called address");
                arguments.iter().map(|it| self.expr(it)).collect()
            }
            Callee::Direct(_) => arguments.iter().map(|it| self.expr(it)).collect(),
        };
        let Callee::Direct(id) = callee else { return };
        let Some(function) = self.program.functions.get(id.index()) else {
            self.report(Rule::Exists, format!("there is no function {}", id.0));
            return;
        };
        if widths.len() != function.parameters as usize {
            let (found, name, expected) = (widths.len(), &function.name, function.parameters);
            self.report(Rule::CallArguments, format!("{found} arguments for {name}, which takes {expected}"));
        } else {
            for (found, parameter) in widths.iter().zip(&function.registers) {
                if let Some(found) = found {
                    self.same_width(*found, parameter.width, Rule::CallArguments, "an argument");
                }
            }
        }
        match (dest, function.result) {
            (None, _) | (Some(None), Some(_)) => {}
            (Some(_), None) => self.report(Rule::CallResult, format!("{} has no result", function.name)),
            (Some(Some(dest)), Some(result)) => self.same_width(dest, result, Rule::CallResult, "the register"),
        }
    }

    /// Checks that the expression has pointer width.
    fn pointer(&mut self, expr: &Expr, what: &str) {
        self.expect_width(expr, Width(self.program.model.pointer_bits()), Rule::PointerWidth, what);
    }

    /// Checks that the register has this width.
    fn result(&mut self, dest: RegisterId, width: Width) {
        if let Some(found) = self.register(dest) {
            self.same_width(found, width, Rule::ResultWidth, "the register");
        }
    }

    /// The width of an access, if it has one.
    fn size(&mut self, size: Bytes) -> Option<Width> {
        if matches!(size.0, 1 | 2 | 4 | 8) {
            return Some(size.width());
        }
        self.report(Rule::AccessSize, format!("an access of {} bytes", size.0));
        None
    }

    fn accessed_register(&mut self, dest: RegisterId, width: Option<Width>) {
        if let (Some(found), Some(width)) = (self.register(dest), width) {
            self.same_width(found, width, Rule::AccessWidth, "the register");
        }
    }

    fn accessed_value(&mut self, value: &Expr, width: Option<Width>) {
        if let (Some(found), Some(width)) = (self.expr(value), width) {
            self.same_width(found, width, Rule::AccessWidth, "the value");
        }
    }

    fn operation(&mut self, operation: &Operation) {
        let pointer = Width(self.program.model.pointer_bits());
        match operation {
            Operation::Load { dest, address, size, order: _ } => {
                self.pointer(address, "the address");
                let width = self.size(*size);
                self.accessed_register(*dest, width);
            }
            Operation::Store { address, value, size, order: _ } => {
                self.pointer(address, "the address");
                let width = self.size(*size);
                self.accessed_value(value, width);
            }
            Operation::Update { dest, address, update: _, operand, size, order: _ } => {
                self.pointer(address, "the address");
                let width = self.size(*size);
                self.accessed_register(*dest, width);
                self.accessed_value(operand, width);
            }
            Operation::CompareExchange { dest, address, expected, desired, size, .. } => {
                self.pointer(address, "the address");
                let width = self.size(*size);
                self.accessed_register(*dest, width);
                self.accessed_value(expected, width);
                self.accessed_value(desired, width);
            }
            Operation::Fence(_) | Operation::AtomicBegin { .. } | Operation::AtomicEnd => {}
            Operation::Lock { dest, mutex } | Operation::Unlock { dest, mutex } => {
                if let Some(dest) = dest {
                    self.result(*dest, Width(32));
                }
                self.pointer(mutex, "the mutex");
            }
            Operation::InitMutex { mutex, kind } => {
                self.pointer(mutex, "the mutex");
                self.accessed_value(kind, Some(Width(32)));
            }
            Operation::DestroyMutex(mutex) => self.pointer(mutex, "the mutex"),
            Operation::Detach(thread) => self.pointer(thread, "the handle"),
            Operation::CurrentThread { dest } => self.result(*dest, pointer),
            Operation::Doubt { dest, about: _, left, right } => {
                self.result(*dest, Width(8));
                self.pointer(left, "the left value");
                self.pointer(right, "the right value");
            }
            Operation::Extent { dest, address } => {
                self.result(*dest, pointer);
                self.pointer(address, "the address");
            }
            Operation::TryLock { dest, mutex } => {
                self.result(*dest, Width(32));
                self.pointer(mutex, "the mutex");
            }
            Operation::Spawn { dest, function, argument, place } => {
                self.result(*dest, pointer);
                self.pointer(function, "the function");
                self.pointer(argument, "the argument");
                if let Some(place) = place {
                    self.pointer(place, "the place of the handle");
                }
            }
            Operation::Join { dest, thread } => {
                if let Some(dest) = dest {
                    self.result(*dest, pointer);
                }
                self.pointer(thread, "the handle");
            }
            Operation::Choose { dest, domain } => {
                let width = self.register(*dest);
                if let (Some(width), Domain::Range { low, high }) = (width, domain) {
                    if *low > width.mask() || *high > width.mask() {
                        self.report(Rule::ChoiceRange, format!("{low} to {high} does not fit {} bits", width.0));
                    }
                }
            }
            Operation::Allocate { dest, size, zeroed: _, automatic: _, shape } => {
                self.result(*dest, pointer);
                self.pointer(size, "the size");
                if let Some(shape) = shape {
                    self.shape("an allocated object", shape, 0);
                }
            }
            Operation::Reallocate { dest, address, size } => {
                self.result(*dest, pointer);
                self.pointer(address, "the address");
                self.pointer(size, "the size");
            }
            Operation::Free(address) | Operation::Release(address) => self.pointer(address, "the address"),
            Operation::OpenSlot(slot) | Operation::CloseSlot(slot) => {
                match self.function.and_then(|it| it.slots.get(slot.index())) {
                    None => self.report(Rule::Exists, format!("there is no slot {}", slot.0)),
                    Some(found) if !found.escapes && (found.zeroed || matches!(operation, Operation::CloseSlot(_))) => {
                        self.report(Rule::SlotLifetime, format!("the slot {:?} does not escape", found.name));
                    }
                    Some(_) => {}
                }
            }
        }
    }
}
