//! Which steps of an execution are needed to understand its failure.
//!
//! Those that happen before it. If that is a long story, only those without which it would not happen: what threads have
//! only read does not make others do anything, and who held a mutex for that might as well not have come.

use event::{Access, Place, Step, ThreadId};

/// What went wrong.
#[derive(Clone, Copy)]
pub(super) struct Failure<'a> {
    /// Who failed; `None`: everybody is part of it.
    pub culprit: Option<ThreadId>,
    /// The two steps of a race.
    pub racing: Option<(usize, usize)>,
    /// What threads wait for.
    pub watched: &'a [Place],
}

/// A story with more rows than this is a long one.
const LONG: usize = 20;
/// A story with more steps than this is not looked through again and again.
const VERY_LONG: usize = 2000;

/// Marks the steps that are needed to understand the failure: those that happen before it, without those on places
/// that only one thread touches and nobody waits for; and of long executions without the starting and joining of threads.
pub(super) fn mark_what_matters(steps: &mut [Step], failure: Failure<'_>) {
    let culprit = failure.culprit;
    let last = steps.iter().rposition(|it| culprit.is_none_or(|culprit| it.thread == culprit));
    let Some(last) = last else { return };
    let needed = |steps: &[Step], before: fn(&Step, &Step) -> bool, roots: &[usize]| {
        let mut needed = vec![false; steps.len()];
        for index in (0..=last).rev() {
            needed[index] = culprit.is_none()
                || index == last
                || roots.contains(&index)
                || (index + 1..=last).any(|later| needed[later] && before(&steps[index], &steps[later]));
        }
        needed
    };
    mark(steps, failure, last, &needed(steps, ordered, &[]));
    if culprit.is_none() || steps.iter().filter(|it| it.matters).count() <= LONG || steps.len() > VERY_LONG {
        return;
    }
    let mut roots: Vec<usize> = failure.racing.map_or_else(Vec::new, |it| vec![it.0, it.1]);
    loop {
        let needed = needed(steps, causes, &roots);
        let missing = missing_unlocks(steps, &needed);
        if missing.is_empty() {
            return mark(steps, failure, last, &needed);
        }
        roots.extend(missing);
    }
}

/// Marks what is to be shown of the steps that are needed.
fn mark(steps: &mut [Step], Failure { culprit, watched, .. }: Failure<'_>, last: usize, needed: &[bool]) {
    // Without a second thread everything is told: there is nothing to compare with.
    let alone = steps.iter().all(|it| it.thread == steps[0].thread);
    let shared = |place: Place, thread: ThreadId| {
        alone
            || steps.iter().zip(needed).any(|(it, &needed)| {
                needed
                    && it.thread != thread
                    && it.accesses.iter().any(|it| it.place().is_some_and(|it| it.overlaps(place)))
            })
    };
    // What the thread that fails did before is part of the story, unless it is a long one.
    let own = (0..steps.len()).filter(|&it| needed[it] && Some(steps[it].thread) == culprit).count();
    let interesting: Vec<bool> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            index == last
                || step.accesses.iter().any(|it| match it.place() {
                    // Who holds which mutex is the whole point of a deadlock.
                    Some(_)
                        if culprit.is_none()
                            && matches!(it, Access::Lock(_) | Access::TryLock(_) | Access::Unlock(_)) =>
                    {
                        true
                    }
                    Some(place) if watched.iter().any(|it| it.overlaps(place)) => true,
                    Some(place) => shared(place, step.thread) || (own <= 12 && Some(step.thread) == culprit),
                    None => *it != Access::Nothing,
                })
        })
        .collect();
    let rows = (0..steps.len()).filter(|&it| needed[it] && interesting[it]).count();
    for (index, step) in steps.iter_mut().enumerate() {
        let only_threads = step.accesses.iter().all(|it| matches!(it, Access::Spawn(_) | Access::Join(_)));
        step.matters = needed[index]
            && interesting[index]
            && !step.effects.is_empty()
            && (index == last || !(only_threads && rows > 12));
    }
}

/// Whether the second step would not be what it is without the first.
fn causes(first: &Step, second: &Step) -> bool {
    let is_mutex = |it: &Access| matches!(it, Access::Lock(_) | Access::TryLock(_) | Access::Unlock(_));
    let pairs = || first.accesses.iter().flat_map(|one| second.accesses.iter().map(move |two| (one, two)));
    first.thread == second.thread
        || first.accesses.contains(&Access::Spawn(second.thread))
        || second.accesses.contains(&Access::Join(first.thread))
        || pairs()
            .filter(|(one, two)| !(is_mutex(one) && is_mutex(two)))
            .any(|(one, two)| !one.is_look() && one.conflicts(*two))
}

