//! What is said where there is no run to walk through: that nothing is violated, why nobody knows, what is wrong with the
//! program, and the figures.

use super::highlight;
use super::markup::{Markup, capital};
use crate::answer::{Answer, names, reason_text, reason_word, scope_text, weaker_text};
use crate::{MOST_SHOWN, Refusal};
use event::{Finding, Reason, Scope, Verdict};
use source::{Diagnostic, Diagnostics, Severity, Sources, Span};

/// So many lines are shown before and after one that a finding is about.
const AROUND: u32 = 2;

/// Nothing is violated, and exactly what that covers; and why some of what was asked is not decided.
pub fn safe(body: &mut Markup, answer: &Answer<'_>, scope: &Scope, because: Option<&Reason>) {
    body.open("section", &[("class", &"card claim")]);
    let decided = names(answer.decided()).join(", ");
    let what = if scope.is_complete() { "No execution violates" } else { "No execution up to a bound violates" };
    body.element("h2", &[], &format!("{what} {decided}"));
    body.open("dl", &[("class", &"scope")]);
    if let Some(because) = because {
        let undecided = names(answer.findings.those(Finding::Undecided)).join(", ");
        entry(body, "not decided", &format!("{undecided}; {}", reason_text(because, answer.sources)));
    }
    entry(body, "covered", &scope_text(scope));
    if let Some(places) = weaker_text(scope, answer.sources) {
        entry(body, "taken as seq_cst", &places);
    }
    for approximation in &scope.approximations {
        entry(body, "assumed", approximation);
    }
    body.close().close();
}

/// There is no answer, and why not.
pub fn unknown(body: &mut Markup, answer: &Answer<'_>, because: &Reason) {
    body.open("section", &[("class", &"card claim")]);
    body.open("p", &[("class", &"property")]).element("span", &[("class", &"badge")], reason_word(because)).close();
    body.element("h2", &[], "There is no answer");
    body.open("p", &[("class", &"reason")]).prose(&capital(&reason_text(because, answer.sources))).text(".").close();
    body.open("dl", &[("class", &"scope")]);
    entry(body, "covered so far", &scope_text(answer.scope));
    if let Some(places) = weaker_text(answer.scope, answer.sources) {
        entry(body, "taken as seq_cst", &places);
    }
    for approximation in &answer.scope.approximations {
        entry(body, "assumed", approximation);
    }
    body.close().close();
}

/// What was assumed about a program that is wrong.
pub fn assumptions(body: &mut Markup, scope: &Scope) {
    if scope.approximations.is_empty() {
        return;
    }
    body.open("section", &[("class", &"card")]).element("h2", &[], "Assumed").open("ul", &[]);
    for approximation in &scope.approximations {
        body.open("li", &[]).prose(approximation).close();
    }
    body.close().close();
}

/// How much was done, and by whom. Times are not said, so that the same question has the same page.
pub fn figures(body: &mut Markup, answer: &Answer<'_>) {
    body.open("section", &[("class", &"card figures")]).element("h2", &[], "Figures");
    body.open("dl", &[("class", &"numbers")]);
    for (name, value) in answer.statistics().into_iter().filter(|it| !is_time(it.0)) {
        body.open("div", &[]).element("dt", &[], name).element("dd", &[], &grouped(value)).close();
    }
    body.close().open("dl", &[("class", &"scope")]);
    entry(body, "engine", answer.engine);
    // Of a program that is safe, or of which nobody knows, this is said above.
    if let Verdict::Unsafe { .. } = answer.verdict {
        entry(body, "covered", &scope_text(answer.scope));
        if let Some(places) = weaker_text(answer.scope, answer.sources) {
            entry(body, "taken as seq_cst", &places);
        }
    }
    body.close().close();
}

/// Whether a figure is a time, by the unit at the end of its name.
fn is_time(name: &str) -> bool {
    name.ends_with("-us")
}

/// Why the trace shows no violation.
pub fn replayed(body: &mut Markup, explanation: &str) {
    body.open("section", &[("class", &"card claim")]).element("h2", &[], "The run does not end at the failure");
    body.element("pre", &[("class", &"reason")], explanation).close();
}

