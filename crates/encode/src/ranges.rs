//! What reads can find, by how many of the writes of each thread have been made.
//!
//! An example: two threads add to `i` and `j` in turn (`bench/programs/bmc/fib.c`). No clause says how large the numbers get,
//! and a solver that works on bits has to find out by cases. But it is easily seen by walking through all pairs of
//! numbers of writes that the two threads have made: there are few of them, and what is in a cell at one is a range that
//! comes from those before it.
//!
//! A *stage* says for each thread how many of its units that write have had their turn. The units of a thread are ordered, so each
//! model goes from stage to stage, one unit of one thread at a time, wherever the order of units allows that unit. For
//! each stage there is a range for what each cell holds there: at the first one the initial values; then a unit makes of
//! it what its writes write, or leaves it as it is if they may not happen. What is written depends on what was read: in the same
//! unit, so it is what is in the cell now; or before, so it was in the cell at a stage that the model has passed and
//! at which the order allows the read. By induction over the units of a model each read that happens finds a number in the range over all
//! stages at which it can be. These ranges become constraints: they hold in every model anyway, so nothing is lost, but
//! the solver knows it at once.
//!
//! A read that need not happen says nothing of its unknown, so a write is believed to depend on a number in a range only if
//! it implies the read, and the read comes before it.

mod interval;
#[cfg(test)]
mod tests;

use crate::events::{Event, Graph, implied};
use crate::order::Order;
use interval::{Formula, Interval};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term};

/// The most stages, and the most ranges for all of them; and the most terms whose ranges are found on the way from stage to
/// stage. Programs that are larger are left as they are.
const MOST_STAGES: usize = 10_000;
const MOST_RANGES: usize = 1_000_000;
const MOST_TERMS: usize = 3_000_000;

/// Unknowns with fewer bits are not worth it.
const LEAST_BITS: u8 = 8;

/// A condition for each read that can find less than its width allows, as terms of width 1 that hold in every model.
pub fn constraints(graph: &mut Graph, order: &Order, needed: &[bool]) -> Vec<Term> {
    let Some(stages) = Stages::new(graph, order, needed) else { return Vec::new() };
    let found = stages.walk(graph);
    let mut constraints = Vec::new();
    for (read, range) in stages.reads.iter().zip(found) {
        let Some(Interval(low, high)) = range else { continue };
        let event = graph.events[read.event];
        let width = graph.terms.width(event.value);
        let all = Interval::all(width);
        let (least, most) = (graph.terms.constant(width, low as u64), graph.terms.constant(width, high as u64));
        let mut inside = graph.terms.truth(true);
        if low > all.0 {
            inside = graph.terms.sle(least, event.value);
        }
        if high < all.1 {
            let below = graph.terms.sle(event.value, most);
            inside = graph.terms.and(inside, below);
        }
        let constraint = graph.terms.implies(event.guard, inside);
        if !graph.terms.is_true(constraint) {
            constraints.push(constraint);
        }
    }
    constraints
}

/// How many writing units of each thread may have had their turn at a unit.
type Turns = Vec<(u32, u32)>;

/// A unit that writes.
struct Unit {
    /// When it can have its turn.
    at: Turns,
    writes: Vec<Write>,
}

/// A write: where, whether it always happens, what, and the unknowns of reads that it depends on.
struct Write {
    cell: usize,
    is_certain: bool,
    value: Formula,
    /// The unknown, the read, and whether it is of the same unit.
    from: FxHashMap<Term, (usize, bool)>,
}

/// A read of a cell that is looked at.
struct Read {
    event: usize,
    cell: usize,
    at: Turns,
}

/// The stages, and what happens between them.
struct Stages {
    /// By thread: its units that write.
    threads: Vec<Vec<Unit>>,
    /// By cell: what is in it at first.
    initial: Vec<Interval>,
    reads: Vec<Read>,
    count: usize,
}

