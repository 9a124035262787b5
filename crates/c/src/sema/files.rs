//! The files of a program: what each has for itself, and what they share.
//!
//! Typedefs, tags and names with internal linkage belong to one file; functions and variables with external linkage to
//! all. These are found by a *key*: the name, and for internal linkage the number of the file behind it. With one file
//! the key is the name. Types of two files are the same if they are made alike.

use super::scope::Scope;
use super::{Sema, special};
use crate::codes;
use crate::tree::{RecordId, Signature, Type};
use lang_c::ast::TranslationUnit;
use source::Span;
use std::collections::HashSet;

/// Stands between name and file in a key, and in no name.
const SEPARATOR: char = '\0';

/// The files of a program.
#[derive(Default)]
pub(super) struct Files {
    /// How many the user has given.
    given: usize,
    /// The one that is worked on.
    pub current: usize,
    /// The outermost scope of each file, as far as it is not worked on.
    scopes: Vec<Scope>,
    /// The names of each that have internal linkage.
    internal: Vec<HashSet<String>>,
}

impl Files {
    /// So many files, of which the first are the user's and the rest is models.
    pub(super) fn new(all: usize, given: usize) -> Files {
        let scopes = (0..all).map(|_| Scope::default()).collect();
        Files { given, current: 0, scopes, internal: vec![HashSet::new(); all] }
    }
}

/// The name that a key stands for.
pub(super) fn name(key: &str) -> &str {
    key.split(SEPARATOR).next().unwrap_or(key)
}

impl<'a> Sema<'a> {
    /// Works out the whole program. Gives the keys of all functions that are defined.
    pub(super) fn program(&mut self, units: &'a [TranslationUnit]) -> Vec<String> {
        let mut definitions = Vec::new();
        for (index, unit) in units.iter().enumerate() {
            self.enter_file(index);
            definitions.extend(self.file(unit));
        }
        self.check_kinds();
        self.finish_variables();
        for (key, span) in std::mem::take(&mut self.mentioned) {
            self.check_defined(&key, span);
        }
        let main = definitions.iter().position(|it| it == "main");
        let reached = main.map_or(definitions.as_slice(), |it| &definitions[it..=it]);
        for key in reached {
            self.function_id(key);
        }
        self.bodies();
        self.missing_variables();
        self.missing_functions();
        definitions
    }

    /// Works out the functions that nothing leads to.
    pub(super) fn rest(&mut self, definitions: &[String]) {
        for key in definitions {
            self.function_id(key);
        }
        self.bodies();
        self.missing_variables();
        self.missing_functions();
    }

    /// Variables whose type was not complete where they were declared; it may be now.
    fn finish_variables(&mut self) {
        for (key, span) in std::mem::take(&mut self.unfinished) {
            let id = self.global_id(&key);
            let ty = self.variables[id.0 as usize].ty.clone();
            self.variables[id.0 as usize].ty = self.object_type(&ty, span, name(&key));
        }
    }

    /// Works out all bodies that are reached.
    fn bodies(&mut self) {
        while let Some((id, definition)) = self.pending.pop_front() {
            let key = &self.function_keys[id.0 as usize];
            let file = self.known.get(key).map_or(self.files.current, |it| it.file);
            self.enter_file(file);
            self.function_body(id, definition);
        }
    }

    /// Goes on in the outermost scope of another file.
    fn enter_file(&mut self, file: usize) {
        let current = self.files.current;
        if file != current {
            std::mem::swap(&mut self.scopes[0], &mut self.files.scopes[current]);
            std::mem::swap(&mut self.scopes[0], &mut self.files.scopes[file]);
            self.files.current = file;
        }
    }

    /// Notes that a name means something else in other files.
    pub(super) fn make_internal(&mut self, name: &str) {
        // The names of models are their own, and calls are led to them from everywhere.
        if self.files.given > 1 && self.files.current < self.files.given {
            self.files.internal[self.files.current].insert(name.to_owned());
        }
    }

    pub(super) fn has_several_files(&self) -> bool {
        self.files.given > 1
    }

    /// Under which key a name with linkage is found from the present file.
    pub(super) fn key(&self, name: &str) -> String {
        let file = self.files.current;
        match self.files.internal[file].contains(name) {
            true => format!("{name}{SEPARATOR}{file}"),
            false => name.to_owned(),
        }
    }

    /// A name that is a function in one file and a variable in another.
    fn check_kinds(&mut self) {
        let both = self.known.iter().filter(|it| self.globals.contains_key(it.0));
        let mut both: Vec<(Span, String)> = both.map(|it| (it.1.span, it.0.clone())).collect();
        both.sort();
        for (span, key) in both {
            self.redefined(name(&key), span);
        }
    }

