//! One exploration by several workers, and explorations that are interrupted and go on later.
//!
//! What is still to be explored is on a *board* ([`pool::Board`]). A worker takes a task off it, explores what belongs to it by
//! itself, as fast as if it were alone, and puts back a part of it when somebody else has nothing to do. So tasks are complete:
//! everything that a worker needs to know is in them, in numbers that mean the same to all ([`event::Lexicon`]). A worker that
//! puts *everything* back has nothing left, and the board is the whole exploration: that is what is written to a file
//! ([`Snapshot`]), and what a later run begins with.
//!
//! * [`pool`]: who works, who waits, when it is over
//! * [`tree`]: the states on a board; [`desk`]: what a worker knows of it
//! * [`wakeups`]: the board of optimal exploration
//! * [`turns`]: the board of exploration by source sets
//! * [`work`]: the worker of both
//! * [`tables`]: workers that share what they know about states
//! * `annotated/together.rs`: boards and workers of annotated orders

pub(crate) mod desk;
pub(crate) mod pool;
pub(crate) mod tables;
pub(crate) mod task;
pub(crate) mod tree;
pub(crate) mod turns;
pub(crate) mod wakeups;
pub(crate) mod work;

use crate::annotated::Orders;
use crate::explorer::{Exploration, Found};
use event::{Name, Stats};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Somebody who is shown an exploration at some point.
pub type Keeper<'a> = &'a (dyn Fn(&Snapshot) + Sync);

/// Who explores, and what is kept of it on the way.
pub struct Team<'a> {
    /// How many workers there are; at least one.
    pub jobs: usize,
    /// Who keeps what there is so far, and how often.
    pub keeper: Option<(Duration, Keeper<'a>)>,
    /// What an earlier exploration has left to do.
    pub left: Option<Snapshot>,
}

impl Team<'_> {
    /// So many workers, and nothing is kept.
    pub fn of(jobs: usize) -> Self {
        Team { jobs: jobs.max(1), keeper: None, left: None }
    }
}

/// An exploration at some point: what has been found, and what is left to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The reduction, by name.
    pub reduction: String,
    /// What numbers of threads and places stand for.
    pub names: Vec<Name>,
    /// What systems have found out ([`event::Shareable::lesson`]).
    pub lesson: Vec<u64>,
    /// What there is so far.
    pub figures: Figures,
    /// What is left.
    pub(crate) work: Work,
}

/// What is left to explore.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Work {
    /// Of optimal exploration.
    Wakeups(wakeups::Wakeups),
    /// Of exploration by source sets.
    Turns(turns::Turns),
    /// Of reduction by states.
    Tables(Box<tables::Left>),
    /// Of annotated orders.
    Orders(Orders),
}

/// What workers have found together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Figures.
    pub stats: Stats,
    /// The first violation of each property.
    pub found: Vec<Found>,
    /// Some thread was cut by a loop bound or a local budget.
    pub cut_loops: bool,
    /// Some thread was stopped because it made too many steps.
    pub cut_steps: bool,
    /// Some state in which threads may hang could not be judged.
    pub unjudged: bool,
    /// Some nondeterministic value had too many possibilities.
    pub unexplored: bool,
}

impl Figures {
    /// Adds what a worker has found since it was last asked; `result` is as new afterwards.
    pub(crate) fn add(&mut self, result: &mut Exploration) {
        let Exploration { stats, found, cut_loops, cut_steps, unexplored, unjudged, .. } = std::mem::take(result);
        self.stats.executions += stats.executions;
        self.stats.redundant += stats.redundant;
        self.stats.stuck += stats.stuck;
        self.stats.events += stats.events;
        self.stats.transitions += stats.transitions;
        self.stats.states += stats.states;
        self.stats.longest = self.stats.longest.max(stats.longest);
        self.stats.threads = self.stats.threads.max(stats.threads);
        self.stats.circles |= stats.circles;
        for found in found {
            if !self.found.iter().any(|it| it.property == found.property) {
                self.found.push(found);
            }
        }
        self.cut_loops |= cut_loops;
        self.cut_steps |= cut_steps;
        self.unjudged |= unjudged;
        self.unexplored |= unexplored;
    }

    /// As the result of an exploration.
    pub(crate) fn into_exploration(self) -> Exploration {
        let Figures { stats, found, cut_loops, cut_steps, unexplored, unjudged } = self;
        Exploration { stats, found, cut_loops, cut_steps, unexplored, unjudged, ..Exploration::default() }
    }
}
