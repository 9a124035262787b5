//! Data races by the definition.

use super::super::has_race;
use super::*;
use crate::build::FunctionBuilder;
use ir::{Operation, Order, Update};

/// Whether two threads race.
fn race(one: impl FnOnce(&mut FunctionBuilder, Var, Var), two: impl FnOnce(&mut FunctionBuilder, Var, Var)) -> bool {
    let mut program = ProgramBuilder::new();
    let (data, flag) = (program.int("data", 32), program.int("flag", 32));
    let one = program.thread("one", |f| one(f, data, flag));
    let two = program.thread("two", |f| two(f, data, flag));
    has_race(&program.fork(&[one, two]), &Options::default(), 1_000).expect("there are few interleavings")
}

fn plain(f: &mut FunctionBuilder, act: impl FnOnce(&mut FunctionBuilder)) {
    ordered(f, Order::NonAtomic, act);
}

fn ordered(f: &mut FunctionBuilder, order: Order, act: impl FnOnce(&mut FunctionBuilder)) {
    let before = std::mem::replace(&mut f.order, order);
    act(f);
    f.order = before;
}

/// Reads the data if the flag is seen.
fn receive(f: &mut FunctionBuilder, data: Var, flag: Var, order: Order) {
    let before = std::mem::replace(&mut f.order, order);
    let seen = f.load(flag);
    f.order = Order::NonAtomic;
    f.if_then(seen.is_not(0), |f| {
        f.load(data);
    });
    f.order = before;
}

#[test]
fn plain_accesses_race_and_atomic_ones_do_not() {
    let store = |order| move |f: &mut FunctionBuilder, data, _| ordered(f, order, |f| f.store(data, 1));
    assert!(race(store(Order::NonAtomic), store(Order::NonAtomic)));
    assert!(race(store(Order::NonAtomic), store(Order::SequentiallyConsistent)));
    assert!(!race(store(Order::Relaxed), store(Order::Relaxed)));
}

#[test]
fn a_message_needs_orders_that_are_strong_enough() {
    let message = |sent: Order, seen: Order| {
        let send = |f: &mut FunctionBuilder, data, flag| {
            plain(f, |f| f.store(data, 1));
            ordered(f, sent, |f| f.store(flag, 1));
        };
        race(send, |f, data, flag| receive(f, data, flag, seen))
    };
    use Order::*;
    for (sent, seen) in [(Release, Acquire), (SequentiallyConsistent, Consume), (AcquireRelease, AcquireRelease)] {
        assert!(!message(sent, seen), "{sent:?} {seen:?}");
    }
    for (sent, seen) in [(Relaxed, Acquire), (Release, Relaxed), (Acquire, Release)] {
        assert!(message(sent, seen), "{sent:?} {seen:?}");
    }
}

#[test]
fn a_fence_or_an_update_passes_a_message_on() {
    let fenced = |order: Order| {
        let send = |f: &mut FunctionBuilder, data, flag| {
            plain(f, |f| f.store(data, 1));
            f.operation(Operation::Fence(order));
            ordered(f, Order::Relaxed, |f| {
                f.update(flag, Update::Add, 1);
            });
        };
        race(send, |f, data, flag| receive(f, data, flag, Order::Acquire))
    };
    assert!(!fenced(Order::Release) && fenced(Order::Acquire));
}

#[test]
fn sections_are_critical_sections_of_one_mutex() {
    let mut program = ProgramBuilder::new();
    let (data, here, there) = (program.int("data", 32), program.int("here", 32), program.int("there", 32));
    let one = program.thread("one", |f| {
        plain(f, |f| f.store(data, 1));
        f.atomic(|f| f.store(here, 1));
    });
    let two = program.thread("two", |f| {
        f.atomic(|f| f.store(there, 1));
        plain(f, |f| f.store(data, 2));
    });
    // They are in order only if the first section is the earlier one.
    assert_eq!(has_race(&program.fork(&[one, two]), &Options::default(), 1_000), Some(true));
    let inside = |f: &mut FunctionBuilder, data: Var, _| f.atomic(|f| plain(f, |f| f.store(data, 1)));
    assert!(!race(inside, inside));
    assert!(race(inside, |f, data, _| plain(f, |f| f.store(data, 1))));
}

#[test]
fn too_many_interleavings_are_not_looked_at() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let worker = |f: &mut FunctionBuilder| (0..3).for_each(|_| f.store(x, 1));
    let (one, two) = (program.thread("one", worker), program.thread("two", worker));
    let program = program.fork(&[one, two]);
    assert_eq!(has_race(&program, &Options::default(), 10), None);
    assert_eq!(has_race(&program, &Options::default(), 1_000), Some(false));
}
