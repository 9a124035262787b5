//! The literal model of context-sensitive reduction: what it counts on programs of the paper, and that it loses nothing on
//! random ones, unless it is made to.

mod actors;
mod losses;
mod threads;

use testkit::context_model::Outcome;

/// Executions, blocked executions, nodes, final states.
fn figures(it: &Outcome) -> [u64; 4] {
    assert!(!it.waits, "the model knows what these programs wait for");
    [it.executions, it.blocked, it.nodes, it.finals.len() as u64]
}
