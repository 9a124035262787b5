//! Small orders by hand, as in the paper. The root is thread 0; good writes write 1.

use super::brute::{agreeing, agrees};
use super::sketch::{Relation, Sketch, Step, Wanted};
use crate::annotated::closure::Rules;
use crate::annotated::order::{EventId, Order, Side};
use crate::annotated::realize::realize;
use crate::toolbox::clock::Narrow;

const BOTH: [Rules; 2] = [Rules::Few, Rules::Literal];
const ROOT: usize = 0;
const X: u32 = 0;
const Y: u32 = 1;
const Z: u32 = 2;
const GOOD: u64 = 1;
const BAD: u64 = 2;

impl Sketch {
    fn write(&mut self, thread: usize, cell: u32, value: u64) -> EventId {
        self.push(thread, cell, None, Some(value))
    }

    /// Wants a value of writes that there are.
    fn wants(&self, thread: usize, side: Side, value: u64) -> Wanted {
        let now = self.events.len() as EventId;
        let until: Vec<u32> = (0..self.births.len()).map(|it| self.count(it, now)).collect();
        let from = vec![0; until.len()];
        assert_eq!(thread == ROOT, side != Side::Any, "only the root has sides");
        Wanted { value, any_other: false, side, from, until, initial: false, exactly: None }
    }

    fn read(&mut self, thread: usize, cell: u32, side: Side) -> EventId {
        let wanted = self.wants(thread, side, GOOD);
        self.push(thread, cell, Some(wanted), None)
    }

    fn read_initial(&mut self, thread: usize, cell: u32) -> EventId {
        let side = if thread == ROOT { Side::Local } else { Side::Any };
        let wanted = Wanted { initial: true, ..self.wants(thread, side, 0) };
        self.push(thread, cell, Some(wanted), None)
    }

    /// Reads a value and writes another one in one step.
    fn update(&mut self, thread: usize, cell: u32, from: u64, to: u64) -> EventId {
        let wanted = Wanted { initial: from == 0, ..self.wants(thread, Side::Any, from) };
        self.push(thread, cell, Some(wanted), Some(to))
    }

    fn edge(&mut self, first: EventId, then: EventId) {
        self.steps.push(Step::Edge(first, then));
    }

    /// Its closure, after checks that an execution agrees with it and that nothing is unnecessary.
    fn closure(&self, rules: Rules) -> Option<Order<Narrow>> {
        let mut order = self.build(rules);
        let found = agreeing(self, &self.relation());
        assert_eq!(order.close(), found.count > 0, "{rules:?}");
        if found.count == 0 {
            return None;
        }
        let execution = realize(&order, order.len());
        assert!(agrees(self, &Relation::of(&order), &execution), "{rules:?}: {execution:?}");
        assert!(found.always_has(&Relation::of(&order)), "{rules:?}");
        Some(order)
    }

    fn is_impossible(&self) -> bool {
        BOTH.iter().all(|&rules| self.closure(rules).is_none())
    }

    /// What closure adds, edges that follow from others included.
    fn added(&self, rules: Rules) -> Vec<(EventId, EventId)> {
        let Some(order) = self.closure(rules) else { panic!("{rules:?}: there is a closure") };
        let said = self.relation();
        let events = 0..self.events.len() as EventId;
        let pairs = events.clone().flat_map(|one| events.clone().map(move |other| (one, other)));
        pairs.filter(|it| order.is_before(it.0, it.1) && !said.is_before(it.0, it.1)).collect()
    }
}

#[test]
fn rule_1_the_first_good_write_comes_before_the_read() {
    let mut sketch = Sketch::new(ROOT, 2);
    let first = sketch.write(1, X, GOOD);
    sketch.write(1, X, BAD);
    sketch.write(1, X, GOOD);
    let read = sketch.read(ROOT, X, Side::Remote);
    for rules in BOTH {
        assert_eq!(sketch.added(rules), [(first, read)], "{rules:?}");
    }
}

