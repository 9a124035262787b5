//! Programs with loops that wait: the machine notices that a thread waits, the oracle knows nothing of waiting and
//! follows every round.

use crate::agree::{Agreement, MOST_RACE_PATHS, check_verdicts, final_state, hangs, kind, properties};
use crate::oracle::{self, End, FaultKind, FinalState, Report};
use crate::random::{self, Size, Waiting};
use crate::values;
use event::{Budget, Obstacle, Properties, Status, System};
use explore::{Further, Observer, Reduction};
use ir::Program;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use vm::{Code, Machine};

/// The program of a seed, which waits in one way or another.
pub fn program(seed: u64, waiting: Waiting) -> Program {
    random::program(seed, &Size { operations: 6, mistakes: 10, waiting, ..Size::default() })
}

/// What is checked in such programs.
pub const OPTIONS: oracle::Options = oracle::Options {
    check_reach: true,
    check_overflow: true,
    check_memory: true,
    check_uninitialised: false,
    follow_unset: false,
    uses_memory_again: false,
    state_limit: 20_000,
    local_steps: 10_000,
    frames: 100,
};

/// What the machine has shown.
#[derive(Default)]
struct Seen {
    /// Of executions in which nobody waits in a loop at the end.
    finals: BTreeSet<FinalState>,
    violations: BTreeSet<FaultKind>,
    deadlock: bool,
    /// Executions in which nobody waits in a loop at the end, and nobody was stopped by an assumption.
    complete: u64,
}

struct Collector<'p> {
    program: &'p Program,
    seen: Seen,
}

impl Observer<Machine<'_>> for Collector<'_> {
    fn complete(&mut self, machine: &mut Machine<'_>, execution: &event::Execution) {
        let seen = &mut self.seen;
        seen.violations.extend(machine.failures().iter().map(|it| kind(it.fault)));
        seen.violations.extend(machine.final_fault().map(kind));
        seen.deadlock |= hangs(machine, execution);
        let waits = machine.threads().iter().any(|&it| {
            machine.status(it) == Status::Waiting
                && matches!(machine.waits_for(it), Obstacle::Itself | Obstacle::Value(_))
        });
        if !waits {
            let last = final_state(self.program, machine);
            let assumed = |it: &End| *it == End::Stopped(oracle::StopKind::Assume);
            seen.complete += u64::from(!last.threads.values().any(assumed));
            seen.finals.insert(last);
        }
    }
}

/// What is seen, and whether it was seen in one go.
fn run(
    program: &Program,
    code: &Code,
    reduction: Reduction,
    budget: Budget,
) -> Option<(Seen, explore::Exploration, bool)> {
    let mut machine = Machine::new(program, code.clone());
    let options = explore::Options {
        properties: Properties::default(),
        budget,
        further: Further::Everything,
        ..Default::default()
    };
    let mut collector = Collector { program, seen: Seen::default() };
    let exploration = explore::run(reduction, &mut machine, &options, &mut collector);
    // Who gives way has begun twice.
    let is_one_run = exploration.reduction == reduction && machine.code().takes_retries() == code.takes_retries();
    exploration.limit.is_none().then_some((collector.seen, exploration, is_one_run))
}

/// Compares the oracle with the machine on a program that waits, and the machine on it with the machine on its sibling
/// with assumptions, if there is one.
pub fn agree(program: &Program, assuming: Option<&Program>, options: &oracle::Options) -> Result<Agreement, String> {
    let report = oracle::explore(program, options);
    if report.incomplete {
        return Ok(Agreement::TooLarge);
    }
    let properties = properties(options);
    let code = vm::compile(program, properties).stopping_after(MOST_STEPS);
    let mut race = oracle::has_race(program, options, MOST_RACE_PATHS);
    for reduction in Reduction::OF_SYSTEMS {
        // There may be very many interleavings.
        let patience = Duration::from_millis(if reduction == Reduction::Naive { 100 } else { 500 });
        let (complete, is_one_run) = match follow(program, &code, properties, reduction, patience, &report, &mut race)?
        {
            Followed::Agrees { complete, is_one_run } => (complete, is_one_run),
            Followed::TooLong => continue,
            Followed::Endless => return Ok(Agreement::TooLarge),
        };
        let Some(assuming) = assuming.filter(|_| reduction != Reduction::Naive) else { continue };
        let code = vm::compile(assuming, properties);
        if let Some((expected, _, other)) = run(assuming, &code, reduction, Budget::default()) {
            if is_one_run && other && reduction != Reduction::Observers && complete != expected.complete {
                let assumptions = expected.complete;
                return Err(format!("{reduction}: {complete} executions with loops, {assumptions} with assumptions"));
            }
        }
    }
    values::agree(program, &code.with_awaits(), &report)?;
    Ok(Agreement::Full(report.paths))
}

