//! The engine `cegar` at the command: what can be asked of it and how, and what it tells.

use crate::common::{Run, exit_code, in_parallel, raddle, root};
use std::fs;

/// A loop without end that no bound covers.
const FOREVER: &str = "
#include <assert.h>
#include <pthread.h>
_Atomic int turn; int inside;
void *other(void *arg) { for (;;) { while (turn != 1) {} inside = 1; inside = 0; turn = 0; } return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) { while (turn != 0) {} assert(inside == 0); turn = 1; }
}
";

/// Checks a program that is written here.
fn check(text: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("forever.c");
    fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    raddle(&[&["check", &path, "--engine", "cegar", "--property", "reach", "--timeout", "20s"], options].concat())
}

/// Every way to look: each option alone, and all together.
const WAYS: [(&[&str], &str); 7] = [
    (&[], "cegar (product, por abstract, coi dynamic)"),
    (&["--domain", "explicit"], "cegar (explicit, por abstract, coi dynamic)"),
    (&["--por", "static"], "cegar (product, por static, coi dynamic)"),
    (&["--coi", "static"], "cegar (product, por abstract, coi static)"),
    (&["--waitlist", "breadth"], "cegar (product, por abstract, coi dynamic, breadth first)"),
    (&["--initial", "assumes"], "cegar (product, por abstract, coi dynamic, assumes at first)"),
    (
        &["--domain", "predicates", "--por", "none", "--coi", "none", "--waitlist", "depth", "--initial", "empty"],
        "cegar (predicates, por none, coi none)",
    ),
];

