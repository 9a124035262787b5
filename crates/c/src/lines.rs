//! From byte offsets in the preprocessed text to positions in the user's files.
//!
//! One table, built once: every line of the text and the file and line it stands for, as line markers say
//! (`# 12 "queue.c" 2`). Lines without any marker before them belong to the file that was read. Columns are those of
//! the text where the preprocessor left the line as it was; on a line with an expanded macro the same token is looked
//! for in the user's line, and what has no counterpart there points at the macro. As every token asks for its position,
//! nothing here may take time in proportion to the length of a line, and very long lines are not searched.

use crate::headers;
use source::{FileId, Sources, Span};
use std::collections::HashMap;
use std::path::Path;

/// Tokens are not looked for in longer lines.
const LONG_LINE: usize = 4096;

/// Positions of the preprocessed text in the user's files.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    table: Vec<Line>,
    /// Where the lines of the user's files start.
    starts: HashMap<FileId, Vec<usize>>,
    sources: Sources,
}

/// A line of the text.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its offset.
    start: usize,
    /// The file and the line that it is.
    file: FileId,
    number: u32,
    /// How many bytes are the same in that line, if that is known.
    same: Option<usize>,
}

impl Lines {
    /// Builds the table. `name` is the file that was read; `directories` are where our own headers were.
    pub(crate) fn new(text: String, name: &str, directories: &[String], mut sources: Sources) -> Lines {
        let own = directories.is_empty().then(|| text.clone());
        let mut file = sources.find(name).unwrap_or_else(|| sources.add(name, own));
        let mut number = 1;
        let mut table = Vec::new();
        let mut known: HashMap<String, FileId> = HashMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            table.push(Line { start, file, number, same: None });
            start += line.len();
            match marker(line) {
                Some((next, name)) => {
                    number = next;
                    file = *known.entry(name).or_insert_with_key(|name| add(name, directories, &mut sources));
                }
                None => number = number.saturating_add(1),
            }
        }
        if text.is_empty() || text.ends_with('\n') {
            table.push(Line { start, file, number, same: None });
        }
        let starts = sources.files().iter().zip(0..).filter_map(|(file, id)| {
            let text = file.text.as_deref()?;
            Some((FileId(id), std::iter::once(0).chain(text.match_indices('\n').map(|it| it.0 + 1)).collect()))
        });
        let mut lines = Lines { starts: starts.collect(), text, table, sources };
        for index in 0..lines.table.len() {
            let (line, original) = (lines.line(index), lines.original(lines.table[index]));
            let same = original.map(|it| it.iter().zip(line).take_while(|(a, b)| a == b).count());
            lines.table[index].same = same;
        }
        lines
    }

    /// The text the offsets count in.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The files that spans point into.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The same, to keep them.
    pub(crate) fn into_sources(self) -> Sources {
        self.sources
    }

    /// Where the bytes from `start` up to `end` come from; what lies on further lines is left out.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let start = start.min(self.text.len());
        let index = self.table.partition_point(|it| it.start <= start).saturating_sub(1);
        let line = self.table[index];
        let rest = self.line(index);
        let at = (start - line.start).min(rest.len());
        let covered = &rest[at..(end.saturating_sub(line.start)).clamp(at, rest.len())];
        let length = covered.trim_ascii_end().len();
        let (column, length) = match (line.same, self.original(line)) {
            (Some(same), Some(original)) if same < at + length => column(rest, at, length, original, same),
            _ => (at, length),
        };
        Span { file: line.file, line: line.number.max(1), column: column as u32 + 1, length: length.max(1) as u32 }
    }

    /// A line of the text without its end.
    fn line(&self, index: usize) -> &[u8] {
        let end = self.table.get(index + 1).map_or(self.text.len(), |it| it.start);
        without_end(&self.text.as_bytes()[self.table[index].start..end])
    }

    /// The line of the user's file that it is.
    fn original(&self, line: Line) -> Option<&[u8]> {
        let starts = self.starts.get(&line.file)?;
        let text = self.sources.get(line.file)?.text.as_deref()?;
        let index = (line.number as usize).checked_sub(1)?;
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        text.as_bytes().get(*starts.get(index)?..end).map(without_end)
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// Looks for the token at `at` of an expanded line in the line that the user wrote; `same` is how many bytes they share.
fn column(expanded: &[u8], at: usize, length: usize, original: &[u8], same: usize) -> (usize, usize) {
    let token = token_at(expanded, at);
    let searched = if expanded.len().max(original.len()) > LONG_LINE { &[] } else { token };
    let here = occurrences(expanded, searched);
    let there = occurrences(original, searched);
    if !searched.is_empty() && here.len() == there.len() {
        if let Some(index) = here.iter().position(|it| *it == at) {
            let found = there[index];
            let same = original[found..].iter().zip(&expanded[at..at + length]).take_while(|(a, b)| a == b).count();
            if same == length {
                return (found, length);
            }
            let end = end_of_call(original, found + token.len()).filter(|_| expanded[at + length - 1] == b')');
            let end = end.or_else(|| same_end(expanded, at + length, original)).filter(|it| *it > found);
            return (found, end.map_or(token.len(), |it| it - found));
        }
    }
    // The first token that differs is the macro.
    let mut differs = same.min(at).min(original.len().saturating_sub(1));
    while differs > 0 && is_word(original[differs]) && is_word(original[differs - 1]) {
        differs -= 1;
    }
    (differs, original.get(differs..).map_or(1, |rest| token_at(rest, 0).len().max(1)))
}

/// Where the call ends whose name ends here, if it is one and ends in this line.
fn end_of_call(line: &[u8], name: usize) -> Option<usize> {
    let open = name + line[name..].iter().position(|it| *it != b' ')?;
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, &byte) in line.iter().enumerate().skip(open) {
        match (byte, quote) {
            _ if escaped => escaped = false,
            (b'\\', Some(_)) => escaped = true,
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'(', None) => depth += 1,
            (b')', None) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (byte == b')').then_some(at + 1);
        }
    }
    None
}

