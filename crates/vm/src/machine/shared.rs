//! Machines of which several workers have one each: what they tell each other.

use super::Machine;
use crate::code::Pc;
use event::{Lexicon, ObjectId, Place, Shareable, System};
use std::sync::Arc;

/// What is known, one bit each.
const NO_AWAITS: u64 = 1;
const KEEPS_ROUNDS: u64 = 2;
const NO_RETRIES: u64 = 4;
const MAY_RACE: u64 = 8;
const IS_WATCHED: u64 = 16;

impl Shareable for Machine<'_> {
    /// The bits, then the lists, each behind its length: mistakes, memory that may be used again, choices that were not explored, places that are waited for,
    /// places that are accessed plainly.
    fn lesson(&self) -> Vec<u64> {
        let bits = [
            (NO_AWAITS, !self.code.awaits),
            (KEEPS_ROUNDS, self.code.keeps_rounds),
            (NO_RETRIES, !self.code.takes_retries()),
            (MAY_RACE, self.may_race),
            (IS_WATCHED, self.is_watched),
        ];
        let mut words = vec![bits.iter().filter(|it| it.1).map(|it| it.0).sum()];
        for positions in [&self.mistakes, &self.reused, &self.unexplored] {
            words.push(positions.len() as u64);
            words.extend(positions.iter().map(|&it| u64::from(it)));
        }
        let (awaited, plain) = self.mixed.places();
        for places in [awaited, plain] {
            words.push(places.len() as u64);
            words.extend(places.iter().flat_map(|it| [it.object.0, it.offset, it.length].map(u64::from)));
        }
        words
    }

    fn take_lesson(&mut self, lesson: &[u64]) {
        debug_assert_eq!(self.depth(), 0, "lessons are for those who begin");
        let Some((&bits, mut rest)) = lesson.split_first() else { return };
        let has = |bit: u64| bits & bit != 0;
        let is_other = has(NO_AWAITS) && self.code.awaits
            || has(KEEPS_ROUNDS) && !self.code.keeps_rounds
            || has(NO_RETRIES) && self.code.takes_retries();
        if is_other {
            let mut code = self.code.clone();
            code.awaits &= !has(NO_AWAITS);
            code.keeps_rounds |= has(KEEPS_ROUNDS);
            if has(NO_RETRIES) {
                code.give_up_retries();
            }
            let may_race = self.may_race;
            let [mistakes, reused, unexplored] =
                [&mut self.mistakes, &mut self.reused, &mut self.unexplored].map(std::mem::take);
            *self = Machine { may_race, mistakes, reused, unexplored, ..Machine::new(self.program, code) };
        }
        self.may_race |= has(MAY_RACE);
        self.is_watched |= has(IS_WATCHED);
        self.mistakes.extend(take(&mut rest, 1).map(|it| it[0] as Pc));
        self.reused.extend(take(&mut rest, 1).map(|it| it[0] as Pc));
        self.unexplored.extend(take(&mut rest, 1).map(|it| it[0] as Pc));
        for place in take(&mut rest, 3).map(place) {
            self.mixed.await_at(place);
        }
        for place in take(&mut rest, 3).map(place) {
            self.mixed.access(place);
        }
    }

    fn share_names(&mut self, lexicon: &Arc<Lexicon>) -> bool {
        self.names.share(lexicon)
    }
}

/// Takes a list of entries of so many words off the front, as far as there are any.
pub(crate) fn take<'a>(words: &mut &'a [u64], size: usize) -> std::slice::ChunksExact<'a, u64> {
    let (count, rest) = words.split_first().map_or((0, &[] as &[u64]), |(count, rest)| (*count as usize, rest));
    let (list, rest) = rest.split_at(count.saturating_mul(size).min(rest.len()));
    *words = rest;
    list.chunks_exact(size)
}

fn place(words: &[u64]) -> Place {
    Place { object: ObjectId(words[0] as u32), offset: words[1] as u32, length: words[2] as u32 }
}
