//! One step of a task: the meaning of the instructions that have an effect.

use super::view::View;
use super::{Access, Actors, End, Happening, Note, Task, Undo, Wait, access, future_place};
use crate::code::{Code, Fate, Op};
use crate::run::{Calls, Exception, FUEL, Pause};
use crate::show::{Reader, show};
use crate::value::Value;
use event::{Failure, Fault, StopKind, ThreadId};
use num_traits::ToPrimitive;
use smallvec::SmallVec;
use source::Span;
use std::rc::Rc;

/// A choice of more values than this is not explored.
const MOST_VALUES: u32 = 256;

/// Whether a task is computing a condition anew that it has waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resumes {
    No,
    /// One on futures that stay the same.
    ByFutures,
    /// One that fields can change.
    ByCell,
}

/// What a step has come to.
pub(super) enum Turn {
    /// It goes on.
    On,
    /// It ends, and the task needs this.
    Over(Wait),
    /// An exception.
    Throws(Exception),
}

impl Actors {
    /// Makes a step of a task that can go on; appends what it touches.
    pub(super) fn make_step(&mut self, id: ThreadId, branch: u32, accesses: &mut Vec<Access>) {
        self.marks.push(self.undo.len() as u32);
        let old = self.tasks[id.index()].take().unwrap_or_else(|| unreachable!("task {id:?} exists"));
        let mut task = self.copy(&old);
        let code = Rc::clone(&self.code);
        accesses.extend(self.conditions(&task).into_iter().map(Access::Expect));
        self.touched.clear();
        if !code.dynamic {
            for frame in &task.calls.frames {
                self.touch_all(&code, frame.body, frame.this);
            }
        }
        // While a condition is computed anew, futures have been waited for.
        let mut resumes = Resumes::No;
        match task.wait {
            Wait::Future(future) | Wait::Get(future) => {
                accesses.push(Access::Follow(future));
                task.seen.push(future);
            }
            Wait::Choose(_) => {
                accesses.push(Access::Choose);
                self.note(id, task.calls.span(&code), || Happening::Chooses(branch));
                task.calls.stack.push(Value::Int(branch.into()));
            }
            // Without such a cell all futures of the condition are fixed.
            Wait::Condition(pc) if code.footprints.guard(pc).is_some() => resumes = Resumes::ByCell,
            Wait::Condition(_) => resumes = Resumes::ByFutures,
            Wait::Ready | Wait::Ended(_) => {}
        }
        let before = self.kept_groups(&old, old.wait);
        self.old.push(old);
        self.undo.push(Undo::Task(id));
        let wait = self.run(id, &mut task, &code, &mut resumes, accesses);
        let after = self.kept_groups(&task, wait);
        self.keep_groups(id, &before, &after, accesses);
        accesses.extend(self.touched.iter().map(|&(place, is_change)| access(place, is_change)));
        if self.is_kept(&task) && task.result.is_some() && !planted::bug!(ResultsTouchNothing) {
            accesses.push(Access::Write(future_place(id)));
        }
        task.steps += 1;
        let is_cut = task.steps >= code.most_steps && !matches!(wait, Wait::Ended(_));
        task.wait = if is_cut { Wait::Ended(End::Stopped(StopKind::Steps)) } else { wait };
        if accesses.is_empty() {
            accesses.push(Access::Nothing);
        }
        self.tasks[id.index()] = Some(task);
    }

    /// A copy of a task, in memory that was used before.
    fn copy(&mut self, task: &Task) -> Task {
        let mut calls = self.spare.pop().unwrap_or_default();
        calls.clone_from(&task.calls);
        Task { calls, seen: task.seen.clone(), result: task.result.clone(), ..*task }
    }

    /// Runs a task up to the end of its step.
    fn run(
        &mut self,
        id: ThreadId,
        task: &mut Task,
        code: &Code,
        resumes: &mut Resumes,
        accesses: &mut Vec<Access>,
    ) -> Wait {
        let mut fuel = FUEL;
        let mut noted = code.dynamic.then(Vec::new);
        loop {
            let mut view = View { actors: self, task: id, noted: noted.as_mut() };
            let mut pause = task.calls.run(code, &mut view, &mut fuel);
            self.touch_noted(&mut noted);
            loop {
                let turn = match pause {
                    Pause::Returned(value) => {
                        task.result = Some(Ok(value));
                        self.note(id, code.body(task.body).span, || Happening::Ends);
                        return Wait::Ended(End::Returned);
                    }
                    Pause::Thrown(exception) => return self.end_by(id, task, exception),
                    Pause::Endless => return Wait::Ended(End::Stopped(StopKind::Cut)),
                    Pause::At(op) => self.execute(id, task, code, op, resumes, accesses),
                };
                match turn {
                    Turn::On => break,
                    Turn::Over(wait) => {
                        self.note(id, waits_at(&task.calls, wait, code), || Happening::Waits(wait));
                        return wait;
                    }
                    Turn::Throws(exception) => match task.calls.throw(code, exception) {
                        None => break,
                        Some(thrown) => pause = thrown,
                    },
                }
            }
        }
    }

