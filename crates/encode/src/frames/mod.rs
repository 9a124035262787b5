//! A program as a transition relation, unrolled in time: frame by frame, one step of one thread in each.
//!
//! The state before a step has for each thread its program counter (the [`NodeId`]s at which it may be, each with a condition)
//! and what is in its functions there, and memory. [`Frames::look`] finds out what the step of each thread would do from
//! there ([`Outcome`]); [`Frames::advance`] lets a selected thread make its step, and is at the next frame then. Values are
//! not unknowns that are constrained, but terms about what was selected and chosen before: what no step changes is the same
//! term in all frames and costs nothing, and what is constant is seen to be.
//!
//! `step.rs` runs a step, `local.rs` its local code, `world.rs` says what operations do to memory, `independence.rs` when steps do not depend on each
//! other, `schedule.rs` which orders of steps are left out, `question.rs` what can be asked about a state.

mod advance;
mod control;
mod footprint;
mod independence;
mod local;
mod memory;
mod question;
mod relation;
mod run;
mod schedule;
mod state;
mod step;
mod touch;
mod world;

pub use advance::IsPossible;
pub use control::NodeId;
pub use independence::{Relation, Rules, Transition};
pub use question::Racing;
pub use schedule::{Form, Frame, Mover, Past, Schedule, Window};
pub use state::End;
pub use step::Outcome;

use crate::edge::{MistakeKind, Unsupported};
use crate::memory::{Meaning, Object, Objects, Where};
use control::{ContextId, Control};
use ir::{GlobalId, Program};
use run::{Site, Stack};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};
use state::{SpotName, State};
use step::Now;

/// Calls of one function inside each other, at most; and of any function.
const MOST_CALLS: u32 = 200;
const MOST_NESTED: u32 = 1_000;
/// Locations that are visited in one step, at most. What lies beyond is cut.
const MOST_VISITS: u32 = 20_000;
/// More threads than this are not started.
const MOST_THREADS: u32 = 200;

/// Rounds of a loop that are told apart at each operation.
const MOST_ROUNDS_APART: usize = 16;
/// Values that can be one of so many numbers are choices between them. (Terms are rewritten as choices up to 16.)
const FEW_VALUES: usize = 12;

/// What to look at.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How often a loop without visible operations may go round where that is not decided by constants.
    pub unroll: u32,
    /// Whether signed arithmetic whose result does not fit ends a thread; if not, it wraps around.
    pub overflow: bool,
    /// Whether assertions that do not hold are failures; if not, they stop a thread.
    pub reach: bool,
    /// Whether mistakes in the use of memory are failures; if not, they stop a thread.
    pub memory: bool,
    /// When steps count as independent.
    pub rules: Rules,
}

impl Options {
    fn looks_at_values(self) -> bool {
        self.rules == Rules::Full
    }

    /// Whether a mistake is a failure that somebody has asked about.
    fn is_checked(self, kind: MistakeKind) -> bool {
        if kind.is_arithmetic() { self.overflow } else { self.memory }
    }
}

/// A program, unrolled up to some frame.
pub struct Frames<'p> {
    /// Where terms are made.
    pub terms: Terms,
    /// What holds in every execution; somebody takes it from here now and then.
    pub constraints: Vec<Term>,
    program: &'p Program,
    options: Options,
    interrupted: &'p dyn Fn() -> bool,
    is_interrupted: bool,
    /// How many locations were visited, in all steps.
    visits: u64,
    meaning: Meaning,
    objects: Objects,
    control: Control<'p>,
    names: FxHashMap<Name, u32>,
    /// Threads by who has started them, where, and the how-manieth time. The first one is not among them.
    threads: FxHashMap<(u32, Site, u64), u32>,
    state: State,
    now: Now,
    relation: independence::Cache,
    /// What values were rewritten to.
    tidy: FxHashMap<Term, Term>,
}

/// What an object is called. Names do not depend on what other threads do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    /// A local that does not leave its function.
    Private { thread: u32, context: ContextId, slot: u32 },
    /// What is made somewhere, for the how-manieth time.
    Made { thread: u32, site: Site, instance: u64 },
    /// A thread's own instance of a global.
    ThreadLocal { thread: u32, global: u32 },
}

/// What the step of each thread would do.
pub struct Look {
    /// The threads that can do something.
    pub threads: Vec<Looked>,
}

/// What the step of a thread would do.
pub struct Looked {
    /// Which.
    pub thread: u32,
    /// From where it may be.
    pub spots: Vec<Seen>,
    /// When it can make a step that changes something.
    pub enabled: Term,
}

