//! What operators are applied to: literals, names, calls of functions, `if`, `let`, `case`.

use super::{Parsed, Parser};
use crate::lexer::{Kind, unescape};
use crate::syntax::{Expression, ExpressionKind, FunctionArgument, Name, Parameter, TemplatePart};

impl Parser<'_, '_> {
    pub(super) fn primary(&mut self) -> Parsed<Expression> {
        let start = self.position;
        if self.accept("(") {
            let inner = self.expression()?;
            self.expect(")", "after this expression")?;
            self.parenthesised = (start, self.position);
            return Ok(inner);
        }
        let kind = self.primary_kind()?;
        Ok(Expression { span: self.span_from(start), kind })
    }

    fn primary_kind(&mut self) -> Parsed<ExpressionKind> {
        let token = self.token();
        match token.kind {
            Kind::Int => {
                self.bump();
                Ok(ExpressionKind::Int(token.text.to_owned()))
            }
            Kind::Float => {
                self.bump();
                // The lexer takes only what is a number for Rust too.
                Ok(ExpressionKind::Float(token.text.parse().unwrap_or(f64::NAN)))
            }
            Kind::Text => {
                self.bump();
                Ok(ExpressionKind::Text(unescape(token.text)))
            }
            Kind::Template | Kind::TemplateStart => self.template(),
            Kind::Upper => self.qualified(),
            Kind::Lower => self.word(token.text),
            Kind::TemplateMiddle | Kind::TemplateEnd | Kind::Symbol | Kind::End => Err(self.expected("an expression")),
        }
    }

    fn template(&mut self) -> Parsed<ExpressionKind> {
        let first = self.bump();
        let mut parts = vec![TemplatePart::Text(unescape(first.text))];
        let mut is_open = first.kind == Kind::TemplateStart;
        while is_open {
            parts.push(TemplatePart::Expression(self.expression()?));
            let next = self.token();
            if !matches!(next.kind, Kind::TemplateMiddle | Kind::TemplateEnd) {
                return Err(self.expected("`$` after the expression in the template"));
            }
            self.bump();
            parts.push(TemplatePart::Text(unescape(next.text)));
            is_open = next.kind == Kind::TemplateMiddle;
        }
        Ok(ExpressionKind::Template(parts))
    }

    /// `C`, `C(…)`, `M.C(…)`, `M.f(…)`
    fn qualified(&mut self) -> Parsed<ExpressionKind> {
        let words = self.upper_words(0);
        // A dot, a name, and what follows the name of a function: not `C.get`.
        if self.ahead(2 * words - 1).is(".") && self.is_name(2 * words) {
            let next = self.ahead(2 * words + 1);
            if next.is("(") || next.is("[") {
                let name = self.take_name(2 * words + 1);
                return self.call(name);
            }
        }
        let constructor = self.upper_name("an expression")?;
        let arguments = if self.accept("(") { self.list(")", Self::expression)? } else { Vec::new() };
        Ok(ExpressionKind::Construct { constructor, arguments })
    }

    fn word(&mut self, word: &str) -> Parsed<ExpressionKind> {
        match word {
            "null" => {
                self.bump();
                Ok(ExpressionKind::Null)
            }
            "destiny" => {
                self.bump();
                Ok(ExpressionKind::Destiny)
            }
            "this" => Ok(self.this()),
            "if" | "when" => self.conditional(),
            "let" => self.let_expression(),
            "case" => self.case_expression(),
            _ => {
                let name = self.lower_name("an expression")?;
                if self.at("(") || self.at("[") { self.call(name) } else { Ok(ExpressionKind::Variable(name)) }
            }
        }
    }

    /// `this`, `this.x`; in `this.m()` and `this.get` the rest belongs to the effect.
    fn this(&mut self) -> ExpressionKind {
        self.bump();
        let is_field = self.at(".") && self.is_name(1) && !self.ahead(1).is("get") && !self.ahead(2).is("(");
        if !is_field {
            return ExpressionKind::This;
        }
        self.bump();
        ExpressionKind::ThisField(self.take_name(1))
    }

