//! Makes mistakes in the engines, one at a time, and says which test notices each: `seeded-bugs [--only NAME] [--jobs J]`.
//!
//! Each mistake is made in a process of its own, which looks at one program after the other until something is wrong. It says a
//! line before each program, so that an endless loop is noticed, too: who says nothing for [`PATIENCE`] is stopped. Then another
//! process looks at the program that has shown the mistake without it, for a test that always complains notices nothing.
//! Options:
//!
//! * `--list`: the mistakes, and what is wrong with each.
//! * `--only NAME`: only this one; may be given several times.
//! * `--by TEST`: only this test looks for it.
//! * `--known`: begins with the program that has shown a mistake before (`docs/seeded-bugs.md`). That takes seconds, and is
//!   what the tests do.
//! * `--record FILE`: writes `docs/seeded-bugs.md` anew.
//!
//! The exit code is 1 if a mistake is not noticed, or what noticed it complains without it, too.

use planted::Bug;
use std::io::{BufRead, BufReader, Write};
use std::panic::catch_unwind;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use testkit::seeded::{DETECTORS, Detector, Probe, probes, record};

/// A program that takes longer is a hang.
const PATIENCE: Duration = Duration::from_secs(30);

const USAGE: &str =
    "usage: seeded-bugs [--only NAME]... [--jobs J] [--by TEST | --known] [--record FILE]\n       seeded-bugs --list";

/// Which programs are looked at.
#[derive(Clone, Copy)]
enum Search {
    /// All.
    All,
    /// The one that is known to show the mistake, then all.
    Known,
    /// Those of a test.
    By(&'static Detector),
    /// A single one.
    One(Probe),
}

impl Search {
    /// As it is told to a process.
    fn word(self) -> String {
        match self {
            Search::All => "--all".to_owned(),
            Search::Known => "--known".to_owned(),
            Search::By(detector) => detector.name.to_owned(),
            Search::One(Probe { detector, program }) => format!("{}\t{program}", detector.name),
        }
    }

    fn of_word(word: &str) -> Search {
        let one = word.split_once('\t').and_then(|(detector, program)| probe(detector, program));
        match (word, Detector::named(word), one) {
            ("--known", ..) => Search::Known,
            (_, Some(detector), _) => Search::By(detector),
            (.., Some(probe)) => Search::One(probe),
            _ => Search::All,
        }
    }

    /// The programs, for a mistake or for none.
    fn probes(self, bug: Option<Bug>) -> Vec<Probe> {
        match self {
            Search::All => probes().collect(),
            Search::Known => {
                bug.and_then(|it| record::known(&record::read(), it)).into_iter().chain(probes()).collect()
            }
            Search::By(detector) => (1..=detector.count).map(|program| Probe { detector, program }).collect(),
            Search::One(probe) => vec![probe],
        }
    }
}

/// What the command line asks for.
struct Request {
    bugs: Vec<Bug>,
    jobs: usize,
    search: Search,
    record: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => list(),
        ["--worker", bug, search] => return work(named(bug), Search::of_word(search)),
        _ => match request(&arguments) {
            Ok(request) => return if run(&request) { ExitCode::SUCCESS } else { ExitCode::FAILURE },
            Err(message) => {
                eprintln!("{message}\n{USAGE}");
                return ExitCode::from(2);
            }
        },
    }
    ExitCode::SUCCESS
}

fn named(name: &str) -> Option<Bug> {
    Bug::ALL.iter().copied().find(|it| it.name() == name)
}

fn list() {
    for bug in Bug::ALL {
        println!("{}: {}\n    {}", bug.name(), bug.about(), bug.place());
    }
}

fn request(arguments: &[String]) -> Result<Request, String> {
    let mut request = Request { bugs: Vec::new(), jobs: 2, search: Search::All, record: None };
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--only" => {
                let name = value()?;
                request.bugs.push(named(name).ok_or_else(|| format!("there is no mistake `{name}`"))?);
            }
            "--jobs" => request.jobs = value()?.parse().ok().filter(|it| *it > 0).ok_or("--jobs needs a number")?,
            "--known" => request.search = Search::Known,
            "--by" => {
                let name = value()?;
                let names = || DETECTORS.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
                let found = Detector::named(name).ok_or_else(|| format!("`{name}` is none of {}", names()))?;
                request.search = Search::By(found);
            }
            "--record" => request.record = Some(value()?.clone()),
            _ => return Err(format!("`{option}` is no option")),
        }
    }
    if request.bugs.is_empty() {
        request.bugs = Bug::ALL.to_vec();
    }
    Ok(request)
}

/// What became of a process.
enum Fate {
    /// Something is wrong with a program, in this way.
    Noticed(Probe, String),
    /// Nothing is wrong with any program.
    Unnoticed,
    /// It did not get so far.
    Broken(String),
}

