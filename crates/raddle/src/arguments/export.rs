//! What `export-native` takes.

use clap::Args;
use event::Property;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    override_usage = "raddle export-native [OPTIONS] [FILE]... <TRACE> [-- <FLAGS>...]",
    after_help = "\
Examples:
  raddle check queue.c --save-trace t.json           save the counterexample
  raddle export-native queue.c t.json -o failing.c   the program, made to fail in this way
  cc -O0 -g -pthread failing.c -o failing            compile it (-m32 if it was checked with --data-model ilp32)
  gdb ./failing                                      `run` stops at the failure, on the lines of queue.c
  RADDLE_STEPS=1 ./failing                           tell each step

For a data race compile with -fsanitize=thread, for memory errors with -fsanitize=address, for overflows with \
-fsanitize=undefined. Files that the trace names are looked for in the current folder, then beside the trace.

Exit codes: 0 printed, 2 input not readable, no trace, or it does not fail any more, 1 usage, 6 internal error."
)]
pub struct ExportArguments {
    /// The files of the program (those that the trace names if not given), then the trace: what `check --save-trace` has
    /// written, or the answer of `check --json`
    #[arg(required = true, value_name = "TRACE")]
    paths: Vec<PathBuf>,

    /// The violation to export, if an answer of `check --json` has several (the first one if not given)
    #[arg(long, value_name = "NAME")]
    pub property: Option<Property>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Behind `--`: options for the C preprocessor, in the place of those that the trace names
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
}

impl ExportArguments {
    /// The files of the program, if any are given, and the trace.
    pub fn files_and_trace(&self) -> (&[PathBuf], &Path) {
        super::replay::split(&self.paths)
    }
}
