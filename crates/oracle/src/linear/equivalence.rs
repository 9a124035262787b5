//! Which executions are equivalent: by the order of conflicting events, by what reads observe, by values.
//!
//! Each equivalence is given by a key: two executions are equivalent if and only if their keys are equal. Events are
//! numbered by thread and index, so that executions with the same events number them in the same way.

use super::{Kind, Linear, Place};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Executions, divided into classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    /// The number of the class of each execution. Classes are numbered in the order in which they are met.
    pub class: Vec<usize>,
    /// How many classes there are.
    pub count: usize,
}

impl Partition {
    fn new<'a, K: Eq + Hash>(executions: &'a [Linear], key: impl Fn(&'a Linear) -> K) -> Self {
        let mut numbers = HashMap::new();
        let mut class = Vec::with_capacity(executions.len());
        for execution in executions {
            let next = numbers.len();
            class.push(*numbers.entry(key(execution)).or_insert(next));
        }
        Partition { class, count: numbers.len() }
    }

    /// Whether what is equivalent here is so in the other one, too.
    pub fn refines(&self, coarser: &Partition) -> bool {
        let mut of = HashMap::new();
        self.class.iter().zip(&coarser.class).all(|(fine, coarse)| of.entry(fine).or_insert(coarse) == &coarse)
    }
}

/// The same events, and the same order of those that conflict: happens-before.
pub fn order_classes(executions: &[Linear]) -> Partition {
    Partition::new(executions, |it| {
        let numbered = Numbered::new(it);
        (numbered.events(), numbered.order_of_conflicts(|_| true))
    })
}

/// The same events, and each read observes the same write, or the initial value.
pub fn reads_from_classes(executions: &[Linear]) -> Partition {
    Partition::new(executions, |it| {
        let numbered = Numbered::new(it);
        (numbered.events(), numbered.observed())
    })
}

/// The same events, each read observes the same write, and events of threads other than the root that conflict are in
/// the same order: what is explored if the threads are a star around the root. If there is only one other thread that
/// accesses memory, these are the classes by what reads observe.
pub fn star_classes(executions: &[Linear], root: &[u32]) -> Partition {
    Partition::new(executions, |it| {
        let numbered = Numbered::new(it);
        let is_leaf = |position: usize| it.events[position].thread != root;
        (numbered.events(), numbered.observed(), numbered.order_of_conflicts(is_leaf))
    })
}

/// Value-happens-before with this root, \[CPT19\] section 3. What is equal of two equivalent executions:
///
/// 1. the events; the values that they read and write; for each read of the root whether it observes a write of the
///    root. The initial value counts as one of the root.
/// 2. The causal order of the reads: the smallest transitive relation that has the order of threads, and what each read
///    observes before it. A spawn is before the events of the thread, and these are before the join.
/// 3. The order of events of other threads that conflict. The paper can be read to say more, that the order of all
///    events of other threads is equal, also if it comes about by way of the root; its algorithm does not tell these
///    apart.
///
/// The first thread is one like the others, also with what it does before there are any.
pub fn value_classes(executions: &[Linear], root: &[u32]) -> Partition {
    Partition::new(executions, |it| {
        let numbered = Numbered::new(it);
        let value = |&position: &usize| {
            let event = &it.events[position];
            (event.read.map(|it| it.value), event.write.map(|it| it.value))
        };
        let is_leaf = |position: usize| it.events[position].thread != root;
        let values: Vec<(Option<u64>, Option<u64>)> = numbered.position.iter().map(value).collect();
        let sides =
            numbered.reads().filter(|&it| !is_leaf(it)).map(|read| it.observed(read).is_none_or(|it| !is_leaf(it)));
        let sides: Vec<bool> = sides.collect();
        (numbered.events(), values, sides, numbered.causal_order_of_reads(), numbered.order_of_conflicts(is_leaf))
    })
}

/// What an event is, apart from the values.
type Label<'a> = (&'a [u32], usize, usize, Option<Place>, Option<Place>);

/// An execution whose events are numbered by thread and index.
struct Numbered<'a> {
    execution: &'a Linear,
    /// Of each position.
    number: Vec<usize>,
    /// Of each number.
    position: Vec<usize>,
}

impl<'a> Numbered<'a> {
    fn new(execution: &'a Linear) -> Self {
        let mut position: Vec<usize> = (0..execution.events.len()).collect();
        position.sort_by_key(|&it| (&execution.events[it].thread, execution.events[it].index));
        let mut number = vec![0; position.len()];
        for (event, &at) in position.iter().enumerate() {
            number[at] = event;
        }
        Numbered { execution, number, position }
    }

    fn events(&self) -> Vec<Label<'a>> {
        let label = |&position: &usize| {
            let event = &self.execution.events[position];
            let (read, write) = (event.read.map(|it| it.place), event.write.map(|it| it.place));
            (&event.thread[..], event.index, event.branch(), read, write)
        };
        self.position.iter().map(label).collect()
    }

    /// The number of the write that each event observes; none also if it does not read.
    fn observed(&self) -> Vec<Option<usize>> {
        let observed = |&position: &usize| self.execution.observed(position).map(|it| self.number[it]);
        self.position.iter().map(observed).collect()
    }

    /// The positions of the reads, in the order of their numbers.
    fn reads(&self) -> impl Iterator<Item = usize> {
        self.position.iter().copied().filter(|&it| self.execution.events[it].read.is_some())
    }

    /// For each conflicting pair of events, whether the one with the smaller number comes first. Which pairs these are
    /// depends on the events alone.
    fn order_of_conflicts(&self, counts: impl Fn(usize) -> bool) -> Vec<bool> {
        let events = &self.execution.events;
        let counting: Vec<usize> = self.position.iter().copied().filter(|&it| counts(it)).collect();
        let mut order = Vec::new();
        for (index, &one) in counting.iter().enumerate() {
            for &other in &counting[index + 1..] {
                if events[one].thread != events[other].thread && events[one].conflicts(&events[other]) {
                    order.push(one < other);
                }
            }
        }
        order
    }

    /// For each pair of reads, whether the first is causally before the second.
    fn causal_order_of_reads(&self) -> Vec<bool> {
        let past = causal_past(self.execution);
        let reads: Vec<usize> = self.reads().collect();
        reads
            .iter()
            .flat_map(|&one| reads.iter().map(move |&two| (one, two)))
            .map(|(one, two)| past[two][one])
            .collect()
    }
}

/// For each event, which of the earlier ones are causally before it, by their positions.
fn causal_past(execution: &Linear) -> Vec<Vec<bool>> {
    let mut past: Vec<Vec<bool>> = Vec::with_capacity(execution.events.len());
    // The last event of each thread so far, or the one that has spawned it.
    let mut last: BTreeMap<&[u32], usize> = BTreeMap::new();
    for (position, event) in execution.events.iter().enumerate() {
        let joined = match &event.kind {
            Kind::Join(child, _) => last.get(&child[..]).copied(),
            Kind::Access | Kind::Mutex | Kind::Spawn(_) | Kind::Choose(_) | Kind::Other => None,
        };
        let mut before = vec![false; execution.events.len()];
        let own = last.get(&event.thread[..]).copied();
        for direct in [own, joined, execution.observed(position)].into_iter().flatten() {
            before[direct] = true;
            for (all, earlier) in before.iter_mut().zip(&past[direct]) {
                *all |= *earlier;
            }
        }
        past.push(before);
        last.insert(&event.thread, position);
        if let Kind::Spawn(child) = &event.kind {
            last.insert(child, position);
        }
    }
    past
}
