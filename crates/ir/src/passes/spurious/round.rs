//! Whether a round of a loop in which something happens for no reason changes nothing.
//!
//! All ways from the head over the choice and back are run with symbols for what registers hold at the head. What is loaded is
//! unknown; a wait that ends for no reason gives 0, and what a compare-exchange reads that fails for no reason is what was expected.

use super::Waits;
use crate::address::DataModel;
use crate::passes::loop_nest::LoopNest;
use crate::passes::places::{Places, Wanted};
use crate::passes::{fold, walk};
use crate::syntax::*;
use std::collections::BTreeMap;

/// How many edges are followed in all, and how many functions are open.
const MOST_STEPS: usize = 4_000;
const MOST_CALLS: u32 = 16;

/// A loop in which something may happen for no reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Round {
    /// Where it begins.
    pub head: Location,
    /// Its locations.
    pub is_member: Vec<bool>,
    /// Whether the next round finds everything as this one did.
    pub changes_nothing: bool,
    /// Whether the value that was expected is written back to memory on the way.
    pub writes: bool,
    /// Whether it repeats an atomic store, which shows nothing as long as no other thread stores there meanwhile.
    pub repeats: bool,
}

/// A choice: the index of its edge, what it decides, and its result.
type Choice = (usize, Cause, RegisterId);

/// Looks at the innermost loop around a choice; nothing if there is none.
pub(super) fn judge(
    program: &Program,
    waits: &Waits,
    id: FunctionId,
    nest: &LoopNest,
    choice: Choice,
) -> Option<Round> {
    let function = &program.functions[id.index()];
    let innermost = nest.innermost(function.edges[choice.0].from)?;
    let locations = (0..function.locations).map(Location);
    let is_member: Vec<bool> = locations.map(|it| nest.is_inside(it, innermost)).collect();
    let head = nest.head(innermost);
    let enters = |it: &&Edge| !it.ends() && is_member[it.to.index()] && !is_member[it.from.index()];
    let is_entered_at_head = function.edges.iter().filter(enters).all(|it| it.to == head)
        && (!is_member[function.entry.index()] || function.entry == head);
    let (kept, steps, writes, repeats) = (Vec::new(), 0, false, false);
    let mut walk = Walk { program, function, is_member: &is_member, head, choice, waits, kept, steps, writes, repeats };
    let changes_nothing = is_entered_at_head && walk.only_tests() && walk.comes_back_the_same();
    let Walk { writes, repeats, .. } = walk;
    Some(Round { head, is_member, changes_nothing, writes, repeats })
}

/// What the guard of an edge is worth where some registers are known.
pub(super) fn truth(
    guard: &Guard,
    value: &dyn Fn(RegisterId) -> Option<Expr>,
    function: &Function,
    model: DataModel,
) -> Option<bool> {
    let (condition, wanted) = match guard {
        Guard::Always => return Some(true),
        Guard::If(condition) => (condition, true),
        Guard::Unless(condition) => (condition, false),
    };
    match evaluate(condition, value, function, model)? {
        Expr::Const(_, bit) => Some((bit == 1) == wanted),
        _ => None,
    }
}

/// The expression with the values of registers in their places, as far as all are known.
fn evaluate(
    expr: &Expr,
    value: &dyn Fn(RegisterId) -> Option<Expr>,
    function: &Function,
    model: DataModel,
) -> Option<Expr> {
    let mut expr = expr.clone();
    let mut is_known = true;
    walk::for_each_leaf_mut(&mut expr, &mut |leaf| {
        if let Expr::Register(register) = leaf {
            match value(*register) {
                Some(known) => *leaf = known,
                None => is_known = false,
            }
        }
    });
    is_known.then(|| fold::fold(expr, function, model))
}

/// What registers hold on the way, in terms of what they held at the head. What is unknown is not there.
#[derive(Clone, Default)]
struct Known {
    /// Of those that were set; nothing if it is not known.
    set: BTreeMap<RegisterId, Option<Expr>>,
    /// What a register held at the head, as the way shows that was taken.
    learned: BTreeMap<RegisterId, Expr>,
    /// From where each register was loaded last, if it was.
    loaded: BTreeMap<RegisterId, Option<Expr>>,
}

impl Known {
    fn value(&self, register: RegisterId) -> Option<Expr> {
        let at_head = || Some(self.learned.get(&register).cloned().unwrap_or(Expr::Register(register)));
        match self.set.get(&register) {
            Some(Some(Expr::Register(other))) => {
                Some(self.learned.get(other).cloned().unwrap_or(Expr::Register(*other)))
            }
            Some(value) => value.clone(),
            None => at_head(),
        }
    }

