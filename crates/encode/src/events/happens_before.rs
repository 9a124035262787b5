//! What happens directly after what, for races: `docs/semantics.md` is the definition.
//!
//! Each unit has an unknown: whether it is in the set of those that happen after the first access of a race. The set is
//! closed under the order of threads, starts and joins by constraints. Mutexes and atomic accesses pass it on with their
//! values: a write that makes a mutex free, or releases, *carries* one more bit, whether its unit is in the set; a read
//! that acquires and finds it is in the set, too. A read-modify-write carries on what it has found: that is a release
//! sequence. What a relaxed store carries depends on fences before it, and on what its own thread has stored there before.
//!
//! Sections that depend on each other happen in order, be it by way of other steps. There is an execution of the same
//! meaning in which all sections that are in the set come after all that are not (the set is closed, so what is not
//! in it need not wait for what is). So one unit lies between them. Conversely, if a section depends on one in the
//! set, it comes later, and so after that unit, and is in the set.

use super::access::Candidate;
use super::build::Builder;
use super::graph::Place;
use super::races::AccessKind;
use super::state::{Draft, Section};
use crate::order::Order;
use ir::{Operation, Order as MemoryOrder};
use smt::Term;

/// What an operation that is being performed means for races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sync {
    /// Nothing.
    Plain,
    /// It accesses memory in this order, or in the other one if it only reads.
    Access { order: MemoryOrder, failure: MemoryOrder, is_update: bool },
    /// It takes the mutex at this address, if it can.
    Lock(Term),
    /// It gives it back.
    Unlock(Term),
    /// It makes it free.
    Init(Term),
}

impl Sync {
    /// What an operation with these operands means.
    pub fn of(operation: &Operation, operands: &[Term]) -> Sync {
        let access = |order: MemoryOrder, failure: MemoryOrder, is_update| Sync::Access { order, failure, is_update };
        match operation {
            Operation::Load { order: MemoryOrder::Unset, .. } | Operation::Store { order: MemoryOrder::Unset, .. } => {
                Sync::Plain
            }
            Operation::Load { order, .. } | Operation::Store { order, .. } => access(*order, *order, false),
            Operation::Update { order, .. } => access(*order, *order, true),
            Operation::CompareExchange { order, failure, .. } => access(*order, *failure, true),
            Operation::Lock { .. } | Operation::TryLock { .. } => Sync::Lock(operands[0]),
            Operation::Unlock { .. } => Sync::Unlock(operands[0]),
            Operation::InitMutex { .. } => Sync::Init(operands[0]),
            // The handle is stored plainly.
            Operation::Spawn { place: Some(_), .. } => access(MemoryOrder::NonAtomic, MemoryOrder::NonAtomic, false),
            Operation::Fence(_)
            | Operation::DestroyMutex(_)
            | Operation::Spawn { place: None, .. }
            | Operation::Join { .. }
            | Operation::Detach(_)
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. }
            | Operation::Allocate { .. }
            | Operation::Reallocate { .. }
            | Operation::Free(_)
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => Sync::Plain,
        }
    }
}

fn acquires(order: MemoryOrder) -> bool {
    match order {
        MemoryOrder::Consume
        | MemoryOrder::Acquire
        | MemoryOrder::AcquireRelease
        | MemoryOrder::SequentiallyConsistent => true,
        MemoryOrder::NonAtomic | MemoryOrder::Relaxed | MemoryOrder::Release | MemoryOrder::Unset => false,
    }
}

fn releases(order: MemoryOrder) -> bool {
    match order {
        MemoryOrder::Release | MemoryOrder::AcquireRelease | MemoryOrder::SequentiallyConsistent => true,
        MemoryOrder::NonAtomic
        | MemoryOrder::Relaxed
        | MemoryOrder::Consume
        | MemoryOrder::Acquire
        | MemoryOrder::Unset => false,
    }
}

/// A fence.
#[derive(Clone, Copy)]
pub(super) struct Fence {
    thread: u32,
    clock: u32,
    guard: Term,
    order: MemoryOrder,
}

/// An atomic read that does not acquire by itself.
#[derive(Clone, Copy)]
pub(super) struct Look {
    thread: u32,
    clock: u32,
    guard: Term,
    carried: Term,
}

/// An atomic write.
#[derive(Clone, Copy)]
pub(super) struct Store {
    place: Place,
    extent: (u32, u8),
    thread: u32,
    clock: u32,
    guard: Term,
    releases: bool,
    /// Whether it carries on what it has found.
    is_chained: bool,
    /// For one that does not release: the unknown for what it carries all the same.
    carries: Term,
}

