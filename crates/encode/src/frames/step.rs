//! One step of one thread, from a visible operation to the next: local code is run on all paths at once, paths that meet
//! are one.

use super::control::{ContextId, NodeId};
use super::memory::Memory;
use super::run::{Rounds, Run, Stack};
use super::state::{End, Spot};
use super::touch::{Access, Touch};
use super::{Frames, MOST_VISITS};
use crate::edge::{self, Unsupported};
use crate::memory::{Kind, Values};
use crate::path::Path;
use ir::passes::walk;
use ir::{Action, FunctionId, Location, Operation, Order, RegisterId};
use smt::Term;
use source::Span;
use std::collections::BTreeMap;

/// What a step does. All conditions are relative to the state before it, with the thread where it is.
pub struct Outcome {
    /// When the step can be made.
    pub enabled: Term,
    /// When it is an atomic section that stops half-way, so that nothing of it has happened.
    pub taken_back: Term,
    /// When it leaves everything as it is.
    pub idle: Term,
    /// Where the thread is afterwards.
    pub arrivals: Vec<Arrival>,
    /// Where the threads that it starts are afterwards.
    pub children: Vec<(u32, Arrival)>,
    /// Memory afterwards.
    pub memory: Memory,
    /// What is touched.
    pub touches: Vec<Touch>,
    /// The inputs that are asked for, each with when.
    pub inputs: Vec<(Term, Term)>,
    /// The threads that are started, each with when.
    pub starts: Vec<(Term, u32)>,
    /// If it only looks at one place in order to decide where to go on.
    pub branch: Option<Branch>,
}

/// A step that loads something, and of which nothing is left but where the thread goes on.
pub struct Branch {
    /// Stands for what is loaded.
    pub loaded: Term,
    /// When the thread goes on where.
    pub conditions: Vec<Term>,
}

/// Where a way through a step leads.
pub struct Arrival {
    /// When it is gone.
    pub guard: Term,
    /// Where it leads.
    pub place: Place,
    /// Memory on this way.
    pub(super) memory: Memory,
}

/// The end of a way.
pub enum Place {
    /// The thread is about to do something.
    Node(NodeId, Stack),
    /// The thread has ended, with a result.
    End(End, Term),
}

/// What runs now.
pub(super) struct Now {
    pub thread: u32,
    pub span: Span,
    /// The edge that is taken, by its index in the innermost function.
    pub edge: u32,
    pub run: Run,
    pub access: Access,
    pub touches: Vec<Touch>,
    pub inputs: Vec<(Term, Term)>,
    pub starts: Vec<(Term, u32)>,
    pub children: Vec<(u32, Arrival)>,
    /// What a load finds, if that is not what is there.
    pub instead: Option<Term>,
    /// When the step cannot be made, and when it is made for nothing.
    pub blocked: Term,
    pub taken_back: Term,
    /// What is still to be visited, by the names of visits.
    pub pending: BTreeMap<Vec<u32>, (Location, Run)>,
    pub arrivals: Vec<Arrival>,
    /// Memory before the step.
    pub before: Memory,
    visits: u32,
}

impl Now {
    pub fn new(never: Term, thread: u32, stack: Stack, memory: &Memory) -> Now {
        Now {
            thread,
            span: Span::NONE,
            edge: 0,
            run: Run { path: Path::default(), stack, memory: memory.clone(), section: 0 },
            access: Access::Silent,
            touches: Vec::new(),
            inputs: Vec::new(),
            starts: Vec::new(),
            children: Vec::new(),
            instead: None,
            blocked: never,
            taken_back: never,
            pending: BTreeMap::new(),
            arrivals: Vec::new(),
            before: memory.clone(),
            visits: 0,
        }
    }
}

