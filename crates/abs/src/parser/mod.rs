//! From tokens to [`syntax`](crate::syntax): what a program consists of, and what is said about text that is none.
//!
//! A parser by recursive descent. A function that fails has reported why and returns [`Failed`]; the lists of
//! statements, members and declarations go on behind the next `;` or block ([`recovery`]). Two limits keep every
//! later walk over the tree within its stack: [`MOST_NESTED`] and [`MOST_HIGH`].
//!
//! Start at [`parse`], then `declarations`, `statements`, `expressions`.

mod annotations;
mod classes;
mod declarations;
mod expressions;
mod names;
mod patterns;
mod primaries;
mod recovery;
mod statements;
mod unsupported;

use crate::lexer::{Kind, MOST_ERRORS, Token, lex};
use crate::syntax::{Expression, Module, Remarks};
use source::{Code, Diagnostics, FileId, Span};

/// Statements, expressions, types and patterns can be nested so deeply.
const MOST_NESTED: usize = 256;

/// A tree can be so high; a chain of operators makes it higher without being nested.
const MOST_HIGH: usize = 1000;

/// Parses a file. There is at least one module, and what could be understood is returned even after errors.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Module> {
    Parser::new(file, text, diagnostics).modules()
}

/// Parses one expression, as it stands in an option; `None` after an error.
pub fn parse_expression(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Expression> {
    let mut parser = Parser::new(file, text, diagnostics);
    let expression = parser.expression().ok()?;
    if parser.kind() != Kind::End {
        parser.expected("the end of the expression");
    }
    (parser.errors == 0).then_some(expression)
}

/// Something could not be parsed, and it was reported.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'t, 'd> {
    tokens: Vec<Token<'t>>,
    /// For each opening bracket the index of the bracket that closes it; 0 if there is none.
    closing: Vec<usize>,
    position: usize,
    /// How deeply the present position is nested.
    depth: usize,
    /// How deep the tree is at the deepest place of the expression that was parsed last.
    deepest: usize,
    /// The tokens of the last expression in parentheses: the first, and the one behind.
    parenthesised: (usize, usize),
    errors: usize,
    /// Lines with texts or characters that could not be read: what follows from that is not reported.
    bad_lines: Vec<u32>,
    /// The token of the last finding: there is one finding at most for each.
    last_error: Option<usize>,
    /// Of the module that is being parsed.
    remarks: Remarks,
    diagnostics: &'d mut Diagnostics,
}

impl<'t, 'd> Parser<'t, 'd> {
    fn new(file: FileId, text: &'t str, diagnostics: &'d mut Diagnostics) -> Self {
        let (tokens, bad_lines) = lex(file, text, diagnostics);
        let closing = recovery::closing_brackets(&tokens);
        Parser {
            tokens,
            closing,
            position: 0,
            depth: 0,
            deepest: 0,
            parenthesised: (0, 0),
            errors: bad_lines.len(),
            bad_lines,
            last_error: None,
            remarks: Remarks::default(),
            diagnostics,
        }
    }

