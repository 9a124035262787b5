//! Values as text, for `toString` and for people.
//!
//! What programs see is what the compilers of the language print: `list[1,2]`, `Pair("a",1/2)`, texts inside of data in quotes, with a
//! backslash before each quote and nothing else. People get a space behind each comma, and no line is broken.

use crate::code::Code;
use crate::value::Value;
use std::fmt::Write;

/// Who reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    /// The program. A text that is not inside of something else is shown as it is.
    Program,
    /// People, who want to see that it is a text.
    Person,
}

/// A value as text; objects and futures by the names that are given.
pub(crate) fn show(value: &Value, code: &Code, reader: Reader, name: &dyn Fn(&Value) -> String) -> String {
    let mut text = String::new();
    if let (Value::Text(it), Reader::Program) = (value, reader) {
        return it.to_string();
    }
    // What is still to be written, the next one last: values, and texts between them.
    let mut left: Vec<Piece<'_>> = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        match piece {
            Piece::Text(it) => text.push_str(it),
            Piece::Value(value) => write_one(value, code, (reader, name), &mut text, &mut left),
        }
    }
    text
}

enum Piece<'a> {
    Text(&'static str),
    Value(&'a Value),
}

fn write_one<'a>(
    value: &'a Value,
    code: &Code,
    (reader, name): (Reader, &dyn Fn(&Value) -> String),
    text: &mut String,
    left: &mut Vec<Piece<'a>>,
) {
    let written = match value {
        Value::Unit => write!(text, "Unit"),
        Value::Null => write!(text, "null"),
        Value::Bool(true) => write!(text, "True"),
        Value::Bool(false) => write!(text, "False"),
        Value::Int(number) => write!(text, "{number}"),
        Value::Big(number) => write!(text, "{number}"),
        Value::Rat(number) => write!(text, "{}/{}", number.numer(), number.denom()),
        Value::Float(number) => write!(text, "{}", decimal(*number)),
        Value::Text(it) if reader == Reader::Person => write!(text, "{it:?}"),
        Value::Text(it) => write!(text, "\"{}\"", it.replace('"', "\\\"")),
        Value::Object(_) | Value::Future(_) => write!(text, "{}", name(value)),
        Value::Atom(constructor) if *constructor == code.known.nil => write!(text, "list[]"),
        Value::Atom(constructor) => write!(text, "{}", code.constructors[constructor.0 as usize].name),
        Value::Data(data) => {
            let comma = if reader == Reader::Person { ", " } else { "," };
            if let Some((kind, elements)) = elements(value, code) {
                left.push(Piece::Text("]"));
                push_all(elements.into_iter(), comma, left);
                write!(text, "{kind}[")
            } else {
                left.push(Piece::Text(")"));
                push_all(data.parts.iter(), comma, left);
                write!(text, "{}(", code.constructors[data.constructor.0 as usize].name)
            }
        }
    };
    debug_assert!(written.is_ok(), "a text takes whatever is written");
}

fn push_all<'a>(values: impl DoubleEndedIterator<Item = &'a Value>, comma: &'static str, left: &mut Vec<Piece<'a>>) {
    let mut is_first = true;
    for value in values.rev() {
        if !is_first {
            left.push(Piece::Text(comma));
        }
        is_first = false;
        left.push(Piece::Value(value));
    }
}

/// The elements of a list, a set or a map that has some, and which of them it is.
fn elements<'a>(value: &'a Value, code: &Code) -> Option<(&'static str, Vec<&'a Value>)> {
    let known = &code.known;
    let kinds = [("list", known.cons, known.nil), ("set", known.insert, known.empty_set)];
    let kinds = kinds.into_iter().chain([("map", known.insert_assoc, known.empty_map)]);
    let (own, _) = value.constructor()?;
    let (kind, link, end) = kinds.into_iter().find(|it| it.1 == own)?;
    let mut found = Vec::new();
    let mut rest = value;
    loop {
        match rest {
            Value::Data(data) if data.constructor == link => {
                found.push(data.parts.first()?);
                rest = data.parts.get(1)?;
            }
            Value::Atom(constructor) if *constructor == end => return Some((kind, found)),
            _ => return None,
        }
    }
}

/// As many zeros as there can be at the end of a number before its point.
const MOST_ZEROS: i32 = 5;

/// A float by the fewest digits that tell it from all others: `2.5`, `1.0`, `1.0e+21`, `1.5e-7`.
fn decimal(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{:?}", number.abs());
    }
    let scientific = format!("{:e}", number.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    let (count, place) = (digits.len() as i32, exponent.parse::<i32>().unwrap_or(0) + 1);
    let sign = if number < 0.0 { "-" } else { "" };
    if (-MOST_ZEROS..=0).contains(&place) {
        format!("{sign}0.{}{digits}", "0".repeat(-place as usize))
    } else if (1..count).contains(&place) {
        let (whole, rest) = digits.split_at(place as usize);
        format!("{sign}{whole}.{rest}")
    } else if (count..=count + MOST_ZEROS).contains(&place) && place > 0 {
        format!("{sign}{digits}{}.0", "0".repeat((place - count) as usize))
    } else {
        let (first, rest) = digits.split_at(1);
        let (rest, plus) = (if rest.is_empty() { "0" } else { rest }, if place < 0 { "-" } else { "+" });
        format!("{sign}{first}.{rest}e{plus}{}", (place - 1).abs())
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn floats_have_the_fewest_digits() {
        let numbers =
            [0.0, -0.0, 1.0, 2.5, -0.1, 100_000.0, 1e6, 123_456_789.0, 1e21, 0.00001, 1e-6, 1.5e-7, 0.1 + 0.2];
        let texts = numbers.map(decimal);
        let expected = [
            "0.0",
            "0.0",
            "1.0",
            "2.5",
            "-0.1",
            "100000.0",
            "1.0e+6",
            "123456789.0",
            "1.0e+21",
            "0.00001",
            "0.000001",
            "1.5e-7",
            "0.30000000000000004",
        ];
        assert_eq!(texts, expected);
        assert_eq!([f64::NAN, f64::INFINITY].map(decimal), ["NaN", "inf"]);
    }
}
