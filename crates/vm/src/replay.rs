//! From a schedule to a counterexample: the machine runs it once more and writes down what happens.
//!
//! This is the door through which every violation leaves: what does not happen here is not reported.

mod happens_before;
pub(crate) mod library;
mod race;

use crate::code::{Code, Pc};
use crate::deadlock::{self, holder_name};
use crate::describe::{Namer, holder, shown};
use crate::machine::{LONGEST_ROUND, Machine, Observed, Origin};
use crate::thread::Request;
use event::{
    Access, Actor, Choice, Counterexample, Decision, Effect, End, Fault, Line, Place, Property, Schedule, Step, System,
    ThreadId,
};
use ir::{Action, Kind, Program, Stop};
use source::Span;

/// Runs a schedule and says how it violates the property. `Err`: it does not, which is a bug of whoever made it.
pub fn replay(
    program: &Program,
    code: Code,
    schedule: &Schedule,
    property: Property,
) -> Result<Counterexample, String> {
    let mut machine = Machine::observed(program, code.clone());
    let mut steps = Vec::new();
    let mut deeds = Vec::new();
    let mut culprit_request = None;
    let mut watched = Vec::new();
    let mut callees = Vec::new();
    let mut failure = failed(&machine, property);
    let mut schedule = schedule.clone();
    let most = schedule.len() + LONGEST_ROUND;
    let mut next = 0;
    while failure.is_none() {
        if next == schedule.len() && property == Property::Deadlock && code.follows {
            // Threads that wait in loops go round once more, which shows that they do.
            machine.code.follows = false;
            // Nobody else is left who could see that they hold a mutex on the way.
            machine.code.tries_locks = false;
            schedule.extend(can_go_on(&mut machine).filter(|_| next < most));
        }
        let Some(&decision) = schedule.get(next) else { break };
        next += 1;
        let seen = step(&mut machine, decision)?;
        if property == Property::Race {
            deeds.extend(race::deeds(&machine, steps.len(), &seen));
        }
        culprit_request = seen.observed.iter().find(|it| it.answer.is_err()).map(|it| it.request);
        steps.push(seen.step);
        callees.push(seen.callee);
        failure = failed(&machine, property);
    }
    let threads = machine.threads().to_vec();
    let actors = threads.iter().map(|&it| actor(&machine, it)).collect();
    let schedule = schedule[..steps.len()].to_vec();
    let mut example = match failure {
        Some(index) => failure_example(&machine, index, culprit_request, &steps),
        None if property == Property::Deadlock => {
            if !ended(&mut machine) {
                return Err("some thread can still go on".to_owned());
            }
            if !machine.is_deadlock() {
                return Err("it ends without a deadlock".to_owned());
            }
            let earlier = |place| values_of(program, &code, &schedule, place);
            let deadlock = deadlock::explain(&mut machine, (&steps, &callees), &earlier);
            watched = deadlock.watched;
            let mut example = example(None, None, deadlock.position, deadlock.summary);
            example.details = deadlock.details;
            example
        }
        None if property == Property::Memory && ended(&mut machine) && machine.leaked().is_some() => {
            leak_example(&machine)
        }
        None if property == Property::Race => {
            race::race_example(&mut machine, &steps, deeds).ok_or("all accesses are in order")?
        }
        None => return Err(format!("it ends without a violation of `{property}`")),
    };
    mark_what_matters(&mut steps, example.culprit, &watched);
    example.schedule = schedule;
    example.actors = actors;
    example.steps = steps;
    Ok(example)
}

/// What a place holds after each step of a schedule.
fn values_of(program: &Program, code: &Code, schedule: &Schedule, place: Place) -> Vec<Option<u64>> {
    let mut machine = Machine::observed(program, code.clone());
    let mut value = |&decision: &Decision| {
        step(&mut machine, decision).ok()?;
        machine.memory.value(place)
    };
    schedule.iter().map(&mut value).collect()
}

/// Whether nobody can go on.
fn ended(machine: &mut Machine<'_>) -> bool {
    let threads = machine.threads().to_vec();
    threads.into_iter().all(|it| !machine.enabled(it))
}

/// The first thread that can go on.
fn can_go_on(machine: &mut Machine<'_>) -> Option<Decision> {
    let threads = machine.threads().to_vec();
    let position = threads.into_iter().position(|it| machine.enabled(it))?;
    Some(Decision { thread: position as u32, branch: 0 })
}

