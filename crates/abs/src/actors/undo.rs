//! Takes steps back.

use super::{Actors, Undo};

impl Actors {
    /// Takes back the last step.
    pub(super) fn take_back(&mut self) {
        let Some(start) = self.marks.pop() else { return };
        while self.undo.len() > start as usize {
            let Some(undo) = self.undo.pop() else { break };
            match undo {
                Undo::Task(id) => {
                    let new = std::mem::replace(&mut self.tasks[id.index()], self.old.pop());
                    self.spare.extend(new.map(|it| it.calls));
                }
                Undo::Field(object, field, old) => {
                    if let Some(it) = &mut self.objects[object.0 as usize] {
                        it.fields[field as usize] = old;
                    }
                }
                Undo::Keeper(..) if planted::bug!(KeepersNotTakenBack) => {}
                Undo::Keeper(group, old) => self.keepers[group.0 as usize] = old,
                Undo::Makes(maker, made) => *self.makes(maker) = made,
                Undo::NewTask => {
                    if let Some(last) = self.threads.pop() {
                        let gone = self.tasks[last.index()].take();
                        self.comparable.forget_task(gone.as_ref().map_or(0, |it| it.name));
                        self.spare.extend(gone.map(|it| it.calls));
                    }
                }
                Undo::NewObject(object) => {
                    let gone = self.objects[object.0 as usize].take();
                    self.comparable.forget_object(gone.map_or(0, |it| it.name));
                }
                Undo::Received(task) => {
                    if let Some(it) = &mut self.tasks[task.index()] {
                        it.received = false;
                    }
                }
                Undo::Failure => {
                    self.failures.pop();
                    self.reasons.pop();
                }
            }
        }
        if self.is_observed {
            let depth = self.marks.len();
            self.notes.retain(|it| it.step < depth);
        }
    }
}
