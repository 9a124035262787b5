//! Reads and writes of places: of a thread's own memory, or as events.

use super::build::Builder;
use super::graph::{Event, Place};
use super::knowledge::Users;
use super::parts::Effect;
use super::state::Draft;
use super::waits::Missing;
use crate::edge::Unsupported;
use crate::memory::Values;
use crate::memory::{Kind, Where};
use smt::Term;
use std::rc::Rc;

/// Where an address may point to, and when it does.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub object: u32,
    pub offset: u32,
    pub when: Term,
}

/// How a place is read and written in this unrolling.
enum Mode {
    /// It always holds this.
    Constant(Term),
    /// Only the running thread writes it.
    Own,
    /// By events.
    Shared,
}

impl Builder<'_> {
    fn mode(&mut self, place: Place) -> Mode {
        let initial = self.objects.initial(&mut self.terms, place);
        // What nobody was thought to write is taken for the thread's own as soon as it does.
        if self.state.memory.contains_key(&place) {
            return Mode::Own;
        }
        let Some(fact) = self.assumed.fact(place).filter(|it| it.writers != Users::Nobody) else {
            return Mode::Constant(initial);
        };
        // A write that changes nothing may still order what comes before it.
        let is_exact = self.options.purpose.asks_for_races();
        if let (Values::Known(values), false) = (&fact.values, is_exact) {
            if values.iter().all(|it| self.terms.value_of(initial) == Some(*it)) {
                return Mode::Constant(initial);
            }
        }
        // Who is the only one to write it knows what is in it.
        match fact.writers {
            Users::One(thread) if thread == self.now.thread => Mode::Own,
            Users::Nobody | Users::One(_) | Users::Many => Mode::Shared,
        }
    }

    /// A value that a place may hold.
    pub fn fresh(&mut self, place: Place) -> Term {
        let initial = self.objects.initial(&mut self.terms, place);
        let width = self.terms.width(initial);
        let mut values = self.assumed.fact(place).map_or_else(Values::default, |it| it.values.clone());
        let objects = &self.objects;
        let first = Values::Known(self.terms.value_of(initial).into_iter().collect());
        values.join(&first, &|it| objects.of_address(it));
        self.meaning.variable(&mut self.terms, width, values)
    }

    /// What is in a place if the condition holds.
    pub fn read_place(&mut self, place: Place, when: Term) -> Term {
        self.noted.note_look(place);
        self.find(place, when)
    }

    fn find(&mut self, place: Place, when: Term) -> Term {
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        if self.terms.is_false(guard) {
            return self.objects.initial(&mut self.terms, place);
        }
        self.noted.note_use(place, self.now.thread);
        match self.mode(place) {
            Mode::Constant(value) => value,
            Mode::Own => match self.state.memory.get(&place) {
                Some(&value) => value,
                None => self.objects.initial(&mut self.terms, place),
            },
            Mode::Shared => self.read_shared(place, guard),
        }
    }

    fn read_shared(&mut self, place: Place, guard: Term) -> Term {
        let draft = self.draft(place);
        if let Some(draft) = draft.filter(|it| self.terms.is_true(it.written)) {
            return draft.value;
        }
        let known = draft.and_then(|it| it.found).filter(|it| self.implied(guard, it.0));
        let found = match known {
            Some((_, found)) => {
                self.now.carried.extend(draft.and_then(|it| it.carried));
                found
            }
            None => {
                let value = self.fresh(place);
                let carried = self.read_event(place, guard, value, None);
                self.now.carried.extend(carried);
                self.change_draft(place, |draft| {
                    draft.found = Some((guard, value));
                    draft.carried = carried;
                });
                value
            }
        };
        match draft {
            Some(draft) if !self.terms.is_false(draft.written) => self.terms.ite(draft.written, draft.value, found),
            Some(_) | None => found,
        }
    }

    /// A read; what comes with the value that it finds, if that matters.
    fn read_event(&mut self, place: Place, guard: Term, value: Term, taken: Option<Term>) -> Option<Term> {
        let (cell, clock) = (self.cell(place), self.clock());
        let thread = self.now.thread;
        let carried = self.carried_by_read(place);
        let extent = self.now.extent;
        self.graph.events.push(Event { is_write: false, cell, clock, guard, value, thread, taken, carried, extent });
        carried
    }

    /// What the section knows of a place.
    pub fn draft(&self, place: Place) -> Option<Draft> {
        self.state.section.as_ref().and_then(|it| it.places.get(&place)).copied()
    }

    fn change_draft(&mut self, place: Place, change: impl FnOnce(&mut Draft)) {
        let never = self.terms.truth(false);
        if let Some(section) = &mut self.state.section {
            let places = Rc::make_mut(&mut section.places);
            change(places.entry(place).or_insert(Draft {
                written: never,
                value: never,
                found: None,
                carries: never,
                carried: None,
                extent: (0, 0),
            }));
        }
    }

    /// Waits until a place holds a number; the thread goes on in no other case. `taken` says whether it goes on. What it
    /// misses if it does not.
    pub fn await_place(&mut self, place: Place, when: Term, value: u64, taken: Term) -> Option<Missing> {
        let initial = self.objects.initial(&mut self.terms, place);
        let wanted = self.terms.constant(self.terms.width(initial), value);
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        if self.terms.is_false(guard) {
            return None;
        }
        let drafted = self.state.section.as_ref().is_some_and(|it| it.places.contains_key(&place));
        if matches!(self.mode(place), Mode::Shared) && !drafted {
            // It is found, or not waited for: what else it could find does not matter.
            self.noted.note_use(place, self.now.thread);
            let carried = self.read_event(place, guard, wanted, Some(taken));
            self.now.carried.extend(carried);
            self.change_draft(place, |draft| {
                draft.found = Some((guard, wanted));
                draft.carried = carried;
            });
            return Some(Missing::In(when, place, wanted));
        }
        let found = self.find(place, when);
        let is = self.terms.eq(found, wanted);
        let fine = self.terms.implies(when, is);
        self.state.assume(&mut self.terms, fine);
        Some(Missing::Known(self.terms.not(fine)))
    }

    /// Changes a place if the condition holds.
    pub fn write_place(&mut self, place: Place, value: Term, when: Term) {
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        if self.terms.is_false(guard) {
            return;
        }
        let values = self.meaning.of(&self.terms, &self.objects, value);
        let early = self.now.thread == 0 && self.now.starts == 0;
        let foreign = !self.now.in_mutex && !early;
        self.noted.note_use(place, self.now.thread);
        let objects = &self.objects;
        self.noted.note_write(place, self.now.thread, &values, foreign, &|it| objects.of_address(it));
        let (users, writers) =
            self.assumed.fact(place).map_or((Users::Nobody, Users::Nobody), |it| (it.users, it.writers));
        let is_own = |it: Users| it == Users::Nobody || it == Users::One(self.now.thread);
        if is_own(writers) {
            let old = self.state.memory.get(&place).copied();
            let old = old.unwrap_or_else(|| self.objects.initial(&mut self.terms, place));
            let new = self.terms.ite(when, value, old);
            Rc::make_mut(&mut self.state.memory).insert(place, new);
        }
        if !is_own(users) {
            self.write_shared(place, value, when);
        }
    }

    fn write_shared(&mut self, place: Place, value: Term, when: Term) {
        if let Mode::Constant(_) = self.mode(place) {
            return;
        }
        let draft = self.draft(place);
        let never = self.terms.truth(false);
        let before = draft.map_or(never, |it| it.written);
        let written = self.terms.or(before, when);
        let value = match draft.filter(|it| !self.terms.is_false(it.written)) {
            Some(draft) => self.terms.ite(when, value, draft.value),
            None => value,
        };
        let carries = self.carried_by_write(place, draft, when);
        let extent = self.now.extent;
        // The unit must be there when the section ends.
        self.clock();
        self.change_draft(place, |draft| {
            draft.written = written;
            draft.value = value;
            draft.carries = carries;
            draft.extent = extent;
        });
    }

    /// What the section has to write is written now.
    pub fn flush(&mut self) {
        self.note_step();
        let Some(section) = self.state.section.take() else { return };
        let asks_for_races = self.options.purpose.asks_for_races();
        self.end_unit(&section);
        let guard = self.guard();
        for (&place, draft) in section.places.iter() {
            let guard = self.terms.and(guard, draft.written);
            if self.terms.is_false(guard) {
                continue;
            }
            let silent = match draft.found.filter(|it| self.implied(guard, it.0)) {
                Some((_, found)) => self.terms.eq(found, draft.value),
                None => self.terms.truth(false),
            };
            let looked = self.assumed.fact(place).is_some_and(|it| it.looked);
            let mutex = (self.now.in_mutex && !looked).then_some(place);
            self.now.effects.push(Effect { guard, silent, mutex });
            let cell = self.cell(place);
            let clock = section.clock.expect("what is written belongs to a unit");
            let thread = self.now.thread;
            self.graph.events.push(Event {
                is_write: true,
                cell,
                clock,
                guard,
                value: draft.value,
                thread,
                taken: None,
                carried: asks_for_races.then_some(draft.carries),
                extent: draft.extent,
            });
        }
    }

    /// Where an access of so many bytes may go. Elsewhere it is bad.
    pub fn resolve(&mut self, address: Term, size: u8, write: bool) -> Result<Vec<Candidate>, Unsupported> {
        let places = self.place_finder().places(address, size, write)?;
        let width = self.terms.width(address);
        let single = self.terms.value_of(address).is_some();
        let mut candidates = Vec::new();
        for (object, offset) in places {
            let at = self.terms.constant(width, self.program.model.pack(object, offset.into()));
            let mut when = if single { self.terms.truth(true) } else { self.terms.eq(address, at) };
            if let Some(&length) = self.sizes.get(&object) {
                let end = self.terms.constant(self.terms.width(length), u64::from(offset) + u64::from(size));
                let inside = self.terms.ule(end, length);
                when = self.terms.and(when, inside);
            }
            if self.is_foreign_local(object) {
                self.noted.note_lent(object);
            }
            if self.objects.get(object).kind.can_end() || self.assumed.is_lent(object) {
                let alive = self.read_place(Place::Alive(object), when);
                when = self.terms.and(when, alive);
            }
            if !self.terms.is_false(when) {
                candidates.push(Candidate { object, offset, when });
            }
        }
        self.note_silence(&candidates);
        Ok(candidates)
    }

    /// Whether an object belongs to another thread than the running one.
    fn is_foreign_local(&self, object: u32) -> bool {
        matches!(self.objects.get(object).kind, Kind::ThreadLocal(_))
            && self.now.thread_locals.iter().all(|it| it.1 != object)
    }

    /// Notes when an access goes to what cannot leave the thread: that is not a step.
    fn note_silence(&mut self, candidates: &[Candidate]) {
        let own = candidates.iter().filter(|it| self.objects.get(it.object).kind == Kind::Private);
        let own: Vec<Term> = own.map(|it| it.when).collect();
        if !own.is_empty() {
            self.now.silent = Some(self.terms.any(own));
        }
    }

    /// Where addresses can point to.
    pub(super) fn place_finder(&mut self) -> Where<'_> {
        let model = self.program.model;
        Where { terms: &self.terms, meaning: &mut self.meaning, objects: &self.objects, model }
    }

    /// The places of an access.
    pub fn pieces(&mut self, object: u32, offset: u32, size: u8) -> Vec<Place> {
        self.noted.note_access(object, offset, size);
        let pieces = self.assumed.pieces(object, offset, size);
        pieces.into_iter().map(|(offset, length)| Place::Bytes { object, offset, length }).collect()
    }
}
