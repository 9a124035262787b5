//! What the checker says about programs, and what it makes of them.

mod accepted;
mod diagnostics;
mod hostile;
mod instances;
mod lowering;
mod modules;
mod show;

use abs::program::Program;
use abs::{Options, check_only, load};
use source::{Diagnostics, Severity};

/// One file.
fn file(text: &str) -> Vec<(String, String)> {
    vec![("a.abs".to_owned(), text.to_owned())]
}

/// Positions and codes of errors, as `line:column:code`.
fn positions(diagnostics: &Diagnostics) -> Vec<String> {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| format!("{}:{}:{}", it.span.line, it.span.column, it.code.0)).collect()
}

/// What is found in a text that need not have a main block.
fn findings(text: &str, options: &Options) -> Vec<String> {
    positions(&check_only(file(text), options).0)
}

/// The messages and notes about a text, one a line.
fn messages(text: &str) -> String {
    let (diagnostics, _) = check_only(file(text), &Options::default());
    let lines = diagnostics.iter().map(|it| {
        let notes = it.notes.iter().map(|note| format!(" / {}", note.message));
        format!("{}{}\n", it.message, notes.collect::<String>())
    });
    lines.collect()
}

/// The program of a text that is right.
fn program(text: &str, options: &Options) -> Program {
    match load(file(text), options) {
        Ok((program, _)) => program,
        Err((diagnostics, _)) => panic!("{:#?}", diagnostics.iter().collect::<Vec<_>>()),
    }
}
