//! Expressions. [`Body::value`] prints the statements that an expression needs (reads, calls, changes) and gives what
//! remains: C text over locals and temporaries that takes no step.

use super::body::{Body, is_aggregate};
use super::{quoted_bytes, types};
use crate::layout;
use crate::tree::{BinaryOp, Expr, ExprKind, Float, Type, UnaryOp};
use source::Span;
use std::rc::Rc;

impl<'u> Body<'_, 'u> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, expr: &'u Expr) -> String {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, &expr.ty),
            ExprKind::Load(target) => {
                let value = self.load(target);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::Function(id) => self.program.function(*id),
            ExprKind::String(bytes) => self.string(bytes, &expr.ty),
            ExprKind::AddressOf(operand) => self.address(operand),
            ExprKind::Decay(operand) => {
                let address = self.address(operand);
                self.cast(&expr.ty, &address)
            }
            ExprKind::Member(..)
            | ExprKind::Variable(_)
            | ExprKind::Dereference(_)
            | ExprKind::BitField(..)
            | ExprKind::Watched(..)
            | ExprKind::CompoundLiteral(..) => self.load(expr),
            ExprKind::Unary(op, operand) => {
                let value = self.value(operand);
                let op = match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                    UnaryOp::Not => "!",
                };
                format!("({op}{value})")
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                if matches!(types::plain(&left.ty), Type::Pointer(_)) {
                    return format!("((char *){a} {} (char *){b})", operator(*op));
                }
                format!("({a} {} {b})", operator(*op))
            }
            ExprKind::PointerAdd { pointer, index, subtract, scale } => {
                let (base, index) = (self.value(pointer), self.value(index));
                let sign = if *subtract { "-" } else { "+" };
                let element = pointee(&pointer.ty).and_then(|it| layout::size(it, &self.unit.records, self.unit.model));
                if element == Some(*scale) && pointer.ty == expr.ty {
                    return format!("({base} {sign} {index})");
                }
                self.cast(&expr.ty, &format!("((char *){base} {sign} (RADDLE_LONG){index} * {scale})"))
            }
            ExprKind::PointerDifference { left, right, scale } => {
                let (a, b) = (self.value(left), self.value(right));
                self.cast(&expr.ty, &format!("(((char *){a} - (char *){b}) / {})", (*scale).max(1)))
            }
            ExprKind::LogicalAnd(left, right) => self.logical(left, right, true),
            ExprKind::LogicalOr(left, right) => self.logical(left, right, false),
            ExprKind::Conditional(condition, yes, no) => self.conditional(expr, condition, yes, no),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            ExprKind::Assign(target, value) => {
                let value = self.assign(target, value, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::AssignOp { target, op, value, computation } => {
                let value = self.assign_op(target, *op, value, computation, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::Increment { target, by, postfix } => {
                let value = self.increment(target, *by, *postfix, expr.span);
                self.of_bit_field(value, target, &expr.ty)
            }
            ExprKind::Convert(operand) if expr.ty == Type::Void => {
                self.effect(operand);
                "0".to_owned()
            }
            ExprKind::Convert(operand) => {
                let value = self.value(operand);
                self.cast(&expr.ty, &value)
            }
            ExprKind::Call { callee, arguments } => self.call(expr, callee, arguments),
            ExprKind::Builtin(builtin, arguments) => {
                self.builtin(expr, *builtin, arguments).unwrap_or_else(|| "0".to_owned())
            }
            ExprKind::Statements(statements, last) => {
                self.say(expr.span, "{");
                statements.iter().for_each(|it| self.statement(it));
                let kept = last.as_ref().map_or("0".to_owned(), |it| {
                    let value = self.value(it);
                    if it.ty == Type::Void { value } else { self.kept(&it.ty, &value, it.span) }
                });
                self.say(Span::NONE, "}");
                kept
            }
        }
    }

    /// A value of the type of `target`; of a bit-field, as the value has it.
    fn of_bit_field(&self, value: String, target: &Expr, ty: &Type) -> String {
        match target.kind {
            ExprKind::BitField(..) => self.cast(ty, &value),
            _ => value,
        }
    }

    /// Evaluates an expression for what it does.
    pub(super) fn effect(&mut self, expr: &'u Expr) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::String(_) | ExprKind::Function(_) | ExprKind::Variable(_) => {}
            ExprKind::Decay(operand) | ExprKind::AddressOf(operand) => self.effect_of_place(operand),
            ExprKind::Load(operand) if is_aggregate(&operand.ty) => self.effect_of_place(operand),
            ExprKind::Assign(target, value) if is_aggregate(&target.ty) => {
                self.assign_aggregate(target, value, expr.span);
            }
            ExprKind::Call { .. } if is_aggregate(&expr.ty) => {
                self.aggregate(expr);
            }
            ExprKind::Convert(operand) => self.effect(operand),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::LogicalAnd(left, right) => self.effect_if(left, "", right),
            ExprKind::LogicalOr(left, right) => self.effect_if(left, "!", right),
            ExprKind::Conditional(condition, yes, no) => {
                let condition = self.value(condition);
                self.say(expr.span, &format!("if ({condition}) {{"));
                self.effect(yes);
                self.say(Span::NONE, "} else {");
                self.effect(no);
                self.say(Span::NONE, "}");
            }
            ExprKind::Statements(statements, last) => {
                self.say(expr.span, "{");
                statements.iter().for_each(|it| self.statement(it));
                if let Some(last) = last {
                    self.effect(last);
                }
                self.say(Span::NONE, "}");
            }
            _ => {
                let value = self.value(expr);
                // What may fail is computed although nobody wants it.
                if matches!(expr.kind, ExprKind::Unary(..) | ExprKind::Binary(..)) {
                    self.say(expr.span, &format!("(void){value};"));
                }
            }
        }
    }

    fn effect_if(&mut self, left: &'u Expr, not: &str, right: &'u Expr) {
        let condition = self.value(left);
        self.say(left.span, &format!("if ({not}({condition})) {{"));
        self.effect(right);
        self.say(Span::NONE, "}");
    }

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

    /// A value in a new temporary.
    pub(super) fn kept(&mut self, ty: &Type, value: &str, span: Span) -> String {
        let temporary = self.temporary(ty);
        let cast = self.cast(ty, value);
        self.say(span, &format!("{temporary} = {cast};"));
        temporary
    }

    /// A value converted to a scalar type.
    pub(super) fn cast(&self, ty: &Type, value: &str) -> String {
        match types::plain(ty) {
            Type::Void | Type::Record(_) | Type::Array(..) | Type::Mutex | Type::Opaque(_) => value.to_owned(),
            Type::Function(_) => value.to_owned(),
            scalar => format!("(({}){value})", types::name(self.unit, scalar)),
        }
    }

    pub(super) fn constant(&self, value: u64, ty: &Type) -> String {
        match types::plain(ty) {
            Type::Int { bits, signed: true } => {
                let shift = 64u32.saturating_sub(u32::from(*bits));
                match ((value << shift) as i64) >> shift {
                    i64::MIN => "(-9223372036854775807ll - 1)".to_owned(),
                    number if *bits == 32 => match number {
                        -2147483648 => "(-2147483647 - 1)".to_owned(),
                        number if number < 0 => format!("({number})"),
                        number => format!("{number}"),
                    },
                    number => self.cast(ty, &format!("({number}ll)")),
                }
            }
            Type::Int { bits: 32, signed: false } => format!("{value}u"),
            Type::Float(Float::Single) => float_text(f64::from(f32::from_bits(value as u32)), "f"),
            Type::Float(Float::Double) => float_text(f64::from_bits(value), ""),
            Type::Float(Float::Long) => self.cast(ty, &float_text(f64::from_bits(value), "")),
            Type::Int { .. } | Type::Bool | Type::Pointer(_) => self.cast(ty, &format!("{value}ull")),
            _ => "0".to_owned(),
        }
    }

    pub(super) fn string(&self, bytes: &[u8], ty: &Type) -> String {
        match ty {
            Type::Array(element, _) if matches!(**element, Type::Int { bits: 8, .. }) => {
                quoted_bytes(bytes.strip_suffix(&[0]).unwrap_or(bytes))
            }
            // A wide one, by its bytes.
            _ => {
                let pointer = types::declare(self.unit, &Type::Pointer(Rc::new(ty.clone())), "");
                format!("(*({pointer}){})", quoted_bytes(bytes))
            }
        }
    }

    fn logical(&mut self, left: &'u Expr, right: &'u Expr, and: bool) -> String {
        let first = self.value(left);
        let (lines, second) = self.captured(|body| body.value(right));
        if lines.is_empty() {
            return format!("({first} {} {second})", if and { "&&" } else { "||" });
        }
        let result = self.temporary(&Type::Int { bits: 32, signed: true });
        self.say(left.span, &format!("{result} = !!{first};"));
        self.say(left.span, &format!("if ({}{result}) {{", if and { "" } else { "!" }));
        self.lines.append(lines);
        self.say(right.span, &format!("{result} = !!{second}; }}"));
        result
    }

    fn conditional(&mut self, expr: &'u Expr, condition: &'u Expr, yes: &'u Expr, no: &'u Expr) -> String {
        let condition = self.value(condition);
        let (first, yes_text) = self.captured(|body| body.value(yes));
        let (second, no_text) = self.captured(|body| body.value(no));
        if first.is_empty() && second.is_empty() {
            return format!("({condition} ? {yes_text} : {no_text})");
        }
        let result = (expr.ty != Type::Void).then(|| self.temporary(&expr.ty));
        let set = |body: &mut Self, side: &Expr, value: &str| {
            if let Some(result) = &result {
                let cast = body.cast(&expr.ty, value);
                body.say(side.span, &format!("{result} = {cast};"));
            }
        };
        self.say(expr.span, &format!("if ({condition}) {{"));
        self.lines.append(first);
        set(self, yes, &yes_text);
        self.say(Span::NONE, "} else {");
        self.lines.append(second);
        set(self, no, &no_text);
        self.say(Span::NONE, "}");
        result.unwrap_or_else(|| "0".to_owned())
    }
}

pub(super) fn pointee(ty: &Type) -> Option<&Type> {
    match types::plain(ty) {
        Type::Pointer(target) => Some(target),
        _ => None,
    }
}

fn float_text(value: f64, suffix: &str) -> String {
    if value.is_nan() {
        return format!("__builtin_nan{suffix}(\"\")");
    }
    if value.is_infinite() {
        return format!("({}__builtin_inf{suffix}())", if value < 0.0 { "-" } else { "" });
    }
    format!("({value:?}{suffix})")
}

pub(super) fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
    }
}
