//! What one operation did, in words and as data.

use super::{namer, thread_name};
use crate::code::{Code, Pc};
use crate::describe::{Namer, shown};
use crate::machine::{Machine, Observed};
use crate::thread::Request;
use event::{Access, Effect, End, Fault, Manner, Place, Touch};
use ir::{Action, Cause, Domain, Kind, Operation, Program};

/// What a request did, in words.
pub(super) fn effect(machine: &Machine<'_>, seen: &Observed) -> Option<Effect> {
    let namer = namer(machine);
    let site = machine.code.site(seen.pc);
    let position = site.span;
    let kind = dest_kind(machine.program, &machine.code, seen.pc);
    let place = seen.access.place();
    let name = namer.touched(seen.access).unwrap_or_default();
    let value = |bits: u64| place.map_or_else(|| bits.to_string(), |it: Place| namer.value(it, bits, kind));
    // What has ended has the same parts as before.
    let has_ended = matches!(seen.answer, Err(End::Failed(Fault::UseAfterFree)));
    let bad = |verb: &str, address: u64| {
        let name = if has_ended { namer.at(address) } else { namer.address(address) };
        format!("{verb} {name}")
    };
    let answer = seen.answer.unwrap_or(0);
    // The access itself is wrong; what it touched is then only what decided that.
    let wrong = matches!(seen.answer, Err(End::Failed(fault)) if fault != Fault::BadMutex);
    let text = match seen.request {
        Request::Load { address, .. } if wrong => bad("reads", address),
        Request::Load { .. } => format!("reads {name}: {}", value(answer)),
        Request::Store { address, .. } if wrong => bad("writes", address),
        Request::Store { value: stored, .. } => match seen.before {
            Some(before) if before != stored => format!("{name}: {} → {}", value(before), value(stored)),
            _ => format!("{name} = {}", value(stored)),
        },
        Request::Update { address, .. } | Request::CompareExchange { address, .. } if wrong => bad("updates", address),
        Request::Update { update, operand, size, .. } => {
            let new = crate::arithmetic::update(update, ir::Width(size * 8), answer, operand);
            format!("{name}: {} → {}", value(answer), value(new))
        }
        Request::CompareExchange { expected, desired, .. } => match seen.access {
            Access::Update(_) => format!("{name}: {} → {}", value(answer), value(desired)),
            _ => format!("compares {name}: {} is not {}", value(answer), value(expected)),
        },
        Request::Fence => "fence".to_owned(),
        Request::Lock { mutex }
        | Request::TryLock { mutex }
        | Request::Unlock { mutex }
        | Request::InitMutex { mutex, .. }
        | Request::DestroyMutex { mutex }
            if wrong =>
        {
            bad("uses", mutex)
        }
        Request::Lock { .. } | Request::TryLock { .. } if answer == 0 => match seen.access {
            Access::FailedTryLock(_) => format!("locks {name} again"),
            _ => format!("locks {name}"),
        },
        Request::Lock { .. } => format!("locks {name}: error {answer}"),
        Request::TryLock { .. } => format!("tries {name}: busy"),
        Request::Unlock { .. } if answer != 0 => format!("unlocks {name}: error {answer}"),
        Request::Unlock { .. } => match seen.access {
            Access::FailedTryLock(_) => format!("unlocks {name}, not for good"),
            _ => format!("unlocks {name}"),
        },
        Request::InitMutex { .. } => format!("initialises {name}"),
        Request::DestroyMutex { .. } => format!("destroys {name}"),
        Request::Spawn { function, place, .. } => match seen.access {
            Access::Spawn(child) => {
                let function = machine.code.function_at(function);
                let function = function.map_or("?", |it| &machine.program.functions[it as usize].name);
                format!("starts {}: {function}", thread_name(machine, child))
            }
            _ if place_is_wrong(machine, function) => bad("stores the handle at", place),
            _ => bad("starts", function),
        },
        Request::Join { .. } => match seen.access {
            Access::Join(child) => format!("joins {}", thread_name(machine, child)),
            _ => "joins no thread".to_owned(),
        },
        Request::Detach { .. } => match seen.access {
            Access::Detach(child) => format!("detaches {}", thread_name(machine, child)),
            _ => "detaches no thread".to_owned(),
        },
        Request::Choose { width, .. } => match (spurious(machine, seen.pc), answer) {
            (None, _) => format!("chooses {}", shown(kind, ir::Width(width), answer)),
            (Some(_), 0) => "nothing happens for no reason".to_owned(),
            (Some(Cause::Wait | Cause::TimedWait), _) => "wakes up for no reason soon".to_owned(),
            (Some(Cause::Exchange | Cause::Retry), _) => "fails for no reason".to_owned(),
        },
        Request::Free { .. } if !wrong && place.is_some() => format!("frees {name}"),
        Request::Free { address } => format!("frees {}", namer.pointer(address)),
        Request::CloseSlot { .. } => format!("end of {name}"),
        Request::Reallocate { address, .. } => {
            let (object, _) = machine.program.model.unpack(answer);
            match answer != 0 && !wrong && machine.has_moved(object) {
                true if answer == address => format!("reallocates {} in its place", namer.before(object)),
                true => format!(
                    "reallocates {}; the memory of {} was used again for {}",
                    namer.pointer(address),
                    namer.before(object),
                    namer.name(object)
                ),
                false => format!("reallocates {}", namer.pointer(address)),
            }
        }
        Request::Allocate { .. } if answer != 0 && !wrong => {
            let (object, _) = machine.program.model.unpack(answer);
            match machine.has_moved(object) {
                true => format!("the memory of {} was used again for {}", namer.before(object), namer.name(object)),
                false => format!("allocates {}", namer.name(object)),
            }
        }
        Request::AtomicBegin
        | Request::AtomicEnd
        | Request::CurrentThread
        | Request::Extent { .. }
        | Request::Doubt { .. }
        | Request::Unset { .. }
        | Request::Forget { .. }
        | Request::Compare { .. }
        | Request::Allocate { .. }
        | Request::OpenSlot { .. } => return None,
    };
    let touch = if wrong { None } else { touch(seen, &name, &value).or_else(|| handle(&namer, seen)) };
    Some(Effect { position, text, touch })
}