#[test]
fn rule_1_a_good_write_that_is_hidden_does_not_help() {
    let mut sketch = Sketch::new(ROOT, 2);
    let hidden = sketch.write(1, X, GOOD);
    let own = sketch.write(ROOT, X, GOOD);
    sketch.edge(hidden, own);
    let later = sketch.write(1, X, GOOD);
    let read = sketch.read(ROOT, X, Side::Remote);
    assert_eq!(sketch.added(Rules::Few), [(later, read)]);
    // By Rule 3 of the paper the root's own write must not hide that one, either.
    assert_eq!(sketch.added(Rules::Literal), [(own, later), (later, read)]);
    sketch.edge(read, later);
    assert!(sketch.is_impossible());
}

#[test]
fn rule_1_a_good_write_after_the_read_does_not_count() {
    let mut sketch = Sketch::new(ROOT, 3);
    let late = sketch.write(1, X, GOOD);
    let good = sketch.write(2, X, GOOD);
    let read = sketch.read(ROOT, X, Side::Remote);
    sketch.edge(read, late);
    for rules in BOTH {
        assert_eq!(sketch.added(rules), [(good, late), (good, read)], "{rules:?}");
    }
}

#[test]
fn rule_2_a_read_comes_before_the_bad_writes_at_the_end() {
    let mut sketch = Sketch::new(ROOT, 2);
    let good = sketch.write(ROOT, X, GOOD);
    let bad = sketch.write(ROOT, X, BAD);
    let read = sketch.read(1, X, Side::Any);
    assert_eq!(sketch.added(Rules::Few), [(read, bad)]);
    // The rules of the paper say also what is observed.
    assert_eq!(sketch.added(Rules::Literal), [(good, read), (read, bad)]);
    sketch.edge(bad, read);
    assert!(sketch.is_impossible());
}

#[test]
fn rule_2_whoever_reads_the_initial_value_comes_before_all_writes() {
    let mut sketch = Sketch::new(ROOT, 2);
    let write = sketch.write(ROOT, X, BAD);
    let read = sketch.read_initial(1, X);
    for rules in BOTH {
        assert_eq!(sketch.added(rules), [(read, write)], "{rules:?}");
    }
}

#[test]
fn rule_3_a_bad_leaf_write_before_a_local_read_comes_before_what_it_observes() {
    let mut sketch = Sketch::new(ROOT, 2);
    let bad = sketch.write(1, X, GOOD);
    let own = sketch.write(ROOT, X, GOOD);
    let read = sketch.read(ROOT, X, Side::Local);
    sketch.edge(bad, read);
    for rules in BOTH {
        assert_eq!(sketch.added(rules), [(bad, own)], "{rules:?}");
    }
    sketch.edge(own, bad);
    assert!(sketch.is_impossible());
}

#[test]
fn rule_3_a_bad_leaf_write_before_a_leaf_read_comes_before_the_good_root_write() {
    let mut sketch = Sketch::new(ROOT, 2);
    let bad = sketch.write(1, X, BAD);
    let good = sketch.write(ROOT, X, GOOD);
    let read = sketch.read(1, X, Side::Any);
    assert_eq!(sketch.added(Rules::Few), [(bad, good)]);
    assert_eq!(sketch.added(Rules::Literal), [(bad, good), (good, read)]);
}

/// Two threads, with the good and the bad write for one read of x, y and z each, and another bad one for y.
fn figure_5() -> (Sketch, [EventId; 10]) {
    let mut sketch = Sketch::new(ROOT, 2);
    let other_y = sketch.write(ROOT, Y, BAD);
    let good_y = sketch.write(1, Y, GOOD);
    let good_x = sketch.write(1, X, GOOD);
    let bad_z = sketch.write(1, Z, BAD);
    let read_y = sketch.read(1, Y, Side::Any);
    let read_x = sketch.read(ROOT, X, Side::Remote);
    let good_z = sketch.write(ROOT, Z, GOOD);
    let bad_y = sketch.write(ROOT, Y, BAD);
    let read_z = sketch.read(ROOT, Z, Side::Local);
    let last_z = sketch.write(1, Z, BAD);
    (sketch, [other_y, good_y, good_x, bad_z, read_y, read_x, good_z, bad_y, read_z, last_z])
}

