//! The clauses that describe a program's executions, in groups, and what is left to a theory of order.

use crate::events::Graph;
use crate::order::Order;
use crate::ranges;
use crate::reads_from::{self, Sight};
use crate::slice;
use crate::symmetry;
use smt::{Blaster, Lit, Sat, Term};

/// What is left of the graph when the rest has become clauses: a question about orders.
#[derive(Default, Debug)]
pub struct Ordering {
    /// How many units there are.
    pub units: u32,
    /// Units that follow each other in every execution.
    pub order: Vec<(u32, u32)>,
    /// Units that follow each other if the literal is true.
    pub conditional: Vec<(u32, u32, Lit)>,
    /// The writes: unit, cell, and when it happens (`None`: always).
    pub writes: Vec<(u32, u32, Option<Lit>)>,
    /// The reads: unit, cell, and when it happens (`None`: always).
    pub reads: Vec<(u32, u32, Option<Lit>)>,
    /// What may be seen: index of the write, index of the read, and the literal that says that it is.
    pub reads_from: Vec<(u32, u32, Lit)>,
    /// For each unit its number in the graph.
    pub clocks: Vec<u32>,
}

/// How many clauses each group has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Groups {
    /// What the program computes, and what is assumed of its inputs.
    pub program: u64,
    /// What reads find.
    pub reads_from: u64,
    /// What is asked.
    pub question: u64,
}

/// A graph as clauses.
pub struct Encoded {
    /// The question about orders.
    pub ordering: Ordering,
    /// The clauses by group.
    pub groups: Groups,
    /// True only if what is asked holds.
    pub question: Lit,
    /// How many pairs of threads were put in order since nobody can tell them apart.
    pub interchangeable: u32,
}

/// Puts a graph into a solver, as far as it is needed for the question (of width 1) and to evaluate the other terms in a
/// model. `None` if `interrupted` says so.
pub fn encode(
    graph: &mut Graph,
    question: Term,
    others: &[Term],
    blaster: &mut Blaster,
    sat: &mut dyn Sat,
    interrupted: &dyn Fn() -> bool,
) -> Option<Encoded> {
    let roots: Vec<Term> = std::iter::once(question).chain(others.iter().copied()).collect();
    let needed = slice::needed(graph, &roots);
    let mut always = graph.order.clone();
    let mut order = Order::new(graph.clocks, &always);
    let symmetric = symmetry::edges(graph, &needed, &roots, &order);
    let interchangeable = symmetric.len() as u32;
    if !symmetric.is_empty() {
        always.extend(symmetric);
        order = Order::new(graph.clocks, &always);
    }
    let sights = reads_from::sights(graph, &order, &needed.events, interrupted)?;
    let mut groups = Groups::default();
    let count = |sat: &dyn Sat| sat.statistics().clauses;
    let before = count(sat);
    for (index, &constraint) in graph.constraints.iter().enumerate() {
        if needed.constraints[index] {
            blaster.assert_true(&graph.terms, sat, constraint);
        }
    }
    for constraint in ranges::constraints(graph, &order, &needed.events) {
        blaster.assert_true(&graph.terms, sat, constraint);
    }
    let mut ordering = Ordering { order: always, ..Ordering::default() };
    let mut positions = vec![u32::MAX; graph.events.len()];
    for (index, event) in graph.events.iter().enumerate().filter(|it| needed.events[it.0]) {
        let guard = literal(graph, blaster, sat, event.guard);
        let list = if event.is_write { &mut ordering.writes } else { &mut ordering.reads };
        positions[index] = list.len() as u32;
        list.push((event.clock, event.cell, guard));
        if event.is_write {
            blaster.bits(&graph.terms, sat, event.value);
        }
    }
    groups.program = count(sat) - before;
    let before = count(sat);
    add_sights(graph, blaster, sat, &sights, &positions, &needed.events, &mut ordering);
    groups.reads_from = count(sat) - before;
    for &(from, to, when) in &graph.conditional {
        match literal(graph, blaster, sat, when) {
            Some(when) => ordering.conditional.push((from, to, when)),
            None => ordering.order.push((from, to)),
        }
    }
    let before = count(sat);
    let question = blaster.literal(&graph.terms, sat, question);
    groups.question = count(sat) - before;
    contract(&mut ordering, graph);
    Some(Encoded { ordering, groups, question, interchangeable })
}

