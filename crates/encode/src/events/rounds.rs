//! Loops: when a visit belongs to another round, how many rounds there are, and which of them can be left out.

use super::build::Builder;
use super::graph::Place;
use super::state::{Rounds, State};
use super::waits::Beginning;
use super::walk::Activation;
use crate::flow::Flow;
use ir::Location;
use smt::Term;
use std::rc::Rc;

impl Builder<'_> {
    /// The name of the round of the innermost loop, for a head.
    pub fn round_name(&self, flow: &Flow, at: Location) -> Vec<u32> {
        let mut name = Vec::new();
        for (head, rounds) in flow.loops[at.index()].iter().zip(&self.state.rounds) {
            name.extend([flow.order[head.index()], rounds.round]);
        }
        name
    }

    /// Goes on at a location, unless a bound or idleness forbids it.
    pub fn go(&mut self, activation: &mut Activation<'_>, from: Option<Location>, to: Location, state: State) {
        self.state = state;
        let flow = activation.flow.clone();
        let around = &flow.loops[to.index()];
        let none = Vec::new();
        let left = from.map_or(&none, |it| &flow.loops[it.index()]);
        let common = around.iter().zip(left).take_while(|(a, b)| a == b).count();
        self.state.rounds.truncate(common);
        let back = from.is_some_and(|it| flow.order[to.index()] <= flow.order[it.index()]);
        if back {
            let name = self.round_name(&flow, to);
            if !self.begin_round(activation, &name, to) {
                return;
            }
        }
        while self.state.rounds.len() < around.len() {
            self.state.rounds.push(Rounds { round: 0, charged: 0, decided: false, idled: None });
        }
        let mut name = self.round_name(&flow, to);
        name.push(flow.order[to.index()]);
        let state = std::mem::replace(&mut self.state, State::new());
        let merged = match activation.pending.remove(&name) {
            None => {
                self.now.waiting += 1;
                state
            }
            Some((_, other)) => other.merge(&mut self.terms, &self.objects, state),
        };
        activation.pending.insert(name, (to, merged));
    }

    /// Whether there is another round of the loop with this head. A round that has changed nothing is left out: an
    /// execution without it does the same otherwise. Only its accesses may matter, for races: one such round is kept
    /// then. (More than one is not needed: leaving out the others only leaves out what keeps accesses apart.)
    fn begin_round(&mut self, activation: &Activation<'_>, name: &[u32], head: Location) -> bool {
        // Who has jumped into the middle of the loop has not come by its head.
        if let Some((before, begun)) = activation.heads.get(name) {
            let mut idle = self.is_idle(before, begun.effects, &activation.flow.live[head.index()]);
            let (came_by, guard) = (before.guard(&mut self.terms), self.guard());
            if !self.implied(guard, came_by) {
                idle = self.terms.and(idle, came_by);
            }
            self.leave_out(*begun, idle);
        }
        if self.state.is_dead(&mut self.terms) {
            return false;
        }
        let last = self.state.rounds.last_mut().expect("the loop of the head");
        if !last.decided || self.options.counts_all {
            last.charged += 1;
        }
        last.round += 1;
        last.decided = false;
        if last.charged > self.options.unroll {
            self.graph.is_bounded = true;
            self.cut();
            return false;
        }
        true
    }

    /// The round that has begun there is not followed by another one if it was idle.
    fn leave_out(&mut self, begun: Beginning, idle: Term) {
        let guard = self.guard();
        let waits = self.terms.and(guard, idle);
        self.note_idle_round(begun, waits);
        let mut left_out = idle;
        if self.may_race_in_round(begun) {
            let last = self.state.rounds.last().expect("the loop of the head");
            let idled = last.idled.unwrap_or_else(|| self.terms.truth(false));
            left_out = self.terms.and(idle, idled);
            let idled = self.terms.or(idle, idled);
            self.state.rounds.last_mut().expect("the loop of the head").idled = Some(idled);
        }
        let busy = self.terms.not(left_out);
        self.state.assume(&mut self.terms, busy);
    }

    /// When a round has left everything as it was.
    fn is_idle(&mut self, before: &State, effects: usize, live: &[bool]) -> Term {
        let now = &self.state;
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        let registers = before.registers.iter().zip(&now.registers).zip(live);
        pairs.extend(registers.filter(|it| *it.1).map(|it| (*it.0.0, *it.0.1)));
        pairs.extend(before.slots.iter().copied().zip(now.slots.iter().copied()));
        if !Rc::ptr_eq(&before.memory, &now.memory) {
            for (&place, &value) in now.memory.iter() {
                let old = before.memory.get(&place).copied();
                pairs.push((old.unwrap_or_else(|| self.objects.initial(&mut self.terms, place)), value));
            }
        }
        if let (Some(old), Some(new)) = (&before.section, &now.section) {
            for (place, draft) in new.places.iter() {
                match old.places.get(place) {
                    Some(old) => {
                        pairs.push((old.written, draft.written));
                        // What is not written has no value.
                        if [old, draft].iter().all(|it| !self.terms.is_false(it.written)) {
                            pairs.push((old.value, draft.value));
                        }
                    }
                    None => pairs.push((self.terms.truth(false), draft.written)),
                }
            }
        }
        let balanced = before.held == now.held;
        let mut idle = self.terms.truth(true);
        for (old, new) in pairs {
            if self.terms.is_false(idle) {
                return idle;
            }
            let equal = self.terms.eq(old, new);
            idle = self.terms.and(idle, equal);
        }
        let guard = self.guard();
        for index in effects..self.now.effects.len() {
            let effect = self.now.effects[index];
            let both = self.terms.and(guard, effect.guard);
            // Who locks a mutex and unlocks it again might as well not have. (Not so who unlocks it and locks it again: others
            // may come in between.)
            let passing = effect.mutex.is_some_and(|it| balanced && !self.may_be_held(before, it));
            if passing || self.terms.is_false(both) {
                continue;
            }
            let quiet = self.terms.implies(effect.guard, effect.silent);
            idle = self.terms.and(idle, quiet);
        }
        idle
    }

    /// Whether a mutex may be among those that are held in a state.
    fn may_be_held(&self, state: &State, mutex: Place) -> bool {
        let Place::Bytes { object, offset, .. } = mutex else { return true };
        let address = self.program.model.pack(object, offset.into());
        state.held.iter().any(|&it| self.terms.value_of(it).is_none_or(|it| it == address))
    }
}
