//! A question about a graph as SMT-LIB 2, complete: satisfiable if and only if an execution within the bound answers it.
//!
//! Values are bit-vectors, as in the clauses. What the clauses leave to a theory of order is written down here, too: every
//! unit has an integer clock `c`, and every pair of a read and a write that it may see a condition `rf`.
//!
//! - A read that happens sees some write; then both happen, the values are equal, and the write is earlier.
//! - Another write of the cell that happens is before the one that is seen, or after the read.
//! - What follows each other in the program has clocks in this order.
//!
//! Units with equal clocks may run in any order: two of them are neither a read and the write that it sees nor a read
//! and another write of its cell, and the order of writes that are not seen does not matter. So clocks need not differ,
//! and every model is an execution; the other way round, the places in an execution are clocks.

use crate::events::Graph;
use crate::order::Order;
use crate::reads_from;
use crate::slice;
use smt::{Smt2Texts, Term};
use std::io::{self, Write};

/// Writes the question (of width 1), with what of the graph is needed for it.
pub fn write(graph: &mut Graph, question: Term, out: &mut impl Write) -> io::Result<()> {
    let needed = slice::needed(graph, &[question]);
    let order = Order::new(graph.clocks, &graph.order);
    let sights = reads_from::sights(graph, &order, &needed.events, &|| false).unwrap_or_default();
    let graph = &*graph;
    let constraints: Vec<Term> =
        graph.constraints.iter().zip(&needed.constraints).filter(|it| *it.1).map(|it| *it.0).collect();
    let events = || graph.events.iter().zip(&needed.events).filter(|it| *it.1).map(|it| it.0);
    let mut roots = vec![question];
    roots.extend(&constraints);
    roots.extend(events().flat_map(|it| [it.guard, it.value]));
    roots.extend(graph.conditional.iter().map(|it| it.2));

    writeln!(out, "(set-logic ALL)")?;
    let texts = Smt2Texts::define(&graph.terms, &roots, out)?;
    let (cells, events) = (graph.cells.len(), graph.events.len());
    writeln!(out, "; what holds in every execution")?;
    for constraint in constraints {
        writeln!(out, "(assert {})", texts.condition(constraint))?;
    }
    writeln!(out, "; program order")?;
    for clock in 0..graph.clocks {
        writeln!(out, "(declare-const c{clock} Int)")?;
    }
    for (from, to) in &graph.order {
        writeln!(out, "(assert (< c{from} c{to}))")?;
    }
    for (from, to, when) in &graph.conditional {
        writeln!(out, "(assert (=> {} (< c{from} c{to})))", texts.condition(*when))?;
    }
    writeln!(out, "; what reads find: rf, the read, the write")?;
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for index in (0..events).filter(|it| needed.events[*it] && graph.events[*it].is_write) {
        writers[graph.events[index].cell as usize].push(index);
    }
    let mut at = 0;
    for read in (0..events).filter(|it| needed.events[*it] && !graph.events[*it].is_write) {
        let own = sights[at..].iter().take_while(|it| it.read == read).count();
        let guard = texts.condition(graph.events[read].guard);
        let mut seen = String::new();
        for sight in &sights[at..at + own] {
            writeln!(out, "(declare-const rf_{read}_{} Bool)", sight.write)?;
            seen.push_str(&format!(" rf_{read}_{}", sight.write));
        }
        writeln!(out, "(assert (or (not {guard}){seen}))")?;
        for sight in &sights[at..at + own] {
            write_sight(graph, &texts, &order, &writers, (sight.write, read), out)?;
        }
        at += own;
    }
    writeln!(out, "; what is asked")?;
    writeln!(out, "(assert {})", texts.condition(question))?;
    writeln!(out, "(check-sat)")
}

/// What it means that a read sees a write.
fn write_sight(
    graph: &Graph,
    texts: &Smt2Texts<'_>,
    order: &Order,
    writers: &[Vec<usize>],
    (write, read): (usize, usize),
    out: &mut impl Write,
) -> io::Result<()> {
    let (written, found) = (&graph.events[write], &graph.events[read]);
    let name = format!("rf_{read}_{write}");
    let guards = format!("{} {}", texts.condition(written.guard), texts.condition(found.guard));
    let values = format!("(= {} {})", texts.vector(written.value), texts.vector(found.value));
    let carried = written.carried.zip(found.carried).filter(|_| written.extent == found.extent);
    let carried = carried.map(|(it, also)| format!(" (=> {} {})", texts.condition(it), texts.condition(also)));
    let values = values + &carried.unwrap_or_default();
    let (from, to) = (written.clock, found.clock);
    writeln!(out, "(assert (=> {name} (and {guards} {values} (< c{from} c{to}))))")?;
    for &other in &writers[written.cell as usize] {
        let it = &graph.events[other];
        // Writes of one unit to one cell exclude each other, and a unit reads before it writes.
        let is_apart = it.clock == from || it.clock == to;
        if is_apart || order.before(it.clock, from) || order.before(to, it.clock) {
            continue;
        }
        let guard = texts.condition(it.guard);
        writeln!(out, "(assert (=> (and {name} {guard}) (or (< c{0} c{from}) (< c{to} c{0}))))", it.clock)?;
    }
    Ok(())
}
