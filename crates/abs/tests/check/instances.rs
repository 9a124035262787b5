//! Functions that take functions.

use crate::show::Show;
use crate::{file, positions, program};
use abs::{Options, load};

#[test]
fn one_function_for_each_way_in_which_functions_are_passed() {
    let text = "
        def Int one(Int x) = x + 1;
        def Bool big(Int x) = x > 5;
        def List<B> both<A, B>(f, g)(List<A> l) = map(g)(map(f)(l));
        { List<Int> a = both(one, one)(list[1]); List<Bool> b = both(one, big)(list[1]); List<String> c = map(toString)(a); }
    ";
    let program = program(text, &Options::default());
    let count = |name| program.functions.iter().filter(|it| it.name == name).count();
    assert_eq!((count("both"), count("map"), count("one"), count("big"), count("toString")), (2, 3, 1, 1, 1));
    let shown = Show(&program).function("map");
    assert!(shown.contains("map/1: case l0 { Nil() => Nil; Cons(l1, l2) => Cons(one(l1), map(l2)) }"), "{shown}");
    assert!(shown.contains("Cons(big(l1), map(l2))"), "{shown}");
}

#[test]
fn what_an_anonymous_function_takes_from_around_it_travels_with_it() {
    let text = "
        class C(Int n) {
            Unit m(Int k) {
                List<Int> a = map((Int x) => case x { k => n; other => other + k; })(list[1, 2]);
            }
        }
        { Object c = new C(1); }
    ";
    let program = program(text, &Options::default());
    let show = Show(&program);
    assert_eq!(show.method("C", "m"), "l1 = map(Cons(1, Cons(2, Nil)), l0, f0);");
    assert_eq!(
        show.function("map"),
        "map/3: case l0 { Nil() => Nil; Cons(l3, l4) => Cons(anonymous function(l3, l1, l2), map(l4, l1, l2)) }"
    );
    assert_eq!(show.function("anonymous function"), "anonymous function/3: case l0 { ==l1 => l2; l3 => Add(l3, l1) }");
}

#[test]
fn anonymous_functions_in_functions_that_take_functions() {
    let text = "
        def List<Int> twice(f)(List<Int> l, Int n) = map((Int x) => f(f(x)) + n)(l);
        def List<Int> go(Int k) = twice((Int y) => y * k)(list[1], 7);
        { List<Int> a = go(3); }
    ";
    let program = program(text, &Options::default());
    let show = Show(&program);
    assert_eq!(show.function("go"), "go/1: twice(Cons(1, Nil), 7, l0)");
    assert_eq!(show.function("twice"), "twice/3: map(l0, l1, l2)");
    assert_eq!(
        show.function("anonymous function"),
        "anonymous function/3: Add(anonymous function(anonymous function(l0, l2), l2), l1)\n\
         anonymous function/2: Multiply(l0, l1)"
    );
}

#[test]
fn types_of_passed_functions_are_checked() {
    let texts = [
        ("def Int one(Int x) = x + 1;\ndef List<Bool> f(List<Int> l) = map(one)(l);", "2:33:A0301"),
        ("def Int one(Int x) = x + 1;\ndef List<Int> f(List<Bool> l) = map(one)(l);", "2:37:A0301"),
        ("def List<Int> f(List<Int> l) = filter((Int x) => x + 1)(l);", "1:50:A0301"),
        ("def List<Int> f(List<Int> l) = map((Bool b) => 1)(l);", "1:48:A0301"),
        ("def Int f(g)(Int x) = g(x, 1) + g(x);", "1:33:A0302"),
    ];
    for (text, expected) in texts {
        assert_eq!(crate::findings(text, &Options::default()), [expected], "{text}");
    }
}

#[test]
fn functions_that_are_nested_without_end_are_refused() {
    let text = "def Int f(g)(Int x) =\n if x == 0 then g(x) else f((Int y) => g(y) + 1)(x - 1);\ndef Int one(Int x) = 1;\n{ Int x = f(one)(3); }";
    let many = "def Int f(g, h, i)(Int x) =\n f((Int y) => g(y), (Int y) => h(y), (Int y) => i(y))(x);\ndef Int one(Int x) = 1;\n{ Int x = f(one, one, one)(3); }";
    for (text, expected) in [(text, "2:27:A0514"), (many, "2:2:A0514")] {
        let Err((diagnostics, _)) = load(file(text), &Options::default()) else { panic!("accepted") };
        assert_eq!(positions(&diagnostics), [expected]);
    }
}
