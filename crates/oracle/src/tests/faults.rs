//! Every row of the table of faults.

use super::super::StopKind;
use super::*;
use ir::{Base, Binary, Callee, DataModel, Expr, FunctionId, Operation, Unary, Width};

/// How the only thread ends, with everything checked.
fn end_of(program: &Program) -> End {
    end_with(program, &Options::default())
}

fn end_with(program: &Program, options: &Options) -> End {
    let report = explore(program, options);
    let last = report.finals.first().expect("there is a final state");
    let end = last.threads[&Vec::new()];
    let violation = if let End::Failed(fault) = end { vec![fault] } else { Vec::new() };
    assert_eq!(violations(&report), violation);
    end
}

/// A program with a four-byte global `x`, a mutex `m`, a constant `c` and a function of two parameters as function 0.
fn with_globals<R>(body: impl FnOnce(&mut FunctionBuilder, [Var; 3]) -> R) -> Program {
    let mut program = ProgramBuilder::new();
    let vars = [program.int("x", 32), program.mutex("m"), program.int("c", 32)];
    program.make_constant(vars[2]);
    program.function("two", &[64, 8], None, |_| {});
    program.main(|f| {
        body(f, vars);
    });
    program.build()
}

#[test]
fn accesses_are_checked_in_order() {
    use FaultKind::*;
    let load = |address: fn(Var) -> Expr, bits| with_globals(|f, [x, ..]| f.load_at(address(x), bits));
    let word = |object: u32| Expr::Const(Width(64), DataModel::Lp64.pack(object, 0));
    assert_eq!(end_of(&load(|x| x.at(), 32)), End::Returned(0));
    assert_eq!(end_of(&load(|x| x.offset(4), 32)), End::Failed(OutOfBounds));
    assert_eq!(end_of(&load(|x| x.offset(-1), 8)), End::Failed(OutOfBounds));
    assert_eq!(end_of(&load(|x| x.offset(1), 16)), End::Failed(Misaligned));
    assert_eq!(end_of(&load(|x| x.offset(3), 16)), End::Failed(OutOfBounds));
    assert_eq!(end_of(&load(|x| x.at(), 64)), End::Failed(OutOfBounds));
    assert_eq!(end_of(&alone(|f| f.load_at(Expr::Const(Width(64), 3), 8))), End::Failed(NullPointer));
    assert_eq!(end_of(&alone(|f| f.load_at(word(77), 8))), End::Failed(InvalidPointer));
    // Object 1 is `x`, but a number above is not its address.
    assert_eq!(end_of(&with_globals(|f, _| f.load_at(word(1), 32))), End::Returned(0));
    assert_eq!(end_of(&load(|_| Expr::Const(Width(64), 1 << 32), 32)), End::Failed(InvalidPointer));
    let function = Expr::Address(Base::Function(FunctionId(0)), 0);
    assert_eq!(end_of(&alone(|f| f.load_at(function, 8))), End::Failed(InvalidPointer));
    assert_eq!(end_of(&with_globals(|f, [.., c]| f.load(c))), End::Returned(0));
    assert_eq!(end_of(&with_globals(|f, [.., c]| f.store(c, 0))), End::Failed(ReadOnly));
    assert_eq!(end_of(&with_globals(|f, [.., c]| f.store_at(c.offset(1), 16, 0))), End::Failed(Misaligned));
    assert_eq!(end_of(&with_globals(|f, [.., c]| f.compare_exchange(c, 1, 1))), End::Failed(ReadOnly));
}

#[test]
fn heap_objects_end_once() {
    use FaultKind::*;
    let heap = |body: fn(&mut FunctionBuilder, crate::build::Reg)| {
        end_of(&alone(|f| {
            let object = f.allocate(8);
            body(f, object);
        }))
    };
    let used = |f: &mut FunctionBuilder, it: crate::build::Reg| {
        f.store_at(it.expr(), 64, 1);
        f.free(it);
    };
    assert_eq!(heap(used), End::Returned(0));
    assert_eq!(heap(|f, it| f.store_at(it.plus(8), 8, 1)), End::Failed(OutOfBounds));
    assert_eq!(heap(|f, it| f.free(it.plus(4))), End::Failed(InvalidFree));
    let freed_twice = |f: &mut FunctionBuilder, it: crate::build::Reg| {
        f.free(it);
        f.free(it);
    };
    assert_eq!(heap(freed_twice), End::Failed(DoubleFree));
    let used_late = |f: &mut FunctionBuilder, it: crate::build::Reg| {
        f.free(it);
        f.load_at(it.plus(100), 8);
    };
    assert_eq!(heap(used_late), End::Failed(UseAfterFree));
    let moved = |f: &mut FunctionBuilder, it: crate::build::Reg| {
        f.store_at(it.expr(), 32, 9);
        let new = f.reallocate(it, 4);
        let kept = f.load_at(new.expr(), 32);
        f.free(new);
        f.ret(kept);
    };
    assert_eq!(heap(moved), End::Returned(9));
    let moved_away = |f: &mut FunctionBuilder, it: crate::build::Reg| {
        f.reallocate(it, 16);
        f.load_at(it.expr(), 32);
    };
    assert_eq!(heap(moved_away), End::Failed(UseAfterFree));
    assert_eq!(end_of(&alone(|f| f.free(0))), End::Returned(0));
    assert_eq!(end_of(&alone(|f| f.free(1))), End::Failed(InvalidFree));
    assert_eq!(end_of(&with_globals(|f, [x, ..]| f.free(x.at()))), End::Failed(InvalidFree));
}

