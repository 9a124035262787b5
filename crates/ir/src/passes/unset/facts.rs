//! Which registers and which memory may hold unset bits. The order of steps is ignored.

use super::super::points_to::{PointsTo, Target};
use super::super::walk;
use super::set::Unset;
use super::shadow::Shadows;
use super::{RESULT, Reading, fresh, is_marker, slot_in};
use crate::syntax::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a program.
#[derive(Default)]
pub(super) struct Facts {
    /// For each function, the registers that may be unset, with where that comes from.
    registers: Vec<BTreeMap<RegisterId, Origins>>,
    /// The functions whose results may be.
    results: BTreeMap<FunctionId, Origins>,
    /// The memory that may be.
    memory: BTreeMap<Target, Origins>,
    /// The slots that are only loaded and stored by their names.
    direct: BTreeSet<Target>,
    /// Whether a function is called by its name alone.
    is_plain: Vec<bool>,
    /// For each function and edge, the memory of its access.
    targets: Vec<Vec<Vec<Target>>>,
    /// What is used as a mutex, or read and written at once.
    mutexes: BTreeSet<Target>,
    /// For each function, the registers that only carry a value from one place to another.
    carriers: Vec<BTreeSet<RegisterId>>,
}

/// What people are told.
pub(super) type Origins = BTreeSet<String>;

/// No more places are named.
const MOST_ORIGINS: usize = 3;

