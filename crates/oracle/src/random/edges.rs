//! Random programs that compute once or twice with numbers at the edge: the largest and the least, those next to them and half
//! of them, and small ones of both signs. Nobody looks before they compute, so that the numbers alone decide whether a
//! result fits; and there are few of them, so that in many programs all results do.
//!
//! Start at [`program`]. [`numbers`](super::numbers) has more that is shared, and threads that are careful.

use crate::build::{FunctionBuilder, ProgramBuilder, Reg, Var};
use fastrand::Rng;
use ir::{Binary, Expr, Unary, Width};

const OPERATORS: [Binary; 14] = [
    Binary::AddSigned,
    Binary::AddSigned,
    Binary::AddSigned,
    Binary::SubtractSigned,
    Binary::SubtractSigned,
    Binary::MultiplySigned,
    Binary::MultiplySigned,
    Binary::DivideSigned,
    Binary::RemainderSigned,
    Binary::ShiftLeftSigned,
    Binary::ShiftRightSigned,
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
];

/// The random program of this seed. It is valid, and the same for the same seed.
pub fn program(seed: u64) -> ir::Program {
    let mut rng = Rng::with_seed(seed);
    let mut builder = ProgramBuilder::new();
    let bits = [8, 16, 32, 32, 64][rng.usize(0..5)];
    let [x, y, z] = ["x", "y", "z"].map(|name| builder.int_from(name, bits, edge(&mut rng, bits)));
    let stored = edge(&mut rng, bits);
    let other = builder.thread("other", |f| {
        f.store(x, Expr::constant(Width(bits), stored));
        f.ret(0);
    });
    builder.main(|f| {
        let handle = f.spawn(other);
        let value = compute(&mut rng, f, x, y);
        f.store(z, value);
        if rng.u8(0..3) == 0 {
            compute(&mut rng, f, z, x);
        }
        f.join(handle);
        let unlikely = edge(&mut rng, bits);
        f.assert(value.is_not(Expr::constant(Width(bits), unlikely)), "a result");
    });
    builder.build()
}

/// Computes with one variable and another one, or a number.
fn compute(rng: &mut Rng, f: &mut FunctionBuilder, one: Var, other: Var) -> Reg {
    let width = Width(one.bits);
    let left = f.load(one);
    let operator = OPERATORS[rng.usize(0..OPERATORS.len())];
    let right = match operator {
        Binary::ShiftLeftSigned | Binary::ShiftRightSigned => {
            Expr::constant(width, [0, 1, 2, u64::from(one.bits) - 2, u64::from(one.bits) - 1][rng.usize(0..5)])
        }
        _ if rng.bool() => f.load(other).expr(),
        _ => Expr::constant(width, edge(rng, one.bits)),
    };
    let result = match rng.u8(0..12) {
        0 => Expr::unary(Unary::NegateSigned, left.expr()),
        _ if rng.u8(0..4) == 0 => Expr::binary(operator, right, left.expr()),
        _ => left.binary(operator, right),
    };
    let value = f.fresh(one.bits);
    f.assign(value, result);
    value
}

fn edge(rng: &mut Rng, bits: u8) -> u64 {
    let width = Width(bits);
    let (largest, least) = (width.mask() >> 1, (width.mask() >> 1) + 1);
    let number = match rng.u8(0..16) {
        0 => largest,
        1 => largest - 1,
        2 => largest / 2,
        3 => largest / 2 + 1,
        4 => least,
        5 => least + 1,
        6 => least + least / 2,
        7..10 => rng.u64(1..4).wrapping_neg(),
        _ => rng.u64(0..4),
    };
    number & width.mask()
}
