//! Counting the instructions of a run, with whichever tool is there and works.
//!
//! `perf` hardly slows a run down but needs a counter that containers and virtual machines often hide; cachegrind works
//! everywhere. Both count the process itself in user mode, not the preprocessor that it starts.

use super::process::{self, Finished};
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A tool that counts instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// `perf stat`.
    Perf,
    /// `valgrind --tool=cachegrind`.
    Cachegrind,
}

impl Counter {
    /// The first tool that counts a trial run of the binary.
    pub fn find(binary: &Path, interrupt: &AtomicBool) -> Option<Counter> {
        [Counter::Perf, Counter::Cachegrind].into_iter().find(|it| {
            let mut command = it.command(binary);
            command.arg("--version");
            let trial = process::run(command, Duration::from_secs(60), interrupt);
            trial.is_ok_and(|trial| it.instructions(&trial).is_some())
        })
    }

    /// A command that runs the binary and counts; its arguments are to follow.
    pub fn command(self, binary: &Path) -> Command {
        let [program, options @ ..] = self.words() else { unreachable!("every tool has a name") };
        let mut command = Command::new(program);
        command.args(options).arg(binary);
        command
    }

    /// The same for a program and all that it starts.
    pub fn command_with_children(self, program: &str) -> Command {
        let mut command = Command::new(self.words()[0]);
        match self {
            Counter::Perf => command.args(self.words()[1..].iter().filter(|it| **it != "--no-inherit")),
            Counter::Cachegrind => command.args(&self.words()[1..]).arg("--trace-children=yes"),
        };
        command.arg(program);
        command
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Counter::Perf => &["perf", "stat", "--no-inherit", "-x,", "-e", "instructions:u", "--"],
            Counter::Cachegrind => {
                &["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
            }
        }
    }

    /// The number of instructions that a counted run took.
    pub fn instructions(self, run: &Finished) -> Option<u64> {
        match self {
            Counter::Perf => perf_total(&run.stderr),
            Counter::Cachegrind => cachegrind_total(&run.stderr),
        }
    }

    /// How much longer a counted run may take.
    pub fn slowdown(self) -> u32 {
        match self {
            Counter::Perf => 2,
            Counter::Cachegrind => 50,
        }
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" "))
    }
}

/// Lines like `1234,,instructions:u,...`; there is one per kind of core, and those that were never used are not numbers.
fn perf_total(report: &str) -> Option<u64> {
    let counts = report.lines().filter(|it| it.contains("instructions"));
    counts.filter_map(|it| it.split(',').next()?.parse::<u64>().ok()).reduce(|one, other| one + other)
}

/// Lines like `==42== I   refs:      1,234`, or `I refs:` in other versions; there is one for each process that is looked at.
fn cachegrind_total(report: &str) -> Option<u64> {
    let total = |line: &str| {
        let (name, value) = line.strip_prefix("==")?.split_once(" refs:")?;
        (name.split_whitespace().last() == Some("I")).then_some(())?;
        value.trim().replace(',', "").parse::<u64>().ok()
    };
    report.lines().filter_map(total).reduce(|one, other| one + other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_perf_prints() {
        assert_eq!(perf_total("1700,,instructions:u,900,100.00,,\n"), Some(1700));
        let hybrid = "10,,cpu_core/instructions:u/,9,50.0,,\n<not counted>,,cpu_atom/instructions:u/,0,0.0,,\n";
        assert_eq!(perf_total(hybrid), Some(10));
        assert_eq!(perf_total("<not supported>,,instructions:u,0,100.00,,\n"), None);
    }

    #[test]
    fn what_cachegrind_prints() {
        assert_eq!(cachegrind_total("==7== Command: x\n==7== I   refs:      1,234,567\n"), Some(1_234_567));
        assert_eq!(cachegrind_total("==7== I refs:        12\n"), Some(12));
        assert_eq!(cachegrind_total("==7== I refs:  12\n==8== D refs:  5\n==8== I refs:  1,000\n"), Some(1012));
        assert_eq!(cachegrind_total("==7== \n"), None);
    }
}
