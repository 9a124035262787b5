//! What a name or a type as it was written stands for; names that stand for nothing are reported with a hint.

use super::Checker;
use super::names::{Entity, Found, Space, similar};
use super::types::{ClassId, ConstructorId, FunctionId, InterfaceId, ModuleId, SynonymId, SynonymState, Type, known};
use crate::syntax::{self, Name};
use source::Span;
use std::rc::Rc;

/// The code for an unknown name of a kind.
fn unknown_code(space: Space) -> &'static str {
    match space {
        Space::Type => "A0205",
        Space::Class => "A0206",
        Space::Constructor => "A0207",
        Space::Function | Space::HigherOrder => "A0208",
    }
}

impl<'a> Checker<'a> {
    /// What a name stands for; if it stands for nothing, that is reported.
    fn lookup(&mut self, module: ModuleId, space: Space, name: &Name) -> Option<Entity> {
        match self.modules.look(module, space, &name.text) {
            Found::One(entity) => Some(entity),
            Found::Hidden(entity, from) => {
                let last = name.text.rsplit('.').next().unwrap_or(&name.text);
                self.report_hidden(from, space, name.span, last);
                Some(entity)
            }
            Found::Several(modules) => {
                let names: Vec<_> = modules.iter().map(|it| self.modules.get(*it).name).collect();
                let message = format!("{} can be that of {}", name.text, names.join(" or of "));
                let hint = format!("write {}.{}", names[0], name.text);
                self.error("A0211", name.span, message).note(Span::NONE, hint);
                None
            }
            Found::None => {
                self.report_unknown(module, space, name);
                None
            }
        }
    }

    /// Reports a name that stands for nothing, unless it may come from a module that could not be read.
    pub(super) fn report_unknown(&mut self, module: ModuleId, space: Space, name: &Name) {
        if self.modules.get(module).open {
            return;
        }
        let offering = self.modules.offering(space, &name.text);
        let mut hint = None;
        if let Some(from) = offering.first() {
            hint = Some(format!("module {from} exports it: import {} from {from};", name.text));
        } else if let Some(found) = similar(&name.text, self.modules.visible(module, space)) {
            hint = Some(format!("did you mean {found}?"));
        } else if let Some((prefix, _)) = name.text.rsplit_once('.') {
            if self.modules.find(prefix).is_none() {
                hint = Some(format!("there is no module {prefix}"));
            }
        }
        let message = format!("there is no {} {}", space.noun(), name.text);
        let found = self.error(unknown_code(space), name.span, message);
        if let Some(hint) = hint {
            found.note(Span::NONE, hint);
        }
    }

    /// The class of that name.
    pub(super) fn class_named(&mut self, module: ModuleId, name: &Name) -> Option<ClassId> {
        match self.lookup(module, Space::Class, name)? {
            Entity::Class(id) => Some(id),
            Entity::Data(_)
            | Entity::Synonym(_)
            | Entity::Interface(_)
            | Entity::Any
            | Entity::Destiny
            | Entity::Constructor(_)
            | Entity::Function(_) => None,
        }
    }

    /// The constructor of that name.
    pub(super) fn constructor_named(&mut self, module: ModuleId, name: &Name) -> Option<ConstructorId> {
        match self.lookup(module, Space::Constructor, name)? {
            Entity::Constructor(id) => Some(id),
            Entity::Data(_)
            | Entity::Synonym(_)
            | Entity::Interface(_)
            | Entity::Any
            | Entity::Destiny
            | Entity::Class(_)
            | Entity::Function(_) => None,
        }
    }

    /// The function of that name.
    pub(super) fn function_named(&mut self, module: ModuleId, space: Space, name: &Name) -> Option<FunctionId> {
        match self.lookup(module, space, name)? {
            Entity::Function(id) => Some(id),
            Entity::Data(_)
            | Entity::Synonym(_)
            | Entity::Interface(_)
            | Entity::Any
            | Entity::Destiny
            | Entity::Class(_)
            | Entity::Constructor(_) => None,
        }
    }

