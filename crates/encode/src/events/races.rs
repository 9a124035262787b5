//! Data races: two accesses that nothing orders.
//!
//! Two accesses are picked, the first of which comes before the second in the order of units, and a set of units that
//! contains the unit of the first, and with a unit whatever happens directly after it ([`super::happens_before`]). If
//! there is such a set without the unit of the second access, then the first one does not happen before it; and the
//! second does not happen before the first, because it comes later.
//!
//! One unit without events lies between the two, so that there is one edge for each access and not for each pair.
//! Which kinds of accesses conflict is said by place; pairs that cannot race for another reason (of one thread, of two
//! sections, under one mutex) are in order, which the set sees. Here they only serve to find out that nothing can race.

use super::build::{Builder, MOST_UNITS};
use super::graph::Place;
use super::happens_before::{Fence, Look, Store};
use super::knowledge::Users;
use super::waits::Beginning;
use crate::order::Order;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;
use std::collections::BTreeMap;

/// What was noted for races.
#[derive(Default)]
pub(super) struct Races {
    pub accesses: Vec<Access>,
    pub fences: Vec<Fence>,
    pub looks: Vec<Look>,
    pub stores: Vec<Store>,
    /// The units that are sections of the program.
    pub sections: FxHashSet<u32>,
    /// When each unit was not given up before its end.
    pub done: FxHashMap<u32, Term>,
    /// For each unit the unknown that says whether it is in the set.
    pub after: FxHashMap<u32, Term>,
    /// The sections of the program that acquire or release something.
    pub synchronising: FxHashSet<u32>,
}

/// An access.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub place: Place,
    pub thread: u32,
    pub clock: u32,
    pub guard: Term,
    pub extent: (u32, u8),
    pub kind: AccessKind,
    /// Whether it is part of a section of the program.
    in_section: bool,
    /// The mutexes that are surely held.
    held: Vec<Term>,
}

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct AccessKind {
    pub is_write: bool,
    pub is_atomic: bool,
    /// Whether it is a read-modify-write.
    pub is_update: bool,
    /// Whether it is an operation on a mutex, which is no access to bytes.
    pub is_mutex: bool,
}

impl AccessKind {
    /// What ends an object is a plain write to all of it.
    pub const END: AccessKind = AccessKind { is_write: true, is_atomic: false, is_update: false, is_mutex: false };

    fn conflicts(self, other: AccessKind) -> bool {
        (self.is_write || other.is_write) && !(self.is_atomic && other.is_atomic) && self.is_mutex == other.is_mutex
    }
}