impl Stages {
    /// Nothing if there is nothing to be looked at, or too much.
    fn new(graph: &mut Graph, order: &Order, needed: &[bool]) -> Option<Stages> {
        let events: Vec<usize> = (0..graph.events.len()).filter(|it| needed[*it]).collect();
        let is_wide = |graph: &Graph, it: &Event| matches!(graph.terms.node(it.value), Node::Variable { width, .. } if width >= LEAST_BITS);
        let wide = events.iter().map(|it| graph.events[*it]).filter(|it| !it.is_write && is_wide(graph, it));
        let mut cells: Vec<u32> = wide.map(|it| it.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.is_empty() {
            return None;
        }
        let place = |it: &Event| cells.binary_search(&it.cell).ok();
        let initial = |graph: &Graph, cell: u32| {
            let initial = graph.cells[cell as usize].initial;
            let width = graph.terms.width(initial);
            graph.terms.value_of(initial).map_or(Interval::all(width), |it| Interval::of(width, it))
        };
        let initial: Vec<Interval> = cells.iter().map(|&it| initial(graph, it)).collect();
        let clocks = writing_units(graph, order, &events, &|it| place(it).is_some())?;
        let count = clocks.iter().try_fold(1usize, |count, it| count.checked_mul(it.len() + 1))?;
        let mut readers: FxHashMap<Term, usize> = FxHashMap::default();
        let mut reads = Vec::new();
        for &event in &events {
            let it = graph.events[event];
            if let Some(cell) = place(&it).filter(|_| !it.is_write && is_wide(graph, &it)) {
                readers.insert(it.value, reads.len());
                reads.push(Read { event, cell, at: box_of(it.clock, order, &clocks) });
            }
        }
        if count > MOST_STAGES || count * (reads.len() + cells.len()) > MOST_RANGES {
            return None;
        }
        let unit = |&clock: &u32| Unit { at: box_of(clock, order, &clocks), writes: Vec::new() };
        let mut threads: Vec<Vec<Unit>> = clocks.iter().map(|own| own.iter().map(unit).collect()).collect();
        for &event in &events {
            let it = graph.events[event];
            let Some(cell) = place(&it).filter(|_| it.is_write && it.clock != 0) else { continue };
            let write = write(graph, order, &it, cell, &readers, &reads);
            for (own, units) in clocks.iter().zip(&mut threads) {
                if let Ok(index) = own.binary_search(&it.clock) {
                    units[index].writes.push(write);
                    break;
                }
            }
        }
        // Each unit has its turn once for each stage of the other threads.
        let size =
            |units: &[Unit]| -> usize { units.iter().flat_map(|it| &it.writes).map(|it| it.value.terms().len()).sum() };
        let terms: usize = threads.iter().map(|it| count / (it.len() + 1) * size(it)).sum();
        (terms <= MOST_TERMS).then_some(Stages { threads, initial, reads, count })
    }

    /// For each read the range of what it can find; nothing if no model makes it.
    fn walk(&self, graph: &Graph) -> Vec<Option<Interval>> {
        let mut contents: Vec<Option<Vec<Interval>>> = vec![None; self.count];
        contents[0] = Some(self.initial.clone());
        // By stage: what each read can have found at it or before.
        let mut found: Vec<Vec<Option<Interval>>> = vec![Vec::new(); self.count];
        let mut past = vec![None; self.reads.len()];
        for stage in 0..self.count {
            let turns = self.turns(stage);
            let Some(content) = contents[stage].clone() else { continue };
            let mut known: Vec<Option<Interval>> = vec![None; self.reads.len()];
            for before in self.before(&turns, stage).filter(|it| !found[*it].is_empty()) {
                known.iter_mut().zip(&found[before]).for_each(|(known, more)| *known = either(*known, *more));
            }
            for (read, known) in self.reads.iter().zip(&mut known).filter(|it| is_at(&it.0.at, &turns)) {
                *known = either(*known, Some(content[read.cell]));
            }
            for (thread, after) in self.after(&turns, stage) {
                let unit = &self.threads[thread][turns[thread] as usize];
                if !is_at(&unit.at, &turns) {
                    continue;
                }
                let next = self.written(graph, unit, &content, &known);
                contents[after] = Some(match contents[after].take() {
                    Some(other) => other.iter().zip(next).map(|(one, other)| one.hull(other)).collect(),
                    None => next,
                });
            }
            past.iter_mut().zip(&known).for_each(|(past, known)| *past = either(*past, *known));
            found[stage] = known;
        }
        past
    }

    /// What cells hold after a unit.
    fn written(&self, graph: &Graph, unit: &Unit, content: &[Interval], known: &[Option<Interval>]) -> Vec<Interval> {
        let mut next = content.to_vec();
        // Several writes of a unit to one cell exclude each other.
        let mut written: FxHashSet<usize> = FxHashSet::default();
        for write in &unit.writes {
            let unknown = |it: Term| {
                let &(read, is_now) = write.from.get(&it)?;
                if is_now { Some(content[self.reads[read].cell]) } else { known[read] }
            };
            let value = write.value.range(&graph.terms, &unknown);
            let is_only = written.insert(write.cell);
            next[write.cell] = if (write.is_certain || planted::bug!(RangesOverwritten)) && is_only {
                value
            } else {
                next[write.cell].hull(value)
            };
        }
        next
    }

    /// How many units of each thread have had their turn at a stage.
    fn turns(&self, mut stage: usize) -> Vec<u32> {
        let mut turns = Vec::with_capacity(self.threads.len());
        for thread in &self.threads {
            turns.push((stage % (thread.len() + 1)) as u32);
            stage /= thread.len() + 1;
        }
        turns
    }

    /// The stages at which one thread has had one more turn, with that thread.
    fn after<'a>(&'a self, turns: &'a [u32], stage: usize) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.strides().enumerate().filter_map(move |(thread, stride)| {
            ((turns[thread] as usize) < self.threads[thread].len()).then_some((thread, stage + stride))
        })
    }

    /// The stages at which one thread has had one turn less.
    fn before<'a>(&'a self, turns: &'a [u32], stage: usize) -> impl Iterator<Item = usize> + 'a {
        self.strides().enumerate().filter(|it| turns[it.0] > 0).map(move |(_, stride)| stage - stride)
    }

    /// By thread: how far apart stages are that differ by one of its turns.
    fn strides(&self) -> impl Iterator<Item = usize> {
        self.threads.iter().scan(1, |stride, thread| {
            let own = *stride;
            *stride *= thread.len() + 1;
            Some(own)
        })
    }
}

