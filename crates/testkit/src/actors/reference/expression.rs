//! Pure expressions and patterns.

use super::value::{ObjectName, TaskName, Value};
use abs::program::{
    BinaryOperator, Builtin, ConstructorId, Expression, ExpressionKind, InterfaceId, Literal, Pattern, Program,
    UnaryOperator,
};
use std::cmp::Ordering;
use std::rc::Rc;

/// Why something has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// An exception.
    Throw(Value),
    /// A number below this one is to be chosen first.
    Choose(u32),
    /// A step that goes on for ever.
    Endless,
    /// The reference does not know it.
    Unknown(String),
}

/// What expressions are evaluated in.
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    pub locals: &'a mut [Value],
    pub this: Option<(&'a ObjectName, u32)>,
    pub fields: &'a [Value],
    pub task: &'a TaskName,
    /// Numbers that have been chosen, and how many of them have been used.
    pub choices: &'a [u32],
    pub used: &'a mut usize,
}

/// An exception of the language.
pub(super) fn exception(program: &Program, constructor: ConstructorId) -> Value {
    let arity = program.constructors[constructor.0 as usize].arity as usize;
    Value::Data(constructor, vec![Value::Text("".into()); arity].into())
}

fn strange<T>(what: impl std::fmt::Debug) -> Result<T, Stop> {
    Err(Stop::Unknown(format!("{what:?}")))
}

