//! What is tracked: values of some variables, and predicates.

use encode::blocks::{Blocks, Kin, Name, Variable, unknowns};
use ir::passes::points_to::{LowBits, Target};
use ir::{Action, FunctionId, Operation, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Term, Terms};

/// A predicate by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// A condition on variables.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Over the symbols of variables.
    pub term: Term,
    /// The variables, in ascending order.
    pub variables: Vec<Variable>,
}

/// The cells of a target that are tracked, at most, before all of them are.
const MOST_CELLS: usize = 4;

/// What is tracked.
#[derive(Clone, Default)]
pub struct Precision {
    kins: FxHashSet<Kin>,
    cells: FxHashMap<Target, Vec<(u32, u8)>>,
    whole: FxHashSet<Target>,
    /// Too many values were met: these are left to predicates.
    banned: FxHashSet<Kin>,
    predicates: Vec<Predicate>,
    numbers: FxHashMap<Term, PredicateId>,
    of_variable: FxHashMap<Variable, Vec<PredicateId>>,
    mutexes: Vec<(Target, LowBits)>,
}

impl Precision {
    /// Nothing but who holds mutexes.
    pub fn new(program: &Program, blocks: &Blocks<'_>) -> Precision {
        let mut mutexes = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            for (edge, it) in function.edges.iter().enumerate() {
                let Action::Visible(
                    Operation::Lock { .. }
                    | Operation::TryLock { .. }
                    | Operation::Unlock { .. }
                    | Operation::InitMutex { .. }
                    | Operation::DestroyMutex(_),
                ) = &it.action
                else {
                    continue;
                };
                for access in blocks.layout.accesses(FunctionId(index as u32), edge as u32) {
                    let at = access.offset.map(|offset| (access.target, offset));
                    mutexes.extend(at.filter(|it| !mutexes.contains(it)));
                }
            }
        }
        Precision { mutexes, ..Precision::default() }
    }

    /// Whether values of a variable are tracked.
    pub fn has_value(&self, kin: Kin) -> bool {
        if self.kins.contains(&kin) {
            return true;
        }
        match kin {
            Kin::Cell(target, offset, _) => {
                (self.whole.contains(&target) && !self.banned.contains(&kin)) || self.is_mutex(target, offset)
            }
            Kin::Register(..) | Kin::Result => false,
        }
    }

    /// Whether it is a word of a mutex.
    pub fn is_mutex(&self, target: Target, offset: u32) -> bool {
        self.mutexes.iter().any(|it| it.0 == target && it.1.matches(offset.into()))
    }

    /// Mutexes, by where they are.
    pub fn mutexes(&self) -> &[(Target, LowBits)] {
        &self.mutexes
    }

    /// Targets of which every cell is tracked.
    pub fn whole(&self) -> impl Iterator<Item = Target> {
        self.whole.iter().copied()
    }

    /// Tracks the values of a variable; whether that is new.
    pub fn track(&mut self, kin: Kin) -> bool {
        if self.has_value(kin) || self.banned.contains(&kin) {
            return false;
        }
        self.kins.insert(kin);
        if let Kin::Cell(target, offset, size) = kin {
            let cells = self.cells.entry(target).or_default();
            cells.push((offset, size));
            if cells.len() > MOST_CELLS {
                self.whole.insert(target);
            }
        }
        true
    }

    /// Does not track the values of a variable any more, nor ever again.
    pub fn ban(&mut self, kin: Kin) {
        self.kins.remove(&kin);
        self.banned.insert(kin);
        if let Kin::Cell(target, offset, _) = kin
            && let Some(cells) = self.cells.get_mut(&target)
        {
            cells.retain(|it| it.0 != offset);
        }
    }

    /// The cells of a target that are tracked: where and how long; `None`: all of them.
    pub fn cells(&self, target: Target) -> Option<&[(u32, u8)]> {
        if self.whole.contains(&target) {
            return None;
        }
        Some(self.cells.get(&target).map_or(&[], Vec::as_slice))
    }

    /// Tracks a predicate; whether that is new.
    pub fn add(&mut self, blocks: &Blocks<'_>, term: Term) -> bool {
        let term = positive(&blocks.terms, term);
        if self.numbers.contains_key(&term) {
            return false;
        }
        let variables = blocks.variables_of(term);
        // An input is another one in every move: no state knows anything of it.
        if variables.is_empty() || unknowns(&blocks.terms, [term]).len() > variables.len() {
            return false;
        }
        let id = PredicateId(self.predicates.len() as u32);
        for &variable in &variables {
            self.of_variable.entry(variable).or_default().push(id);
        }
        self.predicates.push(Predicate { term, variables });
        self.numbers.insert(term, id);
        true
    }

    /// The predicate of a number.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// All predicates.
    pub fn predicates(&self) -> impl Iterator<Item = (PredicateId, &Predicate)> {
        self.predicates.iter().enumerate().map(|it| (PredicateId(it.0 as u32), it.1))
    }

    /// The predicates about a variable.
    pub fn about(&self, variable: Variable) -> &[PredicateId] {
        self.of_variable.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The kins whose values are tracked, but for mutexes.
    pub fn kins(&self) -> impl Iterator<Item = Kin> {
        self.kins.iter().copied()
    }

    /// How many variables and predicates are tracked.
    pub fn size(&self) -> (u64, u64) {
        (self.kins.len() as u64, self.predicates.len() as u64)
    }
}

