//! Which steps of an execution are needed to understand its failure.

use event::{Access, Place, Step, ThreadId};

/// Marks the steps that are needed to understand the failure: those that happen before it, without those on places
/// that only one thread touches and nobody waits for (`watched`); and of long executions without the starting and joining of threads.
pub(super) fn mark_what_matters(steps: &mut [Step], culprit: Option<ThreadId>, watched: &[Place]) {
    let mut needed = vec![false; steps.len()];
    let last = steps.iter().rposition(|it| culprit.is_none_or(|culprit| it.thread == culprit));
    let Some(last) = last else { return };
    for index in (0..=last).rev() {
        let before = culprit.is_none()
            || index == last
            || (index + 1..=last).any(|later| needed[later] && ordered(&steps[index], &steps[later]));
        needed[index] = before;
    }
    // Without a second thread everything is told: there is nothing to compare with.
    let alone = steps.iter().all(|it| it.thread == steps[0].thread);
    let shared = |place: Place, thread: ThreadId| {
        alone
            || steps.iter().zip(&needed).any(|(it, &needed)| {
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

/// Whether the first step must come before the second.
pub(super) fn ordered(first: &Step, second: &Step) -> bool {
    first.thread == second.thread
        || first.accesses.contains(&Access::Spawn(second.thread))
        || second.accesses.contains(&Access::Join(first.thread))
        || first.accesses.iter().any(|one| second.accesses.iter().any(|two| one.conflicts(*two)))
}
