//! Calls: of functions of the program, and of those that are known by name.

use super::Sema;
use super::library::{self, Library, Missing, Nondet, Outcome, Parameter};
use super::scope::Entity;
use super::special;
use super::types::{INT, is_arithmetic, is_integer, is_scalar, plain, pointer_to, storable};
use crate::constant::{self, Constant};
use crate::tree::{Builtin, Element, Expr, ExprKind, Float, Signature, Stmt, StmtKind, Type, VariableId, Wait};
use crate::{codes, models};
use ir::{Cause, Tolerance};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

impl<'a> Sema<'a> {
    pub(super) fn call(&mut self, node: &'a Node<CallExpression>, span: Span) -> Expr {
        let CallExpression { callee, arguments } = &node.node;
        let Expression::Identifier(identifier) = &callee.node else {
            let callee = self.expr(callee);
            return self.call_of(callee, arguments, span);
        };
        let name = self.name(identifier);
        let at = self.span(identifier.span);
        let declared = match self.lookup(&name) {
            None if matches!(&*name, "asm" | "__asm__" | "__asm") => return self.assembly_call(arguments, span),
            None => false,
            Some(Entity::Function) => true,
            Some(_) => {
                let callee = self.expr(callee);
                return self.call_of(callee, arguments, span);
            }
        };
        let key = self.key(&name);
        let has_body = self.known.get(&key).is_some_and(|it| it.definition.is_some());
        let by_name = !has_body || self.disregards_body(&name);
        if let Some(failing) = self.failing(&name).filter(|_| by_name) {
            let callee = self.function_expr(failing, at);
            return self.call_of(callee, arguments, span);
        }
        if let Some(known) = library::lookup(&name).filter(|_| by_name) {
            return self.library_call(known, &name, arguments, at, span);
        }
        if !declared && !self.is_in_this_file(&key) {
            if !models::is_model(&name) {
                self.warning(codes::IMPLICIT_FUNCTION, at, format!("`{name}` is called and not declared"));
            }
            if !has_body {
                let signature = Signature::new(INT, Vec::new(), true);
                self.declare_function(&key, Rc::new(signature), at);
            }
        }
        if !has_body && self.body.is_some() && !self.accepts_external(&name, at) {
            for argument in arguments {
                self.value(argument);
            }
            return self.error_expr(span);
        }
        self.note_model(&name);
        let callee = self.function_expr(&name, at);
        let call = self.call_of(callee, arguments, span);
        if has_body { call } else { self.external_call(call) }
    }

