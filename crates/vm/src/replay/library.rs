//! What functions of the library do, told as people see it: at the call, by the function's name, with the objects of the
//! program and not with what the model keeps in them.

use super::effect::effect;
use super::{Observed, namer};
use crate::code::Pc;
use crate::machine::{Machine, Origin};
use crate::thread::Request;
use event::{Effect, Place, Touch};

/// A stack of functions and where each is, innermost first.
type Stack = [(u32, Pc)];

/// What is known of a step.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// It is an atomic section.
    pub is_section: bool,
    /// Its thread is where it was before.
    pub waits: bool,
}

/// The innermost function on a stack that is the program's own, and the function of the library that it has called, if it
/// has.
pub(crate) fn split(machine: &Machine<'_>, stack: &Stack) -> ((u32, Pc), Option<u32>) {
    let is_library = |it: &(u32, Pc)| machine.program.functions[it.0 as usize].library;
    let own = stack.iter().position(|it| !is_library(it)).unwrap_or(0);
    let callee = own.checked_sub(1).map(|it| stack[it].0);
    (stack[own], callee)
}

/// The part of a stack that is the program's own.
pub(crate) fn own<'s>(machine: &Machine<'_>, stack: &'s Stack) -> &'s Stack {
    let is_library = |it: &(u32, Pc)| machine.program.functions[it.0 as usize].library;
    let first = stack.iter().position(|it| !is_library(it)).unwrap_or(0);
    &stack[first..]
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
pub(super) fn effects(machine: &Machine<'_>, observed: &[Observed], how: How) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut rest = observed;
    while let [first, ..] = rest {
        let (site, callee) = split(machine, &first.stack);
        let Some(callee) = callee else {
            effects.extend(effect(machine, first));
            rest = &rest[1..];
            continue;
        };
        let same = |it: &&Observed| split(machine, &it.stack) == (site, Some(callee));
        let (call, behind) = rest.split_at(rest.iter().take_while(same).count());
        let position = machine.code.site(site.1).span;
        effects.extend(of_call(machine, callee, call, how).map(|(text, touch)| Effect { position, text, touch }));
        rest = behind;
    }
    effects
}

/// What a call of the library has done, in words; nothing if nobody wants to know.
fn of_call(machine: &Machine<'_>, callee: u32, observed: &[Observed], how: How) -> Option<(String, Option<Touch>)> {
    if observed.iter().all(|it| matches!(it.request, Request::CloseSlot { .. } | Request::Choose { .. })) {
        return None;
    }
    let name = &machine.program.functions[callee as usize].name;
    let object = observed.iter().filter_map(|it| it.access.place()).find(|it| namer(machine).is_opaque(*it));
    let object = object.map_or_else(String::new, |it| format!(" {}", namer(machine).opaque(it)));
    let outside = |it: &&Observed| match it.access.place() {
        _ if is_mutex(it.request) => true,
        Some(place) => !is_inside(machine, place) && !how.is_section && !machine.mark_of(it.pc, it.access).atomic,
        None => true,
    };
    let told: Vec<Effect> = observed.iter().filter(outside).filter_map(|it| effect(machine, it)).collect();
    if !told.is_empty() {
        let texts: Vec<&str> = told.iter().map(|it| it.text.as_str()).collect();
        let text = format!("{name}{object}: {}", texts.join(", "));
        return Some((text, told.into_iter().find_map(|it| it.touch)));
    }
    let text = match observed {
        _ if how.waits => format!("{name}{object} waits"),
        [Observed { request: Request::Load { .. }, .. }] => format!("{name}{object} goes on"),
        _ if observed.iter().all(|it| it.access.is_look()) => format!("{name}{object} in vain"),
        _ => format!("{name}{object}"),
    };
    Some((text, None))
}

fn is_mutex(request: Request) -> bool {
    matches!(request, Request::Lock { .. } | Request::TryLock { .. } | Request::Unlock { .. })
}
