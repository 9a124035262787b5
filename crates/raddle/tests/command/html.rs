//! `--html`: one file for every kind of answer, which needs nothing else and in which programs cannot do anything.

use crate::common::{Run, raddle};
use crate::markup;
use std::path::Path;

/// What the command does with `--html`, and the page that it writes.
fn page(arguments: &[&str]) -> (Run, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let run = raddle(&[arguments, &["--html", &path.display().to_string()]].concat());
    let html = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    examine(&html);
    assert!(!html.contains(&folder.path().display().to_string()), "the page does not know where it is");
    (run, html)
}

/// What every page keeps to.
fn examine(html: &str) {
    markup::wrong(html).unwrap_or_else(|what| panic!("{what}\n{html}"));
}

#[test]
fn a_violation_is_explained_with_its_run() {
    let (run, html) = page(&["check", "examples/account.c"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"));
    for part in [
        "Assertion <code>balance &gt;= 0</code> failed in main",
        "balance = -30",
        "T1 had written balance (line 11) before T2 read it (line 10)",
        "raddle check examples/account.c --save-trace trace.json",
        "balance: 30 → -30",
        "id=\"step=12\"",
        "id=\"v1-file0-line22\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn violations_of_several_properties_are_on_one_page() {
    let (run, html) = page(&["check", "examples/once.c"]);
    assert_eq!(run.verdict(), "FALSE(reach,race)");
    assert!(html.contains("href=\"#v1\"") && html.contains("href=\"#v2\"") && html.contains("id=\"v2-step=15\""));
    assert!(html.contains("class=\"race\"") && html.contains("neither happens before the other"));
}

#[test]
fn a_deadlock_shows_who_waits_and_who_holds() {
    let (_, html) = page(&["check", "examples/bank_deadlock.c"]);
    assert!(html.contains("waits for accounts[1].mutex, holds accounts[0].mutex"), "{html}");
    assert!(html.contains("T1 holds accounts[0].mutex") && html.contains("a circle: T1 → T2 → T1"));
}

#[test]
fn actors_have_a_sequence_diagram() {
    let (run, html) = page(&["check", "examples/actors/bank.abs"]);
    assert_eq!(run.code, 10);
    assert!(html.contains("class=\"timeline sequence full\"") && html.contains("message answer"));
    assert!(html.contains("Ledger1 answers Branch: withdraw: True") && html.contains("✗ assertion failed"));
    let (_, html) = page(&["check", "examples/actors/philosophers.abs"]);
    assert!(html.contains("grab waits until !taken"), "who waits for ever has a row");
}

#[test]
fn what_is_safe_says_what_that_covers() {
    let (run, html) = page(&["check", "examples/account_fixed.c"]);
    assert_eq!(run.code, 0);
    let places = ["No execution violates", "all executions; sequential consistency", "pthread_mutex_lock(&amp;lock);"];
    for part in places {
        assert!(html.contains(part), "{part}");
    }
    let (run, html) = page(&["check", "corpus/bugs/message_relaxed_good.c"]);
    let covered = run.stdout.lines().find_map(|it| it.trim().strip_prefix("covered: ")).expect("it is safe");
    let weaker = run.stdout.lines().find_map(|it| it.trim().strip_prefix("taken as seq_cst: ")).expect("some are");
    assert!(html.contains(covered) && html.contains(weaker), "the page says what the text says");
    let (_, html) = page(&["check", "examples/transfer_fixed.c"]);
    assert!(html.contains("No execution up to a bound violates") && html.contains("VERDICT: TRUE(bounded)"));
}

#[test]
fn what_is_unknown_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("any.c");
    std::fs::write(&path, "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() / 2; }\n")
        .expect("a file");
    let path = path.display().to_string();
    let run = raddle(&["check", &path, "--engine", "explore"]);
    assert_eq!(run.verdict(), "UNKNOWN(nondeterminism)", "{}", run.stdout);
    let page = folder.path().join("page.html");
    raddle(&["check", &path, "--engine", "explore", "--html", &page.display().to_string()]);
    let html = std::fs::read_to_string(page).expect("a page");
    examine(&html);
    assert!(html.contains("VERDICT: UNKNOWN(nondeterminism)") && html.contains("too many possibilities"));
    assert!(html.contains("There is no answer") && html.contains("__VERIFIER_nondet_int() / "));
}

#[test]
fn what_is_refused_is_shown_on_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, page) = (folder.path().join("broken.c"), folder.path().join("page.html"));
    std::fs::write(&path, "#include <setjmp.h>\njmp_buf b;\nint main(void) {\n  return setjmp(b);\n}\n")
        .expect("a file");
    let run = raddle(&["check", &path.display().to_string(), "--html", &page.display().to_string()]);
    assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"));
    let html = std::fs::read_to_string(page).expect("a page");
    examine(&html);
    assert!(html.contains("The program was not checked") && html.contains("error C0408"), "{html}");
    assert!(html.contains("<mark>"), "what is meant stands out");
}

