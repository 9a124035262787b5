//! Threads that are started by a label, as CBMC has them: `__CPROVER_ASYNC_1: statement` runs the statement in a thread of
//! its own. It becomes the body of a function, if it needs no locals of the function around it; of a call, locals may be
//! the argument.

use super::types::{INT, pointer_to};
use super::{Body, Sema};
use crate::codes;
use crate::tree::{Builtin, Expr, ExprKind, Function, FunctionId, Signature, Stmt, StmtKind, Storage, Type};
use lang_c::ast::Statement;
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

impl<'a> Sema<'a> {
    pub(super) fn asynchronous(&mut self, node: &'a Node<Statement>, out: &mut Vec<Stmt>) {
        let span = self.span(node.span);
        let name = format!("thread of line {}", span.line);
        let own = Body { name: name.clone(), result: Some(Type::Void), ..Body::default() };
        let outer = self.body.replace(own);
        let around = self.around.replace((self.variables.len() as u32, false));
        let mut list = Vec::new();
        self.statement(node, &mut list);
        let needs_locals = self.around.is_some_and(|it| it.1);
        self.around = around;
        let body = std::mem::replace(&mut self.body, outer).unwrap_or_default();
        for (name, label) in body.labels.iter().filter(|it| !it.1.defined) {
            let message = format!("there is no label `{name}` in this thread");
            self.error(codes::BAD_LABEL, label.used, message);
        }
        if needs_locals {
            return match self.call_on_local(list) {
                Some((function, argument)) => self.start(function, Some(argument), span, out),
                None => {
                    let message = "not supported: a thread of this kind that uses locals of the function around it";
                    self.error(codes::LIBRARY, span, message);
                }
            };
        }
        let signature = Rc::new(Signature::new(Type::Void, Vec::new(), false));
        let id = FunctionId(self.functions.len() as u32);
        self.function_keys.push(format!("{name}.{}", id.0));
        self.functions.push(Function {
            name: format!("{name}.{}", id.0),
            signature: signature.clone(),
            parameters: Vec::new(),
            body: Some(list),
            labels: body.next_label,
            library: false,
            span,
        });
        let function = Expr { kind: ExprKind::Function(id), ty: Type::Function(signature), span };
        self.start(function, None, span, out);
    }

    /// The function and the argument, if it is a call of a function with one pointer or number as wide, and evaluating that
    /// looks at nothing that other threads can change.
    fn call_on_local(&self, mut list: Vec<Stmt>) -> Option<(Expr, Expr)> {
        let (callee, mut arguments) = match (list.pop()?.kind, list.is_empty()) {
            (StmtKind::Expr(Expr { kind: ExprKind::Call { callee, arguments }, .. }), true) => (callee, arguments),
            _ => return None,
        };
        let argument = arguments.pop().filter(|_| arguments.is_empty())?;
        let fits = self.size(&argument.ty) == self.size(&self.long(false));
        let is_function = matches!(callee.kind, ExprKind::Function(_));
        (fits && is_function && self.is_own(&argument)).then_some((*callee, argument))
    }

    /// Whether a value depends on locals and constants alone.
    fn is_own(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Constant(_) | ExprKind::Function(_) => true,
            ExprKind::Load(place) => match place.kind {
                ExprKind::Variable(id) => {
                    let variable = &self.variables[id.0 as usize];
                    variable.storage == Storage::Automatic && !variable.addressed
                }
                _ => false,
            },
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => matches!(place.kind, ExprKind::Variable(_)),
            ExprKind::Convert(operand) => self.is_own(operand),
            _ => false,
        }
    }

    /// Starts a thread that calls a function.
    fn start(&mut self, function: Expr, argument: Option<Expr>, span: Span, out: &mut Vec<Stmt>) {
        let word = self.long(false);
        let handle = self.automatic("<thread>", word.clone(), span);
        let place = Expr { kind: ExprKind::Variable(handle), ty: word.clone(), span };
        self.mark_addressed(&place);
        let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer_to(word.clone()), span };
        let null = || Expr { kind: ExprKind::Constant(0), ty: pointer_to(Type::Void), span };
        let ty = pointer_to(function.ty.clone());
        let function = Expr { kind: ExprKind::AddressOf(Box::new(function)), ty, span };
        let start = vec![address, null(), function, argument.unwrap_or_else(null)];
        let start = Expr { kind: ExprKind::Builtin(Builtin::ThreadCreate, start), ty: INT, span };
        out.push(Stmt { kind: StmtKind::Declare { variable: handle, init: Vec::new(), zeroed: false }, span });
        out.push(Stmt { kind: StmtKind::Expr(start), span });
    }
}
