//! Library functions, by what they mean.

use super::function::Body;
use super::{shapes, wording};
use crate::codes;
use crate::tree::{Builtin, Expr, ExprKind, Type};
use ir::{
    Action, Binary, Bytes, Cause, Domain, Doubt, Kind, Misuse, Misused, Operation, Order, Stop, Tolerance, Update,
    Width,
};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    /// Evaluates the arguments and does what the function does. `None` if its value is 0, or if it has none.
    pub(super) fn builtin(&mut self, expr: &'u Expr, builtin: Builtin, arguments: &'u [Expr]) -> Option<ir::Expr> {
        let span = expr.span;
        match builtin {
            Builtin::ThreadCreate => self.thread_create(arguments, span),
            Builtin::ThreadJoin => self.thread_join(arguments, span),
            Builtin::ThreadExit => {
                let value = self.word(arguments, 0);
                let value = self.before_thread_exit(value, span);
                self.leave(Action::Stop(Stop::ThreadExit(value)), span);
            }
            Builtin::ThreadDetach => {
                let thread = self.word(arguments, 0);
                self.automaton.visible(Operation::Detach(thread), span);
            }
            Builtin::ThreadSelf => {
                let dest = self.automaton.temporary(shapes::pointer_width(self.model), false);
                self.automaton.visible(Operation::CurrentThread { dest }, span);
                return Some(ir::Expr::Register(dest));
            }
            Builtin::SameThread => {
                let (one, two) = (self.word(arguments, 0), self.word(arguments, 1));
                let (one, two) = (self.automaton.stable(one, false, span), self.automaton.stable(two, false, span));
                let is_same = self.automaton.binary(Binary::Equal, one.clone(), two.clone());
                let is_taken = self.doubt(Doubt::Handles, is_same.clone(), one, two, span);
                let is_same = self.automaton.binary(Binary::Xor, is_same, is_taken);
                return Some(self.automaton.resize(is_same, Width(32), false));
            }
            Builtin::MutexInit => {
                let mutex = self.accessed(arguments);
                let kind = self.attribute(arguments.get(1), span);
                let kind = if self.lets_pass(Tolerance::InitialisedAgain, span) {
                    kind
                } else {
                    self.automaton.binary(Binary::Or, kind, ir::Expr::Const(Width(32), ir::INIT_BY_CALL))
                };
                self.automaton.visible(Operation::InitMutex { mutex, kind }, span);
            }
            Builtin::MutexLock => {
                let (dest, mutex) = self.mutex(arguments);
                self.automaton.visible(Operation::Lock { dest, mutex }, span);
                return dest.map(ir::Expr::Register);
            }
            Builtin::MutexUnlock => {
                let (dest, mutex) = self.mutex(arguments);
                self.automaton.visible(Operation::Unlock { dest, mutex }, span);
                return dest.map(ir::Expr::Register);
            }
            Builtin::MutexDestroy => {
                let mutex = self.accessed(arguments);
                self.automaton.visible(Operation::DestroyMutex(mutex), span);
            }
            Builtin::Misuse => {
                let mut words = arguments.iter().map(|it| wording::literal(it).unwrap_or_default());
                let kind = words.next().and_then(|it| Misuse::of(&it)).expect("models name a kind of misuse");
                let text = words.next().unwrap_or_default();
                self.automaton.end(Action::Stop(Stop::Misuse(Misused { kind, text })), span);
            }
            Builtin::MutexTryLock => {
                let mutex = self.accessed(arguments);
                let dest = self.automaton.temporary(Width(32), true);
                self.automaton.visible(Operation::TryLock { dest, mutex }, span);
                return Some(ir::Expr::Register(dest));
            }
            Builtin::Assert => {
                let message = wording::failed_assertion(&self.unit.sources, span);
                self.require(arguments, Stop::Fail(message), span);
            }
            Builtin::AssertOrAbort => self.require(arguments, Stop::Exit, span),
            Builtin::Error => {
                self.effects(arguments);
                let message = wording::reached_error(&self.unit.sources, span);
                self.automaton.end(Action::Stop(Stop::Fail(message)), span);
            }
            Builtin::Assume => self.require(arguments, Stop::Assume, span),
            Builtin::Cut => self.automaton.end(Action::Stop(Stop::Cut), span),
            Builtin::Exit => {
                self.shown(arguments);
                self.automaton.end(Action::Stop(Stop::Exit), span);
            }
            Builtin::Nondet => return self.nondet(expr),
            Builtin::Float(_) | Builtin::FloatAbsolute | Builtin::FloatRemainder => {
                return self.float_builtin(builtin, arguments);
            }
            Builtin::AtomicBegin => self.automaton.visible(Operation::AtomicBegin { quiet: false }, span),
            Builtin::AtomicEnd => self.automaton.visible(Operation::AtomicEnd, span),
            Builtin::Malloc => {
                let size = self.word(arguments, 0);
                return Some(self.allocate(size, false, span));
            }
            Builtin::Calloc => {
                let (count, size) = (self.word(arguments, 0), self.word(arguments, 1));
                let whole = self.product(count, size, span);
                return Some(self.allocate(whole, true, span));
            }
            Builtin::Realloc => {
                let (address, size) = (self.word(arguments, 0), self.word(arguments, 1));
                let dest = self.automaton.temporary(shapes::pointer_width(self.model), false);
                self.automaton.visible(Operation::Reallocate { dest, address, size }, span);
                return Some(ir::Expr::Register(dest));
            }
            Builtin::VariableArray => {
                let size = self.word(arguments, 0);
                return Some(self.variable_array(size, span));
            }
            Builtin::Alloca => {
                let size = self.word(arguments, 0);
                return Some(self.alloca(size, span));
            }
            Builtin::VariableArguments => return self.variable_arguments.map(ir::Expr::Register),
            Builtin::MemoryCopy { apart } => return self.memory_copy(arguments, apart, span),
            Builtin::MemorySet => return self.memory_set(arguments, span),
            Builtin::Free => {
                let pointer = self.word(arguments, 0);
                self.automaton.visible(Operation::Free(pointer), span);
            }
            Builtin::AtomicLoad(_) | Builtin::AtomicStore(_) | Builtin::AtomicInit | Builtin::AtomicUpdate(..)
                if self.is_about_pair(arguments) =>
            {
                self.atomic_pair(builtin, arguments, span);
            }
            Builtin::AtomicLoad(order) => return self.atomic_load(arguments, order, span),
            Builtin::AtomicStore(order) => self.atomic_store(arguments, order, span),
            Builtin::AtomicInit => self.atomic_store(arguments, Order::NonAtomic, span),
            Builtin::AtomicUpdate(update, order) => return self.atomic_update(arguments, update, order, span),
            Builtin::AtomicCompareExchange { order, failure, weak } => {
                let orders = Orders { success: order, failure, weak };
                return self.compare_exchange(expr, arguments, orders);
            }
            Builtin::Fence(order) => {
                self.effects(arguments);
                self.automaton.visible(Operation::Fence(order), span);
            }
            Builtin::Operands => self.effects(arguments),
            Builtin::Ignore => self.shown(arguments),
        }
        None
    }

    /// The product of two sizes, as large as can be if it does not fit: then there is no room for it.
    fn product(&mut self, count: ir::Expr, size: ir::Expr, span: Span) -> ir::Expr {
        if let (ir::Expr::Const(width, one), ir::Expr::Const(_, two)) = (&count, &size) {
            let fits = one.checked_mul(*two).filter(|it| *it <= width.mask());
            return ir::Expr::Const(*width, fits.unwrap_or(width.mask()));
        }
        let (count, size) = (self.automaton.cheap(count, false, span), self.automaton.cheap(size, false, span));
        let width = shapes::pointer_width(self.model);
        let (zero, most) = (ir::Expr::Const(width, 0), ir::Expr::Const(width, width.mask()));
        let is_empty = ir::Expr::binary(Binary::Equal, size.clone(), zero.clone());
        let room = ir::Expr::binary(Binary::DivideUnsigned, most.clone(), size.clone());
        let is_too_large = ir::Expr::binary(Binary::Less, room, count.clone());
        let product = ir::Expr::binary(Binary::Multiply, count, size);
        let product = ir::Expr::Select(Box::new(is_too_large), Box::new(most), Box::new(product));
        ir::Expr::Select(Box::new(is_empty), Box::new(zero), Box::new(product))
    }

    fn effects(&mut self, arguments: &'u [Expr]) {
        for argument in arguments {
            self.effect(argument);
        }
    }

    /// Evaluates arguments that leave the program. A branch that decides nothing says that their values matter.
    fn shown(&mut self, arguments: &'u [Expr]) {
        for argument in arguments {
            // The text of a format need not become an object.
            let is_text = matches!(&argument.kind, ExprKind::Decay(it) if matches!(it.kind, ExprKind::String(_)));
            let is_scalar = !is_text && !shapes::is_aggregate(&argument.ty);
            let Some(width) = shapes::width(&argument.ty, self.model).filter(|it| it.0 <= 64 && is_scalar) else {
                self.effect(argument);
                continue;
            };
            let value = self.value(argument);
            let mut is_known = true;
            value.for_each_register(&mut |_| is_known = false);
            if is_known {
                self.automaton.discard(value, argument.span);
                continue;
            }
            let value = if value.can_fault() { self.automaton.stable(value, false, argument.span) } else { value };
            self.decided_by(value, width, argument.span);
        }
    }

    /// A branch that decides nothing: it says that a value matters.
    pub(super) fn decided_by(&mut self, value: ir::Expr, width: Width, span: Span) {
        let next = self.automaton.location();
        let condition = ir::Expr::binary(Binary::NotEqual, value, ir::Expr::constant(width, 0));
        self.automaton.branch(condition, next, next, span);
        self.automaton.start_at(next);
    }

    /// The address of an object that is accessed at once: where that goes, the access shows.
    fn accessed(&mut self, arguments: &'u [Expr]) -> ir::Expr {
        match arguments.first() {
            Some(pointer) => self.sum_or_value(pointer),
            None => self.word(arguments, 0),
        }
    }

    /// An argument as wide as a pointer.
    fn word(&mut self, arguments: &'u [Expr], index: usize) -> ir::Expr {
        let width = shapes::pointer_width(self.model);
        match arguments.get(index) {
            Some(argument) => {
                let value = self.value(argument);
                self.automaton.resize(value, width, shapes::is_signed(&argument.ty))
            }
            // Old-style code may leave arguments out.
            None => ir::Expr::Const(width, 0),
        }
    }

    /// A mutex, and where the error number goes if there may be one.
    fn mutex(&mut self, arguments: &'u [Expr]) -> (Option<ir::RegisterId>, ir::Expr) {
        let mutex = self.accessed(arguments);
        let dest = self.unit.mutex_kinds.then(|| self.automaton.temporary(Width(32), true));
        (dest, mutex)
    }

    /// The first word of an attribute object; 0 if there is none. See the model of attributes.
    fn attribute(&mut self, pointer: Option<&'u Expr>, span: Span) -> ir::Expr {
        let zero = ir::Expr::Const(Width(32), 0);
        let Some(pointer) = pointer else { return zero };
        let address = self.value(pointer);
        if matches!(address, ir::Expr::Const(_, 0)) {
            return zero;
        }
        let address = self.automaton.cheap(address, false, span);
        let word = self.automaton.temporary(Width(32), true);
        self.automaton.emit(Action::Assign(word, zero), span);
        let (load, end) = (self.automaton.location(), self.automaton.location());
        let is_given = self.automaton.truth(address.clone());
        self.automaton.branch(is_given, load, end, span);
        self.automaton.start_at(load);
        let found = self.automaton.load(address, Bytes(4), true, Order::NonAtomic, span);
        self.automaton.emit(Action::Assign(word, found), span);
        self.automaton.jump_and_start_at(end, span);
        ir::Expr::Register(word)
    }

    /// Calls what is to be called before a thread ends with a value.
    fn before_thread_exit(&mut self, value: ir::Expr, span: Span) -> ir::Expr {
        if self.unit.at_thread_exit.is_empty() {
            return value;
        }
        let value = self.automaton.stable(value, false, span);
        for &function in &self.unit.at_thread_exit {
            let callee = ir::Callee::Direct(self.program.function(function, span));
            self.automaton.emit(Action::Call { dest: None, callee, arguments: Vec::new() }, span);
        }
        value
    }

    fn thread_create(&mut self, arguments: &'u [Expr], span: Span) {
        let handle = self.word(arguments, 0);
        let detached = self.attribute(arguments.get(1), span);
        let function = self.word(arguments, 2);
        let argument = self.word(arguments, 3);
        let dest = self.automaton.temporary(shapes::pointer_width(self.model), false);
        let size = self.pointee_size(arguments.first());
        if size == shapes::pointer_size(self.model) {
            // As glibc does it, the handle is there before the thread runs.
            let place = Some(handle);
            self.automaton.visible(Operation::Spawn { dest, function, argument, place }, span);
        } else {
            self.automaton.visible(Operation::Spawn { dest, function, argument, place: None }, span);
            self.store_word(handle, ir::Expr::Register(dest), size, span);
        }
        if !matches!(detached, ir::Expr::Const(..)) {
            let (detach, end) = (self.automaton.location(), self.automaton.location());
            let is_detached = self.automaton.truth(detached);
            self.automaton.branch(is_detached, detach, end, span);
            self.automaton.start_at(detach);
            self.automaton.visible(Operation::Detach(ir::Expr::Register(dest)), span);
            self.automaton.jump_and_start_at(end, span);
        }
    }

    fn thread_join(&mut self, arguments: &'u [Expr], span: Span) {
        let thread = self.word(arguments, 0);
        let target = self.word(arguments, 1);
        if matches!(target, ir::Expr::Const(_, 0)) {
            self.automaton.visible(Operation::Join { dest: None, thread }, span);
            return;
        }
        let target = self.automaton.cheap(target, false, span);
        let dest = self.automaton.temporary(shapes::pointer_width(self.model), false);
        self.automaton.visible(Operation::Join { dest: Some(dest), thread }, span);
        let (store, end) = (self.automaton.location(), self.automaton.location());
        let is_given = self.automaton.truth(target.clone());
        self.automaton.branch(is_given, store, end, span);
        self.automaton.start_at(store);
        self.store_word(target, ir::Expr::Register(dest), shapes::pointer_size(self.model), span);
        self.automaton.jump_and_start_at(end, span);
    }

    fn store_word(&mut self, address: ir::Expr, value: ir::Expr, size: Bytes, span: Span) {
        let value = self.automaton.resize(value, size.width(), false);
        self.automaton.store(address, value, size, Order::NonAtomic, span);
    }

    /// The size of the scalar that a pointer points to; of a pointer if that is not known.
    fn pointee_size(&self, pointer: Option<&Expr>) -> Bytes {
        let size = pointer.and_then(|it| pointee(it)).and_then(|it| shapes::bytes(it, self.model));
        size.unwrap_or(shapes::pointer_size(self.model))
    }

    fn require(&mut self, arguments: &'u [Expr], stop: Stop, span: Span) {
        let Some(condition) = arguments.first() else { return };
        if self.is_branching(condition) {
            let (yes, no) = (self.automaton.location(), self.automaton.location());
            self.branch(condition, yes, no);
            self.automaton.start_at(no);
            self.automaton.end(Action::Stop(stop), span);
            self.automaton.start_at(yes);
        } else {
            let condition = self.condition(condition);
            self.automaton.require(condition, stop, span);
        }
    }

    fn nondet(&mut self, expr: &Expr) -> Option<ir::Expr> {
        let width = shapes::width(&expr.ty, self.model)?;
        let domain = match shapes::strip_atomic(&expr.ty) {
            Type::Bool => Domain::Range { low: 0, high: 1 },
            _ => Domain::Any,
        };
        let dest = self.automaton.temporary(width, shapes::kind(&expr.ty));
        self.automaton.visible(Operation::Choose { dest, domain }, expr.span);
        Some(ir::Expr::Register(dest))
    }

    fn allocate(&mut self, size: ir::Expr, zeroed: bool, span: Span) -> ir::Expr {
        let dest = self.automaton.temporary(shapes::pointer_width(self.model), false);
        self.automaton.visible(Operation::Allocate { dest, size, zeroed, automatic: false, shape: None }, span);
        ir::Expr::Register(dest)
    }
}

