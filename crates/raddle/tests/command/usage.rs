//! The command as a user meets it: streams, exit codes, limits, bad input.

use crate::common::{command, finished, raddle, root};
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A program that runs for ages: two threads with thirty steps each.
const ENDLESS: &str = "#include <pthread.h>
_Atomic int x;
void *t(void *a) { for (int i = 0; i < 30; i++) x++; return 0; }
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, 0);
  pthread_join(p, 0); pthread_join(q, 0);
}
";

/// A file with this text in a folder of its own.
fn file(name: &str, text: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::File::create(&path).and_then(|mut it| it.write_all(text)).expect("a file");
    (folder, path.display().to_string())
}

#[test]
fn the_first_command_of_the_readme_tells_the_story() {
    let run = raddle(&["check", "examples/account.c"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}", run.stdout);
    assert!(run.stdout.contains("assertion `balance >= 0` failed in main"), "{}", run.stdout);
    assert!(run.stdout.contains("examples/account.c:22:"), "{}", run.stdout);
    assert!(run.stdout.contains("reads balance: 100"), "{}", run.stdout);
    assert!(run.stdout.contains("balance = -30"), "{}", run.stdout);
    assert!(run.stdout.lines().count() <= 50, "it fits on a screen:\n{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_safe_program_is_safe_for_all_executions() {
    let run = raddle(&["check", "examples/account_fixed.c"]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stderr, run.stdout);
    assert!(run.stat("scope").is_some_and(|it| it.starts_with("all executions")), "{}", run.stdout);
    for name in ["executions", "redundant", "stuck", "events", "engine"] {
        assert!(run.stat(name).is_some(), "{name}: {}", run.stdout);
    }
}

#[test]
fn a_deadlock_says_who_waits_for_what() {
    let run = raddle(&["check", "examples/philosophers.c"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(deadlock)"), "{}{}", run.stderr, run.stdout);
    assert!(run.stdout.contains("T1 waits for mutex `fork_at[1]`, held by T2"), "{}", run.stdout);
    assert!(run.stdout.contains("main waits for T1 to end"), "{}", run.stdout);
}

#[test]
fn the_same_question_gets_the_same_bytes() {
    let (one, two) = (raddle(&["check", "examples/philosophers.c"]), raddle(&["check", "examples/philosophers.c"]));
    assert_eq!(one.stdout, two.stdout);
}

#[test]
fn usage_errors_have_exit_code_1() {
    for arguments in [
        &["check"][..],
        &["chekc", "x.c"],
        &["check", "examples/account.c", "--timeout", "soon"],
        &["check", "examples/account.c", "--memory", "3 elephants"],
        &["check", "examples/account.c", "--property", "beauty"],
        &["check", "examples/account.c", "--reduction", "magic"],
        &["check", "examples/account.c", "--data-model", "lp65"],
        &["check", "examples/account.c", "--unroll", "-1"],
    ] {
        let run = raddle(arguments);
        assert_eq!(run.code, 1, "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.is_empty(), "{arguments:?} says nothing");
    }
    assert_eq!(raddle(&["--help"]).code, 0);
    assert_eq!(raddle(&["--version"]).code, 0);
}

#[test]
fn bad_input_has_exit_code_2_and_a_message() {
    let cases: [(&str, &[u8], &str); 9] = [
        ("missing_include.c", b"#include \"nowhere.h\"\nint main(void) { return 0; }\n", "nowhere.h"),
        ("syntax.c", b"int main(void) { return 0 \n", "error"),
        ("empty.c", b"", "main"),
        ("binary.c", b"\x7fELF\x02\x01\x01\x00\xff\xfe\x00\x00", "error"),
        ("latin1.c", b"int main(void) { \xe4 }\n", "error"),
        ("no_main.c", b"int f(void) { return 0; }\n", "main"),
        ("bad.ir", b"program lp64\nfunction ???", "bad.ir"),
        ("binary.ir", b"\xff\xfe\x00", "binary.ir"),
        ("strange.txt", b"hello", "strange.txt"),
    ];
    for (name, text, says) in cases {
        let (_folder, path) = file(name, text);
        let run = raddle(&["check", &path]);
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{name}: {}", run.stderr);
    }
    let run = raddle(&["check", "no/such/file.c"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("no/such/file.c"), "{}", run.stderr);
}

#[test]
fn all_unsupported_constructs_are_named_at_once() {
    let text = b"_Float128 half(_Float128 x) { return x / 2; }\nint main(void) {\n  __asm__(\"hlt\");\n  mystery();\n  return half(1) > 0;\n}\n";
    let (_folder, path) = file("many.c", text);
    let run = raddle(&["check", &path]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    for line in [":1:", ":3:", ":4:"] {
        assert!(run.stderr.contains(&format!("many.c{line}")), "{line} in {}", run.stderr);
    }
}

#[test]
fn the_time_limit_ends_with_a_verdict_and_figures() {
    let (_folder, path) = file("endless.c", ENDLESS.as_bytes());
    let start = Instant::now();
    let run = raddle(&["check", &path, "--engine", "explore", "--timeout", "300ms"]);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(timeout)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("events").and_then(|it| it.parse::<u64>().ok()).is_some_and(|it| it > 1000), "{}", run.stdout);
    assert_eq!(run.stderr, "", "no progress on a pipe");
}

#[test]
fn the_memory_limit_ends_with_a_verdict_and_figures() {
    let (_folder, path) = file("endless.c", ENDLESS.as_bytes());
    let run = raddle(&["check", &path, "--engine", "explore", "--memory", "1MB", "--timeout", "60s"]);
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(memory)"), "{}{}", run.stdout, run.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_a_verdict_and_figures() {
    let (_folder, path) = file("endless.c", ENDLESS.as_bytes());
    let child = command(&["check", &path, "--engine", "explore", "--timeout", "60s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // The signal may come before the handler is there, so it is sent until it is obeyed: a first one that kills the
    // process at once would show as a missing verdict.
    std::thread::sleep(Duration::from_secs(2));
    let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.is_ok_and(|it| it.success()));
    let run = finished(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(interrupted)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("events").is_some(), "{}", run.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let mut child = command(&["ir", "bench/programs/dekker.c"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
    child.wait().expect("it ends");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn ir_prints_what_can_be_checked() {
    let printed = raddle(&["ir", "examples/account.c"]);
    assert_eq!(printed.code, 0, "{}", printed.stderr);
    let (_folder, path) = file("account.ir", printed.stdout.as_bytes());
    let again = raddle(&["ir", &path]);
    assert_eq!(again.stdout, printed.stdout);
    let run = raddle(&["check", &path]);
    let original = raddle(&["check", "examples/account.c"]);
    assert_eq!(run.verdict(), "FALSE(reach)");
    for name in ["executions", "events", "longest", "threads"] {
        assert_eq!(run.stat(name), original.stat(name));
    }
    assert!(root().join("examples/account.c").exists());
}

#[test]
fn wide_nondeterminism_asks_for_a_symbolic_engine() {
    let text =
        b"int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  return x * x;\n}\n";
    let (_folder, path) = file("wide.c", text);
    let run = raddle(&["check", &path, "--engine", "explore"]);
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(nondeterminism)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("wide.c:3:") && run.stdout.contains("`--engine ordering`"), "{}", run.stdout);
}

#[test]
fn cuts_show_in_the_verdict_and_the_scope() {
    let text = b"#include <pthread.h>\n_Atomic int flag, n;\nvoid *t(void *a) { while (!flag) n = !n; return 0; }\n\
        int main(void) { pthread_t p; pthread_create(&p, 0, t, 0); flag = 1; pthread_join(p, 0); return 0; }\n";
    let (_folder, path) = file("spin.c", text);
    let run = raddle(&["check", &path, "--unroll", "3"]);
    assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("scope").is_some_and(|it| it.contains("loops up to 3 rounds")), "{}", run.stdout);
    let run = raddle(&["check", &path, "--steps", "20"]);
    assert_eq!((run.code, run.verdict()), (5, "TRUE(bounded)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stat("scope").is_some_and(|it| it.contains("up to 20 steps of each thread")), "{}", run.stdout);
    let run = raddle(&["check", &path, "--remember-states", "--property", "reach"]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stdout, run.stderr);
}

/// Two threads that write without a lock, with an assertion that fails.
const RACY: &str = "#include <assert.h>
#include <pthread.h>
int x;
void *t(void *a) { x = 1; return 0; }
int main(void) { pthread_t p; pthread_create(&p, 0, t, 0); x = 2; pthread_join(p, 0); assert(x == 2); return 0; }
";

#[test]
fn a_race_shows_both_accesses() {
    let (_folder, path) = file("racy.c", RACY.as_bytes());
    let run = raddle(&["check", &path]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach,race)"), "{}{}", run.stdout, run.stderr);
    for text in [
        "data race on `x`",
        "T1: non-atomic write of 4 bytes of `x`",
        "racy.c:4:20",
        "main: non-atomic write",
        "racy.c:5:60",
    ] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
}

#[test]
fn property_files_say_what_is_checked() {
    let (folder, path) = file("racy.c", RACY.as_bytes());
    let property = |text: &str| {
        let file = folder.path().join("some.prp");
        std::fs::write(&file, text).expect("a file");
        file.display().to_string()
    };
    let race = property("CHECK( init(main()), LTL(G ! data-race) )\n\n");
    let run = raddle(&["check", &path, "--property", &race]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(race)"), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stat("properties"), Some("race violated"));
    let run = raddle(&["check", &path, "--property", &format!("reach,{race}"), "--keep-going"]);
    assert_eq!(run.verdict(), "FALSE(reach,race)", "{}{}", run.stdout, run.stderr);
    let reach = property("CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let run = raddle(&["check", &path, "--property", &reach]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}{}", run.stdout, run.stderr);
    let wrong = property("CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )\n");
    for (path_of_property, says) in [(wrong.as_str(), "some.prp:2: "), ("no/such/file.prp", "no/such/file.prp")] {
        let run = raddle(&["check", &path, "--property", path_of_property]);
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{}", run.stderr);
    }
}

#[test]
fn races_are_refused_where_they_could_be_missed() {
    let (_folder, path) = file("racy.c", RACY.as_bytes());
    for (option, says) in
        [("--reduction=observers", "`observers` can miss"), ("--remember-states", "--remember-states can miss")]
    {
        let run = raddle(&["check", &path, option, "--property", "race"]);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says) && run.stderr.contains("`race`"), "{}", run.stderr);
        let run = raddle(&["check", &path, option]);
        assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn values_are_refused_where_they_could_miss_something() {
    let (_folder, path) = file("racy.c", RACY.as_bytes());
    for reduction in ["value", "data"] {
        for property in ["race", "deadlock", "memory"] {
            let run = raddle(&["check", &path, "--reduction", reduction, "--property", property]);
            assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
            let says = format!("`{reduction}` can miss violations of `{property}`; `--reduction optimal` does not");
            assert!(run.stderr.contains(&says), "{}", run.stderr);
        }
        let run = raddle(&["check", &path, "--reduction", reduction]);
        assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(&format!("engine: explore ({reduction})")), "{}", run.stdout);
    }
}

#[test]
fn what_values_cannot_tell_is_left_to_optimal_with_a_message() {
    let text = "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  p = realloc(p, 8);\n  free(p);\n  return 0;\n}\n";
    let (_folder, path) = file("again.c", text.as_bytes());
    let run = raddle(&["check", &path, "--reduction", "value", "--property", "reach"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let says = "engine: explore (optimal: value does not apply, memory is reallocated)";
    assert!(run.stdout.contains(says), "{}", run.stdout);
}

#[test]
fn auto_takes_values_where_they_are_worth_it() {
    let run = |name: &str, size: &str| {
        let program = root().join("bench/programs").join(name).display().to_string();
        raddle(&["check", &program, "--engine", "explore", "--property", "reach", "--", size])
    };
    let burns = run("burns.c", "-DN=4");
    assert!(burns.stdout.contains("engine: explore (value, chosen by auto)"), "{}", burns.stdout);
    assert_eq!((burns.code, burns.verdict()), (0, "TRUE"));
    let fib = run("fib_bench.c", "-DN=5");
    assert!(fib.stdout.contains("engine: explore (optimal)"), "{}", fib.stdout);
    assert_eq!((fib.code, fib.verdict()), (0, "TRUE"));
}

#[test]
fn support_lists_everything_and_keeps_apart_what_main_does_not_reach() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.c");
    let text = "int printf(const char *, ...);\nint f(void);\nvoid unused(void) {\n  asm(\"hlt\");\n}\nint main(void) {\n  \
                printf(\"x\");\n  asm(\"cli\");\n  return f();\n}\n";
    std::fs::write(&path, text).expect("it is written");
    let name = path.display().to_string();
    let run = raddle(&["support", &name]);
    let expected = format!(
        "{name}:7:3: approximated: printf has no effect\n{name}:8:3: not supported: inline assembly [C0403]\n\
         {name}:9:10: unknown function `f`: its effect is not known [C0412]\n\
         where main does not lead, and so without consequence:\n  {name}:4:3: not supported: inline assembly [C0403]\n\
         1 not supported, 1 not defined (--externals havoc or stub takes them), 1 approximated\n"
    );
    assert_eq!((run.stdout.as_str(), run.code), (expected.as_str(), 2), "{}", run.stderr);
    std::fs::write(&path, text.replace("cli", "nop")).expect("it is written");
    let run = raddle(&["support", &name, "--externals", "stub"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("its calls return 0 and change nothing"), "{}", run.stdout);
}
