//! Where a thread may come back to without having done anything: the operations at which waiting loops can be noticed.
//!
//! A *round* is a way from an operation back to it on which nothing is stored, created or ended. (Whether a
//! read-modify-write stores something new, and whether a mutex that is taken on the way is given back, shows only when
//! it is run.) An operation repeats if it is on a round of its function, or in a function that is called on a round.
//! Most loops of most programs store something in every round and have none of these.
//!
//! One kind of store is allowed: `do { old = head; node->next = old; } while (!compare_exchange(&head, &old, node));`
//! stores on its way from the head of the loop, before anything is decided, where the state at the head says; so the next
//! round stores there again, whatever it finds. If nobody else looks, the store of a round that fails has no effect
//! ([`Repeats::heads`]). Only loops that try a compare-exchange again are looked at in this way.
//!
//! To see that a thread is where it was, registers that nobody will read have to be left out. [`Repeats::idle`] tells
//! which places of a frame hold nothing that is wanted.

use super::places::{Places, Wanted};
use super::{components, walk};
use crate::syntax::*;

/// The answer for one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repeats {
    /// For each edge.
    repeats: Vec<bool>,
    /// For each edge that is a store on a round, from where it is always reached.
    heads: Vec<Vec<u32>>,
}

impl Repeats {
    /// One for each function of a valid program.
    pub fn of(program: &Program) -> Vec<Repeats> {
        let quiet = |function: &Function| rounds(function, &|_, edge| is_quiet(&edge.action));
        let rounds: Vec<Vec<bool>> = program.functions.iter().map(quiet).collect();
        let called = called_on_rounds(program, &rounds);
        let mark = |((function, rounds), called): ((&Function, Vec<bool>), bool)| {
            let mut repeats = Repeats {
                repeats: rounds.into_iter().map(|it| it || called).collect(),
                heads: vec![Vec::new(); function.edges.len()],
            };
            repeats.add_retries(function);
            repeats
        };
        program.functions.iter().zip(rounds).zip(called).map(mark).collect()
    }

    /// Adds loops that store before they try a compare-exchange.
    fn add_retries(&mut self, function: &Function) {
        let tries = |it: &Edge| matches!(it.action, Action::Visible(Operation::CompareExchange { .. }));
        if !function.edges.iter().any(tries) {
            return;
        }
        let heads = stores(function);
        let component = components(function, &|index, edge| is_quiet(&edge.action) || !heads[index].is_empty());
        let is_inside = |edge: &Edge| component[edge.from.index()] == component[edge.to.index()];
        let mut retries = vec![false; function.locations as usize];
        for edge in function.edges.iter().filter(|it| tries(it) && is_inside(it)) {
            retries[component[edge.from.index()] as usize] = true;
        }
        for (index, edge) in function.edges.iter().enumerate() {
            let is_quiet = is_quiet(&edge.action) || !heads[index].is_empty();
            if is_quiet && is_inside(edge) && retries[component[edge.from.index()] as usize] {
                self.repeats[index] = true;
                self.heads[index].clone_from(&heads[index]);
            }
        }
    }

    /// If the edge is a store: the loads, by their indices, from which it is always reached, at an address that is known
    /// there.
    pub fn heads(&self, edge: usize) -> &[u32] {
        &self.heads[edge]
    }

    /// Whether the operation or call of this edge, by its index in [`Function::edges`], may be part of a round.
    pub fn contains(&self, function: &Function, edge: usize) -> bool {
        self.repeats[edge] && (is_quiet(&function.edges[edge].action) || !self.heads[edge].is_empty())
    }

    /// For each location with an edge that repeats the places that nobody reads from there on; nothing for the others.
    pub fn idle(&self, function: &Function, places: &Places) -> Vec<Vec<u32>> {
        let mut idle = vec![Vec::new(); function.locations as usize];
        let mut asked = vec![false; function.locations as usize];
        for (index, edge) in function.edges.iter().enumerate() {
            let stops = matches!(edge.action, Action::Visible(_) | Action::Call { .. });
            asked[edge.from.index()] |= stops && self.contains(function, index);
        }
        if !asked.contains(&true) {
            return idle;
        }
        let wanted = Wanted::at(function, places, &asked);
        for location in (0..asked.len()).filter(|&it| asked[it]) {
            idle[location] = (0..places.count()).filter(|&it| !wanted.contains(location, it)).collect();
        }
        idle
    }
}

