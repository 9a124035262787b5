//! The programs: each is too much of one thing.

/// A program that is made when it is wanted.
#[derive(Clone, Copy)]
pub struct Monster {
    /// Its file.
    pub name: &'static str,
    /// What is in it.
    pub text: fn() -> String,
}

/// All of them.
pub fn all() -> Vec<Monster> {
    let monster = |name, text| Monster { name, text };
    vec![
        monster("lines.c", lines),
        monster("branches.c", branches),
        monster("switch.c", switch),
        monster("globals.c", globals),
        monster("expression.c", expression),
        monster("members.c", members),
        monster("threads.c", || threads("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);")),
        monster("racy_threads.c", || threads("x++;")),
        monster("steps.c", steps),
        monster("late_failure.c", late_failure),
        monster("ping_pong.c", ping_pong),
        monster("late_deadlock.c", late_deadlock),
        monster("interleavings.c", interleavings),
        monster("recursion.c", || recursion("if (n == 0) return 0; return f(n - 1) + 1;")),
        monster("endless_recursion.c", || recursion("return f(n + 1) + 1;")),
        monster("local_loop.c", local_loop),
        monster("array.c", array),
        monster("filled_array.c", filled_array),
        monster("heap.c", heap),
        monster("mutexes.c", mutexes),
        monster("pointers.c", pointers),
        monster("factors.c", factors),
        monster("many_actors.abs", || actors("I c = new C(); c!m(i);", "")),
        monster("one_actor.abs", || actors("c!m(i);", "I c = new C();")),
        monster("chain.abs", chain),
        monster("recursion.abs", recursive_function),
        monster("calls.abs", calls),
        monster("list.abs", list),
        monster("big_number.abs", big_number),
        monster("endless.abs", endless),
    ]
}

/// So many lines, each with its number.
fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|it| line(it) + "\n").collect()
}

/// What every C program begins with.
const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n";

/// A program with a thread that runs `f`, beside `main`.
fn beside(globals: &str, thread: &str, main: &str, end: &str) -> String {
    format!(
        "{HEAD}{globals}\nvoid *f(void *a) {{\n{thread}\nreturn 0; }}\nint main(void) {{\npthread_t t;\n\
         pthread_create(&t, 0, f, 0);\n{main}\npthread_join(t, 0);\n{end}\nreturn 0; }}\n"
    )
}

fn lines() -> String {
    beside("int x;", &numbered(10_000, |it| format!("x = x + {it};")), "x = 1;", "assert(x != 7);")
}

fn branches() -> String {
    let lines = numbered(3000, |it| format!("if (__VERIFIER_nondet_int() > {it}) x += {it}; else x -= 1;"));
    format!("{HEAD}int x;\nint main(void) {{\n{lines}assert(x != 12345); return 0; }}\n")
}

fn switch() -> String {
    let cases = numbered(10_000, |it| format!("case {}: x = {it}; break;", it * 7));
    let value = "__VERIFIER_nondet_int()";
    format!("{HEAD}int x;\nint main(void) {{ switch ({value}) {{\n{cases}}} assert(x != 9999); return 0; }}\n")
}

fn globals() -> String {
    let write = |value: usize| numbered(10_000, move |it| format!("g{it} = {value};"));
    beside(&numbered(10_000, |it| format!("int g{it};")), &write(1), &write(2), "assert(g77);")
}

/// A polynomial of a high degree.
fn expression() -> String {
    let deep = "(".repeat(180) + "i" + &" * i + 1)".repeat(180);
    format!(
        "{HEAD}int x;\nint main(void) {{ int i = __VERIFIER_nondet_int(); x = {deep}; assert(x != 5); return 0; }}\n"
    )
}

fn members() -> String {
    let record = format!("struct s {{\n{}}} a, b;", numbered(5000, |it| format!("int f{it};")));
    beside(&record, "a = b;", "struct s c = a; b = c;", "assert(a.f7 == 0);")
}

fn threads(body: &str) -> String {
    format!(
        "{HEAD}int x; pthread_mutex_t m;\nvoid *f(void *a) {{ {body} return 0; }}\nint main(void) {{\npthread_t \
         t[1000];\nfor (int i = 0; i < 1000; i++) pthread_create(&t[i], 0, f, 0);\nfor (int i = 0; i < 1000; i++) \
         pthread_join(t[i], 0);\nassert(x == 1000); return 0; }}\n"
    )
}

/// A million steps.
fn steps() -> String {
    let count = "for (int i = 0; i < 500000; i++)";
    beside("int x, y;", &format!("{count} x = i;"), &format!("{count} y = i;"), "assert(x + y == 3);")
}

/// A counterexample of so many steps that it takes long to show it.
fn late_failure() -> String {
    let count = |variable: &str| format!("for (int i = 0; i < 9000; i++) {variable} = i;");
    beside("_Atomic int x, y;", &count("x"), &count("y"), "assert(x + y == 3);")
}

/// Threads that take turns, so that no step can be moved.
fn ping_pong() -> String {
    let play = |own: u8, other: u8| {
        format!("for (int i = 0; i < 20000; i++) {{ while (turn != {own}) ; x++; turn = {other}; }}")
    };
    beside("_Atomic int turn; int x;", &play(1, 0), &play(0, 1), "assert(x != 40000);")
}

