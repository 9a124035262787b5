//! Programs in which memory is used again: what an exploration shows, which does that only where addresses are compared, is what
//! brute force shows, which does it at each allocation.
//!
//! Where a program accesses freed memory, that is the mistake, and what would follow if the memory were in use again is left
//! out: then violations of the machine are some of the oracle's.

use crate::agree::{Agreement, check_verdicts, most_events, properties, run, same, same_ends};
use crate::oracle::{self, FaultKind};
use explore::Reduction;
use ir::Program;
use std::collections::BTreeSet;

/// Reductions that run executions.
const REDUCTIONS: [Reduction; 6] = [
    Reduction::Optimal,
    Reduction::Observers,
    Reduction::Source,
    Reduction::Naive,
    Reduction::Context(explore::Contextual::ALL[0]),
    Reduction::State,
];

/// Programs with more interleavings are not compared.
const MOST_PATHS: u128 = 20_000;
const MOST_RACE_PATHS: usize = 3_000;

/// What was compared.
pub struct Compared {
    /// How much of it.
    pub agreement: Agreement,
    /// Whether the program shows something that it does not show if no memory is used again.
    pub shows: bool,
}

/// What is checked in the program of a seed.
pub fn options(seed: u64) -> oracle::Options {
    oracle::Options { state_limit: 20_000, check_overflow: seed % 8 != 6, ..oracle::Options::default() }
}

/// Compares oracle and machine.
pub fn agree(program: &Program, options: &oracle::Options) -> Result<Compared, String> {
    let options = &oracle::Options { uses_memory_again: true, ..*options };
    let report = oracle::explore(program, options);
    if report.incomplete || report.paths > MOST_PATHS {
        return Ok(Compared { agreement: Agreement::TooLarge, shows: false });
    }
    let without = oracle::explore(program, &oracle::Options { uses_memory_again: false, ..*options });
    let shows = (&without.finals, &without.violations) != (&report.finals, &report.violations);
    let properties = properties(options);
    let code = vm::compile(program, properties);
    let stale = |it: &BTreeSet<FaultKind>| {
        it.iter().any(|it| matches!(it, FaultKind::UseAfterFree | FaultKind::DoubleFree | FaultKind::InvalidFree))
    };
    let is_stale = stale(&report.violations);
    let mut race = oracle::has_race(program, options, MOST_RACE_PATHS);
    for (reduction, remember) in REDUCTIONS.map(|it| (it, false)).into_iter().chain([(Reduction::Naive, true)]) {
        let (seen, exploration) = run(program, &code, reduction, remember, most_events(report.paths));
        let complain = |it: String| format!("{reduction}{}: {it}", if remember { ", remembering" } else { "" });
        if exploration.limit.is_some() {
            return Err(complain("no end".to_owned()));
        }
        if is_stale {
            if !stale(&seen.violations) || !seen.violations.is_subset(&report.violations) {
                let told = format!("violations {:?}, the oracle has {:?}", seen.violations, report.violations);
                return Err(complain(told));
            }
            continue;
        }
        let is_whole = !matches!(reduction, Reduction::Observers);
        if is_whole { same(&seen, &report) } else { same_ends(&seen, &report) }.map_err(complain)?;
        if !remember {
            check_verdicts(program, &code, properties, reduction, &report, &mut race)?;
        }
    }
    Ok(Compared { agreement: Agreement::Full(report.paths), shows })
}