/// The end of something in the line that the user wrote, if what comes behind it is the same there, but for comments.
fn same_end(expanded: &[u8], end: usize, original: &[u8]) -> Option<usize> {
    let comment = original.windows(2).position(|it| it == b"//" || it == b"/*").unwrap_or(original.len());
    let code = original[..comment].trim_ascii_end();
    let before = code.strip_suffix(expanded[end..].trim_ascii())?;
    Some(before.trim_ascii_end().len())
}

/// The identifier, number or single character at a place.
fn token_at(line: &[u8], at: usize) -> &[u8] {
    let rest = line.get(at..).unwrap_or_default();
    let word = rest.iter().take_while(|it| is_word(**it)).count();
    &rest[..word.max(1).min(rest.len())]
}

/// Where a token stands in a line, as a whole word if it is one.
fn occurrences(line: &[u8], token: &[u8]) -> Vec<usize> {
    if token.is_empty() {
        return Vec::new();
    }
    let whole = is_word(token[0]);
    let fits = |at: usize| {
        line[at..].starts_with(token)
            && !(whole && at > 0 && is_word(line[at - 1]))
            && !(whole && line.get(at + token.len()).is_some_and(|it| is_word(*it)))
    };
    (0..line.len()).filter(|at| fits(*at)).collect()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// `# 12 "file" flags` or `#line 12 "file"`: the number of the next line, and the file's name.
fn marker(line: &str) -> Option<(u32, String)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let quoted = rest[digits..].trim_start().strip_prefix('"')?;
    let mut name = Vec::new();
    let mut bytes = quoted.bytes().peekable();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => {
                let mut octal = 0u32;
                let mut digits = 0;
                while let Some(digit) = bytes.next_if(|it| digits < 3 && (b'0'..=b'7').contains(it)) {
                    octal = octal * 8 + u32::from(digit - b'0');
                    digits += 1;
                }
                name.push(if digits > 0 { octal as u8 } else { bytes.next()? });
            }
            byte => name.push(byte),
        }
    }
    Some((number, String::from_utf8_lossy(&name).into_owned()))
}

