//! One bound: the graph for a purpose, and what is asked about it.

use crate::dump::Question;
use crate::engine::{Dump, Figures, Settings};
use crate::ordering::Decision;
use crate::query::Query;
use crate::schedule::Goal;
use encode::edge::{MistakeKind, Unsupported};
use encode::events::{self, Graph, Options, Purpose};
use event::Plan;
use event::{Limit, Properties, Property};
use ir::{Action, Operation, Program};
use smt::{Cadical, Term};
use source::Span;

/// Something that is asked about a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Whether an assertion fails.
    Assertion,
    /// Whether a mistake is made that violates this property.
    Mistake(Property),
    /// Whether all threads wait for ever.
    Deadlock,
    /// Whether memory is lost.
    Leak,
    /// Whether two accesses race.
    Race,
}

/// The property that a mistake violates.
fn property_of(kind: MistakeKind) -> Property {
    if kind.is_arithmetic() { Property::Overflow } else { Property::Memory }
}

impl Asked {
    /// All that has to be asked about a program, by what the graph is for, in the order in which it is.
    pub fn all(program: &Program, properties: Properties) -> Vec<(Purpose, Vec<Asked>)> {
        let operations = || {
            let actions = program.functions.iter().flat_map(|it| &it.edges).map(|it| &it.action);
            actions.filter_map(|it| if let Action::Visible(operation) = it { Some(operation) } else { None })
        };
        let mut all = Vec::new();
        let mut failures = Vec::new();
        if properties.contains(Property::Reach) {
            failures.push(Asked::Assertion);
        }
        let mistakes = [Property::Memory, Property::Overflow].into_iter();
        failures.extend(mistakes.filter(|it| properties.contains(*it)).map(Asked::Mistake));
        if !failures.is_empty() {
            all.push((Purpose::Failures, failures));
        }
        if properties.contains(Property::Deadlock) {
            all.push((Purpose::Deadlocks, vec![Asked::Deadlock]));
        }
        let allocates =
            |it: &Operation| matches!(it, Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. });
        if properties.contains(Property::Memory) && !program.may_leak && operations().any(allocates) {
            all.push((Purpose::Leaks, vec![Asked::Leak]));
        }
        if properties.contains(Property::Race) && operations().any(|it| matches!(it, Operation::Spawn { .. })) {
            all.push((Purpose::Races, vec![Asked::Race]));
        }
        all
    }

    /// The property that is violated if the answer is yes.
    pub fn property(self) -> Property {
        match self {
            Asked::Assertion => Property::Reach,
            Asked::Mistake(property) => property,
            Asked::Deadlock => Property::Deadlock,
            Asked::Leak => Property::Memory,
            Asked::Race => Property::Race,
        }
    }

    /// The question.
    fn term(self, graph: &mut Graph) -> Term {
        let guards: Vec<Term> = match self {
            Asked::Assertion => graph.errors.iter().map(|it| it.guard).collect(),
            Asked::Mistake(property) => {
                let own = graph.mistakes.iter().filter(|it| property_of(it.kind) == property);
                own.map(|it| it.guard).collect()
            }
            Asked::Deadlock => vec![graph.deadlock],
            Asked::Leak => vec![graph.leak],
            Asked::Race => vec![graph.race],
        };
        graph.terms.any(guards)
    }

    /// What the schedule of a violation must lead to, in the model that `value` evaluates terms in.
    pub fn goal(self, graph: &Graph, value: &mut dyn FnMut(Term) -> u64) -> Goal {
        match self {
            Asked::Assertion => {
                Goal::EndOf(graph.errors.iter().find(|it| value(it.guard) == 1).map_or(0, |it| it.thread))
            }
            Asked::Mistake(property) => {
                let mut own = graph.mistakes.iter().filter(|it| property_of(it.kind) == property);
                Goal::EndOf(own.find(|it| value(it.guard) == 1).map_or(0, |it| it.thread))
            }
            Asked::Deadlock => {
                let stuck = graph.stuck.iter().filter(|it| value(it.when) == 1);
                Goal::EndOfAll(stuck.map(|it| (it.thread, it.first_step)).collect())
            }
            Asked::Leak => Goal::EndOfAll(Vec::new()),
            Asked::Race => Goal::Units(graph.second.iter().filter(|it| value(it.0) == 1).map(|it| it.1).collect()),
        }
    }
}

