//! Threads without a machine: each is resumed with answers, and somebody else decides what memory means.
//!
//! The states of a thread form a tree: what it was answered leads from one to the next. A state that some exploration has
//! been in before is found there, so no thread ever computes the same twice, and going back costs nothing.
//!
//! ```text
//! state ── pending ──▶ what it is about to do: a cell, not an address     (`pending`, `cells`)
//!       ── resume  ──▶ the next state: run local code, serve what nobody else can notice
//!                      atomic sections run as one operation              (`section`)
//!                      a thread that comes back to where it was waits    (`round`)
//! ```
//!
//! Others may run other parts of the same program (`shared`). Objects are those of the machine, by the same names, but none ever ends here: whoever asks must see to that.

mod cells;
mod future;
mod mutex;
mod pending;
mod round;
mod section;
mod shared;

use crate::arithmetic;
use crate::code::{Code, Pc, doubt_at};
use crate::machine::{LOCAL_FUEL, MOST_BRANCHES, Trail};
use crate::memory::{Kind, Memory};
use crate::names::Names;
use crate::serve::{EBUSY, handle};
use crate::thread::{self, Fuel, Outcome, Request};
use cells::Cells;
use event::{CellId, End, Fault, ObjectId, Pending, StateId, StopKind, ThreadId, Threads, Unsupported};
use ir::{Program, Width};
use std::collections::{BTreeSet, HashMap, HashSet};

const NONE: u32 = u32::MAX;
/// States whose words do not fit in here are forgotten when they are not needed any more.
const KEPT_WORDS: usize = 1 << 22;
const KEPT_STATES: usize = 1 << 18;

/// A program whose threads are resumed one by one. See [`Threads`].
#[derive(Debug)]
pub struct Resumable<'p> {
    program: &'p Program,
    code: Code,
    /// What memory holds at first, and which objects there are; never written to.
    memory: Memory,
    names: Names,
    cells: Cells,
    /// For each instruction what may be written from there on.
    futures: Vec<future::Places>,
    /// What is known of mutexes, by address.
    mutexes: HashMap<u64, mutex::Known>,
    /// Addresses at which something other than a plain 0 is written, but not by mutex operations.
    plain: HashSet<u64>,
    words: Vec<u64>,
    states: Vec<State>,
    /// Where answers led that are not among the first few of their state.
    further: HashMap<(u32, u64), u32>,
    roots: HashMap<Beginning, u32>,
    /// Choices that were met and have too many values.
    unexplored: BTreeSet<Pc>,
    /// Where threads were stopped by mistakes that are not checked for, and where something was open.
    mistakes: BTreeSet<Pc>,
    /// What others have found out who run other parts of the same program.
    elsewhere: shared::Elsewhere,
}

/// What the first state of a thread depends on: the thread, its function, its argument, the steps that led to it.
type Beginning = (ThreadId, u32, u64, u32);

#[derive(Clone, Copy, Debug)]
struct State {
    start: usize,
    length: u32,
    thread: ThreadId,
    /// How many steps led here, those of the threads that led to its creation included.
    steps: u32,
    outcome: Outcome,
    pending: Pending,
    /// What is wrong with the operation.
    fault: Option<Fault>,
    /// The state before, and the answer that led here.
    from: u32,
    answer: u64,
    /// What the operation before wrote to the cell that it read.
    wrote: Option<u64>,
    trail: Trail,
    /// What it may still write.
    future: future::Places,
    /// It is where the state before is: that one waits for another answer.
    is_back: bool,
    /// The answer that was given here last; another one that was given to the state before; how many were given here.
    child: u32,
    sibling: u32,
    children: u32,
}

/// Requests with more different answers than this have the rest of them in a table.
const LISTED: u32 = 8;

