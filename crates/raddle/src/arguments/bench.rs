//! What `raddle bench` takes.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Example:
  raddle bench bench/suites/counts.toml --filter fib --reduction optimal
  raddle bench papers --only vc,thesis
  raddle bench peers --peer cbmc=cbmc
  raddle bench jobs --jobs 2
  raddle bench bench/suites/cost.toml --count --peer nidhugg=/opt/nidhugg/bin/nidhuggc
  raddle bench bench/suites/figure8.toml --plot fib.svg
  raddle bench bench/suites/peephole.toml --filter philosophers --scheduler none,full

Columns: `published` is what somebody else has counted, for comparison only; `ex` is short for execution; `further` is instructions for each execution more than in the size above it. \
A suite of the engine `ordering` ends with averages for each way of deciding orders, one of `peephole` with its schedulers side by side, one of `cegar` with what reductions and cones save its abstractions, one of `auto` with its engines side by side. Times are of the whole process, preprocessor included. CONTRIBUTING.md says what a suite file looks like.

Exit codes: 0 all as expected, 10 a count or verdict is wrong, 5 something did not end in time or nothing was run, \
1 usage, 2 the suite is not readable."
)]
pub struct BenchArguments {
    #[command(subcommand)]
    pub collection: Option<Collection>,

    /// The suite file (.toml)
    #[arg(required = true)]
    pub suite: Option<PathBuf>,

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

/// What takes more than one suite.
#[derive(Subcommand)]
pub enum Collection {
    /// Run what papers have published on our programs, and write pages with their figures beside ours
    Papers(PapersArguments),
    /// Run other checkers on the same programs, and say how many times as much as Raddle they take
    Peers(PeersArguments),
    /// Run explorations by one worker and by several, and say what that gains
    Jobs(JobsArguments),
}

#[derive(Args)]
#[command(after_help = "\
Example:
  raddle bench peers --peer cbmc=cbmc
  raddle bench peers --peer nidhugg=/opt/nidhugg/bin/nidhuggc --peer genmc=/opt/genmc/genmc --filter fib --runs 3
  raddle bench peers --peer nidhugg=nidhuggc --count --timeout 5s

Columns: `x exec`, `x cpu` and `x instr` are how many times as many executions, as much time of the processor and as many instructions as Raddle a peer takes, where both give the same answer. \
Times and instructions are of the process and all that it starts. The rows go to a new dated file in the folder of --record. Which peers can be called, and how, is in bench/peers.toml.

Exit codes: 0 all answers agree or differ for a reason that the suite gives (a peer without an answer is no error), 10 a count or verdict of Raddle is wrong, 5 an answer differs without a reason, or Raddle did not end in time, \
1 usage (no peer is given, or it cannot be started), 2 a file is not readable.")]
pub struct PeersArguments {
    /// The suite that says which peers are run on which programs
    #[arg(default_value = "bench/suites/peers.toml", value_name = "SUITE")]
    pub suite: PathBuf,

    /// Run this checker: nidhugg, genmc, cbmc or deagle; can be repeated
    #[arg(long, value_parser = name_and_path, value_name = "NAME=PATH")]
    pub peer: Vec<(String, String)>,

    /// Only programs with this in their names
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Give up a run after this time, instead of what the suite says: 60s, 5min
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// Run each so often, and take the run with the least time of the processor
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), value_name = "NUMBER")]
    pub runs: u32,

    /// Count instructions in another run, with perf or valgrind
    #[arg(long)]
    pub count: bool,

    /// The folder that gets a file with the rows; none is overwritten
    #[arg(long, default_value = "bench/record", value_name = "DIR")]
    pub record: PathBuf,

    /// Keep the rows nowhere
    #[arg(long, conflicts_with = "record")]
    pub no_record: bool,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  raddle bench jobs
  raddle bench jobs --jobs 4 --spend 60s --filter fib --reduction optimal,value

Columns: times are of whole processes, of each the least of its runs, and C programs are read beforehand; `gain` is that of one worker by that of several, `cpu` the time of the processor of several by that of one. \
Executions, redundant and stuck ones have to be the same in all runs (with `state` executions and stuck ones). The rows go to a new dated file in the folder `results`.

Exit codes: 0 all gain enough, 10 a count or verdict is wrong or differs, 5 something gains less or did not end in time, \
1 usage, 2 the suite is not readable.")]
pub struct JobsArguments {
    /// The suite that says what is explored, and by which reductions
    #[arg(default_value = "bench/suites/jobs.toml", value_name = "SUITE")]
    pub suite: PathBuf,

    /// How many workers are compared with one
    #[arg(long, short, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=1000), value_name = "NUMBER")]
    pub jobs: u32,

    /// Run each at least so often, in turns, and take the fastest of each
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100), value_name = "NUMBER")]
    pub runs: u32,

    /// Go on with a program for at least so long
    #[arg(long, default_value = "20s", value_parser = raddle::units::duration, value_name = "TIME")]
    pub spend: Duration,

    /// The gain that programs with many executions are held to [default: 0.85 for each worker]
    #[arg(long, value_parser = ratio, value_name = "RATIO")]
    pub least: Option<f64>,

    /// How many executions are many
    #[arg(long, default_value_t = 100_000, value_name = "NUMBER")]
    pub many: u64,

    /// Only these reductions of the suite
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub reduction: Vec<String>,

    /// Only programs with this in their names
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Give up a run after this time, instead of what the suite says: 60s, 5min
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// Keep the rows nowhere
    #[arg(long)]
    pub no_csv: bool,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  raddle bench papers
  raddle bench papers --only vc,thesis
  raddle bench papers --no-run

Figures of runs are kept in the folder `figures` below the pages. What is run replaces them; what is not run stays as it was. A line that differs from what is published, or is not run, needs a reason in its suite: CONTRIBUTING.md says where.

Exit codes: 0 all lines are as published, better, or explained, 10 a count or verdict is wrong, 5 something did not end in time, or a line has no reason, \
1 usage, 2 a file is not readable.")]
pub struct PapersArguments {
    /// The file that says which tables there are
    #[arg(default_value = "bench/papers.toml", value_name = "FILE")]
    pub book: PathBuf,

    /// Only run these papers
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub only: Vec<String>,

    /// Run a little of each table, in some seconds
    #[arg(long)]
    pub quick: bool,

    /// Run only what no figures are kept of: continues a run that was interrupted
    #[arg(long)]
    pub missing: bool,

    /// Run nothing, and write the pages from the figures that are kept
    #[arg(long, conflicts_with_all = ["quick", "missing"])]
    pub no_run: bool,

    /// Where pages and figures go
    #[arg(long, default_value = "docs/results", value_name = "DIR")]
    pub output: PathBuf,
}

fn name_and_path(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), path.to_owned())),
        _ => Err("a peer is given as NAME=PATH".to_owned()),
    }
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ratio) if f64::is_finite(ratio) && ratio > 0.0 => Ok(ratio),
        _ => Err("a ratio is a number above 0, like 1.7".to_owned()),
    }
}