/// The operands of a compare-exchange.
#[derive(Clone)]
struct CompareExchange<'u> {
    address: ir::Expr,
    /// Where the expected value comes from.
    pointer: ir::Expr,
    expected: ir::Expr,
    desired: ir::Expr,
    size: Bytes,
    kind: Kind,
    /// What is exchanged, if it is no scalar.
    record: Option<&'u Type>,
}

/// The memory orders of a compare-exchange.
#[derive(Clone, Copy)]
pub(super) struct Orders {
    pub success: Order,
    pub failure: Order,
    pub weak: bool,
}

impl<'u> Body<'u, '_, '_> {
    /// The address of an atomic object, its size, and how to show it.
    fn atomic_object(&mut self, arguments: &'u [Expr]) -> Option<(ir::Expr, Bytes, Kind)> {
        let pointer = arguments.first()?;
        let address = self.sum_or_value(pointer);
        let object = pointee(pointer);
        match object.and_then(|it| self.whole_size(it)) {
            Some(size) => Some((address, size, object.map_or(Kind::Unsigned, shapes::kind))),
            None => {
                let message = "an atomic operation on an object of this type is not supported";
                self.program.diagnostics.error(codes::ATOMIC_TYPE, pointer.span, message);
                None
            }
        }
    }

    /// A further argument, as wide as the object.
    fn operand(&mut self, arguments: &'u [Expr], index: usize, size: Bytes) -> Option<ir::Expr> {
        let argument = arguments.get(index)?;
        if shapes::is_aggregate(&argument.ty) {
            let source = self.address(argument);
            return Some(self.gathered(source, &argument.ty, self.alignment(argument), size, argument.span).0);
        }
        let value = self.value(argument);
        Some(self.automaton.resize(value, size.width(), shapes::is_signed(&argument.ty)))
    }

