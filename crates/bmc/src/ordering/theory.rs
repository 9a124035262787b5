//! The theory of ordering consistency: what follows from the literals that are true (thesis, Section 5.3.2).
//!
//! The state is the happens-before relation, which writes happen, and what each read reads from. [`Theory::saturate`]
//! brings it to a fixpoint of the axioms of weak sequential consistency:
//!
//! - a read comes after the write that it reads from;
//! - Axiom 2: another write of the cell that comes before the read comes before the write that is read from;
//! - Axiom 3: another write of the cell that comes after the write that is read from comes after the read.
//!
//! Whatever can make a premise true leads back here. A literal that becomes true is on the trail of assignments, which
//! is worked through in order; a new pair shows in a row that has grown, and such rows are in the queues of
//! [`Order`]. An axiom is applied to a whole row at once: for a read from `w` to `r`, the writes to add before `w` are
//! the bits of `before(r) & happening(cell) & !before(w)`. So at the end of the queues no premise is left whose
//! conclusion is missing.
//!
//! Two events of one clock are one node. A read does not see the writes of its own clock, which come after it, so these
//! are left out of both axioms.
//!
//! A read that reads from two writes is refused at once: either axiom would order each of the two before the other.

use super::check;
use super::explain::Explainer;
use super::open::Open;
use super::order::{Cause, Insertion, Order};
use super::prevent::Prevented;
use super::slots::{Code, Slots};
use super::statistics::Statistics;
use super::tables::{Action, Tables, bit_in, clocks_in};
use smt::Lit;

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// How far each list had grown when a level began.
struct Mark {
    assigned: usize,
    enabled: usize,
    read: usize,
    prevented: usize,
}

/// The state of the theory.
pub(super) struct Theory {
    pub(super) tables: Tables,
    pub(super) slots: Slots,
    pub(super) order: Order,
    pub(super) explainer: Explainer,
    pub(super) statistics: Statistics,
    /// By place: the clocks that write the cell.
    pub(super) happening: Vec<u64>,
    /// By read: what it reads from, an index into the sources, or nothing.
    pub(super) source_of: Vec<u32>,
    /// By write: the last of the true sources from it, and by source: the one before it.
    pub(super) last_active: Vec<u32>,
    pub(super) previous_active: Vec<u32>,
    /// Sources that are neither true nor false.
    pub(super) open: Open,
    /// The literals that are true, and how many of them were worked through.
    assigned: Vec<Code>,
    done: usize,
    /// Words of `happening` before they changed.
    enabled: Vec<(u32, u64)>,
    /// Reads that read from something.
    read: Vec<u32>,
    /// What follows, and how much of it was told.
    pub(super) prevented: Vec<Prevented>,
    pub(super) told: usize,
    /// By slot: the place in `prevented`.
    pub(super) prevented_at: Vec<u32>,
    levels: Vec<Mark>,
    /// The level of the conflict, if there is one.
    conflict: Option<usize>,
    /// The clause of the conflict, and whether it was told.
    pub(super) conflict_clause: Vec<Lit>,
    pub(super) is_conflict_told: bool,
    /// Conflicts of a model: see [`Theory::check`].
    pub(super) collected: Option<Vec<Vec<Lit>>>,
    /// How often something was undone.
    pub(super) turns: u64,
}

impl Theory {
    pub(super) fn new(tables: Tables, slots: Slots, order: Order) -> Theory {
        let mut theory = Theory {
            happening: vec![0; tables.place_words.len()],
            source_of: vec![NONE; tables.reads.len()],
            last_active: vec![NONE; tables.writes.len()],
            previous_active: vec![NONE; tables.sources.len()],
            open: tables.open(),
            explainer: Explainer::new(&tables),
            prevented_at: vec![NONE; slots.count()],
            statistics: Statistics::default(),
            assigned: Vec::new(),
            done: 0,
            enabled: Vec::new(),
            read: Vec::new(),
            prevented: Vec::new(),
            told: 0,
            levels: Vec::new(),
            conflict: None,
            conflict_clause: Vec::new(),
            is_conflict_told: false,
            collected: None,
            turns: 0,
            tables,
            slots,
            order,
        };
        // All rows are in the queues at the start, so these need not be looked at one by one.
        for write in &theory.tables.writes {
            if write.guard == Code::TRUE {
                theory.happening[theory.tables.place(write.cell, write.clock)] |= 1 << (write.clock % 64);
            }
        }
        theory
    }

    /// Orders two clocks by a new literal. Only on level 0.
    pub(super) fn add_pair(&mut self, first: u32, second: u32, literal: Lit) {
        let code = self.slots.watch(literal);
        self.tables.add_pair(first, second, code, &self.slots);
        self.prevented_at.resize(self.slots.count(), NONE);
        self.prevent_pair(self.tables.pairs.len() as u32 - 1);
    }

