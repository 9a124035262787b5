//! Memory that is used again: which allocations may get the place of which freed objects.
//!
//! An object has a number of its own, and so an address of its own, unless a program can tell: only where two addresses are compared
//! does it show that memory was used again. So an exploration begins without that, and notes on the way ([`Machine::compare`]) which
//! pairs of objects are compared, of which one is freed in some execution. If there is a new pair, the exploration starts over
//! ([`event::System::knows_more`]) and knows it: from now on the allocation of the one object is a step, which may give it the place of
//! the other, if that is free then. Everything that follows is consistent by itself, since both have the same number.
//!
//! That no execution is lost: take one in which memory is used again as it may be in reality, and the first comparison in it that
//! has another result than if the pairs that are known were all. Up to there the machine can do the same, and it does, in some order
//! of independent steps: both objects are there, and were compared, and the one that was freed is freed somewhere in that execution.
//! So the pair is noted. That holds wherever the comparison is, in local code too, and before or after the free: it is a matter of two
//! values, and values are all that a comparison looks at. (An access through an address that is used again finds freed memory
//! in the machine, and is a fault there.)
//!
//! An object that is in the place of another one is noted for the pairs of that one, too, so that three can share a place.

use super::Machine;
use crate::memory::{Kind, LIFE, State};
use crate::thread::{self, Request};
use event::{Access, Mark, ObjectId, ObjectName, Place, Reuse, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// No thread makes more objects, or starts more threads, than a machine has room for.
const MOST_OBJECTS: u32 = 1 << 24;
const MOST_CHILDREN: u32 = 1 << 16;

/// What is known of memory that could be used again. Nothing of it is taken back with a step.
#[derive(Debug, Default)]
pub(super) struct Reuses {
    /// Objects whose addresses were compared, the smaller number first.
    compared: BTreeSet<(u32, u32)>,
    /// Reallocations: the old and the new object.
    moved: BTreeSet<(u32, u32)>,
    /// Which objects were in the place of another one.
    residents: BTreeMap<u32, BTreeSet<u32>>,
    /// The pairs that were found, and that the code does not know yet.
    found: BTreeSet<Reuse>,
    /// For the allocations that were met, by thread and count, the places that they may get.
    places: BTreeMap<(ThreadId, u32), Vec<u32>>,
    /// Whether objects are such places.
    is_place: BTreeMap<u32, bool>,
}

impl Machine<'_> {
    /// Two words are compared, which are not equal.
    pub(crate) fn compare(&mut self, left: u64, right: u64) {
        if self.code.fixes_reuse || !self.code.compares {
            return;
        }
        let model = self.program.model;
        let ((left, offset), (right, other)) = (model.unpack(left), model.unpack(right));
        let is_heap = |it| matches!(self.memory.state(it), State::Live(Kind::Heap) | State::Ended(Kind::Heap));
        if left == right || offset != other || !is_heap(left) || !is_heap(right) {
            return;
        }
        if self.reuses.compared.insert((left.min(right), left.max(right))) {
            self.look_for_pairs();
        }
    }

    /// An object of the heap has ended.
    pub(crate) fn note_freed(&mut self, object: u32) {
        if self.memory.note_freed(object) {
            self.look_for_pairs();
        }
    }

    /// An object has taken the place of another one.
    pub(crate) fn note_moved(&mut self, old: u32, new: u32) {
        if self.code.compares && self.reuses.moved.insert((old, new)) {
            self.look_for_pairs();
        }
    }

    fn note_resident(&mut self, place: u32, new: u32) {
        if self.reuses.residents.entry(place).or_default().insert(new) {
            self.look_for_pairs();
        }
    }

    /// Whether there are pairs that were not known from the start.
    pub(super) fn has_found_reuse(&self) -> bool {
        !self.reuses.found.is_empty()
    }

    /// Every pair, known or found.
    pub(super) fn all_reuses(&self) -> Vec<Reuse> {
        let mut all: BTreeSet<Reuse> = self.code.reuses.iter().cloned().collect();
        all.extend(self.reuses.found.iter().cloned());
        all.into_iter().collect()
    }

    pub(super) fn found_reuses(&self) -> impl Iterator<Item = &Reuse> {
        self.reuses.found.iter()
    }

    pub(super) fn learn_reuse(&mut self, pair: Reuse) {
        if !self.code.reuses.contains(&pair) {
            self.reuses.found.insert(pair);
        }
    }

    #[cold]
    fn look_for_pairs(&mut self) {
        let mut pairs = Vec::new();
        for &(one, two) in &self.reuses.compared {
            for (place, other) in [(one, two), (two, one)] {
                let is_moved = self.reuses.moved.contains(&(place, other));
                if !self.memory.was_freed(place) {
                    continue;
                }
                if !is_moved && !self.memory.may_fit(place, other) {
                    let Some(between) = self.between(place, other) else { continue };
                    pairs.extend(between.into_iter().filter(|it| *it != place).filter_map(|it| self.pair(place, it)));
                }
                let others = self.reuses.residents.get(&other);
                for new in others.into_iter().flatten().copied().chain([other]).filter(|it| *it != place) {
                    pairs.extend(self.pair(place, new));
                }
            }
        }
        pairs.into_iter().for_each(|it| self.learn_reuse(it));
    }

    /// The objects by which a place may get the size of another object: they are reallocated there. None if it cannot.
    fn between(&self, place: u32, other: u32) -> Option<BTreeSet<u32>> {
        let mut sizes = BTreeSet::from([place]);
        let mut between = BTreeSet::new();
        loop {
            let count = sizes.len();
            for &(old, new) in &self.reuses.moved {
                if sizes.iter().any(|&it| it == old || self.memory.may_fit(it, old)) {
                    sizes.insert(new);
                    between.extend([old, new]);
                }
            }
            if sizes.len() == count {
                break;
            }
        }
        sizes.iter().any(|&it| self.memory.may_fit(it, other)).then_some(between)
    }

    /// The pair by names, unless the new object is the older one in every execution.
    fn pair(&self, place: u32, new: u32) -> Option<Reuse> {
        let (one, two) = (self.names.name_of(place)?, self.names.name_of(new)?);
        let is_older = one.0 == two.0 && one.1 > two.1;
        self.reuse(place, new).filter(|_| !is_older)
    }

    /// The same for two objects that share a place.
    pub(crate) fn reuse(&self, place: u32, new: u32) -> Option<Reuse> {
        let name = |object| {
            let (thread, index) = self.names.name_of(object)?;
            Some(ObjectName { thread: self.names.path(thread), index })
        };
        Some(Reuse { place: name(place)?, new: name(new)? })
    }

    /// The places that the object which a thread creates next may get, now or at another time. Not empty: then its allocation is a
    /// step.
    fn places(&mut self, creator: ThreadId, index: u32) -> &[u32] {
        if !self.reuses.places.contains_key(&(creator, index)) {
            let name = ObjectName { thread: self.names.path(creator), index };
            let pairs = self.code.reuses.clone();
            let places = pairs.iter().filter(|it| it.new == name).filter_map(|it| self.number(&it.place)).collect();
            self.reuses.places.insert((creator, index), places);
        }
        &self.reuses.places[&(creator, index)]
    }

    /// The number of an object, which need not have been created. None if there is no such object in any program: names are read from
    /// files, too.
    fn number(&mut self, name: &ObjectName) -> Option<u32> {
        if name.index >= MOST_OBJECTS || name.thread.iter().any(|it| *it >= MOST_CHILDREN) {
            return None;
        }
        let mut thread = ThreadId(0);
        for &index in &name.thread {
            for earlier in 0..index {
                self.child(thread, earlier);
            }
            thread = self.child(thread, index);
        }
        for earlier in 0..name.index {
            self.names.object(thread, earlier);
        }
        Some(self.names.object(thread, name.index))
    }

    fn is_place(&mut self, object: u32) -> bool {
        if let Some(&known) = self.reuses.is_place.get(&object) {
            return known;
        }
        let name = self.names.name_of(object);
        let name = name.map(|(thread, index)| ObjectName { thread: self.names.path(thread), index });
        let is_place = name.is_some_and(|name| self.code.reuses.iter().any(|it| it.place == name));
        self.reuses.is_place.insert(object, is_place);
        is_place
    }

    /// Whether the allocation at which the thread that runs at `base` has come is a step.
    pub(crate) fn is_reuse(&mut self, thread: ThreadId, base: usize, size: u64) -> bool {
        if self.code.reuses.is_empty() || size > self.program.model.max_object_size() {
            return false;
        }
        let index = thread::created(&self.words, base);
        !self.places(thread, index).is_empty()
    }

    /// The places that a request of a thread, which has created so many objects, may get now, in the order of its branches; none for
    /// other requests than allocations.
    fn free_places(&mut self, thread: ThreadId, created: u32, request: Request) -> Vec<u32> {
        if self.code.reuses.is_empty() {
            return Vec::new();
        }
        let Some((size, old)) = self.allocated(request) else { return Vec::new() };
        let places = self.places(thread, created).to_vec();
        let memory = &self.memory;
        // A reallocation may leave the object where it is, whatever its size will be.
        let stays = |it: u32| old == Some(it) && !planted::bug!(ReallocationsAlwaysMove);
        places.into_iter().filter(|&it| stays(it) || memory.is_free_for(it, size)).collect()
    }

    /// The size of the object that a request makes, and the one that it frees for it.
    fn allocated(&self, request: Request) -> Option<(u64, Option<u32>)> {
        let (size, old) = match request {
            Request::Allocate { size, automatic: false, .. } => (size, None),
            Request::Reallocate { address: 0, size } => (size, None),
            Request::Reallocate { address, size } => (size, Some(self.freed_object(address)?)),
            _ => return None,
        };
        (size <= self.program.model.max_object_size()).then_some((size, old))
    }

    /// In how many ways an allocation at which a thread waits can go.
    pub(super) fn reuse_branches(&mut self, thread: ThreadId, request: Request) -> u32 {
        if self.code.fixes_reuse {
            return 1;
        }
        let created = thread::created(self.words_of(thread), 0);
        1 + self.free_places(thread, created, request).len() as u32
    }

    /// In how many ways an allocation in a section can go.
    pub(crate) fn reuse_ways(&mut self, thread: ThreadId, base: usize, request: Request) -> u32 {
        if self.code.fixes_reuse {
            return 1;
        }
        let created = thread::created(&self.words, base);
        1 + self.free_places(thread, created, request).len() as u32
    }

    /// The place that a branch of an allocation gives to the new object; none for fresh memory.
    pub(crate) fn place_of_branch(
        &mut self,
        thread: ThreadId,
        base: usize,
        request: Request,
        branch: u32,
    ) -> Option<u32> {
        let created = thread::created(&self.words, base);
        let places = self.free_places(thread, created, request);
        let chosen = if self.code.fixes_reuse { 0 } else { branch.checked_sub(1)? };
        places.get(chosen as usize).copied()
    }

    /// Gives a new object the place of one that has ended.
    pub(crate) fn use_again(&mut self, place: u32, new: u32) {
        self.memory.move_to(new, place);
        self.note_resident(place, new);
    }

    /// Whether an object, of those whose creation was observed, is in the place of another one.
    pub(crate) fn has_moved(&self, object: u32) -> bool {
        self.created.iter().filter(|it| it.0 == object).count() > 1
    }

    /// What a request touches besides the memory that it is about: the lives of objects whose places could be used again, and the
    /// places that are free for it. `created` are the objects that the thread has created.
    pub(crate) fn reuse_accesses(
        &mut self,
        thread: ThreadId,
        created: u32,
        request: Request,
        accesses: &mut Vec<Access>,
    ) {
        if self.code.reuses.is_empty() {
            return;
        }
        let life = |it: u32| Place { object: ObjectId(it), offset: LIFE, length: 1 };
        if let Request::Free { address } = request {
            let is_ordered = !planted::bug!(FreesCommuteWithReuse);
            let freed = self.freed_object(address).filter(|&it| is_ordered && self.is_place(it));
            accesses.extend(freed.map(|it| Access::Update(life(it))));
            return;
        }
        let Some((_, old)) = self.allocated(request) else { return };
        accesses.extend(old.filter(|&it| self.is_place(it)).map(|it| Access::Update(life(it))));
        let free = self.free_places(thread, created, request);
        for place in self.places(thread, created).to_vec().into_iter().filter(|it| old != Some(*it)) {
            if free.contains(&place) {
                // Whichever branch is taken: what it may take, others may.
                accesses.extend([Access::Update(life(place)), Access::EndObject(self.memory.whole(place))]);
            } else {
                accesses.push(Access::Read(life(place)));
            }
        }
    }

    /// The marks of these accesses: free synchronises with the allocation that gets the memory (C11 7.22.3).
    pub(crate) fn reuse_mark(&self, request: Request, access: Access, all: &[Access]) -> Option<Mark> {
        let place = access.place()?;
        if place.offset != LIFE {
            let allocates = matches!(request, Request::Allocate { .. } | Request::Reallocate { .. });
            return (!allocates).then(|| Mark::plain(access));
        }
        let is_of = |it: &Access| matches!(it, Access::EndObject(it) if it.object == place.object);
        let was_free = all.iter().any(is_of);
        let is_used = matches!(self.memory.state(place.object.0), State::Live(_));
        let (acquires, releases) = match request {
            Request::Free { .. } => (false, true),
            // Its own object, or one that was free before.
            Request::Reallocate { .. } => (was_free && is_used, true),
            _ => (was_free && is_used && !planted::bug!(ReuseTeachesNothing), false),
        };
        Some(Mark { access, atomic: true, acquires, releases })
    }
}
