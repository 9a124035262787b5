//! `raddle svcomp`: the words of the competition, what they mean exactly, and the witness that comes with them.

use crate::common::{Run, command, finished, root};
use raddle::witness::read::{self, Witness};
use raddle::witness::specification::Formula;
use std::path::{Path, PathBuf};

/// A folder with a program and a property file.
struct Task {
    folder: tempfile::TempDir,
}

impl Task {
    fn new(program: &str, formulas: &[Formula]) -> Task {
        let folder = tempfile::tempdir().expect("a folder");
        let lines: Vec<String> = formulas.iter().map(|it| it.text()).collect();
        std::fs::write(folder.path().join("task.c"), program).expect("it can be written");
        std::fs::write(folder.path().join("task.prp"), lines.join("\n")).expect("it can be written");
        Task { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = command(arguments);
        finished(command.current_dir(self.folder.path()).output().expect("the command runs"))
    }

    fn svcomp(&self, more: &[&str]) -> Run {
        self.run(&[&["svcomp", "--property", "task.prp", "--timeout", "60s", "task.c"], more].concat())
    }

    fn word(&self) -> (String, i32) {
        let run = self.svcomp(&[]);
        (run.stdout.lines().last().unwrap_or_default().to_owned(), run.code)
    }

    fn witness(&self) -> Witness {
        let text = std::fs::read_to_string(self.path("witness.yml")).expect("there is a witness");
        read::parse(&text).unwrap_or_else(|(line, why)| panic!("line {line}: {why}\n{text}"))
    }
}

fn word(program: &str, formula: Formula) -> (String, i32) {
    Task::new(program, &[formula]).word()
}

const REACH: &str = "\
extern void abort(void);
void reach_error() { }
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } }
";

#[test]
fn each_property_has_its_word() {
    let said = |text: &str| (text.to_owned(), if text == "true" { 0 } else { 10 });
    let error = format!("{REACH}int main() {{ __VERIFIER_assert(0); return 0; }}");
    assert_eq!(word(&error, Formula::UnreachCall), said("false(unreach-call)"));
    let race = "#include <pthread.h>\nint x;\nvoid *f(void *a) { x = 1; return a; }\n\
                int main() { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); return 0; }";
    assert_eq!(word(race, Formula::NoDataRace), said("false(no-data-race)"));
    assert_eq!(word(race, Formula::UnreachCall), said("true"));
    let overflow = "int main() { int x = 2147483647; x = x + 1; return x; }";
    assert_eq!(word(overflow, Formula::NoOverflow), said("false(no-overflow)"));
    let free = "#include <stdlib.h>\nint main() { int *p = malloc(4); free(p); free(p); return 0; }";
    assert_eq!(word(free, Formula::ValidFree), said("false(valid-free)"));
    let deref = "int main() { int *p = 0; return *p; }";
    assert_eq!(word(deref, Formula::ValidDeref), said("false(valid-deref)"));
    let leak = "#include <stdlib.h>\nint main() { malloc(4); return 0; }";
    assert_eq!(word(leak, Formula::ValidMemtrack), said("false(valid-memtrack)"));
    assert_eq!(word(leak, Formula::ValidMemcleanup), said("false(valid-memcleanup)"));
    let deadlock = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                    int main() { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }";
    assert_eq!(word(deadlock, Formula::NoDeadlock), said("false(no-deadlock)"));
}

#[test]
fn only_a_call_of_reach_error_is_one() {
    let asserts = "#include <assert.h>\nint main() { assert(0); return 0; }";
    assert_eq!(word(asserts, Formula::UnreachCall).0, "true");
    let fails = "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n\
                 int main() { __assert_fail(\"0\", \"f\", 1, \"main\"); return 0; }";
    assert_eq!(word(fails, Formula::UnreachCall).0, "true");
    let through = "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n\
                   void reach_error() { __assert_fail(\"0\", \"f\", 1, \"reach_error\"); }\n\
                   int main() { reach_error(); return 0; }";
    assert_eq!(word(through, Formula::UnreachCall).0, "false(unreach-call)");
    let behind = format!("{REACH}#include <assert.h>\nint main() {{ assert(0); reach_error(); return 0; }}");
    assert_eq!(word(&behind, Formula::UnreachCall).0, "true", "the process has ended");
    let other =
        "void reach_error() { }\nvoid __VERIFIER_assert(int cond) { }\nint main() { __VERIFIER_assert(0); return 0; }";
    assert_eq!(word(other, Formula::UnreachCall).0, "true", "it is what the program says it is");
}

