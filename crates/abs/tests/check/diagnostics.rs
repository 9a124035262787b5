//! One text or more for each code, with lines and columns, and that no code lacks one.

use crate::{findings, messages};
use abs::Options;
use std::collections::BTreeSet;

/// A text, and what is found in it.
const TEXTS: &[(&str, &[&str])] = &[
    ("module M;\nmodule M;", &["2:8:A0201"]),
    ("module M;\nimport * from N;\nimport x from O;\nimport y;", &["2:15:A0202", "3:15:A0202", "4:8:A0202"]),
    ("module M; def Int f() = 1;\nmodule N; import f from M;\ndef Int g() = f();", &["2:18:A0203"]),
    (
        "module M; def Int f() = 1;\nmodule N; import * from M;\ndef Int g() = f() + M.f();",
        &["3:15:A0203", "3:21:A0203"],
    ),
    ("module M; export f;\nmodule N;\nimport g from M;", &["1:18:A0204", "3:8:A0204"]),
    ("def Strin f(List<Nope> x) = \"\";", &["1:5:A0205", "1:18:A0205"]),
    ("class C {\n Unit m() { Object x = new Nope(1); } }", &["2:28:A0206"]),
    ("def Int f(Maybe<Int> x) = case x {\n Jus(y) => y; _ => Nope(1); };", &["2:2:A0207", "2:20:A0207"]),
    (
        "def Int f() = g(1) + lenght(Nil);\ndef Int h(List<Int> l) = f(g)(l);",
        &["1:15:A0208", "1:22:A0208", "2:26:A0302"],
    ),
    ("class C {\n Unit m() { }\n Unit n() { m(); } }", &["3:13:A0208"]),
    ("def Int f(Int x) = y;\nclass C {\n Unit m() { z = 1; } }", &["1:20:A0209", "3:13:A0209"]),
    ("class C(Int x) {\n Unit m() { this.y = this.z; } }", &["2:18:A0210", "2:27:A0210"]),
    (
        "module A; export *; def Int f() = 1;\nmodule B; export *; def Int f() = 2;\nmodule C; import * from A; import * from B;\ndef Int g() = f() + A.f();",
        &["4:15:A0211"],
    ),
    (
        "data D = X | Y;\ndata D = Z;\ndef Int f() = 1;\ndef Int f() = 1;\ninterface D { }\nclass C { }\nclass C { }\ndata E = X;\ndata Int;",
        &["2:6:A0212", "4:9:A0212", "5:11:A0212", "7:7:A0212", "8:10:A0212", "9:6:A0212"],
    ),
    (
        "def Int f(Int x, Int x) = 1;\ninterface I { Unit m();\n Unit m(); }\nclass C(Int x) { Int x = 1;\n Unit m(Int a) { Int a = 1;\n if (True) { Int b = 1;\n Int b = 2; foreach (b, b in list[1]) { } } } }",
        &["1:22:A0213", "3:7:A0213", "4:22:A0213", "5:22:A0213", "7:6:A0213", "7:22:A0213", "7:25:A0213"],
    ),
    (
        "interface I { Unit name(); }\nclass C implements I { Unit name() { } Unit own() { this!own(); this.nam();\n I i = this; i!own(); i.name(); } }",
        &["2:70:A0214", "3:16:A0214"],
    ),
    (
        "def Int f(Bool b) = b;\ndef Int g() = f(1);\ndef Bool h() = if True then 1 else False;\ndef List<Int> i() = list[1, \"x\"];",
        &["1:21:A0301", "2:17:A0301", "3:29:A0301", "4:29:A0301"],
    ),
    (
        "interface I { }\nclass C { }\n{ I i = new C(); Int x = i; x = null;\n i = 5; Fut<Int> f = null; f = 1; String s = 1; return 1; }",
        &["3:9:A0301", "3:26:A0301", "3:33:A0301", "4:6:A0301", "4:32:A0301", "4:46:A0301", "4:56:A0301"],
    ),
    (
        "def Int f(Maybe<Int> x, Int y) = case x { Nil => 1;\n \"a\" => 2; Just(\"b\") => 3; Just(y) => 4; Just(z) => \"\"; };\ndef Int g(Bool b, String y) = case b { y => 1; };",
        &["1:43:A0301", "2:2:A0301", "2:17:A0301", "2:53:A0301", "3:40:A0301"],
    ),
    ("def Int f(Int x) = 1 / x;", &["1:20:A0301"]),
    (
        "def Pair<Int, List<Maybe<Int>>> f() =\n Pair(True, list[Just(1), Just(\"\"), 2]);\ninterface I { } interface J { } interface K { }\ndef List<I> g(J j, K k) = list[j, k];",
        &["2:7:A0301", "2:32:A0301", "2:37:A0301", "4:32:A0301", "4:35:A0301"],
    ),
    (
        "def Int f(Int x) = f();\ndef Maybe<Int> g() = Just(1, 2);\nclass C(Int x) { Unit m(Int y) { this.m();\n Object o = new C(1, 2); } }\ndef Int h(Maybe<Int> x) = case x { Just => 1; };",
        &["1:20:A0302", "2:22:A0302", "3:34:A0302", "4:13:A0302", "5:36:A0302"],
    ),
    (
        "def Bool two(Int x, Int y) = True;\ndef List<Int> f(List<Int> l) = filter(two)(l);\ndef List<Int> g(List<Int> l) = filter(two, two)(l);\ndef List<Int> h(List<Int> l) = filter(l);",
        &["2:39:A0302", "3:32:A0302", "3:39:A0302", "4:32:A0302"],
    ),
    ("def List f(Int<Bool> x, Map<Int> m) = Nil;", &["1:12:A0303", "1:25:A0303", "1:5:A0303"]),
    (
        "def Int f(Bool b) = b + 1;\ndef Bool g(Int x) = !x || x;\ndef Bool h(Int x) = x == \"\";\ndef String i(Int x) = \"\" + x;\ndef Bool j(Bool b) = -b;\ndef A k<A>(A x) = x * 2;",
        &["1:21:A0304", "2:22:A0304", "2:27:A0304", "3:26:A0304", "4:28:A0304", "5:23:A0304", "6:19:A0304"],
    ),
    (
        "def Int f(Int x) = if x then 1 else 2;\n{ while (1) { } if (\"\") { } assert 1; await 5; }",
        &["1:23:A0305", "2:10:A0305", "2:21:A0305", "2:36:A0305", "2:45:A0305"],
    ),
    ("{ Int x = 1; x.get; await x?; Int y = x.get; }", &["1:14:A0306", "1:27:A0306", "1:39:A0306"]),
    (
        "interface I { }\n{ Int x = 1; x.m(); x!m(); Bool b = x implements I; null!m(); }",
        &["2:14:A0307", "2:21:A0307", "2:37:A0307", "2:53:A0307"],
    ),
    (
        "interface I extends Int { }\nclass C implements List, Nope { }\n{ I i = null; Bool b = i implements Int; }",
        &["1:21:A0308", "2:20:A0308", "2:26:A0205", "3:37:A0308"],
    ),
    (
        "interface I { Unit m(); } interface J extends I { Unit n(); }\nclass C implements J { Unit n() { } }",
        &["2:7:A0309"],
    ),
    (
        "interface I { Unit m(Int x); Int n(); Unit o(); }\nclass C implements I { Unit m(Bool x) { }\n Rat n() { return 1; }\n Unit o(Int x) { } }",
        &["2:29:A0310", "3:6:A0310", "4:7:A0310"],
    ),
    (
        "class C { Int a() { }\n Int b(Bool x) { if (x) { return 1; } }\n Int c(Bool x) { if (x) return 1; else throw NullPointerException; }\n Unit d() { }\n Int e() { while (True) { } } }",
        &["1:15:A0311", "2:6:A0311"],
    ),
    ("class C { }\ndef C f(C x) = x;", &["2:9:A0312", "2:5:A0312"]),
    ("type T = List<U>;\ntype U = T;", &["2:10:A0313"]),
    ("interface I extends J { }\ninterface J extends I { }", &["1:11:A0314", "2:11:A0314"]),
    (
        "class C { Int f = 0;\n{ await f == 0; }\n}\nclass D { { this.m(); } Unit m() { suspend; } }",
        &["2:3:A0403", "4:13:A0403"],
    ),
    (
        "class C { Int f; Fut<Int> g; Object h;\n Unit m() { List<Int> x; C y; } }",
        &["1:15:A0404", "2:26:A0312", "2:23:A0404"],
    ),
    ("class C(Int p) { Int a = b;\n Int b = a + p; Int c = c;\n { a = c; } }", &["1:26:A0407", "2:25:A0407"]),
    (
        "def Int f() = this;\n{ Object o = this; this.x = 1; Int y = this.z; }",
        &["1:15:A0408", "2:14:A0408", "2:25:A0408", "2:45:A0408"],
    ),
    (
        "class C { }\n{ Object a = new cog C(); Object b = new local C();\n  Object c = new C(); }\nmodule N;\nclass D { }\n{ Object d = new D(); }",
        &["3:14:A0409", "6:14:A0409"],
    ),
    ("def Time f() = now();\n{ duration(1, 2); await duration(1, 1); }", &["1:16:A0511", "2:3:A0511", "2:19:A0511"]),
    (
        "import * from ABS.DC;\n{ DC c = new DeploymentComponent(\"\", map[]); c.acquire(); DC d = thisDC(); }",
        &["2:10:A0512", "2:66:A0511"],
    ),
    ("module M;\nimport * from ABS.JUnit;\ndef Result f() = Passed;", &["2:15:A0512"]),
    ("def Int f() = builtin;", &["1:9:A0513"]),
    ("exception E;\n{ die E; }", &["2:3:A0515"]),
];

