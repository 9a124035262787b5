//! Universal character names (`\u00e5`, `\U000000e5`) as the characters that they stand for. GCC's preprocessor writes letters
//! beyond ASCII in this way, whatever the program has.

/// A text with such letters in its names. What is in quotes stays as it is.
pub(crate) fn with_letters(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut quote = None;
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        let length = match (quote, byte) {
            (Some(_), b'\\') => 2,
            (Some(open), _) if byte == open || byte == b'\n' => {
                quote = None;
                1
            }
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                1
            }
            (None, b'\\') => match letter(&text[at..]) {
                Some((letter, length)) => {
                    out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                    continue;
                }
                None => 1,
            },
            _ => 1,
        };
        let end = (at + length).min(text.len());
        out.extend_from_slice(&text[at..end]);
        at = end;
    }
    out
}

/// The letter that a text starts with the name of, and how long the name is.
fn letter(text: &[u8]) -> Option<(char, usize)> {
    let digits = match text.get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let digits = text.get(2..2 + digits)?;
    let number = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    // Below are no letters (C11 6.4.3p2).
    let letter = char::from_u32(number).filter(|it| number >= 0xa0 && digits[0] != b'+' && it.is_alphanumeric())?;
    Some((letter, 2 + digits.len()))
}

#[cfg(test)]
mod tests {
    use super::with_letters;

    #[test]
    fn names_get_their_letters_and_texts_stay() {
        let text = |it: &str| String::from_utf8(with_letters(it.as_bytes())).expect("it is UTF-8");
        assert_eq!(text("int gr\\U000000f6\\u00dfe = 1;"), "int größe = 1;");
        assert_eq!(text("f(\"\\u00f6\\\"\\u00f6\", '\\'', \\u00f6)"), "f(\"\\u00f6\\\"\\u00f6\", '\\'', ö)");
        assert_eq!(text("\\u0024 \\ud800 \\u00g0 \\u00"), "\\u0024 \\ud800 \\u00g0 \\u00");
        assert_eq!(text("# 1 \"a\nö\\"), "# 1 \"a\nö\\");
    }
}
