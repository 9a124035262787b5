//! Actor programs and the command: exit codes, messages, limits, and a counterexample as it is printed.

use crate::common::{Run, raddle, root};
use std::io::Write;
use std::time::{Duration, Instant};

/// A file with this text in a folder of its own.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::File::create(&path).and_then(|mut it| it.write_all(text.as_bytes())).expect("a file");
    (folder, path.display().to_string())
}

/// Checks a text; arguments come behind the file.
fn check(text: &str, arguments: &[&str]) -> Run {
    let (_folder, path) = file("program.abs", text);
    raddle(&[&["check", path.as_str()], arguments].concat())
}

/// One step after the other, without end.
const ENDLESS: &str = "module Endless;
interface Clock { Unit tick(); }
class Wall implements Clock { Unit tick() { this!tick(); } }
{ Clock clock = new Wall(); clock!tick(); }
";

#[test]
fn bad_input_has_exit_code_2_and_a_message() {
    let cases = [
        ("module M;\n{\n  Int x = 1 +;\n}\n", "[A0110]", ":3:14"),
        ("module M;\n{\n  Int x = \"a\";\n}\n", "this is of type String, but Int is needed", ":3:11"),
        ("module M;\n{\n  Int x = y;\n}\n", "y", ":3:11"),
        ("module M;\n{ Time t = now(); }\n", "now is not supported", ":2:12"),
        ("module M;\ntrait T = { Unit m() { skip; } }\n{ skip; }\n", "a trait is not supported", ":2:1"),
        ("module M;\ninterface I { }\n", "there is no main block", ""),
        ("", "there is no main block", ""),
        ("\u{1F600}\u{0}", "[A01", ":1:1"),
    ];
    for (text, says, at) in cases {
        let run = check(text, &[]);
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{text}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says) && run.stderr.contains(at), "{text}: {says} {at}: {}", run.stderr);
    }
    let run = raddle(&["check", "no/such/file.abs"]);
    assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{}", run.stderr);
    assert!(run.stderr.contains("no/such/file.abs"), "{}", run.stderr);
}

#[test]
fn a_mistake_is_shown_on_its_line() {
    let (_folder, path) = file("program.abs", "module M;\n{\n  Int number = \"seven\";\n}\n");
    let run = raddle(&["check", &path]);
    let expected = format!(
        "error[A0301]: this is of type String, but Int is needed\n --> {path}:3:16\n  |\n\
         3 |   Int number = \"seven\";\n  |                ^^^^^^^\n\
         more about it: raddle explain A0301\n"
    );
    assert_eq!(run.stderr, expected);
}

#[test]
fn what_does_not_go_with_actors_is_refused() {
    let program = "examples/actors/account.abs";
    for (arguments, says) in [
        (&["--property", "race"][..], "`race` cannot be asked of this program: actors share no memory"),
        (&["--property", "memory"], "actors share no memory"),
        (&["--property", "overflow"], "integers of ABS have no largest value"),
        (
            &["--reduction", "value"],
            "the reduction `value` is for threads; actors have optimal, source, context, state, naive",
        ),
        (&["--reduction", "observers"], "the reduction `observers` is for threads"),
        (&["--unroll", "3"], "--unroll is for C programs"),
        (&["--root", "1"], "--root is for C programs"),
        (&["--no-relaxation"], "--no-relaxation is for C programs"),
        (&["--count", "authors"], "--count is for C programs"),
        (&["--no-spurious"], "--no-spurious is for C programs"),
        (&["--spurious"], "--spurious is the default now"),
        (&["--externals", "stub"], "--externals is for C programs"),
        (&["--data-model", "ilp32"], "--data-model is for C programs"),
        (&["--remember-states", "--reduction", "optimal"], "--remember-states goes with the reduction `naive` only"),
    ] {
        let run = raddle(&[&["check", program], arguments].concat());
        assert_eq!(run.code, 1, "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?}: {}", run.stderr);
    }
    let run = raddle(&["ir", program]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("actor programs have no text form"), "{}", run.stderr);
}

#[test]
fn what_is_for_actors_is_refused_for_threads() {
    for (arguments, says) in [
        (&["--dependence", "dynamic"][..], "--dependence is for actor programs"),
        (&["--main", "M"], "--main is for actor programs"),
        (&["--truncating-division"], "--truncating-division is for actor programs"),
        (&["--property", "exception"], "C has no exceptions"),
    ] {
        let run = raddle(&[&["check", "examples/account.c"], arguments].concat());
        assert_eq!(run.code, 1, "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?}: {}", run.stderr);
    }
    for files in
        [["examples/actors/account.abs", "examples/account.c"], ["examples/account.c", "examples/actors/account.abs"]]
    {
        let run = raddle(&[&["check"], &files[..]].concat());
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{}", run.stderr);
        assert!(run.stderr.contains(".abs files only"), "{}", run.stderr);
    }
}

#[test]
fn the_main_block_can_be_chosen() {
    let text = "module One;\n{ skip; }\nmodule Two;\n{ assert 1 == 2; }\nmodule Three;\ninterface I { }\n";
    for (arguments, code) in [(&[][..], 10), (&["--main", "One"], 0), (&["--main", "Two"], 10)] {
        let run = check(text, arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}{}", run.stdout, run.stderr);
    }
    for (name, says) in [("Three", "module Three has no main block"), ("Four", "there is no module Four")] {
        let run = check(text, &["--main", name]);
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{}", run.stderr);
        for words in [says, "module One has one", "module Two has one"] {
            assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
        }
    }
}

