//! From the texts of a project to a checked program.

use crate::check;
use crate::program::Program;
use crate::syntax::Module;
use crate::{parse, parse_expression, prelude};
use source::{Diagnostics, FileId, Severity, Sources};

/// What the user decides about a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether `/` of integers is an integer, as it was in old versions of the language.
    pub truncating_division: bool,
    /// The module whose main block is run.
    pub main: Option<String>,
    /// Functions without parameters, and the texts of the values that they have instead of those that are written.
    pub definitions: Vec<(String, String)>,
}

/// Reads the files of a project, given as names and texts, together with the library, and checks them. The diagnostics
/// of a program that is taken are warnings.
pub fn load(files: Vec<(String, String)>, options: &Options) -> Result<(Program, Diagnostics), (Diagnostics, Sources)> {
    let mut diagnostics = Diagnostics::new();
    let (mut sources, modules) = read(files, &mut diagnostics);
    let options = definitions(options, &mut sources, &mut diagnostics);
    if misread(&diagnostics) {
        return Err((diagnostics, sources));
    }
    match check::check(sources.clone(), modules, &options, &mut diagnostics) {
        Some(program) if !diagnostics.has_errors() => Ok((program, diagnostics)),
        Some(_) | None => Err((diagnostics, sources)),
    }
}

/// Reads the files of a project and checks them, whether there is a main block or not.
pub fn check_only(files: Vec<(String, String)>, options: &Options) -> (Diagnostics, Sources) {
    let mut diagnostics = Diagnostics::new();
    let (mut sources, modules) = read(files, &mut diagnostics);
    let options = definitions(options, &mut sources, &mut diagnostics);
    if !misread(&diagnostics) {
        check::check_only(&sources, &modules, &options, &mut diagnostics);
    }
    (diagnostics, sources)
}

/// Whether there are mistakes in the text itself: then names may be missing, and looking further would only confuse.
fn misread(diagnostics: &Diagnostics) -> bool {
    diagnostics.iter().any(|it| it.severity == Severity::Error && it.code.0.starts_with("A01"))
}

/// The modules of files and, after them, those of the library.
fn read(files: Vec<(String, String)>, diagnostics: &mut Diagnostics) -> (Sources, Vec<(FileId, Module)>) {
    let mut sources = Sources::new();
    let mut modules = Vec::new();
    let library = prelude::files().iter().map(|it| (it.0.to_owned(), it.1.to_owned()));
    for (name, text) in files.into_iter().chain(library) {
        let file = sources.add(&name, Some(text.clone()));
        modules.extend(parse(file, &text, diagnostics).into_iter().map(|it| (file, it)));
    }
    (sources, modules)
}

/// Definitions are read as files of their own, so that mistakes in them can be shown.
fn definitions(options: &Options, sources: &mut Sources, diagnostics: &mut Diagnostics) -> check::Options {
    let mut definitions = Vec::new();
    for (name, text) in &options.definitions {
        let file = sources.add(&format!("-D{name}"), Some(text.clone()));
        definitions.extend(parse_expression(file, text, diagnostics).map(|it| (name.clone(), it)));
    }
    check::Options { truncating_division: options.truncating_division, main: options.main.clone(), definitions }
}
