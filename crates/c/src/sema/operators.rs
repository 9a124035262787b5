//! Operators on one and two operands, assignments, and what pointers do under them.

use super::Sema;
use super::convert::is_lvalue;
use super::special;
use super::types::{INT, is_arithmetic, is_integer, is_scalar, plain, pointer_to};
use super::variable::is_variable;
use crate::codes;
use crate::tree::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, UnaryOperator, UnaryOperatorExpression};
use lang_c::span::Node;
use source::Span;

/// What kind of operator it is.
enum Kind {
    Index,
    Arithmetic(BinaryOp),
    Comparison(BinaryOp),
    And,
    Or,
    Assign,
    Compound(BinaryOp),
}

impl<'a> Sema<'a> {
    pub(super) fn unary(&mut self, node: &'a Node<UnaryOperatorExpression>, span: Span) -> Expr {
        let operand = &node.node.operand;
        match node.node.operator.node {
            UnaryOperator::PostIncrement => self.increment(operand, 1, true, span),
            UnaryOperator::PostDecrement => self.increment(operand, -1, true, span),
            UnaryOperator::PreIncrement => self.increment(operand, 1, false, span),
            UnaryOperator::PreDecrement => self.increment(operand, -1, false, span),
            UnaryOperator::Address => {
                let operand = self.expr(operand);
                self.address_of(operand, span)
            }
            UnaryOperator::Indirection => {
                let pointer = self.value(operand);
                self.dereference(pointer, span)
            }
            UnaryOperator::Plus => {
                let value = self.arithmetic_operand(operand, "+");
                Expr { span, ..self.promote(value) }
            }
            UnaryOperator::Minus => self.negation(operand, UnaryOp::Negate, "-", span),
            UnaryOperator::Complement => self.negation(operand, UnaryOp::Complement, "~", span),
            UnaryOperator::Negate => {
                let value = self.condition(operand);
                if special::is_error(&value.ty) {
                    return self.error_expr(span);
                }
                let value = self.promote(value);
                Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)), ty: INT, span }
            }
        }
    }

    fn arithmetic_operand(&mut self, node: &'a Node<lang_c::ast::Expression>, operator: &str) -> Expr {
        let value = self.value(node);
        let fits = is_integer(&value.ty) || (operator != "~" && is_arithmetic(&value.ty));
        if fits || special::is_error(&value.ty) {
            return value;
        }
        let message = format!("`{operator}` does not take {}", self.describe(&value.ty));
        self.error(codes::BAD_OPERANDS, value.span, message);
        self.error_expr(value.span)
    }

    fn negation(&mut self, node: &'a Node<lang_c::ast::Expression>, op: UnaryOp, operator: &str, span: Span) -> Expr {
        let value = self.arithmetic_operand(node, operator);
        if special::is_error(&value.ty) {
            return self.error_expr(span);
        }
        let value = self.promote(value);
        let ty = value.ty.clone();
        Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span }
    }

    pub(super) fn address_of(&mut self, operand: Expr, span: Span) -> Expr {
        if special::is_error(&operand.ty) {
            return self.error_expr(span);
        }
        if let Type::Function(_) = operand.ty {
            return Expr { span, ..self.rvalue(operand) };
        }
        if !is_lvalue(&operand) {
            self.error(codes::NOT_AN_LVALUE, span, "only objects and functions have an address");
            return self.error_expr(span);
        }
        if self.is_bit_field(&operand) {
            return self.error_expr(span);
        }
        let ty = pointer_to(operand.ty.clone());
        match operand.kind {
            // `&*p` is `p`, and `&a[i]` is `a + i`.
            ExprKind::Dereference(pointer) => Expr { ty, span, kind: pointer.kind },
            _ => {
                self.mark_addressed(&operand);
                Expr { kind: ExprKind::AddressOf(Box::new(operand)), ty, span }
            }
        }
    }

    /// Whether this is a bit-field, which has no address and no size; reported if so.
    pub(super) fn is_bit_field(&mut self, operand: &Expr) -> bool {
        let found = matches!(operand.kind, ExprKind::BitField(..));
        if found {
            self.error(codes::NOT_AN_LVALUE, operand.span, "a bit-field has no address and no size in bytes");
        }
        found
    }

    pub(super) fn dereference(&mut self, pointer: Expr, span: Span) -> Expr {
        match &pointer.ty {
            Type::Pointer(inner) => {
                let ty = Type::clone(inner);
                Expr { kind: ExprKind::Dereference(Box::new(pointer)), ty, span }
            }
            ty if special::is_error(ty) => self.error_expr(span),
            ty => {
                let message = format!("`*` needs a pointer, not {}", self.describe(ty));
                self.error(codes::BAD_OPERANDS, span, message);
                self.error_expr(span)
            }
        }
    }

    fn increment(&mut self, node: &'a Node<lang_c::ast::Expression>, by: i64, postfix: bool, span: Span) -> Expr {
        let target = self.expr(node);
        if !self.is_assignable_to(&target) {
            return self.error_expr(span);
        }
        let (ty, result) = (plain(&target.ty).clone(), assigned_type(&target));
        let by = match &ty {
            Type::Pointer(inner) if is_variable(inner) => return self.variable_step(target, by, postfix, span),
            Type::Pointer(inner) => match self.element_size(inner, span) {
                Some(size) => by * i64::from(size),
                None => return self.error_expr(span),
            },
            Type::Bool if !postfix => {
                // `++b` is `b += 1`, where the sum becomes 0 or 1 again.
                let op = if by > 0 { BinaryOp::Add } else { BinaryOp::Subtract };
                let value = Box::new(Expr { kind: ExprKind::Constant(1), ty: INT, span });
                let kind = ExprKind::AssignOp { target: Box::new(target), op, value, computation: INT };
                return Expr { kind, ty: result, span };
            }
            ty if is_arithmetic(ty) => by,
            ty => {
                let message = format!("{} cannot be counted up or down", self.describe(ty));
                self.error(codes::BAD_OPERANDS, span, message);
                return self.error_expr(span);
            }
        };
        Expr { kind: ExprKind::Increment { target: Box::new(target), by, postfix }, ty: result, span }
    }

    /// `++` and `--` on a pointer to an array of variable length; what it was before is found by going back.
    fn variable_step(&mut self, target: Expr, by: i64, postfix: bool, span: Span) -> Expr {
        let one = || Expr { kind: ExprKind::Constant(1), ty: INT, span };
        let op = if by > 0 { BinaryOp::Add } else { BinaryOp::Subtract };
        let moved = self.compound(target, op, one(), span);
        if !postfix || special::is_error(&moved.ty) {
            return moved;
        }
        self.pointer_add(moved, one(), by > 0, span)
    }

    /// How far a pointer to this moves in one step. GNU: 1 for `void` and functions.
    pub(super) fn element_size(&mut self, inner: &Type, span: Span) -> Option<u32> {
        if matches!(inner, Type::Void | Type::Function(_)) {
            return Some(1);
        }
        let size = self.size(inner);
        if size.is_none() {
            self.error(codes::INCOMPLETE, span, format!("the size of {} is not known", self.describe(inner)));
        }
        size
    }

    pub(super) fn binary(&mut self, node: &'a Node<BinaryOperatorExpression>, span: Span) -> Expr {
        let kind = kind(&node.node.operator.node);
        let (left, right) = (&node.node.lhs, &node.node.rhs);
        if self.prepared.elvis.contains(&node.node.operator.span.start) {
            return self.elvis(left, right, span);
        }
        match kind {
            Kind::Assign => {
                let target = self.expr(left);
                let value = self.value(right);
                self.assign(target, value, span)
            }
            Kind::Compound(op) => {
                let target = self.expr(left);
                let value = self.value(right);
                self.compound(target, op, value, span)
            }
            Kind::And | Kind::Or => {
                self.no_bare_elvis(left);
                let (left, right) = (self.condition(left), self.condition(right));
                if special::is_error(&left.ty) || special::is_error(&right.ty) {
                    return self.error_expr(span);
                }
                let (left, right) = (Box::new(left), Box::new(right));
                let kind = match kind {
                    Kind::And => ExprKind::LogicalAnd(left, right),
                    _ => ExprKind::LogicalOr(left, right),
                };
                Expr { kind, ty: INT, span }
            }
            Kind::Index => {
                let (left, right) = (self.value(left), self.value(right));
                self.index(left, right, span)
            }
            Kind::Arithmetic(op) => {
                let (left, right) = (self.value(left), self.value(right));
                self.arithmetic_operator(op, left, right, span)
            }
            Kind::Comparison(op) => {
                let (left, right) = (self.value(left), self.value(right));
                self.comparison(op, left, right, span)
            }
        }
    }

    /// `a[i]` is `*(a + i)`.
    pub(super) fn index(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let sum = self.arithmetic_operator(BinaryOp::Add, left, right, span);
        match &sum.ty {
            Type::Pointer(_) => self.dereference(sum, span),
            ty if special::is_error(ty) => self.error_expr(span),
            _ => {
                self.error(codes::BAD_OPERANDS, span, "only arrays and pointers have elements");
                self.error_expr(span)
            }
        }
    }

    pub(super) fn arithmetic_operator(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if special::is_error(&left.ty) || special::is_error(&right.ty) {
            return self.error_expr(span);
        }
        match (op, &left.ty, &right.ty) {
            (BinaryOp::ShiftLeft | BinaryOp::ShiftRight, a, b) if is_integer(a) && is_integer(b) => {
                let (left, right) = (self.promote(left), self.promote(right));
                let ty = left.ty.clone();
                Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
            }
            (_, a, b)
                if is_arithmetic(a) && is_arithmetic(b) && (takes_floats(op) || is_integer(a) && is_integer(b)) =>
            {
                let ty = self.common(a, b);
                let (left, right) = (self.convert(left, &ty), self.convert(right, &ty));
                Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
            }
            (BinaryOp::Add, Type::Pointer(_), b) if is_integer(b) => self.pointer_add(left, right, false, span),
            (BinaryOp::Add, a, Type::Pointer(_)) if is_integer(a) => self.pointer_add(right, left, false, span),
            (BinaryOp::Subtract, Type::Pointer(_), b) if is_integer(b) => self.pointer_add(left, right, true, span),
            (BinaryOp::Subtract, Type::Pointer(a), Type::Pointer(b)) => {
                if !self.alike(a, b) {
                    self.warning(codes::POINTER_TYPES, span, "these are pointers to different types");
                }
                let inner = Type::clone(a);
                if is_variable(&inner) {
                    return self.variable_difference(left, right, &inner, span);
                }
                let Some(scale) = self.element_size(&inner, span) else { return self.error_expr(span) };
                let kind = ExprKind::PointerDifference { left: Box::new(left), right: Box::new(right), scale };
                Expr { kind, ty: self.long(true), span }
            }
            _ => self.bad_operands(&left, &right, span),
        }
    }

    pub(super) fn bad_operands(&mut self, left: &Expr, right: &Expr, span: Span) -> Expr {
        let message =
            format!("this operator does not take {} and {}", self.describe(&left.ty), self.describe(&right.ty));
        self.error(codes::BAD_OPERANDS, span, message);
        self.error_expr(span)
    }

    fn pointer_add(&mut self, pointer: Expr, index: Expr, subtract: bool, span: Span) -> Expr {
        let ty = pointer.ty.clone();
        let Type::Pointer(inner) = &ty else { return self.error_expr(span) };
        if is_variable(inner) {
            let Some(bytes) = self.variable_bytes(index, inner, span) else { return self.error_expr(span) };
            let (pointer, index) = (Box::new(pointer), Box::new(bytes));
            return Expr { kind: ExprKind::PointerAdd { pointer, index, subtract, scale: 1 }, ty, span };
        }
        let Some(scale) = self.element_size(inner, span) else { return self.error_expr(span) };
        let (pointer, index) = (Box::new(pointer), Box::new(self.index_of(index)));
        Expr { kind: ExprKind::PointerAdd { pointer, index, subtract, scale }, ty, span }
    }

    fn variable_difference(&mut self, left: Expr, right: Expr, element: &Type, span: Span) -> Expr {
        let ty = self.long(true);
        let kind = ExprKind::PointerDifference { left: Box::new(left), right: Box::new(right), scale: 1 };
        let bytes = Box::new(Expr { kind, ty: ty.clone(), span });
        let Some(size) = self.size_of(element, span) else { return self.error_expr(span) };
        let size = Box::new(self.convert(size, &ty));
        Expr { kind: ExprKind::Binary(BinaryOp::Divide, bytes, size), ty, span }
    }

    fn comparison(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if special::is_error(&left.ty) || special::is_error(&right.ty) {
            return self.error_expr(span);
        }
        let ty = match (&left.ty, &right.ty) {
            (a, b) if is_arithmetic(a) && is_arithmetic(b) => self.common(a, b),
            (Type::Pointer(a), Type::Pointer(b)) => {
                if !self.alike(a, b) && !self.is_null(&left) && !self.is_null(&right) {
                    self.warning(codes::POINTER_TYPES, span, "pointers to different types are compared");
                }
                left.ty.clone()
            }
            (pointer @ Type::Pointer(_), number) | (number, pointer @ Type::Pointer(_)) if is_integer(number) => {
                if !self.is_null(&left) && !self.is_null(&right) {
                    self.warning(codes::INT_POINTER, span, "a pointer is compared with a number");
                }
                pointer.clone()
            }
            _ => return self.bad_operands(&left, &right, span),
        };
        let (left, right) = (self.convert(left, &ty), self.convert(right, &ty));
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: INT, span }
    }

    pub(super) fn assign(&mut self, target: Expr, value: Expr, span: Span) -> Expr {
        if !self.is_assignable_to(&target) {
            return self.error_expr(span);
        }
        let value = self.assignable(value, plain(&target.ty), "what is assigned to");
        let ty = assigned_type(&target);
        Expr { kind: ExprKind::Assign(Box::new(target), Box::new(value)), ty, span }
    }

    /// `target op= value`. On pointers the computation is in bytes, on an unsigned integer of the pointer's width.
    fn compound(&mut self, target: Expr, op: BinaryOp, value: Expr, span: Span) -> Expr {
        if !self.is_assignable_to(&target) || special::is_error(&value.ty) {
            return self.error_expr(span);
        }
        let ty = assigned_type(&target);
        let (value, computation) = match (&ty, op) {
            (Type::Pointer(inner), BinaryOp::Add | BinaryOp::Subtract)
                if is_integer(&value.ty) && is_variable(inner) =>
            {
                let word = self.long(false);
                let Some(bytes) = self.variable_bytes(value, inner, span) else { return self.error_expr(span) };
                (self.convert(bytes, &word), word)
            }
            (Type::Pointer(inner), BinaryOp::Add | BinaryOp::Subtract) if is_integer(&value.ty) => {
                let Some(scale) = self.element_size(inner, span) else { return self.error_expr(span) };
                let word = self.long(false);
                (self.scaled(value, scale, &word), word)
            }
            (_, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) if is_integer(&ty) && is_integer(&value.ty) => {
                let computation = self.common(&ty, &INT);
                (self.promote(value), self.promoted(&ty, computation))
            }
            _ if is_integer(&ty) && is_integer(&value.ty)
                || takes_floats(op) && is_arithmetic(&ty) && is_arithmetic(&value.ty) =>
            {
                let computation = self.common(&ty, &value.ty);
                (self.convert(value, &computation), computation)
            }
            _ => return self.bad_operands(&target, &value, span),
        };
        let kind = ExprKind::AssignOp { target: Box::new(target), op, value: Box::new(value), computation };
        Expr { kind, ty, span }
    }

    /// The promoted type of an integer.
    fn promoted(&self, ty: &Type, narrow: Type) -> Type {
        match ty {
            Type::Int { bits, .. } if *bits >= 32 => ty.clone(),
            _ => narrow,
        }
    }

    /// An index in bytes, in the type `word`.
    pub(super) fn scaled(&self, index: Expr, scale: u32, word: &Type) -> Expr {
        let span = index.span;
        let index = self.convert(index, word);
        if scale == 1 {
            return index;
        }
        let scale = Expr { kind: ExprKind::Constant(scale.into()), ty: word.clone(), span };
        let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(index), Box::new(scale));
        Expr { kind, ty: word.clone(), span }
    }

    /// Whether a value is a scalar; errors count as such.
    pub(super) fn is_scalar_value(&self, value: &Expr) -> bool {
        is_scalar(&value.ty) || special::is_error(&value.ty)
    }
}

