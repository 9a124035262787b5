//! States as numbers, for whoever remembers them.

use super::comparable::Naming;
use super::{Actors, Fate, Object, Task, Wait};
use crate::run::Exception;
use crate::value::{Reference, Value};
use event::{End, ThreadId};
use rustc_hash::FxHashSet;

/// What kind of part it is.
const OBJECT: u32 = 0;
const TASK: u32 = 1;

impl Actors {
    /// Passes on the state under names that tell apart whatever a program could tell apart by comparing or printing objects.
    pub fn encode_by_path(&self, part: &mut dyn FnMut(&[u64])) {
        self.encode_state(Naming::Path, false, part);
    }

    /// Passes on the state: each object, then each task, under these names. With `live`, tasks that have ended are left out
    /// if nobody can get their results any more.
    pub(super) fn encode_state(&self, naming: Naming, live: bool, part: &mut dyn FnMut(&[u64])) {
        let mut words = Vec::new();
        let mut objects: Vec<(u32, &Object)> =
            self.objects().map(|(it, object)| (self.name_of_object(it, naming), object)).collect();
        objects.sort_unstable_by_key(|it| it.0);
        for (name, object) in objects {
            words.clear();
            words.extend([OBJECT, name, object.class.0, self.name_of_group(object.group, naming)].map(u64::from));
            object.fields.iter().for_each(|it| self.encode_value(it, naming, &mut words));
            part(&words);
        }
        let held = live.then(|| self.held_futures());
        let mut tasks: Vec<(ThreadId, &Task)> = self.threads.iter().map(|&it| (it, self.task(it))).collect();
        tasks.sort_unstable_by_key(|it| self.name_of_task(it.0, naming));
        for (thread, task) in tasks {
            let matters = !matches!(task.wait, Wait::Ended(End::Returned)) || is_lost(task);
            if held.as_ref().is_some_and(|it| !matters && !it.contains(&thread)) {
                continue;
            }
            words.clear();
            words.extend([TASK, self.name_of_task(thread, naming)].map(u64::from));
            if live && naming == Naming::Path {
                // What is left out counts in the names of what comes.
                words.extend([task.spawned, task.made].map(u64::from));
            }
            // A task that has gone round in a loop is where it was, unless it will be stopped earlier.
            words.extend(self.code.tells_steps_apart.then_some(u64::from(task.steps)));
            self.encode_task(task, naming, &mut words);
            part(&words);
        }
    }

    /// The tasks whose results somebody may still get.
    fn held_futures(&self) -> FxHashSet<ThreadId> {
        let mut held = FxHashSet::default();
        let mut left: Vec<&Value> = self.objects().flat_map(|it| &it.1.fields).collect();
        for &thread in &self.threads {
            let task = self.task(thread);
            left.extend(&task.calls.stack);
            if let Wait::Get(future) | Wait::Future(future) = task.wait {
                held.insert(future);
            }
        }
        while let Some(value) = left.pop() {
            match value {
                Value::Data(data) => left.extend(&data.parts),
                Value::Future(future) if held.insert(*future) => {
                    if let Some(Ok(result)) = &self.task(*future).result {
                        left.push(result);
                    }
                }
                _ => {}
            }
        }
        held
    }

    fn encode_task(&self, task: &Task, naming: Naming, words: &mut Vec<u64>) {
        let name_of_task = |it: ThreadId| self.name_of_task(it, naming);
        let name_of_object = |it: Option<Reference>| it.map_or(0, |it| self.name_of_object(it, naming));
        let (kind, of) = match task.wait {
            Wait::Ready => (0, 0),
            Wait::Future(future) => (1, name_of_task(future)),
            Wait::Get(future) => (2, name_of_task(future)),
            Wait::Condition(pc) => (3, pc),
            Wait::Choose(most) => (4, most),
            Wait::Ended(End::Returned | End::MainReturned) => (5, 0),
            Wait::Ended(End::Stopped(why)) => (6, why as u32),
            Wait::Ended(End::Failed(fault)) => (7, fault as u32),
        };
        words.extend([kind, of, name_of_object(task.object), task.body.0].map(u64::from));
        match &task.result {
            None => {
                let fate = match task.fate {
                    Fate::Dropped => 0,
                    Fate::Awaited => 1,
                    Fate::Kept => 2,
                };
                words.extend([0, fate, task.seen.len() as u64]);
                let mut seen: Vec<u32> = task.seen.iter().map(|&it| name_of_task(it)).collect();
                seen.sort_unstable();
                words.extend(seen.into_iter().map(u64::from));
                words.push(task.calls.frames.len() as u64);
                for frame in &task.calls.frames {
                    words.extend([frame.pc, frame.base, name_of_object(frame.this)].map(u64::from));
                }
                words.push(task.calls.stack.len() as u64);
                task.calls.stack.iter().for_each(|it| self.encode_value(it, naming, words));
            }
            Some(Ok(value)) => {
                words.push(1);
                self.encode_value(value, naming, words);
            }
            Some(Err(Exception { value, origin })) => {
                // Whether it will be a failure depends on where it was thrown, and on what failed there.
                let is_told = self.is_told(self.code.spans[*origin as usize]);
                let lost = if is_lost(task) { 2 + u64::from(*origin) * 2 + u64::from(is_told) } else { 0 };
                words.extend([2, lost]);
                self.encode_value(value, naming, words);
            }
        }
    }

    fn encode_value(&self, value: &Value, naming: Naming, words: &mut Vec<u64>) {
        let object = |it| self.name_of_object(it, naming).into();
        encode_value(value, object, |it| self.name_of_task(it, naming).into(), words);
    }
}

/// Appends a value such that different values are different, and none is the beginning of another; objects and tasks by
/// the names that are given.
pub(super) fn encode_value(
    value: &Value,
    object: impl Fn(Reference) -> u64,
    task: impl Fn(ThreadId) -> u64,
    words: &mut Vec<u64>,
) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Unit => words.push(0),
            Value::Null => words.push(1),
            Value::Bool(it) => words.extend([2, (*it).into()]),
            Value::Int(it) => words.extend([3, *it as u64]),
            Value::Big(it) => encode_bytes(4, it.to_signed_bytes_le().as_slice(), words),
            Value::Rat(it) => encode_bytes(5, it.to_string().as_bytes(), words),
            Value::Float(it) => words.extend([6, it.to_bits()]),
            Value::Text(it) => encode_bytes(7, it.as_bytes(), words),
            Value::Atom(it) => words.extend([8, it.0.into(), 0]),
            Value::Data(it) => {
                words.extend([8, it.constructor.0.into(), it.parts.len() as u64]);
                left.extend(it.parts.iter().rev());
            }
            Value::Object(it) => words.extend([9, object(*it)]),
            Value::Future(it) => words.extend([10, task(*it)]),
        }
    }
}

/// Whether a task ended by an exception that nobody has got.
fn is_lost(task: &Task) -> bool {
    matches!(task.result, Some(Err(_))) && !task.received
}

fn encode_bytes(kind: u64, bytes: &[u8], words: &mut Vec<u64>) {
    words.extend([kind, bytes.len() as u64]);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u64::from_le_bytes(word));
    }
}
