//! What can be removed without changing what a program does: empty steps, unreachable code, and what nobody mentions.

use super::{Shrinker, code::mentioned, values};
use ir::passes::walk;
use ir::{
    Action, Base, Callee, Edge, Expr, Function, FunctionId, GlobalId, Guard, Location, Operation, Program, RegisterId,
    SlotId,
};

/// Removes empty steps and unreachable code.
pub(super) fn control(program: &mut Program) {
    for function in &mut program.functions {
        let mut straightened = function.clone();
        let target = |location| behind_empty_steps(function, location);
        straightened.entry = target(function.entry);
        for edge in straightened.edges.iter_mut().filter(|it| goes_on(it)) {
            edge.to = target(edge.to);
        }
        *function = reachable_part(&straightened);
    }
}

fn goes_on(edge: &Edge) -> bool {
    !matches!(edge.action, Action::Return(_) | Action::Stop(_))
}

/// The first location that is not left by an empty step; the last one before a loop of empty steps closes.
fn behind_empty_steps(function: &Function, mut location: Location) -> Location {
    for _ in 0..function.locations {
        match function.leaving(location) {
            [Edge { guard: Guard::Always, action: Action::Skip, to, .. }] => location = *to,
            _ => break,
        }
    }
    location
}

fn reachable_part(function: &Function) -> Function {
    let mut reached = vec![false; function.locations as usize];
    let mut open = vec![function.entry];
    while let Some(location) = open.pop() {
        if !std::mem::replace(&mut reached[location.index()], true) {
            open.extend(function.leaving(location).iter().filter(|it| goes_on(it)).map(|it| it.to));
        }
    }
    let renumber = renumbering(&reached);
    let location = |it: Location| Location(renumber[it.index()]);
    let mut part = function.clone();
    part.edges.retain(|it| reached[it.from.index()]);
    for edge in &mut part.edges {
        (edge.from, edge.to) = (location(edge.from), location(edge.to));
    }
    part.entry = location(function.entry);
    part.locations = reached.iter().filter(|&&it| it).count() as u32;
    part
}

/// The new number of each that is kept.
fn renumbering(kept: &[bool]) -> Vec<u32> {
    kept.iter().scan(0, |next, &kept| Some(std::mem::replace(next, *next + u32::from(kept)))).collect()
}

/// Keeps the elements that are used.
fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| *kept.next().expect("one flag for each"));
}

impl Shrinker<'_> {
    /// Makes another function the entry, so that only what that one needs is left.
    pub(super) fn drop_entry(&mut self) {
        let mut function = 0;
        while function < self.best.functions.len() {
            let is_other = self.best.entry.index() != function && self.best.functions[function].parameters == 0;
            let taken = is_other
                && self.attempt_with(|program| {
                    program.entry = FunctionId(function as u32);
                    drop_functions(program);
                });
            function = if taken { 0 } else { function + 1 };
        }
    }

    /// Removes what nobody mentions.
    pub(super) fn drop_unused(&mut self) {
        self.attempt_with(drop_functions);
        self.attempt_with(drop_globals);
        for function in 0..self.best.functions.len() {
            // A thread needs no parameter; for a called function the candidate is not valid.
            self.attempt_with(|program| program.functions[function].parameters = 0);
            self.attempt_with(|program| drop_slots(&mut program.functions[function]));
            self.attempt_with(|program| drop_registers(&mut program.functions[function]));
        }
    }
}

/// Every base that a program mentions, in its code and its initial values.
fn for_each_base(program: &Program, visit: &mut impl FnMut(Base)) {
    for (_, base, _) in program.globals.iter().flat_map(|it| &it.init.addresses) {
        visit(*base);
    }
    for function in &program.functions {
        for_each_base_of(function, visit);
    }
}

fn for_each_base_of(function: &Function, visit: &mut impl FnMut(Base)) {
    for edge in &function.edges {
        mentioned(&edge.action, visit);
    }
    values::for_each_expr_of(function, &mut |expr| {
        if let Expr::Address(base, _) = expr {
            visit(*base);
        }
    });
}

