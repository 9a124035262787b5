//! Random programs of plain operations, and their classes by order, by what reads observe, and by values.
//!
//! How many programs, and from which seed on, can be set: `RADDLE_SEED=1000 RADDLE_COUNT=50000 cargo test -p testkit
//! --test values`.

use std::collections::{BTreeMap, BTreeSet};
use testkit::oracle::linear::{self, Linear, Order, Partition};
use testkit::oracle::{self, End, Options};
use testkit::random::plain::{self, Threads};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// About how many operations a program has.
const OPERATIONS: u32 = 12;

/// Programs with more beginnings of traces than this are too large.
const MOST_PREFIXES: usize = 4_000;

/// Programs with more interleavings than this are judged by one execution of each trace.
const MOST_EXECUTIONS: usize = 600;

fn options() -> Options {
    Options { state_limit: 4_000, ..Options::default() }
}

/// Which threads the program of a seed has.
fn threads(seed: u64) -> Threads {
    if seed.is_multiple_of(4) { Threads::Two } else { Threads::Some }
}

/// What is known of a program by brute force.
struct Truth {
    /// One execution of each trace.
    traces: Vec<Linear>,
    by_reads: Partition,
    /// For each thread that there is, with that thread as the root.
    by_value: BTreeMap<Vec<u32>, Partition>,
}

impl Truth {
    fn new(traces: Vec<Linear>) -> Self {
        let roots: BTreeSet<Vec<u32>> = traces.iter().flat_map(|it| it.ends.keys()).cloned().collect();
        let by_reads = linear::reads_from_classes(&traces);
        let by_value = roots.into_iter().map(|root| (root.clone(), linear::value_classes(&traces, &root))).collect();
        Truth { traces, by_reads, by_value }
    }
}

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    programs: u64,
    large: u64,
    /// Programs of which every interleaving was looked at.
    enumerated: u64,
    traces: u64,
    by_reads: u64,
    /// With the thread as the root for which there are the fewest.
    by_value: u64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.programs += other.programs;
        self.large += other.large;
        self.enumerated += other.enumerated;
        self.traces += other.traces;
        self.by_reads += other.by_reads;
        self.by_value += other.by_value;
    }
}

fn check(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}

/// One execution of each class.
fn one_of_each(executions: &[Linear], classes: &Partition) -> Vec<Linear> {
    let mut seen = BTreeSet::new();
    executions.iter().zip(&classes.class).filter(|it| seen.insert(*it.1)).map(|it| it.0.clone()).collect()
}

/// Equivalent executions have the same local states and ends, and so have one of each class and all together.
fn is_sound(executions: &[Linear], classes: &Partition) -> bool {
    let mut of_class = BTreeMap::new();
    let some = one_of_each(executions, classes);
    executions.iter().zip(&classes.class).all(|(it, class)| *of_class.entry(class).or_insert(&it.ends) == &it.ends)
        && linear::local_states(&some) == linear::local_states(executions)
        && linear::thread_ends(&some) == linear::thread_ends(executions)
}

/// What must hold between the equivalences, whatever the program is.
fn relations(truth: &Truth, only_two: bool) -> Result<(), String> {
    let by_order = linear::order_classes(&truth.traces);
    check(by_order.count == truth.traces.len(), || "two representatives are equivalent".to_owned())?;
    check(is_sound(&truth.traces, &truth.by_reads), || "by reads: a local state is lost".to_owned())?;
    for (root, by_value) in &truth.by_value {
        check(by_value.count <= by_order.count, || format!("root {root:?}: more classes than traces"))?;
        check(is_sound(&truth.traces, by_value), || format!("root {root:?}: a local state is lost"))?;
        let by_star = linear::star_classes(&truth.traces, root);
        check(by_star.refines(&truth.by_reads), || {
            format!("root {root:?}: a star is coarser than what reads observe")
        })?;
        check(by_star.refines(by_value), || format!("root {root:?}: a star is coarser than by values"))?;
        let is_same = !only_two || root.is_empty() || by_star.count == truth.by_reads.count;
        check(is_same, || format!("root {root:?}: a star of two threads is not what reads observe"))?;
        // With two threads there is no order of others that could tell executions apart in which all reads are the same.
        let is_coarser = !only_two || root.is_empty() || truth.by_reads.refines(by_value);
        check(is_coarser, || format!("root {root:?}: not coarser than by what reads observe"))?;
    }
    Ok(())
}

