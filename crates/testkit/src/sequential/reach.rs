//! Walks over programs: what is mentioned where, and what `main` reaches.

use super::syntax::*;
use super::types::{Spelling, Type};
use std::collections::BTreeSet;

/// What some code mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Mentions {
    pub variables: BTreeSet<VarId>,
    pub functions: BTreeSet<FunctionId>,
    pub records: BTreeSet<RecordId>,
    pub enums: BTreeSet<EnumId>,
    /// Labels that are jumped to.
    pub labels: BTreeSet<LabelId>,
}

/// What is reached from `main`.
pub fn reachable(program: &Program) -> Mentions {
    let mut seen = Mentions::default();
    let main = FunctionId(program.functions.len() - 1);
    seen.functions.insert(main);
    let (mut done_functions, mut done_variables, mut done_records) = (0, 0, 0);
    // Sets only grow, so equal sizes mean that nothing is new.
    while (done_functions, done_variables, done_records)
        != (seen.functions.len(), seen.variables.len(), seen.records.len())
    {
        (done_functions, done_variables, done_records) =
            (seen.functions.len(), seen.variables.len(), seen.records.len());
        for id in seen.functions.clone() {
            let function = &program.functions[id.0];
            seen.ty(&function.signature.result);
            seen.variables.extend(&function.parameters);
            function.base.iter().for_each(|it| seen.expr(it));
            seen.stmts(&function.body);
        }
        for id in seen.variables.clone() {
            seen.ty(&program.variables[id.0].ty);
        }
        for (id, init) in &program.globals {
            if seen.variables.contains(id) {
                seen.init(init);
            }
        }
        for id in seen.records.clone() {
            program.records[id.0].fields.iter().for_each(|it| seen.ty(it));
        }
    }
    seen
}

impl Mentions {
    /// What a list of statements mentions.
    pub fn of(body: &[Stmt]) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.stmts(body);
        mentions
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Void | Type::Real(_) | Type::Int(_, Spelling::Plain(_) | Spelling::Size) => {}
            Type::Int(_, Spelling::Enum(id)) => drop(self.enums.insert(*id)),
            Type::Pointer(inner) | Type::Array(inner, _) => self.ty(inner),
            Type::Record(id) => drop(self.records.insert(*id)),
            Type::Function(signature) => {
                self.ty(&signature.result);
                signature.parameters.iter().for_each(|it| self.ty(it));
            }
        }
    }

    /// Adds what an initialiser mentions.
    pub fn init(&mut self, init: &Init) {
        match init {
            Init::Expr(expr) => self.expr(expr),
            Init::List(parts) => parts.iter().for_each(|(_, it)| self.init(it)),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.ty(&expr.ty);
        match &expr.node {
            Node::Constant(id, _) => drop(self.enums.insert(*id)),
            Node::Variable(id) | Node::Deeper(id) => drop(self.variables.insert(*id)),
            Node::Function(id) => drop(self.functions.insert(*id)),
            Node::SizeofType(ty) | Node::Alignof(ty) => self.ty(ty),
            Node::Offsetof(id, _) | Node::ContainerOf { record: id, .. } => drop(self.records.insert(*id)),
            _ => {}
        }
        if let Node::Compound(init) = &expr.node {
            self.init(init);
        }
        for child in children(&expr.node) {
            self.expr(child);
        }
    }

    fn stmts(&mut self, body: &[Stmt]) {
        body.iter().for_each(|it| self.stmt(it));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Declare(id, init) => {
                self.variables.insert(*id);
                self.init(init);
            }
            Stmt::Duff { counter, .. } | Stmt::Loop { counter, .. } => drop(self.variables.insert(*counter)),
            Stmt::Walk { pointer, .. } | Stmt::Heap { pointer, .. } => drop(self.variables.insert(*pointer)),
            Stmt::Goto(label) => drop(self.labels.insert(*label)),
            Stmt::GoBack { label, counter, .. } => {
                self.labels.insert(*label);
                self.variables.insert(*counter);
            }
            Stmt::Switch(_, arms) => arms.iter().flat_map(|it| &it.labels).flatten().for_each(|it| self.expr(it)),
            _ => {}
        }
        for expr in exprs(stmt) {
            self.expr(expr);
        }
        for body in bodies(stmt) {
            self.stmts(body);
        }
    }
}

/// The operands of an expression, except for those in initialisers.
pub fn children(node: &Node) -> Vec<&Expr> {
    match node {
        Node::Literal(_)
        | Node::Constant(..)
        | Node::Variable(_)
        | Node::Function(_)
        | Node::SizeofType(_)
        | Node::Alignof(_)
        | Node::Offsetof(..)
        | Node::Compound(_)
        | Node::Deeper(_) => Vec::new(),
        Node::Unary(_, it)
        | Node::Guarded(_, it)
        | Node::Cast(it)
        | Node::Step { place: it, .. }
        | Node::Deref(it)
        | Node::AddressOf(it)
        | Node::Member { base: it, .. }
        | Node::Decay(it)
        | Node::Sizeof(it)
        | Node::ContainerOf { address: it, .. } => vec![it],
        Node::Binary(_, a, b)
        | Node::Assign(_, a, b)
        | Node::Comma(a, b)
        | Node::Index(a, b)
        | Node::Offset { base: a, index: b, .. } => vec![a, b],
        Node::Conditional(a, b, c) => vec![a, b, c],
        Node::Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
    }
}

/// The expressions of a statement itself, except for those in initialisers and labels.
pub fn exprs(stmt: &Stmt) -> Vec<&Expr> {
    match stmt {
        Stmt::Expr(it) | Stmt::Put { value: it, .. } | Stmt::If(it, ..) | Stmt::Switch(it, _) => vec![it],
        Stmt::Duff { selector: it, .. } | Stmt::Walk { array: it, .. } => vec![it],
        Stmt::Loop { also, .. } => also.iter().collect(),
        Stmt::PutAll { values, .. } => values.iter().collect(),
        Stmt::Return(value) => value.iter().collect(),
        Stmt::Declare(..)
        | Stmt::Block(_)
        | Stmt::Heap { .. }
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::GoBack { .. } => Vec::new(),
    }
}

/// The lists of statements in a statement.
pub fn bodies(stmt: &Stmt) -> Vec<&Vec<Stmt>> {
    match stmt {
        Stmt::Block(body) | Stmt::Loop { body, .. } | Stmt::Walk { body, .. } | Stmt::Heap { body, .. } => vec![body],
        Stmt::If(_, yes, no) => vec![yes, no],
        Stmt::Switch(_, arms) => arms.iter().map(|it| &it.body).collect(),
        Stmt::Duff { parts, .. } => parts.iter().collect(),
        Stmt::Expr(_)
        | Stmt::Put { .. }
        | Stmt::PutAll { .. }
        | Stmt::Declare(..)
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::GoBack { .. }
        | Stmt::Return(_) => Vec::new(),
    }
}
