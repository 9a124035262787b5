//! All steps of a small program, and which of them may be swapped: guarded independence by its definition, with numbers in the
//! place of terms.
//!
//! C. Wang, Z. Yang, V. Kahlon, A. Gupta: Peephole Partial Order Reduction. TACAS 2008, Section 2.2.
//!
//! [`steps`] makes the graph of all states. In each of them it lets every thread make its step alone, notes what is accessed with
//! what was there and what is written, and decides for each two threads whether their steps are independent *there*:
//!
//! * by the **text** ([`Independence::Text`]): nothing that the first may access, whatever the state, is something that the second
//!   may access, unless both only read it (`text`);
//! * by **places** ([`Independence::Places`]): the same for what they do access in this state;
//! * by **values** ([`Independence::Values`]): the same, but two accesses to common bytes do no harm if a write leaves what it finds
//!   and the other is a read, if both write the same to the same bytes, or if one is a load that only decides where its
//!   thread goes on (`branch`), and with what the other writes to these bytes it goes the same way. A load of which nothing at
//!   all is used is such a load, too.
//!
//! A lock reads and writes its mutex, one that is not enabled makes no step; a failing compare-exchange or trylock only reads. A join
//! is something to joins of the same thread only. Spawns access nothing.
//!
//! Registers that nobody will read are 0 in all states here, so that what differs in them only is the same. Programs have no loops,
//! no calls and no choices; one thread starts all others.

mod branch;
mod text;

use super::memory::{Access as Wanted, Place};
use super::report::{End, Options};
use super::state::{Path, Pending, State, Thread};
use super::step::Oracle;
use branch::Lives;
use ir::{Action, Edge, FunctionId, Location, Operation, Program};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What makes two steps independent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Independence {
    /// What the text of the program says of places.
    Text,
    /// The places that are accessed.
    Places,
    /// The places, and what is read from them and written to them.
    Values,
}

impl Independence {
    /// All, each finer than the one before.
    pub const ALL: [Independence; 3] = [Independence::Text, Independence::Places, Independence::Values];
}

/// All states of a program and the steps between them. The first node is the first state.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The states.
    pub nodes: Vec<Node>,
}

/// A state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where the step of each thread leads, by the number of the thread: it is 0 for the first one, then they are numbered in
    /// the order in which they are started.
    pub next: BTreeMap<u32, usize>,
    /// What is in the globals.
    pub globals: Vec<Vec<u8>>,
    independent: BTreeSet<(Independence, u32, u32)>,
}

impl Node {
    /// Whether both threads can make their steps here, and the steps are independent.
    pub fn are_independent(&self, independence: Independence, one: u32, other: u32) -> bool {
        self.independent.contains(&(independence, one.min(other), one.max(other)))
    }
}

/// A step that is made in some state.
struct Made {
    path: Path,
    next: State,
    accesses: Vec<Access>,
    /// Whether it is a load that only decides where the thread goes on.
    decides: bool,
    /// What it may access, by the text.
    text: Vec<text::Possible>,
}

/// Something that a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Access {
    Read(Place),
    Write { place: Place, before: u64, value: u64 },
    Join(Path),
}

