//! What visible operations do to the world. The words are those of `vm/src/serve.rs`, which says the same of numbers.

use super::{MistakeKind, Unsupported, World, mutex};
use ir::{Operation, Order, RegisterId, Update};
use smt::{Term, Terms};

/// What an operation leaves behind in the thread.
pub struct Done {
    /// A register that gets a value.
    pub set: Option<(RegisterId, Term)>,
}

const NOTHING: Done = Done { set: None };

/// Performs an operation. `operands` are the values of its expressions, in the order in which they are written in
/// `ir::passes::walk`; `width_of` gives widths of registers.
pub fn perform(
    world: &mut dyn World,
    operation: &Operation,
    operands: &[Term],
    width_of: &dyn Fn(RegisterId) -> u8,
) -> Result<Done, Unsupported> {
    let set = |register: RegisterId, value: Term| Done { set: Some((register, value)) };
    let always = world.terms().truth(true);
    Ok(match operation {
        // Engines that know which bits were never written see to that themselves.
        Operation::Load { dest, order: Order::Unset, .. } => set(*dest, world.terms().constant(width_of(*dest), 0)),
        Operation::Store { order: Order::Unset, .. } => NOTHING,
        Operation::Load { dest, size, .. } => set(*dest, world.load(operands[0], size.0, false)?),
        Operation::Store { size, .. } => {
            world.store(operands[0], size.0, operands[1], always)?;
            NOTHING
        }
        Operation::Update { dest, update, size, .. } => {
            let old = world.load(operands[0], size.0, true)?;
            world.require_set(operands[0], size.0)?;
            let (new, when) = updated(world.terms(), *update, old, operands[1]);
            world.store(operands[0], size.0, new, when)?;
            set(*dest, old)
        }
        Operation::CompareExchange { dest, size, .. } => {
            let old = world.load(operands[0], size.0, true)?;
            world.require_set(operands[0], size.0)?;
            let when = if planted::bug!(ExchangeNeverFails) { always } else { world.terms().eq(old, operands[1]) };
            world.store(operands[0], size.0, operands[2], when)?;
            set(*dest, old)
        }
        Operation::Fence(_) => NOTHING,
        Operation::Lock { dest, .. } => {
            let error = mutex::lock(world, operands[0])?;
            Done { set: dest.map(|it| (it, error)) }
        }
        Operation::TryLock { dest, .. } => set(*dest, mutex::try_lock(world, operands[0])?),
        Operation::Unlock { dest, .. } => {
            let error = mutex::unlock(world, operands[0])?;
            Done { set: dest.map(|it| (it, error)) }
        }
        Operation::InitMutex { .. } => {
            mutex::initialise(world, operands[0], operands[1])?;
            NOTHING
        }
        Operation::DestroyMutex(_) => {
            mutex::destroy(world, operands[0])?;
            NOTHING
        }
        Operation::Spawn { dest, .. } => set(*dest, world.spawn(operands[0], operands[1], operands.get(2).copied())?),
        Operation::Join { dest, .. } => {
            let result = world.join(operands[0])?;
            Done { set: dest.map(|it| (it, result)) }
        }
        Operation::Detach(_) => {
            world.detach(operands[0])?;
            NOTHING
        }
        // Engines say what is open.
        Operation::Doubt { dest, .. } => set(*dest, world.terms().constant(width_of(*dest), 0)),
        // Where `ir::passes::extents` has not found the size, engines say that it is taken to suffice.
        Operation::Extent { dest, .. } => {
            let width = width_of(*dest);
            set(*dest, world.terms().constant(width, ir::Width(width).mask()))
        }
        Operation::CurrentThread { dest } => {
            let handle = world.handle();
            set(*dest, world.terms().constant(width_of(*dest), handle))
        }
        Operation::AtomicBegin { quiet } => {
            world.begin_section(*quiet);
            NOTHING
        }
        Operation::AtomicEnd => {
            world.end_section();
            NOTHING
        }
        Operation::Choose { dest, domain } => set(*dest, world.choose(width_of(*dest), *domain)),
        Operation::Allocate { dest, automatic, zeroed, .. } => {
            set(*dest, world.allocate(operands[0], *automatic, *zeroed)?)
        }
        Operation::Reallocate { dest, .. } => {
            let null = world.terms().constant(width_of(*dest), 0);
            let new = world.allocate(operands[1], false, false)?;
            // An allocation that fails leaves the old object as it is.
            let (is_new, was_null) = (world.terms().ne(new, null), world.terms().eq(operands[0], null));
            let there = world.terms().not(was_null);
            let moves = world.terms().and(is_new, there);
            world.copy_object(operands[0], new, moves)?;
            world.end_object(operands[0], moves, true)?;
            set(*dest, new)
        }
        Operation::Free(_) | Operation::Release(_) => {
            let width = world.terms().width(operands[0]);
            let null = world.terms().constant(width, 0);
            let there = world.terms().ne(operands[0], null);
            world.end_object(operands[0], there, matches!(operation, Operation::Free(_)))?;
            NOTHING
        }
        Operation::OpenSlot(slot) => {
            world.set_slot(*slot, true)?;
            NOTHING
        }
        Operation::CloseSlot(slot) => {
            world.set_slot(*slot, false)?;
            NOTHING
        }
    })
}

/// The new value of a read-modify-write, and when it is written.
fn updated(terms: &mut Terms, update: Update, old: Term, operand: Term) -> (Term, Term) {
    let always = terms.truth(true);
    match update {
        Update::Exchange => (operand, always),
        Update::Add => (terms.add(old, operand), always),
        Update::Subtract => (terms.sub(old, operand), always),
        Update::And => (terms.and(old, operand), always),
        Update::Or => (terms.or(old, operand), always),
        Update::Xor => (terms.xor(old, operand), always),
        Update::Nand => {
            let both = terms.and(old, operand);
            (terms.not(both), always)
        }
        // Who leaves a number as it is has only read it.
        Update::AddIfFits => {
            let sum = terms.add(old, operand);
            (sum, terms.ult(old, sum))
        }
        Update::SubtractIfFits => {
            let difference = terms.sub(old, operand);
            let (fits, changes) = (terms.ule(operand, old), terms.ne(difference, old));
            (difference, terms.and(fits, changes))
        }
    }
}

/// What a misuse of the library is called here.
pub(super) const BAD_MUTEX: MistakeKind = MistakeKind::BadMutex;
