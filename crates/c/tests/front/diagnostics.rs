//! One text per code, and that no code lacks one.

use crate::show::{findings, list};
use c::{Input, Options, codes, load, load_input};
use ir::DataModel::Lp64;
use std::path::Path;

/// A text, and what is found in it: lines and codes.
const TEXTS: &[(&str, &[&str])] = &[
    ("char *s = \"\u{e9}\";\nint x = ;", &["2:C0201"]),
    ("int x\nint y;", &["2:C0201"]),
    ("void f(void) {\n x = 1; x = 2; y++; }", &["2:C0301", "2:C0301"]),
    (
        "struct s;\nstruct s x;\nint f(struct s *p) {\n return p->a + sizeof(struct s); }",
        &["2:C0302", "4:C0302", "4:C0302"],
    ),
    ("struct s { int a; } x;\nint f(void) {\n return x.b; }", &["3:C0303"]),
    ("int f(int a) {\n 1 = a;\n (a + 1) = 2;\n return &f == &a++; }", &["2:C0304", "3:C0304", "4:C0304"]),
    (
        "struct s { int a; } x; int *p;\nint f(void) {\n x + 1;\n p * 2;\n if (x) ;\n return *5; }",
        &["3:C0305", "4:C0305", "5:C0305", "6:C0305"],
    ),
    ("struct s { int a; } x;\nint f(void) {\n int y = x;\n return (int)x; }", &["3:C0306", "4:C0306"]),
    (
        "int g(int a, int b) { return a; }\nint f(void) {\n g(1);\n g(1, 2, 3);\n pthread_join(1); }",
        &["3:C0307", "4:C0307", "5:C0307"],
    ),
    ("int x;\nvoid f(void) {\n x();\n (&x)(); }", &["3:C0308", "4:C0308"]),
    (
        "int x;\nchar x;\nvoid g(void) { }\nvoid g(void) { }\nvoid f(int a) { int a; }",
        &["2:C0309", "4:C0309", "5:C0309"],
    ),
    (
        "int n; _Thread_local int t;\nint a[n];\nint b = n, *p = &t;\nenum { E = n };\nvoid f(void) { switch (n) {\n case n: ; } }",
        &["2:C0310", "3:C0310", "3:C0310", "4:C0310", "6:C0310"],
    ),
    (
        "void f(int n) {\n goto nowhere;\n case 1: ;\n switch (n) { case 1: ;\n case 1: ; }\n l: ;\n l: ; }",
        &["3:C0311", "5:C0311", "7:C0311", "2:C0311"],
    ),
    ("void f(void) {\n break;\n continue; }", &["2:C0312", "3:C0312"]),
    ("_Static_assert(1, \"fine\");\n_Static_assert(sizeof(int) == 8, \"no\");", &["2:C0313"]),
    ("int a[2] = { [5] = 1 };\nint b[2] = 3;\nint c = { .x = 1 };", &["1:C0314", "2:C0314", "3:C0314"]),
    ("unsigned long long x = 99999999999999999999;", &["1:C0315"]),
    ("void x;\nlong short y;\nint z[-1];", &["1:C0316", "2:C0316", "3:C0316"]),
    ("extern int x;\nint f(void) {\n return x; }", &["3:C0317"]),
    ("double x;\n_Float128 f(_Float128 y) {\n return 1.5 + y; }\n", &["2:C0401", "2:C0401"]),
    ("int f(double x) {\n return x % 2; }\nint g(float x) {\n return ~x; }", &["2:C0305", "4:C0305"]),
    ("int *f(double x) {\n return (int *)x; }\nint a[2]; int g(float x) {\n return a[x]; }", &["2:C0306", "4:C0305"]),
    ("void f(double x) {\n switch (x) { case 1: ; } }", &["2:C0305"]),
    ("double f(double x) {\n return sin(x) + powf(x, 2); }", &["2:C0413", "2:C0413"]),
    ("struct s { int a : 3; } x;\nint f(void) {\n &x.a;\n return sizeof x.a; }", &["3:C0304", "4:C0304"]),
    (
        "struct s {\n int a : 33;\n int b : -1;\n int c : 0;\n char *d : 2;\n _Atomic int e : 3; };",
        &["2:C0316", "3:C0316", "4:C0316", "5:C0316", "6:C0415"],
    ),
    ("void f(void) {\n __asm__ volatile (\"hlt\"); }", &["2:C0403"]),
    (
        "void f(int n) {\n int a[n] = { 1 };\n static int b[n];\n struct { int c[n]; } d; }",
        &["2:C0314", "3:C0316", "4:C0316"],
    ),
    ("struct s { int n; int a[]; };\nvoid f(void) {\n struct s x = { 1, { 2 } }; }", &["3:C0314"]),
    ("_Complex double x;", &["1:C0405"]),
    ("unsigned __int128 x;\nvoid f(__int128 y) {\n switch (y) { case 1: ; } }", &["3:C0406"]),
    ("struct s { int n; } y;\nvoid f(void) {\n __atomic_fetch_add(&y, 1, 5); }", &["3:C0415"]),
    ("long __int128 x;\nsigned __uint128_t y;", &["1:C0316", "2:C0316"]),
    (
        "int f(int n) {\n __builtin_va_list l;\n __builtin_va_start(l, n);\n return __builtin_va_arg(l, char); }",
        &["3:C0407", "4:C0305"],
    ),
    ("int f(void *b) {\n return setjmp(b); }", &["2:C0408"]),
    ("void f(void *p) {\n goto *p; }", &["2:C0409"]),
    ("void f(void) { l: ;\n void *p = &&l; }", &["2:C0409"]),
    ("int f(void) {\n int g(void) { return 1; }\n return g(); }", &["2:C0410"]),
    ("int g(int);\nint f(void) {\n return g(1)\n + g(2); }", &["3:C0412", "4:C0412"]),
    ("void f(char *p) {\n system(p);\n pthread_kill(p, p); }", &["2:C0413", "3:C0413"]),
    ("void *calloc(long, long);\nvoid f(void) {\n void *(*p)(long, long) = calloc; }", &["3:C0414"]),
    (
        "_Atomic struct { int a[3]; } x;\n_Atomic struct { int a; } y;\nint f(void) {\n return y.a; }",
        &["1:C0415", "4:C0305"],
    ),
    ("typedef struct { int x; } pthread_mutex_t;\npthread_mutex_t a, b;\nvoid f(void) {\n a = b; }", &["4:C0416"]),
    (
        "typedef struct { int x; } pthread_mutex_t;\nstruct s { int v; pthread_mutex_t m[2]; } a, b;\nvoid f(void) {\n a = b;\n\
      a = (struct s){ 1 };\n memcpy(&a, &b, sizeof a); }",
        &["4:C0416", "6:C0416"],
    ),
    ("typedef struct { int x[3]; } pthread_mutex_t;\npthread_mutex_t m = { { 0, 0, 7 } };", &["2:C0417"]),
    (
        "struct s {\n char a __attribute__((aligned(N)));\n char b __attribute__((aligned(3))); };",
        &["2:C0418", "3:C0418"],
    ),
    (
        "double __VERIFIER_nondet_double(void);\nvoid f(void) {\n __VERIFIER_nondet_double();\n\n\
      __VERIFIER_nondet_widget(); }",
        &["5:C0419"],
    ),
    ("char x[3000000000];\nint y[2147483647];", &["1:C0420", "2:C0420"]),
    ("int f(int a) {\n return a ?: 2 || a; }", &["2:C0421"]),
    ("int x;\n__attribute__((constructor)) void f(void) { x = 1; }", &["2:C0422"]),
    (
        "struct [[gnu::packed]] p { char c; int i; };\nenum __attribute__((packed)) e { A };\n[[nodiscard]] int f(void);",
        &["1:C0422", "2:C0422"],
    ),
    ("int f(void) {\n return g(); }\nint h(void) { return g(); }\nint g(void) { return 1; }", &[]),
    ("int f(void) {\n return g(); }", &["2:C0501", "2:C0412"]),
    ("int *p; void f(void) {\n p = 5; }", &["2:C0502"]),
    ("int *p; char *q; void f(void) {\n p = q; }", &["2:C0503"]),
    ("int a[1] = { 1,\n 2 };\nchar s[2] = \"abc\";\nint x = { 1, 2 };", &["2:C0504", "3:C0504", "4:C0504"]),
    ("_Atomic int x;\nvoid f(int o) {\n atomic_store_explicit(&x, 1, o); }", &["3:C0505"]),
    ("int g(void) {\n return; }\nvoid f(void) {\n return 1; }", &["2:C0506", "4:C0506"]),
    ("int g() { return 1; }\nvoid f(void) {\n g(1); }", &["3:C0507"]),
];

