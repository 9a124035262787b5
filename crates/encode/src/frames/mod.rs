//! A program as a transition relation, unrolled in time: frame by frame, one step of one thread in each.
//!
//! The state before a step has for each thread its program counter (the [`NodeId`]s at which it may be, each with a condition)
//! and what is in its functions there, and memory. [`Frames::look`] finds out what the step of each thread would do from
//! there ([`Outcome`]); [`Frames::advance`] lets a selected thread make its step, and is at the next frame then. Values are
//! not unknowns that are constrained, but terms about what was selected and chosen before: what no step changes is the same
//! term in all frames and costs nothing, and what is constant is seen to be.
//!
//! `step.rs` runs a step, `world.rs` says what operations do to memory, `independence.rs` when steps do not depend on each
//! other, `schedule.rs` which orders of steps are left out, `question.rs` what can be asked about a state.

mod control;
mod independence;
mod memory;
mod question;
mod relation;
mod run;
mod schedule;
mod state;
mod step;
mod touch;
mod world;

pub use control::NodeId;
pub use independence::{Relation, Rules, Transition};
pub use schedule::{Form, Frame, Mover, Past, Schedule, Window};
pub use state::End;
pub use step::Outcome;

use crate::edge::{MistakeKind, Unsupported};
use crate::memory::{Meaning, Object, Objects, Values, Where};
use control::{ContextId, Control};
use ir::{GlobalId, Program};
use run::{Site, Stack};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};
use state::{Spot, State, Thread};
use std::collections::BTreeMap;
use step::{Arrival, Now, Place};

/// Calls of one function inside each other, at most; and of any function.
const MOST_CALLS: u32 = 200;
const MOST_NESTED: u32 = 1_000;
/// Locations that are visited in one step, at most. What lies beyond is cut.
const MOST_VISITS: u32 = 20_000;
/// More threads than this are not started.
const MOST_THREADS: u32 = 200;

/// Values that can be one of so many numbers are choices between them. (Terms are rewritten as choices up to 16.)
const FEW_VALUES: usize = 12;

