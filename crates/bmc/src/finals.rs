//! All final states of a program: every model, blocked one by one. For tests, and for programs with few of them.

use crate::engine::Settings;
use crate::ordering::Decision;
use crate::query::Query;
use encode::edge::Unsupported;
use encode::events::{self, Options, Place, Purpose};
use ir::Program;
use smt::{Evaluator, Sat, Term};
use std::collections::BTreeSet;

/// The final states of the executions in which every thread has come to its end.
#[derive(Clone, Debug)]
pub struct Finals {
    /// The places of globals that the program accesses.
    pub places: Vec<Place>,
    /// What is in them in the end.
    pub states: BTreeSet<Vec<u64>>,
    /// Whether the bound on loops has cut something off.
    pub is_cut: bool,
}

/// All final states, with loops up to so many rounds, or nothing if a limit was reached or there are more than `most`.
pub fn final_states(
    program: &Program,
    settings: &Settings,
    unroll: u32,
    most: usize,
) -> Result<Option<Finals>, Unsupported> {
    let interrupted = || settings.budget.exceeded().is_some();
    let options =
        Options { unroll, counts_all: false, purpose: Purpose::Finals, overflow: false, reach: true, memory: true };
    let Some(mut graph) = events::build(program, options, &interrupted)? else { return Ok(None) };
    if graph.clocks > events::MOST_UNITS {
        return Ok(None);
    }
    let (places, values): (Vec<Place>, Vec<Term>) = graph.finals.iter().copied().unzip();
    let mut finals = Finals { places, states: BTreeSet::new(), is_cut: !graph.cuts.is_empty() };
    let finished = graph.finished;
    let Some(mut query) = Query::about(&mut graph, finished, &values, settings) else { return Ok(None) };
    loop {
        match query.decide() {
            Decision::Impossible => return Ok(Some(finals)),
            Decision::Interrupted => return Ok(None),
            Decision::Consistent { .. } => {}
        }
        let mut evaluator = Evaluator::new();
        let value = |it: Term| query.blaster.model_value(&graph.terms, &query.sat, it);
        let state: Vec<u64> = values.iter().map(|&it| evaluator.value(&graph.terms, it, &value)).collect();
        let mut clause = Vec::new();
        for (&term, &value) in values.iter().zip(&state) {
            let bits = query.blaster.bits(&graph.terms, &mut query.sat, term).to_vec();
            clause.extend(bits.into_iter().enumerate().map(|(bit, it)| if value >> bit & 1 == 1 { !it } else { it }));
        }
        query.sat.clause(&clause);
        finals.states.insert(state);
        if finals.states.len() > most {
            return Ok(None);
        }
    }
}
