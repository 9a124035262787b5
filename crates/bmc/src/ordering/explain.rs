//! Why something follows: the literals that made it so (Definition 16 of the thesis), without duplicates.
//!
//! A pair is explained by the edges of a path, an edge by its cause, and a derived edge by the pair that it was derived
//! from, at the moment when it was derived. Two things make explanations shorter than in the thesis. Each edge is
//! explained once, however many paths use it. And the guard of a write is left out when the explanation says that
//! something reads from this write: by the caller's clauses that implies the guard.

use super::order::{Cause, Order};
use super::slots::{Code, Slots};
use super::tables::Tables;
use smt::Lit;

/// Collects literals. Its memory is reused.
pub(super) struct Explainer {
    /// What is explained now; marks of other numbers are old.
    current: u32,
    marked_codes: Vec<u32>,
    marked_edges: Vec<u32>,
    /// Writes that something in the explanation reads from.
    marked_writes: Vec<u32>,
    codes: Vec<Code>,
    /// Writes whose guards belong to the explanation.
    guards: Vec<u32>,
    /// Pairs, each with the moment at which it held.
    pairs: Vec<(u32, u32, u32)>,
    path: Vec<u32>,
}

impl Explainer {
    pub(super) fn new(tables: &Tables) -> Explainer {
        Explainer {
            current: 0,
            marked_codes: Vec::new(),
            marked_edges: Vec::new(),
            marked_writes: vec![0; tables.writes.len()],
            codes: Vec::new(),
            guards: Vec::new(),
            pairs: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Begins an explanation.
    pub(super) fn begin(&mut self) {
        self.current += 1;
        self.codes.clear();
        self.guards.clear();
        self.pairs.clear();
    }

    /// Something reads from something.
    pub(super) fn source(&mut self, source: u32, tables: &Tables) {
        let source = tables.sources[source as usize];
        self.marked_writes[source.write as usize] = self.current;
        self.code(source.literal);
    }

    /// A literal is true.
    pub(super) fn code(&mut self, code: Code) {
        if code == Code::TRUE {
            return;
        }
        if code.index() >= self.marked_codes.len() {
            self.marked_codes.resize(code.index() + 1, 0);
        }
        if self.marked_codes[code.index()] != self.current {
            self.marked_codes[code.index()] = self.current;
            self.codes.push(code);
        }
    }

    /// A write happens.
    pub(super) fn guard(&mut self, write: u32) {
        self.guards.push(write);
    }

    /// One clock is before another, or equal, at a moment.
    pub(super) fn pair(&mut self, from: u32, to: u32, moment: u32) {
        if from != to {
            self.pairs.push((from, to, moment));
        }
    }

    /// What caused an edge at a moment.
    pub(super) fn cause(&mut self, cause: Cause, moment: u32, tables: &Tables) {
        match cause {
            Cause::Conditional(index) => self.code(tables.conditionals[index as usize].literal),
            Cause::ReadsFrom(source) => self.source(source, tables),
            Cause::WriteSerialization { reads_from, write } => {
                self.source(reads_from, tables);
                self.guard(write);
                self.pair(tables.writes[write as usize].clock, tables.sources[reads_from as usize].to, moment);
            }
            Cause::FromRead { reads_from, write } => {
                self.source(reads_from, tables);
                self.guard(write);
                self.pair(tables.sources[reads_from as usize].from, tables.writes[write as usize].clock, moment);
            }
            Cause::WriteOrder { pair, forward } => {
                let literal = tables.pairs[pair as usize].literal;
                self.code(if forward { literal } else { !literal });
            }
        }
    }

    /// Ends the explanation: adds the negation of each of its literals to a clause.
    pub(super) fn end(&mut self, order: &mut Order, tables: &Tables, slots: &Slots, clause: &mut Vec<Lit>) {
        while let Some((from, to, moment)) = self.pairs.pop() {
            self.path.clear();
            order.path(from, to, moment, &mut self.path);
            for index in 0..self.path.len() {
                let edge = self.path[index];
                if edge as usize >= self.marked_edges.len() {
                    self.marked_edges.resize(edge as usize + 1, 0);
                }
                if self.marked_edges[edge as usize] != self.current {
                    self.marked_edges[edge as usize] = self.current;
                    self.cause(order.edge(edge).cause, edge, tables);
                }
            }
        }
        for index in 0..self.guards.len() {
            let write = self.guards[index] as usize;
            if self.marked_writes[write] != self.current && !planted::bug!(GuardsNotExplained) {
                self.code(tables.writes[write].guard);
            }
        }
        clause.extend(self.codes.iter().map(|it| slots.literal(!*it)));
    }
}
