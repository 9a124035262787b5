//! The engine: unroll, ask whether something can be violated, ask whether anything was cut off, unroll further.

use crate::dump::Question;
use crate::examine::{Answer, Asked, examine};
use crate::ordering::Config;
use encode::clauses::Groups;
use encode::edge::Unsupported;
use encode::events::Purpose;
use event::Plan;
use event::{Budget, Limit, Properties, Property};
use ir::Program;
use smt::SatStatistics;
use source::Span;

/// How to look.
#[derive(Clone)]
pub struct Settings {
    /// How orders are decided.
    pub config: Config,
    /// How often loops may go round; `None`: more and more often, and those with a known number of rounds as often as they do.
    pub unroll: Option<u32>,
    /// How much may be used.
    pub budget: Budget,
    /// Whether to leave out what the question does not need. If not, the model says everything about an execution.
    pub slice: bool,
    /// What is asked. Signed arithmetic wraps around if overflow is not.
    pub properties: Properties,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Found {
    /// Something is violated.
    Violations {
        /// What, the first found of each property, in the order of [`Property::ALL`]; each with how.
        violations: Vec<(Property, Plan)>,
        /// The properties that no execution violates, however long.
        settled: Properties,
    },
    /// Nothing is violated.
    Nothing {
        /// Loops were followed only so many rounds; `None`: to their end.
        rounds: Option<u32>,
        /// Objects of unknown size were followed up to so many bytes, if there are such.
        most_bytes: Option<u64>,
        /// Whether a larger bound would show more.
        deeper: bool,
        /// What is not modelled and met beyond the bound, if that is why it is not larger.
        beyond: Option<Unsupported>,
        /// Where a mistake that is not asked about ends a thread.
        mistakes: Vec<Span>,
        /// Whether some execution comes to its end within the bound.
        completes: bool,
    },
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// A limit was reached. If a bound was examined before, it holds.
    Limit {
        /// Which.
        limit: Limit,
        /// What was examined.
        examined: Option<Examined>,
    },
}

/// A bound within which nothing is violated.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The rounds of loops.
    pub rounds: u32,
    /// The bytes of objects of unknown size, if there are such.
    pub most_bytes: Option<u64>,
    /// Where a mistake that is not asked about ends a thread.
    pub mistakes: Vec<Span>,
    /// Whether some execution comes to its end within the bound.
    pub completes: bool,
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
    /// Questions at this bound: one for each property that is open, and whether the bound cuts something; and those of them
    /// that are decided.
    pub questions: u64,
    /// See `questions`.
    pub decided: u64,
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

/// Who wants to see the question about assertions of each bound when it was decided, or when a limit was reached.
pub(crate) type Dump<'a> = Option<&'a mut dyn FnMut(&mut Question<'_>)>;

/// Looks for violations. `progress` is told of every question before it is decided.
pub fn check(program: &Program, settings: &Settings, progress: &mut dyn FnMut(&Figures)) -> (Found, Figures) {
    run(program, settings, progress, None)
}

/// The same, and `dump` sees the question about assertions of each bound when it was decided, or when a limit was reached.
/// The solver keeps its clauses for that, which takes memory.
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
    let last = match settings {
        Settings { unroll: Some(bound), .. } => *bound,
        Settings { budget: Budget { deadline: Some(_), .. }, .. } => MOST_ROUNDS,
        Settings { .. } => MOST_ROUNDS_WITHOUT_END,
    };
    let mut figures = Figures { unrolled: settings.unroll.unwrap_or(1), ..Figures::default() };
    // What is not decided for all executions yet.
    let mut open = Asked::all(program, settings.properties);
    let mut mistakes = Vec::new();
    let mut completes = false;
    let mut examined: Option<(u32, Option<u64>)> = None;
    loop {
        let bound = figures.unrolled;
        figures.questions = open.iter().map(|it| it.1.len() as u64 + 1).sum();
        figures.decided = 0;
        let mut violations: Vec<(Property, Plan)> = Vec::new();
        let mut refused = None;
        let mut is_deeper = false;
        let mut bytes = None;
        let mut still_open = Vec::new();
        let mut unanswered = Properties::default();
        for (purpose, questions) in open {
            match examine(program, settings, (purpose, &questions), &mut figures, &mut completes, progress, &mut dump) {
                Ok(Answer::Done { violations: more, is_cut, deeper, most_bytes, mistakes: places }) => {
                    bytes = bytes.max(most_bytes);
                    violations.extend(more);
                    mistakes.extend(places);
                    is_deeper |= deeper;
                    if is_cut {
                        still_open.push((purpose, questions));
                    }
                }
                Ok(Answer::Limit(limit, more)) => {
                    violations.extend(more);
                    if !violations.is_empty() {
                        return (found(violations, Properties::default()), figures);
                    }
                    figures.unrolled = examined.map_or(bound, |it| it.0);
                    let mistakes = tidy(mistakes);
                    let examined =
                        examined.map(|(rounds, most_bytes)| Examined { rounds, most_bytes, mistakes, completes });
                    return (Found::Limit { limit, examined }, figures);
                }
                Err(unsupported) => {
                    questions.iter().for_each(|it| unanswered.insert(it.property()));
                    refused.get_or_insert(unsupported);
                }
            }
        }
        if !violations.is_empty() {
            let questions = still_open.iter().flat_map(|it: &(Purpose, Vec<Asked>)| &it.1);
            questions.for_each(|it| unanswered.insert(it.property()));
            let is_settled = |it: &Property| !unanswered.contains(*it) && !violations.iter().any(|(own, _)| own == it);
            // What follows a mistake is not examined.
            let settled = settings.properties.iter().filter(|it| mistakes.is_empty() && is_settled(it)).collect();
            return (found(violations, settled), figures);
        }
        match (refused, examined) {
            (None, _) => {}
            (Some(unsupported), None) => return (Found::Unsupported(unsupported), figures),
            // It is met beyond a bound that holds.
            (Some(unsupported), Some((rounds, most_bytes))) => {
                figures.unrolled = rounds;
                let (rounds, beyond, mistakes) = (Some(rounds), Some(unsupported), tidy(mistakes));
                return (Found::Nothing { rounds, most_bytes, deeper: false, beyond, mistakes, completes }, figures);
            }
        }
        if still_open.is_empty() {
            let mistakes = tidy(mistakes);
            let nothing =
                Found::Nothing { rounds: None, most_bytes: None, deeper: false, beyond: None, mistakes, completes };
            return (nothing, figures);
        }
        if !is_deeper || bound >= last {
            let (rounds, mistakes) = (Some(bound), tidy(mistakes));
            let nothing =
                Found::Nothing { rounds, most_bytes: bytes, deeper: is_deeper, beyond: None, mistakes, completes };
            return (nothing, figures);
        }
        open = still_open;
        examined = Some((bound, bytes));
        figures.unrolled = next_bound(bound);
    }
}

/// The first violation of each property.
fn found(mut violations: Vec<(Property, Plan)>, settled: Properties) -> Found {
    violations.sort_by_key(|it| it.0);
    violations.dedup_by_key(|it| it.0);
    Found::Violations { violations, settled }
}

/// Each place once.
fn tidy(mut places: Vec<Span>) -> Vec<Span> {
    places.sort_unstable();
    places.dedup();
    places
}
