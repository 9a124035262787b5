//! Variables that may be read before they are set.
//!
//! A register is *set* at a location if it is assigned on every path from the entry to it: the largest solution of
//! `set(to) ⊆ set(from) ∪ assigned(edge)` over all edges, by a worklist. Which side of a branch is impossible is not
//! looked at, so a variable that is named here may be fine. Slots are not looked at either.

use super::automaton::Role;
use ir::passes::walk;
use ir::{Function, RegisterId};
use std::collections::BTreeMap;

/// One sentence for each variable of the function that may be read before it is set.
pub(super) fn read_before_set(function: &Function, roles: &[Role]) -> Vec<String> {
    let Some(set) = set_registers(function, roles) else { return Vec::new() };
    let mut lines: BTreeMap<RegisterId, u32> = BTreeMap::new();
    for edge in &function.edges {
        let Some(set) = &set[edge.from.index()] else { continue };
        for expr in walk::expressions(edge) {
            expr.for_each_register(&mut |register| {
                if roles[register.index()] == Role::Variable && !set.contains(register) {
                    lines.entry(register).or_insert(edge.span.line);
                }
            });
        }
    }
    let sentence = |(register, line): (RegisterId, u32)| {
        let name = &function.registers[register.index()].name;
        format!("`{name}` may be read before it is set (line {line}); it is taken as 0")
    };
    lines.into_iter().map(sentence).collect()
}

/// Whether the function looks at a parameter.
pub(super) fn reads_parameters(function: &Function, roles: &[Role]) -> bool {
    let mut found = false;
    for expr in function.edges.iter().flat_map(walk::expressions) {
        expr.for_each_register(&mut |register| found |= roles[register.index()] == Role::Parameter);
    }
    found
}

/// A set of registers.
#[derive(Clone, PartialEq, Eq)]
struct Registers(Vec<u64>);

impl Registers {
    fn contains(&self, register: RegisterId) -> bool {
        self.0[register.index() / 64] >> (register.index() % 64) & 1 == 1
    }

    fn insert(&mut self, register: RegisterId) {
        self.0[register.index() / 64] |= 1 << (register.index() % 64);
    }

    /// Keeps what is in both; whether anything went.
    fn intersect(&mut self, other: &Registers) -> bool {
        let before = self.clone();
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
        *self != before
    }
}

/// For each location the registers that are set there, `None` where nothing leads; `None` if there are no variables.
fn set_registers(function: &Function, roles: &[Role]) -> Option<Vec<Option<Registers>>> {
    if !roles.contains(&Role::Variable) {
        return None;
    }
    let mut set: Vec<Option<Registers>> = vec![None; function.locations as usize];
    set[function.entry.index()] = Some(Registers(vec![0; roles.len().div_ceil(64)]));
    let mut worklist = vec![function.entry];
    while let Some(location) = worklist.pop() {
        for edge in function.leaving(location) {
            let mut after = set[location.index()].clone().expect("what is in the worklist was reached");
            if let Some(register) = walk::written(&edge.action) {
                after.insert(*register);
            }
            let changed = match &mut set[edge.to.index()] {
                Some(known) => known.intersect(&after),
                unknown => {
                    *unknown = Some(after);
                    true
                }
            };
            if changed {
                worklist.push(edge.to);
            }
        }
    }
    Some(set)
}
