//! Bit-fields, and scalars that are less aligned than an access of their size needs.
//!
//! A bit-field is read by reading what is around it, and written by reading that and writing all of it again. So what
//! another thread writes to a neighbour in between is lost, as in every compiled program: neighbours are one memory
//! location (C11 3.14). How much is around it is decided in `sema::placing`.
//!
//! The machine takes aligned accesses only. What may be less aligned, in a packed record, is accessed in pieces.

use super::function::Body;
use super::shapes;
use crate::layout;
use crate::tree::{BitField, Expr, ExprKind, Type, Unit};
use ir::{Binary, Bytes, Kind, Order, Width};
use source::Span;

/// As aligned as any access needs.
pub(crate) const ALIGNED: u32 = 8;

/// A bit-field of a record at an address that is a multiple of `align`.
#[derive(Clone, Debug)]
pub(super) struct BitPlace {
    pub record: ir::Expr,
    pub bits: BitField,
    pub align: u32,
}

/// The part of a bit-field that one access reaches.
struct Piece {
    offset: u32,
    size: Bytes,
    /// The first bit in the access.
    shift: u32,
    /// The first bit in the bit-field.
    from: u32,
    count: u32,
}

impl Piece {
    fn mask(&self) -> u64 {
        Width(self.count as u8).mask()
    }

    fn is_whole(&self) -> bool {
        self.count == u32::from(self.size.0) * 8
    }
}

impl<'u> Body<'u, '_, '_> {
    pub(super) fn alignment(&self, expr: &Expr) -> u32 {
        alignment(self.unit, expr)
    }

    pub(super) fn pointer_alignment(&self, pointer: &Expr, object: &Type) -> u32 {
        pointer_alignment(self.unit, pointer, object)
    }

    /// The sizes of the accesses that make up one of `size` bytes.
    fn largest_access(&self, size: Bytes, align: u32) -> Bytes {
        shapes::largest_access(size, align, self.model)
    }

    /// Reads a scalar.
    pub(super) fn load_aligned(
        &mut self,
        address: &ir::Expr,
        size: Bytes,
        kind: Kind,
        align: u32,
        span: Span,
    ) -> ir::Expr {
        let access = self.largest_access(size, align);
        if access == size {
            return self.automaton.load(address.clone(), size, kind, Order::NonAtomic, span);
        }
        let mut whole = ir::Expr::Const(size.width(), 0);
        for at in (0..size.0).step_by(access.0.into()) {
            let from = self.offset(address.clone(), at.into());
            let part = self.automaton.load(from, access, false, Order::NonAtomic, span);
            let part = self.automaton.resize(part, size.width(), false);
            whole = self.automaton.binary(Binary::Or, whole, self.left(part, u32::from(at) * 8));
        }
        self.automaton.stable(whole, kind, span)
    }

    /// Writes a scalar.
    pub(super) fn store_aligned(&mut self, address: &ir::Expr, value: ir::Expr, size: Bytes, align: u32, span: Span) {
        let access = self.largest_access(size, align);
        if access == size {
            return self.automaton.store(address.clone(), value, size, Order::NonAtomic, span);
        }
        let value = self.automaton.stable(value, false, span);
        for at in (0..size.0).step_by(access.0.into()) {
            let to = self.offset(address.clone(), at.into());
            let part = self.right(value.clone(), u32::from(at) * 8, false);
            let part = self.automaton.resize(part, access.width(), false);
            self.automaton.store(to, part, access, Order::NonAtomic, span);
        }
    }

    fn left(&self, value: ir::Expr, by: u32) -> ir::Expr {
        let width = self.automaton.width_of(&value);
        self.automaton.binary(Binary::ShiftLeft, value, ir::Expr::constant(width, by.into()))
    }

    fn right(&self, value: ir::Expr, by: u32, signed: bool) -> ir::Expr {
        let width = self.automaton.width_of(&value);
        let shift = if signed { Binary::ShiftRightSigned } else { Binary::ShiftRight };
        self.automaton.binary(shift, value, ir::Expr::constant(width, by.into()))
    }

    fn masked(&self, value: ir::Expr, mask: u64) -> ir::Expr {
        let width = self.automaton.width_of(&value);
        self.automaton.binary(Binary::And, value, ir::Expr::constant(width, mask))
    }