#[test]
fn what_is_not_about_the_property_is_no_answer() {
    let unlock = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                  int main() { pthread_mutex_unlock(&m); return 0; }";
    assert_eq!(word(unlock, Formula::ValidDeref), ("unknown".to_owned(), 5));
    let kept = "#include <stdlib.h>\nvoid *p;\nint main() { p = malloc(4); return 0; }";
    assert_eq!(word(kept, Formula::ValidMemtrack).0, "true");
    assert_eq!(word(kept, Formula::ValidMemcleanup).0, "unknown", "memory that is still pointed to is not looked for");
}

#[test]
fn the_target_is_where_the_error_is_reached() {
    let program = format!(
        "{REACH}extern int __VERIFIER_nondet_int(void);\n\
        int main() {{\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assert(x != 1234);\n  return 0;\n}}\n"
    );
    let task = Task::new(&program, &[Formula::UnreachCall]);
    assert_eq!(task.word().0, "false(unreach-call)");
    let Witness::Violation(witness) = task.witness() else { panic!("a violation") };
    let all: Vec<_> = witness.segments.iter().flatten().collect();
    assert_eq!(all.last().map(|it| it.location.line), Some(3));
    assert!(all.iter().any(|it| it.constraint.as_ref().is_some_and(|it| it.value == "\\result == 1234")), "{all:?}");
    assert_eq!(witness.metadata.task.data_model, "ILP32", "what most tasks of the competition have");
    let validated = task.run(&["check", "--32", "task.c", "--witness-in", "witness.yml"]);
    assert_eq!((validated.verdict(), validated.code), ("FALSE(reach)", 10), "{}", validated.stdout);
    assert!(validated.stdout.contains("witness: accepted"), "{}", validated.stdout);
}

#[test]
fn a_proof_has_a_witness_and_a_bound_has_none() {
    let task = Task::new("int main() { return 0; }", &[Formula::UnreachCall]);
    assert_eq!(task.word(), ("true".to_owned(), 0));
    assert!(matches!(task.witness(), Witness::Correctness(_)));
    let again = task.run(&["check", "--32", "task.c", "--witness-in", "witness.yml"]);
    assert_eq!((again.verdict(), again.code), ("TRUE", 0), "{}{}", again.stdout, again.stderr);
    let bad = Task::new("int main() { return x; }", &[Formula::UnreachCall]);
    assert_eq!(bad.word(), ("unknown".to_owned(), 2));
    assert!(!bad.path("witness.yml").exists());
    std::fs::write(bad.path("task.prp"), "CHECK( init(main()), LTL(F end) )").expect("it can be written");
    let run = bad.svcomp(&[]);
    assert_eq!((run.stdout.lines().last(), run.code), (Some("unknown"), 2), "{}", run.stderr);
    assert!(run.stderr.contains("task.prp:1"), "{}", run.stderr);
}

/// The module for BenchExec knows exactly the words that are said.
#[test]
fn the_module_for_benchexec_knows_every_word() {
    let text = std::fs::read_to_string(root().join("contrib/benchexec/raddle.py")).expect("it is there");
    for formula in Formula::ALL.into_iter().filter(|it| !matches!(it, Formula::NoAssertFail | Formula::DefBehavior)) {
        assert!(text.contains(&format!("\"false({})\"", formula.name())), "{}", formula.name());
    }
    assert!(text.contains("\"true\"") && text.contains("\"unknown\"") && text.contains("\"svcomp\""));
    if let Ok(status) = python(&root().join("contrib/benchexec/raddle.py")) {
        assert!(status.success(), "it is Python");
    }
}

/// Lets Python look at a file without running it, if there is any.
fn python(path: &Path) -> std::io::Result<std::process::ExitStatus> {
    let program = "import ast, sys; ast.parse(open(sys.argv[1]).read())";
    std::process::Command::new("python3").arg("-c").arg(program).arg(path).status()
}
