//! What threads come to while they run: for whoever wants to know more of an execution than its steps.
//!
//! A step is an operation with the local code behind it. A witness of an execution speaks of statements and calls, be they
//! local or not, so here the code on the way is written down, as far as somebody has said what is of interest in it.

use super::Machine;
use crate::code::{Code, Instruction, OperationKind, Pc};
use crate::thread::Watch;
use event::ThreadId;
use ir::Program;
use std::sync::Arc;

/// No more than this is written down of one step.
const MOST_VISITS: usize = 200_000;

/// What is written down.
#[derive(Clone, Debug)]
pub struct Visits {
    /// For each instruction the stretch of the program that it belongs to, by a number.
    stretches: Arc<Vec<u32>>,
    list: Vec<Visit>,
    is_full: bool,
}

/// A thread has come to an instruction: the first of a stretch, or a call or a return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Who.
    pub thread: ThreadId,
    /// Which instruction.
    pub pc: u32,
    /// Tells the functions on the stack apart: the deeper, the larger.
    pub frame: usize,
    /// What the function's frame looks like, if the instruction is of interest.
    pub locals: Vec<u64>,
}

/// A stretch in which nobody is interested.
pub const NO_STRETCH: u32 = u32::MAX;

impl Visits {
    /// Writes down where threads go from one stretch to another, given the stretch of each instruction.
    pub fn between(stretches: Arc<Vec<u32>>) -> Visits {
        Visits { stretches, list: Vec::new(), is_full: false }
    }

    /// What a thread does that runs now.
    pub(super) fn of(&mut self, thread: ThreadId) -> Watcher<'_> {
        Watcher { visits: self, thread }
    }
}

/// Writes down what one thread does.
pub(super) struct Watcher<'v> {
    visits: &'v mut Visits,
    thread: ThreadId,
}

impl Watch for Watcher<'_> {
    fn comes_to(&mut self, pc: Pc, frame: usize, locals: &[u64]) {
        let Visits { stretches, list, is_full } = &mut *self.visits;
        let stretch = stretches[pc as usize];
        if let Some(last) = list.last().filter(|it| it.thread == self.thread) {
            let is_same = last.frame == frame && stretches[last.pc as usize] & !TURN == stretch & !TURN;
            if is_same && pc > last.pc && !is_turn(stretch) {
                return;
            }
        }
        if list.len() == MOST_VISITS {
            *is_full = true;
            return;
        }
        let locals = if stretch == NO_STRETCH { Vec::new() } else { locals.to_vec() };
        list.push(Visit { thread: self.thread, pc, frame, locals });
    }
}

/// Instructions that are always written down have a stretch with this bit.
pub const TURN: u32 = 1 << 31;

fn is_turn(stretch: u32) -> bool {
    stretch != NO_STRETCH && stretch & TURN != 0
}

/// What an instruction does, as far as a statement of the program can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Calls a function of the program or of its library.
    Call,
    /// Leaves a function.
    Return,
    /// Picks a nondeterministic value.
    Choose,
    /// Starts a thread.
    Spawn,
    /// Ends what belongs to a function or a block: no statement does.
    End,
    /// Does something else that others may notice.
    Operation,
    /// Nothing of that.
    Local,
}

impl Code {
    /// How many instructions there are.
    pub fn length(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// What an instruction does.
    pub fn turn(&self, pc: u32) -> Turn {
        match self.instructions[pc as usize] {
            Instruction::Call { .. } => Turn::Call,
            Instruction::Return { .. } => Turn::Return,
            Instruction::Visible { operation } => match self.operations[operation as usize].kind {
                OperationKind::Choose { .. } => Turn::Choose,
                OperationKind::Spawn { .. } => Turn::Spawn,
                OperationKind::CloseSlot(_) | OperationKind::Release(_) => Turn::End,
                _ => Turn::Operation,
            },
            _ => Turn::Local,
        }
    }

    /// What a function returns that is about to, given its frame.
    pub fn returned(&self, pc: u32, locals: &[u64]) -> Option<u64> {
        let Instruction::Return { value } = self.instructions[pc as usize] else { return None };
        self.operand(value, locals)
    }
}

impl<'p> Machine<'p> {
    /// A machine at the start of a valid program that writes down what its threads come to.
    pub fn visiting(program: &'p Program, code: Code, visits: Visits) -> Machine<'p> {
        Machine::start(program, code, None, Some(visits))
    }

    /// What was written down since somebody has asked last; `None` if that was too much.
    pub fn take_visits(&mut self) -> Option<Vec<Visit>> {
        let visits = self.visits.as_mut()?;
        let list = std::mem::take(&mut visits.list);
        (!std::mem::take(&mut visits.is_full)).then_some(list)
    }

    /// Whether steps are to be made in all detail.
    pub(super) fn is_watched_closely(&self) -> bool {
        self.observed.is_some() || self.visits.is_some()
    }
}
