//! Threads: each is unrolled where it is started, and joined by those who wait for it.

use super::build::{Builder, Purpose};
use super::graph::{Place, Thread};
use super::parts::{Effect, Ending, OpenJoin, Running};
use super::state::State;
use crate::edge::{MistakeKind, Unsupported, World};
use crate::memory::Values;
use crate::memory::{Kind, Object};
use ir::{FunctionId, GlobalId};
use smt::Term;

/// More threads than this are not started.
const MOST_THREADS: usize = 2_000;

impl Builder<'_> {
    /// Unrolls a thread from the current state, which is that of its start.
    pub fn run_thread(
        &mut self,
        thread: u32,
        parent: Option<(u32, u32)>,
        function: FunctionId,
        arguments: &[Term],
    ) -> Result<(), Unsupported> {
        let outer = std::mem::replace(&mut self.now, Running::new(thread));
        let guard = self.guard();
        let begin = (self.graph.clocks, self.terms.variables().len() as u32);
        self.make_thread_locals()?;
        if let Some(result) = self.call(function, arguments)? {
            let pointer = self.program.model.pointer_bits();
            let result = self.resized(result, pointer);
            self.end_thread(result, true);
        }
        let mut finished = self.terms.truth(false);
        let mut value = self.terms.constant(self.program.model.pointer_bits(), 0);
        let mut left = self.terms.truth(false);
        let mut last = Vec::new();
        for end in std::mem::take(&mut self.now.ends) {
            finished = self.terms.or(finished, end.when);
            value = self.terms.ite(end.when, end.result, value);
            last.extend(end.last);
            if !end.returns {
                left = self.terms.or(left, end.when);
            }
        }
        let values = self.meaning.of(&self.terms, &self.objects, value);
        let objects = &self.objects;
        self.noted.note_write(Place::Result(thread), thread, &values, false, &|it| objects.of_address(it));
        let clocks = begin.0..self.graph.clocks;
        let variables = begin.1..self.terms.variables().len() as u32;
        let thread_of = Thread { parent, guard, finished, left, result: value, last, clocks, variables };
        self.graph.threads[thread as usize] = Some(thread_of);
        self.now = outer;
        Ok(())
    }

    /// The running thread comes to its end here.
    pub fn end_thread(&mut self, result: Term, returns: bool) {
        self.flush();
        let guard = self.guard();
        if !self.terms.is_false(guard) {
            self.now.ends.push(Ending { when: guard, result, returns, last: self.state.last.clone() });
        }
    }

    /// A term cut or extended by zeros to a width.
    pub fn resized(&mut self, term: Term, width: u8) -> Term {
        let is = self.terms.width(term);
        match is.cmp(&width) {
            std::cmp::Ordering::Less => self.terms.zero_extend(term, width),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => self.terms.extract(term, 0, width),
        }
    }

    fn make_thread_locals(&mut self) -> Result<(), Unsupported> {
        for index in 0..self.program.globals.len() {
            let global = &self.program.globals[index];
            if global.thread_local {
                let id = GlobalId(index as u32);
                let size = global.shape.size(self.program.model);
                let kind = if global.constant { Kind::Constant(id) } else { Kind::ThreadLocal(id) };
                let object = self.make(Object::written(kind, size))?;
                self.now.thread_locals.push((id, object));
            }
        }
        self.now.effects.clear();
        Ok(())
    }

    /// Starts a thread; its handle, which is stored before if there is a place for it.
    pub fn start_thread(&mut self, function: Term, argument: Term, place: Option<Term>) -> Result<Term, Unsupported> {
        let pointer = self.program.model.pointer_bits();
        let mut started = Vec::new();
        let mut handle = self.terms.constant(pointer, 0);
        let (parent, first) = (self.now.thread, self.now.starts);
        for (id, is) in self.functions_at(function)? {
            let runs = &self.program.functions[id.index()];
            let takes: Vec<u8> = (0..runs.parameters as usize).map(|it| runs.registers[it].width.0).collect();
            let arguments = match (&takes[..], self.program.runner) {
                ([], None) => Vec::new(),
                ([width], None) if *width <= pointer => vec![self.resized(argument, *width)],
                ([], Some(_)) => vec![function, argument],
                ([width], Some(_)) if *width <= pointer => vec![function, argument],
                _ => continue,
            };
            let index = first + started.len() as u32;
            let child = self.thread_number(parent, index);
            if self.graph.threads.len() > MOST_THREADS {
                return Err(Unsupported::new("very many threads"));
            }
            let number = self.terms.constant(pointer, u64::from(child) + 1);
            handle = self.terms.ite(is, number, handle);
            started.push((id, is, child, arguments));
        }
        let fine = self.terms.any(started.iter().map(|it| it.1).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadCall);
        let always = self.terms.truth(true);
        if let Some(place) = place.filter(|_| !planted::bug!(HandleNotStored)) {
            self.store(place, pointer / 8, handle, always)?;
        }
        let clock = self.clock();
        for (index, (id, is, child, arguments)) in (first..).zip(started) {
            self.now.starts += 1;
            let mut start = State::start(&self.state, vec![clock]);
            start.assume(&mut self.terms, is);
            let guard = start.guard(&mut self.terms);
            if self.terms.is_false(guard) {
                continue;
            }
            let silent = self.terms.truth(false);
            self.now.effects.push(Effect { guard, silent, mutex: None });
            if let Some(step) = self.step() {
                step.starts.push((guard, child));
            }
            let own = std::mem::replace(&mut self.state, start);
            self.run_thread(child, Some((parent, index)), self.program.runner.unwrap_or(id), &arguments)?;
            self.state = own;
        }
        // The step is there even if no other thread sees where the handle goes.
        self.now.silent = None;
        Ok(handle)
    }

    /// The functions that an address may be that of, each with when it is.
    pub fn functions_at(&mut self, address: Term) -> Result<Vec<(FunctionId, Term)>, Unsupported> {
        let program = self.program;
        let found = self.place_finder().functions(program, address)?;
        let mut functions = Vec::new();
        for function in found {
            let at = program.model.pack(program.function_object(function), 0);
            let at = self.terms.constant(self.terms.width(address), at);
            let is = self.terms.eq(address, at);
            if !self.terms.is_false(is) {
                functions.push((function, is));
            }
        }
        Ok(functions)
    }

    /// The threads that a handle may be that of, each with when it is. The running thread ends where it is none's.
    pub fn started_threads(&mut self, handle: Term) -> Result<Vec<(u32, Term)>, Unsupported> {
        let Values::Known(values) = self.meaning.of(&self.terms, &self.objects, handle) else {
            return Err(Unsupported::new("waiting for a thread that is not known"));
        };
        let width = self.terms.width(handle);
        let mut threads = Vec::new();
        for value in values {
            let child = value.wrapping_sub(1);
            let number = self.terms.constant(width, value);
            let is = self.terms.eq(handle, number);
            if value > 0 && self.is_thread(child) {
                threads.push((child as u32, is));
            }
        }
        let some = self.terms.any(threads.iter().map(|it| it.1).collect::<Vec<_>>());
        self.require(some, MistakeKind::BadJoin);
        Ok(threads)
    }

    /// A thread can be joined or detached once.
    pub fn mark_joined(&mut self, child: u32, when: Term) {
        let before = self.read_place(Place::Joined(child), when);
        let again = self.terms.and(when, before);
        self.mistake(again, MistakeKind::BadJoin);
        let yes = self.terms.truth(true);
        self.write_place(Place::Joined(child), yes, when);
    }

    /// Waits for a thread; its result.
    pub fn join_thread(&mut self, handle: Term) -> Result<Term, Unsupported> {
        let threads = self.started_threads(handle)?;
        let mut result = self.terms.constant(self.program.model.pointer_bits(), 0);
        let mut done = Vec::new();
        let mut edges = Vec::new();
        let mut open = Vec::new();
        for (child, is) in threads {
            let (finished, value, last) = match self.graph.threads.get(child as usize).cloned().flatten() {
                Some(thread) => (thread.finished, thread.result, thread.last),
                // It waits for itself, for ever.
                None if child == self.now.thread => continue,
                None => {
                    let finished = self.meaning.variable(&mut self.terms, 1, Values::Known(vec![0, 1]));
                    let value = self.fresh(Place::Result(child));
                    open.push((child, is, finished, value));
                    (finished, value, Vec::new())
                }
            };
            done.push(self.terms.and(is, finished));
            result = self.terms.ite(is, value, result);
            edges.push((last, is, child));
        }
        let done = self.terms.any(done);
        let guard = self.guard();
        let never = self.terms.not(done);
        let never = self.terms.and(guard, never);
        self.note_wait(never, Vec::new());
        self.state.assume(&mut self.terms, done);
        let clock = self.clock();
        // What the thread does from here on it does after this join, unless it can get there on another way. To its end, too:
        // whoever waits for this thread does not wait for the other one, if this one can end without having done so.
        let alone = self.now.waiting == 0 && (self.now.ends.is_empty() || planted::bug!(EarlyExitsForgotten));
        let guard = self.guard();
        for (child, is, finished, result) in open {
            let when = self.terms.and(guard, is);
            self.graph.open_joins.push(OpenJoin { child, finished, result, clock, when });
        }
        for (last, is, child) in edges {
            if let Some(step) = self.step() {
                step.joins.push((is, child));
            }
            if planted::bug!(JoinsUnordered) {
                self.mark_joined(child, is);
                continue;
            }
            if alone && self.terms.is_true(is) {
                self.graph.order.extend(last.into_iter().map(|it| (it, clock)));
            } else {
                let guard = self.guard();
                let when = self.terms.and(guard, is);
                self.graph.conditional.extend(last.into_iter().map(|it| (it, clock, when)));
            }
            self.mark_joined(child, is);
            self.end_thread_locals(child, is);
        }
        Ok(result)
    }

    /// A thread's own instances of globals end when it is joined.
    fn end_thread_locals(&mut self, child: u32, when: Term) {
        let count = self.program.globals.iter().filter(|it| it.thread_local).count() as u32;
        for object in (0..count).filter_map(|it| self.objects.named(child, it)).collect::<Vec<_>>() {
            let is_seen = self.assumed.is_lent(object) || self.options.purpose == Purpose::Leaks;
            if is_seen && matches!(self.objects.get(object).kind, Kind::ThreadLocal(_)) {
                let dead = self.terms.truth(false);
                self.write_place(Place::Alive(object), dead, when);
                self.log_end(object, when);
            }
        }
    }

    /// What was not known of threads when they were waited for is known now.
    pub fn settle_joins(&mut self) {
        for it in std::mem::take(&mut self.graph.open_joins) {
            let Some(thread) = self.graph.threads.get(it.child as usize).cloned().flatten() else {
                let never = self.terms.not(it.finished);
                self.graph.constraints.push(never);
                continue;
            };
            let same = self.terms.eq(it.finished, thread.finished);
            let equal = self.terms.eq(it.result, thread.result);
            let equal = self.terms.implies(it.finished, equal);
            self.graph.constraints.extend([same, equal]);
            self.graph.conditional.extend(thread.last.iter().map(|&last| (last, it.clock, it.when)));
        }
    }
}
