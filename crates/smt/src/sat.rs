//! What the rest of the house sees of a SAT solver: clauses, assumptions, a propagator, an interrupt.

mod adapter;
mod cadical;

pub use cadical::Cadical;

use std::cell::RefCell;
use std::rc::Rc;

/// A literal: a variable, or its negation. Variables are numbered from 1, as in DIMACS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(i32);

impl Lit {
    /// The variable of this number (1, 2, …), not negated.
    pub fn positive(variable: u32) -> Lit {
        Lit(variable as i32)
    }

    /// As in DIMACS: negative if negated, never 0.
    pub fn dimacs(self) -> i32 {
        self.0
    }

    /// Of a number as in DIMACS, which is not 0.
    pub fn from_dimacs(number: i32) -> Lit {
        debug_assert!(number != 0);
        Lit(number)
    }

    /// The number of its variable: 1, 2, ….
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether it is the negation of its variable.
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// What solving has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none under the assumptions.
    Unsatisfiable,
    /// It was interrupted.
    Interrupted,
}

/// How much work the solver has had so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct SatStatistics {
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// Clauses that a propagator has added, reasons included.
    pub lemmas: u64,
    /// Nothing if the solver does not tell.
    pub restarts: Option<u64>,
}

/// An incremental SAT solver.
pub trait Sat {
    /// A new variable.
    fn fresh(&mut self) -> Lit;

    /// Adds a clause.
    fn clause(&mut self, literals: &[Lit]);

    /// Solves under assumptions, which hold for this call only.
    fn solve(&mut self, assumptions: &[Lit]) -> Answer;

    /// Whether assumptions contradict what is known as far as unit propagation shows. It does not search.
    fn refutes(&mut self, assumptions: &[Lit]) -> bool;

    /// As [`Sat::solve`], with a propagator that is told of the variables in `observed`. It may add clauses over them.
    ///
    /// The propagator is shared for the time of the call, and nobody else may borrow it meanwhile. The caller keeps
    /// its own `Rc` of the concrete type: `solver.solve_with(&[], &observed, theory.clone())`. It starts on level 0
    /// with nothing assigned; what is fixed already is told again. When the call ends, it is left as it is.
    fn solve_with(&mut self, assumptions: &[Lit], observed: &[Lit], propagator: Rc<RefCell<dyn Propagator>>) -> Answer;

    /// Keeps a variable from being eliminated, since it will be observed in a later call. Not needed for being right,
    /// but an eliminated variable has to be brought back first.
    fn freeze(&mut self, literal: Lit);

    /// The value of a literal in the last model: what [`Answer::Satisfiable`] found, until the next call that solves.
    fn value(&self, literal: Lit) -> bool;

    /// Whether an assumption was used, after [`Answer::Unsatisfiable`].
    fn failed(&self, assumption: Lit) -> bool;

    /// What it has cost so far.
    fn statistics(&self) -> SatStatistics;
}

/// A theory that takes part in the search of a SAT solver. It sees the observed variables only.
///
/// The solver is not written in Rust, so a panic cannot pass through it. It is kept until the solver returns, which it
/// is made to do soon, and goes on from there; the solver must not be used afterwards.
pub trait Propagator {
    /// A call that solves begins, on level 0 and with nothing assigned, whatever was assigned when the last one ended. A
    /// propagator that is used in several calls must forget here what it was told.
    fn start(&mut self) {}

    /// These literals have become true, on the current level. On level 0 a literal may be told repeatedly.
    fn assign(&mut self, literals: &[Lit]);

    /// A decision is about to be made.
    fn new_level(&mut self);

    /// Everything assigned above this level (0: before the first decision) is undone.
    fn backtrack(&mut self, level: usize);

    /// A literal that follows from what is assigned, if there is one that is not yet assigned (or is false: a conflict).
    fn propagate(&mut self) -> Option<Lit>;

    /// The clause that made `literal` follow: it contains `literal`, and negations of literals that were true before it.
    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>);

    /// A clause to add now, if there is one (a conflict, or a lemma); `clause` is empty before. Asked for after each
    /// propagation and after [`Propagator::accepts`] has said no, again and again until there is none.
    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool;

    /// What to try next, if the propagator has a wish: an observed literal that is not assigned.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// Whether a full assignment of the observed variables is a model. If not, a clause that forbids it must follow.
    fn accepts(&mut self, model: &[Lit]) -> bool;
}
