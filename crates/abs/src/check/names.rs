//! What a name stands for in a module: own declarations first, then what is imported by name, then what is imported
//! with a star, then the standard library, which every module sees.

use super::types::{ClassId, ConstructorId, DataId, FunctionId, InterfaceId, ModuleId, SynonymId};
use crate::syntax;
use source::{FileId, Span};
use std::collections::BTreeMap;

/// The module that every other sees.
pub(super) const STANDARD: &str = "ABS.StdLib";

/// Modules of the language that the library does not have: databases, product lines, test reports.
pub(super) const UNSUPPORTED: [&str; 3] = ["ABS.SQLite3", "ABS.Productline", "ABS.JUnit"];

/// Names of different kinds do not get in each other's way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Space {
    Type,
    Class,
    Constructor,
    Function,
    /// Functions that take functions.
    HigherOrder,
}

impl Space {
    /// All of them.
    pub const ALL: [Space; 5] = [Space::Type, Space::Class, Space::Constructor, Space::Function, Space::HigherOrder];

    /// What such a name names.
    pub fn noun(self) -> &'static str {
        match self {
            Space::Type => "type",
            Space::Class => "class",
            Space::Constructor => "constructor",
            Space::Function => "function",
            Space::HigherOrder => "function that takes functions",
        }
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Entity {
    Data(DataId),
    Synonym(SynonymId),
    Interface(InterfaceId),
    /// `Object` and `Any`.
    Any,
    /// A future about whose answer nothing is known.
    Destiny,
    Class(ClassId),
    Constructor(ConstructorId),
    Function(FunctionId),
}

/// Names and what they stand for.
pub(super) type Scope = BTreeMap<(Space, String), Entity>;

/// A module.
pub(super) struct ModuleInfo<'a> {
    pub file: FileId,
    pub syntax: &'a syntax::Module,
    /// Empty if the file does not say.
    pub name: &'a str,
    /// Its own declarations, and where they stand.
    pub own: BTreeMap<(Space, String), (Entity, Span)>,
    pub exports: Scope,
    /// Imported by name.
    pub named: Scope,
    /// Imported with a star.
    pub stars: Vec<ModuleId>,
    /// Whether it imports from a module of the language that is not supported, so that names may come from there.
    pub open: bool,
    /// Whether it belongs to the language.
    pub library: bool,
}

/// What looking for a name gave.
pub(super) enum Found {
    One(Entity),
    /// Declared in that module, which does not export it.
    Hidden(Entity, ModuleId),
    /// Several modules export it.
    Several(Vec<ModuleId>),
    None,
}

/// All modules.
#[derive(Default)]
pub(super) struct Modules<'a> {
    pub list: Vec<ModuleInfo<'a>>,
    by_name: BTreeMap<&'a str, ModuleId>,
    standard: Option<ModuleId>,
}

