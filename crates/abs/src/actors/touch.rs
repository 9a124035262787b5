//! What a step touches, so that explorers know which steps depend on each other.

use super::{Access, Actors, Group, Place, Task, Undo, Wait, cell_place, group_place};
use crate::code::{BodyId, Code};
use crate::program::FieldId;
use crate::value::Reference;
use event::ThreadId;
use smallvec::SmallVec;

impl Actors {
    /// The groups that a task keeps while it waits: its own, if it waits so, and those of objects that it is making. (An
    /// init block can take random numbers, which ends a step.)
    pub(super) fn kept_groups(&self, task: &Task, wait: Wait) -> SmallVec<[Group; 2]> {
        let mut groups = SmallVec::new();
        if matches!(wait, Wait::Get(_) | Wait::Choose(_)) && !planted::bug!(GroupsNotKept) {
            groups.push(task.group);
            for frame in task.calls.frames.iter().filter(|it| it.is_init) {
                let group = frame.this.map(|it| self.object(it).group);
                groups.extend(group.filter(|it| !groups.contains(it)));
            }
        }
        groups
    }

    /// A task keeps other groups after this step than before it.
    pub(super) fn keep_groups(&mut self, id: ThreadId, before: &[Group], after: &[Group], accesses: &mut Vec<Access>) {
        before.iter().filter(|it| !after.contains(it)).for_each(|&it| self.keep_group(id, it, false, accesses));
        after.iter().filter(|it| !before.contains(it)).for_each(|&it| self.keep_group(id, it, true, accesses));
    }

    /// A task keeps a group after this step, or lets it go.
    fn keep_group(&mut self, id: ThreadId, group: Group, keeps: bool, accesses: &mut Vec<Access>) {
        let keeper = &mut self.keepers[group.0 as usize];
        debug_assert!(keeper.is_none_or(|it| it == id), "who keeps a group has it for itself");
        let new = keeps.then_some(id);
        if *keeper != new {
            let old = std::mem::replace(keeper, new);
            self.undo.push(Undo::Keeper(group, old));
            accesses.push(Access::Write(group_place(group)));
        }
    }

    /// Notes all cells that a body may touch.
    pub(super) fn touch_all(&mut self, code: &Code, body: BodyId, this: Option<Reference>) {
        let Some(this) = this else { return };
        for &(cell, is_change) in &code.footprints.bodies[body.0 as usize].cells {
            self.touch(cell_place(this, cell), is_change);
        }
    }

    /// Notes the cells of the fields that were looked at.
    pub(super) fn touch_noted(&mut self, noted: &mut Option<Vec<(Reference, FieldId)>>) {
        let Some(noted) = noted else { return };
        for (object, field) in noted.drain(..) {
            if planted::bug!(LooksNotNoted) || self.object(object).born == self.marks.len() as u32 {
                continue;
            }
            if let Some(place) = self.cell(object, field.0) {
                self.touch(place, false);
            }
        }
    }

    pub(super) fn touch(&mut self, place: Place, is_change: bool) {
        match self.touched.iter_mut().find(|it| it.0 == place) {
            Some(known) => known.1 |= is_change,
            None => self.touched.push((place, is_change)),
        }
    }
}
