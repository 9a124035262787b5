//! Patterns, and the arms that begin with them.

use super::{Parsed, Parser};
use crate::lexer::{Kind, unescape};
use crate::syntax::{Pattern, PatternKind};

impl Parser<'_, '_> {
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let start = self.position;
        let kind = self.nested(Self::pattern_kind)?;
        Ok(Pattern { span: self.span_from(start), kind })
    }

    fn pattern_kind(&mut self) -> Parsed<PatternKind> {
        if self.accept("_") {
            return Ok(PatternKind::Any);
        }
        if self.at("-") && self.ahead(1).kind == Kind::Int {
            self.bump();
            return Ok(PatternKind::Int(format!("-{}", self.bump().text)));
        }
        match self.kind() {
            Kind::Int => Ok(PatternKind::Int(self.bump().text.to_owned())),
            Kind::Text => Ok(PatternKind::Text(unescape(self.bump().text))),
            Kind::Upper => {
                let name = self.upper_name("a pattern")?;
                let parts = if self.accept("(") { self.list(")", Self::pattern)? } else { Vec::new() };
                Ok(PatternKind::Constructor(name, parts))
            }
            Kind::Lower
            | Kind::Float
            | Kind::Template
            | Kind::TemplateStart
            | Kind::TemplateMiddle
            | Kind::TemplateEnd
            | Kind::Symbol
            | Kind::End => Ok(PatternKind::Variable(self.lower_name("a pattern")?)),
        }
    }

    /// `{ p => a  q => b }`, with or without `|` before an arm.
    pub(super) fn arms<T>(&mut self, mut body: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<(Pattern, T)>> {
        let open = self.expect("{", "before the branches")?;
        let mut arms = Vec::new();
        while !self.at("}") && self.kind() != Kind::End {
            self.accept("|");
            arms.push(self.arm(&mut body)?);
        }
        self.close_block(open.span)?;
        Ok(arms)
    }

    /// `p => a`
    pub(super) fn arm<T>(&mut self, body: &mut impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<(Pattern, T)> {
        let pattern = self.pattern()?;
        self.expect("=>", "after this pattern")?;
        Ok((pattern, body(self)?))
    }
}
