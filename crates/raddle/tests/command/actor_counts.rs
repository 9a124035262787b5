//! Every number of `bench/actors/counts.csv` that is small enough for a test is exactly the number of executions.
//!
//! The numbers are closed forms, which the heads of the programs explain. `raddle bench bench/suites/actors.toml`
//! compares all of them.

use crate::common::{in_parallel, root};
use event::{Stats, Verdict};
use explore::Reduction;
use raddle::actors::{self, ActorCheck, ActorOptions};
use raddle::bench;

/// What is larger is left to the suite.
const MOST_EXECUTIONS: u64 = 5_500;

/// Program, size, reduction, executions.
type Row = (String, String, Reduction, u64);

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("bench/actors/counts.csv")).expect("the list is there");
    let table = bench::expected::parse(&text).expect("the list is valid");
    let row = |(program, size, reduction, executions): (&str, &str, &str, u64)| {
        (program.to_owned(), size.to_owned(), reduction.parse().expect("a reduction"), executions)
    };
    table.iter().map(row).collect()
}

/// Checks one program; the figures, if there is no violation.
fn figures(program: &str, size: &str, check: &ActorCheck) -> Result<Stats, String> {
    let file = root().join("bench/actors").join(program).with_extension("abs");
    let options = ActorOptions { flags: vec![format!("-Dsize={size}")], ..ActorOptions::default() };
    let loaded = actors::load(&[file], &options).map_err(|it| format!("{program}: {it:?}"))?;
    let outcome = actors::check(&loaded, check, &mut |_, _| {});
    match outcome.verdict {
        Verdict::Safe { scope } if scope.is_complete() => Ok(outcome.stats),
        verdict => Err(format!("{program} {size}: {verdict:?}")),
    }
}

#[test]
fn as_many_executions_as_classes() {
    let rows: Vec<Row> = rows().into_iter().filter(|it| it.3 <= MOST_EXECUTIONS).collect();
    assert!(rows.len() >= 2 * 15, "{} rows are small enough", rows.len());
    let complaints = in_parallel(&rows, |(program, size, reduction, executions)| {
        let mut check = ActorCheck::default();
        check.search.reduction = *reduction;
        let stats = figures(program, size, &check)?;
        if (stats.executions, stats.stuck) != (*executions, 0) {
            let (run, stuck) = (stats.executions, stats.stuck);
            return Err(format!("{program} {size}, {reduction}: expected {executions}, got {run}, {stuck} stuck"));
        }
        let is_optimal = *reduction == Reduction::Optimal;
        if is_optimal && stats.redundant != 0 {
            return Err(format!("{program} {size}: {} executions were abandoned", stats.redundant));
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn dynamic_dependence_never_runs_more() {
    let rows: Vec<Row> = rows().into_iter().filter(|it| it.3 <= 600).collect();
    let complaints = in_parallel(&rows, |(program, size, reduction, executions)| {
        let mut check = ActorCheck { dynamic: true, ..ActorCheck::default() };
        check.search.reduction = *reduction;
        let stats = figures(program, size, &check)?;
        if stats.executions > *executions || stats.stuck != 0 {
            return Err(format!("{program} {size}, {reduction}: {} of {executions}", stats.executions));
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // Some of the keys that a cell of psort is given change nothing in it: what steps really touch is less.
    let check = ActorCheck { dynamic: true, ..ActorCheck::default() };
    let stats = figures("psort", "4", &check).expect("it is safe");
    assert_eq!(stats.executions, 216);
}

#[test]
fn the_suite_has_every_row() {
    let suite = bench::suite::load(&root().join("bench/suites/actors.toml")).expect("the suite is valid");
    for (program, size, reduction, executions) in rows() {
        let is_it = |it: &&bench::Case| it.program == program && it.size == size && it.reduction == reduction.name();
        let case = suite.cases.iter().find(is_it);
        assert_eq!(case.and_then(|it| it.executions), Some(executions), "{program} {size} {reduction}");
    }
    assert!(suite.cases.iter().all(|it| it.executions.is_some()), "some program of the suite has no count");
}
