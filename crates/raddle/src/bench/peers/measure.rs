//! Runs Raddle and its peers on one program, each with the same limits.

use super::callers::{Answer, Reply};
use super::compare::{Ratios, Run, difference};
use super::{Beside, Peer, PeersOptions, Task};
use crate::bench::case::{Against, Case};
use crate::bench::checking;
use crate::bench::count::Counter;
use crate::bench::judge::{failed, judged};
use crate::bench::peer::Values;
use crate::bench::process::{self, Ended, Finished};
use crate::bench::row::{Mark, Row};
use std::process::Command;
use std::time::Duration;

/// A counted run may take so many times as long as another one.
const PATIENCE: u32 = 4;

/// How every program is run.
pub struct Measure<'a> {
    pub options: &'a PeersOptions,
    pub peers: &'a [Peer<'a>],
    pub counter: Option<Counter>,
    pub timeout: Duration,
    /// Bytes.
    pub memory: Option<u64>,
}

impl Measure<'_> {
    /// Runs Raddle, then the peers that the suite names for this program and that are given.
    pub fn task(&self, case: Case) -> Task {
        let mut limited = case.clone();
        limited.options.extend(self.memory.map(|it| format!("--memory={it}")));
        let start = || checking(Command::new(&self.options.binary), &limited);
        let (row, mut ours) = match self.least(start) {
            Ok(finished) => {
                let row = judged(case, &finished);
                let run = run_of(reply(&row), &finished);
                (row, run)
            }
            Err(error) => {
                let row = failed(case, format!("it cannot be started: {error}"));
                let run = not_started(reply(&row));
                (row, run)
            }
        };
        let Row { case, mark, verdict, mut notes, .. } = row;
        let binary = self.options.binary.display().to_string();
        notes.extend(self.count(&mut ours, |counter| checking(counter.command_with_children(&binary), &limited)));
        let verdict = verdict.unwrap_or_else(|| ours.reply.answer.name().to_owned());
        let mut task = Task { case, ours, verdict, mark, notes, peers: Vec::new() };
        for peer in self.peers {
            if let Some(against) = task.case.against.iter().find(|it| it.peer == peer.name) {
                task.peers.push(self.beside(peer, against, &task));
            }
        }
        task
    }

    fn beside(&self, peer: &Peer<'_>, against: &Against, task: &Task) -> Beside {
        let program = task.case.path.display().to_string();
        let values = Values { path: peer.path, program: &program, flags: &task.case.flags, options: &against.options };
        let words = peer.caller.command(values);
        let mut run = match self.least(|| limited(&words, self.memory)) {
            Ok(finished) => run_of(peer.caller.reply(&finished), &finished),
            Err(error) => {
                let reason = Some(format!("it cannot be started: {error}"));
                not_started(Reply { answer: Answer::Crashed, executions: None, blocked: None, reason })
            }
        };
        let counted = |counter: Counter| {
            // What has kept to the memory once does so again, and some counters need much of their own.
            let mut command = counter.command_with_children(words.first().map_or("", String::as_str));
            command.args(words.iter().skip(1));
            command
        };
        let notes = self.count(&mut run, counted).into_iter().collect();
        Beside {
            peer: peer.name.to_owned(),
            options: against.options.clone(),
            ratios: Ratios::of(&run, &task.ours),
            is_compared: run.reply.answer.is_verdict() && task.ours.reply.answer.is_verdict(),
            difference: difference(&run.reply, &task.ours.reply),
            because: against.because.clone(),
            run,
            notes,
        }
    }

    /// The run with the least time of the processor of several. What does not end is not tried again.
    fn least(&self, start: impl Fn() -> Command) -> std::io::Result<Finished> {
        let again = || process::run(start(), self.timeout, &self.options.interrupt);
        let mut least = again()?;
        for _ in 1..self.options.runs {
            if least.ended != Ended::Itself {
                break;
            }
            let next = again()?;
            if next.ended != Ended::Itself || next.cpu_seconds < least.cpu_seconds {
                least = next;
            }
        }
        Ok(least)
    }

    /// Counts the instructions of what has given a verdict, in a run of its own; a remark if that cannot be done.
    fn count(&self, run: &mut Run, command: impl Fn(Counter) -> Command) -> Option<String> {
        let counter = self.counter.filter(|_| run.reply.answer.is_verdict())?;
        let limit = self.timeout.saturating_mul(PATIENCE);
        if run.seconds * f64::from(counter.slowdown()) > limit.as_secs_f64() {
            return Some("its instructions are not counted, which would take too long".to_owned());
        }
        let counted = process::run(command(counter), limit, &self.options.interrupt).ok();
        run.instructions = counted.filter(|it| it.ended == Ended::Itself).and_then(|it| counter.instructions(&it));
        run.instructions.is_none().then(|| "its instructions could not be counted".to_owned())
    }
}

/// A command that may take so much memory. A peer need not have an option for that, but every shell has.
fn limited(words: &[String], memory: Option<u64>) -> Command {
    let (program, arguments) = words.split_first().map_or(("", words), |(program, rest)| (program.as_str(), rest));
    let mut command;
    match memory.filter(|_| cfg!(unix)) {
        None => command = Command::new(program),
        Some(bytes) => {
            command = Command::new("sh");
            let kilobytes = (bytes / 1024).to_string();
            command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &kilobytes, program]);
        }
    }
    command.args(arguments);
    command
}

/// What we have said, in the terms in which peers are compared.
fn reply(row: &Row) -> Reply {
    let verdict = row.verdict.as_deref().unwrap_or_default();
    let answer = match row.mark {
        Mark::Timeout => Answer::TimedOut,
        _ if verdict == "TRUE" => Answer::Safe,
        _ if verdict.starts_with("FALSE") => Answer::Violated,
        _ if verdict.is_empty() => Answer::Crashed,
        // Among them what holds up to a bound only.
        _ => Answer::Undecided,
    };
    let blocked = row.executions.map(|_| row.redundant.unwrap_or(0) + row.stuck.unwrap_or(0));
    Reply { answer, executions: row.executions, blocked, reason: None }
}

fn run_of(reply: Reply, finished: &Finished) -> Run {
    let Finished { seconds, cpu_seconds, peak_kilobytes, .. } = *finished;
    Run { reply, cpu_seconds, seconds, peak_kilobytes, instructions: None }
}

fn not_started(reply: Reply) -> Run {
    Run { reply, cpu_seconds: None, seconds: 0.0, peak_kilobytes: None, instructions: None }
}
