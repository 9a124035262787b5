//! What the exploration of annotated orders shows of a program, in the oracle's words.

use crate::agree::{kind, property};
use crate::oracle::linear::{History, Known, Order, OrderEvent, Source};
use crate::oracle::{self, End, FaultKind, Report, StopKind};
use crate::replays::replays;
use event::{Budget, Pending, Properties, Property, StateId, ThreadId, Threads, Unsupported};
use explore::{Exploration, Further, Maximal, Reduction, Settings, Watcher};
use ir::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use vm::{Code, Resumable};

/// The spawn indices that lead to a thread.
type Path = Vec<u32>;

/// What was seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// The orders to which nothing could be added.
    pub orders: Vec<Order>,
    /// For each thread what it can have found out.
    pub states: BTreeMap<Path, BTreeSet<History>>,
    /// For each thread how it can end.
    pub ends: BTreeMap<Path, BTreeSet<End>>,
    /// Whether an assertion can fail.
    pub fails: bool,
    /// The path of the root, if there is such a thread.
    pub root: Option<Path>,
}

impl Watcher<Resumable<'_>> for Seen {
    fn reached(&mut self, threads: &Resumable<'_>, state: StateId) {
        let (thread, history) = history(threads, state);
        self.states.entry(thread).or_default().insert(history);
    }

    fn maximal(&mut self, threads: &Resumable<'_>, order: &dyn Maximal, states: &[(ThreadId, StateId)]) {
        for &(thread, state) in states {
            self.ends.entry(threads.path(thread)).or_default().insert(end(threads, state));
        }
        let events = order.events();
        let source = |it: Option<usize>| it.map_or(Source::Initial, Source::Event);
        self.orders.push(Order {
            before: (0..events.len())
                .map(|one| (0..events.len()).map(|other| order.is_before(one, other)).collect())
                .collect(),
            good: (0..events.len()).map(|it| order.good(it).map(|it| it.into_iter().map(source).collect())).collect(),
            events: events
                .into_iter()
                .map(|(thread, index, branch)| OrderEvent {
                    thread: threads.path(thread),
                    index: index as usize,
                    branch: branch as usize,
                })
                .collect(),
        });
    }
}

/// What a thread has found out until it came to a state.
fn history(threads: &Resumable<'_>, state: StateId) -> (Path, History) {
    let (thread, answers) = threads.history(state);
    let known = answers.into_iter().filter_map(|(pending, answer)| match pending {
        Pending::Read { .. } => Some(Known::Read(answer)),
        Pending::Choose(_) => Some(Known::Chose(answer as usize)),
        Pending::Join(_) => Some(Known::Joined(answer)),
        Pending::Write(..)
        | Pending::Reset(..)
        | Pending::Spawn(_)
        | Pending::Detach(_)
        | Pending::End(_)
        | Pending::Local
        | Pending::Spinning
        | Pending::Ended(_)
        | Pending::Unsupported(_) => None,
    });
    (threads.path(thread), known.collect())
}

fn end(threads: &Resumable<'_>, state: StateId) -> End {
    match threads.pending(state) {
        Pending::Ended(event::End::Returned | event::End::MainReturned) => {
            End::Returned(threads.result(state).unwrap_or(0))
        }
        Pending::Ended(event::End::Failed(fault)) => End::Failed(kind(fault)),
        Pending::Ended(event::End::Stopped(kind)) => End::Stopped(match kind {
            event::StopKind::Assume => StopKind::Assume,
            event::StopKind::Cut | event::StopKind::Steps => StopKind::Cut,
            event::StopKind::Exit | event::StopKind::Mistake => StopKind::Exit,
            event::StopKind::Unexplored => StopKind::Unexplored,
        }),
        _ => End::Blocked,
    }
}

/// Explores all orders of a program, and once more for verdicts, which are replayed.
pub fn explore(program: &Program, reduction: Reduction, settings: Settings) -> Result<Seen, Failure> {
    let properties: Properties = [Property::Reach].into_iter().collect();
    let code = vm::compile(program, properties);
    let mut threads = Resumable::new(program, code.clone());
    let everything = explore::Options {
        properties: Properties::default(),
        further: Further::Everything,
        ..explore::Options::default()
    };
    let mut seen = Seen::default();
    let exploration = explore::run_annotated(reduction, &mut threads, &everything, settings, &mut seen)
        .map_err(Failure::Unsupported)?;
    let counted = exploration.stats.executions + exploration.stats.stuck;
    if counted != seen.orders.len() as u64 {
        return Err(Failure::Wrong(format!("{counted} orders are counted, {} were seen", seen.orders.len())));
    }
    let root = settings.root.filter(|it| it.index() < threads.thread_count());
    seen.root = root.map(|it| threads.path(it));
    let first = explore::Options { properties, ..explore::Options::default() };
    let Exploration { found, .. } = explore::run_annotated(reduction, &mut threads, &first, settings, &mut ())
        .map_err(|it| Failure::Wrong(format!("unsupported the second time: {it:?}")))?;
    seen.fails = !found.is_empty();
    for it in found {
        replays(program, threads.code(), &it.schedule, it.property).map_err(Failure::Wrong)?;
    }
    Ok(seen)
}

