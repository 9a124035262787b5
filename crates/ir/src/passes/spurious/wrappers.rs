//! Functions that do nothing but wait for a condition variable: they are waits themselves, so that the loop around the call is seen.
//!
//! Such a function is there twice from now on, once with the wait that ends for no reason, and the choice is made where it is
//! called. A function that can be called in other ways than by its name stays as it is.

use super::section::{Sections, with_arguments};
use super::{Waits, choices};
use crate::passes::walk;
use crate::syntax::*;

/// Moves choices out of functions that only wait, as far as that goes; what then waits.
pub(super) fn hoist(program: &mut Program) -> Waits {
    let mut waits = Waits::new();
    // What front ends call behind a choice: the mutex is its second parameter.
    for function in &program.functions {
        for (edge, cause, _) in choices(function) {
            if !matches!(cause, Cause::Exchange | Cause::Retry) {
                let second = Expr::Register(RegisterId(1));
                calls_behind(function, edge).into_iter().for_each(|it| _ = waits.insert(it, second.clone()));
            }
        }
    }
    // Each finds one function more.
    for _ in 0..program.functions.len() {
        let ids = (0..program.functions.len() as u32).map(FunctionId);
        let found = ids.into_iter().find_map(|id| wrapper(program, &waits, id).map(|it| (id, it)));
        let Some((id, (choice, cause, mutex))) = found else { break };
        let spurious = split(program, id, choice);
        choose_at_calls(program, id, spurious, cause);
        waits.insert(id, mutex.clone());
        waits.insert(spurious, mutex);
    }
    waits
}

/// The functions that are called right behind a choice.
fn calls_behind(function: &Function, choice: usize) -> Vec<FunctionId> {
    let branches = function.leaving(function.edges[choice].to).iter();
    let called = |it: &Edge| match it.action {
        Action::Call { callee: Callee::Direct(callee), .. } => Some(callee),
        _ => None,
    };
    let behind = |it: &Edge| match (&it.action, function.leaving(it.to)) {
        (Action::Skip, [call]) => called(call),
        _ => called(it),
    };
    branches.filter_map(behind).collect()
}

/// The choice in a function that does nothing else but wait, what it decides, and the mutex in terms of the parameters.
fn wrapper(program: &Program, waits: &Waits, id: FunctionId) -> Option<(usize, Cause, Expr)> {
    let function = &program.functions[id.index()];
    let [(choice, cause, _)] = choices(function)[..] else { return None };
    let sections = Sections { program, waits };
    if matches!(cause, Cause::Exchange | Cause::Retry) || id == program.entry || sections.is_address_taken(id) {
        return None;
    }
    let mut mutexes = Vec::new();
    for (index, edge) in function.edges.iter().enumerate() {
        match &edge.action {
            Action::Skip | Action::Assign(..) | Action::Return(_) => {}
            Action::Visible(_) if index == choice => {}
            Action::Call { callee: Callee::Direct(callee), arguments, .. } => {
                mutexes.push(with_arguments(waits.get(callee)?, arguments)?);
            }
            Action::Visible(_) | Action::Call { .. } | Action::Stop(_) => return None,
        }
    }
    let mutex = mutexes.first()?.clone();
    // Parameters keep what they are called with, and there is no loop in it.
    let mut is_parameter = mutexes.iter().all(|it| *it == mutex);
    let set: Vec<RegisterId> = function.edges.iter().filter_map(|it| walk::written(&it.action)).copied().collect();
    mutex.for_each_register(&mut |it| is_parameter &= it.0 < function.parameters && !set.contains(&it));
    let has_loop = crate::passes::loops::has_loops(function);
    (is_parameter && !has_loop).then_some((choice, cause, mutex))
}

/// The function without its choice, and a copy of it in which the wait ends for no reason.
fn split(program: &mut Program, id: FunctionId, choice: usize) -> FunctionId {
    let function = &mut program.functions[id.index()];
    let dest = *walk::written(&function.edges[choice].action).expect("a choice has a result");
    let width = function.registers[dest.index()].width;
    let mut copy = function.clone();
    function.edges[choice].action = Action::Assign(dest, Expr::Const(width, 0));
    copy.edges[choice].action = Action::Assign(dest, Expr::Const(width, 1));
    let is_free = |name: &String| {
        program.functions.iter().all(|it| it.name != *name) && program.globals.iter().all(|it| it.name != *name)
    };
    let names = std::iter::once(String::new()).chain((2..).map(|it| format!(" {it}")));
    let names = names.map(|it| format!("{} (for no reason{it})", program.functions[id.index()].name));
    copy.name = { names }.find(is_free).expect("some number is free");
    program.functions.push(copy);
    FunctionId(program.functions.len() as u32 - 1)
}

/// Makes every call of a function a choice between it and another one.
fn choose_at_calls(program: &mut Program, id: FunctionId, spurious: FunctionId, cause: Cause) {
    for function in &mut program.functions {
        for index in 0..function.edges.len() {
            let Edge { from, to, guard, action, span } = function.edges[index].clone();
            let Action::Call { dest, callee: Callee::Direct(callee), arguments } = action else { continue };
            if callee != id {
                continue;
            }
            let chosen = super::add_register(function, Width(8));
            let (tried, branch) = (super::add_location(function), super::add_location(function));
            let is_spurious = Expr::binary(Binary::NotEqual, Expr::Register(chosen), Expr::Const(Width(8), 0));
            let call = |callee| Action::Call { dest, callee: Callee::Direct(callee), arguments: arguments.clone() };
            let choose = Operation::Choose { dest: chosen, domain: Domain::Spurious(cause) };
            let always = Guard::Always;
            function.edges[index] = Edge { from, to: tried, guard, action: Action::Skip, span };
            function.edges.push(Edge { from: tried, to: branch, guard: always, action: Action::Visible(choose), span });
            let (yes, no) = (Guard::If(is_spurious.clone()), Guard::Unless(is_spurious));
            function.edges.push(Edge { from: branch, to, guard: yes, action: call(spurious), span });
            function.edges.push(Edge { from: branch, to, guard: no, action: call(id), span });
        }
        function.edges.sort_by_key(|it| it.from);
    }
}
