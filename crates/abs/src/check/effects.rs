//! What can stand to the right of an assignment: new objects, calls of methods, answers of futures.

use super::Checker;
use super::expressions::placeholder;
use super::names::similar;
use super::types::{SignatureInfo, Type, known};
use crate::program::{ClassId, Effect, EffectKind, Expression};
use crate::syntax::{self, Name};
use source::Span;

impl<'a> Checker<'a> {
    /// An effect whose value must have a type.
    pub(super) fn check_effect(&mut self, effect: &'a syntax::Effect, expected: &Type) -> Effect {
        if let syntax::EffectKind::Pure(value) = &effect.kind {
            let value = self.check(value, expected);
            return Effect { span: effect.span, kind: EffectKind::Pure(value) };
        }
        let (lowered, actual) = self.infer_effect(effect);
        if !self.fits(&actual, expected) {
            let types = (self.show(&actual), self.show(expected));
            let message = match self.solver.head(&actual) {
                Type::Class(_) if matches!(self.solver.head(expected), Type::Interface(_)) => {
                    format!("class {} does not implement {}", types.0, types.1)
                }
                _ => format!("this is of type {}, but {} is needed", types.0, types.1),
            };
            self.error("A0301", effect.span, message);
        }
        lowered
    }

    /// An effect and the type of its value.
    pub(super) fn infer_effect(&mut self, effect: &'a syntax::Effect) -> (Effect, Type) {
        let span = effect.span;
        let (kind, of) = match &effect.kind {
            syntax::EffectKind::Pure(value) => {
                let (value, of) = self.infer(value);
                (EffectKind::Pure(value), of)
            }
            syntax::EffectKind::New { placement, class, arguments } => {
                let local = self.is_local(*placement, span);
                self.new_object(span, local, class, arguments)
            }
            syntax::EffectKind::AsyncCall { awaits, target, method, arguments } => {
                let (target, arguments, result) = self.method_call(span, target, method, arguments);
                let of = if *awaits { result } else { Type::future(result) };
                let method = self.selector(&method.text);
                (EffectKind::AsyncCall { awaits: *awaits, target, method, arguments }, of)
            }
            syntax::EffectKind::SyncCall { target, method, arguments } => {
                let (target, arguments, result) = self.method_call(span, target, method, arguments);
                let method = self.selector(&method.text);
                (EffectKind::SyncCall { target, method, arguments }, result)
            }
            syntax::EffectKind::Get(future) => {
                let (lowered, of) = self.infer(future);
                let result = self.answer(&of, future.span, ".get");
                (EffectKind::Get(lowered), result)
            }
        };
        (Effect { span, kind }, of)
    }

    /// The type of the answer of a future.
    pub(super) fn answer(&mut self, of: &Type, span: Span, what: &str) -> Type {
        match self.solver.head(of) {
            Type::Data(known::FUTURE, arguments) => arguments.first().cloned().unwrap_or(Type::Unknown),
            Type::Unknown | Type::Variable(_) | Type::Null => Type::Unknown,
            Type::Data(..) | Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) => {
                let message = format!("{what} needs a future, and this is of type {}", self.show(of));
                self.error("A0306", span, message);
                Type::Unknown
            }
        }
    }

    /// Whether a new object is in the group of its creator. That depends on the age of the language in which the program
    /// is written: `new cog` was replaced by `new` when that was replaced by `new local`.
    fn is_local(&mut self, placement: syntax::Placement, span: Span) -> bool {
        match placement {
            syntax::Placement::Local => true,
            syntax::Placement::Cog => false,
            syntax::Placement::Plain => match (self.remarks.new_cog, self.remarks.new_local) {
                (Some(cog), Some(local)) => {
                    self.error("A0409", span, "it cannot be decided whether this object is in the group of its maker")
                        .note(cog, "with `new cog`, which is of the language before 2.0, it is")
                        .note(local, "with `new local`, which came in its place, it is not");
                    false
                }
                (cog, _) => cog.is_some() && !planted::bug!(OldGroupsIgnored),
            },
        }
    }

    fn new_object(
        &mut self,
        span: Span,
        local: bool,
        name: &'a Name,
        arguments: &'a [syntax::Expression],
    ) -> (EffectKind, Type) {
        let Some(id) = self.class_named(self.module(), name) else {
            for argument in arguments {
                self.infer(argument);
            }
            return (EffectKind::Pure(placeholder(span)), Type::Unknown);
        };
        let class = self.tables.class(id);
        let parameters: Vec<Type> =
            class.fields.iter().take(class.syntax.parameters.len()).map(|it| it.1.clone()).collect();
        if self.modules.get(class.module).library && !self.modules.get(self.module()).library {
            self.error("A0512", span, format!("objects of class {} are not supported", name.text))
                .note(Span::NONE, "deployment and reflection are not part of what is checked");
        }
        let arguments = self.arguments(&format!("class {}", name.text), span, &parameters, arguments);
        (EffectKind::New { local, class: ClassId(id.0), arguments }, Type::Class(id))
    }

    /// The target, the arguments, and the type of the result.
    fn method_call(
        &mut self,
        span: Span,
        target: &'a syntax::Expression,
        method: &'a Name,
        arguments: &'a [syntax::Expression],
    ) -> (Expression, Vec<Expression>, Type) {
        let (lowered, of) = self.infer(target);
        match self.method(&of, target.span, method) {
            Some(signature) => {
                let what = format!("method {}", method.text);
                let arguments = self.arguments(&what, span, &signature.parameters, arguments);
                (lowered, arguments, signature.result)
            }
            None => {
                let arguments = arguments.iter().map(|it| self.infer(it).0).collect();
                (lowered, arguments, Type::Unknown)
            }
        }
    }

    /// The method of an object. `None`: it is not known, and that was reported if it is a mistake.
    fn method(&mut self, of: &Type, span: Span, name: &Name) -> Option<SignatureInfo> {
        let of = self.solver.head(of);
        let (found, candidates, what) = match &of {
            Type::Interface(id) => {
                let found = self.tables.interface_method(*id, &name.text).cloned();
                let above = self.tables.interface(*id).above.iter().chain([id]);
                let candidates: Vec<&str> =
                    above.flat_map(|it| &self.tables.interface(*it).methods).map(|it| it.name.as_str()).collect();
                (found, candidates, "interface")
            }
            Type::Class(id) => {
                let class = self.tables.class(*id);
                let found = class.methods.iter().find(|it| it.name == name.text).cloned();
                if found.is_none() && self.modules.get(class.module).library {
                    return None;
                }
                (found, class.methods.iter().map(|it| it.name.as_str()).collect(), "class")
            }
            Type::Unknown | Type::Variable(_) => return None,
            Type::Null | Type::Any | Type::Data(..) | Type::Parameter(_) => {
                let message = format!("there are no methods in a value of type {}", self.show(&of));
                self.error("A0307", span, message);
                return None;
            }
        };
        if found.is_none() {
            let hint = similar(&name.text, candidates).map(|it| format!("did you mean {it}?"));
            let message = format!("{what} {} has no method {}", self.show(&of), name.text);
            let found = self.error("A0214", name.span, message);
            if let Some(hint) = hint {
                found.note(Span::NONE, hint);
            }
        }
        found
    }
}
