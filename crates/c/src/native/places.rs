//! Lvalues, and what is read from them and written to them.

use super::body::{Body, is_aggregate};
use super::values::pointee;
use super::{Kind, is_static, types};
use crate::layout;
use crate::tree::{BitField, Expr, ExprKind, Type};
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
    /// The value of a scalar lvalue.
    pub(super) fn load(&mut self, target: &'u Expr) -> String {
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
        if matches!(target.ty, Type::Atomic(_)) {
            self.at(target.span, Kind::Section);
            self.say(target.span, &format!("RADDLE_WHOLE({copy} = {text});"));
            return copy;
        }
        self.copy_noticed(&format!("&{copy}"), &format!("&{text}"), target, (true, false), target.span);
        copy
    }

    fn store_wide(&mut self, text: &str, target: &Expr, value: &str, span: Span) {
        let copy = self.kept(&target.ty, value, span);
        if matches!(target.ty, Type::Atomic(_)) {
            self.at(span, Kind::Section);
            return self.say(span, &format!("RADDLE_WHOLE({text} = {copy});"));
        }
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
        let most = self.alignment(target).clamp(1, 8);
        (size / most.min(size)).max(1)
    }

    /// Where the object is that an lvalue denotes. An aggregate value is at the place it comes from, or in a temporary.
    pub(super) fn place(&mut self, expr: &'u Expr) -> Place {
        match &expr.kind {
            ExprKind::Variable(id) if is_static(self.unit, *id) => Place::Shared(self.global(*id)),
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
                    return Place::Shared(self.global(*id));
                }
                self.initialise(*id, elements, true, expr.span);
                Place::Shared(self.local(*id))
            }
            ExprKind::Load(inner) if is_aggregate(&inner.ty) && matches!(inner.ty, Type::Atomic(_)) => {
                let place = self.place(inner);
                self.at(inner.span, self.access_kind(types::plain(&inner.ty), Kind::Load));
                let copy = self.temporary(&inner.ty);
                let text = match types::is_pair(self.unit, &inner.ty) {
                    true => format!("RADDLE_WHOLE({copy} = {});", place.text()),
                    false => format!("{copy} = {};", place.text()),
                };
                self.say(inner.span, &text);
                Place::Shared(copy)
            }
            ExprKind::Load(inner) | ExprKind::Convert(inner) => self.place(inner),
            ExprKind::Watched(inner, watch) => self.watched(inner, watch),
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
