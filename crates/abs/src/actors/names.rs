//! Names of tasks and objects that do not depend on the interleaving.
//!
//! A task is named by the task that made it and which of its tasks it is; an object by the task that made it and which of
//! its objects it is. Names are numbered as they come up and never forgotten, so a name has one number in all executions
//! that a system runs.

use crate::value::Reference;
use event::ThreadId;
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub(crate) struct Names {
    tasks: Vec<Made>,
    objects: Vec<(ThreadId, u32)>,
}

/// Whom a task was made by, and what it has made.
#[derive(Clone, Debug)]
struct Made {
    by: Option<(ThreadId, u32)>,
    tasks: Vec<ThreadId>,
    objects: Vec<Reference>,
}

impl Names {
    /// The main block is task 0.
    pub fn new() -> Names {
        let main = Made { by: None, tasks: Vec::new(), objects: Vec::new() };
        Names { tasks: vec![main], objects: Vec::new() }
    }

    /// The task that a task makes after so many others, if it has a number.
    pub fn task(&self, by: ThreadId, index: u32) -> Option<ThreadId> {
        self.tasks[by.index()].tasks.get(index as usize).copied()
    }

    /// The object that a task makes after so many others, if it has a number.
    pub fn object(&self, by: ThreadId, index: u32) -> Option<Reference> {
        self.tasks[by.index()].objects.get(index as usize).copied()
    }

    /// Gives a task the next number.
    pub fn number_task(&mut self, by: ThreadId, index: u32) {
        let new = ThreadId(self.tasks.len() as u32);
        debug_assert_eq!(self.tasks[by.index()].tasks.len(), index as usize, "a task makes its tasks one by one");
        self.tasks[by.index()].tasks.push(new);
        self.tasks.push(Made { by: Some((by, index)), tasks: Vec::new(), objects: Vec::new() });
    }

    /// Gives an object the next number.
    pub fn number_object(&mut self, by: ThreadId, index: u32) {
        let new = Reference(self.objects.len() as u32);
        debug_assert_eq!(self.tasks[by.index()].objects.len(), index as usize, "a task makes its objects one by one");
        self.tasks[by.index()].objects.push(new);
        self.objects.push((by, index));
    }

    /// Who makes a task; nobody makes the main block.
    pub fn maker_of_task(&self, task: ThreadId) -> Option<ThreadId> {
        self.tasks.get(task.index()).and_then(|it| it.by).map(|it| it.0)
    }

    /// Who makes an object.
    pub fn maker_of_object(&self, object: Reference) -> Option<ThreadId> {
        self.objects.get(object.0 as usize).map(|it| it.0)
    }

    /// The order of tasks by their names, makers first.
    pub fn order_of_tasks(&self, one: ThreadId, two: ThreadId) -> Ordering {
        self.path(one).cmp(&self.path(two))
    }

    /// The order of objects by their names: as their makers.
    pub fn order_of_objects(&self, one: Reference, two: Reference) -> Ordering {
        let key = |it: Reference| {
            let (by, index) = self.objects[it.0 as usize];
            (self.path(by), index)
        };
        key(one).cmp(&key(two))
    }

    /// Which of its maker's tasks a task is, its maker of its maker's, and so on, from the main block on.
    fn path(&self, task: ThreadId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut next = task;
        while let Some((by, index)) = self.tasks[next.index()].by {
            path.push(index);
            next = by;
        }
        path.reverse();
        path
    }

    /// The name of a task: `0` is the main block, `0.2` the third task that it makes.
    pub fn path_of_task(&self, task: ThreadId) -> String {
        let parts: Vec<String> = [0].into_iter().chain(self.path(task)).map(|it| it.to_string()).collect();
        parts.join(".")
    }

    /// The name of an object: `0.2#1` is the second object that task `0.2` makes.
    pub fn path_of_object(&self, object: Reference) -> String {
        let (by, index) = self.objects[object.0 as usize];
        format!("{}#{index}", self.path_of_task(by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number() {
        let mut names = Names::new();
        let main = ThreadId(0);
        let mut task = |by, index| {
            names.number_task(by, index);
            names.task(by, index).expect("it has a number")
        };
        let (one, two) = (task(main, 0), task(main, 1));
        let inner = task(two, 0);
        assert_eq!((names.task(main, 1), names.task(two, 0), names.task(two, 1)), (Some(two), Some(inner), None));
        assert_eq!([main, one, inner].map(|it| names.path_of_task(it)), ["0", "0.0", "0.1.0"]);
        let mut object = |by, index| {
            names.number_object(by, index);
            names.object(by, index).expect("it has a number")
        };
        let (object, early) = (object(inner, 0), object(one, 0));
        assert_eq!(names.path_of_object(object), "0.1.0#0");
        assert_eq!(names.order_of_objects(early, object), Ordering::Less);
        assert_eq!(names.order_of_tasks(inner, one), Ordering::Greater);
    }
}
