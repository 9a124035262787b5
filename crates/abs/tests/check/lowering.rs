//! What statements and expressions become.

use crate::program;
use crate::show::Show;
use abs::Options;

#[test]
fn statements_and_effects() {
    let text = r#"
        interface I { Int m(Int x); }
        class C(I other, Int n) implements I {
            Int count = n + 1;
            Fut<Int> pending;
            { count = 2; Int x = count; this.set(x); }
            Unit set(Int x) { n = x; }
            Int m(Int x) {
                this.count = x;
                Fut<Int> f = other!m(count);
                await f? & count > 0;
                Int y = f.get;
                Int z = await this!m(y);
                z = this.m(z);
                suspend;
                I o = new local C(this, 1);
                if (z == 1) { Int w = 1; } else skip;
                foreach (e, i in list[1, 2]) { assert e > i; }
                switch (z) { y => z = 1; 3 => z = 2; k => z = k; }
                try { throw DivisionByZeroException; } catch { DivisionByZeroException => skip; _ => suspend; }
                finally { z = 3; }
                while (z < 3) z = z + 1;
                return z;
            }
            Unit run() { throw NullPointerException; }
        }
        { I c = new C(null, 3); c!m(1); }
    "#;
    let program = program(text, &Options::default());
    let show = Show(&program);
    assert_eq!(
        show.method("C", "m"),
        "f2 = l0; l1 = f0!m(f2); await l1? & Greater(f2, 0); l2 = l1.get; l3 = await this!m(l2); l3 = this.m(l3); \
         suspend; l4 = new local C(this, 1); if Equal(l3, 1) { l5 = 1; } else skip; \
         foreach l6, l7 in Cons(1, Cons(2, Nil)) { assert Greater(l6, l7); } \
         switch l3 { ==l2 => l3 = 1; 3 => l3 = 2; l8 => l3 = l8; } \
         try { throw DivisionByZeroException; } catch { DivisionByZeroException() => skip; _ => suspend; } \
         finally { l3 = 3; } while Less(l3, 3) l3 = Add(l3, 1); return l3;"
    );
    let class = &program.classes[0];
    assert_eq!(show.body(&class.init), "f2 = Add(f1, 1); f3 = null; f2 = 2; l0 = f2; this.set(l0);");
    assert_eq!((class.parameters, class.fields.join(" ")), (2, "other n count pending".to_owned()));
    let run = class.run.map(|it| program.selectors[it.0 as usize].as_str());
    assert_eq!((run, class.implements.len()), (Some("run"), 1));
    assert_eq!(show.body(&program.main), "l0 = new C(null, 3); l0!m(1);");
    let names: Vec<_> = class.methods[1].body.locals.iter().map(String::as_str).collect();
    assert_eq!(names, ["x", "f", "y", "z", "o", "w", "e", "i", "k"]);
}

#[test]
fn expressions() {
    let text = r#"
        data Shape = Circle(Int size) | Square(Int size, String label) | Point;
        def Int a(Shape s) = size(s) + strlen(label(s));
        def String b(Int n) = `n is $n$, twice $n + n$`;
        def Int c(Maybe<Int> m, Int n) = case m { Just(n) => 1; Just(k) => k; Nothing => let (Int n) = 3 in n; };
        def Bool d(Bool b) = case b { True => !b; False => b || Unit == Unit; };
        def Float e(Int n) = 1.5 * n;
        def Set<Int> f() = set[1];
        def Rat g(Int n) = -n / 2;
        { Int x = a(Point); String s = b(1); x = c(Nothing, 1); Bool y = d(True); Float z = e(1); Set<Int> w = f();
          Rat v = g(1); }
    "#;
    let exact = program(text, &Options::default());
    let show = Show(&exact);
    assert_eq!(show.function("a"), "a/1: Add(size(l0), Strlen(label(l0)))");
    assert_eq!(show.function("size"), "size/1: case l0 { Circle(l1) => l1; Square(l1, _) => l1 }");
    assert_eq!(show.function("label"), "label/1: case l0 { Square(_, l1) => l1 }");
    assert_eq!(show.function("b"), "b/1: Concatenate(\"n is \", l0, \", twice \", Add(l0, l0))");
    assert_eq!(show.function("c"), "c/2: case l0 { Just(==l1) => 1; Just(l2) => l2; Nothing() => let l3 = 3 in l3 }");
    assert_eq!(show.function("d"), "d/1: case l0 { true => Not(l0); false => Or(l0, Equal(Unit, Unit)) }");
    assert_eq!(show.function("e"), "e/1: Multiply(1.5, Float(l0))");
    assert_eq!(show.function("f"), "f/0: set(Cons(1, Nil))");
    assert_eq!(show.function("g"), "g/1: Divide(Negate(l0), 2)");
    let old = program(text, &Options { truncating_division: true, ..Options::default() });
    assert_eq!(Show(&old).function("g"), "g/1: DivideTruncating(Negate(l0), 2)");
}

#[test]
fn only_functions_that_are_called_are_there() {
    let program = program("def Int a() = b(); def Int b() = 1; def Int c() = 2; { Int x = a(); }", &Options::default());
    let names: Vec<_> = program.functions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn constructors_know_their_place() {
    let program = program("data D = C | B(Int) | A; { D d = A; }", &Options::default());
    let mut found: Vec<_> = program.constructors.iter().map(|it| (it.rank, it.name.as_str(), it.arity)).collect();
    found.sort_unstable();
    found.retain(|it| ["A", "B", "C", "Nil", "Cons"].contains(&it.1));
    let found: Vec<_> = found.iter().map(|it| (it.1, it.2)).collect();
    assert_eq!(found, [("A", 0), ("B", 1), ("C", 0), ("Cons", 2), ("Nil", 0)]);
    let known = program.known;
    let name = |id: abs::program::ConstructorId| program.constructors[id.0 as usize].name.as_str();
    assert_eq!((name(known.nil), name(known.cons), name(known.pair)), ("Nil", "Cons", "Pair"));
    assert_eq!(name(known.division_by_zero), "DivisionByZeroException");
}
