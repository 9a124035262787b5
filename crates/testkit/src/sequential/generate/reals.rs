//! Expressions of floating-point type, and integers that come from them.
//!
//! Nobody looks at the bits of what is no number, which machines choose differently: no unions, no bytes, and
//! [`Guard::Bits`] makes all of them the same.

use super::super::syntax::*;
use super::super::types::{Kind, Real, Type};
use super::places::Access;
use super::{Full, Generator, int, kind};
use ir::DataModel;

const ARITHMETIC: [Binary; 4] = [Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide];
const COMPARISONS: [Binary; 6] =
    [Binary::Less, Binary::Greater, Binary::LessEqual, Binary::GreaterEqual, Binary::Equal, Binary::NotEqual];

fn is_real(ty: &Type) -> bool {
    matches!(ty, Type::Real(_))
}

/// The type of a floating-point expression.
fn real(expr: &Expr) -> Real {
    match expr.ty {
        Type::Real(real) => real,
        _ => unreachable!("a floating-point expression"),
    }
}

impl Generator {
    /// A type for a variable, a member or a parameter.
    pub(super) fn number_type(&mut self) -> Type {
        if self.chance(15) {
            return Type::Real(if self.chance(50) { Real::Float } else { Real::Double });
        }
        self.int_type()
    }

    /// A floating-point number.
    pub(super) fn real(&mut self, depth: u32, full: &mut Full) -> Expr {
        if depth == 0 || self.chance(25) {
            return self.real_leaf(full);
        }
        let below = depth - 1;
        match self.rng.u32(0..20) {
            0..4 => self.real_leaf(full),
            4..7 => {
                let operand = self.expr(below, full);
                self.real_of_integer(operand)
            }
            7 if !full.is_constant => {
                let (condition, yes) = (self.quiet(below, full), self.real(below, full));
                let no = self.real(below, full);
                let ty = Type::Real(real(&yes).max(real(&no)));
                Expr { ty, node: Node::Conditional(condition.into(), yes.into(), no.into()) }
            }
            8 => {
                let operand = self.real(below, full);
                let operator = if self.chance(70) { Unary::Minus } else { Unary::Plus };
                Expr { ty: operand.ty.clone(), node: Node::Unary(operator, operand.into()) }
            }
            9 | 10 => {
                let operand = self.real(below, full);
                let ty = Type::Real(if self.chance(50) { Real::Float } else { Real::Double });
                Expr { ty, node: Node::Cast(operand.into()) }
            }
            11 | 12 if full.effects > 0 && !full.is_constant => {
                self.real_effect(below, full).unwrap_or_else(|| self.real_leaf(full))
            }
            13 => {
                // The usual conversions make the integer a floating-point number.
                let (left, right) = (self.real(below, full), self.expr(below, full));
                let right = self.convertible(right);
                let operator = ARITHMETIC[self.rng.usize(0..4)];
                Expr { ty: left.ty.clone(), node: Node::Binary(operator, left.into(), right.into()) }
            }
            _ => {
                let (left, right) = (self.real(below, full), self.real(below, full));
                let operator = ARITHMETIC[self.rng.usize(0..4)];
                let ty = Type::Real(real(&left).max(real(&right)));
                Expr { ty, node: Node::Binary(operator, left.into(), right.into()) }
            }
        }
    }

    fn real_leaf(&mut self, full: &mut Full) -> Expr {
        if !full.is_constant && self.chance(70) {
            if let Some(found) = self.place(&is_real, Access::Read, full) {
                return found.expr;
            }
        }
        let text = match self.rng.u32(0..8) {
            0 => format!("{}.", self.rng.u32(0..100)),
            1 => format!(".{}", self.rng.u32(0..1000)),
            2 => format!("{}e{}", self.rng.u32(0..100), self.rng.i32(-40..39)),
            3 => format!("0x{:x}.{:x}p{}", self.rng.u32(0..20), self.rng.u64(..), self.rng.i32(-140..120)),
            4 => format!("0X{:X}P+{}", self.rng.u64(..), self.rng.i32(0..9)),
            _ => format!("{}.{}", self.rng.u32(0..300), self.rng.u32(0..1000)),
        };
        let (suffix, real) =
            [("", Real::Double), ("f", Real::Float), ("F", Real::Float), ("", Real::Double)][self.rng.usize(0..4)];
        Expr { ty: Type::Real(real), node: Node::Literal(format!("{text}{suffix}")) }
    }

