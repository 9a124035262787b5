//! States as numbers, for whoever remembers them.

use super::{Actors, Fate, Object, Task, Wait};
use crate::run::Exception;
use crate::value::Value;
use event::End;

impl Actors {
    /// Passes on the state: each object, then each task, then who keeps which group.
    pub(super) fn encode_state(&self, part: &mut dyn FnMut(&[u64])) {
        let mut words = Vec::new();
        for (reference, object) in self.objects() {
            words.clear();
            words.push(reference.0.into());
            encode_object(object, &mut words);
            part(&words);
        }
        let mut threads = self.threads.clone();
        threads.sort_unstable();
        for thread in threads {
            words.clear();
            words.push(thread.0.into());
            // A task that has gone round in a loop is where it was, unless it will be stopped earlier.
            words.extend(self.code.tells_steps_apart.then_some(u64::from(self.task(thread).steps)));
            encode_task(self.task(thread), &mut words);
            part(&words);
        }
        words.clear();
        words.extend(self.keepers.iter().map(|it| it.map_or(0, |it| u64::from(it.0) + 1)));
        part(&words);
    }
}

fn encode_object(object: &Object, words: &mut Vec<u64>) {
    words.extend([object.class.0, object.group.0].map(u64::from));
    object.fields.iter().for_each(|it| encode_value(it, words));
}

fn encode_task(task: &Task, words: &mut Vec<u64>) {
    let (kind, of) = match task.wait {
        Wait::Ready => (0, 0),
        Wait::Future(future) => (1, future.0),
        Wait::Get(future) => (2, future.0),
        Wait::Condition(pc) => (3, pc),
        Wait::Choose(most) => (4, most),
        Wait::Ended(End::Returned | End::MainReturned) => (5, 0),
        Wait::Ended(End::Stopped(why)) => (6, why as u32),
        Wait::Ended(End::Failed(fault)) => (7, fault as u32),
    };
    let fate = match task.fate {
        Fate::Dropped => 0,
        Fate::Awaited => 1,
        Fate::Kept => 2,
    };
    words.extend([kind, of.into(), fate, task.received.into()]);
    words.extend([task.spawned, task.made].map(u64::from));
    words.push(task.seen.len() as u64);
    words.extend(task.seen.iter().map(|it| u64::from(it.0)));
    words.push(task.calls.frames.len() as u64);
    for frame in &task.calls.frames {
        words.extend([frame.pc.into(), frame.base.into(), frame.this.map_or(0, |it| u64::from(it.0) + 1)]);
    }
    words.push(task.calls.stack.len() as u64);
    task.calls.stack.iter().for_each(|it| encode_value(it, words));
    match &task.result {
        None => words.push(0),
        Some(Ok(value)) => {
            words.push(1);
            encode_value(value, words);
        }
        Some(Err(Exception { value, .. })) => {
            words.push(2);
            encode_value(value, words);
        }
    }
}

/// Appends a value such that different values are different, and none is the beginning of another.
fn encode_value(value: &Value, words: &mut Vec<u64>) {
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
            Value::Object(it) => words.extend([9, it.0.into()]),
            Value::Future(it) => words.extend([10, it.0.into()]),
        }
    }
}

fn encode_bytes(kind: u64, bytes: &[u8], words: &mut Vec<u64>) {
    words.extend([kind, bytes.len() as u64]);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u64::from_le_bytes(word));
    }
}
