//! Memory functions, thread-local and constant objects, and compare-exchanges that fail for no reason.

use super::from_text::lowered;
use super::{assert_valid, listing, steps};
use crate::{Input, Options};

fn main_of(declarations: &str, body: &str) -> Vec<String> {
    steps(&lowered(&format!("{declarations} int main(void) {{ {body} return 0; }}")), "main")
}

#[test]
fn whole_objects_are_copied_and_set_scalar_by_scalar() {
    let pair = "struct pair { char c; long l; } a, b;";
    assert_eq!(
        main_of(pair, "memcpy(&a, &b, sizeof a);"),
        [
            "%t1 = load.1 [&@b] na",
            "store.1 [&@a] %t1 na",
            "%t2 = load.8 [&@b+8] na",
            "store.8 [&@a+8] %t2 na",
            "return 0"
        ]
    );
    assert_eq!(
        main_of(pair, "memset((void *)&a, 0, sizeof(struct pair));"),
        ["store.1 [&@a] 0 na", "store.8 [&@a+8] 0 na", "return 0"]
    );
    assert_eq!(
        main_of("short v[3];", "memset(v, 0x102, 4);"),
        ["store.2 [&@v] 514 na", "store.2 [&@v+2] 514 na", "return 0"]
    );
    assert_eq!(
        main_of("struct { int n; pthread_mutex_t m; } s;", "memset(&s, 0, sizeof s);"),
        ["init [&@s+4] 0", "store.4 [&@s] 0 na", "return 0"]
    );
}

#[test]
fn everything_else_goes_to_a_model() {
    let program = lowered("char a[9], b[9]; int n = 3; int main(void) { memcpy(a, b, n); return (int)strlen(a); }");
    let names: Vec<_> = program.functions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["main", "memcpy", "strlen", "__raddle__apart"]);
    let calls = steps(&program, "main");
    assert!(calls.contains(&"call @memcpy(&@a, &@b, (sext i64 %t1))".to_owned()), "{calls:#?}");
    // A function of the program wins.
    let program = lowered("int strlen(char *s) { return 7; } int main(void) { return strlen(\"\"); }");
    assert_eq!(steps(&program, "strlen"), ["return 7"]);
}

#[test]
fn memory_comes_from_one_operation() {
    assert_eq!(
        main_of("void *p, *q;", "p = realloc(p, 8); q = aligned_alloc(16, 32); posix_memalign(&q, 16, 48);"),
        [
            "%t1 = load.8 [&@p] na",
            "%t2 = reallocate %t1 8",
            "store.8 [&@p] %t2 na",
            "%t3 = allocate 32",
            "store.8 [&@q] %t3 na",
            "%t4 = allocate 48",
            "store.8 [&@q] %t4 na",
            "return 0",
        ]
    );
}

#[test]
fn constant_and_thread_local_objects_are_marked() {
    let program = lowered(
        "typedef const int fixed; const int a = 1; fixed b[2]; int *const c; const int *d; const struct { int x; } e;
         static _Thread_local int f = 4; __thread const int g; extern __thread int h; __thread int h;
         int main(void) { static const int i = 2; static _Thread_local int j; const int k = 1; int *volatile const l = 0;
           return a + b[0] + *c + *d + e.x + f + g + h + i + j + k + *l; }",
    );
    let marked = |what: fn(&ir::Global) -> bool| {
        let names = program.globals.iter().filter(|it| what(it)).map(|it| it.name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(marked(|it| it.constant), "a b c e g main::i");
    assert_eq!(marked(|it| it.thread_local), "f g h main::j");
}

#[test]
fn a_weak_exchange_may_fail_for_no_reason_unless_asked_for() {
    let text = "_Atomic int x; int main(void) { int e = 0; \
        int weak = atomic_compare_exchange_weak_explicit(&x, &e, 1, 4, 0); \
        return weak + atomic_compare_exchange_strong(&x, &e, 2); }";
    let with = |no_spurious| {
        let options = Options { no_spurious, ..Options::default() };
        let (program, _) =
            crate::with_tree(Input::Text("t.i", text), &options, super::super::lower).expect("it is fine");
        assert_valid(&program);
        listing(&program, "main")
            .into_iter()
            .filter_map(|it| Some(it.split_once(": ")?.1.to_owned()))
            .collect::<Vec<_>>()
    };
    let is_shared = |it: &&String| it.contains("[&@x]") || it.contains("choose");
    let shared = |list: &[String]| list.iter().filter(is_shared).cloned().collect::<Vec<_>>();
    assert_eq!(shared(&with(true)), ["%t2 = cmpxchg.4 [&@x] %t1 1 acq_rel rlx", "%t4 = cmpxchg.4 [&@x] %t3 2 sc sc"]);
    assert_eq!(
        shared(&with(false)),
        [
            "%t3 = choose spurious exchange",
            "%t4 = load.4 [&@x] rlx",
            "%t5 = cmpxchg.4 [&@x] %t1 1 acq_rel rlx weak",
            "%t7 = cmpxchg.4 [&@x] %t6 2 sc sc"
        ]
    );
}
