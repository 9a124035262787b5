//! `raddle bench`: runs the programs of a suite, compares counts and verdicts with what is expected, and measures.
//!
//! Every run is a process of its own, of this binary, as a user would start it: `raddle check PROGRAM --reduction R`,
//! `--engine ordering --ordering WAY`, `--engine peephole --scheduler RULES --depth K`, or `--engine cegar --domain WHAT` with
//! its further options. A suite of the engine `auto` runs `--engine NAME` for several engines on each program.
//! Counts are exact and decide whether the suite passes; times are of the whole process, preprocessor included, and are
//! only compared with a peer that runs next to it. Instructions are counted in a second run, so that counting does not
//! change the time.
//!
//! Start at [`run`]; [`suite`] says what a suite file looks like.

mod abstraction;
mod case;
mod contest;
mod count;
pub(crate) mod date;
mod engine;
pub mod expected;
mod figure;
mod folder;
pub mod jobs;
mod judge;
mod page;
pub mod papers;
mod peer;
pub mod peers;
mod plot;
mod process;
mod results;
mod row;
mod scheduler;
mod solving;
pub mod suite;

pub use case::Case;
pub use engine::Engine;
pub use results::Results;
pub use suite::Suite;

use crate::exit;
use crate::files::write_atomically;
use count::Counter;
use judge::{failed, judged, stat};
use peer::{Answer, Values};
use plot::Quantity;
use process::{Ended, Finished};
use row::{Columns, Mark, Row, Table};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// What is run: this binary.
    pub binary: PathBuf,
    /// How long one run may take, instead of what the suite says.
    pub timeout: Option<Duration>,
    /// Only these reductions, ways of deciding orders, schedulers, or abstractions; all if there are none.
    pub reductions: Vec<String>,
    /// Only programs with this in their names.
    pub filter: Option<String>,
    /// Names and paths of the peers to compare with.
    pub peers: Vec<(String, String)>,
    /// Count instructions.
    pub count: bool,
    /// Where the rows are kept.
    pub results: Results,
    /// Where they are drawn.
    pub plot: Option<PathBuf>,
    /// Set when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Runs with the expected count and verdict.
    pub right: usize,
    /// Runs with the expected verdict and no expected count.
    pub unchecked: usize,
    /// Runs with a wrong count or verdict.
    pub wrong: Vec<String>,
    /// Runs whose time was up.
    pub timeouts: usize,
    /// Runs left out because the reduction is not known.
    pub skipped: usize,
    /// Runs with as many executions as are published, and runs with another number.
    pub published: (usize, usize),
    /// The user has stopped it.
    pub interrupted: bool,
}

impl Summary {
    /// The exit code of the command: what was not run to its end is not as expected, but not wrong either.
    pub fn exit_code(&self) -> u8 {
        let nothing_ran = self.right + self.unchecked == 0;
        if !self.wrong.is_empty() {
            exit::UNSAFE
        } else if self.timeouts > 0 || self.interrupted || nothing_ran {
            exit::UNKNOWN
        } else {
            exit::SAFE
        }
    }

