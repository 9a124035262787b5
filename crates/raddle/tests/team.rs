//! One exploration by several threads, and one that is interrupted and goes on later: the same counts, whatever happens.

mod common;

use common::{Run, command, finished, raddle};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Each reduction that can be shared and kept, with a program that takes it some tenths of a second.
const EXPLORATIONS: [(&str, &str, &str); 7] = [
    ("optimal", "bench/programs/fib_bench.c", "-DN=6"),
    ("source", "bench/programs/fib_bench.c", "-DN=6"),
    ("value", "bench/programs/parker.c", "-DN=4"),
    ("data", "bench/programs/fib_bench.c", "-DN=5"),
    ("state", "bench/programs/fib_bench.c", "-DN=5"),
    ("optimal", "bench/actors/reg.abs", "-Dsize=5"),
    ("state", "bench/actors/reg.abs", "-Dsize=5"),
];

fn arguments<'a>((reduction, program, flag): (&'a str, &'a str, &'a str), more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["check", program, "--property", "reach", "--reduction", reduction];
    all.extend(more);
    all.extend(["--", flag]);
    all
}

/// What must be the same. How often `state` gives up, and how far it goes, depends on who is first if there are several.
fn counts(run: &Run, is_alone: bool) -> Vec<String> {
    let is_state = run.stat("engine").is_some_and(|it| it.contains("state"));
    let names: &[&str] = match (is_state, is_alone) {
        (true, false) => &["executions", "stuck"],
        (true, true) => &["executions", "redundant", "stuck", "events", "states"],
        (false, _) => &["executions", "redundant", "stuck"],
    };
    let lines = names.iter().map(|it| format!("{it}: {}", run.stat(it).unwrap_or("-")));
    lines.chain([run.verdict().to_owned(), run.stat("scope").unwrap_or("-").to_owned()]).collect()
}

#[test]
fn several_threads_count_what_one_counts() {
    for exploration in EXPLORATIONS {
        let one = raddle(&arguments(exploration, &["--jobs", "1"]));
        assert_eq!(one.code, 0, "{exploration:?}: {}", one.stderr);
        for jobs in ["2", "3"] {
            let several = raddle(&arguments(exploration, &["--jobs", jobs]));
            assert_eq!(counts(&several, false), counts(&one, false), "{exploration:?} by {jobs}");
        }
    }
}

#[test]
fn several_threads_find_the_violation() {
    for reduction in ["optimal", "source", "value", "data", "state"] {
        let run =
            raddle(&["check", "examples/account.c", "--reduction", reduction, "--jobs", "2", "--property", "reach"]);
        assert_eq!((run.code, run.verdict()), (10, "FALSE(reach)"), "{reduction}: {}", run.stderr);
    }
    // All properties at once, races too.
    for program in ["examples/account.c", "examples/philosophers.c", "corpus/race/before_join.c"] {
        let run = |jobs| raddle(&["check", program, "--reduction", "optimal", "--jobs", jobs]).verdict().to_owned();
        assert_eq!(run("2"), run("1"), "{program}");
    }
}