fn late_deadlock() -> String {
    let take = |mutex: &str| {
        format!(
            "for (int i = 0; i < 1500; i++) {{ pthread_mutex_lock(&{mutex}); x++; pthread_mutex_unlock(&{mutex}); }}"
        )
    };
    let ends = "pthread_mutex_lock(&m); pthread_mutex_lock(&n);";
    beside("pthread_mutex_t m, n; _Atomic int x;", &(take("m") + ends), &(take("n") + "pthread_mutex_lock(&n);"), "")
}

fn interleavings() -> String {
    format!(
        "{HEAD}_Atomic unsigned x;\nvoid *f(void *a) {{ for (int i = 0; i < 10; i++) x = x * 3 + 1; return 0; }}\nint \
         main(void) {{\npthread_t t[6];\nfor (int i = 0; i < 6; i++) pthread_create(&t[i], 0, f, 0);\nfor (int i = 0; \
         i < 6; i++) pthread_join(t[i], 0);\nassert(x != 77); return 0; }}\n"
    )
}

fn recursion(body: &str) -> String {
    format!(
        "{HEAD}int x;\nint f(int n) {{ x = n; {body} }}\nint main(void) {{ assert(f(100000) == 100000); return 0; }}\n"
    )
}

/// Nothing that others could see for hours.
fn local_loop() -> String {
    format!(
        "{HEAD}int x;\nint main(void) {{ unsigned long s = 0;\nfor (unsigned long i = 0; i < 10000000000; i++) s += i * \
         i;\nx = s; assert(x); return 0; }}\n"
    )
}

fn array() -> String {
    let main = "int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 4000000) a[i] = 2;";
    beside("int a[4000000];", "a[7] = 1;", main, "assert(a[7] != 3);")
}

fn filled_array() -> String {
    let fill = "for (int i = 0; i < 1000000; i++) a[i] = i;";
    beside("int a[1000000];", fill, "", "assert(a[999999] == 0);")
}

fn heap() -> String {
    format!("{HEAD}int main(void) {{ for (;;) {{ char *p = malloc(100000); if (p) p[5] = 1; }} }}\n")
}

fn mutexes() -> String {
    let all = |what: &str| format!("for (int i = 0; i < 5000; i++) pthread_mutex_{what}(&m[i]);");
    beside("pthread_mutex_t m[5000];", &(all("lock") + &all("unlock")), "f(0);", "")
}

fn pointers() -> String {
    let thread = "for (int i = 0; i < 2000; i++) p[i] = &x[(i * 7) % 2000];";
    let main = "int k = __VERIFIER_nondet_int(); if (k >= 0 && k < 2000 && p[k]) *p[k] = 1;";
    beside("int *p[2000]; int x[2000];", thread, main, "")
}

/// The product of two large primes.
fn factors() -> String {
    format!(
        "{HEAD}unsigned long __VERIFIER_nondet_ulong(void);\nint main(void) {{\nunsigned long a = \
         __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\nif (a > 1 && b > 1 && a < 4294967296 && b < \
         4294967296) assert(a * b != 18446743979220271189u);\nreturn 0; }}\n"
    )
}

/// A thousand calls.
fn actors(round: &str, before: &str) -> String {
    format!(
        "module M;\ninterface I {{ Unit m(Int n); }}\nclass C implements I {{ Int x = 0; Unit m(Int n) {{ x = x * 2 + \
         n; }} }}\n{{ {before} Int i = 0; while (i < 1000) {{ {round} i = i + 1; }} }}\n"
    )
}

/// Each waits for the next.
fn chain() -> String {
    "module M;\ninterface I { Int m(Int n); }\nclass C implements I { Int m(Int n) { Int r = 0; if (n > 0) { I c = new \
     C(); Fut<Int> f = c!m(n - 1); await f?; r = f.get; } return r + 1; } }\n{ I c = new C(); Fut<Int> f = c!m(3000); \
     Int r = f.get; assert r == 3; }\n"
        .to_owned()
}

fn recursive_function() -> String {
    "module M;\ndef Int f(Int n) = if n == 0 then 0 else 1 + f(n - 1);\n{ Int x = f(1000000); assert x == 3; }\n"
        .to_owned()
}

fn calls() -> String {
    "module M;\ninterface I { Int m(Int n); }\nclass C implements I { Int m(Int n) { Int r = 0; if (n > 0) { r = \
     this.m(n - 1); } return r + 1; } }\n{ I c = new C(); Fut<Int> f = c!m(100000); Int r = f.get; assert r == 3; }\n"
        .to_owned()
}

fn list() -> String {
    "module M;\ndef List<Int> l(Int n, List<Int> a) = if n == 0 then a else l(n - 1, Cons(n, a));\n{ List<Int> x = \
     l(1000000, Nil); Int n = length(x); assert n == 3; }\n"
        .to_owned()
}

/// A number with 10^19 digits.
fn big_number() -> String {
    "module M;\ndef Int p(Int n, Int a) = if n == 0 then a else p(n - 1, a * a);\n{ Int x = p(64, 3); assert x == 3; }\n"
        .to_owned()
}

/// More and more of everything.
fn endless() -> String {
    "module M;\ninterface I { Unit m(); }\nclass C implements I { Int x = 0; Unit m() { x = x + 1; this!m(); I c = new \
     C(); c!m(); } }\n{ I c = new C(); c!m(); }\n"
        .to_owned()
}
