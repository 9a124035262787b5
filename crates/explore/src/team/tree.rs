//! The states on a board: how they hang together, and from which of them something can be begun.

use super::task::{Node, NodeId};
use event::Choice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A state, as a board has it.
pub(crate) trait Place {
    /// Where it is.
    fn node(&self) -> &Node;

    /// Whether something can be begun from it.
    fn is_open(&self) -> bool;
}

/// States by number, as a tree that begins at the start of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tree<P> {
    places: Vec<Option<P>>,
    free: Vec<NodeId>,
    /// Those from which something can be begun, by their depth.
    open: BTreeSet<(u32, NodeId)>,
}

impl<P> Default for Tree<P> {
    fn default() -> Self {
        Tree { places: Vec::new(), free: Vec::new(), open: BTreeSet::new() }
    }
}

impl<P: Place> Tree<P> {
    pub fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    pub fn get(&self, id: NodeId) -> &P {
        self.places[id.index()].as_ref().expect("states that somebody knows are there")
    }

    pub fn get_mut(&mut self, id: NodeId) -> &mut P {
        self.places[id.index()].as_mut().expect("states that somebody knows are there")
    }

    /// Adds a state.
    pub fn add(&mut self, place: P) -> NodeId {
        let id = match self.free.pop() {
            Some(id) => {
                self.places[id.index()] = Some(place);
                id
            }
            None => {
                self.places.push(Some(place));
                NodeId::new(self.places.len() - 1)
            }
        };
        self.look_at(id);
        id
    }

    /// Removes a state, from which nothing is begun any more.
    pub fn remove(&mut self, id: NodeId) -> Option<P> {
        let place = self.places[id.index()].take()?;
        self.open.remove(&(place.node().depth, id));
        self.free.push(id);
        Some(place)
    }

    /// Notes whether something can be begun from a state that has changed.
    pub fn look_at(&mut self, id: NodeId) {
        let place = self.get(id);
        let key = (place.node().depth, id);
        if place.is_open() {
            self.open.insert(key);
        } else {
            self.open.remove(&key);
        }
    }

    /// Of the states from which something can be begun the last one of a path, or else the one from which most is likely to be
    /// explored.
    pub fn next(&self, near: Option<&Vec<NodeId>>) -> Option<NodeId> {
        let is_open = |it: &&NodeId| {
            let place = self.places.get(it.index()).and_then(Option::as_ref);
            place.is_some_and(|place| self.open.contains(&(place.node().depth, **it)))
        };
        let own = near.into_iter().flatten().rev().find(is_open).copied();
        own.or_else(|| self.open.first().map(|it| it.1))
    }

    /// The states that lead to a state, and itself; and the events between them.
    pub fn path(&self, id: NodeId) -> (Vec<NodeId>, Vec<Choice>) {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |it| self.get(*it).node().parent).collect();
        path.reverse();
        let choices = path.iter().filter_map(|&it| self.get(it).node().choice).collect();
        (path, choices)
    }
}
