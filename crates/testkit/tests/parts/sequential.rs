//! The parts by themselves.

use ir::DataModel;
use testkit::sequential::machine::Trouble;
use testkit::sequential::syntax::Program;
use testkit::sequential::*;

#[test]
fn programs_repeat() {
    let size = Size::default();
    let text = |seed| print::standalone(&program(seed, &size));
    assert_eq!(text(7), text(7));
    assert_ne!(text(7), text(8));
}

#[test]
fn literals_have_the_types_of_the_standard() {
    use types::Kind;
    let kind = |value, is_decimal, model| Kind::of_literal(value, is_decimal, false, 0, model);
    assert_eq!(kind(0x7fff_ffff, true, DataModel::Lp64), Kind::Int);
    assert_eq!(kind(0x8000_0000, true, DataModel::Lp64), Kind::Long);
    assert_eq!(kind(0x8000_0000, true, DataModel::Ilp32), Kind::LongLong);
    assert_eq!(kind(0x8000_0000, false, DataModel::Lp64), Kind::UnsignedInt);
    assert_eq!(Kind::of_literal(1, true, true, 2, DataModel::Lp64), Kind::UnsignedLongLong);
}

#[test]
fn the_common_type_depends_on_the_widths() {
    use types::Kind;
    let common = |model| Kind::UnsignedInt.common(Kind::Long, model);
    assert_eq!(common(DataModel::Lp64), Kind::Long);
    assert_eq!(common(DataModel::Ilp32), Kind::UnsignedLong);
    assert_eq!(Kind::UnsignedLong.common(Kind::LongLong, DataModel::Lp64), Kind::UnsignedLongLong);
    assert_eq!(Kind::Bool.common(Kind::UnsignedShort, DataModel::Lp64), Kind::Int);
}

/// Whether anything is shifted.
fn shifts(program: &Program) -> bool {
    print::text(program, "").contains(" << ")
}

#[test]
fn a_program_shrinks_to_what_is_looked_for() {
    let size = Size { functions: 2, statements: 7, ..Size::default() };
    let (mut seen, mut tiny) = (0, 0);
    for seed in (1..24).filter(|&it| shifts(&program(it, &size))) {
        let large = program(seed, &size);
        let small = shrink(large.clone(), &mut |candidates| candidates.iter().position(|it| shifts(it)));
        let (before, after) = (print::text(&large, "").len(), print::text(&small, "").len());
        assert!(shifts(&small) && after <= before, "seed {seed}");
        // What holds the shift is reachable by some way, and no single change makes a long way shorter.
        assert!(after < 1500, "seed {seed}:\n{}", print::standalone(&small));
        seen += 1;
        // What all programs have, one statement, and a declaration or two for it.
        tiny += usize::from(after < 600);
    }
    assert!(seen > 5, "only {seen} programs have anything to shrink");
    assert!(tiny * 3 >= seen * 2, "only {tiny} of {seen} programs became tiny");
}

#[test]
fn small_differences_are_told_apart() {
    let output = |slot| Difference::Output { slot, native: 1, machine: 2 };
    let rejected = |code: &str| Difference::Machine(Trouble::Rejected(code.to_owned(), String::new()));
    assert!(output(1).is_like(&output(2)));
    assert!(rejected("C0301").is_like(&rejected("C0301")));
    assert!(!rejected("C0301").is_like(&rejected("C0302")));
    assert!(!rejected("C0301").is_like(&output(1)));
    let same = difference(Ok(vec![1; 512]), Ok(vec![1; 512]));
    assert_eq!(same, Ok(Agreement::Same));
    let mut other = vec![1; 512];
    other[9] = 2;
    assert!(matches!(difference(Ok(vec![1; 512]), Ok(other)), Err(Difference::Output { slot: 1, .. })));
}
