//! Names and words for people. They are those of one execution: `Worker2` is the second worker that was made in it.

use crate::actors::{Actors, Group, Happening, Wait};
use crate::show::{Reader, show};
use crate::value::{Reference, Value};
use event::{Actor, System, ThreadId};
use rustc_hash::FxHashMap;

/// Longer values are cut.
const LONGEST: usize = 60;

/// The names of all objects and groups of an execution.
pub(super) struct People {
    objects: FxHashMap<Reference, String>,
    /// The groups in the order in which they were made, with the first object of each; that of the main block has none.
    pub groups: Vec<(Group, Option<Reference>)>,
}

impl People {
    /// Names everybody who exists at the end of an execution.
    pub fn of(actors: &Actors) -> People {
        let mut made: Vec<Reference> = Vec::new();
        for note in &actors.notes {
            if let Happening::Makes(object, _) = &note.what {
                made.push(*object);
            }
        }
        let class = |it: Reference| &actors.code().classes[actors.object(it).class.0 as usize].name;
        let mut objects = FxHashMap::default();
        for (index, &object) in made.iter().enumerate() {
            let same = |it: &&Reference| class(**it) == class(object);
            let name = match made.iter().filter(same).count() {
                1 => class(object).clone(),
                _ => format!("{}{}", class(object), made[..=index].iter().filter(same).count()),
            };
            objects.insert(object, name);
        }
        let mut groups = vec![(Group::MAIN, None)];
        for &object in &made {
            let group = actors.object(object).group;
            if !groups.iter().any(|it| it.0 == group) {
                groups.push((group, Some(object)));
            }
        }
        People { objects, groups }
    }

    pub fn object(&self, object: Reference) -> &str {
        self.objects.get(&object).map_or("an object", String::as_str)
    }

    /// The name of a group: that of its first object.
    pub fn group(&self, index: usize) -> &str {
        self.groups[index].1.map_or("main", |it| self.object(it))
    }

    /// Which group a task belongs to, as an index.
    pub fn group_of(&self, actors: &Actors, task: ThreadId) -> usize {
        self.index(actors.task(task).group)
    }

    pub fn index(&self, group: Group) -> usize {
        self.groups.iter().position(|it| it.0 == group).unwrap_or(0)
    }

    /// A value, not too long.
    pub fn value(&self, actors: &Actors, value: &Value) -> String {
        let name = |value: &Value| match value {
            Value::Object(object) => self.object(*object).to_owned(),
            Value::Future(task) => format!("answer of {}", self.method(actors, *task)),
            _ => String::new(),
        };
        let text = show(value, actors.code(), Reader::Person, &name);
        if text.chars().count() <= LONGEST {
            return text;
        }
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }

    pub fn values(&self, actors: &Actors, values: &[Value]) -> String {
        let texts: Vec<String> = values.iter().map(|it| self.value(actors, it)).collect();
        texts.join(", ")
    }

    /// The name of a task's method.
    pub fn method(&self, actors: &Actors, task: ThreadId) -> String {
        let name = &actors.code().body(actors.task(task).body).name;
        name.rsplit('.').next().unwrap_or(name).to_owned()
    }

    /// A task: `Buffer.store`, `the main block`.
    pub fn task(&self, actors: &Actors, task: ThreadId) -> String {
        match actors.task(task).object {
            Some(object) => format!("{}.{}", self.object(object), self.method(actors, task)),
            None => "the main block".to_owned(),
        }
    }

    /// A task for the list of those who took part.
    pub fn actor(&self, actors: &Actors, thread: ThreadId) -> Actor {
        let number = actors.threads().iter().position(|&it| it == thread).unwrap_or(0);
        let name = if number == 0 { "main".to_owned() } else { format!("T{number}") };
        Actor { thread, name, function: self.task(actors, thread) }
    }

    /// A method of a task, with its object if others are in the same group.
    pub fn method_of(&self, actors: &Actors, task: ThreadId) -> String {
        match actors.task(task).object {
            Some(object) if !self.is_alone(actors, object) => self.task(actors, task),
            Some(_) | None => self.method(actors, task),
        }
    }

    /// Whether an object is the only one of its group.
    pub fn is_alone(&self, actors: &Actors, object: Reference) -> bool {
        let group = actors.object(object).group;
        actors.objects().filter(|it| it.1.group == group).count() == 1 && group != Group::MAIN
    }

    /// What a task waits for.
    pub fn wait(&self, actors: &Actors, wait: Wait) -> String {
        match wait {
            Wait::Ready => "lets others go first".to_owned(),
            Wait::Future(task) => format!("waits for the answer of {}", self.task(actors, task)),
            Wait::Get(task) => format!("blocks until {} answers", self.task(actors, task)),
            Wait::Choose(most) => format!("takes a random number below {most}"),
            Wait::Condition(pc) => match self.condition(actors, pc) {
                Some(text) => format!("waits until {text}"),
                None => "waits for a condition".to_owned(),
            },
            Wait::Ended(_) => "is not followed any further".to_owned(),
        }
    }

    /// A condition as it stands in the program.
    fn condition(&self, actors: &Actors, pc: u32) -> Option<String> {
        let code = actors.code();
        let text = code.sources.text(code.spans[pc as usize])?;
        Some(text.trim_start_matches("await").trim_end_matches(';').trim().to_owned())
    }

    /// What happens in a step; empty if there is nothing to say.
    pub fn happening(&self, actors: &Actors, task: ThreadId, what: &Happening) -> String {
        match what {
            Happening::Field(object, field, value) => {
                let class = &actors.code().classes[actors.object(*object).class.0 as usize];
                let name = &class.fields[*field as usize];
                let value = self.value(actors, value);
                if actors.task(task).object == Some(*object) && self.is_alone(actors, *object) {
                    format!("{name} = {value}")
                } else {
                    format!("{}.{name} = {value}", self.object(*object))
                }
            }
            Happening::Makes(object, arguments) => {
                let class = &actors.code().classes[actors.object(*object).class.0 as usize].name;
                format!("new {class}({})", self.values(actors, arguments))
            }
            Happening::Calls(callee, arguments) => {
                format!("{}({})", self.method(actors, *callee), self.values(actors, arguments))
            }
            Happening::Prints(value) => format!("prints {}", self.value(actors, value)),
            Happening::Chooses(number) => format!("random number: {number}"),
            Happening::Waits(wait) => self.wait(actors, *wait),
            Happening::Ends => match &actors.task(task).result {
                Some(Ok(Value::Unit)) => format!("{}: done", self.method(actors, task)),
                Some(Ok(value)) => format!("{}: {}", self.method(actors, task), self.value(actors, value)),
                Some(Err(exception)) => {
                    format!("{}: throws {}", self.method(actors, task), self.value(actors, &exception.value))
                }
                None => String::new(),
            },
            Happening::Fails(number) => actors.reason(*number).1.clone(),
        }
    }
}
