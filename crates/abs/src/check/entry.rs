//! Which main block is run, and functions whose values the user gives.

use super::Checker;
use super::context::{Context, Place};
use super::types::{FunctionBody, FunctionId, ModuleId, Type};
use crate::program::Body;
use source::{Sources, Span};

impl<'a> Checker<'a> {
    /// Checks all main blocks.
    pub(super) fn check_mains(&mut self) {
        for id in self.modules.ids().collect::<Vec<_>>() {
            let Some(block) = &self.modules.get(id).syntax.main else { continue };
            let context =
                Context { place: Place::Main, module: Some(id), result: Some(Type::unit()), ..Context::default() };
            let body = self.body(context, block.span, block, &[]);
            self.mains.insert(id, body);
        }
    }

    pub(super) fn main_body(&mut self, id: ModuleId) -> Option<Body> {
        self.mains.remove(&id)
    }

    /// The module whose main block is run: the one that the user names, or the last one of the first file, or the only
    /// one.
    pub(super) fn choose_main(&mut self, sources: &Sources) -> Option<ModuleId> {
        if let Some(name) = &self.options.main {
            let found = self.modules.find(name);
            if let Some(id) = found.filter(|it| self.mains.contains_key(it)) {
                return Some(id);
            }
            let message = match found {
                Some(_) => format!("module {name} has no main block"),
                None => format!("there is no module {name}"),
            };
            self.report_mains(sources, "A0401", message);
            return None;
        }
        let first = self.modules.list.first().map(|it| it.file);
        let mut in_first = self.mains.keys().filter(|it| Some(self.modules.get(**it).file) == first);
        if let Some(id) = in_first.next_back() {
            return Some(*id);
        }
        let all: Vec<_> = self.mains.keys().copied().collect();
        match all.as_slice() {
            [one] => Some(*one),
            [] => {
                // What is not supported may have been skipped together with it.
                let skips = |it: &source::Diagnostic| it.code.0.starts_with("A05");
                if !self.diagnostics.iter().any(skips) {
                    self.report_mains(sources, "A0401", "there is no main block".to_owned());
                }
                None
            }
            _ => {
                self.report_mains(sources, "A0402", "there are several main blocks".to_owned());
                None
            }
        }
    }

    /// Reports that no main block can be chosen, and lists those that there are.
    fn report_mains(&mut self, sources: &Sources, code: &'static str, message: String) {
        let mut notes = Vec::new();
        for id in self.mains.keys() {
            let info = self.modules.get(*id);
            let file = sources.get(info.file).map_or("", |it| it.name.as_str());
            let name = if info.name.is_empty() { file } else { info.name };
            let span = info.syntax.main.as_ref().map_or(Span::NONE, |it| it.span);
            notes.push((span, format!("module {name} has one")));
        }
        let found = self.error(code, Span::NONE, message);
        for (span, note) in notes {
            found.note(span, note);
        }
    }

    /// Replaces the values of functions.
    pub(super) fn apply_definitions(&mut self) {
        for (name, value) in &self.options.definitions {
            let matching: Vec<_> = (0..self.tables.functions.len())
                .map(|it| FunctionId(it as u32))
                .filter(|it| self.is_named(*it, name))
                .collect();
            match matching.as_slice() {
                [id] => {
                    let function = &self.tables.functions[id.0 as usize];
                    if !function.parameters.is_empty() || !function.function_parameters.is_empty() {
                        let message = format!("function {name} has parameters, so no value can be given for it");
                        let at = function.span;
                        self.error("A0406", value.span, message).note(at, "it is declared here");
                    } else {
                        self.tables.functions[id.0 as usize].body = FunctionBody::Written(value);
                    }
                }
                [] => {
                    self.error("A0405", value.span, format!("there is no function {name} that a value is given for"));
                }
                [first, ..] => {
                    let module = self.modules.get(self.tables.function(*first).module).name;
                    let message = format!("several modules have a function {name}");
                    self.error("A0405", value.span, message)
                        .note(Span::NONE, format!("name the module as well: {module}.{name}"));
                }
            }
        }
    }

    /// Whether a function of the program has that name, with or without its module.
    fn is_named(&self, id: FunctionId, name: &str) -> bool {
        let function = self.tables.function(id);
        let module = self.modules.get(function.module);
        let qualified = name.strip_suffix(&function.name).and_then(|it| it.strip_suffix('.'));
        !module.library && (function.name == name || qualified == Some(module.name))
    }
}
