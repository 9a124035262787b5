//! From text to tokens: where words, numbers, texts and symbols begin and end.
//!
//! A token keeps its piece of the text. Texts are checked here and decoded later, by [`unescape`]. The pieces of a
//! template are tokens of their own with the tokens of its expressions between them, so templates can be nested.
//! `>>` is two tokens; `>=` is one, which the parser takes apart where a type ends.

use source::{Code, Diagnostics, FileId, Span};

/// So many findings about one file are reported.
pub(crate) const MOST_ERRORS: usize = 20;

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A word that begins with a lower-case letter: keywords too.
    Lower,
    /// A word that begins with an upper-case letter.
    Upper,
    Int,
    Float,
    /// With its quotes.
    Text,
    /// `` `…` ``
    Template,
    /// `` `…$ ``
    TemplateStart,
    /// `$…$`
    TemplateMiddle,
    /// `` $…` ``
    TemplateEnd,
    Symbol,
    /// The end of the file.
    End,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    /// Its first line.
    pub(crate) span: Span,
    /// The column behind it.
    pub(crate) behind: Span,
}

/// The tokens, of which the last is [`Kind::End`], and the lines of the findings.
pub(crate) fn lex<'t>(file: FileId, text: &'t str, diagnostics: &mut Diagnostics) -> (Vec<Token<'t>>, Vec<u32>) {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let tokens = Vec::new();
    let mut lexer = Lexer {
        file,
        text,
        position: begin,
        line: 1,
        line_start: 0,
        templates: 0,
        tokens,
        diagnostics,
        errors: Vec::new(),
    };
    while lexer.position < text.len() {
        lexer.token();
    }
    let span = lexer.tokens.last().map_or(Span { file, line: 1, column: 1, length: 1 }, |it| it.behind);
    lexer.tokens.push(Token { kind: Kind::End, text: "", span, behind: span });
    (lexer.tokens, lexer.errors)
}

/// The contents of a text or of a piece of a template, from the token with its delimiters.
pub(crate) fn unescape(token: &str) -> String {
    let inner = token.get(1..token.len().saturating_sub(1)).unwrap_or("");
    let mut result = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    let template = !token.starts_with('"');
    while let Some(character) = characters.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        match characters.next() {
            Some('n') if !template => result.push('\n'),
            Some('t') if !template => result.push('\t'),
            Some('r') if !template => result.push('\r'),
            Some(escaped @ ('`' | '$')) if template => result.push(escaped),
            Some(escaped) if template => result.extend(['\\', escaped]),
            Some(escaped) => result.push(escaped),
            None => result.push('\\'),
        }
    }
    result
}

const LONG_SYMBOLS: [&str; 7] = ["=>", "==", "!=", "<=", ">=", "&&", "||"];
const SYMBOLS: &str = ";,.(){}[]<>=+-*/%!~?&|:_'";

struct Lexer<'t, 'd> {
    file: FileId,
    text: &'t str,
    /// In bytes; always between two characters.
    position: usize,
    line: u32,
    line_start: usize,
    /// How many templates are open.
    templates: usize,
    tokens: Vec<Token<'t>>,
    diagnostics: &'d mut Diagnostics,
    /// The lines of the findings.
    errors: Vec<u32>,
}

