//! Which writes a read may see, as far as the order that always holds can tell.

use crate::events::{Event, Graph, implied};
use crate::order::Order;

/// A read and a write that it may see, by their indices in [`Graph::events`].
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The write.
    pub write: usize,
    /// The read.
    pub read: usize,
}

/// All that may be seen among the needed events. A read does not see a write that comes after it, one of its own unit, one
/// of another value, one on a path that excludes its own, or one that is overwritten before it in any case.
/// `None` if `interrupted` says so.
pub fn sights(graph: &mut Graph, order: &Order, needed: &[bool], interrupted: &dyn Fn() -> bool) -> Option<Vec<Sight>> {
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); graph.cells.len()];
    for (index, event) in graph.events.iter().enumerate() {
        if event.is_write && needed[index] {
            writers[event.cell as usize].push(index);
        }
    }
    let mut sights = Vec::new();
    for (read, _) in needed.iter().enumerate().filter(|it| *it.1) {
        let event = graph.events[read];
        if event.is_write {
            continue;
        }
        if read.is_multiple_of(64) && interrupted() {
            return None;
        }
        let cell = &writers[event.cell as usize];
        let overwrites: Vec<Event> = cell
            .iter()
            .map(|it| graph.events[*it])
            .filter(|it| order.before(it.clock, event.clock))
            .filter(|it| {
                planted::bug!(GuardedWritesHide)
                    || implied(&mut graph.implications, &graph.terms, event.guard, it.guard)
            })
            .collect();
        for &write in cell {
            let it = graph.events[write];
            let later = it.clock == event.clock || order.before(event.clock, it.clock);
            if later || overwrites.iter().any(|over| order.before(it.clock, over.clock)) {
                continue;
            }
            let equal = graph.terms.eq(it.value, event.value);
            let both = graph.terms.and(it.guard, event.guard);
            if !graph.terms.is_false(equal) && !graph.terms.is_false(both) {
                sights.push(Sight { write, read });
            }
        }
    }
    Some(sights)
}
