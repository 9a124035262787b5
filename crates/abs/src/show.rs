//! Values as text, for `toString` and for people.

use crate::code::Code;
use crate::value::Value;
use std::fmt::Write;

/// A value as text. Texts are shown as they are if `quoted` is false and the value is one; objects and futures by the
/// names that are given.
pub(crate) fn show(value: &Value, code: &Code, quoted: bool, name: &dyn Fn(&Value) -> String) -> String {
    let mut text = String::new();
    if let (Value::Text(it), false) = (value, quoted) {
        return it.to_string();
    }
    // What is still to be written, the next one last: values, and texts between them.
    let mut left: Vec<Piece<'_>> = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        match piece {
            Piece::Text(it) => text.push_str(it),
            Piece::Value(value) => write_one(value, code, name, &mut text, &mut left),
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
    name: &dyn Fn(&Value) -> String,
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
        Value::Float(number) => write!(text, "{number:?}"),
        Value::Text(it) => write!(text, "{it:?}"),
        Value::Object(_) | Value::Future(_) => write!(text, "{}", name(value)),
        Value::Atom(constructor) if *constructor == code.known.nil => write!(text, "list[]"),
        Value::Atom(constructor) => write!(text, "{}", code.constructors[constructor.0 as usize].name),
        Value::Data(data) => {
            if let Some(elements) = elements(value, code) {
                left.push(Piece::Text("]"));
                push_all(elements.into_iter(), left);
                write!(text, "list[")
            } else {
                left.push(Piece::Text(")"));
                push_all(data.parts.iter(), left);
                write!(text, "{}(", code.constructors[data.constructor.0 as usize].name)
            }
        }
    };
    debug_assert!(written.is_ok(), "a text takes whatever is written");
}

fn push_all<'a>(values: impl DoubleEndedIterator<Item = &'a Value>, left: &mut Vec<Piece<'a>>) {
    let mut is_first = true;
    for value in values.rev() {
        if !is_first {
            left.push(Piece::Text(", "));
        }
        is_first = false;
        left.push(Piece::Value(value));
    }
}

/// The elements of a list.
fn elements<'a>(value: &'a Value, code: &Code) -> Option<Vec<&'a Value>> {
    let mut found = Vec::new();
    let mut rest = value;
    loop {
        match rest {
            Value::Data(data) if data.constructor == code.known.cons => {
                found.push(data.parts.first()?);
                rest = data.parts.get(1)?;
            }
            Value::Atom(constructor) if *constructor == code.known.nil => return Some(found),
            _ => return None,
        }
    }
}
