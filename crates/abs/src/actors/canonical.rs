//! States for the search for circles: what cannot be reached any more is left out, numbers that decide nothing do not count
//! (`compile/idle.rs`), and names are only told apart.
//!
//! A task that asks another one again and again makes a task in each round. Under the names by which states are compared elsewhere
//! it never comes back to where it was. Here objects and tasks are numbered in each state anew, in the order of those names. Two
//! states with the same numbers differ in names alone, so they go on alike, unless the program finds out something about
//! names: then they are told apart by these ([`Telling::Names`]).

use super::comparable::Naming;
use super::{Actors, Fate, Group, Task, Wait};
use crate::value::{Reference, Value};
use event::ThreadId;
use rustc_hash::FxHashMap;

/// What tells states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Telling {
    /// What is reachable, whatever it is called.
    Numbers,
    /// The same, with the names that a program can find out.
    Names,
}

/// A state, and the tasks in it that have not ended, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Canonical {
    pub words: Vec<u64>,
    pub tasks: Vec<ThreadId>,
}

/// A number that decides nothing. No value begins with it.
const IDLE: u64 = u64::MAX;

/// The numbers of what can be reached.
struct Numbers {
    telling: Telling,
    objects: FxHashMap<Reference, u32>,
    tasks: FxHashMap<ThreadId, u32>,
    groups: FxHashMap<Group, u32>,
}

impl Actors {
    /// The current state.
    pub(super) fn canonical(&self, telling: Telling) -> Canonical {
        let naming = if telling == Telling::Names { Naming::Path } else { Naming::Comparable };
        let is_live = |it: &ThreadId| !matches!(self.task(*it).wait, Wait::Ended(_));
        let mut tasks: Vec<ThreadId> = self.threads.iter().copied().filter(is_live).collect();
        tasks.sort_unstable_by_key(|it| self.name_of_task(*it, naming));
        let (mut objects, mut ended) = self.reachable_from(&tasks);
        objects.sort_unstable_by_key(|it| self.name_of_object(*it, naming));
        ended.sort_unstable_by_key(|it| self.name_of_task(*it, naming));
        let numbered = |it: &mut dyn Iterator<Item = ThreadId>| it.zip(0..).collect();
        let mut numbers = Numbers {
            telling,
            objects: objects.iter().copied().zip(0..).collect(),
            tasks: numbered(&mut tasks.iter().chain(&ended).copied()),
            groups: FxHashMap::default(),
        };
        let mut words = vec![tasks.len() as u64, ended.len() as u64, objects.len() as u64];
        for &it in &objects {
            let object = self.object(it);
            words.extend([numbers.object(Some(it)), object.class.0.into(), numbers.group(object.group)]);
            for (value, idle) in object.fields.iter().zip(&self.code.classes[object.class.0 as usize].idle) {
                numbers.value_of(value, *idle, &mut words);
            }
        }
        for &it in &tasks {
            self.write_task(it, &mut numbers, &mut words);
        }
        for it in ended {
            words.push(numbers.task(it));
            match &self.task(it).result {
                Some(Ok(value)) => numbers.value(value, words_of(1, &mut words)),
                Some(Err(exception)) => numbers.value(&exception.value, words_of(2, &mut words)),
                None => words.push(0),
            }
        }
        Canonical { words, tasks }
    }

    /// Objects, and tasks that have ended, which some of these tasks can get hold of.
    fn reachable_from(&self, tasks: &[ThreadId]) -> (Vec<Reference>, Vec<ThreadId>) {
        let (mut objects, mut ended): (Vec<Reference>, Vec<ThreadId>) = (Vec::new(), Vec::new());
        let mut seen = vec![false; self.objects.len()];
        let mut seen_tasks = vec![false; self.tasks.len()];
        let mut left: Vec<&Value> = Vec::new();
        let mut new: Vec<Reference> = Vec::new();
        let mut futures: Vec<ThreadId> = Vec::new();
        for &it in tasks {
            seen_tasks[it.index()] = true;
            let task = self.task(it);
            left.extend(&task.calls.stack);
            new.extend(task.object.into_iter().chain(task.calls.frames.iter().filter_map(|it| it.this)));
            if let Wait::Get(future) | Wait::Future(future) = task.wait {
                futures.push(future);
            }
        }
        loop {
            if let Some(object) = new.pop() {
                if !std::mem::replace(&mut seen[object.0 as usize], true) {
                    objects.push(object);
                    left.extend(&self.object(object).fields);
                }
            } else if let Some(future) = futures.pop() {
                if !std::mem::replace(&mut seen_tasks[future.index()], true) {
                    ended.push(future);
                    match &self.task(future).result {
                        Some(Ok(value)) => left.push(value),
                        Some(Err(exception)) => left.push(&exception.value),
                        None => {}
                    }
                }
            } else {
                match left.pop() {
                    None => return (objects, ended),
                    Some(Value::Object(object)) => new.push(*object),
                    Some(Value::Future(future)) => futures.push(*future),
                    Some(Value::Data(data)) => left.extend(&data.parts),
                    Some(
                        Value::Unit
                        | Value::Null
                        | Value::Bool(_)
                        | Value::Int(_)
                        | Value::Big(_)
                        | Value::Rat(_)
                        | Value::Float(_)
                        | Value::Text(_)
                        | Value::Atom(_),
                    ) => {}
                }
            }
        }
    }