impl Scope<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expression: &Expression) -> Result<Value, Stop> {
        match &expression.kind {
            ExpressionKind::Literal(literal) => literal_value(literal),
            ExpressionKind::Local(local) => Ok(self.locals[local.0 as usize].clone()),
            ExpressionKind::Field(field) => Ok(self.fields[field.0 as usize].clone()),
            ExpressionKind::This => {
                Ok(self.this.map_or(Value::Null, |(name, class)| Value::Object(name.clone(), class)))
            }
            ExpressionKind::Destiny => Ok(Value::Future(self.task.clone())),
            ExpressionKind::Construct(constructor, parts) => Ok(Value::Data(*constructor, self.values(parts)?.into())),
            ExpressionKind::Call(function, arguments) => {
                let function = &self.program.functions[function.0 as usize];
                let mut locals = self.values(arguments)?;
                locals.resize(function.locals.len(), Value::Unit);
                let mut inner = Scope {
                    program: self.program,
                    locals: &mut locals,
                    this: None,
                    fields: &[],
                    task: self.task,
                    choices: self.choices,
                    used: self.used,
                };
                inner.value(&function.value)
            }
            ExpressionKind::Builtin(Builtin::Random, arguments) => self.random(arguments),
            ExpressionKind::Builtin(other, _) => strange(other),
            ExpressionKind::Unary(operator, operand) => match (operator, self.value(operand)?) {
                (UnaryOperator::Not, Value::Bool(it)) => Ok(Value::Bool(!it)),
                (UnaryOperator::Negate, Value::Int(it)) => Ok(Value::Int(-it)),
                (_, other) => strange(other),
            },
            ExpressionKind::Binary(operator, one, two) => self.binary(*operator, one, two),
            ExpressionKind::If(condition, then, otherwise) => {
                let chosen = if self.holds(condition)? { then } else { otherwise };
                self.value(chosen)
            }
            ExpressionKind::Let(local, value, body) => {
                self.locals[local.0 as usize] = self.value(value)?;
                self.value(body)
            }
            ExpressionKind::Case(subject, arms) => {
                let subject = self.value(subject)?;
                for (pattern, value) in arms {
                    if self.fits(pattern, &subject)? {
                        return self.value(value);
                    }
                }
                Err(Stop::Throw(exception(self.program, self.program.known.pattern_match_fail)))
            }
            ExpressionKind::Implements(object, interface) => {
                let value = self.value(object)?;
                Ok(Value::Bool(self.implements(&value, *interface)))
            }
            ExpressionKind::As(object, interface) => {
                let value = self.value(object)?;
                Ok(if self.implements(&value, *interface) { value } else { Value::Null })
            }
        }
    }

    pub fn values(&mut self, expressions: &[Expression]) -> Result<Vec<Value>, Stop> {
        expressions.iter().map(|it| self.value(it)).collect()
    }

    /// Whether a condition holds.
    pub fn holds(&mut self, condition: &Expression) -> Result<bool, Stop> {
        match self.value(condition)? {
            Value::Bool(it) => Ok(it),
            other => strange(other),
        }
    }

    fn implements(&self, value: &Value, interface: InterfaceId) -> bool {
        let classes = &self.program.classes;
        matches!(value, Value::Object(_, class) if classes[*class as usize].implements.contains(&interface))
    }

    fn random(&mut self, arguments: &[Expression]) -> Result<Value, Stop> {
        let most = match self.values(arguments)?.as_slice() {
            [Value::Int(most)] => *most,
            other => return strange(other),
        };
        if most <= 0 {
            return Err(Stop::Throw(exception(self.program, self.program.known.pattern_match_fail)));
        }
        match self.choices.get(*self.used) {
            Some(&chosen) => {
                *self.used += 1;
                Ok(Value::Int(chosen.into()))
            }
            None => Err(Stop::Choose(most as u32)),
        }
    }

    fn binary(&mut self, operator: BinaryOperator, one: &Expression, two: &Expression) -> Result<Value, Stop> {
        match operator {
            BinaryOperator::And => return Ok(Value::Bool(self.holds(one)? && self.holds(two)?)),
            BinaryOperator::Or => return Ok(Value::Bool(self.holds(one)? || self.holds(two)?)),
            _ => {}
        }
        let (one, two) = (self.value(one)?, self.value(two)?);
        match operator {
            BinaryOperator::Equal => return Ok(Value::Bool(one == two)),
            BinaryOperator::NotEqual => return Ok(Value::Bool(one != two)),
            _ => {}
        }
        if let (Value::Data(..), Value::Data(..)) = (&one, &two) {
            let order = self.order(&one, &two)?;
            return match operator {
                BinaryOperator::Less => Ok(Value::Bool(order.is_lt())),
                BinaryOperator::LessEqual => Ok(Value::Bool(order.is_le())),
                BinaryOperator::Greater => Ok(Value::Bool(order.is_gt())),
                BinaryOperator::GreaterEqual => Ok(Value::Bool(order.is_ge())),
                other => strange(other),
            };
        }
        let (Value::Int(a), Value::Int(b)) = (&one, &two) else { return strange((operator, one, two)) };
        let (a, b) = (*a, *b);
        let number = |it: Option<i128>| it.map_or_else(|| strange("a large number"), |it| Ok(Value::Int(it)));
        match operator {
            BinaryOperator::Less => Ok(Value::Bool(a < b)),
            BinaryOperator::LessEqual => Ok(Value::Bool(a <= b)),
            BinaryOperator::Greater => Ok(Value::Bool(a > b)),
            BinaryOperator::GreaterEqual => Ok(Value::Bool(a >= b)),
            BinaryOperator::Add => number(a.checked_add(b)),
            BinaryOperator::Subtract => number(a.checked_sub(b)),
            BinaryOperator::Multiply => number(a.checked_mul(b)),
            BinaryOperator::DivideTruncating | BinaryOperator::Modulo if b == 0 => {
                Err(Stop::Throw(exception(self.program, self.program.known.division_by_zero)))
            }
            BinaryOperator::DivideTruncating => number(a.checked_div(b)),
            BinaryOperator::Modulo => number(a.checked_rem(b)),
            BinaryOperator::Divide => strange("an exact division"),
            BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Equal | BinaryOperator::NotEqual => {
                unreachable!("they come first")
            }
        }
    }

    /// Data by the names of the constructors, then by their parts from the left.
    fn order(&self, one: &Value, two: &Value) -> Result<Ordering, Stop> {
        match (one, two) {
            (Value::Int(one), Value::Int(two)) => Ok(one.cmp(two)),
            (Value::Data(one, ones), Value::Data(two, twos)) => {
                let name = |it: &ConstructorId| &self.program.constructors[it.0 as usize].name;
                let mut order = name(one).cmp(name(two));
                for (one, two) in ones.iter().zip(twos.iter()) {
                    if order.is_eq() {
                        order = self.order(one, two)?;
                    }
                }
                Ok(order)
            }
            other => strange(other),
        }
    }

    /// Whether a value fits a pattern, whose names get their values then.
    pub fn fits(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Stop> {
        match pattern {
            Pattern::Any => Ok(true),
            Pattern::Bind(local) => {
                self.locals[local.0 as usize] = value.clone();
                Ok(true)
            }
            Pattern::Equal(expression) => Ok(self.value(expression)? == *value),
            Pattern::Literal(literal) => Ok(literal_value(literal)? == *value),
            Pattern::Constructor(constructor, patterns) => {
                let Value::Data(own, parts) = value else { return Ok(false) };
                if own != constructor {
                    return Ok(false);
                }
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    if !self.fits(pattern, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

fn literal_value(literal: &Literal) -> Result<Value, Stop> {
    match literal {
        Literal::Unit => Ok(Value::Unit),
        Literal::Bool(it) => Ok(Value::Bool(*it)),
        Literal::Int(it) => match it.to_string().parse() {
            Ok(number) => Ok(Value::Int(number)),
            Err(_) => strange(it),
        },
        Literal::Text(it) => Ok(Value::Text(Rc::from(it.as_str()))),
        Literal::Null => Ok(Value::Null),
        Literal::Float(it) => strange(it),
    }
}
