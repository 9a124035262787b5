//! What the user sees: diagnostics on their source lines, counterexamples as a table of threads
//! or as messages between actors, verdicts with their scope.
//!
//! Everything here turns data into text; nothing decides anything, and nothing is printed. Start at [`answer`].

mod answer;
mod diagnostics;
mod places;
mod sequence;
mod steps;
mod trace;

pub use answer::{Answer, answer, verdict_line};
pub use diagnostics::diagnostics;
pub use steps::{file_name, full_name, steps, told};
pub use trace::trace;

/// How text is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With terminal colours.
    pub colour: bool,
    /// Every step of a counterexample, not only those that matter.
    pub full_trace: bool,
}
