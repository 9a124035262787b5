//! Arrays of variable length, `alloca`, and the variable arguments of a function.
//!
//! An array `T a[n]` is a pointer `a` to an automatic object that is made where the array is declared; the name stands for
//! what it points to. Each size is kept in a hidden local, set where the type is written, so that later changes of `n` make
//! no difference.
//!
//! Variable arguments are in memory one behind the other, each in as many words as it needs. `va_list` is a pointer to
//! the next one.

use super::Sema;
use super::convert::is_lvalue;
use super::library::VaList;
use super::special;
use super::types::{INT, is_integer, plain, pointer_to};
use crate::codes;
use crate::tree::{BinaryOp, Builtin, Element, Expr, ExprKind, Stmt, StmtKind, Type, VariableId};
use lang_c::ast::{Expression, VaArgExpression};
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

/// Whether the size of this type is known at run time only.
pub(super) fn is_variable(ty: &Type) -> bool {
    match ty {
        Type::VariableArray(..) => true,
        Type::Array(element, _) => is_variable(element),
        _ => false,
    }
}

/// Whether there is such a type in it, also behind pointers.
pub(super) fn mentions_variable(ty: &Type) -> bool {
    match ty {
        Type::VariableArray(..) => true,
        Type::Array(inner, _) | Type::Pointer(inner) => mentions_variable(inner),
        _ => false,
    }
}

impl<'a> Sema<'a> {
    /// An array of so many elements, as a type. The number is kept from here on.
    pub(super) fn variable_array(&mut self, element: Type, count: Expr) -> Type {
        let count = self.convert(count, &self.long(false));
        let length = self.automatic("<length>", count.ty.clone(), count.span);
        let kept = self.set(length, count);
        if let Some(body) = &mut self.body {
            body.sizes.push(kept);
        }
        Type::VariableArray(Rc::new(element), length)
    }

    /// What keeps the sizes in a declarator: those of the types that were written since this was asked last.
    pub(super) fn take_sizes(&mut self) -> Option<Stmt> {
        let sizes = self.body.as_mut().map(|it| std::mem::take(&mut it.sizes)).unwrap_or_default();
        self.lengths(sizes)
    }

    /// How many sizes are waiting to be kept.
    pub(super) fn waiting_sizes(&self) -> usize {
        self.body.as_ref().map_or(0, |it| it.sizes.len())
    }

    /// A value behind the statements that keep the sizes of types in it.
    pub(super) fn with_sizes(&mut self, value: Expr, before: usize) -> Expr {
        let Some(body) = self.body.as_mut().filter(|it| it.sizes.len() > before) else { return value };
        let sizes = body.sizes.split_off(before);
        let sizes: Vec<Stmt> = self.lengths(sizes).into_iter().collect();
        let (ty, span) = (value.ty.clone(), value.span);
        if ty == Type::Void {
            let mut list = sizes;
            list.push(Stmt { kind: StmtKind::Expr(value), span });
            return Expr { kind: ExprKind::Statements(list, None), ty, span };
        }
        Expr { kind: ExprKind::Statements(sizes, Some(Box::new(value))), ty, span }
    }

    fn length(&mut self, id: VariableId, span: Span) -> Expr {
        let place = Expr { kind: ExprKind::Variable(id), ty: self.long(false), span };
        self.rvalue(place)
    }

    /// The size of a type in bytes, of type `size_t`; nothing if it is not complete.
    pub(super) fn size_of(&mut self, ty: &Type, span: Span) -> Option<Expr> {
        match ty {
            Type::VariableArray(element, id) => {
                let (count, each) = (self.length(*id, span), self.size_of(element, span)?);
                Some(self.product(count, each, span))
            }
            ty => self.size(ty).map(|it| self.size_value(it.into(), span)),
        }
    }

