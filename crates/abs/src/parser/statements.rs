//! Blocks and statements.

use super::{Parsed, Parser};
use crate::lexer::Kind;
use crate::syntax::{Block, Effect, EffectKind, Guard, Parameter, Statement, StatementKind};
use source::{Code, Span};

const AFTER: &str = "after this statement";

impl Parser<'_, '_> {
    /// `{ … }`
    pub(super) fn block(&mut self) -> Parsed<Block> {
        let open = self.expect("{", "")?.span;
        let mut statements = Vec::new();
        while !self.at_end_of_block() {
            let start = self.position;
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => self.skip_item(start),
            }
        }
        let end = self.close_block(open)?;
        Ok(Block { span: open, end, statements })
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        self.annotations()?;
        let start = self.position;
        let kind = self.nested(Self::statement_kind)?;
        Ok(Statement { span: self.span_from(start), kind })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        let token = self.token();
        match token.text {
            "{" if token.kind == Kind::Symbol => Ok(StatementKind::Block(self.block()?)),
            ";" if token.kind == Kind::Symbol => {
                self.bump();
                Ok(StatementKind::Skip)
            }
            _ if token.kind == Kind::Lower => match self.keyword_statement(token.text) {
                Some(statement) => statement,
                None => self.plain_statement(),
            },
            _ => self.plain_statement(),
        }
    }

    /// A statement that begins with a keyword.
    fn keyword_statement(&mut self, word: &str) -> Option<Parsed<StatementKind>> {
        Some(match word {
            "skip" => self.word_statement(StatementKind::Skip),
            "suspend" => self.word_statement(StatementKind::Suspend),
            "return" => self.return_statement(),
            "if" => self.if_statement(),
            "while" => self.while_statement(),
            "foreach" => self.foreach_statement(),
            "case" => self.switch_statement(),
            "switch" if !self.ahead(1).is("=") => self.switch_statement(),
            "await" => self.await_statement(),
            "assert" | "throw" | "die" => self.expression_statement(word),
            "try" => self.try_statement(),
            "duration" => self.duration_statement(),
            "rebind" | "movecogto" => Err(self.unsupported_statement()),
            _ => return None,
        })
    }

    fn word_statement(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        self.bump();
        self.expect_semicolon(AFTER)?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let value = self.effect()?;
        self.expect_semicolon(AFTER)?;
        Ok(StatementKind::Return(value))
    }

    fn expression_statement(&mut self, word: &str) -> Parsed<StatementKind> {
        self.bump();
        let value = self.expression()?;
        self.expect_semicolon(AFTER)?;
        Ok(match word {
            "assert" => StatementKind::Assert(value),
            "throw" => StatementKind::Throw(value),
            _ => StatementKind::Die(value),
        })
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect("(", "after `if`")?;
        let condition = self.expression()?;
        self.expect(")", "after this condition")?;
        let then = Box::new(self.statement()?);
        let otherwise = if self.accept("else") { Some(Box::new(self.statement()?)) } else { None };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn while_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect("(", "after `while`")?;
        let condition = self.expression()?;
        self.expect(")", "after this condition")?;
        let body = Box::new(self.statement()?);
        Ok(StatementKind::While { condition, body })
    }

    fn foreach_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect("(", "after `foreach`")?;
        let element = self.lower_name("the name of an element")?;
        let index = if self.accept(",") { Some(self.lower_name("the name of an index")?) } else { None };
        self.expect("in", "before the list")?;
        let list = self.expression()?;
        self.expect(")", "after this list")?;
        let body = Box::new(self.statement()?);
        Ok(StatementKind::ForEach { element, index, list, body })
    }

    /// `switch`, and `case` at the place of a statement: its arms are statements, or expressions whose value nobody
    /// wants.
    fn switch_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let subject = self.expression()?;
        let arms = self.arms(Self::statement)?;
        Ok(StatementKind::Switch { subject, arms })
    }

    fn try_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let body = Box::new(self.statement()?);
        self.expect("catch", "after the statement of `try`")?;
        let arms = if self.at("{") { self.arms(Self::statement)? } else { vec![self.arm(&mut Self::statement)?] };
        let finally = if self.accept("finally") { Some(Box::new(self.statement()?)) } else { None };
        Ok(StatementKind::Try { body, arms, finally })
    }

    fn duration_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect("(", "after `duration`")?;
        let times = self.list(")", Self::expression)?;
        self.expect_semicolon(AFTER)?;
        Ok(StatementKind::Duration(times))
    }

    /// `await g & h;`, or `await o!m();`
    fn await_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.position;
        self.bump();
        let target = self.position;
        let mut guards = vec![self.guard()?];
        if self.at("!") {
            if let (1, Some(Guard::Condition(receiver))) = (guards.len(), guards.pop()) {
                let kind = self.async_call(true, receiver, target)?;
                let call = Effect { span: self.span_from(start), kind };
                self.expect_semicolon(AFTER)?;
                return Ok(StatementKind::Effect(call));
            }
        }
        while self.accept("&") {
            guards.push(self.guard()?);
        }
        if self.at(".") {
            let note = (Span::NONE, "`await o!m();` waits for the answer of a call".to_owned());
            let message = "a guard cannot hold `get` or the call of a method".to_owned();
            self.report(Code("A0112"), self.token().span, message, Some(note));
            return Err(super::Failed);
        }
        if self.at("&&") {
            let note = (Span::NONE, "the parts of a guard are joined by `&`".to_owned());
            let message = "`&&` cannot stand behind `?`".to_owned();
            self.report(Code("A0114"), self.token().span, message, Some(note));
            return Err(super::Failed);
        }
        self.expect_semicolon("after this guard")?;
        Ok(StatementKind::Await(guards))
    }

    fn guard(&mut self) -> Parsed<Guard> {
        if self.accept("duration") {
            self.expect("(", "after `duration`")?;
            let shortest = self.expression()?;
            let longest = if self.accept(",") { self.expression()? } else { shortest.clone() };
            self.expect(")", "after the duration")?;
            return Ok(Guard::Duration(shortest, longest));
        }
        let expression = self.expression()?;
        Ok(if self.accept("?") { Guard::Future(expression) } else { Guard::Condition(expression) })
    }

    /// A declaration, an assignment, or an expression.
    fn plain_statement(&mut self) -> Parsed<StatementKind> {
        let words = self.upper_words(0);
        if words > 0 {
            // A value that begins like this is of no use as a statement, so it is a type, even if it is a wrong one.
            let next = self.ahead(2 * words - 1);
            if self.is_name(2 * words - 1) || next.is("=") || next.is("<") {
                return self.declare();
            }
        }
        let on_this = self.at("this") && self.ahead(1).is(".") && self.is_name(2) && self.ahead(3).is("=");
        if on_this {
            self.bump();
            self.bump();
        }
        if on_this || self.is_name(0) && self.ahead(1).is("=") {
            let target = self.lower_name("a name")?;
            self.bump();
            let value = self.effect()?;
            self.expect_semicolon(AFTER)?;
            return Ok(StatementKind::Assign { target, on_this, value });
        }
        self.effect_statement()
    }

    fn declare(&mut self) -> Parsed<StatementKind> {
        let of = self.parse_type()?;
        let name = self.lower_name("the name of a variable")?;
        let value = if self.accept("=") { Some(self.effect()?) } else { None };
        self.expect_semicolon(if value.is_some() { AFTER } else { "or `=` after this variable" })?;
        Ok(StatementKind::Declare { parameter: Parameter { of, name }, value })
    }

    fn effect_statement(&mut self) -> Parsed<StatementKind> {
        if self.names_nothing() {
            return Err(self.expected("a statement"));
        }
        let begins_arm = self.previous().is_some_and(|it| it.is("=>"));
        let effect = self.effect()?;
        // In an old `case` whose arms are expressions they end without a semicolon.
        let is_arm = begins_arm && matches!(effect.kind, EffectKind::Pure(_)) && (self.at("|") || self.at("}"));
        if !is_arm {
            self.expect_semicolon(AFTER)?;
        }
        Ok(StatementKind::Effect(effect))
    }
}
