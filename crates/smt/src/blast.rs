//! Bit-blasting: terms become vectors of literals, lowest bit first, with clauses that define them.
//!
//! Each node is blasted once, and each gate is built once (`blast/gates.rs`). Terms may be very deep, so the traversal has
//! a stack of its own. A conjunction whose inner nodes nobody else needs becomes one gate. What is asserted becomes
//! clauses without a gate on top (`blast/assert.rs`).

mod assert;
mod circuits;
mod gates;

use crate::sat::{Lit, Sat};
use crate::term::{Node, Term, Terms, operands};
use circuits::Circuits;
use gates::Gates;
use rustc_hash::FxHashMap;

/// Where the bits of a node are that is not blasted.
const NOWHERE: u32 = u32::MAX;

/// The literals of terms, in one solver.
pub struct Blaster {
    gates: Gates,
    /// Where the bits of each node begin in `pool`.
    places: Vec<u32>,
    pool: Vec<Lit>,
    /// The quotient and the remainder of two terms, one after the other in `pool`.
    divisions: FxHashMap<(Term, Term), u32>,
    stack: Vec<Term>,
    conjuncts: Vec<Term>,
    literals: Vec<Lit>,
    answer: Vec<Lit>,
}

impl Default for Blaster {
    fn default() -> Blaster {
        Blaster::new()
    }
}

impl Blaster {
    /// Without any term. It belongs to one [`Terms`] and one solver from the first term on.
    pub fn new() -> Blaster {
        Blaster {
            gates: Gates::new(),
            places: Vec::new(),
            pool: Vec::new(),
            divisions: FxHashMap::default(),
            stack: Vec::new(),
            conjuncts: Vec::new(),
            literals: Vec::new(),
            answer: Vec::new(),
        }
    }

    /// A literal that is true.
    pub fn true_literal(&mut self, sat: &mut dyn Sat) -> Lit {
        self.gates.truth(sat)
    }

    /// The literal of a term of width 1.
    pub fn literal(&mut self, terms: &Terms, sat: &mut dyn Sat, term: Term) -> Lit {
        debug_assert_eq!(terms.width(term), 1, "only a term of width 1 is one literal");
        self.blast(terms, sat, term);
        self.bit(term, 0)
    }

    /// The literals of a term, lowest bit first.
    pub fn bits(&mut self, terms: &Terms, sat: &mut dyn Sat, term: Term) -> &[Lit] {
        self.blast(terms, sat, term);
        let mut answer = std::mem::take(&mut self.answer);
        answer.clear();
        answer.extend((0..terms.width(term)).map(|index| self.bit(term, index)));
        self.answer = answer;
        &self.answer
    }

    /// The value of a variable in the last model; 0 if the solver has never heard of it.
    pub fn model_value(&self, terms: &Terms, sat: &dyn Sat, variable: Term) -> u64 {
        if !self.is_blasted(variable) {
            return 0;
        }
        (0..terms.width(variable))
            .fold(0, |number, index| number | u64::from(sat.value(self.bit(variable, index))) << index)
    }

    fn is_blasted(&self, term: Term) -> bool {
        self.places.get(term.index()).is_some_and(|it| *it != NOWHERE)
    }

    /// A bit of a term that is blasted.
    fn bit(&self, term: Term, index: u8) -> Lit {
        let literal = self.pool[self.places[term.index()] as usize + usize::from(index)];
        if term.is_negated() { !literal } else { literal }
    }

    /// The bits of a term that is blasted.
    fn vector(&self, terms: &Terms, term: Term) -> Vec<Lit> {
        (0..terms.width(term)).map(|index| self.bit(term, index)).collect()
    }

