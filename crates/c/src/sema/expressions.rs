//! Expressions: names, members, casts, sizes, and whatever is no operator and no call.

use super::Sema;
use super::convert::is_lvalue;
use super::scope::Entity;
use super::special::{self, ERROR};
use super::types::{is_arithmetic, is_integer, is_scalar, plain, pointer_to};
use super::variable::is_variable;
use crate::tree::{Expr, ExprKind, Field, Stmt, StmtKind, Storage, Type};
use crate::{codes, models};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;

impl<'a> Sema<'a> {
    /// An expression as it stands: an object, a function, or a value.
    pub(super) fn expr(&mut self, node: &'a Node<Expression>) -> Expr {
        let sizes = self.waiting_sizes();
        match self.descend(node.span, |it| it.expr_inner(node)) {
            Some(expr) if is_lvalue(&expr) => expr,
            Some(expr) => self.with_sizes(expr, sizes),
            None => self.error_expr(self.span(node.span)),
        }
    }

    fn expr_inner(&mut self, node: &'a Node<Expression>) -> Expr {
        let span = self.span(node.span);
        self.here = span;
        match &node.node {
            Expression::Identifier(name) => self.identifier(name),
            Expression::Constant(constant) => self.literal(constant),
            Expression::StringLiteral(pieces) => self.string(pieces),
            Expression::GenericSelection(generic) => self.generic(generic, span),
            Expression::Member(member) => self.member(member, span),
            Expression::Call(call) => self.call(call, span),
            Expression::CompoundLiteral(literal) => self.compound_literal(literal, span),
            Expression::SizeOfTy(node) if self.prepared.compatible.contains(&node.span.start) => {
                let ty = self.type_name(&node.node.0);
                self.types_compatible(&ty, span)
            }
            Expression::SizeOfTy(node) => {
                let ty = self.type_name(&node.node.0);
                if self.prepared.alignof.contains(&node.span.start) {
                    return self.size_value(self.align(&ty).into(), span);
                }
                self.size_constant(&ty, span)
            }
            Expression::SizeOfVal(node) => {
                let operand = self.expr(&node.node.0);
                if self.prepared.alignof.contains(&node.span.start) {
                    return self.size_value(self.align(&operand.ty).into(), span);
                }
                if self.is_bit_field(&operand) {
                    return self.error_expr(span);
                }
                self.size_constant(&operand.ty, span)
            }
            Expression::AlignOf(node) => {
                let ty = self.type_name(&node.node.0);
                let align = self.align(&ty);
                self.size_value(align.into(), span)
            }
            Expression::UnaryOperator(unary) => self.unary(unary, span),
            Expression::Cast(cast) => self.cast(cast, span),
            Expression::BinaryOperator(binary) => self.binary(binary, span),
            Expression::Conditional(conditional) => self.conditional(conditional, span),
            Expression::Comma(list) => self.comma(list, span),
            Expression::OffsetOf(offset) => self.offset_of(offset, span),
            Expression::VaArg(node) => self.va_arg(node, span),
            Expression::Statement(statement) => self.statement_expression(statement, span),
        }
    }

