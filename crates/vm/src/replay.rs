//! From a schedule to a counterexample: the machine runs it once more and writes down what happens.
//!
//! This is the door through which every violation leaves: what does not happen here is not reported.

mod effect;
mod happens_before;
pub(crate) mod library;
mod matters;
mod mutex_life;
mod narrate;
mod operands;
mod operations;
mod race;
mod reuse;
pub(crate) mod stuck;

use crate::code::Code;
use crate::deadlock::{self, holder_name};
use crate::describe::{Namer, holder};
use crate::hang::Evidence;
use crate::machine::{LONGEST_ROUND, Machine, Observed, Origin};
use crate::mutex::Life;
use crate::thread::Request;
use event::{
    Access, Actor, Choice, Counterexample, Decision, Fault, Line, Mismatch, Place, Plan, Property, Schedule, Step,
    System, ThreadId, Why,
};
use ir::{Action, Program, Stop};
use source::Span;

pub use narrate::narrate;
pub use operations::{Operations, Performed, operations};

/// Runs a schedule and says how it violates the property. `Err`: it does not, which is a bug of whoever made it.
pub fn replay(
    program: &Program,
    code: Code,
    schedule: &Schedule,
    property: Property,
) -> Result<Counterexample, String> {
    repeat(program, code, schedule, property).map_err(|it| it.to_string())
}

/// The same for a schedule of which nobody knows whether it still fits the program. `Err`: what happened instead.
pub fn repeat(
    program: &Program,
    code: Code,
    schedule: &Schedule,
    property: Property,
) -> Result<Counterexample, Mismatch> {
    repeat_race(program, code, schedule, property, None)
}

/// The same, but if it is about a race, that is to be one between these two steps.
pub fn repeat_race(
    program: &Program,
    code: Code,
    schedule: &Schedule,
    property: Property,
    racing: Option<(usize, usize)>,
) -> Result<Counterexample, Mismatch> {
    let (code, schedule) = &reuse::fixed(program, code, schedule);
    let code = code.clone();
    let hang = (property == Property::Deadlock).then(|| stuck::hang(program, &code, schedule));
    let code = stuck::going_round_if(code, hang.as_ref());
    let mut machine = Machine::observed(program, code.clone());
    let mut steps = Vec::new();
    let mut deeds = Vec::new();
    let mut culprit_request = None;
    let mut watched = Vec::new();
    let mut callees = Vec::new();
    let mut calls = library::Calls::default();
    let mut inputs: Vec<Vec<u64>> = Vec::new();
    let mut failure = failed(&machine, property);
    let given = schedule.len();
    let mut run = Decisions::new(schedule, hang.as_ref());
    while failure.is_none() {
        let Some(decision) = run.next(&mut machine) else { break };
        let seen = match step(&mut machine, decision, &mut calls) {
            Ok(seen) => seen,
            Err(why) => return Err(Mismatch { actors: actors(&machine), steps, why: Why::Stuck(why) }),
        };
        if property == Property::Race {
            deeds.extend(race::deeds(&machine, steps.len(), &seen));
        }
        inputs.resize(machine.threads().len().max(inputs.len()), Vec::new());
        inputs[decision.thread as usize].extend(seen.chosen());
        culprit_request = seen.observed.iter().find(|it| it.answer.is_err()).map(|it| it.request);
        steps.push(seen.step);
        callees.push(seen.callee);
        failure = failed(&machine, property);
    }
    let schedule = run.schedule[..steps.len()].to_vec();
    let told = match failure {
        Some(index) => Ok(failure_example(&machine, index, culprit_request, &steps)),
        None if property == Property::Deadlock => {
            let earlier = |place| values_of(program, &code, &schedule, place);
            deadlock_example(&mut machine, hang, (&steps, &callees), (&earlier, given), &mut watched)
        }
        None if property == Property::Memory && ended(&mut machine) && machine.leaked().is_some() => {
            Ok(leak_example(&machine))
        }
        None if property == Property::Race => {
            let found = race::race_example(&mut machine, &steps, deeds, code.follows, racing);
            found.ok_or_else(|| "all accesses to the same bytes are in order".to_owned())
        }
        None => Err(format!("it ends without a violation of `{property}`")),
    };
    let mut example = match told {
        Ok(example) => example,
        Err(why) => return Err(Mismatch { actors: actors(&machine), steps, why: Why::Passes(why) }),
    };
    let failure = matters::Failure { culprit: example.culprit, racing: example.racing, watched: &watched };
    matters::mark_what_matters(&mut steps, failure);
    // What waiting threads did to show that they wait is done again by whoever repeats it, and what was chosen is an input.
    let decide = |it: &Decision| Decision { branch: 0, ..*it };
    let schedule = schedule.iter().take(given).map(decide).collect();
    example.plan = Plan { schedule, inputs, reused: code.reuses().to_vec() };
    example.actors = actors(&machine);
    example.steps = steps;
    Ok(example)
}

