//! An execution as a witness sees it: statements that begin, calls that are made and that return.
//!
//! A step of the machine is an operation with the local code behind it, up to the next operation. Nobody can tell when that
//! local code is run, as long as it is before the thread's next step; so what a thread comes to in it are *moments* that wait in
//! a row: each may be taken to happen at any time until then, in order. That is what interleaving statements means.

use super::sites::{CallId, Sites, StatementId};
use event::{Access, Choice, System, ThreadId};
use ir::{Action, FunctionId, Kind, Operation, Program, RegisterId, Width};
use std::rc::Rc;
use vm::{Code, Machine, Turn, Visit, Visits};

/// Something that a thread comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// What.
    pub what: What,
    /// The function that it happens in.
    pub function: FunctionId,
    /// What that function's frame looks like.
    pub locals: Vec<u64>,
}

/// What a thread comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A statement begins.
    Statement(StatementId),
    /// The condition of a loop is about to be evaluated, be it for the first time or again.
    Round(StatementId),
    /// A branching was decided: whether its body comes next.
    Branch(StatementId, bool),
    /// A function is called; all arguments are evaluated.
    Enter(CallId),
    /// A call is over.
    Return(CallId, Returned),
}

/// What a call has returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Returned {
    /// The bits.
    pub value: u64,
    /// How many of them.
    pub width: u8,
    /// Whether they have a sign.
    pub signed: bool,
}

/// Where a thread is, as a witness sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Its functions, the outermost first.
    frames: Vec<Frame>,
    /// The statement that it has come to last.
    pub statement: Option<StatementId>,
    /// What it has come to since its last step.
    pub moments: Vec<Moment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    offset: usize,
    function: FunctionId,
    statement: Option<StatementId>,
    /// The loop whose condition is being evaluated.
    condition: Option<StatementId>,
    /// The instruction that was seen last.
    pc: u32,
    /// The call that it has made and that is not over.
    call: Option<CallId>,
}

/// A machine, and where its threads are.
pub struct Follower<'p> {
    /// The machine.
    pub machine: Machine<'p>,
    program: &'p Program,
    sites: &'p Sites,
    /// By the order of creation.
    threads: Vec<Rc<Progress>>,
    /// What the steps have changed: which threads, and what they were.
    log: Vec<Vec<(usize, Option<Rc<Progress>>)>>,
}