impl<'a> Modules<'a> {
    pub fn get(&self, id: ModuleId) -> &ModuleInfo<'a> {
        &self.list[id.0 as usize]
    }

    /// Adds a module.
    pub fn add(&mut self, file: FileId, syntax: &'a syntax::Module, library: bool) -> ModuleId {
        let id = ModuleId(self.list.len() as u32);
        let name = syntax.name.as_ref().map_or("", |it| it.text.as_str());
        self.list.push(ModuleInfo {
            file,
            syntax,
            name,
            own: BTreeMap::new(),
            exports: Scope::new(),
            named: Scope::new(),
            stars: Vec::new(),
            open: false,
            library,
        });
        id
    }

    /// Makes a module known by its name. If there is one of that name already, it is returned and stays.
    pub fn give_name(&mut self, id: ModuleId) -> Option<ModuleId> {
        let name = self.get(id).name;
        if name.is_empty() {
            return None;
        }
        let first = *self.by_name.entry(name).or_insert(id);
        if name == STANDARD && first == id {
            self.standard = Some(id);
        }
        (first != id).then_some(first)
    }

    /// The module of that name.
    pub fn find(&self, name: &str) -> Option<ModuleId> {
        self.by_name.get(name).copied()
    }

    /// The module that every other sees.
    pub fn standard(&self) -> Option<ModuleId> {
        self.standard
    }

    /// The ids of all modules.
    pub fn ids(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (0..self.list.len() as u32).map(ModuleId)
    }

    fn own(&self, module: ModuleId, space: Space, name: &str) -> Option<Entity> {
        self.get(module).own.get(&(space, name.to_owned())).map(|it| it.0)
    }

    fn exported(&self, module: ModuleId, space: Space, name: &str) -> Option<Entity> {
        self.get(module).exports.get(&(space, name.to_owned())).copied()
    }

    /// What another module gives under that name.
    pub fn offered(&self, module: ModuleId, space: Space, name: &str) -> Found {
        match (self.exported(module, space, name), self.own(module, space, name)) {
            (Some(entity), _) => Found::One(entity),
            (None, Some(entity)) => Found::Hidden(entity, module),
            (None, None) => Found::None,
        }
    }

    /// What a name stands for in a module.
    pub fn look(&self, module: ModuleId, space: Space, name: &str) -> Found {
        if let Some((prefix, last)) = name.rsplit_once('.') {
            return match self.find(prefix) {
                Some(found) if found == module => self.own(module, space, last).map_or(Found::None, Found::One),
                Some(found) => self.offered(found, space, last),
                None => Found::None,
            };
        }
        if let Some(entity) = self.own(module, space, name) {
            return Found::One(entity);
        }
        let info = self.get(module);
        if let Some(entity) = info.named.get(&(space, name.to_owned())) {
            return Found::One(*entity);
        }
        let others = info.stars.iter().filter(|it| Some(**it) != self.standard);
        let mut found: Vec<(ModuleId, Entity)> = Vec::new();
        for &from in others {
            if let Some(entity) = self.exported(from, space, name) {
                if found.iter().all(|it| it.1 != entity) {
                    found.push((from, entity));
                }
            }
        }
        match found.as_slice() {
            [] => {}
            [one] => return Found::One(one.1),
            several => return Found::Several(several.iter().map(|it| it.0).collect()),
        }
        if let Some(entity) = self.standard.and_then(|it| self.exported(it, space, name)) {
            return Found::One(entity);
        }
        let hidden = info.stars.iter().find_map(|it| self.own(*it, space, name).map(|entity| (entity, *it)));
        hidden.map_or(Found::None, |it| Found::Hidden(it.0, it.1))
    }

    /// Modules that would offer a name if they were imported.
    pub fn offering(&self, space: Space, name: &str) -> Vec<&'a str> {
        let modules = self.list.iter().filter(|it| !it.name.is_empty());
        modules.filter(|it| it.exports.contains_key(&(space, name.to_owned()))).map(|it| it.name).collect()
    }

    /// All names of a kind that a module can see without a qualification.
    pub fn visible(&self, module: ModuleId, space: Space) -> Vec<&str> {
        let info = self.get(module);
        let own = info.own.keys().chain(info.named.keys());
        let stars = info.stars.iter().chain(&self.standard).flat_map(|it| self.get(*it).exports.keys());
        own.chain(stars).filter(|it| it.0 == space).map(|it| it.1.as_str()).collect()
    }
}

/// The name that is most like another, if one is so much like it that it can be meant.
pub(super) fn similar<'n>(name: &str, among: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let distances = among.into_iter().map(|it| (distance(name, it), it));
    distances.filter(|it| it.0 <= limit || it.1.eq_ignore_ascii_case(name)).min().map(|it| it.1)
}

/// How many characters must be changed, added or left out; letters that change places count once.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > 2 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for i in 0..one.len() {
        let mut row = vec![i + 1];
        for j in 0..other.len() {
            let change = last[j] + usize::from(one[i] != other[j]);
            let mut best = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}
