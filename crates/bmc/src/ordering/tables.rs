//! The problem, arranged for the theory: who is where, and who reads from whom.

use super::bits;
use super::lists::Lists;
use super::open::Open;
use super::problem::Problem;
use super::slots::{Code, Slots};
use smt::Lit;
use std::ops::Range;

/// A write, or a read, whose guard does not matter here: that it reads from something says that it happens.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) clock: u32,
    pub(super) cell: u32,
    /// The guard of a write.
    pub(super) guard: Code,
}

/// A pair of a write and a read, with their clocks and their cell.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) write: u32,
    pub(super) read: u32,
    /// The clock of the write.
    pub(super) from: u32,
    /// The clock of the read.
    pub(super) to: u32,
    pub(super) cell: u32,
    pub(super) literal: Code,
}

/// An edge that is there if a literal is true.
#[derive(Clone, Copy)]
pub(super) struct Conditional {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) literal: Code,
}

/// Two clocks with writes to a common cell, ordered by a literal: if it is true, the first comes first.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) literal: Code,
}

/// What happens in the theory when a literal becomes true.
#[derive(Clone, Copy)]
pub(super) enum Action {
    /// This write happens.
    Enable(u32),
    /// This pair of a write and a read.
    Read(u32),
    /// This conditional edge is taken.
    Take(u32),
    /// This pair of clocks is ordered, forward or backward.
    Order(u32, bool),
}

/// The problem, with an index for each question that the theory asks.
pub(super) struct Tables {
    pub(super) writes: Vec<Access>,
    pub(super) reads: Vec<Access>,
    pub(super) sources: Vec<Source>,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) pairs: Vec<Pair>,
    /// By code.
    pub(super) actions: Vec<Vec<Action>>,
    pub(super) writes_of_clock: Lists,
    pub(super) reads_of_clock: Lists,
    /// Sorted by clock.
    pub(super) writes_of_cell: Lists,
    pub(super) reads_of_cell: Lists,
    pub(super) sources_of_slot: Lists,
    /// Sorted by the clock of the write.
    pub(super) sources_of_read: Lists,
    /// Sorted by the clock of the read.
    pub(super) sources_of_write: Lists,
    /// By the clock to which they lead.
    pub(super) conditionals_to: Lists,
    /// By clock.
    pub(super) pairs_of_clock: Vec<Vec<u32>>,
    /// For each cell, the words of a row of clocks in which some clock writes it: one place for each.
    place_starts: Vec<u32>,
    /// By place: which word.
    pub(super) place_words: Vec<u32>,
    /// By place: the clocks that may write the cell.
    pub(super) writers: Vec<u64>,
}

impl Tables {
    pub(super) fn new(problem: &Problem, slots: &mut Slots) -> Tables {
        let mut guard = |literal: Option<Lit>| literal.map_or(Code::TRUE, |it| slots.watch(it));
        let writes: Vec<Access> =
            problem.writes.iter().map(|it| Access { clock: it.clock, cell: it.cell, guard: guard(it.guard) }).collect();
        let reads: Vec<Access> =
            problem.reads.iter().map(|it| Access { clock: it.clock, cell: it.cell, guard: Code::TRUE }).collect();
        let sources: Vec<Source> = problem
            .reads_from
            .iter()
            .map(|it| {
                let write = writes[it.write as usize];
                let to = reads[it.read as usize].clock;
                let literal = slots.watch(it.literal);
                Source { write: it.write, read: it.read, from: write.clock, to, cell: write.cell, literal }
            })
            .collect();
        let conditionals: Vec<Conditional> = problem
            .conditional
            .iter()
            .map(|&(from, to, literal)| Conditional { from, to, literal: slots.watch(literal) })
            .collect();
        let clocks = problem.clocks as usize;
        let cells = writes.iter().chain(&reads).map(|it| it.cell as usize + 1).max().unwrap_or(0);
        let mut writes_of_cell = Lists::group(cells, writes.iter().map(|it| it.cell));
        writes_of_cell.sort_each(|it| writes[it as usize].clock);
        let mut sources_of_read = Lists::group(reads.len(), sources.iter().map(|it| it.read));
        sources_of_read.sort_each(|it| sources[it as usize].from);
        let mut sources_of_write = Lists::group(writes.len(), sources.iter().map(|it| it.write));
        sources_of_write.sort_each(|it| sources[it as usize].to);
        let mut tables = Tables {
            actions: Vec::new(),
            pairs: Vec::new(),
            writes_of_clock: Lists::group(clocks, writes.iter().map(|it| it.clock)),
            reads_of_clock: Lists::group(clocks, reads.iter().map(|it| it.clock)),
            writes_of_cell,
            reads_of_cell: Lists::group(cells, reads.iter().map(|it| it.cell)),
            sources_of_slot: Lists::group(slots.count(), sources.iter().map(|it| it.literal.slot() as u32)),
            sources_of_read,
            sources_of_write,
            conditionals_to: Lists::group(clocks, conditionals.iter().map(|it| it.to)),
            pairs_of_clock: vec![Vec::new(); clocks],
            place_starts: Vec::with_capacity(cells + 1),
            place_words: Vec::new(),
            writers: Vec::new(),
            writes,
            reads,
            sources,
            conditionals,
        };
        tables.add_places(cells);
        tables.add_actions(slots);
        tables
    }

