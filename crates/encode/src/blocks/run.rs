//! Runs one way through a block.

use super::control::{Activity, Control, Frame};
use super::names::{Name, Variable};
use super::{Blocks, Choice, Obstacle, Outcome, Site, Way};
use crate::edge::{self, Unsupported};
use ir::passes::points_to::Target;
use ir::{Action, Callee, Expr, FunctionId, Guard, Location, Operation, RegisterId, Stop};
use rustc_hash::FxHashMap;
use smt::Term;
use source::Span;

/// Ways through one block, at most, as a power of two: where there are more, it ends.
const MOST_FORKS: u32 = 5;
/// Edges of a block, at most; beyond them it ends where a loop begins anew.
const MOST_EDGES: u32 = 4_000;
/// Edges after which it ends anywhere.
const FAR_TOO_MANY: u32 = 20_000;
/// Functions inside each other.
const MOST_FRAMES: usize = 200;
/// Functions inside each other that are entered in one block.
const MANY_FRAMES: usize = 24;

/// How a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// Others may interfere now, or it is long enough.
    Arrived,
    /// The thread goes no further.
    Stopped,
    /// The thread waits.
    Waits,
    /// An assertion fails.
    Fails,
    /// Nobody goes this way.
    Impossible,
}

/// Who decides.
pub(super) enum Guide {
    /// What was decided on the last way up to here, and what is left to try.
    Explore { script: Vec<Choice>, rest: Vec<Vec<Choice>> },
    /// What was decided on the way that is followed, and how long it is.
    Follow { script: Vec<Choice>, edges: u32 },
}

pub(super) struct Runner<'b, 'p, 'k> {
    pub(super) blocks: &'b mut Blocks<'p>,
    pub(super) known: &'k dyn Fn(Variable) -> Option<u64>,
    pub(super) thread: u32,
    pub(super) control: Control,
    pub(super) activity: Activity,
    /// What variables are now, and who has said so.
    pub(super) overlay: FxHashMap<Variable, (Term, Site)>,
    /// The variables in it, in the order in which they were set first.
    pub(super) order: Vec<Variable>,
    /// Those of them that belong to the functions that run, by depth; and to objects.
    pub(super) of_frames: Vec<Vec<Variable>>,
    pub(super) of_objects: FxHashMap<u32, Vec<Variable>>,
    /// Functions that were entered in this block, by depth.
    pub(super) fresh: Vec<bool>,
    pub(super) cleared: Vec<u32>,
    pub(super) guard: Vec<Term>,
    pub(super) inputs: Vec<Term>,
    pub(super) steps: u32,
    pub(super) started: Vec<u32>,
    pub(super) sites: Vec<Site>,
    pub(super) edges: u32,
    pub(super) forks: u32,
    /// Loops around which is known to end after some round, by depth and head.
    pub(super) decided: Vec<(usize, Location)>,
    pub(super) crossed: Vec<(usize, FunctionId, Location)>,
    pub(super) guide: Guide,
    pub(super) taken: Vec<Choice>,
    pub(super) ending: Option<Ending>,
    pub(super) obstacle: Option<Obstacle>,
    pub(super) site: Site,
    pub(super) span: Span,
    pub(super) may_wait: bool,
    pub(super) mistake: Option<Span>,
}

impl<'b, 'p, 'k> Runner<'b, 'p, 'k> {
    pub fn new(
        blocks: &'b mut Blocks<'p>,
        control: &Control,
        thread: u32,
        known: &'k dyn Fn(Variable) -> Option<u64>,
    ) -> Self {
        let activity = control.activity(thread).expect("the thread was started");
        let activity: Activity = (**blocks.activities.get(activity)).clone();
        let depth = activity.frames.len();
        Runner {
            blocks,
            known,
            thread,
            control: control.clone(),
            activity,
            overlay: FxHashMap::default(),
            order: Vec::new(),
            of_frames: vec![Vec::new(); depth],
            of_objects: FxHashMap::default(),
            fresh: vec![false; depth],
            cleared: Vec::new(),
            guard: Vec::new(),
            inputs: Vec::new(),
            steps: 0,
            started: Vec::new(),
            sites: Vec::new(),
            edges: 0,
            forks: 0,
            decided: Vec::new(),
            crossed: Vec::new(),
            guide: Guide::Explore { script: Vec::new(), rest: Vec::new() },
            taken: Vec::new(),
            ending: None,
            obstacle: None,
            site: (FunctionId(0), 0),
            span: Span::NONE,
            may_wait: false,
            mistake: None,
        }
    }

    pub fn guide(&mut self, script: Vec<Choice>, rest: Vec<Vec<Choice>>) {
        self.guide = Guide::Explore { script, rest };
    }

