//! Exploration by source sets as a part of a larger one: what a worker does with tasks, and what it gives away.
//!
//! The first states on the way are on a board (`team/turns.rs`), the others are the worker's own.

use super::{Level, Sources};
use crate::team::desk::{Desk, last_choice};
use crate::team::pool::Pool;
use crate::team::task::{NodeId, Task};
use crate::team::turns::{self, Turns};
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use event::{Choice, Execution, System, ThreadId};
use std::sync::Arc;

impl<C: Clock> Sources<C> {
    /// Has others to work with.
    pub fn join(&mut self, pool: Arc<Pool<Turns, Trouble>>, rarely: u32) {
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
    pub fn begin_task(&mut self, task: &Task, keep: usize) {
        self.levels.truncate(keep);
        self.history.truncate(keep);
        self.sleep.restart(keep, &[]);
        self.shared = task.path.len();
        if let Some(desk) = &mut self.desk {
            desk.begin(task);
        }
    }

    /// An event on the way to what is to be explored is about to be run. Says whether it can be.
    pub fn follow<S: System>(&mut self, system: &mut S, execution: &Execution, choice: Choice) -> bool {
        self.arrive(execution);
        if !system.enabled(choice.thread) {
            self.trouble = Some(Trouble::Waiting);
            return false;
        }
        self.last_branches = system.branches(choice.thread);
        let varies = self.variation(system, choice.thread);
        // Nothing is left to explore from there, as far as this worker is concerned.
        self.levels.push(Level {
            threads: vec![choice.thread],
            now: 0,
            branch: choice.branch,
            branches: choice.branch + 1,
            touched: Vec::new(),
            varies,
        });
        true
    }

    /// An event on the way has been run.
    fn arrive(&mut self, execution: &Execution) {
        self.absorb(execution);
        if let Some(desk) = &self.desk {
            desk.arrive(execution, &mut self.sleep);
        }
    }

    /// An event of an execution that was interrupted is about to be run again, with the level that it had. Says whether it can be.
    pub fn restore<S: System>(&mut self, system: &mut S, execution: &Execution, level: Level) -> bool {
        self.absorb(execution);
        let thread = level.threads[level.now];
        if !system.enabled(thread) {
            self.trouble = Some(Trouble::Waiting);
            return false;
        }
        let varies = self.variation(system, thread);
        self.levels.push(Level { varies, ..level });
        true
    }

    /// The states on the way to the current one are somebody else's.
    pub fn share_way(&mut self, execution: &Execution) {
        self.shared = execution.len();
    }

    /// There is no execution.
    pub fn forget_execution(&mut self) {
        self.shared = 0;
        self.levels.clear();
        self.history.truncate(0);
        self.sleep.restart(0, &[]);
    }

    /// All events on the way have been run; the last of them was the first of a branch (`is_new`), or has been run before.
    pub fn set_out(&mut self, execution: &Execution, is_new: bool) {
        self.arrive(execution);
        let (Some(desk), Some((choice, accesses))) = (&self.desk, execution.last()) else { return };
        if let Some(&node) = desk.path.last().filter(|_| is_new) {
            desk.pool.put(|board| board.tell(node, choice, accesses, self.last_branches));
        }
    }

    /// Asks the board who sleeps at its states on the way, once for a task, and if it makes a difference.
    pub(super) fn recall_sleepers(&mut self, execution: &Execution) {
        let Some(desk) = self.desk.as_mut().filter(|_| self.has_varied) else { return };
        let Some(levels) = desk.unknown_sleepers() else { return };
        let way = desk.path[..levels].iter().zip(execution.events());
        desk.pool.with(|board| self.sleep.recall(way.map(|(&node, it)| board.asleep_before(node, it.choice))));
    }

    /// Has one of some threads explored from a state that is on the board.
    pub(super) fn ask(&self, execution: &Execution, level: usize, initials: Vec<ThreadId>) {
        let Some(desk) = &self.desk else { return };
        let Some(&node) = desk.path.last() else { return };
        let choice = execution.events()[self.shared - 1].choice;
        let change = |board: &mut Turns| board.ask(node, choice, level, initials);
        if desk.pool.is_hungry() { desk.pool.put(change) } else { desk.pool.with(change) }
    }

    /// If somebody has nothing to do, puts states on the board from which something is to be explored, up to `depth`. Says
    /// whether all is there.
    pub(super) fn give_away(&mut self, execution: &Execution, depth: usize) -> bool {
        let Some(mut desk) = self.desk.take() else { return false };
        let mut is_all = false;
        if desk.is_asked() {
            let last = (self.shared..depth).find(|&it| !self.is_exhausted(it)).unwrap_or(depth);
            let Level { threads, now, branch, branches, .. } = &self.levels[depth];
            // One thing alone is not worth it.
            if last < depth || threads.len() - now + (branches - branch) as usize > 3 {
                desk.has_given();
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
        board: &mut Turns,
        desk: &mut Desk<Turns>,
        execution: &Execution,
        last: usize,
        depth: usize,
    ) {
        for level in self.shared..=last {
            let Level { threads, now, branch, branches, touched, .. } = self.levels[level].clone();
            let state = turns::Level {
                depth: level,
                choice: last_choice(execution, level),
                asleep: self.sleep.at(level),
                threads,
                now,
                branch,
                branches,
                touched,
                running: Some((execution.events()[level].choice, execution.accesses(level))),
                is_done: level == depth,
                fresh: None,
            };
            let node = board.add(desk.path.last().copied(), state);
            desk.path.push(node);
            let Level { threads, now, branch, branches, .. } = &mut self.levels[level];
            threads.truncate(*now + 1);
            *branches = *branch + 1;
        }
        self.shared = last + 1;
        desk.is_inside = last < depth;
    }

    /// Puts everything back: the execution is to be continued, and nobody has learned from its events from `new_from` on.
    pub fn put_back(&mut self, board: &mut Turns, execution: &Execution, new_from: usize) {
        self.absorb(execution);
        let Some(mut desk) = self.desk.take() else { return };
        let depth = execution.len();
        debug_assert_eq!(self.levels.len(), depth, "something was chosen at each state");
        if depth > self.shared {
            self.hand_over(board, &mut desk, execution, depth - 1, depth);
        }
        let end = turns::Level::fresh(depth, last_choice(execution, depth), self.sleep.at(depth), new_from);
        board.add(desk.path.last().copied(), end);
        desk.is_inside = false;
        self.desk = Some(desk);
    }

    /// Everything that belongs to the task has been explored, or is on the board.
    pub fn done(&mut self, board: &mut Turns, execution: &Execution) {
        let left = self.desk.as_mut().and_then(|it| it.leave(execution, self.shared));
        if let Some((node, choice)) = left {
            board.done(node, choice);
        }
    }
}
