//! Which modules there are, what they export, and what they import.

use super::Checker;
use super::names::{Entity, Found, STANDARD, Scope, Space, UNSUPPORTED, similar};
use super::types::ModuleId;
use crate::prelude;
use crate::syntax::{self, Name};
use source::{Code, FileId, Sources, Span};

impl<'a> Checker<'a> {
    /// Adds all modules. Old programs bring a library of their own: it is left out.
    pub(super) fn add_modules(&mut self, modules: &'a [(FileId, syntax::Module)], sources: &Sources) {
        let library = |file| {
            let name = sources.get(file).map(|it| it.name.as_str());
            prelude::files().iter().any(|it| Some(it.0) == name)
        };
        let of_library = |it: &&(FileId, syntax::Module)| library(it.0);
        let names: Vec<_> = modules.iter().filter(of_library).filter_map(|it| it.1.name.as_ref()).collect();
        for (file, module) in modules {
            let twin = module.name.as_ref().filter(|name| names.iter().any(|it| it.text == name.text));
            if let Some(name) = twin.filter(|_| !library(*file)) {
                let message = format!("module {} belongs to the language, and this one is not used", name.text);
                self.diagnostics.warning(Code("A0215"), name.span, message);
                continue;
            }
            let id = self.modules.add(*file, module, library(*file));
            let Some(other) = self.modules.give_name(id) else { continue };
            let Some(name) = &module.name else { continue };
            let at = self.modules.get(other).syntax.name.as_ref().map_or(Span::NONE, |it| it.span);
            self.error("A0201", name.span, format!("there are two modules named {}", name.text))
                .note(at, "this is the other one");
        }
    }

    /// Finds out what each module exports and imports. Modules can pass on what they import, so this goes round until
    /// nothing changes; then what is missing is reported.
    pub(super) fn link_modules(&mut self) {
        let ids: Vec<_> = self.modules.ids().collect();
        loop {
            let mut changed = false;
            for &id in &ids {
                let named = self.named_imports(id);
                let exports = self.exports(id, &named);
                let info = &mut self.modules.list[id.0 as usize];
                changed |= info.exports.len() != exports.len() || info.named.len() != named.len();
                info.exports = exports;
                info.named = named;
            }
            if !changed {
                break;
            }
        }
        for &id in &ids {
            self.report_imports(id);
            self.report_exports(id);
        }
    }

    /// The module that an import or export names.
    pub(super) fn module_of(&self, name: &Name) -> Option<ModuleId> {
        self.modules.find(&name.text)
    }

    /// Stars are known before anything is exported.
    pub(super) fn star_imports(&mut self) {
        for index in 0..self.modules.list.len() {
            let syntax = self.modules.list[index].syntax;
            let stars = syntax.imports.iter().filter(|it| it.names.is_none());
            let found = stars.filter_map(|it| it.from.as_ref()).filter_map(|it| self.module_of(it)).collect();
            self.modules.list[index].stars = found;
        }
    }

    fn named_imports(&self, id: ModuleId) -> Scope {
        let mut scope = Scope::new();
        for import in &self.modules.get(id).syntax.imports {
            for name in import.names.iter().flatten() {
                let (from, name) = match &import.from {
                    Some(from) => (from.text.as_str(), name.text.as_str()),
                    None => name.text.rsplit_once('.').unwrap_or(("", &name.text)),
                };
                let Some(from) = self.modules.find(from) else { continue };
                for space in Space::ALL {
                    match self.modules.offered(from, space, name) {
                        Found::One(entity) | Found::Hidden(entity, _) => {
                            scope.insert((space, name.to_owned()), entity);
                        }
                        Found::Several(_) | Found::None => {}
                    }
                }
            }
        }
        scope
    }

    fn exports(&self, id: ModuleId, named: &Scope) -> Scope {
        let info = self.modules.get(id);
        let mut scope = Scope::new();
        for export in &info.syntax.exports {
            let from = export.from.as_ref().map(|it| self.module_of(it));
            match (&export.names, from) {
                (None, None) => scope.extend(info.own.iter().map(|(key, value)| (key.clone(), value.0))),
                (None, Some(Some(from))) => {
                    scope.extend(self.modules.get(from).exports.iter().map(|(key, value)| (key.clone(), *value)));
                }
                (Some(names), from) => {
                    for name in names {
                        for (space, entity) in self.exported_name(id, named, from, &name.text) {
                            let last = name.text.rsplit('.').next().unwrap_or(&name.text);
                            scope.insert((space, last.to_owned()), entity);
                        }
                    }
                }
                (None, Some(None)) => {}
            }
        }
        if info.name == STANDARD {
            // What the language itself declares is exported without being listed.
            let declared = info.own.iter().filter(|it| !it.1.1.is_some());
            scope.extend(declared.map(|(key, value)| (key.clone(), value.0)));
        }
        scope
    }

