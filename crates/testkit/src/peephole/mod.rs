//! The interleavings that peephole partial-order reduction leaves, compared with all interleavings and their classes.
//!
//! C. Wang, Z. Yang, V. Kahlon, A. Gupta: Peephole Partial Order Reduction. TACAS 2008.
//!
//! Two interleavings are in one class if they differ by swaps of neighbours that are both enabled and independent in the state
//! before them. Both sides are about interleavings of exactly so many steps, complete or not: [`Interleavings`] has all of them by
//! brute force, `bmc::peephole::admitted` those that the engine leaves. Theorem 1 says that one of each class is left, and
//! Theorem 2 that for two threads no other one is.
//!
//! Start at [`compare`]. [`program`] and [`crowd`] make programs for it.

mod random;
mod verdicts;

pub use random::{crowd, program};
pub use verdicts::{Verdicts, compare_verdicts};

use crate::oracle::Options;
use crate::oracle::guarded::{Independence, Steps, steps};
use bmc::peephole::{Form, Rules, Scheduler, Window, admitted};
use event::Budget;
use ir::Program;
use std::collections::{BTreeMap, BTreeSet};

/// The forms of constraints.
pub const FORMS: [Form; 3] = [Form::Pairs, Form::Merged, Form::Dependent];

/// The rules, with what they are by definition.
pub const RULES: [(Rules, Independence); 3] =
    [(Rules::Static, Independence::Text), (Rules::Simple, Independence::Places), (Rules::Full, Independence::Values)];

/// Who makes a step in each frame.
pub type Interleaving = Vec<u32>;

/// All interleavings of a program, by their lengths.
pub struct Interleavings {
    steps: Steps,
    /// The nodes that each of them visits, for each length from 0 on.
    layers: Vec<BTreeMap<Interleaving, Vec<usize>>>,
}

impl Interleavings {
    /// Those of a program; none if there are more than `most` of one length.
    pub fn of(program: &Program, most: usize) -> Option<Self> {
        let steps = steps(program, &Options { state_limit: 20_000, ..Options::default() })?;
        let mut layers = vec![BTreeMap::from([(Vec::new(), vec![0])])];
        loop {
            let mut longer = BTreeMap::new();
            for (way, nodes) in &layers[layers.len() - 1] {
                let last = *nodes.last().expect("it begins somewhere");
                for (&thread, &to) in &steps.nodes[last].next {
                    longer.insert([&way[..], &[thread]].concat(), [&nodes[..], &[to]].concat());
                }
            }
            if longer.len() > most {
                return None;
            }
            if longer.is_empty() {
                return Some(Interleavings { steps, layers });
            }
            layers.push(longer);
        }
    }

    /// The length of the longest.
    pub fn longest(&self) -> usize {
        self.layers.len() - 1
    }

    /// Those of one length.
    pub fn of_length(&self, length: usize) -> BTreeSet<Interleaving> {
        self.layers[length].keys().cloned().collect()
    }

