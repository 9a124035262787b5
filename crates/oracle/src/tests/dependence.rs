//! What each operation touches, seen in the number of classes of programs that consist of little else.

use super::super::commutation;
use super::classes::{Body, count, count_with, reader, traces, with_x, writer};
use super::*;
use ir::{DataModel, Expr, FunctionId, Init, Operation, Shape, Stop, Update};

/// A function that can be spawned with an argument, which its body gets.
fn thread_with(program: &mut ProgramBuilder, name: &str, body: impl FnOnce(&mut FunctionBuilder)) -> FunctionId {
    let bits = program.model().pointer_bits();
    program.function(name, &[bits], Some(bits), body)
}

#[test]
fn choices_are_events_of_their_own_but_have_no_order() {
    let two: Body = |f, _| {
        f.choose(8, 0, 1);
        f.fence();
    };
    let three: Body = |f, _| {
        f.choose(8, 0, 2);
    };
    assert_eq!(traces(&with_x(&[two, three])), 6);
}

#[test]
fn a_trylock_that_fails_only_reads() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let worker = program.thread("worker", |f| {
        f.trylock(m);
    });
    // One of them is first; the others have no order.
    assert_eq!(traces(&program.clone().fork(&[worker; 2])), 2);
    assert_eq!(traces(&program.clone().fork(&[worker; 3])), 3);
    assert_eq!(traces(&program.fork(&[worker; 4])), 4);
}

#[test]
fn a_compare_exchange_that_fails_only_reads() {
    let from_zero: Body = |f, x| {
        f.compare_exchange(x, 0, 1);
    };
    let from_one: Body = |f, x| {
        f.compare_exchange(x, 1, 2);
    };
    assert_eq!(traces(&with_x(&[from_zero; 3])), 3);
    // From one first: it fails, then a success. Else both succeed.
    assert_eq!(traces(&with_x(&[from_zero, from_one])), 2);
    assert_eq!(traces(&with_x(&[from_one; 3])), 1);
}

#[test]
fn the_second_unlock_and_the_destroy_of_a_held_mutex_only_read() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let unlocks = program.thread("unlocks", |f| f.unlock(m));
    let destroys = program.thread("destroys", |f| f.operation(Operation::DestroyMutex(m.at())));
    let inits = program.thread("inits", |f| f.init_mutex(m, ir::MutexKind::Normal));
    let locks = program.thread("locks", |f| f.lock(m));
    assert_eq!(traces(&program.clone().fork(&[unlocks, unlocks])), 1);
    assert_eq!(traces(&program.clone().fork(&[unlocks, locks])), 2);
    assert_eq!(traces(&program.clone().fork(&[destroys, unlocks])), 2);
    // A mutex that is made or destroyed is no plain store.
    assert_eq!(traces(&program.clone().fork(&[destroys, inits])), 2);
    // Locked first: both destroys fail and have no order. Else one destroy is first, and the lock and the other one fail.
    assert_eq!(traces(&program.fork(&[destroys, destroys, locks])), 1 + 2);
}

#[test]
fn two_joins_of_one_thread_are_ordered() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let worker = program.thread("worker", |f| f.store(x, 1));
    let joiner = thread_with(&mut program, "joiner", |f| {
        f.join(f.parameter(0));
    });
    program.main(|f| {
        let handle = f.spawn(worker);
        f.spawn_with(joiner, handle);
        f.spawn_with(joiner, handle);
    });
    assert_eq!(traces(&program.build()), 2);
}

#[test]
fn a_join_ends_the_thread_local_objects() {
    let mut program = ProgramBuilder::new();
    let (mine, shown) = (program.int("mine", 32), program.pointer("shown", None));
    program.make_thread_local(mine);
    let worker = program.thread("worker", |f| f.store(shown, mine.at()));
    let looker = program.thread("looker", |f| {
        let address = f.load(shown);
        f.load_at(address.expr(), 32);
    });
    program.main(|f| {
        let handle = f.spawn(worker);
        f.spawn(looker);
        f.join(handle);
    });
    // The looker sees null, or the object before or after its end.
    assert_eq!(traces(&program.build()), 3);
}