    fn atomic_load(&mut self, arguments: &'u [Expr], order: Order, span: Span) -> Option<ir::Expr> {
        let (address, size, kind) = self.atomic_object(arguments)?;
        Some(self.automaton.load(address, size, kind, order, span))
    }

    fn atomic_store(&mut self, arguments: &'u [Expr], order: Order, span: Span) {
        let Some((address, size, _)) = self.atomic_object(arguments) else { return };
        let Some(value) = self.operand(arguments, 1, size) else { return };
        self.automaton.store(address, value, size, order, span);
    }

    fn atomic_update(&mut self, arguments: &'u [Expr], update: Update, order: Order, span: Span) -> Option<ir::Expr> {
        let (address, size, kind) = self.atomic_object(arguments)?;
        let operand = self.operand(arguments, 1, size)?;
        let dest = self.automaton.temporary(size.width(), kind);
        self.automaton.visible(Operation::Update { dest, address, update, operand, size, order }, span);
        Some(ir::Expr::Register(dest))
    }

    /// Reads what is expected, exchanges, and if the object held something else writes that back.
    fn compare_exchange(&mut self, expr: &Expr, arguments: &'u [Expr], orders: Orders) -> Option<ir::Expr> {
        let span = expr.span;
        if self.is_about_pair(arguments) {
            return self.pair_compare_exchange(expr, arguments, orders);
        }
        let (address, size, kind) = self.atomic_object(arguments)?;
        let expected = arguments.get(1)?;
        let pointer = self.value(expected);
        let pointer = self.automaton.cheap(pointer, false, expected.span);
        let desired = self.operand(arguments, 2, size)?;
        let record = arguments.first().and_then(pointee).filter(|it| shapes::is_aggregate(it));
        let expected = match record {
            Some(ty) => self.gathered(pointer.clone(), ty, self.record_alignment(ty), size, span).0,
            None => self.automaton.load(pointer.clone(), size, kind, Order::NonAtomic, span),
        };
        if orders.weak && self.unit.no_spurious {
            let sentence = "weak compare-exchanges fail only for a reason (--no-spurious)";
            if self.program.approximations.iter().all(|it| it != sentence) {
                self.program.approximations.push(sentence.to_owned());
            }
        } else if orders.weak {
            return self.spurious_compare_exchange(
                expr,
                CompareExchange { address, pointer, expected, desired, size, kind, record },
                orders,
            );
        }
        let exchange = CompareExchange { address, pointer, expected, desired, size, kind, record };
        let same = self.strong_compare_exchange(&exchange, orders, span);
        let width = shapes::width(&expr.ty, self.model).unwrap_or(Width(8));
        Some(self.automaton.resize(same, width, false))
    }

