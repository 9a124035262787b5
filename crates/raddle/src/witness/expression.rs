//! C expressions in witnesses: read, and evaluated over the variables that are in scope.
//!
//! They have no side effects. Integers have the types of C with the usual conversions; what is not an integer (a pointer) can be
//! compared with 0 and with itself. Whatever cannot be evaluated has no value: [`Scope`] says what variables hold.

mod parse;

pub use parse::parse;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Number(Value),
    /// `\result`.
    Result,
    /// A variable, and the way to a part of it.
    Variable(String, Vec<Part>),
    /// One operand.
    Unary(Unary, Box<Expression>),
    /// A cast to an integer type.
    Cast(Type, Box<Expression>),
    /// Two operands.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a ? b : c`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// A step from an object to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// `.name`
    Member(String),
    /// `[index]`
    Element(Box<Expression>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Unary {
    Minus,
    Not,
    Complement,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Different,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    /// 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether it has a sign.
    pub signed: bool,
}

impl Type {
    /// `int`.
    pub const INT: Type = Type { bits: 32, signed: true };

    /// The type of an operand: nothing is calculated in less than `int`.
    fn promoted(self) -> Type {
        if self.bits < 32 { Type::INT } else { self }
    }

    /// The type of the result of two operands.
    fn common(self, other: Type) -> Type {
        let (one, two) = (self.promoted(), other.promoted());
        match one.bits.cmp(&two.bits) {
            std::cmp::Ordering::Less => two,
            std::cmp::Ordering::Greater => one,
            std::cmp::Ordering::Equal => Type { bits: one.bits, signed: one.signed && two.signed },
        }
    }
}

/// A number of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The number.
    pub number: i128,
    /// Its type.
    pub of: Type,
}

impl Value {
    /// A number as a type has it.
    pub fn new(number: i128, of: Type) -> Value {
        let range = 1_i128 << of.bits;
        let wrapped = number.rem_euclid(range);
        let number = if of.signed && wrapped >= range / 2 { wrapped - range } else { wrapped };
        Value { number, of }
    }

    /// Bits as a type has them.
    pub fn of_bits(bits: u64, of: Type) -> Value {
        Value::new(i128::from(bits), of)
    }

    /// As C writes it.
    pub fn literal(self) -> String {
        let Value { number, of } = self;
        let suffix = match (of.signed, of.bits) {
            (true, ..=32) | (false, ..=16) => "",
            (true, _) => "LL",
            (false, 32) => "U",
            (false, _) => "ULL",
        };
        // The smallest number is the negation of one that does not fit.
        let is_smallest = of.signed && of.bits >= 32 && number == -(1_i128 << (of.bits - 1));
        if is_smallest { format!("({}{suffix} - 1)", number + 1) } else { format!("{number}{suffix}") }
    }

    fn truth(it: bool) -> Value {
        Value { number: it.into(), of: Type::INT }
    }
}

/// What variables hold.
pub trait Scope {
    /// The value of a part of a variable, if it is an integer or a pointer and can be told.
    fn variable(&self, name: &str, path: &[Step]) -> Option<Value>;
}

/// A [`Part`] whose index is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `.name`
    Member(String),
    /// `[index]`
    Element(i128),
}

impl Expression {
    /// The value, if it has one. `result` is what `\result` stands for.
    pub fn value(&self, scope: &dyn Scope, result: Option<Value>) -> Option<Value> {
        match self {
            Expression::Number(value) => Some(*value),
            Expression::Result => result,
            Expression::Variable(name, parts) => {
                let step = |it: &Part| match it {
                    Part::Member(name) => Some(Step::Member(name.clone())),
                    Part::Element(index) => index.value(scope, result).map(|it| Step::Element(it.number)),
                };
                scope.variable(name, &parts.iter().map(step).collect::<Option<Vec<_>>>()?)
            }
            Expression::Cast(of, operand) => Some(Value::new(operand.value(scope, result)?.number, *of)),
            Expression::Unary(operator, operand) => {
                let Value { number, of } = operand.value(scope, result)?;
                Some(match operator {
                    Unary::Minus => Value::new(-number, of.promoted()),
                    Unary::Complement => Value::new(!number, of.promoted()),
                    Unary::Not => Value::truth(number == 0),
                })
            }
            Expression::Conditional(condition, yes, no) => {
                let holds = condition.value(scope, result)?.number != 0;
                if holds { yes.value(scope, result) } else { no.value(scope, result) }
            }
            Expression::Binary(Binary::And, one, two) => {
                let holds = one.value(scope, result)?.number != 0 && two.value(scope, result)?.number != 0;
                Some(Value::truth(holds))
            }
            Expression::Binary(Binary::Or, one, two) => {
                let holds = one.value(scope, result)?.number != 0 || two.value(scope, result)?.number != 0;
                Some(Value::truth(holds))
            }
            Expression::Binary(operator, one, two) => {
                binary(*operator, one.value(scope, result)?, two.value(scope, result)?)
            }
        }
    }

