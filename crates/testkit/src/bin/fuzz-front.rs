//! Fuzzes everything that reads input, on a stable toolchain: `fuzz-front --count N --seed S [--jobs J]` for C, with `--actors`
//! for ABS, `--ir` for the text form, `--witness`, `--trace`, `--property` and `--suite` for the other files. `--bytes N` goes
//! on until so many bytes were read.
//!
//! The texts depend on the seed and on the project's own programs only; `--write-seeds FOLDER` shows the latter as they
//! are used, and `--seeds FOLDER` takes them from there. Workers are processes of their own, so that an
//! overflow of the stack or an endless loop costs one input and not the run: a worker says a line about each input that it has
//! finished, and who says nothing for [`PATIENCE`] is stopped. A failure is reported once for each message, minimised,
//! and written to a file that `fuzz-front --check FILE [--ilp32 | --actors | …]` takes; then the exit code is 1. Workers have at most
//! [`MOST_MEMORY`] of memory; who wants more crashes.

use ir::DataModel;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use testkit::front::readers::Reader;
use testkit::front::{Answer, minimise::minimise, mutate};

/// An input that takes longer is a hang.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many kilobytes of address space a worker has: no input is longer than 16 of them.
const MOST_MEMORY: u64 = 2 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| arguments.iter().position(|it| it == name).and_then(|it| arguments.get(it + 1));
    let number = |name: &str, default: u64| value(name).map_or(Some(default), |it| it.parse().ok());
    let given = |it: Reader| it.flag().is_some_and(|flag| arguments.iter().any(|it| it == flag));
    let readers = [Reader::C(DataModel::Ilp32)].into_iter().chain(Reader::ALL);
    let reader = readers.into_iter().find(|it| given(*it)).unwrap_or(Reader::C(DataModel::Lp64));
    if let Some(file) = value("--check") {
        return check_file(Path::new(file), reader);
    }
    if let Some(folder) = value("--write-seeds") {
        return write_seeds(Path::new(folder), reader);
    }
    let (Some(count), Some(seed), Some(jobs), Some(from), Some(bytes)) = (
        number("--count", if value("--bytes").is_some() { u64::MAX / 2 } else { 10_000 }),
        number("--seed", 1),
        number("--jobs", 2),
        number("--from", 0),
        number("--bytes", u64::MAX),
    ) else {
        let flags: Vec<&str> = Reader::ALL.iter().filter_map(|it| it.flag()).collect();
        let flags = flags.join(" | ");
        eprintln!(
            "usage: fuzz-front [--count N] [--bytes N] [--seed S] [--jobs J] [--from INDEX] [--seeds FOLDER] [{flags}]"
        );
        eprintln!(
            "       fuzz-front --check FILE [--ilp32 | {flags}]\n       fuzz-front --write-seeds FOLDER [{flags}]"
        );
        return ExitCode::from(2);
    };
    if arguments.iter().any(|it| it == "--worker") {
        let seeds = read_seeds(Path::new(value("--seeds").expect("workers get seeds")));
        work(seeds, reader, seed, from, from + count);
        return ExitCode::SUCCESS;
    }
    let own = tempfile::tempdir().expect("a temporary folder");
    let folder = value("--seeds").map_or(own.path(), Path::new);
    if value("--seeds").is_none() {
        write_seeds(folder, reader);
    }
    run(count, bytes, &Texts { folder, reader, seed }, jobs.max(1), from)
}

/// Where the texts come from.
struct Texts<'a> {
    folder: &'a Path,
    reader: Reader,
    seed: u64,
}

/// Writes all seeds into a folder, each into a file of its own.
fn write_seeds(folder: &Path, reader: Reader) -> ExitCode {
    let mut all = reader.seeds();
    all.retain(|it| it.len() <= 4 * mutate::MOST_BYTES);
    if matches!(reader, Reader::C(_) | Reader::Actors) {
        all.retain(|it| it.len() <= mutate::MOST_BYTES);
    }
    let mut written = std::fs::create_dir_all(folder);
    for (index, text) in all.iter().enumerate() {
        written = written.and_then(|()| std::fs::write(folder.join(format!("{index:04}.{}", reader.ending())), text));
    }
    let accepted = all.iter().filter(|it| {
        let text = it.as_bytes().to_vec();
        on_stack(reader, move || checked(&text, reader)) == Ok(Answer::Accepted)
    });
    println!("{} seeds, {} of them are taken", all.len(), accepted.count());
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {}: {error}", folder.display());
            ExitCode::from(2)
        }
    }
}

fn read_seeds(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|it| it.path()).collect();
    files.sort();
    files.iter().filter_map(|it| std::fs::read_to_string(it).ok()).collect()
}

// The worker.

