//! Threads of which several workers have some each: what they tell each other.
//!
//! What a state is about to do depends on its history, and on whether that goes together with what is known of other states:
//! bytes are always accessed in the same pieces, an object is made in one way, nobody but mutex operations writes to a mutex.
//! Whoever sees both states notices what does not go together. If one worker sees one of them and another one the other, only
//! those notice who hear of both.

use super::Resumable;
use crate::code::Pc;
use crate::machine::take;
use event::{Lexicon, ShareableThreads, Unsupported};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What others have found out.
#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    /// Cells: object, offset, size.
    cells: BTreeSet<[u64; 3]>,
    /// Objects in use, and as what they were created.
    shapes: BTreeSet<[u64; 2]>,
    /// Where mutexes are.
    mutexes: BTreeSet<u64>,
    /// Where something was written that no mutex operation would write.
    plain: BTreeSet<u64>,
}

impl Resumable<'_> {
    /// Everything that is known, here and elsewhere.
    fn everywhere(&self) -> Elsewhere {
        let Elsewhere { cells, shapes, mutexes, plain } = &self.elsewhere;
        Elsewhere {
            cells: self.cells.sizes().chain(cells.iter().copied()).collect(),
            shapes: self.cells.shapes().chain(shapes.iter().copied()).collect(),
            mutexes: self.used_mutexes().chain(mutexes.iter().copied()).collect(),
            plain: self.plain.iter().chain(plain).copied().collect(),
        }
    }
}

impl ShareableThreads for Resumable<'_> {
    fn facts(&self) -> usize {
        let own = self.cells.count() + self.used_mutexes().count() + self.plain.len();
        own + self.mistakes.len() + self.unexplored.len()
    }

    /// Lists, each behind its length: mistakes, choices that were not explored, cells, shapes of objects, mutexes, and where
    /// else something was written.
    fn lesson(&self) -> Vec<u64> {
        let Elsewhere { cells, shapes, mutexes, plain } = self.everywhere();
        let mut words = Vec::new();
        for positions in [&self.mistakes, &self.unexplored] {
            words.push(positions.len() as u64);
            words.extend(positions.iter().map(|&it| u64::from(it)));
        }
        words.push(cells.len() as u64);
        words.extend(cells.iter().flatten());
        words.push(shapes.len() as u64);
        words.extend(shapes.iter().flatten());
        for addresses in [mutexes, plain] {
            words.push(addresses.len() as u64);
            words.extend(addresses);
        }
        words
    }

    fn take_lesson(&mut self, mut lesson: &[u64]) {
        // A lesson may come from a file, and positions in the code are looked up later.
        let is_there = |it: &Pc| (*it as usize) < self.code.instructions.len();
        self.mistakes.extend(take(&mut lesson, 1).map(|it| it[0] as Pc).filter(is_there));
        self.unexplored.extend(take(&mut lesson, 1).map(|it| it[0] as Pc).filter(is_there));
        self.elsewhere.cells.extend(take(&mut lesson, 3).map(|it| [it[0], it[1], it[2]]));
        self.elsewhere.shapes.extend(take(&mut lesson, 2).map(|it| [it[0], it[1]]));
        self.elsewhere.mutexes.extend(take(&mut lesson, 1).map(|it| it[0]));
        self.elsewhere.plain.extend(take(&mut lesson, 1).map(|it| it[0]));
    }

    fn contradiction(&self) -> Option<Unsupported> {
        let Elsewhere { cells, shapes, mutexes, plain } = self.everywhere();
        let overlaps = |(one, two): (&[u64; 3], &[u64; 3])| one[0] == two[0] && two[1] < one[1].saturating_add(one[2]);
        let differs = |(one, two): (&[u64; 2], &[u64; 2])| one[0] == two[0];
        if cells.iter().zip(cells.iter().skip(1)).any(overlaps) {
            Some(Unsupported::Pieces)
        } else if shapes.iter().zip(shapes.iter().skip(1)).any(differs) {
            Some(Unsupported::Pointer)
        } else if !mutexes.is_disjoint(&plain) {
            Some(Unsupported::Mutex)
        } else {
            None
        }
    }

    fn share_names(&mut self, lexicon: &Arc<Lexicon>) -> bool {
        self.names.share(lexicon)
    }
}
