//! The world as the events of an execution: what operations do becomes reads and writes of places.

use super::build::Builder;
use super::graph::Place;
use super::parts::Effect;
use crate::edge::{MistakeKind, Unsupported, World};
use crate::memory::{Input, Values};
use crate::memory::{Kind, Object};
use ir::{Domain, Order, SlotId, Width};
use smt::{Term, Terms};

/// Bytes that an object of unknown size may have for each round of loops.
const UNKNOWN_SIZE: u64 = 64;

impl World for Builder<'_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn handle(&self) -> u64 {
        u64::from(self.now.thread) + 1
    }

    fn load(&mut self, address: Term, size: u8, write: bool) -> Result<Term, Unsupported> {
        self.now.address = Some(address);
        let candidates = self.resolve(address, size, write)?;
        self.now.candidates.clone_from(&candidates);
        let mut value = None;
        self.now.found.clear();
        for it in candidates.iter().rev() {
            let mut whole: Option<Term> = None;
            self.now.extent = (it.offset, size);
            let places = self.pieces(it.object, it.offset, size);
            self.now.carried.clear();
            let parts = places.len();
            for place in places {
                let piece = self.read_place(place, it.when);
                whole = Some(match whole {
                    None => piece,
                    Some(low) => self.terms.concat(piece, low),
                });
            }
            let found = whole.expect("an access has a size");
            self.note_found(*it, found, parts);
            value = Some(match value {
                None => found,
                Some(value) => self.terms.ite(it.when, found, value),
            });
        }
        let fine = self.terms.any(candidates.iter().map(|it| it.when).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadAccess);
        self.log_load(&candidates, size);
        Ok(value.unwrap_or_else(|| self.terms.constant(size * 8, 0)))
    }

    fn await_value(&mut self, address: Term, size: u8, value: u64) -> Result<(), Unsupported> {
        self.now.address = Some(address);
        let candidates = self.resolve(address, size, true)?;
        let fine = self.terms.any(candidates.iter().map(|it| it.when).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadAccess);
        // Whether it is waited for in vain is not decided by what is found: nobody looks at it then.
        let taken = self.meaning.variable(&mut self.terms, 1, Values::Known(vec![0, 1]));
        let (before, waits) = (self.guard(), self.terms.not(taken));
        let never = self.terms.and(before, waits);
        self.state.assume(&mut self.terms, taken);
        let mut missing = Vec::new();
        for it in candidates {
            self.now.extent = (it.offset, size);
            let places = self.pieces(it.object, it.offset, size);
            self.now.carried.clear();
            let mut shift = 0;
            for place in places {
                let Place::Bytes { length, .. } = place else { continue };
                let mask = Width(length * 8).mask();
                missing.extend(self.await_place(place, it.when, value >> shift & mask, taken));
                shift += u32::from(length) * 8;
            }
            let carried = std::mem::take(&mut self.now.carried);
            self.acquire(it.when, &carried, Order::Acquire);
        }
        self.note_wait(never, missing);
        Ok(())
    }

    fn store(&mut self, address: Term, size: u8, value: Term, when: Term) -> Result<(), Unsupported> {
        self.now.address = Some(address);
        let candidates = self.resolve(address, size, true)?;
        let fine = self.terms.any(candidates.iter().map(|it| it.when).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadAccess);
        self.log_store(&candidates, size, when);
        for it in candidates {
            let when = self.terms.and(when, it.when);
            self.now.extent = (it.offset, size);
            let mut bit = 0;
            for place in self.pieces(it.object, it.offset, size) {
                let Place::Bytes { length, .. } = place else { continue };
                let piece = self.terms.extract(value, bit, length * 8);
                self.write_place(place, piece, when);
                bit += length * 8;
            }
            self.write_unset(it.object, it.offset, size, when);
        }
        Ok(())
    }

    fn require_set(&mut self, address: Term, size: u8) -> Result<(), Unsupported> {
        if !self.asks_for_unset {
            return Ok(());
        }
        self.now.requires_set = true;
        let candidates = self.resolve(address, size, true)?;
        if let Some(unset) = self.read_unset(&candidates, size) {
            let none = self.terms.constant(self.terms.width(unset), 0);
            let fine = self.terms.eq(unset, none);
            self.require(fine, MistakeKind::BadAccess);
        }
        Ok(())
    }

    fn require(&mut self, condition: Term, otherwise: MistakeKind) {
        let wrong = self.terms.not(condition);
        self.mistake(wrong, otherwise);
    }

    fn wait_for(&mut self, condition: Term) {
        let guard = self.guard();
        let never = self.terms.not(condition);
        let never = self.terms.and(guard, never);
        self.note_wait(never, Vec::new());
        self.state.assume(&mut self.terms, condition);
    }

    fn surely_holds(&mut self, mutex: Term) -> bool {
        self.surely_held(mutex) && self.state.held.contains(&mutex)
    }

    fn note_mutex(&mut self, mutex: Term, is_held: bool) {
        // Two addresses that are not written alike may still be the same mutex.
        let known = self.terms.value_of(mutex).is_some();
        self.state.held.retain(|it| *it != mutex && (known || is_held));
        if is_held {
            self.state.held.push(mutex);
        }
    }

    fn allocate(&mut self, size: Term, automatic: bool, zeroed: bool) -> Result<Term, Unsupported> {
        let pointer = self.program.model.pointer_bits();
        let most = self.program.model.max_object_size();
        let kind = if automatic { Kind::Slot } else { Kind::Heap };
        let length = match self.meaning.of(&self.terms, &self.objects, size) {
            Values::Known(sizes) if sizes.len() == 1 || sizes.iter().all(|&it| it <= most) => {
                sizes.last().copied().unwrap_or(0)
            }
            Values::Known(_) | Values::Any(_) => self.bound_size(size),
        };
        if length > most {
            // As large as no memory: the allocation fails.
            if automatic {
                let never = self.terms.truth(false);
                self.require(never, MistakeKind::BadSize);
            }
            return Ok(self.terms.constant(pointer, 0));
        }
        let object = self.make(Object { kind, size: length as u32, is_unset: !zeroed && self.asks_for_unset })?;
        if self.terms.value_of(size).is_none() {
            self.sizes.insert(object, size);
        }
        Ok(self.terms.constant(pointer, self.program.model.pack(object, 0)))
    }

    fn end_object(&mut self, address: Term, when: Term, heap: bool) -> Result<(), Unsupported> {
        let mut ends = Vec::new();
        for (object, is) in self.objects_at(address) {
            if self.objects.get(object).kind != if heap { Kind::Heap } else { Kind::Slot } {
                continue;
            }
            let mut ended = self.terms.and(when, is);
            if heap {
                let alive = self.read_place(Place::Alive(object), ended);
                ended = self.terms.and(ended, alive);
            }
            ends.push((object, ended));
        }
        let some = self.terms.any(ends.iter().map(|it| it.1).collect::<Vec<_>>());
        let fine = self.terms.implies(when, some);
        self.require(fine, MistakeKind::BadFree);
        let dead = self.terms.truth(false);
        // What models do with their own locals is no race, whatever the orders of their accesses.
        let function = self.now.calls.last().expect("a function runs").0;
        let races = heap || !self.program.functions[function.index()].library;
        for (object, ended) in ends {
            self.write_place(Place::Alive(object), dead, ended);
            if races {
                self.log_end(object, ended);
            }
        }
        Ok(())
    }

    fn copy_object(&mut self, from: Term, to: Term, when: Term) -> Result<(), Unsupported> {
        if self.terms.is_false(when) {
            return Ok(());
        }
        let Some(to) = self.terms.value_of(to).map(|it| self.program.model.unpack(it).0) else { return Ok(()) };
        for (from, is) in self.objects_at(from) {
            let when = self.terms.and(when, is);
            for (source, target) in [(from, to), (to, from)] {
                for (offset, length) in self.assumed.all_pieces(source) {
                    self.noted.note_access(target, offset, length);
                }
            }
            let most = self.objects.get(from).size.min(self.objects.get(to).size);
            for (offset, length) in self.assumed.all_pieces(from) {
                if offset + u32::from(length) <= most {
                    let value = self.read_place(Place::Bytes { object: from, offset, length }, when);
                    self.write_place(Place::Bytes { object: to, offset, length }, value, when);
                    if self.asks_for_unset {
                        let unset = self.read_place(Place::Unset { object: from, offset, length }, when);
                        self.write_place(Place::Unset { object: to, offset, length }, unset, when);
                    }
                }
            }
        }
        Ok(())
    }

    fn set_slot(&mut self, slot: SlotId, is_open: bool) -> Result<(), Unsupported> {
        let function = self.now.calls.last().expect("a function runs").0;
        let slots = &self.program.functions[function.index()].slots;
        let is_unset = self.asks_for_unset && !slots[slot.index()].zeroed;
        if !slots[slot.index()].escapes {
            if is_unset && is_open {
                self.forget_private(slot);
            }
            return Ok(());
        }
        let size = slots[slot.index()].shape.size(self.program.model);
        if is_open {
            let object = self.make(Object { kind: Kind::Slot, size, is_unset })?;
            let pointer = self.program.model.pointer_bits();
            self.state.slots[slot.index()] = self.terms.constant(pointer, self.program.model.pack(object, 0));
            return Ok(());
        }
        let always = self.terms.truth(true);
        self.end_object(self.state.slots[slot.index()], always, false)
    }

    fn spawn(&mut self, function: Term, argument: Term, place: Option<Term>) -> Result<Term, Unsupported> {
        self.start_thread(function, argument, place)
    }

    fn join(&mut self, thread: Term) -> Result<Term, Unsupported> {
        self.join_thread(thread)
    }

    fn detach(&mut self, thread: Term) -> Result<(), Unsupported> {
        for (child, is) in self.started_threads(thread)? {
            self.mark_joined(child, is);
        }
        Ok(())
    }

    fn choose(&mut self, width: u8, domain: Domain) -> Term {
        let Input { variable, value, inside, count } = self.meaning.input(&mut self.terms, width, domain);
        if !self.terms.is_true(inside) {
            self.graph.constraints.push(inside);
        }
        self.now.inputs.push((variable, count));
        let guard = self.guard();
        if let Some(step) = self.step() {
            step.inputs.push((guard, value));
        }
        value
    }

    fn begin_section(&mut self, quiet: bool) {
        match &mut self.state.section {
            Some(section) => section.depth += 1,
            None => {
                self.begin_step();
                self.clock();
                let function = self.now.calls.last().expect("a function runs").0;
                let orders = !quiet && !self.program.functions[function.index()].library;
                let section = self.state.section.as_mut().expect("it has begun");
                (section.is_explicit, section.orders) = (true, orders);
                if let Some(step) = self.step() {
                    step.is_section = true;
                }
            }
        }
    }

    fn end_section(&mut self) {
        let Some(section) = &mut self.state.section else { return };
        section.depth -= 1;
        if section.depth == 0 {
            self.flush();
        }
    }
}

