//! Atomic operations: C11's generic functions, GCC's `__atomic_…` and `__sync_…`, clang's `__c11_atomic_…`.

use super::Sema;
use super::operands::is_read_alone;
use super::special;
use super::types::{INT, is_integer, is_scalar, plain, pointer_to};
use crate::codes;
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind, Float, Type, UnaryOp, VariableId};
use ir::{Order, Update};
use source::Span;

/// What an atomic function does, by its arguments in order; memory orders follow behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// pointer
    Load,
    /// pointer, pointer to where the value goes
    LoadInto,
    /// pointer, value
    Store,
    /// pointer, pointer to the value
    StoreFrom,
    /// pointer, value; not an atomic access
    Init,
    /// pointer, value
    Exchange,
    /// pointer, pointer to the value, pointer to where the old value goes
    ExchangeInto,
    /// pointer, pointer to expected, desired
    CompareExchange {
        weak: bool,
    },
    /// pointer, pointer to expected, desired, weak
    CompareExchangeN,
    /// pointer, pointer to expected, pointer to desired, weak
    CompareExchangeFrom,
    /// pointer, expected, desired; gives whether it was equal
    SyncBool,
    /// pointer, expected, desired; gives the old value
    SyncValue,
    /// pointer, operand; gives the old value. Whether a pointer moves by elements.
    Fetch(Update, bool),
    /// pointer, operand; gives the new value
    UpdateFetch(Update),
    /// pointer
    TestAndSet,
    /// pointer
    Clear,
    Fence,
    /// An order for the compiler only.
    SignalFence,
    /// Whether it is lock-free: yes.
    LockFree,
}

/// Where the memory orders come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Orders {
    /// They are the last arguments.
    Given,
    /// It is always this one.
    Always(Order),
}

/// Whether a function of that name is an atomic operation.
pub(super) fn is_atomic(name: &str) -> bool {
    parse(name).is_some()
}

fn parse(name: &str) -> Option<(Operation, Orders)> {
    parse_generic(name).or_else(|| {
        // `__sync_fetch_and_add_4`, `__atomic_load_8`, as compilers name what they call.
        let base = ["_1", "_2", "_4", "_8", "_16"].iter().find_map(|it| name.strip_suffix(it))?;
        if base.starts_with("__atomic_") {
            return parse_generic(&format!("{base}_n")).or_else(|| parse_generic(base).filter(|it| is_fetch(it.0)));
        }
        base.starts_with("__sync_").then(|| parse_generic(base)).flatten()
    })
}

fn is_fetch(operation: Operation) -> bool {
    matches!(operation, Operation::Fetch(..) | Operation::UpdateFetch(_))
}

fn parse_generic(name: &str) -> Option<(Operation, Orders)> {
    let seq_cst = Orders::Always(Order::SequentiallyConsistent);
    if let Some(rest) = name.strip_prefix("atomic_") {
        return match rest.strip_suffix("_explicit") {
            Some(base) => Some((c11(base)?, Orders::Given)),
            None if rest == "thread_fence" => Some((Operation::Fence, Orders::Given)),
            None => Some((c11(rest)?, seq_cst)),
        };
    }
    if let Some(rest) = name.strip_prefix("__c11_atomic_") {
        return Some((c11(rest)?, Orders::Given));
    }
    if let Some(rest) = name.strip_prefix("__atomic_") {
        return Some((gnu(rest)?, Orders::Given));
    }
    match name.strip_prefix("__sync_")? {
        "synchronize" => Some((Operation::Fence, seq_cst)),
        "bool_compare_and_swap" => Some((Operation::SyncBool, seq_cst)),
        "val_compare_and_swap" => Some((Operation::SyncValue, seq_cst)),
        "lock_test_and_set" => Some((Operation::Exchange, Orders::Always(Order::Acquire))),
        "lock_release" => Some((Operation::Clear, Orders::Always(Order::Release))),
        rest => match (rest.strip_prefix("fetch_and_"), rest.strip_suffix("_and_fetch")) {
            (Some(op), _) => Some((Operation::Fetch(update(op)?, false), seq_cst)),
            (_, Some(op)) => Some((Operation::UpdateFetch(update(op)?), seq_cst)),
            _ => None,
        },
    }
}

