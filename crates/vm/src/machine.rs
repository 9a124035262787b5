//! The sequentially consistent machine: threads and one memory, stepped and taken back.
//!
//! A thread's current version is a number. Most versions are kept for good ([`Kept`]): a step that some execution has made
//! before is a look at where it led. Otherwise the step copies the words of the thread to the end of a vector and runs it
//! there in place. What cannot be kept (it has changed memory, or there is too much already) stays there until it is taken
//! back. Going back restores the numbers.

use crate::atomic;
use crate::code::{Code, Pc};
use crate::kept::{Beginning, Kept};
use crate::memory::{Kind, Memory};
use crate::names::Names;
use crate::thread::{self, Fuel, Outcome, Request};
use event::{Access, Choice, End, Failure, Fault, Obstacle, Property, Readiness, Status, StopKind, System, ThreadId};
use ir::Program;
use std::collections::BTreeSet;

/// Local instructions that a thread may run between two operations before it is cut.
const LOCAL_FUEL: u64 = 20_000_000;
/// A choice among more values than this is not tried one by one.
pub(crate) const MOST_BRANCHES: u64 = 256;

/// A program that runs under sequential consistency. See [`System`].
#[derive(Debug)]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) code: Code,
    pub(crate) memory: Memory,
    pub(crate) names: Names,
    /// The words of the versions that are not kept, and of the thread that runs.
    pub(crate) words: Vec<u64>,
    versions: Vec<Version>,
    kept: Kept,
    /// For each thread number the current version, or [`NO_VERSION`]: a kept one, or [`TEMPORARY`] and its index.
    current: Vec<u32>,
    /// The versions that were current before, to go back to.
    moves: Vec<(ThreadId, u32)>,
    threads: Vec<ThreadId>,
    /// What each of `threads` runs.
    start_functions: Vec<u32>,
    /// Threads that were joined.
    pub(crate) joined: Vec<ThreadId>,
    failures: Vec<Failure>,
    /// Where each failure happened, innermost frame first.
    failure_stacks: Vec<Vec<(u32, Pc)>>,
    steps: Vec<Mark>,
    rare: Vec<Rare>,
    /// Threads spawned by the running step, to be started at its end.
    pub(crate) to_start: Vec<(ThreadId, u32, u64)>,
    /// Changes with every step and every step back.
    pub(crate) stamp: u64,
    pub(crate) probes: Vec<Option<atomic::Probe>>,
    /// Choices that were met and have too many values.
    pub(crate) unexplored: BTreeSet<Pc>,
    /// Every request that is performed, while somebody wants to know.
    pub(crate) observed: Option<Vec<Observed>>,
    /// Every object that is created and where it comes from, while somebody wants to know.
    pub(crate) created: Vec<(u32, Origin)>,
}

const NO_VERSION: u32 = u32::MAX;
/// Where a thread runs that does not.
pub(crate) const NO_FRAME: usize = usize::MAX;
/// Marks the number of a version that is not kept.
const TEMPORARY: u32 = 1 << 31;

/// The state of a thread since some step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version {
    pub start: usize,
    pub length: usize,
    pub thread: ThreadId,
    /// How many steps led here, those of the threads that led to its creation included.
    pub steps: u32,
    pub outcome: Outcome,
}

/// How much of each stack there was before a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    moves: u32,
    versions: u32,
    words: u32,
    memory: u32,
    rare: u32,
}

/// How much there was of what few steps change.
#[derive(Clone, Copy, Debug)]
struct Rare {
    threads: usize,
    joined: usize,
    failures: usize,
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// An allocation, or the opening of a slot.
    Instruction(Pc),
    /// A thread's own instance of a global.
    ThreadLocal(ir::GlobalId),
}

/// A request and its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed {
    pub pc: Pc,
    pub request: Request,
    pub answer: Result<u64, End>,
    pub access: Access,
}

