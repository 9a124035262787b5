//! A program as guarded assignments to variables: what a thread does from one point where others may interfere to the next.
//!
//! A *block* is a visible operation and the local code behind it (a thread-safe large-block encoding, made on the fly); in
//! an atomic section, and before any other thread is started, also the visible operations that follow. It is run
//! on terms: what is known of a variable is a number, and otherwise its symbol. Wherever something is not decided by what is
//! known (a branch, where an access goes), there is a [`Choice`]; a block with its choices is an [`Outcome`]: a
//! guard, what variables are afterwards, and where the threads are. Nothing is abstracted from here, and nothing is solved:
//! with symbols for everything, an outcome is exact, and that is how counterexamples are examined.
//!
//! Start at [`Blocks::outcomes`]. `run.rs` runs a block, `decide.rs` knows which way, `store.rs` what variables are then, `world.rs` what operations do, `layout.rs` which bytes are a
//! variable, `control.rs` where threads are.

mod control;
mod decide;
mod layout;
mod names;
mod pending;
mod run;
mod store;
mod world;

pub use control::{Activities, Activity, ActivityId, Control, Frame};
pub use layout::Layout;
pub use names::{Instance, InstanceKind, Kin, Name, Table, Variable};
pub use pending::{Blocker, Pending, Touch};

use crate::edge::Unsupported;
use crate::flow::Flow;
use ir::passes::points_to::{PointsTo, Target};
use ir::{FunctionId, GlobalId, Program};
use run::Runner;
use smt::{Term, Terms};
use source::Span;

/// What is decided on the way through a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Whether a condition holds.
    Branch(bool),
    /// Where an address is.
    Place(u32, u32),
    /// The address is nowhere that can be accessed.
    Nowhere,
    /// What a number is.
    Number(u64),
    /// The function of an address.
    Function(FunctionId),
}

/// A way through a block: its choices and how many edges it has. It means the same in every state with the same control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// What is decided, in the order of decisions.
    pub choices: Vec<Choice>,
    /// How many edges are passed.
    pub edges: u32,
}

/// An edge of a function.
pub type Site = (FunctionId, u32);

/// No edge: registers are 0 when a function is entered.
pub const NOWHERE: Site = (FunctionId(u32::MAX), 0);

/// What a way through a block does.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The way.
    pub way: Way,
    /// What must hold before.
    pub guard: Vec<Term>,
    /// What variables are afterwards, in terms of what they were before, and which edge says so.
    pub writes: Vec<(Variable, Term, Site)>,
    /// Objects in which everything is as at first, but for `writes`.
    pub cleared: Vec<u32>,
    /// Where threads are afterwards.
    pub control: Control,
    /// Unknowns that stand for the inputs, in their order.
    pub inputs: Vec<Term>,
    /// How many steps of the machine it is.
    pub steps: u32,
    /// Threads that are started, in their order.
    pub started: Vec<u32>,
    /// The edges that are passed.
    pub sites: Vec<Site>,
    /// Whether an assertion fails in the end.
    pub fails: bool,
    /// Where the thread is stopped by a mistake that nobody has asked about, if it is.
    pub mistake: Option<Span>,
    /// Whether it ends by a mistake in a section, which then has not begun: the way leads nowhere.
    pub is_void: bool,
    /// Whether it goes round in a loop that it does not leave.
    pub repeats: bool,
}

/// All ways through a block.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Those that lead somewhere.
    pub all: Vec<Outcome>,
    /// Whether the thread may not get to the end of the block, and not be stopped either.
    pub may_wait: bool,
}

/// Why a block cannot be run.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// The values of these variables have to be known.
    Demand(Vec<Variable>, Span),
    /// It is not modelled.
    Unsupported(Unsupported),
    /// The work was interrupted.
    Interrupted,
}

impl From<Unsupported> for Obstacle {
    fn from(it: Unsupported) -> Obstacle {
        Obstacle::Unsupported(it)
    }
}

/// The blocks of a program.
pub struct Blocks<'p> {
    /// Where terms are made.
    pub terms: Terms,
    /// Variables, objects and threads.
    pub table: Table,
    /// What threads are doing.
    pub activities: Activities,
    /// What variables are.
    pub layout: Layout,
    /// The program.
    pub program: &'p Program,
    /// Where pointers point to.
    pub points_to: PointsTo,
    flows: Vec<Flow>,
    objects: crate::memory::Objects,
    sections: pending::Sections,
    interrupted: Box<dyn Fn() -> bool>,
}

/// Nothing is known.
pub fn nothing_known(_: Variable) -> Option<u64> {
    None
}

