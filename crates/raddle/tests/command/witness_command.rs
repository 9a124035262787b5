//! Witnesses on the command line: what is written, what is said, and witnesses that were written by hand as others write them.

use crate::common::{Run, command, finished, root};
use raddle::witness::metadata::sha256;
use raddle::witness::read::{self, Witness};

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(name: &str, text: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write(name, text);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("it can be written");
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.0.path().join(name)).ok()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = command(arguments);
        let command = command.current_dir(self.0.path()).env("SOURCE_DATE_EPOCH", "1700000000");
        finished(command.output().expect("the command runs"))
    }

    /// Validates a witness that is made of a specification and waypoints, each in one line of flow style.
    fn validate(&self, version: &str, specification: &str, segments: &[&[&str]]) -> Run {
        let program = self.read("p.c").expect("a program");
        let mut text = format!(
            "- entry_type: violation_sequence\n  metadata:\n    format_version: \"{version}\"\n    \
             uuid: 91dbcabd-7a7d-42cd-b1bc-0748015f97e3\n    creation_time: 2026-11-17T21:04:17+01:00\n    \
             producer: {{name: hand, version: \"1\"}}\n    task:\n      input_files: [p.c]\n      \
             input_file_hashes: {{p.c: {}}}\n      specification: \"CHECK( init(main()), LTL(G {specification}) )\"\n      \
             data_model: LP64\n      language: C\n  content:\n",
            sha256(program.as_bytes())
        );
        for segment in segments {
            text.push_str("    - segment:\n");
            for waypoint in *segment {
                text.push_str(&format!("        - waypoint: {{{waypoint}}}\n"));
            }
        }
        self.write("w.yml", &text);
        self.run(&["check", "p.c", "--witness-in", "w.yml", "--timeout", "30s"])
    }
}

const LOST: &str = "\
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
void *add(void *unused) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(x == 2);
  return 0;
}
";

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = Folder::with("p.c", LOST);
    let arguments = ["check", "p.c", "--witness", "w.yml", "--graphml", "w.graphml", "--jobs", "1"];
    let first = folder.run(&arguments);
    assert_eq!((first.verdict(), first.code), ("FALSE(reach)", 10), "{}", first.stderr);
    assert!(first.stderr.contains("is in w.yml") && first.stderr.contains("is in w.graphml"), "{}", first.stderr);
    let texts = [folder.read("w.yml"), folder.read("w.graphml")];
    folder.run(&arguments);
    assert_eq!(texts, [folder.read("w.yml"), folder.read("w.graphml")]);
    let text = texts[0].as_deref().expect("it is written");
    assert!(text.contains("creation_time: \"2023-11-14T22:13:20Z\""), "{text}");
    let Ok(Witness::Violation(witness)) = read::parse(text) else { panic!("{text}") };
    assert_eq!(witness.metadata.task.input_file_hashes[0].1, sha256(LOST.as_bytes()));
    assert!(witness.segments.iter().flatten().all(|it| it.thread_id.is_some()));
}

#[test]
fn an_automaton_has_one_way_from_its_entry_to_its_violation() {
    let folder = Folder::with("p.c", LOST);
    folder.run(&["check", "p.c", "--graphml", "w.graphml"]);
    let text = folder.read("w.graphml").expect("it is written");
    let nodes = text.matches("<node ").count();
    assert_eq!(text.matches("<edge ").count() + 1, nodes);
    for index in 1..nodes {
        assert!(text.contains(&format!("<edge source=\"N{}\" target=\"N{index}\">", index - 1)), "{index}");
    }
    for (key, count) in [("entry", 1), ("violation", 1), ("createThread", 3), ("enterFunction", 3), ("programhash", 1)]
    {
        assert_eq!(text.matches(&format!("<data key=\"{key}\">")).count(), count, "{key}");
    }
    // Every key that is used is declared.
    for key in text.split("<data key=\"").skip(1).filter_map(|it| it.split('"').next()) {
        assert!(text.contains(&format!("<key id=\"{key}\" ")), "{key}");
    }
}

#[test]
fn without_an_answer_there_is_no_witness() {
    let folder = Folder::with("p.c", "#include <stdatomic.h>\natomic_int x;\nint main() { for (;;) x++; }\n");
    let run = folder.run(&["check", "p.c", "--property", "race", "--steps", "3", "--witness", "w.yml"]);
    assert_eq!((run.verdict(), run.code), ("TRUE(bounded)", 5));
    assert!(run.stderr.contains("w.yml is not written: the claim does not cover all executions"), "{}", run.stderr);
    let run = folder.run(&["check", "p.c", "--property", "overflow", "--timeout", "2s", "--witness", "w.yml"]);
    assert!(run.code == 5 && run.stderr.contains("w.yml is not written"), "{} {}", run.code, run.stderr);
    assert_eq!(folder.read("w.yml"), None);
}

