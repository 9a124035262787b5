//! What terms mean: their value, given the values of the variables.
//!
//! The functions on numbers here are also what constructors fold constants with.

use super::{Node, Term, Terms, mask, operands, sign_bit, signed};

/// The value of a node over the values of its operands.
pub(super) fn apply(node: Node, width: u8, operand_width: u8, values: [u64; 3]) -> u64 {
    let [a, b, c] = values;
    let value = match node {
        Node::Constant { value, .. } => value,
        Node::Variable { .. } => a,
        Node::Not(_) => !a,
        Node::And(..) => a & b,
        Node::Xor(..) => a ^ b,
        Node::Add(..) => a.wrapping_add(b),
        Node::Mul(..) => a.wrapping_mul(b),
        Node::UDiv(..) => udiv(a, b),
        Node::URem(..) => urem(a, b),
        Node::Shl(..) => shl(width, a, b),
        Node::Lshr(..) => lshr(width, a, b),
        Node::Ashr(..) => ashr(width, a, b),
        Node::Eq(..) => u64::from(a == b),
        Node::Ult(..) => u64::from(a < b),
        Node::Slt(..) => u64::from(signed(operand_width, a) < signed(operand_width, b)),
        Node::Ite(..) => {
            if a == 1 {
                b
            } else {
                c
            }
        }
        // The operand width is that of the lower part, which comes second.
        Node::Concat(..) => a << operand_width | b,
        Node::Extract { low, .. } => a >> low,
        Node::SignExtend { .. } => signed(operand_width, a) as u64,
    };
    value & mask(width)
}

pub(super) fn udiv(a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(u64::MAX)
}

pub(super) fn urem(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

pub(super) fn shl(width: u8, a: u64, amount: u64) -> u64 {
    if amount >= u64::from(width) { 0 } else { a << amount }
}

pub(super) fn lshr(width: u8, a: u64, amount: u64) -> u64 {
    if amount >= u64::from(width) { 0 } else { a >> amount }
}

pub(super) fn ashr(width: u8, a: u64, amount: u64) -> u64 {
    let is_negative = a & sign_bit(width) != 0;
    match (amount >= u64::from(width), is_negative) {
        (true, true) => u64::MAX,
        (true, false) => 0,
        (false, _) => (signed(width, a) >> amount) as u64,
    }
}

/// Evaluates many terms over the same values of the variables, each node once.
#[derive(Default)]
pub struct Evaluator {
    /// By node, with whether it is known.
    values: Vec<(u64, bool)>,
    stack: Vec<u32>,
}

impl Evaluator {
    /// Without any value.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of a term. `variable` is asked once for each variable, and must give the same values until
    /// [`Evaluator::forget`].
    pub fn value(&mut self, terms: &Terms, term: Term, variable: &dyn Fn(Term) -> u64) -> u64 {
        if self.values.len() < terms.len() {
            self.values.resize(terms.len(), (0, false));
        }
        self.stack.push(term.index() as u32);
        while let Some(&index) = self.stack.last() {
            let index = index as usize;
            if self.values[index].1 {
                self.stack.pop();
                continue;
            }
            let node = terms.nodes[index];
            let mut inputs = [0; 3];
            let mut is_complete = true;
            for (input, operand) in inputs.iter_mut().zip(operands(node)) {
                let Some(operand) = operand else { continue };
                let (value, is_known) = self.values[operand.index()];
                if is_known {
                    *input = if operand.is_negated() { !value & mask(terms.width(operand)) } else { value };
                } else {
                    is_complete = false;
                    self.stack.push(operand.index() as u32);
                }
            }
            if !is_complete {
                continue;
            }
            let width = terms.widths[index];
            let operand_width = match node {
                Node::Constant { .. } => width,
                Node::Variable { .. } => {
                    inputs[0] = variable(Term::of(index));
                    width
                }
                Node::Concat(_, low) => terms.width(low),
                Node::Not(operand)
                | Node::And(operand, _)
                | Node::Xor(operand, _)
                | Node::Add(operand, _)
                | Node::Mul(operand, _)
                | Node::UDiv(operand, _)
                | Node::URem(operand, _)
                | Node::Shl(operand, _)
                | Node::Lshr(operand, _)
                | Node::Ashr(operand, _)
                | Node::Eq(operand, _)
                | Node::Ult(operand, _)
                | Node::Slt(operand, _)
                | Node::Ite(operand, _, _)
                | Node::Extract { term: operand, .. }
                | Node::SignExtend { term: operand, .. } => terms.width(operand),
            };
            self.values[index] = (apply(node, width, operand_width, inputs), true);
            self.stack.pop();
        }
        let value = self.values[term.index()].0;
        if term.is_negated() { !value & mask(terms.width(term)) } else { value }
    }

    /// Forgets all values, since the variables have new ones.
    pub fn forget(&mut self) {
        self.values.clear();
    }
}

impl Terms {
    /// The value of one term. For many terms use an [`Evaluator`].
    pub fn evaluate(&self, term: Term, variable: &dyn Fn(Term) -> u64) -> u64 {
        Evaluator::new().value(self, term, variable)
    }
}
