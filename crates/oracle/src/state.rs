//! What a state is: plain data that can be cloned and compared.
//!
//! The only thing outside of it are the [`Names`]: numbers for threads and objects, handed out once for the whole
//! search, so that a name has the same number in every interleaving.

use super::report::End;
use ir::{Base, DataModel, FunctionId, Location, Order, Program, RegisterId, SlotId, Update};
use std::collections::BTreeMap;

/// A thread's name: spawn indices from the first thread on.
pub(super) type Path = Vec<u32>;

/// One state of the system.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct State {
    /// Globals have the numbers that `ir` gives them; functions are not here.
    pub objects: BTreeMap<u32, Object>,
    pub threads: BTreeMap<Path, Thread>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Object {
    pub kind: ObjectKind,
    pub is_live: bool,
    /// How many bytes it has, or had before it ended.
    pub size: usize,
    /// Empty once it has ended.
    pub bytes: Vec<u8>,
    /// For each byte which of its bits were never written.
    pub unset: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum ObjectKind {
    Global { constant: bool },
    Heap,
    Slot,
    PrivateSlot,
    ThreadLocal { constant: bool },
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Thread {
    Running(Running),
    Ended {
        end: End,
        /// Whether it left its first function by return, not by thread exit.
        by_return: bool,
        /// Whether somebody has joined or detached it.
        joined: bool,
    },
}

impl Thread {
    /// Whether a join of it succeeds.
    pub fn is_joinable(&self) -> bool {
        matches!(self, Thread::Ended { end: End::Returned(_), joined: false, .. })
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Running {
    /// The last one is the current one.
    pub stack: Vec<Frame>,
    /// The visible operation that it waits at. There is one between any two steps of the system. The location of the
    /// current frame is already the one behind it.
    pub pending: Option<Pending>,
    /// How many threads it has spawned.
    pub spawned: u32,
    /// How many objects it has created.
    pub created: u32,
    /// Whether somebody has detached it.
    pub detached: bool,
    /// The objects of the thread-local globals, by the number of the global.
    pub thread_locals: BTreeMap<u32, u32>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Frame {
    pub function: FunctionId,
    pub location: Location,
    pub registers: Vec<u64>,
    /// The bits of registers that were never written.
    pub unset: Vec<u64>,
    /// The object of each slot; 0 for an escaping slot that was not opened yet.
    pub slots: Vec<u32>,
    /// Which register of the caller gets the result.
    pub dest: Option<RegisterId>,
    /// Where the caller was when it called.
    pub called_from: Location,
}

/// A visible operation with its operands evaluated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Pending {
    Load {
        dest: RegisterId,
        address: u64,
        size: u8,
        order: Order,
    },
    Store {
        address: u64,
        value: u64,
        size: u8,
        order: Order,
        /// The bits of the value that were never written.
        unset: u64,
    },
    Update {
        dest: RegisterId,
        address: u64,
        update: Update,
        operand: u64,
        size: u8,
        order: Order,
    },
    CompareExchange {
        dest: RegisterId,
        address: u64,
        expected: u64,
        desired: u64,
        size: u8,
        order: Order,
        failure: Order,
    },
    Fence {
        order: Order,
    },
    Lock {
        dest: Option<RegisterId>,
        mutex: u64,
    },
    TryLock {
        dest: RegisterId,
        mutex: u64,
    },
    Unlock {
        dest: Option<RegisterId>,
        mutex: u64,
    },
    InitMutex {
        mutex: u64,
        kind: u64,
    },
    DestroyMutex {
        mutex: u64,
    },
    Spawn {
        dest: RegisterId,
        function: u64,
        argument: u64,
        /// Where its handle is stored first.
        place: Option<u64>,
    },
    Join {
        dest: Option<RegisterId>,
        handle: u64,
    },
    Detach {
        handle: u64,
    },
    Doubt {
        dest: RegisterId,
    },
    Extent {
        dest: RegisterId,
        address: u64,
    },
    CurrentThread {
        dest: RegisterId,
    },
    AtomicBegin {
        quiet: bool,
    },
    AtomicEnd,
    /// Any of the `count` values from `low` on, wrapping around.
    Choose {
        dest: RegisterId,
        low: u64,
        count: u128,
        /// Any but the first is something that happens for no reason.
        spurious: bool,
    },
    Allocate {
        dest: RegisterId,
        size: u64,
        zeroed: bool,
        automatic: bool,
    },
    Reallocate {
        dest: RegisterId,
        address: u64,
        size: u64,
    },
    Free {
        address: u64,
    },
    Release {
        address: u64,
    },
    OpenSlot(SlotId),
    CloseSlot(SlotId),
}

/// Numbers for names.
#[derive(Clone, Debug)]
pub(super) struct Names {
    first_object: u32,
    objects: BTreeMap<(Path, u32), u32>,
    threads: Vec<Path>,
}

/// An arbitrary base, so that a program that makes up a handle does not hit one.
const FIRST_HANDLE: u64 = 0x7a00_0000;

impl Names {
    pub fn new(program: &Program) -> Self {
        let first_object = (program.globals.len() + program.functions.len() + 1) as u32;
        Names { first_object, objects: BTreeMap::new(), threads: Vec::new() }
    }

    /// The number of the object that a thread creates after `created` others.
    pub fn object(&mut self, path: &Path, created: u32) -> u32 {
        let next = self.first_object + self.objects.len() as u32;
        *self.objects.entry((path.clone(), created)).or_insert(next)
    }

    /// The handle of a thread, which is never 0; also what a mutex that it holds contains.
    pub fn handle(&mut self, path: &Path) -> u64 {
        let index = self.threads.iter().position(|it| it == path).unwrap_or_else(|| {
            self.threads.push(path.clone());
            self.threads.len() - 1
        });
        FIRST_HANDLE + index as u64
    }

    /// The thread that a handle stands for.
    pub fn thread(&self, handle: u64) -> Option<&Path> {
        let index = handle.checked_sub(FIRST_HANDLE)?;
        self.threads.get(usize::try_from(index).ok()?)
    }
}

impl State {
    /// The globals with their initial contents, and no threads.
    pub fn initial(program: &Program) -> Self {
        let mut objects = BTreeMap::new();
        for (index, global) in program.globals.iter().enumerate() {
            let mut bytes = global.init.bytes.clone();
            bytes.resize(global.shape.size(program.model) as usize, 0);
            for &(at, base, offset) in &global.init.addresses {
                let word = program.model.pack(static_object(program, base), offset);
                let size = program.model.pointer_bytes() as usize;
                bytes[at as usize..at as usize + size].copy_from_slice(&word.to_le_bytes()[..size]);
            }
            let kind = ObjectKind::Global { constant: global.constant };
            let unset = vec![0; bytes.len()];
            let size = bytes.len();
            objects.insert(index as u32 + 1, Object { kind, is_live: true, size, bytes, unset });
        }
        State { objects, threads: BTreeMap::new() }
    }

    /// A thread that has not ended.
    pub fn running(&mut self, path: &Path) -> &mut Running {
        match self.threads.get_mut(path) {
            Some(Thread::Running(running)) => running,
            Some(Thread::Ended { .. }) | None => panic!("only a running thread makes steps"),
        }
    }

    /// The current frame of a thread that has not ended.
    pub fn frame(&mut self, path: &Path) -> &mut Frame {
        self.running(path).stack.last_mut().expect("a running thread has a frame")
    }

    /// Whether a thread has not ended.
    pub fn is_running(&self, path: &Path) -> bool {
        matches!(self.threads[path], Thread::Running(_))
    }

    /// Ends a thread. Its private slots go with it: nobody else knows them.
    pub fn end(&mut self, path: &Path, end: End, by_return: bool) {
        let joined = self.running(path).detached;
        let frames = std::mem::take(&mut self.running(path).stack);
        for frame in frames {
            self.end_private_slots(&frame);
        }
        self.threads.insert(path.clone(), Thread::Ended { end, by_return, joined });
    }

    /// Ends the private slots of a frame that is left.
    pub fn end_private_slots(&mut self, frame: &Frame) {
        for object in &frame.slots {
            if self.objects.get(object).is_some_and(|it| it.kind == ObjectKind::PrivateSlot) {
                self.end_object(*object);
            }
        }
    }

    /// Ends an object; its name is never used again.
    pub fn end_object(&mut self, number: u32) {
        if let Some(object) = self.objects.get_mut(&number) {
            object.is_live = false;
            object.bytes.clear();
            object.unset.clear();
        }
    }
}

/// The number of the object of an address that needs no frame.
fn static_object(program: &Program, base: Base) -> u32 {
    match base {
        Base::Global(global) => program.global_object(global),
        Base::Function(function) => program.function_object(function),
        Base::Slot(_) => panic!("a slot has no address before the program runs"),
    }
}

/// The current frame together with what is needed to evaluate its expressions.
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    /// A copy: what a step does to the frame does not show in its operands.
    pub frame: Frame,
    /// The running thread's thread-local objects.
    pub thread_locals: BTreeMap<u32, u32>,
    /// Whether a signed number that does not fit wraps instead of being a fault.
    pub wrap: bool,
}

impl Scope<'_> {
    pub fn model(&self) -> DataModel {
        self.program.model
    }

    pub fn object(&self, base: Base) -> u32 {
        match base {
            Base::Slot(slot) => self.frame.slots[slot.index()],
            Base::Global(global) if self.program.globals[global.index()].thread_local => self.thread_locals[&global.0],
            Base::Global(_) | Base::Function(_) => static_object(self.program, base),
        }
    }
}
