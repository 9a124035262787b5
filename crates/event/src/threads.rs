//! What an explorer needs that answers threads itself, without a memory.

use crate::{End, ObjectId, ThreadId};

/// The state of one thread, by number. Equal numbers mean equal histories: what the thread was answered so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u32);

/// A place in memory that is always accessed as a whole. The number stands for a name that does not depend on the
/// interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

impl CellId {
    /// As an index into tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A concurrent program as threads that are resumed one by one. There is no memory: whoever holds the states decides what
/// each read finds, and is responsible for it that some execution agrees.
///
/// What a thread does depends on the answers to its operations alone. Operations for which that does not hold are
/// [`Pending::Unsupported`].
pub trait Threads {
    /// The first thread, at its first operation.
    fn first(&mut self) -> (ThreadId, StateId);

    /// What a thread in this state is about to do.
    fn pending(&self, state: StateId) -> Pending;

    /// Where an operation leads if it is answered so; see [`Pending`] for what the answers are. `None`: it waits for another
    /// one.
    fn resume(&mut self, state: StateId, answer: u64) -> Option<StateId>;

    /// What the operation that led to this state has written to the cell that it read.
    fn wrote(&self, state: StateId) -> Option<u64>;

    /// What a thread that has ended by itself in this state has returned.
    fn result(&self, state: StateId) -> Option<u64>;

    /// The thread that a [`Pending::Spawn`] creates, at its first operation.
    fn child(&mut self, state: StateId) -> (ThreadId, StateId);

    /// Whether the thread that is in this state, or one that it will start, may still write to a cell. Yes if that is not
    /// known.
    fn may_write(&self, state: StateId, cell: CellId) -> bool;

    /// What a cell holds before anybody has written to it.
    fn initial(&self, cell: CellId) -> u64;

    /// The object of a cell, if it does not live as long as the program runs.
    fn object(&self, cell: CellId) -> Option<ObjectId>;

    /// How many states there are; see [`Threads::back_to`].
    fn mark(&self) -> usize;

    /// Says that states after the mark are not needed any more. They may stay.
    fn back_to(&mut self, mark: usize);
}

impl<T: Threads> Threads for &mut T {
    fn first(&mut self) -> (ThreadId, StateId) {
        (**self).first()
    }

    fn pending(&self, state: StateId) -> Pending {
        (**self).pending(state)
    }

    fn resume(&mut self, state: StateId, answer: u64) -> Option<StateId> {
        (**self).resume(state, answer)
    }

    fn wrote(&self, state: StateId) -> Option<u64> {
        (**self).wrote(state)
    }

    fn result(&self, state: StateId) -> Option<u64> {
        (**self).result(state)
    }

    fn child(&mut self, state: StateId) -> (ThreadId, StateId) {
        (**self).child(state)
    }

    fn may_write(&self, state: StateId, cell: CellId) -> bool {
        (**self).may_write(state, cell)
    }

    fn initial(&self, cell: CellId) -> u64 {
        (**self).initial(cell)
    }

    fn object(&self, cell: CellId) -> Option<ObjectId> {
        (**self).object(cell)
    }

    fn mark(&self) -> usize {
        (**self).mark()
    }

    fn back_to(&mut self, mark: usize) {
        (**self).back_to(mark);
    }
}

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Reads a cell, and may write it in the same step; the answer is what it finds. `any_other`: it can tell 0 from
    /// anything else, and no more.
    Read {
        /// The cell.
        cell: CellId,
        /// Whether all values but 0 are alike to it.
        any_other: bool,
        /// Whether it may wait: some answers lead nowhere.
        waits: bool,
        /// Whether it takes a mutex: waits for 0, and writes something else.
        takes: bool,
    },
    /// Writes a cell; the answer is 0.
    Write(CellId, u64),
    /// Writes a cell that nobody else may access at the same time: makes or ends a mutex. The answer is 0.
    Reset(CellId, u64),
    /// Starts a thread, and writes its handle to a cell before; the answer is 0.
    Spawn(Option<(CellId, u64)>),
    /// Waits for the end of a thread; the answer is its [result](Threads::result).
    Join(ThreadId),
    /// Says that a thread will not be joined; the answer is 0.
    Detach(ThreadId),
    /// Picks one of so many values; the answer is its number.
    Choose(u32),
    /// Ends an object; the answer is 0.
    End(ObjectId),
    /// Something that nobody else can notice; the answer is 0.
    Local,
    /// Nothing: it has come back to where it was without having done anything, and is not run further.
    Spinning,
    /// Nothing: it has ended.
    Ended(End),
    /// Something that depends on more than answers, or that others see more of than values.
    Unsupported(Unsupported),
}

/// Why a program cannot be explored by answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unsupported {
    /// An atomic section that touches more than one place.
    Section,
    /// Bytes are accessed in pieces of different sizes.
    Pieces,
    /// Memory is made larger or smaller in place.
    Reallocation,
    /// An object ends while another thread may still access it.
    Lifetime,
    /// A pointer that nobody has passed on.
    Pointer,
    /// A mutex that is initialised or destroyed while others may use it, or whose kind changes.
    Mutex,
    /// A thread that is joined or detached by more than one.
    Join,
    /// It matters which thread a handle is of that may be used again.
    Handles,
    /// It matters which bytes of memory were never written.
    Unset,
    /// More threads or events than clocks can count.
    Size,
}

impl Unsupported {
    /// What the program does, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Unsupported::Section => "an atomic section touches several places",
            Unsupported::Pieces => "bytes are accessed in pieces of different sizes",
            Unsupported::Reallocation => "memory is reallocated",
            Unsupported::Lifetime => "memory is freed while others may use it",
            Unsupported::Pointer => "a pointer is computed, not passed on",
            Unsupported::Mutex => "a mutex is made, ended or changed while others may use it",
            Unsupported::Join => "a thread is joined or detached in several places",
            Unsupported::Handles => "handles of threads are compared",
            Unsupported::Unset => "memory may be read before it is written",
            Unsupported::Size => "there are too many threads or events",
        }
    }
}
