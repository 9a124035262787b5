//! What a term can be, as a signed range, if something is known of its unknowns.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term, Terms};

/// Larger terms may be anything.
const MOST_TERMS: usize = 200;

/// From the first to the second, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval(pub i64, pub i64);

impl Interval {
    /// All signed numbers of so many bits.
    pub fn all(width: u8) -> Interval {
        Interval(i64::MIN >> (64 - width), i64::MAX >> (64 - width))
    }

    /// One number of so many bits.
    pub fn of(width: u8, value: u64) -> Interval {
        let value = ((value << (64 - width)) as i64) >> (64 - width);
        Interval(value, value)
    }

    /// What is in one or in the other, and between.
    pub fn hull(self, other: Interval) -> Interval {
        Interval(self.0.min(other.0), self.1.max(other.1))
    }

    /// These two, if they are numbers of so many bits.
    fn within(low: i128, high: i128, width: u8) -> Interval {
        let all = Interval::all(width);
        if low < i128::from(all.0) || high > i128::from(all.1) { all } else { Interval(low as i64, high as i64) }
    }
}

/// A term, with all that it is made of, operands first.
pub struct Formula {
    list: Vec<Term>,
    width: u8,
}

impl Formula {
    pub fn new(terms: &Terms, term: Term) -> Formula {
        let width = terms.width(term);
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut open = vec![term];
        while let Some(it) = open.pop() {
            if seen.insert(it) {
                open.extend(terms.node(it).operands());
            }
            if seen.len() > MOST_TERMS {
                return Formula { list: Vec::new(), width };
            }
        }
        // Operands have smaller numbers.
        let mut list: Vec<Term> = seen.into_iter().collect();
        list.sort_unstable();
        Formula { list, width }
    }

    /// The term and all that it is made of; nothing if that is very much.
    pub fn terms(&self) -> &[Term] {
        &self.list
    }

    /// What it can be if its unknowns are in these ranges.
    pub fn range(&self, terms: &Terms, unknown: &dyn Fn(Term) -> Option<Interval>) -> Interval {
        let mut known: FxHashMap<Term, Interval> = FxHashMap::default();
        let mut last = Interval::all(self.width);
        for &term in &self.list {
            last = range_of(terms, term, &|it| known[&it], unknown);
            known.insert(term, last);
        }
        last
    }
}

fn range_of(
    terms: &Terms,
    term: Term,
    known: &dyn Fn(Term) -> Interval,
    unknown: &dyn Fn(Term) -> Option<Interval>,
) -> Interval {
    let width = terms.width(term);
    let all = Interval::all(width);
    let wide = |it: Interval| (i128::from(it.0), i128::from(it.1));
    match terms.node(term) {
        Node::Constant { width, value } => Interval::of(width, value),
        Node::Variable { .. } => unknown(term).unwrap_or(all),
        Node::Not(it) => Interval(-1 - known(it).1, -1 - known(it).0),
        Node::Add(left, right) => {
            let (left, right) = (wide(known(left)), wide(known(right)));
            Interval::within(left.0 + right.0, left.1 + right.1, width)
        }
        Node::Mul(left, right) => {
            let (left, right) = (wide(known(left)), wide(known(right)));
            let products = [left.0 * right.0, left.0 * right.1, left.1 * right.0, left.1 * right.1];
            let low = products.iter().copied().min().unwrap_or(i128::MIN);
            let high = products.iter().copied().max().unwrap_or(i128::MAX);
            Interval::within(low, high, width)
        }
        Node::And(left, right) => match (known(left), known(right)) {
            (one, other) if one.0 >= 0 && other.0 >= 0 => Interval(0, one.1.min(other.1)),
            (one, _) if one.0 >= 0 => Interval(0, one.1),
            (_, other) if other.0 >= 0 => Interval(0, other.1),
            _ => all,
        },
        Node::Ite(_, yes, no) => known(yes).hull(known(no)),
        Node::Concat(high, low) => match terms.value_of(high) {
            Some(0) if known(low).0 >= 0 => known(low),
            Some(0) => Interval(0, (u64::MAX >> (64 - terms.width(low))) as i64),
            Some(_) | None => all,
        },
        Node::SignExtend { term, .. } => known(term),
        Node::Extract { term, low: 0, .. } => {
            let whole = known(term);
            if whole.0 >= all.0 && whole.1 <= all.1 { whole } else { all }
        }
        Node::Extract { .. }
        | Node::Xor(..)
        | Node::UDiv(..)
        | Node::URem(..)
        | Node::Shl(..)
        | Node::Lshr(..)
        | Node::Ashr(..)
        | Node::Eq(..)
        | Node::Ult(..)
        | Node::Slt(..) => all,
    }
}