    /// A condition over what registers held at the head has turned out to be true or false.
    fn learn(&mut self, condition: &Expr, is_true: bool) {
        match condition {
            Expr::Binary(Binary::Equal, left, right) if is_true => self.learn_value(left, right),
            Expr::Binary(Binary::NotEqual, left, right) if !is_true => self.learn_value(left, right),
            Expr::Register(register) => {
                self.learned.insert(*register, Expr::Const(Width::BOOL, u64::from(is_true)));
            }
            _ => {}
        }
    }

    fn learn_value(&mut self, left: &Expr, right: &Expr) {
        if let (Expr::Register(register), value @ Expr::Const(..))
        | (value @ Expr::Const(..), Expr::Register(register)) = (left, right)
        {
            self.learned.insert(*register, value.clone());
        }
    }
}

struct Walk<'a> {
    program: &'a Program,
    function: &'a Function,
    is_member: &'a [bool],
    head: Location,
    choice: Choice,
    waits: &'a Waits,
    /// The registers that are wanted at the head and set in the loop.
    kept: Vec<RegisterId>,
    steps: usize,
    writes: bool,
    repeats: bool,
}

impl Walk<'_> {
    /// The edges that stay in the loop.
    fn inner(&self) -> impl Iterator<Item = &Edge> {
        let stays = |it: &&Edge| self.is_member[it.from.index()] && !it.ends() && self.is_member[it.to.index()];
        self.function.edges.iter().filter(stays)
    }

    /// Whether the loop only tests and waits, or tries again.
    fn only_tests(&mut self) -> bool {
        let function = self.function;
        match self.choice.1 {
            Cause::Wait | Cause::TimedWait => self.inner().all(|it| match &it.action {
                Action::Skip | Action::Assign(..) => true,
                Action::Visible(Operation::Load { .. }) => true,
                Action::Visible(Operation::Choose { domain: Domain::Spurious(cause), .. }) => {
                    matches!(cause, Cause::Wait | Cause::TimedWait)
                }
                Action::Call { callee: Callee::Direct(callee), .. } => {
                    self.waits.contains_key(callee) || only_reads(self.program, *callee, 0)
                }
                Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => false,
            }),
            Cause::Exchange | Cause::Retry => {
                let Some(object) = self.exchanged() else { return false };
                let is_choice = |it: &Edge| it.from == self.function.edges[self.choice.0].from;
                let (mut stores, mut reads_others, mut repeats) = (false, false, false);
                let found: Vec<RegisterId> = self.inner().filter_map(|it| found(it, &object)).collect();
                let may_be = self.inner().all(|it| match &it.action {
                    Action::Skip | Action::Assign(..) => true,
                    Action::Visible(Operation::Load { address, .. }) => {
                        reads_others |= *address != object && !is_private(function, address);
                        true
                    }
                    Action::Visible(Operation::CompareExchange { address, .. }) => *address == object,
                    Action::Visible(Operation::Store { address, value, order, .. }) => {
                        stores |= !matches!(value, Expr::Register(it) if found.contains(it));
                        repeats |= *order != Order::NonAtomic;
                        !is_private(function, address)
                    }
                    Action::Visible(Operation::Choose { .. }) => is_choice(it),
                    Action::Call { callee: Callee::Direct(callee), .. } => {
                        reads_others |= !does_nothing(self.program, *callee, 0);
                        only_reads(self.program, *callee, 0)
                    }
                    Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => false,
                });
                let set = |register: RegisterId| self.inner().any(|it| walk::written(&it.action) == Some(&register));
                let mut is_fixed = true;
                object.for_each_register(&mut |it| is_fixed &= !set(it));
                self.repeats = repeats;
                may_be && is_fixed && !(stores && reads_others)
            }
        }
    }

    fn tries(&self) -> bool {
        matches!(self.choice.1, Cause::Exchange | Cause::Retry)
    }

    /// The address of the object of the loop's only compare-exchange.
    fn exchanged(&self) -> Option<Expr> {
        let mut all = self.inner().filter_map(|it| match &it.action {
            Action::Visible(Operation::CompareExchange { address, .. }) => Some(address),
            _ => None,
        });
        all.next().filter(|_| all.next().is_none()).cloned()
    }

    /// Whether every way over the choice leads back to the head, and leaves what is wanted there.
    fn comes_back_the_same(&mut self) -> bool {
        let mut asked = vec![false; self.function.locations as usize];
        asked[self.head.index()] = true;
        let places = Places::apart(self.function);
        let wanted = Wanted::at(self.function, &places, &asked);
        let mut set: Vec<RegisterId> = self.inner().filter_map(|it| walk::written(&it.action)).copied().collect();
        set.sort_unstable();
        set.dedup();
        set.retain(|it| wanted.contains(self.head.index(), places.get(*it)));
        self.kept = set;
        let mut known = Known::default();
        let constant = |it: &RegisterId| Some((*it, constant_at(self.function, *it, self.head)?));
        known.learned = self.kept.iter().filter_map(constant).collect();
        if self.kept.is_empty() && !self.tries() {
            let choice = &self.function.edges[self.choice.0];
            return self.behind(choice.to, self.chosen(known));
        }
        self.before(self.head, known, true)
    }

    fn chosen(&self, mut known: Known) -> Known {
        let width = self.function.registers[self.choice.2.index()].width;
        known.set.insert(self.choice.2, Some(Expr::Const(width, 1)));
        known
    }

    /// From a location between the head and the choice.
    fn before(&mut self, at: Location, known: Known, is_first: bool) -> bool {
        if at == self.head && !is_first {
            return true;
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let function = self.function;
        let first = function.edges.partition_point(|it| it.from < at);
        for (index, edge) in function.leaving(at).iter().enumerate() {
            let Some(mut known) = self.follow(edge, &known) else { continue };
            if edge.ends() || !self.is_member[edge.to.index()] {
                continue;
            }
            if first + index == self.choice.0 {
                let known = self.chosen(known);
                if !self.behind(edge.to, known) {
                    return false;
                }
                continue;
            }
            match &edge.action {
                Action::Skip => {}
                Action::Assign(register, value) => {
                    let value = self.evaluate(value, &known);
                    known.set.insert(*register, value);
                    known.loaded.remove(register);
                }
                other => {
                    if let Some(register) = walk::written(other) {
                        let address = match other {
                            Action::Visible(Operation::Load { address, .. }) => self.evaluate(address, &known),
                            _ => None,
                        };
                        known.set.insert(*register, None);
                        known.loaded.insert(*register, address);
                    }
                }
            }
            if !self.before(edge.to, known, false) {
                return false;
            }
        }
        true
    }

    /// From a location behind the choice.
    fn behind(&mut self, at: Location, known: Known) -> bool {
        if at == self.head {
            return self.kept.iter().all(|&it| {
                let before = known.learned.get(&it).cloned().unwrap_or(Expr::Register(it));
                known.value(it) == Some(before) || planted::bug!(RoundsAlike)
            });
        }
        self.steps += 1;
        if self.steps > MOST_STEPS || !self.is_member[at.index()] {
            return false;
        }
        let function = self.function;
        for edge in function.leaving(at) {
            let Some(mut known) = self.follow(edge, &known) else { continue };
            let set = match &edge.action {
                Action::Skip => None,
                Action::Assign(register, value) => Some((*register, self.evaluate(value, &known))),
                Action::Call { dest, callee: Callee::Direct(callee), .. } if self.waits.contains_key(callee) => {
                    let zero = |it: RegisterId| Expr::Const(function.registers[it.index()].width, 0);
                    dest.map(|it| (it, Some(zero(it))))
                }
                Action::Visible(Operation::Load { dest, address, .. })
                    if self.tries() && Some(address) == self.exchanged().as_ref() =>
                {
                    Some((*dest, self.expected(&known)))
                }
                Action::Visible(Operation::Store { address, value, .. })
                    if self.tries() && self.is_written_back(address, value, &known) =>
                {
                    self.writes = true;
                    None
                }
                Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => return false,
            };
            if let Some((register, value)) = set {
                known.set.insert(register, value);
            }
            if !self.behind(edge.to, known) {
                return false;
            }
        }
        true
    }

    /// Whether what was found, and expected, is stored to where the expected value was loaded from.
    fn is_written_back(&self, address: &Expr, value: &Expr, known: &Known) -> bool {
        let Some(object) = self.exchanged() else { return false };
        let is_found = |it: &Edge| found(it, &object).is_some_and(|it| *value == Expr::Register(it));
        let mut exchanges = self.inner().filter_map(|it| match &it.action {
            Action::Visible(Operation::CompareExchange { expected: Expr::Register(expected), .. }) => Some(expected),
            _ => None,
        });
        let from = exchanges.next().and_then(|it| known.loaded.get(it)).cloned().flatten();
        self.inner().any(is_found) && from.is_some() && from == self.evaluate(address, known)
    }

    /// What the compare-exchange expects that fails here for no reason.
    fn expected(&self, known: &Known) -> Option<Expr> {
        let expected = self.inner().find_map(|it| match &it.action {
            Action::Visible(Operation::CompareExchange { expected, .. }) => Some(expected),
            _ => None,
        });
        self.evaluate(expected?, known)
    }

    fn evaluate(&self, expr: &Expr, known: &Known) -> Option<Expr> {
        evaluate(expr, &|it| known.value(it), self.function, self.program.model)
    }

    /// What is known if this edge is taken; nothing if it is not.
    fn follow(&self, edge: &Edge, known: &Known) -> Option<Known> {
        let mut known = known.clone();
        let (condition, wanted) = match &edge.guard {
            Guard::Always => return Some(known),
            Guard::If(condition) => (condition, true),
            Guard::Unless(condition) => (condition, false),
        };
        self.decide(condition, wanted, &mut known).then_some(known)
    }

    /// Learns from a condition; whether it can be so.
    fn decide(&self, condition: &Expr, wanted: bool, known: &mut Known) -> bool {
        match (condition, wanted) {
            (Expr::Binary(Binary::And, left, right), true) | (Expr::Binary(Binary::Or, left, right), false) => {
                self.decide(left, wanted, known) && self.decide(right, wanted, known)
            }
            (Expr::Unary(Unary::Not, operand), _) => self.decide(operand, !wanted, known),
            _ => match self.evaluate(condition, known) {
                Some(Expr::Const(_, bit)) => (bit == 1) == wanted,
                Some(condition) => {
                    known.learn(&condition, wanted);
                    true
                }
                None => true,
            },
        }
    }
}

