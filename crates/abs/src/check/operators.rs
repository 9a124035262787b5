//! Operators: which types they take and give, and whether a division truncates.

use super::Checker;
use super::types::{Type, known};
use crate::program::{self, Builtin, Expression, ExpressionKind};
use crate::syntax::{self, BinaryOperator, UnaryOperator};
use source::Span;

/// What is known of an operand of an operator on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Int,
    Rat,
    Float,
    /// Of some type that is not known.
    Open,
}

impl<'a> Checker<'a> {
    pub(super) fn unary(
        &mut self,
        span: Span,
        operator: UnaryOperator,
        operand: &'a syntax::Expression,
    ) -> (Expression, Type) {
        let (lowered, of) = self.infer(operand);
        let (operator, of) = match operator {
            UnaryOperator::Not => {
                if !self.fits(&of, &Type::bool()) {
                    self.wrong_operand(operand.span, "!", "a Bool", &of);
                }
                (program::UnaryOperator::Not, Type::bool())
            }
            UnaryOperator::Negate => match self.number(&of) {
                Some(_) => (program::UnaryOperator::Negate, of),
                None => {
                    self.wrong_operand(operand.span, "-", "a number", &of);
                    (program::UnaryOperator::Negate, Type::Unknown)
                }
            },
        };
        (Expression { span, kind: ExpressionKind::Unary(operator, Box::new(lowered)) }, of)
    }

    pub(super) fn binary(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        left: &'a syntax::Expression,
        right: &'a syntax::Expression,
    ) -> (Expression, Type) {
        let (mut one, one_type) = self.infer(left);
        let (mut other, other_type) = self.infer(right);
        let (lowered, of) = match operator {
            BinaryOperator::Or | BinaryOperator::And => {
                for (it, of) in [(left, &one_type), (right, &other_type)] {
                    if !self.fits(of, &Type::bool()) {
                        self.wrong_operand(it.span, symbol(operator), "a Bool", of);
                    }
                }
                (plain(operator), Type::bool())
            }
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => {
                let numbers = self.number(&one_type).zip(self.number(&other_type));
                if numbers.is_none() && self.solver.join(&self.tables, &one_type, &other_type).is_none() {
                    let types = (self.show(&one_type), self.show(&other_type));
                    let message = format!("values of type {} and {} cannot be compared", types.0, types.1);
                    self.error("A0304", right.span, message);
                }
                if let Some(numbers) = numbers {
                    (one, other) = as_floats(numbers, one, other);
                }
                (plain(operator), Type::bool())
            }
            BinaryOperator::Add if self.is_text(&one_type) || self.is_text(&other_type) => {
                for (it, of) in [(left, &one_type), (right, &other_type)] {
                    if !self.fits(of, &Type::string()) {
                        let message = format!("+ of a String and a value of type {} is not possible", self.show(of));
                        self.error("A0304", it.span, message).note(Span::NONE, "write toString(…) around the value");
                    }
                }
                (program::BinaryOperator::Add, Type::string())
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => {
                let numbers = (self.number(&one_type), self.number(&other_type));
                for (it, of, number) in [(left, &one_type, numbers.0), (right, &other_type, numbers.1)] {
                    if number.is_none() {
                        self.wrong_operand(it.span, symbol(operator), "a number", of);
                    }
                }
                let numbers = (numbers.0.unwrap_or(Number::Open), numbers.1.unwrap_or(Number::Open));
                (one, other) = as_floats(numbers, one, other);
                let truncates = self.options.truncating_division && !self.modules.get(self.module()).library;
                let (of, lowered) = arithmetic(operator, numbers, truncates);
                let generic = self.generic(&one_type).or_else(|| self.generic(&other_type));
                (lowered, generic.unwrap_or(of))
            }
        };
        (Expression { span, kind: ExpressionKind::Binary(lowered, Box::new(one), Box::new(other)) }, of)
    }

    fn is_text(&self, of: &Type) -> bool {
        self.solver.head(of).is(known::STRING)
    }

    /// What kind of number it is; `None` if it is none.
    fn number(&self, of: &Type) -> Option<Number> {
        match self.solver.head(of) {
            Type::Data(known::INT, _) => Some(Number::Int),
            Type::Data(known::RAT, _) => Some(Number::Rat),
            Type::Data(known::FLOAT, _) => Some(Number::Float),
            Type::Unknown | Type::Variable(_) => Some(Number::Open),
            Type::Parameter(_) if self.modules.get(self.module()).library => Some(Number::Open),
            Type::Data(..) | Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) | Type::Null => None,
        }
    }

