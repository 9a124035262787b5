//! Statements one after the other, each at the line of the program that it comes from: what belongs to one line of the
//! program is one line of text, so that a debugger shows the program and not this text.

use source::{Sources, Span};
use std::fmt::Write;

/// Text that grows, and the position in the program of what is added next.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    /// File and line of the text's last line.
    at: Option<(u32, u32)>,
}

impl Lines {
    /// Adds a statement.
    pub(super) fn add(&mut self, sources: &Sources, span: Span, statement: &str) {
        let wanted = span.is_some().then_some((span.file.0, span.line));
        match (self.at, wanted) {
            (Some(at), Some(wanted)) if at == wanted => self.text.push(' '),
            (Some(_), None) => self.text.push(' '),
            (_, Some(wanted)) => {
                let name = sources.get(span.file).map_or("?", |it| it.name.as_str());
                let _ = write!(self.text, "\n#line {} {}\n  ", span.line, super::quoted(name));
                self.at = Some(wanted);
            }
            (None, None) => self.text.push_str("\n  "),
        }
        self.text.push_str(statement);
    }

    /// Adds what was printed apart.
    pub(super) fn append(&mut self, other: Lines) {
        if !other.text.is_empty() {
            self.text.push_str(&other.text);
            self.at = other.at.or(self.at);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}