/// Whether an operator is one on floating-point numbers, too.
fn takes_floats(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => true,
        BinaryOp::Remainder
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => false,
    }
}

/// The type that an assignment to this has.
fn assigned_type(target: &Expr) -> Type {
    match target.kind {
        ExprKind::BitField(_, bits) => bits.value_type(&target.ty),
        _ => plain(&target.ty).clone(),
    }
}

fn kind(operator: &BinaryOperator) -> Kind {
    match operator {
        BinaryOperator::Index => Kind::Index,
        BinaryOperator::Multiply => Kind::Arithmetic(BinaryOp::Multiply),
        BinaryOperator::Divide => Kind::Arithmetic(BinaryOp::Divide),
        BinaryOperator::Modulo => Kind::Arithmetic(BinaryOp::Remainder),
        BinaryOperator::Plus => Kind::Arithmetic(BinaryOp::Add),
        BinaryOperator::Minus => Kind::Arithmetic(BinaryOp::Subtract),
        BinaryOperator::ShiftLeft => Kind::Arithmetic(BinaryOp::ShiftLeft),
        BinaryOperator::ShiftRight => Kind::Arithmetic(BinaryOp::ShiftRight),
        BinaryOperator::BitwiseAnd => Kind::Arithmetic(BinaryOp::And),
        BinaryOperator::BitwiseXor => Kind::Arithmetic(BinaryOp::Xor),
        BinaryOperator::BitwiseOr => Kind::Arithmetic(BinaryOp::Or),
        BinaryOperator::Less => Kind::Comparison(BinaryOp::Less),
        BinaryOperator::Greater => Kind::Comparison(BinaryOp::Greater),
        BinaryOperator::LessOrEqual => Kind::Comparison(BinaryOp::LessEqual),
        BinaryOperator::GreaterOrEqual => Kind::Comparison(BinaryOp::GreaterEqual),
        BinaryOperator::Equals => Kind::Comparison(BinaryOp::Equal),
        BinaryOperator::NotEquals => Kind::Comparison(BinaryOp::NotEqual),
        BinaryOperator::LogicalAnd => Kind::And,
        BinaryOperator::LogicalOr => Kind::Or,
        BinaryOperator::Assign => Kind::Assign,
        BinaryOperator::AssignMultiply => Kind::Compound(BinaryOp::Multiply),
        BinaryOperator::AssignDivide => Kind::Compound(BinaryOp::Divide),
        BinaryOperator::AssignModulo => Kind::Compound(BinaryOp::Remainder),
        BinaryOperator::AssignPlus => Kind::Compound(BinaryOp::Add),
        BinaryOperator::AssignMinus => Kind::Compound(BinaryOp::Subtract),
        BinaryOperator::AssignShiftLeft => Kind::Compound(BinaryOp::ShiftLeft),
        BinaryOperator::AssignShiftRight => Kind::Compound(BinaryOp::ShiftRight),
        BinaryOperator::AssignBitwiseAnd => Kind::Compound(BinaryOp::And),
        BinaryOperator::AssignBitwiseXor => Kind::Compound(BinaryOp::Xor),
        BinaryOperator::AssignBitwiseOr => Kind::Compound(BinaryOp::Or),
    }
}
