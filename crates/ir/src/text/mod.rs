//! The text form of a program: what tests are written in, and what is shown when a person wants to see the automata.
//!
//! [`parse()`] inverts [`print()`]: for every valid program `parse(&print(p))` is [`without_source_texts`]`(p)`. Names
//! that stand for an id are resolved, so an unknown name is a parse error; everything else that can be wrong with a
//! program is left to [`crate::validate`].
//!
//! ```text
//! program lp64
//! file 0 "queue.c"
//! approximation "printf is ignored"
//!
//! global @x : i32 = 5                                             !0:3:5+1
//! const @name : [3 x i8] = text "hi\u{0}"
//! global @table : [2 x ptr] = addresses { 0: &@x+4, 8: &@main }
//!
//! function @main(%n : i32) -> i32 entry {                         !0:10:1+4
//!   reg %t : i32
//!   slot $m : mutex escapes
//!   l0 -> l1: %t = load.4 [&@x] na                                !0:12:5+3
//!   l1 -> l2 if (slt %t 5): skip
//!   l1 unless (slt %t 5): stop assume
//!   l2: return 0
//! }
//! ```
//!
//! # Grammar
//!
//! Space and line ends only separate; `//` starts a comment. `[ ]?` is optional, `*` repeated.
//!
//! ```text
//! program   = "program" ("lp64" | "ilp32") item*
//! item      = "file" number text | "approximation" text | "may_leak"
//!           | ("global" | "const" | "thread" | "const_thread") @name ":" shape ["=" init]? span?
//!           | "function" @name "(" (%name ":" type),* ")" ["->" width]? ["entry" | "runner"]? "library"? ["starts" location]?
//!             ["locations" number]? "{" span? member* "}"
//! init      = number | "text" text | ["bytes" hex-text]? ["addresses" "{" (number ":" address),* "}"]?
//! shape     = type | "ptr" | "mutex" | "bytes" number | "[" number "x" shape "]"
//!           | "record" size "align" number "{" (.name offset ":" shape),* "}"
//! type      = i1 … i64 (signed) | u1 … u64 | f32 | f64           width = i1 … i64
//! member    = "reg" %name ":" type | "slot" $name ":" shape "escapes"? "zeroed"? span? | edge
//! edge      = location ["->" location]? [("if" | "unless") expr]? ":" action span?      without "->": to = from
//! action    = "skip" | %name "=" expr | [%name "="]? "call" (@name | "[" expr "]") "(" expr,* ")" | "return" expr?
//!           | "stop" ("assume" | "cut" | "exit" | "threadexit" expr | "fail" text | "misuse" text text | "uninitialised" text)
//!           | operation
//! operation = %d "=" "load".size "[" a "]" order | "store".size "[" a "]" value order
//!           | %d "=" "update".how.size "[" a "]" operand order
//!           | %d "=" "cmpxchg".size "[" a "]" expected desired order failure-order "weak"?
//!           | "fence" order | [%d "="]? ("lock" | "unlock") "[" a "]" | %d "=" "trylock" "[" a "]" | "init" "[" a "]" kind
//!           | "destroy" "[" a "]" | "detach" thread | %d "=" "current"
//!           | %d "=" "spawn" function argument | [%d "="]? "join" thread | "atomic_begin" | "atomic_end"
//!           | %d "=" "choose" ("any" | number "to" number | "spurious" ("wait" | "timed_wait" | "exchange" | "retry")) | %d "=" "allocate" size ["as" shape] | "free" expr
//!           | ("open" | "close") $slot
//! order     = na | rlx | con | acq | rel | acq_rel | sc | unset      how = exchange | add | sub | and | or | xor
//!                                                          | nand | add_if_fits | sub_if_fits
//! expr      = number [":" width]? | "true" | "false" | %name | address | "(" unary expr ")" | "(" binary expr expr ")"
//!           | "(" ("zext" | "sext" | "trunc" | "ftof" | "stof" | "utof" | "ftos" | "ftou") width expr ")"
//!           | "(" "select" expr expr expr ")"
//! unary     = not neg negs fsqrt ffloor fceil              binary = add sub mul adds subs muls divu divs remu rems
//!             ftrunc fround frint                          and or xor shl shls shr shrs eq ne ult ule slt sle
//!                                                          fadd fsub fmul fdiv frem feq flt fle
//! address   = "&" (@name | $name) followed at once by +number or -number, if any
//! span      = "!" file ":" line ":" column "+" length      absent: no position
//! ```
//!
//! Names of letters, digits, `_`, `.` and `::` are written as they are, others in quotes: `%"a b"`. A number needs its
//! width only where the context does not give it: the right operand has the width of the left one, an assigned value
//! that of the register, an address that of a pointer. `-1` is the number whose bits are all ones. `locations` is
//! needed only if it is not one more than the largest location of an edge, `starts` only if that is not `l0`.

mod action;
mod dot;
mod expr;
mod lexer;
mod names;
mod parse;
mod print;

use crate::syntax::Program;
use source::Sources;
use std::fmt;

/// How deep expressions and shapes may be nested: the parser recurses that far. Part of [`crate::validate`]'s rules.
pub const MAX_DEPTH: usize = 500;

/// Why a text is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The text form of a program. It does not panic on an invalid one, but then [`parse()`] may refuse the text.
pub fn print(program: &Program) -> String {
    print::program(program)
}

/// The automata in the language of Graphviz, to be drawn; the functions of the library, too, if they are wanted.
pub fn dot(program: &Program, with_library: bool) -> String {
    dot::program(program, with_library)
}

/// Reads the text form. The result need not be valid, see [`crate::validate`].
pub fn parse(text: &str) -> Result<Program, ParseError> {
    parse::program(text)
}

/// The program without the texts of its source files, which the text form does not hold.
pub fn without_source_texts(program: &Program) -> Program {
    let mut sources = Sources::new();
    for file in program.sources.files() {
        sources.add(&file.name, None);
    }
    Program { sources, ..program.clone() }
}
