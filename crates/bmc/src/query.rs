//! One question to the solver, and what its answer means.

use crate::engine::{Figures, Settings};
use crate::examine::Asked;
use crate::ordering::{Decider, Decision, Problem, Read, ReadsFrom, Write};
use crate::schedule;
use encode::clauses::{self, Encoded, Ordering};
use encode::events::Graph;
use event::Plan;
use smt::{Blaster, Cadical, Evaluator, Sat, Term};
use std::sync::Arc;

/// One question to the solver.
pub(crate) struct Query {
    pub sat: Cadical,
    pub blaster: Blaster,
    pub encoded: Encoded,
    pub decider: Decider,
}

impl Query {
    /// What decides a question, as far as the other terms can be evaluated afterwards, too. `None` if a limit was reached.
    pub fn about(graph: &mut Graph, question: Term, others: &[Term], settings: &Settings) -> Option<Query> {
        Query::put(Cadical::new(), graph, question, others, settings)
    }

    /// The same to a solver without clauses.
    fn put(mut sat: Cadical, graph: &mut Graph, question: Term, others: &[Term], settings: &Settings) -> Option<Query> {
        if !settings.slice {
            // Somebody will read the model: small numbers are preferred.
            sat.set_option("phase", 0);
        }
        let budget = settings.budget.clone();
        sat.set_interrupt(Arc::new(move || budget.exceeded().is_some()));
        let mut blaster = Blaster::new();
        let interrupted = || settings.budget.exceeded().is_some();
        let encoded = clauses::encode(graph, question, others, &mut blaster, &mut sat, &interrupted)?;
        let decider = Decider::new(&problem(&encoded.ordering), settings.config, &mut sat);
        Some(Query { sat, blaster, encoded, decider })
    }

    /// The same, where the settings say what else is needed.
    pub fn new(graph: &mut Graph, question: Term, settings: &Settings) -> Option<Query> {
        Query::with(Cadical::new(), graph, question, settings)
    }

    /// The same to a solver without clauses.
    pub fn with(sat: Cadical, graph: &mut Graph, question: Term, settings: &Settings) -> Option<Query> {
        let mut others = Vec::new();
        if !settings.slice {
            for step in &graph.steps {
                others.push(step.guard);
                others.extend(step.inputs.iter().flat_map(|it| [it.0, it.1]));
                others.extend(step.starts.iter().map(|it| it.0));
                others.extend(step.joins.iter().map(|it| it.0));
            }
            others.extend(graph.errors.iter().map(|it| it.guard));
            others.extend(graph.mistakes.iter().map(|it| it.guard));
            others.extend(graph.stuck.iter().map(|it| it.when));
            others.extend(graph.second.iter().map(|it| it.0));
        }
        Query::put(sat, graph, question, &others, settings)
    }

    pub fn decide(&mut self) -> Decision {
        self.decider.decide(&mut self.sat, &[self.encoded.question])
    }

    /// The same with inputs that are small numbers, if there is such an execution.
    pub fn decide_small(&mut self, graph: &mut Graph) -> Decision {
        let inputs: Vec<Term> = graph.steps.iter().flat_map(|it| &it.inputs).map(|it| it.1).collect();
        for (bits, negative) in [(3, false), (3, true), (8, true)].into_iter().take_while(|_| !inputs.is_empty()) {
            let mut small = graph.terms.truth(true);
            for &input in &inputs {
                let width = graph.terms.width(input);
                if width > bits {
                    let limit = graph.terms.constant(width, 1 << bits);
                    let negated = graph.terms.neg(input);
                    let (below, above) = (graph.terms.ult(input, limit), graph.terms.ult(negated, limit));
                    let either = if negative { graph.terms.or(below, above) } else { below };
                    small = graph.terms.and(small, either);
                }
            }
            let small = self.blaster.literal(&graph.terms, &mut self.sat, small);
            match self.decider.decide(&mut self.sat, &[self.encoded.question, small]) {
                Decision::Impossible => {}
                decision @ (Decision::Consistent { .. } | Decision::Interrupted) => return decision,
            }
        }
        self.decide()
    }

    pub fn describe(&self, figures: &mut Figures) {
        let ordering = &self.encoded.ordering;
        figures.units = u64::from(ordering.units);
        figures.events = (ordering.reads.len() + ordering.writes.len()) as u64;
        figures.reads_from = ordering.reads_from.len() as u64;
        figures.interchangeable = u64::from(self.encoded.interchangeable);
        figures.groups = self.encoded.groups;
    }

    /// Adds what it has cost.
    pub fn count(&self, figures: &mut Figures) {
        let (all, more) = (&mut figures.sat, self.sat.statistics());
        all.variables += more.variables;
        all.clauses += more.clauses;
        all.conflicts += more.conflicts;
        all.decisions += more.decisions;
        all.propagations += more.propagations;
        all.lemmas += more.lemmas;
        all.restarts = more.restarts.map(|it| it + all.restarts.unwrap_or(0)).or(all.restarts);
        figures.ordering.add(self.decider.statistics());
    }

    /// What a term is in the execution that was found, if it is part of the question.
    pub fn value(&self, graph: &Graph, term: Term) -> u64 {
        let mut evaluator = Evaluator::new();
        evaluator.value(&graph.terms, term, &|it| self.blaster.model_value(&graph.terms, &self.sat, it))
    }

    /// The schedule of the execution that was found, which violates a property.
    pub fn plan(&self, graph: &Graph, asked: Asked, order: &[u32]) -> Plan {
        let mut evaluator = Evaluator::new();
        let mut value = |term: Term| {
            evaluator.value(&graph.terms, term, &|it| self.blaster.model_value(&graph.terms, &self.sat, it))
        };
        let clocks: Vec<u32> = order.iter().map(|it| self.encoded.ordering.clocks[*it as usize]).collect();
        let goal = asked.goal(graph, &mut value);
        schedule::plan(graph, &clocks, &goal, &mut value)
    }
}

/// The question about orders in the words of those who decide it.
fn problem(ordering: &Ordering) -> Problem {
    Problem {
        clocks: ordering.units,
        order: ordering.order.clone(),
        conditional: ordering.conditional.clone(),
        writes: ordering.writes.iter().map(|&(clock, cell, guard)| Write { clock, cell, guard }).collect(),
        reads: ordering.reads.iter().map(|&(clock, cell, guard)| Read { clock, cell, guard }).collect(),
        reads_from: ordering
            .reads_from
            .iter()
            .map(|&(write, read, literal)| ReadsFrom { write, read, literal })
            .collect(),
    }
}
