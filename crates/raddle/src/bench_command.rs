//! `raddle bench`: a suite, or a collection of suites by its name.

use crate::arguments::{BenchArguments, Collection, JobsArguments, PapersArguments, PeersArguments};
use crate::{complain, complain_about_input, interrupt, say};
use raddle::bench::jobs::{self, JobsOptions};
use raddle::bench::papers::{self, Effort, PapersOptions};
use raddle::bench::peers::{self, PeersOptions};
use raddle::bench::{self, BenchOptions, Results, suite};
use raddle::exit;
use std::path::PathBuf;

/// What each worker is held to, of what it would gain if working together cost nothing.
const USUAL_GAIN: f64 = 0.85;

/// Runs a suite, or a collection of them; the exit code that belongs to the outcome.
pub fn run(arguments: BenchArguments) -> u8 {
    let binary = match std::env::current_exe() {
        Ok(binary) => binary,
        Err(error) => {
            complain(&format!("error: the path of this program is not known: {error}\n"));
            return exit::USAGE;
        }
    };
    match arguments.collection {
        Some(Collection::Papers(arguments)) => run_papers(arguments, binary),
        Some(Collection::Peers(arguments)) => run_peers(arguments, binary),
        Some(Collection::Jobs(arguments)) => run_jobs(arguments, binary),
        None => run_suite(arguments, binary),
    }
}

fn run_papers(arguments: PapersArguments, binary: PathBuf) -> u8 {
    let book = match papers::book::load(&arguments.book) {
        Ok(book) => book,
        Err(error) => return complain_about_input(error),
    };
    let effort = match arguments {
        _ if arguments.no_run => Effort::Nothing,
        _ if arguments.quick => Effort::Quick,
        _ => Effort::Everything,
    };
    let PapersArguments { only, missing, output, .. } = arguments;
    let options = PapersOptions { binary, only, effort, missing, output, interrupt: interrupt() };
    match papers::run(&book, &options, &mut say) {
        Ok(outcome) => outcome.exit_code(),
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
    }
}

fn run_peers(arguments: PeersArguments, binary: PathBuf) -> u8 {
    let suite = match suite::load(&arguments.suite) {
        Ok(suite) => suite,
        Err(error) => return complain_about_input(error),
    };
    let Some(callers) = &suite.callers else {
        complain(&format!("error: {} does not say how peers are called\n", arguments.suite.display()));
        return exit::INPUT;
    };
    let callers = match peers::callers::load(callers) {
        Ok(callers) => callers,
        Err(error) => return complain_about_input(error),
    };
    let PeersArguments { peer, filter, timeout, runs, count, record, no_record, .. } = arguments;
    let record = (!no_record).then_some(record);
    let options = PeersOptions { binary, peers: peer, filter, timeout, runs, count, record, interrupt: interrupt() };
    match peers::run(&suite, &callers, &options, &mut say) {
        Ok(outcome) => outcome.exit_code(),
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
    }
}

fn run_jobs(arguments: JobsArguments, binary: PathBuf) -> u8 {
    let suite = match suite::load(&arguments.suite) {
        Ok(suite) => suite,
        Err(error) => return complain_about_input(error),
    };
    let JobsArguments { jobs, runs, spend, least, many, reduction, filter, timeout, no_csv, .. } = arguments;
    let options = JobsOptions {
        binary,
        jobs,
        runs,
        spend,
        least: least.unwrap_or(f64::from(jobs) * USUAL_GAIN),
        many,
        reductions: reduction,
        filter,
        timeout,
        keep: !no_csv,
        interrupt: interrupt(),
    };
    match jobs::run(&suite, &options, &mut say) {
        Ok(outcome) => outcome.exit_code(),
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
    }
}

fn run_suite(arguments: BenchArguments, binary: PathBuf) -> u8 {
    // The parser asks for one where there is no collection.
    let suite = match suite::load(&arguments.suite.unwrap_or_default()) {
        Ok(suite) => suite,
        Err(error) => return complain_about_input(error),
    };
    let results = match arguments.csv {
        Some(file) => Results::File(file),
        None if arguments.no_csv => Results::Nowhere,
        None => Results::Dated,
    };
    let options = BenchOptions {
        binary,
        timeout: arguments.timeout,
        reductions: arguments.reduction,
        filter: arguments.filter,
        peers: arguments.peer,
        count: arguments.count,
        results,
        plot: arguments.plot,
        interrupt: interrupt(),
    };
    match bench::run(&suite, &options, &mut say) {
        Ok(summary) => summary.exit_code(),
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit::USAGE
        }
    }
}
