//! Optimal exploration with observers: two stores to the same bytes are ordered only if somebody reads one of them.
//!
//! Aronis, Jonsson, Lång, Sagonas: *Optimal Dynamic Partial Order Reduction with Observers* (TACAS 2018).
//!
//! N threads that store to one variable which nobody reads have one class instead of N!. What threads find out and how
//! they end is the same as under every interleaving; what memory holds at the end is not.
//!
//! | paper | here |
//! |---|---|
//! | race of stores, observed by o | [`Race`](crate::toolbox::history::Race) with `witness` |
//! | v for a race as such | [`Observers::reverse`], as in `optimal.rs` |
//! | v for an observed race: store e comes after store e', and o reads it | [`Observers::reverse_stores`] |
//! | hb of a sequence, in which a store may be read or not | [`Observed`] |
//!
//! A store that is asleep is not woken by other stores to the same bytes: what they overwrite nobody has read. If it is
//! run after them all the same, somebody has to read it then. Mostly the planned sequence says who; if it does not, and
//! the store turns out to be overwritten or never to be read, the execution is abandoned as a repetition.
//!
//! Clocks change when a store is read ([`History::push_observing`](crate::toolbox::history::History::push_observing)), so
//! each race is looked at again after each execution, and may be none any more.

use crate::Strategy;
use crate::toolbox::clock::Clock;
use crate::toolbox::guided::{Dependence, Guided};
use crate::toolbox::history::{Trouble, store};
use crate::toolbox::sleep::{Mood, Sleeper, Step};
use crate::toolbox::wakeup::{Fate, LAST, Reversal, Steps};
use event::{Access, Choice, Execution, Place, System};

/// Two stores to the same bytes, read by nobody, do not conflict.
#[derive(Debug)]
pub(crate) struct IfRead;

impl Dependence for IfRead {
    const OBSERVES: bool = true;

    fn after(sleeper: &Sleeper, event: Step<'_>) -> Option<Sleeper> {
        let (choice, accesses) = event;
        let touched = sleeper.touched.accesses();
        let with = |mood| Some(Sleeper { mood, ..sleeper.clone() });
        match sleeper.mood {
            Mood::Failed => with(Mood::Failed),
            Mood::Owes => match fate(touched, accesses) {
                Fate::Read => None,
                Fate::Overwritten => with(Mood::Failed),
                Fate::Unknown => with(Mood::Owes),
            },
            Mood::Overtaken if sleeper.choice == choice => with(Mood::Owes),
            Mood::Asleep | Mood::Overtaken if sleeper.choice.thread == choice.thread => None,
            Mood::Asleep | Mood::Overtaken if are_same_stores(touched, accesses) => with(Mood::Overtaken),
            Mood::Asleep | Mood::Overtaken => sleeper.after(event),
        }
    }
}

fn are_same_stores(one: &[Access], two: &[Access]) -> bool {
    store(one).is_some_and(|it| store(two) == Some(it))
}

