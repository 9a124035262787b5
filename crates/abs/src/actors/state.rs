//! What is left when nothing can go on, in words that are the same in every system that runs the program.

use super::{Actors, Wait};
use crate::show::show;
use event::{End, ThreadId};

/// The fields of all objects, and how all tasks ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FinalState {
    /// For each object its fields: `Buffer:0#0 used = 1`.
    pub objects: Vec<String>,
    /// For each task its method and what became of it, in some order that does not depend on who made it.
    pub tasks: Vec<String>,
}

impl Actors {
    /// The current state as a final one.
    pub fn final_state(&self) -> FinalState {
        let name = |value: &crate::value::Value| self.path(value);
        let mut objects = Vec::new();
        for (reference, object) in self.objects() {
            let class = &self.code.classes[object.class.0 as usize];
            let path = self.names.path_of_object(reference);
            for (field, value) in class.fields.iter().zip(&object.fields) {
                let value = show(value, &self.code, true, &name);
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
        let name = |value: &crate::value::Value| self.path(value);
        let end = match (&task.result, task.wait) {
            (Some(Ok(value)), _) => format!("returns {}", show(value, &self.code, true, &name)),
            (Some(Err(exception)), _) => format!("throws {}", show(&exception.value, &self.code, true, &name)),
            (None, Wait::Ended(End::Stopped(_))) => "is stopped".to_owned(),
            (None, _) => {
                let locals: Vec<String> = task.calls.stack.iter().map(|it| show(it, &self.code, true, &name)).collect();
                let at = self.code.spans[task.calls.top().map_or(0, |it| it.pc) as usize];
                format!("waits at {}:{} with {}", at.line, at.column, locals.join(", "))
            }
        };
        format!("{object} {} {end}", self.code.body(task.body).name)
    }
}
