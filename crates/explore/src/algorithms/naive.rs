//! Every interleaving of visible operations, one by one.
//!
//! No reduction at all: at each state every enabled thread is tried, with every branch of its operation. It is the
//! yardstick for the others (same verdicts, never fewer executions) and useful on programs of a few dozen events.
//!
//! Threads are tried in the order of their creation, so the first execution runs each thread as far as it goes before
//! the next one, and runs repeat.

use crate::Strategy;
use event::{Choice, Execution, System};

/// The choices that are left, for each event of the current execution.
#[derive(Debug, Default)]
pub(crate) struct Naive {
    /// Choices not yet taken, level by level; within a level the next one is last.
    left: Vec<Choice>,
    /// Where each level begins in `left`. Level `i` holds the alternatives to event `i`.
    levels: Vec<usize>,
}

impl<S: System> Strategy<S> for Naive {
    #[inline]
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        if self.levels.len() == execution.len() {
            let begin = self.left.len();
            self.levels.push(begin);
            for index in (0..system.threads().len()).rev() {
                let thread = system.threads()[index];
                if system.enabled(thread) {
                    let branches = system.branches(thread);
                    self.left.extend((0..branches).rev().map(|branch| Choice { thread, branch }));
                }
            }
            if self.left.len() == begin {
                self.levels.pop();
                return None;
            }
        }
        self.left.pop()
    }

    fn learn(&mut self, _: &mut S, _: &Execution, _: usize) {}

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        // Levels beyond the last event belong to a run that was cut before its next step.
        self.levels.truncate(execution.len());
        while let Some(&begin) = self.levels.last() {
            if self.left.len() > begin {
                return Some(self.levels.len() - 1);
            }
            self.levels.pop();
        }
        None
    }
}
