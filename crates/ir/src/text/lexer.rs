//! Text to tokens. Everything is read at once, so that the parser can look ahead for names that are declared later.

use super::ParseError;
use source::{FileId, Span};

/// A piece of text that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A keyword, type or location.
    Word(String),
    /// `@name`
    Global(String),
    /// `%name`
    Register(String),
    /// `$name`
    Slot(String),
    /// `.name`
    Field(String),
    /// A number with its sign.
    Number(Number),
    /// A quoted text, unescaped.
    Text(String),
    /// `!0:3:5+1`
    Span(Span),
    /// `->`
    Arrow,
    /// One of `:=,&()[]{}`.
    Mark(char),
    /// After the last one.
    End,
}

/// A number as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    pub(super) sign: Sign,
    pub(super) magnitude: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    None,
    Plus,
    Minus,
}

/// A token and where it is.
#[derive(Clone, Debug)]
pub(super) struct Lexed {
    pub(super) token: Token,
    pub(super) line: u32,
    pub(super) column: u32,
    /// Whether nothing separates it from the token before.
    pub(super) glued: bool,
}

/// Whether a name can be written without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && plain_length(name.as_bytes()) == name.len()
}

/// The text in quotes.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for char in text.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if char.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", char as u32)),
            _ => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}

/// All tokens, the last one being [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<Lexed>, ParseError> {
    let mut lexer = Lexer { text, at: 0, line: 1, line_start: 0 };
    let mut tokens = Vec::new();
    loop {
        let before = lexer.at;
        lexer.skip_space();
        let (line, column, glued) = (lexer.line, lexer.column(), lexer.at == before);
        let token = lexer.token()?;
        let done = token == Token::End;
        tokens.push(Lexed { token, line, column, glued });
        if done {
            return Ok(tokens);
        }
    }
}

/// How many of the first bytes can be part of a name: letters, digits, `_`, `.`, and `:` in pairs.
fn plain_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    loop {
        match bytes[length..] {
            [b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.', ..] => length += 1,
            [b':', b':', ..] => length += 2,
            _ => return length,
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn column(&self) -> u32 {
        u32::try_from(self.at - self.line_start + 1).unwrap_or(u32::MAX)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, column: self.column(), message: message.into() })
    }

    fn skip_space(&mut self) {
        loop {
            match self.rest() {
                [b'\n', ..] => {
                    self.at += 1;
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.at;
                }
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [b'/', b'/', ..] => {
                    let rest = self.rest();
                    self.at += rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        let rest = self.rest();
        let Some(first) = rest.first() else { return Ok(Token::End) };
        match *first {
            b'@' => self.name().map(Token::Global),
            b'%' => self.name().map(Token::Register),
            b'$' => self.name().map(Token::Slot),
            b'.' => self.name().map(Token::Field),
            b'!' => self.span().map(Token::Span),
            b'"' => self.quoted().map(Token::Text),
            b'-' if rest.get(1) == Some(&b'>') => {
                self.at += 2;
                Ok(Token::Arrow)
            }
            b'+' | b'-' | b'0'..=b'9' => self.number().map(Token::Number),
            b':' | b'=' | b',' | b'&' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => {
                self.at += 1;
                Ok(Token::Mark(*first as char))
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                let is_word = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.');
                let length = rest.iter().position(|it| !is_word(it)).unwrap_or(rest.len());
                let word = self.text[self.at..self.at + length].to_owned();
                self.at += length;
                Ok(Token::Word(word))
            }
            _ => self.error("no token starts with this character"),
        }
    }

    /// What follows a sigil: a plain or a quoted name.
    fn name(&mut self) -> Result<String, ParseError> {
        self.at += 1;
        if self.rest().first() == Some(&b'"') {
            return self.quoted();
        }
        let length = plain_length(self.rest());
        if length == 0 {
            return self.error("a name is missing");
        }
        let name = self.text[self.at..self.at + length].to_owned();
        self.at += length;
        Ok(name)
    }

    fn number(&mut self) -> Result<Number, ParseError> {
        let sign = match self.rest()[0] {
            b'+' => Sign::Plus,
            b'-' => Sign::Minus,
            _ => Sign::None,
        };
        if sign != Sign::None {
            self.at += 1;
        }
        Ok(Number { sign, magnitude: self.digits()? })
    }

    fn digits(&mut self) -> Result<u64, ParseError> {
        let rest = self.rest();
        let length = rest.iter().position(|it| !it.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &self.text[self.at..self.at + length];
        if digits.is_empty() {
            return self.error("a number is missing");
        }
        let Ok(number) = digits.parse() else { return self.error("the number does not fit 64 bits") };
        self.at += length;
        Ok(number)
    }

    fn digits32(&mut self) -> Result<u32, ParseError> {
        match u32::try_from(self.digits()?) {
            Ok(number) => Ok(number),
            Err(_) => self.error("the number does not fit 32 bits"),
        }
    }

    fn span(&mut self) -> Result<Span, ParseError> {
        self.at += 1;
        let file = FileId(self.digits32()?);
        self.character(b':')?;
        let line = self.digits32()?;
        self.character(b':')?;
        let column = self.digits32()?;
        self.character(b'+')?;
        let length = self.digits32()?;
        Ok(Span { file, line, column, length })
    }

    fn character(&mut self, expected: u8) -> Result<(), ParseError> {
        if self.rest().first() != Some(&expected) {
            return self.error(format!("expected '{}' in the position", expected as char));
        }
        self.at += 1;
        Ok(())
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(char) = rest.chars().next() else { return self.error("the quoted text does not end") };
            match char {
                '"' => {
                    self.at += 1;
                    return Ok(text);
                }
                '\n' => return self.error("the quoted text does not end on its line"),
                '\\' => text.push(self.escape()?),
                _ => {
                    text.push(char);
                    self.at += char.len_utf8();
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let rest = &self.text[self.at + 1..];
        let simple = match rest.as_bytes().first() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            _ => {
                let hex = rest.strip_prefix("u{").and_then(|it| it.split_once('}')).map(|it| it.0);
                let code = hex.and_then(|it| u32::from_str_radix(it, 16).ok()).and_then(char::from_u32);
                let (Some(hex), Some(code)) = (hex, code) else { return self.error("unknown escape") };
                self.at += hex.len() + 4;
                return Ok(code);
            }
        };
        self.at += 2;
        Ok(simple)
    }
}
