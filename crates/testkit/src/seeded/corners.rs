//! Programs for what random ones hardly ever do.

use crate::agree::agree;
use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::oracle::Options;
use ir::Program;

/// The programs, to be counted from 1.
const PROGRAMS: [fn() -> Program; 2] = [two_join_one, detached_or_joined];

/// How many there are.
pub const COUNT: u64 = PROGRAMS.len() as u64;

/// Compares one of them with brute force.
pub fn check(number: u64) -> Result<(), String> {
    agree(&PROGRAMS[number as usize - 1](), &Options::default()).map(|_| ())
}

/// Starts a thread, and lets two others do something with its handle.
fn with_handle(first: fn(&mut FunctionBuilder), second: fn(&mut FunctionBuilder)) -> Program {
    let mut program = ProgramBuilder::new();
    let short = program.thread("short", |f| f.ret(5));
    let others =
        [("first", first), ("second", second)].map(|(name, body)| program.function(name, &[64], Some(64), body));
    program.main(|f| {
        let handle = f.spawn(short);
        for other in others {
            f.spawn_with(other, handle);
        }
        f.thread_exit(0);
    });
    program.build()
}

fn join(f: &mut FunctionBuilder) {
    let result = f.join(f.parameter(0));
    f.ret(result);
}

fn detach(f: &mut FunctionBuilder) {
    f.detach(f.parameter(0));
    f.ret(1);
}

/// Only one of two can join a thread: it depends on who comes first.
fn two_join_one() -> Program {
    with_handle(join, join)
}

/// Who comes late makes a mistake.
fn detached_or_joined() -> Program {
    with_handle(join, detach)
}
