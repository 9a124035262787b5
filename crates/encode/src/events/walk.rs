//! The walk through a function: every location once for each round of the loops around it, paths that meet are one.

use super::build::Builder;
use super::graph::Error;
use super::happens_before::Sync;
use super::state::State;
use super::waits::Beginning;
use crate::edge::{self, MistakeKind, Unsupported};
use crate::flow::Flow;
use crate::memory::{Kind, Object};
use ir::{Action, Callee, Edge, Expr, Function, FunctionId, Guard, Location, Operation, Order, RegisterId, Stop};
use smt::Term;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Calls of one function inside each other, at most.
const MOST_CALLS: usize = 200;
/// Calls of any function inside each other, at most.
const MOST_NESTED: usize = 1_000;

/// One activation of a function.
pub(super) struct Activation<'p> {
    pub function: &'p Function,
    pub flow: Rc<Flow>,
    /// What is still to be visited; see [`crate::flow`] for the names of visits.
    pub pending: BTreeMap<Vec<u32>, (Location, State)>,
    /// The state at the head of a loop at the beginning of the current round, and what there was then.
    pub heads: BTreeMap<Vec<u32>, (State, Beginning)>,
    /// The state at the returns, with the result.
    pub returned: Option<(State, Option<Term>)>,
}

impl Builder<'_> {
    /// Runs a function from the current state to its returns. The result, if any path gets there; the state is that of
    /// the return then. A function without a result gives 0.
    pub fn call(&mut self, id: FunctionId, arguments: &[Term]) -> Result<Option<Term>, Unsupported> {
        let guard = self.guard();
        if self.is_too_deep(id, guard) {
            self.cut();
            return Ok(None);
        }
        let flow = self.flow(id);
        let function = &self.program.functions[id.index()];
        let registers = std::mem::take(&mut self.state.registers);
        let slots = std::mem::take(&mut self.state.slots);
        let rounds = std::mem::take(&mut self.state.rounds);
        self.now.calls.push((id, guard));
        self.enter(function, arguments)?;
        let mut activation =
            Activation { function, flow, pending: BTreeMap::new(), heads: BTreeMap::new(), returned: None };
        let state = std::mem::replace(&mut self.state, State::new());
        self.go(&mut activation, None, function.entry, state);
        while let Some((_, (location, state))) = activation.pending.pop_first() {
            self.now.waiting -= 1;
            self.state = state;
            if self.state.is_dead(&mut self.terms) {
                continue;
            }
            if !self.visit() {
                self.cut();
                continue;
            }
            self.visit_location(&mut activation, location)?;
        }
        self.now.calls.pop();
        let Some((state, result)) = activation.returned else { return Ok(None) };
        self.now.waiting -= 1;
        self.state = state;
        self.state.registers = registers;
        self.state.slots = slots;
        self.state.rounds = rounds;
        Ok(Some(result.unwrap_or_else(|| self.terms.constant(1, 0))))
    }

    /// Whether a function is inside itself too often: where that is decided by constants it may go on for long.
    fn is_too_deep(&mut self, id: FunctionId, guard: Term) -> bool {
        let inside: Vec<Term> = self.now.calls.iter().filter(|it| it.0 == id).map(|it| it.1).collect();
        let undecided = inside.windows(2).filter(|it| it[0] != it[1]).count()
            + usize::from(inside.last().is_some_and(|it| *it != guard));
        self.graph.is_bounded |= undecided > self.options.unroll as usize;
        inside.len() > MOST_CALLS || self.now.calls.len() > MOST_NESTED || undecided > self.options.unroll as usize
    }

    fn enter(&mut self, function: &Function, arguments: &[Term]) -> Result<(), Unsupported> {
        for (index, register) in function.registers.iter().enumerate() {
            let value = match arguments.get(index) {
                Some(&argument) if index < function.parameters as usize => self.resized(argument, register.width.0),
                Some(_) | None => self.terms.constant(register.width.0, 0),
            };
            self.state.registers.push(value);
        }
        let pointer = self.program.model.pointer_bits();
        for slot in &function.slots {
            let mut address = 0;
            if !slot.escapes {
                let size = slot.shape.size(self.program.model);
                let is_unset = self.asks_for_unset && !slot.zeroed;
                address = self.program.model.pack(self.make(Object { kind: Kind::Private, size, is_unset })?, 0);
            }
            let address = self.terms.constant(pointer, address);
            self.state.slots.push(address);
        }
        Ok(())
    }

    fn visit_location(&mut self, activation: &mut Activation<'_>, at: Location) -> Result<(), Unsupported> {
        let flow = activation.flow.clone();
        if flow.loops[at.index()].last() == Some(&at) {
            let mut name = self.round_name(&flow, at);
            let round = name.pop().expect("a head is in a loop");
            if round > 0 {
                // Nothing of the round before is left to be visited.
                activation.heads.remove(&[&name[..], &[round - 1]].concat());
            }
            name.push(round);
            activation.heads.insert(name, (self.state.clone(), self.beginning()));
        }
        let edges = activation.function.leaving(at);
        let Some(first) = edges.first() else { return Ok(()) };
        let (Guard::If(condition) | Guard::Unless(condition)) = &first.guard else {
            return self.take(activation, first);
        };
        self.now.span = first.span;
        let condition = self.evaluate(condition)?;
        let [yes, no] = edges else { return self.take(activation, first) };
        if let Some(value) = self.terms.value_of(condition) {
            let (taken, other) = if value == 1 { (yes, no) } else { (no, yes) };
            for (index, head) in flow.loops[at.index()].iter().enumerate() {
                if other.ends() || !flow.loops[other.to.index()].contains(head) {
                    self.state.rounds[index].decided = true;
                }
            }
            return self.take(activation, taken);
        }
        let mut other = self.state.clone();
        self.state.assume(&mut self.terms, condition);
        // What is still to be done on the other way is not done after this.
        self.now.waiting += 1;
        self.take(activation, yes)?;
        self.now.waiting -= 1;
        let unless = self.terms.not(condition);
        other.assume(&mut self.terms, unless);
        self.state = other;
        self.take(activation, no)
    }

    /// The value of an expression in the current state; the thread ends where evaluating it goes wrong.
    fn evaluate(&mut self, expr: &Expr) -> Result<Term, Unsupported> {
        let mut mistakes = Vec::new();
        let mut names = edge::Frame {
            program: self.program,
            registers: &self.state.registers,
            slots: &self.state.slots,
            thread_locals: &self.now.thread_locals,
            checks_overflow: self.options.overflow,
        };
        let value = edge::evaluate(&mut self.terms, &mut names, expr, &mut mistakes);
        let value = value.map_err(|it| it.at(self.now.span))?;
        for it in mistakes {
            self.mistake(it.when, it.kind);
        }
        Ok(value)
    }

    /// Does what an edge does and goes where it leads.
    fn take(&mut self, activation: &mut Activation<'_>, edge: &Edge) -> Result<(), Unsupported> {
        if self.state.is_dead(&mut self.terms) {
            return Ok(());
        }
        self.now.span = edge.span;
        match &edge.action {
            Action::Skip => {}
            Action::Assign(register, value) => {
                let value = self.evaluate(value)?;
                self.state.registers[register.index()] = value;
            }
            Action::Visible(operation) => {
                if !ir::passes::unset::is_unset_access(&edge.action) {
                    let behind = unset_behind(activation.function, edge);
                    self.visible(activation.function, operation, behind).map_err(|it| it.at(edge.span))?
                }
            }
            Action::Call { dest, callee, arguments } => {
                if !self.call_from(activation.function, *dest, callee, arguments)? {
                    return Ok(());
                }
            }
            Action::Return(value) => {
                let value = value.as_ref().map(|it| self.evaluate(it)).transpose()?;
                let state = std::mem::replace(&mut self.state, State::new());
                activation.returned = Some(match activation.returned.take() {
                    None => {
                        // What is still to be done elsewhere is not done before this return.
                        self.now.waiting += 1;
                        (state, value)
                    }
                    Some((other, known)) => self.merge_results((other, known), (state, value)),
                });
                return Ok(());
            }
            Action::Stop(stop) => return self.stop(stop),
        }
        let state = std::mem::replace(&mut self.state, State::new());
        self.go(activation, Some(edge.from), edge.to, state);
        Ok(())
    }

    /// Two returns as one: the result is one more register.
    fn merge_results(
        &mut self,
        (mut mine, own): (State, Option<Term>),
        (mut other, others): (State, Option<Term>),
    ) -> (State, Option<Term>) {
        mine.registers.clear();
        other.registers.clear();
        mine.slots.clear();
        other.slots.clear();
        mine.rounds.clear();
        other.rounds.clear();
        mine.registers.extend(own);
        other.registers.extend(others);
        let mut merged = mine.merge(&mut self.terms, &self.objects, other);
        let result = merged.registers.pop();
        (merged, result)
    }

    fn stop(&mut self, stop: &Stop) -> Result<(), Unsupported> {
        match stop {
            Stop::Assume | Stop::Exit => {}
            Stop::Cut => self.cut(),
            Stop::ThreadExit(value) => {
                let value = self.evaluate(value)?;
                self.end_thread(value, false);
            }
            Stop::Fail(_) => {
                self.note_step();
                let guard = self.guard();
                let step = self.state.section.as_ref().map(|it| it.step);
                if self.options.reach {
                    let always = self.terms.truth(true);
                    self.leave_failed_section(always);
                }
                self.graph.errors.push(Error { guard, thread: self.now.thread, step, span: self.now.span });
            }
            Stop::Misuse(_) | Stop::Uninitialised(_) => {
                let always = self.terms.truth(true);
                self.mistake(always, MistakeKind::Misuse);
            }
        }
        Ok(())
    }

    /// Performs a visible operation: a step of its own, or a part of a section. What asks for the bits that were never written,
    /// or says which they are, belongs to it.
    fn visible(
        &mut self,
        function: &Function,
        operation: &Operation,
        behind: Option<&Operation>,
    ) -> Result<(), Unsupported> {
        let action = Action::Visible(operation.clone());
        let mut operands = Vec::new();
        for expr in ir::passes::walk::operands(&action) {
            operands.push(self.evaluate(expr)?);
        }
        let width_of = |it: RegisterId| function.registers[it.index()].width.0;
        let is_mutex =
            matches!(operation, Operation::Lock { .. } | Operation::TryLock { .. } | Operation::Unlock { .. });
        self.now.in_mutex = is_mutex;
        self.now.sync = Sync::of(operation, &operands);
        self.now.silent = None;
        // Sections begin and end by themselves; everything else is one.
        let alone = self.state.section.is_none()
            && !matches!(operation, Operation::AtomicBegin { .. } | Operation::AtomicEnd)
            && !edge::is_silent(operation);
        if alone {
            self.begin_step();
        }
        if let Operation::Fence(order) = operation {
            self.fence(*order);
        }
        if let Some(Operation::Store { value, .. }) = behind {
            self.now.stores_unset = Some(self.evaluate(value)?);
        }
        let done = edge::perform(self, operation, &operands, &width_of)?;
        self.now.stores_unset = None;
        self.now.requires_set = false;
        if let Some((register, value)) = done.set {
            self.state.registers[register.index()] = value;
        }
        if let Some(Operation::Load { dest, size, .. }) = behind {
            let candidates = std::mem::take(&mut self.now.candidates);
            let unset = self.read_unset(&candidates, size.0);
            self.state.registers[dest.index()] = unset.unwrap_or_else(|| self.terms.constant(size.0 * 8, 0));
        }
        if alone {
            let step = self.state.section.as_ref().map(|it| it.step);
            self.flush();
            if let (Some(step), Some(silent)) = (step, self.now.silent) {
                let loud = self.terms.not(silent);
                let guard = self.graph.steps[step].guard;
                self.graph.steps[step].guard = self.terms.and(guard, loud);
            }
        }
        self.now.in_mutex = false;
        self.now.sync = Sync::Plain;
        Ok(())
    }

    /// Calls what an edge calls; whether some path comes back.
    fn call_from(
        &mut self,
        function: &Function,
        dest: Option<RegisterId>,
        callee: &Callee,
        arguments: &[Expr],
    ) -> Result<bool, Unsupported> {
        let span = self.now.span;
        let callees = match callee {
            Callee::Direct(callee) => vec![(*callee, self.terms.truth(true))],
            Callee::Indirect(address) => {
                let address = self.evaluate(address)?;
                self.functions_at(address).map_err(|it| it.at(span))?
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.evaluate(argument)?);
        }
        let takes = |it: FunctionId| {
            let callee = &self.program.functions[it.index()];
            let widths = callee.registers[..callee.parameters as usize].iter().map(|it| it.width.0);
            widths.eq(values.iter().map(|it| self.terms.width(*it)))
        };
        let callees: Vec<(FunctionId, Term)> = callees.into_iter().filter(|it| takes(it.0)).collect();
        let some = self.terms.any(callees.iter().map(|it| it.1).collect::<Vec<_>>());
        let none = self.terms.not(some);
        self.mistake(none, MistakeKind::BadCall);
        let before = self.state.clone();
        let mut after: Option<State> = None;
        let several = callees.len() > 1;
        for (id, is) in callees {
            self.state = before.clone();
            self.state.assume(&mut self.terms, is);
            self.now.waiting += usize::from(several);
            let result = self.call(id, &values).map_err(|it| it.at(span))?;
            self.now.waiting -= usize::from(several);
            self.now.span = span;
            let Some(result) = result else { continue };
            if let Some(dest) = dest {
                let result = self.resized(result, function.registers[dest.index()].width.0);
                self.state.registers[dest.index()] = result;
            }
            let state = std::mem::replace(&mut self.state, State::new());
            after = Some(match after {
                None => state,
                Some(other) => other.merge(&mut self.terms, &self.objects, state),
            });
        }
        match after {
            Some(state) => self.state = state,
            None => return Ok(false),
        }
        Ok(true)
    }
}

/// What is asked or said of the bits that an access finds or leaves, right behind it.
fn unset_behind<'f>(function: &'f Function, access: &Edge) -> Option<&'f Operation> {
    let [Edge { action: Action::Visible(behind), .. }] = function.leaving(access.to) else { return None };
    match (&access.action, behind) {
        (Action::Visible(Operation::Load { .. }), Operation::Load { order: Order::Unset, .. })
        | (Action::Visible(Operation::Store { .. }), Operation::Store { order: Order::Unset, .. }) => Some(behind),
        _ => None,
    }
}