#[test]
fn the_answer_says_how_it_was_found() {
    for (options, engine) in WAYS {
        let run = check(FOREVER, options);
        assert_eq!(run.code, exit_code(run.verdict()), "{options:?}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.stat("engine"), Some(engine), "{}", run.stdout);
        assert!(run.stat("properties").is_some_and(|it| it.starts_with("reach ")), "{}", run.stdout);
        for name in [
            "iterations",
            "states",
            "last-states",
            "actions",
            "last-actions",
            "covered",
            "variables",
            "predicates",
            "statements",
            "eliminated",
            "havoced",
            "queries",
            "cached",
            "successor-time-us",
            "longest-trace",
            "threads",
            "without-cone",
        ] {
            let is_number = run.stat(name).is_some_and(|it| it.parse::<u64>().is_ok());
            assert!(is_number, "{options:?}: no `{name}` in {}", run.stdout);
        }
    }
}

#[test]
fn every_way_proves_and_refutes() {
    for (text, verdict) in [(FOREVER.to_owned(), "TRUE"), (FOREVER.replace("turn != 1", "turn == 1"), "FALSE(reach)")] {
        for (options, _) in WAYS {
            let run = check(&text, options);
            assert_eq!(run.verdict(), verdict, "{options:?}: {}", run.stdout);
            if verdict == "TRUE" {
                assert!(run.stat("scope").is_some_and(|it| it.starts_with("all executions")), "{}", run.stdout);
            }
        }
    }
}

/// Programs without end: safe ones are proved for all executions, and each has a sibling with one mistake, which is found.
#[test]
fn programs_without_end_are_proved_and_their_mutants_refuted() {
    let folder = root().join("bench/programs/proofs");
    let mut safe: Vec<_> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "c") && !it.to_string_lossy().ends_with("_bad.c"))
        .collect();
    safe.sort();
    assert!(safe.len() >= 20, "there are only {}", safe.len());
    let complaints = in_parallel(&safe, |path| {
        let bad = path.to_string_lossy().replace(".c", "_bad.c");
        for (path, verdict) in [(&*path.to_string_lossy(), "TRUE"), (&*bad, "FALSE(reach)")] {
            let text = fs::read_to_string(path).map_err(|it| format!("{path}: {it}"))?;
            if !text.contains(&format!("//@ verdict: {verdict}")) {
                return Err(format!("{path}: its head does not say {verdict}"));
            }
            let run = raddle(&["check", path, "--engine", "cegar", "--property", "reach", "--timeout", "60s"]);
            if run.verdict() != verdict || run.code != exit_code(verdict) {
                return Err(format!("{path}: {}{}", run.stderr, run.stdout));
            }
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Figure 3.2 of the thesis: abstraction-aware reduction, and a static one on labels that a dynamic cone of influence has
/// simplified, look at one order of 2N threads: one step of each of them and one of the first one for it, and a few for
/// what it does then. Without them, every order is looked at.
#[test]
fn one_order_is_enough_if_nothing_is_known_of_what_is_shared() {
    let run = |size: u64, por: &str, coi: &str| {
        let size = format!("-DN={size}");
        let options = ["--domain", "predicates", "--initial", "assumes", "--por", por, "--coi", coi];
        let file = ["check", "bench/programs/abstraction/parity.c", "--engine", "cegar", "--property", "reach"];
        let run = raddle(&[&file[..], &options, &["--timeout", "60s", "--", &size]].concat());
        assert_eq!(run.verdict(), "TRUE", "{por} {coi} {size}: {}", run.stdout);
        let number = |name: &str| run.stat(name).and_then(|it| it.parse::<u64>().ok()).expect("a figure");
        (number("iterations"), number("states"), number("eliminated"))
    };
    for size in [1, 2, 4, 8, 16, 64, 256] {
        assert_eq!(run(size, "abstract", "none"), (1, 4 * size + 6, 0));
        let (iterations, states, eliminated) = run(size, "static", "dynamic");
        assert_eq!((iterations, states), (1, 4 * size + 6));
        assert!(eliminated >= 2 * size, "every assignment to y is left out");
    }
    for por in ["none", "static"] {
        let states = [1, 2, 4].map(|size| run(size, por, "none").1);
        assert!(states[1] > 4 * states[0] && states[2] > 16 * states[1], "{por}: {states:?}");
    }
}

#[test]
fn only_reach_can_be_asked() {
    for property in ["deadlock", "memory", "overflow", "race", "reach,race"] {
        let run = check(FOREVER, &["--property", property]);
        assert_eq!(run.code, 1, "{property}: {}{}", run.stdout, run.stderr);
        let refused = property.trim_start_matches("reach,");
        for part in ["the engine `cegar` proves `reach` only", "explore", "ordering", "peephole", refused] {
            assert!(run.stderr.contains(part), "{property}: {}", run.stderr);
        }
    }
    let run = check(FOREVER, &["--property", "reach"]);
    assert_eq!(run.stat("properties"), Some("reach holds"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn options_of_other_engines_are_refused() {
    for (options, message) in [
        (&["--unroll", "3"][..], "--unroll does not go with the engine `cegar`: it follows loops to their end"),
        (&["--unwind", "3"], "--unroll does not go with the engine `cegar`"),
        (&["--depth", "3"], "--depth goes with the engine `peephole` only"),
        (&["--chains"], "--chains goes with the engine `peephole` only"),
        (&["--ordering", "prop"], "--ordering goes with the engine `ordering` only"),
        (&["--reduction", "optimal"], "--reduction goes with the engine `explore` only"),
        (&["--steps", "3"], "--steps goes with the engine `explore` only"),
        (&["--remember-states"], "--remember-states goes with the engine `explore` only"),
        (&["--domain", "intervals"], "there are explicit, predicates, product"),
        (&["--por", "dynamic"], "there are none, static, abstract"),
        (&["--coi", "abstract"], "there are none, static, dynamic"),
        (&["--waitlist", "random"], "there are depth, breadth"),
        (&["--initial", "everything"], "there are empty, assumes"),
    ] {
        let run = check(FOREVER, options);
        assert_eq!(run.code, 1, "{options:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(message), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn its_options_are_for_nobody_else() {
    for engine in ["explore", "ordering", "peephole"] {
        for (option, value) in [
            ("--domain", "product"),
            ("--por", "none"),
            ("--coi", "none"),
            ("--waitlist", "depth"),
            ("--initial", "empty"),
        ] {
            let run = raddle(&["check", "examples/account.c", "--engine", engine, option, value]);
            assert_eq!(run.code, 1, "{engine} {option}: {}{}", run.stdout, run.stderr);
            let message = format!("{option} goes with the engine `cegar` only");
            assert!(run.stderr.contains(&message), "{engine}: {}", run.stderr);
        }
    }
    let run = raddle(&["check", "examples/actors/account.abs", "--engine", "cegar"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the engine `cegar` is for C programs, not for actors"), "{}", run.stderr);
}

#[test]
fn help_has_an_example() {
    let run = raddle(&["--help"]);
    assert!(run.stdout.contains("raddle check lock.c --engine cegar "), "{}", run.stdout);
    let run = raddle(&["check", "--help"]);
    for option in ["--domain", "--por", "--coi", "--waitlist", "--initial"] {
        assert!(run.stdout.contains(option), "{option} is not in {}", run.stdout);
    }
}
