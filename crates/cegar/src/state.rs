//! Abstract states, and what becomes of them.

use crate::cone::Observed;
use crate::precision::{Precision, PredicateId};
use crate::solver::Solver;
use encode::blocks::{Blocks, Control, Kin, Name, Outcome, Variable, unknowns};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term};
use std::rc::Rc;

/// A set of concrete states: where threads are, what some variables are, which predicates hold.
#[derive(Clone, Debug)]
pub struct State {
    /// Where threads are.
    pub control: Rc<Control>,
    /// Values that are known, in ascending order of variables.
    pub values: Rc<Vec<(Variable, u64)>>,
    /// Predicates of which it is known whether they hold, in ascending order.
    pub literals: Rc<Vec<(PredicateId, bool)>>,
}

impl State {
    /// The value of a variable, if it is known.
    pub fn value(&self, variable: Variable) -> Option<u64> {
        let at = self.values.binary_search_by_key(&variable, |it| it.0).ok()?;
        Some(self.values[at].1)
    }
}

/// How statements were dealt with.
#[derive(Clone, Copy, Default, Debug)]
pub struct Simplified {
    /// Assignments on the way.
    pub statements: u64,
    /// Not evaluated, and not tracked.
    pub eliminated: u64,
    /// Not evaluated, but forgotten.
    pub havoced: u64,
}

/// The transfer function: the smallest abstract state after an outcome.
pub struct Transfer<'a, 'p> {
    /// The program.
    pub blocks: &'a mut Blocks<'p>,
    /// Who answers questions.
    pub solver: &'a mut Solver,
    /// What is tracked.
    pub precision: &'a Precision,
}