    /// What is in the globals after each of some interleavings.
    pub fn globals<'a>(&self, ways: impl IntoIterator<Item = &'a Interleaving>) -> BTreeSet<Vec<Vec<u8>>> {
        self.states(ways).into_iter().map(|it| self.steps.nodes[it].globals.clone()).collect()
    }

    /// The states that some interleavings lead to.
    pub fn states<'a>(&self, ways: impl IntoIterator<Item = &'a Interleaving>) -> BTreeSet<usize> {
        ways.into_iter().map(|way| *self.layers[way.len()][way].last().expect("it begins somewhere")).collect()
    }

    /// Whether independence of three steps does not depend on which of them was made first: if b is independent of a and of c, and
    /// a of c behind b, then a is independent of c, b of c behind a, and a of b behind c; and the other way round. (It is
    /// the cube axiom of automata with concurrency relations.) Where it holds, chains are expected to leave one of each class.
    pub fn is_cubic(&self, independence: Independence) -> bool {
        let at = |node: usize, one: u32, two: u32| self.steps.nodes[node].are_independent(independence, one, two);
        self.steps.nodes.iter().enumerate().all(|(node, it)| {
            let threads: Vec<(u32, usize)> = it.next.iter().map(|(thread, to)| (*thread, *to)).collect();
            let cube = |a: (u32, usize), b: (u32, usize), c: (u32, usize)| {
                let behind_b = at(node, a.0, b.0) && at(node, b.0, c.0) && at(b.1, a.0, c.0);
                let elsewhere = at(node, a.0, c.0) && at(a.1, b.0, c.0) && at(c.1, a.0, b.0);
                behind_b == elsewhere
            };
            let others = |a: u32, b: u32| threads.iter().filter(move |it| it.0 != a && it.0 != b);
            threads.iter().all(|&a| others(a.0, a.0).all(|&b| others(a.0, b.0).all(|&c| cube(a, b, c))))
        })
    }

    /// The class of each interleaving of one length: the first one that is in it.
    ///
    /// # Panics
    /// If steps that are independent by definition are not: one disables the other, or their order matters.
    pub fn classes(&self, length: usize, independence: Independence) -> BTreeMap<Interleaving, Interleaving> {
        let layer = &self.layers[length];
        let mut class: BTreeMap<&Interleaving, &Interleaving> = BTreeMap::new();
        for first in layer.keys() {
            if class.contains_key(first) {
                continue;
            }
            let mut open = vec![first];
            while let Some(way) = open.pop() {
                if class.insert(way, first).is_some() {
                    continue;
                }
                let nodes = &layer[way];
                for at in 1..length {
                    let node = &self.steps.nodes[nodes[at - 1]];
                    if way[at - 1] == way[at] || !node.are_independent(independence, way[at - 1], way[at]) {
                        continue;
                    }
                    let mut swapped = way.clone();
                    swapped.swap(at - 1, at);
                    let (swapped, others) = layer.get_key_value(&swapped).expect("independent steps stay enabled");
                    assert_eq!(nodes[at + 1], others[at + 1], "the order of independent steps does not matter");
                    open.push(swapped);
                }
            }
        }
        class.into_iter().map(|(way, class)| (way.clone(), class.clone())).collect()
    }
}

/// What a scheduler leaves of the interleavings of one length.
pub fn left(program: &Program, scheduler: Scheduler, length: usize) -> Result<BTreeSet<Interleaving>, String> {
    let found = admitted(program, scheduler, length as u32, 100_000, &Budget::default());
    found.map_err(|it| format!("not supported: {}", it.what))?.ok_or_else(|| "there is no end".to_owned())
}

/// What was counted with one set of rules, for all lengths together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Classes.
    pub classes: u64,
    /// Interleavings that are left where neighbours are looked at.
    pub adjacent: u64,
    /// Interleavings that are left where chains are looked at.
    pub chain: u64,
    /// Programs in which more than one of a class is left where neighbours are looked at.
    pub vain_adjacent: u64,
    /// Programs in which more than one of a class is left where chains are looked at.
    pub vain_chain: u64,
    /// Programs in which independence of three steps depends on which of them was made first.
    pub uneven: u64,
}

/// What was counted in a program, or in many.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Programs.
    pub programs: u64,
    /// Programs with too many interleavings.
    pub large: u64,
    /// Pairs of a program and a length.
    pub lengths: u64,
    /// Interleavings.
    pub interleavings: u64,
    /// Questions to the engine.
    pub questions: u64,
    /// For each of the [`RULES`].
    pub rules: [Counts; RULES.len()],
}

impl Figures {
    /// Adds others.
    pub fn add(&mut self, other: Figures) {
        self.programs += other.programs;
        self.large += other.large;
        self.lengths += other.lengths;
        self.interleavings += other.interleavings;
        self.questions += other.questions;
        for (own, other) in self.rules.iter_mut().zip(other.rules) {
            own.classes += other.classes;
            own.adjacent += other.adjacent;
            own.chain += other.chain;
            own.vain_adjacent += other.vain_adjacent;
            own.vain_chain += other.vain_chain;
            own.uneven += other.uneven;
        }
    }
}

