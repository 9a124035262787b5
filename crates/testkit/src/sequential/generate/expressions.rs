//! Expressions of integer type.

use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::places::Access;
use super::{Feature, Full, Generator, int, kind};

const ARITHMETIC: [Binary; 8] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Add,
    Binary::Subtract,
];
const COMPARISONS: [Binary; 6] =
    [Binary::Less, Binary::Greater, Binary::LessEqual, Binary::GreaterEqual, Binary::Equal, Binary::NotEqual];

impl Generator {
    /// An integer.
    pub(super) fn expr(&mut self, depth: u32, full: &mut Full) -> Expr {
        if full.is_constant {
            return self.constant(depth);
        }
        if depth == 0 || self.chance(20) {
            return self.leaf(full);
        }
        match self.rng.u32(0..100) {
            0..10 => self.leaf(full),
            10..22 if self.has(Feature::Effects) && full.effects > 0 => match self.effect(depth, full) {
                Some(expr) => expr,
                None => self.operation(depth, full),
            },
            22..30 if self.has(Feature::Calls) => match self.pure_call(depth, full) {
                Some(expr) => expr,
                None => self.operation(depth, full),
            },
            30..38 if self.has(Feature::Pointers) => match self.about_pointers(full) {
                Some(expr) => expr,
                None => self.operation(depth, full),
            },
            38..42 if self.has(Feature::Bytes) => match self.byte(full) {
                Some(expr) => expr,
                None => self.operation(depth, full),
            },
            42..46 if self.has(Feature::Records) => match self.member_of_value(depth, full) {
                Some(expr) => expr,
                None => self.operation(depth, full),
            },
            46..48 if self.has(Feature::Strings) => {
                let (text, length) = self.string();
                let string = Expr { ty: Type::Array(Type::int(Kind::Char).into(), length), node: Node::Literal(text) };
                if self.chance(30) {
                    return int(Kind::size(self.model), Node::Sizeof(string.into()));
                }
                let index = self.index(length, full);
                int(Kind::Char, Node::Index(string.into(), index.into()))
            }
            50..55 if !full.is_constant => self.about_reals(depth - 1, full),
            48..50 => {
                // Not evaluated, whatever it is.
                let inner = self.expr(depth - 1, &mut Full::new());
                int(Kind::size(self.model), Node::Sizeof(inner.into()))
            }
            _ => self.operation(depth, full),
        }
    }

    /// An integer without side effects, as a part of an expression that may have some.
    pub(super) fn quiet(&mut self, depth: u32, full: &mut Full) -> Expr {
        let effects = std::mem::take(&mut full.effects);
        let expr = self.expr(depth, full);
        full.effects = effects;
        expr
    }

    /// A variable or a literal.
    fn leaf(&mut self, full: &mut Full) -> Expr {
        if self.chance(75) {
            if let Some(found) = self.place(&|it| matches!(it, Type::Int(..)), Access::Read, full) {
                return found.expr;
            }
        }
        self.literal()
    }

    /// An operator on integers.
    pub(super) fn operation(&mut self, depth: u32, full: &mut Full) -> Expr {
        let below = depth - 1;
        match self.rng.u32(0..100) {
            0..30 => {
                let operator = ARITHMETIC[self.rng.usize(0..ARITHMETIC.len())];
                let (left, right) = (self.expr(below, full), self.expr(below, full));
                let common = kind(&left).common(kind(&right), self.model);
                int(common, Node::Binary(operator, left.into(), right.into()))
            }
            30..40 => {
                let operator = if self.chance(50) { Binary::Divide } else { Binary::Remainder };
                let left = self.expr(below, full);
                let right = self.divisor(below, full);
                let common = kind(&left).common(kind(&right), self.model);
                int(common, Node::Binary(operator, left.into(), right.into()))
            }
            40..50 => {
                let operator = if self.chance(50) { Binary::ShiftLeft } else { Binary::ShiftRight };
                let left = self.expr(below, full);
                let promoted = kind(&left).promoted();
                let right = self.shift(promoted, below, full);
                int(promoted, Node::Binary(operator, left.into(), right.into()))
            }
            50..60 => {
                let operator = COMPARISONS[self.rng.usize(0..COMPARISONS.len())];
                let (left, right) = (self.expr(below, full), self.expr(below, full));
                int(Kind::Int, Node::Binary(operator, left.into(), right.into()))
            }
            60..67 => {
                let operator = if self.chance(50) { Binary::LogicalAnd } else { Binary::LogicalOr };
                let [left, right] = self.sequenced(below, full);
                int(Kind::Int, Node::Binary(operator, left.into(), right.into()))
            }
            67..74 => {
                let (operator, promotes) =
                    [(Unary::Minus, true), (Unary::Complement, true), (Unary::Plus, true), (Unary::Not, false)]
                        [self.rng.usize(0..4)];
                let operand = self.expr(below, full);
                let result = if promotes { kind(&operand).promoted() } else { Kind::Int };
                int(result, Node::Unary(operator, operand.into()))
            }
            74..82 => {
                let (condition, yes, no) = self.alternatives(below, full);
                let common = kind(&yes).common(kind(&no), self.model);
                int(common, Node::Conditional(condition.into(), yes.into(), no.into()))
            }
            // No comma in constant expressions.
            82..86 if !full.is_constant => {
                let [left, right] = self.sequenced(below, full);
                int(kind(&right), Node::Comma(left.into(), right.into()))
            }
            _ => {
                let operand = self.expr(below, full);
                let ty = if self.has(Feature::Casts) { self.int_type() } else { Type::int(kind(&operand)) };
                Expr { ty, node: Node::Cast(operand.into()) }
            }
        }
    }

