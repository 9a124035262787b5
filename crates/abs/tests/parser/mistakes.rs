//! What is said about mistakes, and where. The second mistake in some of the texts shows that parsing went on.

use crate::findings;

/// Each pair: a text with mistakes, and all that is said about it, with notes in brackets.
fn compare(pairs: &[(&str, &[&str])]) {
    for (text, expected) in pairs {
        assert_eq!(findings(text), *expected, "{text}");
    }
}

#[test]
fn a_statement_that_does_not_end() {
    compare(&[
        ("{ Int x = 1 }", &["1:13 A0110 expected `;` after this statement, found `}`"]),
        ("{\n  Int x = 1\n  x = 2;\n}", &["2:12 A0110 expected `;` after this statement, found `x`"]),
        ("{ x = f.get\n  y = 1; }", &["1:12 A0110 expected `;` after this statement, found `y`"]),
        ("{ skip }", &["1:8 A0110 expected `;` after this statement, found `}`"]),
        ("{ x = 1", &["1:8 A0110 expected `;` after this statement, found the end"]),
        (
            "{ x = 1 2 3; y = ; }",
            &["1:9 A0110 expected `;` after this statement, found `2`", "1:18 A0110 expected an expression, found `;`"],
        ),
    ]);
}

#[test]
fn braces_that_are_missing_or_too_many() {
    compare(&[
        ("{ x = 1;", &["1:9 A0110 expected `}`, found the end [it closes this `{`]"]),
        ("class C {", &["1:10 A0110 expected `}`, found the end [it closes this `{`]"]),
        (
            "class C {\n  Unit m() {\n    x = 1;\n}\n\nclass D { }\n",
            &["4:2 A0110 expected `}`, found the keyword `class` [it closes this `{`]"],
        ),
        (
            "class C { } }\n{ x = ; }",
            &[
                "1:13 A0110 expected a declaration or the main block, found `}`",
                "2:7 A0110 expected an expression, found `;`",
            ],
        ),
        (
            "{ case x { A = 1; } y = ; }",
            &["1:14 A0110 expected `=>` after this pattern, found `=`", "1:25 A0110 expected an expression, found `;`"],
        ),
        (
            "{ x = case x { A => 1 B }; y = ; }",
            &["1:25 A0110 expected `=>` after this pattern, found `}`", "1:32 A0110 expected an expression, found `;`"],
        ),
    ]);
}

#[test]
fn statements() {
    compare(&[
        (
            "{ if x > 1 { } else { } y = ; }",
            &["1:6 A0110 expected `(` after `if`, found `x`", "1:29 A0110 expected an expression, found `;`"],
        ),
        (
            "{ if (x = 1) { } else { } y = ; }",
            &[
                "1:9 A0110 expected `)` after this condition, found `=` [values are compared with `==`]",
                "1:31 A0110 expected an expression, found `;`",
            ],
        ),
        ("{ while (a > 0 { skip; } }", &["1:16 A0110 expected `)` after this condition, found `{`"]),
        (
            "{ int x = 1; }",
            &[
                "1:7 A0110 expected `;` after this statement, found `x` [the name of a type begins with an upper-case letter]",
            ],
        ),
        ("{ Int = 1; }", &["1:7 A0110 expected the name of a variable, found `=`"]),
        ("{ List<Int x; }", &["1:12 A0110 expected `,` or `>`, found `x`"]),
        (
            "{ return; }",
            &[
                "1:9 A0110 expected an expression, found `;` [a method without a result ends with `return Unit;`, or without `return`]",
            ],
        ),
        ("{ foreach (Int x in l) skip; }", &["1:12 A0110 expected the name of an element, found `Int`"]),
        (
            "{ try skip; finally skip; }",
            &["1:13 A0110 expected `catch` after the statement of `try`, found the keyword `finally`"],
        ),
        ("{ else skip; }", &["1:3 A0110 expected a statement, found the keyword `else`"]),
        (
            "{ i++; x += 1; }",
            &[
                "1:5 A0110 expected an expression, found `+` [a variable is counted up by `x = x + 1`]",
                "1:11 A0110 expected an expression, found `=` [a variable is counted up by `x = x + 1`]",
            ],
        ),
        ("{ o!; }", &["1:5 A0110 expected the name of a method, found `;`"]),
        ("{ x?; }", &["1:4 A0110 expected `;` after this statement, found `?`"]),
        ("{ await f? && g?; }", &["1:12 A0114 `&&` cannot stand behind `?` [the parts of a guard are joined by `&`]"]),
    ]);
}

