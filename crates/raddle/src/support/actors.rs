//! The same for actors: what of a program is not taken, and what is in its text.

use super::{Places, add_approximation, text};
use crate::actors::ActorOptions;
use crate::load::LoadError;
use abs::program::{
    Body, Builtin, Effect, EffectKind, Expression, ExpressionKind, Guard, Program, Statement, StatementKind,
};
use c::survey::{Finding, Kind, Survey};
use source::{Code, Diagnostics, Severity, Sources, Span};
use std::fmt::Write;
use std::path::Path;

/// Codes of names that nothing declares: a file may be missing.
const UNDEFINED: [&str; 8] = ["A0202", "A0205", "A0206", "A0207", "A0208", "A0209", "A0210", "A0214"];

/// Lists what is not supported, not defined or approximated, says whether the program can be checked, and if so, what it is.
pub fn actors(paths: &[impl AsRef<Path>], options: &ActorOptions) -> Result<(String, bool), LoadError> {
    let remedy = " (a file may be missing)";
    match crate::actors::read(paths, options)? {
        Ok((program, warnings)) => {
            let mut survey = survey(&warnings, program.sources.clone());
            for message in &program.approximations {
                add_approximation(&mut survey, Span::NONE, message.clone());
            }
            Ok((text(&survey, remedy) + &summary(&program), true))
        }
        Err((diagnostics, sources)) => Ok((text(&survey(&diagnostics, sources), remedy), false)),
    }
}

/// Errors by their kinds. What there is a warning about is not taken as it is written.
fn survey(diagnostics: &Diagnostics, sources: Sources) -> Survey {
    let finding = |it: &source::Diagnostic| Finding {
        span: it.span,
        kind: match it.severity {
            Severity::Error if UNDEFINED.contains(&it.code.0) => Kind::Undefined,
            Severity::Error => Kind::Unsupported,
            Severity::Warning => Kind::Approximated,
        },
        reached: true,
        code: Some(Code(it.code.0)),
        message: it.message.clone(),
    };
    let mut findings: Vec<Finding> = diagnostics.iter().map(finding).collect();
    findings.sort_by_key(|it| (it.span, it.kind));
    Survey { sources, findings }
}

/// One line for each part of the answer.
fn summary(program: &Program) -> String {
    let mut parts = Parts::default();
    parts.body(&program.main);
    let is_own = |span: Span| {
        let name = program.sources.get(span.file).map_or("", |it| it.name.as_str());
        abs::prelude::files().iter().all(|it| it.0 != name)
    };
    for class in program.classes.iter().filter(|it| is_own(it.span)) {
        parts.body(&class.init);
        class.methods.iter().for_each(|it| parts.body(&it.body));
    }
    for function in program.functions.iter().filter(|it| is_own(it.span)) {
        parts.expression(&function.value);
    }
    let shown = |places: &Places, words: &str, none: &str| match places.is_empty() {
        true => none.to_owned(),
        false => format!("{words} {}", places.show(&program.sources)),
    };
    let mut loops = Vec::new();
    if parts.counted > 0 {
        loops.push(format!("{} over lists", parts.counted));
    }
    if !parts.open.is_empty() {
        loops.push(format!("no known bound at {}", parts.open.show(&program.sources)));
    }
    let loops = if loops.is_empty() { "none".to_owned() } else { loops.join("; ") };
    let mut text = String::new();
    for (name, value) in [
        ("objects", shown(&parts.objects, "made at", "none")),
        ("tasks", shown(&parts.tasks, "the main block, and those made at", "only the main block")),
        ("waits", shown(&parts.waits, "at", "none")),
        ("loops", loops),
        ("nondeterminism", shown(&parts.choices, "values are chosen at", "none")),
        ("engine explore", "takes it".to_owned()),
    ] {
        let _ = writeln!(text, "{name}: {value}");
    }
    text
}

/// What is in the text of a program.
#[derive(Default)]
struct Parts {
    objects: Places,
    tasks: Places,
    waits: Places,
    /// Loops over lists.
    counted: usize,
    /// Other loops.
    open: Places,
    choices: Places,
}

impl Parts {
    fn body(&mut self, body: &Body) {
        self.statements(&body.statements);
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|it| self.statement(it));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Block(statements) => self.statements(statements),
            StatementKind::Skip | StatementKind::Suspend => {}
            StatementKind::Assign(_, effect) | StatementKind::Effect(effect) | StatementKind::Return(effect) => {
                self.effect(effect);
            }
            StatementKind::If(condition, yes, no) => {
                self.expression(condition);
                self.statement(yes);
                no.iter().for_each(|it| self.statement(it));
            }
            StatementKind::While(condition, body) => {
                self.open.add(statement.span);
                self.expression(condition);
                self.statement(body);
            }
            StatementKind::ForEach { list, body, .. } => {
                self.counted += 1;
                self.expression(list);
                self.statement(body);
            }
            StatementKind::Switch(subject, arms) => {
                self.expression(subject);
                arms.iter().for_each(|it| self.statement(&it.1));
            }
            StatementKind::Await(guards) => {
                self.waits.add(statement.span);
                for guard in guards {
                    match guard {
                        Guard::Future(value) | Guard::Condition(value) => self.expression(value),
                    }
                }
            }
            StatementKind::Assert(value) | StatementKind::Throw(value) => self.expression(value),
            StatementKind::Try { body, arms, finally } => {
                self.statement(body);
                arms.iter().for_each(|it| self.statement(&it.1));
                finally.iter().for_each(|it| self.statement(it));
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match &effect.kind {
            EffectKind::Pure(value) => self.expression(value),
            EffectKind::New { arguments, .. } => {
                self.objects.add(effect.span);
                arguments.iter().for_each(|it| self.expression(it));
            }
            EffectKind::AsyncCall { awaits, target, arguments, .. } => {
                self.tasks.add(effect.span);
                if *awaits {
                    self.waits.add(effect.span);
                }
                self.expression(target);
                arguments.iter().for_each(|it| self.expression(it));
            }
            EffectKind::SyncCall { target, arguments, .. } => {
                self.expression(target);
                arguments.iter().for_each(|it| self.expression(it));
            }
            EffectKind::Get(future) => {
                self.waits.add(effect.span);
                self.expression(future);
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Literal(_)
            | ExpressionKind::Local(_)
            | ExpressionKind::Field(_)
            | ExpressionKind::This
            | ExpressionKind::Destiny => {}
            ExpressionKind::Builtin(builtin, arguments) => {
                if *builtin == Builtin::Random {
                    self.choices.add(expression.span);
                }
                arguments.iter().for_each(|it| self.expression(it));
            }
            ExpressionKind::Construct(_, arguments) | ExpressionKind::Call(_, arguments) => {
                arguments.iter().for_each(|it| self.expression(it));
            }
            ExpressionKind::Unary(_, operand)
            | ExpressionKind::Implements(operand, _)
            | ExpressionKind::As(operand, _) => self.expression(operand),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Let(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|it| self.expression(it));
            }
            ExpressionKind::Case(subject, arms) => {
                self.expression(subject);
                arms.iter().for_each(|it| self.expression(&it.1));
            }
        }
    }
}
