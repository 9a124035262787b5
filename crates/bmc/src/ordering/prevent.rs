//! What the theory sees coming: literals that would lead to a conflict are made false first ("preventive propagation",
//! Sun et al. 2022, as in Deagle).
//!
//! A literal that is not assigned follows to be false, or true for an order of writes, in these cases:
//!
//! - the read already reads from another write;
//! - an atomic update reads from the same write (its clock writes the cell, too), and this would be another: Axiom 3 would
//!   put each of the two before the other;
//! - the read comes before the write that it would read from;
//! - a write of the cell that happens comes between the write and the read;
//! - a write comes between a write and the read that reads from it: then its guard is false;
//! - a conditional edge, or an order of writes, goes against what is so.
//!
//! Each is looked for where its premises can become true: at the row that grew, or the literal that came. The reason is
//! kept as a few numbers and the moment, and turned into a clause only when the solver asks for it.

use super::slots::Code;
use super::tables::{bit_in, clocks_in};
use super::theory::{NONE, Theory};
use smt::Lit;

/// Why a literal follows.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The read of this source reads from that.
    OtherSource { active: u32 },
    /// The clock of that source also has this write, and the clock of this source the other.
    OtherUpdate { active: u32, own: u32, other: u32 },
    /// The read of this source comes before its write.
    Backward { source: u32 },
    /// A write of this clock comes between the write and the read of this source.
    Overwritten { source: u32, clock: u32 },
    /// As before, but it is the write that cannot happen.
    Overwriting { source: u32, write: u32 },
    /// The first clock is before the second.
    Ordered { first: u32, second: u32 },
}

/// A literal that follows.
pub(super) struct Prevented {
    pub(super) literal: Code,
    why: Why,
    moment: u32,
}

impl Theory {
    /// A literal follows that is neither assigned nor known to follow.
    fn follow(&mut self, literal: Code, why: Why) {
        if self.prevented_at[literal.slot()] == NONE && self.slots.is_unknown(literal) {
            self.prevented_at[literal.slot()] = self.prevented.len() as u32;
            self.prevented.push(Prevented { literal, why, moment: self.order.now() });
        }
    }

    /// A literal that follows and was not told yet.
    pub(super) fn next_prevented(&mut self) -> Option<Lit> {
        while self.told < self.prevented.len() {
            let literal = self.prevented[self.told].literal;
            self.told += 1;
            if self.slots.is_unknown(literal) {
                self.statistics.forced += 1;
                return Some(self.slots.literal(literal));
            }
        }
        None
    }

    /// Level 0 is left. What was told is assigned by now, and what was not told now follows without a condition.
    pub(super) fn forget_told(&mut self) {
        let Theory { prevented, prevented_at, slots, .. } = self;
        prevented.retain_mut(|it| {
            it.moment = 0;
            prevented_at[it.literal.slot()] = NONE;
            slots.is_unknown(it.literal)
        });
        for (place, it) in prevented.iter().enumerate() {
            prevented_at[it.literal.slot()] = place as u32;
        }
        self.told = 0;
    }

    /// Makes a clause of the reason for a literal that follows.
    pub(super) fn explain_prevented(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        let place = self.slots.code(literal).map_or(NONE, |it| self.prevented_at[it.slot()]);
        assert!(place != NONE, "a reason was asked for a literal that the theory did not propagate");
        let Prevented { why, moment, .. } = self.prevented[place as usize];
        clause.push(literal);
        self.explainer.begin();
        match why {
            Why::OtherSource { active } => self.explainer.source(active, &self.tables),
            Why::OtherUpdate { active, own, other } => {
                self.explainer.source(active, &self.tables);
                self.explainer.guard(own);
                self.explainer.guard(other);
            }
            Why::Backward { source } => {
                let source = self.tables.sources[source as usize];
                self.explainer.pair(source.to, source.from, moment);
            }
            Why::Overwritten { source, clock } => {
                let cell = self.tables.sources[source as usize].cell;
                let write = self.tables.enabled_write(cell, clock, &self.slots);
                self.explainer.guard(write);
                self.explain_between(source, write, moment);
            }
            Why::Overwriting { source, write } => {
                self.explainer.source(source, &self.tables);
                self.explain_between(source, write, moment);
            }
            Why::Ordered { first, second } => self.explainer.pair(first, second, moment),
        }
        self.explainer.end(&mut self.order, &self.tables, &self.slots, clause);
    }

