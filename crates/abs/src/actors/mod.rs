//! The actor system: objects in groups, tasks, futures. It implements [`System`], with a task as its thread.
//!
//! A step runs a task until it ends, waits for something that is not there, lets others go first, or needs the answer of a
//! future (`get`), which keeps its group. What steps touch:
//!
//! | what | as |
//! |---|---|
//! | a field | its cell of the object (see `footprint`), for all fields that the methods of the step may touch; only those that it does touch with [`Code::with_dynamic_dependence`] |
//! | that the group is free | a look that must succeed ([`Access::Expect`]), if some task may keep the group |
//! | keeping the group, letting it go | a change of the same place |
//! | waiting for a condition | a look at the cell of its fields that must succeed |
//! | a future that has been waited for | the end of its task ([`Access::Follow`]): that order cannot be reversed |
//! | a future that happens to be there or not | a look at it; the end of a task is a change of it |
//! | a call | the start of a task |
//!
//! Every `get` ends a step, even if the answer is there (unless the task knows that it is): whether it is there makes no
//! difference to anybody, since the group is kept until then. So the order of the `get` and the end of the task that
//! answers need not be tried both ways.

mod canonical;
mod comparable;
mod effects;
mod encode;
mod hangs;
mod later;
mod names;
mod shared;
mod state;
mod step;
mod system;
mod touch;
mod undo;
mod view;

pub(crate) use hangs::Hang;
pub use hangs::{Hangs, find_hang};
pub use state::FinalState;
pub(crate) use step::waits_at;

use crate::code::{Code, Fate, LoopRange, MAIN, Pc};
use crate::program::ClassId;
use crate::reachable::Reachable;
use crate::run::{Calls, Exception};
use crate::value::{Reference, Value};
use comparable::{Comparable, Naming};
use event::{Access, Directory, End, Failure, ObjectId, Place, ThreadId};
use names::Names;
use smallvec::SmallVec;
use source::Span;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A group of objects by number: 0 is that of the main block, others are those of their first objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Group(u32);

impl Group {
    /// That of the main block.
    pub const MAIN: Group = Group(0);

    /// That of an object that was made in a group of its own.
    fn begun_by(object: Reference) -> Group {
        Group(object.0 + 1)
    }

    /// The object that was made in it first; the main block's has none.
    fn first(self) -> Option<Reference> {
        self.0.checked_sub(1).map(Reference)
    }
}

/// Objects, tasks and futures at some point of an execution.
#[derive(Debug)]
pub struct Actors {
    pub(crate) code: Rc<Code>,
    pub(crate) names: Names,
    /// What has a number, in order.
    directory: Directory,
    /// Names where states are compared: whose method made it, and how many it had made.
    comparable: Comparable,
    /// Under which names states are compared, and whether they ever were.
    naming: Naming,
    compares_states: bool,
    /// Whether the program has found out something about names: it has compared or printed objects or futures.
    finds_out_names: Cell<bool>,
    /// What the main block has made.
    main_makes: Made,
    objects: Vec<Option<Object>>,
    tasks: Vec<Option<Task>>,
    /// Those that exist, in the order of their creation.
    threads: Vec<ThreadId>,
    /// For each group the task that keeps it.
    keepers: Vec<Option<ThreadId>>,
    failures: Vec<Failure>,
    /// Where each failure is, and in what words.
    reasons: Vec<(Span, String)>,
    /// What has to be done to go back, and how much of it belongs to earlier steps.
    undo: Vec<Undo>,
    marks: Vec<u32>,
    old: Vec<Task>,
    /// Calls that nobody needs; kept for their memory.
    spare: Vec<Calls>,
    /// What the step that is being made touches; kept for its memory.
    touched: Vec<(Place, bool)>,
    /// For conditions; kept for its memory.
    scratch: Calls,
    /// What tasks may still call from where they are, as far as somebody has asked.
    reachable: Reachable,
    /// Whether what happens is written down, for counterexamples; and what has been.
    is_observed: bool,
    pub(crate) notes: Vec<Note>,
    /// What the conditions of failed assertions have looked at, each with the number of the failure.
    asserted: Vec<(usize, Vec<(Span, Value)>)>,
    /// Choices that have too many values to try.
    unexplored: Vec<Span>,
    /// Loops that have been left, with the depths of the calls, if that is asked for.
    left: RefCell<Option<Vec<(usize, LoopRange)>>>,
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub class: ClassId,
    pub group: Group,
    pub fields: Vec<Value>,
    /// The step in which it was made.
    born: u32,
    /// Its name where states are compared.
    name: u32,
    /// How many objects and tasks its methods have made.
    makes: Made,
}

