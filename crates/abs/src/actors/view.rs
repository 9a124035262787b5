//! What tasks see of the world, and whether conditions hold in it.

use super::Actors;
use crate::code::{LoopRange, Op};
use crate::program::{ConstructorId, FieldId};
use crate::run::{Calls, FUEL, Frame, Pause, World};
use crate::value::{Ranks, Reference, Value};
use event::ThreadId;
use std::cmp::Ordering;
use std::rc::Rc;

/// What instructions may ask, for a task that has been taken out of its place.
pub(super) struct View<'a> {
    pub actors: &'a Actors,
    pub task: ThreadId,
    /// Fields that are looked at, if that is to be noted.
    pub noted: Option<&'a mut Vec<(Reference, FieldId)>>,
}

/// What is missing of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    Nothing,
    /// The answer of a task.
    Answer(ThreadId),
    Condition,
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
        self.actors.finds_out_names.set(true);
        self.actors.path(value)
    }

    fn destiny(&self) -> Value {
        Value::Future(self.task)
    }

    fn leaves(&mut self, depth: usize, loops: LoopRange) {
        if let Some(left) = &mut *self.actors.left.borrow_mut() {
            left.push((depth, loops));
        }
    }
}

impl Ranks for View<'_> {
    fn constructor(&self, constructor: ConstructorId) -> u32 {
        self.actors.code.ranks[constructor.0 as usize]
    }

    fn objects(&self, one: Reference, two: Reference) -> Ordering {
        if one != two {
            self.actors.finds_out_names.set(true);
        }
        self.actors.names.order_of_objects(one, two)
    }

    fn futures(&self, one: ThreadId, two: ThreadId) -> Ordering {
        if one != two {
            self.actors.finds_out_names.set(true);
        }
        self.actors.names.order_of_tasks(one, two)
    }
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

    /// Whether the condition that a task waits for holds. One that fails or does not end is found out by going on.
    pub(super) fn holds(&mut self, id: ThreadId) -> bool {
        self.missing(id) == Missing::Nothing
    }

    /// What is missing of the condition that a task waits for.
    pub(super) fn missing(&mut self, id: ThreadId) -> Missing {
        let code = Rc::clone(&self.code);
        let mut calls = std::mem::take(&mut self.scratch);
        let Calls { frames, stack } = &self.task(id).calls;
        let Some(&frame) = frames.last() else { unreachable!("a task that waits has a call") };
        calls.frames.clear();
        calls.frames.push(Frame { base: 0, ..frame });
        calls.stack.clear();
        calls.stack.extend_from_slice(&stack[frame.base as usize..]);
        let mut fuel = FUEL;
        let mut unresolved = None;
        let missing = loop {
            let mut view = View { actors: self, task: id, noted: None };
            match calls.run(&code, &mut view, &mut fuel) {
                Pause::At(Op::IsResolved { .. }) => match calls.pop() {
                    Value::Future(future) => {
                        let is_there = self.is_resolved(future);
                        // Parts behind one that does not hold are not looked at.
                        unresolved = (!is_there).then_some(future);
                        calls.stack.push(Value::Bool(is_there));
                    }
                    _ => break Missing::Nothing,
                },
                Pause::At(Op::AwaitCondition(_)) => {
                    let holds = calls.pop() == Value::Bool(true);
                    break if holds {
                        Missing::Nothing
                    } else {
                        unresolved.map_or(Missing::Condition, Missing::Answer)
                    };
                }
                Pause::At(_) | Pause::Thrown(_) | Pause::Returned(_) | Pause::Endless => break Missing::Nothing,
            }
        };
        self.scratch = calls;
        missing
    }
}
