//! `_Atomic` structs and unions: read, written and exchanged as one number of 1, 2, 4 or 8 bytes; those of 16 are in [`super::pairs`].
//!
//! The number is made from a copy in a slot of its own, whose padding is 0. So what a compare-exchange compares are the
//! members, as long as the program writes the object as a whole.

use super::bits::ALIGNED;
use super::function::Body;
use super::shapes;
use crate::tree::{Expr, Type};
use ir::{Bytes, Order};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    /// The size of the access that holds an atomic object, if there is one.
    pub(super) fn whole_size(&self, ty: &Type) -> Option<Bytes> {
        let ty = shapes::strip_atomic(ty);
        shapes::bytes(ty, self.model).or_else(|| match (ty, shapes::shape(ty, self.unit).size(self.model)) {
            (Type::Record(_), size @ (1 | 2 | 4 | 8)) => Some(Bytes(size as u8)),
            _ => None,
        })
    }

    /// A number of the size of a record, as a record; gives its address.
    pub(super) fn spread(&mut self, number: ir::Expr, ty: &Type, span: Span) -> ir::Expr {
        let copy = self.scratch("whole", shapes::strip_atomic(ty), span);
        let size = Bytes(self.automaton.width_of(&number).0 / 8);
        self.automaton.store(copy.clone(), number, size, Order::NonAtomic, span);
        copy
    }

    /// The record at an address as a number, and the address of the copy that it was made from.
    pub(super) fn gathered(
        &mut self,
        source: ir::Expr,
        ty: &Type,
        align: u32,
        size: Bytes,
        span: Span,
    ) -> (ir::Expr, ir::Expr) {
        let ty = shapes::strip_atomic(ty);
        let copy = self.zeroed_scratch("whole", ty, span);
        self.copy(copy.clone(), source, ty, align.min(ALIGNED), span);
        let number = self.automaton.load(copy.clone(), size, false, Order::NonAtomic, span);
        (number, copy)
    }

    /// The value of an `_Atomic` record; gives the address of a copy.
    pub(super) fn load_whole(&mut self, target: &'u Expr) -> Option<ir::Expr> {
        let Type::Atomic(record) = &target.ty else { return None };
        if self.is_pair(record) {
            let address = self.address(target);
            let address = self.automaton.cheap(address, false, target.span);
            self.require_aligned(&address, &target.ty, target.span);
            let value = self.pair_load(&address, Order::SequentiallyConsistent, target.span);
            return Some(self.spread_pair(&value, record, target.span));
        }
        let size = self.whole_size(record).filter(|_| shapes::is_aggregate(record))?;
        let address = self.address(target);
        let order = Order::SequentiallyConsistent;
        let number = self.automaton.load(address, size, false, order, target.span);
        Some(self.spread(number, record, target.span))
    }

    /// `target = value` for an `_Atomic` record; gives the address of a copy of the value.
    pub(super) fn assign_whole(&mut self, target: &'u Expr, value: &'u Expr, span: Span) -> Option<ir::Expr> {
        let Type::Atomic(record) = &target.ty else { return None };
        if self.is_pair(record) {
            let address = self.address(target);
            let address = self.automaton.stable(address, false, span);
            let value = self.pair_of(value);
            self.require_aligned(&address, &target.ty, span);
            self.pair_store(&address, &value, Order::SequentiallyConsistent, span);
            return Some(self.spread_pair(&value, record, span));
        }
        let size = self.whole_size(record).filter(|_| shapes::is_aggregate(record))?;
        let address = self.address(target);
        let address = self.automaton.cheap(address, false, span);
        let source = self.address(value);
        let (number, copy) = self.gathered(source, record, self.alignment(value), size, span);
        self.automaton.store(address, number, size, Order::SequentiallyConsistent, span);
        Some(copy)
    }
}