    fn explain_between(&mut self, source: u32, write: u32, moment: u32) {
        let source = self.tables.sources[source as usize];
        let clock = self.tables.writes[write as usize].clock;
        self.explainer.pair(source.from, clock, moment);
        self.explainer.pair(clock, source.to, moment);
    }

    /// A read reads from a write, so from no other.
    pub(super) fn prevent_other_sources(&mut self, active: u32) {
        let read = self.tables.sources[active as usize].read;
        for index in self.tables.sources_of_read.range(read) {
            let other = self.tables.sources_of_read.at(index);
            if other != active {
                self.follow(!self.tables.sources[other as usize].literal, Why::OtherSource { active });
            }
        }
    }

    /// An atomic update reads from a write, so no other does. Does nothing if it is none.
    pub(super) fn prevent_other_updates(&mut self, active: u32) {
        let source = self.tables.sources[active as usize];
        let Some(own) = self.happening_write(source.cell, source.to) else { return };
        for index in self.tables.sources_of_write.range(source.write) {
            let other = self.tables.sources[self.tables.sources_of_write.at(index) as usize];
            if other.to == source.to || !self.slots.is_unknown(other.literal) {
                continue;
            }
            if let Some(other_write) = self.happening_write(source.cell, other.to) {
                self.follow(!other.literal, Why::OtherUpdate { active, own, other: other_write });
            }
        }
    }

    /// A read has become part of an atomic update, by a write that happens now: it reads from nothing that another update
    /// reads from.
    pub(super) fn prevent_becoming_other_update(&mut self, read: u32, write: u32) {
        for index in self.tables.sources_of_read.range(read) {
            let source = self.tables.sources[self.tables.sources_of_read.at(index) as usize];
            if !self.slots.is_unknown(source.literal) {
                continue;
            }
            let mut active = self.last_active[source.write as usize];
            while active != NONE {
                let update = self.tables.sources[active as usize].to;
                if let Some(own) = self.happening_write(source.cell, update).filter(|_| update != source.to) {
                    self.follow(!source.literal, Why::OtherUpdate { active, own, other: write });
                }
                active = self.previous_active[active as usize];
            }
        }
    }

    /// The write of a clock to a cell, if there is one that happens.
    fn happening_write(&self, cell: u32, clock: u32) -> Option<u32> {
        let places = self.tables.places(cell);
        let place = self.tables.place(cell, clock);
        let is_happening =
            places.contains(&place) && self.happening[place] & bit_in(self.tables.place_words[place], clock) != 0;
        is_happening.then(|| self.tables.enabled_write(cell, clock, &self.slots))
    }

    /// A write happens now: a read after it reads from nothing before it.
    pub(super) fn prevent_reading_around(&mut self, read: u32, write: u32) {
        let clock = self.tables.writes[write as usize].clock;
        if !self.order.precedes(clock, self.tables.reads[read as usize].clock) {
            return;
        }
        for place in self.open.of_read.range(read) {
            let hits = self.open.of_read.hits(place, self.order.before(clock));
            for from in clocks_in(self.open.of_read.word(place), hits) {
                for index in self.tables.sources_from(&self.open, read, place, from) {
                    let source = self.tables.sources_of_read.at(index);
                    self.follow(!self.tables.sources[source as usize].literal, Why::Overwritten { source, clock });
                }
            }
        }
    }

    /// The row of earlier clocks of a read that reads from nothing yet has grown.
    pub(super) fn prevent_reading_overwritten(&mut self, read: u32) {
        let clock = self.tables.reads[read as usize].clock;
        for place in self.open.of_read.range(read) {
            let hits = self.open.of_read.hits(place, self.order.before(clock));
            for from in clocks_in(self.open.of_read.word(place), hits) {
                for index in self.tables.sources_from(&self.open, read, place, from) {
                    self.prevent_if_overwritten(self.tables.sources_of_read.at(index));
                }
            }
        }
    }

