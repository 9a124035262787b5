//! How many classes of equivalent executions there are. The first threads of the programs only spawn the others, so
//! that they add no order between them.

use super::super::{Classes, classes, commutation};
use super::*;
use ir::{Expr, FunctionId, Operation, Update};

const LIMIT: usize = 1_000_000;

/// The numbers of classes of both equivalences. The definition of dependence has to hold for the program.
pub(super) fn count(program: &Program) -> (u64, u64) {
    count_with(program, &Options::default())
}

pub(super) fn count_with(program: &Program, options: &Options) -> (u64, u64) {
    assert_eq!(commutation(program, options), Some(Ok(())));
    let Classes { mazurkiewicz, observers } = classes(program, options, LIMIT).expect("the program is small");
    (mazurkiewicz, observers)
}

/// The classes of a program in which both equivalences are the same.
pub(super) fn traces(program: &Program) -> u64 {
    let (mazurkiewicz, observers) = count(program);
    assert_eq!(mazurkiewicz, observers);
    mazurkiewicz
}

/// A thread that uses `x`.
pub(super) type Body = fn(&mut FunctionBuilder, Var);

/// A program with one global integer `x` whose first thread spawns `threads` in order.
pub(super) fn with_x(threads: &[Body]) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let ids: Vec<FunctionId> = (0..threads.len()).map(|it| program.thread(&format!("t{it}"), |_| {})).collect();
    for (&id, body) in ids.iter().zip(threads) {
        program.define(id, |f| body(f, x));
    }
    program.fork(&ids)
}

pub(super) fn reader(f: &mut FunctionBuilder, x: Var) {
    f.load(x);
}

pub(super) fn writer(f: &mut FunctionBuilder, x: Var) {
    f.store(x, 1);
}

#[test]
fn each_of_n_readers_is_before_or_after_the_writer() {
    for n in 0..=5 {
        let mut threads: Vec<Body> = vec![reader; n];
        threads.push(writer);
        assert_eq!(traces(&with_x(&threads)), 1 << n, "{n} readers");
    }
}

#[test]
fn n_increments_can_be_in_any_order() {
    let increment: Body = |f, x| {
        f.update(x, Update::Add, 1);
    };
    for (n, orders) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
        assert_eq!(traces(&with_x(&vec![increment; n])), orders, "{n} increments");
    }
}

#[test]
fn critical_sections_of_two_threads_have_a_binomial_number_of_orders() {
    for (n, orders) in [(1, 2), (2, 6), (3, 20), (4, 70)] {
        let mut program = ProgramBuilder::new();
        let m = program.mutex("m");
        let worker = program.thread("worker", |f| {
            for _ in 0..n {
                f.lock(m);
                f.unlock(m);
            }
        });
        assert_eq!(traces(&program.fork(&[worker, worker])), orders, "{n} sections each");
    }
}

/// [AAJS17]: `n` threads write `a[j] = a[j - 1] + 1`, one looks for the last 0.
fn lastzero(n: i64) -> Program {
    let mut program = ProgramBuilder::new();
    let a = program.array("a", 64, n as u32 + 1);
    let mut threads = vec![program.thread("reader", |f| {
        let address = f.register("address", 64);
        let seen = f.register("seen", 64);
        f.assign(address, a.offset(8 * n));
        f.assign(seen, 1);
        f.repeat_while(seen.is_not(0), |f| {
            let (size, order) = (ir::Bytes(8), f.order);
            f.operation(Operation::Load { dest: seen.id, address: address.expr(), size, order });
            f.assign(address, address.plus(-8));
        });
    })];
    for j in 1..=n {
        threads.push(program.thread(&format!("writer{j}"), |f| {
            let before = f.load_at(a.offset(8 * (j - 1)), 64);
            f.store_at(a.offset(8 * j), 64, before.plus(1));
        }));
    }
    program.fork(&threads)
}

#[test]
fn lastzero_has_the_known_numbers() {
    for (n, classes) in [(1, 2), (2, 5), (3, 12), (4, 28)] {
        assert_eq!(traces(&lastzero(n)), classes, "lastzero {n}");
    }
}

#[test]
fn writes_that_nobody_reads_are_not_ordered_for_observers() {
    for (n, expected) in [(1, (2, 2)), (2, (6, 5)), (3, (24, 13)), (4, (120, 33))] {
        let mut threads: Vec<Body> = vec![writer; n];
        assert_eq!(count(&with_x(&threads)).1, 1);
        threads.push(reader);
        assert_eq!(count(&with_x(&threads)), expected, "{n} writers and a reader");
    }
}

#[test]
fn only_stores_to_the_same_bytes_are_unordered_for_observers() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let wide = program.thread("wide", |f| f.store(x, 1));
    let narrow = program.thread("narrow", |f| f.store_at(x.offset(2), 16, 2));
    let other = program.thread("other", |f| f.store_at(x.at(), 16, 3));
    assert_eq!(count(&program.clone().fork(&[wide, narrow])), (2, 2));
    assert_eq!(count(&program.clone().fork(&[other, narrow])), (1, 1));
    assert_eq!(count(&program.clone().fork(&[wide, wide])), (2, 1));
    assert_eq!(count(&program.fork(&[wide, wide, narrow])), (6, 4));
}

#[test]
fn an_update_observes_what_it_overwrites() {
    let increment: Body = |f, x| {
        f.update(x, Update::Add, 1);
    };
    assert_eq!(count(&with_x(&[writer, writer, increment])), (6, 5));
}

#[test]
fn a_read_of_the_own_write_observes_it() {
    let both: Body = |f, x| {
        f.store(x, 1);
        f.load(x);
    };
    // The other write is before, after, or between, where only the other one is observed.
    assert_eq!(count(&with_x(&[both, writer])), (3, 3));
}

#[test]
fn equal_states_do_not_make_executions_equivalent() {
    // All orders lead to the same state.
    let both: Body = |f, x| {
        f.store(x, 0);
        f.store(x, 0);
    };
    assert_eq!(count(&with_x(&[both, both])), (6, 1));
}

#[test]
fn blocked_executions_are_counted() {
    let mut program = ProgramBuilder::new();
    let (a, b) = (program.mutex("a"), program.mutex("b"));
    let [one, other] = [("one", a, b), ("other", b, a)].map(|(name, first, second)| {
        program.thread(name, |f| {
            f.lock(first);
            f.lock(second);
            f.unlock(second);
            f.unlock(first);
        })
    });
    // One of them first, or a deadlock.
    assert_eq!(traces(&program.fork(&[one, other])), 3);
}

#[test]
fn the_count_gives_up_at_the_limit() {
    let program = with_x(&[writer as Body; 3]);
    // The prefixes of the 6 orders, with the spawns in all places between them.
    let met = (1..100).find(|&limit| classes(&program, &Options::default(), limit).is_some());
    assert!(met.is_some_and(|it| it > 6), "{met:?}");
    let mut program = ProgramBuilder::new();
    program.main(|f| f.repeat_while(Expr::TRUE, |f| f.fence()));
    assert_eq!(classes(&program.build(), &Options::default(), 1000), None);
}
