//! More functions that are known by name: GCC's builtins that need their arguments' types, formatted input and output,
//! and the words of other verifiers. What each means is in `lookup`; the larger ones are in `formatted` and `overflow`.

use super::Sema;
use super::library::{Library, Nondet, Outcome as O, Parameter};
use super::special;
use super::types::{INT, is_integer, plain, pointer_to};
use crate::constant::Constant;
use crate::tree::{BinaryOp, Builtin as B, Element, Expr, ExprKind, Stmt, StmtKind, Type, VariableId};
use crate::{codes, models};
use source::Span;

/// What such a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Further {
    /// `scanf` and its kin; the format is at this place.
    Scan(usize),
    /// `sprintf`, or `snprintf` with a size.
    Print { sized: bool },
    /// `__builtin_add_overflow` and so on; `stores` unless it ends in `_p`.
    Overflow { op: BinaryOp, stores: bool },
    /// `__builtin_choose_expr(constant, one, other)`.
    ChooseExpr,
    /// `__builtin_object_size(pointer, kind)`: the size is not known.
    ObjectSize,
    /// `__builtin_unreachable()`: undefined behaviour.
    Unreachable,
    /// `__goblint_unknown(place)`: any value is stored there.
    Unknown,
    /// `rand_r(seed)`.
    RandomFrom,
}

/// What a name means, if it is one of these.
pub(super) fn lookup(name: &str) -> Option<Library> {
    use Parameter::{Scalar, Thread};
    let further = match name {
        "scanf" => Further::Scan(0),
        "fscanf" | "sscanf" => Further::Scan(1),
        "sprintf" | "__builtin_sprintf" => Further::Print { sized: false },
        "snprintf" | "__builtin_snprintf" => Further::Print { sized: true },
        "__builtin_add_overflow" => Further::Overflow { op: BinaryOp::Add, stores: true },
        "__builtin_sub_overflow" => Further::Overflow { op: BinaryOp::Subtract, stores: true },
        "__builtin_mul_overflow" => Further::Overflow { op: BinaryOp::Multiply, stores: true },
        "__builtin_add_overflow_p" => Further::Overflow { op: BinaryOp::Add, stores: false },
        "__builtin_sub_overflow_p" => Further::Overflow { op: BinaryOp::Subtract, stores: false },
        "__builtin_mul_overflow_p" => Further::Overflow { op: BinaryOp::Multiply, stores: false },
        "__builtin_choose_expr" => Further::ChooseExpr,
        "__builtin_object_size" | "__builtin_dynamic_object_size" => Further::ObjectSize,
        "__builtin_unreachable" => Further::Unreachable,
        "__goblint_unknown" => Further::Unknown,
        "rand_r" => Further::RandomFrom,
        "__VERIFIER_nondet_pointer" => return models::name(name).map(Library::Model),
        "__builtin_assume" => return Some(Library::Builtin(B::Assume, &[Scalar], O::Void)),
        "__goblint_assume_join" => return Some(Library::Builtin(B::ThreadJoin, &[Thread], O::Void)),
        "__CPROVER_fence" => return Some(Library::Builtin(FENCE, &[], O::Void)),
        "feof" | "ferror" => return Some(Library::Nondet(Nondet::Bool)),
        _ if IGNORED.contains(&name) => return Some(Library::Ignored),
        _ => return None,
    };
    Some(Library::Further(further))
}

const FENCE: B = B::Fence(ir::Order::SequentiallyConsistent);

/// Functions without an effect here: on files, on the machine, and notes for other verifiers.
const IGNORED: &[&str] = &[
    "fclose",
    "close",
    "fseek",
    "rewind",
    "clearerr",
    "remove",
    "unlink",
    "fsync",
    "putchar_unlocked",
    "syslog",
    "openlog",
    "closelog",
    "alarm",
    "madvise",
    "sched_setaffinity",
    "__builtin___clear_cache",
    "__builtin_assume_aligned",
    "__VERIFIER_loop_bound",
    "__ESBMC_yield",
    "__goblint_globalize",
];

