//! Lvalues, and moving what is in them.

use super::bits::BitPlace;
use super::function::{Body, Place};
use super::shapes;
use crate::codes;
use crate::lower::globals::string_contents;
use crate::tree::{Expr, ExprKind, Storage, Type};
use ir::{Base, Binary, Bytes, Operation, Order, Width};
use source::Span;

/// Objects up to this size are copied and zeroed scalar by scalar, larger ones in a loop.
pub(crate) const UNROLLED: u32 = 256;

impl<'u> Body<'u, '_, '_> {
    /// Where the object is that an lvalue denotes. An aggregate value is at the place it comes from.
    pub(super) fn place(&mut self, expr: &'u Expr) -> Place {
        if self.is_computed_wide(expr) {
            return Place::Memory(self.wide_place(expr));
        }
        match &expr.kind {
            ExprKind::Variable(id) => self.variable(*id),
            ExprKind::String(bytes) => {
                let global = self.program.string(bytes, expr.span);
                Place::Memory(ir::Expr::Address(Base::Global(global), 0))
            }
            ExprKind::Function(id) => {
                let function = self.program.function(*id, expr.span);
                Place::Memory(ir::Expr::Address(Base::Function(function), 0))
            }
            ExprKind::Dereference(pointer) if self.is_bounded(pointer) => {
                let element = self.element(pointer);
                Place::Memory(element.unwrap_or_else(|| self.value(pointer)))
            }
            // Where an access goes, the access shows.
            ExprKind::Dereference(pointer) => Place::Memory(self.sum_or_value(pointer)),
            ExprKind::Member(record, offset) => {
                let address = self.address(record);
                Place::Memory(self.offset(address, *offset))
            }
            ExprKind::BitField(record, bits) => {
                let address = self.address(record);
                Place::Bits(BitPlace { record: address, bits: *bits, align: self.alignment(record) })
            }
            ExprKind::Watched(inner, watch) => self.watched(inner, watch),
            ExprKind::CompoundLiteral(id, elements) => {
                let place = self.variable(*id);
                // In static storage it was set before the program started.
                if self.unit.variables[id.0 as usize].storage == Storage::Automatic {
                    self.initialise(*id, &place, elements, true, expr.span);
                }
                place
            }
            // Aggregate values.
            ExprKind::Load(inner) => match self.load_whole(inner) {
                Some(address) => Place::Memory(address),
                None => self.place(inner),
            },
            ExprKind::Convert(inner) => self.place(inner),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.place(second)
            }
            ExprKind::Statements(statements, Some(last)) => {
                for statement in statements {
                    self.statement(statement);
                }
                self.place(last)
            }
            ExprKind::Assign(target, value) => Place::Memory(self.assign_aggregate(target, value, expr.span)),
            ExprKind::Conditional(condition, yes, no) => Place::Memory(self.conditional_address(condition, yes, no)),
            ExprKind::Call { callee, arguments } => Place::Memory(self.call_for_aggregate(expr, callee, arguments)),
            // An atomic read of a record.
            ExprKind::Builtin(builtin, arguments) => {
                if self.is_about_pair(arguments)
                    && let Some(value) = self.atomic_pair(*builtin, arguments, expr.span)
                {
                    return Place::Memory(self.spread_pair(&value, &expr.ty, expr.span));
                }
                let value = self.builtin(expr, *builtin, arguments);
                match value.zip(self.whole_size(&expr.ty)) {
                    Some((value, _)) => Place::Memory(self.spread(value, &expr.ty, expr.span)),
                    None => Place::Memory(self.scratch("nothing", &expr.ty, expr.span)),
                }
            }
            ExprKind::Constant(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Decay(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Statements(_, None) => panic!("tree: a place is an lvalue or an aggregate value"),
        }
    }

    /// The address of an object that is in memory.
    pub(super) fn address(&mut self, expr: &'u Expr) -> ir::Expr {
        match self.place(expr) {
            Place::Memory(address) => address,
            Place::Register(_) => panic!("tree: a variable whose address is needed is `addressed`"),
            Place::Bits(_) => panic!("tree: a bit-field has no address"),
        }
    }

    /// So many bytes further on.
    pub(super) fn offset(&self, address: ir::Expr, by: u32) -> ir::Expr {
        self.automaton.binary(
            Binary::Add,
            address,
            ir::Expr::constant(shapes::pointer_width(self.model), u64::from(by)),
        )
    }

    /// The value of a scalar lvalue.
    pub(super) fn load(&mut self, target: &'u Expr) -> ir::Expr {
        let place = self.place(target);
        self.load_place(&place, target)
    }

    /// The value at a place that was computed from `target`.
    pub(super) fn load_place(&mut self, place: &Place, target: &Expr) -> ir::Expr {
        match place {
            Place::Register(register) => ir::Expr::Register(*register),
            Place::Bits(place) => self.load_bits(place, &target.ty, target.span),
            Place::Memory(address) => match self.size(target) {
                Some(size) if !matches!(target.ty, Type::Function(_)) => {
                    let kind = shapes::kind(&target.ty);
                    match self.plain_alignment(target, size) {
                        Some(align) => self.load_aligned(address, size, kind, align, target.span),
                        None => self.automaton.load(address.clone(), size, kind, order(&target.ty), target.span),
                    }
                }
                Some(_) | None => address.clone(),
            },
        }
    }

    /// Writes a scalar to a place that was computed from `target`.
    pub(super) fn store_place(&mut self, place: &Place, target: &Expr, value: ir::Expr, span: Span) {
        match place {
            Place::Register(register) => self.automaton.assign(*register, value, span),
            Place::Bits(place) => self.store_bits(place, value, span),
            Place::Memory(address) => {
                let size = self.size(target).expect("tree: what is assigned to is a scalar or an aggregate");
                let value = self.automaton.resize(value, size.width(), false);
                match self.plain_alignment(target, size) {
                    Some(align) => {
                        self.note_split_pointer(target, size, align);
                        self.store_aligned(address, value, size, align, span);
                    }
                    None => self.automaton.store(address.clone(), value, size, order(&target.ty), span),
                }
            }
        }
    }

    /// Leaks are looked for at aligned addresses only.
    fn note_split_pointer(&mut self, target: &Expr, size: Bytes, align: u32) {
        let sentence = "what only pointers in packed records point to counts as leaked, if they are not aligned";
        let splits = shapes::largest_access(size, align, self.model) != size;
        if splits
            && matches!(target.ty, Type::Pointer(_))
            && !self.program.approximations.iter().any(|it| it == sentence)
        {
            self.program.approximations.push(sentence.to_owned());
        }
    }

    /// The alignment of an access that is not atomic. One that is atomic must be whole.
    fn plain_alignment(&mut self, target: &Expr, size: Bytes) -> Option<u32> {
        let align = self.alignment(target);
        if order(&target.ty) == Order::NonAtomic {
            return Some(align);
        }
        if shapes::largest_access(size, align, self.model) != size {
            let message = "not supported: an atomic object that may not be aligned";
            self.program.diagnostics.error(codes::PACKED, target.span, message);
        }
        None
    }

    fn size(&self, target: &Expr) -> Option<Bytes> {
        shapes::bytes(&target.ty, self.model)
    }

    /// Writes one element of an initialiser.
    pub(super) fn initialise_element(&mut self, address: ir::Expr, value: &'u Expr, align: u32, span: Span) {
        if let Some(text) = string_contents(value) {
            let length = shapes::shape(&value.ty, self.unit).size(self.model) as usize;
            for (at, byte) in text.iter().take(length).enumerate() {
                let at = self.offset(address.clone(), at as u32);
                let byte = ir::Expr::Const(Width(8), u64::from(*byte));
                self.automaton.store(at, byte, Bytes(1), Order::NonAtomic, span);
            }
        } else if shapes::is_aggregate(&value.ty) {
            let source = self.address(value);
            let align = align.min(self.alignment(value));
            self.copy(address, source, &value.ty, align, span);
        } else if let Some(size) = shapes::bytes(&value.ty, self.model) {
            // An initialiser is not an atomic access, even of an `_Atomic` object (C11 7.17.2.1p2).
            let lowered = self.value(value);
            self.store_aligned(&address, lowered, size, align, span);
        } else {
            self.effect(value);
        }
    }

    /// Copies an aggregate, scalar by scalar; padding is left out.
    /// Both are at multiples of `align`.
    pub(super) fn copy(&mut self, target: ir::Expr, source: ir::Expr, ty: &Type, align: u32, span: Span) {
        let shape = shapes::shape(ty, self.unit);
        let target = self.automaton.cheap(target, false, span);
        let source = self.automaton.cheap(source, false, span);
        self.for_each_piece(&shape, align, span, |body, at, size| {
            let from = body.automaton.binary(Binary::Add, source.clone(), at.clone());
            let value = body.automaton.load(from, size, false, Order::NonAtomic, span);
            let to = body.automaton.binary(Binary::Add, target.clone(), at);
            body.automaton.store(to, value, size, Order::NonAtomic, span);
        });
    }

    /// Sets an object to 0, except for the scalars in `set`, which are about to be written.
    pub(super) fn zero(&mut self, address: &ir::Expr, ty: &Type, align: u32, set: &[(u32, Bytes)], span: Span) {
        let shape = shapes::shape(ty, self.unit);
        let size = shape.size(self.model);
        let zero = |size: Bytes| ir::Expr::Const(size.width(), 0);
        if size <= UNROLLED {
            let mutexes = shapes::mutexes(&shape, self.model);
            for at in &mutexes {
                let mutex = self.offset(address.clone(), *at);
                self.automaton.visible(Operation::InitMutex { mutex, kind: ir::Expr::Const(Width(32), 0) }, span);
            }
            let in_mutex = |at: u32| mutexes.iter().any(|it| (*it..it + ir::MUTEX_SIZE).contains(&at));
            for (at, size) in shapes::pieces(&shape, align, self.model) {
                if !in_mutex(at) && !set.contains(&(at, size)) {
                    let to = self.offset(address.clone(), at);
                    self.automaton.store(to, zero(size), size, Order::NonAtomic, span);
                }
            }
        } else {
            let chunk = shapes::chunk(&shape, align, self.model);
            self.for_each_chunk(size, chunk, span, |body, at| {
                let to = body.automaton.binary(Binary::Add, address.clone(), at);
                body.automaton.store(to, zero(chunk), chunk, Order::NonAtomic, span);
            });
        }
    }

    /// Does something with every scalar of an object, in a loop if there are many; given are the offset and the size.
    pub(super) fn for_each_piece(
        &mut self,
        shape: &ir::Shape,
        align: u32,
        span: Span,
        mut step: impl FnMut(&mut Self, ir::Expr, Bytes),
    ) {
        let size = shape.size(self.model);
        if size <= UNROLLED {
            for (at, size) in shapes::pieces(shape, align, self.model) {
                let at = ir::Expr::constant(shapes::pointer_width(self.model), u64::from(at));
                step(self, at, size);
            }
        } else {
            let chunk = shapes::chunk(shape, align, self.model);
            self.for_each_chunk(size, chunk, span, |body, at| step(body, at, chunk));
        }
    }

    /// A loop over the offsets 0, `chunk`, … below `size`.
    fn for_each_chunk(&mut self, size: u32, chunk: Bytes, span: Span, step: impl FnOnce(&mut Self, ir::Expr)) {
        let width = shapes::pointer_width(self.model);
        let index = self.automaton.temporary(width, false);
        let number = |it: u32| ir::Expr::constant(width, u64::from(it));
        let at = ir::Expr::Register(index);
        let (head, inside, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.automaton.assign(index, number(0), span);
        self.automaton.jump_and_start_at(head, span);
        self.automaton.branch(self.automaton.binary(Binary::Less, at.clone(), number(size)), inside, end, span);
        self.automaton.start_at(inside);
        step(self, at.clone());
        self.automaton.assign(index, self.automaton.binary(Binary::Add, at, number(u32::from(chunk.0))), span);
        self.automaton.jump(head, span);
        self.automaton.start_at(end);
    }
}

/// The memory order of a plain access to an object of this type.
pub(super) fn order(ty: &Type) -> Order {
    match ty {
        Type::Atomic(_) => Order::SequentiallyConsistent,
        Type::Void
        | Type::Bool
        | Type::Int { .. }
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Array(..)
        | Type::VariableArray(..)
        | Type::Record(_)
        | Type::Function(_)
        | Type::Mutex
        | Type::Opaque(_) => Order::NonAtomic,
    }
}
