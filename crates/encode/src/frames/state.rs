//! The state at the beginning of a frame: for each thread where it can be, and memory.

use super::control::NodeId;
use super::memory::Memory;
use super::run::{Site, Stack};
use crate::edge::MistakeKind;
use smt::Term;
use source::Span;
use std::collections::BTreeMap;

/// All threads and memory.
#[derive(Clone)]
pub struct State {
    pub threads: Vec<Thread>,
    pub memory: Memory,
}

/// A thread.
#[derive(Clone)]
pub struct Thread {
    /// Where it can be about to do something, and how often it has passed places where things are made: with that, what it
    /// makes next has one name.
    pub spots: BTreeMap<(NodeId, Vec<(Site, u64)>), Spot>,
    /// How it may have ended, each with when it has.
    pub ends: BTreeMap<End, Term>,
    /// What it has returned.
    pub result: Term,
}

/// A place where a thread can be.
#[derive(Clone)]
pub struct Spot {
    /// When it is there.
    pub at: Term,
    /// What is in its functions then.
    pub stack: Stack,
}

/// How a thread has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// It has returned, or left by `pthread_exit`.
    Returned,
    /// It was the first thread and has returned; the process has ended.
    MainReturned,
    /// It has ended the process.
    Exit,
    /// An assumption does not hold.
    Assume,
    /// A bound has cut it off.
    Cut,
    /// An assertion has failed.
    Assertion,
    /// It has made a mistake.
    Mistake(MistakeKind, Span),
}

impl End {
    /// Whether somebody who waits for the thread can go on.
    pub fn can_be_joined(self) -> bool {
        matches!(self, End::Returned | End::MainReturned)
    }
}
