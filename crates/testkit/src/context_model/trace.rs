//! What happens before what along an execution, by definition: each event is compared with each earlier one.

use event::{Access, Choice, ThreadId};

/// One event.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub choice: Choice,
    accesses: Vec<Access>,
    /// For each earlier event whether it happens before this one.
    before: Vec<bool>,
}

impl Event {
    fn spawns(&self, thread: ThreadId) -> bool {
        self.accesses.contains(&Access::Spawn(thread))
    }

    /// Whether the event comes after the end of a thread.
    fn follows(&self, thread: ThreadId) -> bool {
        self.accesses.contains(&Access::Join(thread)) || self.accesses.contains(&Access::Follow(thread))
    }

    /// Whether it comes after another one in every execution.
    fn must_follow(&self, earlier: &Event) -> bool {
        let spawned = |it: &Access| matches!(it, Access::Spawn(child) if self.follows(*child));
        self.choice.thread == earlier.choice.thread
            || earlier.spawns(self.choice.thread)
            || self.follows(earlier.choice.thread)
            || earlier.accesses.iter().any(spawned)
    }

    fn conflicts(&self, earlier: &Event) -> bool {
        event::conflict(&earlier.accesses, &self.accesses)
    }
}

/// The events of an execution.
#[derive(Default, Debug)]
pub(super) struct Trace {
    events: Vec<Event>,
}

impl Trace {
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn push(&mut self, choice: Choice, accesses: Vec<Access>) {
        let mut new = Event { choice, accesses, before: vec![false; self.events.len()] };
        for (index, earlier) in self.events.iter().enumerate().rev() {
            if !new.before[index] && (new.must_follow(earlier) || new.conflicts(earlier)) {
                new.before[index] = true;
                for (own, of_earlier) in new.before.iter_mut().zip(&earlier.before) {
                    *own |= of_earlier;
                }
            }
        }
        self.events.push(new);
    }

    pub fn truncate(&mut self, length: usize) {
        self.events.truncate(length);
    }

    /// Takes off all events but the first `length`.
    pub fn split_off(&mut self, length: usize) -> Vec<Event> {
        self.events.split_off(length)
    }

    /// Puts them back.
    pub fn append(&mut self, mut events: Vec<Event>) {
        self.events.append(&mut events);
    }

    pub fn happens_before(&self, first: usize, second: usize) -> bool {
        first < second && self.events[second].before[first]
    }

    /// The events e with e ⪅ the last one: they happen before it since they conflict with it, and with nothing in between.
    pub fn races(&self) -> Vec<usize> {
        let last = self.events.len() - 1;
        let races = |&first: &usize| {
            let (one, two) = (&self.events[first], &self.events[last]);
            two.conflicts(one)
                && !two.must_follow(one)
                && !(first + 1..last).any(|it| self.happens_before(first, it) && self.happens_before(it, last))
        };
        (0..last).rev().filter(races).collect()
    }

    /// v = notdep(e, E).p and u = dep(e, E), where p is the last event.
    pub fn reversal(&self, first: usize) -> (Vec<Choice>, Vec<Choice>) {
        let (mut v, mut u) = (Vec::new(), vec![self.events[first].choice]);
        let last = self.events.len() - 1;
        for index in first + 1..last {
            let side = if self.happens_before(first, index) { &mut u } else { &mut v };
            side.push(self.events[index].choice);
        }
        v.push(self.events[last].choice);
        (v, u)
    }

    /// I(v), where v are the events from `start` on: the threads whose first event in it has nothing of it before it.
    pub fn initials(&self, start: usize) -> Vec<ThreadId> {
        let is_first = |&index: &usize| !(start..index).any(|it| self.happens_before(it, index));
        (start..self.events.len()).filter(is_first).map(|it| self.events[it].choice.thread).collect()
    }
}
