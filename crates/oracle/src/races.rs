//! Data races, by the definition and in every interleaving.
//!
//! The graph of states does for many interleavings at once, but not here: what happens before what depends on the way. So
//! each way through the graph is walked, and for each thing that a thread does on the way it is found out anew which earlier
//! ones happen before it.

use super::memory::Place;
use super::report::Options;
use super::state::{ObjectKind, Path, Pending, State, Thread};
use super::step::Oracle;
use super::touch::{How, Touch};
use ir::{Order, Program};
use rustc_hash::FxHashMap;

/// What a thread does, as far as it matters for races. What fails does nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Access {
        place: Place,
        reads: bool,
        writes: bool,
        order: Order,
    },
    Fence(Order),
    Lock(Place),
    Unlock(Place),
    /// A mutex gets its first value.
    Init(Place),
    Spawn(Path),
    Join(Path),
    /// The memory of an object of the heap is given back.
    Free(u32),
    /// It is used again.
    UseAgain(u32),
    BeginSection,
    EndSection,
}

impl Oracle<'_> {
    /// What an operation does that leads from one state to another.
    pub fn deeds(&mut self, before: &State, after: &State, path: &Path, pending: &Pending) -> Vec<Deed> {
        if !after.is_running(path) {
            return Vec::new();
        }
        let Some(Thread::Running(running)) = before.threads.get(path) else { return Vec::new() };
        let function = running.stack.last().map(|it| it.function);
        let is_library = function.is_some_and(|it| self.program.functions[it.index()].library);
        if is_library && matches!(pending, Pending::CloseSlot(_) | Pending::Release { .. }) {
            // Models look at each other's locals and know when they may.
            return Vec::new();
        }
        let deed = |touch: Touch| match (touch, pending) {
            (Touch::Spawn(child), _) => Some(Deed::Spawn(child)),
            (Touch::Join(child), _) => Some(Deed::Join(child)),
            (Touch::Detach(_), _) => None,
            (Touch::Bytes(place, How::Update), Pending::Lock { .. } | Pending::TryLock { .. }) => {
                Some(Deed::Lock(place))
            }
            (Touch::Bytes(place, How::Update), Pending::Unlock { .. }) => Some(Deed::Unlock(place)),
            (Touch::Bytes(place, How::Reset), Pending::InitMutex { .. }) => Some(Deed::Init(place)),
            (
                Touch::Bytes(..),
                Pending::Lock { .. }
                | Pending::TryLock { .. }
                | Pending::Unlock { .. }
                | Pending::InitMutex { .. }
                | Pending::DestroyMutex { .. },
            ) => None,
            (Touch::Bytes(place, how), _) => {
                let order = match (pending, how) {
                    (Pending::CompareExchange { failure, .. }, How::Read) => *failure,
                    (
                        Pending::Load { order, .. }
                        | Pending::Store { order, .. }
                        | Pending::Update { order, .. }
                        | Pending::CompareExchange { order, .. },
                        _,
                    ) => *order,
                    // Objects that end.
                    _ => Order::NonAtomic,
                };
                let reads = how == How::Read || how == How::Update;
                // What is freed but has ended, or is null, is only looked at.
                let ends = !matches!(pending, Pending::Free { .. } | Pending::Reallocate { .. }) || how == How::End;
                ends.then_some(Deed::Access { place, reads, writes: how.writes(), order })
            }
        };
        let mut deeds: Vec<Deed> = self.touched(before, path, pending).into_iter().filter_map(deed).collect();
        deeds.extend(uses_of_memory(before, after, pending));
        if let Pending::Fence { order } = pending {
            deeds.push(Deed::Fence(*order));
        }
        deeds
    }
}

/// Which memory an operation takes that was used before, and which it gives back: what it takes may be what it gives back.
fn uses_of_memory(before: &State, after: &State, pending: &Pending) -> Vec<Deed> {
    if !matches!(pending, Pending::Allocate { .. } | Pending::Reallocate { .. } | Pending::Free { .. }) {
        return Vec::new();
    }
    let mut deeds = Vec::new();
    for (number, object) in before.objects.iter().filter(|it| it.1.kind == ObjectKind::Heap) {
        match (object.is_live, after.objects[number].is_live) {
            (true, false) => deeds.push(Deed::Free(*number)),
            (false, true) => deeds.push(Deed::UseAgain(*number)),
            (true, true) | (false, false) => {}
        }
    }
    deeds
}

