//! What an answer says of each property: violated, holds, holds up to a bound, or not decided; and that the verdict says no more.

use crate::common::{Run, exit_code, raddle};
use serde_json::Value;
use std::fs;

/// Both threads are done with the counter under the lock.
const SAFE: &str = "examples/account_fixed.c";
/// An update is lost; and nothing orders the accesses.
const FAILS_AND_RACES: &str = "corpus/race/fails_and_races.c";

fn check(file: &str, options: &[&str]) -> Run {
    let run = raddle(&[&["check", file], options].concat());
    assert_eq!(run.code, exit_code(run.verdict()), "{}{}", run.stdout, run.stderr);
    run
}

/// Checks a program that is written here.
fn check_text(text: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.c");
    fs::write(&path, text).expect("a file");
    check(&path.display().to_string(), options)
}

/// The verdict with the line `properties`.
fn findings(run: &Run) -> (&str, &str) {
    (run.verdict(), run.stat("properties").unwrap_or_default())
}

/// What an engine or a reduction does not decide is asked about if nothing is named, so that the answer is a part of one.
#[test]
fn less_than_was_asked_is_not_true() {
    for (options, expected) in [
        (&["--engine", "explore"][..], ("TRUE", "reach,deadlock,memory,overflow,race hold")),
        (&["--engine", "ordering"], ("TRUE", "reach,deadlock,memory,overflow,race hold")),
        (&["--engine", "peephole"], ("TRUE(partial)", "reach,deadlock,memory,overflow hold; race not decided")),
        (&["--engine", "cegar"], ("TRUE(partial)", "reach holds; deadlock,memory,overflow,race not decided")),
        (&["--reduction", "value"], ("TRUE(partial)", "reach,overflow hold; deadlock,memory,race not decided")),
        (&["--reduction", "data"], ("TRUE(partial)", "reach,overflow hold; deadlock,memory,race not decided")),
        (&["--reduction", "observers"], ("TRUE(partial)", "reach,deadlock,overflow hold; memory,race not decided")),
        (&["--reduction", "state"], ("TRUE(partial)", "reach,deadlock,memory,overflow hold; race not decided")),
        (&["--reduction", "context"], ("TRUE(partial)", "reach,deadlock,memory,overflow hold; race not decided")),
        (&["--remember-states"], ("TRUE(partial)", "reach,deadlock,memory,overflow hold; race not decided")),
        (&["--reduction", "value", "--property", "reach"], ("TRUE", "reach holds")),
        (&["--engine", "cegar", "--property", "reach"], ("TRUE", "reach holds")),
        (&["--engine", "peephole", "--property", "reach,race"], ("TRUE(partial)", "reach holds; race not decided")),
        (&["--engine", "peephole", "--property", "race"], ("UNKNOWN(unsupported)", "race not decided")),
    ] {
        let run = check(SAFE, options);
        assert_eq!(findings(&run), expected, "{options:?}: {}", run.stdout);
    }
}

#[test]
fn a_use_after_free_is_no_proof_for_those_who_do_not_look() {
    let run = check("corpus/memory/freed_while_used.c", &["--engine", "peephole", "--depth", "24"]);
    assert_eq!(run.verdict(), "FALSE(memory,race)", "{}", run.stdout);
    for options in [["--reduction", "value"], ["--engine", "cegar"]] {
        let run = check("corpus/memory/freed_while_used.c", &options);
        assert_eq!((run.code, run.verdict()), (5, "TRUE(partial)"), "{}", run.stdout);
        assert!(run.stdout.contains("  not decided: deadlock,memory,"), "{}", run.stdout);
    }
}

#[test]
fn each_property_is_told_beside_a_violation() {
    for (options, expected) in [
        (&["--engine", "explore"][..], "reach,race violated; deadlock,memory,overflow hold"),
        (&["--engine", "explore", "--jobs", "2"], "reach,race violated; deadlock,memory,overflow hold"),
        (&["--engine", "ordering"], "reach,race violated; deadlock,memory,overflow hold"),
        (&["--engine", "peephole", "--depth", "24"], "reach,race violated; deadlock,memory,overflow not decided"),
        (&["--reduction", "state"], "reach violated; deadlock,memory,overflow hold; race not decided"),
        (&["--reduction", "value"], "reach violated; overflow holds; deadlock,memory,race not decided"),
        (&["--engine", "cegar"], "reach violated; deadlock,memory,overflow,race not decided"),
    ] {
        let run = check(FAILS_AND_RACES, options);
        assert_eq!(run.stat("properties"), Some(expected), "{options:?}: {}", run.stdout);
    }
}

/// The race shows after fewer steps than the assertion takes to fail: the search ends there.
#[test]
fn what_was_not_looked_at_to_the_end_is_not_decided() {
    let run = check(FAILS_AND_RACES, &["--engine", "peephole"]);
    let expected = ("FALSE(race)", "race violated; reach,deadlock,memory,overflow not decided");
    assert_eq!(findings(&run), expected, "{}", run.stdout);
}

/// Misused memory may hold anything afterwards, so nothing is said about the rest.
#[test]
fn nothing_holds_beside_undefined_behaviour() {
    let text = "int main(void) { int a[2]; int *p = a; p[2] = 1; return 0; }\n";
    for engine in ["explore", "ordering"] {
        let run = check_text(text, &["--engine", engine, "--keep-going"][..if engine == "explore" { 3 } else { 2 }]);
        let expected = ("FALSE(memory)", "memory violated; reach,deadlock,overflow,race not decided");
        assert_eq!(findings(&run), expected, "{engine}: {}", run.stdout);
    }
}

