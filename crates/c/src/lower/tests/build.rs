//! Typed trees by hand, and automata as short lists of lines.

use crate::tree::*;
use ir::DataModel;
use source::{Diagnostics, Sources, Span};
use std::rc::Rc;

pub(super) const INT: Type = Type::Int { bits: 32, signed: true };
pub(super) const UNSIGNED: Type = Type::Int { bits: 32, signed: false };
pub(super) const LONG: Type = Type::Int { bits: 64, signed: true };

pub(super) fn pointer(to: Type) -> Type {
    Type::Pointer(Rc::new(to))
}

/// A unit that grows.
pub(super) struct Build {
    pub unit: Unit,
}

impl Build {
    pub(super) fn new() -> Build {
        let unit = Unit {
            no_spurious: false,
            waits: Vec::new(),
            model: DataModel::Lp64,
            sources: Sources::new(),
            records: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            mutex_kinds: false,
            at_thread_exit: Vec::new(),
            runner: None,
            approximations: Vec::new(),
            allowed: Default::default(),
            passed: Vec::new(),
            named: Default::default(),
        };
        Build { unit }
    }

    fn variable(&mut self, name: &str, ty: Type, storage: Storage, addressed: bool) -> VariableId {
        let name = name.to_owned();
        self.unit.variables.push(Variable {
            constant: false,
            value: None,
            name,
            ty,
            storage,
            owner: None,
            addressed,
            init: Vec::new(),
            flexible: 0,
            span: Span::NONE,
        });
        VariableId(self.unit.variables.len() as u32 - 1)
    }

    pub(super) fn global(&mut self, name: &str, ty: Type) -> VariableId {
        self.variable(name, ty, Storage::Static, false)
    }

    pub(super) fn local(&mut self, name: &str, ty: Type) -> VariableId {
        self.variable(name, ty, Storage::Automatic, false)
    }

    pub(super) fn slot(&mut self, name: &str, ty: Type) -> VariableId {
        self.variable(name, ty, Storage::Automatic, true)
    }

    pub(super) fn record(&mut self, fields: &[(&str, Type, u32)], size: u32, align: u32) -> Type {
        let field = |(name, ty, offset): &(&str, Type, u32)| Field {
            bits: None,
            name: (*name).to_owned(),
            ty: ty.clone(),
            offset: *offset,
        };
        let fields = fields.iter().map(field).collect();
        let name = format!("r{}", self.unit.records.len());
        self.unit.records.push(Record { name, union: false, complete: true, size, align, fields });
        Type::Record(RecordId(self.unit.records.len() as u32 - 1))
    }

    pub(super) fn function(
        &mut self,
        name: &str,
        result: Type,
        parameters: &[VariableId],
        body: Vec<Stmt>,
    ) -> FunctionId {
        let types = parameters.iter().map(|it| self.unit.variables[it.0 as usize].ty.clone()).collect();
        let signature = Rc::new(Signature::new(result, types, false));
        let (name, parameters) = (name.to_owned(), parameters.to_vec());
        self.unit.functions.push(Function {
            name,
            signature,
            parameters,
            body: Some(body),
            labels: 8,
            library: false,
            span: Span::NONE,
        });
        FunctionId(self.unit.functions.len() as u32 - 1)
    }

    /// The lvalue of a variable.
    pub(super) fn at(&self, id: VariableId) -> Expr {
        expr(ExprKind::Variable(id), self.unit.variables[id.0 as usize].ty.clone())
    }

    /// The value of a variable.
    pub(super) fn get(&self, id: VariableId) -> Expr {
        load(self.at(id))
    }

    pub(super) fn set(&self, id: VariableId, value: Expr) -> Stmt {
        effect(assign(self.at(id), value))
    }

    pub(super) fn call(&self, id: FunctionId, arguments: Vec<Expr>) -> Expr {
        let signature = &self.unit.functions[id.0 as usize].signature;
        let callee = Box::new(expr(ExprKind::Function(id), Type::Function(signature.clone())));
        expr(ExprKind::Call { callee, arguments }, signature.result.clone())
    }

    /// Adds a `main` with this body, lowers, and checks what comes out.
    pub(super) fn program(&mut self, body: Vec<Stmt>) -> ir::Program {
        self.function("main", INT, &[], body);
        let mut diagnostics = Diagnostics::new();
        let program = super::super::lower(&self.unit, &mut diagnostics);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
        super::assert_valid(&program);
        program
    }

    /// The lines of `main` with this body.
    pub(super) fn main(&mut self, body: Vec<Stmt>) -> Vec<String> {
        super::steps(&self.program(body), "main")
    }
}

pub(super) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::NONE }
}

pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::NONE }
}

pub(super) fn effect(it: Expr) -> Stmt {
    stmt(StmtKind::Expr(it))
}

pub(super) fn number(value: u64, ty: Type) -> Expr {
    expr(ExprKind::Constant(value), ty)
}

pub(super) fn int(value: u64) -> Expr {
    number(value, INT)
}

pub(super) fn load(lvalue: Expr) -> Expr {
    let ty = match &lvalue.ty {
        Type::Atomic(inner) => (**inner).clone(),
        other => other.clone(),
    };
    expr(ExprKind::Load(Box::new(lvalue)), ty)
}

pub(super) fn address_of(lvalue: Expr) -> Expr {
    let ty = pointer(lvalue.ty.clone());
    expr(ExprKind::AddressOf(Box::new(lvalue)), ty)
}

pub(super) fn assign(lvalue: Expr, value: Expr) -> Expr {
    let ty = value.ty.clone();
    expr(ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty)
}

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if super::super::conditions::is_comparison(op) { INT } else { left.ty.clone() };
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
}

pub(super) fn and(left: Expr, right: Expr) -> Expr {
    expr(ExprKind::LogicalAnd(Box::new(left), Box::new(right)), INT)
}

pub(super) fn builtin(builtin: Builtin, arguments: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Builtin(builtin, arguments), ty)
}

pub(super) fn if_then(condition: Expr, then: Stmt) -> Stmt {
    stmt(StmtKind::If(condition, Box::new(then), None))
}
