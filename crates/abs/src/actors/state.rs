//! What is left when nothing can go on, in words that are the same in every system that runs the program.

use super::{Actors, Task, Wait, waits_at};
use crate::run::Frame;
use crate::show::{Reader, show};
use crate::value::Value;
use event::{End, ThreadId};

/// The fields of all objects, and how all tasks ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FinalState {
    /// For each object its fields: `Buffer:0#0 used = 1`.
    pub objects: Vec<String>,
    /// For each task its method and what became of it (its answer, or what it waits for and where), in some order that
    /// does not depend on who made it.
    pub tasks: Vec<String>,
}

impl Actors {
    /// The current state as a final one.
    pub fn final_state(&self) -> FinalState {
        let name = |value: &Value| self.path(value);
        let mut objects = Vec::new();
        for (reference, object) in self.objects() {
            let class = &self.code.classes[object.class.0 as usize];
            let path = self.names.path_of_object(reference);
            for (field, value) in class.fields.iter().zip(&object.fields) {
                let value = show(value, &self.code, Reader::Person, &name);
                objects.push(format!("{}:{path} {field} = {value}", class.name));
            }
        }
        objects.sort();
        let mut tasks: Vec<String> = self.threads.iter().map(|&it| self.fate_of(it)).collect();
        tasks.sort();
        FinalState { objects, tasks }
    }

    fn fate_of(&self, thread: ThreadId) -> String {
        let task = self.task(thread);
        let object = task.object.map_or_else(String::new, |it| self.names.path_of_object(it));
        let name = |value: &Value| self.path(value);
        let end = match (&task.result, task.wait) {
            (Some(Ok(value)), _) => format!("returns {}", show(value, &self.code, Reader::Person, &name)),
            (Some(Err(exception)), _) => {
                format!("throws {}", show(&exception.value, &self.code, Reader::Person, &name))
            }
            (None, Wait::Ended(End::Stopped(_))) => "is stopped".to_owned(),
            (None, wait) => self.waiting(task, wait),
        };
        format!("{object} {} {end}", self.code.body(task.body).name)
    }

    /// What a task waits for, on which line, and with which values of the locals that the program names. A task that
    /// has not started is on no line.
    fn waiting(&self, task: &Task, wait: Wait) -> String {
        let future = |it: ThreadId| self.names.path_of_task(it);
        let is_first = |it: &Frame| it.pc == self.code.body(it.body).start;
        let is_new = wait == Wait::Ready && task.calls.frames.len() == 1 && task.calls.top().is_some_and(is_first);
        let what = match wait {
            Wait::Ready if is_new => "has not started".to_owned(),
            Wait::Ready => "waits for its turn".to_owned(),
            Wait::Future(it) => format!("awaits future:{}", future(it)),
            Wait::Get(it) => format!("gets future:{}", future(it)),
            Wait::Condition(_) => "awaits a condition".to_owned(),
            Wait::Choose(most) => format!("chooses below {most}"),
            Wait::Ended(_) => "has ended".to_owned(),
        };
        let line = if is_new { 0 } else { waits_at(&task.calls, wait, &self.code).line };
        let name = |value: &Value| self.path(value);
        let mut text = format!("{what} on line {line} with");
        for frame in &task.calls.frames {
            let base = frame.base as usize;
            let named = &task.calls.stack[base..base + self.code.body(frame.body).named as usize];
            let values: Vec<String> = named.iter().map(|it| show(it, &self.code, Reader::Person, &name)).collect();
            text.push_str(&format!(" ({})", values.join(", ")));
        }
        text
    }
}
