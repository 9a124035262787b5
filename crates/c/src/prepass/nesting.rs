//! How deep a recursive-descent parser gets, counted on tokens, and what takes it exponential time to refuse.

use super::{MAX_NESTING, is_word};
use std::collections::HashSet;
use std::fmt;

/// How many tokens may follow each other on one level without a separator. `a + a + …` and `a[0][0]…` take no depth to
/// parse but give a tree that is as deep as they are long, and everything that walks or frees it recurses.
const MAX_CHAIN: usize = 20_000;

/// How many commas may follow each other in one expression: as operators they give a tree that is as deep as there are many.
/// Elements between braces are not in each other.
const MAX_COMMAS: usize = 10_000;

/// How many `++` and `--` may stand in a row of prefix operators. The parser takes `--` for two `-` as well, and tries all
/// combinations before it gives up.
const MAX_UPDATES: usize = 10;

/// How often `T (` may be nested, where `T` may be the name of a type: the parser tries each `(` as one around a
/// declarator and as one around parameters.
const MAX_DECLARATORS: usize = 20;

/// What there is too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    Levels,
    Chain,
    Commas,
    Updates,
    Declarators,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Excess::Levels => write!(f, "more than {MAX_NESTING} levels of nesting"),
            Excess::Chain => write!(f, "more than {MAX_CHAIN} tokens in one expression"),
            Excess::Commas => write!(f, "more than {MAX_COMMAS} commas in one expression"),
            Excess::Updates => write!(f, "more than {MAX_UPDATES} times `++` or `--` before an operand"),
            Excess::Declarators => write!(f, "more than {MAX_DECLARATORS} levels of nesting in a declarator"),
        }
    }
}

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
    /// `++` and `--` in the present row of prefix operators.
    updates: usize,
    /// Words of declarations with `typedef`, outside of braces: the names of types, and some others.
    types: HashSet<&'a [u8]>,
    /// Whether and at which level there is such a declaration.
    typedef: Option<usize>,
    /// Open brackets behind such a word.
    declarators: usize,
}

struct Level<'a> {
    bracket: u8,
    before: Option<&'a [u8]>,
    /// Whether the bracket is the body of a function or a block in one.
    block: bool,
    /// Whether the word before may be the name of a type.
    declarator: bool,
    /// Whether the bracket holds elements or members, and no statements or operands.
    list: bool,
    /// Prefixes that are open on this level.
    chain: usize,
    /// Tokens since the last separator on this level.
    run: usize,
    /// Commas since the last semicolon or block on this level.
    commas: usize,
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

    /// Takes a token. Says if that is too much.
    pub(super) fn push(&mut self, last: Option<&'a [u8]>, token: &'a [u8]) -> Option<Excess> {
        self.push_prefix(token);
        self.push_type(token);
        let prefix = last.is_none_or(|it| !(is_word(it[0]) || matches!(it, b")" | b"]")));
        if matches!(last, Some(b";" | b"}")) && token != b"else" {
            self.close_chain();
            if let Some(level) = self.levels.last_mut() {
                level.commas = 0;
            }
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
                let declarator = token == b"(" && last.is_some_and(|it| self.types.contains(it));
                self.declarators += usize::from(declarator);
                let is_statement = |it: &[u8]| matches!(it, b"else" | b"do");
                let in_list = self.levels.last().is_some_and(|it| it.list);
                let list = token == b"{"
                    && (in_list || last.is_some_and(|it| it == b"=" || is_word(it[0]) && !is_statement(it)));
                self.levels.push(Level {
                    bracket: token[0],
                    before: last,
                    block,
                    declarator,
                    list,
                    chain: 0,
                    run: 0,
                    commas: 0,
                });
                self.depth += 1;
            }
            b")" | b"]" | b"}" => {
                if let Some(level) = self.levels.pop() {
                    self.declarators -= usize::from(level.declarator);
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
            b"," => {
                self.close_chain();
                if let Some(level) = self.levels.last_mut() {
                    level.commas += 1;
                }
            }
            _ if last == Some(b")") && is_word(token[0]) => self.open_chain(),
            _ => {}
        }
        match () {
            () if self.depth > MAX_NESTING => Some(Excess::Levels),
            () if self.levels.last().map_or(self.run, |it| it.run) > MAX_CHAIN => Some(Excess::Chain),
            () if self.levels.last().is_some_and(|it| !it.list && it.commas > MAX_COMMAS) => Some(Excess::Commas),
            () if self.updates > MAX_UPDATES => Some(Excess::Updates),
            () if self.declarators > MAX_DECLARATORS => Some(Excess::Declarators),
            () => None,
        }
    }

    fn push_prefix(&mut self, token: &[u8]) {
        match token {
            b"++" | b"--" => self.updates += 1,
            b"+" | b"-" | b"*" | b"&" | b"&&" | b"!" | b"~" | b"sizeof" => {}
            _ => self.updates = 0,
        }
    }

    fn push_type(&mut self, token: &'a [u8]) {
        match (token, self.typedef) {
            (b"typedef", _) => self.typedef = Some(self.levels.len()),
            (b";", Some(level)) if self.levels.len() <= level => self.typedef = None,
            (_, Some(level))
                if is_word(token[0])
                    && self.levels[level.min(self.levels.len())..].iter().all(|it| it.bracket != b'{') =>
            {
                self.types.insert(token);
            }
            _ => {}
        }
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
