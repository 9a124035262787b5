//! From a frame to the next: threads are where they have arrived, or where they were if they were not selected.

use super::control::NodeId;
use super::run::Stack;
use super::state::{End, Spot, SpotName, Thread};
use super::step::{Arrival, Place};
use super::{FEW_VALUES, Frames, Look, Looked, MOST_ROUNDS_APART, Seen};
use crate::memory::Values;
use smt::{Term, Terms};
use std::collections::BTreeMap;

/// Somebody who may say of a condition that it never holds.
pub type IsPossible<'a> = dyn FnMut(&Terms, Term) -> bool + 'a;

/// Where threads come to: when, from where (a condition), and what they bring along.
#[derive(Default)]
pub(super) struct Landed(BTreeMap<u32, Vec<Landing>>);

struct Landing {
    guard: Term,
    from: Option<Term>,
    arrival: Arrival,
}

/// A place to come to.
enum Goal {
    Spot(SpotName),
    End(End),
}

impl Frames<'_> {
    /// Lets the selected thread make its step, if there is one: `selected` gives for each thread when it is that one.
    /// What lies behind a condition that is not possible is left out.
    pub fn advance(&mut self, look: Look, selected: &dyn Fn(u32) -> Option<Term>, is_possible: &mut IsPossible<'_>) {
        let base = self.state.memory.clone();
        let mut memory = base.clone();
        let mut landed = Landed::default();
        for Looked { thread, spots, .. } in look.threads {
            let Some(selected) = selected(thread) else { continue };
            for Seen { at, outcome, .. } in spots {
                let moves = self.terms.and(selected, at);
                let moves = self.named(moves);
                memory.merge(&mut self.terms, &self.objects, moves, &outcome.memory, Some(&base));
                self.land(&mut landed, (thread, moves, Some(at)), outcome.arrivals, is_possible);
                for (child, arrival) in outcome.children {
                    self.land(&mut landed, (child, moves, None), vec![arrival], is_possible);
                }
            }
        }
        memory.tidy(&base, &mut |it| self.tidied(it));
        self.state.memory = memory;
        self.settle(landed, selected);
    }

    /// Where a step may lead, and when it does. If it leads to one place only, it does so whenever it is made.
    pub(super) fn land(
        &mut self,
        landed: &mut Landed,
        (thread, moves, from): (u32, Term, Option<Term>),
        arrivals: Vec<Arrival>,
        is_possible: &mut IsPossible<'_>,
    ) {
        let mut possible = Vec::new();
        let count = arrivals.len();
        for arrival in arrivals {
            let guard = self.terms.and(moves, arrival.guard);
            if guard == moves || is_possible(&self.terms, guard) {
                possible.push(Landing { guard, from, arrival });
            } else {
                let never = self.terms.not(guard);
                self.constraints.push(never);
            }
        }
        if let ([only], true) = (&mut possible[..], count > 1) {
            only.guard = moves;
        }
        landed.0.entry(thread).or_default().extend(possible);
    }

    /// Threads are where they have arrived, or where they were if they were not selected.
    pub(super) fn settle(&mut self, landed: Landed, selected: &dyn Fn(u32) -> Option<Term>) {
        let zero = self.terms.constant(self.program.model.pointer_bits(), 0);
        while (self.state.threads.len() as u64) < self.thread_count() {
            let fresh = Thread { spots: BTreeMap::new(), ends: BTreeMap::new(), result: zero };
            self.state.threads.push(fresh);
        }
        for (number, landings) in landed.0 {
            let mut thread = self.state.threads[number as usize].clone();
            let mut ways: Vec<(Term, Goal)> = Vec::new();
            let stays = selected(number).map(|it| self.terms.not(it));
            for (name, spot) in &mut thread.spots {
                ways.push((spot.at, Goal::Spot(name.clone())));
                spot.at = stays.map_or(spot.at, |it| self.terms.and(spot.at, it));
            }
            thread.spots.retain(|_, it| !self.terms.is_false(it.at));
            for Landing { guard, from, arrival } in landings {
                let goal = self.arrive_at(&mut thread, guard, arrival.place);
                ways.extend(from.map(|from| (from, goal)));
            }
            for at in thread.spots.values_mut().map(|it| &mut it.at).chain(thread.ends.values_mut()) {
                *at = self.named(*at);
            }
            for activation in thread.spots.values_mut().flat_map(|it| &mut it.stack.activations) {
                for value in activation.registers.iter_mut().chain(&mut activation.slots) {
                    *value = self.tidied(*value);
                }
            }
            self.say_where(&thread, ways);
            self.state.threads[number as usize] = thread;
        }
    }

    fn arrive_at(&mut self, thread: &mut Thread, guard: Term, place: Place) -> Goal {
        match place {
            Place::Node(node, stack) => {
                let name = self.spot_name(thread, node, &stack);
                match thread.spots.get_mut(&name) {
                    None => {
                        thread.spots.insert(name.clone(), Spot { at: guard, stack });
                    }
                    Some(spot) => {
                        spot.stack.merge(&mut self.terms, guard, &stack);
                        spot.at = self.terms.or(spot.at, guard);
                    }
                }
                Goal::Spot(name)
            }
            Place::End(end, result) => {
                let never = self.terms.truth(false);
                let when = thread.ends.entry(end).or_insert(never);
                *when = self.terms.or(*when, guard);
                if end.can_be_joined() {
                    thread.result = self.terms.ite(guard, result, thread.result);
                }
                Goal::End(end)
            }
        }
    }

    /// A thread is in one place only, and where it was or where its step leads. That follows from the rest, but so it is seen
    /// by propagation.
    fn say_where(&mut self, thread: &Thread, ways: Vec<(Term, Goal)>) {
        let places: Vec<Term> = thread.spots.values().map(|it| it.at).chain(thread.ends.values().copied()).collect();
        self.at_most_one(&places);
        let mut goals: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
        for (from, goal) in ways {
            let to = match goal {
                Goal::Spot(name) => thread.spots.get(&name).map(|it| it.at),
                Goal::End(end) => thread.ends.get(&end).copied(),
            };
            goals.entry(from).or_default().extend(to);
        }
        for (from, to) in goals {
            let some = self.terms.any(to);
            let goes = self.terms.implies(from, some);
            self.constraints.push(goes);
        }
    }

    /// At most one of the conditions holds. Many are taken together by a chain of unknowns: one of those so far holds.
    pub(super) fn at_most_one(&mut self, all: &[Term]) {
        const FEW: usize = 6;
        let mut before: Option<Term> = None;
        for group in all.chunks(FEW) {
            let mut group = group.to_vec();
            group.extend(before);
            for (index, &one) in group.iter().enumerate() {
                for &other in &group[..index] {
                    let both = self.terms.and(one, other);
                    let not = self.terms.not(both);
                    self.constraints.push(not);
                }
            }
            if all.len() > FEW {
                let some = self.terms.any(group);
                before = Some(self.named(some));
            }
        }
    }

    /// Which place a thread has come to.
    fn spot_name(&self, thread: &Thread, node: NodeId, stack: &Stack) -> SpotName {
        let mut name = SpotName { node, counts: stack.known_counts(&self.terms), known: Vec::new() };
        if self.control.at(node).repeats {
            let known = SpotName { known: stack.known_registers(&self.terms), ..name.clone() };
            let others = thread.spots.keys().filter(|it| it.node == node).count();
            if thread.spots.contains_key(&known) || others < MOST_ROUNDS_APART {
                name = known;
            }
        }
        name
    }

    /// A value that can be one of few numbers only as a choice between them, each by an unknown that says whether it is that one.
    /// What is computed from it is such a choice, too, and needs no arithmetic; and it does not grow from frame to frame.
    fn tidied(&mut self, value: Term) -> Term {
        let node = self.terms.node(value);
        if matches!(node, smt::Node::Constant { .. } | smt::Node::Variable { .. }) {
            return value;
        }
        if let Some(&known) = self.tidy.get(&value) {
            return known;
        }
        let width = self.terms.width(value);
        let tidy = match self.meaning.of(&self.terms, &self.objects, value) {
            _ if width == 1 => self.named(value),
            Values::Known(numbers) if numbers.len() <= FEW_VALUES => {
                let (last, others) = numbers.split_last().expect("a value is some number");
                let mut choice = self.terms.constant(width, *last);
                for &number in others.iter().rev() {
                    let number = self.terms.constant(width, number);
                    let is = self.terms.eq(value, number);
                    let is = self.named(is);
                    choice = self.terms.ite(is, number, choice);
                }
                choice
            }
            Values::Known(_) | Values::Any(_) => value,
        };
        self.tidy.insert(value, tidy);
        // What was tidied is not tidied again.
        self.tidy.insert(tidy, tidy);
        tidy
    }

    /// An unknown that stands for a condition, so that conditions do not grow from frame to frame.
    pub(super) fn named(&mut self, condition: Term) -> Term {
        let node = self.terms.node(condition);
        if matches!(node, smt::Node::Constant { .. } | smt::Node::Variable { .. }) {
            return condition;
        }
        let name = self.terms.variable(1);
        let same = self.terms.eq(name, condition);
        self.constraints.push(same);
        name
    }
}
