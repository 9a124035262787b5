//! `raddle bench papers`: runs what papers have published on our programs, and writes pages with their figures beside ours.
//!
//! `bench/papers.toml` says which table is made of which suite ([`book`]). Figures of runs are kept beside the pages
//! (`kept.rs`), so pages are always of everything that is known: whoever runs one paper again writes the others as they
//! were. What a line is worth is decided in `compare.rs`, and reasons for differences are data of the suites: a line that
//! differs without one is an error.
//!
//! Start at [`run`].

pub mod book;
mod compare;
mod kept;
mod lines;
mod pages;
mod pictures;

pub use book::Book;

use super::judge::judged;
use super::row::{self, Row};
use super::{Bench, BenchOptions, Case, Engine, Results, Suite, name};
use crate::exit;
use crate::files::write_atomically;
use kept::Kept;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct PapersOptions {
    /// What is run: this binary.
    pub binary: PathBuf,
    /// Only these papers; all if there are none.
    pub only: Vec<String>,
    /// What is run.
    pub effort: Effort,
    /// Of that, only what no figures are kept of.
    pub missing: bool,
    /// The folder that pages go to, and the figures below it.
    pub output: PathBuf,
    /// Set when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// All that the tables need.
    Everything,
    /// A few runs of each table; the other figures are those that are kept.
    Quick,
    /// Nothing: all figures are those that are kept.
    Nothing,
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// How many lines have each mark.
    pub marks: BTreeMap<&'static str, usize>,
    /// Lines that differ, or were not run, without a reason.
    pub unexplained: Vec<String>,
    /// Runs with a wrong count or verdict.
    pub wrong: Vec<String>,
    /// Runs whose time was up.
    pub timeouts: Vec<String>,
    /// The user has stopped it.
    pub interrupted: bool,
}

impl Outcome {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        if !self.wrong.is_empty() {
            exit::UNSAFE
        } else if self.interrupted || !self.unexplained.is_empty() || !self.timeouts.is_empty() {
            exit::UNKNOWN
        } else {
            exit::SAFE
        }
    }

    /// In words, a line for each kind of complaint.
    fn text(&self) -> String {
        let marks: Vec<_> = self.marks.iter().map(|(mark, count)| format!("{count} {mark}")).collect();
        let mut text = format!("lines: {}\n", marks.join(", "));
        let complaints =
            [("wrong", &self.wrong), ("timed out", &self.timeouts), ("without a reason", &self.unexplained)];
        for (what, names) in complaints.into_iter().filter(|it| !it.1.is_empty()) {
            text += &format!("{what}: {}\n", names.join("; "));
        }
        text + if self.interrupted { "interrupted\n" } else { "" }
    }
}

/// Runs what is asked for, and writes all pages. An error is one of the command line.
pub fn run(book: &Book, options: &PapersOptions, say: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
    if let Some(unknown) = options.only.iter().find(|it| book.papers.iter().all(|paper| paper.key != **it)) {
        let keys: Vec<_> = book.papers.iter().map(|it| it.key.as_str()).collect();
        return Err(format!("there is no paper `{unknown}`: there are {}", keys.join(", ")));
    }
    let mut outcome = Outcome::default();
    let mut rows = BTreeMap::new();
    for (suite_name, suite) in &book.suites {
        let mut kept = Kept::read(&options.output, suite)?;
        let mut cases = cases(book, suite_name, suite, options);
        cases.retain(|&it| !options.missing || kept.row(&suite.cases[it]).is_none());
        if !cases.is_empty() && !outcome.interrupted {
            outcome.interrupted = !measure(suite, &cases, &mut kept, options, say);
            kept.write(&options.output, suite)?;
        }
        let of_suite: Vec<Row> = suite.cases.iter().filter_map(|it| kept.row(it)).collect();
        rows.insert(suite_name.as_str(), of_suite);
    }
    judge(&rows, &mut outcome);
    let chapters = pages::chapters(book, &rows);
    for chapter in &chapters {
        for (table, line) in chapter.sections.iter().flat_map(|it| it.lines.iter().map(move |line| (it.table, line))) {
            *outcome.marks.entry(line.mark.name()).or_default() += 1;
            if line.mark.needs_reason() && line.because.is_none() {
                outcome.unexplained.push(format!("{} {} {}", chapter.paper.key, table.name, line.called));
            }
        }
    }
    for (path, text) in pages::files(&chapters, &rows) {
        write(&options.output, &path, &text)?;
        say(&format!("wrote {}\n", options.output.join(path).display()));
    }
    say(&outcome.text());
    Ok(outcome)
}

