//! What is shown of a violation: a short way to it, and the nearest way past it.
//!
//! Whatever engine has found it, the counterexample that leaves here is one of the plain machine, with as few context switches
//! as was found, and was replayed once more as such. If that fails, what was replayed before is shown.

use abs::Actors;
use event::{
    Budget, Choice, Counterexample, Decision, Diagram, Line, Passing, Plan, Properties, Property, Schedule, Step,
    System, ThreadId, Touch, Violation, What,
};
use explore::rehearse::{self, Rehearsal};
use ir::Program;
use source::Sources;
use std::cell::Cell;
use std::time::{Duration, Instant};
use vm::{Code, Machine};

/// Steps that may be made to find a shorter way.
const STEPS: u64 = 200_000;
/// Steps of replays that may be made for that.
const REPLAYED: u64 = 2_000_000;
/// How long one may look for it when there is no time left.
const MOMENT: Duration = Duration::from_millis(100);

/// Whether what has been found is to be shown as it is. If a limit has ended the search, there is still a moment to make the
/// best of what it has found.
fn lateness(budget: &Budget) -> impl Fn() -> bool + use<> {
    // Nobody else has a turn meanwhile.
    let budget = Budget { pace: None, ..budget.clone() };
    let (start, was_late) = (Instant::now(), budget.exceeded().is_some());
    move || if was_late { start.elapsed() >= MOMENT } else { budget.exceeded().is_some() }
}

/// A shorter way to a violation of a C program, and what would have avoided it.
pub(crate) fn of_threads(program: &Program, checked: Properties, budget: &Budget, violation: Violation) -> Violation {
    let is_late = lateness(budget);
    let Violation { property, counterexample } = violation;
    let plain = vm::compile(program, checked).reusing(counterexample.plan.reused.clone());
    let inputs = counterexample.plan.inputs.clone();
    let replay = |schedule: &Schedule| {
        vm::replay::replay(program, plain.clone().with_inputs(inputs.clone()), schedule, property).ok()
    };
    // Waiting loops are not gone round in vain. If that loses the violation, rounds are taken as they were.
    let stages: [Code; 2] =
        [plain.clone().with_choices(inputs.clone()).with_awaits(), plain.clone().with_inputs(inputs.clone())];
    for code in stages {
        let mut machine = Machine::new(program, code);
        let (fault, exact) = (counterexample.fault, failure_position(program, &plain, &inputs, &counterexample));
        let is_same = |machine: &Machine<'_>, index: usize| {
            fault.is_none_or(|it| machine.failures()[index].fault == it)
                && exact.is_none_or(|it| machine.failure_position(index) == it)
        };
        let mut rehearsal = Rehearsal::new(&mut machine, property, &is_same, STEPS).until(&is_late);
        let shown = shown(&mut rehearsal, &counterexample, &replay, &is_late, &program.sources);
        if let Some(counterexample) = shown {
            return Violation { property, counterexample };
        }
    }
    let literal = replay(&counterexample.plan.schedule);
    debug_assert!(literal.is_some(), "a counterexample of `{property}` is one of the plain machine");
    let shown = match literal {
        // Some thread goes on for ever, so there is no end to rehearse.
        Some(literal) if property == Property::Deadlock => {
            let left = Cell::new(REPLAYED);
            with_fewer_blocks(literal, &sparingly(&replay, &left, &is_late))
        }
        Some(literal) => literal,
        None => counterexample,
    };
    Violation { property, counterexample: shown }
}

/// Where exactly the machine fails in a counterexample: that may be in a function of the library.
fn failure_position(
    program: &Program,
    plain: &Code,
    inputs: &[Vec<u64>],
    example: &Counterexample,
) -> Option<source::Span> {
    example.culprit.filter(|_| example.fault.is_some())?;
    let mut machine = Machine::new(program, plain.clone().with_inputs(inputs.to_vec()));
    for choice in choices(&example.plan.schedule) {
        if !machine.threads().contains(&choice.thread) || !machine.enabled(choice.thread) {
            return None;
        }
        machine.step(choice, &mut Vec::new());
    }
    let failures = machine.failures();
    let index = failures.iter().position(|it| Some(it.fault) == example.fault)?;
    Some(machine.failure_position(index))
}

