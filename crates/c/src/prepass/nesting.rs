//! How deep a recursive-descent parser gets, counted on tokens.

use super::{MAX_NESTING, is_word};

/// How many tokens may follow each other on one level without a separator. `a + a + …` and `a[0][0]…` take no depth to
/// parse but give a tree that is as deep as they are long, and everything that walks or frees it recurses.
const MAX_CHAIN: usize = 20_000;

/// Counts how deep a recursive-descent parser is at each token, roughly and rather too much than too little.
#[derive(Default)]
pub(super) struct Nesting<'a> {
    levels: Vec<Level<'a>>,
    /// Behind the last level: of the file itself.
    file: usize,
    /// Tokens since the last separator on the level of the file.
    run: usize,
    depth: usize,
    /// The word before the bracket that was closed last.
    closed_after: Option<&'a [u8]>,
}

struct Level<'a> {
    bracket: u8,
    before: Option<&'a [u8]>,
    /// Whether the bracket is the body of a function or a block in one.
    block: bool,
    /// Prefixes that are open on this level.
    chain: usize,
    /// Tokens since the last separator on this level.
    run: usize,
}

impl<'a> Nesting<'a> {
    /// Whether the bracket that was closed last follows a name, as in a call.
    pub(super) fn calls_a_name(&self) -> bool {
        const NOT_NAMES: &[&[u8]] =
            &[b"if", b"while", b"for", b"switch", b"sizeof", b"return", b"typeof", b"__typeof__", b"__typeof", b"else"];
        self.closed_after.is_some_and(|it| it.first().is_some_and(|it| is_word(*it)) && !NOT_NAMES.contains(&it))
    }

    pub(super) fn in_function(&self) -> bool {
        self.levels.last().is_some_and(|it| it.block)
    }

    /// How many brackets are open.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Takes a token. Whether it is nested too deeply.
    pub(super) fn push(&mut self, last: Option<&'a [u8]>, token: &'a [u8]) -> bool {
        let prefix = last.is_none_or(|it| !(is_word(it[0]) || matches!(it, b")" | b"]")));
        if matches!(last, Some(b";" | b"}")) && token != b"else" {
            self.close_chain();
        }
        // Literals that follow each other are one.
        if token[0] != b'"' {
            *self.levels.last_mut().map_or(&mut self.run, |it| &mut it.run) += 1;
        }
        match token {
            b"(" | b"[" | b"{" => {
                // Perhaps a cast of a cast.
                if last == Some(b")") && token == b"(" {
                    self.open_chain();
                }
                let parent = self.levels.last().is_some_and(|it| it.block);
                let block = token == b"{" && (matches!(last, Some(b")")) || parent || matches!(last, Some(b"(")));
                self.levels.push(Level { bracket: token[0], before: last, block, chain: 0, run: 0 });
                self.depth += 1;
            }
            b")" | b"]" | b"}" => {
                if let Some(level) = self.levels.pop() {
                    self.closed_after = if level.bracket == b'(' { level.before } else { None };
                    self.depth -= 1 + level.chain;
                }
            }
            // `else if` is one level.
            b"if" if last == Some(b"else") => {}
            b"else" | b"if" | b"while" | b"for" | b"do" | b"switch" | b"?" | b"sizeof" => self.open_chain(),
            b"=" | b"+=" | b"-=" | b"*=" | b"/=" | b"%=" | b"&=" | b"|=" | b"^=" | b"<<=" | b">>=" => self.open_chain(),
            b"!" | b"~" => self.open_chain(),
            b"*" | b"-" | b"+" | b"&" | b"++" | b"--" if prefix => self.open_chain(),
            b":" => self.open_chain(),
            b"," => self.close_chain(),
            _ if last == Some(b")") && is_word(token[0]) => self.open_chain(),
            _ => {}
        }
        self.depth > MAX_NESTING || self.levels.last().map_or(self.run, |it| it.run) > MAX_CHAIN
    }

    fn open_chain(&mut self) {
        *self.levels.last_mut().map_or(&mut self.file, |it| &mut it.chain) += 1;
        self.depth += 1;
    }

    fn close_chain(&mut self) {
        let (chain, run) = match self.levels.last_mut() {
            Some(level) => (&mut level.chain, &mut level.run),
            None => (&mut self.file, &mut self.run),
        };
        self.depth -= std::mem::take(chain);
        *run = 0;
    }
}
