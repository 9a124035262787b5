//! Two readings of the semantics must agree: the oracle's and the machine's, under every reduction.

use crate::oracle::{self, End, FaultKind, FinalState, Report, StopKind};
use crate::replays::replays;
use crate::values;
use event::{Access, Fault, Hang, Properties, Property, Status, System};
use explore::{Exploration, Further, Observer, Reduction};
use ir::{Program, passes};
use std::collections::{BTreeMap, BTreeSet};
use vm::{Code, Machine};

/// What the machine has shown.
#[derive(Default)]
pub(crate) struct Seen {
    finals: BTreeSet<FinalState>,
    pub violations: BTreeSet<FaultKind>,
    deadlock: bool,
    /// Some bytes were stored to in pieces of different sizes.
    pieces: bool,
}

struct Collector<'p> {
    program: &'p Program,
    seen: Seen,
}

impl Observer<Machine<'_>> for Collector<'_> {
    fn complete(&mut self, machine: &mut Machine<'_>, execution: &event::Execution) {
        let seen = &mut self.seen;
        seen.pieces |= !seen.pieces && has_pieces(execution);
        seen.violations.extend(machine.failures().iter().map(|it| kind(it.fault)));
        seen.violations.extend(machine.final_fault().map(kind));
        seen.deadlock |= hangs(machine, execution);
        seen.finals.insert(final_state(self.program, machine));
    }
}

/// Whether some thread hangs at the end of an execution.
pub(crate) fn hangs<S: System>(system: &mut S, execution: &event::Execution) -> bool {
    system.is_deadlock() && {
        let schedule = execution.schedule(system.threads());
        matches!(system.hangs(&schedule), Hang::At(_))
    }
}

/// Whether some bytes are stored to in pieces of different sizes.
fn has_pieces(execution: &event::Execution) -> bool {
    let store = |it: &Access| if let Access::Write(place) = *it { Some(place) } else { None };
    let stores: Vec<_> = (0..execution.len()).flat_map(|it| execution.accesses(it)).filter_map(store).collect();
    stores.iter().any(|one| stores.iter().any(|two| one != two && one.overlaps(*two)))
}

/// The state of a machine in which nobody is enabled, in the oracle's words.
pub(crate) fn final_state(program: &Program, machine: &Machine<'_>) -> FinalState {
    let globals = (0..program.globals.len() as u32)
        .map(|it| oracle::shown_bytes(program, ir::GlobalId(it), machine.global(ir::GlobalId(it))))
        .collect();
    let mut threads = BTreeMap::new();
    for &thread in machine.threads() {
        let end = match machine.status(thread) {
            Status::Waiting => End::Blocked,
            Status::Ended(event::End::Returned | event::End::MainReturned) => {
                End::Returned(machine.result(thread).unwrap_or(0))
            }
            Status::Ended(event::End::Stopped(kind)) => End::Stopped(match kind {
                event::StopKind::Assume => StopKind::Assume,
                event::StopKind::Cut | event::StopKind::Steps => StopKind::Cut,
                event::StopKind::Exit | event::StopKind::Mistake => StopKind::Exit,
                event::StopKind::Unexplored => StopKind::Unexplored,
            }),
            Status::Ended(event::End::Failed(fault)) => End::Failed(kind(fault)),
        };
        threads.insert(machine.path(thread), end);
    }
    FinalState { globals, threads }
}

pub(crate) fn kind(fault: Fault) -> FaultKind {
    match fault {
        Fault::Assertion => FaultKind::Assertion,
        Fault::NullPointer => FaultKind::NullPointer,
        Fault::InvalidPointer => FaultKind::InvalidPointer,
        Fault::UseAfterFree => FaultKind::UseAfterFree,
        Fault::OutOfBounds => FaultKind::OutOfBounds,
        Fault::Misaligned => FaultKind::Misaligned,
        Fault::ReadOnly => FaultKind::ReadOnly,
        Fault::InvalidFree => FaultKind::InvalidFree,
        Fault::DoubleFree => FaultKind::DoubleFree,
        Fault::BadSize => FaultKind::BadSize,
        Fault::BadCall => FaultKind::BadCall,
        Fault::BadMutex => FaultKind::BadMutex,
        Fault::BadJoin => FaultKind::BadJoin,
        Fault::Misuse => FaultKind::Misuse,
        Fault::Uninitialised => FaultKind::Uninitialised,
        Fault::Leak => FaultKind::Leak,
        Fault::SignedOverflow => FaultKind::SignedOverflow,
        Fault::DivisionByZero => FaultKind::DivisionByZero,
        Fault::BadShift => FaultKind::BadShift,
        Fault::BadConversion => FaultKind::BadConversion,
        Fault::Exception => unreachable!("threads have no exceptions"),
    }
}

