//! Conversions: lvalues to values, promotions, the usual arithmetic conversions, and as if by assignment.
//!
//! Widths decide, not ranks: where `long` is as wide as `int` (or as `long long`) the standard's ranks give types of
//! equal width and sign.

use super::types::{INT, is_arithmetic, is_integer, is_scalar, plain, pointer_to};
use super::{Sema, files, library, special};
use crate::constant::{self, Constant};
use crate::tree::{Expr, ExprKind, Float, Type};
use crate::{codes, tree};
use lang_c::ast::Expression;
use lang_c::span::Node;
use source::Span;

/// Whether an expression denotes an object.
pub(super) fn is_lvalue(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::String(_) | ExprKind::Variable(_) | ExprKind::Dereference(_) | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Member(record, _) | ExprKind::BitField(record, _) => is_lvalue(record),
        _ => false,
    }
}

impl<'a> Sema<'a> {
    /// Stands for what was reported.
    pub(super) fn error_expr(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(0), ty: special::ERROR, span }
    }

    /// The value of an expression of the program.
    pub(super) fn value(&mut self, node: &'a Node<Expression>) -> Expr {
        let expr = self.expr(node);
        self.rvalue(expr)
    }

    /// The value of a typed expression: objects are read, arrays and functions become pointers.
    pub(super) fn rvalue(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        if special::is_error(&expr.ty) {
            return self.error_expr(span);
        }
        if let Type::Function(_) = expr.ty {
            return self.function_value(expr);
        }
        if let Type::Array(element, _) | Type::VariableArray(element, _) = &expr.ty {
            let ty = Type::Pointer(element.clone());
            self.mark_addressed(&expr);
            return Expr { kind: ExprKind::Decay(Box::new(expr)), ty, span };
        }
        if let Some((code, message)) = special::unsupported(&expr.ty) {
            self.error(code, span, message);
            return self.error_expr(span);
        }
        if let ExprKind::BitField(_, bits) = expr.kind {
            let ty = bits.value_type(&expr.ty);
            return Expr { kind: ExprKind::Load(Box::new(expr)), ty, span };
        }
        let ty = plain(&expr.ty).clone();
        if !is_lvalue(&expr) {
            return Expr { ty, ..expr };
        }
        match &ty {
            Type::Void => {
                self.error(codes::BAD_OPERANDS, span, "a pointer to void has nothing to read");
                self.error_expr(span)
            }
            // Copying a mutex is undefined; giving one its first value by a literal is not.
            ty if self.holds_opaque(ty) && !matches!(expr.kind, ExprKind::CompoundLiteral(..)) => {
                self.error(codes::OPAQUE_COPY, span, "not supported: an object of the library is copied");
                self.error_expr(span)
            }
            Type::Record(_) if self.size(&ty).is_none() => {
                self.error(codes::INCOMPLETE, span, "the type of this is not complete");
                self.error_expr(span)
            }
            _ => {
                self.use_type(&ty);
                self.note_long_double(&ty);
                Expr { kind: ExprKind::Load(Box::new(expr)), ty, span }
            }
        }
    }

    /// A function that is not called becomes its address. It must be one of the program.
    fn function_value(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        match expr.kind {
            ExprKind::Dereference(pointer) => Expr { span, ..*pointer },
            ExprKind::Function(id) => {
                let key = self.function_keys[id.0 as usize].clone();
                if self.body.is_none() {
                    // It may be defined further down.
                    self.mentioned.push((key, span));
                } else if !self.check_defined(&key, span) {
                    return self.error_expr(span);
                }
                let ty = pointer_to(expr.ty.clone());
                Expr { kind: ExprKind::AddressOf(Box::new(expr)), ty, span }
            }
            _ => {
                let ty = pointer_to(expr.ty.clone());
                Expr { kind: ExprKind::AddressOf(Box::new(expr)), ty, span }
            }
        }
    }

    /// Whether a function that is used as a value has a body; reported if not.
    pub(super) fn check_defined(&mut self, key: &str, span: Span) -> bool {
        if self.known.get(key).is_some_and(|it| it.definition.is_some()) {
            return true;
        }
        let name = files::name(key);
        if library::is_known(name) {
            let message = format!("not supported yet: the library function `{name}` as a value");
            self.error(codes::LIBRARY_VALUE, span, message);
            return false;
        }
        // Who does not call it need not know what it does.
        true
    }

    /// Notes that the variable in an lvalue needs memory.
    pub(super) fn mark_addressed(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(id) | ExprKind::CompoundLiteral(id, _) => {
                self.variables[id.0 as usize].addressed = true;
            }
            ExprKind::Member(record, _) | ExprKind::BitField(record, _) => self.mark_addressed(record),
            _ => {}
        }
    }

    /// Converts a value. Constants are converted here and now.
    pub(super) fn convert(&self, value: Expr, to: &Type) -> Expr {
        let to = plain(to);
        if value.ty == *to || special::is_error(&value.ty) {
            return value;
        }
        let span = value.span;
        if let Some(bits) = self.converted_constant(&value, to) {
            return Expr { kind: ExprKind::Constant(bits), ty: to.clone(), span };
        }
        Expr { kind: ExprKind::Convert(Box::new(value)), ty: to.clone(), span }
    }

    fn converted_constant(&self, value: &Expr, to: &Type) -> Option<u64> {
        let ExprKind::Constant(bits) = value.kind else { return None };
        match (to, &value.ty) {
            (Type::Bool, Type::Float(float)) => Some(u64::from(ir::float::number(float.width(), bits) != 0.0)),
            (Type::Bool, _) => Some(u64::from(bits != 0)),
            (to, from) => constant::convert_bits(bits, from, to, self.model),
        }
    }

    /// Says that `long double` is computed as `double`, if this is it.
    pub(super) fn note_long_double(&mut self, ty: &Type) {
        if matches!(plain(ty), Type::Float(Float::Long)) {
            self.approximate("long double has the precision and range of double".to_owned());
        }
    }

    /// Integer promotion.
    pub(super) fn promote(&self, value: Expr) -> Expr {
        match value.ty {
            Type::Bool | Type::Int { bits: ..=31, .. } => self.convert(value, &INT),
            _ => value,
        }
    }

    /// The default promotions of an argument that no parameter says the type of.
    pub(super) fn promote_argument(&self, value: Expr) -> Expr {
        match value.ty {
            Type::Float(Float::Single) => self.convert(value, &Type::Float(Float::Double)),
            _ => self.promote(value),
        }
    }

    /// The common type of two numbers.
    pub(super) fn common(&self, left: &Type, right: &Type) -> Type {
        match (left, right) {
            (Type::Float(a), Type::Float(b)) => return Type::Float(*a.max(b)),
            (Type::Float(float), _) | (_, Type::Float(float)) => return Type::Float(*float),
            _ => {}
        }
        let promoted = |ty: &Type| match ty {
            Type::Int { bits, signed } if *bits >= 32 => (*bits, *signed),
            _ => (32, true),
        };
        let (a, b) = (promoted(left), promoted(right));
        let (bits, signed) = match a.0.cmp(&b.0) {
            std::cmp::Ordering::Equal => (a.0, a.1 && b.1),
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
        };
        Type::Int { bits, signed }
    }

    /// An index: one of 128 bits is as good as its lower half, for no object is that large.
    pub(super) fn index_of(&self, value: Expr) -> Expr {
        if constant::is_wide(&value.ty) { self.convert(value, &self.long(true)) } else { self.promote(value) }
    }

    /// A null pointer constant: an integer constant 0, or that cast to `void *`.
    pub(super) fn is_null(&self, value: &Expr) -> bool {
        match &value.ty {
            ty if is_integer(ty) => matches!(self.evaluate(value), Some(Constant::Int(0) | Constant::Wide(0))),
            Type::Pointer(inner) if **inner == Type::Void => matches!(value.kind, ExprKind::Constant(0)),
            _ => false,
        }
    }

    /// Converts as if by assignment, with a warning where compilers only warn. `what` gets the value.
    pub(super) fn assignable(&mut self, value: Expr, to: &Type, what: &str) -> Expr {
        let to = plain(to);
        let span = value.span;
        if special::is_error(&value.ty) || special::is_error(to) {
            return self.error_expr(span);
        }
        if let Some((code, message)) = special::unsupported(to) {
            self.error(code, span, message);
            return self.error_expr(span);
        }
        self.note_long_double(to);
        let fits = match (&value.ty, to) {
            (from, to) if is_arithmetic(from) && is_arithmetic(to) => true,
            (Type::Pointer(_), Type::Bool) => true,
            (Type::Pointer(from), Type::Pointer(into)) => {
                if !self.alike(from, into) && !self.is_null(&value) {
                    let message = format!("{what} is a pointer to another type");
                    self.warning(codes::POINTER_TYPES, span, message);
                }
                true
            }
            (from, Type::Pointer(_)) if is_integer(from) => {
                if !self.is_null(&value) {
                    self.warning(codes::INT_POINTER, span, format!("{what} is a pointer and the value a number"));
                }
                true
            }
            (Type::Pointer(_), to) if is_integer(to) => {
                self.warning(codes::INT_POINTER, span, format!("{what} is a number and the value a pointer"));
                true
            }
            (from, to) => self.is_same(from, to) && !matches!(to, Type::Void),
        };
        if fits {
            return self.convert(value, to);
        }
        let message = format!("{what} has type {}, the value {}", self.describe(to), self.describe(&value.ty));
        self.error(codes::CANNOT_CONVERT, span, message);
        self.error_expr(span)
    }

    /// Whether pointers to these may be mixed without a word: one is `void`, or they are the same up to the sign.
    pub(super) fn alike(&self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Void, _) | (_, Type::Void) => true,
            (Type::Int { bits: a, .. }, Type::Int { bits: b, .. }) => a == b,
            (Type::Pointer(a), Type::Pointer(b)) => self.alike(a, b),
            (Type::Array(a, _) | Type::VariableArray(a, _), Type::VariableArray(b, _))
            | (Type::VariableArray(a, _), Type::Array(b, _)) => self.alike(a, b),
            (Type::Array(a, m), Type::Array(b, n)) => (m == n || m.is_none() || n.is_none()) && self.alike(a, b),
            (Type::Function(a), Type::Function(b)) => {
                let loose = |it: &tree::Signature| it.variadic && it.parameters.is_empty();
                let results = a.result == b.result || (is_scalar(&a.result) && self.alike(&a.result, &b.result));
                let parameters = loose(a)
                    || loose(b)
                    || (a.parameters.len() == b.parameters.len()
                        && a.parameters.iter().zip(&b.parameters).all(|(a, b)| self.alike(a, b)));
                results && parameters
            }
            (left, right) => self.is_same(left, right),
        }
    }

    /// A type in C's words, for messages.
    pub(super) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Bool => "_Bool".into(),
            Type::Int { bits, signed } => {
                let word = match bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    128 => "__int128",
                    _ if self.model.pointer_bits() == 64 => "long",
                    _ => "long long",
                };
                if *signed { word.into() } else { format!("unsigned {word}") }
            }
            Type::Float(Float::Single) => "float".into(),
            Type::Float(Float::Double) => "double".into(),
            Type::Float(Float::Long) => "long double".into(),
            Type::Pointer(inner) => match &**inner {
                Type::Pointer(_) => format!("{}*", self.describe(inner)),
                Type::Function(_) => "pointer to function".into(),
                _ => format!("{} *", self.describe(inner)),
            },
            Type::Array(element, Some(count)) => format!("{} [{count}]", self.describe(element)),
            Type::Array(element, None) | Type::VariableArray(element, _) => format!("{} []", self.describe(element)),
            Type::Record(id) => {
                let record = &self.records[id.0 as usize];
                format!("{} {}", if record.union { "union" } else { "struct" }, record.name)
            }
            Type::Function(_) => "function".into(),
            Type::Atomic(inner) => format!("_Atomic {}", self.describe(inner)),
            Type::Mutex => "pthread_mutex_t".into(),
            Type::Opaque(_) => "a library type".into(),
        }
    }
}
