//! What edits cannot see: whether names are declared, jumps have targets, functions return something, records keep their
//! pointers, and shifts still fit the types of what is shifted.

use super::super::reach::{self, Mentions};
use super::super::syntax::*;
use super::super::types::{Kind, Type};
use ir::DataModel;
use std::collections::BTreeSet;

/// Gives all expressions the types that they have by their operands.
pub(super) fn retype(program: &mut Program) {
    let model = program.model;
    for function in &mut program.functions {
        function.base.iter_mut().for_each(|it| retype_expr(it, model));
        retype_stmts(&mut function.body, model);
    }
    for (_, init) in &mut program.globals {
        retype_init(init, model);
    }
}

fn retype_stmts(body: &mut [Stmt], model: DataModel) {
    for stmt in body {
        match stmt {
            Stmt::Expr(it) | Stmt::Put { value: it, .. } | Stmt::Return(Some(it)) | Stmt::Walk { array: it, .. } => {
                retype_expr(it, model);
            }
            Stmt::If(it, ..) | Stmt::Switch(it, _) | Stmt::Duff { selector: it, .. } => retype_expr(it, model),
            Stmt::Loop { also: Some(it), .. } => retype_expr(it, model),
            Stmt::Declare(_, init) => retype_init(init, model),
            Stmt::PutAll { values, .. } => values.iter_mut().for_each(|it| retype_expr(it, model)),
            _ => {}
        }
        match stmt {
            Stmt::Block(body) | Stmt::Loop { body, .. } | Stmt::Walk { body, .. } | Stmt::Heap { body, .. } => {
                retype_stmts(body, model);
            }
            Stmt::If(_, yes, no) => {
                retype_stmts(yes, model);
                retype_stmts(no, model);
            }
            Stmt::Switch(_, arms) => arms.iter_mut().for_each(|it| retype_stmts(&mut it.body, model)),
            Stmt::Duff { parts, .. } => parts.iter_mut().for_each(|it| retype_stmts(it, model)),
            _ => {}
        }
    }
}

fn retype_init(init: &mut Init, model: DataModel) {
    match init {
        Init::Expr(expr) => retype_expr(expr, model),
        Init::List(parts) => parts.iter_mut().for_each(|(_, it)| retype_init(it, model)),
    }
}

fn retype_expr(expr: &mut Expr, model: DataModel) {
    let common = |left: &Expr, right: &Expr| Some(left.ty.kind()?.common(right.ty.kind()?, model));
    let new = match &mut expr.node {
        Node::Unary(operator, it) => {
            retype_expr(it, model);
            if *operator == Unary::Not { None } else { it.ty.kind().map(Kind::promoted) }
        }
        Node::Binary(operator, left, right) => {
            retype_expr(left, model);
            retype_expr(right, model);
            match operator {
                Binary::ShiftLeft | Binary::ShiftRight => left.ty.kind().map(Kind::promoted),
                Binary::Multiply
                | Binary::Divide
                | Binary::Remainder
                | Binary::Add
                | Binary::Subtract
                | Binary::And
                | Binary::Xor
                | Binary::Or => common(left, right),
                _ => None,
            }
        }
        Node::Guarded(guard, it) => {
            retype_expr(it, model);
            match guard {
                Guard::Mask(_) | Guard::Positive | Guard::Negative => {
                    it.ty.kind().map(|it| it.common(Kind::Int, model))
                }
                Guard::Modulo(_) | Guard::Odd(_) | Guard::Whole(_) | Guard::Bits => None,
            }
        }
        Node::Conditional(condition, yes, no) => {
            [&mut *condition, &mut *yes, &mut *no].into_iter().for_each(|it| retype_expr(it, model));
            common(yes, no)
        }
        Node::Comma(left, right) => {
            retype_expr(left, model);
            retype_expr(right, model);
            right.ty.kind()
        }
        Node::Cast(it)
        | Node::Deref(it)
        | Node::AddressOf(it)
        | Node::Decay(it)
        | Node::Sizeof(it)
        | Node::Step { place: it, .. }
        | Node::Member { base: it, .. }
        | Node::ContainerOf { address: it, .. } => {
            retype_expr(it, model);
            None
        }
        Node::Assign(_, left, right) | Node::Index(left, right) | Node::Offset { base: left, index: right, .. } => {
            retype_expr(left, model);
            retype_expr(right, model);
            None
        }
        Node::Call(callee, arguments) => {
            retype_expr(callee, model);
            arguments.iter_mut().for_each(|it| retype_expr(it, model));
            None
        }
        Node::Compound(init) => {
            retype_init(init, model);
            None
        }
        Node::Literal(_)
        | Node::Constant(..)
        | Node::Variable(_)
        | Node::Function(_)
        | Node::SizeofType(_)
        | Node::Alignof(_)
        | Node::Offsetof(..)
        | Node::Deeper(_) => None,
    };
    if let Some(kind) = new {
        expr.ty = Type::int(kind);
    }
}

