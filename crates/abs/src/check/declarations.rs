//! The names of everything that is declared. Once every name is known, [`signatures`](super::signatures) finds the types
//! that declarations speak about.

use super::Checker;
use super::names::{Entity, Space};
use super::types::{
    ClassId, ClassInfo, ConstructorId, ConstructorInfo, DataId, DataInfo, FunctionBody, FunctionId, FunctionInfo,
    InterfaceId, InterfaceInfo, ModuleId, SynonymId, SynonymInfo, SynonymState, Type, known,
};
use crate::program::{Builtin, Literal};
use crate::syntax::{self, Declaration, Name};
use source::Span;
use std::rc::Rc;

/// The functions of the library that are not written in ABS.
fn builtin(name: &str) -> Option<Builtin> {
    match name {
        "abs" => Some(Builtin::Abs),
        "length" => Some(Builtin::Length),
        "reverseOnto" => Some(Builtin::ReverseOnto),
        "truncate" => Some(Builtin::Truncate),
        "floor" => Some(Builtin::Floor),
        "ceil" => Some(Builtin::Ceil),
        "rat" => Some(Builtin::Rat),
        "float" => Some(Builtin::Float),
        "numerator" => Some(Builtin::Numerator),
        "denominator" => Some(Builtin::Denominator),
        "sqrt" => Some(Builtin::Sqrt),
        "log" => Some(Builtin::Log),
        "exp" => Some(Builtin::Exp),
        "toString" => Some(Builtin::ToString),
        "substr" => Some(Builtin::Substr),
        "strlen" => Some(Builtin::Strlen),
        "print" => Some(Builtin::Print),
        "println" => Some(Builtin::Println),
        "random" => Some(Builtin::Random),
        _ => None,
    }
}

/// Whether a data type has the name of one that the language knows without a declaration.
pub(super) fn is_of_language(data: &syntax::Data) -> bool {
    known::ALL.iter().enumerate().any(|(index, it)| it.0 == data.name.text && DataId(index as u32) != known::LIST)
}

/// A selector function that is still to be declared.
struct Selector<'a> {
    constructor: ConstructorId,
    part: u32,
    name: &'a Name,
}

impl<'a> Checker<'a> {
    /// Declares everything.
    pub(super) fn declare(&mut self) {
        for (name, parameters) in known::ALL {
            let parameters = ["A"].into_iter().take(parameters).map(Rc::from).collect();
            self.tables.data.push(DataInfo {
                module: None,
                name: name.to_owned(),
                parameters,
                constructors: Vec::new(),
            });
        }
        self.declare_language();
        for id in self.modules.ids().collect::<Vec<_>>() {
            self.declare_names(id);
        }
        self.star_imports();
        self.link_modules();
        self.declare_data();
        self.declare_interfaces();
        self.declare_functions();
        self.apply_definitions();
        self.declare_classes();
    }

    /// The types and values of the language, in the standard library.
    fn declare_language(&mut self) {
        let Some(standard) = self.modules.standard() else { return };
        for (index, (name, _)) in known::ALL.iter().enumerate() {
            self.add_language_name(standard, Space::Type, name, Entity::Data(DataId(index as u32)));
        }
        let literals = [
            ("Unit", known::UNIT, Literal::Unit),
            ("False", known::BOOL, Literal::Bool(false)),
            ("True", known::BOOL, Literal::Bool(true)),
        ];
        for (name, data, literal) in literals {
            let id = ConstructorId(self.tables.constructors.len() as u32);
            let literal = Some(literal);
            self.tables.constructors.push(ConstructorInfo {
                name: name.to_owned(),
                data,
                parts: Vec::new(),
                selectors: Vec::new(),
                literal,
            });
            self.tables.data[data.0 as usize].constructors.push(id);
            self.add_language_name(standard, Space::Constructor, name, Entity::Constructor(id));
        }
        self.add_language_name(standard, Space::Type, "Any", Entity::Any);
    }

    fn add_language_name(&mut self, module: ModuleId, space: Space, name: &str, entity: Entity) {
        let own = &mut self.modules.list[module.0 as usize].own;
        own.insert((space, name.to_owned()), (entity, Span::NONE));
    }

    /// Gives a name its meaning; two declarations of one kind may not have the same.
    fn add_name(&mut self, module: ModuleId, space: Space, name: &Name, entity: Entity) {
        let own = &mut self.modules.list[module.0 as usize].own;
        match own.get(&(space, name.text.clone())) {
            Some((_, first)) => {
                let first = *first;
                let message = format!("{} {} is declared twice", space.noun(), name.text);
                self.error("A0212", name.span, message).note(first, "this is the other one");
            }
            None => {
                own.insert((space, name.text.clone()), (entity, name.span));
            }
        }
    }

