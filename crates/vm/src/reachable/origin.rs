//! Where the address of an operation comes from, as far as the few instructions before it say so.
//!
//! Pointers are numbers, and arithmetic may lead from any object to any other. That a sum stays where it began is known
//! only if what is added is known to be small.

use crate::code::{Code, Instruction, Local, Operand, OperationKind, Pc, SlotCode};
use ir::{Binary, DataModel};

/// What an address points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It is this one.
    Fixed(u64),
    /// Something in this object, or outside of it but in no other.
    Within(u32),
    /// A local that never leaves its thread, or nothing.
    Private,
    /// An object of the running thread: a local in memory, or a thread-local object.
    Own,
    /// Anything.
    Unknown,
}

/// No more instructions than this are looked at for where a value comes from.
const FARTHEST: u32 = 64;
/// No more operations than this follow each other from a value to an address.
const DEEPEST: u32 = 8;
/// Adding numbers of fewer bits than this to the address of a private local, as often as we look, leads to no object of
/// others: an address of theirs is at least 2^61 away.
const PRIVATE_BITS: u32 = 58;
/// Sums of fewer bits than this stay within the offsets of one object.
const OFFSET_BITS: u32 = 30;

/// What is known about the code as a whole.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// For each instruction whether control may come there other than from the one before.
    is_target: Vec<bool>,
}

impl Origins {
    /// Looks at the code.
    pub fn new(code: &Code) -> Origins {
        let mut is_target = vec![false; code.instructions.len() + 1];
        code.functions.iter().for_each(|it| is_target[it.entry as usize] = true);
        for instruction in &code.instructions {
            if let Instruction::Jump { target }
            | Instruction::BranchUnless { target, .. }
            | Instruction::CompareBranchUnless { target, .. } = *instruction
            {
                is_target[target as usize] = true;
            }
        }
        Origins { is_target }
    }

    /// Where the value of an operand of an instruction comes from, as an address.
    pub fn of(&self, code: &Code, pc: Pc, operand: Operand) -> Origin {
        self.origin(code, pc, operand, DEEPEST)
    }

    fn origin(&self, code: &Code, pc: Pc, operand: Operand, depth: u32) -> Origin {
        let local = match value(code, operand) {
            Ok(address) => return Origin::Fixed(address),
            Err(local) => local,
        };
        let (Some(at), Some(depth)) = (self.definition(code, pc, local), depth.checked_sub(1)) else {
            return Origin::Unknown;
        };
        match code.instructions[at as usize] {
            Instruction::Move { from, .. } => self.origin(code, at, from, depth),
            Instruction::SlotAddress { slot, .. } => {
                let function = code.site(at).function;
                match code.functions[function.index()].slots[slot.index()] {
                    SlotCode::Private { .. } => Origin::Private,
                    SlotCode::Shared { .. } => Origin::Own,
                }
            }
            Instruction::ThreadLocalAddress { .. } => Origin::Own,
            Instruction::Binary { operator: Binary::Add, width: 64, left, right, .. } => {
                let sum = |address: Operand, added: Operand| {
                    let bits = self.bits(code, at, added, depth)?;
                    moved(code, self.origin(code, at, address, depth), bits)
                };
                sum(left, right).or_else(|| sum(right, left)).unwrap_or(Origin::Unknown)
            }
            Instruction::Binary { operator: Binary::Subtract, width: 64, left, right, .. } => {
                let bits = self.bits(code, at, right, depth);
                let moved = bits.and_then(|it| moved(code, self.origin(code, at, left, depth), it));
                moved.unwrap_or(Origin::Unknown)
            }
            Instruction::Binary { .. }
            | Instruction::Unary { .. }
            | Instruction::SignExtend { .. }
            | Instruction::Mask { .. }
            | Instruction::Convert { .. }
            | Instruction::Clear { .. }
            | Instruction::Call { .. }
            | Instruction::Visible { .. }
            | Instruction::Jump { .. }
            | Instruction::BranchUnless { .. }
            | Instruction::CompareBranchUnless { .. }
            | Instruction::Return { .. }
            | Instruction::Stop { .. } => Origin::Unknown,
        }
    }