    fn exported_name(
        &self,
        id: ModuleId,
        named: &Scope,
        from: Option<Option<ModuleId>>,
        name: &str,
    ) -> Vec<(Space, Entity)> {
        let mut found = Vec::new();
        for space in Space::ALL {
            let entity = match from {
                Some(Some(from)) => self.modules.offered(from, space, name),
                Some(None) => Found::None,
                None => match named.get(&(space, name.to_owned())) {
                    Some(entity) => Found::One(*entity),
                    None => self.modules.look(id, space, name),
                },
            };
            if let Found::One(entity) = entity {
                found.push((space, entity));
            }
        }
        found
    }

    /// Reports a module that does not exist; one of the language that is not supported makes the module open.
    fn report_module(&mut self, id: ModuleId, name: &Name) {
        if self.module_of(name).is_some() {
            return;
        }
        if UNSUPPORTED.contains(&name.text.as_str()) {
            self.modules.list[id.0 as usize].open = true;
            self.error("A0512", name.span, format!("module {} is not supported", name.text));
            return;
        }
        self.modules.list[id.0 as usize].open = true;
        let names: Vec<&str> = self.modules.list.iter().map(|it| it.name).collect();
        let hint = similar(&name.text, names).map(|it| format!("did you mean {it}?"));
        let hint = hint.unwrap_or_else(|| "all files of a project must be given".to_owned());
        self.error("A0202", name.span, format!("there is no module {}", name.text)).note(Span::NONE, hint);
    }

    fn report_imports(&mut self, id: ModuleId) {
        let syntax = self.modules.get(id).syntax;
        for import in &syntax.imports {
            if let Some(from) = &import.from {
                self.report_module(id, from);
            }
            for name in import.names.iter().flatten() {
                let (from, last) = match &import.from {
                    Some(from) => (from.clone(), name.text.as_str()),
                    None => match name.text.rsplit_once('.') {
                        Some((from, last)) => (Name { text: from.to_owned(), span: name.span }, last),
                        None => {
                            let message = format!("the import of {} does not say from which module", name.text);
                            self.error("A0202", name.span, message);
                            continue;
                        }
                    },
                };
                if import.from.is_none() {
                    self.report_module(id, &from);
                }
                if let Some(found) = self.module_of(&from) {
                    self.report_import(found, name.span, last);
                }
            }
        }
    }

    fn report_import(&mut self, from: ModuleId, span: Span, name: &str) {
        let mut hidden = None;
        for space in Space::ALL {
            match self.modules.offered(from, space, name) {
                Found::One(_) => return,
                Found::Hidden(..) => hidden = Some(space),
                Found::Several(_) | Found::None => {}
            }
        }
        let module = self.modules.get(from).name;
        match hidden {
            Some(space) => self.report_hidden(from, space, span, name),
            None if self.modules.get(from).open => {}
            None => {
                let exports = self.modules.get(from).exports.keys().map(|it| it.1.as_str());
                let hint = similar(name, exports).map(|it| format!("did you mean {it}?"));
                let found = self.error("A0204", span, format!("module {module} has no {name}"));
                if let Some(hint) = hint {
                    found.note(Span::NONE, hint);
                }
            }
        }
    }

    /// Reports a name that its module keeps to itself.
    pub(super) fn report_hidden(&mut self, from: ModuleId, space: Space, span: Span, name: &str) {
        let info = self.modules.get(from);
        let at = info.own.get(&(space, name.to_owned())).map_or(Span::NONE, |it| it.1);
        let message = format!("module {} does not export {name}", info.name);
        self.error("A0203", span, message).note(at, "it is declared here");
    }

    fn report_exports(&mut self, id: ModuleId) {
        let info = self.modules.get(id);
        let syntax = info.syntax;
        for export in &syntax.exports {
            if let Some(from) = &export.from {
                self.report_module(id, from);
            }
            let from = export.from.as_ref().map(|it| self.module_of(it));
            for name in export.names.iter().flatten() {
                let named = &self.modules.get(id).named;
                let open = self.modules.get(id).open;
                if self.exported_name(id, named, from, &name.text).is_empty() && !open {
                    self.error("A0204", name.span, format!("{} is exported, but not declared", name.text));
                }
            }
        }
    }
}