    pub fn follow(&mut self, way: &Way) {
        self.guide = Guide::Follow { script: way.choices.clone(), edges: way.edges };
    }

    /// What was decided, and what else could have been, by position.
    pub fn decisions(&mut self) -> (Vec<Choice>, Vec<Vec<Choice>>) {
        let rest = match &mut self.guide {
            Guide::Explore { rest, .. } => std::mem::take(rest),
            Guide::Follow { .. } => Vec::new(),
        };
        (self.taken.clone(), rest)
    }

    /// Whether the thread may be somewhere in the block where it cannot go on.
    pub fn may_wait(&self) -> bool {
        let is_open = match self.ending {
            Some(Ending::Stopped | Ending::Arrived | Ending::Waits) => self.activity.section > 0,
            Some(Ending::Fails | Ending::Impossible) | None => false,
        };
        self.may_wait || is_open
    }

    pub fn run(&mut self) -> Result<(), Obstacle> {
        while self.ending.is_none() {
            if self.edges % 256 == 255 && (self.blocks.interrupted)() {
                return Err(Obstacle::Interrupted);
            }
            self.advance()?;
            if let Some(obstacle) = self.obstacle.take() {
                return Err(obstacle);
            }
        }
        Ok(())
    }

    pub fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending);
        }
    }

    /// Takes one edge, or ends the block.
    fn advance(&mut self) -> Result<(), Obstacle> {
        let depth = self.activity.frames.len();
        let Some(&Frame { function: id, location, .. }) = self.activity.frames.last() else {
            self.end(Ending::Arrived);
            return Ok(());
        };
        let program = self.blocks.program;
        let function = &program.functions[id.index()];
        let first = function.edges.partition_point(|it| it.from < location) as u32;
        let edges = function.leaving(location);
        // What is left to decide then is that evaluating the next condition goes wrong.
        if let Guide::Follow { edges, script } = &self.guide
            && *edges == self.edges
            && script.len() == self.taken.len()
        {
            self.end(Ending::Arrived);
            return Ok(());
        }
        let Some(edge) = edges.first() else {
            self.end(Ending::Stopped);
            return Ok(());
        };
        self.span = edge.span;
        let is_exploring = matches!(self.guide, Guide::Explore { .. });
        if is_exploring && self.edges > 0 && (self.forks >= MOST_FORKS || self.is_cut(edge)) {
            self.end(Ending::Arrived);
            return Ok(());
        }
        let index = match &edge.guard {
            Guard::Always => first,
            Guard::If(condition) | Guard::Unless(condition) => {
                let condition = self.evaluate(condition)?;
                if self.ending.is_some() {
                    return Ok(());
                }
                let is_known = self.blocks.terms.value_of(condition).is_some();
                let holds = self.decide_whether(condition);
                let Some(holds) = holds else { return Ok(()) };
                let (index, other) = if holds { (first, 1) } else { (first + 1, 0) };
                if let Some(other) = edges.get(other).filter(|_| is_known) {
                    let flow = &self.blocks.flows[id.index()];
                    for head in &flow.loops[location.index()] {
                        let leaves = other.ends() || !flow.loops[other.to.index()].contains(head);
                        if leaves && !self.decided.contains(&(depth, *head)) {
                            self.decided.push((depth, *head));
                        }
                    }
                }
                index
            }
        };
        self.edges += 1;
        self.site = (id, index);
        self.sites.push(self.site);
        self.take(id, index)
    }

    /// Whether others may interfere before this edge.
    fn is_cut(&mut self, edge: &ir::Edge) -> bool {
        if self.edges >= FAR_TOO_MANY {
            return true;
        }
        // Recursion that may be none is looked at before it goes on.
        if matches!(edge.action, Action::Call { .. }) && self.activity.frames.len() >= MANY_FRAMES {
            return true;
        }
        let Action::Visible(operation) = &edge.action else { return false };
        if edge::is_silent(operation) || self.activity.section > 0 || self.is_alone() {
            return false;
        }
        !self.is_private(operation)
    }

    /// Whether no other thread was ever started. That all others have ended is not enough: what a thread does in one block
    /// then, it does in several where they go on, and a reduction must not take the one for the other.
    fn is_alone(&self) -> bool {
        self.control.threads.len() == 1
    }

    /// Whether an operation is on something that only its thread can see, whatever the address is.
    fn is_private(&mut self, operation: &Operation) -> bool {
        let (Operation::Load { address, .. }
        | Operation::Store { address, .. }
        | Operation::Update { address, .. }
        | Operation::CompareExchange { address, .. }) = operation
        else {
            return false;
        };
        let id = self.activity.frames.last().expect("it runs").function;
        let targets = self.blocks.points_to.value(self.blocks.program, id, address).pointers;
        !targets.is_empty() && targets.keys().all(|it| is_private_target(self.blocks.program, *it))
    }

    fn take(&mut self, id: FunctionId, index: u32) -> Result<(), Obstacle> {
        let edge = &self.blocks.program.functions[id.index()].edges[index as usize];
        self.span = edge.span;
        match &edge.action {
            Action::Skip => {}
            Action::Assign(register, value) => {
                let value = self.evaluate(value)?;
                self.set_register(*register, value);
            }
            Action::Visible(operation) => self.perform(id, index, operation)?,
            Action::Call { dest: _, callee, arguments } => return self.call(id, index, callee, arguments),
            Action::Return(value) => {
                let value = value.as_ref().map(|it| self.evaluate(it)).transpose()?;
                self.leave(value);
                return Ok(());
            }
            Action::Stop(stop) => {
                match stop {
                    Stop::Assume | Stop::Exit => self.end(Ending::Stopped),
                    Stop::Cut => return Err(Unsupported::new("a loop that was cut").at(self.span).into()),
                    Stop::ThreadExit(value) => {
                        let value = self.evaluate(value)?;
                        self.finish(value, true);
                    }
                    Stop::Fail(_) => self.end(Ending::Fails),
                    Stop::Misuse(_) | Stop::Uninitialised(_) => self.mistake(),
                }
                return Ok(());
            }
        }
        if self.ending.is_none() {
            self.go(id, edge.from, edge.to);
        }
        Ok(())
    }

    /// Goes to a location of the innermost function.
    fn go(&mut self, id: FunctionId, from: Location, to: Location) {
        let depth = self.activity.frames.len();
        self.activity.frames.last_mut().expect("it runs").location = to;
        let flow = &self.blocks.flows[id.index()];
        if flow.order[to.index()] > flow.order[from.index()] {
            return;
        }
        self.crossed.push((depth, id, to));
        if matches!(self.guide, Guide::Follow { .. }) {
            return;
        }
        match self.decided.iter().position(|it| *it == (depth, to)) {
            Some(at) if self.edges < MOST_EDGES => {
                self.decided.swap_remove(at);
            }
            _ => self.end(Ending::Arrived),
        }
    }

    fn call(&mut self, id: FunctionId, index: u32, callee: &Callee, arguments: &[Expr]) -> Result<(), Obstacle> {
        let program = self.blocks.program;
        let callee = match callee {
            Callee::Direct(callee) => Some(*callee),
            Callee::Indirect(address) => {
                let options = self.blocks.points_to.functions(program, id, address);
                let address = self.evaluate(address)?;
                self.decide_function(address, &options)
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.evaluate(argument)?);
        }
        let (Some(callee), None) = (callee, self.ending) else { return Ok(()) };
        let function = &program.functions[callee.index()];
        let widths = function.registers[..function.parameters as usize].iter().map(|it| it.width.0);
        if !widths.eq(values.iter().map(|it| self.blocks.terms.width(*it))) {
            self.mistake();
            return Ok(());
        }
        if self.activity.frames.len() >= MOST_FRAMES {
            return Err(Unsupported::new("deep recursion").at(self.span).into());
        }
        let to = program.functions[id.index()].edges[index as usize].to;
        let top = self.activity.frames.last_mut().expect("it runs");
        (top.location, top.call) = (to, Some(index));
        self.activity.frames.push(Frame { function: callee, location: function.entry, call: None });
        self.of_frames.push(Vec::new());
        self.fresh.push(true);
        for (register, value) in values.into_iter().enumerate() {
            self.set_register(RegisterId(register as u32), value);
        }
        let depth = self.activity.frames.len() as u32 - 1;
        self.clear_private(self.thread, depth, callee);
        Ok(())
    }

    fn leave(&mut self, value: Option<Term>) {
        if self.ending.is_some() {
            return;
        }
        let program = self.blocks.program;
        if self.activity.frames.len() == 1 {
            let pointer = program.model.pointer_bits();
            let value = match value {
                Some(value) => self.resized(value, pointer),
                None => self.blocks.terms.constant(pointer, 0),
            };
            self.finish(value, self.thread != 0);
            return;
        }
        self.drop_frame();
        let top = self.activity.frames.last_mut().expect("a function was called by another");
        let (id, index) = (top.function, top.call.take().expect("it waits for a call"));
        let edge = &program.functions[id.index()].edges[index as usize];
        if let Action::Call { dest: Some(dest), .. } = &edge.action {
            let width = program.functions[id.index()].registers[dest.index()].width.0;
            let value = match value {
                Some(value) => self.resized(value, width),
                None => self.blocks.terms.constant(width, 0),
            };
            self.set_register(*dest, value);
        }
        self.go(id, edge.from, edge.to);
    }

    fn drop_frame(&mut self) {
        self.activity.frames.pop();
        self.fresh.pop();
        for variable in self.of_frames.pop().unwrap_or_default() {
            self.overlay.remove(&variable);
        }
        let depth = self.activity.frames.len();
        self.decided.retain(|it| it.0 <= depth);
    }

    /// The thread has ended by itself.
    fn finish(&mut self, result: Term, can_be_joined: bool) {
        while !self.activity.frames.is_empty() {
            self.drop_frame();
        }
        if can_be_joined {
            self.activity.has_returned = true;
            let width = self.blocks.program.model.pointer_bits();
            let variable = self.blocks.table.variable(&mut self.blocks.terms, Name::Result(self.thread), width);
            self.set(variable, result);
        }
    }

    pub fn resized(&mut self, term: Term, width: u8) -> Term {
        let terms = &mut self.blocks.terms;
        match terms.width(term).cmp(&width) {
            std::cmp::Ordering::Less => terms.zero_extend(term, width),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => terms.extract(term, 0, width),
        }
    }

    /// The thread makes a mistake and goes no further. Nobody has asked about it.
    pub fn mistake(&mut self) {
        if self.ending.is_none() {
            self.mistake = Some(self.span);
        }
        self.end(Ending::Stopped);
    }

    pub fn count_step(&mut self) {
        self.steps += 1;
    }

    /// What the way does.
    pub fn outcome(mut self) -> Option<Outcome> {
        let ending = self.ending?;
        let is_void = self.activity.section > 0 && self.mistake.is_some();
        match ending {
            Ending::Impossible => return None,
            Ending::Waits => return None,
            // A section that does not get to its end has not begun.
            Ending::Stopped if self.activity.section > 0 && self.mistake.is_none() => return None,
            Ending::Stopped => {
                while !self.activity.frames.is_empty() {
                    self.drop_frame();
                }
            }
            Ending::Arrived | Ending::Fails => {}
        }
        self.zeros();
        let is_inside = |it: &&(usize, FunctionId, Location)| {
            let frame = self.activity.frames.get(it.0 - 1).filter(|frame| frame.function == it.1);
            frame.is_some_and(|frame| self.blocks.flows[it.1.index()].loops[frame.location.index()].contains(&it.2))
        };
        let repeats = self.crossed.iter().any(|it| is_inside(&it));
        let id = self.blocks.activities.number(self.activity);
        self.control.set(self.thread, id);
        let mut writes = Vec::with_capacity(self.order.len());
        for variable in self.order {
            let Some((value, site)) = self.overlay.remove(&variable) else { continue };
            if self.blocks.exists(&self.control, variable) {
                writes.push((variable, value, site));
            }
        }
        let cleared = self.cleared;
        let there = |it: &u32| self.blocks.has_object(&self.control, *it);
        Some(Outcome {
            way: Way { choices: self.taken, edges: self.edges },
            guard: self.guard,
            writes,
            cleared: cleared.into_iter().filter(there).collect(),
            control: self.control,
            inputs: self.inputs,
            steps: self.steps,
            started: self.started,
            sites: self.sites,
            fails: ending == Ending::Fails,
            mistake: self.mistake,
            is_void,
            repeats,
        })
    }

    /// Registers of functions that were entered are 0 where they were not set.
    fn zeros(&mut self) {
        self.site = super::NOWHERE;
        for depth in 0..self.activity.frames.len() {
            if !self.fresh[depth] {
                continue;
            }
            let Frame { function, location, .. } = self.activity.frames[depth];
            for register in 0..self.blocks.program.functions[function.index()].registers.len() as u32 {
                let register = RegisterId(register);
                if !self.blocks.flows[function.index()].live[location.index()][register.index()] {
                    continue;
                }
                let variable = self.register_variable(self.thread, depth as u32, function, register);
                if !self.overlay.contains_key(&variable) {
                    let width = self.blocks.terms.width(self.blocks.table.symbol(variable));
                    let zero = self.blocks.terms.constant(width, 0);
                    self.set(variable, zero);
                }
            }
        }
    }
}

/// Whether only its thread can see it.
pub(super) fn is_private_target(program: &ir::Program, target: Target) -> bool {
    match target {
        Target::Slot(function, slot) => !program.functions[function.index()].slots[slot.index()].escapes,
        Target::Global(_) | Target::Made(..) | Target::Function(_) => false,
    }
}