    /// Two operands with a sequence point between them.
    fn sequenced(&mut self, depth: u32, full: &mut Full) -> [Expr; 2] {
        let before = full.clone();
        let left = self.expr(depth, full);
        let mut after = Full { effects: full.effects, ..before };
        let right = self.expr(depth, &mut after);
        full.join(after);
        [left, right]
    }

    /// A condition and what it chooses from: a sequence point after the condition, and one side evaluated.
    fn alternatives(&mut self, depth: u32, full: &mut Full) -> (Expr, Expr, Expr) {
        let before = full.clone();
        let condition = self.expr(depth, full);
        let mut first = Full { effects: full.effects, ..before };
        let mut second = first.clone();
        let yes = self.expr(depth, &mut first);
        let no = self.expr(depth, &mut second);
        full.join(first);
        full.join(second);
        (condition, yes, no)
    }

    /// Something to divide by.
    pub(super) fn divisor(&mut self, depth: u32, full: &mut Full) -> Expr {
        let operand = self.expr(depth, full);
        let unsigned = [Kind::UnsignedChar, Kind::UnsignedShort, Kind::UnsignedInt, Kind::UnsignedLongLong];
        let guard = match self.rng.u32(0..3) {
            0 => Guard::Positive,
            1 => Guard::Negative,
            _ => Guard::Odd(unsigned[self.rng.usize(0..4)]),
        };
        self.guarded(guard, operand)
    }

    /// A distance that a value of the (promoted) type can be shifted by.
    pub(super) fn shift(&mut self, promoted: Kind, depth: u32, full: &mut Full) -> Expr {
        let bits = promoted.bits(self.model);
        if self.chance(40) {
            return int(Kind::Int, Node::Literal(self.rng.u32(0..bits).to_string()));
        }
        let operand = self.expr(depth, full);
        self.guarded(Guard::Mask(u64::from(bits - 1)), operand)
    }

    pub(super) fn guarded(&self, guard: Guard, operand: Expr) -> Expr {
        let result = match guard {
            Guard::Mask(_) | Guard::Positive | Guard::Negative => kind(&operand).common(Kind::Int, self.model),
            Guard::Modulo(_) => Kind::UnsignedLong,
            Guard::Odd(unsigned) => unsigned.common(Kind::Int, self.model),
            Guard::Whole(to) => to,
            Guard::Bits => Kind::UnsignedLongLong,
        };
        int(result, Node::Guarded(guard, operand.into()))
    }

    /// An assignment or a step inside an expression.
    fn effect(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        full.effects -= 1;
        let found = self.place(&|it| matches!(it, Type::Int(..)), Access::Effect, full)?;
        let place = Box::new(found.expr);
        let ty = place.ty.clone();
        if self.chance(50) {
            let (is_prefix, is_up) = (self.chance(50), self.chance(50));
            return Some(Expr { ty, node: Node::Step { is_prefix, is_up, place } });
        }
        let (operator, value) = self.assigned(kind(&place), depth - 1, full);
        Some(Expr { ty, node: Node::Assign(operator, place, value.into()) })
    }

    /// The operator and the right side of an assignment to an object of that type.
    pub(super) fn assigned(&mut self, to: Kind, depth: u32, full: &mut Full) -> (Option<Binary>, Expr) {
        match self.rng.u32(0..10) {
            0..5 => (None, self.expr(depth, full)),
            5..8 => (Some(ARITHMETIC[self.rng.usize(0..ARITHMETIC.len())]), self.expr(depth, full)),
            8 => {
                let operator = if self.chance(50) { Binary::Divide } else { Binary::Remainder };
                (Some(operator), self.divisor(depth, full))
            }
            _ => {
                let operator = if self.chance(50) { Binary::ShiftLeft } else { Binary::ShiftRight };
                (Some(operator), self.shift(to.promoted(), depth, full))
            }
        }
    }
}
