//! Counterexamples that are saved, read again and replayed, as a user meets them: files, messages, exit codes.

use crate::common::{Run, command, finished, raddle, root};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// Two mistakes: an assertion that fails, and the race behind it.
const LOST: &str = "#include <pthread.h>
#include <assert.h>
int x;
void *add(void *a) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, add, 0);
  pthread_create(&q, 0, add, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(x == 2);
}
";

/// A folder of its own with a program and, once it is checked, its trace.
struct Case {
    folder: tempfile::TempDir,
    program: String,
}

impl Case {
    fn new(name: &str, text: &str) -> Case {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let case = Case { program: folder.path().join(name).display().to_string(), folder };
        case.change(text);
        case
    }

    /// The same with its trace saved to `t.json`.
    fn saved(name: &str, text: &str, options: &[&str]) -> (Case, Run) {
        let case = Case::new(name, text);
        let mut arguments = vec!["check", &case.program, "--save-trace"];
        let trace = case.path("t.json");
        arguments.push(&trace);
        arguments.extend(options);
        let run = raddle(&arguments);
        assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
        (case, run)
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn change(&self, text: &str) {
        std::fs::write(&self.program, text).expect("a file");
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file")
    }

    fn replay(&self, options: &[&str]) -> Run {
        let trace = self.path("t.json");
        let mut arguments = vec!["replay", &trace];
        arguments.extend(options);
        raddle(&arguments)
    }

    /// What becomes of a trace with another text.
    fn replay_text(&self, text: &str) -> Run {
        let path = self.path("other.json");
        std::fs::write(&path, text).expect("a file");
        raddle(&["replay", &path])
    }
}

/// What `check` tells of the counterexample itself.
fn story(run: &Run) -> &str {
    let story = run.stdout.split("\nexecutions:").next().expect("a story");
    story.split("\n  it would have passed").next().expect("a story")
}

fn last_line(run: &Run) -> &str {
    run.stdout.lines().last().unwrap_or("")
}

#[test]
fn a_counterexample_is_saved_and_replays_as_it_was() {
    let (case, checked) = Case::saved("lost.c", LOST, &["--property", "reach"]);
    assert_eq!(checked.stderr, format!("the trace of `reach` is in {}\n", case.path("t.json")));
    let run = case.replay(&[]);
    assert_eq!((run.code, last_line(&run), run.stderr.as_str()), (10, "REPLAY: FALSE(reach)", ""), "{}", run.stdout);
    let story = story(&checked);
    assert!(run.stdout.contains(story), "{}\n{story}", run.stdout);
    let step = "     5  T2 add  x: 0 → 1        lost.c:5   x = x + 1;\n";
    assert!(run.stdout.contains(step), "{}", run.stdout);
    assert_eq!(case.replay(&[]).stdout, run.stdout, "the same bytes");
    let brief = case.replay(&["--brief"]);
    assert!(brief.stdout.starts_with(story), "{}", brief.stdout);
    assert!(!brief.stdout.contains("what it does"), "{}", brief.stdout);
}

#[test]
fn further_properties_are_saved_beside_the_first() {
    let (case, checked) = Case::saved("lost.c", LOST, &[]);
    assert_eq!(checked.verdict(), "FALSE(reach,race)");
    for (file, property) in [("t.json", "reach"), ("t.race.json", "race")] {
        let path = case.path(file);
        assert!(checked.stderr.contains(&format!("the trace of `{property}` is in {path}\n")), "{}", checked.stderr);
        let run = raddle(&["replay", &path]);
        let line = format!("REPLAY: FALSE({property})");
        assert_eq!((run.code, last_line(&run)), (10, line.as_str()), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn nothing_is_saved_if_nothing_is_violated() {
    let case = Case::new("fixed.c", &LOST.replace("x = x + 1", "__atomic_fetch_add(&x, 1, 5)"));
    let trace = case.path("t.json");
    let run = raddle(&["check", &case.program, "--save-trace", &trace]);
    assert_eq!((run.code, run.verdict()), (0, "TRUE"), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stderr, format!("no violation was found: {trace} is not written\n"));
    assert!(!Path::new(&trace).exists());
}

#[test]
fn a_trace_that_cannot_be_written_is_refused_at_once() {
    let case = Case::new("lost.c", LOST);
    let run = raddle(&["check", &case.program, "--save-trace", &case.path("nowhere/t.json")]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "nothing is checked in vain");
    assert!(
        run.stderr.contains("--save-trace") && run.stderr.contains("a folder that does not exist"),
        "{}",
        run.stderr
    );
}

/// Runs a command in another folder.
fn raddle_in(folder: &Path, arguments: &[&str]) -> Run {
    finished(command(arguments).current_dir(folder).output().expect("the command runs"))
}

#[test]
fn files_are_where_the_trace_says_or_beside_it_or_where_the_user_says() {
    let case = Case::new("lost.c", LOST);
    let folder = case.folder.path();
    let saved = raddle_in(folder, &["check", "lost.c", "--property", "reach", "--save-trace", "t.json"]);
    assert_eq!(saved.code, 10, "{}", saved.stderr);
    assert!(case.text("t.json").contains("\"path\":\"lost.c\""), "{}", case.text("t.json"));
    assert_eq!(raddle_in(folder, &["replay", "t.json"]).code, 10);
    assert_eq!(case.replay(&[]).code, 10, "beside the trace");
    std::fs::rename(&case.program, case.path("moved.c")).expect("it moves");
    let run = case.replay(&[]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("lost.c: the trace names this file"), "{}", run.stderr);
    let run = raddle(&["replay", &case.path("moved.c"), &case.path("t.json")]);
    assert_eq!((run.code, run.stderr.as_str()), (10, ""), "{}", run.stdout);
}

#[test]
fn a_program_that_has_changed_is_told_from_the_one_of_the_trace() {
    let (case, _) = Case::saved("lost.c", LOST, &["--property", "reach"]);
    let warning = format!("warning: {} has changed since the trace was saved\n", case.program);

    case.change(&format!("// A line more.\n{LOST}"));
    let run = case.replay(&[]);
    assert_eq!((run.code, run.stderr.as_str()), (10, warning.as_str()), "{}", run.stdout);

    case.change(&LOST.replace("x = x + 1", "x = 2"));
    let run = case.replay(&[]);
    assert_eq!((run.code, last_line(&run)), (5, "REPLAY: DIVERGED(step 5)"), "{}", run.stdout);
    assert!(run.stdout.contains("step 3 went another way\n  it was  T1: reads x: 0\n"), "{}", run.stdout);
    assert!(run.stdout.contains("step 5 cannot be made: T2 has ended already\n"), "{}", run.stdout);

    case.change(&LOST.replace("assert(x == 2)", "assert(x == 1)"));
    let run = case.replay(&[]);
    assert_eq!((run.code, last_line(&run)), (0, "REPLAY: NO VIOLATION"), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stderr, warning);
    let why = "\nafter 9 steps it ends without a violation of `reach`\n";
    assert!(run.stdout.contains(why), "{}", run.stdout);

    case.change(&LOST.replace("assert(x == 2)", "assert(x == 3)"));
    let run = case.replay(&[]);
    assert_eq!((run.code, last_line(&run)), (10, "REPLAY: FALSE(reach)"), "{}", run.stdout);
    let other = "warning: it fails in another way than when the trace was saved: assertion `x == 2` failed in main\n";
    assert!(run.stderr.ends_with(other), "{}", run.stderr);

    case.change("int main(void) { return }\n");
    let run = case.replay(&[]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("lost.c:1:"), "{}", run.stderr);
}

#[test]
fn a_thread_that_cannot_go_on_is_told_with_its_reason() {
    let locked = "#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&n);
  x++;
  pthread_mutex_unlock(&n);
  pthread_join(t, 0);
  assert(x == 2);
}
";
    let (case, _) = Case::saved("locked.c", locked, &["--property", "reach"]);
    case.change(&locked.replace("&n", "&m"));
    let run = case.replay(&[]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert!(last_line(&run).starts_with("REPLAY: DIVERGED(step "), "{}", run.stdout);
    assert!(run.stdout.contains("waits for mutex `m`, held by "), "{}", run.stdout);
    assert!(run.stdout.contains("\n  it was  "), "{}", run.stdout);
}

#[test]
fn files_that_are_no_traces_are_refused_with_a_reason() {
    let (case, _) = Case::saved("lost.c", LOST, &["--property", "reach"]);
    let good = case.text("t.json");
    assert_eq!(case.replay_text(&good).code, 10);
    let is_refused = |text: &str, says: &str| {
        let run = case.replay_text(text);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{text}\n{}", run.stderr);
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains(says), "{text}\n{}", run.stderr);
    };
    is_refused("", "not a trace");
    is_refused(&good[..good.len() / 2], "not a trace");
    is_refused("[1, 2]", "\"format\": \"raddle-trace\"");
    is_refused("{\"violations\": []}", "without the trace");
    is_refused("{\"violations\": 3}", "without the trace");
    let replaced = |from: &str, to: &str| {
        let text = good.replace(from, to);
        assert_ne!(text, good, "{from}");
        text
    };
    is_refused(&replaced("raddle-trace", "other-trace"), "raddle-trace");
    is_refused(&replaced("\"version\": 1", "\"version\": 99"), "version 99");
    is_refused(&replaced("\"version\": 1,", ""), "no version");
    is_refused(&replaced("\"property\": \"reach\"", "\"property\": \"beauty\""), "beauty");
    is_refused(&replaced("\"property\": \"reach\"", "\"property\": \"race\""), "was not checked");
    is_refused(&replaced("\"lp64\"", "\"lp65\""), "lp65");
    is_refused(&replaced("\"summary\"", "\"sumary\""), "sumary");
    is_refused(&replaced("\"schedule\": [", "\"schedule\": [[-1,0],"), "-1");
    is_refused(&replaced("\"files\": [", "\"files\": [7,"), "7");
    is_refused(&replaced("\"data_model\"", "\"flags\": [\"-fplugin=evil.so\"], \"data_model\""), "-fplugin=evil.so");
    let run = raddle(&["replay", "no/such/trace.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no/such/trace.json"), "{}", run.stderr);
    assert_eq!(raddle(&["replay"]).code, 1);
    assert_eq!(raddle(&["replay", "t.json", "--property", "beauty"]).code, 1);
}

#[test]
fn a_schedule_of_nonsense_is_no_bug_of_ours() {
    let (case, _) = Case::saved("lost.c", LOST, &["--property", "reach"]);
    let good = case.text("t.json");
    let first = good.split("\"schedule\": [").nth(1).and_then(|it| it.split(',').next()).expect("a schedule").trim();
    for (decision, says) in [
        ("[4294967295,0]", "thread number 4294967296 is to go on, but there is 1 thread so far"),
        ("[1,0]", "thread number 2 is to go on, but there is 1 thread so far"),
        ("[0,7]", "main is to take way 8 of its operation, which has 1"),
    ] {
        let text = good.replacen(first, &format!("{decision},{first}"), 1);
        let run = case.replay_text(&text);
        assert_eq!(
            (run.code, last_line(&run)),
            (5, "REPLAY: DIVERGED(step 1)"),
            "{text}\n{}{}",
            run.stdout,
            run.stderr
        );
        assert!(run.stdout.contains(says), "{}", run.stdout);
    }
    let run = case.replay_text(&good.replace("\"inputs\": [", "\"inputs\": [[18446744073709551615],"));
    assert_eq!(run.code, 10, "inputs that nobody asks for: {}{}", run.stdout, run.stderr);
}

#[test]
fn flags_options_and_several_files_are_part_of_a_trace() {
    let case = Case::new("main.c", "#include <assert.h>\nextern long f(void);\nint main(void) { assert(f() == N); }\n");
    std::fs::write(case.path("part.c"), "long f(void) { return sizeof(long); }\n").expect("a file");
    let (part, trace) = (case.path("part.c"), case.path("t.json"));
    let run = raddle(&["check", &case.program, &part, "--data-model", "ilp32", "--save-trace", &trace, "--", "-DN=8"]);
    assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{}{}", run.stdout, run.stderr);
    let run = case.replay(&[]);
    assert_eq!((run.code, run.stderr.as_str()), (10, ""), "{}", run.stdout);
    let run = case.replay(&["--", "-DN=4"]);
    assert_eq!((run.code, last_line(&run)), (0, "REPLAY: NO VIOLATION"), "other flags: {}{}", run.stdout, run.stderr);
    let run = raddle(&["replay", &case.program, &trace]);
    assert_eq!(run.code, 2, "a file is missing: {}", run.stdout);
    assert!(run.stderr.contains("saved for 2 files, and is run with 1"), "{}", run.stderr);
}

#[test]
fn an_answer_in_json_is_a_trace_too() {
    let (case, _) = Case::saved("lost.c", LOST, &[]);
    let (reach, race) = (case.text("t.json"), case.text("t.race.json"));
    let answer = format!(
        "{{\"verdict\": \"FALSE\", \"violations\": [{{\"property\": \"memory\"}}, {{\"property\": \"reach\", \"trace\": \
         {reach}}}, {{\"property\": \"race\", \"trace\": {race}}}]}}"
    );
    std::fs::write(case.path("t.json"), answer).expect("a file");
    for (options, line) in [
        (&[][..], "REPLAY: FALSE(reach)"),
        (&["--property", "race"], "REPLAY: FALSE(race)"),
        (&["--property", "reach"], "REPLAY: FALSE(reach)"),
    ] {
        let run = case.replay(options);
        assert_eq!((run.code, last_line(&run)), (10, line), "{}{}", run.stdout, run.stderr);
    }
    let run = case.replay(&["--property", "overflow"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("no trace of a violation of `overflow`; there are some of reach, race"),
        "{}",
        run.stderr
    );
}

/// Runs the command in a folder, with this on its standard input.
fn raddle_with_input(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // Whoever does not read its input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    finished(child.wait_with_output().expect("it ends"))
}

/// The trace of an example in a folder of its own, and what `check` says.
fn trace_of(example: &str, options: &[&str]) -> (tempfile::TempDir, String, Run) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("t.json").display().to_string();
    let mut arguments = vec!["check", example, "--save-trace", &path];
    arguments.extend(options);
    let run = raddle(&arguments);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    (folder, path, run)
}

#[test]
fn a_run_can_be_walked_through_by_lines() {
    let (_folder, trace, _) = trace_of("examples/account.c", &[]);
    let run = raddle_with_input(&root(), &["replay", "--interactive", &trace], "n\nn\nc bal\nt main\nG\nv\nq\n");
    assert_eq!((run.code, last_line(&run), run.stderr.as_str()), (10, "REPLAY: FALSE(reach)", ""), "{}", run.stdout);
    let titles: Vec<&str> = run.stdout.lines().filter(|it| it.starts_with("st")).collect();
    let expected = [
        "start · 11 steps · ? for help",
        "step 1 of 11 · main · account.c:18",
        "step 2 of 11 · main · account.c:19",
        "step 6 of 11 · T1 withdraw · account.c:11",
        "step 9 of 11 · main · account.c:20",
        "step 11 of 11 · main · account.c:22",
        "step 11 of 11 · main · account.c:22",
    ];
    assert_eq!(titles, expected, "{}", run.stdout);
    assert!(run.stdout.contains("* balance   30     T1 in step 6\n"), "{}", run.stdout);
    assert!(run.stdout.contains("▶ T1    11 │     balance = balance - wanted;\n"), "{}", run.stdout);
    assert!(run.stdout.contains("✗ assertion `balance >= 0` failed in main (account.c:22)"), "{}", run.stdout);
    // Without `q` it ends with the input.
    assert_eq!(last_line(&raddle_with_input(&root(), &["replay", "-i", &trace], "n\n")), "REPLAY: FALSE(reach)");
}

#[test]
fn actors_are_saved_replayed_and_walked_through() {
    let (_folder, trace, checked) = trace_of("examples/actors/account.abs", &[]);
    let story = story(&checked);
    let run = raddle(&["replay", &trace]);
    assert_eq!((run.code, last_line(&run)), (10, "REPLAY: FALSE(reach)"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(story), "{}", run.stdout);
    assert!(run.stdout.contains("balance = 30 (was 100)"), "{}", run.stdout);
    let run = raddle_with_input(&root(), &["replay", "-i", &trace], "c balance\nc\nc Current.bal\nq\n");
    for row in ["* Current.balance  100", "* Current.balance  30", "* Current.balance  -30"] {
        assert!(run.stdout.contains(row), "{row}\n{}", run.stdout);
    }
}

#[test]
fn what_is_chosen_and_how_threads_wait_is_repeated() {
    for (example, options) in [
        ("examples/seats.c", &["--engine", "ordering"][..]),
        ("examples/seats.c", &["--engine", "peephole"]),
        ("examples/transfer.c", &["--engine", "cegar"]),
        ("examples/auction.c", &["--engine", "ordering"]),
        ("examples/philosophers.c", &[]),
        ("corpus/waiting/choice_in_loop.c", &[]),
    ] {
        let (_folder, trace, checked) = trace_of(example, options);
        let run = raddle(&["replay", &trace]);
        let failure = checked.stdout.split("\n\n").next().expect("what fails");
        assert_eq!(run.code, 10, "{example} {options:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(failure), "{example} {options:?}:\n{failure}\n{}", run.stdout);
    }
}

#[test]
fn help_shows_examples() {
    let help = raddle(&["replay", "--help"]).stdout;
    for text in ["raddle replay t.json", "--interactive", "--save-trace t.json", "Exit codes: 0"] {
        assert!(help.contains(text), "{help}");
    }
    assert!(raddle(&["check", "--help"]).stdout.contains("--save-trace <FILE>"));
}

/// The fenced blocks of the page that are marked as text, each with the command line above it.
#[test]
fn the_page_shows_real_output() {
    let page = std::fs::read_to_string(root().join("docs/replay.md")).expect("the page is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = |name: &str| {
        std::fs::copy(root().join("examples").join(name), folder.path().join(name)).expect("a copy");
    };
    copy("account.c");
    let mut count = 0;
    for block in page.split("```text\n").skip(1).filter_map(|it| it.split("```").next()) {
        let (line, shown) = block.split_once('\n').expect("a command");
        let line = line.strip_prefix("$ ").expect("a command");
        let (input, line) = match line.strip_prefix("printf '").and_then(|it| it.split_once("' | ")) {
            Some((input, line)) => (input.replace("\\n", "\n"), line),
            None => (String::new(), line),
        };
        let arguments: Vec<&str> = line.strip_prefix("raddle ").expect("the command").split_whitespace().collect();
        let run = raddle_with_input(folder.path(), &arguments, &input);
        let said = format!("{}{}", run.stderr, run.stdout);
        // `…` stands for what is left out.
        let mut rest = said.as_str();
        for part in shown.split("…\n") {
            let at = rest.find(part).unwrap_or_else(|| panic!("`{line}` does not print\n{part}\nbut\n{said}"));
            rest = &rest[at + part.len()..];
        }
        count += 1;
    }
    assert!(count >= 3, "the page shows only {count} commands");
}
