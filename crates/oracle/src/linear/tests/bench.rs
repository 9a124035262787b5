//! The programs of `bench/programs`, as they are in C: the first thread writes to every variable before it spawns the
//! others.

use super::*;
use ir::{Action, Operation, passes};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn load(name: &str, n: u32) -> Program {
    let options = c::Options { flags: vec![format!("-DN={n}")], ..c::Options::default() };
    let path = root().join("bench/programs").join(name).with_extension("c");
    let mut program = match c::load(&path, &options) {
        Ok(loaded) => loaded.program,
        Err(failure) => panic!("{name}: {:?}", failure.diagnostics),
    };
    passes::simplify::simplify(&mut program);
    passes::escape::mark_escaping(&mut program);
    passes::promote::promote_slots(&mut program);
    passes::simplify::simplify(&mut program);
    program
}

/// Every row of the table that is small enough.
#[test]
fn what_reads_observe_is_what_the_table_says() {
    let table = std::fs::read_to_string(root().join("bench/programs/counts.csv")).expect("the table is there");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let [name, n, orders, _, _, reads] = columns[..] else { panic!("a row has six columns: {line}") };
        // Not every number is known.
        let Ok(reads) = reads.parse::<usize>() else { continue };
        let n: u32 = n.parse().expect("a number");
        let Some(orders) = orders.parse().ok().filter(|it| *it <= 2_000_usize) else { continue };
        let (by_order, by_reads, []) = counts(&load(name, n));
        assert_eq!((by_order, by_reads), (orders, reads), "{name} {n}");
        rows += 1;
    }
    assert!(rows >= 20, "only {rows} rows are small");
}

/// The same program without the stores of the first thread, for one in which they write what is there.
fn without_first_stores(mut program: Program) -> Program {
    let entry = program.entry.index();
    for edge in &mut program.functions[entry].edges {
        if matches!(edge.action, Action::Visible(Operation::Store { .. })) {
            edge.action = Action::Skip;
        }
    }
    program
}

/// What the first thread writes is not the initial value: the root finds that elsewhere, not at home. So a write of the
/// same value by another thread is no difference to it.
#[test]
fn classes_by_value_with_each_of_two_threads_as_the_root() {
    for (name, n, stored, initial) in [
        ("peterson", 1, [11, 11], [11, 11]),
        ("peterson", 2, [423, 423], [423, 423]),
        ("dekker", 1, [21, 21], [21, 21]),
        ("dekker", 2, [1588, 1588], [1588, 1588]),
        ("burns", 1, [9, 9], [11, 9]),
        ("burns", 2, [157, 157], [196, 157]),
    ] {
        let program = load(name, n);
        assert_eq!(counts(&program).2, stored, "{name} {n}");
        assert_eq!(counts(&without_first_stores(program)).2, initial, "{name} {n}, without stores of the first thread");
    }
    assert_eq!(counts(&load("fib_bench", 2)).2, [19, 19]);
    for (n, classes) in [(2, 4), (3, 12), (4, 48)] {
        let program = load("float_read", n);
        assert_eq!(counts(&program).2, [classes], "float_read {n}");
        assert_eq!(counts(&without_first_stores(program)).2, [classes], "float_read {n}");
    }
}
