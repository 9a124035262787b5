//! Rules 16 to 22 and 33: expressions. A check gives the width, or nothing if it could not be found because of a violation.

use super::{Checker, Rule};
use crate::syntax::*;
use crate::text::MAX_DEPTH;

impl Checker<'_> {
    pub(super) fn condition(&mut self, condition: &Expr) {
        self.expect_width(condition, Width::BOOL, Rule::ConditionWidth, "the condition");
    }

    /// Checks the expression and that it has this width.
    pub(super) fn expect_width(&mut self, expr: &Expr, width: Width, rule: Rule, what: &str) {
        if let Some(found) = self.expr(expr) {
            self.same_width(found, width, rule, what);
        }
    }

    pub(super) fn same_width(&mut self, found: Width, expected: Width, rule: Rule, what: &str) {
        if found != expected {
            self.report(rule, format!("{what} has {} bits, not {}", found.0, expected.0));
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Option<Width> {
        self.expr_at(expr, 1)
    }

    /// The width of a register; nothing if there is no such register or its width is none.
    pub(super) fn register(&mut self, register: RegisterId) -> Option<Width> {
        let Some(found) = self.function.and_then(|it| it.registers.get(register.index())) else {
            self.report(Rule::Exists, format!("there is no register {}", register.0));
            return None;
        };
        (1..=64).contains(&found.width.0).then_some(found.width)
    }

    fn expr_at(&mut self, expr: &Expr, depth: usize) -> Option<Width> {
        if depth > MAX_DEPTH {
            self.report(Rule::Depth, "an expression is nested too deep");
            return None;
        }
        match expr {
            Expr::Const(width, bits) => {
                if !self.width(*width, "a constant") {
                    return None;
                }
                if *bits > width.mask() {
                    self.report(Rule::ConstantBits, format!("{bits} does not fit {} bits", width.0));
                }
                Some(*width)
            }
            Expr::Register(register) => self.register(*register),
            Expr::Address(base, _) => {
                if !self.base_exists(*base) {
                    self.report(Rule::Exists, format!("there is no {base:?}"));
                }
                Some(Width(self.program.model.pointer_bits()))
            }
            Expr::Unary(operator, operand) => {
                let width = self.expr_at(operand, depth + 1);
                if operator.is_float() {
                    self.float_width(width, "the operand");
                }
                width
            }
            Expr::Binary(operator, left, right) => {
                let width = self.equal_widths(left, right, depth);
                if operator.is_float() {
                    self.float_width(width, "the operand");
                }
                if operator.is_comparison() { Some(Width::BOOL) } else { width }
            }
            Expr::Extend { to, operand, .. } => {
                let from = self.expr_at(operand, depth + 1);
                if !self.width(*to, "an extension") {
                    return None;
                }
                if from.is_some_and(|from| from >= *to) {
                    self.report(Rule::Extend, format!("an extension to {} bits is not wider", to.0));
                }
                Some(*to)
            }
            Expr::Truncate(to, operand) => {
                let from = self.expr_at(operand, depth + 1);
                if !self.width(*to, "a truncation") {
                    return None;
                }
                if from.is_some_and(|from| from <= *to) {
                    self.report(Rule::Truncate, format!("a truncation to {} bits is not narrower", to.0));
                }
                Some(*to)
            }
            Expr::Convert { conversion, to, operand } => {
                let from = self.expr_at(operand, depth + 1);
                if conversion.takes_float() {
                    self.float_width(from, "the operand of a conversion");
                }
                if !self.width(*to, "a conversion") {
                    return None;
                }
                if conversion.gives_float() {
                    self.float_width(Some(*to), "the result of a conversion");
                }
                Some(*to)
            }
            Expr::Select(condition, yes, no) => {
                if let Some(found) = self.expr_at(condition, depth + 1) {
                    self.same_width(found, Width::BOOL, Rule::ConditionWidth, "the condition of a selection");
                }
                self.equal_widths(yes, no, depth)
            }
        }
    }

    fn float_width(&mut self, width: Option<Width>, what: &str) {
        if let Some(width) = width.filter(|it| !matches!(it.0, 32 | 64)) {
            self.report(Rule::FloatWidth, format!("{what} has {} bits and is no floating-point number", width.0));
        }
    }

    fn equal_widths(&mut self, left: &Expr, right: &Expr, depth: usize) -> Option<Width> {
        let left = self.expr_at(left, depth + 1);
        let right = self.expr_at(right, depth + 1);
        if let (Some(left), Some(right)) = (left, right) {
            self.same_width(right, left, Rule::OperandWidths, "the second operand");
        }
        left.or(right)
    }
}