/// What a step would do from where a thread may be.
pub struct Seen {
    /// Where.
    pub node: NodeId,
    /// When it is there.
    pub at: Term,
    /// What it would do.
    pub outcome: Outcome,
    /// When it is there and can do something that changes something.
    pub enabled: Term,
}

impl<'p> Frames<'p> {
    /// The first frame: the first thread is at its first visible operation.
    pub fn new(
        program: &'p Program,
        options: Options,
        interrupted: &'p dyn Fn() -> bool,
    ) -> Result<Frames<'p>, Unsupported> {
        let terms = Terms::new();
        let never = terms.truth(false);
        let nothing = Stack { activations: Vec::new(), counts: Default::default() };
        let mut frames = Frames {
            now: Now::new(never, 0, nothing, &memory::Memory::default()),
            terms,
            constraints: Vec::new(),
            program,
            options,
            interrupted,
            is_interrupted: false,
            visits: 0,
            meaning: Meaning::default(),
            objects: Objects::new(program),
            control: Control::new(program),
            names: FxHashMap::default(),
            threads: FxHashMap::default(),
            state: State { threads: Vec::new(), memory: memory::Memory::default() },
            relation: independence::Cache::default(),
            tidy: FxHashMap::default(),
        };
        frames.start(0, program.entry, &[])?;
        let children = std::mem::take(&mut frames.now.children);
        let memory = frames.now.run.memory.clone();
        frames.state.memory = memory;
        let always = frames.terms.truth(true);
        let mut landed = advance::Landed::default();
        for (thread, arrival) in children {
            frames.land(&mut landed, (thread, always, None), vec![arrival], &mut |terms, it| !terms.is_false(it));
        }
        frames.settle(landed, &|_| None);
        Ok(frames)
    }

    /// Whether the work was interrupted; what was done since then means nothing.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// How many threads were met.
    fn thread_count(&self) -> u64 {
        self.threads.len() as u64 + 1
    }

    /// Where addresses can point to.
    fn finder(&mut self) -> Where<'_> {
        Where { terms: &self.terms, meaning: &mut self.meaning, objects: &self.objects, model: self.program.model }
    }

    /// The object of a name.
    fn object(&mut self, name: Name, object: Object) -> Result<u32, Unsupported> {
        if let Some(&known) = self.names.get(&name) {
            self.objects.enlarge(known, object.size);
            return Ok(known);
        }
        let number = self.objects.add(object);
        let number = number.ok_or_else(|| Unsupported::new("more objects than there are addresses"))?;
        self.names.insert(name, number);
        Ok(number)
    }

    /// A thread's own instances of globals.
    fn locals_of(&mut self, thread: u32) -> Result<Vec<(GlobalId, u32)>, Unsupported> {
        let mut locals = Vec::new();
        for (index, global) in self.program.globals.iter().enumerate().filter(|it| it.1.thread_local) {
            let id = GlobalId(index as u32);
            let kind =
                if global.constant { crate::memory::Kind::Constant(id) } else { crate::memory::Kind::ThreadLocal(id) };
            let size = global.shape.size(self.program.model);
            locals.push((id, self.object(Name::ThreadLocal { thread, global: id.0 }, Object::written(kind, size))?));
        }
        Ok(locals)
    }

    /// A term cut or extended by zeros to a width.
    fn resized(&mut self, term: Term, width: u8) -> Term {
        match self.terms.width(term).cmp(&width) {
            std::cmp::Ordering::Less => self.terms.zero_extend(term, width),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => self.terms.extract(term, 0, width),
        }
    }

    /// What each thread would do in the current state.
    pub fn look(&mut self) -> Result<Look, Unsupported> {
        let mut threads = Vec::new();
        for thread in 0..self.state.threads.len() as u32 {
            let spots = self.state.threads[thread as usize].spots.clone();
            let mut seen = Vec::new();
            for (SpotName { node, .. }, spot) in spots {
                let outcome = self.step(thread, node, &spot)?;
                let busy = self.terms.not(outcome.idle);
                let can = self.terms.and(outcome.enabled, busy);
                let enabled = self.terms.and(spot.at, can);
                seen.push(Seen { node, at: spot.at, outcome, enabled });
            }
            let enabled = self.terms.any(seen.iter().map(|it| it.enabled).collect::<Vec<_>>());
            threads.push(Looked { thread, spots: seen, enabled });
        }
        Ok(Look { threads })
    }
}
