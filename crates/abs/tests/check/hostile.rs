//! Texts that could do harm: deep, long, and going round.

use crate::{file, findings};
use abs::{Options, load};
use std::thread;

/// On a small stack.
fn in_small_thread(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(1 << 21).spawn(work).expect("a thread").join().expect("no harm");
}

#[test]
fn deep_expressions() {
    for depth in [10, 100, 200, 990, 5000] {
        in_small_thread(move || {
            for text in [
                format!("def Int f(Int x) = {}x;", "x + ".repeat(depth)),
                format!("def Int f(Int x) = {}x{};", "f(".repeat(depth), ")".repeat(depth)),
                format!("def Int f(Int x) = {}x{};", "if True then 1 else (".repeat(depth), ")".repeat(depth)),
                format!("def Int f(Int x) = {}x{};", "case x { 1 => ".repeat(depth), "; }".repeat(depth)),
                format!("def Int f({}Int{} x) = 1;", "List<".repeat(depth), ">".repeat(depth)),
                format!("{{ Int x = 1; {} skip; {} }}", "if (x == 1) {".repeat(depth), "}".repeat(depth)),
            ] {
                let found = findings(&text, &Options::default());
                assert!(found.iter().all(|it| it.contains(":A01")), "{found:?}");
                let _ = load(file(&format!("{text} {{ }}")), &Options::default());
            }
        });
    }
}

#[test]
fn long_lists() {
    in_small_thread(|| {
        let text = format!("{{ List<Int> l = list[{}0]; Bool b = l == Nil; }}", "1, ".repeat(20_000));
        assert!(load(file(&text), &Options::default()).is_ok());
    });
}

#[test]
fn many_functions_that_need_each_other() {
    in_small_thread(|| {
        let mut text = String::from("def Int f0(g)(Int x) = g(x); ");
        for number in 1..500 {
            text.push_str(&format!("def Int f{number}(g)(Int x) = f{}(g)(x); ", number - 1));
        }
        let reversed: String = text.split_inclusive(';').rev().collect();
        for text in [text, reversed] {
            let text = format!("{text} def Int one(Int x) = x; {{ Int x = f499(one)(1); }}");
            assert!(load(file(&text), &Options::default()).is_ok());
        }
    });
}

#[test]
fn types_without_end() {
    let texts = [
        "def A f<A>(A x) = f(list[x]);",
        "def List<A> f<A>(g)(A x) = list[g(g)];",
        "def Bool f() = f() == list[f()];",
        "def Int f(g)(Int x) = g(list[g(x)]);",
        "type A = B; type B = C; type C = A; def A f(B x) = x;",
        "data D<A> = E(D<D<A>>); def Int f(D<Int> d) = case d { E(E(E(x))) => f(x); };",
    ];
    for text in texts {
        findings(text, &Options::default());
    }
}