#[test]
fn what_is_wrong_with_a_witness_is_told_at_its_line() {
    let folder = Folder::with("p.c", LOST);
    folder.write("w.yml", "- entry_type: violation_sequence\n  metadata: {}\n  content: []\n");
    let run = folder.run(&["check", "p.c", "--witness-in", "w.yml"]);
    assert_eq!((run.verdict(), run.code), ("UNKNOWN(input)", 2));
    assert!(run.stderr.contains("w.yml:2: `format_version` is missing"), "{}", run.stderr);
    let run = folder.run(&["check", "p.c", "--witness-in", "none.yml"]);
    assert_eq!((run.code, run.stderr.contains("none.yml")), (2, true), "{}", run.stderr);
}

fn target(thread: u32, line: u32) -> String {
    format!("type: target, action: follow, thread_id: {thread}, location: {{file_name: p.c, line: {line}}}")
}

fn enter(line: u32) -> String {
    format!("type: function_enter, action: follow, thread_id: 0, location: {{file_name: p.c, line: {line}}}")
}

fn assume(thread: u32, line: u32, value: &str) -> String {
    format!(
        "type: assumption, action: follow, thread_id: {thread}, constraint: {{value: \"{value}\", format: \
         c_expression}}, location: {{file_name: p.c, line: {line}}}"
    )
}

#[test]
fn a_witness_need_not_say_everything() {
    let folder = Folder::with("p.c", LOST);
    let short = folder.validate("2.2", "! call(__assert_fail())", &[&[&target(0, 15)]]);
    assert_eq!(short.verdict(), "FALSE(reach)", "{}", short.stdout);
    assert!(short.stdout.contains("engine: witness: accepted"), "{}", short.stdout);
    let (one, two) = (enter(11), enter(12));
    let end = target(0, 15);
    let late = assume(0, 15, "x == 1");
    let run = folder.validate("2.2", "! call(__assert_fail())", &[&[&one], &[&two], &[&late], &[&end]]);
    assert_eq!(run.verdict(), "FALSE(reach)", "{}", run.stdout);
    // Both have read before one has written: the second finds what the first has written, too late.
    let sees = assume(2, 7, "x == 1");
    let run = folder.validate("2.2", "! call(__assert_fail())", &[&[&one], &[&two], &[&sees], &[&end]]);
    assert_eq!(run.verdict(), "FALSE(reach)", "{}", run.stdout);
}

#[test]
fn what_no_execution_does_is_not_accepted() {
    let folder = Folder::with("p.c", LOST);
    let (one, two, end) = (enter(11), enter(12), target(0, 15));
    let specification = "! call(__assert_fail())";
    let never = assume(0, 15, "x == 3");
    let run = folder.validate("2.2", specification, &[&[&one], &[&two], &[&never], &[&end]]);
    assert_eq!((run.verdict(), run.code), ("UNKNOWN(witness)", 5), "{}", run.stdout);
    assert!(run.stdout.contains("no execution passes waypoint 3 (thread 0, p.c:15)"), "{}", run.stdout);
    // If one comes to its statement when the other is done, nothing is lost.
    let done = assume(2, 6, "x == 1");
    let run = folder.validate("2.2", specification, &[&[&one], &[&two], &[&done], &[&end]]);
    assert_eq!(run.verdict(), "UNKNOWN(witness)", "{}", run.stdout);
    assert!(run.stdout.contains("violates no-assert-fail at waypoint 4"), "{}", run.stdout);
    let run = folder.validate("2.2", "! call(reach_error())", &[&[&end]]);
    assert_eq!(run.verdict(), "UNKNOWN(witness)", "an assertion is not reach_error: {}", run.stdout);
    let nowhere = target(0, 99);
    let run = folder.validate("2.2", specification, &[&[&nowhere]]);
    assert!(run.stdout.contains("there is no statement at this place"), "{}", run.stdout);
}

const CHOICES: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int twice(int x) { return 2 * x; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = 0;
  if (a > 10)
    b = twice(a);
  else
    b = 1;
  while (b > 100) {
    b = b - 100;
  }
  if (b == 44)
    reach_error();
  return 0;
}
";

