//! Program to text. What may be left out of a number is decided here and in [`super::expr`] by the same rule.

use super::lexer::{is_plain, quote};
use super::names::{binary_word, cause_word, conversion_word, order_word, unary_word, update_word};
use crate::address::DataModel;
use crate::syntax::*;
use source::Span;
use std::fmt::Write;

/// Where positions start.
const SPAN_COLUMN: usize = 64;

pub(super) fn program(program: &Program) -> String {
    let mut printer = Printer { program, function: None, text: String::new(), line_start: 0 };
    printer.program();
    printer.text
}

/// The guard of an edge, or nothing, and its action, as they stand on its line.
pub(super) fn edge_texts(program: &Program, function: &Function, edge: &Edge) -> (String, String) {
    let mut printer = Printer { program, function: Some(function), text: String::new(), line_start: 0 };
    printer.guard(&edge.guard);
    let guard = std::mem::take(&mut printer.text);
    printer.action(&edge.action);
    (guard.trim_start().to_owned(), printer.text)
}

/// The name of a function with its parameters and its result.
pub(super) fn head(program: &Program, function: &Function) -> String {
    let mut printer = Printer { program, function: Some(function), text: String::new(), line_start: 0 };
    printer.head(function);
    printer.text.push_str(if function.library { " library" } else { "" });
    printer.text
}

struct Printer<'p> {
    program: &'p Program,
    function: Option<&'p Function>,
    text: String,
    line_start: usize,
}

/// Appends formatted text; writing to a string does not fail.
macro_rules! put {
    ($printer:expr, $($argument:tt)*) => { let _ = write!($printer.text, $($argument)*); };
}