    pub(super) fn is_in_conflict(&self) -> bool {
        self.conflict.is_some()
    }

    /// A literal is true.
    pub(super) fn assign(&mut self, literal: Lit) {
        let Some(code) = self.slots.code(literal) else { return };
        if self.slots.is_unknown(code) {
            self.slots.set_true(code);
            self.assigned.push(code);
            set_open(&mut self.open, &self.tables, code, false);
        }
    }

    /// What is assigned from here on can be undone.
    pub(super) fn new_level(&mut self) {
        self.saturate();
        if self.levels.is_empty() {
            self.forget_told();
            self.enabled.clear();
            self.read.clear();
        }
        self.levels.push(Mark {
            assigned: self.assigned.len(),
            enabled: self.enabled.len(),
            read: self.read.len(),
            prevented: self.prevented.len(),
        });
        self.order.new_level();
    }

    /// Undoes what happened above a level.
    pub(super) fn backtrack(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        self.turns += 1;
        self.order.backtrack(level);
        let mark = &self.levels[level];
        for code in self.assigned.drain(mark.assigned..) {
            self.slots.forget(code);
            set_open(&mut self.open, &self.tables, code, true);
        }
        self.done = self.done.min(mark.assigned);
        for (place, old) in self.enabled.drain(mark.enabled..).rev() {
            self.happening[place as usize] = old;
        }
        for read in self.read.drain(mark.read..).rev() {
            let source = std::mem::replace(&mut self.source_of[read as usize], NONE);
            let write = self.tables.sources[source as usize].write;
            self.last_active[write as usize] = self.previous_active[source as usize];
        }
        for prevented in self.prevented.drain(mark.prevented..) {
            self.prevented_at[prevented.literal.slot()] = NONE;
        }
        self.told = self.told.min(mark.prevented);
        self.levels.truncate(level);
        if self.conflict.is_some_and(|it| it > level) {
            self.conflict = None;
        }
    }

    /// Brings the state to a fixpoint, or to a conflict.
    pub(super) fn saturate(&mut self) {
        while !self.is_in_conflict() {
            if self.done < self.assigned.len() {
                let code = self.assigned[self.done];
                self.done += 1;
                for index in 0..self.tables.actions[code.index()].len() {
                    self.act(self.tables.actions[code.index()][index]);
                }
            } else if let Some(clock) = self.order.next_changed_before() {
                self.earlier_clocks_changed(clock);
            } else if let Some(clock) = self.order.next_changed_after() {
                self.later_clocks_changed(clock);
            } else {
                break;
            }
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Enable(write) => self.enable(write),
            Action::Read(source) => self.read_from(source),
            Action::Take(index) => {
                let conditional = self.tables.conditionals[index as usize];
                self.insert(conditional.from, conditional.to, Cause::Conditional(index));
            }
            Action::Order(pair, forward) => {
                let ends = self.tables.pairs[pair as usize];
                let (from, to) = if forward { (ends.first, ends.second) } else { (ends.second, ends.first) };
                self.insert(from, to, Cause::WriteOrder { pair, forward });
            }
        }
    }

    /// A write happens: both axioms, with it as the other write.
    fn enable(&mut self, write: u32) {
        let access = self.tables.writes[write as usize];
        let place = self.tables.place(access.cell, access.clock);
        let bit = 1 << (access.clock % 64);
        if self.happening[place] & bit != 0 {
            return;
        }
        self.enabled.push((place as u32, self.happening[place]));
        self.happening[place] |= bit;
        for index in self.tables.reads_of_cell.range(access.cell) {
            let read = self.tables.reads_of_cell.at(index);
            let reads_from = self.source_of[read as usize];
            if reads_from == NONE {
                if access.clock == self.tables.reads[read as usize].clock {
                    self.prevent_becoming_other_update(read, write);
                }
                self.prevent_reading_around(read, write);
                continue;
            }
            let source = self.tables.sources[reads_from as usize];
            if access.clock == source.to {
                self.prevent_other_updates(reads_from);
            }
            if access.clock == source.from || access.clock == source.to {
                continue;
            }
            if self.order.precedes(access.clock, source.to) {
                self.insert(access.clock, source.from, Cause::WriteSerialization { reads_from, write });
            }
            if self.order.precedes(source.from, access.clock) {
                self.insert(source.to, access.clock, Cause::FromRead { reads_from, write });
            }
        }
    }

