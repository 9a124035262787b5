//! What `raddle bench` takes.

use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "\
Example:
  raddle bench bench/suites/counts.toml --filter fib --reduction optimal
  raddle bench bench/suites/cost.toml --count --peer nidhugg=/opt/nidhugg/bin/nidhuggc
  raddle bench bench/suites/figure8.toml --plot fib.svg
  raddle bench bench/suites/peephole.toml --filter philosophers --scheduler none,full

Columns: `published` is what somebody else has counted, for comparison only; `ex` is short for execution; `further` is instructions for each execution more than in the size above it. \
A suite of the engine `ordering` ends with averages for each way of deciding orders, one of `peephole` with its schedulers side by side, one of `cegar` with what reductions and cones save its abstractions, one of `auto` with its engines side by side. Times are of the whole process, preprocessor included. CONTRIBUTING.md says what a suite file looks like.

Exit codes: 0 all as expected, 10 a count or verdict is wrong, 5 something did not end in time or nothing was run, \
1 usage, 2 the suite is not readable.")]
pub struct BenchArguments {
    /// The suite file (.toml)
    pub suite: PathBuf,

    /// Only these reductions of the suite, ways of deciding orders, schedulers, abstractions, or engines
    #[arg(long, visible_aliases = ["ordering", "scheduler", "abstraction", "engine"], value_delimiter = ',', value_name = "NAMES")]
    pub reduction: Vec<String>,

    /// Only programs with this in their names
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Give up a run after this time, instead of what the suite says: 60s, 5min
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// Count instructions in a second run, with perf or valgrind
    #[arg(long)]
    pub count: bool,

    /// Run another checker on the same programs, as the suite describes it; can be repeated
    #[arg(long, value_parser = name_and_path, value_name = "NAME=PATH")]
    pub peer: Vec<(String, String)>,

    /// Keep the rows in this file, instead of a new one with the date in `results`
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Keep the rows nowhere
    #[arg(long, conflicts_with = "csv")]
    pub no_csv: bool,

    /// Draw executions and time over the size into this file; for the engine `peephole` time and conflicts over the
    /// depth, for `cegar` time and actions over the size
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

fn name_and_path(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), path.to_owned())),
        _ => Err("a peer is given as NAME=PATH".to_owned()),
    }
}