/// Everything that one exploration shows, and a run of it for verdicts.
pub(crate) fn run(
    program: &Program,
    code: &Code,
    reduction: Reduction,
    remember: bool,
    most_events: u64,
) -> (Seen, Exploration) {
    let mut machine = Machine::new(program, code.clone());
    let options = explore::Options {
        // Nothing is looked for, so that nothing ends the search early: the collector sees every execution.
        properties: Properties::default(),
        remember_states: remember,
        further: Further::Everything,
        most_events,
        ..explore::Options::default()
    };
    let mut collector = Collector { program, seen: Seen::default() };
    let exploration = explore::run(reduction, &mut machine, &options, &mut collector);
    (collector.seen, exploration)
}

/// No exploration needs more events than this, even if it begins twice: nobody runs more executions than there are
/// interleavings, and these are short.
pub(crate) fn most_events(paths: u128) -> u64 {
    100_000 + 200 * u64::try_from(paths.min(MOST_PATHS)).unwrap_or(0)
}

/// Whether the verdicts of a run that stops at the first violation are those of the oracle, and replay.
fn verdicts(
    program: &Program,
    code: &Code,
    properties: Properties,
    reduction: Reduction,
    report: &Report,
    race: &mut Option<bool>,
) -> Result<(), String> {
    let mut machine = Machine::new(program, code.clone());
    let most_events = most_events(report.paths);
    let options = explore::Options { properties, further: Further::Everything, most_events, ..Default::default() };
    let exploration = explore::run(reduction, &mut machine, &options, &mut ());
    let gives_way = exploration.reduction != reduction;
    match exploration.limit {
        // Who gives way to brute force promises no end.
        Some(_) if gives_way => return Ok(()),
        Some(_) => return Err(format!("{reduction} does not come to an end")),
        None => {}
    }
    let mut expected: Properties = report.violations.iter().map(|it| property(*it)).collect();
    if report.deadlock {
        expected.insert(Property::Deadlock);
    }
    let found_race = exploration.found.iter().any(|it| it.property == Property::Race);
    // Where there are too many interleavings to look at all of them, reductions agree at least with each other.
    if properties.contains(Property::Race) && *race.get_or_insert(found_race) {
        expected.insert(Property::Race);
    }
    let expected: BTreeSet<&str> = expected.iter().filter(|&it| properties.contains(it)).map(|it| it.name()).collect();
    let found: BTreeSet<&str> = exploration.found.iter().map(|it| it.property.name()).collect();
    if found != expected {
        return Err(format!("{reduction} finds {found:?}, the oracle {expected:?}"));
    }
    for found in &exploration.found {
        replays(program, machine.code(), &found.schedule, found.property).map_err(|it| format!("{reduction}: {it}"))?;
    }
    Ok(())
}

/// [`verdicts`] of the properties that the reduction preserves.
pub(crate) fn check_verdicts(
    program: &Program,
    code: &Code,
    properties: Properties,
    reduction: Reduction,
    report: &Report,
    race: &mut Option<bool>,
) -> Result<(), String> {
    let preserved = properties.iter().filter(|&it| reduction.preserves().contains(it)).collect();
    verdicts(program, code, preserved, reduction, report, race)
}

/// What a fault is a violation of, in the machine's words.
pub(crate) fn property(fault: FaultKind) -> Property {
    match fault.property() {
        oracle::Property::Reach => Property::Reach,
        oracle::Property::Memory => Property::Memory,
        oracle::Property::Overflow => Property::Overflow,
    }
}

/// What [`agree`] has compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Everything, so many interleavings.
    Full(u128),
    /// Nothing: the program is too large for brute force.
    TooLarge,
}

