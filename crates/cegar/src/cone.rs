//! Which assignments can matter: the cone of influence, from where threads are.
//!
//! [Telbisz 2024] Section 4.1, Algorithm 2. An edge observes another one if it reads what the other one sets and that is
//! tracked (Definition 11). What an assignment sets need not be evaluated if no branch that can still be reached
//! observes it, directly or through other assignments that can still be made.
//!
//! ```c
//! x = 1;  y = 1;  assert(y == 1);     ||     y = x;  x = 0;
//! ```
//! Once the second thread has done `y = x`, nobody looks at `x` any more, and neither `x = 1` nor `x = 0` is evaluated.
//!
//! Deviations:
//! 1. The paper searches from an assignment for branches. Here all assignments that are observed from a state are found
//!    at once, backwards from the branches: a reduction asks about all of them.
//! 2. Real observers are not only branches, but whatever decides where a thread goes on: addresses, sizes, handles,
//!    mutexes, operands of what may go wrong.
//! 3. What is tracked is havoced where it is not observed, what is not tracked is left out, as in the paper. The
//!    counterexample has the original actions.
//! 4. Statements of one block are one action: what a block sets and reads itself is passed on whether it is tracked or not
//!    (`Facts::passing`).
//! 5. The static cone is the same with every edge in reach of every thread, and everything tracked.

use crate::bits::Bits;
use crate::facts::Facts;
use encode::blocks::{ActivityId, Blocks, Control};
use ir::FunctionId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Edges whose effect can decide where a thread goes on.
#[derive(Clone, Debug)]
pub struct Observed {
    first: Rc<Vec<u32>>,
    edges: Bits,
    /// The places that they change, and those that decide by themselves. Of the others nobody can tell in which order they are
    /// accessed.
    pub places: Bits,
}

impl Observed {
    /// Whether an edge is one of them. What no edge has set is as at first, and always known.
    pub fn has(&self, (function, index): (FunctionId, u32)) -> bool {
        match self.first.get(function.index()) {
            Some(first) => self.edges.contains(first + index),
            None => true,
        }
    }
}

/// More edges than these are not looked at one by one: all are taken for observed.
const MOST_EDGES: usize = 20_000;

/// Finds out what is observed.
pub struct Cones {
    first: Rc<Vec<u32>>,
    /// Who sets a datum.
    writers: Vec<Vec<u32>>,
    /// What is tracked.
    tracked: Bits,
    known: FxHashMap<Vec<(ActivityId, bool)>, Rc<Observed>>,
}

/// In whose reach an edge is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nobody,
    /// One thread.
    One(u32),
    /// Several, or a thread that is not started yet.
    Many,
}

impl Cones {
    /// With what is tracked: data as in [`Facts`].
    pub fn new(facts: &Facts, functions: usize, mut tracked: Bits) -> Option<Cones> {
        tracked.add(&facts.passing);
        if facts.edges > MOST_EDGES {
            return None;
        }
        let mut writers = vec![Vec::new(); facts.data];
        for (edge, written) in facts.written.iter().enumerate() {
            written.iter().for_each(|it| writers[*it as usize].push(edge as u32));
        }
        let first = (0..functions as u32).map(|it| facts.edge((FunctionId(it), 0))).collect();
        Some(Cones { first: Rc::new(first), writers, tracked, known: FxHashMap::default() })
    }

    /// What is observed wherever threads are, if everything is tracked.
    pub fn anywhere(&self, facts: &Facts) -> Rc<Observed> {
        let reach = vec![Reach::Many; facts.edges];
        Rc::new(self.search(facts, &reach))
    }

    /// What is observed from where threads are.
    pub fn from(&mut self, facts: &mut Facts, blocks: &Blocks<'_>, control: &Control) -> Rc<Observed> {
        let mut key: Vec<(ActivityId, bool)> = Vec::new();
        let mut running: Vec<(ActivityId, u32)> = control
            .threads
            .iter()
            .filter(|it| !blocks.activities.get(it.1).frames.is_empty())
            .map(|it| (it.1, it.0))
            .collect();
        running.sort_unstable();
        for &(activity, _) in &running {
            match key.last_mut() {
                Some(last) if last.0 == activity => last.1 = true,
                _ => key.push((activity, false)),
            }
        }
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut reach = vec![Reach::Nobody; facts.edges];
        for (number, &(activity, is_more)) in key.iter().enumerate() {
            let future = facts.future(blocks, activity);
            for edge in future.own.iter() {
                let it = &mut reach[edge as usize];
                *it = if *it == Reach::Nobody && !is_more { Reach::One(number as u32) } else { Reach::Many };
            }
            for edge in future.started.iter() {
                reach[edge as usize] = Reach::Many;
            }
        }
        let observed = Rc::new(self.search(facts, &reach));
        self.known.insert(key, observed.clone());
        observed
    }

    fn search(&self, facts: &Facts, reach: &[Reach]) -> Observed {
        let mut edges = Bits::new(facts.edges);
        let mut places = Bits::new(facts.places);
        // What is looked at by whom.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (edge, decides) in facts.decides.iter().enumerate() {
            if reach[edge] == Reach::Nobody || decides.is_empty() {
                continue;
            }
            open.extend(decides.iter().filter(|it| self.tracked.contains(**it)).map(|it| (*it, edge as u32)));
            places.extend(decides.iter().filter(|it| (**it as usize) < facts.places).copied());
        }
        while let Some((datum, reader)) = open.pop() {
            let is_place = (datum as usize) < facts.places;
            for &writer in &self.writers[datum as usize] {
                let at = reach[writer as usize];
                if at == Reach::Nobody || edges.contains(writer) {
                    continue;
                }
                let elsewhere = match (at, reach[reader as usize]) {
                    (Reach::One(a), Reach::One(b)) => a != b,
                    (Reach::Nobody, _) | (_, Reach::Nobody) => false,
                    (Reach::Many, _) | (_, Reach::Many) => true,
                };
                let is_observed = (is_place && elsewhere) || facts.after[writer as usize].contains(reader);
                if is_observed {
                    edges.insert(writer);
                    places.extend(facts.shared_writes(writer).iter().copied());
                    let read = facts.read[writer as usize].iter().filter(|it| self.tracked.contains(**it));
                    let read = read.filter(|_| !planted::bug!(ConeTooShort));
                    open.extend(read.map(|it| (*it, writer)));
                }
            }
        }
        Observed { first: self.first.clone(), edges, places }
    }
}
