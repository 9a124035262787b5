//! How far threads are followed when nobody has said it.
//!
//! Most programs end by themselves, however their threads are interleaved: they are followed to their end, and no bound
//! matters. If some thread goes on and on (a loop that is left only when others have done something, but that does
//! something itself in each round; a server), following it first to the very end of a large bound would hide what
//! happens early on. So the bound starts small, and is doubled as long as it cuts something and the next round seems
//! affordable. The last bound that was explored to its end is what is claimed.

use crate::search::Search;
use explore::Exploration;
use serde::{Deserialize, Serialize};

/// A thread that makes more steps than this without an end in sight may be one that has none.
const LONG: u32 = 1_000;
/// The first bound for programs with such threads, and the last.
const FIRST: u32 = 16;
const LAST: u32 = 10_000;
/// A round that will take more events than this is not begun.
const AFFORDABLE: f64 = 1e7;
/// The same if each event takes long, because states are compared.
const AFFORDABLE_BY_STATE: f64 = 1e6;

/// What was found by following threads so far.
pub(crate) trait Followed {
    /// What was found.
    fn result(&self) -> &Exploration;
}

/// One try: how far threads are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Stage {
    /// The bound.
    pub steps: u32,
    /// Whether to end when it cuts something.
    pub stop_when_cut: bool,
    /// How many events it may take.
    pub most_events: u64,
    /// How many events the try before has taken, if it counts.
    events_before: Option<u64>,
}

/// Follows threads up to the bound that is asked for, or as far as it takes. Goes on from the stage at which an earlier run has
/// ended, if there was one.
pub(crate) fn as_far_as_it_takes<T: Followed>(
    search: &Search,
    reached: Option<Stage>,
    follow: &mut dyn FnMut(Stage) -> T,
) -> T {
    let bounded = |steps| Stage { steps, stop_when_cut: false, most_events: u64::MAX, events_before: None };
    if let Some(steps) = search.most_steps {
        return follow(bounded(steps));
    }
    let first = match reached {
        Some(stage) if !stage.stop_when_cut => stage,
        _ => {
            let whole = follow(Stage { stop_when_cut: true, ..bounded(LONG) });
            // What was found counts, however deep it is.
            if !whole.result().cut_steps || !whole.result().found.is_empty() {
                return whole;
            }
            bounded(FIRST)
        }
    };
    let affordable = if search.reduction.compares_states() { AFFORDABLE_BY_STATE } else { AFFORDABLE };
    deepen(first, affordable, follow)
}

/// Doubles the bound until nothing is cut any more, or too much would be left to do.
fn deepen<T: Followed>(first: Stage, affordable: f64, follow: &mut dyn FnMut(Stage) -> T) -> T {
    let mut last: Option<T> = None;
    let Stage { mut steps, mut events_before, .. } = first;
    loop {
        // The first bound is explored whatever it takes: there would be nothing to claim without it.
        let most_events = if events_before.is_some() { 3 * affordable as u64 } else { u64::MAX };
        let next = follow(Stage { steps, stop_when_cut: false, most_events, events_before });
        let (events, is_cut) = (next.result().stats.events as f64, next.result().cut_steps);
        let growth = events_before.map_or(1.0, |it| events / (it as f64).max(1.0));
        events_before = Some(next.result().stats.events);
        match last {
            // What was explored to its end counts more than what was not.
            Some(last) if next.result().limit.is_some() && next.result().found.is_empty() => return last,
            _ if !is_cut || next.result().limit.is_some() || !next.result().found.is_empty() => return next,
            _ if steps == LAST || events * growth > affordable => return next,
            _ => last = Some(next),
        }
        steps = (2 * steps).min(LAST);
    }
}
