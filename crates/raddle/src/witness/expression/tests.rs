use super::*;
use ir::DataModel;

struct Some3;

impl Scope for Some3 {
    fn variable(&self, name: &str, path: &[Step]) -> Option<Value> {
        let of = |bits, signed| Type { bits, signed };
        match (name, path) {
            ("x", []) => Some(Value::new(3, Type::INT)),
            ("u", []) => Some(Value::new(-1, of(32, false))),
            ("a", [Step::Element(2)]) => Some(Value::new(7, Type::INT)),
            ("s", [Step::Member(it), Step::Element(0)]) if it == "f" => Some(Value::new(-5, of(8, true))),
            _ => None,
        }
    }
}

fn value(text: &str) -> Option<i128> {
    parse(text, DataModel::Lp64).ok()?.value(&Some3, Some(Value::new(9, Type::INT))).map(|it| it.number)
}

#[test]
fn operators_have_the_precedence_of_c() {
    assert_eq!(value("1 + 2 * 3 == 7 && x != 0 || 0"), Some(1));
    assert_eq!(value("1 << 2 + 1"), Some(8));
    assert_eq!(value("x > 2 ? 5 : 6"), Some(5));
    assert_eq!(value("-x - -1"), Some(-2));
    assert_eq!(value("~0 & 0xff"), Some(255));
    assert_eq!(value("a[x - 1] + s.f[0]"), Some(2));
    assert_eq!(value("\\result == 9"), Some(1));
}

#[test]
fn types_are_those_of_c() {
    assert_eq!(value("u == 4294967295U"), Some(1));
    assert_eq!(value("u > -1"), Some(0), "-1 becomes unsigned");
    assert_eq!(value("(long)u > -1"), Some(1));
    assert_eq!(value("x == -2147483648"), Some(0));
    assert_eq!(value("2147483647 + 1"), None, "undefined");
    assert_eq!(value("1 / 0"), None);
    assert_eq!(value("u + 1"), Some(0));
    assert_eq!(value("(unsigned char)511"), Some(255));
}

#[test]
fn what_is_not_known_has_no_value_where_it_matters() {
    assert_eq!(value("y == 1"), None);
    assert_eq!(value("x == 3 || y == 1"), Some(1));
    assert_eq!(value("a[9]"), None);
}

#[test]
fn whatever_else_is_an_error() {
    for text in
        ["", "x =", "x = 1", "f(x)", "p->x", "(x", "x)", "1.5", "x++", "\"a\"", "&x == 0", "09", "'ab'", "x ? 1"]
    {
        assert!(parse(text, DataModel::Lp64).is_err(), "{text}");
    }
    assert!(parse(&"(".repeat(5000), DataModel::Lp64).is_err());
    assert!(parse(&"!".repeat(5000), DataModel::Lp64).is_err());
}

#[test]
fn a_result_may_be_demanded() {
    let demanded = |text: &str| parse(text, DataModel::Lp64).ok()?.demanded_result();
    assert_eq!(demanded("\\result == -3"), Some(-3));
    assert_eq!(demanded("4 == \\result"), Some(4));
    assert_eq!(demanded("\\result >= 3"), None);
}

#[test]
fn numbers_are_read_as_they_are_written() {
    for of in [8, 16, 32, 64].into_iter().flat_map(|bits| [true, false].map(|signed| Type { bits, signed })) {
        for bits in [0, 1, 0x7f, 0x80, 0x7fff, 1 << 31, u64::MAX >> 1, 1 << 63, u64::MAX] {
            let value = Value::of_bits(bits, of);
            assert_eq!(self::value(&value.literal()), Some(value.number), "{value:?}: {}", value.literal());
        }
    }
}
