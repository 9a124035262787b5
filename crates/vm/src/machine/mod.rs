//! The sequentially consistent machine: threads and one memory, stepped and taken back.
//!
//! A thread's current version is a number. Most versions are kept for good ([`Kept`]): a step that some execution has made
//! before is a look at where it led. Otherwise the step copies the words of the thread to the end of a vector and runs it
//! there in place. What cannot be kept (it has changed memory, or there is too much already) stays there until it is taken
//! back. Going back restores the numbers.

mod later;
mod marks;
mod mixed;
mod reuse;
mod run;
mod shared;
mod spin;
mod system;
mod told;
mod visits;

use crate::atomic;
use crate::code::{Code, Pc, doubt_at};
use crate::kept::Kept;
use crate::memory::{Located, Memory};
use crate::names::Names;
use crate::reachable::Reachable;
use crate::thread::{self, Outcome, Request};
use event::{Access, End, Failure, Marks, Property, Status, System, ThreadId};
use ir::Program;
use ir::passes::LoopNest;
pub(crate) use shared::take;
pub(crate) use spin::{LONGEST_ROUND, Trail};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
pub use visits::{NO_STRETCH, TURN, Turn, Visit, Visits};

/// Local instructions that a thread may run between two operations before it is cut.
pub(crate) const LOCAL_FUEL: u64 = 20_000_000;
/// A choice among more values than this is not tried one by one.
pub const MOST_BRANCHES: u64 = 256;

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
    /// What was in the innermost frame then, while somebody wants to know.
    pub(crate) failure_frames: Vec<Vec<u64>>,
    steps: Vec<Mark>,
    rare: Vec<Rare>,
    /// Threads spawned by the running step, to be started at its end.
    pub(crate) to_start: Vec<(ThreadId, u32, u64)>,
    /// Changes with every step and every step back.
    pub(crate) stamp: u64,
    pub(crate) probes: Vec<Option<atomic::Probe>>,
    /// For each thread whether it would only come back, and the stamp at which that was found out.
    watches: Vec<(u64, bool)>,
    /// Choices that were met and have too many values.
    pub(crate) unexplored: BTreeSet<Pc>,
    /// Where threads were stopped by mistakes that are not checked for, and where something was open.
    pub(crate) mistakes: BTreeSet<Pc>,
    reuses: reuse::Reuses,
    /// The stack of each thread that a bound has stopped, in the first execution in which it has.
    pub(crate) cuts: BTreeMap<ThreadId, Vec<(u32, Pc)>>,
    /// Whether some thread has come to an access that can race.
    may_race: bool,
    mixed: mixed::Mixed,
    /// What the code may still touch from where threads are, as far as somebody has asked.
    reachable: Reachable,
    /// Somebody has looked at what a spinning thread had left behind.
    is_watched: bool,
    /// What the atomic section that was run last did.
    pub(crate) section: Marks,
    /// How many of its inputs each thread has got, by the order of creation, if they are fixed.
    pub(crate) inputs_used: Vec<usize>,
    /// Who has got one, in order, to go back.
    pub(crate) inputs_log: Vec<u32>,
    /// What there was to pick, in the same order.
    pub(crate) domains_log: Vec<(u64, u64, ir::Width)>,
    /// Every request that is performed, while somebody wants to know.
    pub(crate) observed: Option<Vec<Observed>>,
    /// What threads come to while they run, while somebody wants to know.
    pub(crate) visits: Option<Visits>,
    /// Every object that is created and where it comes from, while somebody wants to know.
    pub(crate) created: Vec<(u32, Origin)>,
    /// The places that were given to new objects, while somebody wants to know.
    pub(crate) used_again: Vec<(u32, u32)>,
    /// The loops of each function, if somebody has asked for them.
    pub(crate) nests: OnceCell<Vec<LoopNest>>,
}

pub(crate) const NO_VERSION: u32 = u32::MAX;
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
    /// The bytes that it is about to load or store, if they are there as long as the program runs.
    pub at: Option<Located>,
    /// The version before the step that led here, or [`NO_VERSION`].
    pub from: u32,
    /// What that step has left behind.
    pub trail: Trail,
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

impl Mark {
    /// Whether nothing but the running thread has changed since the other mark.
    pub fn is_same_world(self, other: Mark) -> bool {
        (self.memory, self.rare, self.moves) == (other.memory, other.rare, other.moves)
    }
}

/// How much there was of what few steps change.
#[derive(Clone, Copy, Debug)]
struct Rare {
    threads: usize,
    joined: usize,
    failures: usize,
    inputs: usize,
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
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub pc: Pc,
    /// The functions that it is in, innermost first.
    pub stack: Vec<(u32, Pc)>,
    pub request: Request,
    /// What was there before, if it is a store, or stores the handle of a thread.
    pub before: Option<u64>,
    pub answer: Result<u64, End>,
    pub access: Access,
    /// What it touched before that: where the handle of a new thread is stored.
    pub earlier: Vec<Access>,
    /// What it touched besides: objects that end with a thread.
    pub also: Vec<Access>,
}

