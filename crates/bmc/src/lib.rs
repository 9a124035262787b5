//! Bounded model checking: programs as clauses, executions as models.

mod engine;
pub mod ordering;
mod schedule;

pub use engine::{Figures, Found, Settings, check};
pub use schedule::Plan;
