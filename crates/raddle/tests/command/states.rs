//! Reductions that compare states: one execution for each final state, with as few steps as is claimed, and nothing claimed
//! that they do not preserve.

use crate::common::{Run, in_parallel, raddle, root};
use explore::Reduction;
use raddle::bench;

fn number(run: &Run, name: &str) -> u64 {
    let text = run.stat(name).unwrap_or_else(|| panic!("no `{name}`\n{}{}", run.stdout, run.stderr));
    text.parse().expect("a number")
}

fn actors(program: &str, size: u64, options: &[&str]) -> Run {
    let file = root().join("bench/actors").join(program).with_extension("abs").display().to_string();
    let size = format!("-Dsize={size}");
    let run = raddle(&[&["check", file.as_str()], options, &["--", size.as_str()]].concat());
    assert_eq!(run.verdict(), "TRUE", "{program} {size} {options:?}\n{}{}", run.stdout, run.stderr);
    run
}

/// `bench/actors/states.csv`, but for what takes long.
#[test]
fn as_many_executions_as_listed() {
    let text = std::fs::read_to_string(root().join("bench/actors/states.csv")).expect("the list is there");
    let table = bench::expected::parse(&text).expect("the list is valid");
    let rows: Vec<_> = table.iter().filter(|it| it.3 <= 5_000 || it.2 == "state").collect();
    assert!(rows.len() >= 60, "{} rows are small enough", rows.len());
    let complaints = in_parallel(&rows, |&(program, size, reduction, executions)| {
        let run = actors(program, size.parse().expect("a number"), &["--reduction", reduction]);
        let got = number(&run, "executions");
        if got == executions { Ok(()) } else { Err(format!("{program} {size}, {reduction}: {got}, not {executions}")) }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The nodes of the graph of all states, the root included.
#[test]
fn producer_and_consumer_take_no_more_transitions_than_there_are_states() {
    for (size, finals, most) in [(3, 8, 52), (5, 32, 324), (7, 128, 1712), (9, 512, 8428)] {
        let run = actors("prodcons", size, &["--reduction", "state"]);
        assert_eq!(number(&run, "executions"), finals);
        assert!(number(&run, "transitions") <= most, "{size}: {}", run.stdout);
        let live = actors("prodcons", size, &["--reduction", "state", "--state", "live"]);
        assert_eq!(number(&live, "executions"), size + 1, "what was taken last, and how much is left");
    }
}

#[test]
fn few_of_the_steps_of_source_are_made() {
    for (program, size) in [("psort", 5), ("reg", 6), ("msort", 15)] {
        let source = number(&actors(program, size, &["--reduction", "source"]), "events");
        let state = number(&actors(program, size, &["--reduction", "state"]), "events");
        assert!(state * 100 <= source, "{program} {size}: {state} of {source}");
    }
}

/// What is forgotten is explored again, and nothing else changes.
#[test]
fn memory_can_be_limited() {
    let free = actors("prodcons", 5, &["--reduction", "state"]);
    let limited = actors("prodcons", 5, &["--reduction", "state", "--state-memory", "30KB"]);
    assert!(number(&limited, "events") > number(&free, "events"), "{}", limited.stdout);
    for memory in ["1KB", "20KB", "1MB"] {
        let file = root().join("corpus/actors/order_of_made_objects_bad.abs").display().to_string();
        let run = raddle(&["check", &file, "--reduction", "state", "--state-memory", memory]);
        assert!(run.verdict().starts_with("FALSE"), "{}{}", run.stdout, run.stderr);
        let run = actors("prodcons", 4, &["--reduction", "state", "--state-memory", memory]);
        assert!(number(&run, "executions") >= 16, "{}", run.stdout);
    }
}

#[test]
fn every_variant_is_known_by_its_name() {
    let program = root().join("corpus/golden/same_store_twice.c").display().to_string();
    for variant in explore::Contextual::ALL {
        let reduction = Reduction::Context(variant);
        assert_eq!(reduction.name().parse(), Ok(reduction));
        let run = raddle(&["check", &program, "--reduction", reduction.name()]);
        assert_eq!(run.verdict(), "TRUE(partial)", "{}{}", run.stdout, run.stderr);
        assert!((3..=4).contains(&number(&run, "executions")), "{reduction}: {}", run.stdout);
    }
}

#[test]
fn what_states_do_not_tell_is_refused() {
    let program = root().join("corpus/golden/same_store_twice.c").display().to_string();
    for (options, says) in [
        (["--reduction", "state", "--property", "race"], "can miss violations of"),
        (["--reduction", "context", "--property", "race"], "can miss violations of"),
        (["--reduction", "optimal", "--state", "live"], "--state goes with the reductions `state` and `context` only"),
        (["--reduction", "source", "--state-memory", "1MB"], "--state-memory goes with the reductions"),
    ] {
        let run = raddle(&[&["check", program.as_str()], options.as_slice()].concat());
        assert_eq!(run.code, 1, "{options:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{options:?}: {}", run.stderr);
    }
}
