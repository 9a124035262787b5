//! One step of a task: the meaning of the instructions that have an effect.

use super::{
    Access, Actors, End, Group, Happening, Note, Object, Place, Task, Undo, Wait, access, cell_place, future_place,
    group_place,
};
use crate::code::{BodyId, Code, Fate, Op};
use crate::program::{ClassId, FieldId, SelectorId};
use crate::run::{Calls, Exception, FUEL, Frame, Pause, World};
use crate::show::show;
use crate::value::{Reference, Value};
use event::{Failure, Fault, StopKind, ThreadId};
use num_traits::ToPrimitive;
use smallvec::SmallVec;
use source::Span;
use std::rc::Rc;

/// A choice of more values than this is not explored.
const MOST_VALUES: u32 = 256;

/// What instructions may ask, for a task that has been taken out of its place.
struct View<'a> {
    actors: &'a Actors,
    task: ThreadId,
    /// Fields that are looked at, if that is to be noted.
    noted: Option<&'a mut Vec<(Reference, FieldId)>>,
}

impl World for View<'_> {
    #[inline]
    fn field(&mut self, object: Reference, field: FieldId) -> Value {
        if let Some(noted) = &mut self.noted {
            noted.push((object, field));
        }
        self.actors.object(object).fields[field.0 as usize].clone()
    }

    fn implements(&self, object: Reference, interface: usize) -> bool {
        let class = self.actors.object(object).class;
        self.actors.code.classes[class.0 as usize].implements[interface]
    }

    fn name(&self, value: &Value) -> String {
        self.actors.path(value)
    }

    fn destiny(&self) -> Value {
        Value::Future(self.task)
    }
}

/// What a step has come to.
enum Turn {
    /// It goes on.
    On,
    /// It ends, and the task needs this.
    Over(Wait),
    /// An exception.
    Throws(Exception),
}

impl Actors {
    /// The name of an object or a future, the same in every execution.
    pub(crate) fn path(&self, value: &Value) -> String {
        match value {
            Value::Object(object) => {
                let class = &self.code.classes[self.object(*object).class.0 as usize].name;
                format!("{class}:{}", self.names.path_of_object(*object))
            }
            Value::Future(task) => format!("future:{}", self.names.path_of_task(*task)),
            _ => String::new(),
        }
    }

    /// Makes a step of a task that can go on; appends what it touches.
    pub(super) fn make_step(&mut self, id: ThreadId, branch: u32, accesses: &mut Vec<Access>) {
        self.marks.push(self.undo.len() as u32);
        let old = self.tasks[id.index()].take().unwrap_or_else(|| unreachable!("task {id:?} exists"));
        let mut task = self.copy(&old);
        let code = Rc::clone(&self.code);
        accesses.extend(self.conditions(&task).into_iter().map(Access::Expect));
        self.touched.clear();
        if !code.dynamic {
            for frame in &task.calls.frames {
                self.touch_all(&code, frame.body, frame.this);
            }
        }
        // While a condition is computed anew, futures have been waited for.
        let mut resumes = false;
        match task.wait {
            Wait::Future(future) | Wait::Get(future) => {
                accesses.push(Access::Follow(future));
                task.seen.push(future);
            }
            Wait::Choose(_) => {
                accesses.push(Access::Choose);
                self.note(id, task.calls.span(&code), || Happening::Chooses(branch));
                task.calls.stack.push(Value::Int(branch.into()));
            }
            Wait::Condition(_) => resumes = true,
            Wait::Ready | Wait::Ended(_) => {}
        }
        self.old.push(old);
        self.undo.push(Undo::Task(id));
        let wait = self.run(id, &mut task, &code, &mut resumes, accesses);
        self.keep_group(id, task.group, matches!(wait, Wait::Get(_) | Wait::Choose(_)), accesses);
        accesses.extend(self.touched.iter().map(|&(place, is_change)| access(place, is_change)));
        if self.is_kept(&task) && task.result.is_some() {
            accesses.push(Access::Write(future_place(id)));
        }
        task.steps += 1;
        let is_cut = task.steps >= code.most_steps && !matches!(wait, Wait::Ended(_));
        task.wait = if is_cut { Wait::Ended(End::Stopped(StopKind::Steps)) } else { wait };
        if accesses.is_empty() {
            accesses.push(Access::Nothing);
        }
        self.tasks[id.index()] = Some(task);
    }

