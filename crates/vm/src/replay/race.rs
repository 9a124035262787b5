//! A data race in words.

use super::happens_before::{Deed, What, race};
use super::matters::ordered;
use super::{Seen, ended, example, library, namer, thread_name};
use crate::machine::Machine;
use event::{Access, Counterexample, Line, Mark, Step, System};
use source::Span;

/// What a step did, in the order of the program. What failed, or was taken back with its section, did nothing.
pub(super) fn deeds(machine: &Machine<'_>, number: usize, seen: &Seen) -> Vec<Deed> {
    let thread = seen.step.thread;
    let deed = |what, stack: &[_]| Deed { step: number, thread, what, stack: stack.to_vec() };
    if seen.is_section && !machine.section.is_section {
        return Vec::new();
    }
    let mut deeds = Vec::new();
    // Sections of the library order nothing by themselves.
    let orders = seen.is_section && !seen.is_quiet && seen.callee.is_none();
    if orders {
        deeds.push(deed(What::BeginSection, &[]));
    }
    for it in seen.observed.iter().filter(|it| it.answer.is_ok()) {
        deeds.extend(it.earlier.iter().map(|&access| deed(What::Operation(Mark::plain(access)), &it.stack)));
        let accesses: Vec<Access> = std::iter::once(it.access).chain(it.also.iter().copied()).collect();
        let mut marks = Vec::new();
        machine.push_marks(it.pc, it.request, &accesses, &mut marks);
        deeds.extend(marks.into_iter().map(|mark| deed(What::Operation(mark), &it.stack)));
    }
    if orders {
        deeds.push(deed(What::EndSection, &[]));
    }
    deeds
}

/// The first race of an execution, if it has one; with `wanted`, one between these two steps. Its threads end by themselves, or
/// go as far as they are told (`is_told`).
pub(super) fn race_example(
    machine: &mut Machine<'_>,
    steps: &[Step],
    mut deeds: Vec<Deed>,
    is_told: bool,
    wanted: Option<(usize, usize)>,
) -> Option<Counterexample> {
    let is_wanted = |one: &Deed, two: &Deed| wanted.is_none_or(|it| it == (one.step, two.step));
    let depends = dependence(steps, &deeds);
    let depends = |first: usize, second: usize| depends.iter().any(|it| it.0 == second && it.1[first]);
    if let Some((first, second)) = race(&deeds, &depends, &is_wanted) {
        let mut example = describe(machine, &deeds[first], &deeds[second], "");
        example.culprit = Some(deeds[second].thread);
        example.racing = Some((deeds[first].step, deeds[second].step));
        return Some(example);
    }
    // A thread that is told when to go on is not stopped where it waits in a loop.
    if !is_told && !ended(machine) {
        return None;
    }
    // What threads wait to read for ever, or are about to.
    for thread in machine.threads().to_vec() {
        let Some((_, mark)) = machine.awaited_by(thread) else { continue };
        let stack = machine.stack(thread);
        deeds.push(Deed { step: steps.len(), thread, what: What::Operation(mark), stack });
        if let Some((first, second)) = race(&deeds, &depends, &is_wanted) {
            let how = if machine.has_gone_round(thread) { ", again and again" } else { ", next" };
            return Some(describe(machine, &deeds[first], &deeds[second], how));
        }
        deeds.pop();
    }
    None
}

/// For each step that is a section the earlier steps that it depends on, be it by way of others.
fn dependence(steps: &[Step], deeds: &[Deed]) -> Vec<(usize, Vec<bool>)> {
    let sections = deeds.iter().filter(|it| it.what == What::BeginSection).map(|it| it.step);
    let before = |section: usize| {
        let mut needed = vec![false; steps.len()];
        needed[section] = true;
        for index in (0..section).rev() {
            needed[index] = (index + 1..=section).any(|later| needed[later] && ordered(&steps[index], &steps[later]));
        }
        (section, needed)
    };
    sections.map(before).collect()
}

fn describe(machine: &Machine<'_>, first: &Deed, second: &Deed, how: &str) -> Counterexample {
    let position = |deed: &Deed| {
        let own = library::own(machine, &deed.stack);
        own.first().map_or(Span::NONE, |it| machine.code.site(it.1).span)
    };
    let names = [thread_name(machine, first.thread), thread_name(machine, second.thread)];
    // If one of them ends an object, the other one says which part of it is the matter.
    let accesses = [second, first].map(|it| it.mark().map_or(Access::Nothing, |it| it.access));
    let access = accesses.into_iter().find(|it| !matches!(it, Access::EndObject(_))).unwrap_or(accesses[0]);
    let variable = namer(machine).touched(access).unwrap_or_default();
    let summary = format!("data race on `{variable}`: nothing orders what {} and {} do", names[0], names[1]);
    let mut example = example(None, None, position(second), summary);
    for (deed, name, how) in [(first, &names[0], ""), (second, &names[1], how)] {
        let text = deed.mark().map_or_else(String::new, |it| in_words(machine, it));
        let callee = library::split(machine, &deed.stack).1;
        let by = callee.map_or_else(String::new, |it| format!(" by {}", machine.program.functions[it as usize].name));
        let text = format!("{name}: {text}{by}{how}");
        example.details.push(Line { position: position(deed), text });
        for &(function, pc) in library::own(machine, &deed.stack).iter().skip(1) {
            let text = format!("    called from `{}`", machine.program.functions[function as usize].name);
            example.details.push(Line { position: machine.code.site(pc).span, text });
        }
    }
    let text =
        "neither happens before the other: no lock, no release and acquire, no start or join of a thread".to_owned();
    example.details.push(Line { position: Span::NONE, text });
    example
}

/// `non-atomic write of 4 bytes to `x``.
fn in_words(machine: &Machine<'_>, mark: Mark) -> String {
    let place = mark.access.place();
    let name = namer(machine).touched(mark.access).unwrap_or_default();
    let bytes = match place.map_or(0, |it| it.length) {
        1 => "1 byte".to_owned(),
        many => format!("{many} bytes"),
    };
    let kind = if mark.atomic { "atomic" } else { "non-atomic" };
    match mark.access {
        Access::Read(_) => format!("{kind} read of {bytes} of `{name}`"),
        Access::Write(_) => format!("{kind} write of {bytes} of `{name}`"),
        Access::Update(_) => format!("{kind} read and write of {bytes} of `{name}`"),
        Access::EndObject(_) => format!("end of `{name}`, all {bytes} of it"),
        Access::ResetMutex(_) => format!("initialisation of `{name}`"),
        Access::Lock(_) | Access::TryLock(_) => format!("lock of `{name}`"),
        Access::Unlock(_) => format!("unlock of `{name}`"),
        Access::Expect(_)
        | Access::Follow(_)
        | Access::FailedTryLock(_)
        | Access::Spawn(_)
        | Access::Join(_)
        | Access::Detach(_)
        | Access::Choose
        | Access::Fence
        | Access::Nothing => unreachable!("only accesses to bytes race, and those to mutexes"),
    }
}
