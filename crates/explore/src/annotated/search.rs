//! The exploration: Algorithms 5-7 as one loop over decisions that are taken back.
//!
//! ```text
//! Extend   run every thread up to its next read                                     (write extension)
//! Order    order new leaf writes: one way, then the other                           (Extend)
//! Read     for each pending read, root first, leaves then …                         (ExtendRoot, ExtendLeaf)
//! Place      order it with the leaf writes: one way, then the other
//! Annotate   for each group of candidates: observe it, close, go on with Extend     (recursion)
//!          … and from then on it observes only what there was not yet               (the CHB map)
//! ```
//!
//! The map from reads to the writes that were considered before (CHB) is kept for each pending read, by its thread: how
//! many events each thread had when all choices for the read had been tried.
//!
//! A thread is run only when it is told something, and only that thread. The order, the states of the threads and the map
//! are changed in place and taken back.
//!
//! Here, as in the order, a thread is a `usize`: the how many-th it is of those that exist. What the program calls it, a
//! [`ThreadId`], is a number that depends on what was explored before. Where we are, and what we try next, must depend on the
//! decisions that have led here alone: then others can follow them ([`path`]).

mod annotate;
mod back;
mod extend;
pub(crate) mod path;
mod report;
mod watcher;

use super::Grouping;
use super::closure::Rules;
use super::order::{EventId, NO_THREAD, Order, Side};
use crate::explorer::{Exploration, Options};
use crate::toolbox::clock::Clock;
use crate::toolbox::estimate::explored;
use event::{Limit, ObjectId, Properties, StateId, ThreadId, Threads, Unsupported};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
pub use watcher::{Maximal, Watcher};

/// How an exploration by annotated orders goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The root thread, by the order of creation; `None`: one that is likely to be good.
    pub root: Option<ThreadId>,
    /// Whether leaf writes are ordered only where somebody can tell.
    pub relaxed: bool,
    /// Whether the rules of the paper are used, not fewer.
    pub literal: bool,
    /// Whether orders are counted as the authors' tool does: a value of a thread that has led to a complete order is not
    /// tried again from the same node, whatever the order of leaves and wherever the value comes from.
    pub authors: bool,
}

impl Default for Settings {
    /// Any root, relaxed, few rules, every order.
    fn default() -> Self {
        Settings { root: None, relaxed: true, literal: false, authors: false }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The clocks are too small.
    Outgrown,
    Unsupported(Unsupported),
}

/// How a slice of the exploration has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// There is more to do.
    More,
    /// All is done, or enough was found, or the budget is used up.
    Done,
}

pub(crate) struct Search<T, C, G> {
    pub threads: T,
    options: Options,
    settings: Settings,
    /// The root thread, as the program calls it.
    root: ThreadId,
    grouping: PhantomData<G>,
    order: Order<C>,
    /// Where each thread is that exists.
    states: Vec<Option<StateId>>,
    /// What the program calls those that exist, in the order of creation.
    created: Vec<ThreadId>,
    /// For each thread what was considered for its pending read.
    considered: Vec<Option<C>>,
    changes: Vec<Change<C>>,
    frames: Vec<Frame>,
    groups: Vec<Group>,
    /// Threads at reads.
    readers: Vec<usize>,
    /// Objects that were ended, mutexes that were reset, threads that were joined or detached, and by which event.
    ended: Vec<(ObjectId, EventId)>,
    resets: Vec<(u32, EventId)>,
    joined: Vec<(ThreadId, EventId)>,
    /// Threads to run.
    awake: Vec<usize>,
    /// So many events are closed and ordered as they have to be; the others were added in an order in which they can run.
    settled: usize,
    /// In how many ways reads could have observed one write each; and the sum of that over all complete orders.
    weight: f64,
    pub total_weight: f64,
    /// The number of this node, that of the last one, and what was chosen last; choices that have led to complete orders.
    node: u64,
    last_node: u64,
    choice: Choice,
    done: Vec<Choice>,
    phase: Phase,
    patience: u64,
    /// Of what a violation has been found.
    reported: Properties,
    until_look: u32,
    /// Where everything begins: the first thread, before it is created.
    start: (Mark, ThreadId, StateId),
    pub result: Exploration,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Extend,
    /// Order leaf events on cells that were written to since the order was complete, and on those left open.
    Order,
    Read,
    Place(EventId),
    Annotate(EventId),
    /// Order leaf events on the cell of a read that was annotated.
    Settle(EventId),
    Back,
}