fn acquires(order: Order) -> bool {
    use Order::*;
    matches!(order, Consume | Acquire | AcquireRelease | SequentiallyConsistent)
}

fn releases(order: Order) -> bool {
    use Order::*;
    matches!(order, Release | AcquireRelease | SequentiallyConsistent)
}

/// Something that was done.
#[derive(Clone)]
struct Done {
    thread: Path,
    deed: Deed,
    /// For each earlier one whether it happens before this one.
    before: Vec<bool>,
}

impl Done {
    /// An access to bytes: where, whether it writes, and with which order.
    fn access(&self) -> Option<(Place, bool, Order)> {
        match self.deed {
            Deed::Access { place, writes, order, .. } => Some((place, writes, order)),
            _ => None,
        }
    }

    fn write(&self) -> Option<(Place, Order)> {
        self.access().filter(|it| it.1).map(|(place, _, order)| (place, order))
    }

    fn atomic_read(&self) -> Option<Place> {
        match self.deed {
            Deed::Access { place, reads: true, order, .. } if order != Order::NonAtomic => Some(place),
            _ => None,
        }
    }

    fn is_update(&self) -> bool {
        matches!(self.deed, Deed::Access { reads: true, writes: true, .. })
    }

    fn conflicts(&self, other: &Done) -> bool {
        match (self.access(), other.access()) {
            (Some((one, one_writes, one_order)), Some((two, two_writes, two_order))) => {
                self.thread != other.thread
                    && one.overlaps(two)
                    && (one_writes || two_writes)
                    && (one_order == Order::NonAtomic || two_order == Order::NonAtomic)
            }
            _ => self.conflicts_as_init(other) || other.conflicts_as_init(self),
        }
    }

    /// Whether this initialises a mutex that the other operation locks, unlocks or initialises.
    fn conflicts_as_init(&self, other: &Done) -> bool {
        let Deed::Init(mutex) = self.deed else { return false };
        self.thread != other.thread
            && matches!(other.deed, Deed::Lock(it) | Deed::Unlock(it) | Deed::Init(it) if it == mutex)
    }
}

/// The write that a read takes its value from, if it is an atomic one to the same place.
fn read_from(way: &[Done], read: usize) -> Option<usize> {
    let place = way[read].atomic_read()?;
    let last = (0..read).rev().find(|&it| way[it].write().is_some_and(|(written, _)| written.overlaps(place)))?;
    let (written, order) = way[last].write()?;
    (written == place && order != Order::NonAtomic).then_some(last)
}

/// Whether a write belongs to the release sequence that another one heads, or would head if it were a release.
fn is_in_sequence(way: &[Done], head: usize, write: usize) -> bool {
    let Some((place, order)) = way[head].write() else { return false };
    let goes_on = |it: &Done| match it.write() {
        Some((written, _)) if !written.overlaps(place) => true,
        Some((written, order)) => {
            written == place && order != Order::NonAtomic && (it.thread == way[head].thread || it.is_update())
        }
        None => true,
    };
    order != Order::NonAtomic
        && way[write].write().is_some_and(|it| it.0 == place)
        && head <= write
        && way[head + 1..=write].iter().all(goes_on)
}

/// Whether two things synchronise by way of an atomic write and an atomic read.
fn atomics_synchronise(way: &[Done], first: usize, second: usize) -> bool {
    let reads: Vec<usize> = match way[second].deed {
        Deed::Access { order, .. } if acquires(order) && way[second].atomic_read().is_some() => vec![second],
        Deed::Fence(order) if acquires(order) => {
            (0..second).filter(|&it| way[it].thread == way[second].thread && way[it].atomic_read().is_some()).collect()
        }
        _ => return false,
    };
    let heads: Vec<usize> = match way[first].deed {
        Deed::Access { writes: true, order, .. } if releases(order) => vec![first],
        Deed::Fence(order) if releases(order) => {
            (first + 1..second).filter(|&it| way[it].thread == way[first].thread && way[it].write().is_some()).collect()
        }
        _ => return false,
    };
    reads
        .iter()
        .filter_map(|&it| read_from(way, it))
        .any(|write| heads.iter().any(|&it| is_in_sequence(way, it, write)))
}

