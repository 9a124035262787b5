//! Ctrl-C and SIGTERM: every engine ends with a verdict and what it has done so far.

use crate::common::{command, finished, in_parallel, raddle};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Long for every engine, and soon begun.
const LONG: &str = "\
#include <pthread.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Atomic int x = 1, y = 1;
void *work(void *arg) {
  for (int i = 0; i < 9; i++) { x = x * 3 + y; y = y + x * __VERIFIER_nondet_int(); }
  return 0;
}
int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
  assert(x * x + y * y != 123456789);
  return 0;
}
";

#[cfg(unix)]
#[test]
fn every_engine_ends_in_good_order_when_it_is_told_to() {
    let runs = [
        ("auto", "-INT"),
        ("explore", "-INT"),
        ("explore", "-TERM"),
        ("ordering", "-TERM"),
        ("peephole", "-INT"),
        ("cegar", "-INT"),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("long.c");
    // An explorer would not get far with any value of the inputs.
    std::fs::write(&file, LONG).expect("a file");
    let few = folder.path().join("few.c");
    std::fs::write(&few, LONG.replace("__VERIFIER_nondet_int()", "5")).expect("a file");
    let complaints = in_parallel(&runs, |(engine, signal)| {
        let file = if matches!(*engine, "explore" | "auto") { &few } else { &file };
        let path = file.display().to_string();
        let arguments = ["check", &path, "--engine", engine, "--property", "reach", "--timeout", "60s"];
        let mut command = command(&arguments);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        // It is told when it is at work.
        std::thread::sleep(Duration::from_millis(700));
        let start = Instant::now();
        let status = std::process::Command::new("kill").args([signal, &child.id().to_string()[..]]).status();
        let run = finished(child.wait_with_output().expect("it ends"));
        let name = format!("{engine} {signal}");
        if !status.is_ok_and(|it| it.success()) {
            return Err(format!("{name}: it has ended before: {}", run.verdict()));
        }
        // What was found before is still so.
        let is_answer =
            matches!((run.code, run.verdict()), (5, "UNKNOWN(interrupted)" | "TRUE(bounded)") | (10, "FALSE(reach)"));
        if !is_answer || run.stat("engine").is_none() || run.stat("scope").is_none() {
            return Err(format!("{name}: {}{}", run.stdout, run.stderr));
        }
        // Among several engines nobody may have anything to say yet, if somebody has to answer in their place.
        let figures: &[&str] = match *engine {
            "explore" => &["executions"],
            "ordering" => &["events"],
            "peephole" => &["depth"],
            "cegar" => &["iterations"],
            _ => &["engine"],
        };
        if figures.iter().all(|it| run.stat(it).is_none()) {
            return Err(format!("{name}: there are no figures\n{}", run.stdout));
        }
        if start.elapsed() > Duration::from_secs(6) {
            return Err(format!("{name}: {:?}", start.elapsed()));
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_words_of_the_competition_are_said_when_time_is_up() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [file, property, witness] = ["few.c", "reach.prp", "w.yml"].map(|it| folder.path().join(it));
    // The competition asks for calls of this function, and not for assertions.
    let calls = LONG.replace("assert(x * x + y * y != 123456789)", "if (x * x + y * y == 123456789) reach_error()");
    let calls = calls.replace("int __VERIFIER", "void reach_error(void) {}\nint __VERIFIER");
    std::fs::write(&file, calls.replace("__VERIFIER_nondet_int()", "5")).expect("a file");
    std::fs::write(&property, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a file");
    let [file, property, witness] = [file, property, witness].map(|it| it.display().to_string());
    let run =
        raddle(&["svcomp", "--property", &property, "--witness", &witness, "--timeout", "1s", "--jobs", "1", &file]);
    assert_eq!((run.stdout.lines().last(), run.code), (Some("unknown"), 5), "{}{}", run.stdout, run.stderr);
}
