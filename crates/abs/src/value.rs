//! Values: immutable, shared, cheap to copy.
//!
//! Numbers are exact. A whole number that fits is an `Int`, whatever its type was (Int is a subtype of Rat), so that equal
//! numbers are equal values. Values can be as deep as memory is large (a list is as deep as it is long): nothing here
//! recurses.

use crate::program::ConstructorId;
use event::ThreadId;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::rc::Rc;

/// An object by number. The number stands for a name (the task that made it, and which of its objects it is), so the same
/// object has the same number in every execution of a system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reference(pub u32);

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Unit,
    Null,
    Bool(bool),
    Int(i64),
    /// Does not fit into an `Int`.
    Big(Rc<BigInt>),
    /// Not a whole number.
    Rat(Rc<BigRational>),
    Float(f64),
    Text(Rc<String>),
    /// A constructor without parts.
    Atom(ConstructorId),
    Data(Rc<Data>),
    Object(Reference),
    /// The answer of a task.
    Future(ThreadId),
}

/// What values are ordered by, apart from what they are. Numbers of objects and tasks are not good for that: they are not
/// the same in another system.
pub(crate) trait Ranks {
    /// The place of a constructor among those of its type.
    fn constructor(&self, constructor: ConstructorId) -> u32;
    /// The order of two objects.
    fn objects(&self, one: Reference, two: Reference) -> Ordering;
    /// The order of two futures.
    fn futures(&self, one: ThreadId, two: ThreadId) -> Ordering;
}

/// Some order: good enough to find out whether values are equal.
struct Any;

impl Ranks for Any {
    fn constructor(&self, _: ConstructorId) -> u32 {
        0
    }

    fn objects(&self, one: Reference, two: Reference) -> Ordering {
        one.cmp(&two)
    }

    fn futures(&self, one: ThreadId, two: ThreadId) -> Ordering {
        one.cmp(&two)
    }
}

/// The parts of a value.
pub(crate) type Parts = SmallVec<[Value; 2]>;

/// A value of a constructor with parts.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub constructor: ConstructorId,
    pub parts: Parts,
}

impl Drop for Data {
    /// Takes chains apart link by link: a long list would overflow the stack.
    fn drop(&mut self) {
        let is_last = |it: &Value| matches!(it, Value::Data(data) if Rc::strong_count(data) == 1);
        if !self.parts.iter().any(is_last) {
            return;
        }
        let mut left: Vec<Value> = self.parts.drain(..).collect();
        while let Some(value) = left.pop() {
            if let Value::Data(data) = value {
                if let Some(mut data) = Rc::into_inner(data) {
                    left.extend(data.parts.drain(..));
                }
            }
        }
    }
}

/// As usual; what is no number is below or above all others.
fn order_of_floats(one: f64, two: f64) -> Ordering {
    one.partial_cmp(&two).unwrap_or_else(|| one.total_cmp(&two))
}

impl Value {
    /// A whole number.
    pub fn integer(number: BigInt) -> Value {
        match number.to_i64() {
            Some(small) => Value::Int(small),
            None => Value::Big(Rc::new(number)),
        }
    }

    /// An exact number.
    pub fn rational(number: BigRational) -> Value {
        if number.is_integer() { Value::integer(number.to_integer()) } else { Value::Rat(Rc::new(number)) }
    }

    /// A value of a constructor.
    pub fn construct(constructor: ConstructorId, parts: Parts) -> Value {
        if parts.is_empty() { Value::Atom(constructor) } else { Value::Data(Rc::new(Data { constructor, parts })) }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(Rc::new(text.into()))
    }

    /// A number as an exact one; `None` if it is not one.
    pub fn as_rational(&self) -> Option<BigRational> {
        match self {
            Value::Int(number) => Some(BigRational::from_integer((*number).into())),
            Value::Big(number) => Some(BigRational::from_integer((**number).clone())),
            Value::Rat(number) => Some((**number).clone()),
            Value::Float(number) => BigRational::from_float(*number),
            Value::Unit
            | Value::Null
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Atom(_)
            | Value::Data(_)
            | Value::Object(_)
            | Value::Future(_) => None,
        }
    }

