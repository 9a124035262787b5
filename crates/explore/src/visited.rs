//! States that have been seen, compared exactly.
//!
//! A state is stored as the numbers of its parts, and each distinct part once: most steps change one thread and a few
//! bytes, so parts recur in thousands of states.

use event::System;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
pub(crate) struct Visited {
    parts: FxHashMap<Box<[u64]>, u32>,
    states: FxHashSet<Box<[u32]>>,
    scratch: Vec<u32>,
}

impl Visited {
    /// Records the current state; says whether it is new.
    pub fn insert(&mut self, system: &mut impl System) -> bool {
        self.scratch.clear();
        let (parts, scratch) = (&mut self.parts, &mut self.scratch);
        system.encode(&mut |part| {
            let next = parts.len() as u32;
            let number = match parts.get(part) {
                Some(&number) => number,
                None => {
                    parts.insert(part.into(), next);
                    next
                }
            };
            scratch.push(number);
        });
        if self.states.contains(self.scratch.as_slice()) {
            return false;
        }
        self.states.insert(self.scratch.as_slice().into())
    }
}
