//! Tokens to program, by recursive descent: files, globals, shapes, functions. Edges are in [`super::action`],
//! expressions in [`super::expr`].

use super::lexer::{Lexed, Number, Sign, Token, lex};
use super::print::implied_locations;
use super::{MAX_DEPTH, ParseError};
use crate::address::DataModel;
use crate::syntax::*;
use source::{Sources, Span};
use std::collections::HashMap;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

pub(super) fn program(text: &str) -> Result<Program> {
    let mut parser = Parser {
        tokens: lex(text)?,
        at: 0,
        depth: 0,
        model: DataModel::Lp64,
        names: HashMap::new(),
        scope: Scope::default(),
    };
    parser.program()
}

pub(super) struct Parser {
    tokens: Vec<Lexed>,
    at: usize,
    depth: usize,
    pub(super) model: DataModel,
    /// Globals and functions, known before the first item is read.
    pub(super) names: HashMap<String, Base>,
    /// The function that is being read.
    pub(super) scope: Scope,
}

/// Names of one function.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) registers: HashMap<String, (RegisterId, Width)>,
    pub(super) slots: HashMap<String, SlotId>,
    pub(super) result: Option<Width>,
}

/// What a function is to its program.
enum Role {
    Entry,
    Runner,
    Other,
}

impl Parser {
    // Tokens.

