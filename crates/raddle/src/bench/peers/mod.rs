//! `raddle bench peers`: other checkers on the same programs in the same run, and how many times as much as Raddle they take.
//!
//! Which programs, with what, and why answers differ is in a suite (`bench/suites/peers.toml`); how each peer is called and
//! in what words it answers is in [`callers`] (`bench/peers.toml`). All runs on a program come right after one another, ours
//! first, each as a process of its own with the same limits. What is compared is decided in `compare.rs`: a difference
//! without a reason in the suite is a complaint. A peer that crashes, takes too long or does not read a program is a
//! row that says so, and never an error.
//!
//! Start at [`run`].

pub mod callers;
mod compare;
mod measure;
mod table;

use super::results::{self, Rows};
use super::row::Mark;
use super::{Case, Suite, name};
use crate::exit;
use callers::{Caller, Callers};
use compare::{Difference, Ratios, Run};
use measure::Measure;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::Table;

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct PeersOptions {
    /// What is run: this binary.
    pub binary: PathBuf,
    /// Names and paths of the peers.
    pub peers: Vec<(String, String)>,
    /// Only programs with this in their names.
    pub filter: Option<String>,
    /// How long one run may take, instead of what the suite says.
    pub timeout: Option<Duration>,
    /// How often each is run; the one with the least time of the processor counts.
    pub runs: u32,
    /// Count instructions.
    pub count: bool,
    /// The folder that the record goes to; nowhere if there is none.
    pub record: Option<PathBuf>,
    /// Set when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// A peer that was asked for.
#[derive(Clone, Debug)]
struct Peer<'a> {
    name: &'a str,
    path: &'a str,
    caller: &'a Caller,
    /// What it says of its version.
    version: String,
}

/// A program in a size, and all runs on it.
#[derive(Clone, Debug)]
struct Task {
    case: Case,
    /// Our run.
    ours: Run,
    /// What it said behind `VERDICT: `.
    verdict: String,
    /// Whether that was expected.
    mark: Mark,
    /// What is odd about it.
    notes: Vec<String>,
    peers: Vec<Beside>,
}

/// The run of a peer beside ours.
#[derive(Clone, Debug)]
struct Beside {
    peer: String,
    options: Vec<String>,
    run: Run,
    ratios: Ratios,
    /// Whether both have a verdict, so that they can differ.
    is_compared: bool,
    difference: Option<Difference>,
    /// Why it differs, from the suite.
    because: Option<String>,
    /// What is odd about it.
    notes: Vec<String>,
}

impl Beside {
    /// How it compares with ours, in a word.
    fn mark(&self) -> &'static str {
        match (self.difference, &self.because) {
            (Some(_), None) => "DIFFERS",
            (Some(_), Some(_)) => "differs",
            (None, _) if self.is_compared => "agrees",
            (None, _) => "-",
        }
    }

    /// What is to be said about it: why it has no answer, or in what it differs and why, or what is odd.
    fn remarks(&self) -> Vec<String> {
        let because = match (self.difference, &self.because) {
            (None, _) => None,
            (Some(difference), None) => Some(format!("{difference}; the suite gives no reason")),
            (Some(difference), Some(because)) => Some(format!("{difference}, because: {because}")),
        };
        self.run.reply.reason.iter().chain(&because).chain(&self.notes).cloned().collect()
    }
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Programs that were run.
    pub programs: usize,
    /// Answers of peers that are ours, too.
    pub agreed: usize,
    /// Answers that differ for a known reason.
    pub explained: usize,
    /// Answers that differ, and nobody knows why.
    pub unexplained: Vec<String>,
    /// Runs of peers without an answer.
    pub unanswered: usize,
    /// Runs of ours with another count or verdict than is expected.
    pub wrong: Vec<String>,
    /// Runs of ours whose time was up.
    pub timeouts: usize,
    /// The user has stopped it.
    pub interrupted: bool,
}

impl Outcome {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        if !self.wrong.is_empty() {
            exit::UNSAFE
        } else if self.interrupted || self.timeouts > 0 || !self.unexplained.is_empty() {
            exit::UNKNOWN
        } else {
            exit::SAFE
        }
    }

    fn add(&mut self, task: &Task) {
        self.programs += 1;
        match task.mark {
            Mark::Right | Mark::Unchecked => {}
            Mark::Wrong => self.wrong.push(name(&task.case)),
            Mark::Timeout => self.timeouts += 1,
        }
        for beside in &task.peers {
            match (beside.difference, &beside.because) {
                (Some(_), Some(_)) => self.explained += 1,
                (Some(_), None) => self.unexplained.push(format!("{} of {}", beside.peer, name(&task.case))),
                (None, _) if beside.is_compared => self.agreed += 1,
                (None, _) => self.unanswered += 1,
            }
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { programs, agreed, explained, unanswered, .. } = self;
        write!(f, "{programs} programs: {agreed} answers of peers agree, {explained} differ for a known reason, ")?;
        write!(f, "{} without one, {unanswered} cannot be compared", self.unexplained.len())?;
        if self.timeouts > 0 {
            write!(f, "; raddle timed out {} times", self.timeouts)?;
        }
        f.write_str(if self.interrupted { "; interrupted" } else { "" })?;
        for (what, names) in [("without a reason", &self.unexplained), ("wrong", &self.wrong)] {
            if !names.is_empty() {
                write!(f, "\n{what}: {}", names.join("; "))?;
            }
        }
        Ok(())
    }
}

