//! Deadlocks: where threads may wait for ever, and when all of them do.
//!
//! A thread is stuck where it has come to an operation that it cannot perform in the state in which everything ends. What
//! it waits for is compared with what is in memory in the end. A thread is stuck in a loop, too, if it has made a round
//! that has changed nothing, and all that it has looked at on the way is as it is in the end: then the next round is
//! the same, and so on. (Whoever is stuck in a loop in the end can make such a round there.) Where a round asks for inputs,
//! it must come back with all of them: the condition under which it does is taken with each, and with what is in memory
//! in the end in the place of what was read.

use super::build::Builder;
use super::finals::Finals;
use super::graph::{Place, Stuck};
use rustc_hash::FxHashMap;
use smt::{Node, Term};

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
    /// The round that it makes, if that asks for inputs.
    round: Option<u32>,
}

/// A round of a loop that asks for inputs.
pub(super) struct IdleRound {
    thread: u32,
    /// When it changes nothing, on each way back.
    returns: Vec<Term>,
    /// The unknowns, and the largest numbers that they can be.
    inputs: Vec<(Term, u64)>,
    /// Its events.
    events: std::ops::Range<usize>,
}

/// Rounds with more combinations of inputs than this are cut off.
const MOST_COMBINATIONS: u64 = 16;

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
    /// A number of its own.
    pub id: u32,
    /// How many events, steps, effects and logged accesses there were, and how many inputs were asked for.
    pub events: usize,
    pub steps: usize,
    pub effects: usize,
    pub accesses: usize,
    pub inputs: usize,
}

impl Builder<'_> {
    /// Where things are now.
    pub fn beginning(&mut self) -> Beginning {
        self.beginnings += 1;
        Beginning {
            id: self.beginnings,
            events: self.graph.events.len(),
            steps: self.graph.steps.len(),
            effects: self.now.effects.len(),
            accesses: self.races.accesses.len(),
            inputs: self.now.inputs.len(),
        }
    }

    /// The running thread may wait for ever here, in a step of its own or in a section, when the condition holds.
    pub fn note_wait(&mut self, when: Term, missing: Vec<Missing>) {
        let Some(section) = self.state.section.as_ref().filter(|_| self.options.purpose.asks_for_deadlocks()) else {
            return;
        };
        let (begun, clock) = (section.begun, section.clock);
        let first_step = section.step;
        if self.terms.is_false(when) {
            return;
        }
        if self.now.inputs.len() > begun.inputs {
            // With another input it might get on.
            self.graph.cuts.push(when);
            return;
        }
        let found = self.found_since(begun, clock);
        let thread = self.now.thread;
        self.waits.push(Wait { thread, when, found, missing, first_step, round: None });
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
        let found = self.found_since(begun, None);
        let (thread, end) = (self.now.thread, self.graph.events.len());
        let round = (self.now.inputs.len() > begun.inputs).then_some(begun.id);
        if let Some(id) = round {
            let empty = IdleRound { thread, returns: Vec::new(), inputs: Vec::new(), events: begun.events..end };
            let round = self.idle_rounds.entry(id).or_insert(empty);
            round.returns.push(when);
            round.inputs = self.now.inputs[begun.inputs..].to_vec();
            round.events.end = end;
        }
        let (missing, first_step) = (Vec::new(), begun.steps);
        self.waits.push(Wait { thread, when, found, missing, first_step, round });
    }

    /// What the running thread has looked at since then, in this unit or in any.
    fn found_since(&self, begun: Beginning, clock: Option<u32>) -> Vec<(Term, Place, Term)> {
        let reads = self.graph.events[begun.events..].iter().filter(|it| !it.is_write && it.thread == self.now.thread);
        let reads = reads.filter(|it| clock.is_none_or(|clock| it.clock == clock));
        reads.map(|it| (it.guard, self.graph.cells[it.cell as usize].place, it.value)).collect()
    }

    /// The condition of a deadlock: somebody is stuck, and everybody who is not has ended.
    pub fn settle_waits(&mut self) {
        let mut finals = self.begin_finals();
        for wait in std::mem::take(&mut self.waits) {
            let mut when = self.is_stuck(&mut finals, &wait);
            if let Some(round) = wait.round.filter(|_| !self.terms.is_false(when)) {
                match self.always_returns(&mut finals, round) {
                    Some(always) => when = self.terms.and(when, always),
                    None => {
                        self.graph.cuts.push(when);
                        continue;
                    }
                }
            }
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
            if !planted::bug!(DeadlocksOfSome) {
                deadlock = self.terms.and(deadlock, rests);
            }
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

    /// When a round changes nothing whatever its inputs are, if memory is as it is in the end. `None`: too many inputs.
    fn always_returns(&mut self, finals: &mut Finals, round: u32) -> Option<Term> {
        let IdleRound { thread, returns, inputs, events } = self.idle_rounds.get(&round)?;
        let (thread, returns, events) = (*thread, returns.clone(), events.clone());
        let inputs = inputs.clone();
        let returns = self.terms.any(returns);
        let mut now: FxHashMap<Term, Term> = FxHashMap::default();
        for index in events {
            let event = self.graph.events[index];
            if event.is_write || event.thread != thread {
                continue;
            }
            let last = self.final_value(finals, self.graph.cells[event.cell as usize].place);
            if let Some(taken) = event.taken {
                let is_there = self.terms.eq(last, event.value);
                now.insert(taken, is_there);
            } else if let Some(found) = self.unknown_of(event.value) {
                let last = self.unknown_of(last).filter(|it| self.terms.width(*it) == self.terms.width(found))?;
                now.insert(found, last);
            }
        }
        let combinations = inputs.iter().try_fold(1u64, |all, it| all.checked_mul(it.1.checked_add(1)?))?;
        if combinations > MOST_COMBINATIONS {
            return None;
        }
        let mut always = self.terms.truth(true);
        for combination in 0..combinations {
            let mut rest = combination;
            for &(unknown, most) in &inputs {
                if self.terms.value_of(unknown).is_none() {
                    let unknown = self.unknown_of(unknown)?;
                    let value = self.terms.constant(self.terms.width(unknown), rest % (most + 1));
                    now.insert(unknown, value);
                }
                rest /= most + 1;
            }
            let comes_back = self.terms.substitute(returns, &now);
            always = self.terms.and(always, comes_back);
        }
        Some(always)
    }

    /// The unknown that a value is made of, if that is only made wider.
    fn unknown_of(&self, value: Term) -> Option<Term> {
        let mut unknowns = Vec::new();
        let mut open = vec![value];
        while let Some(at) = open.pop() {
            let node = self.terms.node(at);
            if let Node::Variable { .. } = node {
                unknowns.push(at);
            }
            open.extend(node.operands());
        }
        unknowns.dedup();
        if let [unknown] = unknowns[..] { Some(unknown) } else { None }
    }
}