    fn conditional(&mut self) -> Parsed<ExpressionKind> {
        self.bump();
        let condition = self.expression()?;
        self.expect("then", "after this condition")?;
        let then = self.expression()?;
        self.expect("else", "after this expression")?;
        let otherwise = self.expression()?;
        Ok(ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    /// `let (T x) = a in b`, `let T x = a, U y = b in c`: several are nested.
    fn let_expression(&mut self) -> Parsed<ExpressionKind> {
        let depth = self.depth;
        let result = self.let_rest();
        self.depth = depth;
        result
    }

    fn let_rest(&mut self) -> Parsed<ExpressionKind> {
        let mut bindings = Vec::new();
        loop {
            // The word `let`, or the comma.
            let start = self.position;
            self.bump();
            let parenthesised = self.accept("(");
            let of = self.parse_type()?;
            let name = self.lower_name("the name of a variable")?;
            if parenthesised {
                self.expect(")", "after this variable")?;
            }
            self.expect("=", "after this variable")?;
            let value = self.expression()?;
            bindings.push((start, Parameter { of, name }, value));
            self.deeper()?;
            if !self.at(",") {
                break;
            }
        }
        self.expect("in", "or `,` after the value of this variable")?;
        let mut body = self.expression()?;
        let mut bindings = bindings.into_iter().rev();
        let outermost = bindings.next_back();
        for (start, parameter, value) in bindings {
            let kind = ExpressionKind::Let(parameter, Box::new(value), Box::new(body));
            body = Expression { span: self.span_from(start), kind };
        }
        match outermost {
            Some((_, parameter, value)) => Ok(ExpressionKind::Let(parameter, Box::new(value), Box::new(body))),
            None => Ok(body.kind),
        }
    }

    fn case_expression(&mut self) -> Parsed<ExpressionKind> {
        self.bump();
        let subject = self.expression()?;
        let arms = self.arms(|parser| {
            let value = parser.expression()?;
            parser.accept(";");
            Ok(value)
        })?;
        Ok(ExpressionKind::Case(Box::new(subject), arms))
    }

    /// `f(…)`, `f(g, (Int x) => x)(…)`, `list[…]`
    fn call(&mut self, function: Name) -> Parsed<ExpressionKind> {
        if self.accept("[") {
            let elements = self.list("]", Self::expression)?;
            return Ok(ExpressionKind::Collection { function, elements });
        }
        if function.text == "original" {
            self.unsupported_original(&function);
        }
        let close = self.closing[self.position];
        let takes_functions = close != 0 && self.tokens[close + 1].is("(");
        self.bump();
        let functions = if takes_functions { self.list(")", Self::function_argument)? } else { Vec::new() };
        if takes_functions {
            self.bump();
        }
        let arguments = self.list(")", Self::expression)?;
        Ok(ExpressionKind::Call { function, functions, arguments })
    }

    fn function_argument(&mut self) -> Parsed<FunctionArgument> {
        if !self.at("(") {
            return Ok(FunctionArgument::Named(self.function_name()?));
        }
        let parameters = self.parameters()?;
        self.expect("=>", "after the parameters of this function")?;
        let body = self.expression()?;
        Ok(FunctionArgument::Anonymous { parameters, body })
    }

    /// Whether the next token cannot begin an expression.
    pub(super) fn names_nothing(&self) -> bool {
        let token = self.token();
        match token.kind {
            Kind::Lower => {
                let begins = ["this", "null", "destiny", "let", "when", "new", "await"];
                super::names::is_reserved(token.text) && !begins.contains(&token.text)
            }
            Kind::Symbol => !matches!(token.text, "(" | "-" | "!" | "~"),
            Kind::TemplateMiddle | Kind::TemplateEnd | Kind::End => true,
            Kind::Upper | Kind::Int | Kind::Float | Kind::Text | Kind::Template | Kind::TemplateStart => false,
        }
    }
}
