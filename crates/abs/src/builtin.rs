//! The functions of the language.

use crate::code::Code;
use crate::program::Builtin;
use crate::show::{Reader, show};
use crate::value::Value;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// The value of a function of the language. `None`: the arguments make no sense.
pub(crate) fn apply(
    builtin: Builtin,
    arguments: &[Value],
    code: &Code,
    name: &dyn Fn(&Value) -> String,
) -> Option<Value> {
    let number = |at: usize| arguments.get(at).and_then(Value::as_rational);
    let float = |at: usize| arguments.get(at).and_then(Value::as_float);
    let whole = |number: BigRational| Some(Value::integer(number.to_integer()));
    match builtin {
        Builtin::Length => Some(Value::Int(elements(arguments.first()?).count() as i64)),
        Builtin::ReverseOnto => {
            let cons =
                |done: Value, it: &Value| Value::construct(code.known.cons, [it.clone(), done].into_iter().collect());
            Some(elements(arguments.first()?).fold(arguments.get(1)?.clone(), cons))
        }
        Builtin::Abs => match arguments.first()? {
            Value::Float(number) => Some(Value::Float(number.abs())),
            _ => number(0).map(|it| Value::rational(it.abs())),
        },
        Builtin::Truncate => whole(number(0)?.trunc()),
        Builtin::Floor => whole(number(0)?.floor()),
        Builtin::Ceil => whole(number(0)?.ceil()),
        Builtin::Rat => number(0).map(Value::rational),
        Builtin::Float => float(0).map(Value::Float),
        Builtin::Numerator => number(0).map(|it| Value::integer(it.numer().clone())),
        Builtin::Denominator => number(0).map(|it| Value::integer(it.denom().clone())),
        Builtin::Sqrt => float(0).map(|it| Value::Float(it.sqrt())),
        Builtin::Log => float(0).map(|it| Value::Float(it.ln())),
        Builtin::Exp => float(0).map(|it| Value::Float(it.exp())),
        Builtin::ToString => arguments.first().map(|it| Value::text(show(it, code, Reader::Program, name))),
        Builtin::Concatenate => {
            let texts: Vec<String> = arguments.iter().map(|it| show(it, code, Reader::Program, name)).collect();
            Some(Value::text(texts.concat()))
        }
        Builtin::Strlen => match arguments.first()? {
            Value::Text(text) => Some(Value::Int(text.chars().count() as i64)),
            _ => None,
        },
        Builtin::Substr => match arguments {
            [Value::Text(text), start, count] => {
                let (start, count) = (start.as_integer()?.to_usize()?, count.as_integer()?.to_usize()?);
                Some(Value::text(text.chars().skip(start).take(count).collect::<String>()))
            }
            _ => None,
        },
        Builtin::Print | Builtin::Println | Builtin::Random => unreachable!("they are instructions"),
    }
}

/// How many instructions a function is worth, apart from the size of its value.
pub(crate) fn work(builtin: Builtin, arguments: &[Value]) -> u32 {
    match (builtin, arguments.first()) {
        (Builtin::Length | Builtin::ReverseOnto, Some(list)) => elements(list).count() as u32,
        _ => 0,
    }
}

/// The elements of a list.
fn elements(list: &Value) -> impl Iterator<Item = &Value> {
    let mut rest = list;
    std::iter::from_fn(move || match rest {
        Value::Data(data) => {
            rest = data.parts.get(1)?;
            data.parts.first()
        }
        _ => None,
    })
}
