//! The engines that a suite can ask for: what their ways are called, and how a run of one is started.

use super::{abstraction, contest, scheduler};
use crate::ordering::Way;
use event::Properties;
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
    /// Proves with an abstraction that it refines; its ways are the abstractions.
    Cegar,
    /// Several beside each other; its ways are engines, `auto` among them.
    Auto,
}

impl Engine {
    /// The options of `raddle check` that ask for a way of this engine.
    pub fn options(self, way: &str) -> Vec<&str> {
        match self {
            Engine::Explore => vec!["--reduction", way],
            Engine::Ordering => vec!["--engine", "ordering", "--ordering", way],
            // A scheduler that is not known is no option either, and is said so where it is read.
            Engine::Peephole => [vec!["--engine", "peephole"], scheduler::options(way).unwrap_or_default()].concat(),
            Engine::Cegar => [vec!["--engine", "cegar"], abstraction::options(way).unwrap_or_default()].concat(),
            Engine::Auto => contest::options(way).unwrap_or_default(),
        }
    }

    /// The properties that a way decides.
    pub fn decides(self, way: &str) -> Properties {
        match self {
            Engine::Explore => way.parse::<Reduction>().map_or_else(|_| Properties::all(), Reduction::preserves),
            Engine::Ordering | Engine::Auto => Properties::all(),
            Engine::Peephole => crate::peephole::preserved(),
            Engine::Cegar => crate::cegar::preserved(),
        }
    }

    /// Whether this binary knows a way of this name.
    pub fn knows(self, way: &str) -> bool {
        match self {
            Engine::Explore => way == "auto" || way.parse::<Reduction>().is_ok(),
            Engine::Ordering => way.parse::<Way>().is_ok(),
            Engine::Peephole => scheduler::options(way).is_ok(),
            Engine::Cegar => abstraction::settings(way).is_ok(),
            Engine::Auto => contest::options(way).is_ok(),
        }
    }

    /// Whether the line `engine` of an answer names this way: an engine may have given way to another reduction than the
    /// one that was asked for.
    pub fn is_named(self, way: &str, line: &str) -> bool {
        match self {
            Engine::Explore | Engine::Ordering | Engine::Peephole => {
                let asked = way.split_whitespace().next().unwrap_or_default();
                line.contains(&format!("({asked}"))
            }
            Engine::Cegar => abstraction::settings(way).is_ok_and(|it| line.contains(&crate::cegar::name(it))),
            // The row has a field for that.
            Engine::Auto => true,
        }
    }

    /// What its ways are.
    pub fn word_for_ways(self) -> &'static str {
        match self {
            Engine::Explore => "reduction",
            Engine::Ordering => "ordering",
            Engine::Peephole => "scheduler",
            Engine::Cegar => "abstraction",
            Engine::Auto => "engine",
        }
    }
}
