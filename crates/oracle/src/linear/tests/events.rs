//! What the events of executions are, and what threads know.

use super::*;
use crate::build::ProgramBuilder;
use crate::{FaultKind, StopKind};
use ir::Update;
use std::collections::BTreeSet;

fn all(program: &Program) -> Vec<Linear> {
    executions(program, &Options::default(), 1_000).expect("the program is small")
}

/// Thread, index, kind, what is read, what is written.
type Row = (Vec<u32>, usize, Kind, Option<u64>, Option<u64>);

fn rows(execution: &Linear) -> Vec<Row> {
    let row = |it: &Arc<Event>| {
        (it.thread.clone(), it.index, it.kind.clone(), it.read.map(|it| it.value), it.write.map(|it| it.value))
    };
    execution.events.iter().map(row).collect()
}

#[test]
fn events_have_what_they_read_and_write() {
    let mut program = ProgramBuilder::new();
    let x = program.int_from("x", 64, 5 << 32);
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| {
        f.lock(m);
        let old = f.update(x, Update::Exchange, 1);
        f.unlock(m);
        f.compare_exchange(x, 7, 8);
        f.compare_exchange(x, 1, 2);
        f.choose(8, 3, 3);
        f.ret(old);
    });
    program.main(|f| {
        let handle = f.spawn(worker);
        f.join(handle);
        f.fence();
        f.store(x, 3);
        f.load(x);
    });
    let all = all(&program.build());
    assert_eq!(all.len(), 1);
    let (main, child) = (Vec::new(), vec![0]);
    let holder = all[0].events[1].write.expect("a lock writes").value;
    assert_ne!(holder, 0);
    let expected = [
        (main.clone(), 0, Kind::Spawn(child.clone()), None, None),
        (child.clone(), 0, Kind::Mutex, Some(0), Some(holder)),
        (child.clone(), 1, Kind::Access, Some(5 << 32), Some(1)),
        (child.clone(), 2, Kind::Mutex, None, Some(0)),
        (child.clone(), 3, Kind::Access, Some(1), None),
        (child.clone(), 4, Kind::Access, Some(1), Some(2)),
        (child.clone(), 5, Kind::Choose(0), None, None),
        (main.clone(), 1, Kind::Join(child, 5 << 32), None, None),
        (main.clone(), 2, Kind::Other, None, None),
        (main.clone(), 3, Kind::Access, None, Some(3)),
        (main, 4, Kind::Access, Some(3), None),
    ];
    assert_eq!(rows(&all[0]), expected);
    let observed: Vec<Option<usize>> = (0..all[0].events.len()).map(|it| all[0].observed(it)).collect();
    let mut sources = vec![None; 11];
    (sources[4], sources[5], sources[10]) = (Some(2), Some(2), Some(9));
    assert_eq!(observed, sources);
}

#[test]
fn histories_have_their_beginnings_and_threads_their_ends() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let reader = program.thread("reader", |f| {
        let chosen = f.choose(8, 0, 1);
        let value = f.load(x);
        f.if_then(chosen.is(0), |f| f.assume(value.is(0)));
        f.if_then(chosen.is(1), |f| f.assert(value.is(0), "nobody writes"));
        f.load(x);
        f.ret(4);
    });
    let writer = program.thread("writer", |f| f.store(x, 1));
    let program = program.fork_join(&[reader, writer]);
    let all = all(&program);
    let (chose, read) = (Known::Chose, Known::Read);
    let mut expected: BTreeSet<History> = BTreeSet::from([vec![], vec![chose(0)], vec![chose(1)]]);
    for branch in [0, 1] {
        expected.extend([vec![chose(branch), read(0)], vec![chose(branch), read(1)]]);
        expected.extend([vec![chose(branch), read(0), read(0)], vec![chose(branch), read(0), read(1)]]);
    }
    let known = local_states(&all);
    assert_eq!(known[&vec![0]], expected);
    assert_eq!(known[&vec![1]], BTreeSet::from([vec![]]));
    assert_eq!(
        known[&vec![]],
        BTreeSet::from([vec![], vec![Known::Joined(4)], vec![Known::Joined(4), Known::Joined(0)]])
    );
    let ends = thread_ends(&all);
    let failed = End::Failed(FaultKind::Assertion);
    assert_eq!(ends[&vec![0]], BTreeSet::from([End::Returned(4), End::Stopped(StopKind::Assume), failed]));
    assert_eq!(ends[&vec![1]], BTreeSet::from([End::Returned(0)]));
    assert_eq!(ends[&vec![]], BTreeSet::from([End::Returned(0), End::Blocked]));
}

#[test]
fn programs_with_too_many_executions_are_not_enumerated() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let waiter = program.thread("waiter", |f| f.repeat_until(|f| f.load(x).is(1)));
    let program = program.fork(&[waiter]);
    let options = Options { state_limit: 1_000, ..Options::default() };
    assert_eq!(executions(&program, &options, 1_000), None);
    assert_eq!(representatives(&program, &options, 1_000), None);
    let program = programs::figure_3a(4);
    let count = all(&program).len();
    assert_eq!(executions(&program, &options, count - 1), None);
    assert!(executions(&program, &options, count).is_some());
}
