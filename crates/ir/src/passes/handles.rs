//! Handles of threads that nothing but their creator can see.
//!
//! `pthread_create` stores the handle in the step that starts the thread. If it goes to a local that no other thread can reach, it
//! makes no difference whether it is stored before the start or after it, and a store of its own can be turned into an
//! assignment of a register ([`super::promote`]). What is private only at run time (the address is a parameter) stays as it is: it is no
//! access that others can notice either.
//!
//! POSIX leaves it open whether a new thread finds its handle stored. [`may_be_read_by_threads`] says whether that matters to a program.

use super::points_to::{PointsTo, Target};
use super::reuse::run_by_threads;
use super::{escape, walk};
use crate::syntax::*;
use std::collections::BTreeSet;

/// Stores handles by themselves, behind the start, where their place is written as a local that does not escape.
pub fn store_private_handles(program: &mut Program) {
    let stores = |it: &Edge| matches!(it.action, Action::Visible(Operation::Spawn { place: Some(_), .. }));
    if !program.functions.iter().flat_map(|it| &it.edges).any(stores) {
        return;
    }
    let private = escape::private_slots(program);
    let size = Bytes(program.model.pointer_bytes() as u8);
    for (function, private) in program.functions.iter_mut().zip(private) {
        let mut next = function.locations;
        let mut behind = Vec::new();
        for edge in &mut function.edges {
            let Action::Visible(Operation::Spawn { dest, place, .. }) = &mut edge.action else { continue };
            let Some(address) = place.take_if(|it| is_private(it, *dest, &private)) else { continue };
            let value = Expr::Register(*dest);
            let store = Operation::Store { address, value, size, order: Order::NonAtomic };
            let from = Location(next);
            next += 1;
            let to = std::mem::replace(&mut edge.to, from);
            behind.push(Edge { from, to, guard: Guard::Always, action: Action::Visible(store), span: edge.span });
        }
        function.locations = next;
        function.edges.extend(behind);
    }
}

/// Whether an address is written as one in private slots, and does not need what the register held before.
fn is_private(address: &Expr, dest: RegisterId, private: &[bool]) -> bool {
    let (mut is_slot, mut is_other) = (false, false);
    walk::for_each_leaf(address, &mut |leaf| match leaf {
        Expr::Address(Base::Slot(slot), _) if private[slot.index()] => is_slot = true,
        Expr::Register(register) => is_other |= *register == dest,
        _ => is_other = true,
    });
    is_slot && !is_other
}

/// Whether a thread other than the first one may read a handle from where it is stored when its thread is started.
pub fn may_be_read_by_threads(program: &Program) -> bool {
    if !edges(program).any(|it| stored_at(it.1).is_some()) {
        return false;
    }
    let points_to = PointsTo::of(program);
    let stored: BTreeSet<Target> = edges(program)
        .filter_map(|(id, edge)| Some(points_to.value(program, id, stored_at(edge)?)))
        .flat_map(|it| it.pointers.into_keys())
        .collect();
    let concurrent = run_by_threads(program, &points_to);
    edges(program).filter(|it| concurrent.contains(&it.0)).any(|(id, edge)| match &edge.action {
        Action::Visible(
            Operation::Load { address, .. }
            | Operation::Update { address, .. }
            | Operation::CompareExchange { address, .. },
        ) => points_to.value(program, id, address).pointers.keys().any(|it| stored.contains(it)),
        Action::Skip
        | Action::Assign(..)
        | Action::Visible(_)
        | Action::Call { .. }
        | Action::Return(_)
        | Action::Stop(_) => false,
    })
}

fn edges(program: &Program) -> impl Iterator<Item = (FunctionId, &Edge)> {
    let functions = program.functions.iter().enumerate();
    functions.flat_map(|(id, it)| it.edges.iter().map(move |edge| (FunctionId(id as u32), edge)))
}

/// Where an edge stores the handle of a thread that it starts.
fn stored_at(edge: &Edge) -> Option<&Expr> {
    match &edge.action {
        Action::Visible(Operation::Spawn { place, .. }) => place.as_ref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_body, main};
    use super::{may_be_read_by_threads, store_private_handles};

    #[test]
    fn it_matters_if_threads_look_for_handles() {
        let reads = |loads: &str, place: &str| {
            may_be_read_by_threads(&super::super::testing::program(&format!(
                "global @a : ptr global @b : ptr
                 function @f() -> i64 {{ reg %r : u64 l0 -> l1: %r = load.8 [{loads}] na  l1: return 0 }}
                 function @main() entry {{ reg %h : u64
                   l0 -> l1: %h = spawn &@f 0 {place}  l1 -> l2: %h = load.8 [&@b] na  l2: return }}"
            )))
        };
        assert!(reads("&@a", "at [&@a]"));
        assert!(!reads("&@a", "at [&@b]"));
        assert!(!reads("&@a", ""));
    }

    #[test]
    fn a_private_handle_is_stored_behind_the_start() {
        let mut program = main(
            "reg %h : u64 slot $t : i64 escapes slot $s : i64 escapes
             l0 -> l1: open $t  l1 -> l2: open $s
             l2 -> l3: %h = spawn &@main 0 at [&$t]
             l3 -> l4: %h = spawn &@main &$s at [&$s]
             l4 -> l5: %h = spawn &@main 0 at [&@p]
             l5: return",
        );
        store_private_handles(&mut program);
        assert_body(
            &program,
            "reg %h : u64
             slot $t : i64 escapes
             slot $s : i64 escapes
             l0 -> l1: open $t
             l1 -> l2: open $s
             l2 -> l6: %h = spawn &@main 0
             l3 -> l4: %h = spawn &@main &$s at [&$s]
             l4 -> l5: %h = spawn &@main 0 at [&@p]
             l5: return
             l6 -> l3: store.8 [&$t] %h na",
        );
    }
}