/// Who is shown to take a mutex is shown to give it back before another one takes it.
fn missing_unlocks(steps: &[Step], needed: &[bool]) -> Vec<usize> {
    let with = |index: usize, is: fn(&Access) -> bool| steps[index].accesses.iter().filter(move |it| is(it));
    let takes = |it: &Access| matches!(it, Access::Lock(_) | Access::TryLock(_));
    let gives = |it: &Access| matches!(it, Access::Unlock(_));
    let mut missing = Vec::new();
    for taken in (0..steps.len()).filter(|&it| needed[it]) {
        for place in with(taken, takes).filter_map(|it| it.place()) {
            let same = |it: &Access| it.place() == Some(place);
            let Some(given) = (0..taken).rev().find(|&it| with(it, gives).any(same)) else { continue };
            let own = |it: &usize| steps[*it].thread == steps[given].thread;
            let before = (0..given).rev().filter(own).find(|&it| with(it, takes).any(same));
            if !needed[given] && before.is_some_and(|it| needed[it]) {
                missing.push(given);
            }
        }
    }
    missing
}

/// Whether the first step must come before the second.
pub(super) fn ordered(first: &Step, second: &Step) -> bool {
    first.thread == second.thread
        || first.accesses.contains(&Access::Spawn(second.thread))
        || second.accesses.contains(&Access::Join(first.thread))
        || first.accesses.iter().any(|one| second.accesses.iter().any(|two| one.conflicts(*two)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Effect, ObjectId};
    use source::Span;

    const MUTEX: Place = Place { object: ObjectId(1), offset: 0, length: 4 };
    const DATA: Place = Place { object: ObjectId(2), offset: 0, length: 4 };
    const OTHER: Place = Place { object: ObjectId(3), offset: 0, length: 4 };

    fn step((thread, access): (u32, Access)) -> Step {
        let effects = vec![Effect { position: Span::NONE, text: "does".to_owned(), touch: None }];
        let (thread, accesses) = (ThreadId(thread), vec![access]);
        Step { thread, position: Span::NONE, function: String::new(), accesses, effects, matters: true }
    }

    /// Which steps matter if the thread 2 fails at the end.
    fn matter(steps: &[(u32, Access)]) -> Vec<bool> {
        let mut steps: Vec<Step> = steps.iter().copied().map(step).collect();
        let failure = Failure { culprit: Some(ThreadId(2)), racing: None, watched: &[] };
        mark_what_matters(&mut steps, failure);
        steps.iter().map(|it| it.matters).collect()
    }

    /// Thread 1 does something under the mutex, again and again; then thread 0 writes, and thread 2 fails.
    fn story(rounds: usize, does: Access) -> Vec<(u32, Access)> {
        let round = [(1, Access::Lock(MUTEX)), (1, does), (1, Access::Unlock(MUTEX))];
        let mut steps: Vec<(u32, Access)> = round.repeat(rounds);
        steps.extend([(0, Access::Lock(MUTEX)), (0, Access::Write(DATA)), (0, Access::Unlock(MUTEX))]);
        steps.extend([(2, Access::Lock(MUTEX)), (2, Access::Read(DATA)), (2, Access::Read(OTHER))]);
        steps
    }

    #[test]
    fn in_a_short_story_everything_is_told_that_happens_before() {
        assert_eq!(matter(&story(2, Access::Read(DATA))), [true; 12]);
    }

    #[test]
    fn in_a_long_story_who_only_reads_is_left_out() {
        let matters = matter(&story(10, Access::Read(DATA)));
        assert_eq!(matters, [[false; 30].as_slice(), &[true; 6]].concat());
    }

    #[test]
    fn who_writes_what_is_read_is_not_left_out_and_gives_the_mutex_back() {
        let matters = matter(&story(10, Access::Write(OTHER)));
        assert_eq!(matters, [true; 36]);
    }

    #[test]
    fn both_steps_of_a_race_are_told() {
        let mut steps: Vec<Step> = story(10, Access::Read(DATA)).into_iter().map(step).collect();
        let failure = Failure { culprit: Some(ThreadId(2)), racing: Some((4, 34)), watched: &[] };
        mark_what_matters(&mut steps, failure);
        assert!(steps[4].matters && steps[34].matters && !steps[7].matters);
    }
}