/// What is checked in the program of a seed: mostly everything.
pub fn options(seed: u64) -> oracle::Options {
    let all = oracle::Options { state_limit: 20_000, ..oracle::Options::default() };
    match seed % 8 {
        UNSET => oracle::Options { check_uninitialised: true, follow_unset: true, ..all },
        6 => oracle::Options { check_overflow: false, ..all },
        7 => oracle::Options { check_memory: false, check_overflow: seed % 16 == 7, ..all },
        _ => all,
    }
}

/// Programs with more interleavings than this are compared by their states only.
const MOST_PATHS: u128 = 30_000;

/// In programs with more interleavings than this races are not looked for in all of them.
pub(crate) const MOST_RACE_PATHS: usize = 3_000;

/// Programs with more beginnings of traces than this are not counted.
const MOST_PREFIXES: usize = 5_000;

/// Whether a reduction runs as many executions as there are classes. If bytes are stored to in `pieces`, observers may
/// run more.
fn counts(
    reduction: Reduction,
    exploration: &Exploration,
    classes: Option<&oracle::Classes>,
    pieces: bool,
) -> Result<(), String> {
    let stats = &exploration.stats;
    let is_optimal = match reduction {
        Reduction::Optimal => true,
        Reduction::Observers
        | Reduction::Source
        | Reduction::Value
        | Reduction::Data
        | Reduction::Context(_)
        | Reduction::State
        | Reduction::Naive => false,
    };
    if is_optimal && stats.redundant > 0 {
        return Err(format!("{reduction} abandons {} executions", stats.redundant));
    }
    let executions = stats.executions + stats.stuck;
    let expected = match (reduction, classes) {
        (Reduction::Optimal | Reduction::Source, Some(classes)) => classes.mazurkiewicz,
        (Reduction::Observers, Some(classes)) => classes.observers,
        (Reduction::Naive | Reduction::Value | Reduction::Data | Reduction::Context(_) | Reduction::State, _)
        | (_, None) => return Ok(()),
    };
    let may_be_more = reduction == Reduction::Observers && pieces;
    if executions < expected || executions > expected && !may_be_more {
        return Err(format!("{reduction} runs {executions} executions, there are {expected} classes"));
    }
    Ok(())
}

/// What is known of a program by brute force, to compare reductions with.
pub(crate) struct Known<'a> {
    /// The program.
    pub program: &'a Program,
    /// What the machine runs.
    pub code: &'a Code,
    /// What is looked for.
    pub properties: Properties,
    /// Everything that it can do.
    pub report: &'a Report,
    /// How many classes of executions it has, if they were counted.
    pub classes: Option<oracle::Classes>,
    /// Whether it has a data race. If there are too many interleavings, the first reduction says so.
    pub race: Option<bool>,
    /// An exploration that is longer is not compared.
    pub most_events: u64,
}

impl Known<'_> {
    /// Compares what a reduction shows of the program, how many executions it runs, its verdicts, and their replays. Says
    /// whether it came to an end.
    pub fn compare(&mut self, reduction: Reduction) -> Result<bool, String> {
        let Known { program, code, properties, report, classes, most_events, .. } = *self;
        let (seen, exploration) = run(program, code, reduction, false, most_events);
        if exploration.limit.is_some() {
            return Ok(false);
        }
        let same = if reduction == Reduction::Observers { same_ends(&seen, report) } else { same(&seen, report) };
        same.map_err(|it| format!("{reduction}: {it}"))?;
        let paths = u128::from(exploration.stats.executions + exploration.stats.stuck);
        if reduction == Reduction::Naive && paths != report.paths {
            return Err(format!("naive runs {paths} executions, there are {} interleavings", report.paths));
        }
        if exploration.reduction == reduction {
            counts(reduction, &exploration, classes.as_ref(), seen.pieces)?;
        }
        check_verdicts(program, code, properties, reduction, report, &mut self.race)?;
        Ok(true)
    }

    /// The same for all interleavings with states that are remembered; how many there are is not known then.
    pub fn compare_remembering(&self) -> Result<(), String> {
        let most_events = most_events(self.report.paths);
        let (seen, exploration) = run(self.program, self.code, Reduction::Naive, true, most_events);
        if exploration.limit.is_some() {
            return Err("the search that remembers states does not come to an end".to_owned());
        }
        same(&seen, self.report).map_err(|it| format!("states remembered: {it}"))
    }
}

