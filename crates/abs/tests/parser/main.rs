//! The parser: what programs become, what is said about mistakes, and that no text does harm.

mod constructs;
mod hostile;
mod mistakes;
mod print;

use abs::syntax::Module;
use source::{Diagnostics, FileId};

/// The modules, and each finding as `line:column code message`.
fn parse(text: &str) -> (Vec<Module>, Vec<String>) {
    let mut diagnostics = Diagnostics::new();
    let modules = abs::parse(FileId(0), text, &mut diagnostics);
    let findings = diagnostics.iter().map(|it| {
        let notes = it.notes.iter().map(|note| format!(" [{}]", note.message)).collect::<String>();
        format!("{}:{} {} {}{notes}", it.span.line, it.span.column, it.code.0, it.message)
    });
    (modules, findings.collect())
}

/// The modules of a text without mistakes.
fn modules(text: &str) -> Vec<Module> {
    let (modules, findings) = parse(text);
    assert_eq!(findings, Vec::<String>::new(), "{text}");
    modules
}

fn findings(text: &str) -> Vec<String> {
    parse(text).1
}
