//! Random programs of plain operations: explorations of annotated orders find what brute force finds.
//!
//! How many programs, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=20000 cargo test -p testkit
//! --test annotated`.

use event::ThreadId;
use explore::{Reduction, Settings};
use std::collections::BTreeSet;
use testkit::oracle::linear::{self, Linear};
use testkit::oracle::{End, FaultKind, Options};
use testkit::random::plain::{self, Threads};
use testkit::values::{self, Failure, Seen};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

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

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    programs: u64,
    large: u64,
    unsupported: u64,
    traces: u64,
    value_classes: u64,
    value_orders: u64,
    relaxed_orders: u64,
    data_orders: u64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
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
fn judge(program: &ir::Program, seed: u64) -> Result<Sum, String> {
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

#[test]
fn annotated_orders_cover_what_threads_find_out() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 2_000);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let sums: Vec<Sum> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let mut sum = Sum::default();
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let program = plain::program(seed, threads(seed), OPERATIONS);
                match judge(&program, seed) {
                    Ok(judged) => sum.add(judged),
                    Err(complaint) => fail(seed, program, &complaint),
                }
            }
            sum
        };
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || run(worker))).collect();
        handles.into_iter().map(|it| it.join().expect("no disagreement")).collect()
    });
    let mut sum = Sum::default();
    sums.into_iter().for_each(|it| sum.add(it));
    println!("{sum:?}");
    assert!(sum.large * 10 <= count, "too many programs are too large for brute force");
    assert!(sum.unsupported * 20 <= count, "too many programs are not explored");
    assert!(sum.value_orders <= sum.value_classes && sum.relaxed_orders <= sum.value_orders, "there is no reduction");
}

/// Shows the smallest program for which something still does not hold.
fn fail(seed: u64, program: ir::Program, complaint: &str) -> ! {
    // The same complaint, in other words: up to the first number.
    let about = |it: &str| it.split(|it: char| it.is_ascii_digit()).next().map(str::to_owned);
    let small = testkit::shrink(program, &mut |it| judge(it, seed).is_err_and(|it| about(&it) == about(complaint)));
    let complaint = judge(&small, seed).err().unwrap_or_else(|| complaint.to_owned());
    panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
}
