//! Variables that may be read before they are set.
//!
//! A register is *set* at a location if it is assigned on every path from the entry to it: the largest solution of
//! `set(to) ⊆ set(from) ∪ assigned(edge)` over all edges, by a worklist. Which side of a branch is impossible is not
//! looked at, so a variable that is named here may be fine. A slot with a number or pointer in it is set by a store, or by a
//! function of the library that is there for that; whatever else its address is used for counts as a read. Slots with records
//! and arrays are not looked at.
//!
//! Functions may have very many locations and variables, and the sets of all locations do not fit into memory at once: a
//! group of variables is looked at after the other.

use super::automaton::Role;
use ir::passes::walk;
use ir::{Action, Base, Callee, Edge, Expr, Function, FunctionId, Operation, RegisterId, Shape, SlotId};
use std::collections::BTreeMap;

/// One sentence for each variable of the function that may be read before it is set.
pub(super) fn read_before_set(
    function: &Function,
    roles: &[Role],
    name_of: &dyn Fn(FunctionId) -> String,
) -> Vec<String> {
    let mentions = Mentions::of(function, roles, name_of);
    let mut lines: BTreeMap<Variable, u32> = BTreeMap::new();
    for (index, group) in mentions.reads.chunks(GROUP).enumerate() {
        let first = index * GROUP;
        let set = mentions.set_variables(function, first);
        for (variable, (name, reads)) in group.iter().enumerate() {
            let unset =
                |it: &&u32| set[function.edges[**it as usize].from.index()].is_some_and(|it| !it.contains(variable));
            if let Some(edge) = reads.iter().find(unset) {
                lines.insert(*name, function.edges[*edge as usize].span.line);
            }
        }
    }
    let sentence = |(variable, line): (Variable, u32)| {
        let name = match variable {
            Variable::Register(register) => &function.registers[register.index()].name,
            Variable::Slot(slot) => &function.slots[slot.index()].name,
        };
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

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Register(RegisterId),
    Slot(SlotId),
}

/// How many variables are looked at together.
const GROUP: usize = 512;

/// A set of the variables of one group.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Set([u64; GROUP / 64]);

impl Set {
    fn contains(&self, variable: usize) -> bool {
        self.0[variable / 64] >> (variable % 64) & 1 == 1
    }

    fn insert(&mut self, variable: usize) {
        self.0[variable / 64] |= 1 << (variable % 64);
    }

    fn intersection(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }
}

/// Who mentions the variables, which are numbered here.
struct Mentions {
    /// Each variable, and the edges that read it, in order.
    reads: Vec<(Variable, Vec<u32>)>,
    /// For each edge the variable that it sets.
    assigned: Vec<Option<usize>>,
    /// For each location its first edge.
    first_edges: Vec<u32>,
}

/// Functions of the library that set what an argument points to, and which argument that is.
const SETTERS: &[(&str, usize)] = &[
    ("sem_getvalue", 1),
    ("thrd_create", 0),
    ("thrd_join", 1),
    ("tss_create", 0),
    ("pthread_key_create", 0),
    ("pthread_attr_getdetachstate", 1),
    ("pthread_mutexattr_gettype", 1),
    ("strtol", 1),
    ("strtoul", 1),
    ("strtoll", 1),
    ("strtoull", 1),
];

/// Which argument of a function is the address of what it sets.
fn set_by(name: &str) -> Option<usize> {
    let known = SETTERS.iter().find(|it| it.0 == name).map(|it| it.1);
    known.or_else(|| (name.starts_with("__builtin_") && name.ends_with("_overflow")).then_some(2))
}

/// The numbers of registers and slots that are variables.
struct Numbers<'a> {
    registers: Vec<Option<usize>>,
    slots: Vec<Option<usize>>,
    name_of: &'a dyn Fn(FunctionId) -> String,
}

