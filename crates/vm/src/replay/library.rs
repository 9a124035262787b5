//! What functions of the library do, told as people see it: at the call, by the function's name, with the objects of the
//! program and not with what the model keeps in them.

use super::effect::effect;
use super::{Observed, namer, thread_name};
use crate::code::Pc;
use crate::machine::{Machine, Origin};
use crate::thread::Request;
use event::{Effect, Place, ThreadId, Touch};

/// A stack of functions and where each is, innermost first.
type Stack = [(u32, Pc)];

/// What is known of a step.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// Who makes it.
    pub thread: ThreadId,
    /// It is an atomic section.
    pub is_section: bool,
    /// Its thread is where it was before.
    pub waits: bool,
}

/// The last call of the library that each thread has made: one may take several steps, and only the first of them shows
/// what it is about.
#[derive(Default)]
pub(super) struct Calls(Vec<(ThreadId, Call)>);

#[derive(Clone, PartialEq, Eq)]
struct Call {
    /// Where the program has called which function.
    at: ((u32, Pc), u32),
    /// The name of the object, behind a space.
    object: String,
    /// It is known that it waits.
    is_waiting: bool,
}

/// The innermost function on a stack that is the program's own, and the function of the library that it has called, if it
/// has.
pub(crate) fn split(machine: &Machine<'_>, stack: &Stack) -> ((u32, Pc), Option<u32>) {
    let is_library = |it: &(u32, Pc)| machine.program.functions[it.0 as usize].library;
    let own = stack.iter().position(|it| !is_library(it)).unwrap_or(0);
    let callee = own.checked_sub(1).map(|it| stack[it].0);
    (stack[own], callee)
}

/// The part of a stack that is the program's own: without what the library does for it, and without what runs its threads.
pub(crate) fn own<'s>(machine: &Machine<'_>, stack: &'s Stack) -> &'s Stack {
    let is_library = |it: &(u32, Pc)| machine.program.functions[it.0 as usize].library;
    let first = stack.iter().position(|it| !is_library(it)).unwrap_or(0);
    let end = stack.iter().rposition(|it| !is_library(it)).map_or(stack.len(), |it| it + 1);
    &stack[first..end]
}

/// Whether a place belongs to a model: a local of it, or the inside of an object of the library.
pub(crate) fn is_inside(machine: &Machine<'_>, place: Place) -> bool {
    namer(machine).is_opaque(place) || is_of_model(machine, place)
}

/// Whether a place is in a local of a model.
pub(crate) fn is_of_model(machine: &Machine<'_>, place: Place) -> bool {
    let created = machine.created.iter().find(|it| it.0 == place.object.0);
    matches!(created, Some(&(_, Origin::Instruction(pc)))
        if machine.program.functions[machine.code.site(pc).function.index()].library)
}

/// What a step did, in words. All that one call of the library does in it is one effect.
pub(super) fn effects(machine: &Machine<'_>, observed: &[Observed], how: How, calls: &mut Calls) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut rest = observed;
    while let [first, ..] = rest {
        let (site, callee) = split(machine, &first.stack);
        let Some(callee) = callee else {
            calls.0.retain(|it| it.0 != how.thread);
            effects.extend(effect(machine, first));
            rest = &rest[1..];
            continue;
        };
        let same = |it: &&Observed| split(machine, &it.stack) == (site, Some(callee));
        let (part, behind) = rest.split_at(rest.iter().take_while(same).count());
        let position = machine.code.site(site.1).span;
        let call = calls.go_on(machine, how.thread, (site, callee), part);
        effects.extend(of_call(machine, call, part, how).map(|(text, touch)| Effect { position, text, touch }));
        rest = behind;
    }
    if effects.is_empty() && how.is_section && observed.iter().all(|it| split(machine, &it.stack).1.is_none()) {
        let position = observed.first().map(|it| machine.code.site(it.pc).span);
        let text = "atomic section".to_owned();
        effects.extend(position.map(|position| Effect { position, text, touch: None }));
    }
    effects
}

impl Calls {
    /// What is known of a call of which a thread has made this part now.
    fn go_on(&mut self, machine: &Machine<'_>, thread: ThreadId, at: ((u32, Pc), u32), part: &[Observed]) -> &mut Call {
        let object = part.iter().filter_map(|it| it.access.place()).find(|it| namer(machine).is_opaque(*it));
        let object = object.map(|it| format!(" {}", namer(machine).opaque(it)));
        // To use the object again is to call the function again, in a loop without any other visible operation.
        let known = self.0.iter().position(|it| it.0 == thread && it.1.at == at && object.is_none());
        let index = known.unwrap_or_else(|| {
            self.0.retain(|it| it.0 != thread);
            self.0.push((thread, Call { at, object: object.unwrap_or_default(), is_waiting: false }));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// What a call of the library has done, in words; nothing if nobody wants to know.
fn of_call(machine: &Machine<'_>, call: &mut Call, observed: &[Observed], how: How) -> Option<(String, Option<Touch>)> {
    if observed.iter().all(|it| matches!(it.request, Request::CloseSlot { .. } | Request::Choose { .. })) {
        return None;
    }
    let name = format!("{}{}", machine.program.functions[call.at.1 as usize].name, call.object);
    let outside = |it: &&Observed| match it.access.place() {
        _ if is_mutex(it.request) => true,
        Some(place) => !is_inside(machine, place) && !how.is_section && !machine.mark_of(it.pc, it.access).atomic,
        None => true,
    };
    let told: Vec<Effect> = observed.iter().filter(outside).filter_map(|it| effect(machine, it)).collect();
    if !told.is_empty() {
        call.is_waiting = false;
        let texts: Vec<&str> = told.iter().map(|it| it.text.as_str()).collect();
        let text = format!("{name}: {}", texts.join(", "));
        return Some((text, told.into_iter().find_map(|it| it.touch)));
    }
    if how.waits && std::mem::replace(&mut call.is_waiting, how.waits) {
        return None;
    }
    call.is_waiting = how.waits;
    let text = match observed {
        _ if how.waits => format!("{name} waits"),
        _ if wakes(machine, call.at.1) => format!("{name}: wakes {}", woken(machine, observed, how)),
        [Observed { request: Request::Load { .. }, .. }] => format!("{name} goes on"),
        _ if observed.iter().all(|it| it.access.is_look()) => format!("{name} in vain"),
        _ => name,
    };
    Some((text, None))
}

/// Whether a function is there to wake threads that wait.
pub(crate) fn wakes(machine: &Machine<'_>, function: u32) -> bool {
    let name = &machine.program.functions[function as usize].name;
    name.ends_with("_signal") || name.ends_with("_broadcast")
}

/// Whom a call wakes: those in whose waiting function it has changed something.
fn woken(machine: &Machine<'_>, observed: &[Observed], how: How) -> String {
    let places = observed.iter().filter(|it| !it.access.is_look()).filter_map(|it| it.access.place());
    let inner = places.filter(|it| is_of_model(machine, *it)).filter_map(|it| machine.names.creator(it.object.0));
    let mut threads: Vec<ThreadId> = inner.filter(|it| *it != how.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    if threads.is_empty() {
        return "nobody".to_owned();
    }
    let names: Vec<String> = threads.into_iter().map(|it| thread_name(machine, it)).collect();
    names.join(", ")
}

fn is_mutex(request: Request) -> bool {
    matches!(request, Request::Lock { .. } | Request::TryLock { .. } | Request::Unlock { .. })
}