impl<'p> Machine<'p> {
    /// A machine at the start of a valid program, its first thread at its first operation.
    pub fn new(program: &'p Program, code: Code) -> Machine<'p> {
        Machine::start(program, code, None)
    }

    /// The same, but everything that it does is written down from the start.
    pub(crate) fn observed(program: &'p Program, code: Code) -> Machine<'p> {
        Machine::start(program, code, Some(Vec::new()))
    }

    fn start(program: &'p Program, code: Code, observed: Option<Vec<Observed>>) -> Machine<'p> {
        let mut machine = Machine {
            program,
            memory: Memory::new(program),
            names: Names::new(),
            words: Vec::new(),
            versions: Vec::new(),
            kept: Kept::default(),
            current: vec![NO_VERSION],
            moves: Vec::new(),
            threads: Vec::new(),
            start_functions: Vec::new(),
            joined: Vec::new(),
            failures: Vec::new(),
            failure_stacks: Vec::new(),
            steps: Vec::new(),
            rare: Vec::new(),
            to_start: vec![(ThreadId(0), code.entry, 0)],
            stamp: 0,
            probes: Vec::new(),
            unexplored: BTreeSet::new(),
            observed,
            created: Vec::new(),
            code,
        };
        if machine.code.uninitialised {
            machine.memory.track_writes();
        }
        machine.start_new_threads();
        machine
    }

    /// Where choices with too many values were met, in the order of the code.
    pub fn unexplored(&self) -> impl Iterator<Item = source::Span> {
        self.unexplored.iter().map(|&pc| self.code.site(pc).span)
    }

    /// The spawn indices that lead from the first thread to this one.
    pub fn path(&self, thread: ThreadId) -> Vec<u32> {
        self.names.path(thread)
    }

    /// The contents of a global object.
    pub fn global(&self, global: ir::GlobalId) -> &[u8] {
        self.memory.contents(self.program.global_object(global))
    }

    /// What an ended thread returned.
    pub fn result(&self, thread: ThreadId) -> Option<u64> {
        let version = self.version(thread)?;
        match version.outcome {
            Outcome::Ended(_) => self.words_of(thread).first().copied(),
            Outcome::At(_) => None,
        }
    }

    /// The request of a waiting thread and the instruction that makes it.
    pub(crate) fn request(&self, thread: ThreadId) -> Option<(Pc, Request)> {
        let version = self.version(thread)?;
        match version.outcome {
            Outcome::At(request) => Some((thread::pc(self.words_of(thread), 0), request)),
            Outcome::Ended(_) => None,
        }
    }

    /// A heap object that nobody can reach any more, at the regular end of the process: every thread has returned.
    pub(crate) fn leaked(&self) -> Option<u32> {
        if !self.memory.uses_heap() || !self.code.checked.contains(Property::Memory) {
            return None;
        }
        let returned = |&it: &ThreadId| matches!(self.status(it), Status::Ended(End::Returned | End::MainReturned));
        self.threads.iter().all(returned).then(|| self.memory.unreachable()).flatten()
    }

    /// The functions on a waiting thread's stack, innermost first.
    pub(crate) fn stack(&self, thread: ThreadId) -> Vec<(u32, Pc)> {
        match self.version(thread) {
            Some(version) if matches!(version.outcome, Outcome::At(_)) => thread::stack(self.words_of(thread), 0),
            _ => Vec::new(),
        }
    }

    /// The stack of a failure, innermost first.
    pub(crate) fn failure_stack(&self, failure: usize) -> &[(u32, Pc)] {
        &self.failure_stacks[failure]
    }

    /// The function that a thread runs.
    pub(crate) fn start_function(&self, thread: ThreadId) -> Option<u32> {
        self.threads.iter().position(|&it| it == thread).map(|it| self.start_functions[it])
    }

    pub(crate) fn version(&self, thread: ThreadId) -> Option<&Version> {
        let &id = self.current.get(thread.index())?;
        (id != NO_VERSION).then(|| self.at(id))
    }

    /// A version by number.
    #[inline]
    fn at(&self, id: u32) -> &Version {
        if id & TEMPORARY == 0 { self.kept.version(id) } else { &self.versions[(id & !TEMPORARY) as usize] }
    }

    /// Where a thread that exists is.
    #[inline]
    fn outcome(&self, thread: ThreadId) -> &Outcome {
        &self.at(self.current[thread.index()]).outcome
    }

    /// The words of a thread that exists.
    pub(crate) fn words_of(&self, thread: ThreadId) -> &[u64] {
        let id = self.current[thread.index()];
        if id & TEMPORARY == 0 {
            return self.kept.words(id);
        }
        let version = &self.versions[(id & !TEMPORARY) as usize];
        &self.words[version.start..version.start + version.length]
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            moves: self.moves.len() as u32,
            versions: self.versions.len() as u32,
            words: self.words.len() as u32,
            memory: self.memory.mark() as u32,
            rare: self.rare.len() as u32,
        }
    }

    /// To be called before a thread starts, is joined or fails.
    pub(crate) fn before_rare_change(&mut self) {
        let Machine { threads, joined, failures, .. } = self;
        self.rare.push(Rare { threads: threads.len(), joined: joined.len(), failures: failures.len() });
    }

    /// Begins a step that can be taken back to this mark.
    pub(crate) fn push_step(&mut self, mark: Mark) {
        self.steps.push(mark);
        self.stamp += 1;
    }

    /// Takes back everything since the mark.
    pub(crate) fn restore(&mut self, mark: Mark) {
        for (thread, previous) in self.moves.drain(mark.moves as usize..).rev() {
            self.current[thread.index()] = previous;
        }
        self.versions.truncate(mark.versions as usize);
        self.words.truncate(mark.words as usize);
        self.memory.back_to(mark.memory as usize);
        if let Some(&Rare { threads, joined, failures }) = self.rare.get(mark.rare as usize) {
            self.threads.truncate(threads);
            self.start_functions.truncate(threads);
            self.joined.truncate(joined);
            self.failures.truncate(failures);
            self.failure_stacks.truncate(failures);
            self.rare.truncate(mark.rare as usize);
        }
        self.to_start.clear();
    }

    /// The child of that number, with room for its versions.
    pub(crate) fn child(&mut self, parent: ThreadId, index: u32) -> ThreadId {
        let child = self.names.child(parent, index);
        self.current.resize(self.names.thread_count(), NO_VERSION);
        child
    }

    /// Copies the current version of a thread to the end of the words; says where it begins.
    pub(crate) fn copy_version(&mut self, thread: ThreadId) -> usize {
        let base = self.words.len();
        let id = self.current[thread.index()];
        if id & TEMPORARY == 0 {
            self.words.extend_from_slice(self.kept.words(id));
        } else {
            let version = self.versions[(id & !TEMPORARY) as usize];
            self.words.extend_from_within(version.start..version.start + version.length);
        }
        base
    }

    /// Makes a version the current one of its thread.
    #[inline]
    fn go(&mut self, thread: ThreadId, id: u32) {
        self.moves.push((thread, self.current[thread.index()]));
        self.current[thread.index()] = id;
    }

    /// Runs the thread at the end of the words up to its next visible request, serving silent ones.
    pub(crate) fn run_to_request(&mut self, thread: ThreadId, base: usize, fuel: &mut Fuel) -> Outcome {
        let outcome = thread::run(&self.code, &mut self.words, base, fuel);
        self.serve_silently(thread, base, outcome, fuel)
    }

    /// Serves requests that nobody else can notice, until there is another one.
    #[inline(never)]
    fn serve_silently(&mut self, thread: ThreadId, base: usize, mut outcome: Outcome, fuel: &mut Fuel) -> Outcome {
        loop {
            let created = match outcome {
                Outcome::At(Request::Allocate { size, zeroed }) => {
                    self.create(thread, base, size, Kind::Heap, zeroed).map(|it| self.address(it))
                }
                // The frame keeps the object's number, not its address.
                Outcome::At(Request::OpenSlot { size, zeroed }) => {
                    self.create(thread, base, size, Kind::Slot, zeroed).map(u64::from)
                }
                // The end of a section that was never begun.
                Outcome::At(Request::AtomicEnd) if thread::atomic_depth(&self.words, base) == 0 => Ok(0),
                outcome => return outcome,
            };
            match created {
                Ok(answer) => outcome = thread::resume(&self.code, &mut self.words, base, answer, fuel),
                Err(end) => return Outcome::Ended(end),
            }
        }
    }

    /// The address of an object; null for no object.
    pub(crate) fn address(&self, object: u32) -> u64 {
        self.program.model.pack(object, 0)
    }

    /// A new object of the thread that runs at `base`; its number, 0 if there is no room for it.
    pub(crate) fn create(
        &mut self,
        creator: ThreadId,
        base: usize,
        size: u64,
        kind: Kind,
        zeroed: bool,
    ) -> Result<u32, End> {
        let model = self.program.model;
        if size > model.max_object_size() {
            // As large as no memory: the allocation fails.
            return Ok(0);
        }
        let index = thread::next_object(&mut self.words, base);
        let object = self.names.object(creator, index, self.memory.next_object());
        if object >= model.first_private() {
            return Err(End::Stopped(StopKind::Cut));
        }
        self.memory.create(object, size as u32, kind, zeroed);
        if self.observed.is_some() {
            self.created.push((object, Origin::Instruction(thread::pc(&self.words, base))));
        }
        Ok(object)
    }

    /// Gives a new thread its own thread-local globals.
    fn create_thread_locals(&mut self, thread: ThreadId, base: usize) -> Result<(), End> {
        for index in 0..self.code.thread_locals.len() {
            let global = self.code.thread_locals[index];
            let size = self.program.globals[global.index()].shape.size(self.program.model);
            let constant = self.program.globals[global.index()].constant;
            let kind = if constant { Kind::Constant } else { Kind::ThreadLocal };
            let object = self.create(thread, base, size.into(), kind, true)?;
            self.memory.copy(self.program.global_object(global), object);
            if let Some(last) = self.created.last_mut().filter(|_| self.observed.is_some()) {
                last.1 = Origin::ThreadLocal(global);
            }
            thread::set_thread_local(&mut self.words, base, index, object);
        }
        Ok(())
    }

    /// Makes what was run at the end of the words the current version of its thread.
    #[inline]
    pub(crate) fn finish(&mut self, thread: ThreadId, base: usize, outcome: Outcome) {
        let version = self.settled(thread, base, outcome);
        self.go(thread, self.versions.len() as u32 | TEMPORARY);
        self.versions.push(version);
    }

    /// The version that was run at the end of the words.
    fn settled(&mut self, thread: ThreadId, base: usize, outcome: Outcome) -> Version {
        let steps = 1 + self.version(thread).map_or_else(|| self.steps_of_parent(thread), |it| it.steps);
        let outcome = match outcome {
            Outcome::At(_) if steps <= self.code.most_steps => outcome,
            _ => self.end(thread, base, outcome),
        };
        Version { start: base, length: self.words.len() - base, thread, steps, outcome }
    }

    /// Runs a thread on after the answer to its request: code that no execution has run from here, or that cannot be
    /// kept.
    #[inline(never)]
    fn advance(&mut self, thread: ThreadId, request: Request, answer: u64) {
        let from = self.current[thread.index()];
        let base = self.copy_version(thread);
        if let Request::Spawn { .. } = request {
            thread::next_spawn(&mut self.words, base);
        }
        let mut fuel = Fuel(LOCAL_FUEL);
        let outcome = thread::resume(&self.code, &mut self.words, base, answer, &mut fuel);
        if outcome.is_silent() {
            let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
            return self.finish(thread, base, outcome);
        }
        if from & TEMPORARY != 0 || matches!(outcome, Outcome::Ended(End::Failed(_))) {
            return self.finish(thread, base, outcome);
        }
        let version = self.settled(thread, base, outcome);
        match self.kept.add(from, answer, version, &self.words[base..]) {
            Some(id) => {
                self.words.truncate(base);
                self.go(thread, id);
            }
            None => {
                self.go(thread, self.versions.len() as u32 | TEMPORARY);
                self.versions.push(version);
            }
        }
    }

    /// Ends the thread that runs at `base`, unless it has not ended but made too many steps: then too.
    #[inline(never)]
    fn end(&mut self, thread: ThreadId, base: usize, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::At(_) => {
                thread::end(&mut self.words, base, 0);
                Outcome::Ended(End::Stopped(StopKind::Steps))
            }
            Outcome::Ended(End::MainReturned) if thread != ThreadId(0) => Outcome::Ended(End::Returned),
            Outcome::Ended(End::Returned | End::MainReturned) => outcome,
            Outcome::Ended(End::Stopped(_)) => {
                thread::end(&mut self.words, base, 0);
                outcome
            }
            Outcome::Ended(End::Failed(fault)) => {
                self.before_rare_change();
                self.failures.push(Failure { thread, fault });
                self.failure_stacks.push(thread::stack(&self.words, base));
                thread::end(&mut self.words, base, 0);
                outcome
            }
        }
    }

    /// How many steps have led to a new thread.
    fn steps_of_parent(&self, thread: ThreadId) -> u32 {
        self.names.parent(thread).and_then(|it| self.version(it)).map_or(0, |it| it.steps)
    }

    /// Runs threads that the step has spawned up to their first operations.
    pub(crate) fn start_new_threads(&mut self) {
        for index in 0..self.to_start.len() {
            let (thread, function, argument) = self.to_start[index];
            self.before_rare_change();
            self.threads.push(thread);
            self.start_functions.push(function);
            let beginning = (thread, function, argument, self.steps_of_parent(thread));
            if let Some(id) = self.kept.root(beginning) {
                self.go(thread, id);
                continue;
            }
            let base = self.words.len();
            thread::start(&self.code, &mut self.words, function, argument);
            let mut fuel = Fuel(LOCAL_FUEL);
            let outcome = match self.create_thread_locals(thread, base) {
                Ok(()) => thread::run(&self.code, &mut self.words, base, &mut fuel),
                Err(end) => Outcome::Ended(end),
            };
            if outcome.is_silent() {
                let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
                self.finish(thread, base, outcome);
                continue;
            }
            self.finish(thread, base, outcome);
            if self.code.thread_locals.is_empty() && !matches!(outcome, Outcome::Ended(End::Failed(_))) {
                self.keep_beginning(beginning, base);
            }
        }
        self.to_start.clear();
    }
}

impl Machine<'_> {
    /// Keeps the first version of a thread, which has just been made the current one.
    fn keep_beginning(&mut self, beginning: Beginning, base: usize) {
        let Some(&version) = self.versions.last() else { return };
        if let Some(id) = self.kept.add_root(beginning, version, &self.words[base..]) {
            self.current[version.thread.index()] = id;
            self.versions.pop();
            self.words.truncate(base);
        }
    }