/// A file for a checkpoint in a folder of its own.
fn file(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// Explores for a short time, but long enough for something to be kept. It may also come to the end.
fn begin(exploration: (&str, &str, &str), file: &str, mut timeout: u32) -> Run {
    loop {
        let limit = format!("{timeout}ms");
        let run = raddle(&arguments(exploration, &["--checkpoint", file, "--timeout", &limit]));
        if run.verdict() != "UNKNOWN(timeout)" || Path::new(file).exists() {
            return run;
        }
        // A slow machine has not read the program yet.
        timeout *= 2;
    }
}

/// Waits until there is something to go on from, or the exploration is at its end.
fn wait_for(file: &str, child: &mut Child) {
    let begun = Instant::now();
    while !Path::new(file).exists() && begun.elapsed() < Duration::from_secs(60) {
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Goes on with what is in a file, for a short time each, until there is an answer. Says how often it was interrupted.
fn go_on(exploration: (&str, &str, &str), file: &str, jobs: &str) -> (Run, u32) {
    let mut timeout = 150;
    for interrupted in 1.. {
        let limit = format!("{timeout}ms");
        let run = raddle(&arguments(exploration, &["--resume", file, "--jobs", jobs, "--timeout", &limit]));
        if run.verdict() != "UNKNOWN(timeout)" {
            return (run, interrupted);
        }
        // A slow machine gets there as well.
        timeout += timeout / 4;
    }
    unreachable!("it ends")
}

#[test]
fn an_interrupted_exploration_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, exploration) in EXPLORATIONS.into_iter().enumerate() {
        let whole = raddle(&arguments(exploration, &[]));
        let path = file(folder.path(), &number.to_string());
        let first = begin(exploration, &path, 60);
        if first.verdict() != "UNKNOWN(timeout)" {
            assert_eq!(counts(&first, true), counts(&whole, true), "{exploration:?} in one go");
            continue;
        }
        let jobs = if number % 2 == 0 { "1" } else { "2" };
        let (run, interrupted) = go_on(exploration, &path, jobs);
        let is_alone = jobs == "1";
        assert_eq!(counts(&run, is_alone), counts(&whole, is_alone), "{exploration:?}, {interrupted} times, by {jobs}");
    }
}

#[test]
#[cfg(unix)]
fn a_killed_exploration_goes_on_from_its_last_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, exploration) in EXPLORATIONS.into_iter().enumerate().take(5) {
        let whole = raddle(&arguments(exploration, &[]));
        let path = file(folder.path(), &number.to_string());
        let often = ["--checkpoint", &path, "--checkpoint-every", "1ms"];
        let mut child = command(&arguments(exploration, &often))
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the command runs");
        // Killed at whatever moment it is, once there is something to go on from.
        wait_for(&path, &mut child);
        std::thread::sleep(Duration::from_millis(20));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if !Path::new(&path).exists() {
            // It was faster than its first checkpoint.
            continue;
        }
        let (run, _) = go_on(exploration, &path, "1");
        assert_eq!(counts(&run, true), counts(&whole, true), "{exploration:?}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "kept");
    let exploration = ("optimal", "bench/programs/fib_bench.c", "-DN=9");
    let mut child = command(&arguments(exploration, &["--checkpoint", &path, "--checkpoint-every", "100ms"]))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    wait_for(&path, &mut child);
    let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
    let run = finished(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(interrupted)"), "{}", run.stdout);
    let executions = |run: &Run| run.stat("executions").and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    let later = raddle(&arguments(exploration, &["--resume", &path, "--timeout", "3s"]));
    assert!(executions(&later) > executions(&run), "{} and then {}", executions(&run), executions(&later));
}

#[test]
fn what_does_not_belong_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "kept");
    let exploration = ("optimal", "bench/programs/fib_bench.c", "-DN=9");
    let run = begin(exploration, &path, 100);
    assert_eq!(run.verdict(), "UNKNOWN(timeout)");
    let refused = |exploration, more: &[&str], says: &str| {
        let run = raddle(&arguments(exploration, more));
        assert_eq!((run.code, run.verdict()), (2, "UNKNOWN(input)"), "{says}: {}", run.stdout);
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    };
    let resume = ["--resume", path.as_str()];
    refused(("optimal", "bench/programs/fib_bench.c", "-DN=8"), &resume, "of another program, or of other options");
    refused(("source", "bench/programs/fib_bench.c", "-DN=9"), &resume, "of another program, or of other options");
    refused(exploration, &["--resume", path.as_str(), "--unroll", "2"], "of another program, or of other options");
    let bytes = std::fs::read(&path).expect("a checkpoint");
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&path, &damaged).expect("a file");
    refused(exploration, &resume, "damaged");
    std::fs::write(&path, &bytes[..middle]).expect("a file");
    refused(exploration, &resume, "damaged");
    std::fs::write(&path, "something else").expect("a file");
    refused(exploration, &resume, "not a checkpoint");
    let nothing = file(folder.path(), "nothing");
    refused(exploration, &["--resume", &nothing], "nothing");
}

#[test]
fn what_cannot_be_shared_says_so() {
    let usage = |arguments: &[&str], says: &str| {
        let run = raddle(arguments);
        assert_eq!(run.code, 1, "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains(says), "{arguments:?}: {}", run.stderr);
    };
    usage(&["check", "examples/account.c", "--reduction", "naive", "--jobs", "2"], "goes with the reductions optimal");
    usage(&["check", "examples/account.c", "--engine", "cegar", "--jobs", "2"], "`auto` and `explore` only");
    usage(
        &["check", "examples/account.c", "--engine", "ordering", "--checkpoint", "x"],
        "with the engine `explore` only",
    );
    usage(&["check", "examples/account.c", "--checkpoint-every", "1s"], "needs --checkpoint or --resume");
    usage(
        &["check", "examples/account.c", "--reduction", "optimal", "--jobs", "2", "--dot-tree", "x.dot"],
        "do not go together",
    );
}