/// The properties that are looked for if these mistakes are.
pub(crate) fn properties(options: &oracle::Options) -> Properties {
    let is_checked = |it: &Property| match it {
        Property::Reach | Property::Deadlock | Property::Race => true,
        Property::Memory => options.check_memory,
        Property::Overflow => options.check_overflow,
        Property::Exception => false,
    };
    Properties::of_threads().iter().filter(is_checked).collect()
}

/// Compares oracle and machine: final states, violations, deadlocks, number of interleavings, verdicts, replays.
pub fn agree(program: &Program, options: &oracle::Options) -> Result<Agreement, String> {
    let followed = options.follow_unset.then(|| oracle::explore(program, options));
    let written;
    let (program, options) = match options.follow_unset {
        true => {
            written = following(program);
            let check_uninitialised = passes::unset::asks_for_unset(&written);
            (&written, &oracle::Options { check_uninitialised, follow_unset: false, ..*options })
        }
        false => (program, options),
    };
    let report = oracle::explore(program, options);
    if report.incomplete {
        return Ok(Agreement::TooLarge);
    }
    // The same by an interpreter that follows values itself.
    if let Some(followed) = followed.filter(|it| !it.incomplete) {
        if (&followed.violations, followed.deadlock) != (&report.violations, report.deadlock) {
            let told = |it: &Report| format!("{:?}, deadlock {}", it.violations, it.deadlock);
            return Err(format!("unset values: {} by the oracle, {} by the pass", told(&followed), told(&report)));
        }
    }
    let properties = properties(options);
    let code = vm::compile(program, properties);
    let classes = oracle::classes(program, options, MOST_PREFIXES);
    let race = if report.paths <= MOST_PATHS { oracle::has_race(program, options, MOST_RACE_PATHS) } else { None };
    let most_events = most_events(report.paths);
    let mut known = Known { program, code: &code, properties, report: &report, classes, race, most_events };
    for reduction in Reduction::OF_SYSTEMS {
        if report.paths <= MOST_PATHS {
            if !known.compare(reduction)? {
                return Err(format!("{reduction} does not come to an end"));
            }
        }
    }
    if !options.check_uninitialised {
        values::agree(program, &code, &report)?;
    }
    known.compare_remembering()?;
    Ok(Agreement::Full(report.paths))
}

/// What is checked in programs that use what was never written.
pub const UNSET: u64 = 5;

/// The program in which values that were never written are followed.
pub fn following(program: &Program) -> Program {
    let mut program = program.clone();
    passes::follow_unset(&mut program, passes::Reading::Mistake);
    program
}

/// Whether threads end in the same ways; what memory holds then does not matter.
pub(crate) fn same_ends(seen: &Seen, report: &Report) -> Result<(), String> {
    let ends = |finals: &BTreeSet<FinalState>| -> BTreeSet<BTreeMap<Vec<u32>, End>> {
        finals.iter().map(|it| it.threads.clone()).collect()
    };
    let (own, expected) = (ends(&seen.finals), ends(&report.finals));
    if let Some(extra) = own.difference(&expected).next() {
        return Err(format!("threads end in a way that the oracle does not know: {extra:?}"));
    }
    if let Some(missing) = expected.difference(&own).next() {
        return Err(format!("a way in which threads end is missing: {missing:?}"));
    }
    if seen.deadlock != report.deadlock {
        return Err(format!("deadlock: {}, the oracle says {}", seen.deadlock, report.deadlock));
    }
    Ok(())
}

pub(crate) fn same(seen: &Seen, report: &Report) -> Result<(), String> {
    if let Some(extra) = seen.finals.difference(&report.finals).next() {
        return Err(format!("a final state that the oracle does not know: {extra:?}"));
    }
    if let Some(missing) = report.finals.difference(&seen.finals).next() {
        return Err(format!("a final state is missing: {missing:?}"));
    }
    if seen.violations != report.violations {
        return Err(format!("violations {:?}, the oracle has {:?}", seen.violations, report.violations));
    }
    if seen.deadlock != report.deadlock {
        return Err(format!("deadlock: {}, the oracle says {}", seen.deadlock, report.deadlock));
    }
    Ok(())
}