/// All steps of a program; none if it has more states than the options allow.
///
/// # Panics
/// If the program has other operations than those that the head of this file speaks of.
pub fn steps(program: &Program, options: &Options) -> Option<Steps> {
    let (mut oracle, mut initial) = Oracle::begin(program, options);
    let lives = Lives::new(program);
    lives.forget(&mut initial);
    let mut found = vec![initial.clone()];
    let mut numbers = HashMap::from([(initial, 0)]);
    let mut nodes = Vec::new();
    while let Some(state) = found.get(nodes.len()).cloned() {
        if found.len() > options.state_limit {
            return None;
        }
        let mut all = Vec::new();
        for path in state.threads.keys() {
            all.extend(made(&mut oracle, &lives, &state, path));
        }
        let mut independent = BTreeSet::new();
        for (index, one) in all.iter().enumerate() {
            for two in &all[index + 1..] {
                for independence in Independence::ALL {
                    if are_independent(&mut oracle, &state, independence, one, two) {
                        independent.insert((independence, number(&one.path), number(&two.path)));
                    }
                }
            }
        }
        let mut next = BTreeMap::new();
        for it in all {
            let to = *numbers.entry(it.next).or_insert_with_key(|it| {
                found.push(it.clone());
                found.len() - 1
            });
            next.insert(number(&it.path), to);
        }
        let globals = (0..program.globals.len() as u32).map(|it| state.objects[&(it + 1)].bytes.clone()).collect();
        nodes.push(Node { next, globals, independent });
    }
    Some(Steps { nodes })
}

/// The number of a thread. Threads are in the order of their paths where they are in that of their numbers.
fn number(path: &Path) -> u32 {
    match path[..] {
        [] => 0,
        [index] => index + 1,
        _ => panic!("the first thread starts all others"),
    }
}

/// The step of a thread, if it can make one.
fn made(oracle: &mut Oracle, lives: &Lives, state: &State, path: &Path) -> Option<Made> {
    let Thread::Running(running) = &state.threads[path] else { return None };
    let frame = running.stack.last().expect("a running thread has a frame");
    let (function, edge) = edge_to(oracle.program, frame.function, frame.location);
    let mut accesses = Vec::new();
    let mut next = state.clone();
    let pending = next.running(path).pending.take().expect("it waits");
    if matches!(pending, Pending::AtomicBegin { .. }) {
        let mut fuel = oracle.options.local_steps;
        loop {
            oracle.run_local(&mut next, path, &mut fuel);
            let Thread::Running(running) = next.threads.get_mut(path).expect("threads do not vanish") else {
                panic!("a section goes on to its end")
            };
            match running.pending.take().expect("it waits") {
                Pending::AtomicEnd => break,
                operation => next = performed(oracle, &next, path, &operation, &mut accesses)?,
            }
        }
    } else {
        next = performed(oracle, &next, path, &pending, &mut accesses)?;
    }
    oracle.settle(&mut next, path);
    let stopped = |it: &Thread| !matches!(it, Thread::Running(_) | Thread::Ended { end: End::Returned(_), .. });
    assert!(!next.threads.values().any(stopped), "threads make no mistakes here");
    lives.forget(&mut next);
    let decides = matches!(edge.action, Action::Visible(Operation::Load { .. })) && lives.only_decides(function, edge);
    let text = text::possible(&oracle.program.functions[function.index()], edge);
    Some(Made { path: path.clone(), next, accesses, decides, text })
}

/// The operation that a thread waits at, by where it goes on behind it.
fn edge_to(program: &Program, function: FunctionId, location: Location) -> (FunctionId, &Edge) {
    let leads = |it: &&Edge| it.to == location && matches!(it.action, Action::Visible(_));
    let mut edges = program.functions[function.index()].edges.iter().filter(leads);
    let edge = edges.next().expect("a thread waits in front of an operation");
    assert!(edges.next().is_none(), "one operation leads to a location");
    (function, edge)
}