/// Whether an action may leave everything as it was, but for registers.
fn is_quiet(action: &Action) -> bool {
    match action {
        Action::Skip | Action::Assign(..) | Action::Call { .. } => true,
        Action::Return(_) | Action::Stop(_) => false,
        Action::Visible(operation) => match operation {
            Operation::Load { .. }
            | Operation::Update { .. }
            | Operation::CompareExchange { .. }
            | Operation::Fence(_)
            | Operation::Lock { .. }
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::TryLock { .. }
            | Operation::Unlock { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. } => true,
            Operation::Store { .. }
            | Operation::InitMutex { .. }
            | Operation::DestroyMutex(_)
            | Operation::Spawn { .. }
            | Operation::Join { .. }
            | Operation::Detach(_)
            | Operation::Allocate { .. }
            | Operation::Reallocate { .. }
            | Operation::Free(_)
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => false,
        },
    }
}

/// For each store the loads, by their indices, that lead to it and nowhere else, with the registers of its address and
/// of the addresses of what is loaded in between unchanged.
fn stores(function: &Function) -> Vec<Vec<u32>> {
    let mut arriving: Vec<Vec<usize>> = vec![Vec::new(); function.locations as usize];
    for (index, edge) in function.edges.iter().enumerate().filter(|it| !it.1.ends()) {
        arriving[edge.to.index()].push(index);
    }
    let heads = |edge: &Edge| {
        let mut heads = Vec::new();
        let Action::Visible(Operation::Store { address, .. }) = &edge.action else { return heads };
        let mut fixed = Vec::new();
        address.for_each_register(&mut |it| fixed.push(it));
        let mut at = edge.from;
        // At most once around.
        for _ in 0..function.edges.len() {
            let ([index], [_]) = (arriving[at.index()].as_slice(), function.leaving(at)) else { break };
            let before = &function.edges[*index];
            let changes = walk::written(&before.action).is_some_and(|it| fixed.contains(it));
            if changes || function.leaving(before.from).len() != 1 {
                break;
            }
            match &before.action {
                Action::Skip | Action::Assign(..) => {}
                Action::Visible(Operation::Load { address, .. }) => {
                    heads.push(*index as u32);
                    address.for_each_register(&mut |it| fixed.push(it));
                }
                Action::Call { .. } | Action::Return(_) | Action::Stop(_) | Action::Visible(_) => break,
            }
            at = before.from;
        }
        heads
    };
    function.edges.iter().map(heads).collect()
}

/// For each edge whether it is on a circle of quiet edges.
fn rounds(function: &Function, is_quiet: &dyn Fn(usize, &Edge) -> bool) -> Vec<bool> {
    let component = components(function, is_quiet);
    let mut sizes = vec![0; function.locations as usize];
    component.iter().for_each(|&it| sizes[it as usize] += 1);
    let is_round = |(index, edge): (usize, &Edge)| {
        let (from, to) = (component[edge.from.index()], component[edge.to.index()]);
        is_quiet(index, edge) && from == to && (edge.from == edge.to || sizes[from as usize] > 1)
    };
    function.edges.iter().enumerate().map(is_round).collect()
}

/// For each location its strongly connected component in the quiet part of the automaton.
fn components(function: &Function, is_quiet: &dyn Fn(usize, &Edge) -> bool) -> Vec<u32> {
    components::of(function.locations, &|location| {
        let first = function.edges.partition_point(|it| it.from.0 < location);
        let leaving = function.leaving(Location(location)).iter().enumerate();
        leaving.filter(|it| is_quiet(first + it.0, it.1)).map(|it| it.1.to.0).collect()
    })
}

/// For each function whether it is called on a round, or by a function that is.
fn called_on_rounds(program: &Program, rounds: &[Vec<bool>]) -> Vec<bool> {
    let mut called = vec![false; program.functions.len()];
    let mut open = Vec::new();
    for (function, rounds) in program.functions.iter().zip(rounds) {
        let calls = function.edges.iter().zip(rounds).filter(|it| *it.1).map(|it| it.0);
        open.extend(calls.flat_map(|it| callees(program, it)));
    }
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut called[function.index()], true) {
            open.extend(program.functions[function.index()].edges.iter().flat_map(|it| callees(program, it)));
        }
    }
    called
}

