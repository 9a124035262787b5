//! Whether a weakly consistent model is sequentially consistent: one try to run it.
//!
//! The clocks are run one after the other. A clock can run if everything before it has run, if each of its reads finds
//! the write that it reads from as the last of its cell, and if none of its writes takes away a value that another
//! clock still has to read. Clocks that write nothing run first, since they are in nobody's way. If all clocks run, this
//! order is a sequentially consistent execution, whatever the happens-before relation says.
//!
//! If none can run, some clock that is next has a write `w'` to a cell whose last write `w` is still to be read. (A read
//! never blocks: the write that it reads from has run, and was not overwritten while this read was still to come.) The
//! two writes are not ordered: `w < w'` would have put the reader before `w'` by Axiom 3, and `w' < w` would have made
//! `w'` run before. So ordering the writes of such cells leads on, and when all writes of all cells that happen are
//! ordered, the try succeeds.

use super::bits;
use super::slots::Code;
use super::theory::{NONE, Theory};

/// The outcome of the try.
pub(super) enum Linear {
    /// An order of all clocks that is a sequentially consistent execution.
    Execution(Vec<u32>),
    /// The cells at which nothing could go on.
    Stuck(Vec<u32>),
}

/// Which clocks have run, and which could as far as the happens-before relation is concerned.
struct Progress {
    has_run: Vec<u64>,
    /// By clock: which word of its row may still have a clock that has not run.
    word: Vec<u32>,
    /// By clock: the first of the clocks that wait for it.
    first_waiting: Vec<u32>,
    /// By clock: the next that waits for the same.
    next_waiting: Vec<u32>,
    available: Vec<u32>,
}

impl Progress {
    fn new(theory: &Theory) -> Progress {
        let clocks = theory.order.clocks() as usize;
        let mut progress = Progress {
            has_run: vec![0; bits::words_for(clocks)],
            word: vec![0; clocks],
            first_waiting: vec![NONE; clocks],
            next_waiting: vec![NONE; clocks],
            available: Vec::new(),
        };
        for clock in (0..clocks as u32).rev() {
            progress.wait(clock, theory);
        }
        progress
    }

    /// Lets a clock wait for one that is before it and has not run, if there is one.
    fn wait(&mut self, clock: u32, theory: &Theory) {
        let before = theory.order.before(clock);
        let start = self.word[clock as usize] as usize;
        for (word, before) in before.iter().enumerate().skip(start) {
            let missing = before & !self.has_run[word];
            if missing != 0 {
                let other = word * 64 + missing.trailing_zeros() as usize;
                self.word[clock as usize] = word as u32;
                self.next_waiting[clock as usize] = self.first_waiting[other];
                self.first_waiting[other] = clock;
                return;
            }
        }
        self.available.push(clock);
    }

    /// Runs the available clock at a place.
    fn run(&mut self, place: usize, theory: &Theory) -> u32 {
        let clock = self.available.remove(place);
        bits::insert(&mut self.has_run, clock);
        let mut waiting = std::mem::replace(&mut self.first_waiting[clock as usize], NONE);
        while waiting != NONE {
            let next = self.next_waiting[waiting as usize];
            self.wait(waiting, theory);
            waiting = next;
        }
        clock
    }
}

/// The memory while the clocks run.
struct Memory {
    /// By cell: its last write.
    last: Vec<u32>,
    /// By write: how many reads still have to read from it.
    readers: Vec<u32>,
}

impl Memory {
    fn new(theory: &Theory) -> Memory {
        let mut readers = vec![0; theory.tables.writes.len()];
        for &source in theory.source_of.iter().filter(|it| **it != NONE) {
            readers[theory.tables.sources[source as usize].write as usize] += 1;
        }
        Memory { last: vec![NONE; theory.tables.cells()], readers }
    }

    /// Whether each read of a clock finds what it reads from.
    fn reads_are_right(&self, clock: u32, theory: &Theory) -> bool {
        sources(clock, theory).all(|it| {
            let source = theory.tables.sources[it as usize];
            self.last[source.cell as usize] == source.write
        })
    }

    /// A cell whose last write has readers other than this clock, which would overwrite it.
    fn overwritten_too_early(&self, clock: u32, theory: &Theory) -> Option<u32> {
        writes(clock, theory).map(|it| theory.tables.writes[it as usize].cell).find(|cell| {
            let last = self.last[*cell as usize];
            if last == NONE {
                return false;
            }
            let own = sources(clock, theory).filter(|it| theory.tables.sources[*it as usize].write == last).count();
            self.readers[last as usize] as usize > own
        })
    }