/// What may happen for no reason at an instruction, if it is a choice between that and nothing.
fn spurious(machine: &Machine<'_>, pc: Pc) -> Option<Cause> {
    let site = machine.code.site(pc);
    match machine.program.functions[site.function.index()].edges[site.edge as usize].action {
        Action::Visible(Operation::Choose { domain: Domain::Spurious(cause), .. }) => Some(cause),
        _ => None,
    }
}

/// Whether a thread that was not started would have run a function that is there.
fn place_is_wrong(machine: &Machine<'_>, function: u64) -> bool {
    machine.code.function_at(function).is_some()
}

/// Where the handle of a new thread was stored.
fn handle(namer: &Namer<'_>, seen: &Observed) -> Option<Touch> {
    let (&[stored], Ok(handle)) = (seen.earlier.as_slice(), seen.answer) else { return None };
    let (place, variable) = (stored.place()?, namer.touched(stored)?);
    let value = |it: u64| namer.value(place, it, Kind::Unsigned);
    Some(Touch { variable, manner: Manner::Write, before: seen.before.map(value), after: Some(value(handle)) })
}

/// What a request that was served did to a variable.
fn touch(seen: &Observed, name: &str, value: &dyn Fn(u64) -> String) -> Option<Touch> {
    let answer = seen.answer.ok()?;
    let touch = |manner, before: Option<u64>, after: Option<u64>| {
        let (before, after) = (before.map(value), after.map(value));
        Some(Touch { variable: name.to_owned(), manner, before, after })
    };
    let mutex = |manner, before: Option<&str>, after: Option<&str>| {
        let (before, after) = (before.map(str::to_owned), after.map(str::to_owned));
        Some(Touch { variable: name.to_owned(), manner, before, after })
    };
    match seen.request {
        Request::Load { .. } => touch(Manner::Read, Some(answer), Some(answer)),
        Request::Store { value, .. } => touch(Manner::Write, seen.before, Some(value)),
        Request::Update { update, operand, size, .. } => {
            let new = crate::arithmetic::update(update, ir::Width(size * 8), answer, operand);
            touch(Manner::Update, Some(answer), Some(new))
        }
        Request::CompareExchange { desired, .. } => match seen.access {
            Access::Update(_) => touch(Manner::Update, Some(answer), Some(desired)),
            _ => touch(Manner::Read, Some(answer), Some(answer)),
        },
        Request::Lock { .. } | Request::TryLock { .. } => match seen.access {
            Access::Lock(_) | Access::TryLock(_) => mutex(Manner::Lock, Some("free"), Some("held")),
            // Somebody holds it, be it the thread itself, and still does.
            _ => mutex(Manner::Lock, None, None),
        },
        Request::Unlock { .. } => match seen.access {
            Access::Unlock(_) => mutex(Manner::Unlock, Some("held"), Some("free")),
            _ => mutex(Manner::Unlock, None, None),
        },
        Request::Free { .. } | Request::CloseSlot { .. } if !name.is_empty() => touch(Manner::End, None, None),
        Request::Fence
        | Request::InitMutex { .. }
        | Request::DestroyMutex { .. }
        | Request::Spawn { .. }
        | Request::Join { .. }
        | Request::Detach { .. }
        | Request::Choose { .. }
        | Request::Free { .. }
        | Request::CloseSlot { .. }
        | Request::Reallocate { .. }
        | Request::AtomicBegin
        | Request::AtomicEnd
        | Request::CurrentThread
        | Request::Extent { .. }
        | Request::Doubt { .. }
        | Request::Unset { .. }
        | Request::Forget { .. }
        | Request::Compare { .. }
        | Request::Allocate { .. }
        | Request::OpenSlot { .. } => None,
    }
}

/// How to show what the register holds that gets an operation's answer.
pub(super) fn dest_kind(program: &Program, code: &Code, pc: Pc) -> Kind {
    let site = code.site(pc);
    let function = &program.functions[site.function.index()];
    let dest = ir::passes::walk::written(&function.edges[site.edge as usize].action);
    dest.map_or(Kind::Unsigned, |it| function.registers[it.index()].kind)
}