    /// A task has ended by an exception that nobody caught. If nobody can get it either, that is a failure.
    fn end_by(&mut self, id: ThreadId, task: &mut Task, exception: Exception) -> Wait {
        let span = self.code.spans[exception.origin as usize];
        let text = show(&exception.value, &self.code, Reader::Person, &|it| self.path(it));
        task.result = Some(Err(exception));
        task.calls.clear();
        if task.fate != Fate::Dropped {
            self.note(id, span, || Happening::Ends);
            return Wait::Ended(End::Returned);
        }
        if self.is_told(span) {
            return Wait::Ended(End::Failed(Fault::Assertion));
        }
        self.fail(id, Fault::Exception, span, format!("uncaught exception {text}"));
        Wait::Ended(End::Failed(Fault::Exception))
    }

    /// Whether the exception that was thrown there comes from an assertion that failed, which is a failure by itself.
    pub(super) fn is_told(&self, span: Span) -> bool {
        let mut failures = self.failures.iter().zip(&self.reasons);
        failures.any(|(failure, reason)| failure.fault == Fault::Assertion && reason.0 == span)
    }

    fn fail(&mut self, thread: ThreadId, fault: Fault, span: Span, message: String) {
        self.failures.push(Failure { thread, fault });
        self.reasons.push((span, message));
        self.undo.push(Undo::Failure);
        let number = self.failures.len() - 1;
        self.note(thread, span, || Happening::Fails(number));
    }

    /// What the condition of the assertion at this position has looked at.
    fn operands(&self, task: &Task, code: &Code, assertion: Span) -> Vec<(Span, Value)> {
        let Some(frame) = task.calls.top() else { return Vec::new() };
        let inside = |it: Span| {
            (it.file, it.line) == (assertion.file, assertion.line)
                && it.column >= assertion.column
                && it.column + it.length <= assertion.column + assertion.length
        };
        let start = (0..frame.pc).rev().take_while(|it| inside(code.spans[*it as usize])).last();
        let value = |pc: u32| {
            let value = match code.ops[pc as usize] {
                Op::Local(local) => task.calls.stack.get((frame.base + local.0) as usize)?,
                Op::Field(field) => self.object(frame.this?).fields.get(field.0 as usize)?,
                _ => return None,
            };
            Some((code.spans[pc as usize], value.clone()))
        };
        (start.unwrap_or(frame.pc)..frame.pc).filter_map(value).collect()
    }