    fn declare_names(&mut self, module: ModuleId) {
        let syntax = self.modules.get(module).syntax;
        for declaration in &syntax.declarations {
            match declaration {
                Declaration::Data(data) => self.name_data(module, data),
                Declaration::Synonym { name, means } => {
                    let id = SynonymId(self.tables.synonyms.len() as u32);
                    let state = SynonymState::Waiting;
                    self.tables.synonyms.push(SynonymInfo { module, name, means, state });
                    self.add_name(module, Space::Type, name, Entity::Synonym(id));
                }
                Declaration::Exception(constructor) => self.name_constructor(module, known::EXCEPTION, constructor),
                Declaration::Function(function) => self.name_function(module, function),
                Declaration::Interface(interface) => {
                    let id = InterfaceId(self.tables.interfaces.len() as u32);
                    let (extends, above, methods) = (Vec::new(), Vec::new(), Vec::new());
                    self.tables.interfaces.push(InterfaceInfo { module, syntax: interface, extends, above, methods });
                    let object = interface.name.text == "Object" && self.modules.standard() == Some(module);
                    let entity = if object { Entity::Any } else { Entity::Interface(id) };
                    self.add_name(module, Space::Type, &interface.name, entity);
                }
                Declaration::Class(class) => {
                    let id = ClassId(self.tables.classes.len() as u32);
                    self.tables.classes.push(ClassInfo {
                        module,
                        syntax: class,
                        implements: Vec::new(),
                        fields: Vec::new(),
                        methods: Vec::new(),
                        open: false,
                    });
                    self.add_name(module, Space::Class, &class.name, Entity::Class(id));
                }
            }
        }
    }

    fn name_data(&mut self, module: ModuleId, data: &'a syntax::Data) {
        if is_of_language(data) {
            self.error("A0212", data.name.span, format!("type {} is declared by the language", data.name.text));
            return;
        }
        let id = if data.name.text == "List" && self.modules.standard() == Some(module) {
            let key = (Space::Type, data.name.text.clone());
            self.modules.list[module.0 as usize].own.remove(&key);
            known::LIST
        } else {
            let parameters = data.parameters.iter().map(|it| Rc::from(it.text.as_str())).collect();
            let (name, constructors) = (data.name.text.clone(), Vec::new());
            self.tables.data.push(DataInfo { module: Some(module), name, parameters, constructors });
            DataId(self.tables.data.len() as u32 - 1)
        };
        if data.name.text == "Destiny" && self.modules.standard() == Some(module) {
            return self.add_name(module, Space::Type, &data.name, Entity::Destiny);
        }
        self.add_name(module, Space::Type, &data.name, Entity::Data(id));
        for constructor in &data.constructors {
            self.name_constructor(module, id, constructor);
        }
    }

    fn name_constructor(&mut self, module: ModuleId, data: DataId, constructor: &'a syntax::Constructor) {
        let id = ConstructorId(self.tables.constructors.len() as u32);
        let name = constructor.name.text.clone();
        let selectors = constructor.parts.iter().map(|it| it.1.as_ref().map(|it| it.text.clone())).collect();
        let (parts, literal) = (Vec::new(), None);
        self.tables.constructors.push(ConstructorInfo { name, data, parts, selectors, literal });
        self.tables.data[data.0 as usize].constructors.push(id);
        self.add_name(module, Space::Constructor, &constructor.name, Entity::Constructor(id));
        for (part, (_, selector)) in constructor.parts.iter().enumerate() {
            if let Some(name) = selector {
                self.name_selector(module, &Selector { constructor: id, part: part as u32, name });
            }
        }
    }

    /// Several constructors of one type may have the same selector: then it is one function.
    fn name_selector(&mut self, module: ModuleId, selector: &Selector) {
        let data = self.tables.constructor(selector.constructor).data;
        let key = (Space::Function, selector.name.text.clone());
        if let Some((Entity::Function(id), _)) = self.modules.get(module).own.get(&key) {
            if let FunctionBody::Selector(first, _) = self.tables.function(*id).body {
                let same = self.tables.constructor(first).data == data;
                if same && first != selector.constructor && data != known::EXCEPTION {
                    return;
                }
            }
        }
        let id = FunctionId(self.tables.functions.len() as u32);
        self.tables.functions.push(FunctionInfo {
            module,
            name: selector.name.text.clone(),
            span: selector.name.span,
            type_parameters: self.tables.data(data).parameters.clone(),
            function_parameters: &[],
            parameters: Vec::new(),
            result: Type::Unknown,
            body: FunctionBody::Selector(selector.constructor, selector.part),
            arrows: Some(Vec::new()),
        });
        self.add_name(module, Space::Function, selector.name, Entity::Function(id));
    }

    fn name_function(&mut self, module: ModuleId, function: &'a syntax::Function) {
        let id = FunctionId(self.tables.functions.len() as u32);
        let body = match &function.body {
            Some(value) => FunctionBody::Written(value),
            None if self.modules.standard() == Some(module) => {
                builtin(&function.name.text).map_or(FunctionBody::Unsupported, FunctionBody::Builtin)
            }
            None => FunctionBody::Unsupported,
        };
        let first_order = function.function_parameters.is_empty();
        self.tables.functions.push(FunctionInfo {
            module,
            name: function.name.text.clone(),
            span: function.name.span,
            type_parameters: function.type_parameters.iter().map(|it| Rc::from(it.text.as_str())).collect(),
            function_parameters: &function.function_parameters,
            parameters: Vec::new(),
            result: Type::Unknown,
            body,
            arrows: first_order.then(Vec::new),
        });
        let space = if first_order { Space::Function } else { Space::HigherOrder };
        self.add_name(module, space, &function.name, Entity::Function(id));
    }
}
