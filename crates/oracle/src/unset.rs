//! Values that were never written: which bits of an expression are, and what uses them. See `docs/semantics.md`.

use super::state::Scope;
use super::step::Oracle;
use ir::{Action, Base, Binary, Callee, Expr, FunctionId, Guard, Operation, Order, Program, RegisterId, Unary, Width};

/// The register that an action leaves without a value.
pub(super) fn marked(action: &Action) -> Option<RegisterId> {
    match action {
        Action::Visible(Operation::Load { dest, address: Expr::Const(_, 0), order: Order::Unset, .. }) => Some(*dest),
        _ => None,
    }
}

impl Oracle<'_> {
    /// Whether the condition of the branch at hand uses what was never written.
    pub fn uses_unset_condition(&self, scope: &Scope) -> bool {
        let function = &scope.program.functions[scope.frame.function.index()];
        let first = function.leaving(scope.frame.location).first();
        match first.map(|it| &it.guard) {
            Some(Guard::If(condition) | Guard::Unless(condition)) => scope.decides(condition),
            Some(Guard::Always) | None => false,
        }
    }

    /// Whether an action uses what was never written.
    pub fn uses_unset(&self, scope: &Scope, action: &Action) -> bool {
        let decides = |list: &[&Expr]| list.iter().any(|it| scope.decides(it));
        let takes_part = |it: &Expr| scope.computes_with_unset(it);
        match action {
            Action::Skip => false,
            Action::Assign(_, value) => takes_part(value),
            Action::Call { callee: Callee::Direct(callee), arguments, .. } if is_plain(self.program, *callee) => {
                arguments.iter().any(takes_part)
            }
            Action::Call { callee, arguments, .. } => {
                matches!(callee, Callee::Indirect(address) if scope.decides(address))
                    || arguments.iter().any(|it| scope.decides(it))
            }
            Action::Return(None) => false,
            Action::Return(Some(value)) => {
                let own = scope.frame.function;
                let is_short = self.program.functions[own.index()].result.is_some_and(|it| it.0 <= 32);
                if is_short && is_plain(self.program, own) { takes_part(value) } else { scope.decides(value) }
            }
            Action::Stop(_) => ir::passes::walk::operands(action).into_iter().any(|it| scope.decides(it)),
            Action::Visible(Operation::Store { address, value, order, .. }) => {
                *order != Order::Unset && (scope.decides(address) || takes_part(value))
            }
            Action::Visible(Operation::Load { order: Order::Unset, .. }) => false,
            Action::Visible(_) => decides(&ir::passes::walk::operands(action)),
        }
    }
}

/// Whether a function is only called by its name.
fn is_plain(program: &Program, function: FunctionId) -> bool {
    let is_it = |base: Base| base == Base::Function(function);
    let edges = program.functions.iter().flat_map(|it| &it.edges);
    let mut is_taken = program.globals.iter().flat_map(|it| &it.init.addresses).any(|it| is_it(it.1));
    for expr in edges.flat_map(ir::passes::walk::expressions) {
        ir::passes::walk::for_each_leaf(expr, &mut |leaf| {
            is_taken |= matches!(leaf, Expr::Address(base, _) if is_it(*base));
        });
    }
    !is_taken && program.entry != function && program.runner != Some(function)
}

/// Ones from the lowest one upwards.
fn upwards(width: Width, bits: u64) -> u64 {
    if bits == 0 { 0 } else { u64::MAX << bits.trailing_zeros() & width.mask() }
}

