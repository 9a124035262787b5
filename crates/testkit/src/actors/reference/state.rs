//! States of the reference semantics. They are plain values: a step makes a new one.

use super::value::{ObjectName, TaskName, Value, object_text, task_text};
use abs::FinalState;
use abs::program::{ClassId, Expression, FieldId, Guard, LocalId, Pattern, Program, Statement};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A part of the program. Two are the same if they stand at the same place.
#[derive(Debug)]
pub(super) struct Part<'p, T: ?Sized>(pub &'p T);

impl<T: ?Sized> Clone for Part<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Part<'_, T> {}

impl<T: ?Sized> PartialEq for Part<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T: ?Sized> Eq for Part<'_, T> {}

impl<T: ?Sized> Hash for Part<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

/// Where a value goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sink {
    Local(LocalId),
    Field(FieldId),
    Nowhere,
    /// It is what the method returns.
    Answer,
}

/// What a call still has to do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Todo<'p> {
    Run(Part<'p, Statement>),
    /// `while`
    Loop(Part<'p, Expression>, Part<'p, Statement>),
    /// `foreach` with what is left of the list.
    Each {
        element: LocalId,
        index: Option<(LocalId, i128)>,
        rest: Value,
        body: Part<'p, Statement>,
    },
    /// The body of a `try` runs before it.
    Catch(Part<'p, [(Pattern, Statement)]>, Option<Part<'p, Statement>>),
    /// An arm of a `try` runs before it.
    Finally(Part<'p, Statement>),
    /// After `finally`.
    Throw(Value),
    /// After `finally`.
    Leave(Value),
    /// A call or an init block runs before it, and gives the value.
    Deliver(Sink),
    /// Waits for a future.
    Await(TaskName, u32),
    /// Waits for what a guard says.
    AwaitGuards(Part<'p, [Guard]>, u32),
    /// The answer of a future, which must be there.
    Take(TaskName, Sink, u32),
}

/// A call that has not returned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame<'p> {
    pub this: Option<ObjectName>,
    pub class: Option<ClassId>,
    pub locals: Vec<Value>,
    /// The next one is the last.
    pub todo: Vec<Todo<'p>>,
    pub is_init: bool,
}

/// What a task needs to go on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Wait {
    /// It is new.
    Start,
    /// It has let others go first.
    Turn,
    Future(TaskName),
    /// It keeps its group.
    Get(TaskName),
    Guards,
    /// It has ended.
    Ended,
}

/// A task.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Task<'p> {
    pub object: Option<ObjectName>,
    /// Its class and method.
    pub method: Option<(ClassId, u32)>,
    pub group: Option<ObjectName>,
    pub frames: Vec<Frame<'p>>,
    pub wait: Wait,
    /// The line of what it waits at.
    pub line: u32,
    pub calls: u32,
    pub objects: u32,
    /// Nobody has its future.
    pub is_dropped: bool,
    pub result: Option<Result<Value, Value>>,
    /// Somebody has got the result.
    pub is_received: bool,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Object {
    pub class: ClassId,
    /// By its first object; `None` is that of the main block.
    pub group: Option<ObjectName>,
    pub fields: Vec<Value>,
}

/// Objects and tasks by their names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State<'p> {
    pub objects: BTreeMap<ObjectName, Object>,
    pub tasks: BTreeMap<TaskName, Task<'p>>,
}

impl<'p> State<'p> {
    /// Whether a future has its value.
    pub fn is_resolved(&self, task: &TaskName) -> bool {
        self.tasks.get(task).is_some_and(|it| it.result.is_some())
    }

    /// Whether no task keeps a group.
    pub fn is_free(&self, group: &Option<ObjectName>) -> bool {
        !self.tasks.values().any(|it| matches!(it.wait, Wait::Get(_)) && it.group == *group)
    }

    /// In the words of the engine.
    pub fn final_state(&self, program: &Program) -> FinalState {
        let mut objects = Vec::new();
        for (name, object) in &self.objects {
            let class = &program.classes[object.class.0 as usize];
            for (field, value) in class.fields.iter().zip(&object.fields) {
                let value = value.show(program);
                objects.push(format!("{}:{} {field} = {value}", class.name, object_text(name)));
            }
        }
        objects.sort();
        let mut tasks: Vec<String> = self.tasks.values().map(|it| it.show(program)).collect();
        tasks.sort();
        FinalState { objects, tasks }
    }
}

impl Task<'_> {
    fn show(&self, program: &Program) -> String {
        let object = self.object.as_ref().map_or_else(String::new, object_text);
        let method = self.method.map_or_else(
            || "main".to_owned(),
            |(class, method)| {
                let class = &program.classes[class.0 as usize];
                format!("{}.{}", class.name, class.methods[method as usize].name)
            },
        );
        let end = match &self.result {
            Some(Ok(value)) => format!("returns {}", value.show(program)),
            Some(Err(value)) => format!("throws {}", value.show(program)),
            None => self.waiting(program),
        };
        format!("{object} {method} {end}")
    }

    fn waiting(&self, program: &Program) -> String {
        let what = match &self.wait {
            Wait::Start => "has not started".to_owned(),
            Wait::Turn => "waits for its turn".to_owned(),
            Wait::Future(task) => format!("awaits future:{}", task_text(task)),
            Wait::Get(task) => format!("gets future:{}", task_text(task)),
            Wait::Guards => "awaits a condition".to_owned(),
            Wait::Ended => "has ended".to_owned(),
        };
        let mut text = format!("{what} on line {} with", self.line);
        for frame in &self.frames {
            let values: Vec<String> = frame.locals.iter().map(|it| it.show(program)).collect();
            text.push_str(&format!(" ({})", values.join(", ")));
        }
        text
    }
}
