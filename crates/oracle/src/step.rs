//! One step of the system: a thread performs its visible operation and runs on to the next one.

use super::local::{function_at, parameter_widths};
use super::memory::{Access, Place};
use super::races::Deed;
use super::report::{End, FaultKind, Options, StopKind};
use super::state::{Names, Object, ObjectKind, Path, Pending, State, Thread};
use super::touch::{Touch, Touched};
use super::value::updated;
use ir::{Bytes, FunctionId, Location, Order, Program, Width};

/// What does not change in the course of the search, or only grows.
pub(super) struct Oracle<'a> {
    pub program: &'a Program,
    pub options: Options,
    pub names: Names,
    /// The locations that threads come to, with the depth of the frame, while they are recorded.
    pub trail: Option<Vec<(Path, usize, FunctionId, Location)>>,
    /// Nothing happens for no reason.
    pub is_calm: bool,
    /// The number of the object in whose place the next one is made, if it is to get none of its own.
    pub place: Option<u32>,
}

/// How many values a choice can have.
const MOST_VALUES: u128 = 256;

impl<'a> Oracle<'a> {
    /// With the state in which the first thread waits at its first visible operation.
    pub fn begin(program: &'a Program, options: &Options) -> (Self, State) {
        let mut oracle =
            Oracle { program, options: *options, names: Names::new(program), trail: None, is_calm: false, place: None };
        let mut initial = State::initial(program);
        oracle.start(&mut initial, &Path::new(), program.entry, &[]);
        (oracle, initial)
    }
}