impl Printer<'_> {
    fn model(&self) -> DataModel {
        self.program.model
    }

    fn end_line(&mut self, span: Span) {
        if span != Span::NONE {
            let length = self.text.len() - self.line_start;
            let pad = SPAN_COLUMN.saturating_sub(length).max(1);
            put!(self, "{:pad$}!{}:{}:{}+{}", "", span.file.0, span.line, span.column, span.length);
        }
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn program(&mut self) {
        let program = self.program;
        put!(self, "program {}", if program.model == DataModel::Lp64 { "lp64" } else { "ilp32" });
        self.end_line(Span::NONE);
        for (index, file) in program.sources.files().iter().enumerate() {
            put!(self, "file {index} {}", quote(&file.name));
            self.end_line(Span::NONE);
        }
        for approximation in &program.approximations {
            put!(self, "approximation {}", quote(approximation));
            self.end_line(Span::NONE);
        }
        if program.may_leak {
            put!(self, "may_leak");
            self.end_line(Span::NONE);
        }
        self.end_line(Span::NONE);
        for global in &program.globals {
            put!(self, "{} {} : ", global_word(global), sigil('@', &global.name));
            self.shape(&global.shape);
            self.init(&global.shape, &global.init);
            self.end_line(global.span);
        }
        for (index, function) in program.functions.iter().enumerate() {
            self.end_line(Span::NONE);
            self.function = Some(function);
            let id = FunctionId(index as u32);
            let role = match () {
                () if program.entry == id => " entry",
                () if program.runner == Some(id) => " runner",
                () => "",
            };
            self.function(function, role);
        }
    }

    fn init(&mut self, shape: &Shape, init: &Init) {
        if init.bytes.is_empty() && init.addresses.is_empty() {
            return;
        }
        put!(self, " =");
        match (shape, &init.bytes[..]) {
            (Shape::Int { bits: bits @ (8 | 16 | 32 | 64), .. } | Shape::Float { bits: bits @ (32 | 64) }, bytes)
                if bytes.len() == usize::from(*bits) / 8 && init.addresses.is_empty() =>
            {
                let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
                put!(self, " {}", number(Width(*bits), value));
                return;
            }
            (_, []) => {}
            (Shape::Array(element, _), bytes) if matches!(**element, Shape::Int { bits: 8, .. }) => {
                match std::str::from_utf8(bytes) {
                    Ok(text) if init.addresses.is_empty() => {
                        put!(self, " text {}", quote(text));
                    }
                    _ => self.bytes(bytes),
                }
            }
            (_, bytes) => self.bytes(bytes),
        }
        if init.addresses.is_empty() {
            return;
        }
        put!(self, " addresses {{");
        for (index, (offset, base, plus)) in init.addresses.iter().enumerate() {
            put!(self, "{} {offset}: ", if index == 0 { "" } else { "," });
            self.address(*base, *plus);
        }
        put!(self, " }}");
    }

    fn bytes(&mut self, bytes: &[u8]) {
        put!(self, " bytes \"");
        for byte in bytes {
            put!(self, "{byte:02x}");
        }
        put!(self, "\"");
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Int { bits, signed } => {
                put!(self, "{}", type_word(Width(*bits), Kind::from(*signed)));
            }
            Shape::Float { bits } => {
                put!(self, "{}", type_word(Width(*bits), Kind::Float));
            }
            Shape::Pointer => self.text.push_str("ptr"),
            Shape::Mutex => self.text.push_str("mutex"),
            Shape::Bytes(size) => {
                put!(self, "bytes {size}");
            }
            Shape::Array(element, count) => {
                put!(self, "[{count} x ");
                self.shape(element);
                self.text.push(']');
            }
            Shape::Record { size, align, fields } => {
                put!(self, "record {size} align {align} {{");
                for (index, field) in fields.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    put!(self, "{comma} {} {}: ", sigil('.', &field.name), field.offset);
                    self.shape(&field.shape);
                }
                self.text.push_str(" }");
            }
        }
    }

    fn function(&mut self, function: &Function, role: &str) {
        self.text.push_str("function ");
        let parameters = self.head(function);
        self.text.push_str(role);
        if function.library {
            self.text.push_str(" library");
        }
        if function.entry != Location(0) {
            put!(self, " starts l{}", function.entry.0);
        }
        if function.locations != implied_locations(function) {
            put!(self, " locations {}", function.locations);
        }
        put!(self, " {{");
        self.end_line(function.span);
        for register in &function.registers[parameters..] {
            put!(self, "  reg {} : {}", sigil('%', &register.name), type_word(register.width, register.kind));
            self.end_line(Span::NONE);
        }
        for slot in &function.slots {
            put!(self, "  slot {} : ", sigil('$', &slot.name));
            self.shape(&slot.shape);
            self.text.push_str(if slot.escapes { " escapes" } else { "" });
            self.text.push_str(if slot.zeroed { " zeroed" } else { "" });
            self.end_line(slot.span);
        }
        for edge in &function.edges {
            self.edge(edge);
        }
        put!(self, "}}");
        self.end_line(Span::NONE);
    }

    /// Writes the name, the parameters and the result, and tells how many parameters there are.
    fn head(&mut self, function: &Function) -> usize {
        let parameters = (function.parameters as usize).min(function.registers.len());
        put!(self, "{}(", sigil('@', &function.name));
        for (index, register) in function.registers[..parameters].iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            put!(self, "{comma}{} : {}", sigil('%', &register.name), type_word(register.width, register.kind));
        }
        put!(self, ")");
        if let Some(width) = function.result {
            put!(self, " -> i{}", width.0);
        }
        parameters
    }

    fn edge(&mut self, edge: &Edge) {
        put!(self, "  l{}", edge.from.0);
        if edge.to != edge.from || !matches!(edge.action, Action::Return(_) | Action::Stop(_)) {
            put!(self, " -> l{}", edge.to.0);
        }
        self.guard(&edge.guard);
        self.text.push_str(": ");
        self.action(&edge.action);
        self.end_line(edge.span);
    }

    fn guard(&mut self, guard: &Guard) {
        match guard {
            Guard::Always => {}
            Guard::If(condition) => {
                self.text.push_str(" if ");
                self.expr(condition, Some(Width::BOOL));
            }
            Guard::Unless(condition) => {
                self.text.push_str(" unless ");
                self.expr(condition, Some(Width::BOOL));
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Skip => self.text.push_str("skip"),
            Action::Assign(register, value) => {
                self.dest(*register);
                self.expr(value, self.register_width(*register));
            }
            Action::Visible(operation) => self.operation(operation),
            Action::Call { dest, callee, arguments } => {
                if let Some(dest) = dest {
                    self.dest(*dest);
                }
                match callee {
                    Callee::Direct(function) => {
                        put!(self, "call {}(", self.function_name(*function));
                    }
                    Callee::Indirect(address) => {
                        self.at("call ", address);
                        self.text.push('(');
                    }
                }
                for (index, argument) in arguments.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { ", " });
                    self.expr(argument, None);
                }
                self.text.push(')');
            }
            Action::Return(None) => self.text.push_str("return"),
            Action::Return(Some(value)) => {
                self.text.push_str("return ");
                self.expr(value, self.function.and_then(|it| it.result));
            }
            Action::Stop(Stop::Assume) => self.text.push_str("stop assume"),
            Action::Stop(Stop::Cut) => self.text.push_str("stop cut"),
            Action::Stop(Stop::Exit) => self.text.push_str("stop exit"),
            Action::Stop(Stop::ThreadExit(value)) => self.word("stop threadexit", value),
            Action::Stop(Stop::Fail(text)) => {
                put!(self, "stop fail {}", quote(text));
            }
            Action::Stop(Stop::Misuse(Misused { kind, text })) => {
                put!(self, "stop misuse {} {}", quote(kind.code()), quote(text));
            }
            Action::Stop(Stop::Uninitialised(text)) => {
                put!(self, "stop uninitialised {}", quote(text));
            }
        }
    }

    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::Load { dest, address, size, order } => {
                self.dest(*dest);
                self.at(&format!("load.{} ", size.0), address);
                put!(self, " {}", order_word(*order));
            }
            Operation::Store { address, value, size, order } => {
                self.at(&format!("store.{} ", size.0), address);
                self.text.push(' ');
                self.expr(value, bits(*size));
                put!(self, " {}", order_word(*order));
            }
            Operation::Update { dest, address, update, operand, size, order } => {
                self.dest(*dest);
                self.at(&format!("update.{}.{} ", update_word(*update), size.0), address);
                self.text.push(' ');
                self.expr(operand, bits(*size));
                put!(self, " {}", order_word(*order));
            }
            Operation::CompareExchange { dest, address, expected, desired, size, order, failure, weak } => {
                self.dest(*dest);
                self.at(&format!("cmpxchg.{} ", size.0), address);
                self.text.push(' ');
                self.expr(expected, bits(*size));
                self.text.push(' ');
                self.expr(desired, bits(*size));
                put!(self, " {} {}{}", order_word(*order), order_word(*failure), if *weak { " weak" } else { "" });
            }
            Operation::Fence(order) => {
                put!(self, "fence {}", order_word(*order));
            }
            Operation::Lock { dest, mutex } => {
                dest.iter().for_each(|it| self.dest(*it));
                self.at("lock ", mutex);
            }
            Operation::TryLock { dest, mutex } => {
                self.dest(*dest);
                self.at("trylock ", mutex);
            }
            Operation::Unlock { dest, mutex } => {
                dest.iter().for_each(|it| self.dest(*it));
                self.at("unlock ", mutex);
            }
            Operation::InitMutex { mutex, kind } => {
                self.at("init ", mutex);
                self.text.push(' ');
                self.expr(kind, Some(Width(32)));
            }
            Operation::DestroyMutex(mutex) => self.at("destroy ", mutex),
            Operation::Spawn { dest, function, argument, place } => {
                self.dest(*dest);
                self.word("spawn", function);
                self.word("", argument);
                if let Some(place) = place {
                    self.at(" at ", place);
                }
            }
            Operation::Join { dest, thread } => {
                if let Some(dest) = dest {
                    self.dest(*dest);
                }
                self.word("join", thread);
            }
            Operation::Detach(thread) => self.word("detach", thread),
            Operation::CurrentThread { dest } => {
                self.dest(*dest);
                self.text.push_str("current");
            }
            Operation::Doubt { dest, about, left, right } => {
                self.dest(*dest);
                self.word(&format!("doubt {}", about.word()), left);
                self.word("", right);
            }
            Operation::Extent { dest, address } => {
                self.dest(*dest);
                self.at("extent ", address);
            }
            Operation::AtomicBegin { quiet } => {
                self.text.push_str(if *quiet { "atomic_begin quiet" } else { "atomic_begin" });
            }
            Operation::AtomicEnd => self.text.push_str("atomic_end"),
            Operation::Choose { dest, domain } => {
                self.dest(*dest);
                match domain {
                    Domain::Any => self.text.push_str("choose any"),
                    Domain::Spurious(cause) => {
                        self.text.push_str("choose spurious ");
                        self.text.push_str(cause_word(*cause));
                    }
                    Domain::Range { low, high } => {
                        let width = self.register_width(*dest).unwrap_or(Width(64));
                        put!(self, "choose {} to {}", number(width, *low), number(width, *high));
                    }
                }
            }
            Operation::Allocate { dest, size, zeroed, automatic, shape } => {
                self.dest(*dest);
                let head = match (automatic, zeroed) {
                    (true, _) => "allocate_automatic",
                    (false, true) => "allocate_zeroed",
                    (false, false) => "allocate",
                };
                self.word(head, size);
                if let Some(shape) = shape {
                    self.text.push_str(" as ");
                    self.shape(shape);
                }
            }
            Operation::Reallocate { dest, address, size } => {
                self.dest(*dest);
                self.word("reallocate", address);
                self.word("", size);
            }
            Operation::Free(address) => self.word("free", address),
            Operation::Release(address) => self.word("release", address),
            Operation::OpenSlot(slot) => {
                put!(self, "open {}", self.slot_name(*slot));
            }
            Operation::CloseSlot(slot) => {
                put!(self, "close {}", self.slot_name(*slot));
            }
        }
    }

    fn dest(&mut self, register: RegisterId) {
        put!(self, "{} = ", self.register_name(register));
    }

    /// A word and a value of pointer width.
    fn word(&mut self, word: &str, value: &Expr) {
        put!(self, "{word} ");
        self.expr(value, Some(Width(self.model().pointer_bits())));
    }

    /// A word and an address in brackets.
    fn at(&mut self, word: &str, address: &Expr) {
        put!(self, "{word}[");
        self.expr(address, Some(Width(self.model().pointer_bits())));
        self.text.push(']');
    }

    fn address(&mut self, base: Base, offset: i64) {
        let name = match base {
            Base::Global(global) => match self.program.globals.get(global.index()) {
                Some(global) => sigil('@', &global.name),
                None => format!("@\"<global {}>\"", global.0),
            },
            Base::Function(function) => self.function_name(function),
            Base::Slot(slot) => self.slot_name(slot),
        };
        put!(self, "&{name}");
        if offset != 0 {
            put!(self, "{offset:+}");
        }
    }

    /// Prints an expression where the context expects a width, and returns its width unless a name is unknown.
    fn expr(&mut self, expr: &Expr, expected: Option<Width>) -> Option<Width> {
        match expr {
            Expr::Const(Width::BOOL, bit @ 0..=1) => {
                self.text.push_str(if *bit == 1 { "true" } else { "false" });
                Some(Width::BOOL)
            }
            Expr::Const(width, value) => {
                put!(self, "{}", number(*width, *value));
                if expected != Some(*width) {
                    put!(self, ":i{}", width.0);
                }
                Some(*width)
            }
            Expr::Register(register) => {
                put!(self, "{}", self.register_name(*register));
                self.register_width(*register)
            }
            Expr::Address(base, offset) => {
                self.address(*base, *offset);
                Some(Width(self.model().pointer_bits()))
            }
            Expr::Unary(operator, operand) => {
                put!(self, "({} ", unary_word(*operator));
                let width = self.expr(operand, expected);
                self.text.push(')');
                width
            }
            Expr::Binary(operator, left, right) => {
                put!(self, "({} ", binary_word(*operator));
                let width = self.expr(left, if operator.is_comparison() { None } else { expected });
                self.text.push(' ');
                self.expr(right, width);
                self.text.push(')');
                if operator.is_comparison() { Some(Width::BOOL) } else { width }
            }
            Expr::Extend { signed, to, operand } => {
                put!(self, "({} i{} ", if *signed { "sext" } else { "zext" }, to.0);
                self.expr(operand, None);
                self.text.push(')');
                Some(*to)
            }
            Expr::Truncate(to, operand) => {
                put!(self, "(trunc i{} ", to.0);
                self.expr(operand, None);
                self.text.push(')');
                Some(*to)
            }
            Expr::Convert { conversion, to, operand } => {
                put!(self, "({} i{} ", conversion_word(*conversion), to.0);
                self.expr(operand, None);
                self.text.push(')');
                Some(*to)
            }
            Expr::Select(condition, yes, no) => {
                self.text.push_str("(select ");
                self.expr(condition, Some(Width::BOOL));
                self.text.push(' ');
                let width = self.expr(yes, expected);
                self.text.push(' ');
                self.expr(no, width);
                self.text.push(')');
                width
            }
        }
    }

    fn register_width(&self, register: RegisterId) -> Option<Width> {
        Some(self.function?.registers.get(register.index())?.width)
    }

    fn register_name(&self, register: RegisterId) -> String {
        match self.function.and_then(|it| it.registers.get(register.index())) {
            Some(register) => sigil('%', &register.name),
            None => format!("%\"<register {}>\"", register.0),
        }
    }

    fn slot_name(&self, slot: SlotId) -> String {
        match self.function.and_then(|it| it.slots.get(slot.index())) {
            Some(slot) => sigil('$', &slot.name),
            None => format!("$\"<slot {}>\"", slot.0),
        }
    }

    fn function_name(&self, function: FunctionId) -> String {
        match self.program.functions.get(function.index()) {
            Some(function) => sigil('@', &function.name),
            None => format!("@\"<function {}>\"", function.0),
        }
    }
}

