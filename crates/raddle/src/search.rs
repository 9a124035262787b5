//! What checks of threads and of actors have in common: what to look for, how far to go, and what the answer is.

use event::{Budget, Loops, Properties, Reason, Scope, Verdict, Violation};
use explore::{Exploration, Further, Reduction};
use source::Span;

/// What to look for and how far to go.
#[derive(Clone)]
pub struct Search {
    /// Which properties.
    pub properties: Properties,
    /// Which executions are run.
    pub reduction: Reduction,
    /// A thread is stopped after so many steps; `None`: as many as it takes.
    pub most_steps: Option<u32>,
    /// Abandon executions that reach a known state.
    pub remember_states: bool,
    /// Results that nothing can read any more are not part of a state.
    pub live_states: bool,
    /// About how many bytes of states may be remembered by [`Reduction::State`]; `None`: all of them are.
    pub state_memory: Option<u64>,
    /// How long to look for violations of the other properties when one has been found.
    pub further: Further,
    /// Time, memory, interruption.
    pub budget: Budget,
}

impl Default for Search {
    /// All that applies to threads, one execution of each class.
    fn default() -> Self {
        Search {
            properties: Properties::of_threads(),
            reduction: Reduction::Optimal,
            most_steps: None,
            remember_states: false,
            live_states: false,
            state_memory: None,
            further: Further::AWhile,
            budget: Budget::default(),
        }
    }
}

impl Search {
    /// What an explorer is asked for.
    pub(crate) fn options(&self, stop_when_cut: bool, most_events: u64) -> explore::Options {
        explore::Options {
            properties: self.properties,
            budget: self.budget.clone(),
            remember_states: self.remember_states,
            live_states: self.live_states,
            state_memory: self.state_memory,
            further: self.further,
            stop_when_cut,
            most_events,
        }
    }
}

/// The answer, given the violations that have been replayed, or why one could not be.
pub(crate) fn verdict(
    result: &Exploration,
    violations: Result<Vec<Violation>, String>,
    unexplored: Vec<Span>,
    scope: &Scope,
) -> Verdict {
    match violations {
        Err(message) => Verdict::Unknown { because: Reason::Internal(message) },
        Ok(violations) if !violations.is_empty() => Verdict::Unsafe { violations },
        Ok(_) => match result.limit {
            Some(limit) => Verdict::Unknown { because: Reason::Limit(limit) },
            None if result.unexplored => Verdict::Unknown { because: Reason::Nondeterminism(unexplored) },
            None => Verdict::Safe { scope: scope.clone() },
        },
    }
}

/// How far loops have been followed, given what was cut.
pub(crate) fn loops(result: &Exploration, cuts: Vec<String>) -> Loops {
    if result.limit.is_some() || result.unexplored || !result.found.is_empty() {
        Loops::Partial
    } else if cuts.is_empty() {
        Loops::All
    } else {
        Loops::Cut(cuts)
    }
}

/// Every violation once more, from the start, by whoever can replay it.
pub(crate) fn replay_all(
    result: &Exploration,
    replay: impl Fn(&explore::Found) -> Result<event::Counterexample, String>,
) -> Result<Vec<Violation>, String> {
    let mut violations = Vec::new();
    for found in &result.found {
        let counterexample =
            replay(found).map_err(|why| format!("a violation of `{}` does not replay: {why}", found.property))?;
        violations.push(Violation { property: found.property, counterexample });
    }
    violations.sort_by_key(|it| it.property);
    Ok(violations)
}
