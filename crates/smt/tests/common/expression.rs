//! Random expressions, with a meaning of their own: it shares nothing with the crate under test.

use smt::{Term, Terms};

/// An operation on earlier expressions, by their index.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Variable(usize),
    Constant(u64),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    Compare(Compare, usize, usize),
    Ite(usize, usize, usize),
    Concat(usize, usize),
    Extract(usize, u8),
    ZeroExtend(usize),
    SignExtend(usize),
}

#[derive(Clone, Copy, Debug)]
pub enum Unary {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug)]
pub enum Binary {
    And,
    Or,
    Xor,
    Implies,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    Lshr,
    Ashr,
}

#[derive(Clone, Copy, Debug)]
pub enum Compare {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

const BINARY: [Binary; 13] = [
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::UDiv,
    Binary::URem,
    Binary::SDiv,
    Binary::SRem,
    Binary::Shl,
    Binary::Lshr,
    Binary::Ashr,
];

const COMPARE: [Compare; 6] = [Compare::Eq, Compare::Ne, Compare::Ult, Compare::Ule, Compare::Slt, Compare::Sle];

/// Each line is an operation and its width.
#[derive(Clone, Debug, Default)]
pub struct Expressions {
    pub lines: Vec<(Operation, u8)>,
    pub variables: Vec<u8>,
}

fn mask(width: u8) -> u64 {
    ((1u128 << width) - 1) as u64
}

fn signed(width: u8, value: u64) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

impl Expressions {
    /// Variables of these widths, and so many operations.
    pub fn random(random: &mut fastrand::Rng, variables: &[u8], size: usize, most: u8, easy: bool) -> Expressions {
        let mut all = Expressions { variables: variables.to_vec(), ..Expressions::default() };
        for (number, width) in variables.iter().enumerate() {
            all.lines.push((Operation::Variable(number), *width));
        }
        while all.lines.len() < size + variables.len() {
            if let Some(line) = all.random_line(random, most, easy) {
                all.lines.push(line);
            }
        }
        all
    }

    fn pick(&self, random: &mut fastrand::Rng) -> usize {
        // Rather the recent ones, so that terms become deep.
        let count = self.lines.len();
        if random.bool() { random.usize(..count) } else { random.usize(count - count.min(5)..count) }
    }

    fn pick_of_width(&self, random: &mut fastrand::Rng, width: u8) -> Option<usize> {
        (0..8).map(|_| self.pick(random)).find(|it| self.lines[*it].1 == width)
    }

    fn random_line(&self, random: &mut fastrand::Rng, most: u8, easy: bool) -> Option<(Operation, u8)> {
        let a = self.pick(random);
        let width = self.lines[a].1;
        Some(match random.u32(0..20) {
            0..=2 => {
                let value = match random.u32(0..4) {
                    0 => random.u64(..) & mask(width),
                    1 => mask(width),
                    2 => 1 << (width - 1),
                    _ => random.u64(0..4) & mask(width),
                };
                (Operation::Constant(value), width)
            }
            3 => (Operation::Unary(if random.bool() { Unary::Not } else { Unary::Neg }, a), width),
            4..=10 => {
                let b = self.pick_of_width(random, width)?;
                let operation = BINARY[random.usize(..BINARY.len())];
                let is_hard =
                    matches!(operation, Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem | Binary::Mul);
                if easy && is_hard && (width > 8 || random.bool()) {
                    return None;
                }
                if width == 1 && random.u32(0..8) == 0 {
                    return Some((Operation::Binary(Binary::Implies, a, b), 1));
                }
                (Operation::Binary(operation, a, b), width)
            }
            11..=13 => {
                let b = self.pick_of_width(random, width)?;
                (Operation::Compare(COMPARE[random.usize(..COMPARE.len())], a, b), 1)
            }
            14..=16 => {
                let b = self.pick_of_width(random, width)?;
                (Operation::Ite(self.pick_of_width(random, 1)?, a, b), width)
            }
            17 => {
                let b = self.pick(random);
                let together = width.checked_add(self.lines[b].1).filter(|it| *it <= most)?;
                (Operation::Concat(a, b), together)
            }
            18 => {
                let taken = random.u8(1..=width);
                (Operation::Extract(a, random.u8(0..=width - taken)), taken)
            }
            _ => {
                let to = random.u8(width..=most.max(width));
                (if random.bool() { Operation::ZeroExtend(a) } else { Operation::SignExtend(a) }, to)
            }
        })
    }