    fn identifier(&mut self, node: &'a Node<Identifier>) -> Expr {
        let name = self.name(node);
        let span = self.span(node.span);
        match self.lookup(&name).cloned() {
            Some(Entity::Local(id)) => {
                if let Some(array) = self.variable_array_object(id, span) {
                    return array;
                }
                let variable = &self.variables[id.0 as usize];
                if let Some((limit, uses)) = &mut self.around {
                    *uses |= id.0 < *limit && variable.storage == Storage::Automatic;
                }
                Expr { kind: ExprKind::Variable(id), ty: variable.ty.clone(), span }
            }
            Some(Entity::Global) => self.global_expr(&name, span),
            Some(Entity::Function) => match self.library_value(&name) {
                Some(model) => {
                    self.note_model(model);
                    self.function_expr(model, span)
                }
                None => self.function_expr(&name, span),
            },
            Some(Entity::Enumerator(value, ty)) => {
                let bits = crate::constant::cut(value as u64, &ty, self.model).unwrap_or(0);
                Expr { kind: ExprKind::Constant(bits), ty, span }
            }
            Some(Entity::Error) => self.error_expr(span),
            Some(Entity::Typedef { .. }) => {
                self.error(codes::UNDECLARED, span, format!("`{name}` is a type, not a value"));
                self.error_expr(span)
            }
            None if matches!(&*name, "true" | "false") => {
                let kind = ExprKind::Constant(u64::from(name == "true"));
                Expr { kind, ty: super::types::INT, span }
            }
            None if name == "nullptr" => Expr { kind: ExprKind::Constant(0), ty: pointer_to(Type::Void), span },
            None if matches!(&*name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => self.function_name(span),
            None => {
                self.error(codes::UNDECLARED, span, format!("`{name}` is not declared"));
                self.declare_name(&name, Entity::Error);
                self.error_expr(span)
            }
        }
    }

    /// The model that stands for a function of the library which is used as a value, if there is one.
    fn library_value(&self, name: &str) -> Option<&'static str> {
        if self.known.get(&self.key(name)).is_some_and(|it| it.definition.is_some()) {
            return None;
        }
        let value = models::name(&format!("__raddle__value_{name}")).or_else(|| models::name(name));
        value.filter(|it| self.known.contains_key(*it))
    }

    fn global_expr(&mut self, name: &str, span: Span) -> Expr {
        let key = &self.key(name);
        let global = &self.globals[key];
        let ty = global.ty.clone();
        // The standard streams are only ever handed to functions that ignore them.
        if !global.defined && matches!(name, "stdin" | "stdout" | "stderr") {
            return Expr { kind: ExprKind::Constant(0), ty: pointer_to(Type::Void), span };
        }
        let id = self.global_id(key);
        if let Some(global) = self.globals.get_mut(key) {
            global.used.get_or_insert(span);
        }
        Expr { kind: ExprKind::Variable(id), ty, span }
    }

    pub(super) fn function_expr(&mut self, name: &str, span: Span) -> Expr {
        match self.function_id(&self.key(name)) {
            Some(id) => {
                let ty = Type::Function(self.functions[id.0 as usize].signature.clone());
                Expr { kind: ExprKind::Function(id), ty, span }
            }
            None => self.error_expr(span),
        }
    }