/// By thread its units that write certain cells, in their order. Nothing if they are not in one order.
fn writing_units(
    graph: &Graph,
    order: &Order,
    events: &[usize],
    is_of: &dyn Fn(&Event) -> bool,
) -> Option<Vec<Vec<u32>>> {
    let mut threads: Vec<Vec<u32>> = vec![Vec::new(); graph.threads.len()];
    for event in events.iter().map(|it| &graph.events[*it]) {
        if event.is_write && event.clock != 0 && is_of(event) {
            threads[event.thread as usize].push(event.clock);
        }
    }
    threads.retain(|it| !it.is_empty());
    for units in &mut threads {
        units.sort_unstable();
        units.dedup();
        if units.windows(2).any(|it| !order.before(it[0], it[1])) {
            return None;
        }
    }
    Some(threads)
}

/// When a unit can have its turn, by the order that always holds.
fn box_of(clock: u32, order: &Order, threads: &[Vec<u32>]) -> Turns {
    let turns = |units: &Vec<u32>| {
        let least = units.iter().filter(|it| order.before(**it, clock)).count();
        let most = units.iter().position(|it| *it == clock || order.before(clock, *it)).unwrap_or(units.len());
        (least as u32, most as u32)
    };
    threads.iter().map(turns).collect()
}

/// Whether a unit can have its turn at a stage.
fn is_at(at: &Turns, turns: &[u32]) -> bool {
    at.iter().zip(turns).all(|(range, turn)| (range.0..=range.1).contains(turn))
}

fn either(one: Option<Interval>, other: Option<Interval>) -> Option<Interval> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.hull(other)),
        (Some(it), None) | (None, Some(it)) => Some(it),
        (None, None) => None,
    }
}

/// What there is to know of a write.
fn write(
    graph: &mut Graph,
    order: &Order,
    event: &Event,
    cell: usize,
    readers: &FxHashMap<Term, usize>,
    reads: &[Read],
) -> Write {
    let value = Formula::new(&graph.terms, event.value);
    let mut from = FxHashMap::default();
    for unknown in value.terms() {
        let Some(&read) = readers.get(unknown) else { continue };
        let source = graph.events[reads[read].event];
        let is_now = source.clock == event.clock;
        let is_before = is_now || order.before(source.clock, event.clock);
        if is_before && implied(&mut graph.implications, &graph.terms, event.guard, source.guard) {
            from.insert(*unknown, (read, is_now));
        }
    }
    Write { cell, is_certain: graph.terms.is_true(event.guard), value, from }
}
