//! Building `ir` expressions in their simplest form: what C's implicit conversions pile up is folded at once, so that
//! constants and conditions can be told apart where it matters.

use super::automaton::Automaton;
use ir::{Binary, Expr, Unary, Width};

impl Automaton {
    /// Two operands of equal width.
    pub(super) fn binary(&self, operator: Binary, left: Expr, right: Expr) -> Expr {
        self.folded(Expr::binary(operator, left, right))
    }

    /// One operand.
    pub(super) fn unary(&self, operator: Unary, operand: Expr) -> Expr {
        self.folded(Expr::unary(operator, operand))
    }

    /// The opposite of a condition.
    pub(super) fn not(&self, condition: Expr) -> Expr {
        self.unary(Unary::Not, condition)
    }

    /// Whether a number is not 0, as a condition.
    pub(super) fn truth(&self, value: Expr) -> Expr {
        match self.width_of(&value) {
            Width::BOOL => value,
            width => self.binary(Binary::NotEqual, value, Expr::Const(width, 0)),
        }
    }

    /// A number, `signed` or not, as a number of another width.
    pub(super) fn resize(&self, value: Expr, to: Width, signed: bool) -> Expr {
        let from = self.width_of(&value);
        let operand = Box::new(value);
        if to == from {
            *operand
        } else if to < from {
            self.folded(Expr::Truncate(to, operand))
        } else {
            self.folded(Expr::Extend { signed, to, operand })
        }
    }

    /// The second if the condition holds, else the third. Only the one that is taken can fault.
    pub(super) fn select(&self, condition: Expr, yes: Expr, no: Expr) -> Expr {
        self.folded(Expr::Select(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// `left && right`, where `right` may fault only if `left` holds.
    pub(super) fn and(&self, left: Expr, right: Expr) -> Expr {
        self.select(left, right, Expr::FALSE)
    }

    /// `left || right`, where `right` may fault only if `left` does not hold.
    pub(super) fn or(&self, left: Expr, right: Expr) -> Expr {
        self.select(left, Expr::TRUE, right)
    }
}
