//! Scalar values.
//!
//! [`Body::value`] takes the steps that an expression needs (reads, calls, changes) and gives what remains: a pure
//! expression over registers. [`Body::effect`] does the same for an expression whose value nobody wants.

use super::conditions::is_comparison;
use super::function::Body;
use super::wide::{self, Number};
use super::{floats, shapes};
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind, Type, UnaryOp};
use ir::{Binary, Unary, Width};
use source::Span;

/// Values nested deeper than this get a register: `ir` limits how deep an expression may be, and so does the stack.
const MAX_DEPTH: u32 = 100;

/// What stands for the value of an expression that has none.
const NOTHING: ir::Expr = ir::Expr::Const(Width(32), 0);

impl<'u> Body<'u, '_, '_> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, expr: &'u Expr) -> ir::Expr {
        let value = self.deeper(|body| body.value_inner(expr));
        self.keep_shallow(value, expr)
    }

    pub(super) fn deeper<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let lowered = lower(self);
        self.depth -= 1;
        lowered
    }

    /// From time to time puts a value into a register.
    pub(super) fn keep_shallow(&mut self, value: ir::Expr, expr: &Expr) -> ir::Expr {
        if self.within_local || self.depth % MAX_DEPTH != MAX_DEPTH - 1 {
            return value;
        }
        self.automaton.stable(value, shapes::kind(&expr.ty), expr.span)
    }

    /// The value of a pointer, wherever it leads.
    pub(super) fn sum_or_value(&mut self, pointer: &'u Expr) -> ir::Expr {
        if self.may_leave(pointer) { self.sum(pointer) } else { self.value(pointer) }
    }

    /// A pointer and an index, wherever that leads.
    fn sum(&mut self, expr: &'u Expr) -> ir::Expr {
        let ExprKind::PointerAdd { pointer, index, subtract, scale } = &expr.kind else {
            panic!("tree: what is asked for is a sum");
        };
        let (pointer, offset) = (self.value(pointer), self.value(index));
        let offset = self.scaled(offset, shapes::is_signed(&index.ty), *scale);
        self.automaton.binary(if *subtract { Binary::Subtract } else { Binary::Add }, pointer, offset)
    }

    fn value_inner(&mut self, expr: &'u Expr) -> ir::Expr {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, &expr.ty),
            ExprKind::Load(target) => {
                let value = self.load(target);
                self.of_bit_field(value, target, &expr.ty)
            }
            // A member of a value: the record has a place all the same.
            ExprKind::Member(..) => self.load(expr),
            ExprKind::Function(_) | ExprKind::String(_) => self.address(expr),
            // An address may be one past the end.
            ExprKind::AddressOf(operand) if matches!(operand.kind, ExprKind::Dereference(_)) => {
                let ExprKind::Dereference(pointer) = &operand.kind else { unreachable!("asked above") };
                self.value(pointer)
            }
            ExprKind::AddressOf(operand) | ExprKind::Decay(operand) => self.address(operand),
            ExprKind::Variable(_)
            | ExprKind::Dereference(_)
            | ExprKind::BitField(..)
            | ExprKind::Watched(..)
            | ExprKind::CompoundLiteral(..) => self.load(expr),
            ExprKind::Unary(UnaryOp::Not, _) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                self.truth_value(expr)
            }
            ExprKind::Binary(op, ..) if is_comparison(*op) => self.truth_value(expr),
            ExprKind::Unary(UnaryOp::Negate, operand) if floats::float(&operand.ty).is_some() => {
                let value = self.value(operand);
                self.automaton.float_negated(value)
            }
            ExprKind::Unary(op, operand) => {
                let value = self.value(operand);
                self.automaton.unary(unary_operator(*op, shapes::is_signed(&expr.ty)), value)
            }
            // The distance of a shift may have 128 bits, whatever is shifted.
            ExprKind::Binary(op, left, right) if wide::is_wide(&right.ty) => {
                let (a, count) = (self.value(left), self.number(right));
                let count = self.shift_distance(count, &right.ty);
                self.arithmetic(*op, a, &left.ty, count, &Type::Int { bits: 64, signed: false })
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                self.arithmetic(*op, a, &left.ty, b, &right.ty)
            }
            ExprKind::PointerAdd { .. } => {
                let moved = if self.may_leave(expr) { self.moved(expr) } else { None };
                moved.unwrap_or_else(|| self.sum(expr))
            }
            ExprKind::PointerDifference { left, right, scale } => {
                let (a, b) = (self.value(left), self.value(right));
                let scale = ir::Expr::constant(shapes::pointer_width(self.model), u64::from((*scale).max(1)));
                let distance = self.distance(a, b, expr.span);
                self.automaton.binary(Binary::DivideSigned, distance, scale)
            }
            ExprKind::Conditional(condition, yes, no) => self.conditional(expr, condition, yes, no),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            ExprKind::Assign(target, value) => {
                let value = self.assign(target, value, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::AssignOp { target, op, value, computation }
                if wide::is_wide_assignment(target, value, computation) =>
            {
                match self.wide_assign_op(target, *op, value, computation, expr.span) {
                    Number::Narrow(new) => new,
                    Number::Wide(_) => unreachable!("the target is a scalar"),
                }
            }
            ExprKind::AssignOp { target, op, value, computation } => {
                let value = self.assign_op(target, *op, value, computation, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::Increment { target, by, postfix } => {
                let value = self.increment(target, *by, *postfix, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::Convert(operand) => self.convert(operand, &expr.ty),
            ExprKind::Call { callee, arguments } => self.call(expr, callee, arguments, true).unwrap_or(NOTHING),
            ExprKind::Builtin(builtin, arguments) => {
                let value = self.builtin(expr, *builtin, arguments);
                value.unwrap_or_else(|| self.constant(0, &expr.ty))
            }
            ExprKind::Statements(statements, last) => self.expression_block(expr, |body| {
                for statement in statements {
                    body.statement(statement);
                }
                let value = last.as_ref().map(|it| (body.value(it), it));
                value.map_or(NOTHING, |(value, it)| body.automaton.kept(value, shapes::kind(&it.ty), it.span))
            }),
        }
    }

    /// A value of the type of `target`; of a bit-field, as the value has it.
    fn of_bit_field(&self, value: ir::Expr, target: &Expr, ty: &Type) -> ir::Expr {
        match target.kind {
            ExprKind::BitField(..) => self.convert_value(value, &target.ty, ty),
            _ => value,
        }
    }

    fn constant(&self, value: u64, ty: &Type) -> ir::Expr {
        shapes::width(ty, self.model).map_or(NOTHING, |width| ir::Expr::constant(width, value))
    }

    /// A condition as a number.
    fn truth_value(&mut self, expr: &'u Expr) -> ir::Expr {
        let condition = self.condition(expr);
        let width = shapes::width(&expr.ty, self.model).unwrap_or(Width(32));
        self.automaton.resize(condition, width, false)
    }

    /// An index as bytes, as wide as a pointer. Wraps around as addresses do.
    pub(super) fn scaled(&self, index: ir::Expr, signed: bool, scale: u32) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        let index = self.automaton.resize(index, width, signed);
        self.automaton.binary(Binary::Multiply, index, ir::Expr::constant(width, u64::from(scale)))
    }

    /// An operator on two numbers of equal type (shifts: of any), after C's conversions.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: ir::Expr,
        left_type: &Type,
        right: ir::Expr,
        right_type: &Type,
    ) -> ir::Expr {
        let signed = shapes::is_signed(left_type);
        match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let count = self.shift_count(right, shapes::is_signed(right_type), self.automaton.width_of(&left));
                self.automaton.binary(binary_operator(op, signed), left, count)
            }
            _ if floats::float(left_type).is_some() => self.automaton.binary(floats::operator(op), left, right),
            _ => {
                let width = self.automaton.width_of(&left);
                let right = self.automaton.resize(right, width, shapes::is_signed(right_type));
                self.automaton.binary(binary_operator(op, signed), left, right)
            }
        }
    }

    /// The count of a shift as a number of `width` bits; one that is too large or negative stays so.
    fn shift_count(&self, count: ir::Expr, signed: bool, width: Width) -> ir::Expr {
        let from = self.automaton.width_of(&count);
        if from <= width {
            // A negative count becomes a very large one.
            return self.automaton.resize(count, width, signed);
        }
        let limit = u64::from(width.0);
        let in_range = self.automaton.binary(Binary::Less, count.clone(), ir::Expr::constant(from, limit));
        self.automaton.select(in_range, self.automaton.resize(count, width, false), ir::Expr::constant(width, limit))
    }

    /// The operand converted to a scalar type, or to nothing.
    fn convert(&mut self, operand: &'u Expr, to: &Type) -> ir::Expr {
        let Some(width) = shapes::width(to, self.model) else {
            self.effect(operand);
            return NOTHING;
        };
        if wide::is_wide(&operand.ty) {
            let value = self.wide(operand);
            return self.narrowed(value, &operand.ty, to, operand.span);
        }
        if matches!(shapes::strip_atomic(to), Type::Bool) {
            let condition = self.condition(operand);
            return self.automaton.resize(condition, width, false);
        }
        let value = self.value(operand);
        if let (Type::Pointer(element), ExprKind::Builtin(Builtin::Malloc | Builtin::Calloc, _)) =
            (shapes::strip_atomic(to), &operand.kind)
        {
            self.automaton.shape_allocation(&value, &shapes::shape(element, self.unit));
        }
        self.convert_value(value, &operand.ty, to)
    }

    /// A value of one scalar type as a value of another.
    pub(super) fn convert_value(&self, value: ir::Expr, from: &Type, to: &Type) -> ir::Expr {
        let Some(width) = shapes::width(to, self.model) else { return value };
        if matches!(shapes::strip_atomic(to), Type::Bool) && !matches!(shapes::strip_atomic(from), Type::Bool) {
            return self.automaton.resize(self.automaton.truth_of(value, from), width, false);
        }
        if floats::float(from).is_some() || floats::float(to).is_some() {
            return self.automaton.float_converted(value, from, to, width);
        }
        self.automaton.resize(value, width, shapes::is_signed(from))
    }

    fn conditional(&mut self, expr: &Expr, condition: &'u Expr, yes: &'u Expr, no: &'u Expr) -> ir::Expr {
        let Some(width) = shapes::width(&expr.ty, self.model) else {
            self.conditional_effect(condition, yes, no, expr.span);
            return NOTHING;
        };
        if self.is_local(yes) && self.is_local(no) {
            let condition = self.condition(condition);
            let (yes, no) = self.locally(|body| (body.value(yes), body.value(no)));
            return self.automaton.select(condition, yes, no);
        }
        let result = self.automaton.temporary(width, shapes::kind(&expr.ty));
        self.diamond(condition, expr.span, |body, side| {
            let side = if side { yes } else { no };
            let value = body.value(side);
            body.automaton.assign(result, value, side.span);
        });
        ir::Expr::Register(result)
    }

    /// `c ? a : b` of aggregates: the address of one of them.
    pub(super) fn conditional_address(&mut self, condition: &'u Expr, yes: &'u Expr, no: &'u Expr) -> ir::Expr {
        let result = self.automaton.temporary(shapes::pointer_width(self.model), false);
        self.diamond(condition, condition.span, |body, side| {
            let side = if side { yes } else { no };
            let address = body.address(side);
            body.automaton.assign(result, address, side.span);
        });
        ir::Expr::Register(result)
    }

    fn conditional_effect(&mut self, condition: &'u Expr, yes: &'u Expr, no: &'u Expr, span: Span) {
        self.diamond(condition, span, |body, side| body.effect(if side { yes } else { no }));
    }

    /// Branches, lowers each side, and comes together again.
    fn diamond(&mut self, condition: &'u Expr, span: Span, mut side: impl FnMut(&mut Self, bool)) {
        let (then, otherwise, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.branch(condition, then, otherwise);
        self.automaton.start_at(then);
        side(self, true);
        self.automaton.jump(end, span);
        self.automaton.start_at(otherwise);
        side(self, false);
        self.automaton.jump_and_start_at(end, span);
    }

    /// Evaluates an expression for what it does.
    pub(super) fn effect(&mut self, expr: &'u Expr) {
        if self.is_computed_wide(expr) {
            self.wide(expr);
            return;
        }
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::String(_) | ExprKind::Function(_) | ExprKind::Variable(_) => {}
            ExprKind::AssignOp { target, op, value, computation }
                if wide::is_wide_assignment(target, value, computation) =>
            {
                self.wide_assign_op(target, *op, value, computation, expr.span);
            }
            ExprKind::Decay(operand) | ExprKind::AddressOf(operand) => self.effect_of_place(operand),
            // An integer that cannot hold the number is a fault, whoever wants it.
            ExprKind::Convert(operand) if floats::float(&operand.ty).is_some() && expr.ty != Type::Void => {
                let value = self.value(expr);
                self.automaton.discard(value, expr.span);
            }
            ExprKind::Convert(operand) => self.effect(operand),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::LogicalAnd(left, right) => self.logical_effect(left, right, true, expr.span),
            ExprKind::LogicalOr(left, right) => self.logical_effect(left, right, false, expr.span),
            ExprKind::Conditional(condition, yes, no) => self.conditional_effect(condition, yes, no, expr.span),
            ExprKind::Assign(target, value) => self.assign_effect(target, value, expr.span),
            ExprKind::AssignOp { target, op, value, computation } => {
                self.assign_op_effect(target, *op, value, computation, expr.span);
            }
            ExprKind::Increment { target, by, .. } => self.increment_effect(target, *by, expr.span),
            ExprKind::Call { callee, arguments } => {
                self.call(expr, callee, arguments, false);
            }
            ExprKind::Builtin(builtin, arguments) => {
                if let Some(value) = self.builtin(expr, *builtin, arguments) {
                    self.automaton.discard(value, expr.span);
                }
            }
            ExprKind::Statements(statements, last) => {
                self.expression_block(expr, |body| {
                    for statement in statements {
                        body.statement(statement);
                    }
                    if let Some(last) = last {
                        body.effect(last);
                    }
                });
            }
            // Reading an aggregate whole reads nothing until it is used.
            ExprKind::Load(operand) if shapes::is_aggregate(&operand.ty) => self.effect_of_place(operand),
            ExprKind::Load(_)
            | ExprKind::Dereference(_)
            | ExprKind::Member(..)
            | ExprKind::BitField(..)
            | ExprKind::Watched(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. } => {
                let value = self.value(expr);
                self.automaton.discard(value, expr.span);
            }
        }
    }

    /// Evaluates an lvalue that nobody reads.
    fn effect_of_place(&mut self, expr: &'u Expr) {
        match &expr.kind {
            ExprKind::Variable(_) | ExprKind::String(_) | ExprKind::Function(_) => {}
            ExprKind::Dereference(pointer) => self.effect(pointer),
            ExprKind::Member(record, _) | ExprKind::BitField(record, _) => self.effect_of_place(record),
            _ => {
                self.place(expr);
            }
        }
    }

    fn logical_effect(&mut self, left: &'u Expr, right: &'u Expr, and: bool, span: Span) {
        let (other, end) = (self.automaton.location(), self.automaton.location());
        let (yes, no) = if and { (other, end) } else { (end, other) };
        self.branch(left, yes, no);
        self.automaton.start_at(other);
        self.effect(right);
        self.automaton.jump_and_start_at(end, span);
    }
}