    fn pieces(&self, place: &BitPlace) -> Vec<Piece> {
        let BitField { start, width, unit } = place.bits;
        let end = start + u32::from(width);
        let whole = unit.map(|(offset, size)| (offset, Bytes(size)));
        let whole = whole.filter(|(offset, size)| {
            let align = place.align.min(lowest_bit(*offset));
            self.largest_access(*size, align) == *size
        });
        let accesses = match whole {
            Some(access) => vec![access],
            None => (start / 8..end.div_ceil(8)).map(|it| (it, Bytes(1))).collect(),
        };
        let piece = |(offset, size): (u32, Bytes)| {
            let first = start.max(offset * 8);
            let last = end.min((offset + u32::from(size.0)) * 8);
            Piece { offset, size, shift: first - offset * 8, from: first - start, count: last - first }
        };
        accesses.into_iter().map(piece).collect()
    }

    /// The value of a bit-field, in its declared type.
    pub(super) fn load_bits(&mut self, place: &BitPlace, ty: &Type, span: Span) -> ir::Expr {
        let width = shapes::width(ty, self.model).unwrap_or(Width(32));
        let mut whole = ir::Expr::Const(width, 0);
        for piece in self.pieces(place) {
            let address = self.offset(place.record.clone(), piece.offset);
            let found = self.automaton.load(address, piece.size, false, Order::NonAtomic, span);
            let bits = self.masked(self.right(found, piece.shift, false), piece.mask());
            let bits = self.left(self.automaton.resize(bits, width, false), piece.from);
            whole = self.automaton.binary(Binary::Or, whole, bits);
        }
        self.cut_to_bits(whole, place.bits, ty)
    }

    /// Writes a bit-field; the value is of its declared type.
    pub(super) fn store_bits(&mut self, place: &BitPlace, value: ir::Expr, span: Span) {
        let value = self.automaton.cheap(value, false, span);
        for piece in self.pieces(place) {
            let address = self.offset(place.record.clone(), piece.offset);
            let bits = self.right(value.clone(), piece.from, false);
            let bits = self.masked(self.automaton.resize(bits, piece.size.width(), false), piece.mask());
            let mut new = self.left(bits, piece.shift);
            if !piece.is_whole() {
                let old = self.automaton.load(address.clone(), piece.size, false, Order::NonAtomic, span);
                let others = self.masked(old, !(piece.mask() << piece.shift));
                new = self.automaton.binary(Binary::Or, others, new);
            }
            self.automaton.store(address, new, piece.size, Order::NonAtomic, span);
        }
    }

    /// What a bit-field holds after this value of its declared type was written.
    pub(super) fn cut_to_bits(&self, value: ir::Expr, bits: BitField, ty: &Type) -> ir::Expr {
        let width = self.automaton.width_of(&value);
        let Some(rest) = u32::from(width.0).checked_sub(bits.width.into()).filter(|it| *it > 0) else { return value };
        if shapes::is_signed(ty) {
            return self.right(self.left(value, rest), rest, true);
        }
        self.masked(value, Width(bits.width).mask())
    }
}

/// What the address of an lvalue is a multiple of at least, as far as that matters.
pub(crate) fn alignment(unit: &Unit, expr: &Expr) -> u32 {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(..) | ExprKind::Call { .. } => ALIGNED,
        ExprKind::Member(record, offset) => alignment(unit, record).min(lowest_bit(*offset)),
        // Values of records are where they come from.
        ExprKind::Load(inner)
        | ExprKind::Convert(inner)
        | ExprKind::Watched(inner, _)
        | ExprKind::Comma(_, inner)
        | ExprKind::Statements(_, Some(inner))
        | ExprKind::Assign(inner, _) => alignment(unit, inner),
        ExprKind::Conditional(_, yes, no) => alignment(unit, yes).min(alignment(unit, no)),
        ExprKind::Dereference(pointer) => pointer_alignment(unit, pointer, &expr.ty),
        _ => layout::align(&expr.ty, &unit.records, unit.model),
    }
}

/// What a pointer to an object of this type is a multiple of: as far as the pointer is computed from an object here,
/// what that says, else what the type says.
pub(crate) fn pointer_alignment(unit: &Unit, pointer: &Expr, object: &Type) -> u32 {
    computed_alignment(unit, pointer).unwrap_or_else(|| layout::align(object, &unit.records, unit.model))
}

fn computed_alignment(unit: &Unit, pointer: &Expr) -> Option<u32> {
    match &pointer.kind {
        ExprKind::AddressOf(object) | ExprKind::Decay(object) => Some(alignment(unit, object)),
        ExprKind::PointerAdd { pointer, scale, .. } => Some(computed_alignment(unit, pointer)?.min(lowest_bit(*scale))),
        _ => None,
    }
}

/// The largest power of two that divides a number; of 0 as much as matters.
pub(crate) fn lowest_bit(number: u32) -> u32 {
    if number == 0 { ALIGNED } else { 1 << number.trailing_zeros().min(3) }
}
