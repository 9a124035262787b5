//! Who makes the step of a frame, and which orders of steps are left out: the scheduler constraints SCH.
//!
//! Wang et al. (TACAS 2008), Section 3.2: of two steps that are enabled and independent in the same state, of threads i < j, the order j, i is
//! left out where they are adjacent:
//!
//! ```text
//! en_i(V^k) and en_j(V^k) and c_G(V^k)  ->  not (sel^k = j and sel^(k+1) = i)
//! ```
//!
//! Example: of `x = 1 || y = 1` only the order of the threads is left. For two threads one interleaving of each class is left
//! (Theorem 2), whatever the guards are: two places where a pair can be swapped never overlap, so swapping ends in the same
//! interleaving wherever one begins. For more threads some are left in vain: with A and x dependent, and both independent
//! of b (threads A < b < x), `x A b` and `b x A` are one class and both allowed.
//!
//! **Chains** ([`Window::Chain`], not in the paper) look at all steps since, and not only at the last one. Thread i is
//! *late* in frame k if some step j > i was made in a frame m < k, and in each frame from m on i was enabled and independent
//! of the step made there (so it was not selected). A thread that is late is not selected:
//!
//! ```text
//! late_i^(k+1)  =  en_i(V^k) and OR_(j != i) (sel^k = j and c_G(i, j)(V^k) and (j > i or late_i^k))
//! sel^k = i  ->  not late_i^k
//! ```
//!
//! Nothing is lost: let a late thread i make its step in frame k. It did nothing between m and k, so its step was the same
//! pending one all the while; it can be swapped with the step of frame k-1, since both are enabled and independent in the
//! state V^(k-1), then with the one of frame k-2, whose state is still the same, …, down to frame m. The result is an
//! execution of the same class and length, with the same states from k+1 on, and lexicographically smaller as a sequence of
//! threads. A class has finitely many members, so its smallest one is never left out. And where independence does not
//! depend on the state nothing else is left: an interleaving without a late step has no factor `b u a` with a < b and a
//! independent of b and all of u, which is the lexicographic normal form of a trace (Anisimov and Knuth), one of each class.
//! It costs one bit for each thread and frame. (It is what sleep sets do in an explicit search that tries threads in order.)
//!
//! Deviations from the paper:
//! 1. A thread that waits in a loop, so that its step would leave everything as it is, is not enabled.
//! 2. An execution may stop early: once `stopped` is set it stays so, and nobody makes a step any more. What is asked is asked
//!    about the state in which it stops, and so about executions of each exact length. (A state in the middle of an
//!    execution may lie on no longer one that is allowed, but executions of exactly that length do reach it.)
//! 3. [`Form::Dependent`] covers mixed pairs, too, of which one transition is outside of its conflict set: the summary that
//!    is printed in Section 4 misses them. It is one clause for two threads: j, i are in this order only if they depend on each
//!    other.

use super::{Frames, Look, Looked, Rules};
use smt::Term;

/// What is left out, and how that is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How the constraints are written.
    pub form: Form,
    /// How far back they look.
    pub window: Window,
}

/// How constraints are written (Section 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One for each pair of independent transitions.
    Pairs,
    /// Pairs with the same guard are one, if they are all that the other thread can do.
    Merged,
    /// By the pairs that depend on each other.
    Dependent,
}

/// How far back constraints look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// At the last step.
    Adjacent,
    /// At all steps since.
    Chain,
}

/// Who makes the step of a frame.
pub struct Frame {
    /// Nobody, from here on.
    pub stopped: Term,
    /// Who may make it.
    pub movers: Vec<Mover>,
}

impl Frame {
    /// The only thread that can make the step, if it surely can. Then it is made in any case: what would be after the end of an
    /// execution does not matter, and what is known stays known so.
    pub fn only_mover(&self) -> Option<u32> {
        match &self.movers[..] {
            [only] if only.surely => Some(only.thread),
            _ => None,
        }
    }
}

/// Somebody who may make the step of a frame.
pub struct Mover {
    /// Which thread.
    pub thread: u32,
    /// Whether it does.
    pub selected: Term,
    /// Whether it surely can.
    pub surely: bool,
    /// What it chooses then, each with when.
    pub inputs: Vec<(Term, Term)>,
    /// The threads that it starts then, each with when.
    pub starts: Vec<(Term, u32)>,
}

/// What the frames before say about the next one.
#[derive(Default)]
pub struct Past {
    /// Whether the execution has stopped; nothing at first.
    stopped: Option<Term>,
    /// Conditions under which a thread is not selected.
    forbidden: Vec<(Term, u32)>,
    /// When threads are late.
    late: Vec<(u32, Term)>,
}

