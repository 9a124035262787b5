//! Expressions. [`Body::value`] prints the statements that an expression needs (reads, calls, changes) and gives what
//! remains: C text over locals and temporaries that takes no step.

use super::body::{Body, is_aggregate};
use super::{Kind, is_static, quoted_bytes, types};
use crate::layout;
use crate::tree::{BinaryOp, BitField, Expr, ExprKind, Float, Signature, Type, UnaryOp};
use source::Span;
use std::rc::Rc;

/// Where an object is.
pub(super) enum Place {
    /// A local whose address nobody has.
    Private(String),
    /// An lvalue.
    Shared(String),
    /// A bit-field: the lvalue, which bits it is, and the record.
    Bits(String, BitField, String),
}

impl Place {
    /// The lvalue.
    pub(super) fn text(&self) -> &str {
        match self {
            Place::Private(text) | Place::Shared(text) | Place::Bits(text, ..) => text,
        }
    }
}

impl<'u> Body<'_, 'u> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, expr: &'u Expr) -> String {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, &expr.ty),
            ExprKind::Load(target) => self.load(target),
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
            ExprKind::Assign(target, value) => self.assign(target, value, expr.span),
            ExprKind::AssignOp { target, op, value, computation } => {
                self.assign_op(target, *op, value, computation, expr.span)
            }
            ExprKind::Increment { target, by, postfix } => self.increment(target, *by, *postfix, expr.span),
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

    fn string(&self, bytes: &[u8], ty: &Type) -> String {
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

    /// The value of a scalar lvalue.
    fn load(&mut self, target: &'u Expr) -> String {
        if matches!(target.ty, Type::Function(_)) {
            return self.address(target);
        }
        let place = self.place(target);
        self.load_place(&place, target)
    }

    /// The value at a place that was computed from `target`.
    pub(super) fn load_place(&mut self, place: &Place, target: &Expr) -> String {
        let text = match place {
            Place::Private(name) => return name.clone(),
            Place::Shared(text) if is_wide(&target.ty) => return self.load_wide(text, target),
            Place::Shared(text) => {
                self.at_each(target.span, Kind::Load, self.accesses(target));
                text
            }
            Place::Bits(text, bits, _) => {
                self.at_each(target.span, Kind::Load, pieces_of(*bits));
                text
            }
        };
        self.kept(&target.ty, text, target.span)
    }

    /// Writes a scalar to a place that was computed from `target`.
    pub(super) fn store_place(&mut self, place: &Place, target: &Expr, value: &str, span: Span) {
        match place {
            Place::Private(_) => {}
            Place::Shared(text) if is_wide(&target.ty) => return self.store_wide(text, target, value, span),
            Place::Shared(_) => self.at_each(span, Kind::Store, self.accesses(target)),
            // What is around a bit-field is read and written again.
            Place::Bits(_, bits, record) => match bits.unit {
                Some(unit) => return self.store_bits(record, *bits, unit, value, span),
                None => {
                    for _ in 0..pieces_of(*bits) {
                        self.at(span, Kind::Load);
                        self.at(span, Kind::Store);
                    }
                }
            },
        }
        let cast = self.cast(&target.ty, value);
        self.say(span, &format!("{} = {cast};", place.text()));
    }

    /// Writes a bit-field as the machine does: others may write to its neighbours between the two steps.
    fn store_bits(&mut self, record: &str, bits: BitField, unit: (u32, u8), value: &str, span: Span) {
        let (offset, size) = unit;
        let word = Type::Int { bits: size * 8, signed: false };
        let around = self.temporary(&word);
        let pointer = types::declare(self.unit, &Type::Pointer(Rc::new(word.clone())), "");
        let place = format!("*({pointer})((char *)&{record} + {offset})");
        let mask = ir::Width(bits.width).mask();
        let shift = bits.start - offset * 8;
        if u32::from(bits.width) < u32::from(size) * 8 {
            self.at(span, Kind::Load);
            self.say(span, &format!("{around} = {place};"));
        }
        let new =
            format!("({around} & ~({mask}ull << {shift})) | (((unsigned long long){value} & {mask}ull) << {shift})");
        let new = self.cast(&word, &format!("({new})"));
        self.say(span, &format!("{around} = {new};"));
        self.at(span, Kind::Store);
        self.say(span, &format!("{place} = {around};"));
    }

    /// Reads a number of 128 bits, word by word.
    fn load_wide(&mut self, text: &str, target: &Expr) -> String {
        let copy = self.temporary(&target.ty);
        self.copy_noticed(&format!("&{copy}"), &format!("&{text}"), target, (true, false), target.span);
        copy
    }

    fn store_wide(&mut self, text: &str, target: &Expr, value: &str, span: Span) {
        let copy = self.kept(&target.ty, value, span);
        self.copy_noticed(&format!("&{text}"), &format!("&{copy}"), target, (false, true), span);
    }

    pub(super) fn at_each(&mut self, span: Span, kind: Kind, count: u32) {
        for _ in 0..count {
            self.at(span, kind);
        }
    }

    /// Into how many accesses of the machine one to this lvalue falls.
    fn accesses(&self, target: &Expr) -> u32 {
        let Some(size) = layout::size(types::plain(&target.ty), &self.unit.records, self.unit.model) else { return 1 };
        if matches!(target.ty, Type::Atomic(_)) || size == 0 {
            return 1;
        }
        let most = self.alignment(target).min(8).max(1);
        (size / most.min(size)).max(1)
    }

    /// Where the object is that an lvalue denotes. An aggregate value is at the place it comes from, or in a temporary.
    pub(super) fn place(&mut self, expr: &'u Expr) -> Place {
        match &expr.kind {
            ExprKind::Variable(id) if is_static(self.unit, *id) => Place::Shared(self.program.global(*id)),
            ExprKind::Variable(id) => {
                let variable = &self.unit.variables[id.0 as usize];
                let is_private = !variable.addressed && !is_aggregate(&variable.ty);
                let name = self.local(*id);
                if is_private { Place::Private(name) } else { Place::Shared(name) }
            }
            ExprKind::String(bytes) => Place::Shared(self.string(bytes, &expr.ty)),
            ExprKind::Function(id) => Place::Private(self.program.function(*id)),
            ExprKind::Dereference(pointer) => {
                let value = self.value(pointer);
                Place::Shared(self.dereferenced(&value, pointer, &expr.ty))
            }
            ExprKind::Member(record, offset) => {
                let place = self.place(record);
                Place::Shared(self.member(place.text(), record, *offset, &expr.ty))
            }
            ExprKind::BitField(record, bits) => {
                let place = self.place(record);
                let text = self.bit_field(place.text(), record, *bits);
                Place::Bits(text, *bits, place.text().to_owned())
            }
            ExprKind::CompoundLiteral(id, elements) => {
                if is_static(self.unit, *id) {
                    return Place::Shared(self.program.global(*id));
                }
                self.initialise(*id, elements, true, expr.span);
                Place::Shared(self.local(*id))
            }
            ExprKind::Load(inner) if is_aggregate(&inner.ty) && matches!(inner.ty, Type::Atomic(_)) => {
                let place = self.place(inner);
                self.at(inner.span, Kind::Load);
                let copy = self.temporary(&inner.ty);
                self.say(inner.span, &format!("{copy} = {};", place.text()));
                Place::Shared(copy)
            }
            ExprKind::Load(inner) | ExprKind::Convert(inner) => self.place(inner),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.place(second)
            }
            ExprKind::Statements(statements, Some(last)) => {
                statements.iter().for_each(|it| self.statement(it));
                self.place(last)
            }
            ExprKind::Assign(target, value) if is_aggregate(&target.ty) => {
                Place::Shared(self.assign_aggregate(target, value, expr.span))
            }
            ExprKind::Conditional(condition, yes, no) => {
                let condition = self.value(condition);
                let pointer = self.temporary(&Type::Pointer(Rc::new(types::plain(&expr.ty).clone())));
                self.say(expr.span, &format!("if ({condition}) {{"));
                for (index, side) in [yes, no].into_iter().enumerate() {
                    let address = self.aggregate(side);
                    self.say(side.span, &format!("{pointer} = {address};"));
                    self.say(Span::NONE, if index == 0 { "} else {" } else { "}" });
                }
                Place::Shared(format!("(*{pointer})"))
            }
            ExprKind::Call { callee, arguments } => Place::Shared(self.call(expr, callee, arguments)),
            ExprKind::Builtin(builtin, arguments) => {
                let value = self.builtin(expr, *builtin, arguments);
                Place::Shared(value.unwrap_or_else(|| self.temporary(&expr.ty)))
            }
            // A number where an object is wanted: it gets one.
            _ => {
                let value = self.value(expr);
                Place::Shared(self.kept(&expr.ty, &value, expr.span))
            }
        }
    }

    /// The address of an object or function.
    pub(super) fn address(&mut self, expr: &'u Expr) -> String {
        if let ExprKind::Dereference(pointer) = &expr.kind {
            if matches!(expr.ty, Type::Function(_)) {
                return self.value(pointer);
            }
        }
        if let ExprKind::Function(id) = &expr.kind {
            return self.program.function(*id);
        }
        let place = self.place(expr);
        format!("(&{})", place.text())
    }

    /// The address of an aggregate value, as a pointer to its type.
    pub(super) fn aggregate(&mut self, expr: &'u Expr) -> String {
        let place = self.place(expr);
        let pointer = Type::Pointer(Rc::new(types::plain(&expr.ty).clone()));
        self.cast(&pointer, &format!("(&{})", place.text()))
    }

    fn dereferenced(&self, value: &str, pointer: &Expr, ty: &Type) -> String {
        match (pointee(&pointer.ty), ty) {
            (_, Type::VariableArray(..)) => format!("(*{value})"),
            (Some(target), _) if target == ty => format!("(*{value})"),
            _ => {
                let pointer = Type::Pointer(Rc::new(ty.clone()));
                format!("(*{})", self.cast(&pointer, value))
            }
        }
    }

    /// A member by its name, or if there is none of this type there by its offset.
    fn member(&self, record: &str, expr: &Expr, offset: u32, ty: &Type) -> String {
        if let Type::Record(id) = types::plain(&expr.ty) {
            let fields = &self.unit.records[id.0 as usize].fields;
            let found = fields.iter().position(|it| it.offset == offset && it.ty == *ty && it.bits.is_none());
            if let Some((index, false)) = found.map(|it| (it, matches!(expr.ty, Type::Atomic(_)))) {
                return format!("{record}.{}", types::field_name(&fields[index], index));
            }
        }
        let pointer = Type::Pointer(Rc::new(ty.clone()));
        format!("(*{})", self.cast(&pointer, &format!("((char *)&{record} + {offset})")))
    }

    fn bit_field(&self, record: &str, expr: &Expr, bits: BitField) -> String {
        if let Type::Record(id) = types::plain(&expr.ty) {
            let fields = &self.unit.records[id.0 as usize].fields;
            if let Some(index) = fields.iter().position(|it| it.bits == Some(bits)) {
                return format!("{record}.{}", types::field_name(&fields[index], index));
            }
        }
        record.to_owned()
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

    /// Calls a function of the program; gives the result, if there is one.
    fn call(&mut self, expr: &'u Expr, callee: &'u Expr, arguments: &'u [Expr]) -> String {
        let (target, parameters, takes_more) = self.callee(callee);
        let mut passed = Vec::new();
        let named = parameters.as_ref().map_or(arguments.len(), |it| it.len().min(arguments.len()));
        for (index, argument) in arguments[..named].iter().enumerate() {
            let ty = parameters.as_ref().map_or(&argument.ty, |it| it[index]);
            passed.push(self.argument(argument, ty));
        }
        if takes_more {
            passed.push(self.further_arguments(&arguments[named..], expr.span));
        } else {
            arguments[named..].iter().for_each(|it| self.effect(it));
        }
        let missing = parameters.as_ref().map_or(0, |it| it.len().saturating_sub(arguments.len()));
        passed.extend(std::iter::repeat_n("0".to_owned(), missing));
        let call = format!("{target}({})", passed.join(", "));
        if expr.ty == Type::Void {
            self.say(expr.span, &format!("{call};"));
            return "0".to_owned();
        }
        let result = self.temporary(&expr.ty);
        self.say(expr.span, &format!("{result} = {call};"));
        result
    }

    /// What is called, the types of its parameters if they are known, and whether it takes further arguments.
    fn callee(&mut self, callee: &'u Expr) -> (String, Option<Vec<&'u Type>>, bool) {
        match &callee.kind {
            ExprKind::Function(id) => {
                let function = &self.unit.functions[id.0 as usize];
                let variables = &self.unit.variables;
                let parameters = function.parameters.iter().map(|it| &variables[it.0 as usize].ty).collect();
                (self.program.function(*id), Some(parameters), function.signature.takes_more())
            }
            ExprKind::Dereference(pointer) if matches!(callee.ty, Type::Function(_)) => self.callee(pointer),
            ExprKind::AddressOf(function) | ExprKind::Decay(function) => self.callee(function),
            _ => {
                let value = self.value(callee);
                match signature(&callee.ty) {
                    Some(signature) => {
                        let pointer = Type::Pointer(Rc::new(Type::Function(signature.clone())));
                        let unsaid = signature.variadic && signature.parameters.is_empty();
                        let parameters = (!unsaid).then(|| parameters_of(&callee.ty)).flatten();
                        (self.cast(&pointer, &value), parameters, signature.takes_more())
                    }
                    None => (value, None, false),
                }
            }
        }
    }

    fn argument(&mut self, argument: &'u Expr, ty: &Type) -> String {
        if !is_aggregate(&argument.ty) {
            let value = self.value(argument);
            return self.cast(ty, &value);
        }
        let source = self.aggregate(argument);
        let copy = self.temporary(&argument.ty);
        self.copy(&format!("&{copy}"), &source, &argument.ty, self.alignment(argument), argument.span);
        copy
    }

    /// Puts variable arguments into memory, each in as many words as it needs; gives the address of the first one.
    fn further_arguments(&mut self, arguments: &'u [Expr], span: Span) -> String {
        let word = self.unit.model.pointer_bytes();
        let size = |body: &Self, it: &Expr| layout::size(&it.ty, &body.unit.records, body.unit.model).unwrap_or(word);
        let total: u32 = arguments.iter().map(|it| size(self, it).next_multiple_of(word)).sum();
        if total == 0 {
            return "(void *)0".to_owned();
        }
        let bits = self.unit.model.pointer_bits();
        let room = self.temporary(&Type::Array(Rc::new(Type::Int { bits, signed: false }), Some(total / word)));
        let mut offset = 0;
        for argument in arguments {
            let at = format!("((char *){room} + {offset})");
            if is_aggregate(&argument.ty) {
                let source = self.aggregate(argument);
                self.copy(&at, &source, &argument.ty, self.alignment(argument), argument.span);
            } else {
                let value = self.value(argument);
                let pointer = types::declare(self.unit, &Type::Pointer(Rc::new(argument.ty.clone())), "");
                self.say(span, &format!("*({pointer}){at} = {value};"));
            }
            offset += size(self, argument).next_multiple_of(word);
        }
        format!("(void *){room}")
    }
}

/// Whether a type is one of 128 bits.
fn is_wide(ty: &Type) -> bool {
    matches!(types::plain(ty), Type::Int { bits: 128, .. })
}

/// How many accesses a bit-field needs.
fn pieces_of(bits: BitField) -> u32 {
    match bits.unit {
        Some(_) => 1,
        None => (bits.start + u32::from(bits.width)).div_ceil(8) - bits.start / 8,
    }
}

pub(super) fn pointee(ty: &Type) -> Option<&Type> {
    match types::plain(ty) {
        Type::Pointer(target) => Some(target),
        _ => None,
    }
}

fn signature(ty: &Type) -> Option<&Rc<Signature>> {
    match types::plain(ty) {
        Type::Function(signature) => Some(signature),
        Type::Pointer(target) => signature(target),
        _ => None,
    }
}

fn parameters_of(ty: &Type) -> Option<Vec<&Type>> {
    signature(ty).map(|it| it.parameters.iter().collect())
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