    /// The meaning of an instruction that has an effect.
    fn execute(
        &mut self,
        id: ThreadId,
        task: &mut Task,
        code: &Code,
        op: Op,
        resumes: &mut Resumes,
        accesses: &mut Vec<Access>,
    ) -> Turn {
        match op {
            Op::SetField(field) => {
                let value = task.calls.pop();
                if let Some(this) = task.calls.top().and_then(|it| it.this) {
                    self.note(id, task.calls.span(code), || Happening::Field(this, field.0, value.clone()));
                    self.set_field(this, field, value);
                }
                Turn::On
            }
            Op::New { class, local } => {
                self.make_object(id, task, code, class, local);
                Turn::On
            }
            Op::Return => {
                // Of an init block.
                task.calls.pop();
                let Some(frame) = task.calls.frames.pop() else { unreachable!("an init block has a frame") };
                task.calls.stack.truncate(frame.base as usize);
                if let Some(this) = frame.this {
                    let class = &code.classes[self.object(this).class.0 as usize];
                    if let Some(run) = class.run {
                        self.spawn(id, task, code, (this, run), SmallVec::new(), Fate::Dropped, accesses);
                    }
                    task.calls.stack.push(Value::Object(this));
                }
                Turn::On
            }
            Op::Async { method, count, fate } => {
                let start = task.calls.stack.len() - count as usize;
                let arguments: SmallVec<[Value; 4]> = task.calls.stack.drain(start..).collect();
                match task.calls.pop() {
                    Value::Object(target) => {
                        let future = self.spawn(id, task, code, (target, method), arguments, fate, accesses);
                        task.calls.stack.push(Value::Future(future));
                        Turn::On
                    }
                    _ => raise(task, code, code.known.null_pointer),
                }
            }
            Op::Sync { method, count, own } => {
                let start = task.calls.stack.len() - count as usize;
                let target = match &task.calls.stack[start - 1] {
                    Value::Object(target) => *target,
                    _ => return raise(task, code, code.known.null_pointer),
                };
                if self.object(target).group == self.current_group(task) {
                    self.call(task, code, target, method, start, own);
                } else {
                    let arguments = task.calls.stack.drain(start..).collect();
                    task.calls.pop();
                    let future = self.spawn(id, task, code, (target, method), arguments, Fate::Awaited, accesses);
                    task.calls.stack.push(Value::Future(future));
                }
                Turn::On
            }
            Op::Get | Op::Take => match task.calls.stack.last() {
                Some(&Value::Future(future)) if task.seen.contains(&future) => self.take(task, future),
                Some(&Value::Future(future)) => {
                    again(task);
                    Turn::Over(Wait::Get(future))
                }
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::AwaitFuture => match task.calls.stack.last().cloned() {
                Some(Value::Future(future)) if self.look(task, future, accesses) => Turn::On,
                Some(Value::Future(future)) => Turn::Over(Wait::Future(future)),
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::IsResolved { fixed } => match task.calls.pop() {
                Value::Future(future) => {
                    let is_new = !task.seen.contains(&future);
                    // Which future a field has is a matter of order: what it has in another order may be there earlier.
                    let is_awaited = *resumes == Resumes::ByFutures || *resumes == Resumes::ByCell && fixed;
                    let is_there = if is_awaited && is_new && self.is_resolved(future) {
                        accesses.push(Access::Follow(future));
                        task.seen.push(future);
                        true
                    } else {
                        self.look(task, future, accesses)
                    };
                    task.calls.stack.push(Value::Bool(is_there));
                    Turn::On
                }
                _ => raise(task, code, code.known.null_pointer),
            },
            Op::AwaitCondition(start) => {
                *resumes = Resumes::No;
                if task.calls.pop() == Value::Bool(true) {
                    return Turn::On;
                }
                let Some(frame) = task.calls.frames.last_mut() else { unreachable!("a task that runs has a call") };
                let pc = frame.pc - 1;
                frame.pc = start;
                Turn::Over(Wait::Condition(pc))
            }
            Op::Suspend => Turn::Over(Wait::Ready),
            Op::Assert => {
                if task.calls.pop() == Value::Bool(true) {
                    return Turn::On;
                }
                let span = task.calls.span(code);
                if self.is_observed {
                    let operands = self.operands(task, code, span);
                    self.asserted.push((self.failures.len(), operands));
                }
                self.fail(id, Fault::Assertion, span, "assertion failed".to_owned());
                raise(task, code, code.known.assertion_fail)
            }
            Op::Choose => self.choose(task, code),
            Op::Print => {
                let value = task.calls.pop();
                self.note(id, task.calls.span(code), || Happening::Prints(value));
                task.calls.stack.push(Value::Unit);
                Turn::On
            }
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
            | Op::Leaves(_) => unreachable!("{op:?} has no effect"),
        }
    }

    /// Some number below the one on top.
    fn choose(&mut self, task: &mut Task, code: &Code) -> Turn {
        let most = task.calls.pop().as_integer();
        match most.as_ref().and_then(ToPrimitive::to_u32) {
            Some(0) | None if most.as_ref().is_none_or(|it| *it <= 0.into()) => {
                raise(task, code, code.known.pattern_match_fail)
            }
            Some(1) => {
                task.calls.stack.push(Value::Int(0));
                Turn::On
            }
            Some(most) if most <= MOST_VALUES => Turn::Over(Wait::Choose(most)),
            _ => {
                let span = task.calls.span(code);
                if !self.unexplored.contains(&span) {
                    self.unexplored.push(span);
                }
                Turn::Over(Wait::Ended(End::Stopped(StopKind::Unexplored)))
            }
        }
    }

    #[inline]
    pub(super) fn note(&mut self, task: ThreadId, span: Span, what: impl FnOnce() -> Happening) {
        if self.is_observed {
            let step = self.marks.len() - 1;
            self.notes.push(Note { step, task, span, what: what() });
        }
    }
}

/// Throws an exception of the language.
fn raise(task: &mut Task, code: &Code, exception: crate::program::ConstructorId) -> Turn {
    Turn::Throws(task.calls.exception(code, exception))
}

/// Where a task waits.
pub(crate) fn waits_at(calls: &Calls, wait: Wait, code: &Code) -> Span {
    let next = calls.top().map_or(0, |it| it.pc);
    match wait {
        Wait::Condition(pc) => code.spans[pc as usize],
        Wait::Get(_) => code.spans[next as usize],
        Wait::Ready if calls.top().is_some_and(|it| it.pc == code.body(it.body).start) => {
            calls.top().map_or(Span::NONE, |it| code.body(it.body).span)
        }
        Wait::Ready | Wait::Future(_) | Wait::Choose(_) | Wait::Ended(_) => calls.span(code),
    }
}

/// The instruction that was executed last is executed once more when the task goes on.
fn again(task: &mut Task) {
    if let Some(frame) = task.calls.frames.last_mut() {
        frame.pc -= 1;
    }
}
