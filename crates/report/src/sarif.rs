//! The answer as a SARIF 2.1.0 log, for editors and code-scanning services.
//!
//! One run: a result for each violation, with a code flow in which each thread has its thread flow; a notification for each
//! thing that was said about the program when it was read, and for the reason if there is no answer. Messages and positions
//! are in `places.rs`, what is violated in `rules.rs`, the violations in `results.rs`. Start at [`answer`].
//!
//! The same answer gives the same bytes: there are no times and no identifiers made up for the occasion.

mod places;
mod results;
mod rules;

use crate::answer::{Answer, reason_text, reason_word, scope_text, verdict_line};
use crate::{Refusal, TOOL, TOOL_VERSION};
use event::Verdict;
use places::{location, message, uri};
use serde_json::{Map, Value, json};
use source::{Diagnostic, Diagnostics, Severity, Sources};
use std::collections::BTreeSet;

/// Where the official schema is published.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log of one run.
pub fn answer(answer: &Answer<'_>) -> String {
    let (violations, reason) = match answer.verdict {
        Verdict::Unsafe { violations } => (violations.as_slice(), None),
        Verdict::Unknown { because } | Verdict::Partial { because, .. } => (&[][..], Some(because)),
        Verdict::Safe { .. } => (&[][..], None),
    };
    let results = violations.iter().map(|it| results::result(it, answer.sources)).collect();
    let mut notifications = Notifications::of(answer.warnings, answer.sources);
    if let Some(reason) = reason {
        notifications.push_unknown(reason_word(reason), &reason_text(reason, answer.sources));
    }
    let findings: Map<String, Value> =
        answer.findings.iter().map(|(property, it)| (property.name().to_owned(), it.word().into())).collect();
    log(Run {
        files: answer.files,
        results,
        notifications,
        is_successful: reason.is_none(),
        exit_code: answer.exit_code,
        properties: json!({
            "verdict": verdict_line(answer.verdict),
            "engine": answer.engine,
            "scope": scope_text(answer.scope),
            "assumptions": answer.scope.approximations,
            "findings": findings,
        }),
    })
}

/// A log of a run that has checked nothing.
pub fn refusal(refusal: &Refusal<'_>) -> String {
    let mut notifications = Notifications::of(refusal.diagnostics, refusal.sources);
    if refusal.diagnostics.is_empty() {
        notifications.push_unknown(refusal.obstacle.word(), refusal.text);
    }
    log(Run {
        files: refusal.files,
        results: Vec::new(),
        notifications,
        is_successful: false,
        exit_code: refusal.exit_code,
        properties: json!({ "verdict": refusal.verdict_line() }),
    })
}

struct Run<'a> {
    files: &'a [String],
    results: Vec<Value>,
    notifications: Notifications,
    is_successful: bool,
    exit_code: u8,
    properties: Value,
}

fn log(run: Run<'_>) -> String {
    let artifacts = run.files.iter().map(|it| json!({ "location": { "uri": uri(it) }, "roles": ["analysisTarget"] }));
    let descriptors = run.notifications.codes.iter().map(|it| json!({ "id": it }));
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": TOOL,
                "version": TOOL_VERSION,
                "semanticVersion": TOOL_VERSION,
                "rules": rules::rules(),
                "notifications": descriptors.collect::<Vec<_>>(),
            }},
            "invocations": [{
                "executionSuccessful": run.is_successful,
                "exitCode": run.exit_code,
                "toolExecutionNotifications": run.notifications.list,
            }],
            "artifacts": artifacts.collect::<Vec<_>>(),
            "columnKind": "unicodeCodePoints",
            "results": run.results,
            "properties": run.properties,
        }],
    });
    crate::json::text(&log)
}

/// What is said about the run itself: what was found when the program was read, and why there is no answer.
struct Notifications {
    list: Vec<Value>,
    codes: BTreeSet<String>,
}

impl Notifications {
    fn of(diagnostics: &Diagnostics, sources: &Sources) -> Notifications {
        Notifications {
            list: diagnostics.iter().map(|it| notification(it, sources)).collect(),
            codes: diagnostics.iter().map(|it| it.code.0.to_owned()).collect(),
        }
    }

    /// Why there is no answer.
    fn push_unknown(&mut self, word: &str, text: &str) {
        let code = format!("unknown/{word}");
        self.list.push(json!({ "descriptor": { "id": code }, "level": "error", "message": message(text) }));
        self.codes.insert(code);
    }
}

/// A diagnostic. Notifications have no related locations: what notes say is part of the message.
fn notification(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let level = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text.push_str("\nnote: ");
        text.push_str(&note.message);
        if note.span.is_some() {
            text.push_str(&format!(" ({})", sources.describe(note.span)));
        }
    }
    let spans = std::iter::once(diagnostic.span).chain(diagnostic.notes.iter().map(|it| it.span));
    let locations: Vec<Value> = spans.filter_map(|it| location(it, sources)).collect();
    json!({
        "descriptor": { "id": diagnostic.code.0 },
        "level": level,
        "message": message(&text),
        "locations": locations,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{Code, Span};

    #[test]
    fn a_diagnostic_is_a_notification_with_its_notes() {
        let mut sources = Sources::new();
        let file = sources.add("a b.c", Some("int ä = f(;\n".to_owned()));
        let span = Span { file, line: 1, column: 10, length: 1 };
        let mut diagnostics = Diagnostics::new();
        diagnostics.error(Code("C0201"), span, "expected `}`").note(Span::NONE, "close it").note(span, "here");
        let files = ["a b.c".to_owned()];
        let text = refusal(&Refusal {
            files: &files,
            obstacle: crate::Obstacle::Input,
            text: "1 error",
            diagnostics: &diagnostics,
            sources: &sources,
            exit_code: 2,
        });
        let log: Value = serde_json::from_str(&text).expect("JSON");
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&json!(false), &json!(2)));
        let found = &invocation["toolExecutionNotifications"];
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(found[0]["message"]["text"], "expected `}}`\nnote: close it\nnote: here (a b.c:1:10)");
        assert_eq!(found[0]["locations"].as_array().map(Vec::len), Some(2));
        assert_eq!(log["runs"][0]["artifacts"][0]["location"]["uri"], "a%20b.c");
        assert_eq!(log["runs"][0]["tool"]["driver"]["notifications"], json!([{ "id": "C0201" }]));
    }
}
