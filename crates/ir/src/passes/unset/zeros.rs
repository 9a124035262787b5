//! Shadows that are always 0 go: the largest set of registers that get nothing but 0 if all of them are 0.

use super::super::{fold, walk};
use crate::DataModel;
use crate::syntax::*;
use std::collections::{BTreeMap, BTreeSet};

/// Registers of functions.
type Zeros = BTreeSet<(FunctionId, RegisterId)>;

pub(super) fn drop_zeros(program: &mut Program) {
    let model = program.model;
    let mut zeros = Zeros::new();
    for (index, function) in program.functions.iter().enumerate() {
        let shadows = function.registers.iter().enumerate().filter(|it| it.1.name.starts_with("<unset"));
        zeros.extend(shadows.map(|it| (FunctionId(index as u32), RegisterId(it.0 as u32))));
    }
    loop {
        let others = others(program, &zeros);
        if others.is_empty() {
            break;
        }
        others.iter().for_each(|it| {
            zeros.remove(it);
        });
    }
    for (index, function) in program.functions.iter_mut().enumerate() {
        let id = FunctionId(index as u32);
        let mut edges = std::mem::take(&mut function.edges);
        for edge in &mut edges {
            if let Action::Assign(dest, _) = edge.action
                && zeros.contains(&(id, dest))
            {
                edge.action = Action::Skip;
            }
            for expr in walk::expressions_mut(edge) {
                *expr = with_zeros(expr, id, function, model, &zeros);
            }
        }
        function.edges = edges;
        know_shadows(function, model);
    }
}

/// What shadows are at a location, as far as that is known.
type Known = BTreeMap<RegisterId, u64>;

/// Puts numbers in the place of shadows that are known on every way to where they are read.
fn know_shadows(function: &mut Function, model: DataModel) {
    let is_shadow = |it: usize| function.registers[it].name.starts_with("<unset");
    let own = (function.parameters as usize..function.registers.len()).filter(|&it| is_shadow(it));
    let first: Known = own.map(|it| (RegisterId(it as u32), 0)).collect();
    if first.is_empty() {
        return;
    }
    let mut known: Vec<Option<Known>> = vec![None; function.locations as usize];
    known[function.entry.index()] = Some(first.clone());
    let mut worklist = vec![function.entry];
    while let Some(location) = worklist.pop() {
        let before = known[location.index()].clone().expect("what is in the worklist was reached");
        for edge in function.leaving(location).iter().filter(|it| !it.ends()) {
            let mut after = before.clone();
            if let Some(dest) = walk::written(&edge.action).filter(|it| first.contains_key(it)) {
                let value = match &edge.action {
                    Action::Assign(_, value) => with_known(value, function, model, &before),
                    _ => Expr::Register(*dest),
                };
                match value {
                    Expr::Const(_, value) => after.insert(*dest, value),
                    _ => after.remove(dest),
                };
            }
            let both = match &known[edge.to.index()] {
                None => after,
                Some(there) => after.into_iter().filter(|it| there.get(&it.0) == Some(&it.1)).collect(),
            };
            if known[edge.to.index()].as_ref() != Some(&both) {
                known[edge.to.index()] = Some(both);
                worklist.push(edge.to);
            }
        }
    }
    let mut edges = std::mem::take(&mut function.edges);
    for edge in &mut edges {
        let Some(known) = &known[edge.from.index()] else { continue };
        for expr in walk::expressions_mut(edge) {
            *expr = with_known(expr, function, model, known);
        }
    }
    function.edges = edges;
}

fn with_known(expr: &Expr, function: &Function, model: DataModel, known: &Known) -> Expr {
    let mut expr = expr.clone();
    let mut changed = false;
    walk::for_each_leaf_mut(&mut expr, &mut |leaf| {
        if let Expr::Register(register) = leaf
            && let Some(value) = known.get(register)
        {
            *leaf = Expr::constant(function.registers[register.index()].width, *value);
            changed = true;
        }
    });
    if changed { fold::fold(expr, function, model) } else { expr }
}

/// Those that may get something else.
fn others(program: &Program, zeros: &Zeros) -> Zeros {
    let mut others = Zeros::new();
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let is_zero = |it: &Expr| {
            matches!(with_zeros(it, id, function, program.model, zeros), Expr::Const(_, 0))
                || packed_in(it).is_some_and(|it| is_returned_without(program, function, it, zeros))
        };
        for edge in &function.edges {
            match &edge.action {
                Action::Assign(dest, value) => {
                    others.extend((zeros.contains(&(id, *dest)) && !is_zero(value)).then_some((id, *dest)));
                }
                action => others.extend(walk::written(action).map(|it| (id, *it)).filter(|it| zeros.contains(it))),
            }
            if let Action::Call { callee: Callee::Direct(callee), arguments, .. } = &edge.action {
                for (parameter, argument) in arguments.iter().enumerate() {
                    let parameter = (*callee, RegisterId(parameter as u32));
                    others.extend((zeros.contains(&parameter) && !is_zero(argument)).then_some(parameter));
                }
            }
        }
    }
    others
}

/// The result that has this shadow above it.
fn packed_in(shadow: &Expr) -> Option<RegisterId> {
    let Expr::Truncate(_, above) = shadow else { return None };
    let Expr::Binary(Binary::ShiftRight, packed, _) = &**above else { return None };
    match **packed {
        Expr::Register(packed) => Some(packed),
        _ => None,
    }
}

/// Whether a register gets results of functions only that have nothing above them.
fn is_returned_without(program: &Program, function: &Function, packed: RegisterId, zeros: &Zeros) -> bool {
    let setters = function.edges.iter().filter(|it| walk::written(&it.action) == Some(&packed));
    let mut callees = setters.map(|it| match &it.action {
        Action::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    });
    callees.all(|callee| {
        let Some(id) = callee else { return false };
        let function = &program.functions[id.index()];
        function.edges.iter().all(|it| match &it.action {
            Action::Return(Some(Expr::Binary(Binary::Or, _, above))) => {
                matches!(with_zeros(above, id, function, program.model, zeros), Expr::Const(_, 0))
            }
            Action::Return(Some(_)) => false,
            _ => true,
        })
    })
}

fn with_zeros(expr: &Expr, id: FunctionId, function: &Function, model: DataModel, zeros: &Zeros) -> Expr {
    let mut expr = expr.clone();
    let mut changed = false;
    walk::for_each_leaf_mut(&mut expr, &mut |leaf| {
        if let Expr::Register(register) = leaf
            && zeros.contains(&(id, *register))
        {
            *leaf = Expr::constant(function.registers[register.index()].width, 0);
            changed = true;
        }
    });
    if changed { fold::fold(expr, function, model) } else { expr }
}
