//! Orders that grow as in the search, with leaf events ordered in all ways: each execution that agrees with what the reads
//! want belongs to exactly one of the closed orders at the end.

use super::brute::{agreeing, agrees};
use super::random::Kind;
use super::sketch::{Relation, Sketch, Step, reading};
use super::{check_all, ensure};
use crate::annotated::closure::Rules;
use crate::annotated::order::{EventId, Order};
use crate::annotated::pairs::Upcoming;
use crate::annotated::realize::realize;
use crate::toolbox::clock::Tiny;

struct Search<'a> {
    sketch: &'a Sketch,
    relaxed: bool,
    /// Whether the next reads of the threads are known.
    looks_ahead: bool,
    order: Order<Tiny>,
    /// The closed orders at the end, and how each is realized.
    results: Vec<(Relation, Vec<EventId>)>,
}

impl Search<'_> {
    /// Goes on from a step in all ways.
    fn go(&mut self, at: usize) {
        if let Some((one, two)) = self.pair(at) {
            return self.split(one, two, at);
        }
        let Some(&step) = self.sketch.steps.get(at) else {
            let execution = realize(&self.order, self.order.len());
            return self.results.push((Relation::of(&self.order), execution));
        };
        let mark = self.order.mark();
        let is_possible = match step {
            Step::Annotate(read) => self.note_good(read),
            Step::Push(_) | Step::Edge(..) => true,
        };
        if is_possible && self.sketch.take(step, &mut self.order) && self.order.close() {
            self.go(at + 1);
        }
        self.order.back_to(mark);
    }

    fn split(&mut self, one: EventId, two: EventId, at: usize) {
        for (first, then) in [(one, two), (two, one)] {
            let mark = self.order.mark();
            if self.order.add_edge(first, then) && self.order.close() {
                self.go(at);
            }
            self.order.back_to(mark);
        }
    }

    /// Two leaf events that have to be ordered before the next step.
    fn pair(&self, at: usize) -> Option<(EventId, EventId)> {
        let order = &self.order;
        if let Some(&Step::Annotate(read)) = self.sketch.steps.get(at) {
            let is_leaf = self.sketch.event(read).thread != self.sketch.root;
            return if is_leaf { order.unordered_write(read).map(|write| (read, write)) } else { None };
        }
        let upcoming = if self.looks_ahead { self.upcoming() } else { Vec::new() };
        order.open_cells().iter().find_map(|&cell| order.unordered_pair(cell, self.relaxed, &upcoming))
    }

    fn upcoming(&self) -> Vec<Upcoming> {
        let length = self.order.len();
        let is_born = |thread: usize| self.sketch.births[thread].is_none_or(|it| (it as usize) < length);
        let next = |thread: usize| self.sketch.events[length..].iter().find(|it| it.thread == thread);
        (0..self.sketch.births.len())
            .filter(|&it| is_born(it))
            .filter_map(|thread| next(thread).filter(|it| it.wanted.is_some()))
            .map(|it| Upcoming { thread: it.thread, cell: it.cell })
            .collect()
    }

    /// Notes which leaf writes a read makes good; whether it could observe anything that it wants.
    fn note_good(&mut self, read: EventId) -> bool {
        let event = self.sketch.event(read);
        let Some(wanted) = &event.wanted else { return true };
        let mut is_possible = wanted.initial && self.order.may_observe_initial(read);
        for writer in 0..self.order.writers(event.cell) {
            let count = self.order.count_before(read, writer);
            for write in self.order.writes(event.cell, writer).to_vec() {
                if self.order.may_observe(read, write, count) && self.order.is_good(&reading(wanted), write) {
                    is_possible = true;
                    if writer != self.sketch.root {
                        self.order.note_good(write);
                    }
                }
            }
        }
        is_possible
    }
}

/// Without the edges between leaf events, which the search finds.
fn without_choices(sketch: &Sketch) -> Sketch {
    let mut sketch = sketch.clone();
    let rivals = sketch.clone();
    sketch.steps.retain(|it| match *it {
        Step::Push(_) | Step::Annotate(_) => true,
        Step::Edge(first, then) => !rivals.are_rivals(first, then),
    });
    sketch
}

/// Whether all conflicting leaf events are ordered.
fn is_ordered(sketch: &Sketch, closure: &Relation) -> bool {
    let events = 0..sketch.events.len() as EventId;
    let pairs = events.clone().flat_map(|one| events.clone().map(move |other| (one, other)));
    pairs.filter(|it| sketch.are_rivals(it.0, it.1)).all(|it| closure.are_ordered(it.0, it.1))
}

#[test]
fn every_execution_belongs_to_one_closed_order() {
    let mut orders = [0, 0];
    check_all(10_000, Kind::Growing, |_, sketch| {
        let sketch = &without_choices(sketch);
        let all = agreeing(sketch, &sketch.relation()).count;
        for rules in [Rules::Few, Rules::Literal] {
            for (relaxed, looks_ahead) in [(false, false), (true, false), (true, true)] {
                let order = sketch.start(rules);
                let mut search = Search { sketch, relaxed, looks_ahead, order, results: Vec::new() };
                search.go(0);
                let how = || format!("{rules:?}, relaxed {relaxed}, looking ahead {looks_ahead}");
                let mut count = 0;
                for (closure, execution) in &search.results {
                    ensure(agrees(sketch, closure, execution), || {
                        format!("{}: {execution:?} does not agree, {closure:?}", how())
                    })?;
                    ensure(relaxed || is_ordered(sketch, closure), || format!("{}: open pairs", how()))?;
                    count += agreeing(sketch, closure).count;
                }
                ensure(count == all, || format!("{}: {count} of {all} executions", how()))?;
                orders[relaxed as usize] += search.results.len();
            }
        }
        Ok(())
    });
    assert!(orders[1] / 2 <= orders[0], "relaxed orders are fewer");
}
