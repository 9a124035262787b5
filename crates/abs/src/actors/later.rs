//! What tasks may still touch while one of them does nothing.
//!
//! After Albert et al., *Context-Sensitive Dynamic Partial Order Reduction* (CAV 2017), Section 6.2: the methods that can be
//! reached by calls from the tasks that are there, on the objects that these tasks can get hold of. What they may touch is
//! what their footprints say. Beyond the paper, tasks that cannot go on before the one that does nothing has ended are
//! left out.
//!
//! Objects and tasks that are made later do not matter: nobody else touches them yet.

use super::{Actors, Group, Wait, future_place};
use crate::code::BodyId;
use crate::reachable::Ahead;
use crate::run::Frame;
use crate::value::{Data, Reference, Value};
use event::{Access, Place, Status, System, ThreadId};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::rc::Rc;

/// What can be got hold of: objects and tasks by number.
#[derive(Debug, Default)]
struct Held {
    objects: Vec<bool>,
    tasks: Vec<bool>,
}

/// The tasks that may go on, and what they may do.
struct Others<'a> {
    actors: &'a Actors,
    /// For each task by number whether it may go on.
    is_free: Vec<bool>,
    tasks: Vec<ThreadId>,
    ahead: Ahead,
    held: OnceCell<Held>,
}

impl Actors {
    /// See [`System::may_conflict_later`].
    pub(super) fn may_conflict(&mut self, thread: ThreadId, accesses: &[Access]) -> bool {
        let is_there = self.tasks.get(thread.index()).is_some_and(Option::is_some);
        if !is_there || self.status(thread) != Status::Waiting {
            return true;
        }
        if accesses.iter().any(|it| self.follows_others(*it)) {
            return true;
        }
        if accesses.iter().all(|it| it.place().is_none()) {
            return false;
        }
        let is_free = self.free_without(thread);
        let tasks: Vec<ThreadId> = self.threads.iter().copied().filter(|it| is_free[it.index()]).collect();
        if tasks.is_empty() {
            return false;
        }
        let ahead = self.ahead_of(&tasks);
        let others = Others { actors: self, is_free, tasks, ahead, held: OnceCell::new() };
        accesses.iter().any(|&it| others.may_touch(thread, it))
    }

    /// Whether an access comes after what some task has not done yet, or before what it has.
    fn follows_others(&self, access: Access) -> bool {
        let task = |it: ThreadId| self.tasks.get(it.index()).and_then(Option::as_ref);
        match access {
            Access::Join(other) | Access::Follow(other) => task(other).is_none_or(|it| it.result.is_none()),
            Access::Spawn(new) => task(new).is_some(),
            Access::Read(_)
            | Access::Expect(_)
            | Access::Write(_)
            | Access::Update(_)
            | Access::Lock(_)
            | Access::TryLock(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => false,
        }
    }

    /// The tasks that may go on while one does nothing: they have not ended, and wait neither for the end of one that may
    /// not nor for its group.
    fn free_without(&self, thread: ThreadId) -> Vec<bool> {
        let mut is_free = vec![false; self.tasks.len()];
        for &it in &self.threads {
            is_free[it.index()] = it != thread && self.status(it) == Status::Waiting;
        }
        loop {
            let mut changed = false;
            // Most wait for tasks that were made later.
            for &it in self.threads.iter().rev().filter(|it| **it != thread) {
                if is_free[it.index()] && self.is_held_up(it, &is_free) {
                    is_free[it.index()] = false;
                    changed = true;
                }
            }
            if !changed {
                return is_free;
            }
        }
    }

    /// Whether a task waits for others than these.
    fn is_held_up(&self, task: ThreadId, is_free: &[bool]) -> bool {
        let task = self.task(task);
        let is_stuck = |other: ThreadId| !is_free[other.index()];
        let waits = |future: ThreadId| !self.is_resolved(future) && is_stuck(future);
        let needs_group = || self.keeper(task.group).is_some_and(is_stuck);
        match task.wait {
            Wait::Get(future) => waits(future),
            Wait::Future(future) => waits(future) || needs_group(),
            Wait::Ready | Wait::Condition(_) => needs_group(),
            Wait::Choose(_) | Wait::Ended(_) => false,
        }
    }

    /// What tasks may do from where they are.
    fn ahead_of(&mut self, tasks: &[ThreadId]) -> Ahead {
        let code = Rc::clone(&self.code);
        let mut known = std::mem::take(&mut self.reachable);
        let mut ahead = Ahead::default();
        for frame in tasks.iter().flat_map(|&it| &self.task(it).calls.frames) {
            ahead.add(known.from(&code, frame.body, frame.pc));
        }
        self.reachable = known;
        ahead
    }
}

impl Others<'_> {
    /// Whether some step may conflict with an access of the task that does nothing.
    fn may_touch(&self, thread: ThreadId, access: Access) -> bool {
        let Some(place) = access.place() else { return false };
        let number = place.object.0 / 2;
        if place.object.0 % 2 == 0 {
            self.may_touch_cell(thread, Reference(number), place, access.is_look())
        } else if place.offset == future_place(ThreadId(0)).offset {
            self.may_touch_future(thread, ThreadId(number), access.is_look())
        } else {
            self.may_touch_group(thread, Group(number), access.is_look())
        }
    }

