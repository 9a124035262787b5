//! Which variables may be read before they are set: registers that a front end says are unset, and bytes of slots.
//!
//! A variable is *set* at a location if it is written on every path from the entry, or from where it was made unset last, to
//! it: the largest solution of `set(to) ⊆ set(from) - unset(edge) ∪ written(edge)` over all edges, by a worklist. Which side
//! of a branch is impossible is not looked at. The address of a slot that is used for anything but a load or a store may be
//! used to read all of it but its padding. Variables are looked at in groups, as the sets of all locations do not fit into memory
//! at once in very large functions. Larger slots are not looked at: they may be read unset.

use super::super::walk;
use super::{is_marker, slot_in};
use crate::DataModel;
use crate::syntax::*;
use std::collections::{BTreeSet, HashMap};

/// The bytes of larger slots are not told apart.
const MOST_BYTES: u32 = 64;

/// What may be read before it is set.
#[derive(Default)]
pub(super) struct Unset {
    /// Registers, with the edges that read them then.
    pub registers: BTreeSet<(RegisterId, u32)>,
    /// Slots.
    pub slots: BTreeSet<SlotId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Variable {
    Register(RegisterId),
    Byte(SlotId, u32),
}

/// What an edge does to variables.
#[derive(Default)]
struct Effect {
    reads: Vec<usize>,
    ends: Vec<usize>,
    sets: Vec<usize>,
}

/// Looks at one function.
pub(super) fn unset(function: &Function, model: DataModel) -> Unset {
    let mut found = Unset::default();
    let mut numbers: HashMap<Variable, usize> = HashMap::new();
    let mut variables = Vec::new();
    let mut add = |it: Variable| {
        numbers.entry(it).or_insert_with(|| {
            variables.push(it);
            variables.len() - 1
        });
    };
    for edge in &function.edges {
        if let Some(register) = is_marker(&edge.action) {
            add(Variable::Register(register));
        }
    }
    for (index, slot) in function.slots.iter().enumerate().filter(|it| !it.1.zeroed) {
        let slot_id = SlotId(index as u32);
        match slot.shape.size(model) {
            size if size > MOST_BYTES => {
                found.slots.insert(slot_id);
            }
            size => (0..size).for_each(|byte| add(Variable::Byte(slot_id, byte))),
        }
    }
    if variables.is_empty() {
        return found;
    }
    let effects: Vec<Effect> = function.edges.iter().map(|it| effect(function, model, &numbers, it)).collect();
    for first in (0..variables.len()).step_by(64) {
        let set = set_at(function, &effects, first);
        for (index, (edge, effect)) in function.edges.iter().zip(&effects).enumerate() {
            let Some(set) = set[edge.from.index()] else { continue };
            for &read in effect.reads.iter().filter(|it| (first..first + 64).contains(it)) {
                if set >> (read - first) & 1 == 1 {
                    continue;
                }
                match variables[read] {
                    Variable::Register(register) => found.registers.insert((register, index as u32)),
                    Variable::Byte(slot, _) => found.slots.insert(slot),
                };
            }
        }
    }
    found
}

/// For each location which of the 64 variables from `first` on are set there; `None` where nothing leads.
fn set_at(function: &Function, effects: &[Effect], first: usize) -> Vec<Option<u64>> {
    let bits = |list: &[usize]| {
        list.iter().filter(|it| (first..first + 64).contains(*it)).fold(0, |bits: u64, it| bits | 1 << (it - first))
    };
    let changes: Vec<(u64, u64)> = effects.iter().map(|it| (bits(&it.ends), bits(&it.sets))).collect();
    let mut set: Vec<Option<u64>> = vec![None; function.locations as usize];
    set[function.entry.index()] = Some(0);
    let mut worklist = vec![function.entry];
    while let Some(location) = worklist.pop() {
        let before = set[location.index()].expect("what is in the worklist was reached");
        let start = function.edges.partition_point(|it| it.from < location);
        for (offset, edge) in function.leaving(location).iter().enumerate() {
            let (ends, sets) = changes[start + offset];
            let after = before & !ends | sets;
            let join = |known: u64| if planted::bug!(SetOnOneWay) { known | after } else { known & after };
            let both = set[edge.to.index()].map_or(after, join);
            if !edge.ends() && set[edge.to.index()] != Some(both) {
                set[edge.to.index()] = Some(both);
                worklist.push(edge.to);
            }
        }
    }
    set
}

fn effect(function: &Function, model: DataModel, numbers: &HashMap<Variable, usize>, edge: &Edge) -> Effect {
    let mut effect = Effect::default();
    let bytes = |slot: SlotId, from: i64, size: u32| {
        let range = from..from + i64::from(size);
        range.filter_map(move |it| numbers.get(&Variable::Byte(slot, u32::try_from(it).ok()?)).copied())
    };
    for expr in walk::expressions(edge) {
        expr.for_each_register(&mut |it| effect.reads.extend(numbers.get(&Variable::Register(it))));
    }
    let meant = |slot: SlotId| {
        let mut covered = vec![false; function.slots[slot.index()].shape.size(model) as usize];
        cover(&function.slots[slot.index()].shape, 0, model, &mut covered);
        let used = covered.into_iter().enumerate().filter(|it| it.1).map(|it| it.0 as u32);
        used.filter_map(move |it| numbers.get(&Variable::Byte(slot, it)).copied())
    };
    let mut address = None;
    if let Action::Visible(operation) = &edge.action {
        match operation {
            Operation::Load { address: at, size, .. } => {
                if let Expr::Address(Base::Slot(slot), offset) = at {
                    effect.reads.extend(bytes(*slot, *offset, size.0.into()));
                    address = Some(at);
                }
            }
            Operation::Store { address: at, size, .. } => {
                if let Expr::Address(Base::Slot(slot), offset) = at {
                    effect.sets.extend(bytes(*slot, *offset, size.0.into()));
                }
                if slot_in(at).is_some() {
                    address = Some(at);
                }
            }
            Operation::Spawn { place: Some(at), .. } => {
                if let Expr::Address(Base::Slot(slot), offset) = at {
                    effect.sets.extend(bytes(*slot, *offset, model.pointer_bytes()));
                }
                if slot_in(at).is_some() {
                    address = Some(at);
                }
            }
            Operation::InitMutex { mutex: Expr::Address(Base::Slot(slot), offset), .. } => {
                effect.sets.extend(bytes(*slot, *offset, MUTEX_SIZE));
                address = walk::operands(&edge.action).into_iter().next();
            }
            Operation::OpenSlot(slot) => {
                effect.ends.extend(bytes(*slot, 0, function.slots[slot.index()].shape.size(model)));
            }
            _ => {}
        }
    }
    for expr in walk::expressions(edge).filter(|it| address.is_none_or(|at| !std::ptr::eq(*it, at))) {
        walk::for_each_leaf(expr, &mut |leaf| {
            if let Expr::Address(Base::Slot(slot), _) = leaf {
                effect.reads.extend(meant(*slot));
            }
        });
    }
    if let Some(register) = is_marker(&edge.action) {
        effect.ends.extend(numbers.get(&Variable::Register(register)));
    } else if let Some(register) = walk::written(&edge.action) {
        effect.sets.extend(numbers.get(&Variable::Register(*register)));
    }
    effect
}

/// Marks the bytes of a shape that mean something: all but padding.
fn cover(shape: &Shape, from: u32, model: DataModel, covered: &mut [bool]) {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Mutex | Shape::Bytes(_) => {
            let size = shape.size(model);
            covered.iter_mut().skip(from as usize).take(size as usize).for_each(|it| *it = true);
        }
        Shape::Array(element, count) => {
            let each = element.size(model);
            (0..*count).for_each(|it| cover(element, from + it * each, model, covered));
        }
        Shape::Record { fields, .. } => {
            fields.iter().for_each(|it| cover(&it.shape, from + it.offset, model, covered));
        }
    }
}
