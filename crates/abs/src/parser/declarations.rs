//! Modules, and what is declared in them except interfaces and classes.

use super::{Parsed, Parser};
use crate::lexer::Kind;
use crate::syntax::{Constructor, Data, Declaration, Export, Function, Import, Module, Name, Type};
use source::Code;

impl Parser<'_, '_> {
    pub(super) fn modules(mut self) -> Vec<Module> {
        let mut modules = Vec::new();
        let mut module = Module::default();
        let mut has_content = false;
        while self.kind() != Kind::End {
            let start = self.position;
            if self.at("module") {
                module.remarks = std::mem::take(&mut self.remarks);
                let finished = std::mem::take(&mut module);
                if has_content {
                    modules.push(finished);
                }
                module.name = self.module_name().ok();
            } else if self.item(&mut module).is_err() {
                self.skip_declaration(start);
            }
            has_content = true;
        }
        module.remarks = self.remarks;
        modules.push(module);
        modules
    }

    fn module_name(&mut self) -> Parsed<Name> {
        self.bump();
        let name = self.upper_name("the name of a module")?;
        self.expect_semicolon("after the name of the module")?;
        Ok(name)
    }

    /// One thing of a module, or nothing if it is not supported.
    fn item(&mut self, module: &mut Module) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        self.annotations()?;
        let token = self.token();
        match token.text {
            "{" if token.kind == Kind::Symbol => self.main_block(module),
            "import" => self.import(module),
            "export" => self.export(module),
            _ if self.at_unsupported_declaration() => {
                self.unsupported_declaration();
                Ok(())
            }
            _ => {
                let declaration = self.declaration()?;
                module.declarations.push(declaration);
                Ok(())
            }
        }
    }

    fn main_block(&mut self, module: &mut Module) -> Parsed<()> {
        let span = self.token().span;
        let is_second = module.main.is_some();
        if is_second {
            self.report(Code("A0116"), span, "this module has a main block already".to_owned(), None);
        }
        let block = self.block()?;
        module.main.get_or_insert(block);
        Ok(())
    }

    fn import(&mut self, module: &mut Module) -> Parsed<()> {
        let start = self.position;
        let (names, from) = self.names_from()?;
        module.imports.push(Import { span: self.span_from(start), names, from });
        Ok(())
    }

    fn export(&mut self, module: &mut Module) -> Parsed<()> {
        let start = self.position;
        let (names, from) = self.names_from()?;
        module.exports.push(Export { span: self.span_from(start), names, from });
        Ok(())
    }

    /// `* from M;`, `A, b from M;`, `A, b;`
    fn names_from(&mut self) -> Parsed<(Option<Vec<Name>>, Option<Name>)> {
        let is_import = self.bump().text == "import";
        let names = if self.accept("*") {
            None
        } else {
            let mut names = vec![self.any_name("a name or `*`")?];
            while self.accept(",") {
                names.push(self.any_name("a name")?);
            }
            Some(names)
        };
        if is_import && names.is_none() && !self.at("from") {
            return Err(self.expected("`from` and the name of a module"));
        }
        let from = if self.accept("from") { Some(self.upper_name("the name of a module")?) } else { None };
        self.expect_semicolon(if is_import { "after this import" } else { "after this export" })?;
        Ok((names, from))
    }

    fn declaration(&mut self) -> Parsed<Declaration> {
        let token = self.token();
        match (token.kind, token.text) {
            (Kind::Lower, "data") => self.data(),
            (Kind::Lower, "type") => self.synonym(),
            (Kind::Lower, "exception") => self.exception(),
            (Kind::Lower, "def") => self.function(),
            (Kind::Lower, "interface") => Ok(Declaration::Interface(self.interface()?)),
            (Kind::Lower, "class") => Ok(Declaration::Class(self.class()?)),
            _ => Err(self.expected("a declaration or the main block")),
        }
    }

    fn data(&mut self) -> Parsed<Declaration> {
        self.bump();
        let name = self.upper_name("the name of a type")?;
        let parameters = self.type_parameters()?;
        let mut constructors = Vec::new();
        if self.accept("=") {
            constructors.push(self.constructor()?);
            while self.accept("|") {
                constructors.push(self.constructor()?);
            }
        }
        self.expect_semicolon("after this type")?;
        Ok(Declaration::Data(Data { name, parameters, constructors }))
    }

    fn constructor(&mut self) -> Parsed<Constructor> {
        let name = self.upper_name("the name of a constructor")?;
        let parts = if self.accept("(") { self.list(")", Self::part)? } else { Vec::new() };
        Ok(Constructor { name, parts })
    }

    fn part(&mut self) -> Parsed<(Type, Option<Name>)> {
        let of = self.parse_type()?;
        let selector = if self.is_name(0) { Some(self.take_name(1)) } else { None };
        Ok((of, selector))
    }

    fn synonym(&mut self) -> Parsed<Declaration> {
        self.bump();
        let name = self.upper_name("the name of a type")?;
        self.expect("=", "after the name of the type")?;
        let means = self.parse_type()?;
        self.expect_semicolon("after this type")?;
        Ok(Declaration::Synonym { name, means })
    }

    fn exception(&mut self) -> Parsed<Declaration> {
        self.bump();
        let constructor = self.constructor()?;
        self.expect_semicolon("after this exception")?;
        Ok(Declaration::Exception(constructor))
    }

    fn function(&mut self) -> Parsed<Declaration> {
        self.bump();
        let result = self.parse_type()?;
        let name = self.function_name()?;
        let type_parameters = self.type_parameters()?;
        let function_parameters = self.function_parameters()?;
        let parameters = self.parameters()?;
        self.expect("=", "after the parameters")?;
        let body = if self.accept("builtin") {
            self.builtin_arguments()?;
            None
        } else {
            Some(self.expression()?)
        };
        self.expect_semicolon("after this function")?;
        Ok(Declaration::Function(Function { result, name, type_parameters, function_parameters, parameters, body }))
    }

    /// `(f, g)` in front of the parameters.
    fn function_parameters(&mut self) -> Parsed<Vec<Name>> {
        let has_names = self.is_name(1) && (self.ahead(2).is(",") || self.ahead(2).is(")"));
        let is_empty = self.ahead(1).is(")") && self.ahead(2).is("(");
        if !self.at("(") || !(has_names || is_empty) {
            return Ok(Vec::new());
        }
        self.bump();
        self.list(")", |parser| parser.lower_name("the name of a function"))
    }

    /// Of another tool; they mean nothing here.
    fn builtin_arguments(&mut self) -> Parsed<()> {
        if self.accept("(") {
            self.list(")", Self::expression)?;
        }
        Ok(())
    }
}
