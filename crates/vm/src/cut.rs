//! Which loop it is that a bound cuts off.

use crate::code::{Code, Pc};
use crate::machine::Machine;
use event::{Choice, End, Status, StopKind, System, ThreadId};
use ir::{Action, Function, Location, Program, Stop};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of the execution in which it is seen.
const MOST_STEPS: usize = 1_000_000;

/// Where threads are cut off although they would come to an end: in one execution, which is enough if every execution is cut off.
/// Nothing if all that is cut off are threads in a loop without an exit, like that of a server: they are meant to go on.
pub fn cut_off(program: &Program, code: &Code) -> Option<Vec<Span>> {
    let mut machine = Machine::new(program, code.clone());
    let mut goes_on: BTreeMap<ThreadId, bool> = BTreeMap::new();
    let mut accesses = Vec::new();
    for _ in 0..MOST_STEPS {
        let threads = machine.threads().to_vec();
        let Some(&thread) = threads.iter().find(|&&it| machine.enabled(it)) else { break };
        for it in threads {
            if !goes_on.contains_key(&it) || it == thread {
                let forever = goes_on_for_ever(program, &machine, it);
                goes_on.insert(it, forever);
            }
        }
        accesses.clear();
        machine.step(Choice { thread, branch: 0 }, &mut accesses);
    }
    let is_cut =
        |it: ThreadId| matches!(machine.status(it), Status::Ended(End::Stopped(StopKind::Cut | StopKind::Steps)));
    let is_server =
        |it: ThreadId, pc: Pc| goes_on.get(&it).copied().unwrap_or_default() || !is_left(program, machine.code(), pc);
    let cut: Vec<(ThreadId, Pc)> = machine.cuts.iter().map(|(it, pc)| (*it, *pc)).filter(|it| is_cut(it.0)).collect();
    let others = cut.iter().filter(|it| !is_server(it.0, it.1));
    let places: BTreeSet<Span> = others.map(|it| machine.code().site(it.1).span).collect();
    (cut.is_empty() || !places.is_empty()).then(|| places.into_iter().collect())
}

/// Whether a thread is in a function that it cannot leave from where it is.
fn goes_on_for_ever(program: &Program, machine: &Machine<'_>, thread: ThreadId) -> bool {
    machine.stack(thread).iter().any(|it| !is_left(program, machine.code(), it.1))
}

/// Whether a function can be left from here.
fn is_left(program: &Program, code: &Code, pc: Pc) -> bool {
    let site = code.site(pc);
    let function = &program.functions[site.function.index()];
    function.edges.get(site.edge as usize).is_none_or(|it| has_exit(function, it.from))
}

/// Whether a function can be left from a location, or the program or the thread ended. What only a failing assertion or a bound
/// ends goes on for ever.
fn has_exit(function: &Function, from: Location) -> bool {
    let mut seen = vec![false; function.locations as usize];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        for edge in function.leaving(at) {
            match &edge.action {
                Action::Return(_) | Action::Stop(Stop::Exit | Stop::ThreadExit(_)) => return true,
                Action::Stop(Stop::Assume | Stop::Cut | Stop::Fail(_) | Stop::Misuse(_)) => {}
                Action::Skip | Action::Assign(..) | Action::Visible(_) | Action::Call { .. } => open.push(edge.to),
            }
        }
    }
    false
}