/// The decisions of a schedule, and those behind it that show a deadlock.
struct Decisions {
    schedule: Schedule,
    next: usize,
    most: usize,
    /// Whether those that can go on at the end do so.
    goes_on: bool,
}

impl Decisions {
    fn new(schedule: &Schedule, hang: Option<&stuck::Hang>) -> Decisions {
        match hang {
            Some(stuck::Hang::Waiting(_)) => Decisions::continued(schedule),
            Some(stuck::Hang::Running(Evidence { round, .. })) => Decisions::given([schedule, &round[..]].concat()),
            Some(stuck::Hang::None(_)) | None => Decisions::given(schedule.clone()),
        }
    }

    /// These and no others.
    fn given(schedule: Schedule) -> Decisions {
        Decisions { next: 0, most: 0, goes_on: false, schedule }
    }

    /// These, and then those with which threads go on that can.
    fn continued(schedule: &Schedule) -> Decisions {
        Decisions { next: 0, most: schedule.len() + LONGEST_ROUND, goes_on: true, schedule: schedule.clone() }
    }

    fn next(&mut self, machine: &mut Machine<'_>) -> Option<Decision> {
        if self.next == self.schedule.len() && self.goes_on {
            stuck::stop_waiting(machine);
            // The others go round once more, which shows that they wait.
            let more = can_go_on(machine, self.schedule.last());
            self.schedule.extend(more.filter(|_| self.next < self.most));
        }
        let decision = self.schedule.get(self.next).copied();
        self.next += 1;
        decision
    }
}

/// What a place holds after each step of a schedule.
fn values_of(program: &Program, code: &Code, schedule: &Schedule, place: Place) -> Vec<Option<u64>> {
    let mut machine = Machine::observed(program, code.clone());
    let mut calls = library::Calls::default();
    let mut value = |&decision: &Decision| {
        step(&mut machine, decision, &mut calls).ok()?;
        machine.memory.value(place)
    };
    schedule.iter().map(&mut value).collect()
}

/// Whether nobody can go on.
fn ended(machine: &mut Machine<'_>) -> bool {
    let threads = machine.threads().to_vec();
    threads.into_iter().all(|it| !machine.enabled(it))
}