    /// A whole number as such.
    pub fn as_integer(&self) -> Option<BigInt> {
        match self {
            Value::Int(number) => Some((*number).into()),
            Value::Big(number) => Some((**number).clone()),
            Value::Unit
            | Value::Null
            | Value::Bool(_)
            | Value::Rat(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Atom(_)
            | Value::Data(_)
            | Value::Object(_)
            | Value::Future(_) => None,
        }
    }

    /// A number as a float.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Value::Float(number) => Some(*number),
            Value::Int(number) => Some(*number as f64),
            Value::Big(number) => number.to_f64(),
            Value::Rat(number) => number.to_f64(),
            Value::Unit
            | Value::Null
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Atom(_)
            | Value::Data(_)
            | Value::Object(_)
            | Value::Future(_) => None,
        }
    }

    /// The parts of a value of a constructor, with the constructor.
    #[inline]
    pub fn constructor(&self) -> Option<(ConstructorId, &[Value])> {
        match self {
            Value::Atom(constructor) => Some((*constructor, &[])),
            Value::Data(data) => Some((data.constructor, &data.parts)),
            Value::Unit
            | Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Big(_)
            | Value::Rat(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Object(_)
            | Value::Future(_) => None,
        }
    }

    /// How much work it was to make a number or a text, in instructions. Multiplying large numbers takes more than one.
    #[inline]
    pub fn size(&self) -> u32 {
        match self {
            Value::Big(number) => (number.bits() / 8) as u32,
            Value::Rat(number) => ((number.numer().bits() + number.denom().bits()) / 8) as u32,
            Value::Text(text) => (text.len() / 8) as u32,
            Value::Unit
            | Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Atom(_)
            | Value::Data(_)
            | Value::Object(_)
            | Value::Future(_) => 0,
        }
    }

    /// The kind of value as a number, by which values of different kinds are ordered. Numbers are one kind.
    fn kind(&self) -> u8 {
        match self {
            Value::Unit => 0,
            Value::Null => 1,
            Value::Bool(_) => 2,
            Value::Int(_) | Value::Big(_) | Value::Rat(_) | Value::Float(_) => 3,
            Value::Text(_) => 4,
            Value::Atom(_) | Value::Data(_) => 5,
            Value::Object(_) => 6,
            Value::Future(_) => 7,
        }
    }

    /// The order of two values apart from their parts.
    #[inline]
    fn order_of_heads(&self, other: &Value, ranks: &dyn Ranks) -> Ordering {
        match (self, other) {
            (Value::Int(one), Value::Int(two)) => one.cmp(two),
            (Value::Bool(one), Value::Bool(two)) => one.cmp(two),
            (Value::Text(one), Value::Text(two)) => one.cmp(two),
            (Value::Object(one), Value::Object(two)) => ranks.objects(*one, *two),
            (Value::Future(one), Value::Future(two)) => ranks.futures(*one, *two),
            (Value::Float(one), two) => two.as_float().map_or(Ordering::Greater, |two| order_of_floats(*one, two)),
            (one, Value::Float(two)) => one.as_float().map_or(Ordering::Less, |one| order_of_floats(one, *two)),
            (one, two) if one.kind() != two.kind() => one.kind().cmp(&two.kind()),
            (one, two) => match (one.constructor(), two.constructor()) {
                (Some((one, _)), Some((two, _))) => {
                    let rank = |it: ConstructorId| (ranks.constructor(it), it);
                    rank(one).cmp(&rank(two))
                }
                _ => one.as_rational().cmp(&two.as_rational()),
            },
        }
    }

    /// The order of two values: of their constructors, then of their parts from left to right.
    pub fn order(&self, other: &Value, ranks: &dyn Ranks) -> Ordering {
        let mut left: SmallVec<[(&Value, &Value); 8]> = SmallVec::new();
        left.push((self, other));
        while let Some((one, two)) = left.pop() {
            if let (Value::Data(one), Value::Data(two)) = (one, two) {
                if Rc::ptr_eq(one, two) {
                    continue;
                }
            }
            let order = one.order_of_heads(two, ranks);
            if order != Ordering::Equal {
                return order;
            }
            if let (Value::Data(one), Value::Data(two)) = (one, two) {
                left.extend(one.parts.iter().zip(&two.parts).rev());
            }
        }
        Ordering::Equal
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(one), Value::Int(two)) => one == two,
            (Value::Bool(one), Value::Bool(two)) => one == two,
            (Value::Atom(one), Value::Atom(two)) => one == two,
            (Value::Atom(_), Value::Data(_)) | (Value::Data(_), Value::Atom(_)) => false,
            _ => self.order(other, &Any) == Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIL: ConstructorId = ConstructorId(0);
    const CONS: ConstructorId = ConstructorId(1);

    fn list(numbers: impl DoubleEndedIterator<Item = i64>) -> Value {
        let cons = |rest, it| Value::construct(CONS, [Value::Int(it), rest].into_iter().collect());
        numbers.rev().fold(Value::Atom(NIL), cons)
    }

    #[test]
    fn equal_numbers_are_equal_values() {
        let half = BigRational::new(1.into(), 2.into());
        let one = Value::rational(half.clone() + half.clone());
        assert_eq!(one, Value::Int(1));
        assert_ne!(Value::rational(half), Value::Int(0));
        let big: BigInt = BigInt::from(i64::MAX) * 2;
        assert_eq!(Value::integer(big.clone()), Value::integer(big.clone()));
        assert_eq!(Value::integer(big).order(&Value::Int(3), &Any), Ordering::Greater);
        assert_eq!(Value::Float(1.5).order(&Value::Int(2), &Any), Ordering::Less);
    }

    #[test]
    fn values_are_ordered_by_constructor_and_then_by_parts() {
        assert_eq!(list(1..3).order(&list(1..3), &Any), Ordering::Equal);
        assert_eq!(list(1..3).order(&list(1..4), &Any), Ordering::Less);
        assert_eq!(list(2..3).order(&list(1..9), &Any), Ordering::Greater);
        assert_eq!(list(0..0).order(&list(0..1), &Any), Ordering::Less);
        assert_ne!(list(1..3), list(1..4));
    }

    #[test]
    fn deep_values_do_not_overflow_the_stack() {
        let (one, two) = (list(0..1_000_000), list(0..1_000_000));
        assert_eq!(one, two);
        drop(one);
        drop(two);
    }
}