/// Adds a file that a marker names. Our own headers are shown as `<pthread.h>`.
fn add(name: &str, directories: &[String], sources: &mut Sources) -> FileId {
    let inside = directories.iter().find_map(|it| name.strip_prefix(it.as_str()));
    let ours = inside.map(|it| it.trim_start_matches('/'));
    match ours {
        Some(header) => sources.add(&format!("<{header}>"), headers::text(header).map(str::to_owned)),
        None => {
            let model = crate::models::text(name).map(str::to_owned);
            sources.add(name, model.or_else(|| crate::preprocess::read_lossy(Path::new(name))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(lines: &Lines, what: &str) -> String {
        let at = lines.text().find(what).expect("the text contains it");
        lines.sources.describe(lines.span(at, at + what.len()))
    }

    #[test]
    fn without_markers_the_line_of_the_file_itself_counts() {
        let lines = Lines::new("int a;\n\nint  b;\n".into(), "t.i", &[], Sources::new());
        assert_eq!(position(&lines, "a"), "t.i:1:5");
        assert_eq!(position(&lines, "b"), "t.i:3:6");
    }

    #[test]
    fn markers_move_file_and_line() {
        let text =
            "# 1 \"m.c\"\n# 1 \"dir/a \\\"b\\\".h\" 1\nint x;\n# 7 \"m.c\" 2\n\nint y;\n#line 40 \"z.c\"\nint w;";
        let lines = Lines::new(text.into(), "m.c", &["/nowhere".to_owned()], Sources::new());
        assert_eq!(position(&lines, "x;"), "dir/a \"b\".h:1:5");
        assert_eq!(position(&lines, "y"), "m.c:8:5");
        assert_eq!(position(&lines, "w"), "z.c:40:5");
    }

    #[test]
    fn a_token_that_survives_expansion_keeps_its_column_and_the_rest_points_at_the_macro() {
        let mut sources = Sources::new();
        sources.add("m.c", Some("  int ok = !L(stopping) /* why */ + b;\n".into()));
        let text = "# 1 \"m.c\"\n  int ok = !load(&(stopping), 5) + b;\n";
        let lines = Lines::new(text.into(), "m.c", &["/nowhere".to_owned()], sources);
        assert_eq!(position(&lines, "ok"), "m.c:1:7");
        assert_eq!(position(&lines, "stopping"), "m.c:1:15");
        assert_eq!(position(&lines, "load"), "m.c:1:13");
        assert_eq!(position(&lines, "b;"), "m.c:1:37");
    }

    #[test]
    fn a_macro_in_the_middle_does_not_cut_what_is_around_it() {
        let mut sources = Sources::new();
        let file =
            sources.add("m.c", Some("  if (ok) assert(x < LIMIT && f(\")\")); // or (not\n  y = LIMIT;\n".into()));
        let text = "# 1 \"m.c\"\n  if (ok) assert(x < 3 && f(\")\"));\n  y = 3;\n";
        let lines = Lines::new(text.into(), "m.c", &["/nowhere".to_owned()], sources);
        let span = |what: &str| {
            let at = lines.text().find(what).expect("the text contains it");
            lines.span(at, at + what.len())
        };
        let length = "assert(x < LIMIT && f(\")\"))".len() as u32;
        assert_eq!(span("assert(x < 3 && f(\")\"))"), Span { file, line: 1, column: 11, length });
        assert_eq!(span("x < 3 && f(\")\")"), Span { file, line: 1, column: 18, length: length - 8 });
        assert_eq!(span("y = 3"), Span { file, line: 2, column: 3, length: 9 });
        assert_eq!(span("3;"), Span { file, line: 2, column: 7, length: 5 });
    }

    #[test]
    fn offsets_beyond_the_end_and_empty_texts_are_harmless() {
        let lines = Lines::new(String::new(), "t.i", &[], Sources::new());
        assert_eq!(lines.span(10, 20).line, 1);
        let lines = Lines::new("a\n".into(), "t.i", &[], Sources::new());
        assert_eq!(lines.span(2, 2).line, 2);
    }
}
