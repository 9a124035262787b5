//! Names and types, and which words are no names.

use super::{Parsed, Parser};
use crate::lexer::Kind;
use crate::syntax::{Name, Parameter, Type};

/// Words that cannot be names. Others, such as `get`, `as` or `delta`, mean something at certain places only,
/// because programs use them as names.
const RESERVED: [&str; 38] = [
    "assert",
    "await",
    "builtin",
    "case",
    "catch",
    "class",
    "data",
    "def",
    "destiny",
    "die",
    "duration",
    "else",
    "exception",
    "export",
    "extends",
    "finally",
    "foreach",
    "if",
    "implements",
    "import",
    "in",
    "interface",
    "let",
    "module",
    "movecogto",
    "new",
    "null",
    "rebind",
    "return",
    "skip",
    "suspend",
    "then",
    "this",
    "throw",
    "try",
    "type",
    "when",
    "while",
];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

impl Parser<'_, '_> {
    pub(super) fn is_name(&self, distance: usize) -> bool {
        let token = self.ahead(distance);
        token.kind == Kind::Lower && !is_reserved(token.text)
    }

    /// The name of a variable, a method, a function.
    pub(super) fn lower_name(&mut self, what: &str) -> Parsed<Name> {
        if self.is_name(0) { Ok(self.take_name(1)) } else { Err(self.expected(what)) }
    }

    /// The name of a type, a class, a module, a constructor, with the modules in front of it.
    pub(super) fn upper_name(&mut self, what: &str) -> Parsed<Name> {
        let words = self.upper_words(0);
        if words == 0 { Err(self.expected(what)) } else { Ok(self.take_name(2 * words - 1)) }
    }

    /// The name of a function, with the modules in front of it.
    pub(super) fn function_name(&mut self) -> Parsed<Name> {
        let upper = 2 * self.upper_words(0);
        let is_function = upper == 0 || self.ahead(upper - 1).is(".");
        if is_function && self.is_name(upper) {
            Ok(self.take_name(upper + 1))
        } else {
            Err(self.expected("the name of a function, which begins with a lower-case letter"))
        }
    }

    /// A name of either kind, with the modules in front of it.
    pub(super) fn any_name(&mut self, what: &str) -> Parsed<Name> {
        let upper = 2 * self.upper_words(0);
        if upper == 0 {
            self.lower_name(what)
        } else if self.ahead(upper - 1).is(".") && self.is_name(upper) {
            Ok(self.take_name(upper + 1))
        } else {
            Ok(self.take_name(upper - 1))
        }
    }

    /// How many upper-case words with dots between them stand there.
    pub(super) fn upper_words(&self, distance: usize) -> usize {
        let mut words = 0;
        while self.ahead(distance + 2 * words).kind == Kind::Upper {
            words += 1;
            if !self.ahead(distance + 2 * words - 1).is(".") {
                break;
            }
        }
        words
    }

    /// So many tokens, words and dots, as one name.
    pub(super) fn take_name(&mut self, tokens: usize) -> Name {
        let start = self.position;
        let text = (0..tokens).map(|_| self.bump().text).collect();
        Name { text, span: self.span_from(start) }
    }

    /// `Map<Int, List<A>>`, with annotations anywhere.
    pub(super) fn parse_type(&mut self) -> Parsed<Type> {
        self.annotations()?;
        let name = self.upper_name("a type")?;
        let mut arguments = Vec::new();
        if self.accept("<") {
            loop {
                arguments.push(self.nested(Self::parse_type)?);
                if !self.accept(",") {
                    break;
                }
            }
            self.close_angle()?;
        }
        Ok(Type { name, arguments })
    }

    /// `>`, also as the first half of `>=`.
    pub(super) fn close_angle(&mut self) -> Parsed<()> {
        if self.accept(">") {
            return Ok(());
        }
        if !self.at(">=") {
            return Err(self.expected("`,` or `>`"));
        }
        let token = &mut self.tokens[self.position];
        token.text = &token.text[1..];
        token.span.column += 1;
        token.span.length -= 1;
        Ok(())
    }

    /// `<A, B>` of a declaration, if it is there.
    pub(super) fn type_parameters(&mut self) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        if !self.accept("<") {
            return Ok(names);
        }
        loop {
            names.push(self.upper_name("the name of a type parameter")?);
            if !self.accept(",") {
                self.close_angle()?;
                return Ok(names);
            }
        }
    }

    pub(super) fn parameter(&mut self) -> Parsed<Parameter> {
        let of = self.parse_type()?;
        let name = self.lower_name("the name of a parameter")?;
        Ok(Parameter { of, name })
    }

    /// `(Int x, Bool y)`
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect("(", "before the parameters")?;
        self.list(")", Self::parameter)
    }

    /// Names with commas between them.
    pub(super) fn upper_names(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut names = vec![self.upper_name(what)?];
        while self.accept(",") {
            names.push(self.upper_name(what)?);
        }
        Ok(names)
    }
}
