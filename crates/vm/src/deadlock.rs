//! A deadlock in words: who waits for what, who waits for whom in a circle, and which wake-ups came too early.

use crate::describe::{Namer, holder};
use crate::hang::Hung;
use crate::machine::Machine;
use crate::replay::{library, stuck, thread_name};
use crate::thread::Request;
use event::{End, Line, Place, Status, Step, System, ThreadId};
use source::Span;

/// What is to be said about a deadlock.
pub(crate) struct Deadlock {
    pub summary: String,
    pub details: Vec<Line>,
    /// Where the first thread waits that does not only wait for the end of another one.
    pub position: Span,
    /// What threads look at in loops that they do not get out of.
    pub watched: Vec<Place>,
}

/// What a place held after each step.
pub(crate) type Earlier<'a> = &'a dyn Fn(Place) -> Vec<Option<u64>>;

/// Explains the state of a machine in which nobody can go on, after these steps. If it is known which threads hang, the others
/// are meant to go round for ever, or wait for one of these.
pub(crate) fn explain(
    machine: &mut Machine<'_>,
    hung: Option<&[Hung]>,
    (steps, callees): (&[Step], &[Option<u32>]),
    earlier: Earlier<'_>,
) -> Deadlock {
    let hangs = |thread: ThreadId| hung.is_none_or(|it| it.iter().any(|it| it.thread == thread));
    let threads = machine.threads().to_vec();
    let mut result =
        Deadlock { summary: String::new(), details: Vec::new(), position: Span::NONE, watched: Vec::new() };
    let mut waits_for: Vec<(ThreadId, ThreadId)> = Vec::new();
    let mut join = Span::NONE;
    let mut lost = Vec::new();
    for &thread in threads.iter().filter(|&&it| hangs(it)) {
        let Some((_, request)) = machine.request(thread) else { continue };
        let ((_, pc), callee) = library::split(machine, &machine.stack(thread));
        let position = machine.code.site(pc).span;
        let is_join = matches!(request, Request::Join { .. });
        let first = if is_join { &mut join } else { &mut result.position };
        if !first.is_some() {
            *first = position;
        }
        let watched = machine.watched(thread, steps);
        let inner = callee.filter(|_| !watched.is_empty());
        let text = if let Some(callee) = inner {
            result.watched.extend(&watched);
            let place = watched.iter().find(|it| namer(machine).is_opaque(**it)).copied();
            let place = place.or_else(|| used_object(machine, thread, callee, (steps, callees)));
            let place = place.or_else(|| watched.iter().copied().find(|it| !library::is_of_model(machine, *it)));
            lost.extend(place.and_then(|it| missed_call(machine, (thread, callee), it, (steps, callees))));
            result.watched.extend(place);
            calling_text(machine, thread, callee, place)
        } else if watched.is_empty() {
            waiting_text(machine, thread, request, &mut waits_for)
        } else {
            let text = watching_text(machine, thread, &watched);
            result.watched.extend(&watched);
            text
        };
        result.details.push(Line { position, text });
        result.details.append(&mut lost);
        for place in watched.into_iter().filter(|_| inner.is_none()) {
            result.details.extend(lost_wake_up(machine, thread, place, (steps, earlier)));
        }
    }
    if !result.position.is_some() {
        result.position = join;
    }
    if let Some(circle) = circle(&waits_for) {
        let names: Vec<String> = circle.iter().map(|&it| thread_name(machine, it)).collect();
        let text = format!("a circle: {} → {}", names.join(" → "), names[0]);
        result.details.push(Line { position: Span::NONE, text });
    }
    let waiting = || threads.iter().filter(|&&it| machine.status(it) == Status::Waiting);
    result.summary = if !waiting().all(|&it| hangs(it)) {
        format!("hang: {}", each(machine, waiting().filter(|&&it| hangs(it)).copied(), "waits", "wait"))
    } else if waiting().count() < threads.len() {
        "every thread that has not ended waits for ever".to_owned()
    } else {
        "every thread waits for ever".to_owned()
    };
    result
}

/// `T1 and T2 wait for ever`
fn each(machine: &Machine<'_>, threads: impl Iterator<Item = ThreadId>, does: &str, do_: &str) -> String {
    let names: Vec<String> = threads.map(|it| thread_name(machine, it)).collect();
    let verb = if names.len() == 1 { does } else { do_ };
    format!("{} {verb} for ever", names.join(" and "))
}

