//! Unrolling a program into its event graph, again and again until what is assumed of its memory is so.

use super::graph::{Cell, Event, Graph, Place, Slip, Step, Thread};
use super::implied::Implications;
use super::knowledge::Knowledge;
use super::parts::{Parts, Running};
use super::races::Races;
use super::state::{Section, State};
use super::waits::{IdleRound, Wait};
use crate::edge::{MistakeKind, Unsupported};
use crate::flow::Flow;
use crate::memory::Meaning;
use crate::memory::Objects;
use ir::{FunctionId, Program};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};
use std::rc::Rc;

/// How far to unroll, and what to look at.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How often a loop may go round where that is not decided by constants.
    pub unroll: u32,
    /// Whether that holds for loops with a known number of rounds, too.
    pub counts_all: bool,
    /// What the graph is for.
    pub purpose: Purpose,
    /// Whether signed arithmetic whose result does not fit ends a thread; if not, it wraps around.
    pub overflow: bool,
    /// Whether a failing assertion is a failure, and a mistake with memory; if not, they stop a thread, which takes back what its section has
    /// done.
    pub reach: bool,
    /// See `reach`.
    pub memory: bool,
}

/// What a graph is for. Each question needs some of what the others can do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Assertions and mistakes.
    Failures,
    /// What is in globals when all threads have ended.
    Finals,
    /// Threads that wait for ever.
    Deadlocks,
    /// Memory that is lost in the end.
    Leaks,
    /// Accesses that nothing orders.
    Races,
}

impl Purpose {
    /// Whether it matters where threads wait.
    pub fn asks_for_deadlocks(self) -> bool {
        self == Purpose::Deadlocks
    }

    /// Whether it matters what is accessed how.
    pub fn asks_for_races(self) -> bool {
        self == Purpose::Races
    }
}

/// Locations that each thread visits at most; what lies beyond is cut. What is assumed at first may turn loops into endless ones,
/// so the limit is small until nothing new is noted any more.
const MOST_VISITS: u64 = 400_000;
const FEW_VISITS: u64 = 3_000;
/// The same for all threads together.
const MOST_VISITS_IN_ALL: u64 = 2_000_000;
/// More units than this are not ordered: their order takes memory that grows with their square.
pub const MOST_UNITS: u32 = 30_000;
/// Unrollings at most. What is known grows each time and cannot grow for ever; more than a few are never seen.
const MOST_ROUNDS: u32 = 100;

/// The event graph of a valid program, or why there is none. `interrupted` is asked now and then; `None`: it said yes.
pub fn build(
    program: &Program,
    options: Options,
    interrupted: &dyn Fn() -> bool,
) -> Result<Option<Graph>, Unsupported> {
    let mut knowledge = Knowledge::default();
    let mut objects = Objects::new(program);
    let mut names = FxHashMap::default();
    let mut most_visits = FEW_VISITS;
    for _ in 0..MOST_ROUNDS {
        let mut builder = Builder::new(program, options, interrupted, knowledge, objects, names);
        builder.most_visits = most_visits;
        builder.run()?;
        if builder.is_interrupted {
            return Ok(None);
        }
        if !builder.noted.take_changed() {
            if !builder.is_used_up || most_visits >= MOST_VISITS {
                return Ok(Some(builder.finish()));
            }
            most_visits *= 8;
        }
        (knowledge, objects, names) = (builder.noted, builder.objects, builder.names);
    }
    Err(Unsupported::new("memory whose use is not understood"))
}

/// One unrolling.
pub(super) struct Builder<'p> {
    pub program: &'p Program,
    pub options: Options,
    interrupted: &'p dyn Fn() -> bool,
    pub is_interrupted: bool,
    pub terms: Terms,
    pub objects: Objects,
    /// The sizes of objects where they depend on the path.
    pub sizes: FxHashMap<u32, Term>,
    pub assumed: Knowledge,
    pub noted: Knowledge,
    pub meaning: Meaning,
    pub implications: Implications,
    flows: Vec<Option<Rc<Flow>>>,
    /// Threads by who has started them and the how-manieth of the starts.
    names: FxHashMap<(u32, u32), u32>,
    pub cells: FxHashMap<Place, u32>,
    /// The objects that were made, each with when.
    pub made: Vec<(u32, Term)>,
    pub waits: Vec<Wait>,
    pub idle_rounds: FxHashMap<u32, IdleRound>,
    /// How many beginnings were noted.
    pub beginnings: u32,
    pub races: Races,
    pub graph: Parts,
    pub now: Running,
    pub state: State,
    /// Whether anything asks which bits were never written.
    pub asks_for_unset: bool,
    visits: u64,
    most_visits: u64,
    is_used_up: bool,
}