#[test]
fn what_nobody_can_reach_at_the_end_is_a_leak() {
    let leaks = |kept: bool, inner: bool| {
        let mut program = ProgramBuilder::new();
        let pointer = program.pointer("p", None);
        program.main(|f| {
            let object = f.allocate(8);
            if inner {
                let second = f.allocate(8);
                f.store_at(object.expr(), 64, second.expr());
            }
            if kept {
                f.store(pointer, object.expr());
            }
        });
        !violations(&explore(&program.build(), &Options::default())).is_empty()
    };
    assert_eq!(
        [leaks(true, false), leaks(true, true), leaks(false, false), leaks(false, true)],
        [false, false, true, true]
    );
}

#[test]
fn using_what_was_never_written_is_a_fault_if_it_is_followed() {
    let program = alone(|f| {
        let object = f.allocate(8);
        f.store_at(object.expr(), 32, 1);
        let first = f.load_at(object.expr(), 32);
        let second = f.load_at(object.plus(4), 32);
        f.free(object);
        f.ret(first.binary(Binary::Add, second));
    });
    assert_eq!(end_of(&program), End::Returned(1));
    let options = Options { check_uninitialised: true, follow_unset: true, ..Options::default() };
    assert_eq!(end_with(&program, &options), End::Failed(FaultKind::Uninitialised));
}

#[test]
fn slots_live_from_open_to_close() {
    let end = |escapes, late| {
        end_of(&alone(|f| {
            let slot = f.slot("slot", 32, escapes);
            if escapes {
                f.open(slot);
                if late {
                    f.close(slot);
                }
            }
            f.store(slot, 1);
            let r = f.load(slot);
            f.ret(r);
        }))
    };
    assert_eq!(end(false, false), End::Returned(1));
    assert_eq!(end(true, false), End::Returned(1));
    assert_eq!(end(true, true), End::Failed(FaultKind::UseAfterFree));
}

#[test]
fn mutexes_threads_and_calls() {
    use FaultKind::*;
    assert_eq!(end_of(&with_globals(|f, [_, m, _]| f.unlock(m))), End::Failed(BadMutex));
    let destroyed = |held: bool| {
        end_of(&with_globals(|f, [_, m, _]| {
            if held {
                f.lock(m);
            }
            f.operation(Operation::DestroyMutex(m.at()));
            f.init_mutex(m, ir::MutexKind::Normal);
            f.lock(m);
        }))
    };
    assert_eq!(destroyed(true), End::Failed(BadMutex));
    assert_eq!(destroyed(false), End::Returned(0));
    let by_call = |f: &mut FunctionBuilder, m: Var| {
        let kind = Expr::constant(Width(32), ir::INIT_BY_CALL);
        f.operation(Operation::InitMutex { mutex: m.at(), kind });
    };
    let after_destroy = |then: &dyn Fn(&mut FunctionBuilder, Var)| {
        end_of(&with_globals(|f, [_, m, _]| {
            by_call(f, m);
            f.operation(Operation::DestroyMutex(m.at()));
            then(f, m);
        }))
    };
    assert_eq!(after_destroy(&|f, m| f.lock(m)), End::Failed(BadMutex));
    assert_eq!(after_destroy(&|f, m| f.unlock(m)), End::Failed(BadMutex));
    assert_eq!(after_destroy(&|f, m| f.operation(Operation::DestroyMutex(m.at()))), End::Failed(BadMutex));
    assert_eq!(after_destroy(&by_call), End::Returned(0));
    // What was initialised by a call is so no more once it is written to.
    let again = |writes: bool| {
        end_of(&with_globals(|f, [_, m, _]| {
            by_call(f, m);
            if writes {
                f.init_mutex(m, ir::MutexKind::Normal);
            }
            by_call(f, m);
        }))
    };
    assert_eq!((again(false), again(true)), (End::Failed(BadMutex), End::Returned(0)));
    let lock =
        |address: u64| alone(|f| f.operation(Operation::Lock { dest: None, mutex: Expr::Const(Width(64), address) }));
    assert_eq!(end_of(&lock(0)), End::Failed(NullPointer));
    assert_eq!(end_of(&alone(|f| f.join(0))), End::Failed(BadJoin));
    // Function 0 takes two parameters, of 64 and 8 bits.
    let two = || Expr::Address(Base::Function(FunctionId(0)), 0);
    let number = |bits| Expr::Const(Width(bits), 1);
    let called = |callee: Expr, arguments: Vec<Expr>| {
        end_of(&with_globals(|f, _| f.call(Callee::Indirect(callee), arguments, None)))
    };
    assert_eq!(called(two(), vec![number(64), number(8)]), End::Returned(0));
    assert_eq!(called(two(), vec![number(64), number(64)]), End::Failed(BadCall));
    assert_eq!(called(two(), vec![number(64)]), End::Failed(BadCall));
    assert_eq!(called(number(64), Vec::new()), End::Failed(BadCall));
    let spawned = with_globals(|f, _| f.spawn(FunctionId(0)));
    assert_eq!(end_of(&spawned), End::Failed(BadCall));
    let unchecked = Options { check_memory: false, ..Options::default() };
    assert_eq!(end_with(&spawned, &unchecked), End::Stopped(StopKind::Exit));
}

