//! Deadlocks: where threads may wait for ever, and when all of them do.
//!
//! A thread is stuck where it has come to an operation that it cannot perform in the state in which everything ends. What
//! it waits for is compared with what is in memory in the end. A thread is stuck in a loop, too, if it has made a round
//! that has changed nothing, and all that it has looked at on the way is as it is in the end: then the next round is
//! the same, and so on. (Whoever is stuck in a loop in the end can make such a round there.)

use super::build::Builder;
use super::finals::Finals;
use super::graph::{Place, Stuck};
use smt::Term;

/// Somewhere a thread may wait for ever.
pub(super) struct Wait {
    thread: u32,
    /// When it is there and goes no further.
    when: Term,
    /// What it has looked at to get there: when, where, and what it has found. It must be there in the end, too.
    found: Vec<(Term, Place, Term)>,
    /// What it misses, if that is known in the end only: one of these.
    missing: Vec<Missing>,
    /// Its first step that it makes in vain.
    first_step: usize,
}

/// Something that a thread misses.
pub(super) enum Missing {
    /// If the condition holds, something else than this value is in the place.
    In(Term, Place, Term),
    /// It is known not to be there.
    Known(Term),
}

/// Where a round of a loop, or a step, has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// How many events, steps, effects and logged accesses there were, and how many inputs were asked for.
    pub events: usize,
    pub steps: usize,
    pub effects: usize,
    pub accesses: usize,
    pub inputs: usize,
}

impl Builder<'_> {
    /// Where things are now.
    pub fn beginning(&self) -> Beginning {
        Beginning {
            events: self.graph.events.len(),
            steps: self.graph.steps.len(),
            effects: self.now.effects.len(),
            accesses: self.races.accesses.len(),
            inputs: self.now.inputs,
        }
    }

    /// The running thread may wait for ever here, in a step of its own or in a section, when the condition holds.
    pub fn note_wait(&mut self, when: Term, missing: Vec<Missing>) {
        let Some(section) = self.state.section.as_ref().filter(|_| self.options.purpose.asks_for_deadlocks()) else {
            return;
        };
        let (begun, clock) = (section.begun, section.clock);
        let first_step = section.step;
        self.add_wait(begun, first_step, when, missing, clock);
    }

    /// The running thread may go round in a loop for ever when the condition holds.
    pub fn note_idle_round(&mut self, begun: Beginning, when: Term) {
        if !self.options.purpose.asks_for_deadlocks() || self.terms.is_false(when) {
            return;
        }
        if self.state.section.is_some() {
            // A section that does not come to its end.
            self.graph.cuts.push(when);
            return;
        }
        self.add_wait(begun, begun.steps, when, Vec::new(), None);
    }

    /// `clock`: only what was looked at in this unit matters.
    fn add_wait(&mut self, begun: Beginning, first_step: usize, when: Term, missing: Vec<Missing>, clock: Option<u32>) {
        if self.terms.is_false(when) {
            return;
        }
        if self.now.inputs != begun.inputs {
            // With another input it might get on.
            self.graph.cuts.push(when);
            return;
        }
        let thread = self.now.thread;
        let reads = self.graph.events[begun.events..].iter();
        let reads =
            reads.filter(|it| !it.is_write && it.thread == thread && clock.is_none_or(|clock| it.clock == clock));
        let found = reads.map(|it| (it.guard, self.graph.cells[it.cell as usize].place, it.value)).collect();
        self.waits.push(Wait { thread, when, found, missing, first_step });
    }

    /// The condition of a deadlock: somebody is stuck, and everybody who is not has ended.
    pub fn settle_waits(&mut self) {
        let mut finals = self.begin_finals();
        for wait in std::mem::take(&mut self.waits) {
            let when = self.is_stuck(&mut finals, &wait);
            if !self.terms.is_false(when) {
                self.graph.stuck.push(Stuck { thread: wait.thread, when, first_step: wait.first_step });
            }
        }
        let some = self.graph.stuck.iter().map(|it| it.when).collect::<Vec<_>>();
        let mut deadlock = self.terms.any(some);
        for number in 0..self.graph.threads.len() {
            let Some(thread) = self.graph.threads[number].clone() else { continue };
            let own = self.graph.stuck.iter().filter(|it| it.thread as usize == number).map(|it| it.when);
            let own = own.collect::<Vec<_>>();
            let stuck = self.terms.any(own);
            // The end of the first function is the end of the program.
            let ended = if number == 0 { thread.left } else { thread.finished };
            let rests = self.terms.or(stuck, ended);
            let rests = self.terms.implies(thread.guard, rests);
            deadlock = self.terms.and(deadlock, rests);
        }
        self.graph.deadlock = deadlock;
    }

    fn is_stuck(&mut self, finals: &mut Finals, wait: &Wait) -> Term {
        let mut stuck = wait.when;
        for &(guard, place, value) in &wait.found {
            if self.terms.is_false(stuck) {
                return stuck;
            }
            let last = self.final_value(finals, place);
            let same = self.terms.eq(last, value);
            let same = self.terms.implies(guard, same);
            stuck = self.terms.and(stuck, same);
        }
        if wait.missing.is_empty() {
            return stuck;
        }
        let mut misses = self.terms.truth(false);
        for missing in &wait.missing {
            let is_missing = match *missing {
                Missing::Known(when) => when,
                Missing::In(when, place, wanted) => {
                    let last = self.final_value(finals, place);
                    let other = self.terms.ne(last, wanted);
                    self.terms.and(when, other)
                }
            };
            misses = self.terms.or(misses, is_missing);
        }
        self.terms.and(stuck, misses)
    }
}
