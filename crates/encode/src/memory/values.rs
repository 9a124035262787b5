//! What a term can stand for: a few numbers, or anything, and the objects that it can be an address in.

use super::objects::Objects;
use ir::{Domain, Width};
use rustc_hash::FxHashMap;
use smt::{Node, Term, Terms};

/// Terms nested deeper than this may stand for anything.
const DEEPEST: u32 = 2_000;

/// What can be in a place or a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these numbers, in ascending order.
    Known(Vec<u64>),
    /// Anything; if it is an address, one in these objects (in ascending order).
    Any(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Values::Known(Vec::new())
    }
}

/// More numbers than this are not told apart.
pub const MOST_VALUES: usize = 24;

impl Values {
    /// What is in one of the two. `object_of` gives the object that a number is the address of.
    pub fn join(&mut self, other: &Values, object_of: &dyn Fn(u64) -> Option<u32>) -> bool {
        match (&mut *self, other) {
            (Values::Known(mine), Values::Known(others)) => {
                let before = mine.len();
                mine.extend(others.iter().filter(|it| !mine.contains(it)).copied().collect::<Vec<_>>());
                mine.sort_unstable();
                let grown = mine.len() > before;
                if mine.len() > MOST_VALUES {
                    *self = self.widened(object_of);
                }
                grown
            }
            (Values::Known(_), Values::Any(_)) => {
                *self = self.widened(object_of);
                self.join(other, object_of);
                true
            }
            (Values::Any(mine), Values::Known(others)) => add_all(mine, others.iter().filter_map(|&it| object_of(it))),
            (Values::Any(mine), Values::Any(others)) => add_all(mine, others.iter().copied()),
        }
    }

    /// The same without the numbers.
    pub fn widened(&self, object_of: &dyn Fn(u64) -> Option<u32>) -> Values {
        match self {
            Values::Any(objects) => Values::Any(objects.clone()),
            Values::Known(values) => {
                let mut objects = Vec::new();
                add_all(&mut objects, values.iter().filter_map(|&it| object_of(it)));
                Values::Any(objects)
            }
        }
    }
}

fn add_all(objects: &mut Vec<u32>, more: impl Iterator<Item = u32>) -> bool {
    let before = objects.len();
    for object in more {
        if let Err(position) = objects.binary_search(&object) {
            objects.insert(position, object);
        }
    }
    objects.len() > before
}

/// What is known of terms.
#[derive(Default)]
pub struct Meaning {
    known: FxHashMap<Term, Values>,
}

/// An input.
#[derive(Clone, Copy)]
pub struct Input {
    /// Counts from the lowest value of the domain.
    pub variable: Term,
    /// What the program gets.
    pub value: Term,
    /// Holds if it is in the domain.
    pub inside: Term,
    /// The largest number that is counted to.
    pub count: u64,
}

impl Meaning {
    /// A new unknown that can stand for these values only, of as few bits as they need.
    pub fn variable(&mut self, terms: &mut Terms, width: u8, values: Values) -> Term {
        let Values::Known(numbers) = &values else {
            let variable = terms.variable(width);
            self.known.insert(variable, values);
            return variable;
        };
        if let [number] = numbers[..] {
            return terms.constant(width, number);
        }
        let unsigned = numbers.iter().map(|it| 64 - it.leading_zeros()).max().unwrap_or(1).max(1) as u8;
        let bits = |it: &u64| {
            let value = Width(width).signed(*it);
            65 - if value < 0 { value.leading_ones() } else { value.leading_zeros() }
        };
        let signed = numbers.iter().map(bits).max().unwrap_or(1).max(1) as u8;
        let narrow = unsigned.min(signed).min(width);
        let variable = terms.variable(narrow);
        let mut cut: Vec<u64> = numbers.iter().map(|it| it & Width(narrow).mask()).collect();
        cut.sort_unstable();
        self.known.insert(variable, Values::Known(cut));
        let whole = match narrow {
            narrow if narrow == width => variable,
            _ if unsigned <= signed => terms.zero_extend(variable, width),
            _ => terms.sign_extend(variable, width),
        };
        self.known.insert(whole, values);
        whole
    }

    /// A new unknown that can be any number of a domain.
    pub fn input(&mut self, terms: &mut Terms, width: u8, domain: Domain) -> Input {
        let (low, count) = domain.range(Width(width));
        // As many bits as it takes, counted from the lowest value.
        let bits = (64 - count.leading_zeros()).max(1) as u8;
        let variable = if count < MOST_VALUES as u64 && bits < width {
            self.variable(terms, width, Values::Known((0..=count).collect()))
        } else {
            terms.variable(width)
        };
        let low = terms.constant(width, low);
        let value = terms.add(variable, low);
        let most = terms.constant(width, count);
        let inside = terms.ule(variable, most);
        Input { variable, value, inside, count }
    }

    /// What a term can stand for.
    pub fn of(&mut self, terms: &Terms, objects: &Objects, term: Term) -> Values {
        self.find(terms, objects, term, 0)
    }

