//! Findings on their source lines, in the way of modern compilers.

use crate::Style;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use source::{Diagnostic, Diagnostics, Severity, Sources, Span};
use std::fmt::Write;

/// All diagnostics, each with its line and a caret, then how many there were.
pub fn diagnostics(diagnostics: &Diagnostics, sources: &Sources, style: Style) -> String {
    let mut text = String::new();
    let (mut warnings, mut errors) = (0, 0);
    for diagnostic in diagnostics.iter() {
        let count = match diagnostic.severity {
            Severity::Warning => &mut warnings,
            Severity::Error => &mut errors,
        };
        *count += 1;
        if *count <= MOST_SHOWN {
            text.push_str(&one(diagnostic, sources, style));
            text.push('\n');
        }
    }
    for (count, what, few) in [(warnings, "warnings", MOST_SHOWN), (errors, "errors", 1)] {
        if count > MOST_SHOWN {
            let _ = writeln!(text, "{count} {what}, of which the first {MOST_SHOWN} are shown");
        } else if count > few {
            let _ = writeln!(text, "{count} {what}");
        }
    }
    text
}

/// Nobody reads more than so many errors, or warnings, at once.
pub const MOST_SHOWN: usize = 100;

fn one(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code.0);
    let mut group = with_excerpt(Group::with_title(title), sources, diagnostic.span, None, AnnotationKind::Primary);
    for note in &diagnostic.notes {
        group = if note.span.is_some() {
            with_excerpt(group, sources, note.span, Some(&note.message), AnnotationKind::Context)
        } else {
            group.element(Level::NOTE.message(&note.message))
        };
    }
    renderer(style).render(&[group])
}

/// What is said about a piece of the source.
pub(crate) struct Remark {
    pub position: Span,
    pub label: Option<String>,
    /// Whether this is the place that it is all about.
    pub is_primary: bool,
}

/// A sentence with source lines below. Those of one file are one excerpt.
pub(crate) fn excerpt(
    level: Level<'_>,
    code: Option<&'static str>,
    message: &str,
    sources: &Sources,
    remarks: &[Remark],
    style: Style,
) -> String {
    let title = level.primary_title(message);
    let title = if let Some(code) = code { title.id(code) } else { title };
    let mut group = Group::with_title(title);
    let text = |it: &Remark| {
        let file = sources.get(it.position.file).filter(|_| sources.line(it.position).is_some())?;
        Some((file.name.as_str(), file.text.as_deref()?))
    };
    match remarks {
        [first, second] if first.position.file == second.position.file && text(first).is_some() => {
            let (name, whole) = text(first).expect("just seen");
            let annotations = remarks.iter().filter(|it| text(it).is_some()).map(|it| {
                let kind = if it.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
                let begin = sources.line_start(it.position).unwrap_or(0);
                let (start, end) = columns(sources.line(it.position).unwrap_or(""), it.position);
                kind.span(begin + start..begin + end).label(it.label.as_deref())
            });
            group = group.element(Snippet::source(whole).path(name).annotations(annotations));
        }
        _ => {
            for it in remarks {
                let kind = if it.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
                group = with_excerpt(group, sources, it.position, it.label.as_deref(), kind);
            }
        }
    }
    renderer(style).render(&[group])
}

pub(crate) fn renderer(style: Style) -> Renderer {
    if style.colour { Renderer::styled() } else { Renderer::plain() }
}

fn with_excerpt<'a>(
    group: Group<'a>,
    sources: &'a Sources,
    span: Span,
    label: Option<&'a str>,
    kind: AnnotationKind,
) -> Group<'a> {
    let Some(file) = sources.get(span.file).filter(|_| span.is_some()) else {
        return match label {
            Some(label) => group.element(Level::NOTE.message(label)),
            None => group,
        };
    };
    match sources.line(span) {
        Some(line) => {
            let (start, end) = columns(line, span);
            let annotation = kind.span(start..end).label(label);
            let snippet = Snippet::source(line).line_start(span.line as usize).path(file.name.as_str());
            group.element(snippet.annotation(annotation))
        }
        None => {
            let origin = annotate_snippets::Origin::path(file.name.as_str());
            let origin = origin.line(span.line as usize).char_column(span.column.max(1) as usize);
            let group = group.element(origin);
            match label {
                Some(label) => group.element(Level::NOTE.message(label)),
                None => group,
            }
        }
    }
}

/// Which bytes of its line a position means.
fn columns(line: &str, span: Span) -> (usize, usize) {
    let start = boundary(line, span.column as usize - 1);
    (start, boundary(line, start + span.length.max(1) as usize).max(start))
}

/// The nearest position at or before `at` where a character begins.
fn boundary(line: &str, at: usize) -> usize {
    let mut at = at.min(line.len());
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Code;

    #[test]
    fn a_caret_stands_below_the_culprit() {
        let mut sources = Sources::new();
        let file = sources.add("a.c", Some("int x;\n  ünknown(x);\n".to_owned()));
        let mut list = Diagnostics::new();
        let span = Span { file, line: 2, column: 3, length: 8 };
        list.error(Code("C0401"), span, "not known").note(Span::NONE, "declare it");
        let text = diagnostics(&list, &sources, Style::default());
        assert!(text.contains("error[C0401]: not known"), "{text}");
        assert!(text.contains("a.c:2:3"), "{text}");
        assert!(text.contains("  ünknown(x);") && text.contains("^^^^^^^"), "{text}");
        assert!(text.contains("declare it"), "{text}");
    }

    #[test]
    fn of_very_many_the_first_are_shown_and_all_are_counted() {
        let mut list = Diagnostics::new();
        for it in 0..250 {
            list.warning(Code("C0501"), Span::NONE, format!("odd {it};"));
        }
        for it in 0..101 {
            list.error(Code("C0301"), Span::NONE, format!("bad {it};"));
        }
        let text = diagnostics(&list, &Sources::new(), Style::default());
        assert!(text.contains("odd 99;") && !text.contains("odd 100;"), "{text}");
        assert!(text.contains("bad 99;") && !text.contains("bad 100;"), "{text}");
        assert!(text.contains("250 warnings, of which the first 100 are shown\n"), "{text}");
        assert!(text.ends_with("101 errors, of which the first 100 are shown\n"), "{text}");
    }

    #[test]
    fn positions_without_text_or_beyond_it_do_not_matter() {
        let mut sources = Sources::new();
        let file = sources.add("gone.c", None);
        let short = sources.add("short.c", Some("x".to_owned()));
        let mut list = Diagnostics::new();
        list.error(Code("C0101"), Span { file, line: 7, column: 1, length: 1 }, "one");
        list.error(Code("C0101"), Span { file: short, line: 1, column: 90, length: 5 }, "two");
        list.error(Code("C0101"), Span::NONE, "three");
        let text = diagnostics(&list, &sources, Style::default());
        assert!(text.contains("gone.c:7") && text.contains("two") && text.contains("three"), "{text}");
        assert!(text.ends_with("3 errors\n"), "{text}");
    }
}