impl Scope<'_> {
    fn width(&self, expr: &Expr) -> Width {
        self.program.functions[self.frame.function.index()].width_of(expr, self.model())
    }

    /// Whether a value that is used has a bit that was never written, or is computed with one where that matters.
    pub fn decides(&self, expr: &Expr) -> bool {
        self.unset(expr) != 0 || self.computes_with_unset(expr)
    }

    /// Whether the condition of a selection or a divisor has a bit that was never written.
    pub fn computes_with_unset(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => false,
            Expr::Unary(_, operand)
            | Expr::Extend { operand, .. }
            | Expr::Truncate(_, operand)
            | Expr::Convert { operand, .. } => self.computes_with_unset(operand),
            Expr::Binary(operator, left, right) => {
                use Binary::{DivideSigned, DivideUnsigned, RemainderSigned, RemainderUnsigned};
                let divides = matches!(operator, DivideSigned | DivideUnsigned | RemainderSigned | RemainderUnsigned);
                self.computes_with_unset(left) || self.computes_with_unset(right) || divides && self.unset(right) != 0
            }
            Expr::Select(condition, yes, no) => {
                self.decides(condition)
                    || match self.without_faults(condition) {
                        Some(0) => self.computes_with_unset(no),
                        Some(_) => self.computes_with_unset(yes),
                        None => self.computes_with_unset(yes) || self.computes_with_unset(no),
                    }
            }
        }
    }

    /// The value of an expression in which nothing can go wrong but signed arithmetic.
    fn without_faults(&self, expr: &Expr) -> Option<u64> {
        fn is_harmless(expr: &Expr) -> bool {
            match expr {
                Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => true,
                Expr::Unary(_, operand) | Expr::Extend { operand, .. } | Expr::Truncate(_, operand) => {
                    is_harmless(operand)
                }
                Expr::Convert { conversion, operand, .. } => conversion.gives_float() && is_harmless(operand),
                Expr::Binary(Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned, left, right) => {
                    matches!(**right, Expr::Const(width, by) if by < u64::from(width.0)) && is_harmless(left)
                }
                Expr::Binary(operator, left, right) => {
                    use Binary::{AddSigned, MultiplySigned, SubtractSigned};
                    let wraps = matches!(operator, AddSigned | SubtractSigned | MultiplySigned);
                    (wraps || !operator.can_fault()) && is_harmless(left) && is_harmless(right)
                }
                Expr::Select(condition, yes, no) => is_harmless(condition) && is_harmless(yes) && is_harmless(no),
            }
        }
        let scope = Scope {
            program: self.program,
            frame: self.frame.clone(),
            thread_locals: self.thread_locals.clone(),
            wrap: true,
        };
        if is_harmless(expr) { scope.bits(expr).ok() } else { None }
    }

    /// The bits of an expression that were never written.
    pub fn unset(&self, expr: &Expr) -> u64 {
        let width = self.width(expr);
        let all_if = |is: bool| if is { width.mask() } else { 0 };
        match expr {
            Expr::Const(..) | Expr::Address(..) => 0,
            Expr::Register(register) => self.frame.unset[register.index()],
            Expr::Unary(Unary::Not, operand) => self.unset(operand),
            Expr::Unary(Unary::Negate | Unary::NegateSigned, operand) => upwards(width, self.unset(operand)),
            Expr::Unary(_, operand) | Expr::Convert { operand, .. } => all_if(self.unset(operand) != 0),
            Expr::Extend { signed: false, operand, .. } => self.unset(operand),
            Expr::Extend { signed: true, operand, .. } => {
                self.width(operand).signed(self.unset(operand)) as u64 & width.mask()
            }
            Expr::Truncate(_, operand) => self.unset(operand) & width.mask(),
            Expr::Select(condition, yes, no) => match self.without_faults(condition) {
                Some(0) => self.unset(no),
                Some(_) => self.unset(yes),
                None => self.unset(yes) | self.unset(no),
            },
            Expr::Binary(operator, left, right) => self.unset_of_two(*operator, left, right, width),
        }
    }

    fn unset_of_two(&self, operator: Binary, left: &Expr, right: &Expr, width: Width) -> u64 {
        use Binary::*;
        let (one, two) = (self.unset(left), self.unset(right));
        let some = one | two;
        if some == 0 {
            return 0;
        }
        let all_if = |is: bool| if is { width.mask() } else { 0 };
        match operator {
            Xor | Subtract | SubtractSigned | Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned
                if left == right =>
            {
                0
            }
            And | Or => {
                let (Some(a), Some(b)) = (self.without_faults(left), self.without_faults(right)) else { return some };
                // Bit by bit: it is known if one of the two is written and decides.
                let decided = if operator == And { 0 } else { 1 };
                let is_known = |bits: u64, unset: u64, at: u8| unset >> at & 1 == 0 && bits >> at & 1 == decided;
                if width == Width::BOOL {
                    // Conditions are looked at from left to right.
                    return if one == 1 || a != decided { some } else { 0 };
                }
                let is_unset = |at: &u8| some >> at & 1 == 1 && !is_known(a, one, *at) && !is_known(b, two, *at);
                (0..width.0).filter(is_unset).fold(0, |bits, at| bits | 1 << at)
            }
            Xor => some,
            Add | AddSigned | Subtract | SubtractSigned | Multiply | MultiplySigned => upwards(width, some),
            DivideUnsigned | DivideSigned | RemainderUnsigned | RemainderSigned => all_if(one != 0),
            ShiftLeft | ShiftLeftSigned | ShiftRight | ShiftRightSigned => {
                let by = self.without_faults(right).filter(|_| two == 0 && one != 0);
                match by {
                    Some(by) if by >= u64::from(width.0) => 0,
                    Some(by) => match operator {
                        ShiftRight => one >> by,
                        ShiftRightSigned => (width.signed(one) >> by) as u64 & width.mask(),
                        _ => one << by & width.mask(),
                    },
                    None => width.mask(),
                }
            }
            Equal | NotEqual => match (self.without_faults(left), self.without_faults(right)) {
                (Some(a), Some(b)) => u64::from((a ^ b) & !some == 0),
                _ => 1,
            },
            Less | LessEqual | LessSigned | LessEqualSigned | FloatEqual | FloatLess | FloatLessEqual => 1,
            FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder => width.mask(),
        }
    }
}
