//! The engine: unroll, ask whether an assertion can fail, ask whether anything was cut off, unroll further.

use crate::dump::Question;
use crate::ordering::{Config, Decider, Decision, Problem, Read, ReadsFrom, Write};
use crate::schedule::{self, Plan};
use encode::clauses::{self, Encoded, Groups, Ordering};
use encode::edge::Unsupported;
use encode::events::{self, Graph, Options};
use event::{Budget, Limit};
use ir::Program;
use smt::{Blaster, Cadical, Evaluator, Sat, SatStatistics, Term};
use source::Span;
use std::sync::Arc;

/// How to look.
#[derive(Clone)]
pub struct Settings {
    /// How orders are decided.
    pub config: Config,
    /// How often loops may go round; `None`: more and more often.
    pub unroll: Option<u32>,
    /// How much may be used.
    pub budget: Budget,
    /// Whether to leave out what the question does not need. If not, the model says everything about an execution.
    pub slice: bool,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Found {
    /// An assertion fails; how.
    Failure(Plan),
    /// No assertion fails.
    Nothing {
        /// Loops were followed only so many rounds; `None`: to their end.
        rounds: Option<u32>,
        /// Whether a larger bound would show more.
        deeper: bool,
        /// Where a mistake may end a thread.
        mistakes: Vec<Span>,
    },
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// A limit was reached. If a bound was examined before, it holds.
    Limit {
        /// Which.
        limit: Limit,
        /// The rounds that were examined, and where a mistake may end a thread.
        examined: Option<(u32, Vec<Span>)>,
    },
}

/// Figures of the last unrolling, and of all for what was solved.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// The bound on loops.
    pub unrolled: u32,
    /// Threads, units, reads and writes.
    pub threads: u64,
    /// Atomic units.
    pub units: u64,
    /// Reads and writes.
    pub events: u64,
    /// Literals that say who reads from whom.
    pub reads_from: u64,
    /// Pairs of threads that nobody can tell apart, of which one begins first.
    pub interchangeable: u64,
    /// Clauses by group.
    pub groups: Groups,
    /// What the solver did, all calls together.
    pub sat: SatStatistics,
    /// What the theory of order did.
    pub ordering: crate::ordering::Statistics,
}

/// Bounds that are tried one after the other: 1, 2, 3, 4, 6, 8, 12, ….
fn next_bound(bound: u32) -> u32 {
    if bound < 4 { bound + 1 } else { bound + (1 << bound.ilog2()) / 2 }
}

/// The last bound that is tried if there is a time limit, and if there is none.
const MOST_ROUNDS: u32 = 10_000;
const MOST_ROUNDS_WITHOUT_END: u32 = 64;

/// More units than this are not ordered: their order takes memory that grows with their square.
const MOST_UNITS: u32 = 30_000;

/// Who wants to see the question of each bound when it was decided, or when a limit was reached.
type Dump<'a> = Option<&'a mut dyn FnMut(&mut Question<'_>)>;

/// Looks for a failing assertion. `progress` is told of every bound before it is examined.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    run(program, settings, progress, None)
}