    fn run(&mut self, clock: u32, theory: &Theory) {
        for source in sources(clock, theory) {
            self.readers[theory.tables.sources[source as usize].write as usize] -= 1;
        }
        for write in writes(clock, theory) {
            self.last[theory.tables.writes[write as usize].cell as usize] = write;
        }
    }
}

/// What the reads of a clock read from.
fn sources(clock: u32, theory: &Theory) -> impl Iterator<Item = u32> {
    let reads = theory.tables.reads_of_clock.of(clock).iter();
    reads.map(|it| theory.source_of[*it as usize]).filter(|it| *it != NONE)
}

/// The writes of a clock that happen.
fn writes(clock: u32, theory: &Theory) -> impl Iterator<Item = u32> {
    let writes = theory.tables.writes_of_clock.of(clock).iter().copied();
    writes.filter(|it| theory.slots.is_true(theory.tables.writes[*it as usize].guard))
}

/// Tries to run a model that was checked.
pub(super) fn linearize(theory: &Theory) -> Linear {
    let mut progress = Progress::new(theory);
    let mut memory = Memory::new(theory);
    let mut order = Vec::with_capacity(theory.order.clocks() as usize);
    while !progress.available.is_empty() {
        let Some(place) = choose(&progress.available, &memory, theory) else {
            let cells = progress.available.iter().filter_map(|it| memory.overwritten_too_early(*it, theory));
            return Linear::Stuck(cells.collect());
        };
        let clock = progress.run(place, theory);
        memory.run(clock, theory);
        order.push(clock);
    }
    Linear::Execution(order)
}

/// The place of a clock that can run: one that writes nothing if there is one, else the one that became available last,
/// which often continues the thread that ran before.
fn choose(available: &[u32], memory: &Memory, theory: &Theory) -> Option<usize> {
    let writes_nothing = |it: u32| writes(it, theory).next().is_none() && memory.reads_are_right(it, theory);
    let can_run = |it: u32| memory.reads_are_right(it, theory) && memory.overwritten_too_early(it, theory).is_none();
    let harmless = available.iter().rposition(|it| writes_nothing(*it));
    harmless.or_else(|| available.iter().rposition(|it| can_run(*it)))
}

/// Some order of all clocks that respects the happens-before relation.
pub(super) fn sort(theory: &Theory) -> Vec<u32> {
    let mut progress = Progress::new(theory);
    let mut order = Vec::with_capacity(theory.order.clocks() as usize);
    while let Some(place) = progress.available.len().checked_sub(1) {
        order.push(progress.run(place, theory));
    }
    order
}

/// Whether an order of the clocks is an execution of the model: an independent look, for the theory's own reasoning and
/// the try above to be measured against.
pub(super) fn is_execution(theory: &Theory, always: &[(u32, u32)], order: &[u32]) -> bool {
    let clocks = theory.order.clocks() as usize;
    let mut position = vec![NONE; clocks];
    for (index, &clock) in order.iter().enumerate() {
        position[clock as usize] = index as u32;
    }
    let goes = |from: u32, to: u32| position[from as usize] < position[to as usize];
    let tables = &theory.tables;
    let is_true = |literal: Code| theory.slots.is_true(literal);
    let mut last = vec![NONE; tables.cells()];
    let mut sees = vec![NONE; tables.reads.len()];
    for &clock in order {
        for &read in tables.reads_of_clock.of(clock) {
            sees[read as usize] = last[tables.reads[read as usize].cell as usize];
        }
        for &write in tables.writes_of_clock.of(clock) {
            if is_true(tables.writes[write as usize].guard) {
                last[tables.writes[write as usize].cell as usize] = write;
            }
        }
    }
    order.len() == clocks
        && position.iter().all(|it| *it != NONE)
        && always.iter().all(|it| goes(it.0, it.1))
        && tables.conditionals.iter().all(|it| !is_true(it.literal) || goes(it.from, it.to))
        && tables.sources.iter().all(|it| !is_true(it.literal) || sees[it.read as usize] == it.write)
}

/// The clocks that write one of these cells and are not ordered: pairs, the smaller first, without duplicates.
pub(super) fn unordered(theory: &Theory, mut cells: Vec<u32>) -> Vec<(u32, u32)> {
    cells.sort_unstable();
    cells.dedup();
    let mut pairs = Vec::new();
    for cell in cells {
        let writes = theory.tables.writes_of_cell.of(cell).iter().map(|it| theory.tables.writes[*it as usize]);
        let clocks: Vec<u32> = writes.filter(|it| theory.slots.is_true(it.guard)).map(|it| it.clock).collect();
        for (index, &first) in clocks.iter().enumerate() {
            for &second in &clocks[index + 1..] {
                let is_ordered = theory.order.precedes(first, second) || theory.order.precedes(second, first);
                if first != second && !is_ordered {
                    pairs.push((first, second));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