impl Builder<'_> {
    /// Whether a mutex that a thread has locked surely stays so: nobody writes to it otherwise.
    pub fn surely_held(&self, mutex: Term) -> bool {
        let Some(address) = self.terms.value_of(mutex) else { return false };
        let (object, offset) = self.program.model.unpack(address);
        let foreign = |it: Place| self.assumed.fact(it).is_some_and(|it| it.foreign);
        let pieces = self.assumed.pieces(object, offset as u32, 4);
        !pieces.iter().any(|&(offset, length)| foreign(Place::Bytes { object, offset, length }))
    }

    /// How large an object can be whose size is not known. One that is larger is cut off, as are rounds of loops.
    fn bound_size(&mut self, size: Term) -> u64 {
        let most = UNKNOWN_SIZE * u64::from(self.options.unroll);
        let width = self.terms.width(size);
        let limit = self.terms.constant(width, most);
        let fits = self.terms.ule(size, limit);
        if !self.terms.is_true(fits) {
            let mut large = self.state.clone();
            let unless = self.terms.not(fits);
            large.assume(&mut self.terms, unless);
            let guard = large.guard(&mut self.terms);
            if !self.terms.is_false(guard) {
                self.graph.cuts.push(guard);
                self.graph.is_bounded = true;
                self.graph.most_bytes = Some(most);
            }
            self.state.assume(&mut self.terms, fits);
        }
        most
    }

    /// A new object of the running thread.
    pub fn make(&mut self, object: Object) -> Result<u32, Unsupported> {
        let count = self.now.made;
        self.now.made += 1;
        let guard = self.guard();
        let silent = self.terms.truth(false);
        self.now.effects.push(Effect { guard, silent, mutex: None });
        let made = self.objects.make(self.now.thread, count, object);
        self.made.extend(made.map(|it| (it, guard)));
        made.ok_or_else(|| Unsupported::new("more objects than there are addresses"))
    }

    /// The objects that an address may be that of, each with when it is.
    fn objects_at(&mut self, address: Term) -> Vec<(u32, Term)> {
        let objects = self.place_finder().objects(address);
        let width = self.terms.width(address);
        let mut found = Vec::new();
        for object in objects {
            let at = self.terms.constant(width, self.program.model.pack(object, 0));
            let is = self.terms.eq(address, at);
            if !self.terms.is_false(is) {
                found.push((object, is));
            }
        }
        found
    }
}
