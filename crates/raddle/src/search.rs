//! What checks of threads and of actors have in common: what to look for, how far to go, and what the answer is.

use crate::checkpoint::Checkpoint;
use crate::deepen::Stage;
use event::{Budget, Loops, Properties, Reason, Scope, Verdict, Violation};
use explore::{Exploration, Further, Reduction, Snapshot, Team};
use source::Span;
use std::sync::Arc;

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
    /// How many workers explore.
    pub jobs: usize,
    /// Where the exploration is kept, so that it can go on later, and where it goes on from.
    pub checkpoint: Option<Arc<Checkpoint>>,
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
            jobs: 1,
            checkpoint: None,
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
            ..explore::Options::default()
        }
    }
}

impl Search {
    /// Whether there are several workers, or something is kept.
    pub(crate) fn is_teamwork(&self) -> bool {
        self.jobs > 1 || self.checkpoint.is_some()
    }

    /// Calls somebody with the team that explores at a stage.
    pub(crate) fn with_team<R>(&self, stage: Stage, work: impl FnOnce(&Team<'_>) -> R) -> R {
        let keep = |snapshot: &Snapshot| {
            if let Some(checkpoint) = &self.checkpoint {
                checkpoint.keep(stage, snapshot);
            }
        };
        let keeper: &(dyn Fn(&Snapshot) + Sync) = &keep;
        let left = self.checkpoint.as_ref().and_then(|it| it.left_at(stage));
        work(&Team { jobs: self.jobs, keeper: self.checkpoint.as_ref().map(|it| (it.period(), keeper)), left })
    }

    /// The stage at which an earlier run has ended.
    pub(crate) fn reached(&self) -> Option<Stage> {
        self.checkpoint.as_ref().and_then(|it| it.reached())
    }
}

/// Whether a bound has cut off every execution. What holds up to there is about the beginnings of executions only.
pub(crate) fn is_cut_off(result: &Exploration) -> bool {
    result.stats.executions == 0 && (result.cut_loops || result.cut_steps)
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

/// The properties that all executions were explored for, whatever became of the others: all or none.
pub(crate) fn settled(result: &Exploration) -> Properties {
    let is_cut = result.cut_loops || result.cut_steps || result.unexplored;
    let is_whole = result.is_exhausted && result.limit.is_none() && !is_cut;
    if is_whole { Properties::all() } else { Properties::default() }
}

/// How far loops have been followed, given what was cut.
pub(crate) fn loops(result: &Exploration, cuts: Vec<String>) -> Loops {
    if result.limit.is_some() || result.unexplored || !(result.found.is_empty() || result.is_exhausted) {
        Loops::Partial
    } else {
        followed(cuts)
    }
}

/// How far loops have been followed, given what was cut, if the work has come to its end.
pub(crate) fn followed(cuts: Vec<String>) -> Loops {
    if cuts.is_empty() { Loops::All } else { Loops::Cut(cuts) }
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
