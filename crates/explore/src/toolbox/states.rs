//! States by number, compared exactly.
//!
//! A state is the set of its parts (an object, a thread, a task), under names that do not depend on how it was reached.
//! Parts recur in many states, so each is kept once; and what a step changes is a difference of sets.

use super::sets::{SetId, Sets};
use event::System;
use rustc_hash::FxHashMap;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct States {
    parts: FxHashMap<Box<[u64]>, u32>,
    sets: Sets<u32>,
    now: Vec<u32>,
    /// For each set whether a system has been in that state.
    is_met: Vec<bool>,
}

impl States {
    /// The number of the current state.
    pub fn number<S: System>(&mut self, system: &mut S) -> SetId {
        let (parts, now) = (&mut self.parts, &mut self.now);
        now.clear();
        system.encode_by_name(false, &mut |part| {
            let next = parts.len() as u32;
            let number = match parts.get(part) {
                Some(&number) => number,
                None => *parts.entry(part.into()).or_insert(next),
            };
            now.push(number);
        });
        let state = self.sets.of(now.iter().copied());
        debug_assert_eq!(self.sets.get(state).len(), self.now.len(), "no two parts of a state are equal");
        if self.is_met.len() <= state as usize {
            self.is_met.resize(state as usize + 1, false);
        }
        self.is_met[state as usize] = true;
        state
    }

    /// The state after a step that depends on nothing in between, given the states before and after it elsewhere. `None`: a
    /// part that it changes is another one here.
    pub fn with_change(&mut self, state: SetId, before: SetId, after: SetId) -> Option<SetId> {
        let (here, before, after) = (self.sets.get(state), self.sets.get(before), self.sets.get(after));
        let has = |set: &[u32], part: &u32| set.binary_search(part).is_ok();
        if before.iter().any(|it| !has(after, it) && !has(here, it)) {
            return None;
        }
        let kept = here.iter().filter(|it| !has(before, it) || has(after, it));
        let changed: Vec<u32> = kept.chain(after.iter().filter(|it| !has(before, it))).copied().collect();
        Some(self.sets.of(changed.into_iter()))
    }

    /// How many states have been met.
    pub fn len(&self) -> usize {
        self.is_met.iter().filter(|it| **it).count()
    }
}