impl Facts {
    pub fn of(program: &Program, unset: &[Unset], reading: Reading) -> Facts {
        let mut facts = Facts {
            registers: vec![BTreeMap::new(); program.functions.len()],
            is_plain: plain_functions(program),
            carriers: program.functions.iter().map(carriers).collect(),
            ..Facts::default()
        };
        facts.begin(program, unset);
        if facts.is_empty() {
            return facts;
        }
        let points_to = PointsTo::of(program);
        for target in fresh::written_when_seen(program, &points_to) {
            facts.memory.remove(&target);
        }
        if facts.is_empty() {
            return facts;
        }
        facts.targets = targets(program, &points_to);
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let slots = (0..function.slots.len() as u32).map(SlotId);
            facts.direct.extend(slots.filter(|it| is_direct(function, *it)).map(|it| Target::Slot(id, it)));
        }
        while facts.round(program, reading) {}
        // Memory that is never loaded needs no shadow; locks look at theirs.
        let looked_at = facts.looked_at(program);
        facts.memory.retain(|it, _| looked_at.contains(it));
        facts
    }

    fn is_empty(&self) -> bool {
        self.memory.is_empty() && self.registers.iter().all(BTreeMap::is_empty)
    }

    /// What is unset without being copied.
    fn begin(&mut self, program: &Program, unset: &[Unset]) {
        for (index, (function, unset)) in program.functions.iter().zip(unset).enumerate() {
            let id = FunctionId(index as u32);
            for (register, _) in &unset.registers {
                let marker = function.edges.iter().find(|it| is_marker(&it.action) == Some(*register));
                let line = marker.map_or(function.span.line, |it| it.span.line);
                let name = &function.registers[register.index()].name;
                let origin = match name.strip_prefix(RESULT) {
                    Some(_) => format!("the result of `{}`, whose end is reached without `return`", function.name),
                    None => format!("`{name}`, declared in line {line}"),
                };
                self.registers[index].insert(*register, Origins::from([origin]));
            }
            for slot in &unset.slots {
                let it = &function.slots[slot.index()];
                let name = it.name.trim_matches(['<', '>']);
                let origin = format!("`{name}`, declared in line {}", it.span.line);
                self.memory.insert(Target::Slot(id, *slot), Origins::from([origin]));
            }
            for (edge, it) in function.edges.iter().enumerate() {
                if let Action::Visible(Operation::Allocate { zeroed: false, .. } | Operation::Reallocate { .. }) =
                    it.action
                {
                    let origin = format!("memory that is allocated in line {}", it.span.line);
                    self.memory.insert(Target::Made(id, edge as u32), Origins::from([origin]));
                }
            }
        }
    }

    fn round(&mut self, program: &Program, reading: Reading) -> bool {
        let mut changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            for (edge, it) in function.edges.iter().enumerate() {
                changed |= self.flow(program, FunctionId(index as u32), edge, &it.action, reading);
            }
        }
        changed
    }

    fn flow(&mut self, program: &Program, id: FunctionId, edge: usize, action: &Action, reading: Reading) -> bool {
        match action {
            Action::Visible(Operation::Load { dest, order, .. }) if *order != Order::Unset => {
                if reading == Reading::AnyValue && !self.carriers[id.index()].contains(dest) {
                    return false;
                }
                let origins = self.loaded(id, edge);
                add(self.registers[id.index()].entry(*dest), origins)
            }
            Action::Visible(Operation::Store { value, order, .. }) if *order != Order::Unset => {
                // Any other register has a value when it is read.
                let carries = matches!(value, Expr::Register(it) if self.carriers[id.index()].contains(it));
                if reading == Reading::AnyValue && !carries {
                    return false;
                }
                let Some(origins) = self.origins_of(program, id, value) else { return false };
                let targets = self.targets[id.index()][edge].clone();
                let mut changed = false;
                for target in targets.into_iter().filter(|it| !matches!(it, Target::Function(_))) {
                    changed |= add(self.memory.entry(target), Some(origins.clone()));
                }
                changed
            }
            _ if reading == Reading::AnyValue => false,
            Action::Assign(dest, value) => {
                let origins = self.origins_of(program, id, value);
                add(self.registers[id.index()].entry(*dest), origins)
            }
            Action::Call { dest, callee: Callee::Direct(callee), arguments } => {
                let mut changed = false;
                if self.is_plain[callee.index()] {
                    for (parameter, argument) in arguments.iter().enumerate() {
                        let origins = self.origins_of(program, id, argument);
                        let parameter = RegisterId(parameter as u32);
                        changed |= add(self.registers[callee.index()].entry(parameter), origins);
                    }
                }
                if let Some(dest) = dest {
                    let origins = self.results.get(callee).cloned();
                    changed |= add(self.registers[id.index()].entry(*dest), origins);
                }
                changed
            }
            Action::Return(Some(value)) if self.takes_shadow_back(program, id) => {
                let origins = self.origins_of(program, id, value);
                add(self.results.entry(id), origins)
            }
            Action::Skip | Action::Call { .. } | Action::Return(_) | Action::Stop(_) | Action::Visible(_) => false,
        }
    }

    /// Where unset bits of an expression come from; none if it is set.
    pub fn origins_of(&self, program: &Program, id: FunctionId, expr: &Expr) -> Option<Origins> {
        let mut origins = Origins::new();
        expr.for_each_register(&mut |it| {
            origins.extend(self.registers[id.index()].get(&it).into_iter().flatten().cloned());
        });
        if origins.is_empty() {
            return None;
        }
        let function = &program.functions[id.index()];
        // Any number that is not that of another register will do.
        let registers: Vec<Option<RegisterId>> = (0..function.registers.len() as u32)
            .map(RegisterId)
            .map(|it| self.registers[id.index()].contains_key(&it).then_some(it))
            .collect();
        let next = function.registers.len() as u32;
        let temporaries = RefCell::default();
        let shadows = Shadows { function, model: program.model, registers: &registers, next, temporaries };
        shadows.of(expr).or_else(|| shadows.misused(expr)).map(|_| origins)
    }

    /// Where unset bits come from that a load may find.
    pub fn loaded(&self, id: FunctionId, edge: usize) -> Option<Origins> {
        let targets = self.targets.get(id.index())?[edge].iter();
        let origins: Origins = targets.filter_map(|it| self.memory.get(it)).flatten().cloned().collect();
        (!origins.is_empty()).then_some(origins)
    }

    /// Memory that is loaded, or is a mutex that is used.
    fn looked_at(&mut self, program: &Program) -> BTreeSet<Target> {
        let mut looked_at = BTreeSet::new();
        for (function, targets) in program.functions.iter().zip(&self.targets) {
            let handles = handles(function);
            for (edge, targets) in function.edges.iter().zip(targets) {
                let is_look = match &edge.action {
                    Action::Visible(Operation::Load { dest, .. }) => !handles.contains(dest),
                    Action::Visible(operation) => looks(operation),
                    _ => false,
                };
                if is_look {
                    looked_at.extend(targets);
                }
                if is_lock(&edge.action) {
                    self.mutexes.extend(targets);
                }
            }
        }
        looked_at
    }

    /// Whether memory that may be unset may be used as a mutex, or is read and written at once.
    pub fn is_locked(&self, target: Target) -> bool {
        self.memory.contains_key(&target) && self.mutexes.contains(&target)
    }

    /// Whether it is known of each bit whether it was written.
    pub fn is_followed(&self, target: Target) -> bool {
        self.memory.contains_key(&target)
    }

    /// Whether a slot has its shadow in another one.
    pub fn has_twin(&self, id: FunctionId, slot: SlotId) -> bool {
        let target = Target::Slot(id, slot);
        self.memory.contains_key(&target) && self.direct.contains(&target)
    }

    /// The slot of a direct access that has its shadow in another one.
    pub fn twin_in(&self, id: FunctionId, address: &Expr) -> Option<SlotId> {
        slot_in(address).filter(|it| self.has_twin(id, *it))
    }

    /// Whether a register only carries what was loaded to where it is stored.
    pub fn is_carrier(&self, id: FunctionId, register: RegisterId) -> bool {
        self.carriers[id.index()].contains(&register)
    }

    pub fn may_be_unset(&self, id: FunctionId, register: RegisterId) -> bool {
        self.registers[id.index()].contains_key(&register)
    }

    pub fn unset_registers(&self, id: FunctionId) -> impl Iterator<Item = RegisterId> {
        self.registers[id.index()].keys().copied()
    }

    pub fn may_return_unset(&self, id: FunctionId) -> bool {
        self.results.contains_key(&id)
    }

    pub fn is_plain(&self, id: FunctionId) -> bool {
        self.is_plain[id.index()]
    }

    fn takes_shadow_back(&self, program: &Program, id: FunctionId) -> bool {
        self.is_plain[id.index()] && program.functions[id.index()].result.is_some_and(|it| it.0 <= 32)
    }
}