/// What a bound has shown.
pub(crate) enum Answer {
    /// What is violated, and how; at the others the questions that are left.
    Done {
        /// The violations.
        violations: Vec<(Property, Plan)>,
        /// Whether something was cut off, and whether a larger bound would show more.
        is_cut: bool,
        deeper: bool,
        /// The bytes that objects of unknown size have at most, if there are such.
        most_bytes: Option<u64>,
        /// Where a mistake that is not asked about ends a thread.
        mistakes: Vec<Span>,
    },
    /// A limit was reached, after these violations.
    Limit(Limit, Vec<(Property, Plan)>),
}

/// Examines one bound for one purpose. `completes` is whether some execution is known that no bound cuts off.
pub(crate) fn examine(
    program: &Program,
    settings: &Settings,
    (purpose, questions): (Purpose, &[Asked]),
    figures: &mut Figures,
    completes: &mut bool,
    progress: &mut dyn FnMut(&Figures),
    dump: &mut Dump<'_>,
) -> Result<Answer, Unsupported> {
    let budget = settings.budget.clone();
    let limit = || budget.reached();
    let is_asked = |it| settings.properties.contains(it);
    let (reach, memory, overflow) =
        (is_asked(Property::Reach), is_asked(Property::Memory), is_asked(Property::Overflow));
    let options =
        Options { unroll: figures.unrolled, counts_all: settings.unroll.is_some(), purpose, overflow, reach, memory };
    let Some(mut graph) = events::build(program, options, &|| budget.exceeded().is_some())? else {
        return Ok(Answer::Limit(limit(), Vec::new()));
    };
    if graph.clocks > events::MOST_UNITS {
        return Ok(Answer::Limit(Limit::Length, Vec::new()));
    }
    figures.threads = graph.threads.len() as u64;
    let mut violations = Vec::new();
    for &asked in questions {
        let mut dump = dump.as_mut().filter(|_| asked == Asked::Assertion);
        match ask(&mut graph, asked, settings, figures, progress, &mut dump) {
            Reply::No => {}
            Reply::Yes(plan) => violations.push((asked.property(), plan)),
            Reply::Nothing => return Ok(Answer::Limit(limit(), violations)),
        }
        figures.decided += 1;
    }
    if graph.may_miss_races && violations.is_empty() {
        return Err(Unsupported::new("data races of an atomic section that synchronises inside"));
    }
    let cuts = graph.cuts.clone();
    let cut = graph.terms.any(cuts);
    if graph.terms.is_false(cut) {
        figures.decided += 1;
        *completes = true;
        return Ok(whole_answer(&mut graph, violations, settings, figures));
    }
    let Some(mut query) = Query::new(&mut graph, cut, settings) else {
        return Ok(Answer::Limit(limit(), violations));
    };
    progress(figures);
    let decision = query.decide();
    query.count(figures);
    figures.decided += 1;
    Ok(match decision {
        Decision::Impossible => {
            *completes = true;
            whole_answer(&mut graph, violations, settings, figures)
        }
        Decision::Interrupted => Answer::Limit(limit(), violations),
        Decision::Consistent { .. } => {
            let (deeper, most_bytes) = (graph.is_bounded, graph.most_bytes);
            if !*completes {
                let whole = graph.terms.not(cut);
                let Some(mut query) = Query::new(&mut graph, whole, settings) else {
                    return Ok(Answer::Limit(limit(), violations));
                };
                let decision = query.decide();
                query.count(figures);
                match decision {
                    Decision::Impossible => {}
                    Decision::Interrupted => return Ok(Answer::Limit(limit(), violations)),
                    Decision::Consistent { .. } => *completes = true,
                }
            }
            let is_last = !deeper || settings.unroll.is_some();
            let mistakes = if is_last { mistakes(&mut graph, settings, figures) } else { Some(Vec::new()) };
            match mistakes {
                Some(mistakes) => Answer::Done { violations, is_cut: true, deeper, most_bytes, mistakes },
                None => Answer::Limit(limit(), violations),
            }
        }
    })
}