#[test]
fn figure_5_one_rule_leads_to_the_next() {
    let (sketch, [_, _, good_x, bad_z, read_y, read_x, good_z, bad_y, _, last_z]) = figure_5();
    for rules in BOTH {
        let Some(order) = sketch.closure(rules) else { panic!("there is a closure") };
        let mut dashed = sketch.clone();
        for (first, then) in [(good_x, read_x), (read_y, bad_y), (bad_z, good_z)] {
            assert!(order.is_before(first, then), "{rules:?}");
            dashed.edge(first, then);
        }
        assert!(dashed.relation().is_within(&Relation::of(&order)), "{rules:?}");
        assert!(!order.are_ordered(last_z, good_z), "{rules:?}: not everything is ordered");
        if rules == Rules::Few {
            assert_eq!(dashed.relation(), Relation::of(&order), "and that is all");
        }
    }
}

#[test]
fn the_witness_is_not_just_any_linearization() {
    let (sketch, [other_y, good_y, good_x, bad_z, read_y, read_x, good_z, bad_y, read_z, last_z]) = figure_5();
    for rules in BOTH {
        let Some(order) = sketch.closure(rules) else { panic!("there is a closure") };
        let closure = Relation::of(&order);
        assert_eq!(
            realize(&order, order.len()),
            [other_y, good_y, good_x, read_x, bad_z, good_z, read_y, bad_y, read_z, last_z],
            "{rules:?}: the root as early as possible"
        );
        // Here the root's first write comes in between.
        let other = [good_y, other_y, good_x, bad_z, read_y, read_x, good_z, bad_y, read_z, last_z];
        let mut indifferent = sketch.clone();
        indifferent.events.iter_mut().for_each(|it| it.wanted = None);
        assert!(agrees(&indifferent, &closure, &other), "{rules:?}: a linearization");
        assert!(!agrees(&sketch, &closure, &other), "{rules:?}: {read_y} observes {other_y}");
    }
}

#[test]
fn updates_form_a_chain() {
    // Two leaves count to two, and the root sees it.
    let chain = |swapped: bool| {
        let mut sketch = Sketch::new(ROOT, 3);
        let one = sketch.update(1, X, 0, 5);
        let two = sketch.update(2, X, 5, GOOD);
        sketch.edge(if swapped { two } else { one }, if swapped { one } else { two });
        let read = sketch.read(ROOT, X, Side::Remote);
        (sketch, two, read)
    };
    let (sketch, two, read) = chain(false);
    for rules in BOTH {
        assert!(sketch.added(rules).contains(&(two, read)), "{rules:?}");
    }
    assert!(chain(true).0.is_impossible());
}

#[test]
fn of_two_updates_one_is_first() {
    for swapped in [false, true] {
        let mut sketch = Sketch::new(ROOT, 3);
        let one = sketch.update(1, X, 0, 5);
        let two = sketch.update(2, X, 0, 5);
        sketch.edge(if swapped { two } else { one }, if swapped { one } else { two });
        assert!(sketch.is_impossible(), "both find the initial value");
    }
}

#[test]
fn an_update_in_the_middle_hides_what_it_observes() {
    // The root writes 1, a leaf makes it 3, another leaf reads 1: so before the update, or never.
    let mut sketch = Sketch::new(ROOT, 3);
    let write = sketch.write(ROOT, X, GOOD);
    let update = sketch.update(1, X, GOOD, 3);
    let read = sketch.read(2, X, Side::Any);
    let mut late = sketch.clone();
    late.edge(update, read);
    assert!(late.is_impossible());
    sketch.edge(read, update);
    let bad = sketch.write(ROOT, X, 7);
    assert_eq!(sketch.added(Rules::Few), [(update, bad), (read, bad)]);
    assert!(sketch.added(Rules::Literal).contains(&(write, read)));
}

