//! What workers that run executions are given, and how the states on their boards hang together.

use crate::toolbox::sleep::Sleeper;
use event::Choice;
use serde::{Deserialize, Serialize};

/// A state on a board, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub fn new(index: usize) -> Self {
        NodeId(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a state on a board is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Node {
    /// The state before it.
    pub parent: Option<NodeId>,
    /// The event between the two.
    pub choice: Option<Choice>,
    /// How many events lead to it.
    pub depth: u32,
    /// Nothing has been chosen there: an execution has come this far, and nobody has learned from its events from so many
    /// on.
    pub fresh: Option<u32>,
}

/// Something to explore.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The events that lead to it.
    pub prefix: Vec<Choice>,
    /// So many of them have been run before, by somebody.
    pub known: usize,
    /// Nobody has learned from those from so many on.
    pub new_from: usize,
    /// The states on the board on the way: one for each event that others have a say in, from the first on.
    pub path: Vec<NodeId>,
    /// Who is asleep after so many events.
    pub asleep_at: usize,
    pub asleep: Vec<Sleeper>,
}
