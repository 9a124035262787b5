//! What others may still do, by definition: whoever is told that nothing conflicts with a step can be held there while the
//! others go on, and nothing does.

use event::{Access, Choice, System, ThreadId};
use fastrand::Rng;

/// How far a system is run, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    /// How many executions.
    pub count: u32,
    /// The most steps of each.
    pub steps: u32,
    /// How often the others are run without a thread,
    pub tries: u32,
    /// and how far.
    pub farthest: u32,
}

impl Default for Walks {
    fn default() -> Self {
        Walks { count: 3, steps: 60, tries: 3, farthest: 60 }
    }
}

/// How many questions were asked, and how often nothing conflicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Questions about steps that others can notice.
    pub questions: u64,
    /// How often the answer was no.
    pub nothing: u64,
}

/// Runs a system at random; asks about all steps that could be next, and tries each answer that says no.
pub fn check(system: &mut impl System, walks: Walks, rng: &mut Rng) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for _ in 0..walks.count {
        for _ in 0..walks.steps {
            for thread in enabled(system, None) {
                let mut accesses = Vec::new();
                system.pending(thread, &mut accesses);
                tally.questions += u64::from(accesses.iter().any(|it| it.place().is_some()));
                if !system.may_conflict_later(thread, &accesses) {
                    tally.nothing += u64::from(accesses.iter().any(|it| it.place().is_some()));
                    hold(system, thread, &accesses, walks, rng)?;
                }
            }
            if step(system, None, rng).is_none() {
                break;
            }
        }
        system.back_to(0);
    }
    Ok(tally)
}

fn enabled(system: &mut impl System, without: Option<ThreadId>) -> Vec<ThreadId> {
    let threads = system.threads().to_vec();
    threads.into_iter().filter(|&it| Some(it) != without && system.enabled(it)).collect()
}

/// A step of somebody; who it was and what it touched. `None`: nobody can go on.
fn step(system: &mut impl System, without: Option<ThreadId>, rng: &mut Rng) -> Option<(ThreadId, Vec<Access>)> {
    let threads = enabled(system, without);
    let &thread = threads.get(rng.usize(0..threads.len().max(1)))?;
    let branch = rng.u32(0..system.branches(thread));
    let mut accesses = Vec::new();
    system.step(Choice { thread, branch }, &mut accesses);
    Some((thread, accesses))
}

/// Runs the others without a thread; complains if one of them conflicts with its next step.
fn hold(
    system: &mut impl System,
    thread: ThreadId,
    accesses: &[Access],
    walks: Walks,
    rng: &mut Rng,
) -> Result<(), String> {
    let depth = system.depth();
    let follows = [Access::Join(thread), Access::Follow(thread)];
    for _ in 0..walks.tries {
        for _ in 0..walks.farthest {
            let Some((other, theirs)) = step(system, Some(thread), rng) else { break };
            let leads = [Access::Join(other), Access::Follow(other)];
            let is_ordered =
                theirs.iter().any(|it| follows.contains(it)) || accesses.iter().any(|it| leads.contains(it));
            if is_ordered || event::conflict(&theirs, accesses) {
                let step = system.depth();
                return Err(format!(
                    "after {depth} steps {thread:?} would touch {accesses:?}, and nothing was to conflict with that; in \
                     step {step} {other:?} touches {theirs:?}"
                ));
            }
        }
        system.back_to(depth);
    }
    Ok(())
}
