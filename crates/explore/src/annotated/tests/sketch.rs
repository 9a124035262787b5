//! An annotated order as it is written down: what is added when, and what each read wants.
//!
//! Nothing here asks the code under test: what comes before what is kept in sets of bits, and which writes are good is
//! decided once more.

use crate::annotated::closure::Rules;
use crate::annotated::order::{Event, EventId, NO_CELL, Order, Reading, Side};
use crate::toolbox::clock::Clock;
use std::fmt;

/// A set of events.
pub type Set = u32;

/// Which events come before each event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation(pub Vec<Set>);

impl Relation {
    pub fn is_before(&self, one: EventId, other: EventId) -> bool {
        self.0[other as usize] & 1 << one != 0
    }

    pub fn are_ordered(&self, one: EventId, other: EventId) -> bool {
        one == other || self.is_before(one, other) || self.is_before(other, one)
    }

    /// Adds an event after some others.
    pub fn push(&mut self, after: &[Option<EventId>]) {
        let before = |it: &EventId| self.0[*it as usize] | 1 << it;
        let set = after.iter().flatten().fold(0, |set, it| set | before(it));
        self.0.push(set);
    }

    pub fn add(&mut self, first: EventId, then: EventId) {
        let added = self.0[first as usize] | 1 << first;
        for event in 0..self.0.len() as EventId {
            if event == then || self.is_before(then, event) {
                self.0[event as usize] |= added;
            }
        }
    }

    /// How many pairs are ordered.
    pub fn pairs(&self) -> u32 {
        self.0.iter().map(|it| it.count_ones()).sum()
    }

    /// Whether everything that is ordered here is ordered there.
    pub fn is_within(&self, other: &Relation) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    /// What an order says.
    pub fn of<C: Clock>(order: &Order<C>) -> Relation {
        let events = 0..order.len() as EventId;
        let before = |it: EventId| {
            events.clone().filter(|&other| order.is_before(other, it)).fold(0, |set, other| set | 1 << other)
        };
        Relation(events.clone().map(before).collect())
    }
}

/// What a read wants to observe.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub value: u64,
    pub any_other: bool,
    pub side: Side,
    /// For each thread the first event that is good, and the first one after it that is not.
    pub from: Vec<u32>,
    pub until: Vec<u32>,
    pub initial: bool,
    /// Nothing but this write, or nothing but the initial value.
    pub exactly: Option<Option<EventId>>,
}

#[derive(Clone, Debug)]
pub struct Sketched {
    pub thread: usize,
    pub index: u32,
    pub cell: u32,
    pub wanted: Option<Wanted>,
    pub writes: Option<u64>,
    pub after: Option<EventId>,
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    Push(EventId),
    Annotate(EventId),
    Edge(EventId, EventId),
}

/// See its `Display` for how it is shown.
#[derive(Clone)]
pub struct Sketch {
    pub root: usize,
    /// For each thread what comes before it.
    pub births: Vec<Option<EventId>>,
    pub events: Vec<Sketched>,
    pub steps: Vec<Step>,
    /// Edges that order all the leaf events that are still to be ordered.
    pub remaining: Vec<(EventId, EventId)>,
}

impl Sketch {
    pub fn new(root: usize, threads: usize) -> Self {
        Sketch { root, births: vec![None; threads], events: Vec::new(), steps: Vec::new(), remaining: Vec::new() }
    }

    /// The same with all leaf events ordered.
    pub fn ordered(&self) -> Sketch {
        let mut sketch = self.clone();
        sketch.steps.extend(self.remaining.iter().map(|&(first, then)| Step::Edge(first, then)));
        sketch.remaining.clear();
        sketch
    }

    pub fn event(&self, event: EventId) -> &Sketched {
        &self.events[event as usize]
    }

    /// How many events of a thread there are before some event was added.
    pub fn count(&self, thread: usize, before: EventId) -> u32 {
        self.events[..before as usize].iter().filter(|it| it.thread == thread).count() as u32
    }

    /// What comes directly before an event when it is added.
    pub fn directly_before(&self, event: EventId) -> [Option<EventId>; 2] {
        let own = self.event(event);
        let last = self.events[..event as usize].iter().rposition(|it| it.thread == own.thread);
        [last.map_or(self.births[own.thread], |it| Some(it as EventId)), own.after]
    }