impl Transfer<'_, '_> {
    /// The first state.
    pub fn initial(&mut self) -> State {
        let control = self.blocks.initial();
        let mut values = Vec::new();
        for kin in self.precision.kins().collect::<Vec<_>>() {
            if let Kin::Cell(target, offset, size) = kin {
                for object in self.blocks.table.instances_of(target).to_vec() {
                    self.first(&control, &mut values, object, offset, size);
                }
            }
        }
        for target in self.precision.whole().collect::<Vec<_>>() {
            for object in self.blocks.table.instances_of(target).to_vec() {
                self.first_of(&control, &mut values, object);
            }
        }
        for (target, low) in self.precision.mutexes().to_vec() {
            for object in self.blocks.table.instances_of(target).to_vec() {
                let length = self.blocks.table.instance(object).map_or(0, |it| it.size);
                for offset in (0..length / 4).map(|it| it * 4).filter(|it| low.matches((*it).into())) {
                    if self.blocks.layout.cell(target, offset) == (offset, 4) {
                        self.first(&control, &mut values, object, offset, 4);
                    }
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        let mut literals = Vec::new();
        let predicates: Vec<_> =
            self.precision.predicates().map(|(id, it)| (id, it.term, it.variables.clone())).collect();
        for (id, term, variables) in predicates {
            if variables.iter().all(|it| self.blocks.exists(&control, *it)) {
                let by = variables.iter().map(|it| (self.blocks.table.symbol(*it), self.blocks.first_value(*it)));
                let by: Vec<(Term, u64)> = by.collect();
                let value = self.constant_under(term, &by);
                literals.extend(value.map(|it| (id, it == 1)));
            }
        }
        State { control: Rc::new(control), values: Rc::new(values), literals: Rc::new(literals) }
    }

    fn first(&mut self, control: &Control, values: &mut Vec<(Variable, u64)>, object: u32, offset: u32, size: u8) {
        let name = Name::Cell { object, offset, size };
        let variable = self.blocks.table.variable(&mut self.blocks.terms, name, size * 8);
        let length = control.size(object).or_else(|| self.blocks.table.instance(object).map(|it| it.size));
        let is_inside = length.is_some_and(|it| offset + u32::from(size) <= it);
        if is_inside && self.blocks.exists(control, variable) {
            values.push((variable, self.blocks.first_value(variable)));
        }
    }

    /// The first values of all cells of an object.
    fn first_of(&mut self, control: &Control, values: &mut Vec<(Variable, u64)>, object: u32) {
        let Some(instance) = self.blocks.table.instance(object) else { return };
        let length = control.size(object).unwrap_or(instance.size);
        let mut at = 0;
        while at < length {
            let (start, size) = self.blocks.layout.cell(instance.target, at);
            if start == at && self.precision.has_value(Kin::Cell(instance.target, at, size)) {
                self.first(control, values, object, at, size);
            }
            at += if start == at { u32::from(size) } else { 1 };
        }
    }

    fn constant_under(&mut self, term: Term, by: &[(Term, u64)]) -> Option<u64> {
        let terms = &mut self.blocks.terms;
        let by: FxHashMap<Term, Term> =
            by.iter().map(|&(symbol, value)| (symbol, terms.constant(terms.width(symbol), value))).collect();
        let value = terms.substitute(term, &by);
        terms.value_of(value)
    }

    /// The state after an outcome; `None` if there is none. Assignments that are not observed are not evaluated.
    pub fn post(
        &mut self,
        state: &State,
        outcome: &Outcome,
        observed: Option<&Observed>,
        simplified: &mut Simplified,
    ) -> Option<State> {
        if outcome.guard.iter().any(|it| self.blocks.terms.is_false(*it)) {
            return None;
        }
        if !outcome.guard.is_empty() {
            let mut conditions = outcome.guard.clone();
            self.add_context(state, &outcome.guard, &mut conditions);
            if !self.solver.can_hold(&self.blocks.terms, conditions) {
                return None;
            }
        }
        self.count(outcome, observed, simplified);
        let is_observed = |site: (ir::FunctionId, u32)| observed.is_none_or(|it| it.has(site));
        let written: FxHashMap<Variable, Option<Term>> =
            outcome.writes.iter().map(|it| (it.0, is_observed(it.2).then_some(it.1))).collect();
        let cleared: FxHashSet<u32> = outcome.cleared.iter().copied().collect();
        let values = self.values_after(state, outcome, &written, &cleared);
        let literals = self.literals_after(state, outcome, &written, &cleared);
        Some(State { control: Rc::new(outcome.control.clone()), values: Rc::new(values), literals: Rc::new(literals) })
    }

    fn is_cleared(&self, variable: Variable, cleared: &FxHashSet<u32>) -> bool {
        match self.blocks.table.name(variable) {
            Name::Cell { object, .. } => cleared.contains(&object),
            Name::Register { .. } | Name::Result(_) => false,
        }
    }

    fn values_after(
        &mut self,
        state: &State,
        outcome: &Outcome,
        written: &FxHashMap<Variable, Option<Term>>,
        cleared: &FxHashSet<u32>,
    ) -> Vec<(Variable, u64)> {
        let mut values = Vec::with_capacity(state.values.len() + 4);
        for &(variable, value) in state.values.iter() {
            let is_same = !written.contains_key(&variable) && !self.is_cleared(variable, cleared);
            if is_same && self.blocks.exists(&outcome.control, variable) {
                values.push((variable, value));
            }
        }
        for (&variable, term) in written {
            let known = term.and_then(|it| self.blocks.terms.value_of(it));
            let Some(value) = known else { continue };
            if self.precision.has_value(self.blocks.table.kin(variable)) {
                values.push((variable, value));
            }
        }
        for &object in cleared {
            let Some(instance) = self.blocks.table.instance(object) else { continue };
            let mut first = Vec::new();
            match self.precision.cells(instance.target) {
                None => self.first_of(&outcome.control, &mut first, object),
                Some(cells) => {
                    for &(offset, size) in cells {
                        self.first(&outcome.control, &mut first, object, offset, size);
                    }
                    self.first_mutexes(&outcome.control, &mut first, object);
                }
            }
            values.extend(first.into_iter().filter(|it| !written.contains_key(&it.0)));
        }
        // What the guard says a variable is.
        for &condition in &outcome.guard {
            let Node::Eq(a, b) = self.blocks.terms.node(condition) else { continue };
            for (symbol, number) in [(a, b), (b, a)] {
                let (Some(variable), Some(value)) =
                    (self.blocks.table.of_symbol(symbol), self.blocks.terms.value_of(number))
                else {
                    continue;
                };
                let is_same = !written.contains_key(&variable) && !self.is_cleared(variable, cleared);
                if is_same
                    && self.precision.has_value(self.blocks.table.kin(variable))
                    && self.blocks.exists(&outcome.control, variable)
                {
                    values.push((variable, value));
                }
            }
        }
        values.sort_unstable();
        values.dedup_by_key(|it| it.0);
        values
    }

    fn first_mutexes(&mut self, control: &Control, values: &mut Vec<(Variable, u64)>, object: u32) {
        let Some(instance) = self.blocks.table.instance(object) else { return };
        let length = control.size(object).unwrap_or(instance.size);
        for (target, low) in self.precision.mutexes().to_vec() {
            if target != instance.target {
                continue;
            }
            for offset in (0..length / 4).map(|it| it * 4).filter(|it| low.matches((*it).into())) {
                if self.blocks.layout.cell(target, offset) == (offset, 4) {
                    self.first(control, values, object, offset, 4);
                }
            }
        }
    }

    fn literals_after(
        &mut self,
        state: &State,
        outcome: &Outcome,
        written: &FxHashMap<Variable, Option<Term>>,
        cleared: &FxHashSet<u32>,
    ) -> Vec<(PredicateId, bool)> {
        if self.precision.size().1 == 0 {
            return Vec::new();
        }
        let mut affected: FxHashSet<PredicateId> = FxHashSet::default();
        for variable in written.keys() {
            affected.extend(self.precision.about(*variable));
        }
        for (id, predicate) in self.precision.predicates() {
            if !cleared.is_empty() && predicate.variables.iter().any(|it| self.is_cleared(*it, cleared)) {
                affected.insert(id);
            }
        }
        // What the guard says may also be about variables that the state relates to its own.
        for variable in self.related(state, &outcome.guard) {
            affected.extend(self.precision.about(variable));
        }
        let mut literals = Vec::new();
        for &(id, holds) in state.literals.iter() {
            let predicate = self.precision.predicate(id);
            let exists = || predicate.variables.iter().all(|it| self.blocks.exists(&outcome.control, *it));
            if !affected.contains(&id) && exists() {
                literals.push((id, holds));
            }
        }
        let mut affected: Vec<PredicateId> = affected.into_iter().collect();
        affected.sort_unstable();
        for id in affected {
            let predicate = self.precision.predicate(id).clone();
            if !predicate.variables.iter().all(|it| self.blocks.exists(&outcome.control, *it)) {
                continue;
            }
            if let Some(holds) = self.holds_after(state, outcome, &predicate, written, cleared) {
                literals.push((id, holds));
            }
        }
        literals.sort_unstable();
        literals
    }

    /// Whether a predicate holds after an outcome, if that is known.
    fn holds_after(
        &mut self,
        state: &State,
        outcome: &Outcome,
        predicate: &crate::precision::Predicate,
        written: &FxHashMap<Variable, Option<Term>>,
        cleared: &FxHashSet<u32>,
    ) -> Option<bool> {
        let mut by: FxHashMap<Term, Term> = FxHashMap::default();
        for &variable in &predicate.variables {
            let symbol = self.blocks.table.symbol(variable);
            let width = self.blocks.terms.width(symbol);
            let before = match (written.get(&variable), state.value(variable)) {
                (Some(None), _) => return None,
                (Some(Some(term)), _) => *term,
                (None, _) if self.is_cleared(variable, cleared) => {
                    let first = self.blocks.first_value(variable);
                    self.blocks.terms.constant(width, first)
                }
                (None, Some(value)) => self.blocks.terms.constant(width, value),
                (None, None) => continue,
            };
            by.insert(symbol, before);
        }
        let before = self.blocks.terms.substitute(predicate.term, &by);
        if let Some(value) = self.blocks.terms.value_of(before) {
            return Some(value == 1);
        }
        let mut subject = outcome.guard.clone();
        subject.push(before);
        let mut conditions = outcome.guard.clone();
        self.add_context(state, &subject, &mut conditions);
        let unless = self.blocks.terms.not(before);
        for (condition, holds) in [(unless, true), (before, false)] {
            let mut question = conditions.clone();
            question.push(condition);
            if !self.solver.can_hold(&self.blocks.terms, question) {
                return Some(holds);
            }
        }
        None
    }

    /// The variables of some conditions, and those that a state relates them to.
    fn related(&self, state: &State, subject: &[Term]) -> Vec<Variable> {
        let symbols = unknowns(&self.blocks.terms, subject.iter().copied());
        let mut related: Vec<Variable> = symbols.into_iter().filter_map(|it| self.blocks.table.of_symbol(it)).collect();
        related.sort_unstable();
        let mut seen: FxHashSet<Variable> = related.iter().copied().collect();
        let mut next = 0;
        while let Some(&variable) = related.get(next) {
            next += 1;
            for &id in self.precision.about(variable) {
                if state.literals.binary_search_by_key(&id, |it| it.0).is_ok() {
                    let others = self.precision.predicate(id).variables.iter();
                    related.extend(others.copied().filter(|it| seen.insert(*it)));
                }
            }
        }
        related
    }

    /// Adds what is known in a state about the variables of some conditions, and about those that it relates them to.
    fn add_context(&mut self, state: &State, subject: &[Term], conditions: &mut Vec<Term>) {
        let mut used: FxHashSet<PredicateId> = FxHashSet::default();
        for variable in self.related(state, subject) {
            if let Some(value) = state.value(variable) {
                let symbol = self.blocks.table.symbol(variable);
                let value = self.blocks.terms.constant(self.blocks.terms.width(symbol), value);
                conditions.push(self.blocks.terms.eq(symbol, value));
            }
            for &id in self.precision.about(variable) {
                let Ok(at) = state.literals.binary_search_by_key(&id, |it| it.0) else { continue };
                if used.insert(id) {
                    let term = self.precision.predicate(id).term;
                    conditions.push(if state.literals[at].1 { term } else { self.blocks.terms.not(term) });
                }
            }
        }
    }

    fn count(&self, outcome: &Outcome, observed: Option<&Observed>, simplified: &mut Simplified) {
        for &(variable, _, site) in &outcome.writes {
            simplified.statements += 1;
            if observed.is_none_or(|it| it.has(site)) {
                continue;
            }
            let kin = self.blocks.table.kin(variable);
            if self.precision.has_value(kin) || !self.precision.about(variable).is_empty() {
                simplified.havoced += 1;
            } else {
                simplified.eliminated += 1;
            }
        }
    }
}
