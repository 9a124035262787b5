//! `raddle bench jobs`: what more workers gain on one exploration.
//!
//! Each program of a suite is explored by one worker and by several, right after one another and several times in turns. Of
//! each the run with the least time counts: whatever else the machine does can only add to it. All runs of a program have to
//! tell the same, or that is wrong, whatever it gains. The figure that matters is the gain, the time of one worker by that of
//! several, of whole processes. C programs are read beforehand, once for all (`raddle ir`): the preprocessor takes as long for
//! one as for several, and longer than some explorations. Only programs with many executions are held to a least gain.
//!
//! Start at [`run`].

use super::judge::{failed, judged};
use super::process::Ended;
use super::results::{self, Rows};
use super::row::{Mark, Row, csv_line, plain, shown, table_line};
use super::{Case, Engine, Suite, checking, name, process};
use crate::exit;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct JobsOptions {
    /// What is run: this binary.
    pub binary: PathBuf,
    /// How many workers are compared with one.
    pub jobs: u32,
    /// How often each is run at least,
    pub runs: u32,
    /// and for how long a program is run at least: what is done soon needs more runs to be measured.
    pub spend: Duration,
    /// The least gain.
    pub least: f64,
    /// With so many executions a program is held to it.
    pub many: u64,
    /// Only these reductions; all if there are none.
    pub reductions: Vec<String>,
    /// Only programs with this in their names.
    pub filter: Option<String>,
    /// How long one run may take, instead of what the suite says.
    pub timeout: Option<Duration>,
    /// Whether the rows are kept.
    pub keep: bool,
    /// Set when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// A program under a reduction, explored by one worker and by several.
#[derive(Clone, Debug)]
struct Pair {
    /// The fastest run by one.
    one: Row,
    /// The fastest run by several.
    several: Row,
    /// How often each was run.
    turns: u32,
    /// In what runs differ that should be the same.
    differences: Vec<String>,
}

impl Pair {
    /// How it went: the worse of both.
    fn mark(&self) -> Mark {
        match (self.one.mark, self.several.mark) {
            _ if !self.differences.is_empty() => Mark::Wrong,
            (Mark::Wrong, _) | (_, Mark::Wrong) => Mark::Wrong,
            (Mark::Timeout, _) | (_, Mark::Timeout) => Mark::Timeout,
            (Mark::Right | Mark::Unchecked, other) => other,
        }
    }

    /// The time of one worker by that of several, if both have ended as they should.
    fn gain(&self) -> Option<f64> {
        matches!(self.mark(), Mark::Right | Mark::Unchecked).then(|| self.one.seconds / self.several.seconds)
    }

    /// The time of the processor that several take by that of one: what working together costs.
    fn cost(&self) -> Option<f64> {
        Some(self.several.cpu_seconds? / self.one.cpu_seconds.filter(|it| *it > 0.0)?)
    }
}

/// What both have to tell alike. Which runs are abandoned at states that are known depends, with `state`, on who is first.
fn differences(one: &Row, other: &Row) -> Vec<String> {
    let figures = |row: &Row| {
        let of_states = row.case.reduction == "state";
        [
            ("executions", plain(row.executions)),
            ("stuck", plain(row.stuck)),
            ("redundant", if of_states { String::new() } else { plain(row.redundant) }),
            ("verdict", row.verdict.clone().unwrap_or_default()),
        ]
    };
    let both = figures(one).into_iter().zip(figures(other));
    let differing = both.filter(|((_, one), (_, other))| one != other);
    differing.map(|((what, one), (_, other))| format!("WRONG: {what} {one} with one job, and {other}")).collect()
}

/// How it went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The gains of programs that are held to the least one.
    pub gains: Vec<f64>,
    /// How many were run and are too small for that.
    pub small: usize,
    /// Those of the former that gain less.
    pub slow: Vec<String>,
    /// Programs with another count or verdict than is expected, or than by one worker.
    pub wrong: Vec<String>,
    /// Programs whose time was up.
    pub timeouts: usize,
    /// The user has stopped it.
    pub interrupted: bool,
}

impl Outcome {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        let nothing_ran = self.gains.is_empty() && self.small == 0;
        if !self.wrong.is_empty() {
            exit::UNSAFE
        } else if self.interrupted || self.timeouts > 0 || !self.slow.is_empty() || nothing_ran {
            exit::UNKNOWN
        } else {
            exit::SAFE
        }
    }

    fn add(&mut self, pair: &Pair, options: &JobsOptions) {
        let Some(gain) = pair.gain() else {
            match pair.mark() {
                Mark::Timeout => self.timeouts += 1,
                Mark::Right | Mark::Unchecked | Mark::Wrong => self.wrong.push(name(&pair.one.case)),
            }
            return;
        };
        if pair.one.executions.is_none_or(|it| it < options.many) {
            self.small += 1;
            return;
        }
        self.gains.push(gain);
        if gain < options.least {
            self.slow.push(format!("{} {gain:.2}", name(&pair.one.case)));
        }
    }
}

