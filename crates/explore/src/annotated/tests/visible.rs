//! What a read could observe: whatever is not after it and not hidden, as the paper defines it.

use super::random::Kind;
use super::sketch::{Relation, Sketch};
use super::{check_all, ensure};
use crate::annotated::closure::Rules;
use crate::annotated::order::{EventId, Order};
use crate::toolbox::clock::Tiny;

/// VisibleW, and the initial value where there is no write before the read.
fn visible(sketch: &Sketch, relation: &Relation, read: EventId) -> Vec<Option<EventId>> {
    let is_write = |it: EventId| sketch.event(it).cell == sketch.event(read).cell && sketch.event(it).writes.is_some();
    let writes: Vec<EventId> = (0..sketch.events.len() as EventId).filter(|&it| it != read && is_write(it)).collect();
    let is_hidden = |it: EventId| writes.iter().any(|&by| relation.is_before(it, by) && relation.is_before(by, read));
    let is_visible = |it: &EventId| !relation.is_before(read, *it) && !is_hidden(*it);
    let initial = (!writes.iter().any(|&it| relation.is_before(it, read))).then_some(None);
    initial.into_iter().chain(writes.iter().copied().filter(is_visible).map(Some)).collect()
}

#[test]
fn a_read_may_observe_what_nothing_hides() {
    check_all(20_000, Kind::Growing, |_, sketch| {
        let sketch = &sketch.ordered();
        let order: Order<Tiny> = sketch.build(Rules::Few);
        let relation = sketch.relation();
        for read in (0..order.len() as EventId).filter(|&it| order.event(it).reads) {
            let expected = visible(sketch, &relation, read);
            let mut listed = order.visible(read);
            listed.sort();
            ensure(listed == expected, || format!("{read} may observe {expected:?}, not {listed:?}"))?;
            let writes = (0..order.writers(order.event(read).cell)).flat_map(|thread| {
                let writes = order.writes(order.event(read).cell, thread).iter().filter(|&&it| it != read);
                writes.map(move |&it| (it, thread))
            });
            for (write, thread) in writes {
                let may_observe = order.may_observe(read, write, order.count_before(read, thread));
                ensure(may_observe == expected.contains(&Some(write)), || format!("{read} and {write}"))?;
            }
            let initial = order.may_observe_initial(read);
            ensure(initial == expected.contains(&None), || format!("{read} and the initial value"))?;
        }
        Ok(())
    });
}
