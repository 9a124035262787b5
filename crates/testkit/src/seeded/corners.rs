//! Programs for what random ones hardly ever do.

use crate::agree::agree;
use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::oracle::Options;
use ir::{Program, Update};

/// The programs, to be counted from 1.
const PROGRAMS: [fn() -> Program; 4] = [two_join_one, detached_or_joined, maybe_detached, choice_beside_races];

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

/// Whether somebody has detached a thread shows only when another one joins it.
fn maybe_detached() -> Program {
    let maybe_detach = |f: &mut FunctionBuilder| {
        let chosen = f.choose(32, 0, 1);
        f.if_then(chosen.is(1), |f| f.detach(f.parameter(0)));
        f.ret(0);
    };
    with_handle(maybe_detach, join)
}

/// A choice that has nothing to do with the others is made after a race of theirs: what is planned because of that race has one
/// of the values in it, and the race counts again with the other one.
fn choice_beside_races() -> Program {
    let mut program = ProgramBuilder::new();
    let (x, y) = (program.int("x", 32), program.int("y", 32));
    let looks = program.thread("looks", |f| {
        f.load(y);
        f.ret(0);
    });
    let changes = program.thread("changes", |f| {
        f.store(x, 0);
        f.update(y, Update::Or, 0);
        f.ret(0);
    });
    program.main(|f| {
        f.spawn(looks);
        f.spawn(changes);
        f.store(x, 0);
        f.choose(32, 0, 1);
    });
    program.build()
}