/// The register that gets what an object holds.
fn found(edge: &Edge, object: &Expr) -> Option<RegisterId> {
    match &edge.action {
        Action::Visible(Operation::Load { dest, address, .. } | Operation::CompareExchange { dest, address, .. })
            if address == object =>
        {
            Some(*dest)
        }
        _ => None,
    }
}

/// Whether a function does nothing but look.
pub(super) fn only_reads(program: &Program, id: FunctionId, depth: u32) -> bool {
    depth < MOST_CALLS
        && program.functions[id.index()].edges.iter().all(|it| match &it.action {
            Action::Skip | Action::Assign(..) | Action::Return(_) => true,
            Action::Visible(Operation::Load { .. }) => true,
            Action::Call { callee: Callee::Direct(callee), .. } => only_reads(program, *callee, depth + 1),
            Action::Visible(_) | Action::Call { .. } | Action::Stop(_) => false,
        })
}

/// Whether nothing of what a function does can be seen by others, or depends on them.
pub(super) fn does_nothing(program: &Program, id: FunctionId, depth: u32) -> bool {
    let function = &program.functions[id.index()];
    depth < MOST_CALLS
        && function.edges.iter().all(|it| match &it.action {
            Action::Skip | Action::Assign(..) | Action::Return(_) => true,
            Action::Visible(Operation::Load { address, .. } | Operation::Store { address, .. }) => {
                is_private(function, address)
            }
            Action::Call { callee: Callee::Direct(callee), .. } => does_nothing(program, *callee, depth + 1),
            Action::Visible(_) | Action::Call { .. } | Action::Stop(_) => false,
        })
}

