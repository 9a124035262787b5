//! Bounded model checking in time frames, with peephole partial-order reduction.
//!
//! C. Wang, Z. Yang, V. Kahlon, A. Gupta: Peephole Partial Order Reduction. TACAS 2008.
//!
//! An execution of K steps is K frames, in each of which one thread is selected. `encode::frames` writes down what a step does
//! and which orders of independent steps are left out; here it is decided how far to go, what is asked, and what the
//! answer means. [`check`] is the engine; [`admitted`] lists the interleavings that are left, for those who want to count
//! them.

mod engine;
mod enumerate;
mod unrolling;
mod wish;

pub use encode::frames::{Form, Relation, Rules, Transition, Window};
pub use engine::{Examined, Figures, Found, Settings, check};
pub use enumerate::admitted;

/// Which interleavings are left out, and how that is said to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheduler {
    /// Which steps count as independent.
    pub rules: Rules,
    /// How constraints are written.
    pub form: Form,
    /// How far back they look.
    pub window: Window,
}

impl Default for Scheduler {
    /// The best of `bench/suites/peephole.toml`.
    fn default() -> Self {
        Scheduler { rules: Rules::Simple, form: Form::Dependent, window: Window::Adjacent }
    }
}
