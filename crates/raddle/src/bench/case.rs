//! One run of a suite: what is run, and what is expected of it.

use super::engine::Engine;
use event::{Properties, Property};
use std::path::PathBuf;
use std::time::Duration;

/// One run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The name of the program.
    pub program: String,
    /// Its file.
    pub path: PathBuf,
    /// The size in words: a number, C flags, or `-`.
    pub size: String,
    /// How many steps are looked at, if that is said.
    pub depth: Option<u32>,
    /// For the C preprocessor.
    pub flags: Vec<String>,
    /// For `raddle check`.
    pub options: Vec<String>,
    /// Who answers.
    pub engine: Engine,
    /// The name of the reduction, or of the way of deciding orders, of the scheduler, or of the abstraction; maybe one
    /// that this binary does not know.
    pub reduction: String,
    /// How many executions there should be, if that is known.
    pub executions: Option<u64>,
    /// What somebody else has counted, which need not be the same.
    pub published: Option<u64>,
    /// What is to be said about the program.
    pub remark: Option<String>,
    /// What should stand behind `VERDICT: `.
    pub verdict: String,
    /// What a run may cost.
    pub most: Most,
    /// Other checkers that are run on it by `raddle bench peers`.
    pub against: Vec<Against>,
}

/// Another checker that is run on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    /// Its name among those that can be called.
    pub peer: String,
    /// What it needs to be told for this program.
    pub options: Vec<String>,
    /// Why its answer or its count is another one.
    pub because: Option<String>,
}

impl Case {
    /// Whether a verdict is the expected one. What counts as the authors of a paper do gives none where nothing is violated.
    pub fn expects(&self, verdict: &str) -> bool {
        let is_comparison = self.verdict == "TRUE" && self.options.iter().any(|it| it == "authors");
        verdict == self.verdict || is_comparison && verdict == "UNKNOWN(comparison)"
    }

    /// The option that asks for what the way decides, if it is less than all that applies and nothing else is asked. What the
    /// answer leaves open would be no answer.
    pub fn asked(&self) -> Option<String> {
        let is_named = |it: &String| it.starts_with("--property") || it == "-p";
        if self.options.iter().any(is_named) {
            return None;
        }
        let is_actors = self.path.extension().is_some_and(|it| it == "abs");
        let applicable = if is_actors { Properties::of_actors() } else { Properties::of_threads() };
        let mut decided = self.engine.decides(&self.reduction).intersection(applicable);
        if self.options.iter().any(|it| it == "--remember-states") {
            decided = decided.without(Property::Race);
        }
        let names: Vec<&str> = decided.iter().map(Property::name).collect();
        (decided != applicable).then(|| format!("--property={}", names.join(",")))
    }

    /// Whether two runs answer the same question, maybe in two ways.
    pub fn is_same_task(&self, other: &Case) -> bool {
        let task = |it: &Case| (it.path.clone(), it.flags.clone(), it.options.clone(), it.depth);
        task(self) == task(other)
    }
}

/// What a run may cost; what costs more is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Most {
    /// Time of the processor.
    pub cpu: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}