impl<'t> Lexer<'t, '_> {
    fn token(&mut self) {
        let rest = &self.text[self.position..];
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\n' => {
                self.position += 1;
                self.line += 1;
                self.line_start = self.position;
            }
            ' ' | '\t' | '\r' | '\u{c}' => self.position += 1,
            '/' if rest.starts_with("//") => self.position += rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => self.comment(),
            'a'..='z' => self.push(Kind::Lower, word_length(rest)),
            'A'..='Z' => self.push(Kind::Upper, word_length(rest)),
            '0'..='9' => self.number(),
            '.' if rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => self.number(),
            '"' => self.string(),
            '`' => self.template(Kind::TemplateStart, Kind::Template),
            '$' if self.templates > 0 => self.template(Kind::TemplateMiddle, Kind::TemplateEnd),
            _ if LONG_SYMBOLS.iter().any(|it| rest.starts_with(it)) => self.push(Kind::Symbol, 2),
            _ if SYMBOLS.contains(first) => self.push(Kind::Symbol, 1),
            _ => self.unknown(),
        }
    }

    /// A stretch of one line that begins at an offset.
    fn place(&self, start: usize, length: usize) -> Span {
        let column = (start - self.line_start + 1) as u32;
        Span { file: self.file, line: self.line, column, length: length.max(1) as u32 }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let start = self.position;
        let text = &self.text[start..start + length];
        let first_line = text.lines().next().map_or(length, str::len);
        let span = self.place(start, first_line);
        self.advance(length);
        let behind = self.place(self.position, 1);
        self.tokens.push(Token { kind, text, span, behind });
    }

    /// Goes on behind some text that can have several lines.
    fn advance(&mut self, length: usize) {
        let text = &self.text[self.position..self.position + length];
        self.line += text.matches('\n').count() as u32;
        if let Some(last) = text.rfind('\n') {
            self.line_start = self.position + last + 1;
        }
        self.position += length;
    }

    fn error(&mut self, code: Code, span: Span, message: String) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(span.line);
            self.diagnostics.error(code, span, message);
        }
    }

    fn comment(&mut self) {
        let rest = &self.text[self.position..];
        match rest[2..].find("*/") {
            Some(end) => self.advance(end + 4),
            None => {
                self.error(Code("A0103"), self.place(self.position, 2), "this comment is not closed".to_owned());
                self.advance(rest.len());
            }
        }
    }

    /// `12`, `1.5`, `.5`, `1.5e-3`, `2e3`
    fn number(&mut self) {
        let rest = &self.text[self.position..];
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let byte = |at: usize| rest.as_bytes().get(at).copied();
        let mut length = digits(0);
        let mut kind = Kind::Int;
        if byte(length) == Some(b'.') && digits(length + 1) > 0 {
            kind = Kind::Float;
            length += 1 + digits(length + 1);
        }
        if matches!(byte(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(byte(length + 1), Some(b'+' | b'-')));
            let exponent = digits(length + 1 + sign);
            if exponent > 0 {
                kind = Kind::Float;
                length += 1 + sign + exponent;
            }
        }
        if kind == Kind::Float && !rest[..length].parse().is_ok_and(f64::is_finite) {
            self.error(Code("A0105"), self.place(self.position, length), "this number is too large".to_owned());
        }
        self.push(kind, length);
    }

    fn string(&mut self) {
        let rest = &self.text[self.position..];
        let mut characters = rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => return self.push(Kind::Text, at + 1),
                '\n' => break,
                '\\' => match characters.next() {
                    Some((_, '\\' | '"' | 'n' | 't' | 'r')) => {}
                    None | Some((_, '\n' | '\r')) => break,
                    Some((_, other)) => {
                        let place = self.place(self.position + at, 1 + other.len_utf8());
                        self.error(Code("A0104"), place, format!("`\\{}` is not known in a text", shown(other)));
                    }
                },
                _ => {}
            }
        }
        let length = rest.lines().next().map_or(rest.len(), str::len);
        self.error(Code("A0102"), self.place(self.position, 1), "this text is not closed on its line".to_owned());
        // What follows is read as if the text were closed.
        self.push(Kind::Text, length);
    }

    /// A piece of a template, up to `$` or to the backquote.
    fn template(&mut self, open: Kind, closed: Kind) {
        let rest = &self.text[self.position..];
        let mut escaped = false;
        for (at, character) in rest.char_indices().skip(1) {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '$' => {
                    self.templates += usize::from(open == Kind::TemplateStart);
                    return self.push(open, at + 1);
                }
                '`' => {
                    self.templates -= usize::from(closed == Kind::TemplateEnd);
                    return self.push(closed, at + 1);
                }
                _ => {}
            }
        }
        self.error(Code("A0102"), self.place(self.position, 1), "this template is not closed".to_owned());
        self.push(closed, rest.len());
    }

    /// Characters that mean nothing, one after the other, are one finding.
    fn unknown(&mut self) {
        let rest = &self.text[self.position..];
        let known = |it: char| it.is_ascii_alphanumeric() || it.is_ascii_whitespace() || SYMBOLS.contains(it);
        let length = rest.find(|it| known(it) || matches!(it, '"' | '`' | '$')).unwrap_or(rest.len());
        let length = length.max(rest.chars().next().map_or(1, char::len_utf8));
        let shown: String = rest[..length].chars().take(8).map(shown).collect();
        let message = format!("`{shown}` does not belong to the language outside of texts and comments");
        self.error(Code("A0101"), self.place(self.position, length), message);
        self.position += length;
    }
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|&it| it.is_ascii_alphanumeric() || it == b'_').count()
}

/// A character in a message.
fn shown(character: char) -> String {
    if character.is_control() { character.escape_debug().to_string() } else { character.to_string() }
}
