//! OPT: conflicts that can be seen before the search (thesis, Section 5.4, Algorithm 3).
//!
//! If all sources were true, the happens-before relation would have many cycles. Each cycle is a conflict that no
//! execution has, so the negation of its reason may be added (Theorem 5). The cycles of two shapes are looked for:
//!
//! - Figure 5.4a: `w -rf-> r -po-> w' -rf-> r' -po-> w`;
//! - Figures 5.4b and 5.4c: `w -rf-> r`, and another write `w'` of the cell with `w -> w' -> r`, where each arrow is
//!   program order, or program order around one source ("po-rf-po").
//!
//! Deviations from the thesis:
//!
//! 1. 5.4b and 5.4c give the same clause, which is added once.
//! 2. "po" includes being of the same clock, and is what is always so; a cycle within one clock is none.
//! 3. If one arrow is po-rf-po, then up to [`MOST_WITNESSES`] sources are taken for it, each for a clause of its own, where
//!    the thesis takes the first. If both are, the first of each is taken.
//! 4. The guard of `w'` is left out where something in the clause reads from `w'`.
//! 5. Sources that are false before the search are left out.
//! 6. The number of clauses and of steps is bounded, so that large programs do not pay for what does not help.

use super::bits::{self, Rows};
use super::lists::Lists;
use super::slots::{Code, Value};
use super::statistics::Statistics;
use super::tables::{Source, clocks_in};
use super::theory::Theory;
use smt::Lit;

/// How many sources are tried for one arrow.
const MOST_WITNESSES: usize = 4;

/// How many conflicts of one shape are looked for.
const MOST_CLAUSES: u64 = 100_000;

/// How many pairs of sources are looked at for one shape.
const MOST_STEPS: u64 = 50_000_000;

/// The sources that may be true, and what they lead to.
struct Potential<'a> {
    theory: &'a Theory,
    sources: Vec<Source>,
    /// The sources by the clock of their write.
    from: Lists,
}

/// Finds conflicts, and gives each to `clause`.
pub(super) fn find(theory: &Theory, statistics: &mut Statistics, mut clause: impl FnMut(&[Lit])) {
    let may_be_true = |it: &&Source| match theory.slots.value(it.literal) {
        Value::True | Value::Unknown => true,
        Value::False => false,
    };
    let sources: Vec<Source> = theory.tables.sources.iter().filter(may_be_true).copied().collect();
    let from = Lists::group(theory.order.clocks() as usize, sources.iter().map(|it| it.from));
    let potential = Potential { theory, sources, from };
    potential.two_reads(statistics, &mut clause);
    potential.read_and_write(statistics, &mut clause);
}

impl Potential<'_> {
    /// Figure 5.4a, lines 2 to 7.
    fn two_reads(&self, statistics: &mut Statistics, clause: &mut impl FnMut(&[Lit])) {
        let mut steps = 0;
        for (index, first) in self.sources.iter().enumerate() {
            for clock in self.onward(first.to) {
                for &second in self.from.of(clock) {
                    steps += 1;
                    if second as usize <= index {
                        continue;
                    }
                    let second = &self.sources[second as usize];
                    if self.theory.order.always_precedes_or_is(second.to, first.from) {
                        clause(&[self.not(first.literal), self.not(second.literal)]); // line 5
                        statistics.two_reads += 1;
                    }
                }
            }
            if steps > MOST_STEPS || statistics.two_reads > MOST_CLAUSES {
                statistics.is_cut = true;
                return;
            }
        }
    }

    /// Figures 5.4b and 5.4c, lines 8 to 13.
    fn read_and_write(&self, statistics: &mut Statistics, clause: &mut impl FnMut(&[Lit])) {
        let reach = self.reach();
        let order = &self.theory.order;
        let mut steps = 0;
        let mut literals = Vec::new();
        for source in &self.sources {
            for &write in self.theory.tables.writes_of_cell.of(source.cell) {
                steps += 1;
                let access = self.theory.tables.writes[write as usize];
                let between = access.clock;
                let is_guard_false = self.theory.slots.value(access.guard) == Value::False;
                if between == source.from || between == source.to || is_guard_false {
                    continue;
                }
                let is_after = order.always_precedes_or_is(source.from, between);
                let is_before = order.always_precedes_or_is(between, source.to);
                let is_after_or_may_be = is_after || reach.has(source.from, between);
                let is_before_or_may_be = is_before || reach.has(between, source.to);
                if !(is_after_or_may_be && is_before_or_may_be) {
                    continue; // line 9
                }
                let most = if is_after || is_before { MOST_WITNESSES } else { 1 };
                let mut emit = |sources: &[&Source]| {
                    literals.clear();
                    literals.push(self.not(source.literal));
                    literals.extend(sources.iter().map(|it| self.not(it.literal)));
                    if access.guard != Code::TRUE && sources.iter().all(|it| it.write != write) {
                        literals.push(self.not(access.guard));
                    }
                    clause(&literals); // lines 10 and 11
                    statistics.read_and_write += 1;
                };
                if is_after && is_before {
                    emit(&[]);
                    continue;
                }
                let after = self.witnesses(source.from, between, is_after, most, &mut steps);
                let before = self.witnesses(between, source.to, is_before, most, &mut steps);
                match (is_after, is_before) {
                    (true, _) => before.iter().for_each(|it| emit(&[it])),
                    (false, true) => after.iter().for_each(|it| emit(&[it])),
                    (false, false) => {
                        if let (Some(first), Some(second)) = (after.first(), before.first()) {
                            emit(&[first, second]);
                        }
                    }
                }
            }
            if steps > MOST_STEPS || statistics.read_and_write > MOST_CLAUSES {
                statistics.is_cut = true;
                return;
            }
        }
    }

    /// Sources on the way from one clock to another, unless it is always before.
    fn witnesses(&self, start: u32, end: u32, is_always: bool, most: usize, steps: &mut u64) -> Vec<&Source> {
        let mut found = Vec::new();
        if is_always {
            return found;
        }
        for clock in self.onward(start) {
            for &source in self.from.of(clock) {
                *steps += 1;
                let source = &self.sources[source as usize];
                if self.theory.order.always_precedes_or_is(source.to, end) {
                    found.push(source);
                    if found.len() == most {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// By clock: where program order around one source leads.
    fn reach(&self) -> Rows {
        let clocks = self.theory.order.clocks();
        let mut direct = Rows::new(clocks as usize);
        for source in &self.sources {
            if !direct.has(source.from, source.to) {
                direct.insert(source.from, source.to);
                direct.absorb_words(source.from, self.theory.order.always_after(source.to));
            }
        }
        let mut reach = direct.clone();
        for clock in 0..clocks {
            for later in self.onward(clock) {
                if !self.from.of(later).is_empty() {
                    reach.absorb_words(clock, direct.row(later));
                }
            }
        }
        reach
    }

    /// A clock, and those that are always after it.
    fn onward(&self, clock: u32) -> impl Iterator<Item = u32> {
        let after = self.theory.order.always_after(clock);
        let later = (0..bits::words_for(self.theory.order.clocks() as usize))
            .flat_map(move |word| clocks_in(word as u32, after[word]));
        std::iter::once(clock).chain(later)
    }

    fn not(&self, literal: Code) -> Lit {
        self.theory.slots.literal(!literal)
    }
}
