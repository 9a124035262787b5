//! What happens before what, between threads: the arrows of the picture.
//!
//! A thread begins behind the step that starts it, and is joined behind its last step. Whoever takes a mutex comes behind
//! the step that gave it back, whoever reads comes behind the step that wrote what it reads. All steps count, also those
//! that are not shown: what a read takes is known from all of them. Arrows that follow from others are kept apart, since
//! they would only be in the way until somebody asks for them.

use super::run::Run;
use crate::order::{in_common, reduced};
use event::{Access, Place, Step};
use std::collections::BTreeMap;

/// An arrow from a step to a later one of another thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub kind: Kind,
    /// What the two steps have in common: a variable, a mutex, or nothing.
    pub what: String,
    /// Whether it follows from other arrows and the order of steps in threads.
    pub is_implied: bool,
}

/// Why one step comes before the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// It starts the thread of the other.
    Start,
    /// The other waits for the end of its thread.
    Join,
    /// It gives a mutex back that the other takes.
    Handover,
    /// It writes what the other reads.
    Value,
}

impl Kind {
    /// The class of the arrow.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Start => "start",
            Kind::Join => "join",
            Kind::Handover => "handover",
            Kind::Value => "value",
        }
    }
}

impl Edge {
    /// Said of the later step, before the number of the earlier one: `takes balance from`.
    pub fn words(&self) -> String {
        match (self.kind, self.what.as_str()) {
            (Kind::Start, _) => "was started by".to_owned(),
            (Kind::Join, _) => "waited for".to_owned(),
            (Kind::Handover, "") => "gets the mutex from".to_owned(),
            (Kind::Handover, mutex) => format!("gets {mutex} from"),
            (Kind::Value, "") => "reads what was written by".to_owned(),
            (Kind::Value, variable) => format!("reads {variable} as written by"),
        }
    }
}

/// The arrows of a run between steps that are shown, in the order of their heads.
pub fn edges(run: &Run<'_>, is_shown: impl Fn(usize) -> bool) -> Vec<Edge> {
    let mut edges: BTreeMap<(usize, usize), Edge> = BTreeMap::new();
    let shown: Vec<usize> = (0..run.steps.len()).filter(|&it| is_shown(it)).collect();
    for &to in &shown {
        for (from, kind) in sources(run.steps, to, &shown) {
            // Two steps that race come one after the other here, but nothing makes them.
            let is_race = run.races(from) && run.races(to);
            if run.steps[from].thread != run.steps[to].thread && is_shown(from) && !is_race {
                let what = in_common(&run.steps[from], &run.steps[to]).unwrap_or_default();
                edges.entry((to, from)).or_insert(Edge { from, to, kind, what, is_implied: true });
            }
        }
    }
    let steps: Vec<&Step> = shown.iter().map(|&it| &run.steps[it]).collect();
    for it in reduced(&steps, |from, to| edges.contains_key(&(shown[to], shown[from]))) {
        if let Some(edge) = edges.get_mut(&(shown[it.second], shown[it.first])) {
            edge.is_implied = false;
        }
    }
    edges.into_values().collect()
}

/// The steps that a step comes right behind, of whatever thread, and why; each reason has its own.
fn sources(steps: &[Step], to: usize, shown: &[usize]) -> Vec<(usize, Kind)> {
    let mut found = Vec::new();
    let step = &steps[to];
    let is_first = !shown.iter().any(|&it| it < to && steps[it].thread == step.thread);
    let start = |it: &Step| it.accesses.contains(&Access::Spawn(step.thread));
    if is_first {
        found.extend(steps[..to].iter().position(start).map(|it| (it, Kind::Start)));
    }
    for access in &step.accesses {
        match *access {
            Access::Join(thread) | Access::Follow(thread) => {
                let last = |&&it: &&usize| it < to && steps[it].thread == thread;
                found.extend(shown.iter().rev().find(last).map(|&it| (it, Kind::Join)));
            }
            Access::Lock(place) | Access::TryLock(place) => {
                found.extend(last(&steps[..to], |it| gives_back(it, place)).map(|it| (it, Kind::Handover)));
            }
            Access::Read(place) | Access::Expect(place) | Access::Update(place) => {
                found.extend(last(&steps[..to], |it| writes(it, place)).map(|it| (it, Kind::Value)));
            }
            Access::Write(_)
            | Access::FailedTryLock(_)
            | Access::Unlock(_)
            | Access::ResetMutex(_)
            | Access::EndObject(_)
            | Access::Spawn(_)
            | Access::Detach(_)
            | Access::Choose
            | Access::Fence
            | Access::Nothing => {}
        }
    }
    found.sort_unstable_by_key(|it| it.1);
    found
}

