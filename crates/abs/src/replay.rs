//! From a schedule to a counterexample: the actors run it once more, and what happens is written down.
//!
//! This is the door through which every violation leaves: what does not happen here is not reported.

mod deadlock;
mod diagram;
mod fields;
mod names;
mod narrate;

use crate::actors::Actors;
use crate::code::Code;
use event::{
    Access, Actor, Choice, Counterexample, Decision, Effect, Line, Mismatch, Operand, Plan, Property, Schedule, Status,
    Step, System, ThreadId, Why,
};
use fields::Fields;
use names::People;
use source::Span;

pub use narrate::narrate;

/// Runs a schedule and says how it violates the property. `Err`: it does not, which is a bug of whoever made it.
pub fn replay(code: &Code, schedule: &Schedule, property: Property) -> Result<Counterexample, String> {
    repeat(code, schedule, property).map_err(|it| it.to_string())
}

/// The same for a schedule of which nobody knows whether it still fits the program. `Err`: what happened instead.
pub fn repeat(code: &Code, schedule: &Schedule, property: Property) -> Result<Counterexample, Mismatch> {
    let mut actors = Actors::observed(code.clone());
    let mut taken = Vec::new();
    let mut failure = None;
    for &decision in schedule {
        match step(&mut actors, decision) {
            Ok(step) => taken.push(step),
            Err(why) => return Err(mismatch(&actors, &taken, Why::Stuck(why))),
        }
        failure = actors.failures().iter().position(|it| it.fault.property() == property);
        if failure.is_some() {
            break;
        }
    }
    let people = People::of(&actors);
    let told = match failure {
        Some(index) => Ok(failure_example(&actors, &people, index)),
        None => ending(&mut actors, &people, property),
    };
    let mut example = match told {
        Ok(example) => example,
        Err(why) => return Err(mismatch(&actors, &taken, Why::Passes(why))),
    };
    if example.fault.is_none() && actors.can_go_on() {
        example.details.extend(deadlock::round(code, &actors, schedule));
    }
    example.plan.schedule = schedule[..taken.len()].to_vec();
    let matters = what_matters(&taken, example.culprit);
    example.actors = everybody(&actors, &people);
    example.steps = describe_all(&actors, &people, &taken, &matters);
    example.diagram = Some(diagram::draw(&actors, &people, &matters));
    Ok(example)
}

/// What happened in a run that does not show what it should.
fn mismatch(actors: &Actors, taken: &[(ThreadId, Vec<Access>)], why: Why) -> Mismatch {
    let people = People::of(actors);
    let steps = describe_all(actors, &people, taken, &vec![true; taken.len()]);
    Mismatch { actors: everybody(actors, &people), steps, why }
}

/// The tasks, in the order of their creation.
fn everybody(actors: &Actors, people: &People) -> Vec<Actor> {
    actors.threads().iter().map(|&it| people.actor(actors, it)).collect()
}

/// Makes one step, if it can be made.
fn step(actors: &mut Actors, Decision { thread, branch }: Decision) -> Result<(ThreadId, Vec<Access>), String> {
    let Some(&thread) = actors.threads().get(thread as usize) else {
        let count = actors.threads().len();
        return Err(format!("task T{thread} is to go on, but there are {count} tasks so far"));
    };
    if !actors.enabled(thread) {
        let people = People::of(actors);
        let name = people.task(actors, thread);
        return Err(match actors.status(thread) {
            Status::Ended(_) => format!("{name} has ended already"),
            Status::Waiting => deadlock::held_up(actors, &people, thread),
        });
    }
    if branch >= actors.branches(thread) {
        let name = People::of(actors).task(actors, thread);
        let (way, ways) = (u64::from(branch) + 1, actors.branches(thread));
        return Err(format!("{name} is to take way {way} of its operation, which has {ways}"));
    }
    let mut accesses = Vec::new();
    actors.step(Choice { thread, branch }, &mut accesses);
    Ok((thread, accesses))
}

/// What is wrong at the end of an execution.
fn ending(actors: &mut Actors, people: &People, property: Property) -> Result<Counterexample, String> {
    for index in 0..actors.threads().len() {
        let thread = actors.threads()[index];
        if actors.enabled(thread) {
            let hanging = if property == Property::Deadlock { actors.hanging() } else { Vec::new() };
            return match hanging.is_empty() {
                true => Err("some task can still go on".to_owned()),
                false => Ok(deadlock::explain_hang(actors, people, &hanging)),
            };
        }
    }
    match property {
        Property::Deadlock if actors.is_deadlock() => Ok(deadlock::explain(actors, people)),
        Property::Exception if actors.final_fault().is_some() => match actors.lost_exception() {
            Some(task) => Ok(lost_example(actors, people, task)),
            None => Err("every exception has been got by somebody".to_owned()),
        },
        Property::Reach
        | Property::Deadlock
        | Property::Exception
        | Property::Memory
        | Property::Overflow
        | Property::Race => Err(format!("it ends without a violation of `{property}`")),
    }
}

