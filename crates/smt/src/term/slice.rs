//! Parts of vectors: `concat`, `extract`, extensions.
//!
//! An extension of a Boolean is a choice between two constants (see `choice.rs`). An extension by zeros is a `concat` with
//! zeros above. Low bits of a sum or product are computed from low bits where that is certain to be cheaper: C computes
//! `(unsigned char)(a + b)` in 32 bits, and only 8 of them matter.

use super::{Node, Term, Terms, mask, sign_bit, signed};

impl Terms {
    /// The bits of the first above those of the second; at most 64 together.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        match (self.value_of(high), self.value_of(low)) {
            (Some(above), Some(below)) => return self.constant(width, above << low_width | below),
            (Some(above), None) if self.leaves_of(low) > 0 => {
                return self.map_leaves(low, &mut |terms, leaf| {
                    let below = terms.value_of(leaf).unwrap_or_default();
                    terms.constant(width, above << low_width | below)
                });
            }
            (Some(above), None) if low_width == 1 => {
                return self.choice_of_constants(low, above << 1 | 1, above << 1, width);
            }
            (None, Some(below)) if self.leaves_of(high) > 0 => {
                return self.map_leaves(high, &mut |terms, leaf| {
                    let above = terms.value_of(leaf).unwrap_or_default();
                    terms.constant(width, above << low_width | below)
                });
            }
            (Some(_) | None, None) | (None, Some(_)) => {}
        }
        // Neighbours become one part again.
        if let (Some(first), Some(second)) = (self.part(high), self.part(low))
            && first.0 == second.0
            && first.1 == second.1 + low_width
        {
            return self.extract(first.0, second.1, width);
        }
        // To the right, so that constants above meet.
        if let Some(Node::Concat(above, middle)) = self.positive_node(low)
            && (self.value_of(high).is_some() && self.value_of(above).is_some()
                || self.part(high).is_some() && self.part(above).is_some() && self.are_neighbours(high, above))
        {
            let joined = self.concat(high, above);
            return self.concat(joined, middle);
        }
        if high.is_negated() && low.is_negated() && self.value_of(high).is_none() && self.value_of(low).is_none() {
            return self.intern(Node::Concat(high.negated(), low.negated())).negated();
        }
        self.intern(Node::Concat(high, low))
    }

    fn are_neighbours(&self, high: Term, low: Term) -> bool {
        match (self.part(high), self.part(low)) {
            (Some(first), Some(second)) => first.0 == second.0 && first.1 == second.1 + self.width(low),
            (None, _) | (_, None) => false,
        }
    }

    /// Of which term it is a part, and from which bit on.
    fn part(&self, term: Term) -> Option<(Term, u8)> {
        match self.plain_node(term) {
            Node::Extract { term: whole, low, .. } => Some((whole.negated_if(term.is_negated()), low)),
            _ => None,
        }
    }

    /// So many bits, from `low` on.
    pub fn extract(&mut self, term: Term, low: u8, width: u8) -> Term {
        let whole = self.width(term);
        debug_assert!(low + width <= whole, "there are not so many bits");
        if width == whole {
            return term;
        }
        if let Some(value) = self.value_of(term) {
            return self.constant(width, value >> low);
        }
        if self.leaves_of(term) > 0 {
            return self.map_leaves(term, &mut |terms, leaf| {
                let value = terms.value_of(leaf).unwrap_or_default();
                terms.constant(width, value >> low)
            });
        }
        // What is surely zero.
        if self.bounds(term).1 >> low == 0 {
            return self.constant(width, 0);
        }
        let negate = term.is_negated();
        let term = term.plain();
        let result = match self.plain_node(term) {
            Node::Extract { term, low: inner, .. } => self.extract(term, low + inner, width),
            Node::Concat(above, below) => {
                let border = self.width(below);
                if low >= border {
                    self.extract(above, low - border, width)
                } else if low + width <= border {
                    self.extract(below, low, width)
                } else {
                    let first = self.extract(above, 0, low + width - border);
                    let second = self.extract(below, low, border - low);
                    self.concat(first, second)
                }
            }
            Node::SignExtend { term, .. } => {
                let border = self.width(term);
                if low + width <= border {
                    self.extract(term, low, width)
                } else {
                    let from = low.min(border - 1);
                    let part = self.extract(term, from, border - from);
                    self.sign_extend(part, width)
                }
            }
            node @ (Node::And(a, b) | Node::Xor(a, b)) if self.is_masked(a, b) => {
                let (a, b) = (self.extract(a, low, width), self.extract(b, low, width));
                if matches!(node, Node::And(..)) { self.and(a, b) } else { self.xor(a, b) }
            }
            Node::Ite(c, a, b) if self.is_narrow(a, low + width) && self.is_narrow(b, low + width) => {
                let (a, b) = (self.extract(a, low, width), self.extract(b, low, width));
                self.ite(c, a, b)
            }
            Node::Add(a, b) if low == 0 && self.is_narrow(a, width) && self.is_narrow(b, width) => {
                let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
                self.add(a, b)
            }
            Node::Mul(a, b) if low == 0 && self.is_narrow(a, width) && self.is_narrow(b, width) => {
                let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
                self.mul(a, b)
            }
            Node::Mul(a, b) => match self.extract_of_shifted(a, b, low, width) {
                Some(result) => result,
                None => self.intern(Node::Extract { term, low, width }),
            },
            _ => self.intern(Node::Extract { term, low, width }),
        };
        if negate { self.not(result) } else { result }
    }

    /// Whether one is a constant, and the other is not itself such an operation: so this does not go deep.
    fn is_masked(&self, a: Term, b: Term) -> bool {
        let other = match (self.value_of(a), self.value_of(b)) {
            (Some(_), None) => b,
            (None, Some(_)) => a,
            (None, None) | (Some(_), Some(_)) => return false,
        };
        !matches!(self.plain_node(other), Node::And(..) | Node::Xor(..))
    }

    /// Bits of a product with a power of two.
    fn extract_of_shifted(&mut self, a: Term, b: Term, low: u8, width: u8) -> Option<Term> {
        let (term, factor) = match (self.value_of(a), self.value_of(b)) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let shift = factor.trailing_zeros() as u8;
        if low + width <= shift {
            Some(self.constant(width, 0))
        } else if factor.is_power_of_two() && low >= shift {
            Some(self.extract(term, low - shift, width))
        } else {
            None
        }
    }

    /// Whether the bits above this width are copies or constants, so that taking the low ones is not a new part.
    fn is_narrow(&self, term: Term, width: u8) -> bool {
        if self.leaves_of(term) > 0 {
            return true;
        }
        match self.plain_node(term) {
            Node::SignExtend { term, .. } => self.width(term) <= width,
            Node::Concat(high, low) => self.value_of(high).is_some() && self.width(low) <= width,
            // Sums of such terms; the depth is that of the source's expressions, and is bounded all the same.
            Node::Add(a, b) | Node::Mul(a, b) => self.is_extension(a, width) && self.is_extension(b, width),
            _ => false,
        }
    }

    fn is_extension(&self, term: Term, width: u8) -> bool {
        match self.plain_node(term) {
            Node::Constant { .. } => true,
            Node::SignExtend { term, .. } => self.width(term) <= width,
            Node::Concat(high, low) => self.value_of(high).is_some() && self.width(low) <= width,
            _ => false,
        }
    }

    /// Zeros above, up to a width.
    pub fn zero_extend(&mut self, term: Term, to: u8) -> Term {
        let width = self.width(term);
        debug_assert!(to >= width, "an extension makes wider");
        if to == width {
            return term;
        }
        let zeros = self.constant(to - width, 0);
        self.concat(zeros, term)
    }

    /// Copies of the sign above, up to a width.
    pub fn sign_extend(&mut self, term: Term, to: u8) -> Term {
        let width = self.width(term);
        debug_assert!(to >= width, "an extension makes wider");
        if to == width {
            return term;
        }
        if let Some(value) = self.value_of(term) {
            return self.constant(to, signed(width, value) as u64);
        }
        if width == 1 {
            return self.choice_of_constants(term, mask(to), 0, to);
        }
        if self.leaves_of(term) > 0 {
            return self.map_leaves(term, &mut |terms, leaf| {
                let value = terms.value_of(leaf).unwrap_or_default();
                terms.constant(to, signed(width, value) as u64)
            });
        }
        let (low, high) = self.bounds(term);
        if high < sign_bit(width) {
            return self.zero_extend(term, to);
        }
        if low >= sign_bit(width) {
            let ones = self.constant(to - width, u64::MAX);
            return self.concat(ones, term);
        }
        let negate = term.is_negated();
        let inner = match self.plain_node(term) {
            Node::SignExtend { term, .. } => term,
            _ => term.plain(),
        };
        self.intern(Node::SignExtend { term: inner, width: to }).negated_if(negate)
    }

    /// The term that was extended by zeros, if one was.
    pub(super) fn zero_extended(&self, term: Term) -> Option<Term> {
        match self.positive_node(term) {
            Some(Node::Concat(high, low)) if self.value_of(high) == Some(0) => Some(low),
            Some(_) | None => None,
        }
    }

    /// The term whose sign was extended, if one was.
    pub(super) fn sign_extended(&self, term: Term) -> Option<Term> {
        match self.plain_node(term) {
            Node::SignExtend { term: inner, .. } => Some(inner.negated_if(term.is_negated())),
            _ => None,
        }
    }
}
