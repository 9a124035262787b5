//! What C leaves open about two values ([`Operation::Doubt`]), and which of it can be decided before a program runs.
//!
//! **The order of two objects.** If all comparisons that may be of different objects are of the same two, which there are once each, then
//! there are two orders, and which one it is is chosen as the program starts: a hidden variable says so, which each comparison reads. It is
//! written before there are other threads, so the executions are at most twice as many. If there are more objects, or it is not known
//! which, the machine orders them as they were made, and a claim names the places that were reached with different objects.
//!
//! **Handles.** If no thread is started after one was joined or detached, no handle is used again. That is looked for in the entry function
//! alone: where others start or join threads, it may be.

use super::points_to::{PointsTo, Target};
use super::unset::CHOICE;
use crate::syntax::*;
use source::Span;
use std::collections::BTreeSet;

/// A place where something is open.
struct Place {
    function: usize,
    edge: usize,
    dest: RegisterId,
    /// What the two may be addresses of.
    targets: BTreeSet<Target>,
}

/// Where something is still open.
pub fn all(program: &Program) -> Vec<(Doubt, Span)> {
    let about = |it: &Edge| match it.action {
        Action::Visible(Operation::Doubt { about, .. }) => Some((about, it.span)),
        _ => None,
    };
    let mut all: Vec<_> = program.functions.iter().flat_map(|it| &it.edges).filter_map(about).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Decides what can be decided.
pub fn resolve(program: &mut Program) {
    if all(program).is_empty() {
        return;
    }
    let uses_handles_again = uses_handles_again(program);
    let points_to = PointsTo::of(program);
    let (mut settled, mut open) = (Vec::new(), Vec::new());
    for (function, it) in program.functions.iter().enumerate() {
        for (edge, it) in it.edges.iter().enumerate() {
            let Action::Visible(Operation::Doubt { dest, about, left, right }) = &it.action else { continue };
            let targets = [left, right].into_iter().flat_map(|it| {
                let value = points_to.value(program, FunctionId(function as u32), it);
                value.pointers.into_keys()
            });
            let place = Place { function, edge, dest: *dest, targets: targets.collect() };
            let is_settled = match about {
                Doubt::Handles => !uses_handles_again,
                Doubt::Order => place.targets.len() == 1 && place.targets.iter().all(|it| is_single(program, *it)),
            };
            match about {
                _ if is_settled => settled.push(place),
                Doubt::Order => open.push(place),
                Doubt::Handles => {}
            }
        }
    }
    for Place { function, edge, dest, .. } in settled {
        program.functions[function].edges[edge].action = Action::Assign(dest, Expr::Const(Width(8), 0));
    }
    let objects: BTreeSet<Target> = open.iter().flat_map(|it| &it.targets).copied().collect();
    let is_known = open.iter().all(|it| !it.targets.is_empty());
    if is_known && objects.len() == 2 && objects.iter().all(|it| is_single(program, *it)) {
        choose_order(program, &open);
    }
}

/// Lets the program choose an order as it starts.
fn choose_order(program: &mut Program, places: &[Place]) {
    let mut name = "<order of addresses>".to_owned();
    while program.globals.iter().any(|it| it.name == name) {
        name.push('>');
    }
    let order = GlobalId(program.globals.len() as u32);
    let function = program.entry.index();
    let span = program.functions[function].span;
    let shape = Shape::Int { bits: 8, signed: false };
    let init = Init::default();
    program.globals.push(Global { name, shape, init, constant: false, thread_local: false, span });
    let address = || Expr::Address(Base::Global(order), 0);
    let (size, plain) = (Bytes(1), Order::NonAtomic);
    for place in places {
        let edge = &mut program.functions[place.function].edges[place.edge];
        edge.action = Action::Visible(Operation::Load { dest: place.dest, address: address(), size, order: plain });
    }
    let entry = &mut program.functions[function];
    let dest = RegisterId(entry.registers.len() as u32);
    let name = format!("{CHOICE} order of addresses");
    entry.registers.push(Register { name, width: Width(8), kind: Kind::Unsigned });
    let (first, second) = (Location(entry.locations), Location(entry.locations + 1));
    entry.locations += 2;
    let high = if planted::bug!(OneOrderOfTwo) { 0 } else { 1 };
    let choose = Operation::Choose { dest, domain: Domain::Range { low: 0, high } };
    let store = Operation::Store { address: address(), value: Expr::Register(dest), size, order: plain };
    let edge = |from, to, operation| Edge { from, to, guard: Guard::Always, action: Action::Visible(operation), span };
    entry.edges.push(edge(first, second, choose));
    entry.edges.push(edge(second, entry.entry, store));
    entry.entry = first;
}

/// Whether a thread may be started after one was joined or detached.
fn uses_handles_again(program: &Program) -> bool {
    let starts = |it: &Edge| matches!(it.action, Action::Visible(Operation::Spawn { .. }));
    let ends = |it: &Edge| matches!(it.action, Action::Visible(Operation::Join { .. } | Operation::Detach(_)));
    let detaches = |it: &Edge| matches!(it.action, Action::Visible(Operation::Detach(_)));
    let entry = &program.functions[program.entry.index()];
    let all = || program.functions.iter().flat_map(|it| &it.edges);
    if !all().any(ends) {
        return false;
    }
    let elsewhere = all().filter(|it| starts(it) || ends(it)).count()
        > entry.edges.iter().filter(|it| starts(it) || ends(it)).count();
    elsewhere
        || all().any(detaches)
        || !runs_once(program, program.entry)
        || entry.edges.iter().filter(|it| ends(it)).any(|it| leads_to(entry, it.to, starts))
}

/// Whether there is only one object of a name.
fn is_single(program: &Program, target: Target) -> bool {
    match target {
        Target::Global(it) => !program.globals[it.index()].thread_local,
        Target::Slot(id, _) => runs_once(program, id),
        Target::Made(id, edge) => runs_once(program, id) && !repeats(&program.functions[id.index()], edge as usize),
        Target::Function(_) => true,
    }
}

/// Whether a function is entered once only: the entry function, if nothing takes its address or calls it.
fn runs_once(program: &Program, id: FunctionId) -> bool {
    let is_mentioned = |it: &Expr| {
        let mut found = false;
        super::walk::for_each_leaf(it, &mut |leaf| {
            found |= matches!(leaf, Expr::Address(Base::Function(it), _) if *it == id);
        });
        found
    };
    let calls = |it: &Edge| {
        matches!(&it.action, Action::Call { callee: Callee::Direct(it), .. } if *it == id)
            || super::walk::expressions(it).any(is_mentioned)
    };
    let is_stored = |it: &Global| it.init.addresses.iter().any(|it| it.1 == Base::Function(id));
    id == program.entry
        && !program.functions.iter().flat_map(|it| &it.edges).any(calls)
        && !program.globals.iter().any(is_stored)
}

/// Whether an edge may be taken again.
fn repeats(function: &Function, edge: usize) -> bool {
    let edge = &function.edges[edge];
    leads_to(function, edge.to, |it| it.from == edge.from)
}

/// Whether there is a way from a location to such an edge.
fn leads_to(function: &Function, start: Location, is_one: impl Fn(&Edge) -> bool) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        if seen.insert(at) {
            let leaving = function.leaving(at);
            if leaving.iter().any(&is_one) {
                return true;
            }
            waiting.extend(leaving.iter().filter(|it| !it.ends()).map(|it| it.to));
        }
    }
    false
}
