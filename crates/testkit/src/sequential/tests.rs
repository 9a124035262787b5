//! The parts by themselves.

use super::*;
use ir::DataModel;

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
