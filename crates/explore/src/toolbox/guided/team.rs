//! Exploration along wakeup trees as a part of a larger one: what a worker does with tasks, and what it gives away.
//!
//! The first states on the way are on a board (`team/wakeups.rs`), the others are the worker's own.

use super::{Dependence, Guided, Level, NONE};
use crate::team::desk::{Desk, last_choice};
use crate::team::pool::Pool;
use crate::team::task::{NodeId, Task};
use crate::team::wakeups::{self, Wakeups};
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use crate::toolbox::wakeup::Steps;
use event::{Choice, Execution, Readiness, System, Variation};
use std::sync::Arc;

impl<C: Clock, D: Dependence> Guided<C, D> {
    /// Has others to work with.
    pub fn join(&mut self, pool: Arc<Pool<Wakeups, Trouble>>, rarely: u32) {
        self.desk = Some(Box::new(Desk::new(pool, rarely)));
    }

    /// The states on the board that it has been at.
    pub fn path(&self) -> Option<&Vec<NodeId>> {
        self.desk.as_ref().map(|it| &it.path)
    }

    /// How many events of the current execution it knows all about.
    pub fn known(&self) -> usize {
        self.levels.len().min(self.history.len())
    }

    /// Begins a task; the first `keep` events on the way are those of the current execution.
    pub fn begin(&mut self, task: &Task, keep: usize) {
        self.levels.truncate(keep);
        self.history.truncate(keep);
        self.sleep.restart(keep, &[]);
        self.coming = NONE;
        self.is_waited = true;
        self.shared = task.path.len();
        if let Some(desk) = &mut self.desk {
            desk.begin(task);
        }
    }

    /// An event on the way to what is to be explored is about to be run, for the first time (`is_new`) or not. Says whether it
    /// can be.
    pub fn follow<S: System>(&mut self, system: &mut S, execution: &Execution, choice: Choice, is_new: bool) -> bool {
        self.arrive(execution);
        let depth = execution.len();
        let varies = match system.readiness(choice.thread) {
            Readiness::Plain => Variation::Never,
            Readiness::Special => {
                if is_new {
                    self.add_branches(system, choice, depth);
                }
                system.varies(choice.thread)
            }
            Readiness::Waiting | Readiness::Ended => {
                self.trouble = Some(Trouble::Waiting);
                return false;
            }
        };
        self.levels.push(Level { tree: NONE, varies, done: 0, leads_on: false });
        true
    }

    /// An event on the way has been run.
    pub fn arrive(&mut self, execution: &Execution) {
        self.absorb(execution);
        if let Some(desk) = &self.desk {
            desk.arrive(execution, &mut self.sleep);
        }
    }

    /// Has a sequence explored from a state that is on the board.
    #[inline(never)]
    pub(super) fn ask(&self, level: usize, origin: Choice, sequence: &mut Vec<u32>, steps: &impl Steps) {
        let Some(desk) = &self.desk else { return };
        let node = desk.path[level];
        if desk.pool.with(|board| board.insert(node, origin, sequence, steps)) && desk.pool.is_hungry() {
            desk.pool.put(|_| {});
        }
    }

    /// If somebody has nothing to do, puts states on the board from which something is to be explored, up to `depth`. Says
    /// whether all is there.
    pub(super) fn give_away(&mut self, execution: &Execution, depth: usize) -> bool {
        let Some(mut desk) = self.desk.take() else { return false };
        let mut is_all = false;
        if desk.is_asked() {
            let has_something = |it: &usize| self.levels[*it].tree != NONE;
            let first = (self.shared..depth).find(has_something).unwrap_or(depth);
            // One thing alone is not worth it.
            if first < depth || self.forest.width(self.levels[depth].tree) > 1 {
                desk.has_given();
                let mut last = first;
                while last < depth && self.levels[last].leads_on {
                    last += 1;
                }
                is_all = last == depth;
                desk.pool.clone().put(|board| self.hand_over(board, &mut desk, execution, last, depth));
            }
        }
        self.desk = Some(desk);
        is_all
    }

    /// Puts the states up to `last` on the board. From `depth` on everything that was begun has been explored.
    fn hand_over(
        &mut self,
        board: &mut Wakeups,
        desk: &mut Desk<Wakeups>,
        execution: &Execution,
        last: usize,
        depth: usize,
    ) {
        for level in self.shared..=last {
            let tree = std::mem::replace(&mut self.levels[level].tree, NONE);
            let event = || (execution.events()[level].choice, execution.accesses(level));
            let running = (level < depth).then(|| (event(), self.levels[level].leads_on));
            let state = wakeups::Level {
                depth: level,
                choice: last_choice(execution, level),
                asleep: self.sleep.at(level),
                tree,
                running,
                fresh: None,
            };
            let node = board.add(desk.path.last().copied(), state, &mut self.forest);
            desk.path.push(node);
        }
        self.shared = last + 1;
        desk.is_inside = last < depth;
    }

    /// Puts everything back: the execution is to be continued, and nobody has learned from its events from `new_from` on.
    pub fn put_back(&mut self, board: &mut Wakeups, execution: &Execution, new_from: usize) {
        self.absorb(execution);
        let Some(mut desk) = self.desk.take() else { return };
        let depth = execution.len();
        debug_assert_eq!(self.levels.len(), depth, "something was chosen at each state");
        if depth > self.shared {
            self.hand_over(board, &mut desk, execution, depth - 1, depth);
        }
        let end = wakeups::Level {
            depth,
            choice: last_choice(execution, depth),
            asleep: self.sleep.at(depth),
            tree: std::mem::replace(&mut self.coming, NONE),
            running: None,
            fresh: Some(new_from),
        };
        board.add(desk.path.last().copied(), end, &mut self.forest);
        desk.is_inside = false;
        self.desk = Some(desk);
    }

    /// Everything that belongs to the task has been explored, or is on the board.
    pub fn done(&mut self, board: &mut Wakeups, execution: &Execution) {
        let left = self.desk.as_mut().and_then(|it| it.leave(execution, self.shared));
        if let Some((node, choice)) = left {
            board.done(node, choice);
        }
    }
}