/// A shorter way to a violation of actors, and what would have avoided it.
pub(crate) fn of_actors(code: &abs::Code, sources: &Sources, budget: &Budget, violation: Violation) -> Violation {
    let is_late = lateness(budget);
    let Violation { property, counterexample } = violation;
    let mut actors = Actors::new(code.clone());
    let (fault, position) = (counterexample.fault, counterexample.position);
    let is_same = |actors: &Actors, index: usize| {
        fault.is_none_or(|it| actors.failures()[index].fault == it) && actors.failure_position(index) == position
    };
    let mut rehearsal = Rehearsal::new(&mut actors, property, &is_same, STEPS).until(&is_late);
    let replay = |schedule: &Schedule| abs::replay(code, schedule, property).ok();
    let shown = shown(&mut rehearsal, &counterexample, &replay, &is_late, sources);
    Violation { property, counterexample: shown.unwrap_or(counterexample) }
}

/// The shortest way that was found, replayed, with the nearest run that passes.
fn shown<S: System>(
    rehearsal: &mut Rehearsal<'_, S>,
    example: &Counterexample,
    replay: &dyn Fn(&Schedule) -> Option<Counterexample>,
    is_late: &dyn Fn() -> bool,
    sources: &Sources,
) -> Option<Counterexample> {
    let best = rehearse::shorten(rehearsal, &choices(&example.plan.schedule))?;
    let schedule = rehearsal.schedule(&best);
    let mut shown = replay(&schedule)?;
    let is_deadlock = example.fault.is_none() && example.culprit.is_none() && shown.racing.is_none();
    if is_deadlock {
        let left = Cell::new(REPLAYED);
        let tried = sparingly(replay, &left, is_late);
        shown = with_rounds_inside(with_fewer_blocks(shown, &tried), &tried);
    }
    let failing = choices(&shown.plan.schedule);
    if let Some(rehearse::Passing { choices, reversed }) = rehearse::passing(rehearsal, &failing) {
        let plan = Plan {
            schedule: rehearsal.schedule(&choices),
            inputs: example.plan.inputs.clone(),
            reused: example.plan.reused.clone(),
        };
        // Behind the plan everybody may have gone on in another order.
        let is_planned = reversed.1 < failing.len();
        let text = difference(&shown, reversed, sources).filter(|_| is_planned);
        shown.passing = text.map(|text| Passing { plan, reversed, text });
    }
    Some(shown)
}

/// Replays as long as there are steps and there is time left for it.
fn sparingly(
    replay: impl Fn(&Schedule) -> Option<Counterexample>,
    left: &Cell<u64>,
    is_late: impl Fn() -> bool,
) -> impl Fn(&Schedule) -> Option<Counterexample> {
    move |schedule| {
        left.set(left.get().saturating_sub(schedule.len() as u64));
        if left.get() == 0 || is_late() { None } else { replay(schedule) }
    }
}

/// A deadlock without the steps that a replay makes by itself: to show that threads wait for ever, it lets them go round once
/// more in the loops in which they do, and what they did before may be part of that.
fn with_fewer_blocks(
    mut shown: Counterexample,
    replay: &dyn Fn(&Schedule) -> Option<Counterexample>,
) -> Counterexample {
    let mut end = shown.plan.schedule.len();
    while end > 0 {
        let schedule = &shown.plan.schedule;
        let thread = schedule[end - 1].thread;
        let begin = schedule[..end].iter().rposition(|it| it.thread != thread).map_or(0, |it| it + 1);
        let without: Schedule = [&schedule[..begin], &schedule[end..]].concat();
        end = begin;
        if let Some(better) = replay(&without).filter(|it| switches(it) < switches(&shown)) {
            end = better.plan.schedule.len();
            shown = better;
        }
    }
    shown
}

