//! `__builtin_add_overflow` and its kin: the exact result, cut to the type of the place, and whether it was cut.
//!
//! It is computed in 64 bits by one of the typed forms, which are models in C, with or without a sign; combinations of
//! types that need more than that are not supported.

use super::Sema;
use super::types::{INT, LONG_LONG, is_integer, plain, pointer_to};
use crate::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Type};
use crate::{codes, models};
use source::Span;

const UNSIGNED_LONG_LONG: Type = Type::Int { bits: 64, signed: false };

impl Sema<'_> {
    pub(super) fn overflow(&mut self, op: BinaryOp, stores: bool, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let Some([left, right, third]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let target = match &third.ty {
            Type::Pointer(inner) if stores => plain(inner).clone(),
            ty => ty.clone(),
        };
        if ![&left.ty, &right.ty, &target].iter().all(|it| is_integer(it)) {
            self.error(codes::BAD_OPERANDS, span, format!("`{name}` needs integers"));
            return self.error_expr(span);
        }
        let signed = self.fits(&left, true) && self.fits(&right, true) && target != UNSIGNED_LONG_LONG;
        let unsigned = self.fits(&left, false) && self.fits(&right, false) && !is_signed(&target);
        let is_wide = matches!(target, Type::Int { bits: 128, .. });
        let (wide, letter) = match (signed && !is_wide, unsigned && !is_wide) {
            (true, _) => (LONG_LONG, 's'),
            (false, true) => (UNSIGNED_LONG_LONG, 'u'),
            (false, false) => {
                let message = format!("not supported: `{name}` on this combination of types");
                self.error(codes::GNU_SYNTAX, span, message);
                return self.error_expr(span);
            }
        };
        let word = match op {
            BinaryOp::Add => "add",
            BinaryOp::Subtract => "sub",
            _ => "mul",
        };
        let model = models::name(&format!("__builtin_{letter}{word}ll_overflow"));
        // ({ wide r; int o = model(left, right, &r); target t = r; *third = t; o | (wide)t != r; })
        let (left, right) = (self.convert(left, &wide), self.convert(right, &wide));
        let (first, values) = self.operands(vec![left, right, third], span);
        let Some([left, right, third]) = self.exactly(values, name, span) else { return self.error_expr(span) };
        let mut list: Vec<Stmt> = Vec::new();
        let place = self.held("<place>", third, &mut list);
        let zero = Expr { kind: ExprKind::Constant(0), ty: wide.clone(), span };
        let result = self.held("<result>", zero, &mut list);
        let lvalue = self.place(result, span);
        self.mark_addressed(&lvalue);
        let address = Expr { kind: ExprKind::AddressOf(Box::new(lvalue)), ty: pointer_to(wide.clone()), span };
        let call = self.model_call(model, vec![left, right, address], span);
        let call = self.convert(call, &INT);
        let over = self.held("<over>", call, &mut list);
        let whole = self.read(result, span);
        let cut = self.convert(whole, &target);
        let cut = self.held("<cut>", cut, &mut list);
        if stores {
            let pointer = self.read(place, span);
            let object = self.pointed_to(pointer, span);
            let value = self.read(cut, span);
            let store = self.assign(object, value, span);
            list.push(Stmt { kind: StmtKind::Expr(store), span });
        }
        let cut = self.read(cut, span);
        let (back, whole) = (self.convert(cut, &wide), self.read(result, span));
        let differs =
            Expr { kind: ExprKind::Binary(BinaryOp::NotEqual, Box::new(back), Box::new(whole)), ty: INT, span };
        let over = self.read(over, span);
        let either = Expr { kind: ExprKind::Binary(BinaryOp::Or, Box::new(over), Box::new(differs)), ty: INT, span };
        let value = self.convert(either, &Type::Bool);
        self.after_operands(
            first,
            Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty: Type::Bool, span },
        )
    }

    /// Whether 64 bits, with or without a sign, hold every value that an operand can have.
    fn fits(&self, value: &Expr, signed: bool) -> bool {
        match (&value.ty, signed) {
            (Type::Int { bits: 128, .. }, _) => false,
            (Type::Int { bits: 64, signed: false }, true) => self.integer(value).is_some_and(|it| it >= 0),
            (Type::Int { signed: true, .. }, false) => self.integer(value).is_some_and(|it| it >= 0),
            _ => true,
        }
    }
}

fn is_signed(ty: &Type) -> bool {
    matches!(ty, Type::Int { signed: true, .. })
}