    /// A copy of a task, in memory that was used before.
    fn copy(&mut self, task: &Task) -> Task {
        let mut calls = self.spare.pop().unwrap_or_default();
        calls.clone_from(&task.calls);
        Task { calls, seen: task.seen.clone(), result: task.result.clone(), ..*task }
    }

    /// Runs a task up to the end of its step.
    fn run(
        &mut self,
        id: ThreadId,
        task: &mut Task,
        code: &Code,
        resumes: &mut bool,
        accesses: &mut Vec<Access>,
    ) -> Wait {
        let mut fuel = FUEL;
        let mut noted = code.dynamic.then(Vec::new);
        loop {
            let mut view = View { actors: self, task: id, noted: noted.as_mut() };
            let mut pause = task.calls.run(code, &mut view, &mut fuel);
            self.touch_noted(&mut noted);
            loop {
                let turn = match pause {
                    Pause::Returned(value) => {
                        task.result = Some(Ok(value));
                        self.note(id, code.body(task.body).span, || Happening::Ends);
                        return Wait::Ended(End::Returned);
                    }
                    Pause::Thrown(exception) => return self.end_by(id, task, exception),
                    Pause::Endless => return Wait::Ended(End::Stopped(StopKind::Cut)),
                    Pause::At(op) => self.execute(id, task, code, op, resumes, accesses),
                };
                match turn {
                    Turn::On => break,
                    Turn::Over(wait) => {
                        self.note(id, waits_at(&task.calls, wait, code), || Happening::Waits(wait));
                        return wait;
                    }
                    Turn::Throws(exception) => match task.calls.throw(code, exception) {
                        None => break,
                        Some(thrown) => pause = thrown,
                    },
                }
            }
        }
    }

    /// A task has ended by an exception that nobody caught. If nobody can get it either, that is a failure.
    fn end_by(&mut self, id: ThreadId, task: &mut Task, exception: Exception) -> Wait {
        let span = exception.span;
        let text = show(&exception.value, &self.code, true, &|it| self.path(it));
        task.result = Some(Err(exception));
        task.calls.clear();
        if task.fate != Fate::Dropped {
            self.note(id, span, || Happening::Ends);
            return Wait::Ended(End::Returned);
        }
        if self.is_told(span) {
            return Wait::Ended(End::Failed(Fault::Assertion));
        }
        self.fail(id, Fault::Exception, span, format!("uncaught exception {text}"));
        Wait::Ended(End::Failed(Fault::Exception))
    }

    /// Whether the exception that was thrown there comes from an assertion that failed, which is a failure by itself.
    pub(super) fn is_told(&self, span: Span) -> bool {
        let mut failures = self.failures.iter().zip(&self.reasons);
        failures.any(|(failure, reason)| failure.fault == Fault::Assertion && reason.0 == span)
    }

    fn fail(&mut self, thread: ThreadId, fault: Fault, span: Span, message: String) {
        self.failures.push(Failure { thread, fault });
        self.reasons.push((span, message));
        self.undo.push(Undo::Failure);
        let number = self.failures.len() - 1;
        self.note(thread, span, || Happening::Fails(number));
    }

