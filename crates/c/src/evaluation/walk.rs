//! The expressions in statements, and the operands of expressions.

use crate::tree::{Expr, ExprKind, Stmt, StmtKind, VariableId};

/// Every full expression in statements, but not those in the statements of a `({ … })`: see [`children`].
pub(super) fn expressions<'t>(statements: &'t [Stmt], found: &mut impl FnMut(&'t Expr)) {
    statements.iter().for_each(|it| in_statement(it, found));
}

fn in_statement<'t>(statement: &'t Stmt, found: &mut impl FnMut(&'t Expr)) {
    match &statement.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => found(expr),
        StmtKind::Block(inner) => expressions(inner, found),
        StmtKind::Declare { init, .. } => init.iter().for_each(|it| found(&it.value)),
        StmtKind::If(condition, yes, no) => {
            found(condition);
            in_statement(yes, found);
            no.iter().for_each(|it| in_statement(it, found));
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            found(condition);
            in_statement(body, found);
        }
        StmtKind::For(start, test, step, body) => {
            start.iter().for_each(|it| in_statement(it, found));
            test.iter().chain(step).for_each(&mut *found);
            in_statement(body, found);
        }
        StmtKind::Switch { value, body, .. } => {
            found(value);
            in_statement(body, found);
        }
        StmtKind::Label(_) | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
    }
}

/// The locals that start with one value, and the value; not those in a `({ … })`.
pub(super) fn declarations<'t>(statements: &'t [Stmt], found: &mut impl FnMut(VariableId, &'t Expr)) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Declare { variable, init, .. } => {
                if let [only] = &init[..] {
                    found(*variable, &only.value);
                }
            }
            StmtKind::Block(inner) => declarations(inner, found),
            StmtKind::If(_, yes, no) => {
                declarations(std::slice::from_ref(yes), found);
                no.iter().for_each(|it| declarations(std::slice::from_ref(it), found));
            }
            StmtKind::For(start, _, _, body) => {
                start.iter().for_each(|it| declarations(std::slice::from_ref(it), found));
                declarations(std::slice::from_ref(body), found);
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::Switch { body, .. } => {
                declarations(std::slice::from_ref(body), found);
            }
            StmtKind::Expr(_)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_) => {}
        }
    }
}

macro_rules! operands {
    ($(#[$doc:meta])* $name:ident, $as_ref:ident, $iter:ident, $($mutable:tt)?) => {
        $(#[$doc])*
        pub(super) fn $name(expr: &$($mutable)? Expr) -> Vec<&$($mutable)? Expr> {
            match &$($mutable)? expr.kind {
                ExprKind::Constant(_)
                | ExprKind::String(_)
                | ExprKind::Variable(_)
                | ExprKind::Function(_)
                | ExprKind::Statements(..) => Vec::new(),
                ExprKind::Dereference(inner)
                | ExprKind::Member(inner, _)
                | ExprKind::BitField(inner, _)
                | ExprKind::Watched(inner, _)
                | ExprKind::Load(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::Decay(inner)
                | ExprKind::Unary(_, inner)
                | ExprKind::Increment { target: inner, .. }
                | ExprKind::Convert(inner) => vec![inner],
                ExprKind::Binary(_, left, right)
                | ExprKind::PointerAdd { pointer: left, index: right, .. }
                | ExprKind::PointerDifference { left, right, .. }
                | ExprKind::LogicalAnd(left, right)
                | ExprKind::LogicalOr(left, right)
                | ExprKind::Comma(left, right)
                | ExprKind::Assign(left, right)
                | ExprKind::AssignOp { target: left, value: right, .. } => vec![left, right],
                ExprKind::Conditional(condition, yes, no) => vec![condition, yes, no],
                ExprKind::Call { callee, arguments } => std::iter::once(callee.$as_ref()).chain(arguments).collect(),
                ExprKind::Builtin(_, arguments) => arguments.$iter().collect(),
                ExprKind::CompoundLiteral(_, elements) => {
                    elements.$iter().map(|it| &$($mutable)? it.value).collect()
                }
            }
        }
    };
}

operands!(/// The operands of an expression; nothing of a `({ … })`.
    operands, as_ref, iter,);
operands!(/// The operands of an expression; nothing of a `({ … })`.
    operands_mut, as_mut, iter_mut, mut);

/// The operands of an expression, and the expressions in its statements if it is a `({ … })`.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    let ExprKind::Statements(statements, last) = &expr.kind else { return operands(expr) };
    let mut found = Vec::new();
    expressions(statements, &mut |it| found.push(it));
    found.extend(last.as_deref());
    found
}

/// Whether the operands are evaluated one after the other, or not all of them.
pub(super) fn is_sequenced(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Conditional(..)
        | ExprKind::Comma(..)
        | ExprKind::Statements(..)
        | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Constant(_)
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::Dereference(_)
        | ExprKind::Member(..)
        | ExprKind::BitField(..)
        | ExprKind::Watched(..)
        | ExprKind::Load(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Decay(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Assign(..)
        | ExprKind::AssignOp { .. }
        | ExprKind::Increment { .. }
        | ExprKind::Convert(_)
        | ExprKind::Call { .. }
        | ExprKind::Builtin(..) => false,
    }
}