/// The state right behind an operation, if it is enabled, and what it accesses.
fn performed(
    oracle: &mut Oracle,
    state: &State,
    path: &Path,
    operation: &Pending,
    accesses: &mut Vec<Access>,
) -> Option<State> {
    let mut next = oracle.branches(state, path, operation);
    let next = next.pop()?;
    let model = oracle.program.model;
    let place = |address, size| state.check(model, address, size, Wanted::Read).expect("addresses are good here");
    let write = |place| Access::Write { place, before: state.read(place), value: next.read(place) };
    match *operation {
        Pending::Load { address, size, .. } => accesses.push(Access::Read(place(address, size))),
        Pending::Store { address, size, .. } => accesses.push(write(place(address, size))),
        Pending::Update { address, size, .. } => {
            let place = place(address, size);
            accesses.extend([Access::Read(place), write(place)]);
        }
        Pending::CompareExchange { address, size, expected, .. } => {
            let place = place(address, size);
            accesses.push(Access::Read(place));
            accesses.extend((state.read(place) == expected).then(|| write(place)));
        }
        Pending::Lock { mutex, .. } | Pending::Unlock { mutex, .. } => {
            let place = place(mutex, 4);
            accesses.extend([Access::Read(place), write(place)]);
        }
        Pending::TryLock { mutex, .. } => {
            let place = place(mutex, 4);
            accesses.push(Access::Read(place));
            accesses.extend((state.read(place) == 0).then(|| write(place)));
        }
        Pending::Join { handle, .. } => {
            accesses.push(Access::Join(oracle.names.thread(handle).expect("handles are good here").clone()));
        }
        Pending::Spawn { place: None, .. } | Pending::Fence { .. } => {}
        Pending::Spawn { place: Some(_), .. }
        | Pending::InitMutex { .. }
        | Pending::DestroyMutex { .. }
        | Pending::Detach { .. }
        | Pending::CurrentThread { .. }
        | Pending::Extent { .. }
        | Pending::Doubt { .. }
        | Pending::AtomicBegin { .. }
        | Pending::AtomicEnd
        | Pending::Choose { .. }
        | Pending::Allocate { .. }
        | Pending::Reallocate { .. }
        | Pending::Free { .. }
        | Pending::Release { .. }
        | Pending::OpenSlot(_)
        | Pending::CloseSlot(_) => panic!("not modelled here: {operation:?}"),
    }
    Some(next)
}

fn are_independent(oracle: &mut Oracle, state: &State, independence: Independence, one: &Made, two: &Made) -> bool {
    if independence == Independence::Text {
        return !one.text.iter().any(|it| two.text.iter().any(|other| it.conflicts(other)));
    }
    for access in &one.accesses {
        for other in &two.accesses {
            let by_values = independence == Independence::Values
                && (is_harmless(oracle, state, (one, access), other)
                    || is_harmless(oracle, state, (two, other), access));
            if access.conflicts(other) && !by_values {
                return false;
            }
        }
    }
    true
}

impl Access {
    /// Whether both are about the same and not both only read it.
    fn conflicts(&self, other: &Access) -> bool {
        match (self, other) {
            (Access::Read(_), Access::Read(_)) => false,
            (Access::Join(one), Access::Join(two)) => one == two,
            (Access::Join(_), _) | (_, Access::Join(_)) => false,
            (
                Access::Read(one) | Access::Write { place: one, .. },
                Access::Read(two) | Access::Write { place: two, .. },
            ) => one.overlaps(*two),
        }
    }
}

/// Whether what one step accesses is not disturbed by a write of another one, because of values.
fn is_harmless(oracle: &mut Oracle, state: &State, (step, access): (&Made, &Access), other: &Access) -> bool {
    let Access::Write { place, before, value } = *other else { return false };
    match *access {
        Access::Join(_) => false,
        Access::Write { place: own, value: same, .. } => own == place && same == value,
        Access::Read(_) if value == before => true,
        Access::Read(own) => {
            own == place && step.decides && {
                let mut changed = state.clone();
                changed.write(place, value);
                let mut after = oracle.step(&changed, &step.path).states;
                let after = after.pop().expect("a load is enabled");
                whereabouts(&after, &step.path) == whereabouts(&step.next, &step.path)
            }
        }
    }
}

/// Where a thread is, if it has not ended.
fn whereabouts(state: &State, path: &Path) -> Option<(FunctionId, Location)> {
    match &state.threads[path] {
        Thread::Running(running) => running.stack.last().map(|it| (it.function, it.location)),
        Thread::Ended { .. } => None,
    }
}
