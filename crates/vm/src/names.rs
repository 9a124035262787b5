//! Names of threads and objects that do not depend on the interleaving.
//!
//! A thread is named by its parent and how many children the parent had before it, an object by its creator and count.
//! Each name gets a number when it is first met and keeps it for as long as the machine lives, through all executions:
//! numbers are dense, and equal numbers mean equal names.

use event::{Directory, Lexicon, Name, ThreadId};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Names {
    threads: Vec<Thread>,
    /// The number of the next object.
    next_object: u32,
    directory: Directory,
}

#[derive(Debug)]
struct Thread {
    parent: Option<(ThreadId, u32)>,
    children: Vec<ThreadId>,
    objects: Vec<u32>,
}

impl Names {
    /// The first thread only. Objects that threads create are numbered from `first_object` on.
    pub fn new(first_object: u32) -> Self {
        let first = Thread { parent: None, children: Vec::new(), objects: Vec::new() };
        Names { threads: vec![first], next_object: first_object, directory: Directory::default() }
    }

    /// From now on names have the numbers that others give them. Says whether that is possible: those so far must not differ.
    pub fn share(&mut self, lexicon: &Arc<Lexicon>) -> bool {
        let Some(new) = self.directory.share(lexicon) else { return false };
        new.into_iter().for_each(|it| self.number(it));
        true
    }

    /// The child of that number.
    pub fn child(&mut self, parent: ThreadId, index: u32) -> ThreadId {
        if self.threads[parent.index()].children.len() <= index as usize {
            self.meet(Name::Thread(parent, index));
        }
        self.threads[parent.index()].children[index as usize]
    }

    /// The object of that number.
    pub fn object(&mut self, creator: ThreadId, index: u32) -> u32 {
        if self.threads[creator.index()].objects.len() <= index as usize {
            self.meet(Name::Object(creator, index));
        }
        self.threads[creator.index()].objects[index as usize]
    }

    /// A name is new.
    #[cold]
    fn meet(&mut self, name: Name) {
        self.directory.meet(name).into_iter().for_each(|it| self.number(it));
    }

    /// Gives a name the next number.
    fn number(&mut self, name: Name) {
        match name {
            Name::Thread(parent, index) => {
                let next = ThreadId(self.threads.len() as u32);
                let children = &mut self.threads[parent.index()].children;
                debug_assert_eq!(index as usize, children.len(), "children are named in order");
                children.push(next);
                let parent = Some((parent, index));
                self.threads.push(Thread { parent, children: Vec::new(), objects: Vec::new() });
            }
            Name::Object(creator, index) => {
                let objects = &mut self.threads[creator.index()].objects;
                debug_assert_eq!(index as usize, objects.len(), "objects are named in order");
                objects.push(self.next_object);
                self.next_object += 1;
            }
            Name::Cell(_) | Name::ComparableThread(..) | Name::ComparableObject(..) => {
                unreachable!("a machine has threads and objects")
            }
        }
    }

    /// Who made an object, if a thread did.
    pub fn creator(&self, object: u32) -> Option<ThreadId> {
        let position = self.threads.iter().position(|it| it.objects.contains(&object))?;
        Some(ThreadId(position as u32))
    }

    /// Who made an object, and how many that thread had made before, if a thread did.
    pub fn name_of(&self, object: u32) -> Option<(ThreadId, u32)> {
        self.threads.iter().enumerate().find_map(|(thread, it)| {
            let index = it.objects.iter().position(|it| *it == object)?;
            Some((ThreadId(thread as u32), index as u32))
        })
    }

    /// Who spawned a thread.
    pub fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        self.threads[thread.index()].parent.map(|it| it.0)
    }

    /// Which child of its parent a thread is.
    pub fn index(&self, thread: ThreadId) -> u32 {
        self.threads[thread.index()].parent.map_or(0, |it| it.1)
    }

    /// How many threads have been met.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// The spawn indices that lead from the first thread to this one.
    pub fn path(&self, thread: ThreadId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = thread;
        while let Some((parent, index)) = self.threads[at.index()].parent {
            path.push(index);
            at = parent;
        }
        path.reverse();
        path
    }
}
