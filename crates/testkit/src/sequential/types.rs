//! The types of the generated programs, and the rules of C by which expressions get theirs.
//!
//! Written from the standard (C11 6.3.1.1, 6.3.1.8, 6.4.4.1), not from the front end, which is under test.

use super::syntax::{EnumId, RecordId};
use ir::DataModel;

/// An integer type. `char` is signed, as on x86.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

impl Kind {
    /// All of them, in the order of their ranks.
    const ALL: [Kind; 14] = [
        Kind::Bool,
        Kind::Char,
        Kind::SignedChar,
        Kind::UnsignedChar,
        Kind::Short,
        Kind::UnsignedShort,
        Kind::Int,
        Kind::UnsignedInt,
        Kind::Long,
        Kind::UnsignedLong,
        Kind::LongLong,
        Kind::UnsignedLongLong,
        Kind::Int128,
        Kind::UnsignedInt128,
    ];

    /// All that the model has.
    pub fn all(model: DataModel) -> &'static [Kind] {
        match model {
            DataModel::Lp64 => &Kind::ALL,
            DataModel::Ilp32 => &Kind::ALL[..12],
        }
    }

    /// Width of the values in bits.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            Kind::Bool => 1,
            Kind::Char | Kind::SignedChar | Kind::UnsignedChar => 8,
            Kind::Short | Kind::UnsignedShort => 16,
            Kind::Int | Kind::UnsignedInt => 32,
            Kind::Long | Kind::UnsignedLong => u32::from(model.pointer_bits()),
            Kind::LongLong | Kind::UnsignedLongLong => 64,
            Kind::Int128 | Kind::UnsignedInt128 => 128,
        }
    }

    /// Size of an object in bytes.
    pub fn bytes(self, model: DataModel) -> u32 {
        self.bits(model).div_ceil(8)
    }

    /// Whether there are negative values.
    pub fn is_signed(self) -> bool {
        use Kind::{Char, Int, Int128, Long, LongLong, Short, SignedChar};
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128)
    }

    /// The type of `size_t`.
    pub fn size(model: DataModel) -> Kind {
        match model {
            DataModel::Lp64 => Kind::UnsignedLong,
            DataModel::Ilp32 => Kind::UnsignedInt,
        }
    }

    /// The type of `ptrdiff_t`.
    pub fn difference(model: DataModel) -> Kind {
        match model {
            DataModel::Lp64 => Kind::Long,
            DataModel::Ilp32 => Kind::Int,
        }
    }

    /// After the integer promotions: all narrower types fit into `int`.
    pub fn promoted(self) -> Kind {
        self.max(Kind::Int)
    }

    /// After the usual arithmetic conversions.
    pub fn common(self, other: Kind, model: DataModel) -> Kind {
        let (low, high) = (self.promoted().min(other.promoted()), self.promoted().max(other.promoted()));
        // The order of `Kind` is that of the ranks, the unsigned one of a rank last. What remains is a signed type of
        // higher rank that does not hold all values of the unsigned one.
        if high.is_signed() && !low.is_signed() && high.bits(model) == low.bits(model) { high.unsigned() } else { high }
    }

    /// The unsigned type of the same rank.
    pub fn unsigned(self) -> Kind {
        match self {
            Kind::Char | Kind::SignedChar => Kind::UnsignedChar,
            Kind::Short => Kind::UnsignedShort,
            Kind::Int => Kind::UnsignedInt,
            Kind::Long => Kind::UnsignedLong,
            Kind::LongLong => Kind::UnsignedLongLong,
            Kind::Int128 => Kind::UnsignedInt128,
            _ => self,
        }
    }

    /// The type of a literal: the first of the list in C11 6.4.4.1 that can hold it.
    pub fn of_literal(value: u64, is_decimal: bool, is_unsigned: bool, longs: u32, model: DataModel) -> Kind {
        let ranks = [Kind::Int, Kind::Long, Kind::LongLong];
        for rank in &ranks[longs as usize..] {
            let bits = rank.bits(model);
            if !is_unsigned && value >> (bits - 1) == 0 {
                return *rank;
            }
            if (is_unsigned || !is_decimal) && (bits == 64 || value >> bits == 0) {
                return rank.unsigned();
            }
        }
        unreachable!("decimal literals without `u` are generated below 2^63")
    }

    /// The ways to write it; the last ones are typedefs that every program has.
    pub fn spellings(self) -> &'static [&'static str] {
        match self {
            Kind::Bool => &["_Bool", "flag"],
            Kind::Char => &["char", "letter"],
            Kind::SignedChar => &["signed char", "char signed", "s8"],
            Kind::UnsignedChar => &["unsigned char", "u8"],
            Kind::Short => &["short", "short int", "signed short", "int short", "s16"],
            Kind::UnsignedShort => &["unsigned short", "short unsigned int", "u16"],
            Kind::Int => &["int", "signed", "signed int", "number"],
            Kind::UnsignedInt => &["unsigned", "unsigned int", "u32"],
            Kind::Long => &["long", "long int", "signed long", "word"],
            Kind::UnsignedLong => &["unsigned long", "long unsigned int", "uword"],
            Kind::LongLong => &["long long", "long long int", "signed long long", "long int long", "s64"],
            Kind::UnsignedLongLong => &["unsigned long long", "long long unsigned", "u64"],
            Kind::Int128 => &["__int128", "signed __int128", "__int128_t"],
            Kind::UnsignedInt128 => &["unsigned __int128", "__int128 unsigned", "__uint128_t"],
        }
    }
}

/// A floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Real {
    Float,
    Double,
}

/// How an integer type is written.
#[derive(Clone, Copy, Debug)]
pub enum Spelling {
    /// One of [`Kind::spellings`].
    Plain(u8),
    /// As an enumeration.
    Enum(EnumId),
    /// `size_t` or `ptrdiff_t`.
    Size,
}

/// How a type is written makes no difference to what it is.
impl PartialEq for Spelling {
    fn eq(&self, _: &Spelling) -> bool {
        true
    }
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Type {
    Void,
    Int(Kind, Spelling),
    Real(Real),
    Pointer(Box<Type>),
    Array(Box<Type>, u32),
    Record(RecordId),
    Function(Box<Signature>),
}

/// What a function takes and gives.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Signature {
    pub result: Type,
    pub parameters: Vec<Type>,
}

impl Type {
    /// In its first spelling.
    pub fn int(kind: Kind) -> Type {
        Type::Int(kind, Spelling::Plain(0))
    }

    /// A pointer to this.
    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// The integer type, if it is one.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Type::Int(kind, _) => Some(*kind),
            _ => None,
        }
    }
}
