//! What the user sees: diagnostics on their source lines, counterexamples as a table of threads
//! or as messages between actors, verdicts with their scope; the same as a page for a browser. And what other programs read:
//! all of that as JSON, as SARIF and as graphs.
//!
//! Everything here turns data into text; nothing decides anything, and nothing is printed. Start at [`answer`].

mod answer;
mod diagnostics;
pub mod dot;
pub mod html;
pub mod json;
mod order;
mod paint;
mod places;
mod refusal;
pub mod sarif;
mod sequence;
mod steps;
mod trace;
pub mod values;
pub mod witness;

pub use answer::{Answer, answer, verdict_line};
pub use diagnostics::{MOST_SHOWN, diagnostics};
pub use refusal::{Obstacle, Refusal};
pub use steps::{file_name, full_name, steps, told};
pub use trace::trace;

/// How text is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With terminal colours.
    pub colour: bool,
    /// Every step of a counterexample, not only those that matter.
    pub full_trace: bool,
    /// How many characters fit into a line, if somebody says so.
    pub width: Option<usize>,
}

/// The name of the tool, for other programs.
pub(crate) const TOOL: &str = "raddle";
/// Its version: that of all crates of the project.
pub(crate) const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");