impl Frames<'_> {
    /// Makes the unknowns of a frame's choice, with what constrains it; the past is that of the next frame then.
    pub fn schedule(&mut self, look: &Look, schedule: Schedule, past: &mut Past) -> Frame {
        let mut movers = Vec::new();
        for looked in &look.threads {
            if !self.terms.is_false(looked.enabled) {
                movers.push(self.mover(looked));
            }
        }
        let stopped = self.terms.variable(1);
        self.choose_one(&movers, stopped);
        if let Some(before) = past.stopped {
            let stays = self.terms.implies(before, stopped);
            self.constraints.push(stays);
        }
        for (condition, thread) in std::mem::take(&mut past.forbidden) {
            if let Some(mover) = movers.iter().find(|it| it.thread == thread) {
                let not = self.terms.not(mover.selected);
                let forbidden = self.terms.implies(condition, not);
                self.constraints.push(forbidden);
            }
        }
        past.stopped = Some(stopped);
        if self.options.rules != Rules::None {
            match schedule.window {
                Window::Adjacent => self.forbid_adjacent(look, &movers, schedule.form, past),
                Window::Chain => self.forbid_late(look, &movers, past),
            }
        }
        Frame { stopped, movers }
    }

    fn mover(&mut self, looked: &Looked) -> Mover {
        let selected = self.terms.variable(1);
        let can = self.terms.implies(selected, looked.enabled);
        self.constraints.push(can);
        let (mut inputs, mut starts) = (Vec::new(), Vec::new());
        for seen in &looked.spots {
            for &(guard, value) in &seen.outcome.inputs {
                inputs.push((self.terms.and(seen.at, guard), value));
            }
            for &(guard, child) in &seen.outcome.starts {
                starts.push((self.terms.and(seen.at, guard), child));
            }
        }
        let surely = self.terms.is_true(looked.enabled);
        Mover { thread: looked.thread, selected, surely, inputs, starts }
    }

    /// Exactly one of them, or nobody any more.
    fn choose_one(&mut self, movers: &[Mover], stopped: Term) {
        let mut all: Vec<Term> = movers.iter().map(|it| it.selected).collect();
        all.push(stopped);
        self.at_most_one(&all);
        let some = self.terms.any(all);
        self.constraints.push(some);
    }

    /// The constraint of the paper, for each two threads.
    fn forbid_adjacent(&mut self, look: &Look, movers: &[Mover], form: Form, past: &mut Past) {
        for (index, second) in look.threads.iter().enumerate() {
            let Some(mover) = movers.iter().find(|it| it.thread == second.thread) else { continue };
            for first in &look.threads[..index] {
                let conditions = match form {
                    Form::Pairs => self.pairs(first, second),
                    Form::Merged => self.merged(first, second),
                    Form::Dependent => {
                        let dependent = self.dependent(first, second);
                        let independent = self.terms.not(dependent);
                        vec![self.terms.and(first.enabled, independent)]
                    }
                };
                for condition in conditions {
                    let condition = self.terms.and(mover.selected, condition);
                    if !self.terms.is_false(condition) {
                        past.forbidden.push((condition, first.thread));
                    }
                }
            }
        }
    }

    /// When both are at transitions that are independent, one condition for each pair.
    fn pairs(&mut self, first: &Looked, second: &Looked) -> Vec<Term> {
        let mut conditions = Vec::new();
        for one in &first.spots {
            for two in &second.spots {
                let guard = self.independent(one, two);
                let both = self.terms.and(one.enabled, two.at);
                conditions.push(self.terms.and(both, guard));
            }
        }
        conditions
    }

    /// The same, where a guard that goes for all transitions of the second thread needs no mention of where that is.
    fn merged(&mut self, first: &Looked, second: &Looked) -> Vec<Term> {
        let mut conditions = Vec::new();
        for one in &first.spots {
            let guards: Vec<Term> = second.spots.iter().map(|two| self.independent(one, two)).collect();
            if guards.windows(2).all(|it| it[0] == it[1]) {
                conditions.extend(guards.first().map(|&guard| self.terms.and(one.enabled, guard)));
                continue;
            }
            for (guard, two) in guards.into_iter().zip(&second.spots) {
                let both = self.terms.and(one.enabled, two.at);
                conditions.push(self.terms.and(both, guard));
            }
        }
        conditions
    }

    /// When both are at transitions that depend on each other.
    fn dependent(&mut self, first: &Looked, second: &Looked) -> Term {
        let mut all = Vec::new();
        for one in &first.spots {
            for two in &second.spots {
                let guard = self.independent(one, two);
                let conflict = self.terms.not(guard);
                let both = self.terms.and(one.at, two.at);
                all.push(self.terms.and(both, conflict));
            }
        }
        self.terms.any(all)
    }

    /// Late threads are not selected.
    fn forbid_late(&mut self, look: &Look, movers: &[Mover], past: &mut Past) {
        let never = self.terms.truth(false);
        let before = std::mem::take(&mut past.late);
        let mut late: Vec<Vec<Term>> = vec![Vec::new(); look.threads.len()];
        for (index, second) in look.threads.iter().enumerate() {
            for (other, first) in look.threads[..index].iter().enumerate() {
                let selected = |it: u32| movers.iter().find(|mover| mover.thread == it).map(|it| it.selected);
                let was_late = |it: u32| before.iter().find(|late| late.0 == it).map_or(never, |it| it.1);
                let (one, two) = (selected(first.thread), selected(second.thread));
                if one.is_none() && two.is_none() {
                    continue;
                }
                let dependent = self.dependent(first, second);
                let independent = self.terms.not(dependent);
                if let Some(two) = two {
                    late[other].push(self.terms.and(two, independent));
                }
                if let Some(one) = one {
                    let still = self.terms.and(one, was_late(second.thread));
                    let independent = if planted::bug!(LateForEver) { still } else { independent };
                    late[index].push(self.terms.and(still, independent));
                }
            }
        }
        for (looked, reasons) in look.threads.iter().zip(late) {
            let some = self.terms.any(reasons);
            let is_late = self.terms.and(looked.enabled, some);
            if !self.terms.is_false(is_late) {
                let is_late = self.named(is_late);
                past.late.push((looked.thread, is_late));
                past.forbidden.push((is_late, looked.thread));
            }
        }
    }
}