    /// Whether the two parameters of a pointer to a function have the same type.
    fn types_compatible(&mut self, ty: &Type, span: Span) -> Expr {
        let parameters = match ty {
            Type::Pointer(inner) => match &**inner {
                Type::Function(signature) => signature.parameters.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        match parameters.as_slice() {
            [left, right] => {
                let same = plain(left) == plain(right);
                Expr { kind: ExprKind::Constant(same.into()), ty: super::types::INT, span }
            }
            _ => {
                self.error(codes::BAD_OPERANDS, span, "`__builtin_types_compatible_p` needs two types");
                self.error_expr(span)
            }
        }
    }

    fn generic(&mut self, node: &'a Node<GenericSelection>, span: Span) -> Expr {
        let control = self.value(&node.node.expression).ty;
        let mut otherwise = None;
        for association in &node.node.associations {
            match &association.node {
                GenericAssociation::Default(expr) => otherwise = Some(expr),
                GenericAssociation::Type(chosen) => {
                    if plain(&self.type_name(&chosen.node.type_name)) == &control {
                        return self.expr(&chosen.node.expression);
                    }
                }
            }
        }
        match otherwise {
            Some(expr) => self.expr(expr),
            None if special::is_error(&control) => self.error_expr(span),
            None => {
                let message = format!("no association of _Generic is for {}", self.describe(&control));
                self.error(codes::BAD_OPERANDS, span, message);
                self.error_expr(span)
            }
        }
    }

    fn member(&mut self, node: &'a Node<MemberExpression>, span: Span) -> Expr {
        let indirect = node.node.operator.node == MemberOperator::Indirect;
        let base = if indirect {
            let pointer = self.value(&node.node.expression);
            match &pointer.ty {
                Type::Pointer(inner) => {
                    let (ty, span) = (Type::clone(inner), pointer.span);
                    Expr { kind: ExprKind::Dereference(Box::new(pointer)), ty, span }
                }
                ty if special::is_error(ty) => return self.error_expr(span),
                ty => {
                    let message = format!("`->` needs a pointer to a struct or union, not {}", self.describe(ty));
                    self.error(codes::BAD_OPERANDS, span, message);
                    return self.error_expr(span);
                }
            }
        } else {
            self.expr(&node.node.expression)
        };
        self.member_of(base, &node.node.identifier, span)
    }

    fn member_of(&mut self, base: Expr, identifier: &'a Node<Identifier>, span: Span) -> Expr {
        let name = self.name(identifier);
        if special::is_error(&base.ty) {
            return self.error_expr(span);
        }
        let Type::Record(id) = base.ty else {
            let message = format!("{} has no members", self.describe(&base.ty));
            self.error(codes::BAD_OPERANDS, span, message);
            return self.error_expr(span);
        };
        self.use_type(&base.ty);
        let Some(way) = self.find_member(id, &name) else {
            let at = self.span(identifier.span);
            if self.records[id.0 as usize].complete {
                let message = format!("{} has no member `{name}`", self.describe(&base.ty));
                self.error(codes::NO_MEMBER, at, message);
            } else {
                let message = format!("the members of {} are not known", self.describe(&base.ty));
                self.error(codes::INCOMPLETE, at, message);
            }
            return self.error_expr(span);
        };
        way.into_iter().fold(base, |record, Field { ty, offset, bits, .. }| {
            let kind = match bits {
                Some(bits) => ExprKind::BitField(Box::new(record), bits),
                None => ExprKind::Member(Box::new(record), offset),
            };
            Expr { kind, ty, span }
        })
    }

    fn compound_literal(&mut self, node: &'a Node<CompoundLiteral>, span: Span) -> Expr {
        let ty = self.type_name(&node.node.type_name);
        let (ty, elements) = self.braced(ty, &node.node.initializer_list, span);
        let ty = self.object_type(&ty, span, "compound literal");
        if special::is_error(&ty) {
            return self.error_expr(span);
        }
        self.no_flexible_elements(&ty, &elements, span);
        let id = self.automatic("<literal>", ty.clone(), span);
        if self.body.is_some() {
            return Expr { kind: ExprKind::CompoundLiteral(id, elements), ty, span };
        }
        // Outside of functions it lives as long as the program.
        self.check_constant(&elements);
        let variable = &mut self.variables[id.0 as usize];
        variable.name = format!("<literal {}>", id.0);
        variable.storage = Storage::Static;
        variable.addressed = true;
        variable.init = elements;
        Expr { kind: ExprKind::Variable(id), ty, span }
    }

    /// A number of type `size_t`.
    pub(super) fn size_value(&self, value: u64, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(value), ty: self.long(false), span }
    }

    fn size_constant(&mut self, ty: &Type, span: Span) -> Expr {
        if special::is_error(ty) {
            return self.error_expr(span);
        }
        self.use_type(ty);
        if is_variable(ty) {
            return self.size_of(ty, span).unwrap_or_else(|| self.error_expr(span));
        }
        // GNU: 1 for `void` and for functions.
        let size = if matches!(ty, Type::Void | Type::Function(_)) { Some(1) } else { self.size(ty) };
        match size {
            Some(size) => self.size_value(size.into(), span),
            None => {
                self.error(codes::INCOMPLETE, span, format!("the size of {} is not known", self.describe(ty)));
                self.error_expr(span)
            }
        }
    }

    fn cast(&mut self, node: &'a Node<CastExpression>, span: Span) -> Expr {
        let to = self.type_name(&node.node.type_name);
        let value = self.value(&node.node.expression);
        if special::is_error(&to) || special::is_error(&value.ty) {
            return self.error_expr(span);
        }
        if let Some((code, message)) = special::unsupported(&to) {
            self.error(code, span, message);
            return self.error_expr(span);
        }
        let to = plain(&to).clone();
        let fits = match &to {
            Type::Void => true,
            Type::Float(_) => is_arithmetic(&value.ty),
            Type::Pointer(_) => is_integer(&value.ty) || matches!(value.ty, Type::Pointer(_)),
            to if is_scalar(to) => is_scalar(&value.ty),
            to => self.is_same(to, &value.ty),
        };
        if !fits {
            let message = format!("{} cannot be cast to {}", self.describe(&value.ty), self.describe(&to));
            self.error(codes::CANNOT_CONVERT, span, message);
            return self.error_expr(span);
        }
        self.note_long_double(&to);
        let mut cast = self.convert(value, &to);
        cast.span = span;
        cast
    }

    fn comma(&mut self, list: &'a [Node<Expression>], span: Span) -> Expr {
        let mut whole: Option<Expr> = None;
        for node in list {
            let value = self.value(node);
            whole = Some(match whole {
                None => value,
                Some(before) => {
                    let ty = if special::is_error(&before.ty) { ERROR } else { value.ty.clone() };
                    Expr { kind: ExprKind::Comma(Box::new(before), Box::new(value)), ty, span }
                }
            });
        }
        whole.unwrap_or_else(|| self.error_expr(span))
    }

    fn offset_of(&mut self, node: &'a Node<OffsetOfExpression>, span: Span) -> Expr {
        let ty = self.type_name(&node.node.type_name);
        let null = Expr { kind: ExprKind::Constant(0), ty: pointer_to(ty.clone()), span };
        let base = Expr { kind: ExprKind::Dereference(Box::new(null)), ty, span };
        let mut place = self.member_of(base, &node.node.designator.node.base, span);
        for member in &node.node.designator.node.members {
            place = match &member.node {
                OffsetMember::Member(name) => self.member_of(place, name, span),
                OffsetMember::IndirectMember(name) => {
                    let at = self.span(name.span);
                    self.error(codes::NOT_CONSTANT, at, "`->` has no place in offsetof");
                    self.error_expr(span)
                }
                OffsetMember::Index(index) => {
                    let pointer = self.rvalue(place);
                    let index = self.value(index);
                    self.index(pointer, index, span)
                }
            };
        }
        if special::is_error(&place.ty) || self.is_bit_field(&place) {
            return self.error_expr(span);
        }
        let pointer = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer_to(Type::Void), span };
        match self.evaluate(&pointer) {
            Some(crate::constant::Constant::Int(offset)) => self.size_value(offset, span),
            _ => self.convert(pointer, &self.long(false)),
        }
    }

