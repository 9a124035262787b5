//! Expressions of the text form. An expression is read together with its width, which the context may expect and which
//! numbers without a width take on; `print` leaves a width out exactly where this file knows it.

use super::lexer::{Number, Sign, Token};
use super::names;
use super::parse::{Parser, Result};
use crate::syntax::*;

impl Parser {
    /// Whether the next token can start an expression.
    pub(super) fn at_expr(&self) -> bool {
        match self.peek() {
            Token::Register(_) | Token::Number(_) | Token::Mark('(' | '&') => true,
            Token::Word(word) => word == "true" || word == "false",
            _ => false,
        }
    }

    /// An expression of this width, unless the text says otherwise.
    pub(super) fn expr_of(&mut self, width: Width) -> Result<Expr> {
        Ok(self.expr(Some(width))?.0)
    }

    /// An expression of pointer width.
    pub(super) fn pointer(&mut self) -> Result<Expr> {
        self.expr_of(Width(self.model.pointer_bits()))
    }

    /// An expression and its width.
    pub(super) fn expr(&mut self, expected: Option<Width>) -> Result<(Expr, Width)> {
        self.nested(|it| it.expr_inner(expected))
    }

    fn expr_inner(&mut self, expected: Option<Width>) -> Result<(Expr, Width)> {
        match self.peek() {
            Token::Number(_) => self.constant(expected),
            Token::Word(word) if word == "true" || word == "false" => {
                let value = if word == "true" { Expr::TRUE } else { Expr::FALSE };
                self.advance();
                Ok((value, Width::BOOL))
            }
            Token::Register(_) => {
                let (register, width) = self.register_use()?;
                Ok((Expr::Register(register), width))
            }
            Token::Mark('&') => {
                let (base, offset) = self.address()?;
                Ok((Expr::Address(base, offset), Width(self.model.pointer_bits())))
            }
            Token::Mark('(') => {
                self.advance();
                let result = self.operator(expected)?;
                self.expect_mark(')')?;
                Ok(result)
            }
            _ => self.fail("expected an expression"),
        }
    }

    fn constant(&mut self, expected: Option<Width>) -> Result<(Expr, Width)> {
        // The width, if there is one, follows the number, but decides which bits -1 has.
        let (second, glued) = self.peek_second();
        let has_width = glued && *second == Token::Mark(':');
        let start = self.at();
        self.advance();
        let explicit = if has_width { self.constant_width()? } else { None };
        let end = self.at();
        self.go(start);
        let Some(width) = explicit.or(expected) else {
            return self.fail("the width of this number is not clear; write it as in 5:i32");
        };
        let bits = self.bits(width)?;
        self.go(end);
        Ok((Expr::Const(width, bits), width))
    }

    /// `:i32` without spaces. A colon that is followed by anything else belongs to an edge and stays.
    fn constant_width(&mut self) -> Result<Option<Width>> {
        let (second, glued) = self.peek_second();
        if !glued || !matches!(second, Token::Word(_)) {
            return Ok(None);
        }
        self.advance();
        self.width().map(Some)
    }

    fn operator(&mut self, expected: Option<Width>) -> Result<(Expr, Width)> {
        let Some(word) = self.peek_word() else { return self.fail("expected an operator") };
        if let Some(operator) = names::unary(word) {
            self.advance();
            let (operand, width) = self.expr(expected)?;
            return Ok((Expr::unary(operator, operand), width));
        }
        if let Some(operator) = names::binary(word) {
            self.advance();
            let (left, width) = self.expr(if operator.is_comparison() { None } else { expected })?;
            let right = self.expr_of(width)?;
            let width = if operator.is_comparison() { Width::BOOL } else { width };
            return Ok((Expr::binary(operator, left, right), width));
        }
        if let Some(conversion) = names::conversion(word) {
            self.advance();
            let to = self.width()?;
            let operand = Box::new(self.expr(None)?.0);
            return Ok((Expr::Convert { conversion, to, operand }, to));
        }
        match word {
            "zext" | "sext" => {
                let signed = word == "sext";
                self.advance();
                let to = self.width()?;
                let operand = Box::new(self.expr(None)?.0);
                Ok((Expr::Extend { signed, to, operand }, to))
            }
            "trunc" => {
                self.advance();
                let to = self.width()?;
                let operand = Box::new(self.expr(None)?.0);
                Ok((Expr::Truncate(to, operand), to))
            }
            "select" => {
                self.advance();
                let condition = Box::new(self.expr_of(Width::BOOL)?);
                let (yes, width) = self.expr(expected)?;
                let no = Box::new(self.expr_of(width)?);
                Ok((Expr::Select(condition, Box::new(yes), no), width))
            }
            _ => self.fail("unknown operator"),
        }
    }

    pub(super) fn register_use(&mut self) -> Result<(RegisterId, Width)> {
        let Token::Register(name) = self.peek() else { return self.fail("expected a register such as %x") };
        let Some(found) = self.scope.registers.get(name).copied() else {
            return self.fail("the register is not declared above");
        };
        self.advance();
        Ok(found)
    }

    pub(super) fn slot_use(&mut self) -> Result<SlotId> {
        let Token::Slot(name) = self.peek() else { return self.fail("expected a slot such as $x") };
        let Some(found) = self.scope.slots.get(name).copied() else {
            return self.fail("the slot is not declared above");
        };
        self.advance();
        Ok(found)
    }

    /// `&@x+4`. The offset is part of the address only if no space is in between: `(add &@x -4)` has two operands.
    pub(super) fn address(&mut self) -> Result<(Base, i64)> {
        self.expect_mark('&')?;
        let base = match self.peek() {
            Token::Global(name) => {
                let Some(base) = self.names.get(name).copied() else { return self.fail("the name is not declared") };
                self.advance();
                base
            }
            _ => Base::Slot(self.slot_use()?),
        };
        let Token::Number(Number { sign, magnitude }) = *self.peek() else { return Ok((base, 0)) };
        if !self.is_glued() || sign == Sign::None {
            return Ok((base, 0));
        }
        let magnitude = i128::from(magnitude);
        let offset = i64::try_from(if sign == Sign::Minus { -magnitude } else { magnitude });
        let Ok(offset) = offset else { return self.fail("the offset does not fit 64 bits") };
        self.advance();
        Ok((base, offset))
    }
}
