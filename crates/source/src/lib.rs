//! Source files, positions in them, and diagnostics about them.
//!
//! Every layer that speaks to the user points at source text: front ends in diagnostics, engines in counterexamples.
//! This crate holds the data only; `report` renders it. It knows no language.
//!
//! Start at [`Sources`] and [`Span`], then [`Diagnostic`].

mod diagnostic;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Note, Severity};
use std::collections::BTreeMap;

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
    /// Where the lines of each file start, in bytes.
    lines: Vec<Vec<usize>>,
    ids: BTreeMap<String, FileId>,
}

impl Sources {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or finds the one of the same name.
    pub fn add(&mut self, name: &str, text: Option<String>) -> FileId {
        let next = FileId(self.files.len() as u32);
        let id = *self.ids.entry(name.to_owned()).or_insert(next);
        if id == next {
            self.files.push(SourceFile { name: name.to_owned(), text: None });
            self.lines.push(Vec::new());
        }
        let file = &mut self.files[id.0 as usize];
        if file.text.is_none() {
            self.lines[id.0 as usize] = text.as_deref().map_or_else(Vec::new, line_starts);
            file.text = text;
        }
        id
    }

    /// The file of that name, if there is one.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.ids.get(name).copied()
    }

    /// The file of that id, if there is one.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    /// All files in the order of their ids.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Where the line begins that `span` starts on, in bytes of the file's text.
    pub fn line_start(&self, span: Span) -> Option<usize> {
        if !span.is_some() {
            return None;
        }
        self.lines.get(span.file.0 as usize)?.get(span.line as usize - 1).copied()
    }

    /// The text of the line that `span` starts on.
    pub fn line(&self, span: Span) -> Option<&str> {
        let start = self.line_start(span)?;
        self.get(span.file)?.text.as_deref()?[start..].lines().next()
    }

    /// How many lines a file has, as far as its text is known.
    pub fn line_count(&self, file: FileId) -> u32 {
        self.lines.get(file.0 as usize).map_or(0, |it| it.len() as u32)
    }

    /// What `span` covers of its first line.
    pub fn text(&self, span: Span) -> Option<&str> {
        let rest = self.line(span)?.get(span.column.checked_sub(1)? as usize..)?;
        Some(rest.get(..span.length as usize).unwrap_or(rest))
    }

    /// `queue.c:12:5`, or `<generated>` for [`Span::NONE`].
    pub fn describe(&self, span: Span) -> String {
        match self.get(span.file) {
            Some(file) if span.is_some() => format!("{}:{}:{}", file.name, span.line, span.column),
            _ => "<generated>".to_owned(),
        }
    }
}

/// Where lines start; there is none behind a line end at the very end.
fn line_starts(text: &str) -> Vec<usize> {
    let behind = text.match_indices('\n').map(|it| it.0 + 1);
    std::iter::once(0).chain(behind).filter(|&it| it < text.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_text() {
        for text in ["", "a", "a\n", "\n", "a\r\n\nb\r", "a\n\r\nb\n\n", "ä\nö"] {
            let mut sources = Sources::new();
            let file = sources.add("x.c", Some(text.to_owned()));
            let line = |it| sources.line(Span { file, line: it, column: 1, length: 1 });
            let found: Vec<_> = (1..).map_while(line).collect();
            assert_eq!(found, text.lines().collect::<Vec<_>>(), "{text:?}");
            assert_eq!(sources.line_count(file) as usize, found.len(), "{text:?}");
        }
    }

    #[test]
    fn the_text_of_a_span_ends_with_its_line() {
        let mut sources = Sources::new();
        let file = sources.add("x.c", Some("one two\nthree".to_owned()));
        let text = |column, length| sources.text(Span { file, line: 1, column, length });
        assert_eq!([text(1, 3), text(5, 3), text(5, 30)], [Some("one"), Some("two"), Some("two")]);
        assert_eq!([text(9, 1), sources.text(Span::NONE)], [None, None]);
    }

    #[test]
    fn a_file_is_known_by_its_name_and_gets_its_text_once() {
        let mut sources = Sources::new();
        let first = sources.add("x.c", None);
        assert_ne!(sources.add("y.c", Some("y".to_owned())), first);
        assert_eq!(sources.add("x.c", Some("1\n2".to_owned())), first);
        assert_eq!(sources.add("x.c", Some("other".to_owned())), first);
        assert_eq!(sources.line(Span { file: first, line: 2, column: 1, length: 1 }), Some("2"));
        assert_eq!(sources.files().len(), 2);
        assert_eq!((sources.find("x.c"), sources.find("z.c")), (Some(first), None));
    }

    #[test]
    fn the_same_finding_at_the_same_place_is_said_once() {
        let at = |line| Span { file: FileId(0), line, column: 1, length: 1 };
        let mut diagnostics = Diagnostics::new();
        for line in [1, 2, 1] {
            diagnostics.error(Code("C1"), at(line), "no").note(Span::NONE, "why");
        }
        diagnostics.error(Code("C2"), at(1), "no");
        diagnostics.error(Code("C1"), at(1), "never");
        let found: Vec<_> = diagnostics.iter().map(|it| (it.code.0, it.span.line, it.notes.len())).collect();
        assert_eq!(found, [("C1", 1, 2), ("C1", 2, 1), ("C2", 1, 0), ("C1", 1, 0)]);
    }
}
