//! Classes: that they have what their interfaces say, and the bodies of their methods.

use super::Checker;
use super::context::{Context, Place};
use super::returns::returns;
use super::solve;
use super::types::{ClassId, SignatureInfo, Type};
use super::waits::init_waits;
use crate::program::{self, Body, Effect, EffectKind, FieldId, InterfaceId, Method, Statement, StatementKind, Target};
use crate::syntax;
use source::Span;

impl<'a> Checker<'a> {
    pub(super) fn check_classes(&mut self) {
        for index in 0..self.tables.classes.len() {
            let id = ClassId(index as u32);
            if !self.modules.get(self.tables.class(id).module).library {
                self.check_interfaces(id);
            }
            let class = self.lower_class(id);
            self.classes.push(class);
        }
    }

    /// Whether a class has the methods of its interfaces.
    fn check_interfaces(&mut self, id: ClassId) {
        let syntax = self.tables.class(id).syntax;
        let mut missing: Vec<(String, SignatureInfo)> = Vec::new();
        for interface in self.tables.class(id).implements.clone() {
            let name = self.tables.interface(interface).syntax.name.text.clone();
            for needed in self.tables.interface(interface).methods.clone() {
                let own = self.tables.class(id).methods.iter().find(|it| it.name == needed.name).cloned();
                match own {
                    Some(own) => self.check_signature(&own, &needed, &name),
                    None => missing.push((name.clone(), needed)),
                }
            }
        }
        for (interface, method) in missing {
            let class = &syntax.name;
            let message = format!("class {} lacks method {} of interface {interface}", class.text, method.name);
            self.error("A0309", class.span, message).note(method.span, "it is declared here");
        }
    }

    fn check_signature(&mut self, own: &SignatureInfo, needed: &SignatureInfo, interface: &str) {
        let parameters = own.parameters.len() == needed.parameters.len()
            && own.parameters.iter().zip(&needed.parameters).all(|(own, it)| self.fits(it, own));
        if !parameters || !self.fits(&own.result, &needed.result) {
            let message = format!("method {} is not as in interface {interface}", own.name);
            let head = self.head_of(needed);
            self.error("A0310", own.span, message).note(needed.span, format!("there it is {head}"));
        }
    }

    /// A method as it is declared, without names of parameters.
    fn head_of(&self, of: &SignatureInfo) -> String {
        let parameters: Vec<_> = of.parameters.iter().map(|it| solve::show(&self.tables, &self.modules, it)).collect();
        format!("{} {}({})", solve::show(&self.tables, &self.modules, &of.result), of.name, parameters.join(", "))
    }

    fn lower_class(&mut self, id: ClassId) -> program::Class {
        let (module, syntax) = (self.tables.class(id).module, self.tables.class(id).syntax);
        if let Some(span) = init_waits(syntax) {
            let message = format!("the init block of class {} must not wait for others", syntax.name.text);
            self.error("A0403", span, message)
                .note(Span::NONE, "it runs inside the step that makes the object; what waits belongs into run()");
        }
        let init = self.init_body(id);
        let mut methods = Vec::new();
        for (index, method) in syntax.methods.iter().enumerate() {
            let signature = self.tables.class(id).methods[index].clone();
            let context = Context {
                place: Place::Method,
                module: Some(module),
                class: Some(id),
                result: Some(signature.result.clone()),
                ..Context::default()
            };
            let parameters = method.signature.parameters.iter().zip(&signature.parameters);
            let parameters: Vec<_> = parameters.map(|(it, of)| (&it.name, of.clone())).collect();
            let name = &method.signature.name;
            let body = self.body(context, name.span, &method.body, &parameters);
            self.check_returns(&signature, &method.body);
            let selector = self.selector(&name.text);
            methods.push(Method { selector, name: name.text.clone(), body });
        }
        let run = syntax.methods.iter().map(|it| &it.signature);
        let run = run.filter(|it| it.name.text == "run" && it.parameters.is_empty()).count() > 0;
        let run = run.then(|| self.selector("run"));
        let class = self.tables.class(id);
        program::Class {
            name: syntax.name.text.clone(),
            span: syntax.name.span,
            parameters: syntax.parameters.len() as u32,
            fields: class.fields.iter().map(|it| it.0.clone()).collect(),
            init,
            methods,
            implements: class.implements.iter().map(|it| InterfaceId(it.0)).collect(),
            run,
        }
    }

    /// A method that says that it gives a value must do so.
    fn check_returns(&mut self, signature: &SignatureInfo, body: &syntax::Block) {
        if !returns(body) && !self.fits(&Type::unit(), &signature.result) {
            let of = self.show(&signature.result);
            let message = format!("method {} can end without returning a value of type {of}", signature.name);
            self.error("A0311", signature.span, message).note(body.end, "here it ends");
        }
    }

    /// First values of fields, then the init block.
    fn init_body(&mut self, id: ClassId) -> Body {
        let (module, syntax) = (self.tables.class(id).module, self.tables.class(id).syntax);
        let context = Context {
            place: Place::Init,
            module: Some(module),
            class: Some(id),
            result: Some(Type::unit()),
            ..Context::default()
        };
        let before = self.enter(context);
        let mut statements = Vec::new();
        for (index, field) in syntax.fields.iter().enumerate() {
            let index = syntax.parameters.len() + index;
            self.context.fields = Some(index);
            let (name, of, span) = self.tables.class(id).fields[index].clone();
            let value = match &field.init {
                Some(value) => {
                    let value = self.check(value, &of);
                    Effect { span: value.span, kind: EffectKind::Pure(value) }
                }
                None => self.first_value(&of, &name, span),
            };
            let target = Target::Field(FieldId(index as u32));
            statements.push(Statement { span, kind: StatementKind::Assign(target, value) });
        }
        self.context.fields = None;
        let mut end = syntax.name.span;
        if let Some(block) = &syntax.init {
            statements.extend(self.block(block));
            end = block.end;
        }
        let span = syntax.init.as_ref().map_or(syntax.name.span, |it| it.span);
        let locals = std::mem::take(&mut self.frame().locals);
        self.context = before;
        Body { span, end, parameters: 0, locals, statements }
    }

    /// A body with its parameters.
    pub(super) fn body(
        &mut self,
        context: Context,
        span: Span,
        block: &'a syntax::Block,
        parameters: &[(&syntax::Name, Type)],
    ) -> Body {
        let before = self.enter(context);
        for (name, of) in parameters {
            self.new_local(&name.text, of.clone(), name.span);
        }
        let statements = self.block(block);
        let locals = std::mem::take(&mut self.frame().locals);
        self.context = before;
        Body { span, end: block.end, parameters: parameters.len() as u32, locals, statements }
    }
}
