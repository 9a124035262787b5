//! Undefined uses of pointers that no access shows: an index beyond an array that is part of a larger object, a pointer that is moved
//! out of a variable, the difference of pointers to different objects, a copy to memory that overlaps with its source.
//!
//! A sum may lead to one past the last element, and not further. Of what it starts from depends what that is compared with ([`Room`]): the
//! length of an array where its type says it, and otherwise the size of the object, which the program asks for ([`Operation::Extent`]).
//! An array of one element or none at the end of a record that a pointer leads to is often longer than it says.

use super::function::Body;
use super::shapes;
use crate::tree::{BinaryOp, Expr, ExprKind, Type};
use ir::{Action, Binary, DataModel, Doubt, Misuse, Misused, Operation, Stop, Tolerance, Width};
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

    /// Whether a sum may lead out of what it starts from, so that it has to be checked.
    pub(super) fn may_leave(&self, sum: &Expr) -> bool {
        let ExprKind::PointerAdd { pointer: start, index, subtract, scale } = &sum.kind else { return false };
        // Bytes before a member: this is how the record is found that it is in.
        if *subtract && *scale == 1 && is_of_member(start) {
            return false;
        }
        let most = match self.room(start) {
            Room::Elements(count) if !subtract => u64::from(count),
            Room::Bytes if *subtract => return false,
            Room::Elements(_) | Room::Row(_) | Room::Object | Room::Bytes => 0,
            Room::Unknown => return false,
        };
        upper_bound(index, self.model).is_none_or(|it| it > most)
    }

    /// The value of a sum that [may leave](Body::may_leave) what it starts from.
    pub(super) fn moved(&mut self, sum: &'u Expr) -> Option<ir::Expr> {
        let ExprKind::PointerAdd { pointer: start, index, subtract, scale } = &sum.kind else { return None };
        let room = self.room(start);
        let width = shapes::pointer_width(self.model);
        let start = self.value(start);
        let value = self.value(index);
        let mut value = self.automaton.resize(value, width, shapes::is_signed(&index.ty));
        if *subtract {
            value = self.automaton.binary(Binary::Subtract, ir::Expr::Const(width, 0), value);
        }
        let value = self.automaton.cheap(value, true, sum.span);
        if let Room::Elements(count) | Room::Row(count) = room {
            let count = ir::Expr::constant(width, count.into());
            let is_inside = self.automaton.binary(Binary::LessEqual, value.clone(), count);
            self.require_inside(is_inside, sum.span);
        }
        let offset = self.scaled(value, true, *scale);
        let start = match room {
            Room::Row(_) if planted::bug!(RowsAreThere) => start,
            Room::Row(_) | Room::Object => self.within_object(start, &offset, false, sum.span),
            Room::Bytes => self.within_object(start, &offset, true, sum.span),
            Room::Elements(_) | Room::Unknown => start,
        };
        Some(self.automaton.binary(Binary::Add, start, offset))
    }

    /// Demands that a pointer that is moved by so many bytes stays in its object, or leads to its end; gives the pointer. One that
    /// `may_precede` it may lead to somewhere before the object.
    pub(super) fn within_object(&mut self, start: ir::Expr, by: &ir::Expr, may_precede: bool, span: Span) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        let start = self.automaton.cheap(start, false, span);
        let dest = self.automaton.temporary(width, false);
        self.automaton.visible(Operation::Extent { dest, address: start.clone() }, span);
        let offset = match start {
            ir::Expr::Address(_, offset) => ir::Expr::constant(width, offset as u64),
            _ => {
                let mask = ir::Expr::constant(width, (1 << self.model.offset_bits()) - 1);
                self.automaton.binary(Binary::And, start.clone(), mask)
            }
        };
        let moved = self.automaton.binary(Binary::Add, offset, by.clone());
        let operator =
            if may_precede || planted::bug!(MayPrecede) { Binary::LessEqualSigned } else { Binary::LessEqual };
        let size = ir::Expr::Register(dest);
        let mut is_inside = self.automaton.binary(operator, moved, size);
        if !matches!(start, ir::Expr::Address(..)) {
            // A number that a pointer stands for.
            let above = ir::Expr::constant(width, !((1 << self.model.offset_bits()) - 1));
            let object = self.automaton.binary(Binary::And, start.clone(), above);
            let is_number = self.automaton.binary(Binary::Equal, object, ir::Expr::constant(width, 0));
            is_inside = self.automaton.or(is_number, is_inside);
        }
        self.require_inside(is_inside, span);
        start
    }

    fn require_inside(&mut self, is_inside: ir::Expr, span: Span) {
        let text = "a pointer is moved out of its object, and not to its end".to_owned();
        self.automaton.require(is_inside, Stop::Misuse(Misused { kind: Misuse::PointerArithmetic, text }), span);
    }

    /// How far a pointer may be moved.
    fn room(&self, start: &Expr) -> Room {
        match self.room_of_place(start) {
            Room::Elements(count) => Room::Elements(count),
            _ if self.is_library => Room::Unknown,
            room => room,
        }
    }

    fn room_of_place(&self, start: &Expr) -> Room {
        match &start.kind {
            ExprKind::Decay(array) => self.room_in(array),
            ExprKind::AddressOf(object) => match (&object.kind, &object.ty) {
                (_, Type::Function(_)) => Room::Unknown,
                // Something that is longer than it says.
                (_, Type::Array(_, None) | Type::VariableArray(..) | Type::Record(_)) => Room::Object,
                (ExprKind::Variable(_), _) => Room::Elements(1),
                (ExprKind::Member(..), Type::Array(..)) => Room::Object,
                (ExprKind::Member(..), _) => Room::Elements(1),
                _ => Room::Object,
            },
            ExprKind::Convert(operand) if operand.ty == start.ty => self.room_of_place(operand),
            ExprKind::Convert(operand) => match shapes::strip_atomic(&operand.ty) {
                Type::Pointer(_) => Room::Bytes,
                _ => Room::Unknown,
            },
            ExprKind::Constant(_) | ExprKind::Function(_) => Room::Unknown,
            _ => Room::Object,
        }
    }

    fn room_in(&self, array: &Expr) -> Room {
        let Type::Array(_, Some(count)) = array.ty else { return Room::Object };
        match &array.kind {
            ExprKind::Variable(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(..) => Room::Elements(count),
            ExprKind::Member(record, _) => match self.bound(array) {
                Some(count) => Room::Elements(count),
                None if is_known(record) => Room::Elements(count),
                None => Room::Object,
            },
            ExprKind::Dereference(_) if count > 1 && is_known(array) => Room::Elements(count),
            ExprKind::Dereference(_) if count > 1 => Room::Row(count),
            _ => Room::Object,
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

    /// Whether a comparison may say which of two objects comes first, be it of pointers or of numbers that they are converted to.
    pub(super) fn may_order(&self, comparison: &Expr) -> bool {
        let ExprKind::Binary(op, left, right) = &comparison.kind else { return false };
        let orders = matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual);
        orders && !self.is_library && is_of_pointer(left, self.model) && is_of_pointer(right, self.model)
    }

    /// A comparison of two addresses, smaller against larger. Which of two objects comes first is open.
    pub(super) fn ordered(&mut self, operator: Binary, left: ir::Expr, right: ir::Expr, span: Span) -> ir::Expr {
        let (left, right) = (self.automaton.stable(left, false, span), self.automaton.stable(right, false, span));
        let width = shapes::pointer_width(self.model);
        let above = ir::Expr::constant(width, !((1 << self.model.offset_bits()) - 1));
        let object = |body: &Self, it: &ir::Expr| body.automaton.binary(Binary::And, it.clone(), above.clone());
        let is_same = self.automaton.binary(Binary::Equal, object(self, &left), object(self, &right));
        let is_turned = self.doubt(Doubt::Order, is_same, left.clone(), right.clone(), span);
        let is_less = self.automaton.binary(operator, left, right);
        self.automaton.binary(Binary::Xor, is_less, is_turned)
    }

    /// Unless it is `settled`, notes that something is open about two words; gives whether it is other than it seems.
    pub(super) fn doubt(
        &mut self,
        about: Doubt,
        settled: ir::Expr,
        left: ir::Expr,
        right: ir::Expr,
        span: Span,
    ) -> ir::Expr {
        let is_other = self.automaton.temporary(Width::BOOL, false);
        let dest = self.automaton.temporary(Width(8), false);
        let (open, end) = (self.automaton.location(), self.automaton.location());
        self.automaton.emit(Action::Assign(is_other, ir::Expr::FALSE), span);
        self.automaton.branch(settled, end, open, span);
        self.automaton.start_at(open);
        self.automaton.visible(Operation::Doubt { dest, about, left, right }, span);
        let taken = self.automaton.truth(ir::Expr::Register(dest));
        self.automaton.emit(Action::Assign(is_other, taken), span);
        self.automaton.jump_and_start_at(end, span);
        ir::Expr::Register(is_other)
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

/// What is known of how far a pointer may be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Room {
    /// So many elements forwards, and none backwards.
    Elements(u32),
    /// The same, if the row of an array that it starts from is there.
    Row(u32),
    /// Within its object.
    Object,
    /// Not beyond its object. After a cast it may lead to somewhere before it: `container_of` of the head of a list, which is in nothing.
    Bytes,
    /// It is no address of an object that could be asked.
    Unknown,
}

/// Whether a place is surely one in a variable.
fn is_known(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Variable(_) => true,
        ExprKind::Member(record, _) => is_known(record),
        ExprKind::Dereference(pointer) => match &pointer.kind {
            ExprKind::PointerAdd { pointer, index, subtract: false, .. } => match (&pointer.kind, &index.kind) {
                (ExprKind::Decay(array), ExprKind::Constant(index)) => {
                    matches!(array.ty, Type::Array(_, Some(count)) if *index < u64::from(count)) && is_known(array)
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
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

/// Whether a pointer is that to a member, or to the first element of one.
fn is_of_member(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Decay(object) | ExprKind::AddressOf(object) => matches!(object.kind, ExprKind::Member(..)),
        ExprKind::Convert(operand) => is_of_member(operand),
        _ => false,
    }
}

/// Whether it is a pointer, or an integer that one was converted to right there.
fn is_of_pointer(expr: &Expr, model: DataModel) -> bool {
    match &expr.kind {
        _ if matches!(shapes::strip_atomic(&expr.ty), Type::Pointer(_)) => true,
        // A part of an address is a number like others.
        ExprKind::Convert(operand) => {
            is_of_pointer(operand, model) && shapes::width(&expr.ty, model) == Some(shapes::pointer_width(model))
        }
        _ => false,
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
