//! What `replay` takes, and what `check` needs for a trace that can be replayed.

use super::output::not_writable;
use super::{CheckArguments, Complaint};
use clap::Args;
use event::Property;
use raddle::saved::SavedProgram;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    override_usage = "raddle replay [OPTIONS] [FILE]... <TRACE> [-- <FLAGS>...]",
    after_help = "\
Examples:
  raddle check queue.c --save-trace t.json   save the counterexample
  raddle replay t.json                       run it again, step by step
  raddle replay queue.c t.json               the same with this file, wherever the trace was saved
  raddle replay -i t.json                    walk through it, forwards and backwards
  raddle replay t.json --html run.html       the same as a page for a browser
  raddle replay answer.json --property race  a trace from the answer of `check --json`

Files that the trace names are looked for in the current folder, then beside the trace.

Exit codes: 0 it ends without a failure (the program has changed), 10 it ends at the failure, 5 it does not fit the program, \
2 input not readable or no trace, 1 usage, 6 internal error."
)]
pub struct ReplayArguments {
    /// The files of the program (those that the trace names if not given), then the trace: what `check --save-trace` has
    /// written, or the answer of `check --json`
    #[arg(required = true, value_name = "TRACE")]
    paths: Vec<PathBuf>,

    /// The violation to replay, if an answer of `check --json` has several (the first one if not given)
    #[arg(long, value_name = "NAME")]
    pub property: Option<Property>,

    /// Walk through the run with keys, or with commands from standard input if that is no terminal; `?` lists them
    #[arg(short, long)]
    pub interactive: bool,

    /// Only show the counterexample as `check` does, without the list of all steps
    #[arg(long, conflicts_with = "interactive")]
    pub brief: bool,

    /// Show every step of the counterexample, not only those that matter
    #[arg(long)]
    pub full_trace: bool,

    /// Write the run as one HTML file as well, with a picture to walk through
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Behind `--`: options for the C preprocessor, or definitions for ABS, in the place of those that the trace names
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
}

impl ReplayArguments {
    /// The files of the program, if any are given, and the trace.
    pub fn files_and_trace(&self) -> (&[PathBuf], &Path) {
        split(&self.paths)
    }

    /// A file that cannot be written, which nobody wants to find out at the end.
    pub fn objection(&self) -> Option<Complaint> {
        not_writable(self.html.as_deref(), "--html")
    }
}

/// The files of a program, and the trace behind them.
pub(super) fn split(paths: &[PathBuf]) -> (&[PathBuf], &Path) {
    match paths {
        [files @ .., trace] => (files, trace),
        [] => (&[], Path::new("")),
    }
}

impl CheckArguments {
    /// The program and how it is read, for a trace.
    pub fn saved_program(&self) -> SavedProgram {
        let files = &self.input.files;
        if self.is_actors() {
            SavedProgram::of_actors(files, &crate::actor_options(&self.input))
        } else {
            SavedProgram::of_threads(files, &crate::thread_options(self))
        }
    }
}
