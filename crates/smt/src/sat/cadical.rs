//! CaDiCaL behind [`Sat`].
//!
//! The model and the failed assumptions are copied out when a call returns, since CaDiCaL forgets them with the next
//! clause; so they can be asked for while the next query is being built.
//!
//! Observed variables stay frozen forever. One that is observed for the first time after something was solved may have
//! been eliminated meanwhile, and CaDiCaL aborts if it is asked to observe it; such variables are brought back by
//! mentioning them and letting CaDiCaL restore their clauses (`simplify` without a round).

use super::adapter::{Adapter, Poison, Watch};
use super::{Answer, Lit, Propagator, Sat, SatStatistics};
use cadical_sys::{CaDiCal, Status};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

/// The SAT solver CaDiCaL.
pub struct Cadical {
    solver: CaDiCal,
    /// How many variables there are.
    variables: u32,
    /// How many of them existed when something was solved last: these may have been eliminated, unless frozen.
    solved: u32,
    /// Which variables are frozen; shorter than the number of variables.
    frozen: Vec<bool>,
    /// The last model, by variable, from index 1.
    model: Vec<bool>,
    /// The assumptions that failed in the last call, sorted.
    failed: Vec<Lit>,
    clauses: u64,
    lemmas: u64,
    /// All clauses so far, each ended by 0, if they are kept.
    recorded: Option<Vec<i32>>,
    buffer: Vec<i32>,
    interrupt: Option<Arc<dyn Fn() -> bool>>,
    poison: Poison,
}

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical::new()
    }
}

impl Cadical {
    /// Without clauses.
    pub fn new() -> Cadical {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        // Variables are numbered here, so CaDiCaL must not add any of its own.
        solver.set("factor", 0);
        // Chosen by single runs on nine tasks of bench/programs/bmc: without shrinking fib (N = 7, safe) takes half the
        // conflicts, most others fewer, sum (N = 8) and ticket (N = 5) more. bench/README.md has the figures.
        solver.set("shrink", 0);
        Cadical {
            solver,
            variables: 0,
            solved: 0,
            frozen: Vec::new(),
            model: Vec::new(),
            failed: Vec::new(),
            clauses: 0,
            lemmas: 0,
            recorded: None,
            buffer: Vec::new(),
            interrupt: None,
            poison: Poison::default(),
        }
    }

    /// Keeps all clauses from now on, lemmas of propagators included, so that [`Cadical::write_dimacs`] can write them.
    pub fn record(&mut self) {
        self.recorded.get_or_insert_with(Vec::new);
    }

    /// Writes the clauses that were recorded in DIMACS, assumptions as unit clauses.
    pub fn write_dimacs(&self, assumptions: &[Lit], out: &mut impl Write) -> io::Result<()> {
        let recorded = self.recorded.as_deref().unwrap_or_default();
        let count = recorded.iter().filter(|it| **it == 0).count() + assumptions.len();
        writeln!(out, "p cnf {} {count}", self.variables)?;
        for &number in recorded {
            match number {
                0 => writeln!(out, "0")?,
                literal => write!(out, "{literal} ")?,
            }
        }
        for literal in assumptions {
            writeln!(out, "{} 0", literal.dimacs())?;
        }
        Ok(())
    }

    /// Solving ends with [`Answer::Interrupted`] soon after this function says so. It is asked every few milliseconds,
    /// and must not panic.
    pub fn set_interrupt(&mut self, interrupt: Arc<dyn Fn() -> bool>) {
        self.interrupt = Some(interrupt);
    }

    /// Decides for this literal rather than for its negation, where there is a choice.
    pub fn prefer(&mut self, literal: Lit) {
        self.solver.phase(literal.dimacs());
    }

    /// Sets an option of CaDiCaL, before the first clause; false if there is none of this name.
    pub fn set_option(&mut self, name: &str, value: i32) -> bool {
        CaDiCal::is_valid_option(name) && self.solver.set(name, value)
    }