    /// The meaning of an instruction that has an effect.
    fn execute(
        &mut self,
        id: ThreadId,
        task: &mut Task,
        code: &Code,
        op: Op,
        resumes: &mut bool,
        accesses: &mut Vec<Access>,
    ) -> Turn {
        match op {
            Op::SetField(field) => {
                let value = task.calls.pop();
                if let Some(this) = task.calls.top().and_then(|it| it.this) {
                    self.note(id, task.calls.span(code), || Happening::Field(this, field.0, value.clone()));
                    self.set_field(this, field, value);
                }
                Turn::On
            }
            Op::New { class, local } => {
                self.make_object(id, task, code, class, local);
                Turn::On
            }
            Op::Return => {
                // Of an init block.
                task.calls.pop();
                let Some(frame) = task.calls.frames.pop() else { unreachable!("an init block has a frame") };
                task.calls.stack.truncate(frame.base as usize);
                if let Some(this) = frame.this {
                    let class = &code.classes[self.object(this).class.0 as usize];
                    if let Some(run) = class.run {
                        self.spawn(id, task, code, (this, run), SmallVec::new(), Fate::Dropped, accesses);
                    }
                    task.calls.stack.push(Value::Object(this));
                }
                Turn::On
            }
            Op::Async { method, count, fate } => {
                let start = task.calls.stack.len() - count as usize;
                let arguments: SmallVec<[Value; 4]> = task.calls.stack.drain(start..).collect();
                match task.calls.pop() {
                    Value::Object(target) => {
                        let future = self.spawn(id, task, code, (target, method), arguments, fate, accesses);
                        task.calls.stack.push(Value::Future(future));
                        Turn::On
                    }
                    _ => raise(task, code, code.known.null_pointer),
                }
            }
            Op::Sync { method, count, own } => {
                let start = task.calls.stack.len() - count as usize;
                let target = match &task.calls.stack[start - 1] {
                    Value::Object(target) => *target,
                    _ => return raise(task, code, code.known.null_pointer),
                };
                if self.object(target).group == task.group {
                    self.call(task, code, target, method, start, own);
                } else {
                    let arguments = task.calls.stack.drain(start..).collect();
                    task.calls.pop();
                    let future = self.spawn(id, task, code, (target, method), arguments, Fate::Awaited, accesses);
                    task.calls.stack.push(Value::Future(future));
                }
                Turn::On
            }
            Op::Get | Op::Take => match task.calls.stack.last() {
                Some(&Value::Future(future)) if task.seen.contains(&future) => self.take(task, future),
                Some(&Value::Future(future)) => {
                    again(task);
                    Turn::Over(Wait::Get(future))
                }
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::AwaitFuture => match task.calls.stack.last().cloned() {
                Some(Value::Future(future)) if self.look(task, future, accesses) => Turn::On,
                Some(Value::Future(future)) => Turn::Over(Wait::Future(future)),
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::IsResolved => match task.calls.pop() {
                Value::Future(future) => {
                    let is_new = !task.seen.contains(&future);
                    let is_there = if *resumes && is_new && self.is_resolved(future) {
                        accesses.push(Access::Follow(future));
                        task.seen.push(future);
                        true
                    } else {
                        self.look(task, future, accesses)
                    };
                    task.calls.stack.push(Value::Bool(is_there));
                    Turn::On
                }
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::AwaitCondition(start) => {
                *resumes = false;
                if task.calls.pop() == Value::Bool(true) {
                    return Turn::On;
                }
                let Some(frame) = task.calls.frames.last_mut() else { unreachable!("a task that runs has a call") };
                let pc = frame.pc - 1;
                frame.pc = start;
                Turn::Over(Wait::Condition(pc))
            }
            Op::Suspend => Turn::Over(Wait::Ready),
            Op::Assert => {
                if task.calls.pop() == Value::Bool(true) {
                    return Turn::On;
                }
                let span = task.calls.span(code);
                self.fail(id, Fault::Assertion, span, "assertion failed".to_owned());
                raise(task, code, code.known.assertion_fail)
            }
            Op::Choose => self.choose(task, code),
            Op::Print => {
                let value = task.calls.pop();
                self.note(id, task.calls.span(code), || Happening::Prints(value));
                task.calls.stack.push(Value::Unit);
                Turn::On
            }
            Op::Constant(_)
            | Op::Local(_)
            | Op::SetLocal(_)
            | Op::Field(_)
            | Op::This
            | Op::Destiny
            | Op::Drop
            | Op::Construct(..)
            | Op::Call(_)
            | Op::TailCall(_)
            | Op::Builtin(..)
            | Op::Unary(_)
            | Op::Binary(_)
            | Op::Jump(_)
            | Op::JumpUnless(_)
            | Op::Match(..)
            | Op::NextElement(..)
            | Op::Implements(_)
            | Op::As(_)
            | Op::Throw
            | Op::NoMatch => unreachable!("{op:?} has no effect"),
        }
    }

    /// Some number below the one on top.
    fn choose(&mut self, task: &mut Task, code: &Code) -> Turn {
        let most = task.calls.pop().as_integer();
        match most.as_ref().and_then(ToPrimitive::to_u32) {
            Some(0) | None if most.as_ref().is_none_or(|it| *it <= 0.into()) => {
                raise(task, code, code.known.pattern_match_fail)
            }
            Some(1) => {
                task.calls.stack.push(Value::Int(0));
                Turn::On
            }
            Some(most) if most <= MOST_VALUES => Turn::Over(Wait::Choose(most)),
            _ => {
                let span = task.calls.span(code);
                if !self.unexplored.contains(&span) {
                    self.unexplored.push(span);
                }
                Turn::Over(Wait::Ended(End::Stopped(StopKind::Unexplored)))
            }
        }
    }

    /// Whether the answer of a future is there, for a task that goes on or not depending on that.
    fn look(&mut self, task: &mut Task, future: ThreadId, accesses: &mut Vec<Access>) -> bool {
        if task.seen.contains(&future) {
            return true;
        }
        // A task that was made in this step has not run.
        if self.tasks[future.index()].as_ref().is_some_and(|it| it.born == self.marks.len() as u32) {
            return false;
        }
        accesses.push(Access::Read(future_place(future)));
        let is_there = self.is_resolved(future);
        if is_there {
            task.seen.push(future);
        }
        is_there
    }

    /// The future on top gives way to its answer.
    fn take(&mut self, task: &mut Task, future: ThreadId) -> Turn {
        task.calls.pop();
        if !self.task(future).received {
            self.undo.push(Undo::Received(future));
            if let Some(other) = &mut self.tasks[future.index()] {
                other.received = true;
            }
        }
        match self.task(future).result.clone() {
            Some(Ok(value)) => {
                task.calls.stack.push(value);
                Turn::On
            }
            Some(Err(exception)) => Turn::Throws(exception),
            None => unreachable!("a future that is known to have its value has one"),
        }
    }

    /// Calls a method in the same task; its arguments are on the stack from `start` on, the object below them.
    fn call(&mut self, task: &mut Task, code: &Code, target: Reference, method: SelectorId, start: usize, own: bool) {
        let body = self.method(code, target, method);
        if let Some(frame) = task.calls.frames.last_mut() {
            // Behind the `Get`.
            frame.pc += 1;
        }
        task.calls.enter(code, body, Some(target), false);
        // The object is not needed any more; the locals move down by one.
        task.calls.stack.remove(start - 1);
        if let Some(frame) = task.calls.frames.last_mut() {
            frame.base -= 1;
        }
        if !own && !code.dynamic {
            self.touch_all(code, body, Some(target));
        }
    }

    fn method(&self, code: &Code, target: Reference, method: SelectorId) -> BodyId {
        let class = &code.classes[self.object(target).class.0 as usize];
        class.methods[method.0 as usize].unwrap_or_else(|| unreachable!("{} has the method", class.name))
    }

    /// Makes an object of the arguments on the stack, and calls its init block.
    fn make_object(&mut self, id: ThreadId, task: &mut Task, code: &Code, class: ClassId, local: bool) {
        let about = &code.classes[class.0 as usize];
        let start = task.calls.stack.len() - about.parameters as usize;
        let mut fields: Vec<Value> = task.calls.stack.drain(start..).collect();
        let new = self.names.object(id, task.made);
        task.made += 1;
        self.note(id, task.calls.span(code), || Happening::Makes(new, fields.clone()));
        fields.resize(about.fields.len(), Value::Unit);
        let group = if local { task.group } else { Group(new.0 + 1) };
        let at = new.0 as usize;
        if self.objects.len() <= at {
            self.objects.resize_with(at + 1, || None);
        }
        if self.keepers.len() <= at + 1 {
            self.keepers.resize(at + 2, None);
        }
        self.objects[at] = Some(Object { class, group, fields, born: self.marks.len() as u32 });
        self.undo.push(Undo::NewObject(new));
        task.calls.enter(code, about.init, Some(new), true);
    }

    /// Makes a task.
    #[allow(clippy::too_many_arguments)]
    fn spawn(
        &mut self,
        id: ThreadId,
        task: &mut Task,
        code: &Code,
        (target, method): (Reference, SelectorId),
        arguments: SmallVec<[Value; 4]>,
        fate: Fate,
        accesses: &mut Vec<Access>,
    ) -> ThreadId {
        let body = self.method(code, target, method);
        let new = self.names.task(id, task.spawned);
        task.spawned += 1;
        self.note(id, task.calls.span(code), || Happening::Calls(new, arguments.to_vec()));
        let mut calls = self.spare.pop().unwrap_or_default();
        calls.clear();
        calls.stack.extend(arguments);
        calls.enter(code, body, Some(target), false);
        let steps = task.steps + 1;
        let is_cut = steps >= code.most_steps;
        let new_task = Task {
            calls,
            wait: if is_cut { Wait::Ended(End::Stopped(StopKind::Steps)) } else { Wait::Ready },
            group: self.object(target).group,
            object: Some(target),
            body,
            spawned: 0,
            made: 0,
            seen: SmallVec::new(),
            steps,
            fate,
            born: self.marks.len() as u32,
            maker: Some(id),
            result: None,
            received: false,
        };
        if self.tasks.len() <= new.index() {
            self.tasks.resize_with(new.index() + 1, || None);
        }
        self.tasks[new.index()] = Some(new_task);
        self.threads.push(new);
        self.undo.push(Undo::NewTask);
        accesses.push(Access::Spawn(new));
        new
    }

    fn set_field(&mut self, object: Reference, field: FieldId, value: Value) {
        let is_new = self.object(object).born == self.marks.len() as u32;
        if self.code.dynamic && !is_new {
            if let Some(place) = self.cell(object, field.0) {
                self.touch(place, true);
            }
        }
        let Some(it) = &mut self.objects[object.0 as usize] else { unreachable!("object {object:?} exists") };
        let old = std::mem::replace(&mut it.fields[field.0 as usize], value);
        if !is_new {
            self.undo.push(Undo::Field(object, field.0, old));
        }
    }

    /// A task keeps its group after this step, or lets it go.
    fn keep_group(&mut self, id: ThreadId, group: Group, keeps: bool, accesses: &mut Vec<Access>) {
        let keeper = &mut self.keepers[group.0 as usize];
        debug_assert!(keeper.is_none_or(|it| it == id), "who keeps a group has it for itself");
        let new = keeps.then_some(id);
        if *keeper != new {
            let old = std::mem::replace(keeper, new);
            self.undo.push(Undo::Keeper(group, old));
            accesses.push(Access::Write(group_place(group)));
        }
    }

    /// Notes all cells that a body may touch.
    fn touch_all(&mut self, code: &Code, body: BodyId, this: Option<Reference>) {
        let Some(this) = this else { return };
        for &(cell, is_change) in &code.footprints.bodies[body.0 as usize].cells {
            self.touch(cell_place(this, cell), is_change);
        }
    }

    /// Notes the cells of the fields that were looked at.
    fn touch_noted(&mut self, noted: &mut Option<Vec<(Reference, FieldId)>>) {
        let Some(noted) = noted else { return };
        for (object, field) in noted.drain(..) {
            if self.object(object).born == self.marks.len() as u32 {
                continue;
            }
            if let Some(place) = self.cell(object, field.0) {
                self.touch(place, false);
            }
        }
    }

    fn touch(&mut self, place: Place, is_change: bool) {
        match self.touched.iter_mut().find(|it| it.0 == place) {
            Some(known) => known.1 |= is_change,
            None => self.touched.push((place, is_change)),
        }
    }

    /// Whether the condition that a task waits for holds. One that fails or does not end is found out by going on.
    pub(super) fn holds(&mut self, id: ThreadId) -> bool {
        let code = Rc::clone(&self.code);
        let mut calls = std::mem::take(&mut self.scratch);
        let Calls { frames, stack } = &self.task(id).calls;
        let Some(&frame) = frames.last() else { unreachable!("a task that waits has a call") };
        calls.frames.clear();
        calls.frames.push(Frame { base: 0, ..frame });
        calls.stack.clear();
        calls.stack.extend_from_slice(&stack[frame.base as usize..]);
        let mut fuel = FUEL;
        let holds = loop {
            let mut view = View { actors: self, task: id, noted: None };
            match calls.run(&code, &mut view, &mut fuel) {
                Pause::At(Op::IsResolved) => match calls.pop() {
                    Value::Future(future) => calls.stack.push(Value::Bool(self.is_resolved(future))),
                    _ => break true,
                },
                Pause::At(Op::AwaitCondition(_)) => break calls.pop() == Value::Bool(true),
                Pause::At(_) | Pause::Thrown(_) | Pause::Returned(_) | Pause::Endless => break true,
            }
        };
        self.scratch = calls;
        holds
    }

    /// Takes back the last step.
    pub(super) fn take_back(&mut self) {
        let Some(start) = self.marks.pop() else { return };
        while self.undo.len() > start as usize {
            let Some(undo) = self.undo.pop() else { break };
            match undo {
                Undo::Task(id) => {
                    let new = std::mem::replace(&mut self.tasks[id.index()], self.old.pop());
                    self.spare.extend(new.map(|it| it.calls));
                }
                Undo::Field(object, field, old) => {
                    if let Some(it) = &mut self.objects[object.0 as usize] {
                        it.fields[field as usize] = old;
                    }
                }
                Undo::Keeper(group, old) => self.keepers[group.0 as usize] = old,
                Undo::NewTask => {
                    if let Some(last) = self.threads.pop() {
                        let gone = self.tasks[last.index()].take();
                        self.spare.extend(gone.map(|it| it.calls));
                    }
                }
                Undo::NewObject(object) => self.objects[object.0 as usize] = None,
                Undo::Received(task) => {
                    if let Some(it) = &mut self.tasks[task.index()] {
                        it.received = false;
                    }
                }
                Undo::Failure => {
                    self.failures.pop();
                    self.reasons.pop();
                }
            }
        }
        if self.is_observed {
            let depth = self.marks.len();
            self.notes.retain(|it| it.step < depth);
        }
    }

    #[inline]
    fn note(&mut self, task: ThreadId, span: Span, what: impl FnOnce() -> Happening) {
        if self.is_observed {
            let step = self.marks.len() - 1;
            self.notes.push(Note { step, task, span, what: what() });
        }
    }
}

/// Throws an exception of the language.
fn raise(task: &mut Task, code: &Code, exception: crate::program::ConstructorId) -> Turn {
    Turn::Throws(task.calls.exception(code, exception))
}

/// Where a task waits.
pub(crate) fn waits_at(calls: &Calls, wait: Wait, code: &Code) -> Span {
    let next = calls.top().map_or(0, |it| it.pc);
    match wait {
        Wait::Condition(pc) => code.spans[pc as usize],
        Wait::Get(_) => code.spans[next as usize],
        Wait::Ready if calls.top().is_some_and(|it| it.pc == code.body(it.body).start) => {
            calls.top().map_or(Span::NONE, |it| code.body(it.body).span)
        }
        Wait::Ready | Wait::Future(_) | Wait::Choose(_) | Wait::Ended(_) => calls.span(code),
    }
}

/// The instruction that was executed last is executed once more when the task goes on.
fn again(task: &mut Task) {
    if let Some(frame) = task.calls.frames.last_mut() {
        frame.pc -= 1;
    }
}