/// Explains the state of a machine in which these threads hang while some thread goes on. The steps behind those that lead to it
/// are a round.
pub(crate) fn explain_round(machine: &Machine<'_>, hung: &[Hung], steps: &[Step], given: usize) -> Deadlock {
    let round = &steps[given.min(steps.len())..];
    let mut result =
        Deadlock { summary: String::new(), details: Vec::new(), position: Span::NONE, watched: Vec::new() };
    for &Hung { thread, goes_round } in hung {
        let Some((_, request)) = machine.request(thread) else { continue };
        let ((_, pc), _) = library::split(machine, &machine.stack(thread));
        let own = round.iter().find(|it| it.thread == thread);
        let position = own.map_or(machine.code.site(pc).span, |it| it.position);
        if goes_round && !result.position.is_some() {
            result.position = position;
        }
        let text = if !goes_round {
            waiting_text(machine, thread, request, &mut Vec::new())
        } else if own.is_some() {
            format!(
                "{} goes round for ever: the steps from {} to {} lead back to where they begin, and whatever other \
                 threads do, nothing leads out of this loop",
                thread_name(machine, thread),
                given + 1,
                steps.len()
            )
        } else {
            format!("{} goes round for ever in this loop, whatever other threads do", thread_name(machine, thread))
        };
        result.details.push(Line { position, text });
    }
    let of = |goes_round: bool, does, do_| {
        let threads = hung.iter().filter(|it| it.goes_round == goes_round).map(|it| it.thread);
        (threads.clone().count() > 0).then(|| each(machine, threads, does, do_))
    };
    let parts: Vec<String> =
        [of(true, "goes round", "go round"), of(false, "waits", "wait")].into_iter().flatten().collect();
    result.summary = format!("hang: {}", parts.join(", "));
    if let Some(first) = result.details.first().filter(|_| !result.position.is_some()) {
        result.position = first.position;
    }
    result.watched = round.iter().flat_map(|it| it.accesses.iter().filter_map(|it| it.place())).collect();
    result
}

fn namer<'a>(machine: &'a Machine<'_>) -> Namer<'a> {
    Namer { program: machine.program, code: &machine.code, created: &machine.created }
}

/// That a thread waits in a function of the library.
fn calling_text(machine: &Machine<'_>, thread: ThreadId, callee: u32, place: Option<Place>) -> String {
    let function = &machine.program.functions[callee as usize].name;
    let object = place.map_or_else(String::new, |it| format!(" for `{}`", namer(machine).opaque(it)));
    format!("{} waits in {function}{object}, and nobody is left to let it go on", thread_name(machine, thread))
}

/// The object of the library that the last call of a thread is about.
fn used_object(
    machine: &Machine<'_>,
    thread: ThreadId,
    callee: u32,
    (steps, callees): (&[Step], &[Option<u32>]),
) -> Option<Place> {
    let own = steps.iter().zip(callees).rev().filter(|it| it.0.thread == thread);
    let call = own.take_while(|it| *it.1 == Some(callee));
    let places = call.flat_map(|it| it.0.accesses.iter().filter_map(|it| it.place()));
    let mut places = places.filter(|it| namer(machine).is_opaque(*it));
    places.next()
}

/// The wake-up that a thread has missed: the last signal on the object that has found nobody, or broadcast that has found
/// only others, before the thread came to wait.
fn missed_call(
    machine: &Machine<'_>,
    (thread, waits_in): (ThreadId, u32),
    object: Place,
    (steps, callees): (&[Step], &[Option<u32>]),
) -> Option<Line> {
    let touches = |it: &Step| it.accesses.iter().any(|it| it.place().is_some_and(|it| it.overlaps(object)));
    let own = |index: usize| steps[index].thread == thread && callees[index] == Some(waits_in);
    let entered = (0..steps.len()).rev().find(|&it| own(it) && touches(&steps[it]))?;
    let was_missed = |index: usize| {
        let Some(callee) = callees[index].filter(|_| touches(&steps[index])) else { return false };
        let name = &machine.program.functions[callee as usize].name;
        if !library::wakes(machine, callee) {
            return false;
        }
        if !name.ends_with("_broadcast") {
            return steps[index].accesses.iter().filter(|it| it.place().is_some()).all(|it| it.is_look());
        }
        // Whoever goes on without coming to the object first was there already, and was woken.
        let next = (index..=entered).find(|&it| steps[it].thread == thread);
        let was_there = next.is_some_and(|it| own(it) && !touches(&steps[it]));
        !was_there
    };
    let missed = (0..entered).rev().find(|&it| steps[it].thread != thread && was_missed(it))?;
    let function = &machine.program.functions[callees[missed]? as usize].name;
    let (who, name) = (thread_name(machine, steps[missed].thread), thread_name(machine, thread));
    let text = format!("a lost wake-up: {function} by {who} came here, before {name} waited");
    Some(Line { position: steps[missed].position, text })
}