/// The outcome with what was asked.
struct Told<'a>(&'a Outcome, &'a JobsOptions);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told(Outcome { gains, small, slow, wrong, timeouts, interrupted }, JobsOptions { least, many, .. }) = self;
        let held = gains.len();
        write!(f, "{held} programs with {many} executions or more: {} gain at least {least}", held - slow.len())?;
        let mut sorted = gains.clone();
        sorted.sort_by(f64::total_cmp);
        if let (Some(first), Some(last)) = (sorted.first(), sorted.last()) {
            write!(f, " (median {:.2}, {first:.2} to {last:.2})", sorted[held / 2])?;
        }
        write!(f, "; {small} smaller ones, {timeouts} timed out, {} wrong", wrong.len())?;
        f.write_str(if *interrupted { "; interrupted" } else { "" })?;
        for (what, names) in [("less", slow), ("wrong", wrong)] {
            if !names.is_empty() {
                write!(f, "\n{what}: {}", names.join("; "))?;
            }
        }
        Ok(())
    }
}

/// Explores the programs of a suite, and tells `say` whatever is to be shown, as it comes up. An error is one of the command line.
pub fn run(suite: &Suite, options: &JobsOptions, say: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
    if let Some(case) = suite.cases.iter().find(|it| it.engine != Engine::Explore) {
        return Err(format!("{} is not explored: workers share explorations only", name(case)));
    }
    let (cases, unknown) = super::selected(suite, &options.reductions, options.filter.as_deref())?;
    if let Some(case) = unknown.first() {
        return Err(format!("there is no reduction `{}`", case.reduction));
    }
    let mut kept = match options.keep {
        false => None,
        true => {
            let head = results::about("jobs") + ABOUT + CSV_HEAD;
            Some(Rows::dated(&results::folder(&suite.folder), "jobs", &head)?)
        }
    };
    let widths = widths(&cases);
    say(&line(&widths, &titles(options.jobs)));
    let mut outcome = Outcome::default();
    for case in cases {
        let pair = measure(&case, options, options.timeout.unwrap_or(suite.timeout));
        if options.interrupt.load(Ordering::Relaxed) {
            outcome.interrupted = true;
            break;
        }
        say(&line(&widths, &cells(&pair)));
        notes(&pair).iter().for_each(|it| say(&format!("    {it}\n")));
        if let Some(kept) = &mut kept {
            kept.add(&csv(&pair, options.jobs))?;
        }
        outcome.add(&pair, options);
    }
    say(&format!("{}\n", Told(&outcome, options)));
    if let Some(kept) = &kept {
        say(&format!("results: {}\n", kept.path.display()));
    }
    Ok(outcome)
}

/// A C program as it is checked, in a file. Nothing if it is no C program, or cannot be read: then its run says why.
fn read(case: &Case, options: &JobsOptions, timeout: Duration) -> Option<NamedTempFile> {
    case.path.extension().filter(|it| *it == "c" || *it == "i")?;
    let mut command = Command::new(&options.binary);
    command.arg("ir").arg(&case.path).arg("--").args(&case.flags);
    let finished = process::run(command, timeout, &options.interrupt).ok()?;
    if finished.ended != Ended::Itself || !finished.status.success() {
        return None;
    }
    let mut file = tempfile::Builder::new().suffix(".ir").tempfile().ok()?;
    file.write_all(finished.stdout.as_bytes()).ok()?;
    Some(file)
}

/// Runs a program by one worker and by several, in turns. What goes wrong once is not tried again.
fn measure(case: &Case, options: &JobsOptions, timeout: Duration) -> Pair {
    let read = read(case, options, timeout);
    let explore = |jobs: u32| {
        let case = case.clone();
        let mut run = case.clone();
        if let Some(file) = &read {
            (run.path, run.flags) = (file.path().to_owned(), Vec::new());
        }
        run.options.extend(["--jobs".to_owned(), jobs.to_string()]);
        match process::run(checking(Command::new(&options.binary), &run), timeout, &options.interrupt) {
            Ok(finished) => judged(case, &finished),
            Err(error) => failed(case, format!("it cannot be started: {error}")),
        }
    };
    let begin = Instant::now();
    let mut pair = Pair { one: explore(1), several: explore(options.jobs), turns: 1, differences: Vec::new() };
    pair.differences = differences(&pair.one, &pair.several);
    while pair.gain().is_some() && (pair.turns < options.runs || begin.elapsed() < options.spend) {
        pair.turns += 1;
        let (one, several) = (explore(1), explore(options.jobs));
        pair.differences.extend(differences(&pair.one, &one));
        pair.differences.extend(differences(&pair.one, &several));
        keep_better(&mut pair.one, one);
        keep_better(&mut pair.several, several);
    }
    pair
}

/// Keeps the faster of two runs, or the one that did not end as it should.
fn keep_better(best: &mut Row, next: Row) {
    if !next.is_solved() || best.is_solved() && next.seconds < best.seconds {
        *best = next;
    }
}

