//! Optimal dynamic partial-order reduction: one execution of each class, and no execution that is abandoned.
//!
//! Abdulla, Aronis, Jonsson, Sagonas: *Optimal Dynamic Partial Order Reduction* (POPL 2014), Algorithm 2.
//!
//! | paper | here |
//! |---|---|
//! | E' = pre(E, e), the state before e | level `first` |
//! | sleep(E') | `sleep.at(first)`, explored choices included |
//! | wut(E') | the tree of the level, without the branch that is being explored |
//! | v = notdep(e, E).e' | [`Optimal::reverse`] |
//! | sleep(E') ∩ WI(v) = ∅, insert(v, wut(E')) | [`Guided::plan`] |
//!
//! Beyond the paper:
//! * v ranges over the *whole* execution, so the races of a kept prefix are looked at again when something new does not
//!   happen after their first event.
//! * A choice of a value is an event of its own for each value: the branches of a thread are rivals, and when one of them is
//!   explored from a state all the others are inserted there. One of them does not lead to what another has to come after.
//! * What the last event of v touches can differ from what it touched in E (a compare-exchange that failed may succeed).
//!   It is found out by running v.
//! * Locks: see [`crate::toolbox::history`]. Operations that wait for a value: [`crate::toolbox::awaits`].

use crate::Strategy;
use crate::team::Work;
use crate::team::pool::Pool;
use crate::team::task::{NodeId, Task};
use crate::team::wakeups::Wakeups;
use crate::team::work::Member;
use crate::toolbox::awaits::Await;
use crate::toolbox::clock::Clock;
use crate::toolbox::guided::{Always, Guided};
use crate::toolbox::history::Trouble;
use crate::toolbox::wakeup::{LAST, Reversal};
use event::{Access, Choice, Execution, System};
use std::sync::Arc;

/// See the module.
#[derive(Debug)]
pub(crate) struct Optimal<C> {
    guided: Guided<C, Always>,
    /// The sequence that is planned; kept for its memory.
    sequence: Vec<u32>,
}

impl<C> Default for Optimal<C> {
    fn default() -> Self {
        Optimal { guided: Guided::default(), sequence: Vec::new() }
    }
}

impl<S: System, C: Clock> Strategy<S> for Optimal<C> {
    #[inline]
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.guided.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, new_from: usize) {
        self.guided.absorb(execution);
        let history = &self.guided.history;
        let mut lowest = None;
        for event in new_from..execution.len() {
            let clock = history.clock(event);
            lowest.get_or_insert_with(|| clock.clone()).meet(clock);
        }
        for index in 0..self.guided.history.races().len() {
            let history = &self.guided.history;
            let race = history.races()[index];
            let (first, second) = (race.first as usize, race.second as usize);
            let is_new = second >= new_from
                || !planted::bug!(OldRacesIgnored)
                    && lowest.as_ref().is_some_and(|it| it.get(history.thread(first)) < history.number(first));
            if is_new {
                self.reverse(system, execution, first, second);
            }
        }
        let (locks, awaits) = self.guided.waiting(system, execution);
        for (thread, mutex, events) in locks {
            for first in events {
                self.not_after(execution, first as usize);
                let last = Choice { thread, branch: 0 };
                self.plan(execution, first as usize, last, &[Access::Lock(mutex)]);
            }
        }
        for waiting in awaits {
            self.walk_back(system, execution, &waiting, execution.len());
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        self.guided.backtrack(execution)
    }

    fn is_redundant(&self, _: &mut S) -> bool {
        self.guided.is_redundant()
    }

    fn explored(&self) -> Option<f64> {
        Some(self.guided.explored())
    }

    fn trouble(&self) -> Option<Trouble> {
        self.guided.trouble()
    }
}

impl<S: System, C: Clock> Member<S> for Optimal<C> {
    type Board = Wakeups;

    fn everything() -> Wakeups {
        Wakeups::all()
    }

    fn join(&mut self, pool: &Arc<Pool<Wakeups, Trouble>>, rarely: u32) {
        self.guided.join(pool.clone(), rarely);
    }

    fn known(&self) -> usize {
        self.guided.known()
    }

    fn begin(&mut self, task: &Task, keep: usize) {
        self.guided.begin(task, keep);
    }

    fn follow(&mut self, system: &mut S, execution: &Execution, choice: Choice, is_new: bool) -> bool {
        self.guided.follow(system, execution, choice, is_new)
    }

    fn set_out(&mut self, execution: &Execution, _is_new: bool) {
        self.guided.arrive(execution);
    }

    fn path(&self) -> Option<&Vec<NodeId>> {
        self.guided.path()
    }

    fn put_back(&mut self, board: &mut Wakeups, execution: &Execution, new_from: usize) {
        self.guided.put_back(board, execution, new_from);
    }

    fn done(&mut self, board: &mut Wakeups, execution: &Execution) {
        self.guided.done(board, execution);
    }

    fn pack(board: &Wakeups) -> Work {
        Work::Wakeups(board.clone())
    }

    fn unpack(work: &Work) -> Option<Wakeups> {
        if let Work::Wakeups(board) = work { Some(board.clone()) } else { None }
    }
}

impl<C: Clock> Optimal<C> {
    /// Plans an execution in which the second event of a race comes before the first, unless one like it is explored
    /// or planned.
    fn reverse<S: System>(&mut self, system: &mut S, execution: &Execution, first: usize, second: usize) {
        self.not_after(execution, first);
        match self.guided.foresee(system, execution, (first, &self.sequence), second) {
            None => match self.guided.awaited(execution, second) {
                Some(waiting) => self.walk_back(system, execution, &waiting, first),
                None => self.guided.trouble = Some(Trouble::Waiting),
            },
            Some(foreseen) => {
                self.plan(execution, first, foreseen.choice, foreseen.accesses(execution.accesses(second)));
            }
        }
    }

    /// Plans an execution in which an await comes as late as it can before some event.
    fn walk_back<S: System>(&mut self, system: &mut S, execution: &Execution, waiting: &Await, before: usize) {
        let history = &mut self.guided.history;
        if let Some((first, accesses)) = waiting.latest(system, history, execution, before, &mut self.sequence) {
            self.plan(execution, first, Choice { thread: waiting.thread, branch: 0 }, &accesses);
        }
    }

    /// The sequence becomes notdep(first, E).
    #[inline]
    fn not_after(&mut self, execution: &Execution, first: usize) {
        let history = &self.guided.history;
        self.sequence.clear();
        self.sequence
            .extend((first + 1..execution.len()).filter(|&it| !history.happens_before(first, it)).map(|it| it as u32));
    }

    /// Plans the sequence and one more event before `first`.
    #[inline]
    fn plan(&mut self, execution: &Execution, first: usize, last: Choice, accesses: &[Access]) {
        self.sequence.push(LAST);
        let origin = execution.events()[first].choice;
        self.guided.plan(first, origin, &mut self.sequence, &Reversal { execution, last, accesses });
    }
}