/// The literal of a condition; `None` if it always holds.
fn literal(graph: &Graph, blaster: &mut Blaster, sat: &mut dyn Sat, term: Term) -> Option<Lit> {
    (!graph.terms.is_true(term)).then(|| blaster.literal(&graph.terms, sat, term))
}

/// A read that happens sees some write, which happens and has its value.
fn add_sights(
    graph: &Graph,
    blaster: &mut Blaster,
    sat: &mut dyn Sat,
    sights: &[Sight],
    positions: &[u32],
    needed: &[bool],
    ordering: &mut Ordering,
) {
    let mut at = 0;
    for (read, event) in graph.events.iter().enumerate() {
        if event.is_write || !needed[read] {
            continue;
        }
        let own = sights[at..].iter().take_while(|it| it.read == read).count();
        let mut clause = Vec::with_capacity(own + 1);
        let guard = ordering.reads[positions[read] as usize].2;
        clause.extend(guard.map(|it| !it));
        for sight in &sights[at..at + own] {
            let write = &graph.events[sight.write];
            let seen = match (own, guard) {
                (1, Some(guard)) => guard,
                (1, None) => blaster.true_literal(sat),
                _ => sat.fresh(),
            };
            clause.push(seen);
            ordering.reads_from.push((positions[sight.write], positions[read], seen));
            if let Some(guard) = guard.filter(|it| *it != seen) {
                sat.clause(&[!seen, guard]);
            }
            if let Some(writes) =
                ordering.writes[positions[sight.write] as usize].2.filter(|_| !planted::bug!(UnguardedSights))
            {
                sat.clause(&[!seen, writes]);
            }
            if let (Some(carries), Some(carried)) = (write.carried, event.carried)
                && write.extent == event.extent
            {
                let carries = blaster.literal(&graph.terms, sat, carries);
                let carried = blaster.literal(&graph.terms, sat, carried);
                sat.clause(&[!seen, !carries, carried]);
            }
            if write.value != event.value {
                let written = blaster.bits(&graph.terms, sat, write.value).to_vec();
                let found = blaster.bits(&graph.terms, sat, event.value).to_vec();
                for (written, found) in written.into_iter().zip(found) {
                    if written != found {
                        sat.clause(&[!seen, !written, found]);
                        sat.clause(&[!seen, written, !found]);
                    }
                }
            }
        }
        at += own;
        if own != 1 {
            sat.clause(&clause);
        }
    }
}

/// Leaves out the units in which nothing happens that is left.
fn contract(ordering: &mut Ordering, graph: &Graph) {
    let count = graph.clocks as usize;
    let mut kept = vec![false; count];
    let events = ordering.writes.iter().chain(&ordering.reads).map(|it| it.0);
    let ends = ordering.conditional.iter().flat_map(|it| [it.0, it.1]);
    events.chain(ends).for_each(|it| kept[it as usize] = true);
    let mut numbers = vec![u32::MAX; count];
    for unit in (0..graph.clocks).filter(|it| kept[*it as usize]) {
        numbers[unit as usize] = ordering.clocks.len() as u32;
        ordering.clocks.push(unit);
    }
    ordering.units = ordering.clocks.len() as u32;
    let mut after: Vec<Vec<u32>> = vec![Vec::new(); count];
    for &(from, to) in &ordering.order {
        after[from as usize].push(to);
    }
    let mut order = Vec::new();
    let mut seen = vec![u32::MAX; count];
    for &unit in &ordering.clocks {
        let mut open = after[unit as usize].clone();
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next as usize], unit) == unit {
                continue;
            }
            if kept[next as usize] {
                order.push((numbers[unit as usize], numbers[next as usize]));
            } else {
                open.extend(&after[next as usize]);
            }
        }
    }
    ordering.order = order;
    for it in ordering.writes.iter_mut().chain(&mut ordering.reads) {
        it.0 = numbers[it.0 as usize];
    }
    for it in &mut ordering.conditional {
        (it.0, it.1) = (numbers[it.0 as usize], numbers[it.1 as usize]);
    }
}