/// Changes every base that a program mentions.
fn rename_bases(program: &mut Program, rename: &dyn Fn(Base) -> Base) {
    for (_, base, _) in program.globals.iter_mut().flat_map(|it| &mut it.init.addresses) {
        *base = rename(*base);
    }
    for function in &mut program.functions {
        rename_bases_of(function, rename);
    }
}

fn rename_bases_of(function: &mut Function, rename: &dyn Fn(Base) -> Base) {
    for edge in &mut function.edges {
        match &mut edge.action {
            Action::Call { callee: Callee::Direct(callee), .. } => {
                if let Base::Function(renamed) = rename(Base::Function(*callee)) {
                    *callee = renamed;
                }
            }
            Action::Visible(Operation::OpenSlot(slot) | Operation::CloseSlot(slot)) => {
                if let Base::Slot(renamed) = rename(Base::Slot(*slot)) {
                    *slot = renamed;
                }
            }
            _ => {}
        }
    }
    change_expressions(function, &mut |expr| {
        if let Expr::Address(base, _) = expr {
            *base = rename(*base);
        }
    });
}

/// Changes expressions, and conditions on both sides of a branch alike.
fn change_expressions(function: &mut Function, change: &mut dyn FnMut(&mut Expr)) {
    values::for_each_expr_mut(function, change);
    for index in 1..function.edges.len() {
        if let (Guard::If(condition), Guard::Unless(_)) =
            (function.edges[index - 1].guard.clone(), &function.edges[index].guard)
        {
            function.edges[index].guard = Guard::Unless(condition);
        }
    }
}

fn drop_functions(program: &mut Program) {
    let mut kept = vec![false; program.functions.len()];
    kept[program.entry.index()] = true;
    program.runner.iter().for_each(|it| kept[it.index()] = true);
    for_each_base(program, &mut |base| {
        if let Base::Function(function) = base {
            kept[function.index()] = true;
        }
    });
    let renumber = renumbering(&kept);
    rename_bases(program, &|base| match base {
        Base::Function(it) => Base::Function(FunctionId(renumber[it.index()])),
        Base::Global(_) | Base::Slot(_) => base,
    });
    program.entry = FunctionId(renumber[program.entry.index()]);
    program.runner = program.runner.map(|it| FunctionId(renumber[it.index()]));
    retain(&mut program.functions, &kept);
}

fn drop_globals(program: &mut Program) {
    let mut kept = vec![false; program.globals.len()];
    for_each_base(program, &mut |base| {
        if let Base::Global(global) = base {
            kept[global.index()] = true;
        }
    });
    let renumber = renumbering(&kept);
    rename_bases(program, &|base| match base {
        Base::Global(it) => Base::Global(GlobalId(renumber[it.index()])),
        Base::Function(_) | Base::Slot(_) => base,
    });
    retain(&mut program.globals, &kept);
}

fn drop_slots(function: &mut Function) {
    let mut kept = vec![false; function.slots.len()];
    for_each_base_of(function, &mut |base| {
        if let Base::Slot(slot) = base {
            kept[slot.index()] = true;
        }
    });
    let renumber = renumbering(&kept);
    rename_bases_of(function, &|base| match base {
        Base::Slot(it) => Base::Slot(SlotId(renumber[it.index()])),
        Base::Global(_) | Base::Function(_) => base,
    });
    retain(&mut function.slots, &kept);
}

fn drop_registers(function: &mut Function) {
    let mut kept = vec![false; function.registers.len()];
    kept[..function.parameters as usize].fill(true);
    values::for_each_expr_of(function, &mut |expr| {
        if let Expr::Register(register) = expr {
            kept[register.index()] = true;
        }
    });
    for edge in &mut function.edges {
        if let Some(dest) = walk::written_mut(&mut edge.action) {
            kept[dest.index()] = true;
        }
    }
    let renumber = renumbering(&kept);
    change_expressions(function, &mut |expr| {
        if let Expr::Register(register) = expr {
            *register = RegisterId(renumber[register.index()]);
        }
    });
    for edge in &mut function.edges {
        if let Some(dest) = walk::written_mut(&mut edge.action) {
            *dest = RegisterId(renumber[dest.index()]);
        }
    }
    retain(&mut function.registers, &kept);
}