/// Whether the first happens before the second by itself, and not by way of others.
fn is_directly_before(way: &[Done], first: usize, second: usize) -> bool {
    let (one, two) = (&way[first], &way[second]);
    one.thread == two.thread
        || one.deed == Deed::Spawn(two.thread.clone())
        || two.deed == Deed::Join(one.thread.clone())
        || matches!((&one.deed, &two.deed), (Deed::Unlock(mutex), Deed::Lock(taken)) if mutex == taken)
        || matches!((&one.deed, &two.deed), (Deed::Free(freed), Deed::UseAgain(used)) if freed == used)
        || (&one.deed, &two.deed) == (&Deed::EndSection, &Deed::BeginSection)
        || atomics_synchronise(way, first, second)
}

/// Adds what a thread does to a way; whether it races with what came before.
fn add(way: &mut Vec<Done>, thread: &Path, deed: &Deed) -> bool {
    let own = way.len();
    way.push(Done { thread: thread.clone(), deed: deed.clone(), before: vec![false; own] });
    for first in (0..own).rev() {
        if is_directly_before(way, first, own) {
            let mut before = std::mem::take(&mut way[own].before);
            before[first] = true;
            way[first].before.iter().enumerate().filter(|it| *it.1).for_each(|it| before[it.0] = true);
            way[own].before = before;
        }
    }
    (0..own).any(|first| way[first].conflicts(&way[own]) && !way[own].before[first])
}

/// Whether some interleaving of a valid program has a data race; none if there are more than `limit` and none was found.
///
/// A way that comes to a state for the third time ends there. If two accesses race, they do so on a way that leaves out the
/// circles between them, for nothing more happens before the second one then; a circle that contains one of them is walked
/// once.
pub fn has_race(program: &Program, options: &Options, limit: usize) -> Option<bool> {
    let (oracle, initial) = Oracle::begin(program, options);
    let mut walk = Walk {
        oracle,
        numbers: FxHashMap::default(),
        states: Vec::new(),
        moves: Vec::new(),
        visits: Vec::new(),
        ways: 0,
        limit,
    };
    let start = walk.number(initial);
    walk.from(start, &mut Vec::new())
}

/// A thread, what it does, and where that leads.
type Move = (Path, Vec<Deed>, usize);

struct Walk<'a> {
    oracle: Oracle<'a>,
    numbers: FxHashMap<State, usize>,
    states: Vec<State>,
    /// For each state what can be done in it, once somebody has looked.
    moves: Vec<Option<Vec<Move>>>,
    /// For each state how often the current way has come to it.
    visits: Vec<u8>,
    ways: usize,
    limit: usize,
}

impl Walk<'_> {
    fn number(&mut self, state: State) -> usize {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state);
        self.moves.push(None);
        self.visits.push(0);
        self.states.len() - 1
    }

    fn moves(&mut self, number: usize) -> Vec<Move> {
        if let Some(known) = &self.moves[number] {
            return known.clone();
        }
        let state = self.states[number].clone();
        let mut moves = Vec::new();
        for path in state.threads.keys() {
            let step = self.oracle.step(&state, path);
            for (next, deeds) in step.states.into_iter().zip(step.deeds) {
                moves.push((path.clone(), deeds, self.number(next)));
            }
        }
        self.moves[number] = Some(moves.clone());
        moves
    }

    /// Whether a race is found on some way that begins like this one.
    fn from(&mut self, number: usize, way: &mut Vec<Done>) -> Option<bool> {
        let moves = self.moves(number);
        if moves.is_empty() || self.visits[number] == 2 {
            self.ways += 1;
            return (self.ways <= self.limit).then_some(false);
        }
        let length = way.len();
        self.visits[number] += 1;
        for (thread, deeds, next) in moves {
            if deeds.iter().any(|it| add(way, &thread, it)) {
                return Some(true);
            }
            match self.from(next, way) {
                Some(false) => {}
                other => return other,
            }
            way.truncate(length);
        }
        self.visits[number] -= 1;
        Some(false)
    }
}
