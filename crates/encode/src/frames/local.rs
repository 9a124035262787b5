//! The local code of a step: branches, calls and loops on the way to the next visible operation.

use super::control::ContextId;
use super::run::{Activation, Rounds};
use super::state::End;
use super::step::{Arrival, Place};
use super::{Frames, MOST_CALLS, MOST_NESTED, Name};
use crate::edge::{self, MistakeKind, Unsupported};
use crate::memory::{Kind, Object};
use ir::{Action, Callee, Expr, FunctionId, Guard, Location, Stop};
use smt::Term;

impl Frames<'_> {
    pub(super) fn visit(&mut self, location: Location) -> Result<(), Unsupported> {
        let function = self.control.function(self.context());
        let first = function.edges.partition_point(|it| it.from < location) as u32;
        let edges = function.leaving(location);
        let Some(edge) = edges.first() else { return Ok(()) };
        let (Guard::If(condition) | Guard::Unless(condition)) = &edge.guard else { return self.take(first) };
        self.now.span = edge.span;
        let condition = self.evaluate(condition)?;
        let [yes, no] = edges else { return self.take(first) };
        if let Some(value) = self.terms.value_of(condition) {
            let (taken, other, index) = if value == 1 { (yes, no, first) } else { (no, yes, first + 1) };
            debug_assert!(taken.from == location);
            let flow = self.control.flow(self.control.context(self.context()).function);
            for (index, head) in flow.loops[location.index()].iter().enumerate() {
                if other.ends() || !flow.loops[other.to.index()].contains(head) {
                    self.now.run.top().rounds[index].decided = true;
                }
            }
            return self.take(index);
        }
        let mut other = self.now.run.clone();
        self.now.run.assume(&mut self.terms, condition);
        self.take(first)?;
        let unless = self.terms.not(condition);
        other.assume(&mut self.terms, unless);
        self.now.run = other;
        self.take(first + 1)
    }

    /// The value of an expression; the thread ends where evaluating it goes wrong.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Result<Term, Unsupported> {
        let mut mistakes = Vec::new();
        let thread_locals = self.locals_of(self.now.thread)?;
        let top = self.now.run.stack.activations.last().expect("a thread that runs has a function");
        let mut names = edge::Frame {
            program: self.program,
            registers: &top.registers,
            slots: &top.slots,
            thread_locals: &thread_locals,
            checks_overflow: self.options.overflow,
        };
        let value = edge::evaluate(&mut self.terms, &mut names, expr, &mut mistakes);
        let value = value.map_err(|it| it.at(self.now.span))?;
        for it in mistakes {
            self.mistake(it.when, it.kind);
        }
        Ok(value)
    }

    /// Does what an edge does, as far as that is not a step of its own, and goes where it leads.
    pub(super) fn take(&mut self, index: u32) -> Result<(), Unsupported> {
        if self.now.run.is_dead(&mut self.terms) {
            return Ok(());
        }
        let context = self.context();
        let edge = &self.control.function(context).edges[index as usize];
        (self.now.span, self.now.edge) = (edge.span, index);
        match &edge.action {
            Action::Skip => {}
            Action::Assign(register, value) => {
                let value = self.evaluate(value)?;
                self.now.run.top().registers[register.index()] = value;
            }
            Action::Visible(operation) => {
                if edge::is_silent(operation) || self.now.run.section > 0 {
                    return self.perform(index);
                }
                return self.arrive(index, operation);
            }
            Action::Call { dest: _, callee, arguments } => return self.call_from(index, callee, arguments),
            Action::Return(value) => {
                let value = value.as_ref().map(|it| self.evaluate(it)).transpose()?;
                return self.leave(value);
            }
            Action::Stop(stop) => return self.stop(stop),
        }
        self.go(Some(edge.from), edge.to)
    }

    fn call_from(&mut self, index: u32, callee: &Callee, arguments: &[Expr]) -> Result<(), Unsupported> {
        let (span, program) = (self.now.span, self.program);
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
            let callee = &program.functions[it.index()];
            let widths = callee.registers[..callee.parameters as usize].iter().map(|it| it.width.0);
            widths.eq(values.iter().map(|it| self.terms.width(*it)))
        };
        let callees: Vec<(FunctionId, Term)> = callees.into_iter().filter(|it| takes(it.0)).collect();
        let some = self.terms.any(callees.iter().map(|it| it.1).collect::<Vec<_>>());
        let none = self.terms.not(some);
        self.mistake(none, MistakeKind::BadCall);
        let context = self.context();
        let location = self.control.function(context).edges[index as usize].from;
        self.now.run.top().at = location;
        let before = self.now.run.clone();
        for (id, is) in callees {
            self.now.run = before.clone();
            self.now.run.assume(&mut self.terms, is);
            if !self.now.run.is_dead(&mut self.terms) {
                self.call(Some((context, index)), id, &values)?;
            }
        }
        Ok(())
    }

    /// Enters a function.
    pub(super) fn call(
        &mut self,
        caller: Option<(ContextId, u32)>,
        id: FunctionId,
        arguments: &[Term],
    ) -> Result<(), Unsupported> {
        let context = self.control.call(caller, id);
        let known = self.control.context(context);
        if known.again > MOST_CALLS || known.depth > MOST_NESTED {
            self.end(End::Cut);
            return Ok(());
        }
        let function = &self.program.functions[id.index()];
        let mut registers = Vec::new();
        for (index, register) in function.registers.iter().enumerate() {
            registers.push(match arguments.get(index) {
                Some(&argument) if index < function.parameters as usize => self.resized(argument, register.width.0),
                Some(_) | None => self.terms.constant(register.width.0, 0),
            });
        }
        let mut slots = Vec::new();
        for (index, slot) in function.slots.iter().enumerate() {
            let mut address = 0;
            if !slot.escapes {
                let size = slot.shape.size(self.program.model);
                let name = Name::Private { thread: self.now.thread, context, slot: index as u32 };
                let object = self.object(name, Object::written(Kind::Private, size))?;
                self.now.run.memory.begin(&self.terms, object, None);
                address = self.program.model.pack(object, 0);
            }
            slots.push(self.terms.constant(self.program.model.pointer_bits(), address));
        }
        let at = function.entry;
        self.now.run.stack.activations.push(Activation { context, registers, slots, at, rounds: Vec::new() });
        self.go(None, at)
    }

    /// Leaves a function with a result.
    fn leave(&mut self, value: Option<Term>) -> Result<(), Unsupported> {
        let left = self.now.run.stack.activations.pop().expect("a thread that runs has a function");
        let Some((caller, index)) = self.control.context(left.context).caller else {
            let end = if self.now.thread == 0 { End::MainReturned } else { End::Returned };
            let pointer = self.program.model.pointer_bits();
            let zero = self.terms.constant(pointer, 0);
            let value = value.map_or(zero, |it| self.resized(it, pointer));
            self.end_with(end, value);
            return Ok(());
        };
        let edge = &self.control.function(caller).edges[index as usize];
        if let Action::Call { dest: Some(dest), .. } = &edge.action {
            let width = self.control.function(caller).registers[dest.index()].width.0;
            let zero = self.terms.constant(width, 0);
            let value = value.map_or(zero, |it| self.resized(it, width));
            self.now.run.top().registers[dest.index()] = value;
        }
        self.go(Some(edge.from), edge.to)
    }

    fn stop(&mut self, stop: &Stop) -> Result<(), Unsupported> {
        match stop {
            Stop::Assume => self.end(End::Assume),
            Stop::Exit => self.end(End::Exit),
            Stop::Cut => self.end(End::Cut),
            Stop::ThreadExit(value) => {
                let value = self.evaluate(value)?;
                self.end_with(End::Returned, value);
            }
            Stop::Fail(_) => self.end(End::Assertion),
            Stop::Misuse(_) | Stop::Uninitialised(_) => {
                let always = self.terms.truth(true);
                self.mistake(always, MistakeKind::Misuse);
            }
        }
        Ok(())
    }

    /// Goes on at a location of the innermost function.
    pub(super) fn go(&mut self, from: Option<Location>, to: Location) -> Result<(), Unsupported> {
        if self.now.run.is_dead(&mut self.terms) {
            return Ok(());
        }
        let flow = self.control.flow(self.control.context(self.context()).function);
        let around = &flow.loops[to.index()];
        let left: &[Location] = from.map_or(&[], |it| &flow.loops[it.index()]);
        let common = around.iter().zip(left).take_while(|(a, b)| a == b).count();
        let unroll = self.options.unroll;
        let top = self.now.run.top();
        top.rounds.truncate(common);
        let is_back = from.is_some_and(|it| flow.order[to.index()] <= flow.order[it.index()]);
        if is_back {
            let last = top.rounds.last_mut().expect("the loop of the head");
            last.charged += u32::from(!last.decided);
            last.round += 1;
            last.decided = false;
            if last.charged > unroll {
                self.end(End::Cut);
                return Ok(());
            }
        }
        let fresh = Rounds { round: 0, charged: 0, decided: false };
        top.rounds.resize(around.len(), fresh);
        top.at = to;
        let key = self.key();
        let run = self.now.run.clone();
        let merged = match self.now.pending.remove(&key) {
            None => run,
            Some((_, other)) => other.merge(&mut self.terms, &self.objects, run),
        };
        self.now.pending.insert(key, (to, merged));
        Ok(())
    }

    /// The name of the current visit: in the order of names, a visit comes after all that lead to it. (See `crate::flow`.)
    fn key(&mut self) -> Vec<u32> {
        let mut key = Vec::new();
        for activation in &self.now.run.stack.activations {
            let flow = self.control.flow(self.control.context(activation.context).function);
            let at = activation.at.index();
            for (head, rounds) in flow.loops[at].iter().zip(&activation.rounds) {
                key.extend([flow.order[head.index()], rounds.round]);
            }
            // Of two functions that are called from the same place one comes first.
            key.extend([flow.order[at], activation.context.index() as u32]);
        }
        key
    }

    /// Where the condition holds, the thread ends by a mistake.
    pub(super) fn mistake(&mut self, when: Term, kind: MistakeKind) {
        self.end_if(when, End::Mistake(kind, self.now.span));
    }

    /// Where the condition holds, the thread ends.
    pub(super) fn end_if(&mut self, when: Term, end: End) {
        if self.terms.is_false(when) {
            return;
        }
        let run = self.now.run.clone();
        self.now.run.assume(&mut self.terms, when);
        self.end(end);
        self.now.run = run;
        let fine = self.terms.not(when);
        self.now.run.assume(&mut self.terms, fine);
    }

    pub(super) fn end(&mut self, end: End) {
        let zero = self.terms.constant(self.program.model.pointer_bits(), 0);
        self.end_with(end, zero);
    }

    fn end_with(&mut self, end: End, result: Term) {
        let guard = self.now.run.guard(&mut self.terms);
        if self.terms.is_false(guard) {
            return;
        }
        let mut memory = self.now.run.memory.clone();
        let is_stop = match end {
            End::Exit | End::Assume | End::Cut => true,
            End::Mistake(kind, _) => !self.options.is_checked(kind),
            End::Assertion => !self.options.reach,
            End::Returned | End::MainReturned => false,
        };
        if is_stop && self.now.run.section > 0 {
            memory = self.now.before.clone();
            self.now.taken_back = self.terms.or(self.now.taken_back, guard);
        }
        self.now.arrivals.push(Arrival { guard, place: Place::End(end, result), memory });
    }
}