#[test]
fn expressions() {
    compare(&[
        (
            "{ x = ; y = ); }",
            &["1:7 A0110 expected an expression, found `;`", "1:13 A0110 expected an expression, found `)`"],
        ),
        ("{ x = list[1, 2; }", &["1:16 A0110 expected `,` or `]`, found `;`"]),
        ("{ x = let x = 1 in 2; }", &["1:11 A0110 expected a type, found `x`"]),
        ("{ x = if a then b; }", &["1:18 A0110 expected `else` after this expression, found `;`"]),
        ("{ x = new c(); }", &["1:11 A0110 expected the name of a class, found `c`"]),
        (
            "{ x = f((Int x) => 1, G)(2); }",
            &["1:23 A0110 expected the name of a function, which begins with a lower-case letter, found `G`"],
        ),
        ("{ x = 'a'; }", &["1:7 A0110 expected an expression, found `'` [a text stands in double quotes]"]),
    ]);
}

#[test]
fn effects_stand_alone() {
    compare(&[
        (
            "{ x = a + b.get; }",
            &["1:12 A0112 `get` cannot stand inside an expression [give its value to a variable first, and use that]"],
        ),
        (
            "{ x = f(o.m()); }",
            &[
                "1:10 A0112 the call of a method cannot stand inside an expression [give its value to a variable first, and use that]",
            ],
        ),
        (
            "{ if (o!m()) skip; }",
            &[
                "1:8 A0112 the call of a method cannot stand inside an expression [give its value to a variable first, and use that]",
            ],
        ),
        (
            "{ x = !o!m(); }",
            &[
                "1:9 A0112 the call of a method cannot stand inside an expression [give its value to a variable first, and use that]",
            ],
        ),
        (
            "{ x = o.m().get; }",
            &[
                "1:12 A0112 the value of a call cannot be used in the same statement [give its value to a variable first, and use that]",
            ],
        ),
        (
            "{ x = f(new C()); y = g(await o!m()); }",
            &[
                "1:9 A0112 `new` cannot stand inside an expression [give its value to a variable first, and use that]",
                "1:25 A0112 `await` cannot stand inside an expression [give its value to a variable first, and use that]",
            ],
        ),
        (
            "{ x = o.y; }",
            &["1:9 A0115 only fields of `this` can be read [another object is asked by a call of a method]"],
        ),
        (
            "{ x = f(o.y); }",
            &["1:11 A0115 only fields of `this` can be read [another object is asked by a call of a method]"],
        ),
        (
            "{ this.x.y = 1; }",
            &["1:10 A0115 only fields of `this` can be read [another object is asked by a call of a method]"],
        ),
        ("{ x = await o.m(); }", &["1:14 A0110 expected `!` after the object of this `await`, found `.`"]),
        (
            "{ await o.m(); }",
            &[
                "1:10 A0112 a guard cannot hold `get` or the call of a method [`await o!m();` waits for the answer of a call]",
            ],
        ),
        ("{ x = await f; }", &["1:14 A0110 expected `!` after the object of this `await`, found `;`"]),
        (
            "class C { I x = new C(); I y = o!m(); Int z = f.get; Int u = ; }",
            &[
                "1:17 A0112 the first value of a field cannot be a call, a new object or `get` [assign it in the init block of the class]",
                "1:33 A0112 the first value of a field cannot be a call, a new object or `get` [assign it in the init block of the class]",
                "1:48 A0112 the first value of a field cannot be a call, a new object or `get` [assign it in the init block of the class]",
                "1:62 A0110 expected an expression, found `;`",
            ],
        ),
    ]);
}

#[test]
fn texts_and_characters() {
    compare(&[
        (
            "{ \"abc }\n{ x = ; }",
            &["1:3 A0102 this text is not closed on its line", "2:7 A0110 expected an expression, found `;`"],
        ),
        ("{ x = \"a\\qb\"; }", &["1:9 A0104 `\\q` is not known in a text"]),
        ("{ x = `abc; }", &["1:7 A0102 this template is not closed"]),
        ("{ }\n/* abc", &["2:1 A0103 this comment is not closed"]),
        ("{ x = 1 # 2; }", &["1:9 A0101 `#` does not belong to the language outside of texts and comments"]),
        ("{ x = äö; }", &["1:7 A0101 `äö` does not belong to the language outside of texts and comments"]),
        ("{ \"äö\"; x = ; }", &["1:15 A0110 expected an expression, found `;`"]),
        ("{ x = \u{7}; }", &["1:7 A0101 `\\u{7}` does not belong to the language outside of texts and comments"]),
        ("{ x = $a; }", &["1:7 A0101 `$` does not belong to the language outside of texts and comments"]),
        ("{ x = 1e999; }", &["1:7 A0105 this number is too large"]),
    ]);
}

