//! Why a thread cannot make the step that a schedule asks for.

use super::thread_name;
use crate::deadlock::waiting_text;
use crate::machine::Machine;
use event::{Decision, End, Status, StopKind, System};

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
