//! Ranges of terms hold what the terms can be: all numbers of three bits in all ranges.

use super::interval::{Formula, Interval};
use smt::{Evaluator, Term, Terms};

const BITS: u8 = 3;

fn signed(width: u8, value: u64) -> i64 {
    Interval::of(width, value).0
}

/// Terms of two unknowns, one of each operation.
fn samples(terms: &mut Terms, x: Term, y: Term) -> Vec<Term> {
    let three = terms.constant(BITS, 3);
    let (sum, difference, product) = (terms.add(x, y), terms.sub(x, y), terms.mul(x, y));
    let (both, other, negated) = (terms.and(x, y), terms.xor(x, y), terms.not(x));
    let is_less = terms.slt(x, y);
    let choice = terms.ite(is_less, x, y);
    let (long, high) = (terms.zero_extend(x, 2 * BITS), terms.sign_extend(y, 2 * BITS));
    let whole = terms.add(long, high);
    let low = terms.extract(whole, 0, BITS);
    let upper = terms.extract(whole, 2, BITS);
    let pair = terms.concat(x, y);
    let (shifted, more) = (terms.shl(x, y), terms.add(sum, three));
    let (quotient, masked) = (terms.udiv(x, y), terms.and(x, three));
    vec![
        sum, difference, product, both, other, negated, is_less, choice, long, high, whole, low, upper, pair, shifted,
        more, quotient, masked,
    ]
}

#[test]
fn a_term_is_in_its_range() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(BITS), terms.variable(BITS));
    let samples = samples(&mut terms, x, y);
    let formulas: Vec<Formula> = samples.iter().map(|it| Formula::new(&terms, *it)).collect();
    let numbers = -4..4i64;
    let ranges = || numbers.clone().flat_map(|low| (low..4).map(move |high| Interval(low, high)));
    for (own, other) in ranges().flat_map(|own| ranges().map(move |other| (own, other))) {
        let unknown = |it: Term| Some(if it == x { own } else { other });
        let found: Vec<Interval> = formulas.iter().map(|it| it.range(&terms, &unknown)).collect();
        for (one, two) in (own.0..=own.1).flat_map(|one| (other.0..=other.1).map(move |two| (one, two))) {
            let mut evaluator = Evaluator::new();
            for (term, range) in samples.iter().zip(&found) {
                let value = |it: Term| if it == x { one as u64 & 7 } else { two as u64 & 7 };
                let value = evaluator.value(&terms, *term, &value);
                let value = signed(terms.width(*term), value);
                assert!(range.0 <= value && value <= range.1, "{:?}: {value} in {range:?}", terms.node(*term));
            }
        }
    }
}

#[test]
fn sums_have_exact_ranges() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(32), terms.variable(32));
    let sum = terms.add(x, y);
    let one = terms.constant(32, 1);
    let more = terms.sub(sum, one);
    let unknown = |it: Term| Some(if it == x { Interval(1, 5) } else { Interval(-2, 7) });
    assert_eq!(Formula::new(&terms, more).range(&terms, &unknown), Interval(-2, 11));
    let far = |_: Term| Some(Interval(0, i64::from(i32::MAX)));
    assert_eq!(Formula::new(&terms, sum).range(&terms, &far), Interval::all(32));
}