    /// Whether it holds, if that can be told.
    pub fn holds(&self, scope: &dyn Scope, result: Option<Value>) -> Option<bool> {
        self.value(scope, result).map(|it| it.number != 0)
    }

    /// The names of its variables.
    pub fn names(&self, names: &mut Vec<String>) {
        match self {
            Expression::Number(_) | Expression::Result => {}
            Expression::Variable(name, parts) => {
                names.push(name.clone());
                for part in parts {
                    if let Part::Element(index) = part {
                        index.names(names);
                    }
                }
            }
            Expression::Unary(_, operand) | Expression::Cast(_, operand) => operand.names(names),
            Expression::Binary(_, one, two) => [one, two].into_iter().for_each(|it| it.names(names)),
            Expression::Conditional(one, two, three) => [one, two, three].into_iter().for_each(|it| it.names(names)),
        }
    }

    /// The numbers in it.
    pub fn numbers(&self, numbers: &mut Vec<i128>) {
        match self {
            Expression::Number(value) => numbers.push(value.number),
            // A negative number is written with an operator.
            Expression::Unary(_, operand) => {
                operand.numbers(numbers);
                numbers.extend(self.value(&Nothing, None).map(|it| it.number));
            }
            Expression::Result | Expression::Variable(..) => {}
            Expression::Cast(_, operand) => operand.numbers(numbers),
            Expression::Binary(_, one, two) => [one, two].into_iter().for_each(|it| it.numbers(numbers)),
            Expression::Conditional(one, two, three) => {
                [one, two, three].into_iter().for_each(|it| it.numbers(numbers));
            }
        }
    }

    /// The number that `\result` has to be for this to hold, if it says so.
    pub fn demanded_result(&self) -> Option<i128> {
        let Expression::Binary(Binary::Equal, one, two) = self else { return None };
        let number = |it: &Expression| it.value(&Nothing, None).map(|it| it.number);
        match (&**one, &**two) {
            (Expression::Result, other) | (other, Expression::Result) => number(other),
            _ => None,
        }
    }
}

/// A scope without variables.
pub struct Nothing;

impl Scope for Nothing {
    fn variable(&self, _name: &str, _path: &[Step]) -> Option<Value> {
        None
    }
}

/// The result of an operator that needs both operands. What C leaves undefined has no value.
fn binary(operator: Binary, one: Value, two: Value) -> Option<Value> {
    let of = match operator {
        Binary::ShiftLeft | Binary::ShiftRight => one.of.promoted(),
        _ => one.of.common(two.of),
    };
    let (left, right) = (Value::new(one.number, of).number, Value::new(two.number, of).number);
    let compare = |holds: bool| Some(Value::truth(holds));
    let number = match operator {
        Binary::Less => return compare(left < right),
        Binary::LessOrEqual => return compare(left <= right),
        Binary::Greater => return compare(left > right),
        Binary::GreaterOrEqual => return compare(left >= right),
        Binary::Equal => return compare(left == right),
        Binary::Different => return compare(left != right),
        Binary::And | Binary::Or => return None,
        Binary::Multiply => left.checked_mul(right)?,
        Binary::Divide => left.checked_div(right)?,
        Binary::Remainder => left.checked_rem(right)?,
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::ShiftLeft | Binary::ShiftRight => {
            let by = u32::try_from(two.number).ok().filter(|&it| it < u32::from(of.bits))?;
            if operator == Binary::ShiftLeft { left << by } else { left >> by }
        }
        Binary::BitAnd => left & right,
        Binary::BitXor => left ^ right,
        Binary::BitOr => left | right,
    };
    let value = Value::new(number, of);
    (!of.signed || value.number == number).then_some(value)
}

#[cfg(test)]
mod tests;