/// The last step in which something does this.
fn last(steps: &[Step], does: impl Fn(Access) -> bool) -> Option<usize> {
    steps.iter().rposition(|it| it.accesses.iter().any(|&it| does(it)))
}

fn gives_back(access: Access, mutex: Place) -> bool {
    matches!(access, Access::Unlock(place) | Access::ResetMutex(place) if place.overlaps(mutex))
}

fn writes(access: Access, bytes: Place) -> bool {
    matches!(access, Access::Write(place) | Access::Update(place) | Access::EndObject(place) if place.overlaps(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tests::{actors, effect, place, step, steps};
    use event::ThreadId;

    fn found(steps: &[Step], is_shown: impl Fn(usize) -> bool) -> Vec<(usize, usize, Kind, bool)> {
        let actors = actors(3);
        let run = Run::passing(&actors, steps);
        edges(&run, is_shown).iter().map(|it| (it.from, it.to, it.kind, it.is_implied)).collect()
    }

    #[test]
    fn threads_mutexes_and_values_go_from_one_to_the_other() {
        let expected = [
            (0, 2, Kind::Start, false),
            (1, 5, Kind::Start, false),
            (4, 5, Kind::Handover, false),
            // What was written under the mutex comes with it.
            (3, 6, Kind::Value, true),
            (3, 7, Kind::Value, true),
            (4, 9, Kind::Join, false),
            (8, 10, Kind::Join, false),
        ];
        assert_eq!(found(&steps(), |_| true), expected);
    }

    #[test]
    fn a_read_takes_what_was_written_last_also_by_steps_that_are_not_shown() {
        let x = place(1);
        let write = |thread| step(thread, &[Access::Write(x)], effect(1, "x", None));
        let read = |thread| step(thread, &[Access::Read(x)], effect(1, "x", None));
        let list = [write(1), write(2), write(1), read(2)];
        assert_eq!(found(&list, |_| true), [(2, 3, Kind::Value, false)]);
        assert_eq!(found(&list, |it| it != 2), [], "the first write is not what is read");
        assert_eq!(found(&[write(2), read(2)], |_| true), [], "a thread follows itself");
    }

    #[test]
    fn starts_and_joins_lead_to_what_is_shown_of_a_thread() {
        let shown = |it: usize| ![2, 8].contains(&it);
        let list = found(&steps(), shown);
        assert!(list.contains(&(0, 3, Kind::Start, false)) && list.contains(&(7, 10, Kind::Join, false)), "{list:?}");
    }

    #[test]
    fn steps_that_race_are_not_ordered() {
        let x = place(1);
        let list =
            [step(1, &[Access::Write(x)], effect(1, "x", None)), step(2, &[Access::Read(x)], effect(1, "x", None))];
        let actors = actors(3);
        let run = Run { racing: Some((0, 1)), ..Run::passing(&actors, &list) };
        assert_eq!(edges(&run, |_| true), []);
    }

    #[test]
    fn a_tried_mutex_was_given_back_by_somebody() {
        let mutex = place(1);
        let one = step(1, &[Access::Unlock(mutex)], effect(1, "m", None));
        let two = step(2, &[Access::TryLock(mutex), Access::Follow(ThreadId(1))], effect(1, "m", None));
        assert_eq!(found(&[one, two], |_| true), [(0, 1, Kind::Join, false)], "one arrow is enough");
    }
}
