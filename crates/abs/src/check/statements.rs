//! Statements: their parts are checked, and they become statements of the program.

use super::Checker;
use super::expressions::literal;
use super::types::{Type, known};
use crate::program::{Effect, EffectKind, ExpressionKind, Guard, Literal, Pattern, Statement, StatementKind, Target};
use crate::syntax;
use source::Span;

impl<'a> Checker<'a> {
    /// The statements of a block, in a scope of its own.
    pub(super) fn block(&mut self, block: &'a syntax::Block) -> Vec<Statement> {
        self.open_scope();
        let statements = block.statements.iter().map(|it| self.statement(it)).collect();
        self.close_scope();
        statements
    }

    /// A statement that is the body of another one.
    fn inner(&mut self, statement: &'a syntax::Statement) -> Box<Statement> {
        self.open_scope();
        let lowered = self.statement(statement);
        self.close_scope();
        Box::new(lowered)
    }

    fn statement(&mut self, statement: &'a syntax::Statement) -> Statement {
        let span = statement.span;
        let kind = match &statement.kind {
            syntax::StatementKind::Block(block) => StatementKind::Block(self.block(block)),
            syntax::StatementKind::Skip => StatementKind::Skip,
            syntax::StatementKind::Suspend => StatementKind::Suspend,
            syntax::StatementKind::Declare { parameter, value } => self.declare_local(parameter, value.as_ref()),
            syntax::StatementKind::Assign { target, on_this, value } => self.assign(target, *on_this, value),
            syntax::StatementKind::Effect(effect) => StatementKind::Effect(self.infer_effect(effect).0),
            syntax::StatementKind::Return(effect) => {
                let expected = self.context.result.clone().unwrap_or(Type::Unknown);
                StatementKind::Return(self.check_effect(effect, &expected))
            }
            syntax::StatementKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.inner(then);
                StatementKind::If(condition, then, otherwise.as_ref().map(|it| self.inner(it)))
            }
            syntax::StatementKind::While { condition, body } => {
                let condition = self.condition(condition);
                StatementKind::While(condition, self.inner(body))
            }
            syntax::StatementKind::ForEach { element, index, list, body } => {
                let of = self.solver.fresh();
                let list = self.check(list, &Type::list(of.clone()));
                self.open_scope();
                self.refuse_second(element);
                let element = self.new_local(&element.text, of, element.span);
                let index = index.as_ref().map(|it| {
                    self.refuse_second(it);
                    self.new_local(&it.text, Type::int(), it.span)
                });
                let body = self.inner(body);
                self.close_scope();
                StatementKind::ForEach { element, index, list, body }
            }
            syntax::StatementKind::Switch { subject, arms } => {
                let (subject, of) = self.infer(subject);
                StatementKind::Switch(subject, self.arms(arms, &of))
            }
            syntax::StatementKind::Await(guards) => self.await_guards(span, guards),
            syntax::StatementKind::Assert(condition) => StatementKind::Assert(self.condition(condition)),
            syntax::StatementKind::Throw(value) => {
                StatementKind::Throw(self.check(value, &Type::plain(known::EXCEPTION)))
            }
            syntax::StatementKind::Die(value) => {
                let value = self.check(value, &Type::plain(known::EXCEPTION));
                self.error("A0515", span, "die is not supported: objects do not end");
                StatementKind::Throw(value)
            }
            syntax::StatementKind::Try { body, arms, finally } => {
                let body = self.inner(body);
                let arms = self.arms(arms, &Type::plain(known::EXCEPTION));
                StatementKind::Try { body, arms, finally: finally.as_ref().map(|it| self.inner(it)) }
            }
            syntax::StatementKind::Duration(times) => {
                for time in times {
                    self.check(time, &Type::plain(known::RAT));
                }
                self.refuse_time(span);
                StatementKind::Skip
            }
        };
        Statement { span, kind }
    }

    fn refuse_time(&mut self, span: Span) {
        self.error("A0511", span, "duration is not supported: real time is not part of what is checked");
    }

    fn arms(&mut self, arms: &'a [(syntax::Pattern, syntax::Statement)], of: &Type) -> Vec<(Pattern, Statement)> {
        let mut lowered = Vec::new();
        for (pattern, statement) in arms {
            self.open_scope();
            let pattern = self.pattern(pattern, of);
            lowered.push((pattern, self.statement(statement)));
            self.close_scope();
        }
        lowered
    }

    fn await_guards(&mut self, span: Span, guards: &'a [syntax::Guard]) -> StatementKind {
        let mut lowered = Vec::new();
        for guard in guards {
            match guard {
                syntax::Guard::Future(future) => {
                    let (value, of) = self.infer(future);
                    self.answer(&of, future.span, "await … ?");
                    lowered.push(Guard::Future(value));
                }
                syntax::Guard::Duration(first, second) => {
                    self.check(first, &Type::plain(known::RAT));
                    self.check(second, &Type::plain(known::RAT));
                    self.refuse_time(span);
                }
                syntax::Guard::Condition(condition) => lowered.push(Guard::Condition(self.condition(condition))),
            }
        }
        if lowered.is_empty() { StatementKind::Skip } else { StatementKind::Await(lowered) }
    }

    fn declare_local(&mut self, parameter: &'a syntax::Parameter, value: Option<&'a syntax::Effect>) -> StatementKind {
        let of = self.written_type(&parameter.of);
        let name = &parameter.name;
        let value = match value {
            Some(effect) => self.check_effect(effect, &of),
            None => self.first_value(&of, &name.text, name.span),
        };
        self.refuse_second(name);
        let local = self.new_local(&name.text, of, name.span);
        StatementKind::Assign(Target::Local(local), value)
    }

    /// Reports a variable of a name that another one has here.
    fn refuse_second(&mut self, name: &syntax::Name) {
        if let Some(first) = self.in_this_body(&name.text) {
            self.error("A0213", name.span, format!("there are two variables named {} here", name.text))
                .note(first, "this is the other one");
        }
    }

    /// What a variable or field is for which nothing is written: null if that belongs to its type.
    pub(super) fn first_value(&mut self, of: &Type, name: &str, span: Span) -> Effect {
        if !self.fits(&Type::Null, of) {
            let message = format!("{name} needs a first value, since it is of type {}", self.show(of));
            self.error("A0404", span, message).note(Span::NONE, "only objects and futures are null by themselves");
        }
        Effect { span, kind: EffectKind::Pure(literal(span, Literal::Null)) }
    }

    fn assign(&mut self, name: &'a syntax::Name, on_this: bool, value: &'a syntax::Effect) -> StatementKind {
        let found = if on_this { self.own_field(&name.text, name.span) } else { self.variable(&name.text, name.span) };
        let Some((target, of)) = found else {
            if on_this {
                self.unknown_field(name);
            } else {
                self.unknown_variable(name);
            }
            self.infer_effect(value);
            return StatementKind::Skip;
        };
        let value = self.check_effect(value, &of);
        match target.kind {
            ExpressionKind::Local(id) => StatementKind::Assign(Target::Local(id), value),
            ExpressionKind::Field(id) => StatementKind::Assign(Target::Field(id), value),
            _ => StatementKind::Skip,
        }
    }
}