/// What a bound has shown that cuts off nothing.
fn whole_answer(
    graph: &mut Graph,
    violations: Vec<(Property, Plan)>,
    settings: &Settings,
    figures: &mut Figures,
) -> Answer {
    match mistakes(graph, settings, figures) {
        Some(mistakes) => Answer::Done { violations, is_cut: false, deeper: false, most_bytes: None, mistakes },
        None => Answer::Limit(settings.budget.reached(), violations),
    }
}

/// The answer to a question; nothing if a limit was reached.
enum Reply {
    Yes(Plan),
    No,
    Nothing,
}

fn ask(
    graph: &mut Graph,
    asked: Asked,
    settings: &Settings,
    figures: &mut Figures,
    progress: &mut dyn FnMut(&Figures),
    dump: &mut Option<&mut &mut dyn FnMut(&mut Question<'_>)>,
) -> Reply {
    let question = asked.term(graph);
    if graph.terms.is_false(question) {
        if let Some(dump) = dump {
            dump(&mut Question { graph, error: question, solver: None });
        }
        return Reply::No;
    }
    let mut sat = Cadical::new();
    if dump.is_some() {
        sat.record();
    }
    let Some(mut query) = Query::with(sat, graph, question, settings) else { return Reply::Nothing };
    query.describe(figures);
    progress(figures);
    let decision = query.decide();
    query.count(figures);
    if let Some(dump) = dump {
        let solver = Some((&query.sat, query.encoded.question));
        dump(&mut Question { graph, error: question, solver });
    }
    match decision {
        Decision::Impossible => Reply::No,
        Decision::Interrupted => Reply::Nothing,
        Decision::Consistent { order } if !settings.slice => Reply::Yes(query.plan(graph, asked, &order)),
        Decision::Consistent { .. } => {
            drop(query);
            whole(graph, asked, question, settings, figures).map_or(Reply::Nothing, Reply::Yes)
        }
    }
}

/// Asks the same question again with everything that the threads do, for a schedule; `None` if a limit was reached.
fn whole(graph: &mut Graph, asked: Asked, question: Term, settings: &Settings, figures: &mut Figures) -> Option<Plan> {
    let settings = Settings { slice: false, ..settings.clone() };
    let mut query = Query::new(graph, question, &settings)?;
    let decision = query.decide_small(graph);
    query.count(figures);
    match decision {
        Decision::Consistent { order } => Some(query.plan(graph, asked, &order)),
        Decision::Interrupted => None,
        Decision::Impossible => unreachable!("what is left out does not hinder an execution"),
    }
}

/// Where mistakes end threads in some execution, by what is not asked about, each place once; nothing if a limit was reached. Not
/// all of the places, if there are several, but one at least.
fn mistakes(graph: &mut Graph, settings: &Settings, figures: &mut Figures) -> Option<Vec<Span>> {
    let is_asked = |kind| settings.properties.contains(property_of(kind));
    let unchecked = graph.mistakes.iter().filter(|it| !is_asked(it.kind) && !graph.terms.is_false(it.guard));
    let (guards, spans): (Vec<Term>, Vec<Span>) = unchecked.map(|it| (it.guard, it.span)).unzip();
    let question = graph.terms.any(guards.iter().copied());
    if graph.terms.is_false(question) {
        return Some(Vec::new());
    }
    let mut query = Query::about(graph, question, &guards, settings)?;
    let decision = query.decide();
    query.count(figures);
    match decision {
        Decision::Impossible => Some(Vec::new()),
        Decision::Interrupted => None,
        Decision::Consistent { .. } => {
            let is_made = guards.iter().map(|it| query.value(graph, *it) == 1);
            let mut places: Vec<Span> = spans.iter().zip(is_made).filter(|it| it.1).map(|it| *it.0).collect();
            places.sort_unstable();
            places.dedup();
            Some(places)
        }
    }
}
