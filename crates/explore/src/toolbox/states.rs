//! States by number, compared exactly.
//!
//! A state is the set of its parts (an object, a thread, a task), under names that do not depend on how it was reached.
//! Parts recur in many states, so each is kept once.

use super::sets::{Pool, SetId, Sets};
use event::System;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct States {
    parts: Pool<u64>,
    sets: Sets<u32>,
    #[serde(skip)]
    now: Vec<u32>,
    /// Whether results that nobody can get any more are left out.
    live: bool,
}

impl States {
    /// No states; whether results that nobody can get any more are left out.
    pub fn new(live: bool) -> Self {
        States { live, ..States::default() }
    }

    /// The number of the current state.
    pub fn number<S: System>(&mut self, system: &mut S) -> SetId {
        self.read(system);
        self.number_now()
    }

    /// Takes the current state apart.
    pub fn read<S: System>(&mut self, system: &mut S) {
        let (parts, now) = (&mut self.parts, &mut self.now);
        now.clear();
        system.encode(self.live, &mut |part| now.push(parts.of(part)));
    }

    /// The parts, by number, of the state that was [read](States::read) last.
    pub fn now(&self) -> &[u32] {
        &self.now
    }

    /// The number of that state.
    pub fn number_now(&mut self) -> SetId {
        let state = self.sets.of(self.now.iter().copied());
        debug_assert_eq!(self.sets.get(state).len(), self.now.len(), "no two parts of a state are equal");
        state
    }

    /// The parts of a state, by number.
    pub fn parts_of(&self, state: SetId) -> &[u32] {
        self.sets.get(state)
    }

    /// A part.
    pub fn part(&self, number: u32) -> &[u64] {
        self.parts.get(number)
    }

    /// The same without any states.
    pub fn emptied(&self) -> Self {
        States::new(self.live)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.parts.bytes() + self.sets.bytes()
    }

    /// The number of a state of others.
    pub fn copy(&mut self, others: &States, state: SetId) -> SetId {
        let parts: Vec<u32> = others.sets.get(state).iter().map(|&it| self.parts.of(others.parts.get(it))).collect();
        self.sets.of(parts.into_iter())
    }
}