/// For what a thread waits that is not enabled, and for whom.
pub(crate) fn waiting_text(
    machine: &Machine<'_>,
    thread: ThreadId,
    request: Request,
    waits_for: &mut Vec<(ThreadId, ThreadId)>,
) -> String {
    let name = thread_name(machine, thread);
    match request {
        Request::Lock { mutex } => match machine.memory.locate(mutex, 4, true) {
            Ok(at) => {
                let held = match holder(machine.memory.read(at)) {
                    None => String::new(),
                    Some(it) if it == thread => ", which it holds itself".to_owned(),
                    Some(it) => {
                        waits_for.push((thread, it));
                        format!(", held by {}", holder_name(machine, it))
                    }
                };
                format!("{name} waits for mutex `{}`{held}", namer(machine).place(at.place))
            }
            Err(_) => format!("{name} waits for a mutex"),
        },
        Request::Join { handle } => match holder(handle) {
            Some(child) => {
                waits_for.push((thread, child));
                format!("{name} waits for {} to end", thread_name(machine, child))
            }
            None => format!("{name} waits for a thread to end"),
        },
        _ => format!("{name} waits in an atomic section"),
    }
}

/// The name of a thread that holds something.
pub(crate) fn holder_name(machine: &Machine<'_>, thread: ThreadId) -> String {
    if !machine.threads().contains(&thread) {
        // Somebody has stored a number there.
        return "no thread".to_owned();
    }
    let name = thread_name(machine, thread);
    match machine.status(thread) {
        Status::Ended(End::Returned | End::MainReturned) => format!("{name}, which has ended"),
        Status::Ended(End::Failed(_)) => format!("{name}, which has failed"),
        Status::Ended(End::Stopped(kind)) => format!("{name}, which goes no further: {}", stuck::stopped(kind)),
        Status::Waiting => name,
    }
}

/// What a thread looks at in a loop.
fn watching_text(machine: &Machine<'_>, thread: ThreadId, watched: &[Place]) -> String {
    let namer = namer(machine);
    let shown = |&place: &Place| match machine.memory.value(place) {
        Some(value) => format!("`{}` ({})", namer.place(place), namer.value(place, value, ir::Kind::Signed)),
        None => format!("`{}`", namer.place(place)),
    };
    let places: Vec<String> = watched.iter().map(shown).collect();
    let change = if places.len() == 1 { "changes" } else { "change" };
    format!(
        "{} waits in a loop until {} {change}, and nobody is left to do that",
        thread_name(machine, thread),
        places.join(" or ")
    )
}

/// Whether some earlier value of what a thread looks at would have let it go on: then it was woken too early.
fn lost_wake_up(
    machine: &mut Machine<'_>,
    thread: ThreadId,
    place: Place,
    (steps, earlier): (&[Step], Earlier<'_>),
) -> Option<Line> {
    let mut known = vec![machine.memory.value(place)?];
    for (step, value) in steps.iter().zip(earlier(place)) {
        let Some(value) = value.filter(|it| !known.contains(it)) else { continue };
        known.push(value);
        let writes = step.accesses.iter().any(|it| !it.is_look() && it.place().is_some_and(|it| it.overlaps(place)));
        if writes && step.thread != thread && machine.would_go_on_with(thread, place, value) {
            let namer = namer(machine);
            let (place, value) = (namer.place(place), namer.value(place, value, ir::Kind::Signed));
            let name = thread_name(machine, thread);
            let text = format!("a lost wake-up: `{place}` was {value} here, but {name} looked too late");
            return Some(Line { position: step.position, text });
        }
    }
    None
}

/// Threads that wait for one another in a circle, from the first one on.
fn circle(waits_for: &[(ThreadId, ThreadId)]) -> Option<Vec<ThreadId>> {
    let next = |thread| waits_for.iter().find(|it| it.0 == thread).map(|it| it.1);
    for &(start, _) in waits_for {
        let mut way = vec![start];
        let mut at = next(start);
        while let Some(thread) = at.filter(|it| !way.contains(it)) {
            way.push(thread);
            at = next(thread);
        }
        if at == Some(start) {
            return Some(way);
        }
    }
    None
}
