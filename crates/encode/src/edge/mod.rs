//! What one operation means, as a transformer of terms. Written here once, for every engine that reasons about terms.
//!
//! `expr` is about expressions. `operation` is about visible operations, in terms of a [`World`]: whoever has one
//! decides what memory is (events of an execution, variables of a time frame, …), and gets the meaning of
//! compare-exchange, locks and the rest from here.

mod expr;
mod frame;
mod mutex;
mod operation;

pub use expr::{Names, evaluate};
pub use frame::{Frame, is_silent};
pub use operation::{Done, perform};

use smt::{Term, Terms};
use source::Span;

/// A way to go wrong, and when.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// What it is.
    pub kind: MistakeKind,
    /// The condition under which it happens.
    pub when: Term,
}

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MistakeKind {
    /// Signed arithmetic whose result does not fit.
    SignedOverflow,
    /// A division or remainder by 0.
    DivisionByZero,
    /// A shift by the width or more.
    BadShift,
    /// A floating-point number that does not fit the integer.
    BadConversion,
    /// An access to what is not there: null, out of bounds, misaligned, ended, read-only.
    BadAccess,
    /// An object is ended that cannot be.
    BadFree,
    /// A mutex is used as it must not be.
    BadMutex,
    /// A thread is joined or detached that cannot be.
    BadJoin,
    /// The address of no function, or of one of other parameters.
    BadCall,
    /// An automatic object that is too large.
    BadSize,
    /// Something of the library is used as it must not be.
    Misuse,
}

impl MistakeKind {
    /// Whether it is one of arithmetic, and not of the use of memory.
    pub fn is_arithmetic(self) -> bool {
        match self {
            MistakeKind::SignedOverflow
            | MistakeKind::DivisionByZero
            | MistakeKind::BadShift
            | MistakeKind::BadConversion => true,
            MistakeKind::BadAccess
            | MistakeKind::BadFree
            | MistakeKind::BadMutex
            | MistakeKind::BadJoin
            | MistakeKind::BadCall
            | MistakeKind::BadSize
            | MistakeKind::Misuse => false,
        }
    }
}

/// Something that an engine does not model, so that it says nothing about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is, as part of a sentence.
    pub what: std::borrow::Cow<'static, str>,
    /// Where, if that is known.
    pub span: Span,
}

impl Unsupported {
    /// `fmod` of numbers that are not known.
    pub const REMAINDER: Unsupported =
        Unsupported::new("the remainder of floating-point numbers that are not constant");

    /// With a fixed text, at a place that is not known yet.
    pub const fn new(what: &'static str) -> Unsupported {
        Unsupported { what: std::borrow::Cow::Borrowed(what), span: Span::NONE }
    }

    /// At this place, if none is known yet.
    pub fn at(mut self, span: Span) -> Unsupported {
        if self.span == Span::NONE {
            self.span = span;
        }
        self
    }
}

/// Memory and threads as a running thread sees them. What it does here is one step, or part of one.
pub trait World {
    /// Where terms are made.
    fn terms(&mut self) -> &mut Terms;

    /// The handle of the running thread.
    fn handle(&self) -> u64;

    /// What is at an address. The thread ends where the access is bad; `write` says whether it must be allowed to change it.
    fn load(&mut self, address: Term, size: u8, write: bool) -> Result<Term, Unsupported>;

    /// As [`World::load`] where the thread waits until it finds this number, and gets on in no other case.
    fn await_value(&mut self, address: Term, size: u8, value: u64) -> Result<(), Unsupported>;

    /// Changes what is at an address if the condition holds. The thread ends where the access is bad.
    fn store(&mut self, address: Term, size: u8, value: Term, when: Term) -> Result<(), Unsupported>;

    /// The thread ends here unless the condition holds.
    fn require(&mut self, condition: Term, otherwise: MistakeKind);

    /// The thread goes on from here only if the condition holds.
    fn wait_for(&mut self, condition: Term);

    /// Whether the running thread is known to hold the mutex at this address.
    fn surely_holds(&mut self, mutex: Term) -> bool;

    /// The running thread has locked a mutex, or unlocked it.
    fn note_mutex(&mut self, mutex: Term, is_held: bool);

    /// The thread ends here if something was never written at an address. Engines that do not know count it as written.
    fn require_set(&mut self, _: Term, _: u8) -> Result<(), Unsupported> {
        Ok(())
    }

    /// A new object, all 0, which counts as written if it is `zeroed`; its address, null if it is too large.
    fn allocate(&mut self, size: Term, automatic: bool, zeroed: bool) -> Result<Term, Unsupported>;

    /// Ends the object at an address if the condition holds. The thread ends where there is none that could be. `heap`: it
    /// must be one that was allocated.
    fn end_object(&mut self, address: Term, when: Term, heap: bool) -> Result<(), Unsupported>;

    /// Copies what is in one object to a new one, as far as it fits, if the condition holds.
    fn copy_object(&mut self, from: Term, to: Term, when: Term) -> Result<(), Unsupported>;

    /// Begins or ends the life of a slot.
    fn set_slot(&mut self, slot: ir::SlotId, is_open: bool) -> Result<(), Unsupported>;

    /// Starts a thread; its handle.
    fn spawn(&mut self, function: Term, argument: Term, place: Option<Term>) -> Result<Term, Unsupported>;

    /// Waits for a thread; its result.
    fn join(&mut self, thread: Term) -> Result<Term, Unsupported>;

    /// Says that nobody will wait for a thread.
    fn detach(&mut self, thread: Term) -> Result<(), Unsupported>;

    /// An input of this width.
    fn choose(&mut self, width: u8, domain: ir::Domain) -> Term;

    /// What follows is one step, up to the matching [`World::end_section`]; one that is quiet orders nothing by itself.
    fn begin_section(&mut self, quiet: bool);

    /// See [`World::begin_section`].
    fn end_section(&mut self);
}