impl<'p> Builder<'p> {
    fn new(
        program: &'p Program,
        options: Options,
        interrupted: &'p dyn Fn() -> bool,
        knowledge: Knowledge,
        objects: Objects,
        names: FxHashMap<(u32, u32), u32>,
    ) -> Self {
        let mut terms = Terms::new();
        let graph = Parts::new(&mut terms);
        Builder {
            program,
            options,
            interrupted,
            is_interrupted: false,
            terms,
            objects,
            sizes: FxHashMap::default(),
            assumed: knowledge.clone(),
            noted: knowledge,
            meaning: Meaning::default(),
            implications: Implications::default(),
            flows: vec![None; program.functions.len()],
            names,
            cells: FxHashMap::default(),
            made: Vec::new(),
            waits: Vec::new(),
            idle_rounds: FxHashMap::default(),
            beginnings: 0,
            races: Races::default(),
            graph,
            now: Running::new(0),
            state: State::new(),
            asks_for_unset: ir::passes::unset::asks_for_unset(program),
            visits: 0,
            most_visits: 0,
            is_used_up: false,
        }
    }

    fn run(&mut self) -> Result<(), Unsupported> {
        // Unit 0 is that of the initial values.
        self.graph.clocks = 1;
        self.graph.threads.push(None);
        self.state.last = vec![0];
        let entry = self.program.entry;
        self.run_thread(0, None, entry, &[])?;
        self.settle_joins();
        match self.options.purpose {
            Purpose::Failures => {}
            Purpose::Finals => self.look_at_globals(),
            Purpose::Deadlocks => self.settle_waits(),
            Purpose::Leaks => self.settle_leaks(),
            Purpose::Races => self.settle_races(),
        }
        Ok(())
    }

    /// The number of a thread: names last through all unrollings.
    pub fn thread_number(&mut self, parent: u32, index: u32) -> u32 {
        let next = self.names.len() as u32 + 1;
        let number = *self.names.entry((parent, index)).or_insert(next);
        if self.graph.threads.len() <= number as usize {
            self.graph.threads.resize(number as usize + 1, None);
        }
        number
    }

    /// Whether there is a thread of this number, here or in an earlier unrolling.
    pub fn is_thread(&self, number: u64) -> bool {
        number <= self.names.len() as u64
    }

    /// The flow of a function.
    pub fn flow(&mut self, function: FunctionId) -> Rc<Flow> {
        if let Some(flow) = &self.flows[function.index()] {
            return flow.clone();
        }
        let flow = Rc::new(Flow::of(&self.program.functions[function.index()]));
        self.flows[function.index()] = Some(flow.clone());
        flow
    }

    /// Whether there is room for another visit.
    pub fn visit(&mut self) -> bool {
        self.visits += 1;
        self.now.visits += 1;
        if self.visits.is_multiple_of(256) {
            self.ask_to_go_on();
        }
        let is_used_up = self.now.visits >= self.most_visits || self.visits >= MOST_VISITS_IN_ALL;
        self.is_used_up |= is_used_up;
        !is_used_up && !self.is_interrupted
    }

    /// Whether nobody wants to know any more.
    pub fn ask_to_go_on(&mut self) -> bool {
        self.is_interrupted |= (self.interrupted)();
        !self.is_interrupted
    }

    /// The condition under which the running thread is where it is.
    pub fn guard(&mut self) -> Term {
        self.state.guard(&mut self.terms)
    }

    /// The execution is cut off here.
    pub fn cut(&mut self) {
        let guard = self.guard();
        if !self.terms.is_false(guard) {
            self.graph.cuts.push(guard);
        }
    }

    /// Where the condition holds, the thread ends by a mistake.
    pub fn mistake(&mut self, when: Term, kind: MistakeKind) {
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        if !self.terms.is_false(guard) {
            let (thread, span) = (self.now.thread, self.now.span);
            let step = self.state.section.as_ref().map(|it| it.step);
            self.graph.mistakes.push(Slip { guard, kind, thread, step, span });
            // Whoever makes a mistake in a step makes the step.
            if let Some(section) = &self.state.section {
                let (index, clock) = (section.step, section.clock);
                let made = self.graph.steps[index].guard;
                self.graph.steps[index].guard = self.terms.or(made, guard);
                self.graph.steps[index].clock = clock;
            }
            let is_failure = if kind.is_arithmetic() { self.options.overflow } else { self.options.memory };
            if is_failure {
                self.leave_failed_section(when);
            }
            let fine = self.terms.not(when);
            self.state.assume(&mut self.terms, fine);
        }
    }

