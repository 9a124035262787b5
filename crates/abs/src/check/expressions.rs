//! Pure expressions: their types, and what they become.

use super::Checker;
use super::context::Place;
use super::names::{Space, similar};
use super::types::{Type, known};
use crate::program::{Builtin, Expression, ExpressionKind, Literal};
use crate::syntax::{self, BinaryOperator, TemplatePart};
use num_bigint::BigInt;
use source::Span;

/// What stands for an expression that is wrong: there will be no program.
pub(super) fn placeholder(span: Span) -> Expression {
    literal(span, Literal::Unit)
}

pub(super) fn literal(span: Span, value: Literal) -> Expression {
    Expression { span, kind: ExpressionKind::Literal(value) }
}

/// Digits as a number; the parser lets nothing else through.
pub(super) fn integer(digits: &str) -> BigInt {
    digits.parse().unwrap_or_default()
}

impl<'a> Checker<'a> {
    /// An expression that must have a type.
    pub(super) fn check(&mut self, expression: &'a syntax::Expression, expected: &Type) -> Expression {
        let span = expression.span;
        let kind = match &expression.kind {
            syntax::ExpressionKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let then = self.check(then, expected);
                let otherwise = self.check(otherwise, expected);
                ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            syntax::ExpressionKind::Let(parameter, value, body) => {
                let (local, value) = self.bind(parameter, value);
                let body = self.check(body, expected);
                self.close_scope();
                ExpressionKind::Let(local, Box::new(value), Box::new(body))
            }
            syntax::ExpressionKind::Case(subject, arms) => {
                let (subject, of) = self.infer(subject);
                let mut lowered = Vec::new();
                for (pattern, value) in arms {
                    self.open_scope();
                    let pattern = self.pattern(pattern, &of);
                    lowered.push((pattern, self.check(value, expected)));
                    self.close_scope();
                }
                ExpressionKind::Case(Box::new(subject), lowered)
            }
            syntax::ExpressionKind::Construct { constructor, arguments } => {
                let (lowered, actual) = self.construct(span, constructor, arguments, expected);
                self.expect(expression, &actual, expected);
                return lowered;
            }
            syntax::ExpressionKind::Collection { function, elements } => {
                let (lowered, actual) = self.collection(span, function, elements, expected);
                self.expect(expression, &actual, expected);
                return lowered;
            }
            _ => {
                let (lowered, actual) = self.infer(expression);
                self.expect(expression, &actual, expected);
                return lowered;
            }
        };
        Expression { span, kind }
    }

    /// Reports a type that is not the expected one.
    fn expect(&mut self, expression: &syntax::Expression, actual: &Type, expected: &Type) {
        if self.fits(actual, expected) {
            return;
        }
        let divides = self.solver.head(actual).is(known::RAT)
            && self.solver.head(expected).is(known::INT)
            && contains_division(expression);
        let message = format!("this is of type {}, but {} is needed", self.show(actual), self.show(expected));
        let found = self.error("A0301", expression.span, message);
        if divides {
            found.note(Span::NONE, "/ gives a Rat: write truncate(…) around it");
            found.note(Span::NONE, "if the program is an old one, in which / gives an Int, use --truncating-division");
        }
    }

    /// An expression that must be a Bool.
    pub(super) fn condition(&mut self, expression: &'a syntax::Expression) -> Expression {
        let (lowered, actual) = self.infer(expression);
        if !self.fits(&actual, &Type::bool()) {
            let message = format!("a condition must be a Bool, and this is of type {}", self.show(&actual));
            self.error("A0305", expression.span, message);
        }
        lowered
    }

    /// The variable of a `let` in a scope of its own, which the caller closes.
    fn bind(
        &mut self,
        parameter: &'a syntax::Parameter,
        value: &'a syntax::Expression,
    ) -> (crate::program::LocalId, Expression) {
        let of = self.written_type(&parameter.of);
        let value = self.check(value, &of);
        self.open_scope();
        let local = self.new_local(&parameter.name.text, of, parameter.name.span);
        (local, value)
    }

