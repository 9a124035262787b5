//! Bit-vector terms: an arena in which equal terms are one term.
//!
//! A Boolean is a bit-vector of width 1. A term is the number of its node and one bit for bitwise negation, so negation
//! costs nothing and `x` and `!x` are seen to be related at once. Constants follow the same rule: the node holds the even
//! one of `k` and `!k`.
//!
//! Every constructor rewrites on the way (see the modules), and so equal meaning often becomes the same term. A node is
//! pushed only by [`Terms::intern`], after its operands, so operands have smaller numbers.

mod arithmetic;
mod boolean;
mod bounds;
mod choice;
mod compare;
mod conjunction;
mod division;
mod evaluate;
mod overflow;
mod polynomial;
mod slice;
mod substitute;

pub use evaluate::Evaluator;

use polynomial::Polynomials;
use rustc_hash::FxHashMap;

/// A bit-vector of width 1 to 64, in the [`Terms`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(u32);

impl Term {
    /// The term with the node of this number.
    fn of(index: usize) -> Term {
        Term((index as u32) << 1)
    }

    /// The number of its node.
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the bitwise negation of its node.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Without the negation.
    pub(crate) fn plain(self) -> Term {
        Term(self.0 & !1)
    }

    /// Its bitwise negation.
    pub(crate) fn negated(self) -> Term {
        Term(self.0 ^ 1)
    }

    /// This term, negated if so wanted.
    pub(crate) fn negated_if(self, negate: bool) -> Term {
        Term(self.0 ^ u32::from(negate))
    }
}

/// The outermost operation of a term. There is no disjunction and no subtraction: `a | b` is `!(!a & !b)` and `a - b` is
/// `!(!a + b)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number below 2 to the width.
    Constant {
        /// How many bits.
        width: u8,
        /// Unsigned.
        value: u64,
    },
    /// An unknown.
    Variable {
        /// How many bits.
        width: u8,
        /// 0, 1, … in the order in which variables were made.
        number: u32,
    },
    /// Bitwise; the operand is not a constant and not a negation.
    Not(Term),
    /// Bitwise.
    And(Term, Term),
    /// Bitwise.
    Xor(Term, Term),
    /// Modulo 2 to the width.
    Add(Term, Term),
    /// Modulo 2 to the width.
    Mul(Term, Term),
    /// Unsigned; all ones for division by zero.
    UDiv(Term, Term),
    /// Unsigned; the dividend for division by zero.
    URem(Term, Term),
    /// Zeros come in from below, for large amounts only zeros.
    Shl(Term, Term),
    /// Zeros come in from above, for large amounts only zeros.
    Lshr(Term, Term),
    /// Copies of the sign come in from above.
    Ashr(Term, Term),
    /// Of width 1.
    Eq(Term, Term),
    /// Unsigned, of width 1.
    Ult(Term, Term),
    /// Signed, of width 1.
    Slt(Term, Term),
    /// If the first, of width 1, then the second, else the third.
    Ite(Term, Term, Term),
    /// The bits of the first above those of the second.
    Concat(Term, Term),
    /// Some of the bits.
    Extract {
        /// Of these bits.
        term: Term,
        /// The lowest that is taken.
        low: u8,
        /// How many are taken.
        width: u8,
    },
    /// Copies of the sign above it.
    SignExtend {
        /// What is extended.
        term: Term,
        /// How many bits there are then.
        width: u8,
    },
}

impl Node {
    /// The terms that it is made of.
    pub fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Node::Constant { .. } | Node::Variable { .. } => [None, None, None],
            Node::Not(it) | Node::Extract { term: it, .. } | Node::SignExtend { term: it, .. } => {
                [Some(it), None, None]
            }
            Node::And(left, right)
            | Node::Xor(left, right)
            | Node::Add(left, right)
            | Node::Mul(left, right)
            | Node::UDiv(left, right)
            | Node::URem(left, right)
            | Node::Shl(left, right)
            | Node::Lshr(left, right)
            | Node::Ashr(left, right)
            | Node::Eq(left, right)
            | Node::Ult(left, right)
            | Node::Slt(left, right)
            | Node::Concat(left, right) => [Some(left), Some(right), None],
            Node::Ite(condition, yes, no) => [Some(condition), Some(yes), Some(no)],
        };
        operands.into_iter().flatten()
    }
}

/// All terms of a query.
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    /// The unsigned range of each node.
    bounds: Vec<(u64, u64)>,
    /// How many constants a node chooses between, if it is a choice between few constants and nothing else; else 0.
    leaves: Vec<u8>,
    /// How many nodes have it as an operand, up to 255.
    parents: Vec<u8>,
    numbers: FxHashMap<Node, u32>,
    variables: Vec<Term>,
    polynomials: Polynomials,
    scratch: conjunction::Scratch,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

/// The largest number of this width.
pub(crate) fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - width)
}

/// The value as a signed number.
pub(crate) fn signed(width: u8, value: u64) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

/// The bit of the sign.
pub(crate) fn sign_bit(width: u8) -> u64 {
    1 << (width - 1)
}

