//! What a violated assertion is called in reports: in the words of the source text at its position.
//!
//! The position of a call may stand for a macro, and its length ends where a macro begins, so the text is read from the
//! start of the call up to the matching parenthesis, over several lines if need be.

use crate::tree::{Expr, ExprKind};
use source::{Sources, Span};

/// Calls longer than this are not quoted.
const MAX_LENGTH: usize = 300;

/// What to say when `assert(condition)` at this position fails.
pub(crate) fn failed_assertion(sources: &Sources, span: Span) -> String {
    match call_at(sources, span) {
        Some(call) if call.name.to_lowercase().contains("assert") => format!("assertion `{}` failed", call.arguments),
        Some(call) => format!("assertion `{}({})` failed", call.name, call.arguments),
        None => "assertion failed".to_owned(),
    }
}

/// What to say when a function is called that stands for an error.
pub(crate) fn reached_error(sources: &Sources, span: Span) -> String {
    match call_at(sources, span) {
        // `__assert_fail("x == 1", "file.c", 3, "main")`, as `assert` expands to in the system's headers.
        Some(call) if call.name.starts_with("__assert") => match call.arguments.split('"').nth(1) {
            Some(condition) => format!("assertion `{condition}` failed"),
            None => format!("{} called", call.name),
        },
        Some(call) if call.name.contains("error") => format!("{} called", call.name),
        Some(_) | None => "reach_error called".to_owned(),
    }
}

/// The text of a string literal.
pub(crate) fn literal(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::String(bytes) => {
            Some(String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned())
        }
        ExprKind::Decay(inner) | ExprKind::Convert(inner) | ExprKind::AddressOf(inner) => literal(inner),
        _ => None,
    }
}

/// A call as it is written, white space made single spaces.
struct Call {
    name: String,
    arguments: String,
}

fn call_at(sources: &Sources, span: Span) -> Option<Call> {
    let first = sources.line(span)?.get(span.column.checked_sub(1)? as usize..)?;
    let following = sources.get(span.file)?.text.as_deref()?.lines().skip(span.line as usize);
    let text = std::iter::once(first).chain(following).flat_map(|line| line.chars().chain([' ']));
    let mut text = text.take(MAX_LENGTH);

    let mut name = String::new();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let next = text.by_ref().find(|it| {
        name.extend(Some(*it).filter(|it| is_letter(*it)));
        !is_letter(*it)
    })?;
    if name.is_empty() || (next != '(' && text.by_ref().find(|it| *it != ' ')? != '(') {
        return None;
    }

    let (mut arguments, mut depth, mut quote) = (String::new(), 1, None);
    while let Some(it) = text.next() {
        match (it, quote) {
            ('\\', Some(_)) => {
                arguments.push(it);
                arguments.extend(text.next());
                continue;
            }
            ('"' | '\'', None) => quote = Some(it),
            (_, Some(open)) if it == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let arguments = arguments.trim().to_owned();
            return (!arguments.is_empty() || name.contains("error")).then_some(Call { name, arguments });
        }
        let is_space = it.is_whitespace();
        if !(is_space && arguments.ends_with(' ')) {
            arguments.push(if is_space { ' ' } else { it });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::FileId;

    fn at(text: &str, column: u32) -> (Sources, Span) {
        let mut sources = Sources::new();
        let file = sources.add("test.c", Some(text.to_owned()));
        assert_eq!(file, FileId(0));
        (sources, Span { file, line: 1, column, length: 1 })
    }

    fn assertion(text: &str) -> String {
        let (sources, span) = at(text, 1);
        failed_assertion(&sources, span)
    }

    #[test]
    fn an_assertion_is_quoted_up_to_its_own_parenthesis() {
        assert_eq!(
            assertion("assert(f((x)) == 1 && \"a \\\") b\"); g();"),
            "assertion `f((x)) == 1 && \"a \\\") b\"` failed"
        );
        assert_eq!(assertion("assert(x == 1 ||\n    x == 2);"), "assertion `x == 1 || x == 2` failed");
        assert_eq!(assertion("CHECK (x > 3)"), "assertion `CHECK(x > 3)` failed");
    }

    #[test]
    fn what_is_no_call_is_not_quoted() {
        for text in ["x + 1", "assert(x", "", "assert"] {
            assert_eq!(assertion(text), "assertion failed", "{text}");
        }
        assert_eq!(failed_assertion(&Sources::new(), Span::NONE), "assertion failed");
    }

    #[test]
    fn errors_have_the_name_of_the_function_or_the_condition() {
        let error = |text| {
            let (sources, span) = at(text, 3);
            reached_error(&sources, span)
        };
        assert_eq!(error("{ reach_error(); }"), "reach_error called");
        assert_eq!(error("{ __VERIFIER_error(); }"), "__VERIFIER_error called");
        assert_eq!(error("{ __assert_fail (\"x == 1\", \"a.c\", 3, \"main\"); }"), "assertion `x == 1` failed");
        assert_eq!(error("{ MY(x); }"), "reach_error called");
    }
}
