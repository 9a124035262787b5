//! Threads that cannot go on: why one cannot make the step that a schedule asks for, and whether any hangs at its end.

use super::{Decisions, ended, thread_name};
use crate::code::Code;
use crate::deadlock::waiting_text;
use crate::hang::{self, Evidence, Hung, Judgement};
use crate::machine::Machine;
use event::{Choice, Decision, End, Schedule, Status, StopKind, System};
use ir::Program;

/// Whether threads hang at the end of a schedule.
pub(super) enum Hang {
    /// Nobody can go on; those that wait in a loop change nothing there. These threads hang, if that was decided.
    Waiting(Option<Vec<Hung>>),
    /// Some thread goes on, but these hang.
    Running(Evidence),
    /// No thread hangs, or that cannot be said; and why.
    None(String),
}

/// Whether threads hang after a schedule.
pub(super) fn hang(program: &Program, code: &Code, schedule: &Schedule) -> Hang {
    let waiting = until_all_wait(program, code, schedule);
    let (judgement, round) = hang::examine(program, code, waiting.as_ref().unwrap_or(schedule));
    match judgement {
        Judgement::Free => Hang::None(
            "every thread can still go on, has ended, or is one that is meant to go round for ever".to_owned(),
        ),
        Judgement::Hangs(hung) if waiting.is_some() => Hang::Waiting(Some(hung)),
        Judgement::Hangs(hung) => Hang::Running(Evidence { hung, round }),
        // Rounds that change nothing need not be run to know that they lead nowhere.
        Judgement::Unknown if waiting.is_some() => Hang::Waiting(None),
        Judgement::Unknown => Hang::None("there are too many states to tell whether some thread hangs".to_owned()),
    }
}

/// A schedule continued until nobody can go on, but for rounds that change nothing; `None` if that does not end.
fn until_all_wait(program: &Program, code: &Code, schedule: &Schedule) -> Option<Schedule> {
    let mut machine = Machine::new(program, code.clone());
    let mut run = Decisions::continued(schedule);
    let mut done = Vec::new();
    while let Some(decision) = run.next(&mut machine) {
        let &thread = machine.threads().get(decision.thread as usize)?;
        if !machine.enabled(thread) || decision.branch >= machine.branches(thread) {
            return None;
        }
        machine.step(Choice { thread, branch: decision.branch }, &mut Vec::new());
        done.push(decision);
    }
    (ended(&mut machine) && machine.is_deadlock()).then_some(done)
}

/// The code with which a schedule is run: to show a round that a thread goes for ever, it has to be told to go it.
pub(super) fn going_round_if(code: Code, hang: Option<&Hang>) -> Code {
    match hang {
        Some(Hang::Running(_)) => code.going_round(),
        Some(Hang::Waiting(_) | Hang::None(_)) | None => code,
    }
}

/// From the end of a schedule on, threads are stopped when they come back to where they were, if they were not so far.
pub(super) fn stop_waiting(machine: &mut Machine<'_>) {
    if std::mem::take(&mut machine.code.follows) {
        // Nobody else is left who could see that threads that wait in loops hold a mutex on the way.
        machine.code.tries_locks = false;
        machine.stop_those_that_wait();
    }
}

/// One sentence; the decision is one that the machine cannot follow.
pub(super) fn explain(machine: &mut Machine<'_>, decision: Decision) -> String {
    let count = machine.threads().len();
    let Some(&thread) = machine.threads().get(decision.thread as usize) else {
        let threads = if count == 1 { "is 1 thread" } else { &format!("are {count} threads") };
        let number = u64::from(decision.thread) + 1;
        return format!("thread number {number} is to go on, but there {threads} so far");
    };
    let name = thread_name(machine, thread);
    match machine.status(thread) {
        Status::Ended(End::Returned | End::MainReturned) => format!("{name} has ended already"),
        Status::Ended(End::Failed(fault)) => format!("{name} has failed before: {}", fault.name()),
        Status::Ended(End::Stopped(kind)) => format!("{name} was stopped before: {}", stopped(kind)),
        Status::Waiting if machine.enabled(thread) => {
            let (way, ways) = (u64::from(decision.branch) + 1, machine.branches(thread));
            format!("{name} is to take way {way} of its operation, which has {ways}")
        }
        Status::Waiting => match machine.request(thread) {
            Some((_, request)) => waiting_text(machine, thread, request, &mut Vec::new()),
            None => format!("{name} cannot go on"),
        },
    }
}

/// Why a thread was stopped.
pub(crate) fn stopped(kind: StopKind) -> &'static str {
    match kind {
        StopKind::Assume => "an assumption does not hold",
        StopKind::Cut => "a loop or recursion was cut",
        StopKind::Steps => "it has made as many steps as it may",
        StopKind::Exit => "the process has ended",
        StopKind::Mistake => "it did something wrong that is not checked for",
        StopKind::Unexplored => "it was to choose a value that its choice does not have",
    }
}
