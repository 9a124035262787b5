//! The answer as one JSON document, for other programs.
//!
//! `docs/json.md` explains every field, `docs/schema/answer-1.schema.json` says the same to validators. Every field is always
//! there; what does not apply is `null` or empty. Within a version fields are only added. Start at [`answer`].

mod position;
mod scope;
mod violation;

use crate::answer::{Answer, names, reason_text, reason_word, verdict_line};
use crate::{Refusal, TOOL, TOOL_VERSION};
use event::{Reason, Verdict};
use position::{DiagnosticData, Position, diagnostics, positions};
use scope::ScopeData;
use serde::Serialize;
use serde_json::{Map, Value};
use violation::ViolationData;

/// The name of the format, so that other JSON is not taken for an answer.
pub const FORMAT: &str = "raddle-answer";
/// Changes when a reader of the old version would misunderstand the new one.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: u32,
    tool: Tool,
    subject: Subject<'a>,
    verdict: &'static str,
    verdict_line: String,
    exit_code: u8,
    reason: Option<ReasonData<'a>>,
    properties: Vec<&'static str>,
    findings: Vec<FindingData>,
    engine: Option<&'a str>,
    others: Vec<Other<'a>>,
    scope: Option<ScopeData<'a>>,
    statistics: Map<String, Value>,
    violations: Vec<ViolationData<'a>>,
    diagnostics: Vec<DiagnosticData<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Subject<'a> {
    files: &'a [String],
}

/// What is known of a property.
#[derive(Serialize)]
struct FindingData {
    property: &'static str,
    finding: &'static str,
}

/// Another engine that took part.
#[derive(Serialize)]
struct Other<'a> {
    engine: &'a str,
    text: &'a str,
}

/// Why there is no answer.
#[derive(Serialize)]
struct ReasonData<'a> {
    code: &'static str,
    text: String,
    positions: Vec<Position<'a>>,
}

/// The whole standard output. `traces` are the saved traces of the violations, in the same order; `null` for one that
/// cannot be saved.
pub fn answer(answer: &Answer<'_>, traces: &[Value]) -> String {
    let sources = answer.sources;
    let (verdict, reason, violations) = match answer.verdict {
        Verdict::Safe { scope } if scope.is_complete() => ("true", None, &[][..]),
        Verdict::Safe { .. } => ("true-bounded", None, &[][..]),
        Verdict::Partial { because, .. } => ("true-partial", Some(because), &[][..]),
        Verdict::Unsafe { violations } => ("false", None, violations.as_slice()),
        Verdict::Unknown { because } => ("unknown", Some(because), &[][..]),
    };
    let trace = |index: usize| traces.get(index).cloned().unwrap_or_default();
    text(&Document {
        verdict,
        verdict_line: verdict_line(answer.verdict),
        reason: reason.map(|it| ReasonData {
            code: reason_word(it),
            text: reason_text(it, sources),
            positions: match it {
                Reason::Nondeterminism(places) | Reason::Bound(places) => positions(places, sources),
                Reason::Limit(_)
                | Reason::NotSupported(_)
                | Reason::Abstraction(_)
                | Reason::Alone(_)
                | Reason::Witness(_)
                | Reason::Comparison(_)
                | Reason::Internal(_) => Vec::new(),
            },
        }),
        properties: names(answer.findings.asked()),
        findings: answer
            .findings
            .iter()
            .map(|(property, finding)| FindingData { property: property.name(), finding: finding.word() })
            .collect(),
        engine: Some(answer.engine),
        others: answer.others.iter().map(|(engine, text)| Other { engine, text }).collect(),
        scope: Some(ScopeData::of(answer.scope, sources)),
        statistics: answer.statistics().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        violations: violations
            .iter()
            .enumerate()
            .map(|(index, it)| ViolationData::of(it, sources, trace(index)))
            .collect(),
        diagnostics: diagnostics(answer.warnings, sources),
        ..unanswered(answer.files, answer.exit_code)
    })
}

/// The whole standard output if there is nothing to check.
pub fn refusal(refusal: &Refusal<'_>) -> String {
    let mut diagnostics = diagnostics(refusal.diagnostics, refusal.sources);
    // Who lists diagnostics finds all that is wrong with the input there.
    if diagnostics.is_empty() && refusal.obstacle == crate::Obstacle::Input {
        diagnostics.push(DiagnosticData::sentence(refusal.text));
    }
    text(&Document {
        verdict_line: refusal.verdict_line(),
        reason: Some(ReasonData {
            code: refusal.obstacle.word(),
            text: refusal.text.to_owned(),
            positions: Vec::new(),
        }),
        diagnostics,
        ..unanswered(refusal.files, refusal.exit_code)
    })
}

/// A document in which nothing is said yet.
fn unanswered(files: &[String], exit_code: u8) -> Document<'_> {
    Document {
        schema: FORMAT,
        version: VERSION,
        tool: Tool { name: TOOL, version: TOOL_VERSION },
        subject: Subject { files },
        verdict: "unknown",
        verdict_line: String::new(),
        exit_code,
        reason: None,
        properties: Vec::new(),
        findings: Vec::new(),
        engine: None,
        others: Vec::new(),
        scope: None,
        statistics: Map::new(),
        violations: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// As text, with a line end.
pub(crate) fn text(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("a document has no maps with other keys than text");
    text.push('\n');
    text
}
