//! Threads that nobody can tell apart: it is enough to look at executions in which they begin in one order.
//!
//! What a question asks of a graph is a *structure*: units with a partial order, further orders that hold under conditions,
//! needed reads and writes with guards and values, needed constraints, and the terms that somebody looks at. A *model* is
//! a number for each unknown and a total order ≺ of all units (whether anything happens in them or not) that extends the
//! partial order <, such that the constraints and the question hold and each read that happens finds what is there.
//!
//! For two threads A and B of one parent, A started first, let σ swap each unit of A with the unit of B at the same
//! place, and each unknown of A with that of B, where everything that a thread starts belongs to it. `a` and `b` are the
//! first needed units of the two; σ swaps them. The two are *interchangeable* if
//!
//! 1. σ maps the needed events onto the needed events, the needed constraints onto the needed constraints, and each of the
//!    terms that somebody looks at onto itself;
//! 2. for each `x < y`, σ(x) comes before σ(y) by < and `b ≺ a` (in the transitive closure of both);
//! 3. each conditional order is mapped onto a conditional order under the mapped condition, or holds as in 2.
//!
//! *Then for each model with b ≺ a there is one with a ≺ b* in which the terms that somebody looks at have the same
//! values: give each unknown the number of its image, and each unit the place of its image. By 1 each guard and value has
//! what its image had, so the same happens at the places of the images, and each read finds what it found. By 2 and 3
//! the new order extends <, since b ≺ a is so in the old one. Only units and unknowns of A and B were exchanged.
//!
//! *Several threads* T₁, …, Tₙ of which neighbours are interchangeable: as long as two neighbours are in the wrong
//! order, exchange them, which sorts their first units in finitely many steps, since these change places with each other
//! only. *Several groups* do not disturb each other: no thread of one belongs to one of another. So adding an order
//! between the first units of neighbours loses no answer, and no value of a term that somebody looks at.
//!
//! Point 2 is what makes it right in spite of starts and joins. Threads are started one after the other: what the parent does
//! between the two starts is before B and not before A, but it is before b, and so before everything of A if b ≺ a. What it
//! does between the two joins is after all of one thread and not of the other, which σ does not keep: with
//! `x = 2 * x + flag` in two threads and `flag` set after the join of B and before that of A, A finds the flag in some
//! executions and B in none. (If A is joined first and has one unit, then b ≺ a puts b before the join as well.)

mod shapes;

use crate::events::{Graph, Thread};
use crate::order::Order;
use crate::slice::Needed;
use rustc_hash::{FxHashMap, FxHashSet};
use shapes::Shapes;
use smt::Term;

/// How much work may be done for all pairs of threads together: programs that are larger are left as they are.
const MOST_WORK: usize = 50_000_000;

/// Pairs of units that can be put into this order without losing an answer to a question about the terms in `roots`, or a
/// value of one of these terms. `order` is that of the graph.
pub fn edges(graph: &Graph, needed: &Needed, roots: &[Term], order: &Order) -> Vec<(u32, u32)> {
    let groups = alike(graph, needed);
    if groups.is_empty() {
        return Vec::new();
    }
    let kept = kept(graph, needed);
    let mut work = MOST_WORK;
    let Some(mut structure) = Structure::new(graph, needed, roots, order, &kept) else { return Vec::new() };
    let mut edges = Vec::new();
    let mut grouped: Vec<&Thread> = Vec::new();
    for group in groups {
        let is_part = |it: &Thread| grouped.iter().any(|of| of.clocks.contains(&it.clocks.start));
        if is_part(group[0]) {
            // What it belongs to is exchanged as a whole.
            continue;
        }
        // The last threads of chains of interchangeable ones: most groups become one chain.
        let mut chains: Vec<(&Thread, u32)> = Vec::new();
        for thread in group {
            let first = thread.clocks.start + structure.first(thread);
            let mut place = None;
            for (index, (last, before)) in chains.iter().enumerate() {
                let cost = structure.cost(thread);
                if cost > work {
                    return edges;
                }
                work -= cost;
                if structure.is_symmetric(last, thread, (*before, first)) {
                    place = Some(index);
                    break;
                }
            }
            match place {
                Some(index) => {
                    let (last, before) = chains[index];
                    grouped.extend([last, thread]);
                    edges.push((before, first));
                    chains[index] = (thread, first);
                }
                None => chains.push((thread, first)),
            }
        }
    }
    edges
}

