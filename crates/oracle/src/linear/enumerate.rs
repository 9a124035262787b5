//! All executions, or one of each trace.

use super::super::classes::Events;
use super::super::memory::Access;
use super::super::report::{End, Options};
use super::super::state::{Path, Pending, State, Thread};
use super::super::step::Oracle;
use super::super::touch::{How, Touch};
use super::super::trace::Trace;
use super::{Event, Kind, Linear, Part};
use ir::Program;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How many steps each thread has made.
type Counts = BTreeMap<Path, usize>;

/// Every maximal interleaving of a program of plain operations; none if there are more than `most`, or more states than
/// the options allow.
///
/// # Panics
/// If the program has other operations.
pub fn executions(program: &Program, options: &Options, most: usize) -> Option<Vec<Linear>> {
    let graph = Graph::new(program, options)?;
    if graph.paths() > most as u128 {
        return None;
    }
    let mut all = Vec::new();
    graph.walk(0, &mut Vec::new(), &mut all);
    Some(all)
}

/// One execution of each class of those that have the same events and the same order of dependent ones; none if there are
/// more than `limit` classes, prefixes included.
///
/// # Panics
/// If the program has other than plain operations.
pub fn representatives(program: &Program, options: &Options, limit: usize) -> Option<Vec<Linear>> {
    let (mut oracle, initial) = Oracle::begin(program, options);
    let mut events = Events::default();
    let mut met = 1;
    let mut all = Vec::new();
    // All traces with the same number of events, each with one way to get there.
    let mut layer = BTreeMap::from([(Trace::new(), (initial, Counts::new(), Vec::new()))]);
    while !layer.is_empty() {
        let mut next = BTreeMap::new();
        for (trace, (state, counts, way)) in layer {
            let mut is_maximal = true;
            for path in state.threads.keys() {
                let step = oracle.step(&state, path);
                for (branch, reached) in step.states.into_iter().enumerate() {
                    is_maximal = false;
                    if let Entry::Vacant(entry) = next.entry(events.append(&trace, path, branch, &step.touched)) {
                        let (event, counts) = event(&mut oracle, &counts, (&state, &reached), path, branch);
                        entry.insert((reached, counts, [&way[..], &[Arc::new(event)]].concat()));
                    }
                }
            }
            if is_maximal {
                all.push(Linear { events: way, ends: Arc::new(ends(&state)) });
            }
            if met + next.len() > limit {
                return None;
            }
        }
        met += next.len();
        layer = next;
    }
    Some(all)
}

/// The states that can be reached, apart if threads have made different numbers of steps: there are no circles.
struct Graph {
    nodes: Vec<Node>,
}

struct Node {
    /// The events that can be next, and where they lead; later in the list.
    next: Vec<(Arc<Event>, usize)>,
    ends: Arc<BTreeMap<Path, End>>,
}

impl Graph {
    fn new(program: &Program, options: &Options) -> Option<Self> {
        let (mut oracle, initial) = Oracle::begin(program, options);
        let mut found = vec![(initial, Counts::new())];
        let mut numbers: HashMap<(State, Counts), usize> = HashMap::from([(found[0].clone(), 0)]);
        let mut nodes = Vec::new();
        // Breadth first, so that every node is in front of its successors.
        while let Some((state, counts)) = found.get(nodes.len()).cloned() {
            if found.len() > options.state_limit {
                return None;
            }
            let mut next = Vec::new();
            for path in state.threads.keys() {
                for (branch, reached) in oracle.step(&state, path).states.into_iter().enumerate() {
                    let (event, counts) = event(&mut oracle, &counts, (&state, &reached), path, branch);
                    let node = (reached, counts);
                    let number = *numbers.entry(node).or_insert_with_key(|node| {
                        found.push(node.clone());
                        found.len() - 1
                    });
                    next.push((Arc::new(event), number));
                }
            }
            nodes.push(Node { next, ends: Arc::new(ends(&state)) });
        }
        Some(Graph { nodes })
    }