impl Oracle<'_> {
    /// One step of this thread.
    pub fn step(&mut self, state: &State, path: &Path) -> Step {
        let Thread::Running(running) = &state.threads[path] else { return Step::default() };
        let pending = running.pending.clone().expect("a thread runs on until it waits or has ended");
        if matches!(pending, Pending::AtomicBegin { .. }) {
            return self.section(state, path);
        }
        let touched = self.touched(state, path, &pending).into_iter().collect();
        let mut states = self.branches(state, path, &pending);
        let deeds = states.iter().map(|it| self.deeds(state, it, path, &pending)).collect();
        for next in &mut states {
            self.settle(next, path);
        }
        Step { states, touched, deeds }
    }

    /// Lets a thread run to its next visible operation or its end.
    pub fn settle(&mut self, state: &mut State, path: &Path) {
        let mut fuel = self.options.local_steps;
        loop {
            self.run_local(state, path, &mut fuel);
            match &mut state.threads.get_mut(path) {
                Some(Thread::Running(running)) if running.pending == Some(Pending::AtomicEnd) => running.pending = None,
                _ => return,
            }
        }
    }

    /// The outcomes of an atomic section that starts here.
    fn section(&mut self, start: &State, path: &Path) -> Step {
        let mut inside = start.clone();
        let running = inside.running(path);
        let is_quiet = matches!(running.pending.take(), Some(Pending::AtomicBegin { quiet: true }));
        let function = running.stack.last().map(|it| it.function);
        // Those of the library order nothing by themselves.
        let is_own = !is_quiet && function.is_none_or(|it| !self.program.functions[it.index()].library);
        let deeds = if is_own { vec![Deed::BeginSection] } else { Vec::new() };
        let mut step = Step::default();
        let progress = Progress { depth: 1, fuel: self.options.local_steps, trail: Vec::new(), deeds };
        let mut ways = 0;
        self.section_from(inside, path, progress, start, &mut step, &mut ways);
        if ways > 1 {
            step.touched = step.touched.into_iter().map(Touch::perhaps).collect();
        }
        step
    }

    /// The outcomes of an atomic section, from a state within it. What it touches is the union over all ways through
    /// it, those included that get stuck: that they do is a part of what the section found out.
    fn section_from(
        &mut self,
        mut state: State,
        path: &Path,
        mut progress: Progress,
        start: &State,
        outcome: &mut Step,
        ways: &mut usize,
    ) {
        loop {
            self.run_local(&mut state, path, &mut progress.fuel);
            let pending = match &mut state.threads.get_mut(path).expect("threads do not vanish") {
                Thread::Running(running) => running.pending.take().expect("it waits"),
                Thread::Ended { end: End::Stopped(kind), .. } => {
                    // A stop takes everything back but itself.
                    let mut undone = start.clone();
                    undone.end(path, End::Stopped(*kind), false);
                    outcome.states.push(undone);
                    outcome.deeds.push(Vec::new());
                    outcome.touched.extend(progress.trail.iter().filter_map(Touch::taken_back));
                    *ways += 1;
                    return;
                }
                Thread::Ended { end: End::Returned(_) | End::Failed(_) | End::Blocked, .. } => {
                    outcome.states.push(state);
                    outcome.touched.extend(progress.trail);
                    outcome.deeds.push(ended(progress.deeds));
                    *ways += 1;
                    return;
                }
            };
            match pending {
                Pending::AtomicBegin { .. } => progress.depth += 1,
                Pending::AtomicEnd if progress.depth > 1 => progress.depth -= 1,
                Pending::AtomicEnd => {
                    self.settle(&mut state, path);
                    outcome.states.push(state);
                    outcome.touched.extend(progress.trail);
                    outcome.deeds.push(ended(progress.deeds));
                    *ways += 1;
                    return;
                }
                operation => {
                    progress.trail.extend(self.touched(&state, path, &operation));
                    let branches = self.branches(&state, path, &operation);
                    if branches.is_empty() {
                        outcome.touched.extend(progress.trail.iter().cloned());
                        *ways += 1;
                    }
                    for next in branches {
                        let mut progress = progress.clone();
                        progress.deeds.extend(self.deeds(&state, &next, path, &operation));
                        self.section_from(next, path, progress, start, outcome, ways);
                    }
                    return;
                }
            }
        }
    }

    /// The states right behind an operation, one for each branch; none if it is not enabled.
    pub fn branches(&mut self, state: &State, path: &Path, pending: &Pending) -> Vec<State> {
        if !self.is_enabled(state, path, pending) {
            return Vec::new();
        }
        let mut before = state.clone();
        before.running(path).pending = None;
        match *pending {
            Pending::Choose { count, .. } if count > MOST_VALUES => {
                before.end(path, End::Stopped(StopKind::Unexplored), false);
                vec![before]
            }
            Pending::Choose { dest, low, count, spurious } => {
                let count = if spurious && self.is_calm { 1 } else { count };
                let mut states = vec![before; count as usize];
                for (index, next) in states.iter_mut().enumerate() {
                    self.set(next, path, dest, low.wrapping_add(index as u64));
                }
                states
            }
            _ => {
                let mut states = Vec::new();
                for place in self.places(state, pending) {
                    let mut next = before.clone();
                    self.place = place;
                    self.perform_or_fault(&mut next, path, pending);
                    self.place = None;
                    states.push(next);
                }
                states
            }
        }
    }

    /// Where the object of an operation that allocates may be: where none was before, or in the place of one that was freed, and has
    /// the same size; a reallocation also where the object is.
    fn places(&self, state: &State, pending: &Pending) -> Vec<Option<u32>> {
        let (wanted, old) = match *pending {
            Pending::Allocate { size, automatic: false, .. } => (size, None),
            Pending::Reallocate { address, size, .. } => (size, Some(self.program.model.unpack(address))),
            _ => return vec![None],
        };
        let mut places = vec![None];
        if !self.options.uses_memory_again || wanted > self.program.model.max_object_size() {
            return places;
        }
        for (&number, object) in &state.objects {
            let is_free = !object.is_live && object.size as u64 == wanted;
            let is_own = object.is_live && old == Some((number, 0));
            if object.kind == ObjectKind::Heap && (is_free || is_own) {
                places.push(Some(number));
            }
        }
        places
    }

    fn is_enabled(&mut self, state: &State, path: &Path, pending: &Pending) -> bool {
        match pending {
            Pending::Lock { mutex, .. } => self.can_lock(state, path, *mutex),
            Pending::Join { handle, .. } => match self.joined(state, *handle) {
                Some(thread) => matches!(thread, Thread::Ended { end: End::Returned(_), .. }),
                None => true,
            },
            Pending::AtomicBegin { .. } | Pending::AtomicEnd => panic!("a section is taken as a whole"),
            Pending::Load { .. }
            | Pending::Store { .. }
            | Pending::Update { .. }
            | Pending::CompareExchange { .. }
            | Pending::Fence { .. }
            | Pending::TryLock { .. }
            | Pending::Unlock { .. }
            | Pending::InitMutex { .. }
            | Pending::DestroyMutex { .. }
            | Pending::Spawn { .. }
            | Pending::Detach { .. }
            | Pending::CurrentThread { .. }
            | Pending::Extent { .. }
            | Pending::Doubt { .. }
            | Pending::Choose { .. }
            | Pending::Allocate { .. }
            | Pending::Reallocate { .. }
            | Pending::Free { .. }
            | Pending::Release { .. }
            | Pending::OpenSlot(_)
            | Pending::CloseSlot(_) => true,
        }
    }

    /// The thread that a handle stands for; a handle of a thread that does not exist is bad.
    fn joined<'s>(&self, state: &'s State, handle: u64) -> Option<&'s Thread> {
        state.threads.get(self.names.thread(handle)?)
    }

    /// Performs an enabled operation with one branch.
    pub fn perform_or_fault(&mut self, state: &mut State, path: &Path, pending: &Pending) {
        if let Err(fault) = self.perform(state, path, pending) {
            self.fault(state, path, fault);
        }
    }

    /// The address of a new heap object; null if it is too large.
    fn allocate(&mut self, state: &mut State, path: &Path, size: u64, zeroed: bool) -> u64 {
        let model = self.program.model;
        if size > model.max_object_size() {
            return 0;
        }
        model.pack(self.create(state, path, ObjectKind::Heap, size, zeroed), 0)
    }

    /// The function at an address and the number of its parameters, if a thread can start there.
    pub fn spawnable(&self, address: u64) -> Option<(FunctionId, usize)> {
        let function = function_at(self.program, address)?;
        let pointer = Width(self.program.model.pointer_bits());
        match parameter_widths(self.program, function).collect::<Vec<_>>()[..] {
            [] => Some((function, 0)),
            [width] if width <= pointer => Some((function, 1)),
            _ => None,
        }
    }

    /// How many thread-local objects each thread has; they are the first objects that it creates.
    pub fn thread_locals(&self) -> u32 {
        self.program.globals.iter().filter(|it| it.thread_local).count() as u32
    }

    pub fn check_written(&self, state: &State, place: Place) -> Result<(), FaultKind> {
        if self.is_written(state, place) { Ok(()) } else { Err(FaultKind::Uninitialised) }
    }

    /// Whether all of a place was written, as far as that is asked for.
    pub fn is_written(&self, state: &State, place: Place) -> bool {
        !self.options.check_uninitialised || state.unset(place) == 0
    }

    fn perform(&mut self, state: &mut State, path: &Path, pending: &Pending) -> Result<(), FaultKind> {
        let model = self.program.model;
        if self.is_mistimed(state, pending) {
            return Err(FaultKind::BadMutex);
        }
        match *pending {
            Pending::Load { dest, address: 0, size, order: Order::Unset } => {
                state.frame(path).unset[dest.index()] = Bytes(size).width().mask();
            }
            Pending::Load { dest, address, size, order: Order::Unset } => {
                let place = state.check(model, address, size, Access::Read);
                let bits = place.map_or(0, |it| state.unset(it));
                self.set(state, path, dest, bits);
            }
            Pending::Store { address, value, size, order: Order::Unset, unset: _ } => {
                if let Ok(place) = state.check(model, address, size, Access::Write) {
                    state.set_unset(place, value);
                }
            }
            Pending::Load { dest, address, size, order: _ } => {
                let place = state.check(model, address, size, Access::Read)?;
                let unset = state.unset(place);
                self.set(state, path, dest, state.read(place));
                state.frame(path).unset[dest.index()] = unset;
            }
            Pending::Store { address, value, size, order: _, unset } => {
                let place = state.check(model, address, size, Access::Write)?;
                state.write(place, value);
                state.set_unset(place, unset);
            }
            Pending::Update { dest, address, update, operand, size, order: _ } => {
                let place = state.check(model, address, size, Access::Write)?;
                self.check_written(state, place)?;
                let old = state.read(place);
                if let Some(new) = updated(update, size, old, operand) {
                    state.write(place, new);
                }
                self.set(state, path, dest, old);
            }
            Pending::CompareExchange { dest, address, expected, desired, size, .. } => {
                let place = state.check(model, address, size, Access::Write)?;
                self.check_written(state, place)?;
                let old = state.read(place);
                if old == expected {
                    state.write(place, desired);
                }
                self.set(state, path, dest, old);
            }
            Pending::Fence { .. } => {}
            Pending::Lock { dest, mutex } => {
                let error = self.lock(state, path, mutex)?;
                self.set_error(state, path, dest, error);
            }
            Pending::TryLock { dest, mutex } => {
                let error = self.try_lock(state, path, mutex)?;
                self.set_error(state, path, Some(dest), error);
            }
            Pending::Unlock { dest, mutex } => {
                let error = self.unlock(state, path, mutex)?;
                self.set_error(state, path, dest, error);
            }
            Pending::InitMutex { mutex, kind } => self.init_mutex(state, mutex, kind)?,
            Pending::DestroyMutex { mutex } => self.destroy_mutex(state, mutex)?,
            Pending::Spawn { dest, function, argument, place } => {
                let (started, parameters) = self.spawnable(function).ok_or(FaultKind::BadCall)?;
                let check = |it| state.check(model, it, model.pointer_bytes() as u8, Access::Write);
                let place = place.map(check).transpose()?;
                let (started, arguments) = match self.program.runner {
                    Some(runner) => (runner, vec![function, argument]),
                    None => (started, vec![argument; parameters]),
                };
                let parent = state.running(path);
                let mut child = path.clone();
                child.push(parent.spawned);
                parent.spawned += 1;
                let handle = self.names.handle(&child);
                if let Some(place) = place {
                    state.write(place, handle);
                }
                self.set(state, path, dest, handle);
                self.start(state, &child, started, &arguments);
            }
            Pending::Join { dest, handle } => {
                let Some(target) = self.names.thread(handle) else { return Err(FaultKind::BadJoin) };
                let result = match state.threads.get_mut(target) {
                    Some(Thread::Ended { joined: true, .. }) | None => return Err(FaultKind::BadJoin),
                    Some(Thread::Ended { end: End::Returned(result), joined, .. }) => {
                        *joined = true;
                        *result
                    }
                    Some(_) => panic!("the join is enabled"),
                };
                if let Some(dest) = dest {
                    self.set(state, path, dest, result);
                }
                let target = target.clone();
                for index in 0..self.thread_locals() {
                    let number = self.names.object(&target, index);
                    state.end_object(number);
                }
            }
            Pending::Detach { handle } => {
                let Some(target) = self.names.thread(handle) else { return Err(FaultKind::BadJoin) };
                let is_taken = match state.threads.get_mut(target) {
                    Some(Thread::Running(running)) => &mut running.detached,
                    Some(Thread::Ended { joined, .. }) => joined,
                    None => return Err(FaultKind::BadJoin),
                };
                if std::mem::replace(is_taken, true) {
                    return Err(FaultKind::BadJoin);
                }
            }
            Pending::Doubt { dest } => self.set(state, path, dest, 0),
            Pending::Extent { dest, address } => {
                let (number, _) = model.unpack(address);
                let known = state.objects.get(&number).map(|it| it.bytes.len() as u64);
                let none = Width(model.pointer_bits()).mask();
                self.set(state, path, dest, known.unwrap_or(none));
            }
            Pending::CurrentThread { dest } => {
                let handle = self.names.handle(path);
                self.set(state, path, dest, handle);
            }
            Pending::Allocate { dest, size, zeroed, automatic: true } => {
                if size > model.max_object_size() {
                    return Err(FaultKind::BadSize);
                }
                let number = self.create(state, path, ObjectKind::Slot, size, zeroed);
                self.set(state, path, dest, model.pack(number, 0));
            }
            Pending::Allocate { dest, size, zeroed, automatic: false } => {
                let address = self.allocate(state, path, size, zeroed);
                self.set(state, path, dest, address);
            }
            Pending::Reallocate { dest, address, size } => {
                // What is wrong with freeing it is wrong here too.
                state.clone().free(model, address)?;
                let before = state.clone();
                let new = self.allocate(state, path, size, false);
                if address != 0 && new != 0 {
                    let (old, _) = model.unpack(address);
                    let Object { bytes, unset, .. } = before.objects[&old].clone();
                    let fits = bytes.len().min(size as usize);
                    let object = state.objects.get_mut(&model.unpack(new).0).expect("it was just made");
                    object.bytes[..fits].copy_from_slice(&bytes[..fits]);
                    object.unset[..fits].copy_from_slice(&unset[..fits]);
                    if model.unpack(new).0 != old {
                        state.end_object(old);
                    }
                }
                self.set(state, path, dest, new);
            }
            Pending::Free { address } => state.free(model, address)?,
            Pending::Release { address } => state.end_object(model.unpack(address).0),
            Pending::OpenSlot(slot) => {
                let function = &self.program.functions[state.frame(path).function.index()];
                let size = u64::from(function.slots[slot.index()].shape.size(model));
                let zeroed = function.slots[slot.index()].zeroed;
                let number = self.create(state, path, ObjectKind::Slot, size, zeroed);
                state.frame(path).slots[slot.index()] = number;
            }
            Pending::CloseSlot(slot) => {
                let number = state.frame(path).slots[slot.index()];
                state.end_object(number);
            }
            Pending::AtomicBegin { .. } | Pending::AtomicEnd | Pending::Choose { .. } => {
                panic!("sections and choices have branches")
            }
        }
        Ok(())
    }
}

/// What a thread can do next.
#[derive(Default)]
pub(super) struct Step {
    /// The states that it leads to, one for each branch. None if the thread has ended or its operation is not enabled.
    pub states: Vec<State>,
    /// What the step touches, whichever branch is taken.
    pub touched: Touched,
    /// What each branch does.
    pub deeds: Vec<Vec<Deed>>,
}

/// How far a run through an atomic section is.
#[derive(Clone)]
struct Progress {
    /// How many sections are open.
    depth: u32,
    fuel: usize,
    /// What it has touched so far.
    trail: Vec<Touch>,
    deeds: Vec<Deed>,
}

/// What was done when a section has ended.
fn ended(mut deeds: Vec<Deed>) -> Vec<Deed> {
    if deeds.first() == Some(&Deed::BeginSection) {
        deeds.push(Deed::EndSection);
    }
    deeds
}
