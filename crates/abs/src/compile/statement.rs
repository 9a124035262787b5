//! Statements and effects.

use super::{Compiler, Open};
use crate::code::{Fate, Handler, LoopCode, Op, Pc};
use crate::program::{
    Effect, EffectKind, Expression, ExpressionKind, Guard, Literal, LocalId, Pattern, Statement, StatementKind, Target,
};
use crate::value::Value;
use source::Span;

impl<'p> Compiler<'p> {
    pub(super) fn statement(&mut self, statement: &'p Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Block(statements) => statements.iter().for_each(|it| self.statement(it)),
            StatementKind::Skip => {}
            StatementKind::Suspend => self.emit(Op::Suspend, span),
            StatementKind::Assign(target, value) => {
                self.effect(value, Fate::Kept);
                match *target {
                    Target::Local(local) => self.emit(Op::SetLocal(local), span),
                    Target::Field(field) => self.emit(Op::SetField(field), span),
                }
            }
            StatementKind::Effect(effect) => {
                self.effect(effect, Fate::Dropped);
                self.emit(Op::Drop, span);
            }
            StatementKind::Return(value) => {
                self.effect(value, Fate::Kept);
                self.leave(span);
            }
            StatementKind::If(condition, then, otherwise) => {
                self.expression(condition);
                let skip = self.emit_jump(Op::JumpUnless, span);
                self.statement(then);
                match otherwise {
                    Some(otherwise) => {
                        let end = self.emit_jump(Op::Jump, span);
                        self.land(skip);
                        self.statement(otherwise);
                        self.land(end);
                    }
                    None => self.land(skip),
                }
            }
            StatementKind::While(condition, body) => self.repeat(condition, body, span),
            StatementKind::ForEach { element, index, list, body } => self.for_each(*element, *index, list, body, span),
            StatementKind::Switch(subject, arms) => {
                self.expression(subject);
                self.arms(arms, span, |it, arm| it.statement(arm));
            }
            StatementKind::Await(guards) => self.wait(guards, span),
            StatementKind::Assert(condition) => {
                self.expression(condition);
                self.emit(Op::Assert, span);
            }
            StatementKind::Throw(exception) => {
                let inside = self.open.last().map_or(0, |it| it.loops);
                self.open_loops[inside..].iter().for_each(|&it| self.loops[it as usize].has_exit = true);
                self.expression(exception);
                self.emit(Op::Throw, span);
            }
            StatementKind::Try { body, arms, finally } => self.attempt(body, arms, finally.as_deref(), span),
        }
    }

    fn effect(&mut self, effect: &'p Effect, fate: Fate) {
        let span = effect.span;
        match &effect.kind {
            EffectKind::Pure(expression) => self.expression(expression),
            EffectKind::New { local, class, arguments } => {
                self.expressions(arguments);
                self.emit(Op::New { class: *class, local: *local }, span);
            }
            EffectKind::AsyncCall { awaits, target, method, arguments } => {
                self.expression(target);
                self.expressions(arguments);
                let fate = if *awaits { Fate::Awaited } else { fate };
                self.emit(Op::Async { method: *method, count: arguments.len() as u32, fate }, span);
                if *awaits {
                    self.emit(Op::AwaitFuture, span);
                    self.emit(Op::Take, span);
                }
            }
            EffectKind::SyncCall { target, method, arguments } => {
                self.expression(target);
                self.expressions(arguments);
                let own = matches!(target.kind, ExpressionKind::This);
                self.emit(Op::Sync { method: *method, count: arguments.len() as u32, own }, span);
                self.emit(Op::Get, span);
            }
            EffectKind::Get(future) => {
                self.expression(future);
                self.emit(Op::Get, span);
            }
        }
    }

    /// Returns the value on top, after what has to be done on the way out.
    fn leave(&mut self, span: Span) {
        if self.open.iter().any(|it| it.finally.is_some()) {
            let result = self.hidden();
            self.emit(Op::SetLocal(result), span);
            let mut open = std::mem::take(&mut self.open);
            for depth in (0..open.len()).rev() {
                let Some(finally) = open[depth].finally else { continue };
                let start = self.here();
                self.open = open[..depth].iter().map(|it| Open { holes: Vec::new(), ..*it }).collect();
                self.statement(finally);
                // What is done there is not inside the `try`s that have been left.
                let end = self.here();
                open[depth..].iter_mut().for_each(|it| it.holes.push((start, end)));
            }
            self.open = open;
            self.emit(Op::Local(result), span);
        }
        if let Some(&outermost) = self.open_loops.first() {
            self.open_loops.iter().for_each(|&it| self.loops[it as usize].has_exit = true);
            self.left(outermost, false, span);
        }
        self.emit(Op::Return, span);
    }

    fn repeat(&mut self, condition: &'p Expression, body: &'p Statement, span: Span) {
        let (number, start) = (self.loops.len() as u32, self.here());
        let has_exit = !matches!(condition.kind, ExpressionKind::Literal(Literal::Bool(true)));
        self.loops.push(LoopCode { start, end: start, has_exit, pauses: false, span });
        self.open_loops.push(number);
        self.expression(condition);
        let exit = self.emit_jump(Op::JumpUnless, span);
        self.statement(body);
        self.emit(Op::Jump(start), span);
        self.land(exit);
        self.open_loops.pop();
        let end = self.here();
        let pauses = self.ops[start as usize..].iter().any(|it| may_pause(*it));
        let own = &mut self.loops[number as usize];
        (own.end, own.pauses) = (end, pauses);
        if pauses {
            self.left(number, false, span);
        }
    }

    fn for_each(
        &mut self,
        element: LocalId,
        index: Option<LocalId>,
        list: &'p Expression,
        body: &'p Statement,
        span: Span,
    ) {
        let rest = self.hidden();
        self.expression(list);
        self.emit(Op::SetLocal(rest), span);
        if let Some(index) = index {
            self.constant(Value::Int(-1), span);
            self.emit(Op::SetLocal(index), span);
        }
        let start = self.here();
        let end = self.emit_jump(|target| Op::NextElement(rest, target), span);
        self.emit(Op::SetLocal(element), span);
        if let Some(index) = index {
            self.emit(Op::Local(index), span);
            self.constant(Value::Int(1), span);
            self.emit(Op::Binary(crate::program::BinaryOperator::Add), span);
            self.emit(Op::SetLocal(index), span);
        }
        self.statement(body);
        self.emit(Op::Jump(start), span);
        self.land(end);
        // The list is not kept alive, and does not make states differ.
        let nil = self.nil.clone();
        self.constant(nil, span);
        self.emit(Op::SetLocal(rest), span);
    }

    fn wait(&mut self, guards: &'p [Guard], span: Span) {
        // A future that is in a local stays the same.
        if let [Guard::Future(future @ Expression { kind: ExpressionKind::Local(_), .. })] = guards {
            self.expression(future);
            self.emit(Op::AwaitFuture, span);
            self.emit(Op::Drop, span);
            return;
        }
        let start = self.here();
        let mut exits = Vec::new();
        for guard in guards {
            match guard {
                Guard::Future(future) => {
                    self.expression(future);
                    let fixed = matches!(future.kind, ExpressionKind::Local(_));
                    self.emit(Op::IsResolved { fixed }, span);
                }
                Guard::Condition(condition) => self.expression(condition),
            }
            exits.push(self.emit_jump(Op::JumpUnless, span));
        }
        self.constant(Value::Bool(true), span);
        let end = self.emit_jump(Op::Jump, span);
        exits.into_iter().for_each(|it| self.land(it));
        self.constant(Value::Bool(false), span);
        self.land(end);
        self.emit(Op::AwaitCondition(start), span);
    }

    fn attempt(
        &mut self,
        body: &'p Statement,
        arms: &'p [(Pattern, Statement)],
        finally: Option<&'p Statement>,
        span: Span,
    ) {
        let first_loop = self.loops.len() as u32;
        self.open.push(Open { finally, holes: Vec::new(), loops: self.open_loops.len() });
        let start = self.here();
        self.statement(body);
        let end = self.here();
        let holes = self.open.last_mut().map(|it| std::mem::take(&mut it.holes)).unwrap_or_default();
        let mut ends = vec![self.emit_jump(Op::Jump, span)];
        let catch = self.here();
        self.guard(start, end, &holes, catch);
        self.left(first_loop, true, span);
        // Where it was thrown first is on top of the exception.
        let origin = self.hidden();
        self.emit(Op::SetLocal(origin), span);
        for (pattern, arm) in arms {
            let shape = self.shape(pattern);
            let next = self.emit_jump(|target| Op::Match(shape, target), span);
            self.statement(arm);
            ends.push(self.emit_jump(Op::Jump, span));
            self.land(next);
        }
        self.emit(Op::Local(origin), span);
        let caught = self.here();
        let holes = self.open.pop().map(|it| it.holes).unwrap_or_default();
        if let Some(finally) = finally {
            self.guard(catch, caught, &holes, caught);
            self.left(first_loop, true, span);
            let exception = self.hidden();
            self.emit(Op::SetLocal(origin), span);
            self.emit(Op::SetLocal(exception), span);
            self.statement(finally);
            self.emit(Op::Local(exception), span);
            self.emit(Op::Local(origin), span);
        }
        self.emit(Op::Rethrow, span);
        ends.into_iter().for_each(|it| self.land(it));
        if let Some(finally) = finally {
            self.statement(finally);
        }
    }

    /// Exceptions of a stretch of instructions without its holes go on at `target`.
    fn guard(&mut self, start: Pc, end: Pc, holes: &[(Pc, Pc)], target: Pc) {
        let mut from = start;
        for &(hole, after) in holes {
            self.handlers.push(Handler { start: from, end: hole, target });
            from = after;
        }
        self.handlers.push(Handler { start: from, end, target });
    }
}

/// Whether a step may end at an instruction, or in a method that it calls.
fn may_pause(op: Op) -> bool {
    match op {
        Op::Sync { .. }
        | Op::Get
        | Op::Take
        | Op::AwaitFuture
        | Op::AwaitCondition(_)
        | Op::Suspend
        | Op::Choose
        | Op::New { .. } => true,
        Op::Constant(_)
        | Op::Local(_)
        | Op::SetLocal(_)
        | Op::Field(_)
        | Op::This
        | Op::Destiny
        | Op::Drop
        | Op::Construct(..)
        | Op::Call(_)
        | Op::TailCall(_)
        | Op::Builtin(..)
        | Op::Unary(_)
        | Op::Binary(_)
        | Op::Jump(_)
        | Op::JumpUnless(_)
        | Op::Match(..)
        | Op::NextElement(..)
        | Op::Implements(_)
        | Op::As(_)
        | Op::Throw
        | Op::Rethrow
        | Op::NoMatch
        | Op::Leaves(_)
        | Op::Return
        | Op::SetField(_)
        | Op::Async { .. }
        | Op::IsResolved { .. }
        | Op::Assert
        | Op::Print => false,
    }
}
