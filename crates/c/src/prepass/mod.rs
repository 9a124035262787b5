//! A pass over the tokens before parsing, for what the parser (lang-c) chokes on.
//!
//! The text keeps its length, so that offsets stay what they are:
//!
//! | in the text | for the parser | how `sema` knows |
//! |---|---|---|
//! | comments, `#` lines, odd white space, a byte order mark | blanks | - |
//! | `__extension__`, `__attribute__((…))`, `_Alignas(…)` | blanks | [`Prepared::attributes`] |
//! | `#pragma pack(…)` | blanks | [`Prepared::packs`] |
//! | `a$b`, `å`, `\u00e5` in names | `_` for each odd byte | names are taken from the original text |
//! | `__thread` | `register` | [`Prepared::thread_local`] |
//! | `__auto_type` | `int` | [`Prepared::auto_type`] |
//! | `__int128`, `__int128_t`, `__uint128_t` | `int`, `unsigned` | [`Prepared::int128`] |
//! | `0b101` | `0x5` | - |
//! | `a ?: b` | <code>a &#124;&#124; b</code> | [`Prepared::elvis`] |
//! | `main() {` | `int _() {` (blanks before the name help) | [`Prepared::renamed`] |
//! | `__CPROVER_bool`, `__alignof__`, `bool`, `__builtin_types_compatible_p`, … | see `words` | see [`Prepared`] |
//! | `static x;` | `int    x;` | [`Prepared::static_int`] |
//! | `label: }`, `label: int x;` | `label:; }`, if there is a blank | - |
//!
//! It also finds, while it is at it, what the parser would only call a syntax error, and nesting that would exhaust the
//! parser's stack.

mod attributes;
mod nesting;
mod words;

use crate::codes;
pub(crate) use attributes::Attribute;
use nesting::Nesting;
use source::Code;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How deeply brackets, statements and prefix operators may nest.
pub(crate) const MAX_NESTING: usize = 2000;

/// The text for the parser and what was hidden from it.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// As long as the original.
    pub text: String,
    /// Where `__thread` stood.
    pub thread_local: HashSet<usize>,
    /// Where `__auto_type` stood.
    pub auto_type: HashSet<usize>,
    /// Where `__int128` stood.
    pub int128: HashSet<usize>,
    /// Where `?:` without an operand in the middle stood.
    pub elvis: HashSet<usize>,
    /// Names of functions that were shortened to make room for `int`: where the parser sees one, and what it is.
    pub renamed: HashMap<usize, Range<usize>>,
    /// Where attributes stood that change the layout, from front to back.
    pub attributes: Vec<Attribute>,
    /// Where `#pragma pack` stood, and the most alignment that members have from there on.
    pub packs: Vec<(usize, Option<u32>)>,
    /// Where `sizeof` stands for `_Alignof`.
    pub alignof: HashSet<usize>,
    /// Where `int` stands for `bool`, a keyword since C23.
    pub bool_words: HashSet<usize>,
    /// Where `sizeof(int(*)(A, B))` stands for `__builtin_types_compatible_p(A, B)`.
    pub compatible: HashSet<usize>,
    /// Where `int` stands for `static` without a type.
    pub static_int: HashSet<usize>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// Something that can be told from tokens alone. The parser is not asked if one of them is fatal.
#[derive(Debug)]
pub(crate) struct Finding {
    pub at: Range<usize>,
    pub code: Code,
    pub message: String,
    pub fatal: bool,
}

/// Makes a string of bytes: what is not UTF-8 becomes `?`, byte by byte. The offsets of those bytes are returned.
pub(crate) fn decode(bytes: Vec<u8>) -> (String, Vec<usize>) {
    let mut bad = Vec::new();
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, bad),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        bad.extend(text.len()..text.len() + chunk.invalid().len());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    (text, bad)
}

