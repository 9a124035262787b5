//! Floating-point operations give the bits that the machine gives, on constants and through the solver.

mod common;

use common::number;
use smt::{Answer, Blaster, Cadical, Lit, Rounding, Sat, Term, Terms};

fn bits_of_single(value: f32) -> u64 {
    if value.is_nan() { 0x7fc0_0000 } else { u64::from(value.to_bits()) }
}

fn bits_of_double(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

/// Random bits, often with extreme exponents, or with few bits set, so that there are ties.
fn random_float(random: &mut fastrand::Rng, width: u8) -> u64 {
    let fraction = if width == 32 { 23 } else { 52 };
    let exponents = (1u64 << (width - 1 - fraction)) - 1;
    let sign = random.u64(0..2) << (width - 1);
    let exponent = match random.u32(0..8) {
        0 => 0,
        1 => exponents,
        2 => 1,
        3 => exponents - 1,
        4 => random.u64(0..=exponents),
        5 => exponents / 2 + random.u64(0..70),
        _ => exponents / 2 + random.u64(0..4) - 2,
    };
    let all = (1u64 << fraction) - 1;
    let bits = match random.u32(0..6) {
        0 => 0,
        1 => all,
        2 => 1,
        3 => (1 << random.u32(0..fraction as u32)) | (1 << random.u32(0..fraction as u32)),
        4 => all ^ (1 << random.u32(0..fraction as u32)),
        _ => random.u64(..) & all,
    };
    sign | exponent.min(exponents) << fraction | bits
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Eq,
    Lt,
    Le,
    Sqrt,
    Round(Rounding),
    Convert,
}

const OPERATIONS: [Operation; 14] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Eq,
    Operation::Lt,
    Operation::Le,
    Operation::Sqrt,
    Operation::Round(Rounding::Floor),
    Operation::Round(Rounding::Ceiling),
    Operation::Round(Rounding::Truncate),
    Operation::Round(Rounding::NearestAway),
    Operation::Round(Rounding::NearestEven),
    Operation::Convert,
];

fn build(terms: &mut Terms, operation: Operation, a: Term, b: Term) -> Term {
    match operation {
        Operation::Add => terms.float_add(a, b),
        Operation::Sub => terms.float_sub(a, b),
        Operation::Mul => terms.float_mul(a, b),
        Operation::Div => terms.float_div(a, b),
        Operation::Eq => terms.float_eq(a, b),
        Operation::Lt => terms.float_lt(a, b),
        Operation::Le => terms.float_le(a, b),
        Operation::Sqrt => terms.float_sqrt(a),
        Operation::Round(rounding) => terms.float_round(a, rounding),
        Operation::Convert => {
            let to = 96 - terms.width(a);
            terms.float_convert(a, to)
        }
    }
}

fn expected(operation: Operation, width: u8, a: u64, b: u64) -> u64 {
    let (p, q) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let pick = |small: f32, large: f64| if width == 32 { bits_of_single(small) } else { bits_of_double(large) };
    let truth = |small: bool, large: bool| u64::from(if width == 32 { small } else { large });
    match operation {
        Operation::Add => pick(p + q, x + y),
        Operation::Sub => pick(p - q, x - y),
        Operation::Mul => pick(p * q, x * y),
        Operation::Div => pick(p / q, x / y),
        Operation::Eq => truth(p == q, x == y),
        Operation::Lt => truth(p < q, x < y),
        Operation::Le => truth(p <= q, x <= y),
        Operation::Sqrt => pick(p.sqrt(), x.sqrt()),
        Operation::Round(Rounding::Floor) => pick(p.floor(), x.floor()),
        Operation::Round(Rounding::Ceiling) => pick(p.ceil(), x.ceil()),
        Operation::Round(Rounding::Truncate) => pick(p.trunc(), x.trunc()),
        Operation::Round(Rounding::NearestAway) => pick(p.round(), x.round()),
        Operation::Round(Rounding::NearestEven) => pick(p.round_ties_even(), x.round_ties_even()),
        Operation::Convert if width == 32 => bits_of_double(f64::from(p)),
        Operation::Convert => bits_of_single(x as f32),
    }
}

#[test]
fn constants_fold_to_what_the_machine_computes() {
    let seed = number("RADDLE_SEED", 1);
    let mut random = fastrand::Rng::with_seed(seed);
    for width in [32, 64] {
        let mut terms = Terms::new();
        for round in 0..number("RADDLE_COUNT", 3000) {
            let (a, b) = (random_float(&mut random, width), random_float(&mut random, width));
            let (x, y) = (terms.constant(width, a), terms.constant(width, b));
            for operation in OPERATIONS {
                let term = build(&mut terms, operation, x, y);
                let wanted = expected(operation, width, a, b);
                assert_eq!(
                    terms.value_of(term),
                    Some(wanted),
                    "seed {seed}, round {round}: {operation:?} on {a:#x} and {b:#x} should be {wanted:#x}"
                );
            }
            if round % 200 == 0 {
                terms = Terms::new();
            }
        }
    }
}

