//! Library functions, by what they mean: functions of the runtime, or builtins of the compiler.

use super::body::{Body, is_aggregate};
use super::values::pointee;
use super::{Kind, quoted, types};
use crate::constant::{self, Constant};
use crate::layout;
use crate::lower::bits::pointer_alignment;
use crate::lower::wording;
use crate::tree::{Builtin, Expr, Type};
use ir::{Order, Update};
use source::Span;
use std::rc::Rc;

impl<'u> Body<'_, 'u> {
    /// Evaluates the arguments and does what the function does. `None` if its value is 0, or if it has none.
    pub(super) fn builtin(&mut self, expr: &'u Expr, builtin: Builtin, arguments: &'u [Expr]) -> Option<String> {
        let span = expr.span;
        match builtin {
            Builtin::ThreadCreate => self.thread_create(arguments, span),
            Builtin::ThreadJoin => self.thread_join(arguments, span),
            Builtin::ThreadExit => {
                let value = self.word(arguments, 0);
                let value = self.kept(&Type::Pointer(Rc::new(Type::Void)), &value, span);
                for &function in &self.unit.at_thread_exit {
                    let name = self.program.function(function);
                    self.say(span, &format!("{name}();"));
                }
                self.say(span, &format!("raddle_exit_thread({value});"));
            }
            Builtin::ThreadDetach => {
                let thread = self.word(arguments, 0);
                let point = self.point_always(span, Kind::Detach);
                self.say(span, &format!("raddle_detach({point}, (unsigned long){thread});"));
            }
            Builtin::ThreadSelf => {
                let point = self.point_always(span, Kind::CurrentThread);
                return Some(self.kept(&expr.ty, &format!("raddle_self({point})"), span));
            }
            Builtin::SameThread => {
                let (one, two) = (self.word(arguments, 0), self.word(arguments, 1));
                return Some(self.kept(&expr.ty, &format!("({one} == {two})"), span));
            }
            Builtin::MutexInit => {
                let mutex = self.word(arguments, 0);
                let kind = self.attribute(arguments.get(1), span);
                let point = self.point_always(span, Kind::InitMutex);
                self.say(span, &format!("raddle_init_mutex({point}, (raddle_mutex *){mutex}, {kind});"));
            }
            Builtin::MutexLock => return Some(self.mutex("raddle_lock", Kind::Lock, arguments, span)),
            Builtin::MutexUnlock => return Some(self.mutex("raddle_unlock", Kind::Unlock, arguments, span)),
            Builtin::MutexTryLock => return Some(self.mutex("raddle_trylock", Kind::TryLock, arguments, span)),
            Builtin::MutexDestroy => {
                let mutex = self.word(arguments, 0);
                let point = self.point_always(span, Kind::DestroyMutex);
                self.say(span, &format!("raddle_destroy_mutex({point}, (raddle_mutex *){mutex});"));
            }
            Builtin::Misuse => {
                let message = arguments.get(1).and_then(wording::literal).unwrap_or_default();
                self.fail(&message, span);
            }
            Builtin::Assert => {
                let condition = arguments.first().map(|it| self.value(it))?;
                let message = wording::failed_assertion(&self.unit.sources, span);
                self.say(span, &format!("if (!({condition})) {{"));
                self.fail(&message, span);
                self.say(Span::NONE, "}");
            }
            Builtin::AssertOrAbort => {
                let condition = arguments.first().map(|it| self.value(it))?;
                self.say(span, &format!("if (!({condition})) {{ raddle_end_process(); raddle_libc_abort(); }}"));
            }
            Builtin::Error => {
                arguments.iter().for_each(|it| self.effect(it));
                let message = wording::reached_error(&self.unit.sources, span);
                self.fail(&message, span);
            }
            Builtin::Assume => {
                let condition = arguments.first().map(|it| self.value(it))?;
                self.say(span, &format!("if (!({condition})) raddle_stop();"));
            }
            Builtin::Cut => self.say(span, "raddle_stop();"),
            Builtin::Exit => {
                let code = arguments.first().map_or("0".to_owned(), |it| self.value(it));
                self.say(span, &format!("raddle_end_process(); raddle_libc_exit((int){code});"));
            }
            Builtin::Nondet => {
                self.at(span, Kind::Choose);
                return Some(self.kept(&expr.ty, "raddle_input()", span));
            }
            Builtin::AtomicBegin => {
                let point = self.point_always(span, Kind::Section);
                self.say(span, &format!("raddle_begin({point});"));
            }
            Builtin::AtomicEnd => self.say(span, "raddle_end();"),
            Builtin::Malloc => {
                let size = self.word(arguments, 0);
                self.at(span, Kind::Allocate);
                return Some(self.kept(&expr.ty, &format!("raddle_libc_calloc(1, {size})"), span));
            }
            Builtin::Calloc => {
                let (count, size) = (self.word(arguments, 0), self.word(arguments, 1));
                self.at(span, Kind::Allocate);
                return Some(self.kept(&expr.ty, &format!("raddle_libc_calloc({count}, {size})"), span));
            }
            Builtin::Realloc => {
                let (pointer, size) = (self.word(arguments, 0), self.word(arguments, 1));
                self.at(span, Kind::Reallocate);
                return Some(self.kept(&expr.ty, &format!("raddle_libc_realloc((void *){pointer}, {size})"), span));
            }
            Builtin::Free => {
                let pointer = self.word(arguments, 0);
                self.at(span, Kind::Free);
                self.say(span, &format!("raddle_libc_free((void *){pointer});"));
            }
            Builtin::VariableArray | Builtin::Alloca => {
                let size = self.word(arguments, 0);
                self.at(span, Kind::Allocate);
                let made = self.kept(&expr.ty, &format!("__builtin_alloca({size})"), span);
                self.say(span, &format!("__builtin_memset((void *){made}, 0, {size});"));
                return Some(made);
            }
            Builtin::VariableArguments => return Some("raddle_arguments".to_owned()),
            Builtin::MemoryCopy { .. } => return self.memory_copy(expr, arguments),
            Builtin::MemorySet => return self.memory_set(expr, arguments),
            Builtin::AtomicLoad(order) => return self.atomic_load(arguments, order, span),
            Builtin::AtomicStore(order) => self.atomic_store(arguments, order, span),
            Builtin::AtomicInit => self.atomic_store(arguments, Order::NonAtomic, span),
            Builtin::AtomicUpdate(update, order) => return self.atomic_update(arguments, update, order, span),
            Builtin::AtomicCompareExchange { order, failure, weak } => {
                return self.compare_exchange(expr, arguments, (order, failure), weak);
            }
            Builtin::Fence(order) => {
                arguments.iter().for_each(|it| self.effect(it));
                self.at(span, Kind::Fence);
                self.say(span, &format!("__atomic_thread_fence({});", order_name(order)));
            }
            Builtin::Float(_) | Builtin::FloatAbsolute | Builtin::FloatRemainder => {
                return self.float(expr, builtin, arguments);
            }
            Builtin::Operands | Builtin::Ignore => arguments.iter().for_each(|it| self.effect(it)),
        }
        None
    }

    pub(super) fn fail(&mut self, message: &str, span: Span) {
        let file = self.unit.sources.get(span.file).map_or("?", |it| it.name.as_str());
        let (file, message) = (quoted(file), quoted(message));
        self.say(span, &format!("raddle_fail({file}, {}, {message});", span.line));
    }

    /// An argument; 0 where old-style code leaves it out.
    fn word(&mut self, arguments: &'u [Expr], index: usize) -> String {
        arguments.get(index).map_or_else(|| "0".to_owned(), |it| self.value(it))
    }

    fn mutex(&mut self, function: &str, kind: Kind, arguments: &'u [Expr], span: Span) -> String {
        let mutex = self.word(arguments, 0);
        let point = self.point_always(span, kind);
        let call = format!("{function}({point}, (raddle_mutex *){mutex})");
        self.kept(&Type::Int { bits: 32, signed: true }, &call, span)
    }

    /// The first word of an attribute object; 0 if there is none.
    fn attribute(&mut self, pointer: Option<&'u Expr>, span: Span) -> String {
        let Some(pointer) = pointer else { return "0".to_owned() };
        let address = self.value(pointer);
        let word = self.temporary(&Type::Int { bits: 32, signed: true });
        self.say(span, &format!("{word} = 0; if ({address}) {{"));
        self.at(span, Kind::Load);
        self.say(span, &format!("{word} = *(int *){address}; }}"));
        word
    }

    fn thread_create(&mut self, arguments: &'u [Expr], span: Span) {
        let handle = self.word(arguments, 0);
        let detached = self.attribute(arguments.get(1), span);
        let (function, argument) = (self.word(arguments, 2), self.word(arguments, 3));
        let point = self.point_always(span, Kind::Spawn);
        let word = Type::Int { bits: self.unit.model.pointer_bits(), signed: false };
        let made = format!("raddle_spawn({point}, (void *){function}, (void *){argument})");
        let made = self.kept(&word, &made, span);
        self.at(span, Kind::Store);
        let object = arguments.first().and_then(|it| pointee(&it.ty));
        let is_scalar = object.is_some_and(|it| !is_aggregate(it) && *it != Type::Void);
        let ty = object.filter(|_| is_scalar).map_or(&word, types::plain);
        let ty = types::declare(self.unit, &Type::Pointer(Rc::new(ty.clone())), "");
        self.say(span, &format!("*({ty}){handle} = {made};"));
        let point = self.point_always(span, Kind::Detach);
        self.say(span, &format!("if ({detached}) raddle_detach({point}, {made});"));
    }

    fn thread_join(&mut self, arguments: &'u [Expr], span: Span) {
        let (thread, target) = (self.word(arguments, 0), self.word(arguments, 1));
        let point = self.point_always(span, Kind::Join);
        let pointer = Type::Pointer(Rc::new(Type::Void));
        let result = self.kept(&pointer, &format!("raddle_join({point}, (unsigned long){thread})"), span);
        self.say(span, &format!("if ({target}) {{"));
        self.at(span, Kind::Store);
        self.say(span, &format!("*(void **){target} = {result}; }}"));
    }

    fn memory_copy(&mut self, expr: &'u Expr, arguments: &'u [Expr]) -> Option<String> {
        let ty = self.touched(arguments)?;
        let (first, second) = (arguments.first()?, arguments.get(1)?);
        let target = self.value(first);
        let target = self.kept(&first.ty, &target, expr.span);
        let source = self.value(second);
        let align = pointer_alignment(self.unit, first, &ty).min(pointer_alignment(self.unit, second, &ty));
        self.copy(&target, &source, &ty, align, expr.span);
        Some(target)
    }

    fn memory_set(&mut self, expr: &'u Expr, arguments: &'u [Expr]) -> Option<String> {
        let ty = self.touched(arguments)?;
        let first = arguments.first()?;
        let target = self.value(first);
        let target = self.kept(&first.ty, &target, expr.span);
        let byte = self.known(arguments.get(1)?)? & 0xff;
        self.set(&target, byte, &ty, pointer_alignment(self.unit, first, &ty), expr.span);
        Some(target)
    }

    /// What the target points to: one object, or so many as the size says.
    fn touched(&self, arguments: &'u [Expr]) -> Option<Type> {
        let object = pointee(&arguments.first()?.ty)?.clone();
        let bytes = layout::size(&object, &self.unit.records, self.unit.model)?;
        match u32::try_from(self.known(arguments.get(2)?)?).ok()?.checked_div(bytes)? {
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

    /// The type of an atomic object, and a pointer to it.
    fn atomic_object(&mut self, arguments: &'u [Expr]) -> Option<(&'u Type, String)> {
        let pointer = arguments.first()?;
        let object = types::plain(pointee(&pointer.ty)?);
        let value = self.value(pointer);
        let ty = types::declare(self.unit, &Type::Pointer(Rc::new(object.clone())), "");
        Some((object, format!("({ty}){value}")))
    }

    /// A further argument in a temporary of the object's type.
    fn operand(&mut self, arguments: &'u [Expr], index: usize, object: &Type) -> Option<String> {
        let argument = arguments.get(index)?;
        if is_aggregate(&argument.ty) {
            let source = self.aggregate(argument);
            let copy = self.temporary(object);
            self.copy(&format!("&{copy}"), &source, &argument.ty, self.alignment(argument), argument.span);
            return Some(copy);
        }
        let value = self.value(argument);
        Some(self.kept(object, &value, argument.span))
    }

    /// What an access to an atomic object is to the machine: one of 16 bytes is a section.
    pub(super) fn access_kind(&self, object: &Type, kind: Kind) -> Kind {
        if types::is_pair(self.unit, object) { Kind::Section } else { kind }
    }

    fn atomic_load(&mut self, arguments: &'u [Expr], order: Order, span: Span) -> Option<String> {
        let (object, pointer) = self.atomic_object(arguments)?;
        let result = self.temporary(object);
        self.at(span, self.access_kind(object, Kind::Load));
        if types::is_pair(self.unit, object) {
            self.say(span, &format!("RADDLE_WHOLE({result} = *{pointer});"));
            return Some(result);
        }
        self.say(span, &format!("__atomic_load({pointer}, &{result}, {});", load_order(order)));
        Some(result)
    }

    fn atomic_store(&mut self, arguments: &'u [Expr], order: Order, span: Span) {
        let Some((object, pointer)) = self.atomic_object(arguments) else { return };
        let Some(value) = self.operand(arguments, 1, object) else { return };
        match order {
            Order::NonAtomic if self.access_kind(object, Kind::Store) == Kind::Section => {
                self.at(span, Kind::Store);
                self.at(span, Kind::Store);
            }
            _ => self.at(span, self.access_kind(object, Kind::Store)),
        }
        match order {
            Order::NonAtomic => self.say(span, &format!("*{pointer} = {value};")),
            _ if types::is_pair(self.unit, object) => {
                self.say(span, &format!("RADDLE_WHOLE(*{pointer} = {value});"));
            }
            _ => self.say(span, &format!("__atomic_store({pointer}, &{value}, {});", store_order(order))),
        }
    }

    fn atomic_update(&mut self, arguments: &'u [Expr], update: Update, order: Order, span: Span) -> Option<String> {
        let (object, pointer) = self.atomic_object(arguments)?;
        let operand = self.operand(arguments, 1, object)?;
        let old = self.temporary(object);
        self.at(span, self.access_kind(object, Kind::Update));
        if types::is_pair(self.unit, object) {
            let new = match update {
                Update::Exchange => operand,
                Update::Add => format!("{old} + {operand}"),
                Update::Subtract => format!("{old} - {operand}"),
                Update::And => format!("{old} & {operand}"),
                Update::Or => format!("{old} | {operand}"),
                Update::Xor => format!("{old} ^ {operand}"),
                Update::Nand => format!("~({old} & {operand})"),
                Update::AddIfFits | Update::SubtractIfFits => unreachable!("only models use them"),
            };
            self.say(span, &format!("RADDLE_WHOLE({old} = *{pointer}; *{pointer} = {new});"));
            return Some(old);
        }
        let order = order_name(order);
        if update == Update::Exchange {
            self.say(span, &format!("__atomic_exchange({pointer}, &{operand}, &{old}, {order});"));
            return Some(old);
        }
        // On bits, whatever the object is: so an addition to a pointer is one of bytes.
        let bits = layout::size(object, &self.unit.records, self.unit.model).unwrap_or(4) * 8;
        let word = types::name(self.unit, &Type::Int { bits: bits as u8, signed: false });
        let call = match update {
            Update::Exchange => unreachable!("done above"),
            Update::Add => "__atomic_fetch_add",
            Update::Subtract => "__atomic_fetch_sub",
            Update::And => "__atomic_fetch_and",
            Update::Or => "__atomic_fetch_or",
            Update::Xor => "__atomic_fetch_xor",
            Update::Nand => "__atomic_fetch_nand",
            Update::AddIfFits | Update::SubtractIfFits => {
                let name = if update == Update::AddIfFits { "ADD" } else { "SUBTRACT" };
                let call = format!("RADDLE_{name}_IF_FITS({word}, {pointer}, {operand})");
                let cast = self.cast(object, &call);
                self.say(span, &format!("{old} = {cast};"));
                return Some(old);
            }
        };
        let cast = self.cast(object, &format!("{call}(({word} *){pointer}, ({word}){operand}, {order})"));
        self.say(span, &format!("{old} = {cast};"));
        Some(old)
    }

    /// Reads what is expected, exchanges, and if the object held something else writes that back.
    fn compare_exchange(
        &mut self,
        expr: &'u Expr,
        arguments: &'u [Expr],
        orders: (Order, Order),
        weak: bool,
    ) -> Option<String> {
        let span = expr.span;
        let (object, pointer) = self.atomic_object(arguments)?;
        let ty = types::declare(self.unit, &Type::Pointer(Rc::new(object.clone())), "");
        let place = self.value(arguments.get(1)?);
        let place = self.kept(&Type::Pointer(Rc::new(object.clone())), &place, span);
        let desired = self.operand(arguments, 2, object)?;
        let expected = self.temporary(object);
        self.take(&format!("&{expected}"), &format!("({ty}){place}"), object, span);
        let same = self.temporary(&expr.ty);
        let kind = self.access_kind(object, Kind::CompareExchange);
        let is_spurious = weak && kind != Kind::Section && self.program.point(span, Kind::Choose).is_some();
        if is_spurious {
            self.at(span, Kind::Choose);
            self.say(span, "if (raddle_input()) {");
            self.at(span, Kind::Load);
            self.say(span, &format!("{same} = 0; __atomic_load({pointer}, &{expected}, {});", load_order(orders.1)));
            self.say(span, "} else {");
        }
        self.at(span, kind);
        let (success, failure) = (order_name(orders.0), load_order(orders.1));
        let exchange = match types::is_pair(self.unit, object) {
            true => format!(
                "RADDLE_WHOLE({same} = !__builtin_memcmp({pointer}, &{expected}, 16); \
                 if ({same}) *{pointer} = {desired}; else {expected} = *{pointer});"
            ),
            false => format!(
                "{same} = __atomic_compare_exchange({pointer}, &{expected}, &{desired}, 0, {success}, {failure});"
            ),
        };
        self.say(span, &exchange);
        if is_spurious {
            self.say(span, "}");
        }
        self.say(span, &format!("if (!{same}) {{"));
        self.take(&format!("({ty}){place}"), &format!("&{expected}"), object, span);
        self.say(Span::NONE, "}");
        Some(same)
    }

    /// Copies an object between a temporary and a place.
    fn take(&mut self, to: &str, from: &str, object: &Type, span: Span) {
        if is_aggregate(object) {
            let align = layout::align(object, &self.unit.records, self.unit.model);
            return self.copy(to, from, object, align, span);
        }
        let kind = if to.starts_with('&') { Kind::Load } else { Kind::Store };
        self.at(span, kind);
        self.say(span, &format!("*({to}) = *({from});"));
    }

    fn float(&mut self, expr: &'u Expr, builtin: Builtin, arguments: &'u [Expr]) -> Option<String> {
        let values: Vec<String> = arguments.iter().map(|it| self.value(it)).collect();
        let suffix = match types::plain(&expr.ty) {
            Type::Float(crate::tree::Float::Single) => "f",
            _ => "",
        };
        let name = match builtin {
            Builtin::FloatAbsolute => "fabs",
            Builtin::FloatRemainder => "fmod",
            Builtin::Float(ir::Unary::FloatSquareRoot) => "sqrt",
            Builtin::Float(ir::Unary::FloatFloor) => "floor",
            Builtin::Float(ir::Unary::FloatCeiling) => "ceil",
            Builtin::Float(ir::Unary::FloatTruncate) => "trunc",
            Builtin::Float(ir::Unary::FloatRound) => "round",
            _ => "rint",
        };
        Some(self.kept(&expr.ty, &format!("__builtin_{name}{suffix}({})", values.join(", ")), expr.span))
    }
}

fn order_name(order: Order) -> &'static str {
    match order {
        Order::NonAtomic | Order::Relaxed | Order::Unset => "__ATOMIC_RELAXED",
        Order::Consume | Order::Acquire => "__ATOMIC_ACQUIRE",
        Order::Release => "__ATOMIC_RELEASE",
        Order::AcquireRelease => "__ATOMIC_ACQ_REL",
        Order::SequentiallyConsistent => "__ATOMIC_SEQ_CST",
    }
}

/// The order of a read; a compiler takes no releasing ones.
fn load_order(order: Order) -> &'static str {
    match order {
        Order::Release => "__ATOMIC_RELAXED",
        Order::AcquireRelease => "__ATOMIC_ACQUIRE",
        other => order_name(other),
    }
}

/// The order of a write; a compiler takes no acquiring ones.
fn store_order(order: Order) -> &'static str {
    match order {
        Order::Consume | Order::Acquire => "__ATOMIC_RELAXED",
        Order::AcquireRelease => "__ATOMIC_RELEASE",
        other => order_name(other),
    }
}
