//! Initialisers, flattened to elements.

use crate::show::{body, init};

#[test]
fn braces_may_be_left_out_and_designators_move() {
    for (text, expected) in [
        ("int x = 5;", "i32 {0=5}"),
        ("int x = { 5 };", "i32 {0=5}"),
        ("char x = 300;", "i8 {0=44}"),
        ("int x[] = { 1, 2, 3 };", "i32[3] {0=1 4=2 8=3}"),
        ("int x[5] = { 1, [3] = 4, 5 };", "i32[5] {0=1 12=4 16=5}"),
        ("int x[] = { [2] = 1 };", "i32[3] {8=1}"),
        ("int x[2][2] = { { 1 }, { 2, 3 } };", "i32[2][2] {0=1 8=2 12=3}"),
        ("int x[2][2] = { 1, 2, 3 };", "i32[2][2] {0=1 4=2 8=3}"),
        ("int x[][2] = { 1, 2, 3 };", "i32[2][2] {0=1 4=2 8=3}"),
        ("int x[4] = { [0 ... 2] = 7 };", "i32[4] {0=7 4=7 8=7}"),
        ("int x[4] = { [1] = 7, [0] = 6 };", "i32[4] {4=7 0=6}"),
        ("int x[2] = {};", "i32[2] {}"),
        ("int x[1][2][2] = { [0][1] = { 3 } };", "i32[2][2][1] {8=3}"),
    ] {
        assert_eq!(init(text, "x"), expected, "{text}");
    }
}

#[test]
fn structs_nest_and_unions_take_one_member() {
    let types = "struct p { int a; char b; }; struct q { struct p p; int n[2]; }; union u { char c; int i; };
        struct r { int a; union { int b; short c; }; struct { int d, e; }; };";
    for (text, expected) in [
        ("struct p x = { 1, 2 };", "p {0=1 4=2}"),
        ("struct p x = { .b = 1 };", "p {4=1}"),
        ("struct p x = { b: 1 };", "p {4=1}"),
        ("struct q x = { { 1, 2 }, { 3, 4 } };", "q {0=1 4=2 8=3 12=4}"),
        ("struct q x = { 1, 2, 3, 4 };", "q {0=1 4=2 8=3 12=4}"),
        ("struct q x = { .p.b = 1, 2, 3 };", "q {4=1 8=2 12=3}"),
        ("struct q x = { .n = { 1 }, .p = { 2 } };", "q {8=1 0=2}"),
        ("struct q x = { .n[1] = 5 };", "q {12=5}"),
        ("struct p x[] = { 1, 2, { 3 }, 4 };", "p[3] {0=1 4=2 8=3 16=4}"),
        ("struct p x[2] = { [1].b = 5 };", "p[2] {12=5}"),
        ("union u x = { 1 };", "u {0=1}"),
        ("union u x = { .i = 1 };", "u {0=1}"),
        ("struct r x = { 1, { 2 }, { 3, 4 } };", "r {0=1 4=2 8=3 12=4}"),
        ("struct r x = { .c = 5, .e = 6 };", "r {4=5 12=6}"),
        ("struct p x = (struct p){ 1, 2 };", "p {0=1 4=2}"),
    ] {
        assert_eq!(init(&format!("{types} {text}"), "x"), expected, "{text}");
    }
}

#[test]
fn a_later_initialiser_overrides_the_whole_part() {
    for (text, expected) in [
        ("struct { int a, b; } x[2] = { 1, 2, [0] = { .b = 3 } };", "<anonymous 0>[2] {4=3}"),
        ("struct { int a, b; } x[2] = { 1, 2, [0].b = 3 };", "<anonymous 0>[2] {0=1 4=3}"),
        ("char x[4] = { 1, 2, [1] = 3 };", "i8[4] {0=1 1=3}"),
        ("union { int a; char b[2]; } x = { .a = 5, .b[1] = 2 };", "<anonymous 0> {1=2}"),
        ("union { int a; char b[2]; } x = { .b[1] = 2, .b[0] = 3 };", "<anonymous 0> {1=2 0=3}"),
        ("int x[2] = { 1, 2, 3, [0] = 4 };", "i32[2] {4=2 0=4}"),
        ("struct { int a, b; } x[3] = { [0 ... 1].a = 1, 2 };", "<anonymous 0>[3] {0=1 8=1 12=2}"),
    ] {
        assert_eq!(init(text, "x"), expected, "{text}");
    }
}

#[test]
fn strings_fill_arrays_of_characters() {
    for (text, expected) in [
        ("char x[] = \"ab\";", "i8[3] {0=97 1=98}"),
        ("char x[] = { \"ab\" };", "i8[3] {0=97 1=98}"),
        ("char x[2] = \"ab\";", "i8[2] {0=97 1=98}"),
        ("unsigned char x[4] = \"a\";", "u8[4] {0=97}"),
        ("char x[2][3] = { \"a\", \"bc\" };", "i8[3][2] {0=97 3=98 4=99}"),
        ("struct { char n[3]; int i; } x = { \"a\", 7 };", "<anonymous 0> {0=97 4=7}"),
        ("int x[] = L\"ab\";", "i32[3] {0=97 4=98}"),
        ("char *x[] = { \"a\", 0 };", "i8*[2] {0=decay \"a\\0\" 8=0}"),
    ] {
        assert_eq!(init(text, "x"), expected, "{text}");
    }
}

#[test]
fn addresses_are_constants_and_objects_may_refer_to_themselves() {
    assert_eq!(init("struct n { struct n *next; int v; } x = { &x, 3 };", "x"), "n {0=&x 8=3}");
    assert_eq!(init("int a[4]; int *x = a + 1;", "x"), "i32* {0=(decay a +4* 1)}");
    assert_eq!(init("int g(void) { return 0; } int (*x)(void) = g;", "x"), "i32()* {0=&g}");
    assert_eq!(init("int *x = (int[]){ 1, 2 };", "x"), "i32* {0=decay <literal 1>}");
}

#[test]
fn mutexes_are_zero_and_atomics_hold_the_underlying_type() {
    let mutex = "typedef struct { int x; } pthread_mutex_t;";
    assert_eq!(init(&format!("{mutex} pthread_mutex_t x = {{ 0 }};"), "x"), "mutex {}");
    let text = format!("{mutex} struct s {{ pthread_mutex_t m; int v; }} x = {{ {{ 0 }}, 3 }};");
    assert_eq!(init(&text, "x"), "s {8=3}");
    assert_eq!(init("_Atomic char x = 300;", "x"), "atomic_i8 {0=44}");
}

#[test]
fn locals_say_whether_the_rest_is_zero() {
    assert_eq!(body("void f(void) { int a[3] = { 1 }; }"), "{ i32[3] a zeroed {0=1}; }");
    assert_eq!(body("void f(void) { int a = 1, b; }"), "{ i32 a {0=1}; i32 b {}; }");
    assert_eq!(
        body("struct s { int a, b; }; void f(struct s p) { struct s q = p, r[2] = { p, 1 }; }"),
        "{ s q {0=[p]}; s[2] r zeroed {0=[p] 8=1}; }"
    );
    assert_eq!(
        body("struct s { int a, b; }; int g(struct s *p) { return p->a; } void f(int n) { g(&(struct s){ .b = n }); }"),
        "{ g(&(s){4=[n]}); }"
    );
}
