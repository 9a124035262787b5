//! Passes keep what programs do: brute force finds the same before and after them, and a bound on loops is the bound that was
//! asked for.

use crate::build::ProgramBuilder;
use crate::oracle::{self, Options, Report};
use ir::passes::{bound_loops, mark_escaping, promote_slots, simplify};
use ir::{Binary, Bytes, Expr, Operation, Order, Program, Width};

/// The passes of every engine.
pub fn prepare(program: &mut Program) {
    simplify(program);
    mark_escaping(program);
    promote_slots(program);
    simplify(program);
}

/// What both know.
fn same(before: &Report, after: &Report) -> Result<(), String> {
    if before.violations != after.violations {
        return Err(format!("violations {:?} before, {:?} after", before.violations, after.violations));
    }
    if before.deadlock != after.deadlock {
        return Err(format!("deadlock: {} before, {} after", before.deadlock, after.deadlock));
    }
    if before.finals != after.finals {
        return Err("other final states".to_owned());
    }
    Ok(())
}

/// Compares a program with what passes make of it; says nothing about one that is too large.
pub fn agree(program: &Program, passes: fn(&mut Program), options: &Options) -> Result<(), String> {
    let before = oracle::explore(program, options);
    let mut prepared = program.clone();
    passes(&mut prepared);
    if let Err(violations) = ir::validate::validate(&prepared) {
        return Err(format!("not a program: {}", violations[0]));
    }
    let after = oracle::explore(&prepared, options);
    if before.incomplete || after.incomplete { Ok(()) } else { same(&before, &after) }
}

/// A thread with a local, as front ends make them: opened, closed, and visible to all. Its address gets to another thread in
/// some way or in none, which uses it then; and a branch that decides nothing looks at it, which may go wrong.
pub fn local(seed: u64) -> Program {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (is_stored, is_passed, is_joined) = (rng.bool(), rng.bool(), rng.bool());
    let (divides, closes, first) = (rng.bool(), rng.bool(), rng.i64(0..3));
    let mut builder = ProgramBuilder::new();
    let shared = builder.pointer("shared", None);
    let other = builder.function("other", &[64], Some(64), |f| {
        let given = f.parameter(0);
        let found = f.load(shared);
        for address in [given, found] {
            f.if_then(address.is_not(0), |f| {
                let old = f.load_at(address.expr(), 32);
                f.store_at(address.expr(), 32, old.plus(1));
            });
        }
    });
    builder.main(|f| {
        let local = f.slot("local", 32, true);
        f.open(local);
        let (size, order) = (Bytes(4), Order::NonAtomic);
        let value = Expr::constant(Width(32), first as u64);
        f.operation(Operation::Store { address: local.at(), value, size, order });
        if is_stored {
            f.store(shared, local.at());
        }
        let thread = if is_passed { f.spawn_with(other, local.at()) } else { f.spawn_with(other, 0) };
        if is_joined {
            f.join(thread);
        }
        let seen = f.fresh(32);
        f.operation(Operation::Load { dest: seen.id, address: local.at(), size, order });
        if divides {
            let quotient = Expr::binary(Binary::DivideUnsigned, Expr::constant(Width(32), 6), seen.expr());
            f.if_then(Expr::binary(Binary::Equal, quotient, Expr::constant(Width(32), 3)), |_| {});
        }
        f.assert(seen.is_not(2), "looks");
        if closes {
            f.close(local);
        }
    });
    builder.build()
}

/// A loop of so many rounds with an assertion behind it that fails: with a bound it does so if and only if the bound is large
/// enough, and is cut off otherwise.
pub fn bounds(rounds: u32, bound: u32) -> Result<(), String> {
    let mut builder = ProgramBuilder::new();
    let x = builder.int("x", 32);
    builder.main(|f| {
        let index = f.register("index", 32);
        f.assign(index, 0);
        f.repeat_while(index.is_not(i64::from(rounds)), |f| {
            f.store(x, index.expr());
            f.assign(index, index.plus(1));
        });
        f.assert(index.is(-1), "behind the loop");
    });
    let mut program = builder.build();
    bound_loops(&mut program, bound);
    let report = oracle::explore(&program, &Options::default());
    let (fails, is_cut) = (!report.violations.is_empty(), report.is_cut);
    if (fails, is_cut) == (rounds <= bound, rounds > bound) {
        return Ok(());
    }
    Err(format!("{rounds} rounds within {bound}: the end is reached: {fails}, it is cut off: {is_cut}"))
}