fn notes(pair: &Pair) -> Vec<String> {
    let mut notes: Vec<String> =
        [&pair.one.notes, &pair.several.notes, &pair.differences].into_iter().flatten().cloned().collect();
    notes.dedup();
    notes
}

fn titles(jobs: u32) -> Vec<String> {
    let several = format!("{jobs} jobs s");
    ["program", "size", "reduction", "executions", "", "1 job s", &several, "gain", "cpu"].map(str::to_owned).to_vec()
}

fn cells(pair: &Pair) -> Vec<String> {
    let Row { case, executions, .. } = &pair.one;
    vec![
        case.program.clone(),
        case.size.clone(),
        case.reduction.clone(),
        shown(*executions, |it| it.to_string()),
        pair.mark().name().to_owned(),
        format!("{:.3}", pair.one.seconds),
        format!("{:.3}", pair.several.seconds),
        shown(pair.gain(), |it| format!("{it:.2}")),
        shown(pair.cost(), |it| format!("{it:.2}")),
    ]
}

fn widths(cases: &[Case]) -> Vec<usize> {
    let longest = |of: fn(&Case) -> &String, title: &str| {
        cases.iter().map(|it| of(it).chars().count()).max().unwrap_or(0).max(title.len())
    };
    vec![
        longest(|it| &it.program, "program"),
        longest(|it| &it.size, "size"),
        longest(|it| &it.reduction, "reduction"),
        10,
        7,
        8,
        8,
        5,
        5,
    ]
}

fn line(widths: &[usize], cells: &[String]) -> String {
    table_line(widths, &[0, 2, 4], cells)
}

const ABOUT: &str = "# of each the fastest of so many turns; C programs are read beforehand\n";

const CSV_HEAD: &str = "program,size,reduction,mark,verdict,executions,redundant,stuck,jobs,turns,seconds_one,seconds_jobs,gain,\
                        cpu_seconds_one,cpu_seconds_jobs,events_one,events_jobs\n";

fn csv(pair: &Pair, jobs: u32) -> String {
    let Pair { one, several, .. } = pair;
    let seconds = |it: Option<f64>| it.map(|it| format!("{it:.4}")).unwrap_or_default();
    csv_line(&[
        one.case.program.clone(),
        one.case.size.clone(),
        one.case.reduction.clone(),
        pair.mark().name().to_owned(),
        one.verdict.clone().unwrap_or_default(),
        plain(one.executions),
        plain(one.redundant),
        plain(one.stuck),
        jobs.to_string(),
        pair.turns.to_string(),
        seconds(Some(one.seconds)),
        seconds(Some(several.seconds)),
        pair.gain().map(|it| format!("{it:.3}")).unwrap_or_default(),
        seconds(one.cpu_seconds),
        seconds(several.cpu_seconds),
        plain(one.events),
        plain(several.events),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(reduction: &str, executions: u64, redundant: u64, seconds: f64) -> Row {
        let suite = "reductions = [\"optimal\"]\n[[program]]\npath = \"jobs.rs\"\n";
        let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bench/suite.toml");
        let mut case = super::super::suite::parse(&place, suite).expect("a suite").cases.remove(0);
        case.reduction = reduction.to_owned();
        let row = failed(case, String::new());
        let (executions, redundant) = (Some(executions), Some(redundant));
        Row { mark: Mark::Right, executions, redundant, seconds, notes: Vec::new(), ..row }
    }

    #[test]
    fn counts_have_to_be_the_same() {
        let one = row("optimal", 6, 0, 1.0);
        assert!(differences(&one, &row("optimal", 6, 0, 0.5)).is_empty());
        assert_eq!(
            differences(&one, &row("optimal", 7, 1, 0.5)),
            ["WRONG: executions 6 with one job, and 7", "WRONG: redundant 0 with one job, and 1"]
        );
        assert!(differences(&row("state", 6, 3, 1.0), &row("state", 6, 4, 0.5)).is_empty(), "who is first may differ");
        let stuck = Row { stuck: Some(1), ..row("state", 6, 3, 1.0) };
        assert_eq!(differences(&stuck, &row("state", 6, 3, 0.5)), ["WRONG: stuck 1 with one job, and "]);
    }

    #[test]
    fn the_faster_run_counts_unless_one_is_wrong() {
        let mut best = row("optimal", 6, 0, 1.0);
        keep_better(&mut best, row("optimal", 6, 0, 2.0));
        assert_eq!(best.seconds, 1.0);
        keep_better(&mut best, row("optimal", 6, 0, 0.5));
        assert_eq!(best.seconds, 0.5);
        keep_better(&mut best, Row { mark: Mark::Wrong, ..row("optimal", 6, 0, 3.0) });
        assert_eq!((best.mark, best.seconds), (Mark::Wrong, 3.0));
        keep_better(&mut best, row("optimal", 6, 0, 0.1));
        assert_eq!(best.mark, Mark::Wrong);
    }
}