    /// What a section has done before it fails stays: other threads see it, and it can race.
    pub fn leave_failed_section(&mut self, when: Term) {
        if self.state.section.as_ref().is_some_and(|it| it.is_explicit) && !planted::bug!(FailedSectionsTakenBack) {
            let before = self.state.clone();
            self.state.assume(&mut self.terms, when);
            self.flush();
            self.state = before;
        }
    }

    /// The step that the thread makes now.
    pub fn step(&mut self) -> Option<&mut Step> {
        let section = self.state.section.as_ref()?;
        self.graph.steps.get_mut(section.step)
    }

    /// A step of the running thread begins. When it is made is known at its end.
    pub fn begin_step(&mut self) {
        let guard = self.terms.truth(false);
        let (thread, span) = (self.now.thread, self.now.span);
        let begun = self.beginning();
        let step = self.graph.steps.len();
        self.graph.steps.push(Step {
            thread,
            guard,
            clock: None,
            starts: Vec::new(),
            joins: Vec::new(),
            inputs: Vec::new(),
            is_section: false,
            span,
        });
        self.state.section = Some(Section {
            depth: 1,
            clock: None,
            step,
            begun,
            is_explicit: false,
            orders: false,
            places: Default::default(),
        });
    }

    /// The step that the thread makes now is made on this path, too.
    pub fn note_step(&mut self) {
        let Some(section) = &self.state.section else { return };
        let (index, clock) = (section.step, section.clock);
        let guard = self.guard();
        let made = self.graph.steps[index].guard;
        self.graph.steps[index].guard = self.terms.or(made, guard);
        self.graph.steps[index].clock = clock;
    }

    /// The unit of what the thread does now.
    pub fn clock(&mut self) -> u32 {
        if let Some(clock) = self.state.section.as_ref().and_then(|it| it.clock) {
            return clock;
        }
        let clock = self.graph.clocks;
        self.graph.clocks += 1;
        let last = std::mem::replace(&mut self.state.last, vec![clock]);
        self.graph.order.extend(last.into_iter().map(|it| (it, clock)));
        if let Some(section) = &mut self.state.section {
            section.clock = Some(clock);
        }
        clock
    }

    /// The shared cell of a place.
    pub fn cell(&mut self, place: Place) -> u32 {
        if let Some(&cell) = self.cells.get(&place) {
            return cell;
        }
        let cell = self.graph.cells.len() as u32;
        let initial = self.objects.initial(&mut self.terms, place);
        self.graph.cells.push(Cell { place, initial });
        let always = self.terms.truth(true);
        self.graph.events.push(Event {
            is_write: true,
            cell,
            clock: 0,
            guard: always,
            value: initial,
            thread: 0,
            taken: None,
            carried: None,
            extent: (0, 0),
        });
        self.cells.insert(place, cell);
        cell
    }

    fn finish(mut self) -> Graph {
        let finished = self.all_finished();
        // Numbers of threads that this unrolling did not meet are never used.
        let never = self.terms.truth(false);
        let zero = self.terms.constant(self.program.model.pointer_bits(), 0);
        let absent = Thread {
            parent: None,
            guard: never,
            finished: never,
            left: never,
            result: zero,
            last: Vec::new(),
            clocks: 0..0,
            variables: 0..0,
        };
        let threads = self.graph.threads.into_iter().map(|it| it.unwrap_or_else(|| absent.clone())).collect();
        Graph {
            terms: self.terms,
            implications: self.implications,
            events: self.graph.events,
            cells: self.graph.cells,
            clocks: self.graph.clocks,
            order: self.graph.order,
            conditional: self.graph.conditional,
            constraints: self.graph.constraints,
            threads,
            steps: self.graph.steps,
            errors: self.graph.errors,
            cuts: self.graph.cuts,
            is_bounded: self.graph.is_bounded,
            most_bytes: self.graph.most_bytes,
            mistakes: self.graph.mistakes,
            stuck: self.graph.stuck,
            deadlock: self.graph.deadlock,
            leak: self.graph.leak,
            race: self.graph.race,
            may_miss_races: self.graph.may_miss_races,
            second: self.graph.second,
            finals: self.graph.finals,
            finished,
        }
    }
}
