//! Library functions by name.

use crate::show::{body, expr, expr_in, findings, tree};
use ir::DataModel::{Ilp32, Lp64};

const PTHREAD: &str = "typedef unsigned long pthread_t; typedef struct { int x; } pthread_mutex_t; pthread_t t;
    pthread_mutex_t m; void *g(void *p) { return p; } extern int pthread_create(); void *r;";

#[test]
fn threads_and_mutexes() {
    for (text, expected) in [
        ("pthread_create(&t, 0, g, 0)", "i32 ThreadCreate(&t, 0, &g, 0)"),
        ("pthread_create(&t, (void *)0, &g, (void *)5L)", "i32 ThreadCreate(&t, 0, &g, 5)"),
        ("pthread_join(t, &r)", "i32 ThreadJoin([t], &r)"),
        ("pthread_join(t, 0)", "i32 ThreadJoin([t], 0)"),
        ("pthread_exit(0)", "void ThreadExit(0)"),
        ("pthread_mutex_init(&m, 0)", "i32 MutexInit(&m, 0)"),
        ("pthread_mutex_lock(&m)", "i32 MutexLock(&m)"),
        ("pthread_mutex_trylock(&m)", "i32 MutexTryLock(&m)"),
        ("pthread_mutex_unlock(&m)", "i32 MutexUnlock(&m)"),
        ("pthread_mutex_destroy(&m)", "i32 MutexDestroy(&m)"),
        ("pthread_equal(t, t)", "i32 SameThread([t], [t])"),
    ] {
        assert_eq!(expr(PTHREAD, text), expected, "{text}");
    }
}

