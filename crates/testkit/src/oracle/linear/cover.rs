//! Which executions a partial order stands for, whose reads may observe some writes and not others.

use super::super::state::Path;
use super::{Linear, Partition};
use std::collections::{BTreeMap, HashMap};

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

/// Whether an execution has the events of the order, in an order that agrees with it, and each read observes what it
/// may.
pub fn covers(order: &Order, execution: &Linear) -> bool {
    match positions(order, &places(execution)) {
        Some(positions) => agrees(order, &positions, execution),
        None => false,
    }
}

/// Whether these orders, all together, stand for these executions. Says what is wrong if
///
/// * an execution is covered by no order, or by two,
/// * executions of one class are not covered by the same order,
/// * an order covers no execution at all,
/// * a thread reads or chooses something else in two executions that one order covers.
pub fn check_cover(executions: &[Linear], classes: &Partition, orders: &[Order]) -> Result<(), String> {
    let mut by_events: HashMap<Vec<OrderEvent>, Vec<usize>> = HashMap::new();
    for (number, order) in orders.iter().enumerate() {
        let mut events = order.events.clone();
        events.sort_unstable();
        by_events.entry(events).or_default().push(number);
    }
    // The first execution that each order covers, and that which each class was first met in.
    let mut covered: Vec<Option<usize>> = vec![None; orders.len()];
    let mut of_class: HashMap<usize, (usize, usize)> = HashMap::new();
    for (number, execution) in executions.iter().enumerate() {
        let places = places(execution);
        let events: Vec<OrderEvent> = places.keys().cloned().collect();
        let candidates = by_events.get(&events).map_or(&[][..], |it| it);
        let is_good = |&&order: &&usize| {
            positions(&orders[order], &places).is_some_and(|it| agrees(&orders[order], &it, execution))
        };
        let covering: Vec<usize> = candidates.iter().filter(is_good).copied().collect();
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

/// Where in an execution its events are.
type Places = BTreeMap<OrderEvent, usize>;

fn places(execution: &Linear) -> Places {
    let event = |(position, event): (usize, &std::sync::Arc<super::Event>)| {
        (OrderEvent { thread: event.thread.clone(), index: event.index, branch: event.branch() }, position)
    };
    execution.events.iter().enumerate().map(event).collect()
}

/// Where the events of an order are in an execution, if both have the same ones.
fn positions(order: &Order, places: &Places) -> Option<Vec<usize>> {
    if order.events.len() != places.len() {
        return None;
    }
    order.events.iter().map(|it| places.get(it).copied()).collect()
}

fn agrees(order: &Order, positions: &[usize], execution: &Linear) -> bool {
    let is_linearized =
        order.before.iter().zip(positions).all(|(before, first)| {
            before.iter().zip(positions).all(|(&is_before, second)| !is_before || first < second)
        });
    is_linearized
        && order.good.iter().zip(positions).all(|(good, &position)| match (good, execution.events[position].read) {
            (None, None) => true,
            (Some(good), Some(_)) => good.iter().any(|it| match (it, execution.observed(position)) {
                (Source::Initial, None) => true,
                (Source::Event(write), Some(observed)) => positions[*write] == observed,
                (Source::Initial, Some(_)) | (Source::Event(_), None) => false,
            }),
            (None, Some(_)) | (Some(_), None) => false,
        })
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
    let part = |name: &str, part: Option<super::Part>| {
        let text = part.map(|it| format!(" {name} {}+{}: {}", it.place.object, it.place.offset, it.value));
        text.unwrap_or_default()
    };
    let line = |event: &super::Event| {
        let (read, write) = (part("reads", event.read), part("writes", event.write));
        format!("  {:?} #{} {:?}{read}{write}\n", event.thread, event.index, event.kind)
    };
    execution.events.iter().map(|it| line(it)).collect()
}