/// Threads that may be interchangeable: those of one parent that do as much at the same places, in the order of their
/// starts.
fn alike<'a>(graph: &'a Graph, needed: &Needed) -> Vec<Vec<&'a Thread>> {
    type Outline = (u32, u32, usize, Vec<(u32, bool, u32)>);
    let mut groups: FxHashMap<Outline, usize> = FxHashMap::default();
    let mut lists: Vec<Vec<&Thread>> = Vec::new();
    let mut events: Vec<usize> = (0..graph.events.len()).filter(|it| needed.events[*it]).collect();
    events.sort_by_key(|it| graph.events[*it].clock);
    let mut threads: Vec<&Thread> = graph.threads.iter().filter(|it| it.parent.is_some()).collect();
    threads.sort_by_key(|it| it.clocks.start);
    for thread in threads {
        let Some((parent, _)) = thread.parent else { continue };
        let begin = events.partition_point(|it| graph.events[*it].clock < thread.clocks.start);
        let end = events.partition_point(|it| graph.events[*it].clock < thread.clocks.end);
        let place = |it: &usize| {
            let event = &graph.events[*it];
            (event.clock - thread.clocks.start, event.is_write, event.cell)
        };
        let mut outline: Vec<(u32, bool, u32)> = events[begin..end].iter().map(place).collect();
        if outline.is_empty() {
            continue;
        }
        outline.sort_unstable();
        let length = thread.clocks.end - thread.clocks.start;
        let key = (parent, length, thread.variables.len(), outline);
        let list = *groups.entry(key).or_insert_with(|| {
            lists.push(Vec::new());
            lists.len() - 1
        });
        lists[list].push(thread);
    }
    lists.retain(|it| it.len() > 1);
    lists
}

/// The units that matter, in ascending order.
fn kept(graph: &Graph, needed: &Needed) -> Vec<u32> {
    let events = graph.events.iter().zip(&needed.events).filter(|it| *it.1).map(|it| it.0.clock);
    let ends = graph.conditional.iter().flat_map(|it| [it.0, it.1]);
    let mut kept: Vec<u32> = events.chain(ends).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// A needed event as others see it: its unit, whether it is a write, its cell, the bytes that are accessed with it, and the
/// shapes of its guard, its value and what it carries.
type Seen = (u32, bool, u32, (u32, u8), u32, Option<u32>, Option<u32>);

/// What the question asks of the graph.
struct Structure<'a> {
    graph: &'a Graph,
    order: &'a Order,
    kept: &'a [u32],
    shapes: Shapes<'a>,
    /// The indices of what is needed.
    events: Vec<usize>,
    constraints: Vec<Term>,
    roots: &'a [Term],
    /// By cell: what reads look for, if only constants are written to it and looked for.
    wanted: Vec<Option<FxHashSet<Term>>>,
    /// What there is, in ascending order.
    seen: Vec<Seen>,
    constrained: Vec<u32>,
    conditional: FxHashSet<(u32, u32, u32)>,
}