    /// Whether a thread at an operation that may wait can go on.
    #[inline(never)]
    fn can_go_on(&mut self, thread: ThreadId) -> bool {
        match *self.outcome(thread) {
            Outcome::Ended(_) => false,
            Outcome::At(Request::AtomicBegin) => self.probe(thread).branches() > 0,
            Outcome::At(request) => self.can_serve(request),
        }
    }

    /// Makes a step that is a load or a store in order, which some execution has made before. Says whether it was one.
    #[inline(always)]
    fn step_quickly(&mut self, thread: ThreadId, id: u32, accesses: &mut Vec<Access>) -> bool {
        if id & TEMPORARY != 0 || self.observed.is_some() {
            return false;
        }
        let mark = self.mark();
        let (served, request) = match self.kept.version(id).outcome {
            Outcome::At(request @ Request::Load { address, size }) => (self.load(address, size), request),
            Outcome::At(request @ Request::Store { address, size, value }) => {
                (self.store(address, size, value), request)
            }
            _ => return false,
        };
        let Some((access, answer)) = served else { return false };
        self.push_step(mark);
        accesses.push(access);
        match self.kept.next(id, answer) {
            Some(next) => self.go(thread, next),
            None => self.advance(thread, request, answer),
        }
        true
    }

    /// One step in all detail: for operations that change the thread's own words, and for whoever watches.
    #[inline(never)]
    fn step_slowly(&mut self, choice: Choice, request: Request, accesses: &mut Vec<Access>) {
        let base = self.copy_version(choice.thread);
        let outcome = match self.serve(choice.thread, base, request, choice.branch, accesses) {
            Ok(answer) => {
                thread::answer_request(&self.code, &mut self.words, base, answer);
                self.run_to_request(choice.thread, base, &mut Fuel(LOCAL_FUEL))
            }
            Err(end) => Outcome::Ended(end),
        };
        self.finish(choice.thread, base, outcome);
        if !self.to_start.is_empty() {
            self.start_new_threads();
        }
    }
}

