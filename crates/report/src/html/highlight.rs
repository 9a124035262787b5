//! Which words of a program are comments, texts, numbers and keywords: enough to read it more easily, and no more than C
//! and ABS have in common.

/// What a piece of a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    Plain,
    Comment,
    Text,
    Number,
    Keyword,
    /// A line for the preprocessor.
    Directive,
}

impl Token {
    /// The class of the piece, if it has one.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Token::Plain => None,
            Token::Comment => Some("comment"),
            Token::Text => Some("string"),
            Token::Number => Some("digits"),
            Token::Keyword => Some("keyword"),
            Token::Directive => Some("directive"),
        }
    }
}

const OF_C: &str = "_Atomic _Bool _Thread_local alignas auto bool break case char const continue default do double else \
                    enum extern float for goto if inline int long register return short signed sizeof static struct \
                    switch typedef union unsigned void volatile while";
const OF_ABS: &str = "assert await builtin case catch class data def die else exception export extends finally foreach \
                      from get if implements import in interface let local module new null original return skip \
                      suspend switch then this throw try type while";

/// The lines of a file as pieces.
pub fn lines<'t>(name: &str, text: &'t str) -> Vec<Vec<(Token, &'t str)>> {
    let keywords: Vec<&str> = if name.ends_with(".abs") { OF_ABS } else { OF_C }.split_whitespace().collect();
    let mut is_in_comment = false;
    text.lines().map(|it| line(it, &keywords, &mut is_in_comment)).collect()
}

fn line<'t>(text: &'t str, keywords: &[&str], is_in_comment: &mut bool) -> Vec<(Token, &'t str)> {
    if !*is_in_comment && text.trim_start().starts_with('#') {
        return vec![(Token::Directive, text)];
    }
    let mut pieces: Vec<(Token, &str)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (token, length) = next(rest, keywords, is_in_comment);
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        match pieces.last_mut() {
            // Pieces of one kind that stand side by side are one.
            Some((last, whole)) if *last == token && token == Token::Plain => {
                let start = whole.as_ptr() as usize - text.as_ptr() as usize;
                *whole = &text[start..start + whole.len() + piece.len()];
            }
            Some(_) | None => pieces.push((token, piece)),
        }
    }
    pieces
}

/// The first piece of a text that is not empty, and its length in bytes.
fn next(text: &str, keywords: &[&str], is_in_comment: &mut bool) -> (Token, usize) {
    if *is_in_comment || text.starts_with("/*") {
        let from = if *is_in_comment { 0 } else { 2 };
        let end = text[from..].find("*/").map(|it| from + it + 2);
        *is_in_comment = end.is_none();
        return (Token::Comment, end.unwrap_or(text.len()));
    }
    if text.starts_with("//") {
        return (Token::Comment, text.len());
    }
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '"' | '\'' => (Token::Text, quoted(text, first)),
        it if it.is_ascii_digit() => (Token::Number, word(text)),
        it if it.is_alphabetic() || it == '_' => {
            let length = word(text);
            let is_keyword = keywords.contains(&&text[..length]);
            (if is_keyword { Token::Keyword } else { Token::Plain }, length)
        }
        it => (Token::Plain, it.len_utf8()),
    }
}

/// How long a word or number is.
fn word(text: &str) -> usize {
    text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len())
}

/// How long a text between quotation marks is; one without an end goes on to the end of the line.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            it if it == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_up_the_text_again() {
        let text = "#include <x.h>\nint a = 10; // ten\n/* one\n two */ char *s = \"/* \\\" */\"; ü('\\'')\n\"open\n";
        let found = lines("a.c", text);
        let again: Vec<String> = found.iter().map(|it| it.iter().map(|it| it.1).collect()).collect();
        assert_eq!(again, text.lines().collect::<Vec<_>>());
        let of = |line: usize, token: Token| -> Vec<&str> {
            found[line].iter().filter(|it| it.0 == token).map(|it| it.1).collect()
        };
        assert_eq!(of(0, Token::Directive), ["#include <x.h>"]);
        assert_eq!(
            (of(1, Token::Keyword), of(1, Token::Number), of(1, Token::Comment)),
            (vec!["int"], vec!["10"], vec!["// ten"])
        );
        assert_eq!((of(2, Token::Comment), of(3, Token::Comment)), (vec!["/* one"], vec![" two */"]));
        assert_eq!(of(3, Token::Text), ["\"/* \\\" */\"", "'\\''"]);
        assert_eq!(of(4, Token::Text), ["\"open"]);
    }

    #[test]
    fn languages_have_their_own_keywords() {
        let keywords = |name: &str| {
            lines(name, "await volatile")[0]
                .iter()
                .filter(|it| it.0 == Token::Keyword)
                .map(|it| it.1)
                .collect::<Vec<_>>()
        };
        assert_eq!((keywords("a.c"), keywords("a.abs")), (vec!["volatile"], vec!["await"]));
    }
}
