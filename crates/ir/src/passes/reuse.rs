//! Where memory that was freed, and is used again for something else, could be taken for what it was: the ABA problem.
//!
//! In the machine no address is given out twice. In reality a compare-exchange that expects the address of a freed object succeeds if a
//! new object has got the same one. That needs a compare-exchange whose expected value may be the address of allocated
//! memory, and a thread other than the first one that may free such memory.

use super::points_to::{PointsTo, Target};
use crate::syntax::*;
use source::Span;
use std::collections::BTreeSet;

/// The compare-exchanges of a program that may find another object at the address that they expect.
pub fn reuses(program: &Program) -> Vec<Span> {
    let edges =
        || program.functions.iter().enumerate().flat_map(|(id, it)| it.edges.iter().map(move |edge| (id, edge)));
    let exchanges = |it: &Edge| matches!(it.action, Action::Visible(Operation::CompareExchange { .. }));
    if !edges().any(|it| exchanges(it.1))
        || !edges().any(|it| matches!(it.1.action, Action::Visible(Operation::Free(_))))
    {
        return Vec::new();
    }
    let points_to = PointsTo::of(program);
    let made = |id: usize, address: &Expr| -> BTreeSet<Target> {
        let value = points_to.value(program, FunctionId(id as u32), address);
        value.pointers.into_keys().filter(|it| matches!(it, Target::Made(..))).collect()
    };
    let concurrent = run_by_threads(program, &points_to);
    let mut freed = BTreeSet::new();
    for (id, edge) in edges().filter(|it| concurrent.contains(&FunctionId(it.0 as u32))) {
        if let Action::Visible(Operation::Free(address)) = &edge.action {
            freed.extend(made(id, address));
        }
    }
    let mut places = Vec::new();
    for (id, edge) in edges() {
        if let Action::Visible(Operation::CompareExchange { expected, .. }) = &edge.action
            && !made(id, expected).is_disjoint(&freed)
        {
            places.push(edge.span);
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// The functions that threads run other than the first one.
pub(super) fn run_by_threads(program: &Program, points_to: &PointsTo) -> BTreeSet<FunctionId> {
    let mut found: BTreeSet<FunctionId> = program.runner.into_iter().collect();
    let mut waiting: Vec<FunctionId> = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        for edge in &function.edges {
            if let Action::Visible(Operation::Spawn { function, .. }) = &edge.action {
                waiting.extend(points_to.functions(program, FunctionId(id as u32), function));
            }
        }
    }
    waiting.extend(found.iter().copied());
    while let Some(id) = waiting.pop() {
        found.insert(id);
        for edge in &program.functions[id.index()].edges {
            let called = match &edge.action {
                Action::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
                Action::Call { callee: Callee::Indirect(address), .. } => points_to.functions(program, id, address),
                _ => Vec::new(),
            };
            waiting.extend(called.into_iter().filter(|it| !found.contains(it)));
        }
    }
    found
}
