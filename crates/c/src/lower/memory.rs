//! `memcpy` and `memset` of whole objects: scalar by scalar, as an assignment does it.

use super::builtins::pointee;
use super::function::Body;
use super::shapes;
use crate::constant::{self, Constant};
use crate::tree::{Expr, Type};
use ir::Order;
use source::Span;
use std::rc::Rc;

impl<'u> Body<'u, '_, '_> {
    /// `memcpy(target, source, size)`; gives the target.
    pub(super) fn memory_copy(&mut self, arguments: &'u [Expr], apart: bool, span: Span) -> Option<ir::Expr> {
        let ty = self.touched(arguments)?;
        let target = self.value(arguments.first()?);
        let target = self.automaton.cheap(target, false, span);
        let source = self.value(arguments.get(1)?);
        let align = self.pointer_alignment(arguments.first()?, &ty).min(self.pointer_alignment(arguments.get(1)?, &ty));
        let source = self.automaton.cheap(source, false, span);
        if apart {
            let size = shapes::shape(&ty, self.unit).size(self.model);
            self.require_apart(&target, &source, size, span);
        }
        self.copy(target.clone(), source, &ty, align, span);
        Some(target)
    }

    /// `memset(target, byte, size)`; gives the target.
    pub(super) fn memory_set(&mut self, arguments: &'u [Expr], span: Span) -> Option<ir::Expr> {
        let ty = self.touched(arguments)?;
        let target = self.value(arguments.first()?);
        let target = self.automaton.cheap(target, false, span);
        let align = self.pointer_alignment(arguments.first()?, &ty);
        match self.known(arguments.get(1)?)? & 0xff {
            0 => self.zero(&target, &ty, align, &[], span),
            byte => self.fill(&target, &ty, byte, align, span),
        }
        Some(target)
    }

    /// What the target points to: one object, or so many as the size says.
    fn touched(&mut self, arguments: &'u [Expr]) -> Option<Type> {
        let object = pointee(arguments.first()?)?.clone();
        let bytes = shapes::shape(&object, self.unit).size(self.model);
        let size = u32::try_from(self.known(arguments.get(2)?)?).ok()?;
        match size.checked_div(bytes)? {
            1 => Some(object),
            count => Some(Type::Array(Rc::new(object), Some(count))),
        }
    }

    fn known(&self, expr: &Expr) -> Option<u64> {
        match constant::evaluate(expr, self.unit.into())? {
            Constant::Int(bits) => Some(bits),
            Constant::Wide(_) | Constant::Address(..) => None,
        }
    }

    /// Sets every byte of an object to the same value.
    fn fill(&mut self, target: &ir::Expr, ty: &Type, byte: u64, align: u32, span: Span) {
        let word = byte * (u64::MAX / 0xff);
        let shape = shapes::shape(ty, self.unit);
        self.for_each_piece(&shape, align, span, |body, at, size| {
            let to = body.automaton.binary(ir::Binary::Add, target.clone(), at);
            body.automaton.store(to, ir::Expr::constant(size.width(), word), size, Order::NonAtomic, span);
        });
    }
}