/// What to look at.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How often a loop without visible operations may go round where that is not decided by constants.
    pub unroll: u32,
    /// Whether signed arithmetic whose result does not fit ends a thread; if not, it wraps around.
    pub overflow: bool,
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
        let mut landed = BTreeMap::new();
        for (thread, arrival) in children {
            frames.land(&mut landed, thread, always, arrival);
        }
        frames.settle(landed, &|_| None);
        Ok(frames)
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
            locals.push((id, self.object(Name::ThreadLocal { thread, global: id.0 }, Object { kind, size })?));
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
            for ((node, _), spot) in spots {
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

    /// Lets the selected thread make its step, if there is one: `selected` gives for each thread when it is that one.
    pub fn advance(&mut self, look: Look, selected: &dyn Fn(u32) -> Option<Term>) {
        let base = self.state.memory.clone();
        let mut memory = base.clone();
        let mut landed: BTreeMap<u32, Vec<(Term, Arrival)>> = BTreeMap::new();
        for Looked { thread, spots, .. } in look.threads {
            let Some(selected) = selected(thread) else { continue };
            for Seen { at, outcome, .. } in spots {
                let moves = self.terms.and(selected, at);
                memory.merge(&mut self.terms, &self.objects, moves, &outcome.memory, Some(&base));
                for arrival in outcome.arrivals {
                    self.land(&mut landed, thread, moves, arrival);
                }
                for (child, arrival) in outcome.children {
                    self.land(&mut landed, child, moves, arrival);
                }
            }
        }
        memory.tidy(&base, &mut |it| self.tidied(it));
        self.state.memory = memory;
        self.settle(landed, selected);
    }

    fn land(&mut self, landed: &mut BTreeMap<u32, Vec<(Term, Arrival)>>, thread: u32, moves: Term, arrival: Arrival) {
        let guard = self.terms.and(moves, arrival.guard);
        if !self.terms.is_false(guard) {
            landed.entry(thread).or_default().push((guard, arrival));
        }
    }

    /// Threads are where they have arrived, or where they were if they were not selected.
    fn settle(&mut self, landed: BTreeMap<u32, Vec<(Term, Arrival)>>, selected: &dyn Fn(u32) -> Option<Term>) {
        let zero = self.terms.constant(self.program.model.pointer_bits(), 0);
        let never = self.terms.truth(false);
        while (self.state.threads.len() as u64) < self.thread_count() {
            let fresh = Thread { spots: BTreeMap::new(), ends: BTreeMap::new(), result: zero };
            self.state.threads.push(fresh);
        }
        for (number, arrivals) in landed {
            let mut thread = self.state.threads[number as usize].clone();
            let stays = selected(number).map(|it| self.terms.not(it));
            for spot in thread.spots.values_mut() {
                spot.at = stays.map_or(spot.at, |it| self.terms.and(spot.at, it));
            }
            thread.spots.retain(|_, it| it.at != never);
            for (guard, arrival) in arrivals {
                match arrival.place {
                    Place::Node(node, stack) => {
                        let key = (node, stack.known_counts(&self.terms));
                        match thread.spots.get_mut(&key) {
                            None => {
                                thread.spots.insert(key, Spot { at: guard, stack });
                            }
                            Some(spot) => {
                                spot.stack.merge(&mut self.terms, guard, &stack);
                                spot.at = self.terms.or(spot.at, guard);
                            }
                        }
                    }
                    Place::End(end, result) => {
                        let when = thread.ends.entry(end).or_insert(never);
                        *when = self.terms.or(*when, guard);
                        if end.can_be_joined() {
                            thread.result = self.terms.ite(guard, result, thread.result);
                        }
                    }
                }
            }
            for at in thread.spots.values_mut().map(|it| &mut it.at).chain(thread.ends.values_mut()) {
                *at = self.named(*at);
            }
            for activation in thread.spots.values_mut().flat_map(|it| &mut it.stack.activations) {
                for value in activation.registers.iter_mut().chain(&mut activation.slots) {
                    *value = self.tidied(*value);
                }
            }
            self.state.threads[number as usize] = thread;
        }
    }

    /// A value that can be one of few numbers only as a choice between them, each by an unknown that says whether it is that one.
    /// What is computed from it is such a choice, too, and needs no arithmetic; and it does not grow from frame to frame.
    fn tidied(&mut self, value: Term) -> Term {
        let node = self.terms.node(value);
        if matches!(node, smt::Node::Constant { .. } | smt::Node::Variable { .. }) {
            return value;
        }
        if let Some(&known) = self.tidy.get(&value) {
            return known;
        }
        let width = self.terms.width(value);
        let tidy = match self.meaning.of(&self.terms, &self.objects, value) {
            _ if width == 1 => self.named(value),
            Values::Known(numbers) if numbers.len() <= FEW_VALUES => {
                let (last, others) = numbers.split_last().expect("a value is some number");
                let mut choice = self.terms.constant(width, *last);
                for &number in others.iter().rev() {
                    let number = self.terms.constant(width, number);
                    let is = self.terms.eq(value, number);
                    let is = self.named(is);
                    choice = self.terms.ite(is, number, choice);
                }
                choice
            }
            Values::Known(_) | Values::Any(_) => value,
        };
        self.tidy.insert(value, tidy);
        // What was tidied is not tidied again.
        self.tidy.insert(tidy, tidy);
        tidy
    }

    /// An unknown that stands for a condition, so that conditions do not grow from frame to frame.
    fn named(&mut self, condition: Term) -> Term {
        let node = self.terms.node(condition);
        if matches!(node, smt::Node::Constant { .. } | smt::Node::Variable { .. }) {
            return condition;
        }
        let name = self.terms.variable(1);
        let same = self.terms.eq(name, condition);
        self.constraints.push(same);
        name
    }
}