#[test]
fn only_what_is_wanted_is_good() {
    let mut sketch = Sketch::new(ROOT, 2);
    let writes = [GOOD, GOOD, 3, GOOD].map(|it| sketch.write(1, X, it));
    let wanted = sketch.wants(ROOT, Side::Remote, GOOD);
    let first = |wanted: Wanted| {
        let mut sketch = sketch.clone();
        let read = sketch.push(ROOT, X, Some(wanted), None);
        let last = |rules| sketch.added(rules).iter().filter(|it| it.1 == read).map(|it| it.0).max();
        assert_eq!(last(Rules::Few), last(Rules::Literal));
        last(Rules::Few).and_then(|last| writes.iter().position(|&it| it == last))
    };
    assert_eq!(first(wanted.clone()), Some(0));
    assert_eq!(first(Wanted { from: vec![0, 1], ..wanted.clone() }), Some(1));
    assert_eq!(first(Wanted { from: vec![0, 2], ..wanted.clone() }), Some(3));
    assert_eq!(first(Wanted { from: vec![0, 2], any_other: true, ..wanted.clone() }), Some(2));
    assert_eq!(first(Wanted { exactly: Some(Some(writes[1])), ..wanted.clone() }), Some(1));
    let mut none = sketch.clone();
    none.push(ROOT, X, Some(Wanted { from: vec![0, 2], until: vec![0, 3], ..wanted }), None);
    assert!(none.is_impossible());
}

/// A leaf's good write that a root write hides says nothing about the other leaf's bad one, and nobody orders the two.
#[test]
fn a_good_leaf_write_that_is_hidden_makes_nothing_unclear() {
    let mut sketch = Sketch::new(ROOT, 4);
    let hidden = sketch.write(1, X, GOOD);
    let good = sketch.write(ROOT, X, GOOD);
    sketch.edge(hidden, good);
    let bad = sketch.write(3, X, BAD);
    let read = sketch.read(2, X, Side::Any);
    sketch.edge(good, read);
    sketch.edge(bad, read);
    for rules in BOTH {
        assert_eq!(sketch.added(rules), [(bad, good)], "{rules:?}");
    }
}

/// A leaf's bad write that a root write hides does not make it unclear that the other leaf's good one is last.
#[test]
fn a_bad_leaf_write_that_is_hidden_makes_nothing_unclear() {
    let mut sketch = Sketch::new(ROOT, 4);
    let hidden = sketch.write(1, X, BAD);
    let by = sketch.write(ROOT, X, BAD);
    sketch.edge(hidden, by);
    let good = sketch.write(3, X, GOOD);
    let last = sketch.write(ROOT, X, BAD);
    sketch.edge(good, last);
    let read = sketch.read(2, X, Side::Any);
    sketch.edge(by, read);
    sketch.edge(good, read);
    for rules in BOTH {
        assert!(sketch.added(rules).contains(&(read, last)), "{rules:?}");
    }
    let mut order: Order<Narrow> = sketch.build(Rules::Few);
    order.note_good(good);
    assert_eq!(order.unordered_pair(X, false, &[]), Some((hidden, good)), "as printed all pairs are ordered");
    assert_eq!(order.unordered_pair(X, true, &[]), None, "nobody can tell in which order these are");
}

#[test]
fn a_cell_is_open_if_leaf_events_are_not_ordered() {
    let open = |sketch: &Sketch| sketch.build::<Narrow>(Rules::Few).open_cells().to_vec();
    let mut sketch = Sketch::new(ROOT, 3);
    sketch.write(ROOT, X, BAD);
    let first = sketch.write(1, X, GOOD);
    assert!(open(&sketch).is_empty(), "the root's events need no order");
    let mut ordered = sketch.clone();
    ordered.births[2] = Some(first);
    ordered.write(2, X, GOOD);
    assert!(open(&ordered).is_empty(), "ordered from the beginning");
    sketch.write(2, Y, GOOD);
    assert!(open(&sketch).is_empty(), "no conflict");
    sketch.write(2, X, GOOD);
    assert_eq!(open(&sketch), [X]);
}