impl Builder<'_> {
    /// The unknown that says whether a unit is in the set.
    pub fn after(&mut self, clock: u32) -> Term {
        let terms = &mut self.terms;
        *self.races.after.entry(clock).or_insert_with(|| terms.variable(1))
    }

    /// What comes with the value that a read finds in a place.
    pub fn carried_by_read(&mut self, place: Place) -> Option<Term> {
        let matters = match self.now.sync {
            Sync::Plain | Sync::Unlock(_) => false,
            Sync::Access { order, .. } => order != MemoryOrder::NonAtomic,
            Sync::Lock(mutex) | Sync::Init(mutex) => self.now.address == Some(mutex),
        };
        let matters = matters && matches!(place, Place::Bytes { .. }) && self.options.purpose.asks_for_races();
        matters.then(|| self.terms.variable(1))
    }

    /// What goes with the value that is being written to a place if the condition holds.
    pub fn carried_by_write(&mut self, place: Place, draft: Option<Draft>, when: Term) -> Term {
        let never = self.terms.truth(false);
        if !self.options.purpose.asks_for_races() || !matches!(place, Place::Bytes { .. }) {
            return never;
        }
        let same = draft.filter(|it| it.extent == self.now.extent);
        let before = same.map_or(never, |it| self.terms.and(it.written, it.carries));
        let clock = self.clock();
        let carries = match self.now.sync {
            Sync::Unlock(mutex) if self.now.address == Some(mutex) => {
                self.note_synchronisation();
                self.after(clock)
            }
            // Whoever locks it next comes after all who have unlocked it, also if it becomes free in another way.
            Sync::Lock(mutex) if self.now.address == Some(mutex) => draft.and_then(|it| it.carried).unwrap_or(never),
            Sync::Init(mutex) if self.now.address == Some(mutex) => {
                self.read_place(place, when);
                self.draft(place).and_then(|it| it.carried).unwrap_or(never)
            }
            Sync::Access { order, is_update, .. } if order != MemoryOrder::NonAtomic => {
                self.note_synchronisation();
                let guard = self.guard();
                let guard = self.terms.and(guard, when);
                let (releases, thread) = (releases(order), self.now.thread);
                let own = if releases { self.after(clock) } else { self.terms.variable(1) };
                let extent = self.now.extent;
                let found = draft.filter(|_| is_update).and_then(|it| it.carried);
                let is_chained = found.is_some();
                let store = Store { place, extent, thread, clock, guard, releases, is_chained, carries: own };
                self.races.stores.push(store);
                self.terms.any([own, found.unwrap_or(never), before])
            }
            Sync::Plain | Sync::Access { .. } | Sync::Lock(_) | Sync::Unlock(_) | Sync::Init(_) => never,
        };
        let old = draft.map_or(never, |it| it.carries);
        self.terms.ite(when, carries, old)
    }

    /// An access to a mutex or an atomic read has found what was carried, each bit with the bytes that it came with: it is
    /// in the set if all of them are, or fences after it are.
    pub fn acquire(&mut self, when: Term, carried: &[Term], order: MemoryOrder) {
        if carried.is_empty() || order == MemoryOrder::NonAtomic {
            return;
        }
        self.note_synchronisation();
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        let carried = self.terms.all(carried.to_vec());
        let clock = self.clock();
        if acquires(order) {
            let both = self.terms.and(guard, carried);
            let after = self.after(clock);
            let fine = self.terms.implies(both, after);
            self.graph.constraints.push(fine);
        } else {
            self.races.looks.push(Look { thread: self.now.thread, clock, guard, carried });
        }
    }

    /// What runs now acquires or releases something. That is in order with what its section does before or after it only if
    /// nobody looks closely.
    fn note_synchronisation(&mut self) {
        if self.state.section.as_ref().is_some_and(|it| it.orders) {
            let clock = self.clock();
            self.races.synchronising.insert(clock);
        }
    }

    /// A load has found something at a candidate, whose bytes are so many places.
    pub fn note_found(&mut self, candidate: Candidate, found: Term, parts: usize) {
        let carried = std::mem::take(&mut self.now.carried);
        if carried.len() < parts {
            // Some of it is its own.
            return;
        }
        match self.now.sync {
            Sync::Plain | Sync::Unlock(_) | Sync::Init(_) => {}
            Sync::Lock(_) => {
                // Whoever finds it held is not in order with anybody.
                let free = self.terms.constant(self.terms.width(found), 0);
                let is_free = self.terms.eq(found, free);
                let when = self.terms.and(candidate.when, is_free);
                self.acquire(when, &carried, MemoryOrder::Acquire);
            }
            Sync::Access { order, is_update: false, .. } => self.acquire(candidate.when, &carried, order),
            Sync::Access { is_update: true, .. } => self.now.found.push((candidate.when, carried)),
        }
    }

    /// Notes what a load accesses. A read-modify-write is noted when it writes.
    pub fn log_load(&mut self, candidates: &[Candidate], size: u8) {
        let Sync::Access { order, is_update: false, .. } = self.now.sync else { return };
        let kind = AccessKind {
            is_write: false,
            is_atomic: order != MemoryOrder::NonAtomic,
            is_update: false,
            is_mutex: false,
        };
        self.log_all(candidates, size, None, kind);
    }

    /// Notes what a store accesses that is made if the condition holds; a read-modify-write only reads if not.
    pub fn log_store(&mut self, candidates: &[Candidate], size: u8, when: Term) {
        let is_atomic = !matches!(self.now.sync, Sync::Init(_));
        if let Sync::Lock(mutex) | Sync::Unlock(mutex) | Sync::Init(mutex) = self.now.sync {
            if self.now.address == Some(mutex) {
                let kind = AccessKind { is_write: true, is_atomic, is_update: is_atomic, is_mutex: true };
                self.log_all(candidates, size, Some(when), kind);
            }
            return;
        }
        let Sync::Access { order, failure, is_update } = self.now.sync else { return };
        if !self.options.purpose.asks_for_races() {
            return;
        }
        let unless = self.terms.not(when);
        for (is, carried) in std::mem::take(&mut self.now.found) {
            let (yes, no) = (self.terms.and(is, when), self.terms.and(is, unless));
            self.acquire(yes, &carried, order);
            self.acquire(no, &carried, failure);
        }
        let is_atomic = |it: MemoryOrder| it != MemoryOrder::NonAtomic;
        let kind = AccessKind { is_write: true, is_atomic: is_atomic(order), is_update, is_mutex: false };
        self.log_all(candidates, size, Some(when), kind);
        if is_update {
            let kind = AccessKind { is_write: false, is_atomic: is_atomic(failure), is_update: false, is_mutex: false };
            self.log_all(candidates, size, Some(unless), kind);
        }
    }

    fn log_all(&mut self, candidates: &[Candidate], size: u8, when: Option<Term>, kind: AccessKind) {
        if !self.options.purpose.asks_for_races() {
            return;
        }
        for it in candidates {
            let when = when.map_or(it.when, |when| self.terms.and(when, it.when));
            let places = self.pieces(it.object, it.offset, size);
            self.now.extent = (it.offset, size);
            for place in places {
                self.log_access(place, when, kind);
            }
        }
    }

    /// Notes the end of an object: it writes to all of it.
    pub fn log_end(&mut self, object: u32, when: Term) {
        if self.options.purpose.asks_for_races() {
            for (offset, length) in self.assumed.all_pieces(object) {
                self.log_access(Place::Bytes { object, offset, length }, when, AccessKind::END);
            }
        }
    }

    /// Notes a fence.
    pub fn fence(&mut self, order: MemoryOrder) {
        if self.options.purpose.asks_for_races() {
            self.note_synchronisation();
            let (guard, clock) = (self.guard(), self.clock());
            self.races.fences.push(Fence { thread: self.now.thread, clock, guard, order });
        }
    }

    /// A unit has come to its end on this path.
    pub fn end_unit(&mut self, section: &Section) {
        let Some(clock) = section.clock.filter(|_| self.options.purpose.asks_for_races()) else { return };
        let guard = self.guard();
        let never = self.terms.truth(false);
        let done = self.races.done.get(&clock).copied().unwrap_or(never);
        let done = self.terms.or(done, guard);
        self.races.done.insert(clock, done);
        if section.orders {
            self.races.sections.insert(clock);
        }
    }

    /// Closes the set.
    pub fn let_happen_before(&mut self, order: &Order) {
        for (from, to) in self.graph.order.clone() {
            // Everything comes after the initial values, which race with nothing.
            if from != 0 {
                let (from, to) = (self.after(from), self.after(to));
                let fine = self.terms.implies(from, to);
                self.graph.constraints.push(fine);
            }
        }
        for (from, to, when) in self.graph.conditional.clone() {
            let (from, to) = (self.after(from), self.after(to));
            let both = self.terms.and(from, when);
            let fine = self.terms.implies(both, to);
            self.graph.constraints.push(fine);
        }
        self.pass_fences(order);
        self.continue_sequences(order);
        self.part_sections();
    }

    fn pass_fences(&mut self, order: &Order) {
        let Fences { looks, stores } = Fences::of(self, order);
        for (look, fence) in looks {
            let both = self.terms.all([look.guard, look.carried, fence.guard]);
            let after = self.after(fence.clock);
            let fine = self.terms.implies(both, after);
            self.graph.constraints.push(fine);
        }
        for (store, fence) in stores {
            let after = self.after(fence.clock);
            let both = self.terms.all([store.guard, fence.guard, after]);
            let fine = self.terms.implies(both, store.carries);
            self.graph.constraints.push(fine);
        }
    }

    /// A relaxed store carries what an earlier write of its thread carries by itself, unless another thread has stored
    /// something in between. So does a read-modify-write that has found what its thread itself has stored.
    fn continue_sequences(&mut self, order: &Order) {
        let stores = self.races.stores.clone();
        for last in stores.iter().filter(|it| !it.releases && !it.is_chained) {
            if !self.ask_to_go_on() {
                return;
            }
            let own = stores.iter().filter(|it| it.place == last.place && it.thread == last.thread);
            for head in own.filter(|it| it.extent == last.extent) {
                if !order.before(head.clock, last.clock) {
                    continue;
                }
                let source = self.source(order, head);
                if self.terms.is_false(source) {
                    continue;
                }
                let mut apart = self.terms.truth(false);
                for (clock, guard) in self.interruptions(order, head, last) {
                    let is = self.terms.variable(1);
                    let fine = self.terms.implies(is, guard);
                    self.graph.constraints.push(fine);
                    self.graph.conditional.extend([(head.clock, clock, is), (clock, last.clock, is)]);
                    apart = self.terms.or(apart, is);
                }
                let unbroken = self.terms.not(apart);
                let carries = self.terms.all([head.guard, last.guard, source, unbroken]);
                let fine = self.terms.implies(carries, last.carries);
                self.graph.constraints.push(fine);
            }
        }
    }

    /// What a write carries by itself.
    fn source(&mut self, order: &Order, head: &Store) -> Term {
        let mut source = if head.releases { self.after(head.clock) } else { self.terms.truth(false) };
        for fence in self.races.fences.clone() {
            if fence.thread == head.thread && releases(fence.order) && order.before(fence.clock, head.clock) {
                let after = self.after(fence.clock);
                let carries = self.terms.and(fence.guard, after);
                source = self.terms.or(source, carries);
            }
        }
        source
    }

    /// Where a release sequence between two writes of one thread may be broken: by a store of another thread, or by a write
    /// that is not atomic, or to other bytes.
    fn interruptions(&self, order: &Order, head: &Store, last: &Store) -> Vec<(u32, Term)> {
        let others = self.races.accesses.iter().filter(|it| it.place == head.place && it.kind.is_write);
        let others = others.filter(|it| {
            let continues = it.kind.is_update || it.thread == head.thread;
            !(it.kind.is_atomic && it.extent == head.extent && continues)
        });
        let between = others.filter(|it| !order.before(it.clock, head.clock) && !order.before(last.clock, it.clock));
        between.map(|it| (it.clock, it.guard)).collect()
    }

    /// Sections that are in the set come after those that are not.
    fn part_sections(&mut self) {
        let mut sections: Vec<u32> = self.races.sections.iter().copied().collect();
        sections.sort_unstable();
        if sections.len() < 2 {
            return;
        }
        let between = self.graph.clocks;
        self.graph.clocks += 1;
        self.graph.order.push((0, between));
        for clock in sections {
            let Some(&done) = self.races.done.get(&clock) else { continue };
            let after = self.after(clock);
            let before = self.terms.not(after);
            let (after, before) = (self.terms.and(done, after), self.terms.and(done, before));
            self.graph.conditional.extend([(between, clock, after), (clock, between, before)]);
        }
    }
}

/// The relaxed reads before acquire fences, and the relaxed writes behind release fences.
struct Fences {
    looks: Vec<(Look, Fence)>,
    stores: Vec<(Store, Fence)>,
}

impl Fences {
    fn of(builder: &Builder<'_>, order: &Order) -> Fences {
        let mut fences = Fences { looks: Vec::new(), stores: Vec::new() };
        for &fence in &builder.races.fences {
            let looks = builder.races.looks.iter().filter(|it| it.thread == fence.thread && acquires(fence.order));
            let looks = looks.filter(|it| it.clock == fence.clock || order.before(it.clock, fence.clock));
            fences.looks.extend(looks.map(|it| (*it, fence)));
            let stores = builder.races.stores.iter().filter(|it| it.thread == fence.thread && releases(fence.order));
            let stores = stores.filter(|it| !it.releases);
            let stores = stores.filter(|it| it.clock == fence.clock || order.before(fence.clock, it.clock));
            fences.stores.extend(stores.map(|it| (*it, fence)));
        }
        fences
    }
}
