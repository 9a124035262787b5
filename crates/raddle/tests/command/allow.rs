//! What `--allow` and comments let pass, as far as it is not said by the programs in `corpus/allow`.

use crate::common::{Run, raddle};
use serde_json::Value;

/// Checks a program with options; gives the folder, too, in which it is.
fn check(text: &str, options: &[&str]) -> (tempfile::TempDir, Run) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    let mut arguments = vec!["check", path.as_str()];
    arguments.extend(options);
    let run = raddle(&arguments);
    (folder, run)
}

const TWICE: &str = "\
#include <assert.h>
int main(void) {
  int i = 1;
  int sum = i++ + i++;
  assert(sum != 3);
  return 0;
}
";

#[test]
fn codes_that_are_unknown_or_have_no_meaning_are_refused() {
    let refused = |code: &str| {
        let run = raddle(&["check", "examples/account.c", "--allow", code]);
        assert_eq!(run.code, 1, "{code}: {}", run.stderr);
        run.stderr
    };
    assert!(refused("uninitialized").contains("maybe uninitialised is meant?"));
    assert!(refused("leak,unsequencd").contains("maybe unsequenced is meant?"));
    for code in ["use-after-free", "null-pointer", "not-held", "misuse"] {
        assert!(refused(code).contains("cannot be let pass"), "{code}");
    }
    assert!(refused("xyzzy").contains("there are uninitialised, leak"));
    let actors = raddle(&["check", "corpus/actors/library.abs", "--allow", "leak"]);
    assert_eq!(actors.code, 1, "{}", actors.stderr);
    assert!(actors.stderr.contains("--allow"), "{}", actors.stderr);
}

#[test]
fn what_is_not_let_pass_shows_its_code_in_every_form() {
    let (_folder, run) = check(TWICE, &[]);
    assert_eq!(run.code, 10, "{}", run.stdout);
    assert!(run.stdout.contains("memory[unsequenced]: an object is changed"), "{}", run.stdout);
    let (_folder, run) = check(TWICE, &["--json"]);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["violations"][0]["fault"]["code"], "unsequenced");
    let (folder, _) = check(TWICE, &[]);
    let (program, page) = (folder.path().join("program.c"), folder.path().join("page.html"));
    raddle(&["check", &program.display().to_string(), "--html", &page.display().to_string()]);
    assert!(std::fs::read_to_string(page).expect("a page").contains("<code>unsequenced</code>"));
}

#[test]
fn what_is_let_pass_is_in_the_scope_in_every_form() {
    let sentence = "`unsequenced` is let pass at";
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.sarif").display().to_string();
    let (_folder, run) = check(TWICE, &["--allow", "unsequenced", "--json", "--sarif", &log]);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let said = |it: &Value| {
        it.as_array().expect("a list").iter().any(|it| it.as_str().is_some_and(|it| it.contains(sentence)))
    };
    assert!(said(&answer["scope"]["approximations"]), "{}", run.stdout);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(log).expect("a log")).expect("JSON");
    assert!(said(&log["runs"][0]["properties"]["assumptions"]), "{log}");
}

#[test]
fn what_does_not_happen_is_not_in_the_scope() {
    let (_folder, run) = check("int main(void) { return 0; }\n", &["--allow", "unsequenced,leak,uninitialised"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(!run.stdout.contains("let pass"), "{}", run.stdout);
}

#[test]
fn a_saved_trace_keeps_what_is_let_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("t.json").display().to_string();
    let (_program, run) = check(TWICE, &["--allow", "unsequenced", "--save-trace", &trace]);
    assert_eq!(run.verdict(), "FALSE(reach)", "{}{}", run.stdout, run.stderr);
    let again = raddle(&["replay", &trace]);
    assert!(again.stdout.contains("assertion `sum != 3` failed"), "{}{}", again.stdout, again.stderr);
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(&trace).expect("a trace")).expect("JSON");
    assert_eq!(saved["program"]["allow"][0], "unsequenced");
}

#[test]
fn every_engine_lets_it_pass() {
    for engine in ["explore", "ordering", "peephole", "cegar"] {
        let (_folder, run) = check(TWICE, &["--allow", "unsequenced", "--engine", engine, "--property", "reach"]);
        assert_eq!(run.verdict(), "FALSE(reach)", "{engine}: {}{}", run.stdout, run.stderr);
    }
}