/// Whether all interleavings say the same as one of each trace.
fn same_as_all(truth: &Truth, all: &[Linear]) -> Result<(), String> {
    let by_order = linear::order_classes(all);
    let orders: Vec<Order> = truth.traces.iter().map(Order::of).collect();
    linear::check_cover(all, &by_order, &orders)?;
    let by_reads = linear::reads_from_classes(all);
    check(by_reads.count == truth.by_reads.count, || "other classes by reads".to_owned())?;
    check(by_order.refines(&by_reads), || "equivalent by order, but not by reads".to_owned())?;
    for (root, expected) in &truth.by_value {
        let by_value = linear::value_classes(all, root);
        check(by_value.count == expected.count, || format!("root {root:?}: other classes by value"))?;
        check(by_order.refines(&by_value), || format!("root {root:?}: equivalent by order, but not by value"))?;
    }
    check(linear::local_states(all) == linear::local_states(&truth.traces), || "other local states".to_owned())
}

/// Compares everything that the oracle knows about a program in different ways.
fn judge(program: &ir::Program, only_two: bool) -> Result<Sum, String> {
    let large = Ok(Sum { large: 1, ..Sum::default() });
    let Some(classes) = oracle::classes(program, &options(), MOST_PREFIXES) else { return large };
    let Some(traces) = linear::representatives(program, &options(), MOST_PREFIXES) else {
        return Err("the traces can be counted, but not listed".to_owned());
    };
    let report = oracle::explore(program, &options());
    if report.incomplete {
        return large;
    }
    check(classes.mazurkiewicz == traces.len() as u64, || "other numbers of traces".to_owned())?;
    let ends: BTreeSet<&BTreeMap<Vec<u32>, End>> = traces.iter().map(|it| &*it.ends).collect();
    let expected: BTreeSet<&BTreeMap<Vec<u32>, End>> = report.finals.iter().map(|it| &it.threads).collect();
    check(ends == expected, || format!("threads end as {ends:?}, but as {expected:?} in final states"))?;
    let truth = Truth::new(traces);
    relations(&truth, only_two)?;
    let enumerated = report.paths <= MOST_EXECUTIONS as u128;
    if enumerated {
        let all = linear::executions(program, &options(), MOST_EXECUTIONS).unwrap_or_default();
        check(all.len() as u128 == report.paths, || "other numbers of interleavings".to_owned())?;
        same_as_all(&truth, &all)?;
    }
    Ok(Sum {
        programs: 1,
        large: 0,
        enumerated: u64::from(enumerated),
        traces: truth.traces.len() as u64,
        by_reads: truth.by_reads.count as u64,
        by_value: truth.by_value.values().map(|it| it.count).min().unwrap_or(0) as u64,
    })
}

#[test]
fn equivalences_are_what_they_should_be() {
    let first = number("RADDLE_SEED", 1);
    let count = number("RADDLE_COUNT", 1_000);
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get() as u64);
    let sums: Vec<Sum> = std::thread::scope(|scope| {
        let run = |worker: u64| {
            let mut sum = Sum::default();
            for seed in (first..first + count).filter(|it| it % workers == worker) {
                let program = plain::program(seed, threads(seed), OPERATIONS);
                match judge(&program, threads(seed) == Threads::Two) {
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
    assert!(sum.enumerated * 2 >= count, "too few programs have few enough interleavings");
    assert!(sum.by_reads * 10 < sum.traces * 9 && sum.by_value * 10 < sum.traces * 9, "too few traces are equivalent");
}

/// Shows the smallest program for which something still does not hold.
fn fail(seed: u64, program: ir::Program, complaint: &str) -> ! {
    let only_two = threads(seed) == Threads::Two;
    let small = testkit::shrink(program, &mut |it| judge(it, only_two).is_err());
    let complaint = judge(&small, only_two).err().unwrap_or_else(|| complaint.to_owned());
    panic!("seed {seed}: {complaint}\n{}", ir::text::print(&small));
}
