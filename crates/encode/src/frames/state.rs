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
    /// Where it can be about to do something.
    pub spots: BTreeMap<SpotName, Spot>,
    /// How it may have ended, each with when it has.
    pub ends: BTreeMap<End, Term>,
    /// What it has returned.
    pub result: Term,
}

/// What tells places apart where a thread can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpotName {
    /// What it is about to do.
    pub node: NodeId,
    /// How often it has passed sites where something is made: with that, what it makes next has one name.
    pub counts: Vec<(Site, u64)>,
    /// In loops: what is known to be in its registers, unless there are too many such places. So rounds are told apart, and
    /// what belongs to a round (the element of an array, the cell that it has written) is known to.
    pub known: Vec<u64>,
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
