//! Normal forms of sums and products: polynomials modulo 2^width.
//!
//! A form is a constant and a sum of products of terms that are not sums or products themselves, each with a coefficient.
//! Terms with the same form are equal, and so there is one term for each form, the first that was built: `(x+y)*(x+y)`
//! and `x*x + 2*x*y + y*y` are the same term, whichever comes first. Forms are only compared and never blasted, so a
//! product is not multiplied out into many multipliers.
//!
//! `!t` is `-t - 1`, so a form and its negation share one term, too; the one with the even constant is kept.
//! Forms that grow too large are given up, and then the sum or product counts as a term without structure.

use super::{Node, Term, Terms, mask};
use rustc_hash::FxHashMap;

/// How many products a form has at most.
const PARTS: usize = 12;
/// How many factors a product has at most.
const FACTORS: usize = 6;

/// A polynomial: a constant, and products (by number, sorted) with their coefficients, which are not 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Form {
    pub(super) width: u8,
    pub(super) constant: u64,
    pub(super) parts: Vec<(u32, u64)>,
}

impl Form {
    pub(super) fn constant(width: u8, value: u64) -> Form {
        Form { width, constant: value & mask(width), parts: Vec::new() }
    }

    /// How many summands it has.
    pub(super) fn len(&self) -> usize {
        self.parts.len() + usize::from(self.constant != 0)
    }

    /// The form times a number.
    pub(super) fn times(mut self, factor: u64) -> Form {
        let all = mask(self.width);
        self.constant = self.constant.wrapping_mul(factor) & all;
        self.parts.retain_mut(|(_, coefficient)| {
            *coefficient = coefficient.wrapping_mul(factor) & all;
            *coefficient != 0
        });
        self
    }

    /// The form of the bitwise negation.
    fn complement(self) -> Form {
        let mut form = self.times(u64::MAX);
        form.constant = form.constant.wrapping_sub(1) & mask(form.width);
        form
    }

    /// The sum, unless it is too large.
    pub(super) fn plus(&self, other: &Form) -> Option<Form> {
        let all = mask(self.width);
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let sum = (a.0, a.1.wrapping_add(b.1) & all);
                    left.next();
                    right.next();
                    sum
                }
                (Some(a), Some(b)) if a.0 > b.0 => {
                    let part = **b;
                    right.next();
                    part
                }
                (Some(a), _) => {
                    let part = **a;
                    left.next();
                    part
                }
                (None, Some(b)) => {
                    let part = **b;
                    right.next();
                    part
                }
            };
            if next.1 != 0 {
                parts.push(next);
            }
        }
        let constant = self.constant.wrapping_add(other.constant) & all;
        (parts.len() <= PARTS).then_some(Form { width: self.width, constant, parts })
    }
}

/// All forms, and the products in them.
#[derive(Default)]
pub(super) struct Polynomials {
    /// Sorted factors, by the number of the product.
    products: Vec<Vec<Term>>,
    numbers: FxHashMap<Vec<Term>, u32>,
    /// The form of each sum and product that has one, by node.
    forms: FxHashMap<u32, Form>,
    /// The term of each form with an even constant.
    terms: FxHashMap<Form, Term>,
    /// The comparison with zero for each form, up to its sign.
    pub(super) zeros: FxHashMap<Form, Term>,
}

impl Polynomials {
    fn product(&mut self, factors: &[Term]) -> u32 {
        if let Some(number) = self.numbers.get(factors) {
            return *number;
        }
        let number = self.products.len() as u32;
        self.products.push(factors.to_vec());
        self.numbers.insert(factors.to_vec(), number);
        number
    }

    /// The term of a form, if one was built.
    pub(super) fn known(&self, form: &Form) -> Option<Term> {
        if form.constant & 1 == 0 {
            self.terms.get(form).copied()
        } else {
            self.terms.get(&form.clone().complement()).map(|it| it.negated())
        }
    }

    /// Notes the form of a new sum or product.
    pub(super) fn note(&mut self, term: Term, form: Form) {
        debug_assert!(!term.is_negated());
        self.forms.insert(term.index() as u32, form.clone());
        if form.constant & 1 == 0 {
            self.terms.entry(form).or_insert(term);
        } else {
            self.terms.entry(form.complement()).or_insert(term.negated());
        }
    }

