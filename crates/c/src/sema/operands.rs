//! The arguments of functions that become more than one step: they are evaluated before the first of them, in any order (C11 6.5.2.2p10).
//!
//! `sprintf(buffer, "%d %d", f(), g())` becomes `(operands(a = f(), b = g()), steps with a and b)`, so that `evaluation` sees the arguments
//! next to each other, as it sees those of a call. The lengths of arrays in one declarator are such operands, too (6.7.6p3).

use super::Sema;
use super::special;
use super::types::storable;
use crate::tree::{Builtin, Expr, ExprKind, Stmt, StmtKind, Type, VariableId};
use source::Span;

impl Sema<'_> {
    /// What evaluates values in any order, and the values from then on. What has the same value at any time stays where it is.
    pub(super) fn operands(&mut self, values: Vec<Expr>, span: Span) -> (Option<Expr>, Vec<Expr>) {
        let (mut evaluated, mut later) = (Vec::new(), Vec::new());
        for value in values {
            if special::is_error(&value.ty) || self.is_fixed(&value) {
                later.push(value);
            } else if value.ty == Type::Void {
                later.push(Expr { kind: ExprKind::Builtin(Builtin::Operands, Vec::new()), ty: Type::Void, span });
                evaluated.push(value);
            } else {
                let ty = storable(value.ty.clone());
                let value = self.convert(value, &ty);
                let variable = self.automatic("<operand>", ty.clone(), value.span);
                later.push(self.read(variable, value.span));
                evaluated.push(self.set(variable, value));
            }
        }
        let evaluated = if evaluated.is_empty() { None } else { Some(operands(evaluated, span)) };
        (evaluated, later)
    }

    /// A local gets a value.
    pub(super) fn set(&self, variable: VariableId, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let kind = ExprKind::Assign(Box::new(self.place(variable, span)), Box::new(value));
        Expr { kind, ty, span }
    }

    /// What is done with operands, behind what evaluates them.
    pub(super) fn after_operands(&self, first: Option<Expr>, done: Expr) -> Expr {
        match first {
            Some(first) => {
                let (ty, span) = (done.ty.clone(), done.span);
                Expr { kind: ExprKind::Comma(Box::new(first), Box::new(done)), ty, span }
            }
            None => done,
        }
    }

    /// What is done with arguments that are evaluated, and not looked at.
    pub(super) fn disregarding(&mut self, arguments: Vec<Expr>, done: Expr) -> Expr {
        let span = done.span;
        let (first, _) = self.operands(arguments, span);
        self.after_operands(first, done)
    }

    /// The lengths of the arrays of one declarator.
    pub(super) fn lengths(&self, sizes: Vec<Expr>) -> Option<Stmt> {
        let span = sizes.first()?.span;
        Some(Stmt { kind: StmtKind::Expr(operands(sizes, span)), span })
    }

    /// Whether a value is the same at any time, and nothing is accessed for it.
    pub(super) fn is_fixed(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Convert(inner) => self.is_fixed(inner),
            ExprKind::PointerAdd { pointer, index, .. } => self.is_fixed(pointer) && self.is_fixed(index),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => is_fixed_place(place),
            _ => self.evaluate(value).is_some(),
        }
    }
}

/// A list of values that are evaluated in any order.
fn operands(values: Vec<Expr>, span: Span) -> Expr {
    Expr { kind: ExprKind::Builtin(Builtin::Operands, values), ty: Type::Void, span }
}

/// Whether a value is made of constants and plain reads.
pub(super) fn is_read_alone(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Constant(_) | ExprKind::String(_) | ExprKind::Variable(_) | ExprKind::Function(_) => true,
        ExprKind::Load(inner) if matches!(inner.ty, Type::Atomic(_)) => false,
        ExprKind::Load(inner)
        | ExprKind::Dereference(inner)
        | ExprKind::Member(inner, _)
        | ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Unary(_, inner)
        | ExprKind::Convert(inner) => is_read_alone(inner),
        ExprKind::Binary(_, left, right) | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            is_read_alone(left) && is_read_alone(right)
        }
        _ => false,
    }
}

fn is_fixed_place(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Variable(_) | ExprKind::String(_) | ExprKind::Function(_) => true,
        ExprKind::Member(inner, _) => is_fixed_place(inner),
        _ => false,
    }
}
