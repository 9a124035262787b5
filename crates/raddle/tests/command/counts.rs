//! Every number of `bench/programs/counts.csv` that is small enough for a test is exactly the number of executions.
//!
//! The numbers are known from brute force, closed forms and other tools; a reduction that runs one execution more has
//! repeated itself, one that runs fewer has missed something. `raddle bench bench/suites/counts.toml` compares all of
//! them, the large ones too.

use crate::common::{in_parallel, root};
use event::{Stats, Verdict};
use explore::Reduction;
use raddle::search::Search;
use raddle::{CheckOptions, LoadOptions, bench};

/// Programs whose main thread only sets up and waits for two others.
const TWO_THREADS: [&str; 4] = ["fib_bench", "peterson", "dekker", "burns"];

/// What is larger is left to the suite.
const MOST_EXECUTIONS: u64 = 60_000;

/// The rows that are larger, by name, so that none is left out unnoticed.
const LEFT_TO_THE_SUITE: [(&str, &str); 8] = [
    ("fib_bench", "6"),
    ("dekker", "3"),
    ("burns", "4"),
    ("fkp2013", "5"),
    ("sigma", "7"),
    ("nondet_array", "5"),
    ("reorder", "5"),
    ("mutex/peterson", "5"),
];

/// One number of the file.
#[derive(Debug)]
struct Case {
    program: String,
    size: String,
    reduction: Reduction,
    executions: u64,
}

fn counts() -> String {
    std::fs::read_to_string(root().join("bench/programs/counts.csv")).expect("the list is there")
}

/// The numbers for the reductions that there are: others have their columns already.
fn cases() -> Vec<Case> {
    let table = bench::expected::parse(&counts()).expect("the list is valid");
    let case = |(program, size, reduction, executions): (&str, &str, &str, u64)| {
        // What is published as reads-from classes is what `data` runs where there are two threads beside main.
        let has_two = TWO_THREADS.contains(&program);
        let reduction = if reduction == "reads_from" && has_two { Reduction::Data } else { reduction.parse().ok()? };
        Some(Case { program: program.to_owned(), size: size.to_owned(), reduction, executions })
    };
    table.iter().filter_map(case).collect()
}

fn check(case: &Case) -> Result<(), String> {
    let Case { program, size, reduction, executions } = case;
    let complain = |what: String| Err(format!("{program}, N = {size}, {reduction}: {what}"));
    let file = root().join("bench/programs").join(program).with_extension("c");
    let load = LoadOptions { flags: vec![format!("-DN={size}")], ..LoadOptions::default() };
    let loaded = raddle::load(&file, &load).map_err(|it| format!("{}: {it:?}", file.display()))?;
    let search = Search { reduction: *reduction, properties: reduction.preserves(), ..Search::default() };
    let options = CheckOptions { search, ..CheckOptions::default() };
    let outcome = raddle::check(&loaded.program, &options, &mut |_, _| {});
    if !matches!(outcome.verdict, Verdict::Safe { .. }) {
        return complain(format!("{:?}", outcome.verdict));
    }
    let Stats { executions: run, stuck, redundant, .. } = outcome.stats;
    if run != *executions || stuck != 0 {
        return complain(format!("expected {executions} executions, got {run}, and {stuck} stuck"));
    }
    if redundant != 0 && *reduction != Reduction::Source && !reduction.is_annotated() {
        return complain(format!("{redundant} executions were abandoned"));
    }
    Ok(())
}

#[test]
fn as_many_executions_as_classes() {
    let mut cases = cases();
    cases.retain(|it| it.executions <= MOST_EXECUTIONS || it.reduction == Reduction::Data);
    // The longest first, so that no worker is left with one of them at the end.
    cases.sort_by_key(|it| std::cmp::Reverse(it.executions));
    let complaints = in_parallel(&cases, check);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_row_is_skipped_silently() {
    let (text, mut cases) = (counts(), cases());
    for reduction in [Reduction::Source, Reduction::Optimal, Reduction::Observers, Reduction::Data] {
        assert!(cases.iter().any(|it| it.reduction == reduction), "no numbers for {reduction}");
    }
    for line in text.lines().skip(1).filter(|it| !it.is_empty() && !it.starts_with('#')) {
        let is_here = |it: &Case| line.starts_with(&format!("{},{},", it.program, it.size));
        assert!(cases.iter().any(is_here), "no number for a reduction that there is in `{line}`");
    }
    // Whatever the size, these are no part of the suite.
    cases.retain(|it| it.reduction != Reduction::Data);
    for case in cases.iter().filter(|it| it.executions > MOST_EXECUTIONS) {
        let is_named = LEFT_TO_THE_SUITE.contains(&(case.program.as_str(), case.size.as_str()));
        assert!(is_named, "{case:?} is too large, and not named as left to the suite");
    }
    let suite = bench::suite::load(&root().join("bench/suites/counts.toml")).expect("the suite is valid");
    for (program, size) in LEFT_TO_THE_SUITE {
        let is_large = |it: &Case| it.program == program && it.size == size && it.executions > MOST_EXECUTIONS;
        let large: Vec<_> = cases.iter().filter(|it| is_large(it)).collect();
        assert!(!large.is_empty(), "{program}, N = {size}, is named as left to the suite, but small enough");
        for case in large {
            let is_it =
                |it: &bench::Case| it.program == program && it.size == size && it.reduction == case.reduction.name();
            assert!(suite.cases.iter().any(is_it), "{case:?} is not in the suite");
        }
    }
}
