//! Patterns: a name that is known compares, any other is bound.

use super::Checker;
use super::expressions::integer;
use super::resolve::s;
use super::types::Type;
use crate::program::{self, Literal, Pattern};
use crate::syntax::{self, PatternKind};
use source::Span;

impl<'a> Checker<'a> {
    /// A pattern for values of a type; its names go to the current block.
    pub(super) fn pattern(&mut self, pattern: &'a syntax::Pattern, of: &Type) -> Pattern {
        match &pattern.kind {
            PatternKind::Any => Pattern::Any,
            PatternKind::Variable(name) => match self.variable(&name.text, name.span) {
                Some((known, known_type)) => {
                    if self.solver.join(&self.tables, &known_type, of).is_none() {
                        let message = format!(
                            "{} is of type {} and is compared with a value of type {}",
                            name.text,
                            self.show(&known_type),
                            self.show(of)
                        );
                        self.error("A0301", name.span, message)
                            .note(Span::NONE, "a name that is known is compared; to bind, use another name");
                    }
                    Pattern::Equal(known)
                }
                None => Pattern::Bind(self.new_local(&name.text, of.clone(), name.span)),
            },
            PatternKind::Int(digits) => {
                self.pattern_type(pattern.span, &Type::int(), of);
                Pattern::Literal(Literal::Int(integer(digits)))
            }
            PatternKind::Text(text) => {
                self.pattern_type(pattern.span, &Type::string(), of);
                Pattern::Literal(Literal::Text(text.clone()))
            }
            PatternKind::Constructor(name, parts) => self.constructor_pattern(pattern.span, name, parts, of),
        }
    }

    /// Reports a pattern for other values. One for values of a type parameter can be for any: it may not fit.
    fn pattern_type(&mut self, span: Span, pattern: &Type, of: &Type) {
        let open = matches!(self.solver.head(of), Type::Parameter(_));
        if !open && !self.fits(pattern, of) {
            let message = format!("this pattern is for {}, but the value is {}", self.show(pattern), self.show(of));
            self.error("A0301", span, message);
        }
    }

    fn constructor_pattern(
        &mut self,
        span: Span,
        name: &'a syntax::Name,
        parts: &'a [syntax::Pattern],
        of: &Type,
    ) -> Pattern {
        let Some(id) = self.constructor_named(self.module(), name) else {
            for part in parts {
                self.pattern(part, &Type::Unknown);
            }
            return Pattern::Any;
        };
        let info = self.tables.constructor(id);
        let (data, literal, types) = (info.data, info.literal.clone(), info.parts.clone());
        let replace: Vec<_> = match self.solver.head(of) {
            Type::Data(found, arguments) if found == data => {
                self.tables.data(data).parameters.iter().cloned().zip(arguments).collect()
            }
            _ => {
                let parameters = self.tables.data(data).parameters.clone();
                let replace: Vec<_> = parameters.into_iter().map(|it| (it, self.solver.fresh())).collect();
                let whole = Type::Data(data, replace.iter().map(|it| it.1.clone()).collect());
                self.pattern_type(span, &whole, of);
                replace
            }
        };
        if parts.len() != types.len() {
            let count = types.len();
            let message = format!("{} has {count} part{}, and the pattern has {}", name.text, s(count), parts.len());
            self.error("A0302", span, message);
        }
        let mut lowered = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let of = types.get(index).map_or(Type::Unknown, |it| it.substitute(&replace));
            lowered.push(self.pattern(part, &of));
        }
        match literal {
            Some(literal) => Pattern::Literal(literal),
            None => Pattern::Constructor(program::ConstructorId(id.0), lowered),
        }
    }
}
