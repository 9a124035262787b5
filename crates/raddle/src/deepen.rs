//! How far threads are followed when nobody has said it.
//!
//! Most programs end by themselves, however their threads are interleaved: they are followed to their end, and no bound
//! matters. If some thread goes on and on (a loop that is left only when others have done something, but that does
//! something itself in each round; a server), following it first to the very end of a large bound would hide what
//! happens early on. So the bound starts small, and is doubled as long as it cuts something and the next round seems
//! affordable. The last bound that was explored to its end is what is claimed.

use crate::search::Search;
use explore::Exploration;

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

/// Follows threads up to the bound that is asked for, or as far as it takes. `follow` is given the bound, whether to end
/// when it cuts something, and how many events it may take.
pub(crate) fn as_far_as_it_takes<T: Followed>(search: &Search, follow: &mut dyn FnMut(u32, bool, u64) -> T) -> T {
    if let Some(steps) = search.most_steps {
        return follow(steps, false, u64::MAX);
    }
    let whole = follow(LONG, true, u64::MAX);
    // What was found counts, however deep it is.
    if !whole.result().cut_steps || !whole.result().found.is_empty() {
        return whole;
    }
    let affordable = if search.reduction.compares_states() { AFFORDABLE_BY_STATE } else { AFFORDABLE };
    deepen(affordable, follow)
}

/// Doubles the bound until nothing is cut any more, or too much would be left to do.
fn deepen<T: Followed>(affordable: f64, follow: &mut dyn FnMut(u32, bool, u64) -> T) -> T {
    let mut last: Option<T> = None;
    let mut steps = FIRST;
    loop {
        // The first bound is explored whatever it takes: there would be nothing to claim without it.
        let most = if last.is_some() { 3 * affordable as u64 } else { u64::MAX };
        let next = follow(steps, false, most);
        let (events, is_cut) = (next.result().stats.events as f64, next.result().cut_steps);
        let growth = last.as_ref().map_or(1.0, |it| events / (it.result().stats.events as f64).max(1.0));
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
