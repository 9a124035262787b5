//! States, compared part by part, and states that are expected.

use event::System;
use std::collections::BTreeSet;

/// A state: all parts of its encoding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(BTreeSet<Vec<u64>>);

impl State {
    /// Where a system is.
    pub fn of(system: &mut impl System) -> State {
        let mut parts = BTreeSet::new();
        system.encode(false, &mut |part| {
            parts.insert(part.to_vec());
        });
        State(parts)
    }

    /// The same state after a change that leads elsewhere from one state to another. `None`: what is changed is not there,
    /// or what is new is there already.
    fn changed(&self, from: &State, to: &State) -> Option<State> {
        let mut parts = self.0.clone();
        let is_possible = from.0.difference(&to.0).all(|it| parts.remove(it))
            && to.0.difference(&from.0).all(|it| parts.insert(it.clone()));
        is_possible.then_some(State(parts))
    }
}

/// A state that is expected at the end of a sleeping sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    /// The state.
    state: State,
    /// Where the sequence begins.
    start: State,
}

impl Expected {
    pub fn new(state: State, start: State) -> Expected {
        Expected { state, start }
    }

    pub fn is(&self, state: &State) -> bool {
        self.state == *state
    }

    /// What is expected if a step that the rest of the sequence does not depend on comes in between. `None` if that is not
    /// known, since the sequence and the step change the same parts.
    pub fn after(&self, from: &State, to: &State) -> Option<Expected> {
        Some(Expected { state: self.state.changed(from, to)?, start: self.start.changed(from, to)? })
    }
}
