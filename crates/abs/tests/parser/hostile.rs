//! Texts that nobody writes: they get a finding, or none, but never a panic, an overflow or an endless loop.

use crate::{findings, modules, parse};

/// Something of everything.
const SAMPLE: &str = r#"module A.B; // sample ä
export *; import * from C; import d from E;
data D<A>= X(A a, List<A>) | Y; type T = Map<Int,List<T>>; exception E(Int);
def B f<A, B>(g)(A x) = case g(x) { Nil => 1; Cons(h, _) => let (Int y) = -2.5e1 in y; };
interface I extends J { [Near] Unit m(Int x); }
[C: 1] class C(Int p) implements I {
  Int x = 1 + 2 * (3 - p); { this.x = 2; } /* ö */
  Unit m(Int x) { Fut<Int> f = this.o!n(x); await f? & x > 0 || !True; Int r = f.get; foreach (e, i in list[1, 2]) skip; }
}
{ C c = new local C(1); await c!m(`ä $1 + 2$ \$ ö`); if (c == null) { throw E(1); } else return map((Int x) => x)(l);
  try { skip; } catch { E(_) => c.m("a\"ü"); } finally duration(1, 2); switch (c) { "x" => suspend; _ => assert False; } }
"#;

#[test]
fn the_sample_is_a_program() {
    modules(SAMPLE);
}

#[test]
fn every_beginning_of_a_program_is_taken_or_refused() {
    for (end, _) in SAMPLE.char_indices() {
        assert!(findings(&SAMPLE[..end]).len() <= 20, "{end}");
    }
}

#[test]
fn every_program_without_a_piece_is_taken_or_refused() {
    for (start, first) in SAMPLE.char_indices() {
        let without = format!("{}{}", &SAMPLE[..start], &SAMPLE[start + first.len_utf8()..]);
        assert!(findings(&without).len() <= 20, "{start}");
        findings(&SAMPLE[start..]);
    }
}

/// Numbers that look random and are the same in every run (a xorshift generator).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    }
}

#[test]
fn random_bytes_are_refused() {
    for seed in 1..300 {
        let mut random = random(seed);
        let bytes: Vec<u8> = (0..400).map(|_| random(256) as u8).collect();
        let found = findings(&String::from_utf8_lossy(&bytes));
        assert!((1..=20).contains(&found.len()), "{seed}: {found:?}");
    }
}

#[test]
fn random_words_are_refused() {
    let words = "module class interface def data type exception import export from { } ( ) [ ] < > >= = => ; , . ! ? & \
        && | + - ~ x f Y Int \"s\" ` $ 1 2.5 _ this null if then else when let in case while foreach switch await new \
        local cog get try catch finally duration return assert throw die skip suspend implements extends as builtin \
        delta productline product root extension trait uses recover port critical rebind movecogto original // /* */ \n";
    let words: Vec<&str> = words.split(' ').collect();
    for seed in 1..3000 {
        let mut random = random(seed);
        let begin = ["", "{ ", "class C { Unit m() { ", "def Int f() = ", "interface I { "][random(5)];
        let text = (0..60).fold(begin.to_owned(), |text, _| text + words[random(words.len())] + " ");
        assert!(findings(&text).len() <= 20, "{text}");
    }
}

#[test]
fn every_mistake_is_said_a_limited_number_of_times() {
    for text in ["{ x = ; }\n", "class C { Int = 1; }\n", "{ # }\n", "} ", "class ", "delta D;\n", "( ", "[ ", "{ "] {
        let found = findings(&text.repeat(5000));
        assert!((1..=20).contains(&found.len()), "{text}: {}", found.len());
    }
}

/// Levels of nesting that no stack would hold.
const LEVELS: usize = 100_000;

