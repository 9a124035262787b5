//! Actors of which several workers have some each: what they tell each other, and names in common.

use super::comparable::Naming;
use super::{Actors, Reference};
use event::{Lexicon, Name, Shareable, ThreadId};
use source::{FileId, Span};
use std::sync::Arc;

impl Actors {
    /// The task that a task makes after so many others.
    pub(super) fn task_made(&mut self, by: ThreadId, index: u32) -> ThreadId {
        loop {
            match self.names.task(by, index) {
                Some(task) => return task,
                None => self.meet(Name::Thread(by, index)),
            }
        }
    }

    /// The object that a task makes after so many others.
    pub(super) fn object_made(&mut self, by: ThreadId, index: u32) -> Reference {
        loop {
            match self.names.object(by, index) {
                Some(object) => return object,
                None => self.meet(Name::Object(by, index)),
            }
        }
    }

    /// A name is new.
    #[cold]
    pub(super) fn meet(&mut self, name: Name) {
        for name in self.directory.meet(name) {
            self.number(name);
        }
    }

    /// Gives a name the next number of its kind.
    fn number(&mut self, name: Name) {
        match name {
            Name::Thread(by, index) => self.names.number_task(by, index),
            Name::Object(by, index) => self.names.number_object(by, index),
            Name::ComparableThread(maker, index) => self.comparable.number_task(maker, index),
            Name::ComparableObject(maker, index) => self.comparable.number_object(maker, index),
            Name::Cell(_) => unreachable!("actors have no cells"),
        }
    }
}

impl Shareable for Actors {
    /// Whether states have to be compared under other names, and choices that were not explored.
    fn lesson(&self) -> Vec<u64> {
        let place = |it: &Span| [it.file.0, it.line, it.column, it.length].map(u64::from);
        let first = u64::from(self.naming == Naming::Path || self.confuses_names());
        [first].into_iter().chain(self.unexplored.iter().flat_map(place)).collect()
    }

    fn take_lesson(&mut self, lesson: &[u64]) {
        let Some((&first, places)) = lesson.split_first() else { return };
        if first != 0 {
            self.naming = Naming::Path;
        }
        for place in places.chunks_exact(4) {
            let [file, line, column, length] = [place[0], place[1], place[2], place[3]].map(|it| it as u32);
            let span = Span { file: FileId(file), line, column, length };
            if !self.unexplored.contains(&span) {
                self.unexplored.push(span);
            }
        }
    }

    fn share_names(&mut self, lexicon: &Arc<Lexicon>) -> bool {
        let Some(new) = self.directory.share(lexicon) else { return false };
        new.into_iter().for_each(|it| self.number(it));
        true
    }
}