    /// The values of all lines.
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.lines.len());
        for &(operation, width) in &self.lines {
            let of = |index: usize| values[index];
            let width_of = |index: usize| self.lines[index].1;
            let value = match operation {
                Operation::Variable(number) => inputs[number],
                Operation::Constant(value) => value,
                Operation::Unary(Unary::Not, a) => !of(a),
                Operation::Unary(Unary::Neg, a) => 0u64.wrapping_sub(of(a)),
                Operation::Binary(operation, a, b) => binary(operation, width, of(a), of(b)),
                Operation::Compare(compare, a, b) => {
                    let (x, y) = (of(a), of(b));
                    let (i, j) = (signed(width_of(a), x), signed(width_of(b), y));
                    u64::from(match compare {
                        Compare::Eq => x == y,
                        Compare::Ne => x != y,
                        Compare::Ult => x < y,
                        Compare::Ule => x <= y,
                        Compare::Slt => i < j,
                        Compare::Sle => i <= j,
                    })
                }
                Operation::Ite(c, a, b) => [of(b), of(a)][of(c) as usize],
                Operation::Concat(a, b) => ((u128::from(of(a)) << width_of(b)) | u128::from(of(b))) as u64,
                Operation::Extract(a, low) => of(a) >> low,
                Operation::ZeroExtend(a) => of(a),
                Operation::SignExtend(a) => signed(width_of(a), of(a)) as u64,
            };
            values.push(value & mask(width));
        }
        values
    }

    /// The same with the constructors of the crate: the variables, and a term for each line.
    pub fn build(&self, terms: &mut Terms) -> (Vec<Term>, Vec<Term>) {
        let variables: Vec<Term> = self.variables.iter().map(|it| terms.variable(*it)).collect();
        let mut built: Vec<Term> = Vec::with_capacity(self.lines.len());
        for &(operation, width) in &self.lines {
            let of = |index: usize| built[index];
            let term = match operation {
                Operation::Variable(number) => variables[number],
                Operation::Constant(value) => terms.constant(width, value),
                Operation::Unary(Unary::Not, a) => terms.not(of(a)),
                Operation::Unary(Unary::Neg, a) => terms.neg(of(a)),
                Operation::Binary(operation, a, b) => build_binary(terms, operation, of(a), of(b)),
                Operation::Compare(Compare::Eq, a, b) => terms.eq(of(a), of(b)),
                Operation::Compare(Compare::Ne, a, b) => terms.ne(of(a), of(b)),
                Operation::Compare(Compare::Ult, a, b) => terms.ult(of(a), of(b)),
                Operation::Compare(Compare::Ule, a, b) => terms.ule(of(a), of(b)),
                Operation::Compare(Compare::Slt, a, b) => terms.slt(of(a), of(b)),
                Operation::Compare(Compare::Sle, a, b) => terms.sle(of(a), of(b)),
                Operation::Ite(c, a, b) => terms.ite(of(c), of(a), of(b)),
                Operation::Concat(a, b) => terms.concat(of(a), of(b)),
                Operation::Extract(a, low) => terms.extract(of(a), low, width),
                Operation::ZeroExtend(a) => terms.zero_extend(of(a), width),
                Operation::SignExtend(a) => terms.sign_extend(of(a), width),
            };
            assert_eq!(terms.width(term), width, "{operation:?}");
            built.push(term);
        }
        (variables, built)
    }
}

fn build_binary(terms: &mut Terms, operation: Binary, a: Term, b: Term) -> Term {
    match operation {
        Binary::And => terms.and(a, b),
        Binary::Or => terms.or(a, b),
        Binary::Xor => terms.xor(a, b),
        Binary::Implies => terms.implies(a, b),
        Binary::Add => terms.add(a, b),
        Binary::Sub => terms.sub(a, b),
        Binary::Mul => terms.mul(a, b),
        Binary::UDiv => terms.udiv(a, b),
        Binary::URem => terms.urem(a, b),
        Binary::SDiv => terms.sdiv(a, b),
        Binary::SRem => terms.srem(a, b),
        Binary::Shl => terms.shl(a, b),
        Binary::Lshr => terms.lshr(a, b),
        Binary::Ashr => terms.ashr(a, b),
    }
}