/// After so many steps a thread is stopped that was not seen to wait.
pub(crate) const MOST_STEPS: u32 = 60;

/// What became of a comparison.
pub(crate) enum Followed {
    /// Nothing is different.
    Agrees {
        /// How many executions there were in which nobody waits in the end.
        complete: u64,
        /// Whether these were run in one go.
        is_one_run: bool,
    },
    /// There are too many executions.
    TooLong,
    /// Threads can go on for ever without being in the same state again.
    Endless,
}

/// Compares a reduction with the oracle on a program that waits. `code` does not wait for values.
pub(crate) fn follow(
    program: &Program,
    code: &Code,
    properties: Properties,
    reduction: Reduction,
    patience: Duration,
    report: &Report,
    race: &mut Option<bool>,
) -> Result<Followed, String> {
    let code = if reduction.takes_awaits() { code.clone().with_awaits() } else { code.clone() };
    let budget = Budget { deadline: Some(Instant::now() + patience), ..Budget::default() };
    let Some((seen, exploration, is_one_run)) = run(program, &code, reduction, budget) else {
        return Ok(Followed::TooLong);
    };
    if exploration.cut_steps && (code.takes_retries() || tries_locks(program)) {
        // Two threads that store what makes the other one try again can go on for ever; and a flag that is polled under
        // a mutex is no wait if others see that the mutex is held.
        return Ok(Followed::Endless);
    }
    if exploration.cut_steps {
        return Err(format!("{reduction}: some loop has no end"));
    }
    compare(&seen, report, reduction).map_err(|it| format!("{reduction}: {it}"))?;
    if exploration.reduction == Reduction::Optimal && exploration.stats.redundant > 0 {
        return Err(format!("{reduction} abandons {} executions", exploration.stats.redundant));
    }
    if reduction != Reduction::Naive {
        check_verdicts(program, &code, properties, reduction, report, race)?;
    }
    Ok(Followed::Agrees { complete: seen.complete, is_one_run })
}

fn tries_locks(program: &Program) -> bool {
    let edges = program.functions.iter().flat_map(|it| &it.edges);
    edges.into_iter().any(|it| matches!(it.action, ir::Action::Visible(ir::Operation::TryLock { .. })))
}

fn compare(seen: &Seen, report: &Report, reduction: Reduction) -> Result<(), String> {
    let ends = |finals: &BTreeSet<FinalState>| -> BTreeSet<FinalState> {
        let hide = |it: &FinalState| FinalState { globals: Vec::new(), ..it.clone() };
        match reduction {
            Reduction::Observers => finals.iter().map(hide).collect(),
            Reduction::Naive
            | Reduction::Source
            | Reduction::Optimal
            | Reduction::Value
            | Reduction::Data
            | Reduction::Context(_)
            | Reduction::State => finals.clone(),
        }
    };
    let (own, expected) = (ends(&seen.finals), ends(&report.finals));
    if let Some(extra) = own.difference(&expected).next() {
        return Err(format!("a final state that the oracle does not know: {extra:?}"));
    }
    if let Some(missing) = expected.difference(&own).next() {
        return Err(format!("a final state is missing: {missing:?}"));
    }
    if reduction != Reduction::Observers && seen.violations != report.violations {
        return Err(format!("violations {:?}, the oracle has {:?}", seen.violations, report.violations));
    }
    if seen.deadlock != report.deadlock {
        return Err(format!("deadlock: {}, the oracle says {}", seen.deadlock, report.deadlock));
    }
    Ok(())
}
