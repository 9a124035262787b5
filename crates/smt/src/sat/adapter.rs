//! Between CaDiCaL's callbacks and a [`Propagator`].
//!
//! A panic must not unwind through C++, and CaDiCaL aborts the process if a propagator breaks its contract. So every
//! callback runs under `catch_unwind`, contracts are checked here first, and what went wrong is kept in [`Poison`].
//! From then on nothing is asked of the propagator, the terminator ends the search, and the caller gets the panic when
//! the solver has returned.

use super::{Lit, Propagator};
use cadical_sys::{ExternalPropagator, Terminator};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

/// A panic that waits for the solver to return.
#[derive(Clone, Default)]
pub(super) struct Poison {
    is_set: Rc<Cell<bool>>,
    payload: Rc<RefCell<Option<Box<dyn Any + Send>>>>,
}

impl Poison {
    pub(super) fn take(&self) -> Option<Box<dyn Any + Send>> {
        self.payload.borrow_mut().take()
    }

    fn set(&self, payload: Box<dyn Any + Send>) {
        if !self.is_set.replace(true) {
            *self.payload.borrow_mut() = Some(payload);
        }
    }
}

/// Ends the search when told to.
pub(super) struct Watch {
    interrupt: Option<Arc<dyn Fn() -> bool>>,
    poison: Poison,
    polls: u32,
}

/// How many polls pass until the interrupt is asked: CaDiCaL polls far more often than needed, and asking costs something. They
/// are counted, not timed, so that whoever takes turns with others does so at the same points whenever it is run.
const POLLS: u32 = 32;

impl Watch {
    pub(super) fn new(interrupt: Option<Arc<dyn Fn() -> bool>>, poison: Poison) -> Watch {
        Watch { interrupt, poison, polls: 0 }
    }
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        if self.poison.is_set.get() {
            return true;
        }
        let Some(interrupt) = &self.interrupt else { return false };
        self.polls += 1;
        if self.polls < POLLS {
            return false;
        }
        self.polls = 0;
        match catch_unwind(AssertUnwindSafe(|| interrupt())) {
            Ok(answer) => answer,
            Err(payload) => {
                self.poison.set(payload);
                true
            }
        }
    }
}

/// A propagator as CaDiCaL wants it.
pub(super) struct Adapter {
    propagator: Rc<RefCell<dyn Propagator>>,
    /// By variable.
    observed: Vec<bool>,
    /// Literals on their way into the propagator.
    incoming: Vec<Lit>,
    /// The clause on its way into the solver, and how much of it the solver has.
    outgoing: Vec<Lit>,
    sent: usize,
    is_sending_reason: bool,
    lemmas: u64,
    is_recording: bool,
    recorded: Vec<i32>,
    poison: Poison,
}

impl Adapter {
    pub(super) fn new(
        propagator: Rc<RefCell<dyn Propagator>>,
        observed_literals: &[Lit],
        is_recording: bool,
        poison: Poison,
    ) -> Adapter {
        let largest = observed_literals.iter().map(|it| it.variable()).max().unwrap_or(0);
        let mut observed = vec![false; largest as usize + 1];
        for literal in observed_literals {
            observed[literal.variable() as usize] = true;
        }
        Adapter {
            propagator,
            observed,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            sent: 0,
            is_sending_reason: false,
            lemmas: 0,
            is_recording,
            recorded: Vec::new(),
            poison,
        }
    }

    /// How many clauses were added, and, if they are recorded, which.
    pub(super) fn finish(&mut self) -> (u64, Vec<i32>) {
        (self.lemmas, std::mem::take(&mut self.recorded))
    }

    /// Asks the propagator something, unless something went wrong before.
    fn ask<T>(&mut self, otherwise: T, question: impl FnOnce(&mut Adapter, &mut dyn Propagator) -> T) -> T {
        if self.poison.is_set.get() {
            return otherwise;
        }
        let propagator = self.propagator.clone();
        let guarded = AssertUnwindSafe(|| question(self, &mut *propagator.borrow_mut()));
        match catch_unwind(guarded) {
            Ok(answer) => answer,
            Err(payload) => {
                self.poison.set(payload);
                otherwise
            }
        }
    }

    fn require_observed(&self, literal: Lit) {
        let is_observed = self.observed.get(literal.variable() as usize).copied().unwrap_or(false);
        assert!(is_observed, "a propagator used the variable {}, which is not observed", literal.variable());
    }

    /// The clause in `outgoing` is complete.
    fn begin_sending(&mut self) {
        self.sent = 0;
        self.lemmas += 1;
        if self.is_recording {
            self.recorded.extend(self.outgoing.iter().map(|it| it.dimacs()));
            self.recorded.push(0);
        }
    }

    fn next_literal(&mut self) -> i32 {
        match self.outgoing.get(self.sent) {
            Some(literal) => {
                self.sent += 1;
                literal.dimacs()
            }
            None => 0,
        }
    }

    fn take_in(&mut self, literals: &[i32]) {
        self.incoming.clear();
        self.incoming.extend(literals.iter().map(|it| Lit::from_dimacs(*it)));
    }
}

impl ExternalPropagator for Adapter {
    /// The propagator can give them again.
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, literals: &[i32]) {
        self.take_in(literals);
        self.ask((), |this, propagator| propagator.assign(&this.incoming));
    }

    fn notify_new_decision_level(&mut self) {
        self.ask((), |_, propagator| propagator.new_level());
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        self.ask((), |_, propagator| propagator.backtrack(new_level));
    }

    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        self.take_in(model);
        self.ask(true, |this, propagator| propagator.accepts(&this.incoming))
    }

    fn cb_decide(&mut self) -> i32 {
        self.ask(0, |this, propagator| match propagator.decide() {
            Some(literal) => {
                this.require_observed(literal);
                literal.dimacs()
            }
            None => 0,
        })
    }

    fn cb_propagate(&mut self) -> i32 {
        self.ask(0, |this, propagator| match propagator.propagate() {
            Some(literal) => {
                this.require_observed(literal);
                literal.dimacs()
            }
            None => 0,
        })
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        if !self.is_sending_reason {
            let literal = Lit::from_dimacs(propagated);
            self.outgoing.clear();
            let is_sound = self.ask(false, |this, propagator| {
                propagator.reason(literal, &mut this.outgoing);
                this.outgoing.iter().for_each(|it| this.require_observed(*it));
                assert!(this.outgoing.contains(&literal), "a reason lacks the literal that it is for");
                true
            });
            if !is_sound {
                // The solver will not be used again, but it has to come to its end.
                self.outgoing.clear();
                self.outgoing.push(literal);
            }
            self.begin_sending();
            self.is_sending_reason = true;
        }
        let next = self.next_literal();
        self.is_sending_reason = next != 0;
        next
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = false;
        self.outgoing.clear();
        let has_one = self.ask(false, |this, propagator| {
            let has_one = propagator.clause(&mut this.outgoing);
            if has_one {
                this.outgoing.iter().for_each(|it| this.require_observed(*it));
            }
            has_one
        });
        if has_one {
            self.begin_sending();
        }
        has_one
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.next_literal()
    }
}