#[test]
fn functions_without_parameters_can_be_given_values() {
    let flags = |flag: &str| raddle(&["check", "bench/actors/msort.abs", "--", flag]);
    let run = flags("-Dsize=5");
    assert_eq!((run.code, run.stat("executions")), (0, Some("16")), "{}{}", run.stdout, run.stderr);
    for (flag, says) in [
        ("-Dsize=5+", "expected an expression"),
        ("-Dsize=\"a\"", "this is of type String, but Int is needed"),
        ("-Dsiz=5", "siz"),
        ("-DmergeLists=5", "mergeLists"),
        ("-Dsize", "-Dname=EXPRESSION"),
        ("-Iinclude", "-Dname=EXPRESSION"),
    ] {
        let run = flags(flag);
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{flag}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{flag}: {}", run.stderr);
    }
}

#[test]
fn limits_end_with_a_verdict_and_figures() {
    let start = Instant::now();
    let run = raddle(&["check", "bench/actors/prodcons.abs", "--timeout", "300ms", "--", "-Dsize=30"]);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(timeout)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("events").is_some_and(|it| it != "0"), "{}", run.stdout);
    // The one that answers: an engine, or the guard in its place while nothing is known yet.
    for limit in ["1ms", "300ms"] {
        let run = raddle(&["check", "bench/actors/prodcons.abs", "--timeout", limit, "--json", "--", "-Dsize=30"]);
        assert!(run.stdout.contains("messages in any order"), "{limit}: {}", run.stdout);
        assert!(!run.stdout.contains("sequential"), "{limit}: {}", run.stdout);
    }
    let run = raddle(&["check", "bench/actors/prodcons.abs", "--memory", "1MB", "--timeout", "60s", "--", "-Dsize=30"]);
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(memory)"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn what_does_not_end_is_followed_up_to_a_bound() {
    let run = check(ENDLESS, &["--steps", "50"]);
    assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("scope").is_some_and(|it| it.contains("up to 50 steps of each task")), "{}", run.stdout);
    let run = check(ENDLESS, &[]);
    assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
    for body in ["Int x = 0; while (True) { x = x + 1; }", "Int x = down(1);"] {
        let run = check(&format!("module M;\ndef Int down(Int n) = 1 + down(n - 1);\n{{ {body} }}\n"), &[]);
        assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
        let scope = run.stat("scope").unwrap_or_default();
        assert!(scope.contains("endless local loops or recursion cut"), "{}", run.stdout);
    }
}

/// A task that goes round until another has run.
#[test]
fn remembered_states_end_loops_that_wait() {
    let text = "module M;\ninterface Box { Unit slow(); Unit quick(); }\nclass Cell implements Box {\n  Bool done = False;\n  \
                Unit slow() { while (!done) { suspend; } }\n  Unit quick() { done = True; }\n}\n\
                { Box box = new Cell(); box!slow(); box!quick(); }\n";
    let run = check(text, &["--remember-states"]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stdout, run.stderr);
    let run = check(text, &["--steps", "10"]);
    assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn deep_recursion_and_long_lists_are_no_trouble() {
    let text = "module M;\n\
        def Int down(Int n) = if n == 0 then 0 else 1 + down(n - 1);\n\
        def Int sum(List<Int> l, Int s) = case l { Nil => s; Cons(x, rest) => sum(rest, s + x); };\n\
        {\n  assert down(100000) == 100000;\n  List<Int> all = range(1, 300000);\n  \
        assert sum(all, 0) == 45000150000 && all == reverse(reverse(all));\n  \
        assert Cons(0, tail(all)) != all && strlen(toString(all)) > 300000;\n}\n";
    let run = check(text, &[]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stdout, run.stderr);
    let nested = format!("module M;\n{{ Int x = {}1{}; }}\n", "(".repeat(100_000), ")".repeat(100_000));
    let run = check(&nested, &[]);
    assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn support_says_whether_a_program_can_be_checked() {
    let run = raddle(&["support", "examples/actors/account.abs"]);
    let counts = "0 not supported, 0 not defined, 0 approximated\n";
    assert!(run.code == 0 && run.stdout.starts_with(counts), "{}{}", run.stdout, run.stderr);
    let (_folder, path) = file("program.abs", "module M;\n{ Time t = now(); }\n");
    let run = raddle(&["support", &path]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stdout.contains(":2:12: now is not supported [A0511]\n"), "{}", run.stdout);
}

#[test]
fn the_counterexample_is_a_sequence_diagram() {
    let run = raddle(&["check", "examples/actors/account.abs"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}{}", run.stdout, run.stderr);
    let golden = std::fs::read_to_string(root().join("crates/raddle/tests/command/actors_account.txt"))
        .expect("the text is there");
    assert_eq!(run.stdout, golden);
    let run = raddle(&["check", "examples/actors/philosophers.abs"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(deadlock)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("deadlock: 6 tasks wait forever\n"), "{}", run.stdout);
    let says = "Thinker1.eat waits for the answer of Steel2.grab (examples/actors/philosophers.abs:15:5)";
    assert!(run.stdout.contains(says), "{}", run.stdout);
    let run = raddle(&["check", "examples/actors/account_fixed.abs"]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn the_same_question_gets_the_same_bytes() {
    for program in ["examples/actors/account.abs", "examples/actors/philosophers.abs"] {
        for dependence in ["static", "dynamic"] {
            for reduction in ["naive", "source", "optimal"] {
                let arguments =
                    ["check", program, "--reduction", reduction, "--dependence", dependence, "--steps", "40"];
                if reduction == "naive" && program.contains("philosophers") {
                    continue;
                }
                assert_eq!(raddle(&arguments).stdout, raddle(&arguments).stdout, "{arguments:?}");
            }
        }
    }
}