    /// The type that two declarations of one name say together; nothing if they disagree.
    pub(super) fn composite(&self, old: &Type, new: &Type) -> Option<Type> {
        match (old, new) {
            (Type::Array(a, None), Type::Array(b, Some(_))) => self.composite(a, b).map(|_| new.clone()),
            (Type::Array(a, Some(_)), Type::Array(b, None)) => self.composite(a, b).map(|_| old.clone()),
            (Type::Array(a, m), Type::Array(b, n)) if m == n => self.composite(a, b).map(|_| new.clone()),
            (Type::Pointer(a), Type::Pointer(b)) => self.composite(a, b).map(|_| new.clone()),
            (Type::Function(a), Type::Function(b)) => {
                let same = is_loose(a) || is_loose(b) || a.parameters.len() == b.parameters.len();
                same.then(|| if is_loose(b) { old.clone() } else { new.clone() })
            }
            (Type::Record(a), Type::Record(b)) if self.is_incomplete(*b) => {
                self.is_same_record(*a, *b, &mut Vec::new()).then(|| old.clone())
            }
            _ => self.is_same(old, new).then(|| new.clone()),
        }
    }

    fn is_incomplete(&self, id: RecordId) -> bool {
        !self.records[id.0 as usize].complete
    }

    /// Whether two types are the same, or made alike in two files.
    pub(super) fn is_same(&self, left: &Type, right: &Type) -> bool {
        self.is_same_within(left, right, &mut Vec::new())
    }

    fn is_same_within(&self, left: &Type, right: &Type, known: &mut Vec<(RecordId, RecordId)>) -> bool {
        match (left, right) {
            _ if left == right => true,
            _ if self.files.given <= 1 => false,
            _ if special::is_error(left) || special::is_error(right) => true,
            (Type::Record(a), Type::Record(b)) => self.is_same_record(*a, *b, known),
            (Type::Pointer(a), Type::Pointer(b)) | (Type::Atomic(a), Type::Atomic(b)) => {
                self.is_same_within(a, b, known)
            }
            (Type::Array(a, m), Type::Array(b, n)) => {
                (m == n || m.is_none() || n.is_none()) && self.is_same_within(a, b, known)
            }
            (Type::Function(a), Type::Function(b)) => self.is_same_signature(a, b, known),
            _ => false,
        }
    }

    fn is_same_signature(&self, left: &Signature, right: &Signature, known: &mut Vec<(RecordId, RecordId)>) -> bool {
        let (a, b) = (&left.parameters, &right.parameters);
        self.is_same_within(&left.result, &right.result, known)
            && (is_loose(left)
                || is_loose(right)
                || (left.variadic == right.variadic
                    && a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| self.is_same_within(a, b, known))))
    }

    /// Records of two files are the same if they have the same tag and the same members in the same places.
    fn is_same_record(&self, left: RecordId, right: RecordId, known: &mut Vec<(RecordId, RecordId)>) -> bool {
        if left == right || known.contains(&(left, right)) {
            return true;
        }
        if self.files.given <= 1 {
            return false;
        }
        known.push((left, right));
        let (a, b) = (&self.records[left.0 as usize], &self.records[right.0 as usize]);
        let anonymous = a.name.starts_with('<') && b.name.starts_with('<');
        if a.union != b.union || (a.name != b.name && !anonymous) {
            return false;
        }
        if !a.complete || !b.complete {
            return true;
        }
        let same = a
            .fields
            .iter()
            .zip(&b.fields)
            .all(|(a, b)| a.name == b.name && a.offset == b.offset && self.is_same_within(&a.ty, &b.ty, known));
        same && (a.size, a.align, a.fields.len()) == (b.size, b.align, b.fields.len())
    }

    /// Reports a function that is declared in two files in ways that do not agree.
    pub(super) fn check_signature(&mut self, key: &str, new: &Signature, span: Span) {
        let Some(known) = self.known.get(key) else { return };
        if known.file == self.files.current || self.is_same_signature(&known.signature, new, &mut Vec::new()) {
            return;
        }
        let (name, other) = (name(key).to_owned(), known.span);
        let message = format!("`{name}` is declared with another type in another file");
        self.diagnostics.error(codes::REDEFINED, span, message).note(other, "namely here");
    }
}

/// `f()` says nothing about parameters.
fn is_loose(signature: &Signature) -> bool {
    signature.variadic && signature.parameters.is_empty()
}
