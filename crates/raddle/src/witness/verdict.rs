//! An answer in the words of the software verification competition.

use super::specification::Formula;
use super::write::calls_error;
use event::{Verdict, Violation};

/// What to say: the exact words, and the violation that they are about.
pub struct Word<'v> {
    /// `true`, `false(unreach-call)`, `unknown`, …
    pub text: String,
    /// What is violated.
    pub violation: Option<&'v Violation>,
}

/// The words for an answer to a question about formulas. `true` is said only of all executions; a violation that no formula is
/// about is no answer to the question.
pub fn word<'v>(formulas: &[Formula], verdict: &'v Verdict) -> Word<'v> {
    let unknown = Word { text: "unknown".to_owned(), violation: None };
    match verdict {
        Verdict::Safe { scope } if scope.is_complete() => {
            let is_proved = |it: &Formula| it.is_proved(event::Properties::all());
            if formulas.iter().all(is_proved) { Word { text: "true".to_owned(), ..unknown } } else { unknown }
        }
        Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => unknown,
        Verdict::Unsafe { violations } => {
            let violated = |formula: Formula| {
                violations
                    .iter()
                    .find(|it| formula.is_violated_by(it.property, it.counterexample.fault, calls_error(it)))
            };
            let found = formulas.iter().find_map(|&it| Some((it, violated(it)?)));
            match found {
                Some((formula, violation)) => {
                    Word { text: format!("false({})", formula.name()), violation: Some(violation) }
                }
                None => unknown,
            }
        }
    }
}
