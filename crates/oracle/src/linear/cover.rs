//! Which executions a partial order stands for, whose reads may observe some writes and not others.

use super::super::state::Path;
use super::{Event, Linear, Part, Partition};
use std::collections::HashMap;
use std::sync::Arc;

/// A partial order of the events of maximal executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The events, in any order.
    pub events: Vec<OrderEvent>,
    /// For each pair of events whether the first is before the second. It need not be transitive.
    pub before: Vec<Vec<bool>>,
    /// For each event that reads, what it may observe. Of the others nothing is said.
    pub good: Vec<Option<Vec<Source>>>,
}

/// An event of an order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OrderEvent {
    /// The path of spawn indices from the first thread.
    pub thread: Path,
    /// How many events of the thread come before.
    pub index: usize,
    /// The branch of a choice, 0 for all other events.
    pub branch: usize,
}

/// Where a read can get its value from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// Nobody has written before.
    Initial,
    /// The event of the order with this number.
    Event(usize),
}

impl Order {
    /// The order of the conflicting events of an execution, in which each read observes what it does there. It covers
    /// the executions with the same events and the same happens-before.
    pub fn of(execution: &Linear) -> Self {
        let events = &execution.events;
        let before = |(one, first): (usize, &Arc<Event>)| {
            events.iter().enumerate().map(|(two, second)| one < two && first.conflicts(second)).collect()
        };
        let good = |position: usize| {
            let source = execution.observed(position).map_or(Source::Initial, Source::Event);
            events[position].read.map(|_| vec![source])
        };
        Order {
            events: events.iter().map(|it| OrderEvent::of(it)).collect(),
            before: events.iter().enumerate().map(before).collect(),
            good: (0..events.len()).map(good).collect(),
        }
    }
}

/// Whether an execution has the events of the order, in an order that agrees with it, and each read observes what it
/// may.
pub fn covers(order: &Order, execution: &Linear) -> bool {
    let (order, execution) = (Wanted::new(order), Found::new(execution));
    order.events == execution.events && order.covers(&execution)
}

/// Whether these orders, all together, stand for these executions. Says what is wrong if
///
/// * an execution is covered by no order, or by two,
/// * executions of one class are not covered by the same order,
/// * an order covers no execution at all,
/// * a thread reads or chooses something else in two executions that one order covers.
pub fn check_cover(executions: &[Linear], classes: &Partition, orders: &[Order]) -> Result<(), String> {
    let wanted: Vec<Wanted> = orders.iter().map(Wanted::new).collect();
    let mut by_events: HashMap<&[OrderEvent], Vec<usize>> = HashMap::new();
    for (number, order) in wanted.iter().enumerate() {
        by_events.entry(&order.events).or_default().push(number);
    }
    // The first execution that each order covers, and that which each class was first met in.
    let mut covered: Vec<Option<usize>> = vec![None; orders.len()];
    let mut of_class: HashMap<usize, (usize, usize)> = HashMap::new();
    for (number, execution) in executions.iter().enumerate() {
        let found = Found::new(execution);
        let candidates = by_events.get(&found.events[..]).map_or(&[][..], |it| it);
        let covering: Vec<usize> = candidates.iter().copied().filter(|&it| wanted[it].covers(&found)).collect();
        let order = match covering[..] {
            [order] => order,
            [] => return Err(format!("no order covers execution {number}:\n{}", show(execution))),
            [one, two, ..] => {
                return Err(format!("orders {one} and {two} both cover execution {number}:\n{}", show(execution)));
            }
        };
        let (first, expected) = *of_class.entry(classes.class[number]).or_insert((number, order));
        if expected != order {
            return Err(format!(
                "equivalent executions {first} and {number} are covered by different orders, {expected} and \
                 {order}:\n{}\n{}",
                show(&executions[first]),
                show(execution)
            ));
        }
        let first = *covered[order].get_or_insert(number);
        if !has_same_values(&executions[first], execution) {
            return Err(format!(
                "order {order} covers executions {first} and {number}, in which other values are read or \
                 written:\n{}\n{}",
                show(&executions[first]),
                show(execution)
            ));
        }
    }
    match covered.iter().position(Option::is_none) {
        Some(order) => Err(format!("order {order} covers no execution: {:?}", orders[order])),
        None => Ok(()),
    }
}

