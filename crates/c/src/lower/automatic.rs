//! Objects of a size that is known at run time only: arrays of variable length, what `alloca` gives, and the list of a
//! call's variable arguments.
//!
//! The address of an array is kept in a register, by which the block ends it; 0 says that it is not made yet. Where
//! `alloca` can run twice in a call there is a chain instead: each object has a link beside it, with the link before and
//! the address of the object.

use super::automaton::{Automaton, Role};
use super::bits::ALIGNED;
use super::function::Body;
use super::shapes;
use crate::tree::Expr;
use ir::{Base, Binary, Field, Operation, Order, RegisterId, Shape};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    fn allocate_automatic(&mut self, dest: RegisterId, size: ir::Expr, span: Span) {
        self.automaton.visible(Operation::Allocate { dest, size, zeroed: false, automatic: true, shape: None }, span);
    }

    /// A new object for an array of variable length; it ends with the block.
    pub(super) fn variable_array(&mut self, size: ir::Expr, span: Span) -> ir::Expr {
        let repeats = self.may_repeat();
        let size = self.automaton.cheap(size, false, span);
        let holder = self.new_object();
        if repeats {
            // A jump back to before the declaration has left its scope.
            self.automaton.release(holder, span);
        }
        self.allocate_automatic(holder, size, span);
        ir::Expr::Register(holder)
    }

    /// A new object that ends when the function returns.
    pub(super) fn alloca(&mut self, size: ir::Expr, span: Span) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        if !self.may_repeat() {
            let holder = self.automaton.register("object", width, false, Role::Holder);
            self.objects.push(holder);
            self.allocate_automatic(holder, size, span);
            return ir::Expr::Register(holder);
        }
        let chain = match self.chain {
            Some(chain) => chain,
            None => self.automaton.register("chain", width, false, Role::Holder),
        };
        self.chain = Some(chain);
        let object = self.automaton.register("object", width, false, Role::Holder);
        let link = self.automaton.register("link", width, false, Role::Holder);
        let word = shapes::pointer_size(self.model);
        self.allocate_automatic(object, size, span);
        self.allocate_automatic(link, ir::Expr::constant(width, u64::from(word.0) * 2), span);
        let link = ir::Expr::Register(link);
        self.automaton.store(link.clone(), ir::Expr::Register(chain), word, Order::NonAtomic, span);
        let second = self.offset(link.clone(), word.0.into());
        self.automaton.store(second, ir::Expr::Register(object), word, Order::NonAtomic, span);
        self.automaton.assign(chain, link, span);
        ir::Expr::Register(object)
    }

    /// Puts variable arguments into memory; gives the address of the first one, null if there is none.
    pub(super) fn variable_argument_list(&mut self, arguments: &'u [Expr], span: Span) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        if arguments.is_empty() {
            return ir::Expr::Const(width, 0);
        }
        let word = self.model.pointer_bytes();
        let (mut fields, mut size) = (Vec::new(), 0u32);
        for (index, argument) in arguments.iter().enumerate() {
            let shape = shapes::shape(&argument.ty, self.unit);
            let bytes = shape.size(self.model);
            fields.push(Field { name: format!("{}", index + 1), offset: size, shape });
            size += bytes.next_multiple_of(word);
        }
        let offsets: Vec<u32> = fields.iter().map(|it| it.offset).collect();
        let slot = self.new_slot("arguments", Shape::Record { size, align: word, fields }, span);
        let address = ir::Expr::Address(Base::Slot(slot), 0);
        for (argument, offset) in arguments.iter().zip(offsets) {
            let at = self.offset(address.clone(), offset);
            let Some(bytes) = shapes::bytes(&argument.ty, self.model) else {
                let source = self.address(argument);
                let align = self.alignment(argument).min(word).min(ALIGNED);
                self.copy(at, source, &argument.ty, align, argument.span);
                continue;
            };
            let value = self.value(argument);
            // All of a word is set, so that nothing is left in it of another call.
            let whole = if u32::from(bytes.0) < word { shapes::pointer_size(self.model) } else { bytes };
            let value = self.automaton.resize(value, whole.width(), shapes::is_signed(&argument.ty));
            self.automaton.store(at, value, whole, Order::NonAtomic, argument.span);
        }
        address
    }
}

impl Automaton {
    /// Ends all objects of a chain, and the links.
    pub(super) fn release_chain(&mut self, chain: RegisterId, span: Span) {
        let word = shapes::pointer_size(self.model());
        let width = word.width();
        let (head, inside, end) = (self.location(), self.location(), self.location());
        self.jump_and_start_at(head, span);
        let link = ir::Expr::Register(chain);
        self.branch(self.truth(link.clone()), inside, end, span);
        self.start_at(inside);
        let second = self.binary(Binary::Add, link.clone(), ir::Expr::constant(width, word.0.into()));
        let object = self.load(second, word, false, Order::NonAtomic, span);
        let before = self.load(link.clone(), word, false, Order::NonAtomic, span);
        self.visible(Operation::Release(object), span);
        self.visible(Operation::Release(link), span);
        self.assign(chain, before, span);
        self.jump(head, span);
        self.start_at(end);
    }
}
