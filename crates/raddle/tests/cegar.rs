//! The engine `cegar` at the command: what can be asked of it and how, and what it tells.

mod common;

use common::{Run, exit_code, raddle};
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
    raddle(&[&["check", &path, "--engine", "cegar", "--timeout", "20s"], options].concat())
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
        assert_eq!(run.stat("properties"), Some("reach"), "{}", run.stdout);
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
        ] {
            let is_number = run.stat(name).is_some_and(|it| it.parse::<u64>().is_ok());
            assert!(is_number, "{options:?}: no `{name}` in {}", run.stdout);
        }
    }
}

/// No answer may be the wrong one, and a claim is about all executions.
#[test]
fn no_answer_contradicts_the_program() {
    for (text, wrong) in [(FOREVER.to_owned(), "FALSE"), (FOREVER.replace("turn != 1", "turn == 1"), "TRUE")] {
        for (options, _) in WAYS {
            let run = check(&text, options);
            assert!(!run.verdict().starts_with(wrong), "{options:?}: {}", run.stdout);
            assert_ne!(run.verdict(), "TRUE(bounded)", "{options:?}: {}", run.stdout);
            assert_ne!(run.verdict(), "UNKNOWN(internal)", "{options:?}: {}", run.stdout);
        }
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
    assert_eq!(run.stat("properties"), Some("reach"), "{}{}", run.stdout, run.stderr);
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