    /// Whether some step may touch a cell, or change it.
    fn may_touch_cell(&self, thread: ThreadId, reference: Reference, place: Place, only_changes: bool) -> bool {
        let Some(object) = self.actors.objects.get(reference.0 as usize).and_then(Option::as_ref) else {
            return self.actors.names.maker_of_object(reference) != Some(thread);
        };
        let code = &self.actors.code;
        // An exact cell has the number of a field.
        let cells = &code.footprints.classes[object.class.0 as usize].cells;
        let cell = if code.dynamic { cells[place.offset as usize] } else { Some(place.offset) };
        let touches = |body: BodyId| {
            let cells = &code.footprints.bodies[body.0 as usize].cells;
            cells.iter().any(|&(own, is_change)| Some(own) == cell && (is_change || !only_changes))
        };
        let is_touched_by = |it: &Frame| it.this == Some(reference) && (it.is_init || touches(it.body));
        if self.frames().any(is_touched_by) {
            return true;
        }
        let methods = &code.classes[object.class.0 as usize].methods;
        methods.iter().flatten().any(|&it| self.ahead.methods.contains(it) && touches(it)) && self.holds(reference)
    }

    /// Whether some step may look at a future, or be the end of its task.
    fn may_touch_future(&self, thread: ThreadId, task: ThreadId, only_changes: bool) -> bool {
        let Some(other) = self.actors.tasks.get(task.index()).and_then(Option::as_ref) else {
            return self.actors.names.maker_of_task(task) != Some(thread);
        };
        let ends = self.is_free[task.index()] && self.actors.is_kept(other);
        let is_seen = || self.ahead.looks && self.held().tasks[task.index()];
        ends || !only_changes && is_seen()
    }

    /// Whether some step may look whether a group is free, or keep it or let it go.
    fn may_touch_group(&self, thread: ThreadId, group: Group, only_changes: bool) -> bool {
        if let Some(first) = group.first() {
            if self.actors.objects.get(first.0 as usize).is_none_or(Option::is_none) {
                return self.actors.names.maker_of_object(first) != Some(thread);
            }
        }
        if only_changes && !self.ahead.locks {
            return false;
        }
        let is_in = |it: Reference| self.actors.object(it).group == group;
        let has_task = self.tasks.iter().any(|&it| self.actors.task(it).group == group);
        if has_task || self.frames().filter_map(|it| it.this).any(is_in) {
            return true;
        }
        self.actors.objects().any(|(reference, object)| {
            let methods = &self.actors.code.classes[object.class.0 as usize].methods;
            object.group == group
                && methods.iter().flatten().any(|&it| self.ahead.methods.contains(it))
                && self.holds(reference)
        })
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.tasks.iter().flat_map(|&it| &self.actors.task(it).calls.frames)
    }

    /// Whether some task can get hold of an object.
    fn holds(&self, object: Reference) -> bool {
        self.held().objects[object.0 as usize]
    }

    fn held(&self) -> &Held {
        self.held.get_or_init(|| self.find_held())
    }

    /// What can be got hold of: from the values of the tasks on, along fields and the results of futures.
    fn find_held(&self) -> Held {
        let actors = self.actors;
        let mut held = Held { objects: vec![false; actors.objects.len()], tasks: vec![false; actors.tasks.len()] };
        let mut left: Vec<&Value> = Vec::new();
        let mut objects: Vec<Reference> = Vec::new();
        for &task in &self.tasks {
            let task = actors.task(task);
            left.extend(&task.calls.stack);
            objects.extend(task.object);
            objects.extend(task.calls.frames.iter().filter_map(|it| it.this));
        }
        // Data that others have as well are looked at once.
        let mut seen: FxHashSet<*const Data> = FxHashSet::default();
        loop {
            while let Some(object) = objects.pop() {
                if !std::mem::replace(&mut held.objects[object.0 as usize], true) {
                    left.extend(&actors.object(object).fields);
                }
            }
            match left.pop() {
                None => return held,
                Some(Value::Object(object)) => objects.push(*object),
                Some(Value::Data(data)) => {
                    if Rc::strong_count(data) == 1 || seen.insert(Rc::as_ptr(data)) {
                        left.extend(&data.parts);
                    }
                }
                Some(Value::Future(task)) => {
                    if !std::mem::replace(&mut held.tasks[task.index()], true) {
                        match &actors.task(*task).result {
                            Some(Ok(value)) => left.push(value),
                            Some(Err(exception)) => left.push(&exception.value),
                            None => {}
                        }
                    }
                }
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
