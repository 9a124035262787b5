//! Where parsing goes on after a mistake, so that the next mistake is found too and none is reported twice.

use super::{Failed, Parsed, Parser};
use crate::lexer::{Kind, Token};
use source::{Code, Span};

/// Words that begin a declaration and stand nowhere else.
const DECLARATIONS: [&str; 9] =
    ["class", "data", "def", "exception", "export", "import", "interface", "module", "type"];

fn begins_declaration(token: &Token<'_>) -> bool {
    token.kind == Kind::Lower && DECLARATIONS.contains(&token.text)
}

/// For each opening bracket the index of the one that closes it, or 0. No bracket reaches beyond a declaration.
pub(super) fn closing_brackets(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut closing = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if begins_declaration(token) {
            open.clear();
        }
        if token.kind != Kind::Symbol {
            continue;
        }
        let opening = match token.text {
            "(" | "[" | "{" => {
                open.push(index);
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => continue,
        };
        // A brace closes parentheses that were forgotten, but not the other way round.
        while opening == "{" && open.last().is_some_and(|&it| tokens[it].text != "{") {
            open.pop();
        }
        if open.last().is_some_and(|&it| tokens[it].text == opening) {
            if let Some(from) = open.pop() {
                closing[from] = index;
            }
        }
    }
    closing
}

impl Parser<'_, '_> {
    pub(super) fn at_declaration(&self) -> bool {
        begins_declaration(&self.token())
    }

    /// Nothing more can stand in this pair of braces.
    pub(super) fn at_end_of_block(&self) -> bool {
        self.at("}") || self.kind() == Kind::End || self.at_declaration()
    }

    /// The brace that closes a block.
    pub(super) fn close_block(&mut self, open: Span) -> Parsed<Span> {
        if self.at("}") {
            return Ok(self.bump().span);
        }
        let span = match self.previous() {
            Some(previous) if self.is_on_new_line() => previous.behind,
            _ => self.token().span,
        };
        let message = format!("expected `}}`, found {}", super::describe(self.token()));
        self.report(Code("A0110"), span, message, Some((open, "it closes this `{`".to_owned())));
        Err(Failed)
    }

    /// Goes behind the statement or member in which there was a mistake; `start` is where it began.
    pub(super) fn skip_item(&mut self, start: usize) {
        // The mistake can be in branches that began in this statement: first out of their braces.
        let is_around = |&it: &usize| self.tokens[it].is("{") && self.closing[it] >= self.position;
        if let Some(open) = (start..self.position).find(is_around) {
            self.position = self.closing[open] + 1;
            if self.is_behind_statement() {
                return;
            }
        }
        while !self.at_end_of_block() {
            if self.accept(";") {
                return;
            }
            let is_block = self.at("{");
            match self.closing[self.position] {
                0 => {
                    self.bump();
                }
                close => self.position = close + 1,
            }
            if is_block && self.is_behind_statement() {
                return;
            }
        }
    }

    /// Whether a statement can have ended with the block here.
    fn is_behind_statement(&self) -> bool {
        !["else", "catch", "finally", ")", "]", ",", ";"].iter().any(|it| self.at(it))
    }

    /// Goes to the next declaration; a token that was looked at already is left behind.
    pub(super) fn skip_declaration(&mut self, start: usize) {
        if self.position == start {
            self.bump();
        }
        while self.kind() != Kind::End && !self.at_declaration() && !self.at_unsupported_declaration() {
            if self.at("{") && self.previous().is_some_and(|it| it.is("}") || it.is(";")) {
                // The main block.
                return;
            }
            match self.closing[self.position] {
                0 => {
                    self.bump();
                }
                close => self.position = close + 1,
            }
        }
    }
}
