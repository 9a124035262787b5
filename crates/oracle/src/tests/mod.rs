//! Small programs whose answers are known by hand.

mod classes;
mod dependence;
mod ends;
mod faults;
mod interleavings;
mod library;
mod races;
mod schedules;
mod sections;

use super::{End, FaultKind, Options, Report, explore};
use crate::build::{FunctionBuilder, ProgramBuilder, Var};
use ir::Program;
use std::collections::BTreeSet;

fn run(program: &Program) -> Report {
    let report = explore(program, &Options::default());
    assert!(!report.incomplete, "the test programs are small");
    report
}

/// A program of one thread.
fn alone<R>(body: impl FnOnce(&mut FunctionBuilder) -> R) -> Program {
    let mut program = ProgramBuilder::new();
    program.main(|f| {
        body(f);
    });
    program.build()
}

/// The values that an integer global can have in the end.
fn last_values(report: &Report, var: Var) -> BTreeSet<u64> {
    let ir::Base::Global(global) = var.base else { panic!("not a global") };
    let value = |bytes: &Vec<u8>| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
    report.finals.iter().map(|it| value(&it.globals[global.index()])).collect()
}

/// The ways in which a thread can end.
fn ends(report: &Report, path: &[u32]) -> BTreeSet<Option<End>> {
    report.finals.iter().map(|it| it.threads.get(path).copied()).collect()
}

/// The results of the threads that the first thread spawned, in all final states.
fn results(report: &Report) -> BTreeSet<Vec<End>> {
    let children = |path: &&Vec<u32>| path.len() == 1;
    report.finals.iter().map(|it| it.threads.keys().filter(children).map(|path| it.threads[path]).collect()).collect()
}

fn violations(report: &Report) -> Vec<FaultKind> {
    report.violations.iter().copied().collect()
}
