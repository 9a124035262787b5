//! Where a thread ends in a function that others have called whose locals could be used by other threads. These locals end with the
//! thread, in C, but not here: a use after that is not seen. Changes nothing.

use super::points_to::PointsTo;
use crate::syntax::*;
use source::Span;
use std::collections::BTreeSet;

/// The places of such ends. For programs in which slots that escape are marked.
pub fn beside_callers(program: &Program) -> Vec<Span> {
    let ends = |it: &Edge| matches!(it.action, Action::Stop(Stop::ThreadExit(_)));
    let own = || program.functions.iter().enumerate().filter(|it| !it.1.library);
    if !own().any(|it| it.1.edges.iter().any(ends)) {
        return Vec::new();
    }
    let points_to = PointsTo::of(program);
    let calls = |id: FunctionId, edge: &Edge, to: FunctionId| match &edge.action {
        Action::Call { callee: Callee::Direct(it), .. } => *it == to,
        Action::Call { callee: Callee::Indirect(address), .. } => {
            points_to.functions(program, id, address).contains(&to)
        }
        _ => false,
    };
    let mut places = Vec::new();
    for (index, function) in own().filter(|it| it.1.edges.iter().any(ends)) {
        let mut callers = BTreeSet::new();
        let mut waiting = vec![FunctionId(index as u32)];
        while let Some(called) = waiting.pop() {
            for (caller, it) in program.functions.iter().enumerate() {
                let id = FunctionId(caller as u32);
                if !callers.contains(&id) && it.edges.iter().any(|it| calls(id, it, called)) {
                    callers.insert(id);
                    waiting.push(id);
                }
            }
        }
        let shares = |it: &FunctionId| {
            let function = &program.functions[it.index()];
            !function.library && function.slots.iter().any(|it| it.escapes)
        };
        if callers.iter().any(shares) {
            places.extend(function.edges.iter().filter(|it| ends(it)).map(|it| it.span));
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}