    /// An integer that becomes a floating-point number without a function of the library that 32-bit programs lack.
    pub(super) fn convertible(&self, operand: Expr) -> Expr {
        match kind(&operand) {
            Kind::UnsignedLongLong if self.model == DataModel::Ilp32 => int(Kind::LongLong, Node::Cast(operand.into())),
            _ => operand,
        }
    }

    fn real_of_integer(&mut self, operand: Expr) -> Expr {
        let operand = self.convertible(operand);
        let ty = Type::Real(if self.chance(50) { Real::Float } else { Real::Double });
        Expr { ty, node: Node::Cast(operand.into()) }
    }

    fn real_effect(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        full.effects -= 1;
        let place = Box::new(self.place(&is_real, Access::Effect, full)?.expr);
        let ty = place.ty.clone();
        if self.chance(50) {
            let (is_prefix, is_up) = (self.chance(50), self.chance(50));
            return Some(Expr { ty, node: Node::Step { is_prefix, is_up, place } });
        }
        let (operator, value) = self.real_assigned(depth, full);
        Some(Expr { ty, node: Node::Assign(operator, place, value.into()) })
    }

    /// The operator and the right side of an assignment to a floating-point object.
    pub(super) fn real_assigned(&mut self, depth: u32, full: &mut Full) -> (Option<Binary>, Expr) {
        let operator = self.chance(50).then(|| ARITHMETIC[self.rng.usize(0..4)]);
        let value = if self.chance(25) {
            let value = self.expr(depth, full);
            self.convertible(value)
        } else {
            self.real(depth, full)
        };
        (operator, value)
    }

    /// An integer that depends on floating-point numbers.
    pub(super) fn about_reals(&mut self, depth: u32, full: &mut Full) -> Expr {
        match self.rng.u32(0..6) {
            0 | 1 => {
                let (left, right) = (self.real(depth, full), self.real(depth, full));
                let operator = COMPARISONS[self.rng.usize(0..6)];
                int(Kind::Int, Node::Binary(operator, left.into(), right.into()))
            }
            2 => {
                let operand = self.real(depth, full);
                int(Kind::Int, Node::Unary(Unary::Not, operand.into()))
            }
            3 => {
                let operand = self.real(depth, full);
                let all = Kind::all(self.model);
                let to = all[self.rng.usize(0..all.len())];
                // 32-bit programs have no function for this one.
                let to = if to == Kind::UnsignedLongLong { Kind::UnsignedShort } else { to };
                int(to, Node::Guarded(Guard::Whole(to), operand.into()))
            }
            4 => {
                let operand = self.real(depth, full);
                int(Kind::Bool, Node::Cast(operand.into()))
            }
            _ => {
                let operand = self.real(depth, full);
                bits(operand)
            }
        }
    }

    /// An assignment to a floating-point object.
    pub(super) fn real_assignment(&mut self) -> Option<Stmt> {
        let place = self.place(&is_real, Access::Write, &mut Full::quiet())?.expr;
        let (operator, value) = self.real_assigned(3, &mut Full::quiet());
        let ty = place.ty.clone();
        Some(Stmt::Expr(Expr { ty, node: Node::Assign(operator, place.into(), value.into()) }))
    }
}

/// The bits of a floating-point number.
pub(super) fn bits(operand: Expr) -> Expr {
    int(Kind::UnsignedLongLong, Node::Guarded(Guard::Bits, operand.into()))
}