/// The first failure that violates the property.
fn failed(machine: &Machine<'_>, property: Property) -> Option<usize> {
    machine.failures().iter().position(|it| it.fault.property() == property)
}

fn namer<'a>(machine: &'a Machine<'_>) -> Namer<'a> {
    Namer { program: machine.program, code: &machine.code, created: &machine.created }
}

pub(crate) fn thread_name(machine: &Machine<'_>, thread: ThreadId) -> String {
    Namer::thread(&machine.path(thread))
}

fn actor(machine: &Machine<'_>, thread: ThreadId) -> Actor {
    let function = machine.start_function(thread).map_or("", |it| &machine.program.functions[it as usize].name);
    Actor { thread, name: thread_name(machine, thread), function: function.to_owned() }
}

/// A step and what was seen of it.
struct Seen {
    step: Step,
    observed: Vec<Observed>,
    is_section: bool,
    /// The function of the library that the program has called for it.
    callee: Option<u32>,
}

/// Takes one step and puts it into words.
fn step(machine: &mut Machine<'_>, decision: Decision) -> Result<Seen, String> {
    let Decision { thread: position, branch } = decision;
    let known = machine.threads().get(position as usize).copied();
    let Some(thread) = known.filter(|&it| machine.enabled(it) && branch < machine.branches(it)) else {
        return Err(format!("thread {position} cannot take branch {branch} after {} steps", machine.depth()));
    };
    let stack = machine.stack(thread);
    if stack.is_empty() {
        return Err("a waiting thread has a stack".to_owned());
    }
    let ((function, pc), callee) = library::split(machine, &stack);
    let is_section = matches!(machine.request(thread), Some((_, Request::AtomicBegin)));
    let mut accesses = Vec::new();
    machine.observed = Some(Vec::new());
    machine.step(Choice { thread, branch }, &mut accesses);
    let observed = machine.observed.take().unwrap_or_default();
    machine.observed = Some(Vec::new());
    let how = library::How { is_section, waits: machine.stack(thread) == stack };
    let step = Step {
        thread,
        position: machine.code.site(pc).span,
        function: machine.program.functions[function as usize].name.clone(),
        effects: library::effects(machine, &observed, how),
        accesses,
        matters: true,
    };
    Ok(Seen { step, observed, is_section, callee })
}