fn c11(base: &str) -> Option<Operation> {
    Some(match base {
        "load" => Operation::Load,
        "store" => Operation::Store,
        "init" => Operation::Init,
        "exchange" => Operation::Exchange,
        "compare_exchange_strong" => Operation::CompareExchange { weak: false },
        "compare_exchange_weak" => Operation::CompareExchange { weak: true },
        "flag_test_and_set" => Operation::TestAndSet,
        "flag_clear" => Operation::Clear,
        "thread_fence" => Operation::Fence,
        "signal_fence" => Operation::SignalFence,
        "is_lock_free" => Operation::LockFree,
        _ => Operation::Fetch(update(base.strip_prefix("fetch_")?).filter(|it| *it != Update::Nand)?, true),
    })
}

fn gnu(base: &str) -> Option<Operation> {
    Some(match base {
        "load_n" => Operation::Load,
        "load" => Operation::LoadInto,
        "store_n" => Operation::Store,
        "store" => Operation::StoreFrom,
        "exchange_n" => Operation::Exchange,
        "exchange" => Operation::ExchangeInto,
        "compare_exchange_n" => Operation::CompareExchangeN,
        "compare_exchange" => Operation::CompareExchangeFrom,
        "test_and_set" => Operation::TestAndSet,
        "clear" => Operation::Clear,
        "thread_fence" => Operation::Fence,
        "signal_fence" => Operation::SignalFence,
        "always_lock_free" | "is_lock_free" => Operation::LockFree,
        _ => match (base.strip_prefix("fetch_"), base.strip_suffix("_fetch")) {
            (Some(op), _) => Operation::Fetch(update(op)?, false),
            (_, Some(op)) => Operation::UpdateFetch(update(op)?),
            _ => return None,
        },
    })
}

fn update(op: &str) -> Option<Update> {
    Some(match op {
        "add" => Update::Add,
        "sub" => Update::Subtract,
        "and" => Update::And,
        "or" => Update::Or,
        "xor" => Update::Xor,
        "nand" => Update::Nand,
        _ => return None,
    })
}

