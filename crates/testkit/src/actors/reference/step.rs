//! One step of a task: it runs until it ends, waits or lets others go first.
//!
//! A call is a list of what it still has to do. Statements come off that list one by one and put others on it; an
//! exception takes things off until there is one that catches it.

use super::expression::{Scope, Stop, exception};
use super::state::{Frame, Part, Sink, State, Task, Todo, Wait};
use super::value::{ObjectName, TaskName, Value};
use abs::program::{
    Body, ClassId, Expression, ExpressionKind, Guard, Pattern, Program, Statement, StatementKind, Target,
};
use std::rc::Rc;

/// How much a task still has to do: how many calls it has open, and how much is left in the innermost.
pub(super) type Height = (usize, usize);

/// What happened in a step besides the new state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Events {
    /// The least that was left to do on the way.
    pub lowest: Height,
    /// An assertion failed.
    pub assertion: bool,
    /// An exception ended a task whose future nobody has.
    pub lost: bool,
    /// A `get` had to wait.
    pub blocked: bool,
    /// An exception came out of a future.
    pub delivered: bool,
    /// An exception was caught.
    pub caught: bool,
}

impl Default for Events {
    fn default() -> Self {
        let lowest = (usize::MAX, usize::MAX);
        Events { lowest, assertion: false, lost: false, blocked: false, delivered: false, caught: false }
    }
}

/// A step takes at most so many statements.
const MOST_STATEMENTS: u32 = 2_000;

/// A new state at the start of a program.
pub(super) fn start(program: &Program) -> State<'_> {
    let main = Task {
        object: None,
        method: None,
        group: None,
        frames: vec![frame(&program.main, Vec::new(), None, false)],
        wait: Wait::Start,
        line: 0,
        calls: 0,
        objects: 0,
        is_dropped: true,
        result: None,
        is_received: false,
    };
    let tasks = [(Rc::from([]), main)].into_iter().collect();
    State { objects: Default::default(), tasks }
}

/// Whether a task can make a step.
pub(super) fn is_enabled(program: &Program, state: &State<'_>, name: &TaskName) -> Result<bool, Stop> {
    let task = &state.tasks[name];
    match &task.wait {
        Wait::Ended => return Ok(false),
        Wait::Get(future) => return Ok(state.is_resolved(future)),
        Wait::Start | Wait::Turn | Wait::Future(_) | Wait::Guards => {}
    }
    if !state.is_free(&task.group) {
        return Ok(false);
    }
    match &task.wait {
        Wait::Future(future) => Ok(state.is_resolved(future)),
        Wait::Guards => {
            let mut runner = Runner::of(program, state, name, &[]);
            let Some(Todo::AwaitGuards(guards, _)) = runner.top().todo.last().cloned() else {
                return Err(Stop::Unknown("a task that waits for nothing".to_owned()));
            };
            match runner.guards_hold(guards.0) {
                Err(Stop::Throw(_)) => Ok(true),
                other => other,
            }
        }
        Wait::Start | Wait::Turn | Wait::Get(_) | Wait::Ended => Ok(true),
    }
}

/// The task for whose answer another one waits that waits for what a guard says, if that is what is missing.
pub(super) fn missing_answer(program: &Program, state: &State<'_>, name: &TaskName) -> Option<TaskName> {
    let mut runner = Runner::of(program, state, name, &[]);
    let Some(Todo::AwaitGuards(guards, _)) = runner.top().todo.last().cloned() else { return None };
    for guard in guards.0 {
        match guard {
            Guard::Future(future) => {
                let future = runner.future(future).ok()?;
                if !state.is_resolved(&future) {
                    return Some(future);
                }
            }
            Guard::Condition(condition) => {
                if !runner.holds(condition).ok()? {
                    return None;
                }
            }
        }
    }
    None
}

