//! Where threads are: the part of a state that is always known exactly.

use ir::{FunctionId, Location};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a thread is doing. Equal ones have the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActivityId(pub u32);

/// A running function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Which.
    pub function: FunctionId,
    /// Where it goes on.
    pub location: Location,
    /// The edge of the call that it waits for, if it does.
    pub call: Option<u32>,
}

/// What a thread is doing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activity {
    /// The functions that it is in, the first one first; none if it has ended.
    pub frames: Vec<Frame>,
    /// How many atomic sections it is in.
    pub section: u32,
    /// How many threads it has started.
    pub started: u32,
    /// How often it has passed edges that allocate.
    pub made: Vec<(FunctionId, u32, u32)>,
    /// Whether it has returned, so that it can be joined.
    pub has_returned: bool,
    /// Whether it was joined or detached.
    pub is_taken: bool,
}

impl Activity {
    /// A thread is about to run a function.
    pub(super) fn beginning(function: FunctionId, location: Location) -> Activity {
        Activity {
            frames: vec![Frame { function, location, call: None }],
            section: 0,
            started: 0,
            made: Vec::new(),
            has_returned: false,
            is_taken: false,
        }
    }
}

/// All activities that were met.
#[derive(Default)]
pub struct Activities {
    all: Vec<Rc<Activity>>,
    numbers: FxHashMap<Rc<Activity>, ActivityId>,
}

impl Activities {
    /// The number of an activity.
    pub fn number(&mut self, activity: Activity) -> ActivityId {
        if let Some(known) = self.numbers.get(&activity) {
            return *known;
        }
        let id = ActivityId(self.all.len() as u32);
        let activity = Rc::new(activity);
        self.all.push(activity.clone());
        self.numbers.insert(activity, id);
        id
    }

    /// The activity of a number.
    pub fn get(&self, id: ActivityId) -> &Rc<Activity> {
        &self.all[id.0 as usize]
    }
}

/// Where all threads are, and which objects there are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// The threads that were started, in ascending order.
    pub threads: Vec<(u32, ActivityId)>,
    /// The objects that live, and that could have ended: their numbers in ascending order, and their sizes.
    pub alive: Vec<(u32, u32)>,
}

impl Control {
    /// What a thread is doing; `None` if it was not started.
    pub fn activity(&self, thread: u32) -> Option<ActivityId> {
        let at = self.threads.binary_search_by_key(&thread, |it| it.0).ok()?;
        Some(self.threads[at].1)
    }

    /// A thread is doing something else.
    pub fn set(&mut self, thread: u32, activity: ActivityId) {
        match self.threads.binary_search_by_key(&thread, |it| it.0) {
            Ok(at) => self.threads[at].1 = activity,
            Err(at) => self.threads.insert(at, (thread, activity)),
        }
    }

    /// The size of an object that lives.
    pub fn size(&self, object: u32) -> Option<u32> {
        let at = self.alive.binary_search_by_key(&object, |it| it.0).ok()?;
        Some(self.alive[at].1)
    }

    pub(super) fn begin(&mut self, object: u32, size: u32) {
        match self.alive.binary_search_by_key(&object, |it| it.0) {
            Ok(at) => self.alive[at].1 = size,
            Err(at) => self.alive.insert(at, (object, size)),
        }
    }

    pub(super) fn end(&mut self, object: u32) -> bool {
        let found = self.alive.binary_search_by_key(&object, |it| it.0);
        found.map(|at| self.alive.remove(at)).is_ok()
    }
}