impl<'p> Blocks<'p> {
    /// Of a program. `interrupted` is asked now and then.
    pub fn new(program: &'p Program, interrupted: Box<dyn Fn() -> bool>) -> Blocks<'p> {
        let points_to = PointsTo::of(program);
        let layout = Layout::of(program, &points_to);
        let mut table = Table::default();
        table.instances.push(None);
        for (index, global) in program.globals.iter().enumerate() {
            let target = Target::Global(GlobalId(index as u32));
            let size = global.shape.size(program.model);
            if global.thread_local {
                table.instances.push(None);
            } else {
                table.add(Instance { target, kind: InstanceKind::Static, size });
            }
        }
        table.instances.extend(program.functions.iter().map(|_| None));
        table.entries.push(program.entry);
        Blocks {
            terms: Terms::new(),
            table,
            activities: Activities::default(),
            layout,
            program,
            points_to,
            flows: program.functions.iter().map(Flow::of).collect(),
            objects: crate::memory::Objects::new(program),
            sections: pending::Sections::default(),
            interrupted,
        }
    }

    /// Where threads are at first.
    pub fn initial(&mut self) -> Control {
        let entry = &self.program.functions[self.program.entry.index()];
        let first = Activity::beginning(self.program.entry, entry.entry);
        Control { threads: vec![(0, self.activities.number(first))], alive: Vec::new() }
    }

    /// All ways of a thread through its next block. `known` gives the values of variables that are known.
    pub fn outcomes(
        &mut self,
        control: &Control,
        thread: u32,
        known: &dyn Fn(Variable) -> Option<u64>,
    ) -> Result<Outcomes, Obstacle> {
        let mut outcomes = Outcomes::default();
        let mut script: Vec<Choice> = Vec::new();
        let mut rest: Vec<Vec<Choice>> = Vec::new();
        loop {
            let mut runner = Runner::new(self, control, thread, known);
            runner.guide(script, rest);
            runner.run()?;
            let (choices, mut open) = runner.decisions();
            outcomes.may_wait |= runner.may_wait();
            if let Some(outcome) = runner.outcome() {
                outcomes.all.push(outcome);
            }
            while open.last().is_some_and(Vec::is_empty) {
                open.pop();
            }
            let Some(next) = open.last_mut().and_then(Vec::pop) else { return Ok(outcomes) };
            script = choices;
            script.truncate(open.len() - 1);
            script.push(next);
            rest = open;
        }
    }

    /// What a way does. `None`: in this state nobody can go it, as far as is known.
    pub fn follow(
        &mut self,
        control: &Control,
        thread: u32,
        way: &Way,
        known: &dyn Fn(Variable) -> Option<u64>,
    ) -> Result<Option<Outcome>, Obstacle> {
        let mut runner = Runner::new(self, control, thread, known);
        runner.follow(way);
        runner.run()?;
        Ok(runner.outcome())
    }

    /// What a variable is when its object or function begins, or the program does.
    pub fn first_value(&self, variable: Variable) -> u64 {
        let Name::Cell { object, offset, size } = self.table.name(variable) else { return 0 };
        let instance = self.table.instance(object).expect("a variable is of an object");
        let Target::Global(global) = instance.target else { return 0 };
        self.objects.first_bytes(global, offset, size)
    }

    /// Whether a variable matters: what it belongs to is there, and may be looked at.
    pub fn exists(&self, control: &Control, variable: Variable) -> bool {
        match self.table.name(variable) {
            Name::Register { thread, depth, function, register } => {
                let Some(activity) = control.activity(thread) else { return false };
                let activity = self.activities.get(activity);
                let Some(frame) = activity.frames.get(depth as usize) else { return false };
                if frame.function != function {
                    return false;
                }
                let is_set_later = frame.call.is_some_and(|call| {
                    let edge = &self.program.functions[function.index()].edges[call as usize];
                    ir::passes::walk::written(&edge.action) == Some(&register)
                });
                !is_set_later && self.flows[function.index()].live[frame.location.index()][register.index()]
            }
            Name::Cell { object, .. } => self.has_object(control, object),
            Name::Result(thread) => control.activity(thread).is_some_and(|it| {
                let activity = self.activities.get(it);
                activity.has_returned && !activity.is_taken
            }),
        }
    }

    /// Whether an object is there.
    fn has_object(&self, control: &Control, object: u32) -> bool {
        let Some(instance) = self.table.instance(object) else { return false };
        match instance.kind {
            InstanceKind::Static | InstanceKind::ThreadLocal => true,
            InstanceKind::Private { thread, depth } => {
                let Target::Slot(function, _) = instance.target else { return false };
                let activity = control.activity(thread).map(|it| self.activities.get(it));
                let frame = activity.and_then(|it| it.frames.get(depth as usize));
                frame.is_some_and(|it| it.function == function)
            }
            InstanceKind::Slot | InstanceKind::Heap | InstanceKind::Automatic => control.size(object).is_some(),
        }
    }

    /// The variables that a term is about.
    pub fn variables_of(&self, term: Term) -> Vec<Variable> {
        let mut variables: Vec<Variable> =
            unknowns(&self.terms, [term]).into_iter().filter_map(|it| self.table.of_symbol(it)).collect();
        variables.sort_unstable();
        variables
    }
}

/// The unknowns in some terms.
pub fn unknowns(terms: &Terms, all: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open: Vec<Term> = all.into_iter().collect();
    let mut found = Vec::new();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            smt::Node::Variable { .. } => found.push(term),
            node => open.extend(node.operands()),
        }
    }
    found
}