#[test]
fn verdicts_and_assumptions_go_by_name_even_with_a_body() {
    let text =
        "void reach_error(void) { } void assume_abort_if_not(int c) { if (!c) for (;;) ; } extern void abort(void);
        void __VERIFIER_assert(int c) { if (!c) { reach_error(); } } int *p; int x;
        void f(void) { reach_error(); assume_abort_if_not(x > 1); __VERIFIER_assert(x); abort(); __VERIFIER_assume(p);
          assert(p); __assert_fail(\"x\", __FILE, 3, __PRETTY_FUNCTION__); __VERIFIER_atomic_begin();
          __VERIFIER_atomic_end(); exit(x); }";
    assert_eq!(
        body(text),
        "{ Error(); Assume(([x] > 1)); Assert([x]); Exit(); Assume([p]); Assert([p]); Error(); AtomicBegin(); \
         AtomicEnd(); Exit([x]); }"
    );
}

#[test]
fn the_assert_of_glibc_is_an_if_with_an_error() {
    let text = "extern void __assert_fail(const char *, const char *, unsigned, const char *); int x;
        void f(void) { ((void) sizeof ((x == 1) ? 1 : 0), __extension__ ({ if (x == 1) ; else __assert_fail (\"x == 1\",
          \"f.c\", 3, __extension__ __PRETTY_FUNCTION__); })); }";
    assert_eq!(body(text), "{ (void(4), ({ if ([x] == 1) {  } else Error(); })); }");
}

#[test]
fn nondeterministic_values_have_the_type_of_the_name_or_of_the_declaration() {
    for (name, lp64, ilp32) in [
        ("int", "i32", "i32"),
        ("uint", "u32", "u32"),
        ("bool", "bool", "bool"),
        ("_Bool", "bool", "bool"),
        ("char", "i8", "i8"),
        ("uchar", "u8", "u8"),
        ("short", "i16", "i16"),
        ("long", "i64", "i32"),
        ("ulong", "u64", "u32"),
        ("longlong", "i64", "i64"),
        ("size_t", "u64", "u32"),
        ("u16", "u16", "u16"),
    ] {
        let call = format!("__VERIFIER_nondet_{name}()");
        assert_eq!(expr_in("", &call, Lp64), format!("{lp64} Nondet()"));
        assert_eq!(expr_in("", &call, Ilp32), format!("{ilp32} Nondet()"));
    }
    assert_eq!(expr("int __VERIFIER_nondet_bool(void);", "__VERIFIER_nondet_bool()"), "i32 i32(Nondet())");
    assert_eq!(expr("typedef long my; my __VERIFIER_nondet_my();", "__VERIFIER_nondet_my()"), "i64 Nondet()");
    assert_eq!(expr("", "rand()"), "i32 (Nondet() & 2147483647)");
}

#[test]
fn the_heap() {
    assert_eq!(
        expr("int *p;", "p = malloc(sizeof(int) * 3)"),
        "i32* (p = i32*(Malloc((4 * u64(3)))))".replace("u64(3)", "3")
    );
    assert_eq!(expr("", "calloc(2, 4)"), "void* Calloc(2, 4)");
    assert_eq!(expr("char *p;", "free(p)"), "void Free(void*([p]))");
}

#[test]
fn c11_atomics() {
    let text = "_Atomic int x; int e; _Atomic(int *) p; _Atomic _Bool b; enum { relaxed, consume, acquire, release };";
    for (call, expected) in [
        ("atomic_load(&x)", "i32 AtomicLoad(SequentiallyConsistent)(&x)"),
        ("atomic_load_explicit(&x, acquire)", "i32 AtomicLoad(Acquire)(&x)"),
        ("atomic_store(&x, 'a')", "void AtomicStore(SequentiallyConsistent)(&x, 97)"),
        ("atomic_store_explicit(&x, 1, release)", "void AtomicStore(Release)(&x, 1)"),
        ("atomic_init(&x, 1L)", "void AtomicInit(&x, 1)"),
        ("atomic_exchange(&x, 2)", "i32 AtomicUpdate(Exchange, SequentiallyConsistent)(&x, 2)"),
        ("atomic_fetch_add(&x, 2)", "i32 AtomicUpdate(Add, SequentiallyConsistent)(&x, 2)"),
        ("atomic_fetch_sub_explicit(&x, 2, relaxed)", "i32 AtomicUpdate(Subtract, Relaxed)(&x, 2)"),
        (
            "atomic_compare_exchange_weak_explicit(&x, &e, 1, acquire, relaxed)",
            "bool AtomicCompareExchange { order: Acquire, failure: Relaxed, weak: true }(&x, &e, 1)",
        ),
        (
            "atomic_compare_exchange_strong(&x, &e, 1)",
            "bool AtomicCompareExchange { order: SequentiallyConsistent, failure: SequentiallyConsistent, \
             weak: false }(&x, &e, 1)",
        ),
        ("atomic_flag_test_and_set(&b)", "bool AtomicUpdate(Exchange, SequentiallyConsistent)(&b, 1)"),
        ("atomic_flag_clear_explicit(&b, release)", "void AtomicStore(Release)(&b, 0)"),
        ("atomic_thread_fence(acquire)", "void Fence(Acquire)()"),
        ("atomic_fetch_add(&p, 1)", "i32* AtomicUpdate(Add, SequentiallyConsistent)(&p, i32*((1 * 4)))"),
    ] {
        assert_eq!(expr(text, call), expected, "{call}");
    }
}

#[test]
fn gnu_atomics() {
    let text = "int x, e, d; char c;";
    for (call, expected) in [
        ("__atomic_load_n(&x, 2)", "i32 AtomicLoad(Acquire)(&x)"),
        ("__atomic_load(&x, &d, 0)", "void void((*&d = AtomicLoad(Relaxed)(&x)))"),
        ("__atomic_store(&x, &d, 3)", "void AtomicStore(Release)(&x, [*&d])"),
        ("__atomic_fetch_or(&x, 1, 5)", "i32 AtomicUpdate(Or, SequentiallyConsistent)(&x, 1)"),
        (
            "__atomic_compare_exchange_n(&x, &e, 1, 0, 4, 2)",
            "bool AtomicCompareExchange { order: AcquireRelease, failure: Acquire, weak: false }(&x, &e, 1)",
        ),
        (
            "__atomic_add_fetch(&x, 2, 0)",
            "i32 ((<found> = AtomicUpdate(Add, Relaxed)(&x, (<operand> = 2))), i32((u32([<found>]) + u32([<operand>]))))",
        ),
        (
            "__sync_bool_compare_and_swap(&x, 1, 2)",
            "bool ((<expected> = 1), AtomicCompareExchange { order: SequentiallyConsistent, \
             failure: SequentiallyConsistent, weak: false }(&x, &<expected>, 2))",
        ),
        ("__sync_fetch_and_sub(&x, 1)", "i32 AtomicUpdate(Subtract, SequentiallyConsistent)(&x, 1)"),
        ("__sync_lock_test_and_set(&c, 1)", "i8 AtomicUpdate(Exchange, Acquire)(&c, 1)"),
        ("__sync_lock_release(&c)", "void AtomicStore(Release)(&c, 0)"),
        ("__sync_synchronize()", "void Fence(SequentiallyConsistent)()"),
        ("__atomic_test_and_set(&c, 2)", "bool bool(AtomicUpdate(Exchange, Acquire)(&c, 1))"),
    ] {
        assert_eq!(expr(text, call), expected, "{call}");
    }
}

#[test]
fn gccs_expansion_of_atomic_load_is_one_atomic_load() {
    let text = "_Atomic int x; int f(void) { return __extension__ ({ __auto_type __p = (&x);
        __typeof__ ((void)0, *__p) __t; __atomic_load (__p, &__t, (5)); __t; }); }";
    assert_eq!(
        body(text),
        "{ return ({ atomic_i32* __p {0=&x}; i32 __t {}; (Operands((<operand> = [__p])), \
         void((*&__t = AtomicLoad(SequentiallyConsistent)([<operand>])))); } [__t]); }"
    );
}

#[test]
fn output_is_ignored_but_its_arguments_are_read() {
    let text = "extern int printf(const char *, ...); extern struct _IO_FILE *stderr; int x; char c;";
    assert_eq!(expr(text, "printf(\"%d\", x)"), "i32 Ignore(decay \"%d\\0\", [x])");
    assert_eq!(expr(text, "fprintf(stderr, \"%c\", c)"), "i32 Ignore(0, decay \"%c\\0\", i32([c]))");
    tree("void f(void) { sleep(1); sleep(2); puts(\"\"); }", |unit| {
        assert_eq!(unit.approximations, ["sleep has no effect", "puts has no effect"]);
    });
}

#[test]
fn a_memory_order_that_is_not_constant_is_seq_cst_and_said_so() {
    let text = "_Atomic int x; int o; int f(void) {\n return atomic_load_explicit(&x, o); }";
    assert_eq!(findings(text, Lp64), ["2:C0505"]);
    tree(text, |unit| assert_eq!(unit.approximations, ["memory orders that are not constants are taken as seq_cst"]));
}

#[test]
fn functions_of_the_program_win_over_the_library() {
    assert_eq!(body("int x; void free(void *p) { x = 1; } void f(void) { free(0); }"), "{ free(0); }");
    assert_eq!(
        body("int atomic_fetch_add(int *p, int n) { return *p; } int x; void f(void) { atomic_fetch_add(&x, 1); }"),
        "{ atomic_fetch_add(&x, 1); }"
    );
}

#[test]
fn builtins_of_the_compiler() {
    assert_eq!(expr("int x;", "__builtin_expect(!!(x), 1)"), "i64 i64(!!i32([x]))".replace("i32([x])", "[x]"));
    assert_eq!(expr("int x;", "__builtin_constant_p(x)"), "i32 0");
}