    fn statement_expression(&mut self, node: &'a Node<Statement>, span: Span) -> Expr {
        if self.body.is_none() {
            self.error(codes::NOT_CONSTANT, span, "statements have no place outside of functions");
            return self.error_expr(span);
        }
        let Statement::Compound(items) = &node.node else { return self.error_expr(span) };
        let mut list: Vec<Stmt> = Vec::new();
        let value = self.scoped(|it| {
            let (last, before) = items.split_last()?;
            it.block_items(before, &mut list);
            let last_expr = match &last.node {
                BlockItem::Statement(statement) => match &statement.node {
                    Statement::Expression(expr) => expr.as_ref(),
                    _ => None,
                },
                _ => None,
            };
            if last_expr.is_none() {
                it.block_items(std::slice::from_ref(last), &mut list);
            }
            last_expr.map(|expr| it.value(expr))
        });
        match value {
            Some(value) if value.ty != Type::Void => {
                let ty = value.ty.clone();
                Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty, span }
            }
            value => {
                list.extend(value.map(|it| Stmt { span: it.span, kind: StmtKind::Expr(it) }));
                Expr { kind: ExprKind::Statements(list, None), ty: Type::Void, span }
            }
        }
    }

    fn conditional(&mut self, node: &'a Node<ConditionalExpression>, span: Span) -> Expr {
        self.no_bare_elvis(&node.node.condition);
        let condition = self.condition(&node.node.condition);
        let yes = self.value(&node.node.then_expression);
        let no = self.value(&node.node.else_expression);
        if [&condition, &yes, &no].iter().any(|it| special::is_error(&it.ty)) {
            return self.error_expr(span);
        }
        let Some(ty) = self.arms(&yes, &no, span) else {
            let message = format!("the arms have types {} and {}", self.describe(&yes.ty), self.describe(&no.ty));
            self.error(codes::BAD_OPERANDS, span, message);
            return self.error_expr(span);
        };
        let (yes, no) = (self.convert(yes, &ty), self.convert(no, &ty));
        Expr { kind: ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no)), ty, span }
    }

    /// `a ?: b`, where `a` is evaluated once: `({ T t = a; t ? t : b; })`.
    pub(super) fn elvis(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>, span: Span) -> Expr {
        let (condition, no) = (self.condition(left), self.value(right));
        if special::is_error(&condition.ty) || special::is_error(&no.ty) {
            return self.error_expr(span);
        }
        let Some(ty) = self.arms(&condition, &no, span) else {
            return self.bad_operands(&condition, &no, span);
        };
        let no = self.convert(no, &ty);
        match self.evaluate(&condition).map(|it| crate::constant::truth(it, &condition.ty)) {
            Some(false) => return no,
            Some(true) => return self.convert(condition, &ty),
            None => {}
        }
        let held = condition.ty.clone();
        let (variable, declare) = self.temporary("<condition>", condition);
        let place = || Expr { kind: ExprKind::Variable(variable), ty: held.clone(), span };
        let (condition, yes) = (self.rvalue(place()), self.rvalue(place()));
        let yes = self.convert(yes, &ty);
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        let value = Expr { kind, ty: ty.clone(), span };
        Expr { kind: ExprKind::Statements(vec![declare], Some(Box::new(value))), ty, span }
    }

    /// The parser takes `?:` for `||` and so reads `a ?: b || c` and `a ?: b ? c : d` in the wrong way.
    pub(super) fn no_bare_elvis(&mut self, node: &'a Node<Expression>) {
        let Expression::BinaryOperator(binary) = &node.node else { return };
        let bare = binary.span.start == node.span.start;
        if bare && self.prepared.elvis.contains(&binary.node.operator.span.start) {
            let span = self.span(node.span);
            self.error(
                codes::GNU_SYNTAX,
                span,
                "not supported yet: `?:` in front of another operator, without brackets",
            );
        }
    }

    /// The type of `c ? yes : no`.
    fn arms(&mut self, yes: &Expr, no: &Expr, span: Span) -> Option<Type> {
        Some(match (&yes.ty, &no.ty) {
            (a, b) if is_arithmetic(a) && is_arithmetic(b) => self.common(a, b),
            (a, b) if self.is_same(a, b) => a.clone(),
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (Type::Pointer(a), Type::Pointer(b)) => {
                if self.is_null(yes) {
                    no.ty.clone()
                } else if self.is_null(no) || **a == Type::Void {
                    yes.ty.clone()
                } else if **b == Type::Void {
                    no.ty.clone()
                } else {
                    if !self.alike(a, b) {
                        self.warning(codes::POINTER_TYPES, span, "the arms are pointers to different types");
                    }
                    yes.ty.clone()
                }
            }
            (pointer @ Type::Pointer(_), number) if is_integer(number) => {
                if !self.is_null(no) {
                    self.warning(codes::INT_POINTER, span, "the arms are a pointer and a number");
                }
                pointer.clone()
            }
            (number, pointer @ Type::Pointer(_)) if is_integer(number) => {
                if !self.is_null(yes) {
                    self.warning(codes::INT_POINTER, span, "the arms are a number and a pointer");
                }
                pointer.clone()
            }
            _ => return None,
        })
    }

    /// Whether something can be assigned to; reported if not.
    pub(super) fn is_assignable_to(&mut self, target: &Expr) -> bool {
        if special::is_error(&target.ty) {
            return false;
        }
        let whole = matches!(target.ty, Type::Array(..) | Type::VariableArray(..) | Type::Function(_) | Type::Void);
        if !is_lvalue(target) || whole {
            self.error(codes::NOT_AN_LVALUE, target.span, "this cannot be assigned to");
            return false;
        }
        if let Some((code, message)) = special::unsupported(&target.ty) {
            self.error(code, target.span, message);
            return false;
        }
        self.use_type(&target.ty.clone());
        true
    }
}