/// The functions that an edge may call. An indirect call may call any.
fn callees(program: &Program, edge: &Edge) -> Vec<FunctionId> {
    match &edge.action {
        Action::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
        Action::Call { callee: Callee::Indirect(_), .. } => {
            (0..program.functions.len() as u32).map(FunctionId).collect()
        }
        Action::Skip | Action::Assign(..) | Action::Return(_) | Action::Stop(_) | Action::Visible(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{main, program};
    use super::*;

    /// For each edge of the last function whether it repeats.
    fn repeats(program: &Program) -> Vec<bool> {
        let function = program.functions.last().expect("there is one");
        let repeats = Repeats::of(program).pop().expect("there is one");
        (0..function.edges.len()).map(|it| repeats.contains(function, it)).collect()
    }

    #[test]
    fn a_loop_that_only_looks_is_a_round() {
        let spin = main(
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2 if (ne %a 0): skip  l1 -> l0 unless (ne %a 0): skip
             l2 -> l3: %a = load.4 [&@y] na  l3: return",
        );
        assert_eq!(repeats(&spin), [true, false, true, false, false]);
    }

    #[test]
    fn a_loop_that_stores_is_none() {
        let count = main(
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l3 if (ne %a 0): skip  l1 -> l2 unless (ne %a 0): skip
             l2 -> l0: store.4 [&@y] 1 na
             l3: return",
        );
        assert_eq!(repeats(&count), [false; 5]);
    }

    #[test]
    fn a_store_before_a_compare_exchange_is_reached_from_the_load() {
        let push = main(
            "reg %old : u64 reg %found : u64 reg %node : u64
             l0 -> l1: %node = load.8 [&@p] na
             l1 -> l2: %old = load.8 [&@p] sc
             l2 -> l3: store.8 [%node] %old na
             l3 -> l4: %found = cmpxchg.8 [&@p] %old %node sc sc
             l4 -> l5 if (eq %found %old): skip  l4 -> l1 unless (eq %found %old): skip
             l5: return",
        );
        assert_eq!(repeats(&push), [false, true, true, true, false, true, false]);
        assert_eq!(Repeats::of(&push)[0].heads(2), [1]);
        // Where it stores depends on what was loaded.
        let wild = main(
            "reg %old : u64 reg %found : u64
             l0 -> l1: %old = load.8 [&@p] sc
             l1 -> l2: store.8 [%old] 1 na
             l2 -> l3: %found = cmpxchg.8 [&@p] %old 0 sc sc
             l3 -> l4 if (eq %found %old): skip  l3 -> l0 unless (eq %found %old): skip
             l4: return",
        );
        assert_eq!(repeats(&wild), [false; 6]);
    }

    #[test]
    fn what_is_called_on_a_round_repeats() {
        let called = program(
            "global @x : i32
             function @main() entry { reg %a : i32
               l0 -> l1: %a = call @get()  l1 -> l2 if (ne %a 0): skip  l1 -> l0 unless (ne %a 0): skip  l2: return }
             function @get() -> i32 { reg %a : i32 l0 -> l1: %a = load.4 [&@x] na  l1: return %a }",
        );
        assert_eq!(repeats(&called), [true, false]);
    }

    #[test]
    fn what_nobody_reads_any_more_is_idle() {
        let spin = main(
            "reg %a : i32 reg %b : i32
             l0 -> l1: %b = load.4 [&@y] na
             l1 -> l2: %a = load.4 [&@x] na
             l2 -> l3 if (ne %a 0): skip  l2 -> l1 unless (ne %a 0): skip
             l3 -> l4: store.4 [&@y] %b na  l4: return",
        );
        let function = &spin.functions[0];
        let places = Places::of(function);
        let idle = Repeats::of(&spin)[0].idle(function, &places);
        assert_eq!(idle[1], [places.get(RegisterId(0))]);
        assert!(idle[0].is_empty() && idle[3].is_empty());
    }
}