fn unary_operator(op: UnaryOp, signed: bool) -> Unary {
    match op {
        UnaryOp::Negate if signed => Unary::NegateSigned,
        UnaryOp::Negate => Unary::Negate,
        UnaryOp::Complement => Unary::Not,
        UnaryOp::Not => unreachable!("`!` is a condition"),
    }
}

/// The operator on operands of this signedness; comparisons are in `conditions`.
fn binary_operator(op: BinaryOp, signed: bool) -> Binary {
    match op {
        BinaryOp::Add if signed => Binary::AddSigned,
        BinaryOp::Add => Binary::Add,
        BinaryOp::Subtract if signed => Binary::SubtractSigned,
        BinaryOp::Subtract => Binary::Subtract,
        BinaryOp::Multiply if signed => Binary::MultiplySigned,
        BinaryOp::Multiply => Binary::Multiply,
        BinaryOp::Divide if signed => Binary::DivideSigned,
        BinaryOp::Divide => Binary::DivideUnsigned,
        BinaryOp::Remainder if signed => Binary::RemainderSigned,
        BinaryOp::Remainder => Binary::RemainderUnsigned,
        BinaryOp::And => Binary::And,
        BinaryOp::Or => Binary::Or,
        BinaryOp::Xor => Binary::Xor,
        BinaryOp::ShiftLeft if signed => Binary::ShiftLeftSigned,
        BinaryOp::ShiftLeft => Binary::ShiftLeft,
        BinaryOp::ShiftRight if signed => Binary::ShiftRightSigned,
        BinaryOp::ShiftRight => Binary::ShiftRight,
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => unreachable!("a comparison is a condition"),
    }
}