/// Codes that need more than a text, such as options, or that are warnings.
const ELSEWHERE: &[&str] = &["A0215", "A0401", "A0402", "A0405", "A0406", "A0514"];

#[test]
fn every_mistake_is_found_where_it_is() {
    for (text, expected) in TEXTS {
        let mut expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
        let mut found = findings(text, &Options::default());
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{text}\n{}", messages(text));
    }
}

/// The codes that stand in a file of the checker.
fn codes(text: &str) -> Vec<String> {
    let places = text.match_indices("\"A0").filter_map(|it| text.get(it.0 + 1..it.0 + 6));
    places.filter(|it| it[1..].chars().all(|it| it.is_ascii_digit())).map(str::to_owned).collect()
}

#[test]
fn no_code_lacks_a_text() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/check");
    let mut written = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the checker has files") {
        let path = entry.expect("a file").path();
        written.extend(codes(&std::fs::read_to_string(path).expect("text")));
    }
    let tested = TEXTS.iter().flat_map(|it| it.1).filter_map(|it| it.rsplit(':').next());
    let tested: BTreeSet<_> = tested.chain(ELSEWHERE.iter().copied()).map(str::to_owned).collect();
    assert_eq!(written, tested);
}

#[test]
fn messages_say_what_is_meant() {
    let texts = [
        ("def Int f() = lenght(Nil);", "there is no function lenght / did you mean length?\n"),
        ("def Int f(Int number) = nubmer;", "there is no variable nubmer / did you mean number?\n"),
        (
            "module M; export f; def Int f() = 1;\nmodule N; def Int g() = f();",
            "there is no function f / module M exports it: import f from M;\n",
        ),
        ("def Bool f() = true;", "there is no variable true / did you mean True?\n"),
        (
            "module ABS.StdLib; def Nope f() = 1; module M; def Int f() = length(Nil);",
            "module ABS.StdLib belongs to the language, and this one is not used\n",
        ),
        (
            "def Int f(Int x) = x / 2;",
            "this is of type Rat, but Int is needed / / gives a Rat: write truncate(…) around it / if the program is an \
             old one, in which / gives an Int, use --truncating-division\n",
        ),
        (
            "{ Object o = null; o = list[1]; Fut<List<Int>> f = null; f = Just(o); }",
            "this is of type Maybe<Object>, but Fut<List<Int>> is needed\n",
        ),
        (
            "module M; data List<A> = End; def List<Int> f() = list[1];",
            "this is of type ABS.StdLib.List<Int>, but M.List<Int> is needed\n",
        ),
        ("interface I { } class C { } { I i = new C(); }", "class C does not implement I\n"),
        (
            "interface I { Unit m(Int x, List<Bool> y); } class C implements I { Unit m() { } }",
            "method m is not as in interface I / there it is Unit m(Int, List<Bool>)\n",
        ),
        ("class C { Unit m() { } Unit n() { m(); } }", "m is a method, not a function / write this.m(…)\n"),
    ];
    for (text, expected) in texts {
        assert_eq!(messages(text), expected, "{text}");
    }
}