    /// How many maximal paths there are.
    fn paths(&self) -> u128 {
        let mut paths = vec![1_u128; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev().filter(|it| !it.1.next.is_empty()) {
            paths[number] = node.next.iter().fold(0, |sum, it| sum.saturating_add(paths[it.1]));
        }
        paths[0]
    }

    /// Adds all maximal paths that begin with this one.
    fn walk(&self, node: usize, path: &mut Vec<Arc<Event>>, all: &mut Vec<Linear>) {
        let Node { next, ends } = &self.nodes[node];
        for (event, to) in next {
            path.push(event.clone());
            self.walk(*to, path, all);
            path.pop();
        }
        if next.is_empty() {
            all.push(Linear { events: path.clone(), ends: ends.clone() });
        }
    }
}

/// How the threads have ended in a state in which nothing is enabled.
fn ends(state: &State) -> BTreeMap<Path, End> {
    let end = |thread: &Thread| match thread {
        Thread::Ended { end, .. } => *end,
        Thread::Running(_) => End::Blocked,
    };
    state.threads.iter().map(|(path, thread)| (path.clone(), end(thread))).collect()
}

/// The event that leads from one state to another, and how many steps threads have made with it.
fn event(
    oracle: &mut Oracle,
    counts: &Counts,
    (before, after): (&State, &State),
    path: &Path,
    branch: usize,
) -> (Event, Counts) {
    let Thread::Running(running) = &before.threads[path] else { panic!("only a running thread makes steps") };
    let pending = running.pending.as_ref().expect("a thread runs on until it waits or has ended");
    let touched = oracle.touched(before, path, pending);
    let mut counts = counts.clone();
    let count = counts.entry(path.clone()).or_default();
    let mut event = Event { thread: path.clone(), index: *count, kind: kind(pending, branch), read: None, write: None };
    *count += 1;
    for touch in touched {
        match touch {
            // What fails looks at all of an object, but finds nothing out: no object ends.
            Touch::Bytes(..) if !is_good(oracle, before, pending) => {}
            Touch::Bytes(place, how) => {
                assert!(how != How::End, "an object that ends is not plain");
                // Whoever unlocks a mutex knows what is there, and who makes one does not care.
                let is_blind = match pending {
                    Pending::Unlock { .. } => how == How::Update,
                    Pending::InitMutex { .. } => true,
                    _ => false,
                };
                let found = Part { place, value: before.read(place) };
                event.read = (how.reads() && !is_blind).then_some(found);
                event.write = how.writes().then(|| Part { place, value: after.read(place) });
            }
            Touch::Spawn(child) => event.kind = Kind::Spawn(child),
            Touch::Join(child) => match before.threads.get(&child) {
                Some(Thread::Ended { end: End::Returned(result), joined: false, .. }) => {
                    event.kind = Kind::Join(child, *result);
                }
                Some(Thread::Ended { .. } | Thread::Running(_)) | None => {}
            },
            Touch::Detach(_) => {}
        }
    }
    (event, counts)
}

/// Whether an operation that accesses memory has a good address.
fn is_good(oracle: &Oracle, state: &State, pending: &Pending) -> bool {
    let model = oracle.program.model;
    match *pending {
        Pending::Load { address, size, .. } => state.check(model, address, size, Access::Read).is_ok(),
        Pending::Store { address, size, .. }
        | Pending::Update { address, size, .. }
        | Pending::CompareExchange { address, size, .. } => state.check(model, address, size, Access::Write).is_ok(),
        Pending::Spawn { place: Some(place), .. } => {
            state.check(model, place, model.pointer_bytes() as u8, Access::Write).is_ok()
        }
        Pending::Lock { mutex, .. }
        | Pending::TryLock { mutex, .. }
        | Pending::Unlock { mutex, .. }
        | Pending::InitMutex { mutex, .. }
        | Pending::DestroyMutex { mutex } => state.check_mutex(model, mutex).is_ok(),
        _ => true,
    }
}

/// The kind of an operation as far as it does not depend on the state.
fn kind(pending: &Pending, branch: usize) -> Kind {
    match pending {
        Pending::Load { .. } | Pending::Store { .. } | Pending::Update { .. } | Pending::CompareExchange { .. } => {
            Kind::Access
        }
        Pending::Lock { .. }
        | Pending::TryLock { .. }
        | Pending::Unlock { .. }
        | Pending::InitMutex { .. }
        | Pending::DestroyMutex { .. } => Kind::Mutex,
        Pending::Choose { .. } => Kind::Choose(branch),
        Pending::Fence { .. } | Pending::Spawn { .. } | Pending::Join { .. } | Pending::Detach { .. } => Kind::Other,
        Pending::CurrentThread { .. }
        | Pending::Extent { .. }
        | Pending::Doubt { .. }
        | Pending::Allocate { .. }
        | Pending::OpenSlot(_) => {
            panic!("a local operation is no step")
        }
        Pending::AtomicBegin { .. }
        | Pending::AtomicEnd
        | Pending::Reallocate { .. }
        | Pending::Free { .. }
        | Pending::Release { .. }
        | Pending::CloseSlot(_) => panic!("the program has an operation that is not plain"),
    }
}
