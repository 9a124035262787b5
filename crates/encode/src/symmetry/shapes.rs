//! Terms up to the names of their unknowns and the order in which sums, products and conjunctions are written.
//!
//! A shape is a number; two terms of the same shape mean the same. Terms are looked at once as they are and then again and
//! again with their unknowns renamed.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term, Terms};
use std::mem::{Discriminant, discriminant};

/// More operands than this in all are not written down: long conjunctions of conjunctions take room.
const MOST_OPERANDS: usize = 4_000_000;

/// The outermost operation with its numbers, and the shapes of its operands.
type Form = (Discriminant<Node>, [u64; 2], Vec<u32>);

/// The shapes of terms.
pub struct Shapes<'a> {
    terms: &'a Terms,
    /// The terms and all that they are made of, operands first.
    list: Vec<Term>,
    places: FxHashMap<Term, u32>,
    numbers: FxHashMap<Form, u32>,
    forms: Vec<Form>,
    operands: usize,
    /// By place in the list: the shape under the names that the unknowns have, and under other names.
    first: Vec<u32>,
    now: Vec<u32>,
    /// By place in the list: whether the two differ.
    differs: Vec<bool>,
}

impl<'a> Shapes<'a> {
    /// Of these terms; nothing if they are too large.
    pub fn new(terms: &'a Terms, roots: &[Term]) -> Option<Shapes<'a>> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                open.extend(terms.node(term).operands());
            }
        }
        // Operands have smaller numbers.
        let mut list: Vec<Term> = seen.into_iter().collect();
        list.sort_unstable();
        let places = list.iter().enumerate().map(|(place, term)| (*term, place as u32)).collect();
        let count = list.len();
        let mut shapes = Shapes {
            terms,
            list,
            places,
            numbers: FxHashMap::default(),
            forms: Vec::new(),
            operands: 0,
            first: Vec::new(),
            now: vec![0; count],
            differs: vec![true; count],
        };
        if !shapes.rename(&|it| it) {
            return None;
        }
        shapes.first = shapes.now.clone();
        shapes.differs.fill(false);
        Some(shapes)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Gives all unknowns other names: a permutation of their numbers. Whether there was room for that.
    pub fn rename(&mut self, rename: &dyn Fn(u32) -> u32) -> bool {
        let is_first = self.first.is_empty();
        for place in 0..self.list.len() {
            let node = self.terms.node(self.list[place]);
            let differs = match node {
                Node::Variable { number, .. } => rename(number) != number,
                _ => node.operands().any(|it| self.differs[self.places[&it] as usize]),
            };
            if !is_first {
                self.differs[place] = differs;
                if !differs {
                    self.now[place] = self.first[place];
                    continue;
                }
            }
            let form = self.form(node, rename);
            self.now[place] = self.intern(form);
            if self.operands > MOST_OPERANDS {
                return false;
            }
        }
        true
    }

    /// The shape of a term under the names of its unknowns.
    pub fn at_first(&self, term: Term) -> u32 {
        self.first[self.places[&term] as usize]
    }

    /// Its shape under the names that were given last.
    pub fn now(&self, term: Term) -> u32 {
        self.now[self.places[&term] as usize]
    }

    fn form(&self, node: Node, rename: &dyn Fn(u32) -> u32) -> Form {
        let tag = discriminant(&node);
        let numbers = match node {
            Node::Constant { width, value } => [u64::from(width), value],
            Node::Variable { width, number } => [u64::from(width), u64::from(rename(number))],
            Node::Extract { low, width, .. } => [u64::from(low), u64::from(width)],
            Node::SignExtend { width, .. } => [u64::from(width), 0],
            Node::Not(_)
            | Node::And(..)
            | Node::Xor(..)
            | Node::Add(..)
            | Node::Mul(..)
            | Node::UDiv(..)
            | Node::URem(..)
            | Node::Shl(..)
            | Node::Lshr(..)
            | Node::Ashr(..)
            | Node::Eq(..)
            | Node::Ult(..)
            | Node::Slt(..)
            | Node::Concat(..)
            | Node::Ite(..) => [0, 0],
        };
        let mut shapes = Vec::new();
        let is_chain = matches!(node, Node::And(..) | Node::Xor(..) | Node::Add(..) | Node::Mul(..));
        for operand in node.operands() {
            let shape = self.now(operand);
            let form = &self.forms[shape as usize];
            if is_chain && form.0 == tag {
                shapes.extend_from_slice(&form.2);
            } else {
                shapes.push(shape);
            }
        }
        if is_chain || matches!(node, Node::Eq(..)) {
            shapes.sort_unstable();
        }
        if let Node::And(..) = node {
            shapes.dedup();
        }
        (tag, numbers, shapes)
    }

    fn intern(&mut self, form: Form) -> u32 {
        if let Some(&number) = self.numbers.get(&form) {
            return number;
        }
        let number = self.forms.len() as u32;
        self.operands += form.2.len();
        self.forms.push(form.clone());
        self.numbers.insert(form, number);
        number
    }
}