#[test]
fn a_file_that_is_not_there_has_a_page_too() {
    let (run, html) = page(&["check", "no/such/file.c"]);
    assert_eq!(run.code, 2);
    assert!(html.contains("The program was not checked") && html.contains("no/such/file.c"));
}

#[test]
fn programs_cannot_do_anything_to_the_page() {
    let (run, html) = page(&["check", "crates/raddle/tests/pages/hostile.c"]);
    assert_eq!(run.code, 10);
    assert!(!html.contains("<script>window") && !html.contains("<img") && !html.contains("<!--"));
    assert!(
        html.contains("&lt;/script&gt;&lt;script&gt;window.hacked = 1&lt;/script&gt;"),
        "it is shown as it is written"
    );
    // A page has as many scripts as we put there: two, and the data.
    assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (3, 3));
}

#[test]
fn long_runs_can_be_folded() {
    let (run, html) = page(&["check", "crates/raddle/tests/pages/long.c", "--property", "reach"]);
    assert_eq!(run.code, 10);
    assert!(html.contains("id=\"step=200\""), "there are more than 200 steps");
    assert!(html.contains("class=\"timeline folded\"") && html.contains("class=\"timeline full\""));
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
}

#[test]
fn the_same_question_gets_the_same_page() {
    for program in ["examples/philosophers.c", "examples/actors/account.abs", "examples/account_fixed.c"] {
        assert_eq!(page(&["check", program]).1, page(&["check", program]).1, "{program}");
    }
}

#[test]
fn a_page_does_not_change_what_is_printed() {
    let plain = raddle(&["check", "examples/account.c", "--json"]);
    let (run, _) = page(&["check", "examples/account.c", "--json"]);
    assert_eq!((run.code, run.stdout, run.stderr), (plain.code, plain.stdout, plain.stderr));
}

#[test]
fn a_trace_that_is_run_again_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("t.json").display().to_string();
    raddle(&["check", "examples/account.c", "--save-trace", &trace]);
    let html = replayed(&["examples/account.c", &trace], folder.path(), 10);
    assert!(html.contains("REPLAY: FALSE(reach)") && html.contains("id=\"step=12\""));
    let html = replayed(&["examples/account_fixed.c", &trace], folder.path(), 5);
    assert!(html.contains("The run does not end at the failure") && html.contains("REPLAY: DIVERGED"));
    assert!(html.contains("id=\"step=1\""), "what could be run can be walked through");
}

fn replayed(paths: &[&str], folder: &Path, code: i32) -> String {
    let page = folder.join("replay.html");
    let run = raddle(&[&["replay", "--html", &page.display().to_string()], paths].concat());
    assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
    let html = std::fs::read_to_string(page).expect("a page");
    examine(&html);
    html
}

#[test]
fn a_page_that_cannot_be_written_is_a_mistake_of_the_command_line() {
    for command in [&["check", "examples/account.c"], &["replay", "t.json"]] {
        let run = raddle(&[command, &["--html", "no/such/folder/page.html"][..]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        assert!(run.stderr.contains("--html: no/such/folder/page.html is in a folder that does not exist"));
    }
}
