//! A run that was to show a violation and does not: how far it came, and why it shows none.

use crate::{Actor, Step};
use std::fmt;

/// What happened instead of a [`Counterexample`](crate::Counterexample).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The threads, in the order of their creation.
    pub actors: Vec<Actor>,
    /// The steps that were made.
    pub steps: Vec<Step>,
    /// What is missing.
    pub why: Why,
}

/// Why a run shows no violation; one sentence each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The next step of the schedule cannot be made.
    Stuck(String),
    /// All steps were made, and what was to be shown is not there at the end.
    Passes(String),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Stuck(why) => write!(f, "step {} cannot be made: {why}", self.steps.len() + 1),
            Why::Passes(why) => f.write_str(why),
        }
    }
}
