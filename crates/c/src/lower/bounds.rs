//! Undefined uses of pointers that no access shows: an index beyond an array that is part of a larger object, a pointer that is moved
//! out of a variable, the difference of pointers to different objects, a copy to memory that overlaps with its source.
//!
//! Where a pointer is moved that is itself a variable, it is not known how far it is from the ends of its object: nothing is checked.
//! An array of one element or none at the end of a record that a pointer leads to is often longer than it says.

use super::function::Body;
use super::shapes;
use crate::tree::{BinaryOp, Expr, ExprKind, Type};
use ir::{Binary, DataModel, Misuse, Misused, Stop, Tolerance, Width};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    /// The address of the element of an array that is part of an object, if `pointer` is one, where the element is accessed.
    pub(super) fn element(&mut self, pointer: &'u Expr) -> Option<ir::Expr> {
        let ExprKind::PointerAdd { pointer: start, index, subtract: false, scale } = &pointer.kind else { return None };
        let ExprKind::Decay(array) = &start.kind else { return None };
        let count = self.bound(array)?;
        let width = shapes::pointer_width(self.model);
        let start = self.value(start);
        let value = self.value(index);
        let value = self.automaton.resize(value, width, shapes::is_signed(&index.ty));
        let value = self.automaton.cheap(value, true, pointer.span);
        let fits = self.automaton.binary(Binary::Less, value.clone(), ir::Expr::constant(width, count.into()));
        let elements = if count == 1 { "element" } else { "elements" };
        let text = format!("an index is outside of an array of {count} {elements} that is part of a larger object");
        if !self.lets_pass(Tolerance::ArrayIndex, pointer.span) {
            self.automaton.require(fits, Stop::Misuse(Misused { kind: Misuse::ArrayIndex, text }), pointer.span);
        }
        let offset = self.scaled(value, true, *scale);
        Some(self.automaton.binary(Binary::Add, start, offset))
    }

    /// Whether the address of an element is to be checked before it is used.
    pub(super) fn is_bounded(&self, pointer: &Expr) -> bool {
        let ExprKind::PointerAdd { pointer: start, index, subtract: false, .. } = &pointer.kind else { return false };
        let ExprKind::Decay(array) = &start.kind else { return false };
        let is_inside = |count: u32| matches!(index.kind, ExprKind::Constant(it) if it < u64::from(count));
        self.bound(array).is_some_and(|it| !is_inside(it))
    }

    /// Whether a sum may lead out of the variable that it starts from; its elements are what the pointer points to.
    pub(super) fn may_leave(&self, sum: &Expr) -> bool {
        let ExprKind::PointerAdd { pointer: start, index, subtract, .. } = &sum.kind else { return false };
        let Some(count) = self.elements(start) else { return false };
        let most = if *subtract { 0 } else { u64::from(count) };
        upper_bound(index, self.model).is_none_or(|it| it > most)
    }

    /// The value of a sum that [may leave](Body::may_leave) its variable: one past the last element it may be, but not further.
    pub(super) fn moved(&mut self, sum: &'u Expr) -> Option<ir::Expr> {
        let ExprKind::PointerAdd { pointer: start, index, subtract, scale } = &sum.kind else { return None };
        let count = self.elements(start)?;
        let width = shapes::pointer_width(self.model);
        let start = self.value(start);
        let value = self.value(index);
        let mut value = self.automaton.resize(value, width, shapes::is_signed(&index.ty));
        if *subtract {
            value = self.automaton.binary(Binary::Subtract, ir::Expr::Const(width, 0), value);
        }
        let value = self.automaton.cheap(value, true, sum.span);
        let is_inside =
            self.automaton.binary(Binary::LessEqual, value.clone(), ir::Expr::constant(width, count.into()));
        let text = "a pointer is moved out of its object, and not to its end".to_owned();
        self.automaton.require(is_inside, Stop::Misuse(Misused { kind: Misuse::PointerArithmetic, text }), sum.span);
        let offset = self.scaled(value, true, *scale);
        Some(self.automaton.binary(Binary::Add, start, offset))
    }

    /// How many objects there are of what a pointer points to, from there on, if it is the start of a variable.
    fn elements(&self, start: &Expr) -> Option<u32> {
        let is_variable = |it: &Expr| matches!(it.kind, ExprKind::Variable(_));
        match &start.kind {
            ExprKind::Decay(array) if is_variable(array) => match &array.ty {
                Type::Array(_, count) => *count,
                _ => None,
            },
            ExprKind::AddressOf(object) if is_variable(object) => match object.ty {
                // An array of unknown size, or something longer than it says.
                Type::Array(_, None) | Type::VariableArray(..) | Type::Record(_) | Type::Function(_) => None,
                _ => Some(1),
            },
            _ => None,
        }
    }

    /// How many elements an array has that is a member, or a row of another array.
    fn bound(&self, array: &Expr) -> Option<u32> {
        let Type::Array(_, Some(count)) = &array.ty else { return None };
        match &array.kind {
            ExprKind::Member(record, offset) => {
                let Type::Record(id) = shapes::strip_atomic(&record.ty) else { return None };
                let fields = &self.unit.records[id.0 as usize].fields;
                let is_last = fields.iter().all(|it| it.offset <= *offset);
                (*count > 1 || *count == 1 && !(is_last && is_reached_by_pointer(record))).then_some(*count)
            }
            ExprKind::Dereference(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { pointer, .. } if matches!(pointer.kind, ExprKind::Decay(_)) => Some(*count),
                _ => None,
            },
            _ => None,
        }
    }

    /// How many bytes are between two pointers, which must be to the same object.
    pub(super) fn distance(&mut self, left: ir::Expr, right: ir::Expr, span: Span) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        let is_null = |it: &ir::Expr| matches!(it, ir::Expr::Const(..));
        let plain = is_null(&left) || is_null(&right);
        let distance = self.automaton.binary(Binary::Subtract, left, right);
        if plain {
            return distance;
        }
        let distance = self.automaton.cheap(distance, true, span);
        let most = self.model.max_object_size();
        let up = self.automaton.binary(Binary::Add, distance.clone(), ir::Expr::constant(width, most));
        let fits = self.automaton.binary(Binary::LessEqual, up, ir::Expr::constant(width, 2 * most));
        let text = "pointers to different objects are subtracted".to_owned();
        self.automaton.require(fits, Stop::Misuse(Misused { kind: Misuse::UnrelatedPointers, text }), span);
        distance
    }

    /// Objects of a size that are copied from one to the other must be the same or apart.
    pub(super) fn require_apart(&mut self, target: &ir::Expr, source: &ir::Expr, size: u32, span: Span) {
        // Of objects that are known nothing has to be worked out when it runs.
        if let (ir::Expr::Address(one, from), ir::Expr::Address(two, to)) = (target, source) {
            if one != two || from == to || from.abs_diff(*to) >= u64::from(size) {
                return;
            }
        }
        let width = shapes::pointer_width(self.model);
        let size = ir::Expr::constant(width, size.into());
        let automaton = &mut self.automaton;
        let near = |one: &ir::Expr, two: &ir::Expr| {
            ir::Expr::binary(Binary::Less, ir::Expr::binary(Binary::Subtract, one.clone(), two.clone()), size.clone())
        };
        let same = ir::Expr::binary(Binary::Equal, target.clone(), source.clone());
        let overlap = ir::Expr::binary(Binary::Or, near(target, source), near(source, target));
        let apart = ir::Expr::binary(Binary::Equal, overlap, ir::Expr::Const(Width(1), 0));
        let fine = ir::Expr::binary(Binary::Or, same, apart);
        let text = "memcpy copies to memory that overlaps with its source".to_owned();
        automaton.require(fine, Stop::Misuse(Misused { kind: Misuse::Overlap, text }), span);
    }
}

/// A number that an index does not exceed, if its form says so.
fn upper_bound(index: &Expr, model: DataModel) -> Option<u64> {
    match &index.kind {
        ExprKind::Constant(it) => Some(*it),
        // What is not negative stays so when it is made wider.
        ExprKind::Convert(operand) if shapes::width(&index.ty, model) >= shapes::width(&operand.ty, model) => {
            upper_bound(operand, model)
        }
        ExprKind::Binary(BinaryOp::And, left, right) => match (&left.kind, &right.kind) {
            (_, ExprKind::Constant(mask)) | (ExprKind::Constant(mask), _) => Some(*mask),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Remainder, left, right) if !shapes::is_signed(&left.ty) => match right.kind {
            ExprKind::Constant(divisor) => divisor.checked_sub(1),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a record is in memory that may be larger than what was declared.
fn is_reached_by_pointer(record: &Expr) -> bool {
    match &record.kind {
        ExprKind::Member(outer, _) => is_reached_by_pointer(outer),
        ExprKind::Variable(_) => false,
        _ => true,
    }
}