#[test]
fn a_free_writes_the_whole_object_and_a_second_one_reads_it() {
    let mut program = ProgramBuilder::new();
    let frees = thread_with(&mut program, "frees", |f| f.free(f.parameter(0)));
    let reads = thread_with(&mut program, "reads", |f| {
        f.load_at(f.parameter(0).plus(4), 32);
    });
    let misses = thread_with(&mut program, "misses", |f| {
        f.load_at(f.parameter(0).plus(9), 32);
    });
    let forked = |threads: &[FunctionId]| {
        let mut program = program.clone();
        program.main(|f| {
            let object = f.allocate(8);
            for &thread in threads {
                f.spawn_with(thread, object);
            }
        });
        traces(&program.build())
    };
    assert_eq!(forked(&[frees, frees]), 2);
    assert_eq!(forked(&[frees, frees, frees]), 3);
    assert_eq!(forked(&[frees, reads]), 2);
    assert_eq!(forked(&[frees, misses]), 2);
    assert_eq!(forked(&[reads, misses]), 1);
    assert_eq!(forked(&[frees, reads, misses]), 4);
}

#[test]
fn a_reallocation_ends_the_old_object_unless_it_is_too_large() {
    let forked = |size: i64| {
        let mut program = ProgramBuilder::with_model(DataModel::Ilp32);
        let changes = thread_with(&mut program, "changes", |f| {
            f.reallocate(f.parameter(0), size);
        });
        let reads = thread_with(&mut program, "reads", |f| {
            f.load_at(f.parameter(0).expr(), 32);
        });
        program.main(|f| {
            let object = f.allocate(8);
            f.spawn_with(changes, object);
            f.spawn_with(reads, object);
        });
        traces(&program.build())
    };
    assert_eq!(forked(16), 2);
    assert_eq!(forked(1 << 30), 1);
}

#[test]
fn closing_a_slot_is_a_write_of_it() {
    let mut program = ProgramBuilder::new();
    let reads = thread_with(&mut program, "reads", |f| {
        f.load_at(f.parameter(0).expr(), 16);
    });
    program.main(|f| {
        let slot = f.slot("slot", 32, true);
        f.open(slot);
        f.spawn_with(reads, slot.at());
        f.close(slot);
    });
    assert_eq!(traces(&program.build()), 2);
}

#[test]
fn an_access_that_fails_reads_the_object() {
    let mut program = ProgramBuilder::new();
    let constant = program.int("constant", 32);
    let table = program.array("table", 8, 8);
    program.make_constant(constant);
    let forbidden = program.thread("forbidden", |f| f.store(constant, 1));
    let misaligned = program.thread("misaligned", |f| f.store_at(table.offset(1), 32, 1));
    let outside = program.thread("outside", |f| f.store_at(table.offset(8), 32, 1));
    let null = program.thread("null", |f| f.store_at(Expr::constant(ir::Width(64), 0), 32, 1));
    let stores = program.thread("stores", |f| f.store_at(table.offset(6), 8, 1));
    let count = |threads: &[FunctionId]| traces(&program.clone().fork(threads));
    assert_eq!(count(&[forbidden, forbidden]), 1);
    assert_eq!(count(&[misaligned, outside]), 1);
    assert_eq!(count(&[null, null]), 1);
    assert_eq!(count(&[stores, misaligned, null]), 2);
    assert_eq!(count(&[stores, outside]), 2);
}

#[test]
fn a_read_of_what_was_never_written_is_a_read() {
    let mut program = ProgramBuilder::new();
    let updates = thread_with(&mut program, "updates", |f| {
        f.update_at(f.parameter(0).expr(), 32, Update::Add, 1);
    });
    program.main(|f| {
        let object = f.allocate(8);
        f.spawn_with(updates, object);
        f.spawn_with(updates, object);
    });
    let program = program.build();
    let checked = Options { check_uninitialised: true, ..Options::default() };
    assert_eq!(count(&program), (2, 2));
    assert_eq!(count_with(&program, &checked), (1, 1));
}

#[test]
fn a_section_is_one_event() {
    let add: Body = |f, x| {
        f.atomic(|f| {
            let r = f.load(x);
            f.store(x, r.plus(1));
        });
    };
    assert_eq!(traces(&with_x(&[add; 4])), 24);
}