impl<'p> Follower<'p> {
    /// At the start of a program. The code is one with inputs of its own.
    pub fn new(program: &'p Program, code: Code, sites: &'p Sites) -> Follower<'p> {
        let machine = Machine::visiting(program, code, Visits::between(sites.stretches()));
        let mut follower = Follower { machine, program, sites, threads: Vec::new(), log: Vec::new() };
        let visits = follower.machine.take_visits().unwrap_or_default();
        let mut start = Progress::default();
        for visit in &visits {
            follower.come_to(&mut start, visit);
        }
        follower.threads.push(Rc::new(start));
        follower
    }

    /// Where a thread is, by the order of creation.
    pub fn progress(&self, position: usize) -> &Rc<Progress> {
        &self.threads[position]
    }

    /// How many steps were made.
    pub fn depth(&self) -> usize {
        self.log.len()
    }

    /// Makes a step of an enabled thread, by the order of creation; `Err` if more happens in it than can be followed.
    pub fn step(&mut self, position: usize, accesses: &mut Vec<Access>) -> Result<(), TooMuch> {
        let thread = self.machine.threads()[position];
        let pending = self.machine.pending_instruction(thread);
        let chosen = self.machine.chosen(thread).len();
        self.machine.take_visits();
        self.machine.step(Choice { thread, branch: 0 }, accesses);
        let visits = self.machine.take_visits();
        let mut changed = vec![(position, Some(self.threads[position].clone()))];
        let mut own = Progress { moments: Vec::new(), ..(*self.threads[position]).clone() };
        let values: Vec<u64> = self.machine.chosen(thread).get(chosen..).unwrap_or_default().to_vec();
        let mut values = values.into_iter();
        if let Some(pc) = pending {
            self.operation_is_over(&mut own, pc, &mut values);
        }
        let is_waiting_at = self.machine.pending_instruction(thread);
        let list = visits.as_deref().unwrap_or_default();
        let last = list.iter().rposition(|it| it.thread == thread);
        for (index, visit) in list.iter().enumerate().filter(|it| it.1.thread == thread) {
            self.come_to(&mut own, visit);
            let is_pending = Some(index) == last && is_waiting_at == Some(visit.pc);
            // In an atomic section there are several operations.
            if !is_pending {
                self.operation_is_over(&mut own, visit.pc, &mut values);
            }
        }
        self.threads[position] = Rc::new(own);
        for new in self.threads.len()..self.machine.threads().len() {
            let thread = self.machine.threads()[new];
            let mut start = Progress::default();
            for visit in list.iter().filter(|it| it.thread == thread) {
                self.come_to(&mut start, visit);
            }
            self.threads.push(Rc::new(start));
            changed.push((new, None));
        }
        self.log.push(changed);
        if visits.is_some() { Ok(()) } else { Err(TooMuch) }
    }

    /// Takes back all but the first steps.
    pub fn back_to(&mut self, depth: usize) {
        self.machine.back_to(depth);
        while self.log.len() > depth {
            for (position, was) in self.log.pop().into_iter().flatten().rev() {
                match was {
                    Some(was) => self.threads[position] = was,
                    None => self.threads.truncate(position),
                }
            }
        }
    }

    /// The moments of an operation that is over: what a choice has given.
    fn operation_is_over(&self, progress: &mut Progress, pc: u32, values: &mut dyn Iterator<Item = u64>) {
        let code = self.machine.code();
        if code.turn(pc) != Turn::Choose {
            return;
        }
        let site = code.site(pc);
        let function = &self.program.functions[site.function.index()];
        let Action::Visible(Operation::Choose { dest, .. }) = function.edges[site.edge as usize].action else { return };
        let Some(value) = values.next() else { return };
        let Some(call) = self.sites.call_at_instruction(pc) else { return };
        let returned = returned(function, Some(dest), value, None);
        let locals = progress.moments.last().map_or_else(Vec::new, |it| it.locals.clone());
        progress.moments.push(Moment { what: What::Return(call, returned), function: site.function, locals });
    }

    /// A thread comes to an instruction.
    fn come_to(&self, progress: &mut Progress, visit: &Visit) {
        let &Visit { pc, frame: offset, .. } = visit;
        let code = self.machine.code();
        let function = code.site(pc).function;
        while progress.frames.last().is_some_and(|it| it.offset > offset) {
            progress.frames.pop();
        }
        let is_new = progress.frames.last().is_none_or(|it| it.offset < offset || it.function != function);
        if is_new {
            progress.frames.retain(|it| it.offset < offset);
            progress.frames.push(Frame { offset, function, statement: None, condition: None, pc, call: None });
        }
        let moment = |what| Moment { what, function, locals: visit.locals.clone() };
        let mut frame = *progress.frames.last().expect("just pushed");
        if let Some(statement) = self.sites.statement_at_instruction(pc) {
            let before = frame.statement;
            let begins = match before {
                None => true,
                Some(before) if before == statement => !is_new && self.begins_again(statement, frame.pc, pc),
                Some(before) => !self.sites.is_inside(statement, before),
            };
            if let Some(before) = before.filter(|&it| it != statement) {
                progress.moments.extend(self.decided(before, statement).map(&moment));
            }
            if begins {
                progress.moments.push(moment(What::Statement(statement)));
            }
            let condition = self.sites.condition_at_instruction(pc);
            if condition.is_some() && (frame.condition != condition || pc <= frame.pc) {
                progress.moments.push(moment(What::Round(statement)));
            }
            frame.condition = condition;
            frame.statement = Some(statement);
            progress.statement = Some(statement);
        }
        frame.pc = pc;
        match code.turn(pc) {
            Turn::Return => {
                *progress.frames.last_mut().expect("just pushed") = frame;
                progress.frames.pop();
                self.function_is_over(progress, visit);
                return;
            }
            Turn::Call | Turn::Spawn | Turn::Choose | Turn::Operation => {
                frame.call = self.sites.call_at_instruction(pc);
                progress.moments.extend(frame.call.map(|it| moment(What::Enter(it))));
            }
            Turn::End | Turn::Local => {}
        }
        *progress.frames.last_mut().expect("just pushed") = frame;
    }

    /// The caller gets what a function returns.
    fn function_is_over(&self, progress: &mut Progress, visit: &Visit) {
        let code = self.machine.code();
        let Some(caller) = progress.frames.last() else { return };
        let Some(call) = caller.call else { return };
        let site = code.site(caller.pc);
        let function = &self.program.functions[site.function.index()];
        let Action::Call { dest, .. } = function.edges[site.edge as usize].action else { return };
        let Some(value) = code.returned(visit.pc, &visit.locals) else { return };
        let width = self.program.functions[code.site(visit.pc).function.index()].result;
        let returned = returned(function, dest, value, width);
        progress.moments.push(Moment {
            what: What::Return(call, returned),
            function: site.function,
            locals: Vec::new(),
        });
    }

    /// Whether a thread that is in a statement, and was in it before, has begun it anew.
    fn begins_again(&self, statement: StatementId, before: u32, now: u32) -> bool {
        let is_simple = self.sites.branching(statement).is_none();
        is_simple && now <= before && self.is_first(statement, now)
    }

    /// Whether no instruction of a statement comes before this one in the text.
    fn is_first(&self, statement: StatementId, pc: u32) -> bool {
        let site = self.machine.code().site(pc);
        let (line, column) = (site.span.line, site.span.column);
        let edges = &self.program.functions[site.function.index()].edges;
        let own = edges.iter().enumerate().filter(|it| self.sites.statement_of(it.1.span) == Some(statement));
        let first = own.map(|it| it.0).min();
        first.is_some_and(|it| it as u32 == site.edge) || (line, column) == self.sites.statement(statement).1.start
    }

    /// Which way the branching went that a thread comes from, if it is one and that can be told from where it goes.
    fn decided(&self, before: StatementId, now: StatementId) -> Option<What> {
        let branching = self.sites.branching(before)?;
        let start = self.sites.statement(now).1.start;
        let (from, to) = branching.body;
        let is_inside = self.sites.is_inside(before, now) && from <= start && start <= to;
        Some(What::Branch(before, is_inside))
    }
}

/// More happens in a step than can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

fn returned(function: &ir::Function, dest: Option<RegisterId>, value: u64, width: Option<Width>) -> Returned {
    let register = dest.map(|it| &function.registers[it.index()]);
    let width = register.map(|it| it.width).or(width).unwrap_or(Width(64));
    let signed = register.is_none_or(|it| it.kind == Kind::Signed);
    Returned { value: value & width.mask(), width: width.0, signed }
}

/// The place of a thread in the order of creation.
pub fn position_of(machine: &Machine<'_>, thread: ThreadId) -> Option<usize> {
    machine.threads().iter().position(|&it| it == thread)
}