    /// A read reads from a write.
    fn read_from(&mut self, reads_from: u32) {
        let source = self.tables.sources[reads_from as usize];
        let other = self.source_of[source.read as usize];
        if other != NONE {
            if other != reads_from {
                self.refuse_two_sources(other, reads_from);
            }
            return;
        }
        self.source_of[source.read as usize] = reads_from;
        self.read.push(source.read);
        self.previous_active[reads_from as usize] = self.last_active[source.write as usize];
        self.last_active[source.write as usize] = reads_from;
        self.insert(source.from, source.to, Cause::ReadsFrom(reads_from));
        self.serialize_writes(reads_from);
        self.order_after_read(reads_from);
        self.prevent_other_sources(reads_from);
        self.prevent_other_updates(reads_from);
        self.prevent_overwriting(reads_from);
    }

    /// The row of earlier clocks of a clock has grown.
    fn earlier_clocks_changed(&mut self, clock: u32) {
        for index in self.tables.reads_of_clock.range(clock) {
            let read = self.tables.reads_of_clock.at(index);
            match self.source_of[read as usize] {
                NONE => self.prevent_reading_overwritten(read),
                reads_from => {
                    self.serialize_writes(reads_from);
                    self.prevent_overwriting(reads_from);
                }
            }
        }
    }

    /// The row of later clocks of a clock has grown.
    fn later_clocks_changed(&mut self, clock: u32) {
        for index in self.tables.writes_of_clock.range(clock) {
            let write = self.tables.writes_of_clock.at(index);
            let mut reads_from = self.last_active[write as usize];
            while reads_from != NONE {
                self.order_after_read(reads_from);
                self.prevent_overwriting(reads_from);
                reads_from = self.previous_active[reads_from as usize];
            }
            self.prevent_reading_too_late(write);
        }
        self.prevent_backward(clock);
    }

    /// Axiom 2 for one source and all writes.
    fn serialize_writes(&mut self, reads_from: u32) {
        let source = self.tables.sources[reads_from as usize];
        for place in self.tables.places(source.cell) {
            let word = self.tables.place_words[place];
            let before = self.order.before(source.to)[word as usize] & !self.order.before(source.from)[word as usize];
            let missing = before & self.happening[place] & !bit_in(word, source.from);
            for clock in clocks_in(word, missing) {
                let write = self.tables.enabled_write(source.cell, clock, &self.slots);
                let (from, to) =
                    if planted::bug!(SerializedBackwards) { (source.from, clock) } else { (clock, source.from) };
                self.insert(from, to, Cause::WriteSerialization { reads_from, write });
            }
        }
    }

    /// Axiom 3 for one source and all writes.
    fn order_after_read(&mut self, reads_from: u32) {
        if planted::bug!(FromReadsForgotten) {
            return;
        }
        let source = self.tables.sources[reads_from as usize];
        for place in self.tables.places(source.cell) {
            let word = self.tables.place_words[place];
            let after = self.order.after(source.from)[word as usize] & !self.order.after(source.to)[word as usize];
            let missing = after & self.happening[place] & !bit_in(word, source.to);
            for clock in clocks_in(word, missing) {
                let write = self.tables.enabled_write(source.cell, clock, &self.slots);
                self.insert(source.to, clock, Cause::FromRead { reads_from, write });
            }
        }
    }

    /// Adds an edge. If it closes a cycle, that is a conflict.
    fn insert(&mut self, from: u32, to: u32, cause: Cause) {
        if self.is_in_conflict() {
            return;
        }
        match self.order.insert(from, to, cause) {
            Insertion::Known | Insertion::Added => {}
            Insertion::Cycle if planted::bug!(CyclesMissed) => {}
            Insertion::Cycle => {
                let now = self.order.now();
                self.explainer.begin();
                self.explainer.cause(cause, now, &self.tables);
                self.explainer.pair(to, from, now);
                self.fail();
            }
        }
    }

    fn refuse_two_sources(&mut self, first: u32, second: u32) {
        if self.is_in_conflict() {
            return;
        }
        self.explainer.begin();
        self.explainer.source(first, &self.tables);
        self.explainer.source(second, &self.tables);
        self.fail();
    }

    /// There is a conflict, whose explanation was begun.
    fn fail(&mut self) {
        self.statistics.conflicts += 1;
        self.conflict_clause.clear();
        self.explainer.end(&mut self.order, &self.tables, &self.slots, &mut self.conflict_clause);
        self.is_conflict_told = false;
        let level = self.levels.len();
        let Some(collected) = &mut self.collected else {
            self.conflict = Some(level);
            return;
        };
        collected.push(self.conflict_clause.clone());
        if collected.len() == check::MOST_CONFLICTS {
            self.conflict = Some(level);
        }
    }
}

/// A literal has become known or unknown: so have the sources that it stands for.
fn set_open(open: &mut Open, tables: &Tables, code: Code, is_open: bool) {
    // Literals for the order of writes come later, and stand for no source.
    if code.slot() >= tables.sources_of_slot.bound() {
        return;
    }
    for &source in tables.sources_of_slot.of(code.slot() as u32) {
        open.set(source, &tables.sources[source as usize], is_open);
    }
}
