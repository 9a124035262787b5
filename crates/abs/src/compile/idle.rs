//! Variables that decide nothing: their values go into nothing but others of this kind, or are printed.
//!
//! `while (!done) { tries = tries + 1; suspend; }` comes to ever new states, all of which go on alike as long as nothing asks for `tries`.
//! The search for circles (`actors/canonical.rs`) leaves the values of such variables out if they are numbers.

use crate::program::{
    BinaryOperator, Body, Builtin, Effect, EffectKind, Expression, ExpressionKind, FieldId, Guard, LocalId, Pattern,
    Statement, StatementKind, Target,
};

/// A local of a body, by the number of the body, or a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variable {
    Local(usize, LocalId),
    Field(FieldId),
}

/// For each body its idle locals, and the idle fields of the object that they belong to.
pub(super) struct Idle {
    pub locals: Vec<Vec<bool>>,
    pub fields: Vec<bool>,
}

struct Search {
    idle: Idle,
    body: usize,
    /// A value goes from the first to the second.
    flows: Vec<(Variable, Variable)>,
}

/// What is idle in all bodies of a class, or in the main block.
pub(super) fn find(bodies: &[&Body], fields: usize) -> Idle {
    let locals = bodies.iter().map(|it| vec![true; it.locals.len()]).collect();
    let mut search = Search { idle: Idle { locals, fields: vec![true; fields] }, body: 0, flows: Vec::new() };
    for (number, body) in bodies.iter().enumerate() {
        search.body = number;
        search.statements(&body.statements);
    }
    loop {
        let decides = |it: &(Variable, Variable)| !search.is_idle(it.1) && search.is_idle(it.0);
        let Some(found) = search.flows.iter().position(decides) else { return search.idle };
        search.decides(search.flows[found].0);
    }
}

/// Whether an expression has a value whatever its variables are, and tells nothing about them but that.
fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Literal(_) | ExpressionKind::Local(_) | ExpressionKind::Field(_) => true,
        ExpressionKind::Unary(_, operand) => is_plain(operand),
        ExpressionKind::Binary(operator, one, two) => {
            matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply)
                && is_plain(one)
                && is_plain(two)
        }
        ExpressionKind::This
        | ExpressionKind::Destiny
        | ExpressionKind::Construct(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Builtin(..)
        | ExpressionKind::If(..)
        | ExpressionKind::Let(..)
        | ExpressionKind::Case(..)
        | ExpressionKind::Implements(..)
        | ExpressionKind::As(..) => false,
    }
}

impl Search {
    fn is_idle(&self, variable: Variable) -> bool {
        match variable {
            Variable::Local(body, local) => self.idle.locals[body][local.0 as usize],
            Variable::Field(field) => self.idle.fields[field.0 as usize],
        }
    }