/// Whether an address is that of a local which no other thread knows.
pub(super) fn is_private(function: &Function, address: &Expr) -> bool {
    matches!(address, Expr::Address(Base::Slot(slot), _) if !function.slots[slot.index()].escapes)
}

/// What a register always holds at a location, if that is one number.
fn constant_at(function: &Function, register: RegisterId, location: Location) -> Option<Expr> {
    let width = function.registers[register.index()].width;
    // Nothing: no way leads there that is known of. `None` in it: it is not one number.
    let mut held: Vec<Option<Option<u64>>> = vec![None; function.locations as usize];
    held[function.entry.index()] = Some((register.0 >= function.parameters).then_some(0));
    let mut open = vec![function.entry];
    while let Some(at) = open.pop() {
        for edge in function.leaving(at).iter().filter(|it| !it.ends()) {
            let new = match &edge.action {
                Action::Assign(set, Expr::Const(_, value)) if *set == register => Some(*value),
                other if walk::written(other) == Some(&register) => None,
                _ => held[at.index()].flatten(),
            };
            let joined = match held[edge.to.index()] {
                None => new,
                Some(old) => old.filter(|_| old == new),
            };
            if held[edge.to.index()] != Some(joined) {
                held[edge.to.index()] = Some(joined);
                open.push(edge.to);
            }
        }
    }
    held[location.index()].flatten().map(|it| Expr::Const(width, it))
}