/// The same, and `dump` sees the question of each bound when it was decided, or when a limit was reached. The solver keeps
/// its clauses for that, which takes memory.
pub fn check_and_dump(
    program: &Program,
    settings: &Settings,
    progress: &mut dyn FnMut(&Figures),
    dump: &mut dyn FnMut(&mut Question<'_>),
) -> (Found, Figures) {
    run(program, settings, progress, Some(dump))
}

fn run(
    program: &Program,
    settings: &Settings,
    progress: &mut dyn FnMut(&Figures),
    mut dump: Dump<'_>,
) -> (Found, Figures) {
    let mut figures = Figures::default();
    let mut bound = settings.unroll.unwrap_or(1);
    let last = match settings {
        Settings { unroll: Some(bound), .. } => *bound,
        Settings { budget: Budget { deadline: Some(_), .. }, .. } => MOST_ROUNDS,
        Settings { .. } => MOST_ROUNDS_WITHOUT_END,
    };
    let mut examined = None;
    loop {
        figures.unrolled = bound;
        let found = match examine(program, settings, bound, &mut figures, progress, &mut dump) {
            Ok(found) => found,
            Err(unsupported) => Found::Unsupported(unsupported),
        };
        match found {
            Found::Nothing { rounds: Some(rounds), mistakes, deeper: true } if bound < last => {
                examined = Some((rounds, mistakes));
                bound = next_bound(bound);
            }
            Found::Limit { limit, .. } => {
                figures.unrolled = examined.as_ref().map_or(bound, |it| it.0);
                return (Found::Limit { limit, examined }, figures);
            }
            Found::Failure(_) | Found::Nothing { .. } | Found::Unsupported(_) => return (found, figures),
        }
    }
}

/// Examines one bound.
fn examine(
    program: &Program,
    settings: &Settings,
    bound: u32,
    figures: &mut Figures,
    progress: &mut dyn FnMut(&Figures),
    dump: &mut Dump<'_>,
) -> Result<Found, Unsupported> {
    let budget = settings.budget.clone();
    let options = Options { unroll: bound, finals: false };
    let limit = || Found::Limit { limit: budget.exceeded().unwrap_or(Limit::Interrupt), examined: None };
    let Some(mut graph) = events::build(program, options, &|| budget.exceeded().is_some())? else { return Ok(limit()) };
    if graph.clocks > MOST_UNITS {
        return Ok(Found::Limit { limit: Limit::Length, examined: None });
    }
    let mistakes = places(&graph);
    let errors: Vec<Term> = graph.errors.iter().map(|it| it.guard).collect();
    let error = graph.terms.any(errors);
    let cuts = graph.cuts.clone();
    let cut = graph.terms.any(cuts);
    figures.threads = graph.threads.len() as u64;
    if graph.terms.is_false(error) {
        if let Some(dump) = dump {
            dump(&mut Question { graph: &mut graph, error, solver: None });
        }
    } else {
        let mut sat = Cadical::new();
        if dump.is_some() {
            sat.record();
        }
        let Some(mut query) = Query::with(sat, &mut graph, error, settings) else { return Ok(limit()) };
        query.describe(figures);
        progress(figures);
        let decision = query.decide();
        query.count(figures);
        if let Some(dump) = dump {
            let solver = Some((&query.sat, query.encoded.question));
            dump(&mut Question { graph: &mut graph, error, solver });
        }
        match decision {
            Decision::Impossible => {}
            Decision::Interrupted => return Ok(limit()),
            Decision::Consistent { order } => {
                if settings.slice {
                    return Ok(whole(&mut graph, error, settings, figures).unwrap_or_else(limit));
                }
                return Ok(Found::Failure(query.plan(&graph, &order)));
            }
        }
    }
    if graph.terms.is_false(cut) {
        return Ok(Found::Nothing { rounds: None, deeper: false, mistakes });
    }
    let Some(mut query) = Query::new(&mut graph, cut, settings) else { return Ok(limit()) };
    let decision = query.decide();
    query.count(figures);
    Ok(match decision {
        Decision::Impossible => Found::Nothing { rounds: None, deeper: false, mistakes },
        Decision::Interrupted => limit(),
        Decision::Consistent { .. } => Found::Nothing { rounds: Some(bound), deeper: graph.is_bounded, mistakes },
    })
}

/// Asks the same question again with everything that the threads do, for a schedule; `None` if a limit was reached.
fn whole(graph: &mut Graph, error: Term, settings: &Settings, figures: &mut Figures) -> Option<Found> {
    let settings = Settings { slice: false, ..settings.clone() };
    let mut query = Query::new(graph, error, &settings)?;
    let decision = query.decide_small(graph);
    query.count(figures);
    match decision {
        Decision::Consistent { order } => Some(Found::Failure(query.plan(graph, &order))),
        Decision::Interrupted => None,
        Decision::Impossible => unreachable!("what is left out does not hinder an execution"),
    }
}

/// Where mistakes may end threads, each place once.
fn places(graph: &Graph) -> Vec<Span> {
    let mut places: Vec<Span> = graph.mistakes.iter().map(|it| it.span).collect();
    places.sort_unstable();
    places.dedup();
    places
}

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
    fn new(graph: &mut Graph, question: Term, settings: &Settings) -> Option<Query> {
        Query::with(Cadical::new(), graph, question, settings)
    }

    /// The same to a solver without clauses.
    fn with(sat: Cadical, graph: &mut Graph, question: Term, settings: &Settings) -> Option<Query> {
        let mut others = Vec::new();
        if !settings.slice {
            for step in &graph.steps {
                others.push(step.guard);
                others.extend(step.inputs.iter().flat_map(|it| [it.0, it.1]));
                others.extend(step.starts.iter().map(|it| it.0));
                others.extend(step.joins.iter().map(|it| it.0));
            }
            others.extend(graph.errors.iter().map(|it| it.guard));
        }
        Query::put(sat, graph, question, &others, settings)
    }

    pub fn decide(&mut self) -> Decision {
        self.decider.decide(&mut self.sat, &[self.encoded.question])
    }

    /// The same with inputs that are small numbers, if there is such an execution.
    fn decide_small(&mut self, graph: &mut Graph) -> Decision {
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

    fn describe(&self, figures: &mut Figures) {
        let ordering = &self.encoded.ordering;
        figures.units = u64::from(ordering.units);
        figures.events = (ordering.reads.len() + ordering.writes.len()) as u64;
        figures.reads_from = ordering.reads_from.len() as u64;
        figures.interchangeable = u64::from(self.encoded.interchangeable);
        figures.groups = self.encoded.groups;
    }

    /// Adds what it has cost.
    fn count(&self, figures: &mut Figures) {
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

    fn plan(&self, graph: &Graph, order: &[u32]) -> Plan {
        let mut evaluator = Evaluator::new();
        let mut value = |term: Term| {
            evaluator.value(&graph.terms, term, &|it| self.blaster.model_value(&graph.terms, &self.sat, it))
        };
        let clocks: Vec<u32> = order.iter().map(|it| self.encoded.ordering.clocks[*it as usize]).collect();
        let failing = graph.errors.iter().find(|it| value(it.guard) == 1).map_or(0, |it| it.thread);
        schedule::plan(graph, &clocks, failing, &mut value)
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