/// The state after a step of a task that can make one, if these numbers are chosen on the way.
pub(super) fn step<'p>(
    program: &'p Program,
    state: &State<'p>,
    name: &TaskName,
    choices: &[u32],
) -> Result<(State<'p>, Events), Stop> {
    let mut runner = Runner::of(program, state, name, choices);
    let wait = runner.run()?;
    let Runner { mut state, mut task, events, .. } = runner;
    task.wait = wait;
    state.tasks.insert(name.clone(), task);
    Ok((state, events))
}

pub(super) fn frame<'p>(
    body: &'p Body,
    mut arguments: Vec<Value>,
    this: Option<(ObjectName, ClassId)>,
    is_init: bool,
) -> Frame<'p> {
    arguments.resize(body.locals.len(), Value::Unit);
    let todo = body.statements.iter().rev().map(|it| Todo::Run(Part(it))).collect();
    let (this, class) = this.unzip();
    Frame { this, class, locals: arguments, todo, is_init }
}

/// Whether an exception comes from an assertion that failed, which is bad enough by itself. (No program throws it.)
pub(super) fn is_told(program: &Program, exception: &Value) -> bool {
    matches!(exception, Value::Data(it, _) if *it == program.known.assertion_fail)
}

pub(super) struct Runner<'p, 'a> {
    pub program: &'p Program,
    /// Without the task.
    pub state: State<'p>,
    pub task: Task<'p>,
    pub name: &'a TaskName,
    choices: &'a [u32],
    used: usize,
    pub events: Events,
}

/// Whether a step goes on.
pub(super) type Turn = Result<Option<Wait>, Stop>;

impl<'p, 'a> Runner<'p, 'a> {
    fn of(program: &'p Program, state: &State<'p>, name: &'a TaskName, choices: &'a [u32]) -> Self {
        let mut state = state.clone();
        let task = state.tasks.remove(name).unwrap_or_else(|| unreachable!("there is a task {name:?}"));
        Runner { program, state, task, name, choices, used: 0, events: Events::default() }
    }