/// A thread that can go on: the last one, or else the first.
fn can_go_on(machine: &mut Machine<'_>, last: Option<&Decision>) -> Option<Decision> {
    let threads = machine.threads().to_vec();
    let last = last.map(|it| it.thread as usize);
    let position = last.into_iter().chain(0..threads.len()).find(|&it| machine.enabled(threads[it]))?;
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

/// The threads, in the order of their creation.
fn actors(machine: &Machine<'_>) -> Vec<Actor> {
    let function =
        |thread| machine.start_function(thread).map_or("", |it| &machine.program.functions[it as usize].name);
    let actor = |&thread: &ThreadId| Actor {
        thread,
        name: thread_name(machine, thread),
        function: function(thread).to_owned(),
    };
    machine.threads().iter().map(actor).collect()
}

/// A step and what was seen of it.
struct Seen {
    step: Step,
    observed: Vec<Observed>,
    is_section: bool,
    /// It orders nothing by itself.
    is_quiet: bool,
    /// The function of the library that the program has called for it.
    callee: Option<u32>,
}

impl Seen {
    /// What the thread has chosen in it.
    fn chosen(&self) -> impl Iterator<Item = u64> {
        let choices = self.observed.iter().filter(|it| matches!(it.request, Request::Choose { .. }));
        choices.filter_map(|it| it.answer.ok())
    }
}

/// Takes one step and puts it into words.
fn step(machine: &mut Machine<'_>, decision: Decision, calls: &mut library::Calls) -> Result<Seen, String> {
    let Decision { thread: position, branch } = decision;
    let known = machine.threads().get(position as usize).copied();
    let Some(thread) = known.filter(|&it| machine.enabled(it) && branch < machine.branches(it)) else {
        return Err(stuck::explain(machine, decision));
    };
    let stack = machine.stack(thread);
    if stack.is_empty() {
        return Err("a waiting thread has a stack".to_owned());
    }
    let ((function, pc), callee) = library::split(machine, &stack);
    let is_section = matches!(machine.request(thread), Some((_, Request::AtomicBegin)));
    let is_quiet = is_section && machine.is_quiet(stack[0].1);
    let mut accesses = Vec::new();
    machine.observed = Some(Vec::new());
    machine.step(Choice { thread, branch }, &mut accesses);
    let observed = machine.observed.take().unwrap_or_default();
    machine.observed = Some(Vec::new());
    let how = library::How { thread, is_section, waits: machine.stack(thread) == stack };
    let step = Step {
        thread,
        position: machine.code.site(pc).span,
        function: machine.program.functions[function as usize].name.clone(),
        effects: library::effects(machine, &observed, how, calls),
        accesses,
        matters: true,
    };
    Ok(Seen { step, observed, is_section, is_quiet, callee })
}

fn example(fault: Option<Fault>, culprit: Option<ThreadId>, position: Span, summary: String) -> Counterexample {
    Counterexample {
        plan: Plan::default(),
        actors: Vec::new(),
        steps: Vec::new(),
        summary,
        details: Vec::new(),
        operands: Vec::new(),
        racing: None,
        passing: None,
        fault,
        misuse: None,
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
            Action::Stop(Stop::Fail(text) | Stop::Misuse(ir::Misused { text, .. })) => Some(text.clone()),
            Action::Stop(Stop::Uninitialised(from)) if !from.is_empty() => {
                Some(format!("{} ({from})", Fault::Uninitialised.name()))
            }
            _ => None,
        }
    });
    let name = thread_name(machine, failure.thread);
    let callee = library::split(machine, machine.failure_stack(index)).1;
    let mistimed = || mutex_life::mistake(machine, refused?, callee);
    let what = said.or_else(mistimed).unwrap_or_else(|| failure.fault.name().to_owned());
    let mut example = example(Some(failure.fault), Some(failure.thread), position, format!("{what} in {name}"));
    let kind =
        site.and_then(|it| match &machine.program.functions[it.function.index()].edges[it.edge as usize].action {
            Action::Stop(Stop::Misuse(ir::Misused { kind, .. })) => Some(*kind),
            _ => None,
        });
    example.misuse = kind
        .or_else(|| mutex_life::kind_of(machine, refused.filter(|_| failure.fault == Fault::BadMutex)?))
        .map(ir::Misuse::code);
    if failure.fault == Fault::Assertion {
        example.operands = operands::of_assertion(machine, index, steps);
    }
    example.details = fault_details(machine, failure.fault, refused.and_then(address), steps);
    example.details.extend(mutex_life::details(machine, failure.fault, refused, steps));
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
                    Some(thread) => Some(format!("`{name}` is held by {}", holder_name(machine, thread))),
                    None if machine.mutex_state(address).life == Life::Unknown => {
                        Some(format!("nobody holds `{name}`"))
                    }
                    None => None,
                };
                details.extend(text.map(|text| Line { position: Span::NONE, text }));
            }
        }
        Fault::Uninitialised => {
            if let Ok(at) = machine.memory.locate(address, 1, false) {
                let text = format!("`{}` was never written", namer.place(at.place));
                details.push(Line { position: created_at(machine, object).unwrap_or(Span::NONE), text });
            }
        }
        Fault::Assertion
        | Fault::Exception
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

/// Which threads hang, and what each waits for or how it goes round. `watched` gets what threads look at in loops; `given` is
/// how many of the steps lead to the state.
fn deadlock_example(
    machine: &mut Machine<'_>,
    hang: Option<stuck::Hang>,
    steps: (&[Step], &[Option<u32>]),
    (earlier, given): (deadlock::Earlier<'_>, usize),
    watched: &mut Vec<Place>,
) -> Result<Counterexample, String> {
    let deadlock = match hang {
        Some(stuck::Hang::Waiting(hung)) => deadlock::explain(machine, hung.as_deref(), steps, earlier),
        Some(stuck::Hang::Running(evidence)) => deadlock::explain_round(machine, &evidence.hung, steps.0, given),
        Some(stuck::Hang::None(why)) => return Err(why),
        None => return Err("nobody has asked whether threads hang".to_owned()),
    };
    *watched = deadlock.watched;
    Ok(Counterexample { details: deadlock.details, ..example(None, None, deadlock.position, deadlock.summary) })
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
        Request::Spawn { place, stored: true, .. } => Some(place),
        Request::Lock { mutex }
        | Request::TryLock { mutex }
        | Request::Unlock { mutex }
        | Request::InitMutex { mutex, .. }
        | Request::DestroyMutex { mutex } => Some(mutex),
        Request::Fence
        | Request::Spawn { stored: false, .. }
        | Request::Join { .. }
        | Request::Detach { .. }
        | Request::CurrentThread
        | Request::Extent { .. }
        | Request::Doubt { .. }
        | Request::Unset { .. }
        | Request::Forget { .. }
        | Request::Compare { .. }
        | Request::AtomicBegin
        | Request::AtomicEnd
        | Request::Choose { .. }
        | Request::Allocate { .. }
        | Request::OpenSlot { .. }
        | Request::CloseSlot { .. } => None,
    }
}
