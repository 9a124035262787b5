//! What to try next: who reads from whom, for one read after the other as they come in an execution.
//!
//! A solver that decides on the bits of numbers first finds out late that no execution has these numbers. Sun et al. (2022)
//! and others let it decide on reads-from literals first. Which one matters more than that it is one: here it is the
//! read with the fewest units before it as far as is known now, so that a prefix of an execution grows, in which reads
//! find numbers that are known. Static orders, or the read with the fewest writes left, took up to ten times as many
//! conflicts on `bench/programs/bmc/stack.c` and `ticket.c`.
//!
//! Where orders do not matter much (`fib.c` is about sums), all that is worse than what the solver would do. It shows: its
//! conflicts have no reasons of the theory in them. After a trial the wishes end if there were few.

use super::theory::{NONE, Theory};
use smt::Lit;

/// How many times the search goes back before it is asked whether wishes are of use.
const TRIAL: u64 = 2_000;

/// They are if the theory gives one clause for so many times, or more of them.
const TIMES_FOR_A_CLAUSE: u64 = 8;

/// The most words of rows that are looked at for a wish: more take too long.
const MOST_WORDS: usize = 100_000;

impl Theory {
    /// A literal to decide on, if there is a reason to.
    pub(super) fn wish(&self) -> Option<Lit> {
        let is_tried = self.turns > TRIAL;
        let words = self.order.before(0).len() * self.tables.reads.len();
        if words > MOST_WORDS || is_tried && self.statistics.clauses * TIMES_FOR_A_CLAUSE < self.turns {
            return None;
        }
        let is_unknown = |it: &u32| self.slots.is_unknown(self.tables.sources[*it as usize].literal);
        let mut first: Option<(u32, u32)> = None;
        for read in 0..self.tables.reads.len() as u32 {
            if self.source_of[read as usize] != NONE {
                continue;
            }
            let clock = self.tables.reads[read as usize].clock;
            let before = self.order.before(clock).iter().map(|it| it.count_ones()).sum();
            if first.is_none_or(|it| before < it.0) && self.tables.sources_of_read.of(read).iter().any(is_unknown) {
                first = Some((before, read));
            }
        }
        let source = self.tables.sources_of_read.of(first?.1).iter().copied().find(|it| is_unknown(it))?;
        Some(self.slots.literal(self.tables.sources[source as usize].literal))
    }
}
