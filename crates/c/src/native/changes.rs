//! Assignments, `op=`, `++` and `--`. On an `_Atomic` object each is one step.

use super::body::{Body, is_aggregate, is_copied};
use super::places::Place;
use super::values::operator;
use super::{Kind, types};
use crate::tree::{BinaryOp, BitField, Expr, Type};
use source::Span;

/// The two values around a change.
struct Changed {
    old: String,
    new: String,
}

impl<'u> Body<'_, 'u> {
    /// `target = value`; gives the value stored.
    pub(super) fn assign(&mut self, target: &'u Expr, value: &'u Expr, span: Span) -> String {
        if is_aggregate(&target.ty) || is_copied(value) {
            return self.assign_aggregate(target, value, span);
        }
        let place = self.place(target);
        let value = self.value(value);
        if let Place::Private(name) = &place {
            self.store_place(&place, target, &value, span);
            return name.clone();
        }
        let kept = self.kept(&target.ty, &value, span);
        self.store_place(&place, target, &kept, span);
        self.seen_in(&place, target, kept)
    }

    /// Copies an aggregate; gives the copy.
    pub(super) fn assign_aggregate(&mut self, target: &'u Expr, value: &'u Expr, span: Span) -> String {
        if matches!(target.ty, Type::Atomic(_)) {
            let place = self.place(target).text().to_owned();
            let source = self.aggregate(value);
            let copy = self.temporary(&target.ty);
            self.copy(&format!("&{copy}"), &source, types::plain(&target.ty), self.alignment(value), span);
            self.at(span, self.access_kind(types::plain(&target.ty), Kind::Store));
            let text = match types::is_pair(self.unit, &target.ty) {
                true => format!("RADDLE_WHOLE({place} = {copy});"),
                false => format!("{place} = {copy};"),
            };
            self.say(span, &text);
            return copy;
        }
        let place = self.place(target).text().to_owned();
        let source = self.aggregate(value);
        let align = self.alignment(target).min(self.alignment(value));
        self.copy(&format!("(&{place})"), &source, &target.ty, align, span);
        place
    }

    pub(super) fn assign_op(
        &mut self,
        target: &'u Expr,
        op: BinaryOp,
        value: &'u Expr,
        computation: &Type,
        span: Span,
    ) -> String {
        let place = self.place(target);
        let operand = self.value(value);
        let compute = |body: &Self, old: &str| {
            let old = body.cast(computation, old);
            format!("({old} {} {operand})", operator(op))
        };
        let changed = self.change(&place, target, span, &compute);
        self.seen_in(&place, target, changed.new)
    }

    pub(super) fn increment(&mut self, target: &'u Expr, by: i64, postfix: bool, span: Span) -> String {
        let place = self.place(target);
        let is_pointer = matches!(types::plain(&target.ty), Type::Pointer(_));
        let is_bool = matches!(types::plain(&target.ty), Type::Bool);
        let compute = |_: &Self, old: &str| match (is_pointer, is_bool) {
            (true, _) => format!("((char *){old} + ({by}))"),
            (_, true) if by < 0 => format!("!{old}"),
            _ => format!("({old} + ({by}))"),
        };
        let changed = self.change(&place, target, span, &compute);
        if postfix { changed.old } else { self.seen_in(&place, target, changed.new) }
    }

    fn change(&mut self, place: &Place, target: &Expr, span: Span, compute: &dyn Fn(&Self, &str) -> String) -> Changed {
        if !matches!(target.ty, Type::Atomic(_)) {
            let old = self.load_place(place, target);
            // A private place is its own value, which is about to change.
            let old = if matches!(place, Place::Private(_)) { self.kept(&target.ty, &old, span) } else { old };
            let new = compute(self, &old);
            let new = self.kept(&target.ty, &new, span);
            self.store_place(place, target, &new, span);
            return Changed { old, new };
        }
        // The machine has one operation for it, or a section.
        let is_update = self.program.point(span, Kind::Update).is_some();
        if is_update {
            self.at(span, Kind::Update);
        } else {
            let point = self.point_always(span, Kind::Section);
            self.say(span, &format!("raddle_begin({point});"));
        }
        let (old, new) = (self.temporary(&target.ty), self.temporary(&target.ty));
        let text = place.text();
        let ty = types::name(self.unit, types::plain(&target.ty));
        let computed = compute(self, &old);
        let cast = self.cast(&target.ty, &computed);
        let orders = "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST";
        let change = match types::is_pair(self.unit, &target.ty) {
            true => format!("RADDLE_WHOLE({old} = {text}; {new} = {cast}; {text} = {new});"),
            false => format!(
                "__atomic_load(({ty} *)&{text}, &{old}, __ATOMIC_SEQ_CST); do {new} = {cast}; \
                 while (!__atomic_compare_exchange(({ty} *)&{text}, &{old}, &{new}, 0, {orders}));"
            ),
        };
        self.say(span, &change);
        if !is_update {
            self.say(span, "raddle_end();");
        }
        Changed { old, new }
    }

    /// What a place holds after this value was written to it: of a bit-field only so many bits.
    fn seen_in(&self, place: &Place, target: &Expr, value: String) -> String {
        let Place::Bits(_, BitField { width, .. }, _) = place else { return value };
        let signed = matches!(types::plain(&target.ty), Type::Int { signed: true, .. });
        let rest = 64 - u32::from(*width);
        let sign = if signed { "" } else { "unsigned " };
        self.cast(&target.ty, &format!("(({sign}long long)((unsigned long long){value} << {rest}) >> {rest})"))
    }
}
