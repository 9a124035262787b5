//! Calls that allocate aligned memory, copy memory, or fill it.
//!
//! `memcpy` and `memset` of whole objects of a known type become builtins: they touch each scalar once, as an assignment
//! does, and leave padding alone. All other calls go to the models in C.

use super::Sema;
use super::special;
use super::types::{INT, pointer_to};
use crate::codes;
use crate::constant::Constant;
use crate::models;
use crate::tree::{Builtin, Expr, ExprKind, Type};
use source::Span;

impl Sema<'_> {
    /// `aligned_alloc(alignment, size)`: every object is aligned well enough.
    pub(super) fn aligned(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let Some([alignment, size]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let (first, values) = self.operands(vec![alignment, size], span);
        let Some([alignment, size]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let memory = self.allocation(size, span);
        if special::is_error(&alignment.ty) || special::is_error(&memory.ty) {
            return self.error_expr(span);
        }
        let ty = memory.ty.clone();
        let null = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
        let done = self.if_alignment(alignment, 1, [memory, null], ty, span);
        self.after_operands(first, done)
    }

    /// `posix_memalign(place, alignment, size)` is `(alignment, *place = malloc(size), 0)`, or EINVAL.
    pub(super) fn aligned_into(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let Some([place, alignment, size]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let pointer = pointer_to(Type::Void);
        let (first, values) = self.operands(vec![place, alignment, size], span);
        let Some([place, alignment, size]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let place = self.assignable(place, &pointer_to(pointer.clone()), "the place for the result");
        let memory = self.allocation(size, span);
        if [&place, &alignment, &memory].iter().any(|it| special::is_error(&it.ty)) {
            return self.error_expr(span);
        }
        let place = Expr { kind: ExprKind::Dereference(Box::new(place)), ty: pointer, span };
        let stored = Box::new(self.assign(place, memory, span));
        let number = |value: u64| Expr { kind: ExprKind::Constant(value), ty: INT, span };
        let done = Expr { kind: ExprKind::Comma(stored, Box::new(number(0))), ty: INT, span };
        let least = u64::from(self.model.pointer_bits() / 8);
        let done = self.if_alignment(alignment, least, [done, number(22)], INT, span);
        self.after_operands(first, done)
    }

    /// The first if a number is a power of two and a multiple of `least`, else the second.
    fn if_alignment(&mut self, alignment: Expr, least: u64, [yes, no]: [Expr; 2], ty: Type, span: Span) -> Expr {
        let is_fine = |it: u64| it.is_power_of_two() && it.is_multiple_of(least);
        if matches!(self.evaluate(&alignment), Some(Constant::Int(it)) if is_fine(it)) {
            return Expr { kind: ExprKind::Comma(Box::new(alignment), Box::new(yes)), ty, span };
        }
        let least = Expr { kind: ExprKind::Constant(least), ty: self.long(false), span };
        let name = models::name("__raddle__is_alignment");
        let condition = self.model_call(name, vec![alignment, least], span);
        if special::is_error(&condition.ty) {
            return condition;
        }
        Expr { kind: ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no)), ty, span }
    }

    fn allocation(&mut self, size: Expr, span: Span) -> Expr {
        let size = self.assignable(size, &self.long(false), "the size");
        if special::is_error(&size.ty) {
            return self.error_expr(span);
        }
        Expr { kind: ExprKind::Builtin(Builtin::Malloc, vec![size]), ty: pointer_to(Type::Void), span }
    }

    /// `memcpy`, `memmove` or `memset` of whole objects; gives the arguments back if it is not.
    pub(super) fn memory_call(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let copies = match name {
            "memcpy" | "memmove" => true,
            "memset" => false,
            _ => return Err(values),
        };
        if !self.touches_objects(name, &values) {
            return Err(values);
        }
        if copies && pointee(unconverted(&values[0])).is_some_and(|it| self.holds_opaque(it)) {
            self.error(codes::OPAQUE_COPY, span, "not supported: an object of the library is copied");
            return Ok(self.error_expr(span));
        }
        let builtin = if copies { Builtin::MemoryCopy { apart: name == "memcpy" } } else { Builtin::MemorySet };
        let arguments = values.into_iter().map(without_conversion).collect();
        Ok(Expr { kind: ExprKind::Builtin(builtin, arguments), ty: pointer_to(Type::Void), span })
    }

    /// Whether the size is a constant number of objects larger than a byte, of which both sides are known to be.
    fn touches_objects(&self, name: &str, values: &[Expr]) -> bool {
        let [target, second, size] = values else { return false };
        let Some(object) = pointee(unconverted(target)) else { return false };
        let (Some(bytes), Some(Constant::Int(size))) = (self.size(object), self.evaluate(size)) else { return false };
        if bytes < 2 || size == 0 || size % u64::from(bytes) != 0 || size > self.model.max_object_size() {
            return false;
        }
        match name {
            "memcpy" => pointee(unconverted(second)) == Some(object),
            // Several objects may overlap.
            "memmove" => pointee(unconverted(second)) == Some(object) && size == u64::from(bytes),
            _ => self.integer(second).is_some_and(|byte| byte & 0xff == 0 || !self.holds_opaque(object)),
        }
    }
}

/// A pointer as it was before it was converted to another type of pointer.
fn unconverted(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::Convert(inner) if pointee(value).is_some() && pointee(inner).is_some() => unconverted(inner),
        _ => value,
    }
}

fn without_conversion(value: Expr) -> Expr {
    match value.kind {
        ExprKind::Convert(inner) if matches!((&value.ty, &inner.ty), (Type::Pointer(_), Type::Pointer(_))) => {
            without_conversion(*inner)
        }
        _ => value,
    }
}

fn pointee(pointer: &Expr) -> Option<&Type> {
    match &pointer.ty {
        Type::Pointer(object) => Some(object),
        _ => None,
    }
}
