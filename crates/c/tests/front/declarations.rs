//! Declarations: how types are read, what names mean, which functions are worked out.

use crate::show::{body, expr, findings, function, tree, ty};
use c::tree::Storage;
use ir::DataModel::Lp64;

fn type_of(text: &str) -> String {
    tree(text, |unit| ty(unit, &unit.variables.iter().find(|it| it.name == "x").expect("x").ty))
}

#[test]
fn declarators_are_read_inside_out() {
    for (text, expected) in [
        ("int *x[3];", "i32*[3]"),
        ("int (*x)[3];", "i32[3]*"),
        ("int x[2][3];", "i32[3][2]"),
        ("int *(*x)(char, int *);", "i32*(i8,i32*)*"),
        ("int (*x[2])(void);", "i32()*[2]"),
        ("int (*(*x)(int))(char);", "i32(i8)*(i32)*"),
        ("void (*x)(int a[3], int g(void), ...);", "void(i32*,i32()*,...)*"),
        ("int (*x)();", "i32(...)*"),
        ("unsigned long int const volatile x;", "u64"),
        ("long unsigned x;", "u64"),
        ("signed char x;", "i8"),
        ("typedef int t[2]; t x[3];", "i32[2][3]"),
        ("typedef int f(void); f *x;", "i32()*"),
        ("_Atomic(int *) x;", "atomic_i32*"),
        ("_Atomic int *x;", "atomic_i32*"),
        ("int *_Atomic x;", "atomic_i32*"),
        ("char c; __typeof__(c + 1) x;", "i32"),
        ("int a[4]; typeof(a) x;", "i32[4]"),
        ("_Atomic int a; typeof(a) x;", "i32"),
        ("const __auto_type x = 5ul;", "u64"),
        ("struct s *x;", "s*"),
        ("static __inline__ __attribute__((always_inline)) int g(void); __extension__ long long x;", "i64"),
    ] {
        assert_eq!(type_of(text), expected, "{text}");
    }
}

#[test]
fn declarations_of_one_variable_are_merged() {
    assert_eq!(type_of("extern int x[]; int x[4]; extern int x[];"), "i32[4]");
    assert_eq!(type_of("int x; int x; int x = 3;"), "i32");
    tree("extern int unused; int x; void f(void) { extern int x; x = 1; }", |unit| {
        assert_eq!(unit.variables.len(), 1);
        assert_eq!(unit.variables[0].storage, Storage::Static);
    });
}

#[test]
fn static_locals_belong_to_their_function() {
    tree("int f(void) { static int n = 3; return n++; }", |unit| {
        let variable = &unit.variables[0];
        assert_eq!((variable.name.as_str(), variable.owner.as_deref()), ("n", Some("f")));
        assert_eq!(variable.storage, Storage::Static);
        assert_eq!(function(unit, "f"), "{ return (n then by 1); }");
    });
}

#[test]
fn variables_know_whether_they_need_memory() {
    let text = "int g(int *p) { return *p; } struct s { int a; };
        void f(int p, int q) { int plain, taken; struct s record; int array[2]; plain = g(&taken) + g(&p) + q; }";
    tree(text, |unit| {
        let of = |name: &str| unit.variables.iter().rfind(|it| it.name == name).expect(name).addressed;
        assert!(of("taken") && of("record") && of("array"));
        assert!(!of("plain") && !of("q"));
        assert!(unit.variables.iter().any(|it| it.name == "p" && it.addressed));
    });
}

#[test]
fn only_functions_that_main_reaches_are_worked_out() {
    let text = "double d(void) { return 1.5; } int a(void) { return 1; } int b(void) { return a(); }
        int c(void) { return 2; } int (*p)(void) = c; int main(void) { return b() + p(); }";
    tree(text, |unit| {
        let mut names: Vec<_> = unit.functions.iter().map(|it| it.name.as_str()).collect();
        names.sort();
        assert_eq!(names, ["a", "b", "c", "main"]);
        assert!(unit.functions.iter().all(|it| it.body.is_some()));
    });
}

#[test]
fn old_style_functions_take_what_they_take() {
    let text = "int g(a, b) int a; char *b; { return a; } int h() { return 0; } int n;
        void f(void) { g(1, 0); h(n); }";
    assert_eq!(body(text), "{ g(1, 0); ([n], h()); }");
    assert_eq!(findings(text, Lp64), ["2:C0507"]);
    assert_eq!(body("int g(); void f(void) { g('a'); } int g(char c) { return c; }"), "{ g(97); }");
}

#[test]
fn variadic_functions_of_the_program_get_all_arguments() {
    assert_eq!(
        body("int n; int g(int a, ...) { return a; } void f(void) { g(1, \"x\", n); }"),
        "{ g(1, decay \"x\\0\", [n]); }"
    );
}

#[test]
fn functions_are_pointers_unless_called() {
    let text = "int g(int a) { return a; } int (*p)(int); int (*q[2])(int);";
    assert_eq!(expr(text, "p = g"), "i32(i32)* (p = &g)");
    assert_eq!(expr(text, "p = &g"), "i32(i32)* (p = &g)");
    assert_eq!(expr(text, "p = *g"), "i32(i32)* (p = &g)");
    assert_eq!(expr(text, "p(1)"), "i32 [p](1)");
    assert_eq!(expr(text, "(*p)(1)"), "i32 [p](1)");
    assert_eq!(expr(text, "(**q)('a')"), "i32 [*decay q](97)");
    assert_eq!(expr(text, "g(2)"), "i32 g(2)");
}

#[test]
fn dollars_and_letters_beyond_ascii_keep_names_apart() {
    assert_eq!(body("int a$b, a_b, å; void f(void) { a$b = a_b = å; }"), "{ (a$b = (a_b = [å])); }");
}

#[test]
fn what_headers_name_but_nobody_uses_is_no_error() {
    let text = "extern double strtod(const char *, char **); typedef struct { int b : 3; } bits; _Float128 q(void);
        typedef struct { double d; } holder; extern __thread int e; struct t { holder h; int n; } x;
        typedef _Atomic struct { int a; } aggregate; static inline double half(double v) { return v / 2; }
        int main(void) { return x.n; }";
    assert!(findings(text, Lp64).is_empty());
}

#[test]
fn generic_selection_takes_the_association_of_the_type() {
    let text = "_Atomic int x; char *s;";
    assert_eq!(expr(text, "_Generic(x, int: 1, default: 2)"), "i32 1");
    assert_eq!(expr(text, "_Generic(s, int: 1, char *: 2)"), "i32 2");
    assert_eq!(expr(text, "_Generic('a', char: 1, default: 3)"), "i32 3");
}