    /// Solves with what is connected, and keeps what was found.
    fn run(&mut self, assumptions: &[Lit]) -> Answer {
        if self.interrupt.as_ref().is_some_and(|it| it()) {
            return Answer::Interrupted;
        }
        for literal in assumptions {
            self.solver.assume(literal.dimacs());
        }
        self.solver.connect_terminator(Watch::new(self.interrupt.clone(), self.poison.clone()));
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        self.solved = self.variables;
        match status {
            Status::SATISFIABLE => {
                self.model.clear();
                self.model.push(false);
                let known = self.solver.vars().min(self.variables as i32);
                self.model.extend((1..=known).map(|variable| self.solver.val(variable) > 0));
                Answer::Satisfiable
            }
            Status::UNSATISFIABLE => {
                self.failed.clear();
                self.failed.extend(assumptions.iter().filter(|it| self.solver.failed(it.dimacs())));
                self.failed.sort_unstable();
                Answer::Unsatisfiable
            }
            Status::UNKNOWN => Answer::Interrupted,
        }
    }

    fn is_frozen(&self, variable: u32) -> bool {
        self.frozen.get(variable as usize).copied().unwrap_or(false)
    }

    /// Freezes variables that are to be observed, and brings back those that may have been eliminated. False if the
    /// clauses alone have no model; then CaDiCaL brings nothing back, and the variables cannot be observed.
    fn prepare(&mut self, observed: &[Lit]) -> bool {
        let mut may_be_eliminated = false;
        for literal in observed {
            let variable = literal.variable();
            if self.is_frozen(variable) {
                continue;
            }
            self.freeze(*literal);
            if variable <= self.solved {
                // Mentioning both literals makes CaDiCaL restore the clauses that it removed because of them.
                self.solver.clause2(variable as i32, -(variable as i32));
                may_be_eliminated = true;
            }
        }
        if may_be_eliminated {
            self.solver.simplify(0);
        }
        !self.solver.inconsistent()
    }
}

impl Sat for Cadical {
    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(|it| it.dimacs()));
        match self.buffer.as_slice() {
            [] => self.solver.add(0),
            many => self.solver.clause6(many),
        }
        if let Some(recorded) = &mut self.recorded {
            recorded.extend_from_slice(&self.buffer);
            recorded.push(0);
        }
    }

    fn refutes(&mut self, assumptions: &[Lit]) -> bool {
        for literal in assumptions {
            self.solver.assume(literal.dimacs());
        }
        self.solver.propagate() == Status::UNSATISFIABLE
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.run(assumptions)
    }

    fn solve_with(&mut self, assumptions: &[Lit], observed: &[Lit], propagator: Rc<RefCell<dyn Propagator>>) -> Answer {
        match propagator.try_borrow_mut() {
            Ok(mut propagator) => propagator.start(),
            Err(_) => panic!("the propagator is borrowed while the solver needs it"),
        }
        if !self.prepare(observed) {
            self.failed.clear();
            return Answer::Unsatisfiable;
        }
        let adapter = Adapter::new(propagator, observed, self.recorded.is_some(), self.poison.clone());
        let adapter = Rc::new(RefCell::new(adapter));
        self.solver.connect_external_propagator(adapter.clone());
        for literal in observed {
            self.solver.add_observed_var(literal.variable() as i32);
        }
        let answer = self.run(assumptions);
        self.solver.disconnect_external_propagator();
        let (lemmas, recorded) = adapter.borrow_mut().finish();
        self.lemmas += lemmas;
        if let Some(all) = &mut self.recorded {
            all.extend(recorded);
        }
        if let Some(payload) = self.poison.take() {
            std::panic::resume_unwind(payload);
        }
        answer
    }

    fn freeze(&mut self, literal: Lit) {
        let index = literal.variable() as usize;
        if self.frozen.len() <= index {
            self.frozen.resize(index + 1, false);
        }
        if !std::mem::replace(&mut self.frozen[index], true) {
            self.solver.freeze(literal.variable() as i32);
        }
    }

    fn value(&self, literal: Lit) -> bool {
        let value = self.model.get(literal.variable() as usize).copied().unwrap_or(false);
        value != literal.is_negated()
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.failed.binary_search(&assumption).is_ok()
    }

    fn statistics(&self) -> SatStatistics {
        let count = |name: &str| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
        SatStatistics {
            variables: u64::from(self.variables),
            clauses: self.clauses,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
            lemmas: self.lemmas,
            restarts: None,
        }
    }
}