    /// A type parameter, as which the library writes numbers of any kind.
    fn generic(&self, of: &Type) -> Option<Type> {
        let of = self.solver.head(of);
        matches!(of, Type::Parameter(_)).then_some(of)
    }

    fn wrong_operand(&mut self, span: Span, operator: &str, needed: &str, of: &Type) {
        let message = format!("{operator} needs {needed}, and this is of type {}", self.show(of));
        self.error("A0304", span, message);
    }
}

/// The type of the result, and whether a division truncates.
fn arithmetic(operator: BinaryOperator, numbers: (Number, Number), truncates: bool) -> (Type, program::BinaryOperator) {
    let divides = operator == BinaryOperator::Divide;
    let of = match numbers {
        (Number::Float, _) | (_, Number::Float) => Type::plain(known::FLOAT),
        (Number::Open, _) | (_, Number::Open) => Type::Unknown,
        (Number::Rat, _) | (_, Number::Rat) => Type::plain(known::RAT),
        (Number::Int, Number::Int) if divides && !truncates => Type::plain(known::RAT),
        (Number::Int, Number::Int) => Type::int(),
    };
    let integers = numbers == (Number::Int, Number::Int);
    let lowered =
        if divides && truncates && integers { program::BinaryOperator::DivideTruncating } else { plain(operator) };
    (of, lowered)
}

/// Where one operand is a float and the other is not, the other is made one.
fn as_floats(numbers: (Number, Number), one: Expression, other: Expression) -> (Expression, Expression) {
    match numbers {
        (Number::Float, Number::Int | Number::Rat) => (one, as_float(other)),
        (Number::Int | Number::Rat, Number::Float) => (as_float(one), other),
        (Number::Float | Number::Open, Number::Float | Number::Open)
        | (Number::Int | Number::Rat | Number::Open, Number::Int | Number::Rat | Number::Open) => (one, other),
    }
}

fn as_float(value: Expression) -> Expression {
    Expression { span: value.span, kind: ExpressionKind::Builtin(Builtin::Float, vec![value]) }
}

/// The operator as it is written.
fn symbol(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "||",
        BinaryOperator::And => "&&",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
    }
}

/// The operator of the program.
fn plain(operator: BinaryOperator) -> program::BinaryOperator {
    match operator {
        BinaryOperator::Or => program::BinaryOperator::Or,
        BinaryOperator::And => program::BinaryOperator::And,
        BinaryOperator::Equal => program::BinaryOperator::Equal,
        BinaryOperator::NotEqual => program::BinaryOperator::NotEqual,
        BinaryOperator::Less => program::BinaryOperator::Less,
        BinaryOperator::LessEqual => program::BinaryOperator::LessEqual,
        BinaryOperator::Greater => program::BinaryOperator::Greater,
        BinaryOperator::GreaterEqual => program::BinaryOperator::GreaterEqual,
        BinaryOperator::Add => program::BinaryOperator::Add,
        BinaryOperator::Subtract => program::BinaryOperator::Subtract,
        BinaryOperator::Multiply => program::BinaryOperator::Multiply,
        BinaryOperator::Divide => program::BinaryOperator::Divide,
        BinaryOperator::Modulo => program::BinaryOperator::Modulo,
    }
}
