//! Programs that are right, although a simple checker might not see it.

use crate::findings;
use abs::{Options, prelude};

const TEXTS: &[&str] = &[
    // The common type of numbers and of objects.
    "def List<Rat> f() = list[1, 1 / 2, 3]; def Rat g(Int x) = max(x, 1 / 2); def Map<Rat, Rat> h() = map[Pair(1, 2)];",
    "interface I { } interface J extends I { } interface K extends I { } class C implements J, K { }
     { J j = new C(); K k = new C(); List<I> l = list[j, k]; I i = if True then j else k; l = Cons(i, list[j]); }",
    "interface I { } { List<I> l = list[null]; Maybe<I> m = Just(null); I i = fromJust(m); Bool b = i == null; }",
    "interface I { } class C implements I { Unit m() { List<I> l = Cons(this, Nil); I i = this; Bool b = i == this; } }",
    // Nothing is known about the elements of an empty list.
    "def Int f() = length(Nil); { List<List<Int>> l = list[Nil, list[1]]; Set<String> s = set[]; Bool b = l == Nil; }",
    "def Pair<A, List<B>> f<A, B>(A a, B b) = Pair(a, list[b]); def Pair<Int, List<Bool>> g() = f(1, True);",
    "def A last<A>(List<A> l) = case l { Cons(x, Nil) => x; Cons(_, xs) => last(xs); };",
    // Old programs compare values of any type with texts.
    "def Bool f<A>(A x) = case x { \"\" => True; _ => False; };",
    // Futures.
    "interface I { Int m(); } class C implements I { Int m() { return 1; } }
     { I i = new C(); Fut<Int> f = i!m(); await f?; Rat r = f.get; i!m(); Int x = i.m(); x = await i!m(); Fut<Rat> g = f; }",
    "class C { Unit m() { Destiny d = destiny; Fut<Destiny> e = destiny; await d?; Bool b = d == e; } }",
    "{ Fut<Unit> f; Object o; o = null; Bool b = f == null; }",
    // Methods may take more and give less than their interfaces say.
    "interface I { } interface J extends I { } interface K { I m(J j); Rat n(); }
     class C implements K { J m(I i) { return null; } Int n() { return 1; } }",
    "interface I { Unit a(); } interface J { Unit a(); } interface K extends I, J { } class C implements K { Unit a() { } }",
    // Interfaces and classes, types and constructors may have the same name.
    "interface A { } class A implements A { } data Pair = Pair(Int a); { A a = new A(); }",
    // Values of every kind can be ordered.
    "def Bool f(List<Int> a, List<Int> b) = a < b && \"a\" < \"b\" && Just(1) >= Nothing && 1.5 > 1;",
    // A value is returned whichever way is taken.
    "class C { Int m(Maybe<Int> x) { switch (x) { Just(y) => return y; _ => throw NullPointerException; } }
      Int n() { try { return 1; } catch { _ => return 2; } }
      Int o() { try skip; catch _ => skip; finally { return 1; } } }",
    // Exceptions.
    "exception Mine(Int code, String text); def Int f(Exception e) = case e { Mine(c, _) => c; _ => 0; };
     { try throw Mine(1, \"\"); catch { Mine(c, t) => println(t); } throw DivisionByZeroException; }",
    "interface I { } interface J { } { I i = null; Bool b = i implements J; J j = i as J; Object o = j; o = o as I; }",
    "type Id = Int; type Names = Map<Id, String>; def String f(Names n, Id i) = lookupDefault(n, i, \"\") + toString(i);",
    // A library without a main block.
    "module M; export *; def Int f() = 1;",
    "import * from ABS.DC; [Cost: 1] class C { Unit m(DC c) { skip; } }",
];

#[test]
fn right_programs_are_taken() {
    for text in TEXTS {
        assert_eq!(findings(text, &Options::default()), Vec::<String>::new(), "{text}\n{}", crate::messages(text));
    }
}

#[test]
fn the_library_is_right() {
    for options in [Options::default(), Options { truncating_division: true, ..Options::default() }] {
        assert_eq!(findings("", &options), Vec::<String>::new());
    }
    assert!(!prelude::files().is_empty());
}

#[test]
fn old_division() {
    let text = "def Int f(Int x) = x / 2; def Rat g(Rat x) = x / 2;";
    assert_eq!(findings(text, &Options { truncating_division: true, ..Options::default() }), Vec::<String>::new());
}
