//! A question that was put to the solver, to be written down for others.

use encode::events::Graph;
use smt::{Cadical, Lit, Term};
use std::io::{self, Write};

/// Whether an assertion can fail within a bound, as it was asked, decided or not.
pub struct Question<'a> {
    pub(crate) graph: &'a mut Graph,
    pub(crate) error: Term,
    /// The solver, and what it was asked; nothing if no assertion can fail whatever happens.
    pub(crate) solver: Option<(&'a Cadical, Lit)>,
}

impl Question<'_> {
    /// Writes the clauses as the solver has them, those that it was given during the search included. So what is
    /// satisfiable need not be an execution, but what was decided to be none is unsatisfiable.
    pub fn write_cnf(&self, out: &mut impl Write) -> io::Result<()> {
        match self.solver {
            Some((solver, asked)) => solver.write_dimacs(&[asked], out),
            None => writeln!(out, "p cnf 0 1\n0"),
        }
    }

    /// Writes the question as SMT-LIB 2, with the order of events as integers: it is satisfiable if and only if an
    /// assertion can fail.
    pub fn write_smt2(&mut self, out: &mut impl Write) -> io::Result<()> {
        encode::smt2::write(self.graph, self.error, out)
    }
}
