//! Names of objects and tasks under which states are compared.
//!
//! Names that do not depend on the interleaving are too fine for that: the second answer that arrives makes the parent's
//! answer, and in another order that is another task. Here an object is named by the object whose method made it and how
//! many that had made, and so is a task; the order in which tasks of one object make things matters, who they are does
//! not. Two states that are equal under these names differ in nothing that the program can find out, as long as it asks
//! neither for the order of objects or futures nor for their names. If it does (`view.rs` notes that), states are compared
//! anew, under the names that it finds out.

use super::{Actors, Group, Made, Undo, future_place, group_place};
use crate::value::Reference;
use event::{Name, ObjectId, Place, ThreadId};
use rustc_hash::FxHashMap;

/// Under which names states are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    /// Those of this file.
    Comparable,
    /// Those that the program can find out: who made it, and which of its things it is.
    Path,
}

/// Names as numbers. The main block is task 0 and object 0.
#[derive(Clone, Debug)]
pub(super) struct Comparable {
    objects: FxHashMap<(u32, u32), u32>,
    tasks: FxHashMap<(u32, u32), u32>,
    /// Who has each name now.
    object_of: Vec<Option<Reference>>,
    task_of: Vec<Option<ThreadId>>,
}

impl Default for Comparable {
    fn default() -> Self {
        Comparable {
            objects: FxHashMap::default(),
            tasks: FxHashMap::default(),
            object_of: vec![None],
            task_of: vec![Some(ThreadId(0))],
        }
    }
}

impl Comparable {
    /// Gives an object the next number.
    pub fn number_object(&mut self, maker: u32, index: u32) {
        self.objects.insert((maker, index), self.object_of.len() as u32);
        self.object_of.push(None);
    }

    /// Gives a task the next number.
    pub fn number_task(&mut self, maker: u32, index: u32) {
        self.tasks.insert((maker, index), self.task_of.len() as u32);
        self.task_of.push(None);
    }

    pub fn forget_object(&mut self, name: u32) {
        self.object_of[name as usize] = None;
    }

    pub fn forget_task(&mut self, name: u32) {
        self.task_of[name as usize] = None;
    }

    pub fn object(&self, name: u32) -> Option<Reference> {
        self.object_of.get(name as usize).copied().flatten()
    }

    pub fn task(&self, name: u32) -> Option<ThreadId> {
        self.task_of.get(name as usize).copied().flatten()
    }
}

impl Actors {
    /// What an object, or the main block, has made.
    pub(super) fn makes(&mut self, maker: Option<Reference>) -> &mut Made {
        match maker {
            None => &mut self.main_makes,
            Some(maker) => match &mut self.objects[maker.0 as usize] {
                Some(maker) => &mut maker.makes,
                None => unreachable!("object {maker:?} exists"),
            },
        }
    }

    /// The name of an object.
    pub(super) fn name_of_object(&self, object: Reference, naming: Naming) -> u32 {
        match naming {
            Naming::Comparable => self.object(object).name,
            Naming::Path => Group::begun_by(object).0,
        }
    }

    /// The name of a task.
    pub(super) fn name_of_task(&self, task: ThreadId, naming: Naming) -> u32 {
        match naming {
            Naming::Comparable => self.task(task).name,
            Naming::Path => task.0,
        }
    }

    /// The object that has a name now.
    fn object_by_name(&self, name: u32) -> Option<Reference> {
        match self.naming {
            Naming::Comparable => self.comparable.object(name),
            Naming::Path => {
                let object = Group(name).first()?;
                self.objects.get(object.0 as usize)?.as_ref().map(|_| object)
            }
        }
    }

    /// The task that has a name now.
    pub(super) fn task_by_name(&self, name: u32) -> Option<ThreadId> {
        match self.naming {
            Naming::Comparable => self.comparable.task(name),
            Naming::Path => self.tasks.get(name as usize)?.as_ref().map(|_| ThreadId(name)),
        }
    }

    fn name_of_maker(&self, maker: Option<Reference>) -> u32 {
        maker.map_or(0, |it| self.object(it).name)
    }

    /// Names a new object.
    pub(super) fn name_object(&mut self, maker: Option<Reference>, new: Reference) -> u32 {
        let old = *self.makes(maker);
        self.undo.push(Undo::Makes(maker, old));
        self.makes(maker).objects += 1;
        let key = (self.name_of_maker(maker), old.objects);
        if !self.comparable.objects.contains_key(&key) {
            self.meet(Name::ComparableObject(key.0, key.1));
        }
        let name = self.comparable.objects[&key];
        self.comparable.object_of[name as usize] = Some(new);
        name
    }

    /// Names a new task.
    pub(super) fn name_task(&mut self, maker: Option<Reference>, new: ThreadId) -> u32 {
        let old = *self.makes(maker);
        self.undo.push(Undo::Makes(maker, old));
        self.makes(maker).tasks += 1;
        let key = (self.name_of_maker(maker), old.tasks);
        if !self.comparable.tasks.contains_key(&key) {
            self.meet(Name::ComparableThread(key.0, key.1));
        }
        let name = self.comparable.tasks[&key];
        self.comparable.task_of[name as usize] = Some(new);
        name
    }

    /// The name of a group: that of its first object.
    pub(super) fn name_of_group(&self, group: Group, naming: Naming) -> u32 {
        group.first().map_or(0, |it| self.name_of_object(it, naming))
    }

    /// A place under these names, if it existed after so many steps.
    pub(super) fn comparable_place(&self, place: Place, depth: usize) -> Option<Place> {
        let number = place.object.0 / 2;
        let object_name = |it: Reference| {
            let was_there = self.object(it).born as usize <= depth;
            was_there.then(|| self.name_of_object(it, self.naming))
        };
        let name = if place.object.0.is_multiple_of(2) {
            2 * object_name(Reference(number))?
        } else if place == future_place(ThreadId(number)) {
            let was_there = self.task(ThreadId(number)).born as usize <= depth;
            2 * was_there.then(|| self.name_of_task(ThreadId(number), self.naming))? + 1
        } else {
            2 * Group(number).first().map_or(Some(0), object_name)? + 1
        };
        Some(Place { object: ObjectId(name), ..place })
    }

    /// The place that has such a name now.
    pub(super) fn place_of_comparable(&self, name: Place) -> Option<Place> {
        let number = name.object.0 / 2;
        if name.object.0.is_multiple_of(2) {
            let object = self.object_by_name(number)?;
            return Some(Place { object: ObjectId(2 * object.0), ..name });
        }
        if name.offset == future_place(ThreadId(0)).offset {
            return self.task_by_name(number).map(future_place);
        }
        if number == 0 {
            return Some(group_place(Group::MAIN));
        }
        self.object_by_name(number).map(|it| group_place(Group::begun_by(it)))
    }
}
