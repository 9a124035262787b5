//! Stateless exploration: one loop that runs executions of any [`event::System`], and one file per algorithm that says
//! which.
//!
//! ```text
//! Strategy ── keep so much, then choose ──▶ Explorer ── step, back_to ──▶ System
//!     ▲                                        │
//!     └────────── learn (execution) ───────────┘        violations, statistics, limits
//! ```
//!
//! Start at [`explore`] and [`Strategy`]; `algorithms/` holds the strategies, [`Reduction`] their names and what each of
//! them preserves.

mod algorithms;
mod annotated;
mod explorer;
mod races;
mod registry;
pub mod rehearse;
mod strategy;
mod toolbox;
mod visited;

pub use annotated::{Maximal, Settings, Turns, Watcher, run_annotated};
pub use explorer::{Ended, Exploration, Found, Further, Observer, Options, explore};
pub use registry::{Contextual, Reduction, run};
pub use strategy::Strategy;
pub use toolbox::history::Trouble;
