//! Lvalues that must not denote the same object, see `evaluation`. A mark is the address plus 1, so that null is not taken for an
//! lvalue that was not evaluated.

use super::function::{Body, Place};
use super::shapes;
use crate::tree::{Expr, Watch};
use ir::{Binary, Misuse, Misused, Stop};

/// What is noted of a variable in a register: it is compared with itself only.
const IN_REGISTER: u64 = 1;

impl<'u> Body<'u, '_, '_> {
    /// Where the object is that an lvalue denotes; a misuse if it is where one of the others is.
    pub(super) fn watched(&mut self, lvalue: &'u Expr, watch: &'u Watch) -> Place {
        let place = self.repeatable_place(lvalue);
        let width = shapes::pointer_width(self.model);
        let address = match &place {
            Place::Memory(address) => self.offset(address.clone(), 1),
            Place::Register(_) | Place::Bits(_) => ir::Expr::constant(width, IN_REGISTER),
        };
        let address = self.automaton.cheap(address, false, lvalue.span);
        let span = lvalue.span;
        for (other, size) in &watch.others {
            let Place::Register(other) = self.variable(*other) else { unreachable!("a mark is a register") };
            let other = ir::Expr::Register(other);
            let apart = if *size == watch.size {
                self.automaton.not(self.automaton.binary(Binary::Equal, other, address.clone()))
            } else {
                let end = |start: &ir::Expr, size: u32| {
                    self.automaton.binary(Binary::Add, start.clone(), ir::Expr::constant(width, size.into()))
                };
                let before =
                    |end: ir::Expr, start: &ir::Expr| self.automaton.binary(Binary::LessEqual, end, start.clone());
                // Without a mark this is the last address, and nothing is there.
                let (behind, ahead) = (before(end(&other, *size), &address), before(end(&address, watch.size), &other));
                self.automaton.or(behind, ahead)
            };
            let text = crate::evaluation::UNSEQUENCED.to_owned();
            self.automaton.require(apart, Stop::Misuse(Misused { kind: Misuse::Unsequenced, text }), span);
        }
        let Place::Register(mark) = self.variable(watch.mark) else { unreachable!("a mark is a register") };
        self.automaton.assign(mark, address, span);
        place
    }
}
