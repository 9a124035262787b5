//! From modules as they were written to a program: names are resolved, types are checked, and what is left is what runs.
//!
//! The stages, one file or two each:
//! 1. `modules`, `names`: which modules there are, and what each name stands for in each of them.
//! 2. `declarations`, `signatures`: data types, functions, interfaces and classes with the types that they speak
//!    about (`types`).
//! 3. `functions`, `classes`: bodies, by way of `statements`, `effects`, `expressions`, `calls` and
//!    `patterns`, in a `context` of locals. They are checked (`solve`) and lowered in one go.
//! 4. `instances`, `rewrite`: functions that take functions become one function for each way in which functions are passed.
//!
//! Everything is checked, whether it is used or not. What is wrong is reported, and the rest is checked as if it were
//! right: a type that is not known fits everywhere.

mod calls;
mod classes;
mod context;
mod declarations;
mod effects;
mod entry;
mod expressions;
mod functions;
mod instances;
mod modules;
mod names;
mod operators;
mod patterns;
mod resolve;
mod returns;
mod rewrite;
mod signatures;
mod solve;
mod statements;
mod types;
mod waits;

use crate::program::{self, Program, SelectorId};
use crate::syntax;
use context::Context;
use instances::{Target, Template};
use names::Modules;
use solve::Solver;
use source::{Code, Diagnostics, FileId, Sources, Span};
use std::collections::BTreeMap;
use types::{Tables, Type};

/// What the user decides about a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether `/` of integers is an integer, as it was in old versions of the language.
    pub truncating_division: bool,
    /// The module whose main block is run.
    pub main: Option<String>,
    /// Functions without parameters that have another value than the one that is written.
    pub definitions: Vec<(String, syntax::Expression)>,
}

/// Checks modules and makes a program with one main block of them. The first module tells which file is the first one.
/// `None`: there are errors among the diagnostics.
pub fn check(
    sources: Sources,
    modules: Vec<(FileId, syntax::Module)>,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Program> {
    let mut checker = Checker::new(&modules, &sources, options, diagnostics);
    checker.declare();
    checker.check_bodies();
    let main = checker.choose_main(&sources).and_then(|it| checker.main_body(it));
    if checker.diagnostics.has_errors() {
        return None;
    }
    checker.assemble(main?, sources)
}

/// Checks modules that need not have a main block.
pub fn check_only(
    sources: &Sources,
    modules: &[(FileId, syntax::Module)],
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    let mut checker = Checker::new(modules, sources, options, diagnostics);
    checker.declare();
    checker.check_bodies();
}

/// A program while it is checked.
struct Checker<'a> {
    options: &'a Options,
    diagnostics: &'a mut Diagnostics,
    modules: Modules<'a>,
    tables: Tables<'a>,
    solver: Solver,
    /// The body that is being checked.
    context: Context,
    /// How far the functions are, in the order of the table; anonymous ones follow.
    templates: Vec<Option<Template>>,
    /// Functions whose bodies are being checked.
    running: Vec<types::FunctionId>,
    /// What calls call: [`program::FunctionId`] is a place in this list until instances are made.
    targets: Vec<Target>,
    selectors: BTreeMap<String, SelectorId>,
    classes: Vec<program::Class>,
    /// The main blocks by module.
    mains: BTreeMap<types::ModuleId, program::Body>,
    /// What the texts of all modules say about the whole program.
    remarks: syntax::Remarks,
}

impl<'a> Checker<'a> {
    fn new(
        modules: &'a [(FileId, syntax::Module)],
        sources: &Sources,
        options: &'a Options,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let mut checker = Checker {
            options,
            diagnostics,
            modules: Modules::default(),
            tables: Tables::default(),
            solver: Solver::default(),
            context: Context::default(),
            templates: Vec::new(),
            running: Vec::new(),
            targets: Vec::new(),
            selectors: BTreeMap::new(),
            classes: Vec::new(),
            mains: BTreeMap::new(),
            remarks: remarks(modules),
        };
        checker.add_modules(modules, sources);
        checker
    }

    fn check_bodies(&mut self) {
        self.check_functions();
        self.check_classes();
        self.check_mains();
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut source::Diagnostic {
        self.diagnostics.error(Code(code), span, message)
    }

    fn show(&self, of: &Type) -> String {
        solve::show(&self.tables, &self.modules, &self.solver.resolve(of))
    }

    fn fits(&mut self, actual: &Type, expected: &Type) -> bool {
        self.solver.fits(&self.tables, actual, expected)
    }

    fn selector(&mut self, name: &str) -> SelectorId {
        let next = SelectorId(self.selectors.len() as u32);
        *self.selectors.entry(name.to_owned()).or_insert(next)
    }
}

/// What is said first, by whichever module.
fn remarks(modules: &[(FileId, syntax::Module)]) -> syntax::Remarks {
    let mut all = syntax::Remarks::default();
    for syntax::Remarks { new_cog, new_local, called_from_outside } in modules.iter().map(|it| it.1.remarks) {
        all.new_cog = all.new_cog.or(new_cog);
        all.new_local = all.new_local.or(new_local);
        all.called_from_outside = all.called_from_outside.or(called_from_outside);
    }
    all
}
