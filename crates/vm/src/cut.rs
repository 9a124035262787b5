//! Which loop it is that a bound cuts off.

use crate::code::{Code, Pc};
use crate::machine::Machine;
use event::{Choice, System};
use ir::{Action, Function, Location, Program, Stop};
use source::Span;
use std::collections::BTreeSet;

/// Steps of an execution in which it is seen.
const MOST_STEPS: usize = 1_000_000;

/// Where threads are cut off although they would come to an end, seen in one execution. See [`Machine::cut_off`].
pub fn cut_off(program: &Program, code: &Code) -> Option<Vec<Span>> {
    let mut machine = Machine::new(program, code.clone());
    let mut accesses = Vec::new();
    for _ in 0..MOST_STEPS {
        let threads = machine.threads().to_vec();
        let Some(thread) = threads.into_iter().find(|&it| machine.enabled(it)) else { break };
        accesses.clear();
        machine.step(Choice { thread, branch: 0 }, &mut accesses);
    }
    machine.cut_off()
}

impl Machine<'_> {
    /// Whether a bound has stopped a thread, in any execution.
    pub fn has_cut(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// Where threads were cut off although they would come to an end. Nothing if all that was cut off were threads in a loop without
    /// an exit, like that of a server: they are meant to go on.
    pub fn cut_off(&self) -> Option<Vec<Span>> {
        let is_left = |frame: &(u32, Pc)| is_left(self.program, self.code(), frame.1);
        let others = self.cuts.values().filter(|stack| stack.iter().all(is_left));
        let places: BTreeSet<Span> =
            others.filter_map(|stack| stack.first()).map(|it| self.code().site(it.1).span).collect();
        (self.cuts.is_empty() || !places.is_empty()).then(|| places.into_iter().collect())
    }
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
                Action::Stop(Stop::Assume | Stop::Cut | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_)) => {}
                Action::Skip | Action::Assign(..) | Action::Visible(_) | Action::Call { .. } => open.push(edge.to),
            }
        }
    }
    false
}