    fn add(&mut self, row: &Row) {
        match row.mark {
            Mark::Right => self.right += 1,
            Mark::Unchecked => self.unchecked += 1,
            Mark::Wrong => self.wrong.push(name(&row.case)),
            Mark::Timeout => self.timeouts += 1,
        }
        match row.as_published() {
            Some(true) => self.published.0 += 1,
            Some(false) => self.published.1 += 1,
            None => {}
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.right + self.unchecked + self.wrong.len() + self.timeouts;
        let s = if runs == 1 { "" } else { "s" };
        write!(f, "{runs} run{s}: {} as expected, {} without an expected count", self.right, self.unchecked)?;
        write!(f, ", {} timed out, {} skipped, {} wrong", self.timeouts, self.skipped, self.wrong.len())?;
        if !self.wrong.is_empty() {
            write!(f, " ({})", self.wrong.join("; "))?;
        }
        let (ours, others) = self.published;
        if self.published != (0, 0) {
            write!(f, "; {ours} of {} published numbers are ours", ours + others)?;
        }
        f.write_str(if self.interrupted { "; interrupted" } else { "" })
    }
}

/// Runs a suite and tells `say` whatever is to be shown, as it comes up. An error is one of the command line.
pub fn run(suite: &Suite, options: &BenchOptions, say: &mut dyn FnMut(&str)) -> Result<Summary, String> {
    let peers = peers(suite, options)?;
    let (cases, unknown) = selected(suite, &options.reductions, options.filter.as_deref())?;
    let mut summary = Summary { skipped: unknown.len(), ..Summary::default() };
    note_unknown(&unknown, say);
    let counter = if options.count { find_counter(&options.binary, &options.interrupt, say) } else { None };
    let names: Vec<_> = options.peers.iter().map(|(name, _)| name.clone()).collect();
    let columns = Columns::of(&cases);
    let mut results = if cases.is_empty() { None } else { results::open(suite, &options.results, columns, &names)? };
    options.plot.as_deref().map_or(Ok(()), results::expect_writable)?;
    let table = Table::new(&cases, &names);
    say(&table.head());
    let bench = Bench { options, counter, peers, timeout: options.timeout.unwrap_or(suite.timeout) };
    let mut rows: Vec<Row> = Vec::new();
    for case in cases {
        say(&remark(&case, rows.last()));
        let row = bench.row(case, rows.last());
        if options.interrupt.load(Ordering::Relaxed) {
            summary.interrupted = true;
            break;
        }
        say(&table.row(&row));
        if let Some(rows) = &mut results {
            rows.add(&row.csv(columns))?;
        }
        summary.add(&row);
        rows.push(row);
    }
    say(&solving::summary(&rows));
    say(&scheduler::summary(&rows));
    say(&abstraction::summary(&rows));
    say(&contest::summary(&rows));
    say(&format!("{summary}\n"));
    if let Some(rows) = &results {
        say(&format!("results: {}\n", rows.path.display()));
    }
    if let Some(path) = &options.plot {
        let (subject, points) = picture_of(&rows.iter().collect::<Vec<_>>());
        let text = plot::draw(&suite.name, subject, &points);
        write_atomically(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        say(&format!("plot: {}\n", path.display()));
    }
    Ok(summary)
}

/// What can be drawn: runs that have ended, of programs whose size is a number, over their sizes; and if all are of the
/// engine `peephole`, over the depth, as in Figure 8 of Wang et al. (TACAS 2008). Those of `cegar` that have solved
/// their tasks have actions, and no executions.
fn picture_of<'a>(rows: &[&'a Row]) -> (plot::Subject, Vec<plot::Point<'a>>) {
    fn over_size(row: &Row) -> Option<(u64, [f64; 2])> {
        Some((row.case.size.parse().ok()?, [row.executions? as f64, row.seconds]))
    }
    fn over_depth(row: &Row) -> Option<(u64, [f64; 2])> {
        Some((row.case.depth?.into(), [row.cpu_seconds?, row.solving?.conflicts? as f64]))
    }
    fn refined_over_size(row: &Row) -> Option<(u64, [f64; 2])> {
        let row = abstraction::is_solved(row).then_some(row)?;
        Some((row.case.size.parse().ok()?, [row.cpu_seconds?, row.refining?.actions as f64]))
    }
    let all = |engine: Engine| rows.iter().all(|it| it.case.engine == engine);
    let (over, place, quantities): (_, fn(&Row) -> _, _) = if all(Engine::Peephole) {
        ("depth", over_depth, [Quantity::Seconds("CPU time"), Quantity::Count("conflicts")])
    } else if all(Engine::Cegar) {
        ("size", refined_over_size, [Quantity::Seconds("CPU time"), Quantity::Count("actions")])
    } else {
        ("size", over_size, [Quantity::Count("executions"), Quantity::Seconds("time")])
    };
    let point = |row: &'a Row| {
        let (at, values) = place(row)?;
        Some(plot::Point { program: &row.case.program, reduction: &row.case.reduction, at, values })
    };
    let points = rows.iter().copied().filter(|it| it.mark != Mark::Timeout).filter_map(point).collect();
    (plot::Subject { over, quantities }, points)
}

/// The peers that are asked for, as the suite describes them.
fn peers<'a>(suite: &'a Suite, options: &'a BenchOptions) -> Result<Vec<NamedPeer<'a>>, String> {
    let find = |(name, path): &'a (String, String)| match suite.peers.get(name) {
        Some(peer) => Ok(NamedPeer { name, path, peer }),
        None => {
            let known: Vec<_> = suite.peers.keys().map(String::as_str).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Err(format!("the suite does not say how the peer `{name}` is called; it knows {known}"))
        }
    };
    options.peers.iter().map(find).collect()
}

/// The runs that are asked for, and those of them whose reduction this binary does not know.
fn selected(suite: &Suite, reductions: &[String], filter: Option<&str>) -> Result<(Vec<Case>, Vec<Case>), String> {
    if let Some(unknown) = reductions.iter().find(|&it| suite.cases.iter().all(|case| case.reduction != *it)) {
        return Err(format!("no program of the suite is run under the reduction `{unknown}`"));
    }
    let asked = suite.cases.iter().filter(|case| {
        (reductions.is_empty() || reductions.contains(&case.reduction))
            && filter.is_none_or(|it| case.program.contains(it))
    });
    let (known, unknown): (Vec<_>, Vec<_>) = asked.cloned().partition(|it| it.engine.knows(&it.reduction));
    if known.is_empty() && unknown.is_empty() {
        return Err("nothing in the suite is asked for".to_owned());
    }
    Ok((known, unknown))
}