#[test]
fn deep_nesting_is_refused() {
    let nested = |begin: &str, open: &str, inner: &str, close: &str, end: &str| {
        [begin, &open.repeat(LEVELS), inner, &close.repeat(LEVELS), end].concat()
    };
    let texts = [
        nested("{ x = ", "(", "1", ")", "; }"),
        nested("{ x = ", "(", "", "", ""),
        nested("{ x = ", "-", "1", "", "; }"),
        nested("{ x = ", "! ~", "a", "", "; }"),
        nested("{ x = ", "Cons(1, ", "Nil", ")", "; }"),
        nested("{ x = ", "f(", "1", ")", "; }"),
        nested("{ x = ", "f(g)(", "1", ")", "; }"),
        nested("{ x = ", "f((Int x) => ", "1", ")(1)", "; }"),
        nested("{ x = ", "list[", "1", "]", "; }"),
        nested("{ x = ", "if a then ", "1", " else 2", "; }"),
        nested("{ x = ", "if a then 1 else ", "2", "", "; }"),
        nested("{ x = ", "let (Int x) = 1 in ", "2", "", "; }"),
        nested("{ x = ", "let (Int x) = ", "1", " in 2", "; }"),
        nested("{ x = let ", "Int x = 1, ", "Int y = 2 in 3", "", "; }"),
        nested("{ x = ", "case x { _ => ", "1", "}", "; }"),
        nested("{ x = ", "case ", "1", "{ _ => 1 }", "; }"),
        nested("{ x = ", "`$", "1", "$`", "; }"),
        nested("{ x = ", "1 + (", "1", ")", "; }"),
        nested("{ x = ", "(", "1", " + 1)", "; }"),
        nested("{ x = 1", " + 1", "", "", "; }"),
        nested("{ x = 1", " * 1 + 1 < 1 && a", "", "", "; }"),
        nested("{ x = y", " as I", "", "", "; }"),
        nested("{ ", "{", "", "}", " }"),
        nested("{ ", "{", "", "", ""),
        nested("{ ", "if (a) skip; else ", "skip;", "", " }"),
        nested("{ ", "if (a) { skip; } else ", "{ }", "", " }"),
        nested("{ ", "if (a) ", "skip;", " else skip;", " }"),
        nested("{ ", "while (a) ", "skip;", "", " }"),
        nested("{ ", "foreach (a in b) { ", "", "}", " }"),
        nested("{ ", "switch (a) { _ => ", "skip;", "}", " }"),
        nested("{ ", "try ", "skip;", " catch _ => skip;", " }"),
        nested("{ switch (a) { ", "A(", "x", ")", " => skip; } }"),
        nested("{ ", "List<", "Int", ">", " x; }"),
        nested("type T = ", "List<", "Int", ">", ";"),
    ];
    for text in texts {
        let shown: String = text.chars().take(40).collect();
        let (_, found) = parse(&text);
        assert_eq!(found.len(), 1, "{shown}: {found:?}");
        assert!(found[0].ends_with("A0111 the program is nested too deeply here"), "{shown}: {found:?}");
    }
}

#[test]
fn chains_in_parentheses_in_chains_do_not_make_the_tree_too_high() {
    let chain = " + 1".repeat(900);
    let text = format!("{{ x = {}1{}; }}", "(".repeat(100), format!("{chain})").repeat(100));
    assert_eq!(findings(&text).len(), 1);
}

#[test]
fn what_is_long_but_not_deep_is_taken() {
    let one_line = |begin: &str, piece: &str, end: &str| [begin, &piece.repeat(LEVELS), end].concat();
    modules(&one_line("{ x = list[1", ", 1 + 1", "]; }"));
    modules(&one_line("{ x = f(1", ", (a), g(h)(1), C(2)", "); }"));
    modules(&one_line("{ ", "x = 1; { skip; } if (a) skip; else skip;", "}"));
    modules(&one_line("class C { ", "Int x = 1; ", "}"));
    modules(&one_line("class C { ", "Unit m() { skip; } ", "}"));
    modules(&one_line("", "def Int f() = 1;", ""));
    modules(&one_line("", "module M; ", ""));
    modules(&one_line("{ switch (a) { ", "A => skip; ", "} }"));
    modules(&one_line("{ x = `", "a $b$ ", "`; }"));
    modules(&one_line("data D = A", " | B(Int x)", ";"));
    modules(
        &one_line("{ x = 1", "", ["; ", &" ".repeat(LEVELS), "}"].concat().as_str())
            .replace("x = 1", &one_line("x = 1", "0", "")),
    );
    modules(&one_line("", "[A: b[1]] ", "{ }"));
    modules(&format!("{{ x = 1{}; }}", " + 1".repeat(900)));
    modules(&format!("{{ x = {}1{}; }}", "(".repeat(200), ")".repeat(200)));
}

/// Half of what a thread has that does not ask for more, and an eighth of what the first thread has. How large frames are depends
/// on how a crate is built: the usual builds need less than half of this.
const SMALL_STACK: usize = 1 << 20;

#[test]
fn the_deepest_program_fits_a_small_stack() {
    let text = format!("{{ x = {}1{}; }}", "case f(1 + ".repeat(60), ") { _ => 1 * 2 }".repeat(60));
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(move || findings(&text));
    assert_eq!(thread.expect("a thread").join().expect("no overflow"), Vec::<String>::new());
    let text = format!("{{ x = {}1; }}", "1 + (".repeat(LEVELS));
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(move || findings(&text));
    assert_eq!(thread.expect("a thread").join().expect("no overflow").len(), 1);
}