/// What an event does to a store that is the last one to its bytes. Of bytes that are overwritten in part, the rest may
/// still be read.
fn fate(stored: &[Access], accesses: &[Access]) -> Fate {
    if accesses.iter().any(|it| it.observes() && event::conflict(stored, &[*it])) {
        return Fate::Read;
    }
    let covers = |it: &Access| matches!(it, Access::Write(place) if Some(*place) == store(stored));
    if accesses.iter().any(covers) { Fate::Overwritten } else { Fate::Unknown }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Observers<C> {
    guided: Guided<C, IfRead>,
}

impl<C> Default for Observers<C> {
    fn default() -> Self {
        Observers { guided: Guided::default() }
    }
}

impl<S: System, C: Clock> Strategy<S> for Observers<C> {
    fn choose(&mut self, system: &mut S, execution: &Execution) -> Option<Choice> {
        self.guided.choose(system, execution)
    }

    fn learn(&mut self, system: &mut S, execution: &Execution, _: usize) {
        self.guided.absorb(execution);
        for index in 0..self.guided.history.races().len() {
            let race = self.guided.history.races()[index];
            let (first, second) = (race.first as usize, race.second as usize);
            let thread = execution.events()[second].choice.thread;
            if planted::bug!(WitnessesIgnored) && race.witness.is_some()
                || self.guided.history.is_before_next(first, second, thread)
            {
                continue;
            }
            match race.witness {
                None => self.reverse(system, execution, first, second),
                Some(witness) => self.reverse_stores(system, execution, first, witness as usize),
            }
        }
        let (locks, awaits) = self.guided.waiting(system, execution);
        if !awaits.is_empty() {
            self.guided.trouble = Some(Trouble::Waiting);
        }
        for (thread, mutex, events) in locks {
            for first in events {
                let sequence = self.not_after(execution, first as usize);
                self.plan(execution, first as usize, sequence, Choice { thread, branch: 0 }, &[Access::Lock(mutex)]);
            }
        }
    }

    fn backtrack(&mut self, execution: &Execution) -> Option<usize> {
        self.guided.backtrack(execution)
    }

    fn is_redundant(&self, _: &mut S) -> bool {
        self.guided.is_redundant()
    }

    fn explored(&self) -> Option<f64> {
        Some(self.guided.explored())
    }

    fn trouble(&self) -> Option<Trouble> {
        self.guided.trouble()
    }
}

impl<C: Clock> Observers<C> {
    /// Plans an execution in which the second event of a race comes before the first.
    fn reverse<S: System>(&mut self, system: &mut S, execution: &Execution, first: usize, second: usize) {
        let sequence = self.not_after(execution, first);
        self.plan_last(system, execution, first, sequence, second);
    }

    /// Plans an execution in which the first of two stores comes after the second, and the witness reads it: all that
    /// does not depend on the store, the store, what depends on it, the witness.
    fn reverse_stores<S: System>(&mut self, system: &mut S, execution: &Execution, first: usize, witness: usize) {
        let mut after = vec![first];
        let mut sequence = Vec::new();
        for event in first + 1..witness {
            if after.iter().any(|&it| self.is_ordered(execution, it, event, witness)) {
                after.push(event);
            } else {
                sequence.push(event as u32);
            }
        }
        let rest = (witness + 1..execution.len()).filter(|&it| !self.guided.history.happens_before(first, it));
        sequence.extend(rest.map(|it| it as u32));
        sequence.extend(after.into_iter().map(|it| it as u32));
        self.plan_last(system, execution, first, sequence, witness);
    }

    /// Whether the order of two events counts, as far as it is known before the witness reads.
    fn is_ordered(&self, execution: &Execution, one: usize, two: usize, witness: usize) -> bool {
        let (first, second) = (execution.events()[one].choice.thread, execution.events()[two].choice.thread);
        let (accesses, others) = (execution.accesses(one), execution.accesses(two));
        let is_read = |event| self.guided.history.observer(event).is_some_and(|it| it < witness);
        first == second
            || accesses.contains(&Access::Spawn(second))
            || others.contains(&Access::Join(first))
            || event::conflict(accesses, others) && (!are_same_stores(accesses, others) || is_read(one) || is_read(two))
    }

    /// notdep(first, E).
    fn not_after(&self, execution: &Execution, first: usize) -> Vec<u32> {
        let history = &self.guided.history;
        (first + 1..execution.len()).filter(|&it| !history.happens_before(first, it)).map(|it| it as u32).collect()
    }

    /// Plans a sequence and an event of the execution after it.
    fn plan_last<S: System>(
        &mut self,
        system: &mut S,
        execution: &Execution,
        first: usize,
        sequence: Vec<u32>,
        last: usize,
    ) {
        match self.guided.foresee(system, execution, (first, &sequence), last) {
            None => self.guided.trouble = Some(Trouble::Waiting),
            Some(foreseen) => {
                let accesses = foreseen.accesses(execution.accesses(last));
                self.plan(execution, first, sequence, foreseen.choice, accesses);
            }
        }
    }

    fn plan(&mut self, execution: &Execution, first: usize, mut sequence: Vec<u32>, last: Choice, accesses: &[Access]) {
        sequence.push(LAST);
        let steps = Observed::new(Reversal { execution, last, accesses }, &sequence);
        self.guided.plan(first, execution.events()[first].choice, &mut sequence, &steps);
    }
}

/// A sequence, and which of its stores are read in it.
struct Observed<'a> {
    steps: Reversal<'a>,
    read: Vec<u32>,
}

impl<'a> Observed<'a> {
    fn new(steps: Reversal<'a>, sequence: &[u32]) -> Self {
        let mut read = Vec::new();
        // Backwards: the places that are read before they are stored to again.
        let mut wanted: Vec<Place> = Vec::new();
        for &number in sequence.iter().rev() {
            let (_, accesses) = steps.step(number);
            if store(accesses).is_some_and(|it| wanted.iter().any(|wanted| wanted.overlaps(it))) {
                read.push(number);
            }
            // An event reads before it writes.
            for access in accesses {
                if let Access::Write(place) = *access {
                    wanted = wanted.into_iter().flat_map(|it| without(it, place)).collect();
                }
            }
            wanted.extend(accesses.iter().filter(|it| it.observes()).filter_map(|it| it.place()));
        }
        Observed { steps, read }
    }
}

/// The bytes of one place that are not in another.
fn without(place: Place, other: Place) -> impl Iterator<Item = Place> {
    let (end, other_end) = (place.offset + place.length, other.offset.saturating_add(other.length));
    let parts = if place.overlaps(other) {
        [(place.offset, other.offset), (other_end, end)]
    } else {
        [(place.offset, end), (end, end)]
    };
    let part = move |(from, to): (u32, u32)| (from < to).then(|| Place { offset: from, length: to - from, ..place });
    parts.into_iter().filter_map(part)
}

impl Steps for Observed<'_> {
    const COMPARES: bool = true;

    fn step(&self, number: u32) -> Step<'_> {
        self.steps.step(number)
    }

    fn fate(&self, store: &[Access], sequence: &[u32]) -> Fate {
        let fates = sequence.iter().map(|&it| fate(store, self.step(it).1));
        fates.into_iter().find(|it| *it != Fate::Unknown).unwrap_or(Fate::Unknown)
    }

    fn conflict(&self, touched: &[Access], number: Option<u32>, other: u32) -> bool {
        let (_, accesses) = self.step(other);
        if are_same_stores(touched, accesses) {
            let is_read = |number: u32| !planted::bug!(ReadStoresForgotten) && self.read.contains(&number);
            return is_read(other) || number.is_some_and(is_read);
        }
        event::conflict(touched, accesses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::ObjectId;

    #[test]
    fn places_are_subtracted() {
        let place = |offset, length| Place { object: ObjectId(1), offset, length };
        let rest = |one, two| without(one, two).collect::<Vec<_>>();
        assert_eq!(rest(place(0, 8), place(2, 2)), [place(0, 2), place(4, 4)]);
        assert_eq!(rest(place(0, 8), place(4, 8)), [place(0, 4)]);
        assert_eq!(rest(place(2, 2), place(0, 8)), []);
        assert_eq!(rest(place(0, 2), place(2, 2)), [place(0, 2)]);
    }
}