impl<'p> Resumable<'p> {
    /// The threads of a valid program.
    pub fn new(program: &'p Program, mut code: Code) -> Resumable<'p> {
        // What a thread leaves behind in a round is somebody's value.
        code.give_up_retries();
        // Nor is memory used again where there is none.
        code.compares = false;
        let mut memory = Memory::new(program);
        if code.uninitialised {
            memory.track_writes();
        }
        Resumable {
            names: Names::new(memory.next_object()),
            memory,
            cells: Cells::default(),
            futures: future::futures(&code),
            mutexes: HashMap::new(),
            plain: HashSet::new(),
            words: Vec::new(),
            states: Vec::new(),
            further: HashMap::new(),
            roots: HashMap::new(),
            unexplored: BTreeSet::new(),
            mistakes: BTreeSet::new(),
            elsewhere: shared::Elsewhere::default(),
            program,
            code,
        }
    }

    /// What it runs; violations are to be replayed with this.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Where threads were stopped by mistakes that nobody checks for, in the order of the code.
    pub fn mistakes(&self) -> impl Iterator<Item = source::Span> {
        let stops = |&&pc: &&Pc| doubt_at(self.program, &self.code, pc).is_none();
        self.mistakes.iter().filter(stops).map(|&pc| self.code.site(pc).span)
    }

    /// Where something was open and taken one way, in the order of the code.
    pub fn doubts(&self) -> impl Iterator<Item = (ir::Doubt, source::Span)> {
        self.mistakes.iter().filter_map(|&pc| doubt_at(self.program, &self.code, pc))
    }

    /// Where choices with too many values were met, in the order of the code.
    pub fn unexplored(&self) -> impl Iterator<Item = source::Span> {
        self.unexplored.iter().map(|&pc| self.code.site(pc).span)
    }

    /// The spawn indices that lead from the first thread to this one.
    pub fn path(&self, thread: ThreadId) -> Vec<u32> {
        self.names.path(thread)
    }

    /// How many threads have been met.
    pub fn thread_count(&self) -> usize {
        self.names.thread_count()
    }

    /// The thread that is in a state, and the operations that have led there with their answers.
    pub fn history(&self, state: StateId) -> (ThreadId, Vec<(Pending, u64)>) {
        let mut answers = Vec::new();
        let mut state = &self.states[state.0 as usize];
        while let Some(from) = self.states.get(state.from as usize) {
            answers.push((from.pending, state.answer));
            state = from;
        }
        answers.reverse();
        (state.thread, answers)
    }

    fn words_of(&self, state: u32) -> &[u64] {
        let it = &self.states[state as usize];
        &self.words[it.start..it.start + it.length as usize]
    }

    /// Where an answer has led before.
    #[inline]
    fn known(&self, state: u32, answer: u64) -> Option<u32> {
        let mut child = self.states[state as usize].child;
        while let Some(it) = self.states.get(child as usize) {
            if it.answer == answer {
                return Some(child);
            }
            child = it.sibling;
        }
        if self.states[state as usize].children > LISTED {
            return self.further.get(&(state, answer)).copied();
        }
        None
    }

    /// Runs a thread on after the answer to its request.
    #[inline(never)]
    fn compute(&mut self, from: u32, answer: u64) -> u32 {
        let State { start, length, thread, outcome, fault, .. } = self.states[from as usize];
        let Outcome::At(request) = outcome else { unreachable!("only a thread at a request is answered") };
        let base = self.words.len();
        self.words.extend_from_within(start..start + length as usize);
        let mut fuel = Fuel(LOCAL_FUEL);
        let mut trouble = None;
        let (outcome, wrote, trail) = match (fault, request) {
            (Some(fault), _) => (Outcome::Ended(self.code.end_by(fault)), None, Trail::Effect),
            (None, Request::AtomicBegin) => {
                let section = self.run_section(thread, from, base, answer);
                trouble = section.trouble;
                (section.outcome, section.wrote, section.trail)
            }
            (None, Request::Choose { count, .. }) if count > MOST_BRANCHES => {
                self.unexplored.insert(thread::pc(&self.words, base));
                (Outcome::Ended(End::Stopped(StopKind::Unexplored)), None, Trail::Effect)
            }
            (None, _) => {
                let is_for_itself = self.states[from as usize].pending == Pending::Local;
                let (told, wrote) = match request {
                    Request::Lock { .. } | Request::TryLock { .. } | Request::Unlock { .. } if is_for_itself => {
                        (self.answer_for_itself(from, request), None)
                    }
                    _ => self.answer(thread, base, request, answer),
                };
                if let Request::Spawn { .. } = request {
                    thread::next_spawn(&mut self.words, base);
                }
                let outcome = thread::resume(&self.code, &mut self.words, base, told, &mut fuel);
                let is_silent = outcome.is_silent();
                let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
                (outcome, wrote, if is_silent { Trail::Effect } else { Trail::of(request, told) })
            }
        };
        let steps = self.states[from as usize].steps + 1;
        let next = self.settle(thread, base, steps, outcome, (from, answer), wrote, trail);
        if let Some(why) = trouble {
            self.states[next as usize].pending = Pending::Unsupported(why);
        }
        next
    }

    /// What a thread at the end of the words is told, and what it has written to the cell that it read.
    fn answer(&mut self, thread: ThreadId, base: usize, request: Request, answer: u64) -> (u64, Option<u64>) {
        match request {
            Request::Update { size, update, operand, .. } => {
                let new = arithmetic::update(update, Width(size * 8), answer, operand);
                (answer, Some(new).filter(|_| !(new == answer && crate::serve::may_only_look(update))))
            }
            Request::CompareExchange { size, expected, desired, .. } => {
                (answer, (answer == expected).then_some(desired & Width(size * 8).mask()))
            }
            Request::Lock { .. } => (0, Some(handle(thread))),
            Request::TryLock { .. } if answer == 0 => (0, Some(handle(thread))),
            Request::TryLock { .. } => (EBUSY, None),
            Request::Choose { low, width, .. } => (low.wrapping_add(answer) & Width(width).mask(), None),
            Request::Spawn { .. } => {
                let index = thread::spawned(&self.words, base);
                (handle(self.names.child(thread, index)), None)
            }
            Request::Load { .. } | Request::Join { .. } => (answer, None),
            Request::Store { .. }
            | Request::Fence
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Detach { .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. }
            | Request::AtomicBegin
            | Request::AtomicEnd
            | Request::Allocate { .. }
            | Request::Reallocate { .. }
            | Request::Free { .. }
            | Request::OpenSlot { .. }
            | Request::CloseSlot { .. } => (0, None),
        }
    }

    /// Serves requests that nobody else can notice, until there is another one.
    fn serve_silently(&mut self, thread: ThreadId, base: usize, mut outcome: Outcome, fuel: &mut Fuel) -> Outcome {
        loop {
            let created = match outcome {
                Outcome::At(Request::Allocate { size, automatic: true, .. })
                    if size > self.program.model.max_object_size() =>
                {
                    Err(self.code.end_by(Fault::BadSize))
                }
                Outcome::At(Request::Allocate { size, zeroed, automatic }) => {
                    let kind = if automatic { Kind::Slot } else { Kind::Heap };
                    self.create(thread, base, size, kind, zeroed).map(|it| self.program.model.pack(it, 0))
                }
                // The frame keeps the object's number, not its address.
                Outcome::At(Request::OpenSlot { size, zeroed }) => {
                    self.create(thread, base, size, Kind::Slot, zeroed).map(u64::from)
                }
                Outcome::At(Request::CurrentThread) => Ok(handle(thread)),
                // Which threads were joined is not known here.
                Outcome::At(Request::Doubt { about: ir::Doubt::Order, .. }) => {
                    self.mistakes.insert(thread::pc(&self.words, base));
                    Ok(0)
                }
                // What was made in another execution under the same name may have another size.
                Outcome::At(Request::Extent { address }) if self.memory.is_global(address) => {
                    Ok(self.memory.extent(address))
                }
                // No write has been there so far.
                Outcome::At(Request::Forget { address, size, bits })
                    if self.memory.look_up(address, size, true).is_some_and(|it| self.memory.unset(it) == bits) =>
                {
                    Ok(0)
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

    /// A new object of the thread at the end of the words; its number, 0 if there is no room for it.
    fn create(&mut self, creator: ThreadId, base: usize, size: u64, kind: Kind, zeroed: bool) -> Result<u32, End> {
        let model = self.program.model;
        if size > model.max_object_size() {
            return Ok(0);
        }
        let index = thread::next_object(&mut self.words, base);
        let object = self.names.object(creator, index);
        if object >= model.first_private() {
            return Err(End::Stopped(StopKind::Cut));
        }
        self.cells.create(&mut self.memory, object, (creator, index), (size as u32, kind, zeroed));
        Ok(object)
    }

    /// Makes what was run at the end of the words a state.
    #[allow(clippy::too_many_arguments)]
    fn settle(
        &mut self,
        thread: ThreadId,
        base: usize,
        steps: u32,
        outcome: Outcome,
        (from, answer): (u32, u64),
        wrote: Option<u64>,
        trail: Trail,
    ) -> u32 {
        let outcome = match outcome {
            Outcome::At(request) if self.has_come_back(from, base, trail) => Outcome::Spinning(request),
            Outcome::At(_) if steps <= self.code.most_steps => outcome,
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => {
                Outcome::Ended(End::Stopped(StopKind::Steps))
            }
            Outcome::Ended(End::MainReturned) if thread != ThreadId(0) => Outcome::Ended(End::Returned),
            Outcome::Ended(_) => outcome,
        };
        let is_back = matches!(outcome, Outcome::Spinning(_))
            && self.code.awaits
            && self.can_watch(from)
            && thread::is_same(&self.code, &self.words[base..], self.words_of(from));
        let (pending, fault) = match outcome {
            Outcome::At(request) => self.look_at(thread, base, from, answer, request),
            Outcome::Spinning(_) | Outcome::Watching(_) => (Pending::Spinning, None),
            Outcome::Ended(end) => (Pending::Ended(end), None),
        };
        let future = match outcome {
            Outcome::At(_) => self.future(base),
            Outcome::Watching(_) | Outcome::Spinning(_) | Outcome::Ended(_) => 0,
        };
        if let Outcome::Ended(end @ (End::Stopped(_) | End::Failed(_))) = outcome {
            if end == End::Stopped(StopKind::Mistake) {
                self.mistakes.insert(thread::pc(&self.words, base));
            }
            thread::end(&mut self.words, base, 0);
        }
        let id = self.states.len() as u32;
        let length = (self.words.len() - base) as u32;
        let mut state = State {
            start: base,
            length,
            thread,
            steps,
            outcome,
            pending,
            fault,
            from,
            answer,
            wrote,
            trail,
            future,
            is_back,
            child: NONE,
            sibling: NONE,
            children: 0,
        };
        if let Some(parent) = self.states.get_mut(from as usize).filter(|_| self.words.len() <= KEPT_WORDS) {
            if (id as usize) < KEPT_STATES {
                parent.children += 1;
                if parent.children > LISTED {
                    self.further.insert((from, answer), id);
                } else {
                    state.sibling = parent.child;
                    parent.child = id;
                }
            }
        }
        self.states.push(state);
        id
    }

    /// What the thread at the end of the words may still write.
    fn future(&self, base: usize) -> future::Places {
        let frames = thread::stack(&self.words, base);
        frames.iter().fold(0, |places, &(_, pc)| places | self.futures[pc as usize])
    }

    /// Whether a thread that comes back here at once is not let go.
    fn can_watch(&self, state: u32) -> bool {
        matches!(self.states[state as usize].outcome, Outcome::At(request) if request.can_watch())
    }

    /// A thread that is about to start.
    fn start(&mut self, thread: ThreadId, function: u32, argument: u64, steps: u32) -> u32 {
        let beginning = (thread, function, argument, steps);
        if let Some(&state) = self.roots.get(&beginning) {
            return state;
        }
        let base = self.words.len();
        match self.code.runner.filter(|_| thread != ThreadId(0)) {
            None => thread::start(&self.code, &mut self.words, function, &[argument]),
            Some(runner) => {
                let function = self.program.model.pack(self.code.first_function_object + function, 0);
                thread::start(&self.code, &mut self.words, runner, &[function, argument]);
            }
        }
        let mut fuel = Fuel(LOCAL_FUEL);
        let outcome = match self.create_thread_locals(thread, base) {
            Ok(()) => thread::run(&self.code, &mut self.words, base, &mut fuel),
            Err(end) => Outcome::Ended(end),
        };
        let outcome = self.serve_silently(thread, base, outcome, &mut fuel);
        let state = self.settle(thread, base, steps + 1, outcome, (NONE, argument), None, Trail::Effect);
        if self.words.len() <= KEPT_WORDS && self.states.len() <= KEPT_STATES {
            self.roots.insert(beginning, state);
        }
        state
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
            thread::set_thread_local(&mut self.words, base, index, object);
        }
        Ok(())
    }
}

impl Threads for Resumable<'_> {
    fn first(&mut self) -> (ThreadId, StateId) {
        let entry = self.code.entry;
        (ThreadId(0), StateId(self.start(ThreadId(0), entry, 0, 0)))
    }

    #[inline]
    fn pending(&self, state: StateId) -> Pending {
        self.states[state.0 as usize].pending
    }

    #[inline]
    fn resume(&mut self, state: StateId, answer: u64) -> Option<StateId> {
        let answer = match self.states[state.0 as usize].pending {
            Pending::Read { any_other: true, .. } => u64::from(answer != 0),
            _ => answer,
        };
        if answer != 0 && matches!(self.states[state.0 as usize].outcome, Outcome::At(Request::Lock { .. })) {
            return None;
        }
        let next = match self.known(state.0, answer) {
            Some(next) => next,
            None => self.compute(state.0, answer),
        };
        (!self.states[next as usize].is_back).then_some(StateId(next))
    }

    #[inline]
    fn wrote(&self, state: StateId) -> Option<u64> {
        self.states[state.0 as usize].wrote
    }

    fn result(&self, state: StateId) -> Option<u64> {
        match self.states[state.0 as usize].outcome {
            Outcome::Ended(End::Returned | End::MainReturned) => self.words_of(state.0).first().copied(),
            Outcome::Ended(End::Stopped(_) | End::Failed(_))
            | Outcome::At(_)
            | Outcome::Watching(_)
            | Outcome::Spinning(_) => None,
        }
    }

    fn child(&mut self, state: StateId) -> (ThreadId, StateId) {
        let State { thread, steps, outcome, .. } = self.states[state.0 as usize];
        let Outcome::At(Request::Spawn { function, argument, .. }) = outcome else {
            unreachable!("only a thread that spawns has a child");
        };
        let function = self.code.function_at(function).expect("what is not a function is a fault");
        let index = thread::spawned(self.words_of(state.0), 0);
        let child = self.names.child(thread, index);
        (child, StateId(self.start(child, function, argument, steps + 1)))
    }

    fn may_write(&self, state: StateId, cell: CellId) -> bool {
        future::may_meet(self.states[state.0 as usize].future, self.cells.place(cell))
    }

    fn initial(&self, cell: CellId) -> u64 {
        self.cells.initial(cell)
    }

    fn object(&self, cell: CellId) -> Option<ObjectId> {
        self.cells.object(cell)
    }

    fn mark(&self) -> usize {
        self.states.len()
    }

    fn back_to(&mut self, mark: usize) {
        while self.states.len() > mark.max(KEPT_STATES) || self.words.len() > KEPT_WORDS && self.states.len() > mark {
            if let Some(last) = self.states.pop() {
                self.words.truncate(last.start);
            }
        }
    }
}

/// Why nothing is said about an operation.
fn unsupported(why: Unsupported) -> (Pending, Option<Fault>) {
    (Pending::Unsupported(why), None)
}
