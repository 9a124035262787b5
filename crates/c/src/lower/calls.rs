//! Calls of the program's own functions.
//!
//! Aggregates are passed by the address of a copy that belongs to the caller, and come back through the address in a
//! hidden first argument. Both depend on the function's type alone, so calls through pointers agree.

use super::function::{Body, Passing};
use super::shapes;
use crate::tree::{Expr, ExprKind, Signature, Type, Wait};
use ir::{Action, Callee, Cause, Domain, Operation, Width};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    /// Calls; gives the result if it is a scalar and `wanted`.
    pub(super) fn call(
        &mut self,
        expr: &'u Expr,
        callee: &'u Expr,
        arguments: &'u [Expr],
        wanted: bool,
    ) -> Option<ir::Expr> {
        match Passing::of(&expr.ty, self.model) {
            Passing::Nothing => {
                self.emit_call(expr, callee, arguments, None, None);
                None
            }
            Passing::Memory => {
                self.call_for_aggregate(expr, callee, arguments);
                None
            }
            Passing::Value(_) if !wanted => {
                self.emit_call(expr, callee, arguments, None, None);
                None
            }
            Passing::Value(width) => {
                let kind = shapes::kind(&expr.ty);
                self.emit_call(expr, callee, arguments, None, Some((width, kind)))
            }
        }
    }

    /// Calls a function that returns an aggregate; gives the address of the result.
    pub(super) fn call_for_aggregate(&mut self, expr: &'u Expr, callee: &'u Expr, arguments: &'u [Expr]) -> ir::Expr {
        let result = self.scratch("returned", &expr.ty, expr.span);
        self.emit_call(expr, callee, arguments, Some(result.clone()), None);
        result
    }

    fn emit_call(
        &mut self,
        expr: &'u Expr,
        callee: &'u Expr,
        arguments: &'u [Expr],
        result_address: Option<ir::Expr>,
        result: Option<(Width, ir::Kind)>,
    ) -> Option<ir::Expr> {
        let takes_more = signature(&callee.ty).is_some_and(Signature::takes_more);
        let (target, parameters) = self.callee(callee);
        let mut passed: Vec<ir::Expr> = result_address.into_iter().collect();
        match parameters {
            Some(parameters) if takes_more => {
                let (named, others) = arguments.split_at(parameters.len().min(arguments.len()));
                self.arguments(&parameters, named, &mut passed);
                passed.push(self.variable_argument_list(others, expr.span));
            }
            Some(parameters) => self.arguments(&parameters, arguments, &mut passed),
            None => passed.extend(arguments.iter().map(|it| self.argument(it)).collect::<Vec<_>>()),
        }
        // The register comes last, so that an assignment can take its place.
        let dest = result.map(|(width, kind)| self.automaton.temporary(width, kind));
        let call = |callee, arguments| Action::Call { dest, callee, arguments };
        if let Some(wait) = self.wait(callee) {
            let spurious = Callee::Direct(self.program.function(wait.spurious, callee.span));
            self.either(wait.cause, call(spurious, passed.clone()), call(target, passed), expr.span);
        } else {
            self.automaton.emit(call(target, passed), expr.span);
        }
        dest.map(ir::Expr::Register)
    }

    /// What is known of a call if it waits and may end for no reason.
    fn wait(&self, callee: &Expr) -> Option<Wait> {
        let ExprKind::Function(id) = callee.kind else { return None };
        self.unit.waits.iter().copied().find(|it| it.function == id)
    }

    /// One call or the other: the first is what happens for no reason.
    fn either(&mut self, cause: Cause, spurious: Action, usual: Action, span: Span) {
        let choice = self.automaton.temporary(Width(8), false);
        let domain = Domain::Spurious(cause);
        self.automaton.visible(Operation::Choose { dest: choice, domain }, span);
        let happens = self.automaton.truth(ir::Expr::Register(choice));
        let (yes, no, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.automaton.branch(happens, yes, no, span);
        self.automaton.start_at(yes);
        self.automaton.emit(spurious, span);
        self.automaton.jump(end, span);
        self.automaton.start_at(no);
        self.automaton.emit(usual, span);
        self.automaton.jump_and_start_at(end, span);
    }

    /// What is called, and the types of its parameters if they are known.
    fn callee(&mut self, callee: &'u Expr) -> (Callee, Option<Vec<&'u Type>>) {
        match &callee.kind {
            ExprKind::Function(id) => {
                let function = &self.unit.functions[id.0 as usize];
                let variables = &self.unit.variables;
                let parameters = function.parameters.iter().map(|it| &variables[it.0 as usize].ty);
                // The entry function takes no parameters, see `Body::parameters`.
                let parameters = parameters.filter(|_| function.name != "main").collect();
                (Callee::Direct(self.program.function(*id, callee.span)), Some(parameters))
            }
            ExprKind::Dereference(pointer) if matches!(callee.ty, Type::Function(_)) => self.callee(pointer),
            ExprKind::AddressOf(function) | ExprKind::Decay(function) => self.callee(function),
            _ => {
                let address = self.value(callee);
                (Callee::Indirect(address), signature(&callee.ty).and_then(known_parameters))
            }
        }
    }

    /// One value per parameter: what is missing is 0, what is too much is evaluated and dropped.
    fn arguments(&mut self, parameters: &[&Type], arguments: &'u [Expr], passed: &mut Vec<ir::Expr>) {
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let lowered = self.argument(argument);
            let same_kind = shapes::is_aggregate(parameter) == shapes::is_aggregate(&argument.ty);
            passed.push(if same_kind { self.convert_value(lowered, &argument.ty, parameter) } else { lowered });
        }
        for extra in arguments.iter().skip(parameters.len()) {
            self.effect(extra);
        }
        for missing in parameters.iter().skip(arguments.len()) {
            let width = shapes::width(missing, self.model).unwrap_or(shapes::pointer_width(self.model));
            passed.push(ir::Expr::Const(width, 0));
        }
    }

    fn argument(&mut self, argument: &'u Expr) -> ir::Expr {
        if !shapes::is_aggregate(&argument.ty) {
            return self.value(argument);
        }
        let source = self.address(argument);
        if matches!(argument.kind, ExprKind::Call { .. }) {
            // What a call returned is nobody else's.
            return source;
        }
        let align = self.alignment(argument);
        self.copied(source, &argument.ty, align, argument.span)
    }

    fn copied(&mut self, source: ir::Expr, ty: &Type, align: u32, span: Span) -> ir::Expr {
        let copy = self.scratch("argument", ty, span);
        self.copy(copy.clone(), source, ty, align, span);
        copy
    }
}

/// The type of the function that a value points to.
fn signature(ty: &Type) -> Option<&Signature> {
    match ty {
        Type::Function(signature) => Some(signature),
        Type::Pointer(target) => signature(target),
        Type::Atomic(inner) => signature(inner),
        Type::Void
        | Type::Bool
        | Type::Int { .. }
        | Type::Float(_)
        | Type::Array(..)
        | Type::VariableArray(..)
        | Type::Record(_)
        | Type::Mutex
        | Type::Opaque(_) => None,
    }
}

/// The types of all parameters; `()` says nothing about them.
fn known_parameters(signature: &Signature) -> Option<Vec<&Type>> {
    let says_nothing = signature.variadic && signature.parameters.is_empty();
    (!says_nothing).then(|| signature.parameters.iter().collect())
}
