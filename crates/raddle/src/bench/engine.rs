//! The engines that a suite can ask for: what their ways are called, and how a run of one is started.

use super::scheduler;
use crate::ordering::Way;
use explore::Reduction;
use serde::Deserialize;

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Runs executions; its ways are the reductions.
    #[default]
    Explore,
    /// Solves for an execution; its ways are those of deciding orders.
    Ordering,
    /// Solves for an execution of so many steps; its ways are the schedulers.
    Peephole,
}

impl Engine {
    /// The options of `raddle check` that ask for a way of this engine.
    pub fn options(self, way: &str) -> Vec<&str> {
        match self {
            Engine::Explore => vec!["--reduction", way],
            Engine::Ordering => vec!["--engine", "ordering", "--ordering", way],
            // A scheduler that is not known is no option either, and is said so where it is read.
            Engine::Peephole => [vec!["--engine", "peephole"], scheduler::options(way).unwrap_or_default()].concat(),
        }
    }

    /// Whether this binary knows a way of this name.
    pub fn knows(self, way: &str) -> bool {
        match self {
            Engine::Explore => way == "auto" || way.parse::<Reduction>().is_ok(),
            Engine::Ordering => way.parse::<Way>().is_ok(),
            Engine::Peephole => scheduler::options(way).is_ok(),
        }
    }

    /// What its ways are.
    pub fn word_for_ways(self) -> &'static str {
        match self {
            Engine::Explore => "reduction",
            Engine::Ordering => "ordering",
            Engine::Peephole => "scheduler",
        }
    }
}
