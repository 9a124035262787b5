//! What comes out: violations with their executions, and figures.

use super::{Maximal, Search, Watcher};
use crate::annotated::Grouping;
use crate::annotated::order::{EventId, Order};
use crate::annotated::realize::realize;
use crate::explorer::Found;
use crate::toolbox::clock::Clock;
use event::{Decision, End, Pending, Property, Schedule, StopKind, ThreadId, Threads};

impl<T: Threads, C: Clock, G: Grouping> Search<T, C, G> {
    pub(super) fn report(&mut self, property: Property) {
        if self.reported.contains(property) || !self.options.properties.contains(property) {
            return;
        }
        if self.result.found.is_empty() {
            self.patience = self.options.further.patience(self.result.stats.events);
        }
        self.reported.insert(property);
        let schedule = self.schedule();
        self.result.found.push(Found { property, schedule });
    }

    /// The decisions of an execution of all events.
    pub(super) fn schedule(&self) -> Schedule {
        let mut events = realize(&self.order, self.settled);
        events.extend(self.settled as EventId..self.order.len() as EventId);
        // Threads are numbered in the order of their creation in this execution.
        let mut births: Vec<(usize, usize)> = Vec::new();
        for thread in 0..self.created.len() {
            let birth = self.order.birth(thread);
            let at = birth.map_or(0, |birth| 1 + events.iter().position(|&it| it == birth).unwrap_or(events.len()));
            births.push((at, thread));
        }
        births.sort_unstable();
        let number = |thread: usize| births.iter().position(|it| it.1 == thread).unwrap_or(0) as u32;
        let decision = |&it: &EventId| {
            let event = self.order.event(it);
            Decision { thread: number(event.thread), branch: event.branch }
        };
        events.iter().map(decision).collect()
    }

    pub(super) fn is_done(&self) -> bool {
        let found = &self.result.found;
        if self.options.stop_when_cut && self.result.cut_steps {
            return true;
        }
        !found.is_empty()
            && (self.result.stats.events >= self.patience
                || self.options.properties.iter().all(|it| found.iter().any(|found| found.property == it)))
    }

    /// Nothing can be added.
    pub(super) fn complete(&mut self, watcher: &mut dyn Watcher<T>) {
        let is_stuck = (0..self.created.len()).any(|it| match self.threads.pending(self.state(it)) {
            Pending::Ended(End::Stopped(kind)) => match kind {
                StopKind::Assume | StopKind::Cut | StopKind::Steps | StopKind::Unexplored => true,
                StopKind::Exit | StopKind::Mistake => false,
            },
            _ => false,
        });
        self.total_weight += self.weight;
        let stats = &mut self.result.stats;
        stats.longest = stats.longest.max(self.order.len() as u64);
        if is_stuck {
            stats.stuck += 1;
        } else {
            stats.executions += 1;
        }
        if watcher.is_interested() {
            let states: Vec<_> =
                self.created.iter().enumerate().map(|(number, &name)| (name, self.state(number))).collect();
            watcher.maximal(&self.threads, &Complete { order: &self.order, names: &self.created }, &states);
        }
    }
}

/// An order to which nothing can be added, with the names of its threads.
struct Complete<'a, C> {
    order: &'a Order<C>,
    names: &'a [ThreadId],
}

impl<C: Clock> Maximal for Complete<'_, C> {
    fn events(&self) -> Vec<(ThreadId, u32, u32)> {
        let event = |it| {
            let event = self.order.event(it);
            (self.names[event.thread], event.index, event.branch)
        };
        (0..self.order.len() as EventId).map(event).collect()
    }

    fn is_before(&self, one: usize, other: usize) -> bool {
        self.order.is_before(one as EventId, other as EventId)
    }

    fn good(&self, event: usize) -> Option<Vec<Option<usize>>> {
        let order = self.order;
        let reading = order.reading(event as EventId)?;
        let cell = order.event(event as EventId).cell;
        let writes = (0..order.writers(cell)).flat_map(|it| order.writes(cell, it)).copied();
        let mut good: Vec<_> = writes.filter(|&it| order.is_good(reading, it)).map(|it| Some(it as usize)).collect();
        good.extend(reading.initial.then_some(None));
        Some(good)
    }
}
