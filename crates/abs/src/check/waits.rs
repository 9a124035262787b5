//! Whether an init block can wait for others. It runs inside the step of the creator, so it must not; methods of the
//! same object that it calls must not either.

use crate::syntax::{Block, Class, Effect, EffectKind, ExpressionKind, Statement, StatementKind};
use source::Span;

/// Where the init block of a class waits first, or calls another object and waits for its answer.
pub(super) fn init_waits(class: &Class) -> Option<Span> {
    let mut search = Search { class, seen: Vec::new() };
    class.init.as_ref().and_then(|it| search.block(it))
}

struct Search<'c> {
    class: &'c Class,
    /// Methods that were looked at.
    seen: Vec<&'c str>,
}

impl<'c> Search<'c> {
    fn block(&mut self, block: &'c Block) -> Option<Span> {
        block.statements.iter().find_map(|it| self.statement(it))
    }

    fn statement(&mut self, statement: &'c Statement) -> Option<Span> {
        match &statement.kind {
            StatementKind::Suspend | StatementKind::Await(_) | StatementKind::Duration(_) => Some(statement.span),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Declare { value, .. } => value.as_ref().and_then(|it| self.effect(it)),
            StatementKind::Assign { value, .. } => self.effect(value),
            StatementKind::Effect(effect) | StatementKind::Return(effect) => self.effect(effect),
            StatementKind::If { then, otherwise, .. } => {
                self.statement(then).or_else(|| otherwise.as_ref().and_then(|it| self.statement(it)))
            }
            StatementKind::While { body, .. } | StatementKind::ForEach { body, .. } => self.statement(body),
            StatementKind::Switch { arms, .. } => arms.iter().find_map(|it| self.statement(&it.1)),
            StatementKind::Try { body, arms, finally } => {
                let body = self.statement(body);
                let arms = body.or_else(|| arms.iter().find_map(|it| self.statement(&it.1)));
                arms.or_else(|| finally.as_ref().and_then(|it| self.statement(it)))
            }
            StatementKind::Skip | StatementKind::Assert(_) | StatementKind::Throw(_) | StatementKind::Die(_) => None,
        }
    }

    fn effect(&mut self, effect: &'c Effect) -> Option<Span> {
        match &effect.kind {
            EffectKind::Pure(_) | EffectKind::New { .. } => None,
            EffectKind::AsyncCall { awaits, .. } => awaits.then_some(effect.span),
            EffectKind::Get(_) => Some(effect.span),
            EffectKind::SyncCall { target, method, .. } => {
                if !matches!(target.kind, ExpressionKind::This) {
                    return Some(effect.span);
                }
                let called = self.class.methods.iter().find(|it| it.signature.name.text == method.text)?;
                if self.seen.contains(&method.text.as_str()) {
                    return None;
                }
                self.seen.push(&method.text);
                self.block(&called.body).map(|_| effect.span)
            }
        }
    }
}
