//! The end of an execution: what is in places when nothing happens any more, in a last unit that comes after all others.

use super::build::Builder;
use super::graph::{Event, Place};
use super::knowledge::Users;
use crate::memory::Kind;
use crate::memory::Values;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;

/// Whoever looks at places in the end: a number of no thread.
const NOBODY: u32 = u32::MAX;

/// What was looked at in the end.
pub(super) struct Finals {
    clock: u32,
    values: FxHashMap<Place, Term>,
}

impl Builder<'_> {
    /// A last unit, after all that there are now.
    pub fn begin_finals(&mut self) -> Finals {
        let followed: FxHashSet<u32> = self.graph.order.iter().map(|it| it.0).collect();
        let clock = self.graph.clocks;
        self.graph.clocks += 1;
        self.graph.order.extend((0..clock).filter(|it| !followed.contains(it)).map(|it| (it, clock)));
        Finals { clock, values: FxHashMap::default() }
    }

    /// What is in a place in the end.
    pub fn final_value(&mut self, finals: &mut Finals, place: Place) -> Term {
        if let Some(&value) = finals.values.get(&place) {
            return value;
        }
        // Whoever else uses the place shares it with this one.
        self.noted.note_use(place, NOBODY);
        let initial = self.objects.initial(&mut self.terms, place);
        let fact = self.assumed.fact(place).filter(|it| it.writers != Users::Nobody);
        let changes = fact.is_some_and(|it| match &it.values {
            Values::Known(values) => values.iter().any(|it| self.terms.value_of(initial) != Some(*it)),
            Values::Any(_) => true,
        });
        let mut value = initial;
        if changes {
            value = self.fresh(place);
            let (cell, clock, guard) = (self.cell(place), finals.clock, self.terms.truth(true));
            let (taken, carried, extent) = (None, None, (0, 0));
            let read = Event { is_write: false, cell, clock, guard, value, thread: 0, taken, carried, extent };
            self.graph.events.push(read);
        }
        finals.values.insert(place, value);
        value
    }

    /// Looks at what is in globals in the end.
    pub fn look_at_globals(&mut self) {
        let mut finals = self.begin_finals();
        let mut places: Vec<Place> = self.noted.places().filter(|it| self.is_whole_piece_of_global(*it)).collect();
        places.sort_unstable();
        for place in places {
            let value = self.final_value(&mut finals, place);
            self.graph.finals.push((place, value));
        }
    }

    /// Whether a place belongs to a global and was not taken apart by a later access.
    fn is_whole_piece_of_global(&self, place: Place) -> bool {
        match place {
            Place::Bytes { object, offset, length } => {
                matches!(self.objects.get(object).kind, Kind::Global(_))
                    && self.noted.pieces(object, offset, length).len() == 1
            }
            Place::Unset { .. } | Place::Alive(_) | Place::Joined(_) | Place::Result(_) => false,
        }
    }

    /// When all threads that were started have ended.
    pub fn all_finished(&mut self) -> Term {
        let mut finished = self.terms.truth(true);
        for thread in self.graph.threads.iter().flatten() {
            let fine = self.terms.implies(thread.guard, thread.finished);
            finished = self.terms.and(finished, fine);
        }
        finished
    }
}
