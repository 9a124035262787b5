//! Looks at a system beyond the current execution: who waits at its end and for what, and what an event would touch in
//! another order.

use event::{Access, Choice, End, Execution, Obstacle, Status, System, ThreadId};

/// The threads that wait at the end of an execution, and for what. Who waits for a thread could not have gone on earlier,
/// who waits for itself has shown all that it looks at: they are left out.
pub(crate) fn waiting<S: System>(system: &mut S) -> Vec<(ThreadId, Obstacle)> {
    let mut found = Vec::new();
    for index in 0..system.threads().len() {
        let thread = system.threads()[index];
        if matches!(system.status(thread), Status::Waiting) && !system.enabled(thread) {
            match system.waits_for(thread) {
                Obstacle::Thread | Obstacle::Itself => {}
                obstacle @ (Obstacle::Mutex(_) | Obstacle::Value(_) | Obstacle::Several) => {
                    found.push((thread, obstacle))
                }
            }
        }
    }
    found
}

/// Whether a thread ended by failing or being stopped: what it did last could have gone well before what made it fail.
pub(crate) fn has_failed<S: System>(system: &S, thread: ThreadId) -> bool {
    matches!(system.status(thread), Status::Ended(End::Failed(_) | End::Stopped(_)))
}

/// What a thread would touch after the first `keep` events and then some of the later ones, by the same branch, if there still is
/// one; and which branch that is. `None`: it would wait. Afterwards the system is where it was.
pub(crate) fn foresee<S: System>(
    system: &mut S,
    execution: &Execution,
    keep: usize,
    then: &[u32],
    choice: Choice,
) -> Option<(Choice, Vec<Access>)> {
    let Choice { thread, mut branch } = choice;
    let mut ignored = Vec::new();
    let mut accesses = Vec::new();
    system.back_to(keep);
    for &event in then {
        system.step(execution.events()[event as usize].choice, &mut ignored);
    }
    let can_run = system.enabled(thread);
    if can_run {
        branch = if branch < system.branches(thread) { branch } else { 0 };
        system.pending_branch(Choice { thread, branch }, &mut accesses);
    }
    system.back_to(keep);
    for event in &execution.events()[keep..] {
        system.step(event.choice, &mut ignored);
    }
    can_run.then_some((Choice { thread, branch }, accesses))
}
