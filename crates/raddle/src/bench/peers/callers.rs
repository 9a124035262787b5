//! How other checkers are called, and in what words they answer: `bench/peers.toml`.
//!
//! ```toml
//! [cbmc]                                   # used with --peer cbmc=PATH
//! version = ["{path}", "--version"]        # the first line of what it says goes to the record
//! command = ["{path}", "{flags}", "{options}", "{program}"]
//! executions = "Trace count: "             # the number behind this, at the beginning of a line; nothing if it has none
//! blocked = ["Blocked: "]                  # the same for executions that were given up, together
//! unreadable = ["PARSING ERROR"]           # it does not take the program
//! undecided = ["unwinding * FAILURE"]      # it does not know
//! violated = ["VERIFICATION FAILED"]       # there is a mistake
//! safe = ["VERIFICATION SUCCESSFUL"]       # there is none
//! ```
//!
//! Words are looked for anywhere in a line, the lists in this order; `*` stands for whatever is in between. Whoever says
//! none of them, or is ended by a signal, has crashed.

use crate::LoadError;
use crate::bench::page::Page;
use crate::bench::peer::{Values, count, substitute, unknown_placeholder};
use crate::bench::process::{Ended, Finished};
use crate::load::read_text;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// How one checker is called, and in what words it answers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caller {
    version: Vec<Spanned<String>>,
    command: Vec<Spanned<String>>,
    executions: Option<String>,
    #[serde(default)]
    blocked: Vec<String>,
    #[serde(default)]
    unreadable: Vec<String>,
    #[serde(default)]
    undecided: Vec<String>,
    violated: Vec<String>,
    safe: Vec<String>,
}

/// Those that can be called, by name.
pub type Callers = BTreeMap<String, Caller>;

/// What a checker says about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is no mistake.
    Safe,
    /// There is one.
    Violated,
    /// It does not know.
    Undecided,
    /// Its time was up.
    TimedOut,
    /// It does not take the program.
    Unreadable,
    /// It has ended without an answer.
    Crashed,
}

impl Answer {
    /// In the table and in the record.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Violated => "violated",
            Answer::Undecided => "undecided",
            Answer::TimedOut => "timeout",
            Answer::Unreadable => "unreadable",
            Answer::Crashed => "crash",
        }
    }

    /// Whether it can be right or wrong.
    pub fn is_verdict(self) -> bool {
        matches!(self, Answer::Safe | Answer::Violated)
    }
}

/// What a run has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// How many executions it has run to their ends.
    pub executions: Option<u64>,
    /// How many it has given up.
    pub blocked: Option<u64>,
    /// Why there is no verdict: the line that says so.
    pub reason: Option<String>,
}

/// Reads the file.
pub fn load(path: &Path) -> Result<Callers, LoadError> {
    let text = read_text(path)?;
    let page = Page::new(path, &text);
    let callers: Callers =
        toml::from_str(&text).map_err(|error| page.error(error.span().unwrap_or_default(), error.message()))?;
    for caller in callers.values() {
        expect_known(&caller.version, &["{path}"], &page)?;
        expect_known(&caller.command, &["{path}", "{flags}", "{options}", "{program}"], &page)?;
    }
    Ok(callers)
}

fn expect_known(words: &[Spanned<String>], known: &[&str], page: &Page<'_>) -> Result<(), LoadError> {
    for word in words {
        if let Some(unknown) = unknown_placeholder(word.as_ref(), known) {
            let message = format!("`{unknown}` stands for nothing; there are {}", known.join(", "));
            return Err(page.error(word.span(), &message));
        }
    }
    Ok(())
}

impl Caller {
    /// The words that ask for its version.
    pub fn version(&self, path: &str) -> Vec<String> {
        words(&self.version, Values { path, program: "", flags: &[], options: &[] })
    }

    /// The words that ask it about a program.
    pub fn command(&self, values: Values<'_>) -> Vec<String> {
        words(&self.command, values)
    }

    /// What a run of it has said.
    pub fn reply(&self, run: &Finished) -> Reply {
        let lines = || run.stdout.lines().chain(run.stderr.lines());
        let said = |words: &[String]| lines().find(|line| words.iter().any(|it| says(line, it))).map(str::trim);
        let without = |answer, reason: String| Reply { answer, executions: None, blocked: None, reason: Some(reason) };
        match run.ended {
            Ended::TimedOut => return without(Answer::TimedOut, "its time was up".to_owned()),
            Ended::Interrupted => return without(Answer::Crashed, "interrupted".to_owned()),
            Ended::Itself => {}
        }
        if let Some(line) = said(&self.unreadable) {
            return without(Answer::Unreadable, line.to_owned());
        }
        let has_crashed = run.status.code().is_none();
        if let Some(line) = said(&self.undecided).filter(|_| !has_crashed) {
            return without(Answer::Undecided, line.to_owned());
        }
        let answer = match (said(&self.violated), said(&self.safe)) {
            (Some(_), _) if !has_crashed => Answer::Violated,
            (None, Some(_)) if !has_crashed => Answer::Safe,
            _ => {
                let last = run.stderr.lines().chain(run.stdout.lines()).find(|it| !it.trim().is_empty());
                let last = last.map(|it| format!(": {}", it.trim())).unwrap_or_default();
                return without(Answer::Crashed, format!("{}{last}", run.status));
            }
        };
        let number = |prefix: &String| count(&run.stdout, prefix).or_else(|| count(&run.stderr, prefix));
        let executions = self.executions.as_ref().and_then(number);
        let blocked = executions.is_some().then(|| self.blocked.iter().filter_map(number).sum());
        Reply { answer, executions, blocked, reason: None }
    }
}

fn words(template: &[Spanned<String>], values: Values<'_>) -> Vec<String> {
    let template: Vec<_> = template.iter().map(|it| it.as_ref().clone()).collect();
    substitute(&template, values)
}

/// Whether a line has these words, in their order where there are several.
fn says(line: &str, words: &str) -> bool {
    let mut rest = Some(line);
    for part in words.split('*') {
        rest = rest.and_then(|it| it.split_once(part.trim())).map(|it| it.1);
    }
    rest.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_their_order() {
        assert!(says("[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE", "unwinding assertion * FAILURE"));
        assert!(!says("[main.unwind.0] line 3 unwinding assertion loop 0: SUCCESS", "unwinding assertion * FAILURE"));
        assert!(!says("FAILURE of an unwinding assertion", "unwinding assertion * FAILURE"));
        assert!(says("  Error detected:", "Error detected:"));
    }
}
