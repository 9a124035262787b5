//! Declarations of the file and of blocks.

use super::scope::Entity;
use super::special::{self, ERROR};
use super::types::{is_constant, is_integer, storable};
use super::variable::is_variable;
use super::{Global, Sema, files};
use crate::codes;
use crate::constant::Constant;
use crate::tree::{Element, Stmt, StmtKind, Storage, Type, Variable, VariableId};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;

/// The most bytes of a declared object. Addresses would allow more, but every byte is kept, and nobody checks the
/// interleavings of a program by the gigabyte.
const MOST_BYTES: u64 = 64 << 20;

impl<'a> Sema<'a> {
    /// The declarations of a file. Gives the keys of the functions that it defines.
    pub(super) fn file(&mut self, unit: &'a TranslationUnit) -> Vec<String> {
        let mut definitions = Vec::new();
        for external in &unit.0 {
            match &external.node {
                ExternalDeclaration::Declaration(declaration) => self.declaration(declaration, &mut Vec::new()),
                ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                ExternalDeclaration::FunctionDefinition(definition) => {
                    definitions.extend(self.define_function(definition));
                }
            }
        }
        definitions
    }

    /// One declaration, with all of its declarators. Statements that it needs in a block go to `out`.
    pub(super) fn declaration(&mut self, declaration: &'a Node<Declaration>, out: &mut Vec<Stmt>) {
        let list = &declaration.node.declarators;
        let specified = self.declaration_specifiers(&declaration.node.specifiers, list.is_empty());
        let first = list.first().map_or(declaration.span.end, |it| it.span.start);
        let front = self.in_front(declaration.span.start);
        let common = self.wishes(front..first);
        for (index, declarator) in list.iter().enumerate() {
            let (name, mut ty) = self.declarator(specified.ty.clone(), &declarator.node.declarator);
            out.extend(self.take_sizes());
            let Some(identifier) = name else { continue };
            let span = self.span(identifier.span);
            let name = self.name(identifier);
            let init = declarator.node.initializer.as_ref();
            if specified.auto {
                ty = self.type_of_initialiser(init, span);
            }
            let storage = specified.storage.as_ref();
            let constant = is_constant(specified.constant, &declarator.node.declarator);
            if storage == Some(&StorageClassSpecifier::Static) && self.at_file_scope() {
                self.make_internal(&name);
            }
            let place = Place { name: &name, span, thread: specified.thread, constant };
            if storage == Some(&StorageClassSpecifier::Typedef) {
                let ty = self.library_type(&name).unwrap_or(ty);
                let end = list.get(index + 1).map_or(declaration.span.end, |it| it.span.start);
                let aligned = self.wishes(declarator.span.start..end).aligned.max(common.aligned);
                self.declare_name(&name, Entity::Typedef { ty, constant, aligned });
            } else if let Type::Function(signature) = ty {
                if init.is_some() {
                    self.error(codes::BAD_INITIALISER, span, "a function cannot be initialised");
                }
                self.declare_function(&self.key(&name), signature, span);
                self.declare_name(&name, Entity::Function);
            } else if storage == Some(&StorageClassSpecifier::Extern) || self.at_file_scope() {
                let defines = storage != Some(&StorageClassSpecifier::Extern) || init.is_some();
                self.global(place, ty, init, defines);
            } else if storage == Some(&StorageClassSpecifier::Static) || specified.thread {
                self.static_local(place, ty, init);
            } else {
                self.local(place, ty, init, out);
            }
        }
    }

    fn type_of_initialiser(&mut self, init: Option<&'a Node<Initializer>>, span: Span) -> Type {
        match init.map(|it| &it.node) {
            Some(Initializer::Expression(expr)) => storable(self.value(expr).ty),
            _ => {
                self.error(codes::BAD_INITIALISER, span, "__auto_type needs an expression to start from");
                ERROR
            }
        }
    }