#[test]
fn a_section_touches_what_any_of_its_branches_touches() {
    let maybe: Body = |f, x| {
        f.atomic(|f| {
            let r = f.choose(8, 0, 1);
            f.if_then(r.is(0), |f| {
                f.update(x, Update::Add, 1);
            });
        });
    };
    // Two branches, before or after the reader, also for the branch that does nothing.
    assert_eq!(traces(&with_x(&[maybe, reader])), 4);
}

#[test]
fn a_section_that_is_taken_back_has_only_read() {
    let taken_back: Body = |f, x| {
        f.atomic(|f| {
            f.update(x, Update::Add, 1);
            f.stop(Stop::Assume);
        });
    };
    let failing: Body = |f, x| {
        f.atomic(|f| {
            f.update(x, Update::Add, 1);
            f.stop(Stop::Fail("it".to_owned()));
        });
    };
    let blind: Body = |f, x| {
        f.atomic(|f| {
            f.store(x, 1);
            f.stop(Stop::Assume);
        });
    };
    assert_eq!(traces(&with_x(&[taken_back, taken_back, reader])), 1);
    assert_eq!(traces(&with_x(&[taken_back, writer])), 2);
    // It could store because the object had not ended: that is a look at it.
    assert_eq!(traces(&with_x(&[blind, writer, reader])), 4);
    assert_eq!(traces(&with_x(&[blind, blind, reader])), 1);
    assert_eq!(traces(&with_x(&[failing, reader])), 2);
}

#[test]
fn a_branch_that_is_blocked_has_looked_at_the_mutex() {
    let mut program = ProgramBuilder::new();
    let m = program.mutex("m");
    let maybe = program.thread("maybe", |f| {
        f.atomic(|f| {
            let r = f.choose(8, 0, 1);
            f.if_then(r.is(0), |f| f.lock(m));
        });
    });
    let holder = program.thread("holder", |f| {
        f.lock(m);
        f.unlock(m);
    });
    // Before or after the holder's section two branches, within it one; but the branch that locks at once blocks it.
    assert_eq!(traces(&program.fork(&[maybe, holder])), 2 + 1 + 2);
}

#[test]
fn nothing_depends_on_an_object_without_bytes() {
    let mut program = ProgramBuilder::new();
    let shape = Shape::Array(Box::new(Shape::Int { bits: 8, signed: false }), 0);
    let empty = program.global("empty", shape, Init::default());
    let misses = program.thread("misses", |f| f.store_at(Expr::Address(ir::Base::Global(empty), 0), 8, 1));
    assert_eq!(traces(&program.fork(&[misses, misses])), 1);
}

/// The program with main that spawns the threads with the address of a new object, checked for commutation.
fn gap(mut program: ProgramBuilder, size: i64, threads: &[FunctionId]) -> Result<(), String> {
    program.main(|f| {
        let object = f.allocate(size);
        for &thread in threads {
            f.spawn_with(thread, object);
        }
    });
    commutation(&program.build(), &Options::default()).expect("the program is small")
}

/// Events that look independent and are not.
#[test]
fn what_is_hard_to_see_is_in_the_definition() {
    let mut program = ProgramBuilder::new();
    let frees = thread_with(&mut program, "frees", |f| f.free(f.parameter(0)));
    let stores = thread_with(&mut program, "stores", |f| {
        f.atomic(|f| {
            f.store_at(f.parameter(0).expr(), 32, 1);
            f.stop(Stop::Assume);
        });
    });
    let joins = thread_with(&mut program, "joins", |f| {
        let handle = f.spawn(frees);
        f.atomic(|f| {
            f.join(handle);
            f.stop(Stop::Assume);
        });
    });
    assert_eq!(gap(program.clone(), 4, &[frees, frees]), Ok(()));
    // An object without bytes can be freed only once.
    assert_eq!(gap(program.clone(), 0, &[frees, frees]), Ok(()));
    // A store that is taken back was possible only because the object had not ended.
    assert_eq!(gap(program.clone(), 4, &[frees, stores]), Ok(()));
    // A join that is taken back was possible only because the thread had ended.
    assert_eq!(gap(program, 4, &[joins]), Ok(()));
}
