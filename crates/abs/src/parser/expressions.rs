//! Effects and operators. The effects stand at the right of an assignment or alone, never inside an expression.

use super::{Failed, Parsed, Parser};
use crate::lexer::Kind;
use crate::syntax::{BinaryOperator, Effect, EffectKind, Expression, ExpressionKind, Placement, UnaryOperator};
use source::{Code, Span};

const USE_A_VARIABLE: &str = "give its value to a variable first, and use that";

impl Parser<'_, '_> {
    /// An expression, a call of a method, a new object, or `f.get`.
    pub(super) fn effect(&mut self) -> Parsed<Effect> {
        let start = self.position;
        let kind = if self.at("new") { self.new_object()? } else { self.call_or_value()? };
        let effect = Effect { span: self.span_from(start), kind };
        if self.at(".") || self.at("!") {
            let message = "the value of a call cannot be used in the same statement".to_owned();
            let note = (Span::NONE, USE_A_VARIABLE.to_owned());
            self.report(Code("A0112"), self.token().span, message, Some(note));
            return Err(Failed);
        }
        Ok(effect)
    }

    fn new_object(&mut self) -> Parsed<EffectKind> {
        let span = self.bump().span;
        let placement = if self.accept("local") {
            self.remarks.new_local.get_or_insert(span);
            Placement::Local
        } else if self.accept("cog") {
            self.remarks.new_cog.get_or_insert(span);
            Placement::Cog
        } else {
            Placement::Plain
        };
        let class = self.upper_name("the name of a class")?;
        self.expect("(", "after the name of the class")?;
        let arguments = self.list(")", Self::expression)?;
        Ok(EffectKind::New { placement, class, arguments })
    }

    fn call_or_value(&mut self) -> Parsed<EffectKind> {
        let awaits = self.accept("await");
        let start = self.position;
        let value = self.expression()?;
        if awaits || self.at("!") {
            return self.async_call(awaits, value, start);
        }
        if !self.at(".") {
            return Ok(EffectKind::Pure(value));
        }
        self.check_target(&value, start)?;
        self.bump();
        if self.at("get") && !self.ahead(1).is("(") {
            self.bump();
            return Ok(EffectKind::Get(value));
        }
        let method = self.lower_name("`get` or the name of a method")?;
        if !self.at("(") {
            return Err(self.field_of_another(method.span));
        }
        self.bump();
        let arguments = self.list(")", Self::expression)?;
        Ok(EffectKind::SyncCall { target: value, method, arguments })
    }

    fn field_of_another(&mut self, field: Span) -> Failed {
        let note = (Span::NONE, "another object is asked by a call of a method".to_owned());
        self.report(Code("A0115"), field, "only fields of `this` can be read".to_owned(), Some(note));
        Failed
    }

    /// The rest of a call from `!` on; the receiver began at `start`.
    pub(super) fn async_call(&mut self, awaits: bool, target: Expression, start: usize) -> Parsed<EffectKind> {
        if self.at("!") {
            self.check_target(&target, start)?;
        } else {
            let message =
                format!("expected `!` after the object of this `await`, found {}", super::describe(self.token()));
            self.report(Code("A0110"), self.token().span, message, None);
            return Err(Failed);
        }
        self.bump();
        let method = self.lower_name("the name of a method")?;
        self.expect("(", "after the name of the method")?;
        let arguments = self.list(")", Self::expression)?;
        Ok(EffectKind::AsyncCall { awaits, target, method, arguments })
    }

