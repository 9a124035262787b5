//! One step of a task: it runs until it ends, waits or lets others go first.
//!
//! A call is a list of what it still has to do. Statements come off that list one by one and put others on it; an
//! exception takes things off until there is one that catches it.

use super::expression::{Scope, Stop, exception};
use super::state::{Frame, Object, Part, Sink, State, Task, Todo, Wait};
use super::value::{ObjectName, TaskName, Value};
use abs::program::{
    Body, ClassId, Effect, EffectKind, Expression, Guard, Pattern, Program, SelectorId, Statement, StatementKind,
    Target,
};
use std::rc::Rc;

/// What happened in a step besides the new state.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Events {
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

fn frame<'p>(
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

struct Runner<'p, 'a> {
    program: &'p Program,
    /// Without the task.
    state: State<'p>,
    task: Task<'p>,
    name: &'a TaskName,
    choices: &'a [u32],
    used: usize,
    events: Events,
}

/// Whether a step goes on.
type Turn = Result<Option<Wait>, Stop>;

impl<'p, 'a> Runner<'p, 'a> {
    fn of(program: &'p Program, state: &State<'p>, name: &'a TaskName, choices: &'a [u32]) -> Self {
        let mut state = state.clone();
        let task = state.tasks.remove(name).unwrap_or_else(|| unreachable!("there is a task {name:?}"));
        Runner { program, state, task, name, choices, used: 0, events: Events::default() }
    }

