//! Statements. `case` and `default` become labels; a labelled statement is a label followed by the statement.

use super::special;
use super::types::{is_integer, is_scalar};
use super::{Label, Sema, Switch};
use crate::codes;
use crate::tree::{Expr, LabelId, Stmt, StmtKind, Type};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;
use std::collections::BTreeMap;

impl<'a> Sema<'a> {
    pub(super) fn block_items(&mut self, items: &'a [Node<BlockItem>], out: &mut Vec<Stmt>) {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => self.declaration(declaration, out),
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Statement(statement) => self.statement(statement, out),
            }
        }
    }

    /// One statement, appended to a list.
    pub(super) fn statement(&mut self, node: &'a Node<Statement>, out: &mut Vec<Stmt>) {
        self.descend(node.span, |it| it.statement_inner(node, out));
    }

    /// A statement that stands alone, as the branch of an `if`.
    fn lone(&mut self, node: &'a Node<Statement>) -> Box<Stmt> {
        let mut list = Vec::new();
        self.scoped(|it| it.statement(node, &mut list));
        Box::new(Self::block(list, self.span(node.span)))
    }

    fn statement_inner(&mut self, node: &'a Node<Statement>, out: &mut Vec<Stmt>) {
        let span = self.span(node.span);
        let kind = match &node.node {
            Statement::Labeled(labeled) => return self.labeled(labeled, out),
            Statement::Compound(items) => {
                let mut list = Vec::new();
                self.scoped(|it| it.block_items(items, &mut list));
                StmtKind::Block(list)
            }
            Statement::Expression(None) => return,
            Statement::Expression(Some(expr)) => StmtKind::Expr(self.value(expr)),
            Statement::If(node) => {
                let condition = self.condition(&node.node.condition);
                let yes = self.lone(&node.node.then_statement);
                let no = node.node.else_statement.as_ref().map(|it| self.lone(it));
                StmtKind::If(condition, yes, no)
            }
            Statement::Switch(node) => self.switch(node),
            Statement::While(node) => {
                let condition = self.condition(&node.node.expression);
                StmtKind::While(condition, self.loop_body(&node.node.statement))
            }
            Statement::DoWhile(node) => {
                let body = self.loop_body(&node.node.statement);
                StmtKind::DoWhile(body, self.condition(&node.node.expression))
            }
            Statement::For(node) => self.for_loop(node, span),
            Statement::Goto(name) => StmtKind::Goto(self.label(name, false)),
            Statement::Continue => {
                if self.body.as_ref().is_none_or(|it| it.loops == 0) {
                    self.error(codes::STRAY_JUMP, span, "`continue` stands outside of a loop");
                }
                StmtKind::Continue
            }
            Statement::Break => {
                if self.body.as_ref().is_none_or(|it| it.breakable == 0) {
                    self.error(codes::STRAY_JUMP, span, "`break` stands outside of a loop or switch");
                }
                StmtKind::Break
            }
            Statement::Return(expr) => self.return_value(expr.as_deref(), span),
            Statement::Asm(node) => return self.assembly(node, out),
        };
        out.push(Stmt { kind, span });
    }

    /// A scalar that is tested.
    pub(super) fn condition(&mut self, node: &'a Node<Expression>) -> Expr {
        let value = self.value(node);
        if is_scalar(&value.ty) || special::is_error(&value.ty) {
            return value;
        }
        self.error(codes::BAD_OPERANDS, value.span, "a condition must be a number or a pointer");
        self.error_expr(value.span)
    }

    fn loop_body(&mut self, node: &'a Node<Statement>) -> Box<Stmt> {
        self.inside(1, 1, |it| it.lone(node))
    }

    fn inside<T>(&mut self, loops: u32, breakable: u32, work: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(body) = &mut self.body {
            body.loops += loops;
            body.breakable += breakable;
        }
        let done = work(self);
        if let Some(body) = &mut self.body {
            body.loops -= loops;
            body.breakable -= breakable;
        }
        done
    }

    /// A loop that declares variables becomes a block with the declarations in front of the loop.
    fn for_loop(&mut self, node: &'a Node<ForStatement>, span: Span) -> StmtKind {
        self.scoped(|it| {
            let mut before = Vec::new();
            let start = match &node.node.initializer.node {
                ForInitializer::Empty => None,
                ForInitializer::Expression(expr) => {
                    let span = it.span(expr.span);
                    Some(Box::new(Stmt { kind: StmtKind::Expr(it.value(expr)), span }))
                }
                ForInitializer::Declaration(declaration) => {
                    it.declaration(declaration, &mut before);
                    None
                }
                ForInitializer::StaticAssert(assertion) => {
                    it.static_assert(assertion);
                    None
                }
            };
            let condition = node.node.condition.as_ref().map(|expr| it.condition(expr));
            let step = node.node.step.as_ref().map(|expr| it.value(expr));
            let body = it.loop_body(&node.node.statement);
            let kind = StmtKind::For(start, condition, step, body);
            if before.is_empty() {
                return kind;
            }
            before.push(Stmt { kind, span });
            StmtKind::Block(before)
        })
    }

    fn switch(&mut self, node: &'a Node<SwitchStatement>) -> StmtKind {
        let value = self.value(&node.node.expression);
        let value = if crate::constant::is_wide(&value.ty) {
            self.error(codes::INT128, value.span, "not supported: a switch over a 128-bit integer");
            self.error_expr(value.span)
        } else if is_integer(&value.ty) {
            self.promote(value)
        } else {
            if !special::is_error(&value.ty) {
                self.error(codes::BAD_OPERANDS, value.span, "the value of a switch must be an integer");
            }
            self.error_expr(value.span)
        };
        if let Some(body) = &mut self.body {
            body.switches.push(Switch {
                ty: value.ty.clone(),
                cases: Vec::new(),
                ranges: BTreeMap::new(),
                default: None,
            });
        }
        let body = self.inside(0, 1, |it| it.lone(&node.node.statement));
        let switch = self.body.as_mut().and_then(|it| it.switches.pop());
        let (cases, default) = switch.map_or((Vec::new(), None), |it| (it.cases, it.default));
        StmtKind::Switch { value, cases, default, body }
    }

    fn labeled(&mut self, node: &'a Node<LabeledStatement>, out: &mut Vec<Stmt>) {
        let label = &node.node.label;
        let span = self.span(label.span);
        let id = match &label.node {
            lang_c::ast::Label::Identifier(name) => Some(self.label(name, true)),
            lang_c::ast::Label::Default => self.default_label(span),
            lang_c::ast::Label::Case(expr) => self.case(expr, expr, span),
            lang_c::ast::Label::CaseRange(range) => self.case(&range.node.low, &range.node.high, span),
        };
        if let Some(id) = id {
            out.push(Stmt { kind: StmtKind::Label(id), span });
        }
        if let lang_c::ast::Label::Identifier(name) = &label.node {
            if self.name(name).starts_with("__CPROVER_ASYNC_") {
                return self.asynchronous(&node.node.statement, out);
            }
        }
        self.statement(&node.node.statement, out);
    }

    fn default_label(&mut self, span: Span) -> Option<LabelId> {
        let id = self.new_label();
        let wrong = match self.body.as_mut().and_then(|it| it.switches.last_mut()) {
            None => Some("`default` stands outside of a switch"),
            Some(switch) if switch.default.is_some() => Some("a switch cannot have two `default` labels"),
            Some(switch) => {
                switch.default = Some(id);
                None
            }
        };
        match wrong {
            Some(message) => {
                self.error(codes::BAD_LABEL, span, message);
                None
            }
            None => Some(id),
        }
    }

    fn case(&mut self, low: &'a Node<Expression>, high: &'a Node<Expression>, span: Span) -> Option<LabelId> {
        let Some(ty) = self.body.as_ref().and_then(|it| it.switches.last()).map(|it| it.ty.clone()) else {
            self.error(codes::BAD_LABEL, span, "`case` stands outside of a switch");
            return None;
        };
        let from = self.constant(low)?;
        let to = if std::ptr::eq(low, high) { from } else { self.constant(high)? };
        let Type::Int { bits, signed } = ty else { return None };
        let mask = ir::Width(bits).mask();
        let (from, to) = (from as u64 & mask, to as u64 & mask);
        let number = |it: u64| if signed { ir::Width(bits).signed(it) as i128 } else { i128::from(it) };
        let id = self.new_label();
        let switch = self.body.as_mut()?.switches.last_mut()?;
        if number(from) > number(to) {
            // GCC: an empty range. The label is never jumped to.
            return None;
        }
        // The last that begins before the end is the only one that can reach the beginning.
        let before = switch.ranges.range(..=number(to)).next_back();
        if before.is_some_and(|(_, &last)| number(from) <= last) {
            self.error(codes::BAD_LABEL, span, "this value has a `case` already");
            return None;
        }
        switch.ranges.insert(number(from), number(to));
        switch.cases.push((from, to, id));
        Some(id)
    }

    /// The label of that name in the function, which is defined here or only jumped to.
    fn label(&mut self, name: &'a Node<Identifier>, defines: bool) -> LabelId {
        let text = self.name(name);
        let span = self.span(name.span);
        if let Some(label) = self.body.as_mut().and_then(|it| it.labels.get_mut(&text)) {
            let id = label.id;
            let twice = defines && label.defined;
            label.defined |= defines;
            if twice {
                self.error(codes::BAD_LABEL, span, format!("the label `{text}` is defined twice"));
            }
            return id;
        }
        let id = self.new_label();
        if let Some(body) = &mut self.body {
            body.labels.insert(text, Label { id, defined: defines, used: span });
        }
        id
    }

    fn return_value(&mut self, expr: Option<&'a Node<Expression>>, span: Span) -> StmtKind {
        let result = self.body.as_ref().and_then(|it| it.result.clone()).unwrap_or(Type::Void);
        let Some(expr) = expr else {
            if result != Type::Void {
                self.warning(codes::RETURN_VALUE, span, "`return` without a value in a function that has a result");
            }
            return StmtKind::Return(None);
        };
        let value = self.value(expr);
        if result == Type::Void {
            if value.ty != Type::Void && !special::is_error(&value.ty) {
                self.warning(codes::RETURN_VALUE, span, "`return` with a value in a function that has no result");
            }
            // The value is worked out all the same.
            let inner = vec![Stmt { kind: StmtKind::Expr(value), span }, Stmt { kind: StmtKind::Return(None), span }];
            return StmtKind::Block(inner);
        }
        StmtKind::Return(Some(self.assignable(value, &result, "the result")))
    }
}
