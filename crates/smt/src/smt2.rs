//! Terms as SMT-LIB 2, for other solvers and for people.
//!
//! All terms are bit-vectors, Booleans too. Variables are `v0`, `v1`, …; a term that is used more than once, or whose text
//! is long, is defined once as `t` with its number. Operands have smaller numbers than what they are operands of, so the
//! nodes in the order of their numbers need no recursion.

use crate::term::{Node, Term, Terms, operands};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// From how many characters on a term is defined by itself even if it is used once.
const LONG: usize = 160;

/// Writes a query: the variables, the assertions (of width 1), and the command to check them.
pub fn write_smt2(terms: &Terms, assertions: &[Term], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "(set-logic QF_BV)")?;
    let texts = Smt2Texts::define(terms, assertions, out)?;
    for assertion in assertions {
        writeln!(out, "(assert {})", texts.condition(*assertion))?;
    }
    writeln!(out, "(check-sat)")
}

/// What terms are called in a query that is being written by somebody who has more to say than terms.
pub struct Smt2Texts<'a> {
    terms: &'a Terms,
    texts: FxHashMap<u32, String>,
}

impl<'a> Smt2Texts<'a> {
    /// Writes the variables of these terms, and definitions of what is used repeatedly.
    pub fn define(terms: &'a Terms, roots: &[Term], out: &mut impl Write) -> io::Result<Smt2Texts<'a>> {
        Ok(Smt2Texts { terms, texts: define(terms, roots, out)? })
    }

    /// A term among those (or below one of those) that were defined, as a bit-vector.
    pub fn vector(&self, term: Term) -> String {
        text(self.terms, &self.texts, term)
    }

    /// A term of width 1 among those that were defined, as a condition.
    pub fn condition(&self, term: Term) -> String {
        if self.terms.is_true(term) {
            return "true".to_owned();
        }
        let bit = if term.is_negated() { "#b0" } else { "#b1" };
        format!("(= {} {bit})", self.texts[&(term.index() as u32)])
    }
}

/// Writes variables and definitions; the texts of all nodes below the roots, by index.
fn define(terms: &Terms, roots: &[Term], out: &mut impl Write) -> io::Result<FxHashMap<u32, String>> {
    let uses = count_uses(terms, roots);
    let mut order: Vec<u32> = uses.keys().copied().collect();
    order.sort_unstable();
    let mut texts: FxHashMap<u32, String> = FxHashMap::default();
    for index in order {
        let term = terms.of_index(index as usize);
        let width = terms.width(term);
        let text = match terms.plain_node(term) {
            Node::Constant { width, value } => constant(width, value),
            Node::Variable { number, width } => {
                writeln!(out, "(declare-const v{number} (_ BitVec {width}))")?;
                format!("v{number}")
            }
            node => {
                let text = operation(terms, &texts, node);
                if uses[&index] > 1 || text.len() > LONG {
                    writeln!(out, "(define-fun t{index} () (_ BitVec {width}) {text})")?;
                    format!("t{index}")
                } else {
                    text
                }
            }
        };
        texts.insert(index, text);
    }
    Ok(texts)
}

/// How often each node below the assertions is used.
fn count_uses(terms: &Terms, assertions: &[Term]) -> FxHashMap<u32, u32> {
    let mut uses: FxHashMap<u32, u32> = FxHashMap::default();
    let mut stack: Vec<Term> = assertions.to_vec();
    while let Some(term) = stack.pop() {
        let count = uses.entry(term.index() as u32).or_insert(0);
        *count += 1;
        if *count == 1 {
            stack.extend(operands(terms.plain_node(term)).into_iter().flatten());
        }
    }
    uses
}

fn constant(width: u8, value: u64) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = usize::from(width) / 4)
    } else {
        format!("#b{value:0digits$b}", digits = usize::from(width))
    }
}

/// The text of an operand.
fn text(terms: &Terms, texts: &FxHashMap<u32, String>, term: Term) -> String {
    match terms.value_of(term) {
        Some(value) => constant(terms.width(term), value),
        None if term.is_negated() => format!("(bvnot {})", texts[&(term.index() as u32)]),
        None => texts[&(term.index() as u32)].clone(),
    }
}

fn operation(terms: &Terms, texts: &FxHashMap<u32, String>, node: Node) -> String {
    let of = |term: Term| text(terms, texts, term);
    let binary = |name: &str, a: Term, b: Term| format!("({name} {} {})", of(a), of(b));
    let bit = |name: &str, a: Term, b: Term| format!("(ite ({name} {} {}) #b1 #b0)", of(a), of(b));
    match node {
        Node::Constant { width, value } => constant(width, value),
        Node::Variable { number, .. } => format!("v{number}"),
        Node::Not(term) => of(term.negated()),
        Node::And(a, b) => binary("bvand", a, b),
        Node::Xor(a, b) => binary("bvxor", a, b),
        Node::Add(a, b) => binary("bvadd", a, b),
        Node::Mul(a, b) => binary("bvmul", a, b),
        Node::UDiv(a, b) => binary("bvudiv", a, b),
        Node::URem(a, b) => binary("bvurem", a, b),
        Node::Shl(a, b) => binary("bvshl", a, b),
        Node::Lshr(a, b) => binary("bvlshr", a, b),
        Node::Ashr(a, b) => binary("bvashr", a, b),
        Node::Eq(a, b) => bit("=", a, b),
        Node::Ult(a, b) => bit("bvult", a, b),
        Node::Slt(a, b) => bit("bvslt", a, b),
        Node::Ite(c, a, b) => format!("(ite (= {} #b1) {} {})", of(c), of(a), of(b)),
        Node::Concat(a, b) => binary("concat", a, b),
        Node::Extract { term, low, width } => {
            format!("((_ extract {} {low}) {})", low + width - 1, of(term))
        }
        Node::SignExtend { term, width } => {
            format!("((_ sign_extend {}) {})", width - terms.width(term), of(term))
        }
    }
}
