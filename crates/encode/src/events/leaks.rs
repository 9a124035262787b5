//! Leaks: memory that is still there when all threads have ended, and that nothing points to.
//!
//! There is such memory if and only if there is a set of allocated objects, not empty, which are all still there, such that
//! whatever points to one of them is in the set itself or is no longer there. The solver looks for the set.

use super::build::Builder;
use super::finals::Finals;
use super::graph::Place;
use crate::memory::Kind;
use crate::memory::Values;
use rustc_hash::FxHashMap;
use smt::Term;

impl Builder<'_> {
    /// The condition of a leak.
    pub fn settle_leaks(&mut self) {
        let mut finals = self.begin_finals();
        let mut lost: FxHashMap<u32, Term> = FxHashMap::default();
        let mut some = Vec::new();
        for (object, made) in self.made.clone() {
            if self.objects.get(object).kind != Kind::Heap {
                continue;
            }
            let is = self.meaning.variable(&mut self.terms, 1, Values::Known(vec![0, 1]));
            let alive = self.final_value(&mut finals, Place::Alive(object));
            let there = self.terms.and(made, alive);
            let fine = self.terms.implies(is, there);
            self.graph.constraints.push(fine);
            lost.insert(object, is);
            some.push(is);
        }
        for holder in 0..self.objects.count() {
            self.let_point(&mut finals, holder, &lost);
        }
        let some = self.terms.any(some);
        let finished = self.all_finished();
        self.graph.leak = self.terms.and(some, finished);
    }

    /// What an object points to is lost only if it is lost itself, or no longer there.
    fn let_point(&mut self, finals: &mut Finals, holder: u32, lost: &FxHashMap<u32, Term>) {
        let object = self.objects.get(holder);
        match object.kind {
            Kind::Nothing | Kind::Private => return,
            Kind::Global(_) | Kind::Constant(_) | Kind::ThreadLocal(_) | Kind::Heap | Kind::Slot => {}
        }
        let word = self.program.model.pointer_bytes();
        for at in (0..object.size / word).map(|it| it * word) {
            let Some(value) = self.final_word(finals, holder, at, word as u8) else { continue };
            let targets: Vec<u32> = match self.meaning.of(&self.terms, &self.objects, value) {
                Values::Any(objects) => objects,
                Values::Known(values) => values.iter().filter_map(|it| self.objects.of_address(*it)).collect(),
            };
            for target in targets {
                let Some(&is) = lost.get(&target) else { continue };
                let points = self.points_to(value, target);
                let both = self.terms.and(is, points);
                if self.terms.is_false(both) {
                    continue;
                }
                let mut excused = lost.get(&holder).copied().unwrap_or_else(|| self.terms.truth(false));
                if object.kind.can_end() || matches!(object.kind, Kind::ThreadLocal(_)) {
                    let alive = self.final_value(finals, Place::Alive(holder));
                    let ended = self.terms.not(alive);
                    excused = self.terms.or(excused, ended);
                }
                let fine = self.terms.implies(both, excused);
                self.graph.constraints.push(fine);
            }
        }
    }

    /// What is in a word of an object in the end, if that may be an address of allocated memory.
    fn final_word(&mut self, finals: &mut Finals, object: u32, at: u32, size: u8) -> Option<Term> {
        let places: Vec<Place> = self
            .assumed
            .pieces(object, at, size)
            .into_iter()
            .map(|(offset, length)| Place::Bytes { object, offset, length })
            .collect();
        // An address that was copied byte by byte is put together again.
        let in_bytes = places.len() == usize::from(size);
        if !places.iter().any(|it| self.may_point(*it, in_bytes)) {
            return None;
        }
        self.noted.note_access(object, at, size);
        let mut word: Option<Term> = None;
        for place in places {
            let piece = self.final_value(finals, place);
            word = Some(match word {
                None => piece,
                Some(low) => self.terms.concat(piece, low),
            });
        }
        word
    }

    /// Whether an address of allocated memory may be in a place, or a part of one.
    fn may_point(&self, place: Place, in_bytes: bool) -> bool {
        let is_heap = |it: &u32| self.objects.get(*it).kind == Kind::Heap;
        match self.assumed.fact(place).map(|it| &it.values) {
            None => false,
            Some(Values::Any(objects)) => objects.iter().any(is_heap),
            Some(Values::Known(values)) => {
                in_bytes || values.iter().filter_map(|it| self.objects.of_address(*it)).any(|it| is_heap(&it))
            }
        }
    }

    /// When a value is an address in an object. Offsets reach below it as far as above.
    fn points_to(&mut self, value: Term, object: u32) -> Term {
        let model = self.program.model;
        let (width, low) = (model.pointer_bits(), model.offset_bits() as u8);
        let half = self.terms.constant(width, model.max_object_size());
        let value = self.terms.add(value, half);
        let upper = self.terms.extract(value, low, width - low);
        let wanted = self.terms.constant(width - low, model.upper(object).into());
        self.terms.eq(upper, wanted)
    }
}
