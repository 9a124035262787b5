//! Literals and constant expressions.

use crate::show::{expr, expr_in};
use ir::DataModel::{Ilp32, Lp64};

#[test]
fn integers_get_the_first_type_that_holds_them() {
    for (text, lp64, ilp32) in [
        ("1", "i32 1", "i32 1"),
        ("2147483647", "i32 2147483647", "i32 2147483647"),
        ("2147483648", "i64 2147483648", "i64 2147483648"),
        ("0x80000000", "u32 2147483648", "u32 2147483648"),
        ("037777777777", "u32 4294967295", "u32 4294967295"),
        ("0xffffffffffffffff", "u64 18446744073709551615", "u64 18446744073709551615"),
        ("1u", "u32 1", "u32 1"),
        ("1L", "i64 1", "i32 1"),
        ("1ul", "u64 1", "u32 1"),
        ("1LLU", "u64 1", "u64 1"),
        ("4294967296u", "u64 4294967296", "u64 4294967296"),
        ("0b1011", "i32 11", "i32 11"),
        ("0B11uL", "u64 3", "u32 3"),
    ] {
        assert_eq!(expr_in("", text, Lp64), lp64, "{text}");
        assert_eq!(expr_in("", text, Ilp32), ilp32, "{text}");
    }
}

#[test]
fn characters_are_ints() {
    for (text, expected) in [
        ("'a'", "i32 97"),
        ("'\\n'", "i32 10"),
        ("'\\0'", "i32 0"),
        ("'\\177'", "i32 127"),
        ("'\\xff'", "i32 4294967295"),
        ("'\\''", "i32 39"),
        ("'ab'", "i32 24930"),
        ("L'a'", "i32 97"),
        ("u'a'", "u16 97"),
        ("U'a'", "u32 97"),
    ] {
        assert_eq!(expr("", text), expected, "{text}");
    }
}

#[test]
fn strings_are_arrays_with_a_terminating_zero() {
    assert_eq!(expr("", r#""a\tb" "c\x41""#), r#"i8* decay "a\tbcA\0""#);
    assert_eq!(expr("", r#"sizeof "abc""#), "u64 4");
    assert_eq!(expr("", r#"sizeof L"abc""#), "u64 16");
    assert_eq!(expr("", "__func__"), r#"i8* decay "f\0""#);
    assert_eq!(expr("", r#"sizeof "é""#), "u64 3");
}

#[test]
fn constant_expressions_are_exact_in_their_type() {
    for (text, expected) in [
        ("1 + 2 * 3", 7),
        ("-7 / 2 + 10", 7),
        ("-7 % 3 + 10", 9),
        ("(unsigned char)300", 44),
        ("(-1 > 0u) + 5", 6),
        ("(-1 < 0) + 5", 6),
        ("1 ? 3 : 1 / 0", 3),
        ("0 && 1 / 0 || 4", 1),
        ("~0u >> 28", 15),
        ("(-16 >> 2) + 10", 6),
        ("sizeof(int[1 << 2])", 16),
        ("!5 + 3", 3),
        ("0x7f ^ 0x0f", 112),
        ("(char)200 + 60", 4),
        ("E + 2", 9),
        ("(_Bool)8 + 1", 2),
        ("(&y[3] - &y[1])", 2),
        ("(long)&((char *)0)[5]", 5),
    ] {
        let text = format!("enum {{ D = 3, E = D + 4 }}; int y[9]; int x[{text}];");
        assert_eq!(expr(&text, "sizeof x / sizeof *x"), format!("u64 ({} / 4)", 4 * expected), "{text}");
    }
}

#[test]
fn enumerators_count_on_and_enums_are_unsigned_unless_one_is_negative() {
    let text = "enum e { A, B = 10, C } x; enum g { N = -1 } y; enum h { BIG = 0x80000000 } z;";
    assert_eq!(expr(text, "C"), "i32 11");
    assert_eq!(expr(text, "x"), "u32 [x]");
    assert_eq!(expr(text, "y"), "i32 [y]");
    assert_eq!(expr(text, "BIG"), "u32 2147483648");
    assert_eq!(expr(text, "(enum e)A"), "u32 0");
}
