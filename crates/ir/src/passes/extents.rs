//! Which sizes of objects that a program asks for ([`Operation::Extent`]) are known before it runs.
//!
//! A sum of a pointer and a number asks how large the object is that the pointer leads to. Where all objects that it may lead to have
//! the same size, that is a number ([`resolve`]), and the check around it is arithmetic. The machine knows the others; engines that reason
//! about terms do not, take them for large enough, and name the places ([`unresolved`]).
//!
//! A pointer that may also be a number is no exception: what the front end asks for it lets pass if it is a small one, as null is.

use super::points_to::{PointsTo, Target};
use crate::syntax::*;
use source::Span;

/// Puts in the sizes that are known.
pub fn resolve(program: &mut Program) {
    if !program.functions.iter().flat_map(|it| &it.edges).any(|it| asked(it).is_some()) {
        return;
    }
    let points_to = PointsTo::of(program);
    let mut known = Vec::new();
    for (function, it) in program.functions.iter().enumerate() {
        let id = FunctionId(function as u32);
        for (index, edge) in it.edges.iter().enumerate() {
            let Some((dest, address)) = asked(edge) else { continue };
            if let Some(size) = size(program, &points_to, id, address) {
                known.push((function, index, dest, size));
            }
        }
    }
    let width = Width(program.model.pointer_bits());
    for (function, index, dest, size) in known {
        program.functions[function].edges[index].action = Action::Assign(dest, Expr::constant(width, size));
    }
}

/// Where a size is asked for that is not known before the program runs.
pub fn unresolved(program: &Program) -> Vec<Span> {
    let mut places: Vec<Span> =
        program.functions.iter().flat_map(|it| &it.edges).filter(|it| asked(it).is_some()).map(|it| it.span).collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn asked(edge: &Edge) -> Option<(RegisterId, &Expr)> {
    match &edge.action {
        Action::Visible(Operation::Extent { dest, address }) => Some((*dest, address)),
        _ => None,
    }
}

/// The size of all objects that an address may lead to.
fn size(program: &Program, points_to: &PointsTo, id: FunctionId, address: &Expr) -> Option<u64> {
    let value = points_to.value(program, id, address);
    let mut sizes = value.pointers.keys().map(|it| size_of(program, *it));
    let first = sizes.next()??;
    (planted::bug!(FirstSizeForAll) || sizes.all(|it| it == Some(first))).then_some(first)
}

/// The size of all objects of a name.
fn size_of(program: &Program, target: Target) -> Option<u64> {
    let model = program.model;
    match target {
        Target::Global(it) => Some(program.globals[it.index()].shape.size(model).into()),
        Target::Slot(id, slot) => Some(program.functions[id.index()].slots[slot.index()].shape.size(model).into()),
        Target::Made(id, edge) => match &program.functions[id.index()].edges[edge as usize].action {
            Action::Visible(Operation::Allocate { size: Expr::Const(_, size), .. }) => Some(*size),
            _ => None,
        },
        Target::Function(_) => None,
    }
}