/// Makes all mistakes that are asked for; whether all of them are noticed.
fn run(request: &Request) -> bool {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let noticed: Mutex<Vec<(Bug, Probe)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..request.jobs {
            scope.spawn(|| {
                while let Some(&bug) = request.bugs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begin = Instant::now();
                    let fate = confirmed(supervise(Some(bug), request.search));
                    tell(bug, &fate, begin.elapsed());
                    if let Fate::Noticed(probe, _) = fate {
                        noticed.lock().expect("nobody panics with it").push((bug, probe));
                    }
                }
            });
        }
    });
    let mut noticed = noticed.into_inner().expect("nobody panics with it");
    noticed.sort_by_key(|it| it.0 as u8);
    println!(
        "{} of {} mistakes are noticed ({:.1} s)",
        noticed.len(),
        request.bugs.len(),
        start.elapsed().as_secs_f64()
    );
    let is_recorded = request.record.as_ref().is_none_or(|file| {
        match std::fs::write(file, record::with_table(&record::read(), &noticed)) {
            Ok(()) => true,
            Err(why) => {
                eprintln!("{file}: {why}");
                false
            }
        }
    });
    noticed.len() == request.bugs.len() && is_recorded
}

/// A complaint counts only if the same program is fine without the mistake.
fn confirmed(fate: Fate) -> Fate {
    let Fate::Noticed(probe, _) = fate else { return fate };
    match supervise(None, Search::One(probe)) {
        Fate::Unnoticed => fate,
        Fate::Noticed(probe, complaint) => Fate::Broken(format!(
            "{} {} complains without a mistake, too: {complaint}",
            probe.detector.name, probe.program
        )),
        Fate::Broken(why) => Fate::Broken(why),
    }
}

/// Prints a row of the table.
fn tell(bug: Bug, fate: &Fate, time: Duration) {
    let seconds = time.as_secs_f64();
    let row = format!("{:26} {:37} {seconds:6.1} s  ", bug.name(), bug.place());
    match fate {
        Fate::Noticed(Probe { detector, program }, complaint) => {
            println!("{row}{} {program}: {complaint}", detector.name);
        }
        Fate::Unnoticed => println!("{row}NOT NOTICED"),
        Fate::Broken(why) => println!("{row}NOT TRIED: {why}"),
    }
}

/// A process, stopped when it is not wanted any more.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a process with a mistake and listens to it.
fn supervise(bug: Option<Bug>, search: Search) -> Fate {
    let name = bug.map_or("none", Bug::name);
    let program = match std::env::current_exe() {
        Ok(it) => it,
        Err(why) => return Fate::Broken(why.to_string()),
    };
    let mut command = Command::new(program);
    let command = command
        .args(["--worker", name, &search.word()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut worker = match command.spawn() {
        Ok(it) => Worker(it),
        Err(why) => return Fate::Broken(why.to_string()),
    };
    let Some(output) = worker.0.stdout.take() else { return Fate::Broken("it has no output".to_owned()) };
    let (sender, lines) = channel();
    std::thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).try_for_each(|it| sender.send(it)));
    let mut last = None;
    loop {
        let line = match lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(why) => {
                let Some(probe) = last else { return Fate::Broken("it says nothing".to_owned()) };
                let hangs = why == RecvTimeoutError::Timeout;
                return Fate::Noticed(probe, if hangs { "it does not end" } else { "the process crashes" }.to_owned());
            }
        };
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["at", detector, program] => last = probe(detector, program),
            ["wrong", complaint] => {
                let Some(probe) = last else { return Fate::Broken(complaint.to_owned()) };
                return Fate::Noticed(probe, complaint.to_owned());
            }
            _ => return Fate::Unnoticed,
        }
    }
}

fn probe(detector: &str, program: &str) -> Option<Probe> {
    Some(Probe { detector: Detector::named(detector)?, program: program.parse().ok()? })
}

/// Looks at programs with a mistake in the engines, until something is wrong.
fn work(bug: Option<Bug>, search: Search) -> ExitCode {
    // What a panic says is a complaint, and told as such.
    let message = std::sync::Arc::new(Mutex::new(String::new()));
    let told = message.clone();
    std::panic::set_hook(Box::new(move |info| {
        if let Ok(mut told) = told.lock() {
            *told = info.to_string();
        }
    }));
    bug.into_iter().for_each(planted::plant);
    for Probe { detector, program } in search.probes(bug) {
        say(&format!("at\t{}\t{program}", detector.name));
        let complaint = match catch_unwind(|| detector.check(program)) {
            Ok(Ok(())) => continue,
            Ok(Err(complaint)) => complaint,
            Err(_) => format!("panic: {}", message.lock().map(|it| it.clone()).unwrap_or_default()),
        };
        // The first words are what it is about; what follows can be very long.
        let words: String = complaint.replace(['\t', '\n'], " ").chars().take(160).collect();
        say(&format!("wrong\t{words}"));
        return ExitCode::FAILURE;
    }
    say("fine");
    ExitCode::SUCCESS
}

/// Says a line to who listens.
fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    // Who does not listen any more has seen enough.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
