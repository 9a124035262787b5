//! Names of threads and objects that do not depend on the interleaving.
//!
//! A thread is named by its parent and how many children the parent had before it, an object by its creator and count.
//! Each name gets a number when it is first met and keeps it for as long as the machine lives, through all executions:
//! numbers are dense, and equal numbers mean equal names.

use event::ThreadId;

#[derive(Debug, Default)]
pub(crate) struct Names {
    threads: Vec<Thread>,
}

#[derive(Debug)]
struct Thread {
    parent: Option<(ThreadId, u32)>,
    children: Vec<ThreadId>,
    objects: Vec<u32>,
}

impl Names {
    /// The first thread only.
    pub fn new() -> Self {
        Names { threads: vec![Thread { parent: None, children: Vec::new(), objects: Vec::new() }] }
    }

    /// The child of that number.
    pub fn child(&mut self, parent: ThreadId, index: u32) -> ThreadId {
        let next = ThreadId(self.threads.len() as u32);
        let children = &mut self.threads[parent.index()].children;
        debug_assert!(index as usize <= children.len(), "children are named in order");
        if let Some(&child) = children.get(index as usize) {
            return child;
        }
        children.push(next);
        self.threads.push(Thread { parent: Some((parent, index)), children: Vec::new(), objects: Vec::new() });
        next
    }

    /// The object of that number, if it has been met; else `fresh` becomes its number.
    pub fn object(&mut self, creator: ThreadId, index: u32, fresh: u32) -> u32 {
        let objects = &mut self.threads[creator.index()].objects;
        debug_assert!(index as usize <= objects.len(), "objects are named in order");
        if index as usize == objects.len() {
            objects.push(fresh);
        }
        objects[index as usize]
    }

    /// Who made an object, if a thread did.
    pub fn creator(&self, object: u32) -> Option<ThreadId> {
        let position = self.threads.iter().position(|it| it.objects.contains(&object))?;
        Some(ThreadId(position as u32))
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
