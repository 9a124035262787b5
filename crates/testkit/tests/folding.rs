//! Constant folding in `ir` and the operators of `vm` are two definitions of the same thing: they agree.

use event::{End, Properties};
use ir::{Binary, Expr, Unary, Width};
use testkit::build::ProgramBuilder;
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

#[test]
fn folding_and_running_give_the_same() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..3_000 {
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
            let ran = run(Expr::unary(operator, constant(left)), width);
            assert_eq!(ran, ir::passes::fold::unary(operator, width, left), "{operator:?} {width:?} {left}");
        }
        for operator in BINARY {
            let result = if operator.is_comparison() { Width::BOOL } else { width };
            let ran = run(Expr::binary(operator, constant(left), constant(right)), result);
            let folded = ir::passes::fold::binary(operator, width, left, right);
            assert_eq!(ran, folded, "{operator:?} {width:?} {left} {right}");
        }
    }
}
