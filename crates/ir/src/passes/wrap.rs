//! Lets signed arithmetic wrap around where an overflow is let pass: sums, differences, products and negations. A quotient that does
//! not fit, or a shift, stays what it is: no machine has one answer for it.

use super::walk;
use crate::syntax::*;
use source::Span;

/// Changes what is computed at places where that is let pass; gives these places.
pub fn wrap_signed(program: &mut Program, lets_pass: &dyn Fn(Span) -> bool) -> Vec<Span> {
    let mut passed = Vec::new();
    for edge in program.functions.iter_mut().flat_map(|it| &mut it.edges) {
        if !lets_pass(edge.span) {
            continue;
        }
        let mut changes = false;
        for expr in walk::expressions_mut(edge) {
            changes |= wrap(expr);
        }
        passed.extend(changes.then_some(edge.span));
    }
    passed
}

/// Whether something was changed.
fn wrap(expr: &mut Expr) -> bool {
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => false,
        Expr::Unary(operator, operand) => {
            let is_signed = *operator == Unary::NegateSigned;
            if is_signed {
                *operator = Unary::Negate;
            }
            wrap(operand) | is_signed
        }
        Expr::Binary(operator, left, right) => {
            let plain = match operator {
                Binary::AddSigned => Some(Binary::Add),
                Binary::SubtractSigned => Some(Binary::Subtract),
                Binary::MultiplySigned => Some(Binary::Multiply),
                _ => None,
            };
            if let Some(plain) = plain {
                *operator = plain;
            }
            wrap(left) | wrap(right) | plain.is_some()
        }
        Expr::Extend { operand, .. } | Expr::Truncate(_, operand) | Expr::Convert { operand, .. } => wrap(operand),
        Expr::Select(condition, yes, no) => wrap(condition) | wrap(yes) | wrap(no),
    }
}