/// The one of a condition and its negation that stands for both.
fn positive(terms: &Terms, term: Term) -> Term {
    match terms.node(term) {
        Node::Not(inner) => inner,
        _ => term,
    }
}

/// The conditions that a condition is made of by and, or, not.
pub fn atoms(terms: &Terms, term: Term, found: &mut Vec<Term>) {
    let mut open = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        let term = positive(terms, term);
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Constant { .. } => {}
            Node::And(a, b) | Node::Xor(a, b) => open.extend([a, b]),
            Node::Ite(condition, yes, no) => open.extend([condition, yes, no]),
            Node::Eq(a, b) if terms.width(a) == 1 => open.extend([a, b]),
            _ => {
                if !found.contains(&term) {
                    found.push(term);
                }
            }
        }
    }
}

/// The same condition about another thread, for every thread that runs the same code.
pub fn about_siblings(blocks: &mut Blocks<'_>, term: Term) -> Vec<Term> {
    let variables = blocks.variables_of(term);
    let mut thread = None;
    for &variable in &variables {
        match blocks.table.name(variable) {
            Name::Register { thread: it, .. } if thread.is_none_or(|known| known == it) => thread = Some(it),
            Name::Register { .. } | Name::Result(_) => return Vec::new(),
            Name::Cell { object, .. } => {
                let instance = blocks.table.instance(object).expect("a variable is of an object");
                if instance.kind != encode::blocks::InstanceKind::Static {
                    return Vec::new();
                }
            }
        }
    }
    let Some(thread) = thread else { return Vec::new() };
    let entries = blocks.table.entries().to_vec();
    let siblings = (0..entries.len()).filter(|it| *it != thread as usize && entries[*it] == entries[thread as usize]);
    let mut found = Vec::new();
    for sibling in siblings.take(16) {
        let mut by = FxHashMap::default();
        for &variable in &variables {
            if let Name::Register { depth, function, register, .. } = blocks.table.name(variable) {
                let symbol = blocks.table.symbol(variable);
                let width = blocks.terms.width(symbol);
                let name = Name::Register { thread: sibling as u32, depth, function, register };
                let other = blocks.table.variable(&mut blocks.terms, name, width);
                by.insert(symbol, blocks.table.symbol(other));
            }
        }
        found.push(blocks.terms.substitute(term, &by));
    }
    found
}