    fn token(&self) -> Token<'t> {
        self.tokens[self.position]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// A token further on; beyond the end it is the last.
    fn ahead(&self, distance: usize) -> Token<'t> {
        self.tokens[(self.position + distance).min(self.tokens.len() - 1)]
    }

    fn bump(&mut self) -> Token<'t> {
        let token = self.token();
        self.position = (self.position + 1).min(self.tokens.len() - 1);
        token
    }

    /// Whether a symbol or a lower-case word comes next.
    fn at(&self, text: &str) -> bool {
        self.token().is(text)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.at(text);
        if found {
            self.bump();
        }
        found
    }

    /// A symbol or keyword that must come next; `place` says where: "after this statement", or nothing.
    fn expect(&mut self, text: &str, place: &str) -> Parsed<Token<'t>> {
        if self.at(text) {
            return Ok(self.bump());
        }
        let space = if place.is_empty() { "" } else { " " };
        Err(self.expected(&format!("`{text}`{space}{place}")))
    }

    /// The end of something. If it is missing at the end of a line, parsing goes on as if it were there.
    fn expect_semicolon(&mut self, place: &str) -> Parsed<()> {
        let may_continue = self.at("}") || self.is_on_new_line();
        match self.expect(";", place) {
            Ok(_) => Ok(()),
            Err(Failed) if may_continue && self.kind() != Kind::End => Ok(()),
            Err(Failed) => Err(Failed),
        }
    }

    /// A list in brackets: the first one has been taken. Commas between the elements.
    fn list<T>(&mut self, close: &str, mut element: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut elements = Vec::new();
        if self.accept(close) {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.accept(close) {
                return Ok(elements);
            }
            if !self.accept(",") {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    /// One level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.deeper()?;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn deeper(&mut self) -> Parsed<()> {
        if self.depth >= MOST_NESTED {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        Ok(())
    }

    /// The expression that was parsed last becomes the part of another one, which may make the tree too high.
    fn grow(&mut self, deepest_before: usize) -> Parsed<()> {
        self.deepest = self.deepest.max(deepest_before + 1);
        if self.deepest > MOST_HIGH { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Nothing more is said about the file.
    fn too_deep(&mut self) -> Failed {
        self.report(Code("A0111"), self.token().span, "the program is nested too deeply here".to_owned(), None);
        self.stop();
        Failed
    }

    fn stop(&mut self) {
        self.errors = MOST_ERRORS;
        self.position = self.tokens.len() - 1;
    }

    /// From a token to the last one that was taken, as far as they stand on one line.
    fn span_from(&self, start: usize) -> Span {
        let first = self.tokens[start];
        let taken = &self.tokens[start..self.position.max(start + 1)];
        let last = match taken.last() {
            Some(last) if last.span.line == first.span.line => last,
            _ => taken.iter().take_while(|it| it.span.line == first.span.line).last().unwrap_or(&first),
        };
        let end = last.span.column + last.span.length;
        Span { length: end - first.span.column, ..first.span }
    }

    fn previous(&self) -> Option<Token<'t>> {
        self.tokens[..self.position].last().copied()
    }

    fn is_on_new_line(&self) -> bool {
        self.previous().is_some_and(|it| it.behind.line < self.token().span.line)
    }

    /// Records a finding unless there was one at the same token or there were too many.
    fn report(&mut self, code: Code, span: Span, message: String, note: Option<(Span, String)>) {
        let follows_another =
            self.bad_lines.contains(&span.line) || self.kind() == Kind::End && !self.bad_lines.is_empty();
        if follows_another || self.last_error == Some(self.position) || self.errors >= MOST_ERRORS {
            return;
        }
        self.last_error = Some(self.position);
        self.errors += 1;
        let diagnostic = self.diagnostics.error(code, span, message);
        if let Some((span, message)) = note {
            diagnostic.note(span, message);
        }
        if self.errors >= MOST_ERRORS {
            self.stop();
        }
    }

    /// Reports that something else should come next.
    fn expected(&mut self, what: &str) -> Failed {
        if self.report_effect_in_expression() {
            return Failed;
        }
        let found = describe(self.token());
        let closes = ["`;`", "`)`", "`,`", "`]`", "`}`"].iter().any(|it| what.starts_with(it));
        let span = match self.previous() {
            Some(previous) if closes && self.is_on_new_line() => previous.behind,
            _ => self.token().span,
        };
        let note = self.advice(what).map(|it| (Span::NONE, it.to_owned()));
        self.report(Code("A0110"), span, format!("expected {what}, found {found}"), note);
        Failed
    }

    /// What to do about a mistake that is often made.
    fn advice(&self, what: &str) -> Option<&'static str> {
        let previous = self.previous()?;
        if self.at("=") && what.contains("`)`") {
            Some("values are compared with `==`")
        } else if self.is_name(0) && previous.kind == Kind::Lower && what.starts_with("`;`") && !self.is_on_new_line() {
            Some("the name of a type begins with an upper-case letter")
        } else if self.at("'") {
            Some("a text stands in double quotes")
        } else if previous.is("+") && (self.at("+") || self.at("=")) {
            Some("a variable is counted up by `x = x + 1`")
        } else if previous.is("return") {
            Some("a method without a result ends with `return Unit;`, or without `return`")
        } else {
            None
        }
    }
}

impl Token<'_> {
    fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Symbol | Kind::Lower) && self.text == text
    }
}

/// A token in the words of a message.
fn describe(token: Token<'_>) -> String {
    match token.kind {
        Kind::Lower if names::is_reserved(token.text) => format!("the keyword `{}`", token.text),
        Kind::Lower | Kind::Upper | Kind::Int | Kind::Float | Kind::Symbol if token.text.len() <= 40 => {
            format!("`{}`", token.text)
        }
        Kind::Lower | Kind::Upper => "a long name".to_owned(),
        Kind::Int | Kind::Float | Kind::Symbol => "a long number".to_owned(),
        Kind::Text => "a text".to_owned(),
        Kind::Template | Kind::TemplateStart => "a template".to_owned(),
        Kind::TemplateMiddle | Kind::TemplateEnd => "`$`".to_owned(),
        Kind::End => "the end".to_owned(),
    }
}