/// Whether an operation may find what was never written, as far as it accesses memory.
pub(super) fn looks(operation: &Operation) -> bool {
    !matches!(
        operation,
        Operation::Store { .. }
            | Operation::Spawn { .. }
            | Operation::InitMutex { .. }
            | Operation::Free(_)
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_)
    )
}

/// Registers that are only used as handles of threads: to join with one that was never written is a mistake anyway, since
/// memory without a value is 0, and that is no handle.
fn handles(function: &Function) -> BTreeSet<RegisterId> {
    let mut used = BTreeSet::new();
    let mut joined = BTreeSet::new();
    for edge in &function.edges {
        if let Action::Visible(
            Operation::Join { thread: Expr::Register(it), .. } | Operation::Detach(Expr::Register(it)),
        ) = &edge.action
            && edge.guard == Guard::Always
        {
            joined.insert(*it);
            continue;
        }
        walk::expressions(edge).for_each(|it| it.for_each_register(&mut |register| _ = used.insert(register)));
    }
    &joined - &used
}

/// Whether the machine itself looks for unset bits there.
fn is_lock(action: &Action) -> bool {
    matches!(
        action,
        Action::Visible(
            Operation::Lock { .. }
                | Operation::TryLock { .. }
                | Operation::Unlock { .. }
                | Operation::DestroyMutex(_)
                | Operation::Update { .. }
                | Operation::CompareExchange { .. }
        )
    )
}

fn add(entry: std::collections::btree_map::Entry<'_, impl Ord, Origins>, origins: Option<Origins>) -> bool {
    let Some(origins) = origins else { return false };
    let (is_new, known) = match entry {
        std::collections::btree_map::Entry::Vacant(it) => (true, it.insert(Origins::new())),
        std::collections::btree_map::Entry::Occupied(it) => (false, it.into_mut()),
    };
    let before = known.len();
    for origin in origins {
        if known.len() < MOST_ORIGINS {
            known.insert(origin);
        }
    }
    is_new || known.len() > before
}

/// Whether the address of a function is taken nowhere, and nothing starts it.
fn plain_functions(program: &Program) -> Vec<bool> {
    let mut plain = vec![true; program.functions.len()];
    plain[program.entry.index()] = false;
    program.runner.into_iter().for_each(|it| plain[it.index()] = false);
    for expr in program.functions.iter().flat_map(|it| &it.edges).flat_map(walk::expressions) {
        walk::for_each_leaf(expr, &mut |leaf| {
            if let Expr::Address(Base::Function(function), _) = leaf {
                plain[function.index()] = false;
            }
        });
    }
    for (_, base, _) in program.globals.iter().flat_map(|it| &it.init.addresses) {
        if let Base::Function(function) = base {
            plain[function.index()] = false;
        }
    }
    plain
}

fn targets(program: &Program, points_to: &PointsTo) -> Vec<Vec<Vec<Target>>> {
    let mut all = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let of = |edge: &Edge| points_to.accesses(program, id, edge).into_iter().map(|it| it.target).collect();
        all.push(function.edges.iter().map(of).collect());
    }
    all
}

/// Whether the address of a slot is only that of loads and stores.
fn is_direct(function: &Function, slot: SlotId) -> bool {
    let mut is_direct = true;
    for edge in &function.edges {
        let mut access = match &edge.action {
            Action::Visible(Operation::Load { address, .. } | Operation::Store { address, .. }) => {
                (slot_in(address) == Some(slot)).then_some(address)
            }
            _ => None,
        };
        for expr in walk::expressions(edge) {
            if access.is_some_and(|it| std::ptr::eq(it, expr)) {
                access = None;
                continue;
            }
            walk::for_each_leaf(expr, &mut |leaf| {
                is_direct &= !matches!(leaf, Expr::Address(Base::Slot(it), _) if *it == slot);
            });
        }
    }
    is_direct
}

/// The registers that are loaded once and stored once, and not read otherwise.
fn carriers(function: &Function) -> BTreeSet<RegisterId> {
    let mut reads = vec![0; function.registers.len()];
    let mut stores = vec![0; function.registers.len()];
    let mut loads = vec![0; function.registers.len()];
    for edge in &function.edges {
        walk::expressions(edge).for_each(|it| it.for_each_register(&mut |register| reads[register.index()] += 1));
        if let Action::Visible(Operation::Store { value: Expr::Register(register), .. }) = &edge.action {
            stores[register.index()] += 1;
        }
        if let Some(register) = walk::written(&edge.action) {
            let is_load = matches!(edge.action, Action::Visible(Operation::Load { .. }));
            loads[register.index()] += if is_load { 1 } else { 2 };
        }
    }
    let all = (function.parameters as usize..reads.len()).filter(|&it| (reads[it], stores[it], loads[it]) == (1, 1, 1));
    all.map(|it| RegisterId(it as u32)).collect()
}