impl Sema<'_> {
    pub(super) fn atomic_call(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Expr {
        let Some((operation, orders)) = parse(name) else { return self.error_expr(span) };
        if values.iter().any(|it| special::is_error(&it.ty)) {
            return self.error_expr(span);
        }
        let alone = match operation {
            Operation::Fence => {
                let order = self.order(orders, values.first(), name);
                Some(self.builtin_of(Builtin::Fence(order), Vec::new(), Type::Void, span))
            }
            Operation::SignalFence => Some(self.builtin_of(Builtin::Ignore, Vec::new(), Type::Void, span)),
            Operation::LockFree => Some(Expr { kind: ExprKind::Constant(1), ty: Type::Bool, span }),
            _ => None,
        };
        if let Some(alone) = alone {
            return self.disregarding(values, alone);
        }
        let wanted = match operation {
            Operation::Load | Operation::TestAndSet | Operation::Clear => 1,
            Operation::ExchangeInto
            | Operation::CompareExchange { .. }
            | Operation::SyncBool
            | Operation::SyncValue => 3,
            Operation::CompareExchangeN | Operation::CompareExchangeFrom => 4,
            _ => 2,
        };
        if values.len() < wanted {
            let message = format!("`{name}` takes {wanted} arguments, not {}", values.len());
            self.error(codes::ARGUMENT_COUNT, span, message);
            return self.error_expr(span);
        }
        let rest = values.split_off(wanted);
        let order = self.order(orders, rest.first(), name);
        let failure = match rest.get(1) {
            Some(given) => self.order(orders, Some(given), name),
            None => failure_of(order),
        };
        let Some(ty) = self.atomic_object(&values[0], operation, span) else { return self.error_expr(span) };
        let mut rest = rest;
        if matches!(operation, Operation::CompareExchangeN | Operation::CompareExchangeFrom) {
            // Whether it is weak is looked at and then not needed.
            if let Some(weak) = values.last_mut().filter(|it| self.evaluate(it).is_none()) {
                let any = Expr { kind: ExprKind::Constant(1), ty: INT, span };
                rest.insert(0, std::mem::replace(weak, any));
            }
        }
        // What accesses more than its object does so when all arguments are evaluated, those too that only say how.
        let accesses_more = matches!(
            operation,
            Operation::LoadInto | Operation::StoreFrom | Operation::ExchangeInto | Operation::CompareExchangeFrom
        );
        if !accesses_more && rest.iter().all(|it| self.evaluate(it).is_some()) {
            return self.atomic_operation(operation, order, failure, ty, values, span);
        }
        values.append(&mut rest);
        let (first, mut values) = self.operands(values, span);
        values.truncate(wanted);
        let done = self.atomic_operation(operation, order, failure, ty, values, span);
        self.after_operands(first, done)
    }

    fn builtin_of(&self, builtin: Builtin, arguments: Vec<Expr>, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(builtin, arguments), ty, span }
    }

    /// The type of the object that the first argument points to.
    fn atomic_object(&mut self, pointer: &Expr, operation: Operation, span: Span) -> Option<Type> {
        let Type::Pointer(inner) = &pointer.ty else {
            let message = format!("an atomic operation needs a pointer, not {}", self.describe(&pointer.ty));
            self.error(codes::BAD_OPERANDS, span, message);
            return None;
        };
        let ty = plain(inner);
        // These work on one byte, whatever the pointer says.
        if **inner == Type::Void && matches!(operation, Operation::TestAndSet | Operation::Clear) {
            return Some(Type::Bool);
        }
        let computes = matches!(
            operation,
            Operation::Fetch(..) | Operation::UpdateFetch(_) | Operation::TestAndSet | Operation::Clear
        );
        if computes && matches!(ty, Type::Float(_)) {
            let message = format!("this atomic operation does not take {}", self.describe(ty));
            self.error(codes::BAD_OPERANDS, span, message);
            return None;
        }
        let whole = match operation {
            Operation::Load
            | Operation::LoadInto
            | Operation::Store
            | Operation::StoreFrom
            | Operation::Init
            | Operation::Exchange
            | Operation::ExchangeInto
            | Operation::CompareExchange { .. }
            | Operation::CompareExchangeN
            | Operation::CompareExchangeFrom => self.is_whole(ty),
            Operation::SyncBool
            | Operation::SyncValue
            | Operation::Fetch(..)
            | Operation::UpdateFetch(_)
            | Operation::TestAndSet
            | Operation::Clear
            | Operation::Fence
            | Operation::SignalFence
            | Operation::LockFree => false,
        };
        if whole {
            self.use_type(ty);
        } else if !is_scalar(ty) || *ty == Type::Float(Float::Long) {
            self.error(codes::ATOMIC_TYPE, span, "not supported: an atomic operation on something that is no scalar");
            return None;
        }
        Some(ty.clone())
    }

    /// Whether this is a record that one access reads or writes as a whole.
    pub(super) fn is_whole(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(_)) && matches!(self.size(ty), Some(1 | 2 | 4 | 8 | 16)) && !self.holds_opaque(ty)
    }

    /// A memory order: a constant, or seq_cst.
    fn order(&mut self, orders: Orders, given: Option<&Expr>, name: &str) -> Order {
        let given = match (orders, given) {
            (Orders::Always(order), _) => return order,
            (Orders::Given, None) => return Order::SequentiallyConsistent,
            (Orders::Given, Some(given)) => given,
        };
        // GCC keeps hints for transactional memory in the high bits.
        match self.integer(given).map(|it| it & 0xffff) {
            Some(0) => Order::Relaxed,
            Some(1) => Order::Consume,
            Some(2) => Order::Acquire,
            Some(3) => Order::Release,
            Some(4) => Order::AcquireRelease,
            Some(5) => Order::SequentiallyConsistent,
            _ => {
                let message = format!("the memory order of `{name}` is not a constant");
                self.warning(codes::MEMORY_ORDER, given.span, message);
                self.approximate("memory orders that are not constants are taken as seq_cst".to_owned());
                Order::SequentiallyConsistent
            }
        }
    }

    fn atomic_operation(
        &mut self,
        operation: Operation,
        order: Order,
        failure: Order,
        ty: Type,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or(Expr { kind: ExprKind::Constant(0), ty: INT, span });
        let pointer = next();
        match operation {
            Operation::Load => self.builtin_of(Builtin::AtomicLoad(order), vec![pointer], ty, span),
            Operation::LoadInto => {
                let load = self.builtin_of(Builtin::AtomicLoad(order), vec![pointer], ty, span);
                self.store_through(next(), load, span)
            }
            Operation::Store | Operation::Init => {
                let value = self.assignable(next(), &ty, "the atomic object");
                let builtin = match operation {
                    Operation::Init => Builtin::AtomicInit,
                    _ => Builtin::AtomicStore(order),
                };
                self.builtin_of(builtin, vec![pointer, value], Type::Void, span)
            }
            Operation::StoreFrom => {
                let value = self.load_through(next(), &ty, span);
                self.builtin_of(Builtin::AtomicStore(order), vec![pointer, value], Type::Void, span)
            }
            Operation::Exchange => {
                let value = self.assignable(next(), &ty, "the atomic object");
                self.builtin_of(Builtin::AtomicUpdate(Update::Exchange, order), vec![pointer, value], ty, span)
            }
            Operation::ExchangeInto => {
                let value = self.load_through(next(), &ty, span);
                let old = Builtin::AtomicUpdate(Update::Exchange, order);
                let old = self.builtin_of(old, vec![pointer, value], ty, span);
                self.store_through(next(), old, span)
            }
            Operation::CompareExchange { .. } | Operation::CompareExchangeN | Operation::CompareExchangeFrom => {
                let expected = next();
                let desired = match operation {
                    Operation::CompareExchangeFrom => self.load_through(next(), &ty, span),
                    _ => self.assignable(next(), &ty, "the atomic object"),
                };
                let weak = match operation {
                    Operation::CompareExchange { weak } => weak,
                    _ => self.integer(&next()) != Some(0),
                };
                let expected = self.assignable(expected, &pointer_to(ty), "what is expected");
                let builtin = Builtin::AtomicCompareExchange { order, failure, weak };
                self.builtin_of(builtin, vec![pointer, expected, desired], Type::Bool, span)
            }
            Operation::SyncBool | Operation::SyncValue => {
                let expected = self.assignable(next(), &ty, "what is expected");
                let desired = self.assignable(next(), &ty, "the atomic object");
                self.sync_compare(operation == Operation::SyncValue, pointer, expected, desired, span)
            }
            Operation::Fetch(update, scales) => {
                let operand = self.update_operand(next(), &ty, scales, span);
                self.builtin_of(Builtin::AtomicUpdate(update, order), vec![pointer, operand], ty, span)
            }
            Operation::UpdateFetch(update) => {
                let operand = self.update_operand(next(), &ty, false, span);
                self.update_fetch(update, order, pointer, operand, span)
            }
            Operation::TestAndSet => {
                let one = Expr { kind: ExprKind::Constant(1), ty: ty.clone(), span };
                let builtin = Builtin::AtomicUpdate(Update::Exchange, order);
                let old = self.builtin_of(builtin, vec![pointer, one], ty, span);
                self.convert(old, &Type::Bool)
            }
            Operation::Clear => {
                let zero = Expr { kind: ExprKind::Constant(0), ty, span };
                self.builtin_of(Builtin::AtomicStore(order), vec![pointer, zero], Type::Void, span)
            }
            Operation::Fence | Operation::SignalFence | Operation::LockFree => self.error_expr(span),
        }
    }

    /// The operand of a read-modify-write, in the object's type. C11 moves pointers by elements, GCC by bytes.
    fn update_operand(&mut self, value: Expr, ty: &Type, scales: bool, span: Span) -> Expr {
        match ty {
            Type::Pointer(inner) if is_integer(&value.ty) => {
                let scale = if scales { self.element_size(inner, span).unwrap_or(1) } else { 1 };
                let bytes = self.scaled(value, scale, &self.long(false));
                self.convert(bytes, ty)
            }
            _ => self.assignable(value, ty, "the atomic object"),
        }
    }

    /// The value that a pointer argument points to.
    fn load_through(&mut self, pointer: Expr, ty: &Type, span: Span) -> Expr {
        let pointer = self.assignable(pointer, &pointer_to(ty.clone()), "a pointer to the value");
        if special::is_error(&pointer.ty) {
            return pointer;
        }
        let place = Expr { kind: ExprKind::Dereference(Box::new(pointer)), ty: ty.clone(), span };
        self.rvalue(place)
    }

    /// `*pointer = value`, as a statement.
    fn store_through(&mut self, pointer: Expr, value: Expr, span: Span) -> Expr {
        let pointer = self.assignable(pointer, &pointer_to(value.ty.clone()), "a pointer to the value");
        if special::is_error(&pointer.ty) {
            return pointer;
        }
        let place = Expr { kind: ExprKind::Dereference(Box::new(pointer)), ty: value.ty.clone(), span };
        let assign = self.assign(place, value, span);
        Expr { kind: ExprKind::Convert(Box::new(assign)), ty: Type::Void, span }
    }

    /// `(e = expected, atomic_compare_exchange_strong(pointer, &e, desired))`, and `e` for the old value: it is
    /// overwritten by what was found, or was equal to it.
    fn sync_compare(&mut self, old: bool, pointer: Expr, expected: Expr, desired: Expr, span: Span) -> Expr {
        let ty = expected.ty.clone();
        // Between reads that nothing can come in between of no order is seen, and the place is known better without a variable.
        let values = vec![pointer, expected, desired];
        let (first, values) = match values.iter().all(is_read_alone) {
            true => (None, values),
            false => self.operands(values, span),
        };
        let Some([pointer, expected, desired]) = self.exactly(values, "__sync", span) else {
            return self.error_expr(span);
        };
        let variable = self.automatic("<expected>", ty.clone(), span);
        let set = self.set(variable, expected);
        let place = variable_expr(variable, &ty, span);
        let address = self.address_of(place, span);
        let builtin = Builtin::AtomicCompareExchange {
            order: Order::SequentiallyConsistent,
            failure: Order::SequentiallyConsistent,
            weak: false,
        };
        let swap = self.builtin_of(builtin, vec![pointer, address, desired], Type::Bool, span);
        let done = if old {
            let value = self.rvalue(variable_expr(variable, &ty, span));
            self.in_order(vec![set, swap], value, span)
        } else {
            self.in_order(vec![set], swap, span)
        };
        self.after_operands(first, done)
    }

    /// `(n = fetch(pointer, o = operand), n + o)`.
    fn update_fetch(&mut self, update: Update, order: Order, pointer: Expr, operand: Expr, span: Span) -> Expr {
        let ty = operand.ty.clone();
        let [found, variable] = ["<found>", "<operand>"].map(|it| self.automatic(it, ty.clone(), span));
        let operand = self.set(variable, operand);
        let again = self.rvalue(variable_expr(variable, &ty, span));
        let old = self.builtin_of(Builtin::AtomicUpdate(update, order), vec![pointer, operand], ty.clone(), span);
        let fetch = self.set(found, old);
        let old = self.rvalue(variable_expr(found, &ty, span));
        // In bits: no overflow is meant here.
        let word = match &ty {
            Type::Int { bits, .. } => Type::Int { bits: *bits, signed: false },
            Type::Bool => Type::Int { bits: 8, signed: false },
            _ => self.long(false),
        };
        let (old, again) = (Box::new(self.convert(old, &word)), Box::new(self.convert(again, &word)));
        let op = match update {
            Update::Add => BinaryOp::Add,
            Update::Subtract => BinaryOp::Subtract,
            Update::Or => BinaryOp::Or,
            Update::Xor => BinaryOp::Xor,
            Update::And | Update::Nand | Update::Exchange => BinaryOp::And,
            Update::AddIfFits | Update::SubtractIfFits => unreachable!("only models use them"),
        };
        let mut new = Expr { kind: ExprKind::Binary(op, old, again), ty: word.clone(), span };
        if update == Update::Nand {
            new = Expr { kind: ExprKind::Unary(UnaryOp::Complement, Box::new(new)), ty: word, span };
        }
        let new = self.convert(new, &ty);
        self.in_order(vec![fetch], new, span)
    }
}

fn variable_expr(variable: VariableId, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Variable(variable), ty: ty.clone(), span }
}

/// The order of a failed exchange where none is given.
fn failure_of(order: Order) -> Order {
    match order {
        Order::AcquireRelease => Order::Acquire,
        Order::Release => Order::Relaxed,
        order => order,
    }
}