    /// May fail without a reason: any of two values is chosen, and one of them means that the object is only read. This is
    /// exact: a weak exchange that fails is a load with the order for failure (C11 7.17.7.4).
    fn spurious_compare_exchange(
        &mut self,
        expr: &Expr,
        exchange: CompareExchange<'u>,
        orders: Orders,
    ) -> Option<ir::Expr> {
        let span = expr.span;
        let width = shapes::width(&expr.ty, self.model).unwrap_or(Width(8));
        let result = self.automaton.temporary(width, false);
        let choice = self.automaton.temporary(Width(8), false);
        let domain = Domain::Spurious(Cause::Exchange);
        self.automaton.visible(Operation::Choose { dest: choice, domain }, span);
        let fails = self.automaton.truth(ir::Expr::Register(choice));
        let (reads, tries, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.automaton.branch(fails, reads, tries, span);
        self.automaton.start_at(reads);
        let CompareExchange { address, size, kind, .. } = &exchange;
        let old = self.automaton.load(address.clone(), *size, *kind, orders.failure, span);
        self.store_found(&exchange, old, span);
        self.automaton.emit(Action::Assign(result, ir::Expr::Const(width, 0)), span);
        self.automaton.jump(end, span);
        self.automaton.start_at(tries);
        let same = self.strong_compare_exchange(&exchange, orders, span);
        let same = self.automaton.resize(same, width, false);
        self.automaton.emit(Action::Assign(result, same), span);
        self.automaton.jump_and_start_at(end, span);
        Some(ir::Expr::Register(result))
    }

    /// Exchanges, and if the object held something else writes that to where the expected value came from.
    fn strong_compare_exchange(&mut self, exchange: &CompareExchange<'u>, orders: Orders, span: Span) -> ir::Expr {
        let CompareExchange { address, expected, desired, size, kind, .. } = exchange.clone();
        let dest = self.automaton.temporary(size.width(), kind);
        let operation = Operation::CompareExchange {
            dest,
            address,
            expected: expected.clone(),
            desired,
            size,
            order: orders.success,
            failure: orders.failure,
            weak: orders.weak && !self.unit.no_spurious,
        };
        self.automaton.visible(operation, span);
        let old = ir::Expr::Register(dest);
        let same = self.automaton.binary(Binary::Equal, old.clone(), expected);
        let (store, end) = (self.automaton.location(), self.automaton.location());
        self.automaton.branch(same.clone(), end, store, span);
        self.automaton.start_at(store);
        self.store_found(exchange, old, span);
        self.automaton.jump_and_start_at(end, span);
        same
    }

    /// Writes what was found to where the expected value came from.
    fn store_found(&mut self, exchange: &CompareExchange<'u>, old: ir::Expr, span: Span) {
        let Some(ty) = exchange.record else {
            return self.automaton.store(exchange.pointer.clone(), old, exchange.size, Order::NonAtomic, span);
        };
        let copy = self.spread(old, ty, span);
        let ty = shapes::strip_atomic(ty);
        self.copy(exchange.pointer.clone(), copy, ty, self.record_alignment(ty), span);
    }

    pub(super) fn record_alignment(&self, ty: &Type) -> u32 {
        crate::layout::align(shapes::strip_atomic(ty), &self.unit.records, self.model)
    }
}

/// What a pointer points to.
pub(super) fn pointee(pointer: &Expr) -> Option<&Type> {
    match shapes::strip_atomic(&pointer.ty) {
        Type::Pointer(target) => Some(target),
        _ => None,
    }
}