impl<'a> Structure<'a> {
    /// Nothing if it is too large.
    fn new(
        graph: &'a Graph,
        needed: &Needed,
        roots: &'a [Term],
        order: &'a Order,
        kept: &'a [u32],
    ) -> Option<Structure<'a>> {
        let events: Vec<usize> = (0..graph.events.len()).filter(|it| needed.events[*it]).collect();
        let constraints: Vec<Term> =
            graph.constraints.iter().zip(&needed.constraints).filter(|it| *it.1).map(|it| *it.0).collect();
        let mut terms: Vec<Term> = roots.to_vec();
        terms.extend(&constraints);
        terms.extend(graph.conditional.iter().map(|it| it.2));
        terms.extend(events.iter().flat_map(|it| [graph.events[*it].guard, graph.events[*it].value]));
        terms.extend(events.iter().filter_map(|it| graph.events[*it].carried));
        let shapes = Shapes::new(&graph.terms, &terms)?;
        let wanted = wanted(graph, &events);
        let mut structure = Structure {
            graph,
            order,
            kept,
            shapes,
            events,
            constraints,
            roots,
            wanted,
            seen: Vec::new(),
            constrained: Vec::new(),
            conditional: FxHashSet::default(),
        };
        structure.seen = structure.events_under(&|it| it);
        structure.constrained = structure.constraints_now();
        structure.conditional = structure.conditional_under(&|it| it).collect();
        Some(structure)
    }

    /// The first unit of a thread that matters, counted from its first one.
    fn first(&self, thread: &Thread) -> u32 {
        let place = self.kept.partition_point(|it| *it < thread.clocks.start);
        self.kept[place] - thread.clocks.start
    }

    /// How much work it is to look at a pair.
    fn cost(&self, thread: &Thread) -> usize {
        self.shapes.len() + self.events.len() + self.kept.len() * (thread.clocks.end - thread.clocks.start) as usize
    }

    /// Whether two threads are interchangeable; `firsts` are their first units that matter.
    fn is_symmetric(&mut self, one: &Thread, other: &Thread, firsts: (u32, u32)) -> bool {
        let swap = |it: u32| swapped(it, &one.clocks, &other.clocks);
        if swap(firsts.0) != firsts.1 || self.order.before(firsts.1, firsts.0) {
            return false;
        }
        if !self.keeps_order(one, other, firsts) {
            return false;
        }
        if !self.shapes.rename(&|it| swapped(it, &one.variables, &other.variables)) {
            return false;
        }
        let roots = self.roots.iter().all(|it| self.shapes.now(*it) == self.shapes.at_first(*it));
        let reaches = |from: u32, to: u32| self.reaches(from, to, firsts);
        roots
            && self.conditional_under(&swap).all(|it| self.conditional.contains(&it) || reaches(it.0, it.1))
            && (planted::bug!(DifferentThreadsSwapped) || self.events_under(&swap) == self.seen)
            && self.constraints_now() == self.constrained
    }

    /// Point 2 of the definition.
    fn keeps_order(&self, one: &Thread, other: &Thread, firsts: (u32, u32)) -> bool {
        let swap = |it: u32| swapped(it, &one.clocks, &other.clocks);
        let own = |it: &&u32| one.clocks.contains(it) || other.clocks.contains(it);
        self.kept.iter().filter(own).all(|&unit| {
            self.kept.iter().all(|&it| {
                (!self.order.before(unit, it) || self.reaches(swap(unit), swap(it), firsts))
                    && (!self.order.before(it, unit) || self.reaches(swap(it), swap(unit), firsts))
            })
        })
    }

    /// Whether one unit is before another if the second of `firsts` is before the first.
    fn reaches(&self, from: u32, to: u32, firsts: (u32, u32)) -> bool {
        let is_before = |one: u32, other: u32| one == other || self.order.before(one, other);
        self.order.before(from, to) || (is_before(from, firsts.1) && is_before(firsts.0, to))
    }

    /// The needed events, with units under other names and terms as they are renamed now, in ascending order.
    fn events_under(&self, rename: &dyn Fn(u32) -> u32) -> Vec<Seen> {
        let see = |it: &usize| {
            let event = &self.graph.events[*it];
            let value = match &self.wanted[event.cell as usize] {
                // A number that nobody looks for is as good as any other.
                Some(wanted) if !wanted.contains(&event.value) => None,
                Some(_) | None => Some(self.shapes.now(event.value)),
            };
            let (guard, carried) = (self.shapes.now(event.guard), event.carried.map(|it| self.shapes.now(it)));
            (rename(event.clock), event.is_write, event.cell, event.extent, guard, value, carried)
        };
        let mut seen: Vec<Seen> = self.events.iter().map(see).collect();
        seen.sort_unstable();
        seen
    }

    /// The shapes of the constraints as they are renamed now, in ascending order.
    fn constraints_now(&self) -> Vec<u32> {
        let mut shapes: Vec<u32> = self.constraints.iter().map(|it| self.shapes.now(*it)).collect();
        shapes.sort_unstable();
        shapes
    }

    /// The conditional orders, with units under other names and conditions as they are renamed now.
    fn conditional_under(&self, rename: &dyn Fn(u32) -> u32) -> impl Iterator<Item = (u32, u32, u32)> {
        self.graph.conditional.iter().map(move |it| (rename(it.0), rename(it.1), self.shapes.now(it.2)))
    }
}

/// For each cell what reads look for, if only constants are written to it and looked for.
fn wanted(graph: &Graph, events: &[usize]) -> Vec<Option<FxHashSet<Term>>> {
    let mut wanted: Vec<Option<FxHashSet<Term>>> = vec![Some(FxHashSet::default()); graph.cells.len()];
    for event in events.iter().map(|it| &graph.events[*it]) {
        let cell = &mut wanted[event.cell as usize];
        match cell {
            Some(_) if graph.terms.value_of(event.value).is_none() => *cell = None,
            Some(set) if !event.is_write => {
                set.insert(event.value);
            }
            Some(_) | None => {}
        }
    }
    wanted
}

/// A number of one range as that of the other at the same place, and the other way round; others stay.
fn swapped(number: u32, one: &std::ops::Range<u32>, other: &std::ops::Range<u32>) -> u32 {
    if one.contains(&number) {
        number - one.start + other.start
    } else if other.contains(&number) {
        number - other.start + one.start
    } else {
        number
    }
}