impl Sema<'_> {
    pub(super) fn further(&mut self, further: Further, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        if values.iter().any(|it| special::is_error(&it.ty)) {
            return self.error_expr(span);
        }
        match further {
            Further::Scan(format) => self.scan(name, format, values, span),
            Further::Print { sized } => self.print_into(name, sized, values, span),
            Further::Overflow { op, stores } => self.overflow(op, stores, name, values, span),
            Further::ChooseExpr => {
                let Some([condition, one, other]) = self.exactly(values, name, span) else {
                    return self.error_expr(span);
                };
                match self.evaluate(&condition) {
                    Some(Constant::Int(0)) => other,
                    Some(_) => one,
                    None => {
                        self.error(codes::NOT_CONSTANT, condition.span, format!("`{name}` needs a constant"));
                        self.error_expr(span)
                    }
                }
            }
            Further::ObjectSize => {
                let kind = values.get(1).and_then(|it| self.integer(it)).unwrap_or(0);
                let ty = self.long(false);
                let unknown = if kind < 2 { crate::constant::cut(u64::MAX, &ty, self.model) } else { None };
                Expr { kind: ExprKind::Constant(unknown.unwrap_or(0)), ty, span }
            }
            Further::Unreachable => {
                self.approximate("a thread that reaches __builtin_unreachable stops there".to_owned());
                let never = Expr { kind: ExprKind::Constant(0), ty: INT, span };
                Expr { kind: ExprKind::Builtin(B::Assume, vec![never]), ty: Type::Void, span }
            }
            Further::Unknown => self.unknown(name, values, span),
            Further::RandomFrom => {
                let Some([seed]) = self.exactly(values, name, span) else { return self.error_expr(span) };
                let read = self.pointed_to(seed, span);
                let read = self.rvalue(read);
                let random = self.random(INT, span);
                self.in_order(vec![read], random, span)
            }
        }
    }

    fn unknown(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let Some([place]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let place = self.pointed_to(place, span);
        let ty = plain(&place.ty).clone();
        if !is_integer(&ty) {
            self.error(codes::NONDET_TYPE, span, format!("not supported: `{name}` of something that is no integer"));
            return self.error_expr(span);
        }
        let any = self.any(ty, span);
        self.assign(place, any, span)
    }

    /// Any value of a type.
    pub(super) fn any(&self, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(B::Nondet, Vec::new()), ty, span }
    }

    /// Any value from 0 to `RAND_MAX`.
    pub(super) fn random(&self, ty: Type, span: Span) -> Expr {
        let mask = Expr { kind: ExprKind::Constant(0x7fff_ffff), ty: INT, span };
        let any = Box::new(self.any(INT, span));
        let value = Expr { kind: ExprKind::Binary(BinaryOp::And, any, Box::new(mask)), ty: INT, span };
        self.convert(value, &ty)
    }

    /// What a pointer points to; an object of type `int` if that is not known.
    pub(super) fn pointed_to(&mut self, pointer: Expr, span: Span) -> Expr {
        let ty = match &pointer.ty {
            Type::Pointer(inner) if **inner != Type::Void => Type::clone(inner),
            _ => INT,
        };
        let pointer = self.convert(pointer, &pointer_to(ty.clone()));
        Expr { kind: ExprKind::Dereference(Box::new(pointer)), ty, span }
    }

    /// Evaluates all, and gives the last.
    pub(super) fn in_order(&self, first: Vec<Expr>, last: Expr, span: Span) -> Expr {
        first.into_iter().rev().fold(last, |rest, it| {
            let ty = rest.ty.clone();
            Expr { kind: ExprKind::Comma(Box::new(it), Box::new(rest)), ty, span }
        })
    }

    /// A new local with a value: the statement that declares it, and how to read it.
    pub(super) fn held(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> VariableId {
        let span = value.span;
        let variable = self.automatic(name, value.ty.clone(), span);
        let init = vec![Element { offset: 0, bits: None, value }];
        out.push(Stmt { kind: StmtKind::Declare { variable, init, zeroed: false }, span });
        variable
    }

    /// The variable itself.
    pub(super) fn place(&self, variable: VariableId, span: Span) -> Expr {
        let ty = self.variables[variable.0 as usize].ty.clone();
        Expr { kind: ExprKind::Variable(variable), ty, span }
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, variable: VariableId, span: Span) -> Expr {
        let place = self.place(variable, span);
        self.rvalue(place)
    }

    /// A call of a model by its name in the models' text.
    pub(super) fn model_call(&mut self, model: Option<&str>, values: Vec<Expr>, span: Span) -> Expr {
        match model.filter(|it| self.known.contains_key(*it)) {
            Some(model) => {
                let callee = self.function_expr(model, span);
                self.call_with(callee, values, span)
            }
            None => {
                self.error(codes::LIBRARY, span, "not supported yet: this function in this place");
                self.error_expr(span)
            }
        }
    }
}
