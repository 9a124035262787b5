//! What threads can have seen, and how they can end.

use super::super::report::End;
use super::super::state::Path;
use super::{Event, Kind, Linear};
use std::collections::{BTreeMap, BTreeSet};

/// Something that a thread finds out. Together with what came before it decides what the thread does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Known {
    /// The value that was read. Of a mutex: whether it was held.
    Read(u64),
    /// The number of the branch that was chosen.
    Chose(usize),
    /// The result of a thread that was joined.
    Joined(u64),
}

/// All that a thread has found out so far.
pub type History = Vec<Known>;

/// For each thread the histories that it can have, those on the way included.
pub fn local_states(executions: &[Linear]) -> BTreeMap<Path, BTreeSet<History>> {
    let mut all: BTreeMap<Path, BTreeSet<History>> = BTreeMap::new();
    for execution in executions {
        for (thread, history) in histories(execution) {
            let known = all.entry(thread.clone()).or_default();
            // Whoever has a history has all of its beginnings.
            let is_new = |length: &usize| !known.contains(&history[..*length]);
            let new: Vec<usize> = (0..=history.len()).rev().take_while(is_new).collect();
            known.extend(new.into_iter().map(|it| history[..it].to_vec()));
        }
    }
    all
}

/// For each thread how it can end.
pub fn thread_ends(executions: &[Linear]) -> BTreeMap<Path, BTreeSet<End>> {
    let mut all: BTreeMap<Path, BTreeSet<End>> = BTreeMap::new();
    for (thread, end) in executions.iter().flat_map(|it| it.ends.iter()) {
        all.entry(thread.clone()).or_default().insert(*end);
    }
    all
}

/// What each thread has found out in the end.
fn histories(execution: &Linear) -> BTreeMap<&Path, History> {
    let mut all: BTreeMap<&Path, History> = execution.ends.keys().map(|it| (it, History::new())).collect();
    for event in &execution.events {
        all.get_mut(&event.thread).expect("every thread ends somehow").extend(known(event));
    }
    all
}

fn known(event: &Event) -> Option<Known> {
    match event.kind {
        Kind::Access => event.read.map(|it| Known::Read(it.value)),
        Kind::Mutex => event.read.map(|it| Known::Read(u64::from(it.value != 0))),
        Kind::Join(_, result) => Some(Known::Joined(result)),
        Kind::Choose(branch) => Some(Known::Chose(branch)),
        Kind::Spawn(_) | Kind::Other => None,
    }
}