impl Numbers<'_> {
    /// The variable that an edge sets.
    fn set(&self, edge: &Edge) -> Option<usize> {
        match &edge.action {
            Action::Visible(Operation::Store { address: Expr::Address(Base::Slot(slot), 0), .. }) => {
                self.slots[slot.index()]
            }
            action => {
                let slot = self.set_by_call(edge).and_then(|it| self.slots[it.index()]);
                slot.or_else(|| walk::written(action).and_then(|it| self.registers[it.index()]))
            }
        }
    }

    /// The slot that a call of the library sets.
    fn set_by_call(&self, edge: &Edge) -> Option<SlotId> {
        let Action::Call { callee: Callee::Direct(callee), arguments, .. } = &edge.action else { return None };
        let slot = |it: &Expr| match it {
            Expr::Address(Base::Slot(slot), 0) => Some(*slot),
            _ => None,
        };
        // Names are looked for only where there is something to set.
        arguments.iter().find_map(slot)?;
        slot(arguments.get(set_by(&(self.name_of)(*callee))?)?)
    }

    /// The variables that an edge reads.
    fn read(&self, edge: &Edge) -> Vec<usize> {
        let is_store = matches!(edge.action, Action::Visible(Operation::Store { .. }));
        let set = self.set_by_call(edge);
        let mut read = Vec::new();
        for (index, expr) in walk::expressions(edge).enumerate() {
            // Where it is stored comes first; there is no guard then.
            let is_target = is_store && index == 0 && matches!(expr, Expr::Address(Base::Slot(_), 0));
            walk::for_each_leaf(expr, &mut |leaf| {
                read.extend(match leaf {
                    Expr::Register(register) => self.registers[register.index()],
                    Expr::Address(Base::Slot(slot), _) if !is_target && set != Some(*slot) => self.slots[slot.index()],
                    _ => None,
                });
            });
        }
        read
    }
}

impl Mentions {
    fn of(function: &Function, roles: &[Role], name_of: &dyn Fn(FunctionId) -> String) -> Mentions {
        let mut number = vec![None; roles.len()];
        let mut reads = Vec::new();
        for index in (0..roles.len()).filter(|&it| roles[it] == Role::Variable) {
            number[index] = Some(reads.len());
            reads.push((Variable::Register(RegisterId(index as u32)), Vec::new()));
        }
        let mut slots = vec![None; function.slots.len()];
        for (index, slot) in function.slots.iter().enumerate() {
            let is_scalar = matches!(slot.shape, Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer);
            if is_scalar && !slot.zeroed && !slot.name.starts_with('<') {
                slots[index] = Some(reads.len());
                reads.push((Variable::Slot(SlotId(index as u32)), Vec::new()));
            }
        }
        let numbers = Numbers { registers: number, slots, name_of };
        let mut first_edges = vec![0; function.locations as usize + 1];
        for (index, edge) in function.edges.iter().enumerate() {
            for variable in numbers.read(edge) {
                reads[variable].1.push(index as u32);
            }
            first_edges[edge.from.index() + 1] += 1;
        }
        for location in 1..first_edges.len() {
            first_edges[location] += first_edges[location - 1];
        }
        let assigned = function.edges.iter().map(|it| numbers.set(it)).collect();
        Mentions { reads, assigned, first_edges }
    }

    /// For each location those of the variables from `first` on that are set there, `None` where nothing leads.
    fn set_variables(&self, function: &Function, first: usize) -> Vec<Option<Set>> {
        let mut set: Vec<Option<Set>> = vec![None; function.locations as usize];
        set[function.entry.index()] = Some(Set([0; GROUP / 64]));
        let mut worklist = vec![function.entry];
        while let Some(location) = worklist.pop() {
            let before = set[location.index()].expect("what is in the worklist was reached");
            let leaving = self.first_edges[location.index()]..self.first_edges[location.index() + 1];
            for edge in leaving.map(|it| it as usize) {
                let mut after = before;
                let inside = self.assigned[edge].and_then(|it| it.checked_sub(first)).filter(|it| *it < GROUP);
                inside.into_iter().for_each(|it| after.insert(it));
                let to = function.edges[edge].to;
                let both = set[to.index()].map_or(after, |known| known.intersection(&after));
                if set[to.index()] != Some(both) {
                    set[to.index()] = Some(both);
                    worklist.push(to);
                }
            }
        }
        set
    }
}
