//! The unsigned range of a term, by its structure. It is computed once, when the node is made.

use super::{Node, Term, Terms, mask, sign_bit, signed};

/// The smallest 2^k - 1 that is not below the value.
fn filled(value: u64) -> u64 {
    if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() }
}

impl Terms {
    /// The range of a node whose operands have theirs.
    pub(super) fn range_of_node(&self, node: Node, width: u8) -> (u64, u64) {
        let all = mask(width);
        match node {
            Node::Constant { value, .. } => (value, value),
            Node::Variable { .. } | Node::Eq(..) | Node::Ult(..) | Node::Slt(..) => (0, all),
            Node::Not(term) => self.bounds(term.negated()),
            Node::And(a, b) => (0, self.bounds(a).1.min(self.bounds(b).1)),
            Node::Xor(a, b) => (0, filled(self.bounds(a).1 | self.bounds(b).1)),
            Node::Add(a, b) => {
                let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                match a_high.checked_add(b_high) {
                    Some(high) if high <= all => (a_low + b_low, high),
                    Some(_) | None => (0, all),
                }
            }
            Node::Mul(a, b) => {
                let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                match a_high.checked_mul(b_high) {
                    Some(high) if high <= all => (a_low * b_low, high),
                    Some(_) | None => (0, all),
                }
            }
            Node::UDiv(a, b) => {
                let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                match (a_low.checked_div(b_high), a_high.checked_div(b_low)) {
                    (Some(low), Some(high)) => (low, high),
                    (Some(_), None) | (None, _) => (0, all),
                }
            }
            Node::URem(a, b) => {
                let ((_, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                (0, if b_low == 0 { a_high } else { a_high.min(b_high - 1) })
            }
            Node::Shl(..) => (0, all),
            Node::Lshr(a, _) => (0, self.bounds(a).1),
            Node::Ashr(a, _) => {
                let (_, high) = self.bounds(a);
                (0, if high < sign_bit(width) { high } else { all })
            }
            Node::Ite(_, a, b) => {
                let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                (a_low.min(b_low), a_high.max(b_high))
            }
            Node::Concat(a, b) => {
                let shift = self.width(b);
                let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
                (a_low << shift | b_low, a_high << shift | b_high)
            }
            Node::Extract { term, low, width: _ } => {
                let (least, most) = self.bounds(term);
                if most >> low <= all { (least >> low, most >> low) } else { (0, all) }
            }
            Node::SignExtend { term, .. } => {
                let (low, high) = self.bounds(term);
                let inner = self.width(term);
                if high < sign_bit(inner) {
                    (low, high)
                } else if low >= sign_bit(inner) {
                    (signed(inner, low) as u64 & all, signed(inner, high) as u64 & all)
                } else {
                    (0, all)
                }
            }
        }
    }

    /// The range as signed numbers.
    pub(super) fn signed_bounds(&self, term: Term) -> (i64, i64) {
        self.signed_bounds_within(term, 6)
    }

    fn signed_bounds_within(&self, term: Term, depth: u8) -> (i64, i64) {
        let width = self.width(term);
        let (low, high) = self.bounds(term);
        if high < sign_bit(width) || low >= sign_bit(width) {
            return (signed(width, low), signed(width, high));
        }
        let full = (signed(width, sign_bit(width)), signed(width, sign_bit(width) - 1));
        if depth == 0 {
            return full;
        }
        let (low, high) = match self.plain_node(term) {
            Node::SignExtend { term, .. } => self.signed_bounds_within(term, depth - 1),
            Node::Ite(_, a, b) => {
                let (a, b) = (self.signed_bounds_within(a, depth - 1), self.signed_bounds_within(b, depth - 1));
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => return full,
        };
        // A negation turns the order around: it is -1 - x.
        if term.is_negated() { (!high, !low) } else { (low, high) }
    }
}
