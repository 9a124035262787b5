//! The same terms about other unknowns.

use super::{Node, Term, Terms};
use rustc_hash::FxHashMap;

impl Terms {
    /// A term in which unknowns are replaced by terms of the same width.
    pub fn substitute(&mut self, term: Term, by: &FxHashMap<Term, Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = by.clone();
        let mut open = vec![term];
        while let Some(&it) = open.last() {
            if done.contains_key(&it) {
                open.pop();
                continue;
            }
            let node = self.node(it);
            let missing = open.len();
            open.extend(node.operands().filter(|it| !done.contains_key(it)));
            if open.len() > missing {
                continue;
            }
            open.pop();
            let new = self.rebuilt(it, node, &|it| done[&it]);
            done.insert(it, new);
        }
        done[&term]
    }

    fn rebuilt(&mut self, term: Term, node: Node, new: &dyn Fn(Term) -> Term) -> Term {
        match node {
            Node::Constant { .. } | Node::Variable { .. } => term,
            Node::Not(it) => self.not(new(it)),
            Node::And(a, b) => self.and(new(a), new(b)),
            Node::Xor(a, b) => self.xor(new(a), new(b)),
            Node::Add(a, b) => self.add(new(a), new(b)),
            Node::Mul(a, b) => self.mul(new(a), new(b)),
            Node::UDiv(a, b) => self.udiv(new(a), new(b)),
            Node::URem(a, b) => self.urem(new(a), new(b)),
            Node::Shl(a, b) => self.shl(new(a), new(b)),
            Node::Lshr(a, b) => self.lshr(new(a), new(b)),
            Node::Ashr(a, b) => self.ashr(new(a), new(b)),
            Node::Eq(a, b) => self.eq(new(a), new(b)),
            Node::Ult(a, b) => self.ult(new(a), new(b)),
            Node::Slt(a, b) => self.slt(new(a), new(b)),
            Node::Concat(a, b) => self.concat(new(a), new(b)),
            Node::Ite(c, a, b) => self.ite(new(c), new(a), new(b)),
            Node::Extract { term: it, low, width } => self.extract(new(it), low, width),
            Node::SignExtend { term: it, width } => self.sign_extend(new(it), width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknowns_are_replaced_wherever_they_are() {
        let mut terms = Terms::new();
        let [x, y, z] = [8, 8, 8].map(|width| terms.variable(width));
        let sum = terms.add(x, y);
        let less = terms.ult(sum, x);
        let chosen = terms.ite(less, sum, y);
        let by: FxHashMap<Term, Term> = [(x, z), (y, terms.constant(8, 3))].into_iter().collect();
        let new = terms.substitute(chosen, &by);
        for value in 0..=255u64 {
            let at = |it: Term| {
                if it == z {
                    value
                } else if it == y {
                    3
                } else {
                    value
                }
            };
            assert_eq!(terms.evaluate(new, &at), terms.evaluate(chosen, &at));
        }
        assert_eq!(terms.substitute(z, &by), z);
    }
}