    fn product(&self, left: Expr, right: Expr, span: Span) -> Expr {
        let ty = self.long(false);
        Expr { kind: ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(right)), ty, span }
    }

    /// An index times the size of an element whose size is known at run time only, as a signed number of bytes.
    pub(super) fn variable_bytes(&mut self, index: Expr, element: &Type, span: Span) -> Option<Expr> {
        let index = self.convert(index, &self.long(true));
        let index = self.convert(index, &self.long(false));
        let size = self.size_of(element, span)?;
        let bytes = self.product(index, size, span);
        Some(self.convert(bytes, &self.long(true)))
    }

    /// Declares a local array of variable length.
    pub(super) fn local_variable_array(&mut self, name: &str, ty: &Type, span: Span) -> (VariableId, Stmt) {
        self.use_type(ty);
        let pointer = pointer_to(ty.clone());
        let variable = self.automatic(name, pointer.clone(), span);
        if let Some(body) = &mut self.body {
            body.arrays.insert(variable);
        }
        let bytes = self.checked_size(ty, span);
        let value = Expr { kind: ExprKind::Builtin(Builtin::VariableArray, vec![bytes]), ty: pointer, span };
        let init = vec![Element { offset: 0, bits: None, value }];
        (variable, Stmt { kind: StmtKind::Declare { variable, init, zeroed: false }, span })
    }

    /// The size of an array to be made; more than there can be if a length is 0, negative or too large.
    fn checked_size(&mut self, ty: &Type, span: Span) -> Expr {
        let word = self.long(false);
        let number = |value: u64| Expr { kind: ExprKind::Constant(value), ty: word.clone(), span };
        let mut bytes = self.size_of(ty, span).unwrap_or_else(|| number(0));
        let mut array = ty;
        while let Type::VariableArray(element, id) = array {
            // 1 <= length <= most
            let length = self.length(*id, span);
            let less = Expr {
                kind: ExprKind::Binary(BinaryOp::Subtract, Box::new(length), Box::new(number(1))),
                ty: word.clone(),
                span,
            };
            let most = Box::new(number(self.model.max_object_size()));
            let fits = Expr { kind: ExprKind::Binary(BinaryOp::Less, Box::new(less), most), ty: INT, span };
            let wrong = Box::new(number(ir::Width(self.model.pointer_bits()).mask()));
            let kind = ExprKind::Conditional(Box::new(fits), Box::new(bytes), wrong);
            bytes = Expr { kind, ty: word.clone(), span };
            array = element;
        }
        bytes
    }

    /// What an array of variable length stands for: the object that its pointer points to.
    pub(super) fn variable_array_object(&mut self, id: VariableId, span: Span) -> Option<Expr> {
        self.body.as_ref().filter(|it| it.arrays.contains(&id))?;
        let ty = self.variables[id.0 as usize].ty.clone();
        let pointer = self.rvalue(Expr { kind: ExprKind::Variable(id), ty, span });
        Some(self.dereference(pointer, span))
    }

    /// `alloca(size)`.
    pub(super) fn alloca(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        // GCC has forms that say how the result is aligned; every object is aligned well enough.
        let Some(size) = values.into_iter().next() else {
            self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` takes a size"));
            return self.error_expr(span);
        };
        let size = self.assignable(size, &self.long(false), "the size");
        Expr { kind: ExprKind::Builtin(Builtin::Alloca, vec![size]), ty: pointer_to(Type::Void), span }
    }

    /// `va_start(list, last)`, `va_copy(to, from)`, `va_end(list)`.
    pub(super) fn va_call(&mut self, call: VaList, name: &str, nodes: &'a [Node<Expression>], span: Span) -> Expr {
        let Some(list) = nodes.first() else {
            self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` needs a va_list"));
            return self.error_expr(span);
        };
        let Some(list) = self.va_list(list) else { return self.error_expr(span) };
        let value = match call {
            VaList::Start if self.body.as_ref().is_some_and(|it| it.variadic) => {
                Expr { kind: ExprKind::Builtin(Builtin::VariableArguments, Vec::new()), ty: list.ty.clone(), span }
            }
            VaList::Start => {
                self.error(codes::VARIADIC, span, "this function has no variable arguments");
                return self.error_expr(span);
            }
            VaList::Copy => match nodes.get(1) {
                Some(from) => self.value(from),
                None => self.error_expr(span),
            },
            VaList::End => {
                return Expr { kind: ExprKind::Builtin(Builtin::Ignore, Vec::new()), ty: Type::Void, span };
            }
        };
        let assign = self.assign(list, value, span);
        if special::is_error(&assign.ty) {
            return assign;
        }
        Expr { kind: ExprKind::Convert(Box::new(assign)), ty: Type::Void, span }
    }

    fn va_list(&mut self, node: &'a Node<Expression>) -> Option<Expr> {
        let list = self.expr(node);
        if special::is_error(&list.ty) {
            return None;
        }
        if !is_lvalue(&list) || list.ty != pointer_to(Type::Void) {
            self.error(codes::BAD_OPERANDS, list.span, "this is no va_list");
            return None;
        }
        Some(list)
    }

    /// `va_arg(list, T)`: `*(T *)((list += n) - n)`.
    pub(super) fn va_arg(&mut self, node: &'a Node<VaArgExpression>, span: Span) -> Expr {
        let list = self.va_list(&node.node.va_list);
        let ty = self.type_name(&node.node.type_name);
        let Some(list) = list else { return self.error_expr(span) };
        let ty = self.object_type(&ty, span, "va_arg");
        let Some(size) = self.size(&ty).filter(|_| !special::is_error(&ty)) else { return self.error_expr(span) };
        if is_integer(plain(&ty)) && size < 4 {
            let message = format!("no argument has the type {}: it was promoted to int", self.describe(&ty));
            self.error(codes::BAD_OPERANDS, span, message);
            return self.error_expr(span);
        }
        let word = self.long(false);
        let step = size.next_multiple_of(self.model.pointer_bytes());
        let number = || Box::new(Expr { kind: ExprKind::Constant(step.into()), ty: word.clone(), span });
        let pointer = list.ty.clone();
        let kind = ExprKind::AssignOp {
            target: Box::new(list),
            op: BinaryOp::Add,
            value: number(),
            computation: word.clone(),
        };
        let next = Box::new(Expr { kind, ty: pointer, span });
        let kind = ExprKind::PointerAdd { pointer: next, index: number(), subtract: true, scale: 1 };
        let place = Expr { kind, ty: pointer_to(ty), span };
        self.dereference(place, span)
    }
}
