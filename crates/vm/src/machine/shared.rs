//! Machines of which several workers have one each: what they tell each other.

use super::Machine;
use crate::code::Pc;
use event::{Lexicon, ObjectId, ObjectName, Place, Reuse, Shareable, System};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known, one bit each.
const NO_AWAITS: u64 = 1;
const KEEPS_ROUNDS: u64 = 2;
const NO_RETRIES: u64 = 4;
const MAY_RACE: u64 = 8;
const IS_WATCHED: u64 = 16;

impl Shareable for Machine<'_> {
    /// The bits, then the lists, each behind its length: mistakes, choices that were not explored, places that are waited for, places that are
    /// accessed plainly, and the memory that may be used again, as far as that is known and as far as it was found.
    fn lesson(&self) -> Vec<u64> {
        let bits = [
            (NO_AWAITS, !self.code.awaits),
            (KEEPS_ROUNDS, self.code.keeps_rounds),
            (NO_RETRIES, !self.code.takes_retries()),
            (MAY_RACE, self.may_race),
            (IS_WATCHED, self.is_watched),
        ];
        let mut words = vec![bits.iter().filter(|it| it.1).map(|it| it.0).sum()];
        for positions in [&self.mistakes, &self.unexplored] {
            words.push(positions.len() as u64);
            words.extend(positions.iter().map(|&it| u64::from(it)));
        }
        let (awaited, plain) = self.mixed.places();
        for places in [awaited, plain] {
            words.push(places.len() as u64);
            words.extend(places.iter().flat_map(|it| [it.object.0, it.offset, it.length].map(u64::from)));
        }
        push_reuses(self.code.reuses.iter(), &mut words);
        push_reuses(self.found_reuses(), &mut words);
        words
    }

    fn take_lesson(&mut self, lesson: &[u64]) {
        debug_assert_eq!(self.depth(), 0, "lessons are for those who begin");
        let Some((&bits, mut rest)) = lesson.split_first() else { return };
        let has = |bit: u64| bits & bit != 0;
        let (known, found) = reuses_of(rest);
        let is_new = |it: &&Reuse| !self.code.reuses.contains(it);
        let is_other = known.iter().any(|it| is_new(&it))
            || has(NO_AWAITS) && self.code.awaits
            || has(KEEPS_ROUNDS) && !self.code.keeps_rounds
            || has(NO_RETRIES) && self.code.takes_retries();
        if is_other {
            let mut code = self.code.clone();
            code.awaits &= !has(NO_AWAITS);
            code.keeps_rounds |= has(KEEPS_ROUNDS);
            if has(NO_RETRIES) {
                code.give_up_retries();
            }
            let all: BTreeSet<Reuse> = self.code.reuses.iter().chain(&known).cloned().collect();
            code.reuses = Arc::new(all.into_iter().collect());
            let may_race = self.may_race;
            let [mistakes, unexplored] = [&mut self.mistakes, &mut self.unexplored].map(std::mem::take);
            let own: Vec<Reuse> = self.found_reuses().cloned().collect();
            *self = Machine { may_race, mistakes, unexplored, ..Machine::new(self.program, code) };
            own.into_iter().for_each(|it| self.learn_reuse(it));
        }
        found.into_iter().for_each(|it| self.learn_reuse(it));
        self.may_race |= has(MAY_RACE);
        self.is_watched |= has(IS_WATCHED);
        self.mistakes.extend(take(&mut rest, 1).map(|it| it[0] as Pc));
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

/// Pairs, each as the path and the count of both names, behind their number.
fn push_reuses<'a>(pairs: impl Iterator<Item = &'a Reuse>, words: &mut Vec<u64>) {
    let start = words.len();
    words.push(0);
    for pair in pairs {
        words[start] += 1;
        for name in [&pair.place, &pair.new] {
            words.push(name.thread.len() as u64);
            words.extend(name.thread.iter().map(|&it| u64::from(it)));
            words.push(name.index.into());
        }
    }
}

/// The pairs at the end of a lesson without its bits: those that are known, and those that were found.
fn reuses_of(mut words: &[u64]) -> (Vec<Reuse>, Vec<Reuse>) {
    for size in [1, 1, 3, 3] {
        let _ = take(&mut words, size);
    }
    (take_reuses(&mut words), take_reuses(&mut words))
}

fn take_reuses(words: &mut &[u64]) -> Vec<Reuse> {
    let mut next = || {
        let (&first, rest) = words.split_first()?;
        *words = rest;
        Some(first)
    };
    let count = next().unwrap_or(0);
    let mut name = || {
        let length = next()?;
        let thread = (0..length).map(|_| next().map(|it| it as u32)).collect::<Option<Vec<u32>>>()?;
        Some(ObjectName { thread, index: next()? as u32 })
    };
    (0..count).map_while(|_| Some(Reuse { place: name()?, new: name()? })).collect()
}

fn place(words: &[u64]) -> Place {
    Place { object: ObjectId(words[0] as u32), offset: words[1] as u32, length: words[2] as u32 }
}