/// The program was not taken.
pub fn refused(body: &mut Markup, refusal: &Refusal<'_>) {
    body.open("section", &[("class", &"card claim")]);
    body.open("p", &[("class", &"property")]).element("span", &[("class", &"badge")], refusal.obstacle.word()).close();
    body.element("h2", &[], "The program was not checked");
    body.open("p", &[("class", &"reason")]).prose(refusal.text).close().close();
    diagnostics(body, "What is in the way", refusal.diagnostics, refusal.sources);
}

/// What was said when the program was read, though it was taken.
pub fn warnings(body: &mut Markup, warnings: &Diagnostics, sources: &Sources) {
    diagnostics(body, "About the program", warnings, sources);
}

fn diagnostics(body: &mut Markup, title: &str, list: &Diagnostics, sources: &Sources) {
    if list.is_empty() {
        return;
    }
    body.open("section", &[("class", &"card diagnostics")]).element("h2", &[], title);
    for diagnostic in list.iter().take(MOST_SHOWN) {
        one(body, diagnostic, sources);
    }
    let more = list.iter().count().saturating_sub(MOST_SHOWN);
    if more > 0 {
        body.element("p", &[], &format!("… and {more} more"));
    }
    body.close();
}

fn one(body: &mut Markup, diagnostic: &Diagnostic, sources: &Sources) {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    body.open("div", &[("class", &format!("diagnostic {severity}"))]);
    body.open("p", &[("class", &"message")]);
    body.element("span", &[("class", &"badge")], &format!("{severity} {}", diagnostic.code.0));
    body.text(" ").prose(&diagnostic.message).close();
    excerpt(body, diagnostic.span, sources);
    for note in &diagnostic.notes {
        body.open("p", &[("class", &"remark")]).prose(&note.message).close();
        excerpt(body, note.span, sources);
    }
    body.close();
}

/// The line of a position and those around it, with a mark below what is meant.
fn excerpt(body: &mut Markup, span: Span, sources: &Sources) {
    let Some(file) = sources.get(span.file).filter(|_| span.is_some()) else { return };
    body.element("p", &[("class", &"where")], &sources.describe(span));
    let Some(text) = file.text.as_deref().filter(|_| sources.line(span).is_some()) else { return };
    let all = highlight::lines(&file.name, text);
    body.open("div", &[("class", &"code excerpt")]);
    for number in span.line.saturating_sub(AROUND).max(1)..=span.line + AROUND {
        let Some(pieces) = all.get(number as usize - 1) else { break };
        let is_meant = number == span.line;
        body.open("div", &[("class", if is_meant { &"line wrong-line" } else { &"line" })]);
        body.element("span", &[("class", &"number")], &number.to_string()).open("code", &[]);
        match is_meant {
            true => marked(body, sources.line(span).unwrap_or(""), span),
            false => super::source_text::pieces(body, pieces),
        }
        body.close().close();
    }
    body.close();
}

/// A line in which what is meant stands out.
fn marked(body: &mut Markup, line: &str, span: Span) {
    let at = |byte: usize| (0..=byte.min(line.len())).rev().find(|&it| line.is_char_boundary(it)).unwrap_or(0);
    let start = at(span.column.saturating_sub(1) as usize);
    let end = at(start + span.length as usize).max(start);
    body.text(&line[..start]).element("mark", &[], &line[start..end]).text(&line[end..]);
}

fn entry(body: &mut Markup, name: &str, text: &str) {
    body.open("div", &[]).element("dt", &[], name).open("dd", &[]).prose(text).close().close();
}

/// With thin spaces between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let grouped: Vec<String> = [0, 999, 1000, 1_234_567].into_iter().map(grouped).collect();
        assert_eq!(grouped, ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]);
    }

    #[test]
    fn marks_do_not_split_characters_or_go_beyond_the_line() {
        let at = |column, length| Span { file: source::FileId(0), line: 1, column, length };
        let text = |span| {
            let mut body = Markup::new();
            marked(&mut body, "a<ü>;", span);
            body.finish()
        };
        assert_eq!(text(at(2, 4)), "a<mark>&lt;ü&gt;</mark>;");
        assert_eq!(text(at(4, 1)), "a&lt;<mark></mark>ü&gt;;");
        assert_eq!(text(at(90, 9)), "a&lt;ü&gt;;<mark></mark>");
    }
}