/// A deadlock in which the rounds that show that a thread waits follow what it did last, and not everything.
fn with_rounds_inside(
    mut shown: Counterexample,
    replay: &dyn Fn(&Schedule) -> Option<Counterexample>,
) -> Counterexample {
    loop {
        let schedule = &shown.plan.schedule;
        let behind = &shown.steps[schedule.len().min(shown.steps.len())..];
        let moved = shown.actors.iter().enumerate().find_map(|(position, actor)| {
            let own = Decision { thread: position as u32, branch: 0 };
            let rounds = behind.iter().filter(|it| it.thread == actor.thread).count();
            let last = schedule.iter().rposition(|it| it.thread == own.thread).filter(|_| rounds > 0)?;
            let inside: Schedule = [&schedule[..=last], &vec![own; rounds], &schedule[last + 1..]].concat();
            replay(&inside).filter(|it| switches(it) < switches(&shown))
        });
        match moved {
            Some(better) => shown = better,
            None => return shown,
        }
    }
}

fn switches(example: &Counterexample) -> usize {
    example.steps.windows(2).filter(|it| it[0].thread != it[1].thread).count()
}

/// The threads of a machine that has just begun have the numbers in whose order a schedule creates them.
fn choices(schedule: &Schedule) -> Vec<Choice> {
    schedule.iter().map(|&Decision { thread, branch }| Choice { thread: ThreadId(thread), branch }).collect()
}

/// What runs in a step of actors, as the diagram has it: `step 5 (Current: withdraw goes on)`.
fn task(diagram: &Diagram, step: usize) -> Option<String> {
    let row = diagram.rows.iter().find(|it| it.step == step)?;
    let What::Runs(text) = &row.what else { return None };
    Some(format!("step {} ({}: {text})", step + 1, diagram.columns[row.column].name))
}

/// What is different if two steps come in the other order: `T2 had read x (line 14) before T1 wrote it (line 9)`.
fn difference(example: &Counterexample, (first, second): (usize, usize), sources: &Sources) -> Option<String> {
    if let Some(diagram) = &example.diagram {
        return Some(format!("{} had come before {}", task(diagram, second)?, task(diagram, first)?));
    }
    let (first, second) = (example.steps.get(first)?, example.steps.get(second)?);
    let name = |step: &Step| example.actors.iter().find(|it| it.thread == step.thread).map(|it| it.name.clone());
    let (one, two) = (name(first)?, name(second)?);
    let touches = |step: &Step| -> Vec<(Touch, Line)> {
        let line = |it: &event::Effect| Line { position: it.position, text: String::new() };
        step.effects.iter().filter_map(|it| Some((it.touch.clone()?, line(it)))).collect()
    };
    let (at_first, at_second) = (touches(first), touches(second));
    let common = at_second.iter().find_map(|(touch, at)| {
        let other = at_first.iter().find(|it| it.0.variable == touch.variable)?;
        Some(((touch, at.position), (&other.0, other.1.position)))
    });
    let line = |position: source::Span| {
        let several = sources.get(first.position.file).is_some() && first.position.file != second.position.file;
        match sources.get(position.file).filter(|_| several) {
            Some(file) => format!("({}:{})", file.name, position.line),
            None => format!("(line {})", position.line),
        }
    };
    Some(match common {
        Some(((touch, at), (other, other_at))) => format!(
            "{two} had {} {} {} before {one} {} it {}",
            touch.manner.perfect(),
            touch.variable,
            line(at),
            other.manner.past(),
            line(other_at)
        ),
        None => {
            let what = |step: &Step| step.effects.first().map_or_else(|| step.function.clone(), |it| it.text.clone());
            let (did, was) = (what(second), what(first));
            let (at, other_at) = (line(second.position), line(first.position));
            format!("{two} had come first: `{did}` {at} before {one}'s `{was}` {other_at}")
        }
    })
}
