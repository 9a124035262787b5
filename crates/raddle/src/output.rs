//! Where an answer goes: text or one JSON document for standard output, and the files that are written beside it.
//!
//! Nothing is printed here: whoever asks gets what is to be printed. Exit codes do not depend on any of this; a file that
//! cannot be written is a complaint, and the answer stands.

use crate::exit;
use crate::files::write_atomically;
use crate::load::LoadError;
use crate::saved::{SavedProgram, SavedTrace};
use crate::tree::Runs;
use event::{Verdict, Violation};
use report::{Answer, Obstacle, Refusal, Style, json, sarif};
use serde_json::Value;
use source::{Diagnostics, Severity, Sources};
use std::path::{Path, PathBuf};

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The files of the program, each as the user named it.
    pub files: Vec<String>,
    /// JSON instead of text.
    pub json: bool,
    /// Where a SARIF log goes.
    pub sarif: Option<PathBuf>,
    /// Where a page goes that explains the answer and walks through a counterexample.
    pub html: Option<PathBuf>,
    /// Where the graph of a counterexample goes.
    pub dot: Option<PathBuf>,
    /// Where the tree of executions goes.
    pub dot_tree: Option<PathBuf>,
}

/// What is to be printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// On standard output.
    pub out: String,
    /// On standard error: files that could not be written, or have nothing to show.
    pub complaints: String,
}

impl Output {
    /// Tells an answer. `program` is how it was read, for the traces of its violations; only JSON needs it.
    pub fn answer(&self, answer: &Answer<'_>, program: Option<&SavedProgram>, style: Style) -> Printed {
        let mut complaints = String::new();
        self.write_sarif(|| sarif::answer(answer), &mut complaints);
        if let Some(path) = &self.html {
            write(path, &report::html::answer(answer), &mut complaints);
        }
        if let Some(path) = &self.dot {
            match violations(answer.verdict) {
                [] => complaints.push_str(&nothing(path, "there is no counterexample to draw")),
                violations => {
                    let graphs = violations.iter().map(|it| report::dot::counterexample(it, answer.sources, style));
                    write(path, &graphs.collect::<String>(), &mut complaints);
                }
            }
        }
        let out =
            if self.json { json::answer(answer, &traces(answer, program)) } else { report::answer(answer, style) };
        Printed { out, complaints }
    }

    /// Tells why there is nothing to check. The diagnostics are not printed here.
    pub fn refusal(&self, error: &LoadError) -> Printed {
        let (nothing_said, nowhere) = (Diagnostics::new(), Sources::new());
        let refusal = match error {
            LoadError::Diagnostics { diagnostics, sources } => {
                let text = errors(diagnostics, sources);
                return self.refuse(&self.reason(Obstacle::Input, &text, diagnostics, sources));
            }
            LoadError::Input(message) => self.reason(Obstacle::Input, message, &nothing_said, &nowhere),
            LoadError::Internal(message) => self.reason(Obstacle::Internal, message, &nothing_said, &nowhere),
        };
        self.refuse(&refusal)
    }

    /// Tells that there is no answer because of a bug of ours.
    pub fn bug(&self) -> Printed {
        self.refusal(&LoadError::Internal("this is a bug in Raddle".to_owned()))
    }

    /// Draws the executions that were run, if that is wanted; what there is to complain about.
    pub fn tree(&self, runs: &Runs) -> String {
        let mut complaints = String::new();
        if let Some(path) = &self.dot_tree {
            match runs {
                Ok(runs) => write(path, &report::dot::tree(&self.files.join(" "), runs), &mut complaints),
                Err(why) => complaints.push_str(&nothing(path, why)),
            }
        }
        complaints
    }

    fn reason<'a>(
        &'a self,
        obstacle: Obstacle,
        text: &'a str,
        diagnostics: &'a Diagnostics,
        sources: &'a Sources,
    ) -> Refusal<'a> {
        let exit_code = match obstacle {
            Obstacle::Input => exit::INPUT,
            Obstacle::Internal => exit::INTERNAL,
        };
        Refusal { files: &self.files, obstacle, text, diagnostics, sources, exit_code }
    }

    fn refuse(&self, refusal: &Refusal<'_>) -> Printed {
        let mut complaints = String::new();
        self.write_sarif(|| sarif::refusal(refusal), &mut complaints);
        if let Some(path) = &self.html {
            write(path, &report::html::refusal(refusal), &mut complaints);
        }
        let out = if self.json { json::refusal(refusal) } else { refusal.verdict_line() + "\n" };
        Printed { out, complaints }
    }

    fn write_sarif(&self, log: impl FnOnce() -> String, complaints: &mut String) {
        if let Some(path) = &self.sarif {
            write(path, &log(), complaints);
        }
    }
}

/// What is violated.
fn violations(verdict: &Verdict) -> &[Violation] {
    match verdict {
        Verdict::Unsafe { violations } => violations,
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => &[],
    }
}

/// The traces of all violations, for those who take JSON. One with a name that is not Unicode is none.
fn traces(answer: &Answer<'_>, program: Option<&SavedProgram>) -> Vec<Value> {
    let Some(program) = program else { return Vec::new() };
    let trace = |it: &Violation| {
        let trace = SavedTrace::new(program.clone(), answer.checked, it.property, &it.counterexample);
        serde_json::to_value(trace).unwrap_or_default()
    };
    violations(answer.verdict).iter().map(trace).collect()
}

/// The first error, and how many there are besides.
fn errors(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let mut errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let Some(first) = errors.next() else { return "the program is not taken".to_owned() };
    let place = if first.span.is_some() { format!("{}: ", sources.describe(first.span)) } else { String::new() };
    let more = match errors.count() {
        0 => String::new(),
        1 => ", and 1 more error".to_owned(),
        count => format!(", and {count} more errors"),
    };
    format!("{place}{}{more}", first.message)
}

/// Writes a file, or complains.
pub fn write(path: &Path, text: &str, complaints: &mut String) {
    if let Err(error) = write_atomically(path, text.as_bytes()) {
        complaints.push_str(&format!("error: {}: {error}\n", path.display()));
    }
}

fn nothing(path: &Path, why: &str) -> String {
    format!("{} is not written: {why}\n", path.display())
}
