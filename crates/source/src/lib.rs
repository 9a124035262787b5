//! Source files, positions in them, and diagnostics about them.
//!
//! Every layer that speaks to the user points at source text: front ends in diagnostics, engines in counterexamples.
//! This crate holds the data only; `report` renders it. It knows no language.
//!
//! Start at [`Sources`] and [`Span`], then [`Diagnostic`].

mod diagnostic;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Note, Severity};

/// A file that some [`Span`] points into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A stretch of one source line, as the user sees it (after `#line` markers were followed).
///
/// Lines and columns count from 1; columns count bytes. Line 0 means "no position": see [`Span::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The first column, from 1.
    pub column: u32,
    /// How many columns are covered; at least 1 for a real position.
    pub length: u32,
}

impl Span {
    /// No position: generated code.
    pub const NONE: Span = Span { file: FileId(0), line: 0, column: 0, length: 0 };

    /// Whether this points at real text.
    pub fn is_some(self) -> bool {
        self.line != 0
    }
}

/// One source file: its name as the user knows it, and its text where it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path as given, or as a line marker names it.
    pub name: String,
    /// The text, if it could be read; positions are shown without an excerpt otherwise.
    pub text: Option<String>,
}

/// All files of one program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or finds the one of the same name.
    pub fn add(&mut self, name: &str, text: Option<String>) -> FileId {
        if let Some(index) = self.files.iter().position(|it| it.name == name) {
            if self.files[index].text.is_none() {
                self.files[index].text = text;
            }
            return FileId(index as u32);
        }
        self.files.push(SourceFile { name: name.to_owned(), text });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of that id, if there is one.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    /// All files in the order of their ids.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The text of the line that `span` starts on.
    pub fn line(&self, span: Span) -> Option<&str> {
        if !span.is_some() {
            return None;
        }
        self.get(span.file)?.text.as_deref()?.lines().nth(span.line as usize - 1)
    }

    /// `queue.c:12:5`, or `<generated>` for [`Span::NONE`].
    pub fn describe(&self, span: Span) -> String {
        match self.get(span.file) {
            Some(file) if span.is_some() => format!("{}:{}:{}", file.name, span.line, span.column),
            _ => "<generated>".to_owned(),
        }
    }
}