    fn blast(&mut self, terms: &Terms, sat: &mut dyn Sat, term: Term) {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), NOWHERE);
        }
        let bottom = self.stack.len();
        self.stack.push(term.plain());
        while self.stack.len() > bottom {
            let Some(&next) = self.stack.last() else { break };
            if self.is_blasted(next) {
                self.stack.pop();
                continue;
            }
            let node = terms.plain_node(next);
            let before = self.stack.len();
            match node {
                Node::And(..) if terms.width(next) == 1 => {
                    self.collect_conjuncts(terms, next);
                    for index in 0..self.conjuncts.len() {
                        self.need(self.conjuncts[index]);
                    }
                }
                _ => operands(node).into_iter().flatten().for_each(|it| self.need(it)),
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            let bits = self.encode(terms, sat, next, node);
            self.places[next.index()] = self.pool.len() as u32;
            self.pool.extend(bits);
        }
    }

    fn need(&mut self, term: Term) {
        if !self.is_blasted(term) {
            self.stack.push(term.plain());
        }
    }

    /// The conjuncts of a conjunction. One that has no other parent and no literal yet is replaced by its own.
    fn collect_conjuncts(&mut self, terms: &Terms, conjunction: Term) {
        self.conjuncts.clear();
        let Node::And(a, b) = terms.plain_node(conjunction) else { return };
        self.conjuncts.extend([a, b]);
        let mut next = 0;
        while next < self.conjuncts.len() {
            let conjunct = self.conjuncts[next];
            match terms.plain_node(conjunct) {
                Node::And(a, b)
                    if !conjunct.is_negated() && terms.parents(conjunct) <= 1 && !self.is_blasted(conjunct) =>
                {
                    self.conjuncts[next] = a;
                    self.conjuncts.push(b);
                }
                _ => next += 1,
            }
        }
    }

    /// The bits of a node whose operands are blasted.
    fn encode(&mut self, terms: &Terms, sat: &mut dyn Sat, term: Term, node: Node) -> Vec<Lit> {
        let width = usize::from(terms.width(term));
        let vector = |blaster: &Blaster, term: Term| blaster.vector(terms, term);
        match node {
            Node::Constant { value, .. } => {
                (0..width).map(|index| self.gates.constant(sat, value >> index & 1 == 1)).collect()
            }
            Node::Variable { .. } => (0..width).map(|_| sat.fresh()).collect(),
            Node::Not(inner) => vector(self, inner.negated()),
            Node::And(..) if width == 1 => {
                let mut literals = std::mem::take(&mut self.literals);
                literals.clear();
                literals.extend(self.conjuncts.iter().map(|it| self.bit(*it, 0)));
                let gate = self.gates.all(sat, &mut literals);
                self.literals = literals;
                vec![gate]
            }
            Node::And(a, b) => self.pairwise(terms, a, b, |gates, a, b| gates.and(sat, a, b)),
            Node::Xor(a, b) => self.pairwise(terms, a, b, |gates, a, b| gates.xor(sat, a, b)),
            Node::UDiv(a, b) => {
                let place = self.division(terms, sat, a, b);
                self.pool[place..place + width].to_vec()
            }
            Node::URem(a, b) => {
                let place = self.division(terms, sat, a, b) + width;
                self.pool[place..place + width].to_vec()
            }
            Node::Add(a, b) => {
                let (a, b) = (vector(self, a), vector(self, b));
                self.circuits(sat).sum(&a, &b)
            }
            Node::Mul(a, b) => {
                let (a, b) = (vector(self, a), vector(self, b));
                self.circuits(sat).multiply(&a, &b)
            }
            Node::Shl(a, amount) => {
                let (a, amount) = (vector(self, a), vector(self, amount));
                let zero = self.gates.constant(sat, false);
                self.circuits(sat).shift(&a, &amount, zero)
            }
            Node::Lshr(a, amount) => {
                let (a, amount) = (vector(self, a), vector(self, amount));
                let zero = self.gates.constant(sat, false);
                self.shift_right(sat, a, &amount, zero)
            }
            Node::Ashr(a, amount) => {
                let (a, amount) = (vector(self, a), vector(self, amount));
                let sign = a[width - 1];
                self.shift_right(sat, a, &amount, sign)
            }
            Node::Eq(a, b) => {
                let (a, b) = (vector(self, a), vector(self, b));
                vec![self.circuits(sat).equal(&a, &b)]
            }
            Node::Ult(a, b) => {
                let (a, b) = (vector(self, a), vector(self, b));
                vec![self.circuits(sat).less(&a, &b, false)]
            }
            Node::Slt(a, b) => {
                let (a, b) = (vector(self, a), vector(self, b));
                vec![self.circuits(sat).less(&a, &b, true)]
            }
            Node::Ite(c, a, b) => {
                let condition = self.bit(c, 0);
                let (a, b) = (vector(self, a), vector(self, b));
                self.circuits(sat).choose(condition, &a, &b)
            }
            Node::Concat(high, low) => {
                let mut bits = vector(self, low);
                bits.extend(vector(self, high));
                bits
            }
            Node::Extract { term, low, width } => (low..low + width).map(|index| self.bit(term, index)).collect(),
            Node::SignExtend { term, .. } => {
                let mut bits = vector(self, term);
                let sign = bits[bits.len() - 1];
                bits.resize(width, sign);
                bits
            }
        }
    }

    fn circuits<'a>(&'a mut self, sat: &'a mut dyn Sat) -> Circuits<'a> {
        Circuits { gates: &mut self.gates, sat }
    }

    fn pairwise(
        &mut self,
        terms: &Terms,
        a: Term,
        b: Term,
        mut gate: impl FnMut(&mut Gates, Lit, Lit) -> Lit,
    ) -> Vec<Lit> {
        let mut bits = self.vector(terms, a);
        for (index, bit) in bits.iter_mut().enumerate() {
            let other = self.bit(b, index as u8);
            *bit = gate(&mut self.gates, *bit, other);
        }
        bits
    }

    fn shift_right(&mut self, sat: &mut dyn Sat, mut a: Vec<Lit>, amount: &[Lit], fill: Lit) -> Vec<Lit> {
        a.reverse();
        let mut shifted = self.circuits(sat).shift(&a, amount, fill);
        shifted.reverse();
        shifted
    }

    /// Where quotient and remainder of two terms are.
    fn division(&mut self, terms: &Terms, sat: &mut dyn Sat, a: Term, b: Term) -> usize {
        if let Some(place) = self.divisions.get(&(a, b)) {
            return *place as usize;
        }
        let (dividend, divisor) = (self.vector(terms, a), self.vector(terms, b));
        let (quotient, remainder) = self.circuits(sat).divide(&dividend, &divisor);
        let place = self.pool.len();
        self.pool.extend(quotient);
        self.pool.extend(remainder);
        self.divisions.insert((a, b), place as u32);
        place
    }
}
