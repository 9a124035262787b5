//! What is wrong with the user's program, as data. Rendering is in `report`.

use crate::Span;
use std::collections::BTreeMap;

/// A stable name for one kind of diagnostic, such as `C0104`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

/// How bad it is. An error means that no checking takes place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program is taken, with a remark.
    Warning,
    /// The program is not taken.
    Error,
}

/// A remark below a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where, or [`Span::NONE`].
    pub span: Span,
    /// What.
    pub message: String,
}

/// One finding about the source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable name.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What, as one sentence without a full stop.
    pub message: String,
    /// More, if it helps.
    pub notes: Vec<Note>,
}

/// Diagnostics in the order in which they were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Where in the list each finding is, so that it is said once; programs can have very many.
    known: BTreeMap<(Code, Span, String), usize>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records an error.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(code, Severity::Error, span, message.into())
    }

    /// Records a warning.
    pub fn warning(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(code, Severity::Warning, span, message.into())
    }

    fn push(&mut self, code: Code, severity: Severity, span: Span, message: String) -> &mut Diagnostic {
        // The same finding at the same place, e.g. in a macro that is expanded twice on a line, is said once.
        let index = *self.known.entry((code, span, message.clone())).or_insert(self.list.len());
        if index == self.list.len() {
            self.list.push(Diagnostic { code, severity, span, message, notes: Vec::new() });
        }
        &mut self.list[index]
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|it| it.severity == Severity::Error)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Diagnostic {
    /// Adds a remark, at a position or at [`Span::NONE`].
    pub fn note(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.notes.push(Note { span, message: message.into() });
        self
    }
}