/// What a request did, in words.
fn effect(machine: &Machine<'_>, seen: &Observed) -> Option<Effect> {
    let namer = namer(machine);
    let site = machine.code.site(seen.pc);
    let position = site.span;
    let kind = dest_kind(machine.program, &machine.code, seen.pc);
    let place = seen.access.place();
    let name = place.map(|it| namer.place(it)).unwrap_or_default();
    let value = |bits: u64| place.map_or_else(|| bits.to_string(), |it: Place| namer.value(it, bits, kind));
    let bad = |verb: &str, address: u64| format!("{verb} {}", namer.address(address));
    let answer = seen.answer.unwrap_or(0);
    // The access itself is wrong; what it touched is then only what decided that.
    let wrong = matches!(seen.answer, Err(End::Failed(fault)) if fault != Fault::BadMutex);
    let text = match seen.request {
        Request::Load { address, .. } if wrong => bad("reads", address),
        Request::Load { .. } => format!("reads {name}: {}", value(answer)),
        Request::Store { address, .. } if wrong => bad("writes", address),
        Request::Store { value: stored, .. } => format!("{name} = {}", value(stored)),
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
        Request::Spawn { function, .. } => match seen.access {
            Access::Spawn(child) => {
                let function = machine.code.function_at(function);
                let function = function.map_or("?", |it| &machine.program.functions[it as usize].name);
                format!("starts {}: {function}", thread_name(machine, child))
            }
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
        Request::Choose { width, .. } => {
            format!("chooses {}", shown(kind, ir::Width(width), answer))
        }
        Request::Free { .. } if !wrong && place.is_some() => format!("frees {name}"),
        Request::Free { address } => format!("frees {}", namer.pointer(address)),
        Request::CloseSlot { .. } => format!("end of {name}"),
        Request::Reallocate { address, .. } => format!("reallocates {}", namer.pointer(address)),
        Request::AtomicBegin
        | Request::AtomicEnd
        | Request::CurrentThread
        | Request::Allocate { .. }
        | Request::OpenSlot { .. } => return None,
    };
    Some(Effect { position, text })
}

/// How to show what the register holds that gets an operation's answer.
fn dest_kind(program: &Program, code: &Code, pc: Pc) -> Kind {
    let site = code.site(pc);
    let function = &program.functions[site.function.index()];
    let dest = ir::passes::walk::written(&function.edges[site.edge as usize].action);
    dest.map_or(Kind::Unsigned, |it| function.registers[it.index()].kind)
}

fn example(fault: Option<Fault>, culprit: Option<ThreadId>, position: Span, summary: String) -> Counterexample {
    Counterexample {
        schedule: Vec::new(),
        actors: Vec::new(),
        steps: Vec::new(),
        summary,
        details: Vec::new(),
        fault,
        position,
        culprit,
        diagram: None,
    }
}

fn failure_example(machine: &Machine<'_>, index: usize, refused: Option<Request>, steps: &[Step]) -> Counterexample {
    let failure = machine.failures()[index];
    let stack = machine.failure_stack(index);
    let site = stack.first().map(|it| machine.code.site(it.1));
    let stack = library::own(machine, stack);
    let position = stack.first().map_or(Span::NONE, |it| machine.code.site(it.1).span);
    let said = site.and_then(|it| {
        let edge = &machine.program.functions[it.function.index()].edges[it.edge as usize];
        match &edge.action {
            Action::Stop(Stop::Fail(message) | Stop::Misuse(message)) => Some(message.clone()),
            _ => None,
        }
    });
    let name = thread_name(machine, failure.thread);
    let what = said.unwrap_or_else(|| failure.fault.name().to_owned());
    let mut example = example(Some(failure.fault), Some(failure.thread), position, format!("{what} in {name}"));
    example.details = fault_details(machine, failure.fault, refused.and_then(address), steps);
    for &(function, pc) in stack.iter().skip(1) {
        let function = &machine.program.functions[function as usize].name;
        let text = format!("called from `{function}`");
        example.details.push(Line { position: machine.code.site(pc).span, text });
    }
    example
}

/// Where the object came from and ended, for faults on memory.
fn fault_details(machine: &Machine<'_>, fault: Fault, address: Option<u64>, steps: &[Step]) -> Vec<Line> {
    let mut details = Vec::new();
    let Some(address) = address else { return details };
    let (object, _) = machine.program.model.unpack(address);
    let namer = namer(machine);
    match fault {
        Fault::OutOfBounds | Fault::Misaligned => {
            let size = machine.memory.whole(object).length;
            let text = format!("{}, which has {size} bytes", namer.address(address));
            details.push(Line { position: Span::NONE, text });
        }
        Fault::UseAfterFree | Fault::DoubleFree => {
            if let Some(position) = created_at(machine, object) {
                details.push(Line { position, text: "the object was created here".to_owned() });
            }
            let ended = |it: &&Step| {
                it.accesses.iter().any(|it| matches!(it, Access::EndObject(place) if place.object.0 == object))
            };
            if let Some(step) = steps.iter().find(ended) {
                let text = format!("and ended here by {}", thread_name(machine, step.thread));
                details.push(Line { position: step.position, text });
            }
        }
        Fault::NullPointer | Fault::InvalidPointer | Fault::ReadOnly | Fault::InvalidFree => {
            details.push(Line { position: Span::NONE, text: format!("it goes to {}", namer.address(address)) });
        }
        Fault::BadMutex => {
            if let Ok(at) = machine.memory.locate(address, 4, true) {
                let name = namer.place(at.place);
                let text = match holder(machine.memory.read(at)) {
                    Some(thread) => format!("`{name}` is held by {}", holder_name(machine, thread)),
                    None => format!("nobody holds `{name}`"),
                };
                details.push(Line { position: Span::NONE, text });
            }
        }
        Fault::Assertion
        | Fault::Exception
        | Fault::Uninitialised
        | Fault::Leak
        | Fault::BadSize
        | Fault::BadCall
        | Fault::BadJoin
        | Fault::Misuse
        | Fault::SignedOverflow
        | Fault::DivisionByZero
        | Fault::BadShift
        | Fault::BadConversion => {}
    }
    details
}

/// Where an object was created.
fn created_at(machine: &Machine<'_>, object: u32) -> Option<Span> {
    match machine.created.iter().find(|it| it.0 == object)?.1 {
        Origin::Instruction(pc) => Some(machine.code.site(pc).span),
        Origin::ThreadLocal(global) => Some(machine.program.globals[global.index()].span),
    }
}

/// Which object nobody can reach any more.
fn leak_example(machine: &Machine<'_>) -> Counterexample {
    let object = machine.leaked().expect("asked before");
    let position = created_at(machine, object).unwrap_or(Span::NONE);
    let size = machine.memory.whole(object).length;
    let summary =
        format!("memory leak: {size} bytes allocated here are never freed, and nothing points to them at the end");
    example(Some(Fault::Leak), None, position, summary)
}

/// The address that a request is about.
fn address(request: Request) -> Option<u64> {
    match request {
        Request::Load { address, .. }
        | Request::Store { address, .. }
        | Request::Update { address, .. }
        | Request::CompareExchange { address, .. }
        | Request::Free { address }
        | Request::Reallocate { address, .. } => Some(address),
        Request::Lock { mutex }
        | Request::TryLock { mutex }
        | Request::Unlock { mutex }
        | Request::InitMutex { mutex, .. }
        | Request::DestroyMutex { mutex } => Some(mutex),
        Request::Fence
        | Request::Spawn { .. }
        | Request::Join { .. }
        | Request::Detach { .. }
        | Request::CurrentThread
        | Request::AtomicBegin
        | Request::AtomicEnd
        | Request::Choose { .. }
        | Request::Allocate { .. }
        | Request::OpenSlot { .. }
        | Request::CloseSlot { .. } => None,
    }
}

/// Marks the steps that are needed to understand the failure: those that happen before it, without those on places
/// that only one thread touches and nobody waits for (`watched`); and of long executions without the starting and joining of threads.
fn mark_what_matters(steps: &mut [Step], culprit: Option<ThreadId>, watched: &[Place]) {
    let mut needed = vec![false; steps.len()];
    let last = steps.iter().rposition(|it| culprit.is_none_or(|culprit| it.thread == culprit));
    let Some(last) = last else { return };
    for index in (0..=last).rev() {
        let before = culprit.is_none()
            || index == last
            || (index + 1..=last).any(|later| needed[later] && ordered(&steps[index], &steps[later]));
        needed[index] = before;
    }
    // Without a second thread everything is told: there is nothing to compare with.
    let alone = steps.iter().all(|it| it.thread == steps[0].thread);
    let shared = |place: Place, thread: ThreadId| {
        alone
            || steps.iter().zip(&needed).any(|(it, &needed)| {
                needed
                    && it.thread != thread
                    && it.accesses.iter().any(|it| it.place().is_some_and(|it| it.overlaps(place)))
            })
    };
    // What the thread that fails did before is part of the story, unless it is a long one.
    let own = (0..steps.len()).filter(|&it| needed[it] && Some(steps[it].thread) == culprit).count();
    let interesting: Vec<bool> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            index == last
                || step.accesses.iter().any(|it| match it.place() {
                    // Who holds which mutex is the whole point of a deadlock.
                    Some(_)
                        if culprit.is_none()
                            && matches!(it, Access::Lock(_) | Access::TryLock(_) | Access::Unlock(_)) =>
                    {
                        true
                    }
                    Some(place) if watched.iter().any(|it| it.overlaps(place)) => true,
                    Some(place) => shared(place, step.thread) || (own <= 12 && Some(step.thread) == culprit),
                    None => *it != Access::Nothing,
                })
        })
        .collect();
    let rows = (0..steps.len()).filter(|&it| needed[it] && interesting[it]).count();
    for (index, step) in steps.iter_mut().enumerate() {
        let only_threads = step.accesses.iter().all(|it| matches!(it, Access::Spawn(_) | Access::Join(_)));
        step.matters = needed[index]
            && interesting[index]
            && !step.effects.is_empty()
            && (index == last || !(only_threads && rows > 12));
    }
}

/// Whether the first step must come before the second.
fn ordered(first: &Step, second: &Step) -> bool {
    first.thread == second.thread
        || first.accesses.contains(&Access::Spawn(second.thread))
        || second.accesses.contains(&Access::Join(first.thread))
        || first.accesses.iter().any(|one| second.accesses.iter().any(|two| one.conflicts(*two)))
}