#[test]
fn integers_are_converted_as_the_machine_does() {
    let seed = number("RADDLE_SEED", 1);
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..number("RADDLE_COUNT", 3000) {
        let mut terms = Terms::new();
        for bits in [8u8, 16, 32, 64] {
            let all = u64::MAX >> (64 - bits);
            let value = match random.u32(0..4) {
                0 => random.u64(..) & all,
                1 => random.u64(..) >> random.u32(0..64) & all,
                2 => (all >> random.u32(0..u32::from(bits))).wrapping_add(random.u64(0..3)).wrapping_sub(1) & all,
                _ => 1u64.wrapping_shl(random.u32(..)).wrapping_add(random.u64(0..3)).wrapping_sub(1) & all,
            };
            let signed = (value << (64 - bits)) as i64 >> (64 - bits);
            let integer = terms.constant(bits, value);
            let found = [
                terms.float_from_signed(integer, 32),
                terms.float_from_unsigned(integer, 32),
                terms.float_from_signed(integer, 64),
                terms.float_from_unsigned(integer, 64),
            ];
            let wanted = [
                bits_of_single(signed as f32),
                bits_of_single(value as f32),
                bits_of_double(signed as f64),
                bits_of_double(value as f64),
            ];
            assert_eq!(found.map(|it| terms.value_of(it)), wanted.map(Some), "{value:#x} of {bits} bits");
            for width in [32u8, 64] {
                let float = random_float(&mut random, width);
                let number = if width == 32 { f64::from(f32::from_bits(float as u32)) } else { f64::from_bits(float) };
                let whole = number.trunc();
                let term = terms.constant(width, float);
                let (value, fits) = terms.float_to_signed(term, bits);
                let limit = 2f64.powi(i32::from(bits) - 1);
                let should_fit = -limit <= whole && whole < limit;
                assert_eq!(terms.value_of(fits), Some(u64::from(should_fit)), "{number} as {bits} bits, signed");
                if should_fit {
                    assert_eq!(terms.value_of(value), Some(whole as i64 as u64 & all), "{number}");
                }
                let (value, fits) = terms.float_to_unsigned(term, bits);
                let should_fit = 0.0 <= whole && whole < 2.0 * limit;
                assert_eq!(terms.value_of(fits), Some(u64::from(should_fit)), "{number} as {bits} bits, unsigned");
                if should_fit {
                    assert_eq!(terms.value_of(value), Some(whole as u64), "{number}");
                }
            }
        }
    }
}

#[test]
fn the_solver_computes_the_same() {
    let seed = number("RADDLE_SEED", 1);
    let mut random = fastrand::Rng::with_seed(seed);
    for width in [32, 64] {
        for operation in OPERATIONS {
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(width), terms.variable(width));
            let term = build(&mut terms, operation, x, y);
            let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
            let result = blaster.bits(&terms, &mut solver, term).to_vec();
            let inputs = [x, y].map(|it| blaster.bits(&terms, &mut solver, it).to_vec());
            for _ in 0..number("RADDLE_COUNT", 20) {
                let values = [random_float(&mut random, width), random_float(&mut random, width)];
                let mut assumptions: Vec<Lit> = Vec::new();
                for (bits, value) in inputs.iter().zip(values) {
                    assumptions
                        .extend(bits.iter().enumerate().map(|(i, it)| if value >> i & 1 == 1 { *it } else { !*it }));
                }
                assert_eq!(solver.solve(&assumptions), Answer::Satisfiable);
                let found = result.iter().enumerate().fold(0, |sum, (i, it)| sum | u64::from(solver.value(*it)) << i);
                let wanted = expected(operation, width, values[0], values[1]);
                assert_eq!(found, wanted, "{operation:?} on {:#x} and {:#x}", values[0], values[1]);
            }
        }
    }
}

#[test]
fn the_solver_finds_numbers() {
    // A number that is not infinite with x + 1 == x.
    let mut terms = Terms::new();
    let x = terms.variable(32);
    let one = terms.constant(32, u64::from(1f32.to_bits()));
    let infinity = terms.constant(32, u64::from(f32::INFINITY.to_bits()));
    let sum = terms.float_add(x, one);
    let same = terms.float_eq(sum, x);
    let positive = terms.float_lt(one, x);
    let finite = terms.float_lt(x, infinity);
    let wanted = terms.all([same, positive, finite]);
    let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
    blaster.assert_true(&terms, &mut solver, wanted);
    assert_eq!(solver.solve(&[]), Answer::Satisfiable);
    let found = f32::from_bits(blaster.model_value(&terms, &solver, x) as u32);
    assert!(found + 1.0 == found && found.is_finite(), "{found}");
}