#[derive(Debug)]
enum Change<C> {
    State(usize, Option<StateId>),
    Created,
    Considered(usize, Option<C>),
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    order: usize,
    changes: usize,
    groups: usize,
    ended: usize,
    resets: usize,
    joined: usize,
    states: usize,
    settled: usize,
    weight: f64,
    node: u64,
    choice: Choice,
}

impl Mark {
    /// Nothing has been done.
    fn new(choice: Choice) -> Self {
        Mark {
            order: 0,
            changes: 0,
            groups: 0,
            ended: 0,
            resets: 0,
            joined: 0,
            states: 0,
            settled: 0,
            weight: 1.0,
            node: 0,
            choice,
        }
    }
}

/// That a thread reads a value, at a node; where it matters which write a read observes, a value of that write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    node: u64,
    thread: usize,
    value: u64,
    write: Option<EventId>,
}

#[derive(Debug)]
struct Frame {
    mark: Mark,
    /// The alternative that is being tried, and how many there are.
    at: u32,
    count: u32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A nondeterministic value of a thread.
    Choose(usize),
    /// The order of two events, and what was being done.
    Pair(EventId, EventId, Phase),
    /// Which read comes next; the first of the threads.
    Reads {
        first: usize,
        /// Some read could be annotated.
        progressed: bool,
        /// Some read could have been annotated had it not been before.
        withheld: bool,
        /// Nothing is considered, and nothing more is to be known than whether some read can be annotated.
        probing: bool,
    },
    /// What a read observes; the first of its groups.
    Groups(EventId, usize),
}

/// What a read may observe, one of several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub side: Side,
    pub value: u64,
    /// The only write, for those to whom it matters which one it is.
    pub only: Option<EventId>,
    pub initial: bool,
    /// How many writes it has.
    pub size: u32,
    next: StateId,
}

