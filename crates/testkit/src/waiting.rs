//! Programs with loops that wait: the machine notices that a thread waits, the oracle knows nothing of waiting and
//! follows every round.

use crate::agree::{Agreement, MOST_RACE_PATHS, check_verdicts, final_state, kind};
use crate::oracle::{self, End, FaultKind, FinalState, Report};
use crate::values;
use event::{Budget, Obstacle, Properties, Property, Status, System};
use explore::{Further, Observer, Reduction};
use ir::Program;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use vm::{Code, Machine};

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
    fn complete(&mut self, machine: &mut Machine<'_>, _: &event::Execution) {
        let seen = &mut self.seen;
        seen.violations.extend(machine.failures().iter().map(|it| kind(it.fault)));
        seen.violations.extend(machine.final_fault().map(kind));
        seen.deadlock |= machine.is_deadlock();
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
    let properties = Properties::of_threads().iter().filter(|it| match it {
        Property::Reach | Property::Deadlock | Property::Race => true,
        Property::Memory => options.check_memory,
        Property::Overflow => options.check_overflow,
        Property::Exception => false,
    });
    let properties: Properties = properties.collect();
    let spinning = vm::compile(program, properties).stopping_after(60);
    let mut race = oracle::has_race(program, options, MOST_RACE_PATHS);
    for reduction in Reduction::OF_SYSTEMS {
        let code = if reduction.takes_awaits() { spinning.clone().with_awaits() } else { spinning.clone() };
        // There may be very many interleavings.
        let patience = Duration::from_millis(if reduction == Reduction::Naive { 100 } else { 500 });
        let budget = Budget { deadline: Some(Instant::now() + patience), ..Budget::default() };
        let Some((seen, exploration, is_one_run)) = run(program, &code, reduction, budget) else { continue };
        if exploration.cut_steps && (code.takes_retries() || tries_locks(program)) {
            // Two threads that store what makes the other one try again can go on for ever; and a flag that is polled under
            // a mutex is no wait if others see that the mutex is held.
            return Ok(Agreement::TooLarge);
        }
        if exploration.cut_steps {
            return Err(format!("{reduction}: some loop has no end"));
        }
        compare(&seen, &report, reduction).map_err(|it| format!("{reduction}: {it}"))?;
        if exploration.reduction == Reduction::Optimal && exploration.stats.redundant > 0 {
            return Err(format!("{reduction} abandons {} executions", exploration.stats.redundant));
        }
        if reduction == Reduction::Naive {
            continue;
        }
        check_verdicts(program, &code, properties, reduction, &report, &mut race)?;
        let Some(assuming) = assuming else { continue };
        let code = vm::compile(assuming, properties);
        if let Some((expected, _, other)) = run(assuming, &code, reduction, Budget::default()) {
            if is_one_run && other && reduction != Reduction::Observers && seen.complete != expected.complete {
                let (loops, assumptions) = (seen.complete, expected.complete);
                return Err(format!("{reduction}: {loops} executions with loops, {assumptions} with assumptions"));
            }
        }
    }
    values::agree(program, &spinning.with_awaits(), &report)?;
    Ok(Agreement::Full(report.paths))
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
