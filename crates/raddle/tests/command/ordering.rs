//! The engine that reasons about orders, as a command and on programs whose answers are known.

use crate::common::{raddle, root};
use bmc::ordering::{Config, Method};
use event::{Budget, Property};
use raddle::LoadOptions;
use std::collections::BTreeSet;

const WAYS: [&str; 4] = ["basic", "basic-opt", "prop", "prop-opt"];

/// The final states of a program of `bench/programs/bmc`, as far as the places that are not `x` and `y` are concerned.
fn outcomes(name: &str, config: Config) -> BTreeSet<Vec<u64>> {
    let path = root().join("bench/programs/bmc").join(name);
    let program = raddle::load(&path, &LoadOptions::default()).map_err(|_| ()).expect("a valid program").program;
    let properties = [Property::Reach].into_iter().collect();
    let settings = bmc::Settings { config, unroll: None, budget: Budget::default(), slice: true, properties };
    let finals = bmc::final_states(&program, &settings, 1, 100_000).expect("all is supported").expect("no limit");
    let is_result: Vec<bool> = finals
        .places
        .iter()
        .map(|it| match *it {
            encode::events::Place::Bytes { object, .. } => {
                !matches!(program.globals[object as usize - 1].name.as_str(), "x" | "y")
            }
            encode::events::Place::Unset { .. }
            | encode::events::Place::Alive(_)
            | encode::events::Place::Joined(_)
            | encode::events::Place::Result(_) => false,
        })
        .collect();
    let results = |state: &Vec<u64>| state.iter().zip(&is_result).filter(|it| *it.1).map(|it| *it.0).collect();
    finals.states.iter().map(results).collect()
}

/// Weak consistency alone would allow 336, if nobody looked at `x` and `y` in the end, which puts their writes in order:
/// `crates/bmc/tests/ordering.rs`.
#[test]
fn four_threads_have_334_outcomes() {
    for method in [Method::Basic, Method::Propagate] {
        for conflicts_first in [false, true] {
            let outcomes = outcomes("crossed.c", Config { method, conflicts_first, is_weak: false });
            assert_eq!(outcomes.len(), 334, "{method:?} {conflicts_first}");
        }
    }
}

#[test]
fn known_programs_have_known_answers_in_every_way() {
    let programs: &[(&str, &[&str], &str)] = &[
        ("corpus/golden/figure_5_3.c", &[], "TRUE"),
        ("bench/programs/bmc/crossed.c", &[], "TRUE"),
        ("bench/programs/bmc/wsc.c", &[], "TRUE"),
        ("bench/programs/bmc/wsc_half.c", &["-DWANT=1"], "FALSE(reach)"),
        ("bench/programs/bmc/wsc_half.c", &["-DWANT=2"], "FALSE(reach)"),
        ("bench/programs/bmc/arr_cells.c", &[], "TRUE"),
        ("bench/programs/bmc/peterson.c", &["-DSPIN"], "TRUE"),
        ("bench/programs/bmc/peterson_bug.c", &["-DSPIN"], "FALSE(reach)"),
        ("bench/programs/bmc/ticket.c", &["-DN=3", "-DSPIN"], "TRUE"),
        ("bench/programs/bmc/stack.c", &["-DN=2", "-DBUG"], "FALSE(reach)"),
    ];
    for way in WAYS {
        for (program, flags, expected) in programs {
            let options = ["check", program, "--property", "reach", "--engine", "ordering", "--ordering", way, "--"];
            let run = raddle(&[&options, *flags].concat());
            assert_eq!(run.verdict(), *expected, "{program} {flags:?} {way}\n{}{}", run.stderr, run.stdout);
        }
    }
}

/// All properties are asked about unless somebody says otherwise, and each violation has its own counterexample.
#[test]
fn every_property_is_asked_about() {
    let programs: &[(&str, &str)] = &[
        ("examples/auction.c", "FALSE(reach,race)"),
        ("examples/auction_fixed.c", "TRUE"),
        ("examples/philosophers.c", "FALSE(deadlock)"),
        ("corpus/waiting/race_in_failed_round.c", "FALSE(race)"),
        ("corpus/heap/two_owners_bad.c", "FALSE(memory)"),
        ("corpus/bugs/average_of_none_bad.c", "FALSE(overflow)"),
    ];
    for (program, expected) in programs {
        let run = raddle(&["check", program, "--engine", "ordering"]);
        assert_eq!(run.verdict(), *expected, "{program}\n{}{}", run.stderr, run.stdout);
        for property in
            expected.trim_start_matches("FALSE(").trim_end_matches(')').split(',').filter(|it| *it != "TRUE")
        {
            // Behind the property there may be the code of a mistake.
            let is_said = |it: &str| [": ", "["].iter().any(|end| it.starts_with(&format!("{property}{end}")));
            assert!(run.stdout.lines().any(is_said), "{program}: {property}\n{}", run.stdout);
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused: &[(&[&str], &str)] = &[
        (&["--property", "exception"], "C has no exceptions"),
        (&["--reduction", "optimal"], "--reduction goes with the engine `explore` only"),
        (&["--ordering", "fast"], "there are basic, basic-opt, prop, prop-opt"),
    ];
    for (options, says) in refused {
        let run = raddle(&[&["check", "examples/auction.c", "--engine", "ordering"], *options].concat());
        assert!(run.stderr.contains(says), "{options:?}: {}", run.stderr);
        assert_eq!(run.code, 1);
    }
    let run = raddle(&["check", "examples/auction.c", "--engine", "explore", "--ordering", "prop"]);
    assert!(run.stderr.contains("--ordering goes with the engine `ordering` only"), "{}", run.stderr);
    let run = raddle(&["check", "examples/actors/account.abs", "--engine", "ordering"]);
    assert!(run.stderr.contains("is for C programs"), "{}", run.stderr);
}

#[test]
fn a_limit_ends_with_a_verdict_and_figures() {
    let program = "bench/programs/bmc/fib.c";
    let run = raddle(&["check", program, "--engine", "ordering", "--timeout", "1s", "--", "-DN=14", "-DFIBB=832040"]);
    assert_eq!(run.verdict(), "UNKNOWN(timeout)");
    assert!(run.stdout.contains("\nreads-from: "), "{}", run.stdout);
}

#[test]
fn loops_without_an_end_are_followed_up_to_a_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("server.c");
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
                void *client(void *p) { while (1) x = x + 1; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, client, 0); assert(x < LIMIT); return 0; }\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a plain name");
    let run = raddle(&["check", file, "--engine", "ordering", "--unroll", "3", "--", "-DLIMIT=6"]);
    assert_eq!(run.verdict(), "TRUE(bounded)");
    assert!(run.stdout.contains("loops and recursion up to 3 rounds"), "{}", run.stdout);
    let run = raddle(&["check", file, "--engine", "ordering", "--timeout", "60s", "--", "-DLIMIT=6"]);
    assert_eq!(run.verdict(), "FALSE(reach)");
}

#[test]
fn what_ends_the_search_at_a_bound_is_told() {
    let run = raddle(&["check", "--engine", "ordering", "examples/thread_pool_fixed.c"]);
    let reason = "up to 1 round; beyond that: this engine does not support waiting for a thread that is not known";
    assert!(run.stdout.contains(reason) && run.stdout.ends_with("TRUE(bounded)\n"), "{}", run.stdout);
}
