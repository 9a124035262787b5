//! How many interleavings there are, and what they lead to.

use super::*;
use ir::{Operation, Update};

/// Main and one more thread, `n` stores each after the spawn.
fn stores(n: usize) -> Program {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int("y", 32));
    let other = program.thread("other", |f| (0..n).for_each(|_| f.store(x, 1)));
    program.main(|f| {
        f.spawn(other);
        (0..n).for_each(|_| f.store(y, 1));
    });
    program.build()
}

#[test]
fn two_threads_of_n_stores_have_a_binomial_number_of_paths() {
    for (n, paths) in [(0, 1), (1, 2), (2, 6), (3, 20), (5, 252), (10, 184_756), (33, 7_219_428_434_016_265_740)] {
        let report = run(&stores(n));
        assert_eq!(report.paths, paths, "{n} stores each");
        assert_eq!(report.finals.len(), 1);
        assert_eq!(report.states, (n + 1) * (n + 1) + 1);
        assert!(!report.deadlock && report.violations.is_empty());
    }
}

#[test]
fn three_threads_have_a_multinomial_number_of_paths() {
    let mut program = ProgramBuilder::new();
    let x = program.array("x", 8, 3);
    let [a, b] = ["a", "b"].map(|name| {
        program.thread(name, |f| {
            f.store(x, 1);
            f.store(x, 2);
        })
    });
    // Both are created by one section, so that they start together.
    program.main(|f| {
        f.atomic(|f| {
            f.spawn(a);
            f.spawn(b);
        });
        f.store_at(x.offset(2), 8, 1);
        f.store_at(x.offset(2), 8, 2);
    });
    assert_eq!(run(&program.build()).paths, 90);
}

#[test]
fn an_update_can_be_lost_but_not_an_atomic_one() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int("y", 32));
    let worker = program.thread("worker", |f| {
        let r = f.load(x);
        f.store(x, r.plus(1));
        f.update(y, Update::Add, 1);
    });
    let report = run(&program.fork_join(&[worker, worker]));
    assert_eq!(last_values(&report, x), BTreeSet::from([1, 2]));
    assert_eq!(last_values(&report, y), BTreeSet::from([2]));
}

#[test]
fn store_buffering_never_gives_two_zeros() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 64), program.int("y", 64));
    let [a, b] = [("a", x, y), ("b", y, x)].map(|(name, mine, other)| {
        program.thread(name, |f| {
            f.store(mine, 1);
            let r = f.load(other);
            f.ret(r);
        })
    });
    let report = run(&program.fork_join(&[a, b]));
    let pairs = [(0, 1), (1, 0), (1, 1)].map(|(a, b)| vec![End::Returned(a), End::Returned(b)]);
    assert_eq!(results(&report), BTreeSet::from(pairs));
}

#[test]
fn only_one_of_two_trylocks_succeeds_if_nobody_unlocks() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| {
        let error = f.trylock(m);
        f.ret(error.resized(64));
    });
    let report = run(&program.fork_join(&[worker, worker]));
    let pairs = [(0, 16), (16, 0)].map(|(a, b)| vec![End::Returned(a), End::Returned(b)]);
    assert_eq!(results(&report), BTreeSet::from(pairs));
    assert_eq!(report.finals.first().map(|it| it.globals.clone()), Some(vec![Vec::new()]));
}

#[test]
fn a_compare_exchange_succeeds_for_the_first_only() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 16);
    let workers = [1, 2].map(|mark| {
        program.thread(&format!("worker{mark}"), |f| {
            let old = f.compare_exchange(x, 0, mark);
            f.ret(old.resized(64));
        })
    });
    let report = run(&program.fork_join(&workers));
    let pairs = [(0, 1), (2, 0)].map(|(a, b)| vec![End::Returned(a), End::Returned(b)]);
    assert_eq!(results(&report), BTreeSet::from(pairs));
}

#[test]
fn choices_and_fences_are_steps_but_private_slots_are_not() {
    let mut program = ProgramBuilder::new();
    let other = program.thread("other", |f| f.fence());
    program.main(|f| {
        let slot = f.slot("slot", 32, false);
        f.spawn(other);
        let chosen = f.choose(32, u64::from(u32::MAX), 1);
        f.store(slot, chosen);
        let r = f.load(slot);
        f.ret(r);
    });
    let report = run(&program.build());
    // The fence is before or after the choice, which has three values.
    assert_eq!(report.paths, 6);
    let all = [u64::from(u32::MAX), 0, 1].map(|it| Some(End::Returned(it)));
    assert_eq!(ends(&report, &[]), BTreeSet::from(all));
}

#[test]
fn opening_and_allocating_are_local_but_closing_and_freeing_are_not() {
    let mut program = ProgramBuilder::new();
    let other = program.thread("other", |f| f.fence());
    program.main(|f| {
        let slot = f.slot("slot", 32, true);
        f.spawn(other);
        f.open(slot);
        let object = f.allocate(4);
        f.free(object);
        f.close(slot);
    });
    assert_eq!(run(&program.build()).paths, 3);
}

#[test]
fn names_do_not_depend_on_the_interleaving() {
    let mut program = ProgramBuilder::new();
    let worker = program.thread("worker", |f| {
        f.fence();
        let object = f.allocate(8);
        f.store_at(object.expr(), 64, object);
        let inner = f.load_at(object.expr(), 64);
        f.free(inner);
    });
    let report = run(&program.fork(&[worker, worker]));
    assert_eq!(report.finals.len(), 1);
    // One state before the second spawn for each position of the first worker, then a grid.
    assert_eq!(report.states, 1 + 5 + 25);
}

#[test]
fn loops_are_followed_as_far_as_they_go() {
    let mut program = ProgramBuilder::new();
    let flag = program.int("flag", 8);
    let setter = program.thread("setter", |f| f.store(flag, 1));
    program.main(|f| {
        f.spawn(setter);
        let seen = f.register("seen", 8);
        f.repeat_while(seen.is(0), |f| {
            let (size, order) = (ir::Bytes(1), f.order);
            f.operation(Operation::Load { dest: seen.id, address: flag.at(), size, order });
        });
    });
    let report = run(&program.build());
    assert_eq!(report.paths, u128::MAX, "the loop can be run any number of times");
    assert_eq!(last_values(&report, flag), BTreeSet::from([1]));
    assert_eq!(report.finals.len(), 1);
}

#[test]
fn the_search_says_when_it_gave_up() {
    let options = Options { state_limit: 10, ..Options::default() };
    let report = explore(&stores(5), &options);
    assert!(report.incomplete);
    assert_eq!(report.paths, 0);
}