impl Frames<'_> {
    /// The step of a thread from where it may be.
    pub(super) fn step(&mut self, thread: u32, node: NodeId, spot: &Spot) -> Result<Outcome, Unsupported> {
        let branch = match self.control.operation(node) {
            Operation::Load { size, .. } if self.options.looks_at_values() => {
                let loaded = self.terms.variable(size.width().0);
                let outcome = self.step_with(thread, node, spot, Some(loaded))?;
                self.branch(loaded, &outcome)
            }
            _ => None,
        };
        let outcome = self.step_with(thread, node, spot, None)?;
        Ok(Outcome { branch, ..outcome })
    }

    fn step_with(
        &mut self,
        thread: u32,
        node: NodeId,
        spot: &Spot,
        instead: Option<Term>,
    ) -> Result<Outcome, Unsupported> {
        let never = self.terms.truth(false);
        let mut stack = spot.stack.clone();
        for activation in &mut stack.activations {
            let flow = self.control.flow(self.control.context(activation.context).function);
            let fresh = Rounds { round: 0, charged: 0, decided: false };
            activation.rounds = vec![fresh; flow.loops[activation.at.index()].len()];
        }
        self.now = Now { instead, ..Now::new(never, thread, stack, &self.state.memory) };
        self.perform(self.control.at(node).edge)?;
        self.run_on()?;
        let arrivals = std::mem::take(&mut self.now.arrivals);
        let mut memory = self.state.memory.clone();
        for arrival in &arrivals {
            memory.merge(&mut self.terms, &self.objects, arrival.guard, &arrival.memory, None);
        }
        let has_inputs = !self.now.inputs.is_empty();
        if has_inputs && !self.terms.is_false(self.now.blocked) {
            return Err(Unsupported::new("a wait that depends on an input in an atomic section").at(self.now.span));
        }
        let idle = if has_inputs { never } else { self.idle(node, spot, &arrivals) };
        let stays = self.terms.not(self.now.taken_back);
        for (_, child) in &mut self.now.children {
            child.guard = self.terms.and(child.guard, stays);
        }
        Ok(Outcome {
            enabled: self.terms.not(self.now.blocked),
            taken_back: self.now.taken_back,
            idle,
            arrivals,
            children: std::mem::take(&mut self.now.children),
            memory,
            touches: std::mem::take(&mut self.now.touches),
            inputs: std::mem::take(&mut self.now.inputs),
            starts: std::mem::take(&mut self.now.starts),
            branch: None,
        })
    }

    /// When a step leads back to where the thread was, with everything as it was.
    fn idle(&mut self, node: NodeId, spot: &Spot, arrivals: &[Arrival]) -> Term {
        let mut idle = self.terms.truth(false);
        for arrival in arrivals {
            if let Place::Node(at, stack) = &arrival.place
                && *at == node
            {
                let same = stack.equals(&mut self.terms, &spot.stack);
                let memory = arrival.memory.equals(&mut self.terms, &self.objects, &self.state.memory);
                let same = self.terms.and(same, memory);
                let same = self.terms.and(arrival.guard, same);
                idle = self.terms.or(idle, same);
            }
        }
        idle
    }

    /// Whether what was loaded only decides where the thread goes on.
    fn branch(&mut self, loaded: Term, outcome: &Outcome) -> Option<Branch> {
        let mut lasting = Vec::new();
        for arrival in &outcome.arrivals {
            match &arrival.place {
                Place::Node(_, stack) => {
                    lasting.extend(stack.activations.iter().flat_map(|it| it.registers.iter().chain(&it.slots)));
                    lasting.extend(stack.counts.values());
                }
                Place::End(_, result) => lasting.push(*result),
            }
            let same = arrival.memory.equals(&mut self.terms, &self.objects, &self.state.memory);
            if !self.terms.is_true(same) {
                return None;
            }
        }
        let conditions = outcome.arrivals.iter().map(|it| it.guard).collect();
        (!self.mentions(&lasting, loaded)).then_some(Branch { loaded, conditions })
    }

    /// Whether one of the terms is about an unknown. What was made before it cannot be.
    fn mentions(&self, all: &[Term], unknown: Term) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Term> = all.iter().copied().filter(|it| *it >= unknown).collect();
        while let Some(it) = open.pop() {
            if it == unknown {
                return true;
            }
            if seen.insert(it) {
                open.extend(self.terms.node(it).operands().filter(|it| *it >= unknown));
            }
        }
        false
    }

    /// Runs a thread from its beginning to its first visible operation. The way on which it is started is the current one.
    pub(super) fn start(&mut self, thread: u32, function: FunctionId, arguments: &[Term]) -> Result<(), Unsupported> {
        let fresh = Stack { activations: Vec::new(), counts: Default::default() };
        let parent = self.now.run.stack.clone();
        self.now.run.stack = fresh;
        let (arrivals, pending) = (std::mem::take(&mut self.now.arrivals), std::mem::take(&mut self.now.pending));
        let (before, way) = (self.now.thread, self.now.run.clone());
        let (section, edge, span) = (std::mem::replace(&mut self.now.run.section, 0), self.now.edge, self.now.span);
        self.now.thread = thread;
        for (_, object) in self.locals_of(thread)? {
            self.now.run.memory.begin(&self.terms, object, None);
        }
        self.call(None, function, arguments)?;
        self.run_on()?;
        self.now.pending = pending;
        let own = std::mem::replace(&mut self.now.arrivals, arrivals);
        self.now.thread = before;
        self.now.run = Run { stack: parent, section, ..way };
        (self.now.edge, self.now.span) = (edge, span);
        for arrival in &own {
            let memory = &mut self.now.run.memory;
            memory.merge(&mut self.terms, &self.objects, arrival.guard, &arrival.memory, None);
        }
        self.now.children.extend(own.into_iter().map(|it| (thread, it)));
        Ok(())
    }

    /// Runs everything that is pending to the next visible operations.
    fn run_on(&mut self) -> Result<(), Unsupported> {
        while let Some((_, (location, run))) = self.now.pending.pop_first() {
            self.now.run = run;
            if self.now.run.is_dead(&mut self.terms) {
                continue;
            }
            self.now.visits += 1;
            self.visits += 1;
            self.is_interrupted |= self.visits.is_multiple_of(64) && (self.interrupted)();
            if self.now.visits > MOST_VISITS || self.is_interrupted {
                self.end(End::Cut);
                continue;
            }
            self.visit(location)?;
        }
        Ok(())
    }

    pub(super) fn context(&self) -> ContextId {
        self.now.run.stack.activations.last().expect("a thread that runs has a function").context
    }

    /// The thread is about to perform a visible operation. Where that turns out to be about its own memory, it goes on.
    pub(super) fn arrive(&mut self, index: u32, operation: &Operation) -> Result<(), Unsupported> {
        let context = self.context();
        let action = &self.control.function(context).edges[index as usize].action;
        let mut operands = Vec::new();
        for expr in walk::operands(action) {
            operands.push(self.evaluate(expr)?);
        }
        let silent = match operation {
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Update { .. }
            | Operation::CompareExchange { .. } => self.is_private(operands[0]),
            Operation::Release(_) => {
                let null = self.terms.constant(self.program.model.pointer_bits(), 0);
                self.terms.eq(operands[0], null)
            }
            _ => self.terms.truth(false),
        };
        if !self.terms.is_false(silent) {
            let mut other = self.now.run.clone();
            self.now.run.assume(&mut self.terms, silent);
            if !self.now.run.is_dead(&mut self.terms) {
                self.perform(index)?;
            }
            let visible = self.terms.not(silent);
            other.assume(&mut self.terms, visible);
            self.now.run = other;
        }
        let guard = self.now.run.guard(&mut self.terms);
        if self.terms.is_false(guard) {
            return Ok(());
        }
        let node = self.control.node(context, index);
        let live = self.control.at(node).live.clone();
        let mut stack = self.now.run.stack.clone();
        stack.activations.last_mut().expect("it runs").at = self.control.function(context).edges[index as usize].from;
        stack.forget(&mut self.terms, &live);
        for activation in &mut stack.activations {
            for value in &mut activation.registers {
                *value = self.narrowed(guard, *value);
            }
        }
        let memory = self.now.run.memory.clone();
        self.now.arrivals.push(Arrival { guard, place: Place::Node(node, stack), memory });
        Ok(())
    }

    /// A choice between numbers without those that it cannot be under a condition.
    fn narrowed(&mut self, guard: Term, value: Term) -> Term {
        if !matches!(self.terms.node(value), smt::Node::Ite(..)) {
            return value;
        }
        let Values::Known(numbers) = self.meaning.of(&self.terms, &self.objects, value) else { return value };
        let width = self.terms.width(value);
        let mut possible = Vec::new();
        for &number in &numbers {
            let number = self.terms.constant(width, number);
            let is = self.terms.eq(value, number);
            let both = self.terms.and(guard, is);
            if !self.terms.is_false(both) {
                possible.push((number, is));
            }
        }
        if possible.len() == numbers.len() {
            return value;
        }
        let Some((last, _)) = possible.pop() else { return value };
        possible.into_iter().rev().fold(last, |choice, (number, is)| self.terms.ite(is, number, choice))
    }

    /// When an address is that of memory that belongs to the running function.
    fn is_private(&mut self, address: Term) -> Term {
        let objects = self.finder().objects(address);
        let is_private = |it: &u32| self.objects.get(*it).kind == Kind::Private;
        let private: Vec<u32> = objects.iter().copied().filter(is_private).collect();
        if private.is_empty() || private.len() == objects.len() {
            return self.terms.truth(!private.is_empty());
        }
        let bits = self.program.model.offset_bits() as u8;
        let width = self.terms.width(address) - bits;
        let upper = self.terms.extract(address, bits, width);
        let mut any = self.terms.truth(false);
        for object in private {
            let wanted = self.terms.constant(width, self.program.model.upper(object).into());
            let is = self.terms.eq(upper, wanted);
            any = self.terms.or(any, is);
        }
        any
    }

    /// Performs a visible operation and goes where the edge leads.
    pub(super) fn perform(&mut self, index: u32) -> Result<(), Unsupported> {
        let function = self.control.function(self.context());
        let edge = &function.edges[index as usize];
        (self.now.span, self.now.edge) = (edge.span, index);
        let Action::Visible(operation) = &edge.action else { return Ok(()) };
        let mut operands = Vec::new();
        for expr in walk::operands(&edge.action) {
            operands.push(self.evaluate(expr)?);
        }
        self.now.access = self.access_of(operation);
        let width_of = |it: RegisterId| function.registers[it.index()].width.0;
        let done = edge::perform(self, operation, &operands, &width_of).map_err(|it| it.at(edge.span))?;
        if let Some((register, value)) = done.set {
            self.now.run.top().registers[register.index()] = value;
        }
        self.go(Some(edge.from), edge.to)
    }

    fn access_of(&self, operation: &Operation) -> Access {
        let by_order = |order: Order| match (order == Order::NonAtomic, self.now.run.section > 0) {
            (false, _) => Access::Atomic,
            (true, true) => Access::Section,
            (true, false) => Access::Plain,
        };
        match operation {
            Operation::Load { order, .. }
            | Operation::Store { order, .. }
            | Operation::Update { order, .. }
            | Operation::CompareExchange { order, .. } => by_order(*order),
            Operation::Free(_)
            | Operation::Reallocate { .. }
            | Operation::Release(_)
            | Operation::CloseSlot(_)
            | Operation::Spawn { place: Some(_), .. } => by_order(Order::NonAtomic),
            Operation::Fence(_)
            | Operation::Lock { .. }
            | Operation::TryLock { .. }
            | Operation::Unlock { .. }
            | Operation::InitMutex { .. }
            | Operation::DestroyMutex(_)
            | Operation::Spawn { place: None, .. }
            | Operation::Join { .. }
            | Operation::Detach(_)
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. }
            | Operation::Allocate { .. }
            | Operation::OpenSlot(_) => Access::Silent,
        }
    }
}
