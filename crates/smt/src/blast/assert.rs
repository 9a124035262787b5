//! Assertions: what is demanded needs no gate for its outermost operations.
//!
//! The work is a list of demands "some of these literals is true, or this term is". A conjunction is two demands, a
//! disjunction moves the literals of its disjuncts to the front, except for one that can itself be taken apart: `g -> (a &
//! x == y)` becomes clauses with `!g` in front and no new variable. A term is taken apart only if nobody else needs it.

use super::Blaster;
use crate::sat::{Lit, Sat};
use crate::term::{Node, Term, Terms};

impl Blaster {
    /// Demands that a term of width 1 is true.
    pub fn assert_true(&mut self, terms: &Terms, sat: &mut dyn Sat, term: Term) {
        self.assert_clause(terms, sat, &[], term);
    }

    /// Demands that one of the literals or the term, of width 1, is true.
    pub fn assert_clause(&mut self, terms: &Terms, sat: &mut dyn Sat, literals: &[Lit], term: Term) {
        let mut demands = vec![(literals.to_vec(), term)];
        let mut is_top = true;
        while let Some((front, term)) = demands.pop() {
            let may_open = is_top || self.is_private(terms, term);
            is_top = false;
            match (terms.plain_node(term), term.is_negated()) {
                (Node::And(a, b), false) if may_open => {
                    demands.push((front.clone(), a));
                    demands.push((front, b));
                }
                (Node::And(..), true) if may_open => {
                    let demand = self.open_disjunction(terms, sat, front, term);
                    match demand {
                        Demand::Clause(clause) => self.add(sat, &clause),
                        Demand::Open(front, term) => demands.push((front, term)),
                    }
                }
                (Node::Ite(c, a, b), is_negated) if may_open => {
                    let condition = self.literal(terms, sat, c);
                    let mut other = front.clone();
                    other.push(condition);
                    demands.push((other, b.negated_if(is_negated)));
                    let mut front = front;
                    front.push(!condition);
                    demands.push((front, a.negated_if(is_negated)));
                }
                (Node::Eq(a, b), false) if may_open => self.equal_under(terms, sat, front, a, b),
                (Node::Xor(a, b), is_negated) if may_open => {
                    self.equal_under(terms, sat, front, a, b.negated_if(!is_negated));
                }
                _ => {
                    let mut clause = front;
                    clause.push(self.literal(terms, sat, term));
                    self.add(sat, &clause);
                }
            }
        }
    }

    /// Whether nobody else needs a term, as far as one can see.
    fn is_private(&self, terms: &Terms, term: Term) -> bool {
        terms.parents(term) <= 1 && !self.is_blasted(term)
    }

    /// Moves the disjuncts to the front, all but one that can be taken apart.
    fn open_disjunction(&mut self, terms: &Terms, sat: &mut dyn Sat, mut front: Vec<Lit>, term: Term) -> Demand {
        let mut open = None;
        let mut disjuncts = vec![term];
        while let Some(disjunct) = disjuncts.pop() {
            match (terms.plain_node(disjunct), disjunct.is_negated()) {
                (Node::And(a, b), true) if disjunct == term || self.is_private(terms, disjunct) => {
                    disjuncts.push(a.negated());
                    disjuncts.push(b.negated());
                }
                (Node::And(..) | Node::Eq(..), false) if open.is_none() && self.is_private(terms, disjunct) => {
                    open = Some(disjunct);
                }
                _ => front.push(self.literal(terms, sat, disjunct)),
            }
        }
        match open {
            Some(open) => Demand::Open(front, open),
            None => Demand::Clause(front),
        }
    }

    fn equal_under(&mut self, terms: &Terms, sat: &mut dyn Sat, mut clause: Vec<Lit>, a: Term, b: Term) {
        self.blast(terms, sat, a);
        self.blast(terms, sat, b);
        for index in 0..terms.width(a) {
            let (x, y) = (self.bit(a, index), self.bit(b, index));
            for (x, y) in [(!x, y), (x, !y)] {
                clause.extend([x, y]);
                self.add(sat, &clause);
                clause.truncate(clause.len() - 2);
            }
        }
    }

    /// Adds a clause without what is false, unless something in it is true.
    fn add(&mut self, sat: &mut dyn Sat, clause: &[Lit]) {
        let mut has_constant = false;
        for literal in clause {
            match self.gates.value(*literal) {
                Some(true) => return,
                Some(false) => has_constant = true,
                None => {}
            }
        }
        if has_constant {
            let rest: Vec<Lit> = clause.iter().copied().filter(|it| self.gates.value(*it).is_none()).collect();
            sat.clause(&rest);
        } else {
            sat.clause(clause);
        }
    }
}

/// What has become of a disjunction.
enum Demand {
    /// All is in the clause.
    Clause(Vec<Lit>),
    /// One of the literals or the term.
    Open(Vec<Lit>, Term),
}
