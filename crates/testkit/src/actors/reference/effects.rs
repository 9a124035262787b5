//! What can stand to the right of an assignment: new objects, calls, answers of futures.

use super::expression::Stop;
use super::state::{Object, Sink, Task, Todo, Wait};
use super::step::{Runner, Turn, frame};
use super::value::{ObjectName, TaskName, Value};
use abs::program::{Body, ClassId, Effect, EffectKind, Expression, SelectorId};

impl<'p> Runner<'p, '_> {
    pub(super) fn effect(&mut self, effect: &'p Effect, sink: Sink, line: u32) -> Turn {
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
                if self.group() != self.state.objects[&target].group {
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

    pub(super) fn spawn(
        &mut self,
        target: &ObjectName,
        method: SelectorId,
        arguments: Vec<Value>,
        is_dropped: bool,
    ) -> TaskName {
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

    /// The group in which the task runs now: an init block runs in the group of its object.
    fn group(&mut self) -> Option<ObjectName> {
        let this = self.top().this.clone();
        this.and_then(|it| self.state.objects[&it].group.clone())
    }

    /// Makes an object, whose init block is next.
    fn make(&mut self, class: ClassId, local: bool, mut fields: Vec<Value>, sink: Sink) {
        let about = &self.program.classes[class.0 as usize];
        fields.resize(about.fields.len(), Value::Unit);
        let name = ObjectName { task: self.name.clone(), index: self.task.objects };
        self.task.objects += 1;
        let group = if local { self.group() } else { Some(name.clone()) };
        self.state.objects.insert(name.clone(), Object { class, group, fields });
        self.push(Todo::Deliver(sink));
        self.task.frames.push(frame(&about.init, Vec::new(), Some((name, class)), true));
    }

    /// The answer of a future, or the exception that it delivers.
    pub(super) fn take(&mut self, future: TaskName, sink: Sink, line: u32) -> Turn {
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

    pub(super) fn store(&mut self, sink: Sink, value: Value) -> Turn {
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
}
