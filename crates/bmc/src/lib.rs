//! Bounded model checking: programs as clauses, executions as models.

mod dump;
mod engine;
mod examine;
mod finals;
pub mod ordering;
pub mod peephole;
mod query;
mod schedule;

pub use dump::Question;
pub use engine::{Examined, Figures, Found, Settings, check, check_and_dump};
pub use event::Plan;
pub use finals::{Finals, final_states};
