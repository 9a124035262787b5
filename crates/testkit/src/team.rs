//! Explorations by several workers, and in pieces, compared with the same by one worker in one go.

use event::{Lexicon, Limit, Properties, Shareable, Stats};
use explore::{Exploration, Further, Options, Reduction, Snapshot, Team};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

/// What must be the same.
#[derive(PartialEq, Eq, Debug)]
struct Essence {
    executions: u64,
    redundant: u64,
    stuck: u64,
    /// Where executions are the same ones.
    events: Option<u64>,
    longest: u64,
    found: BTreeSet<&'static str>,
    cuts: [bool; 3],
}

fn essence(reduction: Reduction, it: &Exploration, is_alone: bool) -> Essence {
    let Stats { executions, redundant, stuck, events, longest, .. } = it.stats;
    let is_same_tree = match reduction {
        Reduction::Source | Reduction::Value | Reduction::Data => true,
        // Which execution of a class is run depends on what is begun first.
        Reduction::Optimal => false,
        // Which way to a state is taken depends on who is first.
        Reduction::State => is_alone,
        Reduction::Observers | Reduction::Context(_) | Reduction::Naive => unreachable!("nobody shares that work"),
    };
    Essence {
        executions,
        redundant: if reduction == Reduction::State && !is_alone { 0 } else { redundant },
        stuck,
        events: is_same_tree.then_some(events),
        longest: if reduction == Reduction::State && !is_alone { 0 } else { longest },
        found: it.found.iter().map(|it| it.property.name()).collect(),
        cuts: [it.cut_loops, it.cut_steps, it.unexplored],
    }
}

/// Compares an exploration by one worker with those by several, and with one that is interrupted after every so many events.
/// `properties`: what is looked for. Says how often it was interrupted.
pub fn agree<S: Shareable>(
    reduction: Reduction,
    make: &(dyn Fn() -> S + Sync),
    properties: Properties,
    most_events: u64,
    jobs: &[usize],
    piece: u64,
) -> Result<Option<u64>, String> {
    let options = Options { properties, further: Further::Everything, most_events, ..Options::default() };
    let mut system = make();
    let alone = explore::run(reduction, &mut system, &options, &mut ());
    if alone.limit.is_some() || alone.reduction != reduction {
        return Ok(None);
    }
    let restless = Options { most_events: u64::MAX, steps_per_look: 3, ..options.clone() };
    for &jobs in jobs {
        let (exploration, _) = explore::run_together(reduction, make, &restless, &Team::of(jobs), &mut |_| {});
        let is_alone = jobs == 1;
        let (found, expected) = (essence(reduction, &exploration, is_alone), essence(reduction, &alone, is_alone));
        if found != expected {
            return Err(format!("{reduction} by {jobs} workers: {found:?}, by one: {expected:?}"));
        }
    }
    let (exploration, pieces) = in_pieces(reduction, make, &restless, piece, jobs)?;
    let is_alone = jobs == [1];
    let (found, expected) = (essence(reduction, &exploration, is_alone), essence(reduction, &alone, is_alone));
    if found != expected {
        return Err(format!("{reduction} in {pieces} pieces of {piece} events: {found:?}, in one: {expected:?}"));
    }
    Ok(Some(pieces))
}

/// Explores, stops after so many events, writes down what is left, and so on; by as many workers as there are jobs, in turns.
fn in_pieces<S: Shareable>(
    reduction: Reduction,
    make: &(dyn Fn() -> S + Sync),
    options: &Options,
    piece: u64,
    jobs: &[usize],
) -> Result<(Exploration, u64), String> {
    let mut left: Option<Snapshot> = None;
    for pieces in 0.. {
        let kept = Mutex::new(None);
        let keeper = |snapshot: &Snapshot| {
            *kept.lock().expect("nobody panics") =
                Some(postcard::to_stdvec(snapshot).expect("snapshots can be written"));
        };
        let done = left.as_ref().map_or(0, |it| it.figures.stats.events);
        let options = Options { most_events: done + piece, ..options.clone() };
        let team = Team {
            jobs: jobs[pieces as usize % jobs.len()],
            keeper: Some((Duration::from_micros(50 * (pieces % 3 * 100 + 1)), &keeper)),
            left: left.take(),
        };
        let (exploration, _) = explore::run_together(reduction, make, &options, &team, &mut |_| {});
        if exploration.limit != Some(Limit::Length) {
            return Ok((exploration, pieces));
        }
        let bytes = kept.into_inner().expect("nobody panics").ok_or("nothing was kept")?;
        left = Some(postcard::from_bytes(&bytes).map_err(|it| format!("a snapshot cannot be read: {it}"))?);
    }
    unreachable!("explorations end")
}

/// Names are those of the others.
pub fn shares_names<S: Shareable>(make: &dyn Fn() -> S) -> bool {
    let lexicon = std::sync::Arc::new(Lexicon::default());
    make().share_names(&lexicon) && make().share_names(&lexicon)
}
