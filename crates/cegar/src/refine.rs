//! Is an abstract counterexample an execution? If not, what has to be tracked so that it is seen not to be one?
//!
//! The moves are run again with symbols for everything: the *original* actions, whatever was simplified when they were
//! explored. One after the other they give the strongest postcondition of the way, as values of variables in terms of the
//! inputs, and conditions on the inputs. A model of all conditions is an execution.
//!
//! If there is none, an unsatisfiable core of the conditions is enough to see that. No interpolating solver is at hand; the
//! interpolants are weakest preconditions of the core ([Newton-style]: T. Ball, S. Rajamani, 2002): let B at a point of the way
//! be the condition under which the rest of the core would hold. It is false at the beginning, and that it does not hold
//! follows from move to move. So either values of the variables in all B, or the atoms of all B, or else the B themselves,
//! show that the way is none; whether they do is tried before they are adopted.
//!
//! An input of a move must not be in B before the move. Conditions with inputs are left out if the way is refuted
//! without them; if it is not, the values of the variables may still be enough.

use crate::graph::Move;
use crate::precision::{Precision, about_siblings, atoms};
use crate::settings::Domain;
use crate::solver::Solver;
use crate::state::{Simplified, Transfer};
use encode::blocks::{Blocks, Name, Outcome, Variable, nothing_known, unknowns};
use event::{Budget, Decision, Plan};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Blaster, Cadical, Lit, Sat, Term};
use std::sync::Arc;

/// What a counterexample is.
pub enum Refined {
    /// An execution.
    Feasible(Plan),
    /// None, and this precision shows it.
    Precision(Precision),
    /// None, but it is not clear how to see that.
    Stuck,
    /// A limit was reached.
    Interrupted,
}

/// Core members that are tried to do without.
const MOST_TRIES: usize = 40;

/// Conditions about more variables are left as they are.
const MOST_VARIABLES: usize = 6;

/// Inputs below 8 are small.
const SMALL_BITS: usize = 3;

/// A counterexample with symbols for everything.
struct Way {
    outcomes: Vec<Outcome>,
    /// The values of the inputs of each move, unknowns of their own.
    inputs: Vec<Vec<Term>>,
    /// The conditions of each move in terms of inputs.
    conditions: Vec<Vec<Term>>,
}

/// Looks at abstract counterexamples.
pub struct Refiner<'a, 'p> {
    /// The program.
    pub blocks: &'a mut Blocks<'p>,
    /// Who answers questions about successors.
    pub solver: &'a mut Solver,
    /// What is tracked.
    pub precision: &'a Precision,
    /// What may be tracked.
    pub domain: Domain,
    /// How much may be used.
    pub budget: &'a Budget,
}

