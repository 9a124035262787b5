//! Interfaces and classes.

use super::{Failed, Parsed, Parser};
use crate::lexer::Kind;
use crate::syntax::{Class, Expression, Field, Interface, Method, Name, Parameter, Signature, Type};
use source::{Code, Span};

impl Parser<'_, '_> {
    pub(super) fn interface(&mut self) -> Parsed<Interface> {
        self.bump();
        let name = self.upper_name("the name of an interface")?;
        let extends = if self.accept("extends") { self.upper_names("the name of an interface")? } else { Vec::new() };
        let open = self.expect("{", "before the methods of the interface")?.span;
        let mut methods = Vec::new();
        while !self.at_end_of_block() {
            let start = self.position;
            match self.interface_method() {
                Ok(method) => methods.extend(method),
                Err(_) => self.skip_item(start),
            }
        }
        // What is missing was reported, and the methods are known.
        self.close_block(open).ok();
        Ok(Interface { name, extends, methods })
    }

    fn interface_method(&mut self) -> Parsed<Option<Signature>> {
        if self.unsupported_member() {
            return Ok(None);
        }
        let (result, name) = self.typed_name("the name of a method")?;
        let parameters = self.parameters()?;
        self.expect_semicolon("after this method")?;
        Ok(Some(Signature { result, name, parameters }))
    }

    fn typed_name(&mut self, what: &str) -> Parsed<(Type, Name)> {
        self.annotations()?;
        if self.kind() != Kind::Upper {
            return Err(self.expected("the type of a field or method"));
        }
        let of = self.parse_type()?;
        Ok((of, self.lower_name(what)?))
    }

    pub(super) fn class(&mut self) -> Parsed<Class> {
        self.bump();
        let name = self.upper_name("the name of a class")?;
        let parameters = if self.at("(") { self.parameters()? } else { Vec::new() };
        let implements =
            if self.accept("implements") { self.upper_names("the name of an interface")? } else { Vec::new() };
        let open = self.expect("{", "before the members of the class")?.span;
        let (fields, methods) = (Vec::new(), Vec::new());
        let mut class = Class { name, parameters, implements, fields, init: None, methods };
        while !self.at_end_of_block() {
            let start = self.position;
            if self.member(&mut class).is_err() {
                self.skip_item(start);
            }
        }
        // What is missing was reported, and the members are known.
        self.close_block(open).ok();
        Ok(class)
    }

    /// A field, a method, or the init block. Fields are usually first, but any order is taken.
    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        if self.accept(";") || self.unsupported_member() {
            return Ok(());
        }
        self.annotations()?;
        if self.at("{") {
            return self.init_block(class);
        }
        let (of, name) = self.typed_name("the name of a field or method")?;
        if self.at("(") {
            let parameters = self.parameters()?;
            let body = self.block()?;
            let signature = Signature { result: of, name, parameters };
            class.methods.push(Method { signature, body });
            return Ok(());
        }
        let init = if self.accept("=") { Some(self.first_value()?) } else { None };
        self.expect_semicolon(if init.is_some() { "after this field" } else { "or `=` or `(` after this name" })?;
        class.fields.push(Field { parameter: Parameter { of, name }, init });
        Ok(())
    }

    fn first_value(&mut self) -> Parsed<Expression> {
        let has_effect = self.at("new") || self.at("await");
        let value = if has_effect { Err(Failed) } else { self.expression() };
        if has_effect || value.is_ok() && (self.at(".") || self.at("!")) {
            let message = "the first value of a field cannot be a call, a new object or `get`".to_owned();
            let note = (Span::NONE, "assign it in the init block of the class".to_owned());
            self.report(Code("A0112"), self.token().span, message, Some(note));
            return Err(Failed);
        }
        value
    }

    fn init_block(&mut self, class: &mut Class) -> Parsed<()> {
        if class.init.is_some() {
            let span = self.token().span;
            self.report(Code("A0117"), span, "this class has an init block already".to_owned(), None);
        }
        let block = self.block()?;
        class.init.get_or_insert(block);
        Ok(())
    }
}