/// How many objects and tasks have been made.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    objects: u32,
    tasks: u32,
}

/// A task.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub calls: Calls,
    pub wait: Wait,
    pub group: Group,
    /// Whose method it runs; the main block has no object.
    pub object: Option<Reference>,
    pub body: crate::code::BodyId,
    /// How many tasks and objects it has made.
    spawned: u32,
    made: u32,
    /// Futures that it knows to have their values.
    seen: SmallVec<[ThreadId; 4]>,
    /// How many steps led to where it is: its own, and before them those of its makers.
    steps: u32,
    pub fate: Fate,
    /// The step in which it was made.
    born: u32,
    /// Who made it.
    pub maker: Option<ThreadId>,
    /// How it ended.
    pub result: Option<Result<Value, Exception>>,
    /// Somebody has got the result.
    received: bool,
    /// Its name where states are compared.
    name: u32,
}

/// What a task needs to go on. Except for `Get` and `Choose`, also that nobody keeps its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// Nothing.
    Ready,
    /// The end of a task.
    Future(ThreadId),
    /// The same; it keeps its group.
    Get(ThreadId),
    /// A condition, which is awaited at this instruction.
    Condition(Pc),
    /// A number below this one; it keeps its group.
    Choose(u32),
    /// It has ended.
    Ended(End),
}

/// How to take something back.
#[derive(Debug)]
enum Undo {
    /// A task was the last one of `old`.
    Task(ThreadId),
    Field(Reference, u32, Value),
    Keeper(Group, Option<ThreadId>),
    /// The last task of `threads` did not exist.
    NewTask,
    NewObject(Reference),
    /// An object (or the main block) had made this much.
    Makes(Option<Reference>, Made),
    /// Nobody had got the result of a task.
    Received(ThreadId),
    /// The last failure did not exist.
    Failure,
}

/// What happens in a step, for whoever wants to tell it.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub step: usize,
    pub task: ThreadId,
    pub span: Span,
    pub what: Happening,
}

/// Kinds of notes.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    Field(Reference, u32, Value),
    Makes(Reference, Vec<Value>),
    Calls(ThreadId, Vec<Value>),
    Prints(Value),
    Chooses(u32),
    Waits(Wait),
    Ends,
    /// By number.
    Fails(usize),
}

impl Actors {
    /// At the start: the main block is about to run.
    pub fn new(code: Code) -> Actors {
        let mut calls = Calls::default();
        calls.enter(&code, MAIN, None, false);
        let main = Task {
            calls,
            wait: Wait::Ready,
            group: Group::MAIN,
            object: None,
            body: MAIN,
            spawned: 0,
            made: 0,
            seen: SmallVec::new(),
            steps: 0,
            fate: Fate::Dropped,
            born: 0,
            maker: None,
            result: None,
            received: false,
            name: 0,
        };
        Actors {
            code: Rc::new(code),
            names: Names::new(),
            directory: Directory::default(),
            comparable: Comparable::default(),
            naming: Naming::Comparable,
            compares_states: false,
            finds_out_names: Cell::new(false),
            main_makes: Made::default(),
            objects: Vec::new(),
            tasks: vec![Some(main)],
            threads: vec![ThreadId(0)],
            keepers: vec![None],
            failures: Vec::new(),
            reasons: Vec::new(),
            undo: Vec::new(),
            marks: Vec::new(),
            old: Vec::new(),
            spare: Vec::new(),
            touched: Vec::new(),
            scratch: Calls::default(),
            reachable: Reachable::default(),
            is_observed: false,
            notes: Vec::new(),
            asserted: Vec::new(),
            unexplored: Vec::new(),
            left: RefCell::new(None),
        }
    }

    /// The same, writing down what happens.
    pub(crate) fn observed(code: Code) -> Actors {
        Actors { is_observed: true, ..Actors::new(code) }
    }

