//! What an action reads and writes: the one place that knows where the expressions and registers of each action are.

use crate::syntax::*;

macro_rules! operands {
    ($(#[$doc:meta])* $name:ident, $($mutable:tt)?) => {
        $(#[$doc])*
        pub fn $name(action: &$($mutable)? Action) -> Vec<&$($mutable)? Expr> {
            match action {
                Action::Skip | Action::Return(None) => Vec::new(),
                Action::Assign(_, value) | Action::Return(Some(value)) => vec![value],
                Action::Call { dest: _, callee, arguments } => {
                    let mut operands = Vec::with_capacity(arguments.len() + 1);
                    match callee {
                        Callee::Direct(_) => {}
                        Callee::Indirect(address) => operands.push(address),
                    }
                    operands.extend(arguments);
                    operands
                }
                Action::Stop(stop) => match stop {
                    Stop::Assume | Stop::Cut | Stop::Exit | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_) => Vec::new(),
                    Stop::ThreadExit(value) => vec![value],
                },
                Action::Visible(operation) => match operation {
                    Operation::Load { dest: _, address, size: _, order: _ } => vec![address],
                    Operation::Store { address, value, size: _, order: _ } => vec![address, value],
                    Operation::Update { dest: _, address, update: _, operand, size: _, order: _ } => {
                        vec![address, operand]
                    }
                    Operation::CompareExchange { dest: _, address, expected, desired, .. } => {
                        vec![address, expected, desired]
                    }
                    Operation::Lock { dest: _, mutex }
                    | Operation::TryLock { dest: _, mutex }
                    | Operation::Unlock { dest: _, mutex }
                    | Operation::DestroyMutex(mutex) => vec![mutex],
                    Operation::InitMutex { mutex, kind } => vec![mutex, kind],
                    Operation::Spawn { dest: _, function, argument, place } => {
                        let mut operands = vec![function, argument];
                        operands.extend(place);
                        operands
                    }
                    Operation::Join { dest: _, thread } | Operation::Detach(thread) => vec![thread],
                    Operation::Allocate { dest: _, size, zeroed: _, automatic: _, shape: _ } => vec![size],
                    Operation::Reallocate { dest: _, address, size } => vec![address, size],
                    Operation::Doubt { dest: _, about: _, left, right } => vec![left, right],
                    Operation::Free(address)
                    | Operation::Release(address)
                    | Operation::Extent { dest: _, address } => vec![address],
                    Operation::Fence(_)
                    | Operation::CurrentThread { dest: _ }
                    | Operation::AtomicBegin { .. }
                    | Operation::AtomicEnd
                    | Operation::Choose { dest: _, domain: _ }
                    | Operation::OpenSlot(_)
                    | Operation::CloseSlot(_) => Vec::new(),
                },
            }
        }
    };
}

operands!(/// The expressions of an action, in the order in which they are evaluated.
    operands,);
operands!(/// The expressions of an action, in the order in which they are evaluated.
    operands_mut, mut);

macro_rules! written {
    ($(#[$doc:meta])* $name:ident, $as_ref:ident, $($mutable:tt)?) => {
        $(#[$doc])*
        pub fn $name(action: &$($mutable)? Action) -> Option<&$($mutable)? RegisterId> {
            match action {
                Action::Skip | Action::Return(_) | Action::Stop(_) => None,
                Action::Assign(dest, _) => Some(dest),
                Action::Call { dest, .. } => dest.$as_ref(),
                Action::Visible(operation) => match operation {
                    Operation::Load { dest, .. }
                    | Operation::Update { dest, .. }
                    | Operation::CompareExchange { dest, .. }
                    | Operation::TryLock { dest, .. }
                    | Operation::Spawn { dest, .. }
                    | Operation::CurrentThread { dest }
                    | Operation::Extent { dest, .. }
                    | Operation::Doubt { dest, .. }
                    | Operation::Choose { dest, .. }
                    | Operation::Allocate { dest, .. }
                    | Operation::Reallocate { dest, .. } => Some(dest),
                    Operation::Join { dest, .. } | Operation::Lock { dest, .. } | Operation::Unlock { dest, .. } => {
                        dest.$as_ref()
                    }
                    Operation::Store { .. }
                    | Operation::Fence(_)
                    | Operation::InitMutex { .. }
                    | Operation::Detach(_)
                    | Operation::DestroyMutex(_)
                    | Operation::AtomicBegin { .. }
                    | Operation::AtomicEnd
                    | Operation::Free(_)
                    | Operation::Release(_)
                    | Operation::OpenSlot(_)
                    | Operation::CloseSlot(_) => None,
                },
            }
        }
    };
}

written!(/// The register that an action sets, if it sets one.
    written, as_ref,);
written!(/// The register that an action sets, if it sets one.
    written_mut, as_mut, mut);

/// The condition of a guard, if it has one.
pub fn condition(guard: &Guard) -> Option<&Expr> {
    match guard {
        Guard::Always => None,
        Guard::If(condition) | Guard::Unless(condition) => Some(condition),
    }
}

/// The condition of a guard, if it has one.
pub fn condition_mut(guard: &mut Guard) -> Option<&mut Expr> {
    match guard {
        Guard::Always => None,
        Guard::If(condition) | Guard::Unless(condition) => Some(condition),
    }
}

/// All expressions of an edge: that of the guard, then those of the action.
pub fn expressions(edge: &Edge) -> impl Iterator<Item = &Expr> {
    condition(&edge.guard).into_iter().chain(operands(&edge.action))
}

/// All expressions of an edge: that of the guard, then those of the action.
pub fn expressions_mut(edge: &mut Edge) -> impl Iterator<Item = &mut Expr> {
    condition_mut(&mut edge.guard).into_iter().chain(operands_mut(&mut edge.action))
}

/// Calls `visit` on every part of the expression that is a register or an address.
pub fn for_each_leaf(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    match expr {
        Expr::Const(..) => {}
        Expr::Register(_) | Expr::Address(..) => visit(expr),
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => {
            for_each_leaf(operand, visit);
        }
        Expr::Binary(_, left, right) => {
            for_each_leaf(left, visit);
            for_each_leaf(right, visit);
        }
        Expr::Select(condition, yes, no) => {
            for_each_leaf(condition, visit);
            for_each_leaf(yes, visit);
            for_each_leaf(no, visit);
        }
    }
}

/// Calls `visit` on every part of the expression that is a register or an address, so that it can be replaced.
pub fn for_each_leaf_mut(expr: &mut Expr, visit: &mut impl FnMut(&mut Expr)) {
    match expr {
        Expr::Const(..) => {}
        Expr::Register(_) | Expr::Address(..) => visit(expr),
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => {
            for_each_leaf_mut(operand, visit);
        }
        Expr::Binary(_, left, right) => {
            for_each_leaf_mut(left, visit);
            for_each_leaf_mut(right, visit);
        }
        Expr::Select(condition, yes, no) => {
            for_each_leaf_mut(condition, visit);
            for_each_leaf_mut(yes, visit);
            for_each_leaf_mut(no, visit);
        }
    }
}

/// How deep an expression is nested; a register is 1 deep.
pub fn depth(expr: &Expr) -> usize {
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => 1,
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => 1 + depth(operand),
        Expr::Binary(_, left, right) => 1 + depth(left).max(depth(right)),
        Expr::Select(condition, yes, no) => 1 + depth(condition).max(depth(yes)).max(depth(no)),
    }
}