/// The end of a thread that returns an 8-bit result: checked, and not checked.
fn arithmetic(expr: Expr) -> [End; 2] {
    let mut program = ProgramBuilder::new();
    let main = program.function("main", &[], Some(8), |f| f.ret(expr));
    program.enter_at(main);
    let program = program.build();
    [true, false].map(|check_overflow| end_with(&program, &Options { check_overflow, ..Options::default() }))
}

#[test]
fn signed_overflow_wraps_if_it_is_not_checked() {
    use Binary::*;
    let byte = |value: i64| Expr::constant(Width(8), value as u64);
    let overflows = |operator, left, right, wrapped: u64| {
        let expected = [End::Failed(FaultKind::SignedOverflow), End::Returned(wrapped)];
        assert_eq!(arithmetic(Expr::binary(operator, byte(left), byte(right))), expected, "{operator:?}");
    };
    overflows(AddSigned, 127, 1, 0x80);
    overflows(SubtractSigned, -128, 1, 0x7f);
    overflows(MultiplySigned, 16, 8, 0x80);
    overflows(DivideSigned, -128, -1, 0x80);
    overflows(RemainderSigned, -128, -1, 0);
    overflows(ShiftLeftSigned, 1, 7, 0x80);
    overflows(ShiftLeftSigned, -1, 0, 0xff);
    let negated = arithmetic(Expr::unary(Unary::NegateSigned, byte(-128)));
    assert_eq!(negated, [End::Failed(FaultKind::SignedOverflow), End::Returned(0x80)]);
    let gives = |operator, left, right, value: u64| {
        let result = arithmetic(Expr::binary(operator, byte(left), byte(right)));
        assert_eq!(result, [End::Returned(value); 2], "{operator:?}");
    };
    gives(Add, 127, 1, 0x80);
    gives(AddSigned, -128, 127, 0xff);
    gives(MultiplySigned, -16, 8, 0x80);
    gives(DivideSigned, -7, 2, 0xfd);
    gives(RemainderSigned, -7, 2, 0xff);
    gives(DivideUnsigned, -7, 2, 124);
    gives(ShiftLeft, -1, 7, 0x80);
    gives(ShiftRight, -128, 7, 1);
    gives(ShiftRightSigned, -128, 7, 0xff);
}

#[test]
fn division_by_zero_and_bad_shifts_stop_if_they_are_not_checked() {
    use Binary::*;
    let byte = |value: i64| Expr::constant(Width(8), value as u64);
    for operator in [DivideSigned, DivideUnsigned, RemainderSigned, RemainderUnsigned] {
        let expected = [End::Failed(FaultKind::DivisionByZero), End::Stopped(StopKind::Exit)];
        assert_eq!(arithmetic(Expr::binary(operator, byte(1), byte(0))), expected);
    }
    for operator in [ShiftLeft, ShiftRight, ShiftRightSigned, ShiftLeftSigned] {
        for by in [8, -1] {
            let expected = [End::Failed(FaultKind::BadShift), End::Stopped(StopKind::Exit)];
            assert_eq!(arithmetic(Expr::binary(operator, byte(-1), byte(by))), expected);
        }
    }
    // Only the side that is taken can fault.
    let bad = || Box::new(Expr::binary(DivideUnsigned, byte(1), byte(0)));
    let select = |condition, yes, no| arithmetic(Expr::Select(Box::new(condition), yes, no));
    assert_eq!(select(Expr::TRUE, Box::new(byte(3)), bad()), [End::Returned(3); 2]);
    assert_eq!(select(Expr::FALSE, bad(), Box::new(byte(4))), [End::Returned(4); 2]);
}

#[test]
fn numbers_are_little_endian() {
    let program = with_globals(|f, [x, ..]| {
        f.store(x, 0x0102_0304);
        let r = f.load_at(x.offset(2), 16);
        f.ret(r.resized(32));
    });
    assert_eq!(end_of(&program), End::Returned(0x0102));
}

#[test]
fn an_operand_faults_before_the_operation_becomes_visible() {
    let mut program = ProgramBuilder::new();
    let x = program.int("x", 8);
    let worker = program.thread("worker", |f| {
        f.store(x, Expr::binary(Binary::DivideUnsigned, Expr::Const(Width(8), 1), Expr::Const(Width(8), 0)));
    });
    let report = run(&program.fork(&[worker]));
    assert_eq!(report.paths, 1);
    assert_eq!(report.states, 2, "before and after the spawn");
}