    /// The code that it runs.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Where choices with too many values were met.
    pub fn unexplored(&self) -> &[Span] {
        &self.unexplored
    }

    /// Where and how the last failure happened.
    pub(crate) fn reason(&self, failure: usize) -> &(Span, String) {
        &self.reasons[failure]
    }

    /// Where in the program a failure happened.
    pub fn failure_position(&self, failure: usize) -> Span {
        self.reasons[failure].0
    }

    /// What the condition of an assertion that has failed was made of: where each variable is named, and what it was.
    pub(crate) fn asserted(&self, failure: usize) -> &[(Span, Value)] {
        self.asserted.iter().rev().find(|it| it.0 == failure).map_or(&[], |it| &it.1)
    }

    pub(crate) fn task(&self, task: ThreadId) -> &Task {
        self.tasks[task.index()].as_ref().unwrap_or_else(|| unreachable!("task {task:?} exists"))
    }

    pub(crate) fn object(&self, object: Reference) -> &Object {
        self.objects[object.0 as usize].as_ref().unwrap_or_else(|| unreachable!("object {object:?} exists"))
    }

    /// The objects that exist.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (Reference, &Object)> {
        let numbered = self.objects.iter().enumerate();
        numbered.filter_map(|(index, it)| it.as_ref().map(|it| (Reference(index as u32), it)))
    }

    /// Who keeps a group.
    pub(crate) fn keeper(&self, group: Group) -> Option<ThreadId> {
        self.keepers[group.0 as usize]
    }

    /// Whether the answer of a task is there.
    fn is_resolved(&self, task: ThreadId) -> bool {
        // A task that is running has been taken out of its place.
        self.tasks[task.index()].as_ref().is_some_and(|it| it.result.is_some())
    }

    /// Whether others than the one who waits for it at once may have the future of a task.
    fn is_kept(&self, task: &Task) -> bool {
        task.fate == Fate::Kept || self.code.footprints.gives_away
    }

    /// Whether some task may keep a group.
    fn may_lock(&self, group: Group) -> bool {
        match group.0.checked_sub(1) {
            None => self.code.footprints.main_may_lock,
            Some(first) => {
                let class = self.object(Reference(first)).class;
                self.code.footprints.classes[class.0 as usize].may_lock
            }
        }
    }

    /// The cell of a field, if it can change.
    fn cell(&self, object: Reference, field: u32) -> Option<Place> {
        let class = &self.code.footprints.classes[self.object(object).class.0 as usize];
        let cells = if self.code.dynamic { &class.exact_cells } else { &class.cells };
        cells[field as usize].map(|cell| cell_place(object, cell))
    }

    /// Where a task looks before it goes on: whether the group is free, and the cell of its condition.
    fn conditions(&self, task: &Task) -> SmallVec<[Place; 2]> {
        let mut places = SmallVec::new();
        match task.wait {
            Wait::Get(_) | Wait::Choose(_) | Wait::Ended(_) => return places,
            Wait::Ready | Wait::Future(_) | Wait::Condition(_) => {}
        }
        if self.may_lock(task.group) {
            places.push(group_place(task.group));
        }
        if let Wait::Condition(pc) = task.wait {
            let this = task.calls.top().and_then(|it| it.this);
            if let (Some(guard), Some(this)) = (self.code.footprints.guard(pc), this) {
                places.extend(self.cell(this, guard.field.0));
            }
        }
        places
    }
}

/// A cell of an object. Objects have even numbers as places, futures and groups odd ones.
fn cell_place(object: Reference, cell: u32) -> Place {
    Place { object: ObjectId(2 * object.0), offset: cell, length: 1 }
}

/// Whether the answer of a task is there.
fn future_place(task: ThreadId) -> Place {
    Place { object: ObjectId(2 * task.0 + 1), offset: 0, length: 1 }
}

/// Whether a group is free.
fn group_place(group: Group) -> Place {
    Place { object: ObjectId(2 * group.0 + 1), offset: 1, length: 1 }
}

/// What an access of a cell is.
fn access(place: Place, is_change: bool) -> Access {
    if is_change { Access::Write(place) } else { Access::Read(place) }
}
