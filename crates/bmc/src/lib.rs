//! Bounded model checking: programs as clauses, executions as models.

mod engine;
mod finals;
pub mod ordering;
mod schedule;

pub use engine::{Figures, Found, Settings, check};
pub use finals::{Finals, final_states};
pub use schedule::Plan;
