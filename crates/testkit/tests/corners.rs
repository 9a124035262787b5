//! Corners of the semantics that random programs do not get to: the machine and the oracle read them alike.

use ir::{Action, Base, Callee, DataModel, Expr, Guard, Operation, Program, Stop, Width};
use testkit::agree::agree;
use testkit::build::{FunctionBuilder, ProgramBuilder};
use testkit::oracle::Options;

fn check(program: &Program) {
    if let Err(complaint) = agree(program, &Options::default()) {
        panic!("{complaint}\n{}", ir::text::print(program));
    }
}

fn check_alone(body: impl FnOnce(&mut FunctionBuilder)) {
    let mut program = ProgramBuilder::new();
    program.main(body);
    check(&program.build());
}

#[test]
fn a_thread_that_fails_in_a_section_that_is_taken_back_has_never_been() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let child = program.thread("child", |f| f.stop(Stop::Fail("never".to_owned())));
    program.main(|f| {
        f.atomic(|f| {
            f.spawn(child);
            let r = f.load(x);
            f.assume(r.is(1));
        });
    });
    check(&program.build());
}

#[test]
fn slots_that_are_not_open() {
    check_alone(|f| {
        let slot = f.slot("slot", 32, true);
        f.store(slot, 1);
    });
    check_alone(|f| {
        let slot = f.slot("slot", 32, true);
        f.close(slot);
        f.open(slot);
        f.close(slot);
        f.close(slot);
    });
}

#[test]
fn a_slot_that_is_not_closed_outlives_its_function() {
    let mut program = ProgramBuilder::new();
    let callee = program.function("callee", &[], Some(64), |f| {
        let slot = f.slot("slot", 32, true);
        f.open(slot);
        f.ret(slot.at());
    });
    program.main(|f| {
        let address = f.call(Callee::Direct(callee), Vec::new(), Some(64)).expect("it has a result");
        f.load_at(address.expr(), 32);
    });
    check(&program.build());
}

#[test]
fn heap_objects_that_are_too_large_or_empty() {
    check_alone(|f| {
        let object = f.allocate((1 << 31) + 1);
        f.load_at(object.expr(), 8);
    });
    check_alone(|f| {
        let object = f.allocate(0);
        f.if_then(object.is(0), |f| f.fence());
        f.load_at(object.expr(), 8);
    });
}

#[test]
fn frees_of_what_is_no_heap_object() {
    check_alone(|f| {
        let case = f.choose(8, 0, 4);
        let object = f.allocate(8);
        let (shared, private) = (f.slot("shared", 32, true), f.slot("private", 32, false));
        f.open(shared);
        f.if_then(case.is(0), |f| {
            f.free(object);
            f.free(object.plus(4));
        });
        f.if_then(case.is(1), |f| {
            f.close(shared);
            f.free(shared.at());
        });
        f.if_then(case.is(2), |f| f.free(private.at()));
        f.if_then(case.is(3), |f| f.free(Expr::Const(Width(64), DataModel::Lp64.pack(99, 0))));
        f.if_then(case.is(4), |f| f.free(-1));
    });
}

#[test]
fn results_of_calls_through_pointers() {
    for (bits, value) in [(None, 0), (Some(64), 0x1_0000_0005), (Some(8), -1)] {
        let mut program = ProgramBuilder::new();
        let callee = program.function("callee", &[], bits, |f| {
            if bits.is_some() {
                f.ret(value);
            }
        });
        program.main(|f| {
            let address = Expr::Address(Base::Function(callee), 0);
            let result = f.call(Callee::Indirect(address), Vec::new(), Some(32)).expect("it is wanted");
            f.ret(result);
        });
        check(&program.build());
    }
}

#[test]
fn calls_into_the_middle_of_a_function() {
    let mut program = ProgramBuilder::new();
    let callee = program.function("callee", &[], None, |_| {});
    program.main(|f| {
        f.call(Callee::Indirect(Expr::Address(Base::Function(callee), 4)), Vec::new(), None);
    });
    check(&program.build());
}

#[test]
fn results_of_threads_that_are_no_pointers() {
    let mut program = ProgramBuilder::with_model(DataModel::Ilp32);
    let x = program.int("x", 32);
    let wide = program.function("wide", &[], Some(64), |f| f.ret(0x1_0000_0007));
    let narrow = program.function("narrow", &[], Some(8), |f| f.ret(-1));
    program.main(|f| {
        let handles = [f.spawn(wide), f.spawn(narrow)];
        for handle in handles {
            let result = f.join(handle);
            f.store(x, result);
        }
    });
    check(&program.build());
}

#[test]
fn mutexes_where_none_can_be() {
    let mut program = ProgramBuilder::new();
    let (constant, bytes) = (program.int("constant", 64), program.array("bytes", 8, 16));
    program.make_constant(constant);
    program.main(|f| {
        let case = f.choose(8, 0, 4);
        f.if_then(case.is(0), |f| {
            f.trylock(constant);
        });
        f.if_then(case.is(1), |f| f.operation(Operation::Lock { dest: None, mutex: bytes.offset(2) }));
        f.if_then(case.is(2), |f| f.operation(Operation::Lock { dest: None, mutex: bytes.offset(14) }));
        f.if_then(case.is(3), |f| f.operation(Operation::Unlock { dest: None, mutex: bytes.offset(13) }));
    });
    check(&program.build());
}

#[test]
fn operations_on_guarded_edges() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    program.main(|f| {
        let side = f.choose(1, 0, 1);
        f.if_else(side.is(0), |f| f.store(x, 1), |f| f.store(x, 2));
    });
    let mut program = program.build();
    let edges = &mut program.functions[0].edges;
    for index in (0..edges.len()).filter(|&it| edges[it].guard != Guard::Always).collect::<Vec<_>>() {
        let target = edges[index].to;
        let next = edges.iter().position(|it| it.from == target).expect("control goes on");
        edges[index].action = std::mem::replace(&mut edges[next].action, Action::Skip);
    }
    assert_eq!(ir::validate::validate(&program), Ok(()));
    check(&program);
}

#[test]
fn recursion_without_end() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", &[], None);
    program.define(main, |f| {
        f.call(Callee::Direct(main), Vec::new(), None);
    });
    program.enter_at(main);
    check(&program.build());
}

#[test]
fn a_thread_can_be_joined_in_the_section_that_spawned_it() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let child = program.thread("child", |f| f.ret(4));
    program.main(|f| {
        f.atomic(|f| {
            let handle = f.spawn(child);
            let result = f.join(handle);
            f.store(x, result.resized(32));
        });
    });
    check(&program.build());
}

#[test]
fn the_end_of_a_section_that_was_never_begun() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    let child = program.thread("child", |f| {
        f.operation(Operation::AtomicEnd);
        f.store(x, 1);
        f.operation(Operation::AtomicEnd);
    });
    program.main(|f| {
        f.spawn(child);
        f.operation(Operation::AtomicEnd);
        f.store(x, 2);
    });
    check(&program.build());
}

#[test]
fn a_section_without_end_is_cut_and_taken_back() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    program.main(|f| f.atomic(|f| f.repeat_while(Expr::TRUE, |f| f.store(x, 1))));
    check(&program.build());
}

#[test]
fn a_choice_of_too_many_values_in_a_section() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 32);
    program.main(|f| {
        f.atomic(|f| {
            f.store(x, 1);
            f.choose(32, 0, 511);
        });
    });
    check(&program.build());
}