/// An order whose events are numbered by thread and index.
struct Wanted {
    events: Vec<OrderEvent>,
    before: Vec<(usize, usize)>,
    good: Vec<Option<Vec<Source>>>,
}

impl Wanted {
    fn new(order: &Order) -> Self {
        let count = order.events.len();
        let mut sorted: Vec<usize> = (0..count).collect();
        sorted.sort_by_key(|&it| &order.events[it]);
        let mut number = vec![0; count];
        sorted.iter().enumerate().for_each(|(index, &it)| number[it] = index);
        let pairs = (0..count).flat_map(|one| (0..count).map(move |two| (one, two)));
        let source = |it: &Source| match *it {
            Source::Initial => Source::Initial,
            Source::Event(write) => Source::Event(number[write]),
        };
        let good = |&it: &usize| order.good[it].as_ref().map(|it| it.iter().map(source).collect());
        Wanted {
            events: sorted.iter().map(|&it| order.events[it].clone()).collect(),
            before: pairs.filter(|it| order.before[it.0][it.1]).map(|it| (number[it.0], number[it.1])).collect(),
            good: sorted.iter().map(good).collect(),
        }
    }

    /// Whether it covers an execution with the same events.
    fn covers(&self, found: &Found) -> bool {
        self.before.iter().all(|it| found.position[it.0] < found.position[it.1])
            && self.good.iter().zip(&found.observed).all(|it| match it {
                (Some(good), Some(source)) => good.contains(source),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            })
    }
}

/// An execution whose events are numbered by thread and index.
struct Found {
    events: Vec<OrderEvent>,
    position: Vec<usize>,
    /// For each event that reads, where its value comes from.
    observed: Vec<Option<Source>>,
}

impl Found {
    fn new(execution: &Linear) -> Self {
        let named: Vec<OrderEvent> = execution.events.iter().map(|it| OrderEvent::of(it)).collect();
        let mut position: Vec<usize> = (0..named.len()).collect();
        position.sort_by_key(|&it| &named[it]);
        let mut number = vec![0; position.len()];
        position.iter().enumerate().for_each(|(index, &it)| number[it] = index);
        let source = |at: usize| execution.observed(at).map_or(Source::Initial, |it| Source::Event(number[it]));
        let observed = |&at: &usize| execution.events[at].read.map(|_| source(at));
        Found {
            events: position.iter().map(|&it| named[it].clone()).collect(),
            observed: position.iter().map(observed).collect(),
            position,
        }
    }
}

impl OrderEvent {
    fn of(event: &Event) -> Self {
        OrderEvent { thread: event.thread.clone(), index: event.index, branch: event.branch() }
    }
}

/// Whether events of the same threads with the same indices are equal.
fn has_same_values(one: &Linear, other: &Linear) -> bool {
    let sorted = |execution: &Linear| {
        let mut events = execution.events.clone();
        events.sort_unstable();
        events
    };
    sorted(one) == sorted(other)
}

/// One line for each event.
fn show(execution: &Linear) -> String {
    let part = |name: &str, part: Option<Part>| {
        let text = part.map(|it| format!(" {name} {}+{}: {}", it.place.object, it.place.offset, it.value));
        text.unwrap_or_default()
    };
    let line = |event: &Event| {
        let (read, write) = (part("reads", event.read), part("writes", event.write));
        format!("  {:?} #{} {:?}{read}{write}\n", event.thread, event.index, event.kind)
    };
    execution.events.iter().map(|it| line(it)).collect()
}
