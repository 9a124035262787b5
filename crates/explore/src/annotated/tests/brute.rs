//! All linearizations of a sketched order: which of them agree with what the reads want.
//!
//! What can still happen depends on which events are done and on who wrote last, so linearizations are counted by walking
//! over such states, each of them once.

use super::sketch::{Relation, Set, Sketch};
use crate::annotated::order::{EventId, NO_CELL};
use rustc_hash::FxHashMap;

/// What there is to know about the linearizations that agree.
#[derive(Clone, Debug)]
pub struct Found {
    pub count: u64,
    /// For each event those that are after it in some of them.
    after: Vec<Set>,
}

impl Found {
    /// Whether in each linearization that agrees one event comes before the other.
    pub fn always_before(&self, one: EventId, other: EventId) -> bool {
        self.after[other as usize] & 1 << one == 0
    }

    /// Whether all those linearizations have all of these pairs in this order.
    pub fn always_has(&self, relation: &Relation) -> bool {
        let events = 0..relation.0.len() as EventId;
        events.clone().all(|other| {
            events.clone().filter(|&one| relation.is_before(one, other)).all(|one| self.always_before(one, other))
        })
    }
}

/// Who wrote last to each of the cells, counted from 1, four bits each.
type Last = u32;

struct Walk<'a> {
    sketch: &'a Sketch,
    relation: &'a Relation,
    known: FxHashMap<(Set, Last), u64>,
    found: Found,
}

/// Looks at all linearizations of a relation over the sketch's events.
pub fn agreeing(sketch: &Sketch, relation: &Relation) -> Found {
    let found = Found { count: 0, after: vec![0; relation.0.len()] };
    let mut walk = Walk { sketch, relation, known: FxHashMap::default(), found };
    walk.found.count = walk.from(0, 0);
    walk.found
}

impl Walk<'_> {
    /// In how many ways it goes on.
    fn from(&mut self, done: Set, last: Last) -> u64 {
        let events = self.relation.0.len();
        if done.count_ones() as usize == events {
            return 1;
        }
        if let Some(&known) = self.known.get(&(done, last)) {
            return known;
        }
        let mut count = 0;
        for event in 0..events as EventId {
            let is_next = done & 1 << event == 0 && self.relation.0[event as usize] & !done == 0;
            if is_next {
                if let Some(last) = step(self.sketch, event, last) {
                    count += self.from(done | 1 << event, last);
                }
            }
        }
        if count > 0 {
            let all = (1 << events) - 1;
            for event in (0..events).filter(|it| done & 1 << it != 0) {
                self.found.after[event] |= all & !done;
            }
        }
        self.known.insert((done, last), count);
        count
    }
}

/// Who has written last after an event, unless the event observes what it does not want.
fn step(sketch: &Sketch, event: EventId, last: Last) -> Option<Last> {
    let own = sketch.event(event);
    if own.cell == NO_CELL {
        return Some(last);
    }
    let shift = 4 * own.cell;
    let observed = (last >> shift & 15).checked_sub(1);
    if own.wanted.as_ref().is_some_and(|it| !sketch.is_good(it, observed)) {
        return None;
    }
    Some(if own.writes.is_some() { last & !(15 << shift) | (event + 1) << shift } else { last })
}

/// Whether these are all the events, in an order that the relation allows, and each read observes what it wants.
pub fn agrees(sketch: &Sketch, relation: &Relation, execution: &[EventId]) -> bool {
    let (mut done, mut last) = (0, 0);
    for &event in execution {
        if done & 1 << event != 0 || relation.0[event as usize] & !done != 0 {
            return false;
        }
        done |= 1 << event;
        match step(sketch, event, last) {
            Some(next) => last = next,
            None => return false,
        }
    }
    done.count_ones() as usize == relation.0.len()
}
