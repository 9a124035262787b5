//! Where the statements of a C file begin and end, and where its calls close: the places that a witness can point at.
//!
//! A witness speaks of the text as its user sees it, so this looks at the text and not at what the preprocessor makes of it. The
//! grammar of statements can be told without knowing any types: a statement is a block, a keyword with parentheses and
//! another statement, a label, or everything up to a semicolon. A macro that hides braces or semicolons is read as the call that
//! it looks like.

mod tokens;

use tokens::{Token, tokens};

/// A position: line and column from 1, in bytes.
pub type Position = (u32, u32);

/// What there is in a file to point at.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// In the order in which they begin; one that is inside of another comes later.
    pub statements: Vec<Statement>,
    /// In the order of their names.
    pub calls: Vec<Call>,
}

/// A statement or a declaration in a function. Blocks and labels are not among them, what is in them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its first character.
    pub start: Position,
    /// Its last character.
    pub end: Position,
    /// What it decides, if it is one that does.
    pub branching: Option<Branching>,
}

/// A statement that goes one way or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branching {
    /// The word that it begins with.
    pub word: Word,
    /// Its condition, in parentheses, or between semicolons if it is that of a `for`.
    pub condition: (Position, Position),
    /// What is done if the condition holds.
    pub body: (Position, Position),
}

/// What a branching statement begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `if`
    If,
    /// `while`
    While,
    /// `for`
    For,
    /// `do`
    Do,
    /// `switch`
    Switch,
}

impl Word {
    /// Whether what it begins is done again and again.
    pub fn is_loop(self) -> bool {
        matches!(self, Word::While | Word::For | Word::Do)
    }
}

/// A call of something that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What is called.
    pub name: String,
    /// Where the name begins.
    pub start: Position,
    /// Where the right parenthesis is.
    pub close: Position,
}

impl Outline {
    /// Looks at a file.
    pub fn of(text: &str) -> Outline {
        let tokens = tokens(text);
        let mut outline = Outline { statements: Vec::new(), calls: calls(&tokens) };
        let mut at = 0;
        while at < tokens.len() {
            // The body of a function is a brace behind a parenthesis, outside of everything else.
            let is_body = tokens[at].is("{") && at > 0 && tokens[at - 1].is(")");
            if is_body {
                at = block(&tokens, at, &mut outline.statements);
            } else if tokens[at].opens() {
                at = matching(&tokens, at) + 1;
            } else {
                at += 1;
            }
        }
        outline.statements.sort_by_key(|it| (it.start, std::cmp::Reverse(it.end)));
        outline
    }

    /// The innermost statement that a position is in; one behind the end of its line counts as the end.
    pub fn statement_at(&self, position: Position) -> Option<usize> {
        let last = self.statements.partition_point(|it| it.start <= position);
        (0..last).rev().find(|&it| position <= self.statements[it].end)
    }

    /// The first statement that begins on a line, or else the innermost one that the line is in.
    pub fn statement_on(&self, line: u32) -> Option<usize> {
        let first = self.statements.iter().position(|it| it.start.0 == line);
        first.or_else(|| self.statement_at((line, 1)))
    }

    /// Whether the second statement is inside of the first.
    pub fn is_inside(&self, outer: usize, inner: usize) -> bool {
        let (outer, inner) = (&self.statements[outer], &self.statements[inner]);
        outer.start <= inner.start && inner.end <= outer.end && outer != inner
    }

    /// The call that begins at a position, or else the one that closes at another.
    pub fn call_at(&self, start: Position, close: Position) -> Option<usize> {
        let beginning = self.calls.iter().position(|it| it.start == start);
        beginning.or_else(|| self.calls.iter().position(|it| it.close == close))
    }
}