fn failure_example(actors: &Actors, people: &People, index: usize) -> Counterexample {
    let failure = actors.failures()[index];
    let (position, message) = actors.reason(index);
    let summary = match actors.code().sources.text(*position) {
        Some(text) if failure.fault == event::Fault::Assertion => {
            let text = text.trim_start_matches("assert").trim_end_matches(';').trim();
            format!("assertion `{text}` failed in {}", people.task(actors, failure.thread))
        }
        _ => format!("{message} in {}", people.task(actors, failure.thread)),
    };
    let mut operands: Vec<Operand> = Vec::new();
    for (span, value) in actors.asserted(index) {
        let name = actors.code().sources.text(*span).unwrap_or("");
        if !name.is_empty() && operands.iter().all(|it| it.name != name) {
            operands.push(Operand { name: name.to_owned(), value: people.value(actors, value) });
        }
    }
    let (fault, culprit) = (Some(failure.fault), Some(failure.thread));
    Counterexample { fault, culprit, operands, ..example(*position, summary) }
}

/// An exception that ended a task, and that nobody has got.
fn lost_example(actors: &Actors, people: &People, task: ThreadId) -> Counterexample {
    let (text, position) = match &actors.task(task).result {
        Some(Err(exception)) => {
            (people.value(actors, &exception.value), actors.code().spans[exception.origin as usize])
        }
        Some(Ok(_)) | None => unreachable!("the task ended by an exception"),
    };
    let summary = format!("uncaught exception {text} in {}", people.task(actors, task));
    let text = "nobody gets the answer of its future, and so nobody gets the exception".to_owned();
    let details = vec![Line { position: Span::NONE, text }];
    let fault = Some(event::Fault::Exception);
    Counterexample { fault, culprit: Some(task), details, ..example(position, summary) }
}

fn example(position: Span, summary: String) -> Counterexample {
    Counterexample {
        plan: Plan::default(),
        actors: Vec::new(),
        steps: Vec::new(),
        summary,
        details: Vec::new(),
        operands: Vec::new(),
        racing: None,
        passing: None,
        fault: None,
        misuse: None,
        position,
        culprit: None,
        diagram: None,
    }
}

/// All steps in words.
fn describe_all(actors: &Actors, people: &People, taken: &[(ThreadId, Vec<Access>)], matters: &[bool]) -> Vec<Step> {
    let mut fields = Fields::default();
    let mut steps = Vec::new();
    let mut notes = actors.notes.iter().peekable();
    for (number, (thread, accesses)) in taken.iter().enumerate() {
        let mut effects = Vec::new();
        while let Some(note) = notes.next_if(|it| it.step <= number) {
            let text = people.happening(actors, note.task, &note.what);
            let touch = fields.touch(actors, people, &note.what);
            effects.push(Effect { position: note.span, text, touch });
        }
        effects.retain(|it| !it.text.is_empty());
        let body = actors.code().body(actors.task(*thread).body);
        steps.push(Step {
            thread: *thread,
            position: effects.first().map_or(body.span, |it| it.position),
            function: body.name.clone(),
            accesses: accesses.to_vec(),
            effects,
            matters: matters[number],
        });
    }
    steps
}

/// Which steps happen before the last step of the culprit, and so may have to do with what it did. Without a culprit all
/// of them do.
fn what_matters(taken: &[(ThreadId, Vec<Access>)], culprit: Option<ThreadId>) -> Vec<bool> {
    let Some(last) = culprit.and_then(|it| taken.iter().rposition(|(thread, _)| *thread == it)) else {
        return vec![true; taken.len()];
    };
    let mut matters = vec![false; taken.len()];
    matters[last] = true;
    for later in (0..=last).rev() {
        mark_causes(taken, later, &mut matters);
    }
    matters
}

/// Marks the steps that a step depends on, if it matters.
fn mark_causes(taken: &[(ThreadId, Vec<Access>)], later: usize, matters: &mut [bool]) {
    if !matters[later] {
        return;
    }
    let (thread, accesses) = &taken[later];
    for (earlier, (other, theirs)) in taken[..later].iter().enumerate() {
        let leads = other == thread
            || theirs.contains(&Access::Spawn(*thread))
            || accesses.contains(&Access::Follow(*other))
            || event::conflict(theirs, accesses);
        matters[earlier] |= leads;
    }
}

/// Whether a task has not ended.
fn waits(actors: &Actors, thread: ThreadId) -> bool {
    actors.status(thread) == Status::Waiting
}
