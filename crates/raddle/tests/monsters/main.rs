//! Programs that are far too large, under every engine: there is an answer within the limits, whatever happens.
//!
//! A limit may be overstepped by a tenth, and by what a process needs to start and to end on a busy machine ([`SLACK`]). All
//! programs under all engines take some minutes and are run with
//! `RADDLE_MONSTERS=all cargo test -p raddle --test monsters -- --nocapture`, which prints a line for each; otherwise a few are.
//! `programs.rs` makes the programs, `signals.rs` asks for an early end, `files.rs` kills those who write.

#[path = "../common/mod.rs"]
mod common;
mod files;
mod programs;
mod signals;

use common::{Run, command, exit_code, finished, in_parallel};
use programs::Monster;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Memory that every run gets.
const MEMORY: u64 = 300 << 20;
/// What does not count: starting and ending.
const SLACK: (Duration, u64) = (Duration::from_millis(500), 30 << 20);
/// Who has not ended by then is killed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The engines, as options; those of C only come last.
const ENGINES: [(&str, &[&str]); 9] = [
    ("auto", &[]),
    ("optimal", &["--engine", "explore"]),
    ("naive", &["--reduction", "naive"]),
    ("source", &["--reduction", "source"]),
    ("state", &["--reduction", "state"]),
    ("value", &["--reduction", "value", "--property", "reach"]),
    ("ordering", &["--engine", "ordering"]),
    ("peephole", &["--engine", "peephole"]),
    ("cegar", &["--engine", "cegar"]),
];
const OF_ACTORS: usize = 5;

/// What is run if nothing else is said: one program for each way in which limits were overstepped, or nearly so, with an
/// engine that did it.
const SELECTED: [(&str, &str); 8] = [
    ("expression.c", "ordering"),
    ("lines.c", "auto"),
    ("racy_threads.c", "optimal"),
    ("switch.c", "cegar"),
    ("globals.c", "ordering"),
    ("recursion.c", "optimal"),
    ("big_number.abs", "optimal"),
    ("chain.abs", "state"),
];

/// How a run went.
struct Seen {
    run: Run,
    time: Duration,
    /// The most memory that was in use, as far as somebody saw it.
    peak: u64,
}

/// The most memory that a process has used so far.
fn peak(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    line.and_then(|it| it.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Runs the command, whose output goes to files in `folder`: pipes can fill up.
fn watched(folder: &Path, arguments: &[&str]) -> Seen {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let create = |path: &Path| Stdio::from(std::fs::File::create(path).expect("a file for output"));
    let start = Instant::now();
    let child = command(arguments).stdout(create(&out)).stderr(create(&err)).spawn();
    let mut child = child.expect("the command runs");
    let mut most = 0;
    let status = loop {
        most = most.max(peak(child.id()));
        match child.try_wait().expect("the command can be waited for") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => child.kill().expect("it can be killed"),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let time = start.elapsed();
    let read = |path| std::fs::read(path).expect("output");
    Seen { run: finished(Output { status, stdout: read(out), stderr: read(err) }), time, peak: most }
}

/// What is wrong with a run that had these limits.
fn complaint(seen: &Seen, (time, memory): (Duration, u64)) -> Option<String> {
    let verdict = seen.run.verdict();
    if matches!(verdict, "(none)" | "UNKNOWN(internal)") || seen.run.code != exit_code(verdict) {
        let said: String = seen.run.stderr.chars().take(500).collect();
        return Some(format!("exit code {} and {verdict}\n{said}", seen.run.code));
    }
    if seen.time > time + time / 10 + SLACK.0 {
        return Some(format!("{:.1} s", seen.time.as_secs_f64()));
    }
    let most = memory + memory / 10 + SLACK.1;
    (seen.peak > most).then(|| format!("{} MB", seen.peak >> 20))
}

/// Runs monsters with engines by their names.
fn obey(pairs: &[(Monster, &'static str)], limit: Duration) {
    let complaints = in_parallel(pairs, |(monster, engine)| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join(monster.name);
        std::fs::write(&file, (monster.text)()).expect("a file");
        let options = ENGINES.iter().find(|it| it.0 == *engine).expect("an engine of this name").1;
        let (time, memory) = (format!("{}ms", limit.as_millis()), format!("{}MB", MEMORY >> 20));
        let path = file.display().to_string();
        let start = ["check", &path, "--timeout", &time, "--memory", &memory];
        let seen = watched(folder.path(), &[&start[..], options].concat());
        let (name, seconds, peak) = (monster.name, seen.time.as_secs_f64(), seen.peak >> 20);
        println!("{name:24} {engine:9} {seconds:5.1} s {peak:4} MB  {}", seen.run.verdict());
        complaint(&seen, (limit, MEMORY)).map_or(Ok(()), |it| Err(format!("{name} with {engine}: {it}")))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn limits_are_kept() {
    let all = programs::all();
    let names: Vec<&str> = all.iter().map(|it| it.name).collect();
    assert!(SELECTED.iter().all(|it| names.contains(&it.0)), "those that are selected are there");
    let is_all = std::env::var_os("RADDLE_MONSTERS").is_some_and(|it| it == "all");
    let mut pairs = Vec::new();
    for monster in all {
        let engines = if monster.name.ends_with(".abs") { &ENGINES[..OF_ACTORS] } else { &ENGINES[..] };
        let is_run = |engine: &str| is_all || SELECTED.contains(&(monster.name, engine));
        pairs.extend(engines.iter().filter(|it| is_run(it.0)).map(|it| (monster, it.0)));
    }
    obey(&pairs, Duration::from_secs(if is_all { 4 } else { 2 }));
}

#[test]
fn limits_hold_while_a_program_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (name, ends) = ("long.c", "UNKNOWN(timeout)");
    let text: String = (0..200_000).map(|it| format!("int f{it}(int x) {{ return x + {it}; }}\n")).collect();
    let file = folder.path().join(name);
    std::fs::write(&file, text + "int main(void) { return 0; }\n").expect("a file");
    let path = file.display().to_string();
    let time = Duration::from_millis(300);
    let seen = watched(folder.path(), &["check", &path, "--timeout", "300ms"]);
    assert_eq!(seen.run.verdict(), ends, "{}", seen.run.stderr);
    assert_eq!(complaint(&seen, (time, u64::MAX / 2)), None);
    let seen = watched(folder.path(), &["check", &path, "--memory", "60MB", "--json"]);
    assert!(seen.run.stdout.contains("\"memory\""), "{}{}", seen.run.stdout, seen.run.stderr);
    assert_eq!(seen.run.code, 5);
    assert!(seen.peak < (66 << 20) + SLACK.1, "{} MB", seen.peak >> 20);
}
