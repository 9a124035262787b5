//! Values that were never written: which they are is made explicit, so that engines need to know nothing of it.
//!
//! The bits of locals without an initial value, and of memory from `malloc` and the like, are *unset* until something is written
//! there. What an unset bit means depends on the [`Reading`]:
//!
//! * [`Reading::Mistake`]: copying it is fine, and using it is not: in a condition, as an address or size, as a divisor, as the
//!   result of a thread, as an argument of what is not known. Every register that may hold unset bits gets a *shadow*, a second
//!   register with ones for them (`shadow.rs`), which follows it through expressions, calls and memory. Before a use there is a
//!   branch to [`Stop::Uninitialised`].
//! * [`Reading::AnyValue`]: it is any value, and keeps it. A register that was not set when it is read is first given a choice,
//!   and so are the bits of memory that were not; what is only copied from one place to another is copied unset.
//!
//! Most programs have nothing that may be unset: they stay as they are. What may be is found in two steps: variables that are
//! not set on every path to where they are read (`set.rs`), and from there whatever registers and memory their values may
//! get to, along the ways of [`super::points_to`]. Memory that is written before its address leaves the function (`fresh.rs`) is none
//! of it.
//!
//! The shadow of a slot that is only loaded and stored by its name is another slot beside it, which says which bits were written
//! (or, if it starts with zeros that count, which were not). That of other memory is the machine's: see [`Order::Unset`].
//!
//! A value of at most 32 bits is handed back by a function with its shadow above it, and a function that is called by its name
//! alone gets those of its arguments as further parameters. A call through a pointer is a use, and so is the result of a
//! thread, or of more bits.

mod facts;
mod fresh;
mod rewrite;
mod set;
mod shadow;
mod zeros;

use crate::syntax::*;
use source::Span;

/// What a value means that was never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// It must not be used.
    Mistake,
    /// It can be any.
    AnyValue,
}

/// Says explicitly what unset values mean, unless that is done already. For programs in which slots are not yet divided into those that escape and others.
pub fn follow_unset(program: &mut Program, reading: Reading) {
    follow_unset_but(program, reading, &|_| false);
}

/// The same where some uses are let pass: there the value is any, and the register that has it keeps it. Gives the places of such uses.
/// What is used by an operation on a mutex, or by one that reads and writes at once, is looked at by the machine, and not let pass.
pub fn follow_unset_but(program: &mut Program, reading: Reading, lets_pass: &dyn Fn(Span) -> bool) -> Vec<Span> {
    let follows = |it: &Edge| is_unset_access(&it.action) && is_marker(&it.action).is_none();
    if program.functions.iter().flat_map(|it| &it.edges).any(follows) {
        return Vec::new();
    }
    let model = program.model;
    // Models of the library set their own variables before they read them.
    let unset = |it: &Function| if it.library { set::Unset::default() } else { set::unset(it, model) };
    let unset: Vec<set::Unset> = program.functions.iter().map(unset).collect();
    let facts = facts::Facts::of(program, &unset, reading);
    forget_looks(program, &facts, reading);
    // From now on this says whether the machine has to know.
    for (index, function) in program.functions.iter_mut().enumerate() {
        let id = FunctionId(index as u32);
        for (slot, it) in function.slots.iter_mut().enumerate() {
            let target = super::points_to::Target::Slot(id, SlotId(slot as u32));
            it.zeroed |= !facts.is_followed(target);
        }
        for (edge, it) in function.edges.iter_mut().enumerate() {
            if let Action::Visible(Operation::Allocate { zeroed, automatic: false, .. }) = &mut it.action {
                *zeroed |= !facts.is_followed(super::points_to::Target::Made(id, edge as u32));
            }
        }
    }
    let mut passed = Vec::new();
    for (index, unset) in unset.iter().enumerate() {
        let id = FunctionId(index as u32);
        passed.extend(rewrite::rewrite(program, id, &facts, unset, (reading, lets_pass)));
        for (slot, it) in program.functions[index].slots.iter_mut().enumerate() {
            it.zeroed |= facts.has_twin(id, SlotId(slot as u32));
        }
    }
    passed
}