    fn find(&mut self, terms: &Terms, objects: &Objects, term: Term, depth: u32) -> Values {
        if let Some(value) = terms.value_of(term) {
            return Values::Known(vec![value]);
        }
        if let Some(values) = self.known.get(&term) {
            return values.clone();
        }
        if depth > DEEPEST {
            return Values::Any(Vec::new());
        }
        let object_of = |it: u64| objects.of_address(it);
        let width = terms.width(term);
        let node = terms.node(term);
        let values = match node {
            Node::Constant { value, .. } => Values::Known(vec![value]),
            Node::Variable { .. } => Values::Any(Vec::new()),
            Node::Ite(_, yes, no) => {
                let mut values = self.find(terms, objects, yes, depth + 1);
                values.join(&self.find(terms, objects, no, depth + 1), &object_of);
                values
            }
            Node::Eq(..) | Node::Ult(..) | Node::Slt(..) => Values::Known(vec![0, 1]),
            Node::Not(operand) => {
                let values = self.find(terms, objects, operand, depth + 1);
                mapped(values, |it| !it & Width(width).mask())
            }
            Node::Extract { term: operand, low, .. } => {
                let values = self.find(terms, objects, operand, depth + 1);
                mapped(values, |it| it >> low & Width(width).mask())
            }
            Node::SignExtend { term: operand, .. } => {
                let from = Width(terms.width(operand));
                let values = self.find(terms, objects, operand, depth + 1);
                mapped(values, |it| from.signed(it) as u64 & Width(width).mask())
            }
            Node::And(left, right)
            | Node::Xor(left, right)
            | Node::Add(left, right)
            | Node::Mul(left, right)
            | Node::UDiv(left, right)
            | Node::URem(left, right)
            | Node::Shl(left, right)
            | Node::Lshr(left, right)
            | Node::Ashr(left, right)
            | Node::Concat(left, right) => {
                let low = terms.width(right);
                let left = self.find(terms, objects, left, depth + 1);
                let right = self.find(terms, objects, right, depth + 1);
                combined(left, right, &object_of, |left, right| {
                    Some(
                        Width(width).mask()
                            & match node {
                                Node::And(..) => left & right,
                                Node::Xor(..) => left ^ right,
                                Node::Add(..) => left.wrapping_add(right),
                                Node::Mul(..) => left.wrapping_mul(right),
                                Node::Concat(..) => left << low | right,
                                _ => return None,
                            },
                    )
                })
            }
        };
        self.known.insert(term, values.clone());
        values
    }

    /// A modulus and a remainder of the offset of an address: whatever it stands for within an object, its offset has that
    /// remainder. The modulus is at least 1.
    pub fn residue(&mut self, terms: &Terms, objects: &Objects, address: Term) -> (u32, u32) {
        let (modulus, remainder) = self.offset(terms, objects, address, 0);
        let modulus = if modulus == 0 { 1 } else { modulus };
        (modulus as u32, remainder.rem_euclid(modulus) as u32)
    }

    /// As [`Meaning::residue`]; modulus 0 is for what is known exactly.
    fn offset(&mut self, terms: &Terms, objects: &Objects, term: Term, depth: u32) -> (i64, i64) {
        const NOTHING: (i64, i64) = (1, 0);
        if depth > DEEPEST || terms.width(term) < 32 {
            return NOTHING;
        }
        let offset = |value: u64| i64::from(value as u32 as i32);
        if let Some(value) = terms.value_of(term) {
            return (0, offset(value));
        }
        match terms.node(term) {
            Node::Add(left, right) => {
                let left = self.offset(terms, objects, left, depth + 1);
                let right = self.offset(terms, objects, right, depth + 1);
                (gcd(left.0, right.0), left.1 + right.1)
            }
            Node::Mul(left, right) => {
                let (factor, other) = match (terms.value_of(left), terms.value_of(right)) {
                    (Some(factor), _) => (factor, right),
                    (_, Some(factor)) => (factor, left),
                    (None, None) => return NOTHING,
                };
                let small = match terms.node(other) {
                    Node::SignExtend { term, .. } => terms.width(term) <= 32,
                    Node::Concat(high, low) => terms.value_of(high) == Some(0) && terms.width(low) <= 32,
                    _ => false,
                };
                // Without a factor that is a power of two the product must not wrap around.
                if small && terms.width(term) == 64 && factor < 1 << 30 {
                    (factor as i64, 0)
                } else {
                    (1 << factor.trailing_zeros().min(30), 0)
                }
            }
            Node::Shl(_, by) => match terms.value_of(by) {
                Some(by) if by < 30 => (1 << by, 0),
                Some(_) | None => NOTHING,
            },
            Node::Ite(_, yes, no) => {
                let yes = self.offset(terms, objects, yes, depth + 1);
                let no = self.offset(terms, objects, no, depth + 1);
                (gcd(gcd(yes.0, no.0), (yes.1 - no.1).abs()), yes.1)
            }
            _ => match self.of(terms, objects, term) {
                Values::Known(values) => {
                    let first = offset(values[0]);
                    (values.iter().fold(0, |known, it| gcd(known, (offset(*it) - first).abs())), first)
                }
                Values::Any(_) => NOTHING,
            },
        }
    }
}

fn mapped(values: Values, change: impl Fn(u64) -> u64) -> Values {
    match values {
        Values::Any(objects) => Values::Any(objects),
        Values::Known(numbers) => {
            let mut numbers: Vec<u64> = numbers.into_iter().map(change).collect();
            numbers.sort_unstable();
            numbers.dedup();
            Values::Known(numbers)
        }
    }
}

fn combined(
    left: Values,
    right: Values,
    object_of: &dyn Fn(u64) -> Option<u32>,
    combine: impl Fn(u64, u64) -> Option<u64>,
) -> Values {
    if let (Values::Known(left), Values::Known(right)) = (&left, &right) {
        if left.len() * right.len() <= MOST_VALUES {
            let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
            if let Some(mut numbers) = pairs.map(|(a, b)| combine(a, b)).collect::<Option<Vec<u64>>>() {
                numbers.sort_unstable();
                numbers.dedup();
                return Values::Known(numbers);
            }
        }
    }
    let mut values = left.widened(object_of);
    values.join(&right, object_of);
    values
}

fn gcd(left: i64, right: i64) -> i64 {
    if right == 0 { left.abs() } else { gcd(right, left % right) }
}
