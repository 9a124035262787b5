//! Calls of the program's own functions.

use super::body::{Body, is_aggregate};
use super::{Kind, types};
use crate::layout;
use crate::tree::{Expr, ExprKind, Signature, Type, Wait};
use source::Span;
use std::rc::Rc;

impl<'u> Body<'_, 'u> {
    /// Calls a function of the program; gives the result, if there is one.
    pub(super) fn call(&mut self, expr: &'u Expr, callee: &'u Expr, arguments: &'u [Expr]) -> String {
        let (target, parameters, takes_more) = self.callee(callee);
        let mut passed = Vec::new();
        let named = parameters.as_ref().map_or(arguments.len(), |it| it.len().min(arguments.len()));
        for (index, argument) in arguments[..named].iter().enumerate() {
            let ty = parameters.as_ref().map_or(&argument.ty, |it| it[index]);
            passed.push(self.argument(argument, ty));
        }
        if takes_more {
            passed.push(self.further_arguments(&arguments[named..], expr.span));
        } else {
            arguments[named..].iter().for_each(|it| self.effect(it));
        }
        let missing = parameters.as_ref().map_or(0, |it| it.len().saturating_sub(arguments.len()));
        passed.extend(std::iter::repeat_n("0".to_owned(), missing));
        // What is chosen where a function is called that does nothing but wait is for the wait in it.
        if self.program.point(expr.span, Kind::Choose).is_some() {
            self.at(expr.span, Kind::Choose);
            self.say(expr.span, "raddle_spurious = raddle_input();");
        }
        if let Some(wait) = self.wait(callee) {
            let (result, spurious) = (self.temporary(&expr.ty), self.program.function(wait.spurious));
            let passed = passed.join(", ");
            let call = format!("raddle_is_spurious() ? {spurious}({passed}) : {target}({passed})");
            self.say(expr.span, &format!("{result} = {call};"));
            return result;
        }
        let call = format!("{target}({})", passed.join(", "));
        if expr.ty == Type::Void {
            self.say(expr.span, &format!("{call};"));
            return "0".to_owned();
        }
        let result = self.temporary(&expr.ty);
        self.say(expr.span, &format!("{result} = {call};"));
        result
    }

    /// What is known of a call if it waits, and may end for no reason here.
    fn wait(&self, callee: &Expr) -> Option<Wait> {
        let ExprKind::Function(id) = callee.kind else { return None };
        self.unit.waits.iter().copied().find(|it| it.function == id)
    }

    /// What is called, the types of its parameters if they are known, and whether it takes further arguments.
    fn callee(&mut self, callee: &'u Expr) -> (String, Option<Vec<&'u Type>>, bool) {
        match &callee.kind {
            ExprKind::Function(id) => {
                let function = &self.unit.functions[id.0 as usize];
                let variables = &self.unit.variables;
                let parameters = function.parameters.iter().map(|it| &variables[it.0 as usize].ty).collect();
                (self.program.function(*id), Some(parameters), function.signature.takes_more())
            }
            ExprKind::Dereference(pointer) if matches!(callee.ty, Type::Function(_)) => self.callee(pointer),
            ExprKind::AddressOf(function) | ExprKind::Decay(function) => self.callee(function),
            _ => {
                let value = self.value(callee);
                match signature(&callee.ty) {
                    Some(signature) => {
                        let pointer = Type::Pointer(Rc::new(Type::Function(signature.clone())));
                        let unsaid = signature.variadic && signature.parameters.is_empty();
                        let parameters = (!unsaid).then(|| parameters_of(&callee.ty)).flatten();
                        (self.cast(&pointer, &value), parameters, signature.takes_more())
                    }
                    None => (value, None, false),
                }
            }
        }
    }

    fn argument(&mut self, argument: &'u Expr, ty: &Type) -> String {
        if !is_aggregate(&argument.ty) {
            let value = self.value(argument);
            return self.cast(ty, &value);
        }
        let source = self.aggregate(argument);
        let copy = self.temporary(&argument.ty);
        self.copy(&format!("&{copy}"), &source, &argument.ty, self.alignment(argument), argument.span);
        copy
    }

    /// Puts variable arguments into memory, each in as many words as it needs; gives the address of the first one.
    fn further_arguments(&mut self, arguments: &'u [Expr], span: Span) -> String {
        let word = self.unit.model.pointer_bytes();
        let size = |body: &Self, it: &Expr| layout::size(&it.ty, &body.unit.records, body.unit.model).unwrap_or(word);
        let total: u32 = arguments.iter().map(|it| size(self, it).next_multiple_of(word)).sum();
        if total == 0 {
            return "(void *)0".to_owned();
        }
        let bits = self.unit.model.pointer_bits();
        let room = self.temporary(&Type::Array(Rc::new(Type::Int { bits, signed: false }), Some(total / word)));
        let mut offset = 0;
        for argument in arguments {
            let at = format!("((char *){room} + {offset})");
            if is_aggregate(&argument.ty) {
                let source = self.aggregate(argument);
                self.copy(&at, &source, &argument.ty, self.alignment(argument), argument.span);
            } else {
                let value = self.value(argument);
                let pointer = types::declare(self.unit, &Type::Pointer(Rc::new(argument.ty.clone())), "");
                self.say(span, &format!("*({pointer}){at} = {value};"));
            }
            offset += size(self, argument).next_multiple_of(word);
        }
        format!("(void *){room}")
    }
}

fn signature(ty: &Type) -> Option<&Rc<Signature>> {
    match types::plain(ty) {
        Type::Function(signature) => Some(signature),
        Type::Pointer(target) => signature(target),
        _ => None,
    }
}

fn parameters_of(ty: &Type) -> Option<Vec<&Type>> {
    signature(ty).map(|it| it.parameters.iter().collect())
}
