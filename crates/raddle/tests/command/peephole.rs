//! The engine `peephole` at the command: what it says of depths, of properties that it does not decide, and of independence.

use crate::common::{Run, raddle, root};
use std::fs;

const INDEXER: &str = "bench/programs/peephole/indexer.c";
const PHILOSOPHERS: &str = "bench/programs/peephole/philosophers.c";
const FILES: &str = "bench/programs/peephole/filesystem.c";

fn check(file: &str, options: &[&str], flags: &[&str]) -> Run {
    let mut arguments = vec!["check", file, "--engine", "peephole"];
    arguments.extend(options);
    arguments.push("--");
    arguments.extend(flags);
    raddle(&arguments)
}

/// Checks a program that is written here.
fn check_text(name: &str, text: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    check(&path.display().to_string(), options, &[])
}

#[test]
fn the_indexer_is_done_after_six_steps_for_each_thread_and_one() {
    for scheduler in ["none", "static", "simple", "full"] {
        for threads in 2..=3 {
            let size = format!("-DN={threads}");
            let (early, late) = (format!("{}", 6 * threads), format!("{}", 6 * threads + 1));
            let options = |depth| ["--property", "reach", "--scheduler", scheduler, "--depth", depth];
            let run = check(INDEXER, &options(&early), &[&size]);
            assert_eq!(run.verdict(), "TRUE(bounded)", "{scheduler}: {}", run.stdout);
            assert!(run.stdout.contains(&format!("executions of up to {early} steps")), "{}", run.stdout);
            assert_eq!(check(INDEXER, &options(&late), &[&size]).verdict(), "FALSE(reach)", "{scheduler}");
        }
    }
}

#[test]
fn the_indexer_of_five_takes_seconds_with_the_reduction() {
    for scheduler in ["simple", "full"] {
        let options = ["--property", "reach", "--scheduler", scheduler, "--depth", "30", "--timeout", "60s"];
        assert_eq!(check(INDEXER, &options, &["-DN=5"]).verdict(), "TRUE(bounded)", "{scheduler}");
    }
}

#[test]
fn philosophers_eat_but_not_all_at_once() {
    for options in [
        &["--scheduler", "none"][..],
        &["--scheduler", "static", "--constraints", "pairs"],
        &["--scheduler", "simple", "--constraints", "merged"],
        &["--scheduler", "full", "--chains"],
    ] {
        let mut options = options.to_vec();
        options.extend(["--property", "reach", "--depth", "25"]);
        assert_eq!(check(PHILOSOPHERS, &options, &["-DN=3", "-DPA"]).verdict(), "TRUE", "{options:?}");
        assert_eq!(check(PHILOSOPHERS, &options, &["-DN=3", "-DPB"]).verdict(), "FALSE(reach)", "{options:?}");
    }
}

#[test]
fn depth_grows_until_no_execution_is_longer() {
    let run = check(PHILOSOPHERS, &["--property", "reach"], &["-DN=2", "-DPA"]);
    assert_eq!(run.verdict(), "TRUE");
    assert!(run.stdout.contains("scope: all executions"), "{}", run.stdout);
}

/// A race of the file system is found where it is, by executions of this length.
fn race_of_the_file_system(flags: [&str; 2], depth: &str, place: &str) {
    let run = check(FILES, &["--property", "race", "--depth", depth], &flags);
    assert_eq!(run.verdict(), "FALSE(race)", "{}", run.stdout);
    assert!(run.stdout.contains(place), "{}", run.stdout);
}

#[test]
fn the_race_for_inodes_is_found() {
    race_of_the_file_system(["-DRACE=1", "-DLENGTH=4"], "92", "inodes");
}

#[test]
fn the_race_for_blocks_is_found() {
    race_of_the_file_system(["-DRACE=2", "-DLENGTH=5"], "100", "free_blocks");
}

const HANDSHAKE: &str = "
#include <pthread.h>
#include <stdatomic.h>
int data; atomic_int ready;
void *writer(void *arg) { data = 1; atomic_store(&ready, 1); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load(&ready)) {}
  return data - 1;
}
";

#[test]
fn that_there_is_no_race_is_not_claimed() {
    let run = check_text("handshake.c", HANDSHAKE, &["--property", "race"]);
    assert!(run.verdict().starts_with("UNKNOWN"), "{}", run.stdout);
    assert!(run.stdout.contains("a proof that there is no race"), "{}", run.stdout);
    assert_eq!(run.code, 5);
}

/// A thread that waits in a loop makes no steps: the execution has an end.
#[test]
fn waiting_takes_no_steps() {
    let run = check_text("handshake.c", HANDSHAKE, &["--property", "reach,deadlock"]);
    assert_eq!(run.verdict(), "TRUE", "{}", run.stdout);
    let lost = HANDSHAKE.replace("atomic_store(&ready, 1)", "atomic_store(&ready, 0)");
    let run = check_text("lost.c", &lost, &["--property", "deadlock"]);
    assert_eq!(run.verdict(), "FALSE(deadlock)", "{}", run.stdout);
}

#[test]
fn inputs_are_found() {
    let run = check("examples/seats.c", &[], &[]);
    assert_eq!(run.verdict(), "FALSE(reach)", "{}", run.stdout);
}

#[test]
fn independence_is_shown_with_its_conditions() {
    let text = "
#include <pthread.h>
int a[8], x, y; int *p;
void *first(void *arg) { int k = (int)(long)arg; a[k] = 1; if (x < 10) y = 2; *p = x; return 0; }
void *second(void *arg) { int i = (int)(long)arg; a[i] = 3; x = i; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0); return 0; }
";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("guards.c");
    fs::write(&path, text).expect("a file");
    let run = raddle(&["ir", "--independence", &path.display().to_string()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for guard in ["arg != i'", "(x < 10) == (i' < 10)", "x == i'", "i == i'"] {
        assert!(run.stdout.lines().any(|it| it.trim_end().ends_with(guard)), "no `{guard}` in\n{}", run.stdout);
    }
    // Where a pointer points to is not known from the text.
    assert!(run.stdout.contains("&x"), "{}", run.stdout);
}

#[test]
fn options_of_other_engines_are_refused() {
    let run = raddle(&["check", INDEXER, "--engine", "explore", "--depth", "3"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("--depth goes with the engine `peephole` only"), "{}", run.stderr);
    assert_eq!(check(INDEXER, &["--reduction", "optimal"], &[]).code, 1);
    assert_eq!(check(INDEXER, &["--scheduler", "best"], &[]).code, 1);
    assert!(root().join(INDEXER).exists());
}