    /// Refuses `a + b.get`: the effect is inside an expression, whatever its parts are.
    fn check_target(&mut self, target: &Expression, start: usize) -> Parsed<()> {
        let is_compound = match &target.kind {
            ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::If(..)
            | ExpressionKind::Let(..)
            | ExpressionKind::Implements(..)
            | ExpressionKind::As(..) => true,
            ExpressionKind::Int(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Template(_)
            | ExpressionKind::Null
            | ExpressionKind::This
            | ExpressionKind::ThisField(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Destiny
            | ExpressionKind::Call { .. }
            | ExpressionKind::Construct { .. }
            | ExpressionKind::Collection { .. }
            | ExpressionKind::Case(..) => false,
        };
        if is_compound && self.parenthesised != (start, self.position) && self.report_effect_in_expression() {
            return Err(Failed);
        }
        Ok(())
    }

    /// Whether the next tokens are an effect, where only a value can stand; it is reported.
    pub(super) fn report_effect_in_expression(&mut self) -> bool {
        let follows_value = self.previous().is_some_and(|it| match it.kind {
            Kind::Symbol => matches!(it.text, ")" | "]"),
            Kind::Lower => !super::names::is_reserved(it.text) || it.text == "this",
            Kind::Upper | Kind::Int | Kind::Float | Kind::Text | Kind::Template | Kind::TemplateEnd => true,
            Kind::TemplateStart | Kind::TemplateMiddle | Kind::End => false,
        });
        let what = if self.at("new") {
            "`new`"
        } else if self.at("await") {
            "`await`"
        } else if !follows_value || !self.is_name(1) {
            return false;
        } else if self.at(".") && self.ahead(1).is("get") {
            "`get`"
        } else if self.at("!") || self.at(".") && self.ahead(2).is("(") {
            "the call of a method"
        } else if self.at(".") {
            self.field_of_another(self.ahead(1).span);
            return true;
        } else {
            return false;
        };
        let message = format!("{what} cannot stand inside an expression");
        self.report(Code("A0112"), self.token().span, message, Some((Span::NONE, USE_A_VARIABLE.to_owned())));
        true
    }

    /// A value without effects.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| parser.binary(0))
    }

    /// Operators that bind at least so strongly, from the left to the right.
    fn binary(&mut self, least: u8) -> Parsed<Expression> {
        let start = self.position;
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let mut left = self.unary()?;
        while let Some((operator, strength)) = self.operator().filter(|it| it.1 >= least) {
            self.bump();
            let deepest = std::mem::replace(&mut self.deepest, self.depth);
            let right = self.nested(|parser| parser.binary(strength + 1))?;
            self.grow(deepest)?;
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            left = Expression { span: self.span_from(start), kind };
        }
        self.deepest = self.deepest.max(outer);
        Ok(left)
    }

    fn operator(&self) -> Option<(BinaryOperator, u8)> {
        if self.kind() != Kind::Symbol {
            return None;
        }
        Some(match self.token().text {
            "||" => (BinaryOperator::Or, 0),
            "&&" => (BinaryOperator::And, 1),
            "==" => (BinaryOperator::Equal, 2),
            "!=" => (BinaryOperator::NotEqual, 2),
            "<" => (BinaryOperator::Less, 3),
            "<=" => (BinaryOperator::LessEqual, 3),
            ">" => (BinaryOperator::Greater, 3),
            ">=" => (BinaryOperator::GreaterEqual, 3),
            "+" => (BinaryOperator::Add, 4),
            "-" => (BinaryOperator::Subtract, 4),
            "*" => (BinaryOperator::Multiply, 5),
            "/" => (BinaryOperator::Divide, 5),
            "%" => (BinaryOperator::Modulo, 5),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let start = self.position;
        let operator = if self.accept("!") || self.accept("~") {
            UnaryOperator::Not
        } else if self.accept("-") {
            UnaryOperator::Negate
        } else {
            return self.postfix();
        };
        let operand = self.nested(Self::unary)?;
        Ok(Expression { span: self.span_from(start), kind: ExpressionKind::Unary(operator, Box::new(operand)) })
    }

    /// `e implements I`, `e as I`
    fn postfix(&mut self) -> Parsed<Expression> {
        let start = self.position;
        let mut expression = self.primary()?;
        while self.at("implements") || self.at("as") && self.ahead(1).kind == Kind::Upper {
            let asks = self.bump().text == "implements";
            let interface = self.upper_name("the name of an interface")?;
            self.grow(self.deepest)?;
            let subject = Box::new(expression);
            let kind = if asks {
                ExpressionKind::Implements(subject, interface)
            } else {
                ExpressionKind::As(subject, interface)
            };
            expression = Expression { span: self.span_from(start), kind };
        }
        Ok(expression)
    }
}
