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
mod team;
mod toolbox;
mod visited;

pub use annotated::{Maximal, Refusal, Settings, Turns, Watcher, run_annotated, run_annotated_together};
pub use explorer::{Ended, Exploration, Found, Further, Observer, Options, explore};
pub use registry::{Contextual, Reduction, run, run_together};
pub use strategy::Strategy;
pub use team::{Figures, Keeper, Snapshot, Team};
pub use toolbox::history::Trouble;
