//! Where an exploration is, as the decisions that have led there: written down, followed, divided.
//!
//! All orders form a tree, of which one branch is in memory: a decision on top of the other, each with the alternative that is
//! being tried and the end of those that are left. The order, the states and what was considered depend on nothing but the
//! alternatives on the way. So these numbers are all that somebody else needs to go on in our place; and who is given a part
//! of the alternatives that are left to us, goes on in their place only.
//!
//! The alternatives of a decision know nothing of each other, with one exception: whether no read of a node can be annotated
//! at all, and why, is known when all of them were tried. So the reads of a node are divided only when one of them has been
//! annotated; what lies below a node is explored only then.

use super::{Frame, Kind, Phase, Search, Trouble};
use crate::annotated::Grouping;
use crate::toolbox::clock::Clock;
use event::Threads;
use serde::{Deserialize, Serialize};

/// Decisions of an exploration by annotated orders, and which alternatives to them are left. Without any: everything is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Path(Vec<Step>);

/// A decision: the alternative that is being tried, and the end of those that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Step {
    at: u32,
    count: u32,
    fork: Fork,
}

/// What is decided; see [`Kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Fork {
    Choose,
    Pair,
    Reads { progressed: bool, withheld: bool, probing: bool },
    Groups,
}

impl Fork {
    fn of(kind: &Kind) -> Self {
        match *kind {
            Kind::Choose(_) => Fork::Choose,
            Kind::Pair(..) => Fork::Pair,
            Kind::Reads { progressed, withheld, probing, .. } => Fork::Reads { progressed, withheld, probing },
            Kind::Groups(..) => Fork::Groups,
        }
    }

    /// Whether its alternatives, and what is decided below, matter to each other.
    fn is_undecided(self) -> bool {
        match self {
            Fork::Reads { progressed, probing, .. } => probing || !progressed,
            Fork::Choose | Fork::Pair | Fork::Groups => false,
        }
    }
}

impl Step {
    fn of(frame: &Frame) -> Self {
        Step { at: frame.at, count: frame.count, fork: Fork::of(&frame.kind) }
    }

    /// The same with nothing left.
    fn closed(self) -> Self {
        Step { count: self.at + 1, ..self }
    }
}

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    /// Whether what is being tried has been tried to the end, so that [where we are](Search::path) is known.
    #[inline]
    pub fn is_going_back(&self) -> bool {
        matches!(self.phase, Phase::Back)
    }

    /// What is left, for somebody who goes on with the next alternatives. `None`: nothing.
    pub fn path(&self) -> Option<Path> {
        debug_assert!(self.is_going_back(), "what is being tried has been tried to the end");
        (!self.frames.is_empty()).then(|| Path(self.frames.iter().map(Step::of).collect()))
    }

    /// Gives away a part of what is left: half of the alternatives to the first decision that has any.
    pub fn divide(&mut self) -> Option<Path> {
        for position in 0..self.frames.len() {
            let step = Step::of(&self.frames[position]);
            if step.fork.is_undecided() {
                return None;
            }
            let left = step.count - step.at - 1;
            if left == 0 {
                continue;
            }
            let own = step.count - left.div_ceil(2);
            let mut path: Vec<Step> = self.frames[..position].iter().map(|it| Step::of(it).closed()).collect();
            path.push(Step { at: own - 1, ..step });
            self.frames[position].count = own;
            return Some(Path(path));
        }
        None
    }

    /// Goes to where others were, to go on in their place. What happens on the way has been counted. False if there is no such
    /// place.
    pub fn follow(&mut self, path: &Path) -> Result<bool, Trouble> {
        self.restart();
        let stats = self.result.stats.clone();
        for (position, &step) in path.0.iter().enumerate() {
            while self.frames.len() == position {
                if self.is_going_back() || !self.advance(&mut ())? {
                    return Ok(false);
                }
            }
            let is_last = position + 1 == path.0.len();
            if !self.enter(step, is_last)? {
                return Ok(false);
            }
        }
        self.result.stats = stats;
        Ok(true)
    }

    /// Nothing is decided.
    fn restart(&mut self) {
        let (start, name, state) = self.start;
        self.frames.clear();
        self.readers.clear();
        self.back_to(start);
        self.create(name, state, None);
        self.phase = Phase::Extend;
    }

    /// Takes the alternative that is asked for at a decision of which the first one has just been tried. The last decision is
    /// only prepared: its alternative has been tried to the end, or somebody else does that.
    fn enter(&mut self, step: Step, is_last: bool) -> Result<bool, Trouble> {
        let Some(frame) = self.frames.last_mut() else { return Ok(false) };
        if step.at >= step.count || step.count > frame.count {
            return Ok(false);
        }
        (frame.at, frame.count) = (step.at, step.count);
        let mark = frame.mark;
        // Whose reads they are, and whether nothing is considered.
        let readers = match (&mut frame.kind, step.fork) {
            (Kind::Choose(_), Fork::Choose) | (Kind::Pair(..), Fork::Pair) | (Kind::Groups(..), Fork::Groups) => None,
            (&mut Kind::Reads { first, .. }, Fork::Reads { progressed, withheld, probing }) => {
                frame.kind = Kind::Reads { first, progressed, withheld, probing };
                Some((first, probing))
            }
            (Kind::Choose(_) | Kind::Pair(..) | Kind::Groups(..) | Kind::Reads { .. }, _) => return Ok(false),
        };
        let is_probing = readers.is_some_and(|it| it.1);
        if step.at == 0 && !is_probing && !is_last {
            return Ok(true);
        }
        self.back_to(mark);
        if let Some((first, _)) = readers {
            if is_probing {
                self.forget_considered(first);
            } else {
                (first..first + step.at as usize).for_each(|it| self.consider(self.readers[it]));
            }
            let mark = self.mark();
            if let Some(frame) = self.frames.last_mut() {
                frame.mark = mark;
            }
        }
        self.phase = if is_last { Phase::Back } else { self.attempt()? };
        Ok(true)
    }
}