    pub(super) fn top(&mut self) -> &mut Frame<'p> {
        self.task.frames.last_mut().unwrap_or_else(|| unreachable!("a task that runs has a call"))
    }

    pub(super) fn push(&mut self, todo: Todo<'p>) {
        self.top().todo.push(todo);
    }

    /// Runs up to the end of the step.
    fn run(&mut self) -> Result<Wait, Stop> {
        for _ in 0..MOST_STATEMENTS {
            let turn = match self.top().todo.pop() {
                Some(todo) => self.execute(todo),
                None => self.returns(Value::Unit),
            };
            let turn = match turn {
                Err(Stop::Throw(value)) => self.throw(value),
                other => other,
            };
            self.note_height();
            if let Some(wait) = turn? {
                return Ok(wait);
            }
        }
        Err(Stop::Endless)
    }

    pub(super) fn scope<T>(&mut self, ask: impl FnOnce(&mut Scope<'_>) -> Result<T, Stop>) -> Result<T, Stop> {
        let Some(frame) = self.task.frames.last_mut() else { unreachable!("a task that runs has a call") };
        let this = frame.this.as_ref().zip(frame.class.map(|it| it.0));
        let fields: &[Value] = frame.this.as_ref().map_or(&[], |it| &self.state.objects[it].fields);
        let mut scope = Scope {
            program: self.program,
            locals: &mut frame.locals,
            this,
            fields,
            task: self.name,
            choices: self.choices,
            used: &mut self.used,
        };
        ask(&mut scope)
    }

    pub(super) fn value(&mut self, expression: &Expression) -> Result<Value, Stop> {
        self.scope(|it| it.value(expression))
    }

    fn holds(&mut self, condition: &Expression) -> Result<bool, Stop> {
        self.scope(|it| it.holds(condition))
    }

    /// Less than ever may be left to do now.
    fn note_height(&mut self) {
        let left = self.task.frames.last().map_or(0, |it| it.todo.len());
        self.events.lowest = self.events.lowest.min((self.task.frames.len(), left));
    }

    fn execute(&mut self, todo: Todo<'p>) -> Turn {
        match todo {
            Todo::Run(statement) => return self.statement(statement.0),
            Todo::Loop(condition, body) => {
                if self.holds(condition.0)? {
                    self.push(Todo::Loop(condition, body));
                    self.push(Todo::Run(body));
                }
            }
            Todo::Each { element, index, rest, body } => {
                let Value::Data(constructor, parts) = &rest else {
                    return Err(Stop::Unknown("a list that is none".to_owned()));
                };
                if *constructor == self.program.known.cons {
                    self.top().locals[element.0 as usize] = parts[0].clone();
                    if let Some((index, number)) = index {
                        self.top().locals[index.0 as usize] = Value::Int(number);
                    }
                    let index = index.map(|(it, number)| (it, number + 1));
                    self.push(Todo::Each { element, index, rest: parts[1].clone(), body });
                    self.push(Todo::Run(body));
                }
            }
            Todo::Catch(_, None) => {}
            Todo::Catch(_, Some(finally)) | Todo::Finally(finally) => self.push(Todo::Run(finally)),
            Todo::Throw(value) => return Err(Stop::Throw(value)),
            Todo::Leave(value) => return self.leave(value),
            Todo::Deliver(_) => return Err(Stop::Unknown("a value that does not come".to_owned())),
            Todo::Await(future, line) => {
                if !self.state.is_resolved(&future) {
                    self.push(Todo::Await(future.clone(), line));
                    return self.waits(Wait::Future(future), line);
                }
            }
            Todo::AwaitGuards(guards, line) => {
                if !self.guards_hold(guards.0)? {
                    self.push(Todo::AwaitGuards(guards, line));
                    return self.waits(Wait::Guards, line);
                }
            }
            Todo::Take(future, sink, line) => return self.take(future, sink, line),
        }
        Ok(None)
    }

    pub(super) fn waits(&mut self, wait: Wait, line: u32) -> Turn {
        self.task.line = line;
        Ok(Some(wait))
    }

    fn statement(&mut self, statement: &'p Statement) -> Turn {
        let line = statement.span.line;
        match &statement.kind {
            StatementKind::Block(statements) => {
                self.top().todo.extend(statements.iter().rev().map(|it| Todo::Run(Part(it))));
            }
            StatementKind::Skip => {}
            StatementKind::Suspend => return self.waits(Wait::Turn, line),
            StatementKind::Assign(Target::Local(local), effect) => {
                return self.effect(effect, Sink::Local(*local), line);
            }
            StatementKind::Assign(Target::Field(field), effect) => {
                return self.effect(effect, Sink::Field(*field), line);
            }
            StatementKind::Effect(effect) => return self.effect(effect, Sink::Nowhere, line),
            StatementKind::Return(effect) => return self.effect(effect, Sink::Answer, line),
            StatementKind::If(condition, then, otherwise) => {
                if self.holds(condition)? {
                    self.push(Todo::Run(Part(then)));
                } else if let Some(otherwise) = otherwise {
                    self.push(Todo::Run(Part(otherwise)));
                }
            }
            StatementKind::While(condition, body) => self.push(Todo::Loop(Part(condition), Part(body))),
            StatementKind::ForEach { element, index, list, body } => {
                let rest = self.value(list)?;
                self.push(Todo::Each { element: *element, index: index.map(|it| (it, 0)), rest, body: Part(body) });
            }
            StatementKind::Switch(subject, arms) => {
                let value = self.value(subject)?;
                match self.arm(arms, &value)? {
                    Some(arm) => self.push(Todo::Run(Part(arm))),
                    None => return Err(self.exception(self.program.known.pattern_match_fail)),
                }
            }
            StatementKind::Await(guards) => match guards.as_slice() {
                // What is in a local stays the same; a field may be another future later.
                [Guard::Future(future @ Expression { kind: ExpressionKind::Local(_), .. })] => {
                    let future = self.future(future)?;
                    self.push(Todo::Await(future, line));
                }
                guards => self.push(Todo::AwaitGuards(Part(guards), line)),
            },
            StatementKind::Assert(condition) => {
                if !self.holds(condition)? {
                    self.events.assertion = true;
                    return Err(self.exception(self.program.known.assertion_fail));
                }
            }
            StatementKind::Throw(value) => return Err(Stop::Throw(self.value(value)?)),
            StatementKind::Try { body, arms, finally } => {
                self.push(Todo::Catch(Part(arms), finally.as_deref().map(Part)));
                self.push(Todo::Run(Part(body)));
            }
        }
        Ok(None)
    }

    pub(super) fn exception(&self, constructor: abs::program::ConstructorId) -> Stop {
        Stop::Throw(exception(self.program, constructor))
    }

    /// The first arm that fits.
    fn arm(&mut self, arms: &'p [(Pattern, Statement)], value: &Value) -> Result<Option<&'p Statement>, Stop> {
        for (pattern, arm) in arms {
            if self.scope(|it| it.fits(pattern, value))? {
                return Ok(Some(arm));
            }
        }
        Ok(None)
    }

    pub(super) fn future(&mut self, expression: &Expression) -> Result<TaskName, Stop> {
        match self.value(expression)? {
            Value::Future(task) => Ok(task),
            _ => Err(self.exception(self.program.known.null_pointer)),
        }
    }

    /// Whether all parts of a guard hold; those behind one that does not are not looked at.
    fn guards_hold(&mut self, guards: &[Guard]) -> Result<bool, Stop> {
        for guard in guards {
            let holds = match guard {
                Guard::Future(future) => {
                    let future = self.future(future)?;
                    self.state.is_resolved(&future)
                }
                Guard::Condition(condition) => self.holds(condition)?,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns a value, after what is to be done in any case.
    pub(super) fn leave(&mut self, value: Value) -> Turn {
        while let Some(todo) = self.top().todo.pop() {
            self.note_height();
            if let Todo::Catch(_, Some(finally)) | Todo::Finally(finally) = todo {
                self.push(Todo::Leave(value));
                self.push(Todo::Run(finally));
                return Ok(None);
            }
        }
        self.returns(value)
    }

    /// The innermost call is over.
    fn returns(&mut self, mut value: Value) -> Turn {
        let ended = self.task.frames.pop();
        self.note_height();
        if let Some(Frame { is_init: true, this: Some(this), class: Some(class), .. }) = ended {
            if let Some(run) = self.program.classes[class.0 as usize].run {
                self.spawn(&this, run, Vec::new(), true);
            }
            value = Value::Object(this, class.0);
        }
        if self.task.frames.is_empty() {
            self.task.result = Some(Ok(value));
            return Ok(Some(Wait::Ended));
        }
        match self.top().todo.pop() {
            Some(Todo::Deliver(sink)) => self.store(sink, value),
            other => Err(Stop::Unknown(format!("a call that nobody made: {other:?}"))),
        }
    }

    /// Goes on where an exception is caught, or ends the task.
    fn throw(&mut self, value: Value) -> Turn {
        while !self.task.frames.is_empty() {
            while let Some(todo) = self.top().todo.pop() {
                self.note_height();
                let finally = match todo {
                    Todo::Catch(arms, finally) => {
                        if let Some(arm) = self.arm(arms.0, &value)? {
                            self.events.caught = true;
                            self.top().todo.extend(finally.map(Todo::Finally));
                            self.push(Todo::Run(Part(arm)));
                            return Ok(None);
                        }
                        finally
                    }
                    Todo::Finally(finally) => Some(finally),
                    _ => None,
                };
                if let Some(finally) = finally {
                    self.push(Todo::Throw(value));
                    self.push(Todo::Run(finally));
                    return Ok(None);
                }
            }
            self.task.frames.pop();
        }
        self.events.lost |= self.task.is_dropped && !is_told(self.program, &value);
        self.task.result = Some(Err(value));
        Ok(Some(Wait::Ended))
    }
}