#[test]
fn witnesses_of_sequential_programs_have_no_threads() {
    let folder = Folder::with("p.c", CHOICES);
    let at = |kind: &str, line: u32, constraint: &str| {
        format!(
            "type: {kind}, action: follow, constraint: {{{constraint}}}, location: {{file_name: p.c, line: {line}}}"
        )
    };
    let input = at("function_return", 5, "value: '\\result == 122', format: acsl_expression");
    let end = "type: target, action: follow, location: {file_name: p.c, line: 15}";
    let validate =
        |segments: &[&[&str]]| folder.validate("2.0", "! call(reach_error())", segments).verdict().to_owned();
    assert_eq!(validate(&[&[&input], &[end]]), "FALSE(reach)");
    let other = at("function_return", 5, "value: '\\result == 123', format: acsl_expression");
    assert_eq!(validate(&[&[&other], &[end]]), "UNKNOWN(witness)");
    let call = at("function_return", 8, "value: '\\result == 244', format: acsl_expression");
    assert_eq!(validate(&[&[&input], &[&call], &[end]]), "FALSE(reach)");
    let branch = |line, value: &str| at("branching", line, &format!("value: {value}"));
    let (taken, left) = (branch(7, "true"), branch(7, "false"));
    assert_eq!(validate(&[&[&input], &[&taken], &[end]]), "FALSE(reach)");
    assert_eq!(validate(&[&[&input], &[&left], &[end]]), "UNKNOWN(witness)");
    let (again, over) = (branch(11, "true"), branch(11, "false"));
    assert_eq!(validate(&[&[&input], &[&again], &[&again], &[&over], &[end]]), "FALSE(reach)");
    assert_eq!(validate(&[&[&input], &[&again], &[&again], &[&again], &[end]]), "UNKNOWN(witness)");
    let local = at("assumption", 12, "value: b == 144, format: c_expression");
    assert_eq!(validate(&[&[&input], &[&local], &[end]]), "FALSE(reach)");
    let wrong = at("assumption", 12, "value: b == 145, format: c_expression");
    assert_eq!(validate(&[&[&input], &[&wrong], &[end]]), "UNKNOWN(witness)");
    let avoid = branch(7, "true").replace("follow", "avoid");
    assert_eq!(validate(&[&[&input], &[&avoid, end]]), "UNKNOWN(witness)");
    let harmless = branch(7, "false").replace("follow", "avoid");
    assert_eq!(validate(&[&[&input], &[&harmless, end]]), "FALSE(reach)");
}

#[test]
fn what_is_not_supported_is_said() {
    let folder = Folder::with(
        "p.c",
        "struct s { int x; } s;\nint main(void) {\n  struct s *p = &s;\n  switch (p->x) { case 0: break; }\n  return 0;\n}\n",
    );
    let end = "type: target, action: follow, location: {file_name: p.c, line: 5}";
    let arrow = "type: assumption, action: follow, constraint: {value: p->x == 0, format: c_expression}, location: \
                 {file_name: p.c, line: 4}";
    let run = folder.validate("2.0", "! call(reach_error())", &[&[arrow], &[end]]);
    assert_eq!((run.verdict(), run.code), ("UNKNOWN(input)", 2));
    assert!(run.stderr.contains("waypoint 1 (p.c:4): `p->x == 0` is not supported"), "{}", run.stderr);
    let way = "type: branching, action: follow, constraint: {value: default}, location: {file_name: p.c, line: 4}";
    let run = folder.validate("2.0", "! call(reach_error())", &[&[way], &[end]]);
    assert!(run.code == 2 && run.stderr.contains("switch is not supported"), "{}", run.stderr);
}

const TURNS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, count;
void *one(void *unused) {
  for (int i = 0; i < 3; i++) {
    while (turn != 0) ;
    count = count + 1;
    turn = 1;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  for (int i = 0; i < 3; i++) {
    while (turn != 1) ;
    count = count - 1;
    turn = 0;
  }
  pthread_join(t, 0);
  return count;
}
";

#[test]
fn invariants_hold_in_all_executions() {
    let folder = Folder::with("p.c", TURNS);
    assert_eq!(folder.run(&["check", "p.c", "--witness", "w.yml"]).verdict(), "TRUE");
    let text = folder.read("w.yml").expect("it is written");
    let Ok(Witness::Correctness(set)) = read::parse(&text) else { panic!("{text}") };
    let lines: Vec<u32> = set.invariants.iter().map(|it| it.location.line).collect();
    assert_eq!(lines, [5, 6, 15, 16]);
    assert!(text.contains("0 <= turn && turn <= 1 && 0 <= count && count <= 1"), "{text}");
    let run = folder.run(&["check", "p.c", "--witness-in", "w.yml"]);
    assert_eq!((run.verdict(), run.stdout.contains("witness: accepted")), ("TRUE", true), "{}", run.stdout);
    let validate = |from: &str, to: &str| {
        folder.write("w2.yml", &text.replace(from, to));
        let run = folder.run(&["check", "p.c", "--witness-in", "w2.yml"]);
        (run.verdict().to_owned(), run.stdout + &run.stderr)
    };
    let (verdict, said) = validate("count <= 1", "count <= 0");
    assert_eq!(verdict, "UNKNOWN(witness)");
    assert!(said.contains("does not hold in all executions"), "{said}");
    assert_eq!(validate("count <= 1\"", "count <= 1 && i <= 3\"").0, "TRUE", "locals are known, too");
    assert_eq!(validate("count <= 1\"", "count <= 1 && i <= 2\"").0, "UNKNOWN(witness)");
}

/// `docs/witnesses.md` shows a part of a witness, which is what is written.
#[test]
fn the_documents_show_what_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("w.yml").display().to_string();
    let mut command = command(&["check", "examples/account.c", "--jobs", "1", "--witness", &path]);
    command.env("SOURCE_DATE_EPOCH", "1767225600").output().expect("the command runs");
    let written = std::fs::read_to_string(&path).expect("it is written");
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("it is there");
    assert_eq!(written, read("docs/account.witness.yml"));
    let page = read("docs/witnesses.md");
    let shown = page.split("```yaml\n").nth(1).and_then(|it| it.split("```").next()).expect("a part of it");
    assert!(written.contains(shown), "{shown}");
}