    /// The model to which a call of the program is led if the function may fail. Models do not make use of that.
    fn failing(&self, name: &str) -> Option<&'static str> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let is_asked = self.may_fail.iter().any(|it| it == plain);
        let is_own = self.body.as_ref().is_none_or(|it| !it.is_model);
        models::failing(name).filter(|it| is_asked && is_own && self.known.contains_key(*it))
    }

    /// `asm("…")`, which the parser takes for a call.
    fn assembly_call(&mut self, arguments: &'a [Node<Expression>], span: Span) -> Expr {
        let template = match arguments {
            [only] => match &only.node {
                Expression::StringLiteral(pieces) => {
                    let text: String = pieces.node.iter().map(|it| it.trim_matches('"')).collect();
                    Some(text.replace("\\n", "\n").replace("\\t", " "))
                }
                _ => None,
            },
            _ => None,
        };
        // What is no template is no assembly that is known.
        let values = self.assembly_of(template.as_deref().unwrap_or("?"), false, span);
        let nothing = Expr { kind: ExprKind::Builtin(Builtin::Ignore, Vec::new()), ty: Type::Void, span };
        self.in_order(values, nothing, span)
    }

    fn call_of(&mut self, callee: Expr, nodes: &'a [Node<Expression>], span: Span) -> Expr {
        let values = nodes.iter().map(|it| self.value(it)).collect();
        self.call_with(callee, values, span)
    }

    pub(super) fn call_with(&mut self, callee: Expr, values: Vec<Expr>, span: Span) -> Expr {
        let signature = match plain(&callee.ty) {
            Type::Function(signature) => Some(signature.clone()),
            Type::Pointer(inner) => match &**inner {
                Type::Function(signature) => Some(signature.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(signature) = signature else {
            if !special::is_error(&callee.ty) {
                let message = format!("{} cannot be called", self.describe(&callee.ty));
                self.error(codes::NOT_A_FUNCTION, callee.span, message);
            }
            return self.error_expr(span);
        };
        let direct = matches!(callee.kind, ExprKind::Function(_));
        let old_style = match &callee.kind {
            ExprKind::Function(id) => self.is_old_style(&self.function_keys[id.0 as usize]),
            _ => false,
        };
        let callee = if direct { callee } else { self.rvalue(callee) };
        let (arguments, dropped) = self.arguments(&signature, values, direct, old_style, span);
        if let Some((code, message)) = special::unsupported(&signature.result) {
            self.error(code, span, message);
            return self.error_expr(span);
        }
        let ty = signature.result.clone();
        self.note_long_double(&ty);
        let kind = ExprKind::Call { callee: Box::new(callee), arguments };
        let call = Expr { kind, ty: plain(&ty).clone(), span };
        // What the function cannot look at is worked out all the same.
        dropped.into_iter().rev().fold(call, |call, value| {
            let ty = call.ty.clone();
            Expr { kind: ExprKind::Comma(Box::new(value), Box::new(call)), ty, span }
        })
    }

    /// Converts the arguments of a call. Those that a known function has no parameter for are returned apart.
    fn arguments(
        &mut self,
        signature: &Signature,
        values: Vec<Expr>,
        direct: bool,
        old_style: bool,
        span: Span,
    ) -> (Vec<Expr>, Vec<Expr>) {
        let (wanted, given) = (signature.parameters.len(), values.len());
        if given != wanted && old_style {
            let message = format!("{given} arguments are given to {wanted} parameters");
            self.warning(codes::EXTRA_ARGUMENTS, span, message);
        } else if given < wanted || (given > wanted && !signature.variadic) {
            self.error(codes::ARGUMENT_COUNT, span, format!("{given} arguments are given to {wanted} parameters"));
        }
        let (mut arguments, mut dropped) = (Vec::new(), Vec::new());
        for (index, value) in values.into_iter().enumerate() {
            match signature.parameters.get(index) {
                Some(ty) => arguments.push(self.assignable(value, ty, &format!("parameter {}", index + 1))),
                None if signature.takes_more() => arguments.push(self.variable_argument(value)),
                None if direct => {
                    if !matches!(value.kind, ExprKind::Decay(_)) && self.evaluate(&value).is_none() {
                        dropped.push(value);
                    }
                }
                None => arguments.push(self.promote_argument(value)),
            }
        }
        for ty in signature.parameters.iter().skip(given) {
            let zero = Expr { kind: ExprKind::Constant(0), ty: INT, span };
            arguments.push(self.convert(zero, ty));
        }
        (arguments, dropped)
    }

    /// An argument that no parameter says the type of.
    fn variable_argument(&mut self, value: Expr) -> Expr {
        if value.ty == Type::Void {
            self.error(codes::CANNOT_CONVERT, value.span, "an argument must have a value");
            return self.error_expr(value.span);
        }
        let value = self.promote_argument(value);
        let ty = storable(value.ty.clone());
        self.convert(value, &ty)
    }

    /// Whether a body that the program gives to this function does not count.
    pub(super) fn disregards_body(&self, name: &str) -> bool {
        let is_own = self.only_reach_error && name == "__VERIFIER_assert";
        !is_own && library::disregards_body(name)
    }

    fn library_call(
        &mut self,
        known: Library,
        name: &str,
        nodes: &'a [Node<Expression>],
        at: Span,
        span: Span,
    ) -> Expr {
        if known == Library::Error && self.only_reach_error && name.starts_with("__assert") {
            return Expr { kind: ExprKind::Builtin(Builtin::Exit, Vec::new()), ty: Type::Void, span };
        }
        if known == Library::Error {
            return Expr { kind: ExprKind::Builtin(Builtin::Error, Vec::new()), ty: Type::Void, span };
        }
        if let Library::VaList(call) = known {
            return self.va_call(call, name, nodes, span);
        }
        let values: Vec<Expr> = nodes.iter().map(|it| self.value(it)).collect();
        self.here = span;
        self.note_success(name);
        match known {
            Library::Builtin(Builtin::Assert, parameters, outcome) if self.only_reach_error => {
                self.builtin(Builtin::AssertOrAbort, parameters, outcome, name, values, span)
            }
            Library::Builtin(builtin, parameters, outcome) => {
                self.builtin(builtin, parameters, outcome, name, values, span)
            }
            Library::Ignored => {
                let values = match name {
                    "printf" | "__builtin_printf" => self.count_printed(name, 0, values, span),
                    "fprintf" | "dprintf" => self.count_printed(name, 1, values, span),
                    _ => Err(values),
                };
                let values = match values {
                    Ok(counted) => return counted,
                    Err(values) => values,
                };
                self.approximate(format!("{name} has no effect"));
                let ty = match self.known.get(name).map(|it| it.signature.result.clone()) {
                    Some(ty) if ty == Type::Void || is_scalar(&ty) => ty,
                    _ => INT,
                };
                let values = values.into_iter().map(|it| self.promote_argument(it)).collect();
                match name {
                    "nanosleep" | "thrd_sleep" => self.with_time(0, values, ty, span),
                    "clock_nanosleep" => self.with_time(2, values, ty, span),
                    _ => self.printed(name, values, ty, span),
                }
            }
            Library::Nondet(nondet) => self.nondet(nondet, name, values, span),
            Library::Atomic => self.atomic_call(name, values, span),
            Library::Random => {
                let ty = if name == "random" { self.long(true) } else { INT };
                self.random(ty, span)
            }
            Library::Further(further) => self.further(further, name, values, span),
            Library::ThreadEqual => {
                let Some([left, right]) = self.exactly(values, name, span) else { return self.error_expr(span) };
                let thread = self.long(false);
                let left = Box::new(self.assignable(left, &thread, "a thread"));
                let right = Box::new(self.assignable(right, &thread, "a thread"));
                let kind = ExprKind::Builtin(Builtin::SameThread, vec![*left, *right]);
                Expr { kind, ty: INT, span }
            }
            Library::Aligned => self.aligned(name, values, span),
            Library::AlignedInto => self.aligned_into(name, values, span),
            Library::Model(model) => {
                let (name, model) = self.may_overlap(name, model, span);
                let values = match self.memory_call(name, values, span) {
                    Ok(call) => return call,
                    Err(values) => values,
                };
                if let Some(note) = models::note(name) {
                    self.approximate(note.to_owned());
                }
                if !self.known.contains_key(model) {
                    self.error(codes::LIBRARY, span, format!("not supported yet: `{name}` in this place"));
                    return self.error_expr(span);
                }
                self.note_model(model);
                let callee = self.function_expr(model, at);
                self.call_with(callee, values, span)
            }
            Library::First => {
                let (first, values) = match values.iter().skip(1).all(|it| self.is_fixed(it)) {
                    true => (None, values),
                    false => self.operands(values, span),
                };
                let done = match values.into_iter().next() {
                    Some(value) if is_integer(&value.ty) || matches!(value.ty, Type::Pointer(_)) => {
                        Expr { span, ..self.convert(value, &self.long(true)) }
                    }
                    Some(value) if special::is_error(&value.ty) => self.error_expr(span),
                    _ => {
                        self.error(codes::BAD_OPERANDS, span, format!("`{name}` needs a number"));
                        self.error_expr(span)
                    }
                };
                self.after_operands(first, done)
            }
            Library::MutexKinds => Expr { kind: ExprKind::Constant(u64::from(self.mutex_kinds)), ty: INT, span },
            Library::FloatConstant(float, nan) => {
                let value = if nan { f64::NAN } else { f64::INFINITY };
                let kind = ExprKind::Constant(ir::float::bits(float.width(), value));
                Expr { kind, ty: Type::Float(float), span }
            }
            Library::Float(builtin, float) => self.float_call(builtin, float, name, values, span),
            Library::Zero => Expr { kind: ExprKind::Constant(0), ty: INT, span },
            Library::Alloca => self.alloca(name, values, span),
            Library::Error | Library::VaList(_) => self.error_expr(span),
            Library::Unsupported(missing) => {
                let (code, what) = match missing {
                    Missing::Library => (codes::LIBRARY, format!("`{name}`")),
                    Missing::Setjmp => (codes::SETJMP, format!("`{name}`")),
                    Missing::Variadic => (codes::VARIADIC, format!("`{name}`")),
                };
                self.error(code, span, format!("not supported yet: {what}"));
                self.error_expr(span)
            }
        }
    }

    /// Notes that a function which the program calls may fail, and does not.
    fn note_success(&mut self, name: &str) {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let is_own = self.body.as_ref().is_some_and(|it| !it.is_model);
        if is_own && models::failing(plain).is_some() && !self.may_fail.iter().any(|it| it == plain) {
            self.never_fails.insert(plain.to_owned());
        }
    }

    /// Where a copy to memory that overlaps is let pass, it is one that may.
    fn may_overlap<'n>(&mut self, name: &'n str, model: &'static str, span: Span) -> (&'n str, &'static str) {
        let is_copy = name.strip_prefix("__builtin_").unwrap_or(name) == "memcpy";
        if !is_copy || !self.allowed.is_let_pass(Tolerance::Overlap, span, self.lines.sources()) {
            return (name, model);
        }
        self.passed.push((Tolerance::Overlap, span));
        ("memmove", models::name("memmove").unwrap_or(model))
    }

    /// Some models change what happens elsewhere.
    pub(super) fn note_model(&mut self, model: &str) {
        match model {
            "__raddle_pthread_key_create" => {
                self.runner = self.function_id("__raddle__run_thread");
                self.at_thread_exit("__raddle__end_thread");
            }
            "__raddle_pthread_cond_wait" => {
                self.add_wait(model, "__raddle__pthread_cond_wait_spurious", Cause::Wait);
            }
            "__raddle_pthread_cond_timedwait" => {
                self.add_wait(model, "__raddle__pthread_cond_timedwait_spurious", Cause::TimedWait);
            }
            "__raddle__cleanup_push" => self.at_thread_exit("__raddle__run_cleanups"),
            "__raddle_pthread_mutexattr_settype" | "__raddle_mtx_init" => self.mutex_kinds = true,
            _ => {}
        }
    }

    /// Remembers what a wait does that ends for no reason.
    fn add_wait(&mut self, model: &str, spurious: &str, cause: Cause) {
        if self.no_spurious {
            return self.approximate("no thread wakes up for no reason (--no-spurious)".to_owned());
        }
        let (Some(function), Some(spurious)) = (self.function_id(model), self.function_id(spurious)) else { return };
        if self.waits.iter().all(|it| it.function != function) {
            self.waits.push(Wait { function, spurious, cause });
        }
    }

    fn at_thread_exit(&mut self, model: &str) {
        let Some(id) = self.function_id(model).filter(|it| !self.at_thread_exit.contains(it)) else { return };
        // Handlers come before destructors.
        let first = model == "__raddle__run_cleanups";
        self.at_thread_exit.insert(if first { 0 } else { self.at_thread_exit.len() }, id);
    }

    /// A function of `math.h` that is an operator.
    fn float_call(&mut self, builtin: Builtin, float: Float, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let ty = Type::Float(float);
        let wanted = if builtin == Builtin::FloatRemainder { 2 } else { 1 };
        if values.len() != wanted {
            let message = format!("`{name}` takes {wanted} arguments, not {}", values.len());
            self.error(codes::ARGUMENT_COUNT, span, message);
            return self.error_expr(span);
        }
        let what = format!("the parameter of `{name}`");
        let values = values.into_iter().map(|it| self.assignable(it, &ty, &what)).collect();
        Expr { kind: ExprKind::Builtin(builtin, values), ty, span }
    }

    /// The arguments, if there are exactly so many; reported if not.
    pub(super) fn exactly<const N: usize>(&mut self, values: Vec<Expr>, name: &str, span: Span) -> Option<[Expr; N]> {
        let given = values.len();
        let found: Option<[Expr; N]> = values.try_into().ok();
        if found.is_none() {
            self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` takes {N} arguments, not {given}"));
        }
        found
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        parameters: &[Parameter],
        outcome: Outcome,
        name: &str,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let given = values.len();
        if given < parameters.len() {
            let wanted = parameters.len();
            self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` takes {wanted} arguments, not {given}"));
            return self.error_expr(span);
        }
        let mut values = values;
        let mut first = None;
        if values.iter().skip(parameters.len()).any(|it| !self.is_fixed(it)) {
            // What the function has no parameter for is evaluated all the same.
            (first, values) = self.operands(values, span);
        }
        let mut arguments = Vec::new();
        for (index, (value, parameter)) in values.into_iter().zip(parameters).enumerate() {
            let what = format!("parameter {} of `{name}`", index + 1);
            arguments.push(match self.parameter_type(*parameter) {
                Some(ty) => self.assignable(value, &ty, &what),
                None if self.is_scalar_value(&value) => value,
                None => {
                    self.error(codes::CANNOT_CONVERT, value.span, format!("{what} must be a number or a pointer"));
                    self.error_expr(span)
                }
            });
        }
        let ty = match outcome {
            Outcome::Void => Type::Void,
            Outcome::Int => INT,
            Outcome::Unsigned => Type::Int { bits: 32, signed: false },
            Outcome::Thread => self.long(false),
            Outcome::Pointer => pointer_to(Type::Void),
        };
        self.after_operands(first, Expr { kind: ExprKind::Builtin(builtin, arguments), ty, span })
    }

    fn parameter_type(&self, parameter: Parameter) -> Option<Type> {
        let void = || pointer_to(Type::Void);
        Some(match parameter {
            Parameter::Handle => pointer_to(self.long(false)),
            Parameter::Thread | Parameter::Size => self.long(false),
            Parameter::Pointer => void(),
            Parameter::PointerPointer => pointer_to(void()),
            Parameter::Routine => {
                let signature = Signature::new(void(), vec![void()], false);
                pointer_to(Type::Function(Rc::new(signature)))
            }
            Parameter::Mutex => pointer_to(Type::Mutex),
            Parameter::Counter => pointer_to(Type::Int { bits: 32, signed: false }),
            Parameter::Int => INT,
            Parameter::Scalar => return None,
        })
    }

    /// Any value of the type that the name says; where the program declares another type of numbers, of that.
    fn nondet(&mut self, nondet: Nondet, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let of_verifier = name.contains("nondet_");
        let has_file = matches!(name, "feof" | "ferror");
        let stores = !has_file && values.first().is_some_and(|it| self.evaluate(it) != Some(Constant::Int(0)));
        if stores && !of_verifier {
            self.error(codes::LIBRARY, span, format!("not supported yet: `{name}` with a place for the result"));
            return self.error_expr(span);
        }
        let (first, _) = self.operands(values, span);
        let value = self.chosen(nondet, name, of_verifier, span);
        self.after_operands(first, value)
    }

    fn chosen(&mut self, nondet: Nondet, name: &str, of_verifier: bool, span: Span) -> Expr {
        let declared = self.known.get(name).map(|it| it.signature.result.clone());
        let declared = declared.filter(|it| is_arithmetic(it) && !constant::is_wide(it));
        let any = |ty: Type| Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty, span };
        if !of_verifier {
            self.approximate(format!("{name} may give any value"));
        }
        match (nondet, declared) {
            (Nondet::Bool, Some(ty)) => self.convert(any(Type::Bool), &ty),
            (Nondet::Bool, None) => any(Type::Bool),
            (_, Some(ty)) => any(ty),
            (Nondet::Int(0, signed), None) => any(self.long(signed)),
            (Nondet::Int(bits, signed), None) => any(Type::Int { bits, signed }),
            (Nondet::Float(float), None) => any(Type::Float(float)),
            (Nondet::Unsupported, None) => {
                self.error(codes::NONDET_TYPE, span, format!("not supported: `{name}`, a value that is no integer"));
                self.error_expr(span)
            }
        }
    }

    /// A new local that holds a value, for values that are needed twice.
    pub(super) fn temporary(&mut self, name: &str, value: Expr) -> (VariableId, Stmt) {
        let span = value.span;
        let variable = self.automatic(name, value.ty.clone(), span);
        let init = vec![Element { offset: 0, bits: None, value }];
        (variable, Stmt { kind: StmtKind::Declare { variable, init, zeroed: false }, span })
    }
}