impl<'p> Refiner<'_, 'p> {
    /// Finds out what a counterexample is.
    pub fn refine(&mut self, moves: &[Move]) -> Refined {
        let Some(way) = self.run(moves) else { return Refined::Stuck };
        let mut sat = Cadical::new();
        sat.set_option("phase", 0);
        let budget = self.budget.clone();
        sat.set_interrupt(Arc::new(move || budget.exceeded().is_some()));
        let mut blaster = Blaster::new();
        let mut literals: Vec<(usize, usize, Lit)> = Vec::new();
        let mut core: Option<Vec<(usize, usize)>> = None;
        'all: for (at, conditions) in way.conditions.iter().enumerate() {
            for (index, condition) in conditions.iter().enumerate() {
                if self.blocks.terms.is_false(*condition) {
                    core = Some(vec![(at, index)]);
                    break 'all;
                }
                let is_forgotten = planted::bug!(ConditionsForgotten) && at % 2 == 1;
                if !self.blocks.terms.is_true(*condition) && !is_forgotten {
                    literals.push((at, index, blaster.literal(&self.blocks.terms, &mut sat, *condition)));
                }
            }
        }
        let core = match core {
            Some(core) => core,
            None => {
                let assumptions: Vec<Lit> = literals.iter().map(|it| it.2).collect();
                match sat.solve(&assumptions) {
                    Answer::Satisfiable => {
                        self.prefer_small(&way, assumptions, &mut blaster, &mut sat);
                        return Refined::Feasible(self.plan(moves, &way, &blaster, &sat));
                    }
                    Answer::Interrupted => return Refined::Interrupted,
                    Answer::Unsatisfiable => smaller(&mut sat, literals),
                }
            }
        };
        self.learn(moves, &way, &core)
    }

    /// Tracks whatever decides the values of variables behind some moves; `None` if that is nothing new.
    pub fn demand(&mut self, moves: &[Move], variables: &[Variable]) -> Option<Precision> {
        let mut precision = self.precision.clone();
        let mut is_new = false;
        let mut needed: FxHashSet<Variable> = variables.iter().copied().collect();
        let way = self.run(moves)?;
        for outcome in way.outcomes.iter().rev() {
            for it in &needed {
                is_new |= precision.track(self.blocks.table.kin(*it));
            }
            let mut before = FxHashSet::default();
            for &(variable, term, _) in &outcome.writes {
                if needed.remove(&variable) {
                    before.extend(self.blocks.variables_of(term));
                }
            }
            let table = &self.blocks.table;
            needed.retain(
                |it| !matches!(table.name(*it), Name::Cell { object, .. } if outcome.cleared.contains(&object)),
            );
            needed.extend(before);
        }
        for it in &needed {
            is_new |= precision.track(self.blocks.table.kin(*it));
        }
        is_new.then_some(precision)
    }

    /// Runs the moves with symbols for everything.
    fn run(&mut self, moves: &[Move]) -> Option<Way> {
        let mut way = Way { outcomes: Vec::new(), inputs: Vec::new(), conditions: Vec::new() };
        let mut now: FxHashMap<Variable, Term> = FxHashMap::default();
        for it in moves {
            let outcome = self.blocks.follow(&it.control, it.thread, &it.way, &nothing_known).ok()??;
            let inputs: Vec<Term> = outcome
                .inputs
                .iter()
                .map(|input| {
                    let width = self.blocks.terms.width(*input);
                    self.blocks.terms.variable(width)
                })
                .collect();
            let fresh: FxHashMap<Term, Term> = outcome.inputs.iter().copied().zip(inputs.iter().copied()).collect();
            let conditions = outcome.guard.iter().map(|it| self.at(*it, &now, &fresh)).collect();
            let writes: Vec<(Variable, Term)> =
                outcome.writes.iter().map(|it| (it.0, self.at(it.1, &now, &fresh))).collect();
            for object in &outcome.cleared {
                now.retain(
                    |it, _| !matches!(self.blocks.table.name(*it), Name::Cell { object: of, .. } if of == *object),
                );
            }
            now.extend(writes);
            way.outcomes.push(outcome);
            way.inputs.push(inputs);
            way.conditions.push(conditions);
        }
        Some(way)
    }

    /// A term in terms of inputs.
    fn at(&mut self, term: Term, now: &FxHashMap<Variable, Term>, fresh: &FxHashMap<Term, Term>) -> Term {
        let mut by = FxHashMap::default();
        for symbol in unknowns(&self.blocks.terms, [term]) {
            let value = match (self.blocks.table.of_symbol(symbol), fresh.get(&symbol)) {
                (_, Some(input)) => *input,
                (Some(variable), None) => match now.get(&variable) {
                    Some(value) => *value,
                    None => {
                        let first = self.blocks.first_value(variable);
                        self.blocks.terms.constant(self.blocks.terms.width(symbol), first)
                    }
                },
                (None, None) => continue,
            };
            by.insert(symbol, value);
        }
        self.blocks.terms.substitute(term, &by)
    }

    /// Finds a model with small inputs, if there is one: somebody will read it.
    fn prefer_small(&self, way: &Way, assumptions: Vec<Lit>, blaster: &mut Blaster, sat: &mut Cadical) {
        for bits in [0, SMALL_BITS, 8, 64] {
            let mut all = assumptions.clone();
            for &input in way.inputs.iter().flatten() {
                all.extend(blaster.bits(&self.blocks.terms, sat, input).iter().skip(bits).map(|it| !*it));
            }
            if sat.solve(&all) != Answer::Unsatisfiable {
                return;
            }
        }
    }

    fn plan(&self, moves: &[Move], way: &Way, blaster: &Blaster, sat: &Cadical) -> Plan {
        let mut plan = Plan { schedule: Vec::new(), inputs: vec![Vec::new()], reused: Vec::new() };
        let mut positions: FxHashMap<u32, u32> = [(0, 0)].into_iter().collect();
        for ((it, outcome), inputs) in moves.iter().zip(&way.outcomes).zip(&way.inputs) {
            let position = positions[&it.thread];
            plan.schedule.extend((0..outcome.steps).map(|_| Decision { thread: position, branch: 0 }));
            for input in inputs {
                plan.inputs[position as usize].push(blaster.model_value(&self.blocks.terms, sat, *input));
            }
            for &child in &outcome.started {
                positions.insert(child, plan.inputs.len() as u32);
                plan.inputs.push(Vec::new());
            }
        }
        plan
    }

    /// What to track so that a way is seen to be none.
    fn learn(&mut self, moves: &[Move], way: &Way, core: &[(usize, usize)]) -> Refined {
        let (preconditions, is_whole) = self.preconditions(way, core);
        let mut variables: Vec<Variable> =
            preconditions.iter().flatten().flat_map(|it| self.blocks.variables_of(*it)).collect();
        variables.sort_unstable();
        variables.dedup();
        if self.domain != Domain::Predicates {
            let mut precision = self.precision.clone();
            let mut is_new = false;
            for &variable in &variables {
                is_new |= precision.track(self.blocks.table.kin(variable));
            }
            if is_new && self.is_refuted(moves, &precision) {
                return Refined::Precision(precision);
            }
        }
        if self.domain == Domain::Explicit {
            return Refined::Stuck;
        }
        let mut precision = self.precision.clone();
        let mut conditions = Vec::new();
        preconditions.iter().flatten().for_each(|it| atoms(&self.blocks.terms, *it, &mut conditions));
        for &condition in &conditions {
            precision.add(self.blocks, condition);
            for other in about_siblings(self.blocks, condition) {
                precision.add(self.blocks, other);
            }
        }
        if self.is_refuted(moves, &precision) {
            return Refined::Precision(precision);
        }
        for conjunction in &preconditions {
            let whole = self.blocks.terms.all(conjunction.iter().copied());
            precision.add(self.blocks, whole);
        }
        if self.is_refuted(moves, &precision) {
            return Refined::Precision(precision);
        }
        // The last resort: whatever has a value on the way.
        if !is_whole || self.domain == Domain::Product {
            for &variable in &variables {
                precision.track(self.blocks.table.kin(variable));
            }
            if self.is_refuted(moves, &precision) {
                return Refined::Precision(precision);
            }
        }
        Refined::Stuck
    }

    /// Before each move, the conditions under which the rest of the core would hold; from where on they are false. Whether no
    /// condition had to be left out that might be needed.
    fn preconditions(&mut self, way: &Way, core: &[(usize, usize)]) -> (Vec<Vec<Term>>, bool) {
        let mut all = Vec::new();
        let last = core.iter().map(|it| it.0).max().unwrap_or(0);
        let mut now: Vec<Term> = Vec::new();
        let mut is_whole = true;
        for at in (0..=last).rev() {
            let outcome = &way.outcomes[at];
            let mut by: FxHashMap<Term, Term> = FxHashMap::default();
            for &(variable, term, _) in &outcome.writes {
                by.insert(self.blocks.table.symbol(variable), term);
            }
            let mut before: Vec<Term> = Vec::new();
            for condition in now {
                for symbol in unknowns(&self.blocks.terms, [condition]) {
                    let Some(variable) = self.blocks.table.of_symbol(symbol) else { continue };
                    let Name::Cell { object, .. } = self.blocks.table.name(variable) else { continue };
                    if outcome.cleared.contains(&object) && !by.contains_key(&symbol) {
                        let first = self.blocks.first_value(variable);
                        let first = self.blocks.terms.constant(self.blocks.terms.width(symbol), first);
                        by.insert(symbol, first);
                    }
                }
                let needed: FxHashMap<Term, Term> = unknowns(&self.blocks.terms, [condition])
                    .into_iter()
                    .filter_map(|it| Some((it, *by.get(&it)?)))
                    .collect();
                before.push(self.blocks.terms.substitute(condition, &needed));
            }
            for &(_, index) in core.iter().filter(|it| it.0 == at) {
                before.push(outcome.guard[index]);
            }
            for condition in &mut before {
                *condition = self.without_what_does_not_matter(*condition);
            }
            before.retain(|it| !self.blocks.terms.is_true(*it));
            before.sort_unstable();
            before.dedup();
            if !self.solver.can_hold(&self.blocks.terms, before.clone()) {
                break;
            }
            // Inputs of the move are not there before it.
            let inputs: FxHashSet<Term> = outcome.inputs.iter().copied().collect();
            let count = before.len();
            let terms = &self.blocks.terms;
            before.retain(|it| !unknowns(terms, [*it]).iter().any(|it| inputs.contains(it)));
            is_whole &= before.len() == count;
            all.push(before.clone());
            now = before;
        }
        (all, is_whole)
    }

    /// The same condition without variables on which it does not depend: whether z + 2y is even is whether z is.
    fn without_what_does_not_matter(&mut self, condition: Term) -> Term {
        let mut condition = condition;
        let variables = self.blocks.variables_of(condition);
        if variables.len() < 2 || variables.len() > MOST_VARIABLES {
            return condition;
        }
        for variable in variables {
            let symbol = self.blocks.table.symbol(variable);
            let terms = &mut self.blocks.terms;
            let zero = terms.constant(terms.width(symbol), 0);
            let other = terms.substitute(condition, &[(symbol, zero)].into_iter().collect());
            let differs = terms.xor(condition, other);
            if !self.solver.can_hold(&self.blocks.terms, vec![differs]) {
                condition = other;
            }
        }
        condition
    }

    /// Whether a precision shows that moves are no execution.
    fn is_refuted(&mut self, moves: &[Move], precision: &Precision) -> bool {
        let mut transfer = Transfer { blocks: self.blocks, solver: self.solver, precision };
        let mut state = transfer.initial();
        for it in moves {
            let value = |variable: Variable| state.value(variable);
            let outcome = transfer.blocks.follow(&it.control, it.thread, &it.way, &value);
            let Ok(Some(outcome)) = outcome else { return true };
            match transfer.post(&state, &outcome, None, &mut Simplified::default()) {
                Some(next) => state = next,
                None => return true,
            }
        }
        false
    }
}

/// A core of contradicting conditions, with few that are not needed.
fn smaller(sat: &mut Cadical, literals: Vec<(usize, usize, Lit)>) -> Vec<(usize, usize)> {
    let mut core: Vec<(usize, usize, Lit)> = literals.into_iter().filter(|it| sat.failed(it.2)).collect();
    let mut next = 0;
    for _ in 0..MOST_TRIES {
        if next >= core.len() {
            break;
        }
        let without: Vec<Lit> = core.iter().enumerate().filter(|it| it.0 != next).map(|it| it.1.2).collect();
        if sat.solve(&without) == Answer::Unsatisfiable {
            let kept: Vec<(usize, usize, Lit)> =
                core.iter().enumerate().filter(|it| it.0 != next && sat.failed(it.1.2)).map(|it| *it.1).collect();
            core = kept;
        } else {
            next += 1;
        }
    }
    core.into_iter().map(|it| (it.0, it.1)).collect()
}
