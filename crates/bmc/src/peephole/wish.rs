//! What to try next: who makes the first step that is not decided yet.
//!
//! When the steps so far are decided, so is the state, and with it which steps are independent: a step that is left out is
//! known to be at once. A solver that begins somewhere in the middle has to find out about states that nobody reaches.

use smt::{Lit, Propagator};

/// Decides on steps in their order.
pub(super) struct Wish {
    /// For each frame those who may make its step.
    frames: Vec<Vec<Lit>>,
    /// By variable: whether it is true or false.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
}

impl Wish {
    pub fn new(frames: Vec<Vec<Lit>>) -> Wish {
        let most = frames.iter().flatten().map(|it| it.variable()).max().unwrap_or(0);
        Wish { frames, values: vec![None; most as usize + 1], trail: Vec::new(), levels: Vec::new() }
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.variable() as usize].map(|it| it != literal.is_negated())
    }
}

impl Propagator for Wish {
    fn start(&mut self) {
        self.values.fill(None);
        self.trail.clear();
        self.levels.clear();
    }

    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            if let Some(value) = self.values.get_mut(literal.variable() as usize) {
                *value = Some(!literal.is_negated());
                self.trail.push(literal);
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&keep) = self.levels.get(level) else { return };
        for literal in self.trail.drain(keep..) {
            self.values[literal.variable() as usize] = None;
        }
        self.levels.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    fn reason(&mut self, _: Lit, _: &mut Vec<Lit>) {}

    fn clause(&mut self, _: &mut Vec<Lit>) -> bool {
        false
    }

    fn decide(&mut self) -> Option<Lit> {
        for frame in &self.frames {
            if frame.iter().any(|it| self.value(*it) == Some(true)) {
                continue;
            }
            if let Some(&first) = frame.iter().find(|it| self.value(**it).is_none()) {
                return Some(first);
            }
        }
        None
    }

    fn accepts(&mut self, _: &[Lit]) -> bool {
        true
    }
}
