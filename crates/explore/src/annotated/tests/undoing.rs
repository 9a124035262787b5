//! Taking changes back: afterwards everything is as it was, and goes on as if nothing had happened.

use super::random::{Kind, Random};
use super::sketch::Sketch;
use super::{check_all, ensure};
use crate::annotated::closure::Rules;
use crate::annotated::order::{EventId, Order};
use crate::toolbox::clock::{Clock, Tiny};

/// All that can be seen of an order.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    events: Vec<String>,
    clocks: Vec<Vec<u32>>,
    threads: Vec<Vec<EventId>>,
    births: Vec<Option<EventId>>,
    reads: Vec<Vec<EventId>>,
    /// By cell and thread; threads without writes at the end are left out.
    writes: Vec<Vec<Vec<EventId>>>,
    open: Vec<u32>,
    mark: usize,
}

fn see(order: &Order<Tiny>) -> Seen {
    let events = 0..order.len() as EventId;
    let threads = 0..order.thread_count();
    let cells = 0..2;
    let writes = |cell: u32| {
        let mut writes: Vec<_> = (0..order.writers(cell)).map(|it| order.writes(cell, it).to_vec()).collect();
        while writes.last().is_some_and(|it| it.is_empty()) {
            writes.pop();
        }
        writes
    };
    Seen {
        events: events.clone().map(|it| format!("{:?} {:?}", order.event(it), order.reading(it))).collect(),
        clocks: events.map(|it| threads.clone().map(|thread| order.clock(it).get(thread)).collect()).collect(),
        threads: threads.clone().map(|it| order.of_thread(it).to_vec()).collect(),
        births: threads.map(|it| order.birth(it)).collect(),
        reads: cells.clone().map(|it| order.reads(it).to_vec()).collect(),
        writes: cells.map(writes).collect(),
        open: order.open_cells().to_vec(),
        mark: order.mark(),
    }
}

/// Takes some steps, closing the order after each; whether that was possible.
fn take(sketch: &Sketch, order: &mut Order<Tiny>, steps: std::ops::Range<usize>) -> bool {
    sketch.steps[steps].iter().all(|&step| sketch.take(step, order) && order.close())
}

/// Changes of all kinds, closed or not.
fn disturb(random: &mut Random, sketch: &Sketch, order: &mut Order<Tiny>, mut at: usize) {
    for _ in 0..random.below(20) {
        let length = order.len();
        match random.below(4) {
            0 if length > 1 => {
                order.add_edge(random.below(length) as EventId, random.below(length) as EventId);
            }
            1 if length > 0 => order.note_good(random.below(length) as EventId),
            2 => {
                order.close();
            }
            _ if at < sketch.steps.len() => {
                sketch.take(sketch.steps[at], order);
                at += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn what_is_taken_back_leaves_no_trace() {
    check_all(20_000, Kind::Growing, |seed, sketch| {
        let sketch = sketch.ordered();
        let random = &mut Random::new(seed);
        for rules in [Rules::Few, Rules::Literal] {
            let steps = sketch.steps.len();
            let middle = random.below(steps + 1);
            let mut fresh = sketch.start(rules);
            if !take(&sketch, &mut fresh, 0..middle) {
                continue;
            }
            let mut order = sketch.start(rules);
            take(&sketch, &mut order, 0..middle);
            (0..order.len() as EventId).filter(|it| it % 3 == 0).for_each(|it| order.note_good(it));
            let (seen, mark) = (see(&order), order.mark());
            for _ in 0..3 {
                disturb(random, &sketch, &mut order, middle);
                order.back_to(mark);
                ensure(see(&order) == seen, || format!("{rules:?}: {seen:?} became {:?}", see(&order)))?;
            }
            let is_closed = take(&sketch, &mut fresh, middle..steps);
            let is_same = take(&sketch, &mut order, middle..steps) == is_closed
                && (!is_closed || see(&order).clocks == see(&fresh).clocks);
            ensure(is_same, || format!("{rules:?}: it goes on in another way"))?;
            order.back_to(0);
            ensure(see(&order) == see(&sketch.start(rules)), || format!("{rules:?}: {:?} is left", see(&order)))?;
        }
        Ok(())
    });
}