const STEPS_PER_LOOK: u32 = 1024;

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    pub fn new(mut threads: T, options: Options, settings: Settings) -> Self {
        let (first, state) = threads.first();
        // All are leaves if there is no such thread.
        let root = settings.root.unwrap_or(ThreadId(1));
        let choice = Choice { node: 0, thread: 0, value: 0, write: None };
        let start = Mark { states: threads.mark(), ..Mark::new(choice) };
        let mut search = Search {
            threads,
            options,
            settings,
            root,
            grouping: PhantomData,
            order: Order::new(NO_THREAD, if settings.literal { Rules::Literal } else { Rules::Few }),
            states: Vec::new(),
            created: Vec::new(),
            considered: Vec::new(),
            changes: Vec::new(),
            frames: Vec::new(),
            groups: Vec::new(),
            readers: Vec::new(),
            ended: Vec::new(),
            resets: Vec::new(),
            joined: Vec::new(),
            awake: Vec::new(),
            settled: 0,
            weight: 1.0,
            total_weight: 0.0,
            node: 0,
            last_node: 0,
            choice,
            done: Vec::new(),
            phase: Phase::Extend,
            patience: u64::MAX,
            reported: Properties::default(),
            until_look: 1,
            start: (start, first, state),
            result: Exploration::default(),
        };
        search.create(first, state, None);
        search
    }

    /// Goes on for so many decisions.
    pub fn run(&mut self, mut decisions: u64, watcher: &mut dyn Watcher<T>) -> Result<Progress, Trouble> {
        while decisions > 0 {
            decisions -= 1;
            self.until_look -= 1;
            if self.until_look == 0 {
                self.until_look = STEPS_PER_LOOK;
                let too_long = (self.result.stats.events >= self.options.most_events).then_some(Limit::Length);
                self.result.limit = self.options.budget.exceeded().or(too_long);
                if self.result.limit.is_some() || self.is_done() {
                    return Ok(Progress::Done);
                }
            }
            if !self.advance(watcher)? {
                self.result.is_exhausted = true;
                return Ok(Progress::Done);
            }
            if !self.result.found.is_empty() && self.is_done() {
                return Ok(Progress::Done);
            }
        }
        Ok(Progress::More)
    }

    /// Makes a decision, or takes back what leads nowhere; false if there is nothing left.
    #[inline]
    pub fn advance(&mut self, watcher: &mut dyn Watcher<T>) -> Result<bool, Trouble> {
        self.phase = match self.phase {
            Phase::Extend => self.extend(watcher)?,
            Phase::Order => self.order_new(),
            Phase::Read => self.read(watcher)?,
            Phase::Place(read) => self.place(read),
            Phase::Annotate(read) => self.annotate(read),
            Phase::Settle(read) => self.settle(read),
            Phase::Back => match self.back(watcher)? {
                Some(phase) => phase,
                None => return Ok(false),
            },
        };
        Ok(true)
    }

    /// About which part of everything is done; see [`crate::Strategy::explored`].
    pub fn explored(&self) -> f64 {
        explored(self.frames.iter().map(|it| (it.at, it.count)))
    }

    /// The threads that exist now, those with the most accesses to what others access first.
    pub fn busy_threads(&self) -> Vec<ThreadId> {
        let mut threads: Vec<usize> = (0..self.created.len()).collect();
        let accesses = |it: usize| self.order.shared_accesses(it);
        threads.sort_by_cached_key(|&it| (std::cmp::Reverse(accesses(it)), self.created[it]));
        threads.into_iter().map(|it| self.created[it]).collect()
    }

    fn mark(&self) -> Mark {
        Mark {
            order: self.order.mark(),
            changes: self.changes.len(),
            groups: self.groups.len(),
            ended: self.ended.len(),
            resets: self.resets.len(),
            joined: self.joined.len(),
            states: self.threads.mark(),
            settled: self.settled,
            weight: self.weight,
            node: self.node,
            choice: self.choice,
        }
    }

    fn back_to(&mut self, mark: Mark) {
        self.order.back_to(mark.order);
        while self.changes.len() > mark.changes {
            match self.changes.pop() {
                None => break,
                Some(Change::State(thread, old)) => self.states[thread] = old,
                Some(Change::Created) => {
                    if self.created.pop() == Some(self.root) {
                        self.order.root = NO_THREAD;
                    }
                }
                Some(Change::Considered(thread, old)) => self.considered[thread] = old,
            }
        }
        self.groups.truncate(mark.groups);
        self.ended.truncate(mark.ended);
        self.resets.truncate(mark.resets);
        self.joined.truncate(mark.joined);
        self.awake.clear();
        self.settled = mark.settled;
        self.weight = mark.weight;
        self.node = mark.node;
        self.choice = mark.choice;
        while self.done.last().is_some_and(|it| it.node > mark.node) {
            self.done.pop();
        }
        self.threads.back_to(mark.states);
    }

    fn push_frame(&mut self, count: u32, kind: Kind) {
        let mark = self.mark();
        self.frames.push(Frame { mark, at: 0, count, kind });
    }

    fn state(&self, thread: usize) -> StateId {
        self.states[thread].expect("the thread exists")
    }

    fn go(&mut self, thread: usize, state: StateId) {
        self.changes.push(Change::State(thread, self.states[thread]));
        self.states[thread] = Some(state);
    }
}