/// Rewrites the text. `bad` are the offsets of bytes that were not UTF-8.
pub(crate) fn prepare(text: &str, bad: &[usize]) -> Prepared {
    let mut pass = Pass {
        input: text.as_bytes(),
        output: text.as_bytes().to_vec(),
        at: 0,
        last: None,
        last_end: 0,
        head: Vec::new(),
        nesting: Nesting::default(),
        pushed: Vec::new(),
        old_style_body: false,
        declares_bool: words::declares_bool(text.as_bytes()),
        out: Prepared::default(),
    };
    pass.run();
    let Pass { output, mut out, .. } = pass;
    for offset in bad {
        // Whatever was blanked was a comment.
        if output[*offset] == b'?' {
            out.finding(*offset..offset + 1, codes::NOT_UTF8, "this byte is not UTF-8".into(), false);
            break;
        }
    }
    out.text = String::from_utf8(output).expect("only whole tokens are replaced, by ASCII");
    out
}

impl Prepared {
    /// Adds what was hidden in another part of the text.
    pub(crate) fn absorb(&mut self, other: Prepared) {
        let Prepared { text: _, thread_local, auto_type, int128, elvis, renamed, .. } = &other;
        self.thread_local.extend(thread_local);
        self.auto_type.extend(auto_type);
        self.int128.extend(int128);
        self.elvis.extend(elvis);
        self.renamed.extend(renamed.iter().map(|(at, name)| (*at, name.clone())));
        let Prepared { alignof, bool_words, compatible, static_int, attributes, packs, findings, .. } = other;
        self.alignof.extend(alignof);
        self.bool_words.extend(bool_words);
        self.compatible.extend(compatible);
        self.static_int.extend(static_int);
        self.attributes.extend(attributes);
        self.packs.extend(packs);
        self.findings.extend(findings);
    }

    fn finding(&mut self, at: Range<usize>, code: Code, message: String, fatal: bool) {
        self.findings.push(Finding { at, code, message, fatal });
    }
}

struct Pass<'a> {
    input: &'a [u8],
    output: Vec<u8>,
    at: usize,
    /// The token before.
    last: Option<&'a [u8]>,
    /// Where it ended.
    last_end: usize,
    /// The tokens of the present declaration of the file that are outside of brackets, and the brackets.
    head: Vec<Range<usize>>,
    nesting: Nesting<'a>,
    /// What `#pragma pack(push)` has put aside.
    pushed: Vec<Option<u32>>,
    /// Whether the braces that are open belong to a function whose head ends with a semicolon.
    old_style_body: bool,
    /// Whether `bool` is a name of the program.
    declares_bool: bool,
    out: Prepared,
}

impl<'a> Pass<'a> {
    fn run(&mut self) {
        let mut line_start = true;
        if self.follows(BYTE_ORDER_MARK) {
            self.blank(0..BYTE_ORDER_MARK.len());
        }
        while let Some(&byte) = self.input.get(self.at) {
            let start = self.at;
            match byte {
                b'\n' => self.at += 1,
                _ if byte.is_ascii_whitespace() || byte == 0x0b => {
                    self.at += 1;
                    self.output[start] = b' ';
                    continue;
                }
                b'#' if line_start => {
                    let end = self.end_of_line(start);
                    self.pragma(start..end);
                    self.blank(start..end);
                }
                b'/' if self.follows(b"//") => self.blank(start..self.end_of_line(start)),
                b'/' if self.follows(b"/*") => self.comment(start),
                b'"' | b'\'' => {
                    self.at = self.end_of_literal(start, byte);
                    self.token(start);
                }
                b'0'..=b'9' => self.number(start),
                b'.' if self.input.get(start + 1).is_some_and(u8::is_ascii_digit) => self.number(start),
                b'[' if self.follows(b"[[") && self.attribute_of_c23(start) => {}
                _ if is_word(byte) || self.follows(b"\\u") || self.follows(b"\\U") => self.word(start),
                _ => {
                    self.at += operator_length(&self.input[start..]);
                    self.token(start);
                }
            }
            line_start = byte == b'\n';
        }
    }

    fn follows(&self, what: &[u8]) -> bool {
        self.input[self.at..].starts_with(what)
    }