#[test]
fn other_programs_are_told_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sarif, html) = (folder.path().join("log.sarif"), folder.path().join("page.html"));
    let (log, page) = (sarif.display().to_string(), html.display().to_string());
    let options = ["--reduction", "value", "--json", "--sarif", &log, "--html", &page];
    let run = raddle(&[&["check", SAFE], &options[..]].concat());
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    assert_eq!((run.code, &document["verdict"]), (5, &Value::from("true-partial")));
    assert_eq!(document["reason"]["code"], "unsupported");
    let told = |it: &Value| format!("{} {}", it["property"].as_str().unwrap(), it["finding"].as_str().unwrap());
    let told: Vec<String> = document["findings"].as_array().expect("a list").iter().map(told).collect();
    let expected = ["reach holds", "deadlock undecided", "memory undecided", "overflow holds", "race undecided"];
    assert_eq!(told, expected);
    let log: Value = serde_json::from_str(&fs::read_to_string(&sarif).expect("a log")).expect("JSON");
    let properties = &log["runs"][0]["properties"];
    assert_eq!(
        (&properties["findings"]["overflow"], &properties["findings"]["race"]),
        (&"holds".into(), &"undecided".into())
    );
    let page = fs::read_to_string(&html).expect("a page");
    assert!(
        page.contains("VERDICT: TRUE(partial)") && page.contains("No execution violates reach, overflow"),
        "{page}"
    );
    assert!(page.contains("deadlock, memory, race; "), "{page}");
}

/// A thread that is stopped by undefined behaviour that is not asked about does something that is not known.
#[test]
fn a_mistake_that_is_not_checked_for_bounds_the_claim() {
    let engines: [&[&str]; 7] = [
        &[],
        &["--engine", "explore"],
        &["--engine", "explore", "--jobs", "2"],
        &["--engine", "ordering"],
        &["--engine", "peephole", "--depth", "24"],
        &["--engine", "cegar"],
        &["--reduction", "value"],
    ];
    for (program, expected) in [
        ("unchecked_mistake", "TRUE(bounded)"),
        ("unchecked_index", "TRUE(bounded)"),
        ("unchecked_index_known", "TRUE"),
        ("unchecked_division", "TRUE(bounded)"),
        ("unchecked_section", "TRUE(bounded)"),
        ("unchecked_race", "TRUE"),
    ] {
        for engine in engines {
            let file = format!("corpus/memory/{program}.c");
            let run = check(&file, &[engine, &["--property", "reach"]].concat());
            assert_eq!(run.verdict(), expected, "{program} {engine:?}: {}", run.stdout);
            let is_named =
                run.stdout.contains(&format!("at {file}:")) && run.stdout.contains("that is not checked for");
            assert_eq!(is_named, expected != "TRUE", "{program} {engine:?}: {}", run.stdout);
        }
    }
}

/// A bound on rounds is one in every engine, and a thread that waits makes none.
#[test]
fn rounds_are_bounded_alike() {
    let engines: [&[&str]; 6] = [
        &["--engine", "explore"],
        &["--engine", "ordering"],
        &["--engine", "peephole"],
        &["--reduction", "value"],
        &["--reduction", "observers"],
        &["--reduction", "state"],
    ];
    for engine in engines {
        let asked =
            |file: &str, rounds: &str| check(file, &[engine, &["--property", "reach", "--unroll", rounds]].concat());
        let cut = asked("corpus/loops/counted_cut.c", "3");
        assert_eq!(cut.verdict(), "UNKNOWN(bound)", "{engine:?}: {}", cut.stdout);
        assert!(cut.stdout.contains("the loop at corpus/loops/counted_cut.c:9:"), "{}", cut.stdout);
        assert_eq!(asked("corpus/loops/counted_cut.c", "10").verdict(), "TRUE", "{engine:?}");
        assert_eq!(asked("corpus/loops/counted_some.c", "3").verdict(), "TRUE(bounded)", "{engine:?}");
        for rounds in ["1", "3"] {
            let spin = asked("corpus/waiting/spin_bounded.c", rounds);
            assert_eq!(spin.verdict(), "TRUE", "{engine:?} {rounds}: {}", spin.stdout);
        }
    }
    let count = |options: &[&str]| {
        let run = check("corpus/waiting/spin_bounded.c", &[&["--engine", "explore"], options].concat());
        ["executions", "stuck", "events"].map(|it| run.stat(it).expect("a figure").to_owned())
    };
    assert_eq!(count(&["--unroll", "1"]), count(&[]));
}

/// What is counted as the authors of a paper do leaves out what may fail.
#[test]
fn a_comparison_is_no_verdict() {
    let options = ["--property", "reach", "--reduction", "value", "--count"];
    let count = |how| check(SAFE, &[&options[..], &[how]].concat());
    assert_eq!((count("orders").verdict(), count("authors").verdict()), ("TRUE", "UNKNOWN(comparison)"));
    let violated = check(FAILS_AND_RACES, &[&options[..], &["authors"]].concat());
    assert_eq!(violated.verdict(), "FALSE(reach)", "{}", violated.stdout);
    // Without a reduction `value` may take part.
    let either = check(SAFE, &["--property", "reach", "--count", "authors"]);
    assert!(["TRUE", "UNKNOWN(comparison)"].contains(&either.verdict()), "{}", either.stdout);
}