#[test]
fn every_finding_is_on_its_line_with_its_code_and_nothing_else_is_found() {
    let found = TEXTS.iter().map(|(text, expected)| (text, findings(text, Lp64), expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != *expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_code_has_a_text() {
    // C0319 is about comments, which are read in files only; the page that explains it has a program.
    let elsewhere = ["C0101", "C0102", "C0103", "C0104", "C0202", "C0318", "C0319"];
    for (code, _) in codes::ALL {
        let used = TEXTS.iter().any(|it| it.1.iter().any(|it| it.ends_with(code.0)));
        assert!(used || elsewhere.contains(&code.0), "no text shows {}", code.0);
    }
    assert!(codes::ALL.is_sorted_by(|a, b| a.0.0 < b.0.0), "codes are in order and unique");
}

#[test]
fn a_missing_file_is_said_so() {
    let failure = load(Path::new("/nonexistent/x.c"), &Options::default()).expect_err("there is no such file");
    assert_eq!(list(&failure.diagnostics), ["0:C0101"]);
    let message = &failure.diagnostics.iter().next().expect("one").message;
    assert_eq!(message, "cannot read /nonexistent/x.c: no such file or directory");
}

#[test]
fn a_program_without_main_is_none() {
    let failure = load_input(Input::Text("t.i", "int x;"), &Options::default()).expect_err("no main");
    assert_eq!(list(&failure.diagnostics), ["0:C0318"]);
}

#[test]
fn nesting_has_a_limit() {
    let deep = format!("int f(int a) {{ return {}a{}; }}", "(".repeat(3000), ")".repeat(3000));
    assert_eq!(findings(&deep, Lp64), ["1:C0202"]);
    let sum = format!("int f(int a) {{ return {}a; }}", "a + ".repeat(3000));
    assert_eq!(findings(&sum, Lp64), ["1:C0202"]);
}

#[test]
fn syntax_errors_name_the_token_and_what_was_expected() {
    let failure =
        load_input(Input::Text("t.i", "int main(void) { return 1 }"), &Options::default()).expect_err("syntax");
    let message = &failure.diagnostics.iter().next().expect("one").message;
    assert_eq!(message, "syntax error at `}`, expected `;`");
}

#[test]
fn main_takes_and_returns_what_a_program_can_be_started_with() {
    let lowered = |text| match load_input(Input::Text("t.i", text), &Options::default()) {
        Ok(_) => Vec::new(),
        Err(failure) => list(&failure.diagnostics),
    };
    let record = "struct s { int a; };\nint main(int n, struct s a,\n __int128 b) { return 0; }";
    assert_eq!(lowered(record), ["2:C0316", "3:C0316"]);
    assert_eq!(lowered("struct s { int a; };\nstruct s main(void) { struct s a = {0}; return a; }"), ["2:C0316"]);
    assert_eq!(lowered("__int128 main(void) { return 0; }"), ["1:C0316"]);
    for usual in
        ["void main() {}", "int main(int n, char **a, char **e) { return n; }", "int main(char c, double d) {}"]
    {
        assert_eq!(lowered(usual), Vec::<String>::new(), "{usual}");
    }
}
