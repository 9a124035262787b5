//! What a worker that runs executions knows of the others.

use super::pool::{Board, Pool};
use super::task::{NodeId, Task};
use crate::toolbox::history::Trouble;
use crate::toolbox::sleep::{Sleep, Sleeper};
use event::{Choice, Execution};
use std::sync::Arc;

/// See the module.
#[derive(Debug)]
pub(crate) struct Desk<B> {
    /// Where its tasks come from.
    pub pool: Arc<Pool<B, Trouble>>,
    /// The states on the board that lead to what is being explored.
    pub path: Vec<NodeId>,
    /// Whether something is being explored from the last of them.
    pub is_inside: bool,
    /// Who is asleep after so many events of the way there.
    asleep_at: usize,
    asleep: Vec<Sleeper>,
    /// Whether it is known who is asleep before that.
    knows_all_sleepers: bool,
    /// How many executions there were since something was given away, and how many there have to be.
    since: u32,
    rarely: u32,
}

impl<B: Board> Desk<B> {
    /// Something is given away not more often than every so many executions.
    pub fn new(pool: Arc<Pool<B, Trouble>>, rarely: u32) -> Self {
        Desk {
            pool,
            path: Vec::new(),
            is_inside: false,
            asleep_at: 0,
            asleep: Vec::new(),
            knows_all_sleepers: true,
            since: 0,
            rarely,
        }
    }

    /// Begins a task.
    pub fn begin(&mut self, task: &Task) {
        self.path.clone_from(&task.path);
        self.is_inside = !task.path.is_empty();
        self.asleep_at = task.asleep_at;
        self.asleep.clone_from(&task.asleep);
        self.knows_all_sleepers = task.asleep_at == 0;
    }

    /// After how many events it becomes known who is asleep, if nobody has asked the board about the states before. It will be
    /// known.
    pub fn unknown_sleepers(&mut self) -> Option<usize> {
        let is_known = std::mem::replace(&mut self.knows_all_sleepers, true);
        (!is_known).then_some(self.asleep_at)
    }

    /// An event on the way has been run: where the way of others ends it is known who is asleep.
    pub fn arrive(&self, execution: &Execution, sleep: &mut Sleep) {
        if self.asleep_at == execution.len() {
            sleep.restart(self.asleep_at, &self.asleep);
        }
    }

    /// An execution has ended. Says whether somebody has nothing to do, and it is time to give something away.
    pub fn is_asked(&mut self) -> bool {
        self.since += 1;
        self.since >= self.rarely && self.pool.is_hungry()
    }

    /// Something has been given away.
    pub fn has_given(&mut self) {
        self.since = 0;
    }

    /// Everything that was being explored from the last state on the board has been: says from which, with what event first.
    pub fn leave(&mut self, execution: &Execution, shared: usize) -> Option<(NodeId, Choice)> {
        let node = self.path.last().copied().filter(|_| self.is_inside)?;
        self.is_inside = false;
        Some((node, execution.events()[shared - 1].choice))
    }
}

/// The event that leads to the state after so many.
pub(crate) fn last_choice(execution: &Execution, depth: usize) -> Option<Choice> {
    depth.checked_sub(1).map(|it| execution.events()[it].choice)
}