impl Builder<'_> {
    /// Notes an access of the running thread if the condition holds.
    pub fn log_access(&mut self, place: Place, when: Term, kind: AccessKind) {
        if !self.options.purpose.asks_for_races() {
            return;
        }
        self.noted.note_use(place, self.now.thread);
        if !kind.is_atomic {
            self.noted.note_plain(place);
        }
        if self.assumed.fact(place).is_none_or(|it| it.users != Users::Many) {
            return;
        }
        let guard = self.guard();
        let guard = self.terms.and(guard, when);
        if self.terms.is_false(guard) {
            return;
        }
        let clock = self.clock();
        let held = self.state.held.clone().into_iter().filter(|it| self.surely_held(*it)).collect();
        let in_section = self.state.section.as_ref().is_some_and(|it| it.orders);
        let (thread, extent) = (self.now.thread, self.now.extent);
        self.races.accesses.push(Access { place, thread, clock, guard, extent, kind, in_section, held });
    }

    /// Whether a round of a loop accesses something that may race with a plain access.
    pub fn may_race_in_round(&self, begun: Beginning) -> bool {
        let own = self.races.accesses[begun.accesses..].iter().filter(|it| it.thread == self.now.thread);
        own.map(|it| it.place).any(|it| self.assumed.fact(it).is_some_and(|it| it.plain))
    }

    /// The condition of a race.
    pub fn settle_races(&mut self) {
        if self.graph.clocks > MOST_UNITS {
            return;
        }
        self.finish_accesses();
        let accesses = self.races.accesses.clone();
        let order = Order::new(self.graph.clocks, &self.graph.order);
        let mut places: BTreeMap<Place, Vec<&Access>> = BTreeMap::new();
        for access in &accesses {
            places.entry(access.place).or_default().push(access);
        }
        places.retain(|_, accesses| self.may_race(&order, accesses));
        if places.is_empty() {
            return;
        }
        let is_plain = |it: &Access| !it.kind.is_atomic && self.races.synchronising.contains(&it.clock);
        self.graph.may_miss_races = places.values().flatten().any(|it| is_plain(it));
        self.let_happen_before(&order);
        let between = self.graph.clocks;
        self.graph.clocks += 1;
        // It belongs to no thread: after the initial values.
        self.graph.order.push((0, between));
        let mut seconds = Vec::new();
        for accesses in places.values() {
            self.pick(accesses, between, &mut seconds);
        }
        self.graph.race = self.terms.any(seconds);
    }

    /// The accesses that were not given up with their section.
    fn finish_accesses(&mut self) {
        let mut accesses = std::mem::take(&mut self.races.accesses);
        accesses.retain_mut(|it| {
            let done = self.races.done.get(&it.clock).copied();
            let done = done.unwrap_or_else(|| self.terms.truth(false));
            it.guard = self.terms.and(it.guard, done);
            !self.terms.is_false(it.guard)
        });
        self.races.accesses = accesses;
    }

    /// Whether any two of the accesses to a place may race, as far as can be seen at once.
    fn may_race(&mut self, order: &Order, accesses: &[&Access]) -> bool {
        for (index, one) in accesses.iter().enumerate() {
            if index % 64 == 63 && !self.ask_to_go_on() {
                return false;
            }
            for two in &accesses[..index] {
                if one.thread == two.thread
                    || !one.kind.conflicts(two.kind)
                    || one.in_section && two.in_section
                    || planted::bug!(SectionsExcludeRaces) && (one.in_section || two.in_section)
                    || order.before(one.clock, two.clock)
                    || order.before(two.clock, one.clock)
                    || one.held.iter().any(|it| two.held.contains(it))
                {
                    continue;
                }
                let both = self.terms.and(one.guard, two.guard);
                if !self.terms.is_false(both) {
                    return true;
                }
            }
        }
        false
    }

    /// Lets two accesses to a place be the first and the second.
    fn pick(&mut self, accesses: &[&Access], between: u32, seconds: &mut Vec<Term>) {
        let mut firsts: BTreeMap<AccessKind, Vec<Term>> = BTreeMap::new();
        for it in accesses {
            let first = self.terms.variable(1);
            let after = self.after(it.clock);
            let fine = self.terms.and(it.guard, after);
            let fine = self.terms.implies(first, fine);
            self.graph.constraints.push(fine);
            self.graph.conditional.push((it.clock, between, first));
            firsts.entry(it.kind).or_default().push(first);
        }
        let firsts: Vec<(AccessKind, Term)> =
            firsts.into_iter().map(|(kind, all)| (kind, self.terms.any(all))).collect();
        for it in accesses {
            let others = firsts.iter().filter(|other| other.0.conflicts(it.kind)).map(|it| it.1);
            let others = others.collect::<Vec<_>>();
            let some = self.terms.any(others);
            if self.terms.is_false(some) {
                continue;
            }
            let second = self.terms.variable(1);
            let after = self.after(it.clock);
            let before = self.terms.not(after);
            let fine = self.terms.all([it.guard, before, some]);
            let fine = self.terms.implies(second, fine);
            self.graph.constraints.push(fine);
            self.graph.conditional.push((between, it.clock, second));
            self.graph.second.push((second, it.clock));
            seconds.push(second);
        }
    }
}
