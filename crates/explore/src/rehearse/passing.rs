//! The nearest run that passes.
//!
//! Somewhere in a failing execution two steps of different threads come in the wrong order. For every pair that could come in
//! the other order, and that nothing in between puts in this one, that is tried: what does not depend on the first of the two
//! goes on without it until the second is done, then everything else follows as before. Of the runs that pass, the one with
//! the fewest switches is what the programmer most likely had in mind.

use super::shorten::switches;
use super::{Ending, Rehearsal};
use event::{Access, Choice, Execution, System, ThreadId, conflict};

/// A run in which nothing is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passing {
    /// What was done.
    pub choices: Vec<Choice>,
    /// Which events of the failing execution come in the other order.
    pub reversed: (usize, usize),
}

/// Steps that may be made in all.
const STEPS: u64 = 60_000;
/// In longer executions only the last events are looked at.
const LONGEST: usize = 300;

/// The run that is most like the failing one, and passes.
pub fn passing<S: System>(rehearsal: &mut Rehearsal<'_, S>, failing: &[Choice]) -> Option<Passing> {
    rehearsal.allow(STEPS);
    rehearsal.run(failing);
    let execution = rehearsal.execution.clone();
    let failing = rehearsal.choices();
    let before = Before::of(&execution);
    let mut best: Option<(usize, Passing)> = None;
    for (first, second) in races(&execution, &before) {
        if rehearsal.is_over() {
            break;
        }
        let wishes = reversed(&failing, &before, first, second);
        if rehearsal.run(&wishes) != Ending::Passed {
            continue;
        }
        let choices = rehearsal.choices();
        if !is_reversed(&failing, &choices, first, second) {
            continue;
        }
        let switches = switches(&choices);
        if best.as_ref().is_none_or(|it| switches < it.0) {
            best = Some((switches, Passing { choices, reversed: (first, second) }));
        }
    }
    best.map(|it| it.1)
}

/// Which of the last [`LONGEST`] events happen before which.
struct Before {
    /// The first of them.
    start: usize,
    /// For each of them, those of them that happen before it.
    rows: Vec<Vec<bool>>,
}

impl Before {
    fn of(execution: &Execution) -> Before {
        let start = execution.len().saturating_sub(LONGEST);
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for later in start..execution.len() {
            let mut own = vec![false; later - start];
            for earlier in (0..own.len()).rev() {
                if !own[earlier] && is_ordered(execution, start + earlier, later) {
                    own[earlier] = true;
                    own.iter_mut().zip(&rows[earlier]).for_each(|(own, &it)| *own |= it);
                }
            }
            rows.push(own);
        }
        Before { start, rows }
    }

    /// Whether one event happens before a later one; both are among the last.
    fn is(&self, earlier: usize, later: usize) -> bool {
        self.rows[later - self.start][earlier - self.start]
    }
}

fn thread(execution: &Execution, event: usize) -> ThreadId {
    execution.events()[event].choice.thread
}

/// Whether an event comes before a later one because of what they are.
fn is_ordered(execution: &Execution, earlier: usize, later: usize) -> bool {
    thread(execution, earlier) == thread(execution, later)
        || makes(execution, earlier, later)
        || conflict(execution.accesses(earlier), execution.accesses(later))
}

/// Whether that is so in every execution: a thread is started before it runs, and joined when it has ended.
fn makes(execution: &Execution, earlier: usize, later: usize) -> bool {
    let (one, two) = (thread(execution, earlier), thread(execution, later));
    execution.accesses(earlier).contains(&Access::Spawn(two))
        || execution
            .accesses(later)
            .iter()
            .any(|it| matches!(it, Access::Join(end) | Access::Follow(end) if *end == one))
}

/// The pairs of events that may come in the other order, the last first.
fn races(execution: &Execution, before: &Before) -> Vec<(usize, usize)> {
    let mut races = Vec::new();
    for second in (before.start..execution.len()).rev() {
        for first in (before.start..second).rev() {
            let is_direct = thread(execution, first) != thread(execution, second)
                && !makes(execution, first, second)
                && conflict(execution.accesses(first), execution.accesses(second))
                && !(first + 1..second).any(|it| before.is(first, it) && before.is(it, second));
            if is_direct || lets_in(execution, first, second) {
                races.push((first, second));
            }
        }
    }
    races
}

/// Whether both take the same mutex: whoever is first lets the other one in, so an unlock always lies between them.
fn lets_in(execution: &Execution, first: usize, second: usize) -> bool {
    let taken = |event: usize| {
        execution.accesses(event).iter().find_map(|it| match it {
            Access::Lock(mutex) | Access::TryLock(mutex) => Some(*mutex),
            _ => None,
        })
    };
    thread(execution, first) != thread(execution, second)
        && taken(first).is_some_and(|it| taken(second) == Some(it))
        && !(first + 1..second).any(|it| taken(it) == taken(first))
}

/// The wish list in which the second event comes before the first.
fn reversed(failing: &[Choice], before: &Before, first: usize, second: usize) -> Vec<Choice> {
    let other = failing[second].thread;
    // The thread of the second event does not wait for the first one, even if it did.
    let waits = |it: usize| it == first || before.is(first, it) && failing[it].thread != other;
    let (late, early): (Vec<usize>, Vec<usize>) = (first..=second).partition(|&it| waits(it));
    let order = (0..first).chain(early).chain(late).chain(second + 1..failing.len());
    order.map(|it| failing[it]).collect()
}

/// Whether the second event comes before the first in a run, as the how-manieth steps of their threads.
fn is_reversed(failing: &[Choice], run: &[Choice], first: usize, second: usize) -> bool {
    let place = |event: usize| {
        let thread = failing[event].thread;
        let number = failing[..event].iter().filter(|it| it.thread == thread).count();
        run.iter().enumerate().filter(|it| it.1.thread == thread).nth(number).map(|it| it.0)
    };
    match (place(first), place(second)) {
        (Some(first), Some(second)) => second < first,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}