/// Says a line for each input: `a` or `r`, the time in microseconds and the length in bytes, or `p`, these, and what was said.
fn work(seeds: Vec<String>, reader: Reader, seed: u64, from: u64, to: u64) {
    on_stack(reader, move || {
        for index in from..to {
            let text = reader.input(&seeds, seed, index);
            let start = Instant::now();
            let answer = checked(&text, reader.of_input(index));
            let (time, length) = (start.elapsed().as_micros(), text.len());
            let line = match answer {
                Ok(Answer::Accepted) => format!("a {time} {length}\n"),
                Ok(Answer::Rejected) => format!("r {time} {length}\n"),
                Err(message) => format!("p {time} {length} {message}\n"),
            };
            if std::io::stdout().write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    });
}

fn check_file(file: &Path, reader: Reader) -> ExitCode {
    let Ok(text) = std::fs::read(file) else {
        eprintln!("cannot read {}", file.display());
        return ExitCode::from(2);
    };
    match on_stack(reader, move || checked(&text, reader)) {
        Ok(answer) => {
            println!("{answer:?}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn on_stack<T: Send + 'static>(reader: Reader, work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(reader.stack()).spawn(work).expect("a thread can be started");
    thread.join().expect("panics are caught in the thread")
}

/// What is said about a text, or the place and the message of its panic on one line.
fn checked(text: &[u8], reader: Reader) -> Result<Answer, String> {
    let said = Arc::new(Mutex::new(String::new()));
    let hears = said.clone();
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let message = message.unwrap_or("panic").lines().next().unwrap_or_default();
        let place = panic.location().map_or_else(String::new, |it| format!("{}:{}", it.file(), it.line()));
        *hears.lock().expect("nobody panics here") = format!("{place}: {message}");
    }));
    catch_unwind(AssertUnwindSafe(|| reader.check(text))).map_err(|_| said.lock().expect("nobody panics here").clone())
}

// The supervisor.

#[derive(Default)]
struct Summary {
    accepted: u64,
    rejected: u64,
    panics: u64,
    crashes: u64,
    hangs: u64,
    bytes: u64,
    slowest: (u128, u64),
    /// By kind: how often, and the first of them.
    failures: BTreeMap<String, (u64, u64)>,
}

impl Summary {
    fn inputs(&self) -> u64 {
        self.accepted + self.rejected + self.panics + self.crashes + self.hangs
    }

    fn failed(&mut self, kind: &str, index: u64) {
        let (times, _) = self.failures.entry(kind.to_owned()).or_insert((0, index));
        *times += 1;
    }

    /// A line of a worker.
    fn take(&mut self, line: &str, index: u64) {
        let mut parts = line.splitn(4, ' ');
        let (what, time) = (parts.next(), parts.next().and_then(|it| it.parse().ok()).unwrap_or(0));
        self.bytes += parts.next().and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
        self.slowest = self.slowest.max((time, index));
        match what {
            _ if time > PATIENCE.as_micros() => {
                self.hangs += 1;
                self.failed("hang", index);
            }
            Some("a") => self.accepted += 1,
            Some("r") => self.rejected += 1,
            _ => {
                self.panics += 1;
                self.failed(&kind(parts.next().unwrap_or_default()), index);
            }
        }
    }
}

/// The message without numbers and names, which differ from input to input.
fn kind(message: &str) -> String {
    let (place, said) = message.split_once(": ").unwrap_or(("", message));
    let mut quoted = false;
    let plain = said.chars().filter(|it| {
        quoted ^= matches!(it, '`' | '"');
        !quoted && !it.is_ascii_digit()
    });
    format!("{place}: {}", plain.take(100).collect::<String>())
}

/// How many inputs a job takes at a time: whoever counts bytes does not know how many there will be.
const PORTION: u64 = 500;

fn run(count: u64, bytes: u64, texts: &Texts<'_>, jobs: u64, from: u64) -> ExitCode {
    let seed = texts.seed;
    let start = Instant::now();
    let summary = Mutex::new(Summary::default());
    let next = AtomicU64::new(from);
    std::thread::scope(|scope| {
        let (next, summary, end) = (&next, &summary, from + count);
        let work = move || {
            while summary.lock().expect("no job panics").bytes < bytes {
                let low = next.fetch_add(PORTION, Ordering::Relaxed);
                if low >= end {
                    break;
                }
                supervise(texts, low, (low + PORTION).min(end), summary);
            }
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let mut shown = Instant::now();
        while !workers.iter().all(|it| it.is_finished()) {
            std::thread::sleep(Duration::from_millis(50));
            if shown.elapsed() > Duration::from_secs(60) {
                shown = Instant::now();
                let so_far = summary.lock().expect("no job panics");
                let rate = so_far.inputs() as f64 / start.elapsed().as_secs_f64();
                let kinds = so_far.failures.len();
                println!("{} inputs, {rate:.0} per second, {kinds} kinds of failures", so_far.inputs());
            }
        }
    });
    let summary = summary.into_inner().expect("no job panics");
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "inputs: {} (seed {seed}, {jobs} jobs, {seconds:.0} s, {:.0} per second)\nbytes: {}\naccepted: {}\nrejected: {}\npanics: {}\n\
         crashes: {}\nhangs: {}\nslowest: {:.3} s (input {})",
        summary.inputs(),
        summary.inputs() as f64 / seconds,
        summary.bytes,
        summary.accepted,
        summary.rejected,
        summary.panics,
        summary.crashes,
        summary.hangs,
        summary.slowest.0 as f64 / 1e6,
        summary.slowest.1
    );
    let seeds = read_seeds(texts.folder);
    for (kind, (times, index)) in &summary.failures {
        let file = minimised(&seeds, texts, *index, kind);
        let flag = texts.reader.of_input(*index).flag().unwrap_or_default();
        println!("{times} times: {kind}\n  input {index}: fuzz-front --check {} {flag}", file.display());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn this_program() -> Command {
    let own = std::env::current_exe().expect("the program knows where it is");
    let limited = format!("ulimit -v {MOST_MEMORY} 2>/dev/null; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limited, "sh"]).arg(own);
    command.stdin(Stdio::null()).stderr(Stdio::null()).stdout(Stdio::piped());
    command
}

/// A worker for the inputs from `low` up to `high`.
fn worker(texts: &Texts<'_>, low: u64, high: u64) -> Child {
    let mut command = this_program();
    command.arg("--worker").arg("--seeds").arg(texts.folder);
    command.args(texts.reader.flag());
    for (name, value) in [("--seed", texts.seed), ("--from", low), ("--count", high - low)] {
        command.arg(name).arg(value.to_string());
    }
    command.spawn().expect("a worker can be started")
}

/// Has the inputs from `low` up to `high` checked, with a new worker whenever one dies.
fn supervise(texts: &Texts<'_>, low: u64, high: u64, summary: &Mutex<Summary>) {
    let mut next = low;
    while next < high {
        let mut worker = worker(texts, next, high);
        let (send, lines) = channel();
        let output = BufReader::new(worker.stdout.take().expect("piped"));
        std::thread::spawn(move || output.lines().map_while(Result::ok).all(|it| send.send(it).is_ok()));
        loop {
            let line = lines.recv_timeout(PATIENCE);
            if line.is_err() && next == high {
                break;
            }
            let again = if line == Err(RecvTimeoutError::Timeout) { once_more(texts, next) } else { None };
            let mut summary = summary.lock().expect("no job panics");
            match (&line, &again) {
                (Ok(line), _) | (Err(_), Some(line)) => summary.take(line, next),
                (Err(RecvTimeoutError::Disconnected), None) => {
                    summary.crashes += 1;
                    summary.failed("crash", next);
                }
                (Err(RecvTimeoutError::Timeout), None) => {
                    summary.hangs += 1;
                    summary.failed("hang", next);
                }
            }
            next += 1;
            if line.is_err() {
                break;
            }
        }
        let _ = worker.kill();
        let _ = worker.wait();
    }
}

/// What a worker says about an input that took too long, with more time: the machine may just be busy.
fn once_more(texts: &Texts<'_>, index: u64) -> Option<String> {
    let mut worker = worker(texts, index, index + 1);
    if ends_within(&mut worker, 4 * PATIENCE).is_none() {
        let _ = worker.kill();
        let _ = worker.wait();
    }
    BufReader::new(worker.stdout.take().expect("piped")).lines().next()?.ok()
}

/// A file with a small input that fails in the same way.
fn minimised(seeds: &[String], texts: &Texts<'_>, index: u64, failure: &str) -> PathBuf {
    let reader = texts.reader.of_input(index);
    let file = std::env::temp_dir().join(format!("fuzz-front-{}-{index}.{}", texts.seed, reader.ending()));
    let text = reader.input(seeds, texts.seed, index);
    let tries = match failure {
        "hang" => 30,
        _ => 2000,
    };
    let small = minimise(&text, tries, &mut |text| {
        let written = std::fs::write(&file, text).is_ok();
        written && fails(&file, reader).as_deref() == Some(failure)
    });
    if let Err(error) = std::fs::write(&file, small) {
        eprintln!("cannot write {}: {error}", file.display());
    }
    file
}

/// The kind of failure that a file causes in a process of its own.
fn fails(file: &Path, reader: Reader) -> Option<String> {
    let mut command = this_program();
    command.arg("--check").arg(file).args(reader.flag());
    let mut child = command.spawn().expect("a worker can be started");
    let Some(status) = ends_within(&mut child, PATIENCE) else {
        let _ = child.kill();
        let _ = child.wait();
        return Some("hang".to_owned());
    };
    let mut said = String::new();
    let _ = BufReader::new(child.stdout.take().expect("piped")).read_line(&mut said);
    match status.code() {
        Some(0) => None,
        Some(1) => Some(kind(said.trim_end())),
        _ => Some("crash".to_owned()),
    }
}

fn ends_within(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().ok().flatten() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    None
}