    fn global(&mut self, place: Place<'_>, ty: Type, init: Option<&'a Node<Initializer>>, defines: bool) {
        let Place { name, span, thread, constant } = place;
        if self.at_file_scope() && !matches!(self.lookup_here(name), None | Some(Entity::Global)) {
            return self.redefined(name, span);
        }
        let key = &self.key(name);
        let old = self.globals.get(key).map(|it| (it.ty.clone(), it.initialised));
        let ty = match old {
            Some((old, _)) if !special::is_error(&old) && !special::is_error(&ty) => match self.composite(&old, &ty) {
                Some(ty) => ty,
                None => {
                    self.redefined(name, span);
                    old
                }
            },
            _ => ty,
        };
        if init.is_some() && old_initialised(&self.globals, key) {
            return self.redefined(name, span);
        }
        let global = self.globals.entry(key.clone()).or_insert(Global {
            ty: ty.clone(),
            span,
            id: None,
            defined: false,
            initialised: false,
            thread,
            constant,
            used: None,
        });
        global.ty = ty.clone();
        global.defined |= defines;
        global.initialised |= init.is_some();
        global.thread |= thread;
        global.constant |= constant;
        if defines {
            global.span = span;
        }
        self.declare_name(name, Entity::Global);
        if !defines {
            if let Some(id) = self.globals[key].id {
                self.variables[id.0 as usize].ty = ty;
            }
            return;
        }
        let id = self.global_id(key);
        let (thread, constant) = (self.globals[key].thread, self.globals[key].constant);
        let variable = &mut self.variables[id.0 as usize];
        variable.span = span;
        variable.storage = lasting(thread);
        variable.constant = constant;
        let ty = self.initialise_static(id, ty, init);
        // A tentative definition may still be completed.
        let ty = match (&ty, init) {
            (Type::Array(element, None), None) => Type::Array(element.clone(), Some(1)),
            _ => ty,
        };
        // So may a record.
        let unfinished = matches!(ty, Type::Record(_)) && init.is_none() && self.size(&ty).is_none();
        if unfinished && self.at_file_scope() {
            self.unfinished.push((key.clone(), span));
        }
        let checked = if unfinished { ty } else { self.object_type(&ty, span, name) };
        self.variables[id.0 as usize].ty = checked.clone();
        if init.is_some() || special::is_error(&checked) {
            if let Some(global) = self.globals.get_mut(key) {
                global.ty = checked;
            }
        }
    }

    /// The variable of a key; its first mention makes it.
    pub(super) fn global_id(&mut self, key: &str) -> VariableId {
        let global = &self.globals[key];
        if let Some(id) = global.id {
            return id;
        }
        let (ty, span, storage, constant) = (global.ty.clone(), global.span, lasting(global.thread), global.constant);
        let addressed = needs_memory(&ty);
        let id = self.add_variable(Variable {
            name: files::name(key).to_owned(),
            ty,
            storage,
            owner: None,
            addressed,
            constant,
            value: None,
            init: Vec::new(),
            flexible: 0,
            span,
        });
        if let Some(global) = self.globals.get_mut(key) {
            global.id = Some(id);
        }
        id
    }

    fn static_local(&mut self, place: Place<'_>, ty: Type, init: Option<&'a Node<Initializer>>) {
        let Place { name, span, thread, constant } = place;
        if matches!(self.lookup_here(name), Some(Entity::Local(_))) {
            return self.redefined(name, span);
        }
        let owner = self.body.as_ref().map(|it| it.name.clone());
        let addressed = needs_memory(&ty);
        let id = self.add_variable(Variable {
            name: name.to_owned(),
            ty: ty.clone(),
            storage: lasting(thread),
            owner,
            addressed,
            constant,
            value: None,
            init: Vec::new(),
            flexible: 0,
            span,
        });
        self.declare_name(name, Entity::Local(id));
        let ty = self.initialise_static(id, ty, init);
        self.variables[id.0 as usize].ty = self.object_type(&ty, span, name);
    }

    /// Works out the initial value of a variable with static storage; gives its type, which may now be complete.
    fn initialise_static(&mut self, id: VariableId, ty: Type, init: Option<&'a Node<Initializer>>) -> Type {
        let Some(init) = init else { return ty };
        let (ty, elements, _) = self.initialiser(ty, init);
        self.check_constant(&elements);
        self.note_value(id, &elements);
        self.variables[id.0 as usize].flexible = self.flexible_elements(&ty, &elements);
        self.variables[id.0 as usize].init = elements;
        ty
    }

    /// A `const` integer whose first value is known can be used where a constant is needed, as in GCC.
    fn note_value(&mut self, id: VariableId, init: &[Element]) {
        let variable = &self.variables[id.0 as usize];
        if let ([element], true, true) = (init, variable.constant, is_integer(&variable.ty)) {
            self.variables[id.0 as usize].value = match self.evaluate(&element.value) {
                Some(Constant::Int(bits)) => Some(bits),
                Some(Constant::Wide(_) | Constant::Address(..)) | None => None,
            };
        }
    }