/// Why there is nothing to see.
#[derive(Debug)]
pub enum Failure {
    /// The program is not one for this.
    Unsupported(Unsupported),
    /// Something is wrong.
    Wrong(String),
}

/// How the threads of complete orders end in which nobody waits in a loop.
#[derive(Default)]
struct Ends(BTreeSet<BTreeMap<Path, End>>);

impl Watcher<Resumable<'_>> for Ends {
    fn maximal(&mut self, threads: &Resumable<'_>, _: &dyn Maximal, states: &[(ThreadId, StateId)]) {
        let waits = |&(_, state): &(ThreadId, StateId)| match threads.pending(state) {
            Pending::Spinning => true,
            Pending::Read { waits, takes, .. } => waits && !takes,
            _ => false,
        };
        if !states.iter().any(waits) {
            let known = |&(thread, state): &(ThreadId, StateId)| (threads.path(thread), known_end(end(threads, state)));
            self.0.insert(states.iter().map(known).collect());
        }
    }
}

/// What is known of the end of a thread. An access that fails touches nothing, so nothing orders it with the end of the object:
/// where it would fail in any case, the order is not explored in which it does so for another reason.
fn known_end(end: End) -> End {
    match end {
        End::Failed(fault) if fault.property() == oracle::Property::Memory => End::Failed(FaultKind::InvalidPointer),
        End::Failed(_) | End::Returned(_) | End::Stopped(_) | End::Blocked => end,
    }
}

/// The reductions that are compared: whether leaf writes are ordered only where somebody can tell, and the root.
pub(crate) const WAYS: [(Reduction, bool, u32); 3] =
    [(Reduction::Value, true, 1), (Reduction::Value, false, 2), (Reduction::Data, true, 2)];

/// Compares all that explorations of annotated orders preserve with what the oracle knows: how threads end, and whether
/// assertions fail. `code` is what the machine runs. Says whether there was anything to compare.
pub fn agree(program: &Program, code: &Code, report: &Report) -> Result<bool, String> {
    let mut is_compared = false;
    for way in WAYS {
        is_compared |= agree_in(way, program, code, report)?.is_none();
    }
    Ok(is_compared)
}

/// The same in one of the [`WAYS`]. If nothing was compared, it says why.
pub(crate) fn agree_in(
    (reduction, relaxed, root): (Reduction, bool, u32),
    program: &Program,
    code: &Code,
    report: &Report,
) -> Result<Option<String>, String> {
    let known = |(path, end): (&Path, &End)| (path.clone(), known_end(*end));
    let expected: BTreeSet<_> = report.finals.iter().map(|it| it.threads.iter().map(known).collect()).collect();
    let name = format!("{reduction}, relaxed {relaxed}, root {root}");
    let settings = Settings { root: Some(ThreadId(root)), relaxed, ..Settings::default() };
    let budget = || Budget { deadline: Some(Instant::now() + Duration::from_millis(300)), ..Budget::default() };
    let mut threads = Resumable::new(program, code.clone());
    let everything = explore::Options {
        properties: Properties::default(),
        further: Further::Everything,
        budget: budget(),
        ..explore::Options::default()
    };
    let mut ends = Ends::default();
    let exploration = match explore::run_annotated(reduction, &mut threads, &everything, settings, &mut ends) {
        Ok(exploration) => exploration,
        Err(obstacle) => return Ok(Some(obstacle.describe().to_owned())),
    };
    if exploration.limit.is_some() || exploration.cut_steps {
        return Ok(Some("too long".to_owned()));
    }
    if let Some(extra) = ends.0.difference(&expected).next() {
        return Err(format!("{name}: threads end in a way that the oracle does not know: {extra:?}"));
    }
    if let Some(missing) = expected.difference(&ends.0).next() {
        return Err(format!("{name}: a way in which threads end is missing: {missing:?}"));
    }
    let preserved = reduction.preserves();
    let mut asserting = Resumable::new(program, code.clone());
    let options = explore::Options { properties: preserved, budget: budget(), ..everything };
    let exploration = explore::run_annotated(reduction, &mut asserting, &options, settings, &mut ())
        .map_err(|it| format!("{name}: not supported the second time: {it:?}"))?;
    let violated: Properties = report.violations.iter().map(|it| property(*it)).collect();
    let expected: BTreeSet<&str> = violated.iter().filter(|it| preserved.contains(*it)).map(Property::name).collect();
    let found: BTreeSet<&str> = exploration.found.iter().map(|it| it.property.name()).collect();
    if exploration.limit.is_none() && found != expected {
        return Err(format!("{name}: it finds {found:?}, the oracle {expected:?}"));
    }
    for found in &exploration.found {
        replays(program, asserting.code(), &found.schedule, found.property).map_err(|it| format!("{name}: {it}"))?;
    }
    Ok(None)
}
