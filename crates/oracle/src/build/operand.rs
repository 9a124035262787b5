//! What can be written where a value is expected: numbers, registers, expressions.

use ir::{Base, Binary, Expr, RegisterId, Unary, Width};

/// A register together with its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reg {
    /// Its id in the function that made it.
    pub id: RegisterId,
    /// Its width in bits.
    pub bits: u8,
}

/// An object that can be accessed, or an array of which this is the first element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var {
    /// A global or a slot.
    pub base: Base,
    /// The width of an access in bits.
    pub bits: u8,
}

/// A value for a place of known width. A number is cut to it; registers and expressions must have it already.
pub trait Operand {
    /// The value as an expression of this width.
    fn sized(self, width: Width) -> Expr;
}

impl Operand for i64 {
    fn sized(self, width: Width) -> Expr {
        Expr::constant(width, self as u64)
    }
}

impl Operand for Reg {
    fn sized(self, width: Width) -> Expr {
        assert_eq!(self.bits, width.0, "a register is used where another width is expected");
        Expr::Register(self.id)
    }
}

impl Operand for Expr {
    fn sized(self, _: Width) -> Expr {
        self
    }
}

impl From<Reg> for Expr {
    fn from(reg: Reg) -> Expr {
        Expr::Register(reg.id)
    }
}

impl Var {
    /// Its address.
    pub fn at(self) -> Expr {
        Expr::Address(self.base, 0)
    }

    /// The address so many bytes further on.
    pub fn offset(self, bytes: i64) -> Expr {
        Expr::Address(self.base, bytes)
    }
}

impl Reg {
    /// The register as an expression.
    pub fn expr(self) -> Expr {
        Expr::Register(self.id)
    }

    /// `self (operator) right`.
    pub fn binary(self, operator: Binary, right: impl Operand) -> Expr {
        Expr::binary(operator, self.expr(), right.sized(Width(self.bits)))
    }

    /// The wrapping sum.
    pub fn plus(self, right: impl Operand) -> Expr {
        self.binary(Binary::Add, right)
    }

    /// The condition that both are equal.
    pub fn is(self, right: impl Operand) -> Expr {
        self.binary(Binary::Equal, right)
    }

    /// The condition that they differ.
    pub fn is_not(self, right: impl Operand) -> Expr {
        self.binary(Binary::NotEqual, right)
    }

    /// The condition that it is smaller, unsigned.
    pub fn less(self, right: impl Operand) -> Expr {
        self.binary(Binary::Less, right)
    }

    /// The value in another width: extended by zeros or cut.
    pub fn resized(self, bits: u8) -> Expr {
        match bits.cmp(&self.bits) {
            std::cmp::Ordering::Less => Expr::Truncate(Width(bits), Box::new(self.expr())),
            std::cmp::Ordering::Equal => self.expr(),
            std::cmp::Ordering::Greater => {
                Expr::Extend { signed: false, to: Width(bits), operand: Box::new(self.expr()) }
            }
        }
    }
}

/// Both conditions.
pub fn both(left: Expr, right: Expr) -> Expr {
    Expr::binary(Binary::And, left, right)
}

/// Either condition.
pub fn either(left: Expr, right: Expr) -> Expr {
    Expr::binary(Binary::Or, left, right)
}

/// The opposite condition.
pub fn not(condition: Expr) -> Expr {
    Expr::unary(Unary::Not, condition)
}
