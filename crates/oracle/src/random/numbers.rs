//! Random programs that compute with numbers which several threads change: sums near the largest number, divisors that may
//! be 0, shifts that may be too far, conversions of floating-point numbers.
//!
//! A third of the programs look before they compute; the others do not always, or look at what may have changed in the meantime. Start at
//! [`program`].

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var, both};
use fastrand::Rng;
use ir::{Binary, Conversion, Expr, FunctionId, Unary, Update, Width};

/// What the threads share, and how.
struct Shared {
    ints: Vec<Var>,
    mutex: Option<Var>,
    /// In per cent, how often nobody looks.
    mistakes: u32,
    choices: bool,
}

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let count = rng.usize(1..=3);
    let mut ints = Vec::new();
    for name in &["x", "y", "z"][..count] {
        let bits = [8, 16, 32, 32, 64][rng.usize(0..5)];
        let largest = Width(bits).mask() >> 1;
        let start = match rng.u8(0..6) {
            0 => largest - 1,
            1 => largest + 2,
            2 => rng.u64(1..4),
            3 => largest / 2,
            _ => 0,
        };
        ints.push(builder.int_from(name, bits, start));
    }
    let mutex = (rng.u8(0..3) == 0).then(|| builder.mutex("m"));
    let mistakes = [0, 30, 60][rng.usize(0..3)];
    let shared = Shared { ints, mutex, mistakes, choices: rng.u8(0..3) == 0 };
    let workers = [1, 2, 2, 3][rng.usize(0..4)];
    let each = [6, 5, 3][workers - 1];
    let mut functions: Vec<FunctionId> = Vec::new();
    for number in 0..workers {
        if number > 0 && rng.u8(0..3) == 0 {
            functions.push(functions[number - 1]);
            continue;
        }
        let mut body = Body { rng: &mut rng, shared: &shared, budget: each, locked: false };
        functions.push(builder.thread(&format!("t{number}"), |f| body.worker(f)));
    }
    let budget = if workers == 1 { 5 } else { rng.u32(0..3) };
    let mut body = Body { rng: &mut rng, shared: &shared, budget, locked: false };
    builder.main(|f| {
        let handles: Vec<Reg> = functions.iter().map(|&it| f.spawn(it)).collect();
        body.statements(f);
        for handle in handles {
            f.join(handle);
        }
        let var = body.var();
        let seen = f.load(var);
        let small = body.rng.i64(0..3);
        f.assert(seen.is_not(small), "what is left");
    });
    builder.build()
}

struct Body<'a> {
    rng: &'a mut Rng,
    shared: &'a Shared,
    budget: u32,
    locked: bool,
}

