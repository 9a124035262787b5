//! Constant folding in `ir` and the operators of `vm` are two definitions of the same thing: they agree.

use crate::build::ProgramBuilder;
use event::{End, Properties};
use ir::passes::fold;
use ir::{Binary, Conversion, Expr, Unary, Width};
use vm::{Fuel, Outcome, Thread};

const UNARY: [Unary; 3] = [Unary::Not, Unary::Negate, Unary::NegateSigned];
const BINARY: [Binary; 23] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::AddSigned,
    Binary::SubtractSigned,
    Binary::MultiplySigned,
    Binary::DivideUnsigned,
    Binary::DivideSigned,
    Binary::RemainderUnsigned,
    Binary::RemainderSigned,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::ShiftLeft,
    Binary::ShiftLeftSigned,
    Binary::ShiftRight,
    Binary::ShiftRightSigned,
    Binary::Equal,
    Binary::NotEqual,
    Binary::Less,
    Binary::LessEqual,
    Binary::LessSigned,
    Binary::LessEqualSigned,
];

/// What the machine computes for an expression of this width; `None` if it faults.
fn run(expr: Expr, width: Width) -> Option<u64> {
    let mut program = ProgramBuilder::new();
    let main = program.function("main", &[], Some(width.0), |f| f.ret(expr));
    program.enter_at(main);
    let program = program.build();
    let thread = Thread::start(&vm::compile(&program, Properties::all()), program.entry, 0, &mut Fuel(100));
    match thread.outcome() {
        Outcome::Ended(End::MainReturned) => thread.result(),
        _ => None,
    }
}

const FLOAT_UNARY: [Unary; 6] = [
    Unary::FloatSquareRoot,
    Unary::FloatFloor,
    Unary::FloatCeiling,
    Unary::FloatTruncate,
    Unary::FloatRound,
    Unary::FloatRoundEven,
];
const FLOAT_BINARY: [Binary; 8] = [
    Binary::FloatAdd,
    Binary::FloatSubtract,
    Binary::FloatMultiply,
    Binary::FloatDivide,
    Binary::FloatRemainder,
    Binary::FloatEqual,
    Binary::FloatLess,
    Binary::FloatLessEqual,
];
const CONVERSIONS: [Conversion; 5] = [
    Conversion::FloatToFloat,
    Conversion::SignedToFloat,
    Conversion::UnsignedToFloat,
    Conversion::FloatToSigned,
    Conversion::FloatToUnsigned,
];

/// What an expression of constants is folded to is what the machine computes.
fn same(expr: Expr, width: Width, folded: Option<u64>) -> Result<(), String> {
    let ran = run(expr.clone(), width);
    if ran == folded { Ok(()) } else { Err(format!("{expr:?} is {ran:x?} when it is run, and folded to {folded:x?}")) }
}

/// All operators on some floating-point numbers.
pub fn floats(seed: u64) -> Result<(), String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let width = Width([32, 64][rng.usize(0..2)]);
    let mut number = || match rng.u8(0..3) {
        0 => ir::float::bits(width, f64::from(rng.i32(-9..9)) / 2.0),
        1 => [0, 1, width.mask(), width.mask() / 2 + 1][rng.usize(0..4)],
        _ => rng.u64(..) & width.mask(),
    };
    let (left, right) = (number(), number());
    let constant = |value| Expr::Const(width, value);
    for operator in FLOAT_UNARY {
        same(Expr::unary(operator, constant(left)), width, fold::unary(operator, width, left))?;
    }
    for operator in FLOAT_BINARY {
        let result = if operator.is_comparison() { Width::BOOL } else { width };
        let folded = fold::binary(operator, width, left, right);
        same(Expr::binary(operator, constant(left), constant(right)), result, folded)?;
    }
    for conversion in CONVERSIONS {
        let to = Width(if conversion.gives_float() { 96 - width.0 } else { [8, 16, 32, 64][rng.usize(0..4)] });
        let expr = Expr::Convert { conversion, to, operand: Box::new(constant(left)) };
        same(expr, to, fold::convert(conversion, width, to, left))?;
    }
    Ok(())
}

/// All operators on some integers.
pub fn integers(seed: u64) -> Result<(), String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let width = Width([1, 8, 16, 32, 64, 3][rng.usize(0..6)]);
    let mut number = || match rng.u8(0..4) {
        0 => rng.u64(0..4),
        1 => width.mask() - rng.u64(0..2).min(width.mask()),
        2 => 1 << rng.u64(0..u64::from(width.0)),
        _ => rng.u64(..),
    };
    let (left, right) = (number() & width.mask(), number() & width.mask());
    let constant = |value| Expr::Const(width, value);
    for operator in UNARY {
        same(Expr::unary(operator, constant(left)), width, fold::unary(operator, width, left))?;
    }
    for operator in BINARY {
        let result = if operator.is_comparison() { Width::BOOL } else { width };
        let folded = fold::binary(operator, width, left, right);
        same(Expr::binary(operator, constant(left), constant(right)), result, folded)?;
    }
    Ok(())
}
