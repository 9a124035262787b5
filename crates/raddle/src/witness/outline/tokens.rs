//! A C file as words: without comments, without directives of the preprocessor, strings and numbers in one piece.

use super::Position;

/// A word.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    /// Itself.
    pub text: &'t str,
    /// Its first character.
    pub start: Position,
    /// Its last character.
    pub end: Position,
}

impl Token<'_> {
    /// Whether it is this one.
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// Whether it is a name or a keyword.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|it: char| it.is_alphabetic() || it == '_' || it == '$')
    }

    /// Whether it is an opening bracket.
    pub fn opens(&self) -> bool {
        matches!(self.text, "(" | "[" | "{")
    }

    /// Whether it is a closing bracket.
    pub fn closes(&self) -> bool {
        matches!(self.text, ")" | "]" | "}")
    }
}

/// The words of a file. Brackets that close nothing are left out, so that whoever counts them never goes below 0.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut list: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    let mut reader = Reader { text, at: 0, line: 1, line_start: 0 };
    while let Some(token) = reader.next() {
        if token.opens() {
            depth += 1;
        } else if token.closes() {
            if depth == 0 {
                continue;
            }
            depth -= 1;
        }
        list.push(token);
    }
    list
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn position(&self) -> Position {
        (self.line, (self.at - self.line_start) as u32 + 1)
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) {
        let skipped = &self.text[self.at..self.at + bytes];
        for (index, _) in skipped.match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + index + 1;
        }
        self.at += bytes;
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_nothing();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            _ if is_word(first) => rest.find(|it| !is_word(it)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let start = self.position();
        let text = &rest[..length];
        self.skip(length);
        let end = (self.line, (self.at - self.line_start).max(1) as u32);
        Some(Token { text, start, end })
    }

    /// Skips blanks, comments and directives.
    fn skip_nothing(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            if blanks > 0 {
                self.skip(blanks);
            } else if rest.starts_with("//") {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.skip(rest.find("*/").map_or(rest.len(), |it| it + 2));
            } else if rest.starts_with('#') && self.text[self.line_start..self.at].trim().is_empty() {
                self.skip(directive(rest));
            } else if rest.starts_with("\\\n") {
                self.skip(2);
            } else {
                return;
            }
        }
    }
}

/// How long a string or a character is, with its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, it) in text.char_indices().skip(1) {
        match it {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return index,
            _ if it == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// How long a directive is: a line, or more if they end with a backslash.
fn directive(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            break;
        }
    }
    length
}
