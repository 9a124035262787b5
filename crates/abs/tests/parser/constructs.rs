//! Each construct of the language, and the tree that it becomes.

use crate::{modules, print};
use source::{Diagnostics, FileId, Span};

fn expression(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let expression = abs::parse_expression(FileId(0), text, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    print::expression(&expression.expect(text))
}

fn statements(text: &str) -> String {
    let modules = modules(&format!("{{ {text} }}"));
    let main = modules[0].main.as_ref().expect("a main block");
    let printed = print::block(main);
    printed[1..printed.len() - 1].to_owned()
}

fn declarations(text: &str) -> String {
    let modules = modules(text);
    assert_eq!(modules.len(), 1);
    modules[0].declarations.iter().map(print::declaration).collect::<Vec<_>>().join("; ")
}

/// Each pair: what is written, and what it becomes.
fn compare(parse: fn(&str) -> String, pairs: &[(&str, &str)]) {
    for (text, tree) in pairs {
        assert_eq!(parse(text), *tree, "{text}");
    }
}

#[test]
fn operators_bind_as_they_should() {
    compare(
        expression,
        &[
            ("1 + 2 * 3 - 4", "(Subtract (Add 1 (Multiply 2 3)) 4)"),
            ("(1 + 2) * 3", "(Multiply (Add 1 2) 3)"),
            ("a || b && c == d", "(Or a (And b (Equal c d)))"),
            ("a && b || c", "(Or (And a b) c)"),
            ("a < b == c >= d", "(Equal (Less a b) (GreaterEqual c d))"),
            ("a <= b != (c > d)", "(NotEqual (LessEqual a b) (Greater c d))"),
            ("a / b % c", "(Modulo (Divide a b) c)"),
            ("!a && ~b", "(And (Not a) (Not b))"),
            ("- a * b", "(Multiply (Negate a) b)"),
            ("a - -1", "(Subtract a (Negate 1))"),
            ("!!a", "(Not (Not a))"),
            ("x implements I && y", "(And (x implements I) y)"),
            ("(x as M.I) == null", "(Equal (x as M.I) null)"),
            ("as + as", "(Add as as)"),
        ],
    );
}

#[test]
fn literals_and_names() {
    compare(
        expression,
        &[
            ("12345678901234567890123", "12345678901234567890123"),
            ("1.5", "1.5"),
            (".5", "0.5"),
            ("2.5e-1", "0.25"),
            ("2e3", "2000.0"),
            (r#""a\"b\\c\n\t\r""#, r#""a\"b\\c\n\t\r""#),
            ("\"äö\"", "\"äö\""),
            ("\"// no /* comment\"", "\"// no /* comment\""),
            ("null", "null"),
            ("this", "this"),
            ("this.x", "this.x"),
            ("destiny", "destiny"),
            ("True", "True"),
            ("ABS.StdLib.Nil", "ABS.StdLib.Nil"),
            ("Cons(1, Nil)", "Cons(1, Nil)"),
            ("ABS.StdLib.head(l)", "ABS.StdLib.head(l)"),
            ("f()", "f()"),
            ("list[]", "list[]"),
            ("map[Pair(1, set[2, 3])]", "map[Pair(1, set[2, 3])]"),
            ("product + delta + get", "(Add (Add product delta) get)"),
        ],
    );
}

#[test]
fn templates_hold_expressions() {
    compare(
        expression,
        &[
            ("`plain`", r#"template["plain"]"#),
            ("`a $x + 1$ b`", r#"template["a ", (Add x 1), " b"]"#),
            ("`$x$$y$`", r#"template["", x, "", y, ""]"#),
            (r"`\$5 \` \n`", r#"template["$5 ` \\n"]"#),
            ("`a\nb`", r#"template["a\nb"]"#),
            ("`a $f(`b $c$`)$`", r#"template["a ", f(template["b ", c, ""]), ""]"#),
        ],
    );
}

#[test]
fn expressions_with_keywords() {
    compare(
        expression,
        &[
            ("if a then b else c + d", "(if a b (Add c d))"),
            ("when a then if b then 1 else 2 else 3", "(if a (if b 1 2) 3)"),
            ("let (Int x) = 1 in x + 1", "(let Int x = 1 in (Add x 1))"),
            ("let Int x = 1, (List<A> y) = f(x) in y", "(let Int x = 1 in (let List<A> y = f(x) in y))"),
            ("case x { Nil => 0; Cons(_, t) => n(t); }", "(case x {Nil => 0, Cons(_, t) => n(t)})"),
            ("case x { 1 => a | \"s\" => b | -2 => c | y => d }", "(case x {1 => a, \"s\" => b, -2 => c, y => d})"),
            ("case x { | A => 1 | M.B(C(z)) => 2 }", "(case x {A => 1, M.B(C(z)) => 2})"),
            ("case f(x) { A => case y { _ => 1; }; _ => 2 }", "(case f(x) {A => (case y {_ => 1}), _ => 2})"),
        ],
    );
}

#[test]
fn functions_are_passed_to_functions() {
    compare(
        expression,
        &[
            ("map(f)(l)", "map(f)(l)"),
            ("foldl(f, M.g)(l, 0)", "foldl(f, M.g)(l, 0)"),
            ("map((Int x) => x + 1)(l)", "map((Int x) => (Add x 1))(l)"),
            ("zip((Int x, List<B> y) => g(h)(x), k)(l)", "zip((Int x, List<B> y) => g(h)(x), k)(l)"),
            ("f((x))", "f(x)"),
        ],
    );
}

#[test]
fn statements_without_effects() {
    compare(
        statements,
        &[
            ("skip; ; suspend;", "skip; skip; suspend;"),
            ("{ { skip; } }", "{{skip;}}"),
            ("Int x; Int y = 1;", "Int x; Int y = 1;"),
            ("Map<A, List<B>> m = emptyMap();", "Map<A, List<B>> m = emptyMap();"),
            ("ABS.Foo.T x = ABS.Foo.f(1);", "ABS.Foo.T x = ABS.Foo.f(1);"),
            ("M.f(1);", "M.f(1);"),
            ("x = 1; this.x = 2; switch = 3;", "x = 1; this.x = 2; switch = 3;"),
            ("f(x); Nil;", "f(x); Nil;"),
            ("return Unit;", "return Unit;"),
            ("if (a) b = 1; else if (c) { d = 2; } else skip;", "if a b = 1; else if c {d = 2;} else skip;"),
            ("if (a) if (b) skip; else suspend;", "if a if b skip; else suspend;"),
            ("while (i < 3) { i = i + 1; }", "while (Less i 3) {i = (Add i 1);}"),
            ("foreach (x in list[1]) skip;", "foreach x - list[1] skip;"),
            ("foreach (x, i in l) { f(x); }", "foreach x i l {f(x);}"),
            ("assert a == b; throw E(1); die E;", "assert (Equal a b); throw E(1); die E;"),
            ("duration(1, 2); duration(x);", "duration(1, 2); duration(x);"),
            ("switch (x) { A => skip; B(y) => { x = y; } }", "switch x {A => skip;, B(y) => {x = y;}}"),
            ("case x { A => skip; _ => y = 1; }", "switch x {A => skip;, _ => y = 1;}"),
            ("case x { | A => f(1) | _ => 2 };", "switch x {A => f(1);, _ => 2;} skip;"),
            (
                "try x = 1 / y; catch { E => skip; _ => { } } finally skip;",
                "try x = (Divide 1 y); catch {E => skip;, _ => {}} finally skip;",
            ),
            ("try { } catch _ => skip;", "try {} catch {_ => skip;}"),
        ],
    );
}

#[test]
fn statements_with_effects() {
    compare(
        statements,
        &[
            ("C o = new C(1, x); o = new local M.C();", "C o = new C(1, x); o = new local M.C();"),
            ("I o = new cog C(); new C();", "I o = new cog C(); new C();"),
            ("Fut<Int> f = o!m(1); this!m(); o.m(2);", "Fut<Int> f = o!m(1); this!m(); o.m(2);"),
            ("this.m(); this.o.m(); this.o!m();", "this.m(); this.o.m(); this.o!m();"),
            (
                "x = f.get; f.get; Int y = this.f.get; x = head(l).get;",
                "x = f.get; f.get; Int y = this.f.get; x = head(l).get;",
            ),
            (
                "x = await o!m(); await o!m(); return await this.o!m(1);",
                "x = await o!m(); await o!m(); return await this.o!m(1);",
            ),
            ("(x as I).m(); x = (a).get;", "(x as I).m(); x = a.get;"),
            ("o.get(1); x = o.get(1);", "o.get(1); x = o.get(1);"),
            ("await f?; await this.f? & x > 1 && y;", "await f?; await this.f?, (And (Greater x 1) y);"),
            ("await duration(1, 2) & g?; await duration(3);", "await duration(1, 2), g?; await duration(3, 3);"),
            ("await ~b;", "await (Not b);"),
        ],
    );
}

#[test]
fn annotations_are_skipped_everywhere() {
    let annotated =
        "[A: b(c[1], \"]\")] class C([Near] I i) { [Final] [X] [Y: list[1]] Int x = 1; [Atomic] Unit m() { } }
        [E] { [Cost: max(1, 2)] x = 1; [A] [B] Fut<[Far] I> f = o!m(); [C] if (a) [D] skip; }";
    let modules = modules(annotated);
    assert_eq!(
        print::module(&modules[0]),
        "module -; class C(I i) [] {Int x = 1 | - | Unit m() {}}; main {x = 1; Fut<I> f = o!m(); if a skip;}"
    );
}

#[test]
fn types_and_functions_are_declared() {
    compare(
        declarations,
        &[
            ("data Abstract;", "data Abstract<> = "),
            ("data D<A, B>= X(A a, List<B>) | Y;", "data D<A, B> = X(A a, List<B>) | Y()"),
            ("type T = Map<A,List<List<B>>>;", "type T = Map<A, List<List<B>>>"),
            ("exception E; exception F(Int, String s);", "exception E(); exception F(Int, String s)"),
            ("def Int f() = 1;", "def Int f<>()() = 1"),
            ("def List<A> f<A>(A x, Int as) = Nil;", "def List<A> f<A>()(A x, Int as) = Nil"),
            ("def B f<A, B>(g, h)(A x) = g(h(x));", "def B f<A, B>(g, h)(A x) = g(h(x))"),
            (
                "def Int f(Int x) = builtin; def Int g() = builtin(a, 1);",
                "def Int f<>()(Int x) = builtin; def Int g<>()() = builtin",
            ),
        ],
    );
}

#[test]
fn interfaces_and_classes_are_declared() {
    compare(
        declarations,
        &[
            ("interface I { }", "interface I [] {}"),
            (
                "interface I extends J, M.K { Unit m(); Fut<Int> n(Int x); }",
                "interface I [J, M.K] {Unit m(), Fut<Int> n(Int x)}",
            ),
            ("class C { }", "class C() [] { | - | }"),
            (
                "class C(Int p) implements I, J { Int x; Int y = p + 1; { x = y; } Int m(Int z) { return z; } Unit run() { } }",
                "class C(Int p) [I, J] {Int x, Int y = (Add p 1) | {x = y;} | Int m(Int z) {return z;}, Unit run() {}}",
            ),
        ],
    );
}

#[test]
fn a_file_has_modules() {
    let printed = |text| modules(text).iter().map(print::module).collect::<Vec<_>>();
    assert_eq!(printed(""), ["module -"]);
    assert_eq!(printed("// nothing\n/* * / ** */"), ["module -"]);
    assert_eq!(printed("{ }"), ["module -; main {}"]);
    assert_eq!(
        printed(
            "\u{feff}module A.B; export *; export X, y from Z; import * from C; import D.E, F.g; import h from I; { } module J; type T = Int;"
        ),
        [
            "module A.B; export *; export X, y from Z; import * from C; import D.E, F.g; import h from I; main {}",
            "module J; type T = Int",
        ]
    );
    assert_eq!(printed("type T = Int; module M;"), ["module -; type T = Int", "module M"]);
}

#[test]
fn positions_are_those_of_the_text() {
    let text = "module M;\n{\n  \"ä\" == x + f(1,\n 2);\n}\n";
    let modules = modules(text);
    let main = modules[0].main.as_ref().expect("a main block");
    let at = |line, column, length| Span { file: FileId(0), line, column, length };
    assert_eq!((main.span, main.end), (at(2, 1, 1), at(5, 1, 1)));
    // Columns count bytes, and nothing reaches beyond its first line.
    assert_eq!(main.statements[0].span, at(3, 3, 16));
    assert_eq!(modules[0].name.as_ref().map(|it| it.span), Some(at(1, 8, 1)));
}