    /// Initial values of static storage must be known before the program runs.
    pub(super) fn check_constant(&mut self, elements: &[Element]) {
        for element in elements {
            if self.evaluate(&element.value).is_none() && !special::is_error(&element.value.ty) {
                self.error(codes::NOT_CONSTANT, element.value.span, "this initial value is not a constant");
            }
        }
    }

    fn local(&mut self, place: Place<'_>, ty: Type, init: Option<&'a Node<Initializer>>, out: &mut Vec<Stmt>) {
        let Place { name, span, constant, .. } = place;
        if matches!(self.lookup_here(name), Some(Entity::Local(_))) {
            return self.redefined(name, span);
        }
        if is_variable(&ty) {
            if init.is_some() {
                self.error(codes::BAD_INITIALISER, span, "an array of variable length cannot be initialised");
            }
            let (variable, declare) = self.local_variable_array(name, &ty, span);
            self.declare_name(name, Entity::Local(variable));
            return out.push(declare);
        }
        let variable = self.automatic(name, ty.clone(), span);
        self.variables[variable.0 as usize].constant = constant;
        self.declare_name(name, Entity::Local(variable));
        let (ty, init, zeroed) = match init {
            Some(init) => self.initialiser(ty, init),
            None => (ty, Vec::new(), false),
        };
        self.no_flexible_elements(&ty, &init, span);
        self.variables[variable.0 as usize].ty = self.object_type(&ty, span, name);
        self.note_value(variable, &init);
        out.push(Stmt { kind: StmtKind::Declare { variable, init, zeroed }, span });
    }

    /// A new automatic variable.
    pub(super) fn automatic(&mut self, name: &str, ty: Type, span: Span) -> VariableId {
        let addressed = needs_memory(&ty);
        let name = name.to_owned();
        let storage = Storage::Automatic;
        self.add_variable(Variable {
            name,
            ty,
            storage,
            owner: None,
            addressed,
            constant: false,
            value: None,
            init: Vec::new(),
            flexible: 0,
            span,
        })
    }

    /// Checks that objects of this type can exist; gives the error type if not.
    pub(super) fn object_type(&mut self, ty: &Type, span: Span, name: &str) -> Type {
        if special::is_error(ty) {
            return ERROR;
        }
        if let Some((code, message)) = special::unsupported(ty) {
            self.error(code, span, format!("{message} (`{name}`)"));
            return ERROR;
        }
        if matches!(ty, Type::Void | Type::Function(_)) || is_variable(ty) {
            self.error(codes::BAD_DECLARATION, span, format!("`{name}` has no type that an object can have"));
            return ERROR;
        }
        self.use_type(ty);
        match self.size(ty) {
            None if self.is_complete(ty) => {
                self.error(codes::TOO_LARGE, span, format!("`{name}` has more than 4294967295 bytes"));
                ERROR
            }
            None => {
                self.error(codes::INCOMPLETE, span, format!("the type of `{name}` is not complete"));
                ERROR
            }
            Some(size) if u64::from(size) > self.model.max_object_size().min(MOST_BYTES) => {
                let limit = self.model.max_object_size().min(MOST_BYTES);
                self.error(codes::TOO_LARGE, span, format!("`{name}` has {size} bytes, more than {limit}"));
                ERROR
            }
            Some(_) => ty.clone(),
        }
    }

    /// Whether the size is only too large to be counted.
    fn is_complete(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, Some(_)) => self.is_complete(element),
            ty => self.size(ty).is_some(),
        }
    }

    pub(super) fn redefined(&mut self, name: &str, span: Span) {
        self.error(codes::REDEFINED, span, format!("`{name}` is declared twice, in ways that do not agree"));
    }
}

/// What all declared variables have.
#[derive(Clone, Copy)]
struct Place<'n> {
    name: &'n str,
    span: Span,
    thread: bool,
    constant: bool,
}

/// Where a variable lives that is not automatic.
fn lasting(thread: bool) -> Storage {
    if thread { Storage::Thread } else { Storage::Static }
}

fn old_initialised(globals: &std::collections::HashMap<String, Global>, name: &str) -> bool {
    globals.get(name).is_some_and(|it| it.initialised)
}

/// Whether an object of this type is reached by its address in any case.
fn needs_memory(ty: &Type) -> bool {
    matches!(ty, Type::Array(..) | Type::Record(_) | Type::Mutex | Type::Opaque(_))
}
