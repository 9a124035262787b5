//! Positions and diagnostics in JSON.

use serde::Serialize;
use source::{Diagnostic, Diagnostics, Severity, Sources, Span};

/// A stretch of one source line.
#[derive(Serialize)]
pub struct Position<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
    text: Option<&'a str>,
}

/// Where a span is; `None` for generated code.
pub fn position(span: Span, sources: &Sources) -> Option<Position<'_>> {
    let file = sources.get(span.file).filter(|_| span.is_some())?;
    let Span { line, column, length, .. } = span;
    Some(Position { file: &file.name, line, column, length, text: sources.line(span) })
}

/// Those of several spans that are somewhere.
pub fn positions<'a>(spans: &[Span], sources: &'a Sources) -> Vec<Position<'a>> {
    spans.iter().filter_map(|&it| position(it, sources)).collect()
}

/// One finding about the source text.
#[derive(Serialize)]
pub struct DiagnosticData<'a> {
    code: Option<&'static str>,
    severity: &'static str,
    message: &'a str,
    position: Option<Position<'a>>,
    notes: Vec<NoteData<'a>>,
}

#[derive(Serialize)]
struct NoteData<'a> {
    message: &'a str,
    position: Option<Position<'a>>,
}

impl<'a> DiagnosticData<'a> {
    /// An error that is one sentence.
    pub fn sentence(message: &'a str) -> DiagnosticData<'a> {
        DiagnosticData { code: None, severity: "error", message, position: None, notes: Vec::new() }
    }

    fn of(diagnostic: &'a Diagnostic, sources: &'a Sources) -> DiagnosticData<'a> {
        let notes = diagnostic.notes.iter();
        DiagnosticData {
            code: Some(diagnostic.code.0),
            severity: match diagnostic.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            message: &diagnostic.message,
            position: position(diagnostic.span, sources),
            notes: notes.map(|it| NoteData { message: &it.message, position: position(it.span, sources) }).collect(),
        }
    }
}

/// All of them, in the order in which they were found.
pub fn diagnostics<'a>(diagnostics: &'a Diagnostics, sources: &'a Sources) -> Vec<DiagnosticData<'a>> {
    diagnostics.iter().map(|it| DiagnosticData::of(it, sources)).collect()
}