impl<'p> Machine<'p> {
    /// A machine at the start of a valid program, its first thread at its first operation.
    pub fn new(program: &'p Program, code: Code) -> Machine<'p> {
        Machine::start(program, code, None, None)
    }

    /// The same, but everything that it does is written down from the start.
    pub(crate) fn observed(program: &'p Program, code: Code) -> Machine<'p> {
        Machine::start(program, code, Some(Vec::new()), None)
    }

    fn start(program: &'p Program, code: Code, observed: Option<Vec<Observed>>, visits: Option<Visits>) -> Machine<'p> {
        let memory = Memory::new(program);
        let mut machine = Machine {
            program,
            names: Names::new(memory.next_object()),
            memory,
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
            failure_frames: Vec::new(),
            steps: Vec::new(),
            rare: Vec::new(),
            to_start: vec![(ThreadId(0), code.entry, 0)],
            stamp: 0,
            probes: Vec::new(),
            watches: Vec::new(),
            unexplored: BTreeSet::new(),
            mistakes: BTreeSet::new(),
            reuses: reuse::Reuses::default(),
            cuts: BTreeMap::new(),
            may_race: code.may_race(),
            mixed: mixed::Mixed::default(),
            reachable: Reachable::default(),
            is_watched: false,
            section: Marks::default(),
            inputs_used: Vec::new(),
            inputs_log: Vec::new(),
            domains_log: Vec::new(),
            observed,
            visits,
            created: Vec::new(),
            used_again: Vec::new(),
            nests: OnceCell::new(),
            code,
        };
        if machine.code.uninitialised {
            machine.memory.track_writes();
        }
        machine.start_new_threads();
        machine
    }

    /// What it runs: the code that it was given, but for awaits if these had to be given up.
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

    /// Something is open about two words: notes that, if the words are of the kind.
    pub(crate) fn note_doubt(&mut self, base: usize, about: ir::Doubt, left: u64, right: u64) {
        let is_open = match about {
            ir::Doubt::Order => true,
            ir::Doubt::Handles => self.may_share_handle(left, right),
        };
        if is_open {
            self.mistakes.insert(thread::pc(&self.words, base));
        }
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
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => None,
        }
    }

    /// The request of a waiting thread and the instruction that makes it.
    pub(crate) fn request(&self, thread: ThreadId) -> Option<(Pc, Request)> {
        let version = self.version(thread)?;
        match version.outcome {
            Outcome::At(request) | Outcome::Watching(request) | Outcome::Spinning(request) => {
                Some((thread::pc(self.words_of(thread), 0), request))
            }
            Outcome::Ended(_) => None,
        }
    }

    /// A heap object that nobody can reach any more, at the regular end of the process: every thread has returned.
    pub(crate) fn leaked(&self) -> Option<u32> {
        let is_checked = self.code.checked.contains(Property::Memory) && !self.program.may_leak;
        if !self.memory.uses_heap() || !is_checked {
            return None;
        }
        let returned = |&it: &ThreadId| matches!(self.status(it), Status::Ended(End::Returned | End::MainReturned));
        self.threads.iter().all(returned).then(|| self.memory.unreachable()).flatten()
    }

    /// The functions on a waiting thread's stack, innermost first.
    pub(crate) fn stack(&self, thread: ThreadId) -> Vec<(u32, Pc)> {
        match self.version(thread) {
            Some(version) if !matches!(version.outcome, Outcome::Ended(_)) => thread::stack(self.words_of(thread), 0),
            _ => Vec::new(),
        }
    }

    /// The stack of a failure, innermost first.
    pub(crate) fn failure_stack(&self, failure: usize) -> &[(u32, Pc)] {
        &self.failure_stacks[failure]
    }

    /// Where in the program a failure happened.
    pub fn failure_position(&self, failure: usize) -> source::Span {
        self.failure_stacks[failure].first().map_or(source::Span::NONE, |it| self.code.site(it.1).span)
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
    #[inline(always)]
    pub(crate) fn words_of(&self, thread: ThreadId) -> &[u64] {
        self.words_at(self.current[thread.index()])
    }

    /// The words of a version.
    #[inline(always)]
    fn words_at(&self, id: u32) -> &[u64] {
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
        let Machine { threads, joined, failures, inputs_log, .. } = self;
        self.rare.push(Rare {
            threads: threads.len(),
            joined: joined.len(),
            failures: failures.len(),
            inputs: inputs_log.len(),
        });
    }

    /// Begins a step that can be taken back to this mark.
    pub(crate) fn push_step(&mut self, mark: Mark) {
        self.steps.push(mark);
        self.stamp += 1;
    }

    /// Takes back everything since the mark.
    pub(crate) fn restore(&mut self, mark: Mark) {
        for &(thread, previous) in self.moves[mark.moves as usize..].iter().rev() {
            self.current[thread.index()] = previous;
        }
        self.moves.truncate(mark.moves as usize);
        self.versions.truncate(mark.versions as usize);
        self.words.truncate(mark.words as usize);
        self.memory.back_to(mark.memory as usize);
        if let Some(&Rare { threads, joined, failures, inputs }) = self.rare.get(mark.rare as usize) {
            self.threads.truncate(threads);
            self.start_functions.truncate(threads);
            self.joined.truncate(if planted::bug!(JoinedNotTakenBack) { usize::MAX } else { joined });
            self.failures.truncate(failures);
            self.failure_stacks.truncate(failures);
            self.failure_frames.truncate(failures);
            for position in self.inputs_log.drain(inputs..) {
                self.inputs_used[position as usize] -= 1;
            }
            self.domains_log.truncate(inputs);
            self.rare.truncate(mark.rare as usize);
        }
        self.to_start.clear();
    }
}
