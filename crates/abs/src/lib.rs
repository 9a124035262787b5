//! Actor programs in ABS: from text to a system of tasks that can be explored.
//!
//! ```text
//! text ── parse ──▶ syntax ── check ──▶ program ── compile ──▶ code ── Actors (a System)
//! ```
//!
//! Start at [`syntax`] for what was written and at [`program`] for what it means. The library of
//! the language is text in the language itself: [`prelude`].

pub mod check;
mod lexer;
mod parser;
pub mod prelude;
pub mod program;
pub mod syntax;

pub use check::Options;
pub use parser::{parse, parse_expression};
use program::Program;
use source::{Diagnostics, FileId, Severity, Sources};
use syntax::Module;

/// Reads the files of a project, given as names and texts, together with the library, and checks them. The diagnostics
/// of a program that is taken are warnings.
pub fn load(files: Vec<(String, String)>, options: &Options) -> Result<(Program, Diagnostics), (Diagnostics, Sources)> {
    let mut diagnostics = Diagnostics::new();
    let (sources, modules) = read(files, &mut diagnostics);
    if misread(&diagnostics) {
        return Err((diagnostics, sources));
    }
    match check::check(sources.clone(), modules, options, &mut diagnostics) {
        Some(program) if !diagnostics.has_errors() => Ok((program, diagnostics)),
        Some(_) | None => Err((diagnostics, sources)),
    }
}

/// Reads the files of a project and checks them, whether there is a main block or not.
pub fn check_only(files: Vec<(String, String)>, options: &Options) -> (Diagnostics, Sources) {
    let mut diagnostics = Diagnostics::new();
    let (sources, modules) = read(files, &mut diagnostics);
    if !misread(&diagnostics) {
        check::check_only(&sources, &modules, options, &mut diagnostics);
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
