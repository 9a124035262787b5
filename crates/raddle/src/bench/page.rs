//! A file of a suite that errors point into: what is wrong with it is a diagnostic on its line.

use crate::LoadError;
use source::{Code, Diagnostics, FileId, Sources, Span};
use std::ops::Range;
use std::path::Path;

/// A suite that is not understood.
pub const BAD_SUITE: Code = Code("B0001");

/// A file that errors point into.
pub struct Page<'a> {
    name: String,
    text: &'a str,
}

impl<'a> Page<'a> {
    /// The file at this path, which has this text.
    pub fn new(path: &Path, text: &'a str) -> Self {
        Page { name: path.display().to_string(), text }
    }

    /// An error at a range of bytes; of several lines the first is shown.
    pub fn error(&self, range: Range<usize>, message: &str) -> LoadError {
        let before = self.text.get(..range.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |it| it + 1) + 1;
        let here = self.text.get(range).unwrap_or_default().lines().next().unwrap_or_default();
        self.error_at(line, column, here.len().max(1), message)
    }

    /// An error about a whole line.
    pub fn error_on_line(&self, line: usize, message: &str) -> LoadError {
        let length = self.text.lines().nth(line - 1).map_or(1, str::len).max(1);
        self.error_at(line, 1, length, message)
    }

    fn error_at(&self, line: usize, column: usize, length: usize, message: &str) -> LoadError {
        let mut sources = Sources::new();
        let file: FileId = sources.add(&self.name, Some(self.text.to_owned()));
        let span = Span { file, line: line as u32, column: column as u32, length: length as u32 };
        let mut diagnostics = Diagnostics::new();
        // Messages of the parser can have several lines; a diagnostic is one sentence.
        let mut message = message.lines();
        let diagnostic = diagnostics.error(BAD_SUITE, span, message.next().unwrap_or("this is not understood"));
        for more in message {
            diagnostic.note(Span::NONE, more);
        }
        LoadError::Diagnostics { diagnostics, sources }
    }
}
