//! Sums and products.
//!
//! What is built is what is cheap to blast: few adders, multiplications by constants, and a constant summand outermost, so
//! that `x + 1 + y + 1` shares `x + y`. What is equal is found by normal forms (`polynomial.rs`). Subtraction is addition:
//! `a - b` is `!(!a + b)`.

use super::polynomial::Form;
use super::{Node, Term, Terms, mask, sign_bit};

/// Up to how many summands a sum is built anew from its form, if something cancelled.
const SUMMANDS: usize = 6;

impl Terms {
    /// The sum.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        match (self.value_of(a), self.value_of(b)) {
            (Some(first), Some(second)) => return self.constant(width, first.wrapping_add(second)),
            (Some(value), None) => return self.add_constant(b, value, width),
            (None, Some(value)) => return self.add_constant(a, value, width),
            (None, None) => {}
        }
        if let Some(existing) = self.existing(Node::Add(a.min(b), a.max(b))) {
            return existing;
        }
        let ((a, first), (b, second)) = (self.peel(a), self.peel(b));
        let constant = first.wrapping_add(second) & mask(width);
        if constant != 0 {
            let sum = self.add(a, b);
            return self.add_constant(sum, constant, width);
        }
        let (left, right) = (self.form(a), self.form(b));
        let Some(form) = left.plus(&right) else { return self.intern(Node::Add(a.min(b), a.max(b))) };
        if let Some(term) = self.term_of_form(&form) {
            return term;
        }
        let is_smaller = form.len() <= 2 || form.len() < left.len() + right.len();
        if is_smaller && form.len() <= SUMMANDS && self.is_linear(&form) {
            return self.linear_sum(&form);
        }
        self.sum_node(a, b)
    }

    /// The difference.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        let sum = self.add(not_a, b);
        self.not(sum)
    }

    /// The number that gives 0 together with this one.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&mut self, term: Term) -> Term {
        let width = self.width(term);
        let one_less = self.add_constant(term, mask(width), width);
        self.not(one_less)
    }

    /// The product.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        match (self.value_of(a), self.value_of(b)) {
            (Some(first), Some(second)) => return self.constant(width, first.wrapping_mul(second)),
            (Some(value), None) => return self.mul_constant(b, value, width),
            (None, Some(value)) => return self.mul_constant(a, value, width),
            (None, None) => {}
        }
        if let Some(existing) = self.existing(Node::Mul(a.min(b), a.max(b))) {
            return existing;
        }
        // A constant factor goes outside.
        for (one, other) in [(a, b), (b, a)] {
            if let Some((inner, factor)) = self.scaled(one) {
                let product = self.mul(inner, other);
                return self.mul_constant(product, factor, width);
            }
        }
        let (left, right) = (self.form(a), self.form(b));
        let form = self.polynomials.times(&left, &right);
        if let Some(form) = &form
            && let Some(term) = self.term_of_form(form)
        {
            return term;
        }
        let product = self.intern(Node::Mul(a.min(b), a.max(b)));
        if let Some(form) = form {
            self.polynomials.note(product, form);
        }
        product
    }

    /// Term and constant of a sum with a constant; 0 if it is none.
    fn peel(&self, term: Term) -> (Term, u64) {
        let Node::Add(a, b) = self.plain_node(term) else { return (term, 0) };
        let (other, value) = match (self.value_of(a), self.value_of(b)) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            (None, None) | (Some(_), Some(_)) => return (term, 0),
        };
        // !(x + k) is !x - k.
        if term.is_negated() { (other.negated(), value.wrapping_neg()) } else { (other, value) }
    }

    /// Term and constant of a product with a constant.
    fn scaled(&self, term: Term) -> Option<(Term, u64)> {
        match self.positive_node(term) {
            Some(Node::Mul(a, b)) => match (self.value_of(a), self.value_of(b)) {
                (Some(value), None) => Some((b, value)),
                (None, Some(value)) => Some((a, value)),
                (None, None) | (Some(_), Some(_)) => None,
            },
            Some(_) | None => None,
        }
    }

    fn add_constant(&mut self, term: Term, value: u64, width: u8) -> Term {
        if width == 1 {
            let constant = self.constant(1, value);
            return self.xor(term, constant);
        }
        if self.leaves_of(term) > 0 {
            return self.map_leaves(term, &mut |terms, leaf| {
                let leaf = terms.value_of(leaf).unwrap_or_default();
                terms.constant(width, leaf.wrapping_add(value))
            });
        }
        let (inner, peeled) = self.peel(term);
        let value = value.wrapping_add(peeled) & mask(width);
        if value == 0 {
            return inner;
        }
        // !x + k is !(x - k).
        if self.is_unstructured(inner.plain()) {
            let value = if inner.is_negated() { value.wrapping_neg() & mask(width) } else { value };
            return self.offset_node(inner.plain(), value, width).negated_if(inner.is_negated());
        }
        let form = self.form(inner).plus(&Form::constant(width, value));
        if let Some(form) = &form {
            if let Some(term) = self.term_of_form(form) {
                return term;
            }
            if form.len() <= 2 && self.is_linear(form) {
                return self.linear_sum(form);
            }
        }
        let constant = self.constant(width, value);
        self.sum_node(inner, constant)
    }

    /// The sum of a term without structure and a constant.
    pub(super) fn offset_node(&mut self, term: Term, constant: u64, width: u8) -> Term {
        if constant == 0 {
            return term;
        }
        let constant = self.constant(width, constant);
        self.intern(Node::Add(term.min(constant), term.max(constant)))
    }

    fn mul_constant(&mut self, term: Term, factor: u64, width: u8) -> Term {
        let factor = factor & mask(width);
        if factor == 0 {
            return self.constant(width, 0);
        }
        if factor == 1 {
            return term;
        }
        if self.leaves_of(term) > 0 {
            return self.map_leaves(term, &mut |terms, leaf| {
                let leaf = terms.value_of(leaf).unwrap_or_default();
                terms.constant(width, leaf.wrapping_mul(factor))
            });
        }
        if factor == mask(width) {
            return self.neg(term);
        }
        if let Some((inner, already)) = self.scaled(term) {
            return self.mul_constant(inner, already.wrapping_mul(factor), width);
        }
        let form = self.form(term).times(factor);
        if let Some(term) = self.term_of_form(&form) {
            return term;
        }
        if form.len() <= 2 && self.is_linear(&form) {
            return self.linear_sum(&form);
        }
        self.scaled_node(term, factor, width, form)
    }

    fn scaled_node(&mut self, term: Term, factor: u64, width: u8, form: Form) -> Term {
        let constant = self.constant(width, factor);
        let node = Node::Mul(term.min(constant), term.max(constant));
        if let Some(existing) = self.existing(node) {
            return existing;
        }
        let product = self.intern(node);
        self.polynomials.note(product, form);
        product
    }

    /// A sum of two without a look inside, except that its form may be known.
    fn sum_node(&mut self, a: Term, b: Term) -> Term {
        let node = Node::Add(a.min(b), a.max(b));
        if let Some(existing) = self.existing(node) {
            return existing;
        }
        let (left, right) = (self.form(a), self.form(b));
        let form = left.plus(&right);
        if let Some(form) = &form
            && let Some(term) = self.term_of_form(form)
        {
            return term;
        }
        let sum = self.intern(node);
        if let Some(form) = form {
            self.polynomials.note(sum, form);
        }
        sum
    }

    /// Builds a sum without products: what is added, minus what is subtracted, and then the constant.
    pub(super) fn linear_sum(&mut self, form: &Form) -> Term {
        let width = form.width;
        let (added, subtracted) = self.two_sides(form);
        let constant = form.constant;
        let sum = match (added, subtracted) {
            (None, None) => return self.constant(width, constant),
            (Some(added), None) => added,
            // -n + k is !(n + !k).
            (None, Some(subtracted)) => {
                let inverted = !constant & mask(width);
                return self.plain_sum(subtracted, inverted, width).negated();
            }
            (Some(added), Some(subtracted)) if constant == mask(width) => {
                return self.sum_node(added, subtracted.negated());
            }
            (Some(added), Some(subtracted)) => self.sum_node(added.negated(), subtracted).negated(),
        };
        self.plain_sum(sum, constant, width)
    }

    fn plain_sum(&mut self, term: Term, constant: u64, width: u8) -> Term {
        if constant == 0 {
            return term;
        }
        let constant = self.constant(width, constant);
        self.sum_node(term, constant)
    }

    /// The sum of what a form without products adds, and the sum of what it subtracts. Coefficients from half of the
    /// modulus on are subtracted.
    pub(super) fn two_sides(&mut self, form: &Form) -> (Option<Term>, Option<Term>) {
        let width = form.width;
        let (mut added, mut subtracted) = (None, None);
        for &(product, coefficient) in &form.parts {
            let factor = match self.polynomials.factors(product) {
                [factor] => *factor,
                _ => continue,
            };
            let is_subtracted = coefficient > sign_bit(width);
            let size = if is_subtracted { coefficient.wrapping_neg() & mask(width) } else { coefficient };
            let summand = if size == 1 {
                factor
            } else {
                let form = self.form(factor).times(size);
                self.scaled_node(factor, size, width, form)
            };
            let side = if is_subtracted { &mut subtracted } else { &mut added };
            *side = Some(match *side {
                None => summand,
                Some(sum) => self.sum_node(sum, summand),
            });
        }
        (added, subtracted)
    }
}
