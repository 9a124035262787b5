//! How much an engine may use, and who may stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Somebody who lets several workers take turns.
pub trait Pace: Send + Sync {
    /// Called at every look at a budget, which workers take after about the same amount of work. May wait for a turn.
    fn tick(&self);
}

/// Limits that are shared by everything that works on one question.
#[derive(Clone, Default)]
pub struct Budget {
    /// Work ends here.
    pub deadline: Option<Instant>,
    /// Largest memory of the process in bytes, and how to learn the current one.
    pub memory: Option<(u64, fn() -> u64)>,
    /// Set from outside (Ctrl-C) to end the work.
    pub interrupt: Arc<AtomicBool>,
    /// Who is told of every look, if others work on the same question.
    pub pace: Option<Arc<dyn Pace>>,
}

/// Why the work ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// `--timeout`.
    Time,
    /// `--memory`.
    Memory,
    /// An execution grew beyond all bounds.
    Length,
    /// Ctrl-C.
    Interrupt,
}

impl Budget {
    /// What is used up, if anything. Costs a system call or two: ask every few thousand steps.
    pub fn exceeded(&self) -> Option<Limit> {
        if let Some(pace) = &self.pace {
            pace.tick();
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        if self.deadline.is_some_and(|it| Instant::now() >= it) {
            return Some(Limit::Time);
        }
        if self.memory.is_some_and(|(most, in_use)| in_use() > most) {
            return Some(Limit::Memory);
        }
        None
    }
}
