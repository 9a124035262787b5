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

    /// What has ended work that was stopped because something was used up. Time does not come back, and who wants an end
    /// wants it for good; if nothing is used up any more, it was memory, which has been given back since.
    pub fn reached(&self) -> Limit {
        let given_back = if self.memory.is_some() { Limit::Memory } else { Limit::Interrupt };
        self.exceeded().unwrap_or(given_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_given_back_was_the_limit() {
        let budget = Budget { memory: Some((1000, || 10)), ..Budget::default() };
        assert_eq!((budget.exceeded(), budget.reached()), (None, Limit::Memory));
        budget.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(budget.reached(), Limit::Interrupt);
        let late = Budget { deadline: Some(Instant::now()), ..Budget { interrupt: Arc::default(), ..budget } };
        assert_eq!(late.reached(), Limit::Time);
    }
}