    /// A type in a body.
    pub(super) fn written_type(&mut self, written: &syntax::Type) -> Type {
        let parameters = self.context.type_parameters.clone();
        self.type_of(self.module(), &parameters, written)
    }

    /// An expression and its type.
    pub(super) fn infer(&mut self, expression: &'a syntax::Expression) -> (Expression, Type) {
        let span = expression.span;
        match &expression.kind {
            syntax::ExpressionKind::Int(digits) => (literal(span, Literal::Int(integer(digits))), Type::int()),
            syntax::ExpressionKind::Float(value) => (literal(span, Literal::Float(*value)), Type::plain(known::FLOAT)),
            syntax::ExpressionKind::Text(text) => (literal(span, Literal::Text(text.clone())), Type::string()),
            syntax::ExpressionKind::Template(parts) => {
                let parts = parts.iter().filter(|it| !matches!(it, TemplatePart::Text(text) if text.is_empty()));
                let parts = parts.map(|it| match it {
                    TemplatePart::Text(text) => literal(span, Literal::Text(text.clone())),
                    TemplatePart::Expression(value) => self.infer(value).0,
                });
                let kind = ExpressionKind::Builtin(Builtin::Concatenate, parts.collect());
                (Expression { span, kind }, Type::string())
            }
            syntax::ExpressionKind::Null => (literal(span, Literal::Null), Type::Null),
            syntax::ExpressionKind::This => self.this(span),
            syntax::ExpressionKind::ThisField(name) => match self.own_field(&name.text, name.span) {
                Some(found) => found,
                None => self.unknown_field(name),
            },
            syntax::ExpressionKind::Variable(name) => match self.variable(&name.text, name.span) {
                Some(found) => found,
                None => self.unknown_variable(name),
            },
            syntax::ExpressionKind::Destiny => self.destiny(span),
            syntax::ExpressionKind::Call { function, functions, arguments } => {
                self.call(span, function, functions, arguments)
            }
            syntax::ExpressionKind::Construct { constructor, arguments } => {
                self.construct(span, constructor, arguments, &Type::Unknown)
            }
            syntax::ExpressionKind::Collection { function, elements } => {
                self.collection(span, function, elements, &Type::Unknown)
            }
            syntax::ExpressionKind::Unary(operator, operand) => self.unary(span, *operator, operand),
            syntax::ExpressionKind::Binary(operator, left, right) => self.binary(span, *operator, left, right),
            syntax::ExpressionKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let (then, one) = self.infer(then);
                let (lowered, other) = self.infer(otherwise);
                let of = self.common(&one, &other, otherwise.span);
                let kind = ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(lowered));
                (Expression { span, kind }, of)
            }
            syntax::ExpressionKind::Let(parameter, value, body) => {
                let (local, value) = self.bind(parameter, value);
                let (body, of) = self.infer(body);
                self.close_scope();
                (Expression { span, kind: ExpressionKind::Let(local, Box::new(value), Box::new(body)) }, of)
            }
            syntax::ExpressionKind::Case(subject, arms) => self.infer_case(span, subject, arms),
            syntax::ExpressionKind::Implements(object, name) => {
                let object = self.object(object);
                let kind = match self.interface_named(self.module(), name) {
                    Some(id) => ExpressionKind::Implements(Box::new(object), crate::program::InterfaceId(id.0)),
                    None => placeholder(span).kind,
                };
                (Expression { span, kind }, Type::bool())
            }
            syntax::ExpressionKind::As(object, name) => {
                let object = self.object(object);
                match self.interface_named(self.module(), name) {
                    Some(id) => {
                        let kind = ExpressionKind::As(Box::new(object), crate::program::InterfaceId(id.0));
                        (Expression { span, kind }, Type::Interface(id))
                    }
                    None => (object, Type::Unknown),
                }
            }
        }
    }

    fn infer_case(
        &mut self,
        span: Span,
        subject: &'a syntax::Expression,
        arms: &'a [(syntax::Pattern, syntax::Expression)],
    ) -> (Expression, Type) {
        let (subject, of) = self.infer(subject);
        let mut lowered = Vec::new();
        let mut result = self.solver.fresh();
        for (pattern, value) in arms {
            self.open_scope();
            let pattern = self.pattern(pattern, &of);
            let (arm, actual) = self.infer(value);
            result = self.common(&result, &actual, value.span);
            lowered.push((pattern, arm));
            self.close_scope();
        }
        (Expression { span, kind: ExpressionKind::Case(Box::new(subject), lowered) }, result)
    }

    /// The type of two alternatives.
    fn common(&mut self, one: &Type, other: &Type, span: Span) -> Type {
        match self.solver.join(&self.tables, one, other) {
            Some(of) => of,
            None => {
                let message = format!(
                    "this is of type {}, and the alternative before it of {}",
                    self.show(other),
                    self.show(one)
                );
                self.error("A0301", span, message);
                Type::Unknown
            }
        }
    }

    /// An expression that must be an object.
    fn object(&mut self, expression: &'a syntax::Expression) -> Expression {
        let (lowered, of) = self.infer(expression);
        match self.solver.head(&of) {
            Type::Interface(_) | Type::Class(_) | Type::Any | Type::Null | Type::Unknown | Type::Variable(_) => {}
            Type::Data(..) | Type::Parameter(_) => {
                let message = format!("this must be an object, and is of type {}", self.show(&of));
                self.error("A0307", expression.span, message);
            }
        }
        lowered
    }

    fn this(&mut self, span: Span) -> (Expression, Type) {
        match self.context.class {
            Some(class) => {
                let of = Type::Class(class);
                (self.of_method(ExpressionKind::This, "this", &of, span), of)
            }
            None => {
                self.error("A0408", span, "there is no this outside of classes");
                (placeholder(span), Type::Unknown)
            }
        }
    }

    fn destiny(&mut self, span: Span) -> (Expression, Type) {
        let of = Type::future(Type::Unknown);
        match self.context.place {
            Place::Method | Place::Main => (self.of_method(ExpressionKind::Destiny, "destiny", &of, span), of),
            Place::Function | Place::Init => {
                self.error("A0408", span, "there is no destiny outside of methods");
                (placeholder(span), of)
            }
        }
    }

    /// Reports a variable that there is not.
    pub(super) fn unknown_variable(&mut self, name: &syntax::Name) -> (Expression, Type) {
        let constructors = self.modules.visible(self.module(), Space::Constructor).into_iter();
        let constructors = constructors.filter(|it| it.eq_ignore_ascii_case(&name.text));
        let hint = similar(&name.text, self.variable_names().into_iter().chain(constructors)).map(str::to_owned);
        let found = self.error("A0209", name.span, format!("there is no variable {}", name.text));
        if let Some(hint) = hint {
            found.note(Span::NONE, format!("did you mean {hint}?"));
        }
        (placeholder(name.span), Type::Unknown)
    }

    /// Reports a field that there is not.
    pub(super) fn unknown_field(&mut self, name: &syntax::Name) -> (Expression, Type) {
        let Some(class) = self.context.class else {
            self.error("A0408", name.span, "there is no this outside of classes");
            return (placeholder(name.span), Type::Unknown);
        };
        let class = self.tables.class(class);
        let hint = similar(&name.text, class.fields.iter().map(|it| it.0.as_str())).map(str::to_owned);
        let message = format!("class {} has no field {}", class.syntax.name.text, name.text);
        let found = self.error("A0210", name.span, message);
        if let Some(hint) = hint {
            found.note(Span::NONE, format!("did you mean {hint}?"));
        }
        (placeholder(name.span), Type::Unknown)
    }
}

/// Whether the value comes from a division.
fn contains_division(expression: &syntax::Expression) -> bool {
    match &expression.kind {
        syntax::ExpressionKind::Binary(BinaryOperator::Divide, ..) => true,
        syntax::ExpressionKind::Binary(_, left, right) => contains_division(left) || contains_division(right),
        syntax::ExpressionKind::Unary(_, operand) => contains_division(operand),
        _ => false,
    }
}
