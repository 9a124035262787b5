//! Counterexample-guided abstraction refinement over the automata of a program.
//!
//! Cs. Telbisz: thesis (2024), chapters 2 to 4.

mod settings;

pub use settings::{Cone, Domain, Figures, Found, Initial, Order, Reduction, Settings};

/// Looks for a failing assertion, or for a proof that there is none. `progress` is told of every iteration.
pub fn check(program: &ir::Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    let _ = (program, settings);
    let figures = Figures::default();
    progress(&figures);
    (Found::Undecided("work in progress".to_owned()), figures)
}