fn write(folder: &Path, path: &Path, text: &str) -> Result<(), String> {
    let path = folder.join(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| write_atomically(&path, text.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The runs of a suite that are asked for, by their places in it.
fn cases(book: &Book, suite_name: &str, suite: &Suite, options: &PapersOptions) -> Vec<usize> {
    let papers = book.papers.iter().filter(|it| options.only.is_empty() || options.only.contains(&it.key));
    let tables: Vec<_> = papers.flat_map(|it| &it.tables).filter(|it| it.suite.as_ref() == suite_name).collect();
    let is_needed = |index: &usize| {
        let case = &suite.cases[*index];
        tables.iter().any(|table| {
            lines::needs(table, suite, case)
                && match options.effort {
                    Effort::Everything => true,
                    Effort::Nothing => false,
                    Effort::Quick => table.quick.contains(&case.program) && is_first_size(suite, table, *index),
                }
        })
    };
    let known = |index: &usize| suite.cases[*index].engine.knows(&suite.cases[*index].reduction);
    (0..suite.cases.len()).filter(is_needed).filter(known).collect()
}

/// Whether no earlier run that the table needs is of the same program under the same way.
fn is_first_size(suite: &Suite, table: &book::Table, index: usize) -> bool {
    let case = &suite.cases[index];
    let is_same = |it: &&Case| it.program == case.program && it.reduction == case.reduction;
    !suite.cases[..index].iter().filter(is_same).any(|it| lines::needs(table, suite, it))
}

/// Runs some of a suite; whether it got to the end.
fn measure(
    suite: &Suite,
    cases: &[usize],
    kept: &mut Kept,
    options: &PapersOptions,
    say: &mut dyn FnMut(&str),
) -> bool {
    let bench_options = BenchOptions {
        binary: options.binary.clone(),
        timeout: None,
        reductions: Vec::new(),
        filter: None,
        peers: Vec::new(),
        count: false,
        results: Results::Nowhere,
        plot: None,
        interrupt: options.interrupt.clone(),
    };
    let bench = Bench { options: &bench_options, counter: None, peers: Vec::new(), timeout: suite.timeout };
    say(&format!("{}: {} runs\n", suite.name, cases.len()));
    let start = std::time::Instant::now();
    for &index in cases {
        let case = &suite.cases[index];
        match bench.check(Command::new(&options.binary), case, suite.timeout) {
            Ok(_) if options.interrupt.load(Ordering::Relaxed) => return false,
            Ok(run) => {
                let Row { mark, notes, .. } = judged(case.clone(), &run);
                if mark == row::Mark::Timeout || !notes.is_empty() {
                    say(&format!("  {}: {}\n", name(case), notes.first().map_or("timed out", |it| it)));
                }
                // A reduction that has given way to another one has no figures.
                if !notes.iter().any(|it| it.starts_with("engine: ")) {
                    kept.keep(case, &run);
                }
            }
            Err(error) => say(&format!("  {}: it cannot be started: {error}\n", name(case))),
        }
    }
    say(&format!("  {:.0} s\n", start.elapsed().as_secs_f64()));
    true
}

/// What of all runs is wrong, or was given up. What a solver does not end with is a figure.
fn judge(rows: &BTreeMap<&str, Vec<Row>>, outcome: &mut Outcome) {
    for row in rows.values().flatten() {
        match row.mark {
            row::Mark::Wrong => outcome.wrong.push(name(&row.case)),
            row::Mark::Timeout if row.case.engine == Engine::Explore => {
                outcome.timeouts.push(name(&row.case));
            }
            row::Mark::Timeout | row::Mark::Right | row::Mark::Unchecked => {}
        }
    }
}
