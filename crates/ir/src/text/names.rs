//! The words of the text form for operators, orders and updates; one table for both directions.

use crate::syntax::{Binary, Cause, Conversion, Order, Unary, Update};

macro_rules! words {
    ($to_word:ident, $from_word:ident, $kind:ident: $($variant:ident = $word:literal),* $(,)?) => {
        pub(super) fn $to_word(it: $kind) -> &'static str {
            match it {
                $($kind::$variant => $word,)*
            }
        }

        pub(super) fn $from_word(word: &str) -> Option<$kind> {
            match word {
                $($word => Some($kind::$variant),)*
                _ => None,
            }
        }
    };
}

words!(unary_word, unary, Unary:
    Not = "not", Negate = "neg", NegateSigned = "negs",
    FloatSquareRoot = "fsqrt", FloatFloor = "ffloor", FloatCeiling = "fceil", FloatTruncate = "ftrunc",
    FloatRound = "fround", FloatRoundEven = "frint",
);

words!(conversion_word, conversion, Conversion:
    FloatToFloat = "ftof", SignedToFloat = "stof", UnsignedToFloat = "utof", FloatToSigned = "ftos",
    FloatToUnsigned = "ftou",
);

words!(binary_word, binary, Binary:
    Add = "add", Subtract = "sub", Multiply = "mul",
    AddSigned = "adds", SubtractSigned = "subs", MultiplySigned = "muls",
    DivideUnsigned = "divu", DivideSigned = "divs", RemainderUnsigned = "remu", RemainderSigned = "rems",
    And = "and", Or = "or", Xor = "xor",
    ShiftLeft = "shl", ShiftLeftSigned = "shls", ShiftRight = "shr", ShiftRightSigned = "shrs",
    Equal = "eq", NotEqual = "ne", Less = "ult", LessEqual = "ule", LessSigned = "slt", LessEqualSigned = "sle",
    FloatAdd = "fadd", FloatSubtract = "fsub", FloatMultiply = "fmul", FloatDivide = "fdiv", FloatRemainder = "frem",
    FloatEqual = "feq", FloatLess = "flt", FloatLessEqual = "fle",
);

words!(order_word, order, Order:
    NonAtomic = "na", Relaxed = "rlx", Consume = "con", Acquire = "acq", Release = "rel", AcquireRelease = "acq_rel",
    SequentiallyConsistent = "sc", Unset = "unset",
);

words!(update_word, update, Update:
    Exchange = "exchange", Add = "add", Subtract = "sub", And = "and", Or = "or", Xor = "xor", Nand = "nand",
    AddIfFits = "add_if_fits", SubtractIfFits = "sub_if_fits",
);

words!(cause_word, cause, Cause:
    Wait = "wait", TimedWait = "timed_wait", Exchange = "exchange", Retry = "retry",
);
