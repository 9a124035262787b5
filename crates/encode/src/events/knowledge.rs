//! What is known of places before a program is unrolled: who accesses them, and what can be in them.
//!
//! The program is unrolled again and again. The first time nothing is known, and so every place is taken for one that
//! nobody writes; each time it is noted what really happens, and when nothing new is noted, what was assumed is so: each
//! access of the last unrolling is among the known ones. That decides, without an analysis of its own, what the program
//! keeps to one thread (it needs no events), what is constant, which objects a pointer can point to, and which bytes
//! are accessed together.

use super::graph::Place;
use crate::memory::Values;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What is known of all places.
#[derive(Clone, Default, Debug)]
pub struct Knowledge {
    places: FxHashMap<Place, Fact>,
    /// For each object where accesses begin and end: the bytes between two such borders are one place.
    borders: FxHashMap<u32, BTreeSet<u32>>,
    /// Thread-local objects that other threads access, too.
    lent: FxHashSet<u32>,
    changed: bool,
    /// How often the program was unrolled.
    round: u32,
}

/// What is known of one place.
#[derive(Clone, Default, Debug)]
pub struct Fact {
    /// Who accesses it.
    pub users: Users,
    /// Who writes it.
    pub writers: Users,
    /// Whether somebody looks at what is in it, and does not only wait for something.
    pub looked: bool,
    /// What is written.
    pub values: Values,
    /// Whether anything but the operations on mutexes writes it while there are several threads.
    pub foreign: bool,
    /// Whether somebody accesses it plainly, if races were asked for.
    pub plain: bool,
    /// In how many rounds the values have grown, and the last of them.
    growth: u8,
    grown: u32,
}

/// The threads that use a place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Users {
    /// None.
    #[default]
    Nobody,
    /// This one only.
    One(u32),
    /// Several.
    Many,
}

impl Users {
    /// Adds one; whether it is new.
    fn add(&mut self, thread: u32) -> bool {
        let users = match *self {
            Users::Nobody => Users::One(thread),
            Users::One(other) if other != thread => Users::Many,
            Users::One(_) | Users::Many => return false,
        };
        *self = users;
        true
    }
}

/// In how many rounds the numbers in a place may grow before they are no longer told apart.
const MOST_GROWTH: u8 = 3;

impl Knowledge {
    /// What is known of a place.
    pub fn fact(&self, place: Place) -> Option<&Fact> {
        self.places.get(&place)
    }

    /// Whether something new was noted since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        self.round += 1;
        std::mem::take(&mut self.changed)
    }

    /// Notes that another thread than its own accesses a thread-local object.
    pub fn note_lent(&mut self, object: u32) {
        self.changed |= self.lent.insert(object);
    }

    /// Whether another thread than its own accesses a thread-local object.
    pub fn is_lent(&self, object: u32) -> bool {
        self.lent.contains(&object)
    }

    /// Notes that a thread uses a place.
    pub fn note_use(&mut self, place: Place, thread: u32) {
        self.changed |= self.places.entry(place).or_default().users.add(thread);
    }

    /// Notes that somebody looks at what is in a place.
    pub fn note_look(&mut self, place: Place) {
        let fact = self.places.entry(place).or_default();
        self.changed |= !fact.looked;
        fact.looked = true;
    }

    /// Notes that somebody accesses a place plainly.
    pub fn note_plain(&mut self, place: Place) {
        let fact = self.places.entry(place).or_default();
        self.changed |= !fact.plain;
        fact.plain = true;
    }

    /// Notes that a thread writes one of these values; `foreign` as in [`Fact`].
    pub fn note_write(
        &mut self,
        place: Place,
        thread: u32,
        values: &Values,
        foreign: bool,
        object_of: &dyn Fn(u64) -> Option<u32>,
    ) {
        let fact = self.places.entry(place).or_default();
        self.changed |= fact.writers.add(thread) || (foreign && !fact.foreign);
        fact.foreign |= foreign;
        if fact.values.join(values, object_of) {
            self.changed = true;
            if fact.grown != self.round {
                fact.grown = self.round;
                fact.growth += 1;
            }
            if fact.growth > MOST_GROWTH {
                fact.values = fact.values.widened(object_of);
            }
        }
    }

    /// Notes an access to bytes of an object.
    pub fn note_access(&mut self, object: u32, offset: u32, size: u8) {
        let borders = self.borders.entry(object).or_default();
        self.changed |= borders.insert(offset) | borders.insert(offset + u32::from(size));
    }

    /// The pieces that an access to bytes of an object is made of: offset and length each.
    pub fn pieces(&self, object: u32, offset: u32, size: u8) -> Vec<(u32, u8)> {
        let end = offset + u32::from(size);
        let mut pieces = Vec::new();
        let mut begin = offset;
        if let Some(borders) = self.borders.get(&object) {
            for &border in borders.range(offset + 1..end) {
                pieces.push((begin, (border - begin) as u8));
                begin = border;
            }
        }
        pieces.push((begin, (end - begin) as u8));
        pieces
    }

    /// All bytes of an object between borders that are not too far apart to be accessed at once.
    pub fn all_pieces(&self, object: u32) -> Vec<(u32, u8)> {
        let borders: Vec<u32> = self.borders.get(&object).into_iter().flatten().copied().collect();
        let pieces = borders.windows(2).map(|it| (it[0], it[1] - it[0]));
        pieces.filter(|it| it.1 <= 8).map(|it| (it.0, it.1 as u8)).collect()
    }

    /// All places that are known.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.places.keys().copied()
    }
}
