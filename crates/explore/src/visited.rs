//! States that have been seen, compared exactly.

use crate::toolbox::states::States;
use event::System;

#[derive(Debug, Default)]
pub(crate) struct Visited {
    states: States,
}

impl Visited {
    /// Records the current state; says whether it is new.
    pub fn insert(&mut self, system: &mut impl System) -> bool {
        let known = self.states.len();
        self.states.number(system) as usize == known
    }
}