    /// The interface of that name; `None` for what is reported, and for `Object`, which has no methods.
    pub(super) fn interface_named(&mut self, module: ModuleId, name: &Name) -> Option<InterfaceId> {
        if let Found::One(Entity::Data(_)) = self.modules.look(module, Space::Type, &name.text) {
            self.error("A0308", name.span, format!("{} is not an interface", name.text));
            return None;
        }
        let written = syntax::Type { name: name.clone(), arguments: Vec::new() };
        match self.type_of(module, &[], &written) {
            Type::Interface(id) => Some(id),
            Type::Any | Type::Unknown => None,
            Type::Data(..) | Type::Class(_) | Type::Parameter(_) | Type::Variable(_) | Type::Null => {
                self.error("A0308", name.span, format!("{} is not an interface", name.text));
                None
            }
        }
    }

    /// A type as it was written.
    pub(super) fn type_of(&mut self, module: ModuleId, parameters: &[Rc<str>], written: &syntax::Type) -> Type {
        let name = &written.name;
        if let Some(found) = parameters.iter().find(|it| ***it == *name.text) {
            self.check_argument_count(written, 0);
            return Type::Parameter(found.clone());
        }
        let arguments: Vec<Type> = written.arguments.iter().map(|it| self.type_of(module, parameters, it)).collect();
        if matches!(self.modules.look(module, Space::Type, &name.text), Found::None) {
            if let Found::One(Entity::Class(id)) = self.modules.look(module, Space::Class, &name.text) {
                return self.class_as_type(id, name);
            }
        }
        let Some(entity) = self.lookup(module, Space::Type, name) else { return Type::Unknown };
        match entity {
            Entity::Data(id) => {
                let expected = self.tables.data(id).parameters.len();
                if id == known::FUTURE && arguments == [Type::future(Type::Unknown)] {
                    // Old programs write Fut<Destiny> for a future about whose answer nothing is known.
                    Type::future(Type::Unknown)
                } else if self.check_argument_count(written, expected) {
                    Type::Data(id, arguments)
                } else {
                    Type::Data(id, vec![Type::Unknown; expected])
                }
            }
            Entity::Synonym(id) => {
                self.check_argument_count(written, 0);
                self.synonym(id, name.span)
            }
            Entity::Interface(id) => {
                self.check_argument_count(written, 0);
                Type::Interface(id)
            }
            Entity::Any => Type::Any,
            Entity::Destiny => Type::future(Type::Unknown),
            Entity::Class(_) | Entity::Constructor(_) | Entity::Function(_) => Type::Unknown,
        }
    }

    /// A class is no type; what is meant is its interface.
    fn class_as_type(&mut self, id: ClassId, name: &Name) -> Type {
        let message = format!("{} is a class, and only interfaces can be types of objects", name.text);
        let interface = self.tables.class(id).syntax.implements.first().map(|it| it.text.clone());
        let found = self.error("A0312", name.span, message);
        if let Some(interface) = interface {
            found.note(Span::NONE, format!("write its interface, {interface}"));
        }
        Type::Unknown
    }

    fn check_argument_count(&mut self, written: &syntax::Type, expected: usize) -> bool {
        let found = written.arguments.len();
        if found != expected {
            let message =
                format!("{} has {expected} type argument{}, and {found} are given", written.name.text, s(expected));
            self.error("A0303", written.name.span, message);
        }
        found == expected
    }

    fn synonym(&mut self, id: SynonymId, span: Span) -> Type {
        let info = &mut self.tables.synonyms[id.0 as usize];
        match &info.state {
            SynonymState::Done(found) => found.clone(),
            SynonymState::Running => {
                let message = format!("type {} stands for itself", info.name.text);
                info.state = SynonymState::Done(Type::Unknown);
                self.error("A0313", span, message);
                Type::Unknown
            }
            SynonymState::Waiting => {
                info.state = SynonymState::Running;
                let (module, means) = (info.module, info.means);
                let found = self.type_of(module, &[], means);
                self.tables.synonyms[id.0 as usize].state = SynonymState::Done(found.clone());
                found
            }
        }
    }
}

/// The ending of a plural.
pub(super) fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
