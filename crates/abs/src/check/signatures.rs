//! The types that declarations speak about: parts of constructors, parameters and results, fields, and which interfaces
//! stand above which.

use super::Checker;
use super::declarations::is_of_language;
use super::names::{Entity, Found, Space};
use super::types::{FunctionBody, InterfaceId, ModuleId, SignatureInfo, Type};
use crate::syntax::{self, Declaration};
use source::Span;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// The types of the parts of constructors, and of synonyms, which are looked at although nobody may use them.
    pub(super) fn declare_data(&mut self) {
        let mut constructors = self.literal_count();
        for module in self.modules.ids().collect::<Vec<_>>() {
            for declaration in &self.modules.get(module).syntax.declarations {
                match declaration {
                    Declaration::Data(data) if is_of_language(data) => {}
                    Declaration::Data(data) => {
                        let parameters: Vec<Rc<str>> =
                            data.parameters.iter().map(|it| Rc::from(it.text.as_str())).collect();
                        for constructor in &data.constructors {
                            self.declare_parts(module, &parameters, constructors, constructor);
                            constructors += 1;
                        }
                    }
                    Declaration::Exception(constructor) => {
                        self.declare_parts(module, &[], constructors, constructor);
                        constructors += 1;
                    }
                    Declaration::Synonym { name, .. } => {
                        let written = syntax::Type { name: name.clone(), arguments: Vec::new() };
                        self.type_of(module, &[], &written);
                    }
                    Declaration::Function(_) | Declaration::Interface(_) | Declaration::Class(_) => {}
                }
            }
        }
    }

    /// Constructors that no module declares come first.
    fn literal_count(&self) -> usize {
        self.tables.constructors.iter().filter(|it| it.literal.is_some()).count()
    }

    fn declare_parts(
        &mut self,
        module: ModuleId,
        parameters: &[Rc<str>],
        index: usize,
        constructor: &syntax::Constructor,
    ) {
        let parts = constructor.parts.iter().map(|it| self.type_of(module, parameters, &it.0)).collect();
        // A type of the language may be declared with other names for its parameters.
        let data = self.tables.constructors[index].data;
        let own = self.tables.data(data).parameters.clone();
        let replace: Vec<_> = parameters.iter().cloned().zip(own.into_iter().map(Type::Parameter)).collect();
        let parts: Vec<Type> = parts;
        self.tables.constructors[index].parts = parts.iter().map(|it| it.substitute(&replace)).collect();
    }

    pub(super) fn declare_functions(&mut self) {
        for index in 0..self.tables.functions.len() {
            if let FunctionBody::Selector(constructor, part) = self.tables.functions[index].body {
                let info = self.tables.constructor(constructor);
                let result = info.parts[part as usize].clone();
                let data = self.tables.data(info.data);
                let arguments = data.parameters.iter().cloned().map(Type::Parameter).collect();
                let of = Type::Data(info.data, arguments);
                let function = &mut self.tables.functions[index];
                function.parameters = vec![("value".to_owned(), of, function.span)];
                function.result = result;
            }
        }
        let mut index = 0;
        for module in self.modules.ids().collect::<Vec<_>>() {
            for declaration in &self.modules.get(module).syntax.declarations {
                let Declaration::Function(function) = declaration else { continue };
                while matches!(self.tables.functions[index].body, FunctionBody::Selector(..)) {
                    index += 1;
                }
                let types = self.tables.functions[index].type_parameters.clone();
                let parameters = self.declare_parameters(module, &types, &function.parameters);
                let result = self.type_of(module, &types, &function.result);
                self.tables.functions[index].parameters = parameters;
                self.tables.functions[index].result = result;
                index += 1;
            }
        }
    }

    /// Parameters with their types; two may not have the same name.
    pub(super) fn declare_parameters(
        &mut self,
        module: ModuleId,
        types: &[Rc<str>],
        parameters: &[syntax::Parameter],
    ) -> Vec<(String, Type, Span)> {
        let mut list: Vec<(String, Type, Span)> = Vec::new();
        for it in parameters {
            let of = self.type_of(module, types, &it.of);
            if let Some(first) = list.iter().find(|other| other.0 == it.name.text) {
                let first = first.2;
                let message = format!("there are two parameters named {}", it.name.text);
                self.error("A0213", it.name.span, message).note(first, "this is the other one");
            }
            list.push((it.name.text.clone(), of, it.name.span));
        }
        list
    }

    pub(super) fn declare_interfaces(&mut self) {
        for index in 0..self.tables.interfaces.len() {
            let (module, syntax) = (self.tables.interfaces[index].module, self.tables.interfaces[index].syntax);
            let extends = syntax.extends.iter().filter_map(|it| self.interface_named(module, it)).collect();
            self.tables.interfaces[index].extends = extends;
            self.tables.interfaces[index].methods = self.declare_signatures(module, syntax.methods.iter());
        }
        for index in 0..self.tables.interfaces.len() {
            let above = self.above(&self.tables.interfaces[index].extends.clone());
            if above.contains(&InterfaceId(index as u32)) {
                let name = &self.tables.interfaces[index].syntax.name;
                self.error("A0314", name.span, format!("interface {} extends itself", name.text));
            }
            self.tables.interfaces[index].above = above;
        }
    }

    /// Interfaces and all that they extend.
    pub(super) fn above(&self, from: &[InterfaceId]) -> Vec<InterfaceId> {
        let mut found: Vec<InterfaceId> = Vec::new();
        let mut todo = from.to_vec();
        while let Some(id) = todo.pop() {
            if !found.contains(&id) {
                found.push(id);
                todo.extend(&self.tables.interface(id).extends);
            }
        }
        found.sort();
        found
    }

    fn declare_signatures(
        &mut self,
        module: ModuleId,
        signatures: impl Iterator<Item = &'a syntax::Signature>,
    ) -> Vec<SignatureInfo> {
        let mut list: Vec<SignatureInfo> = Vec::new();
        for it in signatures {
            let parameters = self.declare_parameters(module, &[], &it.parameters);
            let parameters = parameters.into_iter().map(|it| it.1).collect();
            let result = self.type_of(module, &[], &it.result);
            if let Some(first) = list.iter().find(|other| other.name == it.name.text) {
                let first = first.span;
                let message = format!("there are two methods named {}", it.name.text);
                self.error("A0213", it.name.span, message).note(first, "this is the other one");
            }
            list.push(SignatureInfo { name: it.name.text.clone(), span: it.name.span, parameters, result });
        }
        list
    }

    pub(super) fn declare_classes(&mut self) {
        for index in 0..self.tables.classes.len() {
            let (module, syntax) = (self.tables.classes[index].module, self.tables.classes[index].syntax);
            let mut implements = Vec::new();
            for name in &syntax.implements {
                match self.interface_named(module, name) {
                    Some(id) => implements.push(id),
                    None => {
                        let any = matches!(self.modules.look(module, Space::Type, &name.text), Found::One(Entity::Any));
                        self.tables.classes[index].open |= !any;
                    }
                }
            }
            let fields = syntax.parameters.iter().chain(syntax.fields.iter().map(|it| &it.parameter));
            let fields: Vec<_> = fields.map(|it| (it, self.type_of(module, &[], &it.of))).collect();
            let mut list: Vec<(String, Type, Span)> = Vec::new();
            for (it, of) in fields {
                if let Some(first) = list.iter().find(|other| other.0 == it.name.text) {
                    let first = first.2;
                    let message = format!("there are two fields or class parameters named {}", it.name.text);
                    self.error("A0213", it.name.span, message).note(first, "this is the other one");
                }
                list.push((it.name.text.clone(), of, it.name.span));
            }
            let methods = self.declare_signatures(module, syntax.methods.iter().map(|it| &it.signature));
            let above = self.above(&implements);
            let class = &mut self.tables.classes[index];
            class.implements = above;
            class.fields = list;
            class.methods = methods;
        }
    }
}