/// The model that looks at a text that is printed: it does nothing else.
pub const LOOK_AT_TEXT: &str = "__raddle__look_at_text";

/// Takes away the looks at texts of which every byte was written; where that is no mistake, all of them.
fn forget_looks(program: &mut Program, facts: &facts::Facts, reading: Reading) {
    let look = program.functions.iter().position(|it| it.library && it.name == LOOK_AT_TEXT);
    let Some(look) = look.map(|it| FunctionId(it as u32)) else { return };
    let points_to = super::points_to::PointsTo::of(program);
    for index in 0..program.functions.len() {
        for edge in 0..program.functions[index].edges.len() {
            let Action::Call { callee: Callee::Direct(callee), arguments, .. } =
                &program.functions[index].edges[edge].action
            else {
                continue;
            };
            let Some(text) = arguments.first().filter(|_| *callee == look) else { continue };
            let targets = points_to.value(program, FunctionId(index as u32), text).pointers;
            if reading == Reading::AnyValue || !targets.into_keys().any(|it| facts.is_followed(it)) {
                program.functions[index].edges[edge].action = Action::Skip;
            }
        }
    }
}

/// How the names of registers begin that are what a function hands back whose end is reached without a `return`.
pub const RESULT: &str = "<result of ";

/// How the names of registers begin that get a choice for unset bits of memory: it is no input.
pub const CHOICE: &str = "<choice>";

/// Whether the machine has to know which bytes were written.
pub fn asks_for_unset(program: &Program) -> bool {
    program.functions.iter().flat_map(|it| &it.edges).any(|it| is_unset_access(&it.action))
}

/// The same program where memory counts as written, for engines that do not know. What has a shadow in the program is
/// followed as before.
pub fn forget_unset(program: &mut Program) {
    for function in &mut program.functions {
        let slots = &function.slots;
        for edge in &mut function.edges {
            let replaced = match &edge.action {
                Action::Visible(Operation::Load { dest, size, order: Order::Unset, .. }) => {
                    Some(Action::Assign(*dest, Expr::constant(size.width(), 0)))
                }
                Action::Visible(Operation::Store { order: Order::Unset, .. }) => Some(Action::Skip),
                Action::Visible(Operation::OpenSlot(slot)) if !slots[slot.index()].escapes => Some(Action::Skip),
                _ => None,
            };
            if let Some(action) = replaced {
                edge.action = action;
            }
        }
    }
    zeros::drop_zeros(program);
    super::simplify::simplify(program);
}

/// Whether it is no access, but about which bits were written.
pub fn is_unset_access(action: &Action) -> bool {
    matches!(
        action,
        Action::Visible(Operation::Load { order: Order::Unset, .. } | Operation::Store { order: Order::Unset, .. })
    )
}

/// The register that becomes unset here.
fn is_marker(action: &Action) -> Option<RegisterId> {
    match action {
        Action::Visible(Operation::Load { dest, address: Expr::Const(_, 0), order: Order::Unset, .. }) => Some(*dest),
        _ => None,
    }
}

/// The slot that an address is one in, if that is written there.
fn slot_in(address: &Expr) -> Option<SlotId> {
    match address {
        Expr::Address(Base::Slot(slot), _) => Some(*slot),
        Expr::Binary(Binary::Add, left, right) => match (slot_in(left), slot_in(right)) {
            (Some(slot), None) if !mentions_slot(right) => Some(slot),
            (None, Some(slot)) if !mentions_slot(left) => Some(slot),
            _ => None,
        },
        Expr::Binary(Binary::Subtract, left, right) if !mentions_slot(right) => slot_in(left),
        _ => None,
    }
}

fn mentions_slot(expr: &Expr) -> bool {
    let mut mentions = false;
    super::walk::for_each_leaf(expr, &mut |leaf| mentions |= matches!(leaf, Expr::Address(Base::Slot(_), _)));
    mentions
}
