//! Mistakes with mutexes, and objects of the library that are made of them, that come of what was done to them before: used
//! after their end, ended or initialised again.

use super::{namer, thread_name};
use crate::machine::Machine;
use crate::mutex::Life;
use crate::thread::Request;
use event::{Access, Fault, Line, Place, Step};
use ir::Misuse;

/// What kind of misuse of a mutex, or of what is made of one, a request is that was refused.
pub(super) fn kind_of(machine: &Machine<'_>, request: Request) -> Option<Misuse> {
    let (mutex, otherwise) = match request {
        Request::Lock { mutex } | Request::TryLock { mutex } => (mutex, None),
        Request::Unlock { mutex } => (mutex, Some(Misuse::NotHeld)),
        Request::DestroyMutex { mutex } => (mutex, Some(Misuse::DestroyedInUse)),
        Request::InitMutex { mutex, .. } => (mutex, Some(Misuse::InitialisedAgain)),
        _ => return None,
    };
    machine.memory.locate(mutex, 4, true).ok()?;
    let is_destroyed = machine.mutex_state(mutex).life == Life::Destroyed;
    if is_destroyed { Some(Misuse::UsedAfterDestroy) } else { otherwise }
}

/// What is wrong with a request that was refused, if it is that; `callee` is the function of the library that makes it.
pub(super) fn mistake(machine: &Machine<'_>, request: Request, callee: Option<u32>) -> Option<String> {
    let (mutex, what) = match request {
        Request::Lock { mutex } | Request::TryLock { mutex } => (mutex, "is locked after it was destroyed"),
        Request::Unlock { mutex } => (mutex, "is unlocked after it was destroyed"),
        Request::DestroyMutex { mutex } => (mutex, "is destroyed for the second time"),
        Request::InitMutex { mutex, .. } => (mutex, "is initialised again without having been destroyed"),
        _ => return None,
    };
    let wanted = if matches!(request, Request::InitMutex { .. }) { Life::Initialised } else { Life::Destroyed };
    let is_so = machine.memory.locate(mutex, 4, true).is_ok() && machine.mutex_state(mutex).life == wanted;
    let name = callee.map_or("", |it| machine.program.functions[it as usize].name.as_str());
    is_so.then(|| format!("misuse of the library: {} {what}", kind(name)))
}

/// What a function of the library works on.
fn kind(function: &str) -> &'static str {
    let known = [
        ("pthread_cond_", "a condition variable"),
        ("cnd_", "a condition variable"),
        ("pthread_rwlock_", "a read-write lock"),
        ("pthread_barrier_", "a barrier"),
        ("sem_", "a semaphore"),
    ];
    known.into_iter().find(|it| function.starts_with(it.0)).map_or("a mutex", |it| it.1)
}

/// Where the object was initialised or destroyed last that a mistake is about.
pub(super) fn details(machine: &Machine<'_>, fault: Fault, refused: Option<Request>, steps: &[Step]) -> Option<Line> {
    let namer = namer(machine);
    let object = |place: Place| {
        if namer.is_opaque(place) { namer.opaque(place) } else { namer.place(place) }
    };
    let (last, before) = steps.split_last()?;
    let subject = match (fault, refused) {
        (Fault::BadMutex, Some(request)) => {
            let address = super::address(request)?;
            machine.memory.locate(address, 4, true).ok()?.place
        }
        (Fault::Misuse, _) => last.accesses.iter().filter_map(|it| it.place()).find(|it| namer.is_opaque(*it))?,
        _ => return None,
    };
    let subject = object(subject);
    let reset = |step: &Step| {
        step.accesses.iter().find_map(|it| match it {
            Access::ResetMutex(place) if object(*place) == subject => Some(*place),
            _ => None,
        })
    };
    let (step, place) = before.iter().rev().find_map(|it| Some((it, reset(it)?)))?;
    let mutex = machine.program.model.pack(place.object.0, place.offset.into());
    let what = match machine.mutex_state(mutex).life {
        Life::Destroyed => "destroyed",
        Life::Initialised | Life::Unknown => "initialised",
    };
    let text = format!("`{subject}` was {what} here by {}", thread_name(machine, step.thread));
    Some(Line { position: step.position, text })
}
