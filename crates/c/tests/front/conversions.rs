//! Promotions, the usual arithmetic conversions, and conversions by assignment.

use crate::show::{expr, expr_in, findings};
use ir::DataModel::{Ilp32, Lp64};

const VARIABLES: &str = "char c; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; \
    unsigned long ul; long long ll; unsigned long long ull; _Bool b; int *p; void *v; char *t; int a[3];";

#[test]
fn floating_point_is_wider_than_any_integer() {
    let variables = "_Bool b; int i; unsigned long long u; __int128 w; float s; double d; long double l;";
    for (text, expected) in [
        ("s + i", "f32 ([s] + f32([i]))"),
        ("s * d", "f64 (f64([s]) * [d])"),
        ("l - s", "long ([l] - long([s]))"),
        ("u < s", "i32 (f32([u]) < [s])"),
        ("!d", "i32 ![d]"),
        ("-s", "f32 -[s]"),
        ("b ? s : 1", "f32 ([b] ? [s] : 1065353216)"),
        ("w + u", "i128 ([w] + i128([u]))"),
        ("w << b", "i128 ([w] << i32([b]))"),
        ("w / d", "f64 (f64([w]) / [d])"),
    ] {
        assert_eq!(expr(variables, text), expected, "{text}");
    }
}

#[test]
fn operands_get_their_common_type() {
    for (text, expected) in [
        ("c + uc", "i32 (i32([c]) + i32([uc]))"),
        ("i + u", "u32 (u32([i]) + [u])"),
        ("u + l", "i64 (i64([u]) + [l])"),
        ("ul + ll", "u64 ([ul] + u64([ll]))"),
        ("b + 1", "i32 (i32([b]) + 1)"),
        ("i + 1L", "i64 (i64([i]) + 1)"),
        ("us << l", "i32 (i32([us]) << [l])"),
        ("u >> 1", "u32 ([u] >> 1)"),
        ("-c", "i32 -i32([c])"),
        ("~us", "i32 ~i32([us])"),
        ("+s", "i32 i32([s])"),
        ("!b", "i32 !i32([b])"),
        ("c == 'x'", "i32 (i32([c]) == 120)"),
        ("i < u", "i32 (u32([i]) < [u])"),
        ("i && p", "i32 ([i] && [p])"),
        ("b ? c : us", "i32 ([b] ? i32([c]) : i32([us]))"),
        ("c, l", "i64 ([c], [l])"),
    ] {
        assert_eq!(expr(VARIABLES, text), expected, "{text}");
    }
}

#[test]
fn in_ilp32_long_is_as_wide_as_int() {
    for (text, expected) in [
        ("u + l", "u32 ([u] + u32([l]))"),
        ("ul + ll", "i64 (i64([ul]) + [ll])"),
        ("l + 0x80000000", "u32 (u32([l]) + 2147483648)"),
        ("p - p", "i32 ([p] - [p])/4"),
    ] {
        assert_eq!(expr_in(VARIABLES, text, Ilp32), expected, "{text}");
    }
}

#[test]
fn assignments_convert_to_the_target() {
    for (text, expected) in [
        ("c = i", "i8 (c = i8([i]))"),
        ("b = p", "bool (b = bool([p]))"),
        ("b = 7", "bool (b = 1)"),
        ("uc = 511", "u8 (uc = 255)"),
        ("l = -1", "i64 (l = i64(-1))"),
        ("p = 0", "i32* (p = 0)"),
        ("p = v", "i32* (p = i32*([v]))"),
        ("c += u", "i8 (c += [u] in u32)"),
        ("c <<= l", "i8 (c <<= [l] in i32)"),
        ("u /= c", "u32 (u /= u32([c]) in u32)"),
        ("i++", "i32 (i then by 1)"),
        ("--s", "i16 (s by -1)"),
        ("++b", "bool (b += 1 in i32)"),
    ] {
        assert_eq!(expr(VARIABLES, text), expected, "{text}");
    }
}

#[test]
fn pointers_move_by_elements() {
    for (text, expected) in [
        ("p + i", "i32* ([p] +4* [i])"),
        ("2 + p", "i32* ([p] +4* 2)"),
        ("p - c", "i32* ([p] -4* i32([c]))"),
        ("p - a", "i64 ([p] - decay a)/4"),
        ("v + 1", "void* ([v] +1* 1)"),
        ("a[i]", "i32 [*(decay a +4* [i])]"),
        ("2[a]", "i32 [*(decay a +4* 2)]"),
        ("&a[1]", "i32* (decay a +4* 1)"),
        ("&a", "i32[3]* &a"),
        ("*&i", "i32 [*&i]"),
        ("&*p", "i32* [p]"),
        ("p++", "i32* (p then by 4)"),
        ("p += i", "i32* (p += (u64([i]) * 4) in u64)"),
        ("t -= 1", "i8* (t -= 1 in u64)"),
        ("p == 0", "i32 ([p] == 0)"),
        ("p < a", "i32 ([p] < decay a)"),
        ("(long)p", "i64 i64([p])"),
        ("(char)(int)l", "i8 i8(i32([l]))"),
        ("b ? p : 0", "i32* ([b] ? [p] : 0)"),
        ("b ? p : v", "void* ([b] ? void*([p]) : [v])"),
        ("b ? p : (void *)0", "i32* ([b] ? [p] : 0)"),
    ] {
        assert_eq!(expr(VARIABLES, text), expected, "{text}");
    }
}

#[test]
fn atomic_objects_have_values_of_the_underlying_type() {
    let variables = "_Atomic int x; _Atomic(char) y; int *_Atomic p;";
    assert_eq!(expr(variables, "x + y"), "i32 ([x] + i32([y]))");
    assert_eq!(expr(variables, "x = y"), "i32 (x = i32([y]))");
    assert_eq!(expr(variables, "x += 1"), "i32 (x += 1 in i32)");
    assert_eq!(expr(variables, "y++"), "i8 (y then by 1)");
    assert_eq!(expr(variables, "*p"), "i32 [*[p]]");
    assert_eq!(expr(variables, "&x"), "atomic_i32* &x");
}

#[test]
fn what_compilers_only_warn_about_is_converted() {
    assert_eq!(expr("int *p; long l;", "p = l"), "i32* (p = i32*([l]))");
    assert_eq!(
        findings("int *p; long l; char *c; void f(void) {\n p = l;\n l = p;\n p = c;\n c == p; }", Lp64),
        ["2:C0502", "3:C0502", "4:C0503", "5:C0503"]
    );
    // Signs of what is pointed to, `void *` and null are no reason.
    assert!(findings("unsigned *u; int *i; void *v; void f(void) { u = i; v = u; i = v; i = 0; }", Lp64).is_empty());
}

#[test]
fn structs_are_values_too() {
    let text = "struct s { int a; char b[4]; } x, y, g(void); struct s g(void) { return x; }";
    assert_eq!(expr(text, "x = y"), "s (x = [y])");
    assert_eq!(expr(text, "g().a"), "i32 g().+0");
    assert_eq!(expr(text, "(&x)->b[1]"), "i8 [*(decay *&x.+4 +1* 1)]");
}
