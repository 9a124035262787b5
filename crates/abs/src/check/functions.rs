//! Bodies of functions, and what functions that take functions expect of them.

use super::Checker;
use super::context::{Context, Place};
use super::instances::Template;
use super::types::{Arrow, FunctionBody, FunctionId, Type, known};
use crate::program::{Expression, ExpressionKind, LocalId, Pattern};
use source::Span;

/// How many functions that take functions are looked at inside each other, because one needs to know the other.
const DEPTH: usize = 50;

impl<'a> Checker<'a> {
    pub(super) fn check_functions(&mut self) {
        self.templates.resize_with(self.tables.functions.len(), || None);
        for index in 0..self.tables.functions.len() {
            self.check_function(FunctionId(index as u32));
        }
    }

    /// What a function expects of the functions that it is given, if that can be known now.
    pub(super) fn arrows(&mut self, id: FunctionId) -> Option<Vec<Arrow>> {
        if self.tables.function(id).arrows.is_none() && !self.running.contains(&id) && self.running.len() < DEPTH {
            self.check_function(id);
        }
        self.tables.function(id).arrows.clone()
    }

    fn check_function(&mut self, id: FunctionId) {
        if self.templates[id.0 as usize].is_some() {
            return;
        }
        let info = self.tables.function(id);
        let (name, span, result) = (info.name.clone(), info.span, info.result.clone());
        let parameters = info.parameters.clone();
        let (value, locals) = match info.body {
            FunctionBody::Written(body) => {
                let function_parameters = info.function_parameters;
                let mut context = Context {
                    place: Place::Function,
                    module: Some(info.module),
                    type_parameters: info.type_parameters.clone(),
                    ..Context::default()
                };
                for it in function_parameters {
                    let result = self.solver.fresh();
                    context.functions.push((it.text.clone(), Arrow { parameters: None, result }));
                }
                self.running.push(id);
                let before = self.enter(context);
                for (name, of, span) in &parameters {
                    self.new_local(name, of.clone(), *span);
                }
                let value = self.check(body, &result);
                let arrows = self.context.functions.iter().map(|it| self.settled(&it.1)).collect();
                let locals = std::mem::take(&mut self.frame().locals);
                self.context = before;
                self.running.pop();
                self.tables.functions[id.0 as usize].arrows = Some(arrows);
                (value, locals)
            }
            FunctionBody::Builtin(builtin) => {
                let locals: Vec<String> = parameters.iter().map(|it| it.0.clone()).collect();
                let arguments = (0..locals.len()).map(|it| local(LocalId(it as u32), span)).collect();
                (Expression { span, kind: ExpressionKind::Builtin(builtin, arguments) }, locals)
            }
            FunctionBody::Unsupported => {
                let arrows = info.function_parameters.iter();
                let arrows = arrows.map(|_| Arrow { parameters: None, result: Type::Unknown }).collect();
                self.tables.functions[id.0 as usize].arrows = Some(arrows);
                if !self.modules.get(self.tables.function(id).module).library {
                    self.error(
                        "A0513",
                        span,
                        format!("function {name} is built into another tool, and is not known here"),
                    );
                }
                (super::expressions::placeholder(span), Vec::new())
            }
            FunctionBody::Selector(constructor, _) => self.selector_value(constructor, &name, span),
        };
        let count = parameters.len() as u32;
        let parameters = (0..count).map(LocalId).collect();
        self.templates[id.0 as usize] = Some(Template { name, span, parameters, locals, value });
    }

    /// What is known of a passed function once the body was checked.
    fn settled(&self, arrow: &Arrow) -> Arrow {
        let settle = |it: &Type| forget(&self.solver.resolve(it));
        let parameters = arrow.parameters.as_ref().map(|it| it.iter().map(settle).collect());
        Arrow { parameters, result: settle(&arrow.result) }
    }

    /// `case value { C(_, part) => part; … }` for all constructors that have a part of that name.
    fn selector_value(
        &mut self,
        constructor: super::types::ConstructorId,
        name: &str,
        span: Span,
    ) -> (Expression, Vec<String>) {
        let data = self.tables.constructor(constructor).data;
        let candidates =
            if data == known::EXCEPTION { vec![constructor] } else { self.tables.data(data).constructors.clone() };
        let mut arms = Vec::new();
        for id in candidates {
            let info = self.tables.constructor(id);
            let Some(part) = info.selectors.iter().position(|it| it.as_deref() == Some(name)) else { continue };
            let mut parts = vec![Pattern::Any; info.parts.len()];
            parts[part] = Pattern::Bind(LocalId(1));
            let pattern = Pattern::Constructor(crate::program::ConstructorId(id.0), parts);
            arms.push((pattern, local(LocalId(1), span)));
        }
        let subject = Box::new(local(LocalId(0), span));
        let value = Expression { span, kind: ExpressionKind::Case(subject, arms) };
        (value, vec!["value".to_owned(), name.to_owned()])
    }
}

fn local(id: LocalId, span: Span) -> Expression {
    Expression { span, kind: ExpressionKind::Local(id) }
}

/// The type with variables that are still not known made unknown: they would mean something else elsewhere.
fn forget(of: &Type) -> Type {
    match of {
        Type::Variable(_) => Type::Unknown,
        Type::Data(id, arguments) => Type::Data(*id, arguments.iter().map(forget).collect()),
        Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) | Type::Null | Type::Unknown => of.clone(),
    }
}