/// Runs the peers and ourselves, and tells `say` whatever is to be shown, as it comes up. An error is one of the command line.
pub fn run(
    suite: &Suite,
    callers: &Callers,
    options: &PeersOptions,
    say: &mut dyn FnMut(&str),
) -> Result<Outcome, String> {
    let peers = given(callers, options)?;
    let cases = selected(suite, callers, options)?;
    let counter = if options.count { super::find_counter(&options.binary, &options.interrupt, say) } else { None };
    let timeout = options.timeout.unwrap_or(suite.timeout);
    let measure = Measure { options, peers: &peers, counter, timeout, memory: suite.memory };
    let mut record = match &options.record {
        None => None,
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            Some(Rows::dated(folder, "peers", &(about(&measure) + &table::csv_head()))?)
        }
    };
    let names: Vec<_> = peers.iter().map(|it| it.name.to_owned()).collect();
    let shown = Table::new(&cases, &names);
    say(&shown.head());
    let mut outcome = Outcome::default();
    let mut tasks = Vec::new();
    for case in cases {
        let task = measure.task(case);
        if options.interrupt.load(Ordering::Relaxed) {
            outcome.interrupted = true;
            break;
        }
        say(&shown.task(&task));
        if let Some(record) = &mut record {
            record.add(&table::csv(&task))?;
        }
        outcome.add(&task);
        tasks.push(task);
    }
    names.iter().for_each(|it| say(&table::summary(it, &tasks)));
    say(&format!("{outcome}\n"));
    if let Some(record) = &record {
        say(&format!("record: {}\n", record.path.display()));
    }
    Ok(outcome)
}

/// The peers that are asked for. Each must be there and say something: a wrong path is a mistake of the command line, and
/// better known before an hour of runs than after.
fn given<'a>(callers: &'a Callers, options: &'a PeersOptions) -> Result<Vec<Peer<'a>>, String> {
    let known = || callers.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    if options.peers.is_empty() {
        return Err(format!("no peer is given: at least one is needed, as --peer NAME=PATH; there are {}", known()));
    }
    let mut peers: Vec<Peer<'a>> = Vec::new();
    for (name, path) in &options.peers {
        if peers.iter().any(|it| it.name == name) {
            return Err(format!("the peer `{name}` is given twice"));
        }
        let Some(caller) = callers.get(name) else {
            return Err(format!("nobody says how the peer `{name}` is called; there are {}", known()));
        };
        let words = caller.version(path);
        let Some((program, arguments)) = words.split_first() else {
            return Err(format!("nobody says how the peer `{name}` tells its version"));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        let run = super::process::run(command, Duration::from_secs(60), &options.interrupt)
            .map_err(|error| format!("the peer `{name}` cannot be started: {path}: {error}"))?;
        let lines = || run.stdout.lines().chain(run.stderr.lines()).map(str::trim).filter(|it| !it.is_empty());
        let version = lines().find(|it| it.contains(|it: char| it.is_ascii_digit())).unwrap_or("of unknown version");
        peers.push(Peer { name, path, caller, version: version.to_owned() });
    }
    Ok(peers)
}

/// The runs that some peer that is given takes part in. One that nobody can call would never be run, and nobody would know.
fn selected(suite: &Suite, callers: &Callers, options: &PeersOptions) -> Result<Vec<Case>, String> {
    let named = suite.cases.iter().flat_map(|case| case.against.iter().map(move |it| (case, &it.peer)));
    if let Some((case, unknown)) = named.into_iter().find(|(_, peer)| !callers.contains_key(*peer)) {
        return Err(format!("the suite runs `{unknown}` on {}, and nobody says how it is called", case.program));
    }
    let is_asked = |case: &&Case| {
        options.filter.as_ref().is_none_or(|it| case.program.contains(it))
            && case.against.iter().any(|it| options.peers.iter().any(|(name, _)| *name == it.peer))
    };
    let cases: Vec<_> = suite.cases.iter().filter(is_asked).cloned().collect();
    if cases.is_empty() {
        return Err("no program of the suite is for the peers that are given".to_owned());
    }
    Ok(cases)
}

/// The head of the record: what was run, when, on what machine, and within which limits.
fn about(measure: &Measure<'_>) -> String {
    let mut text = results::about("peers");
    for peer in measure.peers {
        text += &format!("# {}: {}\n", peer.name, peer.version);
    }
    let memory = measure.memory.map(|it| format!(" and {} MB", it / 1_000_000)).unwrap_or_default();
    let runs = match measure.options.runs {
        1 => String::new(),
        runs => format!("; the least of {runs} runs"),
    };
    let counter = measure.counter.map(|it| format!("; instructions with {it}, children included")).unwrap_or_default();
    text + &format!("# at most {} s{memory} for each run{runs}{counter}\n", measure.timeout.as_secs_f64())
}
