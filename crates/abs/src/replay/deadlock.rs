//! Tasks that wait forever: who waits for whom.

use super::names::People;
use super::{example, waits};
use crate::actors::{Actors, Hang, Wait, waits_at};
use crate::code::Code;
use event::{Choice, Counterexample, Line, Schedule, System, ThreadId};
use source::Span;

/// What keeps each waiting task from going on, and the circle, if there is one.
pub(super) fn explain(actors: &mut Actors, people: &People) -> Counterexample {
    let waiting: Vec<ThreadId> = actors.threads().iter().copied().filter(|&it| waits(actors, it)).collect();
    let mut details = Vec::new();
    for &task in &waiting {
        details.push(Line { position: position(actors, task), text: sentence(actors, people, task) });
    }
    let circle = circle(actors, &waiting);
    let summary = if circle.len() > 1 {
        let names: Vec<String> = circle.iter().chain(circle.first()).map(|&it| people.task(actors, it)).collect();
        names.join(" waits for ")
    } else if let [only] = waiting[..] {
        format!("{} waits forever", people.task(actors, only))
    } else {
        format!("{} tasks wait forever", waiting.len())
    };
    let first = circle.first().or(waiting.first()).copied();
    Counterexample { details, ..example(first.map_or(Span::NONE, |it| position(actors, it)), summary) }
}

/// Tasks that hang while something goes on.
pub(super) fn explain_hang(actors: &Actors, people: &People, hanging: &[(ThreadId, Hang)]) -> Counterexample {
    let place = |(task, hang): (ThreadId, Hang)| match hang {
        Hang::Waits => position(actors, task),
        Hang::Round(number) => actors.code().loops[number as usize].span,
    };
    let line = |it: &(ThreadId, Hang)| {
        let text = match it.1 {
            Hang::Waits => sentence(actors, people, it.0),
            Hang::Round(_) => format!("{} never gets out of this loop", people.task(actors, it.0)),
        };
        Line { position: place(*it), text }
    };
    let summary = match hanging {
        [(task, Hang::Waits)] => format!("{} waits forever", people.task(actors, *task)),
        [(task, Hang::Round(_))] => format!("{} goes round forever", people.task(actors, *task)),
        _ => format!("{} tasks never get any further", hanging.len()),
    };
    let at = hanging.first().map_or(Span::NONE, |it| place(*it));
    Counterexample { details: hanging.iter().map(line).collect(), ..example(at, summary) }
}

/// Which steps at the end of a schedule would be made again and again. `actors` have run it.
pub(super) fn round(code: &Code, actors: &Actors, schedule: &Schedule) -> Option<Line> {
    let mut again = Actors::new(code.clone());
    for decision in schedule {
        // Names have one number in all executions of a system only.
        let thread = *again.threads().get(decision.thread as usize)?;
        again.step(Choice { thread, branch: decision.branch }, &mut Vec::new());
    }
    debug_assert_eq!(again.threads().len(), actors.threads().len(), "an execution can be run again");
    let text = match again.last_round()? {
        1 => "the last step leads back to where it began, and so on".to_owned(),
        steps => format!("the last {steps} steps lead back to where they began, and so on"),
    };
    Some(Line { position: Span::NONE, text })
}

fn position(actors: &Actors, task: ThreadId) -> Span {
    let task = actors.task(task);
    waits_at(&task.calls, task.wait, actors.code())
}

/// Whom a task waits for, if it is somebody.
fn blocker(actors: &Actors, task: ThreadId) -> Option<ThreadId> {
    let own = actors.task(task);
    match own.wait {
        Wait::Get(other) => return Some(other),
        Wait::Future(other) if actors.task(other).result.is_none() => return Some(other),
        Wait::Future(_) | Wait::Ready | Wait::Condition(_) | Wait::Choose(_) | Wait::Ended(_) => {}
    }
    actors.keeper(own.group)
}

/// What keeps a task from going on for ever.
fn sentence(actors: &Actors, people: &People, task: ThreadId) -> String {
    let text = held_up(actors, people, task);
    match blocker(actors, task) {
        Some(_) => text,
        None => format!("{text}, which nobody makes true any more"),
    }
}

/// What keeps a task from going on now.
pub(super) fn held_up(actors: &Actors, people: &People, task: ThreadId) -> String {
    let own = actors.task(task);
    let name = people.task(actors, task);
    let group = people.group(people.group_of(actors, task));
    let kept = actors.keeper(own.group);
    match (own.wait, kept) {
        (Wait::Get(other), _) => {
            let other = people.task(actors, other);
            format!("{name} blocks until {other} answers, and keeps {group} until then")
        }
        (Wait::Future(other), _) if actors.task(other).result.is_none() => {
            format!("{name} waits for the answer of {}", people.task(actors, other))
        }
        (_, Some(keeper)) => format!("{name} cannot run, since {} keeps {group}", people.task(actors, keeper)),
        (wait, None) => format!("{name} {}", people.wait(actors, wait)),
    }
}

/// Tasks each of which waits for the next, and the last for the first.
fn circle(actors: &Actors, waiting: &[ThreadId]) -> Vec<ThreadId> {
    for &start in waiting {
        let mut path = vec![start];
        while let Some(next) = path.last().and_then(|&it| blocker(actors, it)) {
            if let Some(at) = path.iter().position(|&it| it == next) {
                return path.split_off(at);
            }
            path.push(next);
        }
    }
    Vec::new()
}
