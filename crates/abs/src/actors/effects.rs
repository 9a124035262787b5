//! What instructions do to objects, tasks and futures.

use super::step::Turn;
use super::{Access, Actors, End, Group, Happening, Made, Object, Task, Undo, Wait, future_place};
use crate::code::{BodyId, Code, Fate};
use crate::program::{ClassId, FieldId, SelectorId};
use crate::value::{Reference, Value};
use event::{StopKind, ThreadId};
use smallvec::SmallVec;

impl Actors {
    /// Whether the answer of a future is there, for a task that goes on or not depending on that.
    pub(super) fn look(&mut self, task: &mut Task, future: ThreadId, accesses: &mut Vec<Access>) -> bool {
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
    pub(super) fn take(&mut self, task: &mut Task, future: ThreadId) -> Turn {
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
    pub(super) fn call(
        &mut self,
        task: &mut Task,
        code: &Code,
        target: Reference,
        method: SelectorId,
        start: usize,
        own: bool,
    ) {
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

    pub(super) fn method(&self, code: &Code, target: Reference, method: SelectorId) -> BodyId {
        let class = &code.classes[self.object(target).class.0 as usize];
        class.methods[method.0 as usize].unwrap_or_else(|| unreachable!("{} has the method", class.name))
    }

    /// Makes an object of the arguments on the stack, and calls its init block.
    pub(super) fn make_object(&mut self, id: ThreadId, task: &mut Task, code: &Code, class: ClassId, local: bool) {
        let about = &code.classes[class.0 as usize];
        let start = task.calls.stack.len() - about.parameters as usize;
        let mut fields: Vec<Value> = task.calls.stack.drain(start..).collect();
        let new = self.object_made(id, task.made);
        task.made += 1;
        self.note(id, task.calls.span(code), || Happening::Makes(new, fields.clone()));
        fields.resize(about.fields.len(), Value::Unit);
        let group = if local { self.current_group(task) } else { Group(new.0 + 1) };
        let at = new.0 as usize;
        if self.objects.len() <= at {
            self.objects.resize_with(at + 1, || None);
        }
        if self.keepers.len() <= at + 1 {
            self.keepers.resize(at + 2, None);
        }
        let name = self.name_object(task.calls.top().and_then(|it| it.this), new);
        let born = self.marks.len() as u32;
        self.objects[at] = Some(Object { class, group, fields, born, name, makes: Made::default() });
        self.undo.push(Undo::NewObject(new));
        task.calls.enter(code, about.init, Some(new), true);
    }

    /// The group in which a task runs now: its own, unless it makes an object, whose init block runs in the object's group.
    pub(super) fn current_group(&self, task: &Task) -> Group {
        let this = task.calls.frames.iter().rev().find_map(|it| it.this);
        this.map_or(task.group, |it| self.object(it).group)
    }

    /// Makes a task.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn spawn(
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
        let new = self.task_made(id, task.spawned);
        let maker = task.calls.top().and_then(|it| it.this);
        task.spawned += 1;
        self.note(id, task.calls.span(code), || Happening::Calls(new, arguments.to_vec()));
        let mut calls = self.spare.pop().unwrap_or_default();
        calls.clear();
        calls.stack.extend(arguments);
        calls.enter(code, body, Some(target), false);
        let steps = task.steps + 1;
        let name = self.name_task(maker, new);
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
            name,
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

    pub(super) fn set_field(&mut self, object: Reference, field: FieldId, value: Value) {
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
}
