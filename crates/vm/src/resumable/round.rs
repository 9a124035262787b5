//! Waiting loops, as the machine sees them: a thread that comes back to where it was, without having done anything, waits.

use super::{NONE, Resumable, State};
use crate::code::Instruction;
use crate::machine::{LONGEST_ROUND, Trail};
use crate::thread;

impl Resumable<'_> {
    /// Whether the thread that runs at `base` after the state `from`, and whose last step has left `trail`, is where it was
    /// some steps before, and has done nothing in between.
    pub(super) fn has_come_back(&self, from: u32, base: usize, mut trail: Trail) -> bool {
        let own = &self.words[base..];
        if !self.repeats(own) {
            return false;
        }
        let mut id = from;
        let mut released = Vec::new();
        for _ in 0..LONGEST_ROUND {
            match trail {
                Trail::Effect | Trail::Scratch { .. } => return false,
                Trail::Nothing => {}
                Trail::Released(mutex) => released.push(mutex),
                Trail::Taken(mutex) => {
                    // Whoever tries to take a mutex sees that it is held.
                    if self.code.tries_locks || released.pop() != Some(mutex) {
                        return false;
                    }
                }
            }
            if id == NONE {
                return false;
            }
            if released.is_empty() && thread::is_same(&self.code, own, self.words_of(id)) {
                return true;
            }
            let State { from, trail: before, .. } = self.states[id as usize];
            (id, trail) = (from, before);
        }
        false
    }

    /// Whether a running thread may come back to where it is without having done anything.
    pub(super) fn repeats(&self, words: &[u64]) -> bool {
        match self.code.instructions[thread::pc(words, 0) as usize] {
            Instruction::Visible { operation } => self.code.operations[operation as usize].repeats,
            _ => false,
        }
    }
}