fn binary(operation: Binary, width: u8, a: u64, b: u64) -> u64 {
    let (i, j) = (signed(width, a), signed(width, b));
    let shift = b.min(127) as u32;
    match operation {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Implies => !a | b,
        Binary::Add => (u128::from(a) + u128::from(b)) as u64,
        Binary::Sub => (i128::from(a) - i128::from(b)) as u64,
        Binary::Mul => (u128::from(a) * u128::from(b)) as u64,
        Binary::UDiv if b == 0 => u64::MAX,
        Binary::UDiv => a / b,
        Binary::URem if b == 0 => a,
        Binary::URem => a % b,
        Binary::SDiv if b == 0 && i < 0 => 1,
        Binary::SDiv if b == 0 => u64::MAX,
        Binary::SDiv => (i / j) as u64,
        Binary::SRem if b == 0 => a,
        Binary::SRem => (i % j) as u64,
        Binary::Shl if shift >= 64 => 0,
        Binary::Shl => (u128::from(a) << shift) as u64,
        Binary::Lshr => (u128::from(a) >> shift) as u64,
        Binary::Ashr => (i >> shift) as u64,
    }
}

/// The same as SMT-LIB, independent of the crate under test: a definition for each line, over the variables that the crate declares.
pub fn smt2_of_lines(expressions: &Expressions) -> String {
    let mut text = String::new();
    for (index, &(operation, width)) in expressions.lines.iter().enumerate() {
        let body = match operation {
            Operation::Variable(number) => format!("v{number}"),
            Operation::Constant(value) => format!("(_ bv{value} {width})"),
            Operation::Unary(Unary::Not, a) => format!("(bvnot l{a})"),
            Operation::Unary(Unary::Neg, a) => format!("(bvneg l{a})"),
            Operation::Binary(operation, a, b) => {
                let name = match operation {
                    Binary::And => "bvand",
                    Binary::Or => "bvor",
                    Binary::Xor => "bvxor",
                    Binary::Implies => "bvor",
                    Binary::Add => "bvadd",
                    Binary::Sub => "bvsub",
                    Binary::Mul => "bvmul",
                    Binary::UDiv => "bvudiv",
                    Binary::URem => "bvurem",
                    Binary::SDiv => "bvsdiv",
                    Binary::SRem => "bvsrem",
                    Binary::Shl => "bvshl",
                    Binary::Lshr => "bvlshr",
                    Binary::Ashr => "bvashr",
                };
                let first = match operation {
                    Binary::Implies => format!("(bvnot l{a})"),
                    _ => format!("l{a}"),
                };
                format!("({name} {first} l{b})")
            }
            Operation::Compare(compare, a, b) => {
                let condition = match compare {
                    Compare::Eq => format!("(= l{a} l{b})"),
                    Compare::Ne => format!("(distinct l{a} l{b})"),
                    Compare::Ult => format!("(bvult l{a} l{b})"),
                    Compare::Ule => format!("(bvule l{a} l{b})"),
                    Compare::Slt => format!("(bvslt l{a} l{b})"),
                    Compare::Sle => format!("(bvsle l{a} l{b})"),
                };
                format!("(ite {condition} #b1 #b0)")
            }
            Operation::Ite(c, a, b) => format!("(ite (= l{c} #b1) l{a} l{b})"),
            Operation::Concat(a, b) => format!("(concat l{a} l{b})"),
            Operation::Extract(a, low) => format!("((_ extract {} {low}) l{a})", low + width - 1),
            Operation::ZeroExtend(a) => format!("((_ zero_extend {}) l{a})", width - expressions.lines[a].1),
            Operation::SignExtend(a) => format!("((_ sign_extend {}) l{a})", width - expressions.lines[a].1),
        };
        text.push_str(&format!("(define-fun l{index} () (_ BitVec {width}) {body})\n"));
    }
    text
}
