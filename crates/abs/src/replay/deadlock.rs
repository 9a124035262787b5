//! Tasks that wait forever: who waits for whom.

use super::names::People;
use super::{example, waits};
use crate::actors::{Actors, Wait, waits_at};
use event::{Counterexample, Line, System, ThreadId};
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