/// One more than the largest location that an edge or the entry mentions.
pub(super) fn implied_locations(function: &Function) -> u32 {
    let edges = function.edges.iter().map(|it| it.from.max(it.to));
    edges.chain([function.entry]).max().map_or(0, |it| it.0.saturating_add(1))
}

fn bits(size: Bytes) -> Option<Width> {
    matches!(size.0, 1 | 2 | 4 | 8).then(|| size.width())
}

fn sigil(sigil: char, name: &str) -> String {
    if is_plain(name) { format!("{sigil}{name}") } else { format!("{sigil}{}", quote(name)) }
}

fn type_word(width: Width, kind: Kind) -> String {
    let letter = match kind {
        Kind::Signed => 'i',
        Kind::Unsigned => 'u',
        Kind::Float => 'f',
    };
    format!("{letter}{}", width.0)
}

/// Numbers a little below 0 are shown as such, others as they are.
fn number(width: Width, bits: u64) -> String {
    if (2..=64).contains(&width.0) && bits <= width.mask() && (-0x10000..0).contains(&width.signed(bits)) {
        return width.signed(bits).to_string();
    }
    bits.to_string()
}

fn global_word(global: &Global) -> &'static str {
    match (global.constant, global.thread_local) {
        (false, false) => "global",
        (true, false) => "const",
        (false, true) => "thread",
        (true, true) => "const_thread",
    }
}
