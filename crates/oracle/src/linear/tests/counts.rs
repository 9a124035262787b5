//! How many classes there are, by each of the equivalences.

use super::programs::*;
use super::*;
use crate::build::ProgramBuilder;

#[test]
fn equal_values_of_two_threads() {
    assert_eq!(counts(&figure_1()), (4, 2, [1, 2]));
}

#[test]
fn many_operations_on_one_variable() {
    for (n, orders) in [(1, 2), (2, 6), (3, 20), (4, 70)] {
        assert_eq!(counts(&figure_3a(n)), (orders, orders, [1, n + 1]), "{n} operations");
    }
}

#[test]
fn few_operations_on_many_variables() {
    for (n, orders, roots) in [(1, 3, [1, 2]), (2, 9, [1, 4]), (3, 27, [1, 8])] {
        assert_eq!(counts(&figure_3b(n)), (orders, orders, roots), "{n} variables");
    }
}

#[test]
fn readers_see_the_write_or_not() {
    for n in 2..=5 {
        assert_eq!(counts(&readers(n)), (1 << n, 1 << n, [1 << n, 1 << n]), "{n} readers");
    }
}

#[test]
fn the_last_zero() {
    for (n, orders) in [(1, 2), (2, 5), (3, 12), (4, 28)] {
        assert_eq!(counts(&lastzero(n)), (orders, orders, [orders, orders]), "{n} writers");
    }
}

#[test]
fn increments_are_told_apart_by_their_values() {
    for (n, orders) in [(2, 2), (3, 6), (4, 24)] {
        assert_eq!(counts(&increments(n)), (orders, orders, [orders]), "{n} increments");
    }
}

#[test]
fn many_writers_and_one_reader() {
    for (n, orders, zero, one) in [(2, 6, 3, 4), (3, 24, 10, 12), (4, 120, 42, 48), (5, 720, 216, 240)] {
        let read = n as usize + 1;
        assert_eq!(counts(&float_read(n, 0)), (orders, read, [zero]), "{n} writers from 0");
        assert_eq!(counts(&float_read(n, 1)), (orders, read, [one]), "{n} writers from 1");
    }
}

/// By hand: two threads write and a third one reads. If a writer is the root, either of the other two is first, and the
/// root's write is what is read, or not. If the reader is the root, it can read from three in both orders of the writes.
#[test]
fn stars_have_the_order_of_the_other_threads_besides() {
    let by_star = |program: &Program, root: u32| star_classes(&traces(program), &[root]).count;
    assert_eq!([0, 1, 2].map(|root| by_star(&float_read(2, 1), root)), [4, 4, 6]);
    assert_eq!([0, 1].map(|root| by_star(&figure_1(), root)), [2, 2]);
    assert_eq!([0, 1].map(|root| by_star(&readers(3), root)), [8, 8]);
    assert_eq!([0, 1].map(|root| by_star(&peterson(1), root)), [11, 11]);
}

#[test]
fn sums_of_what_both_have_written() {
    for modulus in [Some(1), Some(2), Some(3), None] {
        for (n, all) in [(1, 3), (2, 19), (3, 141)] {
            assert_eq!(counts(&fib(n, modulus)), (all, all, [all]), "{n} rounds, {modulus:?}");
        }
    }
}

#[test]
fn mutual_exclusion_by_two_flags() {
    assert_eq!(counts(&peterson(1)).2, [11]);
    assert_eq!(counts(&peterson(2)).2, [423]);
}

/// The order of other threads counts where they conflict, not where the root is between them.
#[test]
fn what_goes_by_way_of_the_root_is_not_compared() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let read = |f: &mut crate::build::FunctionBuilder| {
        f.load(x);
    };
    let program = forked(
        program,
        &[
            &|f| {
                f.store(x, 1);
                f.store(x, 0);
            },
            &read,
            &read,
        ],
    );
    assert_eq!(counts(&program), (9, 9, [4]));
}

#[test]
fn critical_sections_are_told_apart_by_their_order() {
    for (n, orders) in [(1, 2), (2, 6), (3, 20)] {
        let mut program = ProgramBuilder::new();
        let m = program.mutex("m");
        let body = |f: &mut crate::build::FunctionBuilder| {
            for _ in 0..n {
                f.lock(m);
                f.unlock(m);
            }
        };
        let (by_order, by_reads, by_value) = counts::<2>(&forked(program, &[&body, &body]));
        assert_eq!((by_order, by_reads, by_value), (orders, orders, [orders, orders]), "{n} sections");
    }
}

/// The root reads what two others write, or the initial value. All are 0, but only one of the writes is behind a read of
/// the first thread: the thread that writes is spawned after it.
#[test]
fn a_spawn_is_causally_before_the_thread() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int("y", 32));
    let writer = program.thread("writer", |f| f.store(x, 0));
    let reader = program.thread("reader", |f| {
        f.load(x);
    });
    program.main(|f| {
        f.spawn(writer);
        f.spawn(reader);
        f.load(y);
        f.spawn(writer);
        f.thread_exit(0);
    });
    let (orders, _, by_value) = counts(&program.build());
    assert_eq!((orders, by_value), (6, [3, 6]));
}

/// The same the other way round: the first thread writes after it has joined a thread that reads.
#[test]
fn a_thread_is_causally_before_its_join() {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int("y", 32));
    let writer = program.thread("writer", |f| f.store(x, 0));
    let reader = program.thread("reader", |f| {
        f.load(x);
    });
    let other = program.thread("other", |f| {
        f.load(y);
    });
    program.main(|f| {
        f.spawn(writer);
        f.spawn(reader);
        let handle = f.spawn(other);
        f.join(handle);
        f.store(x, 0);
        f.thread_exit(0);
    });
    let (orders, _, by_value) = counts(&program.build());
    assert_eq!((orders, by_value), (6, [3, 6]));
}