    fn write_task(&self, id: ThreadId, numbers: &mut Numbers, words: &mut Vec<u64>) {
        let task: &Task = self.task(id);
        let (kind, of) = match task.wait {
            Wait::Ready => (0, 0),
            Wait::Future(future) => (1, numbers.task(future)),
            Wait::Get(future) => (2, numbers.task(future)),
            Wait::Condition(pc) => (3, pc.into()),
            Wait::Choose(most) => (4, most.into()),
            Wait::Ended(_) => (5, 0),
        };
        let fate = match task.fate {
            Fate::Dropped => 0,
            Fate::Awaited => 1,
            Fate::Kept => 2,
        };
        words.extend([numbers.task(id), kind, of, numbers.object(task.object), task.body.0.into(), fate]);
        words.push(numbers.group(task.group));
        if numbers.telling == Telling::Names {
            // The names of what it makes next.
            words.extend([task.spawned, task.made].map(u64::from));
        }
        let mut seen: Vec<u64> = task.seen.iter().filter_map(|it| numbers.tasks.get(it).map(|&it| it.into())).collect();
        seen.sort_unstable();
        words.push(seen.len() as u64);
        words.extend(seen);
        words.push(task.calls.frames.len() as u64);
        for frame in &task.calls.frames {
            words.extend([frame.pc.into(), frame.base.into(), numbers.object(frame.this), frame.is_init.into()]);
        }
        words.push(task.calls.stack.len() as u64);
        let mut idle = vec![false; task.calls.stack.len()];
        for frame in &task.calls.frames {
            let own = &self.code.body(frame.body).idle;
            idle[frame.base as usize..].iter_mut().zip(own).for_each(|(it, own)| *it = *own);
        }
        task.calls.stack.iter().zip(idle).for_each(|(it, idle)| numbers.value_of(it, idle, words));
    }
}

/// Words, with one more.
fn words_of(word: u64, words: &mut Vec<u64>) -> &mut Vec<u64> {
    words.push(word);
    words
}

impl Numbers {
    fn object(&self, object: Option<Reference>) -> u64 {
        match (object, self.telling) {
            (None, _) => 0,
            (Some(object), Telling::Names) => u64::from(object.0) + 1,
            (Some(object), Telling::Numbers) => u64::from(self.objects[&object]) + 1,
        }
    }

    fn task(&self, task: ThreadId) -> u64 {
        match self.telling {
            Telling::Names => task.0.into(),
            Telling::Numbers => self.tasks[&task].into(),
        }
    }

    fn group(&mut self, group: Group) -> u64 {
        let next = self.groups.len() as u32 + 1;
        match self.telling {
            _ if group == Group::MAIN => 0,
            Telling::Names => group.0.into(),
            Telling::Numbers => (*self.groups.entry(group).or_insert(next)).into(),
        }
    }

    /// The value of a variable; `idle`: it decides nothing.
    fn value_of(&self, value: &Value, idle: bool, words: &mut Vec<u64>) {
        let is_number = matches!(value, Value::Int(_) | Value::Big(_) | Value::Rat(_) | Value::Float(_));
        if idle && is_number {
            words.push(IDLE);
        } else {
            self.value(value, words);
        }
    }

    fn value(&self, value: &Value, words: &mut Vec<u64>) {
        super::encode::encode_value(value, |it| self.object(Some(it)), |it| self.task(it), words);
    }
}
