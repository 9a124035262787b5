//! How threads run: from version to version, and from nothing to their first.

use super::{LOCAL_FUEL, Machine, NO_VERSION, Origin, TEMPORARY, Trail, Version};
use crate::kept::Beginning;
use crate::memory::Kind;
use crate::serve::handle;
use crate::thread::{self, Fuel, Outcome, Request};
use event::{Access, Choice, End, Failure, StopKind, ThreadId};

impl Machine<'_> {
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
    #[inline(always)]
    pub(super) fn go(&mut self, thread: ThreadId, id: u32) {
        self.moves.push((thread, self.current[thread.index()]));
        self.current[thread.index()] = id;
    }

    /// Runs the thread at the end of the words up to its next visible request, serving silent ones.
    pub(crate) fn run_to_request(&mut self, thread: ThreadId, base: usize, fuel: &mut Fuel) -> Outcome {
        let outcome = self.run_on(thread, base, fuel);
        self.serve_silently(thread, base, outcome, fuel)
    }

    /// Runs the thread at the end of the words up to its next request, be it one that nobody else can notice.
    fn run_on(&mut self, thread: ThreadId, base: usize, fuel: &mut Fuel) -> Outcome {
        match &mut self.visits {
            None => thread::run(&self.code, &mut self.words, base, fuel),
            Some(visits) => thread::run_watched(&self.code, &mut self.words, base, fuel, &mut visits.of(thread)),
        }
    }

    /// Serves requests that nobody else can notice, until there is another one.
    #[inline(never)]
    fn serve_silently(&mut self, thread: ThreadId, base: usize, mut outcome: Outcome, fuel: &mut Fuel) -> Outcome {
        loop {
            let created = match outcome {
                Outcome::At(Request::Allocate { size, automatic: true, .. })
                    if size > self.program.model.max_object_size() =>
                {
                    Err(self.code.end_by(event::Fault::BadSize))
                }
                Outcome::At(Request::Allocate { size, zeroed, automatic: true }) => {
                    self.create(thread, base, size, Kind::Slot, zeroed).map(|it| self.address(it))
                }
                Outcome::At(Request::Allocate { size, automatic: false, .. }) if self.is_reuse(thread, base, size) => {
                    return outcome;
                }
                Outcome::At(Request::Allocate { size, zeroed, automatic: false }) => {
                    self.create(thread, base, size, Kind::Heap, zeroed).map(|it| self.address(it))
                }
                // The frame keeps the object's number, not its address.
                Outcome::At(Request::OpenSlot { size, zeroed }) => {
                    self.create(thread, base, size, Kind::Slot, zeroed).map(u64::from)
                }
                Outcome::At(Request::CurrentThread) => Ok(handle(thread)),
                Outcome::At(Request::Doubt { about, left, right }) => {
                    self.note_doubt(base, about, left, right);
                    Ok(0)
                }
                Outcome::At(Request::Extent { address }) => Ok(self.memory.extent(address)),
                Outcome::At(Request::Compare { left, right }) => {
                    self.compare(left, right);
                    Ok(0)
                }
                Outcome::At(Request::Unset { address, size }) => {
                    Ok(self.memory.look_up(address, size, false).map_or(0, |it| self.memory.unset(it)))
                }
                Outcome::At(Request::Forget { address, size, bits }) => {
                    let at = self.memory.look_up(address, size, true);
                    at.into_iter().for_each(|it| self.memory.set_unset(it, bits));
                    Ok(0)
                }
                // The end of a section that was never begun.
                Outcome::At(Request::AtomicEnd) if thread::atomic_depth(&self.words, base) == 0 => Ok(0),
                outcome => return outcome,
            };
            match created {
                Ok(answer) => {
                    thread::answer_request(&self.code, &mut self.words, base, answer);
                    outcome = self.run_on(thread, base, fuel);
                }
                Err(end) => return Outcome::Ended(end),
            }
        }
    }

    /// Goes on as long as a thread only compares addresses. That leaves nothing behind but what is noted for good.
    fn compare_silently(&mut self, thread: ThreadId, base: usize, mut outcome: Outcome, fuel: &mut Fuel) -> Outcome {
        while let Outcome::At(Request::Compare { left, right }) = outcome {
            self.compare(left, right);
            thread::answer_request(&self.code, &mut self.words, base, 0);
            outcome = self.run_on(thread, base, fuel);
        }
        outcome
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
        let object = self.names.object(creator, index);
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
    pub(crate) fn finish(&mut self, thread: ThreadId, base: usize, outcome: Outcome, trail: Trail) {
        let version = self.settled(thread, base, outcome, trail);
        self.go(thread, self.versions.len() as u32 | TEMPORARY);
        self.versions.push(version);
    }

    /// Makes what is at the end of the words the current version of a thread that is at a request and begins anew.
    pub(super) fn restart(&mut self, thread: ThreadId, base: usize, request: Request) {
        let length = self.words.len() - base;
        let (outcome, trail) = (self.watching(base, request), Trail::Effect);
        self.go(thread, self.versions.len() as u32 | TEMPORARY);
        self.versions.push(Version {
            start: base,
            length,
            thread,
            steps: 0,
            outcome,
            at: None,
            from: NO_VERSION,
            trail,
        });
    }

    /// The version that was run at the end of the words.
    pub(super) fn settled(&mut self, thread: ThreadId, base: usize, outcome: Outcome, trail: Trail) -> Version {
        let steps = 1 + self.version(thread).map_or_else(|| self.steps_of_parent(thread), |it| it.steps);
        let outcome = match outcome {
            Outcome::At(request) if self.has_come_back(thread, base, trail) => Outcome::Spinning(request),
            Outcome::At(request) if steps <= self.code.most_steps => self.watching(base, request),
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) | Outcome::Ended(_) => {
                self.end(thread, base, outcome)
            }
        };
        if self.looks_for_mixed() {
            match outcome {
                Outcome::At(request) | Outcome::Watching(request) => self.note_plain(base, request),
                Outcome::Spinning(_) => self.note_round(thread, base),
                Outcome::Ended(_) => {}
            }
        }
        if !self.may_race && !matches!(outcome, Outcome::Ended(_)) {
            let stores_handle = matches!(outcome, Outcome::At(Request::Spawn { stored: true, .. }));
            self.look_at_order(thread::pc(&self.words, base), stores_handle);
        }
        let at = match outcome {
            Outcome::At(Request::Load { address, size }) => self.memory.locate_global(address, size, false),
            Outcome::At(Request::Store { address, size, .. }) => self.memory.locate_global(address, size, true),
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) | Outcome::Ended(_) => None,
        };
        let from = self.current[thread.index()];
        Version { start: base, length: self.words.len() - base, thread, steps, outcome, at, from, trail }
    }

    /// Runs a thread on after the answer to its request: code that no execution has run from here, or that cannot be
    /// kept.
    #[inline(never)]
    pub(super) fn advance(&mut self, thread: ThreadId, request: Request, answer: u64) {
        let from = self.current[thread.index()];
        let base = self.copy_version(thread);
        if let Request::Spawn { .. } = request {
            thread::next_spawn(&mut self.words, base);
        }
        let mut fuel = Fuel(LOCAL_FUEL);
        let outcome = thread::resume(&self.code, &mut self.words, base, answer, &mut fuel);
        let outcome = self.compare_silently(thread, base, outcome, &mut fuel);
        if outcome.is_silent() {
            let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
            return self.finish(thread, base, outcome, Trail::Effect);
        }
        let trail = self.trail(from, request, answer);
        if from & TEMPORARY != 0 || matches!(outcome, Outcome::Ended(End::Failed(_))) {
            return self.finish(thread, base, outcome, trail);
        }
        let version = self.settled(thread, base, outcome, trail);
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

    /// Notes where a bound stops a thread.
    fn note_cut(&mut self, thread: ThreadId, base: usize) {
        let words = &self.words;
        self.cuts.entry(thread).or_insert_with(|| thread::stack(words, base));
    }

    /// Ends the thread that runs at `base`, unless it has not ended but made too many steps: then too.
    #[inline(never)]
    fn end(&mut self, thread: ThreadId, base: usize, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => {
                self.note_cut(thread, base);
                thread::end(&mut self.words, base, 0);
                Outcome::Ended(End::Stopped(StopKind::Steps))
            }
            Outcome::Ended(End::MainReturned) if thread != ThreadId(0) => Outcome::Ended(End::Returned),
            Outcome::Ended(End::Returned | End::MainReturned) => outcome,
            Outcome::Ended(End::Stopped(kind)) => {
                if kind == StopKind::Mistake {
                    self.mistakes.insert(thread::pc(&self.words, base));
                }
                if kind == StopKind::Cut {
                    self.note_cut(thread, base);
                }
                thread::end(&mut self.words, base, 0);
                outcome
            }
            Outcome::Ended(End::Failed(fault)) => {
                self.before_rare_change();
                self.failures.push(Failure { thread, fault });
                self.failure_stacks.push(thread::stack(&self.words, base));
                let frame = if self.observed.is_some() { thread::locals(&self.words, base) } else { &[] };
                self.failure_frames.push(frame.to_vec());
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
            if let Some(id) = self.kept.root(beginning).filter(|_| self.visits.is_none()) {
                self.go(thread, id);
                continue;
            }
            let base = self.words.len();
            match self.code.runner.filter(|_| thread != ThreadId(0)) {
                None => thread::start(&self.code, &mut self.words, function, &[argument]),
                Some(runner) => {
                    let function = self.address(self.code.first_function_object + function);
                    thread::start(&self.code, &mut self.words, runner, &[function, argument]);
                }
            }
            let mut fuel = Fuel(LOCAL_FUEL);
            let outcome = match self.create_thread_locals(thread, base) {
                Ok(()) => self.run_on(thread, base, &mut fuel),
                Err(end) => Outcome::Ended(end),
            };
            let outcome = self.compare_silently(thread, base, outcome, &mut fuel);
            if outcome.is_silent() {
                let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
                self.finish(thread, base, outcome, Trail::Effect);
                continue;
            }
            self.finish(thread, base, outcome, Trail::Effect);
            let is_kept = self.code.thread_locals.is_empty() && self.visits.is_none();
            if is_kept && !matches!(outcome, Outcome::Ended(End::Failed(_))) {
                self.keep_beginning(beginning, base);
            }
        }
        self.to_start.clear();
    }

    /// Keeps the first version of a thread, which has just been made the current one.
    pub(super) fn keep_beginning(&mut self, beginning: Beginning, base: usize) {
        let Some(&version) = self.versions.last() else { return };
        if let Some(id) = self.kept.add_root(beginning, version, &self.words[base..]) {
            self.current[version.thread.index()] = id;
            self.versions.pop();
            self.words.truncate(base);
        }
    }

    /// Whether a thread at an operation that may wait can go on.
    #[inline(never)]
    pub(super) fn can_go_on(&mut self, thread: ThreadId) -> bool {
        match *self.outcome(thread) {
            Outcome::Ended(_) | Outcome::Spinning(_) => false,
            Outcome::At(Request::AtomicBegin) => self.probe(thread).branches() > 0,
            Outcome::At(request) => self.can_serve(thread, request),
            Outcome::Watching(_) => !self.would_come_back(thread),
        }
    }

    /// Makes a step that is a load, a store or a join in order, which some execution has made before. Says whether it was one.
    #[inline(always)]
    pub(super) fn step_quickly(&mut self, thread: ThreadId, id: u32, accesses: &mut Vec<Access>) -> bool {
        if id & TEMPORARY != 0 || self.is_watched_closely() {
            return false;
        }
        let mark = self.mark();
        let Version { outcome: Outcome::At(request), at, .. } = *self.kept.version(id) else { return false };
        let (access, answer) = match request {
            Request::Load { address, size } => {
                let Some(at) = at.or_else(|| self.memory.look_up(address, size, false)) else { return false };
                if !self.memory.is_initialised(at) {
                    return false;
                }
                (Access::Read(at.place), self.memory.read(at))
            }
            Request::Store { address, size, value } => {
                let Some(at) = at.or_else(|| self.memory.look_up(address, size, true)) else { return false };
                self.memory.write(at, value);
                (Access::Write(at.place), 0)
            }
            Request::Join { handle } if self.code.thread_locals.is_empty() => {
                let Ok((child, result)) = self.join(handle) else { return false };
                (Access::Join(child), result)
            }
            _ => return false,
        };
        self.push_step(mark);
        accesses.push(access);
        match self.kept.next(id, answer) {
            Some(next) => self.go(thread, next),
            None => self.advance(thread, request, answer),
        }
        true
    }

    /// Gives the thread that runs at `base` the answer to its request.
    pub(crate) fn answer(&mut self, base: usize, request: Request, answer: u64) {
        let unset = self.unset_bits(request);
        thread::answer_load(&self.code, &mut self.words, base, answer, unset);
    }

    /// The bits of what a request loads that were never written.
    pub(super) fn unset_bits(&self, request: Request) -> u64 {
        match request {
            Request::Load { address, size } if self.code.uninitialised => {
                self.memory.look_up(address, size, false).map_or(0, |it| self.memory.unset(it))
            }
            _ => 0,
        }
    }

    /// One step in all detail: for operations that change the thread's own words, and for whoever watches.
    #[inline(never)]
    pub(super) fn step_slowly(&mut self, choice: Choice, request: Request, accesses: &mut Vec<Access>) {
        let base = self.copy_version(choice.thread);
        let from = self.current[choice.thread.index()];
        let mut trail = Trail::Effect;
        let outcome = match self.serve(choice.thread, base, request, choice.branch, accesses) {
            Ok(answer) => {
                trail = self.trail(from, request, answer);
                self.answer(base, request, answer);
                self.run_to_request(choice.thread, base, &mut Fuel(LOCAL_FUEL))
            }
            Err(end) => Outcome::Ended(end),
        };
        self.finish(choice.thread, base, outcome, trail);
        if !self.to_start.is_empty() {
            self.start_new_threads();
        }
    }
}