    fn top(&mut self) -> &mut Frame<'p> {
        self.task.frames.last_mut().unwrap_or_else(|| unreachable!("a task that runs has a call"))
    }

    fn push(&mut self, todo: Todo<'p>) {
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
            if let Some(wait) = turn? {
                return Ok(wait);
            }
        }
        Err(Stop::Unknown("a step that does not end".to_owned()))
    }

    fn scope<T>(&mut self, ask: impl FnOnce(&mut Scope<'_>) -> Result<T, Stop>) -> Result<T, Stop> {
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

    fn value(&mut self, expression: &Expression) -> Result<Value, Stop> {
        self.scope(|it| it.value(expression))
    }

    fn holds(&mut self, condition: &Expression) -> Result<bool, Stop> {
        self.scope(|it| it.holds(condition))
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

    fn waits(&mut self, wait: Wait, line: u32) -> Turn {
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
                [Guard::Future(future)] => {
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
            StatementKind::Die(_) => return Err(Stop::Unknown("die".to_owned())),
            StatementKind::Try { body, arms, finally } => {
                self.push(Todo::Catch(Part(arms), finally.as_deref().map(Part)));
                self.push(Todo::Run(Part(body)));
            }
        }
        Ok(None)
    }

    fn exception(&self, constructor: abs::program::ConstructorId) -> Stop {
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

    fn future(&mut self, expression: &Expression) -> Result<TaskName, Stop> {
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

    fn effect(&mut self, effect: &'p Effect, sink: Sink, line: u32) -> Turn {
        match &effect.kind {
            EffectKind::Pure(expression) => {
                let value = self.value(expression)?;
                self.store(sink, value)
            }
            EffectKind::Get(future) => {
                let future = self.future(future)?;
                self.take(future, sink, line)
            }
            EffectKind::New { local, class, arguments } => {
                let fields = self.scope(|it| it.values(arguments))?;
                self.make(*class, *local, fields, sink);
                Ok(None)
            }
            EffectKind::AsyncCall { awaits, target, method, arguments } => {
                let (target, arguments) = self.call(target, arguments)?;
                let is_dropped = !awaits && sink == Sink::Nowhere;
                let future = self.spawn(&target, *method, arguments, is_dropped);
                if !awaits {
                    return self.store(sink, Value::Future(future));
                }
                self.push(Todo::Take(future.clone(), sink, line));
                self.push(Todo::Await(future, line));
                Ok(None)
            }
            EffectKind::SyncCall { target, method, arguments } => {
                let (target, arguments) = self.call(target, arguments)?;
                if self.state.objects[&target].group != self.task.group {
                    let future = self.spawn(&target, *method, arguments, false);
                    return self.take(future, sink, line);
                }
                self.push(Todo::Deliver(sink));
                let class = self.state.objects[&target].class;
                let (_, body) = self.method(class, *method);
                self.task.frames.push(frame(body, arguments, Some((target, class)), false));
                Ok(None)
            }
        }
    }

    /// The object and the arguments of a call.
    fn call(&mut self, target: &Expression, arguments: &[Expression]) -> Result<(ObjectName, Vec<Value>), Stop> {
        let target = self.value(target)?;
        let arguments = self.scope(|it| it.values(arguments))?;
        match target {
            Value::Object(name, _) => Ok((name, arguments)),
            _ => Err(self.exception(self.program.known.null_pointer)),
        }
    }

    fn method(&self, class: ClassId, method: SelectorId) -> (u32, &'p Body) {
        let methods = &self.program.classes[class.0 as usize].methods;
        let index = methods.iter().position(|it| it.selector == method);
        let index = index.unwrap_or_else(|| unreachable!("the program is checked"));
        (index as u32, &methods[index].body)
    }

    fn spawn(&mut self, target: &ObjectName, method: SelectorId, arguments: Vec<Value>, is_dropped: bool) -> TaskName {
        let name: TaskName = self.name.iter().copied().chain([self.task.calls]).collect();
        self.task.calls += 1;
        let Object { class, group, .. } = self.state.objects[target].clone();
        let (index, body) = self.method(class, method);
        let task = Task {
            object: Some(target.clone()),
            method: Some((class, index)),
            group,
            frames: vec![frame(body, arguments, Some((target.clone(), class)), false)],
            wait: Wait::Start,
            line: 0,
            calls: 0,
            objects: 0,
            is_dropped,
            result: None,
            is_received: false,
        };
        self.state.tasks.insert(name.clone(), task);
        name
    }

    /// Makes an object, whose init block is next.
    fn make(&mut self, class: ClassId, local: bool, mut fields: Vec<Value>, sink: Sink) {
        let about = &self.program.classes[class.0 as usize];
        fields.resize(about.fields.len(), Value::Unit);
        let name = ObjectName { task: self.name.clone(), index: self.task.objects };
        self.task.objects += 1;
        let group = if local { self.task.group.clone() } else { Some(name.clone()) };
        self.state.objects.insert(name.clone(), Object { class, group, fields });
        self.push(Todo::Deliver(sink));
        self.task.frames.push(frame(&about.init, Vec::new(), Some((name, class)), true));
    }

    /// The answer of a future, or the exception that it delivers.
    fn take(&mut self, future: TaskName, sink: Sink, line: u32) -> Turn {
        let answer = self.state.tasks.get_mut(&future).and_then(|it| {
            it.is_received |= it.result.is_some();
            it.result.clone()
        });
        match answer {
            None => {
                self.events.blocked = true;
                self.push(Todo::Take(future.clone(), sink, line));
                self.waits(Wait::Get(future), line)
            }
            Some(Ok(value)) => self.store(sink, value),
            Some(Err(value)) => {
                self.events.delivered = true;
                Err(Stop::Throw(value))
            }
        }
    }

    fn store(&mut self, sink: Sink, value: Value) -> Turn {
        match sink {
            Sink::Local(local) => self.top().locals[local.0 as usize] = value,
            Sink::Field(field) => {
                let this = self.top().this.clone();
                if let Some(object) = this.and_then(|it| self.state.objects.get_mut(&it)) {
                    object.fields[field.0 as usize] = value;
                }
            }
            Sink::Nowhere => {}
            Sink::Answer => return self.leave(value),
        }
        Ok(None)
    }

    /// Returns a value, after what is to be done in any case.
    fn leave(&mut self, value: Value) -> Turn {
        while let Some(todo) = self.top().todo.pop() {
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
        self.events.lost |= self.task.is_dropped;
        self.task.result = Some(Err(value));
        Ok(Some(Wait::Ended))
    }
}