#[test]
fn declarations() {
    compare(&[
        ("[A class C { }", &["1:1 A0113 this annotation is not closed"]),
        ("{ } { }", &["1:5 A0116 this module has a main block already"]),
        ("class C { { } { } }", &["1:15 A0117 this class has an init block already"]),
        ("module M", &["1:9 A0110 expected `;` after the name of the module, found the end"]),
        ("module m;", &["1:8 A0110 expected the name of a module, found `m`"]),
        ("import * M;", &["1:10 A0110 expected `from` and the name of a module, found `M`"]),
        ("import ;", &["1:8 A0110 expected a name or `*`, found `;`"]),
        ("foo", &["1:1 A0110 expected a declaration or the main block, found `foo`"]),
        ("Int x = 1;", &["1:1 A0110 expected a declaration or the main block, found `Int`"]),
        ("def f() = 1;", &["1:5 A0110 expected a type, found `f`"]),
        (
            "def Int F() = 1;",
            &["1:9 A0110 expected the name of a function, which begins with a lower-case letter, found `F`"],
        ),
        ("def Int f(x y) = 1;", &["1:11 A0110 expected a type, found `x`"]),
        ("data d = A;", &["1:6 A0110 expected the name of a type, found `d`"]),
        ("data D = ;", &["1:10 A0110 expected the name of a constructor, found `;`"]),
        ("type T;", &["1:7 A0110 expected `=` after the name of the type, found `;`"]),
        ("class C", &["1:8 A0110 expected `{` before the members of the class, found the end"]),
        ("class C { Unit m(", &["1:18 A0110 expected a type, found the end"]),
        ("interface I { Unit m() { } }", &["1:24 A0110 expected `;` after this method, found `{`"]),
        (
            "interface I { Int x; Unit n(); Int = 1; }",
            &[
                "1:20 A0110 expected `(` before the parameters, found `;`",
                "1:36 A0110 expected the name of a method, found `=`",
            ],
        ),
        (
            "class C { m() { } Int y = ; }",
            &[
                "1:11 A0110 expected the type of a field or method, found `m`",
                "1:27 A0110 expected an expression, found `;`",
            ],
        ),
        ("class C { Int x Int y; }", &["1:17 A0110 expected `;` or `=` or `(` after this name, found `Int`"]),
    ]);
}

#[test]
fn what_is_not_supported_is_said_once_and_skipped() {
    compare(&[
        (
            "delta D; uses M; adds class C { } modifies class E { adds Int x; }\nproductline P; features A, B; delta D when A;\nproduct Q(A);\nroot R { group oneof { A, B } }\nextension S { }\nmodule M; { x = ; }",
            &[
                "1:1 A0501 a delta is not supported",
                "2:1 A0501 a product line is not supported",
                "3:1 A0501 a product line is not supported",
                "4:1 A0501 a feature model is not supported",
                "5:1 A0501 a feature model is not supported",
                "6:17 A0110 expected an expression, found `;`",
            ],
        ),
        (
            "trait T = { Unit m() { } } adds { Unit n() { } }\nclass C { uses T; Unit o() { x = ; } }",
            &[
                "1:1 A0502 a trait is not supported",
                "2:11 A0502 a trait is not supported",
                "2:34 A0110 expected an expression, found `;`",
            ],
        ),
        (
            "trait T = Unit m() { }\n{ x = ; }",
            &["1:1 A0502 a trait is not supported", "2:7 A0110 expected an expression, found `;`"],
        ),
        (
            "class C { port I x; critical Unit m() { rebind o.x = y; x = ; } }",
            &[
                "1:11 A0503 a port of a component is not supported",
                "1:21 A0503 a critical section is not supported",
                "1:41 A0503 `rebind` is not supported",
                "1:61 A0110 expected an expression, found `;`",
            ],
        ),
        (
            "[Near, Scheduler: f(queue)] class C { }\n{ [Cost: g(1)] [ABS.DC.DC: x] Object o = new C(); [Own: Scheduler] skip; x = ; }",
            &[
                "1:8 A0516 the annotation Scheduler is not supported \
                 [which task is next would be the choice of a scheduler]",
                "2:17 A0516 the annotation DC is not supported [objects on deployment components wait for resources]",
                "2:78 A0110 expected an expression, found `;`",
            ],
        ),
        (
            "class C { recover { E => skip; } Unit run() { movecogto x; original(1); x = ; } }",
            &[
                "1:11 A0504 `recover` is not supported",
                "1:47 A0503 `movecogto` is not supported",
                "1:60 A0501 `original` belongs to deltas, which are not supported",
                "1:77 A0110 expected an expression, found `;`",
            ],
        ),
    ]);
}