fn note_unknown(unknown: &[Case], say: &mut dyn FnMut(&str)) {
    let way = |it: &Case| (it.engine.word_for_ways(), it.reduction.clone());
    let mut names: Vec<_> = unknown.iter().map(way).collect();
    names.sort();
    names.dedup();
    for name in names {
        let runs = unknown.iter().filter(|it| way(it) == name).count();
        let (what, name) = name;
        say(&format!("note: this binary does not know the {what} `{name}`: {runs} runs are skipped\n"));
    }
}

/// What is said about a program, above the first of its rows.
fn remark(case: &Case, before: Option<&Row>) -> String {
    let is_new = before.is_none_or(|it| (&it.case.program, &it.case.remark) != (&case.program, &case.remark));
    case.remark.iter().filter(|_| is_new).map(|it| format!("note: {}: {it}\n", case.program)).collect()
}

fn find_counter(binary: &Path, interrupt: &AtomicBool, say: &mut dyn FnMut(&str)) -> Option<Counter> {
    let counter = Counter::find(binary, interrupt);
    say(&match counter {
        Some(counter) => format!("note: instructions are counted with `{counter}`\n"),
        None => "note: instructions are not counted: neither perf nor valgrind is there and works\n".to_owned(),
    });
    counter
}

/// A run in words.
fn name(case: &Case) -> String {
    let depth = case.depth.map(|it| format!(" at depth {it}")).unwrap_or_default();
    format!("{} {}{depth} {}", case.program, case.size, case.reduction)
}

/// A peer that was asked for.
struct NamedPeer<'a> {
    name: &'a str,
    path: &'a str,
    peer: &'a peer::Peer,
}

/// How every case is run.
struct Bench<'a> {
    options: &'a BenchOptions,
    counter: Option<Counter>,
    peers: Vec<NamedPeer<'a>>,
    timeout: Duration,
}

impl Bench<'_> {
    /// Runs a case, its peers, and the case once more to count instructions.
    fn row(&self, case: Case, before: Option<&Row>) -> Row {
        let finished = self.check(Command::new(&self.options.binary), &case, self.timeout);
        let mut row = match finished {
            Ok(finished) => judged(case, &finished),
            Err(error) => failed(case, format!("it cannot be started: {error}")),
        };
        for NamedPeer { name, path, peer } in &self.peers {
            let answer = self.ask(&row.case, path, peer);
            if let Answer::Failed(message) = &answer {
                row.notes.push(format!("{name}: {message}"));
            }
            row.peers.push(((*name).to_owned(), answer));
        }
        if row.mark != Mark::Timeout {
            self.count(&mut row, before);
        }
        row
    }

    /// Runs `raddle check` on the case, below the given command.
    fn check(&self, command: Command, case: &Case, limit: Duration) -> std::io::Result<Finished> {
        process::run(checking(command, case), limit, &self.options.interrupt)
    }

    fn ask(&self, case: &Case, path: &str, peer: &peer::Peer) -> Answer {
        if !peer.reductions.is_empty() && !peer.reductions.contains(&case.reduction) {
            return Answer::NotAsked;
        }
        let program = case.path.display().to_string();
        let values = Values { path, program: &program, flags: &case.flags, options: &[] };
        peer.ask(values, self.timeout, &self.options.interrupt)
    }

    /// Counts the instructions of the case, and compares with the size before.
    fn count(&self, row: &mut Row, before: Option<&Row>) {
        let Some(counter) = self.counter else { return };
        let limit = self.timeout.saturating_mul(counter.slowdown());
        let run = self.check(counter.command(&self.options.binary), &row.case, limit);
        let Some(run) = run.ok().filter(|it| it.ended == Ended::Itself) else {
            row.notes.push(format!("it did not end within {} s when counted", limit.as_secs()));
            return;
        };
        if stat(&run.stdout, "executions") != row.executions {
            row.notes.push("the counted run has another number of executions: runs do not repeat".to_owned());
            row.mark = Mark::Wrong;
            return;
        }
        row.instructions = counter.instructions(&run);
        row.marginal = before.and_then(|it| marginal(it, row));
    }
}

/// The command with the words of `raddle check` that ask for this case.
fn checking(mut command: Command, case: &Case) -> Command {
    command.arg("check").arg(&case.path).args(case.engine.options(&case.reduction));
    command.args(&case.options).args(case.asked());
    command.args(case.depth.map(|it| format!("--depth={it}")));
    command.arg("--").args(&case.flags);
    command
}

/// What one further execution costs: the difference between two sizes of one program under one reduction.
fn marginal(before: &Row, row: &Row) -> Option<f64> {
    let series = |it: &Row| (it.case.program.clone(), it.case.path.clone(), it.case.reduction.clone());
    if series(before) != series(row) {
        return None;
    }
    let instructions = row.instructions? as f64 - before.instructions? as f64;
    let executions = row.executions? as f64 - before.executions? as f64;
    (executions != 0.0).then(|| instructions / executions)
}