    /// The factors of a product.
    pub(super) fn factors(&self, product: u32) -> &[Term] {
        &self.products[product as usize]
    }

    /// The product of two forms, unless it is too large.
    pub(super) fn times(&mut self, a: &Form, b: &Form) -> Option<Form> {
        if a.parts.len() * b.parts.len() > 4 * PARTS {
            return None;
        }
        let all = mask(a.width);
        let mut sum = Form::constant(a.width, a.constant.wrapping_mul(b.constant));
        sum = sum.plus(&Form { constant: 0, ..a.clone() }.times(b.constant))?;
        sum = sum.plus(&Form { constant: 0, ..b.clone() }.times(a.constant))?;
        let mut factors = Vec::new();
        for &(first, x) in &a.parts {
            for &(second, y) in &b.parts {
                factors.clear();
                factors.extend_from_slice(&self.products[first as usize]);
                factors.extend_from_slice(&self.products[second as usize]);
                if factors.len() > FACTORS {
                    return None;
                }
                factors.sort_unstable();
                let coefficient = x.wrapping_mul(y) & all;
                if coefficient != 0 {
                    let part = (self.product(&factors), coefficient);
                    sum = sum.plus(&Form { width: a.width, constant: 0, parts: vec![part] })?;
                }
            }
        }
        Some(sum)
    }
}

impl Terms {
    /// The form of a term.
    pub(super) fn form(&mut self, term: Term) -> Form {
        let width = self.width(term);
        if let Some(value) = self.value_of(term) {
            return Form::constant(width, value);
        }
        let form = match self.plain_node(term) {
            Node::Add(a, b) => match self.offset(a, b) {
                Some((inner, constant)) => {
                    let number = self.polynomials.product(&[inner]);
                    Some(Form { width, constant, parts: vec![(number, 1)] })
                }
                None => self.polynomials.forms.get(&(term.index() as u32)).cloned(),
            },
            Node::Mul(..) => self.polynomials.forms.get(&(term.index() as u32)).cloned(),
            _ => None,
        };
        let form = form.unwrap_or_else(|| {
            let number = self.polynomials.product(&[term.plain()]);
            Form { width, constant: 0, parts: vec![(number, 1)] }
        });
        if term.is_negated() { form.complement() } else { form }
    }

    /// The operands of a sum, if they are a term without structure and a constant. Such sums are so frequent that their
    /// forms are not kept; there is one term for each anyway.
    fn offset(&self, a: Term, b: Term) -> Option<(Term, u64)> {
        let (inner, constant) = match (self.value_of(a), self.value_of(b)) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        self.is_unstructured(inner).then_some((inner, constant))
    }

    /// Whether a term is neither a sum nor a product nor negated.
    pub(super) fn is_unstructured(&self, term: Term) -> bool {
        !term.is_negated() && !matches!(self.plain_node(term), Node::Add(..) | Node::Mul(..))
    }

    /// The term of a form, if it is a constant, or a term without structure and a constant, or known.
    pub(super) fn term_of_form(&mut self, form: &Form) -> Option<Term> {
        let all = mask(form.width);
        match form.parts.as_slice() {
            [] => return Some(self.constant(form.width, form.constant)),
            // x + k, or -x + k, which is !(x + !k).
            [(product, coefficient)] if *coefficient == 1 || *coefficient == all => {
                let is_negative = *coefficient == all;
                if let [factor] = *self.polynomials.factors(*product)
                    && self.is_unstructured(factor)
                {
                    let constant = if is_negative { !form.constant & all } else { form.constant };
                    return Some(self.offset_node(factor, constant, form.width).negated_if(is_negative));
                }
            }
            _ => {}
        }
        self.polynomials.known(form)
    }

    /// The only factors of the parts of a form, if no part is a product of several.
    pub(super) fn is_linear(&self, form: &Form) -> bool {
        form.parts.iter().all(|part| self.polynomials.factors(part.0).len() == 1)
    }
}