    fn add_places(&mut self, cells: usize) {
        for cell in 0..cells {
            self.place_starts.push(self.place_words.len() as u32);
            for &write in self.writes_of_cell.of(cell as u32) {
                let clock = self.writes[write as usize].clock;
                let word = clock / 64;
                let start = self.place_starts[cell] as usize;
                if self.place_words.len() == start || self.place_words.last() != Some(&word) {
                    self.place_words.push(word);
                    self.writers.push(0);
                }
                if let Some(writers) = self.writers.last_mut() {
                    *writers |= 1 << (clock % 64);
                }
            }
        }
        self.place_starts.push(self.place_words.len() as u32);
    }

    fn add_actions(&mut self, slots: &Slots) {
        self.actions.resize_with(2 * slots.count(), Vec::new);
        for (index, write) in self.writes.iter().enumerate() {
            if write.guard != Code::TRUE {
                self.actions[write.guard.index()].push(Action::Enable(index as u32));
            }
        }
        for (index, source) in self.sources.iter().enumerate() {
            self.actions[source.literal.index()].push(Action::Read(index as u32));
        }
        for (index, conditional) in self.conditionals.iter().enumerate() {
            self.actions[conditional.literal.index()].push(Action::Take(index as u32));
        }
    }

    /// Orders two clocks by a literal that was not watched before.
    pub(super) fn add_pair(&mut self, first: u32, second: u32, literal: Code, slots: &Slots) {
        let pair = self.pairs.len() as u32;
        self.pairs.push(Pair { first, second, literal });
        self.pairs_of_clock[first as usize].push(pair);
        self.pairs_of_clock[second as usize].push(pair);
        self.actions.resize_with(2 * slots.count(), Vec::new);
        self.actions[literal.index()].push(Action::Order(pair, true));
        self.actions[(!literal).index()].push(Action::Order(pair, false));
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.place_starts.len() - 1
    }

    /// The places of a cell.
    pub(super) fn places(&self, cell: u32) -> Range<usize> {
        self.place_starts[cell as usize] as usize..self.place_starts[cell as usize + 1] as usize
    }

    /// The place of a clock that may write a cell.
    pub(super) fn place(&self, cell: u32, clock: u32) -> usize {
        let places = self.places(cell);
        let start = places.start;
        start + self.place_words[places].partition_point(|it| *it < clock / 64)
    }

    /// The write of a clock to a cell that happens.
    pub(super) fn enabled_write(&self, cell: u32, clock: u32, slots: &Slots) -> u32 {
        let found = self.writes_at(cell, clock).iter().find(|it| slots.is_true(self.writes[**it as usize].guard));
        match found {
            Some(write) => *write,
            None => unreachable!("no write of an enabled clock happens"),
        }
    }

    /// All sources, open at first.
    pub(super) fn open(&self) -> Open {
        Open::new(&self.writes, &self.reads, &self.sources, &self.sources_of_write, &self.sources_of_read)
    }

    /// Where, in `sources_of_read`, the sources from a clock are, which is at a place of `open`.
    pub(super) fn sources_from(&self, open: &Open, read: u32, place: usize, clock: u32) -> Range<usize> {
        match open.of_read.source_at(place, clock) {
            Some(index) => index..index + 1,
            None => self.sources_of_read.range_where(read, clock, |it| self.sources[it as usize].from),
        }
    }

    /// Where, in `sources_of_write`, the sources to a clock are, which is at a place of `open`.
    pub(super) fn sources_to(&self, open: &Open, write: u32, place: usize, clock: u32) -> Range<usize> {
        match open.of_write.source_at(place, clock) {
            Some(index) => index..index + 1,
            None => self.sources_of_write.range_where(write, clock, |it| self.sources[it as usize].to),
        }
    }

    /// The writes of a clock to a cell.
    pub(super) fn writes_at(&self, cell: u32, clock: u32) -> &[u32] {
        let writes = self.writes_of_cell.of(cell);
        let start = writes.partition_point(|it| self.writes[*it as usize].clock < clock);
        let end = writes.partition_point(|it| self.writes[*it as usize].clock <= clock);
        &writes[start..end]
    }
}

/// The bit of a clock in a word of a row, which is the given one or another.
pub(super) fn bit_in(word: u32, clock: u32) -> u64 {
    if clock / 64 == word { 1 << (clock % 64) } else { 0 }
}

/// The clocks that are set in a word.
pub(super) fn clocks_in(word: u32, set: u64) -> impl Iterator<Item = u32> {
    bits::ones_in(word as usize, set)
}
