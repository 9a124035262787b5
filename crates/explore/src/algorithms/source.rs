//! Source dynamic partial-order reduction: at least one execution of each class. Some executions are begun in vain: all
//! that could go on is asleep.
//!
//! Abdulla, Aronis, Jonsson, Sagonas: *Optimal Dynamic Partial Order Reduction* (POPL 2014), Algorithm 1.
//!
//! | paper | here |
//! |---|---|
//! | E' = pre(E, e), the state before e | level `first` |
//! | backtrack(E') | `threads` of the level |
//! | sleep(E') | `sleep.at(first)` |
//! | v = notdep(e, E).e' | the events from `first + 1` to `second` that do not happen after `first` |
//! | I(v) | `initials` of [`Sources`] |
//!
//! Beyond the paper: what the second event touches can differ from what it touched in E, and so can the events that it
//! depends on (an atomic section that fails early has seen less). If it can, v ranges over the whole execution and is
//! run, as in `optimal.rs`. For the same reason it may be asleep before the first event and not lead to all of v, once there are
//! more events ([`Sources::missed_by_sleepers`]).
//!
//! A thread stands for all branches of its operation: they are explored one after the other, and asleep until something
//! happens that conflicts with any of them. So a branch that touches less than another, as a random number can have it in an
//! actor's step, may be run twice; `optimal.rs` has branches of their own. Locks: see [`crate::toolbox::history`]. Operations that wait for a value: [`crate::toolbox::awaits`].

use crate::Strategy;
use crate::team::Work;
use crate::team::pool::Pool;
use crate::team::task::{NodeId, Task};
use crate::team::turns::Turns;
use crate::team::work::Member;
use crate::toolbox::clock::Clock;
use crate::toolbox::history::Trouble;
use crate::toolbox::sources::Sources;
use event::{Choice, Execution, System};
use std::sync::Arc;

/// See the module.
#[derive(Debug)]
pub(crate) struct Source<C> {
    sources: Sources<C>,
}

impl<C> Default for Source<C> {
    fn default() -> Self {
        Source { sources: Sources::default() }
    }
}

impl<S: System, C: Clock> Strategy<S> for Source<C> {
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.sources.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.sources.learn(system, execution, new_from);
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        self.sources.backtrack(execution)
    }

    fn explored(&self) -> Option<f64> {
        Some(self.sources.explored())
    }

    fn trouble(&self) -> Option<Trouble> {
        self.sources.trouble
    }
}

impl<S: System, C: Clock> Member<S> for Source<C> {
    type Board = Turns;

    fn everything() -> Turns {
        Turns::all()
    }

    fn join(&mut self, pool: &Arc<Pool<Turns, Trouble>>, rarely: u32) {
        self.sources.join(pool.clone(), rarely);
    }

    fn known(&self) -> usize {
        self.sources.known()
    }

    fn begin(&mut self, task: &Task, keep: usize) {
        self.sources.begin_task(task, keep);
    }

    fn follow(&mut self, system: &mut S, execution: &Execution, choice: Choice, _is_new: bool) -> bool {
        self.sources.follow(system, execution, choice)
    }

    fn set_out(&mut self, execution: &Execution, is_new: bool) {
        self.sources.set_out(execution, is_new);
    }

    fn path(&self) -> Option<&Vec<NodeId>> {
        self.sources.path()
    }

    fn put_back(&mut self, board: &mut Turns, execution: &Execution, new_from: usize) {
        self.sources.put_back(board, execution, new_from);
    }

    fn done(&mut self, board: &mut Turns, execution: &Execution) {
        self.sources.done(board, execution);
    }

    fn pack(board: &Turns) -> Work {
        Work::Turns(board.clone())
    }

    fn unpack(work: &Work) -> Option<Turns> {
        if let Work::Turns(board) = work { Some(board.clone()) } else { None }
    }
}
