//! Threads that are started by a label, as CBMC has them.

use super::Sema;
use super::types::{INT, pointer_to};
use crate::codes;
use crate::tree::{Builtin, Expr, ExprKind, Stmt, StmtKind, Type};
use lang_c::ast::Statement;
use lang_c::span::Node;

impl<'a> Sema<'a> {
    /// `__CPROVER_ASYNC_1: f(x);` starts a thread that calls `f`.
    pub(super) fn asynchronous(&mut self, node: &'a Node<Statement>, out: &mut Vec<Stmt>) {
        let span = self.span(node.span);
        let mut list = Vec::new();
        self.statement(node, &mut list);
        let word = self.long(false);
        let (callee, arguments) = match list.pop().map(|it| it.kind) {
            Some(StmtKind::Expr(Expr { kind: ExprKind::Call { callee, arguments }, .. }))
                if list.is_empty()
                    && arguments.len() <= 1
                    && arguments.iter().all(|it| self.size(&it.ty) == self.size(&word)) =>
            {
                (callee, arguments)
            }
            _ => {
                let message = "not supported: a thread that is more than a call with at most one pointer as argument";
                return self.error(codes::LIBRARY, span, message);
            }
        };
        let handle = self.automatic("<thread>", word.clone(), span);
        let place = Expr { kind: ExprKind::Variable(handle), ty: word.clone(), span };
        self.mark_addressed(&place);
        let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer_to(word.clone()), span };
        let null = || Expr { kind: ExprKind::Constant(0), ty: pointer_to(Type::Void), span };
        let function = match callee.kind {
            ExprKind::Function(_) => {
                let ty = pointer_to(callee.ty.clone());
                Expr { kind: ExprKind::AddressOf(callee), ty, span }
            }
            _ => *callee,
        };
        let argument = arguments.into_iter().next().unwrap_or_else(null);
        let start = vec![address, null(), function, argument];
        let start = Expr { kind: ExprKind::Builtin(Builtin::ThreadCreate, start), ty: INT, span };
        out.push(Stmt { kind: StmtKind::Declare { variable: handle, init: Vec::new(), zeroed: false }, span });
        out.push(Stmt { kind: StmtKind::Expr(start), span });
    }
}