/// Whether it is a program.
pub(super) fn is_valid(program: &Program) -> bool {
    let globals: BTreeSet<VarId> = program.globals.iter().map(|it| it.0).collect();
    let checker = Checker { program, globals: &globals };
    program.functions.iter().all(|function| {
        let scope = function.parameters.clone();
        let mentions = Mentions::of(&function.body);
        let mut labels = Vec::new();
        collect_labels(&function.body, &mut labels);
        checker.stmts(&function.body, &mut scope.clone(), false, false)
            && function.base.as_ref().is_none_or(|it| checker.expr(it, &scope))
            && mentions.labels.iter().all(|it| labels.contains(it))
            && (function.signature.result == Type::Void || matches!(function.body.last(), Some(Stmt::Return(Some(_)))))
    }) && program.globals.iter().all(|(id, init)| checker.init(init, &program.variables[id.0].ty, &[]))
}

fn collect_labels(body: &[Stmt], labels: &mut Vec<LabelId>) {
    for stmt in body {
        if let Stmt::Label(label) = stmt {
            labels.push(*label);
        }
        reach::bodies(stmt).into_iter().for_each(|it| collect_labels(it, labels));
    }
}

struct Checker<'a> {
    program: &'a Program,
    globals: &'a BTreeSet<VarId>,
}

impl Checker<'_> {
    fn stmts(&self, body: &[Stmt], scope: &mut Vec<VarId>, can_break: bool, can_continue: bool) -> bool {
        let length = scope.len();
        let is_good = body.iter().all(|it| self.stmt(it, scope, can_break, can_continue));
        scope.truncate(length);
        is_good
    }

    fn stmt(&self, stmt: &Stmt, scope: &mut Vec<VarId>, can_break: bool, can_continue: bool) -> bool {
        if !reach::exprs(stmt).into_iter().all(|it| self.expr(it, scope)) {
            return false;
        }
        match stmt {
            Stmt::Declare(id, init) => {
                scope.push(*id);
                self.init(init, &self.program.variables[id.0].ty, scope)
            }
            Stmt::Block(body) => self.stmts(body, scope, can_break, can_continue),
            Stmt::If(_, yes, no) => {
                self.stmts(yes, scope, can_break, can_continue) && self.stmts(no, scope, can_break, can_continue)
            }
            Stmt::Switch(_, arms) => {
                !arms.is_empty() && arms.iter().all(|it| self.stmts(&it.body, scope, true, can_continue))
            }
            Stmt::Duff { parts, .. } => parts.iter().all(|it| self.stmts(it, scope, true, true)),
            Stmt::Loop { counter: id, body, form, .. } if *form == LoopForm::Declared => {
                scope.contains(id) && self.stmts(body, scope, true, true)
            }
            Stmt::Loop { counter: id, body, .. } | Stmt::Walk { pointer: id, body, .. } => {
                scope.push(*id);
                let is_good = self.stmts(body, scope, true, true);
                scope.pop();
                is_good
            }
            Stmt::Heap { pointer, body, .. } => {
                scope.push(*pointer);
                let is_good = self.stmts(body, scope, can_break, can_continue);
                scope.pop();
                is_good
            }
            Stmt::Break => can_break,
            Stmt::Continue => can_continue,
            Stmt::GoBack { counter, .. } => scope.contains(counter),
            Stmt::PutAll { values, .. } => !values.is_empty(),
            Stmt::Expr(_) | Stmt::Put { .. } | Stmt::Goto(_) | Stmt::Label(_) | Stmt::Return(_) => true,
        }
    }

    fn init(&self, init: &Init, ty: &Type, scope: &[VarId]) -> bool {
        match (init, ty) {
            (Init::Expr(expr), _) => self.expr(expr, scope),
            (Init::List(parts), Type::Record(id)) if self.program.records[id.0].has_pointers => {
                parts.len() == self.program.records[id.0].fields.len() && self.parts(parts, scope)
            }
            (Init::List(parts), Type::Array(element, length)) if self.has_pointers(element) => {
                parts.len() == *length as usize && self.parts(parts, scope)
            }
            (Init::List(parts), _) => self.parts(parts, scope),
        }
    }

    /// Parts with pointers in them do not get shorter.
    fn parts(&self, parts: &[(Designator, Init)], scope: &[VarId]) -> bool {
        parts.iter().all(|(_, it)| match it {
            Init::Expr(expr) => self.expr(expr, scope),
            Init::List(parts) => !parts.is_empty() && self.parts(parts, scope),
        })
    }

    fn has_pointers(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.has_pointers(element),
            Type::Record(id) => self.program.records[id.0].has_pointers,
            Type::Void | Type::Int(..) | Type::Real(_) | Type::Function(_) => false,
        }
    }

    fn expr(&self, expr: &Expr, scope: &[VarId]) -> bool {
        let is_good = match &expr.node {
            Node::Variable(id) | Node::Deeper(id) => scope.contains(id) || self.globals.contains(id),
            Node::Binary(Binary::ShiftLeft | Binary::ShiftRight, left, right) => self.shift_fits(left, right),
            Node::Compound(init) => self.init(init, &expr.ty, scope),
            _ => true,
        };
        is_good && reach::children(&expr.node).into_iter().all(|it| self.expr(it, scope))
    }

    fn shift_fits(&self, left: &Expr, right: &Expr) -> bool {
        let most = match &right.node {
            Node::Literal(text) => text.parse().unwrap_or(u64::MAX),
            Node::Guarded(Guard::Mask(mask), _) => *mask,
            _ => u64::MAX,
        };
        left.ty.kind().is_some_and(|it| most < u64::from(it.promoted().bits(self.program.model)))
    }
}