/// Reads a block from its brace on; where the text goes on behind it.
fn block(tokens: &[Token<'_>], open: usize, statements: &mut Vec<Statement>) -> usize {
    let close = matching(tokens, open);
    let mut at = open + 1;
    while at < close {
        at = statement(tokens, at, close, statements).max(at + 1);
    }
    close + 1
}

/// Reads a statement; where the text goes on behind it. Nothing is read from `limit` on.
fn statement(tokens: &[Token<'_>], at: usize, limit: usize, statements: &mut Vec<Statement>) -> usize {
    let Some(token) = tokens.get(at).filter(|_| at < limit) else { return limit };
    let next_is = |it: usize, text: &str| tokens.get(it).filter(|_| it < limit).is_some_and(|it| it.is(text));
    match token.text {
        "{" => return block(tokens, at, statements),
        ";" => return at + 1,
        "else" => return statement(tokens, at + 1, limit, statements),
        "case" | "default" => {
            let colon = (at..limit).find(|&it| tokens[it].is(":")).unwrap_or(limit);
            return colon + 1;
        }
        _ if token.is_name() && next_is(at + 1, ":") => return at + 2,
        _ => {}
    }
    let word = match token.text {
        "if" => Some(Word::If),
        "while" => Some(Word::While),
        "for" => Some(Word::For),
        "switch" => Some(Word::Switch),
        "do" => Some(Word::Do),
        _ => None,
    };
    // What is in a statement is listed behind it.
    let own = statements.len();
    statements.push(Statement { start: token.start, end: token.end, branching: None });
    let (end, branching) = match word {
        Some(Word::Do) => loop_behind(tokens, at, limit, statements),
        Some(word) if next_is(at + 1, "(") => headed(tokens, at, limit, word, statements),
        Some(_) | None => (simple(tokens, at, limit, statements), None),
    };
    let last = tokens.get(end.saturating_sub(1)).map_or(token.end, |it| it.end);
    statements[own] = Statement { start: token.start, end: last, branching };
    end
}

/// `if (…) … else …`, `while (…) …`, `for (…) …`, `switch (…) …`.
fn headed(
    tokens: &[Token<'_>],
    at: usize,
    limit: usize,
    word: Word,
    statements: &mut Vec<Statement>,
) -> (usize, Option<Branching>) {
    let close = matching(tokens, at + 1);
    let (from, to) = if word == Word::For { between_semicolons(tokens, at + 1, close) } else { (at + 1, close) };
    let condition = (tokens[from].start, tokens[to.min(tokens.len() - 1)].end);
    let mut end = statement_with_labels(tokens, close + 1, limit, statements);
    let body = extent(tokens, close + 1, end);
    if word == Word::If && tokens.get(end).filter(|_| end < limit).is_some_and(|it| it.is("else")) {
        end = statement_with_labels(tokens, end + 1, limit, statements);
    }
    (end, Some(Branching { word, condition, body }))
}

/// The semicolons around the condition of a `for`; its parentheses if it has none.
fn between_semicolons(tokens: &[Token<'_>], open: usize, close: usize) -> (usize, usize) {
    let mut found = Vec::new();
    let mut at = open + 1;
    while at < close {
        if tokens[at].is(";") {
            found.push(at);
        }
        at = if tokens[at].opens() { matching(tokens, at) + 1 } else { at + 1 };
    }
    match found[..] {
        [first, second, ..] => (first, second),
        _ => (open, close),
    }
}

/// `do … while (…);`
fn loop_behind(
    tokens: &[Token<'_>],
    at: usize,
    limit: usize,
    statements: &mut Vec<Statement>,
) -> (usize, Option<Branching>) {
    let behind = statement_with_labels(tokens, at + 1, limit, statements);
    let is_loop = tokens.get(behind).is_some_and(|it| it.is("while")) && behind + 1 < limit;
    if !is_loop {
        return (behind, None);
    }
    let close = matching(tokens, behind + 1);
    let condition = (tokens[behind + 1].start, tokens[close.min(tokens.len() - 1)].end);
    let end = simple(tokens, close + 1, limit, statements);
    (end, Some(Branching { word: Word::Do, condition, body: extent(tokens, at + 1, behind) }))
}

/// A statement that may have labels before it.
fn statement_with_labels(tokens: &[Token<'_>], at: usize, limit: usize, statements: &mut Vec<Statement>) -> usize {
    let mut at = at;
    loop {
        let is_label = tokens.get(at).filter(|_| at < limit).is_some_and(|it| it.is_name())
            && tokens.get(at + 1).is_some_and(|it| it.is(":"))
            && !tokens[at].is("default");
        let is_case = tokens.get(at).filter(|_| at < limit).is_some_and(|it| it.is("case") || it.is("default"));
        if !is_label && !is_case {
            return statement(tokens, at, limit, statements);
        }
        at = statement(tokens, at, limit, statements);
    }
}

fn extent(tokens: &[Token<'_>], from: usize, to: usize) -> (Position, Position) {
    let last = tokens.len() - 1;
    (tokens[from.min(last)].start, tokens[to.saturating_sub(1).min(last)].end)
}

/// Everything up to a semicolon, with the statements inside of statement expressions; where the text goes on behind it.
fn simple(tokens: &[Token<'_>], from: usize, limit: usize, statements: &mut Vec<Statement>) -> usize {
    let mut at = from;
    while at < limit {
        let token = &tokens[at];
        if token.is(";") {
            return at + 1;
        }
        if token.is("(") && tokens.get(at + 1).is_some_and(|it| it.is("{")) {
            block(tokens, at + 1, statements);
            at = matching(tokens, at) + 1;
        } else if token.is("{") && at > from && tokens[at - 1].is(")") {
            // A macro that looks like a loop, with its body.
            return block(tokens, at, statements);
        } else if token.opens() {
            let close = matching(tokens, at);
            inner_blocks(tokens, at + 1, close, statements);
            at = close + 1;
        } else {
            at += 1;
        }
    }
    limit
}

/// Statement expressions between parentheses.
fn inner_blocks(tokens: &[Token<'_>], from: usize, to: usize, statements: &mut Vec<Statement>) {
    let mut at = from;
    while at < to {
        if tokens[at].is("(") && tokens.get(at + 1).is_some_and(|it| it.is("{")) {
            block(tokens, at + 1, statements);
            at = matching(tokens, at);
        }
        at += 1;
    }
}

/// The bracket that belongs to an opening one; the last token if none does.
fn matching(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if token.opens() {
            depth += 1;
        } else if token.closes() {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    tokens.len().saturating_sub(1)
}

fn calls(tokens: &[Token<'_>]) -> Vec<Call> {
    const WORDS: [&str; 7] = ["if", "while", "for", "switch", "return", "sizeof", "_Alignof"];
    let is_call = |at: &usize| {
        tokens[*at].is_name() && !WORDS.contains(&tokens[*at].text) && tokens.get(at + 1).is_some_and(|it| it.is("("))
    };
    let call = |at: usize| Call {
        name: tokens[at].text.to_owned(),
        start: tokens[at].start,
        close: tokens[matching(tokens, at + 1)].end,
    };
    (0..tokens.len()).filter(is_call).map(call).collect()
}

#[cfg(test)]
mod tests;
