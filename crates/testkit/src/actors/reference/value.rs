//! Values of the reference semantics, and their texts.

use abs::program::{ConstructorId, Program};
use std::rc::Rc;

/// A task by the way in which it came to be: the numbers of the calls that led to it.
pub(super) type TaskName = Rc<[u32]>;

/// An object: the task that made it, and which of the objects of that task it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ObjectName {
    pub task: TaskName,
    pub index: u32,
}

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Value {
    Unit,
    Null,
    Bool(bool),
    Int(i128),
    Text(Rc<str>),
    Data(ConstructorId, Rc<[Value]>),
    /// With the number of its class.
    Object(ObjectName, u32),
    Future(TaskName),
}

/// `0.1.0`
pub(super) fn task_text(name: &TaskName) -> String {
    let rest: Vec<String> = name.iter().map(|it| format!(".{it}")).collect();
    format!("0{}", rest.concat())
}

/// `0.1.0#2`
pub(super) fn object_text(name: &ObjectName) -> String {
    format!("{}#{}", task_text(&name.task), name.index)
}

impl Value {
    /// As text.
    pub fn show(&self, program: &Program) -> String {
        match self {
            Value::Unit => "Unit".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Bool(true) => "True".to_owned(),
            Value::Bool(false) => "False".to_owned(),
            Value::Int(number) => number.to_string(),
            Value::Text(text) => format!("{text:?}"),
            Value::Object(name, class) => {
                format!("{}:{}", program.classes[*class as usize].name, object_text(name))
            }
            Value::Future(task) => format!("future:{}", task_text(task)),
            Value::Data(constructor, parts) => {
                let name = &program.constructors[constructor.0 as usize].name;
                let parts: Vec<String> = parts.iter().map(|it| it.show(program)).collect();
                if parts.is_empty() { name.clone() } else { format!("{name}({})", parts.join(", ")) }
            }
        }
    }
}
