//! Functions: their declarations, and the bodies of those that are reached.

use super::scope::Entity;
use super::special;
use super::types::{INT, adjusted};
use super::variable::mentions_variable;
use super::{Body, Known, Sema, files, library};
use crate::tree::{Function, FunctionId, Signature, Type, VariableId};
use crate::{codes, models};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;
use std::collections::HashMap;
use std::rc::Rc;

/// The parameters of a definition, as they are written.
enum Parameters<'a> {
    Prototype(&'a [Node<ParameterDeclaration>]),
    OldStyle(&'a [Node<Identifier>]),
}

impl<'a> Sema<'a> {
    /// Notes one more declaration of a function, by its key.
    pub(super) fn declare_function(&mut self, key: &str, signature: Rc<Signature>, span: Span) {
        let Some(known) = self.known.get(key) else {
            let known = Known { signature, span, id: None, definition: None, file: self.files.current };
            self.known.insert(key.to_owned(), known);
            return;
        };
        let name = files::name(key);
        let old = known.signature.clone();
        let loose = |it: &Signature| it.variadic && it.parameters.is_empty();
        if known.definition.is_none() && loose(&old) && !loose(&signature) {
            self.set_signature(key, signature);
        } else if !loose(&old)
            && !loose(&signature)
            && old.parameters.len() != signature.parameters.len()
            && !library::is_known(name)
        {
            self.redefined(name, span);
        } else if !library::is_known(name) {
            self.check_signature(key, &signature, span);
        }
    }

    fn set_signature(&mut self, key: &str, signature: Rc<Signature>) {
        if let Some(known) = self.known.get_mut(key) {
            known.signature = signature.clone();
            if let Some(id) = known.id {
                self.functions[id.0 as usize].signature = signature;
            }
        }
    }

    /// Notes a definition; its body is worked out when the function is reached. Gives its key.
    pub(super) fn define_function(&mut self, node: &'a Node<FunctionDefinition>) -> Option<String> {
        let specified = self.declaration_specifiers(&node.node.specifiers, false);
        let (identifier, ty) = self.declarator(specified.ty, &node.node.declarator);
        let identifier = identifier?;
        let span = self.span(identifier.span);
        let name = self.name(identifier);
        let Type::Function(signature) = ty else {
            self.error(codes::BAD_DECLARATION, span, format!("`{name}` has a body but is no function"));
            return None;
        };
        let mut signature = Signature::clone(&signature);
        if let Some(Parameters::OldStyle(names)) = parameters(&node.node.declarator) {
            let types = self.old_style_types(&node.node.declarations);
            let of = |it: &Node<Identifier>| types.get(&it.node.name).cloned().unwrap_or(INT);
            signature = Signature::new(signature.result, names.iter().map(of).collect(), false);
        }
        if matches!(self.lookup_here(&name), Some(Entity::Global | Entity::Typedef { .. } | Entity::Enumerator(..))) {
            self.redefined(&name, span);
            return None;
        }
        let signature = Rc::new(signature);
        // A definition that is only `inline` is for its own file.
        if specified.storage == Some(StorageClassSpecifier::Static) || is_only_inline(node) {
            self.make_internal(&name);
        }
        let key = self.key(&name);
        self.declare_function(&key, signature.clone(), span);
        self.declare_name(&name, Entity::Function);
        if let Some(first) = self.known.get(&key).filter(|it| it.definition.is_some()).map(|it| it.span) {
            let message = format!("`{name}` is defined twice");
            self.diagnostics.error(codes::REDEFINED, span, message).note(first, "it is defined here");
            return None;
        }
        self.set_signature(&key, signature);
        let file = self.files.current;
        let known = self.known.get_mut(&key)?;
        known.definition = Some(node);
        known.file = file;
        known.span = span;
        if let Some(id) = known.id {
            // Something in front of the definition mentions it.
            self.functions[id.0 as usize].span = span;
            self.pending.push_back((id, node));
        }
        (!self.disregards_body(&name) && !models::is_model(&name)).then_some(key)
    }

    /// Whether a function is defined without a prototype.
    pub(super) fn is_old_style(&self, key: &str) -> bool {
        let definition = self.known.get(key).and_then(|it| it.definition);
        let list = definition.and_then(|it| parameters(&it.node.declarator));
        matches!(list, Some(Parameters::OldStyle(_)))
    }

    fn old_style_types(&mut self, declarations: &'a [Node<Declaration>]) -> HashMap<String, Type> {
        let mut types = HashMap::new();
        for declaration in declarations {
            let base = self.declaration_specifiers(&declaration.node.specifiers, false).ty;
            for declarator in &declaration.node.declarators {
                let (name, ty) = self.declarator(base.clone(), &declarator.node.declarator);
                if let Some(name) = name {
                    types.insert(name.node.name.clone(), adjusted(ty));
                }
            }
        }
        types
    }

    /// The function of that key, which is declared; the first mention makes it, and its body is to be worked out.
    pub(super) fn function_id(&mut self, key: &str) -> Option<FunctionId> {
        let name = self.free_name(key);
        let known = self.known.get_mut(key)?;
        if let Some(id) = known.id {
            return Some(id);
        }
        let id = FunctionId(self.functions.len() as u32);
        known.id = Some(id);
        self.function_keys.push(key.to_owned());
        self.functions.push(Function {
            name,
            signature: known.signature.clone(),
            parameters: Vec::new(),
            body: None,
            labels: 0,
            library: models::is_model(key),
            span: known.span,
        });
        if let Some(definition) = known.definition {
            self.pending.push_back((id, definition));
        }
        Some(id)
    }

    /// What a function is called in reports. Those of other files that have the same name get a number.
    fn free_name(&self, key: &str) -> String {
        let spurious = files::name(key).strip_prefix("__raddle__").and_then(|it| it.strip_suffix("_spurious"));
        let name = match spurious {
            Some(wait) => format!("{wait} (for no reason)"),
            None => models::shown(files::name(key)).to_owned(),
        };
        if name == key && !self.has_several_files() {
            return name;
        }
        let taken = |it: &String| self.functions.iter().any(|function| function.name == *it);
        let numbered = (2..).map(|it| format!("{name}.{it}"));
        std::iter::once(name.clone()).chain(numbered).find(|it| !taken(it)).unwrap_or(name)
    }

    /// Whether the present file says anything about a function.
    pub(super) fn is_in_this_file(&self, key: &str) -> bool {
        self.known.get(key).is_some_and(|it| it.file == self.files.current)
    }

    /// Works out a body.
    pub(super) fn function_body(&mut self, id: FunctionId, node: &'a Node<FunctionDefinition>) {
        let function = &self.functions[id.0 as usize];
        let (name, signature, span) = (function.name.clone(), function.signature.clone(), function.span);
        let is_model = function.library;
        if let Some((code, message)) = special::unsupported(&signature.result) {
            self.error(code, span, format!("{message} (the result of `{name}`)"));
        }
        self.use_type(&signature.result);
        let variadic = signature.takes_more();
        let result = Some(signature.result.clone());
        self.body = Some(Body { name, is_model, result, variadic, ..Body::default() });
        let (variables, list) = self.scoped(|it| {
            let variables = it.parameter_variables(node, &signature, span);
            let mut list: Vec<_> = it.take_sizes().into_iter().collect();
            if let Statement::Compound(items) = &node.node.statement.node {
                it.block_items(items, &mut list);
            }
            (variables, list)
        });
        let body = self.body.take().unwrap_or_default();
        for (name, label) in &body.labels {
            if !label.defined {
                self.error(codes::BAD_LABEL, label.used, format!("there is no label `{name}`"));
            }
        }
        let function = &mut self.functions[id.0 as usize];
        function.parameters = variables;
        function.body = Some(list);
        function.labels = body.next_label;
    }

    fn parameter_variables(
        &mut self,
        node: &'a Node<FunctionDefinition>,
        signature: &Signature,
        span: Span,
    ) -> Vec<VariableId> {
        let list = parameters(&node.node.declarator);
        let mut variables = Vec::new();
        for (index, ty) in signature.parameters.iter().enumerate() {
            let (identifier, again) = match &list {
                // Worked out once more, now with the parameters before it in scope.
                Some(Parameters::Prototype(list)) => match list.get(index).map(|it| self.parameter(it)) {
                    Some((name, ty)) => (name, Some(ty)),
                    None => (None, None),
                },
                Some(Parameters::OldStyle(names)) => (names.get(index), None),
                None => (None, None),
            };
            let again = again.filter(mentions_variable);
            let ty = again.as_ref().unwrap_or(ty);
            let (name, span) = match identifier {
                Some(identifier) => (self.name(identifier), self.span(identifier.span)),
                None => (String::new(), span),
            };
            let ty = self.object_type(ty, span, &name);
            let variable = self.automatic(&name, ty, span);
            if !name.is_empty() {
                if matches!(self.lookup_here(&name), Some(Entity::Local(_))) {
                    self.redefined(&name, span);
                }
                self.declare_name(&name, Entity::Local(variable));
            }
            variables.push(variable);
        }
        variables
    }
}

/// Whether a definition is `inline` and not `extern`.
fn is_only_inline(node: &Node<FunctionDefinition>) -> bool {
    let inline = |it: &Node<DeclarationSpecifier>| match &it.node {
        DeclarationSpecifier::Function(it) => it.node == FunctionSpecifier::Inline,
        _ => false,
    };
    let is_extern = |it: &Node<DeclarationSpecifier>| match &it.node {
        DeclarationSpecifier::StorageClass(it) => it.node == StorageClassSpecifier::Extern,
        _ => false,
    };
    node.node.specifiers.iter().any(inline) && !node.node.specifiers.iter().any(is_extern)
}

/// The parameter list that belongs to the name of a declarator.
fn parameters(declarator: &Node<Declarator>) -> Option<Parameters<'_>> {
    let inner = match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) => parameters(inner),
        _ => None,
    };
    let own = || {
        declarator.node.derived.iter().find_map(|it| match &it.node {
            DerivedDeclarator::Function(function) => Some(Parameters::Prototype(&function.node.parameters)),
            DerivedDeclarator::KRFunction(names) => Some(Parameters::OldStyle(names)),
            _ => None,
        })
    };
    inner.or_else(own)
}