    fn decides(&mut self, variable: Variable) {
        match variable {
            Variable::Local(body, local) => self.idle.locals[body][local.0 as usize] = false,
            Variable::Field(field) => self.idle.fields[field.0 as usize] = false,
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|it| self.statement(it));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Block(statements) => self.statements(statements),
            StatementKind::Skip | StatementKind::Suspend => {}
            StatementKind::Assign(target, Effect { kind: EffectKind::Pure(value), .. }) if is_plain(value) => {
                let target = match *target {
                    Target::Local(local) => Variable::Local(self.body, local),
                    Target::Field(field) => Variable::Field(field),
                };
                self.flow(value, target);
            }
            StatementKind::Effect(Effect { kind: EffectKind::Pure(value), .. }) if is_printed(value) => {}
            StatementKind::Assign(_, effect) | StatementKind::Effect(effect) | StatementKind::Return(effect) => {
                self.effect(effect);
            }
            StatementKind::If(condition, yes, no) => {
                self.expression(condition);
                self.statement(yes);
                no.iter().for_each(|it| self.statement(it));
            }
            StatementKind::While(condition, body) => {
                self.expression(condition);
                self.statement(body);
            }
            StatementKind::ForEach { list, body, .. } => {
                self.expression(list);
                self.statement(body);
            }
            StatementKind::Switch(subject, arms) => {
                self.expression(subject);
                self.arms(arms, Self::statement);
            }
            StatementKind::Await(guards) => {
                for guard in guards {
                    match guard {
                        Guard::Future(value) | Guard::Condition(value) => self.expression(value),
                    }
                }
            }
            StatementKind::Assert(value) | StatementKind::Throw(value) => self.expression(value),
            StatementKind::Try { body, arms, finally } => {
                self.statement(body);
                self.arms(arms, Self::statement);
                finally.iter().for_each(|it| self.statement(it));
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match &effect.kind {
            EffectKind::Pure(value) | EffectKind::Get(value) => self.expression(value),
            EffectKind::New { arguments, .. } => arguments.iter().for_each(|it| self.expression(it)),
            EffectKind::AsyncCall { target, arguments, .. } | EffectKind::SyncCall { target, arguments, .. } => {
                self.expression(target);
                arguments.iter().for_each(|it| self.expression(it));
            }
        }
    }

    /// The variables of a plain expression go into another one.
    fn flow(&mut self, value: &Expression, target: Variable) {
        match &value.kind {
            ExpressionKind::Local(local) => self.flows.push((Variable::Local(self.body, *local), target)),
            ExpressionKind::Field(field) => self.flows.push((Variable::Field(*field), target)),
            ExpressionKind::Unary(_, operand) => self.flow(operand, target),
            ExpressionKind::Binary(_, one, two) => {
                self.flow(one, target);
                self.flow(two, target);
            }
            // No other is plain and has variables.
            ExpressionKind::Literal(_)
            | ExpressionKind::This
            | ExpressionKind::Destiny
            | ExpressionKind::Construct(..)
            | ExpressionKind::Call(..)
            | ExpressionKind::Builtin(..)
            | ExpressionKind::If(..)
            | ExpressionKind::Let(..)
            | ExpressionKind::Case(..)
            | ExpressionKind::Implements(..)
            | ExpressionKind::As(..) => {}
        }
    }

    /// The variables of an expression decide something.
    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Local(local) => self.decides(Variable::Local(self.body, *local)),
            ExpressionKind::Field(field) => self.decides(Variable::Field(*field)),
            ExpressionKind::Literal(_) | ExpressionKind::This | ExpressionKind::Destiny => {}
            ExpressionKind::Construct(_, parts)
            | ExpressionKind::Call(_, parts)
            | ExpressionKind::Builtin(_, parts) => parts.iter().for_each(|it| self.expression(it)),
            ExpressionKind::Unary(_, operand)
            | ExpressionKind::Implements(operand, _)
            | ExpressionKind::As(operand, _) => self.expression(operand),
            ExpressionKind::Binary(_, one, two) | ExpressionKind::Let(_, one, two) => {
                self.expression(one);
                self.expression(two);
            }
            ExpressionKind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|it| self.expression(it));
            }
            ExpressionKind::Case(subject, arms) => {
                self.expression(subject);
                self.arms(arms, Self::expression);
            }
        }
    }

    fn arms<T>(&mut self, arms: &[(Pattern, T)], each: impl Fn(&mut Self, &T)) {
        for (pattern, arm) in arms {
            self.pattern(pattern);
            each(self, arm);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Equal(value) => self.expression(value),
            Pattern::Constructor(_, parts) => parts.iter().for_each(|it| self.pattern(it)),
            Pattern::Any | Pattern::Bind(_) | Pattern::Literal(_) => {}
        }
    }
}

/// `println(e)` of a plain expression.
fn is_printed(value: &Expression) -> bool {
    let ExpressionKind::Builtin(Builtin::Print | Builtin::Println, arguments) = &value.kind else { return false };
    // A text that is made of a number, too.
    arguments.iter().all(|it| match &it.kind {
        ExpressionKind::Builtin(Builtin::ToString, inner) => inner.iter().all(is_plain),
        _ => is_plain(it),
    })
}
