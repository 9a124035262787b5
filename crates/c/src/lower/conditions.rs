//! Truth values: one-bit expressions, and branches where an operand must not always be evaluated.

use super::function::{Body, needs_memory};
use super::{floats, shapes, wide};
use crate::tree::{BinaryOp, Expr, ExprKind, Storage, Type, UnaryOp};
use ir::{Binary, Location, Width};

/// Operands nested deeper than this are not looked into.
const MAX_LOCAL_DEPTH: u32 = 30;

impl<'u> Body<'u, '_, '_> {
    /// Whether a scalar is not 0.
    pub(super) fn condition(&mut self, expr: &'u Expr) -> ir::Expr {
        let condition = self.deeper(|body| body.condition_inner(expr));
        self.keep_shallow(condition, expr)
    }

    fn condition_inner(&mut self, expr: &'u Expr) -> ir::Expr {
        if let ExprKind::Binary(op, left, right) = &expr.kind {
            if is_comparison(*op) && wide::is_wide(&left.ty) {
                let (a, b) = (self.wide(left), self.wide(right));
                return self.wide_comparison(*op, a, b, shapes::is_signed(&left.ty));
            }
            if let (Some(_), Some((operator, swap, opposite))) = (floats::float(&left.ty), floats::comparison(*op)) {
                let (left, right) = (self.value(left), self.value(right));
                let (left, right) = if swap { (right, left) } else { (left, right) };
                let condition = self.automaton.binary(operator, left, right);
                return if opposite { self.automaton.not(condition) } else { condition };
            }
            if let Some((operator, swap)) = comparison(*op, shapes::is_signed(&left.ty)) {
                let (left, right) = (self.value(left), self.value(right));
                let (left, right) = if swap { (right, left) } else { (left, right) };
                return match operator {
                    Binary::Less | Binary::LessEqual if self.may_order(expr) => {
                        self.ordered(operator, left, right, expr.span)
                    }
                    _ => self.automaton.binary(operator, left, right),
                };
            }
        }
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let condition = self.condition(operand);
                self.automaton.not(condition)
            }
            ExprKind::LogicalAnd(left, right) => self.logical(expr, left, right, true),
            ExprKind::LogicalOr(left, right) => self.logical(expr, left, right, false),
            // Making a number wider, or a `_Bool`, does not change whether it is 0.
            ExprKind::Convert(operand) if self.keeps_truth(&operand.ty, &expr.ty) => self.condition(operand),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.condition(second)
            }
            ExprKind::Conditional(condition, yes, no) if self.is_local(yes) && self.is_local(no) => {
                let condition = self.condition(condition);
                let (yes, no) = self.locally(|body| (body.condition(yes), body.condition(no)));
                self.automaton.select(condition, yes, no)
            }
            _ if wide::is_wide(&expr.ty) => {
                let value = self.wide(expr);
                self.wide_truth(value)
            }
            _ => {
                let value = self.value(expr);
                self.automaton.truth_of(value, &expr.ty)
            }
        }
    }

    fn keeps_truth(&self, from: &Type, to: &Type) -> bool {
        // A floating-point number may lose all it has, or be more than an integer can hold.
        if (floats::float(from).is_some() || floats::float(to).is_some())
            && !matches!(shapes::strip_atomic(to), Type::Bool)
        {
            return false;
        }
        let widths = (shapes::width(from, self.model), shapes::width(to, self.model));
        matches!(widths, (Some(from), Some(_)) if matches!(shapes::strip_atomic(to), Type::Bool) || widths.1 >= Some(from))
    }

    /// `left && right` if `and`, else `left || right`.
    fn logical(&mut self, expr: &Expr, left: &'u Expr, right: &'u Expr, and: bool) -> ir::Expr {
        let decided = if and { ir::Expr::FALSE } else { ir::Expr::TRUE };
        let first = self.condition(left);
        if first == decided {
            return decided;
        }
        if matches!(first, ir::Expr::Const(..)) {
            return self.condition(right);
        }
        if self.is_local(right) {
            let second = self.locally(|body| body.condition(right));
            return if and { self.automaton.and(first, second) } else { self.automaton.or(first, second) };
        }
        let result = self.automaton.temporary(Width::BOOL, false);
        let (other, short, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        let (yes, no) = if and { (other, short) } else { (short, other) };
        self.automaton.branch(first, yes, no, left.span);
        self.automaton.start_at(other);
        let second = self.condition(right);
        self.automaton.assign(result, second, expr.span);
        self.automaton.jump(end, expr.span);
        self.automaton.start_at(short);
        self.automaton.assign(result, decided, expr.span);
        self.automaton.jump_and_start_at(end, expr.span);
        ir::Expr::Register(result)
    }

    /// Goes to `yes` if the expression is not 0, else to `no`.
    pub(super) fn branch(&mut self, expr: &'u Expr, yes: Location, no: Location) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch(operand, no, yes),
            ExprKind::LogicalAnd(left, right) if !self.is_local(right) => {
                let middle = self.automaton.location();
                self.branch(left, middle, no);
                self.automaton.start_at(middle);
                self.branch(right, yes, no);
            }
            ExprKind::LogicalOr(left, right) if !self.is_local(right) => {
                let middle = self.automaton.location();
                self.branch(left, yes, middle);
                self.automaton.start_at(middle);
                self.branch(right, yes, no);
            }
            ExprKind::Conditional(condition, first, second) if !(self.is_local(first) && self.is_local(second)) => {
                let (then, otherwise) = (self.automaton.location(), self.automaton.location());
                self.branch(condition, then, otherwise);
                self.automaton.start_at(then);
                self.branch(first, yes, no);
                self.automaton.start_at(otherwise);
                self.branch(second, yes, no);
            }
            ExprKind::Convert(operand) if self.keeps_truth(&operand.ty, &expr.ty) => self.branch(operand, yes, no),
            _ => {
                let condition = self.condition(expr);
                self.automaton.branch(condition, yes, no, expr.span);
            }
        }
    }

    /// Whether deciding the expression takes branches.
    pub(super) fn is_branching(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) | ExprKind::Convert(operand) => self.is_branching(operand),
            ExprKind::LogicalAnd(left, right) | ExprKind::LogicalOr(left, right) => {
                self.is_branching(left) || !self.is_local(right)
            }
            ExprKind::Conditional(_, yes, no) => !(self.is_local(yes) && self.is_local(no)),
            _ => false,
        }
    }

    /// Lowers a local operand. It takes no step even where others would put a value into a register.
    pub(super) fn locally<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.within_local, true);
        let lowered = lower(self);
        self.within_local = outer;
        lowered
    }

    /// Whether evaluating the expression takes no step: no memory is read, nothing is changed. It may fault.
    pub(super) fn is_local(&self, expr: &Expr) -> bool {
        self.within_local || self.is_local_value(expr, MAX_LOCAL_DEPTH)
    }

    fn is_local_value(&self, expr: &Expr, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if wide::is_wide(&expr.ty) {
            return false;
        }
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Function(_) => true,
            ExprKind::Load(operand) => match &operand.kind {
                ExprKind::Variable(id) => {
                    let variable = &self.unit.variables[id.0 as usize];
                    variable.storage == Storage::Automatic && !needs_memory(variable)
                }
                _ => false,
            },
            ExprKind::AddressOf(operand) | ExprKind::Decay(operand) => self.is_local_place(operand, depth),
            ExprKind::Unary(_, operand) => self.is_local_value(operand, depth),
            ExprKind::Convert(operand) => expr.ty != Type::Void && self.is_local_value(operand, depth),
            // It must not lead out of its variable, which is checked.
            ExprKind::PointerAdd { .. } if self.may_leave(expr) => false,
            // Which object comes first may be open.
            ExprKind::Binary(..) if self.may_order(expr) => false,
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::LogicalAnd(left, right)
            | ExprKind::LogicalOr(left, right) => self.is_local_value(left, depth) && self.is_local_value(right, depth),
            ExprKind::Conditional(condition, yes, no) => {
                !shapes::is_aggregate(&expr.ty) && [condition, yes, no].iter().all(|it| self.is_local_value(it, depth))
            }
            ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Dereference(_)
            // Both pointers must be to one object, which is checked.
            | ExprKind::PointerDifference { .. }
            | ExprKind::Member(..)
            | ExprKind::BitField(..)
            | ExprKind::Watched(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::Builtin(..)
            | ExprKind::Statements(..)
            | ExprKind::CompoundLiteral(..) => false,
        }
    }

    fn is_local_place(&self, expr: &Expr, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &expr.kind {
            ExprKind::Variable(_) | ExprKind::String(_) | ExprKind::Function(_) => true,
            ExprKind::Dereference(pointer) => self.is_local_value(pointer, depth),
            ExprKind::Member(record, _) => self.is_local_place(record, depth),
            _ => false,
        }
    }
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    comparison(op, false).is_some()
}

/// The comparison, and whether its operands change places: `ir` has no `>` and `>=`.
fn comparison(op: BinaryOp, signed: bool) -> Option<(Binary, bool)> {
    let less = if signed { Binary::LessSigned } else { Binary::Less };
    let less_equal = if signed { Binary::LessEqualSigned } else { Binary::LessEqual };
    match op {
        BinaryOp::Less => Some((less, false)),
        BinaryOp::LessEqual => Some((less_equal, false)),
        BinaryOp::Greater => Some((less, true)),
        BinaryOp::GreaterEqual => Some((less_equal, true)),
        BinaryOp::Equal => Some((Binary::Equal, false)),
        BinaryOp::NotEqual => Some((Binary::NotEqual, false)),
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => None,
    }
}
