//! Names and tags, from the file's scope inwards.

use super::Sema;
use super::special::ERROR;
use crate::tree::{RecordId, Type, VariableId};
use std::collections::HashMap;

/// What is declared in one block, or in the file.
#[derive(Default)]
pub(super) struct Scope {
    names: HashMap<String, Entity>,
    tags: HashMap<String, Tag>,
}

/// What an ordinary name means.
#[derive(Clone)]
pub(super) enum Entity {
    Typedef {
        ty: Type,
        /// Whether objects of this type are `const`.
        constant: bool,
        /// What `aligned` says of the name alone, else 0.
        aligned: u32,
    },
    /// A parameter, a local, or a `static` local.
    Local(VariableId),
    /// In `Sema::globals`.
    Global,
    /// In `Sema::known`.
    Function,
    Enumerator(i64, Type),
    /// Reported already.
    Error,
}

/// What a tag means.
#[derive(Clone)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(Type),
}

impl Sema<'_> {
    pub(super) fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|it| it.names.get(name))
    }

    pub(super) fn lookup_here(&self, name: &str) -> Option<&Entity> {
        self.scopes.last().and_then(|it| it.names.get(name))
    }

    pub(super) fn declare_name(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), entity);
        }
    }

    pub(super) fn lookup_tag(&self, name: &str) -> Option<&Tag> {
        self.scopes.iter().rev().find_map(|it| it.tags.get(name))
    }

    pub(super) fn lookup_tag_here(&self, name: &str) -> Option<&Tag> {
        self.scopes.last().and_then(|it| it.tags.get(name))
    }

    pub(super) fn declare_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name.to_owned(), tag);
        }
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// The type that a name stands for, if it names a type.
    pub(super) fn typedef(&self, name: &str) -> Option<Type> {
        match self.lookup(name) {
            Some(Entity::Typedef { ty, .. }) => Some(ty.clone()),
            Some(Entity::Error) => Some(ERROR),
            _ => None,
        }
    }
}
