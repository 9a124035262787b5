use super::build::*;
use crate::tree::*;
use std::rc::Rc;

#[test]
fn a_load_goes_straight_into_the_variable() {
    let mut it = Build::new();
    let (x, y) = (it.global("x", INT), it.local("y", INT));
    let body = vec![it.set(y, it.get(x)), it.set(x, binary(BinaryOp::Add, it.get(y), int(1)))];
    assert_eq!(it.main(body), ["%y = load.4 [&@x] na", "store.4 [&@x] (adds %y 1) na", "return 0"]);
}

#[test]
fn logical_operators_branch_only_for_memory() {
    let mut it = Build::new();
    let (x, a, b) = (it.global("x", INT), it.local("a", INT), it.local("b", INT));
    let less = |it: &Build| binary(BinaryOp::Less, it.get(a), it.get(b));
    // No fault: bitwise. A fault: only if it is its turn. Memory: a branch.
    let pure = and(it.get(a), less(&it));
    let fault = and(it.get(a), binary(BinaryOp::Divide, it.get(a), it.get(b)));
    let memory = and(it.get(a), it.get(x));
    let body = vec![it.set(a, pure), it.set(a, fault), if_then(memory, it.set(x, int(1)))];
    assert_eq!(
        it.main(body),
        [
            "%a = (zext i32 (and (ne %a 0) (slt %a %b)))",
            "%a = (zext i32 (select (ne %a 0) (ne (divs %a %b) 0) false))",
            "if (ne %a 0): skip",
            "unless (ne %a 0): skip",
            "%t1 = load.4 [&@x] na",
            "if (ne %t1 0): skip",
            "unless (ne %t1 0): skip",
            "store.4 [&@x] 1 na",
            "return 0",
        ]
    );
}

#[test]
fn shift_counts_stay_out_of_range() {
    let mut it = Build::new();
    let (a, n, small) = (it.local("a", INT), it.local("n", LONG), it.local("s", UNSIGNED));
    let wide = binary(BinaryOp::ShiftRight, it.get(a), it.get(n));
    let long = it.local("l", LONG);
    let narrow = binary(BinaryOp::ShiftLeft, it.get(long), it.get(small));
    let body = vec![it.set(a, wide), it.set(long, narrow)];
    assert_eq!(
        it.main(body),
        ["%a = (shrs %a (select (ult %n 32) (trunc i32 %n) 32))", "%l = (shls %l (zext i64 %s))", "return 0",]
    );
}

#[test]
fn aggregates_are_copied_scalar_by_scalar() {
    let mut it = Build::new();
    let pair = it.record(&[("a", Type::Int { bits: 8, signed: true }, 0), ("b", INT, 4)], 8, 4);
    let (x, y) = (it.global("x", pair.clone()), it.slot("y", pair));
    let body = vec![it.set(y, it.get(x))];
    assert_eq!(
        it.main(body),
        [
            "open $y",
            "%t1 = load.1 [&@x] na",
            "store.1 [&$y] %t1 na",
            "%t2 = load.4 [&@x+4] na",
            "store.4 [&$y+4] %t2 na",
            "return 0",
        ]
    );
}

#[test]
fn aggregates_are_passed_and_returned_by_address() {
    let mut it = Build::new();
    let cell = it.record(&[("a", INT, 0)], 4, 4);
    let p = it.slot("p", cell.clone());
    let body = vec![stmt(StmtKind::Return(Some(it.get(p))))];
    let id = it.function("id", cell.clone(), &[p], body);
    let x = it.global("x", cell);
    let body = vec![it.set(x, it.call(id, vec![it.get(x)]))];
    let program = it.program(body);
    assert_eq!(
        super::steps(&program, "main"),
        [
            "open $returned",
            "open $argument",
            "%t1 = load.4 [&@x] na",
            "store.4 [&$argument] %t1 na",
            "call @id(&$returned, &$argument)",
            "%t2 = load.4 [&$returned] na",
            "store.4 [&@x] %t2 na",
            "return 0",
        ]
    );
    assert_eq!(
        super::steps(&program, "id"),
        [
            "open $p",
            "%t1 = load.4 [%p.in] na",
            "store.4 [&$p] %t1 na",
            "%t2 = load.4 [&$p] na",
            "store.4 [%result] %t2 na",
            "close $p",
            "return",
        ]
    );
}

#[test]
fn atomic_objects_are_changed_in_one_step() {
    let mut it = Build::new();
    let x = it.global("x", Type::Atomic(Rc::new(INT)));
    let op = |it: &Build, op| ExprKind::AssignOp {
        target: Box::new(it.at(x)),
        op,
        value: Box::new(int(3)),
        computation: INT,
    };
    let y = it.local("y", INT);
    let add = expr(op(&it, BinaryOp::Add), INT);
    let multiply = expr(op(&it, BinaryOp::Multiply), INT);
    let postfix = expr(ExprKind::Increment { target: Box::new(it.at(x)), by: 1, postfix: true }, INT);
    let body = vec![it.set(y, add), effect(multiply), it.set(y, postfix)];
    assert_eq!(
        it.main(body),
        [
            "%t1 = update.add.4 [&@x] 3 sc",
            "%y = (add %t1 3)",
            "atomic_begin quiet",
            "%t2 = load.4 [&@x] sc",
            "%t3 = (muls %t2 3)",
            "store.4 [&@x] %t3 sc",
            "atomic_end",
            "%y = update.add.4 [&@x] 1 sc",
            "return 0",
        ]
    );
}

#[test]
fn threads_are_spawned_and_joined() {
    let mut it = Build::new();
    let void_pointer = pointer(Type::Void);
    let p = it.local("p", void_pointer.clone());
    let worker = it.function("worker", void_pointer.clone(), &[p], vec![stmt(StmtKind::Return(Some(it.get(p))))]);
    let signature = Type::Function(it.unit.functions[0].signature.clone());
    let routine = address_of(expr(ExprKind::Function(worker), signature));
    let (t, result) =
        (it.slot("t", Type::Int { bits: 64, signed: false }), it.local("result", pointer(void_pointer.clone())));
    let null = || number(0, pointer(Type::Void));
    let create = builtin(Builtin::ThreadCreate, vec![address_of(it.at(t)), null(), routine, null()], INT);
    let join = builtin(Builtin::ThreadJoin, vec![it.get(t), it.get(result)], INT);
    let body = vec![effect(create), effect(join)];
    let program = it.program(body);
    assert_eq!(
        super::steps(&program, "main"),
        [
            "open $t",
            "%t1 = spawn &@worker 0 at [&$t]",
            "%t2 = load.8 [&$t] na",
            "%t3 = join %t2",
            "if (ne %result 0): skip",
            "unless (ne %result 0): skip",
            "store.8 [%result] %t3 na",
            "return 0",
        ]
    );
    assert!(program.approximations.is_empty());
}
