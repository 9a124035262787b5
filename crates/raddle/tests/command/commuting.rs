//! Programs whose updates commute: what states are worth, by the numbers of `bench/programs/commuting/counts.csv`.
//!
//! `raddle bench bench/suites/states.toml` compares all of them, the large ones too; docs/states.md explains them.

use crate::common::{in_parallel, root};
use event::{Properties, Property, Verdict};
use explore::Reduction;
use raddle::search::Search;
use raddle::{CheckOptions, LoadOptions, bench};
use std::collections::BTreeMap;

/// What is larger is left to the suite.
const MOST_EXECUTIONS: u64 = 3_000;

/// Reductions by states run few executions even where there is much to do, so their sizes are limited.
const LARGEST_SIZE: u64 = 5;

/// Where all orders can be told apart in the end.
const TOLD_APART: [&str; 2] = ["counter_keep", "hash_set_collide"];

fn table() -> bench::expected::Table {
    let text = std::fs::read_to_string(root().join("bench/programs/commuting/counts.csv")).expect("the table is there");
    bench::expected::parse(&text).expect("the table is valid")
}

/// Runs one program as the suite does, or with every interleaving up to known states; how many executions come to an end.
fn executions(case: &bench::Case, reduction: Reduction, remembers: bool) -> Result<u64, String> {
    let complain = |what: String| Err(format!("{}, N = {}, {reduction}: {what}", case.program, case.size));
    let load = LoadOptions { flags: case.flags.clone(), ..LoadOptions::default() };
    let loaded = raddle::load(&case.path, &load).map_err(|it| format!("{}: {it:?}", case.program))?;
    let properties = Properties::of_threads().without(Property::Race);
    let search = Search { reduction, properties, remember_states: remembers, ..Search::default() };
    let outcome = raddle::check(&loaded.program, &CheckOptions { search, ..CheckOptions::default() }, &mut |_, _| {});
    if !matches!(outcome.verdict, Verdict::Safe { .. }) || outcome.stats.stuck != 0 {
        return complain(format!("{:?}, {} stuck", outcome.verdict, outcome.stats.stuck));
    }
    Ok(outcome.stats.executions)
}

fn cases() -> Vec<bench::Case> {
    bench::suite::load(&root().join("bench/suites/states.toml")).expect("the suite is valid").cases
}

fn size(case: &bench::Case) -> u64 {
    case.size.parse().expect("sizes are numbers")
}

fn is_small(case: &bench::Case) -> bool {
    // Condition variables take many steps.
    let largest = if case.program == "buffer" { 2 } else { LARGEST_SIZE };
    size(case) <= largest && case.executions.is_some_and(|it| it <= MOST_EXECUTIONS)
}

#[test]
fn as_many_executions_as_expected() {
    let cases: Vec<_> = cases().into_iter().filter(is_small).collect();
    assert!(cases.len() > 70, "only {} are small enough", cases.len());
    let complaints = in_parallel(&cases, |case| {
        let found = executions(case, case.reduction.parse()?, false)?;
        if case.executions == Some(found) {
            return Ok(());
        }
        let (program, size, reduction) = (&case.program, &case.size, &case.reduction);
        Err(format!("{program}, N = {size}, {reduction}: expected {:?}, got {found}", case.executions))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Every interleaving up to known states comes to an end once for each state at the end, too.
#[test]
fn state_has_one_execution_for_each_end() {
    let is_state = |it: &bench::Case| it.reduction == "state" && is_small(it) && size(it) <= 3;
    let cases: Vec<_> = cases().into_iter().filter(is_state).collect();
    assert!(cases.len() >= 19, "only {} are small enough", cases.len());
    let complaints = in_parallel(&cases, |case| {
        let found = executions(case, Reduction::Naive, true)?;
        if case.executions == Some(found) {
            return Ok(());
        }
        Err(format!("{}, N = {}: expected {:?}, there are {found} ends", case.program, case.size, case.executions))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// With each thread or operation more, optimal has at least one and a half times as many executions for each one of state.
#[test]
fn the_ratio_grows() {
    let mut ratios: BTreeMap<String, Vec<(u64, f64)>> = BTreeMap::new();
    let table = table();
    for (program, size, _, optimal) in table.iter().filter(|it| it.2 == "optimal") {
        let state = table.executions(program, size, "state").expect("both are known");
        let size = size.parse().expect("a number");
        ratios.entry(program.to_owned()).or_default().push((size, optimal as f64 / state as f64));
    }
    assert_eq!(ratios.len(), 10, "eight programs, and two variants");
    for (program, mut sizes) in ratios {
        sizes.sort_by_key(|it| it.0);
        let tells_apart = TOLD_APART.contains(&program.as_str());
        for pair in sizes.windows(2) {
            let [(small, before), (large, after)] = *pair else { continue };
            let steps = i32::try_from(large - small).expect("few sizes");
            let grows = after >= before * 1.5_f64.powi(steps);
            assert!(grows != tells_apart, "{program}: {before} at {small}, {after} at {large}");
        }
    }
}
