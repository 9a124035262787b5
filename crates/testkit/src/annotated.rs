//! Explorations of annotated orders, compared with brute force: what threads find out, how they end, and which classes of
//! executions the orders cover.

use crate::oracle::linear::{self, Linear};
use crate::oracle::{End, FaultKind, Options};
use crate::random::plain::{self, Threads};
use crate::values::{self, Failure, Seen};
use event::ThreadId;
use explore::{Reduction, Settings};
use ir::Program;
use std::collections::BTreeSet;

/// About how many operations a program has.
const OPERATIONS: u32 = 12;
/// Programs with more beginnings of traces than this are too large.
const MOST_PREFIXES: usize = 4_000;
/// Programs with more interleavings than this are judged by one execution of each trace.
const MOST_EXECUTIONS: usize = 600;

/// Only assertions count.
fn options() -> Options {
    Options { state_limit: 4_000, check_memory: false, check_overflow: false, ..Options::default() }
}

fn threads(seed: u64) -> Threads {
    if seed.is_multiple_of(4) { Threads::Two } else { Threads::Some }
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    plain::program(seed, threads(seed), OPERATIONS)
}

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Sum {
    pub programs: u64,
    pub large: u64,
    pub unsupported: u64,
    pub traces: u64,
    pub value_classes: u64,
    pub value_orders: u64,
    pub relaxed_orders: u64,
    pub data_orders: u64,
}

impl Sum {
    /// Adds another one.
    pub fn add(&mut self, other: Sum) {
        self.programs += other.programs;
        self.large += other.large;
        self.unsupported += other.unsupported;
        self.traces += other.traces;
        self.value_classes += other.value_classes;
        self.value_orders += other.value_orders;
        self.relaxed_orders += other.relaxed_orders;
        self.data_orders += other.data_orders;
    }
}

/// Whether threads find out the same, and end in the same ways.
fn same(seen: &Seen, traces: &[Linear]) -> Result<(), String> {
    let states = linear::local_states(traces);
    for (thread, expected) in &states {
        let none = BTreeSet::new();
        let own = seen.states.get(thread).unwrap_or(&none);
        if let Some(missing) = expected.difference(own).next() {
            return Err(format!("thread {thread:?} never finds out {missing:?}"));
        }
        if let Some(extra) = own.difference(expected).next() {
            return Err(format!("thread {thread:?} finds out {extra:?}, which it cannot"));
        }
    }
    let ends = linear::thread_ends(traces);
    if seen.ends != ends {
        return Err(format!("threads end as {:?}, not as {ends:?}", seen.ends));
    }
    let fails = ends.values().flatten().any(|it| *it == End::Failed(FaultKind::Assertion));
    if seen.fails != fails {
        return Err(format!("an assertion fails: {}, the oracle says {fails}", seen.fails));
    }
    Ok(())
}

/// Compares all explorations of a program with what it can do.
pub fn judge(program: &Program, seed: u64) -> Result<Sum, String> {
    let large = Ok(Sum { large: 1, ..Sum::default() });
    let Some(traces) = linear::representatives(program, &options(), MOST_PREFIXES) else { return large };
    let all = linear::executions(program, &options(), MOST_EXECUTIONS);
    let executions = all.as_ref().unwrap_or(&traces);
    let mut sum = Sum { programs: 1, traces: traces.len() as u64, ..Sum::default() };
    let root = ThreadId(1 + seed as u32 % 3);
    let run = |reduction, relaxed, literal| {
        let name = format!("{reduction}, root {root:?}, relaxed {relaxed}, literal {literal}");
        match values::explore(
            program,
            reduction,
            Settings { root: Some(root), relaxed, literal, ..Settings::default() },
        ) {
            Ok(seen) => same(&seen, &traces).map(|()| Some(seen)).map_err(|it| format!("{it} ({name})")),
            Err(Failure::Unsupported(_)) => Ok(None),
            Err(Failure::Wrong(complaint)) => Err(format!("{complaint} ({name})")),
        }
    };
    let Some(printed) = run(Reduction::Value, false, false)? else {
        return Ok(Sum { unsupported: 1, ..Sum::default() });
    };
    // Without a root there is nothing to look at the others from: all are leaves.
    let path = printed.root.clone().unwrap_or_else(|| vec![u32::MAX]);
    let classes = linear::value_classes(executions, &path);
    let cover = |orders: &[_]| linear::check_cover(executions, &classes, orders);
    cover(&printed.orders).map_err(|it| format!("value: {it} (root {path:?})"))?;
    if let Some(literal) = run(Reduction::Value, false, true)? {
        cover(&literal.orders).map_err(|it| format!("value, literally: {it} (root {path:?})"))?;
    }
    sum.value_classes = classes.count as u64;
    sum.value_orders = printed.orders.len() as u64;
    sum.relaxed_orders = run(Reduction::Value, true, seed.is_multiple_of(2))?.map_or(0, |it| it.orders.len() as u64);
    run(Reduction::Data, true, false)?;
    let Some(data) = run(Reduction::Data, false, seed.is_multiple_of(2))? else {
        return Err("data gives up where value does not".to_owned());
    };
    sum.data_orders = data.orders.len() as u64;
    let classes = linear::reads_from_classes(executions);
    if threads(seed) == Threads::Two && data.root.is_some() {
        linear::check_cover(executions, &classes, &data.orders).map_err(|it| format!("data: {it} (root {path:?})"))?;
        if data.orders.len() != classes.count {
            return Err(format!("data has {} orders, there are {} classes", data.orders.len(), classes.count));
        }
    }
    Ok(sum)
}