impl Terms {
    /// Without any.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            widths: Vec::new(),
            bounds: Vec::new(),
            leaves: Vec::new(),
            parents: Vec::new(),
            numbers: FxHashMap::default(),
            variables: Vec::new(),
            polynomials: Polynomials::default(),
            scratch: conjunction::Scratch::default(),
        };
        // The first node, so that truth needs no search.
        terms.intern(Node::Constant { width: 1, value: 0 });
        terms
    }

    /// How many bits a term has.
    pub fn width(&self, term: Term) -> u8 {
        self.widths[term.index()]
    }

    /// A number; bits above the width are dropped.
    pub fn constant(&mut self, width: u8, value: u64) -> Term {
        let value = value & mask(width);
        let is_odd = value & 1 == 1;
        let even = if is_odd { !value & mask(width) } else { value };
        self.intern(Node::Constant { width, value: even }).negated_if(is_odd)
    }

    /// True or false.
    pub fn truth(&self, value: bool) -> Term {
        Term(u32::from(value))
    }

    /// A new unknown.
    pub fn variable(&mut self, width: u8) -> Term {
        let variable = self.intern(Node::Variable { width, number: self.variables.len() as u32 });
        self.variables.push(variable);
        variable
    }

    /// All unknowns so far, in the order in which they were made.
    pub fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: truth is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number, if the term is a constant.
    pub fn value_of(&self, term: Term) -> Option<u64> {
        match self.nodes[term.index()] {
            Node::Constant { width, value } if term.is_negated() => Some(!value & mask(width)),
            Node::Constant { width: _, value } => Some(value),
            _ => None,
        }
    }

    /// Whether a term is the constant true.
    pub fn is_true(&self, term: Term) -> bool {
        term == self.truth(true)
    }

    /// Whether a term is the constant false.
    pub fn is_false(&self, term: Term) -> bool {
        term == self.truth(false)
    }

    /// The outermost operation.
    pub fn node(&self, term: Term) -> Node {
        match self.nodes[term.index()] {
            Node::Constant { width, value } if term.is_negated() => {
                Node::Constant { width, value: !value & mask(width) }
            }
            node if !term.is_negated() => node,
            _ => Node::Not(term.plain()),
        }
    }

    /// The operation below the negation, if there is one.
    pub(crate) fn plain_node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// The operation, if it is not negated.
    fn positive_node(&self, term: Term) -> Option<Node> {
        if term.is_negated() { None } else { Some(self.nodes[term.index()]) }
    }

    /// The term whose node has this number, which is below [`Terms::len`].
    pub(crate) fn of_index(&self, index: usize) -> Term {
        debug_assert!(index < self.nodes.len());
        Term::of(index)
    }

    /// How many nodes have this one as an operand, up to 255.
    pub(crate) fn parents(&self, term: Term) -> u8 {
        self.parents[term.index()]
    }

    /// The unsigned range, by structure: from the first to the second, both included.
    pub fn bounds(&self, term: Term) -> (u64, u64) {
        let (low, high) = self.bounds[term.index()];
        if term.is_negated() {
            let all = mask(self.width(term));
            (all - high, all - low)
        } else {
            (low, high)
        }
    }

    /// The node of exactly this form, if there is one.
    fn existing(&self, node: Node) -> Option<Term> {
        self.numbers.get(&node).map(|index| Term::of(*index as usize))
    }

    /// The node of exactly this form.
    fn intern(&mut self, node: Node) -> Term {
        if let Some(index) = self.numbers.get(&node) {
            return Term::of(*index as usize);
        }
        let index = self.nodes.len();
        let width = self.width_of_node(node);
        debug_assert!((1..=64).contains(&width), "a width must be from 1 to 64, not {width}");
        let range = self.range_of_node(node, width);
        debug_assert!(range.0 <= range.1 && range.1 <= mask(width), "{node:?} has the range {range:?}");
        let leaves = self.leaves_of_node(node);
        for operand in operands(node).into_iter().flatten() {
            let count = &mut self.parents[operand.index()];
            *count = count.saturating_add(1);
        }
        self.nodes.push(node);
        self.widths.push(width);
        self.bounds.push(range);
        self.leaves.push(leaves);
        self.parents.push(0);
        self.numbers.insert(node, index as u32);
        Term::of(index)
    }

    fn width_of_node(&self, node: Node) -> u8 {
        match node {
            Node::Constant { width, .. }
            | Node::Variable { width, .. }
            | Node::Extract { width, .. }
            | Node::SignExtend { width, .. } => width,
            Node::Not(term)
            | Node::And(term, _)
            | Node::Xor(term, _)
            | Node::Add(term, _)
            | Node::Mul(term, _)
            | Node::UDiv(term, _)
            | Node::URem(term, _)
            | Node::Shl(term, _)
            | Node::Lshr(term, _)
            | Node::Ashr(term, _)
            | Node::Ite(_, term, _) => self.width(term),
            Node::Eq(..) | Node::Ult(..) | Node::Slt(..) => 1,
            Node::Concat(high, low) => self.width(high) + self.width(low),
        }
    }

    fn same_width(&self, a: Term, b: Term) -> u8 {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "operands differ in width");
        width
    }
}

/// The operands of a node.
pub(crate) fn operands(node: Node) -> [Option<Term>; 3] {
    match node {
        Node::Constant { .. } | Node::Variable { .. } => [None, None, None],
        Node::Not(term) | Node::Extract { term, .. } | Node::SignExtend { term, .. } => [Some(term), None, None],
        Node::And(a, b)
        | Node::Xor(a, b)
        | Node::Add(a, b)
        | Node::Mul(a, b)
        | Node::UDiv(a, b)
        | Node::URem(a, b)
        | Node::Shl(a, b)
        | Node::Lshr(a, b)
        | Node::Ashr(a, b)
        | Node::Eq(a, b)
        | Node::Ult(a, b)
        | Node::Slt(a, b)
        | Node::Concat(a, b) => [Some(a), Some(b), None],
        Node::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
    }
}
