//! Where a thread may come back to without having done anything: the operations at which waiting loops can be noticed.
//!
//! A *round* is a way from an operation back to it on which nothing is stored, created or ended. (Whether a
//! read-modify-write stores something new, and whether a mutex that is taken on the way is given back, shows only when
//! it is run.) An operation repeats if it is on a round of its function, or in a function that is called on a round.
//! Most loops of most programs store something in every round and have none of these.
//!
//! To see that a thread is where it was, registers that nobody will read have to be left out. [`Repeats::idle`] tells
//! which places of a frame hold nothing that is wanted.

use super::places::{Places, Wanted};
use crate::syntax::*;

/// The answer for one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repeats {
    /// For each edge.
    repeats: Vec<bool>,
}

impl Repeats {
    /// One for each function of a valid program.
    pub fn of(program: &Program) -> Vec<Repeats> {
        let rounds: Vec<Vec<bool>> = program.functions.iter().map(rounds).collect();
        let called = called_on_rounds(program, &rounds);
        let mark = |(rounds, called): (Vec<bool>, bool)| Repeats {
            repeats: rounds.into_iter().map(|it| it || called).collect(),
        };
        rounds.into_iter().zip(called).map(mark).collect()
    }

    /// Whether the operation or call of this edge, by its index in [`Function::edges`], may be part of a round.
    pub fn contains(&self, function: &Function, edge: usize) -> bool {
        self.repeats[edge] && is_quiet(&function.edges[edge].action)
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
            | Operation::Lock(_)
            | Operation::TryLock { .. }
            | Operation::Unlock(_)
            | Operation::AtomicBegin
            | Operation::AtomicEnd
            | Operation::Choose { .. } => true,
            Operation::Store { .. }
            | Operation::InitMutex(_)
            | Operation::DestroyMutex(_)
            | Operation::Spawn { .. }
            | Operation::Join { .. }
            | Operation::Allocate { .. }
            | Operation::Reallocate { .. }
            | Operation::Free(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => false,
        },
    }
}

/// For each edge whether it is on a circle of quiet edges: whether both its ends are in one strongly connected
/// component of the quiet part of the automaton (Tarjan 1972, without recursion).
fn rounds(function: &Function) -> Vec<bool> {
    let count = function.locations as usize;
    let quiet =
        |location: u32| function.leaving(Location(location)).iter().filter(|it| is_quiet(&it.action)).map(|it| it.to.0);
    let mut component = vec![None; count];
    let mut number = vec![u32::MAX; count];
    let mut lowest = vec![u32::MAX; count];
    let mut path = Vec::new();
    let mut next_number = 0;
    for root in 0..function.locations {
        if number[root as usize] != u32::MAX {
            continue;
        }
        let mut open: Vec<(u32, Vec<u32>)> = vec![(root, quiet(root).collect())];
        while let Some((location, left)) = open.last_mut() {
            let at = *location as usize;
            if number[at] == u32::MAX {
                (number[at], lowest[at]) = (next_number, next_number);
                next_number += 1;
                path.push(*location);
            }
            if let Some(to) = left.pop() {
                let it = to as usize;
                if number[it] == u32::MAX {
                    open.push((to, quiet(to).collect()));
                } else if component[it].is_none() {
                    lowest[at] = lowest[at].min(number[it]);
                }
                continue;
            }
            open.pop();
            if let Some((parent, _)) = open.last() {
                lowest[*parent as usize] = lowest[*parent as usize].min(lowest[at]);
            }
            if lowest[at] == number[at] {
                while let Some(member) = path.pop() {
                    component[member as usize] = Some(at);
                    if member as usize == at {
                        break;
                    }
                }
            }
        }
    }
    let mut sizes = vec![0; count];
    component.iter().flatten().for_each(|&it| sizes[it] += 1);
    let is_round = |edge: &Edge| {
        let (from, to) = (edge.from.index(), edge.to.index());
        let inside = component[from].is_some() && component[from] == component[to];
        is_quiet(&edge.action) && inside && (from == to || component[from].is_some_and(|it| sizes[it] > 1))
    };
    function.edges.iter().map(is_round).collect()
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
