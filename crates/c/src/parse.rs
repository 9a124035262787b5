//! lang-c, and the stack it needs.

use crate::codes;
use crate::lines::Lines;
use crate::prepass::Prepared;
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use source::Diagnostics;

/// How many bytes of stack reading a program may take: the parser descends recursively, and so does all that walks its
/// tree.
pub const STACK: usize = 64 << 20;

/// Runs on a thread with a large stack. A panic goes on in the caller.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("c".into()).stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Parses what the pre-pass left. Findings of the pre-pass are reported here, since they explain syntax errors.
pub(crate) fn parse(prepared: &mut Prepared, lines: &Lines, diagnostics: &mut Diagnostics) -> Option<TranslationUnit> {
    let mut fatal = false;
    for finding in prepared.findings.drain(..) {
        diagnostics.error(finding.code, lines.span(finding.at.start, finding.at.end), finding.message);
        fatal |= finding.fatal;
    }
    if fatal {
        return None;
    }
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    match parse_preprocessed(&config, std::mem::take(&mut prepared.text)) {
        Ok(parse) => Some(parse.unit),
        Err(error) => {
            let found = token(&error.source, error.offset);
            let span = lines.span(error.offset, error.offset + found.len());
            let found = if found.is_empty() { "the end of the file".to_owned() } else { format!("`{found}`") };
            let message = match expected(error.expected.iter().copied()) {
                Some(expected) => format!("syntax error at {found}, expected {expected}"),
                None => format!("syntax error at {found}"),
            };
            diagnostics.error(codes::SYNTAX, span, message);
            None
        }
    }
}

/// The token at an offset.
fn token(text: &str, offset: usize) -> &str {
    let rest = text.get(offset..).unwrap_or_default();
    let word = rest.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').map(char::len_utf8).sum();
    match rest.chars().next() {
        None => "",
        Some(first) if word == 0 => &rest[..first.len_utf8()],
        Some(_) => &rest[..word],
    }
}

/// The few expected tokens that tell a person something: the parser lists every operator that could follow.
fn expected<'a>(tokens: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut tokens: Vec<&str> = tokens.collect();
    tokens.sort_unstable();
    let telling = [";", ")", "]", "}", ":", "identifier", "<typedef_name>"];
    let mut named: Vec<String> = Vec::new();
    for token in telling.iter().filter(|it| tokens.contains(it)) {
        named.push(match *token {
            "identifier" => "a name".to_owned(),
            "<typedef_name>" => "a type".to_owned(),
            token => format!("`{token}`"),
        });
    }
    if named.is_empty() {
        named = tokens.iter().filter(|it| !it.starts_with('[')).take(4).map(|it| format!("`{it}`")).collect();
    }
    match named.split_last() {
        None => None,
        Some((last, [])) => Some(last.clone()),
        Some((last, rest)) => Some(format!("{} or {last}", rest.join(", "))),
    }
}
