//! The seam between the loop and the algorithms.

use crate::toolbox::history::Trouble;
use crate::{Options, Reduction};
use event::{Choice, Execution, Stats, System};

/// Decides which executions are run. The explorer does everything else: it steps the system, checks properties, counts,
/// and stops when the budget is used up.
///
/// ```text
/// loop { choose … choose, None or nobody enabled → learn → backtrack(keep) }   until backtrack says None
/// ```
pub trait Strategy<S: System> {
    /// Called once before all else.
    fn configure(&mut self, _reduction: Reduction, _options: &Options) {}

    /// The next step of the current execution. `None`: whatever follows has been covered, abandon it.
    ///
    /// Called whenever some thread may be enabled; returns `None` too if none is, which ends a complete execution.
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice>;

    /// An execution ended. Its events from `new_from` on were not part of the execution before it.
    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize);

    /// How many events of the last execution the next one begins with. `None`: every class is covered.
    fn backtrack(&mut self, execution: &Execution) -> Option<usize>;

    /// About which part of all executions has been run, between 0 and 1: each state on the way counts the branches that are
    /// known so far as equally large (Kilby et al., *Estimating Search Tree Size*, AAAI 2006). More branches may turn up.
    fn explored(&self) -> Option<f64> {
        None
    }

    /// Adds the figures that only the strategy knows.
    fn figures(&self, _stats: &mut Stats) {}

    /// Whether an execution whose next step [`Strategy::choose`] did not name is a repetition, and not complete.
    fn is_redundant(&self, system: &mut S) -> bool {
        (0..system.threads().len()).any(|index| {
            let thread = system.threads()[index];
            system.enabled(thread)
        })
    }

    /// Whether the last execution was abandoned because it has come back to one of its own states.
    fn has_closed_circle(&self) -> bool {
        false
    }

    /// Why the strategy cannot go on, if so: whatever was explored is then only a part.
    fn trouble(&self) -> Option<Trouble> {
        None
    }
}