    /// How many bits hold the value of an operand, apart from its sign, if that is known: it lies between `-2^bits` and
    /// `2^bits`.
    fn bits(&self, code: &Code, pc: Pc, operand: Operand, depth: u32) -> Option<u32> {
        let local = match value(code, operand) {
            Ok(number) => return Some(64 - (number as i64).unsigned_abs().leading_zeros()),
            Err(local) => local,
        };
        let at = self.definition(code, pc, local)?;
        let depth = depth.checked_sub(1)?;
        match code.instructions[at as usize] {
            Instruction::Move { from, .. } => self.bits(code, at, from, depth),
            Instruction::SignExtend { from, width: 64, .. } => Some(from.into()),
            Instruction::SignExtend { width, .. }
            | Instruction::Mask { width, .. }
            | Instruction::Unary { width, .. }
            | Instruction::Convert { width, .. }
            | Instruction::Binary { width, .. }
                if width < 64 =>
            {
                Some(width.into())
            }
            Instruction::Binary { operator: Binary::Multiply | Binary::MultiplySigned, left, right, .. } => {
                let bits = self.bits(code, at, left, depth)? + self.bits(code, at, right, depth)?;
                (bits < 63).then_some(bits)
            }
            Instruction::Binary {
                operator: Binary::Add | Binary::AddSigned | Binary::Subtract | Binary::SubtractSigned,
                left,
                right,
                ..
            } => {
                let bits = self.bits(code, at, left, depth)?.max(self.bits(code, at, right, depth)?) + 1;
                (bits < 63).then_some(bits)
            }
            Instruction::Visible { operation } => match code.operations[operation as usize].kind {
                OperationKind::Load { size, .. } if size.0 < 8 => Some(u32::from(size.0) * 8),
                _ => None,
            },
            _ => None,
        }
    }

    /// The instruction that gave a local its value, if it is among those that are always run before this one.
    fn definition(&self, code: &Code, pc: Pc, local: Local) -> Option<Pc> {
        let mut at = pc;
        while !self.is_target[at as usize] && at > 0 && pc - at < FARTHEST {
            at -= 1;
            let sets = match code.instructions[at as usize] {
                Instruction::Move { to, .. }
                | Instruction::Unary { to, .. }
                | Instruction::Binary { to, .. }
                | Instruction::SignExtend { to, .. }
                | Instruction::Mask { to, .. }
                | Instruction::Convert { to, .. }
                | Instruction::SlotAddress { to, .. }
                | Instruction::ThreadLocalAddress { to, .. } => to == local,
                Instruction::Call { call } => code.calls[call as usize].dest == Some(local),
                Instruction::Visible { operation } => code.operations[operation as usize].dest == Some(local),
                Instruction::Clear { list } => code.clears[list as usize].contains(&local),
                Instruction::BranchUnless { .. } | Instruction::CompareBranchUnless { .. } => false,
                Instruction::Jump { .. } | Instruction::Return { .. } | Instruction::Stop { .. } => return None,
            };
            if sets {
                return Some(at);
            }
        }
        None
    }
}

/// The value of a constant, or which local holds it.
fn value(code: &Code, operand: Operand) -> Result<u64, Local> {
    super::constant(code, operand).ok_or(operand.0)
}

/// Where an address points to when a number of so many bits is added to it.
fn moved(code: &Code, origin: Origin, bits: u32) -> Option<Origin> {
    match (origin, code.model) {
        (Origin::Private, DataModel::Lp64) if bits < PRIVATE_BITS => Some(Origin::Private),
        (Origin::Fixed(address), DataModel::Lp64) if bits < OFFSET_BITS => {
            let (object, offset) = code.model.unpack(address);
            (offset.unsigned_abs() < 1 << OFFSET_BITS).then_some(Origin::Within(object))
        }
        (Origin::Fixed(_) | Origin::Within(_) | Origin::Private | Origin::Own | Origin::Unknown, _) => None,
    }
}