    /// The next token. The last one, `End`, is never passed.
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].token
    }

    pub(super) fn is_glued(&self) -> bool {
        self.tokens[self.at].glued
    }

    /// The token after the next one, and whether it is glued to the next one.
    pub(super) fn peek_second(&self) -> (&Token, bool) {
        let second = &self.tokens[(self.at + 1).min(self.tokens.len() - 1)];
        (&second.token, second.glued)
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Where the parser is, for [`Parser::go`].
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Back, or on, to a place that it was at before.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        let Lexed { line, column, .. } = self.tokens[self.at];
        Err(ParseError { line, column, message: message.into() })
    }

    pub(super) fn accept_mark(&mut self, mark: char) -> bool {
        let found = *self.peek() == Token::Mark(mark);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_mark(&mut self, mark: char) -> Result<()> {
        if self.accept_mark(mark) { Ok(()) } else { self.fail(format!("expected '{mark}'")) }
    }

    pub(super) fn peek_word(&self) -> Option<&str> {
        match self.peek() {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.accept_word(word) { Ok(()) } else { self.fail(format!("expected '{word}'")) }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String> {
        let Token::Word(word) = self.peek() else { return self.fail(format!("expected {what}")) };
        let word = word.clone();
        self.advance();
        Ok(word)
    }

    pub(super) fn text(&mut self) -> Result<String> {
        let Token::Text(text) = self.peek() else { return self.fail("expected a quoted text") };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    fn number32(&mut self) -> Result<u32> {
        let Token::Number(Number { sign: Sign::None, magnitude }) = *self.peek() else {
            return self.fail("expected a number without a sign");
        };
        let Ok(number) = u32::try_from(magnitude) else { return self.fail("the number does not fit 32 bits") };
        self.advance();
        Ok(number)
    }

    /// The bits of a number of this width.
    pub(super) fn bits(&mut self, width: Width) -> Result<u64> {
        let Token::Number(number) = *self.peek() else { return self.fail("expected a number") };
        let bits = match number.sign {
            Sign::None | Sign::Plus => number.magnitude,
            Sign::Minus if number.magnitude <= 1 << (width.0 - 1) => number.magnitude.wrapping_neg() & width.mask(),
            Sign::Minus => return self.fail(format!("the number does not fit {} bits", width.0)),
        };
        self.advance();
        Ok(bits)
    }

    pub(super) fn span(&mut self) -> Span {
        let Token::Span(span) = *self.peek() else { return Span::NONE };
        self.advance();
        span
    }

    /// `i32` or `u32`, as a width of 1 to 64 and a sign; `f32` or `f64`.
    pub(super) fn accept_type(&mut self) -> Option<(Width, Kind)> {
        let found = type_of_word(self.peek_word()?)?;
        self.advance();
        Some(found)
    }

    pub(super) fn width(&mut self) -> Result<Width> {
        match self.peek_word().and_then(type_of_word) {
            Some((width, Kind::Signed)) => {
                self.advance();
                Ok(width)
            }
            _ => self.fail("expected a width, i1 to i64"),
        }
    }

    /// `l12`
    pub(super) fn location(&mut self) -> Result<Location> {
        let digits = self.peek_word().and_then(|it| it.strip_prefix('l'));
        let Some(number) = digits.and_then(decimal).filter(|it| *it < u32::MAX) else {
            return self.fail("expected a location such as l0");
        };
        self.advance();
        Ok(Location(number))
    }

    /// Runs `inner` one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.fail(format!("nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    // Items.

    fn program(&mut self) -> Result<Program> {
        self.expect_word("program")?;
        self.model = match self.word("lp64 or ilp32")?.as_str() {
            "lp64" => DataModel::Lp64,
            "ilp32" => DataModel::Ilp32,
            _ => return self.fail("expected lp64 or ilp32 before this"),
        };
        self.declare()?;
        let mut program = Program {
            model: self.model,
            sources: Sources::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            entry: FunctionId(0),
            runner: None,
            approximations: Vec::new(),
            may_leak: false,
        };
        let mut entry = None;
        while *self.peek() != Token::End {
            let Some(word) = self.peek_word() else { return self.fail("expected an item") };
            match word {
                "file" => self.file(&mut program.sources)?,
                "approximation" => {
                    self.advance();
                    program.approximations.push(self.text()?);
                }
                "may_leak" => {
                    self.advance();
                    program.may_leak = true;
                }
                "global" | "const" | "thread" | "const_thread" => program.globals.push(self.global()?),
                "function" => {
                    let (function, role) = self.function()?;
                    let id = FunctionId(program.functions.len() as u32);
                    let before = match role {
                        Role::Entry => entry.replace(id),
                        Role::Runner => program.runner.replace(id),
                        Role::Other => None,
                    };
                    if before.is_some() {
                        return self.fail("a second entry or runner function ends here");
                    }
                    program.functions.push(function);
                }
                _ => return self.fail("expected file, approximation, global, const, thread, const_thread or function"),
            }
        }
        let Some(entry) = entry else { return self.fail("no function is marked as entry") };
        program.entry = entry;
        Ok(program)
    }

    /// Finds the names of all globals and functions; they can be used before they are declared.
    fn declare(&mut self) -> Result<()> {
        let (mut globals, mut functions) = (0, 0);
        for index in self.at..self.tokens.len() - 1 {
            let (Token::Word(word), Token::Global(name)) = (&self.tokens[index].token, &self.tokens[index + 1].token)
            else {
                continue;
            };
            let base = match word.as_str() {
                "global" | "const" | "thread" | "const_thread" => {
                    globals += 1;
                    Base::Global(GlobalId(globals - 1))
                }
                "function" => {
                    functions += 1;
                    Base::Function(FunctionId(functions - 1))
                }
                _ => continue,
            };
            if self.names.insert(name.clone(), base).is_some() {
                self.at = index + 1;
                return self.fail("the name is already taken");
            }
        }
        Ok(())
    }

    fn file(&mut self, sources: &mut Sources) -> Result<()> {
        self.advance();
        let count = sources.files().len();
        if self.number32()? as usize != count {
            return self.fail(format!("expected file number {count} before this"));
        }
        let name = self.text()?;
        sources.add(&name, None);
        if sources.files().len() == count { self.fail("the file is already there") } else { Ok(()) }
    }

    fn global(&mut self) -> Result<Global> {
        let word = self.word("global")?;
        let constant = word == "const" || word == "const_thread";
        let thread_local = word == "thread" || word == "const_thread";
        let Token::Global(name) = self.peek().clone() else { return self.fail("expected a name such as @x") };
        self.advance();
        self.expect_mark(':')?;
        let shape = self.shape()?;
        let init = if self.accept_mark('=') { self.init(&shape)? } else { Init::default() };
        Ok(Global { name, shape, init, constant, thread_local, span: self.span() })
    }

    fn init(&mut self, shape: &Shape) -> Result<Init> {
        let mut init = Init::default();
        if let Token::Number(_) = self.peek() {
            let (Shape::Int { bits: bits @ (8 | 16 | 32 | 64), .. } | Shape::Float { bits: bits @ (32 | 64) }) = shape
            else {
                return self.fail("a number is given to something that is no number");
            };
            let value = self.bits(Width(*bits))?;
            init.bytes = value.to_le_bytes()[..usize::from(*bits) / 8].to_vec();
            return Ok(init);
        }
        if self.accept_word("text") {
            init.bytes = self.text()?.into_bytes();
            return Ok(init);
        }
        if self.accept_word("bytes") {
            let Some(bytes) = hex(&self.text()?) else { return self.fail("expected pairs of hex digits before this") };
            init.bytes = bytes;
        } else if self.peek_word() != Some("addresses") {
            return self.fail("expected a number, text, bytes or addresses");
        }
        if self.accept_word("addresses") {
            self.expect_mark('{')?;
            while !self.accept_mark('}') {
                let offset = self.number32()?;
                self.expect_mark(':')?;
                let (base, plus) = self.address()?;
                init.addresses.push((offset, base, plus));
                if !self.accept_mark(',') && *self.peek() != Token::Mark('}') {
                    return self.fail("expected ',' or '}'");
                }
            }
        }
        Ok(init)
    }

    pub(super) fn shape(&mut self) -> Result<Shape> {
        self.nested(Self::shape_inner)
    }

    fn shape_inner(&mut self) -> Result<Shape> {
        if let Some((Width(bits), kind)) = self.accept_type() {
            return Ok(match kind {
                Kind::Signed => Shape::Int { bits, signed: true },
                Kind::Unsigned => Shape::Int { bits, signed: false },
                Kind::Float => Shape::Float { bits },
            });
        }
        if self.accept_mark('[') {
            let count = self.number32()?;
            self.expect_word("x")?;
            let element = self.shape()?;
            self.expect_mark(']')?;
            return Ok(Shape::Array(Box::new(element), count));
        }
        if self.accept_word("ptr") {
            return Ok(Shape::Pointer);
        }
        if self.accept_word("mutex") {
            return Ok(Shape::Mutex);
        }
        if self.accept_word("bytes") {
            return Ok(Shape::Bytes(self.number32()?));
        }
        if self.accept_word("record") {
            return self.record();
        }
        self.fail("expected a shape such as i32, ptr, mutex, bytes 16, [4 x i32] or record 8 align 4 { }")
    }

    fn record(&mut self) -> Result<Shape> {
        let size = self.number32()?;
        self.expect_word("align")?;
        let align = self.number32()?;
        self.expect_mark('{')?;
        let mut fields = Vec::new();
        while !self.accept_mark('}') {
            let Token::Field(name) = self.peek().clone() else { return self.fail("expected a field such as .x") };
            self.advance();
            let offset = self.number32()?;
            self.expect_mark(':')?;
            let shape = self.shape()?;
            fields.push(Field { name, offset, shape });
            if !self.accept_mark(',') && *self.peek() != Token::Mark('}') {
                return self.fail("expected ',' or '}'");
            }
        }
        Ok(Shape::Record { size, align, fields })
    }

    fn function(&mut self) -> Result<(Function, Role)> {
        self.scope = Scope::default();
        self.advance();
        let Token::Global(name) = self.peek().clone() else { return self.fail("expected a name such as @f") };
        self.advance();
        let mut function = Function {
            name,
            parameters: 0,
            result: None,
            library: false,
            registers: Vec::new(),
            slots: Vec::new(),
            locations: 0,
            entry: Location(0),
            edges: Vec::new(),
            span: Span::NONE,
        };
        self.expect_mark('(')?;
        while !self.accept_mark(')') {
            self.register(&mut function)?;
            if !self.accept_mark(',') && *self.peek() != Token::Mark(')') {
                return self.fail("expected ',' or ')'");
            }
        }
        function.parameters = function.registers.len() as u32;
        if *self.peek() == Token::Arrow {
            self.advance();
            function.result = Some(self.width()?);
        }
        self.scope.result = function.result;
        let role = match () {
            () if self.accept_word("entry") => Role::Entry,
            () if self.accept_word("runner") => Role::Runner,
            () => Role::Other,
        };
        function.library = self.accept_word("library");
        if self.accept_word("starts") {
            function.entry = self.location()?;
        }
        let locations = if self.accept_word("locations") { Some(self.number32()?) } else { None };
        self.expect_mark('{')?;
        function.span = self.span();
        while !self.accept_mark('}') {
            match self.peek_word() {
                Some("reg") => {
                    self.advance();
                    self.register(&mut function)?;
                }
                Some("slot") => self.slot(&mut function)?,
                Some(_) => {
                    let edge = self.edge()?;
                    function.edges.push(edge);
                }
                None => return self.fail("expected reg, slot, a location or '}'"),
            }
        }
        function.locations = locations.unwrap_or_else(|| implied_locations(&function));
        Ok((function, role))
    }

    fn register(&mut self, function: &mut Function) -> Result<()> {
        let Token::Register(name) = self.peek().clone() else { return self.fail("expected a register such as %x") };
        let id = RegisterId(function.registers.len() as u32);
        if self.scope.registers.contains_key(&name) {
            return self.fail("the name is already taken");
        }
        self.advance();
        self.expect_mark(':')?;
        let Some((width, kind)) = self.accept_type() else { return self.fail("expected a type such as i32 or u64") };
        self.scope.registers.insert(name.clone(), (id, width));
        function.registers.push(Register { name, width, kind });
        Ok(())
    }

    fn slot(&mut self, function: &mut Function) -> Result<()> {
        self.advance();
        let Token::Slot(name) = self.peek().clone() else { return self.fail("expected a slot such as $x") };
        let id = SlotId(function.slots.len() as u32);
        if self.scope.slots.insert(name.clone(), id).is_some() {
            return self.fail("the name is already taken");
        }
        self.advance();
        self.expect_mark(':')?;
        let shape = self.shape()?;
        let escapes = self.accept_word("escapes");
        let zeroed = self.accept_word("zeroed");
        function.slots.push(Slot { name, shape, escapes, zeroed, span: self.span() });
        Ok(())
    }
}

fn type_of_word(word: &str) -> Option<(Width, Kind)> {
    let (kind, digits) = match word.as_bytes().first()? {
        b'i' => (Kind::Signed, &word[1..]),
        b'u' => (Kind::Unsigned, &word[1..]),
        b'f' => (Kind::Float, &word[1..]),
        _ => return None,
    };
    let bits = decimal(digits).filter(|it| (1..=64).contains(it))?;
    Some((Width(bits as u8), kind))
}

/// Digits only: `u32::from_str` would take a sign.
fn decimal(digits: &str) -> Option<u32> {
    if digits.bytes().all(|it| it.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|it| it.to_digit(16)).collect();
    let digits = digits.filter(|it| it.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|it| (it[0] * 16 + it[1]) as u8).collect())
}