    /// Up to the newline, which may be escaped.
    fn end_of_line(&self, start: usize) -> usize {
        let mut end = start;
        while let Some(&byte) = self.input.get(end) {
            match byte {
                b'\n' => break,
                b'\\' if self.input.get(end + 1) == Some(&b'\n') => end += 2,
                _ => end += 1,
            }
        }
        end
    }

    fn comment(&mut self, start: usize) {
        let rest = &self.input[start + 2..];
        match rest.windows(2).position(|it| it == b"*/") {
            Some(length) => self.blank(start..start + length + 4),
            None => {
                self.out.finding(start..start + 2, codes::SYNTAX, "this comment does not end".into(), true);
                self.blank(start..self.input.len());
            }
        }
    }

    fn end_of_literal(&self, start: usize, quote: u8) -> usize {
        let mut end = start + 1;
        while let Some(&byte) = self.input.get(end) {
            match byte {
                b'\\' => end += 2,
                b'\n' => break,
                _ if byte == quote => return end + 1,
                _ => end += 1,
            }
        }
        end.min(self.input.len())
    }

    /// Overwrites by blanks, all but newlines, and goes on behind.
    fn blank(&mut self, range: Range<usize>) {
        for byte in &mut self.output[range.clone()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        self.at = range.end;
    }

    /// Overwrites a token by another that is not longer.
    fn replace(&mut self, start: usize, by: &[u8]) {
        self.output[start..self.at].fill(b' ');
        self.output[start..start + by.len()].copy_from_slice(by);
    }

    fn number(&mut self, start: usize) {
        let end = |it: &usize| !matches!(self.input[*it], b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_');
        self.at = (start..self.input.len()).find(end).unwrap_or(self.input.len());
        // The sign of an exponent belongs to the number.
        while self.at < self.input.len()
            && matches!(self.input[self.at], b'+' | b'-')
            && matches!(self.input[self.at - 1], b'e' | b'E' | b'p' | b'P')
            && !(self.input[start..].starts_with(b"0x") && matches!(self.input[self.at - 1], b'e' | b'E'))
        {
            let next = |it: &usize| !self.input[*it].is_ascii_alphanumeric();
            self.at = (self.at + 1..self.input.len()).find(next).unwrap_or(self.input.len());
        }
        let text = &self.input[start..self.at];
        if let Some(digits) = text.strip_prefix(b"0b").or_else(|| text.strip_prefix(b"0B")) {
            let count = digits.iter().take_while(|it| matches!(it, b'0' | b'1')).count();
            let value = digits[..count].iter().fold(0u128, |value, bit| (value << 1) | u128::from(bit - b'0'));
            if (1..=64).contains(&count) {
                let hex = format!("0x{value:x}{}", String::from_utf8_lossy(&digits[count..]));
                if hex.len() <= text.len() {
                    self.replace(start, hex.as_bytes());
                }
            }
        }
        self.token(start);
    }

    fn word(&mut self, start: usize) {
        // A universal character name counts as a letter.
        let end = |it: &usize| !is_word(self.input[*it]) && self.input[*it] != b'\\';
        self.at = (start..self.input.len()).find(end).unwrap_or(self.input.len());
        let word = &self.input[start..self.at];
        match word {
            b"__extension__" => return self.blank(start..self.at),
            b"__attribute__" | b"__attribute" | b"_Alignas" => return self.attribute(start, word == b"_Alignas"),
            b"__thread" => {
                self.replace(start, b"register");
                self.out.thread_local.insert(start);
            }
            b"__auto_type" => {
                self.replace(start, b"int");
                self.out.auto_type.insert(start);
            }
            b"__int128" | b"__int128_t" | b"__uint128_t" => {
                let instead: &[u8] = if word == b"__uint128_t" { b"unsigned" } else { b"int" };
                self.replace(start, instead);
                self.out.int128.insert(start);
            }
            _ => {
                if self.rewrite_word(start) {
                    return;
                }
                for offset in start..self.at {
                    if matches!(self.input[offset], b'$' | b'\\' | 0x80..) {
                        self.output[offset] = b'_';
                    }
                }
            }
        }
        self.token(start);
    }

    /// A token ends at the present place: looks at its neighbourhood.
    fn token(&mut self, start: usize) {
        let token = &self.input[start..self.at];
        let at = start..self.at;
        match (self.last, token) {
            (Some(b"goto"), b"*") => {
                self.out.finding(at, codes::COMPUTED_GOTO, "not supported yet: computed goto".into(), true);
            }
            (Some(b"?"), b":") => self.elvis(start),
            (Some(b"asm" | b"__asm__" | b"__asm" | b"volatile" | b"__volatile__"), b"goto") => {
                self.out.finding(at, codes::ASSEMBLY, "not supported: inline assembly that jumps".into(), true);
            }
            // A label needs a statement.
            (Some(b":"), b"}") if start > self.last_end => self.output[self.last_end] = b';',
            (Some(b":"), token) if start > self.last_end && DECLARES.contains(&token) => {
                self.output[self.last_end] = b';';
            }
            (Some(b"{" | b"=" | b"," | b"("), b"&&") => {
                self.out.finding(at, codes::COMPUTED_GOTO, "not supported yet: the address of a label".into(), true);
            }
            (Some(b")"), b"{") if self.nesting.calls_a_name() && self.nesting.in_function() => {
                self.out.finding(at, codes::NESTED_FUNCTION, "not supported: a function in a function".into(), true);
            }
            _ => {}
        }
        self.track_head(start, token);
        if let Some(excess) = self.nesting.push(self.last, token) {
            if !self.out.findings.iter().any(|it| it.code == codes::TOO_DEEP) {
                self.out.finding(start..self.at, codes::TOO_DEEP, excess.to_string(), true);
            }
        }
        self.last = Some(token);
        self.last_end = self.at;
    }

    /// `a ?: b` is parsed as `a || b`. The `:` is the present token.
    fn elvis(&mut self, colon: usize) {
        let question = self.last_end - 1;
        self.output[colon] = b' ';
        self.output[question] = b'|';
        self.output[question + 1] = b'|';
        self.out.elvis.insert(question);
    }

    /// Watches for functions that are defined without a type.
    fn track_head(&mut self, start: usize, token: &'a [u8]) {
        if self.nesting.depth() > 1 || (self.nesting.depth() == 1 && !matches!(token, b")" | b"}")) {
            return;
        }
        if token == b"{" {
            self.implicit_int(self.head.len());
        } else if token == b";" {
            self.old_style_head();
        }
        if matches!(token, b";" | b"=" | b",") {
            self.static_without_type();
        }
        // The body of a definition whose parameters are declared behind their list.
        if token == b"{" && self.last == Some(b";") {
            self.old_style_body = true;
        }
        match token {
            b";" => self.head.clear(),
            b"}" if self.nesting.in_function() || self.old_style_body => {
                self.old_style_body = false;
                self.head.clear();
            }
            _ => self.head.push(start..self.at),
        }
    }

    /// `f(a) int a; {`: a definition without a type whose parameters are declared behind it.
    fn old_style_head(&mut self) {
        let open = self.head.iter().position(|it| &self.input[it.clone()] == b"(");
        let Some(open) = open.filter(|it| self.head.len() > it + 2) else { return };
        let text = |it: usize| &self.input[self.head[it].clone()];
        // `_Atomic(int) x;` and `typeof(x) y;` are types, and no body follows them.
        let is_type = open > 0 && matches!(text(open - 1), b"typeof" | b"alignas" | [b'_', ..]);
        let next = self.input[self.at..].iter().find(|it| matches!(it, b'{' | b'}' | b'(' | b'='));
        if text(open + 1) == b")" && is_word(text(open + 2)[0]) && !is_type && next == Some(&b'{') {
            self.implicit_int(open + 2);
        }
    }

    /// `static x;` becomes `int    x;`.
    fn static_without_type(&mut self) {
        let [storage, name] = self.head.as_slice() else { return };
        let (storage, name) = (storage.clone(), name.clone());
        if &self.input[storage.clone()] == b"static" && is_word(self.input[name.start]) {
            self.output[storage.clone()].copy_from_slice(b"int   ");
            self.out.static_int.insert(storage.start);
        }
    }

    /// Gives a type to the function that the first tokens of the present declaration define, if it has none.
    fn implicit_int(&mut self, length: usize) {
        const STORAGE: &[&[u8]] = &[b"static", b"extern", b"inline", b"__inline", b"__inline__"];
        let input = self.input;
        let [before @ .., name, open, close] = &self.head[..length] else { return };
        let text = |it: &Range<usize>| &input[it.clone()];
        let fits = text(open) == b"(" && text(close) == b")" && before.iter().all(|it| STORAGE.contains(&text(it)));
        if !fits || !is_word(text(name)[0]) || STORAGE.contains(&text(name)) {
            return;
        }
        // Blanks in front of the name are free to use, all but one behind a word.
        let name = name.clone();
        let blank = |it: &usize| matches!(self.output[*it], b' ' | b'\n');
        let gap = (0..name.start).rev().take_while(blank).count() - usize::from(!before.is_empty());
        if gap >= 4 {
            self.output[name.start - 4..name.start].copy_from_slice(b"int ");
        } else if gap + name.len() >= 5 {
            let from = name.start - gap;
            self.output[from..name.end].fill(b'_');
            self.output[from..from + 4].copy_from_slice(b"int ");
            self.out.renamed.insert(from + 4, name);
        }
    }
}

/// Some editors put it at the beginning of a file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Words that begin a declaration.
const DECLARES: &[&[u8]] = &[
    b"int",
    b"char",
    b"short",
    b"long",
    b"unsigned",
    b"signed",
    b"void",
    b"struct",
    b"union",
    b"enum",
    b"const",
    b"volatile",
    b"static",
    b"_Bool",
    b"_Atomic",
];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Only those operators are told apart that matter here.
fn operator_length(rest: &[u8]) -> usize {
    const LONG: &[&[u8]] = &[
        b"...", b"<<=", b">>=", b"&&", b"||", b"->", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=",
        b"^=", b"==", b"!=", b"<=", b">=", b"<<", b">>",
    ];
    LONG.iter().find(|it| rest.starts_with(it)).map_or(1, |it| it.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(text: &str) -> Prepared {
        let out = prepare(text, &[]);
        assert_eq!(out.text.len(), text.len());
        out
    }

    #[test]
    fn comments_directives_and_attributes_become_blanks() {
        assert_eq!(prepared("a/*x\ny*/b").text, "a   \n   b");
        assert_eq!(prepared("a // x\nb").text, "a     \nb");
        assert_eq!(prepared("#pragma x\nb").text, "         \nb");
        assert_eq!(prepared("\u{feff}#pragma x\nb").text, "            \nb");
        assert_eq!(prepared("\"/*\" '\"' '//'").text, "\"/*\" '\"' '//'");
        assert_eq!(prepared("f __attribute__ ((a(\"))\"))) ;").text.trim_end(), "f                           ;");
        let found = prepared("struct __attribute__((packed, aligned(8))) s").attributes;
        assert!(found[0].packed && found[0].at == (7..42) && found[0].aligned == Some(38..39));
    }

    #[test]
    fn a_comment_without_an_end_is_said_so() {
        let finding = &prepared("int x; /* y").findings[0];
        assert_eq!((finding.at.clone(), finding.code, finding.fatal), (7..9, codes::SYNTAX, true));
        assert!(prepared("/*/ x */").findings.is_empty());
    }

    #[test]
    fn words_that_the_parser_lacks_are_replaced_and_remembered() {
        let out = prepared("static __thread int x; __auto_type y = a$b; ");
        assert_eq!(out.text, "static register int x; int         y = a_b; ");
        assert!(out.thread_local.contains(&7) && out.auto_type.contains(&23));
        assert_eq!(prepared("0b101u+0B1 0x1e+5 0b2").text, "0x5u  +0x1 0x1e+5 0b2");
    }

    #[test]
    fn gnu_forms_get_a_shape_that_the_parser_knows() {
        let out = prepared("x = a ?: b; y = a ? : b;");
        assert_eq!(out.text, "x = a || b; y = a ||  b;");
        assert!(out.elvis.contains(&6) && out.elvis.contains(&18));
        assert_eq!(prepared("{ l: }{l:\n int x; }").text, "{ l:;}{l:; int x; }");
        assert_eq!(prepared("c ? a : b").text, "c ? a : b");
    }

    #[test]
    fn functions_without_a_type_get_one() {
        let out = prepared("int x;\nmain() { f(); }\n\n\n\ng(a) { }\nstatic longer(void) {}");
        assert_eq!(out.text, "int x;int _() { f(); }int g(a) { }\nstatic int __(void) {}");
        assert_eq!(out.renamed.values().map(|it| it.len()).sum::<usize>(), 10);
        for fine in
            ["struct s { int a; } f() { }", "int f() { g(); }", "T\nf() {}", "int a[] = { 1 }, b = f(x);", "main();"]
        {
            assert_eq!(prepared(fine).text, fine);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_their_length_and_matter_outside_of_comments_only() {
        let (text, bad) = decode(b"/* \xe9 */ x".to_vec());
        assert_eq!((text.as_str(), bad.as_slice()), ("/* ? */ x", [3usize].as_slice()));
        assert!(prepare(&text, &bad).findings.is_empty());
        let (text, bad) = decode(b"\"\xc3\"".to_vec());
        assert_eq!(prepare(&text, &bad).findings[0].code, codes::NOT_UTF8);
    }

    #[test]
    fn nesting_is_measured_before_the_parser_would_overflow() {
        for (open, close) in
            [("(", ")"), ("- ", ""), ("(int)", ""), ("a?b:", ""), ("a=", ""), ("{", "}"), ("if(a)", "")]
        {
            let deep = format!("{}x{}", open.repeat(MAX_NESTING + 10), close.repeat(MAX_NESTING + 10));
            assert!(prepared(&deep).findings.iter().any(|it| it.code == codes::TOO_DEEP), "{open}");
            let flat = format!("{}x{};", open.repeat(9), close.repeat(9)).repeat(1000);
            assert!(prepared(&flat).findings.is_empty(), "{open}");
        }
        for link in ["+a", "[0]", ".a", "(0)", "++", "&&a", "->a"] {
            let long = format!("x = a{};", link.repeat(30_000));
            assert!(prepared(&long).findings.iter().any(|it| it.code == codes::TOO_DEEP), "{link}");
        }
        let commas = "a, ".repeat(30_000);
        let operators = prepared(&format!("int main() {{ x = {commas}a; }}"));
        assert!(operators.findings.iter().any(|it| it.code == codes::TOO_DEEP));
        for list in ["int t[] =", "enum e"] {
            assert!(prepared(&format!("int main() {{ {list} {{ {commas} }}; }}")).findings.is_empty(), "{list}");
        }
        for fine in ["a;", "a, b;", "{ a; }", "f(a, b);", "\"a\" "] {
            let long = format!("int main() {{ {} }}", fine.repeat(30_000));
            assert!(prepared(&long).findings.is_empty(), "{fine}");
        }
        for slow in ["x = ", "x = -", "x = sizeof *"].map(|it| format!("{it}{}", "-- ".repeat(30))) {
            assert!(prepared(&slow).findings.iter().any(|it| it.code == codes::TOO_DEEP), "{slow}");
        }
        let slow = format!("typedef int T; {}", "T (".repeat(30));
        assert!(prepared(&slow).findings.iter().any(|it| it.code == codes::TOO_DEEP));
        let fine = format!(
            "typedef int T; T f(T (*g)(T (x))); int main() {{ {} --*--*++p; }}",
            "a++; b--; --c + --d; ".repeat(30)
        );
        assert!(prepared(&fine).findings.is_empty());
        let chain = "if(a){b;} else ".repeat(MAX_NESTING);
        assert!(prepared(&chain).findings.iter().any(|it| it.code == codes::TOO_DEEP));
    }
}
