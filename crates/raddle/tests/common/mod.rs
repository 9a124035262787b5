//! What the tests of the command share.
#![allow(dead_code)]

pub mod violated;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a root")
}

/// The programs below a folder whose names end in one of these ways.
pub fn programs(folder: &Path, endings: &[&str], list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.ends_with("parts") {
            continue;
        } else if path.is_dir() {
            programs(&path, endings, list);
        } else if path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending)) {
            list.push(path);
        }
    }
}

/// One in how many is tried of what would take too long for every change: so many usually, and as many as `RADDLE_EVERY`
/// says if it is set. With `RADDLE_EVERY=1` it is everything.
pub fn every(usual: usize) -> usize {
    let said = std::env::var("RADDLE_EVERY").ok().and_then(|it| it.parse().ok());
    said.filter(|it| *it > 0).unwrap_or(usual)
}

/// What a program draws: it depends on nothing but its path in the project, and so stays when other programs come and go.
pub fn lot(path: &Path) -> usize {
    let path = path.strip_prefix(root()).unwrap_or(path);
    // FNV-1a. Its lowest bits are those of the letters, so the upper half is taken.
    let hash = path
        .to_string_lossy()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash >> 32) as usize
}

/// Which of many ways is tried on a program: one of them if the program is among those that are tried, by its lot. Each way has its turn
/// on some programs.
pub fn in_turn<'w, T>(path: &Path, every: usize, ways: &'w [T]) -> Option<&'w T> {
    let lot = lot(path);
    (lot.is_multiple_of(every)).then(|| &ways[lot / every % ways.len()])
}

/// A finished run of the command.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// What stands behind `VERDICT: ` on the last line.
    pub fn verdict(&self) -> &str {
        self.stdout.lines().last().and_then(|it| it.strip_prefix("VERDICT: ")).unwrap_or("(none)")
    }

    /// The value of one line of the statistics.
    pub fn stat(&self, name: &str) -> Option<&str> {
        self.stdout.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// The command, in the root of the project.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs the command in the root of the project.
pub fn raddle(arguments: &[&str]) -> Run {
    finished(command(arguments).output().expect("the command runs"))
}

pub fn finished(output: Output) -> Run {
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The exit code that belongs to a verdict.
pub fn exit_code(verdict: &str) -> i32 {
    match verdict {
        "TRUE" => 0,
        it if it.starts_with("FALSE") => 10,
        "UNKNOWN(input)" => 2,
        "UNKNOWN(internal)" => 6,
        _ => 5,
    }
}

/// Runs `work` on every item, on as many threads as there are cores, and collects the complaints.
pub fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let complaints = std::sync::Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, |it| it.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    if let Err(complaint) = work(item) {
                        complaints.lock().expect("no worker panics").push(complaint);
                    }
                }
            });
        }
    });
    complaints.into_inner().expect("no worker panics")
}

/// The program, printed and parsed back, is the same program.
pub fn round_trip(file: &Path, flags: &[String]) -> Result<(), String> {
    let options = raddle::LoadOptions { flags: flags.to_vec(), ..raddle::LoadOptions::default() };
    round_trip_of(&[file], &options).map(|_| ())
}

/// The same for several files and other options. Gives what is printed.
pub fn round_trip_of(files: &[impl AsRef<Path>], options: &raddle::LoadOptions) -> Result<String, String> {
    let name = files.first().map_or(Path::new(""), |it| it.as_ref()).display();
    let loaded = raddle::load_files(files, options).map_err(|it| format!("{name}: {it:?}"))?;
    let text = ir::text::print(&loaded.program);
    let back = ir::text::parse(&text).map_err(|it| format!("{name}: {it}\n{text}"))?;
    if back == ir::text::without_source_texts(&loaded.program) {
        Ok(text)
    } else {
        Err(format!("{name}: the text does not parse back to the same program\n{text}"))
    }
}