/// Compares what is left with the classes, for all rules and windows at every length, in one form each time and in all forms at
/// the greatest length. `turn` says which form, and where the engine is asked for all interleavings. With `is_exact`, one of each
/// class must be left and no other, whatever the window.
pub fn compare(program: &Program, turn: usize, most: usize, is_exact: bool) -> Result<Figures, String> {
    let mut figures = Figures { programs: 1, ..Figures::default() };
    let Some(all) = Interleavings::of(program, most) else { return Ok(Figures { large: 1, ..figures }) };
    if all.longest() == 0 {
        return Ok(figures);
    }
    let mut comparison = Comparison { program, all: &all, is_exact, questions: 0 };
    let none = Scheduler { rules: Rules::None, form: FORMS[turn % 3], window: Window::Adjacent };
    comparison.same_interleavings(none, 1 + turn % all.longest())?;
    for (index, (rules, independence)) in RULES.into_iter().enumerate() {
        let mut counts = Counts { uneven: u64::from(!all.is_cubic(independence)), ..Counts::default() };
        for length in 1..=all.longest() {
            let classes = all.classes(length, independence);
            let count = classes.values().collect::<BTreeSet<_>>().len() as u64;
            let mut adjacent = 0;
            let mut chain = 0;
            for (place, form) in FORMS.into_iter().enumerate() {
                if length != all.longest() && (turn + length + index) % FORMS.len() != place {
                    continue;
                }
                let ask = |window| Scheduler { rules, form, window };
                let wide = comparison.fine(ask(Window::Adjacent), length, &classes)?;
                let narrow = comparison.fine(ask(Window::Chain), length, &classes)?;
                if !narrow.is_subset(&wide) {
                    return Err(format!("{rules:?}, {form:?}: chains leave what neighbours do not, length {length}"));
                }
                let sizes = (wide.len() as u64, narrow.len() as u64);
                if adjacent > 0 && sizes != (adjacent, chain) {
                    return Err(format!("{rules:?}, {form:?}: it leaves not as many as others, length {length}"));
                }
                (adjacent, chain) = sizes;
            }
            counts.classes += count;
            counts.adjacent += adjacent;
            counts.chain += chain;
            counts.vain_adjacent |= u64::from(adjacent > count);
            counts.vain_chain |= u64::from(chain > count);
        }
        if counts.vain_chain > counts.uneven {
            return Err(format!("{rules:?}: chains leave more than one of a class, though independence is cubic"));
        }
        figures.rules[index] = counts;
    }
    figures.lengths = all.longest() as u64;
    figures.interleavings = (1..=all.longest()).map(|it| all.layers[it].len() as u64).sum();
    figures.questions = comparison.questions;
    Ok(figures)
}

struct Comparison<'a> {
    program: &'a Program,
    all: &'a Interleavings,
    is_exact: bool,
    questions: u64,
}

impl Comparison<'_> {
    /// Nothing is left out without a reduction.
    fn same_interleavings(&mut self, scheduler: Scheduler, length: usize) -> Result<(), String> {
        self.questions += 1;
        let left = left(self.program, scheduler, length)?;
        let all = self.all.of_length(length);
        if left == all {
            return Ok(());
        }
        let (lost, made_up) = (all.difference(&left).next(), left.difference(&all).next());
        Err(format!("no reduction: of length {length} {lost:?} is missing, {made_up:?} does not exist"))
    }

    /// What is left, if that is as it should be.
    fn fine(
        &mut self,
        scheduler: Scheduler,
        length: usize,
        classes: &BTreeMap<Interleaving, Interleaving>,
    ) -> Result<BTreeSet<Interleaving>, String> {
        self.questions += 1;
        let left = left(self.program, scheduler, length)?;
        let Scheduler { rules, form, window } = scheduler;
        let wrong = |what: String| Err(format!("{rules:?}, {form:?}, {window:?}: {what}, length {length}"));
        let mut of_class: BTreeMap<&Interleaving, &Interleaving> = BTreeMap::new();
        for way in &left {
            let Some(class) = classes.get(way) else { return wrong(format!("{way:?} does not exist")) };
            if let Some(other) = of_class.insert(class, way)
                && self.is_exact
            {
                return wrong(format!("{way:?} and {other:?} are both left of one class"));
            }
        }
        if let Some(lost) = classes.values().find(|it| !of_class.contains_key(it)) {
            return wrong(format!("nothing is left of the class of {lost:?}"));
        }
        // That follows, if equivalent interleavings lead to the same states. It is what counts.
        if self.all.states(&left) != self.all.states(classes.keys()) {
            return wrong("a state is lost".to_owned());
        }
        Ok(left)
    }
}
