//! Every violation that is found in a program of `corpus/` can be saved, read again and replayed in the plain machine, and ends at
//! the same failure: whatever engine has found it, and whatever the options were.

use crate::common::in_parallel;
use crate::common::violated::{Head, programs, search};
use event::{Counterexample, Properties, Verdict, Violation};
use explore::Reduction;
use raddle::CheckOptions;
use raddle::actors::{ActorCheck, ActorOptions};
use raddle::replay::{self, Ending, Program};
use raddle::saved::{SavedProgram, SavedTrace};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Saves a violation, reads it again, runs it again, and says what is not as it was.
fn saved_and_replayed(
    program: &Program,
    saved: &SavedProgram,
    checked: Properties,
    violation: &Violation,
) -> Result<(), String> {
    let Violation { property, counterexample } = violation;
    let trace = SavedTrace::new(saved.clone(), checked, *property, counterexample);
    let text = replay::write::text(&trace);
    let back = replay::read::parse(&text, Some(*property))?;
    if back != trace {
        return Err(format!("{property}: it is not read as it was written"));
    }
    let replayed = replay::replay(program, &back)?;
    let told = |it: &Counterexample| (it.fault, it.position, it.summary.clone());
    match &replayed.ending {
        Ending::Violated(again) if told(again) == told(counterexample) && replayed.difference.is_none() => Ok(()),
        Ending::Violated(again) => {
            let (was, is) = (told(counterexample), told(again));
            Err(format!("{property}: it was {was:?},\n  and is {is:?}; {:?}\n{text}", replayed.difference))
        }
        Ending::Holds(_) | Ending::Diverged(_) => {
            Err(format!("{property}: {}\n{}{text}", replayed.line(), replayed.explanation()))
        }
    }
}

/// Replays all violations of a verdict; how many there are.
fn all_replayed(
    program: &Program,
    saved: &SavedProgram,
    checked: Properties,
    verdict: &Verdict,
) -> Result<usize, String> {
    match verdict {
        Verdict::Unsafe { violations } => {
            for it in violations {
                saved_and_replayed(program, saved, checked, it)?;
            }
            Ok(violations.len())
        }
        Verdict::Safe { .. } | Verdict::Partial { .. } => Ok(0),
        Verdict::Unknown { because: event::Reason::Internal(why) } => Err(why.clone()),
        Verdict::Unknown { .. } => Ok(0),
    }
}

/// The ways in which C programs are checked.
#[derive(Clone, Copy, Debug)]
enum Way {
    Explore(Reduction),
    Ordering,
}

fn threads(head: &Head, way: Way) -> Result<usize, String> {
    let (reduction, preserved) = match way {
        Way::Explore(reduction) => (reduction, reduction.preserves()),
        Way::Ordering => (Reduction::Optimal, Properties::of_threads()),
    };
    let load = head.load.clone();
    let loaded = raddle::load_files(&head.files, &load).map_err(|it| format!("{it:?}"))?;
    let saved = SavedProgram::of_threads(&head.files, &load);
    let asked = head.properties.unwrap_or(Properties::of_threads()).intersection(preserved);
    let options = CheckOptions {
        search: search(head, reduction, asked.intersection(Properties::of_threads())),
        unroll: head.unroll,
        ..CheckOptions::default()
    };
    let outcome = match way {
        Way::Explore(_) => raddle::check(&loaded.program, &options, &mut |_, _| ()),
        Way::Ordering => raddle::ordering::check(&loaded.program, &options, Default::default(), &mut |_| ()),
    };
    all_replayed(&Program::Threads(Box::new(loaded)), &saved, options.search.properties, &outcome.verdict)
}

fn actors(head: &Head) -> Result<usize, String> {
    let options = ActorOptions { flags: head.load.flags.clone(), ..ActorOptions::default() };
    let loaded = raddle::actors::load(&head.files, &options).map_err(|it| format!("{it:?}"))?;
    let saved = SavedProgram::of_actors(&head.files, &options);
    let checked = head.properties.unwrap_or(Properties::of_actors()).intersection(Properties::of_actors());
    let check = ActorCheck { search: search(head, Reduction::Optimal, checked), dynamic: false };
    let outcome = raddle::actors::check(&loaded, &check, &mut |_, _| ());
    all_replayed(&Program::Actors(Box::new(loaded)), &saved, checked, &outcome.verdict)
}

/// Runs `work` on all of them; there must be this many violations at least.
fn all(heads: &[Head], least: usize, work: impl Fn(&Head) -> Result<usize, String> + Sync) {
    let count = AtomicUsize::new(0);
    let complaints = in_parallel(heads, |head| {
        let found = work(head).map_err(|it| format!("== {}: {it}", head.files[0].display()))?;
        count.fetch_add(found, Ordering::Relaxed);
        Ok(())
    });
    assert!(complaints.is_empty(), "{} do not replay\n{}", complaints.len(), complaints.join("\n"));
    let count = count.into_inner();
    assert!(count >= least, "only {count} violations were found in {} programs", heads.len());
}

#[test]
fn what_is_explored_replays() {
    let heads = programs(&["c", "i", "ir"]);
    all(&heads, heads.len(), |it| threads(it, Way::Explore(Reduction::Optimal)));
}

#[test]
fn what_values_show_replays() {
    let heads = programs(&["c", "i", "ir"]);
    all(&heads, 100, |it| threads(it, Way::Explore(Reduction::Value)));
}

#[test]
fn what_orders_show_replays() {
    let heads = programs(&["c", "i", "ir"]);
    all(&heads, 300, |it| threads(it, Way::Ordering));
}

#[test]
fn what_actors_do_replays() {
    let heads = programs(&["abs"]);
    all(&heads, heads.len(), actors);
}