    pub fn are_rivals(&self, one: EventId, other: EventId) -> bool {
        let (one, other) = (self.event(one), self.event(other));
        one.thread != other.thread
            && one.thread != self.root
            && other.thread != self.root
            && one.cell == other.cell
            && one.cell != NO_CELL
            && (one.writes.is_some() || other.writes.is_some())
    }

    /// What comes before what, as far as it was said.
    pub fn relation(&self) -> Relation {
        let mut relation = Relation::default();
        for &step in &self.steps {
            match step {
                Step::Push(event) => relation.push(&self.directly_before(event)),
                Step::Annotate(_) => {}
                Step::Edge(first, then) => relation.add(first, then),
            }
        }
        relation
    }

    /// Whether a read may observe a write, or the initial value.
    pub fn is_good(&self, wanted: &Wanted, source: Option<EventId>) -> bool {
        if let Some(only) = wanted.exactly {
            return source == only;
        }
        let Some(source) = source else { return wanted.initial };
        let Sketched { thread, index, writes: Some(value), .. } = *self.event(source) else { return false };
        let (from, until) = (wanted.from[thread], wanted.until[thread]);
        let is_value = value == wanted.value || wanted.any_other && value != 0 && wanted.value != 0;
        let is_side = match wanted.side {
            Side::Any => true,
            Side::Local => thread == self.root,
            Side::Remote => thread != self.root,
        };
        is_value && is_side && (from..until).contains(&index)
    }

    /// An order without events.
    pub fn start<C: Clock>(&self, rules: Rules) -> Order<C> {
        let mut order = Order::new(self.root, rules);
        for (thread, &birth) in self.births.iter().enumerate() {
            order.set_birth(thread, birth);
        }
        order
    }

    /// Takes one step, without closing the order; whether that is possible.
    pub fn take<C: Clock>(&self, step: Step, order: &mut Order<C>) -> bool {
        match step {
            Step::Push(event) => {
                let Sketched { thread, index, cell, writes, after, .. } = *self.event(event);
                let reads = self.event(event).wanted.is_some();
                let writes = writes.filter(|_| !reads);
                let pushed = order.push(Event { reads, writes, ..Event::new(thread, index, cell) }, after);
                assert_eq!(pushed, Some(event));
                true
            }
            Step::Annotate(event) => {
                let Some(wanted) = &self.event(event).wanted else { panic!("only reads are annotated") };
                order.annotate(event, reading(wanted), self.event(event).writes);
                true
            }
            Step::Edge(first, then) => order.add_edge(first, then),
        }
    }

    /// All steps without closing in between.
    pub fn build<C: Clock>(&self, rules: Rules) -> Order<C> {
        let mut order = self.start(rules);
        for &step in &self.steps {
            assert!(self.take(step, &mut order), "no cycle without closure");
        }
        order
    }

    /// By hand: the next event of a thread.
    pub fn push(&mut self, thread: usize, cell: u32, wanted: Option<Wanted>, writes: Option<u64>) -> EventId {
        let id = self.events.len() as EventId;
        let index = self.count(thread, id);
        let is_read = wanted.is_some();
        self.events.push(Sketched { thread, index, cell, wanted, writes, after: None });
        self.steps.push(Step::Push(id));
        if is_read {
            self.steps.push(Step::Annotate(id));
        }
        id
    }
}

/// What a read wants, as an order is told.
pub fn reading<C: Clock>(wanted: &Wanted) -> Reading<C> {
    let clock = |counts: &[u32]| {
        let mut clock = C::default();
        counts.iter().enumerate().for_each(|(thread, &count)| clock.set(thread, count));
        clock
    };
    Reading {
        value: wanted.value,
        any_other: wanted.any_other,
        side: wanted.side,
        from: clock(&wanted.from),
        until: clock(&wanted.until),
        initial: wanted.initial,
        is_exact: wanted.exactly.is_some(),
        only: wanted.exactly.flatten(),
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "root {}, births {:?}", self.root, self.births)?;
        for &step in &self.steps {
            match step {
                Step::Push(event) => {
                    let Sketched { thread, cell, wanted, writes, after, .. } = self.event(event);
                    let reads = if wanted.is_some() { "reads " } else { "" };
                    writeln!(f, "  {event}: thread {thread}, cell {cell}, {reads}writes {writes:?}, after {after:?}")?;
                }
                Step::Annotate(event) => writeln!(f, "  {event} wants {:?}", self.event(event).wanted)?,
                Step::Edge(first, then) => writeln!(f, "  {first} -> {then}")?,
            }
        }
        writeln!(f, "  and then {:?}", self.remaining)
    }
}