impl Body<'_> {
    fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.shared.mistakes
    }

    fn pay(&mut self, operations: u32) {
        self.budget = self.budget.saturating_sub(operations);
    }

    fn var(&mut self) -> Var {
        self.shared.ints[self.rng.usize(0..self.shared.ints.len())]
    }

    fn worker(&mut self, f: &mut FunctionBuilder) {
        self.statements(f);
        f.ret(0);
    }

    fn statements(&mut self, f: &mut FunctionBuilder) {
        for _ in 0..4 {
            if self.budget < 2 {
                return;
            }
            self.statement(f);
        }
    }

    fn statement(&mut self, f: &mut FunctionBuilder) {
        match (self.rng.u8(0..12), self.shared.mutex) {
            (0..4, Some(mutex)) if !self.locked => {
                self.pay(2);
                self.locked = true;
                f.lock(mutex);
                self.compute(f);
                f.unlock(mutex);
                self.locked = false;
            }
            (4, _) => {
                let var = self.var();
                self.pay(1);
                let number = self.number(var.bits);
                f.store(var, number);
            }
            (5, _) => {
                // Read-modify-writes wrap around.
                let var = self.var();
                self.pay(1);
                let number = self.number(var.bits);
                f.update(var, [Update::Add, Update::Exchange, Update::And][self.rng.usize(0..3)], number);
            }
            (6, _) if self.shared.choices => {
                let var = self.var();
                self.pay(2);
                let chosen = f.choose(var.bits, 0, 2);
                f.store(var, chosen);
            }
            _ => self.compute(f),
        }
    }

    /// Mostly small, now and then at the edge.
    fn number(&mut self, bits: u8) -> Expr {
        let width = Width(bits);
        let value = match self.rng.u8(0..16) {
            0 => width.mask(),
            1 => width.mask() >> 1,
            2 => (width.mask() >> 1) + 1,
            3 => u64::from(bits),
            _ => self.rng.u64(0..4),
        };
        Expr::constant(width, value)
    }

    /// Reads one or two numbers, computes, and writes the result.
    fn compute(&mut self, f: &mut FunctionBuilder) {
        let (from, other, to) = (self.var(), self.var(), self.var());
        self.pay(3);
        let left = f.load(from);
        let right: Reg = if self.rng.bool() {
            let read = f.load(other);
            let right = f.fresh(from.bits);
            f.assign(right, read.resized(from.bits));
            right
        } else {
            let right = f.fresh(from.bits);
            let number = self.number(from.bits);
            f.assign(right, number);
            right
        };
        let (result, is_fine) = self.operation(left, right);
        // Some look at what is there by now, others at what they use.
        let looks = !self.mistake();
        let twice = self.shared.mistakes > 0 && self.rng.u8(0..6) == 0;
        let branch = match is_fine {
            Some(condition) if looks => Some(f.begin_if(condition)),
            _ => None,
        };
        if twice {
            let again = f.load(from);
            f.assign(left, again);
        }
        let value = f.fresh(from.bits);
        f.assign(value, result);
        f.store(to, value.resized(to.bits));
        if let Some(branch) = branch {
            let branch = f.begin_else(branch);
            f.end_if(branch);
        }
    }

    /// Something to compute, and when that is fine, if it is not always.
    fn operation(&mut self, left: Reg, right: Reg) -> (Expr, Option<Expr>) {
        let width = Width(left.bits);
        let number = |value: u64| Expr::constant(width, value);
        let (largest, smallest) = (width.mask() >> 1, (width.mask() >> 1) + 1);
        let is_small = |it: Reg| both(it.binary(Binary::LessSigned, 10), small_from_below(it));
        match self.rng.u8(0..12) {
            0 | 1 => {
                let fine = left.binary(Binary::LessEqualSigned, number(largest / 2));
                let fine = both(fine, right.binary(Binary::LessEqualSigned, number(largest / 2)));
                let below =
                    both(left.binary(Binary::Less, number(smallest)), right.binary(Binary::Less, number(smallest)));
                (left.binary(Binary::AddSigned, right), Some(both(fine, below)))
            }
            2 => {
                let fine =
                    both(left.binary(Binary::Less, number(smallest)), right.binary(Binary::Less, number(smallest)));
                (left.binary(Binary::SubtractSigned, right), Some(fine))
            }
            3 => (left.binary(Binary::MultiplySigned, right), Some(both(is_small(left), is_small(right)))),
            4 | 5 => {
                let operators = [Binary::DivideSigned, Binary::RemainderSigned];
                let operator = operators[self.rng.usize(0..2)];
                // The smallest number divided by -1 is one too many.
                let fine = both(right.is_not(0), left.is_not(number(smallest)));
                (left.binary(operator, right), Some(fine))
            }
            6 => {
                let operators = [Binary::DivideUnsigned, Binary::RemainderUnsigned];
                (left.binary(operators[self.rng.usize(0..2)], right), Some(right.is_not(0)))
            }
            7 => {
                let operators = [Binary::ShiftLeft, Binary::ShiftRight, Binary::ShiftRightSigned];
                let fine = right.binary(Binary::Less, number(u64::from(left.bits)));
                (left.binary(operators[self.rng.usize(0..3)], right), Some(fine))
            }
            8 => {
                let fine = both(right.binary(Binary::Less, 3), left.binary(Binary::Less, 8));
                (left.binary(Binary::ShiftLeftSigned, right), Some(fine))
            }
            9 => (Expr::unary(Unary::NegateSigned, left.expr()), Some(left.is_not(number(smallest)))),
            10 if matches!(left.bits, 32 | 64) => {
                let convert = |conversion, operand| Expr::Convert { conversion, to: width, operand: Box::new(operand) };
                let one = convert(Conversion::SignedToFloat, left.expr());
                let two = convert(Conversion::SignedToFloat, right.expr());
                let quotient = Expr::binary(Binary::FloatDivide, one, two);
                (
                    convert(Conversion::FloatToSigned, quotient),
                    Some(both(right.is_not(0), left.is_not(number(smallest)))),
                )
            }
            _ => (left.binary(Binary::Add, right), None),
        }
    }
}

/// The condition that a number is not below -10.
fn small_from_below(it: Reg) -> Expr {
    Expr::binary(Binary::LessSigned, Expr::constant(Width(it.bits), 10u64.wrapping_neg()), it.expr())
}
