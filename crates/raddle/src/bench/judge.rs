//! What a run means: its figures, and whether they are as expected.

use super::case::Case;
use super::contest::{self, Answered};
use super::engine::Engine;
use super::process::{Ended, Finished};
use super::row::{Mark, Row};
use super::solving::Solving;

/// The value of one line of the statistics.
pub fn stat(output: &str, name: &str) -> Option<u64> {
    line(output, name)?.parse().ok()
}

fn line<'a>(output: &'a str, name: &str) -> Option<&'a str> {
    output.lines().rev().find_map(|it| it.strip_prefix(name)?.strip_prefix(": "))
}

/// The names in the line `properties` of which is known whether they hold in all executions.
fn decided(line: &str) -> String {
    let parts = line.split("; ").map(|it| it.split_once(' ').unwrap_or((it, "")));
    parts.filter(|it| matches!(it.1, "" | "violated" | "holds" | "hold")).map(|it| it.0).collect::<Vec<_>>().join(",")
}

/// Compares a run with what was expected of it.
pub fn judged(case: Case, run: &Finished) -> Row {
    let verdict = line(&run.stdout, "VERDICT").map(str::to_owned);
    let executions = stat(&run.stdout, "executions");
    let engine = line(&run.stdout, "engine");
    let answered = engine
        .zip(line(&run.stdout, "properties"))
        .map(|(engine, properties)| Answered { engine: engine.to_owned(), properties: decided(properties) });
    let mut notes = Vec::new();
    // An abstraction need not be good enough for a program: that is a figure, and no mistake.
    let gives_up = match case.engine {
        Engine::Cegar => verdict.as_deref().is_some_and(is_given_up),
        // Nor need an engine be good for a program, or decide all that others do.
        Engine::Auto => contest::mark(&case, verdict.as_deref().unwrap_or_default(), answered.as_ref()) != Mark::Wrong,
        Engine::Explore | Engine::Ordering | Engine::Peephole => false,
    };
    if run.ended == Ended::Itself && !gives_up {
        notes.extend(differences(&case, executions, verdict.as_deref(), run));
    }
    let mark = match (run.ended, case.executions) {
        (Ended::TimedOut | Ended::Interrupted, _) => Mark::Timeout,
        (Ended::Itself, _) if gives_up && case.engine == Engine::Auto => {
            contest::mark(&case, verdict.as_deref().unwrap_or_default(), answered.as_ref())
        }
        (Ended::Itself, _) if gives_up => Mark::Unchecked,
        (Ended::Itself, _) if !notes.is_empty() => Mark::Wrong,
        // Solving counts no executions: the verdict is all that can be right.
        (Ended::Itself, None) if case.engine == Engine::Explore => Mark::Unchecked,
        (Ended::Itself, _) => Mark::Right,
    };
    let engine = engine.filter(|it| !case.engine.is_named(&case.reduction, it));
    notes.extend(engine.map(|it| format!("engine: {it}")));
    let figure = |name: &str| stat(&run.stdout, name);
    let (solving, refining) = match case.engine {
        Engine::Explore | Engine::Auto => (None, None),
        Engine::Ordering | Engine::Peephole => (Some(Solving::read(case.engine, figure)), None),
        Engine::Cegar => (None, crate::cegar::read(figure)),
    };
    Row {
        mark,
        verdict,
        executions,
        redundant: figure("redundant"),
        stuck: figure("stuck"),
        events: figure("events"),
        seconds: run.seconds,
        cpu_seconds: run.cpu_seconds,
        peak_kilobytes: run.peak_kilobytes,
        solving,
        refining,
        answered,
        notes,
        ..failed(case, String::new())
    }
}

/// Whether an engine has said why it does not know.
fn is_given_up(verdict: &str) -> bool {
    matches!(verdict, "UNKNOWN(abstraction)" | "UNKNOWN(unsupported)")
}

/// What is not as expected, one sentence each.
fn differences(case: &Case, executions: Option<u64>, verdict: Option<&str>, run: &Finished) -> Vec<String> {
    let mut differences = Vec::new();
    match (case.executions, executions) {
        (Some(expected), Some(got)) if expected != got => {
            differences.push(format!("WRONG: expected {expected} executions, got {got}"));
        }
        (Some(expected), None) => differences.push(format!("WRONG: expected {expected} executions, got no count")),
        _ => {}
    }
    if !verdict.is_some_and(|it| case.expects(it)) {
        let got = verdict.map_or_else(|| format!("none ({})", run.status), str::to_owned);
        let message = run.stderr.lines().find(|it| !it.is_empty()).unwrap_or_default();
        let message = if message.is_empty() { String::new() } else { format!(": {message}") };
        differences.push(format!("WRONG: expected the verdict {}, got {got}{message}", case.verdict));
    }
    if let (Some(most), Some(seconds)) = (case.most.cpu, run.cpu_seconds)
        && seconds > most.as_secs_f64()
    {
        differences.push(format!("WRONG: it took {seconds:.2} s of the processor, more than {} s", most.as_secs_f64()));
    }
    if let (Some(most), Some(kilobytes)) = (case.most.memory, run.peak_kilobytes)
        && kilobytes * 1024 > most
    {
        differences.push(format!("WRONG: it took {kilobytes} kB of memory, more than {} kB", most / 1024));
    }
    differences
}

/// A row for a run of which nothing is known.
pub fn failed(case: Case, message: String) -> Row {
    Row {
        case,
        mark: Mark::Wrong,
        verdict: None,
        executions: None,
        redundant: None,
        stuck: None,
        events: None,
        seconds: 0.0,
        cpu_seconds: None,
        peak_kilobytes: None,
        solving: None,
        refining: None,
        answered: None,
        instructions: None,
        marginal: None,
        peers: Vec::new(),
        notes: vec![message],
    }
}