    /// The row of later clocks of a write has grown.
    pub(super) fn prevent_reading_too_late(&mut self, write: u32) {
        let clock = self.tables.writes[write as usize].clock;
        for place in self.open.of_write.range(write) {
            let hits = self.open.of_write.hits(place, self.order.after(clock));
            for to in clocks_in(self.open.of_write.word(place), hits) {
                for index in self.tables.sources_to(&self.open, write, place, to) {
                    self.prevent_if_overwritten(self.tables.sources_of_write.at(index));
                }
            }
        }
    }

    /// Whether a write comes between the write and the read of a source that may become true.
    pub(super) fn prevent_if_overwritten(&mut self, source: u32) {
        let candidate = self.tables.sources[source as usize];
        if !self.slots.is_unknown(candidate.literal) || self.prevented_at[candidate.literal.slot()] != NONE {
            return;
        }
        let after = self.order.after(candidate.from);
        let before = self.order.before(candidate.to);
        for place in self.tables.places(candidate.cell) {
            let word = self.tables.place_words[place];
            let between = after[word as usize] & before[word as usize] & self.happening[place];
            if between != 0 {
                let clock = word * 64 + between.trailing_zeros();
                self.follow(!candidate.literal, Why::Overwritten { source, clock });
                return;
            }
        }
    }

    /// A source is true: no write comes between its write and its read.
    pub(super) fn prevent_overwriting(&mut self, source: u32) {
        let active = self.tables.sources[source as usize];
        for place in self.tables.places(active.cell) {
            let word = self.tables.place_words[place];
            let between = self.order.after(active.from)[word as usize] & self.order.before(active.to)[word as usize];
            let idle = self.tables.writers[place] & !self.happening[place] & !bit_in(word, active.from);
            for clock in clocks_in(word, between & idle) {
                for index in 0..self.tables.writes_at(active.cell, clock).len() {
                    let write = self.tables.writes_at(active.cell, clock)[index];
                    self.follow(!self.tables.writes[write as usize].guard, Why::Overwriting { source, write });
                }
            }
        }
    }

    /// The row of later clocks of a clock has grown: what goes against it does not hold.
    pub(super) fn prevent_backward(&mut self, clock: u32) {
        for index in self.tables.reads_of_clock.range(clock) {
            let read = self.tables.reads_of_clock.at(index);
            if self.source_of[read as usize] != NONE {
                continue;
            }
            for place in self.open.of_read.range(read) {
                let hits = self.open.of_read.hits(place, self.order.after(clock));
                for from in clocks_in(self.open.of_read.word(place), hits) {
                    for index in self.tables.sources_from(&self.open, read, place, from) {
                        let source = self.tables.sources_of_read.at(index);
                        self.follow(!self.tables.sources[source as usize].literal, Why::Backward { source });
                    }
                }
            }
        }
        for index in self.tables.conditionals_to.range(clock) {
            let conditional = self.tables.conditionals[self.tables.conditionals_to.at(index) as usize];
            if conditional.from == clock || self.order.precedes(clock, conditional.from) {
                self.follow(!conditional.literal, Why::Ordered { first: clock, second: conditional.from });
            }
        }
        for index in 0..self.tables.pairs_of_clock[clock as usize].len() {
            self.prevent_pair(self.tables.pairs_of_clock[clock as usize][index]);
        }
    }

    /// Whether two clocks with a literal for their order are ordered.
    pub(super) fn prevent_pair(&mut self, pair: u32) {
        let pair = self.tables.pairs[pair as usize];
        if self.order.precedes(pair.first, pair.second) {
            self.follow(pair.literal, Why::Ordered { first: pair.first, second: pair.second });
        } else if self.order.precedes(pair.second, pair.first) {
            self.follow(!pair.literal, Why::Ordered { first: pair.second, second: pair.first });
        }
    }
}