impl System for Machine<'_> {
    fn threads(&self) -> &[ThreadId] {
        &self.threads
    }

    #[inline]
    fn status(&self, thread: ThreadId) -> Status {
        match *self.outcome(thread) {
            Outcome::At(_) => Status::Waiting,
            Outcome::Ended(end) => Status::Ended(end),
        }
    }

    #[inline(always)]
    fn enabled(&mut self, thread: ThreadId) -> bool {
        match self.outcome(thread) {
            Outcome::Ended(_) => false,
            Outcome::At(Request::AtomicBegin | Request::Lock { .. } | Request::Join { .. }) => self.can_go_on(thread),
            Outcome::At(_) => true,
        }
    }

    #[inline]
    fn branches(&mut self, thread: ThreadId) -> u32 {
        match *self.outcome(thread) {
            Outcome::At(Request::Choose { count, .. }) if count <= MOST_BRANCHES => count as u32,
            Outcome::At(Request::AtomicBegin) => self.probe(thread).branches(),
            Outcome::At(_) | Outcome::Ended(_) => 1,
        }
    }

    fn pending(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) {
        match self.request(thread) {
            None => {}
            Some((_, Request::AtomicBegin)) => accesses.extend_from_slice(self.probe(thread).accesses()),
            Some((_, request)) => {
                let access = self.access(thread, request);
                accesses.push(access);
                if let Access::Join(child) = access {
                    self.joined_accesses(child, accesses);
                }
            }
        }
    }

    #[inline(always)]
    fn readiness(&mut self, thread: ThreadId) -> Readiness {
        match self.outcome(thread) {
            Outcome::Ended(_) => Readiness::Waiting,
            Outcome::At(
                Request::Load { .. }
                | Request::Store { .. }
                | Request::Update { .. }
                | Request::Fence
                | Request::InitMutex { .. }
                | Request::Spawn { .. }
                | Request::CloseSlot { .. },
            ) => Readiness::Plain,
            Outcome::At(Request::Lock { .. } | Request::Join { .. }) => {
                if self.can_go_on(thread) {
                    Readiness::Plain
                } else {
                    Readiness::Waiting
                }
            }
            Outcome::At(_) => {
                if self.enabled(thread) {
                    Readiness::Special
                } else {
                    Readiness::Waiting
                }
            }
        }
    }

    #[inline]
    fn varies(&self, thread: ThreadId) -> bool {
        match self.outcome(thread) {
            Outcome::Ended(_) => false,
            Outcome::At(request) => request.varies(),
        }
    }

    fn waits_for(&self, thread: ThreadId) -> Obstacle {
        match self.request(thread) {
            Some((_, Request::Join { .. })) => Obstacle::Thread,
            Some((_, Request::Lock { mutex })) => match self.memory.locate(mutex, 4, true) {
                Ok(at) => Obstacle::Mutex(at.place),
                Err(_) => Obstacle::Several,
            },
            _ => Obstacle::Several,
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice, accesses: &mut Vec<Access>) {
        let Choice { thread, branch } = choice;
        debug_assert!(self.enabled(thread), "only enabled threads are stepped");
        let id = self.current[thread.index()];
        if self.step_quickly(thread, id, accesses) {
            return;
        }
        let Outcome::At(request) = self.at(id).outcome else {
            unreachable!("an ended thread is never enabled");
        };
        if request == Request::AtomicBegin {
            self.step_section(choice, accesses);
            return;
        }
        let expected = if cfg!(debug_assertions) { Some(self.access(thread, request)) } else { None };
        let first = accesses.len();
        self.push_step(self.mark());
        if request.needs_frame() || self.observed.is_some() {
            self.step_slowly(choice, request, accesses);
        } else {
            match self.serve(thread, NO_FRAME, request, branch, accesses) {
                Ok(answer) => match (id & TEMPORARY == 0).then(|| self.kept.next(id, answer)).flatten() {
                    Some(next) => self.go(thread, next),
                    None => self.advance(thread, request, answer),
                },
                Err(end) => {
                    let base = self.copy_version(thread);
                    self.finish(thread, base, Outcome::Ended(end));
                }
            }
            if !self.to_start.is_empty() {
                self.start_new_threads();
            }
        }
        debug_assert!(expected.is_none_or(|it| it == accesses[first]), "pending accesses come true");
    }

    fn depth(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    fn back_to(&mut self, depth: usize) {
        if let Some(&mark) = self.steps.get(depth) {
            self.restore(mark);
            self.steps.truncate(depth);
            self.stamp += 1;
        }
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn final_fault(&self) -> Option<Fault> {
        self.leaked().map(|_| Fault::Leak)
    }

    fn encode(&mut self, part: &mut dyn FnMut(&[u64])) {
        let mut words = Vec::new();
        for number in 0..self.current.len() {
            let thread = ThreadId(number as u32);
            let Some(version) = self.version(thread) else { continue };
            words.clear();
            words.push(number as u64);
            let own = self.words_of(thread);
            match version.outcome {
                Outcome::At(_) => thread::encode(&self.code, own, &mut words),
                // How it ended matters for deadlocks and joins.
                Outcome::Ended(end) => {
                    let joined = u64::from(self.joined.contains(&thread));
                    words.extend([u64::MAX, end_code(end), joined, own[0]]);
                }
            }
            part(&words);
        }
        words.clear();
        self.memory.encode(&mut words);
        part(&words);
    }
}

fn end_code(end: End) -> u64 {
    match end {
        End::Returned => 0,
        End::MainReturned => 1,
        End::Stopped(kind) => 2 + kind as u64,
        End::Failed(fault) => 16 + fault as u64,
    }
}
